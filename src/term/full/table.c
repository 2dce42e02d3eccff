/* The screen of a match: head, board, log, question, choices, keys. */
#include "term/full/full.h"

#include "term/boards/boards.h"

#include <stdio.h>
#include <string.h>

#define WIDE 116     /* columns from which on the log stands at the right */
#define SIDE 38      /* columns of that */
#define LEAST_ROWS 5 /* of the list of choices */
#define MOST_ROWS 9
#define LEAST_LOG 1
#define MOST_QUESTION 2

static int lines_of(const struct mq_buf *text)
{
    struct mq_pane pane = {.text = *text};

    return mq__pane_lines(&pane);
}

void mq__full_board(struct mq_full *full, const void *view, int width, bool low,
                    struct mq_buf *out)
{
    const struct mq_session *s = full->session;
    struct mq_canvas canvas = {
        .language = s->voice.language,
        .names = s->names,
        .width = width,
        .low = low,
    };

    mq__board(s->game, view, s->viewer, &canvas, out);
}

/* The question before the viewer, in at most two lines. */
static void add_question(const struct mq_full *full, struct mq_buf *out)
{
    const struct mq_session *s = full->session;
    struct mq_note note;

    mq_ask(s->game, s->view.bytes, s->viewer, &note);
    mq__buf_printf(out, "%c%d%cb", MQ_MARK, s->viewer, MQ_MARK);
    mq__say_text(out, &s->voice, "term.turn", "p", s->viewer);
    mq__buf_printf(out, "%c. %cb", MQ_MARK, MQ_MARK);
    mq__say_message(out, &s->voice, &note.message);
    mq__buf_printf(out, "%c.", MQ_MARK);
    mq__add_rule(out, &note);
    mq__wrap_from(out, 0, full->face.width, 2);
}

static int widest_row(const struct mq_full *full, int most)
{
    int widest = 20;

    for (int i = 0; i < full->rows && widest < most; i++) {
        char memory[512];
        struct mq_buf label;
        int width;

        mq__buf_fixed(&label, memory, sizeof memory);
        mq__rows_label(full, i, &label);
        width = mq__text_columns(memory);
        widest = width > widest ? width : widest;
    }
    return widest < most ? widest : most;
}

/* The decision, from the bottom up: keys, list and facts, question. */
static int place_decision(struct mq_full *full, struct mq_layout *out)
{
    int width = full->face.width;
    int height = full->face.height;
    int rows = full->rows + (full->toggles[0] != '\0');
    int question = 1;
    int left = widest_row(full, width * 9 / 20) + 6;
    struct mq_buf text;

    rows = rows < LEAST_ROWS ? LEAST_ROWS : rows;
    rows = rows > MOST_ROWS ? MOST_ROWS : rows;
    if (height < 30 && rows > 6) {
        rows = 6;
    }
    mq__buf_init(&text);
    add_question(full, &text);
    question = lines_of(&text);
    mq__buf_finish(&text);
    question = question > MOST_QUESTION ? MOST_QUESTION : question;
    out->list = (struct mq_area){height - 1 - rows, 0, rows, left};
    out->facts =
        (struct mq_area){height - 1 - rows, left + 2, rows, width - left - 2};
    out->question =
        (struct mq_area){height - 1 - rows - question, 0, question, width};
    return out->question.row;
}

/* What is above `bottom` is the board's and the log's. */
static void place_table(struct mq_full *full, struct mq_layout *out, int bottom)
{
    int width = full->face.width;
    int room = bottom - 1;
    bool wide = width >= WIDE;
    int board_width = wide ? width - SIDE - 1 : width;
    int lines;

    out->low = false;
    mq__buf_clear(&full->board.text);
    mq__full_board(full, full->session->view.bytes, board_width, false,
                   &full->board.text);
    if (mq__pane_lines(&full->board) > room - (wide ? 0 : LEAST_LOG)) {
        out->low = true;
        mq__buf_clear(&full->board.text);
        mq__full_board(full, full->session->view.bytes, board_width, true,
                       &full->board.text);
    }
    lines = mq__pane_lines(&full->board);
    if (wide) {
        out->board = (struct mq_area){1, 0, room, board_width};
        out->log = (struct mq_area){1, board_width + 1, room, SIDE};
        return;
    }
    lines = lines > room - LEAST_LOG ? room - LEAST_LOG : lines;
    out->board = (struct mq_area){1, 0, lines, width};
    out->log = (struct mq_area){1 + lines, 0, room - lines, width};
}

void mq__full_layout(struct mq_full *full, bool deciding, struct mq_layout *out)
{
    int bottom = full->face.height - 1;

    memset(out, 0, sizeof *out);
    if (deciding) {
        bottom = place_decision(full, out);
    }
    out->head = (struct mq_area){0, 0, 1, full->face.width};
    out->keys = (struct mq_area){full->face.height - 1, 0, 1, full->face.width};
    place_table(full, out, bottom);
    full->list = out->list;
}

/* The points of all, as short as the line asks for. */
static void add_scores(const struct mq_full *full, int room, struct mq_buf *out)
{
    const struct mq_session *s = full->session;
    struct mq_all_standings standings;
    uint32_t actors = 0;
    int each = room / (s->players > 0 ? s->players : 1) - 8;

    mq__session_turn(s, &actors);
    mq_standings(s->game, s->view.bytes, s->viewer, &standings);
    each = each < 2 ? 2 : each;
    for (int seat = 0; seat < s->players; seat++) {
        const char *name =
            s->names[seat] != NULL ? s->names[seat] : mq__seat_words[seat];

        mq__buf_str(out, seat > 0 ? "  " : "");
        mq__shape(out, seat);
        mq__buf_char(out, ' ');
        if ((actors >> seat & 1) != 0) {
            mq__mark(out, 'h');
        }
        mq__text_cut(out, name, each);
        mq__mark(out, '.');
        mq__buf_printf(out, " %cb%c%c%g%c.", MQ_MARK, MQ_MARK,
                       standings.seat[seat].rank == 1 ? 'g' : 'b',
                       standings.seat[seat].score, MQ_MARK);
    }
}

static void draw_head(struct mq_full *full, struct mq_area area)
{
    const struct mq_session *s = full->session;
    const char *name =
        mq_word_name(s->voice.language, s->game->id, s->game->id);
    struct mq_buf text;

    mq__buf_init(&text);
    if (area.width >= 100 || s->players <= 3) {
        mq__buf_printf(&text, "%cb%s%c.  ", MQ_MARK, name, MQ_MARK);
    }
    add_scores(full, area.width - mq__text_columns(mq__buf_text(&text)), &text);
    mq__face_text(&full->face, area, "", mq__buf_text(&text));
    mq__buf_finish(&text);
}

/* One line of the list, with its number. */
static void draw_row(struct mq_full *full, int row, struct mq_area area)
{
    char memory[512];
    struct mq_buf label, line;
    char shown[640];

    mq__buf_fixed(&label, memory, sizeof memory);
    mq__rows_label(full, row, &label);
    mq__buf_fixed(&line, shown, sizeof shown);
    mq__buf_printf(&line, "%c%cb%3d%c. ", row == full->selected ? '>' : ' ',
                   MQ_MARK, row + 1, MQ_MARK);
    if (row == full->selected) {
        mq__mark(&line, 'h');
    }
    mq__text_cut(&line, memory, area.width - 5);
    mq__face_text(&full->face, area, "", shown);
}

/* The words that keys switch, with those of the selected choice lit. */
static void draw_toggles(struct mq_full *full, struct mq_area area)
{
    const struct mq_session *s = full->session;
    const char *text = s->choices.text[mq__rows_choice(full, full->selected)];
    char memory[256];
    struct mq_buf line;

    mq__buf_fixed(&line, memory, sizeof memory);
    mq__buf_str(&line, "  ");
    for (const char *t = full->toggles; *t != '\0'; t++) {
        char word[4] = {' ', *t, '\0', '\0'};
        bool on = strstr(text, word) != NULL;

        mq__buf_printf(&line, " %c%c[%c]%c.", MQ_MARK, on ? 'h' : 'd', *t,
                       MQ_MARK);
    }
    mq__face_text(&full->face, area, "", memory);
}

static void draw_list(struct mq_full *full, struct mq_area area)
{
    if (full->toggles[0] != '\0') {
        draw_toggles(full, area);
        area.row++;
        area.height--;
    }
    if (full->selected < full->first) {
        full->first = full->selected;
    }
    if (full->selected >= full->first + area.height) {
        full->first = full->selected - area.height + 1;
    }
    for (int i = 0; i < area.height && full->first + i < full->rows; i++) {
        draw_row(full, full->first + i,
                 (struct mq_area){area.row + i, area.column, 1, area.width});
    }
    if (full->first > 0) {
        mq__face_text(&full->face, (struct mq_area){area.row, 0, 1, 1}, "b",
                      "\xE2\x86\x91");
    }
    if (full->first + area.height < full->rows) {
        mq__face_text(&full->face,
                      (struct mq_area){area.row + area.height - 1, 0, 1, 1},
                      "b", "\xE2\x86\x93");
    }
}

static void draw_decision(struct mq_full *full, const struct mq_layout *layout)
{
    struct mq_pane question = {{0}, 0};
    int choice = mq__rows_choice(full, full->selected);

    mq__buf_init(&question.text);
    add_question(full, &question.text);
    mq__pane_draw(&full->face, &question, layout->question);
    mq__buf_finish(&question.text);
    draw_list(full, layout->list);
    mq__buf_clear(&full->facts.text);
    mq__rows_facts(full, choice, layout->facts.width - 1, &full->facts.text);
    mq__pane_draw(&full->face, &full->facts, layout->facts);
    for (int i = 0; i < layout->list.height; i++) {
        mq__face_text(&full->face,
                      (struct mq_area){layout->list.row + i,
                                       layout->facts.column - 2, 1, 1},
                      "d", "\xE2\x94\x82");
    }
}

void mq__full_keys(struct mq_full *full, const char *id)
{
    const struct mq_session *s = full->session;
    struct mq_area area = {full->face.height - 1, 0, 1, full->face.width};
    const char *text = full->status[0] != '\0'
                           ? full->status
                           : mq__label(s->voice.language, id);

    mq__face_bar(&full->face, area, full->status[0] != '\0' ? "bh" : "h", text);
}

/* The last lines of the log. */
static void draw_log(struct mq_full *full, struct mq_area area)
{
    struct mq_session *s = full->session;
    struct mq_buf kept = s->screen.text;
    int width = s->screen.width;

    mq__buf_clear(&full->log.text);
    s->screen.text = full->log.text;
    s->screen.width = area.width;
    mq__show_log(s, 0, 200, false);
    full->log.text = s->screen.text;
    s->screen.text = kept;
    s->screen.width = width;
    full->log.top = mq__pane_lines(&full->log);
    if (area.column > 0) {
        for (int i = 0; i < area.height; i++) {
            mq__face_text(&full->face,
                          (struct mq_area){area.row + i, area.column - 1, 1, 1},
                          "d", "\xE2\x94\x82");
        }
    }
    mq__pane_draw(&full->face, &full->log, area);
}

void mq__full_draw(struct mq_full *full, bool deciding)
{
    struct mq_layout layout;

    mq__face_clear(&full->face);
    mq__full_layout(full, deciding, &layout);
    draw_head(full, layout.head);
    mq__pane_draw(&full->face, &full->board, layout.board);
    if (layout.log.height > 0) {
        draw_log(full, layout.log);
    }
    if (deciding) {
        draw_decision(full, &layout);
    }
}
