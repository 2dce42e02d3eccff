/* Lift Off: whatever is said has its text in both languages, boards fit their
 * width, weights are numbers, and refusals say which condition fails. */
#include "liftoff.h"

#include "core/json.h"
#include "said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void matches(void **state)
{
    (void)state;
    for (int match = 0; match < 12; match++) {
        struct lo_state s;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&s, match);
        check_match(&s, &rng, 16);
    }
}

static void any_question(void **state)
{
    struct lo_state s;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    start_match(&s, 1);
    check_questions(&s, &rng, 0x0F0F1F1F);
}

/* What a launch lacks is said in words, with the numbers. */
struct refusal {
    const char *change; /* of P1 in the position below */
    const char *action, *sentence;
};

static const struct refusal refusals[] = {
    {"\"money\":4", "launch lab",
     "The launch costs 5 money; you have 4. [LO-L3]"},
    {"\"lab_symbol_used\":true", "launch lab",
     "The lab’s launch symbol has been used this round. [LO-L2]"},
    {"\"money\":0", "launch chemist",
     "You have played no Chemist with a launch symbol this round. [LO-L2]"},
    {"\"earth\":[]", "launch lab", "You have no mission on Earth. [LO-L9]"},
    {"\"earth\":[\"supply-ship\"]", "launch lab",
     "All your missions on Earth are above the level of your lab, 1. "
     "[LO-L7]"},
    {"\"tech\":{\"red\":0,\"yellow\":0,\"blue\":5,\"green\":0}", "launch lab",
     "Level 1 asks for 1 red technology or the alternative; you have 0. "
     "[LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\"],\"tech\":{\"red\":2,"
     "\"yellow\":0,\"blue\":0,\"green\":0}",
     "launch lab", "Level 2 asks for 1 yellow technology; you have 0. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\"],\"tech\":{\"red\":1,"
     "\"yellow\":1,\"blue\":0,\"green\":0}",
     "launch lab", "Level 2 asks for 2 red technologies; you have 1. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\",\"crewed-orbit\"],\"tech\":"
     "{\"red\":2,\"yellow\":1,\"blue\":0,\"green\":0}",
     "launch lab",
     "The lightest mission that is ready weighs 2; the rocket carries at most "
     "1. [LO-L6]"},
};

/* P2 launches, P1 asks: with one field of P1 replaced. */
static void set_position(const char *change, struct lo_state *s)
{
    struct mq_json_doc doc, edit;
    struct mq_error error = {0};
    struct mq_setup setup;
    char text[512];
    char *json;

    mq_setup_init(game, 2, &setup);
    setup.option[LO_OPTION_START] = 2;
    assert_int_equal(game->setup(game, s, &setup, NULL), MQ_OK);
    s->round = 1;
    s->step = LO_STEP_LAUNCH;
    s->turn = 1;
    for (int i = 0; i < 2; i++) {
        struct lo_player *p = &s->player[i];

        p->money = 9;
        p->tech[LO_RED] = 1;
        lo_mask_add(p->earth, mission("test-satellite"));
        p->own[0] = 1;
    }
    s->mission_deck[mission("test-satellite")] = 0;
    s->deck_size[0] = (uint8_t)(s->deck_size[0] - 2);
    json = mq_position_write(game, s);
    assert_int_equal(mq__json_parse(&doc, json, strlen(json), NULL), MQ_OK);
    snprintf(text, sizeof(text), "{%s}", change);
    assert_int_equal(mq__json_parse(&edit, text, strlen(text), NULL), MQ_OK);
    for (const struct mq_json *n = edit.root->first; n != NULL; n = n->next) {
        char path[64];

        snprintf(path, sizeof(path), "players.P1.%s", n->key);
        assert_int_equal(mq__json_put(&doc, path, n, NULL), MQ_OK);
    }
    for (int i = 0; game->derived[i] != NULL; i++) {
        mq__json_remove(doc.root, game->derived[i]);
    }
    if (game->read_position(game, doc.root, s, &error) != MQ_OK) {
        fail_msg("%s: %s at %s", change, error.message.id,
                 error.message.arg[0].text);
    }
    mq__json_finish(&edit);
    mq__json_finish(&doc);
    free(json);
}

static void launch_refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(refusals); i++) {
        struct mq_voice voice = {"en", "liftoff", NULL, 0};
        struct lo_state s;
        struct mq_note note = {0};
        mq_action action;
        char text[256], sentence[320];

        set_position(refusals[i].change, &s);
        assert_int_equal(
            game->read_text(game, refusals[i].action, 0, &action, NULL), MQ_OK);
        assert_int_equal(game->why_not(game, &s, 0, action, &note),
                         MQ_NOT_YOUR_TURN);
        mq_sentence(&note.message, &voice, text, sizeof(text));
        snprintf(sentence, sizeof(sentence), "%s [%s]", text,
                 note.rule != NULL ? note.rule : "");
        assert_string_equal(sentence, refusals[i].sentence);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(any_question),
        cmocka_unit_test(launch_refusals),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
