/* What a person typed against the outcomes of chance: what people read off
 * dice and cards.
 */
#include "core/choose.h"

#include "core/choose_words.h"

#include <string.h>

#define MOST_PERMUTED 6

/* Single characters as words: "4a12". */
static struct mq_parts split_characters(const char *text)
{
    struct mq_parts out = {.count = 0};

    for (; *text != '\0' && out.count < MQ_MAX_TYPED; text++) {
        if (strchr(" \t", *text) == NULL) {
            out.part[out.count++] = (struct mq_part){text, 1};
        }
    }
    return out;
}

bool mq__choices_outcomes(struct mq_choices *choices,
                          const struct mq_game *game, const void *st)
{
    double p[MQ_MAX_OUTCOMES];

    choices->count = mq_outcomes(game, st, choices->action, p);
    if (choices->count < 0) {
        choices->count = 0;
        return false;
    }
    for (int i = 0; i < choices->count; i++) {
        struct mq_event event = {MQ_CHANCE_SEAT, choices->action[i]};

        mq_event_text(game, event, choices->text[i], MQ_TEXT_SIZE);
        choices->own[i][0] = '\0';
    }
    return true;
}

/* Pairs each typed word with one of `count` words, in any order: the same ones
 * first, then beginnings. */
static enum mq_fit fit_in_any_order(const struct mq_parts *typed,
                                    const struct mq_part *words, int count)
{
    bool used[MQ_MAX_TYPED] = {false}, paired[MQ_MAX_TYPED] = {false};
    int left = typed->count;
    bool whole = true;

    if (typed->count != count) {
        return MQ_FIT_NONE;
    }
    for (int pass = 0; pass < 2 && left > 0; pass++) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count && !paired[i]; j++) {
                if (!used[j] && mq__fits(typed->part[i], words[j], pass == 0)) {
                    used[j] = paired[i] = true;
                    whole = whole && pass == 0;
                    left--;
                }
            }
        }
    }
    return left > 0 ? MQ_FIT_NONE : whole ? MQ_FIT_WHOLE : MQ_FIT_PREFIX;
}

/* How many leading words all choices have in common ("missions P1"). */
static int shared_words(const struct mq_choices *choices)
{
    struct mq_parts first =
        mq__split(choices->count > 0 ? choices->text[0] : "");
    int shared = first.count > 0 ? first.count - 1 : 0;

    for (int i = 1; i < choices->count; i++) {
        struct mq_parts other = mq__split(choices->text[i]);
        int same = 0;

        while (same < shared && same < other.count - 1 &&
               mq__fits(first.part[same], other.part[same], true)) {
            same++;
        }
        shared = same;
    }
    return shared;
}

static enum mq_fit outcome_fit(const struct mq_parts *typed, const char *text,
                               int shared)
{
    struct mq_parts words = mq__split(text);
    enum mq_fit best = MQ_FIT_NONE;

    for (int skip = 0; skip <= shared; skip++) {
        enum mq_fit fit =
            fit_in_any_order(typed, words.part + skip, words.count - skip);

        best = fit > best ? fit : best;
    }
    return best;
}

static void choose_words(const struct mq_choices *choices,
                         const struct mq_parts *typed, struct mq_found *out)
{
    int shared = shared_words(choices);
    enum mq_fit best = MQ_FIT_NONE;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < choices->count && typed->count > 0; i++) {
        mq__take_fit(out, &best, outcome_fit(typed, choices->text[i], shared),
                     i);
    }
    out->whole = best == MQ_FIT_WHOLE;
}

void mq__choose_outcome(const struct mq_choices *choices, const char *typed,
                        struct mq_found *out)
{
    struct mq_parts words = mq__split(typed);

    choose_words(choices, &words, out);
    if (out->count == 0 && words.count >= 1) {
        /* "4a12", "roll 4a12" */
        words = split_characters(words.part[words.count > 1 ? 1 : 0].at);
        choose_words(choices, &words, out);
    }
}

/* Trying the typed words in every order behind some leading ones. */
struct attempt {
    const struct mq_game *game;
    const void *st;
    const struct mq_parts *lead;
    int leading;
    struct mq_parts words; /* permuted in place */
    mq_action *out;
};

static bool try_text(const struct attempt *a)
{
    char text[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof text);
    mq__join(&buf, a->lead, a->leading);
    mq__join(&buf, &a->words, a->words.count);
    return !buf.failed &&
           mq_read_text(a->game, text, MQ_CHANCE_SEAT, a->out, NULL) == MQ_OK &&
           mq_is_legal(a->game, a->st, MQ_CHANCE_SEAT, *a->out);
}

static void swap_words(struct mq_parts *words, int i, int j)
{
    struct mq_part word = words->part[i];

    words->part[i] = words->part[j];
    words->part[j] = word;
}

static bool try_orders(struct attempt *a, int from)
{
    if (from >= a->words.count - 1) {
        return try_text(a);
    }
    for (int i = from; i < a->words.count; i++) {
        bool found;

        swap_words(&a->words, from, i);
        found = try_orders(a, from + 1);
        swap_words(&a->words, from, i);
        if (found) {
            return true;
        }
    }
    return false;
}

bool mq__read_outcome(const struct mq_game *game, const void *st,
                      const char *typed, const char *example, mq_action *out)
{
    struct mq_parts lead = mq__split(example);
    struct attempt a = {.game = game,
                        .st = st,
                        .lead = &lead,
                        .words = mq__split(typed),
                        .out = out};

    for (a.leading = 0; a.leading < lead.count; a.leading++) {
        bool permute = a.words.count <= MOST_PERMUTED;

        if (a.words.count > 0 && (permute ? try_orders(&a, 0) : try_text(&a))) {
            return true;
        }
    }
    return false;
}
