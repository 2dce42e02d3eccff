/* Status codes and errors.
 *
 * Functions that can fail return an enum mq_status and, where there is
 * something to tell, fill a struct mq_error: a message (see message.h) that
 * the caller puts into words. The library never prints and never exits.
 */
#ifndef MAXQ_STATUS_H
#define MAXQ_STATUS_H

#include <maxq/message.h>

#ifdef __cplusplus
extern "C" {
#endif

/* name, word on the wire */
#define MQ_STATUS_LIST(X)                                                      \
    X(OK, "ok")                                                                \
    X(NOMEM, "no_memory")                                                      \
    X(SYNTAX, "syntax")                                                        \
    X(UNKNOWN_WORD, "unknown_word")                                            \
    X(RANGE, "range")                                                          \
    X(ILLEGAL, "illegal")                                                      \
    X(NOT_YOUR_TURN, "not_your_turn")                                          \
    X(OVER, "over")                                                            \
    X(NOT_CHANCE, "not_chance")                                                \
    X(POSITION, "bad_position")                                                \
    X(TABLES, "bad_tables")                                                    \
    X(VERSION, "version")                                                      \
    X(DAMAGED, "damaged")                                                      \
    X(DIVERGED, "diverged")                                                    \
    X(UNVERIFIED, "unverified")                                                \
    X(TOO_MANY_OUTCOMES, "too_many_outcomes")                                  \
    X(LIMIT, "limit")                                                          \
    X(NOTHING, "nothing_to_do")                                                \
    X(NO_SEED, "no_seed")                                                      \
    X(CONFLICT, "conflict")                                                    \
    X(IO, "io")                                                                \
    X(CANCELLED, "cancelled")

enum mq_status {
#define MQ_X(name, word) MQ_##name,
    MQ_STATUS_LIST(MQ_X)
#undef MQ_X
};

struct mq_error {
    enum mq_status status;
    struct mq_message message;
};

/* The word of a status on the wire ("illegal"); never NULL. */
const char *mq_status_word(enum mq_status status);

/* Fills *error (NULL is legal) with status and message and returns status:
 * `return mq_fail(error, MQ_RANGE, "error.range", "tii", name, low, high);`
 * The format is that of mq_message_set(). */
enum mq_status mq_fail(struct mq_error *error, enum mq_status status,
                       const char *id, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
