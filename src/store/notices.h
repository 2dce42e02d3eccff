/* Being told: the ways on which people are reached, and the notices that are
 * under way to them.
 *
 *   channel  a way to one person: a browser that takes push messages, an
 *            e-mail address, a webhook, a feed. It belongs to an account and
 *            is for all its tables, or to a session and is for one table
 *   notice   one thing to be told on one channel. It is written with what it
 *            tells about, claimed by one server for a time, and deleted when it
 *            was delivered: a kill may repeat a notice and never loses one
 *   setting  what all servers of a database share: keys
 */
#ifndef MAXQ_STORE_NOTICES_H
#define MAXQ_STORE_NOTICES_H

#include "store/store.h"

enum mq_channel_kind {
    MQ_CHANNEL_PUSH,
    MQ_CHANNEL_MAIL,
    MQ_CHANNEL_HOOK,
    MQ_CHANNEL_FEED,
    MQ_CHANNEL_COMMAND, /* the administrator's own: no row */
};

/* What a notice is about; a channel has a mask of those that it takes. The last
 * three are always delivered. */
enum mq_what {
    MQ_WHAT_TURN,
    MQ_WHAT_CLOCK, /* a clock runs out soon */
    MQ_WHAT_START,
    MQ_WHAT_INVITE,
    MQ_WHAT_OVER,
    MQ_WHAT_TEST,
    MQ_WHAT_CONFIRM, /* an e-mail address: its link */
    MQ_WHAT_RESET,   /* a forgotten password: its link */
};

#define MQ_WHATS 5 /* that people choose */
#define MQ_ADDRESS_SIZE 1024
#define MQ_CHANNEL_SECRET 160
#define MQ_LABEL_SIZE 96
#define MQ_BASE_SIZE 200

struct mq_channel {
    char id[MQ_KEY_SIZE];
    char holder[MQ_KEY_SIZE];
    enum mq_channel_kind kind;
    char table[MQ_TABLE_ID_SIZE]; /* "" : all */
    char address[MQ_ADDRESS_SIZE];
    char secret[MQ_CHANNEL_SECRET]; /* push: keys; mail: hash of the link that
                                       confirms it; hook: what signs; feed: hash
                                     */
    char label[MQ_LABEL_SIZE];
    char base[MQ_BASE_SIZE]; /* where its links point */
    char language[8];
    int what;                 /* mask of 1 << enum mq_what */
    int quiet_from, quiet_to; /* minutes of the day; alike: none */
    int zone;                 /* minutes that its day is ahead of UTC */
    int64_t created_at, confirmed_at, sent_at;
};

typedef bool (*mq_channel_visitor)(void *context, const struct mq_channel *row);

enum mq_status mq_store_put_channel(struct mq_store *store,
                                    const struct mq_channel *channel);
enum mq_status mq_store_channel(struct mq_store *store, const char *id,
                                struct mq_channel *out);
/* By the hash of its secret: a feed, or an address to be confirmed. */
enum mq_status mq_store_channel_by_secret(struct mq_store *store,
                                          enum mq_channel_kind kind,
                                          const char *secret,
                                          struct mq_channel *out);
/* All of a session and, where it isn't "", an account. */
enum mq_status mq_store_channels(struct mq_store *store, const char *session,
                                 const char *account, mq_channel_visitor visit,
                                 void *context);
/* With its notices. MQ_NOTHING: there is none. */
enum mq_status mq_store_delete_channel(struct mq_store *store, const char *id);
/* All of one holder. */
enum mq_status mq_store_delete_channels(struct mq_store *store,
                                        const char *holder);
/* Push channels: the key that they were made for is gone. */
enum mq_status mq_store_delete_pushes(struct mq_store *store);
/* How many channels were made for that address since `since`. */
enum mq_status mq_store_count_address(struct mq_store *store,
                                      const char *address, int64_t since,
                                      int *count);
/* The address is confirmed; or something was sent. */
enum mq_status mq_store_mark_channel(struct mq_store *store, const char *id,
                                     bool confirmed, int64_t at);
/* Whether there is any channel at all. */
enum mq_status mq_store_any_channel(struct mq_store *store, bool *any);
/* Another session or account takes over all channels of a holder. */
enum mq_status mq_store_move_channels(struct mq_store *store, const char *from,
                                      const char *to);

#define MQ_NOTICE_ID 128
#define MQ_NOTICE_TEXT 400

struct mq_notice {
    char id[MQ_NOTICE_ID];
    char channel[MQ_KEY_SIZE]; /* "" : the administrator's command */
    enum mq_channel_kind kind;
    enum mq_what what;
    char table[MQ_TABLE_ID_SIZE]; /* "" : none */
    int seat;
    char text[MQ_NOTICE_TEXT]; /* what only this notice has: a link */
    int tries;
    int64_t created_at;
};

/* What is to be told to whoever has a seat. */
struct mq_news {
    char table[MQ_TABLE_ID_SIZE];
    int seat, epoch;
    enum mq_what what;
    int segment, length; /* of the match: tells one turn from another */
    bool command;        /* the administrator is told too */
};

/* Notices for all channels of those who have the seat; what is there already
 * stays. */
enum mq_status mq_store_tell(struct mq_store *store, const struct mq_news *news,
                             int64_t now);
enum mq_status mq_store_add_notice(struct mq_store *store,
                                   const struct mq_notice *notice,
                                   int64_t due_at);

/* Claims notices that are due, of the kinds from `first` to `last`, until
 * `until`, and visits them. `claimer` is the caller's own name. */
struct mq_claim {
    enum mq_channel_kind first, last;
    int64_t now, until;
    const char *claimer;
    int most;
};

typedef bool (*mq_notice_visitor)(void *context, const struct mq_notice *row);

/* Whether there are any to be claimed. */
enum mq_status mq_store_due(struct mq_store *store,
                            const struct mq_claim *claim, bool *any);
enum mq_status mq_store_claim(struct mq_store *store,
                              const struct mq_claim *claim,
                              mq_notice_visitor visit, void *context);
/* The rest of that channel's, however early: a digest has them all. */
enum mq_status mq_store_claim_channel(struct mq_store *store,
                                      const struct mq_claim *claim,
                                      const char *channel,
                                      mq_notice_visitor visit, void *context);
/* Delivered, or needless. */
enum mq_status mq_store_delete_notice(struct mq_store *store, const char *id);
/* To be tried again then. */
enum mq_status mq_store_delay_notice(struct mq_store *store, const char *id,
                                     int tries, int64_t due_at);

#define MQ_SETTING_SIZE 256

/* MQ_NOTHING: it was never set. */
enum mq_status mq_store_setting(struct mq_store *store, const char *name,
                                char out[MQ_SETTING_SIZE]);
/* Sets it; unless `anew` a value that is there stays. */
enum mq_status mq_store_set(struct mq_store *store, const char *name,
                            const char *value, bool anew);

/* The names of accounts that have the seat; the first. "" : none. */
enum mq_status mq_store_seat_account(struct mq_store *store, const char *table,
                                     int seat, char name[MQ_ACCOUNT_NAME_SIZE],
                                     char language[8]);

#endif
