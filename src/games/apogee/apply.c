/* Apogee: what actions and outcomes do. One function for each thing that can
 * be asked; then mq__apogee_advance goes on. */
#include "games/apogee/rules.h"

typedef void (*apply_action)(const struct ap_tables *t, struct ap_state *st,
                             int seat, mq_action action);

/* Chance. */

static void apply_directors(const struct ap_tables *t, struct ap_state *st,
                            int seat, mq_action action)
{
    struct ap_player *p = &st->player[st->cursor++];

    (void)t;
    (void)seat;
    p->dealt[0] = (uint8_t)MQ_ACTION_A(action);
    p->dealt[1] = (uint8_t)MQ_ACTION_B(action);
    st->directors_left &=
        (uint16_t) ~(AP_BIT(p->dealt[0]) | AP_BIT(p->dealt[1]));
}

static void end_draw(struct ap_state *st)
{
    if (--st->draw_left == 0) {
        st->draw_deck = 0;
        st->draw_seat = 0;
    }
}

static void apply_engineer(const struct ap_tables *t, struct ap_state *st,
                           int seat, mq_action action)
{
    (void)seat;
    mq__apogee_crew_add(t, st, st->draw_seat, MQ_ACTION_A(action));
    end_draw(st);
}

static void apply_row(const struct ap_tables *t, struct ap_state *st, int seat,
                      mq_action action)
{
    (void)seat;
    mq__apogee_fill_place(t, st, MQ_ACTION_A(action));
}

/* In the R&D step the cards wait (AP-R3); a single one is kept (AP-H6). */
static void apply_rnd(const struct ap_tables *t, struct ap_state *st, int seat,
                      mq_action action)
{
    int kind = MQ_ACTION_A(action);
    int drawer = st->draw_seat;
    struct ap_player *p = &st->player[drawer];

    (void)seat;
    mq__apogee_leave_deck(t, st, kind);
    if (st->step != AP_DRAWING) {
        mq__apogee_reserve_add(st, drawer, kind);
        mq__apogee_acquired(t, st, drawer, kind);
    } else if (st->draw_left == 1 && p->drawn_count == 0) {
        p->kept = (uint8_t)kind;
    } else {
        p->drawn[p->drawn_count++] = (uint8_t)kind;
    }
    end_draw(st);
}

static void apply_investor(const struct ap_tables *t, struct ap_state *st,
                           int seat, mq_action action)
{
    int investor = MQ_ACTION_A(action);

    (void)t;
    (void)seat;
    st->open[mq__apogee_investor_place(st)] = (uint8_t)investor;
    st->investors_left &= ~AP_BIT(investor);
}

static void apply_event(const struct ap_tables *t, struct ap_state *st,
                        int seat, mq_action action)
{
    (void)t;
    (void)seat;
    st->event = (uint8_t)MQ_ACTION_A(action);
    st->events_left &= ~AP_BIT(st->event);
    st->step = AP_EFFECT;
}

static void apply_roll(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    (void)seat;
    mq__apogee_rolled(t, st, MQ_ACTION_A(action));
}

static void apply_lose(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    int loser = st->losing;

    (void)seat;
    st->losing = AP_NONE;
    mq__apogee_lose_engineer(
        t, st, loser,
        mq__apogee_crew_find(&st->player[loser], MQ_ACTION_A(action)));
}

/* Seats. */

static void apply_choose(const struct ap_tables *t, struct ap_state *st,
                         int seat, mq_action action)
{
    (void)t;
    st->player[seat].choice = (uint8_t)MQ_ACTION_A(action);
}

/* AP-S6 */
static void apply_hire(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    int level = MQ_ACTION_A(action);

    (void)t;
    st->cursor++;
    mq__apogee_draw_engineers(st, seat, level, level == AP_SENIOR ? 1 : 2);
}

static void apply_plan(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    struct ap_player *p = &st->player[seat];

    (void)t;
    if (MQ_ACTION_KIND(action) == AP_A_PLANNED) {
        p->planned = 1;
    } else {
        mq__apogee_stand(p, mq__apogee_crew_find(p, MQ_ACTION_A(action)),
                         MQ_ACTION_B(action));
    }
}

static void apply_specialty(const struct ap_tables *t, struct ap_state *st,
                            int seat, mq_action action)
{
    const struct ap_engineer *e = &t->engineer[st->specialist];

    st->choosing = 0;
    if (MQ_ACTION_KIND(action) != AP_A_PASS) {
        mq__apogee_specialties[e->specialty].apply(t, st, seat, action);
    }
}

static void apply_build(const struct ap_tables *t, struct ap_state *st,
                        int seat, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    int price;

    if (MQ_ACTION_KIND(action) == AP_A_PASS) {
        st->builds = 0;
        return;
    }
    st->builds--;
    price = mq__apogee_price(t, st, kind);
    if (t->kind[kind].cost > 0) {
        st->discount = 0; /* AP-Y19 */
    }
    mq__apogee_build(t, st, seat, kind, price);
}

static void apply_keep(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    (void)t;
    st->player[seat].keep = (uint8_t)MQ_ACTION_A(action);
}

static void apply_take(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    st->cursor++;
    mq__apogee_take(t, st, seat, MQ_ACTION_A(action));
}

static void dismiss(const struct ap_tables *t, struct ap_state *st, int seat,
                    mq_action action)
{
    mq__apogee_lose_engineer(
        t, st, seat,
        mq__apogee_crew_find(&st->player[seat], MQ_ACTION_A(action)));
}

static void apply_debt(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    st->player[seat].debt--;
    dismiss(t, st, seat, action);
}

/* Director actions. */

static void act_sell(const struct ap_tables *t, struct ap_state *st, int seat,
                     mq_action action)
{
    mq__apogee_sell(t, st, seat, MQ_ACTION_A(action));
}

static void act_hire(const struct ap_tables *t, struct ap_state *st, int seat,
                     mq_action action)
{
    (void)t;
    mq__apogee_draw_engineers(st, seat, MQ_ACTION_A(action), 1);
}

static void act_specialty(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    struct ap_player *p = &st->player[seat];
    const struct ap_director *d = &t->director[p->director];

    (void)action;
    p->specialty_used = 1;
    mq__apogee_directings[d->specialty].start(t, st, seat, d);
}

static void act_fire(const struct ap_tables *t, struct ap_state *st, int seat,
                     mq_action action)
{
    (void)t;
    (void)action;
    st->fired = 1;
    st->roll = AP_ROLL_FIRE;
    st->roll_seat = (uint8_t)seat;
}

static void act_launch(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    mq__apogee_launch(t, st, seat, MQ_ACTION_A(action));
}

static void act_intervene(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    (void)t;
    (void)action;
    st->player[seat].intervened = 1; /* AP-N1 */
    st->roll = AP_ROLL_INTERVENE;
    st->roll_seat = (uint8_t)seat;
}

static void act_done(const struct ap_tables *t, struct ap_state *st, int seat,
                     mq_action action)
{
    (void)t;
    (void)seat;
    (void)action;
    st->actions = 0;
}

static const apply_action acts[AP_ACTION_KINDS] = {
    [AP_A_SELL] = act_sell,           [AP_A_HIRE] = act_hire,
    [AP_A_DISMISS] = dismiss,         [AP_A_SPECIALTY] = act_specialty,
    [AP_A_FIRE] = act_fire,           [AP_A_LAUNCH] = act_launch,
    [AP_A_INTERVENE] = act_intervene, [AP_A_DONE] = act_done,
};

static void apply_director_action(const struct ap_tables *t,
                                  struct ap_state *st, int seat,
                                  mq_action action)
{
    st->actions--; /* AP-A16 */
    acts[MQ_ACTION_KIND(action)](t, st, seat, action);
}

static void apply_follow(const struct ap_tables *t, struct ap_state *st,
                         int seat, mq_action action)
{
    const struct ap_director *d = &t->director[st->player[seat].director];

    mq__apogee_directings[d->specialty].apply(t, st, seat, action);
}

static void apply_target(const struct ap_tables *t, struct ap_state *st,
                         int seat, mq_action action)
{
    int nation = t->director[st->player[seat].director].nation;

    st->targeting = 0;
    mq__apogee_interventions[nation].apply(t, st, action);
}

/* AP-C9, AP-C10 */
static void apply_reroll(const struct ap_tables *t, struct ap_state *st,
                         int seat, mq_action action)
{
    if (MQ_ACTION_KIND(action) == AP_A_ACCEPT) {
        mq__apogee_accept(t, st);
    } else {
        st->player[seat].dice--;
        st->roll_value = 0;
    }
}

static void apply_discard(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    mq__apogee_discard(t, st, seat, MQ_ACTION_A(action));
}

static void apply_dismiss(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    st->dismissals--;
    dismiss(t, st, seat, action);
}

static const apply_action applies[AP_ASKS] = {
    [AP_ASK_DIRECTORS] = apply_directors,
    [AP_ASK_ENGINEER] = apply_engineer,
    [AP_ASK_ROW] = apply_row,
    [AP_ASK_RND] = apply_rnd,
    [AP_ASK_INVESTOR] = apply_investor,
    [AP_ASK_EVENT] = apply_event,
    [AP_ASK_ROLL] = apply_roll,
    [AP_ASK_LOSE] = apply_lose,
    [AP_ASK_CHOOSE] = apply_choose,
    [AP_ASK_HIRE] = apply_hire,
    [AP_ASK_PLAN] = apply_plan,
    [AP_ASK_SPECIALTY] = apply_specialty,
    [AP_ASK_BUILD] = apply_build,
    [AP_ASK_KEEP] = apply_keep,
    [AP_ASK_TAKE] = apply_take,
    [AP_ASK_DEBT] = apply_debt,
    [AP_ASK_ACTION] = apply_director_action,
    [AP_ASK_FOLLOW] = apply_follow,
    [AP_ASK_TARGET] = apply_target,
    [AP_ASK_REROLL] = apply_reroll,
    [AP_ASK_DISCARD] = apply_discard,
    [AP_ASK_DISMISS] = apply_dismiss,
};

/* Most events are steps of plans: while somebody plans, nothing else moves. */
static bool planning_goes_on(const struct ap_state *st)
{
    if (st->ask != AP_ASK_PLAN) {
        return false;
    }
    for (int seat = 0; seat < st->players; seat++) {
        if (!st->player[seat].planned) {
            return true;
        }
    }
    return false;
}

void mq__apogee_apply(const struct mq_game *g, void *state, int seat,
                      mq_action action)
{
    const struct ap_tables *t = ap_tables(g);
    struct ap_state *st = state;

    assert(applies[st->ask] != NULL);
    applies[st->ask](t, st, seat, action);
    if (!planning_goes_on(st)) {
        mq__apogee_advance(t, st);
    }
}
