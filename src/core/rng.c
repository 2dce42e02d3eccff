/* Random numbers: see rng.h. */
#include <maxq/rng.h>

#include "core/hash.h"

#include <string.h>

static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;

    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void mq_rng_seed(struct mq_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        rng->s[i] = splitmix64(&seed);
    }
}

/* The first half of a ChaCha20 block, as four little-endian words. */
static void fill(struct mq_rng *rng, const uint8_t key[32], uint32_t counter,
                 const uint8_t nonce[12])
{
    uint8_t block[64];

    mq__chacha20_block(key, counter, nonce, block);
    for (int i = 0; i < 4; i++) {
        rng->s[i] = mq__load64(block + 8 * i);
    }
}

void mq_rng_seed_pair(struct mq_rng *rng, uint64_t seed, uint64_t number)
{
    static const uint8_t nonce[12] = {'p', 'a', 'i', 'r'};
    uint8_t key[32] = {0};

    for (int i = 0; i < 8; i++) {
        key[i] = (uint8_t)(seed >> (8 * i));
        key[8 + i] = (uint8_t)(number >> (8 * i));
    }
    fill(rng, key, 0, nonce);
}

void mq_seed_from_text(struct mq_seed *seed, const char *text)
{
    mq__hash256(text, strlen(text), seed->bytes);
}

void mq_seed_commitment(const struct mq_seed *seed, uint8_t out[32])
{
    mq__hash256(seed->bytes, sizeof seed->bytes, out);
}

void mq_seed_rng(const struct mq_seed *seed, uint32_t stream, uint32_t count,
                 struct mq_rng *rng)
{
    uint8_t nonce[12] = {0};

    for (int i = 0; i < 4; i++) {
        nonce[i] = (uint8_t)(stream >> (8 * i));
    }
    fill(rng, seed->bytes, count, nonce);
}
