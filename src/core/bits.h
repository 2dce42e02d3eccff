/* Masks of 32 bits: how many are set, and one of them at random. */
#ifndef MAXQ_CORE_BITS_H
#define MAXQ_CORE_BITS_H

#include <maxq/rng.h>

/* x86 has an instruction for it that not every processor knows; without it gcc
 * calls a function that takes twice as long as this. */
static inline int mq__bits_count(uint32_t mask)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F;
    return (int)(mask * 0x01010101 >> 24);
#else
    return __builtin_popcount(mask);
#endif
}

/* One of the set bits, all alike; there is at least one. */
static inline int mq__bits_draw(uint32_t mask, struct mq_rng *rng)
{
    uint32_t skip = mq_rng_below(rng, (uint32_t)mq__bits_count(mask));

    for (; skip > 0; skip--) {
        mask &= mask - 1;
    }
    return __builtin_ctz(mask);
}

#endif
