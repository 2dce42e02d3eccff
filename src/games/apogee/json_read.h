/* Apogee: what the two files that read positions share. */
#ifndef MAXQ_GAMES_APOGEE_JSON_READ_H
#define MAXQ_GAMES_APOGEE_JSON_READ_H

#include "games/apogee/json.h"

#include "core/json.h"

struct ap_reader {
    const struct ap_tables *t;
    struct ap_state *st;
    struct mq_reader r;
    bool hidden; /* there was a `?` */
};

/* A child that is there and not null. */
const struct mq_json *mq__apogee_given(struct ap_reader *j,
                                       struct mq_read_object *object,
                                       const char *key);
/* Children that may be absent. */
bool mq__apogee_bool_or_no(struct ap_reader *j, struct mq_read_object *object,
                           const char *key);
int mq__apogee_int_or(struct ap_reader *j, struct mq_read_object *object,
                      const char *key, int high, int missing);
int mq__apogee_seat_or_none(struct ap_reader *j, struct mq_read_object *object,
                            const char *key);
/* The number of a card by its id; MQ_UNKNOWN for `?`. */
int mq__apogee_read_id(struct ap_reader *j, const char *key, char sort,
                       const struct mq_json *node);
int mq__apogee_card_or_none(struct ap_reader *j, struct mq_read_object *object,
                            const char *key, char sort);
int mq__apogee_open_card(struct ap_reader *j, struct mq_read_object *object,
                         const char *key, char sort);
uint32_t mq__apogee_read_mask(struct ap_reader *j,
                              struct mq_read_object *object, const char *key,
                              char sort);

/* json_decks.c */
void mq__apogee_read_decks(struct ap_reader *j, struct mq_read_object *top);
void mq__apogee_read_directors(struct ap_reader *j, struct mq_read_object *top);
void mq__apogee_read_turn(struct ap_reader *j, struct mq_read_object *top);

#endif
