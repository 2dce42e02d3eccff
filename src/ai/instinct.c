/* `instinct`: one move ahead, by what the net expects and what the game's own
 * weights lean to; without a net as greedy. See instinct.h. */
#include "ai/instinct.h"

#include "core/game.h"
#include "core/reckon.h"

#include "ai/bots.h"
#include "ai/foresee.h"

/* A choice with a tenth of another's weight has to be worth about five
 * hundredths of a win more. */
#define LEANING 0.02
#define EVEN 0.1 /* part of the weights that all choices share */

void mq__instinct_rank(const struct mq_game *game, const void *view, int seat,
                       const mq_action *legal, int n, struct mq_rng *rng,
                       double *value, float *rank)
{
    double sum = 0;

    mq__foresee_all(game, game->net, view, seat, legal, n, rng, value);
    mq_weigh(game, view, seat, legal, n, rank);
    for (int i = 0; i < n; i++) {
        sum += (double)rank[i];
    }
    for (int i = 0; i < n; i++) {
        double prior = sum > 0 ? (1 - EVEN) * (double)rank[i] / sum : 0;

        rank[i] = (float)(value[i] + LEANING * mq__ln(prior + EVEN / n));
    }
}

/* What people see beside a choice is its value, not its rank. */
static void show_values(const mq_action *legal, const double *value, int n,
                        struct mq_choice *out)
{
    for (int i = 0; i < out->count; i++) {
        for (int k = 0; k < n; k++) {
            if (legal[k] == out->candidate[i].action) {
                out->candidate[i].value = value[k];
            }
        }
    }
    out->valued = n > 1;
}

/* A number with the distribution of the largest of many (Gumbel's): adding
 * warmth times such numbers draws by exp(rank / warmth). */
static double gumbel(struct mq_rng *rng)
{
    double unit = 0.999999 * mq_rng_unit(rng) + 0.0000005;

    return -mq__ln(-mq__ln(unit));
}

static void warm_up(const double *value, int n, double warmth,
                    struct mq_rng *rng, float *rank)
{
    double best = value[0];
    double open;

    for (int i = 1; i < n; i++) {
        best = value[i] > best ? value[i] : best;
    }
    open = 4 * best * (1 - best);
    for (int i = 0; i < n; i++) {
        rank[i] += (float)(warmth * open * gumbel(rng));
    }
}

void mq__instinct_choose(const struct mq_game *game, const void *view, int seat,
                         double warmth, struct mq_rng *rng,
                         struct mq_choice *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    double value[MQ_MAX_LEGAL];
    float rank[MQ_MAX_LEGAL];
    int n = mq_legal(game, view, seat, legal);

    mq__instinct_rank(game, view, seat, legal, n, rng, value, rank);
    if (warmth > 0) {
        warm_up(value, n, warmth, rng, rank);
    }
    mq__choice_fill(out, legal, rank, n, rng);
    show_values(legal, value, n, out);
}

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    if (game->net == NULL) {
        return mq__bot_greedy.choose(bot, game, view, seat, budget, rng, out);
    }
    mq__instinct_choose(game, view, seat, 0, rng, out);
    return MQ_OK;
}

const struct mq_bot mq__bot_instinct = {"instinct", choose};
