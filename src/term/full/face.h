/* The terminal as a whole screen: colours, styled text, keys and the mouse.
 *
 * Everything is drawn in memory and shown by mq__face_key, which sends only
 * what has changed: slow lines get little. Text with style marks
 * (term/boards/boards.h) is drawn by mq__face_text; no other control character
 * gets through.
 *
 * Without ncurses (a build option) mq__face_open always fails.
 */
#ifndef MAXQ_TERM_FULL_FACE_H
#define MAXQ_TERM_FULL_FACE_H

#include "core/buf.h"

#include <stdbool.h>

enum mq_theme { MQ_THEME_DARK, MQ_THEME_LIGHT, MQ_THEME_MONO, MQ_THEMES };

extern const char *const mq__theme_words[]; /* ends with NULL */

struct mq_face {
    int width, height;
    bool colour; /* there are colours */
    bool ascii;  /* the terminal shows ASCII alone */
    bool motion; /* short scenes may be played */
    enum mq_theme theme;
    int other;       /* a file descriptor that ends the wait for a key; or -1 */
    int wait_ms;     /* how long to wait for a key; -1: for ever */
    int row, column; /* where the mouse was pressed */
};

/* A rectangle of the screen. */
struct mq_area {
    int row, column, height, width;
};

/* Whether this terminal can show a whole screen. */
bool mq__face_can(int in, int out);

/* Takes the terminal; false: it can't. mq__face_close gives it back. */
bool mq__face_open(struct mq_face *face);
void mq__face_close(struct mq_face *face);

/* Gives the terminal back for a while, and takes it again. */
void mq__face_leave(struct mq_face *face);
void mq__face_return(struct mq_face *face);

/* Makes the whole screen blank, in memory. */
void mq__face_clear(struct mq_face *face);
void mq__face_blank(struct mq_face *face, struct mq_area area);

/* Draws the first line of the text, cut to the width. `style` is that of the
 * text before it: marks of an earlier line go on ("": none). */
void mq__face_text(struct mq_face *face, struct mq_area area, const char *style,
                   const char *text);
/* A line of a colour or style all over its width: bars. */
void mq__face_bar(struct mq_face *face, struct mq_area area, const char *style,
                  const char *text);

/* Sends what was drawn. */
void mq__face_show(struct mq_face *face);

/* Keys that are no characters. */
enum mq_key {
    MQ_KEY_GONE = -1,  /* there will be no more: a signal came, or the end */
    MQ_KEY_NONE = -2,  /* the time is over */
    MQ_KEY_OTHER = -3, /* the other file descriptor has something */
    MQ_KEY_RESIZE = -4,
    MQ_KEY_UP = -40,
    MQ_KEY_DOWN,
    MQ_KEY_LEFT,
    MQ_KEY_RIGHT,
    MQ_KEY_PAGE_UP,
    MQ_KEY_PAGE_DOWN,
    MQ_KEY_HOME,
    MQ_KEY_END,
    MQ_KEY_ENTER,
    MQ_KEY_ESCAPE,
    MQ_KEY_BACK,
    MQ_KEY_TAB,
    MQ_KEY_CLICK, /* at row, column */
    MQ_KEY_TWICE, /* a double click */
    MQ_KEY_WHEEL_UP,
    MQ_KEY_WHEEL_DOWN,
    MQ_KEY_IGNORED, /* something was pressed that means nothing */
};

/* Shows the screen and waits for a key: a character (Unicode) or one of the
 * list above. */
int mq__face_key(struct mq_face *face);

/* A pause of a scene; false: a key was pressed, or there is no motion: the
 * scene is over. The key is not lost. */
bool mq__face_pause(struct mq_face *face, int ms);

/* Text of many lines in an area that may be too low for it. */
struct mq_pane {
    struct mq_buf text;
    int top; /* the first line that is shown */
};

int mq__pane_lines(const struct mq_pane *pane);
/* Draws it; `top` is put right first. Arrows at the right edge say that there
 * is more. */
void mq__pane_draw(struct mq_face *face, struct mq_pane *pane,
                   struct mq_area area);
/* Keys that scroll; false: it is none of them. */
bool mq__pane_key(struct mq_pane *pane, int key, int height);

#endif
