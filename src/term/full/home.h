/* Home: games to begin, matches to go on with, matches to look at again. */
#ifndef MAXQ_TERM_FULL_HOME_H
#define MAXQ_TERM_FULL_HOME_H

#include "term/full/full.h"

enum mq_home_wants { MQ_HOME_PLAY, MQ_HOME_RESUME, MQ_HOME_REVIEW };

#define MQ_HOME_SETTINGS 9

struct mq_home {
    enum mq_home_wants wants;
    const char *game; /* PLAY */
    char seats[256];  /* PLAY: as of --seats */
    int settings;     /* PLAY: NAME=VALUE */
    char setting[MQ_HOME_SETTINGS][64];
    char path[MQ_PATH_SIZE]; /* RESUME, REVIEW */
};

/* Asks what to do; false: the person leaves. */
bool mq__home(struct mq_full *full, struct mq_home *out);

/* review.c: steps through a stored match; what was lost at marked moves. */
enum mq_after mq__review_file(struct mq_full *full, const char *path);

#endif
