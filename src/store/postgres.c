/* PostgreSQL behind the store: several servers share one database. A head's
 * row lock and the link in its update decide who was first; word of changes
 * goes round with LISTEN and NOTIFY. */
#include "store/sql.h"

#include <assert.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INT8 = 20, TEXT = 25, ORIGIN = 40 };

struct postgres {
    struct mq_sql base;
    PGconn *db;
    bool prepared[MQ_STATEMENTS];
    bool listening;
    bool deaf;           /* was, for a while: signals may be lost */
    bool transaction;    /* begun: a connection that is lost ends it */
    char origin[ORIGIN]; /* whose signals are our own */
    int busy_ms;
};

static struct postgres *of(struct mq_sql *base)
{
    return (struct postgres *)base;
}

static enum mq_status failed(struct postgres *p, const PGresult *result)
{
    const char *state =
        result != NULL ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;

    mq__sql_fail(&p->base, PQerrorMessage(p->db));
    if (state != NULL && strncmp(state, "XX", 2) == 0) {
        return MQ_DAMAGED;
    }
    return MQ_IO;
}

/* One command; its result is looked at by nobody. */
static enum mq_status plain(struct postgres *p, const char *sql)
{
    PGresult *result = PQexec(p->db, sql);
    ExecStatusType code = PQresultStatus(result);
    enum mq_status status = MQ_OK;

    if (code != PGRES_COMMAND_OK && code != PGRES_TUPLES_OK) {
        status = failed(p, result);
    } else if (strcmp(sql, "COMMIT") == 0 &&
               strcmp(PQcmdStatus(result), "COMMIT") != 0) {
        /* A transaction that had failed is rolled back without a word. */
        mq__sql_fail(&p->base, "the transaction had failed");
        status = MQ_IO;
    }
    PQclear(result);
    return status;
}

static enum mq_status set_up(struct postgres *p)
{
    char sql[160];

    snprintf(sql, sizeof(sql),
             "SET synchronous_commit = on; SET lock_timeout = %d;"
             "SET client_min_messages = warning",
             p->busy_ms);
    return plain(p, sql);
}

/* A connection that was lost is made anew, outside of transactions only. */
static enum mq_status wake(struct postgres *p)
{
    assert(!p->transaction);
    if (PQstatus(p->db) == CONNECTION_OK) {
        return MQ_OK;
    }
    PQreset(p->db);
    memset(p->prepared, 0, sizeof(p->prepared));
    p->deaf = p->deaf || p->listening;
    p->listening = false;
    if (PQstatus(p->db) != CONNECTION_OK) {
        return failed(p, NULL);
    }
    return set_up(p);
}

static void postgres_close(struct mq_sql *base)
{
    PQfinish(of(base)->db);
    free(base);
}

static enum mq_status prepare(struct postgres *p, const struct mq_query *query)
{
    Oid types[MQ_SQL_ARGS];
    char name[16];
    PGresult *result;
    enum mq_status status = MQ_OK;

    if (p->prepared[query->statement]) {
        return MQ_OK;
    }
    for (int i = 0; i < query->args; i++) {
        types[i] = query->arg[i].kind == MQ_VALUE_INT ? INT8 : TEXT;
    }
    snprintf(name, sizeof(name), "s%d", query->statement);
    result = PQprepare(p->db, name, mq__statements[query->statement],
                       query->args, types);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) {
        status = failed(p, result);
    } else {
        p->prepared[query->statement] = true;
    }
    PQclear(result);
    return status;
}

static void visit_rows(const PGresult *result, struct mq_query *query)
{
    int columns = PQnfields(result);

    assert(columns <= MQ_SQL_COLUMNS);
    for (int row = 0; row < PQntuples(result) && query->visit != NULL; row++) {
        struct mq_value column[MQ_SQL_COLUMNS];

        for (int i = 0; i < columns; i++) {
            const char *text = PQgetvalue(result, row, i);

            column[i] = PQftype(result, i) == INT8
                            ? mq__value_int(strtoll(text, NULL, 10))
                            : mq__value_text(text);
        }
        query->rows++;
        if (!query->visit(query->context, column)) {
            return;
        }
    }
}

static enum mq_status execute(struct postgres *p, struct mq_query *query)
{
    const char *value[MQ_SQL_ARGS];
    char number[MQ_SQL_ARGS][24], name[16];
    PGresult *result;
    enum mq_status status = prepare(p, query);

    if (status != MQ_OK) {
        return status;
    }
    for (int i = 0; i < query->args; i++) {
        snprintf(number[i], sizeof(number[i]), "%lld",
                 (long long)query->arg[i].integer);
        value[i] =
            query->arg[i].kind == MQ_VALUE_INT ? number[i] : query->arg[i].text;
    }
    snprintf(name, sizeof(name), "s%d", query->statement);
    result = PQexecPrepared(p->db, name, query->args, value, NULL, NULL, 0);
    switch (PQresultStatus(result)) {
    case PGRES_COMMAND_OK:
        query->changed = (int)strtol(PQcmdTuples(result), NULL, 10);
        break;
    case PGRES_TUPLES_OK:
        visit_rows(result, query);
        break;
    default:
        status = failed(p, result);
        break;
    }
    PQclear(result);
    return status;
}

/* That a connection is gone shows only when it is used: what stands outside
 * of a transaction is tried once more on a new one. */
static bool try_again(struct postgres *p, enum mq_status status)
{
    return status != MQ_OK && PQstatus(p->db) != CONNECTION_OK &&
           wake(p) == MQ_OK;
}

static enum mq_status postgres_run(struct mq_sql *base, struct mq_query *query)
{
    struct postgres *p = of(base);
    enum mq_status status = MQ_OK;

    if (p->transaction) {
        return execute(p, query);
    }
    status = wake(p);
    if (status == MQ_OK) {
        status = execute(p, query);
        if (try_again(p, status)) {
            status = execute(p, query);
        }
    }
    return status;
}

/* The lock is shared by all who write, whoever changes the schema has it
 * alone. */
static enum mq_status begin(struct postgres *p, bool migrates)
{
    const char *sql = migrates
                          ? "BEGIN; SELECT pg_advisory_xact_lock(77620)"
                          : "BEGIN; SELECT pg_advisory_xact_lock_shared(77620)";
    enum mq_status status = wake(p);

    if (status == MQ_OK) {
        status = plain(p, sql);
        if (try_again(p, status)) {
            status = plain(p, sql);
        }
        if (status != MQ_OK && PQstatus(p->db) == CONNECTION_OK) {
            char why[MQ_SQL_ERROR]; /* it has begun, the lock wasn't had */

            memcpy(why, p->base.error, sizeof(why));
            plain(p, "ROLLBACK");
            mq__sql_fail(&p->base, why);
        }
    }
    p->transaction = status == MQ_OK;
    return status;
}

static enum mq_status postgres_script(struct mq_sql *base, const char *text)
{
    struct postgres *p = of(base);

    if (strcmp(text, "BEGIN") == 0 || strcmp(text, "MIGRATE") == 0) {
        return begin(p, strcmp(text, "MIGRATE") == 0);
    }
    if (strcmp(text, "COMMIT") == 0 || strcmp(text, "ROLLBACK") == 0) {
        p->transaction = false;
    }
    return plain(p, text);
}

/* Two servers that start at once must not both make the schema: the lock is
 * held until the connection is set up. */
static enum mq_status postgres_schema(struct mq_sql *base, int *version)
{
    struct postgres *p = of(base);
    PGresult *result;
    enum mq_status status = plain(p, "SELECT pg_advisory_lock(77619)");

    *version = 0;
    if (status != MQ_OK) {
        return status;
    }
    result = PQexec(p->db, "SELECT to_regclass('schema_version') IS NOT NULL");
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        status = failed(p, result);
    } else if (PQgetvalue(result, 0, 0)[0] == 't') {
        PQclear(result);
        result = PQexec(p->db, "SELECT version FROM schema_version");
        if (PQresultStatus(result) == PGRES_TUPLES_OK &&
            PQntuples(result) == 1) {
            *version = (int)strtol(PQgetvalue(result, 0, 0), NULL, 10);
        } else {
            status = failed(p, result);
        }
    }
    PQclear(result);
    return status;
}

static enum mq_status postgres_opened(struct mq_sql *base)
{
    return plain(of(base), "SELECT pg_advisory_unlock_all()");
}

/* Before a migration: a copy of every table in a schema of its own. */
static enum mq_status postgres_backup(struct mq_sql *base, const char *path)
{
    (void)path;
    return plain(of(base), "DROP SCHEMA IF EXISTS maxq_backup CASCADE;"
                           "CREATE SCHEMA maxq_backup;"
                           "DO $$ DECLARE t text; BEGIN"
                           " FOR t IN SELECT tablename FROM pg_tables"
                           " WHERE schemaname = current_schema() LOOP"
                           " EXECUTE format('CREATE TABLE maxq_backup.%I"
                           " (LIKE %I INCLUDING ALL)', t, t);"
                           " EXECUTE format('INSERT INTO maxq_backup.%I"
                           " SELECT * FROM %I', t, t); END LOOP; END $$");
}

static enum mq_status postgres_restore(struct mq_sql *base)
{
    struct postgres *p = of(base);
    PGresult *result = PQexec(
        p->db, "SELECT to_regclass('maxq_backup.schema_version') IS NULL");
    enum mq_status status =
        PQresultStatus(result) == PGRES_TUPLES_OK ? MQ_OK : failed(p, result);

    if (status == MQ_OK && PQgetvalue(result, 0, 0)[0] == 't') {
        status = MQ_NOTHING;
    }
    PQclear(result);
    if (status != MQ_OK) {
        return status;
    }
    status = begin(p, true);
    if (status == MQ_OK) {
        status = plain(
            /* First what versions after the first have made. */
            p, "DROP TABLE IF EXISTS settings, channels, notices,"
               " chat, reports, notes;"
               "DO $$ DECLARE t text; BEGIN"
               " FOR t IN SELECT tablename FROM pg_tables"
               " WHERE schemaname = 'maxq_backup' LOOP"
               " EXECUTE format('DROP TABLE IF EXISTS %I CASCADE', t);"
               " EXECUTE format('ALTER TABLE maxq_backup.%I SET SCHEMA %I',"
               " t, current_schema()); END LOOP; END $$");
    }
    return mq__sql_end(base, status);
}

static enum mq_status postgres_check(struct mq_sql *base)
{
    return plain(of(base), "SELECT count(*) FROM entries, schema_version");
}

static enum mq_status postgres_signal(struct mq_sql *base, const char *text)
{
    struct postgres *p = of(base);
    char payload[ORIGIN + MQ_SIGNAL_SIZE];
    const char *value[] = {payload};
    PGresult *result;
    enum mq_status status = MQ_OK;

    snprintf(payload, sizeof(payload), "%s:%s", p->origin, text);
    result = PQexecParams(p->db, "SELECT pg_notify('maxq', $1)", 1, NULL, value,
                          NULL, NULL, 0);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        status = failed(p, result);
    }
    PQclear(result);
    return status;
}

/* From now on what is said is heard. */
static enum mq_status listen_on(struct postgres *p)
{
    enum mq_status status = wake(p);

    if (status == MQ_OK && !p->listening) {
        status = plain(p, "LISTEN maxq");
        p->listening = status == MQ_OK;
    }
    return status;
}

static bool is_own(const struct postgres *p, const char *payload)
{
    size_t own = strlen(p->origin);

    return own > 0 && strncmp(payload, p->origin, own) == 0 &&
           payload[own] == ':';
}

static enum mq_status postgres_signals(struct mq_sql *base, int64_t *last,
                                       bool (*visit)(void *, const char *),
                                       void *context)
{
    struct postgres *p = of(base);
    PGnotify *word;
    enum mq_status status = listen_on(p);

    if (status != MQ_OK || PQconsumeInput(p->db) == 0) {
        return status != MQ_OK ? status : failed(p, NULL);
    }
    *last = *last < 0 ? 0 : *last;
    if (p->deaf) {
        p->deaf = false;
        ++*last;
        visit(context, "");
    }
    while ((word = PQnotifies(p->db)) != NULL) {
        const char *text = strchr(word->extra, ':');

        if (text != NULL && !is_own(p, word->extra)) {
            ++*last;
            visit(context, text + 1);
        }
        PQfreemem(word);
    }
    return MQ_OK;
}

static enum mq_status postgres_wait(struct mq_sql *base, int ms)
{
    struct postgres *p = of(base);
    enum mq_status status = listen_on(p);
    struct pollfd fd = {.fd = PQsocket(p->db), .events = POLLIN};

    if (status != MQ_OK) {
        return status;
    }
    return poll(&fd, 1, ms) < 0 && errno != EINTR ? MQ_IO : MQ_OK;
}

static const struct mq_sql_driver driver = {
    .words = {"", "BIGSERIAL PRIMARY KEY"},
    .close = postgres_close,
    .run = postgres_run,
    .script = postgres_script,
    .schema = postgres_schema,
    .opened = postgres_opened,
    .backup = postgres_backup,
    .restore = postgres_restore,
    .check = postgres_check,
    .signal = postgres_signal,
    .signals = postgres_signals,
    .wait = postgres_wait,
};

enum mq_status mq__postgres_open(const char *url,
                                 const struct mq_store_options *options,
                                 struct mq_sql **out, struct mq_error *error)
{
    struct postgres *p = calloc(1, sizeof(*p));

    *out = NULL;
    if (p == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    p->base.driver = &driver;
    p->busy_ms = options->busy_ms > 0 ? options->busy_ms : 5000;
    snprintf(p->origin, sizeof(p->origin), "%s",
             options->origin != NULL ? options->origin : "");
    p->db = PQconnectdb(url);
    if (PQstatus(p->db) != CONNECTION_OK || set_up(p) != MQ_OK) {
        mq__sql_fail(&p->base, PQerrorMessage(p->db));
        mq_fail(error, MQ_IO, "store.failed", "t", p->base.error);
        postgres_close(&p->base);
        return MQ_IO;
    }
    *out = &p->base;
    return MQ_OK;
}
