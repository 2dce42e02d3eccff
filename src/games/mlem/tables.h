/* The tables of MLEM, checked and flat. data/mlem/ has the files, each with a
 * head that documents its fields.
 *
 * Masks of faces have bit 0 for 1, … bit 3 for 4, bit 4 for the afterburner.
 * A roll is five counts of 3 bits each, in the same order: rolls add, and
 * keeping some faces is one `&`.
 */
#ifndef MAXQ_GAMES_MLEM_TABLES_H
#define MAXQ_GAMES_MLEM_TABLES_H

#include "core/tables.h"
#include "games/mlem/odds.h"

#define ML_DEEP 26 /* deep space; before it the spaces 0 to 25 */
#define ML_SPACES 27
#define ML_FACES 5
#define ML_AFTERBURNER 4 /* the face's index */
#define ML_MAX_DICE 6
#define ML_MAX_PLANETS 6
#define ML_MAX_MOONS 31
#define ML_MAX_TOKENS 16   /* kinds of expedition tokens */
#define ML_MAX_MISSIONS 25 /* kinds of missions */
#define ML_MAX_UFO 8
#define ML_DEALT 4 /* missions dealt to a player */
#define ML_KEPT 3

#define ML_FACE_BIT(face) (1 << (face))
#define ML_COUNT(roll, face) ((int)((roll) >> (3 * (face)) & 7))

/* Where an astronaut was placed. Moons follow, by their number. */
enum {
    ML_NOWHERE,
    ML_COMET,
    ML_GALAXY,
    ML_PLANET, /* and up: by the planet's index */
    ML_MOON = ML_PLANET + ML_MAX_PLANETS,
};

enum ml_beside {
    ML_BESIDE_NONE,
    ML_BESIDE_SATELLITE,
    ML_BESIDE_MOONS,
    ML_BESIDE_PLANET,
    ML_BESIDE_DEEP, /* space 26 */
};

enum ml_ability { ML_EXTRA, ML_KEEP, ML_REROLL };

enum ml_find { /* exploration tokens */
               ML_NO_FIND,
               ML_POINTS1,
               ML_POINTS2,
               ML_POINTS3,
               ML_REGAIN,
               ML_TUNNEL,
};

/* In a landing mask: there is always room (planets, deep space). */
#define ML_ROOM (UINT32_C(1) << 31)

struct ml_token {                       /* an expedition token */
    uint8_t move, dice, ability, faces; /* faces: as a mask */
    uint16_t extra;                     /* its dice, like a roll */
    uint8_t count;
    char id[MQ_ID_SIZE];
};

struct ml_mission {
    uint64_t places; /* bits of enum places: one of them will do */
    uint8_t target;  /* ML_BESIDE_MOONS or ML_BESIDE_PLANET */
    uint8_t planet;
    uint8_t count;
    char id[MQ_ID_SIZE];
};

/* The boarding actions of four astronauts, by which of them are there. */
struct ml_boarding {
    mq_action action[4];
    int count;
};

/* All sets of up to four rolled groups (ML-T3), in the order of their masks. */
struct ml_uses {
    mq_action action[15];
    int count;
};

/* Counts of some faces: how far they lead, without the afterburner (ML-T5),
 * and which faces are there. */
struct ml_counts {
    uint8_t sum, shown;
};

struct ml_figures {
    int dice, failures, landing, comet, galaxy, goal, explorations, tunnel;
    int missions[ML_KEPT + 1]; /* by how many are done */
};

struct ml_tables {
    /* The mat, by space. */
    uint8_t faces[ML_SPACES];
    uint16_t dice[ML_SPACES]; /* those faces as all bits of their counts */
    uint8_t afterburner[ML_SPACES];
    uint8_t beside[ML_SPACES];
    uint8_t planet[ML_SPACES];        /* index, where a planet is beside */
    uint32_t landing[ML_SPACES];      /* moons there as a mask, or ML_ROOM */
    uint32_t landing_near[ML_SPACES]; /* those and one space off (ML-F1) */
    uint8_t find[ML_SPACES];          /* the exploration token for it */
    uint8_t satellite;                /* its space */

    /* Counts that 0 to 3 dice thrown together show: entry (6^n - 1) / 5 + i
     * of throw i, which is below 6^n. A roll is one or two of these. */
    uint16_t thrown[1 + 6 + 36 + 216];

    /* What counts of faces show: those of 1 to 3, then those of 4 and of the
     * afterburner. */
    struct ml_counts low[01000], high[0100];

    /* Of the first and the second four astronauts. */
    struct ml_boarding boarding[2][16];

    /* The uses of rolled groups, by the mask of their faces. */
    struct ml_uses uses[1 << ML_FACES];

    struct ml_figures figure;
    uint8_t sides[ML_FACES];
    int moons;
    uint8_t moon_points[ML_MAX_MOONS];
    uint8_t moon_space[ML_MAX_MOONS];
    uint8_t place_points[ML_MOON + ML_MAX_MOONS]; /* scored at once */
    int planets;
    uint8_t planet_points[ML_MAX_PLANETS][3];
    uint32_t finds;      /* spaces with an exploration token, as a mask */
    uint32_t kept_finds; /* those with points: players keep them (ML-N3) */
    int tokens;
    struct ml_token token[ML_MAX_TOKENS];
    int missions;
    struct ml_mission mission[ML_MAX_MISSIONS];
    int ufos;
    uint8_t ufo_points[ML_MAX_UFO]; /* from the top */
    char find_id[ML_SPACES][MQ_ID_SIZE];

    struct ml_odds odds;
};

#define ML_FILES 8

extern const struct mq_table_kind mq__ml_files[ML_FILES];

/* mq_game_kind.bind */
void mq__ml_bind(void *tables, struct mq_table *table);

#endif
