/* JSON: a strict reader into a tree, a writer, and helpers to read an object
 * field by field with errors that name the path.
 *
 * Reader: RFC 8259, UTF-8 checked, no duplicate keys, at most MQ_JSON_DEPTH
 * levels, nothing after the value. Nodes and strings live in one arena owned
 * by the document; a node is valid until mq__json_finish. The tree may be
 * edited (scenarios do); new nodes come from the same arena.
 */
#ifndef MAXQ_CORE_JSON_H
#define MAXQ_CORE_JSON_H

#include <maxq/status.h>

#include "core/buf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MQ_JSON_DEPTH 64

enum mq_json_kind {
    MQ_JSON_NULL,
    MQ_JSON_BOOL,
    MQ_JSON_INT,  /* written without fraction and exponent, fits int64 */
    MQ_JSON_REAL, /* any other number */
    MQ_JSON_STRING,
    MQ_JSON_ARRAY,
    MQ_JSON_OBJECT,
};

struct mq_json {
    enum mq_json_kind kind;
    bool boolean;
    int count; /* array, object: number of children */
    int64_t integer;
    double real;      /* INT and REAL */
    const char *key;  /* in an object; otherwise NULL */
    const char *text; /* STRING: UTF-8, ends with NUL (\u0000 is refused) */
    struct mq_json *first; /* array, object: children in order */
    struct mq_json *next;  /* sibling */
};

struct mq_json_doc {
    struct mq_json *root;
    struct mq_json_block *blocks; /* the arena */
};

/* Parses; on failure the error has id "json.syntax" with line, column and what
 * was expected, and the document is empty. mq__json_finish is legal then too.
 */
enum mq_status mq__json_parse(struct mq_json_doc *doc, const char *text,
                              size_t length, struct mq_error *error);
void mq__json_finish(struct mq_json_doc *doc);

/* Memory of the document's arena, zeroed; NULL if there is no more. */
void *mq__json_alloc(struct mq_json_doc *doc, size_t size);

/* The child with that key; NULL if there is none or `object` is no object. */
const struct mq_json *mq__json_get(const struct mq_json *object,
                                   const char *key);
const struct mq_json *mq__json_at(const struct mq_json *array, int index);

/* The node at a path such as `players.P1.moons[2]`, `rocket.space`, `step`.
 * Steps are keys, or indices in brackets. NULL if there is none, or the path
 * is empty or malformed. */
struct mq_json *mq__json_path(struct mq_json *root, const char *path);

/* Puts `value` (from the same document or another; it is copied into doc's
 * arena) at a path, replacing what is there; the parent must exist. A new key
 * comes last in its object; the index after the last lengthens an array. */
enum mq_status mq__json_put(struct mq_json_doc *doc, const char *path,
                            const struct mq_json *value,
                            struct mq_error *error);

/* Takes the node at a path out of its parent, if it is there. */
void mq__json_remove(struct mq_json *root, const char *path);

/* Same value: kinds, numbers, texts; objects compare keys in any order. */
bool mq__json_equal(const struct mq_json *a, const struct mq_json *b);

/* The writer: compact JSON into a buffer, commas by itself. `key` is NULL
 * inside arrays and at the top. */
struct mq_json_writer {
    struct mq_buf *buf;
    bool comma;
};

void mq__json_writer_init(struct mq_json_writer *w, struct mq_buf *buf);
void mq__json_open(struct mq_json_writer *w, const char *key, char bracket);
void mq__json_close(struct mq_json_writer *w, char bracket);
void mq__json_int(struct mq_json_writer *w, const char *key, long long number);
/* The shortest form that reads back as the same REAL ("1.0", "0.1"); null for
 * what is no number. */
void mq__json_real(struct mq_json_writer *w, const char *key, double number);
void mq__json_bool(struct mq_json_writer *w, const char *key, bool boolean);
/* Bytes that are no UTF-8 come out as U+FFFD; NULL as null. */
void mq__json_str(struct mq_json_writer *w, const char *key, const char *text);
void mq__json_null(struct mq_json_writer *w, const char *key);
/* Ready-made JSON text as the value. */
void mq__json_raw(struct mq_json_writer *w, const char *key, const char *json);
/* A node, written compactly. */
void mq__json_node(struct mq_json_writer *w, const char *key,
                   const struct mq_json *node);

/* Several of the above in one call, after a shape that looks like the JSON:
 *
 *   mq__json_add(w, "{name:s line:i marks:[b b]}", name, line, one, two);
 *
 * A bracket opens or closes; a key stands before a colon; a letter stands for
 * a value and takes its argument:
 *
 *   s  const char * (NULL: null)   j  const char *, ready-made JSON
 *   i  int                         l  long
 *   r  double, a real              n  double, whole ones without a fraction
 *   b  bool                        0  nothing: null
 *   m  uint32_t, a mask of seats: the list of their numbers
 *   X  uint64_t, 16 hex digits     H  const uint8_t *, a hash in hex digits
 *   I  const int *, int: a list    R  const double *, int: a list of reals
 *   N  const double *, int: a list of numbers
 *   S  const char *const *, int: a list of texts
 *
 * Blanks stand between items. What a shape opens it needn't close. */
void mq__json_add(struct mq_json_writer *w, const char *shape, ...);

/* Reading objects field by field. A reader keeps the first error; after one
 * every read is a no-op that gives the lowest allowed value. The error names
 * the whole path: `position: players.P2.dice: 9 is not from 0 to 6`; it is the
 * first argument of every message. mq__read_done reports keys that were never
 * read. */
#define MQ_READ_PATH 192

struct mq_reader {
    struct mq_error *error;
    enum mq_status status; /* of errors: MQ_POSITION, unless set after init */
    bool failed;
    size_t root_length;
    char path[MQ_READ_PATH];
};

/* An object being read: which of its keys were asked for. */
struct mq_read_object {
    const struct mq_json *node;
    uint64_t seen;        /* bit i: child i was read; at most 64 keys */
    size_t path_length;   /* of the reader's path at this object */
    size_t parent_length; /* and before it was begun */
};

void mq__reader_init(struct mq_reader *r, const char *root,
                     struct mq_error *error);
/* Begins an object; false (and failed) if it is none. */
bool mq__read_object(struct mq_reader *r, const struct mq_json *node,
                     struct mq_read_object *out);
/* Ends it: unknown keys are an error; the path goes back to the parent's. */
void mq__read_done(struct mq_reader *r, struct mq_read_object *object);

/* The child, or NULL and an error; `optional` gives NULL without one. */
const struct mq_json *mq__read_child(struct mq_reader *r,
                                     struct mq_read_object *object,
                                     const char *key);
const struct mq_json *mq__read_optional(struct mq_reader *r,
                                        struct mq_read_object *object,
                                        const char *key);
/* Begins the child object `key`. */
bool mq__read_inner(struct mq_reader *r, struct mq_read_object *object,
                    const char *key, struct mq_read_object *out);

int mq__read_int(struct mq_reader *r, struct mq_read_object *object,
                 const char *key, int low, int high);
bool mq__read_bool(struct mq_reader *r, struct mq_read_object *object,
                   const char *key);
/* The index of a string value in `words` (ends with NULL). */
int mq__read_word(struct mq_reader *r, struct mq_read_object *object,
                  const char *key, const char *const *words);
/* An array child with at most `most` items; the caller walks ->first. */
const struct mq_json *mq__read_array(struct mq_reader *r,
                                     struct mq_read_object *object,
                                     const char *key, int most);
/* A string child. */
const char *mq__read_text(struct mq_reader *r, struct mq_read_object *object,
                          const char *key);

/* "game": fails unless the position is of this one. */
void mq__read_game(struct mq_reader *r, struct mq_read_object *object,
                   const char *id);

/* One item of an array child: `at` says which, for the path of errors. */
struct mq_read_item {
    const char *key;
    int index;
    const struct mq_json *node;
};

int mq__read_item_int(struct mq_reader *r, const struct mq_read_item *at,
                      int low, int high);
int mq__read_item_word(struct mq_reader *r, const struct mq_read_item *at,
                       const char *const *words);
bool mq__read_item_bool(struct mq_reader *r, const struct mq_read_item *at);
const struct mq_json *mq__read_item_array(struct mq_reader *r,
                                          const struct mq_read_item *at,
                                          int most);
/* Begins the object; mq__read_done ends it. */
bool mq__read_item_object(struct mq_reader *r, const struct mq_read_item *at,
                          struct mq_read_object *out);

/* Lengthens the path of errors by a key, and by an index from 0 on. Who does
 * so cuts it again. */
void mq__read_enter(struct mq_reader *r, const char *key, int index);
/* Fails at an item, whose node may be NULL. */
void mq__read_fail_at(struct mq_reader *r, const struct mq_read_item *at,
                      const char *id, const char *format, ...);
/* Fails at the current path, below `key` where that isn't NULL. */
void mq__read_fail(struct mq_reader *r, const char *key, const char *id,
                   const char *format, ...);

#endif
