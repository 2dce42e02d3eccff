/* Web push: the server's key pair (VAPID, RFC 8292) and the encryption of
 * messages for one browser (RFC 8291). Keys are written in base64url. */
#ifndef MAXQ_SERVER_PUSH_H
#define MAXQ_SERVER_PUSH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MQ_EC_PRIVATE = 32,
    MQ_EC_PUBLIC = 65, /* a point, uncompressed */
    MQ_PUSH_AUTH = 16,
    MQ_PUSH_SALT = 16,
    MQ_PUSH_RECORD = 4096,
    MQ_PUSH_TEXT = 3000, /* bytes of a message at most */
};

#define MQ_VAPID_SIZE 140 /* both keys as text, with a blank between */
#define MQ_PUBLIC_TEXT 88

struct mq_ec_key {
    uint8_t private[MQ_EC_PRIVATE], public[MQ_EC_PUBLIC];
};

bool mq__ec_make(struct mq_ec_key *out);
/* "PRIVATE PUBLIC", as it is stored. */
void mq__vapid_write(const struct mq_ec_key *key, char out[MQ_VAPID_SIZE]);
bool mq__vapid_read(const char *text, struct mq_ec_key *out);
/* The public one alone, as browsers take it. */
void mq__vapid_public(const struct mq_ec_key *key, char out[MQ_PUBLIC_TEXT]);

/* A browser's keys: "P256DH AUTH". */
struct mq_push_browser {
    uint8_t public[MQ_EC_PUBLIC], auth[MQ_PUSH_AUTH];
};

bool mq__push_browser_read(const char *text, struct mq_push_browser *out);

/* The body of a message: `own` and `salt` are made for it alone. Returns its
 * length; 0: it can't be made. */
struct mq_push_message {
    const struct mq_push_browser *to;
    struct mq_ec_key own;
    uint8_t salt[MQ_PUSH_SALT];
    const void *text;
    size_t length;
};

size_t mq__push_seal(const struct mq_push_message *message,
                     uint8_t out[MQ_PUSH_RECORD]);

/* The header "vapid t=…, k=…" for a push service: `origin` is the scheme and
 * host of its address, `subject` whom it may ask. */
bool mq__vapid_header(const struct mq_ec_key *key, const char *origin,
                      const char *subject, int64_t expires_s, char *out,
                      size_t size);

#endif
