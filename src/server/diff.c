/* See diff.h. Both texts are walked at once, without a tree: values that are
 * the same bytes are skipped, objects are taken key by key. */
#include "server/diff.h"

#include <assert.h>
#include <string.h>

enum { PATH = 256 };

struct walk {
    struct mq_buf *out;
    bool comma;
    char path[PATH];
    size_t length;
};

/* A value in a text, and the key before it. */
struct span {
    const char *key;
    size_t key_length;
    const char *at;
    size_t length;
};

static const char *after_string(const char *p)
{
    for (p++; *p != '"' && *p != '\0'; p++) {
        p += *p == '\\' && p[1] != '\0';
    }
    return *p != '\0' ? p + 1 : p;
}

/* What matters between values: brackets and strings. */
enum mark { PLAIN, OPENS, CLOSES, QUOTES };

static const unsigned char marks[256] = {
    ['{'] = OPENS,  ['['] = OPENS,  ['}'] = CLOSES,
    [']'] = CLOSES, ['"'] = QUOTES,
};

/* The end of the value that begins at p. */
static const char *after_value(const char *p)
{
    int depth = 0;

    if (*p == '"') {
        return after_string(p);
    }
    if (*p != '{' && *p != '[') {
        return p + strcspn(p, ",]}");
    }
    do {
        enum mark mark = marks[(unsigned char)*p];

        if (mark == QUOTES) {
            p = after_string(p);
            continue;
        }
        depth += mark == OPENS;
        depth -= mark == CLOSES;
        p++;
    } while (depth > 0 && *p != '\0');
    return p;
}

/* The next member of an object or item of a list; false at its end. */
static bool next(const char **p, bool object, struct span *out)
{
    if (**p == '{' || **p == '[' || **p == ',') {
        ++*p;
    }
    if (**p == '}' || **p == ']' || **p == '\0') {
        return false;
    }
    out->key = NULL;
    out->key_length = 0;
    if (object) {
        const char *end = after_string(*p);

        out->key = *p + 1;
        out->key_length = (size_t)(end - *p) - 2;
        if (*end == '\0') {
            return false;
        }
        *p = end + 1;
    }
    out->at = *p;
    *p = after_value(*p);
    out->length = (size_t)(*p - out->at);
    return true;
}

/* Whether the text at `old` goes on with the same bytes as the member or item
 * from `start` (the bracket or comma before it) to `end`: most of a view does,
 * and need not be read twice. */
static bool same_here(const char *old, const char *start, const char *end)
{
    size_t length = (size_t)(end - start);

    return *old != '\0' && strncmp(old + 1, start + 1, length - 1) == 0 &&
           (old[length] == ',' || marks[(unsigned char)old[length]] == CLOSES);
}

static void say(struct walk *w, const struct span *value)
{
    if (w->comma) {
        mq__buf_char(w->out, ',');
    }
    w->comma = true;
    mq__buf_str(w->out, "[\"");
    mq__buf_add(w->out, w->path, w->length);
    mq__buf_char(w->out, '"');
    if (value != NULL) {
        mq__buf_char(w->out, ',');
        mq__buf_add(w->out, value->at, value->length);
    }
    mq__buf_char(w->out, ']');
}

/* Adds a key to the path; returns its length before. */
static size_t enter(struct walk *w, const struct span *value)
{
    size_t before = w->length;

    assert(before + value->key_length + 2 < PATH);
    if (before > 0) {
        w->path[w->length++] = '.';
    }
    memcpy(w->path + w->length, value->key, value->key_length);
    w->length += value->key_length;
    return before;
}

static size_t enter_index(struct walk *w, int index)
{
    size_t before = w->length;
    struct mq_buf buf;

    mq__buf_fixed(&buf, w->path + before, PATH - before);
    mq__buf_char(&buf, '[');
    mq__buf_int(&buf, index);
    mq__buf_char(&buf, ']');
    w->length += buf.length;
    return before;
}

static void compare(struct walk *w, const struct span *a, const struct span *b);

static bool same_key(const struct span *a, const struct span *b)
{
    return a->key_length == b->key_length &&
           memcmp(a->key, b->key, a->key_length) == 0;
}

/* Looks for a key from p on; both texts have their keys in one order, so it
 * is mostly the next one. */
static bool find(const char *p, const struct span *wanted, struct span *out,
                 const char **after)
{
    while (next(&p, true, out)) {
        if (same_key(out, wanted)) {
            *after = p;
            return true;
        }
    }
    return false;
}

/* The keys of `a` that `b` hasn't. */
static void gone(struct walk *w, const char *a, const char *b)
{
    struct span old, found;
    const char *rest = b;

    while (next(&a, true, &old)) {
        if (!find(rest, &old, &found, &rest) && !find(b, &old, &found, &rest)) {
            size_t before = enter(w, &old);

            say(w, NULL);
            w->length = before;
        }
    }
}

/* The member of `a` with the key of `value`: mostly the one at *rest. Clears
 * *ordered where it is not. */
static bool counterpart(const char *a, const char **rest,
                        const struct span *value, struct span *out,
                        bool *ordered)
{
    const char *p = *rest;

    if (next(&p, true, out) && same_key(out, value)) {
        *rest = p;
        return true;
    }
    if (find(*rest, value, out, rest) || find(a, value, out, rest)) {
        *ordered = false;
        return true;
    }
    return false;
}

static void compare_objects(struct walk *w, const char *a, const char *b)
{
    struct span old, value;
    const char *rest = a, *all = b;
    bool ordered = true;

    for (const char *start = b; next(&b, true, &value); start = b) {
        size_t before;

        if (same_here(rest, start, b)) {
            rest += b - start;
            continue;
        }
        before = enter(w, &value);
        if (counterpart(a, &rest, &value, &old, &ordered)) {
            compare(w, &old, &value);
        } else {
            say(w, &value);
        }
        w->length = before;
    }
    if (!ordered || next(&rest, true, &old)) {
        gone(w, a, all);
    }
}

static int items(const char *p)
{
    struct span item;
    int count = 0;

    while (next(&p, false, &item)) {
        count++;
    }
    return count;
}

static void compare_lists(struct walk *w, const char *a, const char *b)
{
    struct span old, value;

    for (int i = 0; next(&a, false, &old) && next(&b, false, &value); i++) {
        size_t before = enter_index(w, i);

        compare(w, &old, &value);
        w->length = before;
    }
}

static void compare(struct walk *w, const struct span *a, const struct span *b)
{
    if (a->length == b->length && memcmp(a->at, b->at, a->length) == 0) {
        return;
    }
    if (*a->at == '{' && *b->at == '{') {
        compare_objects(w, a->at, b->at);
    } else if (*a->at == '[' && *b->at == '[' && items(a->at) == items(b->at) &&
               w->length > 0) {
        compare_lists(w, a->at, b->at);
    } else {
        say(w, b);
    }
}

void mq__diff(const char *before, const char *after, struct mq_buf *out)
{
    struct walk w = {.out = out};
    struct span a = {.at = before, .length = strlen(before)};
    struct span b = {.at = after, .length = strlen(after)};

    mq__buf_char(out, '[');
    compare(&w, &a, &b);
    mq__buf_char(out, ']');
}
