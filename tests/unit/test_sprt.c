/* The sequential test: it is right often enough, and stops. */
#include "unit.h"

#include "sim/sprt.h"

#include <maxq/rng.h>

static const struct mq_sprt even = {0.50, 0.60, 0.05};

/* How games of a deal agree. */
enum bond { ALONE, TOGETHER, OPPOSITE };

/* One deal of two games that are each won with chance `p`. */
static double deal(struct mq_rng *rng, double p, enum bond bond)
{
    double luck = mq_rng_unit(rng);
    double other = bond == ALONE      ? mq_rng_unit(rng)
                   : bond == TOGETHER ? luck
                                      : 1 - luck;

    return ((luck < p) + (other < p)) / 2.0;
}

/* Runs one test to its end; the games it took are added to *games. */
static enum mq_sprt_verdict run(const struct mq_sprt *test, struct mq_rng *rng,
                                double p, enum bond bond, long *games)
{
    struct mq_sprt_sums sums = {.orders = 2};
    enum mq_sprt_verdict verdict = MQ_SPRT_OPEN;

    while (verdict == MQ_SPRT_OPEN && sums.deals < 5000) {
        mq__sprt_add(&sums, deal(rng, p, bond));
        verdict = mq__sprt_decide(test, &sums);
    }
    *games += 2 * sums.deals;
    return verdict;
}

/* Of 1,000 tests, how many decide so. */
static int decisions(const struct mq_sprt *test, double p, enum bond bond,
                     enum mq_sprt_verdict verdict, long *games)
{
    struct mq_rng rng;
    int count = 0;

    mq_rng_seed(&rng, 11);
    *games = 0;
    for (int i = 0; i < 1000; i++) {
        count += run(test, &rng, p, bond, games) == verdict;
    }
    return count;
}

/* 5 % of 1,000, and two standard deviations. */
#define FEW 64

static void errs_rarely(void **state)
{
    static const enum bond bonds[] = {ALONE, TOGETHER, OPPOSITE};
    static const struct mq_sprt steep = {0.90, 0.95, 0.05};
    long games;

    (void)state;
    for (size_t i = 0; i < COUNT(bonds); i++) {
        assert_in_range(decisions(&even, 0.5, bonds[i], MQ_SPRT_HIGH, &games),
                        0, FEW);
        assert_in_range(decisions(&even, 0.6, bonds[i], MQ_SPRT_LOW, &games), 0,
                        FEW);
    }
    assert_in_range(decisions(&steep, 0.9, ALONE, MQ_SPRT_HIGH, &games), 0,
                    FEW);
    assert_in_range(decisions(&steep, 0.95, ALONE, MQ_SPRT_LOW, &games), 0,
                    FEW);
}

/* What is clear is decided soon, and a test always ends. */
static void stops_early(void **state)
{
    long games;

    (void)state;
    assert_int_equal(decisions(&even, 0.9, ALONE, MQ_SPRT_HIGH, &games), 1000);
    assert_true(games < 40 * 1000);
    assert_int_equal(decisions(&even, 0.2, ALONE, MQ_SPRT_LOW, &games), 1000);
    assert_true(games < 40 * 1000);
    assert_int_equal(decisions(&even, 0.55, ALONE, MQ_SPRT_OPEN, &games), 0);
}

/* 30 of 40 deals of one game: 30 ln 1.2 + 10 ln 0.8. */
static void the_ratio(void **state)
{
    struct mq_sprt_sums sums = {.orders = 1};

    (void)state;
    assert_true(mq__sprt_ratio(&even, &sums) == 0);
    for (int i = 0; i < 40; i++) {
        mq__sprt_add(&sums, i % 4 != 0);
    }
    assert_int_equal((int)(1000 * mq__sprt_ratio(&even, &sums)), 3238);
    assert_int_equal((int)(1000 * mq__sprt_bound(&even)), 2944);
    assert_int_equal(mq__sprt_decide(&even, &sums), MQ_SPRT_HIGH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errs_rarely),
        cmocka_unit_test(stops_early),
        cmocka_unit_test(the_ratio),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
