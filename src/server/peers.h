/* Other servers on the same database (PostgreSQL).
 *
 * Tables are in the store; each server that somebody uses a table on has a
 * copy in memory. A commit of one server is word to the others (NOTIFY goes
 * out with it): who has the table reads it again, or lets it go where nobody
 * uses it. What is not in the store is told as it happens:
 *
 *   ID               the table has changed
 *   ID ?             who is at it? Those who have it answer:
 *   ID p FROM M S    at server FROM seats M (a mask) and S spectators are
 *   ID r SEAT WORD   a reaction
 *   ID c NUMBER      a line of the chat was written
 *   ID h SEAT        the bot of that seat is to hurry
 *   !s SESSION       the session has ended
 *   !a ACCOUNT KEEP  so have those of the account but that one ("-": all)
 *
 * Who is there is said again every few seconds, and forgotten when that stops:
 * a server that was killed has nobody. Commits of two servers at once: the row
 * lock of the table's head makes one of them first, the other finds another
 * link there than the one it builds on, reads the table again and tries once
 * more what its clients had asked for (commit.c). Bots are thought for by the
 * server that changed the table last; the others step in when it says nothing
 * for a while.
 */
#ifndef MAXQ_SERVER_PEERS_H
#define MAXQ_SERVER_PEERS_H

#include "server/table.h"

/* What another server has said of a table. */
struct mq_peer {
    struct mq_peer *next;
    char from[17];
    uint32_t seats;
    int spectators;
    int64_t until_ms;
};

/* Nothing where the store isn't shared. */
enum mq_status mq__peers_start(struct mq_app *app, struct mq_error *error);
void mq__peers_stop(struct mq_app *app);

/* Who is here has changed. */
void mq__peers_present(struct mq_table *t);
void mq__peers_ask(struct mq_table *t);
void mq__peers_react(struct mq_table *t, int seat, const char *word);
void mq__peers_hurry(struct mq_table *t, int seat);
/* Says again who is here, forgets who isn't anywhere. */
void mq__peers_tick(struct mq_table *t, int64_t now);
void mq__peers_forget(struct mq_table *t);

/* The word for sessions that have ended. */
struct mq_ended;
void mq__peers_write_end(const struct mq_ended *ended,
                         char out[MQ_SIGNAL_SIZE]);

/* At this server or another. */
bool mq__seat_connected(const struct mq_table *t, int seat);
int mq__spectators(const struct mq_table *t);

/* ops.c: tells those who are here. */
void mq__reaction_show(struct mq_table *t, int seat, const char *word);

#endif
