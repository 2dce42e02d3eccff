/* What an arena says to bots that are child processes, and hears. */
#ifndef MAXQ_SIM_ARENA_TALK_H
#define MAXQ_SIM_ARENA_TALK_H

#include "sim/arena.h"
#include "sim/child.h"

/* One seat of a game that such a bot has. */
struct mq_talk {
    const struct mq_arena *arena;
    struct mq_child *child; /* NULL: the seat has a built-in bot */
    const char *command;
    int seat;
    struct mq_buf events; /* JSON of what it saw since it was asked last */
};

/* `start`: the program too, if it doesn't run. */
enum mq_child_result mq__talk_start(struct mq_talk *talk);
/* Notes what the seat sees of an event that is about to happen. */
void mq__talk_note(struct mq_talk *talk, const void *before,
                   struct mq_event event);
/* `choose`; `answer` gets the line it said. */
enum mq_child_result mq__talk_choose(struct mq_talk *talk, const void *st,
                                     struct mq_buf *answer, mq_action *out);
/* `end`, in its own interest: nobody waits for an answer. */
void mq__talk_end(struct mq_talk *talk, const struct mq_arena_game *game);

#endif
