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
    return (st->cursor > 0 || st->player[0].credits > 0) && roll_once(st);
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
    {"no-launch", no_launch, NULL, NULL, false, false, "apogee.event.no-launch", "apogee.event.no-launch-two"},
    {"pay", NULL, run_pay, NULL, false, false, "apogee.event.pay", NULL},
    {"launch-fee", launch_fee, NULL, NULL, false, false, "apogee.event.launch-fee", NULL},
    {"engine-failure", NULL, run_engine_failure, rolled_engine_failure, true, false, "apogee.event.engine-failure", NULL},
    {"sale-price", sale_price, NULL, NULL, false, false, "apogee.event.sale-price", NULL},
    {"launch-roll", launch_roll, NULL, NULL, false, false, "apogee.event.launch-roll", NULL},
    {"support", NULL, run_support, NULL, false, false, "apogee.event.support", NULL},
    {"space-limit", mq__apogee_space_limit, NULL, NULL, false, false, "apogee.event.space-limit", NULL},
    {"patents", NULL, run_patents, NULL, false, false, "apogee.event.patents", NULL},
    {"no-investor-credits", no_investor_credits, NULL, NULL, false, false, "apogee.event.no-investor-credits", NULL},
    {"launch-authority", launch_authority, NULL, NULL, false, false, "apogee.event.launch-authority", NULL},
    {"no-static-fire", no_static_fire, NULL, NULL, false, false, "apogee.event.no-static-fire", NULL},
    {"static-fire-roll", static_fire_roll, NULL, NULL, false, false, "apogee.event.static-fire-roll", NULL},
    {"no-cubesat-credits", no_cubesat_credits, NULL, NULL, false, false, "apogee.event.no-cubesat-credits", NULL},
    {"director-actions", director_actions, NULL, NULL, false, false, "apogee.event.director-actions", NULL},
    {"wage", wage, NULL, NULL, false, false, "apogee.event.wage", NULL},
    {"no-seniors", no_seniors, NULL, NULL, false, true, "apogee.event.no-seniors", NULL},
    {"no-director-specialty", no_director_specialty, NULL, NULL, false, true, "apogee.event.no-director-specialty", NULL},
    {"no-build", no_build, NULL, NULL, false, true, "apogee.event.no-build", "apogee.event.no-build-two"},
    {"thrust-rating", NULL, run_thrust_rating, NULL, false, true, "apogee.event.thrust-rating", NULL},
    {"construction-delay", NULL, run_construction_delay, NULL, false, true, "apogee.event.construction-delay", NULL},
    {"a-team", NULL, run_a_team, NULL, false, true, "apogee.event.a-team", NULL},
    {"schedule-delay", NULL, run_schedule_delay, NULL, false, true, "apogee.event.schedule-delay", NULL},
    {"hiring-bonus", NULL, run_hiring_bonus, NULL, false, true, "apogee.event.hiring-bonus", NULL},
    {"human-resources", NULL, run_human_resources, NULL, false, true, "apogee.event.human-resources", NULL},
    {"boredom", NULL, run_boredom, NULL, false, true, "apogee.event.boredom", NULL},
    {"lost-funds", NULL, run_lost_funds, rolled_lost_funds, true, true, "apogee.event.lost-funds", NULL},
    {"new-objective", NULL, mq__apogee_run_new_objective, rolled_new_objective, false, true, "apogee.event.new-objective", NULL},
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
    int n = ap_solo(st) ? mq__apogee_solo_events(t, st, events) : 0;

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
