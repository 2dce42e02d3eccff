/* Playing at a table of a server: on the whole screen, in lines, or by a
 * program. */
#ifndef MAXQ_TERM_ONLINE_JOIN_H
#define MAXQ_TERM_ONLINE_JOIN_H

#include "term/full/full.h"
#include "term/online/far.h"

/* A program that plays the seat: its choice among the session's, or -1. */
struct mq_join_bot {
    int (*choose)(struct mq_join_bot *bot, const struct mq_session *s);
};

struct mq_join_options {
    const char *language;
    bool plain;
    struct mq_full *full;    /* NULL: lines */
    struct mq_join_bot *bot; /* NULL: a person plays */
};

/* Plays until the match is over or the person leaves. Returns true where the
 * match was played to its end. */
bool mq__join_play(struct mq_far *far, const struct mq_join_options *options);

#endif
