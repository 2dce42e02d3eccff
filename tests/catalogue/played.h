/* Matches that play themselves the same everywhere: typed seeds, any legal
 * action by a generator of its own. Shared by the catalogue, the golden
 * playthroughs and perft; C library alone, so that WebAssembly has it too. */
#ifndef MAXQ_TESTS_CATALOGUE_PLAYED_H
#define MAXQ_TESTS_CATALOGUE_PLAYED_H

#include <maxq/match.h>

#include "core/game.h"

/* How many combinations of player count and options there are, and the
 * combination `number`; false if the game doesn't take that one. */
long played_combinations(const struct mq_game *g);
bool played_setup(const struct mq_game *g, long number, struct mq_setup *setup);

/* The setup of match i: one after the other where they are few, else spread
 * over all. */
void played_spread(const struct mq_game *g, int i, struct mq_setup *setup);

/* "players=3 ufo=true …" */
void played_setup_text(const struct mq_game *g, const struct mq_setup *setup,
                       struct mq_buf *out);

/* Creates a match with a typed seed; NULL if that fails. */
struct mq_match *played_create(const struct mq_game *g,
                               const struct mq_setup *setup, const char *seed);

/* One event: the seed's outcome, or any action of any seat that may act.
 * MQ_OVER when the match is. */
enum mq_status played_step(struct mq_match *match, struct mq_rng *rng);

#endif
