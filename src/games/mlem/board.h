/* Drawing the board: what board.c and board_plain.c share. */
#ifndef MAXQ_GAMES_MLEM_BOARD_H
#define MAXQ_GAMES_MLEM_BOARD_H

#include "core/buf.h"
#include "games/mlem/rules.h"

struct mlem_board {
    const struct mq_game *g;
    const struct mlem_tables *t;
    const struct mlem_state *st;
    int seat; /* who looks */
    const struct mq_canvas *canvas;
    struct mq_buf *out;
    int inner; /* columns of a cell */
};

/* A catalogue text; a player's name; the name of a word. */
const char *mq__mlem_label(const struct mlem_board *b, const char *id);
const char *mq__mlem_name(const struct mlem_board *b, int seat);
const char *mq__mlem_word(const struct mlem_board *b, const char *word);

/* Writes a sentence; format and arguments as for mq_message_set. */
void mq__mlem_say(const struct mlem_board *b, struct mq_buf *out,
                  const char *id, const char *format, ...);

/* The first seat with an astronaut at a place, -1 if there is none;
 * *astronaut (NULL is legal) is which. */
int mq__mlem_at(const struct mlem_state *st, int place, int *astronaut);

/* board_plain.c: the board in lines of words. */
void mq__mlem_plain_board(const struct mlem_board *b);

#endif
