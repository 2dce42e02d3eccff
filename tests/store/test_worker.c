/* The store's threads: order, group commit, a bad job among good ones. */
#include "fixture.h"
#include "vfs_forget.h"

#include "store/worker.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct append_job {
    struct mq_job job;
    char table[8];
    int from, order;
    enum mq_status forced;
    struct board *board;
};

/* Where done jobs are noted. */
struct board {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int done, last;
    bool in_order;
};

static enum mq_status run_append(struct mq_job *base, struct mq_store *store)
{
    struct append_job *job = (struct append_job *)base;

    if (job->forced != MQ_OK) {
        return job->forced;
    }
    return append(store, job->table, job->from, 1);
}

static void note_done(struct mq_job *base)
{
    struct append_job *job = (struct append_job *)base;
    struct board *board = job->board;

    pthread_mutex_lock(&board->lock);
    board->in_order = board->in_order && job->order == board->last + 1;
    board->last = job->order;
    board->done++;
    pthread_cond_signal(&board->changed);
    pthread_mutex_unlock(&board->lock);
}

static void wait_for(struct board *board, int count)
{
    pthread_mutex_lock(&board->lock);
    while (board->done < count) {
        pthread_cond_wait(&board->changed, &board->lock);
    }
    pthread_mutex_unlock(&board->lock);
}

static void board_init(struct board *board)
{
    memset(board, 0, sizeof(*board));
    pthread_mutex_init(&board->lock, NULL);
    pthread_cond_init(&board->changed, NULL);
    board->last = -1;
    board->in_order = true;
}

static struct mq_worker *start(struct mq_store **reader)
{
    static const struct mq_store_options options = {.vfs = FORGET_VFS};
    struct mq_store *store;
    struct mq_worker *worker;
    struct mq_error error;

    forget_init();
    assert_int_equal(mq_store_open("w.db", &options, &store, &error), MQ_OK);
    put_table(store, "t1", 0);
    put_table(store, "t2", 0);
    assert_int_equal(mq_store_open("w.db", &options, reader, &error), MQ_OK);
    assert_int_equal(mq_worker_start(store, 256, &worker), MQ_OK);
    return worker;
}

enum { JOBS = 2000 };

static void many_share_a_sync(void **state)
{
    struct append_job *jobs = calloc(JOBS, sizeof(*jobs));
    struct mq_worker_counts counts;
    struct mq_store *reader;
    struct mq_worker *worker = start(&reader);
    struct board board;

    (void)state;
    assert_non_null(jobs);
    board_init(&board);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct append_job){
            {.run = run_append, .done = note_done}, "t1", i, i, MQ_OK, &board};
        mq_worker_submit(worker, &jobs[i].job);
    }
    wait_for(&board, JOBS);
    assert_true(board.in_order);
    for (int i = 0; i < JOBS; i++) {
        assert_int_equal(jobs[i].job.status, MQ_OK);
    }
    mq_worker_count(worker, &counts);
    assert_int_equal(counts.jobs, JOBS);
    assert_true(counts.batches < JOBS / 2);
    assert_int_equal(counts.queued, 0);
    assert_int_equal(count_entries(reader, "t1"), JOBS);
    mq_worker_stop(worker);
    mq_store_close(reader);
    forget_finish();
    free(jobs);
}

/* A conflict and a job that can't be written: the others are not disturbed. */
static void bad_ones_alone(void **state)
{
    struct append_job jobs[6];
    struct mq_store *reader;
    struct mq_worker *worker = start(&reader);
    struct board board;

    (void)state;
    board_init(&board);
    for (int i = 0; i < 6; i++) {
        jobs[i] = (struct append_job){
            {.run = run_append, .done = note_done}, "t1", i, i, MQ_OK, &board};
    }
    jobs[1].from = 7; /* a gap: conflict; so is what follows it but one */
    jobs[2].from = 1;
    memcpy(jobs[3].table, "t2", 3);
    jobs[3].from = 0;
    jobs[4].forced = MQ_IO;
    jobs[5].from = 2;
    for (int i = 0; i < 6; i++) {
        mq_worker_submit(worker, &jobs[i].job);
    }
    wait_for(&board, 6);
    assert_int_equal(jobs[0].job.status, MQ_OK);
    assert_int_equal(jobs[1].job.status, MQ_CONFLICT);
    assert_int_equal(jobs[2].job.status, MQ_OK);
    assert_int_equal(jobs[3].job.status, MQ_OK);
    assert_int_equal(jobs[4].job.status, MQ_IO);
    assert_int_equal(jobs[5].job.status, MQ_OK);
    assert_int_equal(count_entries(reader, "t1"), 3);
    assert_int_equal(count_entries(reader, "t2"), 1);
    mq_worker_stop(worker);
    mq_store_close(reader);
    forget_finish();
}

static void power_cut_is_told(void **state)
{
    struct append_job jobs[50];
    struct mq_store *reader;
    struct mq_worker *worker = start(&reader);
    struct board board;
    int safe = 0;

    (void)state;
    board_init(&board);
    forget_cut_after(25);
    for (int i = 0; i < 50; i++) {
        jobs[i] = (struct append_job){
            {.run = run_append, .done = note_done}, "t1", i, i, MQ_OK, &board};
        mq_worker_submit(worker, &jobs[i].job);
        wait_for(&board, i + 1);
        safe += jobs[i].job.status == MQ_OK;
    }
    assert_true(safe < 50);
    mq_worker_stop(worker);
    mq_store_close(reader);
    forget_finish();
}

/* What was submitted before the stop is done, what comes later isn't. */
static void stop_empties_the_queue(void **state)
{
    struct append_job *jobs = calloc(JOBS, sizeof(*jobs));
    struct mq_store *reader;
    struct mq_worker *worker = start(&reader);
    struct board board;

    (void)state;
    assert_non_null(jobs);
    board_init(&board);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct append_job){
            {.run = run_append, .done = note_done}, "t2", i, i, MQ_OK, &board};
        mq_worker_submit(worker, &jobs[i].job);
    }
    mq_worker_halt(worker);
    assert_int_equal(board.done, JOBS);
    assert_int_equal(count_entries(reader, "t2"), JOBS);
    mq_worker_submit(worker, &jobs[0].job);
    assert_int_equal(board.done, JOBS + 1);
    assert_int_equal(jobs[0].job.status, MQ_CANCELLED);
    mq_worker_stop(worker);
    mq_store_close(reader);
    forget_finish();
    free(jobs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_share_a_sync),
        cmocka_unit_test(bad_ones_alone),
        cmocka_unit_test(power_cut_is_told),
        cmocka_unit_test(stop_empties_the_queue),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
