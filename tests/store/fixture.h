/* What the tests of the store share: ready-made rows. The database is the one
 * in MAXQ_TEST_DB (PostgreSQL), or a SQLite file made for the test. */
#ifndef MAXQ_TESTS_STORE_FIXTURE_H
#define MAXQ_TESTS_STORE_FIXTURE_H

#include "unit.h"

#include "store/store.h"

/* A folder for one test; removed with what is in it. */
char *make_folder(void);
void remove_folder(char *folder);

/* An open table without match, with its head. */
struct mq_table_row a_table(const char *id);
struct mq_head_row a_head(const char *id);

/* Puts a table with a record and `count` entries "line 0", "line 1" … */
void put_table(struct mq_store *store, const char *id, int count);
enum mq_status append(struct mq_store *store, const char *id, int from,
                      int count);

/* How many entries there are; fails unless they are the right ones. */
int count_entries(struct mq_store *store, const char *id);

#endif
