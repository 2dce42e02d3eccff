/* Starting, running and stopping the server. */
#include "server/run.h"
#include "server/admin.h"
#include "server/cache.h"
#include "server/net.h"
#include "server/peers.h"
#include "server/sender.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <libwebsockets.h>
#include <net/if.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

void mq_server_defaults(struct mq_server_config *config)
{
    *config = (struct mq_server_config){
        .version = "0",
        .host = "127.0.0.1",
        .port = 8080,
        .db = "maxq.db",
        .accounts = MQ_ACCOUNTS_OPEN,
        .notify_after_s = 30,
        .chat_days = 30,
        .standin = "greedy",
        .hint_bot = "expert",
        .bot_ms = 1000,
        .bot_threads = 2,
        .password_threads = 1,
        .idle_after_s = 86400,
        .open_for_s = 86400,
        .evict_after_s = 60,
        .tables_per_address = 200,
        .sockets_per_address = 200,
        .sockets = 12000,
        .connections_per_address = 256,
        .connections = 1000,
        .requests_per_second = 50,
        .requests_burst = 300,
        .messages_per_second = 20,
        .messages_burst = 60,
        .queue_bytes = 1024 * 1024,
        .ping_s = 30,
        .dead_s = 75,
        .header_s = 15,
        .busy_ms = 5000,
    };
}

enum { STOP_MS = 5000, ARCHIVE_THREADS = 2, LOG_CACHE = 64 << 20 };

static enum mq_status open_store(const struct mq_app *app, int cache_kib,
                                 struct mq_store **out, struct mq_error *error)
{
    struct mq_store_options options = {.busy_ms = app->config->busy_ms,
                                       .origin = app->origin,
                                       .cache_kib = cache_kib};

    return mq_store_open(app->config->db, &options, out, error);
}

static enum mq_status open_worker(const struct mq_app *app, int batch,
                                  struct mq_worker **out,
                                  struct mq_error *error)
{
    struct mq_store *store;
    /* What is read is mostly read once; what is written, again and again. */
    enum mq_status status =
        open_store(app, batch > 0 ? 0 : 1024, &store, error);

    if (status == MQ_OK) {
        status = mq_worker_start(store, batch, out);
    }
    return status;
}

/* Logs and lists take their time: whoever plays doesn't wait for them. */
static enum mq_status open_archive(struct mq_app *app, struct mq_error *error)
{
    struct mq_store *stores[ARCHIVE_THREADS] = {NULL};
    enum mq_status status = MQ_OK;

    for (int i = 0; status == MQ_OK && i < ARCHIVE_THREADS; i++) {
        status = open_store(app, 1024, &stores[i], error);
    }
    if (status == MQ_OK) {
        return mq_worker_pool(stores, ARCHIVE_THREADS, &app->archive);
    }
    for (int i = 0; i < ARCHIVE_THREADS; i++) {
        mq_store_close(stores[i]);
    }
    return status;
}

/* Signals are waited for in a thread of their own. */
static void *wait_for_signal(void *context)
{
    struct mq_app *app = context;
    sigset_t set;
    int number;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigwait(&set, &number);
    atomic_store(&app->stop, true);
    pthread_mutex_lock(&app->inbox_lock);
    if (app->lws != NULL) {
        lws_cancel_service(app->lws);
    }
    pthread_mutex_unlock(&app->inbox_lock);
    return NULL;
}

static void block_signals(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    /* A file at its limit is an error of the write, not the end. */
    signal(SIGXFSZ, SIG_IGN);
}

enum { OTHER_FILES = 96 }; /* the database, commands */

/* As many files as the connections need, and no more: libwebsockets looks
 * through a list of that length whenever a connection ends. Returns how many
 * connections there may be, so that there is always a file for the rest. */
static int set_limits(const struct mq_server_config *config)
{
    rlim_t wanted =
        (rlim_t)config->sockets + (rlim_t)config->connections + 2 * OTHER_FILES;
    struct rlimit limit = {.rlim_cur = 1024};

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    return limit.rlim_cur > OTHER_FILES * 2 ? (int)limit.rlim_cur - OTHER_FILES
                                            : OTHER_FILES;
}

static enum mq_status app_init(struct mq_app *app,
                               const struct mq_server_config *config,
                               struct mq_error *error)
{
    memset(app, 0, sizeof(*app));
    app->config = config;
    app->inbox_last = &app->inbox_first;
    app->doors.last = &app->doors.first;
    app->signal = -1;
    app->lock = -1;
    pthread_mutex_init(&app->inbox_lock, NULL);
    pthread_mutex_init(&app->games.lock, NULL);
    app->visitors = calloc(1, sizeof(*app->visitors));
    app->attempts = calloc(1, sizeof(*app->attempts));
    app->logs = mq__cache_create(LOG_CACHE);
    if (app->visitors == NULL || app->attempts == NULL || app->logs == NULL ||
        sodium_init() < 0) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__key_make(app->origin);
    for (int i = 0; i < config->proxies; i++) {
        if (!mq__address_read(config->proxy[i], &app->proxies.item[i])) {
            return mq_fail(error, MQ_RANGE, "server.proxy", "t",
                           config->proxy[i]);
        }
        app->proxies.count++;
    }
    return MQ_OK;
}

/* One server a file; PostgreSQL is shared by as many as like. */
static enum mq_status take_lock(struct mq_app *app, struct mq_error *error)
{
    const char *db = app->config->db;

    app->lock = -1;
    if (strncmp(db, "postgres", 8) == 0 && strstr(db, "://") != NULL) {
        app->shared = true;
        return MQ_OK;
    }
    app->lock = mq_admin_lock(db);
    return app->lock >= 0 ? MQ_OK
                          : mq_fail(error, MQ_IO, "server.in-use", "t", db);
}

/* Where links lead that no request has asked for. */
static void set_base(struct mq_app *app)
{
    bool v6 = strchr(app->config->host, ':') != NULL;
    size_t length;

    if (app->config->url != NULL) {
        snprintf(app->base, sizeof(app->base), "%s", app->config->url);
        length = strlen(app->base);
        if (length > 0 && app->base[length - 1] == '/') {
            app->base[length - 1] = '\0';
        }
        return;
    }
    snprintf(app->base, sizeof(app->base), "http://%s%s%s:%d", v6 ? "[" : "",
             app->config->host, v6 ? "]" : "", app->port);
}

static enum mq_status app_start(struct mq_app *app, struct mq_error *error)
{
    const struct mq_server_config *config = app->config;
    enum mq_status status = take_lock(app, error);

    if (status == MQ_OK) {
        status = open_worker(app, MQ_WORKER_BATCH, &app->writer, error);
    }

    if (status == MQ_OK) {
        status = open_worker(app, 0, &app->reader, error);
    }
    if (status == MQ_OK) {
        status = open_archive(app, error);
    }
    if (status == MQ_OK) {
        status = mq_worker_pool(NULL, config->bot_threads, &app->bots);
    }
    if (status == MQ_OK) {
        status =
            mq_worker_pool(NULL, config->password_threads, &app->passwords);
    }
    if (status == MQ_OK) {
        status = mq__peers_start(app, error);
    }
    if (status == MQ_OK) {
        status = mq__net_start(app);
        if (status == MQ_IO) {
            mq_fail(error, MQ_IO, "server.listen", "ti", config->host,
                    config->port);
        }
    }
    if (status == MQ_OK) {
        set_base(app);
        status = mq__sender_start(app, error);
    }
    return status;
}

static void tick(lws_sorted_usec_list_t *sul);

struct ticker {
    lws_sorted_usec_list_t sul; /* first */
    struct mq_app *app;
};

enum { TICK_MS = 100 };

static void tick(lws_sorted_usec_list_t *sul)
{
    struct ticker *t = (struct ticker *)sul;

    mq__inbox_run(t->app);
    mq__tables_tick(t->app);
    lws_sul_schedule(t->app->lws, 0, &t->sul, tick, TICK_MS * LWS_US_PER_MS);
}

static void say_bye(struct mq_app *app)
{
    for (struct mq_conn *c = app->conns; c != NULL; c = c->next) {
        struct mq_frame_writer f;

        mq__frame_begin(&f, "bye");
        mq__json_str(&f.w, "reason", "stopping");
        mq__conn_send(c, mq__frame_end(&f));
        mq__conn_close(c, 1001);
    }
}

static void loop(struct mq_app *app)
{
    struct ticker ticker = {.app = app};
    int64_t until;

    memset(&ticker.sul, 0, sizeof(ticker.sul));
    lws_sul_schedule(app->lws, 0, &ticker.sul, tick, 1);
    while (!atomic_load(&app->stop)) {
        mq__net_turn(app);
    }
    app->stopping = true;
    say_bye(app);
    until = mq__now_ms() + STOP_MS;
    while ((app->conn_count > 0 || app->exchanges > 0) &&
           mq__now_ms() < until) {
        mq__net_turn(app);
    }
    lws_sul_schedule(app->lws, 0, &ticker.sul, tick, LWS_SET_TIMER_USEC_CANCEL);
}

/* Everything under way comes to its end: what the threads are still asked for
 * is handed back undone. */
static void drain(struct mq_app *app)
{
    mq_worker_halt(app->bots);
    mq_worker_halt(app->passwords);
    mq_worker_halt(app->archive);
    mq__peers_stop(app);
    mq__sender_stop(app);
    mq_worker_halt(app->reader);
    mq_worker_halt(app->writer);
    while (mq__inbox_run(app)) {
    }
}

/* What was accepted is written; what waits for it is dropped. */
static void app_stop(struct mq_app *app)
{
    app->stopping = true;
    drain(app);
    mq__net_stop(app);
    mq__tables_finish(app);
    mq_worker_stop(app->bots);
    mq_worker_stop(app->passwords);
    mq_worker_stop(app->archive);
    mq_worker_stop(app->reader);
    mq_worker_stop(app->writer);
    mq__games_finish(&app->games);
    if (app->lock >= 0) {
        close(app->lock);
    }
    free(app->visitors);
    free(app->attempts);
    mq__cache_destroy(app->logs);
    pthread_mutex_destroy(&app->games.lock);
}

/* Listening on all addresses: those that a phone can open. */
static void announce_lan(const struct mq_app *app)
{
    struct ifaddrs *all, *at;
    char text[INET_ADDRSTRLEN];

    if (strcmp(app->config->host, "0.0.0.0") != 0 &&
        strcmp(app->config->host, "::") != 0) {
        return;
    }
    if (getifaddrs(&all) != 0) {
        return;
    }
    for (at = all; at != NULL; at = at->ifa_next) {
        if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET ||
            at->ifa_flags & IFF_LOOPBACK) {
            continue;
        }
        inet_ntop(AF_INET, &((struct sockaddr_in *)at->ifa_addr)->sin_addr,
                  text, sizeof(text));
        printf("on the local network: http://%s:%d/\n", text, app->port);
    }
    freeifaddrs(all);
}

static void announce(const struct mq_app *app)
{
    bool v6 = strchr(app->config->host, ':') != NULL;

    printf("maxq serve: http://%s%s%s:%d/\n", v6 ? "[" : "", app->config->host,
           v6 ? "]" : "", app->port);
    announce_lan(app);
    fflush(stdout);
    mq__log(MQ_LOG_INFO, "start", "version=%s port=%d", app->config->version,
            app->port);
}

enum mq_status mq_server_run(const struct mq_server_config *config,
                             struct mq_error *error)
{
    struct mq_app *app = malloc(sizeof(*app));
    enum mq_status status;
    pthread_t signals;

    if (app == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    block_signals();
    status = app_init(app, config, error);
    if (status == MQ_OK) {
        app->files = set_limits(config);
        status = app_start(app, error);
    }
    if (status == MQ_OK &&
        pthread_create(&signals, NULL, wait_for_signal, app) == 0) {
        announce(app);
        loop(app);
        /* Not cancelled: it may hold the inbox. It waits for this or is on its
         * way out. */
        pthread_kill(signals, SIGINT);
        pthread_join(signals, NULL);
        mq__log(MQ_LOG_INFO, "stop", "sockets=%d", app->conn_count);
    }
    app_stop(app);
    free(app);
    return status;
}
