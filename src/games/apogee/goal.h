/* Apogee: what a player is after, for the heuristic and the board. */
#ifndef MAXQ_GAMES_APOGEE_GOAL_H
#define MAXQ_GAMES_APOGEE_GOAL_H

#include "games/apogee/rules.h"

/* What is still to be met. */
struct ap_goal {
    int count;
    struct ap_need need[AP_ALL_NEEDS]; /* amount: what is missing */
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

void mq__ap_goal(struct ap c, int seat, struct ap_goal *out);

/* How much of the goal at a destination one launch of the rocket meets. */
double mq__ap_goal_share(struct ap c, const struct ap_goal *goal,
                         const struct ap_rocket *rocket, int destination);

void mq__ap_build_plan(struct ap c, int seat, const struct ap_goal *goal,
                       struct ap_build_plan *out);

/* The quality that the plan would have with one more card in the reserve. */
double mq__ap_plan_with(struct ap c, int seat, const struct ap_goal *goal,
                        const struct ap_build_plan *plan, int kind);

#endif
