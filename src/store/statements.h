/* The statements of the store, each with its name, in the SQL that SQLite and
 * PostgreSQL share. Rows of tables come with their heads: columns as in
 * mq__store_visit_table. */
#ifndef MAXQ_STORE_STATEMENTS_H
#define MAXQ_STORE_STATEMENTS_H

#define MQ_TABLE_COLUMNS                                                       \
    "SELECT t.id, t.version, t.game, t.state, t.listed, t.created_at,"         \
    " t.ended_at, t.doc, h.segment, h.length, h.position, h.seen, h.clock,"    \
    " h.wake_at, h.waiting, h.link, h.sound"                                   \
    " FROM tables t JOIN heads h ON h.tbl = t.id "
#define MQ_ACCOUNT_COLUMNS                                                     \
    "SELECT id, key, name, hash, created_at FROM accounts "
#define MQ_GRANT_AGAIN                                                         \
    " ON CONFLICT (holder, tbl, role, seat) DO UPDATE"                         \
    " SET epoch = excluded.epoch, at = excluded.at"

// clang-format off
#define MQ_STATEMENT_LIST(X) \
    X(TABLE_INSERT, "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6, $7, $8)" \
        " ON CONFLICT DO NOTHING") \
    X(TABLE_UPDATE, "UPDATE tables SET version = $1, game = $2, state = $3, listed = $4," \
        " created_at = $5, ended_at = $6, doc = $7 WHERE id = $8 AND version = $9") \
    X(TABLE_GET, MQ_TABLE_COLUMNS "WHERE t.id = $1") \
    X(TABLE_DELETE, "DELETE FROM tables WHERE id = $1 AND ($2 = 0 OR version = $2)") \
    X(TABLES_AFTER, MQ_TABLE_COLUMNS "WHERE t.id > $1 ORDER BY t.id LIMIT $2") \
    X(TABLES_LISTED, MQ_TABLE_COLUMNS "WHERE t.listed = 1 AND t.state < 2" \
        " ORDER BY t.state, t.created_at DESC LIMIT $1") \
    X(TABLES_WAKING, MQ_TABLE_COLUMNS "WHERE h.wake_at > 0 AND h.wake_at <= $1" \
        " AND h.wake_at >= $2 AND (h.wake_at > $2 OR h.tbl > $3)" \
        " ORDER BY h.wake_at, h.tbl LIMIT $4") \
    X(TABLES_ALL, MQ_TABLE_COLUMNS "WHERE t.created_at < $1" \
        " ORDER BY t.created_at DESC LIMIT $2") \
    X(TABLES_OLD, MQ_TABLE_COLUMNS "WHERE t.state = 2 AND t.ended_at < $1" \
        " ORDER BY t.ended_at LIMIT $2") \
    X(HEAD_INSERT, "INSERT INTO heads (tbl, segment, length, position, seen, clock, wake_at," \
        " waiting, link) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING") \
    X(HEAD_UPDATE, "UPDATE heads SET segment = $1, length = $2, position = $3, seen = $4," \
        " clock = $5, wake_at = $6, waiting = $7, link = $8, sound = -1" \
        " WHERE tbl = $9 AND segment = $10 AND link = $11") \
    X(HEAD_MARK, "UPDATE heads SET link = $1, sound = $2 WHERE tbl = $3") \
    X(HEAD_DELETE, "DELETE FROM heads WHERE tbl = $1") \
    X(RECORD_INSERT, "INSERT INTO records VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING") \
    X(RECORD_GET, "SELECT header, secret FROM records WHERE tbl = $1 AND segment = $2") \
    X(RECORDS_DELETE, "DELETE FROM records WHERE tbl = $1") \
    X(ENTRY_INSERT, "INSERT INTO entries VALUES ($1, $2, $3, $4, $5, $6, $7)") \
    X(ENTRIES_GET, "SELECT n, at, seat, client, line FROM entries" \
        " WHERE tbl = $1 AND segment = $2 AND n >= $3 ORDER BY n") \
    X(ENTRIES_DELETE, "DELETE FROM entries WHERE tbl = $1") \
    X(GRANT_PUT, "INSERT INTO grants VALUES ($1, $2, $3, $4, $5, $6)" MQ_GRANT_AGAIN) \
    X(GRANT_DELETE, "DELETE FROM grants" \
        " WHERE holder = $1 AND tbl = $2 AND role = $3 AND seat = $4") \
    X(GRANTS_GET, "SELECT role, seat, epoch FROM grants" \
        " WHERE (holder = $1 OR holder = $2) AND tbl = $3" \
        " ORDER BY role DESC, epoch DESC, seat") \
    X(GRANTS_MINE, MQ_TABLE_COLUMNS \
        "WHERE t.id IN (SELECT tbl FROM grants WHERE holder = $1 OR holder = $2)" \
        " AND (t.state = 2) = ($3 = 1) AND t.created_at < $4" \
        " ORDER BY t.created_at DESC LIMIT $5") \
    X(GRANTS_COPY, "INSERT INTO grants SELECT holder, $1, $2, $3, $4, $5 FROM grants" \
        " WHERE tbl = $6 AND role = $7 AND seat = $8 AND epoch = $9" MQ_GRANT_AGAIN) \
    X(GRANTS_MOVE, "UPDATE grants SET holder = $1 WHERE holder = $2") \
    X(GRANTS_TABLE_DELETE, "DELETE FROM grants WHERE tbl = $1") \
    X(GRANTS_HOLDER_DELETE, "DELETE FROM grants WHERE holder = $1") \
    X(ACCOUNT_ADD, "INSERT INTO accounts VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING") \
    X(ACCOUNT_BY_KEY, MQ_ACCOUNT_COLUMNS "WHERE key = $1") \
    X(ACCOUNT_BY_ID, MQ_ACCOUNT_COLUMNS "WHERE id = $1") \
    X(ACCOUNT_PASSWORD, "UPDATE accounts SET hash = $1 WHERE id = $2") \
    X(ACCOUNT_DELETE, "DELETE FROM accounts WHERE id = $1") \
    X(ACCOUNTS_ALL, MQ_ACCOUNT_COLUMNS "ORDER BY key") \
    X(SESSION_PUT, "INSERT INTO sessions VALUES ($1, $2, $3, $4) ON CONFLICT (id)" \
        " DO UPDATE SET account = excluded.account, seen_at = excluded.seen_at") \
    X(SESSION_GET, "SELECT id, account, created_at, seen_at FROM sessions WHERE id = $1") \
    X(SESSION_DELETE, "DELETE FROM sessions WHERE id = $1") \
    X(SESSIONS_ACCOUNT_DELETE, "DELETE FROM sessions WHERE account = $1 AND id <> $2") \
    X(SESSIONS_OLD, "DELETE FROM sessions WHERE seen_at < $1") \
    X(SESSIONS_OLD_GRANTS, "DELETE FROM grants WHERE holder IN" \
        " (SELECT id FROM sessions WHERE seen_at < $1)") \
    X(RESET_ADD, "INSERT INTO resets VALUES ($1, $2, $3)") \
    X(RESET_GET, "SELECT account FROM resets WHERE id = $1 AND expires_at >= $2") \
    X(RESET_DELETE, "DELETE FROM resets WHERE id = $1") \
    X(RESETS_OLD, "DELETE FROM resets WHERE expires_at < $1") \
    X(RESETS_ACCOUNT_DELETE, "DELETE FROM resets WHERE account = $1") \
    X(SCHEMA_GET, "SELECT version FROM schema_version") \
    X(SCHEMA_TOUCH, "UPDATE schema_version SET version = version")
// clang-format on

#endif
