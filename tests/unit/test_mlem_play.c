/* MLEM: whole matches at random, for every number of players and every set of
 * variants: they end, and what must be conserved is. */
#include "unit.h"

#include <maxq/game.h>

#include "games/mlem/state.h"

#include <stdlib.h>
#include <string.h>

static const struct mq_game *game;

static int open_game(void **state)
{
    (void)state;
    return mq_game_open("mlem", NULL, 0, &game, NULL) == MQ_OK ? 0 : -1;
}

static int close_game(void **state)
{
    (void)state;
    mq_game_close(game);
    return 0;
}

/* Every astronaut is in one place, and moons are taken by those on them. */
static void check_astronauts(const struct mlem_state *st)
{
    uint32_t moons = 0;

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            int place = st->place[seat][i];

            assert_int_equal((st->board[seat] >> i & 1) +
                                 (st->crew[seat] == i + 1) +
                                 (place != MLEM_NOWHERE),
                             1);
            if (place >= MLEM_MOON) {
                assert_int_equal(moons >> (place - MLEM_MOON) & 1, 0);
                moons |= UINT32_C(1) << (place - MLEM_MOON);
            }
        }
    }
    assert_int_equal(moons, st->taken);
}

static void check_text(struct mq_event event)
{
    char text[MQ_TEXT_SIZE];
    mq_action again;

    mq_event_text(game, event, text, sizeof(text));
    assert_int_equal(game->read_text(game, text, event.seat, &again, NULL),
                     MQ_OK);
    assert_int_equal(again, event.action);
}

static void check_json(const struct mlem_state *st)
{
    struct mlem_state again;
    struct mq_error error = {0};
    char *json = mq_position_write(game, st);

    assert_non_null(json);
    memset(&again, 0xA5, sizeof(again));
    if (mq_position_read(game, json, strlen(json), &again, &error) != MQ_OK) {
        fail_msg("%s %s: %s", error.message.id, error.message.arg[0].text,
                 json);
    }
    assert_memory_equal(&again, st, sizeof(again));
    free(json);
}

/* A seat's view loads, and what is dealt over it looks the same to it. */
static void check_views(const struct mlem_state *st, struct mq_rng *rng)
{
    for (int seat = MQ_SPECTATOR; seat < st->players; seat++) {
        struct mlem_state view, possible;

        mq_view(game, st, seat, &view);
        check_json(&view);
        possible = view;
        game->resample(game, &possible, seat, rng);
        assert_int_equal(game->check(game, &possible, NULL), MQ_OK);
        check_json(&possible);
        game->redact(game, &possible, seat);
        assert_memory_equal(&possible, &view, sizeof(view));
    }
}

static void check_state(const struct mlem_state *st)
{
    struct mq_error error = {0};

    if (game->check(game, st, &error) != MQ_OK) {
        char *json = mq_position_write(game, st);

        fail_msg("%s %s: %s", error.message.id, error.message.arg[0].text,
                 json);
    }
    check_astronauts(st);
}

static void check_outcome(const struct mlem_state *st, mq_action outcome)
{
    mq_action out[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES], sum = 0;
    int n = game->outcomes(game, st, out, p);
    bool found = false;

    for (int i = 0; i < n; i++) {
        sum += p[i];
        found |= out[i] == outcome;
    }
    assert_true(found);
    assert_float_equal(sum, 1, 1e-9);
}

/* One event; false when the match is over. */
static bool play_event(struct mlem_state *st, struct mq_rng *rng)
{
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_event event = {MQ_CHANCE_SEAT, 0};
    uint32_t actors;
    enum mq_turn turn = game->turn(game, st, &actors);

    if (turn == MQ_TURN_OVER) {
        return false;
    }
    if (turn == MQ_TURN_CHANCE) {
        event.action = game->sample(game, st, rng);
        check_outcome(st, event.action);
    } else {
        event.seat = __builtin_ctz(actors);
        int n = game->legal(game, st, event.seat, legal);

        assert_in_range(n, 1, MQ_MAX_LEGAL);
        event.action = legal[mq_rng_below(rng, (uint32_t)n)];
    }
    check_text(event);
    game->apply(game, st, event.seat, event.action);
    return true;
}

static void play(int players, int variants, uint64_t seed)
{
    struct mlem_state st;
    struct mq_setup setup;
    struct mq_rng rng;
    int events = 0;

    mq_setup_init(game, players, &setup);
    for (int i = 0; i < 3; i++) {
        setup.option[i] = variants >> i & 1;
    }
    mq_rng_seed(&rng, seed);
    assert_int_equal(game->setup(game, &st, &setup, NULL), MQ_OK);
    while (play_event(&st, &rng)) {
        check_state(&st);
        if (++events % 50 == 0 || st.step == MLEM_STEP_RETURN ||
            st.step == MLEM_STEP_OVER) {
            check_json(&st);
            check_views(&st, &rng);
        }
        assert_true(events < 5000);
    }
    assert_true(game->winners(game, &st) != 0);
}

static void random_matches(void **state)
{
    (void)state;
    for (int players = 2; players <= 5; players++) {
        for (int variants = 0; variants < 8; variants++) {
            for (uint64_t seed = 0; seed < 4; seed++) {
                play(players, variants, seed);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_matches),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
