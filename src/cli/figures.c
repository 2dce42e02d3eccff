/* What simulate, arena and analyze share. */
#include "cli/figures.h"

#include "cli/command.h"
#include "sim/page.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int mq__figures_run(const struct mq_figures_command *command, int argc,
                    char **argv, struct mq_figures *options)
{
    int code;

    options->command = command->name;
    options->typed = (const char *const *)argv + 1;
    options->typed_count = argc - 1;
    mq__crew_begin(&options->crew);
    code = mq__cli_parse(command->name, command->argp, argc, argv, options);
    if (code < 0) {
        code = command->go(options);
    }
    mq__crew_end(&options->crew);
    return code;
}

int mq__figures_threads(const struct mq_figures *f)
{
    if (f->jobs > 0) {
        return (int)f->jobs;
    }
    return f->crew.size > 1 ? 1 : mq__farm_processors();
}

static error_t take_number(const struct mq_figures *f, const char *option,
                           const char *arg, long high, long *out)
{
    return mq__cli_number(f->command, option, arg, 1, high, out)
               ? 0
               : MQ_ARGS_PRINTED;
}

static error_t take_word(struct mq_figures *f, const char *word)
{
    if (strchr(word, '=') != NULL && f->word_count < MQ_MAX_WORDS) {
        f->words[f->word_count++] = word;
        return 0;
    }
    if (f->subject != NULL) {
        return mq__cli_extra(f->command, word);
    }
    f->subject = word;
    return 0;
}

static error_t take_text(const char **place, const char *arg)
{
    *place = arg;
    return 0;
}

static error_t take_form(struct mq_figures *f, enum mq_form form)
{
    f->form = form;
    return 0;
}

error_t mq__figures_parse(struct mq_figures *f, int key, char *arg)
{
    switch (key) {
    case 'n':
        return take_number(f, "--games", arg, 100000000, &f->games);
    case 'p':
        return take_number(f, "--players", arg, MQ_MAX_PLAYERS, &f->players);
    case 'i':
        return take_number(f, "--iterations", arg, MQ_MOST_ITERATIONS,
                           &f->iterations);
    case MQ_KEY_MS:
        return take_number(f, "--ms", arg, 600000, &f->ms);
    case MQ_KEY_JOBS:
        return take_number(f, "--jobs", arg, 1024, &f->jobs);
    case MQ_KEY_BOTS:
        return take_text(&f->bots, arg);
    case MQ_KEY_SEED:
        return take_text(&f->seed, arg);
    case MQ_KEY_HTML:
        return take_text(&f->html, arg);
    case 'j':
        return take_form(f, MQ_FORM_JSON);
    case MQ_KEY_CSV:
        return take_form(f, MQ_FORM_CSV);
    case ARGP_KEY_ARG:
        return take_word(f, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct mq_bot *mq__figures_bot(const struct mq_figures *f,
                                     const char *word, size_t length,
                                     char *name, struct mq_budget *budget)
{
    char copy[MQ_BOT_NAME_SIZE];
    long iterations = f->iterations;
    const struct mq_bot *bot;
    char *at;

    if (length == 0 || length >= sizeof copy) {
        mq__cli_fail(f->command, "tools.arena-name", "i", (int)sizeof copy - 1);
        return NULL;
    }
    memcpy(copy, word, length);
    copy[length] = '\0';
    memcpy(name, copy, length + 1);
    at = strchr(copy, '@');
    if (at != NULL) {
        *at = '\0';
        if (!mq__cli_number(f->command, "--bots", at + 1, 1, MQ_MOST_ITERATIONS,
                            &iterations)) {
            return NULL;
        }
    }
    *budget = (struct mq_budget){
        /* With a limit by time the iterations are none. */
        .iterations =
            f->ms > 0 && iterations == 0 ? MQ_MOST_ITERATIONS : (int)iterations,
        .ms = (int)f->ms,
    };
    bot = mq_bot_find(copy);
    if (bot == NULL) {
        mq__cli_no_bot(f->command, "tools.unknown-bot", copy);
    }
    return bot;
}

uint64_t mq__figures_seed(const struct mq_figures *f)
{
    return mq__cli_seed(f->seed != NULL ? f->seed : "1");
}

bool mq__figures_set_up(const struct mq_figures *f, const struct mq_game *game,
                        struct mq_setup *setup)
{
    for (int i = 0; i < f->word_count; i++) {
        if (strncmp(f->words[i], "players=", 8) == 0) {
            mq__cli_fail(f->command, "tools.players-option", "");
            return false;
        }
        if (!mq__cli_set_option(f->command, game, setup, f->words[i])) {
            return false;
        }
    }
    return true;
}

const struct mq_game *mq__figures_game(const struct mq_figures *f)
{
    if (f->subject == NULL) {
        mq__cli_fail(f->command, "tools.which-game", "t", f->command);
        return NULL;
    }
    return mq__cli_open_game(f->command, f->subject, NULL);
}

const char *mq__figures_label(const char *id)
{
    const char *text = mq_text(mq__cli_language(), id);

    return text != NULL ? text : id;
}

void mq__figures_line(const char *id, const char *format, ...)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_message message;
    char sentence[512];
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq_sentence(&message, &voice, sentence, sizeof sentence);
    printf("%s\n", sentence);
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

/* The last lines of a page: what it was made with. */
static void end_page(const struct mq_figures *f, struct mq_buf *page)
{
    struct mq_buf line;

    mq__buf_init(&line);
    mq__buf_printf(&line, "maxq %s", f->command);
    for (int i = 0; i < f->typed_count; i++) {
        mq__buf_char(&line, ' ');
        put_word(&line, f->typed[i]);
    }
    mq__page_code(page, mq__buf_text(&line));
    mq__buf_finish(&line);
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
    if (!fine) {
        return mq__cli_path_fail(f->command, f->html, "tools.cannot-write", "t",
                                 strerror(errno));
    }
    return MQ_EXIT_DONE;
}

int mq__figures_put(const struct mq_figures *f, const struct mq_forms *forms,
                    const void *report)
{
    struct mq_buf page;
    int code = MQ_EXIT_DONE;

    if (f->form == MQ_FORM_JSON) {
        forms->json(report);
    } else if (f->form == MQ_FORM_CSV) {
        forms->csv(report);
    } else {
        forms->text(report);
    }
    if (f->html != NULL) {
        mq__buf_init(&page);
        forms->html(report, &page);
        end_page(f, &page);
        code = write_page(f, &page);
        mq__buf_finish(&page);
    }
    return code;
}
