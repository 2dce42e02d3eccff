/* The bots that think ahead: one search, with iterations of its own each.
 *
 * A level is as strong on a phone as on a server: it thinks by iterations, and
 * a budget's time is only a guard. Where the game has a net, `hard` and
 * `expert` search with it, and `easy` chooses at first sight by what the net
 * expects, with a warmth that the game sets: the warmer, the more often the
 * second-best choice is taken. What is as good as won or lost has next to no
 * warmth. `normal` searches with the hand-made estimate: first sight misses
 * too many of the positions of tests/sense.
 *
 * Without a net all search with the hand-made estimate. Below `hard` values
 * have noise then: a move may lose less than `noise` of the chance to win, as
 * the search sees it.
 */
#ifndef MAXQ_AI_LEVEL_H
#define MAXQ_AI_LEVEL_H

#include <maxq/bot.h>

struct mq_level {
    struct mq_bot bot; /* first: the bot is the level */
    int iterations;    /* unless the budget says how many; a game may want
                          a part of them (mq_game_mind.thought) */
    double noise;      /* 0: none */
    int learned;       /* with the game's net: iterations; MQ_EASY, MQ_NORMAL:
                          at first sight; 0: it has no use for the net */
};

enum { MQ_EASY = -2, MQ_NORMAL = -1 };

/* Name, iterations, noise, learned. */
// clang-format off
#define MQ_LEVEL_LIST(X) \
    X(easy,     40, 0.25, MQ_EASY) \
    X(expert, 6000, 0,    12000) \
    X(hard,    400, 0,    1500) \
    X(net,    1000, 0,    4000) \
    X(normal,  300, 0.07, 0) \
    X(search, 1000, 0,    0)
// clang-format on

#define MQ_X(name, iterations, noise, learned)                                 \
    extern const struct mq_level mq__level_##name;
MQ_LEVEL_LIST(MQ_X)
#undef MQ_X

#endif
