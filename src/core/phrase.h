/* The texts of actions and outcomes, by a table.
 *
 * A row says how a kind of action reads: its first words, then the parts of the
 * action as words of sets. Each game has its own rows and its own sets.
 */
#ifndef MAXQ_CORE_PHRASE_H
#define MAXQ_CORE_PHRASE_H

#include "core/game.h"

#define MQ_PARTS 5

/* A part of an action: one word for the number in these bits; or, for each
 * word of the set, in so many bits how often it is there. */
struct mq_part {
    uint8_t set; /* 0: no more parts */
    uint8_t shift, bits;
    bool each;
};

struct mq_phrase {
    const char *words;
    mq_action is;   /* the action without its parts */
    mq_action mask; /* its bits that tell this row from others; 0: the kind */
    bool chance;
    struct mq_part part[MQ_PARTS];
    /* Whether the parts go together; what follows from them is filled in.
     * NULL: they always do. */
    bool (*fits)(const void *tables, mq_action *action);
};

/* What the sets are: the word of a value; NULL: no word has that one, "": it
 * is said by leaving it out. */
struct mq_lexicon {
    const void *tables;
    const char *(*word)(const void *tables, int set, int value);
};

/* Writes `?` for what is unknown. */
void mq__phrase_write(const struct mq_phrase *phrase, struct mq_lexicon lexicon,
                      mq_action action, struct mq_buf *out);
/* Whether the text is one of the phrase, to the letter: its action. */
bool mq__phrase_read(const struct mq_phrase *phrase, struct mq_lexicon lexicon,
                     const char *text, mq_action *out);

/* The same with a list of phrases, after the last one NULL words: the first
 * that fits. */
void mq__phrases_write(const struct mq_phrase *list, struct mq_lexicon lexicon,
                       mq_action action, struct mq_buf *out);
bool mq__phrases_read(const struct mq_phrase *list, struct mq_lexicon lexicon,
                      bool chance, const char *text, mq_action *out);

#endif
