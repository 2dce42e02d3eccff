/* HTTP: lists of tables, made by the archive's threads from documents alone. */
#include "server/net.h"
#include "server/request.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 100, PAGE = 50 };

struct listing {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    struct mq_work work;
    double ms; /* of a thread's time that it took */
    enum what { LISTED, MINE, HISTORY } what;
    int64_t before;
    struct mq_json_writer w;
    struct mq_store *store;
    bool waiting; /* this pass: those that wait for this person */
    int count;
};

static struct mq_right right_at(struct listing *l, const struct mq_table *t)
{
    struct mq_exchange *x = l->exchange;
    struct mq_grant grant[MQ_MAX_GRANTS];
    int count = 0;

    if (x->session.id[0] != '\0') {
        mq_store_grants(l->store, x->session.id, x->session.account, t->id,
                        grant, &count);
    }
    return mq__table_right(t, grant, count);
}

static void write_row(struct listing *l, const struct mq_table *t,
                      const struct mq_right *right, bool waiting)
{
    struct mq_buf buf;
    struct mq_json_writer w;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__table_write(t, right, &w, NULL);
    if (l->what == MINE && buf.length > 0) {
        buf.data[--buf.length] = '\0'; /* the closing brace */
        mq__buf_str(&buf,
                    waiting ? ",\"waiting\":true}" : ",\"waiting\":false}");
    }
    mq__json_raw(&l->w, NULL, mq__buf_text(&buf));
    mq__buf_finish(&buf);
    l->count++;
}

static bool visit(void *context, const struct mq_table_row *row,
                  const struct mq_head_row *head)
{
    struct listing *l = context;
    struct mq_table *t = calloc(1, sizeof(*t));
    struct mq_right right;
    bool waiting;

    if (t == NULL) {
        return false;
    }
    t->app = l->job.app;
    strncpy(t->id, row->id, sizeof(t->id) - 1);
    if (mq__table_read_doc(t, row->doc) == MQ_OK &&
        (t->game = mq__games_get(&t->app->games, t->game_id)) != NULL) {
        right = right_at(l, t);
        waiting = right.seat >= 0 && t->state == MQ_TABLE_RUNNING &&
                  head->waiting >> right.seat & 1;
        if ((l->what != MINE || waiting == l->waiting) &&
            right.role != MQ_ROLE_NONE) {
            write_row(l, t, &right, waiting);
        }
    }
    free(t);
    return true;
}

static enum mq_status list_mine(struct listing *l)
{
    struct mq_exchange *x = l->exchange;

    return mq_store_mine(l->store, x->session.id, x->session.account,
                         l->what == HISTORY, l->before,
                         l->what == HISTORY ? PAGE : MOST, visit, l);
}

static enum mq_status listing_run(struct mq_job *job, struct mq_store *store)
{
    struct listing *l = (struct listing *)job;
    double start = mq__thread_ms();
    enum mq_status status;

    l->store = store;
    mq__exchange_begin(l->exchange, 200, &l->w);
    mq__json_open(&l->w, "tables", '[');
    if (l->what == LISTED) {
        status = mq_store_listed(store, MOST, visit, l);
    } else {
        l->waiting = l->what == MINE;
        status = list_mine(l);
        if (status == MQ_OK && l->what == MINE) {
            l->waiting = false;
            status = list_mine(l);
        }
    }
    mq__json_close(&l->w, ']');
    mq__json_close(&l->w, '}');
    l->ms = mq__thread_ms() - start;
    return status;
}

static void listing_back(struct mq_store_job *job)
{
    struct listing *l = (struct listing *)job;

    mq__work_end(&l->work, l->ms);
    if (job->job.status == MQ_OK && !l->exchange->out.failed) {
        mq__exchange_send(l->exchange);
    } else {
        mq__exchange_fault(l->exchange, MQ_FAULT_NOT_SAVED);
    }
    mq__exchange_release(l->exchange);
    free(l);
}

static void listing_start(struct mq_work *work)
{
    struct listing *l =
        (struct listing *)((char *)work - offsetof(struct listing, work));

    mq__submit(l->job.app->archive, &l->job, listing_run, listing_back);
}

static void start(struct mq_exchange *x, int what)
{
    struct listing *l = calloc(1, sizeof(*l));
    char before[24];

    if (l == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    mq__query_get(x->query, "before", before, sizeof(before));
    l->before = strtoll(before, NULL, 10);
    l->what = (enum what)what;
    l->exchange = x;
    l->job.app = x->app;
    l->work.start = listing_start;
    x->refs++;
    if (!mq__work_add(x, &l->work)) {
        mq__exchange_release(x);
        free(l);
    }
}

void mq__route_lists(struct mq_exchange *x)
{
    static const struct {
        const char *path;
        int what;
    } paths[] = {
        {"/api/tables", LISTED},
        {"/api/my/tables", MINE},
        {"/api/my/history", HISTORY},
    };

    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
        if (strcmp(paths[i].path, x->path) == 0) {
            if (x->method != MQ_GET) {
                mq__exchange_fault(x, MQ_FAULT_METHOD);
            } else {
                start(x, paths[i].what);
            }
            return;
        }
    }
    mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
}
