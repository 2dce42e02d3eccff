/* The memory of a search. */
#include "ai/table.h"

#include <stdlib.h>

#define FIRST_SIZE 2048
#define SMALLEST 64
#define LARGEST (UINT32_C(1) << 30)

/* Three quarters: probes stay short. */
static uint32_t room_of(uint32_t size)
{
    return size - size / 4;
}

bool mq__stats_init(struct mq_stat_table *table, size_t entries)
{
    uint32_t most = SMALLEST;
    uint32_t size;

    while (most < entries + entries / 2 && most < LARGEST) {
        most *= 2;
    }
    size = most < FIRST_SIZE ? most : FIRST_SIZE;
    table->entry = calloc(size, sizeof(*table->entry));
    table->mask = size - 1;
    table->used = 0;
    table->limit = room_of(size);
    table->most = most;
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

static bool resize(struct mq_stat_table *table, uint32_t size)
{
    struct mq_stat_table larger = *table;

    larger.entry = calloc(size, sizeof(*larger.entry));
    if (larger.entry == NULL) {
        return false;
    }
    larger.mask = size - 1;
    larger.limit = room_of(size);
    for (uint32_t i = 0; i <= table->mask; i++) {
        if (table->entry[i].key != 0) {
            *slot(&larger, table->entry[i].key) = table->entry[i];
        }
    }
    free(table->entry);
    *table = larger;
    return true;
}

void mq__stats_reserve(struct mq_stat_table *table, uint32_t entries)
{
    uint32_t size = table->mask + 1;

    while (size < table->most && table->used + entries > room_of(size)) {
        size *= 2;
    }
    if (size > table->mask + 1 && !resize(table, size)) {
        table->most = table->mask + 1; /* no memory: full from here on */
    }
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
