/* What is counted over many matches. */
#include "sim/simulate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void mq__tallies_init(struct mq_tallies *tallies, int players)
{
    memset(tallies, 0, sizeof *tallies);
    tallies->players = players;
}

#define HISTOGRAMS (2 + 2 * MQ_MAX_PLAYERS)

/* Every histogram of the tallies, by its number. */
static struct mq_histogram *histogram_at(struct mq_tallies *t, int index)
{
    if (index < 2) {
        return index == 0 ? &t->events : &t->choices;
    }
    index -= 2;
    if (index < MQ_MAX_PLAYERS) {
        return &t->entrant[index].score;
    }
    index -= MQ_MAX_PLAYERS;
    assert(index < MQ_MAX_PLAYERS);
    return &t->seat[index].score;
}

void mq__tallies_finish(struct mq_tallies *tallies)
{
    for (int i = 0; i < HISTOGRAMS; i++) {
        free(histogram_at(tallies, i)->bin);
    }
    free(tallies->usage);
}

/* Makes room for the values from `low` to `high`. */
static bool widen(struct mq_histogram *h, long low, long high)
{
    long *bin;
    long count;

    if (h->count > 0) {
        low = low < h->low ? low : h->low;
        high = high > h->low + h->count - 1 ? high : h->low + h->count - 1;
    }
    count = high - low + 1;
    if (count == h->count) {
        return true;
    }
    bin = calloc((size_t)count, sizeof *bin);
    if (bin == NULL) {
        return false;
    }
    if (h->count > 0) {
        memcpy(bin + (h->low - low), h->bin, (size_t)h->count * sizeof *h->bin);
    }
    free(h->bin);
    h->low = low;
    h->count = (int)count;
    h->bin = bin;
    return true;
}

void mq__histogram_add(struct mq_tallies *tallies, struct mq_histogram *h,
                       long value, long times)
{
    if (times == 0) {
        return;
    }
    if (!widen(h, value, value)) {
        tallies->failed = true;
        return;
    }
    h->bin[value - h->low] += times;
}

static long whole(double score)
{
    return lround(fmin(fmax(score, -MQ_SCORE_LIMIT), MQ_SCORE_LIMIT));
}

void mq__tally_result(struct mq_tallies *tallies, int entrant, int seat,
                      uint32_t winners, double score)
{
    struct mq_tally *both[] = {&tallies->entrant[entrant],
                               &tallies->seat[seat]};

    for (int i = 0; i < 2; i++) {
        if (winners == 0 || (winners >> seat & 1) != 0) {
            both[i]->won[__builtin_popcount(winners)]++;
        }
        mq__histogram_add(tallies, &both[i]->score, whole(score), 1);
    }
}

static uint32_t hash(const char *key, bool points)
{
    uint32_t h = points ? 2166136262u : 2166136261u;

    for (; *key != '\0'; key++) {
        h = (h ^ (unsigned char)*key) * 16777619u;
    }
    return h;
}

/* Where a key is, or the free place for it. */
static struct mq_usage *find(struct mq_usage *table, int room, const char *key,
                             bool points)
{
    uint32_t i = hash(key, points) & (uint32_t)(room - 1);

    while (table[i].key[0] != '\0' &&
           (table[i].points != points || strcmp(table[i].key, key) != 0)) {
        i = (i + 1) & (uint32_t)(room - 1);
    }
    return &table[i];
}

static bool grow(struct mq_tallies *t)
{
    int room = t->room > 0 ? 2 * t->room : 256;
    struct mq_usage *table = calloc((size_t)room, sizeof *table);

    if (table == NULL) {
        return false;
    }
    for (int i = 0; i < t->room; i++) {
        if (t->usage[i].key[0] != '\0') {
            *find(table, room, t->usage[i].key, t->usage[i].points) =
                t->usage[i];
        }
    }
    free(t->usage);
    t->usage = table;
    t->room = room;
    return true;
}

static void add_usage(struct mq_tallies *t, const struct mq_usage *usage)
{
    struct mq_usage *place;

    if (2 * (t->usages + 1) > t->room && !grow(t)) {
        t->failed = true;
        return;
    }
    place = find(t->usage, t->room, usage->key, usage->points);
    if (place->key[0] == '\0') {
        *place = *usage;
        t->usages++;
        return;
    }
    for (int i = 0; i < 2; i++) {
        place->seats[i] += usage->seats[i];
        place->sum[i] += usage->sum[i];
    }
}

static void add_one(struct mq_tallies *t, const char *key, bool points,
                    bool winner, int sum)
{
    struct mq_usage usage = {.points = points};

    assert(key[0] != '\0' && strlen(key) < sizeof usage.key);
    memcpy(usage.key, key, strlen(key) + 1);
    usage.seats[winner] = 1;
    usage.sum[winner] = sum;
    add_usage(t, &usage);
}

void mq__tally_usage(struct mq_tallies *tallies, const char *key, bool winner)
{
    add_one(tallies, key, false, winner, 0);
}

void mq__tally_points(struct mq_tallies *tallies, const char *source,
                      bool winner, int points)
{
    add_one(tallies, source, true, winner, points);
}

void mq__tallies_write(const struct mq_tallies *tallies, struct mq_buf *out)
{
    struct mq_tallies flat = *tallies; /* its pointers mean nothing there */

    mq__buf_add(out, (const char *)&flat, sizeof flat);
    for (int i = 0; i < HISTOGRAMS; i++) {
        const struct mq_histogram *h = histogram_at(&flat, i);

        mq__buf_add(out, (const char *)h->bin,
                    (size_t)h->count * sizeof *h->bin);
    }
    for (int i = 0; i < flat.room; i++) {
        if (flat.usage[i].key[0] != '\0') {
            mq__buf_add(out, (const char *)&flat.usage[i],
                        sizeof flat.usage[i]);
        }
    }
}

static void merge_histogram(struct mq_tallies *t, struct mq_histogram *to,
                            const struct mq_histogram *from, const char **at)
{
    if (from->count > 0 && !widen(to, from->low, from->low + from->count - 1)) {
        t->failed = true;
        return;
    }
    for (int i = 0; i < from->count; i++) {
        long times;

        memcpy(&times, *at, sizeof times);
        *at += sizeof times;
        to->bin[from->low + i - to->low] += times;
    }
}

static void merge_won(struct mq_tally *to, const struct mq_tally *from)
{
    for (int k = 0; k <= MQ_MAX_PLAYERS; k++) {
        to->won[k] += from->won[k];
    }
}

size_t mq__tallies_merge(struct mq_tallies *tallies, const struct mq_buf *bytes)
{
    const char *at = bytes->data;
    struct mq_tallies flat;

    assert(bytes->length >= sizeof flat);
    memcpy(&flat, at, sizeof flat);
    at += sizeof flat;
    tallies->games += flat.games;
    tallies->failed = tallies->failed || flat.failed;
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        merge_won(&tallies->entrant[i], &flat.entrant[i]);
        merge_won(&tallies->seat[i], &flat.seat[i]);
    }
    for (int i = 0; i < HISTOGRAMS; i++) {
        merge_histogram(tallies, histogram_at(tallies, i),
                        histogram_at(&flat, i), &at);
    }
    for (int i = 0; i < flat.usages; i++) {
        struct mq_usage usage;

        memcpy(&usage, at, sizeof usage);
        at += sizeof usage;
        add_usage(tallies, &usage);
    }
    return (size_t)(at - bytes->data);
}

double mq__tally_share(const struct mq_tally *tally, int players)
{
    double share = players > 1 ? (double)tally->won[0] / players : 0;

    for (int k = 1; k <= players; k++) {
        share += (double)tally->won[k] / k;
    }
    return share;
}

long mq__tallies_seats(const struct mq_tallies *tallies, bool winners)
{
    long won = 0;

    for (int i = 0; i < tallies->players; i++) {
        for (int k = 1; k <= tallies->players; k++) {
            won += tallies->seat[i].won[k];
        }
    }
    return winners ? won : tallies->games * tallies->players - won;
}

struct mq_moments mq__histogram_moments(const struct mq_histogram *h)
{
    struct mq_moments m = {.least = h->low, .most = h->low + h->count - 1};
    long below = 0;

    for (int i = 0; i < h->count; i++) {
        double value = (double)(h->low + i);

        m.count += h->bin[i];
        m.sum += value * (double)h->bin[i];
        m.squares += value * value * (double)h->bin[i];
    }
    for (int i = 0; i < h->count && 2 * below < m.count; i++) {
        below += h->bin[i];
        m.median = h->low + i;
    }
    m.mean = m.sum / (double)m.count;
    m.margin = mq__interval(m.sum, m.squares, m.count);
    return m;
}

static int compare(const void *a, const void *b)
{
    const struct mq_usage *one = a, *two = b;

    return one->points != two->points ? one->points - two->points
                                      : strcmp(one->key, two->key);
}

struct mq_usage *mq__tallies_usages(const struct mq_tallies *tallies)
{
    struct mq_usage *list;
    int n = 0;

    if (tallies->usages == 0) {
        return NULL;
    }
    list = calloc((size_t)tallies->usages, sizeof *list);
    for (int i = 0; list != NULL && i < tallies->room; i++) {
        if (tallies->usage[i].key[0] != '\0') {
            list[n++] = tallies->usage[i];
        }
    }
    if (list != NULL) {
        qsort(list, (size_t)n, sizeof *list, compare);
    }
    return list;
}
