/* The scenario runner: every line, passing and failing, and what is none. The
 * game is Hazard; `broken` is Hazard with some function spoilt. */
#include "unit.h"

#include "core/form.h"
#include "core/json.h"
#include "games/hazard.h"
#include "scenario/scenario.h"
#include "term/rules.h"

#include <stdio.h>
#include <string.h>

static bool always_ok;

static enum mq_status no_reason(const struct mq_game *g, const void *st,
                                int seat, mq_action action, struct mq_note *out)
{
    (void)g;
    (void)st;
    (void)seat;
    (void)action;
    memset(out, 0, sizeof *out);
    return always_ok ? MQ_OK : MQ_ILLEGAL;
}

/* Somebody acts beside chance. */
static enum mq_turn crowded_turn(const struct mq_game *g, const void *st,
                                 uint32_t *actors)
{
    enum mq_turn turn = hz_game()->rules.turn(g, st, actors);

    *actors = turn == MQ_TURN_CHANCE ? 2 : *actors;
    return turn;
}

static void other_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out)
{
    (void)g;
    (void)event;
    mq__buf_str(out, "something");
}

/* Redacts to what depends on how often it was done. */
static void restless_redact(const struct mq_game *g, void *st, int seat)
{
    (void)g;
    (void)seat;
    ((struct hz_state *)st)->notes[0]++;
}

static void forgetful_position(const struct mq_game *g, const void *st,
                               struct mq_json_writer *w)
{
    struct hz_state copy;

    memcpy(&copy, st, sizeof copy);
    copy.rounds = 1;
    mq__form_write(g, &copy, w);
}

static const char *const derived[] = {"seats.P2.luck", "unseen", NULL};

static void put_absent(struct mq_json_doc *doc, const char *path,
                       const char *json)
{
    struct mq_json_doc value;

    if (mq__json_path(doc->root, path) != NULL) {
        return;
    }
    assert_int_equal(mq__json_parse(&value, json, strlen(json), NULL), MQ_OK);
    assert_int_equal(mq__json_put(doc, path, value.root, NULL), MQ_OK);
    mq__json_finish(&value);
}

/* Computes what is absent: here always the same. */
static enum mq_status read_derived(const struct mq_game *g,
                                   const struct mq_json *node, void *state,
                                   struct mq_error *error)
{
    struct mq_json_writer w;
    struct mq_json_doc doc;
    struct mq_buf buf;
    enum mq_status status;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_node(&w, NULL, node);
    assert_int_equal(mq__json_parse(&doc, buf.data, buf.length, NULL), MQ_OK);
    put_absent(&doc, "seats.P2.luck", "-1");
    put_absent(&doc, "unseen",
               "{\"ant\":1,\"bee\":1,\"cat\":1,\"dog\":2,\"elk\":1,"
               "\"fox\":1}");
    status = mq__form_read(g, doc.root, state, error);
    mq__json_finish(&doc);
    mq__buf_finish(&buf);
    return status;
}

static enum mq_status open_game(void *context, const char *id,
                                const char *tables, const struct mq_game **out)
{
    struct mq_game *game = context;

    if (strcmp(id, "hazard") != 0) {
        return MQ_UNKNOWN_WORD;
    }
    *game = *hz_game();
    *out = game;
    if (tables == NULL) {
        return MQ_OK;
    }
    always_ok = strcmp(tables, "always-ok") == 0;
    if (always_ok || strcmp(tables, "never-ok") == 0) {
        game->words.why_not = no_reason;
    } else if (strcmp(tables, "crowded") == 0) {
        game->rules.turn = crowded_turn;
    } else if (strcmp(tables, "other-text") == 0) {
        game->words.write_text = other_text;
    } else if (strcmp(tables, "restless") == 0) {
        game->secrets.redact = restless_redact;
    } else if (strcmp(tables, "forgetful") == 0) {
        game->position.write = forgetful_position;
    } else if (strcmp(tables, "derived") == 0) {
        game->position.derived = derived;
        game->position.read = read_derived;
    } else {
        return MQ_TABLES;
    }
    return MQ_OK;
}

static enum mq_status run(const char *text, struct mq_scenario_result *out)
{
    struct mq_game game;

    return mq__scenario_run(text, strlen(text), open_game, &game, out);
}

/* Two players have their cards: P1 an ant and a bee, P2 a cat and an ant. */
#define DEALT                                                                  \
    "# HZ-1: a case\n"                                                         \
    "game hazard players=2 rounds=1\n"                                         \
    "chance box bee\n"                                                         \
    "chance deal P1 ant bee\n"                                                 \
    "chance deal P2 ant cat\n" /* 5 lines */

#define TURN                                                                   \
    DEALT "P1 give ant\nP2 give cat\nP1 bid 2\nP2 bid 0\nP1 seal\nP2 seal\n"

static void test_passes(void **state)
{
    static const char *const cases[] = {
        DEALT "expect players = 2\n",
        DEALT "expect seats.P1.hand.ant = 1\r\n\n   \n# done\n",
        DEALT "expect seats.P1.hand = {\"bee\":1,\"ant\":1,\"cat\":0,"
              "\"dog\":0,\"elk\":0,\"fox\":0}\n",
        DEALT "expect step = commit\nexpect step = \"commit\"\n",
        DEALT "expect notes has 0\nexpect notes lacks 7\n",
        DEALT "expect seats has P1\nexpect seats lacks P3\n",
        DEALT "expect seats.P3 absent\n",
        DEALT "view P2 seats.P1.hidden = 2\nview P1 seats.P1.hidden = 0\n"
              "view spectator seats.P2.hidden = 2\n",
        DEALT "turn = P1 P2\nphase = commit\nwinners = nobody\n",
        DEALT "legal P1 = give bee; give ant\nlegal P1 has give ant\n"
              "legal P1 lacks give cat\n",
        DEALT "illegal P1 give cat\nbecause hazard.illegal\n"
              "illegal P1 give cat HZ-1\nbecause illegal\n"
              "illegal P1 seal\nillegal chance roll 1\n",
        DEALT "unknown P1 give owl\nunknown chance flood\n",
        DEALT "P1 give ant\nsee P1 give ant\nsee P2 nothing\n"
              "see spectator nothing\nreveals = nobody\n",
        TURN "turn = P1\nreveals = P1 P2\nlegal P2 = nothing\n"
             "P1 roll\nturn = chance\noutcomes = 3\n"
             "chance-of roll 1 = 1/2\nchance-of roll 2 = 1/3\n"
             "chance-of roll 3 = 1/6\nchance roll 3\nscores = 2 0\n"
             "points P1 dice = 2\npoints P1 cards = 0\nturn = P2\n",
        TURN "P1 tuck bee\nsee P2 tuck ?\nsee P1 tuck bee\n"
             "chance draw P1 fox\nsee P2 draw P1 ?\nreveals = P1\n",
        DEALT "given seats.P1.points = 5\ngiven seats.P2.points = 7\n"
              "scores = 5 7\n",
        DEALT "given seats.P1.points = 5\n\n# both are one edit\n"
              "given seats.P2.points = 7\nscores = 5 7\n",
        DEALT "given step = over\ngiven round = 1\ngiven turns = 0\n"
              "given seats.P1.bid = \"0\"\ngiven seats.P2.bid = \"1\"\n"
              "turn = over\nwinners = P1 P2\n",
        DEALT "fail-given cards\ngiven seats.P1.hand.ant = 2\n"
              "expect seats.P1.hand.ant = 1\n",
        DEALT "fail-given cards\ngiven seats.P1.hand.ant = 2\n",
        "game hazard\nexpect players = 2\n",
        "game hazard players=3 tables derived\nexpect players = 3\n",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_scenario_result result;
        enum mq_status status = run(cases[i], &result);

        if (!result.passed) {
            print_message("case %zu, line %d: %s\n%s\n%s\n", i, result.line,
                          result.message.id, result.expected, result.came);
        }
        assert_int_equal(status, MQ_OK);
        assert_true(result.passed);
        assert_int_equal(result.line, 0);
    }
}

struct failure {
    const char *text;
    int line;
    const char *id;
    const char *expected, *came; /* NULL: whatever */
};

static void must_fail(const struct failure *cases, size_t count,
                      enum mq_status expected)
{
    for (size_t i = 0; i < count; i++) {
        struct mq_scenario_result result;
        enum mq_status status = run(cases[i].text, &result);

        if (result.line != cases[i].line || result.message.id == NULL ||
            strcmp(result.message.id, cases[i].id) != 0) {
            print_message("case %zu, line %d: %s\n", i, result.line,
                          result.message.id);
        }
        assert_int_equal(status, expected);
        assert_false(result.passed);
        assert_int_equal(result.line, cases[i].line);
        assert_string_equal(result.message.id, cases[i].id);
        if (cases[i].expected != NULL) {
            assert_string_equal(result.expected, cases[i].expected);
        }
        if (cases[i].came != NULL) {
            assert_string_equal(result.came, cases[i].came);
        }
    }
}

static void test_fails(void **state)
{
    static const struct failure cases[] = {
        {DEALT "expect players = 3\n", 6, "scenario.differs", "3", "2"},
        {DEALT "expect step = turn\n", 6, "scenario.differs", "turn",
         "\"commit\""},
        {DEALT "expect step = 2\n", 6, "scenario.differs", "2", "\"commit\""},
        {DEALT "expect moons = 2\n", 6, "scenario.no-path", "2", ""},
        {DEALT "expect players absent\n", 6, "scenario.differs", "absent", "2"},
        {DEALT "expect notes lacks 0\n", 6, "scenario.differs", "0", NULL},
        {DEALT "expect notes has 1\n", 6, "scenario.differs", "1", NULL},
        {DEALT "view P2 seats.P1.hidden = 0\n", 6, "scenario.differs", "0",
         "2"},
        {DEALT "turn = P1\n", 6, "scenario.differs", "P1", "P1 P2"},
        {DEALT "turn = chance\n", 6, "scenario.differs", "chance", "P1 P2"},
        {DEALT "winners = P1\n", 6, "scenario.differs", "P1", "nobody"},
        {DEALT "phase = turn\n", 6, "scenario.differs", "turn", "commit"},
        {DEALT "scores = 0 1\n", 6, "scenario.differs", "0 1", "0 0"},
        {DEALT "points P1 dice = 1\n", 6, "scenario.differs", "1", "0"},
        {DEALT "legal P1 = give ant\n", 6, "scenario.differs", "give ant",
         "give ant; give bee"},
        {DEALT "legal P1 = give ant; give bee; give cat\n", 6,
         "scenario.differs", NULL, "give ant; give bee"},
        {DEALT "legal P1 = give ant; give ant\n", 6, "scenario.differs", NULL,
         NULL},
        {DEALT "legal P1 = nothing\n", 6, "scenario.differs", "nothing", NULL},
        {DEALT "legal P1 has give cat\n", 6, "scenario.differs", "give cat",
         NULL},
        {DEALT "legal P1 lacks give ant\n", 6, "scenario.differs", "give ant",
         NULL},
        {DEALT "legal P1 lacks give owl\n", 6, "scenario.no-action", NULL,
         NULL},
        {DEALT "illegal P1 give ant\n", 6, "scenario.accepted", NULL, NULL},
        {DEALT "illegal P1 give owl\n", 6, "scenario.no-action", NULL, NULL},
        {DEALT "illegal P1 give cat\nbecause it is late\n", 7,
         "scenario.differs", "it is late", "hazard.illegal"},
        {DEALT "illegal P1 give cat HZ-2\n", 6, "scenario.other-rule", NULL,
         NULL},
        {DEALT "unknown P1 give cat\n", 6, "scenario.known", NULL, NULL},
        {DEALT "P1 give cat\nexpect players = 2", 6, "scenario.refused", NULL,
         NULL},
        {DEALT "P1 give owl\nexpect players = 2", 6, "scenario.no-action", NULL,
         NULL},
        {DEALT "chance roll 1\nexpect players = 2", 6, "scenario.refused", NULL,
         NULL},
        {DEALT "outcomes = 3\n", 6, "scenario.not-chance", NULL, NULL},
        {DEALT "P1 give ant\nsee P2 give ant\n", 7, "scenario.differs",
         "give ant", "nothing"},
        {DEALT "P1 give ant\nreveals = P1\n", 7, "scenario.differs", "P1",
         "nobody"},
        {TURN "P1 roll\noutcomes = 6\n", 13, "scenario.differs", "6", "3"},
        {TURN "P1 roll\nchance-of roll 1 = 1/3\n", 13, "scenario.differs",
         "1/3", "0.5"},
        {TURN "P1 roll\nchance-of box ant = 1/3\n", 13, "scenario.differs",
         "1/3", "0"},
        {DEALT "given seats.P1.hand.ant = 2\n\nexpect players = 2\n", 6,
         "scenario.given-refused", NULL, NULL},
        {DEALT "given seats.P9.hand.ant = 2\nexpect players = 2\n", 6,
         "path.missing", NULL, NULL},
        {DEALT "given seats.P1.points = 5\ngiven seats.P2.owls = 2\n", 7,
         "scenario.given-refused", NULL, NULL},
        {DEALT "fail-given cards\ngiven seats.P1.points = 2\n", 7,
         "scenario.given-accepted", "cards", NULL},
        {DEALT "fail-given owls\ngiven seats.P1.hand.ant = 2\n", 7,
         "scenario.given-otherwise", "owls", NULL},
    };

    (void)state;
    must_fail(cases, COUNT(cases), MQ_OK);
}

/* Games that don't keep their promises: noticed without a line for it. */
static void test_bad_games(void **state)
{
    static const struct failure cases[] = {
        {"game hazard tables restless\nexpect players = 2", 1,
         "scenario.redact-twice", NULL, NULL},
        {"game hazard tables other-text\nchance box ant\nexpect players = 2", 2,
         "scenario.text", "box ant", "something"},
        {"game hazard tables never-ok\nchance box ant\nexpect players = 2", 2,
         "scenario.why-not", NULL, NULL},
        {"game hazard tables never-ok\nillegal chance roll 1", 2,
         "scenario.no-reason", NULL, NULL},
        {"game hazard tables crowded\nturn = chance", 2, "scenario.differs",
         "chance", "chance P2"},
        {"game hazard tables always-ok\nillegal chance roll 1", 2,
         "scenario.why-not", NULL, NULL},
        {"game hazard tables forgetful\nexpect players = 2", 1,
         "scenario.position-differs", NULL, NULL},
    };

    (void)state;
    must_fail(cases, COUNT(cases), MQ_OK);
}

static void test_no_scenarios(void **state)
{
    static const struct failure cases[] = {
        {"", 1, "scenario.no-game-line", NULL, NULL},
        {"# nothing\n\n", 3, "scenario.no-game-line", NULL, NULL},
        {"expect players = 2\n", 1, "scenario.no-game-line", NULL, NULL},
        {"game\n", 1, "scenario.form", NULL, NULL},
        {"game go\n", 1, "scenario.no-game", NULL, NULL},
        {"game hazard tables\n", 1, "scenario.form", NULL, NULL},
        {"game hazard tables none\n", 1, "scenario.tables", NULL, NULL},
        {"game hazard players\n", 1, "scenario.form", NULL, NULL},
        {"game hazard players=9\n", 1, "option.number", NULL, NULL},
        {"game hazard owls=1\n", 1, "option.unknown", NULL, NULL},
        {"game hazard\ngame hazard\n", 2, "scenario.second-game", NULL, NULL},
        {"game hazard\nchance box ant\n", 3, "scenario.no-check", NULL, NULL},
        {"game hazard\nwhatever\n", 2, "scenario.unknown-line", NULL, NULL},
        {"game hazard\nP3 roll\n", 2, "scenario.seat", NULL, NULL},
        {"game hazard\nP6 roll\n", 2, "scenario.unknown-line", NULL, NULL},
        {"game hazard\nview P3 players = 2\n", 2, "scenario.seat", NULL, NULL},
        {"game hazard\nillegal spectator roll\n", 2, "scenario.seat", NULL,
         NULL},
        {"game hazard\nexpect players\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nexpect players =\n", 2, "scenario.no-value", NULL, NULL},
        {"game hazard\nexpect players = [1\n", 2, "json.syntax", NULL, NULL},
        {"game hazard\ngiven players 3\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\ngiven a..b = 3\nturn = chance\n", 2, "path.syntax", NULL,
         NULL},
        {"game hazard\nturn\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nscores = 0\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nscores = 0 0 0\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nchance-of box ant = x\n", 2, "scenario.form", NULL,
         NULL},
        {"game hazard\nchance-of box ant = 1/0\n", 2, "scenario.form", NULL,
         NULL},
        {"game hazard\nlegal P1 roll\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nsee P1 roll\n", 2, "scenario.no-event", NULL, NULL},
        {"game hazard\nreveals = P1\n", 2, "scenario.no-event", NULL, NULL},
        {"game hazard\nbecause x\n", 2, "scenario.no-refusal", NULL, NULL},
        {"game hazard\nillegal P1 roll\nbecause\n", 3, "scenario.form", NULL,
         NULL},
        {"game hazard\nfail-given\n", 2, "scenario.form", NULL, NULL},
        {"game hazard\nfail-given x\nturn = chance\n", 3, "scenario.fail-given",
         NULL, NULL},
        {"game hazard\nfail-given x\n", 3, "scenario.fail-given", NULL, NULL},
    };
    struct mq_scenario_result result;
    struct mq_game game;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        /* A path that leads nowhere is a failure, all else is no scenario. */
        bool path = strncmp(cases[i].id, "path.", 5) == 0;

        must_fail(&cases[i], 1, path ? MQ_OK : MQ_SYNTAX);
    }
    assert_int_equal(
        mq__scenario_run("game\0hazard", 11, open_game, &game, &result),
        MQ_SYNTAX);
    assert_string_equal(result.message.id, "scenario.nul");
}

/* What follows from the rest goes unless a `given` of the edit names it. */
static void test_derived(void **state)
{
#define BEGIN                                                                  \
    "game hazard tables derived\nchance box bee\n"                             \
    "chance deal P1 ant bee\nchance deal P2 ant cat\n" /* 4 lines */
    static const struct failure cases[] = {
        /* Computed again … */
        {BEGIN "given seats.P1.luck = 1\nscores = 0 0\n", 6, "scenario.differs",
         "0 0", "1 -1"},
        /* … unless it, what it stands in or a part of it is said. */
        {BEGIN "given seats.P2.luck = 4\nscores = 0 0\n", 6, "scenario.differs",
         "0 0", "0 4"},
        {BEGIN "given unseen.ant = 2\nscores = 0 0\n", 5,
         "scenario.given-refused", NULL, NULL},
        {BEGIN "given seats.P2.luck = 4\nturn = P1 P2\n"
               "given seats.P1.luck = 1\nscores = 0 0\n",
         8, "scenario.differs", "0 0", "1 -1"},
    };
#undef BEGIN

    (void)state;
    must_fail(cases, COUNT(cases), MQ_OK);
}

struct rules {
    char list[256];
};

static void add_rule(void *context, const char *rule)
{
    struct rules *rules = context;
    size_t length = strlen(rules->list);

    snprintf(rules->list + length, sizeof rules->list - length, "%s ", rule);
}

static void test_rules(void **state)
{
    static const struct {
        const char *name, *text, *rules;
    } cases[] = {
        {"ML-T7-words.scn", "game mlem\n", "ML-T7 "},
        {"ML-T12.scn", "", "ML-T12 "},
        {"words.scn", "# ML-T7, ML-T8: words\ngame mlem\n", "ML-T7 ML-T8 "},
        {"ML-T7-a.scn", "# ML-T7: a\n# LO-AB12 and ML-X1: b\n",
         "ML-T7 ML-T7 LO-AB12 ML-X1 "},
        {"x.scn", "# no colon ML-T7\n", ""},
        {"x.scn", "# text: see ML-T7\n", ""},
        {"x.scn", "game mlem\n# ML-T7: too late\n", ""},
        {"ml-t7.scn", "# M-T7, ML-T, ML-T7x, XML-T7, HZ-1: no\n",
         "XML-T7 HZ-1 "},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct rules rules = {""};

        mq__scenario_rules(cases[i].name, cases[i].text, strlen(cases[i].text),
                           add_rule, &rules);
        assert_string_equal(rules.list, cases[i].rules);
    }
}

static void test_page(void **state)
{
    static const char page[] = "# Rules\n- ML-C1 Two players.\n"
                               "  ML-C2 continued\n- no id\n- ML-T7 dice\n-";
    struct mq_rules rules = {.text = page, .length = strlen(page)};
    struct rules found = {""};
    struct mq_block block;

    (void)state;
    while (mq__rules_next(&rules, &block)) {
        if (block.kind == MQ_BLOCK_RULE) {
            add_rule(&found, block.id);
        }
    }
    assert_string_equal(found.list, "ML-C1 ML-T7 ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),    cmocka_unit_test(test_fails),
        cmocka_unit_test(test_bad_games), cmocka_unit_test(test_no_scenarios),
        cmocka_unit_test(test_derived),   cmocka_unit_test(test_rules),
        cmocka_unit_test(test_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
