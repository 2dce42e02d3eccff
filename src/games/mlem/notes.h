/* Notes being written, and what several of them say. */
#ifndef MAXQ_GAMES_MLEM_NOTES_H
#define MAXQ_GAMES_MLEM_NOTES_H

#include "games/mlem/rules.h"

#include <stdio.h>

struct mlem_notes {
    const struct mlem_tables *t;
    struct mq_note *out;
    int n;
};

/* The next note to be set; past the last one that one again. */
static inline struct mq_note *mlem_note(struct mlem_notes *notes)
{
    return &notes->out[notes->n < MQ_MAX_NOTES ? notes->n++ : MQ_MAX_NOTES - 1];
}

#define MLEM_PLANET_WORD 20

/* "planet-3": the vocabulary has its name. */
static inline const char *mlem_planet_word(int planet,
                                           char out[MLEM_PLANET_WORD])
{
    snprintf(out, MLEM_PLANET_WORD, "planet-%d", planet + 1);
    return out;
}

#endif
