/* The screen of a turn: board, what happened, the question, the choices. */
#include "term/session.h"

#include "core/game.h"

#include "term/boards/boards.h"
#include "term/boards/text.h"

#include <limits.h>
#include <string.h>

#define MOST_WITH_PREVIEW 12
#define MOST_CHOICES 240
#define LEAST_LOG 4
#define TIGHT_LOG 2
#define MOST_LOG 16
#define MOST_TOLD 100 /* where the screen stays */

static void add_board(const struct mq_session *s, bool low, struct mq_buf *out)
{
    struct mq_canvas canvas = {
        .language = s->voice.language,
        .names = s->names,
        .width = s->screen.width,
        .plain = s->plain,
        .low = low,
    };

    mq__board(s->game, s->view.bytes, s->viewer, &canvas, out);
    if (out->length > 0 && mq__buf_text(out)[out->length - 1] != '\n') {
        mq__buf_char(out, '\n');
    }
}

static int widest(const struct mq_choices *choices)
{
    int most = 0;

    for (int i = 0; i < choices->count; i++) {
        int width = mq__text_columns(mq__choice_text(choices, i));

        most = width > most ? width : most;
    }
    return most;
}

/* The first thing an action would do, after its text; what is read out has
 * room for all of it. */
static void add_preview(struct mq_session *s, int index, int width)
{
    struct mq_note notes[MQ_MAX_NOTES];
    struct mq_buf *out = &s->screen.text;
    char sentence[MQ_SENTENCE_SIZE];
    int room = s->plain ? INT_MAX : s->screen.width - width - 7;

    if (room < 20 || mq_explain(s->game, s->view.bytes, s->viewer,
                                s->choices.action[index], notes) == 0) {
        return;
    }
    mq_sentence(&notes[0].message, &s->voice, sentence, sizeof sentence);
    mq__buf_printf(out, "  %cd", MQ_MARK);
    mq__text_cut(out, sentence, room);
    mq__buf_printf(out, "%c.", MQ_MARK);
}

static void add_choice(struct mq_session *s, int index, int width)
{
    struct mq_buf *out = &s->screen.text;

    mq__buf_printf(out, "%cb%3d%c.  ", MQ_MARK, index + 1, MQ_MARK);
    mq__text_pad(out, mq__choice_text(&s->choices, index), width);
}

static void draw_list(struct mq_session *s, int width)
{
    for (int i = 0; i < s->choices.count; i++) {
        add_choice(s, i, width);
        add_preview(s, i, width);
        mq__buf_char(&s->screen.text, '\n');
    }
}

static int columns_for(const struct mq_session *s, int width)
{
    int columns = s->screen.width / (width + 7);

    return columns > 0 ? columns : 1;
}

static void draw_columns(struct mq_session *s, int width)
{
    int shown =
        s->choices.count < MOST_CHOICES ? s->choices.count : MOST_CHOICES;
    int columns = columns_for(s, width);
    int rows = (shown + columns - 1) / columns;

    for (int row = 0; row < rows; row++) {
        for (int i = row; i < shown; i += rows) {
            add_choice(s, i, i + rows < shown ? width + 2 : 0);
        }
        mq__buf_char(&s->screen.text, '\n');
    }
    if (shown < s->choices.count) {
        mq__say(s, "term.more-choices", "i", s->choices.count - shown);
    }
}

static void draw_choices(struct mq_session *s)
{
    int width = widest(&s->choices);

    if (s->choices.count <= MOST_WITH_PREVIEW && !s->tight) {
        draw_list(s, width);
    } else {
        draw_columns(s, width);
    }
}

static int column_lines(const struct mq_session *s)
{
    int columns = columns_for(s, widest(&s->choices));

    return (s->choices.count + columns - 1) / columns;
}

static int choice_lines(const struct mq_session *s)
{
    return s->choices.count <= MOST_WITH_PREVIEW ? s->choices.count
                                                 : column_lines(s);
}

static int line_count(const struct mq_buf *text)
{
    int lines = 0;

    for (size_t i = 0; i < text->length; i++) {
        lines += text->data[i] == '\n';
    }
    return lines;
}

/* The question before the viewer, after their name. */
static void draw_question(struct mq_session *s)
{
    struct mq_buf *out = &s->screen.text;
    size_t start = out->length;
    struct mq_note note;

    mq_ask(s->game, s->view.bytes, s->viewer, &note);
    mq__buf_printf(out, "%c%d%cb", MQ_MARK, s->viewer, MQ_MARK);
    mq__say_text(out, &s->voice, "term.turn", "p", s->viewer);
    mq__buf_printf(out, "%c. %cb", MQ_MARK, MQ_MARK);
    mq__say_message(out, &s->voice, &note.message);
    mq__buf_printf(out, "%c.", MQ_MARK);
    mq__add_rule(out, &note);
    mq__wrap_from(out, start, s->screen.width, 2);
}

void mq__draw_prompt(struct mq_session *s)
{
    mq__buf_str(&s->screen.text, "> ");
}

static void draw_notice(struct mq_session *s)
{
    struct mq_wrap wrap = {.width = s->screen.width};

    if (s->notice[0] != '\0') {
        mq__buf_printf(&s->screen.text, "%ch", MQ_MARK);
        mq__text_wrap(&s->screen.text, s->notice, &wrap);
        mq__buf_printf(&s->screen.text, "%c.", MQ_MARK);
        s->notice[0] = '\0';
    }
}

/* Lines of the screen that are left for the log. */
static int room_beside(const struct mq_session *s, int others)
{
    return s->screen.height - others - 5;
}

static int log_lines(const struct mq_session *s, int others)
{
    int room = room_beside(s, others);
    int least = s->tight ? TIGHT_LOG : LEAST_LOG;

    if (!s->screen.redraws) {
        return MOST_TOLD;
    }
    if (room < least) {
        return least;
    }
    return room > MOST_LOG ? MOST_LOG : room;
}

/* On a new screen: what happened since the viewer last decided, or a little
 * more where that is next to nothing (after undo, after resuming). Where the
 * screen stays: what they haven't been told. */
static int first_shown(struct mq_session *s)
{
    int count = mq__log_count(s);
    int context = count > LEAST_LOG ? count - LEAST_LOG : 0;
    int told;

    if (s->viewer < 0) {
        return context;
    }
    told = s->told[s->viewer];
    s->told[s->viewer] = count;
    if (!s->screen.redraws && told > 0) {
        return told < count ? told : count;
    }
    return s->seen[s->viewer] < context ? s->seen[s->viewer] : context;
}

static bool is_tight(const struct mq_session *s, int others)
{
    return s->screen.redraws && room_beside(s, others) < LEAST_LOG;
}

/* The board, a low one where the screen is too low; false: even for that. */
static bool make_board(const struct mq_session *s, int others,
                       struct mq_buf *board)
{
    add_board(s, false, board);
    if (is_tight(s, others + line_count(board))) {
        mq__buf_clear(board);
        add_board(s, true, board);
    }
    return !is_tight(s, others + line_count(board));
}

void mq__draw_table(struct mq_session *s, int others, int least)
{
    struct mq_buf board;
    int lines;

    mq__screen_measure(&s->screen);
    if (s->screen.redraws) {
        mq__screen_clear(&s->screen, s->people > 1 && s->secret);
    }
    mq__buf_init(&board);
    if (!s->plain || s->board_due) {
        s->tight = !make_board(s, others, &board);
    }
    s->board_due = false;
    lines = log_lines(s, line_count(&board) + (s->tight ? least : others));
    mq__buf_str(&s->screen.text, s->screen.redraws ? "" : "\n");
    mq__buf_str(&s->screen.text, mq__buf_text(&board));
    mq__buf_finish(&board);
    mq__show_log(s, first_shown(s), lines, false);
    draw_notice(s);
}

void mq__draw_turn(struct mq_session *s)
{
    mq__screen_measure(&s->screen);
    mq__draw_table(s, choice_lines(s), column_lines(s));
    draw_question(s);
    draw_choices(s);
    mq__buf_printf(&s->screen.text, "%cd", MQ_MARK);
    mq__say(s, "term.keys", "");
    mq__buf_printf(&s->screen.text, "%c.", MQ_MARK);
}
