/* Apogee: mistakes in tables are found and named; tables that differ from the
 * box play on; a new mission or event is a row. */
#include "apogee.h"

struct mistake {
    struct change change;
    const char *id;
    const char *column;
};

static const struct mistake errors[] = {
    {{"technologies.csv", "kerosene,Kerosene", "laser,Kerosene"},
     "tables.twice",
     "id"},
    {{"technologies.csv", "5,40,6,5,liquid", "5,50,6,5,liquid"},
     "apogee.table-credits",
     "cost"},
    {{"technologies.csv", "5,40,6,5,liquid", "5,40,-1,5,liquid"},
     "tables.range",
     "thrust"},
    {{"technologies.csv", "5,40,6,5,liquid", "5,40,6,5,ion"},
     "apogee.table-tag",
     "tags"},
    {{"technologies.csv", "5,40,6,5,liquid", "5,40,6,5,first-stage"},
     "apogee.table-tag",
     "tags"},
    {{"technologies.csv", "5,40,6,5,liquid", "5,40,6,5,steam"},
     "tables.word",
     "tags"},
    {{"technologies.csv", "5,40,6,5,liquid", "32,40,6,5,liquid"},
     "apogee.table-deck",
     "count"},
    {{"technologies.csv", "capsule manned,1,", "capsule manned,,"},
     "apogee.table-with-tag",
     "seats"},
    {{"technologies.csv", "rover,,,,", "rover,2,,,"},
     "apogee.table-with-tag",
     "seats"},
    {{"technologies.csv", "aerospike,,,1", "aerospike,,,"},
     "apogee.table-with-tag",
     "lighter"},
    {{"technologies.csv", "Kerosene Rocket Engine", ""},
     "apogee.table-name",
     "name"},
    {{"engineers.csv", "junior,0.8", "junior,0.4"},
     "apogee.table-authority",
     "authority"},
    {{"engineers.csv", "junior,0.8", "junior,0.85"},
     "apogee.table-decimal",
     "authority"},
    {{"engineers.csv", "replace-row", "replace-board"},
     "tables.word",
     "specialty"},
    {{"engineers.csv", "AP-Y9,", "AP-Y99,"}, "apogee.table-rule", "rule"},
    {{"engineers.csv", "take,6,", "take,13,"}, "tables.range", "roll"},
    {{"directors.csv", "usa,5,", "uk,5,"}, "tables.word", "nation"},
    {{"destinations.csv", "moon,Moon,8.0", "moon,Moon,5.0"},
     "apogee.table-increasing",
     "authority"},
    {{"destinations.csv", "moon,Moon", "luna,Moon"},
     "apogee.table-order",
     "id"},
    {{"performance.csv", "\n29,", "\n34,"},
     "apogee.table-decreasing",
     "thrust"},
    {{"performance.csv", "\n7,1.2,,,,,,rulebook", "\n# 7,1.2,,,,,,rulebook"},
     "tables.not-int",
     "thrust"},
    {{"launch.csv", "\n2.5,", "\n3.5,"},
     "apogee.table-decreasing",
     "performance"},
    {{"launch.csv", "2.5,3,", "2.5,1,"}, "tables.range", "geo"},
    {{"investors.csv", "satellite>=1,40", "satellite>1,40"},
     "apogee.table-need",
     "needs"},
    {{"investors.csv", "satellite>=1,40", "thrust>=1,40"},
     "apogee.table-card-need",
     "needs"},
    {{"investors.csv", "thrust>=15", "credits>=15"},
     "apogee.table-need",
     "needs"},
    {{"investors.csv", "cost<=120", "cost>=120"}, "apogee.table-need", "needs"},
    {{"investors.csv", "launch,venus", "launch,"},
     "apogee.table-destination",
     "destination"},
    {{"events.csv", "round,no-launch,,nuclear", "immediate,no-launch,,nuclear"},
     "apogee.table-duration",
     "duration"},
    {{"events.csv", "space-limit,1,design", "space-limit,1,hand"},
     "apogee.table-space",
     "what"},
    {{"events.csv", "round,no-launch,,nuclear", "round,no-build,,nuclear"},
     "apogee.table-duration",
     "duration"},
    {{"solo-events.csv", "mars:satellite>=1", "mars:thrust>=1"},
     "apogee.table-need",
     "what"},
    {{"missions.csv", "geo:rnd>=1", "pluto:rnd>=1"},
     "apogee.table-need",
     "needs"},
    {{"missions.csv", "geo:rnd>=1", "rnd>=1"}, "apogee.table-need", "needs"},
    {{"missions.csv", "met,,,yes,,160", "met,,,yes,,150"},
     "apogee.table-credits",
     "cost_below"},
    {{"missions.csv", "farthest,8", "farthest,"},
     "apogee.table-farthest",
     "rounds"},
    {{"missions.csv", "\n2,easy", "\n3,easy"}, "apogee.table-order", "mission"},
    {{"missions.csv", "moon:manned-launches>=2,met,,,no,,",
      "moon:manned-launches>=2,met,,,no,,160"},
     "apogee.table-cost-below",
     "cost_below"},
    {{"solo-missions.csv", "1 8 5", "1 8 55"},
     "apogee.table-solo-event",
     "events"},
    {{"solo-missions.csv", "1 8 5", "1 8"},
     "apogee.table-solo-rounds",
     "rounds"},
};

static const struct mistake warnings[] = {
    {{"technologies.csv", "5,40,6,5,liquid", "4,40,6,5,liquid"},
     "apogee.table-count",
     ""},
    {{"engineers.csv", "isabel-karman,Isabel Kármán,senior,11.6",
      "isabel-karman,Isabel Kármán,junior,11.6"},
     "apogee.table-count",
     ""},
    {{"directors.csv", "usa,5,", "russia,5,"}, "apogee.table-count", ""},
    {{"investors.csv", "static-fire,,,40", "launch,geo,,40"},
     "apogee.table-count",
     ""},
};

static void check_found(const struct mistake *m, const struct mq_findings *f)
{
    for (int i = 0; i < f->count; i++) {
        const struct mq_finding *item = &f->item[i];

        if (strcmp(item->message.id, m->id) == 0 &&
            strcmp(item->column, m->column) == 0 &&
            strcmp(item->file, m->change.file) == 0) {
            assert_non_null(mq_text("en", m->id));
            return;
        }
    }
    fail_msg("%s: \"%s\": no %s (%s)", m->change.file, m->change.to, m->id,
             f->count > 0 ? f->item[0].message.id : "nothing");
}

static void wrong_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(errors); i++) {
        const struct mq_game *changed = NULL;
        struct mq_findings findings;

        if (open_changed(&errors[i].change, &changed, &findings) != MQ_TABLES) {
            fail_msg("%s: \"%s\" is taken", errors[i].change.file,
                     errors[i].change.to);
        }
        assert_null(changed);
        check_found(&errors[i], &findings);
    }
}

static void play_on(const struct mq_game *g)
{
    struct ap_state st;
    struct mq_rng rng;
    uint32_t actors;
    enum mq_turn turn;

    mq_rng_seed(&rng, 1);
    start_match(g, &st, 3, 1);
    for (int i = 0; i < 400; i++) {
        mq_action legal[MQ_MAX_LEGAL];
        int seat = MQ_CHANCE_SEAT;

        turn = mq_turn(g, &st, &actors);
        if (turn == MQ_TURN_OVER) {
            return;
        }
        if (turn == MQ_TURN_CHANCE) {
            legal[0] = mq_sample(g, &st, &rng);
        } else {
            seat = __builtin_ctz(actors);
            int n = mq_legal(g, &st, seat, legal);

            legal[0] = legal[mq_rng_below(&rng, (uint32_t)n)];
        }
        mq_apply(g, &st, seat, legal[0]);
        assert_int_equal(mq_check(g, &st, NULL), MQ_OK);
    }
}

static void other_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        const struct mq_game *changed = NULL;
        struct mq_findings findings;

        assert_int_equal(open_changed(&warnings[i].change, &changed, &findings),
                         MQ_OK);
        check_found(&warnings[i], &findings);
        play_on(changed);
        mq_game_close(changed);
    }
}

static void builtin_tables(void **state)
{
    struct mq_findings findings;
    const struct mq_game *g;

    (void)state;
    assert_int_equal(mq_game_open("apogee", NULL, 0, &g, &findings), MQ_OK);
    assert_int_equal(findings.errors + findings.warnings, 0);
    assert_true(g->builtin_tables);
    mq_game_close(g);
}

/* Rows may stand in any order: kinds are sorted by type, engineers by
 * authority. */
static void sorted_tables(void **state)
{
    const struct ap_tables *t = ap_tables(game);

    (void)state;
    for (int i = 1; i < t->kinds; i++) {
        assert_true(t->kind[i - 1].type <= t->kind[i].type);
    }
    for (int i = 1; i < t->engineers; i++) {
        assert_true(t->engineer[i - 1].authority < t->engineer[i].authority);
    }
    assert_int_equal(t->engineer[engineer("patricia-jackson")].authority, 102);
}

/* Texts of positions that a mission of one's own is played from. */
static void load(const struct mq_game *g, struct ap_state *st, const char *json)
{
    struct mq_error error = {0};

    if (mq_position_read(g, json, strlen(json), st, &error) != MQ_OK) {
        fail_msg("%s %s", error.message.id, error.message.arg[0].text);
    }
}

#define REST                                                                   \
    "\"game\":\"apogee\",\"round\":1,\"events\":{\"used\":[]},"                \
    "\"investors\":{\"open\":[\"ares-settlement\",\"testbench\"]},"            \
    "\"rows\":{\"first-stage\":[\"laser\",\"laser\",\"laser\"],"               \
    "\"upper-stage\":[\"storable\",\"storable\",\"storable\"],"                \
    "\"payload\":[\"satellite\",\"satellite\",\"cargo\"]},"                    \
    "\"decks\":{\"first-stage\":{},\"upper-stage\":{},\"payload\":{},"         \
    "\"rnd\":{},\"junior\":{},\"senior\":{}},\"turn\":{},"                     \
    "\"options\":{\"mission\":1,\"design\":\"per-player\","                    \
    "\"tiebreak\":\"off\",\"rounds\":100}"

/* Drop a rover on GEO and have 200 credits: one row, no code. */
static void own_mission(void **state)
{
    static const struct change change = {
        "missions.csv", "1,first-game,15,one,geo:rnd>=1,met",
        "1,first-game,15,all,geo:rover>=1 credits>=200,met"};
    static const char position[] =
        "{" REST ",\"step\":\"actions\",\"players\":{\"P1\":{"
        "\"director\":\"fei-lihua\",\"credits\":80,"
        "\"pad\":[\"kerosene\",\"storable\",\"rover\"],"
        "\"reserve\":[\"shuttle\"],\"crew\":[{\"engineer\":"
        "\"isabel-karman\",\"space\":\"operations\"}]},"
        "\"P2\":{\"director\":\"yang-jinmei\",\"credits\":0}}}";
    const struct mq_game *g;
    struct ap_state st;
    double score[MQ_MAX_PLAYERS];

    (void)state;
    assert_int_equal(open_changed(&change, &g, NULL), MQ_OK);
    load(g, &st, position);
    play(g, &st, 0, "launch geo");
    play(g, &st, MQ_CHANCE_SEAT, "roll 12");
    mq_scores(g, &st, score);
    assert_true(score[0] == 0.0); /* 160 credits */
    play(g, &st, 0, "sell shuttle");
    play(g, &st, 1, "done");
    assert_int_equal(st.step, AP_OVER);
    assert_int_equal(mq_winners(g, &st), 1);
    mq_game_close(g);
}

/* An event of one's own: a row with an effect that is there. */
static void own_event(void **state)
{
    static const struct change change = {
        "events.csv", "bad-weather,Bad Weather Conditions,round,launch-roll,-2",
        "hurricane,Hurricane,round,launch-roll,-7"};
    static const char position[] =
        "{" REST ",\"step\":\"event\",\"players\":{\"P1\":{"
        "\"director\":\"fei-lihua\",\"credits\":80,"
        "\"pad\":[\"kerosene\",\"storable\",\"cargo\"],"
        "\"crew\":[\"isabel-karman\"]},"
        "\"P2\":{\"director\":\"yang-jinmei\",\"credits\":0}}}";
    const struct mq_game *g;
    struct ap_state st;

    (void)state;
    assert_int_equal(open_changed(&change, &g, NULL), MQ_OK);
    load(g, &st, position);
    play(g, &st, MQ_CHANCE_SEAT, "event hurricane");
    play(g, &st, 0, "assign isabel-karman operations");
    play(g, &st, 0, "planned");
    play(g, &st, 1, "planned");
    play(g, &st, 0, "launch geo");
    play(g, &st, MQ_CHANCE_SEAT, "roll 12"); /* 5 and 7 more */
    assert_int_equal(st.player[0].launches[0], 1);
    mq_game_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builtin_tables), cmocka_unit_test(wrong_tables),
        cmocka_unit_test(other_tables),   cmocka_unit_test(sorted_tables),
        cmocka_unit_test(own_mission),    cmocka_unit_test(own_event),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
