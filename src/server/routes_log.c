/* HTTP: the log and the record of a match, made by the archive's threads. The
 * log of a match that is over never changes: it is made once, and kept as long
 * as there is room. What it costs is charged to the address that asked. */
#include "server/cache.h"
#include "server/load.h"
#include "server/net.h"
#include "server/request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Work of the reader for one table: log and file. */
struct reading {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    struct mq_work work;
    double ms; /* of a thread's time that it took */
    char id[MQ_TABLE_ID_SIZE];
    int audience, from;
    bool views, file;
    bool kept; /* the answer is kept under that key */
    char key[MQ_CACHE_KEY];
};

struct log_writer {
    struct mq_table *table;
    struct mq_json_writer *w;
    struct mq_voice voice;
    const struct reading *reading;
    struct mq_closing closing;
    struct mq_buf before, after;
    bool first;
};

static bool write_log_item(void *context, const struct mq_item *item)
{
    struct log_writer *l = context;
    struct mq_item_style style = {
        .game = l->table->game,
        .voice = &l->voice,
        .want = MQ_WANT_SENTENCES | MQ_WANT_SCORES |
                (l->reading->views ? MQ_WANT_VIEWS : MQ_WANT_CHANGES),
        .closing = &l->closing,
    };

    mq__view_write(l->table->game, item->before, &l->before);
    mq__view_write(l->table->game, item->after, &l->after);
    style.before = mq__buf_text(&l->before);
    style.after = mq__buf_text(&l->after);
    if (l->first) {
        mq__json_raw(l->w, "first", style.before);
        mq__json_open(l->w, "items", '[');
        l->first = false;
    }
    mq__item_write(l->w, item, &style);
    return true;
}

/* The log begins with the word that the rules have changed. */
static void begin_after_rules(struct log_writer *l, int audience, int base)
{
    struct mq_table *t = l->table;
    _Alignas(16) unsigned char st[MQ_MAX_STATE], view[MQ_MAX_STATE];

    mq_match_state_at(t->match, 0, st);
    mq__audience_view(t->game, st, audience, view);
    mq__view_write(t->game, view, &l->before);
    mq__json_raw(l->w, "first", mq__buf_text(&l->before));
    mq__json_open(l->w, "items", '[');
    mq__item_write_rules(l->w, base, t->mended);
    l->first = false;
}

static void write_log(struct reading *g, struct mq_table *t,
                      struct mq_json_writer *w)
{
    static const char *const words[] = {"0", "1",         "2",  "3",
                                        "4", "spectator", "all"};
    const char *names[MQ_MAX_PLAYERS];
    struct log_writer l = {.table = t, .w = w, .reading = g, .first = true};
    struct mq_walk walk = {.audience = g->audience,
                           .base = g->audience < MQ_AUDIENCES
                                       ? t->base[g->audience]
                                       : t->base[MQ_SPECTATORS],
                           .from = g->from,
                           .views = true,
                           .visit = write_log_item,
                           .context = &l};
    int last = 0;

    mq__table_voice(t, names, &l.voice);
    mq__closing_init(&l.closing, t);
    mq__buf_init(&l.before);
    mq__buf_init(&l.after);
    mq__json_str(w, "as", words[g->audience]);
    if (g->from < walk.base) {
        begin_after_rules(&l, g->audience, walk.base);
    }
    mq__stream_walk(t->match, &walk, &last);
    if (l.first) {
        mq__json_null(w, "first");
        mq__json_open(w, "items", '[');
    }
    mq__json_close(w, ']');
    mq__json_int(w, "number", last);
    mq__buf_finish(&l.closing.result);
    mq__buf_finish(&l.before);
    mq__buf_finish(&l.after);
}

static enum mq_status read_log(struct reading *g, struct mq_store *store)
{
    struct mq_table *t = calloc(1, sizeof(*t));
    struct mq_loaded loaded = {0};
    struct mq_error error;
    struct mq_json_writer w;
    enum mq_status status = MQ_NOMEM;

    if (t == NULL) {
        return status;
    }
    status =
        mq__load(&(struct mq_load){&g->job.app->games, g->id, {-1, 0}, false},
                 store, &loaded, &error);
    if (status == MQ_OK) {
        status = loaded.match != NULL ? mq__table_read_doc(t, loaded.doc)
                                      : MQ_NOTHING;
    }
    if (status == MQ_OK) {
        t->match = loaded.match;
        t->game = mq_match_game(t->match);
        t->mended = loaded.mended;
        memcpy(t->base, loaded.base, sizeof(t->base));
        mq__exchange_begin(g->exchange, 200, &w);
        write_log(g, t, &w);
        mq__json_close(&w, '}');
    }
    mq__loaded_finish(&loaded);
    free(t);
    return status;
}

static enum mq_status reading_run(struct mq_job *job, struct mq_store *store)
{
    struct reading *g = (struct reading *)job;
    double start = mq__thread_ms();
    enum mq_status status;

    if (atomic_load(&g->exchange->gone)) {
        return MQ_CANCELLED;
    }
    if (g->file) {
        mq__buf_clear(&g->exchange->out);
        status = mq__load_file(store, g->id, false, &g->exchange->out);
    } else {
        status = read_log(g, store);
    }
    g->ms = mq__thread_ms() - start;
    return status;
}

/* The text instead of an answer of its own. */
static void send_text(struct mq_exchange *x, struct mq_text *text)
{
    x->text = text;
    x->status = 200;
    x->type = "application/json";
    x->file = mq__buf_text(&text->bytes);
    x->file_length = text->bytes.length;
    mq__exchange_send(x);
}

/* Keeps the answer, and sends what is kept. False: no memory. */
static bool keep(struct reading *g)
{
    struct mq_exchange *x = g->exchange;
    struct mq_text *text = mq__text_new(&x->out);

    if (text == NULL) {
        return false;
    }
    mq__cache_put(x->app->logs, g->key, text);
    send_text(x, text);
    return true;
}

static void reading_end(struct reading *g)
{
    mq__exchange_release(g->exchange);
    free(g);
}

static void reading_back(struct mq_store_job *job)
{
    struct reading *g = (struct reading *)job;
    struct mq_exchange *x = g->exchange;

    mq__work_end(&g->work, g->ms);
    if (job->job.status == MQ_OK && !x->out.failed && g->kept && keep(g)) {
        assert(x->ready);
    } else if (job->job.status == MQ_OK && !x->out.failed && !g->kept) {
        x->status = 200;
        x->type = g->file ? "application/x-ndjson" : "application/json";
        if (g->file) {
            snprintf(x->filename, sizeof(x->filename), "%s.mqm", g->id);
        }
        mq__exchange_send(x);
    } else {
        mq__exchange_fault(x, job->job.status == MQ_NOTHING
                                  ? MQ_FAULT_NOT_RUNNING
                                  : MQ_FAULT_NOT_SAVED);
    }
    reading_end(g);
}

enum { BYTES_A_MS = 1 << 20 };

/* What is kept costs no more than it takes to send. */
static double cost_of(const struct mq_text *text)
{
    return (double)text->bytes.length / BYTES_A_MS;
}

/* Somebody else may have asked for the same meanwhile. */
static void reading_start(struct mq_work *work)
{
    struct reading *g =
        (struct reading *)((char *)work - offsetof(struct reading, work));
    struct mq_text *text =
        g->kept ? mq__cache_find(g->job.app->logs, g->key) : NULL;

    if (text == NULL) {
        mq__submit(g->job.app->archive, &g->job, reading_run, reading_back);
        return;
    }
    g->job.app->figures.logs_cached++;
    send_text(g->exchange, text);
    mq__work_end(work, cost_of(text));
    reading_end(g);
}

static void read_later(struct mq_exchange *x, const struct mq_table *t,
                       const struct reading *what)
{
    struct reading *g = malloc(sizeof(*g));

    if (g == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    *g = *what;
    g->exchange = x;
    memcpy(g->id, t->id, sizeof(g->id));
    g->job.app = x->app;
    g->work.start = reading_start;
    x->refs++;
    if (!mq__work_add(x, &g->work)) {
        reading_end(g);
    }
}

/* What is kept is sent at once. */
static bool send_kept(struct mq_exchange *x, const char *key)
{
    struct mq_text *text = mq__cache_find(x->app->logs, key);

    if (text == NULL) {
        return false;
    }
    if (mq__work_charge(x, cost_of(text))) {
        x->app->figures.logs_cached++;
        send_text(x, text);
    } else {
        mq__text_release(text);
    }
    return true;
}

void mq__route_file(struct mq_exchange *x, struct mq_table *t)
{
    struct reading what = {.file = true};

    if (mq__must(x, t->state == MQ_TABLE_OVER, MQ_FAULT_NOT_OVER)) {
        read_later(x, t, &what);
    }
}

/* Which log is asked for; -1: none that there is. */
static int audience_of(const struct mq_exchange *x, const struct mq_table *t)
{
    char as[16];

    mq__query_get(x->query, "as", as, sizeof(as));
    if (strcmp(as, "seat") == 0) {
        return x->right.seat;
    }
    if (strcmp(as, "all") == 0) {
        return MQ_OPEN_CARDS;
    }
    if (strcmp(as, "spectator") == 0 || as[0] == '\0') {
        return MQ_SPECTATORS;
    }
    if (as[0] >= '0' && as[0] < '0' + t->players && as[1] == '\0') {
        return as[0] - '0';
    }
    return -1;
}

void mq__route_log(struct mq_exchange *x, struct mq_table *t)
{
    struct reading what = {.audience = audience_of(x, t)};
    char number[16];
    bool own = what.audience >= 0 && what.audience == x->right.seat;

    mq__query_get(x->query, "from", number, sizeof(number));
    what.from = (int)strtol(number, NULL, 10);
    mq__query_get(x->query, "views", number, sizeof(number));
    what.views = strcmp(number, "1") == 0;
    if (mq__must(x, what.audience >= 0 && what.from >= 0,
                 MQ_FAULT_BAD_REQUEST) &&
        mq__must(x,
                 t->state == MQ_TABLE_OVER || own ||
                     what.audience == MQ_SPECTATORS,
                 MQ_FAULT_FORBIDDEN)) {
        what.kept = t->state == MQ_TABLE_OVER && what.from == 0;
        snprintf(what.key, sizeof(what.key), "%s %d %d", t->id, what.audience,
                 what.views);
        if (!what.kept || !send_kept(x, what.key)) {
            read_later(x, t, &what);
        }
    }
}
