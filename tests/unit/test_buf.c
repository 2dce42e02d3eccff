/* Text buffers, fixed and growing, and UTF-8. */
#include "unit.h"

#include "core/buf.h"
#include "core/utf8.h"

#include <limits.h>
#include <string.h>

static void fixed_cuts(void **state)
{
    char memory[8];
    struct mq_buf buf;

    (void)state;
    mq__buf_fixed(&buf, memory, sizeof memory);
    assert_string_equal(mq__buf_text(&buf), "");
    mq__buf_str(&buf, "1234567");
    assert_false(buf.failed);
    assert_int_equal(buf.length, 7);
    mq__buf_char(&buf, '8');
    assert_true(buf.failed);
    assert_string_equal(mq__buf_text(&buf), "1234567");
    mq__buf_clear(&buf);
    assert_false(buf.failed);
    mq__buf_str(&buf, "123456789");
    assert_true(buf.failed);
    assert_string_equal(memory, "1234567");
}

/* What comes after a failure is dropped though it would fit. */
static void failed_stays(void **state)
{
    char memory[4];
    struct mq_buf buf;

    (void)state;
    mq__buf_fixed(&buf, memory, sizeof memory);
    mq__buf_printf(&buf, "%d", 12345);
    assert_true(buf.failed);
    assert_string_equal(memory, "123");
    mq__buf_clear(&buf);
    mq__buf_str(&buf, "ab");
    mq__buf_str(&buf, "cdef");
    mq__buf_str(&buf, "");
    mq__buf_printf(&buf, "x");
    assert_string_equal(memory, "abc");
    assert_int_equal(buf.length, 3);
}

static void growing_grows(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    assert_string_equal(mq__buf_text(&buf), "");
    for (int i = 0; i < 10000; i++) {
        mq__buf_printf(&buf, "%05d", i);
    }
    assert_false(buf.failed);
    assert_int_equal(buf.length, 50000);
    assert_int_equal(strlen(buf.data), 50000);
    assert_memory_equal(buf.data + 5 * 1234, "01234", 5);
    mq__buf_clear(&buf);
    assert_string_equal(mq__buf_text(&buf), "");
    mq__buf_finish(&buf);
    assert_string_equal(mq__buf_text(&buf), "");
}

static void printf_longer_than_memory(void **state)
{
    struct mq_buf buf;

    (void)state;
    mq__buf_init(&buf);
    mq__buf_printf(&buf, "%1000d", 7);
    mq__buf_printf(&buf, "%s", "");
    assert_int_equal(buf.length, 1000);
    assert_true(buf.data[999] == '7' && buf.data[1000] == '\0');
    mq__buf_finish(&buf);
}

static void numbers(void **state)
{
    char memory[100];
    struct mq_buf buf;

    (void)state;
    mq__buf_fixed(&buf, memory, sizeof memory);
    mq__buf_int(&buf, 0);
    mq__buf_char(&buf, ' ');
    mq__buf_int(&buf, LLONG_MAX);
    mq__buf_char(&buf, ' ');
    mq__buf_int(&buf, LLONG_MIN);
    assert_string_equal(memory, "0 9223372036854775807 -9223372036854775808");
}

/* Every character, written and measured; everything around it refused. */
static void utf8_all_characters(void **state)
{
    (void)state;
    for (uint32_t c = 1; c <= 0x10FFFF; c++) {
        char bytes[4];
        size_t length;

        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        length = mq__utf8_write(bytes, c);
        assert_int_equal(mq__utf8_length(bytes, 4), length);
        assert_int_equal(mq__utf8_length(bytes, length - 1), 0);
        assert_int_equal(mq__utf8_cut(bytes, length), length);
        assert_int_equal(mq__utf8_cut(bytes, length - 1), 0);
    }
}

static void utf8_refuses(void **state)
{
    static const char *const wrong[] = {
        "\x80",         "\xBF",         "\xC0\x80",         "\xC1\xBF",
        "\xC2",         "\xC2\x41",     "\xE0\x9F\xBF",     "\xE2\x82",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80",
        "\xF5\x80",     "\xFF",         "\xE2\x82\x41",     "\xF0\x9F\x98\x41",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_int_equal(mq__utf8_length(wrong[i], strlen(wrong[i])), 0);
    }
    assert_int_equal(mq__utf8_length("", 0), 0);
}

static void utf8_cuts_and_counts(void **state)
{
    static const char text[] = "a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\xBAz";
    static const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11};

    (void)state;
    for (size_t i = 0; i < COUNT(kept); i++) {
        assert_int_equal(mq__utf8_cut(text, i), kept[i]);
    }
    assert_int_equal(mq__utf8_count(text, text + 11), 5);
    assert_int_equal(mq__utf8_count(text, text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_cuts),
        cmocka_unit_test(failed_stays),
        cmocka_unit_test(growing_grows),
        cmocka_unit_test(printf_longer_than_memory),
        cmocka_unit_test(numbers),
        cmocka_unit_test(utf8_all_characters),
        cmocka_unit_test(utf8_refuses),
        cmocka_unit_test(utf8_cuts_and_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
