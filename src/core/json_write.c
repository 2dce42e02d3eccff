/* The JSON writer: see json.h. */
#include "core/json.h"

#include "core/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mq__json_writer_init(struct mq_json_writer *w, struct mq_buf *buf)
{
    *w = (struct mq_json_writer){.buf = buf};
}

static void write_escape(struct mq_buf *buf, unsigned char c)
{
    static const char from[] = "\"\\\b\f\n\r\t";
    static const char to[] = "\"\\bfnrt";
    const char *found = strchr(from, (char)c);

    if (found != NULL) {
        mq__buf_char(buf, '\\');
        mq__buf_char(buf, to[found - from]);
    } else {
        mq__buf_printf(buf, "\\u%04x", (unsigned)c);
    }
}

/* Adds what needs no escape in one go. */
static void write_escaped(struct mq_buf *buf, const char *text)
{
    const char *plain = text;
    const char *end = text + strlen(text);

    mq__buf_char(buf, '"');
    while (text < end) {
        unsigned char c = (unsigned char)*text;
        size_t length =
            c < 0x80 ? 1 : mq__utf8_length(text, (size_t)(end - text));

        if (length > 0 && c >= 0x20 && c != '"' && c != '\\') {
            text += length;
            continue;
        }
        mq__buf_add(buf, plain, (size_t)(text - plain));
        if (length == 0) {
            mq__buf_str(buf, "\xEF\xBF\xBD");
        } else {
            write_escape(buf, c);
        }
        plain = ++text;
    }
    mq__buf_add(buf, plain, (size_t)(text - plain));
    mq__buf_char(buf, '"');
}

/* ASCII without anything to escape. */
static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') {
            return false;
        }
    }
    return true;
}

/* Positions are written at every event, and nearly all that is in them is
 * short and plain: where it fits it is put in place. */
static bool write_plain(struct mq_buf *buf, const char *text)
{
    size_t length = strlen(text);
    char *at;

    if (buf->failed || buf->size - buf->length < length + 3 ||
        !is_plain(text, length)) {
        return false;
    }
    at = buf->data + buf->length;
    at[0] = '"';
    memcpy(at + 1, text, length);
    at[length + 1] = '"';
    at[length + 2] = '\0';
    buf->length += length + 2;
    return true;
}

static void write_string(struct mq_buf *buf, const char *text)
{
    if (!write_plain(buf, text)) {
        write_escaped(buf, text);
    }
}

/* Comma and key, so that the value can follow. */
static void begin(struct mq_json_writer *w, const char *key)
{
    if (w->comma) {
        mq__buf_char(w->buf, ',');
    }
    w->comma = true;
    if (key != NULL) {
        write_string(w->buf, key);
        mq__buf_char(w->buf, ':');
    }
}

void mq__json_open(struct mq_json_writer *w, const char *key, char bracket)
{
    begin(w, key);
    mq__buf_char(w->buf, bracket);
    w->comma = false;
}

void mq__json_close(struct mq_json_writer *w, char bracket)
{
    mq__buf_char(w->buf, bracket);
    w->comma = true;
}

void mq__json_int(struct mq_json_writer *w, const char *key, long long number)
{
    begin(w, key);
    mq__buf_int(w->buf, number);
}

static void write_real(struct mq_buf *buf, double number)
{
    char digits[40];

    if (number > -1e9 && number < 1e9 && number == (double)(long)number &&
        !signbit(number)) {
        mq__buf_int(buf, (long)number);
        mq__buf_str(buf, ".0");
        return;
    }
    for (int precision = 15; precision <= 17; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, number);
        if (strtod(digits, NULL) == number) {
            break;
        }
    }
    mq__buf_str(buf, digits);
    if (strpbrk(digits, ".e") == NULL) {
        mq__buf_str(buf, ".0");
    }
}

void mq__json_real(struct mq_json_writer *w, const char *key, double number)
{
    begin(w, key);
    if (isfinite(number)) {
        write_real(w->buf, number);
    } else {
        mq__buf_str(w->buf, "null");
    }
}

void mq__json_number(struct mq_json_writer *w, const char *key, double number)
{
    if (number > -1e15 && number < 1e15 &&
        number == (double)(long long)number) {
        mq__json_int(w, key, (long long)number);
    } else {
        mq__json_real(w, key, number);
    }
}

void mq__json_bool(struct mq_json_writer *w, const char *key, bool boolean)
{
    begin(w, key);
    mq__buf_str(w->buf, boolean ? "true" : "false");
}

void mq__json_str(struct mq_json_writer *w, const char *key, const char *text)
{
    if (text == NULL) {
        mq__json_null(w, key);
        return;
    }
    begin(w, key);
    write_string(w->buf, text);
}

void mq__json_null(struct mq_json_writer *w, const char *key)
{
    begin(w, key);
    mq__buf_str(w->buf, "null");
}

void mq__json_raw(struct mq_json_writer *w, const char *key, const char *json)
{
    begin(w, key);
    mq__buf_str(w->buf, json);
}

static void write_children(struct mq_json_writer *w, const char *key,
                           const struct mq_json *node)
{
    bool object = node->kind == MQ_JSON_OBJECT;

    mq__json_open(w, key, object ? '{' : '[');
    for (const struct mq_json *at = node->first; at != NULL; at = at->next) {
        mq__json_node(w, object ? at->key : NULL, at);
    }
    mq__json_close(w, object ? '}' : ']');
}

void mq__json_node(struct mq_json_writer *w, const char *key,
                   const struct mq_json *node)
{
    switch (node->kind) {
    case MQ_JSON_NULL:
        mq__json_null(w, key);
        break;
    case MQ_JSON_BOOL:
        mq__json_bool(w, key, node->boolean);
        break;
    case MQ_JSON_INT:
        mq__json_int(w, key, (long long)node->integer);
        break;
    case MQ_JSON_REAL:
        mq__json_real(w, key, node->real);
        break;
    case MQ_JSON_STRING:
        mq__json_str(w, key, node->text);
        break;
    case MQ_JSON_ARRAY:
    case MQ_JSON_OBJECT:
        write_children(w, key, node);
        break;
    }
}
