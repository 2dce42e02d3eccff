/* Apogee: what chance can bring; shared by the listing of it and the sampling.
 */
#ifndef MAXQ_GAMES_APOGEE_CHANCE_H
#define MAXQ_GAMES_APOGEE_CHANCE_H

#include "games/apogee/rules.h"

/* The engineers that the player who loses one may lose. */
static inline uint32_t ap_lose_candidates(const struct ap_state *st)
{
    const struct ap_player *p = &st->player[st->losing];
    uint32_t mask = 0;

    for (int i = 0; i < p->crew_count; i++) {
        mask |= ap_at_center(p->crew[i].space) ? 0 : AP_BIT(p->crew[i].id);
    }
    return mask;
}

/* What is equally likely, a bit each: all but technologies and directors. */
static inline uint32_t ap_equal_chances(struct ap c)
{
    int deck = c.st->draw_deck;

    switch (c.st->ask) {
    case AP_ASK_ENGINEER: /* an unseen one, or the first put under */
        return c.st->size[deck] > 0
                   ? c.st->engineers_left & c.t->level[deck - AP_JUNIORS]
                   : AP_BIT(c.st->under[deck][0]);
    case AP_ASK_INVESTOR:
        return c.st->investors_left;
    case AP_ASK_EVENT:
        return c.st->events_left;
    case AP_ASK_ROLL:
        return (AP_BIT(AP_DIE_SIDES) - 1) << 1; /* bits 1 to 12 */
    default:
        assert(c.st->ask == AP_ASK_LOSE);
        return ap_lose_candidates(c.st);
    }
}

/* The outcome that brings the card, or the number. */
static inline mq_action ap_outcome(struct ap c, int which)
{
    switch (c.st->ask) {
    case AP_ASK_ENGINEER:
        return MQ_ACTION(AP_C_ENGINEER, which, c.st->draw_seat,
                         c.st->draw_deck - AP_JUNIORS);
    case AP_ASK_LOSE:
        return MQ_ACTION(AP_C_LOSE, which, c.st->losing,
                         c.t->engineer[which].level);
    case AP_ASK_RND:
        return MQ_ACTION(AP_C_RND, which, c.st->draw_seat, 0);
    default:
        return MQ_ACTION(c.st->ask == AP_ASK_ROW        ? AP_C_ROW
                         : c.st->ask == AP_ASK_INVESTOR ? AP_C_INVESTOR
                         : c.st->ask == AP_ASK_EVENT    ? AP_C_EVENT
                                                        : AP_C_ROLL,
                         which, 0, 0);
    }
}

/* The type of the technology that is drawn; AP_TYPES: none is. */
static inline int ap_drawn_type(const struct ap_state *st)
{
    return st->ask == AP_ASK_RND   ? AP_RND
           : st->ask == AP_ASK_ROW ? mq__ap_place_to_fill(st) / AP_PLACES
                                   : AP_TYPES;
}

#endif
