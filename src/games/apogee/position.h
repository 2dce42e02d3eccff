/* Apogee: what the files that describe positions share. */
#ifndef MAXQ_GAMES_APOGEE_POSITION_H
#define MAXQ_GAMES_APOGEE_POSITION_H

#include "games/apogee/actions.h"

struct ap_walk {
    struct ap c;
    struct mq_form *f;
    struct mq_form_set kind, engineer, director, investor, event, solo_event;
    struct mq_form_set type, space, destination; /* words */
};

extern const char *const mq__ap_decks[];

/* What must hold: the field at fault, what is said of it (apogee.check.ID), the
 * condition. */
#define must(w, key, id, holds)                                                \
    mq_form_require((w)->f, holds, key, "apogee.check." id)

/* position_player.c */
void mq__ap_walk_player(struct ap_walk *w, int seat);

/* position_turn.c */
void mq__ap_walk_turn(struct ap_walk *w);

/* position_decks.c: the decks, and all that follows from the rest. */
void mq__ap_walk_decks(struct ap_walk *w);
void mq__ap_derive(struct mq_form *f, const struct mq_game *g, void *state);

#endif
