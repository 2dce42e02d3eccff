/* Matches of the test game Hazard: see record_fixture.h. */
#include "record_fixture.h"

#include <stdlib.h>
#include <string.h>

struct mq_match *fixture_match(int players, const char *seed)
{
    struct mq_match_config config = {.typed_seed = true};
    struct mq_match *match;
    struct mq_error error;

    mq_setup_init(hz_game(), players, &config.setup);
    config.setup.option[0] = 3;
    mq_seed_from_text(&config.seed, seed);
    memcpy(config.seat[0].name, "Änne", sizeof "Änne");
    memcpy(config.seat[1].bot, "greedy", sizeof "greedy");
    assert_int_equal(mq_match_create(hz_game(), &config, &match, &error),
                     MQ_OK);
    return match;
}

void fixture_sample(struct mq_match *match)
{
    enum mq_status status;

    do {
        status = mq_match_chance(match, NULL);
    } while (status == MQ_OK);
    assert_int_equal(status, MQ_NOT_CHANCE);
}

struct mq_match *fixture_dealt(int players, const char *seed)
{
    struct mq_match *match = fixture_match(players, seed);

    fixture_sample(match);
    return match;
}

mq_action fixture_first(const struct mq_match *match, int seat)
{
    mq_action legal[MQ_MAX_LEGAL];

    assert_true(mq_legal(hz_game(), mq_match_state(match), seat, legal) > 0);
    return legal[0];
}

void fixture_play(struct mq_match *match, int seat)
{
    assert_int_equal(
        mq_match_play(match, seat, fixture_first(match, seat), NULL), MQ_OK);
}

void fixture_commit(struct mq_match *match, int seat)
{
    uint32_t actors;

    do {
        mq_action action = fixture_first(match, seat);

        assert_int_equal(mq_match_play(match, seat, action, NULL), MQ_OK);
        if (MQ_ACTION_KIND(action) == HZ_A_SEAL) {
            return;
        }
    } while (mq_match_turn(match, &actors) == MQ_TURN_SEATS);
}

static int random_actor(uint32_t actors, struct mq_rng *rng)
{
    int seat;

    do {
        seat = (int)mq_rng_below(rng, MQ_MAX_PLAYERS);
    } while ((actors >> seat & 1) == 0);
    return seat;
}

bool fixture_step(struct mq_match *match, struct mq_rng *rng)
{
    const struct mq_game *game = mq_match_game(match);
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    int seat, n;

    switch (mq_match_turn(match, &actors)) {
    case MQ_TURN_CHANCE:
        assert_int_equal(mq_match_chance(match, NULL), MQ_OK);
        return true;
    case MQ_TURN_SEATS:
        seat = random_actor(actors, rng);
        n = mq_legal(game, mq_match_state(match), seat, legal);
        assert_int_equal(mq_match_play(match, seat,
                                       legal[mq_rng_below(rng, (uint32_t)n)],
                                       NULL),
                         MQ_OK);
        return true;
    default:
        return false;
    }
}

void fixture_play_out(struct mq_match *match, uint64_t seed)
{
    struct mq_rng rng;

    mq_rng_seed(&rng, seed);
    while (fixture_step(match, &rng)) {
    }
}

void fixture_fold(const struct mq_match *match, int k, void *out)
{
    const struct mq_game *game = mq_match_game(match);
    struct mq_error error;

    assert_int_equal(
        mq_begin(game, out, &mq_match_config_of(match)->setup, &error), MQ_OK);
    for (int i = 0; i < k; i++) {
        struct mq_event event = mq_match_event(match, i);

        assert_true(mq_is_legal(game, out, event.seat, event.action));
        mq_apply(game, out, event.seat, event.action);
    }
}

void fixture_check(const struct mq_match *match)
{
    const struct mq_game *game = mq_match_game(match);
    alignas(16) unsigned char st[MQ_MAX_STATE];
    int k = 0;

    for (int i = 0; i < mq_match_entries(match); i++) {
        const struct mq_entry *entry = mq_match_entry(match, i);

        if (entry->kind == MQ_ENTRY_EVENT && !entry->withdrawn) {
            assert_int_equal(mq_match_event_entry(match, k), i);
            assert_int_equal(mq_match_event(match, k).seat, entry->seat);
            k++;
        }
    }
    assert_int_equal(mq_match_length(match), k);
    fixture_fold(match, k, st);
    assert_memory_equal(st, mq_match_state(match), game->state_size);
    mq_match_state_at(match, k, st);
    assert_memory_equal(st, mq_match_state(match), game->state_size);
}

static enum mq_status open_hazard(void *context, const char *id,
                                  const struct mq_table_file *files, int count,
                                  const uint8_t hash[MQ_HASH_SIZE],
                                  const struct mq_game **out)
{
    (void)context;
    (void)files;
    (void)count;
    (void)hash;
    *out = strcmp(id, hz_game()->id) == 0 ? hz_game() : NULL;
    return *out != NULL ? MQ_OK : MQ_UNKNOWN_WORD;
}

static void close_hazard(const struct mq_game *game)
{
    (void)game;
}

const struct mq_match_opener fixture_opener = {open_hazard, close_hazard, NULL};

struct mq_match *fixture_read(const char *text, size_t length)
{
    struct mq_match *match;
    struct mq_match_notice notice;
    struct mq_error error = {0};

    assert_int_equal(
        mq__match_read(text, length, &fixture_opener, &match, &notice, &error),
        MQ_OK);
    assert_int_equal(notice.line, 0);
    return match;
}
