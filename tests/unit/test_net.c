/* Nets: their file, what they fit, what they say; powers and logarithms. */
#include "core/net.h"

#include "core/buf.h"
#include "core/embed.h"
#include "core/game.h"
#include "core/reckon.h"

#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct mq_game *open_game(const char *id)
{
    const struct mq_game *game;

    assert_int_equal(mq_game_open(id, NULL, 0, &game, NULL), MQ_OK);
    return game;
}

static int16_t any(struct mq_rng *rng, int most)
{
    return (int16_t)((int)mq_rng_below(rng, 2 * (uint32_t)most + 1) - most);
}

/* A net of numbers at random. */
static struct mq_net *any_net(const struct mq_game *g)
{
    struct mq_net *net = mq__net_create(mq_observe_size(g));
    struct mq_rng rng;

    assert_non_null(net);
    mq_rng_seed(&rng, 3);
    for (int n = 0; n < net->inputs; n++) {
        for (int i = 0; i < MQ_NET_FIRST; i++) {
            net->first[n][i] = any(&rng, 100);
        }
    }
    for (int k = 0; k < MQ_NET_SECOND; k++) {
        for (int i = 0; i < MQ_NET_FIRST; i++) {
            net->second[i][k] = any(&rng, 100);
        }
        for (int j = 0; j < MQ_NET_OUT; j++) {
            net->out[k][j] = any(&rng, 1000);
        }
    }
    net->first_bias[3] = -70000;
    net->out_bias[0] = 1 << 17;
    return net;
}

static void judge_start(const struct mq_game *g, const struct mq_net *net,
                        int players, struct mq_prospect *out)
{
    struct mq_input input[MQ_MAX_INPUTS];
    struct mq_setup setup;
    struct mq_state st;

    mq_setup_init(g, players, &setup);
    assert_int_equal(mq_begin(g, st.bytes, &setup, NULL), MQ_OK);
    mq__net_judge(net, input, mq_observe(g, st.bytes, 0, input), players, out);
}

static void test_file(void **unused)
{
    const struct mq_game *g = open_game("mlem");
    struct mq_net *net = any_net(g), *again;
    struct mq_prospect one, two;
    struct mq_buf buf;

    (void)unused;
    mq__buf_init(&buf);
    mq__net_write(g, net, &buf);
    assert_int_equal(mq__net_read(g, buf.data, buf.length, &again, NULL),
                     MQ_OK);
    assert_string_equal(net->name, again->name);
    assert_int_equal(strlen(net->name), MQ_NET_NAME - 1);
    judge_start(g, net, 3, &one);
    judge_start(g, again, 3, &two);
    assert_memory_equal(&one, &two, sizeof one);
    assert_true(one.share[0] > 0.01 && one.share[0] < 0.99);
    free(again);

    assert_int_equal(mq_game_learn(g, buf.data, buf.length, NULL), MQ_OK);
    assert_string_equal(mq_game_net(g), net->name);
    free(net);
    mq__buf_finish(&buf);
    mq_game_close(g);
}

/* Other games, other rules, half files and wild numbers are refused. */
static void test_misfits(void **unused)
{
    const struct mq_game *g = open_game("mlem");
    const struct mq_game *other = open_game("liftoff");
    struct mq_net *net = any_net(g), *none;
    struct mq_error error;
    struct mq_buf buf;
    char kept[MQ_NET_NAME];

    (void)unused;
    mq__buf_init(&buf);
    mq__net_write(g, net, &buf);
    snprintf(kept, sizeof kept, "%s", mq_game_net(other));
    assert_int_equal(mq_game_learn(other, buf.data, buf.length, &error),
                     MQ_TABLES);
    assert_string_equal(error.message.id, "error.net-misfit");
    assert_string_equal(mq_game_net(other), kept);
    assert_int_equal(mq__net_read(g, buf.data, buf.length - 1, &none, &error),
                     MQ_SYNTAX);
    assert_string_equal(error.message.id, "error.net-syntax");
    assert_null(none);
    assert_int_equal(mq__net_read(g, "maxq-net 2\n", 11, &none, &error),
                     MQ_SYNTAX);
    strstr(buf.data, "observe ")[8]++;
    assert_int_equal(mq__net_read(g, buf.data, buf.length, &none, &error),
                     MQ_TABLES);
    net->first[0][0] = INT16_MAX;
    mq__net_write(g, net, &buf);
    assert_int_equal(mq__net_read(g, buf.data, buf.length, &none, &error),
                     MQ_SYNTAX);
    free(net);
    mq__buf_finish(&buf);
    mq_game_close(g);
    mq_game_close(other);
}

/* An owner's corrected tables: the net of this program doesn't fit them. */
static void test_other_tables(void **unused)
{
    struct mq_table_file files[MQ_MAX_FILES];
    const struct mq_game *g;
    char bytes[8192];
    int n = mq_game_tables("liftoff", files);
    char *at;

    (void)unused;
    while (n > 0 && strcmp(files[0].name, "boxes.csv") != 0) {
        files[0] = files[--n];
    }
    assert_true(n > 0 && files[0].length < sizeof bytes);
    memcpy(bytes, files[0].bytes, files[0].length);
    bytes[files[0].length] = '\0';
    at = strstr(bytes, "grant,0,6,2");
    assert_non_null(at);
    at[8] = '7';
    files[0].bytes = bytes;
    assert_int_equal(mq_game_open("liftoff", files, 1, &g, NULL), MQ_OK);
    assert_string_equal(mq_game_net(g), "");
    mq_game_close(g);
}

/* The nets of this program fit its tables. */
static void test_shipped(void **unused)
{
    (void)unused;
    for (int i = 0; i < mq_game_count(); i++) {
        const struct mq_game *g = open_game(mq_game_id(i));
        char path[64];

        snprintf(path, sizeof path, "nets/%s.net", mq_game_id(i));
        if (mq__embedded_find(path) != NULL && mq_game_net(g)[0] == '\0') {
            fail_msg("data/nets/%s.net doesn't fit the game: run maxq train %s",
                     mq_game_id(i), mq_game_id(i));
        }
        mq_game_close(g);
    }
}

static void test_shares(void **unused)
{
    const struct mq_game *g = open_game("apogee");
    struct mq_net *net = any_net(g);

    (void)unused;
    for (int players = 1; players <= 5; players++) {
        struct mq_prospect p;
        double sum = 0;

        judge_start(g, net, players, &p);
        for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
            assert_true(p.share[i] >= 0 && p.share[i] <= 1);
            assert_true(i < players || p.share[i] == 0);
            sum += p.share[i];
        }
        assert_true(players == 1 ? sum > 0 && sum < 1 : fabs(sum - 1) < 1e-12);
        assert_true(p.margin >= 0 && p.margin <= 1);
    }
    free(net);
    mq_game_close(g);
}

static void test_reckon(void **unused)
{
    (void)unused;
    for (double x = -29; x <= 29; x += 0.37) {
        assert_true(fabs(mq__exp(x) / exp(x) - 1) < 1e-11);
    }
    assert_true(mq__exp(-31) == 0);
    for (double x = 1e-9; x < 1e6; x *= 1.7) {
        assert_true(fabs(mq__ln(x) - log(x)) < 1e-12 * (1 + fabs(log(x))));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file),         cmocka_unit_test(test_misfits),
        cmocka_unit_test(test_other_tables), cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_shares),       cmocka_unit_test(test_reckon),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
