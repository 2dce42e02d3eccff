/* Random playouts, timed. */
#include "sim/bench.h"

#include "sim/state.h"

#include <string.h>
#include <time.h>

#define PRIME 0x9E3779B97F4A7C15u
#define RING 64 /* states copied in turn: more than one cache line's worth */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static inline uint64_t mix(uint64_t sum, uint64_t value)
{
    return (sum ^ value) * PRIME;
}

/* One seat of the mask, all alike. */
static inline int pick_seat(uint32_t actors, struct mq_rng *rng)
{
    if ((actors & (actors - 1)) != 0) {
        uint32_t skip = mq_rng_below(rng, (uint32_t)__builtin_popcount(actors));

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

    game->scores(game, st, scores);
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
    struct mq_sim_state st;
    mq_action legal[MQ_MAX_LEGAL];
    enum mq_status status = game->setup(game, st.bytes, setup, NULL);
    uint64_t sum = out->checksum;
    long done = 0;

    while (status == MQ_OK && done < events) {
        uint32_t actors;
        enum mq_turn turn = game->turn(game, st.bytes, &actors);
        int seat = MQ_CHANCE_SEAT;
        mq_action action;

        if (turn == MQ_TURN_OVER) {
            out->games++;
            sum = mix_scores(game, st.bytes, setup->players, sum);
            break;
        }
        if (turn == MQ_TURN_CHANCE) {
            action = game->sample(game, st.bytes, rng);
        } else {
            uint32_t count;

            seat = pick_seat(actors, rng);
            count = (uint32_t)game->legal(game, st.bytes, seat, legal);
            action = legal[mq_rng_below(rng, count)];
        }
        game->apply(game, st.bytes, seat, action);
        sum = mix(sum, action);
        done++;
    }
    out->events += done;
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
    struct mq_sim_state ring[RING];
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
