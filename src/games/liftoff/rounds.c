/* From one step to the next. Whatever needs neither a choice nor chance
 * happens here, within the event that leads to it (LO-R10).
 */
#include "games/liftoff/rules.h"

#define START_MONEY 10

/* The first seat clockwise from the starting player that lacks cards; deals
 * go seat by seat. */
static bool next_deal(struct lo_state *st)
{
    int seat = st->start;

    do {
        if (st->player[seat].hand.size < LO_HAND) {
            st->step = LO_STEP_DEAL;
            st->turn = (uint8_t)seat;
            return true;
        }
        seat = lo_left(st, seat);
    } while (seat != st->start);
    return false;
}

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

/* Another card was dealt (LO-S8, LO-R4). */
void mq__lo_deal_done(struct lo_state *st)
{
    if (next_deal(st)) {
        return;
    }
    if (st->round == 0) {
        st->round = 1;
    }
    begin_draft(st);
}

/* LO-S8 */
void mq__lo_objectives_done(const struct lo_tables *t, struct lo_state *st)
{
    (void)t;
    for (int i = 0; i < st->players; i++) {
        lo_gain_money(&st->player[i], START_MONEY);
    }
    mq__lo_deal_done(st);
}

void mq__lo_begin_play(struct lo_state *st)
{
    st->step = LO_STEP_PLAY;
    st->turn = st->start;
}

/* Missions: the next player who can choose a deck (LO-M1, LO-M14). */
static void mission_next(const struct lo_tables *t, struct lo_state *st,
                         int seat)
{
    do {
        if (mq__lo_any_deck(t, st, &st->player[seat])) {
            st->step = LO_STEP_DECK;
            st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(st, seat);
    } while (seat != st->start);
    st->turn = st->start;
    mq__lo_launch_next(t, st);
}

/* The card in play is finished (LO-A1, LO-V6). */
void mq__lo_card_done(const struct lo_tables *t, struct lo_state *st)
{
    bool right = st->edition == LO_EN && st->direction == LO_RIGHT;
    int next = right ? lo_right(st, st->turn) : lo_left(st, st->turn);

    st->act_steps[0] = st->act_steps[1] = st->act_box = 0;
    st->step = LO_STEP_PLAY;
    st->turn = (uint8_t)next;
    if (next == st->start && st->player[next].plays == LO_PLAYS) {
        mission_next(t, st, next);
    }
}

void mq__lo_mission_done(const struct lo_tables *t, struct lo_state *st)
{
    int next = lo_left(st, st->turn);

    if (next != st->start) {
        mission_next(t, st, next);
        return;
    }
    st->turn = st->start;
    mq__lo_launch_next(t, st);
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
    mq__lo_deal_done(st);
}

/* LO-P1 to LO-P5 */
static void begin_phase_2(const struct lo_tables *t, struct lo_state *st)
{
    st->phase = 2;
    st->turn = st->start;
    mq__lo_sale_next(t, st);
}

static void round_done(const struct lo_tables *t, struct lo_state *st)
{
    end_round(st);
    if (st->round == LO_ROUNDS) {
        st->step = LO_STEP_OVER;
        st->turn = 0;
        mq__lo_final_scoring(t, st);
    } else if (st->round == LO_HALF) {
        begin_phase_2(t, st);
    } else {
        begin_round(st);
    }
}

/* The player in turn, or the next who can, launches (LO-L1, LO-R9). */
void mq__lo_launch_next(const struct lo_tables *t, struct lo_state *st)
{
    int seat = st->turn;

    do {
        if (mq__lo_any_launch(t, st, &st->player[seat])) {
            st->step = LO_STEP_LAUNCH;
            st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(st, seat);
    } while (seat != st->start);
    round_done(t, st);
}

void mq__lo_launches_done(const struct lo_tables *t, struct lo_state *st)
{
    st->turn = (uint8_t)lo_left(st, st->turn);
    if (st->turn == st->start) {
        round_done(t, st);
    } else {
        mq__lo_launch_next(t, st);
    }
}

/* LO-P7, LO-P8 */
static void phase_2_goes_on(const struct lo_tables *t, struct lo_state *st)
{
    for (int i = 0; i < t->specialists; i++) {
        st->specialist_deck[i] =
            (uint8_t)(st->specialist_deck[i] + st->specialist_discard[i]);
        st->specialist_size =
            (uint8_t)(st->specialist_size + st->specialist_discard[i]);
        st->specialist_discard[i] = 0;
    }
    begin_round(st);
}

/* The player in turn, or the next who has objectives, may sell (LO-P5). */
void mq__lo_sale_next(const struct lo_tables *t, struct lo_state *st)
{
    int seat = st->turn;

    do {
        if (st->player[seat].objective.size > 0) {
            st->step = LO_STEP_SELL;
            st->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(st, seat);
    } while (seat != st->start);
    phase_2_goes_on(t, st);
}

void mq__lo_sales_done(const struct lo_tables *t, struct lo_state *st)
{
    st->turn = (uint8_t)lo_left(st, st->turn);
    if (st->turn == st->start) {
        phase_2_goes_on(t, st);
    } else {
        mq__lo_sale_next(t, st);
    }
}
