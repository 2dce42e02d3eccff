/* The bots that think ahead: one search, with iterations of its own each.
 *
 * A level is as strong on a phone as on a server: it thinks by iterations, and
 * a budget's time is only a guard. Below `hard` values have noise: a move may
 * lose less than `noise` of the chance to win, as the search sees it.
 */
#ifndef MAXQ_AI_LEVEL_H
#define MAXQ_AI_LEVEL_H

#include <maxq/bot.h>

struct mq_level {
    struct mq_bot bot; /* first: the bot is the level */
    int iterations;    /* unless the budget says how many; a game may want
                          a part of them (mq_game_mind.thought) */
    double noise;      /* 0: none */
    bool learned;      /* the game's net judges, where it has one */
};

/* Name, iterations, noise, learned. */
// clang-format off
#define MQ_LEVEL_LIST(X) \
    X(easy,     40, 0.25, false) \
    X(expert, 6000, 0,    false) \
    X(hard,    400, 0,    false) \
    X(net,    1000, 0,    true) \
    X(normal,  300, 0.07, false) \
    X(search, 1000, 0,    false)
// clang-format on

#define MQ_X(name, iterations, noise, learned)                                 \
    extern const struct mq_level mq__level_##name;
MQ_LEVEL_LIST(MQ_X)
#undef MQ_X

#endif
