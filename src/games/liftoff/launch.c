/* Launching (LO-L, LO-V4, LO-V7): symbol, boosts, loads, go. */
#include "games/liftoff/rules.h"

#include <assert.h>

#define SYMBOL_DISCOUNT 2 /* LO-B6 */
#define LAB_BONUS 1       /* LO-V7 */
#define HIGH_BITS UINT32_C(0x80808080)

#define SYMBOL_LAB 1
#define SYMBOL_SPECIALIST 2 /* + its kind */
#define BOOST_LAB 4         /* bit of `boosts` */

/* The technology of a player, four counts packed, their high bits set. */
static inline uint32_t packed_tech(const struct lo_player *p)
{
    uint32_t tech;

    memcpy(&tech, p->tech, sizeof(tech));
    return tech | HIGH_BITS;
}

/* Four counts at once: each byte of `tech` is at least that of a need (all are
 * below 128). Which colour is which byte doesn't matter: both are packed
 * alike. LO-T6, LO-T7 */
static inline bool meets(const struct lo_level *row, int phase, uint32_t tech)
{
    for (int i = 0; i < row->alternatives[phase]; i++) {
        if (((tech - row->need[phase][i]) & HIGH_BITS) == HIGH_BITS) {
            return true;
        }
    }
    return false;
}

bool mq__lo_meets(struct lo c, const struct lo_player *p, int level)
{
    return meets(&c.t->level[level], c.st->phase - 1, packed_tech(p));
}

/* LO-L7, LO-L8 */
static inline uint32_t ready_now(struct lo c, const struct lo_player *p)
{
    uint32_t tech = packed_tech(p), mask = 0;
    int phase = c.st->phase - 1;

    for (int level = 0; level < p->lab; level++) {
        uint32_t here = p->earth[0] & c.t->level_mask[level];

        if (here != 0 && meets(&c.t->level[level], phase, tech)) {
            mask |= here;
        }
    }
    return mask;
}

uint32_t mq__lo_ready(struct lo c, const struct lo_player *p)
{
    return ready_now(c, p);
}

/* LO-L3 */
int mq__lo_price(const struct lo_tables *t, const struct lo_player *p, bool lab)
{
    int price = lo_cost(t, p) - (lab ? 0 : SYMBOL_DISCOUNT);

    return price > 0 ? price : 0;
}

/* LO-V4 */
bool mq__lo_may_launch(const struct lo_state *st, const struct lo_player *p)
{
    return (st->edition == LO_EN ? p->sent : p->launches) < LO_LAUNCHES;
}

static bool may_load(const struct lo_state *st, const struct lo_player *p)
{
    return st->edition == LO_DE || p->sent + st->loaded_size < LO_LAUNCHES;
}

/* LO-V7: by itself with the lab's symbol (en), or still to be given (de). */
static int lab_bonus(const struct lo_state *st, const struct lo_player *p,
                     bool lab)
{
    if (p->lab < LO_LEVELS) {
        return 0;
    }
    if (st->edition == LO_EN) {
        return lab ? LAB_BONUS : 0;
    }
    return p->lab_boost ? 0 : LAB_BONUS;
}

static int free_boosts(const struct lo_tables *t, const struct lo_player *p)
{
    int sum = 0;

    for (int i = 0; i < p->plays; i++) {
        sum += p->used[i] ? 0 : t->specialist[p->played[i]].boost;
    }
    return sum;
}

/* LO-L11 */
int mq__lo_most_capacity(struct lo c, const struct lo_player *p, bool lab)
{
    return lo_weight(c.t, p) + free_boosts(c.t, p) + lab_bonus(c.st, p, lab);
}

/* LO-L4 */
int mq__lo_capacity(struct lo c)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    int capacity = lo_weight(c.t, p);

    for (int i = 0; i < p->plays; i++) {
        if (c.st->boosts >> i & 1) {
            capacity += c.t->specialist[p->played[i]].boost;
        }
    }
    if (c.st->boosts & BOOST_LAB) {
        capacity += LAB_BONUS;
    }
    if (c.st->edition == LO_EN && c.st->symbol == SYMBOL_LAB) {
        capacity += lab_bonus(c.st, p, true);
    }
    return capacity;
}

int mq__lo_loaded_weight(struct lo c)
{
    int sum = 0;

    for (int i = 0; i < c.st->loaded_size; i++) {
        sum += c.t->mission[c.st->loaded[i]].weight;
    }
    return sum;
}

/* No rocket carries more than LO_MAX_LOAD. */
static uint32_t at_most(const struct lo_tables *t, int weight)
{
    assert(weight >= 0 && weight <= LO_MAX_LOAD);
    return t->weight_mask[weight];
}

int mq__lo_launch_points(struct lo c, const struct lo_player *p)
{
    assert(p->lab >= 1 && p->lab <= LO_LEVELS);
    return c.t->level[p->lab - 1].points[c.st->phase - 1];
}

int mq__lo_loaded_points(struct lo c)
{
    int sum = mq__lo_launch_points(c, &c.st->player[c.st->turn]);

    for (int i = 0; i < c.st->loaded_size; i++) {
        sum += c.t->mission[c.st->loaded[i]].points;
    }
    return sum;
}

/* Kinds whose copies on Earth aren't all loaded yet. */
static uint32_t not_loaded(const struct lo_state *st, const struct lo_player *p)
{
    uint32_t left[2] = {p->earth[0], p->earth[1]};

    for (int i = 0; i < st->loaded_size; i++) {
        lo_mask_take(left, st->loaded[i]);
    }
    return left[0];
}

/* LO-L6 to LO-L8 */
uint32_t mq__lo_loadable(struct lo c)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    int room = mq__lo_capacity(c) - mq__lo_loaded_weight(c);

    if (!may_load(c.st, p)) {
        return 0;
    }
    return mq__lo_ready(c, p) & not_loaded(c.st, p) & at_most(c.t, room);
}

static enum lo_hindrance ready_hindrance(struct lo c, const struct lo_player *p,
                                         int kind)
{
    if ((mq__lo_ready(c, p) >> kind & 1) != 0) {
        return LO_MAY;
    }
    return c.t->mission[kind].level >= p->lab ? LO_LEVEL_TOO_HIGH
                                              : LO_REQUIREMENT;
}

enum lo_hindrance mq__lo_load_hindrance(struct lo c, int kind)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    enum lo_hindrance h = ready_hindrance(c, p, kind);

    if ((not_loaded(c.st, p) >> kind & 1) == 0) {
        return lo_on_earth(p, kind) > 0 ? LO_LOADED : LO_NOT_ON_EARTH;
    }
    if (h == LO_MAY && !may_load(c.st, p)) {
        return LO_MISSION_LIMIT;
    }
    return h == LO_MAY && (mq__lo_loadable(c) >> kind & 1) == 0 ? LO_NO_ROOM
                                                                : h;
}

/* LO-L2, LO-L5: a card played this round that has a launch symbol, or a boost,
 * and isn't used. */
static bool card_free(const struct lo_tables *t, const struct lo_player *p,
                      int slot, bool boost)
{
    int card = p->played[slot];

    return !p->used[slot] &&
           (boost ? t->specialist[card].boost > 0
                  : t->banner_mask[LO_BANNER_LAUNCH] >> card & 1);
}

/* Of two equal cards one is enough. */
static enum lo_hindrance card_hindrance(const struct lo_tables *t,
                                        const struct lo_player *p, int card,
                                        bool boost)
{
    bool gives = boost ? t->specialist[card].boost > 0
                       : t->banner_mask[LO_BANNER_LAUNCH] >> card & 1;
    bool played = false;

    for (int i = 0; i < p->plays; i++) {
        if (p->played[i] == card && card_free(t, p, i, boost)) {
            return LO_MAY;
        }
        played = played || (p->played[i] == card && gives);
    }
    if (boost) {
        return played ? LO_BOOST_USED : LO_NO_BOOST;
    }
    return played ? LO_SYMBOL_USED : LO_NO_SYMBOL;
}

/* LO-L3 */
static bool can_pay(const struct lo_tables *t, const struct lo_player *p,
                    bool lab)
{
    return mq__lo_price(t, p, lab) <= p->money;
}

/* The kinds that a launch by the lab's symbol, or by another one, can carry;
 * none if it can't be paid (LO-L11). */
static uint32_t carried_by(struct lo c, const struct lo_player *p, bool lab)
{
    return can_pay(c.t, p, lab) ? at_most(c.t, mq__lo_most_capacity(c, p, lab))
                                : 0;
}

/* Why no mission is ready: LO-L9, LO-L7, LO-L8. */
static enum lo_hindrance none_ready(struct lo c, const struct lo_player *p)
{
    uint32_t reached = 0;

    for (int level = 0; level < p->lab; level++) {
        reached |= p->earth[0] & c.t->level_mask[level];
    }
    return p->earth[0] == 0 ? LO_NO_MISSION
           : reached == 0   ? LO_LAB_TOO_LOW
                            : LO_NONE_READY;
}

enum lo_hindrance mq__lo_launch_hindrance(struct lo c,
                                          const struct lo_player *p, int what)
{
    uint32_t ready = mq__lo_ready(c, p);
    enum lo_hindrance h = what != LO_LAB  ? card_hindrance(c.t, p, what, false)
                          : p->lab_symbol ? LO_LAB_USED
                                          : LO_MAY;

    if (h == LO_MAY && !mq__lo_may_launch(c.st, p)) {
        h = c.st->edition == LO_EN ? LO_MISSION_LIMIT : LO_LAUNCH_LIMIT;
    }
    if (h != LO_MAY || (ready & carried_by(c, p, what == LO_LAB)) != 0) {
        return h;
    }
    if (!can_pay(c.t, p, what == LO_LAB)) {
        return LO_LAUNCH_MONEY;
    }
    return ready != 0 ? LO_TOO_HEAVY : none_ready(c, p);
}

/* A launch symbol that isn't used, the lab's first; LO_NOTHING: none. */
static int free_symbol(const struct lo_tables *t, const struct lo_player *p,
                       bool lab)
{
    if (lab && !p->lab_symbol) {
        return LO_LAB;
    }
    for (int i = 0; i < p->plays; i++) {
        if (card_free(t, p, i, false)) {
            return p->played[i];
        }
    }
    return LO_NOTHING;
}

uint32_t mq__lo_carried(struct lo c, const struct lo_player *p)
{
    bool launches = mq__lo_may_launch(c.st, p);

    return (launches && !p->lab_symbol ? carried_by(c, p, true) : 0) |
           (launches && free_symbol(c.t, p, false) != LO_NOTHING
                ? carried_by(c, p, false)
                : 0);
}

enum lo_hindrance mq__lo_flight_hindrance(struct lo c,
                                          const struct lo_player *p, int kind,
                                          int *what)
{
    int symbol = free_symbol(c.t, p, true);
    enum lo_hindrance h = ready_hindrance(c, p, kind);

    *what = symbol == LO_NOTHING ? LO_LAB : symbol;
    if (h != LO_MAY || (mq__lo_carried(c, p) >> kind & 1) != 0) {
        return h;
    }
    h = mq__lo_launch_hindrance(c, p, *what);
    return h == LO_MAY || h == LO_TOO_HEAVY ? LO_NO_ROOM : h;
}

bool mq__lo_any_launch(struct lo c, const struct lo_player *p)
{
    uint32_t ready;

    if (p->earth[0] == 0 || !mq__lo_may_launch(c.st, p)) {
        return false;
    }
    ready = ready_now(c, p);
    return ready != 0 && (ready & mq__lo_carried(c, p)) != 0;
}

/* Played cards in table order, each kind once. */
static inline int list_cards(struct lo c, const struct lo_player *p, bool boost,
                             mq_action *out)
{
    int n = 0;

    for (int i = 0; i < p->plays; i++) {
        if (card_free(c.t, p, i, boost)) {
            out[n++] =
                MQ_ACTION(boost ? LO_BOOST : LO_LAUNCH, p->played[i], 0, 0);
        }
    }
    if (n == 2 && out[0] == out[1]) {
        return 1;
    }
    if (n == 2 && out[0] > out[1]) {
        mq_action first = out[0];

        out[0] = out[1];
        out[1] = first;
    }
    return n;
}

/* The lab first. */
LO_APART int mq__lo_list_launches(struct lo c, mq_action *out)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    uint32_t ready = mq__lo_ready(c, p);
    int n = 0;

    if (!p->lab_symbol && (ready & carried_by(c, p, true)) != 0) {
        out[n++] = MQ_ACTION(LO_LAUNCH, LO_LAB, 0, 0);
    }
    if ((ready & carried_by(c, p, false)) != 0) {
        n += list_cards(c, p, false, out + n);
    }
    out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
    return n;
}

/* LO-L10, LO-L5, LO-V7 */
enum lo_hindrance mq__lo_boost_hindrance(struct lo c, int what)
{
    const struct lo_player *p = &c.st->player[c.st->turn];

    if (c.st->loaded_size > 0) {
        return LO_BOOST_LATE;
    }
    if (what != LO_LAB) {
        return card_hindrance(c.t, p, what, true);
    }
    return c.st->edition == LO_EN ? LO_BOOST_EDITION
           : p->lab < LO_LEVELS   ? LO_BOOST_LAB
           : p->lab_boost         ? LO_BOOST_LAB_USED
                                  : LO_MAY;
}

static int list_boosts(struct lo c, mq_action *out)
{
    int n = 0;

    if (mq__lo_boost_hindrance(c, LO_LAB) == LO_MAY) {
        out[n++] = MQ_ACTION(LO_BOOST, LO_LAB, 0, 0);
    }
    return n + list_cards(c, &c.st->player[c.st->turn], true, out + n);
}

int mq__lo_list_prepare(struct lo c, mq_action *out)
{
    uint32_t mask = mq__lo_loadable(c);
    int n = 0;

    if (c.st->loaded_size == 0) {
        n = list_boosts(c, out);
    }
    for (; mask != 0; mask &= mask - 1) {
        out[n++] = MQ_ACTION(LO_LOAD, __builtin_ctz(mask), 0, 0);
    }
    if (c.st->loaded_size > 0) {
        out[n++] = MQ_ACTION(LO_GO, 0, 0, 0);
    }
    return n;
}

/* Of two equal cards the one played first is used first. */
static int use_card(struct lo_player *p, int card)
{
    int slot = p->played[0] == card && !p->used[0] ? 0 : 1;

    assert(slot < p->plays && p->played[slot] == card && !p->used[slot]);
    p->used[slot] = 1;
    return slot;
}

void mq__lo_launch(struct lo_state *st, int what)
{
    struct lo_player *p = &st->player[st->turn];

    assert(st->symbol == 0 && st->boosts == 0); /* one launch at a time */
    st->step = LO_STEP_PREPARE;
    if (what == LO_LAB) {
        p->lab_symbol = 1;
        st->symbol = SYMBOL_LAB;
    } else {
        use_card(p, what);
        st->symbol = (uint8_t)(SYMBOL_SPECIALIST + what);
    }
}

void mq__lo_boost(struct lo_state *st, int what)
{
    struct lo_player *p = &st->player[st->turn];

    assert(st->loaded_size == 0); /* LO-L10 */
    if (what == LO_LAB) {
        p->lab_boost = 1;
        st->boosts |= BOOST_LAB;
    } else {
        st->boosts = (uint8_t)(st->boosts | 1u << use_card(p, what));
    }
}

/* LO-L12: price, launch points, to space, printed points, effects. */
void mq__lo_go(struct lo c)
{
    struct lo_player *p = &c.st->player[c.st->turn];

    assert(c.st->loaded_size > 0);
    lo_gain_money(p, -mq__lo_price(c.t, p, c.st->symbol == SYMBOL_LAB));
    lo_gain_points(p, LO_FROM_LAUNCHES, mq__lo_launch_points(c, p));
    for (int i = 0; i < c.st->loaded_size; i++) {
        int kind = c.st->loaded[i];

        lo_mask_take(p->earth, kind);
        lo_mask_add(p->space, kind);
        p->in_space[c.t->mission[kind].level]++;
        lo_gain_points(p, LO_FROM_MISSIONS, c.t->mission[kind].points);
    }
    p->launches++;
    p->sent = (uint8_t)lo_at_most(p->sent + c.st->loaded_size, LO_MAX_SENT);
    c.st->symbol = c.st->boosts = 0;
    mq__lo_effects(c);
}
