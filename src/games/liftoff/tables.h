/* Lift Off: the tables as the rules read them, and the words in them.
 *
 * Everything is flat; kinds of cards are numbered by their rows.
 */
#ifndef MAXQ_GAMES_LIFTOFF_TABLES_H
#define MAXQ_GAMES_LIFTOFF_TABLES_H

#include "core/tables.h"

#define LO_MAX_PLAYERS 4
#define LO_MAX_SPECIALISTS 16
#define LO_MAX_MISSIONS 32
#define LO_MAX_OBJECTIVES 18 /* sets of three: 816, below MQ_MAX_OUTCOMES */
#define LO_MAX_LOAD 10       /* weight 5, two boosts of 2, the lab's 1 */
#define LO_MAX_SPACES 8      /* ordinary spaces of the station */
#define LO_MAX_ALTERNATIVES 4
#define LO_MAX_TIERS 4
#define LO_MAX_TECH 99 /* of one colour */

#define LO_LEVELS 4

/* Each list: name in the code, word in the tables. */
#define LO_COLOUR_LIST(X)                                                      \
    X(RED, "red")                                                              \
    X(YELLOW, "yellow")                                                        \
    X(BLUE, "blue")                                                            \
    X(GREEN, "green")

#define LO_BANNER_LIST(X)                                                      \
    X(3_MONEY, "3-money")                                                      \
    X(5_POINTS, "5-points")                                                    \
    X(MISSION, "mission")                                                      \
    X(CAPACITY_1, "capacity-1")                                                \
    X(CAPACITY_2, "capacity-2")                                                \
    X(LAUNCH, "launch")

/* Boxes of the cards; the verb is the first word of the action's text. */
#define LO_BOX_LIST(X)                                                         \
    X(GRANT, "grant", GRANT)                                                   \
    X(SCORE_1, "score-1", SCORE)                                               \
    X(SCORE_2, "score-2", SCORE)                                               \
    X(SCORE_3, "score-3", SCORE)                                               \
    X(BUY_ONE, "buy-one", BUY)                                                 \
    X(BUY_THREE, "buy-three", BUY)                                             \
    X(BUY_PAIR, "buy-pair", PAIR)                                              \
    X(GREEN_ONE, "green-one", GREEN)                                           \
    X(GREEN_TWO, "green-two", GREEN)                                           \
    X(SELL, "sell", SELL)                                                      \
    X(EXCHANGE, "exchange", EXCHANGE)                                          \
    X(CAPACITY, "capacity", CAPACITY)                                          \
    X(PROPULSION, "propulsion", PROPULSION)                                    \
    X(LAB, "lab", LAB)                                                         \
    X(INVEST, "invest", INVEST)

#define LO_VERB_LIST(X)                                                        \
    X(GRANT, "grant")                                                          \
    X(SCORE, "score")                                                          \
    X(CAPACITY, "capacity")                                                    \
    X(PROPULSION, "propulsion")                                                \
    X(LAB, "lab")                                                              \
    X(GREEN, "green")                                                          \
    X(BUY, "buy")                                                              \
    X(SELL, "sell")                                                            \
    X(PAIR, "pair")                                                            \
    X(EXCHANGE, "exchange")                                                    \
    X(INVEST, "invest")

#define LO_BONUS_LIST(X)                                                       \
    X(GREEN, "green")                                                          \
    X(INCOME, "income")                                                        \
    X(NONE, "none")

/* Effects of missions; those from TRADING on have the hourglass. */
#define LO_EFFECT_LIST(X)                                                      \
    X(NONE, "none")                                                            \
    X(INCOME, "income")                                                        \
    X(TECH_ANY, "tech-any")                                                    \
    X(TECH_BLUE, "tech-blue")                                                  \
    X(TECH_GREEN, "tech-green")                                                \
    X(MONEY, "money")                                                          \
    X(PROPULSION, "propulsion")                                                \
    X(CAPACITY, "capacity")                                                    \
    X(LAB, "lab")                                                              \
    X(EXCHANGE, "exchange")                                                    \
    X(TRADING, "trading")                                                      \
    X(PER_RED, "per-red")                                                      \
    X(PER_YELLOW, "per-yellow")                                                \
    X(PER_BLUE, "per-blue")                                                    \
    X(PER_GREEN, "per-green")                                                  \
    X(PER_LAB, "per-lab")                                                      \
    X(PER_MISSION, "per-mission")                                              \
    X(PER_UPGRADE, "per-upgrade")

/* What an objective counts. */
#define LO_AIM_LIST(X)                                                         \
    X(MISSIONS, "missions")                                                    \
    X(TECH, "tech")                                                            \
    X(SETS, "sets")                                                            \
    X(STATION, "station")                                                      \
    X(UPGRADES, "upgrades")

enum lo_colour {
#define LO_X(name, word) LO_##name,
    LO_COLOUR_LIST(LO_X)
#undef LO_X
        LO_COLOURS
};

#define LO_ALL_COLOURS ((1u << LO_COLOURS) - 1)
#define LO_BASIC_COLOURS (LO_ALL_COLOURS & ~(1u << LO_GREEN))

enum lo_banner {
#define LO_X(name, word) LO_BANNER_##name,
    LO_BANNER_LIST(LO_X)
#undef LO_X
        LO_BANNERS
};

enum lo_box {
#define LO_X(name, word, verb) LO_BOX_##name,
    LO_BOX_LIST(LO_X)
#undef LO_X
        LO_BOXES
};

enum lo_verb {
#define LO_X(name, word) LO_VERB_##name,
    LO_VERB_LIST(LO_X)
#undef LO_X
        LO_VERBS
};

enum lo_bonus {
#define LO_X(name, word) LO_BONUS_##name,
    LO_BONUS_LIST(LO_X)
#undef LO_X
        LO_BONUSES
};

enum lo_effect {
#define LO_X(name, word) LO_EFFECT_##name,
    LO_EFFECT_LIST(LO_X)
#undef LO_X
        LO_EFFECTS
};

enum lo_aim {
#define LO_X(name, word) LO_AIM_##name,
    LO_AIM_LIST(LO_X)
#undef LO_X
        LO_AIMS
};

struct lo_specialist {
    char id[MQ_ID_SIZE];
    uint8_t banner;
    uint8_t boxes;
    uint8_t box[2];
    uint8_t verb[2];
    uint8_t copies[LO_MAX_PLAYERS + 1]; /* by number of players */
    uint8_t boost;                      /* of its banner: 0, 1 or 2 */
};

struct lo_mission {
    char id[MQ_ID_SIZE];
    uint8_t level; /* 0 to 3 */
    uint8_t weight;
    uint8_t points;
    uint8_t effect;
    uint8_t amount;
    uint8_t most; /* of one kind a player may own: 1 or 2 */
    uint8_t copies[LO_MAX_PLAYERS + 1];
};

struct lo_objective {
    char id[MQ_ID_SIZE];
    uint8_t aim;
    uint8_t levels; /* MISSIONS: mask of the levels that count */
    uint8_t top;    /* MISSIONS: the highest of them, 0 to 3 */
    uint8_t colour; /* TECH */
    uint8_t tiers;
    uint8_t count[LO_MAX_TIERS];
    uint8_t points[2][LO_MAX_TIERS]; /* by edition */
};

struct lo_box_row {
    uint8_t steps; /* how often at most */
    uint8_t price[3];
    uint8_t money, others_money;
    uint8_t points, others_points;
};

struct lo_level {
    uint32_t need[2][LO_MAX_ALTERNATIVES]; /* by phase; four counts packed */
    uint8_t alternatives[2];
    uint8_t price;
    uint8_t points[2];
};

struct lo_track {
    uint8_t start, low, high;
};

struct lo_tables {
    struct lo_specialist specialist[LO_MAX_SPECIALISTS];
    struct lo_mission mission[LO_MAX_MISSIONS];
    struct lo_objective objective[LO_MAX_OBJECTIVES];
    struct lo_box_row box[LO_BOXES];
    struct lo_level level[LO_LEVELS];
    struct lo_track cost, weight, income, capacity, propulsion;
    uint8_t specialists, missions, objectives;
    uint8_t space[LO_MAX_SPACES];        /* prices, rising */
    uint8_t covered[LO_MAX_PLAYERS + 1]; /* at the start, by players */
    uint8_t spaces;                      /* ordinary ones */
    uint8_t red_price;
    uint8_t cards[LO_COLOURS];     /* of technology */
    uint8_t held[LO_MAX_TECH + 1]; /* cards held for a number */
    uint32_t enough; /* by colour in bytes: 127 more than there are cards */
    uint8_t level_kinds[LO_LEVELS][LO_MAX_MISSIONS];
    uint8_t level_count[LO_LEVELS];
    uint32_t level_mask[LO_LEVELS];
    uint32_t weight_mask[LO_MAX_LOAD + 1]; /* kinds of at most that weight */
    uint32_t banner_mask[LO_BANNERS];      /* specialists that have it */
    uint32_t most_1, most_2; /* kinds of which one, two may be owned */
};

#define LO_FILES 8
extern const struct mq_table_kind mq__lo_files[LO_FILES];

/* mq_game_kind.bind */
void mq__lo_bind(void *tables, struct mq_table *table);

#endif
