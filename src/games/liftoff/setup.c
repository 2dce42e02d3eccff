/* The first position, and chance: the starting player, objectives and
 * specialists dealt, missions drawn (LO-S, Text forms).
 */
#include "games/liftoff/rules.h"

#include <assert.h>

#define START_POINTS 2 /* LO-S4 */

enum { STREAM_START, STREAM_OBJECTIVES, STREAM_SPECIALISTS, STREAM_MISSIONS };

/* LO-S3, LO-S4, LO-S7 */
void mq__lo_begin_objectives(struct lo_state *s, int start)
{
    int points = START_POINTS;

    s->start = (uint8_t)start;
    s->turn = (uint8_t)start;
    s->step = LO_STEP_OBJECTIVES;
    for (int i = 0, seat = start; i < s->players; i++) {
        s->player[seat].score = points;
        points += START_POINTS;
        seat = lo_left(s, seat);
    }
}

/* LO-S5 */
static void setup_player(const struct lo_tables *t, struct lo_player *p)
{
    p->lab = 1;
    p->income = t->income.start;
}

/* LO-S1, LO-S6 */
static void setup_decks(const struct lo_tables *t, struct lo_state *s)
{
    for (int i = 0; i < t->specialists; i++) {
        s->specialist_deck[i] = t->specialist[i].copies[s->players];
        s->specialist_size =
            (uint8_t)(s->specialist_size + s->specialist_deck[i]);
    }
    for (int i = 0; i < t->missions; i++) {
        int level = t->mission[i].level;

        s->mission_deck[i] = t->mission[i].copies[s->players];
        s->deck_size[level] =
            (uint8_t)(s->deck_size[level] + s->mission_deck[i]);
    }
}

enum mq_status mq__lo_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    const struct lo_tables *t = lo_tables(g);
    struct lo_state *s = st;
    int start = setup->option[LO_OPTION_START];

    if (setup->players < g->min_players || setup->players > g->max_players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.players", "iii",
                       setup->players, g->min_players, g->max_players);
    }
    if (start < 0 || start > setup->players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.start", "ii", start,
                       setup->players);
    }
    memset(s, 0, sizeof(*s));
    s->players = (uint8_t)setup->players;
    s->edition = setup->option[LO_OPTION_EDITION] == LO_DE;
    s->drawn_option = setup->option[LO_OPTION_DRAWN] == LO_KEEPABLE;
    s->phase = 1;
    s->step = LO_STEP_START;
    s->station = t->covered[s->players]; /* LO-S2 */
    setup_decks(t, s);
    for (int i = 0; i < s->players; i++) {
        setup_player(t, &s->player[i]);
    }
    if (start > 0) {
        mq__lo_begin_objectives(s, start - 1);
    }
    return MQ_OK;
}

/* Chance. */

uint32_t mq__lo_objectives_left(const struct lo_tables *t,
                                const struct lo_state *s)
{
    uint32_t left = (lo_bit(t->objectives - 1) << 1) - 1;

    for (int i = 0; i < s->players; i++) {
        const struct lo_player *p = &s->player[i];

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

static int outcomes_start(const struct lo_state *s, mq_action *out, double *p)
{
    for (int i = 0; i < s->players; i++) {
        out[i] = MQ_ACTION(LO_START, i, 0, 0);
        p[i] = 1.0 / s->players;
    }
    return s->players;
}

static int outcomes_objectives(const struct lo_tables *t,
                               const struct lo_state *s, mq_action *out,
                               double *p)
{
    uint32_t left = mq__lo_objectives_left(t, s);
    int n = 0;

    for (uint32_t a = left; a != 0; a &= a - 1) {
        for (uint32_t b = a & (a - 1); b != 0; b &= b - 1) {
            for (uint32_t c = b & (b - 1); c != 0; c &= c - 1) {
                out[n++] = MQ_ACTION(LO_OBJECTIVES + s->turn, __builtin_ctz(a),
                                     __builtin_ctz(b), __builtin_ctz(c));
            }
        }
    }
    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / n;
    }
    return n;
}

static int outcomes_deal(const struct lo_tables *t, const struct lo_state *s,
                         mq_action *out, double *p)
{
    int n = 0;

    for (int i = 0; i < t->specialists; i++) {
        if (s->specialist_deck[i] > 0) {
            out[n] = MQ_ACTION(LO_DEAL, s->turn, i, 0);
            p[n++] = (double)s->specialist_deck[i] / s->specialist_size;
        }
    }
    return n;
}

static int outcomes_draw(const struct lo_tables *t, const struct lo_state *s,
                         mq_action *out, double *p)
{
    int level = s->deck - 1;
    int n = 0;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (s->mission_deck[kind] > 0) {
            out[n] = MQ_ACTION(LO_DRAW, s->deck, kind, 0);
            p[n++] = (double)s->mission_deck[kind] / s->deck_size[level];
        }
    }
    return n;
}

int mq__lo_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                    double *p)
{
    const struct lo_state *s = st;

    switch (s->step) {
    case LO_STEP_START:
        return outcomes_start(s, out, p);
    case LO_STEP_OBJECTIVES:
        return outcomes_objectives(lo_tables(g), s, out, p);
    case LO_STEP_DEAL:
        return outcomes_deal(lo_tables(g), s, out, p);
    case LO_STEP_DRAW:
        return outcomes_draw(lo_tables(g), s, out, p);
    default:
        return 0;
    }
}

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

static mq_action sample_objectives(const struct lo_tables *t,
                                   const struct lo_state *s, struct mq_rng *rng)
{
    uint32_t left = mq__lo_objectives_left(t, s);
    uint32_t set = 0;
    int a, b;

    for (int i = 0; i < LO_HAND; i++) {
        set |= lo_bit(take_bit(&left, rng));
    }
    a = __builtin_ctz(set);
    set &= set - 1;
    b = __builtin_ctz(set);
    set &= set - 1;
    return MQ_ACTION(LO_OBJECTIVES + s->turn, a, b, __builtin_ctz(set));
}

static mq_action sample_deal(const struct lo_state *s, struct mq_rng *rng)
{
    uint32_t skip = mq_rng_below(rng, s->specialist_size);
    int kind = 0;

    while (skip >= s->specialist_deck[kind]) {
        skip -= s->specialist_deck[kind++];
    }
    return MQ_ACTION(LO_DEAL, s->turn, kind, 0);
}

static mq_action sample_draw(const struct lo_tables *t,
                             const struct lo_state *s, struct mq_rng *rng)
{
    const uint8_t *kind = t->level_kinds[s->deck - 1];
    uint32_t skip = mq_rng_below(rng, s->deck_size[s->deck - 1]);

    while (skip >= s->mission_deck[*kind]) {
        skip -= s->mission_deck[*kind++];
    }
    return MQ_ACTION(LO_DRAW, s->deck, *kind, 0);
}

mq_action mq__lo_sample(const struct mq_game *g, const void *st,
                        struct mq_rng *rng)
{
    const struct lo_state *s = st;

    switch (s->step) {
    case LO_STEP_START:
        return MQ_ACTION(LO_START, mq_rng_below(rng, s->players), 0, 0);
    case LO_STEP_OBJECTIVES:
        return sample_objectives(lo_tables(g), s, rng);
    case LO_STEP_DEAL:
        return sample_deal(s, rng);
    default:
        assert(s->step == LO_STEP_DRAW);
        return sample_draw(lo_tables(g), s, rng);
    }
}

int mq__lo_stream(const struct mq_game *g, const void *st)
{
    const struct lo_state *s = st;

    (void)g;
    switch (s->step) {
    case LO_STEP_START:
        return STREAM_START;
    case LO_STEP_OBJECTIVES:
        return STREAM_OBJECTIVES;
    case LO_STEP_DEAL:
        return STREAM_SPECIALISTS;
    default:
        return STREAM_MISSIONS + (s->deck > 0 ? s->deck - 1 : 0);
    }
}
