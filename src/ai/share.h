/* The part of a victory that a seat has. */
#ifndef MAXQ_AI_SHARE_H
#define MAXQ_AI_SHARE_H

#include <stdint.h>

/* Shared victories count in equal shares; so does a match that nobody won,
 * except alone, where that is a defeat. */
static inline double mq__share(uint32_t winners, int players, int seat)
{
    if (winners == 0) {
        return players == 1 ? 0 : 1.0 / players;
    }
    return (winners >> seat & 1) == 0 ? 0 : 1.0 / __builtin_popcount(winners);
}

#endif
