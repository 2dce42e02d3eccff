/* Lift Off: what the table checker finds, and what it lets through. */
#include "liftoff.h"

#include "mistakes.h"

#include <string.h>

static const struct mistake errors[] = {
    {"specialists.csv", "chemist,3-money", "lab,3-money",
     "liftoff.tables.reserved", "id"},
    {"specialists.csv", "chemist,3-money", "chemist,4-money", "tables.word",
     "banner"},
    {"specialists.csv", "sell,invest", "sell,sell", "liftoff.tables.same-verb",
     "box2"},
    {"specialists.csv", "lab,buy-three", "buy-one,buy-three",
     "liftoff.tables.same-verb", "box2"},
    {"specialists.csv", "grant,,1,1,0", ",grant,1,1,0", "tables.word", "box1"},
    {"specialists.csv", "score-3,,1,0,1", "score-4,,1,0,1", "tables.word",
     "box1"},
    {"specialists.csv", "score-3,,1,0,1", "score-3,,0,1,1",
     "liftoff.tables.specialists", ""},
    {"specialists.csv", "score-3,,1,0,1", "score-3,,-1,0,1", "tables.range",
     "unmarked"},
    {"boxes.csv", "capacity,4", "lab,4", "tables.twice", "box"},
    {"boxes.csv", "\nsell,0", "\nbuy-one,0", "liftoff.tables.no-row", "box"},
    {"boxes.csv", "buy-one,4", "buy-one,", "liftoff.tables.no-price", "prices"},
    {"boxes.csv", "invest,,", "invest,6,", "liftoff.tables.price", "prices"},
    {"boxes.csv", "2 3 4", "2 3 4 5", "tables.too-many", "prices"},
    {"missions.csv", "space-tourist,1,", "space-tourist,5,", "tables.range",
     "level"},
    {"missions.csv", "moon-landing,4,4,", "moon-landing,4,6,", "tables.range",
     "weight"},
    {"missions.csv", "none,,1,2,1,1,reconstructed,\ncomm",
     "none,3,1,2,1,1,reconstructed,\ncomm", "liftoff.tables.amount", "amount"},
    {"missions.csv", "per-green,5", "per-green,", "tables.not-int", "amount"},
    {"missions.csv", "trading,,2", "trading,,3", "tables.range", "max"},
    {"objectives.csv", "station,station,,,", "chemist,station,,,",
     "liftoff.tables.both", "id"},
    {"objectives.csv", "station,station,,,", "station,station,1,,",
     "liftoff.tables.levels", "levels"},
    {"objectives.csv", "level-1,missions,1,", "level-1,missions,,",
     "liftoff.tables.levels", "levels"},
    {"objectives.csv", "level-1,missions,1,", "level-1,missions,5,",
     "tables.word", "levels"},
    {"objectives.csv", "station,station,,,", "station,station,,red,",
     "liftoff.tables.unused", "colour"},
    {"objectives.csv", "tech,,red", "tech,,pink", "tables.word", "colour"},
    {"objectives.csv", "5 7,12 25", "5 7,12", "liftoff.tables.tiers", "points"},
    {"objectives.csv", "5 7,12 25", "5 5,12 25", "liftoff.tables.rising",
     "tiers"},
    {"objectives.csv", "5 7,12 25", "5 7,25 12", "liftoff.tables.rising",
     "tiers"},
    {"levels.csv", "2 red + 1 yellow,3", "2 red + 1 pink,3",
     "liftoff.tables.requirement", "requirement_1"},
    {"levels.csv", "2 red + 1 yellow,3", "2 red + 1 red,3",
     "liftoff.tables.requirement", "requirement_1"},
    {"levels.csv", "2 red + 1 yellow,3", "2 red + ,3",
     "liftoff.tables.requirement", "requirement_1"},
    {"levels.csv", "2 red + 1 yellow,3", ",3", "liftoff.tables.no-requirement",
     "requirement_1"},
    {"levels.csv", "3,,3 yellow", "3,1 red,3 yellow", "liftoff.tables.no-deck",
     "requirement_1"},
    {"levels.csv", "yellow,5,5,3", "yellow,,5,3", "tables.not-int",
     "lab_price"},
    {"levels.csv", "\n4,,3 blue", "\n3,,3 blue", "tables.twice", "level"},
    {"station.csv", "10,ordinary", "8,ordinary", "liftoff.tables.falling",
     "price"},
    {"station.csv", "10,ordinary", "10,red", "liftoff.tables.red", "space"},
    {"station.csv", "12,red", "12,ordinary", "liftoff.tables.red", "space"},
    {"station.csv", "12,red,", "12,red,2", "liftoff.tables.red-covered",
     "covered"},
    {"station.csv", "6,ordinary,2 3", "6,ordinary,5", "tables.word", "covered"},
    {"technology.csv", "blue,19", "red,19", "tables.twice", "colour"},
    {"tracks.csv", "cost,5,1,9", "cost,5,2,9", "liftoff.tables.cost",
     "highest"},
    {"tracks.csv", "weight,1,1,5", "weight,1,1,4", "liftoff.tables.weight",
     "highest"},
    {"tracks.csv", "capacity,0,0,4", "capacity,1,0,4",
     "liftoff.tables.upgrades", "start"},
    {"tracks.csv", "income,5,5,9", "income,4,5,9", "tables.range", "start"},
};

static const struct mistake warnings[] = {
    {"specialists.csv", "score-3,,1,0,1", "score-3,,1,0,2",
     "liftoff.tables.specialist-count", ""},
    {"missions.csv", "none,,1,2,1,1,reconstructed,\ncomm",
     "none,,1,2,1,2,reconstructed,\ncomm", "liftoff.tables.mission-count", ""},
    {"objectives.csv", "level-1,missions,1,,3 4 6,4 10 20,,reconstructed,\n",
     "", "liftoff.tables.objective-count", ""},
    {"levels.csv", "9,9,7", "9,7,7", "liftoff.tables.labs", "points_1"},
    {"technology.csv", "blue,19", "blue,20", "liftoff.tables.cards", "cards"},
    {"tracks.csv",
     "cost,5,1,9,reconstructed,start\nweight,1,1,5,reconstructed,start\nincome,"
     "5,5,9,public,start lowest highest\ncapacity,0,0,4,rulebook,start lowest "
     "highest\npropulsion,0,0,4",
     "cost,5,2,9,reconstructed,start\nweight,1,1,5,reconstructed,start\nincome,"
     "5,5,9,public,start lowest highest\ncapacity,0,0,4,rulebook,start lowest "
     "highest\npropulsion,0,0,3",
     "liftoff.tables.upgrade-count", "highest"},
};

static void wrong_tables(void **state)
{
    (void)state;
    check_all_refused(errors, COUNT(errors));
}

/* A whole match at random on a game of its own. */
static void play_match(const struct mq_game *g, int players)
{
    struct mq_setup setup;
    struct lo_state st;
    struct mq_rng rng;
    struct mq_event event;

    mq_rng_seed(&rng, 1);
    mq_setup_init(g, players, &setup);
    assert_int_equal(mq_begin(g, &st, &setup, NULL), MQ_OK);
    while (next_event_of(g, &st, &rng, &event)) {
        mq_apply(g, &st, event.seat, event.action);
        assert_int_equal(mq_check(g, &st, NULL), MQ_OK);
    }
}

/* Tables that differ from the box play on. */
static void other_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        const struct mq_game *changed = check_warned(&warnings[i]);

        for (int players = 2; players <= LO_MAX_PLAYERS; players++) {
            play_match(changed, players);
        }
        mq_game_close(changed);
    }
}

/* A level with few cards and one without: decks run out, LO-M12 to LO-M14. */
static void few_missions(void **state)
{
    static const char few[] =
        "id,level,weight,points,effect,amount,max,unmarked,marked_3,marked_4,"
        "source,known\n"
        "probe,1,1,5,none,,1,2,0,0,reconstructed,\n"
        "ship,3,1,5,exchange,,2,1,1,0,reconstructed,\n";
    struct mq_table_file file = {"missions.csv", few, sizeof(few) - 1};
    const struct mq_game *changed = NULL;
    struct mq_findings findings;

    (void)state;
    assert_int_equal(mq_game_open("liftoff", &file, 1, &changed, &findings),
                     MQ_OK);
    assert_int_equal(findings.warnings, 4 + 2);
    for (int players = 2; players <= LO_MAX_PLAYERS; players++) {
        play_match(changed, players);
    }
    mq_game_close(changed);
}

static void builtin_tables(void **state)
{
    (void)state;
    check_builtin_tables();
}

/* Rows may stand in any order where they have no order of their own. */
static void rows_in_any_order(void **state)
{
    static const struct mistake swap = {
        "technology.csv", "red,18,public,cards\nyellow,18,public,cards\n",
        "yellow,18,public,cards\nred,18,public,cards\n", "", ""};

    (void)state;
    check_no_change(&swap, sizeof(struct lo_tables));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_tables),      cmocka_unit_test(other_tables),
        cmocka_unit_test(few_missions),      cmocka_unit_test(builtin_tables),
        cmocka_unit_test(rows_in_any_order),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
