/* What chance may bring, with its probabilities: the starting player,
 * objectives and specialists dealt, missions drawn.
 */
#include "games/liftoff/rules.h"

static int outcomes_start(const struct lo_state *st, mq_action *out, double *p)
{
    for (int i = 0; i < st->players; i++) {
        out[i] = MQ_ACTION(LO_START, i, 0, 0);
        p[i] = 1.0 / st->players;
    }
    return st->players;
}

static int outcomes_objectives(const struct lo_tables *t,
                               const struct lo_state *st, mq_action *out,
                               double *p)
{
    uint32_t left = mq__lo_objectives_left(t, st);
    int n = 0;

    for (uint32_t a = left; a != 0; a &= a - 1) {
        for (uint32_t b = a & (a - 1); b != 0; b &= b - 1) {
            for (uint32_t c = b & (b - 1); c != 0; c &= c - 1) {
                out[n++] = MQ_ACTION(LO_OBJECTIVES + st->turn, __builtin_ctz(a),
                                     __builtin_ctz(b), __builtin_ctz(c));
            }
        }
    }
    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / n;
    }
    return n;
}

static int outcomes_deal(const struct lo_tables *t, const struct lo_state *st,
                         mq_action *out, double *p)
{
    int n = 0;

    for (int i = 0; i < t->specialists; i++) {
        if (st->specialist_deck[i] > 0) {
            out[n] = MQ_ACTION(LO_DEAL, st->turn, i, 0);
            p[n++] = (double)st->specialist_deck[i] / st->specialist_size;
        }
    }
    return n;
}

static int outcomes_draw(const struct lo_tables *t, const struct lo_state *st,
                         mq_action *out, double *p)
{
    int level = st->deck - 1;
    int n = 0;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (st->mission_deck[kind] > 0) {
            out[n] = MQ_ACTION(LO_DRAW, st->deck, kind, 0);
            p[n++] = (double)st->mission_deck[kind] / st->deck_size[level];
        }
    }
    return n;
}

int mq__lo_outcomes(const struct mq_game *g, const void *state, mq_action *out,
                    double *p)
{
    const struct lo_state *st = state;

    switch (st->step) {
    case LO_STEP_START:
        return outcomes_start(st, out, p);
    case LO_STEP_OBJECTIVES:
        return outcomes_objectives(lo_tables(g), st, out, p);
    case LO_STEP_DEAL:
        return outcomes_deal(lo_tables(g), st, out, p);
    case LO_STEP_DRAW:
        return outcomes_draw(lo_tables(g), st, out, p);
    default:
        return 0;
    }
}
