/* A team without threads: one searcher after the other, the same result. */
#include "ai/team.h"

void mq__team_run(struct mq_team *team, int iterations, int ms)
{
    for (int i = 0; i < team->count; i++) {
        mq__search_run(&team->searcher[i], mq__team_part(team, i, iterations),
                       ms > team->count ? ms / team->count : ms);
    }
}
