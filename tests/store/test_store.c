/* The store: what is put comes back, conflicts change nothing, deletion takes
 * all, schema versions. */
#include "fixture.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct place {
    char *folder;
    char url[512];
    struct mq_store *store;
};

/* The database of MAXQ_TEST_DB; NULL: a SQLite file. */
static const char *postgres(void)
{
    return getenv("MAXQ_TEST_DB");
}

static bool delete_one(void *context, const struct mq_table_row *row,
                       const struct mq_head_row *head)
{
    (void)head;
    assert_int_equal(mq_store_delete_table(context, row->id, 0), MQ_OK);
    return true;
}

/* What the test before left. */
static void empty(struct mq_store *store)
{
    struct mq_prune all = {INT64_MAX, INT64_MAX, 0};
    int tables;

    assert_int_equal(mq_store_all_tables(store, 0, 1000, delete_one, store),
                     MQ_OK);
    assert_int_equal(mq_store_prune(store, &all, &tables), MQ_OK);
}

static int set_up(void **state)
{
    struct place *p = calloc(1, sizeof(*p));
    struct mq_error error;

    assert_non_null(p);
    p->folder = make_folder();
    snprintf(p->url, sizeof(p->url), "%s/maxq.db", p->folder);
    if (postgres() != NULL) {
        snprintf(p->url, sizeof(p->url), "%s", postgres());
    }
    assert_int_equal(mq_store_open(p->url, NULL, &p->store, &error), MQ_OK);
    if (postgres() != NULL) {
        empty(p->store);
    }
    *state = p;
    return 0;
}

static int tear_down(void **state)
{
    struct place *p = *state;

    mq_store_close(p->store);
    remove_folder(p->folder);
    free(p);
    return 0;
}

static struct mq_store *of(void **state)
{
    return ((struct place *)*state)->store;
}

struct found {
    char id[8][MQ_TABLE_ID_SIZE];
    int count;
    struct mq_table_row row;
    struct mq_head_row head;
    char doc[64];
};

static bool note(void *context, const struct mq_table_row *row,
                 const struct mq_head_row *head)
{
    struct found *found = context;

    assert_in_range(found->count, 0, 7);
    snprintf(found->id[found->count++], MQ_TABLE_ID_SIZE, "%s", row->id);
    found->row = *row;
    found->head = *head;
    snprintf(found->doc, sizeof(found->doc), "%s", row->doc);
    return true;
}

static void tables_come_back(void **state)
{
    struct mq_store *store = of(state);
    struct mq_table_row row = a_table("t1");
    struct found found = {.count = 0};

    put_table(store, "t1", 3);
    assert_int_equal(mq_store_table(store, "t1", note, &found), MQ_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.doc, "{\"name\":\"Müller's\"}");
    assert_int_equal(found.row.created_at, 1000);
    assert_int_equal(found.head.entries, 3);
    assert_int_equal(found.head.segment, 0);
    assert_int_equal(mq_store_table(store, "t2", note, &found), MQ_NOTHING);
    row.version = 2;
    row.state = MQ_TABLE_RUNNING;
    row.doc = "{}";
    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    found.count = 0;
    assert_int_equal(mq_store_table(store, "t1", note, &found), MQ_OK);
    assert_int_equal(found.row.version, 2);
    assert_string_equal(found.doc, "{}");
}

static void versions_in_order(void **state)
{
    struct mq_store *store = of(state);
    struct mq_table_row row = a_table("t1");

    put_table(store, "t1", 0);
    assert_int_equal(mq_store_put_table(store, &row), MQ_CONFLICT);
    row.version = 3;
    assert_int_equal(mq_store_put_table(store, &row), MQ_CONFLICT);
    row.version = 2;
    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    assert_int_equal(mq_store_put_table(store, &row), MQ_CONFLICT);
}

static void entries_without_gap(void **state)
{
    struct mq_store *store = of(state);

    put_table(store, "t1", 5);
    assert_int_equal(append(store, "t1", 4, 2), MQ_CONFLICT);
    assert_int_equal(append(store, "t1", 6, 1), MQ_CONFLICT);
    assert_int_equal(count_entries(store, "t1"), 5);
    assert_int_equal(append(store, "t1", 5, 2), MQ_OK);
    assert_int_equal(count_entries(store, "t1"), 7);
    assert_int_equal(append(store, "t9", 0, 1), MQ_CONFLICT);
}

/* Two servers go on from the same entry, one of them with two entries before it
 * hears that the other was faster: what builds on an entry that isn't there is
 * refused, though the number would fit. */
static void one_history(void **state)
{
    struct mq_store *store = of(state);
    struct mq_head_row head = a_head("t1");
    struct mq_entry_row row = {.number = 5, .client = "", .line = "other"};

    put_table(store, "t1", 5);
    head.segment = 0;
    head.entries = 6;
    head.before = "link 5";
    head.link = "link 6 of another server";
    assert_int_equal(mq_store_append(store, &head, &row, 1), MQ_OK);
    assert_int_equal(append(store, "t1", 5, 1), MQ_CONFLICT);
    assert_int_equal(append(store, "t1", 6, 1), MQ_CONFLICT);
}

static void only_that_version_goes(void **state)
{
    struct mq_store *store = of(state);
    struct mq_table_row row = a_table("t1");

    put_table(store, "t1", 2);
    row.version = 2;
    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    assert_int_equal(mq_store_delete_table(store, "t1", 1), MQ_CONFLICT);
    assert_int_equal(count_entries(store, "t1"), 2);
    assert_int_equal(mq_store_delete_table(store, "t1", 2), MQ_OK);
}

static bool note_record(void *context, const char *header, const char *secret)
{
    snprintf(context, 64, "%s/%s", header, secret);
    return true;
}

static void records_by_segment(void **state)
{
    struct mq_store *store = of(state);
    struct mq_head_row head = a_head("t1");
    char text[64];

    put_table(store, "t1", 2);
    head.segment = 2;
    head.link = "link";
    head.before = "link 2";
    assert_int_equal(mq_store_begin_record(store, &head, "h", "s"),
                     MQ_CONFLICT);
    head.segment = 1;
    assert_int_equal(mq_store_begin_record(store, &head, "h1", "s1"), MQ_OK);
    assert_int_equal(mq_store_begin_record(store, &head, "h2", "s2"),
                     MQ_CONFLICT);
    assert_int_equal(mq_store_record(store, "t1", 0, note_record, text), MQ_OK);
    assert_string_equal(text, "header/secret");
    assert_int_equal(mq_store_record(store, "t1", 1, note_record, text), MQ_OK);
    assert_string_equal(text, "h1/s1");
    assert_int_equal(mq_store_record(store, "t1", 2, note_record, text),
                     MQ_NOTHING);
    assert_int_equal(count_entries(store, "t1"), 2);
}

static void lists(void **state)
{
    struct mq_store *store = of(state);
    struct mq_wake wake = {0};
    struct mq_table_row row;
    struct mq_head_row head;
    struct found found = {.count = 0};

    put_table(store, "a", 0);
    put_table(store, "b", 0);
    put_table(store, "c", 0);
    row = a_table("b");
    row.version = 2;
    row.listed = true;
    row.created_at = 2000;
    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    assert_int_equal(mq_store_listed(store, 10, note, &found), MQ_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.id[0], "b");
    head = a_head("c");
    head.segment = 0;
    head.link = "link 0";
    head.before = "link 0";
    head.wake_at = 700;
    assert_int_equal(mq_store_put_head(store, &head), MQ_OK);
    found.count = 0;
    assert_int_equal(mq_store_waking(store, 699, 10, &wake, note, &found),
                     MQ_OK);
    assert_int_equal(found.count, 0);
    assert_int_equal(mq_store_waking(store, 700, 10, &wake, note, &found),
                     MQ_OK);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.id[0], "c");
    wake = (struct mq_wake){700, "b"};
    assert_int_equal(mq_store_waking(store, 700, 10, &wake, note, &found),
                     MQ_OK);
    assert_int_equal(found.count, 2);
    wake = (struct mq_wake){700, "c"};
    assert_int_equal(mq_store_waking(store, 700, 10, &wake, note, &found),
                     MQ_OK);
    assert_int_equal(found.count, 2);
    found.count = 0;
    assert_int_equal(mq_store_all_tables(store, 0, 2, note, &found), MQ_OK);
    assert_int_equal(found.count, 2);
    assert_string_equal(found.id[0], "b");
}

static void grants(void **state)
{
    struct mq_store *store = of(state);
    struct mq_grant seat = {MQ_ROLE_SEAT, 1, 1}, watch = {MQ_ROLE_WATCH, -1, 1};
    struct mq_grant out[MQ_MAX_GRANTS];
    struct found found = {.count = 0};
    int count;

    put_table(store, "t1", 0);
    put_table(store, "t2", 0);
    assert_int_equal(mq_store_put_grant(store, "s1", "t1", watch, 1), MQ_OK);
    assert_int_equal(mq_store_put_grant(store, "acc", "t1", seat, 1), MQ_OK);
    assert_int_equal(mq_store_grants(store, "s1", "", "t1", out, &count),
                     MQ_OK);
    assert_int_equal(count, 1);
    assert_int_equal(mq_store_grants(store, "s1", "acc", "t1", out, &count),
                     MQ_OK);
    assert_int_equal(count, 2);
    assert_int_equal(out[0].role, MQ_ROLE_SEAT);
    assert_int_equal(out[0].seat, 1);
    seat.epoch = 2;
    assert_int_equal(mq_store_put_grant(store, "acc", "t1", seat, 2), MQ_OK);
    assert_int_equal(mq_store_grants(store, "", "acc", "t1", out, &count),
                     MQ_OK);
    assert_int_equal(count, 1);
    assert_int_equal(out[0].epoch, 2);
    assert_int_equal(mq_store_copy_grants(store, "t1", seat, "t2",
                                          (struct mq_grant){MQ_ROLE_SEAT, 0, 1},
                                          3),
                     MQ_OK);
    assert_int_equal(mq_store_grants(store, "", "acc", "t2", out, &count),
                     MQ_OK);
    assert_int_equal(count, 1);
    assert_int_equal(out[0].seat, 0);
    assert_int_equal(
        mq_store_mine(store, "s1", "acc", false, 0, 10, note, &found), MQ_OK);
    assert_int_equal(found.count, 2);
    assert_int_equal(mq_store_delete_grant(store, "s1", "t1", watch), MQ_OK);
    found.count = 0;
    assert_int_equal(mq_store_mine(store, "s1", "", false, 0, 10, note, &found),
                     MQ_OK);
    assert_int_equal(found.count, 0);
}

static void deletion_takes_all(void **state)
{
    struct mq_store *store = of(state);
    struct mq_grant seat = {MQ_ROLE_SEAT, 1, 1}, out[MQ_MAX_GRANTS];
    char text[64];
    int count;

    put_table(store, "t1", 4);
    put_table(store, "t2", 4);
    mq_store_put_grant(store, "s1", "t1", seat, 1);
    assert_int_equal(mq_store_delete_table(store, "t1", 0), MQ_OK);
    assert_int_equal(mq_store_delete_table(store, "t1", 0), MQ_NOTHING);
    assert_int_equal(mq_store_grants(store, "s1", "", "t1", out, &count),
                     MQ_OK);
    assert_int_equal(count, 0);
    assert_int_equal(count_entries(store, "t1"), 0);
    assert_int_equal(mq_store_record(store, "t1", 0, note_record, text),
                     MQ_NOTHING);
    assert_int_equal(count_entries(store, "t2"), 4);
}

static void people(void **state)
{
    struct mq_store *store = of(state);
    struct mq_account ann = {"a1", "ann", "Ann", "hash", 7, false}, found;
    struct mq_session one = {"s1", "a1", 1, 1}, two = {"s2", "a1", 1, 1}, got;
    char account[MQ_KEY_SIZE];

    assert_int_equal(mq_store_add_account(store, &ann), MQ_OK);
    snprintf(ann.id, sizeof(ann.id), "a2");
    assert_int_equal(mq_store_add_account(store, &ann), MQ_CONFLICT);
    assert_int_equal(mq_store_account(store, "ann", &found), MQ_OK);
    assert_string_equal(found.id, "a1");
    assert_string_equal(found.name, "Ann");
    assert_int_equal(mq_store_account(store, "bob", &found), MQ_NOTHING);
    assert_int_equal(mq_store_put_session(store, &one), MQ_OK);
    assert_int_equal(mq_store_put_session(store, &two), MQ_OK);
    assert_int_equal(mq_store_set_password(store, "a1", "new", "s2"), MQ_OK);
    assert_int_equal(mq_store_session(store, "s1", &got), MQ_NOTHING);
    assert_int_equal(mq_store_session(store, "s2", &got), MQ_OK);
    assert_string_equal(got.account, "a1");
    assert_int_equal(mq_store_account_by_id(store, "a1", &found), MQ_OK);
    assert_string_equal(found.hash, "new");
    assert_int_equal(mq_store_add_reset(store, "r1", "a1", 100), MQ_OK);
    assert_int_equal(mq_store_use_reset(store, "r1", 101, account), MQ_NOTHING);
    assert_int_equal(mq_store_use_reset(store, "r1", 100, account), MQ_OK);
    assert_string_equal(account, "a1");
    assert_int_equal(mq_store_use_reset(store, "r1", 100, account), MQ_NOTHING);
    assert_int_equal(mq_store_delete_account(store, "a1"), MQ_OK);
    assert_int_equal(mq_store_session(store, "s2", &got), MQ_NOTHING);
}

static void prune_by_age(void **state)
{
    struct mq_store *store = of(state);
    struct mq_table_row row = a_table("old");
    struct mq_session session = {"s1", "", 10, 10}, got;
    struct mq_prune limits = {.now = 1000, .sessions = 11, .tables = 500};
    struct found left = {.count = 0};
    int tables;

    put_table(store, "old", 1);
    put_table(store, "running", 1);
    row.version = 2;
    row.state = MQ_TABLE_OVER;
    row.ended_at = 499;
    assert_int_equal(mq_store_put_table(store, &row), MQ_OK);
    assert_int_equal(mq_store_put_session(store, &session), MQ_OK);
    assert_int_equal(mq_store_prune(store, &limits, &tables), MQ_OK);
    assert_int_equal(tables, 1);
    assert_int_equal(count_entries(store, "old"), 0);
    assert_int_equal(count_entries(store, "running"), 1);
    assert_int_equal(mq_store_session(store, "s1", &got), MQ_NOTHING);
    assert_int_equal(mq_store_all_tables(store, 0, 9, note, &left), MQ_OK);
    assert_int_equal(left.count, 1);
}

static bool join(void *context, const char *table)
{
    strncat(context, table, 30);
    return true;
}

static void signals_once(void **state)
{
    struct place *p = *state;
    struct mq_store_options options = {.origin = "another"};
    struct mq_store *store = p->store, *other;
    struct mq_error error;
    char text[64] = "";
    int64_t last = -1;

    assert_int_equal(mq_store_open(p->url, &options, &other, &error), MQ_OK);
    assert_int_equal(mq_store_signal(other, "t0"), MQ_OK);
    assert_int_equal(mq_store_signals(store, &last, join, text), MQ_OK);
    assert_string_equal(text, "");
    assert_int_equal(mq_store_signal(other, "t1"), MQ_OK);
    assert_int_equal(mq_store_signal(other, "t2"), MQ_OK);
    for (int i = 0; i < 200 && strcmp(text, "t1t2") != 0; i++) {
        usleep(i == 0 ? 0 : 10000); /* PostgreSQL's come when they come */
        assert_int_equal(mq_store_signals(store, &last, join, text), MQ_OK);
    }
    assert_int_equal(mq_store_signals(store, &last, join, text), MQ_OK);
    assert_string_equal(text, "t1t2");
    mq_store_close(other);
}

static void rolled_back(void **state)
{
    struct mq_store *store = of(state);

    put_table(store, "t1", 1);
    assert_int_equal(mq_store_begin(store), MQ_OK);
    assert_int_equal(append(store, "t1", 1, 3), MQ_OK);
    mq_store_rollback(store);
    assert_int_equal(count_entries(store, "t1"), 1);
    assert_int_equal(append(store, "t1", 1, 3), MQ_OK);
    assert_int_equal(count_entries(store, "t1"), 4);
}

static void locked_is_refused(void **state)
{
    struct place *p = *state;
    struct mq_store_options options = {.busy_ms = 50};
    struct mq_store *other;
    struct mq_error error;

    put_table(p->store, "t1", 0);
    assert_int_equal(mq_store_open(p->url, &options, &other, &error), MQ_OK);
    assert_int_equal(mq_store_begin(p->store), MQ_OK);
    assert_int_equal(mq_store_begin(other), MQ_IO);
    assert_string_equal(mq_store_error(other), "database is locked");
    assert_int_equal(count_entries(other, "t1"), 0);
    assert_int_equal(mq_store_commit(p->store), MQ_OK);
    assert_int_equal(append(other, "t1", 0, 1), MQ_OK);
    mq_store_close(other);
}

static void backup_while_used(void **state)
{
    struct place *p = *state;
    struct mq_store *copy;
    struct mq_error error;
    char path[600];

    put_table(p->store, "t1", 9);
    snprintf(path, sizeof(path), "%s/copy.db", p->folder);
    assert_int_equal(mq_store_backup(p->store, path), MQ_OK);
    assert_int_equal(mq_store_backup(p->store, path), MQ_IO);
    assert_int_equal(mq_store_open(path, NULL, &copy, &error), MQ_OK);
    assert_int_equal(count_entries(copy, "t1"), 9);
    assert_int_equal(mq_store_check(copy), MQ_OK);
    mq_store_close(copy);
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void newer_is_refused(void **state)
{
    struct place *p = *state;
    struct mq_store *store;
    struct mq_error error;

    sql(p->url, "UPDATE schema_version SET version = 999");
    assert_int_equal(mq_store_open(p->url, NULL, &store, &error), MQ_VERSION);
    assert_string_equal(error.message.id, "store.newer");
    assert_null(store);
}

static void no_database_is_refused(void **state)
{
    struct place *p = *state;
    struct mq_store *store;
    struct mq_error error;
    char path[600];
    FILE *file;

    snprintf(path, sizeof(path), "%s/no.db", p->folder);
    file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < 1000; i++) {
        fputs("this is no database\n", file);
    }
    fclose(file);
    assert_int_equal(mq_store_open(path, NULL, &store, &error), MQ_DAMAGED);
    assert_null(store);
    assert_int_equal(
        mq_store_open("/no/such/folder/x.db", NULL, &store, &error), MQ_IO);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(tables_come_back),
        TEST(versions_in_order),
        TEST(entries_without_gap),
        TEST(one_history),
        TEST(only_that_version_goes),
        TEST(records_by_segment),
        TEST(lists),
        TEST(grants),
        TEST(deletion_takes_all),
        TEST(people),
        TEST(prune_by_age),
        TEST(signals_once),
        TEST(rolled_back),
        TEST(locked_is_refused),
        TEST(backup_while_used),
        TEST(newer_is_refused),
        TEST(no_database_is_refused),
    };
    size_t count = sizeof(tests) / sizeof(tests[0]);

    if (postgres() != NULL) {
        return _cmocka_run_group_tests("postgres", tests, count - 4, NULL,
                                       NULL);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
