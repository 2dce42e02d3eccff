/* Apogee: matches without a limit of rounds (AP-Z5). The property suite draws
 * limits only, as every match of it must end. */
#include "apogee.h"

#include <stdlib.h>

#define STANDARD_ROUNDS 100

/* A mission that random play doesn't meet goes on and on, in good order; a
 * position of it says so and loads back. */
static void no_limit(void **state)
{
    struct mq_setup setup;
    struct ap_state st, again;
    struct mq_error error;
    struct mq_rng rng;
    char *json;

    (void)state;
    mq_rng_seed(&rng, 3);
    mq_setup_init(game, 2, &setup);
    assert_int_equal(mq_setup_set(game, &setup, "mission", "12", &error),
                     MQ_OK);
    assert_int_equal(mq_setup_set(game, &setup, "rounds", "0", &error), MQ_OK);
    assert_int_equal(mq_begin(game, &st, &setup, &error), MQ_OK);
    while (st.round <= 2 * STANDARD_ROUNDS) {
        assert_int_not_equal(st.step, AP_OVER);
        random_step(&st, &rng);
        assert_int_equal(mq_check(game, &st, &error), MQ_OK);
    }
    assert_int_equal(st.rounds, 0);
    json = mq_position_write(game, &st);
    assert_non_null(json);
    assert_int_equal(mq_position_read(game, json, strlen(json), &again, &error),
                     MQ_OK);
    assert_memory_equal(&st, &again, sizeof(st));
    free(json);
}

/* With a limit the same match ends there. */
static void limit(void **state)
{
    struct ap_state st;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    start_match(game, &st, 2, 12);
    while (st.step != AP_OVER) {
        random_step(&st, &rng);
    }
    assert_int_equal(st.round, STANDARD_ROUNDS);
    assert_int_equal(mq_winners(game, &st), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_limit),
        cmocka_unit_test(limit),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
