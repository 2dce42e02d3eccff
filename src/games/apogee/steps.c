/* Apogee: the course of a match. mq__apogee_advance runs everything that needs
 * neither choice nor chance; each step has a function that says what it wants
 * and one that goes on. */
#include "games/apogee/rules.h"

struct step {
    /* What the step wants now; *actor is set for single seats. */
    int (*ask)(const struct ap_tables *t, const struct ap_state *st,
               uint8_t *actor);
    void (*go_on)(const struct ap_tables *t, struct ap_state *st);
};

static void begin_round(struct ap_state *st);
static void end_round(const struct ap_tables *t, struct ap_state *st);

static int ask_nothing(const struct ap_tables *t, const struct ap_state *st,
                       uint8_t *actor)
{
    (void)t;
    (void)st;
    (void)actor;
    return AP_ASK_NOTHING;
}

/* Setup: AP-S3 to AP-S8. */

static int ask_deal(const struct ap_tables *t, const struct ap_state *st,
                    uint8_t *actor)
{
    (void)t;
    (void)actor;
    return st->cursor < st->players ? AP_ASK_DIRECTORS : AP_ASK_NOTHING;
}

static void go_on_deal(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    st->step = AP_CHOOSE;
    st->cursor = 0;
}

static int ask_choose(const struct ap_tables *t, const struct ap_state *st,
                      uint8_t *actor)
{
    (void)t;
    (void)actor;
    for (int seat = 0; seat < st->players; seat++) {
        if (st->player[seat].choice == AP_NONE) {
            return AP_ASK_CHOOSE;
        }
    }
    return AP_ASK_NOTHING;
}

static void go_on_choose(const struct ap_tables *t, struct ap_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_player *p = &st->player[seat];

        p->director = p->choice;
        p->choice = AP_NONE;
        p->dealt[0] = p->dealt[1] = AP_NONE;
    }
    st->directors_left = 0;
    mq__apogee_turn_order(t, st);
    st->step = AP_HIRE;
    st->cursor = 0;
}

static int ask_hire(const struct ap_tables *t, const struct ap_state *st,
                    uint8_t *actor)
{
    (void)t;
    if (st->cursor == st->players ||
        ap_deck_cards(st, AP_JUNIORS) + ap_deck_cards(st, AP_JUNIORS + 1) ==
            0) {
        return AP_ASK_NOTHING;
    }
    *actor = (uint8_t)ap_current(st);
    return AP_ASK_HIRE;
}

static void go_on_hire(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    st->step = AP_REVEAL;
    st->cursor = 0;
}

static void go_on_reveal(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    begin_round(st);
}

/* Events: AP-P2 to AP-P5, AP-O4. */

static void begin_round(struct ap_state *st)
{
    st->round++;
    st->step = AP_EVENT;
    st->cursor = 0;
}

static bool solo_event_comes(const struct ap_state *st)
{
    return ap_solo(st) && st->round % 2 == 1;
}

static int ask_event(const struct ap_tables *t, const struct ap_state *st,
                     uint8_t *actor)
{
    (void)t;
    (void)actor;
    return solo_event_comes(st) || st->events_left == 0 ? AP_ASK_NOTHING
                                                        : AP_ASK_EVENT;
}

static void begin_planning(struct ap_state *st)
{
    st->step = AP_PLANNING;
    st->cursor = 0;
}

static void go_on_event(const struct ap_tables *t, struct ap_state *st)
{
    if (solo_event_comes(st)) {
        st->solo_event = ap_mission(t, st)->event[st->round / 2];
        st->step = AP_EFFECT;
    } else {
        begin_planning(st);
    }
}

static int ask_effect(const struct ap_tables *t, const struct ap_state *st,
                      uint8_t *actor)
{
    (void)t;
    *actor = 0;
    return st->dismissals > 0 ? AP_ASK_DISMISS : AP_ASK_NOTHING;
}

static void go_on_effect(const struct ap_tables *t, struct ap_state *st)
{
    const struct ap_event *e = mq__apogee_event_now(t, st);
    const struct ap_effect *effect = &mq__apogee_effects[e->effect];

    if (effect->run == NULL || !effect->run(t, st, e)) {
        begin_planning(st);
    }
}

/* Planning: AP-P6 to AP-P9. */

static int ask_plan(const struct ap_tables *t, const struct ap_state *st,
                    uint8_t *actor)
{
    (void)t;
    (void)actor;
    for (int seat = 0; seat < st->players; seat++) {
        if (!st->player[seat].planned) {
            return AP_ASK_PLAN;
        }
    }
    return AP_ASK_NOTHING;
}

static void go_on_plan(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    st->step = AP_SPECIALTIES;
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_player *p = &st->player[seat];

        p->planned = 0;
        for (int i = 0; i < p->crew_count; i++) {
            if (p->crew[i].space == AP_ON_SPECIALTY) {
                st->specialists |= AP_BIT(p->crew[i].id);
            }
        }
    }
    mq__apogee_reveal(st, AP_ON_SPECIALTY);
}

/* Specialties: AP-Y1, AP-Y4, AP-Y7. */

static int ask_specialties(const struct ap_tables *t, const struct ap_state *st,
                           uint8_t *actor)
{
    (void)t;
    if (!st->choosing) {
        return AP_ASK_NOTHING;
    }
    *actor = (uint8_t)mq__apogee_owner(st, st->specialist);
    return AP_ASK_SPECIALTY;
}

static void start_builder(const struct ap_tables *t, struct ap_state *st)
{
    int seat = ap_current(st);

    st->builds = st->player[seat].on[AP_ON_CONSTRUCTION];
    st->discount =
        st->builds > 0 ? (uint8_t)mq__apogee_construction_discount(t, st) : 0;
}

static void begin_construction(const struct ap_tables *t, struct ap_state *st)
{
    st->step = AP_CONSTRUCTION;
    st->cursor = 0;
    mq__apogee_reveal(st, AP_ON_CONSTRUCTION);
    start_builder(t, st);
}

static void resolve_specialist(const struct ap_tables *t, struct ap_state *st)
{
    int engineer = 31 - __builtin_clz(st->specialists);
    const struct ap_engineer *e = &t->engineer[engineer];
    const struct ap_specialty *s = &mq__apogee_specialties[e->specialty];
    int seat = mq__apogee_owner(st, engineer);

    st->specialists &= ~AP_BIT(engineer);
    if (s->possible != NULL && !s->possible(t, st, seat, e)) {
        return; /* AP-Y7 */
    }
    st->specialist = (uint8_t)engineer;
    if (e->roll > 0) {
        st->roll = AP_ROLL_SPECIALTY;
        st->roll_seat = (uint8_t)seat;
    } else {
        s->start(t, st, seat, e);
    }
}

static void go_on_specialties(const struct ap_tables *t, struct ap_state *st)
{
    st->specialist = AP_NONE;
    if (st->specialists == 0) {
        begin_construction(t, st);
    } else {
        resolve_specialist(t, st);
    }
}

/* Construction: AP-B1, AP-B2, AP-B5. */

static int ask_construction(const struct ap_tables *t,
                            const struct ap_state *st, uint8_t *actor)
{
    int seat = ap_current(st);

    *actor = (uint8_t)seat;
    return st->builds > 0 && mq__apogee_paid_builds(t, st, seat) != 0
               ? AP_ASK_BUILD
               : AP_ASK_NOTHING;
}

static void begin_drawing(const struct ap_tables *t, struct ap_state *st)
{
    st->step = AP_DRAWING;
    st->builds = 0;
    st->discount = 0;
    st->cursor = 0;
    mq__apogee_reveal(st, AP_ON_RND);
    mq__apogee_rnd_queue(t, st);
}

static void go_on_construction(const struct ap_tables *t, struct ap_state *st)
{
    do {
        if (++st->cursor == st->players) {
            begin_drawing(t, st);
            return;
        }
        start_builder(t, st);
    } while (st->builds == 0);
}

/* R&D: AP-R1 to AP-R6. */

static void go_on_drawing(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    if (st->cursor < st->queue_count) {
        int seat = st->queue[st->cursor++];

        mq__apogee_draw_rnd(st, seat, st->player[seat].on[AP_ON_RND]);
    } else {
        st->step = AP_KEEPING;
        st->cursor = 0;
    }
}

static int ask_keeping(const struct ap_tables *t, const struct ap_state *st,
                       uint8_t *actor)
{
    (void)t;
    (void)actor;
    for (int i = 0; i < st->queue_count; i++) {
        const struct ap_player *p = &st->player[st->queue[i]];

        if (p->drawn_count > 0 && p->keep == AP_NONE) {
            return AP_ASK_KEEP;
        }
    }
    return AP_ASK_NOTHING;
}

/* The chosen card is open; the others keep their order. */
static void open_kept(struct ap_player *p)
{
    int i = 0;

    while (p->drawn[i] != p->keep) {
        i++;
    }
    p->drawn_count--;
    for (; i < p->drawn_count; i++) {
        p->drawn[i] = p->drawn[i + 1];
    }
    p->drawn[p->drawn_count] = 0;
    p->kept = p->keep;
    p->keep = AP_NONE;
}

static void go_on_keeping(const struct ap_tables *t, struct ap_state *st)
{
    (void)t;
    st->step = AP_KEPT;
    for (int i = 0; i < st->queue_count; i++) {
        struct ap_player *p = &st->player[st->queue[i]];

        if (p->drawn_count > 0) {
            open_kept(p);
        }
    }
}

/* AP-R5, AP-H7 */
static void put_rest_under(const struct ap_tables *t, struct ap_state *st)
{
    for (int i = 0; i < st->queue_count; i++) {
        int seat = st->queue[i];
        struct ap_player *p = &st->player[seat];

        for (int k = 0; k < p->drawn_count; k++) {
            mq__apogee_put_under(t, st, p->drawn[k], 1 << seat);
            p->drawn[k] = 0;
        }
        p->drawn_count = 0;
    }
}

static void begin_design(const struct ap_tables *t, struct ap_state *st)
{
    st->step = AP_DESIGN;
    st->cursor = 0;
    mq__apogee_reveal(st, AP_ON_DESIGN);
    mq__apogee_design_queue(t, st);
}

/* AP-R4 */
static void go_on_kept(const struct ap_tables *t, struct ap_state *st)
{
    if (st->cursor < st->queue_count) {
        int seat = st->queue[st->cursor++];
        struct ap_player *p = &st->player[seat];

        if (p->kept != AP_NONE) {
            mq__apogee_reserve_add(st, seat, p->kept);
            mq__apogee_acquired(t, st, seat, p->kept);
            p->kept = AP_NONE;
        }
    } else {
        put_rest_under(t, st);
        begin_design(t, st);
    }
}

/* Design: AP-D3 to AP-D6. */

static int ask_design(const struct ap_tables *t, const struct ap_state *st,
                      uint8_t *actor)
{
    (void)t;
    if (st->cursor == st->queue_count ||
        st->gaps == (1U << AP_ROWS * AP_PLACES) - 1) {
        return AP_ASK_NOTHING;
    }
    *actor = st->queue[st->cursor];
    return AP_ASK_TAKE;
}

/* AP-A1 to AP-A4, AP-A6, AP-E19 */
static void earn(const struct ap_tables *t, struct ap_state *st, int seat)
{
    struct ap_player *p = &st->player[seat];
    int amount = mq__apogee_earnings(t, st, p->crew_count);

    if (p->credits + amount < 0) {
        p->debt = (uint8_t)(-(p->credits + amount) / AP_COIN);
        p->skips = 1;
    }
    if (amount >= 0) {
        mq__apogee_gain(st, seat, amount);
    } else {
        mq__apogee_pay(st, seat, -amount);
    }
}

static void begin_earnings(const struct ap_tables *t, struct ap_state *st)
{
    st->step = AP_EARNINGS;
    st->lap = 0;
    mq__apogee_reveal(st, AP_ON_OPERATIONS);
    for (int seat = 0; seat < st->players; seat++) {
        earn(t, st, seat);
    }
}

static void go_on_design(const struct ap_tables *t, struct ap_state *st)
{
    if (st->cursor < st->queue_count) {
        st->cursor++; /* no card anywhere */
        return;
    }
    st->lap++;
    st->cursor = 0;
    mq__apogee_later_lap(st);
    if (st->queue_count == 0) {
        begin_earnings(t, st);
    }
}

static int ask_earnings(const struct ap_tables *t, const struct ap_state *st,
                        uint8_t *actor)
{
    (void)t;
    for (int i = 0; i < st->players; i++) {
        if (st->player[st->order[i]].debt > 0) {
            *actor = st->order[i];
            return AP_ASK_DEBT;
        }
    }
    return AP_ASK_NOTHING;
}

/* Director actions: AP-A7, AP-A17, AP-E17. */

static void start_turn(const struct ap_tables *t, struct ap_state *st)
{
    st->actions = st->player[ap_current(st)].skips
                      ? 0
                      : (uint8_t)ap_changes(t, st)->director_actions;
    st->fired = 0;
    st->launched = 0;
}

static void go_on_earnings(const struct ap_tables *t, struct ap_state *st)
{
    st->step = AP_ACTIONS;
    st->cursor = 0;
    start_turn(t, st);
}

static int ask_actions(const struct ap_tables *t, const struct ap_state *st,
                       uint8_t *actor)
{
    (void)t;
    *actor = (uint8_t)ap_current(st);
    if (st->choosing) {
        return AP_ASK_FOLLOW;
    }
    if (st->targeting) {
        return AP_ASK_TARGET;
    }
    return st->actions > 0 ? AP_ASK_ACTION : AP_ASK_NOTHING;
}

static void go_on_actions(const struct ap_tables *t, struct ap_state *st)
{
    if (++st->cursor < st->players) {
        start_turn(t, st);
    } else {
        end_round(t, st);
    }
}

/* The end: AP-A17, AP-Z1, AP-Z5, AP-O6, AP-O7. */

static void return_engineers(struct ap_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_player *p = &st->player[seat];

        memset(p->on, 0, sizeof(p->on));
        p->on[AP_IN_HAND] = p->crew_count;
        for (int i = 0; i < p->crew_count; i++) {
            p->crew[i].space = AP_IN_HAND;
        }
        p->effects = 0;
        p->boosted = 0;
        p->skips = 0;
    }
    st->event = AP_NONE;
    st->solo_event = AP_NONE;
    st->cursor = 0;
    st->actions = st->fired = st->launched = 0;
}

/* What is under way is dropped (AP-M3); at the end of a round nothing is. */
void mq__apogee_end_game(struct ap_state *st)
{
    return_engineers(st);
    memset(st->queue, 0, sizeof(st->queue));
    st->queue_count = st->lap = 0;
    st->due = st->due_seat = 0;
    st->launched_seat = AP_NONE;
    st->specialist = AP_NONE;
    st->specialists = 0;
    st->choosing = st->chosen = st->builds = st->discount = 0;
    st->step = AP_OVER;
}

static bool last_round(const struct ap_tables *t, const struct ap_state *st)
{
    const struct ap_mission *mission = ap_mission(t, st);

    if (ap_solo(st)) {
        return st->round >= 2 * mission->event_count; /* AP-O5 */
    }
    if (mission->end == AP_FARTHEST) {
        return st->round >= mission->rounds; /* AP-M7 */
    }
    return st->rounds > 0 && st->round >= st->rounds;
}

static bool somebody_met(const struct ap_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        if (st->player[seat].met) {
            return true;
        }
    }
    return false;
}

static void end_round(const struct ap_tables *t, struct ap_state *st)
{
    return_engineers(st);
    for (int seat = 0; seat < st->players; seat++) {
        st->player[seat].met |= mq__apogee_meets(t, st, seat);
    }
    if (somebody_met(st) || last_round(t, st)) {
        mq__apogee_end_game(st);
    } else {
        begin_round(st);
    }
}

/* When it is over nothing is asked of a step (mq__apogee_find_ask). */
static const struct step steps[AP_STEPS] = {
    [AP_DEAL] = {ask_deal, go_on_deal},
    [AP_CHOOSE] = {ask_choose, go_on_choose},
    [AP_HIRE] = {ask_hire, go_on_hire},
    [AP_REVEAL] = {ask_nothing, go_on_reveal},
    [AP_EVENT] = {ask_event, go_on_event},
    [AP_EFFECT] = {ask_effect, go_on_effect},
    [AP_PLANNING] = {ask_plan, go_on_plan},
    [AP_SPECIALTIES] = {ask_specialties, go_on_specialties},
    [AP_CONSTRUCTION] = {ask_construction, go_on_construction},
    [AP_DRAWING] = {ask_nothing, go_on_drawing},
    [AP_KEEPING] = {ask_keeping, go_on_keeping},
    [AP_KEPT] = {ask_nothing, go_on_kept},
    [AP_DESIGN] = {ask_design, go_on_design},
    [AP_EARNINGS] = {ask_earnings, go_on_earnings},
    [AP_ACTIONS] = {ask_actions, go_on_actions},
};

const char *const mq__apogee_step_words[] = {
#define AP_X(name, word, phase) word,
    AP_STEP_LIST(AP_X)
#undef AP_X
        NULL};

static const char *const phases[] = {
#define AP_X(name, word, phase) phase,
    AP_STEP_LIST(AP_X)
#undef AP_X
};

const char *mq__apogee_phase(const struct mq_game *g, const void *state)
{
    const struct ap_state *st = state;

    (void)g;
    return phases[st->step];
}

/* What comes before the step goes on, in this order: draws, rows (AP-G5),
 * investors (AP-I8, AP-I13), discards (AP-C12), the mission (AP-L17), the
 * lost engineer, the die. */
static int ask_first(const struct ap_state *st, uint8_t *actor)
{
    if (st->draw_left > 0) {
        return st->draw_deck == AP_RND ? AP_ASK_RND : AP_ASK_ENGINEER;
    }
    if (st->step < AP_REVEAL) {
        return AP_ASK_NOTHING;
    }
    if (st->gaps != 0 && mq__apogee_place_to_fill(st) >= 0) {
        return AP_ASK_ROW;
    }
    if (mq__apogee_investor_place(st) >= 0) {
        return AP_ASK_INVESTOR;
    }
    if (st->due != 0) {
        return AP_ASK_NOTHING;
    }
    for (int seat = 0; seat < st->players; seat++) {
        if (st->player[seat].reserve_count > AP_RESERVE) {
            *actor = (uint8_t)seat;
            return AP_ASK_DISCARD;
        }
    }
    if (st->losing != AP_NONE) {
        return AP_ASK_LOSE;
    }
    if (st->roll != AP_NO_ROLL && st->launched_seat == AP_NONE) {
        *actor = st->roll_seat;
        return st->roll_value == 0 ? AP_ASK_ROLL : AP_ASK_REROLL;
    }
    return AP_ASK_NOTHING;
}

int mq__apogee_find_ask(const struct ap_tables *t, const struct ap_state *st,
                        uint8_t *actor)
{
    int ask;

    *actor = AP_NONE;
    if (st->step == AP_OVER) {
        return AP_ASK_OVER;
    }
    ask = ask_first(st, actor);
    if (ask != AP_ASK_NOTHING || st->due != 0 || st->launched_seat != AP_NONE) {
        return ask;
    }
    return steps[st->step].ask(t, st, actor);
}

static void go_on(const struct ap_tables *t, struct ap_state *st)
{
    if (st->due != 0) {
        mq__apogee_complete_investor(t, st);
    } else if (st->launched_seat != AP_NONE) {
        struct ap_player *p = &st->player[st->launched_seat];

        p->met |= st->launch_meets;
        mq__apogee_judge(t, st, st->launched_seat);
        st->launched_seat = AP_NONE;
        st->launch_meets = 0;
    } else {
        steps[st->step].go_on(t, st);
    }
}

void mq__apogee_advance(const struct ap_tables *t, struct ap_state *st)
{
    for (;;) {
        int ask = mq__apogee_find_ask(t, st, &st->actor);

        if (ask != AP_ASK_NOTHING) {
            st->ask = (uint8_t)ask;
            return;
        }
        go_on(t, st);
    }
}
