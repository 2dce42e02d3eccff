/* What goes out when a match changes: items for each audience, once a kind of
 * client, and what those get who come back. */
#include "server/diff.h"
#include "server/net.h"

#include "core/game.h"
#include "core/hash.h"
#include "core/match_record.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

struct state {
    alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

/* What only the seat itself gets. */
static void write_own(struct mq_json_writer *w, const struct mq_table *t,
                      int seat, const void *view, bool acts, unsigned want)
{
    if (acts && want & MQ_WANT_ASK) {
        const char *names[MQ_MAX_PLAYERS];
        struct mq_voice voice;
        struct mq_note ask;

        mq__table_voice(t, names, &voice);
        mq_ask(t->game, view, seat, &ask);
        mq__note_json(w, "ask", &ask, &voice);
    }
    if (acts && want & MQ_WANT_LEGAL) {
        mq__legal_write(w, "legal", t->game, view, seat);
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
    mq__json_mask(w, "running", t->clock.running);
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
    mq__json_str(&w, "phase", mq_phase(t->game, view));
    mq__json_mask(&w, "actors", actors);
    mq__json_bool(&w, "chance", turn == MQ_TURN_CHANCE);
    mq__json_bool(&w, "over", turn == MQ_TURN_OVER);
    mq__scores_write(&w, t->game, view);
    mq__json_mask(&w, "winners", mq_match_winners(t->match));
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
struct view_cache {
    bool used;
    struct state after;
    struct mq_buf text; /* of `after` */
    struct mq_buf old, changes;
};

/* All that an item of one audience is made of. */
struct delivery {
    struct mq_table *table;
    int audience;
    bool last;  /* of this change: it has `now` */
    bool quiet; /* nobody gets it */
    int64_t at;
    struct mq_item item;
    const char *before, *after;
    struct view_cache *cache; /* NULL: nobody else gets this */
};

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

static const char *changes_of(struct delivery *d)
{
    struct mq_buf *changes = &d->cache->changes;

    if (changes->length == 0) {
        mq__diff(d->before, d->after, changes);
    }
    return mq__buf_text(changes);
}

static void print(struct delivery *d, unsigned want, struct mq_buf *out)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    struct mq_json_writer w;
    struct mq_buf now;
    struct mq_closing closing;
    struct mq_item_style style = {
        .game = d->table->game,
        .voice = &voice,
        .want = want,
        .before = d->before,
        .after = d->after,
        .at = d->at,
        .closing = &closing,
    };

    mq__table_voice(d->table, names, &voice);
    mq__buf_init(&now);
    if (d->cache != NULL && want & MQ_WANT_CHANGES) {
        style.changes = changes_of(d);
    }
    if (d->last && want & MQ_WANT_NOW) {
        mq__now_write(d->table, d->audience, d->item.after, want, &now);
        style.now = mq__buf_text(&now);
    }
    mq__buf_init(&closing.result);
    if (d->item.record->kind == MQ_ENTRY_CLOSE) {
        mq__closing_init(&closing, d->table);
    }
    mq__json_writer_init(&w, out);
    mq__item_write(&w, &d->item, &style);
    mq__buf_finish(&closing.result);
    out->failed = out->failed || now.failed ||
                  (style.changes != NULL && d->cache->changes.failed);
    mq__buf_finish(&now);
}

static struct mq_frame *delivery_frame(struct delivery *d, unsigned want)
{
    struct mq_buf buf;
    struct mq_frame *frame;

    mq__buf_init(&buf);
    print(d, want, &buf);
    frame = mq__frame_new(&buf);
    mq__buf_finish(&buf);
    return frame;
}

/* One frame for each kind of client; most tables have one kind. */
static void distribute(struct delivery *d)
{
    struct mq_table *t = d->table;
    struct mq_frame *frame = NULL;
    unsigned want = 0;

    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        if (c->audience != d->audience) {
            continue;
        }
        if (frame == NULL || c->want != want) {
            mq__frame_release(frame);
            frame = delivery_frame(d, c->want);
            want = c->want;
        }
        if (frame != NULL) {
            frame->refs++;
        }
        c->seen = d->item.number;
        t->app->figures.items++;
        mq__out_item(t, c, frame, d->item.number - 1);
    }
    mq__frame_release(frame);
}

/* Writes the view into the cache, unless it is there already. */
static void fill_cache(struct delivery *d, const struct mq_buf *old,
                       const void *after)
{
    const struct mq_match *match = d->table->match;
    const struct mq_buf *position = mq__match_position(match);
    size_t size = d->table->game->state_size;
    struct view_cache *s = d->cache;
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
        mq__view_write(d->table->game, after, &s->text);
    }
}

/* The item for those of the audience who are there. */
static void emit(struct delivery *d, const void *before, const void *after)
{
    struct mq_audience *a = &d->table->audience[d->audience];
    struct mq_buf old;

    if (a->viewers == 0 || d->quiet) {
        a->fresh = false;
        return;
    }
    d->item.before = before;
    d->item.after = after;
    mq__buf_init(&old);
    if (!a->fresh) {
        mq__view_write(d->table->game, before, &old);
    } else {
        old = a->view;
        mq__buf_init(&a->view);
    }
    fill_cache(d, &old, after);
    copy_text(&a->view, &d->cache->text);
    a->fresh = !a->view.failed;
    d->before = mq__buf_text(&old);
    d->after = mq__buf_text(&a->view);
    distribute(d);
    mq__buf_finish(&old);
}

bool mq__audience_sees(const struct mq_table *t, const void *before,
                       int audience, const struct mq_entry *entry,
                       struct mq_event *out)
{
    struct mq_event event = {entry->seat, entry->action};

    *out = event;
    return entry->kind != MQ_ENTRY_EVENT ||
           mq_seen(t->game, before, event, mq__audience_seat(audience), out);
}

static bool exists(const struct mq_table *t, int audience)
{
    return audience == MQ_SPECTATORS || audience < t->players;
}

static size_t stride(const struct mq_change *c)
{
    return (c->table->game->state_size + 15) / 16 * 16;
}

void mq__change_begin(struct mq_change *c, struct mq_table *t)
{
    *c = (struct mq_change){.table = t, .first = mq_match_entries(t->match)};
    memcpy(c->start, mq_match_state(t->match), t->game->state_size);
}

const void *mq__change_state(const struct mq_change *c, int entries)
{
    assert(entries >= 0 && entries <= c->count);
    return entries == 0 ? c->start
                        : c->states + (size_t)(entries - 1) * stride(c);
}

void mq__change_end(struct mq_change *c)
{
    free(c->states);
    c->states = NULL;
    c->count = 0;
}

static void keep_state(struct mq_change *c)
{
    unsigned char *states =
        mq__grown(c->states, &c->size, c->count + 1, stride(c));

    if (states == NULL) {
        c->failed = true;
        return;
    }
    c->states = states;
    memcpy(states + (size_t)c->count++ * stride(c),
           mq_match_state(c->table->match), c->table->game->state_size);
}

void mq__change_note(struct mq_change *c)
{
    const struct mq_match *match = c->table->match;
    int from = c->first + c->count, to = mq_match_entries(match);

    for (int i = from; i < to && !c->failed && !c->walk; i++) {
        enum mq_entry_kind kind = mq_match_entry(match, i)->kind;

        c->walk =
            kind == MQ_ENTRY_UNDO || (kind == MQ_ENTRY_EVENT && to - from > 1);
        if (!c->walk) {
            keep_state(c);
        }
    }
}

/* What is made of a change for all audiences. */
struct publishing {
    const struct mq_change *change;
    struct mq_table *table;
    int last[MQ_AUDIENCES]; /* entry of the last item of each */
    struct view_cache cache;
    struct delivery delivery;
};

/* Which entry of the change brings each audience its last item. */
static void find_last(struct publishing *p)
{
    for (int i = 0; i < p->change->count; i++) {
        int index = p->change->first + i;
        struct mq_event event;

        for (int a = 0; a < MQ_AUDIENCES; a++) {
            if (exists(p->table, a) &&
                mq__audience_sees(p->table, mq__change_state(p->change, i), a,
                                  mq_match_entry(p->table->match, index),
                                  &event)) {
                p->last[a] = index;
            }
        }
    }
}

/* The entry as each audience gets it; `before` and `after` are the states. */
static void publish_entry(struct publishing *p, int index, const void *before,
                          const void *after)
{
    struct mq_table *t = p->table;
    const struct mq_entry *entry = mq_match_entry(t->match, index);
    struct delivery *d = &p->delivery;
    struct state seen_before, seen_after;

    for (int a = 0; a < MQ_AUDIENCES; a++) {
        d->item = (struct mq_item){.entry = index, .record = entry};
        if (!exists(t, a) ||
            !mq__audience_sees(t, before, a, entry, &d->item.event)) {
            continue;
        }
        d->item.number = ++t->audience[a].number;
        d->audience = a;
        d->last = p->last[a] == index;
        if (t->audience[a].viewers > 0) {
            mq__audience_view(t->game, before, a, seen_before.bytes);
            mq__audience_view(t->game, after, a, seen_after.bytes);
        }
        emit(d, seen_before.bytes, seen_after.bytes);
    }
}

static void publish_forward(struct publishing *p)
{
    find_last(p);
    for (int i = 0; i < p->change->count; i++) {
        publish_entry(p, p->change->first + i, mq__change_state(p->change, i),
                      mq__change_state(p->change, i + 1));
    }
}

struct walk_context {
    struct delivery *delivery;
    int last;
};

static bool publish_walked(void *context, const struct mq_item *item)
{
    struct walk_context *w = context;

    w->delivery->item = *item;
    w->delivery->last = item->number == w->last;
    emit(w->delivery, item->before, item->after);
    return true;
}

/* With an undo among the entries: each audience's log is walked anew. */
static void publish_walk(struct publishing *p)
{
    struct mq_table *t = p->table;

    for (int a = 0; a < MQ_AUDIENCES; a++) {
        struct walk_context context = {.delivery = &p->delivery};
        struct mq_walk walk = {.audience = a,
                               .base = t->base[a],
                               .from = t->audience[a].number,
                               .views = true,
                               .context = &context};

        if (!exists(t, a) ||
            mq__stream_walk(t->match, &walk, &context.last) != MQ_OK) {
            continue;
        }
        p->delivery.audience = a;
        walk.visit = publish_walked;
        if (context.last > walk.from) {
            mq__stream_walk(t->match, &walk, &context.last);
        }
        t->audience[a].number = context.last;
    }
}

/* Seats in a joint choice whose decision goes on as it was: only others have
 * acted. */
static uint32_t undisturbed(const struct mq_table *t, int first,
                            const void *before)
{
    uint32_t was = 0, is = 0;
    const void *now = mq_match_state(t->match);

    mq_turn(t->game, before, &was);
    mq_match_turn(t->match, &is);
    if ((was & (was - 1)) == 0 ||
        strcmp(mq_phase(t->game, before), mq_phase(t->game, now)) != 0) {
        return 0;
    }
    for (int i = first; i < mq_match_entries(t->match); i++) {
        const struct mq_entry *entry = mq_match_entry(t->match, i);

        if (entry->kind == MQ_ENTRY_EVENT && entry->seat < 0) {
            return 0;
        }
        if (entry->seat >= 0) {
            was &= ~(1U << entry->seat);
        }
    }
    return was & is;
}

static void publish(struct mq_change *c, bool quiet)
{
    struct mq_table *t = c->table;
    uint32_t same = undisturbed(t, c->first, c->start);
    struct publishing *p = calloc(1, sizeof(*p));

    if (p == NULL || c->failed) {
        free(p);
        mq__table_break(t, MQ_FAILED);
        return;
    }
    p->change = c;
    p->table = t;
    p->delivery = (struct delivery){
        .table = t, .quiet = quiet, .at = mq__wall_ms(), .cache = &p->cache};
    mq__buf_init(&p->cache.text);
    mq__buf_init(&p->cache.old);
    mq__buf_init(&p->cache.changes);
    if (c->walk) {
        publish_walk(p);
    } else {
        publish_forward(p);
    }
    for (int i = 0; i < t->players; i++) {
        if (!(same >> i & 1)) {
            t->audience[i].decision = t->audience[i].number;
        }
        assert(t->audience[i].decision <= t->audience[i].number);
    }
    mq__buf_finish(&p->cache.text);
    mq__buf_finish(&p->cache.old);
    mq__buf_finish(&p->cache.changes);
    free(p);
}

void mq__publish(struct mq_change *c, bool quiet)
{
    assert(c->failed || c->walk ||
           c->first + c->count == mq_match_entries(c->table->match));
    if (mq_match_entries(c->table->match) > c->first) {
        publish(c, quiet);
    }
    mq__change_end(c);
}

void mq__publish_table(struct mq_table *t)
{
    for (struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        struct mq_frame_writer f;

        mq__frame_begin(&f, "table");
        mq__table_write(t, &c->right, &f.w, "table");
        mq__out_frame(t, c, mq__frame_end(&f));
    }
}

static struct mq_frame *state_frame(struct mq_table *t, struct mq_conn *conn)
{
    struct state view;
    struct mq_frame_writer f;
    struct mq_buf now;

    mq__audience_view(t->game, mq_match_state(t->match), conn->audience,
                      view.bytes);
    mq__buf_init(&now);
    mq__now_write(t, conn->audience, view.bytes, conn->want, &now);
    mq__frame_begin(&f, "state");
    mq__json_int(&f.w, "number", t->audience[conn->audience].number);
    mq__json_raw(&f.w, "view", mq__audience_json(t, conn->audience));
    mq__json_raw(&f.w, "now", mq__buf_text(&now));
    mq__buf_finish(&now);
    return mq__frame_end(&f);
}

/* What was before the rules changed can't be told one by one. */
static void send_rules(struct mq_table *t, struct mq_conn *conn)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__item_write_rules(&w, t->base[conn->audience], t->mended);
    mq__out_frame(t, conn, mq__frame_new(&buf));
    mq__buf_finish(&buf);
}

struct catching_up {
    struct mq_conn *conn;
    struct delivery delivery;
    int last;
};

static bool send_missed(void *context, const struct mq_item *item)
{
    struct catching_up *c = context;
    struct delivery *d = &c->delivery;
    struct mq_buf before, after;

    mq__buf_init(&before);
    mq__buf_init(&after);
    mq__view_write(d->table->game, item->before, &before);
    mq__view_write(d->table->game, item->after, &after);
    d->item = *item;
    d->last = item->number == c->last;
    d->before = mq__buf_text(&before);
    d->after = mq__buf_text(&after);
    mq__out_item(d->table, c->conn, delivery_frame(d, c->conn->want),
                 item->number - 1);
    mq__buf_finish(&before);
    mq__buf_finish(&after);
    return c->conn->close_code == 0;
}

/* False: no memory. */
bool mq__publish_catch_up(struct mq_table *t, struct mq_conn *conn, int from)
{
    int a = conn->audience, last;
    struct catching_up c = {.conn = conn,
                            .delivery = {.table = t, .audience = a},
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
