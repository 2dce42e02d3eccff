/* What a person typed against what can be chosen. */
#include "unit.h"

#include <maxq/match.h>

#include "core/choose.h"
#include "core/game.h"

#include <stdio.h>
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

/* The same choices with the words of another language. */
static const struct {
    const char *text, *own;
} in_german[] = {
    {"board satellite", "sende Satellit"},
    {"board moonwalker", "sende Mondg\u00e4nger"},
    {"act pair red blue", "aktion paar Treibstoff Sauerstoff"},
    {"take cubesat-40", "nimm CubeSat-40"},
    {"take solar-sail", "nimm Sonnensegel"},
    {"use 1 A", "nutze 1 A"},
};

static struct mq_choices *german_choices(void)
{
    struct mq_choices *choices = calloc(1, sizeof *choices);

    assert_non_null(choices);
    for (size_t i = 0; i < COUNT(in_german); i++) {
        snprintf(choices->text[i], MQ_TEXT_SIZE, "%s", in_german[i].text);
        snprintf(choices->own[i], MQ_OWN_SIZE, "%s", in_german[i].own);
        choices->count++;
    }
    return choices;
}

static void words_of_a_language(void **state)
{
    static const struct {
        const char *typed;
        int choice;
    } cases[] = {
        {"SATELLIT", 0},
        {"sende mondgaenger", 1},
        {"board mondg", 1},
        {"act pair blue red", 2},
        {"paar sauerstoff treib", 2},
        {"nimm cubesat-40", 3},
        {"nimm sail", 4},
        {"use a 1", 5},
        {"nutze a", 5},
        {"sende", -2},
        {"nimm x", 0},
    };
    struct mq_choices *choices = german_choices();

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_found found;
        int chosen;

        mq__choose(choices, cases[i].typed, &found);
        chosen = found.count == 1 ? found.index[0] : -found.count;
        assert_int_equal(chosen, cases[i].choice);
    }
    free(choices);
}

static void nearest_choice(void **state)
{
    struct mq_choices *choices = german_choices();

    (void)state;
    assert_int_equal(mq__nearest(choices, "sende satelit"), 0);
    assert_int_equal(mq__nearest(choices, "take cubesat-60"), 3);
    assert_int_equal(mq__nearest(choices, "zzzzzz"), -1);
    free(choices);
}

static const struct mq_game *open_game(const char *id)
{
    const struct mq_game *game = NULL;

    assert_int_equal(mq_game_open(id, NULL, 0, &game, NULL), MQ_OK);
    return game;
}

/* Each legal action of each game can be typed as it is shown. */
static void shown_is_understood(void **state)
{
    struct mq_choices *choices = calloc(1, sizeof *choices);

    (void)state;
    assert_non_null(choices);
    for (int g = 0; g < mq_game_count(); g++) {
        const struct mq_game *game = open_game(mq_game_id(g));
        struct mq_state st;
        struct mq_setup setup;
        struct mq_rng rng;
        uint32_t actors;
        enum mq_turn turn;
        int least, most, steps = 0;

        mq_game_players(game, &least, &most);
        mq_setup_init(game, most, &setup);
        assert_int_equal(mq_begin(game, st.bytes, &setup, NULL), MQ_OK);
        mq_rng_seed_pair(&rng, 7, 7);
        while ((turn = mq_turn(game, st.bytes, &actors)) != MQ_TURN_OVER &&
               steps++ < 300) {
            int seat = MQ_CHANCE_SEAT;
            mq_action action;

            if (turn == MQ_TURN_CHANCE) {
                action = mq_sample(game, st.bytes, &rng);
            } else {
                struct mq_found found;
                int k;

                seat = __builtin_ctz(actors);
                mq__choices_legal(choices, game, st.bytes, seat);
                mq__choices_own(choices, game, "de");
                k = (int)(mq_rng_next(&rng) % (uint64_t)choices->count);
                mq__choose(choices, choices->own[k], &found);
                assert_int_equal(found.count, 1);
                assert_int_equal(found.index[0], k);
                action = choices->action[k];
            }
            mq_apply(game, st.bytes, seat, action);
        }
        mq_game_close(game);
    }
    free(choices);
}

/* The checked door understands the same words, and names a rule always. */
static void played_by_words(void **state)
{
    const struct mq_game *game = open_game("mlem");
    struct mq_match_config config = {0};
    struct mq_match *match = NULL;
    struct mq_note why = {0};

    (void)state;
    mq_setup_init(game, 2, &config.setup);
    assert_int_equal(mq_setup_set(game, &config.setup, "start", "P1", NULL),
                     MQ_OK);
    assert_int_equal(mq_match_create(game, &config, &match, NULL), MQ_OK);
    assert_int_equal(mq_match_play_text(match, 0, "land", &why), MQ_ILLEGAL);
    assert_string_equal(why.rule, "ML-E1");
    assert_int_not_equal(mq_match_play_text(match, 0, "zzz", &why), MQ_OK);
    assert_string_equal(why.rule, "ML-E1");
    assert_int_equal(mq_match_length(match), 0);
    assert_int_equal(mq_match_play_text(match, 0, "SATELLIT sende", &why),
                     MQ_OK);
    assert_int_equal(mq_match_play_text(match, 1, "scout board", &why), MQ_OK);
    assert_int_equal(mq_match_length(match), 2);
    mq_match_destroy(match);
    mq_game_close(game);
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
        cmocka_unit_test(words_of_a_language),
        cmocka_unit_test(nearest_choice),
        cmocka_unit_test(shown_is_understood),
        cmocka_unit_test(played_by_words),
        cmocka_unit_test(numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
