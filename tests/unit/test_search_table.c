/* The memory of a search: grows, keeps what it has, and stops at its limit. */
#include "ai/table.h"

#include "unit.h"

#include "failing_malloc.h"

static uint64_t key_of(uint32_t i)
{
    return mq__key_mix(i, 7);
}

/* Adds entry after entry, with room made before each; how many fitted. */
static uint32_t fill(struct mq_stat_table *table, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct mq_stat *entry;

        mq__stats_reserve(table, 1);
        entry = mq__stats_get(table, key_of(i));
        if (entry == NULL) {
            return i;
        }
        assert_int_equal(entry->visits, 0);
        entry->visits = i + 1;
    }
    return count;
}

static void check_kept(const struct mq_stat_table *table, uint32_t count)
{
    assert_int_equal(table->used, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct mq_stat *entry = mq__stats_find(table, key_of(i));

        assert_non_null(entry);
        assert_int_equal(entry->visits, i + 1);
    }
    assert_null(mq__stats_find(table, key_of(count)));
}

static void test_grows_and_keeps(void **state)
{
    struct mq_stat_table table;

    (void)state;
    assert_true(mq__stats_init(&table, 100000));
    assert_true(table.limit < 10000); /* what isn't needed isn't touched */
    assert_int_equal(fill(&table, 60000), 60000);
    check_kept(&table, 60000);
    mq__stats_finish(&table);
    assert_int_equal(allocations_live, 0);
}

static void test_stops_at_its_limit(void **state)
{
    struct mq_stat_table table;
    uint32_t fitted;

    (void)state;
    assert_true(mq__stats_init(&table, 5000));
    fitted = fill(&table, 100000);
    assert_in_range(fitted, 5000, 10000);
    check_kept(&table, fitted);
    assert_non_null(mq__stats_get(&table, key_of(0)));
    mq__stats_finish(&table);
}

/* Without memory to grow it is full, and asks for no more. */
static void test_goes_on_without_memory(void **state)
{
    struct mq_stat_table table;
    uint32_t fitted;

    (void)state;
    allocations_left = 0;
    assert_false(mq__stats_init(&table, 100000));
    allocations_left = 2;
    assert_true(mq__stats_init(&table, 100000));
    fitted = fill(&table, 100000);
    assert_int_equal(allocations_left, 0);
    allocations_left = -1;
    assert_int_equal(fitted, table.limit);
    mq__stats_reserve(&table, 1);
    assert_null(mq__stats_get(&table, key_of(fitted)));
    check_kept(&table, fitted);
    mq__stats_finish(&table);
    assert_int_equal(allocations_live, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grows_and_keeps),
        cmocka_unit_test(test_stops_at_its_limit),
        cmocka_unit_test(test_goes_on_without_memory),
    };

    return cmocka_run_group_tests_name("search-table", tests, NULL, NULL);
}
