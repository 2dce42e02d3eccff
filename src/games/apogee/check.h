/* Apogee: how the two files that check positions report. */
#ifndef MAXQ_GAMES_APOGEE_CHECK_H
#define MAXQ_GAMES_APOGEE_CHECK_H

#include "games/apogee/rules.h"

struct ap_checker {
    const struct ap_tables *t;
    const struct ap_state *st;
    struct mq_error *error;
    enum mq_status status; /* of the first requirement that doesn't hold */
};

void mq__apogee_require(struct ap_checker *c, bool holds, const char *path,
                        const char *id);
/* The same below players.P<n>. */
void mq__apogee_require_of(struct ap_checker *c, bool holds, int seat,
                           const char *field, const char *id);

/* check_step.c: step and what is under way; the cards are in order. */
void mq__apogee_check_step(struct ap_checker *c);

#endif
