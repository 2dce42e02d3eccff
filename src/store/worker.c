/* The store's threads: see worker.h. */
#include "store/worker.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct lane {
    struct mq_worker *worker;
    struct mq_store *store; /* NULL: the jobs need none */
    pthread_t thread;
};

struct mq_worker {
    int most;
    bool drops; /* jobs not begun when it is halted are handed back undone */
    int threads;
    struct lane lane[MQ_WORKER_THREADS];
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
    batch = w->stopping && w->drops ? NULL : w->first;
    end = batch;
    for (int n = 1; end != NULL && end->next != NULL && n < most; n++) {
        end = end->next;
        w->counts.queued--;
    }
    if (end != NULL) {
        w->first = end->next;
        end->next = NULL;
        w->counts.queued--;
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
static enum mq_status transact(struct mq_store *store, struct mq_job *first,
                               const struct mq_job *end)
{
    enum mq_status begun = mq_store_begin(store), status = begun;

    for (struct mq_job *job = first; status == MQ_OK && job != end;
         job = job->next) {
        job->status = job->run(job, store);
        if (!is_private(job->status)) {
            status = job->status;
        }
    }
    if (begun == MQ_OK) {
        status = mq_store_end(store, status);
    }
    for (struct mq_job *job = first; status != MQ_OK && job != end;
         job = job->next) {
        job->status = status;
    }
    return status;
}

/* Alone in its transaction: what fails now has failed. */
static enum mq_status transact_one(struct mq_store *store, struct mq_job *job)
{
    enum mq_status status = transact(store, job, job->next);

    if (status != MQ_OK && job->failed != NULL) {
        job->failed(job);
    }
    return status;
}

static int write_batch(struct mq_store *store, struct mq_job *batch)
{
    int failures = 0;

    if (batch->next == NULL) {
        return transact_one(store, batch) != MQ_OK;
    }
    if (transact(store, batch, NULL) != MQ_OK) {
        failures++;
        for (struct mq_job *job = batch; job != NULL; job = job->next) {
            failures += transact_one(store, job) != MQ_OK;
        }
    }
    return failures;
}

static void count_batch(struct mq_worker *w, uint64_t jobs, int failures,
                        uint64_t us)
{
    pthread_mutex_lock(&w->lock);
    assert(jobs > 0 && (w->most > 0 || jobs == 1));
    w->counts.jobs += jobs;
    w->counts.batches++;
    w->counts.failures += (uint64_t)failures;
    w->counts.busy_us += us;
    if (us > w->counts.largest_us) {
        w->counts.largest_us = us;
    }
    pthread_mutex_unlock(&w->lock);
}

static void work(const struct lane *lane, struct mq_job *batch)
{
    struct mq_worker *w = lane->worker;
    uint64_t start = now_us(), jobs = 0;
    int failures = 0;

    if (w->most > 0) {
        failures = write_batch(lane->store, batch);
    } else {
        batch->status = batch->run(batch, lane->store);
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
    const struct lane *lane = context;
    struct mq_job *batch;

    while ((batch = take(lane->worker)) != NULL) {
        work(lane, batch);
    }
    return NULL;
}

/* Takes over the stores, also on failure. */
static enum mq_status start(struct mq_worker *w, struct mq_store *const *stores,
                            int threads, struct mq_worker **out)
{
    *out = w;
    for (int i = 0; w == NULL && stores != NULL && i < threads; i++) {
        mq_store_close(stores[i]);
    }
    if (w == NULL) {
        return MQ_NOMEM;
    }
    w->last = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    for (int i = 0; i < threads; i++) {
        w->lane[i] =
            (struct lane){.worker = w, .store = stores ? stores[i] : NULL};
    }
    while (w->threads < threads &&
           pthread_create(&w->lane[w->threads].thread, NULL, run,
                          &w->lane[w->threads]) == 0) {
        w->threads++;
    }
    if (w->threads < threads) {
        mq_worker_stop(w);
        *out = NULL;
        return MQ_NOMEM;
    }
    return MQ_OK;
}

enum mq_status mq_worker_start(struct mq_store *store, int most,
                               struct mq_worker **out)
{
    struct mq_worker *w = calloc(1, sizeof(*w));

    assert(most >= 0);
    if (w != NULL) {
        w->most = most;
    }
    return start(w, &store, 1, out);
}

enum mq_status mq_worker_pool(struct mq_store *const *stores, int threads,
                              struct mq_worker **out)
{
    struct mq_worker *w = calloc(1, sizeof(*w));

    assert(threads > 0 && threads <= MQ_WORKER_THREADS);
    if (w != NULL) {
        w->drops = true;
    }
    return start(w, stores, threads, out);
}

static void give_back(struct mq_job *job)
{
    job->status = MQ_CANCELLED;
    job->done(job);
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
        give_back(job);
    }
}

void mq_worker_halt(struct mq_worker *worker)
{
    if (worker == NULL || worker->halted) {
        return;
    }
    pthread_mutex_lock(&worker->lock);
    worker->stopping = true;
    pthread_cond_broadcast(&worker->more);
    pthread_mutex_unlock(&worker->lock);
    for (int i = 0; i < worker->threads; i++) {
        pthread_join(worker->lane[i].thread, NULL);
    }
    worker->halted = true; /* whoever stops it is one thread */
    assert(worker->drops || worker->first == NULL);
    while (worker->first != NULL) {
        struct mq_job *job = worker->first;

        worker->first = job->next;
        worker->counts.queued--;
        give_back(job);
    }
}

void mq_worker_stop(struct mq_worker *worker)
{
    if (worker == NULL) {
        return;
    }
    mq_worker_halt(worker);
    assert(worker->counts.queued == 0);
    for (int i = 0; i < MQ_WORKER_THREADS; i++) {
        mq_store_close(worker->lane[i].store);
    }
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
