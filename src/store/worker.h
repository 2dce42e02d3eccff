/* Threads that do what takes its time, so that nobody else waits for it: the
 * store's work, bots' thoughts, passwords.
 *
 * A worker owns a queue of jobs. With a store it has one thread. A writer takes
 * all jobs that have come, runs them in one transaction and commits it: many
 * actions share one sync (group commit). While it syncs the next batch gathers.
 * A reader runs job by job without a transaction of its own. A pool has several
 * threads, each with a store of its own or none, which take jobs from one
 * queue.
 *
 * A job's `run` is called in the worker's thread, then, when its batch is on
 * the disk or has failed, `done` with the outcome, also there: it passes the
 * job on to whoever waits. Jobs are done in the order of submission,
 * in a pool they are begun in it. A
 * conflict concerns its job alone (it has written nothing); any other failure
 * rolls the batch back. Its jobs are then tried once more, each in a
 * transaction of its own, so that one that can't be written doesn't take the
 * others with it. `run` may thus be called twice.
 */
#ifndef MAXQ_STORE_WORKER_H
#define MAXQ_STORE_WORKER_H

#include "store/store.h"

struct mq_job {
    struct mq_job *next; /* the worker's */
    enum mq_status status;
    enum mq_status (*run)(struct mq_job *job, struct mq_store *store);
    /* A writer's job could not be written; called before the next one is run.
     * NULL: nobody has to know so early. */
    void (*failed)(struct mq_job *job);
    void (*done)(struct mq_job *job);
};

struct mq_worker;

struct mq_worker_counts {
    uint64_t jobs, batches, failures;
    uint64_t queued;     /* now, not begun */
    uint64_t busy_us;    /* time in transactions */
    uint64_t largest_us; /* the longest one */
};

/* A writer's, where many jobs wait: fewer pages are written for each. */
#define MQ_WORKER_BATCH 16384

/* Starts the thread; it owns the store from now on (also on failure). `most`
 * is how many jobs a batch has at most; 0: a reader. */
enum mq_status mq_worker_start(struct mq_store *store, int most,
                               struct mq_worker **out);

#define MQ_WORKER_THREADS 64

/* A pool; it owns the stores from now on, one a thread. NULL: its jobs are run
 * without a store. */
enum mq_status mq_worker_pool(struct mq_store *const *stores, int threads,
                              struct mq_worker **out);

/* Hands a job over, from any thread. */
void mq_worker_submit(struct mq_worker *worker, struct mq_job *job);

/* Ends the threads. A writer or reader does what is in the queue first, a pool
 * hands back what isn't begun: `done` with MQ_CANCELLED. So is a job that comes
 * later, in the thread that submits it. */
void mq_worker_halt(struct mq_worker *worker);
/* Halts it where that hasn't been done, and closes the store. */
void mq_worker_stop(struct mq_worker *worker);

void mq_worker_count(struct mq_worker *worker, struct mq_worker_counts *out);

#endif
