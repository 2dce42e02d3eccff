/* Positions that can't be, for the tests of each game's reader: a text of the
 * example in docs/positions-GAME.md is changed, and what is wrong then is
 * named. Included after the header of the game, which opens `game`. */
#ifndef MAXQ_TESTS_UNIT_WRONGS_H
#define MAXQ_TESTS_UNIT_WRONGS_H

#include "unit.h"

#include "core/game.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wrong {
    const char *from, *to; /* `from` becomes `to` in the example */
    const char *id;        /* of the message */
    const char *path;      /* in the field that it names */
};

/* Reads a position of at most MQ_MAX_STATE bytes. */
static inline void read_good(const char *json, void *out)
{
    struct mq_error error = {0};

    if (mq_position_read(game, json, strlen(json), out, &error) != MQ_OK) {
        fail_msg("%s at %s: %s", error.message.id, error.message.arg[0].text,
                 json);
    }
}

/* The example of the game's page. */
static inline char *read_example(void)
{
    static char page[32768];
    char path[64];
    size_t length;
    char *begin, *end;

    snprintf(path, sizeof(path), "docs/positions-%s.md", game->id);
    FILE *file = fopen(path, "r");

    assert_non_null(file);
    length = fread(page, 1, sizeof(page) - 1, file);
    fclose(file);
    page[length] = '\0';
    begin = strstr(page, "```json\n");
    assert_non_null(begin);
    begin += strlen("```json\n");
    end = strstr(begin, "```");
    assert_non_null(end);
    *end = '\0';
    return begin;
}

static inline void replace(const char *text, const struct wrong *w, char *out,
                           size_t size)
{
    const char *at = strstr(text, w->from);

    if (at == NULL) {
        fail_msg("there is no %s", w->from);
        return;
    }
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, w->to,
             at + strlen(w->from));
}

/* The changed example is refused for that reason. */
static inline void check_wrong(const char *json, const struct wrong *w)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    char text[8192];
    struct mq_error error = {0};

    replace(json, w, text, sizeof(text));
    if (mq_position_read(game, text, strlen(text), st, &error) != MQ_POSITION) {
        fail_msg("%s is taken", w->to);
    }
    if (strcmp(error.message.id, w->id) != 0 ||
        strstr(error.message.arg[0].text, w->path) == NULL) {
        fail_msg("%s: %s at %s", w->to, error.message.id,
                 error.message.arg[0].text);
    }
    assert_non_null(mq_text("en", error.message.id));
    assert_non_null(mq_text("de", error.message.id));
}

static inline void check_wrongs(const struct wrong *wrongs, size_t n)
{
    const char *json = read_example();

    for (size_t i = 0; i < n; i++) {
        check_wrong(json, &wrongs[i]);
    }
}

/* One bit of a state turned round is refused, or makes another position that
 * reads back: never two byte forms of one position. */
static inline void check_byte_form(const void *st, struct mq_rng *rng)
{
    alignas(16) unsigned char changed[MQ_MAX_STATE];
    alignas(16) unsigned char again[MQ_MAX_STATE];
    uint32_t size = (uint32_t)game->state_size;

    memcpy(changed, st, size);
    changed[mq_rng_below(rng, size)] ^=
        (unsigned char)(1u << mq_rng_below(rng, 8));
    if (mq_check(game, changed, NULL) == MQ_OK) {
        char *json = mq_position_write(game, changed);

        assert_non_null(json);
        read_good(json, again);
        assert_memory_equal(again, changed, size);
        free(json);
    }
}

/* That at every event of a match at random. */
static inline void check_byte_forms(void *st, uint64_t seed)
{
    struct mq_event event;
    struct mq_rng rng;

    mq_rng_seed(&rng, seed);
    while (next_event(st, &rng, &event)) {
        check_byte_form(st, &rng);
        mq_apply(game, st, event.seat, event.action);
    }
}

#endif
