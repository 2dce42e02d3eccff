/* Other processes of the same run, on this machine and others: `mpirun` starts
 * several, which all read the same command line. The first one leads: it
 * hands out jobs, takes the results over and speaks; the others help and are
 * silent. Started otherwise, or built without MPI, a process is alone.
 */
#ifndef MAXQ_SIM_CREW_H
#define MAXQ_SIM_CREW_H

#include "sim/desk.h"

struct mq_crew {
    int rank, size; /* 0 of 1: alone */
};

/* Before anything is printed; `end` on every way out. */
void mq__crew_begin(struct mq_crew *crew);
void mq__crew_end(const struct mq_crew *crew);

/* The leader's work: hands jobs to helpers and takes all results over, those
 * of its own threads too. The desk's lock is held. */
void mq__crew_lead(const struct mq_crew *crew, struct mq_desk *desk);
/* A helper's work: jobs until there are no more. */
void mq__crew_help(const struct mq_farm *farm);
/* Sends the helpers home where there is nothing to lead them to. */
void mq__crew_dismiss(const struct mq_crew *crew);

#endif
