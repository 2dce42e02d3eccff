/* Chance sampled: the fast path; and which deck's random numbers it uses. */
#include "games/liftoff/rules.h"

#include <assert.h>

enum { STREAM_START, STREAM_OBJECTIVES, STREAM_SPECIALISTS, STREAM_MISSIONS };

/* One of the set bits, all alike; it is taken out. */
static int take_bit(uint32_t *mask, struct mq_rng *rng)
{
    uint32_t rest = *mask;
    uint32_t skip = mq_rng_below(rng, (uint32_t)__builtin_popcount(*mask));

    while (skip-- > 0) {
        rest &= rest - 1;
    }
    int bit = __builtin_ctz(rest);

    *mask &= ~lo_bit(bit);
    return bit;
}

uint32_t mq__lo_objectives_left(const struct lo_tables *t,
                                const struct lo_state *st)
{
    uint32_t left = (lo_bit(t->objectives - 1) << 1) - 1;

    for (int i = 0; i < st->players; i++) {
        const struct lo_player *p = &st->player[i];

        for (int k = 0; k < p->objective.size; k++) {
            left &= p->objective.card[k] == MQ_UNKNOWN
                        ? ~UINT32_C(0)
                        : ~lo_bit(p->objective.card[k]);
        }
        for (int k = 0; k < p->sold_size; k++) {
            left &=
                p->sold[k] == MQ_UNKNOWN ? ~UINT32_C(0) : ~lo_bit(p->sold[k]);
        }
    }
    return left;
}

static mq_action sample_objectives(const struct lo_tables *t,
                                   const struct lo_state *st,
                                   struct mq_rng *rng)
{
    uint32_t left = mq__lo_objectives_left(t, st);
    uint32_t set = 0;
    int a, b;

    for (int i = 0; i < LO_HAND; i++) {
        set |= lo_bit(take_bit(&left, rng));
    }
    a = __builtin_ctz(set);
    set &= set - 1;
    b = __builtin_ctz(set);
    set &= set - 1;
    return MQ_ACTION(LO_OBJECTIVES + st->turn, a, b, __builtin_ctz(set));
}

static mq_action sample_deal(const struct lo_state *st, struct mq_rng *rng)
{
    uint32_t skip = mq_rng_below(rng, st->specialist_size);
    int kind = 0;

    while (skip >= st->specialist_deck[kind]) {
        skip -= st->specialist_deck[kind++];
    }
    return MQ_ACTION(LO_DEAL, st->turn, kind, 0);
}

static mq_action sample_draw(const struct lo_tables *t,
                             const struct lo_state *st, struct mq_rng *rng)
{
    const uint8_t *kind = t->level_kinds[st->deck - 1];
    uint32_t skip = mq_rng_below(rng, st->deck_size[st->deck - 1]);

    while (skip >= st->mission_deck[*kind]) {
        skip -= st->mission_deck[*kind++];
    }
    return MQ_ACTION(LO_DRAW, st->deck, *kind, 0);
}

mq_action mq__lo_sample(const struct mq_game *g, const void *state,
                        struct mq_rng *rng)
{
    const struct lo_state *st = state;

    switch (st->step) {
    case LO_STEP_START:
        return MQ_ACTION(LO_START, mq_rng_below(rng, st->players), 0, 0);
    case LO_STEP_OBJECTIVES:
        return sample_objectives(lo_tables(g), st, rng);
    case LO_STEP_DEAL:
        return sample_deal(st, rng);
    default:
        assert(st->step == LO_STEP_DRAW);
        return sample_draw(lo_tables(g), st, rng);
    }
}

int mq__lo_stream(const struct mq_game *g, const void *state)
{
    const struct lo_state *st = state;

    (void)g;
    switch (st->step) {
    case LO_STEP_START:
        return STREAM_START;
    case LO_STEP_OBJECTIVES:
        return STREAM_OBJECTIVES;
    case LO_STEP_DEAL:
        return STREAM_SPECIALISTS;
    default:
        return STREAM_MISSIONS + (st->deck > 0 ? st->deck - 1 : 0);
    }
}
