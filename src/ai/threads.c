/* Runs a team's searchers side by side: the one file of this folder that
 * knows threads. Where there are none (WebAssembly) alone.c stands in. */
#include "ai/team.h"

#include <pthread.h>

struct job {
    pthread_t thread;
    struct mq_searcher *searcher;
    int iterations, ms;
    bool started;
};

static void *work(void *context)
{
    const struct job *job = context;

    mq__search_run(job->searcher, job->iterations, job->ms);
    return NULL;
}

void mq__team_run(struct mq_team *team, int iterations, int ms)
{
    struct job job[MQ_MAX_THREADS];

    for (int i = 0; i < team->count; i++) {
        job[i].searcher = &team->searcher[i];
        job[i].iterations = mq__team_part(team, i, iterations);
        job[i].ms = ms;
        /* The first one runs here. */
        job[i].started =
            i > 0 && pthread_create(&job[i].thread, NULL, work, &job[i]) == 0;
    }
    for (int i = 0; i < team->count; i++) {
        if (job[i].started) {
            pthread_join(job[i].thread, NULL);
        } else {
            work(&job[i]); /* also where the system gave no thread */
        }
    }
}
