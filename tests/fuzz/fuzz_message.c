/* What clients send over a socket: lines are messages, by two seats and a
 * spectator in turn, cut in parts, at a table that is played. Whatever they
 * say, the table stays whole, nobody who isn't on turn moves, and all that is
 * accepted is in the store. */
#include "fuzz.h"

#include "server/net.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEATS = 2, CONNS = 3 };

/* A server without a network: its sockets have nobody at the other end. */
static struct mq_app *app_new(void)
{
    static struct mq_server_config config;
    struct mq_app *app = calloc(1, sizeof(*app));
    struct mq_error error;
    struct mq_store *store[2];

    if (app == NULL || sodium_init() < 0) {
        abort();
    }
    mq_server_defaults(&config);
    config.messages_per_second = config.messages_burst = 1 << 20;
    app->config = &config;
    app->inbox_last = &app->inbox_first;
    app->visitors = calloc(1, sizeof(*app->visitors));
    pthread_mutex_init(&app->inbox_lock, NULL);
    pthread_mutex_init(&app->games.lock, NULL);
    for (int i = 0; i < 2; i++) {
        if (mq_store_open(":memory:", NULL, &store[i], &error) != MQ_OK) {
            abort();
        }
    }
    if (app->visitors == NULL ||
        mq_worker_start(store[0], 64, &app->writer) != MQ_OK ||
        mq_worker_start(store[1], 0, &app->reader) != MQ_OK ||
        mq_worker_pool(NULL, 1, &app->bots) != MQ_OK) {
        abort();
    }
    return app;
}

/* Until nothing is under way any more. */
static void settle(struct mq_app *app, struct mq_table *t,
                   struct mq_conn *const conn[CONNS])
{
    bool busy = true;

    while (busy) {
        mq__inbox_run(app);
        busy = t->in_flight > 0 || t->pins > 0 || mq__table_is_loading(t);
        for (int i = 0; i < CONNS; i++) {
            busy = busy || conn[i]->busy;
        }
        if (busy) {
            usleep(10);
        }
    }
}

static struct mq_table *table_new(struct mq_app *app, uint8_t which)
{
    static const char *const games[] = {"mlem", "liftoff", "apogee"};
    struct mq_table *t = mq__table_new(app);
    struct mq_failure failure;

    if (t == NULL) {
        abort();
    }
    snprintf(t->game_id, sizeof(t->game_id), "%s", games[which % 3]);
    t->game = mq__games_get(&app->games, t->game_id);
    mq_setup_init(t->game, SEATS, &t->setup);
    t->players = SEATS;
    t->listed = true;
    t->help = MQ_HELP_HINTS;
    for (int i = 0; i < SEATS; i++) {
        t->place[i].kind = MQ_SEAT_PERSON;
        snprintf(t->place[i].name, sizeof(t->place[i].name), "P%d", i + 1);
        t->place[i].notified = -1;
    }
    t->doc_dirty = true;
    t->created_at = mq__wall_ms();
    if (!mq__commit(t, NULL, 0) || !mq__play_start(t, &failure)) {
        abort();
    }
    return t;
}

static struct mq_conn *conn_new(struct mq_app *app, struct mq_table *t, int i)
{
    const char nobody[MQ_KEY_SIZE] = "";
    struct mq_address address;
    struct mq_conn *conn;

    mq__address_read("127.0.0.1", &address);
    conn = mq__conn_open(app, NULL, &address, nobody);
    if (conn == NULL) {
        abort();
    }
    conn->right.role = i < SEATS ? MQ_ROLE_SEAT : MQ_ROLE_WATCH;
    conn->right.seat = i < SEATS ? i : -1;
    conn->audience = i < SEATS ? i : MQ_SPECTATORS;
    conn->want = MQ_WANT_STANDARD | MQ_WANT_LEGAL | MQ_WANT_VIEWS;
    mq__conn_attach(conn, t);
    return conn;
}

/* In one part or in two. */
static void deliver(struct mq_conn *conn, const char *text, size_t length)
{
    size_t cut = length > 8 ? (unsigned char)text[length / 2] % length : 0;

    if (cut > 0 && !mq__conn_part(conn, text, cut, false)) {
        abort();
    }
    if (conn->close_code == 0 &&
        !mq__conn_part(conn, text + cut, length - cut, true)) {
        abort();
    }
}

static void end(struct mq_app *app, struct mq_table *t,
                struct mq_conn *conn[CONNS])
{
    struct mq_extra gone = {.kind = MQ_EXTRA_DELETE_TABLE};

    if (t->condition != MQ_READY || t->outbox.submitted != t->outbox.durable ||
        t->outbox.first != NULL || t->written != mq_match_entries(t->match)) {
        abort();
    }
    memcpy(gone.table, t->id, sizeof(gone.table));
    mq__commit(t, &gone, 1);
    settle(app, t, conn);
    for (int i = 0; i < CONNS; i++) {
        mq__conn_gone(conn[i]);
    }
    mq__table_drop(t);
    if (app->table_count != 0 || app->conn_count != 0) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct mq_app *app;
    const char *text = (const char *)bytes + 1, *all = text + size - 1;
    struct mq_conn *conn[CONNS];
    struct mq_table *t;

    if (size < 2) {
        return 0;
    }
    if (app == NULL) {
        app = app_new();
    }
    t = table_new(app, bytes[0]);
    for (int i = 0; i < CONNS; i++) {
        conn[i] = conn_new(app, t, i);
    }
    settle(app, t, conn);
    for (int i = 0; text < all; i++) {
        const char *line = memchr(text, '\n', (size_t)(all - text));
        const char *stop = line != NULL ? line : all;

        deliver(conn[i % CONNS], text, (size_t)(stop - text));
        settle(app, t, conn);
        text = stop + 1;
    }
    end(app, t, conn);
    return 0;
}
