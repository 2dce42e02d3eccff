/* A program that was built without MPI: every process is alone. */
#include "sim/ranks.h"

void mq__ranks_begin(struct mq_ranks *ranks)
{
    *ranks = (struct mq_ranks){.rank = 0, .size = 1};
}

void mq__ranks_end(const struct mq_ranks *ranks)
{
    (void)ranks;
}

void mq__ranks_lead(const struct mq_ranks *ranks, struct mq_queue *queue)
{
    (void)ranks;
    (void)queue;
}

void mq__ranks_help(const struct mq_jobs *jobs)
{
    (void)jobs;
}

void mq__ranks_dismiss(const struct mq_ranks *ranks)
{
    (void)ranks;
}
