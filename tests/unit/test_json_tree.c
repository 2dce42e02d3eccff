/* Lookup, paths, editing and comparing of JSON trees. */
#include "unit.h"

#include "core/json.h"

#include <string.h>

static const char sample[] =
    "{\"step\":\"roll\",\"rocket\":{\"space\":7},"
    "\"players\":{\"P1\":{\"moons\":[1,2,3]},\"P2\":{\"moons\":[]}},"
    "\"grid\":[[1,2],[3,4]]}";

static void load(struct mq_json_doc *doc, const char *text)
{
    assert_int_equal(mq__json_parse(doc, text, strlen(text), NULL), MQ_OK);
}

static void check_text(const struct mq_json *node, const char *text)
{
    struct mq_buf buf;
    struct mq_json_writer w;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_node(&w, NULL, node);
    assert_string_equal(mq__buf_text(&buf), text);
    mq__buf_finish(&buf);
}

static void lookup(void **state)
{
    struct mq_json_doc doc;
    const struct mq_json *grid;

    (void)state;
    load(&doc, sample);
    grid = mq__json_get(doc.root, "grid");
    assert_non_null(grid);
    assert_null(mq__json_get(doc.root, "gri"));
    assert_null(mq__json_get(doc.root, "grids"));
    assert_null(mq__json_get(grid, "grid"));
    assert_null(mq__json_get(NULL, "grid"));
    assert_int_equal(mq__json_at(mq__json_at(grid, 1), 0)->integer, 3);
    assert_null(mq__json_at(grid, 2));
    assert_null(mq__json_at(grid, -1));
    assert_null(mq__json_at(doc.root, 0));
    assert_null(mq__json_at(NULL, 0));
    mq__json_finish(&doc);
}

static void paths(void **state)
{
    static const struct {
        const char *path, *value;
    } cases[] = {
        {"step", "\"roll\""},         {"rocket.space", "7"},
        {"players.P1.moons[2]", "3"}, {"players.P1.moons", "[1,2,3]"},
        {"grid[1][0]", "3"},          {"grid[0]", "[1,2]"},
    };
    struct mq_json_doc doc;

    (void)state;
    load(&doc, sample);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_json *node = mq__json_path(doc.root, cases[i].path);

        assert_non_null(node);
        check_text(node, cases[i].value);
    }
    mq__json_finish(&doc);
}

static const char *const malformed[] = {
    "",      ".",        ".step",    "step.",    "rocket..space",
    "grid[", "grid[]",   "grid[x]",  "grid[-1]", "grid[1",
    "grid]", "grid[1]]", "grid[0]x", "grid[ 1]", "grid[99999999999999999999]",
};

static void no_such_path(void **state)
{
    static const char *const missing[] = {
        "stepp",        "ste",       "rocket.spac",      "step.x",
        "players.P3.x", "grid[2]",   "grid[0][2]",       "grid.x",
        "rocket[0]",    "grid[0].x", "grid[2147483647]",
    };
    struct mq_json_doc doc;

    (void)state;
    load(&doc, sample);
    for (size_t i = 0; i < COUNT(missing); i++) {
        assert_null(mq__json_path(doc.root, missing[i]));
    }
    for (size_t i = 0; i < COUNT(malformed); i++) {
        assert_null(mq__json_path(doc.root, malformed[i]));
    }
    mq__json_finish(&doc);
}

/* An index in a document whose root is an array. */
static void path_from_array(void **state)
{
    struct mq_json_doc doc;

    (void)state;
    load(&doc, "[5,{\"a\":6}]");
    check_text(mq__json_path(doc.root, "[0]"), "5");
    check_text(mq__json_path(doc.root, "[1].a"), "6");
    mq__json_finish(&doc);
}

static void check_put(struct mq_json_doc *doc, const char *path,
                      const char *value)
{
    struct mq_json_doc other;

    load(&other, value);
    assert_int_equal(mq__json_put(doc, path, other.root, NULL), MQ_OK);
    mq__json_finish(&other);
    check_text(mq__json_path(doc->root, path), value);
}

static void put_replaces_and_adds(void **state)
{
    struct mq_json_doc doc;

    (void)state;
    load(&doc, "{\"a\":1,\"b\":[1,2],\"c\":{}}");
    check_put(&doc, "a", "{\"x\":[\"t\",null]}");
    check_put(&doc, "b[0]", "\"zero\"");
    check_put(&doc, "b[2]", "3.5");
    check_put(&doc, "c.new", "true");
    check_put(&doc, "d", "4");
    check_text(doc.root, "{\"a\":{\"x\":[\"t\",null]},\"b\":[\"zero\",2,3.5],"
                         "\"c\":{\"new\":true},\"d\":4}");
    assert_int_equal(doc.root->count, 4);
    assert_int_equal(mq__json_path(doc.root, "b")->count, 3);
    mq__json_finish(&doc);
}

/* A value from inside the document, even one that holds the place. */
static void put_from_itself(void **state)
{
    struct mq_json_doc doc;

    (void)state;
    load(&doc, "{\"a\":{\"b\":1}}");
    assert_int_equal(
        mq__json_put(&doc, "a.b", mq__json_path(doc.root, "a"), NULL), MQ_OK);
    check_text(doc.root, "{\"a\":{\"b\":{\"b\":1}}}");
    assert_int_equal(
        mq__json_put(&doc, "a", mq__json_path(doc.root, "a.b.b"), NULL), MQ_OK);
    check_text(doc.root, "{\"a\":1}");
    assert_int_equal(mq__json_put(&doc, "c", doc.root, NULL), MQ_OK);
    check_text(doc.root, "{\"a\":1,\"c\":{\"a\":1}}");
    mq__json_finish(&doc);
}

static void put_refuses(void **state)
{
    static const char *const nowhere[] = {"x.y",  "a.b", "b.c",    "b[3]",
                                          "a[0]", "[0]", "b[0][0]"};
    struct mq_json one = {.kind = MQ_JSON_INT, .integer = 1, .real = 1};
    struct mq_json_doc doc;
    struct mq_error error;

    (void)state;
    load(&doc, "{\"a\":1,\"b\":[1,2]}");
    for (size_t i = 0; i < COUNT(nowhere); i++) {
        assert_int_equal(mq__json_put(&doc, nowhere[i], &one, &error),
                         MQ_RANGE);
        assert_string_equal(error.message.id, "path.missing");
        assert_string_equal(error.message.arg[0].text, nowhere[i]);
    }
    for (size_t i = 0; i < COUNT(malformed); i++) {
        assert_int_equal(mq__json_put(&doc, malformed[i], &one, &error),
                         MQ_SYNTAX);
        assert_string_equal(error.message.id, "path.syntax");
    }
    check_text(doc.root, "{\"a\":1,\"b\":[1,2]}");
    mq__json_finish(&doc);
}

/* Putting can't make a tree that the reader would refuse. */
static void put_keeps_depth(void **state)
{
    struct mq_json_doc doc;
    struct mq_error error;
    int puts = 0;

    (void)state;
    load(&doc, "{\"a\":{}}");
    while (mq__json_put(&doc, "a.a", mq__json_path(doc.root, "a"), &error) ==
           MQ_OK) {
        struct mq_buf buf;
        struct mq_json_writer w;

        mq__buf_init(&buf);
        mq__json_writer_init(&w, &buf);
        mq__json_node(&w, NULL, doc.root);
        {
            struct mq_json_doc again;

            load(&again, mq__buf_text(&buf));
            mq__json_finish(&again);
        }
        mq__buf_finish(&buf);
        puts++;
    }
    assert_int_equal(puts, MQ_JSON_DEPTH - 2);
    assert_int_equal(error.status, MQ_LIMIT);
    mq__json_finish(&doc);
}

static void removes(void **state)
{
    struct mq_json_doc doc;

    (void)state;
    load(&doc, "{\"a\":1,\"b\":[1,2,3],\"c\":{\"d\":0}}");
    mq__json_remove(doc.root, "b[1]");
    mq__json_remove(doc.root, "c.d");
    mq__json_remove(doc.root, "a");
    mq__json_remove(doc.root, "nothing");
    mq__json_remove(doc.root, "");
    mq__json_remove(doc.root, "b[7]");
    check_text(doc.root, "{\"b\":[1,3],\"c\":{}}");
    assert_int_equal(doc.root->count, 2);
    assert_int_equal(mq__json_path(doc.root, "b")->count, 2);
    mq__json_finish(&doc);
}

static void equality(void **state)
{
    static const struct {
        const char *a, *b;
        bool equal;
    } cases[] = {
        {"1", "1", true},
        {"1", "2", false},
        {"1", "1.0", false},
        {"0.5", "5e-1", true},
        {"true", "false", false},
        {"null", "false", false},
        {"null", "null", true},
        {"\"a\"", "\"\\u0061\"", true},
        {"\"a\"", "\"b\"", false},
        {"[1,2]", "[1,2]", true},
        {"[1,2]", "[2,1]", false},
        {"[1,2]", "[1]", false},
        {"[1]", "[1,2]", false},
        {"[]", "{}", false},
        {"{\"a\":1,\"b\":[2]}", "{\"b\":[2],\"a\":1}", true},
        {"{\"a\":1,\"b\":2}", "{\"a\":1}", false},
        {"{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", false},
        {"{\"a\":1,\"b\":2}", "{\"a\":1,\"b\":3}", false},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_json_doc a;
        struct mq_json_doc b;

        load(&a, cases[i].a);
        load(&b, cases[i].b);
        assert_int_equal(mq__json_equal(a.root, b.root), cases[i].equal);
        mq__json_finish(&a);
        mq__json_finish(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lookup),
        cmocka_unit_test(paths),
        cmocka_unit_test(no_such_path),
        cmocka_unit_test(path_from_array),
        cmocka_unit_test(put_replaces_and_adds),
        cmocka_unit_test(put_from_itself),
        cmocka_unit_test(put_refuses),
        cmocka_unit_test(put_keeps_depth),
        cmocka_unit_test(removes),
        cmocka_unit_test(equality),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
