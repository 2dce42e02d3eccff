/* Numbered jobs done by threads. */
#include "sim/ranks.h"

#include <sched.h>
#include <stdlib.h>

int mq__processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* What a thread does: jobs until there are no more. */
static void *worker(void *context)
{
    struct mq_queue *queue = context;
    const struct mq_jobs *jobs = queue->jobs;
    struct mq_buf result;
    long job, next;

    mq__buf_init(&result);
    pthread_mutex_lock(&queue->lock);
    while (next = queue->next, (job = mq__queue_get(queue)) != MQ_QUEUE_OVER) {
        enum mq_status status;

        if (job == MQ_QUEUE_WAIT) {
            /* What was skipped may be what is waited for. */
            if (queue->next != next) {
                pthread_cond_broadcast(&queue->changed);
            }
            pthread_cond_wait(&queue->changed, &queue->lock);
            continue;
        }
        pthread_mutex_unlock(&queue->lock);
        status = jobs->work(jobs->context, job, &result);
        pthread_mutex_lock(&queue->lock);
        mq__queue_put(queue, job, status, &result);
        pthread_cond_broadcast(&queue->changed);
    }
    /* Nothing more was wanted: that may be what is waited for. */
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    mq__buf_finish(&result);
    return NULL;
}

/* One job after the other. */
static enum mq_status run_alone(const struct mq_jobs *jobs)
{
    enum mq_status status = MQ_OK;
    struct mq_buf result;

    mq__buf_init(&result);
    for (long job = 0; job < jobs->count && status == MQ_OK; job++) {
        bool wanted = jobs->wanted == NULL || jobs->wanted(jobs->context, job);

        mq__buf_clear(&result);
        if (wanted) {
            status = jobs->work(jobs->context, job, &result);
        }
        if (status == MQ_OK && result.failed) {
            status = MQ_NOMEM;
        }
        if (status == MQ_OK) {
            status = jobs->take(jobs->context, job, wanted ? &result : NULL);
        }
    }
    mq__buf_finish(&result);
    return status;
}

/* Takes results over until all are; the lock is held. */
static void take_all(struct mq_queue *queue)
{
    while (!mq__queue_over(queue)) {
        if (mq__queue_take(queue)) {
            pthread_cond_broadcast(&queue->changed);
        } else {
            pthread_cond_wait(&queue->changed, &queue->lock);
        }
    }
}

static enum mq_status run_threads(struct mq_queue *queue, int threads,
                                  pthread_t *thread,
                                  const struct mq_ranks *ranks)
{
    int started = 0;

    pthread_mutex_lock(&queue->lock);
    while (started < threads &&
           pthread_create(&thread[started], NULL, worker, queue) == 0) {
        started++;
    }
    if (started == 0) {
        queue->status = MQ_NOMEM;
    }
    if (ranks->size > 1) {
        mq__ranks_lead(ranks, queue);
    } else {
        take_all(queue);
    }
    pthread_mutex_unlock(&queue->lock);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    return queue->status;
}

enum mq_status mq__jobs_run(const struct mq_jobs *jobs, int threads,
                            const struct mq_ranks *ranks)
{
    struct mq_queue queue;
    pthread_t *thread;
    enum mq_status status = MQ_NOMEM;

    if (ranks->rank > 0) {
        mq__ranks_help(jobs);
        return MQ_OVER;
    }
    if (threads <= 1 && ranks->size == 1) {
        return run_alone(jobs);
    }
    thread = calloc((size_t)threads, sizeof *thread);
    if (thread != NULL &&
        mq__queue_init(&queue, jobs, threads + ranks->size - 1)) {
        status = run_threads(&queue, threads, thread, ranks);
        mq__queue_finish(&queue);
    }
    free(thread);
    return status;
}
