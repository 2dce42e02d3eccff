/* What a person typed against what can be chosen. */
#include "term/choose.h"

#include "core/buf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 24
#define MOST_PERMUTED 6

/* A text cut into words; it stays where it is. */
struct words {
    int count;
    const char *at[MAX_WORDS];
    size_t length[MAX_WORDS];
};

static void split(const char *text, struct words *out)
{
    out->count = 0;
    text += strspn(text, " \t");
    while (*text != '\0' && out->count < MAX_WORDS) {
        size_t length = strcspn(text, " \t");

        out->at[out->count] = text;
        out->length[out->count] = length;
        out->count++;
        text += length;
        text += strspn(text, " \t");
    }
}

/* Single characters as words: "4a12". */
static void split_characters(const char *text, struct words *out)
{
    out->count = 0;
    for (; *text != '\0' && out->count < MAX_WORDS; text++) {
        if (*text != ' ' && *text != '\t') {
            out->at[out->count] = text;
            out->length[out->count] = 1;
            out->count++;
        }
    }
}

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static bool begins(const char *typed, size_t length, const char *word)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] == '\0' || lower(typed[i]) != lower(word[i])) {
            return false;
        }
    }
    return true;
}

bool mq__same_word(const char *typed, const char *word)
{
    size_t length = strlen(word);

    return strlen(typed) == length && begins(typed, length, word);
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

static bool word_fits(const struct words *a, int i, const struct words *b,
                      int j, bool whole)
{
    if (whole ? a->length[i] != b->length[j] : a->length[i] > b->length[j]) {
        return false;
    }
    return begins(a->at[i], a->length[i], b->at[j]);
}

static enum fit fit_of(const struct words *typed, const char *text)
{
    struct words words;
    bool whole = true;

    split(text, &words);
    if (typed->count == 0 || typed->count > words.count) {
        return FIT_NONE;
    }
    for (int i = 0; i < typed->count; i++) {
        if (!word_fits(typed, i, &words, i, false)) {
            return FIT_NONE;
        }
        whole = whole && word_fits(typed, i, &words, i, true);
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
    struct words words;
    enum fit best = FIT_NONE;

    memset(out, 0, sizeof *out);
    split(typed, &words);
    for (int i = 0; i < choices->count; i++) {
        take(out, &best, fit_of(&words, choices->text[i]), i);
    }
    out->whole = best == FIT_WHOLE;
}

void mq__choices_legal(struct mq_choices *choices, const struct mq_game *game,
                       const void *st, int seat)
{
    choices->count = game->legal(game, st, seat, choices->action);
    for (int i = 0; i < choices->count; i++) {
        struct mq_event event = {seat, choices->action[i]};

        mq_event_text(game, event, choices->text[i], MQ_TEXT_SIZE);
    }
}

bool mq__choices_outcomes(struct mq_choices *choices,
                          const struct mq_game *game, const void *st)
{
    double p[MQ_MAX_OUTCOMES];

    choices->count = game->outcomes(game, st, choices->action, p);
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

/* Pairs each typed word with a word of its own, in any order: the same ones
 * first, then beginnings. */
static enum fit fit_in_any_order(const struct words *typed,
                                 const struct words *words)
{
    bool used[MAX_WORDS] = {false};
    bool paired[MAX_WORDS] = {false};
    int left = typed->count;
    bool whole = true;

    if (typed->count != words->count) {
        return FIT_NONE;
    }
    for (int pass = 0; pass < 2 && left > 0; pass++) {
        for (int i = 0; i < typed->count; i++) {
            for (int j = 0; j < words->count && !paired[i]; j++) {
                if (!used[j] && word_fits(typed, i, words, j, pass == 0)) {
                    used[j] = paired[i] = true;
                    whole = whole && pass == 0;
                    left--;
                }
            }
        }
    }
    if (left > 0) {
        return FIT_NONE;
    }
    return whole ? FIT_WHOLE : FIT_PREFIX;
}

static void without_first(struct words *words, int count)
{
    words->count -= count;
    memmove(words->at, words->at + count,
            sizeof words->at[0] * (size_t)words->count);
    memmove(words->length, words->length + count,
            sizeof words->length[0] * (size_t)words->count);
}

/* How many leading words all choices have in common ("missions P1"). */
static int shared_words(const struct mq_choices *choices)
{
    struct words first;
    int shared;

    if (choices->count == 0) {
        return 0;
    }
    split(choices->text[0], &first);
    shared = first.count - 1;
    for (int i = 1; i < choices->count; i++) {
        struct words other;
        int same = 0;

        split(choices->text[i], &other);
        while (same < shared && same < other.count - 1 &&
               word_fits(&first, same, &other, same, true)) {
            same++;
        }
        shared = same;
    }
    return shared;
}

static enum fit outcome_fit(const struct words *typed, const char *text,
                            int shared)
{
    enum fit best = FIT_NONE;

    for (int skip = 0; skip <= shared; skip++) {
        struct words words;
        enum fit fit;

        split(text, &words);
        without_first(&words, skip);
        fit = fit_in_any_order(typed, &words);
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
    struct words words;
    struct words faces;

    split(typed, &words);
    choose_words(choices, &words, out);
    if (out->count == 0 && words.count >= 1) {
        /* "4a12", "roll 4a12" */
        split_characters(words.at[words.count > 1 ? 1 : 0], &faces);
        choose_words(choices, &faces, out);
    }
}

/* The one word that choices have at a place and that begins like the typed
 * one; else the typed one. */
static void whole_word(const struct mq_choices *choices, struct words *typed,
                       int place)
{
    struct words found = {0};

    for (int i = 0; i < choices->count; i++) {
        struct words words;

        split(choices->text[i], &words);
        if (place >= words.count ||
            !word_fits(typed, place, &words, place, false)) {
            continue;
        }
        without_first(&words, place);
        if (found.count > 0 && !word_fits(&found, 0, &words, 0, true)) {
            return;
        }
        found = words;
    }
    if (found.count > 0) {
        typed->at[place] = found.at[0];
        typed->length[place] = found.length[0];
    }
}

static void add_words(struct mq_buf *out, const struct words *words, int count)
{
    for (int i = 0; i < count; i++) {
        mq__buf_str(out, out->length > 0 ? " " : "");
        mq__buf_add(out, words->at[i], words->length[i]);
    }
}

bool mq__whole_words(const struct mq_choices *choices, const char *typed,
                     char *out, size_t size)
{
    struct words words;
    struct mq_buf buf;

    split(typed, &words);
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
           a->game->read_text(a->game, text, MQ_CHANCE_SEAT, a->out, NULL) ==
               MQ_OK &&
           mq_is_legal(a->game, a->st, MQ_CHANCE_SEAT, *a->out);
}

static void swap_words(struct words *words, int i, int j)
{
    const char *at = words->at[i];
    size_t length = words->length[i];

    words->at[i] = words->at[j];
    words->length[i] = words->length[j];
    words->at[j] = at;
    words->length[j] = length;
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
    struct words lead;
    struct attempt a = {.game = game, .st = st, .lead = &lead, .out = out};

    split(example, &lead);
    split(typed, &a.words);
    for (a.leading = 0; a.leading < lead.count; a.leading++) {
        bool permute = a.words.count <= MOST_PERMUTED;

        if (a.words.count > 0 && (permute ? try_orders(&a, 0) : try_text(&a))) {
            return true;
        }
    }
    return false;
}
