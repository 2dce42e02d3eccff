/* Many matches between bots, counted. */
#ifndef MAXQ_SIM_SIMULATE_H
#define MAXQ_SIM_SIMULATE_H

#include "sim/tally.h"

#include <maxq/bot.h>

#include <stdatomic.h>

#define MQ_BOT_NAME_SIZE 24

struct mq_simulation {
    const struct mq_game *game;
    struct mq_setup setup;
    const struct mq_bot *bot[MQ_MAX_PLAYERS]; /* an entrant a player */
    struct mq_budget budget[MQ_MAX_PLAYERS];
    uint64_t seed;
    const atomic_int *stop; /* set: give up the match under way; or NULL */
    const char (*names)[MQ_BOT_NAME_SIZE]; /* of the entrants, for rows */
};

/* The head of the rows that mq__simulate_match writes. */
#define MQ_SIMULATE_HEAD "match,seat,bot,score,win_share,events,choices\n"

/* Plays match `number`, adds it to the tallies and, where `rows` isn't NULL,
 * appends a line of CSV for each seat to it. Entrants move on by a seat
 * from match to match, so that each sits everywhere equally often. The same
 * seed and number give the same match.
 *
 * What a seat uses is found in the texts of its actions, and of outcomes that
 * name it: every word that names something, with the verb. So no game is
 * known here.
 *
 * MQ_CANCELLED: it was stopped, and nothing of it is counted. */
enum mq_status mq__simulate_match(const struct mq_simulation *simulation,
                                  long number, struct mq_tallies *tallies,
                                  struct mq_buf *rows);

/* The 95 % interval of a mean, from sums over n: half its width. */
double mq__interval(double sum, double squares, long n);

/* The 95 % interval (Wilson's) of a share of n. */
void mq__wilson(double share, long n, double *low, double *high);

#endif
