/* A sequential test of a claim about a share of victories.
 *
 * Two hypotheses: the share is at most `low`, or it is at least `high`. After
 * each deal the logarithm of how much likelier the results are under the
 * second one (Wald's ratio) is compared with two bounds; the first one passed
 * decides, and either way the decision is wrong in at most `error` of the
 * tests. A shared victory counts as that part of one.
 *
 * The games of a deal are played with the same dice and decks, so they may
 * agree more than independent ones would: then the ratio is divided by how
 * much larger the spread of the deals is than that of independent games. It
 * is never multiplied: a spread that is smaller makes errors rarer.
 */
#ifndef MAXQ_SIM_SPRT_H
#define MAXQ_SIM_SPRT_H

struct mq_sprt {
    double low, high; /* shares, 0 < low < high < 1 */
    double error;     /* of either kind */
};

/* What was played. */
struct mq_sprt_sums {
    int orders; /* games of a deal */
    long deals;
    double sum, squares; /* of the share won on each deal */
};

enum mq_sprt_verdict { MQ_SPRT_OPEN, MQ_SPRT_LOW, MQ_SPRT_HIGH };

/* One more deal, of which `share` (0 to 1) was won. */
void mq__sprt_add(struct mq_sprt_sums *sums, double share);

/* The logarithm of the ratio. */
double mq__sprt_ratio(const struct mq_sprt *test,
                      const struct mq_sprt_sums *sums);

/* The bound: from it on `high`, from its negative on `low` is decided. */
double mq__sprt_bound(const struct mq_sprt *test);

enum mq_sprt_verdict mq__sprt_decide(const struct mq_sprt *test,
                                     const struct mq_sprt_sums *sums);

#endif
