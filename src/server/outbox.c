/* See outbox.h. */
#include "server/outbox.h"

#include <assert.h>
#include <stdlib.h>

void mq__outbox_init(struct mq_outbox *box)
{
    *box = (struct mq_outbox){.last = &box->first};
}

void mq__outbox_expect(struct mq_outbox *box)
{
    assert(!box->expecting);
    box->expecting = true;
}

void mq__outbox_cancel(struct mq_outbox *box)
{
    for (struct mq_out *out = box->first; out != NULL; out = out->next) {
        assert(out->after <= box->submitted + box->expecting);
        if (out->after > box->submitted) {
            out->after = box->submitted;
        }
    }
    box->expecting = false;
}

uint64_t mq__outbox_submit(struct mq_outbox *box)
{
    box->expecting = false;
    return ++box->submitted;
}

void mq__outbox_confirm(struct mq_outbox *box, uint64_t number)
{
    assert(number > box->durable && number <= box->submitted);
    box->durable = number;
}

void mq__outbox_put(struct mq_outbox *box, struct mq_out *out)
{
    out->next = NULL;
    out->after = box->submitted + box->expecting;
    *box->last = out;
    box->last = &out->next;
}

static struct mq_out *pop(struct mq_outbox *box)
{
    struct mq_out *out = box->first;

    box->first = out->next;
    if (box->first == NULL) {
        box->last = &box->first;
    }
    assert(box->first == NULL || box->first->after >= out->after);
    return out;
}

void mq__outbox_release(struct mq_outbox *box)
{
    while (box->first != NULL && box->first->after <= box->durable) {
        struct mq_out *out = pop(box);

        out->kind->deliver(out);
        free(out);
    }
}

static void reset(struct mq_outbox *box)
{
    box->durable = box->submitted;
    box->expecting = false;
}

void mq__outbox_refuse(struct mq_outbox *box, enum mq_fault why)
{
    reset(box);
    while (box->first != NULL) {
        struct mq_out *out = pop(box);

        out->kind->refuse(out, why);
        free(out);
    }
}

void mq__outbox_again(struct mq_outbox *box)
{
    struct mq_out *newest = NULL;

    reset(box);
    while (box->first != NULL) {
        struct mq_out *out = pop(box);

        out->next = newest;
        newest = out;
    }
    while (newest != NULL) {
        struct mq_out *out = newest;

        newest = out->next;
        if (out->kind->again != NULL) {
            out->kind->again(out);
        } else {
            out->kind->refuse(out, MQ_FAULT_STALE);
        }
        free(out);
    }
}
