/* What boards are drawn with: words of the catalogues, players, style marks
 * and columns. A game's board begins with a struct mq_drawing.
 *
 * Marks may be written in plain boards too: mq__board takes them out.
 */
#ifndef MAXQ_TERM_BOARDS_DRAWING_H
#define MAXQ_TERM_BOARDS_DRAWING_H

#include "term/boards/boards.h"
#include "term/boards/text.h"

struct mq_drawing {
    const struct mq_game *g;
    int seat; /* who looks */
    const struct mq_canvas *canvas;
    struct mq_buf *out;
    struct mq_voice voice;
};

/* Begins a board. */
struct mq_drawing mq__drawing(const struct mq_game *g, const void *st, int seat,
                              const struct mq_canvas *canvas,
                              struct mq_buf *out);

/* A catalogue text; a player's name; the name of a word. */
const char *mq__draw_label(const struct mq_drawing *d, const char *id);
const char *mq__draw_name(const struct mq_drawing *d, int seat);
const char *mq__draw_word(const struct mq_drawing *d, const char *word);

/* Adds a sentence to the board; format and arguments as for mq_message_set. */
void mq__draw_say(const struct mq_drawing *d, const char *id,
                  const char *format, ...);
/* The same as a whole line. */
void mq__draw_line(const struct mq_drawing *d, const char *id,
                   const char *format, ...);

/* Style marks (boards.h), and a text between two of them. */
void mq__mark(struct mq_buf *out, char style);
void mq__styled(struct mq_buf *out, char style, const char *text);

/* The shape of a seat in its colour, the same everywhere: circle, square,
 * triangle, diamond, star. */
extern const char *const mq__shapes[MQ_MAX_PLAYERS];
void mq__shape(struct mq_buf *out, int seat);

void mq__repeat(struct mq_buf *out, const char *text, int count);

/* A text in a field of so many columns, cut where it doesn't fit. */
void mq__field(struct mq_buf *out, const char *text, int width);

/* What was written since the buffer's length was `start`: its columns, blanks
 * after it up to a width, and breaking it into lines at blanks. Blanks at its
 * beginning indent the first line. */
int mq__columns_from(const struct mq_buf *out, size_t start);
void mq__pad_from(struct mq_buf *out, size_t start, int width);
void mq__wrap_from(struct mq_buf *out, size_t start, int width, int indent);

#endif
