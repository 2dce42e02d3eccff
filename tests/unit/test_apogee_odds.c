/* Apogee: the launch helper, the chances, and what the heuristic achieves. */
#include "apogee.h"

#include "games/apogee/odds.h"

static void assert_chance(double came, double expected)
{
    assert_true(came - expected < 1e-12 && expected - came < 1e-12);
}

static void dice(void **state)
{
    (void)state;
    assert_chance(mq__ap_chance(5, 0), 8.0 / 12);
    assert_chance(mq__ap_chance(5, 1), 1 - 1.0 / 9);
    assert_chance(mq__ap_chance(12, 2), 1 - 1331.0 / 1728);
    assert_chance(mq__ap_chance(1, 0), 1.0);
    assert_chance(mq__ap_chance(-3, 0), 1.0);
    assert_chance(mq__ap_chance(13, 3), 0.0);
    assert_chance(mq__ap_chance(14, 0), 0.0);
}

/* Both printed tables, at the edges of their fields. */
static void tables(void **state)
{
    static const int performance[][3] = {
        {33, 5, 45},  {33, 8, 45},  {32, 5, 39},  {27, 15, 19}, {24, 16, 16},
        {21, 24, 10}, {21, 25, 0},  {7, 8, 12},   {7, 9, 0},    {6, 5, 0},
        {8, 4, 0},    {99, 99, 14}, {12, 12, 11}, {13, 13, 11}, {12, 13, 0},
    };
    static const int number[][3] = {
        {19, 2, 7}, {16, 1, 5}, {30, 5, 6}, {29, 5, 7}, {24, 5, 0},
        {24, 4, 8}, {17, 3, 8}, {16, 3, 0}, {10, 0, 5}, {11, 1, 0},
        {12, 1, 5}, {0, 0, 0},  {45, 0, 2},
    };
    const struct ap_tables *t = ap_tables(game);

    (void)state;
    for (size_t i = 0; i < COUNT(performance); i++) {
        assert_int_equal(
            mq__ap_performance(t, performance[i][0], performance[i][1]),
            performance[i][2]);
    }
    for (size_t i = 0; i < COUNT(number); i++) {
        assert_int_equal(mq__ap_number(t, number[i][0], number[i][1]),
                         number[i][2]);
    }
}

static void odds_tables(void **state)
{
    struct mq_odds_table table;
    int n = 0;

    (void)state;
    while (mq_odds_table_at(game, n, &table)) {
        assert_true(table.rows > 0 && table.columns > 0);
        assert_true(table.rows * table.columns <= MQ_ODDS_CELLS);
        assert_non_null(mq_text("en", table.title.id));
        for (int i = 0; i < table.rows * table.columns; i++) {
            assert_true(table.unit != MQ_ODDS_CHANCE || table.cell[i] <= 1.0);
        }
        n++;
    }
    assert_int_equal(n, 9);
    assert_true(mq_odds_table_at(game, 4, &table));
    assert_string_equal(table.name, "moon");
    /* Thrust 9, mass 8: 1.4, so 5 or more. */
    assert_chance(table.cell[(9 - table.first_row) * table.columns + 8 -
                             table.first_column],
                  8.0 / 12);
}

/* The two printed tables stand first, as they are printed. */
static void printed_tables(void **state)
{
    struct mq_odds_table table;

    (void)state;
    assert_true(mq_odds_table_at(game, 0, &table));
    assert_string_equal(table.name, "performance");
    assert_int_equal(table.unit, MQ_ODDS_TENTHS);
    assert_int_equal(table.row_from[3], 21);
    assert_int_equal(table.column_from[1], 9);
    assert_chance(table.cell[3 * table.columns + 1], 23);
    assert_chance(table.cell[3 * table.columns + 5], -1);
    assert_true(mq_odds_table_at(game, 1, &table));
    assert_string_equal(table.name, "number");
    assert_int_equal(table.unit, MQ_ODDS_NUMBER);
    assert_string_equal(table.column_words[4], "europa");
    assert_true(table.row_tenths);
    assert_int_equal(table.row_from[2], 20);
    assert_chance(table.cell[2 * table.columns + 4], 8);
    assert_chance(table.cell[2 * table.columns + 5], -1);
    assert_false(mq_odds_table_at(game, -1, &table));
}

/* A rocket on the pad: what it reaches, and what is missing. */
static void from_a_position(void **state)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    struct ap_state st;
    struct ap_player *p = &st.player[0];

    (void)state;
    start_match(game, &st, 2, 1);
    assert_int_equal(mq_odds_list(game, &st, 0, odds), 0);
    st.step = AP_ACTIONS;
    st.event = AP_NONE;
    st.actions = AP_DIRECTOR_ACTIONS;
    p->director = 0;
    p->dice = 1;
    assert_int_equal(mq_odds_list(game, &st, 0, odds), AP_DESTINATIONS);
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        assert_true(odds[d].chance < 0);
        assert_int_equal(odds[d].spare_count, 0);
        assert_string_equal(odds[d].lack.rule, "AP-L1");
    }
    /* Thrust 5 + 3, mass 4 + 2 + 1: performance 1.2. */
    mq__ap_pad_add(ap_with(ap_tables(game), &st), 0, kind("liquid-hydrogen"));
    mq__ap_pad_add(ap_with(ap_tables(game), &st), 0, kind("storable"));
    mq__ap_pad_add(ap_with(ap_tables(game), &st), 0, kind("satellite"));
    assert_true(mq_odds_list(game, &st, 0, odds) > AP_DESTINATIONS);
    assert_string_equal(odds[1].message.id, "apogee.odds.launch");
    assert_int_equal(odds[1].message.arg[1].number, 5);
    assert_int_equal(odds[1].message.arg[2].number, 1200);
    assert_chance(odds[1].chance, 1 - 1.0 / 9);
    assert_int_equal(odds[1].spare_count, AP_PLAYER_DICE + 1);
    assert_chance(odds[1].spare[0], 8.0 / 12);
    assert_chance(odds[1].spare[3], 1 - 1.0 / 81);
    assert_string_equal(odds[1].lack.rule, "AP-L3");
    assert_true(odds[2].chance < 0);
    assert_string_equal(odds[6].message.id, "apogee.odds.static-fire");
}

/* A whole match of greedy seats; the rounds it took, 0 if nobody won. */
static int greedy_match(int players, int mission, int seed)
{
    struct ap_state st;
    struct mq_rng rng;
    uint32_t actors;
    enum mq_turn turn;

    mq_rng_seed(&rng, (uint64_t)seed);
    start_match(game, &st, players, mission);
    while ((turn = mq_turn(game, &st, &actors)) != MQ_TURN_OVER &&
           st.round <= 25) {
        mq_action legal[MQ_MAX_LEGAL];
        float weight[MQ_MAX_LEGAL];
        struct ap_state view;
        int best = 0;

        if (turn == MQ_TURN_CHANCE) {
            mq_apply(game, &st, MQ_CHANCE_SEAT, mq_sample(game, &st, &rng));
            continue;
        }
        int seat = __builtin_ctz(actors);
        int n = mq_legal(game, &st, seat, legal);

        mq_view(game, &st, seat, &view);
        mq_weigh(game, &view, seat, legal, n, weight);
        for (int i = 1; i < n; i++) {
            best = weight[i] > weight[best] ? i : best;
        }
        mq_apply(game, &st, seat, legal[best]);
    }
    return mq_winners(game, &st) != 0 ? st.round : 0;
}

/* The heuristic pursues its mission. */
static void greedy(void **state)
{
    static const int missions[] = {1, 2, 5};

    (void)state;
    for (size_t i = 0; i < COUNT(missions); i++) {
        int won = 0;

        for (int seed = 0; seed < 40; seed++) {
            won += greedy_match(2, missions[i], seed) > 0;
        }
        assert_in_range(won, 36, 40);
    }
}

/* What a lost game alone is worth: solo mission 5 with so many CubeSats and
 * Rovers of the four and the one that it wants on Mars. */
static double lost_with(int cubesats, int rovers)
{
    struct ap_dropped card = {.destination = 3, .counts = 1};
    struct ap_state st;

    start_match(game, &st, 1, 5);
    for (int i = 0; i < cubesats + rovers; i++) {
        card.kind = (uint8_t)kind(i < cubesats ? "cubesat-40" : "rover");
        mq__ap_drop(&st, card);
    }
    mq__ap_end_game(&st);
    return mq_estimate(game, &st, 0);
}

/* The nearer it came, the more, and just short is far more than half. */
static void lost_games_are_told_apart(void **state)
{
    (void)state;
    assert_chance(lost_with(0, 0), 0.0);
    assert_true(lost_with(1, 0) > 0.0);
    assert_true(lost_with(2, 0) > 2.0 * lost_with(1, 0));
    assert_true(lost_with(0, 1) > lost_with(1, 0));
    assert_true(lost_with(4, 0) > lost_with(0, 1));
    assert_true(lost_with(3, 1) > lost_with(4, 0));
    assert_true(lost_with(3, 1) > 2.0 * lost_with(2, 1));
    assert_true(lost_with(3, 1) < 0.5);
    assert_chance(lost_with(3, 3), lost_with(3, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dice),
        cmocka_unit_test(tables),
        cmocka_unit_test(odds_tables),
        cmocka_unit_test(printed_tables),
        cmocka_unit_test(from_a_position),
        cmocka_unit_test(greedy),
        cmocka_unit_test(lost_games_are_told_apart),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
