/* A bot against itself, with somebody looking on: for measuring searches and
 * estimates at positions as they come up in matches. */
#ifndef MAXQ_SIM_SELFPLAY_H
#define MAXQ_SIM_SELFPLAY_H

#include "core/game.h"

#include <maxq/bot.h>

struct mq_selfplay {
    const struct mq_game *game;
    struct mq_setup setup;
    const struct mq_bot *bot;
    struct mq_budget budget;
    uint64_t seed;
    /* Called before each choice (forced ones aside); `number` counts them
     * from 0. False: the match ends here. NULL is legal. */
    bool (*look)(void *context, const void *st, int seat, long number);
    void *context;
};

/* Plays match `number`: the same with the same seed and a budget of
 * iterations. *choices is how many were looked at; `end` gets the last state.
 */
enum mq_status mq__selfplay(const struct mq_selfplay *play, long number,
                            struct mq_state *end, long *choices);

#endif
