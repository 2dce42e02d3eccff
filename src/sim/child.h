/* A bot that is a program of its own: a child process that is told JSON lines
 * on its standard input and answers on its standard output.
 *
 * It runs in a process group of its own: Ctrl-C is the arena's to answer, and
 * what it started ends with it.
 */
#ifndef MAXQ_SIM_CHILD_H
#define MAXQ_SIM_CHILD_H

#include "core/buf.h"

#include <stdatomic.h>
#include <sys/types.h>

struct mq_child {
    pid_t pid; /* 0: not running */
    int socket;
    struct mq_buf heard; /* what came after the last whole line */
};

enum mq_child_result {
    MQ_CHILD_OK,
    MQ_CHILD_CRASH, /* it ended, or never began */
    MQ_CHILD_LATE,
    MQ_CHILD_NONSENSE, /* no legal action; a line longer than 64 KiB */
    MQ_CHILD_STOPPED,  /* *stop was set */
};

/* How long a conversation may take. */
struct mq_child_limit {
    int ms;
    const atomic_int *stop; /* NULL is legal */
};

/* Starts the command by the shell; false: it couldn't be. */
bool mq__child_start(struct mq_child *child, const char *command);
/* Ends it at once; legal where it doesn't run. */
void mq__child_finish(struct mq_child *child);

/* Sends a text (a line, with its newline). */
enum mq_child_result mq__child_tell(struct mq_child *child, const char *text,
                                    size_t length,
                                    const struct mq_child_limit *limit);
/* Waits for a line, which is put into `line` without its newline. */
enum mq_child_result mq__child_hear(struct mq_child *child,
                                    const struct mq_child_limit *limit,
                                    struct mq_buf *line);

#endif
