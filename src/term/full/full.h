/* The match on a whole screen: board, log, the decision with its facts, and
 * panels over them.
 *
 * It is a front end of the session (term/session.h), as the lines are: what is
 * said comes from the same functions, into a panel instead of below the
 * prompt.
 */
#ifndef MAXQ_TERM_FULL_FULL_H
#define MAXQ_TERM_FULL_FULL_H

#include "term/full/face.h"
#include "term/session.h"

/* A line of the list of choices: one choice, or several that differ in their
 * last word alone. */
struct mq_row {
    int first; /* choice; the others follow by `next` */
    int count;
    int at; /* which of them is chosen */
};

struct mq_full {
    struct mq_screen_front front; /* of the session's screen */
    struct mq_face face;
    const char *language;
    struct mq_session *session;
    struct mq_pane board, log, facts;
    bool ready; /* the rows are those of the choices now */
    int rows;
    struct mq_row row[MQ_MAX_LEGAL];
    int next[MQ_MAX_LEGAL]; /* the next choice of the same row; -1 */
    int selected;           /* row */
    int first;              /* row that is drawn first */
    int number;             /* typed so far; 0: none */
    char toggles[24];       /* words of one character that can be toggled */
    int told;               /* events of the viewer's log that were shown */
    int told_at;            /* `told` when the rows were made */
    char status[512];       /* a line about what was done last */
    struct mq_area list;    /* where the rows are drawn */
};

/* Where the parts of the screen are. */
struct mq_layout {
    struct mq_area head, board, log, question, list, facts, keys;
    bool low; /* the board is the low one */
};

/* Takes the terminal for a session; NULL: this terminal can't. */
struct mq_full *mq__full_open(const struct mq_face *wanted,
                              const char *language);
void mq__full_close(struct mq_full *full);
/* The session that is shown from now on. */
void mq__full_attach(struct mq_full *full, struct mq_session *s);

/* One decision of the session's viewer, until it is made or they leave. */
void mq__full_turn(struct mq_full *full);
/* What happened since the viewer was last shown something, in a few frames. */
void mq__full_scene(struct mq_full *full);
/* A bot thinks: says so. */
void mq__full_thinking(struct mq_full *full, int seat);
/* The end of the match. */
enum mq_after mq__full_end(struct mq_full *full);

/* table.c: draws all of it. */
void mq__full_draw(struct mq_full *full, bool deciding);
void mq__full_board(struct mq_full *full, const void *view, int width, bool low,
                    struct mq_buf *out);
void mq__full_layout(struct mq_full *full, bool deciding,
                     struct mq_layout *out);
void mq__full_keys(struct mq_full *full, const char *id);

/* rows.c: the list of choices. */
void mq__rows_make(struct mq_full *full);
int mq__rows_choice(const struct mq_full *full, int row);
void mq__rows_select(struct mq_full *full, int choice);
void mq__rows_label(const struct mq_full *full, int row, struct mq_buf *out);
bool mq__rows_toggle(struct mq_full *full, int key);
void mq__rows_facts(const struct mq_full *full, int choice, int width,
                    struct mq_buf *out);

/* panel.c: text over the screen. */
/* Shows a text until a key that doesn't scroll is pressed; that key. */
int mq__full_panel(struct mq_full *full, const char *title, const char *text);
/* Shows what the session has gathered since, if anything. */
void mq__full_told(struct mq_full *full, const char *title);
/* A line of text on the last row; false: nobody is there, or Escape. */
bool mq__full_line(struct mq_full *full, const char *prompt, char *out,
                   size_t size);
/* A list of lines to choose from; -1: Escape, -2: nobody is there. */
int mq__full_menu(struct mq_full *full, const char *title,
                  const char *const *items, int count);

#endif
