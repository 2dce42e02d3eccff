/* The whole screen as a front end of a session. */
#include "term/full/full.h"

#include "term/ascii.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the session says and asks outside a decision: the text alone, so that
 * nothing hidden stays on the screen. */
static bool ask_line(struct mq_screen_front *front, struct mq_screen *screen,
                     char *out, size_t size)
{
    struct mq_full *full = (struct mq_full *)front;
    struct mq_pane pane = {{0}, 0};
    const char *newline;
    bool answered;

    mq__buf_init(&pane.text);
    mq__buf_str(&pane.text, mq__buf_text(&screen->text));
    newline = strrchr(mq__buf_text(&pane.text), '\n');
    if (newline != NULL && mq__text_columns(newline + 1) < 8) {
        /* The last line is the prompt. */
        mq__buf_cut(&pane.text, (size_t)(newline + 1 - pane.text.data));
    }
    mq__face_clear(&full->face);
    pane.top = mq__pane_lines(&pane);
    mq__pane_draw(
        &full->face, &pane,
        (struct mq_area){0, 0, full->face.height - 1, full->face.width});
    answered = mq__full_line(full, "> ", out, size);
    mq__buf_finish(&pane.text);
    mq__buf_clear(&screen->text);
    if (!answered && !full->session->left) {
        out[0] = '\0'; /* Escape: an empty line */
        answered = true;
    }
    return answered;
}

static void measure(struct mq_screen_front *front, struct mq_screen *screen)
{
    struct mq_full *full = (struct mq_full *)front;

    screen->width = full->face.width;
    screen->height = full->face.height - 1;
}

struct mq_full *mq__full_open(const struct mq_face *wanted,
                              const char *language)
{
    struct mq_full *full = calloc(1, sizeof *full);

    if (full == NULL) {
        return NULL;
    }
    full->face = *wanted;
    full->language = language;
    if (!mq__face_open(&full->face)) {
        free(full);
        return NULL;
    }
    full->front = (struct mq_screen_front){ask_line, measure};
    mq__buf_init(&full->board.text);
    mq__buf_init(&full->log.text);
    mq__buf_init(&full->facts.text);
    return full;
}

void mq__full_close(struct mq_full *full)
{
    if (full == NULL) {
        return;
    }
    mq__face_close(&full->face);
    mq__buf_finish(&full->board.text);
    mq__buf_finish(&full->log.text);
    mq__buf_finish(&full->facts.text);
    free(full);
}

void mq__full_attach(struct mq_full *full, struct mq_session *s)
{
    full->session = s;
    full->told = -1;
    full->rows = 0;
    full->status[0] = '\0';
    full->board.top = 0;
    s->full = full;
    s->screen.front = &full->front;
    s->screen.redraws = true;
    s->screen.ascii = full->face.ascii;
    mq__screen_measure(&s->screen);
}

/* What can be done when the match is over. */
static enum mq_after after_key(int key)
{
    switch (key) {
    case 'n':
        return MQ_AFTER_REMATCH;
    case 'a':
        return MQ_AFTER_REVIEW;
    case 'm':
        return MQ_AFTER_HOME;
    case 'q':
    case MQ_KEY_GONE:
    case MQ_KEY_ESCAPE:
        return MQ_AFTER_LEAVE;
    default:
        return MQ_AFTER_NONE;
    }
}

enum mq_after mq__full_end(struct mq_full *full)
{
    struct mq_session *s = full->session;
    enum mq_after after = MQ_AFTER_NONE;
    struct mq_pane result = {{0}, 0};

    mq__full_scene(full);
    mq__buf_init(&result.text);
    mq__screen_measure(&s->screen);
    mq__buf_clear(&s->screen.text);
    mq__show_result(s);
    mq__show_standings(s);
    mq__buf_str(&result.text, mq__buf_text(&s->screen.text));
    mq__buf_clear(&s->screen.text);
    while (after == MQ_AFTER_NONE) {
        int key;

        mq__face_clear(&full->face);
        mq__pane_draw(
            &full->face, &result,
            (struct mq_area){0, 0, full->face.height - 1, full->face.width});
        mq__full_keys(full, "term.full-end");
        key = mq__face_key(&full->face);
        if (!mq__pane_key(&result, key, full->face.height - 1)) {
            after = after_key(key);
        }
        if (key == MQ_KEY_TAB) {
            mq__full_draw(full, false);
            mq__full_keys(full, "term.panel-keys");
            after = mq__face_key(&full->face) == MQ_KEY_GONE ? MQ_AFTER_LEAVE
                                                             : after;
        }
    }
    mq__buf_finish(&result.text);
    return after;
}
