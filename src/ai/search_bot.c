/* Bots that think ahead: `search`, and the levels for people. */
#include "ai/bots.h"

#include "ai/instinct.h"
#include "ai/level.h"
#include "ai/team.h"
#include "core/game.h"

#include <math.h>
#include <string.h>

/* An action visited less than this part of the most visited one's visits has
 * no value worth the name: noise never brings it up. */
#define TRUSTED (1.0 / 16)
/* A learned level takes the best value of those visited at least this part as
 * often as the most visited one. */
#define FINAL 0.5
#define Z95 1.959963984540054

static void fill(const struct mq_team *team, const mq_action *legal, int n,
                 struct mq_rng *rng, struct mq_choice *out)
{
    float visits[MQ_MAX_LEGAL];
    uint32_t count;
    double sum;

    for (int i = 0; i < n; i++) {
        mq__team_root(team, legal[i], &count, &sum);
        visits[i] = (float)count;
    }
    /* The most visited is the most trusted; its mean is its value. */
    mq__choice_fill(out, legal, visits, n, rng);
    out->valued = true;
    for (int i = 0; i < out->count; i++) {
        mq__team_root(team, out->candidate[i].action, &count, &sum);
        out->candidate[i].value = count > 0 ? sum / count : 0;
        out->candidate[i].margin =
            count > 0 ? Z95 * mq__search_spread(&team->searcher[0]) /
                            sqrt((double)count)
                      : 1;
    }
}

static uint32_t visits_of(const struct mq_team *team, mq_action action)
{
    uint32_t visits;
    double sum;

    mq__team_root(team, action, &visits, &sum);
    return visits;
}

/* Lowers each trusted value by less than the level's noise and takes what is
 * best then. What is as good as won or lost has next to no noise: nobody
 * dawdles with the last move of a won match. As the most visited one is lowered
 * by less than that too, what is taken is worth more than its value less the
 * noise. */
static void add_noise(const struct mq_team *team, double noise,
                      struct mq_rng *rng, struct mq_choice *out)
{
    double open = out->candidate[0].value * (1 - out->candidate[0].value);
    double best = -1;
    double most = visits_of(team, out->candidate[0].action);
    int taken = 0;
    struct mq_candidate moved;

    for (int i = 0; i < out->count; i++) {
        double value =
            out->candidate[i].value - noise * 4 * open * mq_rng_unit(rng);

        if (visits_of(team, out->candidate[i].action) >= TRUSTED * most &&
            value > best) {
            best = value;
            taken = i;
        }
    }
    moved = out->candidate[taken];
    for (int i = taken; i > 0; i--) {
        out->candidate[i] = out->candidate[i - 1];
    }
    out->candidate[0] = moved;
}

/* The best value of those visited enough comes first. */
static void take_best(const struct mq_team *team, struct mq_choice *out)
{
    double most = visits_of(team, out->candidate[0].action);
    int taken = 0;
    struct mq_candidate moved;

    for (int i = 1; i < out->count; i++) {
        if (visits_of(team, out->candidate[i].action) >= FINAL * most &&
            out->candidate[i].value > out->candidate[taken].value) {
            taken = i;
        }
    }
    moved = out->candidate[taken];
    out->candidate[taken] = out->candidate[0];
    out->candidate[0] = moved;
}

/* What comes after the choice is for people: by value, as far as values can be
 * trusted, and by visits then. */
static void order_others(const struct mq_team *team, struct mq_choice *out)
{
    double most = visits_of(team, out->candidate[0].action);

    for (int i = 1; i < out->count; i++) {
        struct mq_candidate moved = out->candidate[i];
        double visits = visits_of(team, moved.action);
        int to = i;

        most = visits > most ? visits : most;
        if (visits < TRUSTED * most) {
            return;
        }
        for (; to > 1 && out->candidate[to - 1].value < moved.value; to--) {
            out->candidate[to] = out->candidate[to - 1];
        }
        out->candidate[to] = moved;
    }
}

/* A forced move costs nothing. */
static void forced(mq_action action, struct mq_choice *out)
{
    memset(out, 0, sizeof(*out));
    out->count = 1;
    out->candidate[0].action = action;
}

/* Entries that so many iterations can use: a place and its edges for each
 * seat, an iteration. */
static size_t room(const struct mq_search_settings *settings)
{
    size_t wanted = (size_t)settings->iterations * 48 + 4096;

    return wanted < settings->entries ? wanted : settings->entries;
}

static int thread_count(const struct mq_budget *budget)
{
    int threads = budget != NULL ? budget->threads : 1;

    return threads < 1                ? 1
           : threads > MQ_MAX_THREADS ? MQ_MAX_THREADS
                                      : threads;
}

/* Iterations with the game's net. */
static int learned_iterations(const struct mq_level *level,
                              const struct mq_game *game)
{
    double part = game->mind.net_thought > 0 ? game->mind.net_thought : 1;

    return (int)(level->learned * part);
}

/* Values that noise is put on want all iterations. */
static int iterations_of(const struct mq_level *level,
                         const struct mq_game *game,
                         const struct mq_budget *budget)
{
    bool all = level->noise > 0 || game->mind.thought <= 0;
    double part = all ? 1 : game->mind.thought;

    if (budget != NULL && budget->iterations > 0) {
        return budget->iterations;
    }
    return level->learned > 0 && game->net != NULL
               ? learned_iterations(level, game)
               : (int)(level->iterations * part);
}

/* The warmth of a level that chooses at first sight; below 0: it searches. */
static double warmth_of(const struct mq_level *level,
                        const struct mq_game *game,
                        const struct mq_budget *budget)
{
    bool counted = budget != NULL && budget->iterations > 0;

    if (game->net == NULL || level->learned >= 0 || counted) {
        return -1;
    }
    return level->learned == MQ_EASY ? game->mind.easy_warmth
                                     : game->mind.normal_warmth;
}

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    const struct mq_level *level = (const struct mq_level *)bot;
    const struct mq_question question = {game, view, seat};
    struct mq_search_settings settings = mq__search_standard;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, view, seat, legal);
    struct mq_team team;
    enum mq_status status;

    if (n == 1) {
        forced(legal[0], out);
        return MQ_OK;
    }
    if (warmth_of(level, game, budget) >= 0) {
        mq__instinct_choose(game, view, seat, warmth_of(level, game, budget),
                            rng, out);
        return MQ_OK;
    }
    settings.iterations = iterations_of(level, game, budget);
    settings.entries = room(&settings);
    settings.net = level->learned > 0 ? game->net : NULL;
    settings.cpu = budget != NULL && budget->cpu;
    settings.stop = budget != NULL ? budget->stop : NULL;
    status =
        mq__team_init(&team, &question, &settings, thread_count(budget), rng);
    if (status != MQ_OK) {
        return status;
    }
    mq__team_run(&team, settings.iterations, budget != NULL ? budget->ms : 0);
    fill(&team, legal, n, rng, out);
    if (settings.net != NULL) {
        take_best(&team, out);
    } else if (level->noise > 0) {
        add_noise(&team, level->noise, rng, out);
    }
    order_others(&team, out);
    mq__team_finish(&team);
    return MQ_OK;
}

#define MQ_X(name, iterations, noise, learned)                                 \
    const struct mq_level mq__level_##name = {                                 \
        {#name, choose}, iterations, noise, learned};
MQ_LEVEL_LIST(MQ_X)
#undef MQ_X
