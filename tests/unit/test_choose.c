/* What a person typed against what can be chosen. */
#include "unit.h"

#include "term/choose.h"

#include <stdlib.h>
#include <string.h>

static struct mq_choices *choices_of(const char *const *texts)
{
    struct mq_choices *choices = calloc(1, sizeof *choices);

    assert_non_null(choices);
    for (; texts[choices->count] != NULL; choices->count++) {
        const char *text = texts[choices->count];

        memcpy(choices->text[choices->count], text, strlen(text) + 1);
        choices->action[choices->count] = (mq_action)choices->count;
    }
    return choices;
}

static const char *const uses[] = {"use 2",        "use 2 A",     "use A",
                                   "use 2 pip:P1", "land",        "land +1",
                                   "stay",         "board scout", NULL};

/* The one choice that fits, or minus how many do. */
static int chosen(const char *const *texts, const char *typed)
{
    struct mq_choices *choices = choices_of(texts);
    struct mq_found found;

    mq__choose(choices, typed, &found);
    free(choices);
    return found.count == 1 ? found.index[0] : -found.count;
}

static void whole_texts(void **state)
{
    (void)state;
    for (int i = 0; uses[i] != NULL; i++) {
        assert_int_equal(chosen(uses, uses[i]), i);
    }
}

static void beginnings_of_words(void **state)
{
    (void)state;
    assert_int_equal(chosen(uses, "u 2"), 0);
    assert_int_equal(chosen(uses, "u 2 a"), 1);
    assert_int_equal(chosen(uses, "  U   2  p "), 3);
    assert_int_equal(chosen(uses, "b s"), 7);
    assert_int_equal(chosen(uses, "b"), 7);
    assert_int_equal(chosen(uses, "st"), 6);
    assert_int_equal(chosen(uses, "l"), 4);
    assert_int_equal(chosen(uses, "l +"), 5);
}

static void several_or_none(void **state)
{
    (void)state;
    assert_int_equal(chosen(uses, "use"), -4);
    assert_int_equal(chosen(uses, "use 3"), 0);
    assert_int_equal(chosen(uses, ""), 0);
    assert_int_equal(chosen(uses, "   "), 0);
    assert_int_equal(chosen(uses, "landing"), 0);
    assert_int_equal(chosen(uses, "use 2 A A"), 0);
}

static void whole_is_told(void **state)
{
    struct mq_choices *choices = choices_of(uses);
    struct mq_found found;

    (void)state;
    mq__choose(choices, "LAND", &found);
    assert_true(found.whole);
    mq__choose(choices, "lan", &found);
    assert_false(found.whole);
    free(choices);
}

static const char *const rolls[] = {"roll 1 2 2", "roll 1 2 A", "roll 2 2 4",
                                    "roll 4 A A", NULL};

static int came_up(const char *const *texts, const char *typed)
{
    struct mq_choices *choices = choices_of(texts);
    struct mq_found found;

    mq__choose_outcome(choices, typed, &found);
    free(choices);
    return found.count == 1 ? found.index[0] : -found.count;
}

static void faces_in_any_order(void **state)
{
    (void)state;
    assert_int_equal(came_up(rolls, "roll 1 2 2"), 0);
    assert_int_equal(came_up(rolls, "2 1 2"), 0);
    assert_int_equal(came_up(rolls, "a 2 1"), 1);
    assert_int_equal(came_up(rolls, "roll A 4 A"), 3);
    assert_int_equal(came_up(rolls, "242"), 2);
    assert_int_equal(came_up(rolls, "a4a"), 3);
    assert_int_equal(came_up(rolls, "roll 221"), 0);
}

static void wrong_faces(void **state)
{
    (void)state;
    assert_int_equal(came_up(rolls, "1 2"), 0);
    assert_int_equal(came_up(rolls, "1 1 2"), 0);
    assert_int_equal(came_up(rolls, "1 2 2 2"), 0);
    assert_int_equal(came_up(rolls, "12"), 0);
    assert_int_equal(came_up(rolls, ""), 0);
}

static const char *const draws[] = {"explore points1-2", "explore points1-3",
                                    "explore tunnel-4", NULL};

static void tokens_by_their_beginning(void **state)
{
    (void)state;
    assert_int_equal(came_up(draws, "tunnel-4"), 2);
    assert_int_equal(came_up(draws, "tun"), 2);
    assert_int_equal(came_up(draws, "explore t"), 2);
    assert_int_equal(came_up(draws, "points1"), -2);
}

/* Words that a choice has at their place become whole, others stay. */
static void words_made_whole(void **state)
{
    static const char *const plans[] = {
        "assign oliver-hooker design", "assign oliver-hooker rnd",
        "assign olga construction", "planned", NULL};
    static const struct {
        const char *typed, *whole;
    } cases[] = {
        {"a oliver design", "assign oliver-hooker design"},
        {"assign ol rnd", "assign ol rnd"},
        {" ASSIGN  olg specialty", "assign olga specialty"},
        {"pla", "planned"},
        {"launch geo", "launch geo"},
        {"", ""},
    };
    struct mq_choices *choices = choices_of(plans);
    char out[MQ_TEXT_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_true(mq__whole_words(choices, cases[i].typed, out, sizeof out));
        assert_string_equal(out, cases[i].whole);
    }
    assert_false(mq__whole_words(choices, "a oliver design", out, 10));
    free(choices);
}

static void numbers(void **state)
{
    int number = 0;

    (void)state;
    assert_true(mq__is_number("12", &number));
    assert_int_equal(number, 12);
    assert_true(mq__is_number("3 ", &number));
    assert_false(mq__is_number("3 4", &number));
    assert_false(mq__is_number("+1", &number));
    assert_false(mq__is_number("", &number));
    assert_false(mq__is_number("99999999999999999999", &number));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_texts),
        cmocka_unit_test(beginnings_of_words),
        cmocka_unit_test(several_or_none),
        cmocka_unit_test(whole_is_told),
        cmocka_unit_test(faces_in_any_order),
        cmocka_unit_test(wrong_faces),
        cmocka_unit_test(tokens_by_their_beginning),
        cmocka_unit_test(words_made_whole),
        cmocka_unit_test(numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
