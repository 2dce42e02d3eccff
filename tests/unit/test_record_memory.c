/* Matches, their files, scenarios and the bridge while memory runs out: at
 * every allocation in turn there is an error, no crash, no leak, and nothing
 * half-done. */
#include "bridge_fixture.h"
#include "record_fixture.h"

#include "scenario/scenario.h"

#include "failing_malloc.h"

#include <stdlib.h>
#include <string.h>

/* The whole record as text, whatever memory there is. */
static char *snapshot(const struct mq_match *match)
{
    int left = allocations_left;
    size_t length;
    char *text;

    allocations_left = -1;
    text = mq_match_write(match, &length);
    assert_non_null(text);
    allocations_left = left;
    return text;
}

/* Does `work` to the match with 0, 1, 2 … allocations until it succeeds. Each
 * failure must leave the match as it was. */
static void run_out(struct mq_match *match,
                    enum mq_status (*work)(struct mq_match *match))
{
    char *before = snapshot(match);
    enum mq_status status;
    int allowed = 0;

    do {
        char *after;

        allocations_left = allowed++;
        status = work(match);
        allocations_left = -1;
        fixture_check(match);
        after = snapshot(match);
        if (status != MQ_OK) {
            assert_int_equal(status, MQ_NOMEM);
            assert_string_equal(before, after);
        }
        free(after);
        assert_true(allowed < 1000);
    } while (status != MQ_OK);
    free(before);
}

static enum mq_status play_first(struct mq_match *match)
{
    struct mq_note why;
    uint32_t actors;
    int seat = 0;

    if (mq_match_turn(match, &actors) == MQ_TURN_CHANCE) {
        return mq_match_chance(match, NULL);
    }
    while ((actors >> seat & 1) == 0) {
        seat++;
    }
    return mq_match_play(match, seat, fixture_first(match, seat), &why);
}

static enum mq_status undo_last(struct mq_match *match)
{
    return mq_match_undo_to(match, 0, mq_match_length(match) - 3);
}

static enum mq_status undo_own(struct mq_match *match)
{
    return mq_match_undo(match, 0, true, NULL);
}

static enum mq_status redo(struct mq_match *match)
{
    return mq_match_redo(match, MQ_SPECTATOR, NULL);
}

static enum mq_status remark(struct mq_match *match)
{
    return mq_match_hand_over(match, 1, "random");
}

static enum mq_status verify(struct mq_match *match)
{
    struct mq_verdict v;

    return mq_match_verify(match, &v);
}

static enum mq_status close_match(struct mq_match *match)
{
    return mq_match_close(match);
}

static void test_changes(void **state)
{
    int live = allocations_live;
    struct mq_match *match = fixture_match(2, "memory");

    (void)state;
    for (int i = 0; i < 40; i++) {
        run_out(match, play_first);
    }
    run_out(match, undo_last);
    run_out(match, redo);
    run_out(match, undo_own);
    run_out(match, undo_last);
    run_out(match, redo);
    run_out(match, remark);
    run_out(match, verify);
    run_out(match, close_match);
    mq_match_destroy(match);
    assert_int_equal(allocations_live, live);
}

static void test_create(void **state)
{
    struct mq_match_config config = {0};
    struct mq_error error;
    struct mq_match *match = NULL;
    int live = allocations_live, allowed = 0;
    enum mq_status status;

    (void)state;
    mq_setup_init(hz_game(), 3, &config.setup);
    do {
        allocations_left = allowed++;
        status = mq_match_create(hz_game(), &config, &match, &error);
        allocations_left = -1;
        if (status != MQ_OK) {
            assert_int_equal(status, MQ_NOMEM);
            assert_int_equal(error.status, MQ_NOMEM);
            assert_null(match);
            assert_int_equal(allocations_live, live);
        }
    } while (status != MQ_OK);
    assert_true(allowed > 3);
    mq_match_destroy(match);
}

static char *line_of_header(const struct mq_match *match)
{
    return mq_match_header_line(match);
}

static char *line_of_secret(const struct mq_match *match)
{
    return mq_match_secret_line(match);
}

static char *line_of_entry(const struct mq_match *match)
{
    return mq_match_entry_line(match, 0);
}

static char *whole_file(const struct mq_match *match)
{
    size_t length;

    return mq_match_write(match, &length);
}

static char *packed(const struct mq_match *match)
{
    struct mq_error error = {0};
    char *text;

    return mq_match_pack(match, &text, &error) == MQ_OK ? text : NULL;
}

static void test_save(void **state)
{
    static char *(*const writers[])(const struct mq_match *) = {
        line_of_header, line_of_secret, line_of_entry, whole_file, packed};
    struct mq_match *match = fixture_match(3, "save");

    (void)state;
    fixture_play_out(match, 1);
    for (size_t i = 0; i < COUNT(writers); i++) {
        int live = allocations_live, allowed = 0;
        char *text;

        do {
            allocations_left = allowed++;
            text = writers[i](match);
            allocations_left = -1;
            assert_int_equal(allocations_live, live + (text != NULL));
        } while (text == NULL);
        assert_true(allowed > 1);
        free(text);
    }
    mq_match_destroy(match);
}

/* Reads with 0, 1, 2 … allocations until that works. */
static void load_until_read(const struct mq_match *match, const char *text,
                            size_t length)
{
    struct mq_match *again = NULL;
    int live = allocations_live, allowed = 0;
    enum mq_status status;

    do {
        struct mq_error error = {0};

        allocations_left = allowed++;
        status =
            mq__match_read(text, length, &fixture_opener, &again, NULL, &error);
        allocations_left = -1;
        if (status != MQ_OK) {
            assert_int_equal(status, MQ_NOMEM);
            assert_int_equal(error.status, MQ_NOMEM);
            assert_null(again);
            assert_int_equal(allocations_live, live);
        }
    } while (status != MQ_OK);
    assert_true(allowed > 20);
    assert_memory_equal(mq_match_state(match), mq_match_state(again),
                        hz_game()->state_size);
    mq_match_destroy(again);
}

static void test_load(void **state)
{
    struct mq_match *match = fixture_match(3, "load");
    size_t length;
    char *text;

    (void)state;
    for (int i = 0; i < 10; i++) {
        assert_int_equal(play_first(match), MQ_OK);
    }
    assert_int_equal(undo_last(match), MQ_OK);
    assert_int_equal(remark(match), MQ_OK);
    text = mq_match_write(match, &length);
    load_until_read(match, text, length);
    free(text);
    mq_match_destroy(match);
}

static void test_unpack(void **state)
{
    struct mq_match *match = fixture_match(3, "load");
    char *text;

    (void)state;
    fixture_play_out(match, 1);
    text = packed(match);
    load_until_read(match, text, strlen(text));
    free(text);
    mq_match_destroy(match);
}

/* A file of a registered game: its tables are read too. */
static void test_load_registered(void **state)
{
    struct mq_match_config config = {0};
    struct mq_match *match, *again = NULL;
    const struct mq_game *game;
    int live, allowed = 0;
    enum mq_status status;
    size_t length;
    char *text;

    (void)state;
    assert_int_equal(mq_game_open("mlem", NULL, 0, &game, NULL), MQ_OK);
    mq_setup_init(game, 2, &config.setup);
    assert_int_equal(mq_match_create(game, &config, &match, NULL), MQ_OK);
    text = mq_match_write(match, &length);
    live = allocations_live;
    do {
        allocations_left = allowed++;
        status = mq_match_read(text, length, &again, NULL, NULL);
        allocations_left = -1;
        if (status != MQ_OK) {
            assert_int_equal(status, MQ_NOMEM);
            assert_int_equal(allocations_live, live);
        }
    } while (status != MQ_OK);
    mq_match_destroy(again);
    free(text);
    mq_match_destroy(match);
    mq_game_close(game);
}

/* Each line is asked with 0, 1, 2 … allocations until it is answered well; in
 * between the session stays as it was. */
static const char *const session[] = {
    "{\"op\":\"games\"}",
    "{\"op\":\"new\",\"game\":\"hazard\",\"players\":2,\"seed\":1}",
    "{\"op\":\"sample\"}",
    "{\"op\":\"undo\"}",
    "{\"op\":\"new\",\"game\":\"mlem\",\"players\":2,\"seed\":1,"
    "\"auto_chance\":true}",
    "{\"op\":\"new\",\"game\":\"hazard\",\"players\":2,\"seed\":1,"
    "\"auto_chance\":true}",
    "{\"op\":\"legal\",\"player\":0}",
    "{\"op\":\"apply\",\"player\":0,\"action\":\"give bee\"}",
    "{\"op\":\"undo\"}",
    "{\"op\":\"apply\",\"player\":0,\"action\":\"give bee\"}",
    "{\"op\":\"apply\",\"player\":0,\"action\":\"bid 2\"}",
    "{\"op\":\"apply\",\"player\":0,\"action\":\"seal\"}",
    "{\"op\":\"apply\",\"player\":1,\"action\":\"give cat\"}",
    "{\"op\":\"apply\",\"player\":1,\"action\":\"bid 1\"}",
    "{\"op\":\"hello\",\"id\":1}",
    "{\"op\":\"play\",\"player\":1,\"action\":\"seal\",\"viewer\":0,"
    "\"sample\":true,\"views\":true,\"position\":true,\"breakdown\":true}",
    "{\"op\":\"apply\",\"player\":0,\"action\":\"roll\"}",
    "{\"op\":\"position\"}",
    "{\"op\":\"view\",\"player\":1}",
    "{\"op\":\"resample\",\"player\":1,\"seed\":2}",
    "{\"op\":\"bot\",\"bot\":\"random\",\"player\":1,\"seed\":2}",
    "{\"op\":\"score\"}",
    "{\"op\":\"log\",\"notes\":true}",
    "{\"op\":\"analyze\",\"iterations\":4}",
    "{\"op\":\"judge\"}",
    "{\"op\":\"judge\"}",
    "{\"op\":\"judge\"}",
    "{\"op\":\"judge\"}",
};

/* The position as the session tells it, "" if there is no match. */
static void look(struct mq_bridge *bridge, struct mq_buf *out)
{
    static const char line[] = "{\"op\":\"log\"}";

    assert_int_equal(mq__bridge_line(bridge, line, strlen(line), out), MQ_OK);
}

static int ask_until_answered(struct mq_bridge *bridge, const char *line)
{
    struct mq_buf before, after, answer;
    int allowed = 0;
    bool good;

    mq__buf_init(&before);
    mq__buf_init(&after);
    look(bridge, &before);
    do {
        enum mq_status status;

        /* From nothing each time: the answer's memory is counted too. */
        mq__buf_init(&answer);
        allocations_left = allowed++;
        status = mq__bridge_line(bridge, line, strlen(line), &answer);
        allocations_left = -1;
        good = status == MQ_OK && strstr(answer.data, "\"ok\":true") != NULL;
        if (!good) {
            if (status != MQ_NOMEM &&
                strstr(answer.data, "no_memory") == NULL) {
                fail_msg("%s: %s", line, answer.data);
            }
            look(bridge, &after);
            assert_string_equal(before.data, after.data);
        }
        mq__buf_finish(&answer);
        assert_true(allowed < 2000);
    } while (!good);
    mq__buf_finish(&before);
    mq__buf_finish(&after);
    return allowed;
}

static void test_bridge(void **state)
{
    int live = allocations_live;
    struct mq_bridge *bridge = mq__bridge_create(bridge_fixture_open, NULL);

    (void)state;
    assert_non_null(bridge);
    for (size_t i = 0; i < COUNT(session); i++) {
        assert_true(ask_until_answered(bridge, session[i]) > 2);
    }
    mq__bridge_destroy(bridge);
    assert_int_equal(allocations_live, live);
}

static enum mq_status open_hazard(void *context, const char *id,
                                  const char *tables,
                                  const struct mq_game **out)
{
    (void)context;
    (void)id;
    (void)tables;
    *out = hz_game();
    return MQ_OK;
}

static void test_scenario(void **state)
{
    static const char text[] =
        "game hazard players=2\nchance box bee\nchance deal P1 ant bee\n"
        "chance deal P2 ant cat\ngiven seats.P1.points = 3\n"
        "scores = 3 0\nlegal P1 = give ant; give bee\n"
        "view P1 seats.P2.hidden = 2\nexpect step = commit\n"
        "fail-given cards\ngiven seats.P1.hand.ant = 3\n"
        "illegal P1 seal\n";
    struct mq_scenario_result result;
    int live = allocations_live, allowed = 0;
    enum mq_status status;

    (void)state;
    do {
        allocations_left = allowed++;
        status =
            mq__scenario_run(text, strlen(text), open_hazard, NULL, &result);
        allocations_left = -1;
        assert_int_equal(allocations_live, live);
        assert_true(status == MQ_OK || status == MQ_NOMEM);
        assert_int_equal(result.passed, status == MQ_OK);
    } while (status != MQ_OK);
    assert_true(allowed > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create),
        cmocka_unit_test(test_changes),
        cmocka_unit_test(test_save),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_load_registered),
        cmocka_unit_test(test_bridge),
        cmocka_unit_test(test_scenario),
        cmocka_unit_test(test_unpack),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
