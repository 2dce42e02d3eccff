/* The bots, one file each; those that think ahead are in level.h. */
#ifndef MAXQ_AI_BOTS_H
#define MAXQ_AI_BOTS_H

#include <maxq/bot.h>

extern const struct mq_bot mq__bot_greedy;
extern const struct mq_bot mq__bot_instinct;
extern const struct mq_bot mq__bot_random;

/* Puts the legal actions, best first by `value`, into the choice; equal
 * values in an order drawn from rng. */
void mq__choice_fill(struct mq_choice *out, const mq_action *actions,
                     const float *value, int n, struct mq_rng *rng);

#endif
