/* What a table has to send, in the order in which it came to be.
 *
 * The writer gets a table's changes as commits, numbered from 1. A message
 * that rests on a commit waits in the outbox until that commit is on the
 * disk. So nobody ever learns of a change that a power cut could take back.
 *
 * Invariants: durable <= submitted; messages are sorted by `after`; no message
 * waits for a commit that nobody has submitted or expects.
 */
#ifndef MAXQ_SERVER_OUTBOX_H
#define MAXQ_SERVER_OUTBOX_H

#include "server/say.h"

#include <stdbool.h>
#include <stdint.h>

struct mq_out;

/* Each of the three lets go of what the message holds, but not of the message
 * itself. */
struct mq_out_kind {
    void (*deliver)(struct mq_out *out);
    /* The commit failed: whoever waits for the message is told why. */
    void (*refuse)(struct mq_out *out, enum mq_fault why);
    /* Runs the request again that the message answers. NULL: it can't be. */
    void (*again)(struct mq_out *out);
};

/* A message that waits; its kind's own data follow. */
struct mq_out {
    struct mq_out *next;
    uint64_t after; /* the commit that it waits for */
    const struct mq_out_kind *kind;
};

struct mq_outbox {
    uint64_t submitted, durable; /* the last commits */
    bool expecting;              /* the next commit is being made */
    struct mq_out *first, **last;
};

void mq__outbox_init(struct mq_outbox *box);

/* Messages put from now on wait for the commit after the last one submitted. */
void mq__outbox_expect(struct mq_outbox *box);
/* There is no such commit: they wait for the last one submitted. */
void mq__outbox_cancel(struct mq_outbox *box);
/* Returns the number of a new commit. */
uint64_t mq__outbox_submit(struct mq_outbox *box);
/* The commit is on the disk. */
void mq__outbox_confirm(struct mq_outbox *box, uint64_t number);

/* Puts a message behind the last one; the outbox owns it (free). */
void mq__outbox_put(struct mq_outbox *box, struct mq_out *out);
/* Delivers all messages whose commit is on the disk. */
void mq__outbox_release(struct mq_outbox *box);

/* A commit has failed and none is under way: no message can be delivered any
 * more. Refuses them all, the oldest first. */
void mq__outbox_refuse(struct mq_outbox *box, enum mq_fault why);
/* The same, but what can be is run again; what can't is stale. Starts with the
 * newest: each request is put before those that wait. */
void mq__outbox_again(struct mq_outbox *box);

#endif
