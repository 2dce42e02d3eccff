/* Exact chances of the mat and the dice, without pips and tokens: `maxq odds`
 * and the heuristic read these. mq__ml_crash (rules.h) counts pips and tokens.
 */
#ifndef MAXQ_GAMES_MLEM_ODDS_H
#define MAXQ_GAMES_MLEM_ODDS_H

#include <stdint.h>

#define ML_ODDS_SPACES 27
#define ML_ODDS_DICE 7 /* 0 to 6; 0 is not used */

struct ml_odds {
    /* The chance that a roll of so many dice at a space crashes. */
    double crash[ML_ODDS_SPACES][ML_ODDS_DICE];
    /* The chance to end some travel exactly at a target (deep space: or past
     * it) from a space with so many dice, when the commander plays for that
     * alone. 1 where the marker is there already. [target][space][dice] */
    double reach[ML_ODDS_SPACES][ML_ODDS_SPACES][ML_ODDS_DICE];
};

struct ml_tables;

/* Fills tables->odds from the mat and the die. */
void mq__ml_odds_init(struct ml_tables *tables);

#endif
