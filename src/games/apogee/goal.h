/* Apogee: what a player is after, for the heuristic and the board. */
#ifndef MAXQ_GAMES_APOGEE_GOAL_H
#define MAXQ_GAMES_APOGEE_GOAL_H

#include "games/apogee/rules.h"

#define AP_GOAL_NEEDS (AP_NEEDS + AP_SOLO_ROUNDS)

/* What is still to be met. */
struct ap_goal {
    int count;
    struct ap_need need[AP_GOAL_NEEDS]; /* amount: what is missing */
    int destination; /* of the next launch; AP_NONE: none is wanted */
    bool any_launch; /* the farthest counts (AP-M7) */
    int investors, credits, authority; /* missing; authority in points */
};

/* The rocket that reserve and pad make, card by card. */
struct ap_build_plan {
    int count;
    uint8_t kind[AP_TYPES * AP_PLACES]; /* from the reserve, in order */
    struct ap_rocket rocket;            /* with all of them */
    double quality;
    double before[AP_TYPES * AP_PLACES]; /* the quality before each of them */
};

void mq__apogee_goal(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct ap_goal *out);

/* How much of the goal at a destination one launch of the rocket meets. */
double mq__apogee_goal_share(const struct ap_tables *t,
                             const struct ap_state *st,
                             const struct ap_goal *goal,
                             const struct ap_rocket *rocket, int destination);

void mq__apogee_build_plan(const struct ap_tables *t, const struct ap_state *st,
                           int seat, const struct ap_goal *goal,
                           struct ap_build_plan *out);

/* The quality that the plan would have with one more card in the reserve. */
double mq__apogee_plan_with(const struct ap_tables *t,
                            const struct ap_state *st, int seat,
                            const struct ap_goal *goal,
                            const struct ap_build_plan *plan, int kind);

#endif
