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

static int outcomes_objectives(struct lo c, mq_action *out, double *p)
{
    uint32_t left = mq__lo_objectives_left(c);
    int n = 0;

    for (uint32_t a = left; a != 0; a &= a - 1) {
        for (uint32_t b = a & (a - 1); b != 0; b &= b - 1) {
            for (uint32_t k = b & (b - 1); k != 0; k &= k - 1) {
                out[n++] =
                    MQ_ACTION(LO_OBJECTIVES + c.st->turn, __builtin_ctz(a),
                              __builtin_ctz(b), __builtin_ctz(k));
            }
        }
    }
    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / n;
    }
    return n;
}

static int outcomes_deal(struct lo c, mq_action *out, double *p)
{
    int n = 0;

    for (int i = 0; i < c.t->specialists; i++) {
        if (c.st->specialist_deck[i] > 0) {
            out[n] = MQ_ACTION(LO_DEAL, c.st->turn, i, 0);
            p[n++] = (double)c.st->specialist_deck[i] / c.st->specialist_size;
        }
    }
    return n;
}

static int outcomes_draw(struct lo c, mq_action *out, double *p)
{
    int level = c.st->deck - 1;
    int n = 0;

    for (int i = 0; i < c.t->level_count[level]; i++) {
        int kind = c.t->level_kinds[level][i];

        if (c.st->mission_deck[kind] > 0) {
            out[n] = MQ_ACTION(LO_DRAW, c.st->deck, kind, 0);
            p[n++] = (double)c.st->mission_deck[kind] / c.st->deck_size[level];
        }
    }
    return n;
}

int mq__lo_outcomes(const struct mq_game *g, const void *state, mq_action *out,
                    double *p)
{
    struct lo c = lo_of(g, state);

    switch (c.st->step) {
    case LO_STEP_START:
        return outcomes_start(c.st, out, p);
    case LO_STEP_OBJECTIVES:
        return outcomes_objectives(c, out, p);
    case LO_STEP_DEAL:
        return outcomes_deal(c, out, p);
    case LO_STEP_DRAW:
        return outcomes_draw(c, out, p);
    default:
        return 0;
    }
}
