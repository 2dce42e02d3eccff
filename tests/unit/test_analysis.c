/* The analysis: blunders are found, luck cancels out, nothing leaks. */
#include "unit.h"

#include "core/game.h"

#include "ai/analysis.h"

#include <stdalign.h>
#include <string.h>

#define MOST_EVENTS 1000

struct played {
    const struct mq_game *game;
    struct mq_analysis analysis;
    int length;
    struct mq_event event[MOST_EVENTS];
    alignas(16) unsigned char st[MOST_EVENTS + 1][MQ_MAX_STATE];
};

/* The best or the worst action by the game's weights. */
static mq_action choose(const struct mq_game *g, const void *st, int seat,
                        bool worst)
{
    mq_action legal[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
    int n = mq_legal(g, st, seat, legal);
    int best = 0;

    mq_weigh(g, st, seat, legal, n, weight);
    for (int i = 1; i < n; i++) {
        if (worst ? weight[i] < weight[best] : weight[i] > weight[best]) {
            best = i;
        }
    }
    return legal[best];
}

/* P1 plays well; P2 does the worst it can, or plays well too. */
static void play(struct played *p, const char *id, bool worst)
{
    struct mq_setup setup;
    struct mq_rng rng;
    uint32_t actors;
    enum mq_turn turn;

    memset(p, 0, sizeof *p);
    assert_int_equal(mq_game_open(id, NULL, 0, &p->game, NULL), MQ_OK);
    mq_setup_init(p->game, 2, &setup);
    assert_int_equal(mq_begin(p->game, p->st[0], &setup, NULL), MQ_OK);
    mq_rng_seed(&rng, 5);
    while ((turn = mq_turn(p->game, p->st[p->length], &actors)) !=
               MQ_TURN_OVER &&
           p->length < MOST_EVENTS) {
        const void *now = p->st[p->length];
        struct mq_event *event = &p->event[p->length];

        if (turn == MQ_TURN_CHANCE) {
            event->seat = MQ_CHANCE_SEAT;
            event->action = mq_sample(p->game, now, &rng);
        } else {
            event->seat = (actors & 1) != 0 ? 0 : 1;
            event->action =
                choose(p->game, now, event->seat, worst && event->seat == 1);
        }
        memcpy(p->st[p->length + 1], now, MQ_MAX_STATE);
        mq_apply(p->game, p->st[++p->length], event->seat, event->action);
    }
    p->analysis =
        (struct mq_analysis){.game = p->game, .players = 2, .budget = 200};
}

static void judge_all(struct played *p, struct mq_analysis_sums *sums,
                      struct mq_judged *out)
{
    struct mq_analysis_place place = {0};
    double first[MQ_MAX_PLAYERS];

    mq__analysis_value(&p->analysis, &place, p->st[0], first);
    mq__analysis_begin(sums, first);
    for (int k = 0; k < p->length; k++) {
        assert_int_equal(mq__analysis_judge(&p->analysis, &place, p->st[k],
                                            p->event[k], p->st[k + 1], &out[k]),
                         MQ_OK);
        mq__analysis_add(&p->analysis, sums, &out[k]);
        mq__analysis_pass(&p->analysis, &place, p->st[k], p->event[k]);
    }
}

static struct played match;
static struct mq_judged judged[MOST_EVENTS];

static bool near(double a, double b)
{
    return a - b < 1e-9 && b - a < 1e-9;
}

static void blunders_are_found(void **state)
{
    struct mq_analysis_sums sums;
    const struct mq_analysis_seat *good = &sums.seat[0], *bad = &sums.seat[1];

    (void)state;
    play(&match, "mlem", true);
    judge_all(&match, &sums, judged);
    assert_true(bad->grades[MQ_GRADE_BLUNDER] >= 1);
    assert_true(bad->lost > 0.1);
    assert_int_equal(good->grades[MQ_GRADE_BLUNDER], 0);
    assert_true(good->lost < bad->lost / 4);
    for (int k = 0; k < match.length; k++) {
        assert_true(judged[k].loss >= 0);
        assert_true(judged[k].low <= judged[k].high);
        assert_true((judged[k].grade == MQ_GRADE_FORCED) ==
                    (judged[k].choices < 2));
    }
    mq_game_close(match.game);
}

/* What one wins the others lose; and with the choices luck makes the result. */
static void luck_cancels_out(void **state)
{
    struct mq_analysis_sums sums;
    double choices = 0, before;

    (void)state;
    play(&match, "mlem", false);
    judge_all(&match, &sums, judged);
    before = sums.first[0];
    for (int k = 0; k < match.length; k++) {
        const struct mq_judged *j = &judged[k];

        assert_true(near(j->value[0] + j->value[1], 1));
        assert_true(near(j->luck[0] + j->luck[1], 0));
        if (j->event.seat >= 0) {
            assert_true(near(j->luck[0], 0));
            choices += j->value[0] - before;
        }
        before = j->value[0];
    }
    assert_true(near(sums.seat[0].luck + sums.seat[1].luck, 0));
    assert_true(near(sums.first[0] + sums.seat[0].luck + choices, before));
    assert_true(
        near(before, mq_winners(match.game, match.st[match.length]) == 1));
    mq_game_close(match.game);
}

static void comes_out_alike(void **state)
{
    struct mq_analysis_place place = {0};
    struct mq_judged one, two, other;
    int compared = 0;

    (void)state;
    play(&match, "apogee", true);
    match.analysis.budget = 40;
    for (int k = 0; k < match.length; k++) {
        if (k % 10 == 0) {
            mq__analysis_judge(&match.analysis, &place, match.st[k],
                               match.event[k], match.st[k + 1], &one);
            mq__analysis_judge(&match.analysis, &place, match.st[k],
                               match.event[k], match.st[k + 1], &two);
            assert_memory_equal(&one, &two, sizeof one);
            match.analysis.seed = 1;
            mq__analysis_judge(&match.analysis, &place, match.st[k],
                               match.event[k], match.st[k + 1], &other);
            match.analysis.seed = 0;
            compared += memcmp(&one, &other, sizeof one) != 0;
        }
        mq__analysis_pass(&match.analysis, &place, match.st[k], match.event[k]);
    }
    assert_true(compared > 0);
    mq_game_close(match.game);
}

/* A decision in a world where all that the seat can't know is another. */
static bool other_world(const struct played *p, int k, uint64_t seed, void *out)
{
    const struct mq_game *g = p->game;
    struct mq_rng rng;

    memcpy(out, p->st[k], MQ_MAX_STATE);
    mq_redact(g, out, p->event[k].seat);
    mq_rng_seed(&rng, seed);
    mq_resample(g, out, p->event[k].seat, &rng);
    return memcmp(out, p->st[k], g->state_size) != 0;
}

static int leaks(const char *id)
{
    struct mq_analysis_place place = {0};
    int worlds = 0;

    play(&match, id, true);
    match.analysis.budget = 40;
    for (int k = 0; k < match.length && worlds < 4; k++) {
        alignas(16) unsigned char before[MQ_MAX_STATE], after[MQ_MAX_STATE];
        struct mq_event event = match.event[k];
        struct mq_judged one, two;

        if (event.seat >= 0 && k % 3 == 0 &&
            other_world(&match, k, (uint64_t)k, before)) {
            memcpy(after, before, sizeof after);
            mq_apply(match.game, after, event.seat, event.action);
            mq__analysis_judge(&match.analysis, &place, match.st[k], event,
                               match.st[k + 1], &one);
            mq__analysis_judge(&match.analysis, &place, before, event, after,
                               &two);
            memset(one.value, 0, sizeof one.value);
            memset(two.value, 0, sizeof two.value);
            assert_memory_equal(&one, &two, sizeof one);
            worlds++;
        }
        mq__analysis_pass(&match.analysis, &place, match.st[k], event);
    }
    mq_game_close(match.game);
    return worlds;
}

static void nothing_leaks(void **state)
{
    (void)state;
    assert_int_equal(leaks("liftoff"), 4);
    assert_int_equal(leaks("apogee"), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blunders_are_found),
        cmocka_unit_test(luck_cancels_out),
        cmocka_unit_test(comes_out_alike),
        cmocka_unit_test(nothing_leaks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
