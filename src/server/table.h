/* A table in the memory of the network thread.
 *
 * A table is loaded when somebody needs it and let go when nobody has for a
 * while; the store has everything. What people set up is its document
 * (table_doc.c), what is played is its match.
 *
 * Pending and durable. An action is checked against the match as it stands
 * and changes it at once; the entries are handed to the writer as a commit
 * with a number. Whatever anybody is to get because of it (items, answers,
 * HTTP answers) is put in the table's outbox (outbox.h) and leaves when that
 * commit is on the disk. So a refusal that is based on an action not yet
 * durable waits too, and everything leaves in the order in which it came to
 * be. A commit names the link of the hash chain that it builds on. If one
 * fails, all later ones of that table are fenced off: they are refused without
 * being tried. What waits for them is tried again on the table as the store has
 * it then, or answered with `stale` (another server was faster) or `not_saved`
 * (the store can't write): the store is the truth.
 *
 * Invariants (mq__table_check): the condition says what may touch the match;
 * the writer has been given the match's first `written` entries; a table that
 * is being loaded has no commits under way, and nobody but the load touches
 * its match.
 */
#ifndef MAXQ_SERVER_TABLE_H
#define MAXQ_SERVER_TABLE_H

#include "server/app.h"
#include "server/outbox.h"
#include "server/say.h"
#include "server/secret.h"
#include "server/stream.h"
#include "store/notices.h"

#include <stdalign.h>

#define MQ_CLIENT_ID 41 /* 40 characters and NUL */
#define MQ_RING 64      /* ids remembered a seat */
#define MQ_MAX_PROPOSALS 4

enum mq_seat_kind { MQ_SEAT_OPEN, MQ_SEAT_PERSON, MQ_SEAT_BOT };
enum mq_help { MQ_HELP_NONE, MQ_HELP_ODDS, MQ_HELP_HINTS };
enum mq_clock_kind { MQ_CLOCK_NONE, MQ_CLOCK_MOVE, MQ_CLOCK_MATCH };
enum mq_timeout { MQ_TIMEOUT_BOT, MQ_TIMEOUT_FORFEIT };
enum mq_end { MQ_END_PLAYED, MQ_END_CONCEDED, MQ_END_AGREED, MQ_END_ENDED };

extern const char *const mq__seat_kinds[]; /* words; end with NULL */
extern const char *const mq__helps[];
extern const char *const mq__clock_kinds[];
extern const char *const mq__timeouts[];
extern const char *const mq__ends[];
extern const char *const mq__table_states[];

/* A link: the hash of its secret; the epoch grows when it is renewed. */
struct mq_link {
    char hash[MQ_KEY_SIZE];
    int epoch;
};

struct mq_place {
    enum mq_seat_kind kind;
    char name[MQ_NAME_SIZE];
    char bot[MQ_NAME_SIZE]; /* MQ_SEAT_BOT */
    struct mq_link link;
    bool timed_out;
    bool ready;   /* rematch: has asked for it */
    int notified; /* log length of the last notice; -1: none */
    int reminded; /* likewise, of the clock */
};

struct mq_clock_rule {
    enum mq_clock_kind kind;
    int seconds, increment;
    enum mq_timeout on_timeout;
};

struct mq_proposal {
    int number; /* 0: none */
    enum mq_proposal_kind {
        MQ_PROPOSE_UNDO,
        MQ_PROPOSE_BOT,
        MQ_PROPOSE_END,
    } kind;
    int by, seat; /* seat: whom a bot is to play for */
    int length;   /* undo: log length to go back to */
    uint32_t agreed, waiting;
};

/* Clocks now: times are of mq__now_ms. */
struct mq_clock {
    int64_t left[MQ_MAX_PLAYERS]; /* as of `at` */
    uint32_t running;
    int64_t at;
    int mark; /* log length that has been rewarded */
};

/* What an audience has of the log, as of the match now. */
struct mq_audience {
    int number;
    int decision; /* number with which the seat's decision began */
    int viewers;
    bool fresh; /* `view` is the JSON of its view now */
    struct mq_buf view;
};

/* The last ids of a seat's messages, as hashes: they are its own, so nobody
 * else could be hurt by two that are alike. */
struct mq_ring {
    uint64_t id[MQ_RING]; /* 0: none */
    int number[MQ_RING];
    int next;
};

/* What can be done with a table just now. */
enum mq_condition {
    MQ_LOADING,       /* it is being read; whoever needs it waits */
    MQ_LOADING_TWICE, /* likewise; changed elsewhere since: is read once more */
    MQ_READY,
    MQ_OUTDATED,   /* ready; changed elsewhere: is read when commits are back */
    MQ_CONFLICTED, /* a commit failed: another server was faster */
    MQ_FAILED,     /* a commit failed for another reason, or was never made */
    MQ_GONE,       /* it is not in the store (any more) */
    MQ_UNREAD,     /* it could not be read: is tried when somebody needs it */
};

/* A bot's seat while it thinks, and a person's hint. */
struct mq_thinker {
    int *stop; /* of the bot that thinks: see mq_budget; NULL: none does */
    bool hurried;
    int *hint_stop; /* of the hint that is thought out */
};

struct mq_table {
    struct mq_table *next; /* in its bucket */
    struct mq_app *app;
    char id[MQ_TABLE_ID_SIZE];
    enum mq_condition condition;
    int64_t version;
    bool doc_dirty;
    bool head_dirty; /* when to look at it again has changed */
    int64_t wake_at; /* as the store has it */
    struct mq_waiting *waiting, **waiting_last;

    /* The document. */
    char game_id[16];
    struct mq_setup setup;
    int players;
    struct mq_place place[MQ_MAX_PLAYERS];
    enum mq_table_state state;
    bool listed;
    bool chat; /* people may talk */
    enum mq_help help;
    struct mq_clock_rule rule;
    int64_t created_at, started_at, ended_at;
    struct mq_link join, watch;
    struct mq_proposal proposal[MQ_MAX_PROPOSALS];
    int proposals; /* ever made */
    char rematch[MQ_TABLE_ID_SIZE], from[MQ_TABLE_ID_SIZE];
    enum mq_end end;
    uint32_t winners; /* once it is over */
    int taken_back;   /* how often something known was, likewise */
    double score[MQ_MAX_PLAYERS];

    /* The match. */
    const struct mq_game *game;
    struct mq_match *match;
    int segment;
    int base[MQ_AUDIENCES];
    struct mq_audience audience[MQ_AUDIENCES];
    struct mq_ring *ring[MQ_MAX_PLAYERS];
    struct mq_clock clock;
    int64_t moved_at; /* wall time of the last entry */
    bool mended;      /* the record before this segment was damaged */

    /* Commits. */
    int written; /* entries that the writer was given; MQ_NO_RECORD */
    char link[MQ_LINK_SIZE]; /* of the last of them: the next builds on it */
    bool fenced; /* a commit failed. The writer's thread alone looks at it while
                    commits are under way, the network thread else. */
    int client_seat; /* whose action is still to be written; -1 */
    char client[MQ_CLIENT_ID];
    int in_flight; /* commits under way */
    int conflicts; /* commits in a row for which another server was faster */
    struct mq_outbox outbox;

    struct mq_conn *conns;
    int spectators;
    struct mq_thinker thinker[MQ_MAX_PLAYERS];
    int64_t elsewhere_ms; /* when another server last changed it; 0: never */
    int64_t said_ms;      /* when who is here was last said */
    struct mq_peer *peers;
    int64_t wake_ms; /* mq__now_ms when to look; 0: never */
    int64_t used_ms;
    int pins; /* bot tasks and the like under way */
};

#define MQ_NO_RECORD -1 /* the record's header is still to be written */

/* People and bots may act. */
static inline bool mq__table_is_ready(const struct mq_table *t)
{
    return t->condition == MQ_READY || t->condition == MQ_OUTDATED;
}

static inline bool mq__table_is_loading(const struct mq_table *t)
{
    return t->condition == MQ_LOADING || t->condition == MQ_LOADING_TWICE;
}

/* What was committed of it is known: it is ready or gone. */
static inline bool mq__table_is_known(const struct mq_table *t)
{
    return mq__table_is_ready(t) || t->condition == MQ_GONE;
}

/* The earlier of two times, of which 0 is none. */
static inline void mq__soonest(int64_t *wake, int64_t when)
{
    if (when > 0 && (*wake == 0 || when < *wake)) {
        *wake = when;
    }
}

/* table.c: finding, loading, letting go. */

/* Asserts the invariants above. */
void mq__table_check(const struct mq_table *t);

/* Calls back with the table, at once where it is there, or with NULL where
 * there is none; `failed`: the store could not be read. */
typedef void (*mq_table_use)(void *context, struct mq_table *table,
                             bool failed);
void mq__table_get(struct mq_app *app, const char *id, mq_table_use use,
                   void *context);
/* The same for a table that others have changed, as somebody knows who has
 * seen more of it than is here: it is read again first. */
void mq__table_refresh(struct mq_table *t, mq_table_use use, void *context);
struct mq_table *mq__table_find(struct mq_app *app, const char *id);
struct mq_table *mq__table_new(struct mq_app *app);
/* Loads it anew: it was changed by another process, or (`whole`) a commit
 * failed, and what is here is not to be built on. */
void mq__table_reload(struct mq_table *t, bool whole);
/* Another process has changed it: is read again as soon as that can be. */
void mq__table_outdate(struct mq_table *t);
/* A commit failed, or what was changed can't be committed. */
void mq__table_break(struct mq_table *t, enum mq_condition how);
/* It is gone, or can't be read: sends away who is there. */
void mq__table_close(struct mq_table *t, int code);
void mq__table_drop(struct mq_table *t);
/* Takes it out of the store, unless it has changed there; then closes it.
 * False: no memory. */
bool mq__table_delete(struct mq_table *t);
/* Looks after it: bots, clocks, expiry; after every change and by time. */
void mq__table_tend(struct mq_table *t);
/* Tends and evicts; looks in the store for tables that are due. */
void mq__tables_tick(struct mq_app *app);
void mq__tables_finish(struct mq_app *app);

/* table_doc.c */
void mq__table_write_doc(const struct mq_table *t, struct mq_buf *out);
enum mq_status mq__table_read_doc(struct mq_table *t, const char *text);
void mq__table_voice(const struct mq_table *t, const char *names[],
                     struct mq_voice *out);

/* table_info.c: what a person sees of it. */
struct mq_right {
    enum mq_role role;
    int seat; /* -1: none */
    bool opener;
    int epoch; /* of the link that gave the seat, or else the role; -1: none */
};

struct mq_right mq__table_right(const struct mq_table *t,
                                const struct mq_grant *grants, int count);
void mq__table_write(const struct mq_table *t, const struct mq_right *right,
                     struct mq_json_writer *w, const char *key);
/* {"winners","scores","reason","taken_back"} */
void mq__table_write_result(const struct mq_table *t, struct mq_json_writer *w,
                            const char *key);
/* For the item that closes the match; its buffer is the caller's. */
void mq__closing_init(struct mq_closing *closing, const struct mq_table *t);
void mq__table_write_options(const struct mq_table *t, struct mq_json_writer *w,
                             const char *key);

/* load.c: the link after so many entries, as text. */
void mq__link_text(const struct mq_match *match, int entries,
                   char out[MQ_LINK_SIZE]);

/* commit.c */
struct mq_extra {
    enum {
        MQ_EXTRA_GRANT,
        MQ_EXTRA_NO_GRANT,
        MQ_EXTRA_SESSION,
        MQ_EXTRA_COPY_GRANTS,
        MQ_EXTRA_DELETE_TABLE,
        MQ_EXTRA_NEWS,
    } kind;
    struct mq_grant grant, as;
    int64_t version; /* of the table that is deleted */
    char holder[MQ_KEY_SIZE];
    char table[MQ_TABLE_ID_SIZE];
    struct mq_session session;
    struct mq_news news;
};

#define MQ_MAX_EXTRAS 12

/* Hands everything that isn't yet to the writer, with the extras; nothing
 * where there is nothing. False: no memory; the table is broken then. */
bool mq__commit(struct mq_table *t, const struct mq_extra *extra, int extras);
/* Once all commits of a broken table are back: what waited is refused, the
 * store is read again. */
void mq__commit_recover(struct mq_table *t);
/* Says who acted with which client id in the entries still to be written. */
void mq__commit_client(struct mq_table *t, int seat, const char *id);

/* delivery.c: puts a frame for one socket in the outbox. NULL: there was no
 * memory, and the socket is closed. */
struct mq_frame;
void mq__out_frame(struct mq_table *t, struct mq_conn *conn,
                   struct mq_frame *frame);
/* The same for the answer to a message, which can be run again. */
struct mq_said {
    const char *id, *text;
    size_t length;
};
void mq__out_answer(struct mq_table *t, struct mq_conn *conn,
                    struct mq_frame *frame, const struct mq_said *said);
/* An item or a state: `behind` is what the socket has seen without it. */
void mq__out_item(struct mq_table *t, struct mq_conn *conn,
                  struct mq_frame *frame, int behind);
/* A call once the commits so far are on the disk (or have failed). */
typedef void (*mq_out_call)(void *context, bool saved);
void mq__out_call(struct mq_table *t, mq_out_call call, void *context);
/* The end of an HTTP exchange. */
struct mq_exchange;
void mq__out_exchange(struct mq_table *t, struct mq_exchange *x);

/* publish.c: a change of the match while it is made. It keeps the states in
 * between, so that no event is applied a second time for those who see it. */
struct mq_change {
    struct mq_table *table;
    int first, count; /* entries; states[i] follows entry first + i */
    int size;
    unsigned char *states;
    bool walk; /* several events came at once, or an undo: states are missing */
    bool failed;
    alignas(16) unsigned char start[MQ_MAX_STATE];
};

void mq__change_begin(struct mq_change *c, struct mq_table *t);
/* After each call that may have added an entry. */
void mq__change_note(struct mq_change *c);
/* The state after so many entries of the change. */
const void *mq__change_state(const struct mq_change *c, int entries);
/* The change is made: items go to the outbox, unless nobody is to get any
 * (`quiet`: a match begins). Ends the change. */
void mq__publish(struct mq_change *c, bool quiet);
/* The change comes to nothing. */
void mq__change_end(struct mq_change *c);
/* Whether an audience gets an item of the entry, and of its event what. */
bool mq__audience_sees(const struct mq_table *t, const void *before,
                       int audience, const struct mq_entry *entry,
                       struct mq_event *out);
/* The table's own description, to all who are at it. */
void mq__publish_table(struct mq_table *t);
/* "now" of an audience as JSON. */
void mq__now_write(const struct mq_table *t, int audience, const void *view,
                   unsigned want, struct mq_buf *out);
/* Sends state or missed items to a socket that subscribes. */
bool mq__publish_catch_up(struct mq_table *t, struct mq_conn *conn, int from);
const char *mq__audience_json(struct mq_table *t, int audience);

/* play.c: what changes a match. Each returns false with the failure filled,
 * having changed nothing. */
struct mq_actor {
    int seat;
    const char *client; /* NULL: none */
    int last;
};

bool mq__play_start(struct mq_table *t, struct mq_failure *failure);
bool mq__play_act(struct mq_table *t, const struct mq_actor *actor,
                  const char *text, struct mq_failure *failure);
bool mq__play_bot(struct mq_table *t, int seat, mq_action action);
bool mq__play_undo(struct mq_table *t, const struct mq_actor *actor, int to,
                   int *proposal, struct mq_failure *failure);
bool mq__play_redo(struct mq_table *t, const struct mq_actor *actor,
                   struct mq_failure *failure);
bool mq__play_concede(struct mq_table *t, const struct mq_actor *actor,
                      struct mq_failure *failure);
bool mq__play_hand_over(struct mq_table *t, int seat, const char *bot,
                        struct mq_failure *failure);
bool mq__play_undo_to(struct mq_table *t, int seat, int length);
bool mq__play_end(struct mq_table *t, enum mq_end reason);
bool mq__play_timeout(struct mq_table *t, int seat);
/* Seats that are a person's, whoever plays them now. */
uint32_t mq__people(const struct mq_table *t);
/* The ring's answer for a repeated id: its number; -1: not seen. */
int mq__ring_find(const struct mq_table *t, int seat, const char *id);
void mq__ring_add(struct mq_table *t, int seat, const char *id, int number);

/* proposal.c */
bool mq__propose(struct mq_table *t, int seat, int kind, int about, int *number,
                 struct mq_failure *failure);
bool mq__answer(struct mq_table *t, int seat, int number, bool agrees,
                struct mq_failure *failure);
/* True: there were some. */
bool mq__proposals_clear(struct mq_table *t);

/* clock.c */
void mq__clock_update(struct mq_table *t, uint32_t acted);
/* When the first clock runs out: mq__now_ms; 0: none runs. */
int64_t mq__clock_deadline(const struct mq_table *t);
void mq__clock_write(const struct mq_table *t, struct mq_buf *out);
void mq__clock_read(struct mq_table *t, const char *text);
int64_t mq__clock_left(const struct mq_table *t, int seat, int64_t now);
void mq__clock_check(struct mq_table *t);

/* thinking.c: bots' moves and hints, in the pool. */
void mq__think(struct mq_table *t);
bool mq__hint(struct mq_table *t, struct mq_conn *conn, const char *id);
/* The bot of the seat is to move now, or, where it doesn't think yet, as soon
 * as it does. */
void mq__think_hurry(struct mq_table *t, int seat);
/* Something was taken back: bots that think end now, and think again. */
void mq__think_again(struct mq_table *t);
/* A bot is to act: the store has it, so that it goes on after a restart. */
bool mq__bot_waits(const struct mq_table *t);

/* notify.c. A seat whose person is there is looked at again so much later. */
#define MQ_LOOK_AGAIN_MS (600 * 1000)
void mq__notify_check(struct mq_table *t);
/* Whether anybody is told anything by this server. */
bool mq__notify_wanted(const struct mq_app *app);
/* News for a seat, or for all people who aren't there, go with the commit. */
void mq__notify_add(const struct mq_table *t, int seat, enum mq_what what,
                    struct mq_extra *extra, int *extras);
void mq__notify_all(const struct mq_table *t, enum mq_what what,
                    struct mq_extra *extra, int *extras);
/* When the next notice is due, since 1970; 0: none. */
int64_t mq__notify_at(const struct mq_table *t);

#endif
