/* CSV: quoting, line ends, comments, errors with line and column. */
#include "unit.h"

#include <maxq/rng.h>

#include "core/buf.h"
#include "core/csv.h"

#include <stdlib.h>
#include <string.h>

static void load(struct mq_csv *csv, const char *text)
{
    assert_int_equal(mq__csv_parse(csv, text, strlen(text), NULL), MQ_OK);
}

/* The whole table with | between fields and / after rows. */
static void check(const char *text, const char *expected)
{
    struct mq_csv csv;
    struct mq_buf buf;

    load(&csv, text);
    mq__buf_init(&buf);
    for (int i = 0; i < csv.columns; i++) {
        mq__buf_str(&buf, i > 0 ? "|" : "");
        mq__buf_str(&buf, csv.name[i]);
    }
    mq__buf_char(&buf, '/');
    for (int row = 0; row < csv.rows; row++) {
        for (int i = 0; i < csv.columns; i++) {
            mq__buf_str(&buf, i > 0 ? "|" : "");
            mq__buf_str(&buf, mq__csv_get(&csv, row, i));
        }
        mq__buf_char(&buf, '/');
    }
    assert_string_equal(mq__buf_text(&buf), expected);
    mq__buf_finish(&buf);
    mq__csv_finish(&csv);
}

static void plain_tables(void **state)
{
    (void)state;
    check("a,b\n1,2\n3,4\n", "a|b/1|2/3|4/");
    check("a,b\n1,2\n3,4", "a|b/1|2/3|4/");
    check("a,b\r\n1,2\r\n3,4\r\n", "a|b/1|2/3|4/");
    check("a,b\n1,2\r\n", "a|b/1|2/");
    check("a\n", "a/");
    check("a", "a/");
    check("a,b\n,\n1,\n,2\n", "a|b/1|/|2/");
    check("a\n x y \n", "a/ x y /");
    check("a,b\n\n1,2\n\r\n3,4\n\n", "a|b/1|2/3|4/");
    check("\xC3\xA4\n\xF0\x9F\x9A\x80\n", "\xC3\xA4/\xF0\x9F\x9A\x80/");
}

static void quoting(void **state)
{
    (void)state;
    check("a,b\n\"1\",\"2\"\n", "a|b/1|2/");
    check("\"a\",\"b,c\"\r\n\"x, y\",\"he said \"\"hi\"\"\"\r\n",
          "a|b,c/x, y|he said \"hi\"/");
    check("a,b\n\"two\nlines\",2\n", "a|b/two\nlines|2/");
    check("a,b\n\"two\r\nlines\",2\r\n", "a|b/two\nlines|2/");
    check("a\n\"\"\"\"\n", "a/\"/");
    check("a,b\n\"\",x\n", "a|b/|x/");
    check("a\n\"z\"", "a/z/");
}

static void comments_and_marks(void **state)
{
    (void)state;
    check("\xEF\xBB\xBF"
          "a\n1\n",
          "a/1/");
    check("# about, \"this\"\n#\n\na\n1\n", "a/1/");
    check("\xEF\xBB\xBF# about\r\na\r\n1\r\n", "a/1/");
    check("\"# about, it\",,\n# more,,\na,b,c\n1,2,3\n", "a|b|c/1|2|3/");
    check("a\n#1\n", "a/#1/");
}

static void looked_up_by_name(void **state)
{
    struct mq_csv csv;

    (void)state;
    load(&csv, "# c\nid,name,points\nx,\"A\nB\",3\n\ny,C,4\n");
    assert_int_equal(mq__csv_column(&csv, "points"), 2);
    assert_int_equal(mq__csv_column(&csv, "id"), 0);
    assert_int_equal(mq__csv_column(&csv, "point"), -1);
    assert_int_equal(csv.rows, 2);
    assert_int_equal(csv.line[0], 3);
    assert_int_equal(csv.line[1], 6);
    assert_string_equal(mq__csv_get(&csv, 1, 1), "C");
    mq__csv_finish(&csv);
    mq__csv_finish(&csv);
}

static void check_error(const char *text, size_t length, const char *id,
                        const int place[2])
{
    struct mq_csv csv;
    struct mq_error error;

    assert_int_equal(mq__csv_parse(&csv, text, length, &error), MQ_TABLES);
    assert_null(csv.block);
    assert_int_equal(csv.rows, 0);
    assert_string_equal(error.message.id, id);
    assert_int_equal(error.message.arg[0].number, place[0]);
    assert_int_equal(error.message.arg[1].number, place[1]);
    mq__csv_finish(&csv);
}

static void errors(void **state)
{
    static const struct {
        const char *text, *id;
        int place[2];
    } cases[] = {
        {"", "csv.no-header", {1, 1}},
        {"# only\n\n", "csv.no-header", {3, 1}},
        {"a,b\n1\n", "csv.fields", {2, 2}},
        {"a,b\n1,2\n1,2,3\n", "csv.fields", {3, 6}},
        {"a,,c\n", "csv.no-name", {1, 3}},
        {"a,bb,a\n", "csv.twice", {1, 6}},
        {"a\nx\"y\n", "csv.quote", {2, 2}},
        {"a,b\n\"x\"y,1\n", "csv.after-quote", {2, 4}},
        {"a,b\n1,\"x\n\ny,1\n", "csv.open-quote", {2, 3}},
        {"a\n\"\n", "csv.open-quote", {2, 1}},
        {"a\nx\ry\n", "csv.control", {2, 2}},
        {"a\n\"x\ry\"\n", "csv.control", {2, 3}},
        {"a\n\xC3\xA4\xFF\n", "csv.utf8", {2, 2}},
        {"a\n\xE2\x82", "csv.utf8", {2, 1}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        check_error(cases[i].text, strlen(cases[i].text), cases[i].id,
                    cases[i].place);
    }
    check_error("a\nx\0y\n", 6, "csv.control", (const int[]){2, 2});
}

static void limits(void **state)
{
    struct mq_csv csv;
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    for (int i = 0; i < MQ_CSV_MAX_COLUMNS; i++) {
        mq__buf_printf(&buf, "%sc%d", i > 0 ? "," : "", i);
    }
    load(&csv, mq__buf_text(&buf));
    assert_int_equal(csv.columns, MQ_CSV_MAX_COLUMNS);
    mq__csv_finish(&csv);
    mq__buf_str(&buf, ",one-more\n");
    check_error(buf.data, buf.length, "csv.columns", (const int[]){1, 1});
    mq__buf_clear(&buf);
    mq__buf_str(&buf, "a\n");
    for (int i = 0; i < MQ_CSV_MAX_ROWS; i++) {
        mq__buf_printf(&buf, "%d\n", i);
    }
    load(&csv, mq__buf_text(&buf));
    assert_int_equal(csv.rows, MQ_CSV_MAX_ROWS);
    assert_string_equal(mq__csv_get(&csv, MQ_CSV_MAX_ROWS - 1, 0), "511");
    mq__csv_finish(&csv);
    mq__buf_str(&buf, "x\n");
    check_error(buf.data, buf.length, "csv.rows",
                (const int[]){MQ_CSV_MAX_ROWS + 2, 1});
    mq__buf_finish(&buf);
}

static void add_quoted(struct mq_buf *buf, const char *text)
{
    mq__buf_char(buf, '"');
    for (; *text != '\0'; text++) {
        mq__buf_str(buf, *text == '"' ? "\"" : "");
        mq__buf_char(buf, *text);
    }
    mq__buf_char(buf, '"');
}

/* Any text comes back from between quotation marks. */
static void random_round_trips(void **state)
{
    static const char letters[] = "ab,\"\n #;\t";
    struct mq_rng rng;
    struct mq_buf buf;

    (void)state;
    mq_rng_seed(&rng, 1);
    mq__buf_init(&buf);
    for (int i = 0; i < 2000; i++) {
        char field[3][8] = {"", "", "x"};
        struct mq_csv csv;

        mq__buf_clear(&buf);
        mq__buf_str(&buf, "a,b,c\n");
        for (int j = 0; j < 3; j++) {
            uint32_t length = j < 2 ? mq_rng_below(&rng, 8) : 1;

            for (uint32_t k = 0; k < length && j < 2; k++) {
                field[j][k] = letters[mq_rng_below(&rng, sizeof letters - 1)];
            }
            mq__buf_str(&buf, j > 0 ? "," : "");
            add_quoted(&buf, field[j]);
        }
        load(&csv, mq__buf_text(&buf));
        assert_int_equal(csv.rows, 1);
        for (int j = 0; j < 3; j++) {
            assert_string_equal(mq__csv_get(&csv, 0, j), field[j]);
        }
        mq__csv_finish(&csv);
    }
    mq__buf_finish(&buf);
}

/* Whatever the bytes: an answer, and nothing read or written out of bounds
 * (the sanitizers watch). */
static void random_bytes(void **state)
{
    static const char bytes[] = "a,b\"\r\n#\xC3\xA4 ";
    struct mq_rng rng;
    int good = 0;

    (void)state;
    mq_rng_seed(&rng, 2);
    for (int i = 0; i < 20000; i++) {
        size_t length = mq_rng_below(&rng, 24);
        char *text = malloc(length + 1);
        struct mq_csv csv;

        assert_non_null(text);
        for (size_t j = 0; j < length; j++) {
            text[j] = bytes[mq_rng_below(&rng, sizeof bytes - 1)];
        }
        text = realloc(text, length > 0 ? length : 1);
        assert_non_null(text);
        good += mq__csv_parse(&csv, text, length, NULL) == MQ_OK;
        mq__csv_finish(&csv);
        free(text);
    }
    assert_in_range(good, 100, 19900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_tables),
        cmocka_unit_test(quoting),
        cmocka_unit_test(comments_and_marks),
        cmocka_unit_test(looked_up_by_name),
        cmocka_unit_test(errors),
        cmocka_unit_test(limits),
        cmocka_unit_test(random_round_trips),
        cmocka_unit_test(random_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
