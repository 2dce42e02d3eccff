/* Many matches between bots, counted. */
#ifndef MAXQ_SIM_SIMULATE_H
#define MAXQ_SIM_SIMULATE_H

#include <maxq/bot.h>

struct mq_simulation {
    const struct mq_game *game;
    struct mq_setup setup;
    const struct mq_bot *bot[MQ_MAX_PLAYERS]; /* an entrant a player */
    struct mq_budget budget;
    uint64_t seed;
};

/* What one entrant did. */
struct mq_tally {
    long wins;    /* alone */
    long shared;  /* with others */
    double share; /* victories, shared ones in shares */
    double share_squares;
    double score; /* sums */
    double score_squares;
};

struct mq_tallies {
    long games;
    long events, fewest, most; /* events a match */
    struct mq_tally entrant[MQ_MAX_PLAYERS];
};

/* Plays match `number` and adds it to the tallies. Entrants move on by a seat
 * from match to match, so that each sits everywhere equally often. The same
 * seed and number give the same match. */
enum mq_status mq__simulate_match(const struct mq_simulation *simulation,
                                  long number, struct mq_tallies *tallies);

/* The 95 % interval of a mean, from sums over n: half its width. */
double mq__interval(double sum, double squares, long n);

/* The 95 % interval (Wilson's) of a share of n. */
void mq__wilson(double share, long n, double *low, double *high);

#endif
