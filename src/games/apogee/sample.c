/* Apogee: one outcome at random, with exactly the chances that chance.c lists;
 * and which die or deck's random numbers it uses. */
#include "games/apogee/chance.h"

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
    int type = ap_technology_type(st);

    if (st->size[type] == 0) {
        return ap_technology_outcome(st, st->under[type][0]);
    }
    return ap_technology_outcome(
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
        return ap_engineer_outcome(st, st->bench[level][0]);
    }
    return ap_engineer_outcome(
        st, pick_bit(ap_unseen_engineers(t, st, level), rng));
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
        return ap_lose_outcome(t, st, pick_bit(ap_lose_candidates(st), rng));
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
        return 1 + ap_technology_type(st);
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
