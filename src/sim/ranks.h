/* Other processes of the same run, on this machine and others: `mpirun` starts
 * several, which all read the same command line. The first one leads: it
 * hands out jobs, takes the results over and speaks; the others help and are
 * silent. Started otherwise, or built without MPI, a process is alone.
 */
#ifndef MAXQ_SIM_RANKS_H
#define MAXQ_SIM_RANKS_H

#include "sim/job_queue.h"

struct mq_ranks {
    int rank, size; /* 0 of 1: alone */
};

/* Whether mpirun started this process although it was built without MPI: each
 * of its processes would do the whole work. */
bool mq__ranks_lack_mpi(void);

/* Before anything is printed; `end` on every way out. */
void mq__ranks_begin(struct mq_ranks *ranks);
void mq__ranks_end(const struct mq_ranks *ranks);

/* The leader's work: hands jobs to helpers and takes all results over, those
 * of its own threads too. The queue's lock is held. */
void mq__ranks_lead(const struct mq_ranks *ranks, struct mq_queue *queue);
/* A helper's work: jobs until there are no more. */
void mq__ranks_help(const struct mq_jobs *jobs);
/* The leader's bytes, at the same time, for everybody. */
void mq__ranks_share(const struct mq_ranks *ranks, void *bytes, size_t length);
/* Sends the helpers home where there is nothing to lead them to. */
void mq__ranks_dismiss(const struct mq_ranks *ranks);

#endif
