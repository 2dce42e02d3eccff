/* A thread pool for numbered jobs whose results are taken in order.
 *
 * Threads (and other processes: ranks.h) do the jobs. The caller of
 * mq__jobs_run takes every result on its own thread, in the order of the
 * numbers. So the outcome doesn't depend on the number of workers. Workers
 * are at most a few jobs ahead of the results that were taken.
 */
#ifndef MAXQ_SIM_JOBS_H
#define MAXQ_SIM_JOBS_H

#include "core/buf.h"

#include <maxq/status.h>

struct mq_jobs {
    long count;
    void *context;
    /* Does job `number`; its result goes to `out`, which is empty. Called by
     * several threads at once: it changes nothing that they share. */
    enum mq_status (*work)(const void *context, long number,
                           struct mq_buf *out);
    /* Whether it has to be done, as far as one knows now; NULL: yes. Never at
     * the same time as `take`. */
    bool (*wanted)(const void *context, long number);
    /* Takes the result over; NULL where it wasn't wanted. */
    enum mq_status (*take)(void *context, long number,
                           const struct mq_buf *result);
};

struct mq_ranks;

/* Does all jobs with so many threads, and with the other ranks (ranks.h).
 * What a job or `take` failed with; all jobs before it were taken, none after
 * it. MQ_OVER: this process has helped another one, which has the results. */
enum mq_status mq__jobs_run(const struct mq_jobs *jobs, int threads,
                            const struct mq_ranks *ranks);

/* As many as the machine has processors for this process. */
int mq__processors(void);

#endif
