/* Apogee: construction (AP-B, AP-K1 to AP-K6, AP-K13). */
#include "games/apogee/rules.h"

uint64_t mq__ap_banned_kinds(struct ap c)
{
    return ap_mission(c)->no_build | (ap_solo(c.st) ? mq__ap_solo_bans(c) : 0);
}

/* The limits of the pad: places, compatibility, bans (AP-B7). */
static enum ap_obstacle pad_obstacle(const struct ap_tables *t,
                                     const struct ap_player *p, uint64_t pad,
                                     uint64_t banned, int kind)
{
    const struct ap_technology *k = &t->kind[kind];

    if (p->pad_count[k->type] == AP_PLACES) {
        return AP_PAD_FULL; /* AP-C13 */
    }
    if ((k->clashes & pad) != 0) {
        return AP_CLASHES;
    }
    return (banned & AP_KIND_BIT(kind)) != 0 ? AP_BANNED : AP_MAY_BUILD;
}

enum ap_obstacle mq__ap_obstacle(struct ap c, int seat, int kind)
{
    const struct ap_player *p = &c.st->player[seat];

    if (!mq__ap_in_reserve(c.st, seat, kind)) {
        return AP_NOT_IN_RESERVE; /* AP-B3 */
    }
    return pad_obstacle(c.t, p, p->pad_kinds, mq__ap_banned_kinds(c), kind);
}

/* Those that the pad takes. */
static uint64_t buildable(struct ap c, int seat, uint64_t kinds)
{
    const struct ap_player *p = &c.st->player[seat];
    uint64_t pad = p->pad_kinds;
    uint64_t banned = mq__ap_banned_kinds(c);

    for (uint64_t left = kinds; left != 0; left &= left - 1) {
        int kind = ap_low_bit(left);

        if (pad_obstacle(c.t, p, pad, banned, kind) != AP_MAY_BUILD) {
            kinds &= ~AP_KIND_BIT(kind);
        }
    }
    return kinds;
}

uint64_t mq__ap_free_builds(struct ap c, int seat, uint64_t wanted)
{
    return buildable(c, seat,
                     mq__ap_reserve_kinds(&c.st->player[seat]) & wanted);
}

/* AP-Y19: the first build with a price is cheaper, down to 0. */
int mq__ap_price(struct ap c, int kind)
{
    int price = c.t->kind[kind].cost - c.st->discount;

    return price > 0 ? price : 0;
}

uint64_t mq__ap_paid_builds(struct ap c, int seat)
{
    const struct ap_player *p = &c.st->player[seat];
    const uint8_t *end = p->reserve + p->reserve_count;
    uint64_t paid = 0;

    for (const uint8_t *kind = p->reserve; kind < end; kind++) {
        if (mq__ap_price(c, *kind) <= p->credits) {
            paid |= AP_KIND_BIT(*kind);
        }
    }
    return buildable(c, seat, paid);
}

int mq__ap_construction_discount(struct ap c)
{
    int sum = 0;

    for (int seat = 0; seat < c.st->players; seat++) {
        sum += mq__ap_bonus(c.t, c.st->player[seat].effects, AP_LASTS_COST, 0);
    }
    return sum;
}

void mq__ap_build(struct ap c, int seat, int kind, int price)
{
    const struct ap_technology *k = &c.t->kind[kind];

    assert(price >= 0 && price <= c.st->player[seat].credits);
    mq__ap_pay(c.st, seat, price);
    mq__ap_reserve_remove(c.st, seat, kind);
    mq__ap_pad_add(c, seat, kind);
    if (!ap_changes(c)->no_cubesat_credits) {
        mq__ap_gain(c.st, seat, k->pays); /* AP-K15, AP-E15 */
    }
    mq__ap_got_card(c, seat, AP_BUILD, kind);
}
