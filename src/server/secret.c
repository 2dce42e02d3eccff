/* See secret.h. */
#include "server/secret.h"

#include "core/hash.h"

#include <sodium.h>
#include <string.h>

enum { SECRET_BYTES = 16 };

void mq__secret_make(char out[MQ_SECRET_SIZE])
{
    unsigned char bytes[SECRET_BYTES];

    randombytes_buf(bytes, sizeof(bytes));
    sodium_bin2base64(out, MQ_SECRET_SIZE, bytes, sizeof(bytes),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(bytes, sizeof(bytes));
}

void mq__secret_hash(const char *secret, char out[MQ_KEY_SIZE])
{
    uint8_t hash[MQ_HASH_SIZE];

    mq__hash256(secret, strlen(secret), hash);
    mq__hex_write(hash, (MQ_KEY_SIZE - 1) / 2, out);
    out[MQ_KEY_SIZE - 1] = '\0';
}

bool mq__secret_fits(const char *secret, const char *hash)
{
    char own[MQ_KEY_SIZE];

    mq__secret_hash(secret, own);
    return strlen(hash) == MQ_KEY_SIZE - 1 &&
           sodium_memcmp(own, hash, MQ_KEY_SIZE - 1) == 0;
}

static bool all_of(const char *text, size_t length, const char *alphabet)
{
    return strlen(text) == length && strspn(text, alphabet) == length;
}

bool mq__secret_ok(const char *text)
{
    return all_of(text, MQ_SECRET_SIZE - 1,
                  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                  "0123456789-_");
}

/* Without vowels and what looks like another: no words, no mix-ups. */
static const char id_letters[] = "023456789bcdfghjkmnpqrstvwxyz";

void mq__id_make(char out[MQ_TABLE_ID_SIZE])
{
    for (int i = 0; i < MQ_TABLE_ID_SIZE - 1; i++) {
        out[i] = id_letters[randombytes_uniform(sizeof(id_letters) - 1)];
    }
    out[MQ_TABLE_ID_SIZE - 1] = '\0';
}

bool mq__id_ok(const char *text)
{
    return all_of(text, MQ_TABLE_ID_SIZE - 1, id_letters);
}

void mq__key_make(char out[MQ_KEY_SIZE])
{
    unsigned char bytes[(MQ_KEY_SIZE - 1) / 2];

    randombytes_buf(bytes, sizeof(bytes));
    mq__hex_write(bytes, sizeof(bytes), out);
    out[MQ_KEY_SIZE - 1] = '\0';
}
