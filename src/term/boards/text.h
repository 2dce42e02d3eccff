/* Text as a terminal shows it: widths, wrapping and columns. Style marks
 * (MQ_MARK and a letter, see term/boards/boards.h) have no width.
 */
#ifndef MAXQ_TERM_BOARDS_TEXT_H
#define MAXQ_TERM_BOARDS_TEXT_H

#include "term/boards/boards.h"

#include <stddef.h>

/* How many columns the first `length` bytes take. */
int mq__text_width(const char *text, size_t length);
/* How many columns the whole text takes. */
int mq__text_columns(const char *text);

/* How lines are wrapped: to `width` columns, the first one `first` columns
 * in, the others `rest`. */
struct mq_wrap {
    int width;
    int first, rest;
};

/* Adds the text in lines of whole words, each ended by a newline. A word
 * that fits no line stands alone on one. The first line's indent is written
 * only where `first` is positive; a negative one says that the cursor already
 * stands -first columns in. */
void mq__text_wrap(struct mq_buf *out, const char *text,
                   const struct mq_wrap *wrap);

/* Adds blanks. */
void mq__text_blanks(struct mq_buf *out, int count);

/* Adds the text and blanks up to `width` columns; a negative width puts the
 * blanks before the text. */
void mq__text_pad(struct mq_buf *out, const char *text, int width);

/* Adds as much of the text as fits `width` columns, the last one an ellipsis
 * where something is cut. */
void mq__text_cut(struct mq_buf *out, const char *text, int width);

#endif
