/* How fast a game runs: random playouts on bare states, on one thread. Legal
 * lists, the choice, chance sampling and application are all counted.
 */
#ifndef MAXQ_SIM_BENCH_H
#define MAXQ_SIM_BENCH_H

#include <maxq/game.h>

struct mq_bench {
    long events; /* actions and chance outcomes */
    long games;  /* played to their end */
    double seconds;
    /* Of every event and every final score: what plays alike has the same,
     * whatever the state looks like inside. */
    uint64_t checksum;
};

/* Plays exactly `events` events, one match after the other. The same events,
 * seed and setup give the same checksum. */
enum mq_status mq__bench_play(const struct mq_game *game,
                              const struct mq_setup *setup, uint64_t seed,
                              long events, struct mq_bench *out);

/* Nanoseconds to copy one state. */
double mq__bench_copy(const struct mq_game *game, long copies);

#endif
