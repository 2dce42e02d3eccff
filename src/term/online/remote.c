/* The way to a server, by libwebsockets. */
#include "term/online/remote.h"

#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE_S 20
#define GONE "{\"type\":\"gone\"}\n"

/* One text waiting to be sent. */
struct letter {
    struct letter *next;
    size_t length;
    unsigned char bytes[]; /* LWS_PRE free ones first */
};

struct mq_remote {
    struct lws_context *context;
    struct lws *wsi;
    pthread_t thread;
    pthread_mutex_t lock; /* of `first` */
    struct letter *first;
    bool stop, closed;
    int ends[2]; /* lines received go from ends[1] to ends[0] */
    char cookie[MQ_REMOTE_COOKIE];
    struct mq_buf message; /* being received */
    struct mq_buf lines;   /* received, not yet handed out */
};

/* A request on its way. */
struct exchange {
    const struct mq_request *what;
    char *cookie;
    struct mq_buf *out;
    int status;
    bool done;
};

bool mq__remote_read(const char *url, struct mq_table_link *out)
{
    const char *rest = strstr(url, "://");
    const char *path, *colon, *secret;
    size_t length;

    memset(out, 0, sizeof *out);
    out->at.tls = strncmp(url, "https://", 8) == 0;
    if (rest != NULL && !out->at.tls && strncmp(url, "http://", 7) != 0) {
        return false;
    }
    rest = rest != NULL ? rest + 3 : url;
    path = rest + strcspn(rest, "/#");
    colon = memchr(rest, ':', (size_t)(path - rest));
    length = (size_t)((colon != NULL ? colon : path) - rest);
    if (length == 0 || length >= sizeof out->at.host) {
        return false;
    }
    memcpy(out->at.host, rest, length);
    out->at.port = colon != NULL ? (int)strtol(colon + 1, NULL, 10)
                                 : (out->at.tls ? 443 : 80);
    if (strncmp(path, "/t/", 3) == 0) {
        snprintf(out->table, sizeof out->table, "%.*s",
                 (int)strcspn(path + 3, "#/?"), path + 3);
    }
    secret = strchr(path, '#');
    secret = secret != NULL ? strchr(secret, '=') : NULL;
    snprintf(out->secret, sizeof out->secret, "%s",
             secret != NULL ? secret + 1 : "");
    return out->at.port > 0 && out->at.port < 65536;
}

static bool add_header(struct lws *wsi, enum lws_token_indexes token,
                       const char *text, void *in, size_t length)
{
    unsigned char **at = in;
    unsigned char *end = *at + length;

    return lws_add_http_header_by_token(wsi, token, (const unsigned char *)text,
                                        (int)strlen(text), at, end) == 0;
}

/* The head of a request: what the body is, and who asks. */
static int add_head(struct lws *wsi, struct exchange *x, void *in,
                    size_t length)
{
    char count[24];

    if (x->cookie[0] != '\0' &&
        !add_header(wsi, WSI_TOKEN_HTTP_COOKIE, x->cookie, in, length)) {
        return -1;
    }
    if (x->what->body == NULL) {
        return 0;
    }
    snprintf(count, sizeof count, "%zu", strlen(x->what->body));
    if (!add_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, "application/json", in,
                    length) ||
        !add_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, count, in, length)) {
        return -1;
    }
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct lws *wsi, struct exchange *x)
{
    size_t length = strlen(x->what->body);
    unsigned char *bytes = malloc(LWS_PRE + length);
    int sent = -1;

    if (bytes != NULL) {
        memcpy(bytes + LWS_PRE, x->what->body, length);
        lws_client_http_body_pending(wsi, 0);
        sent = lws_write(wsi, bytes + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    }
    free(bytes);
    return sent < 0 ? -1 : 0;
}

static void take_head(struct lws *wsi, struct exchange *x)
{
    char text[512];

    x->status = (int)lws_http_client_http_response(wsi);
    if (lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_SET_COOKIE) > 0) {
        snprintf(x->cookie, MQ_REMOTE_COOKIE, "%.*s", (int)strcspn(text, ";"),
                 text);
    }
}

static int take_body(struct lws *wsi)
{
    char bytes[LWS_PRE + 4096];
    char *at = bytes + LWS_PRE;
    int length = 4096;

    return lws_http_client_read(wsi, &at, &length) < 0 ? -1 : 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason,
                   void *user, void *in, size_t length)
{
    struct exchange *x = lws_context_user(lws_get_context(wsi));

    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return add_head(wsi, x, in, length);
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return x->what->body != NULL ? send_body(wsi, x) : 0;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        take_head(wsi, x);
        return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return take_body(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        mq__buf_add(x->out, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        x->done = true;
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols http_protocols[] = {
    {.name = "http", .callback = on_http},
    {.name = NULL},
};

static struct lws_context *make_context(const struct lws_protocols *protocols,
                                        void *user)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = user,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT,
    };

    lws_set_log_level(0, NULL);
    return lws_create_context(&info);
}

static void set_connection(struct lws_client_connect_info *info,
                           const struct mq_address *at, char host[280])
{
    snprintf(host, 280, "%s:%d", at->host, at->port);
    info->address = at->host;
    info->port = at->port;
    info->host = host;
    info->ssl_connection = at->tls ? LCCSCF_USE_SSL : 0;
}

int mq__remote_request(const struct mq_address *at,
                       const struct mq_request *what,
                       char cookie[MQ_REMOTE_COOKIE], struct mq_buf *out)
{
    struct exchange x = {what, cookie, out, -1, false};
    struct lws_context *context = make_context(http_protocols, &x);
    struct lws_client_connect_info info = {.context = context,
                                           .path = what->path,
                                           .method = what->method,
                                           .protocol = "http"};
    char host[280];
    time_t end = time(NULL) + PATIENCE_S;

    if (context == NULL) {
        return -1;
    }
    set_connection(&info, at, host);
    if (lws_client_connect_via_info(&info) != NULL) {
        while (!x.done && time(NULL) < end) {
            lws_service(context, 100);
        }
    }
    lws_context_destroy(context);
    return x.status;
}

/* The socket. */

static void write_line(struct mq_remote *net, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(net->ends[1], text, length);

        if (written < 0 && errno != EINTR) {
            return;
        }
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
}

static void receive(struct mq_remote *net, struct lws *wsi, const char *text,
                    size_t length)
{
    mq__buf_add(&net->message, text, length);
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0) {
        mq__buf_char(&net->message, '\n');
        write_line(net, net->message.data, net->message.length);
        mq__buf_clear(&net->message);
    }
}

static int send_first(struct mq_remote *net, struct lws *wsi)
{
    struct letter *letter;
    int sent = 0;

    pthread_mutex_lock(&net->lock);
    letter = net->first;
    net->first = letter != NULL ? letter->next : NULL;
    pthread_mutex_unlock(&net->lock);
    if (letter != NULL) {
        sent = lws_write(wsi, letter->bytes + LWS_PRE, letter->length,
                         LWS_WRITE_TEXT);
        free(letter);
        lws_callback_on_writable(wsi);
    }
    return sent < 0 ? -1 : 0;
}

static void end_socket(struct mq_remote *net)
{
    if (!net->closed) {
        net->closed = true;
        net->wsi = NULL;
        write_line(net, GONE, sizeof GONE - 1);
    }
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason,
                     void *user, void *in, size_t length)
{
    struct mq_remote *net = lws_context_user(lws_get_context(wsi));

    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return net->cookie[0] == '\0' || add_header(wsi, WSI_TOKEN_HTTP_COOKIE,
                                                    net->cookie, in, length)
                   ? 0
                   : -1;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        receive(net, wsi, in, length);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return send_first(net, wsi);
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        if (net->wsi != NULL) {
            lws_callback_on_writable(net->wsi);
        }
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        end_socket(net);
        return 0;
    default:
        return 0;
    }
}

static const struct lws_protocols socket_protocols[] = {
    {.name = "maxq.v1", .callback = on_socket, .rx_buffer_size = 65536},
    {.name = NULL},
};

static void *serve(void *user)
{
    struct mq_remote *net = user;
    bool stop = false;

    while (!stop) {
        lws_service(net->context, 0);
        pthread_mutex_lock(&net->lock);
        stop = net->stop;
        pthread_mutex_unlock(&net->lock);
    }
    return NULL;
}

static bool connect_to(struct mq_remote *net, const struct mq_address *at)
{
    struct lws_client_connect_info info = {.context = net->context,
                                           .path = "/ws",
                                           .protocol = "maxq.v1",
                                           .pwsi = &net->wsi};
    char host[280];

    set_connection(&info, at, host);
    return lws_client_connect_via_info(&info) != NULL;
}

struct mq_remote *mq__remote_open(const struct mq_address *at,
                                  const char *cookie)
{
    struct mq_remote *net = calloc(1, sizeof *net);

    if (net == NULL || pipe2(net->ends, O_CLOEXEC) != 0) {
        free(net);
        return NULL;
    }
    fcntl(net->ends[0], F_SETFL, O_NONBLOCK);
    mq__buf_init(&net->message);
    mq__buf_init(&net->lines);
    pthread_mutex_init(&net->lock, NULL);
    snprintf(net->cookie, sizeof net->cookie, "%s", cookie);
    net->context = make_context(socket_protocols, net);
    net->stop = net->context == NULL || !connect_to(net, at) ||
                pthread_create(&net->thread, NULL, serve, net) != 0;
    if (net->stop) {
        mq__remote_close(net);
        return NULL;
    }
    return net;
}

void mq__remote_close(struct mq_remote *net)
{
    if (net == NULL) {
        return;
    }
    if (!net->stop) {
        pthread_mutex_lock(&net->lock);
        net->stop = true;
        pthread_mutex_unlock(&net->lock);
        lws_cancel_service(net->context);
        pthread_join(net->thread, NULL);
    }
    net->closed = true;
    if (net->context != NULL) {
        lws_context_destroy(net->context);
    }
    while (net->first != NULL) {
        struct letter *next = net->first->next;

        free(net->first);
        net->first = next;
    }
    pthread_mutex_destroy(&net->lock);
    close(net->ends[0]);
    close(net->ends[1]);
    mq__buf_finish(&net->message);
    mq__buf_finish(&net->lines);
    free(net);
}

int mq__remote_fd(const struct mq_remote *net)
{
    return net->ends[0];
}

void mq__remote_send(struct mq_remote *net, const char *text, size_t length)
{
    struct letter *letter = malloc(sizeof *letter + LWS_PRE + length);
    struct letter **last = &net->first;

    if (letter == NULL) {
        return;
    }
    letter->next = NULL;
    letter->length = length;
    memcpy(letter->bytes + LWS_PRE, text, length);
    pthread_mutex_lock(&net->lock);
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = letter;
    pthread_mutex_unlock(&net->lock);
    lws_cancel_service(net->context);
}

bool mq__remote_next(struct mq_remote *net, struct mq_buf *out)
{
    char bytes[4096];
    const char *end;
    ssize_t got;

    while (memchr(mq__buf_text(&net->lines), '\n', net->lines.length) == NULL) {
        got = read(net->ends[0], bytes, sizeof bytes);
        if (got <= 0) {
            return false;
        }
        mq__buf_add(&net->lines, bytes, (size_t)got);
    }
    end = memchr(net->lines.data, '\n', net->lines.length);
    got = end - net->lines.data;
    mq__buf_clear(out);
    mq__buf_add(out, net->lines.data, (size_t)got);
    memmove(net->lines.data, end + 1, net->lines.length - (size_t)got - 1);
    mq__buf_cut(&net->lines, net->lines.length - (size_t)got - 1);
    return true;
}
