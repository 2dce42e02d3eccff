/* Apogee: events and solo events (AP-E, AP-Q), one row and its small function
 * each. Round and game effects fill a struct ap_changes once, when the tables
 * are bound; immediate ones run when the card is revealed. */
#include "games/apogee/rules.h"

/* Effects that hold: AP-P4, AP-O9. */

static void no_launch(const struct ap_tables *t, const struct ap_event *e,
                      struct ap_changes *out)
{
    for (int kind = 0; kind < t->kinds; kind++) {
        if ((t->kind[kind].tags & e->tags) != 0) {
            out->no_launch |= AP_KIND_BIT(kind);
        }
    }
}

static void no_build(const struct ap_tables *t, const struct ap_event *e,
                     struct ap_changes *out)
{
    for (int kind = 0; kind < t->kinds; kind++) {
        if ((t->kind[kind].tags & e->tags) != 0) {
            out->no_build |= AP_KIND_BIT(kind);
        }
    }
}

static void launch_fee(const struct ap_tables *t, const struct ap_event *e,
                       struct ap_changes *out)
{
    (void)t;
    out->launch_fee = e->amount;
}

static void sale_price(const struct ap_tables *t, const struct ap_event *e,
                       struct ap_changes *out)
{
    (void)t;
    out->sale_price = e->amount;
}

static void launch_roll(const struct ap_tables *t, const struct ap_event *e,
                        struct ap_changes *out)
{
    (void)t;
    out->launch_roll = (int8_t)e->amount;
}

static void launch_authority(const struct ap_tables *t,
                             const struct ap_event *e, struct ap_changes *out)
{
    (void)t;
    out->launch_authority = (int8_t)e->amount;
}

static void static_fire_roll(const struct ap_tables *t,
                             const struct ap_event *e, struct ap_changes *out)
{
    (void)t;
    out->static_fire_roll = (int8_t)e->amount;
}

static void director_actions(const struct ap_tables *t,
                             const struct ap_event *e, struct ap_changes *out)
{
    (void)t;
    out->director_actions = (int8_t)e->amount;
}

/* The space is the event's `limit`. */
void mq__apogee_space_limit(const struct ap_tables *t, const struct ap_event *e,
                            struct ap_changes *out)
{
    (void)t;
    out->space_limit[e->limit] = (uint8_t)e->amount;
    out->limits_spaces = true;
}

static void wage(const struct ap_tables *t, const struct ap_event *e,
                 struct ap_changes *out)
{
    (void)t;
    out->fixed_wage = true;
    out->wage = e->amount;
}

static void no_static_fire(const struct ap_tables *t, const struct ap_event *e,
                           struct ap_changes *out)
{
    (void)t;
    (void)e;
    out->no_static_fire = true;
}

static void no_investor_credits(const struct ap_tables *t,
                                const struct ap_event *e,
                                struct ap_changes *out)
{
    (void)t;
    (void)e;
    out->no_investor_credits = true;
}

static void no_cubesat_credits(const struct ap_tables *t,
                               const struct ap_event *e, struct ap_changes *out)
{
    (void)t;
    (void)e;
    out->no_cubesat_credits = true;
}

static void no_seniors(const struct ap_tables *t, const struct ap_event *e,
                       struct ap_changes *out)
{
    (void)t;
    (void)e;
    out->no_seniors = true;
}

static void no_director_specialty(const struct ap_tables *t,
                                  const struct ap_event *e,
                                  struct ap_changes *out)
{
    (void)t;
    (void)e;
    out->no_director_specialty = true;
}

/* Immediate events, for everyone in turn order (AP-P3). */

/* AP-E2 */
static bool run_pay(const struct ap_tables *t, struct ap_state *st,
                    const struct ap_event *e)
{
    (void)t;
    for (int seat = 0; seat < st->players; seat++) {
        mq__apogee_pay(st, seat, e->amount);
    }
    return false;
}

/* AP-E8 */
static bool run_support(const struct ap_tables *t, struct ap_state *st,
                        const struct ap_event *e)
{
    (void)t;
    for (int seat = 0; seat < st->players; seat++) {
        if (!st->player[seat].specialty_used) {
            mq__apogee_gain(st, seat, e->amount);
        }
    }
    return false;
}

/* AP-E10 */
static bool run_patents(const struct ap_tables *t, struct ap_state *st,
                        const struct ap_event *e)
{
    (void)t;
    while (st->cursor < st->players) {
        int seat = st->order[st->cursor++];

        if (st->player[seat].reserve_count < AP_RESERVE) {
            mq__apogee_draw_rnd(st, seat, e->amount);
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

static bool run_engine_failure(const struct ap_tables *t, struct ap_state *st,
                               const struct ap_event *e)
{
    while (st->cursor < st->players) {
        int seat = st->order[st->cursor++];

        if (has_tag(t, &st->player[seat], e->tags)) {
            st->roll = AP_ROLL_EFFECT;
            st->roll_seat = (uint8_t)seat;
            return true;
        }
    }
    return false;
}

static void rolled_engine_failure(const struct ap_tables *t,
                                  struct ap_state *st, const struct ap_event *e,
                                  bool success)
{
    int seat = st->roll_seat;
    struct ap_player *p = &st->player[seat];

    for (int i = p->pad_count[AP_FIRST] - 1; i >= 0 && !success; i--) {
        int kind = p->pad[AP_FIRST][i];

        if ((t->kind[kind].tags & e->tags) != 0) {
            mq__apogee_pad_remove(t, st, seat, kind);
            mq__apogee_reserve_add(st, seat, kind);
        }
    }
}

/* Solo events: seat 0 is the only one. */

/* AP-Q5 */
static bool run_thrust_rating(const struct ap_tables *t, struct ap_state *st,
                              const struct ap_event *e)
{
    struct ap_player *p = &st->player[0];
    struct ap_rocket rocket;

    mq__apogee_rocket(t, st, 0, &rocket);
    if (rocket.thrust >= e->limit) {
        mq__apogee_gain(st, 0, e->amount);
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
static bool run_construction_delay(const struct ap_tables *t,
                                   struct ap_state *st,
                                   const struct ap_event *e)
{
    (void)t;
    if (st->cursor > 0 || st->player[0].built == (1U << AP_TYPES) - 1) {
        return false;
    }
    return lose_engineers(st, e->amount);
}

/* AP-Q7 */
static bool run_a_team(const struct ap_tables *t, struct ap_state *st,
                       const struct ap_event *e)
{
    if (mq__apogee_crew_authority(t, &st->player[0]) >= e->limit * 10) {
        mq__apogee_take_die(st, 0);
    }
    return false;
}

/* AP-Q8 */
static bool run_schedule_delay(const struct ap_tables *t, struct ap_state *st,
                               const struct ap_event *e)
{
    (void)t;
    if (ap_count_bits(st->player[0].investors) < e->limit) {
        mq__apogee_pay(st, 0, e->amount);
    }
    return false;
}

/* AP-Q9 */
static bool run_hiring_bonus(const struct ap_tables *t, struct ap_state *st,
                             const struct ap_event *e)
{
    int crew = st->player[0].crew_count;

    (void)t;
    if (crew < e->limit) {
        mq__apogee_pay(st, 0, e->amount);
    } else if (crew > e->limit) {
        mq__apogee_gain(st, 0, e->amount);
    }
    return false;
}

/* AP-Q10 */
static bool run_human_resources(const struct ap_tables *t, struct ap_state *st,
                                const struct ap_event *e)
{
    (void)t;
    if (st->cursor > 0) {
        return false;
    }
    st->cursor = 1;
    if (st->player[0].credits < e->amount) {
        mq__apogee_draw_engineers(st, 0, AP_SENIOR, 1);
        return true;
    }
    return st->player[0].credits > e->limit && lose_engineers(st, 1);
}

/* AP-Q11 */
static bool run_boredom(const struct ap_tables *t, struct ap_state *st,
                        const struct ap_event *e)
{
    (void)t;
    if (st->cursor > 0 || mq__apogee_farthest(&st->player[0]) > 0) {
        return false;
    }
    return lose_engineers(st, e->amount);
}

static bool roll_once(struct ap_state *st)
{
    if (st->cursor > 0) {
        return false;
    }
    st->cursor = 1;
    st->roll = AP_ROLL_EFFECT;
    st->roll_seat = 0;
    return true;
}

/* AP-Q12 */
static bool run_lost_funds(const struct ap_tables *t, struct ap_state *st,
                           const struct ap_event *e)
{
    (void)t;
    (void)e;
    return st->player[0].credits > 0 && roll_once(st);
}

static void rolled_lost_funds(const struct ap_tables *t, struct ap_state *st,
                              const struct ap_event *e, bool success)
{
    (void)t;
    if (!success) {
        mq__apogee_pay(st, 0, e->amount);
    }
}

/* AP-Q13, AP-Q14: a low roll changes the mission, a high one costs credits. */
bool mq__apogee_run_new_objective(const struct ap_tables *t,
                                  struct ap_state *st, const struct ap_event *e)
{
    (void)t;
    (void)e;
    return roll_once(st);
}

static void rolled_new_objective(const struct ap_tables *t, struct ap_state *st,
                                 const struct ap_event *e, bool success)
{
    if (success) {
        mq__apogee_pay(st, 0, e->amount);
    } else {
        st->extra |= (uint16_t)(1U << (e - t->solo_event));
    }
}

// clang-format off
const struct ap_effect mq__apogee_effects[] = {
    {"no-launch", .change = no_launch, .says = "apogee.event.no-launch", .says_two = "apogee.event.no-launch-two"},
    {"pay", .run = run_pay, .says = "apogee.event.pay"},
    {"launch-fee", .change = launch_fee, .says = "apogee.event.launch-fee"},
    {"engine-failure", .run = run_engine_failure, .rolled = rolled_engine_failure, .spare_dice = true, .says = "apogee.event.engine-failure"},
    {"sale-price", .change = sale_price, .says = "apogee.event.sale-price"},
    {"launch-roll", .change = launch_roll, .says = "apogee.event.launch-roll"},
    {"support", .run = run_support, .says = "apogee.event.support"},
    {"space-limit", .change = mq__apogee_space_limit, .says = "apogee.event.space-limit"},
    {"patents", .run = run_patents, .says = "apogee.event.patents"},
    {"no-investor-credits", .change = no_investor_credits, .says = "apogee.event.no-investor-credits"},
    {"launch-authority", .change = launch_authority, .says = "apogee.event.launch-authority"},
    {"no-static-fire", .change = no_static_fire, .says = "apogee.event.no-static-fire"},
    {"static-fire-roll", .change = static_fire_roll, .says = "apogee.event.static-fire-roll"},
    {"no-cubesat-credits", .change = no_cubesat_credits, .says = "apogee.event.no-cubesat-credits"},
    {"director-actions", .change = director_actions, .says = "apogee.event.director-actions"},
    {"wage", .change = wage, .says = "apogee.event.wage"},
    {"no-seniors", .change = no_seniors, .solo = true, .says = "apogee.event.no-seniors"},
    {"no-director-specialty", .change = no_director_specialty, .solo = true, .says = "apogee.event.no-director-specialty"},
    {"no-build", .change = no_build, .solo = true, .says = "apogee.event.no-build", .says_two = "apogee.event.no-build-two"},
    {"thrust-rating", .run = run_thrust_rating, .solo = true, .says = "apogee.event.thrust-rating"},
    {"construction-delay", .run = run_construction_delay, .solo = true, .says = "apogee.event.construction-delay"},
    {"a-team", .run = run_a_team, .solo = true, .says = "apogee.event.a-team"},
    {"schedule-delay", .run = run_schedule_delay, .solo = true, .says = "apogee.event.schedule-delay"},
    {"hiring-bonus", .run = run_hiring_bonus, .solo = true, .says = "apogee.event.hiring-bonus"},
    {"human-resources", .run = run_human_resources, .solo = true, .says = "apogee.event.human-resources"},
    {"boredom", .run = run_boredom, .solo = true, .says = "apogee.event.boredom"},
    {"lost-funds", .run = run_lost_funds, .rolled = rolled_lost_funds, .spare_dice = true, .solo = true, .says = "apogee.event.lost-funds"},
    {"new-objective", .run = mq__apogee_run_new_objective, .rolled = rolled_new_objective, .solo = true, .says = "apogee.event.new-objective"},
};
// clang-format on

const int mq__apogee_effect_count =
    (int)(sizeof(mq__apogee_effects) / sizeof(mq__apogee_effects[0]));

const struct ap_event *mq__apogee_event_now(const struct ap_tables *t,
                                            const struct ap_state *st)
{
    return st->solo_event != AP_NONE ? &t->solo_event[st->solo_event]
                                     : &t->event[st->event];
}

int mq__apogee_solo_events(const struct ap_tables *t, const struct ap_state *st,
                           uint8_t out[AP_SOLO_ROUNDS])
{
    const struct ap_mission *mission = ap_mission(t, st);
    int seen = (st->round + (st->step > AP_EVENT)) / 2;
    int n = 0;

    for (; n < seen && n < mission->event_count; n++) {
        out[n] = mission->event[n];
    }
    return n;
}

/* What the solo events revealed so far change together. */
static void solo_changes(const struct ap_tables *t, const struct ap_state *st,
                         struct ap_changes *out)
{
    uint8_t events[AP_SOLO_ROUNDS];
    int n = mq__apogee_solo_events(t, st, events);

    *out = t->no_changes;
    for (int i = 0; i < n; i++) {
        const struct ap_changes *c = &t->solo_event[events[i]].changes;

        out->no_build |= c->no_build;
        out->no_seniors |= c->no_seniors;
        out->no_director_specialty |= c->no_director_specialty;
    }
}

uint64_t mq__apogee_solo_bans(const struct ap_tables *t,
                              const struct ap_state *st)
{
    struct ap_changes changes;

    solo_changes(t, st, &changes);
    return changes.no_build;
}

bool mq__apogee_no_seniors(const struct ap_tables *t, const struct ap_state *st)
{
    struct ap_changes changes;

    if (!ap_solo(st)) {
        return false;
    }
    solo_changes(t, st, &changes);
    return changes.no_seniors;
}

bool mq__apogee_no_director_specialty(const struct ap_tables *t,
                                      const struct ap_state *st)
{
    struct ap_changes changes;

    if (!ap_solo(st)) {
        return false;
    }
    solo_changes(t, st, &changes);
    return changes.no_director_specialty;
}
