/* One event applied: a row for each kind of action or outcome. */
#include "games/liftoff/rules.h"

#include <assert.h>

static void do_start(struct lo c, mq_action action)
{
    mq__lo_begin_objectives(c.st, MQ_ACTION_A(action));
}

static void do_objectives(struct lo c, mq_action action)
{
    struct lo_state *st = c.st;
    struct lo_cards *cards = &st->player[st->turn].objective;

    mq__lo_cards_add(cards, MQ_ACTION_A(action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_B(action), 0);
    mq__lo_cards_add(cards, MQ_ACTION_C(action), 0);
    st->turn = (uint8_t)lo_left(st, st->turn);
    if (st->turn == st->start) {
        st->step = LO_STEP_OBJECTIVE_KEEP;
        st->turn = 0;
    }
}

static void do_deal(struct lo c, mq_action action)
{
    struct lo_state *st = c.st;
    int card = MQ_ACTION_B(action);

    assert(st->specialist_deck[card] > 0 && st->specialist_size > 0);
    st->specialist_deck[card]--;
    st->specialist_size--;
    mq__lo_cards_add(&st->player[st->turn].hand, card, 0);
    if (st->player[st->turn].hand.size == LO_HAND) {
        mq__lo_hand_dealt(st);
    }
}

static void do_draw(struct lo c, mq_action action)
{
    mq__lo_draw(c, MQ_ACTION_B(action));
}

static void do_direction(struct lo c, mq_action action)
{
    assert(c.st->players > 2); /* LO-D7 */
    c.st->direction = (uint8_t)MQ_ACTION_A(action);
    mq__lo_begin_keep(c.st);
}

/* LO-A1, LO-B8 */
static void do_play(struct lo c, mq_action action)
{
    struct lo_player *p = &c.st->player[c.st->turn];
    int card = MQ_ACTION_A(action);

    p->played[p->plays++] = (uint8_t)card;
    mq__lo_banner(c.t, p, card);
    c.st->step = LO_STEP_ACT;
    mq__lo_cards_play(&p->hand, card);
}

static void do_act(struct lo c, mq_action action)
{
    mq__lo_act(c, action);
}

static void do_money(struct lo c, mq_action action)
{
    (void)action;
    mq__lo_no_act(c);
}

static void do_deck(struct lo c, mq_action action)
{
    mq__lo_choose_deck(c, MQ_ACTION_A(action));
}

static void do_take(struct lo c, mq_action action)
{
    mq__lo_take(c, MQ_ACTION_A(action));
}

static void do_launch(struct lo c, mq_action action)
{
    mq__lo_launch(c.st, MQ_ACTION_A(action));
}

static void do_boost(struct lo c, mq_action action)
{
    mq__lo_boost(c.st, MQ_ACTION_A(action));
}

static void do_load(struct lo c, mq_action action)
{
    assert(c.st->loaded_size < LO_MAX_LOAD);
    c.st->loaded[c.st->loaded_size++] = (uint8_t)MQ_ACTION_A(action);
}

static void do_go(struct lo c, mq_action action)
{
    (void)action;
    mq__lo_go(c);
}

static void do_effect_tech(struct lo c, mq_action action)
{
    mq__lo_effect_tech(c, MQ_ACTION_B(action));
}

static void do_effect_exchange(struct lo c, mq_action action)
{
    mq__lo_effect_exchange(c, MQ_ACTION_B(action), MQ_ACTION_C(action));
}

/* LO-P5, LO-P6, LO-H5 */
static void do_sell_objective(struct lo c, mq_action action)
{
    struct lo_player *p = &c.st->player[c.st->turn];
    int card = MQ_ACTION_A(action);
    int i = p->sold_size++;

    assert(i < LO_HAND && c.st->phase == 2); /* LO-P5 */
    mq__lo_cards_remove(&p->objective, mq__lo_cards_find(&p->objective, card));
    memset(p->objective.known, 0, sizeof(p->objective.known));
    for (; i > 0 && p->sold[i - 1] > card; i--) {
        p->sold[i] = p->sold[i - 1];
    }
    p->sold[i] = (uint8_t)card;
    lo_gain_money(p, LO_OBJECTIVE_MONEY);
    if (p->objective.size == 0) {
        mq__lo_sales_done(c);
    }
}

/* What `done` ends: the card, keeping, launches, the effect, selling. */
static void do_done(struct lo c, mq_action action)
{
    (void)action;
    switch (c.st->step) {
    case LO_STEP_ACT:
        mq__lo_card_done(c);
        break;
    case LO_STEP_TAKE:
        mq__lo_take_done(c);
        break;
    case LO_STEP_LAUNCH:
        mq__lo_launches_done(c);
        break;
    case LO_STEP_EFFECT:
        mq__lo_effect_done(c);
        break;
    default:
        assert(c.st->step == LO_STEP_SELL);
        mq__lo_sales_done(c);
        break;
    }
}

/* All but commits: the seat is the one in turn. */
static void (*const deeds[LO_KINDS])(struct lo c, mq_action action) = {
    [LO_START] = do_start,
    [LO_DEAL] = do_deal,
    [LO_DRAW] = do_draw,
    [LO_DIRECTION] = do_direction,
    [LO_PLAY] = do_play,
    [LO_ACT] = do_act,
    [LO_MONEY] = do_money,
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

/* All have committed (LO-D1, LO-D2, LO-D5, LO-D6). */
static LO_APART void carry_out(struct lo c)
{
    switch (c.st->step) {
    case LO_STEP_OBJECTIVE_KEEP:
        mq__lo_pass_kept(c.st, true, LO_LEFT);
        c.st->step = LO_STEP_OBJECTIVE_PASS;
        break;
    case LO_STEP_OBJECTIVE_PASS:
        mq__lo_pass_one(c.st, true, LO_LEFT);
        mq__lo_objectives_done(c);
        break;
    case LO_STEP_KEEP:
        mq__lo_pass_kept(c.st, false, c.st->direction);
        c.st->step = LO_STEP_PASS;
        break;
    default:
        assert(c.st->step == LO_STEP_PASS);
        mq__lo_pass_one(c.st, false, c.st->direction);
        mq__lo_begin_play(c.st);
        break;
    }
}

void mq__lo_do(struct lo c, int seat, mq_action action)
{
    if (deeds[MQ_ACTION_KIND(action)] != NULL) {
        deeds[MQ_ACTION_KIND(action)](c, action);
        return;
    }
    /* LO-D8: nothing moves before the last commit is in. */
    assert(lo_open_commits(c.st) >> seat & 1);
    c.st->player[seat].commit = (uint8_t)(MQ_ACTION_A(action) + 1);
    if (lo_open_commits(c.st) == 0) {
        carry_out(c);
    }
}

void mq__lo_apply(const struct mq_game *g, void *state, int seat,
                  mq_action action)
{
    mq__lo_do(lo_of(g, state), seat, action);
}
