/* What the tests of Lift Off share: the game, opened once a program. */
#ifndef MAXQ_TESTS_UNIT_LIFTOFF_H
#define MAXQ_TESTS_UNIT_LIFTOFF_H

#include "unit.h"

#include <maxq/game.h>

#include "games/liftoff/rules.h"

static const struct mq_game *game;

static int open_game(void **state)
{
    (void)state;
    return mq_game_open("liftoff", NULL, 0, &game, NULL) == MQ_OK ? 0 : -1;
}

static int close_game(void **state)
{
    (void)state;
    mq_game_close(game);
    return 0;
}

/* A match at its start, with the options that a number stands for. */
static inline void start_match(struct lo_state *s, int number)
{
    struct mq_setup setup;

    mq_setup_init(game, 2 + number % 3, &setup);
    setup.option[LO_OPTION_EDITION] = number / 3 % 2;
    setup.option[LO_OPTION_DRAWN] = number / 6 % 2;
    assert_int_equal(game->setup(game, s, &setup, NULL), MQ_OK);
}

/* The next event, at random; false: the match is over. */
static inline bool next_event(const struct lo_state *s, struct mq_rng *rng,
                              struct mq_event *out)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = game->turn(game, s, &actors);

    if (turn == MQ_TURN_OVER) {
        return false;
    }
    out->seat = MQ_CHANCE_SEAT;
    if (turn == MQ_TURN_CHANCE) {
        out->action = game->sample(game, s, rng);
        return true;
    }
    out->seat = __builtin_ctz(actors);
    int n = game->legal(game, s, out->seat, legal);

    assert_in_range(n, 1, MQ_MAX_LEGAL);
    out->action = legal[mq_rng_below(rng, (uint32_t)n)];
    return true;
}

/* The row of an id in the tables. */
static inline int specialist(const char *id)
{
    const struct lo_tables *t = lo_tables(game);
    int i = 0;

    while (i < t->specialists && strcmp(t->specialist[i].id, id) != 0) {
        i++;
    }
    assert_in_range(i, 0, t->specialists - 1);
    return i;
}

static inline int mission(const char *id)
{
    const struct lo_tables *t = lo_tables(game);
    int i = 0;

    while (i < t->missions && strcmp(t->mission[i].id, id) != 0) {
        i++;
    }
    assert_in_range(i, 0, t->missions - 1);
    return i;
}

#endif
