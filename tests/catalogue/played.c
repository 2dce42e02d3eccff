/* Matches that play themselves: see played.h. */
#include "played.h"

#include "core/buf.h"

#include <stddef.h>

#define FEW 800 /* combinations that are gone through one after the other */

/* A wide range of numbers (a limit of rounds) takes three values only, or
 * matches would take for ever. */
static bool is_wide(const struct mq_option *option)
{
    return option->words == NULL && option->high - option->low > 100;
}

static int option_values(const struct mq_option *option)
{
    int n = 0;

    if (is_wide(option)) {
        return 3;
    }
    if (option->words == NULL) {
        return option->high - option->low + 1;
    }
    while (option->words[n] != NULL) {
        n++;
    }
    return n;
}

static int option_value(const struct mq_option *option, int i)
{
    if (is_wide(option)) {
        return i < 2 ? option->low + 20 * (i + 1) : option->standard;
    }
    return (option->words == NULL ? option->low : 0) + i;
}

long played_combinations(const struct mq_game *g)
{
    long n = g->max_players - g->min_players + 1;

    for (int i = 0; i < g->option_count; i++) {
        n *= option_values(&g->options[i]);
    }
    return n;
}

bool played_setup(const struct mq_game *g, long number, struct mq_setup *setup)
{
    _Alignas(16) unsigned char st[MQ_MAX_STATE];
    long span = g->max_players - g->min_players + 1;

    mq_setup_init(g, g->min_players + (int)(number % span), setup);
    number /= span;
    for (int i = 0; i < g->option_count; i++) {
        const struct mq_option *option = &g->options[i];
        int values = option_values(option);

        setup->option[i] = option_value(option, (int)(number % values));
        number /= values;
    }
    return mq_begin(g, st, setup, NULL) == MQ_OK;
}

void played_spread(const struct mq_game *g, int i, struct mq_setup *setup)
{
    uint64_t all = (uint64_t)played_combinations(g);
    uint64_t at = all <= FEW ? 0 : (uint64_t)i * 2654435761u % all;
    int wanted = all <= FEW ? i + 1 : 1;

    while (wanted > 0) {
        wanted -= played_setup(g, (long)at, setup) ? 1 : 0;
        at = (at + 1) % all;
    }
}

void played_setup_text(const struct mq_game *g, const struct mq_setup *setup,
                       struct mq_buf *out)
{
    mq__buf_printf(out, "players=%d", setup->players);
    for (int i = 0; i < g->option_count; i++) {
        const struct mq_option *option = &g->options[i];
        int value = setup->option[i];

        if (option->words != NULL) {
            mq__buf_printf(out, " %s=%s", option->name, option->words[value]);
        } else {
            mq__buf_printf(out, " %s=%d", option->name, value);
        }
    }
}

struct mq_match *played_create(const struct mq_game *g,
                               const struct mq_setup *setup, const char *seed)
{
    struct mq_match_config config = {.setup = *setup, .typed_seed = true};
    struct mq_match *match = NULL;

    mq_seed_from_text(&config.seed, seed);
    if (mq_match_create(g, &config, &match, NULL) != MQ_OK) {
        return NULL;
    }
    return match;
}

static enum mq_status act(struct mq_match *match, uint32_t actors,
                          struct mq_rng *rng)
{
    const struct mq_game *g = mq_match_game(match);
    mq_action list[MQ_MAX_LEGAL];
    int seats[MQ_MAX_PLAYERS];
    int n = 0;
    int seat;

    for (seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if ((actors >> seat & 1) != 0) {
            seats[n++] = seat;
        }
    }
    seat = seats[mq_rng_below(rng, (uint32_t)n)];
    n = mq_legal(g, mq_match_state(match), seat, list);
    return mq_match_play(match, seat, list[mq_rng_below(rng, (uint32_t)n)],
                         NULL);
}

enum mq_status played_step(struct mq_match *match, struct mq_rng *rng)
{
    uint32_t actors;

    switch (mq_match_turn(match, &actors)) {
    case MQ_TURN_OVER:
        return MQ_OVER;
    case MQ_TURN_CHANCE:
        return mq_match_chance(match, NULL);
    default:
        return act(match, actors, rng);
    }
}
