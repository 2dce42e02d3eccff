/* Tables in memory: finding, loading, letting go, tending. */
#include "server/load.h"
#include "server/net.h"
#include "server/peers.h"
#include "store/chat.h"

#include "core/game.h"
#include "core/match_record.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whoever waits for a table that is being loaded. */
struct mq_waiting {
    struct mq_waiting *next;
    mq_table_use use;
    void *context;
};

struct load_job {
    struct mq_store_job job; /* first */
    struct mq_table *table;
    struct mq_known known;
    struct mq_loaded loaded;
    struct mq_error error;
};

static struct mq_table **bucket(struct mq_app *app, const char *id)
{
    uint32_t hash = 2166136261U;

    for (; *id != '\0'; id++) {
        hash = (hash ^ (unsigned char)*id) * 16777619U;
    }
    return &app->tables[hash % MQ_TABLE_BUCKETS];
}

struct mq_table *mq__table_find(struct mq_app *app, const char *id)
{
    struct mq_table *t = *bucket(app, id);

    while (t != NULL && strcmp(t->id, id) != 0) {
        t = t->next;
    }
    return t;
}

static struct mq_table *insert(struct mq_app *app, const char *id)
{
    struct mq_table *t = calloc(1, sizeof(*t)), **head = bucket(app, id);

    if (t == NULL) {
        return NULL;
    }
    snprintf(t->id, sizeof(t->id), "%s", id);
    t->app = app;
    t->condition = MQ_READY;
    t->segment = -1;
    t->chat = true;
    t->client_seat = -1;
    t->waiting_last = &t->waiting;
    mq__outbox_init(&t->outbox);
    t->used_ms = mq__now_ms();
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        mq__buf_init(&t->audience[i].view);
    }
    t->next = *head;
    *head = t;
    app->table_count++;
    return t;
}

struct mq_table *mq__table_new(struct mq_app *app)
{
    char id[MQ_TABLE_ID_SIZE];

    do {
        mq__id_make(id);
    } while (mq__table_find(app, id) != NULL);
    return insert(app, id);
}

void mq__table_check(const struct mq_table *t)
{
    int entries = t->match != NULL ? mq_match_entries(t->match) : 0;

    assert(t->in_flight >= 0 && t->pins >= t->in_flight);
    assert(!mq__table_is_loading(t) || t->in_flight == 0);
    assert(t->outbox.durable <= t->outbox.submitted);
    assert(t->written == MQ_NO_RECORD ||
           (t->written >= 0 && t->written <= entries));
    assert(t->state != MQ_TABLE_RUNNING || !mq__table_is_ready(t) ||
           (t->match != NULL && t->segment >= 0));
    assert(t->spectators >= 0 && t->players <= MQ_MAX_PLAYERS);
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        assert(t->audience[i].viewers >= 0);
        assert(t->audience[i].decision <= t->audience[i].number);
    }
    (void)entries;
}

static void forget_match(struct mq_table *t)
{
    mq_match_destroy(t->match);
    t->match = NULL;
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        t->audience[i].fresh = false;
        t->audience[i].number = 0;
        t->audience[i].decision = 0;
    }
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        free(t->ring[i]);
        t->ring[i] = NULL;
    }
}

void mq__table_drop(struct mq_table *t)
{
    struct mq_table **at = bucket(t->app, t->id);

    if (t->pins > 0 || t->conns != NULL || t->outbox.first != NULL ||
        mq__table_is_loading(t)) {
        return;
    }
    assert(t->in_flight == 0);
    while (*at != t) {
        at = &(*at)->next;
    }
    *at = t->next;
    assert(t->app->table_count > 0 && t->waiting == NULL);
    t->app->table_count--;
    forget_match(t);
    mq__peers_forget(t);
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        mq__buf_finish(&t->audience[i].view);
    }
    free(t);
}

static enum mq_status load_run(struct mq_job *job, struct mq_store *store)
{
    struct load_job *load = (struct load_job *)job;
    struct mq_load what = {&load->job.app->games, load->table->id, load->known,
                           false};

    return mq__load(&what, store, &load->loaded, &load->error);
}

/* The ids that repeated messages may have. */
static void fill_rings(struct mq_table *t, const struct mq_loaded *loaded)
{
    for (int i = 0; i < loaded->clients; i++) {
        const struct mq_remembered *r = &loaded->client[i];

        if (r->seat < t->players) {
            mq__ring_add(t, r->seat, r->id, r->number);
        }
    }
}

static void take_match(struct mq_table *t, struct mq_loaded *loaded)
{
    t->match = loaded->match;
    loaded->match = NULL;
    t->game = t->match != NULL ? mq_match_game(t->match)
                               : mq__games_get(&t->app->games, t->game_id);
    t->written = t->match != NULL ? mq_match_entries(t->match) : 0;
    if (loaded->begun) {
        t->written = MQ_NO_RECORD;
    }
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        t->base[i] = loaded->base[i];
        t->audience[i].number = loaded->number[i];
        t->audience[i].decision = loaded->decision[i];
        t->audience[i].fresh = false;
    }
    fill_rings(t, loaded);
}

static enum mq_status take_loaded(struct mq_table *t, struct mq_loaded *loaded)
{
    enum mq_status status = mq__table_read_doc(t, loaded->doc);

    if (status != MQ_OK) {
        return status;
    }
    forget_match(t);
    t->version = loaded->version;
    t->segment = loaded->segment;
    memcpy(t->link, loaded->link, sizeof(t->link));
    t->moved_at = loaded->moved_at;
    t->mended = loaded->mended;
    t->doc_dirty = false;
    take_match(t, loaded);
    mq__clock_read(t, loaded->clock);
    if (t->game == NULL) {
        return MQ_VERSION;
    }
    if (t->written == MQ_NO_RECORD) {
        mq__log(MQ_LOG_WARN, "rules_gone", "table=%s", t->id);
        t->doc_dirty = true;
        mq__commit(t, NULL, 0);
    }
    return MQ_OK;
}

/* What the remembered ids of the next entry have caused begins with the next
 * number of their seat. */
static void ring_next(struct mq_table *t, const struct mq_loaded *loaded,
                      int *at, const int number[MQ_AUDIENCES])
{
    for (; *at < loaded->clients &&
           loaded->client[*at].entry <= mq_match_entries(t->match);
         ++*at) {
        const struct mq_remembered *r = &loaded->client[*at];

        if (r->seat < t->players) {
            mq__ring_add(t, r->seat, r->id, number[r->seat] + 1);
        }
    }
}

/* Reads the lines that another process has added; the numbers of all
 * audiences go along. */
static enum mq_status read_more(struct mq_change *c,
                                const struct mq_loaded *loaded)
{
    struct mq_table *t = c->table;
    const char *line = mq__buf_text(&loaded->more);
    int number[MQ_AUDIENCES], at = 0;
    enum mq_status status = MQ_OK;

    for (int a = 0; a < MQ_AUDIENCES; a++) {
        number[a] = t->audience[a].number;
    }
    while (status == MQ_OK && *line != '\0') {
        size_t length = strcspn(line, "\n");
        struct mq_event event;

        ring_next(t, loaded, &at, number);
        status = mq__match_read_more(t->match, line, length);
        mq__change_note(c);
        for (int a = 0; status == MQ_OK && !c->failed && a < t->players; a++) {
            number[a] += mq__audience_sees(
                t, mq__change_state(c, c->count - 1), a,
                mq_match_entry(t->match, mq_match_entries(t->match) - 1),
                &event);
        }
        line += length + 1;
    }
    return c->failed ? MQ_NOMEM : status;
}

/* The table goes on from what is here: only what is new is read and sent. */
static enum mq_status take_more(struct mq_table *t,
                                const struct mq_loaded *loaded)
{
    struct mq_change change;
    int first = mq_match_entries(t->match);
    bool changed = loaded->version != t->version;
    char link[MQ_LINK_SIZE];
    enum mq_status status = mq__table_read_doc(t, loaded->doc);

    mq__change_begin(&change, t);
    if (status == MQ_OK) {
        status = read_more(&change, loaded);
    }
    if (status == MQ_OK) {
        mq__link_text(t->match, mq_match_entries(t->match), link);
        status = strcmp(link, loaded->link) == 0 ? MQ_OK : MQ_DAMAGED;
    }
    if (status != MQ_OK) {
        mq__change_end(&change);
        return status;
    }
    t->version = loaded->version;
    memcpy(t->link, loaded->link, sizeof(t->link));
    t->moved_at = loaded->moved_at > 0 ? loaded->moved_at : t->moved_at;
    t->doc_dirty = false;
    t->written = mq_match_entries(t->match);
    mq__clock_read(t, loaded->clock);
    t->app->figures.continued++;
    mq__publish(&change, false);
    for (int i = first; i < t->written; i++) { /* who plays what */
        changed =
            changed || mq_match_entry(t->match, i)->kind != MQ_ENTRY_EVENT;
    }
    mq__conn_check_rights(t);
    if (changed) {
        mq__publish_table(t);
    }
    return MQ_OK;
}

static void wake_waiting(struct mq_table *t, struct mq_table *found,
                         bool failed)
{
    struct mq_waiting *waiting = t->waiting;

    t->waiting = NULL;
    t->waiting_last = &t->waiting;
    while (waiting != NULL) {
        struct mq_waiting *next = waiting->next;

        waiting->use(waiting->context, found, failed);
        free(waiting);
        waiting = next;
    }
}

/* After a reload: who is there gets what the store had more. */
static void resume(struct mq_table *t)
{
    struct mq_conn *next;

    for (struct mq_conn *c = t->conns; c != NULL; c = next) {
        next = c->table_next;
        if (t->match != NULL) {
            mq__publish_catch_up(t, c, c->seen);
        }
    }
    mq__conn_check_rights(t);
    mq__publish_table(t);
}

/* Takes over what was read. `again`: it has to be read as a whole. */
static enum mq_status take(struct mq_table *t, struct mq_loaded *loaded,
                           bool *again)
{
    enum mq_status status;

    if (loaded->goes_on) {
        *again = take_more(t, loaded) != MQ_OK;
        return MQ_OK;
    }
    t->app->figures.loads++;
    status = take_loaded(t, loaded);
    if (status == MQ_OK) {
        resume(t);
    }
    return status;
}

static void load_failed(struct mq_table *t, enum mq_status status)
{
    if (status != MQ_NOTHING && !t->app->stopping) {
        mq__log(MQ_LOG_ERROR, "load", "table=%s status=%s", t->id,
                mq_status_word(status));
    }
    mq__table_close(t, status == MQ_NOTHING ? MQ_CLOSE_NO_RIGHT : 1011);
    if (status != MQ_NOTHING) {
        t->condition = MQ_UNREAD;
    }
    wake_waiting(t, NULL, status != MQ_NOTHING);
    mq__table_drop(t);
}

static void load_back(struct mq_store_job *job)
{
    struct load_job *load = (struct load_job *)job;
    struct mq_table *t = load->table;
    enum mq_status status = job->job.status;
    bool again = false;

    assert(mq__table_is_loading(t) && t->in_flight == 0);
    t->condition = t->condition == MQ_LOADING ? MQ_READY : MQ_OUTDATED;
    t->pins--;
    if (load->loaded.unread) {
        memcpy(t->app->unread, t->id, sizeof(t->app->unread));
    }
    if (status == MQ_OK) {
        status = take(t, &load->loaded, &again);
    }
    mq__loaded_finish(&load->loaded);
    free(load);
    if (again) {
        mq__table_reload(t, true);
    } else if (status == MQ_OK) {
        mq__outbox_release(&t->outbox);
        t->pins++;
        wake_waiting(t, t, false);
        t->pins--;
        mq__table_tend(t);
    } else {
        load_failed(t, status);
    }
}

/* The match here is a part of what the store has. */
static bool is_known(const struct mq_table *t)
{
    return t->match != NULL && t->written == mq_match_entries(t->match);
}

void mq__table_reload(struct mq_table *t, bool whole)
{
    struct load_job *load;

    assert(!mq__table_is_loading(t) && t->in_flight == 0);
    load = calloc(1, sizeof(*load));
    if (load == NULL) {
        t->condition = MQ_FAILED; /* looked at again by the tick */
        return;
    }
    t->condition = MQ_LOADING;
    t->fenced = false;
    t->pins++;
    load->table = t;
    load->known = (struct mq_known){-1, 0};
    if (!whole && is_known(t)) {
        load->known = (struct mq_known){t->segment, t->written};
    }
    load->job.app = t->app;
    mq__submit(t->app->reader, &load->job, load_run, load_back);
}

void mq__table_outdate(struct mq_table *t)
{
    if (t->condition == MQ_LOADING) {
        t->condition = MQ_LOADING_TWICE;
    } else if (t->condition == MQ_READY) {
        t->condition = MQ_OUTDATED;
    }
    mq__commit_recover(t);
}

void mq__table_break(struct mq_table *t, enum mq_condition how)
{
    assert(how == MQ_CONFLICTED || how == MQ_FAILED);
    assert(!mq__table_is_loading(t));
    if (t->condition != MQ_FAILED) {
        t->condition = how;
    }
    t->wake_ms = 1; /* looked at by the next tick */
}

void mq__table_close(struct mq_table *t, int code)
{
    while (t->conns != NULL) {
        struct mq_conn *conn = t->conns;

        mq__conn_detach(conn);
        mq__conn_close(conn, code);
    }
    t->condition = MQ_GONE;
}

/* Until it has been read. */
static void wait_for(struct mq_table *t, mq_table_use use, void *context)
{
    struct mq_waiting *waiting = malloc(sizeof(*waiting));

    if (waiting == NULL) {
        use(context, NULL, true);
        return;
    }
    *waiting = (struct mq_waiting){NULL, use, context};
    *t->waiting_last = waiting;
    t->waiting_last = &waiting->next;
}

void mq__table_get(struct mq_app *app, const char *id, mq_table_use use,
                   void *context)
{
    struct mq_table *t = mq__table_find(app, id);

    if (t == NULL) {
        t = mq__id_ok(id) ? insert(app, id) : NULL;
        if (t == NULL) {
            use(context, NULL, false);
            return;
        }
        mq__table_reload(t, true);
        mq__peers_ask(t);
    } else if (t->condition == MQ_OUTDATED) {
        mq__commit_recover(t);
    } else if (t->condition == MQ_UNREAD) {
        mq__table_reload(t, true);
    }
    t->used_ms = mq__now_ms();
    if (mq__table_is_known(t)) {
        use(context, t->condition == MQ_GONE ? NULL : t, false);
        return;
    }
    wait_for(t, use, context);
}

void mq__table_refresh(struct mq_table *t, mq_table_use use, void *context)
{
    assert(mq__table_is_ready(t));
    mq__table_outdate(t);
    wait_for(t, use, context);
}

static void deleted(void *context, bool saved)
{
    if (saved) {
        mq__table_close(context, MQ_CLOSE_NO_RIGHT);
    }
}

bool mq__table_delete(struct mq_table *t)
{
    struct mq_extra gone = {.kind = MQ_EXTRA_DELETE_TABLE,
                            .version = t->version};

    memcpy(gone.table, t->id, sizeof(gone.table));
    t->doc_dirty = false;
    if (!mq__commit(t, &gone, 1)) {
        return false;
    }
    mq__out_call(t, deleted, t);
    return true;
}

/* A table that never started goes. */
static bool expire(struct mq_table *t)
{
    int64_t left =
        t->created_at + t->app->config->open_for_s * 1000LL - mq__wall_ms();

    if (t->state != MQ_TABLE_OPEN) {
        return false;
    }
    if (left > 0) {
        t->wake_ms = mq__now_ms() + left;
        return false;
    }
    if (t->in_flight == 0) {
        mq__log(MQ_LOG_INFO, "expired", "table=%s", t->id);
        mq__table_delete(t);
    }
    return true;
}

void mq__table_tend(struct mq_table *t)
{
    mq__table_check(t);
    if (!mq__table_is_ready(t) || t->app->stopping || t->app->retired) {
        return;
    }
    t->wake_ms = 0;
    if (expire(t) || t->state != MQ_TABLE_RUNNING) {
        return;
    }
    mq__clock_check(t);
    if (t->state != MQ_TABLE_RUNNING) {
        return;
    }
    mq__think(t);
    mq__notify_check(t);
    mq__soonest(&t->wake_ms, mq__clock_deadline(t));
}

static bool can_go(const struct mq_table *t, int64_t now)
{
    return t->pins == 0 && t->conns == NULL && t->outbox.first == NULL &&
           t->waiting == NULL && t->in_flight == 0 &&
           (mq__table_is_known(t) || t->condition == MQ_UNREAD) &&
           mq__clock_deadline(t) == 0 &&
           now - t->used_ms > t->app->config->evict_after_s * 1000LL;
}

static void tick_table(struct mq_table *t, int64_t now)
{
    mq__peers_tick(t, now);
    mq__commit_recover(t);
    if (t->wake_ms > 0 && t->wake_ms <= now) {
        mq__table_tend(t);
    }
    if (can_go(t, now)) {
        t->app->figures.evictions++;
        mq__table_drop(t);
    }
}

/* Tables in the store that are due, and those that `maxq admin` has changed:
 * their ids. */
enum { DUE_AT_ONCE = 256 };

struct due_job {
    struct mq_store_job job; /* first */
    char id[DUE_AT_ONCE][MQ_TABLE_ID_SIZE];
    int count;
    int found; /* of them are due; the rest were changed */
    int64_t signal;
    struct mq_wake after;
    int schema;
    int ahead; /* how far, in ms */
    bool probed, channels;
    char unread[MQ_TABLE_ID_SIZE]; /* that is probed; "" : it can be read */
};

static bool note_due(void *context, const struct mq_table_row *row,
                     const struct mq_head_row *head)
{
    struct due_job *due = context;

    assert(due->count < DUE_AT_ONCE);
    due->after.at = head->wake_at;
    snprintf(due->after.id, MQ_TABLE_ID_SIZE, "%s", row->id);
    snprintf(due->id[due->count++], MQ_TABLE_ID_SIZE, "%s", row->id);
    return due->count < DUE_AT_ONCE / 2;
}

static bool note_signal(void *context, const char *table)
{
    struct due_job *due = context;

    snprintf(due->id[due->count++], MQ_TABLE_ID_SIZE, "%s", table);
    return due->count < DUE_AT_ONCE; /* the rest at the next look */
}

static enum mq_status due_run(struct mq_job *job, struct mq_store *store)
{
    struct due_job *due = (struct due_job *)job;
    struct mq_wake after = due->after;
    enum mq_status status = mq_store_version(store, &due->schema);

    if (status == MQ_OK && due->schema != MQ_STORE_SCHEMA) {
        return MQ_VERSION;
    }
    if (status == MQ_OK) {
        status = mq_store_waking(store, mq__wall_ms() + due->ahead,
                                 DUE_AT_ONCE / 2, &after, note_due, due);
    }
    if (status == MQ_OK) {
        status = mq_store_any_channel(store, &due->channels);
    }
    due->found = due->count;
    if (due->unread[0] != '\0' && mq__load_probe(store, due->unread) == MQ_OK) {
        due->unread[0] = '\0';
    }
    if (status == MQ_OK && due->job.app->peers == NULL) {
        status = mq_store_signals(store, &due->signal, note_signal, due);
    }
    return status;
}

static void no_use(void *context, struct mq_table *table, bool failed)
{
    (void)context;
    (void)table;
    (void)failed;
}

/* A table that is here and due by the wall clock may have been looked at by
 * the other one only. */
static void look_at(struct mq_app *app, const char *id, bool changed)
{
    struct mq_table *t = mq__table_find(app, id);

    if (t == NULL) {
        mq__table_get(app, id, no_use, NULL);
    } else if (changed) {
        mq__table_outdate(t);
    } else {
        mq__table_tend(t);
    }
}

static void due_back(struct mq_store_job *job)
{
    struct due_job *due = (struct due_job *)job;
    struct mq_app *app = job->app;
    bool first = app->signal < 0;

    app->scanning = false;
    if (job->job.status == MQ_VERSION) {
        mq__retire(app);
    }
    app->signal = due->signal;
    app->channels = due->channels;
    if (due->unread[0] == '\0' && due->probed) {
        app->unread[0] = '\0';
    }
    /* More may be due than come at once: the next look goes on from here. */
    app->scanned =
        due->found == DUE_AT_ONCE / 2 ? due->after : (struct mq_wake){0};
    app->looked = app->looked || app->scanned.at == 0;
    for (int i = 0; i < due->count; i++) {
        look_at(app, due->id[i], i >= due->found && !first);
    }
    free(due);
}

static void scan(struct mq_app *app)
{
    struct due_job *due = calloc(1, sizeof(*due));

    if (due == NULL) {
        return;
    }
    due->signal = app->signal;
    due->ahead = app->looked ? 5000 : MQ_LOOK_AGAIN_MS;
    memcpy(due->unread, app->unread, sizeof(due->unread));
    due->probed = app->unread[0] != '\0';
    due->after = app->scanned;
    due->job.app = app;
    app->scanning = true;
    mq__submit(app->reader, &due->job, due_run, due_back);
}

static enum mq_status probe_run(struct mq_job *job, struct mq_store *store)
{
    (void)job;
    return mq_store_probe(store);
}

static void probe_back(struct mq_store_job *job)
{
    job->app->probing = false;
    if (job->job.status == MQ_OK) {
        job->app->failing = false;
    }
    free(job);
}

/* Nothing could be written: perhaps nobody tries again as long as health says
 * so. */
static void probe(struct mq_app *app)
{
    struct mq_store_job *job = calloc(1, sizeof(*job));

    if (job != NULL) {
        app->probing = true;
        job->app = app;
        mq__submit(app->writer, job, probe_run, probe_back);
    }
}

static enum mq_status prune_run(struct mq_job *job, struct mq_store *store)
{
    struct mq_app *app = ((struct mq_store_job *)job)->app;

    return mq_store_prune_chat(store, mq__wall_ms() -
                                          app->config->chat_days * 86400000LL);
}

static void prune_back(struct mq_store_job *job)
{
    free(job);
}

/* Chats are kept for some days only. */
static void prune(struct mq_app *app)
{
    struct mq_store_job *job = calloc(1, sizeof(*job));

    if (job != NULL) {
        job->app = app;
        mq__submit(app->writer, job, prune_run, prune_back);
    }
}

enum { SCAN_EVERY_MS = 1000, PRUNE_EVERY_MS = 3600 * 1000 };

void mq__tables_tick(struct mq_app *app)
{
    int64_t now = mq__now_ms();

    for (int i = 0; i < MQ_TABLE_BUCKETS; i++) {
        struct mq_table *next;

        for (struct mq_table *t = app->tables[i]; t != NULL; t = next) {
            next = t->next;
            tick_table(t, now);
        }
    }
    if (!app->scanning && now - app->scanned_at >= SCAN_EVERY_MS) {
        app->scanned_at = now;
        scan(app);
        if (app->pruned_at == 0 || now - app->pruned_at >= PRUNE_EVERY_MS) {
            app->pruned_at = now;
            prune(app);
        }
        if (app->failing && !app->probing) {
            probe(app);
        }
    }
}

void mq__tables_finish(struct mq_app *app)
{
    for (int i = 0; i < MQ_TABLE_BUCKETS; i++) {
        while (app->tables[i] != NULL) {
            struct mq_table *t = app->tables[i];

            mq__outbox_refuse(&t->outbox, MQ_FAULT_STOPPING);
            t->pins = 0;
            t->in_flight = 0;
            t->conns = NULL;
            t->condition = MQ_GONE;
            mq__table_drop(t);
        }
    }
}
