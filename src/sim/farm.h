/* Numbered jobs done by many hands, and taken over in their order.
 *
 * Jobs are done by threads (and other processes: crew.h); whoever runs the
 * farm gets every result on the calling thread, one after the other, as if it
 * had done all by itself. So what is made of the results doesn't depend on
 * how many hands there are. Hands run ahead of what was taken by a few jobs
 * only.
 */
#ifndef MAXQ_SIM_FARM_H
#define MAXQ_SIM_FARM_H

#include "core/buf.h"

#include <maxq/status.h>

struct mq_farm {
    long jobs;
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

struct mq_crew;

/* Does all jobs with so many threads, and with the crew's processes (crew.h).
 * What a job or `take` failed with; all jobs before it were taken, none after
 * it. MQ_OVER: this process has helped another one, which has the results. */
enum mq_status mq__farm_run(const struct mq_farm *farm, int threads,
                            const struct mq_crew *crew);

/* As many as the machine has processors for this process. */
int mq__farm_processors(void);

#endif
