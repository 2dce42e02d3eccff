/* What a person typed against what can be chosen.
 *
 * Choices are texts of words ("use 2 A"). A choice fits what was typed if it
 * is the same, or each word typed begins the word of the choice at its place
 * ("u 2 a"). A whole match goes before a shorter one, so "use 2" is never
 * "use 2 A". Small and capital letters are alike.
 */
#ifndef MAXQ_TERM_CHOOSE_H
#define MAXQ_TERM_CHOOSE_H

#include <maxq/game.h>

#include <stdbool.h>

struct mq_choices {
    int count;
    mq_action action[MQ_MAX_LEGAL];
    char text[MQ_MAX_LEGAL][MQ_TEXT_SIZE];
};

#define MQ_MAX_FOUND 8

/* The choices that fit: all are counted, the first MQ_MAX_FOUND listed. */
struct mq_found {
    int count;
    int index[MQ_MAX_FOUND];
    bool whole; /* typed exactly as the choice is written */
};

/* The legal actions of a seat, with their texts. */
void mq__choices_legal(struct mq_choices *choices, const struct mq_game *game,
                       const void *st, int seat);

/* The outcomes of chance; false if there are too many to list. */
bool mq__choices_outcomes(struct mq_choices *choices,
                          const struct mq_game *game, const void *st);

void mq__choose(const struct mq_choices *choices, const char *typed,
                struct mq_found *out);

/* The same for outcomes: what people read off dice and cards. The words may
 * come in any order, the first ones that all choices share may be left out
 * ("roll"), and faces may stand without blanks: "4a12" is "roll 1 2 4 A". */
void mq__choose_outcome(const struct mq_choices *choices, const char *typed,
                        struct mq_found *out);

/* The typed words, each made whole where the choices have just one such word
 * at its place: what "assign mal design" means though it can't be chosen.
 * False: it is too long. */
bool mq__whole_words(const struct mq_choices *choices, const char *typed,
                     char *out, size_t size);

/* A text where the choices are too many to list: the outcome that the typed
 * words are in some order, after the leading words of `example`. */
bool mq__read_outcome(const struct mq_game *game, const void *st,
                      const char *typed, const char *example, mq_action *out);

/* Whether `typed` is a number and nothing else. */
bool mq__is_number(const char *typed, int *number);

/* The words of a command line match; both may be of any case. */
bool mq__same_word(const char *typed, const char *word);

#endif
