/* What a person typed against what can be chosen.
 *
 * A choice is a text of words ("use 2 A"). Each word also has a form in the
 * language of the person ("nutze 2 A"): the name that the catalogue gives it
 * as `<game>.typed.<word>` or `<game>.word.<word>`, with "-" for blanks. People
 * may mix both, leave words out, put words in another order and type only the
 * beginning of a word. Letters of any case are alike; so are "ä" and "ae".
 *
 * The best kind of fit wins. A text that fits several choices equally well is
 * ambiguous, so "use 2" is never "use 2 A".
 */
#ifndef MAXQ_CORE_CHOOSE_H
#define MAXQ_CORE_CHOOSE_H

#include <maxq/game.h>

#include <stdbool.h>
#include <stddef.h>

#define MQ_OWN_SIZE 192 /* enough for an action in any language */

struct mq_choices {
    int count;
    bool as_written; /* people of the language read `text` itself: English */
    mq_action action[MQ_MAX_LEGAL];
    char text[MQ_MAX_LEGAL][MQ_TEXT_SIZE];
    char own[MQ_MAX_LEGAL][MQ_OWN_SIZE]; /* in the language; "" : as `text` */
};

/* The text of an action in the words of a language (NULL: English), which
 * mq__choose understands. */
void mq__own_words(const struct mq_game *game, const char *language,
                   const char *text, char out[MQ_OWN_SIZE]);

#define MQ_MAX_FOUND 8

/* The choices that fit: all are counted, the first MQ_MAX_FOUND listed. */
struct mq_found {
    int count;
    int index[MQ_MAX_FOUND];
    bool whole; /* typed exactly as the choice is written */
};

/* The text as people of the language read it: in English as the rules write
 * it, which is English already. */
void mq__shown_words(const struct mq_game *game, const char *language,
                     const char *text, char out[MQ_OWN_SIZE]);

/* The legal actions of a seat, with their texts. */
void mq__choices_legal(struct mq_choices *choices, const struct mq_game *game,
                       const void *st, int seat);
/* Adds the words of a language to them. */
void mq__choices_own(struct mq_choices *choices, const struct mq_game *game,
                     const char *language);
/* What people of that language read and type. */
const char *mq__choice_text(const struct mq_choices *choices, int index);

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

/* The action that was meant by the typed words, in any language and order,
 * though it is not among the choices; false: these are no words of an action.
 */
struct mq_typed {
    const struct mq_game *game;
    const char *language; /* NULL: English */
    const char *text;     /* what was typed */
    int seat;
};
bool mq__meant(const struct mq_choices *choices, const struct mq_typed *typed,
               mq_action *out);

/* The choice that is most like the typed text; -1 if none is like it. */
int mq__nearest(const struct mq_choices *choices, const char *typed);

/* A text where the choices are too many to list: the outcome that the typed
 * words are in some order, after the leading words of `example`. */
bool mq__read_outcome(const struct mq_game *game, const void *st,
                      const char *typed, const char *example, mq_action *out);

/* Whether `typed` is a number and nothing else. */
bool mq__is_number(const char *typed, int *number);

/* The words of a command line match; both may be of any case. */
bool mq__same_word(const char *typed, const char *word);

#endif
