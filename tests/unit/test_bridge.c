/* The bridge: every op, every error, and that a session goes on unchanged
 * after an error. */
#include "unit.h"

#include "bridge_fixture.h"

#include "core/json.h"
#include "term/boards/boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct session {
    struct mq_bridge *bridge;
    struct mq_buf answer;
    struct mq_json_doc doc; /* the last answer */
};

static int open_session(void **state)
{
    struct session *s = calloc(1, sizeof *s);

    assert_non_null(s);
    s->bridge = mq__bridge_create(bridge_fixture_open, NULL);
    mq__buf_init(&s->answer);
    assert_non_null(s->bridge);
    *state = s;
    return 0;
}

static int close_session(void **state)
{
    struct session *s = *state;

    mq__json_finish(&s->doc);
    mq__buf_finish(&s->answer);
    mq__bridge_destroy(s->bridge);
    free(s);
    return 0;
}

/* Asks; the answer is one JSON object in one line. */
static void ask_bytes(struct session *s, const char *line, size_t length)
{
    mq__json_finish(&s->doc);
    assert_int_equal(mq__bridge_line(s->bridge, line, length, &s->answer),
                     MQ_OK);
    assert_int_equal(
        mq__json_parse(&s->doc, s->answer.data, s->answer.length, NULL), MQ_OK);
    assert_null(strchr(s->answer.data, '\n'));
}

static const char *text_at(struct session *s, const char *path)
{
    const struct mq_json *node = mq__json_path(s->doc.root, path);

    if (node == NULL || node->kind != MQ_JSON_STRING) {
        fail_msg("%s is no text in %s", path, s->answer.data);
    }
    return node->text;
}

static void good(struct session *s, const char *line)
{
    ask_bytes(s, line, strlen(line));
    if (strncmp(s->answer.data, "{\"ok\":true", 10) != 0) {
        fail_msg("%s: %s", line, s->answer.data);
    }
}

static void bad(struct session *s, const char *line, const char *code,
                const char *id)
{
    ask_bytes(s, line, strlen(line));
    assert_memory_equal(s->answer.data, "{\"ok\":false", 11);
    assert_string_equal(text_at(s, "error.code"), code);
    assert_string_equal(text_at(s, "error.id"), id);
    /* Hazard's texts are in no catalogue: their sentence is the id. */
    assert_true(strlen(text_at(s, "error.message")) > 0);
}

/* The value at a path of the last answer is this JSON. */
static void is(struct session *s, const char *path, const char *json)
{
    const struct mq_json *node = mq__json_path(s->doc.root, path);
    struct mq_json_doc value;

    assert_int_equal(mq__json_parse(&value, json, strlen(json), NULL), MQ_OK);
    if (node == NULL || !mq__json_equal(node, value.root)) {
        fail_msg("%s is not %s in %s", path, json, s->answer.data);
    }
    mq__json_finish(&value);
}

#define NEW_HAZARD                                                             \
    "{\"op\":\"new\",\"game\":\"hazard\",\"players\":2,\"seed\":\"x\"}"

static void deal(struct session *s)
{
    good(s, NEW_HAZARD);
    good(s, "{\"op\":\"apply\",\"chance\":\"box bee\"}");
    good(s, "{\"op\":\"apply\",\"chance\":\"deal P1 ant bee\"}");
    good(s, "{\"op\":\"apply\",\"chance\":\"deal P2 ant cat\"}");
}

static void test_games(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"games\"}");
    is(s, "games[0].id", "\"mlem\"");
    is(s, "games[0].min_players", "2");
    is(s, "games[0].max_players", "5");
    is(s, "games[0].options[0]",
       "{\"name\":\"ufo\",\"values\":[false,true],\"standard\":false}");
}

static void test_hello(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"hello\"}");
    is(s, "protocol", "1");
    is(s, "games", "[\"mlem\",\"liftoff\",\"apogee\"]");
    is(s, "languages", "[\"en\",\"de\"]");
    good(s, "{\"op\":\"hello\",\"protocol\":1}");
    bad(s, "{\"op\":\"hello\",\"protocol\":2}", "version", "bridge.protocol");
}

/* Good and bad answers have the id of their request, and no other. */
static void test_request_id(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"hello\",\"id\":9007199254740991}");
    is(s, "id", "9007199254740991");
    bad(s, "{\"op\":\"jump\",\"id\":\"a \\\"7\\\"\"}", "unknown_word",
        "bridge.no-op");
    is(s, "id", "\"a \\\"7\\\"\"");
    bad(s, "{\"op\":\"save\",\"id\":-1}", "nothing_to_do", "bridge.no-match");
    is(s, "id", "-1");
    good(s, "{\"op\":\"hello\"}");
    assert_null(mq__json_path(s->doc.root, "id"));
    bad(s, "{\"op\":\"hello\",\"id\":[1]}", "syntax", "bridge.bad-id");
    assert_null(mq__json_path(s->doc.root, "id"));
    bad(s,
        "{\"op\":\"hello\",\"id\":\"123456789 123456789 123456789 123456789 "
        "123456789 123456789 12345\"}",
        "syntax", "bridge.bad-id");
}

static void test_new(void **state)
{
    struct session *s = *state;

    good(s, NEW_HAZARD);
    is(s, "actors", "[]");
    is(s, "chance", "true");
    is(s, "phase", "\"box\"");
    is(s, "over", "false");
    is(s, "position.players", "2");
    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"players\":3,"
            "\"options\":{\"start\":\"P2\",\"ufo\":true}}");
    is(s, "position.game", "\"mlem\"");
    is(s, "position.options.ufo", "true");
    good(s, "{\"op\":\"new\",\"game\":\"hazard\",\"options\":{\"rounds\":1,"
            "\"dice\":false}}");
    is(s, "position.rounds", "1");
    is(s, "position.dice", "false");
}

/* The same seed gives the same outcomes, typed or as digits. */
static void test_seeds(void **state)
{
    static const char *const seeds[] = {"42",
                                        "\"42\"",
                                        "\"caturday\"",
                                        "7.5",
                                        "null",
                                        "\"000102030405060708090a0b0c0d0e0f"
                                        "101112131415161718191a1b1c1d1e1f\""};
    struct session *s = *state;

    for (size_t i = 0; i < COUNT(seeds); i++) {
        char line[256], first[4096] = "";

        snprintf(line, sizeof line,
                 "{\"op\":\"new\",\"game\":\"mlem\",\"seed\":%s,"
                 "\"auto_chance\":true}",
                 seeds[i]);
        if (i == 3 || i == 4) {
            bad(s, line, "syntax", "read.not-text");
            continue;
        }
        good(s, line);
        snprintf(first, sizeof first, "%s", s->answer.data);
        good(s, line);
        assert_string_equal(first, s->answer.data);
    }
}

static void test_play(void **state)
{
    struct session *s = *state;

    deal(s);
    is(s, "actors", "[0,1]");
    is(s, "chance", "false");
    good(s, "{\"op\":\"legal\",\"player\":0}");
    is(s, "actions", "[\"give ant\",\"give bee\"]");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"give ant\"}");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"bid 2\"}");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"seal\"}");
    is(s, "actors", "[1]");
    good(s, "{\"op\":\"legal\",\"player\":0}");
    is(s, "actions", "[]");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"give cat\"}");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"bid 1\"}");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"seal\"}");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"roll\"}");
    good(s, "{\"op\":\"chance\"}");
    is(s, "outcomes[0]", "{\"text\":\"roll 1\",\"p\":0.5}");
    good(s, "{\"op\":\"apply\",\"chance\":\"roll 3\"}");
    good(s, "{\"op\":\"score\"}");
    is(s, "scores", "[2,0]");
    assert_null(mq__json_path(s->doc.root, "winners"));
    good(s, "{\"op\":\"position\"}");
    is(s, "position.seats.P1.luck", "2");
    good(s, "{\"op\":\"log\"}");
    is(s, "log[0]", "{\"chance\":\"box bee\",\"supplied\":true}");
    is(s, "log[3]", "{\"player\":0,\"action\":\"give ant\"}");
    good(s, "{\"op\":\"log\",\"notes\":true}");
    is(s, "log[0].notes[0].rule", "\"HZ-1\"");
}

static void test_views(void **state)
{
    struct session *s = *state;

    deal(s);
    good(s, "{\"op\":\"view\",\"player\":1}");
    is(s, "view.seats.P1.hidden", "2");
    is(s, "view.box", "\"?\"");
    good(s, "{\"op\":\"view\",\"player\":\"spectator\"}");
    is(s, "view.seats.P2.hidden", "2");
    good(s, "{\"op\":\"resample\",\"player\":1,\"seed\":5}");
    is(s, "position.seats.P1.hidden", "0");
    is(s, "position.seats.P2.hand.cat", "1");
    /* It is a look, not a change. */
    good(s, "{\"op\":\"position\"}");
    is(s, "position.seats.P1.hand.bee", "1");
}

static void test_sample_and_undo(void **state)
{
    struct session *s = *state;
    char first[64];

    good(s, NEW_HAZARD);
    good(s, "{\"op\":\"sample\"}");
    snprintf(first, sizeof first, "%s", text_at(s, "outcome"));
    good(s, "{\"op\":\"undo\"}");
    is(s, "undone", "1");
    is(s, "phase", "\"box\"");
    bad(s, "{\"op\":\"undo\"}", "nothing_to_do", "bridge.no-event");
    good(s, "{\"op\":\"sample\"}");
    assert_string_equal(first, text_at(s, "outcome"));
    good(s, "{\"op\":\"log\"}");
    is(s, "log[0].supplied", "false");
}

static void test_auto_chance(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"new\",\"game\":\"hazard\",\"players\":2,\"seed\":1,"
            "\"auto_chance\":true}");
    is(s, "chance", "false");
    is(s, "phase", "\"commit\"");
    assert_int_equal(mq__json_path(s->doc.root, "sampled")->count, 3);
    bad(s, "{\"op\":\"undo\"}", "nothing_to_do", "bridge.no-event");
    for (int seat = 0; seat < 2; seat++) {
        for (int i = 0; i < 3; i++) {
            char line[128];

            snprintf(line, sizeof line, "{\"op\":\"legal\",\"player\":%d}",
                     seat);
            good(s, line);
            snprintf(line, sizeof line,
                     "{\"op\":\"apply\",\"player\":%d,\"action\":\"%s\"}", seat,
                     text_at(s, "actions[0]"));
            good(s, line);
        }
    }
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"roll\"}");
    assert_int_equal(mq__json_path(s->doc.root, "sampled")->count, 1);
    is(s, "actors", "[1]");
    good(s, "{\"op\":\"undo\"}");
    is(s, "undone", "2");
    is(s, "actors", "[0]");
}

/* A position out of one session goes into another. */
static void test_load(void **state)
{
    struct session *s = *state;
    struct mq_buf line, position;
    struct mq_json_writer w;

    deal(s);
    good(s, "{\"op\":\"position\"}");
    mq__buf_init(&line);
    mq__buf_init(&position);
    mq__json_writer_init(&w, &position);
    mq__json_node(&w, NULL, mq__json_get(s->doc.root, "position"));
    mq__buf_printf(&line, "{\"op\":\"load\",\"position\":%s,\"seed\":3}",
                   position.data);
    good(s, "{\"op\":\"new\",\"game\":\"mlem\"}");
    good(s, line.data);
    is(s, "position", position.data);
    is(s, "actors", "[0,1]");
    good(s, "{\"op\":\"log\"}");
    is(s, "log", "[]");
    mq__buf_finish(&line);
    mq__buf_finish(&position);
}

static void test_bot(void **state)
{
    struct session *s = *state;
    const struct mq_json *value;
    char first[64];

    deal(s);
    good(s, "{\"op\":\"bot\",\"bot\":\"random\",\"player\":0,\"seed\":4}");
    snprintf(first, sizeof first, "%s", text_at(s, "action"));
    value = mq__json_path(s->doc.root, "value");
    assert_true(value->kind == MQ_JSON_REAL && value->real >= 0 &&
                value->real <= 1);
    good(s, "{\"op\":\"bot\",\"bot\":\"random\",\"player\":0,\"seed\":4,"
            "\"ms\":5,\"iterations\":10}");
    assert_string_equal(first, text_at(s, "action"));
    bad(s, "{\"op\":\"bot\",\"bot\":\"hal\",\"player\":0}", "unknown_word",
        "bridge.no-bot");
    good(s, "{\"op\":\"new\",\"game\":\"hazard\"}");
    bad(s, "{\"op\":\"bot\",\"bot\":\"random\",\"player\":0}", "not_your_turn",
        "match.not-your-turn");
}

static void test_to_the_end(void **state)
{
    struct session *s = *state;
    int events = 0;

    good(s, "{\"op\":\"new\",\"game\":\"hazard\",\"players\":3,\"seed\":9}");
    for (;;) {
        const struct mq_json *actors = mq__json_get(s->doc.root, "actors");
        char line[160];
        int seat;

        if (mq__json_get(s->doc.root, "over")->boolean) {
            break;
        }
        assert_true(events++ < 500);
        if (mq__json_get(s->doc.root, "chance")->boolean) {
            good(s, "{\"op\":\"sample\"}");
            continue;
        }
        seat = (int)actors->first->integer;
        snprintf(line, sizeof line,
                 "{\"op\":\"bot\",\"bot\":\"random\",\"player\":%d}", seat);
        good(s, line);
        snprintf(line, sizeof line,
                 "{\"op\":\"apply\",\"player\":%d,\"action\":\"%s\"}", seat,
                 text_at(s, "action"));
        good(s, line);
    }
    is(s, "actors", "[]");
    good(s, "{\"op\":\"score\"}");
    assert_true(mq__json_path(s->doc.root, "winners")->count > 0);
}

/* Asked after each error: nothing has changed. */
static void test_errors(void **state)
{
    static const struct {
        const char *line, *code, *id;
    } cases[] = {
        {"", "syntax", "json.syntax"},
        {"{\"op\":\"games\"", "syntax", "json.syntax"},
        {"{\"op\":\"g\xFFmes\"}", "syntax", "json.syntax"},
        {"[]", "syntax", "read.not-object"},
        {"{}", "syntax", "read.missing"},
        {"{\"op\":7}", "syntax", "read.not-text"},
        {"{\"op\":\"jump\"}", "unknown_word", "bridge.no-op"},
        {"{\"op\":\"games\",\"x\":1}", "syntax", "read.unknown-key"},
        {"{\"op\":\"new\"}", "syntax", "read.missing"},
        {"{\"op\":\"new\",\"game\":\"go\"}", "unknown_word", "match.no-game"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"players\":9}", "syntax",
         "read.range"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"options\":[]}", "syntax",
         "read.not-object"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"options\":{\"x\":1}}",
         "unknown_word", "option.unknown"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"options\":{\"dice\":[]}}",
         "unknown_word", "option.word"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"auto_chance\":1}", "syntax",
         "read.not-bool"},
        {"{\"op\":\"new\",\"game\":\"hazard\",\"x\":1}", "syntax",
         "read.unknown-key"},
        {"{\"op\":\"load\"}", "syntax", "read.missing"},
        {"{\"op\":\"load\",\"position\":7}", "bad_position", "read.missing"},
        {"{\"op\":\"load\",\"position\":{\"game\":\"go\"}}", "unknown_word",
         "match.no-game"},
        {"{\"op\":\"load\",\"position\":{\"game\":\"hazard\"}}", "bad_position",
         "read.missing"},
        {"{\"op\":\"view\"}", "syntax", "read.missing"},
        {"{\"op\":\"view\",\"player\":2}", "syntax", "read.range"},
        {"{\"op\":\"view\",\"player\":\"P1\"}", "syntax", "read.not-int"},
        {"{\"op\":\"legal\",\"player\":\"spectator\"}", "syntax",
         "read.not-int"},
        {"{\"op\":\"apply\",\"player\":0}", "syntax", "read.missing"},
        {"{\"op\":\"apply\",\"player\":0,\"action\":\"give cat\"}", "illegal",
         "hazard.illegal"},
        {"{\"op\":\"apply\",\"player\":0,\"action\":\"fly\"}", "unknown_word",
         "hazard.text"},
        {"{\"op\":\"apply\",\"chance\":\"roll 1\"}", "not_chance",
         "match.not-chance"},
        {"{\"op\":\"apply\",\"chance\":\"flood\"}", "unknown_word",
         "hazard.text"},
        {"{\"op\":\"apply\",\"chance\":\"roll 1\",\"player\":0}", "syntax",
         "read.unknown-key"},
        {"{\"op\":\"sample\"}", "not_chance", "match.not-chance"},
        {"{\"op\":\"chance\"}", "not_chance", "match.not-chance"},
        {"{\"op\":\"undo\",\"n\":2}", "syntax", "read.unknown-key"},
        {"{\"op\":\"log\",\"notes\":1}", "syntax", "read.not-bool"},
        {"{\"op\":\"bot\",\"bot\":\"random\",\"player\":0,\"ms\":-1}", "syntax",
         "read.range"},
    };
    struct session *s = *state;
    char before[8192];

    bad(s, "{\"op\":\"position\"}", "nothing_to_do", "bridge.no-match");
    deal(s);
    good(s, "{\"op\":\"position\"}");
    snprintf(before, sizeof before, "%s", s->answer.data);
    for (size_t i = 0; i < COUNT(cases); i++) {
        bad(s, cases[i].line, cases[i].code, cases[i].id);
        good(s, "{\"op\":\"position\"}");
        assert_string_equal(s->answer.data, before);
    }
}

static void test_refusal_has_rule(void **state)
{
    struct session *s = *state;

    deal(s);
    bad(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"give cat\"}", "illegal",
        "hazard.illegal");
    is(s, "error.rule", "\"HZ-1\"");
    is(s, "error.args", "[]");
    bad(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"fly\"}", "unknown_word",
        "hazard.text");
    is(s, "error.args", "[{\"kind\":\"t\",\"value\":\"fly\"}]");
}

static void test_long_line(void **state)
{
    struct session *s = *state;
    char *line = malloc(MQ_BRIDGE_LINE + 1);

    assert_non_null(line);
    memset(line, ' ', MQ_BRIDGE_LINE + 1);
    memcpy(line, "{\"op\":\"games\"}", 14);
    ask_bytes(s, line, MQ_BRIDGE_LINE);
    is(s, "ok", "true");
    ask_bytes(s, line, MQ_BRIDGE_LINE + 1);
    is(s, "error.code", "\"limit\"");
    /* Nothing but brackets, and a NUL. */
    memset(line, '[', MQ_BRIDGE_LINE);
    ask_bytes(s, line, MQ_BRIDGE_LINE);
    is(s, "error.code", "\"syntax\"");
    ask_bytes(s, "{\"op\":\"games\"}\0", 15);
    is(s, "error.code", "\"syntax\"");
    free(line);
}

#define NEW_LIFTOFF                                                            \
    "{\"op\":\"new\",\"game\":\"liftoff\",\"players\":2,\"seed\":1,"           \
    "\"options\":{\"start\":\"P1\"},\"auto_chance\":true,"                     \
    "\"names\":[\"Ann\",\"Bo\"]}"

static void test_now(void **state)
{
    struct session *s = *state;

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"now\",\"player\":0}");
    is(s, "ask.rule", "\"LO-D1\"");
    is(s, "ask.text",
       "\"Choose an objective to keep; the other two go to Bo.\"");
    is(s, "scores", "[2,4]");
    is(s, "winners", "[]");
    is(s, "undo", "{\"free\":false}");
    assert_int_equal(mq__json_path(s->doc.root, "legal")->count, 3);
    assert_non_null(mq__json_path(s->doc.root, "legal[2].notes[0].rule"));
    good(s, "{\"op\":\"now\",\"player\":0,\"language\":\"de\"}");
    assert_non_null(strstr(text_at(s, "ask.text"), "Spielendekarte"));
    good(s, "{\"op\":\"now\",\"player\":\"spectator\"}");
    is(s, "ask", "null");
    is(s, "legal", "[]");
    bad(s, "{\"op\":\"now\",\"player\":0,\"language\":\"fr\"}", "syntax",
        "read.word");
}

static void test_why(void **state)
{
    struct session *s = *state;

    deal(s);
    good(s, "{\"op\":\"why\",\"player\":0,\"action\":\"give ant\"}");
    is(s, "legal", "true");
    good(s, "{\"op\":\"why\",\"player\":0,\"action\":\"give cat\"}");
    is(s, "legal", "false");
    is(s, "note.rule", "\"HZ-1\"");
    bad(s, "{\"op\":\"why\",\"player\":0,\"action\":\"fly\"}", "unknown_word",
        "hazard.text");
    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"seed\":1,"
            "\"options\":{\"start\":\"P1\"}}");
    good(s, "{\"op\":\"why\",\"player\":1,\"action\":\"board pip\"}");
    is(s, "legal", "false");
    is(s, "note.id", "\"match.not-your-turn\"");
    is(s, "note.rule", "null");
}

static void test_points_and_board(void **state)
{
    struct session *s = *state;

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"breakdown\",\"player\":0}");
    is(s, "players[1][0].points", "4");
    is(s, "players[1][0].rule", "\"LO-S4\"");
    is(s, "players[1][0].sentence.text", "\"at the start\"");
    good(s, "{\"op\":\"breakdown\"}");
    is(s, "players[0][0].points", "2");
    bad(s, "{\"op\":\"board\",\"player\":0,\"width\":3}", "syntax",
        "read.range");
    good(s, "{\"op\":\"board\",\"player\":0,\"width\":60,"
            "\"language\":\"de\"}");
    assert_non_null(strstr(text_at(s, "board"), "Ann"));
    assert_null(strchr(text_at(s, "board"), MQ_MARK));
    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"seed\":1,"
            "\"options\":{\"start\":\"P1\"},\"auto_chance\":true}");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"board settler\"}");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"board scout\"}");
    good(s, "{\"op\":\"odds\",\"player\":0}");
    assert_true(mq__json_path(s->doc.root, "odds[0].chance")->real > 0);
    assert_true(strlen(text_at(s, "odds[0].sentence.text")) > 0);
}

static void test_hint(void **state)
{
    struct session *s = *state;

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"hint\",\"player\":0,\"iterations\":50,\"seed\":1}");
    is(s, "valued", "true");
    assert_memory_equal(text_at(s, "moves[0].text"), "keep ", 5);
    assert_true(mq__json_path(s->doc.root, "moves[0].value")->real <= 1);
    assert_non_null(mq__json_path(s->doc.root, "moves[0].notes[0].text"));
    bad(s, "{\"op\":\"hint\",\"player\":0,\"bot\":\"hal\"}", "unknown_word",
        "bridge.no-bot");
}

/* In any order an event is judged alike. */
static void test_judged_by_number(void **state)
{
    struct session *s = *state;
    double played;

    good(s,
         "{\"op\":\"new\",\"game\":\"mlem\",\"options\":{\"start\":\"P1\"}}");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"board scout\"}");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"board pip\"}");
    good(s, "{\"op\":\"analyze\",\"iterations\":8}");
    good(s, "{\"op\":\"judge\"}");
    good(s, "{\"op\":\"judge\"}");
    is(s, "event.action", "\"board pip\"");
    is(s, "same", "false");
    played = mq__json_path(s->doc.root, "event.played")->real;
    good(s, "{\"op\":\"analyze\",\"iterations\":8}");
    for (int i = 0; i < 2; i++) {
        good(s, "{\"op\":\"judge\",\"event\":2}");
        is(s, "event.number", "2");
        is(s, "event.action", "\"board pip\"");
        assert_true(mq__json_path(s->doc.root, "event.played")->real == played);
    }
    good(s, "{\"op\":\"judge\",\"event\":1}");
    is(s, "event.action", "\"board scout\"");
}

static void test_analysis(void **state)
{
    struct session *s = *state;

    good(s,
         "{\"op\":\"new\",\"game\":\"mlem\",\"options\":{\"start\":\"P1\"}}");
    bad(s, "{\"op\":\"judge\"}", "nothing_to_do", "bridge.no-analysis");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"board scout\"}");
    good(s, "{\"op\":\"analyze\",\"iterations\":8}");
    is(s, "length", "1");
    good(s, "{\"op\":\"judge\"}");
    is(s, "event.action", "\"board scout\"");
    is(s, "judged", "1");
    is(s, "finished", "true");
    assert_true(strlen(text_at(s, "sentence.text")) > 0);
    assert_true(strlen(text_at(s, "why.alternative[0].text")) > 0);
    bad(s, "{\"op\":\"judge\"}", "nothing_to_do", "bridge.all-judged");
    good(s, "{\"op\":\"analyze\",\"iterations\":8}");
    good(s, "{\"op\":\"undo\"}");
    bad(s, "{\"op\":\"judge\"}", "nothing_to_do", "bridge.no-analysis");
}

/* What nobody knows can't be played out. */
static void test_analysis_of_a_view(void **state)
{
    struct session *s = *state;
    struct mq_buf line;
    size_t length;

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"view\",\"player\":0}");
    length = (size_t)(strstr(s->answer.data, ",\"actors\"") -
                      strstr(s->answer.data, "\"view\":") - 7);
    mq__buf_init(&line);
    mq__buf_str(&line, "{\"op\":\"load\",\"seed\":1,\"position\":");
    mq__buf_add(&line, strstr(s->answer.data, "\"view\":") + 7, length);
    mq__buf_char(&line, '}');
    good(s, mq__buf_text(&line));
    mq__buf_finish(&line);
    bad(s, "{\"op\":\"analyze\"}", "bad_position", "bridge.hidden");
}

static void test_position_at(void **state)
{
    struct session *s = *state;

    deal(s);
    good(s, "{\"op\":\"position\",\"at\":0}");
    assert_non_null(strstr(s->answer.data, "\"position\""));
    bad(s, "{\"op\":\"position\",\"at\":4}", "syntax", "read.range");
}

/* A player's log counts and shows what that player has seen. */
static void test_seen_log(void **state)
{
    struct session *s = *state;

    deal(s);
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"give ant\"}");
    good(s, "{\"op\":\"log\",\"player\":0}");
    is(s, "log[0].number", "1");
    is(s, "log[0].seat", "null");
    is(s, "log[1].text", "\"deal P1 ant bee\"");
    good(s, "{\"op\":\"log\",\"player\":1,\"from\":2,\"views\":true}");
    is(s, "log[0].number", "2");
    is(s, "log[0].text", "\"deal P1 ? ?\"");
    is(s, "log[0].view.seats.P1.hidden", "2");
    good(s, "{\"op\":\"log\",\"player\":\"all\"}");
    is(s, "log[2].text", "\"deal P2 ant cat\"");
    is(s, "log[3].number", "4");
    is(s, "log[3].seat", "0");
    good(s, "{\"op\":\"view\",\"player\":1,\"at\":0}");
    is(s, "view.seats.P1.hidden", "0");
    good(s, "{\"op\":\"view\",\"player\":1,\"at\":2}");
    is(s, "view.seats.P1.hidden", "2");
    is(s, "view.seats.P2.hidden", "0");
    bad(s, "{\"op\":\"view\",\"player\":1,\"at\":99}", "range",
        "bridge.no-number");
}

static void test_own_undo(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"seed\":1,"
            "\"options\":{\"start\":\"P1\"}}");
    bad(s, "{\"op\":\"undo\",\"player\":0}", "nothing_to_do",
        "bridge.no-event");
    good(s, "{\"op\":\"apply\",\"player\":0,\"action\":\"board pip\"}");
    good(s, "{\"op\":\"now\",\"player\":0}");
    is(s, "undo.free", "true");
    good(s, "{\"op\":\"apply\",\"player\":1,\"action\":\"board scout\"}");
    good(s, "{\"op\":\"now\",\"player\":0}");
    is(s, "undo.free", "false");
    good(s, "{\"op\":\"undo\",\"player\":0}");
    is(s, "undone", "2");
    is(s, "actors", "[0]");
    good(s, "{\"op\":\"redo\"}");
    is(s, "replayed", "2");
    good(s, "{\"op\":\"undo\",\"player\":1,\"to\":1}");
    is(s, "undone", "1");
    is(s, "actors", "[1]");
    bad(s, "{\"op\":\"undo\",\"player\":1,\"to\":1}", "nothing_to_do",
        "bridge.no-event");
}

/* Without a player `to` counts what some haven't seen, too. */
static void test_undo_to_any_event(void **state)
{
    struct session *s = *state;

    deal(s);
    good(s, "{\"op\":\"undo\",\"to\":1}");
    is(s, "undone", "2");
    good(s, "{\"op\":\"log\"}");
    is(s, "log[0].chance", "\"box bee\"");
}

/* What `save` gives, `open` takes: the same match, from file to file. */
static void test_save_and_open(void **state)
{
    struct session *s = *state;
    struct mq_buf line;
    struct mq_json_writer w;
    char saved[16384];

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"bot\",\"bot\":\"greedy\",\"player\":0}");
    good(s, "{\"op\":\"save\"}");
    snprintf(saved, sizeof saved, "%s", text_at(s, "match"));
    mq__buf_init(&line);
    mq__json_writer_init(&w, &line);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "op", "open");
    mq__json_str(&w, "match", saved);
    mq__json_bool(&w, "auto_chance", true);
    mq__json_close(&w, '}');
    good(s, NEW_HAZARD);
    good(s, mq__buf_text(&line));
    is(s, "dropped_from", "0");
    is(s, "position.game", "\"liftoff\"");
    good(s, "{\"op\":\"save\"}");
    assert_string_equal(text_at(s, "match"), saved);
    good(s, "{\"op\":\"now\",\"player\":0}");
    assert_non_null(strstr(text_at(s, "ask.text"), "Bo"));
    good(s, "{\"op\":\"close\"}");
    is(s, "over", "true");
    bad(s, "{\"op\":\"open\",\"match\":\"{}\"}", "damaged", "match.no-header");
    mq__buf_finish(&line);
}

static void test_own_tables(void **state)
{
    struct session *s = *state;

    good(s, "{\"op\":\"tables\",\"game\":\"mlem\",\"tables\":{}}");
    is(s, "errors", "0");
    good(s, "{\"op\":\"tables\",\"game\":\"mlem\","
            "\"tables\":{\"mat.csv\":\"a,b\\n1,2\\n\"}}");
    is(s, "findings[0].file", "\"mat.csv\"");
    is(s, "findings[0].warning", "false");
    assert_true(strlen(text_at(s, "findings[0].sentence.text")) > 0);
    bad(s,
        "{\"op\":\"new\",\"game\":\"mlem\","
        "\"tables\":{\"mat.csv\":\"a,b\\n1,2\\n\"}}",
        "bad_tables", "bridge.bad-tables");
    bad(s,
        "{\"op\":\"load\",\"position\":{\"game\":\"mlem\"},"
        "\"tables\":{\"mat.csv\":\"a,b\\n1,2\\n\"}}",
        "bad_tables", "bridge.bad-tables");
    bad(s, "{\"op\":\"tables\",\"game\":\"chess\",\"tables\":{}}",
        "unknown_word", "match.no-game");
    bad(s, "{\"op\":\"new\",\"game\":\"mlem\",\"tables\":[]}", "syntax",
        "bridge.bad-files");
    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"tables\":{}}");
    good(s, "{\"op\":\"new\",\"game\":\"mlem\"}");
}

static void test_say(void **state)
{
    struct session *s = *state;

    good(s, NEW_LIFTOFF);
    good(s, "{\"op\":\"say\",\"language\":\"de\",\"sentences\":["
            "{\"id\":\"match.not-your-turn\",\"args\":"
            "[{\"kind\":\"p\",\"value\":1}]},"
            "{\"id\":\"match.over\",\"args\":[]}]}");
    is(s, "texts", "[\"Bo ist nicht am Zug.\",\"Die Partie ist vorbei.\"]");
    bad(s, "{\"op\":\"say\",\"sentences\":[{\"id\":1}]}", "syntax",
        "bridge.bad-sentence");
    bad(s, "{\"op\":\"say\",\"sentences\":[{\"id\":\"x\",\"args\":[{}]}]}",
        "syntax", "bridge.bad-sentence");
}

static void test_names(void **state)
{
    struct session *s = *state;
    char name[MQ_NAME_SIZE + 1] = "", line[MQ_NAME_SIZE + 64];

    bad(s, "{\"op\":\"new\",\"game\":\"mlem\",\"names\":[1]}", "syntax",
        "bridge.bad-name");
    memset(name, 'x', MQ_NAME_SIZE);
    snprintf(line, sizeof(line),
             "{\"op\":\"new\",\"game\":\"mlem\",\"names\":[\"%s\"]}", name);
    bad(s, line, "syntax", "bridge.bad-name");
}

/* The value at a path of the last answer, as text; the caller frees it. */
static char *part(struct session *s, const char *path)
{
    const struct mq_json *node = mq__json_path(s->doc.root, path);
    struct mq_json_writer w;
    struct mq_buf buf;

    if (node == NULL) {
        fail_msg("no %s in %s", path, s->answer.data);
    }
    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_node(&w, NULL, node);
    assert_false(buf.failed);
    return buf.data;
}

/* What `play` told at that path is what the other op tells now. */
static void same(struct session *s, struct session *other, const char *path,
                 const char *op, const char *there)
{
    char *told = part(s, path);
    char *asked;

    good(other, op);
    asked = part(other, there);
    assert_string_equal(told, asked);
    free(told);
    free(asked);
}

/* One answer of `play` is what apply, sample, view, now, log and save give. */
static void test_one_answer(void **state)
{
    static const char *const now[] = {"ask",    "legal",  "undo",
                                      "scores", "actors", "phase"};
    struct session *s = *state;
    void *second;
    struct session *other;

    open_session(&second);
    other = second;
    deal(s);
    deal(other);
    good(s, "{\"op\":\"play\",\"player\":0,\"action\":\"give bee\","
            "\"viewer\":0,\"from\":3,\"kept\":3,\"views\":true,"
            "\"position\":true,\"breakdown\":true}");
    good(other, "{\"op\":\"apply\",\"player\":0,\"action\":\"give bee\"}");
    is(s, "open", "false");
    is(s, "entries", "4");
    is(s, "length", "4");
    same(s, other, "view", "{\"op\":\"view\",\"player\":0}", "view");
    same(s, other, "position", "{\"op\":\"position\"}", "position");
    same(s, other, "breakdown", "{\"op\":\"breakdown\",\"player\":0}",
         "players");
    for (size_t i = 0; i < COUNT(now); i++) {
        same(s, other, now[i], "{\"op\":\"now\",\"player\":0}", now[i]);
    }
    for (int i = 0; i < 2; i++) {
        static const char *const keys[] = {"number", "seat",   "text",
                                           "notes",  "scores", "view"};

        for (size_t k = 0; k < COUNT(keys); k++) {
            char path[32];

            snprintf(path, sizeof path, "log[%d].%s", i, keys[k]);
            same(s, other, path,
                 "{\"op\":\"log\",\"player\":0,\"from\":3,\"views\":true}",
                 path);
        }
    }
    is(s, "log[1].phase", "\"commit\"");
    is(s, "log[1].chance", "false");
    close_session(&second);
}

/* Head and lines, asked for bit by bit, are the record that `save` gives. */
static void test_new_lines(void **state)
{
    static const char *const asked[] = {
        "{\"op\":\"play\",\"sample\":true}",
        "{\"op\":\"play\",\"player\":0,\"action\":\"board scout\",\"kept\":0}",
        "{\"op\":\"play\",\"player\":1,\"action\":\"board pip\",\"kept\":1,"
        "\"sample\":true}",
    };
    struct session *s = *state;
    struct mq_buf record;

    mq__buf_init(&record);
    good(s, "{\"op\":\"new\",\"game\":\"mlem\",\"options\":{\"start\":"
            "\"P1\"},\"seed\":4}");
    for (size_t i = 0; i < COUNT(asked); i++) {
        char path[32];

        good(s, asked[i]);
        assert_int_equal(mq__json_path(s->doc.root, "head") != NULL, i == 0);
        for (int k = 0; i == 0 && k < 2; k++) {
            snprintf(path, sizeof path, "head[%d]", k);
            mq__buf_printf(&record, "%s\n", text_at(s, path));
        }
        for (int k = 0; k < mq__json_path(s->doc.root, "lines")->count; k++) {
            snprintf(path, sizeof path, "lines[%d]", k);
            mq__buf_printf(&record, "%s\n", text_at(s, path));
        }
    }
    is(s, "entries", "3");
    assert_int_equal(mq__json_path(s->doc.root, "sampled")->count, 1);
    is(s, "chance", "false");
    good(s, "{\"op\":\"save\"}");
    assert_string_equal(text_at(s, "match"), mq__buf_text(&record));
    mq__buf_finish(&record);
}

static void test_refused_move(void **state)
{
    struct session *s = *state;

    deal(s);
    bad(s, "{\"op\":\"play\",\"player\":0,\"action\":\"give fox\"}", "illegal",
        "hazard.illegal");
    bad(s, "{\"op\":\"play\",\"kept\":4}", "syntax", "read.range");
    bad(s, "{\"op\":\"play\",\"viewer\":2}", "syntax", "read.range");
    good(s, "{\"op\":\"play\",\"viewer\":\"spectator\"}");
    is(s, "entries", "3");
    is(s, "open", "true");
    is(s, "legal", "[]");
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, open_session, close_session)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_games),
        TEST(test_hello),
        TEST(test_request_id),
        TEST(test_new),
        TEST(test_seeds),
        TEST(test_play),
        TEST(test_views),
        TEST(test_sample_and_undo),
        TEST(test_auto_chance),
        TEST(test_load),
        TEST(test_bot),
        TEST(test_to_the_end),
        TEST(test_errors),
        TEST(test_refusal_has_rule),
        TEST(test_long_line),
        TEST(test_now),
        TEST(test_why),
        TEST(test_points_and_board),
        TEST(test_hint),
        TEST(test_seen_log),
        TEST(test_own_undo),
        TEST(test_save_and_open),
        TEST(test_own_tables),
        TEST(test_names),
        TEST(test_say),
        TEST(test_analysis),
        TEST(test_judged_by_number),
        TEST(test_analysis_of_a_view),
        TEST(test_position_at),
        TEST(test_undo_to_any_event),
        TEST(test_one_answer),
        TEST(test_new_lines),
        TEST(test_refused_move),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
