/* Where tables, records, accounts and sessions are kept.
 *
 * A store is one connection to a database: a SQLite file (the standard) or
 * PostgreSQL. It belongs to one thread at a time; threads open one each. All
 * functions wait for the disk: the network thread calls none of them, it
 * hands jobs to the threads of worker.h.
 *
 * What is kept:
 *   table    what people set up: game, options, seats, links, clock; a JSON
 *            document with a version that grows by one with each change
 *   record   the header and secret line of a match (match.h). A table whose
 *            rules version is gone goes on in a new record, its next
 *            `segment`
 *   entry    one line of a record, with the client id that caused it
 *   head     where a table stands: segment, number of entries, the link of
 *            the last one, position, log lengths, clock, whom it waits for and
 *            when to look at it
 *   account, session, reset: people. Secrets are here as hashes only
 *   grant    what a holder (session or account) may do at a table
 *   channel, notice: how people are told (notices.h)
 *   signal   word to a running server that another process changed a table
 *
 * Invariants:
 *   - What mq_store_commit reported as MQ_OK is on the disk (WAL and
 *     synchronous=FULL; synchronous_commit=on) and survives a power cut.
 *   - What it didn't so report may have happened all the same: who needs to
 *     know reads again. Nothing happens in halves.
 *   - A record has one history: mq_store_append refuses with MQ_CONFLICT
 *     unless the head has the link that the new entries build on. A link is a
 *     hash of all entries before it, so whoever has the link has the same
 *     entries. mq_store_put_table does the same for a version that isn't the
 *     next one. A conflict writes nothing.
 *   - head.entries is the number of entries of its segment, head.link the link
 *     of the last one, or of the header; "" before the start.
 *   - A transaction begins only in a database of the schema that this program
 *     knows, and no schema changes while one is under way.
 *
 * Failures: MQ_NOTHING no such row; MQ_CONFLICT; MQ_IO the disk is full, the
 * database locked too long or gone; MQ_DAMAGED the file is corrupted;
 * MQ_VERSION its schema is newer than this program. mq_store_error has the
 * words of the database.
 */
#ifndef MAXQ_STORE_STORE_H
#define MAXQ_STORE_STORE_H

#include <maxq/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MQ_STORE_SCHEMA 4

#define MQ_TABLE_ID_SIZE 17 /* 16 letters and digits, and NUL */
#define MQ_KEY_SIZE 33      /* 32 hex digits, and NUL: hashes of secrets */
#define MQ_LINK_SIZE 65     /* 64 hex digits, and NUL */

struct mq_store;

struct mq_store_options {
    bool read_only;      /* no migration, no writes */
    bool older;          /* with it: an older schema will do, for a check */
    const char *vfs;     /* SQLite: NULL is the system's */
    int busy_ms;         /* how long to wait for a locked database; 0: 5 s */
    int cache_kib;       /* SQLite: of pages in memory; 0: 16 MiB */
    const char *origin;  /* PostgreSQL: whose own signals are passed over */
    const char *backups; /* prefix of backup files before a migration; NULL:
                            the database's own path */
};

/* Opens "postgres://…", "postgresql://…" or a file, makes the schema where
 * there is none and migrates an older one (after a backup). */
enum mq_status mq_store_open(const char *url,
                             const struct mq_store_options *options,
                             struct mq_store **out, struct mq_error *error);
void mq_store_close(struct mq_store *store);

/* What the database said about the last failure. */
const char *mq_store_error(const struct mq_store *store);
bool mq_store_is_shared(const struct mq_store *store); /* PostgreSQL */

/* A transaction. MQ_VERSION: another program has changed the schema
 * meanwhile. After any failure of a write other than MQ_CONFLICT and
 * MQ_NOTHING roll back. */
enum mq_status mq_store_begin(struct mq_store *store);
enum mq_status mq_store_commit(struct mq_store *store);
void mq_store_rollback(struct mq_store *store);
/* Commits if `status` is MQ_OK, rolls back otherwise; the first failure. */
enum mq_status mq_store_end(struct mq_store *store, enum mq_status status);

/* Writes something that changes nothing: whether it can be. */
enum mq_status mq_store_probe(struct mq_store *store);
/* The schema that the database has now. */
enum mq_status mq_store_version(struct mq_store *store, int *version);

/* Copies a SQLite database while it is in use. */
enum mq_status mq_store_backup(struct mq_store *store, const char *path);
/* PostgreSQL: puts back the tables that were copied before the last change of
 * the schema. MQ_NOTHING: there is no such copy. */
enum mq_status mq_store_restore(struct mq_store *store);
/* Looks through the whole database; MQ_DAMAGED. */
enum mq_status mq_store_check(struct mq_store *store);

enum mq_table_state { MQ_TABLE_OPEN, MQ_TABLE_RUNNING, MQ_TABLE_OVER };

/* Texts of rows belong to whoever made them: in visits to the store, and only
 * until the visitor returns. */
struct mq_table_row {
    const char *id;
    int64_t version; /* from 1 */
    const char *game;
    enum mq_table_state state;
    bool listed;
    int64_t created_at, ended_at; /* ended_at 0: not yet */
    const char *doc;
};

struct mq_head_row {
    const char *table;
    int segment; /* -1 before the start */
    int entries;
    const char *position; /* JSON; "" before the start */
    const char *seen;     /* JSON: log lengths, see server/stream.h */
    const char *clock;    /* JSON, see server/clock.h */
    int64_t wake_at;      /* when the server has to look at it; 0: never */
    uint32_t waiting;     /* mask of seats that may act */
    const char *link;     /* of the last entry */
    const char *before;   /* written: the link that the stored head must have */
    int sound; /* read: so many entries are, the rest is damaged; -1: all are */
};

struct mq_entry_row {
    int number;
    int64_t at;
    int seat;           /* whose client id; -1: none */
    const char *client; /* "" : none */
    const char *line;   /* without newline */
};

/* Visitors return false to stop. */
typedef bool (*mq_table_visitor)(void *context, const struct mq_table_row *row,
                                 const struct mq_head_row *head);
typedef bool (*mq_entry_visitor)(void *context, const struct mq_entry_row *row);

/* Inserts version 1, or replaces the version before. */
enum mq_status mq_store_put_table(struct mq_store *store,
                                  const struct mq_table_row *row);
/* MQ_NOTHING: no such table. The visitor is called once. */
enum mq_status mq_store_table(struct mq_store *store, const char *id,
                              mq_table_visitor visit, void *context);
/* The table with all that belongs to it. MQ_CONFLICT: it hasn't that version;
 * 0: any will do. */
enum mq_status mq_store_delete_table(struct mq_store *store, const char *id,
                                     int64_t version);

/* Replaces the head where segment and `before` agree with what is stored. */
enum mq_status mq_store_put_head(struct mq_store *store,
                                 const struct mq_head_row *head);
/* Begins a record: the segment of the head is the next one. */
enum mq_status mq_store_begin_record(struct mq_store *store,
                                     const struct mq_head_row *head,
                                     const char *header, const char *secret);
/* Adds entries; the head has segment and the number with them. */
enum mq_status mq_store_append(struct mq_store *store,
                               const struct mq_head_row *head,
                               const struct mq_entry_row *rows, int count);
/* The lines of a record: header, secret; then its entries from `from` on. */
enum mq_status mq_store_record(struct mq_store *store, const char *table,
                               int segment,
                               bool (*visit)(void *context, const char *header,
                                             const char *secret),
                               void *context);
enum mq_status mq_store_entries(struct mq_store *store, const char *table,
                                int segment, int from, mq_entry_visitor visit,
                                void *context);

/* Replays a record: the first `entries` entries of that segment; below 0: all
 * that there are. */
struct mq_replay {
    enum mq_status verdict;  /* MQ_OK; MQ_DAMAGED: not all of them are sound;
                                MQ_VERSION: this program hasn't its rules */
    int sound;               /* entries that are */
    char link[MQ_LINK_SIZE]; /* after them; "" where it can't be told */
};

enum mq_status mq_store_replay(struct mq_store *store, const char *table,
                               int segment, int entries, struct mq_replay *out);

/* Lists. `before` and `limit` page through; 0: from the latest. */
enum mq_status mq_store_listed(struct mq_store *store, int limit,
                               mq_table_visitor visit, void *context);
/* Tables to be looked at by `until`, the most urgent first; only those that
 * come after the table `id` of wake_at `at` (0, "": all). */
struct mq_wake {
    int64_t at;
    char id[MQ_TABLE_ID_SIZE];
};

enum mq_status mq_store_waking(struct mq_store *store, int64_t until, int limit,
                               const struct mq_wake *after,
                               mq_table_visitor visit, void *context);
/* Tables whose ids come after that one. */
enum mq_status mq_store_tables_after(struct mq_store *store, const char *id,
                                     int limit, mq_table_visitor visit,
                                     void *context);
enum mq_status mq_store_all_tables(struct mq_store *store, int64_t before,
                                   int limit, mq_table_visitor visit,
                                   void *context);

enum mq_role {
    MQ_ROLE_NONE,
    MQ_ROLE_WATCH,
    MQ_ROLE_GUEST,
    MQ_ROLE_SEAT,
    MQ_ROLE_OPENER,
};

/* `epoch` is that of the link it came by: a renewed link has a new one. */
struct mq_grant {
    enum mq_role role;
    int seat; /* MQ_ROLE_SEAT; otherwise -1 */
    int epoch;
};

#define MQ_MAX_GRANTS 16 /* of one holder at one table */

enum mq_status mq_store_put_grant(struct mq_store *store, const char *holder,
                                  const char *table, struct mq_grant grant,
                                  int64_t at);
enum mq_status mq_store_delete_grant(struct mq_store *store, const char *holder,
                                     const char *table, struct mq_grant grant);
/* The grants of a session and, where it isn't "", an account at a table. */
enum mq_status mq_store_grants(struct mq_store *store, const char *session,
                               const char *account, const char *table,
                               struct mq_grant out[MQ_MAX_GRANTS], int *count);
/* Their tables: over or not, the latest first. */
enum mq_status mq_store_mine(struct mq_store *store, const char *session,
                             const char *account, bool over, int64_t before,
                             int limit, mq_table_visitor visit, void *context);
/* Gives the holders of one seat the same right elsewhere (rematch). */
enum mq_status mq_store_copy_grants(struct mq_store *store, const char *from,
                                    struct mq_grant grant, const char *to,
                                    struct mq_grant as, int64_t at);

#define MQ_ACCOUNT_NAME_SIZE 128
#define MQ_PASSWORD_HASH_SIZE 128

struct mq_account {
    char id[MQ_KEY_SIZE];
    char key[MQ_ACCOUNT_NAME_SIZE]; /* the name in small letters */
    char name[MQ_ACCOUNT_NAME_SIZE];
    char hash[MQ_PASSWORD_HASH_SIZE];
    int64_t created_at;
    bool banned; /* may not sign in */
};

/* MQ_CONFLICT: the key is taken. */
enum mq_status mq_store_add_account(struct mq_store *store,
                                    const struct mq_account *account);
enum mq_status mq_store_account(struct mq_store *store, const char *key,
                                struct mq_account *out);
enum mq_status mq_store_account_by_id(struct mq_store *store, const char *id,
                                      struct mq_account *out);
/* Sets the hash and ends the account's sessions but `keep` ("" : all). */
enum mq_status mq_store_set_password(struct mq_store *store, const char *id,
                                     const char *hash, const char *keep);
/* A ban ends the account's sessions. */
enum mq_status mq_store_ban(struct mq_store *store, const char *id,
                            bool banned);
enum mq_status mq_store_delete_account(struct mq_store *store, const char *id);
enum mq_status mq_store_accounts(struct mq_store *store,
                                 bool (*visit)(void *context,
                                               const struct mq_account *row),
                                 void *context);

struct mq_session {
    char id[MQ_KEY_SIZE];
    char account[MQ_KEY_SIZE]; /* "" : nobody's */
    int64_t created_at, seen_at;
};

enum mq_status mq_store_put_session(struct mq_store *store,
                                    const struct mq_session *session);
enum mq_status mq_store_session(struct mq_store *store, const char *id,
                                struct mq_session *out);
enum mq_status mq_store_delete_session(struct mq_store *store, const char *id);
/* A session of another name takes over what this one holds. */
enum mq_status mq_store_replace_session(struct mq_store *store, const char *id,
                                        const struct mq_session *by);

/* A password reset: a secret good once. MQ_NOTHING: used, old or unknown. */
enum mq_status mq_store_add_reset(struct mq_store *store, const char *id,
                                  const char *account, int64_t expires_at);
enum mq_status mq_store_use_reset(struct mq_store *store, const char *id,
                                  int64_t now, char account[MQ_KEY_SIZE]);

/* Takes away what is past its time: sessions not seen since `sessions`,
 * resets before `now`, tables over since `tables` (0: none of them). */
struct mq_prune {
    int64_t now, sessions, tables;
};

enum mq_status mq_store_prune(struct mq_store *store,
                              const struct mq_prune *limits, int *tables);

/* Word to the other processes, at most MQ_SIGNAL_SIZE - 1 bytes: the id of a
 * table that has changed; between servers more (server/peers.h). Within a
 * transaction it goes out with the commit. Reading gives all after number
 * *last, which moves on; "" where some may have been lost. */
#define MQ_SIGNAL_SIZE 80
enum mq_status mq_store_signal(struct mq_store *store, const char *text);
enum mq_status mq_store_signals(struct mq_store *store, int64_t *last,
                                bool (*visit)(void *context, const char *text),
                                void *context);
/* PostgreSQL: waits for signals, at most that long; MQ_IO: no connection. */
enum mq_status mq_store_wait(struct mq_store *store, int ms);

#endif
