/* See address.h. */
#include "server/address.h"

#include "core/hash.h"

#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

static bool is_v4(const struct mq_address *a)
{
    static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255};

    return memcmp(a->bytes, mapped, sizeof(mapped)) == 0;
}

static bool read_bare(const char *text, struct mq_address *out)
{
    char mapped[64];

    if (inet_pton(AF_INET6, text, out->bytes) == 1) {
        if (!is_v4(out)) {
            memset(out->bytes + 8, 0, 8);
        }
        return true;
    }
    snprintf(mapped, sizeof(mapped), "::ffff:%s", text);
    return inet_pton(AF_INET6, mapped, out->bytes) == 1;
}

/* "1.2.3.4:567", "[::1]:567", "[::1]" */
static bool without_port(char *text)
{
    char *end;

    if (text[0] == '[') {
        end = strchr(text, ']');
        if (end == NULL) {
            return false;
        }
        *end = '\0';
        memmove(text, text + 1, strlen(text));
        return true;
    }
    end = strchr(text, ':');
    if (end == NULL || strchr(end + 1, ':') != NULL) {
        return false;
    }
    *end = '\0';
    return true;
}

bool mq__address_read(const char *text, struct mq_address *out)
{
    char copy[64];
    size_t length;

    memset(out, 0, sizeof(*out));
    text += strspn(text, " \t");
    length = strcspn(text, " \t");
    if (length == 0 || length >= sizeof(copy)) {
        return false;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    /* ::1 keeps its last bytes: it is one machine, not a network. */
    if (strcmp(copy, "::1") == 0) {
        out->bytes[15] = 1;
        return true;
    }
    return read_bare(copy, out) || (without_port(copy) && read_bare(copy, out));
}

bool mq__address_local(const struct mq_address *address)
{
    static const uint8_t one[16] = {[15] = 1};

    return memcmp(address->bytes, one, 16) == 0 ||
           (is_v4(address) && address->bytes[12] == 127);
}

bool mq__address_equal(const struct mq_address *a, const struct mq_address *b)
{
    return memcmp(a, b, sizeof(*a)) == 0;
}

void mq__address_write(const struct mq_address *address, char out[48])
{
    if (is_v4(address)) {
        inet_ntop(AF_INET, address->bytes + 12, out, 48);
    } else {
        inet_ntop(AF_INET6, address->bytes, out, 48);
    }
}

bool mq__address_trusted(const struct mq_proxies *proxies,
                         const struct mq_address *address)
{
    for (int i = 0; i < proxies->count; i++) {
        if (mq__address_equal(&proxies->item[i], address)) {
            return true;
        }
    }
    return false;
}

struct mq_address mq__address_client(const struct mq_proxies *proxies,
                                     const char *peer, const char *forwarded)
{
    struct mq_address address, named;
    size_t end = strlen(forwarded);

    if (!mq__address_read(peer, &address)) {
        return address;
    }
    /* From the right: each was added by the one after it. */
    while (mq__address_trusted(proxies, &address) && end > 0) {
        char one[64];
        size_t start = end;

        while (start > 0 && forwarded[start - 1] != ',') {
            start--;
        }
        snprintf(one, sizeof(one), "%.*s", (int)(end - start),
                 forwarded + start);
        if (!mq__address_read(one, &named)) {
            break;
        }
        address = named;
        end = start > 0 ? start - 1 : 0;
    }
    return address;
}

bool mq__bucket_has(struct mq_bucket *bucket, int64_t now, double a_second,
                    double burst)
{
    if (bucket->at == 0) {
        bucket->tokens = burst;
    } else if (now > bucket->at) {
        bucket->tokens += (double)(now - bucket->at) * a_second / 1000;
        if (bucket->tokens > burst) {
            bucket->tokens = burst;
        }
    }
    assert(bucket->tokens <= burst);
    bucket->at = now;
    return bucket->tokens >= 1;
}

bool mq__bucket_take(struct mq_bucket *bucket, int64_t now, double a_second,
                     double burst)
{
    bool has = mq__bucket_has(bucket, now, a_second, burst);

    bucket->tokens -= has;
    return has;
}

static uint64_t hash_of(const void *bytes, size_t length, const char *more)
{
    struct mq_hash hash;
    uint64_t out;
    uint8_t digest[8];

    mq__hash_init(&hash, sizeof(digest));
    mq__hash_add(&hash, bytes, length);
    mq__hash_add(&hash, more, strlen(more));
    mq__hash_end(&hash, digest);
    memcpy(&out, digest, sizeof(out));
    return out;
}

enum { PLACES = 8 };

struct mq_visitor *mq__visitor(struct mq_visitors *visitors,
                               const struct mq_address *address, int64_t now)
{
    uint64_t at = hash_of(address, sizeof(*address), "");
    struct mq_visitor *quiet = NULL;

    for (uint64_t i = 0; i < PLACES; i++) {
        struct mq_visitor *v = &visitors->item[(at + i) % MQ_VISITORS];

        if (v->used && mq__address_equal(&v->address, address)) {
            v->seen_at = now;
            return v;
        }
        if (!v->used ||
            v->sockets + v->connections + v->works + v->waits == 0) {
            if (quiet == NULL || !v->used || v->seen_at < quiet->seen_at) {
                quiet = v;
            }
        }
    }
    if (quiet != NULL) {
        memset(quiet, 0, sizeof(*quiet));
        quiet->address = *address;
        quiet->used = true;
        quiet->seen_at = now;
    }
    return quiet;
}

static struct mq_bucket *bucket_of(struct mq_attempts *attempts, uint64_t key)
{
    size_t at = key % (sizeof(attempts->item) / sizeof(attempts->item[0]));

    if (attempts->item[at].key != key) {
        attempts->item[at].key = key;
        attempts->item[at].bucket.at = 0;
    }
    return &attempts->item[at].bucket;
}

bool mq__attempt(struct mq_attempts *attempts, const struct mq_address *address,
                 const char *name, int64_t now)
{
    uint64_t key = hash_of(address, sizeof(*address), name);

    return mq__bucket_take(bucket_of(attempts, key), now, 0.1, 5);
}

bool mq__recipient(struct mq_attempts *attempts, const char *address,
                   int64_t now)
{
    uint64_t key = hash_of("recipient", 9, address);

    return mq__bucket_take(bucket_of(attempts, key), now, 1.0 / 3600, 3);
}
