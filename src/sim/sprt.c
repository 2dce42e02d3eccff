/* A sequential test of a claim about a share of victories. */
#include "sim/sprt.h"

#include <assert.h>
#include <math.h>

/* So many deals with the spread of independent games are taken as seen
 * before: a few deals say little about their own spread. */
#define USUAL_DEALS 4

void mq__sprt_add(struct mq_sprt_sums *sums, double share)
{
    assert(share >= 0 && share <= 1);
    sums->deals++;
    sums->sum += share;
    sums->squares += share * share;
}

/* The spread of deals compared with that of independent games; 1 or more. */
static double spread(const struct mq_sprt_sums *sums)
{
    double deals = (double)sums->deals;
    double mean = (sums->sum + 0.5) / (deals + 1);
    double alone = mean * (1 - mean) / sums->orders;
    double seen = sums->squares - sums->sum * sums->sum / deals;
    double ratio =
        (seen + USUAL_DEALS * alone) / ((deals + USUAL_DEALS) * alone);

    return ratio > 1 ? ratio : 1;
}

double mq__sprt_ratio(const struct mq_sprt *test,
                      const struct mq_sprt_sums *sums)
{
    double won = sums->sum * sums->orders;
    double lost = (double)sums->deals * sums->orders - won;

    if (sums->deals == 0) {
        return 0;
    }
    return (won * log(test->high / test->low) +
            lost * log((1 - test->high) / (1 - test->low))) /
           spread(sums);
}

double mq__sprt_bound(const struct mq_sprt *test)
{
    return log((1 - test->error) / test->error);
}

enum mq_sprt_verdict mq__sprt_decide(const struct mq_sprt *test,
                                     const struct mq_sprt_sums *sums)
{
    double ratio = mq__sprt_ratio(test, sums);
    double bound = mq__sprt_bound(test);

    return ratio >= bound    ? MQ_SPRT_HIGH
           : ratio <= -bound ? MQ_SPRT_LOW
                             : MQ_SPRT_OPEN;
}
