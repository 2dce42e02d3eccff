/* A state of any game, on the stack. */
#ifndef MAXQ_SIM_STATE_H
#define MAXQ_SIM_STATE_H

#include <maxq/game.h>

#include <stdalign.h>
#include <stddef.h>

struct mq_sim_state {
    alignas(max_align_t) unsigned char bytes[MQ_MAX_STATE];
};

#endif
