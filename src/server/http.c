/* HTTP exchanges: limits, who it is, which route, the answer. */
#include "server/cache.h"
#include "server/net.h"

#include <assert.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mq__exchange_release(struct mq_exchange *x)
{
    assert(x->refs > 0);
    if (--x->refs > 0) {
        return;
    }
    mq__buf_finish(&x->body);
    mq__buf_finish(&x->out);
    mq__json_finish(&x->doc);
    mq__text_release(x->text);
    free(x);
}

void mq__exchange_begin(struct mq_exchange *x, int status,
                        struct mq_json_writer *w)
{
    x->status = status;
    x->type = "application/json";
    mq__buf_clear(&x->out);
    mq__json_writer_init(w, &x->out);
    mq__json_open(w, NULL, '{');
}

static const char *method_word(const struct mq_exchange *x)
{
    static const char *const words[] = {"GET", "POST", "PATCH", "DELETE",
                                        "other"};

    return x->head ? "HEAD" : words[x->method];
}

static void log_exchange(const struct mq_exchange *x)
{
    char path[128], address[48];

    if (!x->app->config->log_requests && x->status < 500) {
        return;
    }
    mq__address_write(&x->address, address);
    mq__log(x->status >= 500 ? MQ_LOG_ERROR : MQ_LOG_INFO, "request",
            "id=%llu method=%s path=%s status=%d us=%lld from=%s",
            (unsigned long long)x->number, method_word(x),
            mq__log_text(x->path, path), x->status,
            (long long)(mq__now_us() - x->began_us), address);
}

void mq__exchange_send(struct mq_exchange *x)
{
    if (x->ready) {
        return;
    }
    assert(x->status >= 200 && x->status < 600);
    x->ready = true;
    x->app->figures.failures += x->status >= 500;
    log_exchange(x);
    if (x->wsi != NULL) {
        lws_callback_on_writable(x->wsi);
    }
}

void mq__exchange_fail(struct mq_exchange *x, const struct mq_failure *failure)
{
    struct mq_voice voice = {0};
    struct mq_json_writer w;

    mq__exchange_begin(x, mq__fault_status(failure->fault), &w);
    mq__server_say_failure(&w, "error", failure, &voice);
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

void mq__exchange_fault(struct mq_exchange *x, enum mq_fault fault)
{
    struct mq_failure failure;

    mq__fail(&failure, fault);
    mq__exchange_fail(x, &failure);
}

bool mq__must(struct mq_exchange *x, bool allowed, enum mq_fault fault)
{
    if (!allowed) {
        mq__exchange_fault(x, fault);
    }
    return allowed;
}

void mq__exchange_base(const struct mq_exchange *x, char out[200])
{
    if (x->app->config->url != NULL) {
        snprintf(out, 200, "%s", x->app->config->url);
        out[strlen(out) - (out[0] != '\0' && out[strlen(out) - 1] == '/')] =
            '\0';
        return;
    }
    snprintf(out, 200, "%s://%s", x->https ? "https" : "http", x->host);
}

/* A forty-strong club behind one address opens its pages at once; nobody keeps
 * a core busy for long. */
enum { MOST_WORKS = 2, MOST_WAITS = 40 };
enum { WORK_A_SECOND = 200, WORK_AT_ONCE = 6000 }; /* milliseconds */

/* The address, where it hasn't had too much; else it is answered so. */
static struct mq_visitor *payer(struct mq_exchange *x)
{
    int64_t now = mq__now_ms();
    struct mq_visitor *v = mq__visitor(x->app->visitors, &x->address, now);

    if (v == NULL || v->waits >= MOST_WAITS ||
        !mq__bucket_has(&v->work, now, WORK_A_SECOND, WORK_AT_ONCE)) {
        x->app->figures.limited++;
        mq__exchange_fault(x, MQ_FAULT_TOO_MANY);
        return NULL;
    }
    return v;
}

bool mq__work_add(struct mq_exchange *x, struct mq_work *work)
{
    struct mq_work **last;

    work->visitor = payer(x);
    work->next = NULL;
    if (work->visitor == NULL) {
        return false;
    }
    if (work->visitor->works < MOST_WORKS) {
        work->visitor->works++;
        work->start(work);
        return true;
    }
    for (last = &work->visitor->waiting; *last != NULL;) {
        last = &(*last)->next;
    }
    *last = work;
    work->visitor->waits++;
    return true;
}

void mq__work_end(struct mq_work *work, double ms)
{
    struct mq_visitor *v = work->visitor;
    struct mq_work *next = v->waiting;

    assert(v->works > 0 && (v->waits > 0) == (next != NULL));
    v->work.tokens -= ms;
    if (next == NULL) {
        v->works--;
        return;
    }
    v->waiting = next->next;
    v->waits--;
    next->start(next);
}

bool mq__work_charge(struct mq_exchange *x, double ms)
{
    struct mq_visitor *v = payer(x);

    if (v != NULL) {
        v->work.tokens -= ms;
    }
    return v != NULL;
}

/* A browser says where a request comes from: it must be the page's own. */
bool mq__origin_ok(const struct mq_app *app, const char *origin,
                   const char *host)
{
    const char *at = strstr(origin, "://");

    if (origin[0] == '\0') {
        return true;
    }
    if (at == NULL) {
        return false;
    }
    if (strcmp(at + 3, host) == 0) {
        return true;
    }
    return app->config->url != NULL &&
           strncmp(app->config->url, origin, strlen(origin)) == 0 &&
           strchr("/", app->config->url[strlen(origin)]) != NULL;
}

void mq__exchange_session(struct mq_exchange *x, struct mq_extra *extra,
                          int *extras)
{
    int64_t now = mq__wall_ms();

    if (x->session.id[0] == '\0') {
        mq__secret_make(x->new_token);
        mq__secret_hash(x->new_token, x->session.id);
        x->session.created_at = now;
    }
    x->session.seen_at = now;
    extra[*extras] =
        (struct mq_extra){.kind = MQ_EXTRA_SESSION, .session = x->session};
    ++*extras;
}

/* /api/tables/ID and what follows it; "" where it is no table's path. */
static const char *split_table(const char *path, char id[MQ_TABLE_ID_SIZE])
{
    static const char prefix[] = "/api/tables/";
    size_t length;

    id[0] = '\0';
    if (strncmp(path, prefix, sizeof(prefix) - 1) != 0) {
        return NULL;
    }
    path += sizeof(prefix) - 1;
    length = strcspn(path, "/");
    if (length != MQ_TABLE_ID_SIZE - 1) {
        return NULL;
    }
    memcpy(id, path, length);
    id[length] = '\0';
    if (!mq__id_ok(id)) {
        id[0] = '\0';
        return NULL;
    }
    return path + length + (path[length] == '/');
}

struct identify {
    struct mq_store_job job; /* first */
    struct mq_exchange *exchange;
    char table[MQ_TABLE_ID_SIZE];
    mq_table_use then; /* NULL: the request goes its way */
};

static enum mq_status identify_run(struct mq_job *job, struct mq_store *store)
{
    struct identify *i = (struct identify *)job;
    struct mq_exchange *x = i->exchange;
    char id[MQ_KEY_SIZE];
    enum mq_status status;

    mq__secret_hash(x->token, id);
    status = mq_store_session(store, id, &x->session);
    if (status == MQ_OK && x->session.account[0] != '\0') {
        status = mq_store_account_by_id(store, x->session.account, &x->account);
        if (status == MQ_NOTHING) {
            status = MQ_OK;
        }
    }
    if (status == MQ_OK && i->table[0] != '\0') {
        status = mq_store_grants(store, x->session.id, x->session.account,
                                 i->table, x->grant, &x->grants);
    }
    return status == MQ_NOTHING ? MQ_OK : status;
}

static void with_table(void *context, struct mq_table *t, bool failed)
{
    struct mq_exchange *x = context;
    char id[MQ_TABLE_ID_SIZE];
    const char *rest = split_table(x->path, id);

    if (t == NULL) {
        mq__exchange_fault(x, failed ? MQ_FAULT_NOT_SAVED : MQ_FAULT_NOT_FOUND);
    } else {
        x->right = mq__table_right(t, x->grant, x->grants);
        mq__route_table(x, t, rest);
    }
    mq__exchange_release(x);
}

static void route_known(struct mq_exchange *x, const char *table)
{
    if (table[0] != '\0') {
        x->refs++;
        mq__table_get(x->app, table, with_table, x);
    } else if (strcmp(x->path, "/api/tables") == 0 && x->method == MQ_POST) {
        mq__route_table_open(x);
    } else if (strcmp(x->path, "/api/tables") == 0 ||
               strncmp(x->path, "/api/my/", 8) == 0) {
        mq__route_lists(x);
    } else if (strncmp(x->path, "/api/notices", 12) == 0) {
        mq__route_notices(x);
    } else if (strcmp(x->path, "/api/account") == 0) {
        mq__route_account(x);
    } else if (strcmp(x->path, "/api/account/forgot") == 0) {
        mq__route_forgot(x);
    } else {
        mq__route_people(x);
    }
}

static void identify_back(struct mq_store_job *job)
{
    struct identify *i = (struct identify *)job;
    struct mq_exchange *x = i->exchange;

    if (job->job.status != MQ_OK) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
    } else if (i->then != NULL) {
        x->refs++;
        mq__table_get(x->app, i->table, i->then, x);
    } else {
        route_known(x, i->table);
    }
    mq__exchange_release(x);
    free(i);
}

void mq__exchange_rights(struct mq_exchange *x, const char *table,
                         mq_table_use then)
{
    struct identify *i = calloc(1, sizeof(*i));

    if (i == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    i->exchange = x;
    i->then = then;
    snprintf(i->table, sizeof(i->table), "%s", table);
    i->job.app = x->app;
    x->refs++;
    mq__submit(x->app->reader, &i->job, identify_run, identify_back);
}

static void identify(struct mq_exchange *x)
{
    char id[MQ_TABLE_ID_SIZE];

    if (split_table(x->path, id) == NULL &&
        strncmp(x->path, "/api/tables/", 12) == 0) {
        mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
        return;
    }
    if (x->token[0] == '\0') {
        route_known(x, id);
        return;
    }
    mq__exchange_rights(x, id, NULL);
}

void mq__exchange_again(struct mq_exchange *x)
{
    char id[MQ_TABLE_ID_SIZE];

    mq__buf_clear(&x->out);
    if (split_table(x->path, id) == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    identify(x);
}

/* A page has dozens of files, and forty people may open it at once. */
enum { FILES = 10 };

static bool is_file(const char *path)
{
    return strncmp(path, "/api/", 5) != 0 && strcmp(path, "/healthz") != 0 &&
           strcmp(path, "/metrics") != 0;
}

static bool within_limits(struct mq_exchange *x)
{
    const struct mq_server_config *config = x->app->config;
    int64_t now = mq__now_ms();
    struct mq_visitor *v = mq__visitor(x->app->visitors, &x->address, now);
    bool file = is_file(x->path);
    int weight = file ? FILES : 1;

    if (v == NULL || !mq__bucket_take(file ? &v->files : &v->requests, now,
                                      weight * config->requests_per_second,
                                      weight * config->requests_burst)) {
        x->app->figures.limited++;
        mq__exchange_fault(x, MQ_FAULT_TOO_MANY);
        return false;
    }
    return true;
}

/* A request that changes something: JSON, from the page itself. */
static bool may_change(struct mq_exchange *x)
{
    struct mq_error error;
    struct mq_failure failure;

    if (!mq__origin_ok(x->app, x->origin, x->host)) {
        mq__exchange_fault(x, MQ_FAULT_FORBIDDEN);
        return false;
    }
    if (!x->json) {
        mq__exchange_fault(x, MQ_FAULT_MEDIA_TYPE);
        return false;
    }
    if (x->body.length == 0) {
        mq__buf_str(&x->body, "{}");
    }
    if (x->body.failed) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return false;
    }
    if (mq__json_parse(&x->doc, mq__buf_text(&x->body), x->body.length,
                       &error) != MQ_OK) {
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
        return false;
    }
    return true;
}

static void route_health(struct mq_exchange *x)
{
    struct mq_json_writer w;

    enum mq_fault fault = x->app->stopping            ? MQ_FAULT_STOPPING
                          : x->app->retired           ? MQ_FAULT_OUTDATED
                          : x->app->failing           ? MQ_FAULT_NOT_SAVED
                          : x->app->unread[0] != '\0' ? MQ_FAULT_NOT_READ
                                                      : MQ_FAULT_NONE;

    if (fault != MQ_FAULT_NONE) {
        mq__exchange_fault(x, fault);
        return;
    }
    mq__exchange_begin(x, 200, &w);
    mq__json_bool(&w, "ok", true);
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

/* Routes that need nobody's name. */
static bool route_plain(struct mq_exchange *x)
{
    static const struct {
        const char *path;
        void (*route)(struct mq_exchange *x);
        enum mq_method method;
    } routes[] = {
        {"/healthz", route_health, MQ_GET},
        {"/metrics", mq__route_metrics, MQ_GET},
        {"/api/info", mq__route_info, MQ_GET},
        {"/api/feed", mq__route_feed, MQ_GET},
        {"/api/stop", mq__route_stop, MQ_POST}, /* mail programs send no JSON */
    };
    bool api = strncmp(x->path, "/api/", 5) == 0;

    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        if (strcmp(x->path, routes[i].path) == 0) {
            if (x->method != routes[i].method) {
                mq__exchange_fault(x, MQ_FAULT_METHOD);
            } else {
                routes[i].route(x);
            }
            return true;
        }
    }
    if (!api) {
        mq__route_page(x);
    }
    return !api;
}

void mq__exchange_dispatch(struct mq_exchange *x)
{
    x->app->figures.requests++;
    if (x->too_long) {
        mq__exchange_fault(x, MQ_FAULT_TOO_LONG);
        return;
    }
    if (x->app->stopping) {
        mq__exchange_fault(x, MQ_FAULT_STOPPING);
        return;
    }
    if (!within_limits(x)) {
        return;
    }
    if (x->method == MQ_OTHER) {
        mq__exchange_fault(x, MQ_FAULT_METHOD);
        return;
    }
    if (route_plain(x)) {
        return;
    }
    if (x->app->retired) {
        mq__exchange_fault(x, MQ_FAULT_OUTDATED);
        return;
    }
    if (x->method != MQ_GET && !may_change(x)) {
        return;
    }
    identify(x);
}
