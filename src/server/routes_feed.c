/* HTTP: an Atom feed of the tables that wait for a person. Its address has a
 * secret and needs no cookie. */
#include "server/net.h"
#include "server/request.h"
#include "server/told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 50 };

struct feed {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    struct mq_work work;
    double ms;
    struct mq_store *store;
    char secret[MQ_SECRET_SIZE];
    struct mq_channel channel;
    int64_t updated;
    struct mq_buf entries;
    bool found;
};

static void add_text(struct mq_buf *out, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '<':
            mq__buf_str(out, "&lt;");
            break;
        case '>':
            mq__buf_str(out, "&gt;");
            break;
        case '&':
            mq__buf_str(out, "&amp;");
            break;
        case '"':
            mq__buf_str(out, "&quot;");
            break;
        default:
            mq__buf_char(out, *text);
            break;
        }
    }
}

static void add_element(struct mq_buf *out, const char *name, const char *text)
{
    mq__buf_printf(out, "<%s>", name);
    add_text(out, text);
    mq__buf_printf(out, "</%s>\n", name);
}

static void add_time(struct mq_buf *out, const char *name, int64_t ms)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;
    char text[32];

    gmtime_r(&seconds, &day);
    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &day);
    add_element(out, name, text);
}

static void add_entry(struct feed *f, const struct mq_told *told, int64_t at,
                      int entries)
{
    struct mq_buf *out = &f->entries;
    struct mq_buf text;

    mq__buf_init(&text);
    mq__buf_str(out, "<entry>\n");
    mq__buf_printf(out, "<id>urn:maxq:%s:%d:%d</id>\n", told->notice.table,
                   told->notice.what, entries);
    mq__told_title(told, f->channel.language, &text);
    add_element(out, "title", mq__buf_text(&text));
    mq__buf_clear(&text);
    mq__told_text(told, f->channel.language, &text);
    add_element(out, "summary", mq__buf_text(&text));
    add_time(out, "updated", at);
    mq__buf_printf(out, "<link href=\"%s/t/%s\"/>\n</entry>\n", f->channel.base,
                   told->notice.table);
    mq__buf_finish(&text);
}

static void add_names(struct mq_told *told, const struct mq_table *t, int seat)
{
    for (int i = 0; i < t->players; i++) {
        size_t length = strlen(told->with);

        if (i != seat && t->place[i].kind == MQ_SEAT_PERSON) {
            snprintf(told->with + length, sizeof(told->with) - length, "%s%s",
                     length > 0 ? ", " : "", t->place[i].name);
        }
    }
}

/* The last entry's time is that of the turn. */
static bool take_time(void *context, const struct mq_entry_row *row)
{
    *(int64_t *)context = row->at;
    return true;
}

static bool visit(void *context, const struct mq_table_row *row,
                  const struct mq_head_row *head)
{
    struct feed *f = context;
    struct mq_table *t = calloc(1, sizeof(*t));
    struct mq_grant grant[MQ_MAX_GRANTS];
    struct mq_told told = {.notice.what = MQ_WHAT_TURN};
    struct mq_right right;
    int64_t at = row->created_at;
    int count = 0;

    if (t == NULL) {
        return false;
    }
    t->app = f->job.app;
    if (row->state == MQ_TABLE_RUNNING &&
        mq__table_read_doc(t, row->doc) == MQ_OK) {
        mq_store_grants(f->store, f->channel.holder, f->channel.holder, row->id,
                        grant, &count);
        right = mq__table_right(t, grant, count);
        if (right.seat >= 0 && head->waiting >> right.seat & 1) {
            mq_store_entries(f->store, row->id, head->segment,
                             head->entries - 1, take_time, &at);
            snprintf(told.notice.table, sizeof(told.notice.table), "%s",
                     row->id);
            snprintf(told.game, sizeof(told.game), "%s", t->game_id);
            add_names(&told, t, right.seat);
            add_entry(f, &told, at, head->entries);
            f->updated = at > f->updated ? at : f->updated;
        }
    }
    free(t);
    return true;
}

static void write_feed(struct feed *f)
{
    struct mq_buf *out = &f->exchange->out;
    const char *title = mq_text(f->channel.language, "notice.feed");

    mq__buf_clear(out);
    mq__buf_str(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                     "<feed xmlns=\"http://www.w3.org/2005/Atom\">\n");
    mq__buf_printf(out, "<id>urn:maxq:feed:%s</id>\n", f->channel.id);
    add_element(out, "title", title != NULL ? title : "Max Q");
    add_time(out, "updated",
             f->updated > 0 ? f->updated : f->channel.created_at);
    mq__buf_str(out, "<author><name>Max Q</name></author>\n");
    mq__buf_printf(out, "<link href=\"%s/\"/>\n", f->channel.base);
    mq__buf_add(out, mq__buf_text(&f->entries), f->entries.length);
    mq__buf_str(out, "</feed>\n");
}

static enum mq_status feed_run(struct mq_job *job, struct mq_store *store)
{
    struct feed *f = (struct feed *)job;
    double start = mq__thread_ms();
    char hash[MQ_KEY_SIZE];
    enum mq_status status;

    f->store = store;
    mq__secret_hash(f->secret, hash);
    status =
        mq_store_channel_by_secret(store, MQ_CHANNEL_FEED, hash, &f->channel);
    if (status == MQ_OK) {
        status = mq_store_mine(store, f->channel.holder, f->channel.holder,
                               false, 0, MOST, visit, f);
    }
    if (status == MQ_OK) {
        f->found = true;
        write_feed(f);
    }
    f->ms = mq__thread_ms() - start;
    return status == MQ_NOTHING ? MQ_OK : status;
}

static void feed_back(struct mq_store_job *job)
{
    struct feed *f = (struct feed *)job;
    struct mq_exchange *x = f->exchange;

    mq__work_end(&f->work, f->ms);
    if (job->job.status != MQ_OK || x->out.failed) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
    } else if (!f->found) {
        mq__exchange_fault(x, MQ_FAULT_BAD_SECRET);
    } else {
        x->status = 200;
        x->type = "application/atom+xml; charset=utf-8";
        mq__exchange_send(x);
    }
    mq__exchange_release(x);
    mq__buf_finish(&f->entries);
    free(f);
}

static void feed_start(struct mq_work *work)
{
    struct feed *f =
        (struct feed *)((char *)work - offsetof(struct feed, work));

    mq__submit(f->job.app->archive, &f->job, feed_run, feed_back);
}

void mq__route_feed(struct mq_exchange *x)
{
    struct feed *f = calloc(1, sizeof(*f));

    if (f == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    mq__query_get(x->query, "key", f->secret, sizeof(f->secret));
    mq__buf_init(&f->entries);
    f->exchange = x;
    f->job.app = x->app;
    f->work.start = feed_start;
    x->refs++;
    if (!mq__work_add(x, &f->work)) {
        mq__exchange_release(x);
        free(f);
    }
}
