/* Apogee: interventions of nations (AP-N), one row and two functions each. */
#include "games/apogee/rules.h"

/* usa: AP-N3 */

static int legal_usa(struct ap c, mq_action *out)
{
    int n = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        uint64_t kinds =
            mq__ap_reserve_kinds(&c.st->player[seat]) & c.t->tagged[AP_TAG_RND];

        for (; kinds != 0; kinds &= kinds - 1) {
            out[n++] = MQ_ACTION(AP_A_TARGET_CARD, seat, ap_low_bit(kinds), 0);
        }
    }
    return n;
}

static void apply_usa(struct ap c, mq_action action)
{
    mq__ap_discard(c, MQ_ACTION_A(action), MQ_ACTION_B(action));
}

/* russia: AP-N4 */

static int legal_russia(struct ap c, mq_action *out)
{
    int n = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        for (int dice = 1; dice <= 2 && dice <= c.st->player[seat].dice;
             dice++) {
            out[n++] = MQ_ACTION(AP_A_TARGET_DICE, seat, dice, 0);
        }
    }
    return n;
}

static void apply_russia(struct ap c, mq_action action)
{
    struct ap_player *p = &c.st->player[MQ_ACTION_A(action)];

    p->dice = (uint8_t)(p->dice - MQ_ACTION_B(action));
}

/* china: AP-N5 */

static int legal_china(struct ap c, mq_action *out)
{
    int n = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        if (mq__ap_dismissable(&c.st->player[seat]) > 0) {
            out[n++] = MQ_ACTION(AP_A_TARGET, seat, 0, 0);
        }
    }
    return n;
}

static void apply_china(struct ap c, mq_action action)
{
    c.st->losing = (uint8_t)MQ_ACTION_A(action);
}

const struct ap_intervention mq__ap_interventions[] = {
    [AP_USA] = {"usa", "AP-N3", "apogee.intervention.usa", legal_usa,
                apply_usa},
    [AP_RUSSIA] = {"russia", "AP-N4", "apogee.intervention.russia",
                   legal_russia, apply_russia},
    [AP_CHINA] = {"china", "AP-N5", "apogee.intervention.china", legal_china,
                  apply_china},
};

/* AP-N1, AP-N6, AP-N7 */
bool mq__ap_may_intervene(struct ap c, int seat)
{
    const struct ap_player *p = &c.st->player[seat];
    mq_action targets[AP_PLAYERS * AP_RESERVE_ROOM];
    int nation;

    if (p->intervened || ap_solo(c.st) || ap_mission(c)->no_intervention) {
        return false;
    }
    nation = c.t->director[p->director].nation;
    return mq__ap_interventions[nation].legal(c, targets) > 0;
}
