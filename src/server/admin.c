/* See admin.h. */
#include "server/admin.h"
#include "server/load.h"
#include "server/net.h"
#include "server/peers.h"
#include "server/sender.h"

#include <assert.h>
#include <fcntl.h>
#include <libgen.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A table taken out of the store, changed, and put back. */
struct work {
    struct mq_games games;
    struct mq_loaded loaded;
    struct mq_table table;
    struct mq_store *store;
    int stored; /* entries of the match that the store has */
};

/* A table of which the records are checked. */
struct checked {
    char id[MQ_TABLE_ID_SIZE], link[MQ_LINK_SIZE];
    int segment, entries, sound;
};

/* What is to be changed. */
struct asked {
    const char *id;
    enum mq_status (*change)(struct work *w, const struct asked *asked);
    bool entry; /* the change adds one to the record */
    int seat;
    const char *bot, *which, *secret;
};

static enum mq_status work_open(struct work *w, const char *id, bool mend,
                                struct mq_error *error)
{
    enum mq_status status =
        mq__load(&(struct mq_load){&w->games, id, {-1, 0}, mend}, w->store,
                 &w->loaded, error);

    if (status == MQ_OK) {
        status = mq__table_read_doc(&w->table, w->loaded.doc);
    }
    snprintf(w->table.id, sizeof(w->table.id), "%s", id);
    w->table.match = w->loaded.match;
    w->table.mended = w->loaded.mended;
    if (status == MQ_OK && w->loaded.match != NULL && !w->loaded.begun) {
        w->stored = mq_match_entries(w->loaded.match);
    }
    return status;
}

static enum mq_status put_doc(struct work *w, struct mq_store *store)
{
    struct mq_buf doc;
    struct mq_table_row row = {
        .id = w->table.id,
        .version = w->loaded.version + 1,
        .game = w->table.game_id,
        .state = w->table.state,
        .listed = w->table.listed,
        .created_at = w->table.created_at,
        .ended_at = w->table.ended_at,
    };
    enum mq_status status;

    mq__buf_init(&doc);
    mq__table_write_doc(&w->table, &doc);
    row.doc = mq__buf_text(&doc);
    status = doc.failed ? MQ_NOMEM : mq_store_put_table(store, &row);
    mq__buf_finish(&doc);
    return status;
}

/* The record begins with the match: its header, then the head after it. */
static enum mq_status put_record(struct work *w, struct mq_head_row *head,
                                 char link[MQ_LINK_SIZE])
{
    char *header = mq_match_header_line(w->loaded.match);
    char *secret = mq_match_secret_line(w->loaded.match);
    struct mq_head_row first = *head;
    enum mq_status status = MQ_NOMEM;

    mq__link_text(w->loaded.match, 0, link);
    first.entries = 0;
    first.link = link;
    if (header != NULL && secret != NULL) {
        header[strcspn(header, "\n")] = '\0';
        secret[strcspn(secret, "\n")] = '\0';
        status = mq_store_begin_record(w->store, &first, header, secret);
    }
    head->before = link;
    free(header);
    free(secret);
    return status;
}

/* Everybody sees what was added: remarks are for all. */
static void write_head(struct work *w, struct mq_buf *seen,
                       struct mq_buf *clock)
{
    struct mq_json_writer j;

    for (int i = 0; i < MQ_AUDIENCES; i++) {
        w->table.base[i] = w->loaded.base[i];
        w->loaded.number[i]++;
    }
    mq__buf_init(seen);
    mq__json_writer_init(&j, seen);
    mq__json_ints(&j, NULL, w->loaded.number, MQ_AUDIENCES);
    mq__buf_init(clock);
    if (w->loaded.begun) {
        mq__clock_write(&w->table, clock);
    } else {
        mq__buf_str(clock, w->loaded.clock);
    }
}

/* The entries that the store hasn't yet, one by one; the head goes along. */
static enum mq_status put_entries(struct work *w, struct mq_head_row *head)
{
    struct mq_match *match = w->loaded.match;
    char link[2][MQ_LINK_SIZE];
    enum mq_status status = MQ_OK;

    for (int i = w->stored; status == MQ_OK && i < mq_match_entries(match);
         i++) {
        char *line = mq_match_entry_line(match, i);
        struct mq_entry_row row = {i, mq__wall_ms(), -1, "", line};

        if (line == NULL) {
            return MQ_NOMEM;
        }
        line[strcspn(line, "\n")] = '\0';
        mq__link_text(match, i + 1, link[i % 2]);
        head->entries = i + 1;
        head->link = link[i % 2];
        status = mq_store_append(w->store, head, &row, 1);
        head->before = head->link;
        free(line);
    }
    return status;
}

/* What was added to the record, and the head after it. */
static enum mq_status put_match(struct work *w)
{
    struct mq_match *match = w->loaded.match;
    char *position =
        mq_position_write(mq_match_game(match), mq_match_state(match));
    char first[MQ_LINK_SIZE];
    struct mq_buf seen, clock;
    struct mq_head_row head = {
        .table = w->table.id,
        .segment = w->loaded.segment,
        .position = position,
        .wake_at = w->table.state == MQ_TABLE_RUNNING ? 1 : 0,
        .before = w->loaded.link,
    };
    enum mq_status status = MQ_NOMEM;

    write_head(w, &seen, &clock);
    mq_match_turn(match, &head.waiting);
    head.seen = mq__buf_text(&seen);
    head.clock = mq__buf_text(&clock);
    if (position != NULL && !seen.failed && !clock.failed) {
        status = w->loaded.begun ? put_record(w, &head, first) : MQ_OK;
        if (status == MQ_OK) {
            status = put_entries(w, &head);
        }
    }
    mq__buf_finish(&seen);
    mq__buf_finish(&clock);
    free(position);
    return status;
}

/* Puts it all back in one transaction and tells the server. */
static enum mq_status work_save(struct work *w, bool entry)
{
    enum mq_status status = mq_store_begin(w->store);

    if (status != MQ_OK) {
        return status;
    }
    status = put_doc(w, w->store);
    if (status == MQ_OK && entry) {
        status = put_match(w);
    }
    if (status == MQ_OK) {
        status = mq_store_signal(w->store, w->table.id);
    }
    return mq_store_end(w->store, status);
}

static enum mq_status work_on(struct mq_store *store, const struct asked *asked,
                              struct mq_error *error)
{
    struct work *w = calloc(1, sizeof(*w));
    enum mq_status status;

    if (w == NULL) {
        return MQ_NOMEM;
    }
    w->store = store;
    pthread_mutex_init(&w->games.lock, NULL);
    status = work_open(w, asked->id, asked->entry, error);
    if (status == MQ_OK && asked->entry &&
        (w->table.state != MQ_TABLE_RUNNING || w->loaded.match == NULL)) {
        status = MQ_OVER;
    }
    if (status == MQ_OK) {
        status = asked->change(w, asked);
    }
    if (status == MQ_OK) {
        status = work_save(w, asked->entry);
    }
    mq__loaded_finish(&w->loaded);
    mq__games_finish(&w->games);
    pthread_mutex_destroy(&w->games.lock);
    free(w);
    return status;
}

static enum mq_status end_match(struct work *w, const struct asked *asked)
{
    struct mq_match *match = w->loaded.match;
    enum mq_status status = mq_match_close(match);

    (void)asked;
    w->table.state = MQ_TABLE_OVER;
    w->table.end = MQ_END_ENDED;
    w->table.ended_at = mq__wall_ms();
    mq_scores(mq_match_game(match), mq_match_state(match), w->table.score);
    return status;
}

enum mq_status mq_admin_end(struct mq_store *store, const char *id,
                            struct mq_error *error)
{
    struct asked asked = {.id = id, .change = end_match, .entry = true};

    return work_on(store, &asked, error);
}

static enum mq_status hand_over(struct work *w, const struct asked *asked)
{
    if (asked->seat < 0 || asked->seat >= w->table.players) {
        return MQ_RANGE;
    }
    return mq_match_hand_over(w->loaded.match, asked->seat, asked->bot);
}

enum mq_status mq_admin_bot(struct mq_store *store, const char *id, int seat,
                            const char *bot, struct mq_error *error)
{
    struct asked asked = {
        .id = id, .change = hand_over, .entry = true, .seat = seat, .bot = bot};

    return work_on(store, &asked, error);
}

static enum mq_status renew_link(struct work *w, const struct asked *asked)
{
    struct mq_table *t = &w->table;
    struct mq_link *link = NULL;

    if (strcmp(asked->which, "join") == 0) {
        link = &t->join;
    } else if (strcmp(asked->which, "watch") == 0) {
        link = &t->watch;
    } else if (strcmp(asked->which, "seat") == 0 && asked->seat >= 0 &&
               asked->seat < t->players) {
        link = &t->place[asked->seat].link;
    } else {
        return MQ_RANGE;
    }
    mq__secret_hash(asked->secret, link->hash);
    link->epoch++;
    return MQ_OK;
}

enum mq_status mq_admin_renew(struct mq_store *store, const char *id,
                              const char *which, int seat, const char *url,
                              char link[MQ_ADMIN_LINK])
{
    char secret[MQ_SECRET_SIZE];
    struct asked asked = {.id = id,
                          .change = renew_link,
                          .which = which,
                          .seat = seat,
                          .secret = secret};
    struct mq_error error;

    mq__secret_make(secret);
    snprintf(link, MQ_ADMIN_LINK, "%s/t/%s#%s=%s", url, id, which, secret);
    return work_on(store, &asked, &error);
}

enum { RESET_MS = 2 * 86400 * 1000 };

static enum mq_status find_account(struct mq_store *store, const char *name,
                                   struct mq_account *out)
{
    char key[MQ_ACCOUNT_NAME_SIZE];

    snprintf(key, sizeof(key), "%s", name);
    for (char *c = key; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
    return mq_store_account(store, key, out);
}

enum mq_status mq_admin_ban(struct mq_store *store, const char *name,
                            bool banned)
{
    struct mq_account account;
    struct mq_ended ended = {.account = account.id, .keep = ""};
    char word[MQ_SIGNAL_SIZE];
    enum mq_status status = find_account(store, name, &account);

    if (status != MQ_OK) {
        return status;
    }
    status = mq_store_begin(store);
    if (status != MQ_OK) {
        return status;
    }
    status = mq_store_ban(store, account.id, banned);
    if (status == MQ_OK && banned && mq_store_is_shared(store)) {
        mq__peers_write_end(&ended, word);
        status = mq_store_signal(store, word);
    }
    return mq_store_end(store, status);
}

enum mq_status mq_admin_reset(struct mq_store *store, const char *name,
                              const char *url, char link[MQ_ADMIN_LINK])
{
    struct mq_account account;
    char secret[MQ_SECRET_SIZE], id[MQ_KEY_SIZE];
    enum mq_status status = find_account(store, name, &account);

    if (status == MQ_OK) {
        mq__secret_make(secret);
        mq__secret_hash(secret, id);
        status =
            mq_store_add_reset(store, id, account.id, mq__wall_ms() + RESET_MS);
        snprintf(link, MQ_ADMIN_LINK, "%s/reset#%s", url, secret);
    }
    return status;
}

enum mq_status mq_admin_vapid(struct mq_store *store)
{
    return mq__sender_keys(store, true);
}

enum mq_status mq_admin_delete(struct mq_store *store, const char *id)
{
    enum mq_status status = mq_store_begin(store);

    if (status == MQ_OK) {
        status = mq_store_delete_table(store, id, 0);
        if (status == MQ_OK) {
            status = mq_store_signal(store, id);
        }
        status = mq_store_end(store, status);
    }
    return status;
}

enum mq_status mq_admin_export(struct mq_store *store, const char *id,
                               bool secret, struct mq_buf *out)
{
    return mq__load_file(store, id, secret, out);
}

/* All records of one table. */
static enum mq_status check_table(struct mq_store *store,
                                  const struct checked *t,
                                  const struct mq_admin_checks *to)
{
    enum mq_status status = MQ_OK;

    for (int i = 0; status == MQ_OK && i <= t->segment; i++) {
        struct mq_admin_finding finding = {.table = t->id, .segment = i};
        bool last = i == t->segment;
        struct mq_replay replay;

        status =
            mq_store_replay(store, t->id, i, last ? t->entries : -1, &replay);
        finding.verdict = replay.verdict;
        finding.sound = replay.sound;
        if (last && replay.verdict == MQ_OK &&
            (t->sound >= 0 || strcmp(replay.link, t->link) != 0)) {
            finding.verdict = MQ_DAMAGED;
        }
        if (status == MQ_OK) {
            to->visit(to->context, &finding);
        }
    }
    return status;
}

enum { CHECK_AT_ONCE = 100 };

struct tables {
    struct checked item[CHECK_AT_ONCE];
    int count;
};

static bool note_table(void *context, const struct mq_table_row *row,
                       const struct mq_head_row *head)
{
    struct tables *tables = context;
    struct checked *t = &tables->item[tables->count++];

    assert(tables->count <= CHECK_AT_ONCE);
    *t = (struct checked){.segment = head->segment,
                          .entries = head->entries,
                          .sound = head->sound};
    snprintf(t->id, sizeof(t->id), "%s", row->id);
    snprintf(t->link, sizeof(t->link), "%s", head->link);
    return true;
}

enum mq_status mq_admin_check(struct mq_store *store,
                              const struct mq_admin_checks *to)
{
    struct tables *tables = malloc(sizeof(*tables));
    char after[MQ_TABLE_ID_SIZE] = "";
    enum mq_status status = tables != NULL ? MQ_OK : MQ_NOMEM;
    bool more = true;

    while (status == MQ_OK && more) {
        tables->count = 0;
        status = mq_store_tables_after(store, after, CHECK_AT_ONCE, note_table,
                                       tables);
        for (int i = 0; status == MQ_OK && i < tables->count; i++) {
            status = check_table(store, &tables->item[i], to);
            memcpy(after, tables->item[i].id, sizeof(after));
        }
        more = tables->count == CHECK_AT_ONCE;
    }
    free(tables);
    return status;
}

bool mq_admin_give(int file, const char *db)
{
    char path[4096];
    struct stat st;

    snprintf(path, sizeof(path), "%s", db);
    if (geteuid() != 0 ||
        (stat(db, &st) != 0 && stat(dirname(path), &st) != 0)) {
        return true;
    }
    return fchown(file, st.st_uid, st.st_gid) == 0;
}

/* The file itself is locked, so its name doesn't matter. SQLite's own locks are
 * of another kind; they end when any descriptor of the file is closed, so this
 * one is closed last. */
int mq_admin_lock(const char *db)
{
    bool fresh = access(db, F_OK) != 0;
    int file = open(db, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    char path[4096];

    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
        close(file);
        file = -1;
    }
    if (file >= 0 && fresh) {
        snprintf(path, sizeof(path), "%s", db);
        (void)mq_admin_give(file, dirname(path)); /* locked it is, anyhow */
    }
    return file;
}
