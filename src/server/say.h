/* What the server says to people, as JSON: sentences, notes, errors; and the
 * log for whoever runs it. */
#ifndef MAXQ_SERVER_SAY_H
#define MAXQ_SERVER_SAY_H

#include <maxq/message.h>

#include "core/json.h"
#include "core/message_json.h"

/* Error codes of the protocol: code, HTTP status. */
#define MQ_FAULT_LIST(X)                                                       \
    X(NONE, "ok", 200)                                                         \
    X(BAD_REQUEST, "bad_request", 400)                                         \
    X(BAD_SECRET, "bad_secret", 403)                                           \
    X(BAD_PASSWORD, "bad_password", 403)                                       \
    X(FORBIDDEN, "forbidden", 403)                                             \
    X(NOT_FOUND, "not_found", 404)                                             \
    X(METHOD, "method", 405)                                                   \
    X(NAME_TAKEN, "name_taken", 409)                                           \
    X(SEAT_TAKEN, "seat_taken", 409)                                           \
    X(NOT_OPEN, "not_open", 409)                                               \
    X(NOT_RUNNING, "not_running", 409)                                         \
    X(NOT_OVER, "not_over", 409)                                               \
    X(NOT_READY, "not_ready", 409)                                             \
    X(NOT_YET, "not_yet", 409)                                                 \
    X(TOO_LONG, "too_long", 413)                                               \
    X(MEDIA_TYPE, "media_type", 415)                                           \
    X(TOO_MANY, "too_many", 429)                                               \
    X(NOT_SAVED, "not_saved", 503)                                             \
    X(NOT_READ, "not_read", 503)                                               \
    X(STOPPING, "stopping", 503)                                               \
    X(OUTDATED, "outdated", 503)                                               \
    X(ILLEGAL, "illegal", 409)                                                 \
    X(NOT_YOUR_TURN, "not_your_turn", 409)                                     \
    X(STALE, "stale", 409)                                                     \
    X(UNKNOWN_ACTION, "unknown_action", 409)                                   \
    X(NOTHING, "nothing_to_do", 409)                                           \
    X(NO_HELP, "no_help", 409)                                                 \
    X(NO_MAIL, "no_mail", 409)                                                 \
    X(NO_CHAT, "no_chat", 409)

enum mq_fault {
#define MQ_X(name, word, status) MQ_FAULT_##name,
    MQ_FAULT_LIST(MQ_X)
#undef MQ_X
};

const char *mq__fault_word(enum mq_fault fault);
int mq__fault_status(enum mq_fault fault);

/* An error and what there is to say about it; without a message the fault's
 * own sentence (`server.<word>`). */
struct mq_failure {
    enum mq_fault fault;
    const char *rule;
    struct mq_message message;
};

void mq__fail(struct mq_failure *failure, enum mq_fault fault);
void mq__fail_with(struct mq_failure *failure, enum mq_fault fault,
                   const struct mq_error *error);
/* {"code","sentence","rule"?} under `key`. */
void mq__server_say_failure(struct mq_json_writer *w, const char *key,
                            const struct mq_failure *failure,
                            const struct mq_voice *voice);

/* JSON that several answers have: a number or null, a list of the bits of a
 * mask, of numbers, of words (`count` below 0: they end with NULL). */
void mq__json_given(struct mq_json_writer *w, const char *key, bool given,
                    long long number);
void mq__json_mask(struct mq_json_writer *w, const char *key, uint32_t mask);
void mq__json_ints(struct mq_json_writer *w, const char *key, const int *at,
                   int count);
void mq__json_reals(struct mq_json_writer *w, const char *key, const double *at,
                    int count);
void mq__json_words(struct mq_json_writer *w, const char *key,
                    const char *const *words, int count);
/* The text; NULL where it is empty or NULL. */
const char *mq__or_null(const char *text);

enum mq_level { MQ_LOG_ERROR, MQ_LOG_WARN, MQ_LOG_INFO };

/* A line of logfmt to standard error: ts=… level=info event=NAME key=value …
 * The format gives the pairs: mq__log(MQ_LOG_INFO, "start", "port=%d", 8080).
 * Texts from outside go through mq__log_text. No secrets. */
void mq__log(enum mq_level level, const char *event, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A value in quotation marks, made harmless. */
const char *mq__log_text(const char *text, char out[128]);

#endif
