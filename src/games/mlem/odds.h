/* Exact chances of the mat and the dice, without pips and tokens: `maxq odds`,
 * the heuristic and the board all read these.
 */
#ifndef MAXQ_GAMES_MLEM_ODDS_H
#define MAXQ_GAMES_MLEM_ODDS_H

#include <stdint.h>

#define MLEM_ODDS_SPACES 27
#define MLEM_ODDS_DICE 7 /* 0 to 6; 0 is not used */

struct mlem_odds {
    /* The chance that a roll of so many dice at a space crashes. */
    double crash[MLEM_ODDS_SPACES][MLEM_ODDS_DICE];
    /* The chance to end some travel exactly at a target (deep space: or past
     * it) from a space with so many dice, when the commander plays for that
     * alone. 1 where the marker is there already. [target][space][dice] */
    double reach[MLEM_ODDS_SPACES][MLEM_ODDS_SPACES][MLEM_ODDS_DICE];
};

struct mlem_tables;

/* Fills tables->odds from the mat and the die. */
void mq__mlem_odds_init(struct mlem_tables *tables);

#endif
