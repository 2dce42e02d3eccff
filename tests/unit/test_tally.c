/* Tallies: counted in parts and merged they are the same. */
#include "unit.h"

#include "sim/simulate.h"

#include <stdlib.h>
#include <string.h>

static const struct mq_game *open_simulation(struct mq_simulation *sim)
{
    memset(sim, 0, sizeof *sim);
    assert_int_equal(mq_game_open("liftoff", NULL, 0, &sim->game, NULL), MQ_OK);
    mq_setup_init(sim->game, 3, &sim->setup);
    for (int i = 0; i < 3; i++) {
        sim->bot[i] = mq_bot_find(i == 0 ? "greedy" : "random");
    }
    return sim->game;
}

static void play(const struct mq_simulation *sim, long first, long end,
                 struct mq_tallies *out)
{
    mq__tallies_init(out, 3);
    for (long i = first; i < end; i++) {
        assert_int_equal(mq__simulate_match(sim, i, out, NULL), MQ_OK);
    }
}

static void assert_same(const struct mq_tallies *a, const struct mq_tallies *b)
{
    struct mq_usage *one = mq__tallies_usages(a), *two = mq__tallies_usages(b);

    assert_int_equal(a->games, b->games);
    assert_true(a->usages > 50);
    assert_int_equal(a->usages, b->usages);
    assert_memory_equal(one, two, (size_t)a->usages * sizeof *one);
    free(one);
    free(two);
    for (int i = 0; i < 3; i++) {
        const struct mq_tally *s = &a->seat[i], *t = &b->seat[i];

        assert_memory_equal(s->won, t->won, sizeof s->won);
        assert_int_equal(s->score.low, t->score.low);
        assert_int_equal(s->score.count, t->score.count);
        assert_memory_equal(s->score.bin, t->score.bin,
                            (size_t)s->score.count * sizeof *s->score.bin);
    }
}

static void parts_make_the_whole(void **state)
{
    struct mq_simulation sim;
    struct mq_tallies whole, sum, part;
    struct mq_buf bytes;

    (void)state;
    open_simulation(&sim);
    play(&sim, 0, 20, &whole);
    mq__tallies_init(&sum, 3);
    mq__buf_init(&bytes);
    for (long first = 15; first >= 0; first -= 5) {
        play(&sim, first, first + 5, &part);
        mq__buf_clear(&bytes);
        mq__tallies_write(&part, &bytes);
        mq__tallies_merge(&sum, &bytes);
        mq__tallies_finish(&part);
    }
    assert_same(&whole, &sum);
    mq__buf_finish(&bytes);
    mq__tallies_finish(&whole);
    mq__tallies_finish(&sum);
    mq_game_close(sim.game);
}

/* 20 matches of 3: all victories and defeats are there. */
static void victories_add_up(void **state)
{
    struct mq_simulation sim;
    struct mq_tallies t;
    double share = 0;

    (void)state;
    open_simulation(&sim);
    play(&sim, 0, 20, &t);
    for (int i = 0; i < 3; i++) {
        struct mq_moments m = mq__histogram_moments(&t.entrant[i].score);

        share += mq__tally_share(&t.entrant[i], 3);
        assert_int_equal(m.count, 20);
        assert_true(m.least <= m.median && m.median <= m.most);
        assert_true(m.squares * 20 >= m.sum * m.sum);
    }
    assert_true(share > 19.999 && share < 20.001);
    assert_true(mq__tally_share(&t.entrant[0], 3) > 15);
    assert_int_equal(mq__tallies_seats(&t, true) + mq__tallies_seats(&t, false),
                     60);
    for (int i = 0; i < t.room; i++) {
        assert_true(t.usage[i].seats[1] <= mq__tallies_seats(&t, true));
        assert_true(t.usage[i].seats[0] <= mq__tallies_seats(&t, false));
    }
    mq__tallies_finish(&t);
    mq_game_close(sim.game);
}

/* A shared victory counts in shares, nobody's as well. */
static void shares(void **state)
{
    struct mq_tallies t;

    (void)state;
    mq__tallies_init(&t, 2);
    mq__tally_result(&t, 0, 1, 2, 7);
    mq__tally_result(&t, 0, 0, 3, -2);
    mq__tally_result(&t, 0, 0, 2, 0);
    mq__tally_result(&t, 0, 1, 0, 1);
    assert_true(mq__tally_share(&t.entrant[0], 2) == 2);
    assert_true(mq__tally_share(&t.seat[0], 2) == 0.5);
    assert_int_equal(t.entrant[0].score.low, -2);
    assert_int_equal(t.entrant[0].score.count, 10);
    assert_int_equal(mq__histogram_moments(&t.entrant[0].score).median, 0);
    mq__tallies_finish(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_make_the_whole),
        cmocka_unit_test(victories_add_up),
        cmocka_unit_test(shares),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
