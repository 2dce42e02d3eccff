/* Missions: choosing a deck, drawing, keeping (LO-M).
 *
 * Drawn cards lie as counts by kind: they have no order. `drawn_size` counts
 * those not kept; with `kept_size` it tells how many were drawn this turn.
 */
#include "games/liftoff/rules.h"

#include <assert.h>

int mq__lo_mission_banners(const struct lo_tables *t, const struct lo_player *p)
{
    int n = 0;

    for (int i = 0; i < p->plays; i++) {
        n += t->specialist[p->played[i]].banner == LO_BANNER_MISSION;
    }
    return n;
}

/* LO-M7, LO-M8 */
uint32_t mq__lo_full(const struct lo_tables *t, const struct lo_player *p)
{
    uint32_t one = p->earth[0] | p->space[0];
    uint32_t two = p->earth[1] | p->space[1] | (p->earth[0] & p->space[0]);

    return (one & t->most_1) | (two & t->most_2);
}

/* Kinds of a level that lie in the deck or on its discard pile. */
static uint32_t there(const struct lo_tables *t, const struct lo_state *st,
                      int level)
{
    uint32_t mask = 0;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (st->mission_deck[kind] + st->mission_discard[kind] > 0) {
            mask |= lo_bit(kind);
        }
    }
    return mask;
}

/* LO-M2, LO-M9, LO-M13, LO-M15; `level` from 0. */
bool mq__lo_deck_open(const struct lo_tables *t, const struct lo_state *st,
                      const struct lo_player *p, int level)
{
    if (level >= 2 * st->phase || p->own[level] >= LO_OF_LEVEL) {
        return false;
    }
    return (there(t, st, level) & ~mq__lo_full(t, p)) != 0;
}

bool mq__lo_any_deck(const struct lo_tables *t, const struct lo_state *st,
                     const struct lo_player *p)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        if (mq__lo_deck_open(t, st, p, level)) {
            return true;
        }
    }
    return false;
}

/* LO-H8 looks at the draw as a whole: what was kept since doesn't hide a
 * second copy again. */
uint32_t mq__lo_keepable_then(const struct lo_tables *t,
                              const struct lo_state *st)
{
    struct lo_player p = st->player[st->turn];

    for (int i = 0; i < st->kept_size; i++) {
        lo_mask_take(p.earth, st->kept[i]);
    }
    return t->level_mask[st->deck - 1] & ~mq__lo_full(t, &p);
}

static int draws(const struct lo_tables *t, const struct lo_state *st)
{
    return LO_DRAWS + mq__lo_mission_banners(t, &st->player[st->turn]);
}

bool mq__lo_forced(const struct lo_tables *t, const struct lo_state *st)
{
    return st->drawn_size + st->kept_size > draws(t, st);
}

/* LO-M4, LO-M9, LO-M10 */
int mq__lo_to_keep(const struct lo_tables *t, const struct lo_state *st)
{
    const struct lo_player *p = &st->player[st->turn];
    int most = 1 + mq__lo_mission_banners(t, p);
    int room = LO_OF_LEVEL - p->own[st->deck - 1];

    if (mq__lo_forced(t, st)) {
        most = 1;
    }
    most -= st->kept_size;
    return most < room ? most : room;
}

/* The kinds drawn that may be kept now. */
static uint32_t keepable(const struct lo_tables *t, const struct lo_state *st)
{
    uint32_t full = mq__lo_full(t, &st->player[st->turn]);
    uint32_t mask = 0;
    int level = st->deck - 1;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (st->drawn[kind] > 0) {
            mask |= lo_bit(kind);
        }
    }
    return mask & ~full;
}

/* LO-M11 */
static void reshuffle(const struct lo_tables *t, struct lo_state *st, int level)
{
    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        st->mission_deck[kind] = st->mission_discard[kind];
        st->mission_discard[kind] = 0;
    }
    st->deck_size[level] = st->discard_size[level];
    st->discard_size[level] = 0;
}

/* Another card is drawn, or keeping begins (LO-M3, LO-M10 to LO-M12). */
static void draw_or_take(const struct lo_tables *t, struct lo_state *st)
{
    int level = st->deck - 1;
    bool more = st->drawn_size < draws(t, st) || keepable(t, st) == 0;

    if (more && st->deck_size[level] == 0) {
        reshuffle(t, st, level);
    }
    if (more && st->deck_size[level] > 0) {
        st->step = LO_STEP_DRAW;
        return;
    }
    st->step = LO_STEP_TAKE;
}

void mq__lo_choose_deck(const struct lo_tables *t, struct lo_state *st,
                        int level)
{
    st->deck = (uint8_t)level;
    draw_or_take(t, st);
}

void mq__lo_draw(const struct lo_tables *t, struct lo_state *st, int kind)
{
    st->mission_deck[kind]--;
    st->deck_size[st->deck - 1]--;
    st->drawn[kind]++;
    st->drawn_size++;
    draw_or_take(t, st);
}

int mq__lo_list_takes(const struct lo_tables *t, const struct lo_state *st,
                      mq_action *out)
{
    uint32_t mask = keepable(t, st);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n++] = MQ_ACTION(LO_TAKE, __builtin_ctz(mask), 0, 0);
    }
    return n;
}

static void keep_sorted(struct lo_state *st, int kind)
{
    int i = st->kept_size++;

    assert(i < LO_HAND);
    for (; i > 0 && st->kept[i - 1] > kind; i--) {
        st->kept[i] = st->kept[i - 1];
    }
    st->kept[i] = (uint8_t)kind;
}

/* LO-M5 */
void mq__lo_take(const struct lo_tables *t, struct lo_state *st, int kind)
{
    struct lo_player *p = &st->player[st->turn];

    st->drawn[kind]--;
    st->drawn_size--;
    keep_sorted(st, kind);
    lo_mask_add(p->earth, kind);
    p->own[t->mission[kind].level]++;
    if (mq__lo_to_keep(t, st) <= 0 || keepable(t, st) == 0) {
        mq__lo_take_done(t, st);
    }
}

/* LO-M6 */
void mq__lo_take_done(const struct lo_tables *t, struct lo_state *st)
{
    int level = st->deck - 1;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        st->mission_discard[kind] =
            (uint8_t)(st->mission_discard[kind] + st->drawn[kind]);
        st->drawn[kind] = 0;
    }
    st->discard_size[level] =
        (uint8_t)(st->discard_size[level] + st->drawn_size);
    st->drawn_size = st->kept_size = st->deck = 0;
    memset(st->kept, 0, sizeof(st->kept));
    mq__lo_mission_done(t, st);
}
