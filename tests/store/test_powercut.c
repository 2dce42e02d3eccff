/* Power cuts at every write: what was committed is there afterwards, nothing
 * is there in halves; a full disk and a damaged file are told. */
#include "fixture.h"
#include "vfs_forget.h"

#include "core/hash.h"

#include <stdlib.h>

static const struct mq_store_options on_disk = {.vfs = FORGET_VFS};

static struct mq_store *open_store(void)
{
    struct mq_store *store = NULL;
    struct mq_error error;

    assert_int_equal(mq_store_open("game.db", &on_disk, &store, &error), MQ_OK);
    return store;
}

/* Appends batches until the power goes; returns what was acknowledged. */
static int play_until_dark(struct mq_store *store, int from)
{
    int safe = from;

    for (int i = 0; i < 200; i++) {
        int count = 1 + i % 3;
        enum mq_status status = mq_store_begin(store);

        if (status == MQ_OK) {
            status = append(store, "t1", safe, count);
        }
        if (status == MQ_OK) {
            status = mq_store_commit(store);
        }
        if (status != MQ_OK) {
            return safe;
        }
        safe += count;
    }
    return safe;
}

/* One cut at write `when`; the store must come back with at least what was
 * acknowledged, in whole batches. */
static int one_cut(int when, uint64_t seed, int survive)
{
    struct mq_store *store;
    int safe, found;

    forget_init();
    store = open_store();
    put_table(store, "t1", 0);
    forget_cut_after(when);
    safe = play_until_dark(store, 0);
    forget_power_off();
    mq_store_close(store);
    forget_power_on(seed, survive);
    store = open_store();
    assert_int_equal(mq_store_check(store), MQ_OK);
    found = count_entries(store, "t1");
    assert_true(found >= safe);
    assert_true(found <= safe + 3);
    assert_int_equal(append(store, "t1", found, 1), MQ_OK);
    assert_int_equal(count_entries(store, "t1"), found + 1);
    mq_store_close(store);
    forget_finish();
    return safe;
}

static void cut_at_every_write(void **state)
{
    int most = 0;

    (void)state;
    for (int when = 1; when <= 300; when++) {
        int safe = one_cut(when, (uint64_t)when, when % 3 * 128);

        most = safe > most ? safe : most;
    }
    assert_true(most > 30);
}

/* The test of the test: without syncs the disk does forget. */
static void forgets_what_is_not_synced(void **state)
{
    struct mq_store *store;
    int safe;

    (void)state;
    forget_init();
    store = open_store();
    put_table(store, "t1", 0);
    safe = forget_syncs();
    assert_int_equal(append(store, "t1", 0, 1), MQ_OK);
    assert_true(forget_syncs() > safe);
    assert_int_equal(mq_store_begin(store), MQ_OK);
    assert_int_equal(append(store, "t1", 1, 60), MQ_OK);
    forget_power_off();
    mq_store_close(store);
    forget_power_on(1, 0);
    store = open_store();
    assert_int_equal(count_entries(store, "t1"), 1);
    mq_store_close(store);
    forget_finish();
}

static void full_disk(void **state)
{
    struct mq_store *store;
    int safe;

    (void)state;
    forget_init();
    store = open_store();
    put_table(store, "t1", 0);
    safe = play_until_dark(store, 0);
    forget_fill(true);
    assert_int_equal(mq_store_begin(store), MQ_OK);
    for (int i = 0; i < 50; i++) {
        if (append(store, "t1", safe + 60 * i, 60) != MQ_OK) {
            break;
        }
    }
    assert_int_equal(mq_store_commit(store), MQ_IO);
    mq_store_rollback(store);
    assert_int_equal(count_entries(store, "t1"), safe);
    forget_fill(false);
    assert_int_equal(append(store, "t1", safe, 2), MQ_OK);
    assert_int_equal(count_entries(store, "t1"), safe + 2);
    mq_store_close(store);
    forget_finish();
}

static void damaged_file(void **state)
{
    struct mq_store *store;
    struct mq_error error;

    (void)state;
    forget_init();
    store = open_store();
    put_table(store, "t1", 0);
    play_until_dark(store, 0);
    mq_store_close(store);
    /* The first page with the schema, then one with entries. */
    forget_damage("game.db", 100, 3996);
    assert_int_equal(mq_store_open("game.db", &on_disk, &store, &error),
                     MQ_DAMAGED);
    forget_damage("game.db", 100, 3996);
    forget_damage("game.db", 65536, 40000);
    store = open_store();
    assert_int_equal(mq_store_check(store), MQ_DAMAGED);
    mq_store_close(store);
    forget_finish();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forgets_what_is_not_synced),
        cmocka_unit_test(cut_at_every_write),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(damaged_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
