/* Editing typed lines: history with the arrow keys, completion with Tab.
 *
 * libedit does the work. Without it (a build option), and where a program
 * types instead of a person (the terminal's echo is off), lines are read as
 * they come.
 */
#ifndef MAXQ_TERM_EDIT_H
#define MAXQ_TERM_EDIT_H

#include <stdbool.h>
#include <stddef.h>

struct mq_edit;

/* Words that Tab may complete: the k-th; NULL after the last. */
typedef const char *mq_edit_words(void *context, int k);

/* NULL: lines can't be edited here. mq__edit_close(NULL) is legal. */
struct mq_edit *mq__edit_open(mq_edit_words *words, void *context);
void mq__edit_close(struct mq_edit *edit);

/* Asks for a line after a prompt; the newline is cut off. False: there will be
 * no more, or a signal came. */
bool mq__edit_line(struct mq_edit *edit, const char *prompt, char *out,
                   size_t size);

#endif
