/* What the tests of MLEM share: the game, opened once a program. */
#ifndef MAXQ_TESTS_UNIT_MLEM_H
#define MAXQ_TESTS_UNIT_MLEM_H

#define GAME_ID "mlem"
#include "opened.h"

#include "games/mlem/rules.h"

/* Chances that are the same but for rounding. */
static inline void assert_chance(double came, double expected)
{
    assert_true(came - expected < 1e-9 && expected - came < 1e-9);
}

/* A match at its start: variants as bits, the first seat starts. */
static inline void start_match(struct ml_state *st, int players, int variants)
{
    struct mq_setup setup;

    mq_setup_init(game, players, &setup);
    for (int i = 0; i < 3; i++) {
        setup.option[i] = variants >> i & 1;
    }
    assert_int_equal(mq_begin(game, st, &setup, NULL), MQ_OK);
}

#endif
