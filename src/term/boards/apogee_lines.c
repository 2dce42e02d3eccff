/* Apogee: the lines that boards are made of. */
#include "term/boards/apogee.h"

#include <string.h>

#define LABEL 13 /* columns of a label */

const char *mq__ap_word(const struct ap_board *b, const char *word)
{
    return mq__draw_word(&b->d, word);
}

static void mark(struct ap_board *b, char style)
{
    if (style != '\0') {
        mq__mark(b->out, style);
    }
}

static void new_line(struct ap_board *b)
{
    mq__buf_char(b->out, '\n');
    mq__text_blanks(b->out, LABEL);
    b->column = LABEL;
}

/* Words, wrapped below the label; a word that is too long is cut. */
static void add_words(struct ap_board *b, const char *text)
{
    bool first = true;

    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int width = mq__text_width(text, length);

        if (!b->d.canvas->plain && b->column + width + 1 > b->d.canvas->width &&
            b->column > LABEL) {
            new_line(b);
        } else if (!first) {
            mq__buf_char(b->out, ' ');
            b->column++;
        }
        mq__buf_add(b->out, text, length);
        b->column += width;
        text += length + strspn(text + length, " ");
        first = false;
    }
}

void mq__ap_heading(struct ap_board *b, char style, const char *text)
{
    int width = b->d.canvas->width < 100 ? b->d.canvas->width : 100;

    if (b->d.canvas->plain) {
        mq__buf_printf(b->out, "%s\n", text);
        return;
    }
    mark(b, 'd');
    mq__buf_str(b->out, "── ");
    mark(b, style);
    mq__styled(b->out, 'b', text);
    mark(b, 'd');
    mq__buf_char(b->out, ' ');
    mq__repeat(b->out, "─", width - mq__text_columns(text) - 4);
    mark(b, '.');
    mq__buf_char(b->out, '\n');
}

void mq__ap_begin_text(struct ap_board *b, const char *label)
{
    int width = mq__text_columns(label);

    b->items = 0;
    b->column = width < LABEL ? LABEL : width + 1;
    if (b->d.canvas->plain) {
        mq__buf_printf(b->out, "%s: ", label);
        return;
    }
    mq__styled(b->out, 'd', label);
    mq__text_blanks(b->out, b->column - width);
}

void mq__ap_begin(struct ap_board *b, const char *label_id)
{
    mq__ap_begin_text(b, mq__draw_label(&b->d, label_id));
}

void mq__ap_item(struct ap_board *b, char style, const char *text)
{
    if (b->items++ > 0) {
        if (!b->d.canvas->plain && b->column + 4 > b->d.canvas->width) {
            new_line(b);
        } else {
            mq__buf_str(b->out, b->d.canvas->plain ? ", " : " · ");
            b->column += 3;
        }
    }
    mark(b, style);
    add_words(b, text);
    mark(b, style != '\0' ? '.' : '\0');
}

void mq__ap_item_message(struct ap_board *b, char style,
                         const struct mq_message *message)
{
    char text[512];

    mq_sentence(message, &b->d.voice, text, sizeof(text));
    mq__ap_item(b, style, text);
}

void mq__ap_item_say(struct ap_board *b, char style, const char *id,
                     const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    mq__ap_item_message(b, style, &message);
}

void mq__ap_end(struct ap_board *b)
{
    if (b->items == 0) {
        mq__buf_str(b->out,
                    b->d.canvas->plain ? mq__ap_word(b, "nothing") : "–");
    }
    mq__buf_char(b->out, '\n');
}

/* Cost, thrust and mass; seats where there are some. */
void mq__ap_card_item(struct ap_board *b, char style, int kind)
{
    const struct ap_technology *k;
    const char *id;

    if (kind == MQ_UNKNOWN) {
        mq__ap_item(b, style, "?");
        return;
    }
    k = &b->c.t->kind[kind];
    id = b->d.canvas->plain ? "apogee.plain.card"
         : k->seats > 0     ? "apogee.board.manned"
                            : "apogee.board.card";
    mq__ap_item_say(b, style, id, "wiiii", k->id, k->cost, k->thrust, k->mass,
                    k->seats);
}

void mq__ap_engineer_item(struct ap_board *b, const struct ap_member *member)
{
    char style = member->space == AP_IN_HAND ? '\0' : 'h';
    const char *space =
        member->space != MQ_UNKNOWN ? mq__ap_spaces[member->space] : "?";

    if (member->id == MQ_UNKNOWN) {
        mq__ap_item_say(b, style, "apogee.board.hidden-engineer", "ww",
                        mq__ap_levels[member->level], space);
    } else {
        const struct ap_engineer *e = &b->c.t->engineer[member->id];
        int authority = member->space == AP_MOVED ? e->amount : e->authority;

        mq__ap_item_say(b, style, "apogee.board.engineer", "tfw", e->name,
                        authority * 100, space);
    }
}
