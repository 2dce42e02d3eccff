/* Arguments of a subcommand: argp by the command's table, with errors in one
 * line and in the person's language. Every command takes --help and --lang. */
#include "cli/args.h"

#include "cli/command.h"
#include "core/embed.h"

#include <argp.h>
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPTIONS 48
#define PRINTED ECANCELED /* a parser has printed the error itself */

/* Row i has the key FIRST_KEY + i, unless it has a letter. */
enum { KEY_HELP = '?', KEY_LANG = 0x4C41, FIRST_KEY = 0x10000 };

struct parsing {
    const struct mq_command *command;
    void *options;
    bool help;
};

static bool take_value(const struct mq_cli_option *row, void *options,
                       const char *text)
{
    char *place = (char *)options + row->place;
    bool in_file = row->kind == MQ_CLI_INT;
    const bool on = true;
    char name[64];
    long number;
    int small;

    switch (row->kind) {
    case MQ_CLI_FLAG:
        memcpy(place, &on, sizeof on);
        return true;
    case MQ_CLI_TEXT:
        memcpy(place, &text, sizeof text);
        return true;
    case MQ_CLI_NUMBER:
    case MQ_CLI_INT:
        snprintf(name, sizeof name, "%s%s", in_file ? "" : "--", row->name);
        if (!mq__cli_number(name, text, row->low, row->high, &number)) {
            return false;
        }
        small = (int)number;
        memcpy(place, in_file ? (void *)&small : (void *)&number,
               in_file ? sizeof small : sizeof number);
        return true;
    default:
        return row->take(options, text);
    }
}

bool mq__cli_take(const struct mq_command *command, void *options,
                  const char *name, const char *value, bool *known)
{
    const struct mq_cli_option *row = command->options;

    while (row->name != NULL && strcmp(row->name, name) != 0) {
        row++;
    }
    *known = row->name != NULL;
    return *known && take_value(row, options, value);
}

/* A word too many. */
static bool refuse_word(const char *word)
{
    return mq__cli_refuse("tools.extra", "tt", word, mq__cli_name());
}

static bool take_word(const struct parsing *p, const char *word)
{
    const struct mq_command *command = p->command;
    struct mq_words *words = p->options;
    bool settings = command->words == MQ_WORDS_SETTINGS;
    int most = settings                          ? MQ_MAX_WORDS
               : command->words == MQ_WORDS_LIST ? command->most_words
                                                 : 0;

    if (command->words == MQ_WORDS_NONE) {
        return refuse_word(word);
    }
    if (command->words == MQ_WORDS_CALL) {
        return command->take_word(p->options, word);
    }
    assert(most <= MQ_MAX_WORDS);
    if (words->count < most &&
        (settings ? strchr(word, '=') != NULL : words->first != NULL)) {
        words->rest[words->count++] = word;
        return true;
    }
    if (words->first != NULL) {
        return refuse_word(word);
    }
    words->first = word;
    return true;
}

static const struct mq_cli_option *find_row(const struct mq_command *command,
                                            int key)
{
    const struct mq_cli_option *row = command->options;

    for (int i = 0; row != NULL && row[i].name != NULL; i++) {
        if (key == FIRST_KEY + i || (key != 0 && key == row[i].letter)) {
            return &row[i];
        }
    }
    return NULL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct parsing *p = state->input;
    const struct mq_cli_option *row = find_row(p->command, key);

    if (row != NULL) {
        return take_value(row, p->options, arg) ? 0 : PRINTED;
    }
    switch (key) {
    case ARGP_KEY_ARG:
        return take_word(p, arg) ? 0 : PRINTED;
    case KEY_HELP:
    case 'h':
        p->help = true;
        return 0;
    case KEY_LANG:
        return mq__cli_set_language(arg) ? 0 : PRINTED;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The option that a word calls, by its name or a clear beginning. */
static const struct argp_option *find_option(const struct argp_option *options,
                                             const char *word)
{
    size_t length = strcspn(word + 2, "=");
    const struct argp_option *found = NULL;

    for (; options->name != NULL; options++) {
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
static void print_mistake(const struct argp_option *options, int argc,
                          char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const struct argp_option *option;

        if (argv[i][0] != '-' || argv[i][1] == '\0') {
            continue;
        }
        option = find_option(options, argv[i]);
        if (option == NULL) {
            mq__cli_fail("tools.unknown-option", "tt", argv[i], mq__cli_name());
            return;
        }
        if (option->arg != NULL && (option->flags & OPTION_ARG_OPTIONAL) == 0 &&
            strchr(argv[i], '=') == NULL && ++i >= argc) {
            mq__cli_fail("tools.needs-value", "tt", option->name, option->arg);
            return;
        }
    }
    mq__cli_fail("tools.usage", "t", mq__cli_name());
}

/* The command's rows as argp takes them, then those of every command. */
static void list_options(const struct mq_command *command,
                         const char *languages,
                         struct argp_option out[MAX_OPTIONS])
{
    const struct mq_cli_option *row = command->options;
    int n = 0;

    for (; row != NULL && row[n].name != NULL; n++) {
        bool alias = row[n].kind == MQ_CLI_ALIAS;

        assert(n < MAX_OPTIONS - 4);
        out[n] = (struct argp_option){
            .name = row[n].name,
            .key = alias                ? 0
                   : row[n].letter != 0 ? row[n].letter
                                        : FIRST_KEY + n,
            .arg = row[n].value,
            .flags = (alias ? OPTION_ALIAS : 0) |
                     (row[n].may_lack ? OPTION_ARG_OPTIONAL : 0),
            .doc = mq__cli_help(row[n].help),
        };
    }
    out[n++] = (struct argp_option){
        "lang",
        KEY_LANG,
        languages,
        0,
        mq__cli_help("Language; else that of the environment"),
        -2};
    out[n++] = (struct argp_option){
        "help", KEY_HELP, NULL, 0, mq__cli_help("Print this help"), -1};
    /* -h is taken too, without a line of its own. */
    out[n++] = (struct argp_option){"h", 'h', NULL, OPTION_HIDDEN, NULL, -1};
    out[n] = (struct argp_option){0};
}

/* argp speaks English alone: its words are put into the language. */
static void print_usage(const struct argp *argp, char *name)
{
    static const char *const words[] = {"Usage:", "  or:"};
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);

    if (memory == NULL) {
        return;
    }
    argp_help(argp, memory, ARGP_HELP_USAGE, name);
    fclose(memory);
    for (const char *line = text; line != NULL && *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t skip = 0;

        for (int i = 0; i < 2; i++) {
            size_t own = strlen(words[i]);

            if (strncmp(line, words[i], own) == 0) {
                fputs(mq__cli_help(words[i]), stdout);
                skip = own;
            }
        }
        printf("%.*s\n", end != NULL ? (int)(end - line - (long)skip) : 0,
               line + skip);
        line = end != NULL ? end + 1 : NULL;
    }
    free(text);
}

/* The usage, the first paragraph of the command's page, the options, and the
 * rest of the page. */
static void print_help(const struct mq_command *command,
                       const struct argp *argp, char *name)
{
    const struct mq_embedded *page;
    const char *rest;
    char path[64];

    const char *file = command->help != NULL ? command->help : command->name;

    snprintf(path, sizeof path, "help/%s/%s.txt", mq__cli_language(), file);
    page = mq__embedded_find(path);
    if (page == NULL) {
        snprintf(path, sizeof path, "help/%s.txt", file);
        page = mq__embedded_find(path);
    }
    assert(page != NULL);
    rest = strstr(page->bytes, "\n\n");
    assert(rest != NULL);
    /* No note about short options: it is in English alone. */
    setenv("ARGP_HELP_FMT", "no-dup-args-note", 0);
    print_usage(argp, name);
    printf("%.*s\n\n", (int)(rest - page->bytes), page->bytes);
    argp_help(argp, stdout, ARGP_HELP_LONG, name);
    printf("%s\n", rest + 1);
}

/* What can stand as NAME=VALUE, where the words name a game. */
static void print_settings(const struct parsing *p)
{
    const struct mq_words *words = p->options;
    const struct mq_game *game;
    int count;

    if (p->command->words != MQ_WORDS_SETTINGS || words->first == NULL ||
        !mq__cli_is_game(words->first)) {
        return;
    }
    game = mq__cli_open_game(words->first, NULL);
    if (game == NULL) {
        return;
    }
    const struct mq_option *option = mq_game_options(game, &count);

    printf("\n");
    mq__cli_line("cli.settings", "w", words->first);
    for (int i = 0; i < count; i++) {
        printf("  %s=", option[i].name);
        if (option[i].words == NULL) {
            printf("%d\xE2\x80\x93%d (%d)\n", option[i].low, option[i].high,
                   option[i].standard);
            continue;
        }
        for (int k = 0; option[i].words[k] != NULL; k++) {
            printf("%s%s", k > 0 ? "|" : "", option[i].words[k]);
        }
        printf(" (%s)\n", option[i].words[option[i].standard]);
    }
    mq_game_close(game);
}

/* Parses into p; -1: go on. Otherwise the exit code: the help was printed, or
 * what is wrong. */
static int parse_all(struct parsing *p, int argc, char **argv)
{
    char languages[MQ_CLI_LANGUAGES];
    struct argp_option options[MAX_OPTIONS];
    const struct argp argp = {
        .options = options,
        .parser = parse,
        .args_doc = p->command->usage,
    };
    error_t result;

    list_options(p->command, mq__cli_languages("|", languages), options);
    result =
        argp_parse(&argp, argc, argv, ARGP_NO_ERRS | ARGP_NO_HELP, NULL, p);
    if (p->help) {
        print_help(p->command, &argp, argv[0]);
        print_settings(p);
        return MQ_EXIT_DONE;
    }
    if (result != 0 && result != PRINTED) {
        print_mistake(options, argc, argv);
    }
    return result != 0 ? MQ_EXIT_USAGE : -1;
}

int mq__cli_run(const struct mq_command *command, int argc, char **argv)
{
    struct parsing p = {.command = command};
    int code;

    p.options = calloc(1, command->size);
    if (p.options == NULL) {
        return mq__cli_fail("error.no-memory", "");
    }
    if (command->defaults != NULL) {
        memcpy(p.options, command->defaults, command->size);
    }
    if (command->begin != NULL) {
        command->begin(p.options, argc, argv);
    }
    code = parse_all(&p, argc, argv);
    if (code < 0) {
        code = command->run(p.options);
    }
    if (command->finish != NULL) {
        command->finish(p.options);
    }
    free(p.options);
    return code;
}

bool mq__cli_number(const char *option, const char *text, long low, long high,
                    long *out)
{
    char *end, range[48];

    errno = 0;
    *out = strtol(text, &end, 10);
    if (errno == 0 && end != text && *end == '\0' && *out >= low &&
        *out <= high) {
        return true;
    }
    snprintf(range, sizeof range, "%ld\xE2\x80\x93%ld", low, high);
    return mq__cli_refuse("tools.number", "ttt", option, text, range);
}

bool mq__cli_no_bot(const char *id, const char *name)
{
    char list[256];
    struct mq_buf buf;

    mq__buf_fixed(&buf, list, sizeof list);
    for (int i = 0; i < mq_bot_count(); i++) {
        mq__buf_item(&buf, mq_bot_at(i)->name);
    }
    mq__cli_list_fail(list, id, "t", name);
    return false;
}

uint64_t mq__cli_seed(const char *text)
{
    struct mq_seed seed;
    uint64_t number = 0;
    size_t digits = strspn(text, "0123456789");

    if (digits > 0 && digits < 19 && text[digits] == '\0') {
        return strtoull(text, NULL, 10);
    }
    mq_seed_from_text(&seed, text);
    for (int i = 0; i < 8; i++) {
        number = number << 8 | seed.bytes[i];
    }
    return number;
}
