/* Sockets and HTTP exchanges: what net.c, http.c and conn.c share.
 *
 * Both may outlive their connection: answers come later, from threads. They
 * are counted (refs); `wsi` is NULL once the connection is gone.
 */
#ifndef MAXQ_SERVER_NET_H
#define MAXQ_SERVER_NET_H

#include "server/table.h"

#define MQ_MAX_BODY (64 * 1024)
#define MQ_MAX_MESSAGE (16 * 1024)
#define MQ_MAX_INBOX 64

struct lws;
struct mq_asset;

/* A text ready to send; shared by the sockets that get the same. */
struct mq_frame {
    int refs;
    size_t length;
    unsigned char data[]; /* LWS_PRE bytes, then the text */
};

/* NULL: no memory. One reference is the caller's. */
struct mq_frame *mq__frame_new(const struct mq_buf *text);
void mq__frame_release(struct mq_frame *frame);

/* Writes a frame {"type":…}. */
struct mq_frame_writer {
    struct mq_buf buf;
    struct mq_json_writer w;
};

void mq__frame_begin(struct mq_frame_writer *f, const char *type);
/* As mq__frame_new. */
struct mq_frame *mq__frame_end(struct mq_frame_writer *f);

struct mq_queued {
    struct mq_queued *next;
    struct mq_frame *frame;
};

struct mq_message_in {
    struct mq_message_in *next;
    bool rerun; /* it was run before, on a table that has changed since */
    size_t length;
    char text[];
};

struct mq_conn {
    struct mq_conn *next, **here;             /* all */
    struct mq_conn *table_next, **table_here; /* at the table */
    struct mq_app *app;
    struct lws *wsi;
    int refs;
    uint64_t number; /* for the log */
    struct mq_address address;
    struct mq_visitor *visitor;
    char session[MQ_KEY_SIZE]; /* "" : none */
    char account[MQ_KEY_SIZE]; /* of the session, once it is at a table */

    struct mq_table *table;
    struct mq_right right;
    int audience;
    int seen; /* number of the last item that was put out for it */
    unsigned want;

    struct mq_queued *first, **last;
    size_t queued;
    int64_t progress_ms; /* when something last left */
    struct mq_message_in *inbox, **inbox_last;
    int inbox_count;
    bool busy;     /* a message is under way, or the table is being read */
    bool held;     /* of these the second */
    char *partial; /* of a message in several fragments */
    size_t partial_length;
    struct mq_bucket messages, reactions;
    int malformed;
    int close_code; /* 0: open */
};

/* conn.c */
struct mq_conn *mq__conn_open(struct mq_app *app, struct lws *wsi,
                              const struct mq_address *address,
                              const char *session);
void mq__conn_gone(struct mq_conn *conn);
void mq__conn_release(struct mq_conn *conn);
void mq__conn_receive(struct mq_conn *conn, const char *text, size_t length);
/* A part of a message; false: no memory. */
bool mq__conn_part(struct mq_conn *conn, const char *bytes, size_t length,
                   bool final);
/* Queues a frame (NULL: nothing); takes over the caller's reference. */
void mq__conn_send(struct mq_conn *conn, struct mq_frame *frame);
enum { MQ_CLOSE_NO_RIGHT = 4004, MQ_CLOSE_SESSION = 4005 };
void mq__conn_close(struct mq_conn *conn, int code);
/* Sessions have ended: that one, or (NULL) those of the account but `keep`.
 * Their sockets are closed; whoever comes back comes with another. */
struct mq_ended {
    const char *session, *account, *keep;
};
void mq__conns_end(struct mq_app *app, const struct mq_ended *ended);
/* Writes what can be written; false: close it. */
bool mq__conn_writable(struct mq_conn *conn);
void mq__conn_attach(struct mq_conn *conn, struct mq_table *t);
void mq__conn_detach(struct mq_conn *conn);
/* The socket's table has lost or changed rights: sends away who has none. */
void mq__conn_check_rights(struct mq_table *t);

extern const char *const mq__reactions[]; /* ends with NULL */

/* ops.c: one message of a client. */
void mq__op_run(struct mq_conn *conn, const char *text, size_t length,
                bool rerun);
/* Goes on with what has come meanwhile; the caller holds a reference. */
void mq__conn_go_on(struct mq_conn *conn);
/* Puts a message before those that wait, to be run when the table is there. */
void mq__conn_again(struct mq_conn *conn, const char *text, size_t length,
                    bool rerun);

enum mq_method { MQ_GET, MQ_POST, MQ_PATCH, MQ_DELETE, MQ_OTHER };

struct mq_exchange {
    struct mq_app *app;
    struct lws *wsi;
    int refs;
    uint64_t number;
    int64_t began_us;
    enum mq_method method;
    bool head; /* HEAD: the body is left out */
    char path[256], query[256];
    char host[128], origin[160];
    char language[8], encodings[64], if_none_match[64];
    bool json, https, forwarded;
    struct mq_address address;
    char token[MQ_SECRET_SIZE]; /* of the cookie; "" : none */
    struct mq_buf body;
    bool too_long, dispatched;
    atomic_bool gone; /* nobody waits for the answer any more; any thread */

    /* Who it is: read from the store. */
    struct mq_session session; /* id "" : none */
    struct mq_account account; /* id "" : none */
    struct mq_grant grant[MQ_MAX_GRANTS];
    int grants;
    struct mq_right right;        /* at the table */
    char other[MQ_TABLE_ID_SIZE]; /* another table that it is about */
    struct mq_json_doc doc;
    char new_token[MQ_SECRET_SIZE]; /* to be set as cookie */
    bool clear_cookie;

    /* The answer. */
    int status;
    const char *type;
    char filename[48]; /* to be saved as; "" : shown */
    struct mq_buf out;
    struct mq_text *text;         /* sent instead of `out`; NULL: none */
    const struct mq_asset *asset; /* of the page; NULL: none */
    const char *file;             /* its bytes instead of `out`; NULL: none */
    size_t file_length;
    bool gzip;
    size_t sent;
    bool headers_sent, ready;
};

/* http.c */
void mq__exchange_dispatch(struct mq_exchange *x);
void mq__exchange_release(struct mq_exchange *x);
/* The answer is in x->out: sends it. */
void mq__exchange_send(struct mq_exchange *x);
void mq__exchange_fail(struct mq_exchange *x, const struct mq_failure *failure);
void mq__exchange_fault(struct mq_exchange *x, enum mq_fault fault);
/* Another server was faster: the same once more, at the table as it is now. */
void mq__exchange_again(struct mq_exchange *x);
/* Reads the rights at another table, then that table. */
void mq__exchange_rights(struct mq_exchange *x, const char *table,
                         mq_table_use then);
/* Begins a JSON answer with that status. */
void mq__exchange_begin(struct mq_exchange *x, int status,
                        struct mq_json_writer *w);
/* Where links point: "https://club.example". */
void mq__exchange_base(const struct mq_exchange *x, char out[200]);
/* Starts something that takes long, or lets it wait until less is under way
 * for that address: so no address has more than its part of the threads. False:
 * the address has had too much, and the exchange is answered so. */
bool mq__work_add(struct mq_exchange *x, struct mq_work *work);
/* It is done, and took so many milliseconds. */
void mq__work_end(struct mq_work *work, double ms);
/* Charges for something that is done at once. False as above. */
bool mq__work_charge(struct mq_exchange *x, double ms);
/* A new session where there is none; adds it to the extras. */
void mq__exchange_session(struct mq_exchange *x, struct mq_extra *extra,
                          int *extras);
bool mq__origin_ok(const struct mq_app *app, const char *origin,
                   const char *host);

/* Answers with the fault unless `allowed`; returns that. */
bool mq__must(struct mq_exchange *x, bool allowed, enum mq_fault fault);

/* routes_tables.c, routes_people.c: handlers; x->right is set, t may be NULL
 * where the route has no table. */
void mq__route_table_open(struct mq_exchange *x);
void mq__route_table(struct mq_exchange *x, struct mq_table *t,
                     const char *rest);
void mq__route_log(struct mq_exchange *x, struct mq_table *t);
void mq__route_file(struct mq_exchange *x, struct mq_table *t);
void mq__route_people(struct mq_exchange *x);
void mq__route_lists(struct mq_exchange *x);
/* routes_account.c */
void mq__route_account(struct mq_exchange *x);
/* Deletes it: its seats are a "former player's", records stay. */
enum mq_status mq__account_forget(struct mq_store *store, const char *account);
/* routes_chat.c */
void mq__route_chat(struct mq_exchange *x, struct mq_table *t);
void mq__route_report(struct mq_exchange *x, struct mq_table *t);
void mq__route_note(struct mq_exchange *x, struct mq_table *t);
/* Another server has written that line: shows it to those who are here. */
void mq__chat_there(struct mq_table *t, int number);
/* routes_notices.c, routes_feed.c */
void mq__route_notices(struct mq_exchange *x);
void mq__route_stop(struct mq_exchange *x);
void mq__route_forgot(struct mq_exchange *x);
void mq__route_feed(struct mq_exchange *x);
void mq__route_info(struct mq_exchange *x);
void mq__route_metrics(struct mq_exchange *x);
/* asset.c */
void mq__route_page(struct mq_exchange *x);

#endif
