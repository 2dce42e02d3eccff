/* HTTP: what people say at a table, and notes of one's own. Seats write,
 * spectators read. Lines go to everybody at the table as they come; other
 * servers hear of them by a word and read them. */
#include "server/net.h"
#include "server/peers.h"
#include "server/request.h"
#include "store/chat.h"

#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 100, MOST = 300 };

enum doing { READ, SAY, REPORT, NOTE, WRITE_NOTE, TELL };

struct talk {
    struct mq_store_job job;      /* first */
    struct mq_exchange *exchange; /* TELL: NULL */
    enum doing doing;
    struct mq_chat_line line;
    char holder[MQ_KEY_SIZE];
    int from;
    char note[MQ_NOTE_SIZE];
    struct mq_buf lines;
    struct mq_json_writer w;
};

static void write_line(struct mq_json_writer *w, const char *key,
                       const struct mq_chat_line *line)
{
    mq__json_open(w, key, '{');
    mq__json_int(w, "number", line->number);
    mq__json_int(w, "seat", line->seat);
    mq__json_str(w, "text", line->text);
    mq__json_int(w, "at", line->at);
    mq__json_close(w, '}');
}

/* To all who are at the table here. */
static void show(struct mq_app *app, const struct mq_chat_line *line)
{
    struct mq_table *t = mq__table_find(app, line->table);

    for (struct mq_conn *c = t != NULL ? t->conns : NULL; c != NULL;
         c = c->table_next) {
        struct mq_frame_writer f;

        mq__frame_begin(&f, "chat");
        write_line(&f.w, "line", line);
        mq__conn_send(c, mq__frame_end(&f));
    }
}

static bool add_line(void *context, const struct mq_chat_line *row)
{
    struct talk *talk = context;

    if (talk->doing == TELL) {
        talk->line = *row;
        return false;
    }
    write_line(&talk->w, NULL, row);
    return true;
}

static enum mq_status talk_run(struct mq_job *job, struct mq_store *store)
{
    struct talk *talk = (struct talk *)job;
    struct mq_chat_line *line = &talk->line;
    enum mq_status status;
    char word[MQ_SIGNAL_SIZE];

    switch (talk->doing) {
    case READ:
        return mq_store_chat(store, line->table, talk->from, SHOWN, add_line,
                             talk);
    case TELL:
        return mq_store_chat(store, line->table, talk->from, 1, add_line, talk);
    case SAY:
        status = mq_store_say(store, line);
        if (status == MQ_OK && mq_store_is_shared(store)) {
            snprintf(word, sizeof(word), "%s c %d", line->table, line->number);
            status = mq_store_signal(store, word);
        }
        return status;
    case REPORT:
        return mq_store_report(store, line->table, line->number, talk->holder,
                               mq__wall_ms());
    case NOTE:
        status = mq_store_note(store, talk->holder, line->table, talk->note);
        return status == MQ_NOTHING ? MQ_OK : status;
    case WRITE_NOTE:
        return mq_store_put_note(store, talk->holder, line->table, talk->note);
    }
    return MQ_OK;
}

static void answer(struct talk *talk)
{
    struct mq_exchange *x = talk->exchange;
    struct mq_json_writer w;

    mq__exchange_begin(x, talk->doing == SAY ? 201 : 200, &w);
    switch (talk->doing) {
    case READ:
        mq__buf_str(&talk->lines, "]");
        mq__json_raw(&w, "lines", mq__buf_text(&talk->lines));
        break;
    case SAY:
        write_line(&w, "line", &talk->line);
        break;
    case NOTE:
    case WRITE_NOTE:
        mq__json_str(&w, "note", talk->note);
        break;
    default:
        mq__json_bool(&w, "ok", true);
        break;
    }
    mq__json_close(&w, '}');
    mq__exchange_send(x);
}

static void talk_end(struct talk *talk, enum mq_fault fault)
{
    struct mq_exchange *x = talk->exchange;

    if (x != NULL) {
        if (fault != MQ_FAULT_NONE || talk->lines.failed) {
            mq__exchange_fault(x, fault != MQ_FAULT_NONE ? fault
                                                         : MQ_FAULT_NOT_SAVED);
        } else {
            answer(talk);
        }
        mq__exchange_release(x);
    }
    mq__buf_finish(&talk->lines);
    free(talk);
}

static void talk_back(struct mq_store_job *job)
{
    struct talk *talk = (struct talk *)job;

    switch (job->job.status) {
    case MQ_OK:
        if (talk->doing == SAY ||
            (talk->doing == TELL && talk->line.number > 0)) {
            show(job->app, &talk->line);
        }
        talk_end(talk, MQ_FAULT_NONE);
        break;
    case MQ_CONFLICT: /* another server's line came first */
        mq__submit(job->app->writer, job, talk_run, talk_back);
        break;
    case MQ_NOTHING:
        talk_end(talk, MQ_FAULT_NOT_FOUND);
        break;
    case MQ_VERSION:
        mq__retire(job->app);
        talk_end(talk, MQ_FAULT_OUTDATED);
        break;
    default:
        talk_end(talk, MQ_FAULT_NOT_SAVED);
        break;
    }
}

static struct talk *talk_new(struct mq_app *app, const char *table,
                             enum doing doing)
{
    struct talk *talk = calloc(1, sizeof(*talk));

    if (talk != NULL) {
        talk->doing = doing;
        talk->job.app = app;
        snprintf(talk->line.table, sizeof(talk->line.table), "%s", table);
        mq__buf_init(&talk->lines);
        mq__json_writer_init(&talk->w, &talk->lines);
        mq__json_open(&talk->w, NULL, '[');
    }
    return talk;
}

static void submit(struct talk *talk)
{
    struct mq_app *app = talk->job.app;
    bool reads =
        talk->doing == READ || talk->doing == NOTE || talk->doing == TELL;

    mq__submit(reads ? app->reader : app->writer, &talk->job, talk_run,
               talk_back);
}

void mq__chat_there(struct mq_table *t, int number)
{
    struct talk *talk = t->conns != NULL ? talk_new(t->app, t->id, TELL) : NULL;

    if (talk != NULL) {
        talk->from = number;
        submit(talk);
    }
}

/* Words that can be shown on one line: UTF-8, no control characters, nothing
 * that turns the direction of what stands around it. */
static bool words_ok(const char *text, bool lines, int most)
{
    size_t length = strlen(text);
    int count = 0;

    for (size_t at = 0, step; at < length; at += step, count++) {
        unsigned char c = (unsigned char)text[at];

        step = mq__utf8_length(text + at, length - at);
        if (step == 0 || c == 0x7F || (c < ' ' && !(lines && c == '\n')) ||
            (step == 3 && c == 0xE2 &&
             ((unsigned char)text[at + 1] == 0x80 ||
              (unsigned char)text[at + 1] == 0x81) &&
             (unsigned char)text[at + 2] >= 0xA8 &&
             (unsigned char)text[at + 2] <= 0xAE)) {
            return false;
        }
    }
    return count <= most && strspn(text, " ") < length + (lines && !length);
}

static bool read_fields(struct mq_exchange *x, struct talk *talk)
{
    struct mq_error error = {0};
    struct mq_failure failure;
    struct mq_reader r;
    struct mq_read_object o;

    mq__reader_init(&r, "body", &error);
    r.status = MQ_SYNTAX;
    if (mq__read_object(&r, x->doc.root, &o)) {
        if (talk->doing == SAY) {
            mq__read_copy(&r, &o, "text", talk->line.text,
                          sizeof(talk->line.text));
            if (!r.failed && !words_ok(talk->line.text, false, MOST)) {
                mq__read_fail(&r, "text", "server.words", "i", MOST);
            }
        } else if (talk->doing == WRITE_NOTE) {
            mq__read_copy(&r, &o, "text", talk->note, sizeof(talk->note));
            if (!r.failed && !words_ok(talk->note, true, MQ_NOTE_SIZE)) {
                mq__read_fail(&r, "text", "server.words", "i", MQ_NOTE_SIZE);
            }
        } else {
            talk->line.number = mq__read_int(&r, &o, "line", 1, 1 << 30);
        }
        mq__read_done(&r, &o);
    }
    if (r.failed) {
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
    }
    return !r.failed;
}

static bool within_limits(struct mq_exchange *x)
{
    int64_t now = mq__now_ms();
    struct mq_visitor *v = mq__visitor(x->app->visitors, &x->address, now);

    return v != NULL && mq__bucket_take(&v->words, now, 0.5, 10);
}

static bool may(struct mq_exchange *x, const struct mq_table *t,
                enum doing doing)
{
    bool writes = doing == SAY || doing == REPORT || doing == WRITE_NOTE;

    if (doing == READ) {
        return mq__must(x, x->right.role >= MQ_ROLE_WATCH, MQ_FAULT_FORBIDDEN);
    }
    return mq__must(x, x->right.seat >= 0, MQ_FAULT_FORBIDDEN) &&
           mq__must(x, doing != SAY || t->chat, MQ_FAULT_NO_CHAT) &&
           mq__must(x, !writes || within_limits(x), MQ_FAULT_TOO_MANY);
}

static void begin(struct mq_exchange *x, struct mq_table *t, enum doing doing)
{
    struct talk *talk;
    char from[16];

    if (!may(x, t, doing)) {
        return;
    }
    talk = talk_new(x->app, t->id, doing);
    if (!mq__must(x, talk != NULL, MQ_FAULT_NOT_SAVED)) {
        return;
    }
    if (x->method == MQ_POST && !read_fields(x, talk)) {
        mq__buf_finish(&talk->lines);
        free(talk);
        return;
    }
    mq__query_get(x->query, "from", from, sizeof(from));
    talk->from = (int)strtol(from, NULL, 10);
    talk->line.seat = x->right.seat;
    talk->line.at = mq__wall_ms();
    memcpy(talk->holder,
           x->session.account[0] != '\0' ? x->session.account : x->session.id,
           sizeof(talk->holder));
    memcpy(talk->line.holder, talk->holder, sizeof(talk->line.holder));
    talk->exchange = x;
    x->refs++;
    submit(talk);
}

void mq__route_chat(struct mq_exchange *x, struct mq_table *t)
{
    begin(x, t, x->method == MQ_GET ? READ : SAY);
}

void mq__route_report(struct mq_exchange *x, struct mq_table *t)
{
    begin(x, t, REPORT);
}

void mq__route_note(struct mq_exchange *x, struct mq_table *t)
{
    begin(x, t, x->method == MQ_GET ? NOTE : WRITE_NOTE);
}
