/* Several searchers: their memory and what they found together. */
#include "ai/team.h"

#include <assert.h>
#include <stdlib.h>

enum mq_status mq__team_init(struct mq_team *team,
                             const struct mq_question *question,
                             const struct mq_search_settings *settings,
                             int threads, struct mq_rng *rng)
{
    struct mq_search_settings part = *settings;

    assert(threads >= 1 && threads <= MQ_MAX_THREADS);
    part.entries /= (size_t)threads;
    team->count = 0;
    team->searcher = malloc((size_t)threads * sizeof(*team->searcher));
    if (team->searcher == NULL) {
        return MQ_NOMEM;
    }
    for (int i = 0; i < threads; i++) {
        if (mq__search_init(&team->searcher[i], question->game, question->view,
                            question->seat, &part, mq_rng_next(rng)) != MQ_OK) {
            mq__team_finish(team);
            return MQ_NOMEM;
        }
        team->count++;
    }
    return MQ_OK;
}

void mq__team_finish(struct mq_team *team)
{
    for (int i = 0; i < team->count; i++) {
        mq__search_finish(&team->searcher[i]);
    }
    free(team->searcher);
    team->searcher = NULL;
    team->count = 0;
}

void mq__team_root(const struct mq_team *team, mq_action action,
                   uint32_t *visits, double *sum)
{
    *visits = 0;
    *sum = 0;
    for (int i = 0; i < team->count; i++) {
        uint32_t count;
        double part;

        mq__search_root(&team->searcher[i], action, &count, &part);
        *visits += count;
        *sum += part;
    }
}
