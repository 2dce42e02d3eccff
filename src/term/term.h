/* The terminal player: plays one match with people at this terminal. */
#ifndef MAXQ_TERM_TERM_H
#define MAXQ_TERM_TERM_H

#include <maxq/match.h>

#include "term/record.h"
#include "term/session.h"

#include <stdbool.h>

struct mq_term_options {
    const char *language;
    bool plain;           /* no drawing, no colours */
    bool ask_dice;        /* people type what they rolled and drew */
    int in, out;          /* file descriptors */
    const char *notice;   /* shown above the first question; NULL: nothing */
    struct mq_full *full; /* the whole screen; NULL: lines */
    enum mq_after *after; /* what the person wants next; NULL is legal */
};

/* Plays until the match is over (it is closed then) or the people leave. The
 * record belongs to the match. Returns 0, or an errno value where the file
 * can't be written. */
int mq__term_play(struct mq_match *match, struct mq_record *record,
                  const struct mq_term_options *options);

/* Asks the session's viewer in lines until one of the choices is played or
 * they leave. */
void mq__term_ask(struct mq_session *s);

#endif
