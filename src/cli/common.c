/* What all subcommands share: language, errors, files, games, options. */
#include "cli/command.h"

#include "core/game.h"
#include "core/net.h"
#include "term/screen.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The choice is kept in the environment: no state of our own, and child
 * processes speak the same language. */
static const char *const variables[] = {"MAXQ_LANG", "LC_ALL", "LC_MESSAGES",
                                        "LANG"};

/* The language that a name or locale ("de_DE.UTF-8") begins with, or NULL. */
static const char *find_language(const char *name)
{
    for (int i = 0; mq_language(i) != NULL; i++) {
        if (strncmp(name, mq_language(i), strlen(mq_language(i))) == 0) {
            return mq_language(i);
        }
    }
    return NULL;
}

const char *mq__cli_language(void)
{
    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const char *value = getenv(variables[i]);

        if (value != NULL && value[0] != '\0') {
            const char *found = find_language(value);

            return found != NULL ? found : mq_language(0);
        }
    }
    return mq_language(0);
}

bool mq__cli_set_language(const char *language)
{
    const char *found = find_language(language);
    char list[MQ_CLI_LANGUAGES];

    if (found == NULL || strcmp(found, language) != 0) {
        return mq__cli_refuse("cli.language", "tt", language,
                              mq__cli_languages(", ", list));
    }
    setenv(variables[0], language, 1);
    return true;
}

const char *mq__cli_languages(const char *between, char out[MQ_CLI_LANGUAGES])
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, MQ_CLI_LANGUAGES);
    for (int i = 0; mq_language(i) != NULL; i++) {
        mq__buf_printf(&buf, "%s%s", i > 0 ? between : "", mq_language(i));
    }
    return out;
}

const char *mq__cli_name(void)
{
    const char *blank = strchr(program_invocation_name, ' ');

    return blank != NULL ? blank + 1 : "";
}

/* An error's line: what it is about and what follows may be NULL. */
struct error_line {
    const char *path, *list;
};

static int print_error(const struct error_line *line, const char *sentence)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s%s%s%s%s\n", program_invocation_name,
            line->path != NULL ? line->path : "",
            line->path != NULL ? ": " : "", sentence,
            line->list != NULL ? " " : "",
            line->list != NULL ? line->list : "");
    return MQ_EXIT_USAGE;
}

int mq__cli_path_error(const char *path, const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[1024];

    mq_sentence(message, &voice, sentence, sizeof(sentence));
    return print_error(&(struct error_line){.path = path}, sentence);
}

int mq__cli_error(const struct mq_message *message)
{
    return mq__cli_path_error(NULL, message);
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

static int fail(const struct error_line *line, const char *id,
                const char *format, va_list args)
{
    struct long_texts texts = {{NULL}};
    struct mq_voice voice = {.language = mq__cli_language(),
                             .names = texts.name,
                             .players = MQ_MAX_PLAYERS + MQ_MAX_ARGS};
    struct mq_message message;
    char sentence[8192]; /* room for a path */
    va_list again;

    va_copy(again, args);
    mq_message_setv(&message, id, format, args);
    keep_long_texts(&message, again, &texts);
    va_end(again);
    mq_sentence(&message, &voice, sentence, sizeof(sentence));
    return print_error(line, sentence);
}

int mq__cli_fail(const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(&(struct error_line){0}, id, format, args);
    va_end(args);
    return MQ_EXIT_USAGE;
}

bool mq__cli_refuse(const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(&(struct error_line){0}, id, format, args);
    va_end(args);
    return false;
}

int mq__cli_path_fail(const char *path, const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(&(struct error_line){.path = path}, id, format, args);
    va_end(args);
    return MQ_EXIT_USAGE;
}

int mq__cli_list_fail(const char *list, const char *id, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fail(&(struct error_line){.list = list}, id, format, args);
    va_end(args);
    return MQ_EXIT_USAGE;
}

int mq__cli_cannot_write(const char *path, int number)
{
    return mq__cli_path_fail(path, "tools.cannot-write", "t", strerror(number));
}

const char *mq__cli_label(const char *id)
{
    return mq__label(mq__cli_language(), id);
}

void mq__cli_print(const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[MQ_SENTENCE_SIZE];

    mq_sentence(message, &voice, sentence, sizeof(sentence));
    printf("%s\n", sentence);
}

void mq__cli_line(const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq__cli_print(&message);
}

struct mq_json_writer *mq__cli_json_begin(struct mq_cli_json *json)
{
    mq__buf_init(&json->buf);
    mq__json_writer_init(&json->w, &json->buf);
    return &json->w;
}

int mq__cli_json_end(struct mq_cli_json *json)
{
    int code = MQ_EXIT_DONE;

    if (json->buf.failed) {
        code = mq__cli_fail("error.no-memory", "");
    } else {
        printf("%s\n", mq__buf_text(&json->buf));
    }
    mq__buf_finish(&json->buf);
    return code;
}

void mq__cli_screen(struct mq_screen *screen)
{
    fflush(stdout);
    mq__screen_init(screen, STDIN_FILENO, STDOUT_FILENO, false);
}

int mq__cli_screen_end(struct mq_screen *screen, int code)
{
    return mq__screen_finish(screen) ? code
                                     : mq__cli_fail("cli.cannot-write", "");
}

/* Reads on until the end or past the limit; NULL: no memory. */
static char *read_stream(FILE *file, size_t limit, size_t *length)
{
    char block[16384];
    struct mq_buf buf;
    size_t n = 0;

    mq__buf_init(&buf);
    do {
        mq__buf_add(&buf, block, n);
        n = fread(block, 1, sizeof(block), file);
    } while (n > 0 && buf.length <= limit);
    *length = buf.length;
    if (buf.failed) {
        mq__buf_finish(&buf);
    }
    return buf.data;
}

char *mq__cli_read_file(const char *path, size_t limit, size_t *length)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *text = NULL;
    bool good = file != NULL;

    if (good) {
        text = read_stream(file, limit, length);
        good = ferror(file) == 0;
    }
    if (!good) {
        mq__cli_fail("cli.cannot-read", "tt", path, strerror(errno));
    } else if (text == NULL) {
        mq__cli_fail("error.no-memory", "");
    } else if (*length > limit) {
        good = mq__cli_refuse("cli.too-long", "ti", path, (int)limit);
    }
    if (file != NULL && file != stdin) {
        fclose(file);
    }
    if (!good) {
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
    snprintf(path, size, "%s/%s/%s", folder, id, name);
    if (access(path, R_OK) == 0) {
        return true;
    }
    snprintf(path, size, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

static void print_findings(const char *folder, const char *id,
                           const struct mq_findings *findings)
{
    struct mq_voice voice = {.language = mq__cli_language()};

    for (int i = 0; i < findings->count; i++) {
        const struct mq_finding *f = &findings->item[i];
        char sentence[512], path[512];

        find_table(folder, id, f->file, path, sizeof(path));
        mq_sentence(&f->message, &voice, sentence, sizeof(sentence));
        fprintf(stderr, "%s: %s:%d: %s%s%s\n", program_invocation_name, path,
                f->line, f->column, f->column[0] != '\0' ? ": " : "", sentence);
    }
}

/* The tables that lie in the folder; missing ones are the built-in ones. */
static int read_folder(const char *id, const char *folder,
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
            mq__cli_read_file(path, (size_t)1 << 20, &files[n].length);
        if (files[n++].bytes == NULL) {
            return -1;
        }
    }
    if (n == 0) {
        mq__cli_fail("cli.no-tables", "tt", folder, id);
        return -1;
    }
    return n;
}

bool mq__cli_is_game(const char *id)
{
    for (int i = 0; i < mq_game_count(); i++) {
        if (strcmp(mq_game_id(i), id) == 0) {
            return true;
        }
    }
    return false;
}

/* The net that `maxq train --data` has put beside the tables. One that doesn't
 * fit them is named, and bots search without it. */
static void learn(const struct mq_game *game, const char *id,
                  const char *folder)
{
    struct mq_error error;
    char path[PATH_MAX];
    size_t length;
    char *bytes;

    snprintf(path, sizeof path, "%s/%s.net", folder, id);
    if (access(path, F_OK) != 0) {
        return;
    }
    bytes = mq__cli_read_file(path, MQ_NET_BYTES, &length);
    if (bytes != NULL && mq_game_learn(game, bytes, length, &error) != MQ_OK) {
        mq__cli_path_error(path, &error.message);
    }
    free(bytes);
}

const struct mq_game *mq__cli_open_game(const char *id, const char *data_dir)
{
    struct mq_table_file files[MQ_MAX_FILES] = {{0}};
    const struct mq_game *game = NULL;
    struct mq_findings findings = {0};
    int n = 0;

    if (id == NULL || !mq__cli_is_game(id)) {
        mq__cli_fail(id == NULL ? "tools.which-game" : "cli.unknown-game", "t",
                     id == NULL ? mq__cli_name() : id);
        return NULL;
    }
    if (data_dir != NULL) {
        n = read_folder(id, data_dir, files);
    }
    if (n >= 0 && mq_game_open(id, n > 0 ? files : NULL, n, &game, &findings) ==
                      MQ_NOMEM) {
        mq__cli_fail("error.no-memory", "");
    }
    print_findings(data_dir != NULL ? data_dir : "", id, &findings);
    if (game != NULL && data_dir != NULL) {
        learn(game, id, data_dir);
    }
    for (int i = 0; i < MQ_MAX_FILES; i++) {
        free((char *)files[i].bytes);
    }
    return game;
}

static bool set_option(const struct mq_game *game, struct mq_setup *setup,
                       const char *word)
{
    size_t length = strcspn(word, "=");
    struct mq_error error;
    char name[32];

    if (length == 0 || length >= sizeof(name) || word[length] == '\0') {
        return mq__cli_refuse("cli.option", "t", word);
    }
    memcpy(name, word, length);
    name[length] = '\0';
    if (mq_setup_set(game, setup, name, word + length + 1, &error) != MQ_OK) {
        mq__cli_error(&error.message);
        return false;
    }
    return true;
}

bool mq__cli_set_options(const struct mq_game *game, struct mq_setup *setup,
                         const struct mq_words *words, bool own_players)
{
    for (int i = 0; i < words->count; i++) {
        if (own_players && strncmp(words->rest[i], "players=", 8) == 0) {
            return mq__cli_refuse("tools.players-option", "");
        }
        if (!set_option(game, setup, words->rest[i])) {
            return false;
        }
    }
    return true;
}

bool mq__cli_bad_players(const struct mq_game *game, int players)
{
    return mq__cli_refuse("tools.players", "tiii", game->id, game->min_players,
                          game->max_players, players);
}
