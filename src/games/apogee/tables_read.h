/* Apogee: what the two files that read the tables share. */
#ifndef MAXQ_GAMES_APOGEE_TABLES_READ_H
#define MAXQ_GAMES_APOGEE_TABLES_READ_H

#include "games/apogee/rules.h"

/* Warns where a count differs from the box. */
void mq__ap_expect_count(struct mq_table *t, const char *what, int count,
                         int expected);

/* Readers of columns: a number with one decimal, in tenths (empty only where
 * `low` says so); credits, 0 where empty; a name; the id of a rule. */
#define AP_MAY_BE_EMPTY (-1)
void mq__ap_read_tenths(const struct mq_cell *f);
void mq__ap_read_credits(const struct mq_cell *f);
void mq__ap_read_name(const struct mq_cell *f);
void mq__ap_read_rule(const struct mq_cell *f);

/* tables_events.c */
extern const struct mq_column mq__ap_investor_columns[];
extern const struct mq_column mq__ap_event_columns[];
extern const struct mq_column mq__ap_solo_event_columns[];
extern const struct mq_column mq__ap_mission_columns[];
extern const struct mq_column mq__ap_solo_mission_columns[];

void mq__ap_read_investors(struct mq_table *t, struct ap_tables *out);
void mq__ap_read_events(struct mq_table *t, struct ap_tables *out);
void mq__ap_read_solo_events(struct mq_table *t, struct ap_tables *out);
void mq__ap_read_missions(struct mq_table *t, struct ap_tables *out);
void mq__ap_read_solo_missions(struct mq_table *t, struct ap_tables *out);

#endif
