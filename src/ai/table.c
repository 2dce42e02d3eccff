/* The memory of a search. */
#include "ai/table.h"

#include <stdlib.h>

bool mq__stats_init(struct mq_stat_table *table, size_t entries)
{
    uint32_t size = 64;

    while (size < entries + entries / 2 && size < UINT32_C(1) << 30) {
        size *= 2;
    }
    table->entry = calloc(size, sizeof(*table->entry));
    table->mask = size - 1;
    table->used = 0;
    table->limit = size - size / 4;
    return table->entry != NULL;
}

void mq__stats_finish(struct mq_stat_table *table)
{
    free(table->entry);
    table->entry = NULL;
}

/* Where the key is, or the free entry where it would be. */
static struct mq_stat *slot(const struct mq_stat_table *table, uint64_t key)
{
    uint32_t i = (uint32_t)(key >> 17) & table->mask;

    while (table->entry[i].key != 0 && table->entry[i].key != key) {
        i = (i + 1) & table->mask;
    }
    return &table->entry[i];
}

const struct mq_stat *mq__stats_find(const struct mq_stat_table *table,
                                     uint64_t key)
{
    const struct mq_stat *s = slot(table, key);

    return s->key == 0 ? NULL : s;
}

struct mq_stat *mq__stats_get(struct mq_stat_table *table, uint64_t key)
{
    struct mq_stat *s = slot(table, key);

    if (s->key == 0) {
        if (table->used == table->limit) {
            return NULL;
        }
        table->used++;
        s->key = key;
    }
    return s;
}
