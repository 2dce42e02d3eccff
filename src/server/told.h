/* A notice in words, and the forms in which it is sent. */
#ifndef MAXQ_SERVER_TOLD_H
#define MAXQ_SERVER_TOLD_H

#include "core/buf.h"
#include "store/notices.h"

#include <maxq/match.h>

#define MQ_STOP_KEY_SIZE 33
#define MQ_WITH_SIZE 200

struct mq_told {
    struct mq_notice notice;
    char game[16];           /* "" : no table */
    char name[MQ_NAME_SIZE]; /* of the seat */
    char with[MQ_WITH_SIZE]; /* who else is there; "" : bots */
    char url[600];           /* where the link of the notice leads */
};

/* Words such as "turn", by enum mq_what. */
extern const char *const mq__whats[];

/* What stops a channel: nobody can guess it who has no message of it. */
void mq__stop_key(const char *secret, const char *channel,
                  char out[MQ_STOP_KEY_SIZE]);

void mq__told_title(const struct mq_told *told, const char *language,
                    struct mq_buf *out);
void mq__told_text(const struct mq_told *told, const char *language,
                   struct mq_buf *out);

/* JSON for the page's service worker. */
void mq__told_push(const struct mq_told *told, const struct mq_channel *to,
                   struct mq_buf *out);
/* JSON that chat services take. */
void mq__told_hook(const struct mq_told *told, const struct mq_channel *to,
                   struct mq_buf *out);

/* A letter about one or several: headers and body. */
struct mq_told_letter {
    const struct mq_told *told;
    int count;
    const struct mq_channel *to;
    const char *from, *stop_key;
    int64_t at; /* now, in ms */
};

void mq__told_letter(const struct mq_told_letter *letter, struct mq_buf *out);

/* The line for the administrator's command. */
void mq__told_command(const struct mq_told *told, const char *account,
                      const char *language, struct mq_buf *out);

#endif
