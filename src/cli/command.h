/* Subcommands of `maxq`: one file each, one row each in the list below. What a
 * command takes is a table of options, read by args.c.
 *
 * Exit codes: 0 done; 1 a finding (a failed scenario, an unverified replay);
 * 2 usage or bad input. Errors go to standard error as one line that begins
 * with program_invocation_name: main sets it to "maxq NAME".
 */
#ifndef MAXQ_CLI_COMMAND_H
#define MAXQ_CLI_COMMAND_H

#include <maxq/maxq.h>

#include "core/json.h"
#include "core/say.h"

#include <stdarg.h>
#include <stddef.h>

enum { MQ_EXIT_DONE = 0, MQ_EXIT_FINDING = 1, MQ_EXIT_USAGE = 2 };

/* What an option's value is, and how it gets to its place in the options. */
enum mq_cli_kind {
    MQ_CLI_FLAG,   /* no value: a bool becomes true */
    MQ_CLI_TEXT,   /* a const char * */
    MQ_CLI_NUMBER, /* a long from `low` to `high` */
    MQ_CLI_INT,    /* an int likewise; may stand in a file too */
    MQ_CLI_CALL,   /* `take` is called */
    MQ_CLI_ALIAS,  /* another name of the row before */
};

struct mq_cli_option {
    const char *name;
    int letter;        /* 0: the option has none */
    const char *value; /* what the help calls its value; NULL: it has none */
    const char *help;
    enum mq_cli_kind kind;
    size_t place; /* in the command's options */
    long low, high;
    /* Takes the value into the command's options; false: printed why not. */
    bool (*take)(void *options, const char *text);
    bool may_lack; /* the value may be left out: `take` gets NULL */
};

/* The last members of a row: where the value goes in the file's own
 * `struct options`, or in another struct. */
#define MQ_PLACE(kind, type, member, low, high)                                \
    MQ_CLI_##kind, offsetof(type, member), low, high, 0, 0
#define MQ_FLAG(member) MQ_PLACE(FLAG, struct options, member, 0, 0)
#define MQ_TEXT(member) MQ_PLACE(TEXT, struct options, member, 0, 0)
#define MQ_NUMBER(member, low, high)                                           \
    MQ_PLACE(NUMBER, struct options, member, low, high)
#define MQ_INT(member, low, high)                                              \
    MQ_PLACE(INT, struct options, member, low, high)
#define MQ_CALL(function) MQ_CLI_CALL, 0, 0, 0, function, 0

/* Words of the command line that are no options. The options of every command
 * that takes words begin with them. */
#define MQ_MAX_WORDS 16

struct mq_words {
    const char *first; /* a game, a file, an action; NULL: there is none */
    const char *rest[MQ_MAX_WORDS];
    int count; /* of `rest` */
};

/* How many words a command takes. */
enum mq_cli_words {
    MQ_WORDS_NONE,
    MQ_WORDS_ONE,
    MQ_WORDS_LIST,     /* one, then at most `most_words` more */
    MQ_WORDS_SETTINGS, /* one, and any NAME=VALUE */
    MQ_WORDS_CALL,     /* `take_word` gets each */
};

struct mq_command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *usage;   /* what the help shows after the options; or NULL */
    const char *help;    /* its page in data/help; NULL: that of its name */
    const struct mq_cli_option *options; /* the last row has no name */
    enum mq_cli_words words;
    int most_words;
    bool (*take_word)(void *options, const char *word);
    size_t size;          /* of the command's options */
    const void *defaults; /* what they are at first; NULL: all zero */
    /* Before the arguments are read, and after the run whatever came of it;
     * NULL: there is nothing to do. */
    void (*begin)(void *options, int argc, char **argv);
    void (*finish)(void *options);
    int (*run)(void *options); /* returns the exit code */
    /* Commands below this one, by their first word; the last is NULL. */
    const struct mq_command *const *parts;
};

/* Reads the arguments and runs the command; returns the exit code. */
int mq__cli_run(const struct mq_command *command, int argc, char **argv);

/* Takes a value as if it stood on the command line; false: there is no option
 * of that name (*known is false), or its value is wrong (which was printed). */
bool mq__cli_take(const struct mq_command *command, void *options,
                  const char *name, const char *value, bool *known);

/* The command's name ("play"), for messages. */
const char *mq__cli_name(void);

/* The language of this process: --lang given to maxq, LC_ALL, LC_MESSAGES or
 * LANG; English where no catalogue has it. */
const char *mq__cli_language(void);
/* Takes the language of --lang; false: there is none of that name, which was
 * printed. */
bool mq__cli_set_language(const char *language);
/* The languages of the catalogues in one text ("en|de"). */
#define MQ_CLI_LANGUAGES 64
const char *mq__cli_languages(const char *between, char out[MQ_CLI_LANGUAGES]);

/* Prints `maxq NAME: <sentence>` to standard error as one line; returns
 * MQ_EXIT_USAGE. */
int mq__cli_error(const struct mq_message *message);
/* Prints `maxq NAME: PATH: <sentence>`. */
int mq__cli_path_error(const char *path, const struct mq_message *message);
/* The same with id and arguments as for mq_message_set; a text ("t") of any
 * length is printed whole. mq__cli_refuse returns false. */
int mq__cli_fail(const char *id, const char *format, ...);
bool mq__cli_refuse(const char *id, const char *format, ...);
int mq__cli_path_fail(const char *path, const char *id, const char *format,
                      ...);
/* Prints `maxq NAME: <sentence> LIST`. */
int mq__cli_list_fail(const char *list, const char *id, const char *format,
                      ...);
/* The file can't be written; `number` is errno. */
int mq__cli_cannot_write(const char *path, int number);

/* Prints the version and what the program was built with. */
void mq__cli_version(void);

/* A text of --help in the process's language; the text itself where there is
 * no other (data/help/LANGUAGE/words.txt). */
const char *mq__cli_help(const char *text);

/* A text of the catalogue in the process's language. */
const char *mq__cli_label(const char *id);
/* Prints a message as a line of standard output. */
void mq__cli_print(const struct mq_message *message);
void mq__cli_line(const char *id, const char *format, ...);

/* A JSON document that is printed as one line. */
struct mq_cli_json {
    struct mq_buf buf;
    struct mq_json_writer w;
};
struct mq_json_writer *mq__cli_json_begin(struct mq_cli_json *json);
/* Prints it and frees it; returns the exit code. */
int mq__cli_json_end(struct mq_cli_json *json);

/* Standard output as a screen (term/screen.h). Its end returns the exit code,
 * or says that not all could be written. */
struct mq_screen;
void mq__cli_screen(struct mq_screen *screen);
int mq__cli_screen_end(struct mq_screen *screen, int code);

/* Reads a whole file ("-": standard input), at most `limit` bytes; NUL after
 * the end. NULL and a printed error otherwise; free() it. */
char *mq__cli_read_file(const char *path, size_t limit, size_t *length);

/* Whether there is a game with that id. */
bool mq__cli_is_game(const char *id);
/* Opens a game by id, with the tables of a folder (--data DIR) or built in
 * (NULL). Prints what is wrong; NULL then, also where there is no id.
 * mq_game_close it. */
const struct mq_game *mq__cli_open_game(const char *id, const char *data_dir);

/* Takes NAME=VALUE words as options of a match; players= is none of them where
 * `own_players`. False: printed why. */
bool mq__cli_set_options(const struct mq_game *game, struct mq_setup *setup,
                         const struct mq_words *words, bool own_players);
/* Prints that the game isn't played by so many; returns false. */
bool mq__cli_bad_players(const struct mq_game *game, int players);

#ifdef MQ_WITH_SERVER
#define MQ_SERVER_COMMAND(X, name) X(name)
#else
#define MQ_SERVER_COMMAND(X, name)
#endif

/* The commands, sorted: a new one is a file and a row. */
// clang-format off
#define MQ_COMMAND_LIST(X) \
    MQ_SERVER_COMMAND(X, admin) \
    X(analyze) \
    X(arena) \
    X(bench) \
    X(bridge) \
    X(data) \
    MQ_SERVER_COMMAND(X, join) \
    X(odds) \
    X(play) \
    X(replay) \
    X(rules) \
    X(scenario) \
    MQ_SERVER_COMMAND(X, serve) \
    X(simulate) \
    MQ_SERVER_COMMAND(X, tables) \
    X(train)
// clang-format on

#define MQ_X(name) extern const struct mq_command mq__command_##name;
MQ_COMMAND_LIST(MQ_X)
#undef MQ_X

#endif
