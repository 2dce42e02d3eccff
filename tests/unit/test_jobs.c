/* The thread pool: results come in the order of the jobs. */
#include "unit.h"

#include "sim/ranks.h"

#include <maxq/rng.h>

#include <string.h>

#define JOBS 500

struct ledger {
    long taken, skipped;
    long fail_work, fail_take; /* jobs; -1: none */
    long stop_at;              /* nothing is wanted from this sum on */
    uint64_t sum;
};

/* A number that takes a while to find, longer for some jobs. */
static uint64_t toil(long job)
{
    struct mq_rng rng;
    uint64_t sum = 0;

    mq_rng_seed(&rng, (uint64_t)job);
    for (int i = 0; i < 100 + 5000 * (job % 7 == 0); i++) {
        sum += mq_rng_next(&rng);
    }
    return sum;
}

static enum mq_status work(const void *context, long job, struct mq_buf *out)
{
    const struct ledger *l = context;
    uint64_t sum = toil(job);

    assert_int_equal(out->length, 0);
    mq__buf_add(out, (const char *)&sum, sizeof sum);
    return job == l->fail_work ? MQ_RANGE : MQ_OK;
}

static bool wanted(const void *context, long job)
{
    const struct ledger *l = context;

    return job % 3 != 1 && l->taken < l->stop_at;
}

static enum mq_status take(void *context, long job, const struct mq_buf *result)
{
    struct ledger *l = context;
    uint64_t sum;

    assert_int_equal(job, l->taken);
    if (job == l->fail_take) {
        return MQ_IO;
    }
    l->taken++;
    if (result == NULL) {
        l->skipped++;
        return MQ_OK;
    }
    assert_int_equal(result->length, sizeof sum);
    memcpy(&sum, result->data, sizeof sum);
    assert_true(sum == toil(job));
    l->sum = l->sum * 31 + sum;
    return MQ_OK;
}

static enum mq_status run(struct ledger *l, int threads, bool choosy)
{
    const struct mq_ranks alone = {0, 1};
    const struct mq_jobs jobs = {
        .count = JOBS,
        .context = l,
        .work = work,
        .wanted = choosy ? wanted : NULL,
        .take = take,
    };

    return mq__jobs_run(&jobs, threads, &alone);
}

static const struct ledger fresh = {
    .fail_work = -1, .fail_take = -1, .stop_at = JOBS};

static void all_in_order(void **state)
{
    uint64_t sum = 0;

    (void)state;
    for (int threads = 1; threads <= 5; threads += 2) {
        struct ledger l = fresh;

        assert_int_equal(run(&l, threads, false), MQ_OK);
        assert_int_equal(l.taken, JOBS);
        assert_int_equal(l.skipped, 0);
        assert_true(threads == 1 || l.sum == sum);
        sum = l.sum;
    }
}

static void what_is_not_wanted_is_skipped(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct ledger l = fresh;

        assert_int_equal(run(&l, threads, true), MQ_OK);
        assert_int_equal(l.taken, JOBS);
        assert_int_equal(l.skipped, 167);
        l = fresh;
        l.stop_at = 30;
        assert_int_equal(run(&l, threads, true), MQ_OK);
        assert_int_equal(l.taken, JOBS);
        assert_true(l.skipped > JOBS - 30 - 40);
    }
}

static void failures_end_it(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        struct ledger l = fresh;

        l.fail_work = 123;
        assert_int_equal(run(&l, threads, false), MQ_RANGE);
        assert_int_equal(l.taken, 123);
        l = fresh;
        l.fail_take = 77;
        assert_int_equal(run(&l, threads, false), MQ_IO);
        assert_int_equal(l.taken, 77);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_in_order),
        cmocka_unit_test(what_is_not_wanted_is_skipped),
        cmocka_unit_test(failures_end_it),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
