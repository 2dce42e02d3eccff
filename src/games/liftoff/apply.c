/* One event applied: a row for each kind of action or outcome. */
#include "games/liftoff/rules.h"

#include <assert.h>

#define OBJECTIVE_MONEY 5 /* LO-P5 */

struct deed {
    const struct lo_tables *t;
    struct lo_state *st;
    int seat;
    mq_action action;
};

static void do_start(const struct deed *d)
{
    mq__lo_begin_objectives(d->st, MQ_ACTION_A(d->action));
}

static void do_objectives(const struct deed *d)
{
    struct lo_state *st = d->st;
    struct lo_cards *cards = &st->player[st->turn].objective;

    mq__lo_cards_add(cards, MQ_ACTION_A(d->action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_B(d->action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_C(d->action), 0);
    st->turn = (uint8_t)lo_left(st, st->turn);
    if (st->turn == st->start) {
        st->step = LO_STEP_OBJECTIVE_KEEP;
        st->turn = 0;
    }
}

static void do_deal(const struct deed *d)
{
    struct lo_state *st = d->st;
    int card = MQ_ACTION_B(d->action);

    st->specialist_deck[card]--;
    st->specialist_size--;
    mq__lo_cards_add(&st->player[st->turn].hand, card, 0);
    if (st->player[st->turn].hand.size == LO_HAND) {
        mq__lo_deal_done(st);
    }
}

static void do_draw(const struct deed *d)
{
    mq__lo_draw(d->t, d->st, MQ_ACTION_B(d->action));
}

/* LO-D8: nothing moves before the last commit is in. */
static bool commit(const struct deed *d)
{
    d->st->player[d->seat].commit = (uint8_t)(MQ_ACTION_A(d->action) + 1);
    return mq__lo_all_committed(d->st);
}

static void do_keep_objective(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_kept(d->st, true, LO_LEFT);
        d->st->step = LO_STEP_OBJECTIVE_PASS;
    }
}

static void do_pass_objective(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_one(d->st, true, LO_LEFT);
        mq__lo_objectives_done(d->t, d->st);
    }
}

static void do_direction(const struct deed *d)
{
    d->st->direction = (uint8_t)MQ_ACTION_A(d->action);
    mq__lo_begin_keep(d->st);
}

static void do_keep(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_kept(d->st, false, d->st->direction);
        d->st->step = LO_STEP_PASS;
    }
}

static void do_pass(const struct deed *d)
{
    if (commit(d)) {
        mq__lo_pass_one(d->st, false, d->st->direction);
        mq__lo_begin_play(d->st);
    }
}

/* LO-A1, LO-B8 */
static void do_play(const struct deed *d)
{
    struct lo_player *p = &d->st->player[d->st->turn];
    int card = MQ_ACTION_A(d->action);

    mq__lo_cards_play(&p->hand, card);
    p->played[p->plays++] = (uint8_t)card;
    mq__lo_banner(d->t, p, card);
    d->st->step = LO_STEP_ACT;
}

static void do_act(const struct deed *d)
{
    mq__lo_act(d->t, d->st, d->action);
}

static void do_deck(const struct deed *d)
{
    mq__lo_choose_deck(d->t, d->st, MQ_ACTION_A(d->action));
}

static void do_take(const struct deed *d)
{
    mq__lo_take(d->t, d->st, MQ_ACTION_A(d->action));
}

static void do_launch(const struct deed *d)
{
    mq__lo_launch(d->st, MQ_ACTION_A(d->action));
}

static void do_boost(const struct deed *d)
{
    mq__lo_boost(d->st, MQ_ACTION_A(d->action));
}

static void do_load(const struct deed *d)
{
    d->st->loaded[d->st->loaded_size++] = (uint8_t)MQ_ACTION_A(d->action);
}

static void do_go(const struct deed *d)
{
    mq__lo_go(d->t, d->st);
}

static void do_effect_tech(const struct deed *d)
{
    mq__lo_effect_tech(d->t, d->st, MQ_ACTION_B(d->action));
}

static void do_effect_exchange(const struct deed *d)
{
    mq__lo_effect_exchange(d->t, d->st, MQ_ACTION_B(d->action),
                           MQ_ACTION_C(d->action));
}

/* LO-P5, LO-P6, LO-H5 */
static void do_sell_objective(const struct deed *d)
{
    struct lo_player *p = &d->st->player[d->st->turn];
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
        mq__lo_sales_done(d->t, d->st);
    }
}

/* What `done` ends: the card, keeping, launches, the effect, selling. */
static void do_done(const struct deed *d)
{
    switch (d->st->step) {
    case LO_STEP_ACT:
        mq__lo_card_done(d->t, d->st);
        break;
    case LO_STEP_TAKE:
        mq__lo_take_done(d->t, d->st);
        break;
    case LO_STEP_LAUNCH:
        mq__lo_launches_done(d->t, d->st);
        break;
    case LO_STEP_EFFECT:
        mq__lo_effect_done(d->t, d->st);
        break;
    default:
        assert(d->st->step == LO_STEP_SELL);
        mq__lo_sales_done(d->t, d->st);
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

void mq__lo_apply(const struct mq_game *g, void *state, int seat,
                  mq_action action)
{
    struct deed d = {lo_tables(g), state, seat, action};

    assert(deeds[MQ_ACTION_KIND(action)] != NULL);
    deeds[MQ_ACTION_KIND(action)](&d);
}
