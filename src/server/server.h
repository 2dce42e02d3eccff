/* The game server: what `maxq serve` sets and calls. */
#ifndef MAXQ_SERVER_SERVER_H
#define MAXQ_SERVER_SERVER_H

#include <maxq/status.h>

#include <stdbool.h>
#include <stddef.h>

enum mq_accounts { MQ_ACCOUNTS_OPEN, MQ_ACCOUNTS_CODE, MQ_ACCOUNTS_CLOSED };

#define MQ_MAX_PROXIES 16

struct mq_server_config {
    const char *version;
    const char *host; /* numeric address to listen on */
    int port;         /* 0: any that is free */
    const char *db;
    const char *url; /* for links; NULL: from the request's Host */
    const char *proxy[MQ_MAX_PROXIES];
    int proxies;
    enum mq_accounts accounts;
    const char *account_code;
    const char *notify;                       /* command; NULL: none */
    const char *notify_allow[MQ_MAX_PROXIES]; /* ranges that webhooks may use */
    int notify_allows;
    const char *smtp; /* URL of the mail server; NULL: none */
    const char *smtp_from, *smtp_user, *smtp_password;
    int notify_after_s;
    int chat_days;        /* how long a chat is kept */
    const char *standin;  /* bot for seats whose person is gone */
    const char *hint_bot; /* bot that gives hints */
    int bot_ms;           /* thinking time of bots */
    int bot_threads, password_threads;
    int idle_after_s; /* no clock: when the others may go on */
    int open_for_s;   /* how long a table may wait for its start */
    int evict_after_s;
    int tables_per_address, sockets_per_address, sockets;
    int connections_per_address, connections; /* that are no sockets */
    int requests_per_second, requests_burst;
    int messages_per_second, messages_burst;
    int ping_s, dead_s; /* silent sockets: when asked, when given up */
    int header_s;       /* how long a request's head may take */
    int queue_bytes;    /* that may wait for one socket */
    int busy_ms;        /* how long to wait for a locked database */
    bool log_requests;  /* each request, not only failures */
};

/* Sets the standards. */
void mq_server_defaults(struct mq_server_config *config);

/* Runs until TERM or INT. Prints the address on standard output when it is
 * ready, logs to standard error. */
enum mq_status mq_server_run(const struct mq_server_config *config,
                             struct mq_error *error);

#endif
