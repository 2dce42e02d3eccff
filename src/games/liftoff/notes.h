/* Notes being written, and what several of them say. */
#ifndef MAXQ_GAMES_LIFTOFF_NOTES_H
#define MAXQ_GAMES_LIFTOFF_NOTES_H

#include "games/liftoff/rules.h"

struct lo_notes {
    struct mq_note *out;
    int n;
};

/* The next note to be set; past the last one that one again. */
static inline struct mq_note *lo_note(struct lo_notes *notes)
{
    return &notes->out[notes->n < MQ_MAX_NOTES ? notes->n++ : MQ_MAX_NOTES - 1];
}

/* cards.c: what a card is and does. */
void mq__lo_note_mission(struct lo c, struct lo_notes *notes, int kind);
void mq__lo_note_effect(struct lo c, struct lo_notes *notes, int kind);
void mq__lo_note_specialist(struct lo c, struct lo_notes *notes, int seat,
                            int card);
void mq__lo_note_objective(struct lo c, struct lo_notes *notes, int seat,
                           int card);
/* One box as a message; the seat's lab and the station give its price. */
void mq__lo_box_message(struct lo c, int seat, int box, struct mq_message *out);
/* The rule of a box: two boxes that do the same have rules of their own. */
const char *mq__lo_box_rule(int box);
void mq__lo_banner_message(int banner, struct mq_message *out);
void mq__lo_effect_message(const struct lo_mission *m, struct mq_message *out);
void mq__lo_objective_message(struct lo c, int card, struct mq_message *out);

#endif
