/* BLAKE2b (RFC 7693) and ChaCha20 (RFC 8439), small and portable. The tests
 * compare them with libsodium and the RFCs' vectors.
 */
#ifndef MAXQ_CORE_HASH_H
#define MAXQ_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define MQ_HASH_SIZE 32

struct mq_hash {
    uint64_t h[8];
    uint64_t t[2];
    uint8_t block[128];
    size_t used;
    size_t out;
};

/* Numbers from bytes, the lowest first. */
static inline uint32_t mq__load32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 |
           (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline uint64_t mq__load64(const uint8_t *bytes)
{
    return mq__load32(bytes) | (uint64_t)mq__load32(bytes + 4) << 32;
}

/* BLAKE2b without key, `out` bytes (1 to 64). */
void mq__hash_init(struct mq_hash *hash, size_t out);
void mq__hash_add(struct mq_hash *hash, const void *bytes, size_t length);
void mq__hash_end(struct mq_hash *hash, uint8_t *out);

/* BLAKE2b-256 in one go. */
void mq__hash256(const void *bytes, size_t length, uint8_t out[MQ_HASH_SIZE]);

/* One ChaCha20 block. */
void mq__chacha20_block(const uint8_t key[32], uint32_t counter,
                        const uint8_t nonce[12], uint8_t out[64]);

/* Hex, small letters; reading is false if it isn't exactly `length` bytes. */
int mq__hex_read(const char *text, uint8_t *out, size_t length);
void mq__hex_write(const uint8_t *bytes, size_t length, char *out);

#endif
