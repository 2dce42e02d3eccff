/* What a player is shown: the view that all ops which show a match begin
 * with, and the facts that several of them write. */
#ifndef MAXQ_BRIDGE_SHOW_H
#define MAXQ_BRIDGE_SHOW_H

#include "bridge/session.h"

#include <stdalign.h>

typedef unsigned char state_bytes[MQ_MAX_STATE];

struct mq_show {
    const struct mq_game *game;
    int seat;
    bool acts;
    bool tells;              /* facts and standings are wanted (tell.c) */
    struct mq_pencil pencil; /* under which plan facts are told */
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    alignas(16) state_bytes view;
};

/* The seat's view of the match by the request's fields `player` and `at`: the
 * view after that number of the player's log, 0 being before anything happened.
 */
enum mq_status mq__bridge_read_show_at(struct mq_bridge_request *q,
                                       struct mq_show *s);

/* tell.c: the keys `facts` of one choice, `standings` and `survey`. */
void mq__bridge_write_facts(const struct mq_show *s, mq_action action,
                            struct mq_json_writer *w);
void mq__bridge_write_standings(const struct mq_show *s,
                                struct mq_json_writer *w);
void mq__bridge_write_survey(const struct mq_show *s, struct mq_json_writer *w);

#endif
