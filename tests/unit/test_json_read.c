/* Reading JSON objects field by field: values, and errors that name paths. */
#include "unit.h"

#include "core/json.h"

#include <stdio.h>
#include <string.h>

static const char *const colours[] = {"red", "green", "blue", NULL};

struct fixture {
    struct mq_json_doc doc;
    struct mq_error error;
    struct mq_reader reader;
    struct mq_read_object root;
};

static void begin(struct fixture *f, const char *text)
{
    memset(f, 0, sizeof *f);
    assert_int_equal(mq__json_parse(&f->doc, text, strlen(text), NULL), MQ_OK);
    mq__reader_init(&f->reader, "position", &f->error);
    mq__read_object(&f->reader, f->doc.root, &f->root);
}

/* The first error: its id and its English sentence. */
static void check_error(struct fixture *f, const char *id, const char *sentence)
{
    char text[200];

    assert_true(f->reader.failed);
    assert_int_equal(f->error.status, MQ_POSITION);
    assert_string_equal(f->error.message.id, id);
    mq_sentence(&f->error.message, NULL, text, sizeof text);
    assert_string_equal(text, sentence);
    mq__json_finish(&f->doc);
}

static void reads_everything(void **state)
{
    struct mq_read_object inner;
    struct fixture f;
    struct mq_reader *r = &f.reader;
    const struct mq_json *list;

    (void)state;
    begin(&f, "{\"i\":-4,\"b\":true,\"w\":\"blue\",\"t\":\"hi\","
              "\"l\":[1,2],\"o\":{\"x\":1},\"n\":null}");
    assert_int_equal(mq__read_int(r, &f.root, "i", -4, 4), -4);
    assert_true(mq__read_bool(r, &f.root, "b"));
    assert_int_equal(mq__read_word(r, &f.root, "w", colours), 2);
    assert_string_equal(mq__read_text(r, &f.root, "t"), "hi");
    list = mq__read_array(r, &f.root, "l", 2);
    assert_int_equal(list->count, 2);
    assert_true(mq__read_inner(r, &f.root, "o", &inner));
    assert_int_equal(mq__read_int(r, &inner, "x", 0, 1), 1);
    mq__read_done(r, &inner);
    assert_non_null(mq__read_optional(r, &f.root, "n"));
    assert_null(mq__read_optional(r, &f.root, "absent"));
    mq__read_done(r, &f.root);
    assert_false(r->failed);
    assert_string_equal(r->path, "position");
    mq__json_finish(&f.doc);
}

static void missing_key(void **state)
{
    struct fixture f;

    (void)state;
    begin(&f, "{}");
    assert_int_equal(mq__read_int(&f.reader, &f.root, "dice", 2, 6), 2);
    check_error(&f, "read.missing", "position: dice: is missing.");
}

static void wrong_kinds(void **state)
{
    static const char text[] = "{\"a\":1.5,\"b\":\"x\",\"c\":1,\"d\":null}";
    struct mq_read_object inner;
    struct fixture f;

    (void)state;
    begin(&f, text);
    assert_int_equal(mq__read_int(&f.reader, &f.root, "a", 1, 2), 1);
    check_error(&f, "read.not-int", "position: a: expected a whole number.");
    begin(&f, text);
    assert_false(mq__read_bool(&f.reader, &f.root, "b"));
    check_error(&f, "read.not-bool", "position: b: expected true or false.");
    begin(&f, text);
    assert_int_equal(mq__read_word(&f.reader, &f.root, "c", colours), 0);
    check_error(&f, "read.not-text", "position: c: expected a text.");
    begin(&f, text);
    assert_string_equal(mq__read_text(&f.reader, &f.root, "c"), "");
    check_error(&f, "read.not-text", "position: c: expected a text.");
    begin(&f, text);
    assert_null(mq__read_array(&f.reader, &f.root, "d", 9));
    check_error(&f, "read.not-array", "position: d: expected a list.");
    begin(&f, text);
    assert_false(mq__read_inner(&f.reader, &f.root, "d", &inner));
    check_error(&f, "read.not-object", "position: d: expected an object.");
    begin(&f, "[]");
    check_error(&f, "read.not-object", "position: expected an object.");
}

static void out_of_range(void **state)
{
    struct mq_read_object players;
    struct mq_read_object player;
    struct fixture f;

    (void)state;
    begin(&f, "{\"players\":{\"P2\":{\"dice\":9}}}");
    assert_true(mq__read_inner(&f.reader, &f.root, "players", &players));
    assert_true(mq__read_inner(&f.reader, &players, "P2", &player));
    assert_int_equal(mq__read_int(&f.reader, &player, "dice", 0, 6), 0);
    check_error(&f, "read.range",
                "position: players.P2.dice: 9 is not from 0 to 6.");
    begin(&f, "{\"n\":-9223372036854775808}");
    mq__read_int(&f.reader, &f.root, "n", INT32_MIN, INT32_MAX);
    check_error(&f, "read.range",
                "position: n: -9223372036854775808 is not from -2147483648 to "
                "2147483647.");
}

static void unknown_words_and_keys(void **state)
{
    struct fixture f;

    (void)state;
    begin(&f, "{\"w\":\"pink\"}");
    assert_int_equal(mq__read_word(&f.reader, &f.root, "w", colours), 0);
    check_error(&f, "read.word",
                "position: w: \"pink\" is unknown; expected one of: red, "
                "green, blue.");
    begin(&f, "{\"a\":1,\"x\":1,\"b\":1}");
    mq__read_int(&f.reader, &f.root, "b", 0, 1);
    mq__read_int(&f.reader, &f.root, "a", 0, 1);
    mq__read_done(&f.reader, &f.root);
    check_error(&f, "read.unknown-key", "position: x: this key is unknown.");
}

static void too_many(void **state)
{
    struct mq_buf buf;
    struct fixture f;

    (void)state;
    begin(&f, "{\"l\":[1,2,3]}");
    assert_null(mq__read_array(&f.reader, &f.root, "l", 2));
    check_error(&f, "read.too-many-items",
                "position: l: has 3 items; at most 2 are allowed.");
    mq__buf_init(&buf);
    for (int i = 0; i < 65; i++) {
        mq__buf_printf(&buf, "%s\"%d\":0", i > 0 ? "," : "{", i);
    }
    mq__buf_char(&buf, '}');
    begin(&f, mq__buf_text(&buf));
    check_error(&f, "read.too-many-keys", "position: has more than 64 keys.");
    mq__buf_finish(&buf);
}

/* All of 64 keys are told apart. */
static void sixty_four_keys(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    for (int i = 0; i < 64; i++) {
        mq__buf_printf(&buf, "%s\"%d\":%d", i > 0 ? "," : "{", i, i);
    }
    mq__buf_char(&buf, '}');
    for (int left_out = 0; left_out <= 64; left_out++) {
        struct fixture f;

        begin(&f, mq__buf_text(&buf));
        for (int i = 0; i < 64; i++) {
            char key[12];

            snprintf(key, sizeof key, "%d", i);
            if (i != left_out) {
                assert_int_equal(mq__read_int(&f.reader, &f.root, key, 0, 63),
                                 i);
            }
        }
        mq__read_done(&f.reader, &f.root);
        assert_int_equal(f.reader.failed, left_out < 64);
        mq__json_finish(&f.doc);
    }
    mq__buf_finish(&buf);
}

/* Items of arrays: the index is in the path, and the path comes back. */
static void items_of_arrays(void **state)
{
    struct mq_read_object inner;
    struct fixture f;
    struct mq_read_item item = {.key = "l"};

    (void)state;
    begin(&f, "{\"l\":[3,\"green\",{\"x\":\"y\"}]}");
    item.node = mq__read_array(&f.reader, &f.root, "l", 3)->first;
    assert_int_equal(mq__read_item_int(&f.reader, &item, 0, 3), 3);
    item.node = item.node->next;
    item.index++;
    assert_int_equal(mq__read_item_word(&f.reader, &item, colours), 1);
    item.node = item.node->next;
    item.index++;
    assert_true(mq__read_item_object(&f.reader, &item, &inner));
    assert_string_equal(f.reader.path, "position: l[2]");
    mq__read_text(&f.reader, &inner, "x");
    mq__read_done(&f.reader, &inner);
    assert_string_equal(f.reader.path, "position");
    assert_false(f.reader.failed);
    assert_true(mq__read_item_object(&f.reader, &item, &inner));
    mq__read_int(&f.reader, &inner, "x", 0, 1);
    check_error(&f, "read.not-int",
                "position: l[2].x: expected a whole number.");
}

static void item_errors(void **state)
{
    struct fixture f;
    struct mq_read_item item = {.key = "l", .index = 1};

    (void)state;
    begin(&f, "{\"l\":[1,7]}");
    item.node = f.doc.root->first->first->next;
    mq__read_item_int(&f.reader, &item, 0, 6);
    check_error(&f, "read.range", "position: l[1]: 7 is not from 0 to 6.");
    begin(&f, "{\"l\":[1,7]}");
    item.node = f.doc.root->first->first->next;
    mq__read_item_word(&f.reader, &item, colours);
    check_error(&f, "read.not-text", "position: l[1]: expected a text.");
}

/* The first error stays; afterwards reads give the lowest value. */
static void first_error_stays(void **state)
{
    struct mq_read_object inner;
    struct fixture f;
    struct mq_reader *r = &f.reader;

    (void)state;
    begin(&f, "{\"a\":1,\"b\":true,\"w\":\"blue\",\"o\":{},\"l\":[]}");
    mq__read_fail(r, "a", "read.missing", "");
    assert_int_equal(mq__read_int(r, &f.root, "a", -5, 5), -5);
    assert_false(mq__read_bool(r, &f.root, "b"));
    assert_int_equal(mq__read_word(r, &f.root, "w", colours), 0);
    assert_string_equal(mq__read_text(r, &f.root, "w"), "");
    assert_false(mq__read_inner(r, &f.root, "o", &inner));
    assert_null(mq__read_array(r, &f.root, "l", 5));
    assert_null(mq__read_optional(r, &f.root, "a"));
    mq__read_done(r, &inner);
    mq__read_done(r, &f.root);
    mq__read_fail(r, NULL, "read.not-int", "");
    check_error(&f, "read.missing", "position: a: is missing.");
}

/* The caller's own reason, with the path before its arguments. */
static void own_failures(void **state)
{
    struct fixture f;

    (void)state;
    begin(&f, "{}");
    f.reader.status = MQ_SYNTAX;
    mq__read_fail(&f.reader, "x", "read.range", "tii", "9", 1, 2);
    assert_int_equal(f.error.status, MQ_SYNTAX);
    f.error.status = MQ_POSITION;
    check_error(&f, "read.range", "position: x: 9 is not from 1 to 2.");
}

/* Of a path too long for an argument the end is kept; of one too long for
 * the reader, as much as fits. */
static void long_paths(void **state)
{
    struct mq_read_object at[60];
    struct mq_buf buf;
    struct fixture f;

    (void)state;
    mq__buf_init(&buf);
    for (int i = 0; i < 60; i++) {
        mq__buf_str(&buf, "{\"level\":");
    }
    mq__buf_char(&buf, '0');
    for (int i = 0; i < 60; i++) {
        mq__buf_char(&buf, '}');
    }
    begin(&f, mq__buf_text(&buf));
    at[0] = f.root;
    for (int i = 1; i < 12; i++) {
        assert_true(mq__read_inner(&f.reader, &at[i - 1], "level", &at[i]));
    }
    mq__read_int(&f.reader, &at[11], "level", 0, 0);
    check_error(&f, "read.not-int",
                "\xE2\x80\xA6"
                "evel.level.level.level.level.level.level.level.level: "
                "expected a whole number.");
    begin(&f, mq__buf_text(&buf));
    at[0] = f.root;
    for (int i = 1; i < 60; i++) {
        assert_true(mq__read_inner(&f.reader, &at[i - 1], "level", &at[i]));
    }
    assert_int_equal(mq__read_int(&f.reader, &at[59], "level", 0, 0), 0);
    for (int i = 59; i >= 0; i--) {
        mq__read_done(&f.reader, &at[i]);
    }
    assert_false(f.reader.failed);
    assert_string_equal(f.reader.path, "position");
    mq__json_finish(&f.doc);
    mq__buf_finish(&buf);
}

/* A reader without a root's name, and without anybody to tell. */
static void no_name_no_error(void **state)
{
    struct mq_json_doc doc;
    struct mq_reader r;
    struct mq_read_object root;

    (void)state;
    assert_int_equal(mq__json_parse(&doc, "{\"a\":{}}", 8, NULL), MQ_OK);
    mq__reader_init(&r, "", NULL);
    assert_true(mq__read_object(&r, doc.root, &root));
    assert_true(mq__read_inner(&r, &root, "a", &root));
    assert_string_equal(r.path, "a");
    assert_int_equal(mq__read_int(&r, &root, "b", 3, 4), 3);
    assert_true(r.failed);
    mq__json_finish(&doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_everything),
        cmocka_unit_test(missing_key),
        cmocka_unit_test(wrong_kinds),
        cmocka_unit_test(out_of_range),
        cmocka_unit_test(unknown_words_and_keys),
        cmocka_unit_test(too_many),
        cmocka_unit_test(sixty_four_keys),
        cmocka_unit_test(items_of_arrays),
        cmocka_unit_test(item_errors),
        cmocka_unit_test(first_error_stays),
        cmocka_unit_test(own_failures),
        cmocka_unit_test(long_paths),
        cmocka_unit_test(no_name_no_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
