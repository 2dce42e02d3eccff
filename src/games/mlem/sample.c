/* Dice and draws: one outcome at random, with exactly the chances that
 * chance.c lists. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

static int sum(const uint8_t *counts, int n)
{
    int all = 0;

    for (int i = 0; i < n; i++) {
        all += counts[i];
    }
    return all;
}

/* One number for all dice: six dice are two throws of three. */
static unsigned throw_dice(const struct ml_tables *t, int dice,
                           struct mq_rng *rng)
{
    static const uint16_t throws[] = {1, 6, 36, 216, 1296, 7776, 46656};
    static const uint8_t first[] = {0, 1, 7, 43};
    uint32_t i = mq_rng_below(rng, throws[dice]);

    assert(dice >= 1 && dice <= ML_MAX_DICE);
    if (dice <= 3) {
        return t->thrown[first[dice] + i];
    }
    return (unsigned)t->thrown[first[dice - 3] + i / 216] +
           t->thrown[first[3] + i % 216];
}

static mq_action draw_find(const struct ml_state *st, struct mq_rng *rng)
{
    uint32_t left = st->find_pile;
    uint32_t skip = mq_rng_below(rng, (uint32_t)__builtin_popcount(left));

    while (skip-- > 0) {
        left &= left - 1;
    }
    return MQ_ACTION(ML_DO_EXPLORE, __builtin_ctz(left), 0, 0);
}

/* One of a multiset of `count` things. */
static int draw_kind(const uint8_t *counts, int count, struct mq_rng *rng)
{
    int skip = (int)mq_rng_below(rng, (uint32_t)count);
    int kind = 0;

    while (skip >= counts[kind]) {
        skip -= counts[kind++];
    }
    return kind;
}

static mq_action draw_missions(struct ml c, struct mq_rng *rng)
{
    uint8_t box[ML_MAX_MISSIONS], hand[ML_MAX_MISSIONS] = {0};
    int count = sum(c.st->mission_box, c.t->missions);
    mq_action action = ML_DO_MISSIONS | (mq_action)c.st->turn << 8;
    int card = 0;

    memcpy(box, c.st->mission_box, sizeof(box));
    for (int i = 0; i < ML_DEALT; i++) {
        int kind = draw_kind(box, count - i, rng);

        box[kind]--;
        hand[kind]++;
    }
    for (int kind = 0; kind < c.t->missions; kind++) {
        for (; hand[kind] > 0; hand[kind]--) {
            action |= (mq_action)kind << (11 + 5 * card++);
        }
    }
    return action;
}

/* All but rolls. */
static ML_APART mq_action draw(struct ml c, struct mq_rng *rng)
{
    const uint8_t *pile = c.st->token_pile;

    switch (c.st->step) {
    case ML_STEP_START:
        return MQ_ACTION(ML_DO_START, mq_rng_below(rng, c.st->players), 0, 0);
    case ML_STEP_EXPLORE:
        return draw_find(c.st, rng);
    case ML_STEP_MISSIONS:
        return draw_missions(c, rng);
    default:
        assert(c.st->step == ML_STEP_EXPEDITION);
        return MQ_ACTION(ML_DO_EXPEDITION,
                         draw_kind(pile, sum(pile, c.t->tokens), rng), 0, 0);
    }
}

mq_action mq__ml_sample(const struct mq_game *g, const void *state,
                        struct mq_rng *rng)
{
    struct ml c = ml_of(g, state);

    return c.st->step == ML_STEP_ROLL
               ? ML_ROLL_ACTION(throw_dice(c.t, c.st->dice, rng))
               : draw(c, rng);
}

int mq__ml_stream(const struct mq_game *g, const void *state)
{
    (void)g;
    return ((const struct ml_state *)state)->step; /* each has its own */
}
