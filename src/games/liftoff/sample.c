/* Chance sampled: the fast path; and which deck's random numbers it uses. */
#include "games/liftoff/rules.h"

#include "core/bits.h"

#include <assert.h>

enum { STREAM_START, STREAM_OBJECTIVES, STREAM_SPECIALISTS, STREAM_MISSIONS };

uint32_t mq__lo_objectives_left(struct lo c)
{
    uint32_t left = (lo_bit(c.t->objectives - 1) << 1) - 1;

    for (int i = 0; i < c.st->players; i++) {
        const struct lo_player *p = &c.st->player[i];

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

static mq_action sample_objectives(struct lo c, struct mq_rng *rng)
{
    uint32_t left = mq__lo_objectives_left(c);
    uint32_t set = 0;
    int a, b;

    for (int i = 0; i < LO_HAND; i++) {
        set |= lo_bit(mq__bits_draw(left & ~set, rng));
    }
    a = __builtin_ctz(set);
    set &= set - 1;
    b = __builtin_ctz(set);
    set &= set - 1;
    return MQ_ACTION(LO_OBJECTIVES + c.st->turn, a, b, __builtin_ctz(set));
}

/* The specialist that has `skip` cards of the deck before it. */
static LO_APART mq_action deal(const struct lo_state *st, int skip)
{
    int kind = 0;

    while ((skip -= st->specialist_deck[kind]) >= 0) {
        kind++;
    }
    return MQ_ACTION(LO_DEAL, st->turn, kind, 0);
}

/* The same for a mission of the chosen deck. */
static LO_APART mq_action draw(struct lo c, int skip)
{
    const uint8_t *kind = c.t->level_kinds[lo_level(c.st)];

    while ((skip -= c.st->mission_deck[*kind]) >= 0) {
        kind++;
    }
    return MQ_ACTION(LO_DRAW, c.st->deck, *kind, 0);
}

/* At the start of a match. */
static LO_APART mq_action sample_start(struct lo c, struct mq_rng *rng)
{
    if (c.st->step == LO_STEP_OBJECTIVES) {
        return sample_objectives(c, rng);
    }
    assert(c.st->step == LO_STEP_START);
    return MQ_ACTION(LO_START, mq_rng_below(rng, c.st->players), 0, 0);
}

mq_action mq__lo_sample(const struct mq_game *g, const void *state,
                        struct mq_rng *rng)
{
    struct lo c = lo_of(g, state);

    if (c.st->step == LO_STEP_DRAW) {
        return draw(c, (int)mq_rng_below(rng, c.st->deck_size[lo_level(c.st)]));
    }
    if (c.st->step == LO_STEP_DEAL) {
        return deal(c.st, (int)mq_rng_below(rng, c.st->specialist_size));
    }
    return sample_start(c, rng);
}

int mq__lo_stream(const struct mq_game *g, const void *state)
{
    struct lo c = lo_of(g, state);

    switch (c.st->step) {
    case LO_STEP_START:
        return STREAM_START;
    case LO_STEP_OBJECTIVES:
        return STREAM_OBJECTIVES;
    case LO_STEP_DEAL:
        return STREAM_SPECIALISTS;
    default:
        return STREAM_MISSIONS + (c.st->deck > 0 ? c.st->deck - 1 : 0);
    }
}
