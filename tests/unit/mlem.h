/* What the tests of MLEM share: the game, opened once a program. */
#ifndef MAXQ_TESTS_UNIT_MLEM_H
#define MAXQ_TESTS_UNIT_MLEM_H

#include "unit.h"

#include <maxq/game.h>

#include "games/mlem/rules.h"

static const struct mq_game *game;

static int open_game(void **state)
{
    (void)state;
    return mq_game_open("mlem", NULL, 0, &game, NULL) == MQ_OK ? 0 : -1;
}

static int close_game(void **state)
{
    (void)state;
    mq_game_close(game);
    return 0;
}

/* Chances that are the same but for rounding. */
static inline void assert_chance(double came, double expected)
{
    assert_true(came - expected < 1e-9 && expected - came < 1e-9);
}

/* A match at its start: variants as bits, the first seat starts. */
static inline void start_match(struct mlem_state *st, int players, int variants)
{
    struct mq_setup setup;

    mq_setup_init(game, players, &setup);
    for (int i = 0; i < 3; i++) {
        setup.option[i] = variants >> i & 1;
    }
    assert_int_equal(game->setup(game, st, &setup, NULL), MQ_OK);
}

/* The next event, at random; false: the match is over. */
static inline bool next_event(const struct mlem_state *st, struct mq_rng *rng,
                              struct mq_event *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = game->turn(game, st, &actors);

    if (turn == MQ_TURN_OVER) {
        return false;
    }
    out->seat = MQ_CHANCE_SEAT;
    if (turn == MQ_TURN_CHANCE) {
        out->action = game->sample(game, st, rng);
        return true;
    }
    out->seat = __builtin_ctz(actors);
    int n = game->legal(game, st, out->seat, legal);

    assert_in_range(n, 1, MQ_MAX_LEGAL);
    out->action = legal[mq_rng_below(rng, (uint32_t)n)];
    return true;
}

#endif
