/* Text as a terminal shows it. */
#include "unit.h"

#include "term/boards/text.h"

#include <string.h>

static int width(const char *text)
{
    return mq__text_width(text, strlen(text));
}

static void widths(void **state)
{
    char marked[] = {MQ_MARK, 'b', 'x', MQ_MARK, '.', '\0'};

    (void)state;
    assert_int_equal(width(""), 0);
    assert_int_equal(width("abc"), 3);
    assert_int_equal(width("für"), 3);
    assert_int_equal(width("…"), 1);
    assert_int_equal(width("e\xCC\x81"), 1); /* e and a combining acute */
    assert_int_equal(width("猫"), 2);
    assert_int_equal(width("🚀"), 2);
    assert_int_equal(width(marked), 1);
    assert_int_equal(width("\xFF"), 1);
}

static void check_wrap(const char *text, struct mq_wrap wrap, const char *want)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__text_wrap(&buf, text, &wrap);
    assert_string_equal(mq__buf_text(&buf), want);
    mq__buf_finish(&buf);
}

static void wraps(void **state)
{
    (void)state;
    check_wrap("one two three", (struct mq_wrap){.width = 80},
               "one two three\n");
    check_wrap("one two three", (struct mq_wrap){.width = 7},
               "one two\nthree\n");
    check_wrap("one\n  two", (struct mq_wrap){.width = 80}, "one two\n");
    check_wrap("one two three", (struct mq_wrap){.width = 9, .rest = 2},
               "one two\n  three\n");
    check_wrap("one two", (struct mq_wrap){.width = 6, .first = 2},
               "  one\ntwo\n");
    check_wrap("one two", (struct mq_wrap){.width = 6, .first = -3, .rest = 3},
               "one\n   two\n");
    check_wrap("unbelievable", (struct mq_wrap){.width = 5}, "unbelievable\n");
    check_wrap("", (struct mq_wrap){.width = 5}, "\n");
}

static void pads(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    mq__text_pad(&buf, "ü", 3);
    mq__buf_char(&buf, '|');
    mq__text_pad(&buf, "ü", -3);
    mq__buf_char(&buf, '|');
    mq__text_pad(&buf, "long", 2);
    assert_string_equal(mq__buf_text(&buf), "ü  |  ü|long");
    mq__buf_finish(&buf);
}

static void cuts(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    mq__text_cut(&buf, "short", 5);
    mq__buf_char(&buf, '|');
    mq__text_cut(&buf, "shorter", 5);
    mq__buf_char(&buf, '|');
    mq__text_cut(&buf, "猫猫猫", 4);
    assert_string_equal(mq__buf_text(&buf), "short|shor…|猫…");
    mq__buf_finish(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths),
        cmocka_unit_test(wraps),
        cmocka_unit_test(pads),
        cmocka_unit_test(cuts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
