/* Lists of tables, grants, pruning. */
#include "store/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A list without rows is no failure. */
static enum mq_status listed(enum mq_status status)
{
    return status == MQ_NOTHING ? MQ_OK : status;
}

static int64_t or_ever(int64_t before)
{
    return before > 0 ? before : INT64_MAX;
}

enum mq_status mq_store_listed(struct mq_store *store, int limit,
                               mq_table_visitor visit, void *context)
{
    return listed(mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                                 MQ_SQL_TABLES_LISTED, "i", limit));
}

enum mq_status mq_store_waking(struct mq_store *store, int64_t until, int limit,
                               const struct mq_wake *after,
                               mq_table_visitor visit, void *context)
{
    return listed(mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                                 MQ_SQL_TABLES_WAKING, "nnti", until, after->at,
                                 after->id, limit));
}

enum mq_status mq_store_tables_after(struct mq_store *store, const char *id,
                                     int limit, mq_table_visitor visit,
                                     void *context)
{
    return listed(mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                                 MQ_SQL_TABLES_AFTER, "ti", id, limit));
}

enum mq_status mq_store_all_tables(struct mq_store *store, int64_t before,
                                   int limit, mq_table_visitor visit,
                                   void *context)
{
    return listed(mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                                 MQ_SQL_TABLES_ALL, "ni", or_ever(before),
                                 limit));
}

enum mq_status mq_store_put_grant(struct mq_store *store, const char *holder,
                                  const char *table, struct mq_grant grant,
                                  int64_t at)
{
    assert((grant.role == MQ_ROLE_SEAT) == (grant.seat >= 0));
    return mq__store_one(store, MQ_SQL_GRANT_PUT, "ttiiin", holder, table,
                         grant.role, grant.seat, grant.epoch, at);
}

enum mq_status mq_store_delete_grant(struct mq_store *store, const char *holder,
                                     const char *table, struct mq_grant grant)
{
    return mq__store_run(store, NULL, MQ_SQL_GRANT_DELETE, "ttii", holder,
                         table, grant.role, grant.seat);
}

struct grant_list {
    struct mq_grant *out;
    int count;
};

static bool visit_grant(void *context, const struct mq_value *c)
{
    struct grant_list *grants = context;

    assert(grants->count < MQ_MAX_GRANTS);
    grants->out[grants->count++] = (struct mq_grant){
        (enum mq_role)c[0].integer, (int)c[1].integer, (int)c[2].integer};
    return grants->count < MQ_MAX_GRANTS;
}

enum mq_status mq_store_grants(struct mq_store *store, const char *session,
                               const char *account, const char *table,
                               struct mq_grant out[MQ_MAX_GRANTS], int *count)
{
    struct grant_list grants = {out, 0};
    struct mq_rows to = {visit_grant, &grants};
    enum mq_status status = mq__store_rows(store, to, MQ_SQL_GRANTS_GET, "ttt",
                                           session, account, table);

    *count = grants.count;
    return listed(status);
}

enum mq_status mq_store_mine(struct mq_store *store, const char *session,
                             const char *account, bool over, int64_t before,
                             int limit, mq_table_visitor visit, void *context)
{
    return listed(mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                                 MQ_SQL_GRANTS_MINE, "ttini", session, account,
                                 over, or_ever(before), limit));
}

enum mq_status mq_store_copy_grants(struct mq_store *store, const char *from,
                                    struct mq_grant grant, const char *to,
                                    struct mq_grant as, int64_t at)
{
    return mq__store_run(store, NULL, MQ_SQL_GRANTS_COPY, "tiiintiii", to,
                         as.role, as.seat, as.epoch, at, from, grant.role,
                         grant.seat, grant.epoch);
}

enum { PRUNE_AT_ONCE = 100 };

struct old_tables {
    char id[PRUNE_AT_ONCE][MQ_TABLE_ID_SIZE];
    int count;
};

static bool note_old(void *context, const struct mq_table_row *row,
                     const struct mq_head_row *head)
{
    struct old_tables *old = context;
    size_t length = strlen(row->id);

    (void)head;
    assert(old->count < PRUNE_AT_ONCE);
    if (length < MQ_TABLE_ID_SIZE) {
        memcpy(old->id[old->count++], row->id, length + 1);
    }
    return true;
}

/* The oldest ones; *more says whether there may be others. */
static enum mq_status prune_tables(struct mq_store *store, int64_t before,
                                   int *count, bool *more)
{
    struct old_tables old = {.count = 0};
    enum mq_status status =
        listed(mq__store_rows(store, MQ_TABLE_ROWS(note_old, &old),
                              MQ_SQL_TABLES_OLD, "ni", before, PRUNE_AT_ONCE));

    for (int i = 0; status == MQ_OK && i < old.count; i++) {
        status = mq_store_delete_table(store, old.id[i], 0);
    }
    *count += old.count;
    *more = status == MQ_OK && old.count == PRUNE_AT_ONCE;
    return status;
}

enum { UNCONFIRMED_MS = 2 * 86400 * 1000 }; /* an address nobody confirmed */

enum mq_status mq_store_prune(struct mq_store *store,
                              const struct mq_prune *limits, int *tables)
{
    bool more = limits->tables > 0;
    enum mq_status status =
        mq__store_run(store, NULL, MQ_SQL_RESETS_OLD, "n", limits->now);

    if (status == MQ_OK) {
        status = mq__store_run(store, NULL, MQ_SQL_SESSIONS_OLD_GRANTS, "n",
                               limits->sessions);
    }
    if (status == MQ_OK) {
        status = mq__store_run(store, NULL, MQ_SQL_SESSIONS_OLD, "n",
                               limits->sessions);
    }
    if (status == MQ_OK) {
        status = mq__store_run(store, NULL, MQ_SQL_CHANNELS_OLD, "n",
                               limits->now - UNCONFIRMED_MS);
    }
    *tables = 0;
    while (status == MQ_OK && more) {
        status = prune_tables(store, limits->tables, tables, &more);
    }
    return status;
}
