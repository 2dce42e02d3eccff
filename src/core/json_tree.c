/* The JSON tree: looking things up, paths, editing, comparing. */
#include "core/json.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static struct mq_json *child_named(const struct mq_json *object,
                                   const char *key, size_t length)
{
    if (object == NULL || object->kind != MQ_JSON_OBJECT) {
        return NULL;
    }
    for (struct mq_json *at = object->first; at != NULL; at = at->next) {
        if (strncmp(at->key, key, length) == 0 && at->key[length] == '\0') {
            return at;
        }
    }
    return NULL;
}

static struct mq_json *child_at(const struct mq_json *array, int index)
{
    struct mq_json *at;

    if (array == NULL || array->kind != MQ_JSON_ARRAY || index < 0) {
        return NULL;
    }
    at = array->first;
    while (at != NULL && index > 0) {
        at = at->next;
        index--;
    }
    return at;
}

const struct mq_json *mq__json_get(const struct mq_json *object,
                                   const char *key)
{
    return child_named(object, key, strlen(key));
}

const struct mq_json *mq__json_at(const struct mq_json *array, int index)
{
    return child_at(array, index);
}

/* One step of a path: a key, or an index where key is NULL. */
struct step {
    const char *key;
    size_t length;
    int index;
};

/* The step at *path, `[12]` or a key; `first`: no dot stands before a key. */
static bool read_step(const char **path, bool first, struct step *step)
{
    const char *at = *path;

    if (*at == '[') {
        char *end;
        unsigned long index = strtoul(at + 1, &end, 10);

        *step = (struct step){.index = (int)(index & INT_MAX)};
        *path = end + 1;
        return at[1] >= '0' && at[1] <= '9' && *end == ']' && index <= INT_MAX;
    }
    if (!first && *at++ != '.') {
        return false;
    }
    step->key = at;
    step->length = strcspn(at, ".[");
    *path = at + step->length;
    return step->length > 0 && memchr(step->key, ']', step->length) == NULL;
}

static struct mq_json *follow(const struct mq_json *node,
                              const struct step *step)
{
    return step->key != NULL ? child_named(node, step->key, step->length)
                             : child_at(node, step->index);
}

/* What a path leads to: the parent of its last step, and that step. */
struct place {
    struct mq_json *parent; /* NULL if there is none */
    struct step last;
    int steps;
};

/* False if the path is empty or malformed. */
static bool find_place(struct mq_json *root, const char *path,
                       struct place *place)
{
    *place = (struct place){.parent = root};
    do {
        if (place->steps > 0 && place->parent != NULL) {
            place->parent = follow(place->parent, &place->last);
        }
        if (!read_step(&path, place->steps == 0, &place->last)) {
            return false;
        }
        place->steps++;
    } while (*path != '\0');
    return true;
}

struct mq_json *mq__json_path(struct mq_json *root, const char *path)
{
    struct place place;

    if (!find_place(root, path, &place)) {
        return NULL;
    }
    return follow(place.parent, &place.last);
}

/* Levels of arrays and objects. */
static int depth_of(const struct mq_json *node)
{
    int deepest = 0;

    if (node->kind != MQ_JSON_ARRAY && node->kind != MQ_JSON_OBJECT) {
        return 0;
    }
    for (const struct mq_json *at = node->first; at != NULL; at = at->next) {
        int depth = depth_of(at);

        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + 1;
}

static const char *copy_text(struct mq_json_doc *doc, const char *text,
                             size_t length)
{
    char *copy = mq__json_alloc(doc, length + 1);

    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

static struct mq_json *copy_node(struct mq_json_doc *doc,
                                 const struct mq_json *node);

/* The children of `node` as those of `copy`; false without memory. */
static bool copy_children(struct mq_json_doc *doc, const struct mq_json *node,
                          struct mq_json *copy)
{
    struct mq_json **end = &copy->first;

    *end = NULL;
    for (const struct mq_json *at = node->first; at != NULL; at = at->next) {
        *end = copy_node(doc, at);
        if (*end == NULL) {
            return false;
        }
        if (at->key != NULL) {
            (*end)->key = copy_text(doc, at->key, strlen(at->key));
            if ((*end)->key == NULL) {
                return false;
            }
        }
        end = &(*end)->next;
    }
    return true;
}

/* A copy without key and sibling; NULL without memory. */
static struct mq_json *copy_node(struct mq_json_doc *doc,
                                 const struct mq_json *node)
{
    struct mq_json *copy = mq__json_alloc(doc, sizeof *copy);

    if (copy == NULL) {
        return NULL;
    }
    *copy = *node;
    copy->key = NULL;
    copy->next = NULL;
    if (node->kind == MQ_JSON_STRING) {
        copy->text = copy_text(doc, node->text, strlen(node->text));
        if (copy->text == NULL) {
            return NULL;
        }
    }
    return copy_children(doc, node, copy) ? copy : NULL;
}

static void append(struct mq_json *parent, struct mq_json *child)
{
    struct mq_json **end = &parent->first;

    assert(parent->kind == MQ_JSON_ARRAY || parent->kind == MQ_JSON_OBJECT);
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = child;
    parent->count++;
}

/* Whether a child can be put at the place, new or in another's stead. */
static bool takes_child(const struct place *place)
{
    const struct mq_json *parent = place->parent;

    if (parent == NULL) {
        return false;
    }
    if (place->last.key != NULL) {
        return parent->kind == MQ_JSON_OBJECT;
    }
    return parent->kind == MQ_JSON_ARRAY && place->last.index <= parent->count;
}

enum mq_status mq__json_put(struct mq_json_doc *doc, const char *path,
                            const struct mq_json *value, struct mq_error *error)
{
    struct place place;
    struct mq_json *old;
    struct mq_json *copy;

    if (!find_place(doc->root, path, &place)) {
        return mq_fail(error, MQ_SYNTAX, "path.syntax", "t", path);
    }
    if (!takes_child(&place)) {
        return mq_fail(error, MQ_RANGE, "path.missing", "t", path);
    }
    if (place.steps + depth_of(value) > MQ_JSON_DEPTH) {
        return mq_fail(error, MQ_LIMIT, "path.depth", "ti", path,
                       MQ_JSON_DEPTH);
    }
    copy = copy_node(doc, value);
    if (copy != NULL && place.last.key != NULL) {
        copy->key = copy_text(doc, place.last.key, place.last.length);
    }
    if (copy == NULL || (place.last.key != NULL && copy->key == NULL)) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    old = follow(place.parent, &place.last);
    if (old == NULL) {
        append(place.parent, copy);
    } else {
        copy->next = old->next;
        *old = *copy;
    }
    return MQ_OK;
}

void mq__json_remove(struct mq_json *root, const char *path)
{
    struct place place;
    struct mq_json *node;
    struct mq_json **link;

    if (!find_place(root, path, &place)) {
        return;
    }
    node = follow(place.parent, &place.last);
    if (node == NULL) {
        return;
    }
    link = &place.parent->first;
    while (*link != node) {
        link = &(*link)->next;
    }
    *link = node->next;
    place.parent->count--;
}

static bool equal_arrays(const struct mq_json *a, const struct mq_json *b)
{
    a = a->first;
    b = b->first;
    while (a != NULL && b != NULL) {
        if (!mq__json_equal(a, b)) {
            return false;
        }
        a = a->next;
        b = b->next;
    }
    return a == NULL && b == NULL;
}

/* Keys are unique, so equally many that are all found are the same. */
static bool equal_objects(const struct mq_json *a, const struct mq_json *b)
{
    if (a->count != b->count) {
        return false;
    }
    for (const struct mq_json *at = a->first; at != NULL; at = at->next) {
        const struct mq_json *other = mq__json_get(b, at->key);

        if (other == NULL || !mq__json_equal(at, other)) {
            return false;
        }
    }
    return true;
}

bool mq__json_equal(const struct mq_json *a, const struct mq_json *b)
{
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case MQ_JSON_NULL:
        return true;
    case MQ_JSON_BOOL:
        return a->boolean == b->boolean;
    case MQ_JSON_INT:
        return a->integer == b->integer;
    case MQ_JSON_REAL:
        return a->real == b->real;
    case MQ_JSON_STRING:
        return strcmp(a->text, b->text) == 0;
    case MQ_JSON_ARRAY:
        return equal_arrays(a, b);
    case MQ_JSON_OBJECT:
        return equal_objects(a, b);
    }
    return false;
}
