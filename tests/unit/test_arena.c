/* The arena: seats, mirrored deals, ratings, lines that read back. */
#include "unit.h"

#include "sim/arena.h"

#include <string.h>

static void open_arena(struct mq_arena *arena, int players, int entrants)
{
    static const char *const names[] = {"greedy", "random", "easy"};

    memset(arena, 0, sizeof *arena);
    assert_int_equal(mq_game_open("mlem", NULL, 0, &arena->game, NULL), MQ_OK);
    mq_setup_init(arena->game, players, &arena->setup);
    for (int i = 0; i < entrants; i++) {
        struct mq_entrant *e = &arena->entrant[i];

        memcpy(e->name, names[i], strlen(names[i]) + 1);
        e->bot = mq_bot_find(names[i]);
        assert_non_null(e->bot);
    }
    arena->entrants = entrants;
    arena->budget.iterations = 5;
    arena->seed = 7;
}

static void everyone_sits_everywhere(void **state)
{
    struct mq_arena arena;
    int sat[3][MQ_MAX_PLAYERS];

    (void)state;
    for (int players = 2; players <= 5; players++) {
        int entrant[MQ_MAX_PLAYERS];

        open_arena(&arena, players, 3);
        memset(sat, 0, sizeof sat);
        assert_int_equal(mq__arena_pairings(&arena), players == 2 ? 3 : 6);
        for (int i = 0; i < players * mq__arena_pairings(&arena); i++) {
            mq__arena_seats(&arena, i, entrant);
            for (int seat = 0; seat < players; seat++) {
                sat[entrant[seat]][seat]++;
            }
        }
        for (int bot = 0; bot < 3; bot++) {
            for (int seat = 0; seat < players; seat++) {
                assert_int_equal(sat[bot][seat], sat[0][0]);
            }
        }
        mq_game_close(arena.game);
    }
}

/* One bot under two names: mirrored games are the same game, the seats
 * exchanged, so that neither is ever the stronger one. */
static void mirrored_deals_cancel_luck(void **state)
{
    struct mq_arena arena;
    struct mq_standings standings = {0};

    (void)state;
    open_arena(&arena, 2, 2);
    arena.entrant[1].bot = arena.entrant[0].bot;
    for (int deal = 0; deal < 10; deal++) {
        struct mq_arena_game one, two;

        assert_int_equal(mq__arena_play(&arena, 2 * deal, &one), MQ_OK);
        assert_int_equal(mq__arena_play(&arena, 2 * deal + 1, &two), MQ_OK);
        mq__standings_add(&standings, &arena, &one);
        mq__standings_add(&standings, &arena, &two);
    }
    assert_true(standings.bot[0].share == 10);
    assert_true(standings.bot[0].score == standings.bot[1].score);
    mq_game_close(arena.game);
}

static void a_number_is_a_game(void **state)
{
    struct mq_arena arena;
    struct mq_arena_game one, two;
    struct mq_buf a, b;

    (void)state;
    open_arena(&arena, 3, 3);
    for (long number = 0; number < 12; number += 5) {
        assert_int_equal(mq__arena_play(&arena, number, &one), MQ_OK);
        assert_int_equal(mq__arena_play(&arena, number, &two), MQ_OK);
        memcpy(two.ms, one.ms, sizeof two.ms);
        mq__buf_init(&a);
        mq__buf_init(&b);
        mq__arena_write_game(&arena, &one, &a);
        mq__arena_write_game(&arena, &two, &b);
        assert_string_equal(mq__buf_text(&a), mq__buf_text(&b));
        mq__buf_finish(&a);
        mq__buf_finish(&b);
    }
    mq_game_close(arena.game);
}

static void lines_read_back(void **state)
{
    struct mq_arena arena;
    struct mq_arena_game game, again;
    struct mq_buf a, b;

    (void)state;
    open_arena(&arena, 4, 2);
    assert_int_equal(mq__arena_play(&arena, 9, &game), MQ_OK);
    game.forfeit = 2;
    memcpy(game.reason, "nonsense", 9);
    memcpy(game.answer, "\"?\"", 4);
    mq__buf_init(&a);
    mq__buf_init(&b);
    mq__arena_write_game(&arena, &game, &a);
    assert_true(mq__arena_read_game(&arena, a.data, a.length, &again));
    mq__arena_write_game(&arena, &again, &b);
    assert_string_equal(mq__buf_text(&a), mq__buf_text(&b));
    for (size_t cut = 0; cut < a.length; cut++) {
        assert_false(mq__arena_read_game(&arena, a.data, cut, &again));
    }
    memcpy(arena.entrant[0].name, "other", 6);
    assert_false(mq__arena_read_game(&arena, a.data, a.length, &again));
    mq__buf_finish(&a);
    mq__buf_finish(&b);
    mq_game_close(arena.game);
}

/* 76 of 100 is 200 Elo and a little; the one even game more takes 2 of it. */
static void elo_of_two(void **state)
{
    struct mq_arena arena;
    struct mq_standings s = {.games = 100};
    double gap;

    (void)state;
    open_arena(&arena, 2, 2);
    s.met[0][1] = s.met[1][0] = 100;
    s.won[0][1] = 76;
    s.won[1][0] = 24;
    mq__standings_rate(&s, &arena);
    gap = s.bot[0].elo - s.bot[1].elo;
    assert_true(gap > 196 && gap < 199);
    assert_true(s.bot[0].elo + s.bot[1].elo < 1e-6);
    /* 1 / sqrt(n p q) of a difference in natural units, half of it each. */
    assert_true(s.bot[0].elo_margin > 38 && s.bot[0].elo_margin < 41);
    mq_game_close(arena.game);
}

/* Four at the table: a quarter each is even. */
static void elo_of_many(void **state)
{
    struct mq_arena arena;
    struct mq_standings s = {.games = 800};

    (void)state;
    open_arena(&arena, 4, 2);
    s.met[0][1] = s.met[1][0] = 400;
    s.won[0][1] = s.won[1][0] = 100;
    mq__standings_rate(&s, &arena);
    assert_true(s.bot[0].elo > -0.01 && s.bot[0].elo < 0.01);
    s.won[0][1] = 200; /* half the games with a quarter of the seats */
    s.won[1][0] = 40;  /* one in ten: 1 : 9, three seats : 1 : 3 */
    mq__standings_rate(&s, &arena);
    assert_true(s.bot[0].elo - s.bot[1].elo > 185 &&
                s.bot[0].elo - s.bot[1].elo < 192);
    mq_game_close(arena.game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everyone_sits_everywhere),
        cmocka_unit_test(mirrored_deals_cancel_luck),
        cmocka_unit_test(a_number_is_a_game),
        cmocka_unit_test(lines_read_back),
        cmocka_unit_test(elo_of_two),
        cmocka_unit_test(elo_of_many),
    };

    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
