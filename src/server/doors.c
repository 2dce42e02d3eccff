/* See doors.h. */
#include "server/doors.h"
#include "server/say.h"

#include <assert.h>
#include <libwebsockets.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct mq_door {
    struct mq_door *next, **here; /* here NULL: it isn't idle */
    struct lws *wsi;
    struct mq_visitor *visitor; /* NULL: a proxy's */
    uint64_t before;            /* bytes received up to the last request */
};

static struct mq_door *door_of(struct lws *wsi)
{
    return lws_get_opaque_user_data(wsi);
}

static uint64_t received(struct lws *wsi)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof(info);

    if (getsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_INFO, &info,
                   &size) != 0) {
        return 0;
    }
    return info.tcpi_bytes_received;
}

static void leave_list(struct mq_app *app, struct mq_door *door)
{
    if (door->here == NULL) {
        return;
    }
    assert(*door->here == door);
    *door->here = door->next;
    if (door->next != NULL) {
        door->next->here = door->here;
    } else {
        app->doors.last = door->here;
    }
    door->here = NULL;
}

static void join_list(struct mq_app *app, struct mq_door *door)
{
    assert(door->here == NULL);
    door->next = NULL;
    door->here = app->doors.last;
    *door->here = door;
    app->doors.last = &door->next;
}

static void end(struct mq_app *app, struct mq_door *door)
{
    leave_list(app, door);
    lws_set_timeout(door->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

/* The one that has been idle longest, of that visitor or (NULL) of all. */
static struct mq_door *longest_idle(struct mq_app *app,
                                    const struct mq_visitor *visitor)
{
    struct mq_door *door = app->doors.first;

    while (door != NULL && visitor != NULL && door->visitor != visitor) {
        door = door->next;
    }
    return door;
}

enum { SAY_EVERY_MS = 10000 };

/* One line for as many as are turned away in ten seconds. */
static void turned_away(struct mq_app *app, const char *why)
{
    int64_t now = mq__now_ms();

    app->figures.limited++;
    app->doors.refused++;
    if (now - app->doors.said_ms >= SAY_EVERY_MS) {
        mq__log(MQ_LOG_WARN, "connections", "refused=%d reason=%s",
                app->doors.refused, why);
        app->doors.said_ms = now;
        app->doors.refused = 0;
    }
}

/* libwebsockets stops accepting when all files are used: it must not come to
 * that. */
enum { SPARE = 16 };

/* Makes room for the newest, or ends it. */
static void make_room(struct mq_app *app, struct mq_door *newest)
{
    const struct mq_visitor *visitor = newest->visitor;
    bool crowded = visitor != NULL &&
                   visitor->connections > app->config->connections_per_address;
    bool full = app->doors.count > app->config->connections ||
                app->doors.count + app->conn_count > app->files - SPARE;
    struct mq_door *old;

    if (crowded || full) {
        old = longest_idle(app, crowded ? visitor : NULL);
        assert(old != NULL); /* the newest is idle too */
        end(app, old);
        turned_away(app, crowded ? "address" : "all");
    }
}

static struct mq_visitor *visitor_of(struct mq_app *app, struct lws *wsi)
{
    struct mq_address address;
    char peer[64] = "";

    lws_get_peer_simple(wsi, peer, sizeof(peer));
    if (!mq__address_read(peer, &address) ||
        mq__address_trusted(&app->proxies, &address)) {
        return NULL;
    }
    return mq__visitor(app->visitors, &address, mq__now_ms());
}

void mq__door_open(struct mq_app *app, struct lws *wsi)
{
    struct mq_door *door = calloc(1, sizeof(*door));

    if (door == NULL) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        return;
    }
    door->wsi = wsi;
    door->visitor = visitor_of(app, wsi);
    lws_set_opaque_user_data(wsi, door);
    app->doors.count++;
    if (door->visitor != NULL) {
        door->visitor->connections++;
    }
    join_list(app, door);
    make_room(app, door);
}

void mq__door_busy(struct lws *wsi)
{
    struct mq_door *door = door_of(wsi);

    if (door != NULL) {
        leave_list(lws_context_user(lws_get_context(wsi)), door);
    }
}

void mq__door_idle(struct mq_app *app, struct lws *wsi)
{
    struct mq_door *door = door_of(wsi);

    if (door != NULL && door->here == NULL) {
        door->before = received(wsi);
        join_list(app, door);
    }
}

void mq__door_close(struct mq_app *app, struct lws *wsi)
{
    struct mq_door *door = door_of(wsi);

    if (door == NULL) {
        return;
    }
    assert(app->doors.count > 0);
    leave_list(app, door);
    app->doors.count--;
    if (door->visitor != NULL) {
        assert(door->visitor->connections > 0);
        door->visitor->connections--;
    }
    lws_set_opaque_user_data(wsi, NULL);
    free(door);
}

enum { DRAIN = 1 << 20 };

/* What the client still sends is taken first: a connection that is closed with
 * bytes unread takes the answer along. */
void mq__door_say(struct lws *wsi, const char *what)
{
    int fd = lws_get_socket_fd(wsi);
    char text[160], bytes[4096];
    int length = snprintf(text, sizeof(text),
                          "HTTP/1.1 %s\r\ncontent-length: 0\r\n"
                          "connection: close\r\n\r\n",
                          what);

    for (int taken = 0; taken < DRAIN;) {
        ssize_t got = recv(fd, bytes, sizeof(bytes), MSG_DONTWAIT);

        if (got <= 0) {
            break;
        }
        taken += (int)got;
    }
    if (send(fd, text, (size_t)length, MSG_DONTWAIT | MSG_NOSIGNAL) > 0) {
        shutdown(fd, SHUT_WR);
    }
}

uint64_t mq__door_head(struct lws *wsi, uint64_t body)
{
    const struct mq_door *door = door_of(wsi);
    uint64_t bytes = door != NULL ? received(wsi) - door->before : 0;

    return bytes > body ? bytes - body : 0;
}
