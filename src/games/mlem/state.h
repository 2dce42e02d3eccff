/* The state of a match of MLEM: a flat value of less than 256 bytes.
 *
 * One position has one byte form: what means nothing in the present step is 0.
 * Seats count from 0. Masks of seats have bit s for seat s. Rocket order is
 * the order of boarding: clockwise from the starter (ML-E1).
 */
#ifndef MAXQ_GAMES_MLEM_STATE_H
#define MAXQ_GAMES_MLEM_STATE_H

#include "games/mlem/tables.h"

#define MLEM_SEATS 5

/* ML-C1: name, word. A player has one of each. */
#define MLEM_ASTRONAUT_LIST(X)                                                 \
    X(SATELLITE, "satellite")                                                  \
    X(SCOUT, "scout")                                                          \
    X(PARACHUTE, "parachute")                                                  \
    X(MOONWALKER, "moonwalker")                                                \
    X(SETTLER, "settler")                                                      \
    X(VOYAGER, "voyager")                                                      \
    X(BALLAST, "ballast")                                                      \
    X(PIP, "pip")

enum mlem_astronaut {
#define MLEM_X(name, word) MLEM_##name,
    MLEM_ASTRONAUT_LIST(MLEM_X)
#undef MLEM_X
        MLEM_ASTRONAUTS
};

#define MLEM_FULL_BOARD 0xFF /* all eight astronauts */

/* What is going on: name, word, who acts. */
#define MLEM_STEP_LIST(X)                                                      \
    X(START, "start", CHANCE)                                                  \
    X(EXPLORE, "explore", CHANCE)                                              \
    X(MISSIONS, "missions", CHANCE)                                            \
    X(RETURN, "return", SEATS)                                                 \
    X(EXPEDITION, "expedition", CHANCE)                                        \
    X(BOARD, "board", SEATS)                                                   \
    X(ROLL, "roll", CHANCE)                                                    \
    X(USE, "use", SEATS)                                                       \
    X(LAND, "land", SEATS)                                                     \
    X(PARACHUTE, "parachute", SEATS)                                           \
    X(OVER, "over", OVER)

enum mlem_step {
#define MLEM_X(name, word, turn) MLEM_STEP_##name,
    MLEM_STEP_LIST(MLEM_X)
#undef MLEM_X
        MLEM_STEPS
};

/* ML-G1 */
#define MLEM_GOAL_LIST(X)                                                      \
    X(FOUR_PLANETS, "four-planets")                                            \
    X(ONE_PLANET, "one-planet")                                                \
    X(FOUR_MOONS, "four-moons")                                                \
    X(DEEP_SPACE, "deep-space")

enum mlem_goal {
#define MLEM_X(name, word) MLEM_GOAL_##name,
    MLEM_GOAL_LIST(MLEM_X)
#undef MLEM_X
        MLEM_GOALS
};

/* Options; the first three are also bits of mlem_state.variants. */
enum {
    MLEM_OPTION_UFO,
    MLEM_OPTION_EXPLORATION,
    MLEM_OPTION_SECRET,
    MLEM_OPTION_START,
    MLEM_OPTIONS
};

#define MLEM_UFO (1 << MLEM_OPTION_UFO)
#define MLEM_EXPLORATION (1 << MLEM_OPTION_EXPLORATION)
#define MLEM_SECRET (1 << MLEM_OPTION_SECRET)

/* Actions and outcomes; the fields after the kind:
 *   START       a: seat
 *   EXPLORE     a: space of the token
 *   MISSIONS    bits 8–10 seat, then four times 5 bits: index of the mission
 *   EXPEDITION  a: index of the token
 *   ROLL        bits 8–22: the roll (tables.h)
 *   RETURN      a: index of the mission, or MQ_UNKNOWN
 *   BOARD       a: astronaut
 *   USE         a: mask of faces, b: mask of seats whose pip, c: MLEM_WITH_…
 *   LAND        a: 0 here, 1 one further, 2 one back
 *   REROLL, CRASH, STAY
 */
enum mlem_kind {
    MLEM_DO_START,
    MLEM_DO_EXPLORE,
    MLEM_DO_MISSIONS,
    MLEM_DO_EXPEDITION,
    MLEM_DO_ROLL,
    MLEM_DO_RETURN,
    MLEM_DO_BOARD,
    MLEM_DO_USE,
    MLEM_DO_REROLL,
    MLEM_DO_CRASH,
    MLEM_DO_STAY,
    MLEM_DO_LAND,
    MLEM_KINDS
};

#define MLEM_WITH_EXTRA 1
#define MLEM_WITH_KEEP 2

enum { MLEM_HERE, MLEM_FURTHER, MLEM_BACK };

#define MLEM_ROLL_ACTION(roll)                                                 \
    ((mq_action)MLEM_DO_ROLL | (mq_action)(roll) << 8)
#define MLEM_ACTION_ROLL(action) ((unsigned)(action) >> 8 & 0x7FFF)

#define MLEM_MISSION_UNKNOWN 31 /* five bits of MQ_UNKNOWN */
#define MLEM_MISSION_SEAT(action) ((int)((action) >> 8 & 7))
#define MLEM_MISSION_AT(action, i) ((int)((action) >> (11 + 5 * (i)) & 31))

struct mlem_state {
    uint8_t players;
    uint8_t variants; /* MLEM_UFO | … */
    uint8_t step;     /* enum mlem_step */
    uint8_t turn;     /* BOARD, USE, LAND, PARACHUTE: the seat that decides;
                         MISSIONS: the seat that is dealt to */
    uint8_t starter;
    uint8_t space; /* of the rocket marker */
    uint8_t dice;  /* available; 0 outside of an expedition */
    uint8_t failures;
    uint16_t roll; /* USE: what lies there */

    uint8_t aboard;           /* mask of seats */
    uint8_t pips;             /* seats with a fresh pip aboard */
    uint8_t crew[MLEM_SEATS]; /* the astronaut aboard, + 1 */
    uint8_t comet;            /* LAND in deep space: 1 if the one who decides
                                 commanded on arrival (ML-L5) */

    uint16_t order[MLEM_MAX_PLANETS]; /* first arrivals: seat + 1 in 3 bits
                                         each, the earliest lowest */
    uint8_t board[MLEM_SEATS];        /* masks of astronauts */
    uint8_t place[MLEM_SEATS][MLEM_ASTRONAUTS]; /* MLEM_NOWHERE … */
    uint8_t returned; /* seats that have returned a mission, as a mask */
    uint32_t taken;   /* moons, as a mask */

    /* Exploration tokens, as masks of their spaces. */
    uint32_t find_pile, find_mat, find_used;
    uint32_t find_held[MLEM_SEATS];

    uint8_t goal[MLEM_GOALS]; /* who has it: seat + 1 */

    uint8_t token;                /* this expedition's, while unused: + 1 */
    uint8_t ufo;                  /* space of the UFO marker */
    uint8_t ufo_held[MLEM_SEATS]; /* masks of UFO tokens */
    uint8_t token_pile[MLEM_MAX_TOKENS]; /* how many of each kind */

    /* Missions: index + 1, 0 for none, MQ_UNKNOWN for a hidden one. The four
     * dealt in table order; once returned the three kept, then the returned.
     * The box: those dealt to nobody; in a redacted state all that the seat
     * can't place. */
    uint8_t mission[MLEM_SEATS][MLEM_DEALT];
    uint8_t mission_box[MLEM_MAX_MISSIONS];
};

_Static_assert(sizeof(struct mlem_state) ==
                   offsetof(struct mlem_state, mission_box) + MLEM_MAX_MISSIONS,
               "the order of the fields leaves no padding");

#endif
