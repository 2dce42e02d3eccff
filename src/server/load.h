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
    bool goes_on; /* from what was known: no match, but `more` lines */
    struct mq_buf more;
    struct mq_match *match; /* NULL before the start */
    bool begun;             /* the rules version was gone: a new record */
    int old_rules;
    int base[MQ_AUDIENCES], number[MQ_AUDIENCES], decision[MQ_AUDIENCES];
    struct mq_remembered *client; /* the last ids of each seat, in order */
    int clients;
    int64_t moved_at;
};

/* Reads what is to be read, for a table or a part of one that is known. */
struct mq_load {
    struct mq_games *games;
    const char *id;
    struct mq_known known;
};

/* MQ_NOTHING: no such table. */
enum mq_status mq__load(const struct mq_load *load, struct mq_store *store,
                        struct mq_loaded *out, struct mq_error *error);
void mq__loaded_finish(struct mq_loaded *loaded);

/* The whole record as a file; the secret line only where asked for. */
enum mq_status mq__load_file(struct mq_store *store, const char *id,
                             bool secret, struct mq_buf *out);

#endif
