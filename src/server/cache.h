/* Texts that are made once and sent often: logs of matches that are over.
 *
 * The cache has room for so many bytes; the text that was used longest ago goes
 * first. A text outlives its place in the cache as long as somebody sends it.
 * The network thread's alone.
 */
#ifndef MAXQ_SERVER_CACHE_H
#define MAXQ_SERVER_CACHE_H

#include "core/buf.h"

#define MQ_CACHE_KEY 32

struct mq_text {
    int refs;
    struct mq_buf bytes;
};

/* NULL: no memory. Takes over the bytes, also then; one reference is the
 * caller's. */
struct mq_text *mq__text_new(struct mq_buf *bytes);
void mq__text_release(struct mq_text *text);

struct mq_cache;

struct mq_cache *mq__cache_create(size_t room); /* NULL: no memory */
void mq__cache_destroy(struct mq_cache *cache);
/* A reference to the text, or NULL. */
struct mq_text *mq__cache_find(struct mq_cache *cache, const char *key);
/* Keeps the text where it takes at most half of the room. */
void mq__cache_put(struct mq_cache *cache, const char *key,
                   struct mq_text *text);

#endif
