/* The queue of a thread pool: see job_queue.h. */
#include "sim/job_queue.h"

#include <assert.h>
#include <stdlib.h>

/* How far workers may run ahead, each. */
#define AHEAD 4

bool mq__queue_init(struct mq_queue *queue, const struct mq_jobs *jobs,
                    int workers)
{
    *queue = (struct mq_queue){.jobs = jobs, .size = workers * AHEAD};
    queue->slot = calloc((size_t)queue->size, sizeof *queue->slot);
    if (queue->slot == NULL) {
        return false;
    }
    for (int i = 0; i < queue->size; i++) {
        mq__buf_init(&queue->slot[i].result);
    }
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
    return true;
}

void mq__queue_finish(struct mq_queue *queue)
{
    for (int i = 0; i < queue->size; i++) {
        mq__buf_finish(&queue->slot[i].result);
    }
    free(queue->slot);
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
}

static struct mq_queue_slot *slot_of(const struct mq_queue *queue, long job)
{
    return &queue->slot[job % queue->size];
}

bool mq__queue_over(const struct mq_queue *queue)
{
    return queue->status != MQ_OK || queue->taken == queue->jobs->count;
}

long mq__queue_get(struct mq_queue *queue)
{
    const struct mq_jobs *jobs = queue->jobs;

    while (!mq__queue_over(queue) && queue->next < jobs->count) {
        struct mq_queue_slot *slot = slot_of(queue, queue->next);

        if (slot->kind != MQ_SLOT_FREE) {
            return MQ_QUEUE_WAIT;
        }
        if (jobs->wanted == NULL || jobs->wanted(jobs->context, queue->next)) {
            slot->kind = MQ_SLOT_OUT;
            return queue->next++;
        }
        slot->kind = MQ_SLOT_SKIPPED;
        queue->next++;
    }
    return MQ_QUEUE_OVER;
}

void mq__queue_put(struct mq_queue *queue, long job, enum mq_status status,
                   struct mq_buf *result)
{
    struct mq_queue_slot *slot = slot_of(queue, job);
    struct mq_buf empty = slot->result;

    assert(slot->kind == MQ_SLOT_OUT);
    slot->kind = MQ_SLOT_DONE;
    slot->status = result->failed ? MQ_NOMEM : status;
    slot->result = *result;
    *result = empty;
    mq__buf_clear(result);
}

bool mq__queue_take(struct mq_queue *queue)
{
    const struct mq_jobs *jobs = queue->jobs;
    struct mq_queue_slot *slot = slot_of(queue, queue->taken);
    bool skipped = slot->kind == MQ_SLOT_SKIPPED;

    if (mq__queue_over(queue) || (slot->kind != MQ_SLOT_DONE && !skipped)) {
        return false;
    }
    queue->status = skipped ? MQ_OK : slot->status;
    if (queue->status == MQ_OK) {
        queue->status = jobs->take(jobs->context, queue->taken,
                                   skipped ? NULL : &slot->result);
    }
    if (queue->status == MQ_OK) {
        slot->kind = MQ_SLOT_FREE;
        queue->taken++;
    }
    return true;
}
