/* A bar on the terminal's error stream for what takes longer than 2 seconds;
 * nothing where that is no terminal. */
#ifndef MAXQ_CLI_PROGRESS_H
#define MAXQ_CLI_PROGRESS_H

#include <stdbool.h>

struct mq_progress {
    bool on;
    long all;
    double start, shown;
};

void mq__progress_begin(struct mq_progress *p, long all);
void mq__progress_show(struct mq_progress *p, long done);
/* Wipes the bar away. */
void mq__progress_end(struct mq_progress *p);

#endif
