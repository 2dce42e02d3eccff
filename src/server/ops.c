/* What clients send over a socket: one function a type. */
#include "server/net.h"
#include "server/peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const mq__reactions[] = {"well-played", "wow",    "ouch", "think",
                                     "hurry",       "thanks", NULL};

/* A message that was read, and its answer. */
struct op {
    struct mq_conn *conn;
    struct mq_table *table;
    char id[MQ_CLIENT_ID];
    struct mq_said said;
    bool rerun;
    struct mq_reader r;
    struct mq_read_object o;
    struct mq_error error;
    struct mq_failure failure;
    struct mq_buf buf;
    struct mq_json_writer w;
};

static void answer_begin(struct op *op, bool ok)
{
    mq__buf_clear(&op->buf);
    mq__json_writer_init(&op->w, &op->buf);
    mq__json_open(&op->w, NULL, '{');
    mq__json_str(&op->w, "type", "answer");
    mq__json_str(&op->w, "id", op->id[0] != '\0' ? op->id : NULL);
    mq__json_bool(&op->w, "ok", ok);
}

static void answer_send(struct op *op)
{
    struct mq_frame *frame;

    mq__json_close(&op->w, '}');
    frame = mq__frame_new(&op->buf);
    if (op->table != NULL) {
        op->said.id = op->id;
        mq__out_answer(op->table, op->conn, frame, &op->said);
    } else {
        mq__conn_send(op->conn, frame);
    }
}

static void answer_failure(struct op *op)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice = {0};

    if (op->table != NULL) {
        mq__table_voice(op->table, names, &voice);
    }
    op->conn->app->figures.refused++;
    answer_begin(op, false);
    mq__server_say_failure(&op->w, "error", &op->failure, &voice);
    answer_send(op);
}

static void answer_fault(struct op *op, enum mq_fault fault)
{
    mq__fail(&op->failure, fault);
    answer_failure(op);
}

static void answer_ok(struct op *op)
{
    answer_begin(op, true);
    answer_send(op);
}

static void answer_number(struct op *op, const char *key, int number)
{
    answer_begin(op, true);
    mq__json_int(&op->w, key, number);
    answer_send(op);
}

/* The answer to what may have changed the table. */
static void answer_done(struct op *op, bool done)
{
    if (done) {
        answer_ok(op);
        mq__table_tend(op->table);
    } else {
        answer_failure(op);
    }
}

/* The rest of the message was right; otherwise it is answered so. */
static bool read_all(struct op *op)
{
    mq__read_done(&op->r, &op->o);
    if (op->r.failed) {
        mq__fail_with(&op->failure, MQ_FAULT_BAD_REQUEST, &op->error);
        answer_failure(op);
        return false;
    }
    return true;
}

static bool has_seat(struct op *op)
{
    if (op->conn->right.seat < 0) {
        answer_fault(op, MQ_FAULT_FORBIDDEN);
        return false;
    }
    if (op->table->state != MQ_TABLE_RUNNING) {
        answer_fault(op, MQ_FAULT_NOT_RUNNING);
        return false;
    }
    return true;
}

/* Who acts. An id that was used before is answered again, and false. */
static bool actor(struct op *op, struct mq_actor *out)
{
    int seat = op->conn->right.seat, before;

    out->seat = seat;
    out->client = op->id;
    if (seat >= 0) {
        before = mq__ring_find(op->table, seat, op->id);
        if (before >= 0) {
            answer_number(op, "number", before);
            return false;
        }
    }
    return has_seat(op);
}

/* The number that the change begins with in the actor's log. */
static void answer_change(struct op *op, bool done)
{
    if (!done) {
        answer_failure(op);
        return;
    }
    answer_number(op, "number",
                  mq__ring_find(op->table, op->conn->right.seat, op->id));
    mq__table_tend(op->table);
}

static int read_last(struct op *op)
{
    return mq__read_int(&op->r, &op->o, "last", 0, 1 << 30);
}

static void op_act(struct op *op)
{
    struct mq_actor who = {.last = read_last(op)};
    const char *action = mq__read_text(&op->r, &op->o, "action");

    if (read_all(op) && actor(op, &who)) {
        answer_change(op, mq__play_act(op->table, &who, action, &op->failure));
    }
}

static int read_optional_int(struct op *op, const char *key, int none)
{
    if (mq__read_optional(&op->r, &op->o, key) == NULL) {
        return none;
    }
    return mq__read_int(&op->r, &op->o, key, 0, 1 << 30);
}

static void op_undo(struct op *op)
{
    struct mq_actor who = {.last = read_last(op)};
    int to = read_optional_int(op, "to", -1), proposal = 0;

    if (!read_all(op) || !actor(op, &who)) {
        return;
    }
    if (mq__play_undo(op->table, &who, to, &proposal, &op->failure) &&
        proposal > 0) {
        answer_number(op, "proposal", proposal);
        return;
    }
    answer_change(op, op->failure.fault == MQ_FAULT_NONE);
}

static void op_redo(struct op *op)
{
    struct mq_actor who = {.last = read_last(op)};

    if (read_all(op) && actor(op, &who)) {
        answer_change(op, mq__play_redo(op->table, &who, &op->failure));
    }
}

static void op_concede(struct op *op)
{
    struct mq_actor who = {.last = read_last(op)};

    if (read_all(op) && actor(op, &who)) {
        answer_change(op, mq__play_concede(op->table, &who, &op->failure));
    }
}

static void op_propose(struct op *op)
{
    static const char *const words[] = {"undo", "bot", "end", NULL};
    int what = mq__read_word(&op->r, &op->o, "what", words);
    int seat = read_optional_int(op, "seat", -1), number = 0;

    if (!read_all(op) || !has_seat(op)) {
        return;
    }
    if (what == MQ_PROPOSE_UNDO) {
        answer_fault(op, MQ_FAULT_BAD_REQUEST);
    } else if (mq__propose(op->table, op->conn->right.seat, what, seat, &number,
                           &op->failure)) {
        answer_number(op, "proposal", number);
        mq__table_tend(op->table);
    } else {
        answer_failure(op);
    }
}

static void answer_proposal(struct op *op, bool agrees)
{
    int number = mq__read_int(&op->r, &op->o, "proposal", 1, 1 << 30);

    if (read_all(op) && has_seat(op)) {
        answer_done(op, mq__answer(op->table, op->conn->right.seat, number,
                                   agrees, &op->failure));
    }
}

static void op_agree(struct op *op)
{
    answer_proposal(op, true);
}

static void op_decline(struct op *op)
{
    answer_proposal(op, false);
}

static void op_take_seat(struct op *op)
{
    if (read_all(op) && has_seat(op)) {
        answer_done(op, mq__play_hand_over(op->table, op->conn->right.seat, "",
                                           &op->failure));
    }
}

static void op_hurry(struct op *op)
{
    int seat = mq__read_int(&op->r, &op->o, "seat", 0, MQ_MAX_PLAYERS - 1);

    if (read_all(op) && has_seat(op)) {
        mq__think_hurry(op->table, seat);
        mq__peers_hurry(op->table, seat);
        answer_ok(op);
    }
}

void mq__reaction_show(struct mq_table *t, int seat, const char *word)
{
    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        struct mq_frame_writer f;

        mq__frame_begin(&f, "reaction");
        mq__json_int(&f.w, "seat", seat);
        mq__json_str(&f.w, "reaction", word);
        mq__out_frame(t, c, mq__frame_end(&f));
    }
}

static void op_react(struct op *op)
{
    int which = mq__read_word(&op->r, &op->o, "reaction", mq__reactions);
    struct mq_conn *conn = op->conn;

    if (!read_all(op)) {
        return;
    }
    if (conn->right.seat < 0) {
        answer_fault(op, MQ_FAULT_FORBIDDEN);
        return;
    }
    if (!mq__bucket_take(&conn->reactions, mq__now_ms(), 1, 2)) {
        answer_fault(op, MQ_FAULT_TOO_MANY);
        return;
    }
    mq__reaction_show(op->table, conn->right.seat, mq__reactions[which]);
    mq__peers_react(op->table, conn->right.seat, mq__reactions[which]);
    answer_ok(op);
}

struct view {
    _Alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

static void own_view(struct op *op, struct view *out)
{
    mq__audience_view(op->table->game, mq_match_state(op->table->match),
                      op->conn->audience, out->bytes);
}

static void op_legal(struct op *op)
{
    struct mq_table *t = op->table;
    int seat = op->conn->right.seat;
    struct view view;
    uint32_t actors = 0;

    if (!read_all(op) || !has_seat(op)) {
        return;
    }
    mq_match_turn(t->match, &actors);
    answer_begin(op, true);
    if (actors >> seat & 1) {
        mq_view(t->game, mq_match_state(t->match), seat, view.bytes);
        mq__legal_write(&op->w, "actions", t->game, view.bytes, seat);
    } else {
        mq__json_words(&op->w, "actions", NULL, 0);
    }
    answer_send(op);
}

static void op_view(struct op *op)
{
    struct mq_table *t = op->table;
    struct mq_buf now;
    struct view view;

    if (!read_all(op)) {
        return;
    }
    if (t->match == NULL) {
        answer_fault(op, MQ_FAULT_NOT_RUNNING);
        return;
    }
    own_view(op, &view);
    mq__buf_init(&now);
    mq__now_write(t, op->conn->audience, view.bytes,
                  op->conn->want | MQ_WANT_ASK | MQ_WANT_LEGAL, &now);
    answer_begin(op, true);
    mq__json_int(&op->w, "number", t->audience[op->conn->audience].number);
    mq__json_raw(&op->w, "view", mq__audience_json(t, op->conn->audience));
    mq__json_raw(&op->w, "now", mq__buf_text(&now));
    answer_send(op);
    mq__buf_finish(&now);
}

static void op_odds(struct op *op)
{
    struct mq_table *t = op->table;
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    struct mq_odds odds[MQ_MAX_ODDS];
    struct view view;
    int count;

    if (!read_all(op) || !has_seat(op)) {
        return;
    }
    if (t->help == MQ_HELP_NONE) {
        answer_fault(op, MQ_FAULT_NO_HELP);
        return;
    }
    mq_view(t->game, mq_match_state(t->match), op->conn->right.seat,
            view.bytes);
    count = mq_odds_list(t->game, view.bytes, op->conn->right.seat, odds);
    mq__table_voice(t, names, &voice);
    answer_begin(op, true);
    mq__odds_json(&op->w, "odds", odds, count, &voice);
    answer_send(op);
}

static void op_hint(struct op *op)
{
    uint32_t actors = 0;

    if (!read_all(op) || !has_seat(op)) {
        return;
    }
    mq_match_turn(op->table->match, &actors);
    if (op->table->help != MQ_HELP_HINTS) {
        answer_fault(op, MQ_FAULT_NO_HELP);
    } else if (!(actors >> op->conn->right.seat & 1)) {
        answer_fault(op, MQ_FAULT_NOT_YOUR_TURN);
    } else if (!mq__hint(op->table, op->conn, op->id)) {
        answer_fault(op, MQ_FAULT_NOT_SAVED);
    } else {
        answer_ok(op);
    }
}

/* A subscription: who it is and what they may see comes from the store. */
struct subscription {
    struct mq_store_job job; /* first */
    struct mq_conn *conn;
    char id[MQ_CLIENT_ID];
    char table[MQ_TABLE_ID_SIZE];
    int from;
    int as;     /* 0 not said, 1 seat, 2 spectator */
    bool rerun; /* the items are on their way already */
    bool refreshed;
    unsigned want;
    struct mq_session session;
    struct mq_grant grant[MQ_MAX_GRANTS];
    int grants;
    size_t length;
    char text[]; /* the message */
};

static enum mq_status subscription_run(struct mq_job *job,
                                       struct mq_store *store)
{
    struct subscription *s = (struct subscription *)job;
    enum mq_status status = MQ_NOTHING;

    if (s->conn->session[0] != '\0') {
        status = mq_store_session(store, s->conn->session, &s->session);
    }
    if (status == MQ_OK) {
        status = mq_store_grants(store, s->session.id, s->session.account,
                                 s->table, s->grant, &s->grants);
    }
    return status == MQ_NOTHING ? MQ_OK : status;
}

static void subscription_end(struct subscription *s)
{
    struct mq_conn *conn = s->conn;

    conn->busy = false;
    free(s);
    mq__conn_go_on(conn);
    mq__conn_release(conn);
}

static void op_init(struct op *op, struct mq_conn *conn, const char *id)
{
    memset(op, 0, sizeof(*op));
    op->conn = conn;
    snprintf(op->id, sizeof(op->id), "%s", id);
    mq__buf_init(&op->buf);
}

static void subscription_fail(struct subscription *s, enum mq_fault fault)
{
    struct op op;

    op_init(&op, s->conn, s->id);
    answer_fault(&op, fault);
    mq__buf_finish(&op.buf);
    subscription_end(s);
}

/* The log of a match that is over is open to all who have its address. */
static bool may_watch(const struct mq_table *t, const struct mq_right *right)
{
    return right->role != MQ_ROLE_NONE || t->state == MQ_TABLE_OVER;
}

static void subscribe(struct subscription *s, struct mq_table *t,
                      const struct mq_right *right)
{
    struct mq_conn *conn = s->conn;
    struct mq_table *old = conn->table;
    int from = s->rerun && old == t ? conn->seen : s->from;
    struct op op;

    mq__conn_detach(conn);
    if (old != NULL && old != t) {
        mq__publish_table(old);
    }
    conn->right = *right;
    memcpy(conn->account, s->session.account, sizeof(conn->account));
    if (s->as == 2) {
        conn->right.seat = -1;
    }
    conn->audience = conn->right.seat >= 0 ? conn->right.seat : MQ_SPECTATORS;
    conn->want = s->want;
    mq__conn_attach(conn, t);
    conn->seen = -1; /* when it starts, it starts with a state */
    if (t->match != NULL) {
        mq__publish_catch_up(t, conn, from);
    }
    op_init(&op, conn, s->id);
    op.table = t;
    op.said = (struct mq_said){s->id, s->text, s->length};
    answer_begin(&op, true);
    mq__json_int(&op.w, "number",
                 t->match != NULL ? t->audience[conn->audience].number : 0);
    mq__table_write(t, &conn->right, &op.w, "table");
    answer_send(&op);
    mq__buf_finish(&op.buf);
    mq__publish_table(t);
    mq__table_tend(t);
}

/* The client comes from another server and has seen more there than has been
 * read here. */
static bool is_behind(const struct subscription *s, const struct mq_table *t,
                      const struct mq_right *right)
{
    int audience = s->as != 2 && right->seat >= 0 ? right->seat : MQ_SPECTATORS;

    return t->app->shared && !s->refreshed &&
           s->from > t->audience[audience].number;
}

static void subscription_table(void *context, struct mq_table *t, bool failed)
{
    struct subscription *s = context;
    struct mq_right right;

    if (s->conn->wsi == NULL) {
        subscription_end(s);
        return;
    }
    if (t == NULL) {
        subscription_fail(s, failed ? MQ_FAULT_NOT_SAVED : MQ_FAULT_NOT_FOUND);
        return;
    }
    right = mq__table_right(t, s->grant, s->grants);
    if (is_behind(s, t, &right)) {
        s->refreshed = true;
        mq__table_refresh(t, subscription_table, s);
    } else if (!may_watch(t, &right)) {
        subscription_fail(s, MQ_FAULT_NOT_FOUND);
    } else if (s->as == 1 && right.seat < 0) {
        subscription_fail(s, MQ_FAULT_FORBIDDEN);
    } else {
        subscribe(s, t, &right);
        subscription_end(s);
    }
}

static void subscription_back(struct mq_store_job *job)
{
    struct subscription *s = (struct subscription *)job;

    if (job->job.status != MQ_OK) {
        subscription_fail(s, MQ_FAULT_NOT_SAVED);
        return;
    }
    mq__table_get(s->conn->app, s->table, subscription_table, s);
}

static unsigned read_want(struct op *op)
{
    static const char *const words[] = {"changes", "views", "sentences", "now",
                                        "legal",   "ask",   NULL};
    const struct mq_json *list;
    struct mq_read_item at = {"want", 0, NULL};
    unsigned want = 0;

    if (mq__read_optional(&op->r, &op->o, "want") == NULL) {
        return MQ_WANT_STANDARD;
    }
    list = mq__read_array(&op->r, &op->o, "want", 6);
    for (at.node = list != NULL ? list->first : NULL; at.node != NULL;
         at.node = at.node->next) {
        want |= 1U << mq__read_item_word(&op->r, &at, words);
        at.index++;
    }
    return want;
}

static void op_subscribe(struct op *op)
{
    static const char *const sides[] = {"seat", "spectator", NULL};
    const char *table = mq__read_text(&op->r, &op->o, "table");
    int from = read_optional_int(op, "from", -1), as = 0;
    unsigned want = read_want(op);
    struct subscription *s;

    if (mq__read_optional(&op->r, &op->o, "as") != NULL) {
        as = 1 + mq__read_word(&op->r, &op->o, "as", sides);
    }
    if (!read_all(op)) {
        return;
    }
    s = mq__id_ok(table) ? calloc(1, sizeof(*s) + op->said.length) : NULL;
    if (s == NULL) {
        answer_fault(op, MQ_FAULT_NOT_FOUND);
        return;
    }
    s->conn = op->conn;
    s->length = op->said.length;
    memcpy(s->text, op->said.text, s->length);
    snprintf(s->id, sizeof(s->id), "%s", op->id);
    snprintf(s->table, sizeof(s->table), "%s", table);
    s->from = from;
    s->as = as;
    s->want = want;
    s->rerun = op->rerun;
    s->job.app = op->conn->app;
    op->conn->busy = true;
    op->conn->refs++;
    mq__submit(s->job.app->reader, &s->job, subscription_run,
               subscription_back);
}

static const struct {
    const char *type;
    void (*run)(struct op *op);
} ops[] = {
    {"act", op_act},         {"agree", op_agree}, {"concede", op_concede},
    {"decline", op_decline}, {"hint", op_hint},   {"hurry", op_hurry},
    {"legal", op_legal},     {"odds", op_odds},   {"propose", op_propose},
    {"react", op_react},     {"redo", op_redo},   {"take_seat", op_take_seat},
    {"undo", op_undo},       {"view", op_view},
};

static void dispatch(struct op *op, const char *type)
{
    if (op->conn->app->retired) {
        op->table = NULL; /* nothing is waited for */
        answer_fault(op, MQ_FAULT_OUTDATED);
        return;
    }
    if (strcmp(type, "subscribe") == 0) {
        op_subscribe(op);
        return;
    }
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (strcmp(ops[i].type, type) != 0) {
            continue;
        }
        if (op->table == NULL) {
            answer_fault(op, MQ_FAULT_NOT_FOUND);
        } else {
            ops[i].run(op);
        }
        return;
    }
    answer_fault(op, MQ_FAULT_BAD_REQUEST);
}

/* Too much that isn't of this protocol: out. */
static void malformed(struct op *op)
{
    op->conn->app->figures.malformed++;
    op->table = NULL;
    op->id[0] = '\0';
    mq__fail_with(&op->failure, MQ_FAULT_BAD_REQUEST, &op->error);
    answer_failure(op);
    if (++op->conn->malformed >= 10) {
        mq__conn_close(op->conn, 4000);
    }
}

static void pong(struct op *op)
{
    struct mq_frame_writer f;

    mq__frame_begin(&f, "pong");
    mq__conn_send(op->conn, mq__frame_end(&f));
}

static void read_message(struct op *op, const struct mq_json *root)
{
    const char *type, *id;

    mq__reader_init(&op->r, "message", &op->error);
    op->r.status = MQ_SYNTAX;
    if (!mq__read_object(&op->r, root, &op->o)) {
        malformed(op);
        return;
    }
    type = mq__read_text(&op->r, &op->o, "type");
    if (type != NULL && strcmp(type, "ping") == 0) {
        pong(op);
        return;
    }
    id = mq__read_text(&op->r, &op->o, "id");
    if (op->r.failed || type == NULL || id == NULL || id[0] == '\0' ||
        strlen(id) >= MQ_CLIENT_ID) {
        malformed(op);
        return;
    }
    snprintf(op->id, sizeof(op->id), "%s", id);
    dispatch(op, type);
}

void mq__op_run(struct mq_conn *conn, const char *text, size_t length,
                bool rerun)
{
    struct mq_json_doc doc;
    struct op op;

    if (conn->table != NULL && !mq__table_is_known(conn->table)) {
        mq__conn_again(conn, text, length, rerun);
        return;
    }
    op_init(&op, conn, "");
    op.table = conn->table;
    op.said.text = text;
    op.said.length = length;
    op.rerun = rerun;
    if (mq__json_parse(&doc, text, length, &op.error) == MQ_OK) {
        read_message(&op, doc.root);
    } else {
        malformed(&op);
    }
    mq__json_finish(&doc);
    mq__buf_finish(&op.buf);
}
