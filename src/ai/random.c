/* `random`: every legal action alike. */
#include "ai/bots.h"

#include <string.h>

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, view, seat, legal);

    (void)bot;
    (void)budget;
    memset(out, 0, sizeof(*out));
    out->count = 1;
    out->candidate[0].action = legal[mq_rng_below(rng, (uint32_t)n)];
    return MQ_OK;
}

const struct mq_bot mq__bot_random = {"random", choose};
