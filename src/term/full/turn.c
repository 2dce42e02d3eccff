/* One decision on the whole screen: keys, the mouse and panels. */
#include "term/full/full.h"

#include "term/boards/boards.h"

#include <stdio.h>
#include <string.h>

static const char *label(const struct mq_full *full, const char *id)
{
    return mq__label(full->session->voice.language, id);
}

/* A command of the lines: what it says comes into a panel. */
static enum mq_next run_command(struct mq_full *full, const char *line)
{
    struct mq_session *s = full->session;
    enum mq_next next = MQ_NEXT_REDRAW;

    mq__screen_measure(&s->screen);
    mq__buf_clear(&s->screen.text);
    if (!mq__run_command(s, line, false, &next)) {
        next = mq__run_line(s, line);
    }
    if (s->notice[0] != '\0') {
        snprintf(full->status, sizeof full->status, "%s", s->notice);
        s->notice[0] = '\0';
    }
    if (next == MQ_NEXT_ASK) {
        mq__full_told(full, line);
    }
    mq__buf_clear(&s->screen.text);
    return next;
}

/* The board alone, on the whole screen. */
static void show_board(struct mq_full *full)
{
    struct mq_session *s = full->session;
    struct mq_buf text;

    mq__buf_init(&text);
    mq__full_board(full, s->view.bytes, full->face.width, false, &text);
    if (mq__full_panel(full, label(full, "term.panel-board"),
                       mq__buf_text(&text)) == MQ_KEY_GONE) {
        s->left = true;
    }
    mq__buf_finish(&text);
}

/* Everything about the selected choice. */
static void show_choice(struct mq_full *full)
{
    struct mq_buf text;
    int choice = mq__rows_choice(full, full->selected);

    mq__buf_init(&text);
    mq__rows_facts(full, choice, full->face.width, &text);
    if (mq__full_panel(full, mq__choice_text(&full->session->choices, choice),
                       mq__buf_text(&text)) == MQ_KEY_GONE) {
        full->session->left = true;
    }
    mq__buf_finish(&text);
}

static enum mq_next play(struct mq_full *full)
{
    struct mq_session *s = full->session;
    int choice = mq__rows_choice(full, full->selected);
    struct mq_note why = {0};

    if (!mq__session_act(s, choice, &why)) {
        mq_sentence(&why.message, &s->voice, full->status, sizeof full->status);
        return s->link != NULL ? MQ_NEXT_GO_ON : MQ_NEXT_ASK;
    }
    full->status[0] = '\0';
    return MQ_NEXT_GO_ON;
}

/* Words that are typed: a choice, or a command of the lines. */
static enum mq_next type_line(struct mq_full *full)
{
    char line[256];

    if (!mq__full_line(full, "> ", line, sizeof line) || line[0] == '\0') {
        return MQ_NEXT_REDRAW;
    }
    return run_command(full, line);
}

/* A digit: the choice of that number. Where there are more than nine, digits
 * add up and Enter plays. */
static enum mq_next take_digit(struct mq_full *full, int digit)
{
    int number = full->number * 10 + digit;

    if (number < 1 || number > full->rows) {
        number = digit;
    }
    if (number < 1 || number > full->rows) {
        return MQ_NEXT_REDRAW;
    }
    full->number = number;
    full->selected = number - 1;
    return full->rows <= 9 ? play(full) : MQ_NEXT_REDRAW;
}

static void move_row(struct mq_full *full, int by)
{
    int row = full->selected + by;

    full->selected = row < 0 ? 0 : row >= full->rows ? full->rows - 1 : row;
    full->facts.top = 0;
}

static void move_in_row(struct mq_full *full, int by)
{
    struct mq_row *row = &full->row[full->selected];

    row->at = (row->at + by + row->count) % row->count;
    full->facts.top = 0;
}

static enum mq_next click(struct mq_full *full)
{
    int row = full->face.row - full->list.row - (full->toggles[0] != '\0');

    if (row < 0 || full->face.column >= full->list.width ||
        full->first + row >= full->rows) {
        return MQ_NEXT_REDRAW;
    }
    if (full->first + row == full->selected) {
        return play(full);
    }
    full->selected = full->first + row;
    return MQ_NEXT_REDRAW;
}

/* Keys that stand for commands of the lines. */
static const struct {
    int key;
    const char *command;
} commands[] = {
    {'h', "hint"},  {'o', "odds"},   {'s', "scores"}, {'l', "log"},
    {'u', "undo"},  {'y', "redo"},   {'?', "help"},   {'q', "quit"},
    {'r', "rules"}, {'g', "legend"},
};

static const char *command_of(int key)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (commands[i].key == key) {
            return commands[i].command;
        }
    }
    return NULL;
}

static void scroll(struct mq_full *full, int key)
{
    bool facts = key == '[' || key == ']';
    struct mq_pane *pane = facts ? &full->facts : &full->board;

    if (facts) {
        pane->top += key == ']' ? 1 : -1;
    } else {
        mq__pane_key(pane, key, full->face.height / 2);
    }
}

static enum mq_next take_key(struct mq_full *full, int key)
{
    switch (key) {
    case MQ_KEY_GONE:
        full->session->left = true;
        return MQ_NEXT_GO_ON;
    case MQ_KEY_OTHER: /* something came from the server */
        return MQ_NEXT_GO_ON;
    case MQ_KEY_UP:
    case 'k':
        move_row(full, -1);
        return MQ_NEXT_REDRAW;
    case MQ_KEY_DOWN:
    case 'j':
        move_row(full, 1);
        return MQ_NEXT_REDRAW;
    case MQ_KEY_LEFT:
        move_in_row(full, -1);
        return MQ_NEXT_REDRAW;
    case MQ_KEY_RIGHT:
        move_in_row(full, 1);
        return MQ_NEXT_REDRAW;
    case MQ_KEY_ENTER:
    case ' ':
    case MQ_KEY_TWICE:
        return play(full);
    case MQ_KEY_CLICK:
        return click(full);
    case MQ_KEY_TAB:
    case 'b':
        show_board(full);
        return MQ_NEXT_REDRAW;
    case 'i':
        show_choice(full);
        return MQ_NEXT_REDRAW;
    case '/':
    case ':':
        return type_line(full);
    default:
        break;
    }
    if (command_of(key) != NULL) {
        return run_command(full, command_of(key));
    }
    if (key >= '0' && key <= '9') {
        return take_digit(full, key - '0');
    }
    scroll(full, key);
    return MQ_NEXT_REDRAW;
}

static enum mq_next press(struct mq_full *full, int key)
{
    if (key != MQ_KEY_RESIZE && key != MQ_KEY_OTHER) {
        full->status[0] = '\0';
    }
    if (mq__rows_toggle(full, key)) {
        full->facts.top = 0;
        return MQ_NEXT_REDRAW;
    }
    if (key < '0' || key > '9') {
        full->number = 0;
    }
    return take_key(full, key);
}

void mq__full_turn(struct mq_full *full)
{
    struct mq_session *s = full->session;
    enum mq_next next = MQ_NEXT_REDRAW;

    mq__full_scene(full);
    if (s->notice[0] != '\0') {
        snprintf(full->status, sizeof full->status, "%s", s->notice);
        s->notice[0] = '\0';
    }
    if (s->link == NULL || full->rows == 0 || full->told_at != full->told) {
        mq__rows_make(full);
        full->facts.top = 0;
    }
    full->told_at = full->told;
    while (next != MQ_NEXT_GO_ON && !s->left) {
        mq__full_draw(full, true);
        mq__full_keys(full, "term.full-keys");
        next = press(full, mq__face_key(&full->face));
    }
}
