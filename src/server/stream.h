/* What one audience sees of a record: its log.
 *
 * An audience is a seat, the spectators, or (once a match is over) everybody
 * with all cards open. Its log has an item for each entry of the record that
 * it may know of, numbered from 1: events as mq_game.seen gives them, an undo
 * if it saw any of what is undone, and all remarks. Numbers only grow.
 * Everything in an item is made from the audience's redacted states.
 */
#ifndef MAXQ_SERVER_STREAM_H
#define MAXQ_SERVER_STREAM_H

#include <maxq/match.h>

#include "core/json.h"

#define MQ_SPECTATORS 5 /* audiences 0 to 4 are the seats */
#define MQ_AUDIENCES 6
#define MQ_OPEN_CARDS 6 /* no live audience: replays only */

/* The seat that mq_game wants for an audience. */
int mq__audience_seat(int audience);

/* The view of an audience: a copy of the state, redacted. */
void mq__audience_view(const struct mq_game *game, const void *st, int audience,
                       void *out);

struct mq_item {
    int number;
    int entry;
    const struct mq_entry *record;
    struct mq_event event; /* of an event: as seen */
    int *undone;           /* of an undo: numbers of this log */
    int undone_count;
    const void *before, *after; /* views; NULL unless asked for */
};

/* Returns false to stop. */
typedef bool (*mq_item_visitor)(void *context, const struct mq_item *item);

struct mq_walk {
    int audience;
    int base; /* number before the first item */
    int from; /* visits items with larger numbers */
    bool views;
    int *decision; /* of a seat: the number with which what it has to decide
                      now began; NULL: not asked */
    mq_item_visitor visit;
    void *context;
};

/* Walks through the record; *last is the number of the last item in all.
 * MQ_NOMEM. */
enum mq_status mq__stream_walk(const struct mq_match *match,
                               const struct mq_walk *walk, int *last);

/* Parts of an item that a client may want. */
enum mq_want {
    MQ_WANT_CHANGES = 1,
    MQ_WANT_VIEWS = 2,
    MQ_WANT_SENTENCES = 4,
    MQ_WANT_NOW = 8,
    MQ_WANT_LEGAL = 16,
    MQ_WANT_ASK = 32,
    MQ_WANT_SCORES = 64, /* in each item: logs, whose items have no `now` */
};

#define MQ_WANT_STANDARD                                                       \
    (MQ_WANT_CHANGES | MQ_WANT_SENTENCES | MQ_WANT_NOW | MQ_WANT_ASK)

/* What a closing item tells: the result, and the seed in hex. */
struct mq_closing {
    struct mq_buf result;
    char seed[2 * sizeof(struct mq_seed) + 1];
};

/* How items are written. */
struct mq_item_style {
    const struct mq_game *game;
    const struct mq_voice *voice;
    unsigned want;
    const char *before, *after;       /* view JSON, where changes or views are
                                         wanted */
    const char *changes;              /* ready-made; NULL: made of these two */
    const char *now;                  /* ready-made, or NULL */
    const struct mq_closing *closing; /* of a closing item */
    int64_t at;                       /* 0: not told */
};

/* One object {"type":"item",…}. */
void mq__item_write(struct mq_json_writer *w, const struct mq_item *item,
                    const struct mq_item_style *style);

/* The item that says that the match goes on in a new record: under newer
 * rules, or as the one before was damaged (`mended`). */
void mq__item_write_rules(struct mq_json_writer *w, int number, bool mended);

/* "scores":[…] of a state or view. */
void mq__scores_write(struct mq_json_writer *w, const struct mq_game *game,
                      const void *view);

/* Texts of the actions that the seat has in its view, as a list. */
void mq__legal_write(struct mq_json_writer *w, const char *key,
                     const struct mq_game *game, const void *view, int seat);

/* A view as JSON. */
void mq__view_write(const struct mq_game *game, const void *view,
                    struct mq_buf *out);

#endif
