/* A table as the store has it, read and folded in the reader's thread. */
#ifndef MAXQ_SERVER_LOAD_H
#define MAXQ_SERVER_LOAD_H

#include "server/table.h"

struct mq_remembered {
    int seat, entry, number;
    char id[MQ_CLIENT_ID];
};

struct mq_loaded {
    int64_t version;
    char *doc, *clock;
    int segment;
    struct mq_match *match; /* NULL before the start */
    bool begun;             /* the rules version was gone: a new record */
    int old_rules;
    int base[MQ_AUDIENCES], number[MQ_AUDIENCES], decision[MQ_AUDIENCES];
    struct mq_remembered *client; /* the last ids of each seat, in order */
    int clients;
    int64_t moved_at;
};

/* MQ_NOTHING: no such table. */
enum mq_status mq__load(struct mq_games *games, struct mq_store *store,
                        const char *id, struct mq_loaded *out,
                        struct mq_error *error);
void mq__loaded_finish(struct mq_loaded *loaded);

/* The whole record as a file; the secret line only where asked for. */
enum mq_status mq__load_file(struct mq_store *store, const char *id,
                             bool secret, struct mq_buf *out);

#endif
