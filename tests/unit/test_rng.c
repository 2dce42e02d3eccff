/* Random numbers: reference vectors, ranges, evenness, keyed streams. */
#include "unit.h"

#include <maxq/rng.h>

#include <sodium.h>
#include <string.h>

/* The first outputs of the reference xoshiro256** from the state 1, 2, 3, 4. */
static void xoshiro_reference(void **state)
{
    static const uint64_t expected[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    struct mq_rng rng = {{1, 2, 3, 4}};

    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_true(mq_rng_next(&rng) == expected[i]);
    }
}

/* The first outputs of the reference splitmix64 from 1234567. */
static void splitmix_fills_the_state(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 1234567);
    assert_true(rng.s[0] == 6457827717110365317u);
    assert_true(rng.s[1] == 3203168211198807973u);
    assert_true(rng.s[2] == 9817491932198370423u);
    assert_true(rng.s[3] == 4593380528125082431u);
}

static void below_stays_below(void **state)
{
    static const uint32_t bounds[] = {
        1, 2, 3, 6, 52, 1000, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFF};
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 3);
    for (size_t i = 0; i < COUNT(bounds); i++) {
        for (int j = 0; j < 10000; j++) {
            assert_true(mq_rng_below(&rng, bounds[i]) < bounds[i]);
        }
    }
}

static void below_reaches_all(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 4);
    for (uint32_t n = 1; n <= 32; n++) {
        uint32_t seen = 0;

        for (int i = 0; i < 1000; i++) {
            seen |= 1u << mq_rng_below(&rng, n);
        }
        assert_true(seen == (n == 32 ? 0xFFFFFFFFu : (1u << n) - 1));
    }
}

static double chi_square(const int *count, int kinds, double expected)
{
    double sum = 0;

    for (int i = 0; i < kinds; i++) {
        double off = count[i] - expected;

        sum += off * off / expected;
    }
    return sum;
}

/* 99.9 % of fair dice stay under these; the seed is fixed. */
static void below_is_even(void **state)
{
    struct mq_rng rng;
    int die[6] = {0};
    int deck[100] = {0};

    (void)state;
    mq_rng_seed(&rng, 5);
    for (int i = 0; i < 600000; i++) {
        die[mq_rng_below(&rng, 6)]++;
        deck[mq_rng_below(&rng, 100)]++;
    }
    assert_true(chi_square(die, 6, 100000) < 20.5);
    assert_true(chi_square(deck, 100, 6000) < 148.2);
}

/* Of 3 × 2^30 numbers, multiplying without rejecting gives each third one
 * twice as often. */
static void below_rejects(void **state)
{
    struct mq_rng rng;
    int count[3] = {0};

    (void)state;
    mq_rng_seed(&rng, 6);
    for (int i = 0; i < 300000; i++) {
        count[mq_rng_below(&rng, 3u << 30) % 3]++;
    }
    assert_true(chi_square(count, 3, 100000) < 13.8);
}

static void unit_is_in_range(void **state)
{
    struct mq_rng rng;
    double sum = 0;

    (void)state;
    mq_rng_seed(&rng, 7);
    for (int i = 0; i < 100000; i++) {
        double x = mq_rng_unit(&rng);

        assert_true(x >= 0 && x < 1);
        sum += x;
    }
    assert_true(sum > 49500 && sum < 50500);
}

static void pairs_differ(void **state)
{
    struct mq_rng rng[4];

    (void)state;
    mq_rng_seed_pair(&rng[0], 1, 2);
    mq_rng_seed_pair(&rng[1], 2, 1);
    mq_rng_seed_pair(&rng[2], 1, 3);
    mq_rng_seed_pair(&rng[3], 1, 2);
    assert_memory_equal(&rng[0], &rng[3], sizeof rng[0]);
    assert_memory_not_equal(&rng[0], &rng[1], sizeof rng[0]);
    assert_memory_not_equal(&rng[0], &rng[2], sizeof rng[0]);
}

/* One bit of seed or number changes about half of the state's 256. */
static void pairs_are_unrelated(void **state)
{
    (void)state;
    for (int bit = 0; bit < 128; bit++) {
        struct mq_rng a;
        struct mq_rng b;
        int changed = 0;

        mq_rng_seed_pair(&a, 0, 0);
        mq_rng_seed_pair(&b, bit < 64 ? 1ull << bit : 0,
                         bit < 64 ? 0 : 1ull << (bit - 64));
        for (int i = 0; i < 4; i++) {
            changed += __builtin_popcountll(a.s[i] ^ b.s[i]);
        }
        assert_in_range(changed, 80, 176);
    }
}

/* The generator of an event is 32 bytes of the ChaCha20 key stream. */
static void seed_rng_as_libsodium(void **state)
{
    static const uint8_t zeros[64];
    static const uint8_t nonce[12] = {0x78, 0x56, 0x34, 0x12};
    struct mq_seed seed;
    struct mq_rng rng;
    uint8_t block[64];

    (void)state;
    mq_seed_from_text(&seed, "caturday");
    mq_seed_rng(&seed, 0x12345678, 9, &rng);
    crypto_stream_chacha20_ietf_xor_ic(block, zeros, 64, nonce, 9, seed.bytes);
    for (int i = 0; i < 32; i++) {
        assert_int_equal((rng.s[i / 8] >> (8 * (i % 8))) & 0xFF, block[i]);
    }
}

static void seeds_and_commitments(void **state)
{
    struct mq_seed seed;
    uint8_t expected[32];
    uint8_t out[32];

    (void)state;
    mq_seed_from_text(&seed, "42");
    crypto_generichash(expected, 32, (const uint8_t *)"42", 2, NULL, 0);
    assert_memory_equal(seed.bytes, expected, 32);
    mq_seed_commitment(&seed, out);
    crypto_generichash(expected, 32, seed.bytes, 32, NULL, 0);
    assert_memory_equal(out, expected, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(xoshiro_reference),
        cmocka_unit_test(splitmix_fills_the_state),
        cmocka_unit_test(below_stays_below),
        cmocka_unit_test(below_reaches_all),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_rejects),
        cmocka_unit_test(unit_is_in_range),
        cmocka_unit_test(pairs_differ),
        cmocka_unit_test(pairs_are_unrelated),
        cmocka_unit_test(seed_rng_as_libsodium),
        cmocka_unit_test(seeds_and_commitments),
    };

    if (sodium_init() < 0) {
        return 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
