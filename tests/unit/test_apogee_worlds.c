/* Apogee: the resampler deals what a seat can't place over the hidden slots,
 * all arrangements alike; and what is known stays where it is. */
#include "apogee.h"

#include <stdlib.h>

#define SAMPLES 40000

#define HEAD                                                                   \
    "{\"game\":\"apogee\",\"round\":1,\"events\":{\"used\":[]},"               \
    "\"investors\":{\"open\":[\"ares-settlement\",\"testbench\"]},"            \
    "\"rows\":{\"first-stage\":[\"laser\",\"laser\",\"laser\"],"               \
    "\"upper-stage\":[\"storable\",\"storable\",\"storable\"],"                \
    "\"payload\":[\"satellite\",\"satellite\",\"cargo\"]},\"turn\":{},"        \
    "\"options\":{\"mission\":1,\"design\":\"per-player\","                    \
    "\"tiebreak\":\"off\",\"rounds\":100},"
#define DECKS(rnd, junior)                                                     \
    "\"decks\":{\"first-stage\":{},\"upper-stage\":{},\"payload\":{},"         \
    "\"rnd\":{\"under\":[" rnd "]},\"junior\":{\"under\":[" junior             \
    "]},\"senior\":{}},"

static void load(struct ap_state *st, const char *json)
{
    struct mq_error error = {0};

    if (mq_position_read(game, json, strlen(json), st, &error) != MQ_OK) {
        fail_msg("%s %s", error.message.id, error.message.arg[0].text);
    }
}

/* The worlds of P1's view. */
static void sample(const struct ap_state *st, struct mq_rng *rng,
                   struct ap_state *out)
{
    mq_view(game, st, 0, out);
    mq_resample(game, out, 0, rng);
}

/* Chi-square of counts against equal or given expectations; few degrees of
 * freedom more than 6 deviations off would be a bias, and the seed is fixed. */
static void assert_fits(const double *expected, const long *seen, int cells)
{
    double sum = 0.0;

    for (int i = 0; i < cells; i++) {
        double d = (double)seen[i] - expected[i];

        sum += d * d / expected[i];
    }
    if (sum > cells + 6.0 * cells) {
        fail_msg("chi-square %g with %d cells", sum, cells);
    }
    assert_true(sum < cells + 40.0);
}

/* P2 has drawn two R&D cards, and knows one under the deck: three hidden
 * slots. Each slot holds a kind as often as the pool has it. */
static void rnd_cards(void **state)
{
    static const char json[] =
        HEAD DECKS("\"heavy-version\",{\"card\":\"solar-sail\","
                   "\"known\":\"P2\"}",
                   "") "\"step\":\"keep\",\"players\":{"
                       "\"P1\":{\"director\":\"fei-lihua\",\"credits\":80},"
                       "\"P2\":{\"director\":\"yang-jinmei\",\"credits\":80,"
                       "\"drawn\":[\"cubesat-40\",\"booster-x2\"],\"crew\":["
                       "{\"engineer\":\"qian-tao\",\"space\":\"rnd\"},"
                       "{\"engineer\":\"rafal-gora\",\"space\":\"rnd\"}]}}}";
    const struct ap_tables *t = ap_tables(game);
    int first = t->first[AP_RND];
    int kinds = t->first[AP_RND + 1] - first;
    long seen[3][AP_KINDS] = {{0}};
    double expected[AP_KINDS] = {0};
    struct ap_state st, world;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 11);
    load(&st, json);
    for (int i = 0; i < SAMPLES; i++) {
        sample(&st, &rng, &world);
        assert_int_equal(world.under[AP_RND][0], kind("heavy-version"));
        seen[0][world.player[1].drawn[0] - first]++;
        seen[1][world.player[1].drawn[1] - first]++;
        seen[2][world.under[AP_RND][1] - first]++;
    }
    for (int k = 0; k < kinds; k++) {
        int count = t->kind[first + k].count -
                    (first + k == kind("heavy-version") ? 1 : 0);

        expected[k] = SAMPLES * count / 27.0;
    }
    for (int slot = 0; slot < 3; slot++) {
        assert_fits(expected, seen[slot], kinds);
    }
}

/* Two hidden juniors of P2 and one under the deck that P2 put there: every
 * pair of the thirteen others is as likely; the known one stays. */
static void engineers(void **state)
{
    static const char json[] = HEAD DECKS(
        "", "\"mark-faget\",{\"card\":\"kosuke-omi\","
            "\"known\":\"P2\"}") "\"step\":\"actions\",\"players\":{"
                                 "\"P1\":{\"director\":\"fei-lihua\","
                                 "\"credits\":80},"
                                 "\"P2\":{\"director\":\"yang-jinmei\","
                                 "\"credits\":80,"
                                 "\"crew\":[\"qian-tao\",\"kathy-johnson\"]}}}";
    long seen[AP_ENGINEERS][AP_ENGINEERS] = {{0}};
    long pairs[128];
    double expected[128];
    struct ap_state st, world;
    struct mq_rng rng;
    int n = 0;

    (void)state;
    mq_rng_seed(&rng, 12);
    load(&st, json);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ap_member *crew = world.player[1].crew;

        sample(&st, &rng, &world);
        assert_int_equal(world.under[AP_JUNIORS][0], engineer("mark-faget"));
        seen[crew[0].id][crew[1].id]++;
    }
    for (int a = 0; a < 15; a++) {
        for (int b = a + 1; b < 15; b++) {
            if (a != engineer("mark-faget") && b != engineer("mark-faget")) {
                pairs[n] = seen[a][b];
                expected[n++] = SAMPLES / 91.0;
            }
        }
    }
    assert_int_equal(n, 91);
    assert_fits(expected, pairs, n);
}

/* Three known engineers of P2 lie face down: one on R&D, one on design, one
 * in hand. All six ways are as likely. */
static void hidden_spaces(void **state)
{
    static const char json[] = HEAD DECKS(
        "",
        "") "\"step\":\"construction\",\"players\":{"
            "\"P1\":{\"director\":\"fei-lihua\",\"credits\":80,\"reserve\":"
            "[\"cargo\"],\"crew\":[{\"engineer\":\"oliver-hooker\","
            "\"space\":\"construction\"}]},"
            "\"P2\":{\"director\":\"yang-jinmei\",\"credits\":80,\"crew\":["
            "{\"engineer\":\"kathy-johnson\",\"space\":\"rnd\",\"open\":true},"
            "{\"engineer\":\"qian-tao\",\"space\":\"design\",\"open\":true},"
            "{\"engineer\":\"rafal-gora\",\"open\":true}]}}}";
    long seen[6] = {0};
    double expected[6];
    struct ap_state st, world;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 13);
    load(&st, json);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ap_member *crew = world.player[1].crew;
        int a, b;

        sample(&st, &rng, &world);
        a = crew[0].space == AP_ON_RND    ? 0
            : crew[0].space == AP_IN_HAND ? 2
                                          : 1;
        b = crew[1].space < crew[2].space;
        seen[a * 2 + b]++;
    }
    for (int i = 0; i < 6; i++) {
        expected[i] = SAMPLES / 6.0;
    }
    assert_fits(expected, seen, 6);
}

/* A committed plan of P2 is any legal one: with one engineer on design at
 * most, and nobody without a specialty on `specialty`. */
static void hidden_plans(void **state)
{
    static const char json[] = HEAD DECKS(
        "", "") "\"step\":\"planning\","
                "\"event\":\"resource-restriction\",\"players\":{"
                "\"P1\":{\"director\":\"fei-lihua\",\"credits\":80},"
                "\"P2\":{\"director\":\"yang-jinmei\",\"credits\":80,"
                "\"planned\":true,\"crew\":["
                "{\"engineer\":\"qian-tao\",\"open\":true},"
                "{\"engineer\":\"rafal-gora\",\"open\":true}]}}}";
    long seen[64] = {0};
    long plans[64];
    double expected[64];
    struct ap_state st, world;
    struct mq_rng rng;
    int n = 0;

    (void)state;
    mq_rng_seed(&rng, 14);
    load(&st, json);
    for (int i = 0; i < SAMPLES; i++) {
        const struct ap_member *crew = world.player[1].crew;

        sample(&st, &rng, &world);
        assert_true(crew[1].space != AP_ON_SPECIALTY);
        seen[crew[0].space * 8 + crew[1].space]++;
    }
    for (int a = 0; a < 8; a++) {
        for (int b = 0; b < 8; b++) {
            bool legal = a != AP_MOVED && b != AP_MOVED && a < 7 && b < 7 &&
                         b != AP_ON_SPECIALTY &&
                         !(a == AP_ON_DESIGN && b == AP_ON_DESIGN);

            if (legal) {
                plans[n++] = seen[a * 8 + b];
            } else {
                assert_int_equal(seen[a * 8 + b], 0);
            }
        }
    }
    assert_int_equal(n, 6 * 5 - 1);
    for (int i = 0; i < n; i++) {
        expected[i] = (double)SAMPLES / n;
    }
    assert_fits(expected, plans, n);
}

/* Nothing that hides may come from the true cards: a resampler that returned
 * them would show the truth every time. */
static void not_the_truth(void **state)
{
    struct ap_state st, world;
    struct mq_rng rng;
    int same = 0;

    (void)state;
    mq_rng_seed(&rng, 15);
    start_match(game, &st, 2, 1);
    play(game, &st, MQ_CHANCE_SEAT, "directors P1 yang-jinmei fei-lihua");
    play(game, &st, MQ_CHANCE_SEAT, "directors P2 shuguang-jun zhang-kang");
    for (int i = 0; i < 1000; i++) {
        sample(&st, &rng, &world);
        same += memcmp(&st, &world, sizeof(st)) == 0;
    }
    assert_in_range(same, 1, 100); /* 45 pairs */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rnd_cards),     cmocka_unit_test(engineers),
        cmocka_unit_test(hidden_spaces), cmocka_unit_test(hidden_plans),
        cmocka_unit_test(not_the_truth),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
