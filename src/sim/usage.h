/* What each seat uses in one match: found in the texts of its actions. */
#ifndef MAXQ_SIM_USAGE_H
#define MAXQ_SIM_USAGE_H

#include "sim/tally.h"

#define MQ_USED_ROOM 2048 /* different actions of one match */

struct mq_used {
    const struct mq_game *game;
    int count;
    struct mq_event event[MQ_USED_ROOM];
    uint64_t seen[MQ_USED_ROOM * 2]; /* their hash set; 0: free */
};

void mq__used_begin(struct mq_used *used, const struct mq_game *game);
/* An event happened; texts wait until the match is over. */
void mq__used_note(struct mq_used *used, struct mq_event event);
/* Counts, once a seat, what the events name. */
void mq__used_count(const struct mq_used *used, uint32_t winners,
                    struct mq_tallies *tallies);

#endif
