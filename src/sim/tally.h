/* What is counted over many matches.
 *
 * All tallies are whole numbers, so that it doesn't matter in which parts
 * they were counted and merged.
 */
#ifndef MAXQ_SIM_TALLY_H
#define MAXQ_SIM_TALLY_H

#include "core/buf.h"

#include <maxq/game.h>

#include <stdbool.h>

#define MQ_USAGE_SIZE 64
#define MQ_SCORE_LIMIT 100000 /* no score is as large */

/* How often each whole number came. */
struct mq_histogram {
    long low; /* what bin 0 counts */
    int count;
    long *bin;
};

/* Something a seat did, got, or had points for: "board scout". */
struct mq_usage {
    char key[MQ_USAGE_SIZE]; /* "" : free */
    bool points;             /* a source of points; the key is its word */
    long seats[2];           /* seats of losers, winners that used it */
    long sum[2];             /* their points */
};

/* Of an entrant, or of a seat of the table. */
struct mq_tally {
    /* [k]: victories shared by k; [0]: matches that nobody won. */
    long won[MQ_MAX_PLAYERS + 1];
    struct mq_histogram score;
};

struct mq_tallies {
    int players;
    long games;
    struct mq_histogram events, choices; /* of a match */
    struct mq_tally entrant[MQ_MAX_PLAYERS], seat[MQ_MAX_PLAYERS];
    struct mq_usage *usage; /* a table by hash; `room` is a power of two */
    int usages, room;
    bool failed; /* no memory */
};

void mq__tallies_init(struct mq_tallies *tallies, int players);
void mq__tallies_finish(struct mq_tallies *tallies);

void mq__histogram_add(struct mq_tallies *tallies, struct mq_histogram *h,
                       long value, long times);
/* A result of one entrant on one seat. */
void mq__tally_result(struct mq_tallies *tallies, int entrant, int seat,
                      uint32_t winners, double score);
/* One seat used it in one match. */
void mq__tally_usage(struct mq_tallies *tallies, const char *key, bool winner);
void mq__tally_points(struct mq_tallies *tallies, const char *source,
                      bool winner, int points);

/* As bytes for another process of this program, and added from there. Merging
 * returns how many bytes it has read: something else may follow them. */
void mq__tallies_write(const struct mq_tallies *tallies, struct mq_buf *out);
size_t mq__tallies_merge(struct mq_tallies *tallies,
                         const struct mq_buf *bytes);

/* The sum of victories, shared ones in shares. */
double mq__tally_share(const struct mq_tally *tally, int players);
/* Seats that won or lost. */
long mq__tallies_seats(const struct mq_tallies *tallies, bool winners);

/* Moments of a histogram. */
struct mq_moments {
    long count, least, most, median;
    double sum, squares;
    double mean, margin; /* half the width of its 95 % interval */
};
struct mq_moments mq__histogram_moments(const struct mq_histogram *h);

/* The usages in the order of their keys, points last; free() it. NULL: there
 * are none, or no memory. */
struct mq_usage *mq__tallies_usages(const struct mq_tallies *tallies);

#endif
