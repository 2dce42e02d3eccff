/* What tables put in their outboxes: frames for sockets, answers to HTTP
 * requests, calls. */
#include "server/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(struct mq_table *t, struct mq_out *message, size_t size)
{
    struct mq_out *out = malloc(size);

    if (out == NULL) {
        message->kind->refuse(message, MQ_FAULT_NOT_SAVED);
        return;
    }
    memcpy(out, message, size);
    mq__outbox_put(&t->outbox, out);
    if (mq__table_is_known(t)) {
        mq__outbox_release(&t->outbox);
    }
}

/* A frame for one socket. */
struct sending {
    struct mq_out out; /* first */
    struct mq_conn *conn;
    struct mq_frame *frame;
    char answers[MQ_CLIENT_ID]; /* id of the message that it answers */
    int64_t since_us;
    char *text; /* that message; NULL: it can't be run again */
    size_t length;
    bool is_item;
    int behind; /* of an item: what the socket had seen before it */
};

static void count_answer(struct mq_app *app, int64_t us)
{
    int i = 0;

    while (i < 15 && us >= (int64_t)64 << i) {
        i++;
    }
    app->figures.answer_us[i]++;
    app->figures.answer_us_sum += (uint64_t)us;
    app->figures.answers++;
}

static void frame_deliver(struct mq_out *out)
{
    struct sending *s = (struct sending *)out;

    if (s->answers[0] != '\0') {
        count_answer(s->conn->app, mq__now_us() - s->since_us);
    }
    mq__conn_send(s->conn, s->frame);
    mq__conn_release(s->conn);
    free(s->text);
}

static struct mq_frame *refusal(const char *id, enum mq_fault why)
{
    struct mq_failure failure;
    struct mq_voice voice = {0};
    struct mq_frame_writer f;

    mq__fail(&failure, why);
    mq__frame_begin(&f, "answer");
    mq__json_str(&f.w, "id", id);
    mq__json_bool(&f.w, "ok", false);
    mq__server_say_failure(&f.w, "error", &failure, &voice);
    return mq__frame_end(&f);
}

static void frame_refuse(struct mq_out *out, enum mq_fault why)
{
    struct sending *s = (struct sending *)out;

    if (s->answers[0] != '\0') {
        mq__conn_send(s->conn, refusal(s->answers, why));
    }
    /* The item never was: the socket has seen what it had before. */
    if (s->is_item && s->conn->seen > s->behind) {
        s->conn->seen = s->behind;
    }
    mq__frame_release(s->frame);
    mq__conn_release(s->conn);
    free(s->text);
}

static void frame_again(struct mq_out *out)
{
    struct sending *s = (struct sending *)out;

    if (s->text == NULL || s->conn->wsi == NULL) {
        frame_refuse(out, MQ_FAULT_STALE);
        return;
    }
    mq__conn_again(s->conn, s->text, s->length, true);
    mq__frame_release(s->frame);
    mq__conn_release(s->conn);
    free(s->text);
}

static void put_frame(struct mq_table *t, struct sending *s)
{
    static const struct mq_out_kind kind = {frame_deliver, frame_refuse,
                                            frame_again};

    if (s->frame == NULL) {
        mq__conn_close(s->conn, 1011);
        return;
    }
    s->out.kind = &kind;
    s->conn->refs++;
    put(t, &s->out, sizeof(*s));
}

void mq__out_frame(struct mq_table *t, struct mq_conn *conn,
                   struct mq_frame *frame)
{
    put_frame(t, &(struct sending){.conn = conn, .frame = frame});
}

void mq__out_item(struct mq_table *t, struct mq_conn *conn,
                  struct mq_frame *frame, int behind)
{
    put_frame(t, &(struct sending){.conn = conn,
                                   .frame = frame,
                                   .is_item = true,
                                   .behind = behind});
}

void mq__out_answer(struct mq_table *t, struct mq_conn *conn,
                    struct mq_frame *frame, const struct mq_said *said)
{
    struct sending s = {.conn = conn, .frame = frame, .since_us = mq__now_us()};

    snprintf(s.answers, sizeof(s.answers), "%s", said->id);
    if (t->app->shared && said->text != NULL && frame != NULL) {
        s.text = malloc(said->length + 1);
        if (s.text != NULL) {
            memcpy(s.text, said->text, said->length);
            s.length = said->length;
        }
    }
    put_frame(t, &s);
}

/* The answer to an HTTP request. */
struct answering {
    struct mq_out out; /* first */
    struct mq_exchange *exchange;
};

static void exchange_deliver(struct mq_out *out)
{
    struct mq_exchange *x = ((struct answering *)out)->exchange;

    mq__exchange_send(x);
    mq__exchange_release(x);
}

static void exchange_refuse(struct mq_out *out, enum mq_fault why)
{
    struct mq_exchange *x = ((struct answering *)out)->exchange;

    mq__buf_clear(&x->out);
    x->new_token[0] = '\0';
    mq__exchange_fault(x, why);
    mq__exchange_release(x);
}

static void exchange_again(struct mq_out *out)
{
    struct mq_exchange *x = ((struct answering *)out)->exchange;

    mq__exchange_again(x);
    mq__exchange_release(x);
}

void mq__out_exchange(struct mq_table *t, struct mq_exchange *x)
{
    static const struct mq_out_kind kind = {exchange_deliver, exchange_refuse,
                                            exchange_again};
    struct answering a = {.out.kind = &kind, .exchange = x};

    x->refs++;
    put(t, &a.out, sizeof(a));
}

struct calling {
    struct mq_out out; /* first */
    mq_out_call call;
    void *context;
};

static void call_deliver(struct mq_out *out)
{
    struct calling *c = (struct calling *)out;

    c->call(c->context, true);
}

static void call_refuse(struct mq_out *out, enum mq_fault why)
{
    struct calling *c = (struct calling *)out;

    (void)why;
    c->call(c->context, false);
}

void mq__out_call(struct mq_table *t, mq_out_call call, void *context)
{
    static const struct mq_out_kind kind = {call_deliver, call_refuse, NULL};
    struct calling c = {.out.kind = &kind, .call = call, .context = context};

    put(t, &c.out, sizeof(c));
}
