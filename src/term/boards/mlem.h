/* The board of MLEM: what mlem.c and mlem_plain.c share. */
#ifndef MAXQ_TERM_BOARDS_MLEM_H
#define MAXQ_TERM_BOARDS_MLEM_H

#include "games/mlem/rules.h"
#include "term/boards/drawing.h"

struct ml_board {
    struct mq_drawing d;
    const struct ml_tables *t;
    const struct ml_state *st;
    int inner; /* columns of a cell */
};

/* The first seat with an astronaut at a place, -1 if there is none;
 * *astronaut (NULL is legal) is which. */
int mq__ml_at(const struct ml_state *st, int place, int *astronaut);

/* Whether the seat's Pip sleeps: it was used on this flight (ML-P3). */
bool mq__ml_sleeps(const struct ml_state *st, int seat);

/* mlem_plain.c: the board in lines of words. */
void mq__ml_plain_board(const struct ml_board *b);

#endif
