/* Apogee: what the two files that read the tables share. */
#ifndef MAXQ_GAMES_APOGEE_TABLES_READ_H
#define MAXQ_GAMES_APOGEE_TABLES_READ_H

#include "games/apogee/rules.h"

#define AP_MAX_WORDS 32

/* Rows of a table in code whose first member is their word. */
struct ap_words {
    const void *rows;
    size_t stride;
    const int *count;
};

/* A number with one decimal, in tenths; an empty field is `missing` unless
 * that is below 0. */
int mq__apogee_read_tenths(struct mq_table *t, int row, const char *column,
                           int missing);
/* Credits, 0 where empty; multiples of 20. */
int mq__apogee_read_credits(struct mq_table *t, int row, const char *column);
void mq__apogee_read_name(struct mq_table *t, int row, const char *column,
                          char *out, size_t size);
const char *mq__apogee_read_rule(struct mq_table *t, int row);
int mq__apogee_read_row_word(struct mq_table *t, int row, const char *column,
                             const struct ap_words *w);
/* Warns where a count differs from the box. */
void mq__apogee_expect_count(struct mq_table *t, const char *what, int count,
                             int expected);

void mq__apogee_read_investors(struct mq_table *t, struct ap_tables *out);
void mq__apogee_read_events(struct mq_table *t, struct ap_tables *out);
void mq__apogee_read_solo_events(struct mq_table *t, struct ap_tables *out);
void mq__apogee_read_missions(struct mq_table *t, struct ap_tables *out);
void mq__apogee_read_solo_missions(struct mq_table *t, struct ap_tables *out);

#endif
