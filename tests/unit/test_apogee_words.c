/* Apogee: what people read is true and whole: missions with all their rules,
 * investors as the table has them, launches that count or don't, attacks that
 * say what they do, odds of what can still be done. */
#include "apogee.h"

#include "games/apogee/notes.h"
#include "said.h"

/* A position in the director actions of P1; `players` is JSON. */
static void position(struct ap_state *st, int mission, const char *event,
                     const char *players)
{
    struct mq_error error = {0};
    char json[4096];
    int length = snprintf(
        json, sizeof(json),
        "{\"game\":\"apogee\",\"options\":{\"mission\":%d,"
        "\"design\":\"per-player\",\"tiebreak\":\"off\",\"rounds\":100},"
        "\"round\":1,\"step\":\"actions\",\"turn\":{},\"event\":%s,"
        "\"events\":{},\"rows\":{\"first-stage\":[\"laser\",\"laser\",\"ssto\"]"
        ","
        "\"upper-stage\":[\"kick-stage\",\"kick-stage\",\"kick-stage\"],"
        "\"payload\":[\"rover\",\"rover\",\"shuttle\"]},"
        "\"investors\":{\"open\":[\"testbench\",\"cryolab\"]},"
        "\"players\":{%s},\"decks\":{\"first-stage\":{},\"upper-stage\":{},"
        "\"payload\":{},\"rnd\":{},\"junior\":{},\"senior\":{}}}",
        mission, event, players);

    assert_in_range(length, 1, sizeof(json) - 1);
    if (mq_position_read(game, json, (size_t)length, st, &error) != MQ_OK) {
        struct mq_voice voice = {"en", "apogee", NULL, 0};
        char text[256];

        mq_sentence(&error.message, &voice, text, sizeof(text));
        fail_msg("%s", text);
    }
}

#define CREW                                                                   \
    "\"crew\":[{\"engineer\":\"patricia-jackson\",\"space\":\"operations\"},"  \
    "{\"engineer\":\"nadia-sanger\",\"space\":\"operations\"}]"
#define RIVAL                                                                  \
    ",\"P2\":{\"director\":\"andrew-wingfield\",\"credits\":80,"               \
    "\"crew\":[{\"engineer\":\"qian-tao\",\"space\":\"operations\"}]}"

static const char *english(const struct mq_message *message)
{
    static char text[512];
    struct mq_voice voice = {"en", "apogee", NULL, 0};

    check_message(message);
    mq_sentence(message, &voice, text, sizeof(text));
    return text;
}

static mq_action read_action(const char *text)
{
    struct mq_error error = {0};
    mq_action action = 0;

    assert_int_equal(mq_read_text(game, text, 0, &action, &error), MQ_OK);
    return action;
}

/* Whether a note of the explanation has the text in it. */
static bool explained(const struct ap_state *st, const char *action,
                      const char *text)
{
    struct mq_note note[MQ_MAX_NOTES];
    int n = mq_explain(game, st, 0, read_action(action), note);

    for (int i = 0; i < n; i++) {
        if (strstr(english(&note[i].message), text) != NULL) {
            return true;
        }
    }
    return false;
}

static void assert_explained(const struct ap_state *st, const char *action,
                             const char *text)
{
    if (!explained(st, action, text)) {
        fail_msg("%s: nothing says: %s", action, text);
    }
}

static bool board_says(const struct ap_state *st, const char *text)
{
    struct mq_canvas canvas = {.language = "en", .width = 100, .plain = true};
    struct mq_buf buf;
    bool there;

    mq__buf_init(&buf);
    mq__board(game, st, 0, &canvas, &buf);
    there = strstr(mq__buf_text(&buf), text) != NULL;
    mq__buf_finish(&buf);
    return there;
}

/* A1: each mission with its bans, limits and how it is won. */
static void missions_whole(void **state)
{
    static const struct {
        int players, mission;
        const char *says;
    } list[] = {
        {2, 1, "all in one launch to GEO"},
        {2, 1, "at least 1 R&D card aboard"},
        {2, 2, "at least 2 seats aboard"},
        {2, 3, "3 investors completed"},
        {2, 3, "wins at once"},
        {2, 4, "all in one launch to Moon"},
        {2, 4, "nobody can build R&D cards"},
        {2, 5, "Moon: 2 launches with a manned Payload"},
        {2, 5, "nations can’t intervene"},
        {2, 6, "only rockets that cost less than 160 count"},
        {2, 6, "in one launch or several"},
        {2, 7, "farthest destination after round 8 wins"},
        {2, 8, "thrust 29 or more"},
        {2, 9, "nobody can build nuclear cards"},
        {2, 9, "Mars: at least 5 astronauts"},
        {2, 12, "no launch with a performance below 2.6"},
        {1, 1, "at least 420 credits at the end"},
        {1, 1, "within 6 rounds"},
        {1, 4, "engineers with a total authority of 42 or more"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(list); i++) {
        struct ap_state st;

        start_match(game, &st, list[i].players, list[i].mission);
        if (!board_says(&st, list[i].says)) {
            fail_msg("mission %d: %s", list[i].mission, list[i].says);
        }
    }
    for (int mission = 1; mission <= AP_MISSIONS; mission++) {
        struct ap_parts parts;
        struct ap_state st;

        start_match(game, &st, 2, mission);
        mq__ap_mission_parts(ap_of(game, &st), &parts);
        check_notes(parts.note, parts.notes.n);
    }
}

/* A1: an objective that a solo event has added is part of the mission. */
static void added_objectives(void **state)
{
    struct ap_state st;

    (void)state;
    start_match(game, &st, 1, 5);
    assert_false(board_says(&st, "Satellite card dropped"));
    for (int i = 0; i < ap_tables(game)->solo_events; i++) {
        if (ap_tables(game)->solo_event[i].number == 13) {
            st.extra = (uint16_t)(1U << i);
        }
    }
    assert_true(board_says(&st, "Mars: at least 1 Satellite card dropped"));
}

/* A1: a launch says whether it meets the mission, counts, or why not. */
static void launches_judged(void **state)
{
    struct ap_state st;

    (void)state;
    /* Mission 6: exactly 160 is too much. */
    position(&st, 6, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"kerosene\",\"storable\",\"storable\","
             "\"booster-x2\",\"satellite\",\"cubesat-40\"]}" RIVAL);
    assert_explained(&st, "launch venus", "the rocket costs 160");
    assert_explained(&st, "launch geo", "which asks for Venus");
    position(&st, 6, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"kerosene\",\"storable\",\"storable\","
             "\"satellite\"]}" RIVAL);
    assert_explained(&st, "launch venus", "Satellite 1 of 1");
    assert_false(explained(&st, "launch venus", "does not count"));
    /* Mission 1: one launch with an R&D card. */
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"storable\",\"satellite\"]}" RIVAL);
    assert_explained(&st, "launch geo", "1 R&D card is needed, 0 aboard");
    assert_explained(&st, "launch moon", "which asks for GEO");
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"storable\",\"satellite\",\"booster-x2\"]"
             "}" RIVAL);
    assert_explained(&st, "launch geo", "A success meets the mission");
    assert_explained(&st, "launch moon", "which asks for GEO");
    /* Mission 5: a launch without a manned Payload. */
    position(&st, 5, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"storable\",\"satellite\"]}" RIVAL);
    assert_explained(&st, "launch moon", "a manned Payload is needed");
    /* Mission 3 asks for none, mission 7 for the farthest. */
    position(&st, 3, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"pad\":[\"kerosene\",\"storable\",\"satellite\"]}" RIVAL);
    assert_explained(&st, "launch geo", "asks for no further launch");
    position(&st, 7, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80," CREW
             ",\"launches\":{\"moon\":1},\"dropped\":[{\"card\":\"cargo\","
             "\"destination\":\"moon\"}],"
             "\"pad\":[\"kerosene\",\"storable\",\"satellite\"]}" RIVAL);
    assert_explained(&st, "launch geo", "reached that or farther");
    assert_explained(&st, "launch moon", "reached that or farther");
}

/* The id of what a launch says of the mission. */
static const char *verdict(const struct ap_state *st, int seat,
                           mq_action launch)
{
    struct mq_note note[MQ_MAX_NOTES];
    int n = mq_explain(game, st, seat, launch, note);

    for (int i = 0; i < n; i++) {
        if (strncmp(note[i].message.id, "apogee.launch.", 14) == 0) {
            return note[i].message.id + 14;
        }
    }
    fail_msg("a launch says nothing of the mission");
    return "";
}

/* How much of the mission a player has, all parts together. */
static int progress(const struct ap_state *st, int seat)
{
    struct ap c = ap_of(game, st);
    const struct ap_needs *needs = &ap_mission(c)->needs;
    int sum = 0;

    for (int i = 0; i < needs->count; i++) {
        int has = mq__ap_progress(c, seat, &needs->need[i]);

        sum += has < needs->need[i].amount ? has : needs->need[i].amount;
    }
    return sum;
}

/* What a launch promises comes about when it succeeds. */
static void check_verdict(const struct ap_state *st, int seat, mq_action launch,
                          struct mq_rng *rng)
{
    const char *said = verdict(st, seat, launch);
    bool whole = ap_mission(ap_of(game, st))->one_launch;
    struct ap_state after = *st;
    uint32_t actors;

    mq_apply(game, &after, seat, launch);
    play(game, &after, MQ_CHANCE_SEAT, "roll 12");
    while (mq_turn(game, &after, &actors) == MQ_TURN_CHANCE) {
        mq_apply(game, &after, MQ_CHANCE_SEAT, mq_sample(game, &after, rng));
    }
    if (st->player[seat].met || after.ask == AP_ASK_DISCARD) {
        return; /* met before, or not judged yet */
    }
    assert_int_equal(strcmp(said, "meets") == 0, after.player[seat].met);
    if (!whole && !after.player[seat].met) {
        assert_int_equal(strcmp(said, "counts") == 0,
                         progress(&after, seat) > progress(st, seat));
    }
}

static void verdicts_hold(void **state)
{
    int launches = 0;

    (void)state;
    for (int match = 0; match < 24; match++) {
        struct ap_state st;
        struct mq_rng rng;
        struct mq_event event;

        mq_rng_seed(&rng, (uint64_t)match);
        /* Missions that launches decide. */
        start_match(game, &st, 3, (const int[]){1, 2, 4, 5, 6, 8}[match % 6]);
        while (next_event(&st, &rng, &event) && st.round < 12) {
            mq_action legal[MQ_MAX_LEGAL];
            float weight[MQ_MAX_LEGAL];
            int best = 0;

            if (event.seat == MQ_CHANCE_SEAT) {
                mq_apply(game, &st, event.seat, event.action);
                continue;
            }
            int n = mq_legal(game, &st, event.seat, legal);

            mq_weigh(game, &st, event.seat, legal, n, weight);
            for (int i = 0; i < n; i++) {
                best = weight[i] > weight[best] ? i : best;
                if (MQ_ACTION_KIND(legal[i]) == AP_A_LAUNCH) {
                    check_verdict(&st, event.seat, legal[i], &rng);
                    launches++;
                }
            }
            mq_apply(game, &st, event.seat, legal[best]);
        }
    }
    assert_true(launches > 50);
}

/* A2: what a mission measures is not called like somebody's specialty. */
static void words_once(void **state)
{
    (void)state;
    for (int i = 0; mq__ap_measures[i].word != NULL; i++) {
        const char *word = mq__ap_measures[i].word;

        for (int k = 0; mq__ap_specialties[k].word != NULL; k++) {
            const char *other = ap_specialty_name(&mq__ap_specialties[k]);

            assert_string_not_equal(word, other);
        }
        for (int k = 0; mq__ap_directings[k].word != NULL; k++) {
            const char *other = ap_specialty_name(&mq__ap_directings[k]);

            assert_string_not_equal(word, other);
        }
    }
    assert_string_equal(mq_word_name("en", "apogee", "authority"),
                        "authority of the crew");
}

/* A4: an intervention says what it does, and whom alone it can hit. */
static void attacks(void **state)
{
    struct ap_state st;

    (void)state;
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yelena-tereshkova\",\"credits\":80,"
             "\"dice\":1}" RIVAL);
    assert_explained(&st, "intervene", "1 or 2 dice from one player");
    assert_explained(&st, "intervene", "Only you could be hit");
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yelena-tereshkova\",\"credits\":80,"
             "\"dice\":1},\"P2\":{\"director\":\"andrew-wingfield\","
             "\"credits\":80,\"dice\":2}");
    assert_false(explained(&st, "intervene", "Only you"));
}

static const char *odds_ids(const struct ap_state *st, int seat, char *out,
                            size_t size)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    int n = mq_odds_list(game, st, seat, odds);
    size_t used = 0;

    out[0] = '\0';
    for (int i = 0; i < n; i++) {
        used += (size_t)snprintf(out + used, size - used, "%s ",
                                 odds[i].message.id + strlen("apogee.odds."));
    }
    return out;
}

/* A5: the authority that a launch needs counts the event in. */
static void authority_now(void **state)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    struct ap_state st;

    (void)state;
    position(&st, 1, "\"engineer-training\"",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80}" RIVAL);
    assert_true(mq_odds_list(game, &st, 0, odds) > 0);
    assert_non_null(strstr(english(&odds[0].message), "authority 3,"));
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yang-jinmei\",\"credits\":80}" RIVAL);
    assert_true(mq_odds_list(game, &st, 0, odds) > 0);
    assert_non_null(strstr(english(&odds[0].message), "authority 5,"));
}

/* A8: nothing is told that can't be done any more. */
static void odds_possible(void **state)
{
    struct ap_state st;
    char ids[512];

    (void)state;
    position(&st, 1, "null",
             "\"P1\":{\"director\":\"yelena-tereshkova\",\"credits\":80,"
             "\"dice\":1," CREW
             ",\"pad\":[\"kerosene\",\"storable\",\"satellite\"]}" RIVAL);
    assert_int_equal(st.actors, 1 << 0);
    assert_non_null(strstr(odds_ids(&st, 0, ids, sizeof(ids)), "launch"));
    assert_non_null(strstr(ids, "static-fire"));
    play(game, &st, 0, "launch moon");
    play(game, &st, MQ_CHANCE_SEAT, "roll 2");
    assert_int_equal(st.ask, AP_ASK_REROLL);
    assert_string_equal(odds_ids(&st, 0, ids, sizeof(ids)),
                        "roll static-fire intervene ");
    /* The other one still has a turn, and hasn't launched. */
    assert_non_null(strstr(odds_ids(&st, 1, ids, sizeof(ids)), "launch"));
    play(game, &st, 0, "accept");
    play(game, &st, 0, "static-fire");
    play(game, &st, MQ_CHANCE_SEAT, "roll 1");
    assert_int_equal(st.actors, 1 << 1);
    assert_string_equal(odds_ids(&st, 0, ids, sizeof(ids)), "");
}

/* A7: investors pay for what the table says. */
static void investors_told(void **state)
{
    static const char *const list[][2] = {
        {"ares-settlement", "pays 160 for a launch to Mars or farther"},
        {"ares-settlement", "at least 1 Cargo or Rover card aboard"},
        {"hesper-chemistry", "a launch to Venus or farther"},
        {"lean-orbit", "a cost of 120 at most"},
        {"selene-hotels", "at least 2 seats aboard"},
        {"triton-pumps", "at least 2 liquid cards aboard"},
        {"colossus-steel", "thrust 15 or more"},
        {"testbench", "pays 40 for a successful static fire"},
        {"atomis", "pays 60 for acquiring a nuclear card"},
        {"redfield-robotics", "pays 80 for building a Rover card"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(list); i++) {
        struct ap_state st;

        start_match(game, &st, 2, 1);
        st.open[0] = (uint8_t)find_id('I', list[i][0]);
        if (!board_says(&st, list[i][1])) {
            fail_msg("%s: %s", list[i][0], list[i][1]);
        }
    }
}

/* A10: a director whose specialty the mission makes useless is dealt openly. */
static void dead_specialties(void **state)
{
    static const struct {
        int players, mission, other;
        const char *director, *says;
    } list[] = {
        {2, 9, 10, "ekaterina-vostochny", "the mission forbids"},
        {1, 1, 3, "fei-lihua", "from round 1 on: Start-Up"},
        {1, 2, 3, "andrew-wingfield", "from round 1 on: Ineptitude"},
        {1, 3, 4, "ekaterina-vostochny", "round 1 on: Internal Ethics Policy"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(list); i++) {
        struct ap_state st;
        char choose[64];

        snprintf(choose, sizeof(choose), "choose %s", list[i].director);
        start_match(game, &st, list[i].players, list[i].mission);
        assert_explained(&st, choose, list[i].says);
        start_match(game, &st, list[i].players, list[i].other);
        assert_false(explained(&st, choose, "Of no use"));
    }
}

/* A22: events read well. */
static void events_told(void **state)
{
    static const char *const list[][2] = {
        {"perfect-weather", "Launch rolls count 1 more this round."},
        {"bad-weather", "Launch rolls count 2 less this round."},
        {"inaccessible-premises",
         "Nobody can be assigned to Specialty this round."},
        {"resource-restriction",
         "At most 1 engineer a player on Design this round."},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(list); i++) {
        struct mq_message message;

        mq__ap_event_message(&ap_tables(game)->event[find_id('V', list[i][0])],
                             &message);
        assert_string_equal(english(&message), list[i][1]);
    }
}

/* Whatever is said has its text in both languages, and boards fit. */
static void matches(void **state)
{
    (void)state;
    for (int match = 0; match < 12; match++) {
        struct ap_state st;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(game, &st, 1 + match % 3, 1 + match % 6);
        st.rounds = 5;
        for (int i = 0; i < 400 && st.step != AP_OVER; i++) {
            if (i % 5 == 0) {
                check_before(&st, i % 50 == 0);
            }
            random_step(&st, &rng);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missions_whole),   cmocka_unit_test(added_objectives),
        cmocka_unit_test(launches_judged),  cmocka_unit_test(words_once),
        cmocka_unit_test(attacks),          cmocka_unit_test(authority_now),
        cmocka_unit_test(odds_possible),    cmocka_unit_test(investors_told),
        cmocka_unit_test(dead_specialties), cmocka_unit_test(events_told),
        cmocka_unit_test(matches),          cmocka_unit_test(verdicts_hold),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
