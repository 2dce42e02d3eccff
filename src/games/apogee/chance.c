/* Apogee: what chance can bring, listed and sampled. */
#include "games/apogee/rules.h"

/* The engineers of a level that are unseen. */
static uint32_t unseen_engineers(const struct ap_tables *t,
                                 const struct ap_state *st, int level)
{
    return st->engineers_left & t->level[level];
}

static uint32_t lose_candidates(const struct ap_state *st)
{
    const struct ap_player *p = &st->player[st->losing];
    uint32_t mask = 0;

    for (int i = 0; i < p->crew_count; i++) {
        mask |= ap_at_center(p->crew[i].space) ? 0 : AP_BIT(p->crew[i].id);
    }
    return mask;
}

static mq_action engineer_outcome(const struct ap_state *st, int engineer)
{
    return MQ_ACTION(AP_C_ENGINEER, engineer, st->draw_seat,
                     st->draw_deck - AP_JUNIORS);
}

static mq_action lose_outcome(const struct ap_tables *t,
                              const struct ap_state *st, int engineer)
{
    return MQ_ACTION(AP_C_LOSE, engineer, st->losing,
                     t->engineer[engineer].level);
}

static mq_action technology_outcome(const struct ap_state *st, int kind)
{
    return st->ask == AP_ASK_RND ? MQ_ACTION(AP_C_RND, kind, st->draw_seat, 0)
                                 : MQ_ACTION(AP_C_ROW, kind, 0, 0);
}

static int technology_type(const struct ap_state *st)
{
    return st->ask == AP_ASK_RND ? AP_RND
                                 : mq__apogee_place_to_fill(st) / AP_PLACES;
}

/* Listed. */

static int list_technologies(const struct ap_tables *t,
                             const struct ap_state *st, mq_action *out,
                             double *p)
{
    int type = technology_type(st);
    int n = 0;

    if (st->size[type] == 0) {
        out[0] = technology_outcome(st, st->under[type][0]);
        p[0] = 1.0;
        return 1;
    }
    for (int kind = t->first[type]; kind < t->first[type + 1]; kind++) {
        if (st->unseen[kind] > 0) {
            out[n] = technology_outcome(st, kind);
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
    uint32_t mask = unseen_engineers(t, st, level);
    int n = 0;

    if (st->size[st->draw_deck] == 0) {
        out[0] = engineer_outcome(st, st->bench[level][0]);
        p[0] = 1.0;
        return 1;
    }
    for (; mask != 0; mask &= mask - 1) {
        out[n] = engineer_outcome(st, ap_low_bit(mask));
        p[n++] = 1.0 / st->size[st->draw_deck];
    }
    return n;
}

static int list_lost(const struct ap_tables *t, const struct ap_state *st,
                     mq_action *out, double *p)
{
    uint32_t mask = lose_candidates(st);
    int all = ap_count_bits(mask);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n] = lose_outcome(t, st, ap_low_bit(mask));
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

/* Sampled. */

/* One bit of a mask, all alike. */
static int pick_bit(uint32_t mask, struct mq_rng *rng)
{
    uint32_t k = mq_rng_below(rng, (uint32_t)ap_count_bits(mask));

    for (; k > 0; k--) {
        mask &= mask - 1;
    }
    return ap_low_bit(mask);
}

int mq__apogee_pick_unseen(const struct ap_tables *t, const uint8_t *unseen,
                           int type, int size, struct mq_rng *rng)
{
    int k = (int)mq_rng_below(rng, (uint32_t)size);
    int kind = t->first[type];

    while (k >= unseen[kind]) {
        k -= unseen[kind++];
    }
    assert(kind < t->first[type + 1]);
    return kind;
}

static mq_action sample_technology(const struct ap_tables *t,
                                   const struct ap_state *st,
                                   struct mq_rng *rng)
{
    int type = technology_type(st);

    if (st->size[type] == 0) {
        return technology_outcome(st, st->under[type][0]);
    }
    return technology_outcome(
        st, mq__apogee_pick_unseen(t, st->unseen, type, st->size[type], rng));
}

static mq_action sample_directors(const struct ap_state *st, struct mq_rng *rng)
{
    int a = pick_bit(st->directors_left, rng);
    int b = pick_bit(st->directors_left & ~AP_BIT(a), rng);

    return MQ_ACTION(AP_C_DIRECTORS, a < b ? a : b, a < b ? b : a, st->cursor);
}

static mq_action sample_engineer(const struct ap_tables *t,
                                 const struct ap_state *st, struct mq_rng *rng)
{
    int level = st->draw_deck - AP_JUNIORS;

    if (st->size[st->draw_deck] == 0) {
        return engineer_outcome(st, st->bench[level][0]);
    }
    return engineer_outcome(st, pick_bit(unseen_engineers(t, st, level), rng));
}

mq_action mq__apogee_sample(const struct mq_game *g, const void *state,
                            struct mq_rng *rng)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = state;

    switch (st->ask) {
    case AP_ASK_DIRECTORS:
        return sample_directors(st, rng);
    case AP_ASK_ENGINEER:
        return sample_engineer(t, st, rng);
    case AP_ASK_INVESTOR:
        return MQ_ACTION(AP_C_INVESTOR, pick_bit(st->investors_left, rng), 0,
                         0);
    case AP_ASK_EVENT:
        return MQ_ACTION(AP_C_EVENT, pick_bit(st->events_left, rng), 0, 0);
    case AP_ASK_ROLL:
        return MQ_ACTION(AP_C_ROLL, 1 + mq_rng_below(rng, AP_DIE_SIDES), 0, 0);
    case AP_ASK_LOSE:
        return lose_outcome(t, st, pick_bit(lose_candidates(st), rng));
    default:
        assert(st->ask == AP_ASK_ROW || st->ask == AP_ASK_RND);
        return sample_technology(t, st, rng);
    }
}

/* Which die or deck: the die, the six decks, then the others. */
int mq__apogee_stream(const struct mq_game *g, const void *state)
{
    const struct ap_state *st = state;

    (void)g;
    switch (st->ask) {
    case AP_ASK_ROLL:
        return 0;
    case AP_ASK_ENGINEER:
        return 1 + st->draw_deck;
    case AP_ASK_ROW:
    case AP_ASK_RND:
        return 1 + technology_type(st);
    case AP_ASK_INVESTOR:
        return 1 + AP_DECKS;
    case AP_ASK_EVENT:
        return 2 + AP_DECKS;
    case AP_ASK_DIRECTORS:
        return 3 + AP_DECKS;
    default:
        assert(st->ask == AP_ASK_LOSE);
        return 4 + AP_DECKS;
    }
}
