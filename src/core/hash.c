/* BLAKE2b (RFC 7693), the ChaCha20 block (RFC 8439) and hex. */
#include "core/hash.h"

#include <assert.h>
#include <string.h>

#define BLOCK_SIZE 128
#define ROUNDS 12

static const uint64_t iv[8] = {
    0x6A09E667F3BCC908u, 0xBB67AE8584CAA73Bu, 0x3C6EF372FE94F82Bu,
    0xA54FF53A5F1D36F1u, 0x510E527FADE682D1u, 0x9B05688C2B3E6C1Fu,
    0x1F83D9ABFB41BD6Bu, 0x5BE0CD19137E2179u,
};

/* Rounds 10 and 11 use the first two rows again. */
static const uint8_t sigma[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t right64(uint64_t x, int by)
{
    return (x >> by) | (x << (64 - by));
}

static void store32(uint8_t *bytes, uint32_t x)
{
    bytes[0] = (uint8_t)x;
    bytes[1] = (uint8_t)(x >> 8);
    bytes[2] = (uint8_t)(x >> 16);
    bytes[3] = (uint8_t)(x >> 24);
}

/* RFC 7693, 3.1: the mixing function G. */
static inline void g(uint64_t *a, uint64_t *b, uint64_t *c, uint64_t *d,
                     uint64_t x, uint64_t y)
{
    *a += *b + x;
    *d = right64(*d ^ *a, 32);
    *c += *d;
    *b = right64(*b ^ *c, 24);
    *a += *b + y;
    *d = right64(*d ^ *a, 16);
    *c += *d;
    *b = right64(*b ^ *c, 63);
}

/* A 4 × 4 matrix: its columns, then its diagonals. Written out, so that it
 * stays in registers. */
static inline void mix(uint64_t v[16], const uint64_t m[16], const uint8_t *s)
{
    g(&v[0], &v[4], &v[8], &v[12], m[s[0]], m[s[1]]);
    g(&v[1], &v[5], &v[9], &v[13], m[s[2]], m[s[3]]);
    g(&v[2], &v[6], &v[10], &v[14], m[s[4]], m[s[5]]);
    g(&v[3], &v[7], &v[11], &v[15], m[s[6]], m[s[7]]);
    g(&v[0], &v[5], &v[10], &v[15], m[s[8]], m[s[9]]);
    g(&v[1], &v[6], &v[11], &v[12], m[s[10]], m[s[11]]);
    g(&v[2], &v[7], &v[8], &v[13], m[s[12]], m[s[13]]);
    g(&v[3], &v[4], &v[9], &v[14], m[s[14]], m[s[15]]);
}

/* RFC 7693, 3.2: the compression function F. */
static void compress(struct mq_hash *hash, int last)
{
    uint64_t v[16];
    uint64_t m[16];

    for (int i = 0; i < 16; i++) {
        v[i] = i < 8 ? hash->h[i] : iv[i - 8];
        m[i] = mq__load64(hash->block + 8 * i);
    }
    v[12] ^= hash->t[0];
    v[13] ^= hash->t[1];
    if (last) {
        v[14] = ~v[14];
    }
    for (int round = 0; round < ROUNDS; round++) {
        mix(v, m, sigma[round % 10]);
    }
    for (int i = 0; i < 8; i++) {
        hash->h[i] ^= v[i] ^ v[i + 8];
    }
}

void mq__hash_init(struct mq_hash *hash, size_t out)
{
    assert(out >= 1 && out <= 64);
    memset(hash, 0, sizeof *hash);
    memcpy(hash->h, iv, sizeof hash->h);
    hash->h[0] ^= 0x01010000u ^ out;
    hash->out = out;
}

static void count(struct mq_hash *hash, size_t bytes)
{
    hash->t[0] += bytes;
    if (hash->t[0] < bytes) {
        hash->t[1]++;
    }
}

/* A full block waits until more comes: the last one is compressed with the
 * final flag. */
void mq__hash_add(struct mq_hash *hash, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;

    assert(hash->used <= BLOCK_SIZE);
    while (length > 0) {
        size_t take = BLOCK_SIZE - hash->used;

        if (take == 0) {
            count(hash, BLOCK_SIZE);
            compress(hash, 0);
            hash->used = 0;
            take = BLOCK_SIZE;
        }
        take = take < length ? take : length;
        memcpy(hash->block + hash->used, from, take);
        hash->used += take;
        from += take;
        length -= take;
    }
}

void mq__hash_end(struct mq_hash *hash, uint8_t *out)
{
    memset(hash->block + hash->used, 0, BLOCK_SIZE - hash->used);
    count(hash, hash->used);
    compress(hash, 1);
    for (size_t i = 0; i < hash->out; i++) {
        out[i] = (uint8_t)(hash->h[i / 8] >> (8 * (i % 8)));
    }
}

void mq__hash256(const void *bytes, size_t length, uint8_t out[MQ_HASH_SIZE])
{
    struct mq_hash hash;

    mq__hash_init(&hash, MQ_HASH_SIZE);
    mq__hash_add(&hash, bytes, length);
    mq__hash_end(&hash, out);
}

/* Four words of ChaCha20's state side by side: a vector register where the
 * machine has them. */
typedef uint32_t row __attribute__((vector_size(16)));

static inline row left(row x, int by)
{
    return (x << by) | (x >> (32 - by));
}

/* RFC 8439, 2.1: four quarter rounds at once, one a column. */
static inline void quarter_rounds(row x[4])
{
    x[0] += x[1];
    x[3] = left(x[3] ^ x[0], 16);
    x[2] += x[3];
    x[1] = left(x[1] ^ x[2], 12);
    x[0] += x[1];
    x[3] = left(x[3] ^ x[0], 8);
    x[2] += x[3];
    x[1] = left(x[1] ^ x[2], 7);
}

/* Columns, then diagonals: rows are shifted so that these are columns too. */
static inline void double_round(row x[4])
{
    quarter_rounds(x);
    x[1] = __builtin_shufflevector(x[1], x[1], 1, 2, 3, 0);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 3, 0, 1, 2);
    quarter_rounds(x);
    x[1] = __builtin_shufflevector(x[1], x[1], 3, 0, 1, 2);
    x[2] = __builtin_shufflevector(x[2], x[2], 2, 3, 0, 1);
    x[3] = __builtin_shufflevector(x[3], x[3], 1, 2, 3, 0);
}

static row load_row(const uint8_t *bytes)
{
    return (row){mq__load32(bytes), mq__load32(bytes + 4),
                 mq__load32(bytes + 8), mq__load32(bytes + 12)};
}

/* RFC 8439, 2.3. */
void mq__chacha20_block(const uint8_t key[32], uint32_t counter,
                        const uint8_t nonce[12], uint8_t out[64])
{
    const row start[4] = {
        {0x61707865u, 0x3320646Eu, 0x79622D32u, 0x6B206574u},
        load_row(key),
        load_row(key + 16),
        {counter, mq__load32(nonce), mq__load32(nonce + 4),
         mq__load32(nonce + 8)},
    };
    row x[4] = {start[0], start[1], start[2], start[3]};

    for (int round = 0; round < 10; round++) {
        double_round(x);
    }
    for (int i = 0; i < 16; i++) {
        store32(out + 4 * i, x[i / 4][i % 4] + start[i / 4][i % 4]);
    }
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int mq__hex_read(const char *text, uint8_t *out, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int high = digit_value(text[2 * i]);
        int low = high < 0 ? -1 : digit_value(text[2 * i + 1]);

        if (low < 0) {
            return 0;
        }
        out[i] = (uint8_t)(high << 4 | low);
    }
    return text[2 * length] == '\0';
}

void mq__hex_write(const uint8_t *bytes, size_t length, char *out)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < length; i++) {
        out[2 * i] = digits[bytes[i] >> 4];
        out[2 * i + 1] = digits[bytes[i] & 15];
    }
    out[2 * length] = '\0';
}
