/* Apogee: notes being gathered, and what several of them say. */
#ifndef MAXQ_GAMES_APOGEE_NOTES_H
#define MAXQ_GAMES_APOGEE_NOTES_H

#include "games/apogee/rules.h"

/* The word and the rule of what is wanted. */
const char *mq__apogee_ask_word(int ask);
const char *mq__apogee_ask_rule(int ask);

/* What stands against a launch, in words, with its rule. */
void mq__apogee_note_hindrance(const struct ap_tables *t,
                               const struct ap_state *st, int seat,
                               const struct ap_rocket *r, int destination,
                               struct mq_note *out);

/* The word of what a need is about. */
const char *mq__apogee_measure_word(const struct ap_need *need);

/* What an engineer's specialty does. */
void mq__apogee_engineer_message(const struct ap_engineer *e,
                                 struct mq_message *out);

/* The summed authority of a player's engineers on a space, in tenths. */
int mq__apogee_authority_on(const struct ap_tables *t,
                            const struct ap_player *p, int space);

/* What an event does. */
void mq__apogee_event_message(const struct ap_event *e, struct mq_message *out);

/* Notes being gathered, as many as fit. */
struct ap_notes {
    const struct ap_tables *t;
    struct mq_note *out;
    int n;
};

void mq__apogee_note(struct ap_notes *notes, const char *rule, const char *id,
                     const char *format, ...);

#endif
