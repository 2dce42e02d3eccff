/* A notice for a turn that waits for somebody who isn't there: one line of
 * JSON to a command, never twice for the same turn. That it was given is
 * written to the store before the command runs. */
#include "server/net.h"
#include "server/peers.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 8, LINE = 640 };

struct notice {
    struct mq_app *app;
    struct mq_post post;
    char command[512], line[LINE];
};

static void run_command(const char *command, const char *line)
{
    char *argv[] = {"sh", "-c", (char *)command, NULL};
    posix_spawn_file_actions_t actions;
    int ends[2], status;
    pid_t child;

    if (pipe2(ends, O_CLOEXEC) != 0) {
        return;
    }
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    if (posix_spawn(&child, "/bin/sh", &actions, NULL, argv, environ) == 0) {
        close(ends[0]);
        if (write(ends[1], line, strlen(line)) < 0) {
            mq__log(MQ_LOG_WARN, "notify", "error=pipe");
        }
        close(ends[1]);
        waitpid(child, &status, 0);
    } else {
        close(ends[0]);
        close(ends[1]);
    }
    posix_spawn_file_actions_destroy(&actions);
}

static void notice_end(struct mq_post *post)
{
    struct notice *n =
        (struct notice *)((char *)post - offsetof(struct notice, post));

    n->app->notifying--;
    free(n);
}

static void *notice_run(void *context)
{
    struct notice *n = context;

    run_command(n->command, n->line);
    mq__post(n->app, &n->post);
    return NULL;
}

/* That it is given is on the disk: now it may be. */
static void give(void *context, bool saved)
{
    struct notice *n = context;
    struct mq_app *app = n->app;
    pthread_attr_t detached;
    pthread_t thread;

    if (!saved || app->stopping) {
        app->notifying--;
        free(n);
        return;
    }
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, notice_run, n) != 0) {
        app->notifying--;
        free(n);
    } else {
        app->figures.notified++;
    }
    pthread_attr_destroy(&detached);
}

static void write_line(const struct mq_table *t, int seat, struct notice *n)
{
    struct mq_json_writer w;
    struct mq_buf buf;
    char url[300];

    snprintf(url, sizeof(url), "%s/t/%s",
             t->app->config->url != NULL ? t->app->config->url : "", t->id);
    mq__buf_fixed(&buf, n->line, sizeof(n->line) - 1);
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "table", t->id);
    mq__json_str(&w, "game", t->game_id);
    mq__json_int(&w, "seat", seat);
    mq__json_str(&w, "name", t->place[seat].name);
    mq__json_str(&w, "url", url);
    mq__json_close(&w, '}');
    mq__buf_char(&buf, '\n');
}

/* Whether a notice is due for the seat; the time when it will be in *when. */
static bool is_due(const struct mq_table *t, int seat, int64_t *when)
{
    int64_t due = t->moved_at + t->app->config->notify_after_s * 1000LL;
    uint32_t actors = 0;

    mq_match_turn(t->match, &actors);
    if (!(actors >> seat & 1) || t->place[seat].kind != MQ_SEAT_PERSON ||
        mq_match_bot(t->match, seat)[0] != '\0' ||
        mq__seat_connected(t, seat) ||
        t->place[seat].notified == mq_match_length(t->match)) {
        return false;
    }
    *when = due;
    return due <= mq__wall_ms();
}

static void notify_seat(struct mq_table *t, int seat)
{
    struct notice *n = calloc(1, sizeof(*n));

    if (n == NULL) {
        return;
    }
    write_line(t, seat, n);
    t->place[seat].notified = mq_match_length(t->match);
    t->doc_dirty = true;
    n->app = t->app;
    n->post.run = notice_end;
    snprintf(n->command, sizeof(n->command), "%s", t->app->config->notify);
    t->app->notifying++;
    mq__commit(t, NULL, 0);
    mq__out_call(t, give, n);
}

void mq__notify_check(struct mq_table *t)
{
    if (t->app->config->notify == NULL) {
        return;
    }
    for (int seat = 0; seat < t->players; seat++) {
        int64_t when = 0, wait;

        if (is_due(t, seat, &when) && t->app->notifying < AT_ONCE) {
            notify_seat(t, seat);
        } else if (when > 0) {
            wait = when - mq__wall_ms();
            mq__soonest(&t->wake_ms,
                        mq__now_ms() + (wait > 1000 ? wait : 1000));
        }
    }
}

int64_t mq__notify_at(const struct mq_table *t)
{
    int64_t at = 0;

    if (t->app->config->notify == NULL || t->match == NULL) {
        return 0;
    }
    for (int seat = 0; seat < t->players; seat++) {
        int64_t when = 0;

        is_due(t, seat, &when);
        mq__soonest(&at, when);
    }
    return at;
}
