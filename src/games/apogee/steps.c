/* Apogee: the course of a match. mq__ap_advance runs everything that needs
 * neither choice nor chance; each step has a function that goes on, and most
 * have one that says what is wanted before. */
#include "games/apogee/rules.h"

static void end_round(struct ap c);

/* What is asked of a seat, or of all seats of a mask at once; AP_ASK_NOTHING
 * once none is left. See mq__ap_find_ask. */

static int of_seat(int ask, int seat)
{
    return ask | 0x100 << seat;
}

static int of_all(int ask, unsigned seats)
{
    return seats == 0 ? AP_ASK_NOTHING : ask | (int)(seats << 8);
}

static void begin(struct ap_state *st, int step)
{
    st->step = (uint8_t)step;
    st->cursor = 0;
}

/* The engineers on a space are turned up (AP-H4, AP-H5). */
static inline void reveal(struct ap_state *st, int space)
{
    int players = st->players;

    for (int seat = 0; seat < players; seat++) {
        struct ap_player *p = &st->player[seat];
        int left = p->on[space];

        for (int i = 0; left > 0 && i < AP_CREW; i++) {
            if (p->crew[i].space == space) {
                p->crew[i].open = 1;
                left--;
            }
        }
    }
}

/* Events: AP-P2 to AP-P5, AP-O4. */
static void begin_round(struct ap_state *st)
{
    st->round++;
    begin(st, AP_EVENT);
}

/* Setup: AP-S3 to AP-S8. */

static int ask_deal(struct ap c)
{
    return c.st->cursor < c.st->players ? AP_ASK_DIRECTORS : AP_ASK_NOTHING;
}

static void go_on_deal(struct ap c)
{
    begin(c.st, AP_CHOOSE);
}

static int ask_choose(struct ap c)
{
    unsigned seats = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        seats |= (unsigned)(c.st->player[seat].choice == AP_NONE) << seat;
    }
    return of_all(AP_ASK_CHOOSE, seats);
}

static void go_on_choose(struct ap c)
{
    for (int seat = 0; seat < c.st->players; seat++) {
        struct ap_player *p = &c.st->player[seat];

        p->director = p->choice;
        p->choice = p->dealt[0] = p->dealt[1] = AP_NONE;
    }
    c.st->directors_left = 0;
    mq__ap_turn_order(c);
    begin(c.st, AP_HIRE);
}

static int ask_hire(struct ap c)
{
    if (c.st->cursor == c.st->players ||
        ap_deck_cards(c.st, AP_JUNIORS) + ap_deck_cards(c.st, AP_JUNIORS + 1) ==
            0) {
        return AP_ASK_NOTHING;
    }
    return of_seat(AP_ASK_HIRE, ap_current(c.st));
}

static void go_on_hire(struct ap c)
{
    begin(c.st, AP_REVEAL);
}

static void go_on_reveal(struct ap c)
{
    begin_round(c.st);
}

static bool solo_event_comes(const struct ap_state *st)
{
    return ap_solo(st) && st->round % 2 == 1;
}

static int ask_event(struct ap c)
{
    return solo_event_comes(c.st) || c.st->events_left == 0 ? AP_ASK_NOTHING
                                                            : AP_ASK_EVENT;
}

static void go_on_event(struct ap c)
{
    if (solo_event_comes(c.st)) {
        c.st->solo_event = ap_mission(c)->event[c.st->round / 2];
        c.st->step = AP_EFFECT;
    } else {
        begin(c.st, AP_PLANNING);
    }
}

static int ask_effect(struct ap c)
{
    return c.st->dismissals > 0 ? of_seat(AP_ASK_DISMISS, 0) : AP_ASK_NOTHING;
}

static void go_on_effect(struct ap c)
{
    const struct ap_event *e = mq__ap_event_now(c);
    const struct ap_effect *effect = &mq__ap_effects[e->effect];

    if (effect->run == NULL || !effect->run(c, e)) {
        begin(c.st, AP_PLANNING);
    }
}

/* Planning: AP-P6 to AP-P9. */

static int ask_plan(struct ap c)
{
    unsigned seats = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        seats |= (unsigned)!c.st->player[seat].planned << seat;
    }
    return of_all(AP_ASK_PLAN, seats);
}

static void go_on_plan(struct ap c)
{
    c.st->step = AP_SPECIALTIES;
    for (int seat = 0; seat < c.st->players; seat++) {
        struct ap_player *p = &c.st->player[seat];
        const struct ap_member *end = p->crew + p->crew_count;

        p->planned = 0;
        for (const struct ap_member *m = p->crew;
             p->on[AP_ON_SPECIALTY] > 0 && m < end; m++) {
            if (m->space == AP_ON_SPECIALTY) {
                c.st->specialists |= AP_BIT(m->id);
            }
        }
    }
    reveal(c.st, AP_ON_SPECIALTY);
}

/* Specialties: AP-Y1, AP-Y4, AP-Y7. */

static int ask_specialties(struct ap c)
{
    return c.st->choosing
               ? of_seat(AP_ASK_SPECIALTY, mq__ap_owner(c.st, c.st->specialist))
               : AP_ASK_NOTHING;
}

static void start_builder(struct ap c)
{
    int seat = ap_current(c.st);

    c.st->builds = c.st->player[seat].on[AP_ON_CONSTRUCTION];
    c.st->discount =
        c.st->builds > 0 ? (uint8_t)mq__ap_construction_discount(c) : 0;
}

static void begin_construction(struct ap c)
{
    begin(c.st, AP_CONSTRUCTION);
    reveal(c.st, AP_ON_CONSTRUCTION);
    start_builder(c);
}

static void resolve_specialist(struct ap c)
{
    int engineer = 31 - __builtin_clz(c.st->specialists);
    struct ap_use use = mq__ap_engineer_use(c, engineer);

    assert(use.seat != AP_NONE);
    c.st->specialists &= ~AP_BIT(engineer);
    if (!mq__ap_use_possible(&use)) {
        return; /* AP-Y7 */
    }
    c.st->specialist = (uint8_t)engineer;
    if (c.t->engineer[engineer].roll > 0) {
        c.st->roll = AP_ROLL_SPECIALTY;
        c.st->roll_seat = (uint8_t)use.seat;
    } else {
        mq__ap_use_start(&use);
    }
}

static void go_on_specialties(struct ap c)
{
    c.st->specialist = AP_NONE;
    if (c.st->specialists == 0) {
        begin_construction(c);
    } else {
        resolve_specialist(c);
    }
}

/* Construction: AP-B1, AP-B2, AP-B5. */

static int ask_construction(struct ap c)
{
    int seat = ap_current(c.st);

    return c.st->builds > 0 && mq__ap_paid_builds(c, seat) != 0
               ? of_seat(AP_ASK_BUILD, seat)
               : AP_ASK_NOTHING;
}

static void begin_drawing(struct ap c)
{
    begin(c.st, AP_DRAWING);
    c.st->builds = c.st->discount = 0;
    reveal(c.st, AP_ON_RND);
    mq__ap_queue_now(c);
}

static void go_on_construction(struct ap c)
{
    do {
        if (++c.st->cursor == c.st->players) {
            begin_drawing(c);
            return;
        }
        start_builder(c);
    } while (c.st->builds == 0);
}

/* R&D: AP-R1 to AP-R6. */

static void go_on_drawing(struct ap c)
{
    if (c.st->cursor < c.st->queue_count) {
        int seat = c.st->queue[c.st->cursor++];

        mq__ap_draw_rnd(c.st, seat, c.st->player[seat].on[AP_ON_RND]);
    } else {
        begin(c.st, AP_KEEPING);
    }
}

static int ask_keep(struct ap c)
{
    unsigned seats = 0;

    for (int i = 0; i < c.st->queue_count; i++) {
        int seat = c.st->queue[i];
        const struct ap_player *p = &c.st->player[seat];
        bool open = p->drawn_count > 0 && p->keep == AP_NONE;

        seats |= (unsigned)open << seat;
    }
    return of_all(AP_ASK_KEEP, seats);
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

static void go_on_keeping(struct ap c)
{
    c.st->step = AP_KEPT;
    for (int i = 0; i < c.st->queue_count; i++) {
        struct ap_player *p = &c.st->player[c.st->queue[i]];

        if (p->drawn_count > 0) {
            open_kept(p);
        }
    }
}

/* AP-R5, AP-H7 */
static void put_rest_under(struct ap c)
{
    for (int i = 0; i < c.st->queue_count; i++) {
        int seat = c.st->queue[i];
        struct ap_player *p = &c.st->player[seat];

        for (int k = 0; k < p->drawn_count; k++) {
            mq__ap_put_under(c, p->drawn[k], 1 << seat);
            p->drawn[k] = 0;
        }
        p->drawn_count = 0;
    }
}

static void begin_design(struct ap c)
{
    begin(c.st, AP_DESIGN);
    reveal(c.st, AP_ON_DESIGN);
    mq__ap_queue_now(c);
}

/* AP-R4 */
static void go_on_kept(struct ap c)
{
    if (c.st->cursor < c.st->queue_count) {
        int seat = c.st->queue[c.st->cursor++];
        struct ap_player *p = &c.st->player[seat];

        if (p->kept != AP_NONE) {
            mq__ap_reserve_add(c.st, seat, p->kept);
            mq__ap_got_card(c, seat, AP_ACQUIRE, p->kept);
            p->kept = AP_NONE;
        }
    } else {
        put_rest_under(c);
        begin_design(c);
    }
}

/* Design: AP-D3 to AP-D6. */

static int ask_design(struct ap c)
{
    if (c.st->cursor == c.st->queue_count || c.st->gaps == AP_ALL_GAPS) {
        return AP_ASK_NOTHING;
    }
    return of_seat(AP_ASK_TAKE, c.st->queue[c.st->cursor]);
}

/* AP-A1 to AP-A4, AP-A6, AP-E19 */
static void earn(struct ap c, int seat)
{
    struct ap_player *p = &c.st->player[seat];
    int after = p->credits + mq__ap_earnings(c, p->crew_count);

    p->credits = after > 0 ? after : 0;
    if (after < 0) {
        p->debt = (uint8_t)(-after / AP_COIN);
        p->skips = 1;
    }
}

static void begin_earnings(struct ap c)
{
    c.st->step = AP_EARNINGS;
    c.st->lap = 0;
    reveal(c.st, AP_ON_OPERATIONS);
    for (int seat = 0; seat < c.st->players; seat++) {
        earn(c, seat);
    }
}

static void go_on_design(struct ap c)
{
    if (c.st->cursor < c.st->queue_count) {
        c.st->cursor++; /* no card anywhere */
        return;
    }
    c.st->lap++;
    c.st->cursor = 0;
    mq__ap_queue_now(c);
    if (c.st->queue_count == 0) {
        begin_earnings(c);
    }
}

static int ask_earnings(struct ap c)
{
    for (int i = 0; i < c.st->players; i++) {
        if (c.st->player[c.st->order[i]].debt > 0) {
            return of_seat(AP_ASK_DEBT, c.st->order[i]);
        }
    }
    return AP_ASK_NOTHING;
}

/* Director actions: AP-A7, AP-A17, AP-E17. */

static void start_turn(struct ap c)
{
    c.st->actions = c.st->player[ap_current(c.st)].skips
                        ? 0
                        : (uint8_t)ap_changes(c)->director_actions;
    c.st->fired = 0;
    c.st->launched = 0;
}

static void go_on_earnings(struct ap c)
{
    begin(c.st, AP_ACTIONS);
    start_turn(c);
}

static int ask_actions(struct ap c)
{
    int seat = ap_current(c.st);

    if (c.st->choosing) {
        return of_seat(AP_ASK_FOLLOW, seat);
    }
    if (c.st->targeting) {
        return of_seat(AP_ASK_TARGET, seat);
    }
    return c.st->actions > 0 ? of_seat(AP_ASK_ACTION, seat) : AP_ASK_NOTHING;
}

static void go_on_actions(struct ap c)
{
    if (++c.st->cursor < c.st->players) {
        start_turn(c);
    } else {
        end_round(c);
    }
}

/* The end: AP-A17, AP-Z1, AP-Z5, AP-O6, AP-O7. */

static void return_engineers(struct ap_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_player *p = &st->player[seat];

        mq__ap_all_in_hand(p);
        p->effects = 0;
        p->boosted = p->skips = 0;
    }
    st->event = st->solo_event = AP_NONE;
    st->cursor = st->actions = st->fired = st->launched = 0;
}

/* What is under way is dropped (AP-M3); at the end of a round nothing is. */
void mq__ap_end_game(struct ap_state *st)
{
    return_engineers(st);
    memset(st->queue, 0, sizeof(st->queue));
    st->queue_count = st->lap = 0;
    st->due = st->due_seat = 0;
    st->launched_seat = st->specialist = AP_NONE;
    st->specialists = 0;
    st->choosing = st->chosen = st->builds = st->discount = 0;
    st->step = AP_OVER;
}

static bool last_round(struct ap c)
{
    const struct ap_mission *mission = ap_mission(c);

    if (ap_solo(c.st)) {
        return c.st->round >= 2 * mission->event_count; /* AP-O5 */
    }
    if (mission->end == AP_FARTHEST) {
        return c.st->round >= mission->rounds; /* AP-M7 */
    }
    return c.st->rounds > 0 && c.st->round >= c.st->rounds;
}

static void end_round(struct ap c)
{
    bool met = false;

    return_engineers(c.st);
    for (int seat = 0; seat < c.st->players; seat++) {
        struct ap_player *p = &c.st->player[seat];

        p->met |= mq__ap_meets(c, seat);
        met |= p->met;
    }
    if (met || last_round(c)) {
        mq__ap_end_game(c.st);
    } else {
        begin_round(c.st);
    }
}

static int ask_nothing(struct ap c)
{
    assert(c.st->step < AP_OVER);
    return AP_ASK_NOTHING;
}

static int ask_over(struct ap c)
{
    assert(c.st->draw_left == 0 && c.st->due == 0);
    return AP_ASK_OVER;
}

/* What a step wants, and how it goes on where it wants nothing. */
static const struct {
    int (*ask)(struct ap c);
    void (*go_on)(struct ap c);
} steps[AP_STEPS] = {
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
    [AP_KEEPING] = {ask_keep, go_on_keeping},
    [AP_KEPT] = {ask_nothing, go_on_kept},
    [AP_DESIGN] = {ask_design, go_on_design},
    [AP_EARNINGS] = {ask_earnings, go_on_earnings},
    [AP_ACTIONS] = {ask_actions, go_on_actions},
    [AP_OVER] = {ask_over, NULL},
};

const char *const mq__ap_steps[] = {
#define AP_X(name, word, phase) word,
    AP_STEP_LIST(AP_X)
#undef AP_X
        NULL};

static const char *const phases[] = {
#define AP_X(name, word, phase) phase,
    AP_STEP_LIST(AP_X)
#undef AP_X
};

const char *mq__ap_phase(const struct mq_game *g, const void *state)
{
    struct ap c = ap_of(g, state);

    return phases[c.st->step];
}

/* What comes before the step goes on, in this order: draws, rows (AP-G5),
 * investors (AP-I8, AP-I13), discards (AP-C12), the lost engineer, the die;
 * then the mission is judged (AP-L17). */
AP_APART static int ask_first(const struct ap_state *st)
{
    if (st->draw_left > 0) {
        return st->draw_deck == AP_RND ? AP_ASK_RND : AP_ASK_ENGINEER;
    }
    if (st->step < AP_REVEAL) {
        return AP_ASK_NOTHING;
    }
    if (st->gaps != 0 && mq__ap_place_to_fill(st) >= 0) {
        return AP_ASK_ROW;
    }
    if (st->vacant != 0) {
        return AP_ASK_INVESTOR;
    }
    if (st->due != 0) {
        return AP_ASK_NOTHING;
    }
    if (st->overfull != 0) {
        return of_seat(AP_ASK_DISCARD, ap_low_bit(st->overfull));
    }
    if (st->losing != AP_NONE) {
        return AP_ASK_LOSE;
    }
    if (st->roll != AP_NO_ROLL && st->launched_seat == AP_NONE) {
        return st->roll_value == 0 ? AP_ASK_ROLL
                                   : of_seat(AP_ASK_REROLL, st->roll_seat);
    }
    return AP_ASK_NOTHING;
}

/* Whether something comes before the step; what is wanted for it, or
 * AP_ASK_NOTHING: carry_out does it. */
static inline bool comes_first(const struct ap_state *st, int *wanted)
{
    if ((st->waits == AP_IDLE && st->draw_left == 0) || st->step == AP_OVER) {
        return false;
    }
    *wanted = ask_first(st);
    return *wanted != AP_ASK_NOTHING || st->due != 0 ||
           st->launched_seat != AP_NONE;
}

static void carry_out(struct ap c)
{
    if (c.st->due != 0) {
        mq__ap_complete_investor(c);
    } else {
        struct ap_player *p = &c.st->player[c.st->launched_seat];

        p->met |= c.st->launch_meets;
        mq__ap_judge(c, c.st->launched_seat);
        c.st->launched_seat = AP_NONE;
        c.st->launch_meets = 0;
    }
}

int mq__ap_find_ask(struct ap c)
{
    int wanted;

    return comes_first(c.st, &wanted) ? wanted : steps[c.st->step].ask(c);
}

void mq__ap_advance(struct ap c)
{
    int wanted = AP_ASK_NOTHING;

    do {
        assert(c.st->cursor <= c.st->players);
        if (comes_first(c.st, &wanted)) {
            if (wanted == AP_ASK_NOTHING) {
                carry_out(c);
            }
        } else {
            wanted = steps[c.st->step].ask(c);
            if (wanted == AP_ASK_NOTHING) {
                steps[c.st->step].go_on(c);
            }
        }
    } while (wanted == AP_ASK_NOTHING);
    c.st->ask = (uint8_t)(wanted & 0xFF);
    c.st->actors = (uint8_t)(wanted >> 8);
    assert(c.st->ask < AP_ASKS);
    assert((c.st->actors != 0) ==
           (c.st->ask >= AP_ASK_CHOOSE && c.st->ask < AP_ASK_OVER));
}
