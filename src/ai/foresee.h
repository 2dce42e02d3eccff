/* What a seat may expect of a state, by the game's net or by its end. */
#ifndef MAXQ_AI_FORESEE_H
#define MAXQ_AI_FORESEE_H

#include "core/net.h"

/* How much the margin counts beside the share of the win: of moves that all
 * win, the better one is taken. */
#define MQ_MARGIN 0.02

/* The prospects in a true state, as `seat` sees it; exact where the match is
 * over. One call serves all seats: see mq_prospect. */
void mq__foresee(const struct mq_game *game, const struct mq_net *net,
                 const void *st, int seat, struct mq_prospect *out);

/* The result that the seat itself may expect, margin included. */
static inline double mq__expected(const struct mq_prospect *p)
{
    return p->share[0] + MQ_MARGIN * (p->margin - p->share[0]);
}

/* Values of a seat's actions one move ahead. What the seat can't know is dealt
 * once, from rng. `view` is the seat's redacted state. */
void mq__foresee_all(const struct mq_game *game, const struct mq_net *net,
                     const void *view, int seat, const mq_action *actions,
                     int n, struct mq_rng *rng, double *value);

/* By how much a seat's score is above the best other one, 0 to 1. */
double mq__margin(const double *score, int players, int seat);

#endif
