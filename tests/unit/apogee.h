/* What the tests of Apogee share: the game, opened once a program. */
#ifndef MAXQ_TESTS_UNIT_APOGEE_H
#define MAXQ_TESTS_UNIT_APOGEE_H

#define GAME_ID "apogee"
#include "opened.h"

#include "core/buf.h"
#include "core/embed.h"
#include "games/apogee/actions.h"

#include <stdio.h>
#include <string.h>

static inline void start_match(const struct mq_game *g, struct ap_state *st,
                               int players, int mission)
{
    struct mq_setup setup;

    mq_setup_init(g, players, &setup);
    setup.option[0] = mission;
    assert_int_equal(mq_begin(g, st, &setup, NULL), MQ_OK);
}

/* The numbers of cards by their ids. */
static inline int find_id(char sort, const char *id)
{
    for (int i = 0; i < AP_KINDS; i++) {
        const char *word = mq__ap_argument_word(ap_tables(game), sort, i);

        if (word != NULL && strcmp(word, id) == 0) {
            return i;
        }
    }
    fail_msg("there is no %s", id);
    return -1;
}

static inline int kind(const char *id)
{
    return find_id('K', id);
}

static inline int engineer(const char *id)
{
    return find_id('E', id);
}

/* An event given as text; it must be possible. */
static inline void play(const struct mq_game *g, struct ap_state *st, int seat,
                        const char *text)
{
    struct mq_error error = {0};
    mq_action action;

    if (mq_read_text(g, text, seat, &action, &error) != MQ_OK ||
        !mq_is_legal(g, st, seat, action)) {
        fail_msg("%s is not possible", text);
        return;
    }
    mq_apply(g, st, seat, action);
}

/* One event at random. */
static inline void random_step(struct ap_state *st, struct mq_rng *rng)
{
    struct mq_event event = {0};

    assert_true(next_event(st, rng, &event));
    mq_apply(game, st, event.seat, event.action);
}

/* A built-in table with one text changed to another, opened as a game. */
struct change {
    const char *file, *from, *to;
};

static inline enum mq_status open_changed(const struct change *c,
                                          const struct mq_game **out,
                                          struct mq_findings *findings)
{
    char path[64];
    const struct mq_embedded *file;
    const char *at;
    struct mq_buf buf;
    enum mq_status status;

    snprintf(path, sizeof(path), "apogee/%s", c->file);
    file = mq__embedded_find(path);
    assert_non_null(file);
    at = strstr(file->bytes, c->from);
    if (at == NULL) {
        fail_msg("%s: there is no \"%s\"", c->file, c->from);
        return MQ_TABLES;
    }
    mq__buf_init(&buf);
    mq__buf_add(&buf, file->bytes, (size_t)(at - file->bytes));
    mq__buf_str(&buf, c->to);
    mq__buf_str(&buf, at + strlen(c->from));
    struct mq_table_file changed = {c->file, mq__buf_text(&buf), buf.length};

    status = mq_game_open("apogee", &changed, 1, out, findings);
    mq__buf_finish(&buf);
    return status;
}

#endif
