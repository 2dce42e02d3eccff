/* MLEM: positions that can't be are refused, with the field named; what
 * follows from the rest is computed; the page's example loads. */
#include "mlem.h"

#include "wrongs.h"

static void example(void **state)
{
    const char *json = read_example();
    struct ml_state st;

    (void)state;
    assert_int_equal(mq_position_read(game, json, strlen(json), &st, NULL),
                     MQ_OK);
    assert_int_equal(st.step, ML_STEP_USE);
    assert_int_equal(st.board[0],
                     0xFF & ~(1 << ML_SCOUT | 1 << ML_SETTLER | 1 << ML_PIP));
    assert_int_equal(st.board[1], 0xFF & ~(1 << ML_SCOUT | 1 << ML_PIP));
    assert_int_equal(st.pips, 2);
}

/* `used` is false where it is absent, whatever stands before it. */
static void absent_used(void **state)
{
    static const struct wrong crew = {
        .from =
            "\"scout\", \"used\": false},\n"
            "   {\"player\": \"P2\", \"astronaut\": \"pip\", \"used\": false}",
        .to = "\"pip\", \"used\": true}, {\"player\": \"P2\", "
              "\"astronaut\": \"voyager\"}"};
    static const struct wrong planet = {.from = "[\"settler\", \"pip\"]",
                                        .to = "[\"settler\"]"};
    char text[4096], again[4096];
    struct ml_state st;

    (void)state;
    replace(read_example(), &crew, text, sizeof text);
    replace(text, &planet, again, sizeof again);
    read_good(again, &st);
    assert_int_equal(st.pips, 0);
    assert_int_equal(st.crew[1], ML_VOYAGER + 1);
}

static const struct wrong wrongs[] = {
    {"\"mlem\"", "\"chess\"", "read.game", "game"},
    {"\"P1\": {}, \"P2\": {}", "\"P1\": {}", "mlem.read.players", "players"},
    {"\"P2\": {}", "\"P3\": {}", "mlem.read.players", "players"},
    {"\"P1\": {},", "\"P1\": {\"board\": [\"scout\"]},", "mlem.check.astronaut",
     "players.P1.board"},
    {"\"P2\", \"astronaut\": \"pip\"", "\"P2\", \"astronaut\": \"scout\"",
     "mlem.read.twice", "moons"},
    {"\"player\": \"P2\", \"astronaut\": \"pip\"",
     "\"player\": \"P3\", \"astronaut\": \"pip\"", "mlem.read.seat", "crew"},
    {"\"P1\", \"astronaut\": \"scout\", \"used\": false",
     "\"P1\", \"astronaut\": \"scout\", \"used\": true", "mlem.read.used",
     "used"},
    {"\"starter\": \"P1\"", "\"starter\": \"P2\"", "mlem.read.crew-order",
     "crew"},
    {"\"starter\": \"P1\"", "\"starter\": null", "mlem.read.starter",
     "starter"},
    {"\"turn\": \"P1\"", "\"turn\": \"P2\"", "mlem.check.commander", "turn"},
    {"\"step\": \"use\"", "\"step\": \"roll\"", "mlem.read.turn", "turn"},
    {"\"step\": \"use\"", "\"step\": \"fly\"", "read.word", "step"},
    {"\"available\": 4", "\"available\": 5", "mlem.check.rolled",
     "dice.rolled"},
    {"\"available\": 4", "\"available\": 0", "mlem.check.dice",
     "dice.available"},
    {"\"available\": 4", "\"available\": 7", "read.range", "available"},
    {"[1, 2, 2, \"A\"]", "[1, 2, 2, \"B\"]", "read.not-int", "rolled"},
    {"[1, 2, 2, \"A\"]", "[1, 2, 2, 5]", "read.range", "rolled"},
    {"\"space\": 7", "\"space\": 26", "mlem.check.deep", "rocket.space"},
    {"\"space\": 7", "\"space\": 27", "read.range", "space"},
    {"\"comet\": false", "\"comet\": true", "mlem.check.comet", "rocket.comet"},
    {"\"failures\": 3", "\"failures\": 11", "mlem.check.failures", "failures"},
    {"\"four-moons\": null", "\"four-moons\": \"P1\"",
     "mlem.check.goal-not-met", "goals.four-moons"},
    {"[\"settler\", \"pip\"]", "[\"settler\", \"pip\", \"ballast\"]",
     "mlem.check.goal-met", "goals.one-planet"},
    {"[\"settler\", \"pip\"]", "[]", "mlem.read.empty-row", "astronauts"},
    {"[\"settler\", \"pip\"]}",
     "[\"settler\"]}, {\"player\": \"P1\", "
     "\"astronauts\": [\"pip\"]}",
     "mlem.read.second-row", "player"},
    {"\"6\": [null, null]", "\"6\": [null]", "mlem.read.moons", "moons.6"},
    {"\"6\": [null, null]", "\"6\": [null, null, null]", "read.too-many-items",
     "moons.6"},
    {"\"galaxy\": []", "\"galaxy\": [], \"ufo\": {}", "read.unknown-key",
     "ufo"},
    {"\"ufo\": false", "\"ufo\": true", "read.missing", "gone"},
};

static void refusals(void **state)
{
    (void)state;
    check_wrongs(wrongs, COUNT(wrongs));
}

static void one_byte_form(void **state)
{
    (void)state;
    for (int match = 0; match < 24; match++) {
        struct ml_state st;

        start_match(&st, 2 + match % 4, match % 8);
        check_byte_forms(&st, (uint64_t)match);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example),
        cmocka_unit_test(absent_used),
        cmocka_unit_test(refusals),
        cmocka_unit_test(one_byte_form),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
