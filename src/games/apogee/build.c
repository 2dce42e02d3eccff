/* Apogee: construction (AP-B, AP-K1 to AP-K6, AP-K13). */
#include "games/apogee/rules.h"

uint64_t mq__apogee_banned_kinds(const struct ap_tables *t,
                                 const struct ap_state *st)
{
    return ap_mission(t, st)->no_build |
           (ap_solo(st) ? mq__apogee_solo_bans(t, st) : 0);
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

enum ap_obstacle mq__apogee_obstacle(const struct ap_tables *t,
                                     const struct ap_state *st, int seat,
                                     int kind)
{
    const struct ap_player *p = &st->player[seat];

    if (!mq__apogee_in_reserve(st, seat, kind)) {
        return AP_NOT_IN_RESERVE; /* AP-B3 */
    }
    return pad_obstacle(t, p, mq__apogee_pad_kinds(p),
                        mq__apogee_banned_kinds(t, st), kind);
}

/* Kinds of the reserve that the pad takes. */
static uint64_t buildable(const struct ap_tables *t, const struct ap_state *st,
                          int seat)
{
    const struct ap_player *p = &st->player[seat];
    uint64_t pad = mq__apogee_pad_kinds(p);
    uint64_t banned = mq__apogee_banned_kinds(t, st);
    uint64_t kinds = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        int kind = p->reserve[i];

        if (pad_obstacle(t, p, pad, banned, kind) == AP_MAY_BUILD) {
            kinds |= AP_KIND_BIT(kind);
        }
    }
    return kinds;
}

uint64_t mq__apogee_free_builds(const struct ap_tables *t,
                                const struct ap_state *st, int seat,
                                uint64_t wanted)
{
    return buildable(t, st, seat) & wanted;
}

/* AP-Y19: the first build with a price is cheaper, down to 0. */
int mq__apogee_price(const struct ap_tables *t, const struct ap_state *st,
                     int kind)
{
    int price = t->kind[kind].cost - st->discount;

    return price > 0 ? price : 0;
}

uint64_t mq__apogee_paid_builds(const struct ap_tables *t,
                                const struct ap_state *st, int seat)
{
    uint64_t kinds = buildable(t, st, seat);
    uint64_t paid = 0;

    for (uint64_t left = kinds; left != 0; left &= left - 1) {
        int kind = ap_low_bit(left);

        if (mq__apogee_price(t, st, kind) <= st->player[seat].credits) {
            paid |= AP_KIND_BIT(kind);
        }
    }
    return paid;
}

int mq__apogee_construction_discount(const struct ap_tables *t,
                                     const struct ap_state *st)
{
    int sum = 0;

    for (int seat = 0; seat < st->players; seat++) {
        sum += mq__apogee_bonus(t, st->player[seat].effects, AP_LASTS_COST, 0);
    }
    return sum;
}

void mq__apogee_build(const struct ap_tables *t, struct ap_state *st, int seat,
                      int kind, int price)
{
    const struct ap_technology *k = &t->kind[kind];

    mq__apogee_pay(st, seat, price);
    mq__apogee_reserve_remove(st, seat, kind);
    mq__apogee_pad_add(t, st, seat, kind);
    if (!ap_changes(t, st)->no_cubesat_credits) {
        mq__apogee_gain(st, seat, k->pays); /* AP-K15, AP-E15 */
    }
    mq__apogee_built(t, st, seat, kind);
}
