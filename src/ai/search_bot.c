/* `search`: a bot that thinks ahead. */
#include "ai/bots.h"
#include "ai/search.h"

#include <stdlib.h>

static void fill(struct mq_searcher *s, struct mq_choice *out,
                 struct mq_rng *rng)
{
    const struct mq_game *g = s->game;
    mq_action legal[MQ_MAX_LEGAL];
    float visits[MQ_MAX_LEGAL];
    int n = g->legal(g, s->view, s->seat, legal);

    for (int i = 0; i < n; i++) {
        uint32_t count;
        double sum;

        mq__search_root(s, legal[i], &count, &sum);
        visits[i] = (float)count;
    }
    /* The most visited is the most trusted; its mean is its value. */
    mq__choice_fill(out, legal, visits, n, rng);
    out->valued = true;
    for (int i = 0; i < out->count; i++) {
        uint32_t count;
        double sum;

        mq__search_root(s, out->candidate[i].action, &count, &sum);
        out->candidate[i].value = count > 0 ? sum / count : 0;
    }
}

/* Entries that so many iterations can use: a place and its edges for each
 * seat, an iteration. */
static size_t room(const struct mq_search_settings *settings, int iterations)
{
    size_t wanted = (size_t)iterations * 48 + 4096;

    return wanted < settings->entries ? wanted : settings->entries;
}

static enum mq_status choose(const struct mq_bot *bot,
                             const struct mq_game *game, const void *view,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out)
{
    struct mq_search_settings settings = mq__search_standard;
    struct mq_searcher *s = malloc(sizeof(*s));
    enum mq_status status = MQ_NOMEM;

    (void)bot;
    if (budget != NULL && budget->iterations > 0) {
        settings.iterations = budget->iterations;
    }
    settings.entries = room(&settings, settings.iterations);
    if (s != NULL) {
        status =
            mq__search_init(s, game, view, seat, &settings, mq_rng_next(rng));
    }
    if (status == MQ_OK) {
        mq__search_run(s, settings.iterations, budget != NULL ? budget->ms : 0);
        fill(s, out, rng);
        mq__search_finish(s);
    }
    free(s);
    return status;
}

const struct mq_bot mq__bot_search = {"search", choose};
