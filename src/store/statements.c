/* The statements of the store, in the SQL that SQLite and PostgreSQL share.
 * Rows of tables come with their heads: columns as in row.c. */
#include "store/sql.h"

#define TABLE_COLUMNS                                                          \
    "SELECT t.id, t.version, t.game, t.state, t.listed, t.created_at,"         \
    " t.ended_at, t.doc, h.segment, h.entries, h.position, h.seen, h.clock,"   \
    " h.wake_at, h.waiting FROM tables t JOIN heads h ON h.tbl = t.id "

#define MQ_TEXT(name) [MQ_SQL_##name]

const char *const mq__statements[MQ_STATEMENTS] = {
    MQ_TEXT(TABLE_INSERT) = "INSERT INTO tables VALUES"
                            " ($1, $2, $3, $4, $5, $6, $7, $8)"
                            " ON CONFLICT DO NOTHING",
    MQ_TEXT(TABLE_UPDATE) =
        "UPDATE tables SET version = $1, game = $2, state = $3, listed = $4,"
        " created_at = $5, ended_at = $6, doc = $7"
        " WHERE id = $8 AND version = $9",
    MQ_TEXT(TABLE_GET) = TABLE_COLUMNS "WHERE t.id = $1",
    MQ_TEXT(TABLE_DELETE) = "DELETE FROM tables WHERE id = $1",
    MQ_TEXT(TABLES_LISTED) =
        TABLE_COLUMNS "WHERE t.listed = 1 AND t.state < 2"
                      " ORDER BY t.state, t.created_at DESC LIMIT $1",
    MQ_TEXT(TABLES_WAKING) =
        TABLE_COLUMNS "WHERE h.wake_at > 0 AND h.wake_at <= $1"
                      " AND h.wake_at >= $2 AND (h.wake_at > $2 OR h.tbl > $3)"
                      " ORDER BY h.wake_at, h.tbl LIMIT $4",
    MQ_TEXT(TABLES_ALL) = TABLE_COLUMNS
    "WHERE t.created_at < $1 ORDER BY t.created_at DESC LIMIT $2",
    MQ_TEXT(TABLES_OLD) = TABLE_COLUMNS
    "WHERE t.state = 2 AND t.ended_at < $1 ORDER BY t.ended_at LIMIT $2",

    MQ_TEXT(HEAD_INSERT) = "INSERT INTO heads VALUES"
                           " ($1, $2, $3, $4, $5, $6, $7, $8)"
                           " ON CONFLICT DO NOTHING",
    MQ_TEXT(HEAD_UPDATE) =
        "UPDATE heads SET segment = $1, entries = $2, position = $3,"
        " seen = $4, clock = $5, wake_at = $6, waiting = $7"
        " WHERE tbl = $8 AND segment = $9 AND entries = $10",
    MQ_TEXT(HEAD_DELETE) = "DELETE FROM heads WHERE tbl = $1",

    MQ_TEXT(RECORD_INSERT) = "INSERT INTO records VALUES ($1, $2, $3, $4)"
                             " ON CONFLICT DO NOTHING",
    MQ_TEXT(RECORD_GET) =
        "SELECT header, secret FROM records WHERE tbl = $1 AND segment = $2",
    MQ_TEXT(RECORDS_DELETE) = "DELETE FROM records WHERE tbl = $1",

    MQ_TEXT(ENTRY_INSERT) = "INSERT INTO entries VALUES"
                            " ($1, $2, $3, $4, $5, $6, $7)",
    MQ_TEXT(ENTRIES_GET) =
        "SELECT n, at, seat, client, line FROM entries"
        " WHERE tbl = $1 AND segment = $2 AND n >= $3 ORDER BY n",
    MQ_TEXT(ENTRIES_DELETE) = "DELETE FROM entries WHERE tbl = $1",

    MQ_TEXT(GRANT_PUT) = "INSERT INTO grants VALUES ($1, $2, $3, $4, $5, $6)"
                         " ON CONFLICT (holder, tbl, role, seat) DO UPDATE"
                         " SET epoch = excluded.epoch, at = excluded.at",
    MQ_TEXT(GRANT_DELETE) = "DELETE FROM grants WHERE holder = $1 AND tbl = $2"
                            " AND role = $3 AND seat = $4",
    MQ_TEXT(GRANTS_GET) = "SELECT role, seat, epoch FROM grants"
                          " WHERE (holder = $1 OR holder = $2) AND tbl = $3"
                          " ORDER BY role DESC, epoch DESC, seat",
    MQ_TEXT(GRANTS_MINE) = TABLE_COLUMNS
    "WHERE t.id IN (SELECT tbl FROM grants WHERE holder = $1 OR holder = $2)"
    " AND (t.state = 2) = ($3 = 1) AND t.created_at < $4"
    " ORDER BY t.created_at DESC LIMIT $5",
    MQ_TEXT(GRANTS_COPY) =
        "INSERT INTO grants SELECT holder, $1, $2, $3, $4, $5 FROM grants"
        " WHERE tbl = $6 AND role = $7 AND seat = $8 AND epoch = $9"
        " ON CONFLICT (holder, tbl, role, seat) DO UPDATE"
        " SET epoch = excluded.epoch, at = excluded.at",
    MQ_TEXT(GRANTS_TABLE_DELETE) = "DELETE FROM grants WHERE tbl = $1",
    MQ_TEXT(GRANTS_HOLDER_DELETE) = "DELETE FROM grants WHERE holder = $1",

    MQ_TEXT(ACCOUNT_ADD) = "INSERT INTO accounts VALUES ($1, $2, $3, $4, $5)"
                           " ON CONFLICT DO NOTHING",
    MQ_TEXT(ACCOUNT_BY_KEY) =
        "SELECT id, key, name, hash, created_at FROM accounts WHERE key = $1",
    MQ_TEXT(ACCOUNT_BY_ID) =
        "SELECT id, key, name, hash, created_at FROM accounts WHERE id = $1",
    MQ_TEXT(ACCOUNT_PASSWORD) = "UPDATE accounts SET hash = $1 WHERE id = $2",
    MQ_TEXT(ACCOUNT_DELETE) = "DELETE FROM accounts WHERE id = $1",
    MQ_TEXT(ACCOUNTS_ALL) =
        "SELECT id, key, name, hash, created_at FROM accounts ORDER BY key",

    MQ_TEXT(SESSION_PUT) = "INSERT INTO sessions VALUES ($1, $2, $3, $4)"
                           " ON CONFLICT (id) DO UPDATE SET"
                           " account = excluded.account,"
                           " seen_at = excluded.seen_at",
    MQ_TEXT(SESSION_GET) =
        "SELECT id, account, created_at, seen_at FROM sessions WHERE id = $1",
    MQ_TEXT(SESSION_DELETE) = "DELETE FROM sessions WHERE id = $1",
    MQ_TEXT(SESSIONS_ACCOUNT_DELETE) =
        "DELETE FROM sessions WHERE account = $1 AND id <> $2",
    MQ_TEXT(SESSIONS_OLD) = "DELETE FROM sessions WHERE seen_at < $1",
    MQ_TEXT(SESSIONS_OLD_GRANTS) =
        "DELETE FROM grants WHERE holder IN"
        " (SELECT id FROM sessions WHERE seen_at < $1)",

    MQ_TEXT(RESET_ADD) = "INSERT INTO resets VALUES ($1, $2, $3)",
    MQ_TEXT(RESET_GET) =
        "SELECT account FROM resets WHERE id = $1 AND expires_at >= $2",
    MQ_TEXT(RESET_DELETE) = "DELETE FROM resets WHERE id = $1",
    MQ_TEXT(RESETS_OLD) = "DELETE FROM resets WHERE expires_at < $1",
    MQ_TEXT(RESETS_ACCOUNT_DELETE) = "DELETE FROM resets WHERE account = $1",

    MQ_TEXT(COUNT) = "SELECT"
                     " (SELECT count(*) FROM tables WHERE state = 0),"
                     " (SELECT count(*) FROM tables WHERE state = 1),"
                     " (SELECT count(*) FROM tables WHERE state = 2),"
                     " (SELECT count(*) FROM accounts),"
                     " (SELECT count(*) FROM sessions)",
};
