/* UTF-8: see utf8.h. */
#include "core/utf8.h"

#include <assert.h>
#include <stdbool.h>

static bool is_tail(unsigned char byte)
{
    return (byte & 0xC0) == 0x80;
}

/* The second byte decides whether a form is overlong, a surrogate or past
 * U+10FFFF (RFC 3629, section 4). */
static bool second_is_right(unsigned char first, unsigned char second)
{
    switch (first) {
    case 0xE0:
        return second >= 0xA0 && second <= 0xBF;
    case 0xED:
        return second >= 0x80 && second <= 0x9F;
    case 0xF0:
        return second >= 0x90 && second <= 0xBF;
    case 0xF4:
        return second >= 0x80 && second <= 0x8F;
    default:
        return is_tail(second);
    }
}

static size_t length_by_first(unsigned char first)
{
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return 2;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        return 3;
    }
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

size_t mq__utf8_length(const char *text, size_t left)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t length;

    if (left == 0) {
        return 0;
    }
    length = length_by_first(bytes[0]);
    if (length <= 1) {
        return length;
    }
    if (length > left || !second_is_right(bytes[0], bytes[1])) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if (!is_tail(bytes[i])) {
            return 0;
        }
    }
    return length;
}

size_t mq__utf8_write(char *out, uint32_t character)
{
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    size_t length = character < 0x80      ? 1
                    : character < 0x800   ? 2
                    : character < 0x10000 ? 3
                                          : 4;

    assert(character <= 0x10FFFF);
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (character & 0x3F));
        character >>= 6;
    }
    out[0] = (char)(mark[length] | character);
    return length;
}

size_t mq__utf8_cut(const char *text, size_t size)
{
    size_t start = size;

    while (start > 0 && size - start < 3 &&
           is_tail((unsigned char)text[start - 1])) {
        start--;
    }
    if (start == 0 || (unsigned char)text[start - 1] < 0xC0) {
        return size;
    }
    start--;
    return length_by_first((unsigned char)text[start]) > size - start ? start
                                                                      : size;
}

int mq__utf8_count(const char *begin, const char *end)
{
    int count = 0;

    while (begin < end) {
        size_t length = mq__utf8_length(begin, (size_t)(end - begin));

        begin += length > 0 ? length : 1;
        count++;
    }
    return count;
}
