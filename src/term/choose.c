/* What a person typed against what can be chosen. */
#include "term/choose.h"

#include "core/buf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MAX_WORDS 24
#define MOST_PERMUTED 6

/* A word of a text, which stays where it is. */
struct word {
    const char *at;
    size_t length;
};

struct words {
    int count;
    struct word word[MAX_WORDS];
};

static void add_word(struct words *out, const char *at, size_t length)
{
    if (length > 0 && out->count < MAX_WORDS) {
        out->word[out->count++] = (struct word){at, length};
    }
}

static struct words split(const char *text)
{
    struct words out = {.count = 0};

    for (text += strspn(text, " \t"); *text != '\0';
         text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");

        add_word(&out, text, length);
        text += length;
    }
    return out;
}

/* Single characters as words: "4a12". */
static struct words split_characters(const char *text)
{
    struct words out = {.count = 0};

    for (; *text != '\0'; text++) {
        add_word(&out, text, strchr(" \t", *text) == NULL);
    }
    return out;
}

bool mq__same_word(const char *typed, const char *word)
{
    return strcasecmp(typed, word) == 0;
}

bool mq__is_number(const char *typed, int *number)
{
    char *end;
    long value;

    if (!isdigit((unsigned char)typed[0])) {
        return false;
    }
    value = strtol(typed, &end, 10);
    end += strspn(end, " \t");
    if (*end != '\0' || value > 1000000) {
        return false;
    }
    *number = (int)value;
    return true;
}

/* How well a choice fits: more is better, 0 is not at all. */
enum fit { FIT_NONE, FIT_SHORTER, FIT_PREFIX, FIT_WHOLE };

/* Whether the typed word is the other one, or (not `whole`) begins it. */
static bool fits(struct word typed, struct word word, bool whole)
{
    return (whole ? typed.length == word.length
                  : typed.length <= word.length) &&
           strncasecmp(typed.at, word.at, typed.length) == 0;
}

static enum fit fit_of(const struct words *typed, const char *text)
{
    struct words words = split(text);
    bool whole = true;

    if (typed->count == 0 || typed->count > words.count) {
        return FIT_NONE;
    }
    for (int i = 0; i < typed->count; i++) {
        if (!fits(typed->word[i], words.word[i], false)) {
            return FIT_NONE;
        }
        whole = whole && fits(typed->word[i], words.word[i], true);
    }
    if (typed->count < words.count) {
        return FIT_SHORTER;
    }
    return whole ? FIT_WHOLE : FIT_PREFIX;
}

/* Takes a choice that fits into the list; a better fit empties it first. */
static void take(struct mq_found *out, enum fit *best, enum fit fit, int index)
{
    if (fit == FIT_NONE || fit < *best) {
        return;
    }
    if (fit > *best) {
        *best = fit;
        out->count = 0;
    }
    if (out->count < MQ_MAX_FOUND) {
        out->index[out->count] = index;
    }
    out->count++;
}

void mq__choose(const struct mq_choices *choices, const char *typed,
                struct mq_found *out)
{
    struct words words = split(typed);
    enum fit best = FIT_NONE;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < choices->count; i++) {
        take(out, &best, fit_of(&words, choices->text[i]), i);
    }
    out->whole = best == FIT_WHOLE;
}

void mq__choices_legal(struct mq_choices *choices, const struct mq_game *game,
                       const void *st, int seat)
{
    choices->count = mq_legal(game, st, seat, choices->action);
    for (int i = 0; i < choices->count; i++) {
        struct mq_event event = {seat, choices->action[i]};

        mq_event_text(game, event, choices->text[i], MQ_TEXT_SIZE);
    }
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
    }
    return true;
}

/* Pairs each typed word with one of `count` words, in any order: the same ones
 * first, then beginnings. */
static enum fit fit_in_any_order(const struct words *typed,
                                 const struct word *words, int count)
{
    bool used[MAX_WORDS] = {false}, paired[MAX_WORDS] = {false};
    int left = typed->count;
    bool whole = true;

    if (typed->count != count) {
        return FIT_NONE;
    }
    for (int pass = 0; pass < 2 && left > 0; pass++) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count && !paired[i]; j++) {
                if (!used[j] && fits(typed->word[i], words[j], pass == 0)) {
                    used[j] = paired[i] = true;
                    whole = whole && pass == 0;
                    left--;
                }
            }
        }
    }
    return left > 0 ? FIT_NONE : whole ? FIT_WHOLE : FIT_PREFIX;
}

/* How many leading words all choices have in common ("missions P1"). */
static int shared_words(const struct mq_choices *choices)
{
    struct words first = split(choices->count > 0 ? choices->text[0] : "");
    int shared = first.count > 0 ? first.count - 1 : 0;

    for (int i = 1; i < choices->count; i++) {
        struct words other = split(choices->text[i]);
        int same = 0;

        while (same < shared && same < other.count - 1 &&
               fits(first.word[same], other.word[same], true)) {
            same++;
        }
        shared = same;
    }
    return shared;
}

static enum fit outcome_fit(const struct words *typed, const char *text,
                            int shared)
{
    struct words words = split(text);
    enum fit best = FIT_NONE;

    for (int skip = 0; skip <= shared; skip++) {
        enum fit fit =
            fit_in_any_order(typed, words.word + skip, words.count - skip);

        best = fit > best ? fit : best;
    }
    return best;
}

static void choose_words(const struct mq_choices *choices,
                         const struct words *typed, struct mq_found *out)
{
    int shared = shared_words(choices);
    enum fit best = FIT_NONE;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < choices->count && typed->count > 0; i++) {
        take(out, &best, outcome_fit(typed, choices->text[i], shared), i);
    }
    out->whole = best == FIT_WHOLE;
}

void mq__choose_outcome(const struct mq_choices *choices, const char *typed,
                        struct mq_found *out)
{
    struct words words = split(typed);

    choose_words(choices, &words, out);
    if (out->count == 0 && words.count >= 1) {
        /* "4a12", "roll 4a12" */
        words = split_characters(words.word[words.count > 1 ? 1 : 0].at);
        choose_words(choices, &words, out);
    }
}

/* The one word that choices have at a place and that begins like the typed
 * one; else the typed one. */
static void whole_word(const struct mq_choices *choices, struct words *typed,
                       int place)
{
    struct word found = {NULL, 0};

    for (int i = 0; i < choices->count; i++) {
        struct words words = split(choices->text[i]);

        if (place >= words.count ||
            !fits(typed->word[place], words.word[place], false)) {
            continue;
        }
        if (found.at != NULL && !fits(found, words.word[place], true)) {
            return;
        }
        found = words.word[place];
    }
    if (found.at != NULL) {
        typed->word[place] = found;
    }
}

static void add_words(struct mq_buf *out, const struct words *words, int count)
{
    for (int i = 0; i < count; i++) {
        mq__buf_str(out, out->length > 0 ? " " : "");
        mq__buf_add(out, words->word[i].at, words->word[i].length);
    }
}

bool mq__whole_words(const struct mq_choices *choices, const char *typed,
                     char *out, size_t size)
{
    struct words words = split(typed);
    struct mq_buf buf;

    for (int i = 0; i < words.count; i++) {
        whole_word(choices, &words, i);
    }
    mq__buf_fixed(&buf, out, size);
    add_words(&buf, &words, words.count);
    return !buf.failed;
}

/* Trying the typed words in every order behind some leading ones. */
struct attempt {
    const struct mq_game *game;
    const void *st;
    const struct words *lead;
    int leading;
    struct words words; /* permuted in place */
    mq_action *out;
};

static bool try_text(const struct attempt *a)
{
    char text[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof text);
    add_words(&buf, a->lead, a->leading);
    add_words(&buf, &a->words, a->words.count);
    return !buf.failed &&
           mq_read_text(a->game, text, MQ_CHANCE_SEAT, a->out, NULL) == MQ_OK &&
           mq_is_legal(a->game, a->st, MQ_CHANCE_SEAT, *a->out);
}

static void swap_words(struct words *words, int i, int j)
{
    struct word word = words->word[i];

    words->word[i] = words->word[j];
    words->word[j] = word;
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
    struct words lead = split(example);
    struct attempt a = {.game = game,
                        .st = st,
                        .lead = &lead,
                        .words = split(typed),
                        .out = out};

    for (a.leading = 0; a.leading < lead.count; a.leading++) {
        bool permute = a.words.count <= MOST_PERMUTED;

        if (a.words.count > 0 && (permute ? try_orders(&a, 0) : try_text(&a))) {
            return true;
        }
    }
    return false;
}
