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
static uint32_t there(const struct lo_tables *t, const struct lo_state *s,
                      int level)
{
    uint32_t mask = 0;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (s->mission_deck[kind] + s->mission_discard[kind] > 0) {
            mask |= lo_bit(kind);
        }
    }
    return mask;
}

/* LO-M2, LO-M9, LO-M13, LO-M15; `level` from 0. */
bool mq__lo_deck_open(const struct lo_tables *t, const struct lo_state *s,
                      const struct lo_player *p, int level)
{
    if (level >= 2 * s->phase || p->own[level] >= LO_OF_LEVEL) {
        return false;
    }
    return (there(t, s, level) & ~mq__lo_full(t, p)) != 0;
}

bool mq__lo_any_deck(const struct lo_tables *t, const struct lo_state *s,
                     const struct lo_player *p)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        if (mq__lo_deck_open(t, s, p, level)) {
            return true;
        }
    }
    return false;
}

/* LO-H8 looks at the draw as a whole: what was kept since doesn't hide a
 * second copy again. */
uint32_t mq__lo_keepable_then(const struct lo_tables *t,
                              const struct lo_state *s)
{
    struct lo_player p = s->player[s->turn];

    for (int i = 0; i < s->kept_size; i++) {
        lo_mask_take(p.earth, s->kept[i]);
    }
    return t->level_mask[s->deck - 1] & ~mq__lo_full(t, &p);
}

static int draws(const struct lo_tables *t, const struct lo_state *s)
{
    return LO_DRAWS + mq__lo_mission_banners(t, &s->player[s->turn]);
}

bool mq__lo_forced(const struct lo_tables *t, const struct lo_state *s)
{
    return s->drawn_size + s->kept_size > draws(t, s);
}

/* LO-M4, LO-M9, LO-M10 */
int mq__lo_to_keep(const struct lo_tables *t, const struct lo_state *s)
{
    const struct lo_player *p = &s->player[s->turn];
    int most = 1 + mq__lo_mission_banners(t, p);
    int room = LO_OF_LEVEL - p->own[s->deck - 1];

    if (mq__lo_forced(t, s)) {
        most = 1;
    }
    most -= s->kept_size;
    return most < room ? most : room;
}

/* The kinds drawn that may be kept now. */
static uint32_t keepable(const struct lo_tables *t, const struct lo_state *s)
{
    uint32_t full = mq__lo_full(t, &s->player[s->turn]);
    uint32_t mask = 0;
    int level = s->deck - 1;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        if (s->drawn[kind] > 0) {
            mask |= lo_bit(kind);
        }
    }
    return mask & ~full;
}

/* LO-M11 */
static void reshuffle(const struct lo_tables *t, struct lo_state *s, int level)
{
    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        s->mission_deck[kind] = s->mission_discard[kind];
        s->mission_discard[kind] = 0;
    }
    s->deck_size[level] = s->discard_size[level];
    s->discard_size[level] = 0;
}

/* Another card is drawn, or keeping begins (LO-M3, LO-M10 to LO-M12). */
static void draw_or_take(const struct lo_tables *t, struct lo_state *s)
{
    int level = s->deck - 1;
    bool more = s->drawn_size < draws(t, s) || keepable(t, s) == 0;

    if (more && s->deck_size[level] == 0) {
        reshuffle(t, s, level);
    }
    if (more && s->deck_size[level] > 0) {
        s->step = LO_STEP_DRAW;
        return;
    }
    s->step = LO_STEP_TAKE;
}

void mq__lo_choose_deck(const struct lo_tables *t, struct lo_state *s,
                        int level)
{
    s->deck = (uint8_t)level;
    draw_or_take(t, s);
}

void mq__lo_draw(const struct lo_tables *t, struct lo_state *s, int kind)
{
    s->mission_deck[kind]--;
    s->deck_size[s->deck - 1]--;
    s->drawn[kind]++;
    s->drawn_size++;
    draw_or_take(t, s);
}

int mq__lo_list_takes(const struct lo_tables *t, const struct lo_state *s,
                      mq_action *out)
{
    uint32_t mask = keepable(t, s);
    int n = 0;

    for (; mask != 0; mask &= mask - 1) {
        out[n++] = MQ_ACTION(LO_TAKE, __builtin_ctz(mask), 0, 0);
    }
    return n;
}

static void keep_sorted(struct lo_state *s, int kind)
{
    int i = s->kept_size++;

    assert(i < LO_HAND);
    for (; i > 0 && s->kept[i - 1] > kind; i--) {
        s->kept[i] = s->kept[i - 1];
    }
    s->kept[i] = (uint8_t)kind;
}

/* LO-M5 */
void mq__lo_take(const struct lo_tables *t, struct lo_state *s, int kind)
{
    struct lo_player *p = &s->player[s->turn];

    s->drawn[kind]--;
    s->drawn_size--;
    keep_sorted(s, kind);
    lo_mask_add(p->earth, kind);
    p->own[t->mission[kind].level]++;
    if (mq__lo_to_keep(t, s) <= 0 || keepable(t, s) == 0) {
        mq__lo_take_done(t, s);
    }
}

/* LO-M6 */
void mq__lo_take_done(const struct lo_tables *t, struct lo_state *s)
{
    int level = s->deck - 1;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        s->mission_discard[kind] =
            (uint8_t)(s->mission_discard[kind] + s->drawn[kind]);
        s->drawn[kind] = 0;
    }
    s->discard_size[level] = (uint8_t)(s->discard_size[level] + s->drawn_size);
    s->drawn_size = s->kept_size = s->deck = 0;
    memset(s->kept, 0, sizeof(s->kept));
    mq__lo_mission_done(t, s);
}
