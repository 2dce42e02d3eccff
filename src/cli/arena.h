/* What the files of `maxq arena` share. */
#ifndef MAXQ_CLI_ARENA_H
#define MAXQ_CLI_ARENA_H

#include "sim/arena.h"
#include "sim/sprt.h"

enum mq_arena_form { MQ_ARENA_TEXT, MQ_ARENA_JSON, MQ_ARENA_CSV };

/* What is to be played. */
struct mq_arena_plan {
    const struct mq_arena *arena;
    long games;                 /* of all pairings, at most */
    const struct mq_sprt *test; /* of each pairing; NULL: none */
    const char *path;           /* where games are kept; NULL: nowhere */
    enum mq_arena_form form;
};

/* What came of it. Games are counted in the order of their numbers, whenever
 * they were played, so that a run that was gone on with says the same. */
struct mq_arena_result {
    struct mq_standings standings;
    struct mq_sprt_sums claim[MQ_MAX_PAIRINGS];
    bool finished; /* all games are in, or every claim is decided */
};

/* Plays, keeps and prints it; the exit code. */
int mq__arena_run(const struct mq_arena_plan *plan);

/* Prints the standings, the strongest first. */
void mq__arena_print(const struct mq_arena_plan *plan,
                     const struct mq_arena_result *result);

#endif
