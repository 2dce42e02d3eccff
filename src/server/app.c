/* Time, the inbox of the network thread, the games that are open. */
#include "server/app.h"

#include "core/game.h"
#include "server/say.h"

#include <assert.h>
#include <libwebsockets.h>
#include <string.h>
#include <time.h>

int64_t mq__now_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t mq__now_ms(void)
{
    return mq__now_us() / 1000;
}

int64_t mq__wall_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

double mq__thread_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

void mq__post(struct mq_app *app, struct mq_post *post)
{
    bool first;

    post->next = NULL;
    pthread_mutex_lock(&app->inbox_lock);
    first = app->inbox_first == NULL;
    *app->inbox_last = post;
    app->inbox_last = &post->next;
    /* Under the lock: the context outlives it only until the loop ends. */
    if (first && app->lws != NULL) {
        lws_cancel_service(app->lws);
    }
    pthread_mutex_unlock(&app->inbox_lock);
}

static void job_back(struct mq_post *post)
{
    struct mq_store_job *job =
        (struct mq_store_job *)((char *)post -
                                offsetof(struct mq_store_job, post));

    job->back(job);
}

static void job_done(struct mq_job *job)
{
    struct mq_store_job *j = (struct mq_store_job *)job;

    mq__post(j->app, &j->post);
}

void mq__submit(struct mq_worker *worker, struct mq_store_job *job,
                mq_job_run run, void (*back)(struct mq_store_job *job))
{
    job->job.run = run;
    job->job.done = job_done;
    job->back = back;
    job->post.run = job_back;
    mq_worker_submit(worker, &job->job);
}

void mq__retire(struct mq_app *app)
{
    if (!app->retired) {
        app->retired = true;
        mq__log(MQ_LOG_ERROR, "outdated",
                "text=\"another program has changed the database's schema: "
                "restart the server with that program\"");
    }
}

bool mq__inbox_run(struct mq_app *app)
{
    struct mq_post *post;
    bool some;

    pthread_mutex_lock(&app->inbox_lock);
    post = app->inbox_first;
    app->inbox_first = NULL;
    app->inbox_last = &app->inbox_first;
    pthread_mutex_unlock(&app->inbox_lock);
    some = post != NULL;
    while (post != NULL) {
        struct mq_post *next = post->next;

        post->run(post);
        post = next;
    }
    return some;
}

/* With the lock held. */
static const struct mq_game *find(const struct mq_games *games, const char *id,
                                  const uint8_t *hash)
{
    for (int i = 0; i < games->count; i++) {
        const struct mq_game *g = games->item[i];

        if (strcmp(g->id, id) == 0 &&
            (hash == NULL ? g->builtin_tables
                          : memcmp(g->tables_hash, hash, 32) == 0)) {
            return g;
        }
    }
    return NULL;
}

static enum mq_status open_game(const char *id,
                                const struct mq_table_file *files, int count,
                                const uint8_t *hash, const struct mq_game **out)
{
    if (files == NULL && hash != NULL) {
        return mq_game_open_hash(id, hash, out);
    }
    return mq_game_open(id, files, count, out, NULL);
}

enum mq_status mq__games_open(struct mq_games *games, const char *id,
                              const struct mq_table_file *files, int count,
                              const uint8_t hash[32],
                              const struct mq_game **out)
{
    enum mq_status status = MQ_OK;

    pthread_mutex_lock(&games->lock);
    assert(games->count >= 0 && games->count <= MQ_MAX_OPEN_GAMES);
    *out = find(games, id, hash);
    if (*out == NULL && games->count == MQ_MAX_OPEN_GAMES) {
        status = MQ_LIMIT;
    } else if (*out == NULL) {
        status = open_game(id, files, count, hash, out);
        if (status == MQ_OK) {
            games->item[games->count++] = *out;
        }
    }
    pthread_mutex_unlock(&games->lock);
    return status;
}

const struct mq_game *mq__games_get(struct mq_games *games, const char *id)
{
    const struct mq_game *game = NULL;

    return mq__games_open(games, id, NULL, 0, NULL, &game) == MQ_OK ? game
                                                                    : NULL;
}

void mq__games_finish(struct mq_games *games)
{
    for (int i = 0; i < games->count; i++) {
        mq_game_close(games->item[i]);
    }
    games->count = 0;
}
