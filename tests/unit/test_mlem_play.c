/* MLEM: whole matches at random, for every number of players and every set of
 * variants: they end, and what must be conserved is. */
#include "mlem.h"

#include <stdlib.h>
#include <string.h>

/* Every astronaut is in one place, and moons are taken by those on them. */
static void check_astronauts(const struct ml_state *st)
{
    uint32_t moons = 0;

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            int place = st->place[seat][i];

            assert_int_equal((st->board[seat] >> i & 1) +
                                 (st->crew[seat] == i + 1) +
                                 (place != ML_NOWHERE),
                             1);
            if (place >= ML_MOON) {
                assert_int_equal(moons >> (place - ML_MOON) & 1, 0);
                moons |= UINT32_C(1) << (place - ML_MOON);
            }
        }
    }
    assert_int_equal(moons, st->taken);
}

static void check_text(struct mq_event event)
{
    char text[MQ_TEXT_SIZE];
    mq_action again;

    mq_event_text(game, event, text, sizeof(text));
    assert_int_equal(mq_read_text(game, text, event.seat, &again, NULL), MQ_OK);
    assert_int_equal(again, event.action);
}

static void check_json(const struct ml_state *st)
{
    struct ml_state again;
    struct mq_error error = {0};
    char *json = mq_position_write(game, st);

    assert_non_null(json);
    memset(&again, 0xA5, sizeof(again));
    if (mq_position_read(game, json, strlen(json), &again, &error) != MQ_OK) {
        fail_msg("%s %s: %s", error.message.id, error.message.arg[0].text,
                 json);
    }
    assert_memory_equal(&again, st, sizeof(again));
    free(json);
}

/* A seat's view loads, and what is dealt over it looks the same to it. */
static void check_views(const struct ml_state *st, struct mq_rng *rng)
{
    for (int seat = MQ_SPECTATOR; seat < st->players; seat++) {
        struct ml_state view, possible;

        mq_view(game, st, seat, &view);
        check_json(&view);
        possible = view;
        mq_resample(game, &possible, seat, rng);
        assert_int_equal(mq_check(game, &possible, NULL), MQ_OK);
        check_json(&possible);
        mq_redact(game, &possible, seat);
        assert_memory_equal(&possible, &view, sizeof(view));
    }
}

static void check_state(const struct ml_state *st)
{
    struct mq_error error = {0};

    if (mq_check(game, st, &error) != MQ_OK) {
        fail_msg("%s %s", error.message.id, error.message.arg[0].text);
    }
    check_astronauts(st);
}

static void check_outcome(const struct ml_state *st, mq_action outcome)
{
    mq_action out[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES], sum = 0;
    int n = mq_outcomes(game, st, out, p);
    bool found = false;

    for (int i = 0; i < n; i++) {
        sum += p[i];
        found |= out[i] == outcome;
    }
    assert_true(found);
    assert_chance(sum, 1);
}

static void play(int players, int variants, uint64_t seed)
{
    struct ml_state st;
    struct mq_event event;
    struct mq_rng rng;
    int events = 0;

    mq_rng_seed(&rng, seed);
    start_match(&st, players, variants);
    while (next_event(&st, &rng, &event)) {
        check_text(event);
        if (event.seat == MQ_CHANCE_SEAT) {
            check_outcome(&st, event.action);
        }
        mq_apply(game, &st, event.seat, event.action);
        check_state(&st);
        if (++events % 50 == 0 || st.step == ML_STEP_RETURN ||
            st.step == ML_STEP_OVER) {
            check_json(&st);
            check_views(&st, &rng);
        }
        assert_true(events < 5000);
    }
    assert_true(mq_winners(game, &st) != 0);
}

static void random_matches(void **state)
{
    (void)state;
    for (int players = 2; players <= 5; players++) {
        for (int variants = 0; variants < 8; variants++) {
            for (uint64_t seed = 0; seed < 4; seed++) {
                play(players, variants, seed);
            }
        }
    }
}

/* Any order of the same returns gives the same bytes. */
static void returns_in_any_order(void **state)
{
    struct ml_state st, other;
    mq_action legal[MQ_MAX_LEGAL], chosen[3];
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 9);
    start_match(&st, 3, ML_SECRET);
    while (st.step != ML_STEP_RETURN) {
        mq_apply(game, &st, MQ_CHANCE_SEAT, mq_sample(game, &st, &rng));
    }
    for (int seat = 0; seat < 3; seat++) {
        int n = mq_legal(game, &st, seat, legal);

        chosen[seat] = legal[n - 1];
    }
    other = st;
    for (int i = 0; i < 3; i++) {
        mq_apply(game, &st, i, chosen[i]);
        mq_apply(game, &other, 2 - i, chosen[2 - i]);
    }
    assert_memory_equal(&st, &other, sizeof(st));
    assert_int_equal(st.step, ML_STEP_BOARD);
}

/* Others' returns are open again, the own one is not. */
static void reopening(void **state)
{
    struct ml_state st;
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_rng rng;
    uint32_t actors;

    (void)state;
    mq_rng_seed(&rng, 9);
    start_match(&st, 3, ML_SECRET);
    while (st.step != ML_STEP_RETURN) {
        mq_apply(game, &st, MQ_CHANCE_SEAT, mq_sample(game, &st, &rng));
    }
    for (int seat = 0; seat < 2; seat++) {
        mq_legal(game, &st, seat, legal);
        mq_apply(game, &st, seat, legal[0]);
    }
    mq_redact(game, &st, 0);
    mq_reopen(game, &st, 0);
    assert_int_equal(mq_turn(game, &st, &actors), MQ_TURN_SEATS);
    assert_int_equal(actors, 6);
    mq_resample(game, &st, 0, &rng);
    assert_int_equal(mq_check(game, &st, NULL), MQ_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matches),
        cmocka_unit_test(returns_in_any_order),
        cmocka_unit_test(reopening),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
