/* The texts of actions: see phrase.h. */
#include "core/phrase.h"

#include "core/buf.h"

#include <assert.h>
#include <string.h>

static unsigned mask_of(const struct mq_part *part)
{
    assert(part->bits > 0 && part->bits <= 8);
    return (1U << part->bits) - 1;
}

static bool is_part(const struct mq_phrase *phrase, int i)
{
    return i < MQ_PARTS && phrase->part[i].set != 0;
}

static void write_word(struct mq_buf *out, const char *text)
{
    mq__buf_str(out, *text != '\0' ? " " : "");
    mq__buf_str(out, text);
}

static void write_part(struct mq_lexicon lexicon, const struct mq_part *part,
                       mq_action action, struct mq_buf *out)
{
    unsigned value = (unsigned)(action >> part->shift);
    const char *text;

    if (!part->each) {
        text = lexicon.word(lexicon.tables, part->set,
                            (int)(value & mask_of(part)));
        write_word(out, text != NULL ? text : "?");
        return;
    }
    for (int i = 0; (text = lexicon.word(lexicon.tables, part->set, i)) != NULL;
         i++) {
        for (unsigned n = value & mask_of(part); n > 0; n--) {
            write_word(out, text);
        }
        value >>= part->bits;
    }
}

void mq__phrase_write(const struct mq_phrase *phrase, struct mq_lexicon lexicon,
                      mq_action action, struct mq_buf *out)
{
    mq__buf_str(out, phrase->words);
    for (int i = 0; is_part(phrase, i); i++) {
        write_part(lexicon, &phrase->part[i], action, out);
    }
}

/* Takes the next word off the text if the set has it: its value, or -1. */
static int take_word(struct mq_lexicon lexicon, const struct mq_part *part,
                     const char **text)
{
    size_t blank = **text == ' ';
    size_t length = strcspn(*text + blank, " ");
    int most = part->each ? 31 : (int)mask_of(part);

    for (int value = 0; value <= most; value++) {
        const char *word = lexicon.word(lexicon.tables, part->set, value);

        if (word != NULL && strlen(word) == length &&
            memcmp(word, *text + blank, length) == 0) {
            *text += blank + length;
            return value;
        }
    }
    return -1;
}

static bool read_part(struct mq_lexicon lexicon, const struct mq_part *part,
                      const char **text, mq_action *out)
{
    int value = take_word(lexicon, part, text);

    if (!part->each) {
        *out &= ~((mq_action)mask_of(part) << part->shift);
        *out |= (mq_action)(value & 0xFF) << part->shift;
        return value >= 0;
    }
    for (; value >= 0; value = take_word(lexicon, part, text)) {
        int shift = part->shift + value * part->bits;

        if ((*out >> shift & mask_of(part)) == mask_of(part)) {
            return false;
        }
        *out += (mq_action)1 << shift;
    }
    return true;
}

/* What comes out is written again and must be the same text; so order and
 * blanks need no care before. */
bool mq__phrase_read(const struct mq_phrase *phrase, struct mq_lexicon lexicon,
                     const char *text, mq_action *out)
{
    size_t length = strlen(phrase->words);
    const char *rest;
    char again[MQ_TEXT_SIZE];
    struct mq_buf buf;

    if (strncmp(text, phrase->words, length) != 0) {
        return false;
    }
    rest = text + length;
    *out = phrase->is;
    for (int i = 0; is_part(phrase, i); i++) {
        if (!read_part(lexicon, &phrase->part[i], &rest, out)) {
            return false;
        }
    }
    if (*rest != '\0' ||
        (phrase->fits != NULL && !phrase->fits(lexicon.tables, out))) {
        return false;
    }
    mq__buf_fixed(&buf, again, sizeof(again));
    mq__phrase_write(phrase, lexicon, *out, &buf);
    return strcmp(again, text) == 0;
}

void mq__phrases_write(const struct mq_phrase *list, struct mq_lexicon lexicon,
                       mq_action action, struct mq_buf *out)
{
    for (; list->words != NULL; list++) {
        mq_action mask = list->mask != 0 ? list->mask : 0xFF;

        if ((action & mask) == list->is) {
            mq__phrase_write(list, lexicon, action, out);
            return;
        }
    }
    mq__buf_char(out, '?');
}

bool mq__phrases_read(const struct mq_phrase *list, struct mq_lexicon lexicon,
                      bool chance, const char *text, mq_action *out)
{
    for (; list->words != NULL; list++) {
        if (list->chance == chance &&
            mq__phrase_read(list, lexicon, text, out)) {
            return true;
        }
    }
    *out = 0;
    return false;
}
