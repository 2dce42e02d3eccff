/* What was meant by words that are none of the choices. */
#include "core/choose.h"

#include "core/choose_words.h"
#include "core/embed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_MEANT 4 /* words of an action that may stand in any order */
#define MOST_NAMES 3 /* words of the rules that one typed word may be */
#define LONGEST_WORD 64

/* The one word that choices have at a place and that begins like the typed
 * one; else the typed one. */
static void whole_word(const struct mq_choices *choices, struct mq_parts *typed,
                       int place)
{
    struct mq_part found = {NULL, 0};

    for (int i = 0; i < choices->count; i++) {
        struct mq_parts words = mq__split(choices->text[i]);

        if (place >= words.count ||
            !mq__fits(typed->part[place], words.part[place], false)) {
            continue;
        }
        if (found.at != NULL && !mq__fits(found, words.part[place], true)) {
            return;
        }
        found = words.part[place];
    }
    if (found.at != NULL) {
        typed->part[place] = found;
    }
}

bool mq__whole_words(const struct mq_choices *choices, const char *typed,
                     char *out, size_t size)
{
    struct mq_parts words = mq__split(typed);
    struct mq_buf buf;

    for (int i = 0; i < words.count; i++) {
        whole_word(choices, &words, i);
    }
    mq__buf_fixed(&buf, out, size);
    mq__join(&buf, &words, words.count);
    return !buf.failed;
}

/* What one typed word may be in the words of the rules. */
struct names {
    int count;
    char name[MOST_NAMES][LONGEST_WORD];
};

static void add_name(struct names *out, const char *at, size_t length)
{
    for (int i = 0; i < out->count; i++) {
        if (strlen(out->name[i]) == length &&
            strncmp(out->name[i], at, length) == 0) {
            return;
        }
    }
    if (out->count < MOST_NAMES && length < LONGEST_WORD) {
        memcpy(out->name[out->count], at, length);
        out->name[out->count++][length] = '\0';
    }
}

/* The word of the rules in an id of the catalogue: "GAME.typed.board". */
static const char *word_in_id(const char *id, const char *game)
{
    size_t length = strlen(game);
    const char *rest = id + length + 1;

    if (strncmp(id, game, length) != 0 || id[length] != '.') {
        return NULL;
    }
    if (strncmp(rest, "typed.", 6) == 0) {
        return rest + 6;
    }
    return strncmp(rest, "word.", 5) == 0 ? rest + 5 : NULL;
}

/* Words of the game whose name in the language is the typed word. */
static void find_names(const struct mq_typed *typed, struct mq_part word,
                       bool whole, struct names *out)
{
    const struct mq_catalogue *catalogue = mq__catalogue_find(typed->language);

    for (int i = 0; i < catalogue->count; i++) {
        const char *id =
            word_in_id(catalogue->texts[i].id, mq_game_word(typed->game));
        char own[MQ_OWN_SIZE], folded[MQ_OWN_SIZE + 32];
        struct mq_buf buf;

        if (id == NULL) {
            continue;
        }
        mq__own_words(typed->game, typed->language, id, own);
        mq__buf_fixed(&buf, folded, sizeof folded);
        mq__fold(&buf, own);
        if (mq__fits(word, (struct mq_part){folded, buf.length}, whole)) {
            add_name(out, id, strlen(id));
        }
    }
}

/* Trying the names of each typed word, in every order of the words. */
struct search {
    const struct mq_typed *typed;
    int count;
    struct names word[MQ_MAX_TYPED];
    int order[MQ_MAX_TYPED];
    mq_action *out;
};

static bool try_names(struct search *s, int at, struct mq_buf *text)
{
    const struct names *names = &s->word[s->order[at < s->count ? at : 0]];

    if (at == s->count) {
        return !text->failed &&
               mq_read_text(s->typed->game, mq__buf_text(text), s->typed->seat,
                            s->out, NULL) == MQ_OK;
    }
    for (int i = 0; i < names->count; i++) {
        size_t length = text->length;

        mq__buf_str(text, at > 0 ? " " : "");
        mq__buf_str(text, names->name[i]);
        if (try_names(s, at + 1, text)) {
            return true;
        }
        mq__buf_cut(text, length);
    }
    return false;
}

static bool try_text(struct search *s)
{
    char text[MQ_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof text);
    return try_names(s, 0, &buf);
}

static bool try_orders(struct search *s, int from)
{
    if (from >= s->count - 1) {
        return try_text(s);
    }
    for (int i = from; i < s->count; i++) {
        int kept = s->order[from];
        bool found;

        s->order[from] = s->order[i];
        s->order[i] = kept;
        found = try_orders(s, from + 1);
        s->order[i] = s->order[from];
        s->order[from] = kept;
        if (found) {
            return true;
        }
    }
    return false;
}

bool mq__meant(const struct mq_choices *choices, const struct mq_typed *typed,
               mq_action *out)
{
    char made[512], folded[512];
    struct search s = {.typed = typed, .out = out};
    struct mq_parts words;
    struct mq_buf buf;

    if (strlen(typed->text) >= sizeof made / 2 ||
        !mq__whole_words(choices, typed->text, made, sizeof made)) {
        return false;
    }
    mq__buf_fixed(&buf, folded, sizeof folded);
    mq__fold(&buf, made);
    words = mq__split(made);
    s.count = words.count;
    for (int i = 0; i < words.count; i++) {
        struct mq_part plain = mq__split(folded).part[i];

        s.order[i] = i;
        add_name(&s.word[i], words.part[i].at, words.part[i].length);
        add_name(&s.word[i], plain.at, plain.length);
        find_names(typed, plain, true, &s.word[i]);
        if (s.word[i].count < 2) {
            find_names(typed, plain, false, &s.word[i]);
        }
    }
    return s.count > 0 &&
           (s.count <= MOST_MEANT ? try_orders(&s, 0) : try_text(&s));
}

/* How many letters of one word have to change to make the other one of it. */
static int distance(struct mq_part a, struct mq_part b)
{
    int row[LONGEST_WORD + 1];

    if (a.length > LONGEST_WORD || b.length > LONGEST_WORD) {
        return LONGEST_WORD;
    }
    for (size_t j = 0; j <= b.length; j++) {
        row[j] = (int)j;
    }
    for (size_t i = 1; i <= a.length; i++) {
        int corner = row[0];

        row[0] = (int)i;
        for (size_t j = 1; j <= b.length; j++) {
            int least = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
            int changed = corner + (a.at[i - 1] != b.at[j - 1]);

            corner = row[j];
            row[j] = least < changed ? least : changed;
        }
    }
    return row[b.length];
}

/* How alike two words are, 0 to 100. */
static int likeness(struct mq_part a, struct mq_part b)
{
    int longest = (int)(a.length > b.length ? a.length : b.length);

    if (mq__fits(a, b, false)) {
        return 100;
    }
    return longest > 0 ? 100 - 100 * distance(a, b) / longest : 0;
}

/* The likeness of the typed words to a choice: each word's best one. */
static int text_likeness(const struct mq_parts *typed, const char *text)
{
    char folded[MQ_OWN_SIZE + 32];
    struct mq_parts words;
    struct mq_buf buf;
    int sum = 0;

    mq__buf_fixed(&buf, folded, sizeof folded);
    mq__fold(&buf, text);
    words = mq__split(folded);
    for (int i = 0; i < typed->count; i++) {
        int best = 0;

        for (int j = 0; j < words.count; j++) {
            int like = likeness(typed->part[i], words.part[j]);

            best = like > best ? like : best;
        }
        sum += best;
    }
    return typed->count > 0 ? sum / typed->count : 0;
}

#define LEAST_LIKENESS 40

int mq__nearest(const struct mq_choices *choices, const char *typed)
{
    char folded[512];
    struct mq_parts words;
    struct mq_buf buf;
    int nearest = -1, most = LEAST_LIKENESS - 1;

    mq__buf_fixed(&buf, folded, sizeof folded);
    mq__fold(&buf, typed);
    words = mq__split(folded);
    for (int i = 0; i < choices->count; i++) {
        int own = text_likeness(&words, choices->own[i]);
        int like = text_likeness(&words, choices->text[i]);

        like = own > like ? own : like;
        if (like > most) {
            most = like;
            nearest = i;
        }
    }
    return nearest;
}
