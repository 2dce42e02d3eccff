/* The desk of a farm. */
#include "sim/desk.h"

#include <assert.h>
#include <stdlib.h>

/* How far hands may run ahead, each. */
#define AHEAD 4

bool mq__desk_init(struct mq_desk *desk, const struct mq_farm *farm, int hands)
{
    *desk = (struct mq_desk){.farm = farm, .size = hands * AHEAD};
    desk->place = calloc((size_t)desk->size, sizeof *desk->place);
    if (desk->place == NULL) {
        return false;
    }
    for (int i = 0; i < desk->size; i++) {
        mq__buf_init(&desk->place[i].result);
    }
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->changed, NULL);
    return true;
}

void mq__desk_finish(struct mq_desk *desk)
{
    for (int i = 0; i < desk->size; i++) {
        mq__buf_finish(&desk->place[i].result);
    }
    free(desk->place);
    pthread_cond_destroy(&desk->changed);
    pthread_mutex_destroy(&desk->lock);
}

static struct mq_desk_place *place_of(const struct mq_desk *desk, long job)
{
    return &desk->place[job % desk->size];
}

bool mq__desk_over(const struct mq_desk *desk)
{
    return desk->status != MQ_OK || desk->taken == desk->farm->jobs;
}

long mq__desk_get(struct mq_desk *desk)
{
    const struct mq_farm *farm = desk->farm;

    while (!mq__desk_over(desk) && desk->next < farm->jobs) {
        struct mq_desk_place *place = place_of(desk, desk->next);

        if (place->kind != MQ_PLACE_FREE) {
            return MQ_DESK_WAIT;
        }
        if (farm->wanted == NULL || farm->wanted(farm->context, desk->next)) {
            place->kind = MQ_PLACE_OUT;
            return desk->next++;
        }
        place->kind = MQ_PLACE_SKIPPED;
        desk->next++;
    }
    return MQ_DESK_OVER;
}

void mq__desk_put(struct mq_desk *desk, long job, enum mq_status status,
                  struct mq_buf *result)
{
    struct mq_desk_place *place = place_of(desk, job);
    struct mq_buf empty = place->result;

    assert(place->kind == MQ_PLACE_OUT);
    place->kind = MQ_PLACE_DONE;
    place->status = result->failed ? MQ_NOMEM : status;
    place->result = *result;
    *result = empty;
    mq__buf_clear(result);
}

bool mq__desk_take(struct mq_desk *desk)
{
    const struct mq_farm *farm = desk->farm;
    struct mq_desk_place *place = place_of(desk, desk->taken);
    bool skipped = place->kind == MQ_PLACE_SKIPPED;

    if (mq__desk_over(desk) || (place->kind != MQ_PLACE_DONE && !skipped)) {
        return false;
    }
    desk->status = skipped ? MQ_OK : place->status;
    if (desk->status == MQ_OK) {
        desk->status = farm->take(farm->context, desk->taken,
                                  skipped ? NULL : &place->result);
    }
    if (desk->status == MQ_OK) {
        place->kind = MQ_PLACE_FREE;
        desk->taken++;
    }
    return true;
}
