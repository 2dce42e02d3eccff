/* A text buffer, either over memory of the caller's (fixed) or on the heap
 * (growing). Writing past a fixed buffer's end, or with no memory left, sets
 * `failed` and drops what doesn't fit; the text always ends with NUL. So
 * writers needn't check each call: they look at `failed` once, at the end.
 */
#ifndef MAXQ_CORE_BUF_H
#define MAXQ_CORE_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct mq_buf {
    char *data; /* ends with NUL; NULL only while a growing one is empty */
    size_t length;
    size_t size;
    bool grows;
    bool failed;
};

/* Over the caller's memory; size at least 1. Needs no finish. */
void mq__buf_fixed(struct mq_buf *buf, char *memory, size_t size);

/* On the heap; mq__buf_finish frees it. */
void mq__buf_init(struct mq_buf *buf);
void mq__buf_finish(struct mq_buf *buf);

/* Empties it; a growing one keeps its memory. Clears `failed`. */
void mq__buf_clear(struct mq_buf *buf);

/* Drops what was written since the text had that length. */
void mq__buf_cut(struct mq_buf *buf, size_t length);

/* A growing one: room for so many bytes in all, and not more than that, where
 * it has less. Only for its size: writing makes room where there is none. */
void mq__buf_reserve(struct mq_buf *buf, size_t length);

void mq__buf_add(struct mq_buf *buf, const char *text, size_t length);
void mq__buf_str(struct mq_buf *buf, const char *text);
void mq__buf_char(struct mq_buf *buf, char c);
void mq__buf_int(struct mq_buf *buf, long long number);
void mq__buf_printf(struct mq_buf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* An item of a list: ", " stands before all but the first. */
void mq__buf_item(struct mq_buf *buf, const char *text);
/* Words that end with NULL, as such a list. */
void mq__buf_words(struct mq_buf *buf, const char *const *words);

/* The text; "" where nothing was written. */
const char *mq__buf_text(const struct mq_buf *buf);

/* An array that grows: with room for `needed` items of `item` bytes, where
 * *size is how many it has room for. NULL without memory (the old array
 * stays). */
void *mq__grown(void *array, int *size, int needed, size_t item);

#endif
