/* The store's threads: see worker.h. */
#include "store/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct mq_worker {
    struct mq_store *store;
    int most;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t more;
    struct mq_job *first, **last;
    bool stopping, halted;
    struct mq_worker_counts counts;
};

static uint64_t now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

/* The next batch: at most `most` jobs; NULL when it is time to stop. */
static struct mq_job *take(struct mq_worker *w)
{
    int most = w->most > 0 ? w->most : 1;
    struct mq_job *batch, *end;

    pthread_mutex_lock(&w->lock);
    while (w->first == NULL && !w->stopping) {
        pthread_cond_wait(&w->more, &w->lock);
    }
    batch = w->first;
    end = batch;
    for (int n = 1; end != NULL && end->next != NULL && n < most; n++) {
        end = end->next;
    }
    if (end != NULL) {
        w->first = end->next;
        end->next = NULL;
    }
    if (w->first == NULL) {
        w->last = &w->first;
    }
    pthread_mutex_unlock(&w->lock);
    return batch;
}

static bool is_private(enum mq_status status)
{
    return status == MQ_OK || status == MQ_CONFLICT || status == MQ_NOTHING;
}

/* One transaction over the list up to `end` (not with it). */
static enum mq_status transact(struct mq_worker *w, struct mq_job *first,
                               const struct mq_job *end)
{
    enum mq_status status = mq_store_begin(w->store);

    for (struct mq_job *job = first; status == MQ_OK && job != end;
         job = job->next) {
        job->status = job->run(job, w->store);
        if (!is_private(job->status)) {
            status = job->status;
        }
    }
    if (status == MQ_OK) {
        status = mq_store_commit(w->store);
    }
    if (status != MQ_OK) {
        mq_store_rollback(w->store);
        for (struct mq_job *job = first; job != end; job = job->next) {
            job->status = status;
        }
    }
    return status;
}

static int write_batch(struct mq_worker *w, struct mq_job *batch)
{
    int failures = 0;

    if (transact(w, batch, NULL) != MQ_OK) {
        failures++;
        for (struct mq_job *job = batch; batch->next != NULL && job != NULL;
             job = job->next) {
            failures += transact(w, job, job->next) != MQ_OK;
        }
    }
    return failures;
}

static void count_batch(struct mq_worker *w, uint64_t jobs, int failures,
                        uint64_t us)
{
    pthread_mutex_lock(&w->lock);
    w->counts.jobs += jobs;
    w->counts.queued -= jobs;
    w->counts.batches++;
    w->counts.failures += (uint64_t)failures;
    w->counts.busy_us += us;
    if (us > w->counts.largest_us) {
        w->counts.largest_us = us;
    }
    pthread_mutex_unlock(&w->lock);
}

static void work(struct mq_worker *w, struct mq_job *batch)
{
    uint64_t start = now_us(), jobs = 0;
    int failures = 0;

    if (w->most > 0) {
        failures = write_batch(w, batch);
    } else {
        batch->status = batch->run(batch, w->store);
        failures = !is_private(batch->status);
    }
    for (const struct mq_job *job = batch; job != NULL; job = job->next) {
        jobs++;
    }
    count_batch(w, jobs, failures, now_us() - start);
    while (batch != NULL) {
        struct mq_job *next = batch->next;

        batch->next = NULL;
        batch->done(batch);
        batch = next;
    }
}

static void *run(void *context)
{
    struct mq_worker *w = context;
    struct mq_job *batch;

    while ((batch = take(w)) != NULL) {
        work(w, batch);
    }
    return NULL;
}

enum mq_status mq_worker_start(struct mq_store *store, int most,
                               struct mq_worker **out)
{
    struct mq_worker *w = calloc(1, sizeof(*w));

    *out = NULL;
    if (w == NULL) {
        mq_store_close(store);
        return MQ_NOMEM;
    }
    w->store = store;
    w->most = most;
    w->last = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    if (pthread_create(&w->thread, NULL, run, w) != 0) {
        mq_store_close(store);
        free(w);
        return MQ_NOMEM;
    }
    *out = w;
    return MQ_OK;
}

void mq_worker_submit(struct mq_worker *worker, struct mq_job *job)
{
    bool late;

    job->next = NULL;
    pthread_mutex_lock(&worker->lock);
    late = worker->stopping;
    if (!late) {
        *worker->last = job;
        worker->last = &job->next;
        worker->counts.queued++;
        pthread_cond_signal(&worker->more);
    }
    pthread_mutex_unlock(&worker->lock);
    if (late) {
        job->status = MQ_CANCELLED;
        job->done(job);
    }
}

void mq_worker_halt(struct mq_worker *worker)
{
    if (worker == NULL || worker->halted) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_signal(&worker->more);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    worker->halted = true; /* whoever stops it is one thread */
}

void mq_worker_stop(struct mq_worker *worker)
{
    if (worker == NULL) {
        return;
    }
    mq_worker_halt(worker);
    mq_store_close(worker->store);
    pthread_cond_destroy(&worker->more);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

void mq_worker_count(struct mq_worker *worker, struct mq_worker_counts *out)
{
    pthread_mutex_lock(&worker->lock);
    *out = worker->counts;
    pthread_mutex_unlock(&worker->lock);
}
