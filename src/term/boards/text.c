/* Widths, wrapping and columns. */
#include "term/boards/text.h"

#include "core/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"

struct range {
    uint32_t first, last;
};

/* Characters that sit on the one before them. */
static const struct range no_width[] = {
    {0x0300, 0x036F}, {0x200B, 0x200F}, {0x20D0, 0x20F0}, {0xFE00, 0xFE0F}};

/* Characters that take two columns: East Asian ones and pictures. */
static const struct range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0xA4CF},   {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},
    {0xFFE0, 0xFFE6},   {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};

static bool is_in(const struct range *ranges, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count; i++) {
        if (character >= ranges[i].first && character <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

static int character_width(uint32_t character)
{
    if (character < 0x20 || (character >= 0x7F && character < 0xA0)) {
        return 0;
    }
    if (character < 0x300) {
        return 1;
    }
    if (is_in(no_width, sizeof no_width / sizeof no_width[0], character)) {
        return 0;
    }
    return is_in(wide, sizeof wide / sizeof wide[0], character) ? 2 : 1;
}

static uint32_t decode(const char *text, size_t length)
{
    static const uint8_t head[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t character = (uint32_t)(unsigned char)text[0] & head[length];

    for (size_t i = 1; i < length; i++) {
        character = character << 6 | ((uint32_t)(unsigned char)text[i] & 0x3F);
    }
    return character;
}

/* One step of a text: the bytes of a character or a style mark, and the
 * columns it takes. */
static size_t step(const char *text, size_t left, int *columns)
{
    size_t length;

    if (text[0] == MQ_MARK) {
        *columns = 0;
        return left > 1 ? 2 : 1;
    }
    length = mq__utf8_length(text, left);
    if (length == 0) {
        *columns = 1;
        return 1;
    }
    *columns = character_width(decode(text, length));
    return length;
}

int mq__text_width(const char *text, size_t length)
{
    int width = 0;

    for (size_t i = 0; i < length;) {
        int columns;

        i += step(text + i, length - i, &columns);
        width += columns;
    }
    return width;
}

int mq__text_columns(const char *text)
{
    return mq__text_width(text, strlen(text));
}

void mq__text_blanks(struct mq_buf *out, int count)
{
    for (int i = 0; i < count; i++) {
        mq__buf_char(out, ' ');
    }
}

void mq__text_wrap(struct mq_buf *out, const char *text,
                   const struct mq_wrap *wrap)
{
    int column = wrap->first < 0 ? -wrap->first : wrap->first;
    bool begun = false; /* a word stands on this line */

    mq__text_blanks(out, wrap->first);
    while (*text != '\0') {
        size_t length = strcspn(text, " \n");
        int width = mq__text_width(text, length);

        if (begun && column + 1 + width > wrap->width) {
            mq__buf_char(out, '\n');
            mq__text_blanks(out, wrap->rest);
            column = wrap->rest;
            begun = false;
        }
        if (begun) {
            mq__buf_char(out, ' ');
            column++;
        }
        mq__buf_add(out, text, length);
        column += width;
        begun = begun || length > 0;
        text += length;
        text += strspn(text, " \n");
    }
    mq__buf_char(out, '\n');
}

void mq__text_pad(struct mq_buf *out, const char *text, int width)
{
    int own = mq__text_columns(text);

    if (width < 0) {
        mq__text_blanks(out, -width - own);
    }
    mq__buf_str(out, text);
    mq__text_blanks(out, width - own);
}

void mq__text_cut(struct mq_buf *out, const char *text, int width)
{
    size_t length = strlen(text);
    size_t i = 0;
    int used = 0;

    if (mq__text_width(text, length) <= width) {
        mq__buf_add(out, text, length);
        return;
    }
    while (i < length) {
        int columns;
        size_t bytes = step(text + i, length - i, &columns);

        if (used + columns > width - 1) {
            break;
        }
        used += columns;
        i += bytes;
    }
    mq__buf_add(out, text, i);
    mq__buf_str(out, width > 0 ? ELLIPSIS : "");
}
