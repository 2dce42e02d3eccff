/* Apogee: the tables as the rules read them.
 *
 * Everything is precomputed when the tables are bound: tags as masks, kinds
 * that can't stand together, what an event changes. Kinds of technology are
 * numbered by type and then by row; engineers by authority, so that the
 * highest bit of a mask of engineers is the one with the most authority.
 */
#ifndef MAXQ_GAMES_APOGEE_TABLES_H
#define MAXQ_GAMES_APOGEE_TABLES_H

#include "core/tables.h"

#define AP_KINDS 64       /* kinds of technology: bits of a mask */
#define AP_DECK 32        /* cards of a type at most */
#define AP_ENGINEERS 32   /* bits of a mask */
#define AP_BENCH 20       /* engineers of a level at most */
#define AP_DIRECTORS 16   /* bits of a mask */
#define AP_INVESTORS 32   /* bits of a mask */
#define AP_EVENTS 32      /* bits of a mask */
#define AP_SOLO_EVENTS 16 /* bits of a mask */
#define AP_MISSIONS 12
#define AP_SOLO_MISSIONS 6
#define AP_SOLO_ROUNDS 8 /* solo events of a mission at most */
#define AP_NEEDS 4       /* conditions of a mission or an investor at most */
#define AP_NAME 40
#define AP_VALUES 48

enum ap_type { AP_FIRST, AP_UPPER, AP_PAYLOAD, AP_RND, AP_TYPES };
#define AP_ROWS 3 /* the types that have one */

/* Tags of cards; the four types are tags too. The types that may have a tag
 * are given by letters. */
#define AP_TAG_LIST(X)                                                         \
    X(FIRST, "first-stage", "f")                                               \
    X(UPPER, "upper-stage", "u")                                               \
    X(PAYLOAD, "payload", "p")                                                 \
    X(RND, "rnd", "r")                                                         \
    X(SOLID, "solid", "f")                                                     \
    X(LIQUID, "liquid", "f")                                                   \
    X(PULSE, "pulse", "f")                                                     \
    X(NUCLEAR, "nuclear", "fu")                                                \
    X(LASER, "laser", "f")                                                     \
    X(SSTO, "ssto", "f")                                                       \
    X(ION, "ion", "u")                                                         \
    X(NUCLEAR_ROCKET, "nuclear-rocket", "u")                                   \
    X(SATELLITE, "satellite", "p")                                             \
    X(CARGO, "cargo", "p")                                                     \
    X(ROVER, "rover", "p")                                                     \
    X(CAPSULE, "capsule", "p")                                                 \
    X(MANNED, "manned", "p")                                                   \
    X(CUBESAT, "cubesat", "r")                                                 \
    X(SAIL, "sail", "r")                                                       \
    X(SEAT, "seat", "r")                                                       \
    X(AEROSPIKE, "aerospike", "r")                                             \
    X(HEAVY, "heavy", "r")                                                     \
    X(REUSABLE, "reusable", "r")                                               \
    X(PRESSURIZATION, "pressurization", "r")

enum ap_tag {
#define AP_X(name, word, types) AP_TAG_##name,
    AP_TAG_LIST(AP_X)
#undef AP_X
        AP_TAGS
};

#define AP_BIT(i) (UINT32_C(1) << (i))
#define AP_KIND_BIT(i) (UINT64_C(1) << (i))

struct ap_technology {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    uint64_t clashes; /* kinds that can't be on the same rocket */
    uint32_t tags;
    int16_t cost, pays;
    uint8_t type, count, thrust, mass, seats, lighter;
};

enum ap_level { AP_JUNIOR, AP_SENIOR, AP_LEVELS };

struct ap_engineer {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    uint32_t what;     /* the tags a card must have */
    int16_t authority; /* in tenths */
    int16_t amount;    /* tenths for an authority */
    uint8_t level, specialty, roll;
    const char *rule; /* static, here and below */
};

/* The spaces that an engineer can be assigned to (AP-P6, AP-Y2), as actions. */
#define AP_SPACES 5
#define AP_ALL_SPACES ((1U << AP_SPACES) - 1)
struct ap_assigns {
    int32_t count;
    mq_action action[AP_SPACES];
};

enum ap_nation { AP_USA, AP_RUSSIA, AP_CHINA, AP_NATIONS };

struct ap_director {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    char company[AP_NAME];
    int16_t authority; /* in tenths, as those of engineers */
    int16_t amount;
    uint8_t nation, specialty;
    const char *rule;
};

#define AP_DESTINATIONS 6
#define AP_THRUST_ROWS 8
#define AP_MASS_COLUMNS 6
#define AP_PERFORMANCE_ROWS 7

struct ap_destination {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    int16_t authority;
};

struct ap_performance_row {
    int16_t thrust; /* the least */
    int16_t performance[AP_MASS_COLUMNS];
};

struct ap_number_row {
    int16_t performance; /* the least, in tenths */
    uint8_t number[AP_DESTINATIONS];
};

/* One condition: what is measured (missions.c), where, how much. */
struct ap_need {
    uint32_t tags; /* measure "cards": one of these */
    int16_t amount;
    uint8_t measure, destination; /* AP_NONE: anywhere */
};

struct ap_needs {
    uint8_t count;
    struct ap_need need[AP_NEEDS];
};

enum ap_objective { AP_ACQUIRE, AP_BUILD, AP_FIRE, AP_LAUNCH, AP_OBJECTIVES };

struct ap_investor {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    char values[AP_VALUES];
    struct ap_needs needs;
    int16_t credits;
    uint8_t objective, destination; /* AP_NONE but for launches */
};

enum ap_duration { AP_IMMEDIATE, AP_ROUND, AP_GAME };

#define AP_WAGES INT16_MIN

/* What events change while they hold. */
struct ap_changes {
    uint64_t no_launch, no_build; /* kinds */
    int16_t launch_fee, sale_price;
    int16_t wage; /* AP_WAGES: by the number of engineers */
    int16_t launch_roll, launch_authority, static_fire_roll, director_actions;
    uint8_t space_limit[AP_SPACES];
    bool limits_spaces; /* a space takes fewer than a whole crew */
    bool no_static_fire, no_investor_credits, no_cubesat_credits;
    bool no_seniors, no_director_specialty;
};

struct ap_event {
    char id[MQ_ID_SIZE];
    char name[AP_NAME];
    struct ap_changes changes;
    struct ap_need need; /* effect new-objective */
    uint32_t tags;
    int16_t amount, limit;
    uint8_t effect, duration, number;
    const char *rule;
};

enum ap_end { AP_WHEN_MET, AP_AT_ONCE, AP_FARTHEST };

struct ap_mission {
    struct ap_needs needs;
    uint64_t no_build; /* kinds */
    uint32_t no_build_tags;
    int16_t performance, cost_below, minutes;
    uint8_t level, rounds, end, number;
    bool one_launch, no_intervention;
    uint8_t event_count, event[AP_SOLO_ROUNDS]; /* solo */
    const char *rule;
};

struct ap_tables {
    struct ap_technology kind[AP_KINDS];
    struct ap_engineer engineer[AP_ENGINEERS];
    struct ap_assigns assigns[AP_ENGINEERS];
    struct ap_director director[AP_DIRECTORS];
    struct ap_destination destination[AP_DESTINATIONS];
    struct ap_performance_row performance[AP_THRUST_ROWS];
    struct ap_number_row number[AP_PERFORMANCE_ROWS];
    struct ap_investor investor[AP_INVESTORS];
    struct ap_event event[AP_EVENTS];
    struct ap_event solo_event[AP_SOLO_EVENTS];
    struct ap_mission mission[AP_MISSIONS];
    struct ap_mission solo_mission[AP_SOLO_MISSIONS];
    struct ap_changes no_changes; /* a round without event */
    uint64_t tagged[AP_TAGS];     /* kinds with the tag */
    uint32_t level[AP_LEVELS];    /* engineers of the level */
    uint8_t first[AP_TYPES + 1];  /* the first kind of each type */
    uint8_t kinds, engineers, directors, investors, events, solo_events;
};

/* Characteristics that forbid other cards on the same rocket: those with one of
 * the tags `against`, but not those with `but`, or of the very kind. */
#define AP_OWN_KIND UINT32_MAX
struct ap_clash {
    int tag;
    const char *rule; /* NULL after the last one */
    uint32_t against, but;
};
extern const struct ap_clash mq__ap_clashes[];

/* Words, each list ending with NULL. */
extern const char *const mq__ap_tags[];
extern const char *const mq__ap_levels[];
extern const char *const mq__ap_nations[];
extern const char *const mq__ap_spaces[];
extern const char *const mq__ap_objectives[];
extern const char *const mq__ap_durations[];
extern const char *const mq__ap_places[];
extern const char *const mq__ap_mission_levels[];

/* The masses at which the columns of the performance table begin. */
extern const int16_t mq__ap_mass_from[AP_MASS_COLUMNS];

#define AP_FILES 11
extern const struct mq_table_kind mq__ap_files[AP_FILES];

void mq__ap_bind(void *tables, struct mq_table *table);

#endif
