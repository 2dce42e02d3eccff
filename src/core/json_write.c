/* The JSON writer: see json.h. */
#include "core/json.h"

#include "core/hash.h"
#include "core/utf8.h"

#include <assert.h>
#include <inttypes.h>
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

/* A whole number without fraction, any other with it. */
static void write_number(struct mq_json_writer *w, const char *key,
                         double number)
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

#define MAX_KEY 48 /* of a shape, with NUL */

/* The lists of a shape. */
static void add_list(struct mq_json_writer *w, const char *key, char kind,
                     va_list *args)
{
    const void *list = va_arg(*args, const void *);
    int count = va_arg(*args, int);

    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        if (kind == 'I') {
            mq__json_int(w, NULL, ((const int *)list)[i]);
        } else if (kind == 'R') {
            mq__json_real(w, NULL, ((const double *)list)[i]);
        } else if (kind == 'N') {
            write_number(w, NULL, ((const double *)list)[i]);
        } else {
            mq__json_str(w, NULL, ((const char *const *)list)[i]);
        }
    }
    mq__json_close(w, ']');
}

static void add_seats(struct mq_json_writer *w, const char *key, uint32_t mask)
{
    mq__json_open(w, key, '[');
    for (int seat = 0; mask >> seat != 0; seat++) {
        if ((mask >> seat & 1) != 0) {
            mq__json_int(w, NULL, seat);
        }
    }
    mq__json_close(w, ']');
}

/* Numbers as hex digits. */
static void add_hex(struct mq_json_writer *w, const char *key, char kind,
                    va_list *args)
{
    char digits[2 * MQ_HASH_SIZE + 1];

    if (kind == 'X') {
        snprintf(digits, sizeof digits, "%016" PRIx64, va_arg(*args, uint64_t));
    } else {
        mq__hex_write(va_arg(*args, const uint8_t *), MQ_HASH_SIZE, digits);
    }
    mq__json_str(w, key, digits);
}

static void add_value(struct mq_json_writer *w, const char *key, char kind,
                      va_list *args)
{
    switch (kind) {
    case '{':
    case '[':
        mq__json_open(w, key, kind);
        break;
    case 's':
        mq__json_str(w, key, va_arg(*args, const char *));
        break;
    case 'j':
        mq__json_raw(w, key, va_arg(*args, const char *));
        break;
    case 'i':
        mq__json_int(w, key, va_arg(*args, int));
        break;
    case 'l':
        mq__json_int(w, key, va_arg(*args, long));
        break;
    case 'r':
        mq__json_real(w, key, va_arg(*args, double));
        break;
    case 'n':
        write_number(w, key, va_arg(*args, double));
        break;
    case 'b':
        mq__json_bool(w, key, va_arg(*args, int) != 0);
        break;
    case '0':
        mq__json_null(w, key);
        break;
    case 'm':
        add_seats(w, key, va_arg(*args, uint32_t));
        break;
    case 'X':
    case 'H':
        add_hex(w, key, kind, args);
        break;
    default:
        assert(strchr("IRNS", kind) != NULL);
        add_list(w, key, kind, args);
        break;
    }
}

void mq__json_add(struct mq_json_writer *w, const char *shape, ...)
{
    va_list args;

    va_start(args, shape);
    for (shape += strspn(shape, " "); *shape != '\0';
         shape += strspn(shape, " ")) {
        size_t length = strcspn(shape, ": {[]}");
        char key[MAX_KEY];

        if (*shape == '}' || *shape == ']') {
            mq__json_close(w, *shape++);
        } else if (shape[length] != ':') {
            add_value(w, NULL, *shape++, &args);
        } else {
            assert(length > 0 && length < sizeof key);
            memcpy(key, shape, length);
            key[length] = '\0';
            shape += length + 1;
            add_value(w, key, *shape++, &args);
        }
    }
    va_end(args);
}
