/* What the files of the store share. */
#ifndef MAXQ_STORE_ROWS_H
#define MAXQ_STORE_ROWS_H

#include "store/sql.h"

struct mq_store {
    struct mq_sql *sql;
    bool shared;
};

struct mq_table_visit {
    mq_table_visitor visit;
    void *context;
};

/* Runs a statement that writes; *changed is how many rows. */
enum mq_status mq__store_run(struct mq_store *store, int statement,
                             const struct mq_value *arg, int args,
                             int *changed);
/* The same; MQ_CONFLICT where no row was written. */
enum mq_status mq__store_one(struct mq_store *store, int statement,
                             const struct mq_value *arg, int args);
/* Visits rows of tables; MQ_NOTHING where there is none. */
enum mq_status mq__store_tables(struct mq_store *store, int statement,
                                const struct mq_value *arg, int args,
                                const struct mq_table_visit *to);

#endif
