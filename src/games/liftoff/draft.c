/* Hands and objectives: adding, playing, passing, and what a passer goes on
 * knowing of a hand (LO-D1 to LO-D8, LO-H4, LO-H5).
 */
#include "games/liftoff/rules.h"

#include <assert.h>

/* Sorted by kind, then by who knows it. */
void mq__lo_cards_add(struct lo_cards *cards, int card, int known)
{
    int i = cards->size;

    assert(i < LO_HAND);
    while (i > 0 &&
           (cards->card[i - 1] > card ||
            (cards->card[i - 1] == card && cards->known[i - 1] > known))) {
        cards->card[i] = cards->card[i - 1];
        cards->known[i] = cards->known[i - 1];
        i--;
    }
    cards->card[i] = (uint8_t)card;
    cards->known[i] = (uint8_t)known;
    cards->size++;
}

void mq__lo_cards_sort(struct lo_cards *cards)
{
    struct lo_cards sorted = {0};

    for (int i = 0; i < cards->size; i++) {
        mq__lo_cards_add(&sorted, cards->card[i], cards->known[i]);
    }
    *cards = sorted;
}

/* Written out for the three slots; those behind the last card are 0. */
void mq__lo_cards_remove(struct lo_cards *cards, int slot)
{
    assert(slot >= 0 && slot < cards->size);
    assert(slot >= 0 && slot < cards->size);
    if (slot == 0) {
        cards->card[0] = cards->card[1];
        cards->known[0] = cards->known[1];
    }
    if (slot <= 1) {
        cards->card[1] = cards->card[2];
        cards->known[1] = cards->known[2];
    }
    cards->card[2] = 0;
    cards->known[2] = 0;
    cards->size--;
}

/* The first slot with the card (the one known to the lowest); -1: none. */
int mq__lo_cards_find(const struct lo_cards *cards, int card)
{
    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] == card) {
            return i;
        }
    }
    return -1;
}

/* The same for a card that is there. */
static inline int slot_of(const struct lo_cards *cards, int card)
{
    int slot = cards->card[0] == card ? 0 : cards->card[1] == card ? 1 : 2;

    assert(slot < cards->size && cards->card[slot] == card);
    return slot;
}

/* Of equal copies the known one counts as played first, for each seat that
 * knows one (LO-H4): so nobody can tell from their view that there was a
 * second copy. Afterwards the first copy is an unknown one, to take out. */
static LO_APART void forget_copies(struct lo_cards *cards, int card)
{
    unsigned forgotten = 0; /* by known: 0 stays 0 */

    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] == card && (forgotten >> cards->known[i] & 1) == 0) {
            forgotten |= 1u << cards->known[i];
            cards->known[i] = 0;
        }
    }
    mq__lo_cards_sort(cards);
}

void mq__lo_cards_play(struct lo_cards *cards, int card)
{
    int slot = slot_of(cards, card);

    if (slot < LO_HAND - 1 && slot < cards->size - 1 &&
        cards->card[slot + 1] == card) {
        forget_copies(cards, card);
    }
    mq__lo_cards_remove(cards, slot);
}

static struct lo_cards *cards_of(struct lo_state *st, bool objectives, int seat)
{
    return objectives ? &st->player[seat].objective : &st->player[seat].hand;
}

/* Who goes on knowing a card of a hand from which cards go to `to`: what third
 * seats knew of the hand is unknown again. */
static uint8_t still_known(const struct lo_cards *cards, int slot, int to)
{
    return cards->known[slot] == to + 1 ? cards->known[slot] : 0;
}

/* The slot of a card that the receiver knows, or of one they don't, as
 * wanted; any copy where there is no such. */
static int find_copy(const struct lo_cards *cards, int card, int to, bool known)
{
    int slot = slot_of(cards, card);

    for (int i = slot; i < cards->size && cards->card[i] == card; i++) {
        if ((cards->known[i] == to + 1) == known) {
            return i;
        }
    }
    return slot;
}

static int neighbour(const struct lo_state *st, int seat, int direction)
{
    return direction == LO_LEFT ? lo_left(st, seat) : lo_right(st, seat);
}

/* Everyone keeps the card committed to, the rest moves (LO-D1, LO-D5). Of
 * equal copies the one that the receiver knew goes back first. */
void mq__lo_pass_kept(struct lo_state *st, bool objectives, int direction)
{
    struct lo_cards rest[LO_MAX_PLAYERS];
    uint8_t known[LO_MAX_PLAYERS];

    for (int i = 0; i < st->players; i++) {
        struct lo_cards *cards = cards_of(st, objectives, i);
        int to = neighbour(st, i, direction);
        int slot = find_copy(cards, st->player[i].commit - 1, to, false);

        known[i] = still_known(cards, slot, to);
        mq__lo_cards_remove(cards, slot);
        cards->known[0] = cards->size > 0 ? (uint8_t)(i + 1) : 0;
        cards->known[1] = cards->size > 1 ? (uint8_t)(i + 1) : 0;
        rest[to] = *cards;
    }
    for (int i = 0; i < st->players; i++) {
        struct lo_cards *cards = cards_of(st, objectives, i);

        *cards = rest[i];
        mq__lo_cards_add(cards, st->player[i].commit - 1, known[i]);
        st->player[i].commit = 0;
    }
}

/* Everyone passes the card committed to (LO-D2, LO-D6). */
void mq__lo_pass_one(struct lo_state *st, bool objectives, int direction)
{
    for (int i = 0; i < st->players; i++) {
        struct lo_cards *cards = cards_of(st, objectives, i);
        int to = neighbour(st, i, direction);

        mq__lo_cards_remove(
            cards, find_copy(cards, st->player[i].commit - 1, to, true));
        cards->known[0] = still_known(cards, 0, to);
        cards->known[1] = still_known(cards, 1, to);
        if (cards->card[0] == cards->card[1]) {
            mq__lo_cards_sort(cards);
        }
    }
    for (int i = 0; i < st->players; i++) {
        mq__lo_cards_add(cards_of(st, objectives, neighbour(st, i, direction)),
                         st->player[i].commit - 1, i + 1);
        st->player[i].commit = 0;
    }
}
