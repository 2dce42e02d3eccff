/* What is refused and what is listed, for the tests of each game's rules. */
#ifndef MAXQ_TESTS_UNIT_REFUSALS_H
#define MAXQ_TESTS_UNIT_REFUSALS_H

#include "unit.h"

#include "core/game.h"

/* All that a seat, or chance, can do at a position. */
struct listed {
    const struct mq_game *game;
    const void *st;
    int seat;
    const mq_action *action;
    int count;
};

static inline bool is_listed(const struct listed *all, mq_action action)
{
    for (int i = 0; i < all->count; i++) {
        if (all->action[i] == action) {
            return true;
        }
    }
    return false;
}

/* Refused or listed, never both; and every refusal has its sentence. */
static inline void check_action(const struct listed *all, mq_action action)
{
    const struct mq_game *g = all->game;
    struct mq_note note = {0};
    enum mq_status status = mq_why_not(g, all->st, all->seat, action, &note);

    assert_int_equal(status == MQ_OK, is_listed(all, action));
    assert_int_equal(status == MQ_OK, note.message.id == NULL);
    assert_int_equal(mq_why_not(g, all->st, all->seat, action, NULL), status);
}

#endif
