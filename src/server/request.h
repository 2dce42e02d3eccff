/* Reading what HTTP requests carry: fuzzed, since it comes from outside. */
#ifndef MAXQ_SERVER_REQUEST_H
#define MAXQ_SERVER_REQUEST_H

#include "server/table.h"

#define MQ_NAME_LENGTH 30 /* characters */

/* name.c: a name that can be shown and told from others: 1 to 30 characters of
 * UTF-8, all of which can be seen, single blanks between them. */
bool mq__name_ok(const char *name);

struct mq_table_request {
    bool has_seats, has_sit, start;
    int sit;
    struct {
        enum mq_seat_kind kind;
        char name[MQ_NAME_SIZE], bot[MQ_NAME_SIZE];
    } seat[MQ_MAX_PLAYERS];
    int seats;
    bool has_help;
};

/* Reads a body that opens or changes a table into `t` (its game is set by the
 * body if `opens`, else stays). False: the error says what is wrong. */
bool mq__request_table(struct mq_games *games, const struct mq_json *root,
                       bool opens, struct mq_table *t,
                       struct mq_table_request *out, struct mq_error *error);

/* Copies a text; one that is too long is an error. */
void mq__read_copy(struct mq_reader *r, struct mq_read_object *o,
                   const char *key, char *out, size_t size);

/* The value of a key in a query string; "" where it isn't there. */
void mq__query_get(const char *query, const char *key, char *out, size_t size);

#endif
