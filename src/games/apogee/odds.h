/* Apogee: the launch helper. What a rocket can do from a position, for people
 * and bots. */
#ifndef MAXQ_GAMES_APOGEE_ODDS_H
#define MAXQ_GAMES_APOGEE_ODDS_H

#include "games/apogee/rules.h"

struct ap_launch_odds {
    enum ap_hindrance hindrance;
    int number;                        /* to roll, events counted in; 0: none */
    double chance[AP_PLAYER_DICE + 1]; /* of success, by spare dice used */
};

/* The chance that the die shows the number or more, with spare dice. */
double mq__ap_chance(int number, int dice);

void mq__ap_launch_odds(struct ap c, int seat, const struct ap_rocket *rocket,
                        int destination, struct ap_launch_odds *out);

#endif
