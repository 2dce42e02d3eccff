/* Notes being written, and what several of them say. */
#ifndef MAXQ_GAMES_LIFTOFF_NOTES_H
#define MAXQ_GAMES_LIFTOFF_NOTES_H

#include "games/liftoff/rules.h"

struct lo_notes {
    const struct lo_tables *t;
    struct mq_note *out;
    int n;
};

/* The next note to be set; past the last one that one again. */
static inline struct mq_note *lo_note(struct lo_notes *notes)
{
    return &notes->out[notes->n < MQ_MAX_NOTES ? notes->n++ : MQ_MAX_NOTES - 1];
}

/* cards.c: what a card is and does. */
void mq__lo_note_mission(struct lo_notes *notes, int kind);
void mq__lo_note_effect(struct lo_notes *notes, int kind);
void mq__lo_note_specialist(struct lo_notes *notes, const struct lo_state *st,
                            int seat, int card);
void mq__lo_note_objective(struct lo_notes *notes, const struct lo_state *st,
                           int seat, int card);
/* One box as a message; the seat's lab and the station give its price. */
void mq__lo_box_message(const struct lo_tables *t, const struct lo_state *st,
                        int seat, int box, struct mq_message *out);
void mq__lo_banner_message(int banner, struct mq_message *out);
void mq__lo_effect_message(const struct lo_mission *m, struct mq_message *out);
void mq__lo_objective_message(const struct lo_tables *t,
                              const struct lo_state *st, int card,
                              struct mq_message *out);

#endif
