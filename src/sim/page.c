/* Reports: the page, its texts and tables. */
#include "sim/page.h"

#include "core/embed.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A file of data/report. */
static const char *report_file(const char *name)
{
    const struct mq_embedded *file;
    char path[64];

    snprintf(path, sizeof path, "report/%s", name);
    file = mq__embedded_find(path);
    assert(file != NULL);
    return file->bytes;
}

void mq__page_style(struct mq_buf *out, const char *name)
{
    const char *css = report_file(name);

    mq__buf_str(out, "<style>");
    while (*css != '\0') {
        size_t length = strcspn(css, "\n");

        mq__buf_add(out, css, length);
        css += length + (css[length] != '\0');
    }
    mq__buf_str(out, "</style>\n");
}

void mq__page_script(struct mq_buf *out, const char *name)
{
    mq__buf_printf(out, "<script>\n%s</script>\n", report_file(name));
}

void mq__page_escape(struct mq_buf *out, const char *text)
{
    static const char special[] = "<>&\"";
    static const char *const safe[] = {"&lt;", "&gt;", "&amp;", "&quot;"};

    while (*text != '\0') {
        size_t plain = strcspn(text, special);

        mq__buf_add(out, text, plain);
        text += plain;
        if (*text != '\0') {
            mq__buf_str(out, safe[strchr(special, *text++) - special]);
        }
    }
}

static void element(struct mq_buf *out, const char *tag, const char *text)
{
    mq__buf_printf(out, "<%s>", tag);
    mq__page_escape(out, text);
    mq__buf_printf(out, "</%s>\n", tag);
}

void mq__page_begin(struct mq_buf *out, const char *language, const char *title)
{
    mq__buf_printf(out,
                   "<!doctype html>\n<html lang=\"%s\">\n<head>\n"
                   "<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" "
                   "content=\"width=device-width,initial-scale=1\">\n",
                   language);
    element(out, "title", title);
    mq__page_style(out, "page.css");
    mq__buf_str(out, "</head>\n<body>\n<main>\n");
    element(out, "h1", title);
}

void mq__page_end(struct mq_buf *out)
{
    mq__buf_str(out, "</main>\n</body>\n</html>\n");
}

void mq__page_heading(struct mq_buf *out, const char *text)
{
    element(out, "h2", text);
}

void mq__page_text(struct mq_buf *out, const char *text)
{
    element(out, "p", text);
}

void mq__page_code(struct mq_buf *out, const char *text)
{
    element(out, "pre", text);
}

void mq__page_table(struct mq_buf *out, const char *const *heads, int count)
{
    mq__buf_str(out, "<div class=\"scroll\"><table>\n<thead><tr>");
    for (int i = 0; i < count; i++) {
        mq__buf_str(out, "<th scope=\"col\">");
        mq__page_escape(out, heads[i]);
        mq__buf_str(out, "</th>");
    }
    mq__buf_str(out, "</tr></thead>\n<tbody>\n");
}

void mq__page_row(struct mq_buf *out, const char *name)
{
    mq__buf_str(out, "<tr><th scope=\"row\">");
    mq__page_escape(out, name);
    mq__buf_str(out, "</th>");
}

void mq__page_cells(struct mq_buf *out, const char *format, ...)
{
    char text[512];
    char *rest = text;
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (char *cell = strsep(&rest, "|"); cell != NULL;
         cell = strsep(&rest, "|")) {
        mq__buf_str(out, "<td>");
        mq__page_escape(out, cell);
        mq__buf_str(out, "</td>");
    }
}

void mq__page_shaded(struct mq_buf *out, double share, double fair)
{
    double far =
        share >= fair ? (share - fair) / (1 - fair) : (fair - share) / fair;

    mq__buf_printf(out,
                   "<td style=\"background:color-mix(in srgb,var(--s%d) "
                   "%.0f%%,transparent)\">%.1f %%</td>",
                   share >= fair ? 0 : 1, far * 55, 100 * share);
}

void mq__page_row_end(struct mq_buf *out)
{
    mq__buf_str(out, "</tr>\n");
}

void mq__page_table_end(struct mq_buf *out)
{
    mq__buf_str(out, "</tbody>\n</table></div>\n");
}

void mq__page_legend(struct mq_buf *out, const char *const *names, int count)
{
    mq__buf_str(out, "<ul class=\"legend\">");
    for (int i = 0; i < count; i++) {
        mq__buf_printf(out,
                       "<li><svg viewBox=\"0 0 32 12\" aria-hidden=\"true\">"
                       "<rect class=\"f%d\" y=\"8\" width=\"32\" height=\"4\" "
                       "opacity=\".35\"/><path class=\"l l%d\" "
                       "d=\"M0 5H32\"/></svg>",
                       i % 5, i % 5);
        mq__page_escape(out, names[i]);
        mq__buf_str(out, "</li>");
    }
    mq__buf_str(out, "</ul>\n");
}
