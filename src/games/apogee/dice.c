/* Apogee: rolls of the die (AP-C7 to AP-C11): what they are for, the number
 * to reach, whether spare dice help, what success and failure bring. */
#include "games/apogee/rules.h"

struct roll_kind {
    int (*needed)(const struct ap_tables *t, const struct ap_state *st);
    void (*end)(const struct ap_tables *t, struct ap_state *st, bool success);
};

static int specialty_needed(const struct ap_tables *t,
                            const struct ap_state *st)
{
    return t->engineer[st->specialist].roll;
}

static void specialty_end(const struct ap_tables *t, struct ap_state *st,
                          bool success)
{
    const struct ap_engineer *e = &t->engineer[st->specialist];

    if (success) {
        mq__apogee_specialties[e->specialty].start(t, st, st->roll_seat, e);
    }
}

/* Solo events name the highest number that fails, AP-E4 the least that
 * saves the engines. */
static int effect_needed(const struct ap_tables *t, const struct ap_state *st)
{
    const struct ap_event *e = mq__apogee_event_now(t, st);

    return mq__apogee_effects[e->effect].solo ? e->limit + 1 : e->amount;
}

static void effect_end(const struct ap_tables *t, struct ap_state *st,
                       bool success)
{
    const struct ap_event *e = mq__apogee_event_now(t, st);

    mq__apogee_effects[e->effect].rolled(t, st, e, success);
}

/* AP-F2, AP-E14 */
static int fire_needed(const struct ap_tables *t, const struct ap_state *st)
{
    return ap_changes(t, st)->static_fire_roll;
}

static void fire_end(const struct ap_tables *t, struct ap_state *st,
                     bool success)
{
    if (success) {
        mq__apogee_fire_succeeds(t, st, st->roll_seat);
    }
}

/* AP-L9 */
static int launch_needed(const struct ap_tables *t, const struct ap_state *st)
{
    struct ap_rocket rocket;

    mq__apogee_rocket(t, st, st->roll_seat, &rocket);
    return mq__apogee_number(t, rocket.performance, st->destination) -
           ap_changes(t, st)->launch_roll;
}

static void launch_end(const struct ap_tables *t, struct ap_state *st,
                       bool success)
{
    if (success) {
        mq__apogee_launch_succeeds(t, st, st->roll_seat);
    }
    st->destination = AP_NONE; /* AP-L11: the rocket stays */
}

/* AP-N2 */
static int intervene_needed(const struct ap_tables *t,
                            const struct ap_state *st)
{
    (void)t;
    (void)st;
    return AP_INTERVENTION_ROLL;
}

static void intervene_end(const struct ap_tables *t, struct ap_state *st,
                          bool success)
{
    (void)t;
    st->targeting = success;
}

static const struct roll_kind rolls[AP_ROLLS] = {
    [AP_ROLL_SPECIALTY] = {specialty_needed, specialty_end},
    [AP_ROLL_EFFECT] = {effect_needed, effect_end},
    [AP_ROLL_FIRE] = {fire_needed, fire_end},
    [AP_ROLL_LAUNCH] = {launch_needed, launch_end},
    [AP_ROLL_INTERVENE] = {intervene_needed, intervene_end},
};

int mq__apogee_roll_needed(const struct ap_tables *t, const struct ap_state *st)
{
    return rolls[st->roll].needed(t, st);
}

/* AP-C11 */
bool mq__apogee_spare_dice_help(const struct ap_tables *t,
                                const struct ap_state *st)
{
    switch (st->roll) {
    case AP_ROLL_SPECIALTY:
    case AP_ROLL_LAUNCH:
        return true;
    case AP_ROLL_EFFECT:
        return mq__apogee_effects[mq__apogee_event_now(t, st)->effect]
            .spare_dice;
    default:
        return false;
    }
}

static void end_roll(const struct ap_tables *t, struct ap_state *st,
                     bool success)
{
    int roll = st->roll;

    st->roll = AP_NO_ROLL;
    st->roll_value = 0;
    rolls[roll].end(t, st, success);
    st->roll_seat = 0;
}

/* AP-C10, AP-C15 */
void mq__apogee_rolled(const struct ap_tables *t, struct ap_state *st,
                       int value)
{
    bool success = value >= mq__apogee_roll_needed(t, st);

    if (!success && st->player[st->roll_seat].dice > 0 &&
        mq__apogee_spare_dice_help(t, st)) {
        st->roll_value = (uint8_t)value;
        return;
    }
    end_roll(t, st, success);
}

void mq__apogee_accept(const struct ap_tables *t, struct ap_state *st)
{
    end_roll(t, st, false);
}
