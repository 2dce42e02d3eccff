/* Boards as text: what the terminal, `maxq replay` and the bridge draw.
 *
 * Each game has a function that draws a position in a canvas of some width, or
 * tells it in plain lines of words. It reads the game's state and tables, and
 * like the games it uses the C library alone: the page has it too.
 */
#ifndef MAXQ_TERM_BOARDS_BOARDS_H
#define MAXQ_TERM_BOARDS_BOARDS_H

#include "core/buf.h"
#include "core/game.h"

/* How a board is drawn as text (see mq__board). */
struct mq_canvas {
    const char *language;     /* "en", "de" */
    const char *const *names; /* players' names, as in mq_voice */
    int width;                /* columns there are; at least 80 is assumed */
    bool plain; /* no drawing: lines of words, for screen readers too */
    bool low;   /* the screen is low: leave out separator lines */
};

/* Style marks inside drawn boards: the byte MQ_MARK and a letter. '0' to '4'
 * colour of that seat, 'b' bold, 'd' dim, 'g' good, 'w' warning, 'h'
 * highlight, '.' back to normal. The terminal turns them into colours or
 * drops them; a mark has no width. */
#define MQ_MARK '\x1e'

/* Draws the board of a redacted state as `seat` sees it, with style marks.
 * Returns false for a game that has no board here (a test's own game). */
bool mq__board(const struct mq_game *g, const void *st, int seat,
               const struct mq_canvas *canvas, struct mq_buf *out);

typedef void mq_board_function(const struct mq_game *g, const void *st,
                               int seat, const struct mq_canvas *canvas,
                               struct mq_buf *out);
mq_board_function mq__ap_board, mq__lo_board, mq__ml_board;

#endif
