/* Random numbers.
 *
 * xoshiro256** is the generator everywhere. Bench, search and simulate run it
 * as one stream from a 64-bit seed. A match has a secret 256-bit seed, and
 * each chance event gets a generator of its own, filled from the ChaCha20
 * block with key = seed, nonce = stream (which die or deck), counter = how
 * many events of that stream stand before it in the log. So nobody predicts
 * the next roll from the past ones, an undone roll comes again the same, and
 * any outcome can be verified alone.
 */
#ifndef MAXQ_RNG_H
#define MAXQ_RNG_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct mq_rng {
    uint64_t s[4];
};

struct mq_seed {
    uint8_t bytes[32];
};

/* Starts a generator from 64 bits (splitmix64 fills the state). */
void mq_rng_seed(struct mq_rng *rng, uint64_t seed);

/* Starts the generator of run `seed`, item `number`: matches of a simulation,
 * bots of a match. Different pairs give unrelated generators. */
void mq_rng_seed_pair(struct mq_rng *rng, uint64_t seed, uint64_t number);

/* The next 64 bits. */
static inline uint64_t mq_rng_next(struct mq_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t x = s[1] * 5;
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* A number from 0 to n - 1, all alike; n is at least 1. (Multiply and
 * reject: unbiased, and one multiplication in nearly every case.) */
static inline uint32_t mq_rng_below(struct mq_rng *rng, uint32_t n)
{
    uint64_t wide = n, product;

    do {
        product = (mq_rng_next(rng) >> 32) * wide;
    } while ((uint32_t)product < (uint32_t)wide &&
             (uint32_t)product < (uint32_t)((UINT64_C(1) << 32) % wide));
    return (uint32_t)(product >> 32);
}

/* A number from 0 to below 1, 53 bits. */
static inline double mq_rng_unit(struct mq_rng *rng)
{
    return (double)(mq_rng_next(rng) >> 11) *
           (1.0 / 9007199254740992.0); /* 2 to the 53rd */
}

/* Makes a seed of what a person typed ("42", "caturday"): BLAKE2b of it. Such
 * a seed can be guessed; a match header says that it was typed. */
void mq_seed_from_text(struct mq_seed *seed, const char *text);

/* The commitment to a seed: its BLAKE2b-256 hash (32 bytes). */
void mq_seed_commitment(const struct mq_seed *seed, uint8_t out[32]);

/* The generator of the `count`-th event (from 0) of `stream`. */
void mq_seed_rng(const struct mq_seed *seed, uint32_t stream, uint32_t count,
                 struct mq_rng *rng);

#ifdef __cplusplus
}
#endif

#endif
