/* The memory of a search: one open-addressing table with a fixed limit.
 *
 * An entry is either a place (what a seat has seen so far, as a 64-bit hash)
 * or an edge (a place and one action of that seat). Entries are never removed,
 * and moved by mq__stats_reserve alone: the table begins small, so that a short
 * search touches little memory, and doubles up to its limit. When it is full
 * nothing is added: the search goes on with what it has.
 */
#ifndef MAXQ_AI_TABLE_H
#define MAXQ_AI_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mq_stat {
    uint64_t key;     /* 0: free */
    double sum;       /* of results for the seat, 0..1 each */
    uint32_t visits;  /* how often it was gone through */
    uint32_t offered; /* edge: how often it was legal at its place */
    float prior;      /* edge: share of the weights, sums to 1 over the legal */
};

struct mq_stat_table {
    struct mq_stat *entry;
    uint32_t mask;        /* size - 1; the size is a power of two */
    uint32_t used, limit; /* entries; as many as fit now */
    uint32_t most;        /* the size that it may grow to */
};

/* Room for about `entries` in the end; false: no memory. */
bool mq__stats_init(struct mq_stat_table *table, size_t entries);
void mq__stats_finish(struct mq_stat_table *table);

/* Grows, if it may, so that so many more entries fit; entries move. */
void mq__stats_reserve(struct mq_stat_table *table, uint32_t entries);

/* The entry, or NULL. */
const struct mq_stat *mq__stats_find(const struct mq_stat_table *table,
                                     uint64_t key);
/* The entry, made if it isn't there; NULL when the table is full. */
struct mq_stat *mq__stats_get(struct mq_stat_table *table, uint64_t key);

/* A key for `key` followed by something; never 0. */
static inline uint64_t mq__key_mix(uint64_t key, uint64_t item)
{
    uint64_t x = (key ^ (item + UINT64_C(0x9E3779B97F4A7C15))) *
                 UINT64_C(0xBF58476D1CE4E5B9);

    x = (x ^ (x >> 29)) * UINT64_C(0x94D049BB133111EB);
    return (x ^ (x >> 32)) | 1;
}

#endif
