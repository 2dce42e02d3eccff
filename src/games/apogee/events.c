/* Apogee: events and solo events (AP-E, AP-Q), one row and its small function
 * each. Round and game effects fill a struct ap_changes once, when the tables
 * are bound; immediate ones run when the card is revealed. */
#include "games/apogee/rules.h"

#include <stddef.h>

/* Effects that hold: AP-P4, AP-O9. */

uint64_t mq__ap_kinds_with(const struct ap_tables *t, uint32_t tags)
{
    uint64_t kinds = 0;

    for (; tags != 0; tags &= tags - 1) {
        kinds |= t->tagged[ap_low_bit(tags)];
    }
    return kinds;
}

void mq__ap_make_changes(const struct ap_tables *t, const struct ap_event *e,
                         struct ap_changes *out)
{
    const struct ap_effect *effect = &mq__ap_effects[e->effect];
    void *at = (char *)out + effect->at;

    switch (effect->change) {
    case AP_SETS_NUMBER:
        *(int16_t *)at = e->amount;
        break;
    case AP_SETS_FLAG:
        *(bool *)at = true;
        break;
    case AP_SETS_KINDS:
        *(uint64_t *)at = mq__ap_kinds_with(t, e->tags);
        break;
    case AP_SETS_SPACE:
        assert(e->limit >= 0 && e->limit < AP_SPACES);
        out->space_limit[e->limit] = (uint8_t)e->amount;
        out->limits_spaces = true;
        break;
    default:
        assert(effect->run != NULL); /* an immediate one */
        break;
    }
}

/* Immediate events, for everyone in turn order (AP-P3). */

/* AP-E2 */
static bool run_pay(struct ap c, const struct ap_event *e)
{
    for (int seat = 0; seat < c.st->players; seat++) {
        mq__ap_pay(c.st, seat, e->amount);
    }
    return false;
}

/* AP-E8 */
static bool run_support(struct ap c, const struct ap_event *e)
{
    for (int seat = 0; seat < c.st->players; seat++) {
        if (!c.st->player[seat].specialty_used) {
            mq__ap_gain(c.st, seat, e->amount);
        }
    }
    return false;
}

/* AP-E10 */
static bool run_patents(struct ap c, const struct ap_event *e)
{
    while (c.st->cursor < c.st->players) {
        int seat = c.st->order[c.st->cursor++];

        if (c.st->player[seat].reserve_count < AP_RESERVE) {
            mq__ap_draw_rnd(c.st, seat, e->amount);
            return true;
        }
    }
    return false;
}

/* AP-E4 */

static bool has_tag(const struct ap_tables *t, const struct ap_player *p,
                    uint32_t tags)
{
    for (int i = 0; i < p->pad_count[AP_FIRST]; i++) {
        if ((t->kind[p->pad[AP_FIRST][i]].tags & tags) != 0) {
            return true;
        }
    }
    return false;
}

static bool run_engine_failure(struct ap c, const struct ap_event *e)
{
    while (c.st->cursor < c.st->players) {
        int seat = c.st->order[c.st->cursor++];

        if (has_tag(c.t, &c.st->player[seat], e->tags)) {
            c.st->roll = AP_ROLL_EFFECT;
            c.st->roll_seat = (uint8_t)seat;
            return true;
        }
    }
    return false;
}

static void rolled_engine_failure(struct ap c, const struct ap_event *e,
                                  bool success)
{
    int seat = c.st->roll_seat;
    struct ap_player *p = &c.st->player[seat];

    for (int i = p->pad_count[AP_FIRST] - 1; i >= 0 && !success; i--) {
        int kind = p->pad[AP_FIRST][i];

        if ((c.t->kind[kind].tags & e->tags) != 0) {
            mq__ap_pad_remove(c, seat, kind);
            mq__ap_reserve_add(c.st, seat, kind);
        }
    }
}

/* Solo events: seat 0 is the only one. */

/* AP-Q5 */
static bool run_thrust_rating(struct ap c, const struct ap_event *e)
{
    struct ap_player *p = &c.st->player[0];
    struct ap_rocket rocket;

    mq__ap_rocket(c, 0, &rocket);
    if (rocket.thrust >= e->limit) {
        mq__ap_gain(c.st, 0, e->amount);
    } else if (p->dice > 0) {
        p->dice--;
    }
    return false;
}

/* AP-O10: so many engineers are lost, or all there are. */
static bool lose_engineers(struct ap_state *st, int count)
{
    int there = st->player[0].crew_count;

    st->dismissals = (uint8_t)(count < there ? count : there);
    st->cursor = 1; /* it has been carried out */
    return st->dismissals > 0;
}

/* AP-Q6 */
static bool run_construction_delay(struct ap c, const struct ap_event *e)
{
    if (c.st->cursor > 0 || c.st->player[0].built == (1U << AP_TYPES) - 1) {
        return false;
    }
    return lose_engineers(c.st, e->amount);
}

/* AP-Q7 */
static bool run_a_team(struct ap c, const struct ap_event *e)
{
    if (mq__ap_crew_authority(c.t, &c.st->player[0]) >= e->limit * 10) {
        mq__ap_take_die(c.st, 0);
    }
    return false;
}

/* AP-Q8 */
static bool run_schedule_delay(struct ap c, const struct ap_event *e)
{
    if (ap_count_bits(c.st->player[0].investors) < e->limit) {
        mq__ap_pay(c.st, 0, e->amount);
    }
    return false;
}

/* AP-Q9 */
static bool run_hiring_bonus(struct ap c, const struct ap_event *e)
{
    int crew = c.st->player[0].crew_count;

    if (crew < e->limit) {
        mq__ap_pay(c.st, 0, e->amount);
    } else if (crew > e->limit) {
        mq__ap_gain(c.st, 0, e->amount);
    }
    return false;
}

/* AP-Q10 */
static bool run_human_resources(struct ap c, const struct ap_event *e)
{
    if (c.st->cursor > 0) {
        return false;
    }
    c.st->cursor = 1;
    if (c.st->player[0].credits < e->amount) {
        mq__ap_draw_engineers(c.st, 0, AP_SENIOR, 1);
        return true;
    }
    return c.st->player[0].credits > e->limit && lose_engineers(c.st, 1);
}

/* AP-Q11 */
static bool run_boredom(struct ap c, const struct ap_event *e)
{
    if (c.st->cursor > 0 || mq__ap_farthest(&c.st->player[0]) > 0) {
        return false;
    }
    return lose_engineers(c.st, e->amount);
}

/* AP-Q13, AP-Q14: a low roll changes the mission, a high one costs credits. */
static bool roll_once(struct ap c, const struct ap_event *e)
{
    assert(mq__ap_effects[e->effect].rolled != NULL);
    if (c.st->cursor > 0) {
        return false;
    }
    c.st->cursor = 1;
    c.st->roll = AP_ROLL_EFFECT;
    c.st->roll_seat = 0;
    return true;
}

/* AP-Q12 */
static bool run_lost_funds(struct ap c, const struct ap_event *e)
{
    return c.st->player[0].credits > 0 && roll_once(c, e);
}

static void rolled_lost_funds(struct ap c, const struct ap_event *e,
                              bool success)
{
    if (!success) {
        mq__ap_pay(c.st, 0, e->amount);
    }
}

static void rolled_new_objective(struct ap c, const struct ap_event *e,
                                 bool success)
{
    if (success) {
        mq__ap_pay(c.st, 0, e->amount);
    } else {
        c.st->extra |= (uint16_t)(1U << (e - c.t->solo_event));
    }
}

#define SETS(what, member)                                                     \
    .change = AP_SETS_##what, .at = offsetof(struct ap_changes, member)

// clang-format off
const struct ap_effect mq__ap_effects[] = {
    {"no-launch", SETS(KINDS, no_launch), .says = "apogee.event.no-launch", .says_two = "apogee.event.no-launch-two"},
    {"pay", .run = run_pay, .says = "apogee.event.pay"},
    {"launch-fee", SETS(NUMBER, launch_fee), .says = "apogee.event.launch-fee"},
    {"engine-failure", .run = run_engine_failure, .rolled = rolled_engine_failure, .spare_dice = true, .says = "apogee.event.engine-failure"},
    {"sale-price", SETS(NUMBER, sale_price), .says = "apogee.event.sale-price"},
    {"launch-roll", SETS(NUMBER, launch_roll), .says = "apogee.event.launch-roll", .says_low = "apogee.event.launch-roll-low"},
    {"support", .run = run_support, .says = "apogee.event.support"},
    [AP_SPACE_LIMIT] = {"space-limit", .change = AP_SETS_SPACE, .says = "apogee.event.space-limit", .says_low = "apogee.event.space-limit-low"},
    {"patents", .run = run_patents, .says = "apogee.event.patents"},
    {"no-investor-credits", SETS(FLAG, no_investor_credits), .says = "apogee.event.no-investor-credits"},
    {"launch-authority", SETS(NUMBER, launch_authority), .says = "apogee.event.launch-authority"},
    {"no-static-fire", SETS(FLAG, no_static_fire), .says = "apogee.event.no-static-fire"},
    {"static-fire-roll", SETS(NUMBER, static_fire_roll), .says = "apogee.event.static-fire-roll"},
    {"no-cubesat-credits", SETS(FLAG, no_cubesat_credits), .says = "apogee.event.no-cubesat-credits"},
    {"director-actions", SETS(NUMBER, director_actions), .says = "apogee.event.director-actions"},
    {"wage", SETS(NUMBER, wage), .says = "apogee.event.wage"},
    {"no-seniors", SETS(FLAG, no_seniors), .solo = true, .says = "apogee.event.no-seniors"},
    {"no-director-specialty", SETS(FLAG, no_director_specialty), .solo = true, .says = "apogee.event.no-director-specialty"},
    {"no-build", SETS(KINDS, no_build), .solo = true, .says = "apogee.event.no-build", .says_two = "apogee.event.no-build-two"},
    {"thrust-rating", .run = run_thrust_rating, .solo = true, .says = "apogee.event.thrust-rating"},
    {"construction-delay", .run = run_construction_delay, .solo = true, .says = "apogee.event.construction-delay"},
    {"a-team", .run = run_a_team, .solo = true, .says = "apogee.event.a-team"},
    {"schedule-delay", .run = run_schedule_delay, .solo = true, .says = "apogee.event.schedule-delay"},
    {"hiring-bonus", .run = run_hiring_bonus, .solo = true, .says = "apogee.event.hiring-bonus"},
    {"human-resources", .run = run_human_resources, .solo = true, .says = "apogee.event.human-resources"},
    {"boredom", .run = run_boredom, .solo = true, .says = "apogee.event.boredom"},
    {"lost-funds", .run = run_lost_funds, .rolled = rolled_lost_funds, .spare_dice = true, .solo = true, .says = "apogee.event.lost-funds"},
    [AP_NEW_OBJECTIVE] = {"new-objective", .run = roll_once, .rolled = rolled_new_objective, .solo = true, .says = "apogee.event.new-objective"},
    {0},
};
// clang-format on

const struct ap_event *mq__ap_event_now(struct ap c)
{
    return c.st->solo_event != AP_NONE ? &c.t->solo_event[c.st->solo_event]
                                       : &c.t->event[c.st->event];
}

int mq__ap_solo_events(struct ap c, uint8_t out[AP_SOLO_ROUNDS])
{
    const struct ap_mission *mission = ap_mission(c);
    int seen = (c.st->round + (c.st->step > AP_EVENT)) / 2;
    int n = 0;

    for (; n < seen && n < mission->event_count; n++) {
        out[n] = mission->event[n];
    }
    return n;
}

/* What the solo events revealed so far change together. */
static struct ap_changes solo_changes(struct ap c)
{
    struct ap_changes all = c.t->no_changes;
    uint8_t events[AP_SOLO_ROUNDS];
    int n = mq__ap_solo_events(c, events);

    assert(ap_solo(c.st));
    for (int i = 0; i < n; i++) {
        const struct ap_changes *more = &c.t->solo_event[events[i]].changes;

        all.no_build |= more->no_build;
        all.no_seniors |= more->no_seniors;
        all.no_director_specialty |= more->no_director_specialty;
    }
    return all;
}

uint64_t mq__ap_solo_bans(struct ap c)
{
    return solo_changes(c).no_build;
}

bool mq__ap_no_seniors(struct ap c)
{
    return ap_solo(c.st) && solo_changes(c).no_seniors;
}

bool mq__ap_no_director_specialty(struct ap c)
{
    return ap_solo(c.st) && solo_changes(c).no_director_specialty;
}
