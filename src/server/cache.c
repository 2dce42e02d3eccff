/* See cache.h. Places are few: texts are long. */
#include "server/cache.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 256 };

struct place {
    char key[MQ_CACHE_KEY];
    struct mq_text *text; /* NULL: free */
    uint64_t used;
};

struct mq_cache {
    size_t room, bytes;
    uint64_t uses;
    struct place place[PLACES];
};

struct mq_text *mq__text_new(struct mq_buf *bytes)
{
    struct mq_text *text = bytes->failed ? NULL : malloc(sizeof(*text));

    if (text == NULL) {
        mq__buf_finish(bytes);
    } else {
        *text = (struct mq_text){.refs = 1, .bytes = *bytes};
    }
    mq__buf_init(bytes);
    return text;
}

void mq__text_release(struct mq_text *text)
{
    assert(text == NULL || text->refs > 0);
    if (text != NULL && --text->refs == 0) {
        mq__buf_finish(&text->bytes);
        free(text);
    }
}

struct mq_cache *mq__cache_create(size_t room)
{
    struct mq_cache *cache = calloc(1, sizeof(*cache));

    if (cache != NULL) {
        cache->room = room;
    }
    return cache;
}

static void empty(struct mq_cache *cache, struct place *p)
{
    if (p->text != NULL) {
        assert(cache->bytes >= p->text->bytes.length);
        cache->bytes -= p->text->bytes.length;
        mq__text_release(p->text);
        p->text = NULL;
    }
}

void mq__cache_destroy(struct mq_cache *cache)
{
    for (int i = 0; cache != NULL && i < PLACES; i++) {
        empty(cache, &cache->place[i]);
    }
    free(cache);
}

struct mq_text *mq__cache_find(struct mq_cache *cache, const char *key)
{
    for (int i = 0; i < PLACES; i++) {
        struct place *p = &cache->place[i];

        if (p->text != NULL && strcmp(p->key, key) == 0) {
            p->used = ++cache->uses;
            p->text->refs++;
            return p->text;
        }
    }
    return NULL;
}

/* A free place, or the one that was used longest ago. */
static struct place *oldest(struct mq_cache *cache)
{
    struct place *found = &cache->place[0];

    for (int i = 0; i < PLACES; i++) {
        struct place *p = &cache->place[i];

        if (p->text == NULL) {
            return p;
        }
        if (p->used < found->used) {
            found = p;
        }
    }
    return found;
}

/* Of those that are taken. */
static void drop_oldest(struct mq_cache *cache)
{
    struct place *found = NULL;

    for (int i = 0; i < PLACES; i++) {
        struct place *p = &cache->place[i];

        if (p->text != NULL && (found == NULL || p->used < found->used)) {
            found = p;
        }
    }
    assert(found != NULL);
    empty(cache, found);
}

void mq__cache_put(struct mq_cache *cache, const char *key,
                   struct mq_text *text)
{
    struct mq_text *there = mq__cache_find(cache, key);
    struct place *p;

    if (there != NULL || text->bytes.length > cache->room / 2) {
        mq__text_release(there);
        return;
    }
    while (cache->bytes + text->bytes.length > cache->room) {
        drop_oldest(cache);
    }
    p = oldest(cache);
    empty(cache, p);
    text->refs++;
    *p = (struct place){.text = text, .used = ++cache->uses};
    snprintf(p->key, sizeof(p->key), "%s", key);
    cache->bytes += text->bytes.length;
    assert(cache->bytes <= cache->room);
}
