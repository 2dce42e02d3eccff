/* Matches packed for a link: the same log and result come back, of the test
 * game and of every game there is; what is damaged is refused. */
#include "record_fixture.h"

#include "bridge_fixture.h"

#include <stdlib.h>
#include <string.h>

static char *packed(const struct mq_match *match)
{
    struct mq_error error = {0};
    char *text = NULL;

    assert_int_equal(mq_match_pack(match, &text, &error), MQ_OK);
    assert_int_equal(strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqr"
                                  "stuvwxyz0123456789-_"),
                     strlen(text));
    return text;
}

static void same_log(const struct mq_match *a, const struct mq_match *b)
{
    assert_int_equal(mq_match_length(a), mq_match_length(b));
    for (int k = 0; k < mq_match_length(a); k++) {
        struct mq_event x = mq_match_event(a, k), y = mq_match_event(b, k);

        assert_int_equal(x.seat, y.seat);
        assert_true(x.action == y.action);
        assert_int_equal(
            mq_match_entry(a, mq_match_event_entry(a, k))->supplied,
            mq_match_entry(b, mq_match_event_entry(b, k))->supplied);
    }
    assert_int_equal(mq_match_conceded(a), mq_match_conceded(b));
    assert_int_equal(mq_match_winners(a), mq_match_winners(b));
    assert_memory_equal(mq_match_config_of(a)->seat,
                        mq_match_config_of(b)->seat,
                        sizeof(mq_match_config_of(a)->seat));
}

/* Unpacks, and what comes out is closed and verified. */
static void comes_back(const struct mq_match *match,
                       const struct mq_match_opener *opener)
{
    struct mq_error error = {0};
    struct mq_verdict verdict;
    struct mq_match *again;
    char *text = packed(match);

    assert_int_equal(
        mq__match_read(text, strlen(text), opener, &again, NULL, &error),
        MQ_OK);
    same_log(match, again);
    assert_true(mq_match_closed(again));
    assert_int_equal(mq_match_verify(again, &verdict), MQ_OK);
    assert_true(verdict.revealed);
    mq_match_destroy(again);
    free(text);
}

static void test_comes_back(void **state)
{
    (void)state;
    for (int players = 2; players <= 4; players++) {
        struct mq_match *match = fixture_match(players, "pack");

        fixture_play_out(match, (uint64_t)players);
        comes_back(match, &fixture_opener);
        assert_int_equal(mq_match_close(match), MQ_OK);
        comes_back(match, &fixture_opener);
        mq_match_destroy(match);
    }
}

/* Outcomes that people supplied are told apart; what was undone is gone. */
static void test_supplied_and_undone(void **state)
{
    struct mq_match *match = fixture_match(3, "pack");
    struct mq_rng rng;

    (void)state;
    assert_int_equal(mq_match_supply(match, MQ_ACTION(HZ_C_BOX, 3, 0, 0), NULL),
                     MQ_OK);
    mq_rng_seed(&rng, 7);
    for (int i = 0; i < 16; i++) {
        fixture_step(match, &rng);
    }
    assert_int_equal(mq_match_undo_to(match, 1, 13), MQ_OK);
    assert_int_equal(mq_match_clock(match, 0, "late"), MQ_OK);
    fixture_play_out(match, 5);
    comes_back(match, &fixture_opener);
    mq_match_destroy(match);
}

/* Concessions count from where they were made. */
static void test_conceded(void **state)
{
    (void)state;
    for (int players = 2; players <= 3; players++) {
        struct mq_match *match = fixture_match(players, "concede");
        struct mq_rng rng;

        mq_rng_seed(&rng, 3);
        for (int i = 0; i < 6; i++) {
            fixture_step(match, &rng);
        }
        assert_int_equal(mq_match_concede(match, 1), MQ_OK);
        fixture_play_out(match, 4);
        comes_back(match, &fixture_opener);
        mq_match_destroy(match);
    }
}

/* The seed of a match that runs stays secret. */
static void test_running(void **state)
{
    struct mq_match *match = fixture_match(2, "runs");
    struct mq_error error = {0};
    char *text;

    (void)state;
    assert_int_equal(mq_match_pack(match, &text, &error), MQ_CONFLICT);
    assert_null(text);
    assert_string_equal(error.message.id, "match.pack-running");
    mq_match_destroy(match);
}

/* Every text that is shorter, or has another digit, is refused. Padding bits
 * at the end say nothing: the last digit is left out. */
static void test_damaged(void **state)
{
    struct mq_match *match = fixture_match(2, "pack");
    struct mq_match *again;
    char *text;

    (void)state;
    fixture_play_out(match, 1);
    text = packed(match);
    for (size_t at = strlen(MQ_PACKED_PREFIX); at + 1 < strlen(text); at++) {
        char was = text[at];
        char others[] = {was == 'A' ? 'B' : 'A', '.', '\0'};

        for (size_t i = 0; i < sizeof(others); i++) {
            struct mq_error error = {0};
            size_t length = others[i] != '\0' ? strlen(text) : at;

            text[at] = others[i];
            assert_int_not_equal(mq__match_read(text, length, &fixture_opener,
                                                &again, NULL, &error),
                                 MQ_OK);
            assert_null(again);
            assert_non_null(error.message.id);
        }
        text[at] = was;
    }
    free(text);
    mq_match_destroy(match);
}

/* Real games stay far below the 8 KB that a link may have. */
static void test_sizes(void **state)
{
    (void)state;
    for (int i = 0; i < mq_game_count(); i++) {
        struct mq_match_config config = {.seat[0].name = "Ada"};
        const struct mq_game *game;
        struct mq_match *match;
        char *text;

        assert_int_equal(mq_game_open(mq_game_id(i), NULL, 0, &game, NULL),
                         MQ_OK);
        mq_setup_init(game, 4, &config.setup);
        mq_seed_from_text(&config.seed, "sizes");
        assert_int_equal(mq_match_create(game, &config, &match, NULL), MQ_OK);
        fixture_play_out(match, 11);
        comes_back(match, NULL);
        text = packed(match);
        print_message("%s: %d events, %zu characters\n", mq_game_id(i),
                      mq_match_length(match), strlen(text));
        assert_true(strlen(text) < 8192);
        free(text);
        mq_match_destroy(match);
        mq_game_close(game);
    }
}

static const char *answered(struct mq_bridge *bridge, const char *line,
                            struct mq_buf *answer)
{
    assert_int_equal(mq__bridge_line(bridge, line, strlen(line), answer),
                     MQ_OK);
    return answer->data;
}

/* What the bridge's `pack` gives, its `open` takes. */
static void test_bridge(void **state)
{
    struct mq_bridge *bridge = mq__bridge_create(bridge_fixture_open, NULL);
    struct mq_buf answer, line;
    const char *text;

    (void)state;
    mq__buf_init(&answer);
    mq__buf_init(&line);
    answered(bridge, "{\"op\":\"new\",\"game\":\"mlem\",\"seed\":1}", &answer);
    assert_non_null(strstr(answered(bridge, "{\"op\":\"pack\"}", &answer),
                           "match.pack-running"));
    answered(bridge, "{\"op\":\"close\"}", &answer);
    text = strstr(answered(bridge, "{\"op\":\"pack\"}", &answer), "mq1-");
    assert_non_null(text);
    mq__buf_str(&line, "{\"op\":\"open\",\"match\":\"");
    mq__buf_add(&line, text, strcspn(text, "\""));
    mq__buf_str(&line, "\"}");
    text = answered(bridge, mq__buf_text(&line), &answer);
    assert_non_null(strstr(text, "{\"ok\":true"));
    assert_non_null(strstr(text, "\"over\":true"));
    text = "{\"op\":\"open\",\"match\":\"mq1-AAAA\"}";
    assert_non_null(
        strstr(answered(bridge, text, &answer), "match.pack-damaged"));
    mq__buf_finish(&line);
    mq__buf_finish(&answer);
    mq__bridge_destroy(bridge);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bridge),
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_conceded),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_running),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_supplied_and_undone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
