/* What tell.c and survey.c say alike. */
#ifndef MAXQ_GAMES_MLEM_TELLING_H
#define MAXQ_GAMES_MLEM_TELLING_H

#include "core/tell.h"
#include "games/mlem/notes.h"

/* The faces of a space in words: "Space 11 needs 1, 4 or A." */
void mq__ml_set_needs(struct ml c, struct mq_note *note);

/* The same as a fact. */
void mq__ml_tell_needs(struct ml c, const struct mq_facts *out);

/* Which roll a risk is about: the next one if nobody gets off before it, the
 * first one with the crew of now, or a second one instead of a first. */
enum ml_roll { ML_NEXT_ROLL, ML_FIRST_ROLL, ML_SECOND_ROLL };

/* The chance of its forced crash; `before` is the chance without the choice, or
 * MQ_CERTAIN. */
void mq__ml_tell_risk(struct ml c, enum ml_roll roll, double before,
                      const struct mq_facts *out);

/* What is beside a space: "planet-2", "moons", "deep-space", "none". */
const char *mq__ml_beside_word(struct ml c, int space,
                               char out[ML_PLANET_WORD]);

/* How far somebody is with the astronauts that end the match (ML-Z2). */
void mq__ml_tell_placed(struct ml c, int seat, const struct mq_facts *out);

/* A seat's place on a planet and what it brings at the end. */
void mq__ml_tell_holder(struct ml c, int planet, int seat,
                        const struct mq_facts *out);

#endif
