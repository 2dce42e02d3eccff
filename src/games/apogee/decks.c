/* Apogee: technologies move between decks, rows, reserves and pads. */
#include "games/apogee/rules.h"

/* The first card put under a deck comes up. */
static void pull_under(struct ap_state *st, int type)
{
    int left = --st->under_count[type];

    memmove(&st->under[type][0], &st->under[type][1], (size_t)left);
    st->under[type][left] = 0;
    if (type == AP_RND) {
        memmove(&st->rnd_known[0], &st->rnd_known[1], (size_t)left);
        st->rnd_known[left] = 0;
    }
}

void mq__apogee_leave_deck(const struct ap_tables *t, struct ap_state *st,
                           int kind)
{
    int type = t->kind[kind].type;

    if (st->size[type] > 0) {
        assert(st->unseen[kind] > 0);
        st->unseen[kind]--;
        st->size[type]--;
    } else {
        assert(st->under[type][0] == kind);
        pull_under(st, type);
    }
}

void mq__apogee_put_under(const struct ap_tables *t, struct ap_state *st,
                          int kind, int known)
{
    int type = t->kind[kind].type;
    int last = st->under_count[type]++;

    assert(last < AP_DECK);
    st->under[type][last] = (uint8_t)kind;
    if (type == AP_RND) {
        st->rnd_known[last] = (uint8_t)known;
    }
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

void mq__apogee_reserve_add(struct ap_state *st, int seat, int kind)
{
    struct ap_player *p = &st->player[seat];

    assert(p->reserve_count < AP_RESERVE_ROOM);
    insert(p->reserve, p->reserve_count++, kind);
}

void mq__apogee_reserve_remove(struct ap_state *st, int seat, int kind)
{
    struct ap_player *p = &st->player[seat];

    erase(p->reserve, p->reserve_count--, kind);
}

bool mq__apogee_in_reserve(const struct ap_state *st, int seat, int kind)
{
    const struct ap_player *p = &st->player[seat];

    return find(p->reserve, p->reserve_count, kind) >= 0;
}

void mq__apogee_discard(const struct ap_tables *t, struct ap_state *st,
                        int seat, int kind)
{
    mq__apogee_reserve_remove(st, seat, kind);
    mq__apogee_put_under(t, st, kind, AP_ALL_KNOW);
}

void mq__apogee_pad_add(const struct ap_tables *t, struct ap_state *st,
                        int seat, int kind)
{
    struct ap_player *p = &st->player[seat];
    int type = t->kind[kind].type;

    assert(p->pad_count[type] < AP_PLACES);
    insert(p->pad[type], p->pad_count[type]++, kind);
    p->built |= (uint8_t)(1U << type);
    if ((t->kind[kind].tags & AP_BIT(AP_TAG_SSTO)) != 0) {
        p->built |= 1U << AP_UPPER; /* AP-K3 */
    }
}

void mq__apogee_pad_remove(const struct ap_tables *t, struct ap_state *st,
                           int seat, int kind)
{
    struct ap_player *p = &st->player[seat];
    int type = t->kind[kind].type;

    erase(p->pad[type], p->pad_count[type]--, kind);
}

uint64_t mq__apogee_pad_kinds(const struct ap_player *p)
{
    uint64_t kinds = 0;

    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            kinds |= AP_KIND_BIT(p->pad[type][i]);
        }
    }
    return kinds;
}

/* Dropped cards are sorted by seat, destination, kind and what they count. */
int mq__apogee_dropped_key(struct ap_dropped card)
{
    return card.seat << 24 | card.destination << 16 | card.kind << 8 |
           card.counts;
}

void mq__apogee_drop(struct ap_state *st, struct ap_dropped card)
{
    int i = st->dropped_count++;

    assert(i < AP_DROPPED);
    for (; i > 0 && mq__apogee_dropped_key(st->dropped[i - 1]) >
                        mq__apogee_dropped_key(card);
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

void mq__apogee_take(const struct ap_tables *t, struct ap_state *st, int seat,
                     int kind)
{
    int type = t->kind[kind].type;
    int place = place_of(st, type, kind);

    assert(place >= 0);
    empty_place(st, type, place);
    mq__apogee_reserve_add(st, seat, kind);
    mq__apogee_acquired(t, st, seat, kind);
}

void mq__apogee_replace_row(const struct ap_tables *t, struct ap_state *st,
                            int type)
{
    for (int place = 0; place < AP_PLACES; place++) {
        int kind = st->row[type][place];

        if (kind != AP_NONE) {
            empty_place(st, type, place);
            mq__apogee_put_under(t, st, kind, AP_ALL_KNOW);
        }
    }
}

int mq__apogee_place_to_fill(const struct ap_state *st)
{
    for (unsigned gaps = st->gaps; gaps != 0; gaps &= gaps - 1) {
        int place = ap_low_bit(gaps);

        if (ap_deck_cards(st, place / AP_PLACES) > 0) {
            return place;
        }
    }
    return -1;
}

void mq__apogee_fill_place(const struct ap_tables *t, struct ap_state *st,
                           int kind)
{
    int place = mq__apogee_place_to_fill(st);

    assert(place >= 0 && place / AP_PLACES == t->kind[kind].type);
    mq__apogee_leave_deck(t, st, kind);
    st->row[place / AP_PLACES][place % AP_PLACES] = (uint8_t)kind;
    st->gaps &= (uint16_t) ~(1U << place);
}
