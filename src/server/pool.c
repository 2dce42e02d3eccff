/* See pool.h. */
#include "server/pool.h"

#include <stdlib.h>

enum { MOST_THREADS = 64 };

struct mq_pool {
    struct mq_app *app;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t more;
    struct mq_task *first, **last;
    int waiting;
    bool stopping;
    int threads;
    pthread_t thread[MOST_THREADS];
};

static struct mq_task *take(struct mq_pool *pool)
{
    struct mq_task *task;

    pthread_mutex_lock(&pool->lock);
    while (pool->first == NULL && !pool->stopping) {
        pthread_cond_wait(&pool->more, &pool->lock);
    }
    task = pool->stopping ? NULL : pool->first;
    if (task != NULL) {
        pool->first = task->next;
        pool->waiting--;
        if (pool->first == NULL) {
            pool->last = &pool->first;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return task;
}

static void *run(void *context)
{
    struct mq_pool *pool = context;
    struct mq_task *task;

    while ((task = take(pool)) != NULL) {
        task->work(task);
        mq__post(pool->app, &task->post);
    }
    return NULL;
}

enum mq_status mq__pool_start(struct mq_app *app, int threads,
                              struct mq_pool **out)
{
    struct mq_pool *pool = calloc(1, sizeof(*pool));

    *out = pool;
    if (pool == NULL) {
        return MQ_NOMEM;
    }
    pool->app = app;
    pool->last = &pool->first;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->more, NULL);
    for (int i = 0; i < threads && i < MOST_THREADS; i++) {
        if (pthread_create(&pool->thread[i], NULL, run, pool) != 0) {
            break;
        }
        pool->threads++;
    }
    return pool->threads > 0 ? MQ_OK : MQ_NOMEM;
}

void mq__pool_submit(struct mq_pool *pool, struct mq_task *task)
{
    bool late;

    task->next = NULL;
    pthread_mutex_lock(&pool->lock);
    late = pool->stopping;
    if (!late) {
        *pool->last = task;
        pool->last = &task->next;
        pool->waiting++;
        pthread_cond_signal(&pool->more);
    }
    pthread_mutex_unlock(&pool->lock);
    if (late) {
        mq__post(pool->app, &task->post);
    }
}

int mq__pool_waiting(struct mq_pool *pool)
{
    int waiting;

    pthread_mutex_lock(&pool->lock);
    waiting = pool->waiting;
    pthread_mutex_unlock(&pool->lock);
    return waiting;
}

void mq__pool_halt(struct mq_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->more);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++) {
        pthread_join(pool->thread[i], NULL);
    }
    while (pool->first != NULL) {
        struct mq_task *task = pool->first;

        pool->first = task->next;
        mq__post(pool->app, &task->post);
    }
}

void mq__pool_destroy(struct mq_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_cond_destroy(&pool->more);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}
