/* Undo and redo: how far a seat may go back by itself, what stays, what comes
 * again. */
#include "record_fixture.h"

#include <stdlib.h>
#include <string.h>

static void undo(struct mq_match *match, int seat, bool agreed,
                 enum mq_status expected, int expected_count)
{
    int withdrawn = 0;

    assert_int_equal(mq_match_undo(match, seat, agreed, &withdrawn), expected);
    assert_int_equal(withdrawn, expected_count);
    fixture_check(match);
}

static void limit(const struct mq_match *match, int seat, int back)
{
    assert_int_equal(mq_match_undo_limit(match, seat),
                     mq_match_length(match) - back);
}

static struct mq_event last(const struct mq_match *match)
{
    return mq_match_event(match, mq_match_length(match) - 1);
}

/* Steps of commits are taken back alone: the others' stay. */
static void test_commit_steps(void **state)
{
    struct mq_match *match = fixture_dealt(3, "steps");
    int dealt = mq_match_length(match);
    struct hz_state st;

    (void)state;
    undo(match, 0, false, MQ_NOTHING, 0);
    fixture_play(match, 0); /* give */
    fixture_play(match, 1); /* give */
    fixture_play(match, 0); /* bid */
    limit(match, 0, 3);
    limit(match, 1, 2);
    limit(match, 2, 0);
    undo(match, 0, false, MQ_OK, 1);
    undo(match, 0, false, MQ_OK, 1);
    undo(match, 0, false, MQ_NOTHING, 0);
    assert_int_equal(mq_match_length(match), dealt + 1);
    assert_int_equal(last(match).seat, 1);
    memcpy(&st, mq_match_state(match), sizeof st);
    assert_int_equal(st.commit[0].stage, HZ_TO_GIVE);
    assert_int_equal(st.commit[1].stage, HZ_TO_BID);
    mq_match_destroy(match);
}

/* A complete commit can't be taken back, except by agreement; then too the
 * others' steps stay. */
static void test_complete_commit(void **state)
{
    struct mq_match *match = fixture_dealt(3, "complete");
    int dealt = mq_match_length(match);
    struct hz_state st;

    (void)state;
    fixture_commit(match, 0);
    limit(match, 0, 0);
    fixture_play(match, 1);
    fixture_play(match, 2);
    undo(match, 0, false, MQ_LIMIT, 0);
    limit(match, 1, 2);
    undo(match, 0, true, MQ_OK, 1);
    assert_true(mq_match_entry(match, mq_match_entries(match) - 1)->agreed);
    assert_int_equal(mq_match_length(match), dealt + 4);
    memcpy(&st, mq_match_state(match), sizeof st);
    assert_int_equal(st.commit[0].stage, HZ_TO_SEAL);
    assert_int_equal(st.commit[2].stage, HZ_TO_BID);
    /* From here on it is a commit under way again. */
    limit(match, 0, 4);
    mq_match_destroy(match);
}

/* With the last commit all is revealed: nobody goes back alone. */
static void test_revealed(void **state)
{
    struct mq_match *match = fixture_dealt(2, "revealed");
    int dealt = mq_match_length(match);

    (void)state;
    fixture_commit(match, 0);
    fixture_commit(match, 1);
    limit(match, 0, 0);
    limit(match, 1, 0);
    undo(match, 1, false, MQ_LIMIT, 0);
    undo(match, 0, true, MQ_OK, 4);
    assert_int_equal(mq_match_length(match), dealt + 2);
    mq_match_destroy(match);
}

static int actor(const struct mq_match *match)
{
    uint32_t actors;

    assert_int_equal(mq_match_turn(match, &actors), MQ_TURN_SEATS);
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if (actors == (uint32_t)1 << seat) {
            return seat;
        }
    }
    fail();
    return 0;
}

static void play_kind(struct mq_match *match, int seat, int kind)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(hz_game(), mq_match_state(match), seat, legal);

    for (int i = 0; i < n; i++) {
        if (MQ_ACTION_KIND(legal[i]) == kind) {
            assert_int_equal(mq_match_play(match, seat, legal[i], NULL), MQ_OK);
            return;
        }
    }
    fail();
}

static struct mq_match *at_first_turn(const char *seed)
{
    struct mq_match *match = fixture_dealt(2, seed);

    fixture_commit(match, 0);
    fixture_commit(match, 1);
    return match;
}

/* An action may be taken back until the die falls; an undone roll comes again
 * the same. */
static void test_dice(void **state)
{
    struct mq_match *match = at_first_turn("dice");
    int seat = actor(match);
    struct mq_event first, again;

    (void)state;
    play_kind(match, seat, HZ_A_ROLL);
    limit(match, seat, 1);
    limit(match, 1 - seat, 0);
    undo(match, 1 - seat, false, MQ_LIMIT, 0);
    undo(match, seat, false, MQ_OK, 1);
    play_kind(match, seat, HZ_A_ROLL);
    assert_int_equal(mq_match_chance(match, &first), MQ_OK);
    limit(match, seat, 0);
    undo(match, seat, false, MQ_LIMIT, 0);
    undo(match, seat, true, MQ_OK, 2);
    play_kind(match, seat, HZ_A_ROLL);
    assert_int_equal(mq_match_chance(match, &again), MQ_OK);
    assert_int_equal(first.action, again.action);
    mq_match_destroy(match);
}

/* Nobody else learnt anything, nobody else acted: the turn may come back. */
static void test_turn_passed_on(void **state)
{
    struct mq_match *match = at_first_turn("turn");
    int seat = actor(match);

    (void)state;
    play_kind(match, seat, HZ_A_TUCK);
    limit(match, seat, 1);
    fixture_sample(match);
    limit(match, seat, 0);
    mq_match_destroy(match);
}

/* A position where a draw is certain and tells nobody anything: P1 draws what
 * P1 has tucked. Everything else has been played. */
static struct mq_match *certain_draw(void)
{
    struct mq_match *match = at_first_turn("certain");
    struct mq_match_config config = *mq_match_config_of(match);
    struct hz_state st;
    struct mq_match *on;

    memcpy(&st, mq_match_state(match), sizeof st);
    mq_match_destroy(match);
    memcpy(st.played, hz_copies, sizeof st.played);
    memset(st.unseen, 0, sizeof st.unseen);
    memset(st.hand, 0, sizeof st.hand);
    memset(st.know, 0, sizeof st.know);
    st.box = 0;
    st.played[0] -= 3; /* the box, a hand, under the deck */
    st.hand[0][0] = 1;
    st.under_count = 1;
    st.under[0].card = 0;
    st.under[0].by = 0;
    st.actor = 0;
    assert_int_equal(mq_match_create_from(hz_game(), &config, &st, &on, NULL),
                     MQ_OK);
    return on;
}

static void test_certain_outcome(void **state)
{
    struct mq_match *match = certain_draw();
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_event event;
    int withdrawn;

    (void)state;
    assert_int_equal(mq_legal(hz_game(), mq_match_state(match), 0, legal), 3);
    assert_int_equal(mq_match_play(match, 0, legal[1], NULL), MQ_OK);
    assert_int_equal(mq_match_chance(match, &event), MQ_OK);
    assert_int_equal(mq_reveals(hz_game(), mq_match_state(match), event), 0);
    assert_int_equal(actor(match), 1);
    assert_int_equal(mq_match_undo_limit(match, 0), 0);
    assert_int_equal(mq_match_undo_limit(match, 1), 2);
    assert_int_equal(mq_match_undo(match, 0, false, &withdrawn), MQ_OK);
    assert_int_equal(withdrawn, 2);
    assert_int_equal(mq_match_length(match), 0);
    mq_match_destroy(match);
}

static void test_redo(void **state)
{
    struct mq_match *match = at_first_turn("redo");
    int seat = actor(match);
    struct hz_state after;
    int n = 0;

    (void)state;
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_NOTHING);
    play_kind(match, seat, HZ_A_ROLL);
    fixture_sample(match);
    memcpy(&after, mq_match_state(match), sizeof after);
    undo(match, seat, true, MQ_OK, 2);
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_OK);
    assert_int_equal(n, 2);
    assert_memory_equal(&after, mq_match_state(match), sizeof after);
    fixture_check(match);
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_NOTHING);

    /* Another action ends what could be redone … */
    undo(match, seat, true, MQ_OK, 2);
    play_kind(match, seat, HZ_A_TUCK);
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_NOTHING);
    /* … but can be redone itself. */
    undo(match, seat, false, MQ_OK, 1);
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_OK);
    assert_int_equal(n, 1);
    mq_match_destroy(match);
}

static void test_redo_levels(void **state)
{
    struct mq_match *match = fixture_dealt(2, "levels");
    struct hz_state after;
    int n;

    (void)state;
    fixture_play(match, 0);
    fixture_play(match, 1);
    fixture_play(match, 0);
    memcpy(&after, mq_match_state(match), sizeof after);
    undo(match, 0, false, MQ_OK, 1);
    undo(match, 0, false, MQ_OK, 1);
    undo(match, 1, false, MQ_OK, 1);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_OK);
        assert_int_equal(n, 1);
        fixture_check(match);
    }
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_NOTHING);
    assert_memory_equal(&after, mq_match_state(match), sizeof after);
    mq_match_destroy(match);
}

/* A seat doesn't force another's withdrawn action back on the table; bots have
 * nothing against it. */
static void test_redo_of_others(void **state)
{
    struct mq_match *match = at_first_turn("others");
    int seat = actor(match), other = 1 - seat, n;

    (void)state;
    play_kind(match, seat, HZ_A_TUCK);
    undo(match, seat, false, MQ_OK, 1);
    assert_int_equal(mq_match_redo(match, other, &n), MQ_NOTHING);
    assert_int_equal(mq_match_redo(match, seat, &n), MQ_OK);
    undo(match, seat, false, MQ_OK, 1);
    assert_int_equal(mq_match_hand_over(match, seat, "random"), MQ_OK);
    assert_int_equal(mq_match_redo(match, other, &n), MQ_OK);
    assert_int_equal(n, 1);
    fixture_check(match);
    mq_match_destroy(match);
}

/* Playing the first of two undone events oneself leaves the second to redo. */
static void test_redo_rest(void **state)
{
    struct mq_match *match = at_first_turn("rest");
    int seat = actor(match), n;
    struct hz_state after;

    (void)state;
    play_kind(match, seat, HZ_A_ROLL);
    fixture_sample(match);
    memcpy(&after, mq_match_state(match), sizeof after);
    undo(match, seat, true, MQ_OK, 2);
    play_kind(match, seat, HZ_A_ROLL);
    assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, &n), MQ_OK);
    assert_int_equal(n, 1);
    assert_memory_equal(&after, mq_match_state(match), sizeof after);
    mq_match_destroy(match);
}

static void test_undo_to(void **state)
{
    struct mq_match *match = at_first_turn("to");
    int length = mq_match_length(match);
    const struct mq_entry *entry;

    (void)state;
    assert_int_equal(mq_match_undo_to(match, 0, length), MQ_NOTHING);
    assert_int_equal(mq_match_undo_to(match, 0, length + 1), MQ_RANGE);
    assert_int_equal(mq_match_undo_to(match, 0, -1), MQ_RANGE);
    assert_int_equal(mq_match_undo_to(match, 5, 0), MQ_RANGE);
    play_kind(match, actor(match), HZ_A_ROLL);
    assert_int_equal(mq_match_undo_to(match, last(match).seat, length), MQ_OK);
    entry = mq_match_entry(match, mq_match_entries(match) - 1);
    assert_false(entry->agreed);
    assert_int_equal(mq_match_undo_to(match, MQ_SPECTATOR, 0), MQ_OK);
    entry = mq_match_entry(match, mq_match_entries(match) - 1);
    assert_true(entry->agreed);
    assert_int_equal(entry->undone_count, length);
    assert_int_equal(mq_match_length(match), 0);
    fixture_check(match);
    mq_match_destroy(match);
}

/* Any mixture of playing, undo and redo: the state is the fold of the log, the
 * file reads back, every outcome follows from the seed. */
static void wander(struct mq_match *match, struct mq_rng *rng)
{
    for (int i = 0; i < 400; i++) {
        int seat = (int)mq_rng_below(rng, 4);
        uint32_t what = mq_rng_below(rng, 10);

        if (what < 6) {
            fixture_step(match, rng);
        } else if (what < 8) {
            int before = mq_match_undo_limit(match, seat);
            int length = mq_match_length(match);
            bool agreed = mq_rng_below(rng, 4) == 0;
            enum mq_status status = mq_match_undo(match, seat, agreed, NULL);

            assert_true(before <= length);
            if (before < length) {
                assert_int_equal(status, MQ_OK);
            } else if (!agreed) {
                assert_int_not_equal(status, MQ_OK);
            }
        } else if (what < 9) {
            mq_match_redo(match, MQ_SPECTATOR, NULL);
        } else if (mq_match_length(match) > 0) {
            int length =
                (int)mq_rng_below(rng, (uint32_t)mq_match_length(match) + 1);

            mq_match_undo_to(match, seat, length);
        }
        fixture_check(match);
    }
}

static void test_wander(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct mq_match *match = fixture_match(4, "wander");
        struct mq_match *again;
        struct mq_verdict v;
        struct mq_rng rng;
        size_t length;
        char *text;

        mq_rng_seed(&rng, seed);
        wander(match, &rng);
        assert_int_equal(mq_match_verify(match, &v), MQ_OK);
        text = mq_match_write(match, &length);
        again = fixture_read(text, length);
        free(text);
        fixture_check(again);
        assert_memory_equal(mq_match_state(match), mq_match_state(again),
                            hz_game()->state_size);
        /* What can be taken back and redone follows from the record. */
        for (int seat = 0; seat < 4; seat++) {
            assert_int_equal(mq_match_undo_limit(match, seat),
                             mq_match_undo_limit(again, seat));
        }
        assert_int_equal(mq_match_redo(match, MQ_SPECTATOR, NULL),
                         mq_match_redo(again, MQ_SPECTATOR, NULL));
        assert_memory_equal(mq_match_state(match), mq_match_state(again),
                            hz_game()->state_size);
        mq_match_destroy(match);
        mq_match_destroy(again);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commit_steps),
        cmocka_unit_test(test_complete_commit),
        cmocka_unit_test(test_revealed),
        cmocka_unit_test(test_dice),
        cmocka_unit_test(test_turn_passed_on),
        cmocka_unit_test(test_certain_outcome),
        cmocka_unit_test(test_redo),
        cmocka_unit_test(test_redo_levels),
        cmocka_unit_test(test_redo_rest),
        cmocka_unit_test(test_redo_of_others),
        cmocka_unit_test(test_undo_to),
        cmocka_unit_test(test_wander),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
