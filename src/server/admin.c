/* See admin.h. */
#include "server/admin.h"
#include "server/load.h"

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
};

static enum mq_status work_open(struct work *w, struct mq_store *store,
                                const char *id, struct mq_error *error)
{
    enum mq_status status;

    memset(w, 0, sizeof(*w));
    pthread_mutex_init(&w->games.lock, NULL);
    status = mq__load(&(struct mq_load){&w->games, id, {-1, 0}}, store,
                      &w->loaded, error);
    if (status == MQ_OK) {
        status = mq__table_read_doc(&w->table, w->loaded.doc);
    }
    snprintf(w->table.id, sizeof(w->table.id), "%s", id);
    w->table.match = w->loaded.match;
    return status;
}

static void work_close(struct work *w)
{
    mq__loaded_finish(&w->loaded);
    mq__games_finish(&w->games);
    pthread_mutex_destroy(&w->games.lock);
    free(w);
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

/* Everybody sees what was added: remarks are for all. */
static void write_seen(const struct work *w, int added, struct mq_buf *out)
{
    struct mq_json_writer j;

    mq__json_writer_init(&j, out);
    mq__json_open(&j, NULL, '[');
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        mq__json_int(&j, NULL, w->loaded.number[i] + added);
    }
    mq__json_close(&j, ']');
}

/* The one entry that was added, and the head after it. */
static enum mq_status put_entry(struct work *w, struct mq_store *store)
{
    struct mq_match *match = w->loaded.match;
    int entries = mq_match_entries(match);
    char *line = mq_match_entry_line(match, entries - 1);
    char *position =
        mq_position_write(mq_match_game(match), mq_match_state(match));
    struct mq_entry_row row = {entries - 1, mq__wall_ms(), -1, "", line};
    struct mq_head_row head = {
        .table = w->table.id,
        .segment = w->loaded.segment,
        .entries = entries,
        .position = position,
        .clock = w->loaded.clock,
        .wake_at = w->table.state == MQ_TABLE_RUNNING ? 1 : 0,
    };
    struct mq_buf seen;
    enum mq_status status = MQ_NOMEM;

    mq__buf_init(&seen);
    write_seen(w, 1, &seen);
    mq_match_turn(match, &head.waiting);
    head.seen = mq__buf_text(&seen);
    if (line != NULL && position != NULL && !seen.failed) {
        line[strcspn(line, "\n")] = '\0';
        status = mq_store_append(store, &head, &row, 1);
    }
    mq__buf_finish(&seen);
    free(line);
    free(position);
    return status;
}

/* Puts it all back in one transaction and tells the server. */
static enum mq_status work_save(struct work *w, struct mq_store *store,
                                bool entry)
{
    enum mq_status status = mq_store_begin(store);

    if (status != MQ_OK) {
        return status;
    }
    status = put_doc(w, store);
    if (status == MQ_OK && entry) {
        status = put_entry(w, store);
    }
    if (status == MQ_OK) {
        status = mq_store_signal(store, w->table.id);
    }
    if (status == MQ_OK) {
        status = mq_store_commit(store);
    }
    if (status != MQ_OK) {
        mq_store_rollback(store);
    }
    return status;
}

static enum mq_status need_running(const struct work *w)
{
    return w->table.state == MQ_TABLE_RUNNING && w->loaded.match != NULL
               ? MQ_OK
               : MQ_OVER;
}

enum mq_status mq_admin_end(struct mq_store *store, const char *id,
                            struct mq_error *error)
{
    struct work *w = malloc(sizeof(*w));
    enum mq_status status;

    if (w == NULL) {
        return MQ_NOMEM;
    }
    status = work_open(w, store, id, error);
    if (status == MQ_OK) {
        status = need_running(w);
    }
    if (status == MQ_OK) {
        status = mq_match_close(w->loaded.match);
    }
    if (status == MQ_OK) {
        const struct mq_game *game = mq_match_game(w->loaded.match);

        w->table.state = MQ_TABLE_OVER;
        w->table.end = MQ_END_ENDED;
        w->table.ended_at = mq__wall_ms();
        game->scores(game, mq_match_state(w->loaded.match), w->table.score);
        status = work_save(w, store, true);
    }
    work_close(w);
    return status;
}

enum mq_status mq_admin_bot(struct mq_store *store, const char *id, int seat,
                            const char *bot, struct mq_error *error)
{
    struct work *w = malloc(sizeof(*w));
    enum mq_status status;

    if (w == NULL) {
        return MQ_NOMEM;
    }
    status = work_open(w, store, id, error);
    if (status == MQ_OK) {
        status = need_running(w);
    }
    if (status == MQ_OK && (seat < 0 || seat >= w->table.players)) {
        status = MQ_RANGE;
    }
    if (status == MQ_OK) {
        status = mq_match_hand_over(w->loaded.match, seat, bot);
    }
    if (status == MQ_OK) {
        status = work_save(w, store, true);
    }
    work_close(w);
    return status;
}

static struct mq_link *link_of(struct mq_table *t, const char *which, int seat)
{
    if (strcmp(which, "join") == 0) {
        return &t->join;
    }
    if (strcmp(which, "watch") == 0) {
        return &t->watch;
    }
    if (strcmp(which, "seat") == 0 && seat >= 0 && seat < t->players) {
        return &t->place[seat].link;
    }
    return NULL;
}

enum mq_status mq_admin_renew(struct mq_store *store, const char *id,
                              const char *which, int seat, const char *url,
                              char link[MQ_ADMIN_LINK])
{
    struct work *w = malloc(sizeof(*w));
    struct mq_error error;
    struct mq_link *renewed;
    char secret[MQ_SECRET_SIZE];
    enum mq_status status;

    if (w == NULL) {
        return MQ_NOMEM;
    }
    status = work_open(w, store, id, &error);
    renewed = status == MQ_OK ? link_of(&w->table, which, seat) : NULL;
    if (status == MQ_OK && renewed == NULL) {
        status = MQ_RANGE;
    }
    if (status == MQ_OK) {
        mq__secret_make(secret);
        mq__secret_hash(secret, renewed->hash);
        renewed->epoch++;
        status = work_save(w, store, false);
        snprintf(link, MQ_ADMIN_LINK, "%s/t/%s#%s=%s", url, id, which, secret);
    }
    work_close(w);
    return status;
}

enum { RESET_MS = 2 * 86400 * 1000 };

enum mq_status mq_admin_reset(struct mq_store *store, const char *name,
                              const char *url, char link[MQ_ADMIN_LINK])
{
    struct mq_account account;
    char secret[MQ_SECRET_SIZE], id[MQ_KEY_SIZE], key[128];
    enum mq_status status;

    snprintf(key, sizeof(key), "%s", name);
    for (char *c = key; *c != '\0'; c++) {
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    }
    status = mq_store_account(store, key, &account);
    if (status == MQ_OK) {
        mq__secret_make(secret);
        mq__secret_hash(secret, id);
        status =
            mq_store_add_reset(store, id, account.id, mq__wall_ms() + RESET_MS);
        snprintf(link, MQ_ADMIN_LINK, "%s/reset#%s", url, secret);
    }
    return status;
}

enum mq_status mq_admin_delete(struct mq_store *store, const char *id)
{
    enum mq_status status = mq_store_begin(store);

    if (status == MQ_OK) {
        status = mq_store_delete_table(store, id);
        if (status == MQ_OK) {
            status = mq_store_signal(store, id);
        }
        if (status == MQ_OK) {
            status = mq_store_commit(store);
        }
        if (status != MQ_OK) {
            mq_store_rollback(store);
        }
    }
    return status;
}

enum mq_status mq_admin_export(struct mq_store *store, const char *id,
                               bool secret, struct mq_buf *out)
{
    return mq__load_file(store, id, secret, out);
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

int mq_admin_lock(const char *db)
{
    char path[4096];
    int file;

    snprintf(path, sizeof(path), "%s.lock", db);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0 && flock(file, LOCK_EX | LOCK_NB) != 0) {
        close(file);
        file = -1;
    }
    if (file >= 0) {
        (void)mq_admin_give(file, db); /* locked it is, whosever it is */
    }
    return file;
}
