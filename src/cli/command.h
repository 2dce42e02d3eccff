/* Subcommands of `maxq`: one file each, one row each in the table in main.c.
 *
 * Exit codes: 0 done; 1 a finding (a failed scenario, an unverified replay);
 * 2 usage or bad input. Errors go to standard error as one line.
 */
#ifndef MAXQ_CLI_COMMAND_H
#define MAXQ_CLI_COMMAND_H

#include <maxq/maxq.h>

#include <stdarg.h>
#include <stddef.h>

enum { MQ_EXIT_DONE = 0, MQ_EXIT_FINDING = 1, MQ_EXIT_USAGE = 2 };

struct mq_command {
    const char *name;
    const char *summary;               /* one line for the help */
    int (*run)(int argc, char **argv); /* argv[0] is "maxq NAME" */
};

/* The language of this process: --lang given to maxq, LC_ALL, LC_MESSAGES or
 * LANG; "en" unless it begins with "de". */
const char *mq__cli_language(void);
void mq__cli_set_language(const char *language);

/* Prints `maxq NAME: <sentence>` to standard error as one line; returns
 * MQ_EXIT_USAGE. */
int mq__cli_error(const char *command, const struct mq_message *message);
/* The same with id and arguments as for mq_message_set; a text ("t") of any
 * length is printed whole. */
int mq__cli_fail(const char *command, const char *id, const char *format, ...);

/* Room for a sentence with a path in it. */
#define MQ_CLI_SENTENCE 8192

/* The sentence that mq__cli_fail prints. */
void mq__cli_sentence(const char *id, const char *format, va_list args,
                      char *out, size_t size);

/* Reads a whole file ("-": standard input), at most `limit` bytes; NUL after
 * the end. NULL and a printed error otherwise; free() it. */
char *mq__cli_read_file(const char *command, const char *path, size_t limit,
                        size_t *length);

/* Opens a game by id, with the tables of a folder (--data DIR) or built in
 * (NULL). Prints what is wrong; NULL then. mq_game_close it. */
const struct mq_game *mq__cli_open_game(const char *command, const char *id,
                                        const char *data_dir);

/* Takes `name=value` words as options of a match. False: printed why. */
int mq__cli_set_option(const char *command, const struct mq_game *game,
                       struct mq_setup *setup, const char *word);

/* The commands, sorted: a new one is a file and a row. */
// clang-format off
#define MQ_COMMAND_LIST(X) \
    X(admin) \
    X(analyze) \
    X(arena) \
    X(bench) \
    X(bridge) \
    X(data) \
    X(odds) \
    X(play) \
    X(replay) \
    X(rules) \
    X(scenario) \
    X(serve) \
    X(simulate)
// clang-format on

#define MQ_X(name) extern const struct mq_command mq__command_##name;
MQ_COMMAND_LIST(MQ_X)
#undef MQ_X

#endif
