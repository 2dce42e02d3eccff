/* What whoever runs a server can do to its store, also while it runs: the
 * server is told by a signal and reads the table anew. */
#ifndef MAXQ_SERVER_ADMIN_H
#define MAXQ_SERVER_ADMIN_H

#include "store/store.h"

#include "core/buf.h"

#include <stdio.h>

#define MQ_ADMIN_LINK 256

/* Ends a running match unscored. One whose record is damaged ends at its last
 * sound position. */
enum mq_status mq_admin_end(struct mq_store *store, const char *id,
                            struct mq_error *error);
/* Hands a person's seat to a bot ("" : back). A match whose record is damaged
 * goes on from its last sound position, in a new record. */
enum mq_status mq_admin_bot(struct mq_store *store, const char *id, int seat,
                            const char *bot, struct mq_error *error);
/* Renews a link: "join", "watch" or "seat" with its number. The new one is
 * written to `link`, beginning with `url`. */
enum mq_status mq_admin_renew(struct mq_store *store, const char *id,
                              const char *which, int seat, const char *url,
                              char link[MQ_ADMIN_LINK]);
/* A link to set a new password, good once, for two days. */
enum mq_status mq_admin_reset(struct mq_store *store, const char *name,
                              const char *url, char link[MQ_ADMIN_LINK]);
/* The account may not sign in (or may again); its sessions end. */
enum mq_status mq_admin_ban(struct mq_store *store, const char *name,
                            bool banned);
/* A new key pair for web push. */
enum mq_status mq_admin_vapid(struct mq_store *store);
enum mq_status mq_admin_delete(struct mq_store *store, const char *id);
/* The record as a file. Of a running match with the secret line only where
 * `secret`. */
enum mq_status mq_admin_export(struct mq_store *store, const char *id,
                               bool secret, struct mq_buf *out);

/* What replaying a record has found. */
struct mq_admin_finding {
    const char *table;
    int segment;
    enum mq_status verdict; /* of struct mq_replay */
    int sound;
};

struct mq_admin_checks {
    void (*visit)(void *context, const struct mq_admin_finding *finding);
    void *context;
};

/* Replays every record. */
enum mq_status mq_admin_check(struct mq_store *store,
                              const struct mq_admin_checks *to);

/* As root: an open file gets the owner of the database, or of its folder where
 * there is none yet; the server runs as somebody else. */
bool mq_admin_give(int file, const char *db);
/* Holds the database for one server; -1: another has it. */
int mq_admin_lock(const char *db);

#endif
