/* The bar of what takes a while. */
#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE 2.0 /* seconds until the bar shows */
#define PAUSE 0.1    /* seconds between two looks of it */

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void mq__progress_begin(struct mq_progress *p, long all)
{
    *p = (struct mq_progress){
        .on = isatty(STDERR_FILENO) == 1, .all = all, .start = now()};
}

void mq__progress_show(struct mq_progress *p, long done)
{
    double time;

    if (!p->on) {
        return;
    }
    time = now();
    if (time - p->start < PATIENCE || time - p->shown < PAUSE) {
        return;
    }
    p->shown = time;
    fprintf(stderr, "\r[%-30.*s] %ld/%ld", (int)(30 * done / p->all),
            "##############################", done, p->all);
}

void mq__progress_end(struct mq_progress *p)
{
    if (p->shown > 0) {
        fprintf(stderr, "\r%60s\r", "");
        p->shown = 0;
    }
}
