/* Opening a store, transactions, tables, heads, records, entries. */
#include "store/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_postgres(const char *url)
{
    return strncmp(url, "postgres://", 11) == 0 ||
           strncmp(url, "postgresql://", 13) == 0;
}

static enum mq_status open_sql(const char *url,
                               const struct mq_store_options *options,
                               struct mq_sql **out, struct mq_error *error)
{
    *out = NULL;
    if (is_postgres(url)) {
        return mq__postgres_open(url, options, out, error);
    }
    return mq__sqlite_open(url, options, out, error);
}

enum mq_status mq_store_open(const char *url,
                             const struct mq_store_options *options,
                             struct mq_store **out, struct mq_error *error)
{
    static const struct mq_store_options standard;
    struct mq_store *store = calloc(1, sizeof(*store));
    enum mq_status status;

    *out = NULL;
    if (store == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    if (options == NULL) {
        options = &standard;
    }
    store->shared = is_postgres(url);
    status = open_sql(url, options, &store->sql, error);
    if (status == MQ_OK) {
        status = mq__sql_migrate(store->sql, options, url, error);
    }
    if (status == MQ_OK && store->sql->driver->opened != NULL) {
        status = store->sql->driver->opened(store->sql);
    }
    if (status != MQ_OK) {
        mq_store_close(store);
        return status;
    }
    *out = store;
    return MQ_OK;
}

void mq_store_close(struct mq_store *store)
{
    if (store != NULL && store->sql != NULL) {
        store->sql->driver->close(store->sql);
    }
    free(store);
}

const char *mq_store_error(const struct mq_store *store)
{
    return store->sql->error;
}

bool mq_store_is_shared(const struct mq_store *store)
{
    return store->shared;
}

enum mq_status mq_store_begin(struct mq_store *store)
{
    return store->sql->driver->script(store->sql, "BEGIN");
}

enum mq_status mq_store_commit(struct mq_store *store)
{
    return store->sql->driver->script(store->sql, "COMMIT");
}

void mq_store_rollback(struct mq_store *store)
{
    char why[MQ_SQL_ERROR];

    memcpy(why, store->sql->error, sizeof(why));
    store->sql->driver->script(store->sql, "ROLLBACK");
    mq__sql_fail(store->sql, why);
}

enum mq_status mq_store_backup(struct mq_store *store, const char *path)
{
    return store->sql->driver->backup(store->sql, path);
}

enum mq_status mq_store_check(struct mq_store *store)
{
    return store->sql->driver->check(store->sql);
}

enum mq_status mq_store_signal(struct mq_store *store, const char *text)
{
    return store->sql->driver->signal(store->sql, text);
}

enum mq_status mq_store_wait(struct mq_store *store, int ms)
{
    return store->sql->driver->wait != NULL
               ? store->sql->driver->wait(store->sql, ms)
               : MQ_NOTHING;
}

enum mq_status mq_store_signals(struct mq_store *store, int64_t *last,
                                bool (*visit)(void *context, const char *table),
                                void *context)
{
    return store->sql->driver->signals(store->sql, last, visit, context);
}

enum mq_status mq__store_run(struct mq_store *store, int statement,
                             const struct mq_value *arg, int args, int *changed)
{
    struct mq_query query = {.statement = statement, .arg = arg, .args = args};
    enum mq_status status = store->sql->driver->run(store->sql, &query);

    *changed = query.changed;
    return status;
}

enum mq_status mq__store_one(struct mq_store *store, int statement,
                             const struct mq_value *arg, int args)
{
    int changed;
    enum mq_status status =
        mq__store_run(store, statement, arg, args, &changed);

    return status == MQ_OK && changed == 0 ? MQ_CONFLICT : status;
}

struct table_visit {
    mq_table_visitor visit;
    void *context;
    int rows;
};

static bool visit_table(void *context, const struct mq_value *c, int columns)
{
    struct table_visit *v = context;
    struct mq_table_row row = {
        .id = c[0].text,
        .version = c[1].integer,
        .game = c[2].text,
        .state = (enum mq_table_state)c[3].integer,
        .listed = c[4].integer != 0,
        .created_at = c[5].integer,
        .ended_at = c[6].integer,
        .doc = c[7].text,
    };
    struct mq_head_row head = {
        .table = c[0].text,
        .segment = (int)c[8].integer,
        .entries = (int)c[9].integer,
        .position = c[10].text,
        .seen = c[11].text,
        .clock = c[12].text,
        .wake_at = c[13].integer,
        .waiting = (uint32_t)c[14].integer,
    };

    (void)columns;
    v->rows++;
    return v->visit(v->context, &row, &head);
}

enum mq_status mq__store_tables(struct mq_store *store, int statement,
                                const struct mq_value *arg, int args,
                                const struct mq_table_visit *to)
{
    struct table_visit v = {to->visit, to->context, 0};
    struct mq_query query = {.statement = statement,
                             .arg = arg,
                             .args = args,
                             .visit = visit_table,
                             .context = &v};
    enum mq_status status = store->sql->driver->run(store->sql, &query);

    return status == MQ_OK && v.rows == 0 ? MQ_NOTHING : status;
}

enum mq_status mq_store_put_table(struct mq_store *store,
                                  const struct mq_table_row *row)
{
    struct mq_value insert[] = {
        mq__value_text(row->id),         mq__value_int(row->version),
        mq__value_text(row->game),       mq__value_int(row->state),
        mq__value_int(row->listed),      mq__value_int(row->created_at),
        mq__value_int(row->ended_at),    mq__value_text(row->doc),
        mq__value_int(row->version - 1),
    };
    struct mq_value update[9];

    if (row->version == 1) {
        return mq__store_one(store, MQ_SQL_TABLE_INSERT, insert, 8);
    }
    memcpy(update, insert + 1, 7 * sizeof(update[0]));
    update[7] = insert[0];
    update[8] = insert[8];
    return mq__store_one(store, MQ_SQL_TABLE_UPDATE, update, 9);
}

enum mq_status mq_store_table(struct mq_store *store, const char *id,
                              mq_table_visitor visit, void *context)
{
    struct mq_value arg[] = {mq__value_text(id)};
    struct mq_table_visit to = {visit, context};

    return mq__store_tables(store, MQ_SQL_TABLE_GET, arg, 1, &to);
}

enum mq_status mq_store_delete_table(struct mq_store *store, const char *id)
{
    static const int statements[] = {
        MQ_SQL_GRANTS_TABLE_DELETE, MQ_SQL_ENTRIES_DELETE,
        MQ_SQL_RECORDS_DELETE, MQ_SQL_HEAD_DELETE, MQ_SQL_TABLE_DELETE};
    struct mq_value arg[] = {mq__value_text(id)};
    enum mq_status status = MQ_OK;
    int changed = 0;

    for (size_t i = 0; status == MQ_OK && i < 5; i++) {
        status = mq__store_run(store, statements[i], arg, 1, &changed);
    }
    return status == MQ_OK && changed == 0 ? MQ_NOTHING : status;
}

/* Replaces the head that has that segment and number of entries. */
static enum mq_status move_head(struct mq_store *store,
                                const struct mq_head_row *head, int segment,
                                int entries)
{
    struct mq_value arg[] = {
        mq__value_int(head->segment),   mq__value_int(head->entries),
        mq__value_text(head->position), mq__value_text(head->seen),
        mq__value_text(head->clock),    mq__value_int(head->wake_at),
        mq__value_int(head->waiting),   mq__value_text(head->table),
        mq__value_int(segment),         mq__value_int(entries),
    };

    return mq__store_one(store, MQ_SQL_HEAD_UPDATE, arg, 10);
}

static enum mq_status first_head(struct mq_store *store,
                                 const struct mq_head_row *head)
{
    struct mq_value arg[] = {
        mq__value_text(head->table),  mq__value_int(head->segment),
        mq__value_int(head->entries), mq__value_text(head->position),
        mq__value_text(head->seen),   mq__value_text(head->clock),
        mq__value_int(head->wake_at), mq__value_int(head->waiting),
    };
    int changed;

    return mq__store_run(store, MQ_SQL_HEAD_INSERT, arg, 8, &changed);
}

enum mq_status mq_store_put_head(struct mq_store *store,
                                 const struct mq_head_row *head)
{
    if (head->segment < 0) {
        enum mq_status status = first_head(store, head);

        if (status != MQ_OK) {
            return status;
        }
    }
    return move_head(store, head, head->segment, head->entries);
}

struct old_head {
    int segment, entries;
};

static bool keep_head(void *context, const struct mq_table_row *row,
                      const struct mq_head_row *head)
{
    struct old_head *old = context;

    (void)row;
    old->segment = head->segment;
    old->entries = head->entries;
    return false;
}

enum mq_status mq_store_begin_record(struct mq_store *store,
                                     const struct mq_head_row *head,
                                     const char *header, const char *secret)
{
    struct mq_value arg[] = {mq__value_text(head->table),
                             mq__value_int(head->segment),
                             mq__value_text(header), mq__value_text(secret)};
    struct old_head old = {-1, 0};
    enum mq_status status = mq_store_table(store, head->table, keep_head, &old);

    if (status == MQ_OK && old.segment != head->segment - 1) {
        status = MQ_CONFLICT;
    }
    if (status == MQ_OK) {
        status = move_head(store, head, old.segment, old.entries);
    }
    if (status == MQ_OK) {
        status = mq__store_one(store, MQ_SQL_RECORD_INSERT, arg, 4);
    }
    return status;
}

static enum mq_status add_entry(struct mq_store *store,
                                const struct mq_head_row *head,
                                const struct mq_entry_row *row)
{
    struct mq_value arg[] = {
        mq__value_text(head->table), mq__value_int(head->segment),
        mq__value_int(row->number),  mq__value_int(row->at),
        mq__value_int(row->seat),    mq__value_text(row->client),
        mq__value_text(row->line),
    };

    return mq__store_one(store, MQ_SQL_ENTRY_INSERT, arg, 7);
}

enum mq_status mq_store_append(struct mq_store *store,
                               const struct mq_head_row *head,
                               const struct mq_entry_row *rows, int count)
{
    enum mq_status status =
        move_head(store, head, head->segment, head->entries - count);

    for (int i = 0; status == MQ_OK && i < count; i++) {
        status = add_entry(store, head, &rows[i]);
        if (status == MQ_CONFLICT) {
            /* The head was right: a row that is already there is damage. */
            mq__sql_fail(store->sql, "an entry beyond the head");
            status = MQ_DAMAGED;
        }
    }
    return status;
}

struct record_visit {
    bool (*visit)(void *context, const char *header, const char *secret);
    void *context;
    int rows;
};

static bool visit_record(void *context, const struct mq_value *c, int columns)
{
    struct record_visit *v = context;

    (void)columns;
    v->rows++;
    return v->visit(v->context, c[0].text, c[1].text);
}

enum mq_status mq_store_record(struct mq_store *store, const char *table,
                               int segment,
                               bool (*visit)(void *context, const char *header,
                                             const char *secret),
                               void *context)
{
    struct mq_value arg[] = {mq__value_text(table), mq__value_int(segment)};
    struct record_visit v = {visit, context, 0};
    struct mq_query query = {.statement = MQ_SQL_RECORD_GET,
                             .arg = arg,
                             .args = 2,
                             .visit = visit_record,
                             .context = &v};
    enum mq_status status = store->sql->driver->run(store->sql, &query);

    return status == MQ_OK && v.rows == 0 ? MQ_NOTHING : status;
}

struct entry_visit {
    mq_entry_visitor visit;
    void *context;
};

static bool visit_entry(void *context, const struct mq_value *c, int columns)
{
    struct entry_visit *v = context;
    struct mq_entry_row row = {
        .number = (int)c[0].integer,
        .at = c[1].integer,
        .seat = (int)c[2].integer,
        .client = c[3].text,
        .line = c[4].text,
    };

    (void)columns;
    return v->visit(v->context, &row);
}

enum mq_status mq_store_entries(struct mq_store *store, const char *table,
                                int segment, int from, mq_entry_visitor visit,
                                void *context)
{
    struct mq_value arg[] = {mq__value_text(table), mq__value_int(segment),
                             mq__value_int(from)};
    struct entry_visit v = {visit, context};
    struct mq_query query = {.statement = MQ_SQL_ENTRIES_GET,
                             .arg = arg,
                             .args = 3,
                             .visit = visit_entry,
                             .context = &v};

    return store->sql->driver->run(store->sql, &query);
}
