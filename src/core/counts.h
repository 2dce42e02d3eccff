/* Counts by kind in bytes, eight at a time.
 *
 * A pile whose order nobody knows is an array of counts, one byte a kind. Here
 * eight of them are one number, so that a loop over kinds becomes a few
 * operations. The arrays have a multiple of eight bytes.
 */
#ifndef MAXQ_CORE_COUNTS_H
#define MAXQ_CORE_COUNTS_H

#include "core/hash.h"

#include <string.h>

/* The kinds of which there are any: a bit each. */
static inline uint32_t mq__counts_kinds(const uint8_t counts[8])
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    uint64_t all = mq__load64(counts);
    uint64_t any = (((all & ~high) + ~high) | all) & high;

    /* The product brings the high bits of the eight bytes together. */
    return (uint32_t)((any >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* All cards go to another pile; no kind has more than 255 there. */
static inline void mq__counts_move(uint8_t *to, uint8_t *from, int kinds)
{
    for (int i = 0; i < kinds; i += 8) {
        uint64_t a, b;

        memcpy(&a, to + i, sizeof(a));
        memcpy(&b, from + i, sizeof(b));
        a += b; /* no byte overflows into the next */
        memcpy(to + i, &a, sizeof(a));
        memset(from + i, 0, sizeof(b));
    }
}

#endif
