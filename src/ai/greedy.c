/* `greedy`: one step of the game's own heuristic, the best weight wins. */
#include "ai/bots.h"

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
    int n = mq_legal(game, view, seat, legal);

    (void)bot;
    (void)budget;
    mq_weigh(game, view, seat, legal, n, weight);
    mq__choice_fill(out, legal, weight, n, rng);
    return MQ_OK;
}

const struct mq_bot mq__bot_greedy = {"greedy", choose};
