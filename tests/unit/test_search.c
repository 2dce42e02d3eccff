/* The search: deterministic, bounded in memory, sees the obvious. */
#define _GNU_SOURCE /* syscall */

#include "ai/team.h"

#include "core/game.h"

#include "unit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static const struct mq_game *open_mlem(void)
{
    const struct mq_game *game;

    assert_int_equal(mq_game_open("mlem", NULL, 0, &game, NULL), MQ_OK);
    return game;
}

/* A match with missions, some way into it. */
static void play_some(const struct mq_game *g, void *st, int events)
{
    struct mq_setup setup;
    struct mq_rng rng;

    mq_rng_seed(&rng, 7);
    mq_setup_init(g, 3, &setup);
    assert_int_equal(mq_setup_set(g, &setup, "secret", "true", NULL), MQ_OK);
    assert_int_equal(mq_begin(g, st, &setup, NULL), MQ_OK);
    for (int i = 0; i < events; i++) {
        mq_action legal[MQ_MAX_LEGAL];
        uint32_t actors;
        enum mq_turn turn = mq_turn(g, st, &actors);

        if (turn == MQ_TURN_CHANCE) {
            mq_apply(g, st, MQ_CHANCE_SEAT, mq_sample(g, st, &rng));
        } else if (turn == MQ_TURN_SEATS) {
            int seat = __builtin_ctz(actors);
            int n = mq_legal(g, st, seat, legal);

            mq_apply(g, st, seat, legal[mq_rng_below(&rng, (uint32_t)n)]);
        }
    }
}

/* The first seat that may act, playing chance out until there is one. */
static int actor(const struct mq_game *g, void *st)
{
    struct mq_rng rng;
    uint32_t actors;

    mq_rng_seed(&rng, 9);
    while (mq_turn(g, st, &actors) == MQ_TURN_CHANCE) {
        mq_apply(g, st, MQ_CHANCE_SEAT, mq_sample(g, st, &rng));
    }
    assert_true(actors != 0);
    return __builtin_ctz(actors);
}

static mq_action choose_with(const struct mq_game *g, const void *st, int seat,
                             uint64_t seed, struct mq_budget budget)
{
    struct mq_choice choice;
    struct mq_rng rng;

    mq_rng_seed(&rng, seed);
    assert_int_equal(mq_bot_choose(mq_bot_find("search"), g, st, seat, &budget,
                                   &rng, &choice),
                     MQ_OK);
    assert_true(choice.count == 1 || (choice.valued && choice.count > 0));
    for (int i = 0; i < choice.count; i++) {
        assert_true(choice.candidate[i].value >= 0 &&
                    choice.candidate[i].value <= 1);
    }
    return choice.candidate[0].action;
}

static mq_action choose(const struct mq_game *g, const void *st, int seat,
                        uint64_t seed, int iterations)
{
    struct mq_budget budget = {.iterations = iterations};

    return choose_with(g, st, seat, seed, budget);
}

static void test_same_seed_same_choice(void **state)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();

    (void)state;
    for (int events = 0; events < 60; events += 12) {
        play_some(g, st, events);
        int seat = actor(g, st);

        assert_int_equal(choose(g, st, seat, 3, 200),
                         choose(g, st, seat, 3, 200));
    }
    mq_game_close(g);
}

/* Also what runs under the thread sanitizer. */
static void test_threads_choose_alike(void **state)
{
    static const struct mq_budget budget = {.iterations = 300, .threads = 3};
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();

    (void)state;
    for (int events = 10; events < 60; events += 20) {
        play_some(g, st, events);
        int seat = actor(g, st);
        mq_action first = choose_with(g, st, seat, 5, budget);

        for (int again = 0; again < 3; again++) {
            assert_int_equal(choose_with(g, st, seat, 5, budget), first);
        }
    }
    mq_game_close(g);
}

static void *stop_soon(void *flag)
{
    const struct timespec moment = {.tv_nsec = 20 * 1000 * 1000};

    thrd_sleep(&moment, NULL);
    mq_budget_stop(flag);
    return NULL;
}

/* A search that would take for ever ends when somebody stops it; one that is
 * stopped before it began still has a choice. */
static void test_stops(void **state)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    struct mq_budget budget = {.iterations = 2000000000, .threads = 2};
    pthread_t thread;
    int flag = 0;

    (void)state;
    budget.stop = &flag;
    play_some(g, st, 40);
    int seat = actor(g, st);

    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &flag), 0);
    choose_with(g, st, seat, 5, budget);
    pthread_join(thread, NULL);
    assert_int_equal(flag, 1);
    assert_true(mq_is_legal(g, st, seat, choose_with(g, st, seat, 5, budget)));
    mq_game_close(g);
}

/* Three searchers together: what each of them finds alone, added up. */
static void test_team_adds_up(void **state)
{
    alignas(16) unsigned char st[MQ_MAX_STATE], view[MQ_MAX_STATE];
    struct mq_search_settings settings = mq__search_standard;
    const struct mq_game *g = open_mlem();
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_team team;
    struct mq_rng rng;

    (void)state;
    play_some(g, st, 40);
    int seat = actor(g, st);
    int n;
    uint32_t visits, all = 0;
    double sum;

    mq_view(g, st, seat, view);
    n = mq_legal(g, view, seat, legal);
    assert_true(n > 1);
    settings.entries = 30000;
    mq_rng_seed(&rng, 1);
    assert_int_equal(mq__team_init(&team, &(struct mq_question){g, view, seat},
                                   &settings, 3, &rng),
                     MQ_OK);
    mq__team_run(&team, 100, 0);
    assert_int_equal(team.searcher[0].iterations_done, 34);
    assert_int_equal(team.searcher[1].iterations_done, 33);
    assert_int_equal(team.searcher[2].iterations_done, 33);
    for (int i = 0; i < n; i++) {
        mq__team_root(&team, legal[i], &visits, &sum);
        all += visits;
    }
    assert_int_equal(all, 100);
    mq__team_finish(&team);
    mq_game_close(g);
}

#define ASKED 60 /* iterations of `ask` */

/* 0 iterations: those of the bot. */
static struct mq_choice ask_for(const char *bot, const struct mq_game *g,
                                const void *st, int seat, uint64_t seed,
                                int iterations)
{
    struct mq_budget budget = {.iterations = iterations};
    struct mq_choice choice;
    struct mq_rng rng;

    mq_rng_seed(&rng, seed);
    assert_int_equal(
        mq_bot_choose(mq_bot_find(bot), g, st, seat, &budget, &rng, &choice),
        MQ_OK);
    return choice;
}

static struct mq_choice ask(const char *bot, const struct mq_game *g,
                            const void *st, int seat, uint64_t seed)
{
    return ask_for(bot, g, st, seat, seed, ASKED);
}

static bool alike(const struct mq_choice *one, const struct mq_choice *other)
{
    for (int i = 0; i < one->count; i++) {
        if (one->candidate[i].action != other->candidate[i].action ||
            one->candidate[i].value != other->candidate[i].value) {
            return false;
        }
    }
    return one->count == other->count;
}

static void test_games_say_how_far_levels_think(void **state)
{
    static const struct {
        const char *bot;
        int all, part;
    } levels[] = {{"hard", 400, 100}, {"easy", 40, 40}};
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    struct mq_game quarter = *g;

    (void)state;
    quarter.mind.thought = 0.25;
    play_some(g, st, 5);
    int seat = actor(g, st);

    for (size_t i = 0; i < sizeof(levels) / sizeof(levels[0]); i++) {
        const char *bot = levels[i].bot;
        struct mq_choice whole = ask_for(bot, g, st, seat, 1, levels[i].all);
        struct mq_choice part = ask_for(bot, g, st, seat, 1, levels[i].part);
        struct mq_choice own = ask_for(bot, g, st, seat, 1, 0);
        struct mq_choice less = ask_for(bot, &quarter, st, seat, 1, 0);

        assert_true(whole.count > 1 && alike(&own, &whole));
        assert_true(alike(&less, &part));
    }
    mq_game_close(g);
}

/* How often a level doesn't do what `search` finds best with the same seed, and
 * what that loses in all; each time it is less than the bound. */
struct strays {
    int count;
    double lost;
};

static struct strays strays(const char *bot, double bound)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    struct strays all = {0};

    for (int events = 5; events < 65; events += 6) {
        play_some(g, st, events);
        int seat = actor(g, st);

        for (uint64_t seed = 0; seed < 3; seed++) {
            struct mq_choice best = ask("search", g, st, seat, seed);
            struct mq_choice choice = ask(bot, g, st, seat, seed);
            double lost = best.candidate[0].value - choice.candidate[0].value;

            all.count += best.candidate[0].action != choice.candidate[0].action;
            all.lost += lost;
            assert_true(lost <= bound);
        }
    }
    mq_game_close(g);
    return all;
}

static void test_levels_lose_a_bounded_part(void **state)
{
    (void)state;
    struct strays easy = strays("easy", 0.25), normal = strays("normal", 0.07);

    assert_true(normal.count > 0 && easy.count > 0);
    assert_true(easy.lost > normal.lost);
    assert_int_equal(strays("hard", 0).count, 0);
    assert_int_equal(strays("expert", 0).count, 0);
}

/* What the search of `ask` knows of a choice's actions at its root. */
struct judged {
    uint32_t visits[MQ_MAX_CANDIDATES];
    double value[MQ_MAX_CANDIDATES];
    uint32_t most; /* visits of any of them */
};

static struct judged judge(const struct mq_game *g, const void *st, int seat,
                           uint64_t seed, const struct mq_choice *choice)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];
    struct mq_search_settings settings = mq__search_standard;
    struct judged judged = {0};
    struct mq_team team;
    struct mq_rng rng;
    double sum;

    mq_view(g, st, seat, view);
    mq_rng_seed(&rng, seed);
    settings.entries = 30000;
    assert_int_equal(mq__team_init(&team, &(struct mq_question){g, view, seat},
                                   &settings, 1, &rng),
                     MQ_OK);
    mq__team_run(&team, ASKED, 0);
    for (int i = 0; i < choice->count; i++) {
        uint32_t *visits = &judged.visits[i];

        mq__team_root(&team, choice->candidate[i].action, visits, &sum);
        judged.value[i] = *visits > 0 ? sum / *visits : 0;
        judged.most = *visits > judged.most ? *visits : judged.most;
    }
    mq__team_finish(&team);
    return judged;
}

/* Whether `i` may stand before `i + 1`: what is tried often enough first and
 * by value, the rest by visits. */
static bool in_order(const struct judged *judged, int i)
{
    bool trusted = judged->visits[i] * 16 >= judged->most;

    if (trusted != (judged->visits[i + 1] * 16 >= judged->most)) {
        return trusted;
    }
    return trusted ? judged->value[i] >= judged->value[i + 1]
                   : judged->visits[i] >= judged->visits[i + 1];
}

/* Pairs of neighbours after the first whose order isn't the one of their
 * visits; every pair is in its order. */
static int moved_pairs(const struct mq_game *g, const void *st, int seat,
                       const char *bot, uint64_t seed)
{
    struct mq_choice choice = ask(bot, g, st, seat, seed);
    struct judged judged = judge(g, st, seat, seed, &choice);
    int moved = 0;

    for (int i = 1; i + 1 < choice.count; i++) {
        assert_true(choice.candidate[i].value == judged.value[i]);
        assert_true(in_order(&judged, i));
        moved += judged.visits[i] < judged.visits[i + 1];
    }
    return moved;
}

/* Not only behind the best: also behind what a level with noise does. */
static void test_others_stand_by_value(void **state)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    int hard = 0, easy = 0;

    (void)state;
    for (int events = 5; events < 65; events += 6) {
        play_some(g, st, events);
        int seat = actor(g, st);

        if (mq_legal(g, st, seat, (mq_action[MQ_MAX_LEGAL]){0}) == 1) {
            continue;
        }
        for (uint64_t seed = 0; seed < 3; seed++) {
            hard += moved_pairs(g, st, seat, "hard", seed);
            easy += moved_pairs(g, st, seat, "easy", seed);
        }
    }
    assert_true(hard > 0 && easy > 0);
    mq_game_close(g);
}

/* With one legal action there is nothing to think about. */
static void test_forced_moves_cost_nothing(void **state)
{
    static const struct mq_budget forever = {.iterations = 2000000000};
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    mq_action legal[MQ_MAX_LEGAL];
    int found = 0;

    (void)state;
    for (int events = 0; events < 80; events++) {
        play_some(g, st, events);
        int seat = actor(g, st);

        if (mq_legal(g, st, seat, legal) == 1) {
            assert_int_equal(choose_with(g, st, seat, 1, forever), legal[0]);
            found++;
        }
    }
    assert_true(found > 0);
    mq_game_close(g);
}

static void test_full_table_goes_on(void **state)
{
    alignas(16) unsigned char st[MQ_MAX_STATE], view[MQ_MAX_STATE];
    struct mq_search_settings settings = mq__search_standard;
    const struct mq_game *g = open_mlem();
    struct mq_searcher *s = malloc(sizeof(*s));

    (void)state;
    assert_non_null(s);
    play_some(g, st, 40);
    int seat = actor(g, st);

    mq_view(g, st, seat, view);
    settings.entries = 1;
    assert_int_equal(mq__search_init(s, g, view, seat, &settings, 1), MQ_OK);
    mq__search_run(s, 500, 0);
    assert_int_equal(s->iterations_done, 500);
    assert_true(s->table.used <= s->table.limit);
    mq__search_finish(s);
    free(s);
    mq_game_close(g);
}

/* Space 24 shows 2 and A; one die: the next roll crashes with 1/2, and the
 * planet of most points is right here. */
static void test_lands_before_a_likely_crash(void **state)
{
    static const char json[] =
        "{\"game\":\"mlem\",\"options\":{\"ufo\":false,\"exploration\":fals"
        "e,\"secret\":false},\"step\":\"land\",\"turn\":\"P1\",\"expedition\""
        ":{\"starter\":\"P1\"},\"rocket\":{\"space\":24,\"crew\":[{\"player\""
        ":\"P1\",\"astronaut\":\"settler\",\"used\":false},{\"player\":\"P2\""
        ",\"astronaut\":\"pip\",\"used\":false}],\"comet\":false},\"dice\":"
        "{\"available\":1,\"rolled\":[]},\"failures\":10,\"goals\":{\"four"
        "-planets\":null,\"one-planet\":null,\"four-moons\":null,\"deep"
        "-space\":null},\"moons\":{\"6\":[null,null],\"7\":[null,null],\""
        "10\":[null,null],\"11\":[null,null],\"14\":[null,null],\"15\":["
        "null,null],\"18\":[null,null],\"19\":[null,null],\"22\":[null,"
        "null],\"23\":[null,null]},\"planets\":{\"1\":[],\"2\":[],\"3\":[],"
        "\"4\":[],\"5\":[]},\"comet\":[],\"galaxy\":[],\"players\":{\"P1\":{}"
        ",\"P2\":{}}}";
    alignas(16) unsigned char st[MQ_MAX_STATE];
    const struct mq_game *g = open_mlem();
    struct mq_error error;
    char text[MQ_TEXT_SIZE], why[256];

    (void)state;
    if (mq_position_read(g, json, sizeof(json) - 1, st, &error) != MQ_OK) {
        mq_sentence(&error.message, &(struct mq_voice){0}, why, sizeof(why));
        fail_msg("%s", why);
    }
    mq_event_text(g, (struct mq_event){0, choose(g, st, 0, 1, 400)}, text,
                  sizeof(text));
    assert_string_equal(text, "land");
    mq_game_close(g);
}

static int wall_looks;

/* In place of the C library's: the search must not look at the wall clock. */
int timespec_get(struct timespec *out, int base)
{
    wall_looks++;
    *out = (struct timespec){.tv_sec = time(NULL)};
    return base;
}

int clock_gettime(clockid_t clock, struct timespec *out)
{
    wall_looks += clock == CLOCK_REALTIME;
    return (int)syscall(SYS_clock_gettime, clock, out);
}

/* A budget of time ends by a clock that never jumps: a wall clock that is set
 * back an hour would keep a bot thinking for that hour. */
static void test_time_never_jumps(void **state)
{
    const struct mq_game *g = open_mlem();
    _Alignas(16) unsigned char st[MQ_MAX_STATE];
    int seat;

    (void)state;
    play_some(g, st, 30);
    seat = actor(g, st);
    wall_looks = 0; /* the test's own frame has looked */
    choose_with(g, st, seat, 1,
                (struct mq_budget){.iterations = 1 << 30, .ms = 20});
    assert_int_equal(wall_looks, 0);
    mq_game_close(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_choice),
        cmocka_unit_test(test_threads_choose_alike),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_team_adds_up),
        cmocka_unit_test(test_levels_lose_a_bounded_part),
        cmocka_unit_test(test_others_stand_by_value),
        cmocka_unit_test(test_games_say_how_far_levels_think),
        cmocka_unit_test(test_forced_moves_cost_nothing),
        cmocka_unit_test(test_full_table_goes_on),
        cmocka_unit_test(test_lands_before_a_likely_crash),
        cmocka_unit_test(test_time_never_jumps),
    };

    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
