/* From one step to the next. Whatever needs neither a choice nor chance
 * happens here, within the event that leads to it (LO-R10).
 */
#include "games/liftoff/rules.h"

#define START_MONEY 10

/* The first seat clockwise from the starting player that lacks cards; deals
 * go seat by seat. */
static bool next_deal(struct lo_state *s)
{
    int seat = s->start;

    do {
        if (s->player[seat].hand.size < LO_HAND) {
            s->step = LO_STEP_DEAL;
            s->turn = (uint8_t)seat;
            return true;
        }
        seat = lo_left(s, seat);
    } while (seat != s->start);
    return false;
}

/* LO-D4, LO-D7: with two players left and right are the same seat, and the
 * direction is always left. */
static void begin_draft(struct lo_state *s)
{
    if (s->players == 2) {
        mq__lo_begin_keep(s);
        return;
    }
    s->step = LO_STEP_DIRECTION;
    s->turn = s->start;
}

void mq__lo_begin_keep(struct lo_state *s)
{
    s->step = LO_STEP_KEEP;
    s->turn = 0;
}

/* Another card was dealt (LO-S8, LO-R4). */
void mq__lo_deal_done(struct lo_state *s)
{
    if (next_deal(s)) {
        return;
    }
    if (s->round == 0) {
        s->round = 1;
    }
    begin_draft(s);
}

/* LO-S8 */
void mq__lo_objectives_done(const struct lo_tables *t, struct lo_state *s)
{
    (void)t;
    for (int i = 0; i < s->players; i++) {
        lo_gain_money(&s->player[i], START_MONEY);
    }
    mq__lo_deal_done(s);
}

void mq__lo_begin_play(struct lo_state *s)
{
    s->step = LO_STEP_PLAY;
    s->turn = s->start;
}

/* Missions: the next player who can choose a deck (LO-M1, LO-M14). */
static void mission_next(const struct lo_tables *t, struct lo_state *s,
                         int seat)
{
    do {
        if (mq__lo_any_deck(t, s, &s->player[seat])) {
            s->step = LO_STEP_DECK;
            s->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(s, seat);
    } while (seat != s->start);
    s->turn = s->start;
    mq__lo_launch_next(t, s);
}

/* The card in play is finished (LO-A1, LO-V6). */
void mq__lo_card_done(const struct lo_tables *t, struct lo_state *s)
{
    bool right = s->edition == LO_EN && s->direction == LO_RIGHT;
    int next = right ? lo_right(s, s->turn) : lo_left(s, s->turn);

    s->act_steps[0] = s->act_steps[1] = s->act_box = 0;
    s->step = LO_STEP_PLAY;
    s->turn = (uint8_t)next;
    if (next == s->start && s->player[next].plays == LO_PLAYS) {
        mission_next(t, s, next);
    }
}

void mq__lo_mission_done(const struct lo_tables *t, struct lo_state *s)
{
    int next = lo_left(s, s->turn);

    if (next != s->start) {
        mission_next(t, s, next);
        return;
    }
    s->turn = s->start;
    mq__lo_launch_next(t, s);
}

/* LO-R5, LO-R6 */
static void end_round(struct lo_state *s)
{
    for (int i = 0; i < s->players; i++) {
        struct lo_player *p = &s->player[i];

        for (int k = 0; k < p->plays; k++) {
            s->specialist_discard[p->played[k]]++;
            p->played[k] = p->used[k] = 0;
        }
        p->plays = p->sent = p->launches = 0;
        p->lab_symbol = p->lab_boost = 0;
    }
    s->start = (uint8_t)lo_left(s, s->start);
}

/* LO-R4 */
static void begin_round(struct lo_state *s)
{
    s->round++;
    for (int i = 0; i < s->players; i++) {
        lo_gain_money(&s->player[i], s->player[i].income);
    }
    mq__lo_deal_done(s);
}

/* LO-P1 to LO-P5 */
static void begin_phase_2(const struct lo_tables *t, struct lo_state *s)
{
    s->phase = 2;
    s->turn = s->start;
    mq__lo_sale_next(t, s);
}

static void round_done(const struct lo_tables *t, struct lo_state *s)
{
    end_round(s);
    if (s->round == LO_ROUNDS) {
        s->step = LO_STEP_OVER;
        s->turn = 0;
        mq__lo_final_scoring(t, s);
    } else if (s->round == LO_HALF) {
        begin_phase_2(t, s);
    } else {
        begin_round(s);
    }
}

/* The player in turn, or the next who can, launches (LO-L1, LO-R9). */
void mq__lo_launch_next(const struct lo_tables *t, struct lo_state *s)
{
    int seat = s->turn;

    do {
        if (mq__lo_any_launch(t, s, &s->player[seat])) {
            s->step = LO_STEP_LAUNCH;
            s->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(s, seat);
    } while (seat != s->start);
    round_done(t, s);
}

void mq__lo_launches_done(const struct lo_tables *t, struct lo_state *s)
{
    s->turn = (uint8_t)lo_left(s, s->turn);
    if (s->turn == s->start) {
        round_done(t, s);
    } else {
        mq__lo_launch_next(t, s);
    }
}

/* LO-P7, LO-P8 */
static void phase_2_goes_on(const struct lo_tables *t, struct lo_state *s)
{
    for (int i = 0; i < t->specialists; i++) {
        s->specialist_deck[i] =
            (uint8_t)(s->specialist_deck[i] + s->specialist_discard[i]);
        s->specialist_size =
            (uint8_t)(s->specialist_size + s->specialist_discard[i]);
        s->specialist_discard[i] = 0;
    }
    begin_round(s);
}

/* The player in turn, or the next who has objectives, may sell (LO-P5). */
void mq__lo_sale_next(const struct lo_tables *t, struct lo_state *s)
{
    int seat = s->turn;

    do {
        if (s->player[seat].objective.size > 0) {
            s->step = LO_STEP_SELL;
            s->turn = (uint8_t)seat;
            return;
        }
        seat = lo_left(s, seat);
    } while (seat != s->start);
    phase_2_goes_on(t, s);
}

void mq__lo_sales_done(const struct lo_tables *t, struct lo_state *s)
{
    s->turn = (uint8_t)lo_left(s, s->turn);
    if (s->turn == s->start) {
        phase_2_goes_on(t, s);
    } else {
        mq__lo_sale_next(t, s);
    }
}
