/* Apogee: what actions and outcomes do. One function for each thing that can
 * be asked; then mq__ap_advance goes on. */
#include "games/apogee/rules.h"

/* Chance. */

static void apply_directors(struct ap c, mq_action action)
{
    struct ap_player *p = &c.st->player[c.st->cursor++];

    p->dealt[0] = (uint8_t)MQ_ACTION_A(action);
    p->dealt[1] = (uint8_t)MQ_ACTION_B(action);
    c.st->directors_left &=
        (uint16_t) ~(AP_BIT(p->dealt[0]) | AP_BIT(p->dealt[1]));
}

static void end_draw(struct ap_state *st)
{
    if (--st->draw_left == 0) {
        st->draw_deck = 0;
        st->draw_seat = 0;
    }
}

static void apply_engineer(struct ap c, mq_action action)
{
    mq__ap_crew_add(c, c.st->draw_seat, MQ_ACTION_A(action));
    end_draw(c.st);
}

static void apply_row(struct ap c, mq_action action)
{
    mq__ap_fill_place(c, MQ_ACTION_A(action));
}

/* In the R&D step the cards wait (AP-R3); a single one is kept (AP-H6). */
static void apply_rnd(struct ap c, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    int drawer = c.st->draw_seat;
    struct ap_player *p = &c.st->player[drawer];

    mq__ap_leave_deck(c, kind);
    if (c.st->step != AP_DRAWING) {
        mq__ap_reserve_add(c.st, drawer, kind);
        mq__ap_got_card(c, drawer, AP_ACQUIRE, kind);
    } else if (c.st->draw_left == 1 && p->drawn_count == 0) {
        p->kept = (uint8_t)kind;
    } else {
        p->drawn[p->drawn_count++] = (uint8_t)kind;
    }
    end_draw(c.st);
}

static void apply_investor(struct ap c, mq_action action)
{
    mq__ap_fill_vacancy(c.st, MQ_ACTION_A(action));
}

static void apply_event(struct ap c, mq_action action)
{
    c.st->event = (uint8_t)MQ_ACTION_A(action);
    c.st->events_left &= ~AP_BIT(c.st->event);
    c.st->step = AP_EFFECT;
}

static void apply_roll(struct ap c, mq_action action)
{
    mq__ap_rolled(c, MQ_ACTION_A(action));
}

static void apply_lose(struct ap c, mq_action action)
{
    int loser = c.st->losing;

    c.st->losing = AP_NONE;
    mq__ap_lose_engineer(
        c, loser, mq__ap_crew_find(&c.st->player[loser], MQ_ACTION_A(action)));
}

static void (*const outcomes[AP_ASKS])(struct ap c, mq_action action) = {
    [AP_ASK_DIRECTORS] = apply_directors,
    [AP_ASK_ENGINEER] = apply_engineer,
    [AP_ASK_ROW] = apply_row,
    [AP_ASK_RND] = apply_rnd,
    [AP_ASK_INVESTOR] = apply_investor,
    [AP_ASK_EVENT] = apply_event,
    [AP_ASK_ROLL] = apply_roll,
    [AP_ASK_LOSE] = apply_lose,
};

/* Seats. */

static void apply_choose(struct ap c, int seat, mq_action action)
{
    c.st->player[seat].choice = (uint8_t)MQ_ACTION_A(action);
}

/* AP-S6 */
static void apply_hire(struct ap c, int seat, mq_action action)
{
    int level = MQ_ACTION_A(action);

    c.st->cursor++;
    mq__ap_draw_engineers(c.st, seat, level, level == AP_SENIOR ? 1 : 2);
}

static void apply_plan(struct ap c, int seat, mq_action action)
{
    assert(MQ_ACTION_KIND(action) == AP_A_PLANNED);
    c.st->player[seat].planned = 1;
}

/* A specialty of an engineer or of a director. */
static void apply_use(struct ap c, int seat, mq_action action)
{
    struct ap_use use = mq__ap_use_now(c);

    assert(use.seat == seat);
    mq__ap_use_choose(&use, action);
}

static void apply_build(struct ap c, int seat, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    int price;

    if (MQ_ACTION_KIND(action) == AP_A_PASS) {
        c.st->builds = 0;
        return;
    }
    c.st->builds--;
    price = mq__ap_price(c, kind);
    if (c.t->kind[kind].cost > 0) {
        c.st->discount = 0; /* AP-Y19 */
    }
    mq__ap_build(c, seat, kind, price);
}

static void apply_keep(struct ap c, int seat, mq_action action)
{
    c.st->player[seat].keep = (uint8_t)MQ_ACTION_A(action);
}

static void apply_take(struct ap c, int seat, mq_action action)
{
    c.st->cursor++;
    mq__ap_take(c, seat, MQ_ACTION_A(action));
}

/* Director actions: the seat, and what the action names. */

static void act_hire(struct ap c, int seat, int level)
{
    mq__ap_draw_engineers(c.st, seat, level, 1);
}

static void act_dismiss(struct ap c, int seat, int engineer)
{
    mq__ap_lose_engineer(c, seat,
                         mq__ap_crew_find(&c.st->player[seat], engineer));
}

static void act_specialty(struct ap c, int seat, int none)
{
    struct ap_use use = mq__ap_director_use(c, seat);

    assert(none == 0);
    c.st->player[seat].specialty_used = 1;
    mq__ap_use_start(&use);
}

static void roll_for(struct ap c, int seat, int roll)
{
    c.st->roll = (uint8_t)roll;
    c.st->roll_seat = (uint8_t)seat;
}

static void act_fire(struct ap c, int seat, int none)
{
    assert(none == 0);
    c.st->fired = 1;
    roll_for(c, seat, AP_ROLL_FIRE);
}

static void act_intervene(struct ap c, int seat, int none)
{
    assert(none == 0);
    c.st->player[seat].intervened = 1; /* AP-N1 */
    roll_for(c, seat, AP_ROLL_INTERVENE);
}

static void act_done(struct ap c, int seat, int none)
{
    assert(seat == ap_current(c.st) && none == 0);
    c.st->actions = 0;
}

static void (*const acts[AP_ACTION_KINDS])(struct ap c, int seat, int a) = {
    [AP_A_SELL] = mq__ap_sell,        [AP_A_HIRE] = act_hire,
    [AP_A_DISMISS] = act_dismiss,     [AP_A_SPECIALTY] = act_specialty,
    [AP_A_FIRE] = act_fire,           [AP_A_LAUNCH] = mq__ap_launch,
    [AP_A_INTERVENE] = act_intervene, [AP_A_DONE] = act_done,
};

static void apply_action(struct ap c, int seat, mq_action action)
{
    c.st->actions--; /* AP-A16 */
    acts[MQ_ACTION_KIND(action)](c, seat, MQ_ACTION_A(action));
}

static void apply_target(struct ap c, int seat, mq_action action)
{
    int nation = c.t->director[c.st->player[seat].director].nation;

    c.st->targeting = 0;
    mq__ap_interventions[nation].apply(c, action);
}

/* AP-C9, AP-C10 */
static void apply_reroll(struct ap c, int seat, mq_action action)
{
    if (MQ_ACTION_KIND(action) == AP_A_ACCEPT) {
        mq__ap_accept(c);
    } else {
        c.st->player[seat].dice--;
        c.st->roll_value = 0;
    }
}

static void apply_discard(struct ap c, int seat, mq_action action)
{
    mq__ap_discard(c, seat, MQ_ACTION_A(action));
}

static void apply_debt(struct ap c, int seat, mq_action action)
{
    c.st->player[seat].debt--;
    act_dismiss(c, seat, MQ_ACTION_A(action));
}

static void apply_dismiss(struct ap c, int seat, mq_action action)
{
    c.st->dismissals--;
    act_dismiss(c, seat, MQ_ACTION_A(action));
}

static void (*const choices[AP_ASKS])(struct ap c, int seat,
                                      mq_action action) = {
    [AP_ASK_CHOOSE] = apply_choose,   [AP_ASK_HIRE] = apply_hire,
    [AP_ASK_PLAN] = apply_plan,       [AP_ASK_SPECIALTY] = apply_use,
    [AP_ASK_BUILD] = apply_build,     [AP_ASK_KEEP] = apply_keep,
    [AP_ASK_TAKE] = apply_take,       [AP_ASK_DEBT] = apply_debt,
    [AP_ASK_ACTION] = apply_action,   [AP_ASK_FOLLOW] = apply_use,
    [AP_ASK_TARGET] = apply_target,   [AP_ASK_REROLL] = apply_reroll,
    [AP_ASK_DISCARD] = apply_discard, [AP_ASK_DISMISS] = apply_dismiss,
};

static void assign(struct ap_player *p, mq_action action)
{
    struct ap_member *m = p->crew;

    while (m->id != MQ_ACTION_A(action)) {
        m++;
    }
    assert(m < p->crew + p->crew_count && m->space == AP_IN_HAND);
    m->space = (uint8_t)MQ_ACTION_B(action);
    p->on[AP_IN_HAND]--;
    p->on[m->space]++;
}

void mq__ap_apply(const struct mq_game *g, void *state, int seat,
                  mq_action action)
{
    struct ap c = ap_of(g, state);

    assert((seat == MQ_CHANCE_SEAT) == (c.st->ask < AP_ASK_CHOOSE));
    if (MQ_ACTION_KIND(action) == AP_A_ASSIGN) {
        /* Most events are steps of plans: nothing else moves. */
        assign(&c.st->player[seat], action);
        return;
    }
    if (c.st->actors == 0) {
        outcomes[c.st->ask](c, action);
    } else {
        c.st->actors &= (uint8_t)~AP_BIT(seat);
        choices[c.st->ask](c, seat, action);
    }
    if (c.st->actors == 0) {
        mq__ap_advance(c);
    }
}
