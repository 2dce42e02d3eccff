/* Apogee: the lines that boards are made of. */
#include "games/apogee/board.h"

#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>

#define LABEL 13 /* columns of a label */

const char *mq__apogee_name(const struct ap_board *b, int seat)
{
    static const char *const seats[] = {"P1", "P2", "P3", "P4", "P5"};
    const char *const *names = b->canvas->names;

    return names != NULL && names[seat] != NULL ? names[seat] : seats[seat];
}

const char *mq__apogee_word(const struct ap_board *b, const char *word)
{
    return mq_word_name(b->canvas->language, "apogee", word);
}

const char *mq__apogee_sentence(const struct ap_board *b,
                                char out[AP_BOARD_TEXT],
                                const struct mq_message *message)
{
    struct mq_voice voice = {b->canvas->language, "apogee", b->canvas->names,
                             b->st->players};

    mq_sentence(message, &voice, out, AP_BOARD_TEXT);
    return out;
}

const char *mq__apogee_say(const struct ap_board *b, char out[AP_BOARD_TEXT],
                           const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    return mq__apogee_sentence(b, out, &message);
}

static void mark(struct ap_board *b, char style)
{
    if (style != '\0' && !b->canvas->plain) {
        mq__buf_char(b->out, MQ_MARK);
        mq__buf_char(b->out, style);
    }
}

static void new_line(struct ap_board *b)
{
    mq__buf_char(b->out, '\n');
    for (b->column = 0; b->column < LABEL; b->column++) {
        mq__buf_char(b->out, ' ');
    }
}

static int columns(const char *text, size_t length)
{
    return mq__utf8_count(text, text + length);
}

/* Words, wrapped below the label; a word that is too long is cut. */
static void add_words(struct ap_board *b, const char *text)
{
    bool first = true;

    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int width = columns(text, length);

        if (!b->canvas->plain && b->column + width + 1 > b->canvas->width &&
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

void mq__apogee_heading(struct ap_board *b, char style, const char *text)
{
    int width = b->canvas->width < 100 ? b->canvas->width : 100;

    if (b->canvas->plain) {
        mq__buf_printf(b->out, "%s\n", text);
        return;
    }
    mark(b, 'd');
    mq__buf_str(b->out, "── ");
    mark(b, style);
    mark(b, 'b');
    mq__buf_str(b->out, text);
    mark(b, '.');
    mark(b, 'd');
    mq__buf_char(b->out, ' ');
    for (int i = columns(text, strlen(text)) + 4; i < width; i++) {
        mq__buf_str(b->out, "─");
    }
    mark(b, '.');
    mq__buf_char(b->out, '\n');
}

void mq__apogee_begin_text(struct ap_board *b, const char *label)
{
    b->column = columns(label, strlen(label));
    b->items = 0;
    if (b->canvas->plain) {
        mq__buf_printf(b->out, "%s: ", label);
        return;
    }
    mark(b, 'd');
    mq__buf_str(b->out, label);
    mark(b, '.');
    do {
        mq__buf_char(b->out, ' ');
        b->column++;
    } while (b->column < LABEL);
}

void mq__apogee_begin(struct ap_board *b, const char *label_id)
{
    const char *label = mq_text(b->canvas->language, label_id);

    mq__apogee_begin_text(b, label != NULL ? label : label_id);
}

void mq__apogee_item(struct ap_board *b, char style, const char *text)
{
    if (b->items++ > 0) {
        const char *between = b->canvas->plain ? ", " : " · ";

        if (!b->canvas->plain && b->column + 4 > b->canvas->width) {
            new_line(b);
        } else {
            mq__buf_str(b->out, between);
            b->column += 3;
        }
    }
    mark(b, style);
    add_words(b, text);
    mark(b, style != '\0' ? '.' : '\0');
}

void mq__apogee_end(struct ap_board *b)
{
    if (b->items == 0) {
        mq__buf_str(b->out,
                    b->canvas->plain ? mq__apogee_word(b, "nothing") : "–");
    }
    mq__buf_char(b->out, '\n');
}

/* Cost, thrust and mass; seats where there are some. */
void mq__apogee_card_item(struct ap_board *b, char style, int kind)
{
    const struct ap_technology *k;
    char text[AP_BOARD_TEXT];

    if (kind == MQ_UNKNOWN) {
        mq__apogee_item(b, style, "?");
        return;
    }
    k = &b->t->kind[kind];
    if (b->canvas->plain) {
        mq__apogee_say(b, text, "apogee.plain.card", "wiiii", k->id, k->cost,
                       k->thrust, k->mass, k->seats);
    } else {
        mq__apogee_say(
            b, text, k->seats > 0 ? "apogee.board.manned" : "apogee.board.card",
            "wiiii", k->id, k->cost, k->thrust, k->mass, k->seats);
    }
    mq__apogee_item(b, style, text);
}

void mq__apogee_engineer_item(struct ap_board *b,
                              const struct ap_member *member)
{
    const char *space = "?";
    char text[AP_BOARD_TEXT];

    if (member->space != MQ_UNKNOWN) {
        space = mq__apogee_space_words[member->space];
    }
    if (member->id == MQ_UNKNOWN) {
        mq__apogee_say(b, text, "apogee.board.hidden-engineer", "ww",
                       mq__apogee_level_words[member->level], space);
    } else {
        const struct ap_engineer *e = &b->t->engineer[member->id];
        int authority = member->space == AP_MOVED ? e->amount : e->authority;

        mq__apogee_say(b, text, "apogee.board.engineer", "tfw", e->name,
                       authority * 100, space);
    }
    mq__apogee_item(b, member->space == AP_IN_HAND ? '\0' : 'h', text);
}
