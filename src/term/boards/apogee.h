/* The board of Apogee: what its files share. A board is lines: a label and
 * items, wrapped to the width; with `plain` whole lines of words. */
#ifndef MAXQ_TERM_BOARDS_APOGEE_H
#define MAXQ_TERM_BOARDS_APOGEE_H

#include "games/apogee/rules.h"

#include "term/boards/drawing.h"

struct ap_board {
    struct mq_drawing d;
    struct ap c;
    struct mq_buf *out; /* that of the drawing */
    int column;         /* of the line being written */
    int items;
};

/* apogee_lines.c */
const char *mq__ap_word(const struct ap_board *b, const char *word);
/* A heading over what follows; `style` is a mark. */
void mq__ap_heading(struct ap_board *b, char style, const char *text);
/* A line: a label (by its id, or as it is), items, its end. `style` is a mark,
 * or NUL for none. */
void mq__ap_begin(struct ap_board *b, const char *label_id);
void mq__ap_begin_text(struct ap_board *b, const char *label);
void mq__ap_item(struct ap_board *b, char style, const char *text);
void mq__ap_item_say(struct ap_board *b, char style, const char *id,
                     const char *format, ...);
void mq__ap_item_message(struct ap_board *b, char style,
                         const struct mq_message *message);
void mq__ap_end(struct ap_board *b);
/* Items made from cards. */
void mq__ap_card_item(struct ap_board *b, char style, int kind);
void mq__ap_engineer_item(struct ap_board *b, const struct ap_member *member);

/* apogee_player.c */
void mq__ap_draw_player(struct ap_board *b, int seat);
void mq__ap_draw_rival(struct ap_board *b, int seat);
void mq__ap_draw_plan(struct ap_board *b);
/* The launch helper: each destination, what it takes, its chances. */
void mq__ap_draw_launches(struct ap_board *b, int seat);

#endif
