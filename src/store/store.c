/* Opening a store, transactions, tables, heads, records, entries. */
#include "store/chat.h"
#include "store/rows.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mq__statements[MQ_STATEMENTS] = {
#define MQ_X(name, text) text,
    MQ_STATEMENT_LIST(MQ_X)
#undef MQ_X
};

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
#ifdef MQ_WITH_POSTGRES
        return mq__postgres_open(url, options, out, error);
#else
        return mq_fail(error, MQ_IO, "store.no-postgres", "");
#endif
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
        status = mq__store_migrate(store, options, url, error);
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

static bool take_number(void *context, const struct mq_value *column)
{
    *(int *)context = (int)column[0].integer;
    return false;
}

enum mq_status mq_store_version(struct mq_store *store, int *version)
{
    struct mq_rows to = {take_number, version};

    *version = 0;
    return mq__store_rows(store, to, MQ_SQL_SCHEMA_GET, "");
}

enum mq_status mq_store_probe(struct mq_store *store)
{
    return mq__store_one(store, MQ_SQL_SCHEMA_TOUCH, "");
}

enum mq_status mq_store_begin(struct mq_store *store)
{
    int version;
    enum mq_status status = store->sql->driver->script(store->sql, "BEGIN");

    if (status != MQ_OK) {
        return status;
    }
    status = mq_store_version(store, &version);
    if (status == MQ_OK && version != MQ_STORE_SCHEMA) {
        mq__sql_fail(store->sql, "another program has changed the schema");
        status = MQ_VERSION;
    }
    return status == MQ_OK ? MQ_OK : mq_store_end(store, status);
}

enum mq_status mq_store_commit(struct mq_store *store)
{
    return store->sql->driver->script(store->sql, "COMMIT");
}

void mq_store_rollback(struct mq_store *store)
{
    mq__sql_end(store->sql, MQ_CANCELLED);
}

enum mq_status mq_store_end(struct mq_store *store, enum mq_status status)
{
    return mq__sql_end(store->sql, status);
}

enum mq_status mq_store_backup(struct mq_store *store, const char *path)
{
    return store->sql->driver->backup(store->sql, path);
}

enum mq_status mq_store_restore(struct mq_store *store)
{
    return store->sql->driver->restore != NULL
               ? store->sql->driver->restore(store->sql)
               : MQ_NOTHING;
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

/* Reads the arguments and runs the statement. */
static enum mq_status run(struct mq_store *store, struct mq_query *query,
                          const char *form, va_list list)
{
    struct mq_value arg[MQ_SQL_ARGS];

    for (; form[query->args] != '\0'; query->args++) {
        assert(query->args < MQ_SQL_ARGS);
        switch (form[query->args]) {
        case 't':
            arg[query->args] = mq__value_text(va_arg(list, const char *));
            break;
        case 'i':
            arg[query->args] = mq__value_int(va_arg(list, int));
            break;
        default:
            assert(form[query->args] == 'n');
            arg[query->args] = mq__value_int(va_arg(list, int64_t));
            break;
        }
    }
    query->arg = arg;
    return store->sql->driver->run(store->sql, query);
}

enum mq_status mq__store_run(struct mq_store *store, int *changed,
                             enum mq_statement statement, const char *form, ...)
{
    struct mq_query query = {.statement = (int)statement};
    enum mq_status status;
    va_list list;

    va_start(list, form);
    status = run(store, &query, form, list);
    va_end(list);
    if (changed != NULL) {
        *changed = query.changed;
    }
    return status;
}

enum mq_status mq__store_one(struct mq_store *store,
                             enum mq_statement statement, const char *form, ...)
{
    struct mq_query query = {.statement = (int)statement};
    enum mq_status status;
    va_list list;

    va_start(list, form);
    status = run(store, &query, form, list);
    va_end(list);
    assert(query.changed <= 1);
    return status == MQ_OK && query.changed == 0 ? MQ_CONFLICT : status;
}

enum mq_status mq__store_rows(struct mq_store *store, struct mq_rows to,
                              enum mq_statement statement, const char *form,
                              ...)
{
    struct mq_query query = {
        .statement = (int)statement, .visit = to.visit, .context = to.context};
    enum mq_status status;
    va_list list;

    va_start(list, form);
    status = run(store, &query, form, list);
    va_end(list);
    return status == MQ_OK && query.rows == 0 ? MQ_NOTHING : status;
}

bool mq__store_visit_table(void *context, const struct mq_value *c)
{
    struct mq_table_rows *v = context;
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
        .link = c[15].text,
        .sound = (int)c[16].integer,
    };

    return v->visit(v->context, &row, &head);
}

enum mq_status mq_store_put_table(struct mq_store *store,
                                  const struct mq_table_row *row)
{
    assert(row->version > 0);
    if (row->version == 1) {
        return mq__store_one(store, MQ_SQL_TABLE_INSERT, "tntiinnt", row->id,
                             row->version, row->game, row->state, row->listed,
                             row->created_at, row->ended_at, row->doc);
    }
    return mq__store_one(store, MQ_SQL_TABLE_UPDATE, "ntiinnttn", row->version,
                         row->game, row->state, row->listed, row->created_at,
                         row->ended_at, row->doc, row->id, row->version - 1);
}

enum mq_status mq_store_table(struct mq_store *store, const char *id,
                              mq_table_visitor visit, void *context)
{
    return mq__store_rows(store, MQ_TABLE_ROWS(visit, context),
                          MQ_SQL_TABLE_GET, "t", id);
}

enum mq_status mq_store_delete_table(struct mq_store *store, const char *id,
                                     int64_t version)
{
    static const enum mq_statement rest[] = {
        MQ_SQL_GRANTS_TABLE_DELETE, MQ_SQL_ENTRIES_DELETE,
        MQ_SQL_RECORDS_DELETE, MQ_SQL_HEAD_DELETE};
    int changed = 0;
    enum mq_status status =
        mq__store_run(store, &changed, MQ_SQL_TABLE_DELETE, "tn", id, version);

    if (status == MQ_OK && changed == 0) {
        return version == 0 ? MQ_NOTHING : MQ_CONFLICT;
    }
    for (size_t i = 0; status == MQ_OK && i < sizeof(rest) / sizeof(rest[0]);
         i++) {
        status = mq__store_run(store, NULL, rest[i], "t", id);
    }
    return status == MQ_OK ? mq_store_delete_chat(store, id) : status;
}

/* Replaces the head that has that segment and the link `before`. */
static enum mq_status move_head(struct mq_store *store,
                                const struct mq_head_row *head, int segment)
{
    assert(head->segment == segment || head->segment == segment + 1);
    assert((head->link[0] == '\0') == (head->segment < 0));
    return mq__store_one(
        store, MQ_SQL_HEAD_UPDATE, "iitttnittit", head->segment, head->entries,
        head->position, head->seen, head->clock, head->wake_at,
        (int)head->waiting, head->link, head->table, segment, head->before);
}

enum mq_status mq_store_put_head(struct mq_store *store,
                                 const struct mq_head_row *head)
{
    enum mq_status status = MQ_OK;

    if (head->segment < 0) {
        assert(head->entries == 0);
        status = mq__store_run(store, NULL, MQ_SQL_HEAD_INSERT, "tiitttnit",
                               head->table, head->segment, head->entries,
                               head->position, head->seen, head->clock,
                               head->wake_at, (int)head->waiting, head->link);
    }
    return status == MQ_OK ? move_head(store, head, head->segment) : status;
}

enum mq_status mq_store_begin_record(struct mq_store *store,
                                     const struct mq_head_row *head,
                                     const char *header, const char *secret)
{
    enum mq_status status = move_head(store, head, head->segment - 1);

    if (status == MQ_OK) {
        status = mq__store_one(store, MQ_SQL_RECORD_INSERT, "titt", head->table,
                               head->segment, header, secret);
    }
    return status;
}

enum mq_status mq_store_append(struct mq_store *store,
                               const struct mq_head_row *head,
                               const struct mq_entry_row *rows, int count)
{
    enum mq_status status = move_head(store, head, head->segment);

    for (int i = 0; status == MQ_OK && i < count; i++) {
        const struct mq_entry_row *row = &rows[i];

        assert(row->number == head->entries - count + i);
        status = mq__store_one(store, MQ_SQL_ENTRY_INSERT, "tiinitt",
                               head->table, head->segment, row->number, row->at,
                               row->seat, row->client, row->line);
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
};

static bool visit_record(void *context, const struct mq_value *c)
{
    struct record_visit *v = context;

    return v->visit(v->context, c[0].text, c[1].text);
}

enum mq_status mq_store_record(struct mq_store *store, const char *table,
                               int segment,
                               bool (*visit)(void *context, const char *header,
                                             const char *secret),
                               void *context)
{
    struct mq_rows to = {visit_record, &(struct record_visit){visit, context}};

    return mq__store_rows(store, to, MQ_SQL_RECORD_GET, "ti", table, segment);
}

struct entry_visit {
    mq_entry_visitor visit;
    void *context;
};

static bool visit_entry(void *context, const struct mq_value *c)
{
    struct entry_visit *v = context;
    struct mq_entry_row row = {
        .number = (int)c[0].integer,
        .at = c[1].integer,
        .seat = (int)c[2].integer,
        .client = c[3].text,
        .line = c[4].text,
    };

    return v->visit(v->context, &row);
}

enum mq_status mq_store_entries(struct mq_store *store, const char *table,
                                int segment, int from, mq_entry_visitor visit,
                                void *context)
{
    struct mq_rows to = {visit_entry, &(struct entry_visit){visit, context}};
    enum mq_status status = mq__store_rows(store, to, MQ_SQL_ENTRIES_GET, "tii",
                                           table, segment, from);

    return status == MQ_NOTHING ? MQ_OK : status;
}
