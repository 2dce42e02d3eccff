/* Arguments of a subcommand: argp, with errors in one line and in the
 * person's language. Every command takes --help and --lang.
 */
#ifndef MAXQ_CLI_ARGS_H
#define MAXQ_CLI_ARGS_H

#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>

/* Returned by a parser that has printed an error itself. */
#define MQ_ARGS_PRINTED ECANCELED

/* Parses; -1: go on. Otherwise the exit code: the help was printed, or what
 * is wrong. */
int mq__cli_parse(const char *command, const struct argp *argp, int argc,
                  char **argv, void *input);

/* A whole number given to an option; false: printed why it is none. */
bool mq__cli_number(const char *command, const char *option, const char *text,
                    long low, long high, long *out);

/* A seed that was typed: a number as it is, any other text by its hash. */
uint64_t mq__cli_seed(const char *text);

/* A word too many on the command line; prints it. */
error_t mq__cli_extra(const char *command, const char *word);

/* There is no such bot: prints so, with those there are. */
int mq__cli_no_bot(const char *command, const char *id, const char *name);

/* Prints `maxq NAME: PATH: <sentence>`; a path is never cut, as an argument
 * of a message would be. Returns MQ_EXIT_USAGE. */
int mq__cli_path_fail(const char *command, const char *path, const char *id,
                      const char *format, ...);

/* Prints `maxq NAME: <sentence> LIST`: a list is never cut either. */
int mq__cli_list_fail(const char *command, const char *list, const char *id,
                      const char *format, ...);

#endif
