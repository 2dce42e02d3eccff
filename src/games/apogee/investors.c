/* Apogee: investors (AP-I). An act marks the open cards it meets in `due`;
 * steps.c completes them one by one, the left one first. */
#include "games/apogee/rules.h"

/* One function an objective: whether the act meets the card. A card that came
 * (acquire, build) or a rocket (static-fire, launch) is what it judges. */
struct act {
    uint32_t tags;
    const struct ap_rocket *rocket;
    int destination;
};

static bool card_meets(const struct ap_tables *t, const struct ap_investor *i,
                       const struct act *act)
{
    (void)t;
    return (act->tags & i->needs.need[0].tags) != 0;
}

static bool fire_meets(const struct ap_tables *t, const struct ap_investor *i,
                       const struct act *act)
{
    return mq__apogee_rocket_meets(t, &i->needs, act->rocket, AP_NONE);
}

static bool launch_meets(const struct ap_tables *t, const struct ap_investor *i,
                         const struct act *act)
{
    return act->destination >= i->destination &&
           mq__apogee_rocket_meets(t, &i->needs, act->rocket, AP_NONE);
}

static bool (*const meets[AP_OBJECTIVES])(const struct ap_tables *t,
                                          const struct ap_investor *i,
                                          const struct act *act) = {
    [AP_ACQUIRE] = card_meets,
    [AP_BUILD] = card_meets,
    [AP_FIRE] = fire_meets,
    [AP_LAUNCH] = launch_meets,
};

static void mark(const struct ap_tables *t, struct ap_state *st, int seat,
                 int objective, const struct act *act)
{
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card;

        if (st->open[i] == AP_NONE) {
            continue;
        }
        card = &t->investor[st->open[i]];
        if (card->objective == objective && meets[objective](t, card, act)) {
            st->due |= (uint8_t)(1U << i);
            st->due_seat = (uint8_t)seat;
        }
    }
}

void mq__apogee_acquired(const struct ap_tables *t, struct ap_state *st,
                         int seat, int kind)
{
    struct act act = {t->kind[kind].tags, NULL, AP_NONE};

    mark(t, st, seat, AP_ACQUIRE, &act);
}

void mq__apogee_built(const struct ap_tables *t, struct ap_state *st, int seat,
                      int kind)
{
    struct act act = {t->kind[kind].tags, NULL, AP_NONE};

    mark(t, st, seat, AP_BUILD, &act);
}

void mq__apogee_fired(const struct ap_tables *t, struct ap_state *st, int seat,
                      const struct ap_rocket *rocket)
{
    struct act act = {0, rocket, AP_NONE};

    mark(t, st, seat, AP_FIRE, &act);
}

void mq__apogee_launched(const struct ap_tables *t, struct ap_state *st,
                         int seat, const struct ap_rocket *rocket)
{
    struct act act = {0, rocket, st->destination};

    mark(t, st, seat, AP_LAUNCH, &act);
}

/* AP-I7, AP-I9, AP-E11 */
void mq__apogee_complete_investor(const struct ap_tables *t,
                                  struct ap_state *st)
{
    int place = ap_low_bit(st->due);
    int seat = st->due_seat;
    int investor = st->open[place];

    st->open[place] = AP_NONE;
    st->player[seat].investors |= AP_BIT(investor);
    if (!ap_changes(t, st)->no_investor_credits) {
        mq__apogee_gain(st, seat, t->investor[investor].credits);
    }
    st->due &= (uint8_t)(st->due - 1);
    if (st->due == 0) {
        st->due_seat = 0;
    }
    if (ap_mission(t, st)->end == AP_AT_ONCE) {
        mq__apogee_judge(t, st, seat); /* AP-M3 */
    }
}

int mq__apogee_investor_place(const struct ap_state *st)
{
    for (int i = 0; i < AP_OPEN_INVESTORS && st->investors_left != 0; i++) {
        if (st->open[i] == AP_NONE) {
            return i;
        }
    }
    return -1;
}
