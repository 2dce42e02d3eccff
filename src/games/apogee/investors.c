/* Apogee: investors (AP-I). An act marks the open cards it meets in `due`;
 * steps.c completes them one by one, the left one first. */
#include "games/apogee/rules.h"

/* The open investor at a place that wants such an act; NULL: none does. */
static const struct ap_investor *wants(struct ap c, int place, int objective)
{
    const struct ap_investor *card = ap_open_investor(c, place);

    return card != NULL && card->objective == objective ? card : NULL;
}

static void mark(struct ap_state *st, int seat, int place)
{
    st->due |= (uint8_t)(1U << place);
    st->due_seat = (uint8_t)seat;
}

void mq__ap_got_card(struct ap c, int seat, int objective, int kind)
{
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = wants(c, i, objective);

        if (card != NULL &&
            (c.t->kind[kind].tags & card->needs.need[0].tags) != 0) {
            mark(c.st, seat, i);
        }
    }
}

void mq__ap_used_rocket(struct ap c, int seat, int objective,
                        const struct ap_rocket *rocket)
{
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = wants(c, i, objective);

        if (card != NULL &&
            (objective == AP_FIRE || c.st->destination >= card->destination) &&
            mq__ap_rocket_meets(c.t, &card->needs, rocket, AP_NONE)) {
            mark(c.st, seat, i);
        }
    }
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
