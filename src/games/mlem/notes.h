/* Notes being written, and what several of them say. */
#ifndef MAXQ_GAMES_MLEM_NOTES_H
#define MAXQ_GAMES_MLEM_NOTES_H

#include "games/mlem/rules.h"

#include <stdio.h>

struct ml_notes {
    const struct ml_tables *t;
    struct mq_note *out;
    int n;
};

/* The next note to be set; past the last one that one again. */
static inline struct mq_note *ml_note(struct ml_notes *notes)
{
    return &notes->out[notes->n < MQ_MAX_NOTES ? notes->n++ : MQ_MAX_NOTES - 1];
}

#define ML_PLANET_WORD 20

/* "planet-3": the vocabulary has its name. */
static inline const char *ml_planet_word(int planet, char out[ML_PLANET_WORD])
{
    snprintf(out, ML_PLANET_WORD, "planet-%d", planet + 1);
    return out;
}

#endif
