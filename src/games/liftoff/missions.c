/* Missions: choosing a deck, drawing, keeping (LO-M).
 *
 * Drawn cards lie as counts by kind: they have no order. `drawn_size` counts
 * those not kept; with `kept_size` it tells how many were drawn this turn.
 */
#include "games/liftoff/rules.h"

#include "core/counts.h"

#include <assert.h>

int mq__lo_mission_banners(const struct lo_tables *t, const struct lo_player *p)
{
    int n = 0;

    for (int i = 0; i < p->plays; i++) {
        n += (int)(t->banner_mask[LO_BANNER_MISSION] >> p->played[i] & 1);
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

/* Whether any of these kinds lies in its deck or on the discard pile. */
static bool any_there(const struct lo_state *st, uint32_t kinds)
{
    for (; kinds != 0; kinds &= kinds - 1) {
        int kind = __builtin_ctz(kinds);

        if ((st->mission_deck[kind] | st->mission_discard[kind]) != 0) {
            return true;
        }
    }
    return false;
}

/* LO-M2, LO-M9, LO-M15, LO-M13; `level` from 0, `full` as mq__lo_full. */
static inline enum lo_hindrance deck_hindrance(struct lo c,
                                               const struct lo_player *p,
                                               uint32_t full, int level)
{
    uint32_t open = c.t->level_mask[level] & ~full;

    if (level >= 2 * c.st->phase) {
        return LO_LATER_DECK;
    }
    if (p->own[level] >= LO_OF_LEVEL) {
        return LO_SEVEN_OWNED;
    }
    if (open == 0) {
        return LO_ALL_KINDS;
    }
    return any_there(c.st, open) ? LO_MAY : LO_NOTHING_TO_KEEP;
}

enum lo_hindrance mq__lo_deck_hindrance(struct lo c, const struct lo_player *p,
                                        int level)
{
    return deck_hindrance(c, p, mq__lo_full(c.t, p), level);
}

LO_APART int mq__lo_list_decks(struct lo c, mq_action *out)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    uint32_t full = mq__lo_full(c.t, p);
    int n = 0;

    for (int level = 0; level < LO_LEVELS; level++) {
        if (deck_hindrance(c, p, full, level) == LO_MAY) {
            out[n++] = MQ_ACTION(LO_DECK, level + 1, 0, 0);
        }
    }
    return n;
}

bool mq__lo_any_deck(struct lo c, const struct lo_player *p)
{
    uint32_t full = mq__lo_full(c.t, p);

    for (int level = 0; level < LO_LEVELS; level++) {
        if (deck_hindrance(c, p, full, level) == LO_MAY) {
            return true;
        }
    }
    return false;
}

/* LO-H8 looks at the draw as a whole: what was kept since doesn't hide a
 * second copy again. */
uint32_t mq__lo_keepable_then(struct lo c)
{
    struct lo_player p = c.st->player[c.st->turn];

    for (int i = 0; i < c.st->kept_size; i++) {
        lo_mask_take(p.earth, c.st->kept[i]);
    }
    return c.t->level_mask[c.st->deck - 1] & ~mq__lo_full(c.t, &p);
}

static int draws(struct lo c)
{
    return LO_DRAWS + mq__lo_mission_banners(c.t, &c.st->player[c.st->turn]);
}

bool mq__lo_forced(struct lo c)
{
    return c.st->drawn_size + c.st->kept_size > draws(c);
}

/* LO-M4, LO-M9, LO-M10. 0 where no deck is chosen. */
int mq__lo_to_keep(struct lo c)
{
    const struct lo_player *p = &c.st->player[c.st->turn];

    if (c.st->deck == 0) {
        return 0;
    }
    int most = 1 + mq__lo_mission_banners(c.t, p);
    int room = LO_OF_LEVEL - p->own[lo_level(c.st)];

    if (mq__lo_forced(c)) {
        most = 1;
    }
    most -= c.st->kept_size;
    return most < room ? most : room;
}

/* The kinds drawn that may be kept now. */
static uint32_t keepable(struct lo c)
{
    const uint8_t *kinds = c.t->level_kinds[lo_level(c.st)];
    int last = kinds[c.t->level_count[lo_level(c.st)] - 1];
    uint32_t mask = 0;

    for (int i = kinds[0] & ~7; i <= last; i += 8) {
        mask |= mq__counts_kinds(c.st->drawn + i) << i;
    }
    return mask & ~mq__lo_full(c.t, &c.st->player[c.st->turn]);
}

/* LO-M11, LO-M12: the deck is empty. */
static LO_APART void reshuffle(struct lo c)
{
    int level = c.st->deck - 1;

    for (int i = 0; i < c.t->level_count[level]; i++) {
        int kind = c.t->level_kinds[level][i];

        c.st->mission_deck[kind] = c.st->mission_discard[kind];
        c.st->mission_discard[kind] = 0;
    }
    c.st->deck_size[level] = c.st->discard_size[level];
    c.st->discard_size[level] = 0;
    c.st->step = c.st->deck_size[level] > 0 ? LO_STEP_DRAW : LO_STEP_TAKE;
}

/* A card is drawn if there is any left. */
static inline void draw_next(struct lo c)
{
    if (c.st->deck_size[lo_level(c.st)] > 0) {
        c.st->step = LO_STEP_DRAW;
    } else {
        reshuffle(c);
    }
}

void mq__lo_choose_deck(struct lo c, int level)
{
    assert(level >= 1 && level <= 2 * c.st->phase); /* LO-M2 */
    c.st->deck = (uint8_t)level;
    draw_next(c);
}

/* As many are drawn as LO-M3 says. LO-M10: one of them must be such that it can
 * be kept; most of the time the last one is. */
static LO_APART void take_or_draw(struct lo c, int last)
{
    uint32_t full = mq__lo_full(c.t, &c.st->player[c.st->turn]);

    if ((full >> last & 1) == 0 || keepable(c) != 0) {
        c.st->step = LO_STEP_TAKE;
    } else {
        draw_next(c);
    }
}

void mq__lo_draw(struct lo c, int kind)
{
    assert(c.st->mission_deck[kind] > 0);
    c.st->mission_deck[kind]--;
    c.st->deck_size[lo_level(c.st)]--;
    c.st->drawn[kind]++;
    c.st->drawn_size++;
    if (c.st->drawn_size < draws(c)) {
        draw_next(c);
    } else {
        take_or_draw(c, kind);
    }
}

LO_APART int mq__lo_list_takes(struct lo c, mq_action *out)
{
    uint32_t mask = keepable(c);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n++] = MQ_ACTION(LO_TAKE, __builtin_ctz(mask), 0, 0);
    }
    if (c.st->kept_size > 0) {
        out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
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
void mq__lo_take(struct lo c, int kind)
{
    struct lo_player *p = &c.st->player[c.st->turn];

    assert(c.st->drawn[kind] > 0 && c.st->drawn_size > 0);
    c.st->drawn[kind]--;
    c.st->drawn_size--;
    keep_sorted(c.st, kind);
    lo_mask_add(p->earth, kind);
    p->own[c.t->mission[kind].level]++;
    if (mq__lo_to_keep(c) <= 0 || keepable(c) == 0) {
        mq__lo_take_done(c);
    }
}

/* LO-M6 */
void mq__lo_take_done(struct lo c)
{
    int level = c.st->deck - 1;

    mq__counts_move(c.st->mission_discard, c.st->drawn, LO_MAX_MISSIONS);
    c.st->discard_size[level] =
        (uint8_t)(c.st->discard_size[level] + c.st->drawn_size);
    c.st->drawn_size = c.st->kept_size = c.st->deck = 0;
    memset(c.st->kept, 0, sizeof(c.st->kept));
    mq__lo_mission_done(c);
}
