/* Intervals, and playouts that come out alike. */
#include "unit.h"

#include "core/game.h"

#include "sim/bench.h"
#include "sim/simulate.h"

static int thousandths(double number)
{
    return (int)(number * 1000 + 0.5);
}

/* 8 of 10: the textbook interval 0.490 to 0.943. */
static void wilson(void **state)
{
    double low, high;

    (void)state;
    mq__wilson(8, 10, &low, &high);
    assert_int_equal(thousandths(low), 490);
    assert_int_equal(thousandths(high), 943);
    mq__wilson(0, 10, &low, &high);
    assert_int_equal(thousandths(low), 0);
    assert_int_equal(thousandths(high), 278);
    mq__wilson(10, 10, &low, &high);
    assert_int_equal(thousandths(low), 722);
    assert_int_equal(thousandths(high), 1000);
}

/* 1, 2, 3, 4: mean 2.5, standard deviation 1.291. */
static void interval_of_mean(void **state)
{
    (void)state;
    assert_int_equal(thousandths(mq__interval(10, 30, 4)), 1265);
    assert_int_equal(thousandths(mq__interval(20, 100, 4)), 0);
    assert_int_equal(thousandths(mq__interval(5, 25, 1)), 0);
}

static void events_are_counted_exactly(void **state)
{
    const struct mq_game *game = NULL;
    struct mq_setup setup;
    struct mq_bench few, many, again;

    (void)state;
    assert_int_equal(mq_game_open(mq_game_id(0), NULL, 0, &game, NULL), MQ_OK);
    mq_setup_init(game, game->max_players, &setup);
    assert_int_equal(mq__bench_play(game, &setup, 1, 777, &few), MQ_OK);
    assert_int_equal(mq__bench_play(game, &setup, 1, 5000, &many), MQ_OK);
    assert_int_equal(mq__bench_play(game, &setup, 1, 5000, &again), MQ_OK);
    assert_int_equal(few.events, 777);
    assert_int_equal(many.events, 5000);
    assert_true(many.games > few.games);
    assert_true(many.checksum == again.checksum);
    assert_true(many.checksum != few.checksum);
    assert_int_equal(mq__bench_play(game, &setup, 2, 5000, &again), MQ_OK);
    assert_true(many.checksum != again.checksum);
    mq_game_close(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson),
        cmocka_unit_test(interval_of_mean),
        cmocka_unit_test(events_are_counted_exactly),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
