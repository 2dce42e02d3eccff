/* The strict JSON reader and its arena: see json.h. */
#include "core/json.h"

#include "core/utf8.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK 4096u
#define LARGEST_BLOCK (1u << 18)

struct mq_json_block {
    struct mq_json_block *next;
    size_t used;
    size_t size;
    alignas(max_align_t) unsigned char data[];
};

static struct mq_json_block *add_block(struct mq_json_doc *doc, size_t needed)
{
    size_t size = doc->blocks != NULL ? 2 * doc->blocks->size : FIRST_BLOCK;
    struct mq_json_block *block;

    size = size < LARGEST_BLOCK ? size : LARGEST_BLOCK;
    size = size < needed ? needed : size;
    block = malloc(sizeof *block + size);
    if (block != NULL) {
        *block = (struct mq_json_block){.next = doc->blocks, .size = size};
        doc->blocks = block;
    }
    return block;
}

void *mq__json_alloc(struct mq_json_doc *doc, size_t size)
{
    const size_t align = alignof(struct mq_json);
    struct mq_json_block *block = doc->blocks;
    void *memory;

    if (size > SIZE_MAX / 2) {
        return NULL;
    }
    size = (size + align - 1) / align * align;
    if (block == NULL || block->size - block->used < size) {
        block = add_block(doc, size);
        if (block == NULL) {
            return NULL;
        }
    }
    memory = block->data + block->used;
    block->used += size;
    assert(block->used <= block->size);
    return memset(memory, 0, size);
}

void mq__json_finish(struct mq_json_doc *doc)
{
    while (doc->blocks != NULL) {
        struct mq_json_block *block = doc->blocks;

        doc->blocks = block->next;
        free(block);
    }
    doc->root = NULL;
}

/* A key of an object that is being read. Those of all open objects stand in
 * one stack; when an object ends, its keys are sorted to find two alike, which
 * stays fast with whatever keys somebody sends. */
struct member {
    const char *key;
    const char *at;
};

struct parser {
    struct mq_json_doc *doc;
    const char *text;
    const char *at;
    const char *end;
    int depth;
    struct member *members;
    size_t member_count;
    size_t member_size;
    const char *wrong;    /* where the first error is */
    const char *expected; /* core.word.<this>; NULL: no memory */
};

static bool expected(struct parser *p, const char *at, const char *what)
{
    p->wrong = at;
    p->expected = what;
    return false;
}

static bool no_memory(struct parser *p)
{
    return expected(p, p->at, NULL);
}

static void skip_space(struct parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t' ||
                              *p->at == '\n' || *p->at == '\r')) {
        p->at++;
    }
}

/* The next character; NUL at the end (a NUL in the text is right nowhere). */
static char peek(const struct parser *p)
{
    return p->at < p->end ? *p->at : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int hex_value(char c)
{
    if (is_digit(c)) {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The four digits after \u. */
static bool read_hex4(struct parser *p, uint32_t *out)
{
    uint32_t number = 0;

    for (int i = 0; i < 4; i++) {
        int digit = hex_value(peek(p));

        if (digit < 0) {
            return expected(p, p->at, "json-hex");
        }
        number = number << 4 | (uint32_t)digit;
        p->at++;
    }
    *out = number;
    return true;
}

/* After \u: one character, or a pair of surrogates. */
static bool read_unicode(struct parser *p, uint32_t *out)
{
    const char *begin = p->at - 2;
    uint32_t low;

    if (!read_hex4(p, out)) {
        return false;
    }
    if (*out == 0) {
        return expected(p, begin, "json-no-nul");
    }
    if (*out < 0xD800 || *out > 0xDFFF) {
        return true;
    }
    if (*out > 0xDBFF || p->end - p->at < 2 || p->at[0] != '\\' ||
        p->at[1] != 'u') {
        return expected(p, begin, "json-pair");
    }
    p->at += 2;
    if (!read_hex4(p, &low)) {
        return false;
    }
    if (low < 0xDC00 || low > 0xDFFF) {
        return expected(p, begin, "json-pair");
    }
    *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

static bool read_escape(struct parser *p, char **out)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    const char *begin = p->at++;
    char c = peek(p);
    const char *found = c != '\0' ? strchr(from, c) : NULL;
    uint32_t character;

    if (found != NULL) {
        *(*out)++ = to[found - from];
        p->at++;
        return true;
    }
    if (c != 'u') {
        return expected(p, begin, "json-escape");
    }
    p->at++;
    if (!read_unicode(p, &character)) {
        return false;
    }
    *out += mq__utf8_write(*out, character);
    return true;
}

static bool read_character(struct parser *p, char **out)
{
    size_t length;

    if (*p->at == '\\') {
        return read_escape(p, out);
    }
    if ((unsigned char)*p->at < 0x20) {
        return expected(p, p->at, "json-no-control");
    }
    length = mq__utf8_length(p->at, (size_t)(p->end - p->at));
    if (length == 0) {
        return expected(p, p->at, "json-utf8");
    }
    memcpy(*out, p->at, length);
    *out += length;
    p->at += length;
    return true;
}

/* An upper bound of the bytes of the string at `at`: its raw length. */
static size_t raw_length(const struct parser *p)
{
    const char *at = p->at;

    while (at < p->end && *at != '"') {
        at += *at == '\\' ? 2 : 1;
    }
    return (size_t)((at < p->end ? at : p->end) - p->at);
}

/* A string, from its opening quotation mark on. */
static bool read_string(struct parser *p, const char **text)
{
    char *out;

    p->at++;
    out = mq__json_alloc(p->doc, raw_length(p) + 1);
    if (out == NULL) {
        return no_memory(p);
    }
    *text = out;
    while (peek(p) != '"') {
        if (p->at == p->end) {
            return expected(p, p->at, "json-quote");
        }
        if (!read_character(p, &out)) {
            return false;
        }
    }
    p->at++;
    return true;
}

static bool skip_digits(struct parser *p)
{
    if (!is_digit(peek(p))) {
        return expected(p, p->at, "json-digit");
    }
    while (is_digit(peek(p))) {
        p->at++;
    }
    return true;
}

/* Passes over a number as RFC 8259 writes it; *whole: no fraction, no
 * exponent. */
static bool skip_number(struct parser *p, bool *whole)
{
    *whole = true;
    if (peek(p) == '-') {
        p->at++;
    }
    if (peek(p) == '0') {
        p->at++;
    } else if (!skip_digits(p)) {
        return false;
    }
    if (peek(p) == '.') {
        *whole = false;
        p->at++;
        if (!skip_digits(p)) {
            return false;
        }
    }
    if (peek(p) == 'e' || peek(p) == 'E') {
        *whole = false;
        p->at++;
        if (peek(p) == '+' || peek(p) == '-') {
            p->at++;
        }
        return skip_digits(p);
    }
    return true;
}

/* False if it doesn't fit int64. */
static bool read_int64(const char *at, const char *end, int64_t *out)
{
    bool minus = *at == '-';
    uint64_t most = minus ? (uint64_t)INT64_MAX + 1 : (uint64_t)INT64_MAX;
    uint64_t number = 0;

    for (at += minus; at < end; at++) {
        uint64_t digit = (uint64_t)(*at - '0');

        if (number > (most - digit) / 10) {
            return false;
        }
        number = number * 10 + digit;
    }
    if (minus && number > 0) {
        *out = -(int64_t)(number - 1) - 1;
    } else {
        *out = (int64_t)number;
    }
    return true;
}

static bool read_number(struct parser *p, struct mq_json *node)
{
    const char *begin = p->at;
    bool whole;
    size_t length;
    char *copy;

    if (!skip_number(p, &whole)) {
        return false;
    }
    if (whole && read_int64(begin, p->at, &node->integer)) {
        node->kind = MQ_JSON_INT;
        node->real = (double)node->integer;
        return true;
    }
    length = (size_t)(p->at - begin);
    copy = mq__json_alloc(p->doc, length + 1);
    if (copy == NULL) {
        return no_memory(p);
    }
    memcpy(copy, begin, length);
    node->kind = MQ_JSON_REAL;
    node->real = strtod(copy, NULL);
    return isfinite(node->real) || expected(p, begin, "json-number-range");
}

static bool read_literal(struct parser *p, struct mq_json *node)
{
    static const struct {
        const char *text;
        enum mq_json_kind kind;
        bool boolean;
    } literals[] = {
        {"null", MQ_JSON_NULL, false},
        {"true", MQ_JSON_BOOL, true},
        {"false", MQ_JSON_BOOL, false},
    };

    for (size_t i = 0; i < sizeof literals / sizeof literals[0]; i++) {
        size_t length = strlen(literals[i].text);

        if ((size_t)(p->end - p->at) >= length &&
            memcmp(p->at, literals[i].text, length) == 0) {
            node->kind = literals[i].kind;
            node->boolean = literals[i].boolean;
            p->at += length;
            return true;
        }
    }
    return expected(p, p->at, "json-value");
}

static bool push_member(struct parser *p, const char *key, const char *at)
{
    if (p->member_count == p->member_size) {
        size_t size = p->member_size > 0 ? 2 * p->member_size : 64;
        struct member *members = realloc(p->members, size * sizeof *members);

        if (members == NULL) {
            return no_memory(p);
        }
        p->members = members;
        p->member_size = size;
    }
    p->members[p->member_count++] = (struct member){key, at};
    return true;
}

static int compare_members(const void *a, const void *b)
{
    const struct member *x = a;
    const struct member *y = b;
    int order = strcmp(x->key, y->key);

    return order != 0 ? order : x->at < y->at ? -1 : 1;
}

/* Takes the keys from `base` on off the stack; an error if two are alike. */
static bool pop_members(struct parser *p, size_t base)
{
    struct member *members = p->members;
    size_t count = p->member_count - base;
    const char *twice = NULL;

    assert(base <= p->member_count);
    if (count < 2) {
        p->member_count = base;
        return true;
    }
    qsort(members + base, count, sizeof *members, compare_members);
    for (size_t i = base + 1; i < base + count; i++) {
        if (strcmp(members[i - 1].key, members[i].key) == 0 &&
            (twice == NULL || members[i].at < twice)) {
            twice = members[i].at;
        }
    }
    p->member_count = base;
    return twice == NULL || expected(p, twice, "json-new-key");
}

/* A key and its colon. */
static bool read_key(struct parser *p, const char **key)
{
    const char *at = p->at;

    if (peek(p) != '"') {
        return expected(p, at, "json-key");
    }
    if (!read_string(p, key) || !push_member(p, *key, at)) {
        return false;
    }
    skip_space(p);
    if (peek(p) != ':') {
        return expected(p, p->at, "json-colon");
    }
    p->at++;
    return true;
}

static bool read_value(struct parser *p, struct mq_json *node);

static bool read_child(struct parser *p, struct mq_json *parent,
                       struct mq_json **last)
{
    struct mq_json *child = mq__json_alloc(p->doc, sizeof *child);

    if (child == NULL) {
        return no_memory(p);
    }
    skip_space(p);
    if (parent->kind == MQ_JSON_OBJECT && !read_key(p, &child->key)) {
        return false;
    }
    if (!read_value(p, child)) {
        return false;
    }
    if (*last == NULL) {
        parent->first = child;
    } else {
        (*last)->next = child;
    }
    *last = child;
    parent->count++;
    return true;
}

/* The children of an array or object and its closing bracket. */
static bool read_children(struct parser *p, struct mq_json *node, char close)
{
    struct mq_json *last = NULL;

    skip_space(p);
    if (peek(p) == close) {
        p->at++;
        return true;
    }
    for (;;) {
        if (!read_child(p, node, &last)) {
            return false;
        }
        skip_space(p);
        if (peek(p) == close) {
            p->at++;
            return true;
        }
        if (peek(p) != ',') {
            return expected(p, p->at,
                            close == ']' ? "json-comma-or-bracket"
                                         : "json-comma-or-brace");
        }
        p->at++;
    }
}

static bool read_container(struct parser *p, struct mq_json *node)
{
    bool object = *p->at == '{';
    size_t base = p->member_count;

    if (p->depth == MQ_JSON_DEPTH) {
        return expected(p, p->at, "json-depth");
    }
    node->kind = object ? MQ_JSON_OBJECT : MQ_JSON_ARRAY;
    p->depth++;
    p->at++;
    if (!read_children(p, node, object ? '}' : ']')) {
        return false;
    }
    p->depth--;
    return pop_members(p, base);
}

static bool read_value(struct parser *p, struct mq_json *node)
{
    skip_space(p);
    switch (peek(p)) {
    case '{':
    case '[':
        return read_container(p, node);
    case '"':
        node->kind = MQ_JSON_STRING;
        return read_string(p, &node->text);
    case 't':
    case 'f':
    case 'n':
        return read_literal(p, node);
    default:
        if (peek(p) != '-' && !is_digit(peek(p))) {
            return expected(p, p->at, "json-value");
        }
        return read_number(p, node);
    }
}

static bool read_document(struct parser *p)
{
    p->doc->root = mq__json_alloc(p->doc, sizeof *p->doc->root);
    if (p->doc->root == NULL) {
        return no_memory(p);
    }
    if (!read_value(p, p->doc->root)) {
        return false;
    }
    skip_space(p);
    return p->at == p->end || expected(p, p->at, "json-end");
}

static enum mq_status report(const struct parser *p, struct mq_error *error)
{
    const char *line_start = p->text;
    int line = 1;

    if (p->expected == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    for (const char *at = p->text; at < p->wrong; at++) {
        if (*at == '\n') {
            line++;
            line_start = at + 1;
        }
    }
    return mq_fail(error, MQ_SYNTAX, "json.syntax", "iiw", line,
                   mq__utf8_count(line_start, p->wrong) + 1, p->expected);
}

enum mq_status mq__json_parse(struct mq_json_doc *doc, const char *text,
                              size_t length, struct mq_error *error)
{
    struct parser p = {.doc = doc, .text = text, .at = text};
    bool done;

    *doc = (struct mq_json_doc){0};
    if (length > INT_MAX) {
        return mq_fail(error, MQ_LIMIT, "json.too-long", "");
    }
    if (length == 0) {
        p.text = p.at = ""; /* text may be NULL then */
    }
    p.end = p.text + length;
    done = read_document(&p);
    free(p.members);
    if (!done) {
        mq__json_finish(doc);
        return report(&p, error);
    }
    return MQ_OK;
}
