/* Mistakes in tables, for the tests of each game's reader: a text of a built-in
 * file is changed, and the finding that must come is named. Included after the
 * header of the game, which opens `game`. */
#ifndef MAXQ_TESTS_UNIT_MISTAKES_H
#define MAXQ_TESTS_UNIT_MISTAKES_H

#include "unit.h"

#include "core/game.h"

#include "core/buf.h"
#include "core/embed.h"

#include <stdio.h>
#include <string.h>

struct mistake {
    const char *file, *from, *to; /* `from` becomes `to` in the file */
    const char *id;               /* of the finding */
    const char *column;
};

/* Opens the game with the changed file; `findings` may be NULL. */
static inline enum mq_status open_changed(const struct mistake *m,
                                          struct mq_findings *findings,
                                          const struct mq_game **out)
{
    char path[64];
    const struct mq_embedded *embedded;
    const char *at;
    struct mq_buf buf;
    enum mq_status status;

    snprintf(path, sizeof(path), "%s/%s", game->id, m->file);
    embedded = mq__embedded_find(path);
    assert_non_null(embedded);
    at = strstr(embedded->bytes, m->from);
    if (at == NULL) {
        fail_msg("%s: there is no \"%s\"", m->file, m->from);
        return MQ_OK;
    }
    mq__buf_init(&buf);
    mq__buf_add(&buf, embedded->bytes, (size_t)(at - embedded->bytes));
    mq__buf_str(&buf, m->to);
    mq__buf_str(&buf, at + strlen(m->from));
    struct mq_table_file file = {m->file, mq__buf_text(&buf), buf.length};

    status = mq_game_open(game->id, &file, 1, out, findings);
    mq__buf_finish(&buf);
    return status;
}

static inline void check_found(const struct mistake *m,
                               const struct mq_findings *f)
{
    for (int i = 0; i < f->count; i++) {
        const struct mq_finding *item = &f->item[i];

        if (strcmp(item->message.id, m->id) == 0 &&
            strcmp(item->column, m->column) == 0 &&
            strcmp(item->file, m->file) == 0) {
            assert_non_null(mq_text("en", m->id));
            assert_non_null(mq_text("de", m->id));
            return;
        }
    }
    fail_msg("%s: \"%s\": no %s (%s)", m->file, m->to, m->id,
             f->count > 0 ? f->item[0].message.id : "nothing");
}

/* An error: the game isn't opened. */
static inline void check_refused(const struct mistake *m)
{
    const struct mq_game *changed = NULL;
    struct mq_findings findings;

    if (open_changed(m, &findings, &changed) != MQ_TABLES) {
        fail_msg("%s: \"%s\" is taken", m->file, m->to);
    }
    assert_null(changed);
    check_found(m, &findings);
}

static inline void check_all_refused(const struct mistake *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        check_refused(&list[i]);
    }
}

/* Changed so (rows in another order), the tables are the same; `size` is that
 * of the game's own struct. */
static inline void check_no_change(const struct mistake *m, size_t size)
{
    const struct mq_game *changed = NULL;

    assert_int_equal(open_changed(m, NULL, &changed), MQ_OK);
    assert_memory_equal(changed->tables, game->tables, size);
    mq_game_close(changed);
}

/* A warning: the game is opened all the same; mq_game_close it. */
static inline const struct mq_game *check_warned(const struct mistake *m)
{
    const struct mq_game *changed = NULL;
    struct mq_findings findings;

    if (open_changed(m, &findings, &changed) != MQ_OK) {
        fail_msg("%s: \"%s\" is refused", m->file, m->to);
    }
    check_found(m, &findings);
    assert_false(changed->builtin_tables);
    return changed;
}

/* The built-in tables have no mistakes. */
static inline void check_builtin_tables(void)
{
    const struct mq_game *again = NULL;
    struct mq_findings findings;

    assert_int_equal(mq_game_open(game->id, NULL, 0, &again, &findings), MQ_OK);
    assert_int_equal(findings.errors, 0);
    assert_int_equal(findings.warnings, 0);
    assert_true(again->builtin_tables);
    mq_game_close(again);
}

#endif
