/* Apogee: credits, additional dice and sales. */
#include "games/apogee/rules.h"

/* AP-C5: nobody's credits go below 0. */
void mq__ap_pay(struct ap_state *st, int seat, int amount)
{
    struct ap_player *p = &st->player[seat];

    p->credits = p->credits > amount ? p->credits - amount : 0;
}

void mq__ap_gain(struct ap_state *st, int seat, int amount)
{
    st->player[seat].credits += amount;
}

int mq__ap_pool(const struct ap_state *st)
{
    int pool = AP_DICE;

    for (int seat = 0; seat < st->players; seat++) {
        pool -= st->player[seat].dice;
    }
    return pool;
}

bool mq__ap_can_take_die(const struct ap_state *st, int seat)
{
    return st->player[seat].dice < AP_PLAYER_DICE && mq__ap_pool(st) > 0;
}

/* AP-C8: a die that can't be held isn't taken. */
void mq__ap_take_die(struct ap_state *st, int seat)
{
    if (mq__ap_can_take_die(st, seat)) {
        st->player[seat].dice++;
    }
}

/* AP-A1, AP-E19 */
int mq__ap_earnings(struct ap c, int crew)
{
    static const int16_t earnings[AP_CREW + 1] = {60, 40, 20, 0, -20, -40};
    int wage = ap_changes(c)->wage;

    assert(crew >= 0 && crew <= AP_CREW);
    return wage == AP_WAGES ? earnings[crew] : wage;
}

int mq__ap_sale_price(struct ap c)
{
    return AP_SALE + ap_changes(c)->sale_price;
}

void mq__ap_sell(struct ap c, int seat, int kind)
{
    mq__ap_discard(c, seat, kind);
    mq__ap_gain(c.st, seat, mq__ap_sale_price(c));
}
