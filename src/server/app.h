/* The running server.
 *
 * One thread, the network thread, owns everything in struct mq_app: tables,
 * sockets, limits. It never waits: the store's threads (store/worker.h) and
 * the pools for bots and passwords get jobs and hand them back through the
 * inbox, which wakes the network loop. So nothing here needs a
 * lock but the inbox and the cache of games.
 */
#ifndef MAXQ_SERVER_APP_H
#define MAXQ_SERVER_APP_H

#include "server/address.h"
#include "server/server.h"
#include "store/worker.h"

#include <maxq/maxq.h>

#include <ev.h>
#include <libwebsockets.h>
#include <pthread.h>
#include <stdatomic.h>

struct mq_peers;
struct mq_table;
struct mq_conn;
struct mq_door;
struct mq_cache;
struct mq_sender;

/* Something for the network thread to do. */
struct mq_post {
    struct mq_post *next;
    void (*run)(struct mq_post *post);
};

/* A job of the store's threads that comes back to the network thread. */
struct mq_store_job {
    struct mq_job job; /* first */
    struct mq_post post;
    struct mq_app *app; /* set before it is submitted */
    void (*back)(struct mq_store_job *job);
};

/* Games that are open, shared by all matches and threads. */
#define MQ_MAX_OPEN_GAMES 64

struct mq_games {
    pthread_mutex_t lock;
    const struct mq_game *item[MQ_MAX_OPEN_GAMES];
    int count;
};

/* Counted since the start; the network thread's alone. */
struct mq_figures {
    uint64_t requests, failures, messages, items, actions, refused;
    uint64_t sockets, sockets_ever, limited, slow, malformed;
    uint64_t bot_moves, loads, continued, evictions, reloads;
    uint64_t logs_cached, passwords_hashed;
    uint64_t answer_us[16]; /* answers by time: below 2^i × 64 µs */
    uint64_t answer_us_sum, answers;
};

#define MQ_TABLE_BUCKETS 4096
#define MQ_MAX_HEAD 16384 /* bytes of a request's head */

struct mq_app {
    const struct mq_server_config *config;
    struct lws_context *lws;
    struct ev_loop *loop;
    lws_retry_bo_t idle;
    int port;
    int lock; /* of the database file */
    struct mq_worker *writer, *reader;
    struct mq_worker *archive;          /* a pool for logs and lists */
    struct mq_worker *bots, *passwords; /* pools without a store */
    struct mq_games games;

    pthread_mutex_t inbox_lock;
    struct mq_post *inbox_first, **inbox_last;
    atomic_bool stop;

    struct mq_table *tables[MQ_TABLE_BUCKETS];
    int table_count;
    struct mq_conn *conns;
    int conn_count;
    struct { /* doors.h */
        struct mq_door *first, **last;
        int count, refused;
        int64_t said_ms;
    } doors;
    int files;              /* connections and sockets that the system allows */
    struct mq_cache *logs;  /* of matches that are over */
    struct mq_bucket codes; /* wrong account codes, of all addresses */
    char unread[MQ_TABLE_ID_SIZE]; /* could not be read when last tried */
    int exchanges; /* requests that still wait for their answer */
    struct mq_proxies proxies;
    struct mq_visitors *visitors;
    struct mq_attempts *attempts;
    struct mq_figures figures;
    bool stopping;
    bool failing;       /* the last batch could not be written */
    bool probing;       /* whether it could be now is being tried */
    bool retired;       /* the database belongs to another program now */
    int64_t scanned_at; /* when waking tables were last looked for */
    bool scanning;
    bool looked; /* at all whose people may have been at the server before */
    struct mq_wake scanned;   /* the last that was found; all: at 0 */
    int64_t signal;           /* the last one read */
    char origin[MQ_KEY_SIZE]; /* of our own signals */
    bool shared;              /* other servers use the store too */
    struct mq_peers *peers;   /* NULL: not shared, or stopping */
    int64_t pruned_at;
    uint64_t request_number;
    struct mq_sender *sender;
    bool channels;  /* somebody is told of something */
    char base[200]; /* where links of notices lead */
};

/* Milliseconds that never jump, and milliseconds since 1970. */
int64_t mq__now_ms(void);
int64_t mq__now_us(void);
int64_t mq__wall_ms(void);
/* Milliseconds that this thread has worked. */
double mq__thread_ms(void);

/* From any thread: run this in the network thread. */
void mq__post(struct mq_app *app, struct mq_post *post);
/* Hands the job to the worker: `run` is called in its thread, then `back` in
 * the network thread. */
typedef enum mq_status (*mq_job_run)(struct mq_job *job,
                                     struct mq_store *store);
void mq__submit(struct mq_worker *worker, struct mq_store_job *job,
                mq_job_run run, void (*back)(struct mq_store_job *job));
/* Another program has changed the schema: this one takes no more actions. */
void mq__retire(struct mq_app *app);
/* In the network thread: runs what was posted; false: nothing was. */
bool mq__inbox_run(struct mq_app *app);

/* The game with those tables; NULL: there is none. Any thread. */
const struct mq_game *mq__games_get(struct mq_games *games, const char *id);
enum mq_status mq__games_open(struct mq_games *games, const char *id,
                              const struct mq_table_file *files, int count,
                              const uint8_t hash[32],
                              const struct mq_game **out);
void mq__games_finish(struct mq_games *games);

#endif
