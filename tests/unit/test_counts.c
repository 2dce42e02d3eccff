/* Counts by kind, eight at a time: the same as one at a time. */
#include "unit.h"

#include "core/counts.h"

#include <maxq/rng.h>

#define KINDS 16

static void fill(struct mq_rng *rng, uint8_t counts[KINDS])
{
    for (int i = 0; i < KINDS; i++) {
        counts[i] = mq_rng_below(rng, 2) ? (uint8_t)mq_rng_below(rng, 256) : 0;
    }
}

static void kinds_that_are_there(void **state)
{
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 1);
    for (int n = 0; n < 10000; n++) {
        uint8_t counts[KINDS];
        uint32_t kinds = 0;

        fill(&rng, counts);
        for (int i = 0; i < 8; i++) {
            kinds |= (uint32_t)(counts[i] > 0) << i;
        }
        assert_int_equal(mq__counts_kinds(counts), kinds);
    }
}

static void a_pile_moves(void **state)
{
    static const uint8_t nothing[KINDS];
    struct mq_rng rng;

    (void)state;
    mq_rng_seed(&rng, 2);
    for (int n = 0; n < 10000; n++) {
        uint8_t to[KINDS], from[KINDS], sum[KINDS];

        fill(&rng, to);
        for (int i = 0; i < KINDS; i++) {
            from[i] = (uint8_t)mq_rng_below(&rng, 256u - to[i]);
            sum[i] = (uint8_t)(to[i] + from[i]);
        }
        mq__counts_move(to, from, KINDS);
        assert_memory_equal(to, sum, sizeof(sum));
        assert_memory_equal(from, nothing, sizeof(nothing));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_are_there),
        cmocka_unit_test(a_pile_moves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
