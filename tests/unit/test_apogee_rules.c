/* Apogee: what no scenario can say of the rules: actions that have no text,
 * setups that no option gives, and what the interface promises besides. Also
 * run by tools/mutants. */
#include "apogee.h"
#include "refusals.h"

#define MATCHES 12
#define ROUNDS 4

/* Kinds that name a row of a table: one past the last, there is no such. */
static int past_the_table(int action)
{
    const struct ap_tables *t = ap_tables(game);

    switch (action) {
    case AP_A_CHOOSE:
        return t->directors;
    case AP_A_HIRE:
        return AP_LEVELS;
    case AP_A_ASSIGN:
    case AP_A_DISMISS:
        return t->engineers;
    case AP_A_REPLACE:
        return AP_TYPES + 1;
    case AP_A_LAUNCH:
        return AP_DESTINATIONS;
    case AP_A_TAKE:
    case AP_A_BUILD:
    case AP_A_SELL:
    case AP_A_KEEP:
    case AP_A_DISCARD:
        return t->kinds;
    default:
        return -1;
    }
}

static void assert_no_such(const struct ap_state *st, int seat,
                           mq_action action)
{
    struct mq_note note = {0};

    assert_int_equal(mq_why_not(game, st, seat, action, &note), MQ_ILLEGAL);
    assert_string_equal(note.message.id, "apogee.why.no-such");
    assert_null(note.rule);
}

/* Beside a legal action: numbers past the tables, fields it doesn't use. */
static void check_beside(const struct ap_state *st, int seat, mq_action action)
{
    int kind = MQ_ACTION_KIND(action);
    int past = past_the_table(kind);

    assert_no_such(st, seat, action | MQ_ACTION(0, 0, 0, 1));
    if (past >= 0) {
        assert_no_such(st, seat, MQ_ACTION(kind, past, 0, 0));
    }
    if (kind == AP_A_ASSIGN) {
        assert_no_such(st, seat,
                       MQ_ACTION(kind, MQ_ACTION_A(action), AP_SPACES, 0));
    } else if (kind == AP_A_REPLACE) {
        assert_no_such(st, seat, MQ_ACTION(kind, AP_RND, 0, 0));
    } else if (kind != AP_A_TARGET_CARD && kind != AP_A_TARGET_DICE) {
        assert_no_such(st, seat, action | MQ_ACTION(0, 0, 1, 0));
    }
    if (past < 0 && action >> 8 == 0 && kind != AP_A_TARGET) {
        assert_no_such(st, seat, action | MQ_ACTION(0, 1, 0, 0));
    }
}

static void check_seat(const struct ap_state *st, int seat, uint32_t actors)
{
    mq_action legal[MQ_MAX_LEGAL];
    bool acts = seat >= 0 && (actors >> seat & 1) != 0;
    int n = acts ? mq_legal(game, st, seat, legal) : 0;
    struct listed all = {game, st, seat, legal, n};

    for (int kind = 0; kind <= AP_ACTION_KINDS; kind++) {
        check_action(&all, MQ_ACTION(kind, 0, 0, 0));
        check_action(&all, MQ_ACTION(kind, 0xFF, 0, 0));
        check_action(&all, MQ_ACTION(kind, 1, 1, 0));
    }
    for (int i = 0; i < n; i++) {
        check_action(&all, legal[i]);
        check_beside(st, seat, legal[i]);
    }
    for (int kind = AP_C_DIRECTORS; acts && kind <= AP_ACTION_KINDS; kind++) {
        assert_no_such(st, seat, MQ_ACTION(kind, 0, 0, 0));
    }
}

static void check_chance(const struct ap_state *st)
{
    mq_action out[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    uint32_t actors = 0xFF;
    bool acts = mq_turn(game, st, &actors) == MQ_TURN_CHANCE;
    int n = acts ? mq_outcomes(game, st, out, p) : 0;
    struct listed all = {game, st, MQ_CHANCE_SEAT, out, n};

    assert_true(!acts || actors == 0);
    for (int kind = 0; kind <= AP_ACTION_KINDS; kind++) {
        check_action(&all, MQ_ACTION(kind, 0, 0, 0));
        check_action(&all, MQ_ACTION(kind, 0xFF, 0, 0));
    }
    for (int i = 0; i < n; i++) {
        check_action(&all, out[i]);
    }
}

static void actions_without_text(void **state)
{
    (void)state;
    for (int match = 0; match < MATCHES; match++) {
        struct ap_state st;
        struct mq_rng rng;
        uint32_t actors;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(game, &st, 1 + match % 5, 1 + match % 6);
        while (st.step != AP_OVER && st.round <= ROUNDS) {
            mq_turn(game, &st, &actors);
            for (int seat = MQ_SPECTATOR; seat <= AP_PLAYERS; seat++) {
                check_seat(&st, seat, actors);
            }
            check_chance(&st);
            random_step(&st, &rng);
        }
    }
}

/* Cards of these kinds come from their decks. */
static int from_deck(struct ap_state *st, const char *id)
{
    int card = kind(id);

    mq__ap_leave_deck(ap_with(ap_tables(game), st), card);
    return card;
}

static bool offers(const struct ap_state *st, int seat, int action)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, st, seat, legal);

    while (n > 0 && MQ_ACTION_KIND(legal[n - 1]) != action) {
        n--;
    }
    return n > 0;
}

/* What random play seldom comes to: a launch, and too many cards. */
static void rare_decisions(void **state)
{
    static const char *const rocket[] = {"kerosene", "storable", "satellite"};
    const struct ap_tables *t = ap_tables(game);
    struct ap_player *p;
    struct ap_state st;
    struct mq_rng rng;
    int seat;

    (void)state;
    mq_rng_seed(&rng, 1);
    start_match(game, &st, 2, 1);
    while (st.step != AP_ACTIONS) {
        random_step(&st, &rng);
    }
    seat = __builtin_ctz(st.actors);
    p = &st.player[seat];
    for (size_t i = 0; i < COUNT(rocket); i++) {
        mq__ap_pad_add(ap_with(t, &st), seat, from_deck(&st, rocket[i]));
    }
    mq__ap_crew_add(ap_with(t, &st), seat, engineer("pahal-chawla"));
    mq__ap_stand(p, p->crew_count - 1, AP_ON_OPERATIONS);
    mq__ap_advance(ap_with(t, &st));
    assert_true(offers(&st, seat, AP_A_LAUNCH));
    check_seat(&st, seat, 1u << seat);
    while (p->reserve_count <= AP_RESERVE) {
        mq__ap_reserve_add(&st, seat, from_deck(&st, "solid-booster"));
        mq__ap_reserve_add(&st, seat, from_deck(&st, "cargo"));
    }
    mq__ap_advance(ap_with(t, &st));
    assert_true(offers(&st, seat, AP_A_DISCARD));
    check_seat(&st, seat, 1u << seat);
}

static enum mq_status try_setup(int players, int mission)
{
    struct ap_state st;
    struct mq_error error = {0};
    struct mq_setup setup;
    enum mq_status status;

    memset(&st, 0xA5, sizeof(st));
    mq_setup_init(game, 2, &setup);
    setup.players = players;
    setup.option[0] = mission;
    status = mq_begin(game, &st, &setup, &error);
    assert_int_equal(status == MQ_OK, error.message.id == NULL);
    if (status == MQ_OK) {
        assert_int_equal(mq_check(game, &st, NULL), MQ_OK);
    }
    return status;
}

static void setups(void **state)
{
    (void)state;
    for (int players = -1; players <= 7; players++) {
        int missions = players == 1 ? AP_SOLO_MISSIONS : AP_MISSIONS;
        bool fits = players >= 1 && players <= 5;

        for (int mission = -1; mission <= AP_MISSIONS + 1; mission++) {
            bool there = mission >= 1 && mission <= missions;

            assert_int_equal(try_setup(players, mission),
                             fits && there ? MQ_OK : MQ_RANGE);
        }
    }
}

static enum mq_status set_option(const char *name, const char *value)
{
    struct mq_setup setup;

    mq_setup_init(game, 2, &setup);
    return mq_setup_set(game, &setup, name, value, NULL);
}

/* The ends of the ranges that the rules page prints. */
static void options(void **state)
{
    static const struct {
        const char *name, *value;
        enum mq_status status;
    } cases[] = {
        {"mission", "1", MQ_OK},         {"mission", "12", MQ_OK},
        {"mission", "0", MQ_RANGE},      {"mission", "13", MQ_RANGE},
        {"rounds", "0", MQ_OK},          {"rounds", "1000", MQ_OK},
        {"rounds", "1001", MQ_RANGE},    {"design", "per-engineer", MQ_OK},
        {"design", "per-player", MQ_OK}, {"tiebreak", "on", MQ_OK},
        {"tiebreak", "off", MQ_OK},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(set_option(cases[i].name, cases[i].value),
                         cases[i].status);
    }
}

/* What is held comes and goes: no act can end a game by it. */
static void nothing_held_at_once(void **state)
{
    static const char *const held[] = {"credits>=200,at-once",
                                       "authority>=30,at-once"};

    (void)state;
    for (size_t i = 0; i < COUNT(held); i++) {
        const struct change c = {"missions.csv", "investors>=3,at-once",
                                 held[i]};
        const struct mq_game *g = NULL;
        struct mq_findings findings;

        assert_int_equal(open_changed(&c, &g, &findings), MQ_TABLES);
        assert_string_equal(findings.item[0].message.id,
                            "apogee.table-at-once");
        assert_string_equal(findings.item[0].column, "end");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_without_text),
        cmocka_unit_test(rare_decisions),
        cmocka_unit_test(setups),
        cmocka_unit_test(options),
        cmocka_unit_test(nothing_held_at_once),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
