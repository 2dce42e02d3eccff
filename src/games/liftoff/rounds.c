/* From one step to the next. Whatever needs neither a choice nor chance
 * happens here, within the event that leads to it (LO-R10).
 */
#include "games/liftoff/rules.h"

#define START_MONEY 10

/* LO-D4, LO-D7: with two players left and right are the same seat, and the
 * direction is always left. */
static void begin_draft(struct lo_state *st)
{
    if (st->players == 2) {
        mq__lo_begin_keep(st);
        return;
    }
    st->step = LO_STEP_DIRECTION;
    st->turn = st->start;
}

void mq__lo_begin_keep(struct lo_state *st)
{
    st->step = LO_STEP_KEEP;
    st->turn = 0;
}

/* The first seat that lacks cards is dealt to, clockwise from a seat up to the
 * starting player; the draft follows when nobody lacks any (LO-S8, LO-R4). */
static void deal_from(struct lo_state *st, int seat)
{
    do {
        if (st->player[seat].hand.size < LO_HAND) {
            st->step = LO_STEP_DEAL;
            st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(st, seat);
    } while (seat != st->start);
    st->round = st->round > 0 ? st->round : 1;
    begin_draft(st);
}

/* Deals go seat by seat: those before have all their cards. */
void mq__lo_hand_dealt(struct lo_state *st)
{
    int next = lo_left(st, st->turn);

    deal_from(st, next != st->start ? next : st->turn);
}

/* LO-S8 */
void mq__lo_objectives_done(struct lo c)
{
    for (int i = 0; i < c.st->players; i++) {
        lo_gain_money(&c.st->player[i], START_MONEY);
    }
    deal_from(c.st, c.st->start);
}

void mq__lo_begin_play(struct lo_state *st)
{
    st->step = LO_STEP_PLAY;
    st->turn = st->start;
}

/* Missions: the next player who can choose a deck (LO-M1, LO-M14). */
static void mission_next(struct lo c, int seat)
{
    do {
        if (mq__lo_any_deck(c, &c.st->player[seat])) {
            c.st->step = LO_STEP_DECK;
            c.st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(c.st, seat);
    } while (seat != c.st->start);
    c.st->turn = c.st->start;
    mq__lo_launch_next(c);
}

/* The card in play is finished (LO-A1, LO-V6). */
void mq__lo_card_done(struct lo c)
{
    bool right = c.st->edition == LO_EN && c.st->direction == LO_RIGHT;
    int next = right ? lo_right(c.st, c.st->turn) : lo_left(c.st, c.st->turn);

    c.st->act_steps[0] = c.st->act_steps[1] = c.st->act_box = 0;
    c.st->step = LO_STEP_PLAY;
    c.st->turn = (uint8_t)next;
    if (next == c.st->start && c.st->player[next].plays == LO_PLAYS) {
        mission_next(c, next);
    }
}

void mq__lo_mission_done(struct lo c)
{
    int next = lo_left(c.st, c.st->turn);

    if (next != c.st->start) {
        mission_next(c, next);
        return;
    }
    c.st->turn = c.st->start;
    mq__lo_launch_next(c);
}

/* LO-R5, LO-R6 */
static void end_round(struct lo_state *st)
{
    for (int i = 0; i < st->players; i++) {
        struct lo_player *p = &st->player[i];

        for (int k = 0; k < p->plays; k++) {
            st->specialist_discard[p->played[k]]++;
            p->played[k] = p->used[k] = 0;
        }
        p->plays = p->sent = p->launches = 0;
        p->lab_symbol = p->lab_boost = 0;
    }
    st->start = (uint8_t)lo_left(st, st->start);
}

/* LO-R4 */
static void begin_round(struct lo_state *st)
{
    st->round++;
    for (int i = 0; i < st->players; i++) {
        lo_gain_money(&st->player[i], st->player[i].income);
    }
    deal_from(st, st->start);
}

static void sale_next(struct lo c);

/* LO-P1 to LO-P5 */
static void begin_phase_2(struct lo c)
{
    c.st->phase = 2;
    c.st->turn = c.st->start;
    sale_next(c);
}

static void round_done(struct lo c)
{
    end_round(c.st);
    if (c.st->round == LO_ROUNDS) {
        c.st->step = LO_STEP_OVER;
        c.st->turn = 0;
        mq__lo_final_scoring(c);
    } else if (c.st->round == LO_HALF) {
        begin_phase_2(c);
    } else {
        begin_round(c.st);
    }
}

/* The player in turn, or the next who can, launches (LO-L1, LO-R9). */
void mq__lo_launch_next(struct lo c)
{
    int seat = c.st->turn;

    do {
        if (mq__lo_any_launch(c, &c.st->player[seat])) {
            c.st->step = LO_STEP_LAUNCH;
            c.st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(c.st, seat);
    } while (seat != c.st->start);
    round_done(c);
}

void mq__lo_launches_done(struct lo c)
{
    c.st->turn = (uint8_t)lo_left(c.st, c.st->turn);
    if (c.st->turn == c.st->start) {
        round_done(c);
    } else {
        mq__lo_launch_next(c);
    }
}

/* LO-P7, LO-P8 */
static void phase_2_goes_on(struct lo c)
{
    for (int i = 0; i < c.t->specialists; i++) {
        c.st->specialist_deck[i] =
            (uint8_t)(c.st->specialist_deck[i] + c.st->specialist_discard[i]);
        c.st->specialist_size =
            (uint8_t)(c.st->specialist_size + c.st->specialist_discard[i]);
        c.st->specialist_discard[i] = 0;
    }
    begin_round(c.st);
}

/* The player in turn, or the next who has objectives, may sell (LO-P5). */
static void sale_next(struct lo c)
{
    int seat = c.st->turn;

    do {
        if (c.st->player[seat].objective.size > 0) {
            c.st->step = LO_STEP_SELL;
            c.st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(c.st, seat);
    } while (seat != c.st->start);
    phase_2_goes_on(c);
}

void mq__lo_sales_done(struct lo c)
{
    c.st->turn = (uint8_t)lo_left(c.st, c.st->turn);
    if (c.st->turn == c.st->start) {
        phase_2_goes_on(c);
    } else {
        sale_next(c);
    }
}
