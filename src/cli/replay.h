/* `maxq replay`: what its files share. */
#ifndef MAXQ_CLI_REPLAY_H
#define MAXQ_CLI_REPLAY_H

#include <maxq/match.h>

/* A match that was read, and what reading met. */
struct mq_replay {
    const char *path;
    struct mq_match *match;
    struct mq_match_notice notice;
    struct mq_error error; /* MQ_DIVERGED: the match goes up to there */
    enum mq_status status;
};

/* The account in sentences, and the same as a JSON object. */
int mq__replay_account(const struct mq_replay *replay);
int mq__replay_json(const struct mq_replay *replay);

#endif
