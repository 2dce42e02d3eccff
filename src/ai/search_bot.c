/* `search`: a bot that thinks ahead. */
#include "ai/bots.h"
#include "ai/team.h"

#include <stdlib.h>

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
    }
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

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    const struct mq_question question = {game, view, seat};
    struct mq_search_settings settings = mq__search_standard;
    mq_action legal[MQ_MAX_LEGAL];
    int n = game->legal(game, view, seat, legal);
    struct mq_team team;
    enum mq_status status;

    (void)bot;
    if (budget != NULL && budget->iterations > 0) {
        settings.iterations = budget->iterations;
    }
    settings.entries = room(&settings);
    status =
        mq__team_init(&team, &question, &settings, thread_count(budget), rng);
    if (status != MQ_OK) {
        return status;
    }
    mq__team_run(&team, settings.iterations, budget != NULL ? budget->ms : 0);
    fill(&team, legal, n, rng, out);
    mq__team_finish(&team);
    return MQ_OK;
}

const struct mq_bot mq__bot_search = {"search", choose};
