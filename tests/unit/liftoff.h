/* What the tests of Lift Off share: the game, opened once a program. */
#ifndef MAXQ_TESTS_UNIT_LIFTOFF_H
#define MAXQ_TESTS_UNIT_LIFTOFF_H

#define GAME_ID "liftoff"
#include "opened.h"

#include "games/liftoff/rules.h"

/* A match at its start, with the options that a number stands for. */
static inline void start_match(struct lo_state *st, int number)
{
    struct mq_setup setup;

    mq_setup_init(game, 2 + number % 3, &setup);
    setup.option[LO_OPTION_EDITION] = number / 3 % 2;
    setup.option[LO_OPTION_DRAWN] = number / 6 % 2;
    assert_int_equal(mq_begin(game, st, &setup, NULL), MQ_OK);
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
