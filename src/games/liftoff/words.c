/* The vocabulary as lists of words; each ends with NULL. */
#include "games/liftoff/rules.h"

#define LO_WORD(name, word) word,

const char *const mq__lo_step_words[] = {LO_STEP_LIST(LO_WORD) NULL};
const char *const mq__lo_colour_words[] = {LO_COLOUR_LIST(LO_WORD) NULL};
const char *const mq__lo_short_words[] = {
#define LO_SHORT(name, word) word "-short",
    LO_COLOUR_LIST(LO_SHORT) NULL};
const char *const mq__lo_banner_words[] = {LO_BANNER_LIST(LO_WORD) NULL};
const char *const mq__lo_verb_words[] = {LO_VERB_LIST(LO_WORD) NULL};
const char *const mq__lo_bonus_words[] = {LO_BONUS_LIST(LO_WORD) NULL};
const char *const mq__lo_effect_words[] = {LO_EFFECT_LIST(LO_WORD) NULL};
const char *const mq__lo_aim_words[] = {LO_AIM_LIST(LO_WORD) NULL};
const char *const mq__lo_source_words[] = {LO_SOURCE_LIST(LO_WORD) NULL};

#define LO_BOX_WORD(name, word, verb) word,
const char *const mq__lo_box_words[] = {LO_BOX_LIST(LO_BOX_WORD) NULL};

#define LO_BOX_VERB(name, word, verb) LO_VERB_##verb,
const uint8_t mq__lo_box_verbs[] = {LO_BOX_LIST(LO_BOX_VERB)};

const char *const mq__lo_seat_words[] = {"P1", "P2", "P3", "P4", NULL};
const char *const mq__lo_edition_words[] = {"en", "de", NULL};
const char *const mq__lo_drawn_words[] = {"all", "keepable", NULL};
const char *const mq__lo_direction_words[] = {"left", "right", NULL};
