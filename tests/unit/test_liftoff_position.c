/* Lift Off: positions that can't be are refused, with the field named; what
 * follows from the rest is computed; the page's example loads. */
#include "liftoff.h"

#include "wrongs.h"

static void example(void **state)
{
    const char *json = read_example();
    struct mq_error error = {0};
    struct lo_state st;

    (void)state;
    if (mq_position_read(game, json, strlen(json), &st, &error) != MQ_OK) {
        fail_msg("%s at %s", error.message.id, error.message.arg[0].text);
    }
    assert_int_equal(st.step, LO_STEP_PREPARE);
    assert_int_equal(st.phase, 2);
    assert_int_equal(mq__lo_capacity(lo_of(game, &st)), 3);
    assert_int_equal(st.specialist_size, 18 - 6);
    assert_int_equal(st.deck_size[0], 14 - 2 - 3);
    assert_int_equal(st.player[0].hand.known[0], 2);
}

/* clang-format off */
static const struct wrong wrongs[] = {
    {"\"liftoff\"", "\"chess\"", "read.game", "game"},
    {"\"P2\": {\n", "\"P3\": {\n", "liftoff.read.players", "players"},
    {"\"round\": 5", "\"round\": 0", "liftoff.check.round", "round"},
    {"\"round\": 5", "\"round\": 9", "read.range", "round"},
    {"\"round\": 5", "\"round\": 5, \"phase\": 1", "read.range", "phase"},
    {"\"turn\": \"P1\"", "\"turn\": \"P3\"", "liftoff.read.seat", "turn"},
    {"\"turn\": \"P1\"", "\"turn\": null", "read.not-text", "turn"},
    {"\"start\": \"P1\"", "\"start\": \"P4\"", "liftoff.read.seat", "start"},
    {"\"left\"", "\"right\"", "liftoff.check.direction", "direction"},
    {"\"prepare\"", "\"launch\"", "read.too-many-items", "loaded"},
    {"\"prepare\"", "\"fly\"", "read.word", "step"},
    {"[6, 6, 8, 9]", "[6, 6, 6]", "liftoff.read.space", "covered"},
    {"[6, 6, 8, 9]", "[6, 7]", "liftoff.read.space", "covered"},
    {"[6, 6, 8, 9]}", "[6, 6, 8, 9], \"price\": 9}", "read.range", "price"},
    {"\"L2\": []", "\"L2\": [\"test-satellite\"]", "liftoff.read.level", "L2"},
    {"\"L2\": []", "\"L2\": [\"sputnik\"]", "liftoff.read.id", "L2[0]"},
    {"[\"booster-test\", \"booster-test\"]", "[\"booster-test\", \"?\"]", "liftoff.read.open", "L1"},
    {"[\"booster-test\", \"booster-test\"]", "[\"test-satellite\", \"booster-test\"]", "liftoff.read.copies", "position"},
    {"\"specialists\": {\"discard\": []", "\"specialists\": {\"discard\": [\"scientist\"]", "liftoff.read.copies", "specialists"},
    {"\"specialists\": {\"discard\": []", "\"specialists\": {\"discard\": [], \"deck\": [\"chemist\"]", "liftoff.read.deck", "deck"},
    {"\"launch\": {", "\"act\": {}, \"launch\": {", "liftoff.read.part", "act"},
    {"\"symbol\": \"lab\"", "\"symbol\": \"politician\"", "liftoff.check.symbol", "launch.symbol"},
    {"\"symbol\": \"lab\"", "\"symbol\": \"chemist\"", "liftoff.check.symbol", "launch.symbol"},
    {"\"boosts\": [\"scientist\"]", "\"boosts\": [\"chemist\"]", "liftoff.read.boost", "boosts"},
    {"\"boosts\": [\"scientist\"]", "\"boosts\": [\"lab\"]", "liftoff.check.boost", "launch.boosts"},
    {"\"boosts\": [\"scientist\"]", "\"boosts\": [\"scientist\"], \"capacity\": 4", "read.range", "capacity"},
    {"\"boosts\": [\"scientist\"]", "\"boosts\": [\"scientist\"], \"price\": 3", "read.range", "price"},
    {"\"score\": 40", "\"score\": 37", "liftoff.check.score", "players.P1.score"},
    {"\"money\": 12", "\"money\": 4", "liftoff.check.launch", "launch"},
    {"\"money\": 12", "\"money\": -1", "read.range", "money"},
    {"\"income\": 6", "\"income\": 10", "read.range", "income"},
    {"\"lab\": 2, \"capacity\"", "\"lab\": 1, \"capacity\"", "liftoff.check.loaded", "players.P1.loaded"},
    {"\"capacity\": 1", "\"capacity\": 1, \"weight\": 3", "read.range", "weight"},
    {"\"propulsion\": 1", "\"propulsion\": 1, \"cost\": 4", "read.range", "cost"},
    {"\"tech\": {\"red\": 3", "\"tech\": {\"red\": 2", "liftoff.check.loaded", "players.P1.loaded"},
    {"\"hand\": [\"biologist\"]", "\"hand\": [\"chemst\"]", "liftoff.read.id", "hand[0]"},
    {"{\"P2\": [\"biologist\"]}", "{\"P2\": [\"chemist\"]}", "liftoff.read.known", "P2"},
    {"{\"P2\": [\"biologist\"]}", "{\"P1\": [\"biologist\"]}", "liftoff.check.cards", "players.P1.hand"},
    {"[\"level-2\", \"station\"]", "[\"level-2\", \"level-1\"]", "liftoff.check.copies", "objectives"},
    {"[\"level-2\", \"station\"]", "[\"level-2\", \"station\", \"level-3\"]", "liftoff.check.sold", "players.P1.sold"},
    {"\"commit\": null", "\"commit\": \"biologist\"", "liftoff.check.commit", "players.P1.commit"},
    {"\"lab_symbol_used\": true", "\"lab_symbol_used\": false", "liftoff.check.symbol", "launch.symbol"},
    {"\"earth\": [\"payload-test\", \"supply-ship\"]", "\"earth\": [\"payload-test\"]", "liftoff.check.loaded", "players.P1.loaded"},
    {"\"earth\": [\"payload-test\", \"supply-ship\"]", "\"earth\": [\"payload-test\", \"payload-test\", \"supply-ship\"]", "liftoff.check.twice", "players.P1.earth"},
    {"\"earth\": [\"payload-test\", \"supply-ship\"]", "\"earth\": [\"supply-ship\", \"supply-ship\", \"supply-ship\"]", "liftoff.read.three", "earth"},
    {"\"loaded\": [\"supply-ship\"]", "\"loaded\": [\"supply-ship\", \"supply-ship\"]", "liftoff.check.loaded", "players.P1.loaded"},
    {"\"sent\": 0", "\"sent\": 4", "liftoff.check.launched", "players.P1.sent"},
    {"\"launches\": 0", "\"launches\": 1", "liftoff.check.launched", "players.P1.sent"},
    {"\"played\": [\"scientist\", \"reporter\"]", "\"played\": [\"scientist\", 5]", "read.not-object", "played"},
    {"\"played\": [\"scientist\", \"reporter\"]", "\"played\": [\"scientist\", \"reporter\", \"astronaut\"]", "read.too-many-items", "played"},
    {"\"commit\": null", "\"commit\": null, \"age\": 3", "read.unknown-key", "age"},
};
/* clang-format on */

static void refusals(void **state)
{
    (void)state;
    check_wrongs(wrongs, COUNT(wrongs));
}

static void one_byte_form(void **state)
{
    (void)state;
    for (int match = 0; match < 12; match++) {
        struct lo_state st;

        start_match(&st, match);
        check_byte_forms(&st, (uint64_t)match);
    }
}

/* Numbers that the options of a match would not let through. */
static void wrong_setups(void **state)
{
    static const struct {
        int players, start;
        enum mq_status status;
    } cases[] = {
        {1, 0, MQ_RANGE},  {5, 0, MQ_RANGE}, {2, 3, MQ_RANGE}, {4, 5, MQ_RANGE},
        {3, -1, MQ_RANGE}, {2, 2, MQ_OK},    {4, 4, MQ_OK},    {2, 0, MQ_OK},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_setup setup;
        struct lo_state st;

        mq_setup_init(game, 2, &setup);
        setup.players = cases[i].players;
        setup.option[LO_OPTION_START] = cases[i].start;
        assert_int_equal(mq_begin(game, &st, &setup, NULL), cases[i].status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example),
        cmocka_unit_test(refusals),
        cmocka_unit_test(one_byte_form),
        cmocka_unit_test(wrong_setups),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
