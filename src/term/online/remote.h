/* The way to a server: HTTP requests, and a WebSocket as lines of JSON.
 *
 * libwebsockets does the work, TLS too. The socket has a thread of its own;
 * what it receives can be read from a file descriptor that a front end may wait
 * for beside the keyboard.
 */
#ifndef MAXQ_TERM_ONLINE_REMOTE_H
#define MAXQ_TERM_ONLINE_REMOTE_H

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define MQ_REMOTE_COOKIE 128

struct mq_address {
    bool tls;
    char host[256];
    int port;
};

/* A table's link: http(s)://HOST[:PORT]/t/ID#KIND=SECRET. */
struct mq_table_link {
    struct mq_address at;
    char table[40];  /* "": the server alone */
    char secret[64]; /* "": there is none */
};

/* False: this is no such address. */
bool mq__remote_read(const char *url, struct mq_table_link *out);

/* One request; the body of the answer is added to `out`. A cookie that the
 * server sets is put into `cookie`. Returns the status; -1: no answer came. */
struct mq_request {
    const char *method, *path;
    const char *body; /* JSON; NULL: none */
};
int mq__remote_request(const struct mq_address *at,
                       const struct mq_request *what,
                       char cookie[MQ_REMOTE_COOKIE], struct mq_buf *out);

struct mq_remote;

/* Opens the socket of the server; NULL: it can't be. */
struct mq_remote *mq__remote_open(const struct mq_address *at,
                                  const char *cookie);
/* close(NULL) is legal. */
void mq__remote_close(struct mq_remote *net);
int mq__remote_fd(const struct mq_remote *net);
void mq__remote_send(struct mq_remote *net, const char *text, size_t length);
/* The next line received, without its newline, in place of `out`; false: none
 * is whole yet. A closed socket gives the line {"type":"gone"} once. */
bool mq__remote_next(struct mq_remote *net, struct mq_buf *out);

#endif
