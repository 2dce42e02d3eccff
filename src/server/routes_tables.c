/* HTTP: opening a table, sitting down, starting, links, rematch. */
#include "server/net.h"
#include "server/request.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A link with a new secret; its text, told once, in `out`. */
static void renew(struct mq_exchange *x, const char *id, const char *word,
                  struct mq_link *link, char out[256])
{
    char secret[MQ_SECRET_SIZE], base[200];

    mq__secret_make(secret);
    mq__secret_hash(secret, link->hash);
    link->epoch++;
    mq__exchange_base(x, base);
    snprintf(out, 256, "%s/t/%s#%s=%s", base, id, word, secret);
}

struct links {
    char join[256], watch[256];
    char seat[MQ_MAX_PLAYERS][256]; /* "" : none */
};

static void write_links(struct mq_json_writer *w, const struct links *links,
                        int players)
{
    mq__json_open(w, "links", '{');
    if (links->join[0] != '\0') {
        mq__json_str(w, "join", links->join);
        mq__json_str(w, "watch", links->watch);
    }
    mq__json_open(w, "seats", '[');
    for (int i = 0; i < players; i++) {
        mq__json_str(w, NULL,
                     links->seat[i][0] != '\0' ? links->seat[i] : NULL);
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

static void add_grant(struct mq_exchange *x, const struct mq_table *t,
                      struct mq_grant grant, struct mq_extra *extra, int *n)
{
    assert(*n + 2 <= MQ_MAX_EXTRAS);
    extra[*n] = (struct mq_extra){.kind = MQ_EXTRA_GRANT, .grant = grant};
    memcpy(extra[*n].holder, x->session.id, MQ_KEY_SIZE);
    memcpy(extra[*n].table, t->id, MQ_TABLE_ID_SIZE);
    ++*n;
    if (x->session.account[0] != '\0') {
        extra[*n] = extra[*n - 1];
        memcpy(extra[*n].holder, x->session.account, MQ_KEY_SIZE);
        ++*n;
    }
}

/* The table as it is now, to whoever asked; waits for the commit. */
static void answer_table(struct mq_exchange *x, struct mq_table *t, int status,
                         const struct links *links, const char *link)
{
    struct mq_json_writer w;

    mq__exchange_begin(x, status, &w);
    mq__table_write(t, &x->right, &w, "table");
    if (links != NULL) {
        write_links(&w, links, t->players);
    }
    if (link != NULL) {
        mq__json_str(&w, "link", link[0] != '\0' ? link : NULL);
    }
    mq__json_close(&w, '}');
    mq__out_exchange(t, x);
}

static bool alone_with_bots(const struct mq_table *t)
{
    int people = 0, open = 0;

    for (int i = 0; i < t->players; i++) {
        people += t->place[i].kind == MQ_SEAT_PERSON;
        open += t->place[i].kind == MQ_SEAT_OPEN;
    }
    return people == 1 && open == 0;
}

/* Puts the request's seats in place. Who sits keeps a seat that stays a
 * person's; a seat that changes gets a new link. */
static void place_seats(struct mq_exchange *x, struct mq_table *t,
                        const struct mq_table_request *request,
                        struct links *links)
{
    assert(t->state == MQ_TABLE_OPEN && request->seats > 0);
    t->players = request->seats;
    t->setup.players = request->seats;
    for (int i = 0; i < request->seats; i++) {
        struct mq_place *place = &t->place[i];
        enum mq_seat_kind kind = request->seat[i].kind;

        if (kind == MQ_SEAT_PERSON && place->kind == MQ_SEAT_PERSON) {
            continue;
        }
        if (kind == MQ_SEAT_OPEN && place->kind == MQ_SEAT_OPEN &&
            place->link.epoch > 0) {
            continue;
        }
        place->kind = kind;
        place->notified = place->reminded = -1;
        place->ready = false;
        memcpy(place->name, request->seat[i].name, MQ_NAME_SIZE);
        memcpy(place->bot, request->seat[i].bot, MQ_NAME_SIZE);
        if (kind == MQ_SEAT_BOT && place->name[0] == '\0') {
            memcpy(place->name, place->bot, MQ_NAME_SIZE);
        }
        renew(x, t->id, "seat", &place->link, links->seat[i]);
        if (kind == MQ_SEAT_BOT) {
            links->seat[i][0] = '\0';
        }
    }
}

static void start_if_asked(struct mq_exchange *x, struct mq_table *t,
                           const struct links *links)
{
    struct mq_failure failure;

    if (mq__play_start(t, &failure)) {
        answer_table(x, t, 201, links, NULL);
        mq__table_tend(t);
        return;
    }
    /* The table is there, only not begun: say so with the table. */
    answer_table(x, t, 201, links, NULL);
}

static void open_table(struct mq_exchange *x, struct mq_table *t,
                       const struct mq_table_request *request)
{
    struct links links = {0};
    struct mq_extra extra[MQ_MAX_EXTRAS];
    int extras = 0;

    t->created_at = mq__wall_ms();
    t->state = MQ_TABLE_OPEN;
    t->doc_dirty = true;
    place_seats(x, t, request, &links);
    renew(x, t->id, "join", &t->join, links.join);
    renew(x, t->id, "watch", &t->watch, links.watch);
    if (!request->has_help && alone_with_bots(t)) {
        t->help = MQ_HELP_HINTS;
    }
    mq__exchange_session(x, extra, &extras);
    x->right = (struct mq_right){MQ_ROLE_OPENER, -1, true, 0};
    add_grant(x, t, (struct mq_grant){MQ_ROLE_OPENER, -1, 0}, extra, &extras);
    if (request->has_sit) {
        x->right.seat = request->sit;
        x->right.epoch = t->place[request->sit].link.epoch;
        add_grant(
            x, t,
            (struct mq_grant){MQ_ROLE_SEAT, x->right.seat, x->right.epoch},
            extra, &extras);
    }
    t->wake_ms = mq__now_ms() + x->app->config->open_for_s * 1000LL;
    mq__commit(t, extra, extras);
    if (request->start) {
        start_if_asked(x, t, &links);
    } else {
        answer_table(x, t, 201, &links, NULL);
    }
}

static bool within_tables(struct mq_exchange *x)
{
    struct mq_visitor *visitor =
        mq__visitor(x->app->visitors, &x->address, mq__now_ms());
    double most = x->app->config->tables_per_address;

    return visitor != NULL &&
           mq__bucket_take(&visitor->tables, mq__now_ms(), most / 86400, most);
}

void mq__route_table_open(struct mq_exchange *x)
{
    struct mq_table_request request;
    struct mq_failure failure;
    struct mq_error error = {0};
    struct mq_table *t;

    if (!within_tables(x)) {
        x->app->figures.limited++;
        mq__exchange_fault(x, MQ_FAULT_TOO_MANY);
        return;
    }
    t = mq__table_new(x->app);
    if (t == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    if (!mq__request_table(&x->app->games, x->doc.root, true, t, &request,
                           &error)) {
        mq__table_drop(t);
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
        return;
    }
    open_table(x, t, &request);
}

static bool opener_before_start(struct mq_exchange *x, const struct mq_table *t)
{
    return mq__must(x, x->right.opener, MQ_FAULT_FORBIDDEN) &&
           mq__must(x, t->state == MQ_TABLE_OPEN, MQ_FAULT_NOT_OPEN);
}

static void route_show(struct mq_exchange *x, struct mq_table *t)
{
    answer_table(x, t, 200, NULL, NULL);
}

static void changed(struct mq_exchange *x, struct mq_table *t,
                    const struct mq_extra *extra, int extras)
{
    (void)x;
    t->doc_dirty = true;
    mq__commit(t, extra, extras);
    mq__conn_check_rights(t);
    mq__publish_table(t);
}

/* A copy is changed first: what is refused leaves the table as it was. */
static void route_change(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_table_request request;
    struct mq_table *copy;
    struct mq_failure failure;
    struct mq_error error = {0};
    struct links links = {0};

    if (!opener_before_start(x, t)) {
        return;
    }
    copy = malloc(sizeof(*copy));
    if (copy == NULL) {
        mq__exchange_fault(x, MQ_FAULT_NOT_SAVED);
        return;
    }
    memcpy(copy, t, sizeof(*copy));
    if (!mq__request_table(&x->app->games, x->doc.root, false, copy, &request,
                           &error)) {
        free(copy);
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
        return;
    }
    memcpy(t->game_id, copy->game_id, sizeof(t->game_id));
    t->game = copy->game;
    t->setup = copy->setup;
    t->listed = copy->listed;
    t->help = copy->help;
    t->rule = copy->rule;
    t->chat = copy->chat;
    free(copy);
    if (request.has_seats) {
        place_seats(x, t, &request, &links);
    }
    changed(x, t, NULL, 0);
    answer_table(x, t, 200, &links, NULL);
}

static void route_close(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_json_writer w;

    if (!opener_before_start(x, t) ||
        !mq__must(x, mq__table_delete(t), MQ_FAULT_NOT_SAVED)) {
        return;
    }
    mq__exchange_begin(x, 200, &w);
    mq__json_bool(&w, "ok", true);
    mq__json_close(&w, '}');
    mq__out_exchange(t, x);
}

/* Fields of a small body. */
struct body {
    char name[MQ_NAME_SIZE], secret[MQ_SECRET_SIZE];
    int seat; /* -1: not there */
    int link;
};

static const char *const link_words[] = {"join", "watch", "seat", NULL};

/* `fields` has the letters of what there is: n, s, e (seat), E (seat must),
 * l. False: answered. */
static bool read_body(struct mq_exchange *x, const char *fields,
                      struct body *out)
{
    struct mq_error error = {0};
    struct mq_failure failure;
    struct mq_reader r;
    struct mq_read_object o;

    memset(out, 0, sizeof(*out));
    out->seat = -1;
    mq__reader_init(&r, "body", &error);
    r.status = MQ_SYNTAX;
    if (mq__read_object(&r, x->doc.root, &o)) {
        if (strchr(fields, 'n') != NULL) {
            mq__read_copy(&r, &o, "name", out->name, sizeof(out->name));
        }
        if (strchr(fields, 's') != NULL) {
            mq__read_copy(&r, &o, "secret", out->secret, sizeof(out->secret));
        }
        if (strchr(fields, 'l') != NULL) {
            out->link = mq__read_word(&r, &o, "link", link_words);
        }
        if (strchr(fields, 'E') != NULL ||
            (strchr(fields, 'e') != NULL &&
             mq__read_optional(&r, &o, "seat") != NULL)) {
            out->seat = mq__read_int(&r, &o, "seat", 0, MQ_MAX_PLAYERS - 1);
        }
        mq__read_done(&r, &o);
    }
    if (r.failed) {
        mq__fail_with(&failure, MQ_FAULT_BAD_REQUEST, &error);
        mq__exchange_fail(x, &failure);
    }
    return !r.failed;
}

/* What a secret opens; role none: nothing. All links are compared, in
 * constant time each. */
static struct mq_grant match_secret(const struct mq_table *t,
                                    const char *secret)
{
    struct mq_grant grant = {MQ_ROLE_NONE, -1, 0};

    if (mq__secret_fits(secret, t->watch.hash)) {
        grant = (struct mq_grant){MQ_ROLE_WATCH, -1, t->watch.epoch};
    }
    if (mq__secret_fits(secret, t->join.hash)) {
        grant = (struct mq_grant){MQ_ROLE_GUEST, -1, t->join.epoch};
    }
    for (int i = 0; i < t->players; i++) {
        if (mq__secret_fits(secret, t->place[i].link.hash) &&
            t->place[i].kind != MQ_SEAT_BOT) {
            grant = (struct mq_grant){MQ_ROLE_SEAT, i, t->place[i].link.epoch};
        }
    }
    return grant;
}

static void route_enter(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_extra extra[MQ_MAX_EXTRAS];
    struct mq_grant grant;
    struct body body;
    int extras = 0;

    if (!read_body(x, "s", &body)) {
        return;
    }
    grant = match_secret(t, body.secret);
    if (!mq__must(x, grant.role != MQ_ROLE_NONE, MQ_FAULT_BAD_SECRET)) {
        return;
    }
    mq__exchange_session(x, extra, &extras);
    add_grant(x, t, grant, extra, &extras);
    if (x->grants < MQ_MAX_GRANTS) {
        x->grant[x->grants++] = grant;
    }
    x->right = mq__table_right(t, x->grant, x->grants);
    mq__commit(t, extra, extras);
    answer_table(x, t, 200, NULL, NULL);
}

/* The free seat that is meant: the one the link is for, the one asked for,
 * or the first. */
static int free_seat(const struct mq_exchange *x, const struct mq_table *t,
                     int wanted)
{
    int own = x->right.seat;

    if (own >= 0 && (wanted < 0 || wanted == own)) {
        return t->place[own].kind == MQ_SEAT_OPEN ? own : -1;
    }
    if (wanted >= 0) {
        return wanted < t->players && t->place[wanted].kind == MQ_SEAT_OPEN
                   ? wanted
                   : -1;
    }
    for (int i = 0; i < t->players; i++) {
        if (t->place[i].kind == MQ_SEAT_OPEN) {
            return i;
        }
    }
    return -1;
}

static bool may_sit(struct mq_exchange *x, const struct mq_table *t,
                    const struct body *body)
{
    bool taken =
        x->right.seat >= 0 && t->place[x->right.seat].kind == MQ_SEAT_PERSON;

    return mq__must(x, x->right.role >= MQ_ROLE_GUEST, MQ_FAULT_FORBIDDEN) &&
           mq__must(x, t->state == MQ_TABLE_OPEN, MQ_FAULT_NOT_OPEN) &&
           mq__must(x, mq__name_ok(body->name), MQ_FAULT_BAD_REQUEST) &&
           mq__must(x, !taken, MQ_FAULT_SEAT_TAKEN);
}

static void route_sit(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_extra extra[MQ_MAX_EXTRAS];
    struct body body;
    struct mq_place *place;
    char link[256] = "";
    int extras = 0, seat;

    if (!read_body(x, "ne", &body) || !may_sit(x, t, &body)) {
        return;
    }
    seat = free_seat(x, t, body.seat);
    if (!mq__must(x, seat >= 0, MQ_FAULT_SEAT_TAKEN)) {
        return;
    }
    place = &t->place[seat];
    place->kind = MQ_SEAT_PERSON;
    place->notified = place->reminded = -1;
    memcpy(place->name, body.name, sizeof(place->name));
    /* A link of one's own: whoever opened the table has the one before. */
    renew(x, t->id, "seat", &place->link, link);
    mq__exchange_session(x, extra, &extras);
    add_grant(x, t, (struct mq_grant){MQ_ROLE_SEAT, seat, place->link.epoch},
              extra, &extras);
    x->right.seat = seat;
    x->right.epoch = place->link.epoch;
    if (x->right.role < MQ_ROLE_SEAT) {
        x->right.role = MQ_ROLE_SEAT;
    }
    changed(x, t, extra, extras);
    answer_table(x, t, 200, NULL, link);
}

static void empty_seat(struct mq_exchange *x, struct mq_table *t, int seat,
                       char link[256])
{
    struct mq_place *place = &t->place[seat];

    assert(t->state == MQ_TABLE_OPEN && seat < t->players);
    place->kind = MQ_SEAT_OPEN;
    place->name[0] = '\0';
    place->bot[0] = '\0';
    place->ready = false;
    renew(x, t->id, "seat", &place->link, link);
}

static void route_leave(struct mq_exchange *x, struct mq_table *t)
{
    char link[256];
    int seat = x->right.seat;

    if (!mq__must(x, seat >= 0, MQ_FAULT_FORBIDDEN) ||
        !mq__must(x, t->state == MQ_TABLE_OPEN, MQ_FAULT_NOT_OPEN)) {
        return;
    }
    empty_seat(x, t, seat, link);
    x->right.seat = -1;
    x->right.role = x->right.opener ? MQ_ROLE_OPENER : MQ_ROLE_GUEST;
    changed(x, t, NULL, 0);
    answer_table(x, t, 200, NULL, NULL);
}

static void route_remove(struct mq_exchange *x, struct mq_table *t)
{
    struct body body;
    char link[256];

    if (!opener_before_start(x, t) || !read_body(x, "E", &body) ||
        !mq__must(x, body.seat < t->players, MQ_FAULT_BAD_REQUEST)) {
        return;
    }
    if (body.seat == x->right.seat) {
        x->right.seat = -1;
    }
    empty_seat(x, t, body.seat, link);
    changed(x, t, NULL, 0);
    answer_table(x, t, 200, NULL, link);
}

static void route_start(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_failure failure;

    if (!opener_before_start(x, t)) {
        return;
    }
    if (!mq__play_start(t, &failure)) {
        mq__exchange_fail(x, &failure);
        return;
    }
    answer_table(x, t, 200, NULL, NULL);
    mq__table_tend(t);
}

/* Whose link may be renewed by whom: docs/protocol.md. */
static bool may_renew(struct mq_exchange *x, const struct mq_table *t,
                      const struct body *body)
{
    bool own = body->seat >= 0 && body->seat == x->right.seat;
    bool early = x->right.opener && t->state == MQ_TABLE_OPEN;

    if (body->link != 2) {
        return mq__must(x, x->right.opener, MQ_FAULT_FORBIDDEN);
    }
    return mq__must(x, body->seat >= 0 && body->seat < t->players,
                    MQ_FAULT_BAD_REQUEST) &&
           mq__must(x, own || early, MQ_FAULT_FORBIDDEN) &&
           mq__must(x, t->place[body->seat].kind != MQ_SEAT_BOT,
                    MQ_FAULT_BAD_REQUEST);
}

static void route_links(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_extra extra[MQ_MAX_EXTRAS];
    struct body body;
    struct mq_link *link;
    char text[256];
    int extras = 0;

    if (!read_body(x, "le", &body) || !may_renew(x, t, &body)) {
        return;
    }
    link = body.link == 0   ? &t->join
           : body.link == 1 ? &t->watch
                            : &t->place[body.seat].link;
    if (body.link == 2 && body.seat != x->right.seat) {
        /* Whoever sits there sits down again, and gets a link of their own. */
        empty_seat(x, t, body.seat, text);
    } else {
        renew(x, t->id, link_words[body.link], link, text);
    }
    if (body.link == 2 && body.seat == x->right.seat) {
        x->right.epoch = link->epoch;
        add_grant(x, t, (struct mq_grant){MQ_ROLE_SEAT, body.seat, link->epoch},
                  extra, &extras);
    }
    changed(x, t, extra, extras);
    answer_table(x, t, 200, NULL, text);
}

/* The same people one seat on, bots as they were. */
static struct mq_table *make_rematch(struct mq_exchange *x, struct mq_table *t,
                                     struct mq_extra *extra, int *extras)
{
    struct mq_table *n = mq__table_new(x->app);
    char unused[256];

    if (n == NULL) {
        return NULL;
    }
    memcpy(n->game_id, t->game_id, sizeof(n->game_id));
    n->game = mq__games_get(&x->app->games, t->game_id);
    n->setup = t->setup;
    n->players = t->players;
    n->listed = t->listed;
    n->help = t->help;
    n->rule = t->rule;
    n->chat = t->chat;
    n->created_at = mq__wall_ms();
    n->doc_dirty = true;
    memcpy(n->from, t->id, sizeof(n->from));
    renew(x, n->id, "join", &n->join, unused);
    renew(x, n->id, "watch", &n->watch, unused);
    for (int i = 0; i < n->players; i++) {
        int to = (i + n->players - 1) % n->players;
        struct mq_place *place = &n->place[to];

        *place = t->place[i];
        place->timed_out = false;
        place->ready = place->kind == MQ_SEAT_BOT;
        place->notified = place->reminded = -1;
        place->link.epoch = 0;
        renew(x, n->id, "seat", &place->link, unused);
        if (place->kind == MQ_SEAT_PERSON) {
            extra[*extras] = (struct mq_extra){
                .kind = MQ_EXTRA_COPY_GRANTS,
                .grant = {MQ_ROLE_SEAT, i, t->place[i].link.epoch},
                .as = {MQ_ROLE_SEAT, to, 1}};
            memcpy(extra[*extras].holder, t->id, MQ_TABLE_ID_SIZE);
            memcpy(extra[*extras].table, n->id, MQ_TABLE_ID_SIZE);
            ++*extras;
        }
    }
    return n;
}

/* The seat's person wants to go on; with all of them it begins. */
static void join_rematch(struct mq_exchange *x, struct mq_table *n, int seat,
                         int status)
{
    struct mq_failure failure;
    bool all = true;

    n->place[seat].ready = true;
    n->doc_dirty = true;
    for (int i = 0; i < n->players; i++) {
        all = all && n->place[i].ready;
    }
    if (all && n->state == MQ_TABLE_OPEN && mq__play_start(n, &failure)) {
        answer_table(x, n, status, NULL, NULL);
        mq__table_tend(n);
        return;
    }
    mq__commit(n, NULL, 0);
    mq__publish_table(n);
    answer_table(x, n, status, NULL, NULL);
}

/* With the rights at the new table: who was removed there since, or whose seat
 * somebody else has now, has none. */
static void with_rematch(void *context, struct mq_table *n, bool failed)
{
    struct mq_exchange *x = context;

    if (n == NULL) {
        mq__exchange_fault(x, failed ? MQ_FAULT_NOT_SAVED : MQ_FAULT_NOT_FOUND);
    } else {
        x->right = mq__table_right(n, x->grant, x->grants);
        if (mq__must(x, x->right.seat >= 0, MQ_FAULT_FORBIDDEN)) {
            if (n->state == MQ_TABLE_OPEN) {
                join_rematch(x, n, x->right.seat, 200);
            } else {
                answer_table(x, n, 200, NULL, NULL);
            }
        }
    }
    mq__exchange_release(x);
}

static void rematch_saved(void *context, bool saved)
{
    struct mq_exchange *x = context;

    (void)saved; /* whatever came of it, the store knows */
    mq__exchange_rights(x, x->other, with_rematch);
    mq__exchange_release(x);
}

/* The rights of those who played are written with the table: once they are,
 * they are read. */
static void rematch_found(void *context, struct mq_table *n, bool failed)
{
    struct mq_exchange *x = context;

    if (n != NULL) {
        mq__out_call(n, rematch_saved, x);
        return;
    }
    mq__exchange_fault(x, failed ? MQ_FAULT_NOT_SAVED : MQ_FAULT_NOT_FOUND);
    mq__exchange_release(x);
}

static void route_rematch(struct mq_exchange *x, struct mq_table *t)
{
    struct mq_extra extra[MQ_MAX_EXTRAS];
    struct mq_table *n;
    int extras = 0, seat;

    if (!mq__must(x, x->right.seat >= 0, MQ_FAULT_FORBIDDEN) ||
        !mq__must(x, t->state == MQ_TABLE_OVER, MQ_FAULT_NOT_OVER)) {
        return;
    }
    if (t->rematch[0] != '\0') {
        memcpy(x->other, t->rematch, sizeof(x->other));
        x->refs++;
        mq__table_get(x->app, x->other, rematch_found, x);
        return;
    }
    n = make_rematch(x, t, extra, &extras);
    if (!mq__must(x, n != NULL, MQ_FAULT_NOT_SAVED)) {
        return;
    }
    add_grant(x, n, (struct mq_grant){MQ_ROLE_OPENER, -1, 0}, extra, &extras);
    mq__commit(n, extra, extras);
    memcpy(t->rematch, n->id, sizeof(t->rematch));
    changed(x, t, NULL, 0);
    seat = (x->right.seat + n->players - 1) % n->players;
    x->right = (struct mq_right){MQ_ROLE_OPENER, seat, true,
                                 n->place[seat].link.epoch};
    join_rematch(x, n, seat, 201);
}

static const struct {
    const char *rest;
    enum mq_method method;
    enum mq_role least; /* below: there is no such table */
    void (*run)(struct mq_exchange *x, struct mq_table *t);
} routes[] = {
    {"", MQ_GET, MQ_ROLE_WATCH, route_show},
    {"", MQ_PATCH, MQ_ROLE_WATCH, route_change},
    {"", MQ_DELETE, MQ_ROLE_WATCH, route_close},
    {"enter", MQ_POST, MQ_ROLE_NONE, route_enter},
    {"sit", MQ_POST, MQ_ROLE_WATCH, route_sit},
    {"leave", MQ_POST, MQ_ROLE_WATCH, route_leave},
    {"remove", MQ_POST, MQ_ROLE_WATCH, route_remove},
    {"start", MQ_POST, MQ_ROLE_WATCH, route_start},
    {"links", MQ_POST, MQ_ROLE_WATCH, route_links},
    {"rematch", MQ_POST, MQ_ROLE_WATCH, route_rematch},
    {"log", MQ_GET, MQ_ROLE_WATCH, mq__route_log},
    {"match.mqm", MQ_GET, MQ_ROLE_WATCH, mq__route_file},
    {"chat", MQ_GET, MQ_ROLE_WATCH, mq__route_chat},
    {"chat", MQ_POST, MQ_ROLE_WATCH, mq__route_chat},
    {"report", MQ_POST, MQ_ROLE_WATCH, mq__route_report},
    {"note", MQ_GET, MQ_ROLE_WATCH, mq__route_note},
    {"note", MQ_POST, MQ_ROLE_WATCH, mq__route_note},
};

void mq__route_table(struct mq_exchange *x, struct mq_table *t,
                     const char *rest)
{
    bool path = false;

    for (size_t i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        if (strcmp(routes[i].rest, rest) != 0) {
            continue;
        }
        path = true;
        if (routes[i].method != x->method) {
            continue;
        }
        if (x->right.role < routes[i].least && t->state != MQ_TABLE_OVER) {
            mq__exchange_fault(x, MQ_FAULT_NOT_FOUND);
        } else {
            routes[i].run(x, t);
        }
        return;
    }
    mq__exchange_fault(x, path ? MQ_FAULT_METHOD : MQ_FAULT_NOT_FOUND);
}
