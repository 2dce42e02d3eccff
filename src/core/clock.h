/* The time that passes, for measuring and for limits. A file that includes
 * this must have POSIX: core itself has no clock. */
#ifndef MAXQ_CORE_CLOCK_H
#define MAXQ_CORE_CLOCK_H

#include <time.h>

/* Seconds of a clock, from a moment of its own. */
static inline double mq__seconds(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Seconds of the clock that never jumps. */
static inline double mq__now(void)
{
    return mq__seconds(CLOCK_MONOTONIC);
}

#endif
