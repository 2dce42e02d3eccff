/* Apogee: what chance can bring, listed with its probabilities. */
#include "games/apogee/chance.h"

static int list_technologies(struct ap c, int type, mq_action *out, double *p)
{
    int n = 0;

    if (c.st->size[type] == 0) {
        out[0] = ap_outcome(c, c.st->under[type][0]);
        p[0] = 1.0;
        return 1;
    }
    for (int kind = c.t->first[type]; kind < c.t->first[type + 1]; kind++) {
        if (c.st->unseen[kind] > 0) {
            out[n] = ap_outcome(c, kind);
            p[n++] = (double)c.st->unseen[kind] / c.st->size[type];
        }
    }
    return n;
}

static int list_directors(const struct ap_state *st, mq_action *out)
{
    int n = 0;

    for (unsigned a = st->directors_left; a != 0; a &= a - 1) {
        for (unsigned b = a & (a - 1); b != 0; b &= b - 1) {
            out[n++] = MQ_ACTION(AP_C_DIRECTORS, ap_low_bit(a), ap_low_bit(b),
                                 st->cursor);
        }
    }
    return n;
}

int mq__ap_outcomes(const struct mq_game *g, const void *state, mq_action *out,
                    double *p)
{
    struct ap c = ap_of(g, state);
    int type = ap_drawn_type(c.st);
    int n = 0;

    if (type < AP_TYPES) {
        return list_technologies(c, type, out, p);
    }
    if (c.st->ask == AP_ASK_DIRECTORS) {
        n = list_directors(c.st, out);
    } else {
        for (uint32_t left = ap_equal_chances(c); left != 0; left &= left - 1) {
            out[n++] = ap_outcome(c, ap_low_bit(left));
        }
    }
    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / n;
    }
    return n;
}
