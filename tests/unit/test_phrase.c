/* Texts of actions by a table: written, read, refused. */
#include "unit.h"

#include "core/buf.h"
#include "core/phrase.h"

#include <string.h>

enum set { COLOUR = 1, FRUIT, SIDE };

static const char *word_of(const void *tables, int set, int value)
{
    static const char *const colours[] = {"red", "blue", NULL, "green"};
    static const char *const sides[] = {"", "left"};

    if (set == FRUIT) {
        const char *const *fruits = tables;

        return value < 3 ? fruits[value] : NULL;
    }
    return set == COLOUR ? value < 4 ? colours[value] : NULL
           : value < 2   ? sides[value]
                         : NULL;
}

/* Two different colours; the last byte is their sum. */
static bool differ(const void *tables, mq_action *action)
{
    assert_non_null(tables);
    *action |= (mq_action)(MQ_ACTION_A(*action) + MQ_ACTION_B(*action)) << 24;
    return MQ_ACTION_A(*action) != MQ_ACTION_B(*action);
}

static const struct mq_phrase phrases[] = {
    {"paint all", 1 | 7 << 8, 0xFFFF, false, {{0}}, NULL},
    {"paint", 1, 0, false, {{COLOUR, 8, 8, false}}, NULL},
    {"mix",
     2,
     0,
     false,
     {{COLOUR, 8, 8, false}, {COLOUR, 16, 8, false}},
     differ},
    {"bowl", 3, 0, true, {{FRUIT, 8, 2, true}}, NULL},
    {"turn", 4, 0, false, {{SIDE, 8, 8, false}}, NULL},
    {0},
};

static struct mq_lexicon lexicon(void)
{
    static const char *const fruits[] = {"apple", "pear", "plum"};

    return (struct mq_lexicon){fruits, word_of};
}

static void writes(mq_action action, const char *expected)
{
    char text[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    mq__phrases_write(phrases, lexicon(), action, &buf);
    assert_string_equal(text, expected);
}

static void both_ways(mq_action action, bool chance, const char *text)
{
    mq_action read;

    writes(action, text);
    assert_true(mq__phrases_read(phrases, lexicon(), chance, text, &read));
    assert_int_equal(read, action);
    assert_false(mq__phrases_read(phrases, lexicon(), !chance, text, &read));
    assert_int_equal(read, 0);
}

static void refused(bool chance, const char *text)
{
    mq_action read;

    assert_false(mq__phrases_read(phrases, lexicon(), chance, text, &read));
}

static void one_word(void **state)
{
    (void)state;
    both_ways(MQ_ACTION(1, 0, 0, 0), false, "paint red");
    both_ways(MQ_ACTION(1, 3, 0, 0), false, "paint green");
    both_ways(MQ_ACTION(1, 7, 0, 0), false, "paint all");
    writes(MQ_ACTION(1, 2, 0, 0), "paint ?");
    writes(MQ_ACTION(1, MQ_UNKNOWN, 0, 0), "paint ?");
    writes(MQ_ACTION(9, 0, 0, 0), "?");
    refused(false, "paint");
    refused(false, "paint ?");
    refused(false, "paint  red");
    refused(false, "paint red ");
    refused(false, " paint red");
    refused(false, "paintred");
    refused(false, "paint red blue");
    refused(false, "");
}

static void words_that_go_together(void **state)
{
    (void)state;
    both_ways(MQ_ACTION(2, 0, 1, 1), false, "mix red blue");
    both_ways(MQ_ACTION(2, 3, 1, 4), false, "mix green blue");
    refused(false, "mix red red");
    refused(false, "mix red");
}

static void counted_words(void **state)
{
    (void)state;
    both_ways(MQ_ACTION(3, 0, 0, 0), true, "bowl");
    both_ways(MQ_ACTION(3, 2 | 1 << 4, 0, 0), true, "bowl apple apple plum");
    both_ways(MQ_ACTION(3, 3 << 2, 0, 0), true, "bowl pear pear pear");
    refused(true, "bowl pear pear pear pear");
    refused(true, "bowl plum apple"); /* the order of the set */
    refused(true, "bowl red");
}

static void left_out(void **state)
{
    (void)state;
    both_ways(MQ_ACTION(4, 0, 0, 0), false, "turn");
    both_ways(MQ_ACTION(4, 1, 0, 0), false, "turn left");
    refused(false, "turn ");
    refused(false, "turn right");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_word),
        cmocka_unit_test(words_that_go_together),
        cmocka_unit_test(counted_words),
        cmocka_unit_test(left_out),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
