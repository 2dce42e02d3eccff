/* The desk of a farm: where jobs are handed out and results come in.
 *
 * A ring of places holds the jobs that were handed out and not taken over
 * yet. All functions want the lock to be held.
 */
#ifndef MAXQ_SIM_DESK_H
#define MAXQ_SIM_DESK_H

#include "sim/farm.h"

#include <pthread.h>

enum mq_desk_place_kind {
    MQ_PLACE_FREE,
    MQ_PLACE_OUT,     /* somebody does it */
    MQ_PLACE_SKIPPED, /* it wasn't wanted */
    MQ_PLACE_DONE,
};

struct mq_desk_place {
    enum mq_desk_place_kind kind;
    enum mq_status status;
    struct mq_buf result;
};

struct mq_desk {
    const struct mq_farm *farm;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    long next;  /* job to be handed out */
    long taken; /* jobs that were taken over */
    int size;   /* of the ring */
    struct mq_desk_place *place;
    enum mq_status status; /* the first failure */
};

#define MQ_DESK_WAIT (-1L) /* the ring is full */
#define MQ_DESK_OVER (-2L) /* there are no more jobs */

/* For so many hands; false: no memory. */
bool mq__desk_init(struct mq_desk *desk, const struct mq_farm *farm, int hands);
void mq__desk_finish(struct mq_desk *desk);

/* A job to do, or one of the above. */
long mq__desk_get(struct mq_desk *desk);
/* It was done; the text of `result` is exchanged for an empty one. */
void mq__desk_put(struct mq_desk *desk, long job, enum mq_status status,
                  struct mq_buf *result);
/* Takes over what is next in order; false: it isn't there yet. */
bool mq__desk_take(struct mq_desk *desk);
/* Everything is taken over, or something failed. */
bool mq__desk_over(const struct mq_desk *desk);

#endif
