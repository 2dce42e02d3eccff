/* A program that was built without MPI: every process is alone. */
#include "sim/crew.h"

void mq__crew_begin(struct mq_crew *crew)
{
    *crew = (struct mq_crew){.rank = 0, .size = 1};
}

void mq__crew_end(const struct mq_crew *crew)
{
    (void)crew;
}

void mq__crew_lead(const struct mq_crew *crew, struct mq_desk *desk)
{
    (void)crew;
    (void)desk;
}

void mq__crew_help(const struct mq_farm *farm)
{
    (void)farm;
}

void mq__crew_dismiss(const struct mq_crew *crew)
{
    (void)crew;
}
