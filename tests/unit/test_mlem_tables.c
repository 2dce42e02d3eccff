/* MLEM: mistakes in tables are found and named; they never get through. */
#include "mlem.h"

#include "mistakes.h"

#include <string.h>

static const struct mistake errors[] = {
    {"die.csv", "2,2,", "2,3,", "mlem.table.sides", "sides"},
    {"die.csv", "3,1,", "1,1,", "mlem.table.twice", "face"},
    {"die.csv", "A,1,", "B,1,", "tables.word", "face"},
    {"figures.csv", "goal,5", "goal,500", "tables.range", "value"},
    {"figures.csv", "tunnel,4", "goal,4", "mlem.table.twice", "figure"},
    {"figures.csv", "\ntunnel,4,rulebook,value", "", "mlem.table.figure",
     "figure"},
    {"mat.csv", "25,3 4,", "24,3 4,", "mlem.table.twice", "space"},
    {"mat.csv", "10,1 2,,", "10,1 2 3 4 A,1,", "mlem.table.faces", "faces"},
    {"mat.csv", "10,1 2,,", "10,1 2,1,", "mlem.table.empty", "afterburner"},
    {"mat.csv", "7,1 3 A,1,", "7,1 3 A,,", "tables.not-int", "afterburner"},
    {"mat.csv", "7,1 3 A,1,", "7,1 3 A,0,", "tables.range", "afterburner"},
    {"mat.csv", "moons,,1 2", "moons,,", "mlem.table.no-moons", "moons"},
    {"mat.csv", "moons,,1 2", "moons,1,1 2", "mlem.table.empty", "planet"},
    {"mat.csv", "planet,1,", "planet,1,2 2", "mlem.table.empty", "moons"},
    {"mat.csv", "planet,1,", "planet,6,", "tables.range", "planet"},
    {"mat.csv", "A,1,satellite", "A,1,none", "mlem.table.satellite", "place"},
    {"mat.csv", "4,2 4 A,1,none,,", "4,2 4 A,1,planet,1,", "mlem.table.landing",
     "place"},
    {"mat.csv", "4 5,reconstructed,space\n23,1 4 A,3,moons,,4 5",
     "4 4 4 4 4 4 4 5,reconstructed,space\n23,1 4 A,3,moons,,4 4 4 4 4 4 4 5",
     "mlem.table.moons", "moons"},
    {"planets.csv", "5,7,", "4,7,", "mlem.table.twice", "planet"},
    {"planets.csv", "5,7,", "6,7,", "tables.range", "planet"},
    {"expedition.csv", "0,4,keep,,", "0,4,keep,2,", "mlem.table.extra",
     "faces"},
    {"expedition.csv", "0,4,keep,,", "0,9,keep,,", "tables.range", "dice"},
    {"expedition.csv", "1,5,keep", "0,4,keep", "mlem.table.same", "ability"},
    {"exploration.csv", "points1,3", "points1,2", "mlem.table.twice", "space"},
    {"exploration.csv", "points1,3", "points4,3", "tables.word", "kind"},
    {"missions.csv", "moons,6 7", "moons,6 8", "mlem.table.moonless", "spaces"},
    {"missions.csv", "moons,6 7", "moons,", "mlem.table.no-spaces", "spaces"},
    {"missions.csv", "planet,,2,", "planet,,1,", "mlem.table.same", "target"},
    {"missions.csv", "planet,,2,2", "planet,,2,1", "mlem.table.missions",
     "count"},
    {"missions.csv", "planet,,2,", "planet,6,2,", "mlem.table.empty", "spaces"},
    {"ufo.csv", "2,4,", "2,5,", "mlem.table.ufo", "points"},
    {"ufo.csv", "2,4,", "3,4,", "mlem.table.twice", "order"},
};

static const struct mistake warnings[] = {
    {"die.csv", "2,2,public,face sides\n3,1,", "2,1,public,\n3,2,",
     "mlem.table.die", "sides"},
    {"mat.csv", "10,1 2,,", "10,1 2 3 4,,", "mlem.table.faces-box", "faces"},
    {"missions.csv", "planet,,2,2", "planet,,2,3", "mlem.table.box", ""},
    {"expedition.csv", "0,4,keep,,1", "0,4,keep,,2", "mlem.table.box", ""},
    {"exploration.csv", "points1,3,reconstructed,\n", "", "mlem.table.box", ""},
    {"ufo.csv", "\n5,1,reconstructed,order", "", "mlem.table.box", ""},
};

static void wrong_tables(void **state)
{
    (void)state;
    check_all_refused(errors, COUNT(errors));
}

/* Tables that differ from the box play on. */
static void other_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        const struct mq_game *changed = check_warned(&warnings[i]);

        mq_game_close(changed);
    }
}

static void builtin_tables(void **state)
{
    (void)state;
    check_builtin_tables();
}

/* Rows may stand in any order: the game is the same. */
static void rows_in_any_order(void **state)
{
    static const struct mistake swap = {
        "ufo.csv", "1,5,rulebook,order points\n2,4,reconstructed,order\n",
        "2,4,reconstructed,order\n1,5,rulebook,order points\n", "", ""};

    (void)state;
    check_no_change(&swap, sizeof(struct ml_tables));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_tables),
        cmocka_unit_test(other_tables),
        cmocka_unit_test(builtin_tables),
        cmocka_unit_test(rows_in_any_order),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
