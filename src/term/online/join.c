/* Playing at a table of a server. */
#include "term/online/join.h"

#include "term/ascii.h"
#include "term/edit.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RETRY_MS 2000

struct join {
    struct mq_far *far;
    struct mq_session *s;
    const struct mq_join_options *o;
    int told; /* lines of the log that were printed */
};

static void begin(struct join *j)
{
    struct mq_session *s = j->s;
    struct mq_far *far = j->far;

    s->game = far->game;
    s->link = &far->link;
    s->people = 1;
    s->plain = j->o->plain;
    mq__screen_init(&s->screen, 0, 1, j->o->plain);
    s->screen.ascii = mq__ascii_alone();
    s->screen.redraws = false;
    s->board_due = true;
    if (j->o->full != NULL) {
        mq__full_attach(j->o->full, s);
        j->o->full->face.other = -1;
    } else if (j->o->bot == NULL) {
        s->screen.edit = mq__edit_open(mq__typed_word, s);
    }
}

/* Names and the view may have changed with what came. */
static void refresh(struct join *j)
{
    struct mq_session *s = j->s;
    struct mq_far *far = j->far;

    s->players = far->players;
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        s->names[i] = far->names[i] != NULL ? far->names[i] : mq__seat_words[i];
    }
    s->voice =
        (struct mq_voice){far->language, far->game->id, s->names, far->players};
    s->viewer = far->seat;
    if (far->has_view) {
        mq__session_look(s, far->seat);
    }
    s->left = s->left || far->stopped;
}

static bool my_turn(const struct join *j)
{
    const struct mq_far *far = j->far;

    return far->has_view && !far->over && far->seat >= 0 &&
           (far->actors >> far->seat & 1) != 0;
}

/* Who is waited for, with the clocks where there are some. */
static void waiting_text(const struct join *j, char *out, size_t size)
{
    const struct mq_far *far = j->far;
    struct mq_buf text;

    mq__buf_fixed(&text, out, size);
    mq__say_text(&text, &j->s->voice,
                 far->gone       ? "term.lost-server"
                 : !far->running ? "term.wait-start"
                                 : "term.wait-others",
                 "");
    for (int i = 0; i < far->players; i++) {
        if ((far->actors >> i & 1) != 0 || !far->running) {
            mq__buf_printf(&text, " %s", j->s->names[i]);
        }
        if ((far->actors >> i & 1) != 0 && far->left_ms[i] >= 0) {
            mq__buf_printf(&text, " %d:%02d", far->left_ms[i] / 60000,
                           far->left_ms[i] / 1000 % 60);
        }
    }
    if (far->said[0] != '\0') {
        mq__buf_printf(&text, "  \xC2\xB7  %s", far->said);
    }
}

static void draw_waiting(struct join *j)
{
    struct mq_full *full = j->o->full;

    waiting_text(j, full->status, sizeof full->status);
    if (j->far->has_view) {
        mq__full_draw(full, false);
    } else {
        mq__face_clear(&full->face);
    }
    mq__full_keys(full, "term.full-wait");
    full->status[0] = '\0';
}

static void react(struct join *j)
{
    static const char *const words[] = {"well-played", "wow",   "ouch",
                                        "think",       "hurry", "thanks"};
    int chosen = mq__full_menu(j->o->full, j->s->game->id, words, 6);

    if (chosen >= 0) {
        mq__far_react(j->far, words[chosen]);
    }
}

static void chat(struct join *j)
{
    char text[300];

    if (mq__full_line(j->o->full, "\xE2\x80\x9C", text, sizeof text) &&
        text[0] != '\0' && !mq__far_chat(j->far, text)) {
        snprintf(j->far->said, sizeof j->far->said, "%s",
                 mq__label(j->far->language, "term.no-chat"));
    }
}

static void show_text(struct join *j, char what)
{
    struct mq_session *s = j->s;

    mq__screen_measure(&s->screen);
    mq__buf_clear(&s->screen.text);
    if (what == 'l') {
        mq__tell_log(s, "");
    } else {
        mq__tell_scores(s, "");
    }
    mq__full_told(j->o->full, s->game->id);
}

/* The screen while others play; returns when something came or a key did. */
static void wait_on_screen(struct join *j)
{
    struct mq_full *full = j->o->full;
    int key;

    draw_waiting(j);
    full->face.other = j->far->net != NULL ? mq__remote_fd(j->far->net) : -1;
    full->face.wait_ms = j->far->gone ? RETRY_MS : -1;
    key = mq__face_key(&full->face);
    full->face.other = -1;
    full->face.wait_ms = -1;
    if (key == 'q' || key == MQ_KEY_GONE) {
        j->s->left = true;
    } else if (key == 'c' && j->far->seat >= 0) {
        chat(j);
    } else if (key == 'e' && j->far->seat >= 0) {
        react(j);
    } else if ((key == 'l' || key == 's') && j->far->has_view) {
        show_text(j, (char)key);
    } else {
        mq__pane_key(&full->board, key, full->face.height / 2);
    }
}

/* In lines: what happened since, as it comes. */
static void print_news(struct join *j)
{
    struct mq_session *s = j->s;

    if (j->told < j->far->lines) {
        s->link->log(s->link, s, j->told, true);
        j->told = j->far->lines;
    }
    if (s->viewer >= 0) {
        s->told[s->viewer] = j->told;
    }
    mq__screen_flush(&s->screen);
}

static void wait_in_lines(struct join *j)
{
    print_news(j);
    mq__far_wait(j->far, j->far->gone ? RETRY_MS : -1);
}

/* Somebody proposes to take back, to hand over or to end: agreed or not. */
static void answer_proposal(struct join *j)
{
    struct mq_session *s = j->s;
    struct mq_far *far = j->far;
    const char *items[] = {mq__label(far->language, "term.agrees"),
                           mq__label(far->language, "term.declines")};
    char title[256];
    struct mq_buf text;

    mq__buf_fixed(&text, title, sizeof title);
    mq__say_text(&text, &s->voice, "term.proposes", "p", far->proposed_by);
    if (j->o->bot != NULL) {
        mq__far_answer(far, true);
    } else if (j->o->full != NULL) {
        mq__far_answer(far, mq__full_menu(j->o->full, title, items, 2) == 0);
    } else {
        mq__buf_printf(&s->screen.text, "%s\n", title);
        mq__far_answer(far, mq__ask_yes(s));
    }
}

static void decide(struct join *j)
{
    struct mq_session *s = j->s;

    mq__choices_legal(&s->choices, s->game, s->view.bytes, s->viewer);
    mq__choices_own(&s->choices, s->game, s->voice.language);
    if (j->o->bot != NULL) {
        struct mq_note why = {0};
        int choice = j->o->bot->choose(j->o->bot, s);

        s->left = choice < 0 || !mq__session_act(s, choice, &why);
    } else if (j->o->full != NULL) {
        j->o->full->face.other = mq__remote_fd(j->far->net);
        mq__full_turn(j->o->full);
        j->o->full->face.other = -1;
    } else {
        print_news(j);
        mq__term_ask(s);
    }
}

static void finish(struct join *j)
{
    struct mq_session *s = j->s;

    if (j->o->full != NULL) {
        mq__full_end(j->o->full);
        return;
    }
    print_news(j);
    mq__show_result(s);
    mq__screen_flush(&s->screen);
}

static void run(struct join *j)
{
    while (!j->s->left) {
        mq__far_pump(j->far);
        if (j->far->gone && !mq__far_connect(j->far) && j->far->gone) {
            mq__far_wait(j->far, 0);
        }
        refresh(j);
        if (j->far->over && j->far->has_view) {
            finish(j);
            return;
        }
        if (j->far->proposal > 0 && !j->far->gone) {
            answer_proposal(j);
        } else if (my_turn(j) && !j->far->gone) {
            decide(j);
        } else if (j->o->full != NULL) {
            wait_on_screen(j);
        } else {
            wait_in_lines(j);
        }
    }
}

bool mq__join_play(struct mq_far *far, const struct mq_join_options *options)
{
    struct join j = {far, calloc(1, sizeof *j.s), options, 0};
    bool over;

    if (j.s == NULL) {
        return false;
    }
    mq__screen_hold_signals();
    begin(&j);
    run(&j);
    over = far->over;
    if (options->full != NULL) {
        mq__buf_clear(&j.s->screen.text);
    }
    mq__screen_finish(&j.s->screen);
    mq__edit_close(j.s->screen.edit);
    free(j.s);
    return over;
}
