/* Several searchers that think about the same choice, each on a thread of its
 * own (root-parallel). They share nothing that anybody writes; their root
 * statistics are added up when all are done. With an iteration budget the
 * result depends on the seed and the number of searchers alone, not on how
 * the threads were scheduled.
 */
#ifndef MAXQ_AI_TEAM_H
#define MAXQ_AI_TEAM_H

#include "ai/search.h"

#define MQ_MAX_THREADS 64

/* What is to be thought about; the view must outlive the search. */
struct mq_question {
    const struct mq_game *game;
    const void *view;
    int seat;
};

struct mq_team {
    int count;
    struct mq_searcher *searcher; /* `count` of them */
};

/* `threads` searchers (1 to MQ_MAX_THREADS) share the settings' entries; their
 * seeds are drawn from rng. */
enum mq_status mq__team_init(struct mq_team *team,
                             const struct mq_question *question,
                             const struct mq_search_settings *settings,
                             int threads, struct mq_rng *rng);
void mq__team_finish(struct mq_team *team);

/* Shares the iterations out and runs them all; with ms > 0 each stops when
 * that time has passed. */
void mq__team_run(struct mq_team *team, int iterations, int ms);

/* Statistics of one action at the root, over all searchers. */
void mq__team_root(const struct mq_team *team, mq_action action,
                   uint32_t *visits, double *sum);

/* The part of searcher `index` in that many iterations. */
static inline int mq__team_part(const struct mq_team *team, int index,
                                int iterations)
{
    return iterations / team->count + (index < iterations % team->count);
}

#endif
