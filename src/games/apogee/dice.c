/* Apogee: rolls of the die (AP-C7 to AP-C11): what they are for, the number
 * to reach, whether spare dice help, what success and failure bring. */
#include "games/apogee/rules.h"

/* Solo events name the highest number that fails, AP-E4 the least that
 * saves the engines. */
static int effect_needed(const struct ap_event *e)
{
    return mq__ap_effects[e->effect].solo ? e->limit + 1 : e->amount;
}

int mq__ap_roll_needed(struct ap c)
{
    struct ap_rocket rocket;

    switch (c.st->roll) {
    case AP_ROLL_SPECIALTY:
        return c.t->engineer[c.st->specialist].roll;
    case AP_ROLL_EFFECT:
        return effect_needed(mq__ap_event_now(c));
    case AP_ROLL_FIRE: /* AP-F2, AP-E14 */
        return ap_changes(c)->static_fire_roll;
    case AP_ROLL_LAUNCH: /* AP-L9 */
        mq__ap_rocket(c, c.st->roll_seat, &rocket);
        return mq__ap_number(c.t, rocket.performance, c.st->destination) -
               ap_changes(c)->launch_roll;
    default:
        assert(c.st->roll == AP_ROLL_INTERVENE);
        return AP_INTERVENTION_ROLL; /* AP-N2 */
    }
}

/* AP-C11 */
bool mq__ap_spare_dice_help(struct ap c)
{
    switch (c.st->roll) {
    case AP_ROLL_SPECIALTY:
    case AP_ROLL_LAUNCH:
        return true;
    case AP_ROLL_EFFECT:
        return mq__ap_effects[mq__ap_event_now(c)->effect].spare_dice;
    default:
        return false;
    }
}

static void succeed(struct ap c, int roll)
{
    struct ap_use use;

    switch (roll) {
    case AP_ROLL_SPECIALTY:
        use = mq__ap_engineer_use(c, c.st->specialist);
        mq__ap_use_start(&use);
        break;
    case AP_ROLL_FIRE:
        mq__ap_fire_succeeds(c, c.st->roll_seat);
        break;
    case AP_ROLL_LAUNCH:
        mq__ap_launch_succeeds(c, c.st->roll_seat);
        break;
    default:
        c.st->targeting = roll == AP_ROLL_INTERVENE;
        break;
    }
}

/* A rocket that fails to launch stays (AP-L11). */
static void end_roll(struct ap c, bool success)
{
    int roll = c.st->roll;

    c.st->roll = AP_NO_ROLL;
    c.st->roll_value = 0;
    if (roll == AP_ROLL_EFFECT) {
        const struct ap_event *e = mq__ap_event_now(c);

        mq__ap_effects[e->effect].rolled(c, e, success);
    } else if (success) {
        succeed(c, roll);
    }
    c.st->destination = AP_NONE;
    c.st->roll_seat = 0;
}

/* AP-C10, AP-C15 */
void mq__ap_rolled(struct ap c, int value)
{
    bool success = value >= mq__ap_roll_needed(c);

    assert(value >= 1 && value <= AP_DIE_SIDES && c.st->roll_value == 0);
    if (!success && c.st->player[c.st->roll_seat].dice > 0 &&
        mq__ap_spare_dice_help(c)) {
        c.st->roll_value = (uint8_t)value;
        return;
    }
    end_roll(c, success);
}

void mq__ap_accept(struct ap c)
{
    end_roll(c, false);
}
