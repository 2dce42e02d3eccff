/* The databases behind the store: one interface, two of them (sqlite.c,
 * postgres.c). Statements are written once, in the dialect both understand:
 * TEXT and BIGINT only, parameters $1 … $n in order of first appearance. What
 * differs stands in @…@ and is put in by the database (schema.c).
 */
#ifndef MAXQ_STORE_SQL_H
#define MAXQ_STORE_SQL_H

#include "store/statements.h"
#include "store/store.h"

#define MQ_SQL_COLUMNS 18
#define MQ_SQL_ARGS 16
#define MQ_SQL_ERROR 256

enum mq_value_kind { MQ_VALUE_NULL, MQ_VALUE_INT, MQ_VALUE_TEXT };

struct mq_value {
    enum mq_value_kind kind;
    int64_t integer;
    const char *text;
};

static inline struct mq_value mq__value_int(int64_t integer)
{
    return (struct mq_value){.kind = MQ_VALUE_INT, .integer = integer};
}

static inline struct mq_value mq__value_text(const char *text)
{
    return (struct mq_value){.kind = MQ_VALUE_TEXT, .text = text};
}

/* A row; texts are valid until the visitor returns. NULL comes as "". */
typedef bool (*mq_row_visitor)(void *context, const struct mq_value *column);

/* One statement to run. */
struct mq_query {
    int statement; /* enum mq_statement */
    const struct mq_value *arg;
    int args;
    mq_row_visitor visit; /* NULL: there are no rows */
    void *context;
    int changed; /* out: rows written */
    int rows;    /* out: rows visited */
};

struct mq_sql;

struct mq_sql_driver {
    const char *words[2]; /* for @rowid@, @key@ */
    void (*close)(struct mq_sql *db);
    enum mq_status (*run)(struct mq_sql *db, struct mq_query *query);
    /* Several statements without rows or arguments. BEGIN keeps the schema as
     * it is until the transaction ends; MIGRATE is one that may change it. */
    enum mq_status (*script)(struct mq_sql *db, const char *text);
    enum mq_status (*schema)(struct mq_sql *db, int *version);
    /* The schema is right; NULL: nothing to do then. */
    enum mq_status (*opened)(struct mq_sql *db);
    enum mq_status (*backup)(struct mq_sql *db, const char *path);
    enum mq_status (*restore)(struct mq_sql *db); /* NULL: not to be had */
    enum mq_status (*check)(struct mq_sql *db);
    enum mq_status (*signal)(struct mq_sql *db, const char *text);
    enum mq_status (*signals)(struct mq_sql *db, int64_t *last,
                              bool (*visit)(void *context, const char *text),
                              void *context);
    enum mq_status (*wait)(struct mq_sql *db, int ms); /* NULL: not to be had */
};

struct mq_sql {
    const struct mq_sql_driver *driver;
    char error[MQ_SQL_ERROR];
};

enum mq_status mq__sqlite_open(const char *path,
                               const struct mq_store_options *options,
                               struct mq_sql **out, struct mq_error *error);

enum mq_status mq__postgres_open(const char *url,
                                 const struct mq_store_options *options,
                                 struct mq_sql **out, struct mq_error *error);

enum mq_statement {
#define MQ_X(name, text) MQ_SQL_##name,
    MQ_STATEMENT_LIST(MQ_X)
#undef MQ_X
        MQ_STATEMENTS
};

extern const char *const mq__statements[MQ_STATEMENTS];

/* The schema of each version is what the scripts up to it make (schema.c). */
extern const char *const mq__migrations[MQ_STORE_SCHEMA];

/* Ends a transaction: commits it if all went well so far, or rolls it back.
 * Returns the first failure, whose words it keeps. */
enum mq_status mq__sql_end(struct mq_sql *db, enum mq_status status);

/* Keeps the words of a failure. */
void mq__sql_fail(struct mq_sql *db, const char *text);

#endif
