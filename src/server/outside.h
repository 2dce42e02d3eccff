/* Requests of the server's own to the world outside: web push, webhooks, mail.
 * They are made in threads that may wait.
 *
 * People give addresses of webhooks and push services. So that nobody reaches
 * through the server what only it can reach, the numeric address is checked
 * when the connection is made, after names were resolved; redirects aren't
 * followed; nothing of the answer is told to anybody. */
#ifndef MAXQ_SERVER_OUTSIDE_H
#define MAXQ_SERVER_OUTSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

#define MQ_MAX_RANGES 16

/* Addresses that begin with these bits; IPv4 as ::ffff:a.b.c.d. */
struct mq_range {
    uint8_t bytes[16];
    int bits;
};

struct mq_ranges {
    struct mq_range item[MQ_MAX_RANGES];
    int count;
};

/* "10.0.0.0/8", "::1", "192.168.1.7". */
bool mq__range_read(const char *text, struct mq_range *out);
/* Whether the server may connect to it: an address of the open internet, or one
 * that the administrator has named. */
bool mq__outside_allowed(const struct mq_ranges *allowed,
                         const struct sockaddr *address);

/* Once, before threads begin. */
bool mq__outside_start(void);

enum mq_sent {
    MQ_SENT,
    MQ_SENT_LATER, /* it failed, and may do so no more */
    MQ_SENT_NEVER, /* it will always fail: refused, a bad address */
    MQ_SENT_GONE,  /* nobody is there any more */
};

#define MQ_WHY_SIZE 160

struct mq_request {
    const char *url;
    const char *const *headers; /* end with NULL */
    const void *body;
    size_t length;
    const struct mq_ranges *allowed;
};

/* POST. What went wrong is in `why`. */
enum mq_sent mq__outside_post(const struct mq_request *request,
                              char why[MQ_WHY_SIZE]);

/* The administrator's mail server. */
struct mq_smtp {
    const char *url;             /* smtp://host:587, smtps://host */
    const char *user, *password; /* NULL: none */
    const char *from;
};

struct mq_letter {
    const char *to;
    const char *text; /* headers and body, lines end with CR LF */
    size_t length;
};

enum mq_sent mq__outside_mail(const struct mq_smtp *smtp,
                              const struct mq_letter *letter,
                              char why[MQ_WHY_SIZE]);

#endif
