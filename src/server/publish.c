/* What goes out when a match changes: items for each audience, once a kind of
 * client, and what those get who come back. */
#include "server/diff.h"
#include "server/net.h"

#include "core/hash.h"
#include "core/match_record.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct state {
    alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

static void write_mask(struct mq_json_writer *w, const char *key, uint32_t mask)
{
    mq__json_open(w, key, '[');
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        if (mask >> i & 1) {
            mq__json_int(w, NULL, i);
        }
    }
    mq__json_close(w, ']');
}

static void write_legal(struct mq_json_writer *w, const struct mq_table *t,
                        int seat, const void *view)
{
    mq_action actions[MQ_MAX_LEGAL];
    int count = t->game->legal(t->game, view, seat, actions);

    mq__json_open(w, "legal", '[');
    for (int i = 0; i < count; i++) {
        char text[MQ_TEXT_SIZE];

        mq_event_text(t->game, (struct mq_event){seat, actions[i]}, text,
                      sizeof(text));
        mq__json_str(w, NULL, text);
    }
    mq__json_close(w, ']');
}

/* What only the seat itself gets. */
static void write_own(struct mq_json_writer *w, const struct mq_table *t,
                      int seat, const void *view, bool acts, unsigned want)
{
    if (acts && want & MQ_WANT_ASK) {
        const char *names[MQ_MAX_PLAYERS];
        struct mq_voice voice;
        struct mq_note ask;

        mq__table_voice(t, names, &voice);
        t->game->ask(t->game, view, seat, &ask);
        mq__note_json(w, "ask", &ask, &voice);
    }
    if (acts && want & MQ_WANT_LEGAL) {
        write_legal(w, t, seat, view);
    }
    mq__json_open(w, "undo", '{');
    mq__json_bool(w, "free",
                  t->state == MQ_TABLE_RUNNING &&
                      mq_match_undo_limit(t->match, seat) <
                          mq_match_length(t->match));
    mq__json_close(w, '}');
}

static void write_clock(struct mq_json_writer *w, const struct mq_table *t)
{
    int64_t now = mq__now_ms();

    mq__json_open(w, "clock", '{');
    write_mask(w, "running", t->clock.running);
    mq__json_open(w, "left_ms", '[');
    for (int i = 0; i < t->players; i++) {
        mq__json_int(w, NULL, mq__clock_left(t, i, now));
    }
    mq__json_close(w, ']');
    mq__json_int(w, "at", mq__wall_ms());
    mq__json_close(w, '}');
}

void mq__now_write(const struct mq_table *t, int audience, const void *view,
                   unsigned want, struct mq_buf *out)
{
    struct mq_json_writer w;
    uint32_t actors = 0;
    enum mq_turn turn = mq_match_turn(t->match, &actors);

    mq__buf_clear(out);
    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "phase", t->game->phase(t->game, view));
    write_mask(&w, "actors", actors);
    mq__json_bool(&w, "chance", turn == MQ_TURN_CHANCE);
    mq__json_bool(&w, "over", turn == MQ_TURN_OVER);
    mq__scores_write(&w, t->game, view);
    write_mask(&w, "winners", mq_match_winners(t->match));
    if (audience < MQ_SPECTATORS) {
        write_own(&w, t, audience, view, actors >> audience & 1, want);
    }
    if (t->rule.kind != MQ_CLOCK_NONE) {
        write_clock(&w, t);
    }
    mq__json_close(&w, '}');
}

const char *mq__audience_json(struct mq_table *t, int audience)
{
    struct mq_audience *a = &t->audience[audience];
    const struct mq_buf *position = mq__match_position(t->match);

    if (!a->fresh) {
        struct state view;

        mq__audience_view(t->game, mq_match_state(t->match), audience,
                          view.bytes);
        if (position != NULL) {
            mq__buf_reserve(&a->view, position->length + 64);
        }
        mq__view_write(t->game, view.bytes, &a->view);
        a->fresh = !a->view.failed;
    }
    return mq__buf_text(&a->view);
}

/* What was written last: the JSON of a view, what its audience had before, and
 * what changed in between. Seats that see alike share it: one position has one
 * byte form. */
struct sheet {
    bool used;
    struct state after;
    struct mq_buf text; /* of `after` */
    struct mq_buf old, changes;
};

/* All that an item of one audience is made of. */
struct edition {
    struct mq_table *table;
    int audience;
    bool last; /* of this change: it has `now` */
    int64_t at;
    struct mq_item item;
    const char *before, *after;
    struct sheet *sheet; /* NULL: nobody else gets this */
    char seed[2 * sizeof(struct mq_seed) + 1];
    struct mq_buf result;
};

static void closing(struct edition *e)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, &e->result);
    mq__table_write_result(e->table, &w, NULL);
    mq__hex_write(mq_match_config(e->table->match)->seed.bytes,
                  sizeof(struct mq_seed), e->seed);
    e->seed[sizeof(e->seed) - 1] = '\0';
}

static bool same_text(const struct mq_buf *a, const struct mq_buf *b)
{
    return a->length == b->length &&
           memcmp(mq__buf_text(a), mq__buf_text(b), a->length) == 0;
}

static void copy_text(struct mq_buf *to, const struct mq_buf *from)
{
    mq__buf_clear(to);
    mq__buf_reserve(to, from->length);
    mq__buf_add(to, mq__buf_text(from), from->length);
    to->failed = to->failed || from->failed;
}

static const char *changes_of(struct edition *e)
{
    struct mq_buf *changes = &e->sheet->changes;

    if (changes->length == 0) {
        mq__diff(e->before, e->after, changes);
    }
    return mq__buf_text(changes);
}

static void print(struct edition *e, unsigned want, struct mq_buf *out)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    struct mq_json_writer w;
    struct mq_buf now;
    struct mq_item_style style = {
        .game = e->table->game,
        .voice = &voice,
        .want = want,
        .before = e->before,
        .after = e->after,
        .at = e->at,
    };

    mq__table_voice(e->table, names, &voice);
    mq__buf_init(&now);
    if (e->sheet != NULL && want & MQ_WANT_CHANGES) {
        style.changes = changes_of(e);
    }
    if (e->last && want & MQ_WANT_NOW) {
        mq__now_write(e->table, e->audience, e->item.after, want, &now);
        style.now = mq__buf_text(&now);
    }
    if (e->item.record->kind == MQ_ENTRY_CLOSE) {
        mq__buf_clear(&e->result);
        closing(e);
        style.result = mq__buf_text(&e->result);
        style.seed = e->seed;
    }
    mq__json_writer_init(&w, out);
    mq__item_write(&w, &e->item, &style);
    out->failed = out->failed || now.failed ||
                  (style.changes != NULL && e->sheet->changes.failed);
    mq__buf_finish(&now);
}

static struct mq_frame *edition_frame(struct edition *e, unsigned want)
{
    struct mq_buf buf;
    struct mq_frame *frame;

    mq__buf_init(&buf);
    print(e, want, &buf);
    frame = mq__frame_new(&buf);
    mq__buf_finish(&buf);
    return frame;
}

/* One frame for each kind of client; most tables have one kind. */
static void distribute(struct edition *e)
{
    struct mq_table *t = e->table;
    struct mq_frame *frame = NULL;
    unsigned want = 0;

    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        if (c->audience != e->audience) {
            continue;
        }
        if (frame == NULL || c->want != want) {
            mq__frame_release(frame);
            frame = edition_frame(e, c->want);
            want = c->want;
        }
        if (frame != NULL) {
            frame->refs++;
        }
        c->seen = e->item.number;
        t->app->figures.items++;
        mq__out_item(t, c, frame, e->item.number - 1);
    }
    mq__frame_release(frame);
}

/* Writes the view on the sheet, unless it stands there already. */
static void fill_sheet(struct edition *e, const struct mq_buf *old,
                       const void *after)
{
    const struct mq_match *match = e->table->match;
    const struct mq_buf *position = mq__match_position(match);
    size_t size = e->table->game->state_size;
    struct sheet *s = e->sheet;
    bool same = s->used && memcmp(s->after.bytes, after, size) == 0;

    if (!same || !same_text(&s->old, old)) {
        mq__buf_clear(&s->changes);
        copy_text(&s->old, old);
    }
    if (same) {
        return;
    }
    s->used = true;
    memcpy(s->after.bytes, after, size);
    if (position != NULL && memcmp(mq_match_state(match), after, size) == 0) {
        copy_text(&s->text, position); /* nothing is hidden */
    } else {
        mq__view_write(e->table->game, after, &s->text);
    }
}

/* The item for those of the audience who are there. */
static void emit(struct edition *e, const void *before, const void *after)
{
    struct mq_audience *a = &e->table->audience[e->audience];
    struct mq_buf old;

    if (a->viewers == 0 || e->table->quiet) {
        a->fresh = false;
        return;
    }
    e->item.before = before;
    e->item.after = after;
    mq__buf_init(&old);
    if (!a->fresh) {
        mq__view_write(e->table->game, before, &old);
    } else {
        old = a->view;
        mq__buf_init(&a->view);
    }
    fill_sheet(e, &old, after);
    copy_text(&a->view, &e->sheet->text);
    a->fresh = !a->view.failed;
    e->before = mq__buf_text(&old);
    e->after = mq__buf_text(&a->view);
    mq__buf_init(&e->result);
    distribute(e);
    mq__buf_finish(&e->result);
    mq__buf_finish(&old);
}

/* A change under way. */
struct change {
    struct mq_table *table;
    int first;
    struct state before, after;
    int last[MQ_AUDIENCES]; /* entry of the last item of each */
    struct sheet sheet;
    struct edition edition;
};

bool mq__audience_sees(const struct mq_table *t, const void *before,
                       int audience, const struct mq_entry *entry,
                       struct mq_event *out)
{
    struct mq_event event = {entry->seat, entry->action};

    *out = event;
    return entry->kind != MQ_ENTRY_EVENT ||
           t->game->seen(t->game, before, event, mq__audience_seat(audience),
                         out);
}

static bool exists(const struct mq_table *t, int audience)
{
    return audience == MQ_SPECTATORS || audience < t->players;
}

static void publish_entry(struct change *c, int index)
{
    struct mq_table *t = c->table;
    const struct mq_entry *entry = mq_match_entry(t->match, index);

    for (int a = 0; a < MQ_AUDIENCES; a++) {
        struct edition *e = &c->edition;
        struct state before, after;

        memset(&e->item, 0, sizeof(e->item));
        if (!exists(t, a) ||
            !mq__audience_sees(t, c->before.bytes, a, entry, &e->item.event)) {
            continue;
        }
        e->item.number = ++t->audience[a].number;
        e->item.entry = index;
        e->item.record = entry;
        e->audience = a;
        e->last = c->last[a] == index;
        if (t->audience[a].viewers > 0) {
            mq__audience_view(t->game, c->before.bytes, a, before.bytes);
            mq__audience_view(t->game, c->after.bytes, a, after.bytes);
        }
        emit(e, before.bytes, after.bytes);
    }
}

static void move_on(struct change *c, int index)
{
    const struct mq_entry *entry = mq_match_entry(c->table->match, index);

    c->before = c->after;
    if (entry->kind == MQ_ENTRY_EVENT) {
        c->table->game->apply(c->table->game, c->after.bytes, entry->seat,
                              entry->action);
    }
}

/* Which entry brings each audience its last item of this change. */
static void find_last(struct change *c, const void *start)
{
    int entries = mq_match_entries(c->table->match);

    memcpy(c->after.bytes, start, c->table->game->state_size);
    for (int i = c->first; i < entries; i++) {
        struct mq_event event;

        move_on(c, i);
        for (int a = 0; a < MQ_AUDIENCES; a++) {
            if (exists(c->table, a) &&
                mq__audience_sees(c->table, c->before.bytes, a,
                                  mq_match_entry(c->table->match, i), &event)) {
                c->last[a] = i;
            }
        }
    }
}

static void publish_forward(struct change *c, const void *start)
{
    int entries = mq_match_entries(c->table->match);

    find_last(c, start);
    memcpy(c->after.bytes, start, c->table->game->state_size);
    for (int i = c->first; i < entries; i++) {
        move_on(c, i);
        publish_entry(c, i);
    }
}

struct walk_context {
    struct edition *edition;
    int last;
};

static bool publish_walked(void *context, const struct mq_item *item)
{
    struct walk_context *w = context;

    w->edition->item = *item;
    w->edition->last = item->number == w->last;
    emit(w->edition, item->before, item->after);
    return true;
}

/* With an undo among the entries: each audience's log is walked anew. */
static void publish_walk(struct change *c)
{
    struct mq_table *t = c->table;

    for (int a = 0; a < MQ_AUDIENCES; a++) {
        struct walk_context context = {.edition = &c->edition};
        struct mq_walk walk = {.audience = a,
                               .base = t->base[a],
                               .from = t->audience[a].number,
                               .views = true,
                               .context = &context};

        if (!exists(t, a) ||
            mq__stream_walk(t->match, &walk, &context.last) != MQ_OK) {
            continue;
        }
        c->edition.audience = a;
        walk.visit = publish_walked;
        if (context.last > walk.from) {
            mq__stream_walk(t->match, &walk, &context.last);
        }
        t->audience[a].number = context.last;
    }
}

static bool has_undo(const struct mq_table *t, int first)
{
    for (int i = first; i < mq_match_entries(t->match); i++) {
        if (mq_match_entry(t->match, i)->kind == MQ_ENTRY_UNDO) {
            return true;
        }
    }
    return false;
}

/* Seats in a joint choice whose decision goes on as it was: only others have
 * acted. */
static uint32_t undisturbed(const struct mq_table *t, int first,
                            const void *before)
{
    uint32_t was = 0, is = 0;
    const void *now = mq_match_state(t->match);

    t->game->turn(t->game, before, &was);
    mq_match_turn(t->match, &is);
    if ((was & (was - 1)) == 0 || strcmp(t->game->phase(t->game, before),
                                         t->game->phase(t->game, now)) != 0) {
        return 0;
    }
    for (int i = first; i < mq_match_entries(t->match); i++) {
        const struct mq_entry *e = mq_match_entry(t->match, i);

        if (e->kind == MQ_ENTRY_EVENT && e->seat < 0) {
            return 0;
        }
        if (e->seat >= 0) {
            was &= ~(1U << e->seat);
        }
    }
    return was & is;
}

void mq__publish(struct mq_table *t, int first, const void *before)
{
    struct change *c = calloc(1, sizeof(*c));
    uint32_t same = undisturbed(t, first, before);

    if (c == NULL) {
        t->broken = true;
        return;
    }
    c->table = t;
    c->first = first;
    c->edition.table = t;
    c->edition.at = mq__wall_ms();
    c->edition.sheet = &c->sheet;
    mq__buf_init(&c->sheet.text);
    mq__buf_init(&c->sheet.old);
    mq__buf_init(&c->sheet.changes);
    if (has_undo(t, first)) {
        publish_walk(c);
    } else {
        publish_forward(c, before);
    }
    for (int i = 0; i < t->players; i++) {
        if (!(same >> i & 1)) {
            t->audience[i].decision = t->audience[i].number;
        }
    }
    mq__buf_finish(&c->sheet.text);
    mq__buf_finish(&c->sheet.old);
    mq__buf_finish(&c->sheet.changes);
    free(c);
}

void mq__publish_table(struct mq_table *t)
{
    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        struct mq_json_writer w;
        struct mq_buf buf;

        mq__buf_init(&buf);
        mq__json_writer_init(&w, &buf);
        mq__json_open(&w, NULL, '{');
        mq__json_str(&w, "type", "table");
        mq__table_write(t, &c->right, &w, "table");
        mq__json_close(&w, '}');
        mq__out_frame(t, c, mq__frame_new(&buf), NULL);
        mq__buf_finish(&buf);
    }
}

static struct mq_frame *state_frame(struct mq_table *t, struct mq_conn *conn)
{
    struct state view;
    struct mq_json_writer w;
    struct mq_buf buf, now;
    struct mq_frame *frame;

    mq__audience_view(t->game, mq_match_state(t->match), conn->audience,
                      view.bytes);
    mq__buf_init(&buf);
    mq__buf_init(&now);
    mq__now_write(t, conn->audience, view.bytes, conn->want, &now);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "type", "state");
    mq__json_int(&w, "number", t->audience[conn->audience].number);
    mq__json_raw(&w, "view", mq__audience_json(t, conn->audience));
    mq__json_raw(&w, "now", mq__buf_text(&now));
    mq__json_close(&w, '}');
    frame = mq__frame_new(&buf);
    mq__buf_finish(&now);
    mq__buf_finish(&buf);
    return frame;
}

/* What was before the rules changed can't be told one by one. */
static void send_rules(struct mq_table *t, struct mq_conn *conn)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__item_write_rules(&w, t->base[conn->audience]);
    mq__out_frame(t, conn, mq__frame_new(&buf), NULL);
    mq__buf_finish(&buf);
}

struct catching_up {
    struct mq_conn *conn;
    struct edition edition;
    int last;
};

static bool send_missed(void *context, const struct mq_item *item)
{
    struct catching_up *c = context;
    struct edition *e = &c->edition;
    struct mq_buf before, after;

    mq__buf_init(&before);
    mq__buf_init(&after);
    mq__view_write(e->table->game, item->before, &before);
    mq__view_write(e->table->game, item->after, &after);
    e->item = *item;
    e->last = item->number == c->last;
    e->before = mq__buf_text(&before);
    e->after = mq__buf_text(&after);
    mq__buf_init(&e->result);
    mq__out_item(e->table, c->conn, edition_frame(e, c->conn->want),
                 item->number - 1);
    mq__buf_finish(&e->result);
    mq__buf_finish(&before);
    mq__buf_finish(&after);
    return c->conn->close_code == 0;
}

/* False: no memory. */
bool mq__publish_catch_up(struct mq_table *t, struct mq_conn *conn, int from)
{
    int a = conn->audience, last;
    struct catching_up c = {.conn = conn,
                            .edition = {.table = t, .audience = a},
                            .last = t->audience[a].number};
    struct mq_walk walk = {.audience = a,
                           .base = t->base[a],
                           .from = from,
                           .views = true,
                           .visit = send_missed,
                           .context = &c};
    bool good = true;
    int missed;

    /* Too many to send one by one: the state says it all. */
    missed = t->audience[a].number - from;
    if (from < t->base[a] || missed < 0 ||
        missed > (conn->want & MQ_WANT_VIEWS ? 100 : 1000)) {
        if (from >= 0 && from == t->base[a] - 1) {
            send_rules(t, conn);
        }
        mq__out_item(t, conn, state_frame(t, conn), -1);
    } else if (from < t->audience[a].number) {
        good = mq__stream_walk(t->match, &walk, &last) == MQ_OK;
    }
    conn->seen = t->audience[a].number;
    return good;
}
