/* The text buffer: see buf.h. */
#include "core/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mq__buf_fixed(struct mq_buf *buf, char *memory, size_t size)
{
    assert(size >= 1);
    memory[0] = '\0';
    *buf = (struct mq_buf){.data = memory, .size = size};
}

void mq__buf_init(struct mq_buf *buf)
{
    *buf = (struct mq_buf){.grows = true};
}

void mq__buf_finish(struct mq_buf *buf)
{
    if (buf->grows) {
        free(buf->data);
    }
    *buf = (struct mq_buf){.grows = buf->grows};
}

void mq__buf_clear(struct mq_buf *buf)
{
    buf->length = 0;
    buf->failed = false;
    if (buf->data != NULL) {
        buf->data[0] = '\0';
    }
}

void mq__buf_cut(struct mq_buf *buf, size_t length)
{
    assert(length <= buf->length);
    if (buf->data != NULL) {
        buf->length = length;
        buf->data[length] = '\0';
    }
}

static bool grow(struct mq_buf *buf, size_t needed)
{
    size_t size = buf->size < 128 ? 256 : buf->size;
    char *data;

    while (size < needed) {
        if (size > SIZE_MAX / 2) {
            return false;
        }
        size *= 2;
    }
    data = realloc(buf->data, size);
    if (data == NULL) {
        return false;
    }
    buf->data = data;
    buf->size = size;
    return true;
}

void mq__buf_reserve(struct mq_buf *buf, size_t length)
{
    char *data;

    if (!buf->grows || buf->size > length) {
        return;
    }
    data = realloc(buf->data, length + 1);
    if (data != NULL) {
        data[buf->length] = '\0';
        buf->data = data;
        buf->size = length + 1;
    }
}

/* How many of `length` more bytes fit, with the NUL; sets `failed` where it is
 * fewer. Once failed nothing fits: the text is never one with a gap. */
static size_t room(struct mq_buf *buf, size_t length)
{
    size_t left;

    assert(buf->size == 0 || buf->length < buf->size);
    if (buf->failed) {
        return 0;
    }
    left = buf->size - buf->length;
    if (length < left) {
        return length;
    }
    if (buf->grows && length < SIZE_MAX - buf->length &&
        grow(buf, buf->length + length + 1)) {
        return length;
    }
    buf->failed = true;
    return left > 0 ? left - 1 : 0;
}

void mq__buf_add(struct mq_buf *buf, const char *text, size_t length)
{
    size_t fits = room(buf, length);

    if (buf->data == NULL) {
        return;
    }
    if (fits > 0) {
        memcpy(buf->data + buf->length, text, fits);
    }
    buf->length += fits;
    buf->data[buf->length] = '\0';
}

void mq__buf_str(struct mq_buf *buf, const char *text)
{
    mq__buf_add(buf, text, strlen(text));
}

void mq__buf_char(struct mq_buf *buf, char c)
{
    if (buf->failed || buf->size - buf->length < 2) {
        mq__buf_add(buf, &c, 1);
        return;
    }
    buf->data[buf->length++] = c;
    buf->data[buf->length] = '\0';
}

void mq__buf_int(struct mq_buf *buf, long long number)
{
    char digits[24];
    char *at = digits + sizeof digits;
    unsigned long long left = (unsigned long long)number;

    if (number < 0) {
        left = 0 - left;
    }
    do {
        *--at = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) {
        *--at = '-';
    }
    mq__buf_add(buf, at, (size_t)(digits + sizeof digits - at));
}

static int try_printf(struct mq_buf *buf, const char *format, va_list args)
{
    size_t left = buf->size - buf->length;
    char none[1];

    return left > 0 ? vsnprintf(buf->data + buf->length, left, format, args)
                    : vsnprintf(none, sizeof none, format, args);
}

void mq__buf_printf(struct mq_buf *buf, const char *format, ...)
{
    va_list args;
    va_list again;
    int length;
    size_t fits;

    if (buf->failed) {
        return;
    }
    va_start(args, format);
    va_copy(again, args);
    length = try_printf(buf, format, args);
    if (length < 0) {
        buf->failed = true;
        length = 0;
    }
    if ((size_t)length >= buf->size - buf->length) {
        fits = room(buf, (size_t)length);
        if (fits == (size_t)length) {
            try_printf(buf, format, again);
        }
    } else {
        fits = (size_t)length;
    }
    buf->length += fits;
    if (buf->data != NULL) {
        buf->data[buf->length] = '\0';
    }
    va_end(again);
    va_end(args);
}

void mq__buf_item(struct mq_buf *buf, const char *text)
{
    mq__buf_str(buf, buf->length > 0 ? ", " : "");
    mq__buf_str(buf, text);
}

void mq__buf_words(struct mq_buf *buf, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++) {
        mq__buf_item(buf, words[i]);
    }
}

const char *mq__buf_text(const struct mq_buf *buf)
{
    return buf->data != NULL ? buf->data : "";
}

void *mq__grown(void *array, int *size, int needed, size_t item)
{
    int room = *size + *size / 2; /* servers have many matches in memory */
    void *more;

    assert(*size >= 0 && needed > 0);
    if (needed <= *size) {
        return array;
    }
    if (room < needed + 3) {
        room = needed + 3;
    }
    more = realloc(array, (size_t)room * item);
    if (more != NULL) {
        *size = room;
    }
    return more;
}
