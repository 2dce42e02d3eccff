/* A game, opened once a program. The header of each game defines GAME_ID and
 * includes this. */
#ifndef MAXQ_TESTS_UNIT_OPENED_H
#define MAXQ_TESTS_UNIT_OPENED_H

#include "unit.h"

#include "core/game.h"

static const struct mq_game *game;

static int open_game(void **state)
{
    (void)state;
    return mq_game_open(GAME_ID, NULL, 0, &game, NULL) == MQ_OK ? 0 : -1;
}

static int close_game(void **state)
{
    (void)state;
    mq_game_close(game);
    return 0;
}

/* The next event of a game, at random; false: the match is over. */
static inline bool next_event_of(const struct mq_game *g, const void *st,
                                 struct mq_rng *rng, struct mq_event *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = mq_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        return false;
    }
    out->seat = MQ_CHANCE_SEAT;
    if (turn == MQ_TURN_CHANCE) {
        out->action = mq_sample(g, st, rng);
        return true;
    }
    out->seat = __builtin_ctz(actors);
    int n = mq_legal(g, st, out->seat, legal);

    assert_in_range(n, 1, MQ_MAX_LEGAL);
    out->action = legal[mq_rng_below(rng, (uint32_t)n)];
    return true;
}

static inline bool next_event(const void *st, struct mq_rng *rng,
                              struct mq_event *out)
{
    return next_event_of(game, st, rng, out);
}

#endif
