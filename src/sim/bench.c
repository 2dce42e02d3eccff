/* Random playouts, timed. */
#include "sim/bench.h"

#include "core/clock.h"
#include "core/game.h"

#include <string.h>

#define PRIME 0x9E3779B97F4A7C15u
#define RING 64 /* states copied in turn: more than one cache line's worth */

/* CPU time of this thread: what else runs on the machine doesn't count. */
static double now(void)
{
    return mq__seconds(CLOCK_THREAD_CPUTIME_ID);
}

static inline uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * PRIME;
}

/* How many seats a mask has. */
static inline uint32_t count_seats(uint32_t mask)
{
    static const uint8_t counts[1 << MQ_MAX_PLAYERS] = {
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5};

    return counts[mask % (1 << MQ_MAX_PLAYERS)];
}

/* One seat of the mask, all alike. */
static inline int pick_seat(uint32_t actors, struct mq_rng *rng)
{
    if ((actors & (actors - 1)) != 0) {
        uint32_t skip = mq_rng_below(rng, count_seats(actors));

        for (; skip > 0; skip--) {
            actors &= actors - 1;
        }
    }
    return __builtin_ctz(actors);
}

static uint64_t mix_scores(const struct mq_game *game, const void *st,
                           int players, uint64_t sum)
{
    double scores[MQ_MAX_PLAYERS] = {0};

    mq_scores(game, st, scores);
    for (int i = 0; i < players; i++) {
        sum = mix(sum, (uint64_t)(int64_t)scores[i]);
    }
    return sum;
}

/* Plays one match, or as many events as are left of it. */
static enum mq_status play_one(const struct mq_game *game,
                               const struct mq_setup *setup, struct mq_rng *rng,
                               long events, struct mq_bench *out)
{
    struct mq_state st;
    mq_action legal[MQ_MAX_LEGAL];
    enum mq_status status = mq_begin(game, st.bytes, setup, NULL);
    uint64_t sum = out->checksum;
    long left = events;

    for (; status == MQ_OK && left > 0; left--) {
        uint32_t actors;
        enum mq_turn turn = mq_turn(game, st.bytes, &actors);
        int seat = MQ_CHANCE_SEAT;
        mq_action action;

        if (turn == MQ_TURN_OVER) {
            out->games++;
            sum = mix_scores(game, st.bytes, setup->players, sum);
            break;
        }
        if (turn == MQ_TURN_CHANCE) {
            action = mq_sample(game, st.bytes, rng);
        } else {
            uint32_t count;

            seat = pick_seat(actors, rng);
            count = (uint32_t)mq_legal(game, st.bytes, seat, legal);
            action = legal[mq_rng_below(rng, count)];
        }
        mq_apply(game, st.bytes, seat, action);
        sum = mix(sum, action);
    }
    out->events += events - left;
    out->checksum = sum;
    return status;
}

enum mq_status mq__bench_play(const struct mq_game *game,
                              const struct mq_setup *setup, uint64_t seed,
                              long events, struct mq_bench *out)
{
    enum mq_status status = MQ_OK;
    double start = now();

    memset(out, 0, sizeof *out);
    for (uint64_t n = 0; status == MQ_OK && out->events < events; n++) {
        struct mq_rng rng;

        mq_rng_seed_pair(&rng, seed, n);
        status = play_one(game, setup, &rng, events - out->events, out);
    }
    out->seconds = now() - start;
    return status;
}

double mq__bench_copy(const struct mq_game *game, long copies)
{
    struct mq_state ring[RING];
    double start;

    memset(ring, 0, sizeof ring);
    start = now();
    for (long i = 0; i < copies; i++) {
        memcpy(ring[(i + 1) % RING].bytes, ring[i % RING].bytes,
               game->state_size);
        /* The compiler must not see that nobody reads the copies. */
        __asm__ volatile("" : : "r"(ring) : "memory");
    }
    return (now() - start) * 1e9 / (double)copies;
}
