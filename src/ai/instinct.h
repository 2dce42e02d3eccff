/* Choosing one move ahead, by the game's net. */
#ifndef MAXQ_AI_INSTINCT_H
#define MAXQ_AI_INSTINCT_H

#include <maxq/bot.h>

/* Values of the legal actions from the seat's view, and ranks: values with
 * some leaning towards what the game's weights prefer. The game has a net. */
void mq__instinct_rank(const struct mq_game *game, const void *view, int seat,
                       const mq_action *legal, int n, struct mq_rng *rng,
                       double *value, float *rank);

/* Chooses by rank; with a warmth above 0 also what is nearly as good. */
void mq__instinct_choose(const struct mq_game *game, const void *view, int seat,
                         double warmth, struct mq_rng *rng,
                         struct mq_choice *out);

#endif
