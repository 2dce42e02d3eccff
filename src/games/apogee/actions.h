/* Apogee: the grammar of actions and outcomes. One row each says how its text
 * reads and at which decisions it can be taken. text.c writes and reads by it,
 * reasons.c refuses by it, describe.c uses its arguments.
 *
 * An argument is two letters: its sort, and the byte of the action (a, b, c)
 * that it fills. The sorts:
 *
 *   K technology, C technology of a row, X R&D card, E engineer, D director,
 *   I investor, V event, S space, L level, T destination, P seat,
 *   N number of the die, Q one or two dice, R row or investors,
 *   G the type of the technology in that byte: it fills nothing
 */
#ifndef MAXQ_GAMES_APOGEE_ACTIONS_H
#define MAXQ_GAMES_APOGEE_ACTIONS_H

#include "games/apogee/rules.h"

#include "core/form.h"

struct ap_form {
    const char *words;     /* the text begins with them */
    const char *arguments; /* two letters each, parted by blanks in the text */
    uint32_t asked; /* a bit for each decision; 0: an outcome of chance */
};

extern const struct ap_form mq__ap_forms[AP_ACTION_KINDS];

/* What is wanted: the rule behind it, and its word. */
struct ap_asked {
    const char *rule, *word;
};

extern const struct ap_asked mq__ap_asks[AP_ASKS];

/* A sentence about an action: its rule, its message and what the message has:
 * arguments as above, in words or by name; the byte `s` is the seat that acts,
 * the sort A the authority of an engineer. */
struct ap_sentence {
    const char *rule, *id, *arguments;
};

void mq__ap_fill(const struct ap_tables *t, struct mq_event event,
                 const struct ap_sentence *sentence, struct mq_message *out);

/* What an argument of a sort can be. */
struct mq_form_set mq__ap_set(const struct ap_tables *t, char sort);
/* The technologies of the types from `first` to `last`. */
struct mq_form_set mq__ap_kinds_set(const struct ap_tables *t, int first,
                                    int last);
/* The value of an argument (its two letters) in an action. */
int mq__ap_argument(const struct ap_tables *t, const char *argument,
                    mq_action action);
/* The word of a value; NULL: no argument of that sort is such. */
const char *mq__ap_argument_word(const struct ap_tables *t, char sort,
                                 int value);

#endif
