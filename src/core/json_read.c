/* Reading JSON objects field by field: see json.h. */
#include "core/json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define ELLIPSIS "\xE2\x80\xA6"

void mq__reader_init(struct mq_reader *r, const char *root,
                     struct mq_error *error)
{
    struct mq_buf path;

    *r = (struct mq_reader){.error = error, .status = MQ_POSITION};
    mq__buf_fixed(&path, r->path, sizeof r->path);
    mq__buf_str(&path, root);
    r->root_length = path.length;
}

/* Lengthens the path: `: key` after the root, `.key` below, `[index]` where
 * that isn't negative. A path too long is cut. */
void mq__read_enter(struct mq_reader *r, const char *key, int index)
{
    size_t length = strlen(r->path);
    struct mq_buf path;

    mq__buf_fixed(&path, r->path + length, sizeof r->path - length);
    if (length > r->root_length) {
        mq__buf_char(&path, '.');
    } else if (length > 0) {
        mq__buf_str(&path, ": ");
    }
    mq__buf_str(&path, key);
    if (index >= 0) {
        mq__buf_printf(&path, "[%d]", index);
    }
}

/* A path that doesn't fit an argument keeps its end: that is what differs. */
static void path_arg(const char *path, char out[MQ_ARG_TEXT_SIZE])
{
    struct mq_buf buf;
    size_t length = strlen(path);

    mq__buf_fixed(&buf, out, MQ_ARG_TEXT_SIZE);
    if (length >= MQ_ARG_TEXT_SIZE) {
        path += length - (MQ_ARG_TEXT_SIZE - sizeof ELLIPSIS);
        while (((unsigned char)*path & 0xC0) == 0x80) {
            path++;
        }
        mq__buf_str(&buf, ELLIPSIS);
    }
    mq__buf_str(&buf, path);
}

/* The message of the arguments, with the path put before them. */
static void fail_here(struct mq_reader *r, const char *id, const char *format,
                      va_list args)
{
    struct mq_message rest;
    struct mq_message *message;
    char path[MQ_ARG_TEXT_SIZE];

    if (r->failed) {
        return;
    }
    r->failed = true;
    if (r->error == NULL) {
        return;
    }
    path_arg(r->path, path);
    mq_message_setv(&rest, id, format, args);
    assert(rest.args < MQ_MAX_ARGS);
    r->error->status = r->status;
    message = &r->error->message;
    mq_message_set(message, id, "t", path);
    for (int i = 0; i < rest.args && i + 1 < MQ_MAX_ARGS; i++) {
        message->arg[i + 1] = rest.arg[i];
        message->args = i + 2;
    }
}

void mq__read_fail(struct mq_reader *r, const char *key, const char *id,
                   const char *format, ...)
{
    size_t length = strlen(r->path);
    va_list args;

    if (key != NULL) {
        mq__read_enter(r, key, -1);
    }
    va_start(args, format);
    fail_here(r, id, format, args);
    va_end(args);
    r->path[length] = '\0';
}

void mq__read_fail_at(struct mq_reader *r, const struct mq_read_item *at,
                      const char *id, const char *format, ...)
{
    size_t length = strlen(r->path);
    va_list args;

    mq__read_enter(r, at->key, at->index);
    va_start(args, format);
    fail_here(r, id, format, args);
    va_end(args);
    r->path[length] = '\0';
}

/* Begins an object at the reader's path, which had `parent` characters before
 * this object's part was added. */
static bool begin_object(struct mq_reader *r, const struct mq_json *node,
                         size_t parent, struct mq_read_object *out)
{
    *out = (struct mq_read_object){.path_length = strlen(r->path),
                                   .parent_length = parent};
    if (r->failed) {
        return false;
    }
    if (node == NULL || node->kind != MQ_JSON_OBJECT) {
        mq__read_fail(r, NULL, "read.not-object", "");
        return false;
    }
    if (node->count > 64) {
        mq__read_fail(r, NULL, "read.too-many-keys", "i", 64);
        return false;
    }
    out->node = node;
    return true;
}

bool mq__read_object(struct mq_reader *r, const struct mq_json *node,
                     struct mq_read_object *out)
{
    return begin_object(r, node, strlen(r->path), out);
}

/* Errors are told at this object again, wherever an inner one was left. */
static void come_back(struct mq_reader *r, const struct mq_read_object *object)
{
    r->path[object->path_length] = '\0';
}

void mq__read_done(struct mq_reader *r, struct mq_read_object *object)
{
    const struct mq_json *at;
    uint64_t seen = object->seen;

    if (object->node == NULL) {
        return;
    }
    assert(object->parent_length <= object->path_length);
    come_back(r, object);
    for (at = object->node->first; at != NULL; at = at->next) {
        if ((seen & 1) == 0) {
            mq__read_fail(r, at->key, "read.unknown-key", "");
            break;
        }
        seen >>= 1;
    }
    r->path[object->parent_length] = '\0';
}

const struct mq_json *mq__read_optional(struct mq_reader *r,
                                        struct mq_read_object *object,
                                        const char *key)
{
    const struct mq_json *at;
    uint64_t bit = 1;

    if (r->failed || object->node == NULL) {
        return NULL;
    }
    come_back(r, object);
    for (at = object->node->first; at != NULL; at = at->next) {
        if (strcmp(at->key, key) == 0) {
            object->seen |= bit;
            return at;
        }
        bit <<= 1;
    }
    return NULL;
}

const struct mq_json *mq__read_child(struct mq_reader *r,
                                     struct mq_read_object *object,
                                     const char *key)
{
    const struct mq_json *child = mq__read_optional(r, object, key);

    if (child == NULL && !r->failed) {
        mq__read_fail(r, key, "read.missing", "");
    }
    return child;
}

bool mq__read_inner(struct mq_reader *r, struct mq_read_object *object,
                    const char *key, struct mq_read_object *out)
{
    const struct mq_json *child = mq__read_child(r, object, key);

    *out = (struct mq_read_object){0};
    if (child == NULL) {
        return false;
    }
    mq__read_enter(r, key, -1);
    return begin_object(r, child, object->path_length, out);
}

bool mq__read_item_object(struct mq_reader *r, const struct mq_read_item *at,
                          struct mq_read_object *out)
{
    size_t parent = strlen(r->path);

    mq__read_enter(r, at->key, at->index);
    return begin_object(r, at->node, parent, out);
}

int mq__read_item_int(struct mq_reader *r, const struct mq_read_item *at,
                      int low, int high)
{
    char number[24];

    if (r->failed || at->node == NULL) {
        return low;
    }
    if (at->node->kind != MQ_JSON_INT) {
        mq__read_fail_at(r, at, "read.not-int", "");
        return low;
    }
    if (at->node->integer < low || at->node->integer > high) {
        snprintf(number, sizeof number, "%lld", (long long)at->node->integer);
        mq__read_fail_at(r, at, "read.range", "tii", number, low, high);
        return low;
    }
    return (int)at->node->integer;
}

/* The child as an item without index. */
static struct mq_read_item item_of(struct mq_reader *r,
                                   struct mq_read_object *object,
                                   const char *key)
{
    return (struct mq_read_item){
        .key = key,
        .index = -1,
        .node = mq__read_child(r, object, key),
    };
}

int mq__read_int(struct mq_reader *r, struct mq_read_object *object,
                 const char *key, int low, int high)
{
    struct mq_read_item item = item_of(r, object, key);

    return mq__read_item_int(r, &item, low, high);
}

bool mq__read_item_bool(struct mq_reader *r, const struct mq_read_item *at)
{
    if (r->failed || at->node == NULL) {
        return false;
    }
    if (at->node->kind != MQ_JSON_BOOL) {
        mq__read_fail_at(r, at, "read.not-bool", "");
        return false;
    }
    return at->node->boolean;
}

bool mq__read_bool(struct mq_reader *r, struct mq_read_object *object,
                   const char *key)
{
    struct mq_read_item item = item_of(r, object, key);

    return mq__read_item_bool(r, &item);
}

static void fail_word(struct mq_reader *r, const struct mq_read_item *at,
                      const char *const *words)
{
    char list[2 * MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, list, sizeof list);
    mq__buf_words(&buf, words);
    mq__read_fail_at(r, at, "read.word", "tt", at->node->text, list);
}

int mq__read_item_word(struct mq_reader *r, const struct mq_read_item *at,
                       const char *const *words)
{
    if (r->failed || at->node == NULL) {
        return 0;
    }
    if (at->node->kind != MQ_JSON_STRING) {
        mq__read_fail_at(r, at, "read.not-text", "");
        return 0;
    }
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], at->node->text) == 0) {
            return i;
        }
    }
    fail_word(r, at, words);
    return 0;
}

int mq__read_word(struct mq_reader *r, struct mq_read_object *object,
                  const char *key, const char *const *words)
{
    struct mq_read_item item = item_of(r, object, key);

    return mq__read_item_word(r, &item, words);
}

const char *mq__read_text(struct mq_reader *r, struct mq_read_object *object,
                          const char *key)
{
    const struct mq_json *child = mq__read_child(r, object, key);

    if (child == NULL) {
        return "";
    }
    if (child->kind != MQ_JSON_STRING) {
        mq__read_fail(r, key, "read.not-text", "");
        return "";
    }
    return child->text;
}

void mq__read_game(struct mq_reader *r, struct mq_read_object *object,
                   const char *id)
{
    const char *game = mq__read_text(r, object, "game");

    if (!r->failed && strcmp(game, id) != 0) {
        mq__read_fail(r, "game", "read.game", "t", id);
    }
}

const struct mq_json *mq__read_item_array(struct mq_reader *r,
                                          const struct mq_read_item *at,
                                          int most)
{
    if (r->failed || at->node == NULL) {
        return NULL;
    }
    if (at->node->kind != MQ_JSON_ARRAY) {
        mq__read_fail_at(r, at, "read.not-array", "");
        return NULL;
    }
    if (at->node->count > most) {
        mq__read_fail_at(r, at, "read.too-many-items", "ii", at->node->count,
                         most);
        return NULL;
    }
    return at->node;
}

const struct mq_json *mq__read_array(struct mq_reader *r,
                                     struct mq_read_object *object,
                                     const char *key, int most)
{
    struct mq_read_item item = item_of(r, object, key);

    return mq__read_item_array(r, &item, most);
}
