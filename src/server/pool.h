/* Threads for work that takes its time: bots, passwords. */
#ifndef MAXQ_SERVER_POOL_H
#define MAXQ_SERVER_POOL_H

#include "server/app.h"

/* `work` runs in a thread of the pool, then `post` in the network thread. */
struct mq_task {
    struct mq_post post; /* first */
    struct mq_task *next;
    void (*work)(struct mq_task *task);
};

enum mq_status mq__pool_start(struct mq_app *app, int threads,
                              struct mq_pool **out);
void mq__pool_submit(struct mq_pool *pool, struct mq_task *task);
int mq__pool_waiting(struct mq_pool *pool);
/* Ends the threads; tasks not begun, and those that come later, are handed
 * back undone. */
void mq__pool_halt(struct mq_pool *pool);
void mq__pool_destroy(struct mq_pool *pool); /* once it is halted */

#endif
