/* One event applied: a row for each kind of action or outcome. */
#include "games/liftoff/rules.h"

#include <assert.h>

#define OBJECTIVE_MONEY 5 /* LO-P5 */

struct deed {
    const struct lo_tables *t;
    struct lo_state *s;
    int seat;
    mq_action action;
};

static void do_start(const struct deed *d)
{
    mq__lo_begin_objectives(d->s, MQ_ACTION_A(d->action));
}

static void do_objectives(const struct deed *d)
{
    struct lo_state *s = d->s;
    struct lo_cards *cards = &s->player[s->turn].objective;

    mq__lo_cards_add(cards, MQ_ACTION_A(d->action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_B(d->action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_C(d->action), 0);
    s->turn = (uint8_t)lo_left(s, s->turn);
    if (s->turn == s->start) {
        s->step = LO_STEP_OBJECTIVE_KEEP;
        s->turn = 0;
    }
}

static void do_deal(const struct deed *d)
{
    struct lo_state *s = d->s;
    int card = MQ_ACTION_B(d->action);

    s->specialist_deck[card]--;
    s->specialist_size--;
    mq__lo_cards_add(&s->player[s->turn].hand, card, 0);
    if (s->player[s->turn].hand.size == LO_HAND) {
        mq__lo_deal_done(s);
    }
}

static void do_draw(const struct deed *d)
{
    mq__lo_draw(d->t, d->s, MQ_ACTION_B(d->action));
}

/* LO-D8: nothing moves before the last commit is in. */
static bool commit(const struct deed *d)
{
    d->s->player[d->seat].commit = (uint8_t)(MQ_ACTION_A(d->action) + 1);
    return mq__lo_all_committed(d->s);
}

static void do_keep_objective(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_kept(d->s, true, LO_LEFT);
        d->s->step = LO_STEP_OBJECTIVE_PASS;
    }
}

static void do_pass_objective(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_one(d->s, true, LO_LEFT);
        mq__lo_objectives_done(d->t, d->s);
    }
}

static void do_direction(const struct deed *d)
{
    d->s->direction = (uint8_t)MQ_ACTION_A(d->action);
    mq__lo_begin_keep(d->s);
}

static void do_keep(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_kept(d->s, false, d->s->direction);
        d->s->step = LO_STEP_PASS;
    }
}

static void do_pass(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_one(d->s, false, d->s->direction);
        mq__lo_begin_play(d->s);
    }
}

/* LO-A1, LO-B8 */
static void do_play(const struct deed *d)
{
    struct lo_player *p = &d->s->player[d->s->turn];
    int card = MQ_ACTION_A(d->action);

    mq__lo_cards_play(&p->hand, card);
    p->played[p->plays++] = (uint8_t)card;
    mq__lo_banner(d->t, p, card);
    d->s->step = LO_STEP_ACT;
}

static void do_act(const struct deed *d)
{
    mq__lo_act(d->t, d->s, d->action);
}

static void do_deck(const struct deed *d)
{
    mq__lo_choose_deck(d->t, d->s, MQ_ACTION_A(d->action));
}

static void do_take(const struct deed *d)
{
    mq__lo_take(d->t, d->s, MQ_ACTION_A(d->action));
}

static void do_launch(const struct deed *d)
{
    mq__lo_launch(d->s, MQ_ACTION_A(d->action));
}

static void do_boost(const struct deed *d)
{
    mq__lo_boost(d->s, MQ_ACTION_A(d->action));
}

static void do_load(const struct deed *d)
{
    d->s->loaded[d->s->loaded_size++] = (uint8_t)MQ_ACTION_A(d->action);
}

static void do_go(const struct deed *d)
{
    mq__lo_go(d->t, d->s);
}

static void do_effect_tech(const struct deed *d)
{
    mq__lo_effect_tech(d->t, d->s, MQ_ACTION_B(d->action));
}

static void do_effect_exchange(const struct deed *d)
{
    mq__lo_effect_exchange(d->t, d->s, MQ_ACTION_B(d->action),
                           MQ_ACTION_C(d->action));
}

/* LO-P5, LO-P6, LO-H5 */
static void do_sell_objective(const struct deed *d)
{
    struct lo_player *p = &d->s->player[d->s->turn];
    int card = MQ_ACTION_A(d->action);
    int i = p->sold_size++;

    mq__lo_cards_remove(&p->objective, mq__lo_cards_find(&p->objective, card));
    memset(p->objective.known, 0, sizeof(p->objective.known));
    for (; i > 0 && p->sold[i - 1] > card; i--) {
        p->sold[i] = p->sold[i - 1];
    }
    p->sold[i] = (uint8_t)card;
    lo_gain_money(p, OBJECTIVE_MONEY);
    if (p->objective.size == 0) {
        mq__lo_sales_done(d->t, d->s);
    }
}

/* What `done` ends: the card, keeping, launches, the effect, selling. */
static void do_done(const struct deed *d)
{
    switch (d->s->step) {
    case LO_STEP_ACT:
        mq__lo_card_done(d->t, d->s);
        break;
    case LO_STEP_TAKE:
        mq__lo_take_done(d->t, d->s);
        break;
    case LO_STEP_LAUNCH:
        mq__lo_launches_done(d->t, d->s);
        break;
    case LO_STEP_EFFECT:
        mq__lo_effect_done(d->t, d->s);
        break;
    default:
        assert(d->s->step == LO_STEP_SELL);
        mq__lo_sales_done(d->t, d->s);
        break;
    }
}

static void (*const deeds[LO_OBJECTIVES + LO_MAX_PLAYERS])(
    const struct deed *) = {
    [LO_START] = do_start,
    [LO_DEAL] = do_deal,
    [LO_DRAW] = do_draw,
    [LO_KEEP_OBJECTIVE] = do_keep_objective,
    [LO_PASS_OBJECTIVE] = do_pass_objective,
    [LO_DIRECTION] = do_direction,
    [LO_KEEP] = do_keep,
    [LO_PASS] = do_pass,
    [LO_PLAY] = do_play,
    [LO_ACT] = do_act,
    [LO_MONEY] = do_act,
    [LO_DONE] = do_done,
    [LO_DECK] = do_deck,
    [LO_TAKE] = do_take,
    [LO_LAUNCH] = do_launch,
    [LO_BOOST] = do_boost,
    [LO_LOAD] = do_load,
    [LO_GO] = do_go,
    [LO_CHOOSE_TECH] = do_effect_tech,
    [LO_CHOOSE_EXCHANGE] = do_effect_exchange,
    [LO_SELL_OBJECTIVE] = do_sell_objective,
    [LO_OBJECTIVES] = do_objectives,
    [LO_OBJECTIVES + 1] = do_objectives,
    [LO_OBJECTIVES + 2] = do_objectives,
    [LO_OBJECTIVES + 3] = do_objectives,
};

void mq__lo_apply(const struct mq_game *g, void *st, int seat, mq_action action)
{
    struct deed d = {lo_tables(g), st, seat, action};

    assert(deeds[MQ_ACTION_KIND(action)] != NULL);
    deeds[MQ_ACTION_KIND(action)](&d);
}
