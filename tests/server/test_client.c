/* A client in C plays whole matches of every game through the server, at two
 * seats and as a spectator, and compares with the engine: what each of them
 * was sent, event by event, text and view, is what the engine gives that seat
 * when it folds the record. */
#include "unit.h"

#include "cli/server_child.h"
#include "cli/wire.h"
#include "core/json.h"

#include <maxq/maxq.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SEATS = 2, CLIENTS = 3, MOST = 4000 };

/* Somebody at the table; of the last the seat is MQ_SPECTATOR. */
struct person {
    struct mq_wire wire;
    char cookie[MQ_COOKIE_SIZE];
    int seat, number;
    char *text[MOST], *view[MOST]; /* of the events */
    int events;
    struct mq_json_doc last; /* the answer that was waited for */
};

struct match {
    struct mq_server_child server;
    char id[24];
    struct person person[CLIENTS];
    struct mq_rng rng;
};

/* A request of one of them that succeeds; the answer in `out`. */
static void request(struct match *m, int who, const char *path,
                    const char *body, struct mq_buf *out)
{
    int status = mq__wire_request(m->server.port, "POST", path, body,
                                  m->person[who].cookie, out);

    if (status != 200 && status != 201) {
        fail_msg("%s: %d %s", path, status, mq__buf_text(out));
    }
}

static void text_of(const struct mq_buf *json, const char *path, char *out,
                    size_t size)
{
    struct mq_json_doc doc;
    struct mq_error error;
    const struct mq_json *node;

    assert_int_equal(
        mq__json_parse(&doc, mq__buf_text(json), json->length, &error), MQ_OK);
    node = mq__json_path(doc.root, path);
    assert_non_null(node);
    snprintf(out, size, "%s", node->text);
    mq__json_finish(&doc);
}

static void open_table(struct match *m, const char *game, const char *options)
{
    char join[256], watch[256], body[320], path[96];
    const char *link[CLIENTS] = {NULL, join, watch};
    struct mq_buf out;

    mq__buf_init(&out);
    snprintf(body, sizeof(body),
             "{\"game\":\"%s\",\"options\":%s,\"sit\":0,\"seats\":["
             "{\"kind\":\"person\",\"name\":\"A\"},{\"kind\":\"open\"}]}",
             game, options);
    request(m, 0, "/api/tables", body, &out);
    text_of(&out, "table.id", m->id, sizeof(m->id));
    text_of(&out, "links.join", join, sizeof(join));
    text_of(&out, "links.watch", watch, sizeof(watch));
    for (int who = 1; who < CLIENTS; who++) {
        snprintf(path, sizeof(path), "/api/tables/%s/enter", m->id);
        snprintf(body, sizeof(body), "{\"secret\":\"%s\"}",
                 strrchr(link[who], '=') + 1);
        request(m, who, path, body, &out);
    }
    snprintf(path, sizeof(path), "/api/tables/%s/sit", m->id);
    request(m, 1, path, "{\"name\":\"B\"}", &out);
    snprintf(path, sizeof(path), "/api/tables/%s/start", m->id);
    request(m, 0, path, "{}", &out);
    mq__buf_finish(&out);
}

static char *copy(const char *text, size_t length)
{
    char *made = malloc(length + 1);

    assert_non_null(made);
    memcpy(made, text, length);
    made[length] = '\0';
    return made;
}

/* An item as it came: its number follows the last; an event is kept. */
static void take_item(struct person *p, const struct mq_json *item)
{
    const struct mq_json *view = mq__json_get(item, "view");
    struct mq_json_writer w;
    struct mq_buf buf;

    assert_int_equal(mq__json_get(item, "number")->integer, p->number + 1);
    p->number++;
    if (strcmp(mq__json_get(item, "kind")->text, "event") != 0) {
        return;
    }
    assert_true(p->events < MOST);
    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__json_node(&w, NULL, view);
    p->text[p->events] = copy(mq__json_get(item, "text")->text,
                              strlen(mq__json_get(item, "text")->text));
    p->view[p->events++] = copy(mq__buf_text(&buf), buf.length);
    mq__buf_finish(&buf);
}

/* The next message; what it has to do with is taken. */
static void receive(struct person *p, struct mq_json_doc *doc)
{
    struct mq_error error;
    const char *type;
    size_t length;
    char *text;

    while ((text = mq__wire_next(&p->wire, &length)) == NULL) {
        assert_true(mq__wire_read(&p->wire));
    }
    assert_int_equal(mq__json_parse(doc, text, length, &error), MQ_OK);
    type = mq__json_get(doc->root, "type")->text;
    if (strcmp(type, "item") == 0) {
        take_item(p, doc->root);
    }
}

/* Sends a message with that id and takes all up to its answer, which is in
 * `p->last`. */
static void ask(struct person *p, const char *message, const char *id)
{
    const struct mq_json *answered = NULL;

    assert_true(mq__wire_send(&p->wire, message, strlen(message)));
    while (answered == NULL || strcmp(answered->text, id) != 0) {
        mq__json_finish(&p->last);
        receive(p, &p->last);
        answered = NULL;
        if (strcmp(mq__json_get(p->last.root, "type")->text, "answer") == 0) {
            answered = mq__json_get(p->last.root, "id");
        }
    }
    if (!mq__json_get(p->last.root, "ok")->boolean) {
        fail_msg("refused: %s", message);
    }
}

static void subscribe(struct match *m, int who)
{
    struct person *p = &m->person[who];
    char message[256];

    p->seat = who < SEATS ? who : MQ_SPECTATOR;
    assert_true(mq__wire_open(&p->wire, m->server.port, p->cookie));
    snprintf(message, sizeof(message),
             "{\"type\":\"subscribe\",\"id\":\"s\",\"table\":\"%s\","
             "\"from\":0,\"want\":[\"views\",\"now\",\"legal\"]}",
             m->id);
    ask(p, message, "s");
}

/* What a person can do now. */
static const struct mq_json *now_of(struct person *p)
{
    ask(p, "{\"type\":\"view\",\"id\":\"v\"}", "v");
    assert_int_equal(mq__json_get(p->last.root, "number")->integer, p->number);
    return mq__json_get(p->last.root, "now");
}

static const struct mq_json *any_of(struct match *m, const struct mq_json *list)
{
    assert_true(list != NULL && list->count > 0);
    return mq__json_at(list, (int)mq_rng_below(&m->rng, (uint32_t)list->count));
}

/* One action of somebody who may act; false: it is over. */
static bool move(struct match *m, int number)
{
    const struct mq_json *now = now_of(&m->person[0]);
    struct person *p;
    char message[320], id[24];

    if (mq__json_get(now, "over")->boolean) {
        return false;
    }
    p = &m->person[any_of(m, mq__json_get(now, "actors"))->integer];
    now = now_of(p);
    snprintf(id, sizeof(id), "a%d", number);
    snprintf(message, sizeof(message),
             "{\"type\":\"act\",\"id\":\"%s\",\"last\":%d,\"action\":\"%s\"}",
             id, p->number, any_of(m, mq__json_get(now, "legal"))->text);
    ask(p, message, id);
    return true;
}

struct comparison {
    const struct mq_game *game;
    const struct person *person;
    int at;
};

static bool same_as_engine(void *context, int number, struct mq_event event,
                           const void *before, const void *view)
{
    struct comparison *c = context;
    char text[MQ_TEXT_SIZE];
    char *json = mq_position_write(c->game, view);

    (void)number;
    (void)before;
    assert_non_null(json);
    assert_true(c->at < c->person->events);
    mq_event_text(c->game, event, text, sizeof(text));
    assert_string_equal(c->person->text[c->at], text);
    assert_string_equal(c->person->view[c->at], json);
    free(json);
    c->at++;
    return true;
}

/* The record as anybody can download it. */
static struct mq_match *record(struct match *m)
{
    struct mq_match *match = NULL;
    struct mq_match_notice notice;
    struct mq_verdict verdict;
    struct mq_error error;
    struct mq_buf out;
    char path[96], nobody[MQ_COOKIE_SIZE] = "";

    mq__buf_init(&out);
    snprintf(path, sizeof(path), "/api/tables/%s/match.mqm", m->id);
    assert_int_equal(
        mq__wire_request(m->server.port, "GET", path, "", nobody, &out), 200);
    assert_int_equal(
        mq_match_read(mq__buf_text(&out), out.length, &match, &notice, &error),
        MQ_OK);
    assert_int_equal(mq_match_verify(match, &verdict), MQ_OK);
    assert_true(verdict.revealed && verdict.followed > 0);
    mq__buf_finish(&out);
    return match;
}

static void compare(struct match *m)
{
    struct mq_match *match = record(m);

    assert_true(mq_match_length(match) > 20);
    for (int who = 0; who < CLIENTS; who++) {
        struct person *p = &m->person[who];
        struct comparison c = {mq_match_game(match), p, 0};

        now_of(p); /* all that there is has come */
        mq_match_seen(match, p->seat, 0, same_as_engine, &c);
        assert_int_equal(c.at, p->events);
    }
    mq_match_destroy(match);
}

static void leave(struct person *p)
{
    for (int i = 0; i < p->events; i++) {
        free(p->text[i]);
        free(p->view[i]);
    }
    mq__json_finish(&p->last);
    mq__wire_close(&p->wire);
}

static void play(const char *game, const char *options)
{
    struct match *m = calloc(1, sizeof(*m));

    assert_non_null(m);
    mq_rng_seed(&m->rng, 3);
    assert_true(mq__server_child_start(&m->server, false));
    open_table(m, game, options);
    for (int who = 0; who < CLIENTS; who++) {
        subscribe(m, who);
    }
    for (int number = 0; move(m, number); number++) {
        assert_true(number < MOST);
    }
    compare(m);
    for (int who = 0; who < CLIENTS; who++) {
        leave(&m->person[who]);
    }
    assert_true(mq__server_child_stop(&m->server));
    free(m);
}

static void mlem(void **state)
{
    (void)state;
    play("mlem", "{\"ufo\":true,\"exploration\":true,\"secret\":true}");
}

static void liftoff(void **state)
{
    (void)state;
    play("liftoff", "{}");
}

static void apogee(void **state)
{
    (void)state;
    play("apogee", "{\"rounds\":6}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mlem),
        cmocka_unit_test(liftoff),
        cmocka_unit_test(apogee),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
