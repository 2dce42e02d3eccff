/* A bar on the terminal's error stream for what takes longer than a second,
 * with the time that is left; nothing where that is no terminal.
 *
 * A thread of its own draws it, so that it also lives while one step takes
 * long. `lock` guards what both threads use.
 */
#ifndef MAXQ_CLI_PROGRESS_H
#define MAXQ_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>

struct mq_progress {
    bool on;
    long all;
    double start;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long done, skipped; /* the second are among the first */
    bool over;
};

/* Of `all` steps; 0: nothing is shown. mq__progress_end frees. */
void mq__progress_begin(struct mq_progress *p, long all);
void mq__progress_show(struct mq_progress *p, long done);
/* The same, where the steps since the last call took no time. */
void mq__progress_skip(struct mq_progress *p, long done);
/* Wipes the bar away. */
void mq__progress_end(struct mq_progress *p);

#endif
