/* Specialists: banners and action boxes (LO-B, LO-A), with the technology
 * supply (LO-T) and the space station (LO-I) that boxes draw on.
 *
 * Each kind of box is one row: what may be done (`list`) and what it does
 * (`act`). Prices and gains are in the tables. Steps, prices and which box may
 * be gone on with are the same for all and stand outside the rows.
 */
#include "games/liftoff/rules.h"

#include <assert.h>

#define NO_ACTION_MONEY 2 /* LO-A3 */
#define BANNER_MONEY 3    /* LO-B1 */
#define BANNER_POINTS 5   /* LO-B2 */
#define STATION_POINTS 5  /* LO-I3 */
#define MOST_ACTS (2 * LO_COLOURS * LO_COLOURS)

/* LO-T3: may be below 0 after a 5 was broken for change. */
int mq__lo_supply(const struct lo_tables *t, const struct lo_state *st,
                  int colour)
{
    int cards = t->cards[colour];

    for (int i = 0; i < st->players; i++) {
        cards -= t->held[st->player[i].tech[colour]];
    }
    return cards;
}

/* LO-T4 */
bool mq__lo_can_take(const struct lo_tables *t, const struct lo_state *st,
                     const struct lo_player *p, int colour)
{
    if (p->tech[colour] >= LO_MAX_TECH) {
        return false;
    }
    return p->tech[colour] % 5 == 4 || mq__lo_supply(t, st, colour) >= 1;
}

/* LO-I1, LO-I2 */
int mq__lo_station_price(const struct lo_tables *t, const struct lo_state *st)
{
    for (int i = 0; i < t->spaces; i++) {
        if ((st->station >> i & 1) == 0) {
            return t->space[i];
        }
    }
    return t->red_price;
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

    return p->played[p->plays - 1];
}

int mq__lo_box_of(const struct lo_tables *t, const struct lo_state *st,
                  int verb)
{
    const struct lo_specialist *card = &t->specialist[mq__lo_card(st)];

    for (int i = 0; i < card->boxes; i++) {
        if (card->verb[i] == verb) {
            return i;
        }
    }
    return -1;
}

/* LO-A4, LO-A7: begun not at all, or begun last and with steps left. */
static bool box_open(const struct lo_state *st, int box, int steps)
{
    return st->act_steps[box] == 0 ||
           (st->act_box == box + 1 && st->act_steps[box] < steps);
}

bool mq__lo_box_open(const struct lo_tables *t, const struct lo_state *st,
                     int box)
{
    int kind = t->specialist[mq__lo_card(st)].box[box];

    return box_open(st, box, t->box[kind].steps);
}

/* The price of a kind of box after so many steps. */
static int box_price(const struct lo_tables *t, const struct lo_state *st,
                     int kind, int steps)
{
    const struct lo_player *p = &st->player[st->turn];

    if (kind < LO_BOX_LAB) {
        return t->box[kind].price[steps];
    }
    if (kind == LO_BOX_INVEST) {
        return mq__lo_station_price(t, st);
    }
    return p->lab < LO_LEVELS ? t->level[p->lab].price : 0;
}

int mq__lo_box_price(const struct lo_tables *t, const struct lo_state *st,
                     int box)
{
    int kind = t->specialist[mq__lo_card(st)].box[box];

    return box_price(t, st, kind, st->act_steps[box]);
}

/* The boxes. */

struct view {
    const struct lo_tables *t;
    const struct lo_state *st;
    const struct lo_player *p;
};

struct deed {
    const struct lo_tables *t;
    struct lo_state *st;
    struct lo_player *p;
    const struct lo_box_row *row;
    int level; /* of a `score` box */
    mq_action action;
};

struct box {
    int (*list)(const struct view *v, mq_action *out);
    void (*act)(const struct deed *d);
};

static mq_action act_of(int verb)
{
    return MQ_ACTION(LO_ACT, verb, 0, 0);
}

static int list_grant(const struct view *v, mq_action *out)
{
    (void)v;
    out[0] = act_of(LO_VERB_GRANT);
    return 1;
}

/* LO-A11 */
static void act_grant(const struct deed *d)
{
    for (int i = 0; i < d->st->players; i++) {
        struct lo_player *p = &d->st->player[i];

        lo_gain_money(p, p == d->p ? d->row->money : d->row->others_money);
    }
}

static int list_score(const struct view *v, mq_action *out)
{
    (void)v;
    out[0] = act_of(LO_VERB_SCORE);
    return 1;
}

/* LO-A12 to LO-A14 */
static void act_score(const struct deed *d)
{
    for (int i = 0; i < d->st->players; i++) {
        struct lo_player *p = &d->st->player[i];
        int n = p->in_space[d->level];

        if (p == d->p) {
            lo_gain_points(p, LO_FROM_SPECIALISTS, n * d->row->points);
            lo_gain_money(p, n * d->row->money);
        } else {
            lo_gain_points(p, LO_FROM_SPECIALISTS, n * d->row->others_points);
            lo_gain_money(p, n * d->row->others_money);
        }
    }
}

/* LO-A15, LO-A16 */
static int list_buy(const struct view *v, mq_action *out)
{
    int n = 0;

    for (int c = LO_RED; c <= LO_BLUE; c++) {
        if (mq__lo_can_take(v->t, v->st, v->p, c)) {
            out[n++] = MQ_ACTION(LO_ACT, LO_VERB_BUY, c, 0);
        }
    }
    return n;
}

static void act_buy(const struct deed *d)
{
    d->p->tech[MQ_ACTION_B(d->action)]++;
}

/* LO-A17 */
static int list_pair(const struct view *v, mq_action *out)
{
    bool can[LO_BLUE + 1];
    int n = 0;

    for (int c = LO_RED; c <= LO_BLUE; c++) {
        can[c] = mq__lo_can_take(v->t, v->st, v->p, c);
    }
    for (int a = LO_RED; a < LO_BLUE; a++) {
        for (int b = a + 1; b <= LO_BLUE; b++) {
            if (can[a] && can[b]) {
                out[n++] = MQ_ACTION(LO_ACT, LO_VERB_PAIR, a, b);
            }
        }
    }
    return n;
}

static void act_pair(const struct deed *d)
{
    d->p->tech[MQ_ACTION_B(d->action)]++;
    d->p->tech[MQ_ACTION_C(d->action)]++;
}

/* LO-A18, LO-A19 */
static int list_green(const struct view *v, mq_action *out)
{
    out[0] = act_of(LO_VERB_GREEN);
    return mq__lo_can_take(v->t, v->st, v->p, LO_GREEN) ? 1 : 0;
}

static void act_green(const struct deed *d)
{
    d->p->tech[LO_GREEN]++;
}

/* LO-A20, LO-T5 */
static int list_sell(const struct view *v, mq_action *out)
{
    int n = 0;

    for (int c = LO_RED; c <= LO_BLUE; c++) {
        if (v->p->tech[c] > 0) {
            out[n++] = MQ_ACTION(LO_ACT, LO_VERB_SELL, c, 0);
        }
    }
    return n;
}

static void act_sell(const struct deed *d)
{
    d->p->tech[MQ_ACTION_B(d->action)]--;
    lo_gain_money(d->p, d->row->money);
}

/* LO-A21: GIVEN owned, TAKEN another colour by LO-T4. `prefix` has all but
 * the colours, in b and c. */
int mq__lo_list_exchanges(const struct lo_tables *t, const struct lo_state *st,
                          const struct lo_player *p, mq_action prefix,
                          mq_action *out)
{
    bool can[LO_COLOURS];
    int n = 0;

    for (int c = 0; c < LO_COLOURS; c++) {
        can[c] = mq__lo_can_take(t, st, p, c);
    }
    for (int given = 0; given < LO_COLOURS; given++) {
        for (int c = 0; c < LO_COLOURS && p->tech[given] > 0; c++) {
            if (c != given && can[c]) {
                out[n++] = prefix | MQ_ACTION(0, 0, given, c);
            }
        }
    }
    return n;
}

static int list_exchange(const struct view *v, mq_action *out)
{
    return mq__lo_list_exchanges(v->t, v->st, v->p, act_of(LO_VERB_EXCHANGE),
                                 out);
}

static void act_exchange(const struct deed *d)
{
    d->p->tech[MQ_ACTION_B(d->action)]--;
    d->p->tech[MQ_ACTION_C(d->action)]++;
}

/* LO-A22, LO-U3 */
static int list_capacity(const struct view *v, mq_action *out)
{
    out[0] = act_of(LO_VERB_CAPACITY);
    return v->p->capacity < v->t->capacity.high ? 1 : 0;
}

static void act_capacity(const struct deed *d)
{
    d->p->capacity++;
}

/* LO-A23, LO-U3 */
static int list_propulsion(const struct view *v, mq_action *out)
{
    out[0] = act_of(LO_VERB_PROPULSION);
    return v->p->propulsion < v->t->propulsion.high ? 1 : 0;
}

static void act_propulsion(const struct deed *d)
{
    d->p->propulsion++;
}

/* LO-A24, LO-U5 */
static int list_lab(const struct view *v, mq_action *out)
{
    out[0] = act_of(LO_VERB_LAB);
    return v->p->lab < LO_LEVELS ? 1 : 0;
}

static void act_lab(const struct deed *d)
{
    d->p->lab++;
}

/* LO-A25, LO-I4, LO-I5 */
static int list_invest(const struct view *v, mq_action *out)
{
    int n = 0;

    if (mq__lo_can_take(v->t, v->st, v->p, LO_GREEN)) {
        out[n++] = MQ_ACTION(LO_ACT, LO_VERB_INVEST, LO_BONUS_GREEN, 0);
    }
    if (v->p->income < v->t->income.high) {
        out[n++] = MQ_ACTION(LO_ACT, LO_VERB_INVEST, LO_BONUS_INCOME, 0);
    }
    if (n == 0) {
        out[n++] = MQ_ACTION(LO_ACT, LO_VERB_INVEST, LO_BONUS_NONE, 0);
    }
    return n;
}

/* LO-I1 to LO-I4, LO-I6; the price is paid already. */
static void act_invest(const struct deed *d)
{
    int free = 0;

    while (free < d->t->spaces && (d->st->station >> free & 1) != 0) {
        free++;
    }
    if (free < d->t->spaces) {
        d->st->station = (uint8_t)(d->st->station | 1u << free);
    }
    d->p->invested = (uint8_t)lo_at_most(d->p->invested + 1, LO_MAX_INVESTED);
    lo_gain_points(d->p, LO_FROM_STATION,
                   STATION_POINTS + lo_missions_in_space(d->p));
    if (MQ_ACTION_B(d->action) == LO_BONUS_GREEN) {
        d->p->tech[LO_GREEN]++;
    } else if (MQ_ACTION_B(d->action) == LO_BONUS_INCOME) {
        d->p->income++;
    }
}

static const struct box boxes[LO_BOXES] = {
    [LO_BOX_GRANT] = {list_grant, act_grant},
    [LO_BOX_SCORE_1] = {list_score, act_score},
    [LO_BOX_SCORE_2] = {list_score, act_score},
    [LO_BOX_SCORE_3] = {list_score, act_score},
    [LO_BOX_BUY_ONE] = {list_buy, act_buy},
    [LO_BOX_BUY_THREE] = {list_buy, act_buy},
    [LO_BOX_BUY_PAIR] = {list_pair, act_pair},
    [LO_BOX_GREEN_ONE] = {list_green, act_green},
    [LO_BOX_GREEN_TWO] = {list_green, act_green},
    [LO_BOX_SELL] = {list_sell, act_sell},
    [LO_BOX_EXCHANGE] = {list_exchange, act_exchange},
    [LO_BOX_CAPACITY] = {list_capacity, act_capacity},
    [LO_BOX_PROPULSION] = {list_propulsion, act_propulsion},
    [LO_BOX_LAB] = {list_lab, act_lab},
    [LO_BOX_INVEST] = {list_invest, act_invest},
};

/* What the card in play still allows: money and supply are those of now
 * (LO-A5, LO-A6). Without `money` and `done`. */
int mq__lo_list_acts(const struct lo_tables *t, const struct lo_state *st,
                     mq_action *out)
{
    const struct lo_specialist *card = &t->specialist[mq__lo_card(st)];
    struct view v = {t, st, &st->player[st->turn]};
    int n = 0;

    for (int i = 0; i < card->boxes; i++) {
        int kind = card->box[i];

        if (box_open(st, i, t->box[kind].steps) &&
            box_price(t, st, kind, st->act_steps[i]) <= v.p->money) {
            n += boxes[kind].list(&v, out + n);
        }
    }
    return n;
}

/* Carries out `act …` or `money`; the card ends by itself when nothing more
 * can be done with it (LO-A8). */
void mq__lo_act(const struct lo_tables *t, struct lo_state *st,
                mq_action action)
{
    mq_action more[MOST_ACTS];
    struct lo_player *p = &st->player[st->turn];
    int box, kind;

    if (MQ_ACTION_KIND(action) == LO_MONEY) {
        lo_gain_money(p, NO_ACTION_MONEY);
        mq__lo_card_done(t, st);
        return;
    }
    box = mq__lo_box_of(t, st, MQ_ACTION_A(action));
    assert(box >= 0);
    kind = t->specialist[mq__lo_card(st)].box[box];
    lo_gain_money(p, -box_price(t, st, kind, st->act_steps[box]));
    boxes[kind].act(
        &(struct deed){t, st, p, &t->box[kind], kind - LO_BOX_SCORE_1, action});
    st->act_steps[box]++;
    st->act_box = (uint8_t)(box + 1);
    if (mq__lo_list_acts(t, st, more) == 0) {
        mq__lo_card_done(t, st);
    }
}
