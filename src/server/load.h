/* A table as the store has it, read and folded in the reader's thread. */
#ifndef MAXQ_SERVER_LOAD_H
#define MAXQ_SERVER_LOAD_H

#include "server/table.h"

struct mq_remembered {
    int seat, entry, number;
    char id[MQ_CLIENT_ID];
};

/* What is known of it already: so many entries of that segment. */
struct mq_known {
    int segment; /* -1: nothing */
    int entries;
};

struct mq_loaded {
    int64_t version;
    char *doc, *clock;
    int segment;
    char link[MQ_LINK_SIZE]; /* of the stored head */
    bool goes_on; /* from what was known: no match, but `more` lines */
    struct mq_buf more;
    struct mq_match *match; /* NULL before the start */
    bool begun;             /* the rules version was gone, or the record was
                               damaged: a new record */
    bool mended;            /* of these the second */
    int old_rules;
    int base[MQ_AUDIENCES], number[MQ_AUDIENCES], decision[MQ_AUDIENCES];
    bool unread;                  /* not the record: the store itself failed */
    struct mq_remembered *client; /* the last ids of each seat, in order */
    int clients;
    int64_t moved_at;
};

/* Reads what is to be read, for a table or a part of one that is known. */
struct mq_load {
    struct mq_games *games;
    const char *id;
    struct mq_known known;
    bool mend; /* a match whose record is damaged goes on from the last position
                  that is sound, in a new record */
};

/* MQ_NOTHING: no such table. MQ_DAMAGED, MQ_DIVERGED: its record is. */
enum mq_status mq__load(const struct mq_load *load, struct mq_store *store,
                        struct mq_loaded *out, struct mq_error *error);
void mq__loaded_finish(struct mq_loaded *loaded);

/* Reads what a table has in the store, for nothing: whether it can be. */
enum mq_status mq__load_probe(struct mq_store *store, const char *id);

/* The whole record as a file; the secret line only where asked for. */
enum mq_status mq__load_file(struct mq_store *store, const char *id,
                             bool secret, struct mq_buf *out);

#endif
