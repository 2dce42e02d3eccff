/* The state of a match of MLEM: a flat value of less than 256 bytes.
 *
 * One position has one byte form: what means nothing in the present step is 0.
 * Seats count from 0. Masks of seats have bit s for seat s. Rocket order is
 * the order of boarding: clockwise from the starter (ML-E1).
 */
#ifndef MAXQ_GAMES_MLEM_STATE_H
#define MAXQ_GAMES_MLEM_STATE_H

#include "games/mlem/tables.h"

#define ML_SEATS 5

/* ML-C1: name, word. A player has one of each. */
#define ML_ASTRONAUT_LIST(X)                                                   \
    X(SATELLITE, "satellite")                                                  \
    X(SCOUT, "scout")                                                          \
    X(PARACHUTE, "parachute")                                                  \
    X(MOONWALKER, "moonwalker")                                                \
    X(SETTLER, "settler")                                                      \
    X(VOYAGER, "voyager")                                                      \
    X(BALLAST, "ballast")                                                      \
    X(PIP, "pip")

enum ml_astronaut {
#define ML_X(name, word) ML_##name,
    ML_ASTRONAUT_LIST(ML_X)
#undef ML_X
        ML_ASTRONAUTS
};

#define ML_FULL_BOARD 0xFF /* all eight astronauts */

/* What is going on: name, word, who acts. */
#define ML_STEP_LIST(X)                                                        \
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

enum ml_step {
#define ML_X(name, word, turn) ML_STEP_##name,
    ML_STEP_LIST(ML_X)
#undef ML_X
        ML_STEPS
};

/* ML-G1 */
#define ML_GOAL_LIST(X)                                                        \
    X(FOUR_PLANETS, "four-planets")                                            \
    X(ONE_PLANET, "one-planet")                                                \
    X(FOUR_MOONS, "four-moons")                                                \
    X(DEEP_SPACE, "deep-space")

enum ml_goal {
#define ML_X(name, word) ML_GOAL_##name,
    ML_GOAL_LIST(ML_X)
#undef ML_X
        ML_GOALS
};

/* Options; the first three are also bits of ml_state.variants. */
enum {
    ML_OPTION_UFO,
    ML_OPTION_EXPLORATION,
    ML_OPTION_SECRET,
    ML_OPTION_START,
    ML_OPTIONS
};

#define ML_UFO (1 << ML_OPTION_UFO)
#define ML_EXPLORATION (1 << ML_OPTION_EXPLORATION)
#define ML_SECRET (1 << ML_OPTION_SECRET)

/* Actions and outcomes; the fields after the kind:
 *   START       a: seat
 *   EXPLORE     a: space of the token
 *   MISSIONS    bits 8–10 seat, then four times 5 bits: index of the mission
 *   EXPEDITION  a: index of the token
 *   ROLL        bits 8–22: the roll (tables.h)
 *   RETURN      a: index of the mission, or MQ_UNKNOWN
 *   BOARD       a: astronaut
 *   USE         a: mask of faces, b: mask of seats whose pip, c: ML_WITH_…
 *   LAND        a: 0 here, 1 one further, 2 one back
 *   REROLL, CRASH, STAY
 */
enum ml_kind {
    ML_DO_START,
    ML_DO_EXPLORE,
    ML_DO_MISSIONS,
    ML_DO_EXPEDITION,
    ML_DO_ROLL,
    ML_DO_RETURN,
    ML_DO_BOARD,
    ML_DO_USE,
    ML_DO_REROLL,
    ML_DO_CRASH,
    ML_DO_STAY,
    ML_DO_LAND,
    ML_KINDS
};

#define ML_WITH_EXTRA 1
#define ML_WITH_KEEP 2

enum { ML_HERE, ML_FURTHER, ML_BACK };

#define ML_ROLL_ACTION(roll) ((mq_action)ML_DO_ROLL | (mq_action)(roll) << 8)
#define ML_ACTION_ROLL(action) ((unsigned)(action) >> 8 & 0x7FFF)

#define ML_MISSION_UNKNOWN 31 /* five bits of MQ_UNKNOWN */
#define ML_MISSION_SEAT(action) ((int)((action) >> 8 & 7))
#define ML_MISSION_AT(action, i) ((int)((action) >> (11 + 5 * (i)) & 31))

struct ml_state {
    uint8_t players;
    uint8_t variants; /* ML_UFO | … */
    uint8_t step;     /* enum ml_step */
    uint8_t turn;     /* BOARD, USE, LAND, PARACHUTE: the seat that decides;
                         MISSIONS: the seat that is dealt to */
    uint8_t starter;
    uint8_t space; /* of the rocket marker */
    uint8_t dice;  /* available; 0 outside of an expedition */
    uint8_t failures;
    uint16_t roll; /* USE: what lies there */

    uint8_t aboard;         /* mask of seats */
    uint8_t pips;           /* seats with a fresh pip aboard */
    uint8_t crew[ML_SEATS]; /* the astronaut aboard, + 1 */
    uint8_t comet;          /* LAND in deep space: 1 if the one who decides
                               commanded on arrival (ML-L5) */

    uint16_t order[ML_MAX_PLANETS]; /* first arrivals: seat + 1 in 3 bits
                                         each, the earliest lowest */
    uint8_t board[ML_SEATS];        /* masks of astronauts */
    uint8_t place[ML_SEATS][ML_ASTRONAUTS]; /* ML_NOWHERE … */
    uint8_t returned; /* seats that have returned a mission, as a mask */
    uint32_t taken;   /* moons, as a mask */

    /* Exploration tokens, as masks of their spaces. */
    uint32_t find_pile, find_mat, find_used;
    uint32_t find_held[ML_SEATS];

    uint8_t goal[ML_GOALS]; /* who has it: seat + 1 */

    uint8_t token;              /* this expedition's, while unused: + 1 */
    uint8_t ufo;                /* space of the UFO marker */
    uint8_t ufo_held[ML_SEATS]; /* masks of UFO tokens */
    uint8_t token_pile[ML_MAX_TOKENS]; /* how many of each kind */

    /* Missions: index + 1, 0 for none, MQ_UNKNOWN for a hidden one. The four
     * dealt in table order; once returned the three kept, then the returned.
     * The box: those dealt to nobody; in a redacted state all that the seat
     * can't place. */
    uint8_t mission[ML_SEATS][ML_DEALT];
    uint8_t mission_box[ML_MAX_MISSIONS];
};

_Static_assert(sizeof(struct ml_state) ==
                   offsetof(struct ml_state, mission_box) + ML_MAX_MISSIONS,
               "the order of the fields leaves no padding");

/* What the rules work on, passed by value: two registers, as two parameters
 * would be. */
struct ml {
    const struct ml_tables *t;
    struct ml_state *st;
};

/* The context of a position. Functions that only ask take const states and
 * never write to them; const is cast away here alone. */
static inline struct ml ml_with(const struct ml_tables *t,
                                const struct ml_state *st)
{
    return (struct ml){t, (struct ml_state *)st};
}

static inline struct ml ml_of(const struct mq_game *g, const void *state)
{
    return ml_with(g->tables, state);
}

#endif
