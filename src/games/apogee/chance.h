/* Apogee: what chance can bring; shared by the listing of it and the sampling.
 */
#ifndef MAXQ_GAMES_APOGEE_CHANCE_H
#define MAXQ_GAMES_APOGEE_CHANCE_H

#include "games/apogee/rules.h"

/* The engineers of a level that are unseen. */
static inline uint32_t ap_unseen_engineers(const struct ap_tables *t,
                                           const struct ap_state *st, int level)
{
    return st->engineers_left & t->level[level];
}

static inline uint32_t ap_lose_candidates(const struct ap_state *st)
{
    const struct ap_player *p = &st->player[st->losing];
    uint32_t mask = 0;

    for (int i = 0; i < p->crew_count; i++) {
        mask |= ap_at_center(p->crew[i].space) ? 0 : AP_BIT(p->crew[i].id);
    }
    return mask;
}

static inline mq_action ap_engineer_outcome(const struct ap_state *st,
                                            int engineer)
{
    return MQ_ACTION(AP_C_ENGINEER, engineer, st->draw_seat,
                     st->draw_deck - AP_JUNIORS);
}

static inline mq_action ap_lose_outcome(const struct ap_tables *t,
                                        const struct ap_state *st, int engineer)
{
    return MQ_ACTION(AP_C_LOSE, engineer, st->losing,
                     t->engineer[engineer].level);
}

static inline mq_action ap_technology_outcome(const struct ap_state *st,
                                              int kind)
{
    return st->ask == AP_ASK_RND ? MQ_ACTION(AP_C_RND, kind, st->draw_seat, 0)
                                 : MQ_ACTION(AP_C_ROW, kind, 0, 0);
}

static inline int ap_technology_type(const struct ap_state *st)
{
    return st->ask == AP_ASK_RND ? AP_RND
                                 : mq__apogee_place_to_fill(st) / AP_PLACES;
}

#endif
