/* `maxq bench server`: a server as a child on a loopback port, and load on the
 * same cores.
 *
 * An action counts when it is answered (so it is synced) and both seats have
 * its items. Each table has two sockets; whoever is to move moves as soon as
 * they know of it, choosing by the engine from the items they were sent.
 */
#include "cli/bench.h"
#include "cli/server_child.h"
#include "cli/wire.h"
#include "core/clock.h"
#include "core/game.h"
#include "store/worker.h"

#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ACTIONS = 40, SAMPLES = 1 << 20 };

/* The server's memory in KiB. */
static long memory(const struct mq_server_child *s)
{
    char path[64], line[128];
    long kib = 0;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/status", (int)s->pid);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
        if (strncmp(line, "VmRSS:", 6) == 0) {
            kib = strtol(line + 6, NULL, 10);
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return kib;
}

/* One seat: its socket and the match as its items tell it. */
struct seat {
    struct mq_wire wire;
    struct game_table *table;
    int seat, number;
    bool ready;
    alignas(16) unsigned char state[MQ_MAX_STATE];
};

struct game_table {
    struct seat seat[2];
    char id[24];
    int actions; /* that both seats have */
    int wanted;  /* number both must reach for the action to count */
    int mover;
    bool waiting, done;
    double sent;
};

struct load {
    const struct mq_game *game;
    struct mq_server_child *server;
    char cookie[2][MQ_COOKIE_SIZE];
    struct game_table *table;
    int tables, running, ready;
    int poll;
    long actions, failures;
    double *sample;
    long samples;
    struct mq_rng rng;
    double pause; /* seconds between actions of a table; 0: none */
};

static bool text_of(const char *json, const char *path, char *out, size_t size)
{
    struct mq_json_doc doc;
    struct mq_error error;
    const struct mq_json *node = NULL;

    if (mq__json_parse(&doc, json, strlen(json), &error) == MQ_OK) {
        node = mq__json_path(doc.root, path);
    }
    snprintf(out, size, "%s",
             node != NULL && node->kind == MQ_JSON_STRING ? node->text : "");
    mq__json_finish(&doc);
    return out[0] != '\0';
}

/* A request about a table by one of its two people; true: it was answered with
 * that status. */
static bool post(struct load *l, int who, const char *path, const char *body,
                 int status, struct mq_buf *out)
{
    return mq__wire_request(l->server->port, "POST", path, body, l->cookie[who],
                            out) == status;
}

/* The path of a table's action ("sit"). */
static const char *path_of(const struct game_table *t, const char *action,
                           char out[96])
{
    snprintf(out, 96, "/api/tables/%s/%s", t->id, action);
    return out;
}

/* A table of two, begun. */
static bool open_table(struct load *l, struct game_table *t)
{
    char link[256], path[96], body[128];
    struct mq_buf out;
    bool good;

    mq__buf_init(&out);
    good = post(l, 0, "/api/tables",
                "{\"game\":\"mlem\",\"options\":{\"start\":\"P1\"}"
                ",\"seats\":[{\"kind\":\"person\",\"name\":\"A\"},"
                "{\"kind\":\"open\"}],\"sit\":0}",
                201, &out) &&
           text_of(mq__buf_text(&out), "table.id", t->id, sizeof(t->id)) &&
           text_of(mq__buf_text(&out), "links.join", link, sizeof(link));
    snprintf(body, sizeof(body), "{\"secret\":\"%s\"}",
             good ? strrchr(link, '=') + 1 : "");
    good = good && post(l, 1, path_of(t, "enter", path), body, 200, &out) &&
           post(l, 1, path_of(t, "sit", path), "{\"name\":\"B\"}", 200, &out) &&
           post(l, 0, path_of(t, "start", path), "{}", 200, &out);
    mq__buf_finish(&out);
    return good;
}

static bool connect_seat(struct load *l, struct game_table *t, int seat)
{
    struct seat *s = &t->seat[seat];
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
    char text[160];
    int length;

    s->table = t;
    s->seat = seat;
    s->ready = false;
    if (!mq__wire_open(&s->wire, l->server->port, l->cookie[seat])) {
        return false;
    }
    length = snprintf(text, sizeof(text),
                      "{\"type\":\"subscribe\",\"id\":\"s\",\"table\":\"%s\","
                      "\"want\":[\"changes\"]}",
                      t->id);
    return mq__wire_send(&s->wire, text, (size_t)length) &&
           epoll_ctl(l->poll, EPOLL_CTL_ADD, s->wire.fd, &event) == 0;
}

static void act(struct load *l, struct game_table *t)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors = 0;
    struct seat *s;
    char action[MQ_TEXT_SIZE], text[256];
    int count, length;

    if (mq_turn(l->game, t->seat[0].state, &actors) != MQ_TURN_SEATS ||
        t->actions >= ACTIONS) {
        t->done = true;
        l->running--;
        return;
    }
    t->mover = actors & 1 ? 0 : 1;
    s = &t->seat[t->mover];
    count = mq_legal(l->game, s->state, t->mover, legal);
    mq_event_text(l->game,
                  (struct mq_event){
                      t->mover, legal[mq_rng_below(&l->rng, (uint32_t)count)]},
                  action, sizeof(action));
    length = snprintf(text, sizeof(text),
                      "{\"type\":\"act\",\"id\":\"a%d\",\"last\":%d,"
                      "\"action\":\"%s\"}",
                      t->actions, s->number, action);
    t->waiting = true;
    t->sent = mq__now();
    if (!mq__wire_send(&s->wire, text, (size_t)length)) {
        l->failures++;
    }
}

/* Both have everything: the action counts, the next one follows. */
static void look(struct load *l, struct game_table *t)
{
    if (t->waiting || t->done || t->seat[0].number != t->seat[1].number ||
        !t->seat[0].ready || !t->seat[1].ready) {
        return;
    }
    if (t->wanted > 0 && t->seat[0].number >= t->wanted) {
        t->actions++;
        l->actions++;
        t->wanted = 0;
    }
    if (l->pause == 0) {
        act(l, t);
    }
}

static void apply_item(struct load *l, struct seat *s,
                       const struct mq_json *item)
{
    const struct mq_json *seat = mq__json_get(item, "seat");
    const struct mq_json *text = mq__json_get(item, "text");
    const struct mq_json *kind = mq__json_get(item, "kind");
    int who;
    mq_action action;

    s->number = (int)mq__json_get(item, "number")->integer;
    if (strcmp(kind->text, "event") != 0) {
        return;
    }
    who = seat->kind == MQ_JSON_INT ? (int)seat->integer : MQ_CHANCE_SEAT;
    if (mq_read_text(l->game, text->text, who, &action, NULL) != MQ_OK) {
        l->failures++;
        return;
    }
    mq_apply(l->game, s->state, who, action);
}

static void take_state(struct load *l, struct seat *s,
                       const struct mq_json *message)
{
    struct mq_error error;

    s->number = (int)mq__json_get(message, "number")->integer;
    if (mq__read_position(l->game, mq__json_get(message, "view"), s->state,
                          &error) != MQ_OK) {
        l->failures++;
    }
}

static void take_answer(struct load *l, struct seat *s,
                        const struct mq_json *message)
{
    struct game_table *t = s->table;

    if (!mq__json_get(message, "ok")->boolean) {
        l->failures++;
        return;
    }
    if (!s->ready) {
        s->ready = true;
        l->ready++;
        return;
    }
    t->waiting = false;
    t->wanted = (int)mq__json_get(message, "number")->integer;
    if (l->samples < SAMPLES) {
        l->sample[l->samples++] = mq__now() - t->sent;
    }
}

static void take_message(struct load *l, struct seat *s, const char *text,
                         size_t length)
{
    struct mq_json_doc doc;
    struct mq_error error;
    const struct mq_json *type;

    if (mq__json_parse(&doc, text, length, &error) != MQ_OK) {
        l->failures++;
        mq__json_finish(&doc);
        return;
    }
    type = mq__json_get(doc.root, "type");
    if (strcmp(type->text, "item") == 0) {
        apply_item(l, s, doc.root);
    } else if (strcmp(type->text, "state") == 0) {
        take_state(l, s, doc.root);
    } else if (strcmp(type->text, "answer") == 0) {
        take_answer(l, s, doc.root);
    }
    mq__json_finish(&doc);
}

static void take_all(struct load *l, struct seat *s)
{
    size_t length;
    char *text;

    if (!mq__wire_read(&s->wire)) {
        l->failures++;
        if (!s->table->done) {
            s->table->done = true;
            l->running--;
        }
        epoll_ctl(l->poll, EPOLL_CTL_DEL, s->wire.fd, NULL);
        return;
    }
    while ((text = mq__wire_next(&s->wire, &length)) != NULL) {
        take_message(l, s, text, length);
    }
    look(l, s->table);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static double quantile(struct load *l, double q)
{
    if (l->samples == 0) {
        return 0;
    }
    return l->sample[(long)(q * (double)(l->samples - 1))] * 1000;
}

/* At a given pace: each table moves when its time has come. */
static void pace(struct load *l, double start)
{
    double now = mq__now();

    for (int i = 0; i < l->tables; i++) {
        struct game_table *t = &l->table[i];
        double due =
            start +
            ((double)t->actions + (double)i / (double)l->tables) * l->pause;

        if (!t->waiting && !t->done && t->wanted == 0 && t->seat[0].ready &&
            t->seat[1].ready && t->seat[0].number == t->seat[1].number &&
            now >= due) {
            act(l, t);
        }
    }
}

static double run_load(struct load *l)
{
    struct epoll_event event[256];
    double start = mq__now(), limit = start + 60;

    l->running = l->tables;
    while (l->running > 0 && mq__now() < limit) {
        int count = epoll_wait(l->poll, event, 256, l->pause > 0 ? 1 : 1000);

        for (int i = 0; i < count; i++) {
            take_all(l, event[i].data.ptr);
        }
        if (l->pause > 0 && l->ready < 2 * l->tables) {
            start = mq__now(); /* the pace begins when all are seated */
        } else if (l->pause > 0) {
            pace(l, start);
        }
    }
    return mq__now() - start;
}

static bool load_open(struct load *l, struct mq_server_child *server,
                      int tables)
{
    bool good = true;

    memset(l, 0, sizeof(*l));
    l->server = server;
    l->tables = tables;
    l->poll = epoll_create1(EPOLL_CLOEXEC);
    l->table = calloc((size_t)tables, sizeof(*l->table));
    l->sample = calloc(SAMPLES, sizeof(*l->sample));
    mq_rng_seed(&l->rng, 1);
    if (l->table == NULL || l->sample == NULL ||
        mq_game_open("mlem", NULL, 0, &l->game, NULL) != MQ_OK) {
        return false;
    }
    for (int i = 0; good && i < tables; i++) {
        l->table[i].seat[0].wire.fd = -1;
        l->table[i].seat[1].wire.fd = -1;
        good = open_table(l, &l->table[i]) &&
               connect_seat(l, &l->table[i], 0) &&
               connect_seat(l, &l->table[i], 1);
    }
    return good;
}

static void load_close(struct load *l)
{
    for (int i = 0; i < l->tables && l->table != NULL; i++) {
        mq__wire_close(&l->table[i].seat[0].wire);
        mq__wire_close(&l->table[i].seat[1].wire);
    }
    close(l->poll);
    free(l->table);
    free(l->sample);
    mq_game_close(l->game);
}

/* Actions a second with that many tables; 0: it could not be measured. */
static double measure(int tables, double pause)
{
    struct mq_server_child server = {0};
    struct load l;
    double seconds, rate = 0;
    long before, after;

    if (!mq__server_child_start(&server, true)) {
        return 0;
    }
    before = memory(&server);
    if (load_open(&l, &server, tables)) {
        after = memory(&server);
        l.pause = pause;
        seconds = run_load(&l);
        rate = (double)l.actions / seconds;
        qsort(l.sample, (size_t)l.samples, sizeof(*l.sample), compare);
        printf("  %5d %s  %8.0f actions/s%s  p50 %.2f ms  p99 %.2f ms  "
               "%.1f KiB a table with 2 sockets  %ld failures\n",
               tables, tables == 1 ? "table " : "tables", rate,
               pause > 0 ? " (half load)" : "", quantile(&l, 0.5),
               quantile(&l, 0.99), (double)(after - before) / tables,
               l.failures);
        fflush(stdout);
    }
    load_close(&l);
    mq__server_child_stop(&server);
    return rate;
}

static void hold_connections(int wanted)
{
    struct mq_server_child server = {0};
    struct mq_wire *wire = calloc((size_t)wanted, sizeof(*wire));
    struct mq_buf out;
    char cookie[MQ_COOKIE_SIZE] = "";
    int count = 0, status;
    long before;
    double since;

    if (wire == NULL || !mq__server_child_start(&server, true)) {
        free(wire);
        return;
    }
    before = memory(&server);
    while (count < wanted && mq__wire_open(&wire[count], server.port, "")) {
        count++;
    }
    mq__buf_init(&out);
    since = mq__now();
    status = mq__wire_request(server.port, "GET", "/healthz", "", cookie, &out);
    printf("  %5d connections held  %.1f KiB each  /healthz %d in %.2f ms\n",
           count, (double)(memory(&server) - before) / (count > 0 ? count : 1),
           status, (mq__now() - since) * 1000);
    mq__buf_finish(&out);
    for (int i = 0; i < count; i++) {
        mq__wire_close(&wire[i]);
    }
    free(wire);
    mq__server_child_stop(&server);
}

/* The store alone: jobs as a table's commits are. */
struct store_job {
    struct mq_job job;
    int table, number;
    atomic_long *done;
};

static enum mq_status append(struct mq_job *base, struct mq_store *store)
{
    struct store_job *job = (struct store_job *)base;
    char id[MQ_TABLE_ID_SIZE], position[1500];
    char link[MQ_LINK_SIZE], before[MQ_LINK_SIZE];
    struct mq_entry_row row = {job->number, 1, 0, "client-id",
                               "{\"n\":17,\"kind\":\"event\",\"seat\":\"P1\","
                               "\"action\":\"use 2 A\",\"link\":\"0123456789"
                               "abcdef0123456789abcdef0123456789abcdef"
                               "0123456789abcdef\"}"};
    struct mq_head_row head = {.table = id,
                               .segment = 0,
                               .entries = job->number + 1,
                               .position = position,
                               .seen = "[1,1,0,0,0,1]",
                               .clock = "{}",
                               .link = link,
                               .before = before};

    snprintf(id, sizeof(id), "table%011d", job->table);
    snprintf(link, sizeof(link), "%064d", job->number + 1);
    snprintf(before, sizeof(before), "%064d", job->number);
    memset(position, 'x', sizeof(position) - 1);
    position[sizeof(position) - 1] = '\0';
    return mq_store_append(store, &head, &row, 1);
}

static void appended(struct mq_job *base)
{
    struct store_job *job = (struct store_job *)base;

    if (job->job.status == MQ_OK) {
        atomic_fetch_add(job->done, 1);
    }
}

static void prepare(struct mq_store *store, int tables)
{
    mq_store_begin(store);
    for (int i = 0; i < tables; i++) {
        char id[MQ_TABLE_ID_SIZE];
        struct mq_table_row row = {
            .id = id, .version = 1, .game = "mlem", .doc = "{}"};
        struct mq_head_row head = {.table = id,
                                   .segment = -1,
                                   .position = "",
                                   .seen = "[]",
                                   .clock = "{}",
                                   .link = "",
                                   .before = ""};
        char link[MQ_LINK_SIZE];

        snprintf(id, sizeof(id), "table%011d", i);
        snprintf(link, sizeof(link), "%064d", 0);
        mq_store_put_table(store, &row);
        mq_store_put_head(store, &head);
        head.segment = 0;
        head.link = link;
        mq_store_begin_record(store, &head, "{}", "{}");
    }
    mq_store_commit(store);
}

static void measure_store(int tables, int actions)
{
    struct store_job *jobs =
        calloc((size_t)tables * (size_t)actions, sizeof(*jobs));
    char folder[] = "maxq-bench-XXXXXX", db[64];
    struct mq_store *store;
    struct mq_worker *worker;
    struct mq_error error;
    atomic_long done = 0;
    double since;

    if (jobs == NULL || mkdtemp(folder) == NULL) {
        free(jobs);
        return;
    }
    snprintf(db, sizeof(db), "%s/maxq.db", folder);
    if (mq_store_open(db, NULL, &store, &error) == MQ_OK) {
        prepare(store, tables);
        if (mq_worker_start(store, MQ_WORKER_BATCH, &worker) == MQ_OK) {
            since = mq__now();
            for (int i = 0; i < tables * actions; i++) {
                jobs[i] = (struct store_job){{.run = append, .done = appended},
                                             i % tables,
                                             i / tables,
                                             &done};
                mq_worker_submit(worker, &jobs[i].job);
            }
            mq_worker_stop(worker);
            printf("  store alone, %d tables  %8.0f actions/s synced\n", tables,
                   (double)atomic_load(&done) / (mq__now() - since));
        }
    }
    mq__remove_database(folder, db);
    free(jobs);
}

static void raise_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

struct options {
    bool quick;
    long tables; /* 0: all that is measured */
};

static const struct mq_cli_option option_list[] = {
    {"quick", 'q', NULL, "Up to 100 tables only", MQ_FLAG(quick)},
    {"tables", 't', "N", "Only with that many tables",
     MQ_NUMBER(tables, 1, 5000)},
    {0},
};

static int measure_all(bool quick)
{
    double most;

    measure(1, 0);
    most = measure(100, 0);
    if (most == 0) {
        return mq__cli_fail("tools.no-server", "");
    }
    if (!quick) {
        most = measure(1000, 0);
        measure(1000, most > 0 ? 2000 / most : 1);
        hold_connections(10000);
    }
    measure_store(1000, quick ? 20 : 200);
    return MQ_EXIT_DONE;
}

static int run(void *options)
{
    const struct options *o = options;

    raise_limit();
    signal(SIGPIPE, SIG_IGN);
    printf("server (the load on the same cores)\n");
    if (o->tables == 0) {
        return measure_all(o->quick);
    }
    return measure((int)o->tables, 0) > 0 ? MQ_EXIT_DONE
                                          : mq__cli_fail("tools.no-server", "");
}

const struct mq_command mq__bench_server = {
    .name = "server",
    .help = "bench-server",
    .options = option_list,
    .size = sizeof(struct options),
    .run = run,
};
