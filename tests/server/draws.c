/* Preloaded into the server: what it draws at random (seeds, ids, secrets)
 * comes from the text in MAXQ_DRAWS instead of the system, so that a test can
 * be repeated. Without the text the numbers are libsodium's own, seeded by the
 * system. */
#include <sodium.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

/* Fills buf with the next numbers, seeded by a hash of the text and a count. */
static void draw(void *buf, size_t size, const char *text)
{
    static atomic_uint_fast64_t count;
    unsigned char seed[randombytes_SEEDBYTES];
    char words[256];
    int length = snprintf(words, sizeof(words), "%s %llu", text,
                          (unsigned long long)atomic_fetch_add(&count, 1));

    crypto_generichash(seed, sizeof(seed), (const unsigned char *)words,
                       (unsigned long long)length, NULL, 0);
    randombytes_buf_deterministic(buf, size, seed);
}

void randombytes_buf(void *const buf, const size_t size)
{
    const char *text = getenv("MAXQ_DRAWS");
    unsigned char seed[randombytes_SEEDBYTES];

    if (text != NULL) {
        draw(buf, size, text);
        return;
    }
    if (getentropy(seed, sizeof(seed)) != 0) {
        abort();
    }
    randombytes_buf_deterministic(buf, size, seed);
}

uint32_t randombytes_uniform(const uint32_t bound)
{
    uint32_t least = bound > 1 ? (0u - bound) % bound : 0;
    uint32_t number;

    do {
        randombytes_buf(&number, sizeof(number));
    } while (number < least);
    return bound > 1 ? number % bound : 0;
}
