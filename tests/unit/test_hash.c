/* BLAKE2b, ChaCha20 and hex against the RFCs and libsodium. */
#include "unit.h"

#include <maxq/rng.h>

#include "core/hash.h"

#include <sodium.h>
#include <string.h>

static void check_hex(const uint8_t *bytes, size_t length, const char *hex)
{
    char text[129];

    assert_true(2 * length < sizeof text);
    mq__hex_write(bytes, length, text);
    assert_string_equal(text, hex);
}

/* RFC 7693, appendix A. */
static void blake2b_of_abc(void **state)
{
    struct mq_hash hash;
    uint8_t out[64];

    (void)state;
    mq__hash_init(&hash, sizeof out);
    mq__hash_add(&hash, "abc", 3);
    mq__hash_end(&hash, out);
    check_hex(out, sizeof out,
              "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
              "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd400992"
              "3");
}

static void blake2b_as_libsodium(void **state)
{
    static uint8_t text[1000];
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 1);
    for (int i = 0; i < 2000; i++) {
        size_t length = mq_rng_below(&rng, sizeof text + 1);
        size_t size = 16 + mq_rng_below(&rng, 49);
        size_t split = mq_rng_below(&rng, (uint32_t)length + 1);
        struct mq_hash hash;
        uint8_t ours[64];
        uint8_t theirs[64];

        for (size_t j = 0; j < length; j++) {
            text[j] = (uint8_t)mq_rng_next(&rng);
        }
        mq__hash_init(&hash, size);
        mq__hash_add(&hash, text, split);
        mq__hash_add(&hash, text + split, length - split);
        mq__hash_end(&hash, ours);
        crypto_generichash(theirs, size, text, length, NULL, 0);
        assert_memory_equal(ours, theirs, size);
    }
}

/* The lengths where a block is just full. */
static void blake2b_at_block_ends(void **state)
{
    static const size_t lengths[] = {0, 1, 127, 128, 129, 255, 256, 257, 384};
    uint8_t text[384];

    (void)state;
    memset(text, 'q', sizeof text);
    for (size_t i = 0; i < COUNT(lengths); i++) {
        uint8_t ours[32];
        uint8_t theirs[32];

        mq__hash256(text, lengths[i], ours);
        crypto_generichash(theirs, 32, text, lengths[i], NULL, 0);
        assert_memory_equal(ours, theirs, 32);
    }
}

/* RFC 8439, 2.3.2. */
static void chacha20_of_the_rfc(void **state)
{
    static const uint8_t nonce[12] = {0, 0, 0, 9, 0, 0, 0, 0x4A};
    uint8_t key[32];
    uint8_t out[64];

    (void)state;
    for (int i = 0; i < 32; i++) {
        key[i] = (uint8_t)i;
    }
    mq__chacha20_block(key, 1, nonce, out);
    check_hex(out, sizeof out,
              "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
              "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4"
              "e");
}

static void chacha20_as_libsodium(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 2);
    for (int i = 0; i < 2000; i++) {
        static const uint8_t zeros[256];
        uint8_t key[32];
        uint8_t nonce[12];
        uint8_t theirs[256];
        uint32_t counter =
            (uint32_t)mq_rng_next(&rng) >> mq_rng_below(&rng, 32);
        size_t blocks = 1 + mq_rng_below(&rng, 4);

        for (int j = 0; j < 32; j++) {
            key[j] = (uint8_t)mq_rng_next(&rng);
            nonce[j % 12] = (uint8_t)mq_rng_next(&rng);
        }
        if (counter > UINT32_MAX - 4) {
            continue;
        }
        crypto_stream_chacha20_ietf_xor_ic(theirs, zeros, 64 * blocks, nonce,
                                           counter, key);
        for (size_t j = 0; j < blocks; j++) {
            uint8_t ours[64];

            mq__chacha20_block(key, counter + (uint32_t)j, nonce, ours);
            assert_memory_equal(ours, theirs + 64 * j, 64);
        }
    }
}

static void hex_both_ways(void **state)
{
    static const uint8_t bytes[4] = {0x00, 0x9F, 0xA0, 0xFF};
    uint8_t back[4];

    (void)state;
    check_hex(bytes, 4, "009fa0ff");
    assert_true(mq__hex_read("009fa0ff", back, 4));
    assert_memory_equal(back, bytes, 4);
    assert_true(mq__hex_read("", back, 0));
}

static void hex_refuses(void **state)
{
    static const char *const wrong[] = {
        "",         "0",        "009fa0f",  "009fa0ff0", "009fa0ff00",
        "009FA0FF", "009fa0fg", "0x9fa0ff", " 09fa0ff",  "009fa0f\n",
    };
    uint8_t out[4];

    (void)state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        assert_false(mq__hex_read(wrong[i], out, 4));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blake2b_of_abc),
        cmocka_unit_test(blake2b_as_libsodium),
        cmocka_unit_test(blake2b_at_block_ends),
        cmocka_unit_test(chacha20_of_the_rfc),
        cmocka_unit_test(chacha20_as_libsodium),
        cmocka_unit_test(hex_both_ways),
        cmocka_unit_test(hex_refuses),
    };

    if (sodium_init() < 0) {
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
