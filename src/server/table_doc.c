/* A table's document: what people set up, as JSON in the store. */
#include "server/request.h"

#include <string.h>

const char *const mq__seat_kinds[] = {"open", "person", "bot", NULL};
const char *const mq__helps[] = {"none", "odds", "hints", NULL};
const char *const mq__clock_kinds[] = {"none", "move", "match", NULL};
const char *const mq__timeouts[] = {"bot", "forfeit", NULL};
const char *const mq__ends[] = {"played", "conceded", "agreed", "ended", NULL};
const char *const mq__table_states[] = {"open", "running", "over", NULL};

static void write_link(struct mq_json_writer *w, const char *key,
                       const struct mq_link *link)
{
    mq__json_open(w, key, '{');
    mq__json_str(w, "hash", link->hash);
    mq__json_int(w, "epoch", link->epoch);
    mq__json_close(w, '}');
}

static void write_place(struct mq_json_writer *w, const struct mq_place *place)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "kind", mq__seat_kinds[place->kind]);
    mq__json_str(w, "name", place->name);
    mq__json_str(w, "bot", place->bot);
    write_link(w, "link", &place->link);
    mq__json_bool(w, "timed_out", place->timed_out);
    mq__json_bool(w, "ready", place->ready);
    mq__json_int(w, "notified", place->notified);
    mq__json_int(w, "reminded", place->reminded);
    mq__json_close(w, '}');
}

static void write_proposal(struct mq_json_writer *w,
                           const struct mq_proposal *p)
{
    mq__json_open(w, NULL, '{');
    mq__json_int(w, "number", p->number);
    mq__json_int(w, "kind", p->kind);
    mq__json_int(w, "by", p->by);
    mq__json_int(w, "seat", p->seat);
    mq__json_int(w, "length", p->length);
    mq__json_int(w, "agreed", p->agreed);
    mq__json_int(w, "waiting", p->waiting);
    mq__json_close(w, '}');
}

static void write_rule(struct mq_json_writer *w,
                       const struct mq_clock_rule *rule)
{
    mq__json_open(w, "clock", '{');
    mq__json_str(w, "kind", mq__clock_kinds[rule->kind]);
    mq__json_int(w, "seconds", rule->seconds);
    mq__json_int(w, "increment", rule->increment);
    mq__json_str(w, "on_timeout", mq__timeouts[rule->on_timeout]);
    mq__json_close(w, '}');
}

static void write_setup(struct mq_json_writer *w, const struct mq_table *t)
{
    mq__json_str(w, "game", t->game_id);
    mq__json_int(w, "players", t->players);
    mq__json_ints(w, "options", t->setup.option, MQ_MAX_OPTIONS);
    mq__json_open(w, "places", '[');
    for (int i = 0; i < t->players; i++) {
        write_place(w, &t->place[i]);
    }
    mq__json_close(w, ']');
}

void mq__table_write_doc(const struct mq_table *t, struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    write_setup(&w, t);
    mq__json_str(&w, "state", mq__table_states[t->state]);
    mq__json_bool(&w, "listed", t->listed);
    mq__json_bool(&w, "chat", t->chat);
    mq__json_str(&w, "help", mq__helps[t->help]);
    write_rule(&w, &t->rule);
    mq__json_int(&w, "created_at", t->created_at);
    mq__json_int(&w, "started_at", t->started_at);
    mq__json_int(&w, "ended_at", t->ended_at);
    write_link(&w, "join", &t->join);
    write_link(&w, "watch", &t->watch);
    mq__json_open(&w, "proposals", '[');
    for (int i = 0; i < MQ_MAX_PROPOSALS; i++) {
        if (t->proposal[i].number > 0) {
            write_proposal(&w, &t->proposal[i]);
        }
    }
    mq__json_close(&w, ']');
    mq__json_int(&w, "proposed", t->proposals);
    mq__json_str(&w, "rematch", t->rematch);
    mq__json_str(&w, "from", t->from);
    mq__json_str(&w, "end", mq__ends[t->end]);
    mq__json_int(&w, "winners", t->winners);
    mq__json_reals(&w, "scores", t->score, t->players);
    mq__json_int(&w, "taken_back", t->taken_back);
    mq__json_close(&w, '}');
}

static int64_t read_time(struct mq_reader *r, struct mq_read_object *o,
                         const char *key)
{
    const struct mq_json *node = mq__read_child(r, o, key);

    return node != NULL ? node->integer : 0;
}

static void read_link(struct mq_reader *r, struct mq_read_object *o,
                      const char *key, struct mq_link *out)
{
    struct mq_read_object link;

    if (mq__read_inner(r, o, key, &link)) {
        mq__read_copy(r, &link, "hash", out->hash, sizeof(out->hash));
        out->epoch = mq__read_int(r, &link, "epoch", 0, 1 << 30);
        mq__read_done(r, &link);
    }
}

static void read_place(struct mq_reader *r, const struct mq_read_item *at,
                       struct mq_place *out)
{
    struct mq_read_object o;

    if (!mq__read_item_object(r, at, &o)) {
        return;
    }
    out->kind = (enum mq_seat_kind)mq__read_word(r, &o, "kind", mq__seat_kinds);
    mq__read_copy(r, &o, "name", out->name, sizeof(out->name));
    mq__read_copy(r, &o, "bot", out->bot, sizeof(out->bot));
    read_link(r, &o, "link", &out->link);
    out->timed_out = mq__read_bool(r, &o, "timed_out");
    out->ready = mq__read_bool(r, &o, "ready");
    out->notified = mq__read_int(r, &o, "notified", -1, 1 << 30);
    out->reminded = -1;
    if (mq__read_optional(r, &o, "reminded") != NULL) {
        out->reminded = mq__read_int(r, &o, "reminded", -1, 1 << 30);
    }
    mq__read_done(r, &o);
}

static void read_proposal(struct mq_reader *r, const struct mq_read_item *at,
                          struct mq_proposal *out)
{
    struct mq_read_object o;

    if (!mq__read_item_object(r, at, &o)) {
        return;
    }
    out->number = mq__read_int(r, &o, "number", 1, 1 << 30);
    out->kind = (enum mq_proposal_kind)mq__read_int(r, &o, "kind", 0, 2);
    out->by = mq__read_int(r, &o, "by", 0, MQ_MAX_PLAYERS - 1);
    out->seat = mq__read_int(r, &o, "seat", -1, MQ_MAX_PLAYERS - 1);
    out->length = mq__read_int(r, &o, "length", 0, 1 << 30);
    out->agreed = (uint32_t)mq__read_int(r, &o, "agreed", 0, 31);
    out->waiting = (uint32_t)mq__read_int(r, &o, "waiting", 0, 31);
    mq__read_done(r, &o);
}

static void read_rule(struct mq_reader *r, struct mq_read_object *o,
                      struct mq_clock_rule *out)
{
    struct mq_read_object rule;

    if (mq__read_inner(r, o, "clock", &rule)) {
        out->kind = (enum mq_clock_kind)mq__read_word(r, &rule, "kind",
                                                      mq__clock_kinds);
        out->seconds = mq__read_int(r, &rule, "seconds", 0, 1 << 30);
        out->increment = mq__read_int(r, &rule, "increment", 0, 1 << 30);
        out->on_timeout = (enum mq_timeout)mq__read_word(r, &rule, "on_timeout",
                                                         mq__timeouts);
        mq__read_done(r, &rule);
    }
}

static void read_setup(struct mq_reader *r, struct mq_read_object *o,
                       struct mq_table *t)
{
    const struct mq_json *list;
    struct mq_read_item at = {"options", 0, NULL};

    mq__read_copy(r, o, "game", t->game_id, sizeof(t->game_id));
    t->players = mq__read_int(r, o, "players", 1, MQ_MAX_PLAYERS);
    t->setup.players = t->players;
    list = mq__read_array(r, o, "options", MQ_MAX_OPTIONS);
    for (at.node = list != NULL ? list->first : NULL; at.node != NULL;
         at.node = at.node->next) {
        t->setup.option[at.index++] =
            mq__read_item_int(r, &at, -(1 << 30), 1 << 30);
    }
    list = mq__read_array(r, o, "places", t->players);
    at = (struct mq_read_item){"places", 0, list != NULL ? list->first : NULL};
    for (; at.node != NULL; at.node = at.node->next) {
        read_place(r, &at, &t->place[at.index++]);
    }
}

static void read_proposals(struct mq_reader *r, struct mq_read_object *o,
                           struct mq_table *t)
{
    const struct mq_json *list =
        mq__read_array(r, o, "proposals", MQ_MAX_PROPOSALS);
    struct mq_read_item at = {"proposals", 0,
                              list != NULL ? list->first : NULL};

    memset(t->proposal, 0, sizeof(t->proposal));
    for (; at.node != NULL; at.node = at.node->next) {
        read_proposal(r, &at, &t->proposal[at.index++]);
    }
    t->proposals = mq__read_int(r, o, "proposed", 0, 1 << 30);
}

static void read_all(struct mq_reader *r, struct mq_read_object *o,
                     struct mq_table *t)
{
    const struct mq_json *list;

    read_setup(r, o, t);
    t->state =
        (enum mq_table_state)mq__read_word(r, o, "state", mq__table_states);
    t->listed = mq__read_bool(r, o, "listed");
    t->chat =
        mq__read_optional(r, o, "chat") == NULL || mq__read_bool(r, o, "chat");
    t->help = (enum mq_help)mq__read_word(r, o, "help", mq__helps);
    read_rule(r, o, &t->rule);
    t->created_at = read_time(r, o, "created_at");
    t->started_at = read_time(r, o, "started_at");
    t->ended_at = read_time(r, o, "ended_at");
    read_link(r, o, "join", &t->join);
    read_link(r, o, "watch", &t->watch);
    read_proposals(r, o, t);
    mq__read_copy(r, o, "rematch", t->rematch, sizeof(t->rematch));
    mq__read_copy(r, o, "from", t->from, sizeof(t->from));
    t->end = (enum mq_end)mq__read_word(r, o, "end", mq__ends);
    t->winners = (uint32_t)mq__read_int(r, o, "winners", 0, 31);
    list = mq__read_array(r, o, "scores", MQ_MAX_PLAYERS);
    for (int i = 0; list != NULL && i < list->count; i++) {
        t->score[i] = mq__json_at(list, i)->real;
    }
    t->taken_back = 0;
    if (mq__read_optional(r, o, "taken_back") != NULL) {
        t->taken_back = mq__read_int(r, o, "taken_back", 0, 1 << 30);
    }
}

enum mq_status mq__table_read_doc(struct mq_table *t, const char *text)
{
    struct mq_json_doc doc;
    struct mq_error error;
    struct mq_reader r;
    struct mq_read_object o;
    enum mq_status status = mq__json_parse(&doc, text, strlen(text), &error);

    if (status == MQ_OK) {
        mq__reader_init(&r, "table", &error);
        r.status = MQ_DAMAGED;
        if (mq__read_object(&r, doc.root, &o)) {
            read_all(&r, &o, t);
            mq__read_done(&r, &o);
        }
        status = r.failed ? MQ_DAMAGED : MQ_OK;
    }
    mq__json_finish(&doc);
    return status;
}

void mq__table_voice(const struct mq_table *t, const char *names[],
                     struct mq_voice *out)
{
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        names[i] = i < t->players && t->place[i].name[0] != '\0'
                       ? t->place[i].name
                       : NULL;
    }
    *out = (struct mq_voice){.language = "en",
                             .game = t->game_id,
                             .names = names,
                             .players = t->players};
}
