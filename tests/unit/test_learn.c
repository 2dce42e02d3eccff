/* Numbered actions, results and environments for learners. */
#include "unit.h"

#include <maxq/maxq.h>

#include <stdlib.h>
#include <string.h>

/* Every legal action of a match has a number of its own, and the number gives
 * the action back. */
static void check_numbers(const struct mq_game *g, const void *st, int seat)
{
    static uint8_t mask[8192];
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(g, st, seat, legal), set = 0;

    assert_true(mq_action_count(g) <= (int)sizeof mask);
    mq_legal_mask(g, st, seat, mask);
    for (int i = 0; i < n; i++) {
        int index = mq_action_index(g, legal[i]);

        assert_in_range(index, 0, mq_action_count(g) - 1);
        assert_int_equal(mq_action_at(g, index), legal[i]);
        assert_int_equal(mask[index], 1);
    }
    for (int i = 0; i < mq_action_count(g); i++) {
        set += mask[i];
    }
    assert_int_equal(set, n);
}

static void play(const struct mq_game *g, int players, struct mq_rng *rng)
{
    unsigned char st[MQ_MAX_STATE];
    mq_action legal[MQ_MAX_LEGAL];
    double share[MQ_MAX_PLAYERS], sum = 0;
    struct mq_setup setup;
    uint32_t actors;
    enum mq_turn turn;

    mq_setup_init(g, players, &setup);
    assert_int_equal(mq_begin(g, st, &setup, NULL), MQ_OK);
    while ((turn = mq_turn(g, st, &actors)) != MQ_TURN_OVER) {
        if (turn == MQ_TURN_CHANCE) {
            mq_action outcome = mq_sample(g, st, rng);

            assert_int_equal(mq_action_index(g, outcome), -1);
            mq_apply(g, st, MQ_CHANCE_SEAT, outcome);
            continue;
        }
        int seat = __builtin_ctz(actors);
        int n = mq_legal(g, st, seat, legal);

        check_numbers(g, st, seat);
        mq_apply(g, st, seat, legal[mq_rng_below(rng, (uint32_t)n)]);
    }
    mq_returns(g, st, share);
    for (int seat = 0; seat < players; seat++) {
        sum += share[seat];
    }
    assert_true(sum > 0.999 && sum < 1.001);
}

static void test_numbers(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 20);
    for (int i = 0; i < mq_game_count(); i++) {
        const struct mq_game *g;
        int least, most;

        assert_int_equal(mq_game_open(mq_game_id(i), NULL, 0, &g, NULL), MQ_OK);
        mq_game_players(g, &least, &most);
        for (int players = 2; players <= most; players++) {
            play(g, players, &rng);
        }
        mq_game_close(g);
    }
}

/* A batch: two environments give what one gives by itself. */
static void test_environments(void **state)
{
    const struct mq_game *g;
    struct mq_envs_config config = {.count = 2, .threads = 2, .seed = 5};
    struct mq_envs *envs;
    struct mq_error error;
    int32_t actions[2], seat[2], where = -1;
    uint8_t ended[2];
    float *observation, returns[4] = {0};
    uint8_t *mask;
    int matches = 0;

    (void)state;
    assert_int_equal(mq_game_open("mlem", NULL, 0, &g, NULL), MQ_OK);
    mq_setup_init(g, 2, &config.setup);
    observation = calloc(2 * (size_t)mq_observe_size(g), sizeof *observation);
    mask = calloc(2, (size_t)mq_action_count(g));
    assert_non_null(observation);
    assert_non_null(mask);
    struct mq_env_arrays arrays = {observation, mask, seat, ended, returns};

    assert_int_equal(mq_envs_create(g, &config, &arrays, &envs, &error), MQ_OK);
    actions[0] = actions[1] = -1;
    assert_int_equal(mq_envs_step(envs, actions, &where), MQ_ILLEGAL);
    assert_int_equal(where, 0);
    while (matches < 4) {
        mq_envs_random_actions(envs, actions);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(mask[i * mq_action_count(g) + actions[i]], 1);
        }
        assert_int_equal(mq_envs_step(envs, actions, NULL), MQ_OK);
        for (int i = 0; i < 2; i++) {
            matches += ended[i];
            assert_true(!ended[i] || returns[2 * i] + returns[2 * i + 1] == 1);
        }
    }
    mq_envs_destroy(envs);
    config.count = 0;
    assert_int_equal(mq_envs_create(g, &config, &arrays, &envs, &error),
                     MQ_RANGE);
    assert_null(envs);
    free(mask);
    free(observation);
    mq_game_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_environments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
