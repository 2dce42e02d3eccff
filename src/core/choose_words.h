/* Texts as lists of words: what the files of choose.h share. */
#ifndef MAXQ_CORE_CHOOSE_WORDS_H
#define MAXQ_CORE_CHOOSE_WORDS_H

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>

#define MQ_MAX_TYPED 24 /* words of one text */

/* A word of a text, which stays where it is. */
struct mq_part {
    const char *at;
    size_t length;
};

struct mq_parts {
    int count;
    struct mq_part part[MQ_MAX_TYPED];
};

/* The words between blanks. Words past MQ_MAX_TYPED are left out. */
struct mq_parts mq__split(const char *text);

/* Adds the first `count` words, each after a blank. */
void mq__join(struct mq_buf *out, const struct mq_parts *parts, int count);

/* Whether the typed word is the other one, or (not `whole`) begins it. */
bool mq__fits(struct mq_part typed, struct mq_part word, bool whole);

/* Adds the text in small letters, "ä" as "ae" and so on: texts that fold to
 * the same bytes are the same to mq__choose. */
void mq__fold(struct mq_buf *out, const char *text);

/* How well a choice fits what was typed: more is better. */
enum mq_fit {
    MQ_FIT_NONE,
    MQ_FIT_SOME_WORDS, /* beginnings of some words, in any order */
    MQ_FIT_SHORTER,    /* beginnings of the first words */
    MQ_FIT_ANY_ORDER,  /* beginnings of all words, in any order */
    MQ_FIT_PREFIX,     /* beginnings of all words */
    MQ_FIT_ALL_WORDS,  /* all words, in any order */
    MQ_FIT_WHOLE,
};

struct mq_found;

/* Takes a choice that fits into the list; a better fit empties it first. */
void mq__take_fit(struct mq_found *out, enum mq_fit *best, enum mq_fit fit,
                  int index);

#endif
