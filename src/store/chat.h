/* What people say at a table, their reports of it, and notes of their own.
 * Nothing of it is in the record of the match.
 *
 *   line    said by a seat; has a number of its table, from 1
 *   report  a line that somebody complained of, with its words
 *   note    what one holder (account or session) wrote down at a table
 */
#ifndef MAXQ_STORE_CHAT_H
#define MAXQ_STORE_CHAT_H

#include "store/store.h"

#define MQ_CHAT_SIZE 1201 /* 300 characters of UTF-8, and NUL */
#define MQ_NOTE_SIZE 4001

struct mq_chat_line {
    char table[MQ_TABLE_ID_SIZE];
    int number;
    int64_t at;
    int seat;
    char holder[MQ_KEY_SIZE]; /* who said it */
    char text[MQ_CHAT_SIZE];
};

typedef bool (*mq_chat_visitor)(void *context, const struct mq_chat_line *row);

/* Adds a line and sets its number. MQ_CONFLICT: another server was faster. */
enum mq_status mq_store_say(struct mq_store *store, struct mq_chat_line *line);
/* The last `limit` lines from number `from` on, the oldest first. */
enum mq_status mq_store_chat(struct mq_store *store, const char *table,
                             int from, int limit, mq_chat_visitor visit,
                             void *context);
/* MQ_NOTHING: there is no such line. */
enum mq_status mq_store_unsay(struct mq_store *store, const char *table,
                              int number);
/* Takes the line down for whoever runs the server; a second report of the same
 * line by the same holder changes nothing. MQ_NOTHING: no such line. */
enum mq_status mq_store_report(struct mq_store *store, const char *table,
                               int number, const char *by, int64_t at);

struct mq_report {
    const char *table;
    int number, seat;
    int64_t at;
    const char *text;
    const char *name; /* of the account that said it; "" : none */
};

enum mq_status mq_store_reports(struct mq_store *store,
                                bool (*visit)(void *context,
                                              const struct mq_report *row),
                                void *context);
/* Lines and reports before that time. */
enum mq_status mq_store_prune_chat(struct mq_store *store, int64_t before);
/* All of one table; all notes and lines of one holder. */
enum mq_status mq_store_delete_chat(struct mq_store *store, const char *table);
enum mq_status mq_store_forget_chat(struct mq_store *store, const char *holder);

/* MQ_NOTHING: none was written. */
enum mq_status mq_store_note(struct mq_store *store, const char *holder,
                             const char *table, char out[MQ_NOTE_SIZE]);
/* "" takes it away. */
enum mq_status mq_store_put_note(struct mq_store *store, const char *holder,
                                 const char *table, const char *text);

#endif
