/* What a person typed against the legal actions. */
#include "core/choose.h"

#include "core/choose_words.h"
#include "core/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_part(struct mq_parts *out, const char *at, size_t length)
{
    if (length > 0 && out->count < MQ_MAX_TYPED) {
        out->part[out->count++] = (struct mq_part){at, length};
    }
}

struct mq_parts mq__split(const char *text)
{
    struct mq_parts out = {.count = 0};

    for (text += strspn(text, " \t"); *text != '\0';
         text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");

        add_part(&out, text, length);
        text += length;
    }
    return out;
}

void mq__join(struct mq_buf *out, const struct mq_parts *parts, int count)
{
    for (int i = 0; i < count; i++) {
        mq__buf_str(out, out->length > 0 ? " " : "");
        mq__buf_add(out, parts->part[i].at, parts->part[i].length);
    }
}

/* Letters beyond ASCII that have a spelling in it. */
static const struct {
    const char *letter, *spelling;
} spellings[] = {
    {"\xC3\xA4", "ae"}, {"\xC3\xB6", "oe"}, {"\xC3\xBC", "ue"},
    {"\xC3\x84", "ae"}, {"\xC3\x96", "oe"}, {"\xC3\x9C", "ue"},
    {"\xC3\x9F", "ss"},
};

static const char *spelling_of(const char *text)
{
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        if (strncmp(text, spellings[i].letter, 2) == 0) {
            return spellings[i].spelling;
        }
    }
    return NULL;
}

void mq__fold(struct mq_buf *out, const char *text)
{
    while (*text != '\0') {
        const char *spelling = spelling_of(text);

        if (spelling != NULL) {
            mq__buf_str(out, spelling);
            text += 2;
        } else {
            mq__buf_char(out, (char)tolower((unsigned char)*text));
            text++;
        }
    }
}

static int lower(char c)
{
    return tolower((unsigned char)c);
}

bool mq__same_word(const char *typed, const char *word)
{
    char a[MQ_OWN_SIZE], b[MQ_OWN_SIZE];
    struct mq_buf one, other;

    mq__buf_fixed(&one, a, sizeof a);
    mq__buf_fixed(&other, b, sizeof b);
    mq__fold(&one, typed);
    mq__fold(&other, word);
    return !one.failed && strcmp(a, b) == 0;
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

bool mq__fits(struct mq_part typed, struct mq_part word, bool whole)
{
    if (whole ? typed.length != word.length : typed.length > word.length) {
        return false;
    }
    for (size_t i = 0; i < typed.length; i++) {
        if (lower(typed.at[i]) != lower(word.at[i])) {
            return false;
        }
    }
    return true;
}

/* The words of one choice, as the rules write them and as the language does.
 * Both lists are folded and equally long. */
struct choice_words {
    char text[MQ_TEXT_SIZE], own[MQ_OWN_SIZE + 32];
    struct mq_parts texts, owns;
};

static void fold_into(char *out, size_t size, const char *text)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, size);
    mq__fold(&buf, text);
}

static void read_choice(struct choice_words *out,
                        const struct mq_choices *choices, int index)
{
    const char *own = choices->own[index];

    fold_into(out->text, sizeof out->text, choices->text[index]);
    fold_into(out->own, sizeof out->own,
              own[0] != '\0' ? own : choices->text[index]);
    out->texts = mq__split(out->text);
    out->owns = mq__split(out->own);
    if (out->owns.count != out->texts.count) {
        out->owns = out->texts;
    }
}

/* Whether the typed word begins some part of a name: "telescope" is part of
 * "space-telescope". Numbers are no parts. */
static bool fits_part(struct mq_part typed, struct mq_part name)
{
    for (size_t i = 1; i + 1 < name.length; i++) {
        struct mq_part rest = {name.at + i + 1, name.length - i - 1};

        if (name.at[i] == '-' && isalpha((unsigned char)typed.at[0]) &&
            mq__fits(typed, rest, false)) {
            return true;
        }
    }
    return false;
}

static bool fits_word(struct mq_part typed, const struct choice_words *choice,
                      int i, bool whole)
{
    struct mq_part text = choice->texts.part[i], own = choice->owns.part[i];

    return mq__fits(typed, text, whole) || mq__fits(typed, own, whole) ||
           (!whole && (fits_part(typed, text) || fits_part(typed, own)));
}

static enum mq_fit fit_in_order(const struct mq_parts *typed,
                                const struct choice_words *choice)
{
    bool whole = true;

    for (int i = 0; i < typed->count; i++) {
        if (!fits_word(typed->part[i], choice, i, false)) {
            return MQ_FIT_NONE;
        }
        whole = whole && fits_word(typed->part[i], choice, i, true);
    }
    if (typed->count < choice->texts.count) {
        return MQ_FIT_SHORTER;
    }
    return whole ? MQ_FIT_WHOLE : MQ_FIT_PREFIX;
}

/* Pairs each typed word with another word of the choice: whole ones first. */
static enum mq_fit fit_in_any_order(const struct mq_parts *typed,
                                    const struct choice_words *choice)
{
    bool used[MQ_MAX_TYPED] = {false}, paired[MQ_MAX_TYPED] = {false};
    int left = typed->count;
    bool whole = true;

    for (int pass = 0; pass < 2 && left > 0; pass++) {
        for (int i = 0; i < typed->count; i++) {
            for (int j = 0; j < choice->texts.count && !paired[i]; j++) {
                if (!used[j] &&
                    fits_word(typed->part[i], choice, j, pass == 0)) {
                    used[j] = paired[i] = true;
                    whole = whole && pass == 0;
                    left--;
                }
            }
        }
    }
    if (left > 0) {
        return MQ_FIT_NONE;
    }
    if (typed->count < choice->texts.count) {
        return MQ_FIT_SOME_WORDS;
    }
    return whole ? MQ_FIT_ALL_WORDS : MQ_FIT_ANY_ORDER;
}

static enum mq_fit fit_of(const struct mq_parts *typed,
                          const struct choice_words *choice)
{
    enum mq_fit fit;

    if (typed->count == 0 || typed->count > choice->texts.count) {
        return MQ_FIT_NONE;
    }
    fit = fit_in_order(typed, choice);
    if (fit < MQ_FIT_ALL_WORDS) {
        enum mq_fit other = fit_in_any_order(typed, choice);

        fit = other > fit ? other : fit;
    }
    return fit;
}

void mq__take_fit(struct mq_found *out, enum mq_fit *best, enum mq_fit fit,
                  int index)
{
    if (fit == MQ_FIT_NONE || fit < *best) {
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
    char folded[512];
    struct mq_parts words;
    enum mq_fit best = MQ_FIT_NONE;

    memset(out, 0, sizeof *out);
    if (strlen(typed) >= sizeof folded / 2) {
        return;
    }
    fold_into(folded, sizeof folded, typed);
    words = mq__split(folded);
    for (int i = 0; i < choices->count; i++) {
        struct choice_words choice;

        read_choice(&choice, choices, i);
        mq__take_fit(out, &best, fit_of(&words, &choice), i);
    }
    out->whole = best >= MQ_FIT_ALL_WORDS;
}

void mq__choices_legal(struct mq_choices *choices, const struct mq_game *game,
                       const void *st, int seat)
{
    choices->count = mq_legal(game, st, seat, choices->action);
    for (int i = 0; i < choices->count; i++) {
        struct mq_event event = {seat, choices->action[i]};

        mq_event_text(game, event, choices->text[i], MQ_TEXT_SIZE);
        choices->own[i][0] = '\0';
    }
}

static bool is_english(const char *language)
{
    return language == NULL || strcmp(language, mq_language(0)) == 0;
}

void mq__choices_own(struct mq_choices *choices, const struct mq_game *game,
                     const char *language)
{
    choices->as_written = is_english(language);
    for (int i = 0; i < choices->count; i++) {
        mq__own_words(game, language, choices->text[i], choices->own[i]);
    }
}

const char *mq__choice_text(const struct mq_choices *choices, int index)
{
    return choices->own[index][0] != '\0' && !choices->as_written
               ? choices->own[index]
               : choices->text[index];
}

/* A name as one word: "CubeSat (40)" is "CubeSat-40". */
static void add_name(struct mq_buf *out, const char *name)
{
    bool gap = false;
    size_t begin = out->length;

    while (*name != '\0') {
        size_t length = mq__utf8_length(name, strlen(name));
        bool kept = isalnum((unsigned char)*name) || strchr("&+:", *name) ||
                    (length == 2 && (unsigned char)*name == 0xC3);

        if (kept) {
            mq__buf_str(out, gap && out->length > begin ? "-" : "");
            mq__buf_add(out, name, length);
        }
        gap = !kept;
        name += length > 0 ? length : 1;
    }
}

static const char *catalogue_name(const struct mq_game *game,
                                  const char *language, struct mq_part word)
{
    static const char *const kinds[] = {"typed", "word"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        char id[128];
        const char *name;

        snprintf(id, sizeof id, "%s.%s.%.*s", mq_game_word(game), kinds[i],
                 (int)word.length, word.at);
        name = mq_text(language, id);
        if (name != NULL) {
            return name;
        }
    }
    return NULL;
}

void mq__own_words(const struct mq_game *game, const char *language,
                   const char *text, char out[MQ_OWN_SIZE])
{
    struct mq_parts words = mq__split(text);
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, MQ_OWN_SIZE);
    for (int i = 0; i < words.count; i++) {
        const char *name = catalogue_name(game, language, words.part[i]);

        mq__buf_str(&buf, i > 0 ? " " : "");
        if (name != NULL) {
            add_name(&buf, name);
        } else {
            mq__buf_add(&buf, words.part[i].at, words.part[i].length);
        }
    }
    if (buf.failed) {
        out[0] = '\0';
    }
}

void mq__shown_words(const struct mq_game *game, const char *language,
                     const char *text, char out[MQ_OWN_SIZE])
{
    out[0] = '\0';
    if (!is_english(language)) {
        mq__own_words(game, language, text, out);
    }
    if (out[0] == '\0') {
        snprintf(out, MQ_OWN_SIZE, "%s", text);
    }
}
