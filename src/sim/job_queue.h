/* The queue of a thread pool: hands out jobs and collects their results.
 *
 * A ring of slots holds the jobs that were handed out and whose results were
 * not taken yet. The caller of every function holds the lock.
 */
#ifndef MAXQ_SIM_JOB_QUEUE_H
#define MAXQ_SIM_JOB_QUEUE_H

#include "sim/jobs.h"

#include <pthread.h>

enum mq_queue_slot_kind {
    MQ_SLOT_FREE,
    MQ_SLOT_OUT,     /* somebody does it */
    MQ_SLOT_SKIPPED, /* it wasn't wanted */
    MQ_SLOT_DONE,
};

struct mq_queue_slot {
    enum mq_queue_slot_kind kind;
    enum mq_status status;
    struct mq_buf result;
};

struct mq_queue {
    const struct mq_jobs *jobs;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long next;  /* job to be handed out */
    long taken; /* jobs that were taken over */
    int size;   /* of the ring */
    struct mq_queue_slot *slot;
    enum mq_status status; /* the first failure */
};

#define MQ_QUEUE_WAIT (-1L) /* the ring is full */
#define MQ_QUEUE_OVER (-2L) /* there are no more jobs */

/* For so many workers; false: no memory. */
bool mq__queue_init(struct mq_queue *queue, const struct mq_jobs *jobs,
                    int workers);
void mq__queue_finish(struct mq_queue *queue);

/* A job to do, or one of the above. */
long mq__queue_get(struct mq_queue *queue);
/* It was done; the text of `result` is exchanged for an empty one. */
void mq__queue_put(struct mq_queue *queue, long job, enum mq_status status,
                   struct mq_buf *result);
/* Takes over what is next in order; false: it isn't there yet. */
bool mq__queue_take(struct mq_queue *queue);
/* Everything is taken over, or something failed. */
bool mq__queue_over(const struct mq_queue *queue);

#endif
