/* Lift Off: what only programs can ask, and why a mission on Earth can't fly
 * this round. tools/mutants runs it after the scenarios. */
#include "liftoff.h"

#include <stdio.h>
#include <string.h>

/* P1's missions, in phase 2, and what keeps the last of them on Earth; NULL:
 * nothing. */
struct ground {
    const char *mission[2];
    int lab, money, sent;
    uint8_t tech[LO_COLOURS];
    bool lab_used;
    const char *played[LO_PLAYS];
    bool used[LO_PLAYS];
    const char *sentence;
};

// clang-format off
static const struct ground grounds[] = {
    {{"test-satellite"}, 1, 5, 0, {1}, false, {0}, {0}, NULL},
    {{"crewed-orbit", "booster-test"}, 2, 5, 0, {3, 1}, false, {0}, {0}, NULL},
    {{"booster-test", "crewed-orbit"}, 2, 5, 0, {3, 1}, false, {0}, {0},
     "The Crewed Orbit weighs 2; there is room for 1. [LO-L6]"},
    {{"moon-landing"}, 3, 9, 0, {3, 3, 3, 3}, false, {0}, {0},
     "The Moon Landing has level 4; your lab has level 3. [LO-L7]"},
    {{"solar-collector"}, 3, 9, 0, {3, 3, 3, 3}, false, {0}, {0},
     "The Solar Collector weighs 3; there is room for 1. [LO-L6]"},
    {{"supply-ship"}, 2, 9, 0, {2, 1}, false, {0}, {0},
     "Level 2 asks for 3 Fuel; you have 2. [LO-L8]"},
    {{"test-satellite"}, 1, 4, 0, {1}, false, {0}, {0},
     "The launch costs 5 money; you have 4. [LO-L3]"},
    {{"test-satellite"}, 1, 9, 3, {1}, false, {0}, {0},
     "At most 3 missions are sent in a round. [LO-V4]"},
    {{"test-satellite"}, 1, 9, 0, {1}, true, {0}, {0},
     "The lab’s launch symbol has been used this round. [LO-L2]"},
    {{"test-satellite"}, 1, 9, 0, {1}, true, {"chemist", "politician"},
     {false, true},
     "The lab’s launch symbol has been used this round. [LO-L2]"},
    {{"test-satellite"}, 1, 2, 0, {1}, true, {"politician", "chemist"}, {0},
     "The launch costs 3 money; you have 2. [LO-L3]"},
    {{"test-satellite"}, 1, 2, 0, {1}, true,
     {"politician", "propulsion-engineer"}, {true, false},
     "The launch costs 3 money; you have 2. [LO-L3]"},
    {{"crewed-orbit"}, 4, 3, 0, {3, 1}, true, {"politician"}, {0},
     "The Crewed Orbit weighs 2; there is room for 1. [LO-L6]"},
    {{"solar-collector"}, 4, 9, 0, {3, 3, 3, 3}, false, {"politician"}, {0},
     "The Solar Collector weighs 3; there is room for 2. [LO-L6]"},
};
// clang-format on

static void set_ground(const struct ground *c, struct lo_state *st)
{
    struct lo_player *p = &st->player[0];
    struct mq_setup setup;

    mq_setup_init(game, 2, &setup);
    setup.option[LO_OPTION_START] = 2;
    assert_int_equal(mq_begin(game, st, &setup, NULL), MQ_OK);
    st->round = 5;
    st->phase = 2;
    st->step = LO_STEP_LAUNCH;
    st->turn = 1;
    p->lab = (uint8_t)c->lab;
    p->money = (int16_t)c->money;
    p->sent = (uint8_t)c->sent;
    p->lab_symbol = c->lab_used;
    memcpy(p->tech, c->tech, sizeof(p->tech));
    for (int i = 0; i < 2 && c->mission[i] != NULL; i++) {
        lo_mask_add(p->earth, mission(c->mission[i]));
    }
    for (int i = 0; i < LO_PLAYS && c->played[i] != NULL; i++) {
        p->played[i] = (uint8_t)specialist(c->played[i]);
        p->used[i] = c->used[i];
        p->plays++;
    }
}

static const char *last_mission(const struct ground *c)
{
    return c->mission[1] != NULL ? c->mission[1] : c->mission[0];
}

static void check_ground(const struct ground *c)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    struct mq_voice voice = {"en", "liftoff", NULL, 0};
    struct lo_state st;
    char text[256], sentence[320];

    set_ground(c, &st);
    for (int n = mq_odds_list(game, &st, 0, odds); n > 0; n--) {
        const struct mq_odds *o = &odds[n - 1];

        if (strcmp(o->message.arg[0].text, last_mission(c)) != 0) {
            continue;
        }
        assert_true(o->chance == (c->sentence != NULL ? -1 : 1));
        if (c->sentence != NULL) {
            mq_sentence(&o->lack.message, &voice, text, sizeof(text));
            snprintf(sentence, sizeof(sentence), "%s [%s]", text, o->lack.rule);
            assert_string_equal(sentence, c->sentence);
        }
        return;
    }
    fail_msg("nothing about %s", last_mission(c));
}

static void on_the_ground(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(grounds); i++) {
        check_ground(&grounds[i]);
    }
}

/* The first kind of the table may have a launch symbol too. */
static void first_kind(void **state)
{
    static const char text[] =
        "id,banner,box1,box2,unmarked,marked_3,marked_4,source,known\n"
        "politician,launch,score-2,,9,5,5,reconstructed,\n"
        "chemist,3-money,buy-pair,green-one,9,4,4,reconstructed,\n";
    static const struct mq_table_file file = {"specialists.csv", text,
                                              sizeof(text) - 1};
    static const struct ground heavy = {
        .mission = {"crewed-orbit"},
        .lab = 2,
        .money = 3,
        .tech = {3, 1},
        .lab_used = true,
        .played = {"politician"},
        .sentence = "The Crewed Orbit weighs 2; there is room for 1. [LO-L6]"};
    static const struct ground dear = {
        .mission = {"test-satellite"},
        .lab = 1,
        .money = 2,
        .tech = {1},
        .lab_used = true,
        .played = {"politician"},
        .sentence = "The launch costs 3 money; you have 2. [LO-L3]"};
    const struct mq_game *usual = game;

    (void)state;
    assert_int_equal(mq_game_open("liftoff", &file, 1, &game, NULL), MQ_OK);
    check_ground(&heavy);
    check_ground(&dear);
    mq_game_close(game);
    game = usual;
}

/* What no text stands for, and who sits nowhere. */
static void no_such_thing(void **state)
{
    static const struct {
        int seat;
        mq_action action;
        enum mq_status status;
    } cases[] = {
        {1, MQ_ACTION(LO_LAUNCH, 0xF0, 0, 0), MQ_ILLEGAL},
        {1, MQ_ACTION(LO_LAUNCH, LO_LAB, 1, 0), MQ_ILLEGAL},
        {1, MQ_ACTION(LO_DONE, 1, 0, 0), MQ_ILLEGAL},
        {1, 0, MQ_ILLEGAL},
        {2, MQ_ACTION(LO_DONE, 0, 0, 0), MQ_NOT_YOUR_TURN},
        {3, MQ_ACTION(LO_DONE, 0, 0, 0), MQ_NOT_YOUR_TURN},
        {MQ_SPECTATOR, MQ_ACTION(LO_DONE, 0, 0, 0), MQ_NOT_YOUR_TURN},
        {MQ_CHANCE_SEAT, MQ_ACTION(LO_DRAW, 1, 0, 0), MQ_NOT_CHANCE},
    };
    struct lo_state st;

    (void)state;
    set_ground(&grounds[0], &st);
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct mq_note note = {0};

        assert_int_equal(
            mq_why_not(game, &st, cases[i].seat, cases[i].action, &note),
            cases[i].status);
        assert_string_equal(note.message.id, cases[i].status == MQ_NOT_CHANCE
                                                 ? "liftoff.why.no-chance"
                                                 : "liftoff.why.no-such");
    }
}

/* L7: with 0 money the odds said that a mission of the deck could be launched
 * with 100 %. They are held against every way the cards can come, in random
 * matches with too little money, small decks and cards that can't be kept. */

/* The chance that what is drawn holds a mission that could fly this round. */
static double flies_by_draws(const struct lo_state *st, int seat)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES], sum = 0;
    uint32_t actors;

    if (mq_turn(game, st, &actors) == MQ_TURN_CHANCE) {
        int n = mq_outcomes(game, st, list, p);

        for (int i = 0; i < n; i++) {
            struct lo_state then = *st;

            mq_apply(game, &then, MQ_CHANCE_SEAT, list[i]);
            sum += p[i] * flies_by_draws(&then, seat);
        }
        return sum;
    }
    int n = st->step == LO_STEP_TAKE ? mq_legal(game, st, seat, list) : 0;

    for (int i = 0; i < n; i++) {
        struct lo_state then = *st;
        int kind = MQ_ACTION_A(list[i]);
        int symbol;

        if (MQ_ACTION_KIND(list[i]) == LO_TAKE) {
            lo_mask_add(then.player[seat].earth, kind);
            if (mq__lo_flight_hindrance(lo_of(game, &then), &then.player[seat],
                                        kind, &symbol) == LO_MAY) {
                return 1;
            }
        }
    }
    return 0;
}

/* The odds of a deck; -1: none are given. */
static double told(const struct lo_state *st, int seat, int level)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    int n = mq_odds_list(game, st, seat, odds);

    for (int i = 0; i < n; i++) {
        if (strcmp(odds[i].message.id, "liftoff.odds.launchable") == 0 &&
            odds[i].message.arg[1].number == level) {
            return odds[i].chance;
        }
    }
    return -1;
}

static int check_decks(const struct lo_state *st, int seat)
{
    mq_action list[MQ_MAX_LEGAL];
    int n = mq_legal(game, st, seat, list);

    for (int i = 0; i < n; i++) {
        struct lo_state then = *st;
        double expected, came = told(st, seat, MQ_ACTION_A(list[i]));

        mq_apply(game, &then, seat, list[i]);
        expected = flies_by_draws(&then, seat);
        if (came < expected - 1e-9 || came > expected + 1e-9) {
            fail_msg("deck %d: %g told, %g by all draws", MQ_ACTION_A(list[i]),
                     came, expected);
        }
    }
    return n;
}

static void decks(void **state)
{
    int checked = 0;

    (void)state;
    for (int match = 0; match < 12; match++) {
        struct lo_state st;
        struct mq_event event;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, match);
        while (next_event(&st, &rng, &event)) {
            if (st.step == LO_STEP_DECK) {
                struct lo_state poor = st;

                checked += check_decks(&st, st.turn);
                poor.player[st.turn].money = 0;
                checked += check_decks(&poor, st.turn);
            }
            mq_apply(game, &st, event.seat, event.action);
        }
    }
    assert_true(checked > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_the_ground),
        cmocka_unit_test(first_kind),
        cmocka_unit_test(no_such_thing),
        cmocka_unit_test(decks),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
