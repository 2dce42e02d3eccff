/* The parts of `maxq data`. */
#ifndef MAXQ_CLI_DATA_H
#define MAXQ_CLI_DATA_H

#include <stdbool.h>

/* Checks the tables of a folder (NULL: the built-in ones). */
int mq__data_check(const char *folder, bool json);

/* Shows one table of a game, or (NULL) all. */
int mq__data_show(const char *game, const char *table, const char *folder);

#endif
