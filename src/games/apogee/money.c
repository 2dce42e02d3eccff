/* Apogee: credits, additional dice and sales. */
#include "games/apogee/rules.h"

/* AP-C5: nobody's credits go below 0. */
void mq__apogee_pay(struct ap_state *st, int seat, int amount)
{
    struct ap_player *p = &st->player[seat];

    p->credits = p->credits > amount ? p->credits - amount : 0;
}

void mq__apogee_gain(struct ap_state *st, int seat, int amount)
{
    st->player[seat].credits += amount;
}

int mq__apogee_pool(const struct ap_state *st)
{
    int pool = AP_DICE;

    for (int seat = 0; seat < st->players; seat++) {
        pool -= st->player[seat].dice;
    }
    return pool;
}

bool mq__apogee_can_take_die(const struct ap_state *st, int seat)
{
    return st->player[seat].dice < AP_PLAYER_DICE && mq__apogee_pool(st) > 0;
}

/* AP-C8: a die that can't be held isn't taken. */
void mq__apogee_take_die(struct ap_state *st, int seat)
{
    if (mq__apogee_can_take_die(st, seat)) {
        st->player[seat].dice++;
    }
}

/* AP-A1, AP-E19 */
int mq__apogee_earnings(const struct ap_tables *t, const struct ap_state *st,
                        int crew)
{
    static const int16_t earnings[AP_CREW + 1] = {60, 40, 20, 0, -20, -40};
    const struct ap_changes *now = ap_changes(t, st);

    return now->fixed_wage ? now->wage : earnings[crew];
}

int mq__apogee_sale_price(const struct ap_tables *t, const struct ap_state *st)
{
    return AP_SALE + ap_changes(t, st)->sale_price;
}

void mq__apogee_sell(const struct ap_tables *t, struct ap_state *st, int seat,
                     int kind)
{
    mq__apogee_discard(t, st, seat, kind);
    mq__apogee_gain(st, seat, mq__apogee_sale_price(t, st));
}
