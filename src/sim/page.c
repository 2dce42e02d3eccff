/* Reports: the page, its texts and tables. */
#include "sim/page.h"

#include <stdarg.h>
#include <stdio.h>

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b2430;--dim:#5b6675;--line:#d5d9de;"
    "--paper:#fbfaf7;--card:#fff;--s0:#0072b2;--s1:#d55e00;--s2:#009e73;"
    "--s3:#b8568b;--s4:#9a6a00;--good:#009e73;--doubtful:#9a6a00;"
    "--error:#d55e00;--blunder:#b3261e}"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece8df;--dim:#a3adba;"
    "--line:#33415a;--paper:#0e1626;--card:#152036;--s0:#56b4e9;--s1:#ff9e4a;"
    "--s2:#2cc79b;--s3:#e59bc4;--s4:#f0e442;--good:#2cc79b;"
    "--doubtful:#f0e442;--error:#ff9e4a;--blunder:#ff8a80}}"
    "*{box-sizing:border-box}"
    "body{margin:0 auto;padding:1.5rem;max-width:64rem;background:var(--paper);"
    "color:var(--ink);font:1rem/1.5 system-ui,sans-serif;"
    "font-variant-numeric:tabular-nums}"
    "h1{font-size:1.7rem;line-height:1.2;margin:.2em 0 .6em}"
    "h2{font-size:1.15rem;margin:2em 0 .5em}"
    "p{max-width:46rem;margin:.4em 0}"
    ".scroll{overflow-x:auto}.scroll svg{min-width:40rem}"
    "pre{margin:2.5em 0 0;color:var(--dim);font-size:.9rem;"
    "white-space:pre-wrap;overflow-wrap:anywhere}"
    "table{border-collapse:collapse;margin:.5em 0;min-width:50%}"
    "th,td{padding:.3em .7em;border-bottom:1px solid var(--line);"
    "text-align:right;white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}"
    "thead th{color:var(--dim);font-weight:600;white-space:normal;"
    "vertical-align:bottom}tbody th{font-weight:600}"
    "svg{display:block;width:100%;height:auto;background:var(--card);"
    "border:1px solid var(--line);border-radius:8px;margin:.5em 0}"
    "svg text{font-size:12px;fill:var(--dim)}svg .name{fill:var(--ink)}"
    ".grid{stroke:var(--line);stroke-width:1}"
    ".mark{stroke:var(--dim);stroke-width:1;stroke-dasharray:3 3}"
    ".l{fill:none;stroke-width:2.2;stroke-linejoin:round}"
    ".l0{stroke:var(--s0)}.l1{stroke:var(--s1);stroke-dasharray:7 3}"
    ".l2{stroke:var(--s2);stroke-dasharray:2 3}"
    ".l3{stroke:var(--s3);stroke-dasharray:10 3 2 3}"
    ".l4{stroke:var(--s4);stroke-dasharray:4 4}"
    ".f0{fill:var(--s0)}.f1{fill:var(--s1)}.f2{fill:var(--s2)}"
    ".f3{fill:var(--s3)}.f4{fill:var(--s4)}"
    ".legend{display:flex;flex-wrap:wrap;gap:.3em 1.2em;margin:.3em 0;"
    "padding:0;list-style:none}.legend svg{display:inline-block;width:2.2em;"
    "height:.9em;border:0;margin:0 .4em 0 0;vertical-align:-.05em;"
    "background:none;border-radius:0}";

void mq__page_escape(struct mq_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<':
            mq__buf_str(out, "&lt;");
            break;
        case '>':
            mq__buf_str(out, "&gt;");
            break;
        case '&':
            mq__buf_str(out, "&amp;");
            break;
        case '"':
            mq__buf_str(out, "&quot;");
            break;
        default:
            mq__buf_char(out, *text);
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
    mq__buf_printf(out, "<style>%s</style>\n</head>\n<body>\n<main>\n", style);
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

void mq__page_row(struct mq_buf *out)
{
    mq__buf_str(out, "<tr>");
}

void mq__page_name(struct mq_buf *out, const char *text)
{
    mq__buf_str(out, "<th scope=\"row\">");
    mq__page_escape(out, text);
    mq__buf_str(out, "</th>");
}

void mq__page_cell(struct mq_buf *out, const char *format, ...)
{
    char text[256];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mq__buf_str(out, "<td>");
    mq__page_escape(out, text);
    mq__buf_str(out, "</td>");
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
