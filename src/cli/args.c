/* Arguments of a subcommand. */
#include "cli/args.h"

#include "cli/command.h"
#include "core/buf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_HELP = '?', KEY_LANG = 0x4C41 };

struct common {
    const char *command;
    bool help;
};

static error_t parse_common(int key, char *arg, struct argp_state *state)
{
    struct common *common = state->input;

    switch (key) {
    case KEY_HELP:
        common->help = true;
        return 0;
    case KEY_LANG:
        if (strcmp(arg, "en") != 0 && strcmp(arg, "de") != 0) {
            mq__cli_fail(common->command, "cli.language", "t", arg);
            return MQ_ARGS_PRINTED;
        }
        mq__cli_set_language(arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option common_options[] = {
    {"lang", KEY_LANG, "en|de", 0, "Language; else that of the environment",
     -2},
    {"help", KEY_HELP, NULL, 0, "Print this help", -1},
    {0},
};

static const struct argp common_argp = {
    .options = common_options,
    .parser = parse_common,
};

/* What the whole is given: the inputs of both parsers. */
struct inputs {
    void *own;
    struct common *common;
};

static error_t parse_top(int key, char *arg, struct argp_state *state)
{
    struct inputs *inputs = state->input;

    (void)arg;
    if (key != ARGP_KEY_INIT) {
        return ARGP_ERR_UNKNOWN;
    }
    state->child_inputs[0] = inputs->own;
    state->child_inputs[1] = inputs->common;
    return 0;
}

/* The option that a word calls, by its name or a clear beginning. */
static const struct argp_option *find_option(const struct argp_option *options,
                                             const char *word)
{
    size_t length = strcspn(word + 2, "=");
    const struct argp_option *found = NULL;

    for (; options != NULL && options->name != NULL; options++) {
        bool long_fits = word[1] == '-' && length > 0 &&
                         strncmp(options->name, word + 2, length) == 0;
        bool short_fits = word[1] != '-' && word[1] == options->key;

        if (short_fits || (long_fits && options->name[length] == '\0')) {
            return options;
        }
        found = long_fits ? options : found;
    }
    return found;
}

/* argp says only that something is wrong: this finds the word. */
static void print_mistake(const char *command, const struct argp *argp,
                          int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const struct argp_option *option;

        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            continue;
        }
        option = find_option(argp->options, argv[i]);
        if (option == NULL) {
            option = find_option(common_options, argv[i]);
        }
        if (option == NULL) {
            mq__cli_fail(command, "tools.unknown-option", "tt", argv[i],
                         command);
            return;
        }
        if (option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0 &&
            strchr(argv[i], '=') == NULL && ++i >= argc) {
            mq__cli_fail(command, "tools.needs-value", "tt", option->name,
                         option->arg);
            return;
        }
    }
    mq__cli_fail(command, "tools.usage", "t", command);
}

int mq__cli_parse(const char *command, const struct argp *argp, int argc,
                  char **argv, void *input)
{
    struct common common = {.command = command};
    struct inputs inputs = {input, &common};
    const struct argp_child children[] = {
        {argp, 0, NULL, 0}, {&common_argp, 0, NULL, 0}, {0}};
    struct argp top = {.parser = parse_top, .children = children};
    error_t result = argp_parse(&top, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP,
                                NULL, &inputs);

    if (common.help) {
        argp_help(&top, stdout,
                  ARGP_HELP_USAGE | ARGP_HELP_LONG | ARGP_HELP_DOC, argv[0]);
        putchar('\n');
        return MQ_EXIT_DONE;
    }
    if (result == 0) {
        return -1;
    }
    if (result != MQ_ARGS_PRINTED) {
        print_mistake(command, argp, argc, argv);
    }
    return MQ_EXIT_USAGE;
}

bool mq__cli_number(const char *command, const char *option, const char *text,
                    long low, long high, long *out)
{
    char *end;

    errno = 0;
    *out = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || *out < low ||
        *out > high) {
        char range[48];

        snprintf(range, sizeof range, "%ld\xE2\x80\x93%ld", low, high);
        mq__cli_fail(command, "tools.number", "ttt", option, text, range);
        return false;
    }
    return true;
}

error_t mq__cli_extra(const char *command, const char *word)
{
    mq__cli_fail(command, "tools.extra", "tt", word, command);
    return MQ_ARGS_PRINTED;
}

int mq__cli_path_fail(const char *command, const char *path, const char *id,
                      const char *format, ...)
{
    char sentence[MQ_CLI_SENTENCE];
    va_list args;

    va_start(args, format);
    mq__cli_sentence(id, format, args, sentence, sizeof sentence);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "maxq %s: %s: %s\n", command, path, sentence);
    return MQ_EXIT_USAGE;
}

int mq__cli_list_fail(const char *command, const char *list, const char *id,
                      const char *format, ...)
{
    char sentence[MQ_CLI_SENTENCE];
    va_list args;

    va_start(args, format);
    mq__cli_sentence(id, format, args, sentence, sizeof sentence);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "maxq %s: %s %s\n", command, sentence, list);
    return MQ_EXIT_USAGE;
}

int mq__cli_no_bot(const char *command, const char *id, const char *name)
{
    char list[256];
    struct mq_buf buf;

    mq__buf_fixed(&buf, list, sizeof list);
    for (int i = 0; i < mq_bot_count(); i++) {
        mq__buf_printf(&buf, "%s%s", i > 0 ? ", " : "", mq_bot_at(i)->name);
    }
    return mq__cli_list_fail(command, list, id, "t", name);
}

uint64_t mq__cli_seed(const char *text)
{
    struct mq_seed seed;
    uint64_t number = 0;
    size_t digits = strspn(text, "0123456789");

    if (digits > 0 && digits < 19 && text[digits] == '\0') {
        for (; *text != '\0'; text++) {
            number = number * 10 + (uint64_t)(*text - '0');
        }
        return number;
    }
    mq_seed_from_text(&seed, text);
    for (int i = 0; i < 8; i++) {
        number = number << 8 | seed.bytes[i];
    }
    return number;
}
