/* Specialists: banners and action boxes (LO-B, LO-A), with the technology
 * supply (LO-T) and the space station (LO-I) that boxes draw on.
 *
 * Each kind of box is one row: the choices it offers, what hinders one of them
 * and what it does. Prices and gains are in the tables. Steps, prices and which
 * box may be gone on with are the same for all and stand outside the rows.
 */
#include "games/liftoff/rules.h"

#include <assert.h>

#define BANNER_MONEY 3  /* LO-B1 */
#define BANNER_POINTS 5 /* LO-B2 */

/* LO-T3: may be below 0 after a 5 was broken for change. */
int mq__lo_supply(struct lo c, int colour)
{
    int cards = c.t->cards[colour];

    assert(colour >= 0 && colour < LO_COLOURS);
    for (int i = 0; i < c.st->players; i++) {
        cards -= c.t->held[c.st->player[i].tech[colour]];
    }
    return cards;
}

/* LO-T4 */
bool mq__lo_can_take(struct lo c, const struct lo_player *p, int colour)
{
    if (p->tech[colour] >= LO_MAX_TECH) {
        return false;
    }
    return p->tech[colour] % 5 == 4 || mq__lo_supply(c, colour) >= 1;
}

static LO_APART unsigned count_takeable(struct lo c, const struct lo_player *p)
{
    unsigned mask = 0;

    for (int i = 0; i < LO_COLOURS; i++) {
        mask |= mq__lo_can_take(c, p, i) ? lo_bit(i) : 0;
    }
    return mask;
}

/* The colours that a player can take, a bit each.
 * Nobody holds more cards than technology: where all of it is less than there
 * are cards, of four colours at once, any colour can be taken. Counts of less
 * than 32 can be summed in bytes. Seats without a player have none. */
static unsigned takeable(struct lo c, const struct lo_player *p)
{
    const uint32_t many = UINT32_C(0xE0E0E0E0), high = UINT32_C(0x80808080);
    uint32_t sum = 0, all = 0;

    for (int i = 0; i < LO_MAX_PLAYERS; i++) {
        uint32_t tech = mq__load32(c.st->player[i].tech);

        sum += tech;
        all |= tech;
    }
    if ((all & many) == 0 && ((c.t->enough - sum) & high) == high) {
        return LO_ALL_COLOURS;
    }
    return count_takeable(c, p);
}

/* LO-I1, LO-I2 */
int mq__lo_station_price(struct lo c)
{
    int next = __builtin_ctz(~(unsigned)c.st->station);

    return next < c.t->spaces ? c.t->space[next] : c.t->red_price;
}

/* Blue banners count at once, whatever the actions (LO-B7, LO-B8). */
void mq__lo_banner(const struct lo_tables *t, struct lo_player *p, int card)
{
    if (t->specialist[card].banner == LO_BANNER_3_MONEY) {
        lo_gain_money(p, BANNER_MONEY);
    } else if (t->specialist[card].banner == LO_BANNER_5_POINTS) {
        lo_gain_points(p, LO_FROM_BANNERS, BANNER_POINTS);
    }
}

int mq__lo_card(const struct lo_state *st)
{
    const struct lo_player *p = &st->player[st->turn];

    return p->played[(size_t)p->plays - 1];
}

int mq__lo_box_of(struct lo c, int verb)
{
    const struct lo_specialist *card = &c.t->specialist[mq__lo_card(c.st)];

    for (int i = 0; i < card->boxes; i++) {
        if (card->verb[i] == verb) {
            return i;
        }
    }
    return -1;
}

/* LO-U5, LO-I1 */
static LO_APART int price_now(const struct lo_tables *t,
                              const struct lo_state *st, int kind)
{
    int lab = st->player[st->turn].lab;

    if (kind == LO_BOX_INVEST) {
        return mq__lo_station_price(lo_with(t, st));
    }
    return lab < LO_LEVELS ? t->level[lab].price : 0;
}

/* The price of the next step of a kind of box. */
static inline int box_price(struct lo c, int kind, int steps)
{
    return kind < LO_BOX_LAB ? c.t->box[kind].price[steps]
                             : price_now(c.t, c.st, kind);
}

int mq__lo_box_price(struct lo c, int box)
{
    int kind = c.t->specialist[mq__lo_card(c.st)].box[box];

    return box_price(c, kind, c.st->act_steps[box]);
}

/* LO-A4, LO-A7: a box is begun not at all, or begun last and with steps left;
 * LO-A5: its next step can be paid. */
static inline enum lo_hindrance box_hindrance(struct lo c, int money, int box,
                                              int kind)
{
    int steps = c.st->act_steps[box];

    if (steps > 0 && c.st->act_box != box + 1) {
        return LO_BOX_LEFT;
    }
    if (steps > 0 && steps >= c.t->box[kind].steps) {
        return LO_BOX_DONE;
    }
    return box_price(c, kind, steps) > money ? LO_NO_MONEY : LO_MAY;
}

/* The boxes. */

/* What is carried out. */
struct deed {
    struct lo c;
    struct lo_player *p;
    int kind; /* of box */
    mq_action action;
};

/* The choices of an action: colours, or a bonus. */
#define FIRST(deed) MQ_ACTION_B((deed)->action)
#define SECOND(deed) MQ_ACTION_C((deed)->action)

/* A box has up to two choices. `firsts` and `seconds` give what can be chosen
 * as a mask; where there is nothing to choose it is the choice 0, and `seconds`
 * is NULL. What isn't in it is hindered by `no_first`, or `no_second`, + the
 * choice. */
struct box {
    void (*act)(const struct deed *);
    unsigned (*firsts)(struct lo c, const struct lo_player *p);
    unsigned (*seconds)(struct lo c, const struct lo_player *p);
    enum lo_hindrance no_first, no_second;
};

/* Boxes that only steps and money limit. */
static unsigned always(struct lo c, const struct lo_player *p)
{
    (void)c;
    (void)p;
    return 1;
}

static const struct lo_box_row *row_of(const struct deed *d)
{
    return &d->c.t->box[d->kind];
}

/* LO-A11 */
static void act_grant(const struct deed *d)
{
    const struct lo_box_row *row = row_of(d);

    for (int i = 0; i < d->c.st->players; i++) {
        struct lo_player *p = &d->c.st->player[i];

        lo_gain_money(p, p == d->p ? row->money : row->others_money);
    }
}

/* LO-A12 to LO-A14 */
static void act_score(const struct deed *d)
{
    const struct lo_box_row *row = row_of(d);

    for (int i = 0; i < d->c.st->players; i++) {
        struct lo_player *p = &d->c.st->player[i];
        int n = p->in_space[d->kind - LO_BOX_SCORE_1];

        if (p == d->p) {
            lo_gain_points(p, LO_FROM_SPECIALISTS, n * row->points);
            lo_gain_money(p, n * row->money);
        } else {
            lo_gain_points(p, LO_FROM_SPECIALISTS, n * row->others_points);
            lo_gain_money(p, n * row->others_money);
        }
    }
}

/* LO-A15 to LO-A17: red, yellow and blue can be bought. */
static unsigned buys(struct lo c, const struct lo_player *p)
{
    return takeable(c, p) & LO_BASIC_COLOURS;
}

static void act_buy(const struct deed *d)
{
    d->p->tech[FIRST(d)]++;
}

static void act_pair(const struct deed *d)
{
    d->p->tech[FIRST(d)]++;
    d->p->tech[SECOND(d)]++;
}

/* LO-A18, LO-A19 */
static unsigned takes_green(struct lo c, const struct lo_player *p)
{
    return takeable(c, p) >> LO_GREEN & 1;
}

static void act_green(const struct deed *d)
{
    d->p->tech[LO_GREEN]++;
}

static unsigned owned(const struct lo_player *p, int colour)
{
    return p->tech[colour] > 0 ? 1U << colour : 0;
}

/* LO-A20, LO-T5 */
static unsigned sells(struct lo c, const struct lo_player *p)
{
    (void)c;
    return owned(p, LO_RED) | owned(p, LO_YELLOW) | owned(p, LO_BLUE);
}

static void act_sell(const struct deed *d)
{
    assert(d->p->tech[FIRST(d)] > 0);
    d->p->tech[FIRST(d)]--;
    lo_gain_money(d->p, row_of(d)->money);
}

/* LO-A21: any colour that is owned for any other by LO-T4. */
static unsigned gives(struct lo c, const struct lo_player *p)
{
    return sells(c, p) | owned(p, LO_GREEN);
}

static void act_exchange(const struct deed *d)
{
    assert(d->p->tech[FIRST(d)] > 0 && FIRST(d) != SECOND(d));
    d->p->tech[FIRST(d)]--;
    d->p->tech[SECOND(d)]++;
}

/* LO-A22, LO-U3 */
static unsigned expands(struct lo c, const struct lo_player *p)
{
    return p->capacity < c.t->capacity.high;
}

static void act_capacity(const struct deed *d)
{
    assert(d->p->capacity < d->c.t->capacity.high); /* LO-U3 */
    d->p->capacity++;
}

/* LO-A23, LO-U3 */
static unsigned improves(struct lo c, const struct lo_player *p)
{
    return p->propulsion < c.t->propulsion.high;
}

static void act_propulsion(const struct deed *d)
{
    assert(d->p->propulsion < d->c.t->propulsion.high);
    d->p->propulsion++;
}

/* LO-A24, LO-U5 */
static unsigned extends(struct lo c, const struct lo_player *p)
{
    (void)c;
    return p->lab < LO_LEVELS;
}

static void act_lab(const struct deed *d)
{
    assert(d->p->lab < LO_LEVELS); /* LO-U5 */
    d->p->lab++;
}

/* LO-A25, LO-I4, LO-I5: without a bonus only where none can be had. */
static unsigned bonuses(struct lo c, const struct lo_player *p)
{
    unsigned mask = takes_green(c, p) << LO_BONUS_GREEN;

    mask |= p->income < c.t->income.high ? 1U << LO_BONUS_INCOME : 0;
    return mask != 0 ? mask : 1U << LO_BONUS_NONE;
}

/* LO-I1 to LO-I4, LO-I6; the price is paid already. */
static void act_invest(const struct deed *d)
{
    int next = __builtin_ctz(~(unsigned)d->c.st->station);

    if (next < d->c.t->spaces) {
        d->c.st->station = (uint8_t)(d->c.st->station | 1u << next);
    }
    d->p->invested = (uint8_t)lo_at_most(d->p->invested + 1, LO_MAX_INVESTED);
    lo_gain_points(d->p, LO_FROM_STATION,
                   LO_STATION_POINTS + lo_missions_in_space(d->p));
    if (FIRST(d) == LO_BONUS_GREEN) {
        d->p->tech[LO_GREEN]++;
    } else if (FIRST(d) == LO_BONUS_INCOME) {
        d->p->income++;
    }
}

static const struct box boxes[LO_BOXES] = {
    [LO_BOX_GRANT] = {act_grant, always},
    [LO_BOX_SCORE_1] = {act_score, always},
    [LO_BOX_SCORE_2] = {act_score, always},
    [LO_BOX_SCORE_3] = {act_score, always},
    [LO_BOX_BUY_ONE] = {act_buy, buys, .no_first = LO_NO_RED},
    [LO_BOX_BUY_THREE] = {act_buy, buys, .no_first = LO_NO_RED},
    [LO_BOX_BUY_PAIR] = {act_pair, buys, buys, LO_NO_RED, LO_NO_RED},
    [LO_BOX_GREEN_ONE] = {act_green, takes_green, .no_first = LO_NO_GREEN},
    [LO_BOX_GREEN_TWO] = {act_green, takes_green, .no_first = LO_NO_GREEN},
    [LO_BOX_SELL] = {act_sell, sells, .no_first = LO_OWNS_NO_RED},
    [LO_BOX_EXCHANGE] = {act_exchange, gives, takeable, LO_OWNS_NO_RED,
                         LO_NO_RED},
    [LO_BOX_CAPACITY] = {act_capacity, expands, .no_first = LO_ALL_UPGRADES},
    [LO_BOX_PROPULSION] = {act_propulsion, improves,
                           .no_first = LO_ALL_UPGRADES},
    [LO_BOX_LAB] = {act_lab, extends, .no_first = LO_LAB_TOP},
    [LO_BOX_INVEST] = {act_invest, bonuses, .no_first = LO_NO_GREEN},
};

/* LO-A17, LO-A21: two colours differ; a pair is named in the tables' order. */
static LO_APART int list_two(struct lo c, const struct box *box,
                             mq_action prefix, mq_action *out)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    bool pair = box->seconds == box->firsts;
    unsigned firsts = box->firsts(c, p);
    unsigned seconds = pair ? firsts : box->seconds(c, p);
    int n = 0;

    for (; firsts != 0; firsts &= firsts - 1) {
        unsigned first = (unsigned)__builtin_ctz(firsts);
        unsigned left = pair ? firsts & (firsts - 1) : seconds & ~(1U << first);

        for (; left != 0; left &= left - 1) {
            out[n++] = prefix | MQ_ACTION(0, 0, first, __builtin_ctz(left));
        }
    }
    return n;
}

int mq__lo_list_choices(struct lo c, int kind, mq_action prefix, mq_action *out)
{
    const struct box *box = &boxes[kind];
    unsigned firsts;
    int n = 0;

    if (box->seconds != NULL) {
        return list_two(c, box, prefix, out);
    }
    firsts = box->firsts(c, &c.st->player[c.st->turn]);
    for (; firsts != 0; firsts &= firsts - 1) {
        out[n++] = prefix | MQ_ACTION(0, 0, __builtin_ctz(firsts), 0);
    }
    return n;
}

enum lo_hindrance mq__lo_choice_hindrance(struct lo c, int kind,
                                          mq_action action)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    const struct box *box = &boxes[kind];
    int first = MQ_ACTION_B(action);
    int second = MQ_ACTION_C(action);

    if ((box->firsts(c, p) >> first & 1) == 0) {
        return box->no_first + (unsigned)first;
    }
    if (box->seconds != NULL && (box->seconds(c, p) >> second & 1) == 0) {
        return box->no_second + (unsigned)second;
    }
    return LO_MAY;
}

enum lo_hindrance mq__lo_act_hindrance(struct lo c, mq_action action)
{
    int box = mq__lo_box_of(c, MQ_ACTION_A(action));
    enum lo_hindrance h;
    int kind;

    if (box < 0) {
        return LO_NO_BOX;
    }
    kind = c.t->specialist[mq__lo_card(c.st)].box[box];
    h = box_hindrance(c, c.st->player[c.st->turn].money, box, kind);
    return h != LO_MAY ? h : mq__lo_choice_hindrance(c, kind, action);
}

/* Whether a box offers anything at all. */
static LO_APART bool box_offers(struct lo c, int kind)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    const struct box *box = &boxes[kind];
    unsigned firsts = box->firsts(c, p), seconds, both;

    if (firsts == 0 || box->seconds == NULL) {
        return firsts != 0;
    }
    seconds = box->seconds(c, p);
    both = firsts | seconds;
    return seconds != 0 && (both & (both - 1)) != 0; /* two that differ */
}

/* Whether steps and money allow a box of a card: money and supply are those of
 * now (LO-A5, LO-A6). */
static inline bool box_open(struct lo c, int money,
                            const struct lo_specialist *card, int box)
{
    return box < card->boxes &&
           box_hindrance(c, money, box, card->box[box]) == LO_MAY;
}

static int list_box(struct lo c, const struct lo_specialist *card, int box,
                    mq_action *out)
{
    return mq__lo_list_choices(c, card->box[box],
                               MQ_ACTION(LO_ACT, card->verb[box], 0, 0), out);
}

static LO_APART int list_both(struct lo c, const struct lo_specialist *card,
                              mq_action *out)
{
    int n = list_box(c, card, 0, out);

    return n + list_box(c, card, 1, out + n);
}

int mq__lo_list_acts(struct lo c, mq_action *out)
{
    const struct lo_specialist *card = &c.t->specialist[mq__lo_card(c.st)];
    int money = c.st->player[c.st->turn].money;
    bool first = box_open(c, money, card, 0);
    bool second = box_open(c, money, card, 1);

    if (first && second) {
        return list_both(c, card, out);
    }
    return first || second ? list_box(c, card, second, out) : 0;
}

/* Carries out `act …`; the card ends by itself when nothing more can be done
 * with it (LO-A8). */
void mq__lo_act(struct lo c, mq_action action)
{
    const struct lo_specialist *card = &c.t->specialist[mq__lo_card(c.st)];
    struct lo_player *p = &c.st->player[c.st->turn];
    int box = card->verb[0] == MQ_ACTION_A(action) ? 0 : 1;
    int kind = card->box[box];

    assert(mq__lo_act_hindrance(c, action) == LO_MAY);
    lo_gain_money(p, -box_price(c, kind, c.st->act_steps[box]));
    boxes[kind].act(&(struct deed){c, p, kind, action});
    c.st->act_steps[box]++;
    c.st->act_box = (uint8_t)(box + 1);
    if (!(box_open(c, p->money, card, 0) && box_offers(c, card->box[0])) &&
        !(box_open(c, p->money, card, 1) && box_offers(c, card->box[1]))) {
        mq__lo_card_done(c);
    }
}

/* LO-A3 */
void mq__lo_no_act(struct lo c)
{
    lo_gain_money(&c.st->player[c.st->turn], LO_NO_ACTION_MONEY);
    mq__lo_card_done(c);
}
