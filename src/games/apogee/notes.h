/* Apogee: notes being gathered, and what several of them say. */
#ifndef MAXQ_GAMES_APOGEE_NOTES_H
#define MAXQ_GAMES_APOGEE_NOTES_H

#include "games/apogee/rules.h"

/* What stands against a launch, in words, with its rule. */
void mq__ap_note_hindrance(struct ap c, int seat, const struct ap_rocket *r,
                           int destination, struct mq_note *out);

/* What an engineer's specialty does. */
void mq__ap_engineer_message(const struct ap_engineer *e,
                             struct mq_message *out);

/* The summed authority of a player's engineers on a space, in tenths. */
int mq__ap_authority_on(const struct ap_tables *t, const struct ap_player *p,
                        int space);

/* What an event does. */
void mq__ap_event_message(const struct ap_event *e, struct mq_message *out);

/* The words of up to two tags, "" where there are fewer; true: there are two.
 */
bool mq__ap_tag_pair(uint32_t tags, const char *word[2]);

/* Notes being gathered; what doesn't fit is lost. */
struct ap_notes {
    struct mq_note *out;
    int n;
    struct mq_note lost;
};

/* Adds a note; its message may still be changed. */
struct mq_message *mq__ap_note(struct ap_notes *notes, const char *rule,
                               const char *id, const char *format, ...);

/* The same for what has `notes`. */
#define ap_note(to, ...) mq__ap_note(&(to)->notes, __VA_ARGS__)

/* words_mission.c */

/* What the mission asks for and forbids, a note each. */
struct ap_parts {
    struct ap_notes notes;
    struct mq_note note[MQ_MAX_NOTES];
    const struct ap_need *need[MQ_MAX_NOTES]; /* NULL: only a rule */
};
void mq__ap_mission_parts(struct ap c, struct ap_parts *out);
/* How much of a need of the mission a player has: landed, or on the pad where
 * one launch must have it all. */
int mq__ap_part_done(struct ap c, int seat, const struct ap_need *need,
                     bool *met);
/* Whether a successful launch of the rocket on the pad would meet the mission
 * or count for it; if not, why. */
void mq__ap_note_verdict(struct ap c, int seat, int destination,
                         struct ap_notes *notes);
/* What an investor pays for: a message, and one for each condition of the
 * rocket. Returns how many. */
int mq__ap_investor_messages(const struct ap_investor *i,
                             struct mq_message out[AP_NEEDS + 1]);

#endif
