/* The bots there are, and the one way to ask one. */
#include "ai/bots.h"

#include "ai/level.h"
#include "core/game.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

static const struct mq_bot *const bots[] = {
    &mq__level_easy.bot,   &mq__level_normal.bot, &mq__level_hard.bot,
    &mq__level_expert.bot, &mq__bot_greedy,       &mq__bot_random,
    &mq__level_search.bot, &mq__level_net.bot,    &mq__bot_instinct,
};

int mq_bot_count(void)
{
    return (int)(sizeof(bots) / sizeof(bots[0]));
}

const struct mq_bot *mq_bot_at(int index)
{
    return bots[index];
}

const struct mq_bot *mq_bot_find(const char *name)
{
    for (int i = 0; i < mq_bot_count(); i++) {
        if (strcmp(bots[i]->name, name) == 0) {
            return bots[i];
        }
    }
    return NULL;
}

enum mq_status mq_bot_choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *st,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];
    uint32_t actors;

    assert(game->state_size <= sizeof(view));
    mq_view(game, st, seat, view);
    if (mq_turn(game, view, &actors) != MQ_TURN_SEATS || seat < 0 ||
        seat >= MQ_MAX_PLAYERS || (actors >> seat & 1) == 0) {
        return MQ_NOT_YOUR_TURN;
    }
    return bot->choose(bot, game, view, seat, budget, rng, out);
}

/* Puts one more candidate into its place; the worst falls off the end. */
static void insert(struct mq_choice *out, mq_action action, double value)
{
    int i = out->count;

    if (i == MQ_MAX_CANDIDATES) {
        if (value <= out->candidate[i - 1].value) {
            return;
        }
        i--;
    } else {
        out->count++;
    }
    for (; i > 0 && out->candidate[i - 1].value < value; i--) {
        out->candidate[i] = out->candidate[i - 1];
    }
    out->candidate[i].action = action;
    out->candidate[i].value = value;
}

void mq__choice_fill(struct mq_choice *out, const mq_action *actions,
                     const float *value, int n, struct mq_rng *rng)
{
    uint16_t order[MQ_MAX_LEGAL];

    assert(n > 0 && n <= MQ_MAX_LEGAL);
    for (int i = 0; i < n; i++) {
        uint32_t k = mq_rng_below(rng, (uint32_t)i + 1);

        if (k != (uint32_t)i) {
            order[i] = order[k];
        }
        order[k] = (uint16_t)i;
    }
    memset(out, 0, sizeof(*out));
    for (int i = 0; i < n; i++) {
        insert(out, actions[order[i]], (double)value[order[i]]);
    }
}
