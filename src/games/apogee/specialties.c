/* Apogee: specialties of engineers (AP-Y), one row and its small functions
 * each. Round effects have no code of their own: they are added up where the
 * rocket or a price is worked out. */
#include "games/apogee/rules.h"

/* Round effects (AP-Y3). */

static void start_effect(const struct ap_tables *t, struct ap_state *st,
                         int seat, const struct ap_engineer *e)
{
    st->player[seat].effects |= AP_BIT(e - t->engineer);
}

int mq__apogee_bonus(const struct ap_tables *t, uint32_t effects, int lasting,
                     uint32_t tags)
{
    int sum = 0;

    for (; effects != 0; effects &= effects - 1) {
        const struct ap_engineer *e = &t->engineer[ap_low_bit(effects)];

        if (mq__apogee_specialties[e->specialty].lasts == lasting &&
            (tags & e->what) == e->what) {
            sum += e->amount;
        }
    }
    return sum;
}

/* A choice of the owner's. */
static void start_choice(const struct ap_tables *t, struct ap_state *st,
                         int seat, const struct ap_engineer *e)
{
    (void)t;
    (void)seat;
    (void)e;
    st->choosing = 1;
}

static int add_pass(mq_action *out, int n)
{
    out[n] = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    return n + 1;
}

/* replace-row: AP-Y8 */

static bool row_replaceable(const struct ap_state *st, int type)
{
    unsigned empty = st->gaps >> (type * AP_PLACES) & 7U;

    return empty != 7U || ap_deck_cards(st, type) > 0;
}

static bool can_replace_row(const struct ap_tables *t,
                            const struct ap_state *st, int seat,
                            const struct ap_engineer *e)
{
    (void)t;
    (void)seat;
    (void)e;
    return row_replaceable(st, AP_FIRST) || row_replaceable(st, AP_UPPER) ||
           row_replaceable(st, AP_PAYLOAD);
}

static int legal_replace_row(const struct ap_tables *t,
                             const struct ap_state *st, int seat,
                             const struct ap_engineer *e, mq_action *out)
{
    int n = 0;

    (void)t;
    (void)seat;
    (void)e;
    for (int type = 0; type < AP_ROWS; type++) {
        if (row_replaceable(st, type)) {
            out[n++] = MQ_ACTION(AP_A_REPLACE, type, 0, 0);
        }
    }
    return add_pass(out, n);
}

static void apply_replace_row(const struct ap_tables *t, struct ap_state *st,
                              int seat, mq_action action)
{
    (void)seat;
    mq__apogee_replace_row(t, st, MQ_ACTION_A(action));
}

/* replace-investors: AP-Y21 */

static bool can_replace_investors(const struct ap_tables *t,
                                  const struct ap_state *st, int seat,
                                  const struct ap_engineer *e)
{
    (void)t;
    (void)seat;
    (void)e;
    return st->investors_left != 0;
}

static int legal_replace_investors(const struct ap_tables *t,
                                   const struct ap_state *st, int seat,
                                   const struct ap_engineer *e, mq_action *out)
{
    (void)t;
    (void)st;
    (void)seat;
    (void)e;
    out[0] = MQ_ACTION(AP_A_REPLACE, AP_TYPES, 0, 0);
    return add_pass(out, 1);
}

static void apply_replace_investors(const struct ap_tables *t,
                                    struct ap_state *st, int seat,
                                    mq_action action)
{
    (void)t;
    (void)seat;
    (void)action;
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] != AP_NONE) {
            st->investors_removed |= AP_BIT(st->open[i]);
            st->open[i] = AP_NONE;
        }
    }
}

/* move: AP-Y10, AP-Y22 */

void mq__apogee_start_move(const struct ap_tables *t, struct ap_state *st,
                           int seat, const struct ap_engineer *e)
{
    struct ap_player *p = &st->player[seat];

    mq__apogee_stand(p, mq__apogee_crew_find(p, (int)(e - t->engineer)),
                     AP_MOVED);
}

/* take: AP-Y11 */

static bool can_take(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_engineer *e)
{
    (void)t;
    (void)seat;
    (void)e;
    return st->gaps != (1U << AP_ROWS * AP_PLACES) - 1;
}

static int legal_take(const struct ap_tables *t, const struct ap_state *st,
                      int seat, const struct ap_engineer *e, mq_action *out)
{
    (void)t;
    (void)seat;
    (void)e;
    return mq__apogee_list_rows(st, out);
}

static void apply_take(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    mq__apogee_take(t, st, seat, MQ_ACTION_A(action));
}

/* draw-rnd: AP-Y12 */

static bool can_draw(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_engineer *e)
{
    (void)t;
    (void)seat;
    (void)e;
    return ap_deck_cards(st, AP_RND) > 0;
}

static void start_draw(const struct ap_tables *t, struct ap_state *st, int seat,
                       const struct ap_engineer *e)
{
    (void)t;
    mq__apogee_draw_rnd(st, seat, e->amount);
}

/* free-build: AP-Y13 */

static uint64_t kinds_that_cost(const struct ap_tables *t, int cost)
{
    uint64_t kinds = 0;

    for (int kind = 0; kind < t->kinds; kind++) {
        kinds |= t->kind[kind].cost == cost ? AP_KIND_BIT(kind) : 0;
    }
    return kinds;
}

static uint64_t cheap_builds(const struct ap_tables *t,
                             const struct ap_state *st, int seat,
                             const struct ap_engineer *e)
{
    return mq__apogee_free_builds(t, st, seat, kinds_that_cost(t, e->amount));
}

static bool can_build(const struct ap_tables *t, const struct ap_state *st,
                      int seat, const struct ap_engineer *e)
{
    return cheap_builds(t, st, seat, e) != 0;
}

static int legal_build(const struct ap_tables *t, const struct ap_state *st,
                       int seat, const struct ap_engineer *e, mq_action *out)
{
    uint64_t kinds = cheap_builds(t, st, seat, e);

    return add_pass(out, mq__apogee_list_kinds(kinds, AP_A_BUILD, out));
}

static void apply_build(const struct ap_tables *t, struct ap_state *st,
                        int seat, mq_action action)
{
    mq__apogee_build(t, st, seat, MQ_ACTION_A(action), 0);
}

/* gain: AP-Y14 */

static void start_gain(const struct ap_tables *t, struct ap_state *st, int seat,
                       const struct ap_engineer *e)
{
    (void)t;
    mq__apogee_gain(st, seat, e->amount);
}

/* sell: AP-Y15 */

static bool can_sell(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_engineer *e)
{
    (void)t;
    (void)e;
    return st->player[seat].reserve_count > 0;
}

static int legal_sell(const struct ap_tables *t, const struct ap_state *st,
                      int seat, const struct ap_engineer *e, mq_action *out)
{
    (void)t;
    (void)e;
    return add_pass(out,
                    mq__apogee_list_reserve(&st->player[seat], AP_A_SELL, out));
}

static void apply_sell(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    mq__apogee_sell(t, st, seat, MQ_ACTION_A(action));
}

/* buy-die: AP-Y16 */

static bool can_buy_die(const struct ap_tables *t, const struct ap_state *st,
                        int seat, const struct ap_engineer *e)
{
    (void)t;
    return st->player[seat].credits >= e->amount &&
           mq__apogee_can_take_die(st, seat);
}

static int legal_buy_die(const struct ap_tables *t, const struct ap_state *st,
                         int seat, const struct ap_engineer *e, mq_action *out)
{
    (void)t;
    (void)st;
    (void)seat;
    (void)e;
    out[0] = MQ_ACTION(AP_A_BUY_DIE, 0, 0, 0);
    return add_pass(out, 1);
}

static void apply_buy_die(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    (void)action;
    mq__apogee_pay(st, seat, t->engineer[st->specialist].amount);
    mq__apogee_take_die(st, seat);
}

// clang-format off
const struct ap_specialty mq__apogee_specialties[] = {
    [AP_NO_SPECIALTY] = {"none", NULL, NULL, NULL, NULL, AP_LASTS_NOT, "apogee.engineer.none", NULL},
    {"replace-row", can_replace_row, start_choice, legal_replace_row, apply_replace_row, AP_LASTS_NOT, "apogee.engineer.replace-row", NULL},
    {"move", NULL, mq__apogee_start_move, NULL, NULL, AP_LASTS_NOT, "apogee.engineer.move", NULL},
    {"take", can_take, start_choice, legal_take, apply_take, AP_LASTS_NOT, "apogee.engineer.take", "apogee.engineer.take-roll"},
    {"draw-rnd", can_draw, start_draw, NULL, NULL, AP_LASTS_NOT, "apogee.engineer.draw-rnd", "apogee.engineer.draw-rnd-roll"},
    {"free-build", can_build, start_choice, legal_build, apply_build, AP_LASTS_NOT, "apogee.engineer.free-build", "apogee.engineer.free-build-roll"},
    {"gain", NULL, start_gain, NULL, NULL, AP_LASTS_NOT, "apogee.engineer.gain", "apogee.engineer.gain-roll"},
    {"sell", can_sell, start_choice, legal_sell, apply_sell, AP_LASTS_NOT, "apogee.engineer.sell", NULL},
    {"buy-die", can_buy_die, start_choice, legal_buy_die, apply_buy_die, AP_LASTS_NOT, "apogee.engineer.buy-die", NULL},
    {"replace-investors", can_replace_investors, start_choice, legal_replace_investors, apply_replace_investors, AP_LASTS_NOT, "apogee.engineer.replace-investors", NULL},
    {"thrust", NULL, start_effect, NULL, NULL, AP_LASTS_THRUST, "apogee.engineer.thrust", NULL},
    {"mass", NULL, start_effect, NULL, NULL, AP_LASTS_MASS, "apogee.engineer.mass", NULL},
    {"construction-cost", NULL, start_effect, NULL, NULL, AP_LASTS_COST, "apogee.engineer.construction-cost", NULL},
    {"seats", NULL, start_effect, NULL, NULL, AP_LASTS_SEATS, "apogee.engineer.seats", NULL},
};
// clang-format on

const int mq__apogee_specialty_count =
    (int)(sizeof(mq__apogee_specialties) / sizeof(mq__apogee_specialties[0]));
