/* Values that are typed as arguments. */
#ifndef MAXQ_CLI_ARGS_H
#define MAXQ_CLI_ARGS_H

#include <stdbool.h>
#include <stdint.h>

/* A whole number given to an option; false: printed why it is none. */
bool mq__cli_number(const char *option, const char *text, long low, long high,
                    long *out);

/* A seed that was typed: a number as it is, any other text by its hash. */
uint64_t mq__cli_seed(const char *text);

/* Prints that there is no such bot, with the names there are; returns false. */
bool mq__cli_no_bot(const char *id, const char *name);

#endif
