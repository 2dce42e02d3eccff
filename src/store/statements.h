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
    "SELECT id, key, name, hash, created_at, banned FROM accounts "
#define MQ_CHANNEL_COLUMNS                                                     \
    "SELECT id, holder, kind, tbl, address, secret, label, base, language,"    \
    " what, quiet_from, quiet_to, zone, created_at, confirmed_at, sent_at"     \
    " FROM channels "
#define MQ_NOTICE_COLUMNS                                                      \
    "SELECT id, channel, kind, what, tbl, seat, text, tries, created_at"       \
    " FROM notices "
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
    X(ACCOUNT_ADD, "INSERT INTO accounts (id, key, name, hash, created_at)" \
        " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING") \
    X(ACCOUNT_BY_KEY, MQ_ACCOUNT_COLUMNS "WHERE key = $1") \
    X(ACCOUNT_BY_ID, MQ_ACCOUNT_COLUMNS "WHERE id = $1") \
    X(ACCOUNT_PASSWORD, "UPDATE accounts SET hash = $1 WHERE id = $2") \
    X(ACCOUNT_BAN, "UPDATE accounts SET banned = $1 WHERE id = $2") \
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
    X(CHANNEL_PUT, "INSERT INTO channels VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11," \
        " $12, $13, $14, $15, $16) ON CONFLICT (id) DO UPDATE SET holder = excluded.holder," \
        " address = excluded.address, secret = excluded.secret, label = excluded.label," \
        " base = excluded.base, language = excluded.language, what = excluded.what," \
        " quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, zone = excluded.zone") \
    X(CHANNEL_GET, MQ_CHANNEL_COLUMNS "WHERE id = $1") \
    X(CHANNEL_BY_SECRET, MQ_CHANNEL_COLUMNS "WHERE secret = $1 AND kind = $2") \
    X(CHANNELS_MINE, MQ_CHANNEL_COLUMNS "WHERE holder = $1 OR holder = $2 ORDER BY created_at, id") \
    X(CHANNELS_ADDRESS, "SELECT count(*) FROM channels WHERE address = $1 AND created_at >= $2") \
    X(CHANNELS_ANY, "SELECT 1 + 0 * kind FROM channels LIMIT 1") \
    X(CHANNELS_MOVE, "UPDATE channels SET holder = $1 WHERE holder = $2") \
    X(CHANNEL_CONFIRM, "UPDATE channels SET confirmed_at = $1 WHERE id = $2") \
    X(CHANNEL_SENT, "UPDATE channels SET sent_at = $1 WHERE id = $2") \
    X(CHANNEL_DELETE, "DELETE FROM channels WHERE id = $1") \
    X(CHANNELS_HOLDER_DELETE, "DELETE FROM channels WHERE holder = $1") \
    X(CHANNELS_KIND_DELETE, "DELETE FROM channels WHERE kind = $1") \
    X(CHANNELS_OLD, "DELETE FROM channels WHERE (confirmed_at = 0 AND created_at < $1)" \
        " OR (tbl <> '' AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = channels.tbl))") \
    X(NOTICE_ADD, "INSERT INTO notices VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, '', 0)" \
        " ON CONFLICT DO NOTHING") \
    X(NOTICES_TELL, "INSERT INTO notices SELECT c.id || $1, c.id, c.kind, $2, $3, $4, ''," \
        " $5, $5, 0, '', 0 FROM channels c WHERE c.confirmed_at > 0 AND (c.what & $6) <> 0" \
        " AND c.kind <> 3 AND (c.tbl = '' OR c.tbl = $3) AND c.holder IN (SELECT holder" \
        " FROM grants WHERE tbl = $3 AND role = 3 AND seat = $4 AND epoch = $7)" \
        " ON CONFLICT DO NOTHING") \
    X(NOTICES_DUE, "SELECT kind + 1 FROM notices WHERE kind >= $1 AND kind <= $2" \
        " AND due_at <= $3 AND claimed_until < $3 LIMIT 1") \
    X(NOTICES_CLAIM, "UPDATE notices SET claimed_until = $1, claimer = $2" \
        " WHERE claimed_until < $3 AND id IN (SELECT id FROM notices WHERE kind >= $4" \
        " AND kind <= $5 AND due_at <= $3 AND claimed_until < $3 ORDER BY due_at LIMIT $6)") \
    X(NOTICES_CLAIM_CHANNEL, "UPDATE notices SET claimed_until = $1, claimer = $2" \
        " WHERE channel = $3 AND claimed_until < $4") \
    X(NOTICES_CLAIMED, MQ_NOTICE_COLUMNS "WHERE claimer = $1 AND claimed_until = $2" \
        " ORDER BY created_at, id") \
    X(NOTICE_DELETE, "DELETE FROM notices WHERE id = $1") \
    X(NOTICE_DELAY, "UPDATE notices SET tries = $1, due_at = $2, claimed_until = 0, claimer = ''" \
        " WHERE id = $3") \
    X(NOTICES_CHANNEL_DELETE, "DELETE FROM notices WHERE channel = $1") \
    X(NOTICES_HOLDER_DELETE, "DELETE FROM notices WHERE channel IN" \
        " (SELECT id FROM channels WHERE holder = $1)") \
    X(NOTICES_KIND_DELETE, "DELETE FROM notices WHERE kind = $1") \
    X(SEAT_ACCOUNT, "SELECT a.name, coalesce((SELECT max(c.language) FROM channels c" \
        " WHERE c.holder = a.id), '') FROM grants g JOIN accounts a ON a.id = g.holder" \
        " WHERE g.tbl = $1 AND g.role = 3 AND g.seat = $2 ORDER BY g.epoch DESC LIMIT 1") \
    X(CHAT_LAST, "SELECT n FROM chat WHERE tbl = $1 ORDER BY n DESC LIMIT 1") \
    X(CHAT_IS, "SELECT n FROM chat WHERE tbl = $1 AND n = $2") \
    X(CHAT_ADD, "INSERT INTO chat VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING") \
    X(CHAT_GET, "SELECT tbl, n, at, seat, holder, text FROM (SELECT * FROM chat" \
        " WHERE tbl = $1 AND n >= $2 ORDER BY n DESC LIMIT $3) AS latest ORDER BY n") \
    X(CHAT_DELETE, "DELETE FROM chat WHERE tbl = $1 AND n = $2") \
    X(CHAT_OLD, "DELETE FROM chat WHERE at < $1") \
    X(CHAT_TABLE_DELETE, "DELETE FROM chat WHERE tbl = $1") \
    X(CHAT_HOLDER_DELETE, "DELETE FROM chat WHERE holder = $1") \
    X(REPORT_ADD, "INSERT INTO reports SELECT tbl, n, $1, $2, seat, holder, text FROM chat" \
        " WHERE tbl = $3 AND n = $4 ON CONFLICT DO NOTHING") \
    X(REPORTS_ALL, "SELECT r.tbl, r.n, r.at, r.seat, r.text, coalesce(a.name, '')" \
        " FROM reports r LEFT JOIN accounts a ON a.id = r.holder ORDER BY r.at DESC") \
    X(REPORTS_OLD, "DELETE FROM reports WHERE at < $1") \
    X(NOTE_GET, "SELECT text FROM notes WHERE holder = $1 AND tbl = $2") \
    X(NOTE_PUT, "INSERT INTO notes VALUES ($1, $2, $3) ON CONFLICT (holder, tbl)" \
        " DO UPDATE SET text = excluded.text") \
    X(NOTE_DELETE, "DELETE FROM notes WHERE holder = $1 AND tbl = $2") \
    X(NOTES_TABLE_DELETE, "DELETE FROM notes WHERE tbl = $1") \
    X(NOTES_HOLDER_DELETE, "DELETE FROM notes WHERE holder = $1") \
    X(SETTING_GET, "SELECT value FROM settings WHERE name = $1") \
    X(SETTING_ADD, "INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING") \
    X(SETTING_PUT, "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name)" \
        " DO UPDATE SET value = excluded.value") \
    X(SCHEMA_GET, "SELECT version FROM schema_version") \
    X(SCHEMA_TOUCH, "UPDATE schema_version SET version = version")
// clang-format on

#endif
