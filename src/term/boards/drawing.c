/* What boards are drawn with: see drawing.h. */
#include "term/boards/drawing.h"

#include "core/say.h"
#include "core/utf8.h"

#include <string.h>

const char *const mq__shapes[MQ_MAX_PLAYERS] = {"●", "■", "▲", "◆", "★"};

struct mq_drawing mq__drawing(const struct mq_game *g, const void *st, int seat,
                              const struct mq_canvas *canvas,
                              struct mq_buf *out)
{
    return (struct mq_drawing){
        .g = g,
        .seat = seat,
        .canvas = canvas,
        .out = out,
        .voice = {canvas->language, g->id, canvas->names, mq_players(g, st)},
    };
}

const char *mq__draw_label(const struct mq_drawing *d, const char *id)
{
    return mq__label(d->canvas->language, id);
}

const char *mq__draw_name(const struct mq_drawing *d, int seat)
{
    const char *const *names = d->canvas->names;

    return names != NULL && names[seat] != NULL ? names[seat]
                                                : mq__seat_words[seat];
}

const char *mq__draw_word(const struct mq_drawing *d, const char *word)
{
    return mq_word_name(d->canvas->language, d->g->id, word);
}

void mq__draw_say(const struct mq_drawing *d, const char *id,
                  const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq__say_textv(d->out, &d->voice, id, format, args);
    va_end(args);
}

void mq__draw_line(const struct mq_drawing *d, const char *id,
                   const char *format, ...)
{
    va_list args;

    va_start(args, format);
    mq__say_textv(d->out, &d->voice, id, format, args);
    va_end(args);
    mq__buf_char(d->out, '\n');
}

void mq__mark(struct mq_buf *out, char style)
{
    mq__buf_char(out, MQ_MARK);
    mq__buf_char(out, style);
}

void mq__styled(struct mq_buf *out, char style, const char *text)
{
    mq__mark(out, style);
    mq__buf_str(out, text);
    mq__mark(out, '.');
}

void mq__shape(struct mq_buf *out, int seat)
{
    mq__styled(out, (char)('0' + seat), mq__shapes[seat]);
}

void mq__repeat(struct mq_buf *out, const char *text, int count)
{
    for (; count > 0; count--) {
        mq__buf_str(out, text);
    }
}

void mq__field(struct mq_buf *out, const char *text, int width)
{
    size_t length = strlen(text);

    while (length > 0 && mq__text_width(text, length) > width) {
        length = mq__utf8_cut(text, length - 1);
    }
    mq__buf_add(out, text, length);
    mq__text_blanks(out, width - mq__text_width(text, length));
}

int mq__columns_from(const struct mq_buf *out, size_t start)
{
    return mq__text_width(mq__buf_text(out) + start, out->length - start);
}

void mq__pad_from(struct mq_buf *out, size_t start, int width)
{
    mq__text_blanks(out, width - mq__columns_from(out, start));
}

void mq__wrap_from(struct mq_buf *out, size_t start, int width, int indent)
{
    struct mq_wrap wrap = {.width = width, .rest = indent};
    struct mq_buf copy;
    const char *text;

    mq__buf_init(&copy);
    mq__buf_str(&copy, mq__buf_text(out) + start);
    text = mq__buf_text(&copy);
    wrap.first = (int)strspn(text, " ");
    mq__buf_cut(out, start);
    mq__text_wrap(out, text + wrap.first, &wrap);
    out->failed = out->failed || copy.failed;
    mq__buf_finish(&copy);
}
