/* Dice and draws: all outcomes with their chances. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* ML-C2: all rolls with their chances. */
struct rolls {
    const struct ml_tables *t;
    mq_action *out;
    double *p;
    int n;
};

/* Gives `dice` to the faces from `face` on; `p` is the chance so far. */
static void list_rolls(struct rolls *r, int face, int dice, unsigned roll,
                       double p)
{
    double side = r->t->sides[face] / 6.0;

    if (face == ML_FACES - 1) {
        for (int i = 0; i < dice; i++) {
            p *= side;
        }
        if (p > 0) {
            assert(r->n < MQ_MAX_OUTCOMES);
            r->out[r->n] = ML_ROLL_ACTION(roll | (unsigned)dice << 3 * face);
            r->p[r->n++] = p;
        }
        return;
    }
    for (int here = dice; here >= 0; here--) {
        double q = p;

        for (int i = 0; i < here; i++) { /* times (dice over here) */
            q *= side * (dice - i) / (i + 1);
        }
        list_rolls(r, face + 1, dice - here, roll | (unsigned)here << 3 * face,
                   q);
    }
}

static int list_finds(const struct ml_state *st, mq_action *out, double *p)
{
    int n = 0, count = __builtin_popcount(st->find_pile);

    for (uint32_t left = st->find_pile; left != 0; left &= left - 1) {
        out[n] = MQ_ACTION(ML_DO_EXPLORE, __builtin_ctz(left), 0, 0);
        p[n++] = 1.0 / count;
    }
    return n;
}

static int sum(const uint8_t *counts, int n)
{
    int all = 0;

    for (int i = 0; i < n; i++) {
        all += counts[i];
    }
    return all;
}

static int list_tokens(struct ml c, mq_action *out, double *p)
{
    int n = 0, count = sum(c.st->token_pile, c.t->tokens);

    for (int i = 0; i < c.t->tokens; i++) {
        if (c.st->token_pile[i] > 0) {
            out[n] = MQ_ACTION(ML_DO_EXPEDITION, i, 0, 0);
            p[n++] = (double)c.st->token_pile[i] / count;
        }
    }
    return n;
}

/* Hands of missions: sets of four out of the box. */
struct hands {
    const struct ml_tables *t;
    uint8_t box[ML_MAX_MISSIONS];
    mq_action *out;
    double *p;
    int n; /* -1: too many */
};

/* Chooses the cards from number `card` of the hand on, of kinds from `kind`
 * on. `p` counts the ways so far. */
static void list_hands(struct hands *h, int card, int kind, mq_action hand,
                       double p)
{
    if (card == ML_DEALT || h->n < 0) {
        if (h->n == MQ_MAX_OUTCOMES) {
            h->n = -1;
        } else if (h->n >= 0) {
            h->out[h->n] = hand;
            h->p[h->n++] = p;
        }
        return;
    }
    for (; kind < h->t->missions; kind++) {
        mq_action next = hand;
        double q = p;

        for (int k = 0; k < h->box[kind] && card + k < ML_DEALT; k++) {
            next |= (mq_action)kind << (11 + 5 * (card + k));
            q *= (double)(h->box[kind] - k) / (k + 1);
            list_hands(h, card + k + 1, kind + 1, next, q);
        }
    }
}

static int list_missions(struct ml c, mq_action *out, double *p)
{
    struct hands h = {.t = c.t, .out = out, .p = p};
    int count = sum(c.st->mission_box, c.t->missions);
    double all = 1;

    memcpy(h.box, c.st->mission_box, sizeof(h.box));
    for (int i = 0; i < ML_DEALT; i++) {
        all *= (double)(count - i) / (i + 1);
    }
    list_hands(&h, 0, 0, ML_DO_MISSIONS | (mq_action)c.st->turn << 8,
               1.0 / all);
    return h.n;
}

int mq__ml_outcomes(const struct mq_game *g, const void *state, mq_action *out,
                    double *p)
{
    struct ml c = ml_of(g, state);
    struct rolls rolls = {.t = c.t, .out = out, .p = p};

    switch (c.st->step) {
    case ML_STEP_START:
        for (int seat = 0; seat < c.st->players; seat++) {
            out[seat] = MQ_ACTION(ML_DO_START, seat, 0, 0);
            p[seat] = 1.0 / c.st->players;
        }
        return c.st->players;
    case ML_STEP_EXPLORE:
        return list_finds(c.st, out, p);
    case ML_STEP_MISSIONS:
        return list_missions(c, out, p);
    case ML_STEP_EXPEDITION:
        return list_tokens(c, out, p);
    default: /* ROLL */
        list_rolls(&rolls, 0, c.st->dice, 0, 1);
        return rolls.n;
    }
}
