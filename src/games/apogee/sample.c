/* Apogee: one outcome at random, with exactly the chances that chance.c lists;
 * and which die or deck's random numbers it uses. */
#include "games/apogee/chance.h"

#include "core/bits.h"

int mq__ap_pick_unseen(const struct ap_tables *t, const uint8_t *unseen,
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

static mq_action sample_technology(struct ap c, int type, struct mq_rng *rng)
{
    int size = c.st->size[type];

    return ap_outcome(
        c, size == 0 ? c.st->under[type][0]
                     : mq__ap_pick_unseen(c.t, c.st->unseen, type, size, rng));
}

static mq_action sample_directors(const struct ap_state *st, struct mq_rng *rng)
{
    int a = ap_pick_bit(st->directors_left, rng);
    int b = ap_pick_bit(st->directors_left & ~AP_BIT(a), rng);

    return MQ_ACTION(AP_C_DIRECTORS, a < b ? a : b, a < b ? b : a, st->cursor);
}

/* What is certain takes no random number. */
mq_action mq__ap_sample(const struct mq_game *g, const void *state,
                        struct mq_rng *rng)
{
    struct ap c = ap_of(g, state);
    int type = ap_drawn_type(c.st);
    uint32_t mask;

    if (type < AP_TYPES) {
        return sample_technology(c, type, rng);
    }
    if (c.st->ask == AP_ASK_DIRECTORS) {
        return sample_directors(c.st, rng);
    }
    mask = ap_equal_chances(c);
    if (c.st->ask == AP_ASK_ENGINEER && c.st->size[c.st->draw_deck] == 0) {
        return ap_outcome(c, ap_low_bit(mask));
    }
    return ap_outcome(c, mq__bits_draw(mask, rng));
}

/* Which die or deck: the die, the six decks, then the others. */
int mq__ap_stream(const struct mq_game *g, const void *state)
{
    struct ap c = ap_of(g, state);

    switch (c.st->ask) {
    case AP_ASK_ROLL:
        return 0;
    case AP_ASK_ENGINEER:
        return 1 + c.st->draw_deck;
    case AP_ASK_ROW:
    case AP_ASK_RND:
        return 1 + ap_drawn_type(c.st);
    case AP_ASK_INVESTOR:
        return 1 + AP_DECKS;
    case AP_ASK_EVENT:
        return 2 + AP_DECKS;
    case AP_ASK_DIRECTORS:
        return 3 + AP_DECKS;
    default:
        assert(c.st->ask == AP_ASK_LOSE);
        return 4 + AP_DECKS;
    }
}
