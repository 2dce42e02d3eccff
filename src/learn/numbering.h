/* The numbers of a game's actions: blocks of actions of one kind whose fields
 * each count through a range, one block after the other. */
#ifndef MAXQ_LEARN_NUMBERING_H
#define MAXQ_LEARN_NUMBERING_H

#include "core/game.h"

struct mq_numbering {
    int count; /* of numbers */
    int blocks;
    struct mq_action_block block[MQ_MAX_BLOCKS];
    int first[MQ_MAX_BLOCKS]; /* number of each block's first action */
};

void mq__numbering_init(struct mq_numbering *n, const struct mq_game *g);
/* The number of an action, or -1. */
int mq__numbering_index(const struct mq_numbering *n, mq_action action);

#endif
