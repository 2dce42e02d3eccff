/* The schema: one script a version, each makes the next of the one before.
 * A script that has been released never changes. */
#include "store/rows.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char version_1[] =
    "CREATE TABLE tables ("
    "  id TEXT PRIMARY KEY,"
    "  version BIGINT NOT NULL,"
    "  game TEXT NOT NULL,"
    "  state BIGINT NOT NULL," /* enum mq_table_state */
    "  listed BIGINT NOT NULL,"
    "  created_at BIGINT NOT NULL,"
    "  ended_at BIGINT NOT NULL,"
    "  doc TEXT NOT NULL);"
    "CREATE INDEX tables_listed ON tables (state, created_at)"
    "  WHERE listed = 1 AND state < 2;"
    "CREATE INDEX tables_created ON tables (created_at);"
    "CREATE TABLE heads ("
    "  tbl TEXT PRIMARY KEY,"
    "  segment BIGINT NOT NULL,"
    "  entries BIGINT NOT NULL,"
    "  position TEXT NOT NULL,"
    "  seen TEXT NOT NULL,"
    "  clock TEXT NOT NULL,"
    "  wake_at BIGINT NOT NULL,"
    "  waiting BIGINT NOT NULL);"
    "CREATE INDEX heads_wake ON heads (wake_at) WHERE wake_at > 0;"
    "CREATE TABLE records ("
    "  tbl TEXT NOT NULL,"
    "  segment BIGINT NOT NULL,"
    "  header TEXT NOT NULL,"
    "  secret TEXT NOT NULL,"
    "  PRIMARY KEY (tbl, segment));"
    "CREATE TABLE entries ("
    "  tbl TEXT NOT NULL,"
    "  segment BIGINT NOT NULL,"
    "  n BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  client TEXT NOT NULL,"
    "  line TEXT NOT NULL,"
    "  PRIMARY KEY (tbl, segment, n))@rowid@;"
    "CREATE TABLE accounts ("
    "  id TEXT PRIMARY KEY,"
    "  key TEXT NOT NULL UNIQUE,"
    "  name TEXT NOT NULL,"
    "  hash TEXT NOT NULL,"
    "  created_at BIGINT NOT NULL);"
    "CREATE TABLE sessions ("
    "  id TEXT PRIMARY KEY,"
    "  account TEXT NOT NULL,"
    "  created_at BIGINT NOT NULL,"
    "  seen_at BIGINT NOT NULL);"
    "CREATE INDEX sessions_account ON sessions (account)"
    "  WHERE account <> '';"
    "CREATE TABLE resets ("
    "  id TEXT PRIMARY KEY,"
    "  account TEXT NOT NULL,"
    "  expires_at BIGINT NOT NULL);"
    "CREATE TABLE grants ("
    "  holder TEXT NOT NULL,"
    "  tbl TEXT NOT NULL,"
    "  role BIGINT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  epoch BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  PRIMARY KEY (holder, tbl, role, seat))@rowid@;"
    "CREATE INDEX grants_tbl ON grants (tbl);"
    "CREATE TABLE signals ("
    "  n @key@,"
    "  tbl TEXT NOT NULL);";

/* What pruning looks for. */
static const char version_2[] =
    "CREATE INDEX tables_ended ON tables (ended_at) WHERE state = 2;"
    "CREATE INDEX sessions_seen ON sessions (seen_at);";

/* The link that a commit builds on. The number of entries has a new name:
 * servers of the version before, which compare numbers alone, can't write any
 * more. mq__store_fill_links does the rest. */
static const char version_3[] =
    "ALTER TABLE heads RENAME COLUMN entries TO length;"
    "ALTER TABLE heads ADD COLUMN link TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE heads ADD COLUMN sound BIGINT NOT NULL DEFAULT -1;";

/* Being told: see notices.h; saying something: chat.h. */
static const char version_4[] =
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE channels ("
    "  id TEXT PRIMARY KEY,"
    "  holder TEXT NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  tbl TEXT NOT NULL,"
    "  address TEXT NOT NULL,"
    "  secret TEXT NOT NULL,"
    "  label TEXT NOT NULL,"
    "  base TEXT NOT NULL,"
    "  language TEXT NOT NULL,"
    "  what BIGINT NOT NULL,"
    "  quiet_from BIGINT NOT NULL,"
    "  quiet_to BIGINT NOT NULL,"
    "  zone BIGINT NOT NULL,"
    "  created_at BIGINT NOT NULL,"
    "  confirmed_at BIGINT NOT NULL,"
    "  sent_at BIGINT NOT NULL);"
    "CREATE INDEX channels_holder ON channels (holder);"
    "CREATE INDEX channels_address ON channels (address);"
    "CREATE INDEX channels_secret ON channels (secret);"
    "CREATE TABLE notices ("
    "  id TEXT PRIMARY KEY,"
    "  channel TEXT NOT NULL,"
    "  kind BIGINT NOT NULL,"
    "  what BIGINT NOT NULL,"
    "  tbl TEXT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  created_at BIGINT NOT NULL,"
    "  due_at BIGINT NOT NULL,"
    "  claimed_until BIGINT NOT NULL,"
    "  claimer TEXT NOT NULL,"
    "  tries BIGINT NOT NULL);"
    "CREATE INDEX notices_due ON notices (due_at);"
    "CREATE INDEX notices_channel ON notices (channel);"
    "CREATE INDEX notices_claimer ON notices (claimer) WHERE claimer <> '';"
    "CREATE TABLE chat ("
    "  tbl TEXT NOT NULL,"
    "  n BIGINT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  holder TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (tbl, n));"
    "CREATE INDEX chat_at ON chat (at);"
    "CREATE INDEX chat_holder ON chat (holder);"
    "CREATE TABLE reports ("
    "  tbl TEXT NOT NULL,"
    "  n BIGINT NOT NULL,"
    "  by TEXT NOT NULL,"
    "  at BIGINT NOT NULL,"
    "  seat BIGINT NOT NULL,"
    "  holder TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (tbl, n, by));"
    "CREATE TABLE notes ("
    "  holder TEXT NOT NULL,"
    "  tbl TEXT NOT NULL,"
    "  text TEXT NOT NULL,"
    "  PRIMARY KEY (holder, tbl));"
    "ALTER TABLE accounts ADD COLUMN banned BIGINT NOT NULL DEFAULT 0;";

const char *const mq__migrations[MQ_STORE_SCHEMA] = {version_1, version_2,
                                                     version_3, version_4};

/* "@rowid@" and the like, in the order of mq_sql_driver.words. */
static const char *const marks[] = {"@rowid@", "@key@"};

/* The first mark in the text; its place in *at. -1: there is none. */
static int next_mark(const char *text, const char **at)
{
    int found = -1;

    for (int i = 0; i < 2; i++) {
        const char *here = strstr(text, marks[i]);

        if (here != NULL && (found < 0 || here < *at)) {
            *at = here;
            found = i;
        }
    }
    return found;
}

/* A copy with the driver's words put in; free() it. NULL: no memory. */
static char *expand(const struct mq_sql_driver *driver, const char *text)
{
    char *out = NULL;
    size_t size = 0;
    FILE *file = open_memstream(&out, &size);
    const char *at = NULL;

    if (file == NULL) {
        return NULL;
    }
    for (int mark; (mark = next_mark(text, &at)) >= 0;) {
        fwrite(text, 1, (size_t)(at - text), file);
        fputs(driver->words[mark], file);
        text = at + strlen(marks[mark]);
    }
    fputs(text, file);
    if (fclose(file) != 0) {
        free(out);
        return NULL;
    }
    return out;
}

void mq__sql_fail(struct mq_sql *db, const char *text)
{
    snprintf(db->error, sizeof(db->error), "%s", text);
    db->error[strcspn(db->error, "\n")] = '\0';
}

enum mq_status mq__sql_end(struct mq_sql *db, enum mq_status status)
{
    char why[MQ_SQL_ERROR];

    if (status == MQ_OK) {
        status = db->driver->script(db, "COMMIT");
    }
    if (status != MQ_OK) {
        memcpy(why, db->error, sizeof(why));
        db->driver->script(db, "ROLLBACK");
        mq__sql_fail(db, why);
    }
    return status;
}

static enum mq_status migrate_one(struct mq_store *store, int version)
{
    struct mq_sql *db = store->sql;
    char *script, done[64];
    enum mq_status status = MQ_NOMEM;

    assert(version >= 0 && version < MQ_STORE_SCHEMA);
    script = expand(db->driver, mq__migrations[version]);
    if (script != NULL) {
        status = db->driver->script(db, script);
        free(script);
    }
    if (status == MQ_OK && version == 2) {
        status = mq__store_fill_links(store);
    }
    if (status == MQ_OK) {
        snprintf(done, sizeof(done), "UPDATE schema_version SET version = %d",
                 version + 1);
        status = db->driver->script(db, done);
    }
    return status;
}

static enum mq_status migrate_all(struct mq_store *store, int version)
{
    static const char first[] =
        "CREATE TABLE schema_version (version BIGINT NOT NULL);"
        "INSERT INTO schema_version VALUES (0)";
    struct mq_sql *db = store->sql;
    enum mq_status status = db->driver->script(db, "MIGRATE");

    if (status == MQ_OK && version == 0) {
        status = db->driver->script(db, first);
    }
    while (status == MQ_OK && version < MQ_STORE_SCHEMA) {
        status = migrate_one(store, version++);
    }
    return mq__sql_end(db, status);
}

/* The database as it was before the migration: NAME.v1.backup. A copy that is
 * there already is kept: the next one is NAME.v1-2.backup. */
static enum mq_status back_up(struct mq_sql *db,
                              const struct mq_store_options *options,
                              const char *url, int version)
{
    const char *prefix = options->backups != NULL ? options->backups : url;
    size_t size = strlen(prefix) + 32;
    char *path = malloc(size);
    enum mq_status status;

    if (path == NULL) {
        return MQ_NOMEM;
    }
    snprintf(path, size, "%s.v%d.backup", prefix, version);
    for (int i = 2; access(path, F_OK) == 0 && i < 1000; i++) {
        snprintf(path, size, "%s.v%d-%d.backup", prefix, version, i);
    }
    status = db->driver->backup(db, path);
    free(path);
    return status;
}

enum mq_status mq__store_migrate(struct mq_store *store,
                                 const struct mq_store_options *options,
                                 const char *url, struct mq_error *error)
{
    struct mq_sql *db = store->sql;
    int version = 0;
    enum mq_status status = db->driver->schema(db, &version);

    if (status == MQ_OK && version > MQ_STORE_SCHEMA) {
        return mq_fail(error, MQ_VERSION, "store.newer", "ii", version,
                       MQ_STORE_SCHEMA);
    }
    if (status == MQ_OK && version < MQ_STORE_SCHEMA && options->read_only) {
        return options->older && version > 0
                   ? MQ_OK
                   : mq_fail(error, MQ_VERSION, "store.older", "ii", version,
                             MQ_STORE_SCHEMA);
    }
    if (status == MQ_OK && version > 0 && version < MQ_STORE_SCHEMA) {
        status = back_up(db, options, url, version);
    }
    if (status == MQ_OK && version < MQ_STORE_SCHEMA) {
        status = migrate_all(store, version);
    }
    if (status != MQ_OK) {
        mq_fail(error, status, "store.failed", "t", db->error);
    }
    return status;
}
