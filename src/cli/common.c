/* What all subcommands share: language, errors, files, games, options. */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The choice is kept in the environment: no state of our own, and child
 * processes speak the same language. */
static const char *const variables[] = {"MAXQ_LANG", "LC_ALL", "LC_MESSAGES",
                                        "LANG"};

const char *mq__cli_language(void)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);

        if (value != NULL && value[0] != '\0') {
            return strncmp(value, "de", 2) == 0 ? "de" : "en";
        }
    }
    return "en";
}

void mq__cli_set_language(const char *language)
{
    setenv(variables[0], language, 1);
}

static int print_error(const char *command, const char *sentence)
{
    fflush(stdout);
    fprintf(stderr, "maxq%s%s: %s\n", command[0] != '\0' ? " " : "", command,
            sentence);
    return MQ_EXIT_USAGE;
}

int mq__cli_error(const char *command, const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[1024];

    mq_sentence(message, &voice, sentence, sizeof(sentence));
    return print_error(command, sentence);
}

/* An argument of a message has room for some words. Longer texts, paths most
 * of all, stand as names of seats that no game has: names aren't cut. */
struct long_texts {
    const char *name[MQ_MAX_PLAYERS + MQ_MAX_ARGS];
};

static void keep_long_texts(struct mq_message *message, va_list args,
                            struct long_texts *out)
{
    for (int i = 0; i < message->args; i++) {
        struct mq_arg *arg = &message->arg[i];

        if (strchr("twr", arg->kind) == NULL) {
            (void)va_arg(args, int);
            continue;
        }
        const char *text = va_arg(args, const char *);

        if (arg->kind == 't' && text != NULL &&
            strlen(text) >= sizeof(arg->text)) {
            arg->kind = 'p';
            arg->number = MQ_MAX_PLAYERS + i;
            out->name[arg->number] = text;
        }
    }
}

void mq__cli_sentence(const char *id, const char *format, va_list args,
                      char *out, size_t size)
{
    struct long_texts texts = {{NULL}};
    struct mq_voice voice = {.language = mq__cli_language(),
                             .names = texts.name,
                             .players = MQ_MAX_PLAYERS + MQ_MAX_ARGS};
    struct mq_message message;
    va_list again;

    va_copy(again, args);
    mq_message_setv(&message, id, format, args);
    keep_long_texts(&message, again, &texts);
    va_end(again);
    mq_sentence(&message, &voice, out, size);
}

int mq__cli_fail(const char *command, const char *id, const char *format, ...)
{
    char sentence[MQ_CLI_SENTENCE];
    va_list args;

    va_start(args, format);
    mq__cli_sentence(id, format, args, sentence, sizeof(sentence));
    va_end(args);
    return print_error(command, sentence);
}

/* Reads on until the end or past the limit; NULL: no memory. */
static char *read_stream(FILE *file, size_t limit, size_t *length)
{
    size_t size = 4096, used = 0;
    char *text = malloc(size + 1);

    while (text != NULL && used <= limit) {
        size_t n = fread(text + used, 1, size - used, file);

        used += n;
        if (n == 0) {
            break;
        }
        if (used == size) {
            char *more = realloc(text, 2 * size + 1);

            if (more == NULL) {
                free(text);
            }
            text = more;
            size *= 2;
        }
    }
    if (text != NULL) {
        text[used] = '\0';
    }
    *length = used;
    return text;
}

char *mq__cli_read_file(const char *command, const char *path, size_t limit,
                        size_t *length)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *text;
    bool broken;

    if (file == NULL) {
        mq__cli_fail(command, "cli.cannot-read", "tt", path, strerror(errno));
        return NULL;
    }
    text = read_stream(file, limit, length);
    broken = ferror(file) != 0;
    if (broken) {
        mq__cli_fail(command, "cli.cannot-read", "tt", path, strerror(errno));
    } else if (text == NULL) {
        mq__cli_fail(command, "error.no-memory", "");
    } else if (*length > limit) {
        mq__cli_fail(command, "cli.too-long", "ti", path, (int)limit);
        broken = true;
    }
    if (file != stdin) {
        fclose(file);
    }
    if (broken) {
        free(text);
        return NULL;
    }
    return text;
}

/* Where a table lies: in the game's folder below `folder`, or right in it.
 * False: in neither. */
static bool find_table(const char *folder, const char *id, const char *name,
                       char *path, size_t size)
{
    FILE *probe;

    snprintf(path, size, "%s/%s/%s", folder, id, name);
    probe = fopen(path, "rb");
    if (probe == NULL) {
        snprintf(path, size, "%s/%s", folder, name);
        probe = fopen(path, "rb");
    }
    if (probe != NULL) {
        fclose(probe);
    }
    return probe != NULL;
}

static void print_findings(const char *command, const char *folder,
                           const char *id, const struct mq_findings *findings)
{
    struct mq_voice voice = {.language = mq__cli_language()};

    for (int i = 0; i < findings->count; i++) {
        const struct mq_finding *f = &findings->item[i];
        char sentence[512];
        char path[512];

        find_table(folder, id, f->file, path, sizeof(path));
        mq_sentence(&f->message, &voice, sentence, sizeof(sentence));
        fprintf(stderr, "maxq %s: %s:%d: %s%s%s\n", command, path, f->line,
                f->column, f->column[0] != '\0' ? ": " : "", sentence);
    }
}

/* The tables that lie in the folder; missing ones are the built-in ones. */
static int read_folder(const char *command, const char *id, const char *folder,
                       struct mq_table_file *files)
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    int count = mq_game_tables(id, builtin), n = 0;

    for (int i = 0; i < count; i++) {
        char path[512];

        if (!find_table(folder, id, builtin[i].name, path, sizeof(path))) {
            continue;
        }
        files[n].name = builtin[i].name;
        files[n].bytes =
            mq__cli_read_file(command, path, (size_t)1 << 20, &files[n].length);
        if (files[n].bytes == NULL) {
            return -1;
        }
        n++;
    }
    if (n == 0) {
        mq__cli_fail(command, "cli.no-tables", "tt", folder, id);
        return -1;
    }
    return n;
}

static bool game_exists(const char *command, const char *id)
{
    for (int i = 0; i < mq_game_count(); i++) {
        if (strcmp(mq_game_id(i), id) == 0) {
            return true;
        }
    }
    mq__cli_fail(command, "cli.unknown-game", "t", id);
    return false;
}

const struct mq_game *mq__cli_open_game(const char *command, const char *id,
                                        const char *data_dir)
{
    struct mq_table_file files[MQ_MAX_FILES] = {{0}};
    const struct mq_game *game = NULL;
    struct mq_findings findings = {0};
    enum mq_status status;
    int n = 0;

    if (!game_exists(command, id)) {
        return NULL;
    }
    if (data_dir != NULL) {
        n = read_folder(command, id, data_dir, files);
    }
    if (n >= 0) {
        status = mq_game_open(id, n > 0 ? files : NULL, n, &game, &findings);
        print_findings(command, data_dir != NULL ? data_dir : "", id,
                       &findings);
        if (status == MQ_NOMEM) {
            mq__cli_fail(command, "error.no-memory", "");
        }
    }
    for (int i = 0; i < MQ_MAX_FILES; i++) {
        free((char *)files[i].bytes);
    }
    return game;
}

int mq__cli_set_option(const char *command, const struct mq_game *game,
                       struct mq_setup *setup, const char *word)
{
    const char *equals = strchr(word, '=');
    struct mq_error error;
    char name[32];

    if (equals == NULL || equals == word ||
        (size_t)(equals - word) >= sizeof(name)) {
        mq__cli_fail(command, "cli.option", "t", word);
        return 0;
    }
    memcpy(name, word, (size_t)(equals - word));
    name[equals - word] = '\0';
    if (mq_setup_set(game, setup, name, equals + 1, &error) != MQ_OK) {
        mq__cli_error(command, &error.message);
        return 0;
    }
    return 1;
}
