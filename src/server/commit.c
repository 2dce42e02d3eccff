/* Commits and the outbox: see table.h. */
#include "core/match_record.h"
#include "server/net.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct commit {
    struct mq_job job; /* first */
    struct mq_post post;
    struct mq_app *app;
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
    enum mq_status status = MQ_OK;

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
        status = mq_store_delete_table(store, e->table);
        return status == MQ_NOTHING ? MQ_OK : status;
    }
    return status;
}

static enum mq_status write_head(struct commit *c, struct mq_store *store)
{
    struct mq_head_row first = c->head;
    enum mq_status status;

    if (c->begins) {
        first.entries = c->head.entries - c->entries;
        status = mq_store_begin_record(store, &first, c->header, c->secret);
        if (status != MQ_OK || c->entries == 0) {
            return status;
        }
    }
    if (c->entries > 0) {
        return mq_store_append(store, &c->head, c->entry, c->entries);
    }
    return mq_store_put_head(store, &c->head);
}

/* A conflict is harmless only as long as nothing was written. */
static enum mq_status grave(enum mq_status status)
{
    return status == MQ_CONFLICT || status == MQ_NOTHING ? MQ_CANCELLED
                                                         : status;
}

static enum mq_status commit_run(struct mq_job *job, struct mq_store *store)
{
    struct commit *c = (struct commit *)job;
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
    for (int i = 0; status == MQ_OK && i < c->extras; i++) {
        status = grave(run_extra(store, &c->extra[i], mq__wall_ms()));
    }
    if (status == MQ_OK && mq_store_is_shared(store)) {
        status = mq_store_signal(store, c->id);
    }
    return status;
}

static void commit_done(struct mq_job *job)
{
    struct commit *c = (struct commit *)job;

    mq__post(c->app, &c->post);
}

enum out_kind { OUT_FRAME, OUT_EXCHANGE, OUT_CALL };

struct mq_out {
    struct mq_out *next;
    uint64_t after;
    enum out_kind kind;
    struct mq_conn *conn;
    struct mq_frame *frame;
    struct mq_exchange *exchange;
    mq_out_call call;
    void *context;
    char answers[MQ_CLIENT_ID];
    int64_t since_us;
    char *text; /* of the message it answers; NULL: can't be run again */
    size_t length;
    int behind; /* OUT_FRAME of an item: what was seen before it */
    bool is_item;
};

static void count_answer(struct mq_app *app, int64_t us)
{
    int i = 0;

    while (i < 15 && us >= (int64_t)64 << i) {
        i++;
    }
    app->figures.answer_us[i]++;
    app->figures.answer_us_sum += (uint64_t)us;
    app->figures.answers++;
}

static void out_deliver(struct mq_table *t, struct mq_out *out)
{
    if (out->kind == OUT_CALL) {
        out->call(out->context, true);
        return;
    }
    if (out->kind == OUT_EXCHANGE) {
        mq__exchange_send(out->exchange);
        mq__exchange_release(out->exchange);
        return;
    }
    if (out->answers[0] != '\0') {
        count_answer(t->app, mq__now_us() - out->since_us);
    }
    mq__conn_send(out->conn, out->frame);
    mq__conn_release(out->conn);
}

static struct mq_frame *not_saved(const char *id)
{
    struct mq_failure failure;
    struct mq_json_writer w;
    struct mq_voice voice = {0};
    struct mq_buf buf;
    struct mq_frame *frame;

    mq__fail(&failure, MQ_FAULT_NOT_SAVED);
    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "type", "answer");
    mq__json_str(&w, "id", id);
    mq__json_bool(&w, "ok", false);
    mq__server_say_failure(&w, "error", &failure, &voice);
    mq__json_close(&w, '}');
    frame = mq__frame_new(&buf);
    mq__buf_finish(&buf);
    return frame;
}

/* An item that never was: what the socket has seen is what it had before. */
static void out_unsee(const struct mq_out *out)
{
    if (out->is_item && out->conn->seen > out->behind) {
        out->conn->seen = out->behind;
    }
}

/* What waited for a commit that failed. */
static void out_refuse(struct mq_out *out)
{
    if (out->kind == OUT_CALL) {
        out->call(out->context, false);
        return;
    }
    if (out->kind == OUT_EXCHANGE) {
        mq__buf_clear(&out->exchange->out);
        out->exchange->new_token[0] = '\0';
        mq__exchange_fault(out->exchange, MQ_FAULT_NOT_SAVED);
        mq__exchange_release(out->exchange);
        return;
    }
    if (out->answers[0] != '\0') {
        struct mq_frame *frame = not_saved(out->answers);

        if (frame != NULL) {
            mq__conn_send(out->conn, frame);
        }
    }
    out_unsee(out);
    mq__frame_release(out->frame);
    mq__conn_release(out->conn);
}

static struct mq_out *out_pop(struct mq_table *t)
{
    struct mq_out *out = t->out;

    t->out = out->next;
    if (t->out == NULL) {
        t->out_last = &t->out;
    }
    return out;
}

static void out_release(struct mq_table *t)
{
    while (t->out != NULL && t->out->after <= t->durable) {
        struct mq_out *out = out_pop(t);

        out_deliver(t, out);
        free(out->text);
        free(out);
    }
}

static void out_push(struct mq_table *t, const struct mq_out *item)
{
    struct mq_out *out = malloc(sizeof(*out));

    if (out == NULL) {
        struct mq_out copy = *item;

        out_refuse(&copy);
        free(copy.text);
        return;
    }
    *out = *item;
    out->next = NULL;
    out->after = t->submitted;
    *t->out_last = out;
    t->out_last = &out->next;
    if (!t->broken && !t->loading) {
        out_release(t);
    }
}

void mq__out_frame(struct mq_table *t, struct mq_conn *conn,
                   struct mq_frame *frame, const char *answers)
{
    struct mq_out out = {.kind = OUT_FRAME, .conn = conn, .frame = frame};

    if (frame == NULL) {
        mq__conn_close(conn, 1011);
        return;
    }
    if (answers != NULL) {
        snprintf(out.answers, sizeof(out.answers), "%s", answers);
        out.since_us = mq__now_us();
    }
    conn->refs++;
    out_push(t, &out);
}

void mq__out_item(struct mq_table *t, struct mq_conn *conn,
                  struct mq_frame *frame, int behind)
{
    struct mq_out out = {.kind = OUT_FRAME,
                         .conn = conn,
                         .frame = frame,
                         .behind = behind,
                         .is_item = true};

    if (frame == NULL) {
        mq__conn_close(conn, 1011);
        return;
    }
    conn->refs++;
    out_push(t, &out);
}

void mq__out_answer(struct mq_table *t, struct mq_conn *conn,
                    struct mq_frame *frame, const struct mq_said *said)
{
    struct mq_out out = {.kind = OUT_FRAME, .conn = conn, .frame = frame};

    if (frame == NULL) {
        mq__conn_close(conn, 1011);
        return;
    }
    snprintf(out.answers, sizeof(out.answers), "%s", said->id);
    out.since_us = mq__now_us();
    if (t->app->shared && said->text != NULL) {
        out.text = malloc(said->length + 1);
        if (out.text != NULL) {
            memcpy(out.text, said->text, said->length);
            out.length = said->length;
        }
    }
    conn->refs++;
    out_push(t, &out);
}

void mq__out_exchange(struct mq_table *t, struct mq_exchange *x)
{
    struct mq_out out = {.kind = OUT_EXCHANGE, .exchange = x};

    x->refs++;
    out_push(t, &out);
}

void mq__out_call(struct mq_table *t, mq_out_call call, void *context)
{
    struct mq_out out = {.kind = OUT_CALL, .call = call, .context = context};

    out_push(t, &out);
}

void mq__out_clear(struct mq_table *t)
{
    while (t->out != NULL) {
        struct mq_out *out = out_pop(t);

        out_refuse(out);
        free(out->text);
        free(out);
    }
}

enum { MOST_CONFLICTS = 16 };

/* Another server was faster: messages and requests are run again when the
 * table has been read. The list is turned round, since the last message put
 * before those that wait is the first to be run. */
static void out_retry(struct mq_table *t)
{
    struct mq_out *turned = NULL;

    while (t->out != NULL) {
        struct mq_out *out = out_pop(t);

        out->next = turned;
        turned = out;
    }
    while (turned != NULL) {
        struct mq_out *out = turned;

        turned = out->next;
        if (out->kind == OUT_EXCHANGE) {
            mq__exchange_again(out->exchange);
            mq__exchange_release(out->exchange);
        } else if (out->text != NULL && out->conn->wsi != NULL) {
            mq__conn_again(out->conn, out->text, out->length);
            mq__frame_release(out->frame);
            mq__conn_release(out->conn);
        } else {
            out_refuse(out);
        }
        free(out->text);
        free(out);
    }
}

void mq__commit_recover(struct mq_table *t)
{
    if (t->in_flight > 0 || t->loading) {
        return;
    }
    if (!t->broken) {
        if (t->outdated) {
            mq__table_reload(t, false);
        }
        return;
    }
    t->durable = t->submitted;
    t->outdated = false;
    t->app->figures.reloads++;
    if (t->app->shared && !t->lost && t->conflicts < MOST_CONFLICTS) {
        out_retry(t);
    } else {
        mq__out_clear(t);
    }
    t->broken = false;
    t->lost = false;
    mq__table_reload(t, true);
}

/* Between servers it is daily bread that another was faster. */
static void report_failure(struct commit *c)
{
    bool conflict =
        c->job.status == MQ_CONFLICT || c->job.status == MQ_CANCELLED;

    if (conflict && c->app->shared) {
        c->table->conflicts++;
        return;
    }
    c->table->lost = true;
    c->app->failing = c->app->failing || !conflict;
    mq__log(MQ_LOG_ERROR, "not_saved", "table=%s status=%s", c->id,
            mq_status_word(c->job.status));
}

static void commit_finish(struct mq_post *post)
{
    struct commit *c =
        (struct commit *)((char *)post - offsetof(struct commit, post));
    struct mq_table *t = c->table;

    t->pins--;
    t->in_flight--;
    if (c->job.status != MQ_OK) {
        report_failure(c);
        t->broken = true;
    } else {
        c->app->failing = false;
        if (!t->broken) {
            t->conflicts = 0;
            t->elsewhere_ms = 0;
            t->durable = c->number;
            out_release(t);
        }
    }
    commit_free(c);
    mq__commit_recover(t);
    if (t->missing) {
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

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '[');
    for (int i = 0; i < MQ_AUDIENCES; i++) {
        mq__json_int(&w, NULL, t->audience[i].number);
    }
    mq__json_close(&w, ']');
}

/* The match has it at hand, mostly: it was hashed. */
static char *position_of(const struct mq_table *t)
{
    const struct mq_buf *text = mq__match_position(t->match);

    return text != NULL ? strdup(mq__buf_text(text))
                        : mq_position_write(t->game, mq_match_state(t->match));
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
    write_seen(t, &c->seen);
    mq__clock_write(t, &c->clock);
    c->has_head = true;
    c->head = (struct mq_head_row){
        .table = c->id,
        .segment = t->segment,
        .entries = t->match != NULL ? t->written : 0,
        .position = c->position != NULL ? c->position : "",
        .seen = mq__buf_text(&c->seen),
        .clock = mq__buf_text(&c->clock),
        .wake_at = wake_at(t),
        .waiting = waiting,
    };
    return !c->seen.failed && !c->clock.failed;
}

static bool take_record(struct mq_table *t, struct commit *c)
{
    c->begins = t->begun;
    if (t->begun) {
        c->header = mq_match_header_line(t->match);
        c->secret = mq_match_secret_line(t->match);
        if (c->header == NULL || c->secret == NULL) {
            return false;
        }
        c->header[strcspn(c->header, "\n")] = '\0';
        c->secret[strcspn(c->secret, "\n")] = '\0';
        t->begun = false;
    }
    return true;
}

static bool fill(struct mq_table *t, struct commit *c,
                 const struct mq_extra *extra, int extras)
{
    bool plays = t->match != NULL &&
                 (mq_match_entries(t->match) > t->written || t->begun);
    bool good = true;

    memcpy(c->id, t->id, sizeof(c->id));
    assert(extras <= MQ_MAX_EXTRAS);
    for (int i = 0; i < extras; i++) {
        c->extra[c->extras++] = extra[i];
    }
    if (t->doc_dirty) {
        good = take_doc(t, c);
    }
    if (good && (plays || c->has_doc)) {
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
static bool no_memory(struct mq_table *t)
{
    t->submitted++;
    t->broken = true;
    t->wake_ms = 1;
    return false;
}

bool mq__commit(struct mq_table *t, const struct mq_extra *extra, int extras)
{
    struct commit *c = calloc(1, sizeof(*c));

    if (c == NULL) {
        return no_memory(t);
    }
    mq__buf_init(&c->doc);
    mq__buf_init(&c->seen);
    mq__buf_init(&c->clock);
    c->app = t->app;
    c->table = t;
    c->job.run = commit_run;
    c->job.done = commit_done;
    c->post.run = commit_finish;
    if (!fill(t, c, extra, extras)) {
        commit_free(c);
        return no_memory(t);
    }
    if (!c->has_doc && !c->has_head && c->extras == 0) {
        commit_free(c);
        return true;
    }
    c->number = ++t->submitted;
    t->pins++;
    t->in_flight++;
    mq_worker_submit(t->app->writer, &c->job);
    return true;
}
