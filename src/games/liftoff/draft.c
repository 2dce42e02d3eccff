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

void mq__lo_cards_remove(struct lo_cards *cards, int slot)
{
    cards->size--;
    for (int i = slot; i < cards->size; i++) {
        cards->card[i] = cards->card[i + 1];
        cards->known[i] = cards->known[i + 1];
    }
    cards->card[cards->size] = 0;
    cards->known[cards->size] = 0;
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

/* Of equal copies the known one counts as played first, for each seat that
 * knows one (LO-H4): so nobody can tell from their view that there was a
 * second copy. Afterwards an unknown copy is there to take out. */
void mq__lo_cards_play(struct lo_cards *cards, int card)
{
    unsigned forgotten = 0; /* by known: 0 stays 0 */

    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] == card && (forgotten >> cards->known[i] & 1) == 0) {
            forgotten |= 1u << cards->known[i];
            cards->known[i] = 0;
        }
    }
    mq__lo_cards_sort(cards);
    mq__lo_cards_remove(cards, mq__lo_cards_find(cards, card));
}

bool mq__lo_all_committed(const struct lo_state *st)
{
    for (int i = 0; i < st->players; i++) {
        if (st->player[i].commit == 0) {
            return false;
        }
    }
    return true;
}

static struct lo_cards *cards_of(struct lo_state *st, bool objectives, int seat)
{
    return objectives ? &st->player[seat].objective : &st->player[seat].hand;
}

/* Cards go to `to`: what third seats knew of this hand is unknown again. */
static void forget(struct lo_cards *cards, int to)
{
    for (int i = 0; i < cards->size; i++) {
        if (cards->known[i] != to + 1) {
            cards->known[i] = 0;
        }
    }
}

/* The slot of a card that the receiver knows, or of one they don't, as
 * wanted; any copy where there is no such. */
static int find_copy(const struct lo_cards *cards, int card, bool known)
{
    int slot = mq__lo_cards_find(cards, card);

    for (int i = slot; i < cards->size && cards->card[i] == card; i++) {
        if ((cards->known[i] != 0) == known) {
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
    struct lo_cards next[LO_MAX_PLAYERS] = {0};

    for (int i = 0; i < st->players; i++) {
        struct lo_cards *cards = cards_of(st, objectives, i);
        int to = neighbour(st, i, direction);
        int kept;

        forget(cards, to);
        kept = find_copy(cards, st->player[i].commit - 1, false);
        for (int k = 0; k < cards->size; k++) {
            mq__lo_cards_add(&next[k == kept ? i : to], cards->card[k],
                             k == kept ? cards->known[k] : i + 1);
        }
        st->player[i].commit = 0;
    }
    for (int i = 0; i < st->players; i++) {
        *cards_of(st, objectives, i) = next[i];
    }
}

/* Everyone passes the card committed to (LO-D2, LO-D6). */
void mq__lo_pass_one(struct lo_state *st, bool objectives, int direction)
{
    int passed[LO_MAX_PLAYERS] = {0};

    for (int i = 0; i < st->players; i++) {
        struct lo_cards *cards = cards_of(st, objectives, i);

        passed[i] = st->player[i].commit - 1;
        st->player[i].commit = 0;
        forget(cards, neighbour(st, i, direction));
        mq__lo_cards_remove(cards, find_copy(cards, passed[i], true));
        mq__lo_cards_sort(cards);
    }
    for (int i = 0; i < st->players; i++) {
        mq__lo_cards_add(cards_of(st, objectives, neighbour(st, i, direction)),
                         passed[i], i + 1);
    }
}
