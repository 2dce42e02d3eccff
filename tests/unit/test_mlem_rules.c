/* MLEM: what no scenario can say of the rules: actions that have no text,
 * setups that no option gives, and what the interface promises besides. Also
 * run by tools/mutants. */
#include "mlem.h"
#include "refusals.h"

#include <stdlib.h>
#include <string.h>

/* Every field at its edges: the kinds there are and some that aren't. */
static mq_action strange_action(struct mq_rng *rng)
{
    static const uint8_t edges[] = {0,  1,  2,  3,  4,  5,  7,  8,   10,  14,
                                    15, 16, 25, 26, 27, 31, 32, 127, 128, 255};
    mq_action action = mq_rng_below(rng, ML_KINDS + 2);

    for (int field = 1; field < 4; field++) {
        if (mq_rng_below(rng, 3) == 0) {
            int k = (int)mq_rng_below(rng, COUNT(edges));

            action |= (mq_action)edges[k] << 8 * field;
        }
    }
    return action;
}

static void check_seats(const struct ml_state *st, struct mq_rng *rng)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors = 0xFF;

    mq_turn(game, st, &actors);
    for (int seat = 0; seat <= ML_SEATS; seat++) {
        bool acts = (actors >> seat & 1) != 0;
        int n = acts ? mq_legal(game, st, seat, legal) : 0;
        struct listed all = {game, st, seat, legal, n};

        for (int i = 0; i < 20; i++) {
            check_action(&all, strange_action(rng));
        }
        for (int i = 0; i < n; i++) {
            check_action(&all, legal[i]);
            check_action(&all, legal[i] ^ 1u << 31);
            check_action(&all, legal[i] ^ 1u << 15);
        }
    }
}

static void check_chance(const struct ml_state *st, struct mq_rng *rng)
{
    mq_action out[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    uint32_t actors = 0xFF;
    bool acts = mq_turn(game, st, &actors) == MQ_TURN_CHANCE;
    int n = acts ? mq_outcomes(game, st, out, p) : 0;
    struct listed all = {game, st, MQ_CHANCE_SEAT, out, n};

    assert_true(!acts || actors == 0);
    for (int i = 0; i < 100; i++) {
        check_action(&all, strange_action(rng));
    }
    for (int i = 0; acts && i < 20; i++) {
        mq_action near = out[mq_rng_below(rng, (uint32_t)n)];

        check_action(&all, near);
        near ^= 1u << (8 + mq_rng_below(rng, 24));
        check_action(&all, near);
    }
}

static void actions_without_text(void **state)
{
    (void)state;
    for (int match = 0; match < 16; match++) {
        struct ml_state st;
        struct mq_event event;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        while (next_event(&st, &rng, &event)) {
            check_seats(&st, &rng);
            check_chance(&st, &rng);
            mq_apply(game, &st, event.seat, event.action);
        }
        check_seats(&st, &rng);
    }
}

static const char *refusal(const struct ml_state *st, mq_action action,
                           const char **rule)
{
    struct mq_note note = {0};

    assert_int_equal(mq_why_not(game, st, st->turn, action, &note), MQ_ILLEGAL);
    *rule = note.rule;
    return note.message.id;
}

/* ML-T4: a use of nothing; and what stands past the ends of the tables. */
static void refusals(void **state)
{
    static const mq_action none[] = {
        MQ_ACTION(ML_DO_USE, 32, 0, 0), MQ_ACTION(ML_DO_USE, 0, 32, 0),
        MQ_ACTION(ML_DO_USE, 0, 0, 4), MQ_ACTION(ML_DO_USE, 32, 32, 0),
        MQ_ACTION(ML_DO_REROLL, 1, 0, 0)};
    struct ml_state st;
    const char *rule;

    (void)state;
    start_match(&st, 2, 0);
    mq_apply(game, &st, MQ_CHANCE_SEAT, MQ_ACTION(ML_DO_START, 0, 0, 0));
    assert_string_equal(
        refusal(&st, MQ_ACTION(ML_DO_BOARD, ML_ASTRONAUTS, 0, 0), &rule),
        "mlem.why.no-such");
    mq_apply(game, &st, 0, MQ_ACTION(ML_DO_BOARD, ML_SCOUT, 0, 0));
    mq_apply(game, &st, 1, MQ_ACTION(ML_DO_BOARD, ML_SCOUT, 0, 0));
    mq_apply(game, &st, MQ_CHANCE_SEAT, ML_ROLL_ACTION(6u));
    assert_int_equal(st.step, ML_STEP_USE);
    assert_string_equal(refusal(&st, MQ_ACTION(ML_DO_USE, 0, 0, 0), &rule),
                        "mlem.why.nothing");
    assert_string_equal(rule, "ML-T4");
    for (size_t i = 0; i < COUNT(none); i++) {
        assert_string_equal(refusal(&st, none[i], &rule), "mlem.why.no-such");
        assert_null(rule);
    }
}

static void assert_no_such(const struct ml_state *st, int seat,
                           mq_action action)
{
    struct mq_note note = {0};

    assert_int_equal(mq_why_not(game, st, seat, action, &note), MQ_ILLEGAL);
    assert_string_equal(note.message.id, "mlem.why.no-such");
    assert_null(note.rule);
}

/* One past the last row of each table, at every step that names a row. */
static void past_the_tables(void **state)
{
    const struct ml_tables *t = ml_tables(game);
    struct ml_state st;
    struct mq_event event;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    start_match(&st, 2, ML_UFO | ML_EXPLORATION | ML_SECRET);
    while (st.step != ML_STEP_USE && next_event(&st, &rng, &event)) {
        int kind = MQ_ACTION_KIND(event.action);

        switch (kind) {
        case ML_DO_EXPLORE:
            assert_no_such(&st, event.seat, MQ_ACTION(kind, ML_DEEP, 0, 0));
            break;
        case ML_DO_EXPEDITION:
            assert_no_such(&st, event.seat, MQ_ACTION(kind, t->tokens, 0, 0));
            break;
        case ML_DO_MISSIONS:
            assert_no_such(&st, event.seat,
                           ML_DO_MISSIONS | (mq_action)st.turn << 8 |
                               (mq_action)t->missions << 11);
            break;
        case ML_DO_RETURN:
            assert_no_such(&st, event.seat, MQ_ACTION(kind, t->missions, 0, 0));
            break;
        case ML_DO_BOARD:
            assert_no_such(&st, event.seat, MQ_ACTION(ML_KINDS, 0, 0, 0));
            assert_no_such(&st, event.seat, MQ_ACTION(kind, 0, 1, 0));
            break;
        default:
            break;
        }
        mq_apply(game, &st, event.seat, event.action);
    }
    assert_int_equal(st.step, ML_STEP_USE);
}

/* Sources that a match doesn't have aren't listed; each names its rule. */
static void sources(void **state)
{
    (void)state;
    for (int variants = 0; variants < 8; variants++) {
        struct mq_points points[MQ_MAX_NOTES] = {{0}};
        struct ml_state st;
        int ufo = variants & ML_UFO ? 1 : 0;
        int more = ufo + (variants & ML_EXPLORATION ? 1 : 0);
        int secret = variants & ML_SECRET ? 1 : 0;

        start_match(&st, 2, variants);
        assert_int_equal(mq_breakdown(game, &st, 0, points), 3 + more);
        assert_string_equal(points[0].rule, "ML-L2");
        assert_string_equal(points[1].rule, "ML-L5");
        assert_string_equal(points[2].rule, "ML-G1");
        if (more > 0) {
            assert_string_equal(points[3].rule, ufo ? "ML-U8" : "ML-N3");
        }
        st.step = ML_STEP_OVER;
        assert_int_equal(mq_breakdown(game, &st, 0, points), 4 + more + secret);
    }
}

/* Counts for people: none is none, and a planet gives its points. */
static void counts(void **state)
{
    const struct ml_tables *t = ml_tables(game);
    struct ml_state st;

    (void)state;
    start_match(&st, 2, 0);
    for (int goal = 0; goal < ML_GOALS; goal++) {
        assert_int_equal(mq__ml_goal_count(&st, 0, goal), 0);
    }
    st.place[1][ML_PIP] = ML_PLANET;
    st.order[0] = 2;
    assert_int_equal(mq__ml_planet_points(ml_with(t, &st), 0, 1),
                     t->planet_points[0][0]);
    assert_int_equal(mq__ml_planet_points(ml_with(t, &st), 0, 0), 0);
    assert_int_equal(mq__ml_missions_done(ml_with(t, &st), 0), 0);
    memset(st.mission[0], MQ_UNKNOWN, sizeof(st.mission[0]));
    assert_int_equal(mq__ml_missions_done(ml_with(t, &st), 0), 0);
}

static enum mq_status try_setup(int players, int option, int value)
{
    struct ml_state st;
    struct mq_error error = {0};
    struct mq_setup setup;

    memset(&st, 0xA5, sizeof(st));
    mq_setup_init(game, 2, &setup);
    setup.players = players;
    setup.option[option] = value;
    enum mq_status status = mq_begin(game, &st, &setup, &error);

    assert_int_equal(status == MQ_OK, error.message.id == NULL);
    if (status == MQ_OK) {
        assert_int_equal(mq_check(game, &st, NULL), MQ_OK);
    }
    return status;
}

static void setups(void **state)
{
    (void)state;
    for (int players = -1; players <= 7; players++) {
        assert_int_equal(try_setup(players, 0, 0),
                         players >= 2 && players <= 5 ? MQ_OK : MQ_RANGE);
    }
    for (int option = 0; option < ML_OPTION_START; option++) {
        assert_int_equal(try_setup(3, option, 1), MQ_OK);
        assert_int_equal(try_setup(3, option, 2), MQ_RANGE);
        assert_int_equal(try_setup(3, option, -1), MQ_RANGE);
    }
    assert_int_equal(try_setup(3, ML_OPTION_START, 3), MQ_OK);
    assert_int_equal(try_setup(3, ML_OPTION_START, 4), MQ_RANGE);
    assert_int_equal(try_setup(3, ML_OPTION_START, -1), MQ_RANGE);
}

/* Where chance acts no seat has anything to do. */
static void nothing_to_do(void **state)
{
    mq_action legal[MQ_MAX_LEGAL];
    struct ml_state st;

    (void)state;
    start_match(&st, 2, 0);
    assert_int_equal(st.step, ML_STEP_START);
    assert_int_equal(mq_legal(game, &st, 0, legal), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_without_text),
        cmocka_unit_test(refusals),
        cmocka_unit_test(past_the_tables),
        cmocka_unit_test(sources),
        cmocka_unit_test(counts),
        cmocka_unit_test(setups),
        cmocka_unit_test(nothing_to_do),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
