/* Lift Off: the state, actions and outcomes.
 *
 * A state is one flat struct without padding. One position has one byte form:
 * hands, objectives and sold cards are sorted, fields without a meaning in the
 * present step are 0, unused slots are 0. What follows from other fields but
 * is kept for speed (deck sizes, counts by level) is verified by `check`.
 *
 * Knowledge (LO-H4, LO-H5). A card in a hand is known to its owner and to at
 * most one other seat: whoever passed it there. `known` holds that seat + 1.
 * So redact is a function of the state alone.
 *
 * A redacted state has MQ_UNKNOWN in slots its seat can't know (sorted last,
 * with `known` 0), and the deck counts are the pool of all cards it can't
 * place: those of the deck and those in unknown slots.
 */
#ifndef MAXQ_GAMES_LIFTOFF_STATE_H
#define MAXQ_GAMES_LIFTOFF_STATE_H

#include "core/game.h"

#include "games/liftoff/tables.h"

#define LO_MAX_MONEY 30000
#define LO_MAX_POINTS 30000 /* from one source */
#define LO_MAX_SCORE 999999
#define LO_MAX_INVESTED 99
#define LO_MAX_SENT 99

#define LO_HAND 3     /* specialists, and objectives, of a player */
#define LO_PLAYS 2    /* specialists played a round */
#define LO_ROUNDS 8   /* LO-R1 */
#define LO_HALF 4     /* rounds of phase 1 */
#define LO_DRAWS 3    /* LO-M3 */
#define LO_OF_LEVEL 7 /* LO-M9 */
#define LO_LAUNCHES 3 /* LO-V4: launches, or missions sent, a round */
#define LO_LAB 0xFE   /* the lab where a specialist may stand */
#define LO_NOTHING 0xFD

/* Each list: name in the code, word in texts and positions. */
#define LO_STEP_LIST(X)                                                        \
    X(START, "start")                                                          \
    X(OBJECTIVES, "objectives")                                                \
    X(OBJECTIVE_KEEP, "objective-keep")                                        \
    X(OBJECTIVE_PASS, "objective-pass")                                        \
    X(DEAL, "deal")                                                            \
    X(DIRECTION, "direction")                                                  \
    X(KEEP, "keep")                                                            \
    X(PASS, "pass")                                                            \
    X(PLAY, "play")                                                            \
    X(ACT, "act")                                                              \
    X(DECK, "deck")                                                            \
    X(DRAW, "draw")                                                            \
    X(TAKE, "take")                                                            \
    X(LAUNCH, "launch")                                                        \
    X(PREPARE, "prepare")                                                      \
    X(EFFECT, "effect")                                                        \
    X(SELL, "sell-objectives")                                                 \
    X(OVER, "over")

/* Where points scored before the end come from; the start's are the rest. */
#define LO_SOURCE_LIST(X)                                                      \
    X(BANNERS, "banners")                                                      \
    X(SPECIALISTS, "specialists")                                              \
    X(STATION, "station")                                                      \
    X(LAUNCHES, "launches")                                                    \
    X(MISSIONS, "missions")

enum lo_step {
#define LO_X(name, word) LO_STEP_##name,
    LO_STEP_LIST(LO_X)
#undef LO_X
        LO_STEPS
};

enum lo_source {
#define LO_X(name, word) LO_FROM_##name,
    LO_SOURCE_LIST(LO_X)
#undef LO_X
        LO_SOURCES
};

/* Kinds of actions and outcomes, with what a, b and c hold. The objectives
 * dealt to a seat need all three, so each seat has a kind of its own. */
enum lo_kind {
    LO_START = 1,      /* seat */
    LO_DEAL,           /* seat, specialist */
    LO_DRAW,           /* level, mission */
    LO_KEEP_OBJECTIVE, /* objective */
    LO_PASS_OBJECTIVE, /* objective */
    LO_DIRECTION,      /* 0 left, 1 right */
    LO_KEEP,           /* specialist */
    LO_PASS,           /* specialist */
    LO_PLAY,           /* specialist */
    LO_ACT,            /* verb; colours or bonus */
    LO_MONEY,
    LO_DONE,
    LO_DECK,   /* level */
    LO_TAKE,   /* mission */
    LO_LAUNCH, /* specialist or LO_LAB */
    LO_BOOST,  /* specialist or LO_LAB */
    LO_LOAD,   /* mission */
    LO_GO,
    LO_CHOOSE_TECH,     /* mission, colour */
    LO_CHOOSE_EXCHANGE, /* mission, given, taken */
    LO_SELL_OBJECTIVE,  /* objective */
    LO_OBJECTIVES,      /* + seat: three objectives in table order */
    LO_KINDS = LO_OBJECTIVES + LO_MAX_PLAYERS
};

enum lo_edition { LO_EN, LO_DE };
enum lo_drawn { LO_ALL, LO_KEEPABLE };
enum lo_direction { LO_LEFT, LO_RIGHT };
enum lo_option { LO_OPTION_EDITION, LO_OPTION_DRAWN, LO_OPTION_START };

/* Cards of one player, sorted by kind, then by who knows them. */
struct lo_cards {
    uint8_t card[LO_HAND];
    uint8_t known[LO_HAND]; /* seat + 1 of the passer who knows it; 0: none */
    uint8_t size;
};

struct lo_player {
    int32_t score;
    uint32_t earth[2]; /* by mission kind: at least one, two of them */
    uint32_t space[2];
    int16_t money;
    int16_t points[LO_SOURCES]; /* of score: by source, but for the start's */
    uint8_t tech[LO_COLOURS];
    uint8_t lab;        /* 1 to 4 */
    uint8_t capacity;   /* upgrades */
    uint8_t propulsion; /* upgrades */
    uint8_t income;
    uint8_t invested;
    uint8_t sent;       /* missions this round */
    uint8_t launches;   /* this round */
    uint8_t lab_symbol; /* used this round */
    uint8_t lab_boost;  /* used this round (LO-V7, edition de) */
    uint8_t commit;     /* card + 1; MQ_UNKNOWN: hidden; 0: none */
    struct lo_cards hand;
    struct lo_cards objective;
    uint8_t sold[LO_HAND];
    uint8_t sold_size;
    uint8_t played[LO_PLAYS]; /* in the order played */
    uint8_t used[LO_PLAYS];   /* its launch symbol or boost */
    uint8_t plays;
    uint8_t in_space[LO_LEVELS]; /* counts; follow from the masks */
    uint8_t own[LO_LEVELS];      /* Earth and space */
    uint8_t zero[3];
};

struct lo_state {
    struct lo_player player[LO_MAX_PLAYERS];
    uint8_t step;
    uint8_t round;
    uint8_t phase; /* 1 or 2 */
    uint8_t players;
    uint8_t edition;
    uint8_t drawn_option;
    uint8_t start;
    uint8_t direction;
    uint8_t turn;    /* also the seat being dealt to; 0 while all commit */
    uint8_t station; /* mask of covered spaces */
    /* The card in play: steps done in each box, the box begun last + 1. */
    uint8_t act_steps[2];
    uint8_t act_box;
    /* The mission step: level of the chosen deck, cards drawn and not kept
     * (all, and those unknown to the seat of a redacted state), kept ones. */
    uint8_t deck;
    uint8_t drawn_size;
    uint8_t drawn_hidden;
    uint8_t kept_size;
    uint8_t kept[LO_HAND];
    /* The launch: symbol (1 lab, 2 + specialist), boosts given (bits 0 and 1:
     * played cards, bit 2: the lab), missions loaded in order. While effects
     * are pending `loaded` holds them, the one asked about first. */
    uint8_t symbol;
    uint8_t boosts;
    uint8_t exchanges; /* made for the effect asked about */
    uint8_t loaded_size;
    uint8_t loaded[LO_MAX_LOAD];
    uint8_t drawn[LO_MAX_MISSIONS];
    uint8_t mission_deck[LO_MAX_MISSIONS];
    uint8_t mission_discard[LO_MAX_MISSIONS];
    uint8_t deck_size[LO_LEVELS];
    uint8_t discard_size[LO_LEVELS];
    uint8_t specialist_deck[LO_MAX_SPECIALISTS];
    uint8_t specialist_discard[LO_MAX_SPECIALISTS];
    uint8_t specialist_size; /* cards in the deck */
    uint8_t pad;             /* 0: the size is a multiple of 4 */
};

/* A state with its tables: what nearly every rule needs. Two pointers, passed
 * by value. */
struct lo {
    const struct lo_tables *t;
    struct lo_state *st;
};

_Static_assert(sizeof(struct lo_player) == 80, "no padding");
_Static_assert(sizeof(struct lo_state) == 492, "no padding");

#endif
