/* See peers.h. */
#include "server/peers.h"
#include "server/net.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_MS = 200, PAUSE_MS = 500, SAY_EVERY_MS = 5000, LOST_MS = 12000 };

struct mq_peers {
    struct mq_app *app;
    struct mq_store *store;
    pthread_t thread;
    atomic_bool stop;
    int64_t last; /* signal */
};

/* What was heard at one time, for the network thread. */
struct heard {
    struct mq_post post; /* first */
    struct mq_app *app;
    char (*text)[MQ_SIGNAL_SIZE];
    int count, room;
    bool all; /* some may have been lost: everything may have changed */
};

static bool hear(void *context, const char *text)
{
    struct heard *h = context;

    if (h->count == h->room) {
        int room = h->room * 2 + 16;
        void *more = realloc(h->text, (size_t)room * sizeof(*h->text));

        if (more == NULL) {
            h->all = true;
            return true;
        }
        h->text = more;
        h->room = room;
    }
    h->all = h->all || text[0] == '\0';
    snprintf(h->text[h->count++], MQ_SIGNAL_SIZE, "%s", text);
    return true;
}

/* Nobody uses it here: it is read again when somebody does. */
static bool is_idle(const struct mq_table *t)
{
    return t->conns == NULL && t->waiting == NULL && t->pins == 0 &&
           t->outbox.first == NULL && !mq__table_is_loading(t);
}

static void changed(struct mq_table *t)
{
    t->elsewhere_ms = mq__now_ms();
    if (is_idle(t)) {
        mq__table_drop(t);
    } else {
        mq__table_outdate(t);
    }
}

static struct mq_peer *peer_of(struct mq_table *t, const char *from)
{
    struct mq_peer *peer = t->peers;

    while (peer != NULL && strcmp(peer->from, from) != 0) {
        peer = peer->next;
    }
    if (peer == NULL) {
        peer = calloc(1, sizeof(*peer));
        if (peer != NULL) {
            snprintf(peer->from, sizeof(peer->from), "%s", from);
            peer->next = t->peers;
            t->peers = peer;
        }
    }
    return peer;
}

static void present_there(struct mq_table *t, const char *words)
{
    struct mq_peer *peer;
    unsigned seats;
    int spectators;
    char from[17];
    bool same;

    if (sscanf(words, "%16s %u %d", from, &seats, &spectators) != 3) {
        return;
    }
    peer = peer_of(t, from);
    if (peer == NULL) {
        return;
    }
    same = peer->seats == seats && peer->spectators == spectators;
    peer->seats = seats;
    peer->spectators = spectators;
    peer->until_ms = mq__now_ms() + LOST_MS;
    if (!same && mq__table_is_ready(t)) {
        mq__publish_table(t);
    }
}

static void reaction_there(struct mq_table *t, const char *words)
{
    char word[24];
    int seat;

    if (sscanf(words, "%d %23s", &seat, word) != 2) {
        return;
    }
    for (int i = 0; mq__reactions[i] != NULL; i++) {
        if (strcmp(mq__reactions[i], word) == 0 && seat >= 0 &&
            seat < t->players) {
            mq__reaction_show(t, seat, mq__reactions[i]);
        }
    }
}

void mq__peers_write_end(const struct mq_ended *ended, char out[MQ_SIGNAL_SIZE])
{
    if (ended->session != NULL) {
        snprintf(out, MQ_SIGNAL_SIZE, "!s %s", ended->session);
    } else {
        snprintf(out, MQ_SIGNAL_SIZE, "!a %s %s", ended->account,
                 ended->keep[0] != '\0' ? ended->keep : "-");
    }
}

static void sessions_there(struct mq_app *app, const char *words)
{
    char kind, id[MQ_KEY_SIZE], keep[MQ_KEY_SIZE] = "-";
    int count = sscanf(words, "%c %32s %32s", &kind, id, keep);

    if (count >= 2 && kind == 's') {
        mq__conns_end(app, &(struct mq_ended){.session = id});
    } else if (count == 3 && kind == 'a') {
        mq__conns_end(app, &(struct mq_ended){.account = id, .keep = keep});
    }
}

static void take(struct mq_app *app, const char *text)
{
    char id[MQ_TABLE_ID_SIZE], kind = '\0';
    int used = 0;
    struct mq_table *t;

    if (text[0] == '!') {
        sessions_there(app, text + 1);
        return;
    }
    if (sscanf(text, "%16s %n%c", id, &used, &kind) < 1) {
        return;
    }
    t = mq__table_find(app, id);
    if (t == NULL || t->condition == MQ_GONE) {
        return;
    }
    if (kind == '\0') {
        changed(t);
    } else if (kind == '?') {
        mq__peers_present(t);
    } else if (kind == 'p') {
        present_there(t, text + used + 1);
    } else if (kind == 'r') {
        reaction_there(t, text + used + 1);
    } else if (kind == 'c') {
        mq__chat_there(t, (int)strtol(text + used + 1, NULL, 10));
    } else if (kind == 'h') {
        int seat = (int)strtol(text + used + 1, NULL, 10);

        mq__think_hurry(t, seat);
    }
}

static void outdate_all(struct mq_app *app)
{
    for (int i = 0; i < MQ_TABLE_BUCKETS; i++) {
        struct mq_table *next;

        for (struct mq_table *t = app->tables[i]; t != NULL; t = next) {
            next = t->next;
            changed(t);
        }
    }
}

static void heard_run(struct mq_post *post)
{
    struct heard *h = (struct heard *)post;

    if (h->all && !h->app->stopping) {
        outdate_all(h->app);
    }
    for (int i = 0; i < h->count && !h->app->stopping; i++) {
        take(h->app, h->text[i]);
    }
    free(h->text);
    free(h);
}

static void listen_once(struct mq_peers *p)
{
    struct heard *h = calloc(1, sizeof(*h));
    enum mq_status status = MQ_NOMEM;

    if (h != NULL) {
        status = mq_store_wait(p->store, WAIT_MS);
    }
    if (status == MQ_OK) {
        status = mq_store_signals(p->store, &p->last, hear, h);
    }
    if (status == MQ_OK && (h->count > 0 || h->all)) {
        h->app = p->app;
        h->post.run = heard_run;
        mq__post(p->app, &h->post);
        return;
    }
    if (h != NULL) {
        free(h->text);
    }
    free(h);
    if (status != MQ_OK) {
        usleep(PAUSE_MS * 1000);
    }
}

static void *run(void *context)
{
    struct mq_peers *p = context;

    assert(mq_store_is_shared(p->store));
    while (!atomic_load(&p->stop)) {
        listen_once(p);
    }
    return NULL;
}

/* What was said before the start is in the store. */
static bool skip(void *context, const char *text)
{
    (void)context;
    (void)text;
    return true;
}

enum mq_status mq__peers_start(struct mq_app *app, struct mq_error *error)
{
    struct mq_store_options options = {.busy_ms = app->config->busy_ms,
                                       .origin = app->origin};
    struct mq_peers *p;
    enum mq_status status;

    if (!app->shared) {
        return MQ_OK;
    }
    p = calloc(1, sizeof(*p));
    if (p == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    p->app = app;
    p->last = -1;
    status = mq_store_open(app->config->db, &options, &p->store, error);
    if (status == MQ_OK) {
        status = mq_store_signals(p->store, &p->last, skip, NULL);
    }
    if (status == MQ_OK && pthread_create(&p->thread, NULL, run, p) != 0) {
        status = mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    if (status != MQ_OK) {
        mq_store_close(p->store);
        free(p);
        return status;
    }
    app->peers = p;
    return MQ_OK;
}

void mq__peers_stop(struct mq_app *app)
{
    struct mq_peers *p = app->peers;

    if (p == NULL) {
        return;
    }
    app->peers = NULL;
    atomic_store(&p->stop, true);
    pthread_join(p->thread, NULL);
    mq_store_close(p->store);
    free(p);
}

/* Something to say: the writer takes it along. */
struct word {
    struct mq_job job; /* first */
    char text[MQ_SIGNAL_SIZE];
};

static enum mq_status word_run(struct mq_job *job, struct mq_store *store)
{
    return mq_store_signal(store, ((struct word *)job)->text);
}

static void word_done(struct mq_job *job)
{
    free(job);
}

static void say(struct mq_app *app, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct mq_app *app, const char *format, ...)
{
    struct word *word;
    va_list list;

    if (app->peers == NULL || app->stopping) {
        return;
    }
    word = calloc(1, sizeof(*word));
    if (word == NULL) {
        return;
    }
    va_start(list, format);
    vsnprintf(word->text, sizeof(word->text), format, list);
    va_end(list);
    word->job.run = word_run;
    word->job.done = word_done;
    mq_worker_submit(app->writer, &word->job);
}

static bool seat_here(const struct mq_table *t, int seat)
{
    for (const struct mq_conn *c = t->conns; c != NULL; c = c->table_next) {
        if (c->right.seat == seat && c->wsi != NULL) {
            return true;
        }
    }
    return false;
}

bool mq__seat_connected(const struct mq_table *t, int seat)
{
    for (const struct mq_peer *p = t->peers; p != NULL; p = p->next) {
        if (p->seats >> seat & 1) {
            return true;
        }
    }
    return seat_here(t, seat);
}

int mq__spectators(const struct mq_table *t)
{
    int count = t->spectators;

    for (const struct mq_peer *p = t->peers; p != NULL; p = p->next) {
        count += p->spectators;
    }
    return count;
}

void mq__peers_present(struct mq_table *t)
{
    unsigned seats = 0;

    if (t->app->peers == NULL) {
        return;
    }
    for (int i = 0; i < t->players; i++) {
        seats |= seat_here(t, i) ? 1U << i : 0;
    }
    t->said_ms = mq__now_ms();
    say(t->app, "%s p %.16s %u %d", t->id, t->app->origin, seats,
        t->spectators);
}

void mq__peers_ask(struct mq_table *t)
{
    say(t->app, "%s ?", t->id);
}

void mq__peers_react(struct mq_table *t, int seat, const char *word)
{
    say(t->app, "%s r %d %s", t->id, seat, word);
}

void mq__peers_hurry(struct mq_table *t, int seat)
{
    say(t->app, "%s h %d", t->id, seat);
}

void mq__peers_tick(struct mq_table *t, int64_t now)
{
    struct mq_peer **at = &t->peers;
    bool lost = false;

    if (t->app->peers == NULL) {
        return;
    }
    while (*at != NULL) {
        struct mq_peer *peer = *at;

        if (peer->until_ms > now) {
            at = &peer->next;
            continue;
        }
        *at = peer->next;
        lost = lost || peer->seats != 0 || peer->spectators != 0;
        free(peer);
    }
    if (lost && mq__table_is_ready(t)) {
        mq__publish_table(t);
    }
    if (t->conns != NULL && now - t->said_ms >= SAY_EVERY_MS) {
        mq__peers_present(t);
    }
}

void mq__peers_forget(struct mq_table *t)
{
    while (t->peers != NULL) {
        struct mq_peer *next = t->peers->next;

        free(t->peers);
        t->peers = next;
    }
}
