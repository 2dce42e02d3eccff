/* JSON: the reader against jansson and by cases, the writer, round trips. */
#include "unit.h"

#include <maxq/rng.h>

#include "core/json.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool parses(const char *text, size_t length)
{
    struct mq_json_doc doc;
    enum mq_status status = mq__json_parse(&doc, text, length, NULL);

    assert_true((doc.root != NULL) == (status == MQ_OK));
    mq__json_finish(&doc);
    return status == MQ_OK;
}

/* jansson with our rules: any value, no duplicate keys. */
static json_t *reference(const char *text, size_t length)
{
    size_t flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
    json_error_t error;

    return json_loadb(text, length, flags, &error);
}

/* Our tree says what jansson's does. */
static void check_same(const struct mq_json *ours, const json_t *theirs)
{
    int count = 0;

    switch (json_typeof(theirs)) {
    case JSON_NULL:
        assert_int_equal(ours->kind, MQ_JSON_NULL);
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        assert_int_equal(ours->kind, MQ_JSON_BOOL);
        assert_int_equal(ours->boolean, json_is_true(theirs));
        break;
    case JSON_INTEGER:
        assert_int_equal(ours->kind, MQ_JSON_INT);
        assert_true(ours->integer == json_integer_value(theirs));
        break;
    case JSON_REAL:
        assert_int_equal(ours->kind, MQ_JSON_REAL);
        assert_true(ours->real == json_real_value(theirs));
        break;
    case JSON_STRING:
        assert_int_equal(ours->kind, MQ_JSON_STRING);
        assert_string_equal(ours->text, json_string_value(theirs));
        break;
    case JSON_ARRAY:
        assert_int_equal(ours->kind, MQ_JSON_ARRAY);
        assert_int_equal(ours->count, json_array_size(theirs));
        for (struct mq_json *at = ours->first; at != NULL; at = at->next) {
            check_same(at, json_array_get(theirs, (size_t)count++));
        }
        break;
    case JSON_OBJECT:
        assert_int_equal(ours->kind, MQ_JSON_OBJECT);
        assert_int_equal(ours->count, json_object_size(theirs));
        for (struct mq_json *at = ours->first; at != NULL; at = at->next) {
            json_t *child = json_object_get(theirs, at->key);

            assert_non_null(child);
            check_same(at, child);
        }
        break;
    }
}

static void write_node(const struct mq_json *node, struct mq_buf *buf)
{
    struct mq_json_writer w;

    mq__buf_clear(buf);
    mq__json_writer_init(&w, buf);
    mq__json_node(&w, NULL, node);
    assert_false(buf->failed);
}

/* Both readers agree on a text; what ours writes of it reads back the same. */
static bool check_both(const char *text, size_t length)
{
    json_t *theirs = reference(text, length);
    struct mq_json_doc doc;
    struct mq_json_doc again;
    struct mq_buf buf;
    enum mq_status status = mq__json_parse(&doc, text, length, NULL);

    if ((status == MQ_OK) != (theirs != NULL)) {
        fail_msg("jansson %s: %.*s", theirs != NULL ? "accepts" : "refuses",
                 (int)length, text);
    }
    if (theirs == NULL) {
        return false;
    }
    check_same(doc.root, theirs);
    mq__buf_init(&buf);
    write_node(doc.root, &buf);
    assert_int_equal(mq__json_parse(&again, buf.data, buf.length, NULL), MQ_OK);
    assert_true(mq__json_equal(doc.root, again.root));
    mq__json_finish(&again);
    mq__json_finish(&doc);
    mq__buf_finish(&buf);
    json_decref(theirs);
    return true;
}

static const char *const valid[] = {
    "null",
    "true",
    "false",
    "0",
    "-0",
    "-1",
    "12345678901",
    "9223372036854775807",
    "-9223372036854775808",
    "0.5",
    "-0.0",
    "1e5",
    "1E+5",
    "1.25e-3",
    "1e-400",
    "0e0",
    "1.7976931348623157e308",
    "4.9e-324",
    "\"\"",
    "\"a\"",
    "\" \\\" \\\\ \\/ \\b \\f \\n \\r \\t \"",
    "\"\\u0041\\u00e4\\u20AC\\uD83d\\ude3A\"",
    "\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\xBA\"",
    "\"\x7F\"",
    "[]",
    "[ ]",
    "[1]",
    "[1,2,[3,[4]],{}]",
    "{}",
    "{ }",
    "{\"a\":1}",
    "{\"a\":1,\"b\":{\"a\":[true,null]}}",
    "{\"\":0}",
    "{\"a\":{\"a\":{\"a\":1}}}",
    " \t\r\n[ 1 , 2 ] \n",
    "{\"\\u0061\":1,\"b\":2}",
};

static const char *const invalid[] = {
    "",
    " ",
    "nul",
    "nulll",
    "True",
    "+1",
    "01",
    "-",
    "-a",
    "1.",
    ".5",
    "1.e5",
    "1e",
    "1e+",
    "0x10",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e999",
    "-1e999",
    "\"",
    "\"a",
    "\"\\",
    "\"\\\"",
    "\"\\x\"",
    "\"\\u\"",
    "\"\\u12\"",
    "\"\\u12g4\"",
    "\"\\u0000\"",
    "\"\\ud800\"",
    "\"\\ud800x\"",
    "\"\\ud800\\n\"",
    "\"\\ud800\\ud800\"",
    "\"\\udc00\"",
    "\"\\udc00\\ud800\"",
    "\"\n\"",
    "\"\x1F\"",
    "\"\xFF\"",
    "\"\xC0\x80\"",
    "\"\xED\xA0\x80\"",
    "\"\xF4\x90\x80\x80\"",
    "\"\xC3\"",
    "'a'",
    "[",
    "]",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1}",
    "{",
    "}",
    "{a:1}",
    "{1:1}",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1,}",
    "{\"a\" 1}",
    "{,}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1]",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,\"b\":2,\"\\u0061\":3}",
    "[{\"x\":{\"k\":1,\"k\":1}}]",
    "1 2",
    "[] []",
    "null,",
    "/* */ 1",
    "// a\n1",
    "\xEF\xBB\xBF"
    "1",
    "\f1",
    "\xC2\xA0"
    "1",
};

static void corpus(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(valid); i++) {
        if (!check_both(valid[i], strlen(valid[i]))) {
            fail_msg("refused: %s", valid[i]);
        }
    }
    for (size_t i = 0; i < COUNT(invalid); i++) {
        if (check_both(invalid[i], strlen(invalid[i]))) {
            fail_msg("accepted: %s", invalid[i]);
        }
    }
}

static void nul_bytes_are_wrong(void **state)
{
    (void)state;
    assert_false(parses("1\0", 2));
    assert_false(parses("\0", 1));
    assert_false(parses("\"a\0b\"", 5));
    assert_false(parses("[1,\0]", 5));
    assert_false(parses("\"\\\0\"", 4));
}

/* The text isn't read past its length, and needs no NUL. */
static void length_is_kept(void **state)
{
    static const char text[] = "[12,\"ab\",true]";

    (void)state;
    for (size_t length = 0; length < strlen(text); length++) {
        char *copy = malloc(length + 1);

        assert_non_null(copy);
        memcpy(copy, text, length);
        assert_false(parses(copy + (length == 0), length));
        free(copy);
    }
    assert_true(parses("12345", 3));
}

/* Grows a random value in *buf. */
static void random_value(struct mq_rng *rng, struct mq_buf *buf, int depth)
{
    static const char *const atoms[] = {
        "null",
        "true",
        "false",
        "0",
        "-7",
        "3.25",
        "1e-7",
        "123456789012",
        "\"\"",
        "\"x\\ny\"",
        "0.1",
        "\"\xC3\xA4\"",
        "\"\\ud83d\\ude80\"",
        "\"\\\\\"",
        "-0.0",
    };
    uint32_t kind = mq_rng_below(rng, depth < 6 ? 4 : 2);
    uint32_t count = mq_rng_below(rng, 5);

    if (kind < 2) {
        mq__buf_str(buf, atoms[mq_rng_below(rng, COUNT(atoms))]);
        return;
    }
    mq__buf_char(buf, kind == 2 ? '[' : '{');
    for (uint32_t i = 0; i < count; i++) {
        mq__buf_str(buf, i > 0 ? ", " : "");
        if (kind == 3) {
            mq__buf_printf(buf, "\"k%u\":", i * 7 % 5);
        }
        random_value(rng, buf, depth + 1);
    }
    mq__buf_char(buf, kind == 2 ? ']' : '}');
}

static void random_round_trips(void **state)
{
    struct mq_rng rng;
    struct mq_buf buf;

    (void)state;
    mq_rng_seed(&rng, 1);
    mq__buf_init(&buf);
    for (int i = 0; i < 3000; i++) {
        mq__buf_clear(&buf);
        random_value(&rng, &buf, 0);
        assert_true(check_both(buf.data, buf.length));
    }
    mq__buf_finish(&buf);
}

/* Random texts with a few bytes changed: both readers agree on each. */
static void random_damage(void **state)
{
    static const char bytes[] =
        "{}[]\",:\\0123456789.eE+-truefalsn \n\x01\xC3\xA4"
        "u";
    struct mq_rng rng;
    struct mq_buf buf;
    int accepted = 0;

    (void)state;
    mq_rng_seed(&rng, 2);
    mq__buf_init(&buf);
    for (int i = 0; i < 20000; i++) {
        uint32_t changes = 1 + mq_rng_below(&rng, 3);

        mq__buf_clear(&buf);
        random_value(&rng, &buf, 3);
        for (uint32_t j = 0; j < changes; j++) {
            buf.data[mq_rng_below(&rng, (uint32_t)buf.length)] =
                bytes[mq_rng_below(&rng, sizeof bytes - 1)];
        }
        accepted += check_both(buf.data, buf.length);
    }
    assert_in_range(accepted, 1000, 19000);
    mq__buf_finish(&buf);
}

static const struct mq_json *only_item(struct mq_json_doc *doc,
                                       const char *text)
{
    assert_int_equal(mq__json_parse(doc, text, strlen(text), NULL), MQ_OK);
    return doc->root;
}

/* jansson refuses whole numbers past int64; RFC 8259 doesn't. */
static void huge_numbers_are_real(void **state)
{
    static const struct {
        const char *text;
        double real;
    } cases[] = {
        {"9223372036854775808", 9223372036854775808.0},
        {"-9223372036854775809", -9223372036854775808.0},
        {"18446744073709551616", 18446744073709551616.0},
        {"100000000000000000000000000", 1e26},
    };
    char digits[301] = {0};
    struct mq_json_doc doc;

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct mq_json *node = only_item(&doc, cases[i].text);

        assert_int_equal(node->kind, MQ_JSON_REAL);
        assert_true(node->real == cases[i].real);
        mq__json_finish(&doc);
    }
    memset(digits, '9', 300);
    assert_true(only_item(&doc, digits)->real == 1e300);
    mq__json_finish(&doc);
    assert_int_equal(only_item(&doc, "-9223372036854775808")->kind,
                     MQ_JSON_INT);
    assert_true(doc.root->integer == INT64_MIN);
    assert_true(doc.root->real == -9223372036854775808.0);
    mq__json_finish(&doc);
}

static void depth_is_limited(void **state)
{
    char text[2 * MQ_JSON_DEPTH + 3];
    char *deep = malloc(100000);

    (void)state;
    memset(text, '[', MQ_JSON_DEPTH + 1);
    memset(text + MQ_JSON_DEPTH + 1, ']', MQ_JSON_DEPTH + 1);
    assert_true(parses(text + 1, 2 * MQ_JSON_DEPTH));
    assert_false(parses(text, 2 * MQ_JSON_DEPTH + 2));
    assert_non_null(deep);
    memset(deep, '[', 100000);
    assert_false(parses(deep, 100000));
    free(deep);
}

/* Siblings don't add up to depth. */
static void depth_comes_back(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    mq__buf_char(&buf, '[');
    for (int i = 0; i < 100; i++) {
        mq__buf_str(&buf, "[[]],{\"a\":{}},");
    }
    mq__buf_str(&buf, "1]");
    assert_true(parses(buf.data, buf.length));
    mq__buf_finish(&buf);
}

/* A large object is read in less than quadratic time: with 200,000 keys this
 * test would take minutes otherwise. */
static void many_keys(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    mq__buf_char(&buf, '{');
    for (int i = 0; i < 200000; i++) {
        mq__buf_printf(&buf, "\"%d\":0,", i);
    }
    mq__buf_str(&buf, "\"last\":1}");
    assert_true(parses(buf.data, buf.length));
    memcpy(strstr(buf.data, "last"), "1234", 4);
    assert_false(parses(buf.data, buf.length));
    mq__buf_finish(&buf);
}

/* Where the error is and what was expected. */
static void errors_tell_the_place(void **state)
{
    static const struct {
        const char *text;
        int line, column;
        const char *expected;
    } cases[] = {
        {"", 1, 1, "json-value"},
        {"[1,\n 2,\n  x]", 3, 3, "json-value"},
        {"[\"\xC3\xA4\xC3\xB6\", ?]", 1, 8, "json-value"},
        {"{\"a\":1,\n\"b\":2,\n \"a\":3}", 3, 2, "json-new-key"},
        {"{\"b\":1,\"a\":1,\"a\":2,\"b\":1}", 1, 14, "json-new-key"},
        {"{\"a\" 1}", 1, 6, "json-colon"},
        {"{1", 1, 2, "json-key"},
        {"[1 2]", 1, 4, "json-comma-or-bracket"},
        {"{\"a\":1 ]", 1, 8, "json-comma-or-brace"},
        {"-x", 1, 2, "json-digit"},
        {"1.", 1, 3, "json-digit"},
        {"\"abc", 1, 5, "json-quote"},
        {"\"a\\qb\"", 1, 3, "json-escape"},
        {"\"\\u12x4\"", 1, 6, "json-hex"},
        {"\"\\u0000\"", 1, 2, "json-no-nul"},
        {"\"ab\\ud800\"", 1, 4, "json-pair"},
        {"\"a\nb\"", 1, 3, "json-no-control"},
        {"\"a\xFF\"", 1, 3, "json-utf8"},
        {"[1e400]", 1, 2, "json-number-range"},
        {"1\n2", 2, 1, "json-end"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const char *text = cases[i].text;
        struct mq_json_doc doc;
        struct mq_error error;

        assert_int_equal(mq__json_parse(&doc, text, strlen(text), &error),
                         MQ_SYNTAX);
        assert_int_equal(error.status, MQ_SYNTAX);
        assert_string_equal(error.message.id, "json.syntax");
        assert_int_equal(error.message.args, 3);
        assert_int_equal(error.message.arg[0].number, cases[i].line);
        assert_int_equal(error.message.arg[1].number, cases[i].column);
        assert_string_equal(error.message.arg[2].text, cases[i].expected);
    }
}

static void writer_writes(void **state)
{
    char memory[256];
    struct mq_buf buf;
    struct mq_json_writer w;

    (void)state;
    mq__buf_fixed(&buf, memory, sizeof memory);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_int(&w, "i", -3);
    mq__json_open(&w, "a", '[');
    mq__json_open(&w, NULL, '[');
    mq__json_close(&w, ']');
    mq__json_bool(&w, NULL, true);
    mq__json_open(&w, NULL, '{');
    mq__json_close(&w, '}');
    mq__json_null(&w, NULL);
    mq__json_close(&w, ']');
    mq__json_str(&w, "s\"", "a\x01\n\\\x7F\xC3\xA4");
    mq__json_str(&w, "n", NULL);
    mq__json_raw(&w, "r", "[1,2]");
    mq__json_bool(&w, "f", false);
    mq__json_close(&w, '}');
    assert_false(buf.failed);
    assert_string_equal(memory,
                        "{\"i\":-3,\"a\":[[],true,{},null],"
                        "\"s\\\"\":\"a\\u0001\\n\\\\\x7F\xC3\xA4\",\"n\":null,"
                        "\"r\":[1,2],\"f\":false}");
}

static void writer_follows_shapes(void **state)
{
    static const int ints[] = {3, -1};
    static const double reals[] = {1, 0.5, NAN};
    static const char *const texts[] = {"a", NULL};
    uint8_t hash[32] = {0xAB};
    char text[1024];
    struct mq_buf buf;
    struct mq_json_writer w;

    (void)state;
    mq__buf_fixed(&buf, text, sizeof text);
    mq__json_writer_init(&w, &buf);
    mq__json_add(&w, "{name:s none:s line:i  long:l real:r whole:n", "x\"y",
                 (const char *)NULL, -7, 5000000000L, 2.0, 2.0);
    mq__json_add(&w, "on:b off:b gone:0 raw:j seats:m nobody:m", true, false,
                 "[1]", 0x15u, 0u);
    mq__json_add(&w, "inner:{list:[i [s]] e-m_p9:{}}", 1, "z");
    mq__json_add(&w, "ints:I reals:R numbers:N texts:S none:I sum:X hash:H}",
                 ints, 2, reals, 3, reals, 2, texts, 2, ints, 0,
                 (uint64_t)0xBEEF, hash);
    assert_string_equal(
        text, "{\"name\":\"x\\\"y\",\"none\":null,\"line\":-7,"
              "\"long\":5000000000,\"real\":2.0,\"whole\":2,\"on\":true,"
              "\"off\":false,\"gone\":null,\"raw\":[1],\"seats\":[0,2,4],"
              "\"nobody\":[],\"inner\":{\"list\":[1,[\"z\"]],\"e-m_p9\":{}},"
              "\"ints\":[3,-1],\"reals\":[1.0,0.5,null],\"numbers\":[1,0.5],"
              "\"texts\":[\"a\",null],\"none\":[],\"sum\":\"000000000000beef\","
              "\"hash\":"
              "\"ab0000000000000000000000000000000000000000000000000000000000"
              "0000\"}");
}

static void writer_mends_utf8(void **state)
{
    char memory[64];
    struct mq_buf buf;
    struct mq_json_writer w;

    (void)state;
    mq__buf_fixed(&buf, memory, sizeof memory);
    mq__json_writer_init(&w, &buf);
    mq__json_str(&w, NULL, "a\xFF\xC3z\xE2\x82");
    assert_string_equal(memory, "\"a\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD"
                                "\xEF\xBF\xBD\"");
}

static const char *real_text(double number)
{
    static char memory[64];
    struct mq_buf buf;
    struct mq_json_writer w;

    mq__buf_fixed(&buf, memory, sizeof memory);
    mq__json_writer_init(&w, &buf);
    mq__json_real(&w, NULL, number);
    return memory;
}

static void reals_are_short(void **state)
{
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0, "0.0"},
        {-0.0, "-0.0"},
        {1, "1.0"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {123456789, "123456789.0"},
        {1e15, "1e+15"},
        {1e-7, "1e-07"},
        {1.7976931348623157e308, "1.7976931348623157e+308"},
        {4.9406564584124654e-324, "4.94065645841247e-324"},
        {(double)NAN, "null"},
        {(double)INFINITY, "null"},
        {-(double)INFINITY, "null"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_string_equal(real_text(cases[i].number), cases[i].text);
    }
}

static void reals_read_back(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = mq_rng_next(&rng);
        struct mq_json_doc doc;
        double number;

        memcpy(&number, &bits, sizeof number);
        if (i % 2 == 0) {
            number = mq_rng_unit(&rng) * 100;
        }
        if (!isfinite(number)) {
            continue;
        }
        assert_int_equal(only_item(&doc, real_text(number))->kind,
                         MQ_JSON_REAL);
        assert_memory_equal(&doc.root->real, &number, sizeof number);
        mq__json_finish(&doc);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus),
        cmocka_unit_test(nul_bytes_are_wrong),
        cmocka_unit_test(length_is_kept),
        cmocka_unit_test(random_round_trips),
        cmocka_unit_test(random_damage),
        cmocka_unit_test(huge_numbers_are_real),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(depth_comes_back),
        cmocka_unit_test(many_keys),
        cmocka_unit_test(errors_tell_the_place),
        cmocka_unit_test(writer_writes),
        cmocka_unit_test(writer_follows_shapes),
        cmocka_unit_test(writer_mends_utf8),
        cmocka_unit_test(reals_are_short),
        cmocka_unit_test(reals_read_back),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
