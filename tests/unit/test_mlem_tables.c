/* MLEM: mistakes in tables are found and named; they never get through. */
#include "mlem.h"

#include "core/buf.h"
#include "core/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct mistake {
    const char *file, *from, *to; /* `from` becomes `to` in the file */
    const char *id;               /* of the finding */
    const char *column;
};

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

/* The built-in file with the change. */
static void change(const struct mistake *m, struct mq_buf *out)
{
    char path[64];
    const struct mq_embedded *file;
    const char *at;

    snprintf(path, sizeof(path), "mlem/%s", m->file);
    file = mq__embedded_find(path);
    assert_non_null(file);
    at = strstr(file->bytes, m->from);
    if (at == NULL) {
        fail_msg("%s: there is no \"%s\"", m->file, m->from);
        return;
    }
    mq__buf_add(out, file->bytes, (size_t)(at - file->bytes));
    mq__buf_str(out, m->to);
    mq__buf_str(out, at + strlen(m->from));
}

static enum mq_status open_changed(const struct mistake *m,
                                   struct mq_findings *findings,
                                   const struct mq_game **out)
{
    struct mq_buf buf;
    enum mq_status status;

    mq__buf_init(&buf);
    change(m, &buf);
    struct mq_table_file file = {m->file, mq__buf_text(&buf), buf.length};

    status = mq_game_open("mlem", &file, 1, out, findings);
    mq__buf_finish(&buf);
    return status;
}

static void check_found(const struct mistake *m, const struct mq_findings *f)
{
    for (int i = 0; i < f->count; i++) {
        const struct mq_finding *item = &f->item[i];

        if (strcmp(item->message.id, m->id) == 0 &&
            strcmp(item->column, m->column) == 0 &&
            strcmp(item->file, m->file) == 0) {
            assert_non_null(mq_text("en", m->id));
            assert_non_null(mq_text("de", m->id));
            return;
        }
    }
    fail_msg("%s: \"%s\": no %s (%s)", m->file, m->to, m->id,
             f->count > 0 ? f->item[0].message.id : "nothing");
}

static void wrong_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(errors); i++) {
        const struct mq_game *changed = NULL;
        struct mq_findings findings;

        if (open_changed(&errors[i], &findings, &changed) != MQ_TABLES) {
            fail_msg("%s: \"%s\" is taken", errors[i].file, errors[i].to);
        }
        assert_null(changed);
        check_found(&errors[i], &findings);
    }
}

/* Tables that differ from the box play on. */
static void other_tables(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(warnings); i++) {
        const struct mq_game *changed = NULL;
        struct mq_findings findings;

        assert_int_equal(open_changed(&warnings[i], &findings, &changed),
                         MQ_OK);
        check_found(&warnings[i], &findings);
        assert_false(changed->builtin_tables);
        mq_game_close(changed);
    }
}

static void builtin_tables(void **state)
{
    const struct mq_game *again = NULL;
    struct mq_findings findings;

    (void)state;
    assert_int_equal(mq_game_open("mlem", NULL, 0, &again, &findings), MQ_OK);
    assert_int_equal(findings.errors, 0);
    assert_int_equal(findings.warnings, 0);
    assert_true(again->builtin_tables);
    mq_game_close(again);
}

/* Rows may stand in any order: the game is the same. */
static void rows_in_any_order(void **state)
{
    static const struct mistake swap = {
        "ufo.csv", "1,5,rulebook,order points\n2,4,reconstructed,order\n",
        "2,4,reconstructed,order\n1,5,rulebook,order points\n", "", ""};
    const struct mq_game *changed = NULL;

    (void)state;
    assert_int_equal(open_changed(&swap, NULL, &changed), MQ_OK);
    assert_memory_equal(mlem_tables(changed), mlem_tables(game),
                        sizeof(struct mlem_tables));
    mq_game_close(changed);
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
