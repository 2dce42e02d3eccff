/* SQLite behind the store: WAL, synchronous=FULL, statements prepared once. */
#include "store/sql.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sqlite {
    struct mq_sql base;
    sqlite3 *db;
    sqlite3_stmt *statement[MQ_STATEMENTS];
};

static struct sqlite *of(struct mq_sql *base)
{
    return (struct sqlite *)base;
}

static enum mq_status status_of(int code)
{
    switch (code & 0xFF) {
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE:
        return MQ_OK;
    case SQLITE_NOMEM:
        return MQ_NOMEM;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return MQ_DAMAGED;
    case SQLITE_CONSTRAINT:
        return MQ_CONFLICT;
    default:
        return MQ_IO;
    }
}

static enum mq_status failed(struct sqlite *s, int code)
{
    enum mq_status status = status_of(code);

    if (status != MQ_OK) {
        mq__sql_fail(&s->base, sqlite3_errmsg(s->db));
    }
    return status;
}

static void sqlite_close(struct mq_sql *base)
{
    struct sqlite *s = of(base);

    for (int i = 0; i < MQ_STATEMENTS; i++) {
        sqlite3_finalize(s->statement[i]);
    }
    sqlite3_close(s->db);
    free(s);
}

static int bind(sqlite3_stmt *statement, int index,
                const struct mq_value *value)
{
    switch (value->kind) {
    case MQ_VALUE_INT:
        return sqlite3_bind_int64(statement, index, value->integer);
    case MQ_VALUE_TEXT:
        return sqlite3_bind_text(statement, index, value->text, -1,
                                 SQLITE_STATIC);
    case MQ_VALUE_NULL:
        break;
    }
    return sqlite3_bind_null(statement, index);
}

static void read_row(sqlite3_stmt *statement, struct mq_value *column,
                     int columns)
{
    for (int i = 0; i < columns; i++) {
        const unsigned char *text;

        switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER:
            column[i] = mq__value_int(sqlite3_column_int64(statement, i));
            break;
        case SQLITE_NULL:
            column[i] = (struct mq_value){.kind = MQ_VALUE_NULL, .text = ""};
            break;
        default:
            text = sqlite3_column_text(statement, i);
            column[i] = mq__value_text(text != NULL ? (const char *)text : "");
            break;
        }
    }
}

static int step_all(sqlite3_stmt *statement, struct mq_query *query)
{
    struct mq_value column[MQ_SQL_COLUMNS];
    int columns = sqlite3_column_count(statement);
    int code = sqlite3_step(statement);

    assert(columns <= MQ_SQL_COLUMNS);
    while (code == SQLITE_ROW) {
        read_row(statement, column, columns);
        query->rows++;
        if (query->visit == NULL || !query->visit(query->context, column)) {
            return SQLITE_DONE;
        }
        code = sqlite3_step(statement);
    }
    return code;
}

static enum mq_status sqlite_run(struct mq_sql *base, struct mq_query *query)
{
    struct sqlite *s = of(base);
    sqlite3_stmt **statement = &s->statement[query->statement];
    int code = SQLITE_OK;
    enum mq_status status;

    assert(query->args <= MQ_SQL_ARGS);
    if (*statement == NULL) {
        code = sqlite3_prepare_v3(s->db, mq__statements[query->statement], -1,
                                  SQLITE_PREPARE_PERSISTENT, statement, NULL);
    }
    for (int i = 0; code == SQLITE_OK && i < query->args; i++) {
        code = bind(*statement, i + 1, &query->arg[i]);
    }
    if (code == SQLITE_OK) {
        code = step_all(*statement, query);
    }
    query->changed = code == SQLITE_DONE ? sqlite3_changes(s->db) : 0;
    status = failed(s, code);
    if (*statement != NULL) {
        sqlite3_reset(*statement);
        sqlite3_clear_bindings(*statement);
    }
    return status;
}

static enum mq_status sqlite_script(struct mq_sql *base, const char *text)
{
    struct sqlite *s = of(base);
    /* A writer that waits for its turn waits here, not in the middle. */
    bool begins = strcmp(text, "BEGIN") == 0 || strcmp(text, "MIGRATE") == 0;
    const char *sql = begins ? "BEGIN IMMEDIATE" : text;

    return failed(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

/* One whole number that a query gives; `none` where it gives no row. */
static int number_of(struct sqlite *s, const char *sql, int none, int *out)
{
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL);

    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
    }
    *out = code == SQLITE_ROW ? sqlite3_column_int(statement, 0) : none;
    sqlite3_finalize(statement);
    return code;
}

static enum mq_status sqlite_schema(struct mq_sql *base, int *version)
{
    struct sqlite *s = of(base);
    int tables, code;

    *version = 0;
    code = number_of(s,
                     "SELECT count(*) FROM sqlite_master"
                     " WHERE name = 'schema_version'",
                     0, &tables);
    if (code == SQLITE_ROW && tables > 0) {
        code = number_of(s, "SELECT version FROM schema_version", 0, version);
    }
    return failed(s, code);
}

static enum mq_status sqlite_backup(struct mq_sql *base, const char *path)
{
    struct sqlite *s = of(base);
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", path);
    int code = SQLITE_NOMEM;

    if (sql != NULL) {
        code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
        sqlite3_free(sql);
    }
    return failed(s, code);
}

static enum mq_status sqlite_check(struct mq_sql *base)
{
    struct sqlite *s = of(base);
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(s->db, "PRAGMA integrity_check(1)", -1,
                                  &statement, NULL);
    enum mq_status status = failed(s, code);

    if (status == MQ_OK) {
        status = failed(s, sqlite3_step(statement));
    }
    if (status == MQ_OK) {
        const char *said = (const char *)sqlite3_column_text(statement, 0);

        if (said == NULL || strcmp(said, "ok") != 0) {
            mq__sql_fail(base, said != NULL ? said : "no answer");
            status = MQ_DAMAGED;
        }
    }
    sqlite3_finalize(statement);
    return status;
}

static enum mq_status sqlite_signal(struct mq_sql *base, const char *table)
{
    struct sqlite *s = of(base);
    char *sql = sqlite3_mprintf("INSERT INTO signals (tbl) VALUES (%Q);"
                                "DELETE FROM signals WHERE n <"
                                " (SELECT max(n) - 1000 FROM signals)",
                                table);
    int code = SQLITE_NOMEM;

    if (sql != NULL) {
        code = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
        sqlite3_free(sql);
    }
    return failed(s, code);
}

/* *last below 0: only where the signals stand now is wanted. */
static enum mq_status sqlite_signals(struct mq_sql *base, int64_t *last,
                                     bool (*visit)(void *, const char *),
                                     void *context)
{
    struct sqlite *s = of(base);
    sqlite3_stmt *statement = NULL;
    bool quiet = *last < 0;
    int code = sqlite3_prepare_v2(
        s->db, "SELECT n, tbl FROM signals WHERE n > ?1 ORDER BY n", -1,
        &statement, NULL);

    if (quiet) {
        *last = 0;
    }
    if (code == SQLITE_OK) {
        sqlite3_bind_int64(statement, 1, *last);
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            *last = sqlite3_column_int64(statement, 0);
            if (!quiet && !visit(context, (const char *)sqlite3_column_text(
                                              statement, 1))) {
                break;
            }
        }
    }
    sqlite3_finalize(statement);
    return failed(s, code);
}

static const struct mq_sql_driver driver = {
    .words = {" WITHOUT ROWID", "INTEGER PRIMARY KEY AUTOINCREMENT"},
    .close = sqlite_close,
    .run = sqlite_run,
    .script = sqlite_script,
    .schema = sqlite_schema,
    .backup = sqlite_backup,
    .check = sqlite_check,
    .signal = sqlite_signal,
    .signals = sqlite_signals,
};

static int set_up(struct sqlite *s, const struct mq_store_options *options)
{
    char cache[48];
    int code = sqlite3_exec(s->db,
                            "PRAGMA journal_mode = WAL;"
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA wal_autocheckpoint = 8000",
                            NULL, NULL, NULL);

    snprintf(cache, sizeof(cache), "PRAGMA cache_size = -%d",
             options->cache_kib > 0 ? options->cache_kib : 16384);
    return code == SQLITE_OK ? sqlite3_exec(s->db, cache, NULL, NULL, NULL)
                             : code;
}

static int open_file(struct sqlite *s, const char *path,
                     const struct mq_store_options *options)
{
    int flags =
        SQLITE_OPEN_NOMUTEX |
        (options->read_only ? SQLITE_OPEN_READONLY
                            : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    int code = sqlite3_open_v2(path, &s->db, flags, options->vfs);

    if (code != SQLITE_OK) {
        return code;
    }
    sqlite3_extended_result_codes(s->db, 1);
    sqlite3_busy_timeout(s->db, options->busy_ms > 0 ? options->busy_ms : 5000);
    if (options->read_only) {
        return sqlite3_exec(s->db, "PRAGMA query_only = ON", NULL, NULL, NULL);
    }
    return set_up(s, options);
}

enum mq_status mq__sqlite_open(const char *path,
                               const struct mq_store_options *options,
                               struct mq_sql **out, struct mq_error *error)
{
    struct sqlite *s = calloc(1, sizeof(*s));
    int code;

    *out = NULL;
    if (s == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    s->base.driver = &driver;
    code = open_file(s, path, options);
    if (code != SQLITE_OK) {
        enum mq_status status = status_of(code);

        mq_fail(error, status, "store.open", "tt", path,
                s->db != NULL ? sqlite3_errmsg(s->db) : "no memory");
        sqlite_close(&s->base);
        return status;
    }
    *out = &s->base;
    return MQ_OK;
}
