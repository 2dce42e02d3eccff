/* Apogee: what writing and reading positions share. */
#ifndef MAXQ_GAMES_APOGEE_JSON_H
#define MAXQ_GAMES_APOGEE_JSON_H

#include "games/apogee/rules.h"

extern const char *const mq__apogee_seat_words[];
extern const char *const mq__apogee_deck_words[];
extern const char *const mq__apogee_roll_words[];
extern const char *const mq__apogee_derived[];

/* Whether `turn.at` means something in a step: the order has come so far. */
bool mq__apogee_has_cursor(int step);
/* Whether it counts seats, the queue, or (else) the turn order. */
bool mq__apogee_counts_queue(int step);

#endif
