/* Commits: what has changed at a table is handed to the writer. See table.h. */
#include "core/match_record.h"
#include "server/net.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct commit {
    struct mq_store_job job; /* first */
    struct mq_table *table;
    uint64_t number;

    bool has_doc, has_head, begins;
    struct mq_table_row row;
    struct mq_buf doc;
    struct mq_head_row head;
    struct mq_buf seen, clock;
    char *position, *header, *secret;
    struct mq_entry_row *entry;
    int entries;
    struct mq_extra extra[MQ_MAX_EXTRAS];
    int extras;
    char id[MQ_TABLE_ID_SIZE], game[16], client[MQ_CLIENT_ID];
    /* Links: of the stored head, of the header of a new record, of the last
     * entry. */
    char before[MQ_LINK_SIZE], first[MQ_LINK_SIZE], link[MQ_LINK_SIZE];
};

static void commit_free(struct commit *c)
{
    for (int i = 0; c->entry != NULL && i < c->entries; i++) {
        free((char *)c->entry[i].line);
    }
    free(c->entry);
    free(c->position);
    free(c->header);
    free(c->secret);
    mq__buf_finish(&c->doc);
    mq__buf_finish(&c->seen);
    mq__buf_finish(&c->clock);
    free(c);
}

static enum mq_status run_extra(struct mq_store *store,
                                const struct mq_extra *e, int64_t now)
{
    switch (e->kind) {
    case MQ_EXTRA_GRANT:
        return mq_store_put_grant(store, e->holder, e->table, e->grant, now);
    case MQ_EXTRA_NO_GRANT:
        return mq_store_delete_grant(store, e->holder, e->table, e->grant);
    case MQ_EXTRA_SESSION:
        return mq_store_put_session(store, &e->session);
    case MQ_EXTRA_COPY_GRANTS:
        return mq_store_copy_grants(store, e->holder, e->grant, e->table, e->as,
                                    now);
    case MQ_EXTRA_DELETE_TABLE:
        return mq_store_delete_table(store, e->table, e->version);
    case MQ_EXTRA_NEWS:
        return mq_store_tell(store, &e->news, now);
    }
    return MQ_OK;
}

static enum mq_status write_head(struct commit *c, struct mq_store *store)
{
    struct mq_head_row head = c->head;
    enum mq_status status;

    if (c->begins) {
        head.entries = c->head.entries - c->entries;
        head.link = c->first;
        status = mq_store_begin_record(store, &head, c->header, c->secret);
        if (status != MQ_OK || c->entries == 0) {
            return status;
        }
        head = c->head;
        head.before = c->first;
    }
    if (c->entries > 0) {
        return mq_store_append(store, &head, c->entry, c->entries);
    }
    return mq_store_put_head(store, &head);
}

/* A conflict is harmless only as long as nothing was written. */
static enum mq_status grave(enum mq_status status)
{
    return status == MQ_CONFLICT || status == MQ_NOTHING ? MQ_CANCELLED
                                                         : status;
}

static enum mq_status write_all(struct commit *c, struct mq_store *store)
{
    enum mq_status status = MQ_OK;
    bool wrote = false;

    if (c->has_doc) {
        status = mq_store_put_table(store, &c->row);
        wrote = true;
    }
    if (status == MQ_OK && c->has_head) {
        status = write_head(c, store);
        status = wrote ? grave(status) : status;
    }
    wrote = wrote || c->has_head;
    for (int i = 0; status == MQ_OK && i < c->extras; i++) {
        status = run_extra(store, &c->extra[i], mq__wall_ms());
        status = wrote ? grave(status) : status;
        wrote = true;
    }
    if (status == MQ_OK && mq_store_is_shared(store)) {
        status = mq_store_signal(store, c->id);
    }
    return status;
}

/* What comes behind a commit that failed builds on what isn't there. */
static void commit_failed(struct mq_job *job)
{
    ((struct commit *)job)->table->fenced = true;
}

static enum mq_status commit_run(struct mq_job *job, struct mq_store *store)
{
    struct commit *c = (struct commit *)job;
    enum mq_status status = MQ_CONFLICT;

    if (!c->table->fenced) {
        status = write_all(c, store);
    }
    if (status == MQ_CONFLICT || status == MQ_NOTHING) {
        commit_failed(job);
    }
    return status;
}

enum { MOST_CONFLICTS = 16 };

void mq__commit_recover(struct mq_table *t)
{
    if (t->in_flight > 0) {
        return;
    }
    if (t->condition == MQ_OUTDATED) {
        mq__table_reload(t, false);
    }
    if (t->condition != MQ_CONFLICTED && t->condition != MQ_FAILED) {
        return;
    }
    t->app->figures.reloads++;
    if (t->condition == MQ_CONFLICTED && t->conflicts < MOST_CONFLICTS) {
        mq__outbox_again(&t->outbox);
    } else {
        mq__outbox_refuse(&t->outbox, t->app->retired ? MQ_FAULT_OUTDATED
                                      : t->condition == MQ_CONFLICTED
                                          ? MQ_FAULT_STALE
                                          : MQ_FAULT_NOT_SAVED);
    }
    mq__table_reload(t, true);
}

/* Between servers it is daily bread that another was faster. */
static void report_failure(struct commit *c)
{
    enum mq_status status = c->job.job.status;

    if (status == MQ_CONFLICT || status == MQ_NOTHING ||
        (status == MQ_CANCELLED && !c->job.app->stopping)) {
        c->table->conflicts++;
        mq__table_break(c->table, MQ_CONFLICTED);
        return;
    }
    if (status == MQ_VERSION) {
        mq__retire(c->job.app);
    }
    c->job.app->failing = true;
    mq__log(MQ_LOG_ERROR, "not_saved", "table=%s status=%s", c->id,
            mq_status_word(status));
    mq__table_break(c->table, MQ_FAILED);
}

static void commit_back(struct mq_store_job *job)
{
    struct commit *c = (struct commit *)job;
    struct mq_table *t = c->table;

    assert(t->in_flight > 0 && t->pins > 0);
    t->pins--;
    t->in_flight--;
    if (job->job.status != MQ_OK) {
        report_failure(c);
    } else {
        job->app->failing = false;
        if (mq__table_is_known(t)) {
            t->conflicts = 0;
            t->elsewhere_ms = 0;
            mq__outbox_confirm(&t->outbox, c->number);
            mq__outbox_release(&t->outbox);
        }
    }
    commit_free(c);
    mq__commit_recover(t);
    if (t->condition == MQ_GONE) {
        mq__table_drop(t);
    }
}

static bool take_doc(struct mq_table *t, struct commit *c)
{
    mq__table_write_doc(t, &c->doc);
    t->version++;
    t->doc_dirty = false;
    snprintf(c->game, sizeof(c->game), "%s", t->game_id);
    c->has_doc = true;
    c->row = (struct mq_table_row){
        .id = c->id,
        .version = t->version,
        .game = c->game,
        .state = t->state,
        .listed = t->listed,
        .created_at = t->created_at,
        .ended_at = t->ended_at,
        .doc = mq__buf_text(&c->doc),
    };
    return !c->doc.failed;
}

static bool take_entries(struct mq_table *t, struct commit *c)
{
    int now = mq_match_entries(t->match), count = now - t->written;

    assert(t->written >= 0 && count >= 0);
    c->entry = calloc((size_t)count + 1, sizeof(*c->entry));
    if (c->entry == NULL) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        char *line = mq_match_entry_line(t->match, t->written + i);

        if (line == NULL) {
            return false;
        }
        line[strcspn(line, "\n")] = '\0';
        c->entry[i] =
            (struct mq_entry_row){t->written + i, t->moved_at, -1, "", line};
        c->entries = i + 1;
    }
    if (count > 0 && t->client_seat >= 0) {
        memcpy(c->client, t->client, sizeof(c->client));
        c->entry[0].seat = t->client_seat;
        c->entry[0].client = c->client;
    }
    t->written = now;
    return true;
}

enum { BOT_LATE_MS = 15000 };

/* When a server has to look at it again, whichever it is then: a clock, a bot
 * that should have moved long ago, a notice. */
static int64_t wake_at(const struct mq_table *t)
{
    int64_t now = mq__now_ms(), wall = mq__wall_ms(), at = 0;

    if (t->state == MQ_TABLE_OVER) {
        return 0;
    }
    if (t->wake_ms > 0) {
        at = wall + (t->wake_ms > now ? t->wake_ms - now : 0) + 1;
    }
    if (mq__bot_waits(t)) {
        mq__soonest(&at, wall + t->app->config->bot_ms + BOT_LATE_MS);
    }
    mq__soonest(&at, mq__notify_at(t));
    return at;
}

static void write_seen(const struct mq_table *t, struct mq_buf *out)
{
    struct mq_json_writer w;
    int number[MQ_AUDIENCES];

    for (int i = 0; i < MQ_AUDIENCES; i++) {
        number[i] = t->audience[i].number;
    }
    mq__json_writer_init(&w, out);
    mq__json_ints(&w, NULL, number, MQ_AUDIENCES);
}

/* The match has it at hand, mostly: it was hashed. */
static char *position_of(const struct mq_table *t)
{
    const struct mq_buf *text = mq__match_position(t->match);

    return text != NULL ? strdup(mq__buf_text(text))
                        : mq_position_write(t->game, mq_match_state(t->match));
}

/* The link after all entries of the match, for the next commit. */
static void take_link(struct mq_table *t)
{
    if (t->match != NULL) {
        mq__link_text(t->match, t->written, t->link);
    }
}

static bool take_head(struct mq_table *t, struct commit *c)
{
    uint32_t waiting = 0;

    if (t->match != NULL) {
        mq_match_turn(t->match, &waiting);
        c->position = position_of(t);
        if (c->position == NULL || !take_entries(t, c)) {
            return false;
        }
    }
    memcpy(c->before, t->link, sizeof(c->before));
    take_link(t);
    memcpy(c->link, t->link, sizeof(c->link));
    write_seen(t, &c->seen);
    mq__clock_write(t, &c->clock);
    c->has_head = true;
    t->wake_at = wake_at(t);
    t->head_dirty = false;
    c->head = (struct mq_head_row){
        .table = c->id,
        .segment = t->segment,
        .entries = t->match != NULL ? t->written : 0,
        .position = c->position != NULL ? c->position : "",
        .seen = mq__buf_text(&c->seen),
        .clock = mq__buf_text(&c->clock),
        .wake_at = t->wake_at,
        .waiting = waiting,
        .link = c->link,
        .before = c->before,
    };
    return !c->seen.failed && !c->clock.failed;
}

static bool take_record(struct mq_table *t, struct commit *c)
{
    c->begins = t->written == MQ_NO_RECORD;
    if (c->begins) {
        c->header = mq_match_header_line(t->match);
        c->secret = mq_match_secret_line(t->match);
        if (c->header == NULL || c->secret == NULL) {
            return false;
        }
        c->header[strcspn(c->header, "\n")] = '\0';
        c->secret[strcspn(c->secret, "\n")] = '\0';
        mq__link_text(t->match, 0, c->first);
        t->written = 0;
    }
    return true;
}

static bool fill(struct mq_table *t, struct commit *c,
                 const struct mq_extra *extra, int extras)
{
    bool plays = t->match != NULL && mq_match_entries(t->match) > t->written;
    bool good = true;

    memcpy(c->id, t->id, sizeof(c->id));
    assert(extras >= 0 && extras <= MQ_MAX_EXTRAS);
    for (int i = 0; i < extras; i++) {
        c->extra[c->extras++] = extra[i];
    }
    if (t->doc_dirty) {
        good = take_doc(t, c);
    }
    if (good && (plays || c->has_doc || t->head_dirty)) {
        good = take_record(t, c) && take_head(t, c);
    }
    t->client_seat = -1;
    return good;
}

void mq__commit_client(struct mq_table *t, int seat, const char *id)
{
    t->client_seat = id != NULL ? seat : -1;
    snprintf(t->client, sizeof(t->client), "%s", id != NULL ? id : "");
}

/* As a commit that fails: what is put out from now on is refused as soon as
 * the table is looked at again. */
static bool no_memory(struct mq_table *t, struct commit *c)
{
    if (c != NULL) {
        commit_free(c);
    }
    mq__table_break(t, MQ_FAILED);
    return false;
}

bool mq__commit(struct mq_table *t, const struct mq_extra *extra, int extras)
{
    struct commit *c = calloc(1, sizeof(*c));

    mq__table_check(t);
    assert(!mq__table_is_loading(t));
    if (c == NULL) {
        return no_memory(t, NULL);
    }
    mq__buf_init(&c->doc);
    mq__buf_init(&c->seen);
    mq__buf_init(&c->clock);
    c->table = t;
    if (!fill(t, c, extra, extras)) {
        return no_memory(t, c);
    }
    if (!c->has_doc && !c->has_head && c->extras == 0) {
        mq__outbox_cancel(&t->outbox);
        commit_free(c);
        return true;
    }
    assert(t->match == NULL || t->written <= mq_match_entries(t->match));
    c->number = mq__outbox_submit(&t->outbox);
    t->pins++;
    t->in_flight++;
    c->job.app = t->app;
    c->job.job.failed = commit_failed;
    mq__submit(t->app->writer, &c->job, commit_run, commit_back);
    return true;
}
