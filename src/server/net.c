/* The network loop: libwebsockets' callback, for HTTP and for sockets. */
#include "server/net.h"
#include "server/assets.h"
#include "server/doors.h"
#include "server/run.h"

#include <assert.h>
#include <ev.h>
#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* libwebsockets keeps one for each connection: an HTTP exchange, or, after
 * the upgrade, a socket. */
struct link {
    struct mq_exchange *exchange;
    struct mq_conn *conn;
};

static struct mq_app *app_of(struct lws *wsi)
{
    return lws_context_user(lws_get_context(wsi));
}

static void copy_header(struct lws *wsi, enum lws_token_indexes token,
                        char *out, size_t size)
{
    out[0] = '\0';
    if (lws_hdr_copy(wsi, out, (int)size, token) < 0) {
        out[0] = '\0';
    }
}

static void copy_custom(struct lws *wsi, const char *name, char *out,
                        size_t size)
{
    int length = (int)strlen(name);

    out[0] = '\0';
    if (lws_hdr_custom_length(wsi, name, length) <= 0 ||
        lws_hdr_custom_copy(wsi, out, (int)size, name, length) < 0) {
        out[0] = '\0';
    }
}

/* The value of the cookie `maxq`; "" where there is none that can be one. */
static void find_token(const char *cookies, char out[MQ_SECRET_SIZE])
{
    const char *at = cookies;

    out[0] = '\0';
    while (at != NULL && *at != '\0') {
        at += strspn(at, " ;");
        if (strncmp(at, "maxq=", 5) == 0) {
            size_t length = strcspn(at + 5, "; ");

            if (length == MQ_SECRET_SIZE - 1) {
                memcpy(out, at + 5, length);
                out[length] = '\0';
                if (!mq__secret_ok(out)) {
                    out[0] = '\0';
                }
            }
            return;
        }
        at = strchr(at, ';');
    }
}

/* Who is behind the connection. */
struct origin {
    struct mq_address address;
    char token[MQ_SECRET_SIZE];
    char host[128], origin[160];
    bool https, forwarded;
};

static void look_at(struct lws *wsi, struct origin *out)
{
    struct mq_app *app = app_of(wsi);
    char peer[64] = "", forwarded[256], cookies[MQ_MAX_HEAD], proto[16];
    struct mq_address direct;

    lws_get_peer_simple(wsi, peer, sizeof(peer));
    copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, forwarded, sizeof(forwarded));
    copy_header(wsi, WSI_TOKEN_HTTP_COOKIE, cookies, sizeof(cookies));
    copy_header(wsi, WSI_TOKEN_HOST, out->host, sizeof(out->host));
    copy_header(wsi, WSI_TOKEN_ORIGIN, out->origin, sizeof(out->origin));
    copy_custom(wsi, "x-forwarded-proto:", proto, sizeof(proto));
    out->forwarded = forwarded[0] != '\0';
    out->address = mq__address_client(&app->proxies, peer, forwarded);
    out->https =
        app->config->url != NULL && strncmp(app->config->url, "https:", 6) == 0;
    if (mq__address_read(peer, &direct) && strcmp(proto, "https") == 0 &&
        mq__address_trusted(&app->proxies, &direct)) {
        out->https = true;
    }
    find_token(cookies, out->token);
}

/* libwebsockets keeps the arguments one by one. */
static void copy_query(struct lws *wsi, char *out, size_t size)
{
    struct mq_buf buf;
    char one[128];

    mq__buf_fixed(&buf, out, size);
    for (int i = 0; lws_hdr_copy_fragment(wsi, one, sizeof(one),
                                          WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        mq__buf_printf(&buf, "%s%s", i > 0 ? "&" : "", one);
    }
}

static enum mq_method method_of(struct lws *wsi, bool *head)
{
    static const struct {
        enum lws_token_indexes token;
        enum mq_method method;
    } methods[] = {
        {WSI_TOKEN_GET_URI, MQ_GET},
        {WSI_TOKEN_POST_URI, MQ_POST},
        {WSI_TOKEN_PATCH_URI, MQ_PATCH},
        {WSI_TOKEN_DELETE_URI, MQ_DELETE},
    };

    *head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    for (size_t i = 0; i < sizeof(methods) / sizeof(methods[0]); i++) {
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) {
            return methods[i].method;
        }
    }
    return *head ? MQ_GET : MQ_OTHER;
}

static struct mq_exchange *exchange_new(struct lws *wsi, const char *path)
{
    struct mq_exchange *x = calloc(1, sizeof(*x));
    struct mq_app *app = app_of(wsi);
    struct origin from;
    char type[64], language[64];

    if (x == NULL) {
        return NULL;
    }
    look_at(wsi, &from);
    x->app = app;
    x->wsi = wsi;
    x->refs = 1;
    x->number = ++app->request_number;
    x->began_us = mq__now_us();
    x->method = method_of(wsi, &x->head);
    snprintf(x->path, sizeof(x->path), "%s", path);
    copy_query(wsi, x->query, sizeof(x->query));
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, type, sizeof(type));
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, language,
                sizeof(language));
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, x->encodings,
                sizeof(x->encodings));
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, x->if_none_match,
                sizeof(x->if_none_match));
    snprintf(x->language, sizeof(x->language), "%.2s", language);
    x->json = strncasecmp(type, "application/json", 16) == 0;
    x->address = from.address;
    x->https = from.https;
    x->forwarded = from.forwarded;
    memcpy(x->host, from.host, sizeof(x->host));
    memcpy(x->origin, from.origin, sizeof(x->origin));
    memcpy(x->token, from.token, sizeof(x->token));
    mq__buf_init(&x->body);
    mq__buf_init(&x->out);
    return x;
}

/* Whether it was answered or not: nobody waits for the answer any more. */
static void http_gone(struct link *link)
{
    struct mq_exchange *x = link->exchange;

    if (x != NULL) {
        assert(x->app->exchanges >= x->dispatched);
        x->app->exchanges -= x->dispatched;
        x->wsi = NULL;
        atomic_store(&x->gone, true);
        mq__exchange_release(x);
        link->exchange = NULL;
    }
}

static void dispatch(struct mq_exchange *x)
{
    if (!x->dispatched) {
        x->dispatched = true;
        x->app->exchanges++;
        mq__exchange_dispatch(x);
    }
}

/* libwebsockets decodes the address before it looks for its end: a line end or
 * a NUL in it would end the request there, and what follows would be taken for
 * headers. Such a request has no version, or a longer address than can be
 * read. */
static bool is_whole(struct lws *wsi, const char *path)
{
    static const enum lws_token_indexes uris[] = {
        WSI_TOKEN_GET_URI,    WSI_TOKEN_POST_URI,   WSI_TOKEN_HEAD_URI,
        WSI_TOKEN_PATCH_URI,  WSI_TOKEN_DELETE_URI, WSI_TOKEN_PUT_URI,
        WSI_TOKEN_OPTIONS_URI};
    int length = 0;

    for (size_t i = 0; i < sizeof(uris) / sizeof(uris[0]); i++) {
        length += lws_hdr_total_length(wsi, uris[i]);
    }
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP) > 0 &&
           (length == 0 || (size_t)length == strlen(path));
}

enum { PATIENCE_S = 30 }; /* with a request or answer that doesn't move */

static int http_begin(struct lws *wsi, struct link *link, const char *path)
{
    char length[24];
    unsigned long long expected = 0;

    http_gone(link);
    mq__door_busy(wsi);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof(length));
    expected = strtoull(length, NULL, 10);
    if (!is_whole(wsi, path) || mq__door_head(wsi, expected) > MQ_MAX_HEAD) {
        mq__door_say(wsi, is_whole(wsi, path)
                              ? "431 Request Header Fields Too Large"
                              : "400 Bad Request");
        return -1;
    }
    link->exchange = exchange_new(wsi, path);
    if (link->exchange == NULL) {
        return -1;
    }
    if (expected > MQ_MAX_BODY) {
        link->exchange->too_long = true;
    }
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE_S);
    if (expected == 0 || link->exchange->too_long) {
        dispatch(link->exchange);
    }
    return 0;
}

static int http_body(struct link *link, const void *bytes, size_t length)
{
    struct mq_exchange *x = link->exchange;

    if (x == NULL) {
        return -1;
    }
    if (x->body.length + length > MQ_MAX_BODY) {
        x->too_long = true;
    }
    if (!x->too_long) {
        mq__buf_add(&x->body, bytes, length);
    }
    return 0;
}

/* The headers of an answer, into libwebsockets' buffer. */
struct headers {
    struct lws *wsi;
    unsigned char *at, *end;
    bool failed;
};

static void add(struct headers *h, const char *name, const char *value)
{
    if (lws_add_http_header_by_name(h->wsi, (const unsigned char *)name,
                                    (const unsigned char *)value,
                                    (int)strlen(value), &h->at, h->end) != 0) {
        h->failed = true;
    }
}

/* 'wasm-unsafe-eval': the page runs the engine as WebAssembly. */
static const char csp[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static void add_cookie(struct headers *h, const struct mq_exchange *x)
{
    char cookie[160];

    if (x->new_token[0] == '\0' && !x->clear_cookie) {
        return;
    }
    snprintf(cookie, sizeof(cookie),
             "maxq=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s",
             x->clear_cookie ? "" : x->new_token,
             x->clear_cookie ? 0 : 400 * 86400, x->https ? "; Secure" : "");
    add(h, "set-cookie:", cookie);
}

/* How long an answer may be kept: see assets.h. */
static void add_caching(struct headers *h, const struct mq_exchange *x)
{
    if (x->asset == NULL) {
        add(h, "cache-control:", "no-store");
        return;
    }
    add(h, "cache-control:",
        x->asset->hashed ? "public, max-age=31536000, immutable" : "no-cache");
    add(h, "etag:", x->asset->etag);
    if (x->asset->gzip != NULL) {
        add(h, "vary:", "accept-encoding");
    }
    if (x->gzip && x->status == 200) {
        add(h, "content-encoding:", "gzip");
    }
}

static void add_all(struct headers *h, const struct mq_exchange *x)
{
    char id[32], disposition[96];

    snprintf(id, sizeof(id), "%llu", (unsigned long long)x->number);
    add(h, "content-type:", x->type);
    add(h, "x-request-id:", id);
    add(h, "x-content-type-options:", "nosniff");
    add(h, "x-frame-options:", "DENY");
    add(h, "referrer-policy:", "no-referrer");
    add(h, "content-security-policy:", csp);
    add(h, "cross-origin-opener-policy:", "same-origin");
    add_caching(h, x);
    if (x->filename[0] != '\0') {
        snprintf(disposition, sizeof(disposition),
                 "attachment; filename=\"%s\"", x->filename);
        add(h, "content-disposition:", disposition);
    }
    if (x->status == 429) {
        add(h, "retry-after:", "10");
    }
    add_cookie(h, x);
}

static size_t body_length(const struct mq_exchange *x)
{
    return x->file != NULL ? x->file_length : x->out.length;
}

static bool send_headers(struct lws *wsi, struct mq_exchange *x)
{
    unsigned char buffer[LWS_PRE + 4096], *start = buffer + LWS_PRE;
    struct headers h = {wsi, start, buffer + sizeof(buffer), false};

    if (lws_add_http_header_status(wsi, (unsigned)x->status, &h.at, h.end) ||
        (x->status != 304 && lws_add_http_header_content_length(
                                 wsi, body_length(x), &h.at, h.end))) {
        return false;
    }
    add_all(&h, x);
    if (h.failed || lws_finalize_http_header(wsi, &h.at, h.end) != 0) {
        return false;
    }
    x->headers_sent = true;
    return lws_write(wsi, start, (size_t)(h.at - start),
                     LWS_WRITE_HTTP_HEADERS) >= 0;
}

enum { CHUNK = 16384 };

/* The next part of the body; false: the connection is broken. */
static bool send_part(struct lws *wsi, struct mq_exchange *x)
{
    unsigned char buffer[LWS_PRE + CHUNK];
    const char *body = x->file != NULL ? x->file : mq__buf_text(&x->out);
    size_t left = body_length(x) - x->sent;
    size_t count = left < CHUNK ? left : CHUNK;

    assert(x->ready && x->sent <= body_length(x));
    if (x->head || left == 0) {
        x->sent = body_length(x);
        return true;
    }
    memcpy(buffer + LWS_PRE, body + x->sent, count);
    x->sent += count;
    return lws_write(wsi, buffer + LWS_PRE, count,
                     count == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) >=
           0;
}

/* Lets the exchange go. libwebsockets frees the link when the transaction is
 * completed, so nothing may look at it afterwards. */
static int http_end(struct lws *wsi, struct link *link)
{
    bool too_long = link->exchange->too_long;

    http_gone(link);
    mq__door_idle(app_of(wsi), wsi);
    /* A body that was not read can't be passed over: hang up. */
    return lws_http_transaction_completed(wsi) || too_long ? -1 : 0;
}

static int http_writable(struct lws *wsi, struct link *link)
{
    struct mq_exchange *x = link->exchange;

    if (x == NULL || !x->ready) {
        return 0;
    }
    if (!x->headers_sent) {
        if (!send_headers(wsi, x)) {
            return -1;
        }
        lws_callback_on_writable(wsi);
        return 0;
    }
    if (!send_part(wsi, x)) {
        return -1;
    }
    if (x->sent == body_length(x)) {
        return http_end(wsi, link);
    }
    /* However long it takes: as long as something is taken. */
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, PATIENCE_S);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Only sockets of this protocol, of this page, within the limits. */
static int filter_upgrade(struct lws *wsi)
{
    struct mq_app *app = app_of(wsi);
    struct origin from;
    struct mq_visitor *visitor;
    unsigned status = 0;
    char path[32];

    look_at(wsi, &from);
    copy_header(wsi, WSI_TOKEN_GET_URI, path, sizeof(path));
    visitor = mq__visitor(app->visitors, &from.address, mq__now_ms());
    if (app->stopping) {
        status = 503;
    } else if (strcmp(path, "/ws") != 0) {
        status = 404;
    } else if (!mq__origin_ok(app, from.origin, from.host)) {
        mq__log(MQ_LOG_WARN, "foreign_origin", "path=/ws");
        status = 403;
    } else if (app->conn_count >= app->config->sockets || visitor == NULL ||
               visitor->sockets >= app->config->sockets_per_address) {
        app->figures.limited++;
        status = 429;
    }
    return status == 0                                     ? 0
           : lws_return_http_status(wsi, status, NULL) < 0 ? -1
                                                           : 1;
}

static void say_hello(struct mq_conn *conn)
{
    static const char *const capabilities[] = {
        "clocks",    "help", "hurry", "proposals",
        "reactions", "redo", "undo",  NULL};
    struct mq_frame_writer f;

    mq__frame_begin(&f, "hello");
    mq__json_str(&f.w, "server", "maxq");
    mq__json_str(&f.w, "version", conn->app->config->version);
    mq__json_int(&f.w, "protocol", 1);
    mq__json_words(&f.w, "capabilities", capabilities, -1);
    mq__json_words(&f.w, "reactions", mq__reactions, -1);
    mq__json_open(&f.w, "limits", '{');
    mq__json_int(&f.w, "frame", MQ_MAX_MESSAGE);
    mq__json_int(&f.w, "id", MQ_CLIENT_ID - 1);
    mq__json_close(&f.w, '}');
    mq__json_int(&f.w, "now_at", mq__wall_ms());
    mq__conn_send(conn, mq__frame_end(&f));
}

/* What the system keeps for a socket that doesn't read is bounded too. */
static void bound_buffer(struct lws *wsi)
{
    int bytes = 64 * 1024;

    setsockopt(lws_get_socket_fd(wsi), SOL_SOCKET, SO_SNDBUF, &bytes,
               sizeof(bytes));
}

static int ws_open(struct lws *wsi, struct link *link)
{
    struct origin from;
    char session[MQ_KEY_SIZE] = "";

    http_gone(link);
    mq__door_close(app_of(wsi), wsi);
    bound_buffer(wsi);
    look_at(wsi, &from);
    if (from.token[0] != '\0') {
        mq__secret_hash(from.token, session);
    }
    link->conn = mq__conn_open(app_of(wsi), wsi, &from.address, session);
    if (link->conn == NULL) {
        return -1;
    }
    say_hello(link->conn);
    return 0;
}

static int ws_receive(struct lws *wsi, struct mq_conn *conn, const char *bytes,
                      size_t length)
{
    bool final = lws_is_final_fragment(wsi) != 0 &&
                 lws_remaining_packet_payload(wsi) == 0;

    if (lws_frame_is_binary(wsi)) {
        mq__conn_close(conn, 4000);
        return 0;
    }
    return mq__conn_part(conn, bytes, length, final) ? 0 : -1;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason,
                   struct link *link, void *in, size_t len)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return http_begin(wsi, link, in);
    case LWS_CALLBACK_HTTP_BODY:
        return http_body(link, in, len);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (link->exchange != NULL) {
            dispatch(link->exchange);
        }
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(wsi, link);
    case LWS_CALLBACK_CLOSED_HTTP:
        http_gone(link);
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        /* Nothing but WebSocket: no h2c. */
        return strcmp(in, "websocket") == 0 ? 0 : -1;
    default:
        return 0;
    }
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason,
                     struct link *link, void *in, size_t len)
{
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return ws_open(wsi, link);
    case LWS_CALLBACK_RECEIVE:
        return link->conn != NULL ? ws_receive(wsi, link->conn, in, len) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return link->conn != NULL && mq__conn_writable(link->conn) ? 0 : -1;
    case LWS_CALLBACK_CLOSED:
        if (link->conn != NULL) {
            mq__conn_gone(link->conn);
            link->conn = NULL;
        }
        return 0;
    default:
        return 0;
    }
}

/* Connections as such. */
static bool on_door(struct lws *wsi, enum lws_callback_reasons reason)
{
    switch (reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED:
        mq__door_open(app_of(wsi), wsi);
        return true;
    case LWS_CALLBACK_WSI_DESTROY:
        mq__door_close(app_of(wsi), wsi);
        return true;
    default:
        return false;
    }
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason,
                    void *user, void *in, size_t len)
{
    if (reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED) {
        mq__inbox_run(app_of(wsi));
        return 0;
    }
    if (reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION) {
        return filter_upgrade(wsi);
    }
    if (on_door(wsi, reason)) {
        return 0;
    }
    /* A connection that ends before its request was whole has no link. */
    if (user == NULL && reason != LWS_CALLBACK_HTTP_CONFIRM_UPGRADE) {
        return 0;
    }
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED:
        return on_socket(wsi, reason, user, in, len);
    default:
        return on_http(wsi, reason, user, in, len);
    }
}

static const struct lws_protocols protocols[] = {
    /* Messages are short: longer ones come in parts. */
    {"maxq.v1", callback, sizeof(struct link), 1024, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static void log_line(int level, const char *line)
{
    char text[128];
    char trimmed[120];

    snprintf(trimmed, sizeof(trimmed), "%.*s", (int)strcspn(line, "\n"), line);
    mq__log(level & LLL_ERR ? MQ_LOG_ERROR : MQ_LOG_WARN, "net", "text=%s",
            mq__log_text(trimmed, text));
}

/* One turn of the loop: waits for something to happen. */
void mq__net_turn(struct mq_app *app)
{
    ev_run(app->loop, EVRUN_ONCE);
}

enum mq_status mq__net_start(struct mq_app *app)
{
    const struct mq_server_config *config = app->config;
    void *loops[] = {NULL};
    struct lws_context_creation_info info = {
        .port = config->port,
        .iface = config->host,
        .protocols = protocols,
        .user = app,
        .gid = -1,
        .uid = -1,
        .vhost_name = "maxq",
        .timeout_secs = (unsigned)config->header_s,
        .timeout_secs_ah_idle = (unsigned)config->header_s,
        .keepalive_timeout = 60,
        .pt_serv_buf_size = 20480,
        /* More than MQ_MAX_HEAD: it hangs up on longer heads by itself. */
        .max_http_header_data = 4 * MQ_MAX_HEAD - 1,
        .fd_limit_per_thread = (unsigned)app->files,
        .retry_and_idle_policy = &app->idle,
        .foreign_loops = loops,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   /* epoll: its own loop asks for every socket each time */
                   LWS_SERVER_OPTION_LIBEV |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   LWS_SERVER_OPTION_VALIDATE_UTF8,
    };
    struct lws_context *context;
    struct lws_vhost *vhost;

    app->idle.secs_since_valid_ping = (uint16_t)config->ping_s;
    app->idle.secs_since_valid_hangup = (uint16_t)config->dead_s;
    lws_set_log_level(LLL_ERR | LLL_WARN, log_line);
    if (strchr(config->host, ':') == NULL) {
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6;
    }
    app->loop = ev_loop_new(EVFLAG_AUTO);
    loops[0] = app->loop;
    context = app->loop != NULL ? lws_create_context(&info) : NULL;
    if (context == NULL) {
        return MQ_NOMEM;
    }
    vhost = lws_create_vhost(context, &info);
    if (vhost == NULL) {
        lws_context_destroy(context);
        return MQ_IO;
    }
    app->port = lws_get_vhost_listen_port(vhost);
    pthread_mutex_lock(&app->inbox_lock);
    app->lws = context;
    pthread_mutex_unlock(&app->inbox_lock);
    return MQ_OK;
}

void mq__net_stop(struct mq_app *app)
{
    struct lws_context *context = app->lws;

    pthread_mutex_lock(&app->inbox_lock);
    app->lws = NULL;
    pthread_mutex_unlock(&app->inbox_lock);
    if (context != NULL) {
        lws_context_destroy(context);
    }
    if (app->loop != NULL) {
        ev_loop_destroy(app->loop);
        app->loop = NULL;
    }
}
