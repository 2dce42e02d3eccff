/* Addresses of clients, and limits that are kept for each.
 *
 * An address is an IPv4 address or the /64 of an IPv6 one. Behind a trusted
 * proxy it is the last one in X-Forwarded-For that isn't trusted itself.
 * Limits are token buckets in one table of fixed size: an address whose place
 * is taken pushes out the one that was quiet longest. */
#ifndef MAXQ_SERVER_ADDRESS_H
#define MAXQ_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mq_address {
    uint8_t bytes[16]; /* IPv4 as ::ffff:a.b.c.d; IPv6: the last 8 are 0 */
};

/* Reads a numeric address; a port or brackets may stand around it. */
bool mq__address_read(const char *text, struct mq_address *out);
bool mq__address_local(const struct mq_address *address);
bool mq__address_equal(const struct mq_address *a, const struct mq_address *b);
void mq__address_write(const struct mq_address *address, char out[48]);

struct mq_proxies {
    struct mq_address item[16];
    int count;
};

bool mq__address_trusted(const struct mq_proxies *proxies,
                         const struct mq_address *address);

/* Who is behind a connection: `peer`, or whom trusted proxies name. */
struct mq_address mq__address_client(const struct mq_proxies *proxies,
                                     const char *peer, const char *forwarded);

struct mq_bucket {
    double tokens;
    int64_t at; /* ms */
};

/* Whether there is one. */
bool mq__bucket_has(struct mq_bucket *bucket, int64_t now, double a_second,
                    double burst);
/* Takes one; false: there is none. */
bool mq__bucket_take(struct mq_bucket *bucket, int64_t now, double a_second,
                     double burst);

/* Something that takes long, for an address. */
struct mq_work {
    struct mq_work *next;
    struct mq_visitor *visitor;
    void (*start)(struct mq_work *work);
};

/* What is kept of one address. */
struct mq_visitor {
    struct mq_address address;
    bool used;
    int64_t seen_at;
    int sockets, connections;
    int works; /* what takes long: under way */
    int waits; /* and waiting for that, in order */
    struct mq_work *waiting;
    struct mq_bucket requests, tables;
    struct mq_bucket files; /* of the page: cheap, and many at once */
    struct mq_bucket work;  /* milliseconds of what takes long; may be owed */
    struct mq_bucket passwords; /* attempts, whatever the name */
    struct mq_bucket codes;     /* wrong ones */
    struct mq_bucket letters;   /* that it has asked for */
    struct mq_bucket words;     /* lines said, notes written */
};

#define MQ_VISITORS 4096

struct mq_visitors {
    struct mq_visitor item[MQ_VISITORS];
};

/* The visitor's place; NULL where all that come into question are busy. */
struct mq_visitor *mq__visitor(struct mq_visitors *visitors,
                               const struct mq_address *address, int64_t now);

/* Password attempts, by address and name. */
struct mq_attempts {
    struct {
        uint64_t key;
        struct mq_bucket bucket;
    } item[1024];
};

bool mq__attempt(struct mq_attempts *attempts, const struct mq_address *address,
                 const char *name, int64_t now);
/* Letters that anybody asks for, by recipient: three, then one an hour. */
bool mq__recipient(struct mq_attempts *attempts, const char *address,
                   int64_t now);

#endif
