/* The bar of what takes a while. */
#include "cli/progress.h"

#include "cli/command.h"
#include "core/clock.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#define PATIENCE 1.0 /* seconds until the bar shows */
#define PAUSE 0.2    /* seconds between two looks of it */
#define WIDTH 30
#define LINE 70 /* columns that are wiped */

/* "1:05" or "2:00:07". */
static void put_time(double seconds, char *out, size_t size)
{
    long all = (long)(seconds + 0.5);

    if (all < 3600) {
        snprintf(out, size, "%ld:%02ld", all / 60, all % 60);
    } else {
        snprintf(out, size, "%ld:%02ld:%02ld", all / 3600, all / 60 % 60,
                 all % 60);
    }
}

/* What is left, at the speed so far; "" before anything is done. */
static void put_left(const struct mq_progress *p, char *out, size_t size)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_buf buf;
    char time[32];

    mq__buf_fixed(&buf, out, size);
    if (p->done <= p->skipped || p->done >= p->all) {
        return;
    }
    put_time((mq__now() - p->start) * (double)(p->all - p->done) /
                 (double)(p->done - p->skipped),
             time, sizeof time);
    mq__say_text(&buf, &voice, "tools.time-left", "t", time);
}

static void draw(const struct mq_progress *p)
{
    char left[64], line[160];

    put_left(p, left, sizeof left);
    snprintf(line, sizeof line, "[%-*.*s] %ld/%ld  %s", WIDTH,
             (int)(WIDTH * p->done / p->all), "##############################",
             p->done, p->all, left);
    fprintf(stderr, "\r%-*s", LINE, line);
}

/* Waits at most so many seconds for the work to end; true: it has ended. The
 * lock is held. */
static bool wait_for(struct mq_progress *p, double seconds)
{
    double end = mq__now() + seconds;
    struct timespec time = {
        .tv_sec = (time_t)end,
        .tv_nsec = (long)(1e9 * (end - (double)(time_t)end)),
    };

    while (!p->over &&
           pthread_cond_timedwait(&p->changed, &p->lock, &time) == 0) {
    }
    return p->over;
}

static void *draw_all(void *context)
{
    struct mq_progress *p = context;
    bool shown = false;

    pthread_mutex_lock(&p->lock);
    for (bool over = wait_for(p, PATIENCE); !over; over = wait_for(p, PAUSE)) {
        draw(p);
        shown = true;
    }
    pthread_mutex_unlock(&p->lock);
    if (shown) {
        fprintf(stderr, "\r%*s\r", LINE, "");
    }
    return NULL;
}

void mq__progress_begin(struct mq_progress *p, long all)
{
    pthread_condattr_t clock;
    sigset_t all_signals, before;

    *p = (struct mq_progress){.all = all, .start = mq__now()};
    if (all == 0 || isatty(STDERR_FILENO) != 1) {
        return;
    }
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&p->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&p->lock, NULL);
    /* Signals are for those who work: they may be waiting for a program. */
    sigfillset(&all_signals);
    pthread_sigmask(SIG_SETMASK, &all_signals, &before);
    p->on = pthread_create(&p->thread, NULL, draw_all, p) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void mq__progress_show(struct mq_progress *p, long done)
{
    if (p->on) {
        pthread_mutex_lock(&p->lock);
        p->done = done;
        pthread_mutex_unlock(&p->lock);
    }
}

void mq__progress_skip(struct mq_progress *p, long done)
{
    if (p->on) {
        pthread_mutex_lock(&p->lock);
        p->skipped += done - p->done;
        p->done = done;
        pthread_mutex_unlock(&p->lock);
    }
}

void mq__progress_end(struct mq_progress *p)
{
    if (!p->on) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    pthread_cond_destroy(&p->changed);
    pthread_mutex_destroy(&p->lock);
    p->on = false;
}
