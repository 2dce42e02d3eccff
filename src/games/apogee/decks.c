/* Apogee: technologies move between decks, rows, reserves and pads. */
#include "games/apogee/rules.h"

/* The first of a list goes, the others move up. What is unused is 0. */
static void shift(uint8_t list[AP_DECK])
{
    uint8_t rest[AP_DECK] = {0};

    memcpy(rest, list + 1, AP_DECK - 1);
    memcpy(list, rest, AP_DECK);
}

void mq__ap_pull_under(struct ap_state *st, int deck)
{
    assert(st->under_count[deck] > 0);
    st->under_count[deck]--;
    shift(st->under[deck]);
    if (deck >= AP_RND) {
        shift(st->known[deck - AP_RND]);
    }
}

void mq__ap_push_under(struct ap_state *st, int deck, int card, int known)
{
    int last = st->under_count[deck]++;

    assert(last < AP_DECK);
    st->under[deck][last] = (uint8_t)card;
    if (deck >= AP_RND) {
        st->known[deck - AP_RND][last] = (uint8_t)known;
    }
}

void mq__ap_leave_deck(struct ap c, int kind)
{
    int type = c.t->kind[kind].type;

    if (c.st->size[type] > 0) {
        assert(c.st->unseen[kind] > 0);
        c.st->unseen[kind]--;
        c.st->size[type]--;
    } else {
        assert(c.st->under[type][0] == kind);
        mq__ap_pull_under(c.st, type);
    }
}

void mq__ap_put_under(struct ap c, int kind, int known)
{
    mq__ap_push_under(c.st, c.t->kind[kind].type, kind, known);
}

/* Sorted lists of bytes. */

static void insert(uint8_t *list, int count, int value)
{
    int i = count;

    for (; i > 0 && list[i - 1] > value; i--) {
        list[i] = list[i - 1];
    }
    list[i] = (uint8_t)value;
}

static int find(const uint8_t *list, int count, int value)
{
    for (int i = 0; i < count; i++) {
        if (list[i] == value) {
            return i;
        }
    }
    return -1;
}

static void erase(uint8_t *list, int count, int value)
{
    int i = find(list, count, value);

    assert(i >= 0);
    for (; i < count - 1; i++) {
        list[i] = list[i + 1];
    }
    list[count - 1] = 0;
}

void mq__ap_reserve_add(struct ap_state *st, int seat, int kind)
{
    struct ap_player *p = &st->player[seat];

    assert(p->reserve_count < AP_RESERVE_ROOM);
    insert(p->reserve, p->reserve_count++, kind);
    if (p->reserve_count > AP_RESERVE) {
        st->overfull |= (uint8_t)AP_BIT(seat); /* AP-C12 */
    }
}

void mq__ap_reserve_remove(struct ap_state *st, int seat, int kind)
{
    struct ap_player *p = &st->player[seat];

    erase(p->reserve, p->reserve_count--, kind);
    if (p->reserve_count == AP_RESERVE) {
        st->overfull &= (uint8_t)~AP_BIT(seat);
    }
}

bool mq__ap_in_reserve(const struct ap_state *st, int seat, int kind)
{
    const struct ap_player *p = &st->player[seat];

    return find(p->reserve, p->reserve_count, kind) >= 0;
}

void mq__ap_discard(struct ap c, int seat, int kind)
{
    mq__ap_reserve_remove(c.st, seat, kind);
    mq__ap_put_under(c, kind, AP_ALL_KNOW);
}

void mq__ap_pad_add(struct ap c, int seat, int kind)
{
    struct ap_player *p = &c.st->player[seat];
    int type = c.t->kind[kind].type;

    assert(p->pad_count[type] < AP_PLACES);
    insert(p->pad[type], p->pad_count[type]++, kind);
    p->pad_kinds |= AP_KIND_BIT(kind);
    p->built |= (uint8_t)(1U << type);
    if ((c.t->kind[kind].tags & AP_BIT(AP_TAG_SSTO)) != 0) {
        p->built |= 1U << AP_UPPER; /* AP-K3 */
    }
}

void mq__ap_pad_remove(struct ap c, int seat, int kind)
{
    struct ap_player *p = &c.st->player[seat];
    int type = c.t->kind[kind].type;

    erase(p->pad[type], p->pad_count[type]--, kind);
    p->pad_kinds = mq__ap_pad_kinds(p);
}

uint64_t mq__ap_pad_kinds(const struct ap_player *p)
{
    uint64_t kinds = 0;

    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            kinds |= AP_KIND_BIT(p->pad[type][i]);
        }
    }
    return kinds;
}

uint64_t mq__ap_reserve_kinds(const struct ap_player *p)
{
    uint64_t kinds = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        kinds |= AP_KIND_BIT(p->reserve[i]);
    }
    return kinds;
}

uint64_t mq__ap_row_kinds(const struct ap_state *st)
{
    const uint8_t *rows = st->row[0];
    uint64_t kinds = 0;

    for (unsigned left = AP_ALL_GAPS & ~st->gaps; left != 0; left &= left - 1) {
        kinds |= AP_KIND_BIT(rows[ap_low_bit(left)]);
    }
    return kinds;
}

/* Dropped cards are sorted by seat, destination, kind and what they count. */
int mq__ap_dropped_key(struct ap_dropped card)
{
    return card.seat << 24 | card.destination << 16 | card.kind << 8 |
           card.counts;
}

void mq__ap_drop(struct ap_state *st, struct ap_dropped card)
{
    int i = st->dropped_count++;

    assert(i < AP_DROPPED);
    for (; i > 0 &&
           mq__ap_dropped_key(st->dropped[i - 1]) > mq__ap_dropped_key(card);
         i--) {
        st->dropped[i] = st->dropped[i - 1];
    }
    st->dropped[i] = card;
}

/* Rows. */

static int place_of(const struct ap_state *st, int type, int kind)
{
    return find(st->row[type], AP_PLACES, kind);
}

static void empty_place(struct ap_state *st, int type, int place)
{
    st->row[type][place] = AP_NONE;
    st->gaps |= (uint16_t)(1U << (type * AP_PLACES + place));
}

void mq__ap_take(struct ap c, int seat, int kind)
{
    int type = c.t->kind[kind].type;
    int place = place_of(c.st, type, kind);

    assert(place >= 0);
    empty_place(c.st, type, place);
    mq__ap_reserve_add(c.st, seat, kind);
    mq__ap_got_card(c, seat, AP_ACQUIRE, kind);
}

void mq__ap_replace_row(struct ap c, int type)
{
    for (int place = 0; place < AP_PLACES; place++) {
        int kind = c.st->row[type][place];

        if (kind != AP_NONE) {
            empty_place(c.st, type, place);
            mq__ap_put_under(c, kind, AP_ALL_KNOW);
        }
    }
}

int mq__ap_place_to_fill(const struct ap_state *st)
{
    for (unsigned gaps = st->gaps; gaps != 0; gaps &= gaps - 1) {
        int place = ap_low_bit(gaps);

        if (ap_deck_cards(st, place / AP_PLACES) > 0) {
            return place;
        }
    }
    return -1;
}

void mq__ap_fill_place(struct ap c, int kind)
{
    int place = mq__ap_place_to_fill(c.st);

    assert(place >= 0 && place / AP_PLACES == c.t->kind[kind].type);
    mq__ap_leave_deck(c, kind);
    c.st->row[place / AP_PLACES][place % AP_PLACES] = (uint8_t)kind;
    c.st->gaps &= (uint16_t) ~(1U << place);
}
