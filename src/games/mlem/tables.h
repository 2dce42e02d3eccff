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

#define MLEM_DEEP 26 /* deep space; before it the spaces 0 to 25 */
#define MLEM_SPACES 27
#define MLEM_FACES 5
#define MLEM_AFTERBURNER 4 /* the face's index */
#define MLEM_MAX_DICE 6
#define MLEM_MAX_PLANETS 6
#define MLEM_MAX_MOONS 31
#define MLEM_MAX_TOKENS 16   /* kinds of expedition tokens */
#define MLEM_MAX_MISSIONS 25 /* kinds of missions */
#define MLEM_MAX_UFO 8
#define MLEM_DEALT 4 /* missions dealt to a player */
#define MLEM_KEPT 3

#define MLEM_FACE_BIT(face) (1 << (face))
#define MLEM_COUNT(roll, face) ((int)((roll) >> (3 * (face)) & 7))

/* Where an astronaut was placed. Moons follow, by their number. */
enum {
    MLEM_NOWHERE,
    MLEM_COMET,
    MLEM_GALAXY,
    MLEM_PLANET, /* and up: by the planet's index */
    MLEM_MOON = MLEM_PLANET + MLEM_MAX_PLANETS,
};

enum mlem_beside {
    MLEM_BESIDE_NONE,
    MLEM_BESIDE_SATELLITE,
    MLEM_BESIDE_MOONS,
    MLEM_BESIDE_PLANET,
    MLEM_BESIDE_DEEP, /* space 26 */
};

enum mlem_ability { MLEM_EXTRA, MLEM_KEEP, MLEM_REROLL };

enum mlem_find { /* exploration tokens */
                 MLEM_NO_FIND,
                 MLEM_POINTS1,
                 MLEM_POINTS2,
                 MLEM_POINTS3,
                 MLEM_REGAIN,
                 MLEM_TUNNEL,
};

/* In a landing mask: there is always room (planets, deep space). */
#define MLEM_ROOM (UINT32_C(1) << 31)

struct mlem_token {                     /* an expedition token */
    uint8_t move, dice, ability, faces; /* faces: as a mask */
    uint16_t extra;                     /* its dice, like a roll */
    uint8_t count;
    char id[MQ_ID_SIZE];
};

struct mlem_mission {
    uint64_t places; /* bits of enum places: one of them will do */
    uint8_t target;  /* MLEM_BESIDE_MOONS or MLEM_BESIDE_PLANET */
    uint8_t planet;
    uint8_t count;
    char id[MQ_ID_SIZE];
};

/* The boarding actions of four astronauts, by which of them are there. */
struct mlem_boarding {
    mq_action action[4];
    int count;
};

struct mlem_figures {
    int dice, failures, landing, comet, galaxy, goal, explorations, tunnel;
    int missions[MLEM_KEPT + 1]; /* by how many are done */
};

struct mlem_tables {
    /* The mat, by space. */
    uint8_t faces[MLEM_SPACES];
    uint16_t dice[MLEM_SPACES]; /* those faces as all bits of their counts */
    uint8_t afterburner[MLEM_SPACES];
    uint8_t beside[MLEM_SPACES];
    uint8_t planet[MLEM_SPACES];   /* index, where a planet is beside */
    uint32_t landing[MLEM_SPACES]; /* moons there as a mask, or MLEM_ROOM */
    uint32_t landing_near[MLEM_SPACES]; /* those and one space off (ML-F1) */
    uint8_t find[MLEM_SPACES];          /* the exploration token for it */
    uint8_t satellite;                  /* its space */

    /* Counts that 0 to 3 dice thrown together show: entry (6^n - 1) / 5 + i
     * of throw i, which is below 6^n. A roll is one or two of these. */
    uint16_t thrown[1 + 6 + 36 + 216];

    /* Of the first and the second four astronauts. */
    struct mlem_boarding boarding[2][16];

    struct mlem_figures figure;
    uint8_t sides[MLEM_FACES];
    int moons;
    uint8_t moon_points[MLEM_MAX_MOONS];
    uint8_t moon_space[MLEM_MAX_MOONS];
    uint8_t place_points[MLEM_MOON + MLEM_MAX_MOONS]; /* scored at once */
    int planets;
    uint8_t planet_points[MLEM_MAX_PLANETS][3];
    uint32_t finds; /* spaces with an exploration token, as a mask */
    int tokens;
    struct mlem_token token[MLEM_MAX_TOKENS];
    int missions;
    struct mlem_mission mission[MLEM_MAX_MISSIONS];
    int ufos;
    uint8_t ufo_points[MLEM_MAX_UFO]; /* from the top */
    char find_id[MLEM_SPACES][MQ_ID_SIZE];

    struct mlem_odds odds;
};

#define MLEM_FILES 8

extern const struct mq_table_kind mq__mlem_files[MLEM_FILES];

/* mq_game_kind.bind */
void mq__mlem_bind(void *tables, struct mq_table *table);

#endif
