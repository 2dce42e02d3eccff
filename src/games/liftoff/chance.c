/* What chance may bring, with its probabilities: the starting player,
 * objectives and specialists dealt, missions drawn.
 */
#include "games/liftoff/rules.h"

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
