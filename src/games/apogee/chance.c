/* Apogee: what chance can bring, listed with its probabilities. */
#include "games/apogee/chance.h"

static int list_technologies(const struct ap_tables *t,
                             const struct ap_state *st, mq_action *out,
                             double *p)
{
    int type = ap_technology_type(st);
    int n = 0;

    if (st->size[type] == 0) {
        out[0] = ap_technology_outcome(st, st->under[type][0]);
        p[0] = 1.0;
        return 1;
    }
    for (int kind = t->first[type]; kind < t->first[type + 1]; kind++) {
        if (st->unseen[kind] > 0) {
            out[n] = ap_technology_outcome(st, kind);
            p[n++] = (double)st->unseen[kind] / st->size[type];
        }
    }
    return n;
}

static int list_directors(const struct ap_state *st, mq_action *out, double *p)
{
    int n = 0;

    for (unsigned a = st->directors_left; a != 0; a &= a - 1) {
        for (unsigned b = a & (a - 1); b != 0; b &= b - 1) {
            out[n++] = MQ_ACTION(AP_C_DIRECTORS, ap_low_bit(a), ap_low_bit(b),
                                 st->cursor);
        }
    }
    for (int i = 0; i < n; i++) {
        p[i] = 1.0 / n;
    }
    return n;
}

static int list_engineers(const struct ap_tables *t, const struct ap_state *st,
                          mq_action *out, double *p)
{
    int level = st->draw_deck - AP_JUNIORS;
    uint32_t mask = ap_unseen_engineers(t, st, level);
    int n = 0;

    if (st->size[st->draw_deck] == 0) {
        out[0] = ap_engineer_outcome(st, st->bench[level][0]);
        p[0] = 1.0;
        return 1;
    }
    for (; mask != 0; mask &= mask - 1) {
        out[n] = ap_engineer_outcome(st, ap_low_bit(mask));
        p[n++] = 1.0 / st->size[st->draw_deck];
    }
    return n;
}

static int list_lost(const struct ap_tables *t, const struct ap_state *st,
                     mq_action *out, double *p)
{
    uint32_t mask = ap_lose_candidates(st);
    int all = ap_count_bits(mask);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n] = ap_lose_outcome(t, st, ap_low_bit(mask));
        p[n++] = 1.0 / all;
    }
    return n;
}

static int list_mask(int action, uint32_t mask, mq_action *out, double *p)
{
    int all = ap_count_bits(mask);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n] = MQ_ACTION(action, ap_low_bit(mask), 0, 0);
        p[n++] = 1.0 / all;
    }
    return n;
}

int mq__apogee_outcomes(const struct mq_game *g, const void *state,
                        mq_action *out, double *p)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = state;

    switch (st->ask) {
    case AP_ASK_DIRECTORS:
        return list_directors(st, out, p);
    case AP_ASK_ENGINEER:
        return list_engineers(t, st, out, p);
    case AP_ASK_INVESTOR:
        return list_mask(AP_C_INVESTOR, st->investors_left, out, p);
    case AP_ASK_EVENT:
        return list_mask(AP_C_EVENT, st->events_left, out, p);
    case AP_ASK_ROLL:
        /* Bits 1 to 12. */
        return list_mask(AP_C_ROLL, (AP_BIT(AP_DIE_SIDES) - 1) << 1, out, p);
    case AP_ASK_LOSE:
        return list_lost(t, st, out, p);
    default:
        assert(st->ask == AP_ASK_ROW || st->ask == AP_ASK_RND);
        return list_technologies(t, st, out, p);
    }
}
