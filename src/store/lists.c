/* Lists of tables, grants, pruning and counts. */
#include "store/rows.h"

#include <stdlib.h>
#include <string.h>

/* A list without rows is no failure. */
static enum mq_status list(struct mq_store *store, int statement,
                           const struct mq_value *arg, int args,
                           const struct mq_table_visit *to)
{
    enum mq_status status = mq__store_tables(store, statement, arg, args, to);

    return status == MQ_NOTHING ? MQ_OK : status;
}

static int64_t or_ever(int64_t before)
{
    return before > 0 ? before : INT64_MAX;
}

enum mq_status mq_store_listed(struct mq_store *store, int limit,
                               mq_table_visitor visit, void *context)
{
    struct mq_value arg[] = {mq__value_int(limit)};
    struct mq_table_visit to = {visit, context};

    return list(store, MQ_SQL_TABLES_LISTED, arg, 1, &to);
}

enum mq_status mq_store_waking(struct mq_store *store, int64_t until, int limit,
                               const struct mq_wake *after,
                               mq_table_visitor visit, void *context)
{
    struct mq_value arg[] = {mq__value_int(until), mq__value_int(after->at),
                             mq__value_text(after->id), mq__value_int(limit)};
    struct mq_table_visit to = {visit, context};

    return list(store, MQ_SQL_TABLES_WAKING, arg, 4, &to);
}

enum mq_status mq_store_all_tables(struct mq_store *store, int64_t before,
                                   int limit, mq_table_visitor visit,
                                   void *context)
{
    struct mq_value arg[] = {mq__value_int(or_ever(before)),
                             mq__value_int(limit)};
    struct mq_table_visit to = {visit, context};

    return list(store, MQ_SQL_TABLES_ALL, arg, 2, &to);
}

enum mq_status mq_store_put_grant(struct mq_store *store, const char *holder,
                                  const char *table, struct mq_grant grant,
                                  int64_t at)
{
    struct mq_value arg[] = {
        mq__value_text(holder),     mq__value_text(table),
        mq__value_int(grant.role),  mq__value_int(grant.seat),
        mq__value_int(grant.epoch), mq__value_int(at),
    };

    return mq__store_one(store, MQ_SQL_GRANT_PUT, arg, 6);
}

enum mq_status mq_store_delete_grant(struct mq_store *store, const char *holder,
                                     const char *table, struct mq_grant grant)
{
    struct mq_value arg[] = {mq__value_text(holder), mq__value_text(table),
                             mq__value_int(grant.role),
                             mq__value_int(grant.seat)};
    int changed;

    return mq__store_run(store, MQ_SQL_GRANT_DELETE, arg, 4, &changed);
}

struct grant_list {
    struct mq_grant *out;
    int count;
};

static bool visit_grant(void *context, const struct mq_value *c, int columns)
{
    struct grant_list *grants = context;

    (void)columns;
    grants->out[grants->count++] = (struct mq_grant){
        (enum mq_role)c[0].integer, (int)c[1].integer, (int)c[2].integer};
    return grants->count < MQ_MAX_GRANTS;
}

enum mq_status mq_store_grants(struct mq_store *store, const char *session,
                               const char *account, const char *table,
                               struct mq_grant out[MQ_MAX_GRANTS], int *count)
{
    struct mq_value arg[] = {mq__value_text(session), mq__value_text(account),
                             mq__value_text(table)};
    struct grant_list grants = {out, 0};
    struct mq_query query = {.statement = MQ_SQL_GRANTS_GET,
                             .arg = arg,
                             .args = 3,
                             .visit = visit_grant,
                             .context = &grants};
    enum mq_status status = store->sql->driver->run(store->sql, &query);

    *count = grants.count;
    return status;
}

enum mq_status mq_store_mine(struct mq_store *store, const char *session,
                             const char *account, bool over, int64_t before,
                             int limit, mq_table_visitor visit, void *context)
{
    struct mq_value arg[] = {
        mq__value_text(session), mq__value_text(account), mq__value_int(over),
        mq__value_int(or_ever(before)), mq__value_int(limit)};
    struct mq_table_visit to = {visit, context};

    return list(store, MQ_SQL_GRANTS_MINE, arg, 5, &to);
}

enum mq_status mq_store_copy_grants(struct mq_store *store, const char *from,
                                    struct mq_grant grant, const char *to,
                                    struct mq_grant as, int64_t at)
{
    struct mq_value arg[] = {
        mq__value_text(to),         mq__value_int(as.role),
        mq__value_int(as.seat),     mq__value_int(as.epoch),
        mq__value_int(at),          mq__value_text(from),
        mq__value_int(grant.role),  mq__value_int(grant.seat),
        mq__value_int(grant.epoch),
    };
    int changed;

    return mq__store_run(store, MQ_SQL_GRANTS_COPY, arg, 9, &changed);
}

struct old_tables {
    char (*id)[MQ_TABLE_ID_SIZE];
    int count;
};

enum { PRUNE_AT_ONCE = 100 };

static bool note_old(void *context, const struct mq_table_row *row,
                     const struct mq_head_row *head)
{
    struct old_tables *old = context;
    size_t length = strlen(row->id);

    (void)head;
    if (length < MQ_TABLE_ID_SIZE) {
        memcpy(old->id[old->count++], row->id, length + 1);
    }
    return true;
}

/* The oldest ones; *more says whether there may be others. */
static enum mq_status prune_tables(struct mq_store *store, int64_t before,
                                   int *count, bool *more)
{
    char id[PRUNE_AT_ONCE][MQ_TABLE_ID_SIZE];
    struct old_tables old = {id, 0};
    struct mq_value arg[] = {mq__value_int(before),
                             mq__value_int(PRUNE_AT_ONCE)};
    struct mq_table_visit to = {note_old, &old};
    enum mq_status status = list(store, MQ_SQL_TABLES_OLD, arg, 2, &to);

    for (int i = 0; status == MQ_OK && i < old.count; i++) {
        status = mq_store_delete_table(store, id[i]);
    }
    *count += old.count;
    *more = status == MQ_OK && old.count == PRUNE_AT_ONCE;
    return status;
}

enum mq_status mq_store_prune(struct mq_store *store,
                              const struct mq_prune *limits, int *tables)
{
    struct mq_value now[] = {mq__value_int(limits->now)};
    struct mq_value sessions[] = {mq__value_int(limits->sessions)};
    int changed;
    bool more = limits->tables > 0;
    enum mq_status status =
        mq__store_run(store, MQ_SQL_RESETS_OLD, now, 1, &changed);

    if (status == MQ_OK) {
        status = mq__store_run(store, MQ_SQL_SESSIONS_OLD_GRANTS, sessions, 1,
                               &changed);
    }
    if (status == MQ_OK) {
        status =
            mq__store_run(store, MQ_SQL_SESSIONS_OLD, sessions, 1, &changed);
    }
    *tables = 0;
    while (status == MQ_OK && more) {
        status = prune_tables(store, limits->tables, tables, &more);
    }
    return status;
}

static bool visit_counts(void *context, const struct mq_value *c, int columns)
{
    struct mq_store_counts *out = context;

    (void)columns;
    *out = (struct mq_store_counts){c[0].integer, c[1].integer, c[2].integer,
                                    c[3].integer, c[4].integer};
    return true;
}

enum mq_status mq_store_count(struct mq_store *store,
                              struct mq_store_counts *out)
{
    struct mq_query query = {
        .statement = MQ_SQL_COUNT, .visit = visit_counts, .context = out};

    memset(out, 0, sizeof(*out));
    return store->sql->driver->run(store->sql, &query);
}
