/* Numbered jobs done by threads. */
#include "sim/crew.h"

#include <sched.h>
#include <stdlib.h>

int mq__farm_processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* What a thread does: jobs until there are no more. */
static void *hand(void *context)
{
    struct mq_desk *desk = context;
    const struct mq_farm *farm = desk->farm;
    struct mq_buf result;
    long job, next;

    mq__buf_init(&result);
    pthread_mutex_lock(&desk->lock);
    while (next = desk->next, (job = mq__desk_get(desk)) != MQ_DESK_OVER) {
        enum mq_status status;

        if (job == MQ_DESK_WAIT) {
            /* What was skipped may be what is waited for. */
            if (desk->next != next) {
                pthread_cond_broadcast(&desk->changed);
            }
            pthread_cond_wait(&desk->changed, &desk->lock);
            continue;
        }
        pthread_mutex_unlock(&desk->lock);
        status = farm->work(farm->context, job, &result);
        pthread_mutex_lock(&desk->lock);
        mq__desk_put(desk, job, status, &result);
        pthread_cond_broadcast(&desk->changed);
    }
    /* Nothing more was wanted: that may be what is waited for. */
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
    mq__buf_finish(&result);
    return NULL;
}

/* One job after the other. */
static enum mq_status run_alone(const struct mq_farm *farm)
{
    enum mq_status status = MQ_OK;
    struct mq_buf result;

    mq__buf_init(&result);
    for (long job = 0; job < farm->jobs && status == MQ_OK; job++) {
        bool wanted = farm->wanted == NULL || farm->wanted(farm->context, job);

        mq__buf_clear(&result);
        if (wanted) {
            status = farm->work(farm->context, job, &result);
        }
        if (status == MQ_OK && result.failed) {
            status = MQ_NOMEM;
        }
        if (status == MQ_OK) {
            status = farm->take(farm->context, job, wanted ? &result : NULL);
        }
    }
    mq__buf_finish(&result);
    return status;
}

/* Takes results over until all are; the lock is held. */
static void take_all(struct mq_desk *desk)
{
    while (!mq__desk_over(desk)) {
        if (mq__desk_take(desk)) {
            pthread_cond_broadcast(&desk->changed);
        } else {
            pthread_cond_wait(&desk->changed, &desk->lock);
        }
    }
}

static enum mq_status run_threads(struct mq_desk *desk, int threads,
                                  pthread_t *thread, const struct mq_crew *crew)
{
    int started = 0;

    pthread_mutex_lock(&desk->lock);
    while (started < threads &&
           pthread_create(&thread[started], NULL, hand, desk) == 0) {
        started++;
    }
    if (started == 0) {
        desk->status = MQ_NOMEM;
    }
    if (crew->size > 1) {
        mq__crew_lead(crew, desk);
    } else {
        take_all(desk);
    }
    pthread_mutex_unlock(&desk->lock);
    for (int i = 0; i < started; i++) {
        pthread_join(thread[i], NULL);
    }
    return desk->status;
}

enum mq_status mq__farm_run(const struct mq_farm *farm, int threads,
                            const struct mq_crew *crew)
{
    struct mq_desk desk;
    pthread_t *thread;
    enum mq_status status = MQ_NOMEM;

    if (crew->rank > 0) {
        mq__crew_help(farm);
        return MQ_OVER;
    }
    if (threads <= 1 && crew->size == 1) {
        return run_alone(farm);
    }
    thread = calloc((size_t)threads, sizeof *thread);
    if (thread != NULL &&
        mq__desk_init(&desk, farm, threads + crew->size - 1)) {
        status = run_threads(&desk, threads, thread, crew);
        mq__desk_finish(&desk);
    }
    free(thread);
    return status;
}
