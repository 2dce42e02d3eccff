/* Why a bot would do that: a plain sentence for each of its moves, made of
 * what the action does, what it is worth beside the others, and what the next
 * outcome of chance may do to it. For terminal, server, bridge and page.
 */
#ifndef MAXQ_AI_HINT_H
#define MAXQ_AI_HINT_H

#include "core/buf.h"

#include <maxq/bot.h>

struct mq_hint {
    struct mq_note does;       /* the game's own words; no id: none */
    struct mq_message verdict; /* its value beside the others */
    struct mq_message gains;   /* what chance may bring; no id: nothing much */
    struct mq_message risks;
};

/* Leaves out candidates that are worth more than one before them: they were
 * tried too seldom for their value to count. The choice stays the first, and
 * what people are shown falls from the best on. */
void mq__hint_order(struct mq_choice *choice);

/* For people who ask what to do: those whose value was looked into enough, the
 * best value first. */
void mq__hint_list(struct mq_choice *choice);

/* About candidate `index` of a choice that was made for `seat` from `view`.
 * The same view and choice give the same hint. */
void mq__hint_find(const struct mq_game *game, const void *view, int seat,
                   const struct mq_choice *choice, int index,
                   struct mq_hint *out);

/* The hint in one line of sentences. */
void mq__hint_text(const struct mq_hint *hint, const struct mq_voice *voice,
                   struct mq_buf *out);

#endif
