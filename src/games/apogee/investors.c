/* Apogee: investors (AP-I). An act marks the open cards it meets in `due`;
 * steps.c completes them one by one, the left one first. */
#include "games/apogee/rules.h"

/* What was done: a card came or was built, or a rocket was fired or launched
 * to a destination. */
struct act {
    int objective, destination;
    uint32_t tags;
    const struct ap_rocket *rocket;
};

static bool meets(const struct ap_tables *t, const struct ap_investor *i,
                  const struct act *act)
{
    if (i->objective != act->objective) {
        return false;
    }
    if (act->rocket == NULL) {
        return (act->tags & i->needs.need[0].tags) != 0;
    }
    return (i->objective == AP_FIRE || act->destination >= i->destination) &&
           mq__ap_rocket_meets(t, &i->needs, act->rocket, AP_NONE);
}

static void mark(struct ap c, int seat, const struct act *act)
{
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = ap_open_investor(c, i);

        if (card != NULL && meets(c.t, card, act)) {
            c.st->due |= (uint8_t)(1U << i);
            c.st->due_seat = (uint8_t)seat;
        }
    }
}

void mq__ap_got_card(struct ap c, int seat, int objective, int kind)
{
    mark(c, seat,
         &(struct act){objective, AP_NONE, c.t->kind[kind].tags, NULL});
}

void mq__ap_used_rocket(struct ap c, int seat, int objective,
                        const struct ap_rocket *rocket)
{
    mark(c, seat, &(struct act){objective, c.st->destination, 0, rocket});
}

/* AP-I8: as long as there are any, another one comes. */
void mq__ap_vacate(struct ap_state *st, int place)
{
    assert(place < AP_OPEN_INVESTORS);
    st->open[place] = AP_NONE;
    st->vacant |= (uint8_t)((st->investors_left != 0) << place);
}

void mq__ap_fill_vacancy(struct ap_state *st, int investor)
{
    assert(st->vacant != 0 && (st->investors_left & AP_BIT(investor)) != 0);
    st->open[ap_low_bit(st->vacant)] = (uint8_t)investor;
    st->investors_left &= ~AP_BIT(investor);
    st->vacant &= (uint8_t)(st->investors_left != 0 ? st->vacant - 1 : 0);
}

/* AP-I7, AP-I9, AP-E11 */
void mq__ap_complete_investor(struct ap c)
{
    int place = ap_low_bit(c.st->due);
    int seat = c.st->due_seat;
    int investor = c.st->open[place];

    assert(place < AP_OPEN_INVESTORS && investor != AP_NONE);
    mq__ap_vacate(c.st, place);
    c.st->player[seat].investors |= AP_BIT(investor);
    if (!ap_changes(c)->no_investor_credits) {
        mq__ap_gain(c.st, seat, c.t->investor[investor].credits);
    }
    c.st->due &= (uint8_t)(c.st->due - 1);
    if (c.st->due == 0) {
        c.st->due_seat = 0;
    }
    if (ap_mission(c)->end == AP_AT_ONCE) {
        mq__ap_judge(c, seat); /* AP-M3 */
    }
}
