/* Apogee: interventions of nations (AP-N), one row and two functions each. */
#include "games/apogee/rules.h"

/* usa: AP-N3 */

static uint64_t rnd_reserve(const struct ap_tables *t,
                            const struct ap_player *p)
{
    uint64_t kinds = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        kinds |= AP_KIND_BIT(p->reserve[i]);
    }
    return kinds & t->tagged[AP_TAG_RND];
}

static int legal_usa(const struct ap_tables *t, const struct ap_state *st,
                     mq_action *out)
{
    int n = 0;

    for (int seat = 0; seat < st->players; seat++) {
        uint64_t kinds = rnd_reserve(t, &st->player[seat]);

        for (; kinds != 0; kinds &= kinds - 1) {
            out[n++] = MQ_ACTION(AP_A_TARGET_CARD, seat, ap_low_bit(kinds), 0);
        }
    }
    return n;
}

static void apply_usa(const struct ap_tables *t, struct ap_state *st,
                      mq_action action)
{
    mq__apogee_discard(t, st, MQ_ACTION_A(action), MQ_ACTION_B(action));
}

/* russia: AP-N4 */

static int legal_russia(const struct ap_tables *t, const struct ap_state *st,
                        mq_action *out)
{
    int n = 0;

    (void)t;
    for (int seat = 0; seat < st->players; seat++) {
        for (int dice = 1; dice <= 2 && dice <= st->player[seat].dice; dice++) {
            out[n++] = MQ_ACTION(AP_A_TARGET_DICE, seat, dice, 0);
        }
    }
    return n;
}

static void apply_russia(const struct ap_tables *t, struct ap_state *st,
                         mq_action action)
{
    struct ap_player *p = &st->player[MQ_ACTION_A(action)];

    (void)t;
    p->dice = (uint8_t)(p->dice - MQ_ACTION_B(action));
}

/* china: AP-N5 */

static int legal_china(const struct ap_tables *t, const struct ap_state *st,
                       mq_action *out)
{
    int n = 0;

    (void)t;
    for (int seat = 0; seat < st->players; seat++) {
        if (mq__apogee_dismissable(&st->player[seat]) > 0) {
            out[n++] = MQ_ACTION(AP_A_TARGET, seat, 0, 0);
        }
    }
    return n;
}

static void apply_china(const struct ap_tables *t, struct ap_state *st,
                        mq_action action)
{
    (void)t;
    st->losing = (uint8_t)MQ_ACTION_A(action);
}

const struct ap_intervention mq__apogee_interventions[] = {
    [AP_USA] = {"usa", "AP-N3", legal_usa, apply_usa},
    [AP_RUSSIA] = {"russia", "AP-N4", legal_russia, apply_russia},
    [AP_CHINA] = {"china", "AP-N5", legal_china, apply_china},
};

/* AP-N1, AP-N6, AP-N7 */
bool mq__apogee_may_intervene(const struct ap_tables *t,
                              const struct ap_state *st, int seat)
{
    const struct ap_player *p = &st->player[seat];
    mq_action targets[AP_PLAYERS * AP_RESERVE_ROOM];
    int nation;

    if (ap_solo(st) || ap_mission(t, st)->no_intervention || p->intervened) {
        return false;
    }
    nation = t->director[p->director].nation;
    return mq__apogee_interventions[nation].legal(t, st, targets) > 0;
}
