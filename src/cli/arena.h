/* What the files of `maxq arena` share. */
#ifndef MAXQ_CLI_ARENA_H
#define MAXQ_CLI_ARENA_H

#include "sim/arena.h"

enum mq_arena_form { MQ_ARENA_TEXT, MQ_ARENA_JSON, MQ_ARENA_CSV };

/* Prints the standings, the strongest first. `finished`: all games are in. */
void mq__arena_print(const struct mq_arena *arena,
                     const struct mq_standings *standings, bool finished,
                     enum mq_arena_form form);

#endif
