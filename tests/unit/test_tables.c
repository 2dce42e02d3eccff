/* Tables: the checks common to all, field readers, binding. */
#include "core/tables.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

/* A kind of its own: one table of beasts. */
struct beasts {
    int count;
    char id[4][MQ_ID_SIZE];
    int legs[4];
    int colour[4];
    uint32_t food[4];
    int sizes[4][3];
    int size_count[4];
};

static const char *const columns[] = {"id",   "legs",  "colour",
                                      "food", "sizes", NULL};
static const char *const colours[] = {"black", "white", NULL};
static const char *const foods[] = {"fish", "milk", "mice", NULL};
static const struct mq_table_kind files[] = {{"beasts.csv", columns, 4, NULL}};

static void bind(void *tables, struct mq_table *table)
{
    struct beasts *b = tables;

    b->count = table[0].csv.rows;
    for (int i = 0; i < b->count; i++) {
        mq__table_id(table, i, "id", b->id[i]);
        b->legs[i] = mq__table_int_or(table, i, "legs", 0, 8, 4);
        b->colour[i] = mq__table_word(table, i, "colour", colours);
        b->food[i] = mq__table_words(table, i, "food", foods);
        b->size_count[i] =
            mq__table_ints(table, i, "sizes", 1, 9, 3, b->sizes[i]);
    }
    if (b->count != 2) {
        mq__table_warning(table, -1, "", "tables.too-many-rows", "i", 2);
    }
}

static const struct mq_game shape = {.id = "zoo"};
static const struct mq_game_kind kind = {&shape, files, 1,
                                         sizeof(struct beasts), bind};

static const char good[] = "# a comment\n"
                           "id,legs,colour,food,sizes,source,known\n"
                           "cat,4,black,fish milk,1 2 3,public,id legs\n"
                           "owl,,white,mice,,reconstructed,\n";

static enum mq_status bind_text(const char *text, struct mq_game **out,
                                struct mq_findings *findings)
{
    struct mq_table_file file = {"beasts.csv", text,
                                 text != NULL ? strlen(text) : 0};
    struct mq_table_file builtin = {"beasts.csv", good, sizeof(good) - 1};

    return mq__game_bind(&kind, text != NULL ? &file : NULL, text != NULL,
                         &builtin, 1, out, findings);
}

static void test_good(void **state)
{
    struct mq_findings findings;
    struct mq_game *game;
    const struct beasts *b;

    (void)state;
    assert_int_equal(bind_text(good, &game, &findings), MQ_OK);
    assert_int_equal(findings.errors + findings.warnings, 0);
    b = game->tables;
    assert_string_equal(b->id[1], "owl");
    assert_int_equal(b->legs[1], 4);
    assert_int_equal(b->colour[1], 1);
    assert_int_equal(b->food[0], 3);
    assert_int_equal(b->size_count[0], 3);
    assert_int_equal(b->sizes[0][2], 3);
    assert_true(game->builtin_tables);
    assert_string_equal(game->files[0].bytes, good);
    mq__game_unbind(game);
}

static void test_other_tables_have_another_hash(void **state)
{
    const char *other = "id,legs,colour,food,sizes,source,known\n"
                        "cat,4,black,fish,,public,\n"
                        "dog,4,black,fish,,public,\n";
    struct mq_game *a, *b;

    (void)state;
    assert_int_equal(bind_text(good, &a, NULL), MQ_OK);
    assert_int_equal(bind_text(other, &b, NULL), MQ_OK);
    assert_memory_not_equal(a->tables_hash, b->tables_hash, 32);
    assert_false(b->builtin_tables);
    mq__game_unbind(a);
    mq__game_unbind(b);
}

/* One mistake a table: it is found, with its line and column. */
static void assert_finds(const char *text, const char *id, int line,
                         const char *column)
{
    struct mq_findings findings;
    struct mq_game *game;

    assert_int_equal(bind_text(text, &game, &findings), MQ_TABLES);
    assert_null(game);
    assert_int_equal(findings.errors, 1);
    assert_string_equal(findings.item[0].message.id, id);
    assert_string_equal(findings.item[0].file, "beasts.csv");
    assert_string_equal(findings.item[0].column, column);
    assert_int_equal(findings.item[0].line, line);
}

#define HEAD "id,legs,colour,food,sizes,source,known\n"

static void test_mistakes(void **state)
{
    (void)state;
    assert_finds(HEAD "cat,9,black,,,public,\n", "tables.range", 2, "legs");
    assert_finds(HEAD "cat,4x,black,,,public,\n", "tables.not-int", 2, "legs");
    assert_finds(HEAD "cat,4,red,,,public,\n", "tables.word", 2, "colour");
    assert_finds(HEAD "cat,4,black,hay,,public,\n", "tables.word", 2, "food");
    assert_finds(HEAD "cat,4,black,,1 0,public,\n", "tables.range", 2, "sizes");
    assert_finds(HEAD "cat,4,black,,1 2 3 4,public,\n", "tables.too-many", 2,
                 "sizes");
    assert_finds(HEAD "Cat,4,black,,,public,\n", "tables.id", 2, "id");
    assert_finds(HEAD "cat,4,black,,,public,\ncat,4,black,,,public,\n",
                 "tables.twice", 3, "id");
    assert_finds(HEAD "cat,4,black,,,hearsay,\n", "tables.word", 2, "source");
    assert_finds(HEAD "cat,4,black,,,public,tail\n", "tables.known", 2,
                 "known");
    assert_finds("id,legs,colour,food,source,known\n", "tables.no-column", 0,
                 "sizes");
}

static void test_too_many_rows(void **state)
{
    (void)state;
    assert_finds(HEAD "a,4,black,,,public,\nb,4,black,,,public,\n"
                      "c,4,black,,,public,\nd,4,black,,,public,\n"
                      "e,4,black,,,public,\n",
                 "tables.too-many-rows", 6, "");
}

static void test_warnings_let_play_on(void **state)
{
    struct mq_findings findings;
    struct mq_game *game;

    (void)state;
    assert_int_equal(bind_text("id,legs,colour,food,sizes,source,known,note\n"
                               "cat,4,black,,,public,,mine\n",
                               &game, &findings),
                     MQ_OK);
    assert_int_equal(findings.warnings, 2);
    assert_true(findings.item[0].warning);
    mq__game_unbind(game);
}

static void test_missing_file_is_the_builtin_one(void **state)
{
    struct mq_game *game;

    (void)state;
    assert_int_equal(bind_text(NULL, &game, NULL), MQ_OK);
    assert_true(game->builtin_tables);
    mq__game_unbind(game);
}

static void test_no_file_at_all(void **state)
{
    struct mq_findings findings;
    struct mq_game *game;

    (void)state;
    assert_int_equal(mq__game_bind(&kind, NULL, 0, NULL, 0, &game, &findings),
                     MQ_TABLES);
    assert_string_equal(findings.item[0].message.id, "tables.missing");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),
        cmocka_unit_test(test_other_tables_have_another_hash),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_too_many_rows),
        cmocka_unit_test(test_warnings_let_play_on),
        cmocka_unit_test(test_missing_file_is_the_builtin_one),
        cmocka_unit_test(test_no_file_at_all),
    };

    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
