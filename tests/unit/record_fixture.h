/* Matches of the test game Hazard, ready to be tried. */
#ifndef MAXQ_TESTS_UNIT_RECORD_FIXTURE_H
#define MAXQ_TESTS_UNIT_RECORD_FIXTURE_H

#include "unit.h"

#include <maxq/match.h>

#include "core/match_record.h"
#include "games/hazard.h"

/* A match of Hazard with that seed at its first position. */
struct mq_match *fixture_match(int players, const char *seed);

/* The same, with chance sampled up to the first joint choice. */
struct mq_match *fixture_dealt(int players, const char *seed);

/* Samples while chance is to act. */
void fixture_sample(struct mq_match *match);

/* The seat's first legal action, and playing it. */
mq_action fixture_first(const struct mq_match *match, int seat);
void fixture_play(struct mq_match *match, int seat);

/* Plays the seat's part of a joint choice to its end. */
void fixture_commit(struct mq_match *match, int seat);

/* A random event: an action of a random actor, or what the seed gives. False
 * at the end. */
bool fixture_step(struct mq_match *match, struct mq_rng *rng);
void fixture_play_out(struct mq_match *match, uint64_t seed);

/* The log folded from the first position, as if there were no snapshots. */
void fixture_fold(const struct mq_match *match, int k, void *out);
/* All that must hold of a match, whatever was done with it. */
void fixture_check(const struct mq_match *match);

/* Opens Hazard for files, whatever tables the header names. */
extern const struct mq_match_opener fixture_opener;

/* Reads what mq_match_write wrote; fails the test unless it is all right. */
struct mq_match *fixture_read(const char *text, size_t length);

#endif
