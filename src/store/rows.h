/* What the files of the store share: running statements.
 *
 * Arguments are named by a letter each, in the order of the statement's
 * parameters: t a text, i an int, n an int64_t.
 */
#ifndef MAXQ_STORE_ROWS_H
#define MAXQ_STORE_ROWS_H

#include "store/sql.h"

struct mq_store {
    struct mq_sql *sql;
    bool shared;
};

/* Runs a statement that writes; *changed (NULL is legal) is how many rows. */
enum mq_status mq__store_run(struct mq_store *store, int *changed,
                             enum mq_statement statement, const char *form,
                             ...);
/* The same; MQ_CONFLICT where no row was written. */
enum mq_status mq__store_one(struct mq_store *store,
                             enum mq_statement statement, const char *form,
                             ...);
/* Where rows go. */
struct mq_rows {
    mq_row_visitor visit;
    void *context;
};

/* Visits rows; MQ_NOTHING where there is none. */
enum mq_status mq__store_rows(struct mq_store *store, struct mq_rows to,
                              enum mq_statement statement, const char *form,
                              ...);

/* Rows of tables with their heads are read by this visitor: its context. */
struct mq_table_rows {
    mq_table_visitor visit;
    void *context;
};

/* Brings the schema to MQ_STORE_SCHEMA, with a backup before. */
enum mq_status mq__store_migrate(struct mq_store *store,
                                 const struct mq_store_options *options,
                                 const char *url, struct mq_error *error);
/* From version 2 on: writes each head's link, marks damaged records. */
enum mq_status mq__store_fill_links(struct mq_store *store);

bool mq__store_visit_table(void *context, const struct mq_value *column);

#define MQ_TABLE_ROWS(visit, context)                                          \
    ((struct mq_rows){mq__store_visit_table,                                   \
                      &(struct mq_table_rows){visit, context}})

#endif
