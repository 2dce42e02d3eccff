/* A program that was built without MPI: every process is alone. */
#include "sim/ranks.h"

#include <stdlib.h>

bool mq__ranks_lack_mpi(void)
{
    /* Set by Open MPI, by MPICH and Intel MPI, and by Slurm's srun. */
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE",
                                        "SLURM_STEP_NUM_TASKS", NULL};

    for (int i = 0; sizes[i] != NULL; i++) {
        const char *size = getenv(sizes[i]);

        if (size != NULL && strtol(size, NULL, 10) > 1) {
            return true;
        }
    }
    return false;
}

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

void mq__ranks_share(const struct mq_ranks *ranks, void *bytes, size_t length)
{
    (void)ranks;
    (void)bytes;
    (void)length;
}
