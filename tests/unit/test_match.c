/* The match record: the checked door, chance, remarks, states, seats' logs and
 * the chain of links. */
#include "record_fixture.h"

#include "core/json.h"

#include <stdlib.h>
#include <string.h>

static void test_create_refuses(void **state)
{
    struct mq_match_config config = {0};
    struct mq_match *match;
    struct mq_error error;

    (void)state;
    mq_setup_init(hz_game(), 9, &config.setup);
    assert_int_equal(mq_match_create(hz_game(), &config, &match, &error),
                     MQ_RANGE);
    assert_null(match);
    config.setup.players = 2;
    config.seat[1].name[0] = '\xFF';
    assert_int_equal(mq_match_create(hz_game(), &config, &match, &error),
                     MQ_RANGE);
    assert_string_equal(error.message.id, "match.name");
    memset(config.seat[1].name, 'x', MQ_NAME_SIZE);
    assert_int_equal(mq_match_create(hz_game(), &config, &match, &error),
                     MQ_RANGE);
    mq_match_destroy(NULL);
}

/* A refusal changes nothing and says why. */
static void refused(struct mq_match *match, enum mq_status expected,
                    enum mq_status status, const struct mq_note *why,
                    const char *id)
{
    assert_int_equal(status, expected);
    assert_string_equal(why->message.id, id);
    assert_int_equal(mq_match_entries(match), mq_match_length(match));
    fixture_check(match);
}

static void test_door(void **state)
{
    struct mq_match *match = fixture_match(3, "door");
    mq_action give = MQ_ACTION(HZ_A_GIVE, 0, 0, 0);
    struct mq_note why;

    (void)state;
    refused(match, MQ_NOT_YOUR_TURN, mq_match_play(match, 0, give, &why), &why,
            "match.chance-acts");
    refused(match, MQ_ILLEGAL,
            mq_match_supply(match, MQ_ACTION(HZ_C_ROLL, 1, 0, 0), &why), &why,
            "hazard.illegal");
    fixture_sample(match);
    refused(match, MQ_RANGE, mq_match_play(match, 3, give, &why), &why,
            "match.no-seat");
    refused(match, MQ_RANGE, mq_match_play(match, MQ_CHANCE_SEAT, give, &why),
            &why, "match.no-seat");
    refused(match, MQ_UNKNOWN_WORD,
            mq_match_play_text(match, 0, "give a hand", &why), &why,
            "hazard.text");
    refused(match, MQ_ILLEGAL, mq_match_play_text(match, 0, "seal", &why), &why,
            "hazard.illegal");
    refused(match, MQ_NOT_CHANCE,
            mq_match_supply(match, MQ_ACTION(HZ_C_ROLL, 1, 0, 0), &why), &why,
            "match.not-chance");
    fixture_commit(match, 0);
    refused(match, MQ_NOT_YOUR_TURN, mq_match_play(match, 0, give, &why), &why,
            "match.not-your-turn");
    assert_int_equal(mq_match_chance(match, NULL), MQ_NOT_CHANCE);
    mq_match_destroy(match);
}

static void test_same_seed_same_match(void **state)
{
    struct mq_match *a = fixture_match(4, "same");
    struct mq_match *b = fixture_match(4, "same");
    struct mq_match *other = fixture_match(4, "other");

    (void)state;
    fixture_play_out(a, 1);
    fixture_play_out(b, 1);
    fixture_play_out(other, 1);
    assert_int_equal(mq_match_entries(a), mq_match_entries(b));
    for (int i = 0; i < mq_match_entries(a); i++) {
        assert_memory_equal(mq_match_entry(a, i)->link,
                            mq_match_entry(b, i)->link, MQ_HASH_SIZE);
    }
    assert_memory_not_equal(mq_match_state(a), mq_match_state(other),
                            hz_game()->state_size);
    mq_match_destroy(a);
    mq_match_destroy(b);
    mq_match_destroy(other);
}

static void test_states(void **state)
{
    alignas(16) unsigned char folded[MQ_MAX_STATE];
    alignas(16) unsigned char at[MQ_MAX_STATE];
    struct mq_match *match = fixture_match(4, "states");
    uint32_t actors;

    (void)state;
    fixture_play_out(match, 2);
    assert_int_equal(mq_match_turn(match, &actors), MQ_TURN_OVER);
    /* Several snapshots, or this would test nothing. */
    assert_true(mq_match_length(match) > 2 * MQ_SNAPSHOT_EVERY);
    for (int k = 0; k <= mq_match_length(match); k++) {
        fixture_fold(match, k, folded);
        mq_match_state_at(match, k, at);
        assert_memory_equal(folded, at, hz_game()->state_size);
    }
    mq_match_destroy(match);
}

/* What a seat's log must be, made the slow way. */
struct seen {
    const struct mq_match *match;
    int seat, next, number;
    int visited;
};

static bool check_seen(void *context, int number, struct mq_event event,
                       const void *before_view, const void *view)
{
    struct seen *s = context;
    const struct mq_game *game = hz_game();
    alignas(16) unsigned char st[MQ_MAX_STATE];
    alignas(16) unsigned char expected[MQ_MAX_STATE];
    struct mq_event out;

    for (;;) {
        bool sees;

        assert_true(s->next < mq_match_length(s->match));
        fixture_fold(s->match, s->next, st);
        sees =
            mq_seen(game, st, mq_match_event(s->match, s->next), s->seat, &out);
        s->next++;
        s->number += sees;
        if (sees && s->number - 1 == number) {
            break;
        }
    }
    assert_int_equal(out.seat, event.seat);
    assert_int_equal(out.action, event.action);
    mq_view(game, st, s->seat, expected);
    assert_memory_equal(expected, before_view, game->state_size);
    fixture_fold(s->match, s->next, st);
    mq_view(game, st, s->seat, expected);
    assert_memory_equal(expected, view, game->state_size);
    s->visited++;
    return s->visited < 40;
}

static void test_seats_logs(void **state)
{
    struct mq_match *match = fixture_match(4, "seen");

    (void)state;
    fixture_play_out(match, 3);
    for (int seat = MQ_SPECTATOR; seat < 4; seat++) {
        int all = mq_match_seen(match, seat, 0, NULL, NULL);

        assert_true(all > 0 && all < mq_match_length(match));
        for (int from = 0; from <= all; from += 5) {
            struct seen s = {match, seat, 0, 0, 0};
            int left = all - from;

            assert_int_equal(mq_match_seen(match, seat, from, check_seen, &s),
                             all);
            assert_int_equal(s.visited, left < 40 ? left : 40);
        }
    }
    mq_match_destroy(match);
}

static void test_two_concede(void **state)
{
    struct mq_match *match = fixture_dealt(2, "concede");
    uint32_t actors;
    struct mq_note why;

    (void)state;
    assert_int_equal(mq_match_winners(match), 0);
    assert_int_equal(mq_match_concede(match, 2), MQ_RANGE);
    assert_int_equal(mq_match_concede(match, 0), MQ_OK);
    assert_int_equal(mq_match_turn(match, &actors), MQ_TURN_OVER);
    assert_int_equal(actors, 0);
    assert_int_equal(mq_match_winners(match), 2);
    assert_int_equal(mq_match_conceded(match), 1);
    assert_int_equal(mq_match_concede(match, 1), MQ_OVER);
    assert_int_equal(mq_match_play_text(match, 0, "seal", &why), MQ_OVER);
    assert_string_equal(why.message.id, "match.over");
    assert_int_equal(mq_match_undo(match, 0, true, NULL), MQ_OVER);
    mq_match_destroy(match);
}

/* Who conceded among more plays on by a bot and ranks last. */
static void test_three_concede(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct mq_match *match = fixture_match(3, "three");
        double scores[MQ_MAX_PLAYERS];
        uint32_t winners;
        int best = -1;

        fixture_sample(match);
        assert_int_equal(mq_match_concede(match, 0), MQ_OK);
        assert_int_equal(mq_match_concede(match, 0), MQ_NOTHING);
        fixture_play_out(match, seed);
        mq_scores(hz_game(), mq_match_state(match), scores);
        winners = mq_match_winners(match);
        best = scores[1] >= scores[2] ? 1 : 2;
        assert_int_equal(winners, scores[1] == scores[2] ? 6 : 1 << best);
        mq_match_destroy(match);
    }
}

static void test_remarks(void **state)
{
    struct mq_match *match = fixture_dealt(3, "remarks");
    int n = mq_match_entries(match);
    char name[MQ_NAME_SIZE + 1] = "";

    (void)state;
    assert_string_equal(mq_match_bot(match, 0), "");
    assert_string_equal(mq_match_bot(match, 1), "greedy");
    assert_int_equal(mq_match_hand_over(match, 0, "random"), MQ_OK);
    assert_string_equal(mq_match_bot(match, 0), "random");
    assert_int_equal(mq_match_hand_over(match, 0, ""), MQ_OK);
    assert_string_equal(mq_match_bot(match, 0), "");
    memset(name, 'x', MQ_NAME_SIZE);
    assert_int_equal(mq_match_hand_over(match, 0, name), MQ_RANGE);
    assert_int_equal(mq_match_hand_over(match, 0, "\xC3"), MQ_RANGE);
    assert_int_equal(mq_match_clock(match, 2, "30 s left"), MQ_OK);
    assert_int_equal(mq_match_clock(match, -1, "30 s left"), MQ_RANGE);
    assert_int_equal(mq_match_entries(match), n + 3);
    assert_string_equal(mq_match_entry(match, n + 2)->text, "30 s left");
    assert_int_equal(mq_match_entry(match, n + 2)->kind, MQ_ENTRY_CLOCK);
    fixture_check(match);
    mq_match_destroy(match);
}

static void test_close(void **state)
{
    struct mq_match *match = fixture_dealt(2, "close");
    uint32_t actors;

    (void)state;
    assert_false(mq_match_closed(match));
    assert_int_equal(mq_match_close(match), MQ_OK);
    assert_true(mq_match_closed(match));
    assert_int_equal(mq_match_turn(match, &actors), MQ_TURN_OVER);
    assert_int_equal(mq_match_winners(match), 0);
    assert_int_equal(mq_match_close(match), MQ_OVER);
    assert_int_equal(mq_match_clock(match, 0, "x"), MQ_OVER);
    assert_int_equal(mq_match_hand_over(match, 0, "x"), MQ_OVER);
    assert_int_equal(mq_match_concede(match, 0), MQ_OVER);
    assert_int_equal(mq_match_undo_to(match, 0, 0), MQ_OVER);
    assert_int_equal(mq_match_undo_limit(match, 0), mq_match_length(match));
    mq_match_destroy(match);
}

/* `{"n":…,"link":"…"}` without its link, as docs/match.md says. */
static void cut_link(char *line)
{
    char *link = strstr(line, ",\"link\":\"");

    assert_non_null(link);
    memcpy(link, "}", 2);
}

static void test_links(void **state)
{
    struct mq_match *match = fixture_match(3, "links");
    alignas(16) unsigned char st[MQ_MAX_STATE];
    uint8_t link[MQ_HASH_SIZE];
    struct mq_hash hash;
    char *header = mq_match_header_line(match);
    char *position;

    (void)state;
    fixture_fold(match, 0, st);
    position = mq_position_write(hz_game(), st);
    mq__hash_init(&hash, MQ_HASH_SIZE);
    mq__hash_add(&hash, header, strlen(header) - 1);
    mq__hash_add(&hash, position, strlen(position));
    mq__hash_end(&hash, link);
    free(header);
    free(position);
    fixture_play_out(match, 4);
    assert_int_equal(mq_match_close(match), MQ_OK);
    for (int i = 0; i < mq_match_entries(match); i++) {
        char *line = mq_match_entry_line(match, i);
        int length = mq_match_length(match);

        cut_link(line);
        fixture_fold(match, i < length ? i + 1 : length, st);
        position = mq_position_write(hz_game(), st);
        mq__hash_init(&hash, MQ_HASH_SIZE);
        mq__hash_add(&hash, link, sizeof link);
        mq__hash_add(&hash, line, strlen(line));
        mq__hash_add(&hash, position, strlen(position));
        mq__hash_end(&hash, link);
        assert_memory_equal(link, mq_match_entry(match, i)->link, sizeof link);
        free(line);
        free(position);
    }
    mq_match_destroy(match);
}

static void test_from_position(void **state)
{
    struct mq_match *match = fixture_dealt(3, "from");
    struct mq_match_config config = *mq_match_config_of(match);
    struct hz_state st;
    struct mq_match *on;
    struct mq_error error;

    (void)state;
    memcpy(&st, mq_match_state(match), sizeof st);
    assert_int_equal(mq_match_create_from(hz_game(), &config, &st, &on, &error),
                     MQ_OK);
    assert_int_equal(mq_match_length(on), 0);
    assert_memory_equal(mq_match_state(on), &st, sizeof st);
    fixture_play_out(on, 5);
    mq_match_destroy(on);
    st.players = 9;
    assert_int_not_equal(
        mq_match_create_from(hz_game(), &config, &st, &on, &error), MQ_OK);
    assert_null(on);
    mq_match_destroy(match);
}

static void test_verify(void **state)
{
    struct mq_match *match = fixture_match(2, "verify");
    struct mq_verdict v;

    (void)state;
    assert_int_equal(mq_match_supply(match, MQ_ACTION(HZ_C_BOX, 5, 0, 0), NULL),
                     MQ_OK);
    fixture_play_out(match, 6);
    assert_int_equal(mq_match_verify(match, &v), MQ_OK);
    assert_false(v.revealed);
    assert_int_equal(mq_match_close(match), MQ_OK);
    assert_int_equal(mq_match_verify(match, &v), MQ_OK);
    assert_true(v.revealed && v.commitment && v.typed_seed);
    assert_int_equal(v.supplied, 1);
    assert_true(v.followed > 4);
    assert_int_equal(v.first_wrong, -1);
    mq_match_destroy(match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_refuses),
        cmocka_unit_test(test_door),
        cmocka_unit_test(test_same_seed_same_match),
        cmocka_unit_test(test_states),
        cmocka_unit_test(test_seats_logs),
        cmocka_unit_test(test_two_concede),
        cmocka_unit_test(test_three_concede),
        cmocka_unit_test(test_remarks),
        cmocka_unit_test(test_close),
        cmocka_unit_test(test_links),
        cmocka_unit_test(test_from_position),
        cmocka_unit_test(test_verify),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
