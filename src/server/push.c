/* See push.h. */
#include "server/push.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SHARED = 32, HASH = 32, KEY = 16, NONCE = 12, TAG = 16, HEAD = 86 };

static const int url_safe = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

bool mq__ec_make(struct mq_ec_key *out)
{
    EVP_PKEY *key = EVP_EC_gen("P-256");
    BIGNUM *number = NULL;
    size_t length = 0;
    bool good =
        key != NULL &&
        EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY,
                                        out->public, MQ_EC_PUBLIC,
                                        &length) == 1 &&
        length == MQ_EC_PUBLIC &&
        EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 &&
        BN_bn2binpad(number, out->private, MQ_EC_PRIVATE) == MQ_EC_PRIVATE;

    BN_clear_free(number);
    EVP_PKEY_free(key);
    return good;
}

/* The key as OpenSSL has it; without a private part where that is NULL. */
static EVP_PKEY *key_of(const uint8_t *private, const uint8_t *public)
{
    OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
    BIGNUM *number = NULL;
    OSSL_PARAM *params = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    EVP_PKEY *key = NULL;
    bool good = build != NULL && context != NULL &&
                OSSL_PARAM_BLD_push_utf8_string(
                    build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
                OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY,
                                                 public, MQ_EC_PUBLIC) == 1;

    if (good && private != NULL) {
        number = BN_bin2bn(private, MQ_EC_PRIVATE, NULL);
        good = number != NULL &&
               OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY,
                                      number) == 1;
    }
    params = good ? OSSL_PARAM_BLD_to_param(build) : NULL;
    if (params != NULL && EVP_PKEY_fromdata_init(context) == 1) {
        EVP_PKEY_fromdata(
            context, &key,
            private != NULL ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params);
    }
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(build);
    EVP_PKEY_CTX_free(context);
    BN_clear_free(number);
    return key;
}

static void to_text(const uint8_t *bytes, size_t length, char *out, size_t size)
{
    sodium_bin2base64(out, size, bytes, length, url_safe);
}

/* Whether the text is that many bytes; padding at its end is allowed. */
static bool from_text(const char *text, size_t text_length, uint8_t *out,
                      size_t length)
{
    size_t found = 0;

    while (text_length > 0 && text[text_length - 1] == '=') {
        text_length--;
    }
    return sodium_base642bin(out, length, text, text_length, NULL, &found, NULL,
                             url_safe) == 0 &&
           found == length;
}

void mq__vapid_write(const struct mq_ec_key *key, char out[MQ_VAPID_SIZE])
{
    char private[48], public[MQ_PUBLIC_TEXT];

    to_text(key->private, MQ_EC_PRIVATE, private, sizeof(private));
    mq__vapid_public(key, public);
    snprintf(out, MQ_VAPID_SIZE, "%s %s", private, public);
    sodium_memzero(private, sizeof(private));
}

/* Two texts with a blank between. */
static bool read_pair(const char *text, uint8_t *first, size_t first_length,
                      uint8_t *second, size_t second_length)
{
    const char *blank = strchr(text, ' ');

    return blank != NULL &&
           from_text(text, (size_t)(blank - text), first, first_length) &&
           from_text(blank + 1, strlen(blank + 1), second, second_length);
}

bool mq__vapid_read(const char *text, struct mq_ec_key *out)
{
    return read_pair(text, out->private, MQ_EC_PRIVATE, out->public,
                     MQ_EC_PUBLIC);
}

void mq__vapid_public(const struct mq_ec_key *key, char out[MQ_PUBLIC_TEXT])
{
    to_text(key->public, MQ_EC_PUBLIC, out, MQ_PUBLIC_TEXT);
}

bool mq__push_browser_read(const char *text, struct mq_push_browser *out)
{
    EVP_PKEY *key;

    if (!read_pair(text, out->public, MQ_EC_PUBLIC, out->auth, MQ_PUSH_AUTH)) {
        return false;
    }
    key = key_of(NULL, out->public); /* refuses what is no point of the curve */
    EVP_PKEY_free(key);
    return key != NULL;
}

static bool agree(const struct mq_push_message *m, uint8_t out[SHARED])
{
    EVP_PKEY *own = key_of(m->own.private, m->own.public);
    EVP_PKEY *other = key_of(NULL, m->to->public);
    EVP_PKEY_CTX *context =
        own != NULL ? EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL) : NULL;
    size_t length = SHARED;
    bool good = context != NULL && other != NULL &&
                EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, out, &length) == 1 && length == SHARED;

    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(own);
    EVP_PKEY_free(other);
    return good;
}

/* HMAC-SHA256 over two texts: extract, and expand for one block. */
static void mac(const uint8_t *key, size_t key_length, const void *text,
                size_t length, const char *more, size_t more_length,
                uint8_t out[HASH])
{
    crypto_auth_hmacsha256_state state;

    crypto_auth_hmacsha256_init(&state, key, key_length);
    crypto_auth_hmacsha256_update(&state, text, length);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)more,
                                  more_length);
    crypto_auth_hmacsha256_final(&state, out);
}

/* RFC 8291, 3.4: the content's key and nonce. */
static bool derive(const struct mq_push_message *m, uint8_t key[HASH],
                   uint8_t nonce[HASH])
{
    static const char info[] = "WebPush: info";
    static const char key_info[] = "Content-Encoding: aes128gcm";
    static const char nonce_info[] = "Content-Encoding: nonce";
    uint8_t shared[SHARED], prk[HASH], ikm[HASH];
    uint8_t about[sizeof(info) + 2 * MQ_EC_PUBLIC];

    if (!agree(m, shared)) {
        return false;
    }
    memcpy(about, info, sizeof(info));
    memcpy(about + sizeof(info), m->to->public, MQ_EC_PUBLIC);
    memcpy(about + sizeof(info) + MQ_EC_PUBLIC, m->own.public, MQ_EC_PUBLIC);
    mac(m->to->auth, MQ_PUSH_AUTH, shared, SHARED, "", 0, prk);
    mac(prk, HASH, about, sizeof(about), "\1", 1, ikm);
    mac(m->salt, MQ_PUSH_SALT, ikm, HASH, "", 0, prk);
    mac(prk, HASH, key_info, sizeof(key_info), "\1", 1, key);
    mac(prk, HASH, nonce_info, sizeof(nonce_info), "\1", 1, nonce);
    sodium_memzero(shared, sizeof(shared));
    sodium_memzero(ikm, sizeof(ikm));
    sodium_memzero(prk, sizeof(prk));
    return true;
}

/* One record, which is the last: 2 stands after the text. */
static int encrypt(const struct mq_push_message *m, const uint8_t *key,
                   const uint8_t *nonce, uint8_t *out)
{
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int text = 0, end = 0, last = 0;
    bool good =
        context != NULL &&
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(context, out, &text, m->text, (int)m->length) == 1 &&
        EVP_EncryptUpdate(context, out + text, &end,
                          (const unsigned char *)"\2", 1) == 1 &&
        EVP_EncryptFinal_ex(context, out + text + end, &last) == 1 &&
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, TAG,
                            out + text + end + last) == 1;

    EVP_CIPHER_CTX_free(context);
    return good ? text + end + last + TAG : 0;
}

size_t mq__push_seal(const struct mq_push_message *message,
                     uint8_t out[MQ_PUSH_RECORD])
{
    uint8_t key[HASH], nonce[HASH];
    int length;

    if (message->length > MQ_PUSH_TEXT || !derive(message, key, nonce)) {
        return 0;
    }
    memcpy(out, message->salt, MQ_PUSH_SALT);
    memcpy(out + MQ_PUSH_SALT, "\0\0\x10\0", 4); /* MQ_PUSH_RECORD */
    out[MQ_PUSH_SALT + 4] = MQ_EC_PUBLIC;
    memcpy(out + MQ_PUSH_SALT + 5, message->own.public, MQ_EC_PUBLIC);
    length = encrypt(message, key, nonce, out + HEAD);
    sodium_memzero(key, sizeof(key));
    return length > 0 ? (size_t)(HEAD + length) : 0;
}

/* ES256: r and s, 32 bytes each. */
static bool sign(const struct mq_ec_key *key, const char *text,
                 uint8_t out[2 * HASH])
{
    EVP_PKEY *own = key_of(key->private, key->public);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    uint8_t der[80];
    const uint8_t *at = der;
    size_t length = sizeof(der);
    ECDSA_SIG *pair = NULL;
    bool good =
        own != NULL && context != NULL &&
        EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, own) == 1 &&
        EVP_DigestSign(context, der, &length, (const unsigned char *)text,
                       strlen(text)) == 1;

    pair = good ? d2i_ECDSA_SIG(NULL, &at, (long)length) : NULL;
    good = pair != NULL &&
           BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, HASH) == HASH &&
           BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + HASH, HASH) == HASH;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(own);
    return good;
}

bool mq__vapid_header(const struct mq_ec_key *key, const char *origin,
                      const char *subject, int64_t expires_s, char *out,
                      size_t size)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[640], a[64], b[900], text[980], public[MQ_PUBLIC_TEXT];
    char signature[96];
    uint8_t bytes[2 * HASH];
    int length = snprintf(claims, sizeof(claims),
                          "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                          origin, (long long)expires_s, subject);

    if (length < 0 || (size_t)length >= sizeof(claims)) {
        return false;
    }
    to_text((const uint8_t *)head, sizeof(head) - 1, a, sizeof(a));
    to_text((const uint8_t *)claims, (size_t)length, b, sizeof(b));
    snprintf(text, sizeof(text), "%s.%s", a, b);
    if (!sign(key, text, bytes)) {
        return false;
    }
    to_text(bytes, sizeof(bytes), signature, sizeof(signature));
    mq__vapid_public(key, public);
    length =
        snprintf(out, size, "vapid t=%s.%s, k=%s", text, signature, public);
    return length > 0 && (size_t)length < size;
}
