/* Launching (LO-L, LO-V4, LO-V7): symbol, boosts, loads, go. */
#include "games/liftoff/rules.h"

#include <assert.h>

#define SYMBOL_DISCOUNT 2 /* LO-B6 */
#define LAB_BONUS 1       /* LO-V7 */
#define HIGH_BITS UINT32_C(0x80808080)

#define SYMBOL_LAB 1
#define SYMBOL_SPECIALIST 2 /* + its kind */
#define BOOST_LAB 4         /* bit of `boosts` */

/* Four counts at once: each byte of `tech` is at least that of `need` (all
 * are below 128). Which colour is which byte doesn't matter: both are packed
 * alike. LO-T6, LO-T7 */
bool mq__lo_meets(const struct lo_tables *t, const struct lo_state *st,
                  const struct lo_player *p, int level)
{
    const struct lo_level *row = &t->level[level];
    int phase = st->phase - 1;
    uint32_t tech;

    memcpy(&tech, p->tech, sizeof(tech));
    for (int i = 0; i < row->alternatives[phase]; i++) {
        if ((((tech | HIGH_BITS) - row->need[phase][i]) & HIGH_BITS) ==
            HIGH_BITS) {
            return true;
        }
    }
    return false;
}

/* LO-L7, LO-L8 */
uint32_t mq__lo_ready(const struct lo_tables *t, const struct lo_state *st,
                      const struct lo_player *p)
{
    uint32_t mask = 0;

    for (int level = 0; level < p->lab; level++) {
        uint32_t here = p->earth[0] & t->level_mask[level];

        if (here != 0 && mq__lo_meets(t, st, p, level)) {
            mask |= here;
        }
    }
    return mask;
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

bool mq__lo_may_load(const struct lo_state *st, const struct lo_player *p)
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
int mq__lo_most_capacity(const struct lo_tables *t, const struct lo_state *st,
                         const struct lo_player *p, bool lab)
{
    return lo_weight(t, p) + free_boosts(t, p) + lab_bonus(st, p, lab);
}

/* LO-L4 */
int mq__lo_capacity(const struct lo_tables *t, const struct lo_state *st)
{
    const struct lo_player *p = &st->player[st->turn];
    int capacity = lo_weight(t, p);

    for (int i = 0; i < p->plays; i++) {
        if (st->boosts >> i & 1) {
            capacity += t->specialist[p->played[i]].boost;
        }
    }
    if (st->boosts & BOOST_LAB) {
        capacity += LAB_BONUS;
    }
    if (st->edition == LO_EN && st->symbol == SYMBOL_LAB) {
        capacity += lab_bonus(st, p, true);
    }
    return capacity;
}

int mq__lo_loaded_weight(const struct lo_tables *t, const struct lo_state *st)
{
    int sum = 0;

    for (int i = 0; i < st->loaded_size; i++) {
        sum += t->mission[st->loaded[i]].weight;
    }
    return sum;
}

/* No rocket carries more than LO_MAX_LOAD. */
static uint32_t at_most(const struct lo_tables *t, int weight)
{
    assert(weight >= 0 && weight <= LO_MAX_LOAD);
    return t->weight_mask[weight];
}

int mq__lo_launch_points(const struct lo_tables *t, const struct lo_state *st,
                         const struct lo_player *p)
{
    return t->level[p->lab - 1].points[st->phase - 1];
}

int mq__lo_loaded_points(const struct lo_tables *t, const struct lo_state *st)
{
    int sum = mq__lo_launch_points(t, st, &st->player[st->turn]);

    for (int i = 0; i < st->loaded_size; i++) {
        sum += t->mission[st->loaded[i]].points;
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
uint32_t mq__lo_loadable(const struct lo_tables *t, const struct lo_state *st)
{
    const struct lo_player *p = &st->player[st->turn];
    int room = mq__lo_capacity(t, st) - mq__lo_loaded_weight(t, st);

    if (!mq__lo_may_load(st, p)) {
        return 0;
    }
    return mq__lo_ready(t, st, p) & not_loaded(st, p) & at_most(t, room);
}

static bool has_launch_banner(const struct lo_tables *t, int card)
{
    return t->specialist[card].banner == LO_BANNER_LAUNCH;
}

/* Whether one symbol could carry something, given what is ready (LO-L11). */
static bool symbol_open(const struct lo_tables *t, const struct lo_state *st,
                        const struct lo_player *p, bool lab, uint32_t ready)
{
    return mq__lo_price(t, p, lab) <= p->money &&
           (ready & at_most(t, mq__lo_most_capacity(t, st, p, lab))) != 0;
}

/* The slot of a launch symbol among the cards played; -1: none. */
static int free_symbol(const struct lo_tables *t, const struct lo_player *p,
                       int from)
{
    for (int i = from; i < p->plays; i++) {
        if (!p->used[i] && has_launch_banner(t, p->played[i])) {
            return i;
        }
    }
    return -1;
}

/* Whether some symbol carries any of the missions that are ready. */
static bool any_symbol(const struct lo_tables *t, const struct lo_state *st,
                       const struct lo_player *p, uint32_t ready)
{
    return (!p->lab_symbol && symbol_open(t, st, p, true, ready)) ||
           (free_symbol(t, p, 0) >= 0 && symbol_open(t, st, p, false, ready));
}

bool mq__lo_can_fly(const struct lo_tables *t, const struct lo_state *st,
                    const struct lo_player *p, int kind)
{
    return mq__lo_may_launch(st, p) &&
           any_symbol(t, st, p, mq__lo_ready(t, st, p) & 1U << kind);
}

bool mq__lo_any_launch(const struct lo_tables *t, const struct lo_state *st,
                       const struct lo_player *p)
{
    uint32_t ready;

    if (p->earth[0] == 0 || !mq__lo_may_launch(st, p)) {
        return false;
    }
    ready = mq__lo_ready(t, st, p);
    if (ready == 0) {
        return false;
    }
    return any_symbol(t, st, p, ready);
}

/* The lab first, then played cards in table order. */
static int list_cards(const bool *wanted, const struct lo_player *p, int kind,
                      mq_action *out)
{
    int n = 0;

    for (int i = 0; i < p->plays; i++) {
        if (wanted[i]) {
            out[n++] = MQ_ACTION(kind, p->played[i], 0, 0);
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

int mq__lo_list_launches(const struct lo_tables *t, const struct lo_state *st,
                         mq_action *out)
{
    const struct lo_player *p = &st->player[st->turn];
    uint32_t ready = mq__lo_ready(t, st, p);
    bool open[LO_PLAYS] = {false};
    int n = 0;

    if (!p->lab_symbol && symbol_open(t, st, p, true, ready)) {
        out[n++] = MQ_ACTION(LO_LAUNCH, LO_LAB, 0, 0);
    }
    if (symbol_open(t, st, p, false, ready)) {
        for (int i = 0; i < p->plays; i++) {
            open[i] = !p->used[i] && has_launch_banner(t, p->played[i]);
        }
    }
    return n + list_cards(open, p, LO_LAUNCH, out + n);
}

/* LO-L5, LO-L10 */
static int list_boosts(const struct lo_tables *t, const struct lo_state *st,
                       const struct lo_player *p, mq_action *out)
{
    bool open[LO_PLAYS] = {false};
    int n = 0;

    if (st->edition == LO_DE && p->lab == LO_LEVELS && !p->lab_boost) {
        out[n++] = MQ_ACTION(LO_BOOST, LO_LAB, 0, 0);
    }
    for (int i = 0; i < p->plays; i++) {
        open[i] = !p->used[i] && t->specialist[p->played[i]].boost > 0;
    }
    return n + list_cards(open, p, LO_BOOST, out + n);
}

int mq__lo_list_prepare(const struct lo_tables *t, const struct lo_state *st,
                        mq_action *out)
{
    uint32_t mask = mq__lo_loadable(t, st);
    int n = 0;

    if (st->loaded_size == 0) {
        n = list_boosts(t, st, &st->player[st->turn], out);
    }
    for (; mask != 0; mask &= mask - 1) {
        out[n++] = MQ_ACTION(LO_LOAD, __builtin_ctz(mask), 0, 0);
    }
    if (st->loaded_size > 0) {
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

    if (what == LO_LAB) {
        p->lab_boost = 1;
        st->boosts |= BOOST_LAB;
    } else {
        st->boosts = (uint8_t)(st->boosts | 1u << use_card(p, what));
    }
}

/* LO-L12: price, launch points, to space, printed points, effects. */
void mq__lo_go(const struct lo_tables *t, struct lo_state *st)
{
    struct lo_player *p = &st->player[st->turn];

    assert(st->loaded_size > 0);
    lo_gain_money(p, -mq__lo_price(t, p, st->symbol == SYMBOL_LAB));
    lo_gain_points(p, LO_FROM_LAUNCHES, mq__lo_launch_points(t, st, p));
    for (int i = 0; i < st->loaded_size; i++) {
        int kind = st->loaded[i];

        lo_mask_take(p->earth, kind);
        lo_mask_add(p->space, kind);
        p->in_space[t->mission[kind].level]++;
        lo_gain_points(p, LO_FROM_MISSIONS, t->mission[kind].points);
    }
    p->launches++;
    p->sent = (uint8_t)lo_at_most(p->sent + st->loaded_size, LO_MAX_SENT);
    st->symbol = st->boosts = 0;
    mq__lo_effects(t, st);
}
