/* MLEM: whatever is said has its text in both languages, boards fit their
 * width, and any action value whatever may be asked about. */
#include "mlem.h"

#include "said.h"

static void matches(void **state)
{
    (void)state;
    for (int match = 0; match < 16; match++) {
        struct ml_state st;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        check_match(&st, &rng, 40);
    }
}

static void garbage(void **state)
{
    (void)state;
    for (int match = 0; match < 24; match++) {
        struct ml_state st;
        struct mq_rng rng;

        mq_rng_seed(&rng, (uint64_t)match);
        start_match(&st, 2 + match % 4, match % 8);
        check_questions(&st, &rng, 0x0000070F);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matches),
        cmocka_unit_test(garbage),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
