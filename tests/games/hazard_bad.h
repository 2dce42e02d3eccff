/* Hazard as a bad game would be: each version differs from the honest one in
 * one respect and must fail the property suite at a certain check. */
#ifndef MAXQ_TESTS_GAMES_HAZARD_BAD_H
#define MAXQ_TESTS_GAMES_HAZARD_BAD_H

#include "hazard.h"

struct hz_bad {
    const char *name;
    const char *check; /* at which it must fail */
    /* Replaces functions of a copy of the honest game; `memory` is for
     * versions that remember what they mustn't. */
    void (*spoil)(struct mq_game *game, struct hz_state *memory);
};

extern const struct hz_bad hz_bad[];
extern const int hz_bad_count;

#endif
