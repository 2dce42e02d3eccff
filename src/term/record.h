/* The file of a match being played. Every entry is appended as it happens and
 * has reached the disk before it is shown, so that a closed terminal, a crash
 * or a power cut loses nothing.
 *
 * Matches are kept in $MAXQ_STATE, or $XDG_STATE_HOME/maxq, or
 * ~/.local/state/maxq. A file that is being played is locked: two terminals
 * never write to one.
 *
 * Functions that return an int give 0 or an errno value.
 */
#ifndef MAXQ_TERM_RECORD_H
#define MAXQ_TERM_RECORD_H

#include <maxq/match.h>

#include <stdbool.h>
#include <stddef.h>

#define MQ_PATH_SIZE 1024

struct mq_record {
    int fd;      /* -1: none */
    int written; /* entries that are in the file */
    char path[MQ_PATH_SIZE];
};

/* A new file with the match's header and entries; it must not exist yet.
 * `path` NULL: a new name in the folder of matches. */
int mq__record_create(struct mq_record *record, const char *path,
                      const struct mq_match *match);

/* What taking up a file met. */
struct mq_record_trouble {
    int number;                    /* errno, 0: see the error */
    struct mq_error error;         /* of the match in it */
    struct mq_match_notice notice; /* something was lost, nothing wrong else */
};

/* Takes up a stored match. A damaged file is kept as `PATH.damaged`, and PATH
 * goes on from the last whole entry. False: *trouble says why. EWOULDBLOCK:
 * another terminal plays it. */
bool mq__record_open(struct mq_record *record, const char *path,
                     struct mq_match **match,
                     struct mq_record_trouble *trouble);

/* The match last played of those not finished; ENOENT if there is none. */
int mq__record_latest(char path[MQ_PATH_SIZE]);

/* A match of the folder. */
struct mq_stored {
    char path[MQ_PATH_SIZE];
    char when[20];   /* when it was last played: "2026-01-31 17:05" */
    char about[128]; /* game and players */
    bool finished;
};

/* The matches of the folder, the latest first, at most 50; *out is freshly
 * allocated (free it), NULL where there are none. Returns how many. */
int mq__record_list(struct mq_stored **out);

/* The folder of matches; it is made where it isn't there yet. */
int mq__record_folder(char out[MQ_PATH_SIZE]);

/* The bytes of a stored match, freshly allocated, NUL after the last one;
 * NULL: it can't be read. */
char *mq__record_read(const char *path, size_t *length);

/* Appends the entries that are not in the file yet, down to the disk. */
int mq__record_sync(struct mq_record *record, const struct mq_match *match);

/* Writes the match as it is to another file, which must not exist yet. */
int mq__record_copy(const char *path, const struct mq_match *match);

void mq__record_close(struct mq_record *record);

#endif
