/* Apogee: what the files that draw the board share. A board is lines: a label
 * and items, wrapped to the width; with `plain` whole lines of words. */
#ifndef MAXQ_GAMES_APOGEE_BOARD_H
#define MAXQ_GAMES_APOGEE_BOARD_H

#include "games/apogee/rules.h"

#include "core/buf.h"

struct ap_board {
    const struct mq_game *g;
    const struct ap_tables *t;
    const struct ap_state *st;
    int seat;
    const struct mq_canvas *canvas;
    struct mq_buf *out;
    int column; /* of the line being written */
    int items;
};

#define AP_BOARD_TEXT 512

/* board_lines.c */
const char *mq__apogee_name(const struct ap_board *b, int seat);
const char *mq__apogee_word(const struct ap_board *b, const char *word);
/* A sentence of the catalogue into a caller's buffer. */
const char *mq__apogee_say(const struct ap_board *b, char out[AP_BOARD_TEXT],
                           const char *id, const char *format, ...);
const char *mq__apogee_sentence(const struct ap_board *b,
                                char out[AP_BOARD_TEXT],
                                const struct mq_message *message);
/* A heading over what follows; `style` is a mark. */
void mq__apogee_heading(struct ap_board *b, char style, const char *text);
void mq__apogee_begin(struct ap_board *b, const char *label_id);
void mq__apogee_begin_text(struct ap_board *b, const char *label);
void mq__apogee_item(struct ap_board *b, char style, const char *text);
void mq__apogee_end(struct ap_board *b);
/* Items made from cards. */
void mq__apogee_card_item(struct ap_board *b, char style, int kind);
void mq__apogee_engineer_item(struct ap_board *b,
                              const struct ap_member *member);

/* board_player.c */
void mq__apogee_draw_player(struct ap_board *b, int seat);
void mq__apogee_draw_plan(struct ap_board *b);
/* The launch helper: each destination, what it takes, its chances. */
void mq__apogee_draw_launches(struct ap_board *b, int seat);

#endif
