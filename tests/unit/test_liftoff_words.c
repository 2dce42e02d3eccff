/* Lift Off: whatever is said has its text in both languages, boards fit their
 * width, weights are numbers, and refusals say which condition fails. */
#include "liftoff.h"

#include "core/json.h"
#include "core/tell.h"
#include "said.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void matches(void **state)
{
    (void)state;
    for (int match = 0; match < 12; match++) {
        struct lo_state st;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, match);
        check_match(&st, &rng, 16);
    }
}

static void any_question(void **state)
{
    struct lo_state st;
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    start_match(&st, 1);
    check_questions(&st, &rng, 0x0F0F1F1F);
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
     "Level 1 asks for 1 Fuel or the alternative; you have 0. "
     "[LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\"],\"tech\":{\"red\":2,"
     "\"yellow\":0,\"blue\":0,\"green\":0}",
     "launch lab", "Level 2 asks for 1 Energy; you have 0. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\"],\"tech\":{\"red\":1,"
     "\"yellow\":1,\"blue\":0,\"green\":0}",
     "launch lab", "Level 2 asks for 2 Fuel; you have 1. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\",\"crewed-orbit\"],\"tech\":"
     "{\"red\":2,\"yellow\":1,\"blue\":0,\"green\":0}",
     "launch lab",
     "The lightest mission that is ready weighs 2; the rocket carries at most "
     "1. [LO-L6]"},
};

/* P2 launches, P1 asks: with one field of P1 replaced. */
static void set_position(const char *change, struct lo_state *st)
{
    struct mq_json_doc doc, edit;
    struct mq_error error = {0};
    struct mq_setup setup;
    char text[512];
    char *json;

    mq_setup_init(game, 2, &setup);
    setup.option[LO_OPTION_START] = 2;
    assert_int_equal(mq_begin(game, st, &setup, NULL), MQ_OK);
    st->round = 1;
    st->step = LO_STEP_LAUNCH;
    st->turn = 1;
    for (int i = 0; i < 2; i++) {
        struct lo_player *p = &st->player[i];

        p->money = 9;
        p->tech[LO_RED] = 1;
        lo_mask_add(p->earth, mission("test-satellite"));
        p->own[0] = 1;
    }
    st->mission_deck[mission("test-satellite")] = 0;
    st->deck_size[0] = (uint8_t)(st->deck_size[0] - 2);
    json = mq_position_write(game, st);
    assert_int_equal(mq__json_parse(&doc, json, strlen(json), NULL), MQ_OK);
    snprintf(text, sizeof(text), "{%s}", change);
    assert_int_equal(mq__json_parse(&edit, text, strlen(text), NULL), MQ_OK);
    for (const struct mq_json *n = edit.root->first; n != NULL; n = n->next) {
        char path[64];

        snprintf(path, sizeof(path), "players.P1.%s", n->key);
        assert_int_equal(mq__json_put(&doc, path, n, NULL), MQ_OK);
    }
    mq__json_remove(doc.root, "supply");
    mq__json_remove(doc.root, "decks");
    mq__json_remove(doc.root, "sizes");
    if (mq__read_position(game, doc.root, st, &error) != MQ_OK) {
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
        struct lo_state st;
        struct mq_note note = {0};
        mq_action action;
        char text[256], sentence[320];

        set_position(refusals[i].change, &st);
        assert_int_equal(
            mq_read_text(game, refusals[i].action, 0, &action, NULL), MQ_OK);
        assert_int_equal(mq_why_not(game, &st, 0, action, &note),
                         MQ_NOT_YOUR_TURN);
        mq_sentence(&note.message, &voice, text, sizeof(text));
        snprintf(sentence, sizeof(sentence), "%s [%s]", text,
                 note.rule != NULL ? note.rule : "");
        assert_string_equal(sentence, refusals[i].sentence);
    }
}

/* A launch that can't be is in the log, with what is missing. */
static const struct refusal passed_by[] = {
    {"\"money\":4", "done",
     "No launch for P1: 1 money short. It costs 5; P1 has 4. [LO-L3]"},
    {"\"earth\":[]", "done", "No launch for P1: no mission on Earth. [LO-L9]"},
    {"\"earth\":[\"supply-ship\"]", "done",
     "No launch for P1: lab 2 is needed, the lab has level 1. [LO-L7]"},
    {"\"tech\":{\"red\":0,\"yellow\":0,\"blue\":5,\"green\":0}", "done",
     "No launch for P1: 1 Fuel or 1 Energy short for level 1. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"supply-ship\"],\"tech\":{\"red\":1,"
     "\"yellow\":1,\"blue\":0,\"green\":0}",
     "done", "No launch for P1: 1 Fuel short for level 2. [LO-L8]"},
    {"\"lab\":2,\"earth\":[\"crewed-orbit\"],\"tech\":"
     "{\"red\":2,\"yellow\":1,\"blue\":0,\"green\":0}",
     "done",
     "No launch for P1: the Crewed Orbit weighs 2, the rocket carries 1. "
     "[LO-L6]"},
};

/* The notes of an event as one text. */
static void notes_of(const struct lo_state *before, struct mq_event event,
                     char *out, size_t size)
{
    struct mq_voice voice = {"en", "liftoff", NULL, 0};
    struct mq_note note[MQ_MAX_NOTES];
    struct lo_state after = *before;
    size_t used = 0;
    int n;

    mq_apply(game, &after, event.seat, event.action);
    n = mq_describe(game, before, event, &after, note);
    for (int i = 0; i < n; i++) {
        char text[256];

        mq_sentence(&note[i].message, &voice, text, sizeof(text));
        used += (size_t)snprintf(out + used, size - used, "%s [%s]\n", text,
                                 note[i].rule != NULL ? note[i].rule : "");
    }
}

static void launches_passed_by(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(passed_by); i++) {
        struct lo_state st;
        char text[4096];
        mq_action done;

        set_position(passed_by[i].change, &st);
        assert_int_equal(
            mq_read_text(game, passed_by[i].action, 1, &done, NULL), MQ_OK);
        notes_of(&st, (struct mq_event){1, done}, text, sizeof(text));
        if (strstr(text, passed_by[i].sentence) == NULL) {
            fail_msg("\"%s\" isn't in\n%s", passed_by[i].sentence, text);
        }
    }
}

/* P1 has 9 money, a mission that is ready, and this card in play. */
static void set_card(const char *id, struct lo_state *st)
{
    struct lo_player *p = &st->player[0];
    int card = 0;

    set_position("\"money\":9", st);
    while (strcmp(lo_tables(game)->specialist[card].id, id) != 0) {
        card++;
    }
    st->step = LO_STEP_ACT;
    st->turn = 0;
    p->played[p->plays++] = (uint8_t)card;
}

/* The Scientist and the Lab Director sell technology by rules of their own. */
static void rules_of_boxes(void **state)
{
    static const struct {
        const char *card, *wanted;
    } rows[] = {
        {"scientist", "P1 buys Fuel for 2 money. [LO-A16]"},
        {"lab-director", "P1 buys Fuel for 4 money. [LO-A15]"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct lo_state st;
        char text[4096];

        set_card(rows[i].card, &st);
        notes_of(
            &st,
            (struct mq_event){0, MQ_ACTION(LO_ACT, LO_VERB_BUY, LO_RED, 0)},
            text, sizeof(text));
        if (strstr(text, rows[i].wanted) == NULL) {
            fail_msg("\"%s\" isn't in\n%s", rows[i].wanted, text);
        }
    }
}

/* Whether a choice warns that the money for a launch goes. */
static void find_warning(void *context, const struct mq_fact *fact)
{
    bool *warned = context;

    if (fact->kind == MQ_FACT_LOSES && strcmp(fact->subject, "launches") == 0) {
        assert_int_equal(fact->before, 1);
        assert_int_equal(fact->after, 0);
        *warned = true;
    }
}

/* A launch costs 5: the lab's price of 5 leaves too little of 9 money, that of
 * a technology, 4, doesn't. */
static void launch_money(void **state)
{
    static const struct {
        const char *action;
        bool warns;
    } rows[] = {{"act lab", true}, {"act buy blue", false}, {"money", false}};

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct lo_state st;
        mq_action action;
        bool warned = false;
        struct mq_facts facts = {find_warning, &warned, NULL};

        set_card("lab-director", &st);
        assert_int_equal(mq_read_text(game, rows[i].action, 0, &action, NULL),
                         MQ_OK);
        mq_tell(game, &st, 0, action, &facts);
        assert_int_equal(warned, rows[i].warns);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),         cmocka_unit_test(any_question),
        cmocka_unit_test(launch_refusals), cmocka_unit_test(launches_passed_by),
        cmocka_unit_test(rules_of_boxes),  cmocka_unit_test(launch_money),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
