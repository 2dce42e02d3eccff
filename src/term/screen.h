/* The screen and the keyboard: text with style marks goes out, lines come in.
 *
 * Text is gathered in `text` and shown by mq__screen_flush, which turns the
 * style marks into colours (or drops them) and lets no other control
 * character through: names and file contents can't drive the terminal.
 */
#ifndef MAXQ_TERM_SCREEN_H
#define MAXQ_TERM_SCREEN_H

#include "term/boards/text.h"

#include <stdbool.h>
#include <stddef.h>

#define MQ_LINE_SIZE 1024

struct mq_screen;

/* A front end that shows the text and asks for lines itself (term/full). */
struct mq_screen_front {
    /* Shows the gathered text and asks for a line; as mq__screen_line. */
    bool (*line)(struct mq_screen_front *front, struct mq_screen *screen,
                 char *out, size_t size);
    /* Takes the size of its place into the screen. */
    void (*measure)(struct mq_screen_front *front, struct mq_screen *screen);
};

struct mq_screen {
    int in, out;          /* file descriptors */
    bool colour;          /* style marks become colours */
    bool rich;            /* of 256 */
    bool can_clear;       /* the terminal knows how to clear itself */
    bool redraws;         /* each turn starts on an empty screen */
    bool ascii;           /* the terminal shows ASCII alone */
    struct mq_edit *edit; /* edits lines; NULL: they come as they are */
    struct mq_screen_front *front; /* who shows and asks instead; or NULL */
    int width, height;
    bool lost;                /* something could not be written */
    struct mq_buf text;       /* not shown yet */
    char typed[MQ_LINE_SIZE]; /* read, not yet handed out */
    size_t typed_length;
};

/* Looks at the terminal and the environment (NO_COLOR, TERM, COLUMNS).
 * `plain`: no colours, no redrawing. mq__screen_finish frees, and returns
 * false where something could not be written: a full disk. */
void mq__screen_init(struct mq_screen *screen, int in, int out, bool plain);
bool mq__screen_finish(struct mq_screen *screen);

/* From here on Ctrl-C and the like end the wait for a line instead of the
 * program, or a bot's thoughts, and nothing else. */
void mq__screen_hold_signals(void);

/* Between these two they also end a bot's thoughts: the flag is the stop of
 * its mq_budget. The second is false where one came: nothing that was thought
 * counts then. */
const int *mq__screen_think(void);
bool mq__screen_thought(void);

/* Waits for input, for the other file descriptor (-1: none) or so many
 * milliseconds (-1: for ever). */
enum mq_wait {
    MQ_WAIT_INPUT,
    MQ_WAIT_OTHER,
    MQ_WAIT_TIME,
    MQ_WAIT_AGAIN,   /* a signal that doesn't end the program */
    MQ_WAIT_STOPPED, /* one that does, or the terminal is gone */
};
enum mq_wait mq__screen_wait(int fd, int other, int ms);
/* Whether the program was stopped (Ctrl-Z) and goes on since this was last
 * asked. */
bool mq__screen_continued(void);

/* Takes the size of the terminal as it is now. */
void mq__screen_measure(struct mq_screen *screen);

/* Empties the screen; with `history` the scrollback too. Where the terminal
 * can't, it is pushed out of sight by empty lines. Shows nothing gathered
 * before. */
void mq__screen_clear(struct mq_screen *screen, bool history);

/* Shows what was gathered. */
void mq__screen_flush(struct mq_screen *screen);

/* Shows what was gathered and waits for a line; the newline is cut off. The
 * line is empty where the program goes on after it was stopped.
 * False: there will be no more (end of input, the terminal was closed,
 * Ctrl-C). */
bool mq__screen_line(struct mq_screen *screen, char *out, size_t size);

#endif
