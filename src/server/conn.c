/* A socket: what it sends, what waits to be sent, the table it is at. */
#include "server/net.h"
#include "server/peers.h"

#include <assert.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

struct mq_frame *mq__frame_new(const struct mq_buf *text)
{
    struct mq_frame *frame;

    if (text->failed) {
        return NULL;
    }
    frame = malloc(sizeof(*frame) + LWS_PRE + text->length);
    if (frame != NULL) {
        frame->refs = 1;
        frame->length = text->length;
        memcpy(frame->data + LWS_PRE, mq__buf_text(text), text->length);
    }
    return frame;
}

void mq__frame_begin(struct mq_frame_writer *f, const char *type)
{
    mq__buf_init(&f->buf);
    mq__json_writer_init(&f->w, &f->buf);
    mq__json_open(&f->w, NULL, '{');
    mq__json_str(&f->w, "type", type);
}

struct mq_frame *mq__frame_end(struct mq_frame_writer *f)
{
    struct mq_frame *frame;

    mq__json_close(&f->w, '}');
    frame = mq__frame_new(&f->buf);
    mq__buf_finish(&f->buf);
    return frame;
}

void mq__frame_release(struct mq_frame *frame)
{
    assert(frame == NULL || frame->refs > 0);
    if (frame != NULL && --frame->refs == 0) {
        free(frame);
    }
}

struct mq_conn *mq__conn_open(struct mq_app *app, struct lws *wsi,
                              const struct mq_address *address,
                              const char *session)
{
    struct mq_conn *conn = calloc(1, sizeof(*conn));

    if (conn == NULL) {
        return NULL;
    }
    conn->app = app;
    conn->wsi = wsi;
    conn->refs = 1;
    conn->number = ++app->request_number;
    conn->address = *address;
    conn->audience = -1;
    conn->right.seat = -1;
    conn->last = &conn->first;
    conn->inbox_last = &conn->inbox;
    memcpy(conn->session, session, MQ_KEY_SIZE);
    conn->visitor = mq__visitor(app->visitors, address, mq__now_ms());
    if (conn->visitor != NULL) {
        conn->visitor->sockets++;
    }
    conn->next = app->conns;
    conn->here = &app->conns;
    if (conn->next != NULL) {
        conn->next->here = &conn->next;
    }
    app->conns = conn;
    app->conn_count++;
    app->figures.sockets_ever++;
    return conn;
}

void mq__conn_release(struct mq_conn *conn)
{
    assert(conn->refs > 0);
    if (--conn->refs > 0) {
        return;
    }
    while (conn->first != NULL) {
        struct mq_queued *q = conn->first;

        conn->first = q->next;
        mq__frame_release(q->frame);
        free(q);
    }
    while (conn->inbox != NULL) {
        struct mq_message_in *m = conn->inbox;

        conn->inbox = m->next;
        free(m);
    }
    free(conn->partial);
    free(conn);
}

void mq__conn_gone(struct mq_conn *conn)
{
    struct mq_app *app = conn->app;
    struct mq_table *t = conn->table;

    assert(*conn->here == conn && app->conn_count > 0);
    conn->wsi = NULL;
    *conn->here = conn->next;
    if (conn->next != NULL) {
        conn->next->here = conn->here;
    }
    app->conn_count--;
    if (conn->visitor != NULL) {
        conn->visitor->sockets--;
    }
    mq__conn_detach(conn);
    if (t != NULL && !app->stopping) {
        mq__publish_table(t);
        mq__table_tend(t);
    }
    mq__conn_release(conn);
}

void mq__conn_attach(struct mq_conn *conn, struct mq_table *t)
{
    assert(conn->table == NULL);
    assert(conn->audience >= 0 && conn->audience < MQ_AUDIENCES);
    conn->table = t;
    conn->table_next = t->conns;
    conn->table_here = &t->conns;
    if (conn->table_next != NULL) {
        conn->table_next->table_here = &conn->table_next;
    }
    t->conns = conn;
    t->spectators += conn->right.seat < 0;
    t->audience[conn->audience].viewers++;
    t->used_ms = mq__now_ms();
    mq__peers_present(t);
}

void mq__conn_detach(struct mq_conn *conn)
{
    struct mq_table *t = conn->table;

    if (t == NULL) {
        return;
    }
    assert(*conn->table_here == conn);
    assert(t->audience[conn->audience].viewers > 0);
    *conn->table_here = conn->table_next;
    if (conn->table_next != NULL) {
        conn->table_next->table_here = conn->table_here;
    }
    t->spectators -= conn->right.seat < 0;
    t->audience[conn->audience].viewers--;
    t->used_ms = mq__now_ms();
    conn->table = NULL;
    mq__peers_present(t);
}

/* The link that a right comes from was renewed. */
static bool is_void(const struct mq_table *t, const struct mq_right *right)
{
    if (right->seat >= 0) {
        return right->seat >= t->players ||
               right->epoch != t->place[right->seat].link.epoch;
    }
    if (t->listed || t->state == MQ_TABLE_OVER) {
        return false;
    }
    return (right->role == MQ_ROLE_WATCH && right->epoch != t->watch.epoch) ||
           (right->role == MQ_ROLE_GUEST && right->epoch != t->join.epoch);
}

void mq__conn_check_rights(struct mq_table *t)
{
    struct mq_conn *next;

    for (struct mq_conn *c = t->conns; c != NULL; c = next) {
        next = c->table_next;
        if (is_void(t, &c->right)) {
            mq__conn_detach(c);
            mq__conn_close(c, MQ_CLOSE_NO_RIGHT);
        }
    }
}

void mq__conn_close(struct mq_conn *conn, int code)
{
    if (conn->close_code != 0) {
        return;
    }
    conn->close_code = code;
    if (conn->wsi != NULL) {
        lws_callback_on_writable(conn->wsi);
    }
}

void mq__conns_end(struct mq_app *app, const struct mq_ended *ended)
{
    for (struct mq_conn *c = app->conns; c != NULL; c = c->next) {
        bool ends = ended->session != NULL
                        ? strcmp(c->session, ended->session) == 0
                        : strcmp(c->account, ended->account) == 0 &&
                              strcmp(c->session, ended->keep) != 0;

        if (ends && c->session[0] != '\0') {
            mq__conn_detach(c);
            mq__conn_close(c, MQ_CLOSE_SESSION);
        }
    }
}

enum { STUCK_MS = 2000, BURST = 4 };

/* More waits than may, and nothing has left for a while; or far more, as no
 * catching up needs. */
static bool is_slow(const struct mq_conn *conn, size_t more)
{
    size_t limit = (size_t)conn->app->config->queue_bytes;

    if (conn->queued + more <= limit) {
        return false;
    }
    return conn->queued + more > BURST * limit ||
           mq__now_ms() - conn->progress_ms > STUCK_MS;
}

void mq__conn_send(struct mq_conn *conn, struct mq_frame *frame)
{
    struct mq_queued *q;

    if (frame == NULL || conn->wsi == NULL || conn->close_code != 0) {
        mq__frame_release(frame);
        return;
    }
    q = malloc(sizeof(*q));
    if (q == NULL || is_slow(conn, frame->length)) {
        free(q);
        mq__frame_release(frame);
        conn->app->figures.slow++;
        mq__conn_close(conn, 4002);
        return;
    }
    *q = (struct mq_queued){NULL, frame};
    if (conn->first == NULL) {
        conn->progress_ms = mq__now_ms();
        lws_callback_on_writable(conn->wsi);
    }
    *conn->last = q;
    conn->last = &q->next;
    conn->queued += frame->length;
}

/* The head of a whole text message (RFC 6455, 5.2), as a server sends it. */
static size_t frame_head(unsigned char *out, size_t length)
{
    out[0] = 0x81;
    if (length < 126) {
        out[1] = (unsigned char)length;
        return 2;
    }
    if (length < 65536) {
        out[1] = 126;
        out[2] = (unsigned char)(length >> 8);
        out[3] = (unsigned char)length;
        return 4;
    }
    out[1] = 127;
    for (int i = 0; i < 8; i++) {
        out[2 + i] = (unsigned char)((uint64_t)length >> (56 - 8 * i));
    }
    return 10;
}

static void drop_first(struct mq_conn *conn)
{
    struct mq_queued *q = conn->first;

    assert(conn->queued >= q->frame->length);
    conn->first = q->next;
    if (conn->first == NULL) {
        conn->last = &conn->first;
    }
    conn->queued -= q->frame->length;
    mq__frame_release(q->frame);
    free(q);
}

/* lws_write wants room before the text that it may write to: a frame that is
 * shared is written by one socket at a time, here. */
static bool write_first(struct mq_conn *conn)
{
    const struct mq_frame *frame = conn->first->frame;
    int written = lws_write(conn->wsi, conn->first->frame->data + LWS_PRE,
                            frame->length, LWS_WRITE_TEXT);

    drop_first(conn);
    return written >= 0;
}

enum { TOGETHER = 16384, HEAD = 10 };

/* An action brings a socket several messages: one call of the system for as
 * many as fit. */
static bool write_some(struct mq_conn *conn)
{
    unsigned char buffer[LWS_PRE + TOGETHER];
    size_t length = 0;

    conn->progress_ms = mq__now_ms();
    if (conn->first->next == NULL ||
        conn->first->frame->length + HEAD > TOGETHER) {
        return write_first(conn);
    }
    while (conn->first != NULL &&
           length + HEAD + conn->first->frame->length <= TOGETHER) {
        const struct mq_frame *frame = conn->first->frame;

        length += frame_head(buffer + LWS_PRE + length, frame->length);
        memcpy(buffer + LWS_PRE + length, frame->data + LWS_PRE, frame->length);
        length += frame->length;
        drop_first(conn);
    }
    return lws_write(conn->wsi, buffer + LWS_PRE, length, LWS_WRITE_RAW) >= 0;
}

/* The code, and why where it isn't the client's doing. */
static void say_goodbye(const struct mq_conn *conn)
{
    const char *why =
        conn->close_code == MQ_CLOSE_NO_RIGHT
            ? "no right any more: a link was renewed, or the table is gone"
        : conn->close_code == MQ_CLOSE_SESSION ? "the session has ended"
                                               : "";
    unsigned char text[80];
    size_t length = strlen(why);

    assert(length < sizeof(text));
    memcpy(text, why, length);
    lws_close_reason(conn->wsi, (enum lws_close_status)conn->close_code, text,
                     length);
}

bool mq__conn_writable(struct mq_conn *conn)
{
    /* One who is too slow or unwanted gets nothing more. */
    bool rest = conn->close_code == 0 || conn->close_code == 1001;

    while (rest && conn->first != NULL) {
        if (!write_some(conn)) {
            return false;
        }
        if (conn->first != NULL && lws_send_pipe_choked(conn->wsi)) {
            break;
        }
    }
    if (conn->close_code != 0 && (!rest || conn->first == NULL)) {
        say_goodbye(conn);
        return false;
    }
    if (conn->first != NULL) {
        lws_callback_on_writable(conn->wsi);
    }
    return true;
}

static struct mq_message_in *message_new(const char *text, size_t length)
{
    struct mq_message_in *m = malloc(sizeof(*m) + length + 1);

    if (m != NULL) {
        m->next = NULL;
        m->rerun = false;
        m->length = length;
        memcpy(m->text, text, length);
    }
    return m;
}

static void keep_message(struct mq_conn *conn, const char *text, size_t length)
{
    struct mq_message_in *m = NULL;

    if (conn->inbox_count < MQ_MAX_INBOX) {
        m = message_new(text, length);
    }
    if (m == NULL) {
        mq__conn_close(conn, 4001);
        return;
    }
    *conn->inbox_last = m;
    conn->inbox_last = &m->next;
    conn->inbox_count++;
}

/* The table is ready again, or gone (then the socket is closed). */
static void table_ready(void *context, struct mq_table *t, bool failed)
{
    struct mq_conn *conn = context;

    (void)t;
    (void)failed;
    conn->busy = false;
    conn->held = false;
    mq__conn_go_on(conn);
    mq__conn_release(conn);
}

void mq__conn_again(struct mq_conn *conn, const char *text, size_t length,
                    bool rerun)
{
    struct mq_message_in *m = message_new(text, length);

    if (m == NULL || conn->table == NULL) {
        free(m);
        mq__conn_close(conn, 1011);
        return;
    }
    m->rerun = rerun;
    m->next = conn->inbox;
    if (conn->inbox == NULL) {
        conn->inbox_last = &m->next;
    }
    conn->inbox = m;
    conn->inbox_count++;
    if (!conn->held && !conn->busy) {
        conn->held = true;
        conn->busy = true;
        conn->refs++;
        mq__table_get(conn->app, conn->table->id, table_ready, conn);
    }
}

void mq__conn_go_on(struct mq_conn *conn)
{
    while (!conn->busy && conn->inbox != NULL && conn->close_code == 0) {
        struct mq_message_in *m = conn->inbox;

        assert(conn->inbox_count > 0);
        conn->inbox = m->next;
        conn->inbox_count--;
        if (conn->inbox == NULL) {
            conn->inbox_last = &conn->inbox;
        }
        mq__op_run(conn, m->text, m->length, m->rerun);
        free(m);
    }
}

void mq__conn_receive(struct mq_conn *conn, const char *text, size_t length)
{
    const struct mq_server_config *config = conn->app->config;

    conn->app->figures.messages++;
    if (conn->close_code != 0) {
        return;
    }
    if (!mq__bucket_take(&conn->messages, mq__now_ms(),
                         config->messages_per_second, config->messages_burst)) {
        conn->app->figures.limited++;
        mq__conn_close(conn, 4001);
        return;
    }
    if (conn->busy || conn->inbox != NULL) {
        keep_message(conn, text, length);
    } else {
        conn->refs++;
        mq__op_run(conn, text, length, false);
        mq__conn_go_on(conn);
        mq__conn_release(conn);
    }
}

bool mq__conn_part(struct mq_conn *conn, const char *bytes, size_t length,
                   bool final)
{
    char *more;

    if (conn->partial_length + length > MQ_MAX_MESSAGE) {
        mq__conn_close(conn, 1009);
        return true;
    }
    if (final && conn->partial == NULL) {
        mq__conn_receive(conn, bytes, length);
        return true;
    }
    more = realloc(conn->partial, conn->partial_length + length + 1);
    if (more == NULL) {
        return false;
    }
    memcpy(more + conn->partial_length, bytes, length);
    conn->partial = more;
    conn->partial_length += length;
    if (final) {
        size_t whole = conn->partial_length;

        conn->partial = NULL;
        conn->partial_length = 0;
        mq__conn_receive(conn, more, whole);
        free(more);
    }
    return true;
}
