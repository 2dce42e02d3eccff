/* Lift Off: what a passer goes on knowing (LO-H4, LO-H5), where equal copies
 * are involved, and what the resampler makes of drawn cards. */
#include "liftoff.h"

#include <string.h>

static struct lo_cards cards(int n, const int (*list)[2])
{
    struct lo_cards out = {0};

    for (int i = 0; i < n; i++) {
        mq__lo_cards_add(&out, list[i][0], list[i][1]);
    }
    return out;
}

/* For each seat that knows a copy, that one counts as played. */
static void equal_copies_played(void **state)
{
    static const int known[][2] = {{5, 2}, {5, 3}, {5, 0}};
    static const int twice[][2] = {{5, 2}, {5, 2}, {5, 3}};
    struct lo_cards hand = cards(3, known);

    (void)state;
    mq__lo_cards_play(&hand, 5);
    assert_int_equal(hand.size, 2);
    assert_int_equal(hand.known[0], 0);
    assert_int_equal(hand.known[1], 0);
    hand = cards(3, twice);
    mq__lo_cards_play(&hand, 5);
    assert_int_equal(hand.size, 2);
    assert_int_equal(hand.known[0], 0);
    assert_int_equal(hand.known[1], 2);
}

static void set_hands(struct lo_state *st, int players, const int (*hands)[3])
{
    memset(st, 0, sizeof(*st));
    st->players = (uint8_t)players;
    for (int i = 0; i < players; i++) {
        for (int k = 0; k < LO_HAND; k++) {
            mq__lo_cards_add(&st->player[i].hand, hands[i][k], 0);
        }
    }
}

/* With two players the passer keeps knowing what didn't come back; of equal
 * copies the known one counts as come back. */
static void two_players(void **state)
{
    static const int hands[][3] = {{1, 1, 2}, {1, 3, 4}};
    struct lo_state st;

    (void)state;
    set_hands(&st, 2, hands);
    st.player[0].commit = 2 + 1;
    st.player[1].commit = 4 + 1;
    mq__lo_pass_kept(&st, false, LO_LEFT); /* P1: 1, 2, 3; P2: 1, 1, 4 */
    st.player[0].commit = 1 + 1;
    st.player[1].commit = 1 + 1;
    mq__lo_pass_one(&st, false, LO_LEFT);
    /* P2 had two 1s that P1 knew: one is back with P1. The other, and the new
     * one, are known to P1. P1 has the 3 that P2 passed, and one 1. */
    assert_int_equal(st.player[1].hand.card[0], 1);
    assert_int_equal(st.player[1].hand.card[1], 1);
    assert_int_equal(st.player[1].hand.known[0], 1);
    assert_int_equal(st.player[1].hand.known[1], 1);
    assert_int_equal(st.player[1].hand.known[2], 0);
    assert_int_equal(st.player[0].hand.card[2], 3);
    assert_int_equal(st.player[0].hand.known[2], 2);
}

/* Passed on to a third seat: what the first passer knew is unknown again. */
static void third_seat(void **state)
{
    static const int hands[][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    struct lo_state st;

    (void)state;
    set_hands(&st, 3, hands);
    st.player[0].commit = 1 + 1;
    st.player[1].commit = 4 + 1;
    st.player[2].commit = 7 + 1;
    mq__lo_pass_kept(&st, false, LO_LEFT); /* P2: 2, 3, 4; P1 knows 2, 3 */
    assert_int_equal(st.player[1].hand.known[0], 1);
    st.player[0].commit = 1 + 1;
    st.player[1].commit = 2 + 1;
    st.player[2].commit = 7 + 1;
    mq__lo_pass_one(&st, false, LO_LEFT); /* P2: 1, 3, 4 */
    assert_int_equal(st.player[1].hand.card[0], 1);
    assert_int_equal(st.player[1].hand.known[0], 1);
    assert_int_equal(st.player[1].hand.known[1], 0); /* the 3 is forgotten */
    assert_int_equal(st.player[2].hand.card[0], 2);
    assert_int_equal(st.player[2].hand.known[0], 2);
}

/* P1 has drawn three cards of level 1 and owns all kinds but two. */
static void make_drawing(struct lo_state *st, int step)
{
    static const char *const own[] = {"test-satellite", "weather-satellite",
                                      "space-tourist", "booster-test",
                                      "payload-test"};
    const struct lo_tables *t = lo_tables(game);
    struct lo_player *p = &st->player[0];
    struct mq_setup setup;

    mq_setup_init(game, 4, &setup);
    setup.option[LO_OPTION_START] = 1;
    assert_int_equal(mq_begin(game, st, &setup, NULL), MQ_OK);
    st->round = 1;
    st->step = (uint8_t)step;
    for (size_t i = 0; i < COUNT(own); i++) {
        int kind = mission(own[i]);

        lo_mask_add(p->earth, kind);
        p->own[t->mission[kind].level]++;
        st->mission_deck[kind]--;
        st->deck_size[0]--;
    }
    st->deck = 1;
    st->drawn_size = 3;
    for (int i = 0; i < 3; i++) {
        int kind = step == LO_STEP_TAKE && i == 0 ? mission("measuring-probe")
                                                  : mission("test-satellite");

        st->drawn[kind]++;
        st->mission_deck[kind]--;
        st->deck_size[0]--;
    }
    assert_int_equal(mq_check(game, st, NULL), MQ_OK);
}

/* How often resampling gives so many keepable cards among three. */
static void count_keepable(int step, int seat, int times, int out[4])
{
    struct lo_state st;
    struct mq_rng rng;

    make_drawing(&st, step);
    mq_rng_seed(&rng, 7);
    memset(out, 0, 4 * sizeof(out[0]));
    mq_redact(game, &st, seat);
    for (int i = 0; i < times; i++) {
        struct lo_state world = st;

        mq_resample(game, &world, seat, &rng);
        assert_int_equal(mq_check(game, &world, NULL), MQ_OK);
        out[world.drawn[mission("measuring-probe")] +
            world.drawn[mission("communications-satellite")]]++;
    }
}

/* Drawing goes on past three cards: none of them can be kept (LO-M10). */
static void forced_draws(void **state)
{
    int count[4];

    (void)state;
    count_keepable(LO_STEP_DRAW, 1, 200, count);
    assert_int_equal(count[0], 200);
}

/* Keeping has begun: one can be kept at least. 23 cards, 8 of them can: of
 * 1771 - 455 triples 840, 420 and 56 have one, two and three. */
static void one_at_least(void **state)
{
    int count[4];
    int times = 13160;

    (void)state;
    count_keepable(LO_STEP_TAKE, 1, times, count);
    assert_int_equal(count[0], 0);
    assert_in_range(count[1], 8400 - 250, 8400 + 250);
    assert_in_range(count[2], 4200 - 250, 4200 + 250);
    assert_in_range(count[3], 560 - 110, 560 + 110);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_copies_played), cmocka_unit_test(two_players),
        cmocka_unit_test(third_seat),          cmocka_unit_test(forced_draws),
        cmocka_unit_test(one_at_least),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
