/* A match judged event by event, from the first to the last: an analysis
 * (analysis.h) for a bridge session, which asks for one event
 * at a time and may stop after any. The figures are those of `maxq analyze`
 * with the same budget and seed.
 */
#ifndef MAXQ_AI_ANALYSIS_WALK_H
#define MAXQ_AI_ANALYSIS_WALK_H

#include "core/json.h"

#include <maxq/match.h>

struct mq_analysis_walk;

/* Values the first position. The match must outlive the walk and not change
 * meanwhile. NULL without memory. */
struct mq_analysis_walk *mq__analysis_walk_create(const struct mq_match *match,
                                                  int budget, uint64_t seed);
/* destroy(NULL) is legal. */
void mq__analysis_walk_destroy(struct mq_analysis_walk *walk);

/* The keys of the answer that begins: budget, seed, length, first. */
void mq__analysis_walk_head(const struct mq_analysis_walk *walk,
                            struct mq_json_writer *w);

/* Judges the event of this number, or where it is 0 the next one: event,
 * sentence, why (the move played and the alternative, in words), players,
 * judged, same, finished. MQ_OVER: there is none. After MQ_NOMEM the walk is
 * before that event. Once a number was given, luck and sums are those of the
 * events judged here, as if they had followed each other. */
enum mq_status mq__analysis_walk_next(struct mq_analysis_walk *walk, int number,
                                      const struct mq_voice *voice,
                                      struct mq_json_writer *w);

#endif
