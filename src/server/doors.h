/* Connections that are no sockets (yet): how many there may be.
 *
 * A connection is idle before its first request, while its head comes in, and
 * between requests. Idle ones cost files and nothing else, so nobody is turned
 * away because of them: where an address has too many connections, or all of
 * them together are too many, the one that has been idle longest goes. Only
 * where none is idle is the new one closed. Proxies that are trusted count
 * their own people.
 *
 * Invariants: `count` is the number of doors; those that are idle stand in the
 * list, the longest first.
 */
#ifndef MAXQ_SERVER_DOORS_H
#define MAXQ_SERVER_DOORS_H

#include "server/app.h"

struct mq_door;

/* libwebsockets has accepted a connection. */
void mq__door_open(struct mq_app *app, struct lws *wsi);
/* A request has come, or its answer is sent. */
void mq__door_busy(struct lws *wsi);
void mq__door_idle(struct mq_app *app, struct lws *wsi);
/* It is gone, or has become a socket. */
void mq__door_close(struct mq_app *app, struct lws *wsi);
/* How many bytes the head of the request that has come takes; `body`: so many
 * of them at most are the body's. */
uint64_t mq__door_head(struct lws *wsi, uint64_t body);
/* Writes an answer without libwebsockets, which may take the request for one of
 * HTTP/1.0: `what` is "400 Bad Request". Who calls this hangs up. */
void mq__door_say(struct lws *wsi, const char *what);

#endif
