/* What simulate, arena and analyze share. */
#include "cli/figures.h"

#include "cli/args.h"
#include "core/game.h"
#include "sim/page.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define MAX_HEADS 16 /* of a table */

void mq__figures_begin(void *options, int argc, char **argv)
{
    struct mq_figures *f = options;

    f->typed = (const char *const *)argv + 1;
    f->typed_count = argc - 1;
    mq__ranks_begin(&f->ranks);
}

void mq__figures_finish(void *options)
{
    mq__ranks_end(&((struct mq_figures *)options)->ranks);
}

/* Opens the file as the work's end would. A file that wasn't there is removed
 * again: should the work be stopped, nothing half-done is left. */
static bool can_write(const char *path)
{
    bool there = access(path, F_OK) == 0;
    FILE *file = fopen(path, "ab");

    if (file == NULL) {
        mq__cli_cannot_write(path, errno);
        return false;
    }
    fclose(file);
    if (!there) {
        remove(path);
    }
    return true;
}

bool mq__figures_ready(const struct mq_figures *f)
{
    if (f->json && f->csv) {
        return mq__cli_refuse("tools.two-forms", "");
    }
    return (f->html == NULL || can_write(f->html)) &&
           (f->matches == NULL || can_write(f->matches));
}

int mq__figures_threads(const struct mq_figures *f)
{
    if (f->jobs > 0) {
        return (int)f->jobs;
    }
    return f->ranks.size > 1 ? 1 : mq__processors();
}

/* What stands after @: iterations, or milliseconds of CPU time ("50ms"). NULL:
 * the command's options say how far bots think. False: printed why not. */
static bool set_budget(const struct mq_figures *f, char *text,
                       struct mq_budget *budget)
{
    size_t length = text != NULL ? strlen(text) : 0;
    bool timed = length > 2 && strcmp(text + length - 2, "ms") == 0;
    long number = 0;

    if (timed) {
        text[length - 2] = '\0';
    }
    if (text != NULL &&
        !mq__cli_number("--bots", text, 1, MQ_MOST_ITERATIONS, &number)) {
        return false;
    }
    *budget = (struct mq_budget){
        .iterations = (int)(text != NULL ? number : f->iterations),
        .ms = (int)f->ms,
    };
    if (timed) {
        budget->ms = (int)number;
        budget->cpu = true;
    }
    /* With a limit by time the iterations are none. */
    if (timed || (f->ms > 0 && budget->iterations == 0)) {
        budget->iterations = MQ_MOST_ITERATIONS;
    }
    return true;
}

const struct mq_bot *mq__figures_bot(const struct mq_figures *f,
                                     const char *word, size_t length,
                                     char *name, struct mq_budget *budget)
{
    char copy[MQ_BOT_NAME_SIZE];
    const struct mq_bot *bot;
    char *at;

    if (length == 0 || length >= sizeof copy) {
        mq__cli_fail("tools.arena-name", "i", (int)sizeof copy - 1);
        return NULL;
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    memcpy(name, copy, length + 1);
    at = strchr(copy, '@');
    if (at != NULL) {
        *at++ = '\0';
    }
    if (!set_budget(f, at, budget)) {
        return NULL;
    }
    bot = mq_bot_find(copy);
    if (bot == NULL) {
        mq__cli_no_bot("tools.unknown-bot", copy);
    }
    return bot;
}

uint64_t mq__figures_seed(const struct mq_figures *f)
{
    return mq__cli_seed(f->seed != NULL ? f->seed : "1");
}

void mq__figures_page(struct mq_buf *out, const struct mq_game *game,
                      long count, const char *id)
{
    const char *language = mq__cli_language();
    char title[128], number[32] = "";

    if (count >= 0) {
        snprintf(number, sizeof number, "%ld ", count);
    }
    snprintf(title, sizeof title, "Max Q: %s, %s%s",
             mq_word_name(language, game->id, game->id), number,
             mq__cli_label(id));
    mq__page_begin(out, language, title);
}

void mq__figures_table(struct mq_buf *out, const char *const *ids, int count)
{
    const char *heads[MAX_HEADS];

    assert(count <= MAX_HEADS);
    for (int i = 0; i < count; i++) {
        heads[i] = mq__cli_label(ids[i]);
    }
    mq__page_table(out, heads, count);
}

/* A word as a shell takes it. */
static void put_word(struct mq_buf *out, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_.,:/=@+%";

    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        mq__buf_str(out, word);
        return;
    }
    mq__buf_char(out, '\'');
    for (; *word != '\0'; word++) {
        mq__buf_str(out, *word == '\'' ? "'\\'" : "");
        mq__buf_char(out, *word);
    }
    mq__buf_char(out, '\'');
}

/* "maxq 0.2.0, 2026-11-17": which program made the page, and when. */
static void put_date(struct mq_buf *page)
{
    char line[64], date[16] = "";
    time_t now = time(NULL);
    struct tm utc;

    if (gmtime_r(&now, &utc) != NULL) {
        strftime(date, sizeof date, "%Y-%m-%d", &utc);
    }
    snprintf(line, sizeof line, "maxq %s, %s", mq_version(), date);
    mq__page_text(page, line);
}

/* The last lines of a page: what it was made with. */
static void end_page(const struct mq_figures *f, struct mq_buf *page)
{
    struct mq_buf line;

    mq__buf_init(&line);
    mq__buf_printf(&line, "maxq %s", mq__cli_name());
    for (int i = 0; i < f->typed_count; i++) {
        mq__buf_char(&line, ' ');
        put_word(&line, f->typed[i]);
    }
    mq__page_code(page, mq__buf_text(&line));
    mq__buf_finish(&line);
    put_date(page);
    mq__page_script(page, "sort.js");
    mq__page_end(page);
}

static int write_page(const struct mq_figures *f, const struct mq_buf *page)
{
    FILE *file = fopen(f->html, "wb");
    bool fine = file != NULL && !page->failed &&
                fwrite(page->data, 1, page->length, file) == page->length;

    if (file != NULL && fclose(file) != 0) {
        fine = false;
    }
    return fine ? MQ_EXIT_DONE : mq__cli_cannot_write(f->html, errno);
}

int mq__figures_put(const struct mq_figures *f, const struct mq_forms *forms,
                    const void *report)
{
    struct mq_cli_json json;
    struct mq_buf page;
    int code = MQ_EXIT_DONE;

    if (f->json) {
        forms->json(report, mq__cli_json_begin(&json));
        code = mq__cli_json_end(&json);
    } else if (f->csv) {
        forms->csv(report);
    } else {
        forms->text(report);
    }
    if (f->html != NULL && code == MQ_EXIT_DONE) {
        mq__buf_init(&page);
        forms->html(report, &page);
        end_page(f, &page);
        code = write_page(f, &page);
        mq__buf_finish(&page);
    }
    return code;
}
