/* A small client of the game server for measuring: HTTP requests one after
 * the other, and WebSockets that many of which can be open at once. Loopback
 * only; it trusts what it gets. */
#ifndef MAXQ_CLI_WIRE_H
#define MAXQ_CLI_WIRE_H

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define MQ_COOKIE_SIZE 64

/* One request; the body of the answer in `out`. A cookie that is set is kept
 * in `cookie`. Returns the status; -1: no connection. */
int mq__wire_request(int port, const char *method, const char *path,
                     const char *body, char cookie[MQ_COOKIE_SIZE],
                     struct mq_buf *out);

struct mq_wire {
    int fd; /* -1: closed */
    struct mq_buf in;
    size_t taken;
};

/* Opens a socket and takes the answer to the handshake. */
bool mq__wire_open(struct mq_wire *wire, int port, const char *cookie);
void mq__wire_close(struct mq_wire *wire);
bool mq__wire_send(struct mq_wire *wire, const char *text, size_t length);
/* Reads what is there; false: the connection is gone. */
bool mq__wire_read(struct mq_wire *wire);
/* The next whole text (no NUL ends it), valid until the next read; NULL: there
 * is none. */
char *mq__wire_next(struct mq_wire *wire, size_t *length);

#endif
