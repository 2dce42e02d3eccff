/* `greedy` is the yardstick that other bots are measured by: what it chooses
 * must not change unnoticed. Here are its choices over matches of every game,
 * as hashes. Where a rule or a table changed, positions change and so do
 * these; where nothing but a heuristic did, every figure of docs/strength.md
 * is to be measured again.
 */
#include "catalogue/played.h"
#include "core/hash.h"

#include "unit.h"

#include <maxq/bot.h>
#include <stdio.h>
#include <string.h>

#define MATCHES 100
#define MOST 3000 /* events of a match that are looked at */
#define STRAYS 4  /* one choice of so many is any legal one */
#define HASH 16

static const struct {
    const char *game, *choices;
} held[] = {
    {"apogee", "c378ed8c1b56d12026d6d82b4d58cf92"},
    {"liftoff", "175b502a551726a5f918bcdc59ddc2a3"},
    {"mlem", "e2e2a686f35700eba20a4d1ec511ee53"},
};

struct run {
    const struct mq_game *game;
    struct mq_rng rng;
    struct mq_hash hash;
    long choices;
};

/* Greedy's choice goes into the hash; now and then something else is done, so
 * that positions come up to which it wouldn't lead. */
static mq_action decide(struct run *r, const void *st, int seat)
{
    const struct mq_game *g = r->game;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(g, st, seat, legal);
    struct mq_choice choice;
    uint8_t bytes[4];

    assert_int_equal(mq_bot_choose(mq_bot_find("greedy"), g, st, seat, NULL,
                                   &r->rng, &choice),
                     MQ_OK);
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(choice.candidate[0].action >> 8 * i);
    }
    mq__hash_add(&r->hash, bytes, sizeof bytes);
    r->choices += n > 1;
    return mq_rng_below(&r->rng, STRAYS) == 0
               ? legal[mq_rng_below(&r->rng, (uint32_t)n)]
               : choice.candidate[0].action;
}

static void play(struct run *r, int number)
{
    _Alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = r->game;
    struct mq_setup setup;
    enum mq_turn turn;
    uint32_t actors;

    played_spread(g, number, &setup);
    mq_rng_seed_pair(&r->rng, 5, (uint64_t)number);
    assert_int_equal(mq_begin(g, st, &setup, NULL), MQ_OK);
    for (int i = 0; i < MOST; i++) {
        turn = mq_turn(g, st, &actors);
        if (turn == MQ_TURN_OVER) {
            break;
        }
        if (turn == MQ_TURN_CHANCE) {
            mq_apply(g, st, MQ_CHANCE_SEAT, mq_sample(g, st, &r->rng));
        } else {
            int seat = __builtin_ctz(actors);

            mq_apply(g, st, seat, decide(r, st, seat));
        }
    }
}

static void find_choices(const char *game, char *hex, size_t size)
{
    uint8_t hash[HASH];
    struct run r;

    assert_int_equal(mq_game_open(game, NULL, 0, &r.game, NULL), MQ_OK);
    mq__hash_init(&r.hash, HASH);
    r.choices = 0;
    for (int i = 0; i < MATCHES; i++) {
        play(&r, i);
    }
    assert_true(r.choices > 1000);
    mq__hash_end(&r.hash, hash);
    for (int i = 0; i < HASH; i++) {
        snprintf(hex + 2 * i, size - (size_t)(2 * i), "%02x", hash[i]);
    }
    mq_game_close(r.game);
}

static void test_choices_are_held(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(held); i++) {
        char hex[2 * HASH + 1];

        find_choices(held[i].game, hex, sizeof hex);
        if (strcmp(hex, held[i].choices) != 0) {
            print_error("greedy chooses differently in %s: %s. Did a rule "
                        "change? Then put this hash into test_greedy.c.\n",
                        held[i].game, hex);
        }
        assert_string_equal(hex, held[i].choices);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choices_are_held),
    };

    return cmocka_run_group_tests_name("greedy", tests, NULL, NULL);
}
