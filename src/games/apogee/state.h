/* Apogee: the state, and what the files of this folder share.
 *
 * The state is one flat value without pointers or unset padding. What has no
 * order (reserves, places of a pad, crews, dropped cards) is sorted; unused
 * slots are 0. So one position has one byte form.
 *
 * Decks. The unseen part is a multiset: `unseen` counts kinds of technology,
 * `engineers_left`, `investors_left`, `events_left` and `directors_left` are
 * masks. The cards put under a deck lie in order, the next to be drawn first,
 * each with the seats that know it (AP-H7). In a redacted state the unseen
 * part is the pool of all cards that the seat can't place, `size` says how
 * many of them are in the unseen part of the deck.
 *
 * Flow. `step` is where the round stands, the fields below it what is under
 * way. After each event mq__ap_advance runs everything that needs neither
 * choice nor chance and leaves in `ask` what is wanted next, and of whom in
 * `actors`. `ask`, `actors`, `gaps`, `vacant`, `overfull`, `pad_kinds` and `on`
 * follow from the rest: they save looking for it.
 */
#ifndef MAXQ_GAMES_APOGEE_STATE_H
#define MAXQ_GAMES_APOGEE_STATE_H

#include "core/game.h"

#include "games/apogee/tables.h"

#include <assert.h>
#include <string.h>

#define AP_PLAYERS MQ_MAX_PLAYERS
#define AP_RESERVE 9
#define AP_RESERVE_ROOM 18 /* a launch brings back 9 cards at most (AP-L13) */
#define AP_CREW 5
#define AP_PLACES 3
#define AP_OPEN_INVESTORS 2
#define AP_ALL_GAPS ((1U << AP_ROWS * AP_PLACES) - 1)
#define AP_ALL_VACANT ((1U << AP_OPEN_INVESTORS) - 1)
#define AP_DROPPED 64 /* all Payload and R&D cards there can be */
#define AP_DICE 10
#define AP_PLAYER_DICE 3

#define AP_NONE 0xFE /* no card, no seat, no choice */
/* Nothing of what a step waits for: AP_NONE in the first and the last byte. */
#define AP_IDLE UINT64_C(0xFE000000000000FE)

/* Credits, in thousands. */
#define AP_START_CREDITS 80
#define AP_SALE 40
#define AP_LAUNCH_CREDITS 80
#define AP_COIN 20

#define AP_INTERVENTION_ROLL 6
#define AP_FIRE_ROLL 4
#define AP_DIE_SIDES 12
#define AP_DIRECTOR_ACTIONS 2

/* Steps: name, word in positions, phase. */
#define AP_STEP_LIST(X)                                                        \
    X(DEAL, "deal", "directors")                                               \
    X(CHOOSE, "choose", "directors")                                           \
    X(HIRE, "hire", "hiring")                                                  \
    X(REVEAL, "reveal", "hiring")                                              \
    X(EVENT, "event", "event")                                                 \
    X(EFFECT, "effect", "event")                                               \
    X(PLANNING, "planning", "planning")                                        \
    X(SPECIALTIES, "specialties", "specialties")                               \
    X(CONSTRUCTION, "construction", "construction")                            \
    X(DRAWING, "rnd", "rnd")                                                   \
    X(KEEPING, "keep", "rnd")                                                  \
    X(KEPT, "kept", "rnd")                                                     \
    X(DESIGN, "design", "design")                                              \
    X(EARNINGS, "earnings", "earnings")                                        \
    X(ACTIONS, "actions", "actions")                                           \
    X(OVER, "over", "over")

enum ap_step {
#define AP_X(name, word, phase) AP_##name,
    AP_STEP_LIST(AP_X)
#undef AP_X
        AP_STEPS
};

/* What is wanted: first what chance gives, then what seats decide. */
enum ap_ask {
    AP_ASK_NOTHING,
    AP_ASK_DIRECTORS,
    AP_ASK_ENGINEER,
    AP_ASK_ROW,
    AP_ASK_RND,
    AP_ASK_INVESTOR,
    AP_ASK_EVENT,
    AP_ASK_ROLL,
    AP_ASK_LOSE,
    AP_ASK_CHOOSE, /* the first that seats decide */
    AP_ASK_HIRE,
    AP_ASK_PLAN,
    AP_ASK_SPECIALTY,
    AP_ASK_BUILD,
    AP_ASK_KEEP,
    AP_ASK_TAKE,
    AP_ASK_DEBT,
    AP_ASK_ACTION,
    AP_ASK_FOLLOW,
    AP_ASK_TARGET,
    AP_ASK_REROLL,
    AP_ASK_DISCARD,
    AP_ASK_DISMISS,
    AP_ASK_OVER,
    AP_ASKS
};

/* Actions and outcomes; a, b, c of each. */
enum ap_action {
    AP_A_CHOOSE = 1,  /* director */
    AP_A_HIRE,        /* level */
    AP_A_ASSIGN,      /* engineer, space */
    AP_A_PLANNED,     /* */
    AP_A_REPLACE,     /* type; AP_TYPES: investors */
    AP_A_TAKE,        /* kind */
    AP_A_BUILD,       /* kind */
    AP_A_SELL,        /* kind */
    AP_A_BUY_DIE,     /* */
    AP_A_PASS,        /* */
    AP_A_KEEP,        /* kind */
    AP_A_DISCARD,     /* kind */
    AP_A_DISMISS,     /* engineer; MQ_UNKNOWN: its level in b */
    AP_A_SPECIALTY,   /* */
    AP_A_FIRE,        /* */
    AP_A_LAUNCH,      /* destination */
    AP_A_INTERVENE,   /* */
    AP_A_TARGET_CARD, /* seat, kind */
    AP_A_TARGET_DICE, /* seat, dice */
    AP_A_TARGET,      /* seat */
    AP_A_REROLL,      /* */
    AP_A_ACCEPT,      /* */
    AP_A_DONE,        /* */
    AP_C_DIRECTORS,   /* director, director, seat */
    AP_C_ENGINEER,    /* engineer, seat, level */
    AP_C_ROW,         /* kind */
    AP_C_RND,         /* kind, seat */
    AP_C_INVESTOR,    /* investor */
    AP_C_EVENT,       /* event */
    AP_C_ROLL,        /* number */
    AP_C_LOSE,        /* engineer, seat, level */
    AP_ACTION_KINDS
};

/* What the die is rolled for. */
enum ap_roll {
    AP_NO_ROLL,
    AP_ROLL_SPECIALTY,
    AP_ROLL_EFFECT,
    AP_ROLL_FIRE,
    AP_ROLL_LAUNCH,
    AP_ROLL_INTERVENE,
    AP_ROLLS
};

/* Decks: the four types, then the two levels of engineers. */
#define AP_JUNIORS 4
#define AP_DECKS 6

/* Where an engineer stands. A view has MQ_UNKNOWN for what is hidden. */
enum ap_space {
    AP_ON_SPECIALTY,
    AP_ON_CONSTRUCTION,
    AP_ON_RND,
    AP_ON_DESIGN,
    AP_ON_OPERATIONS,
    AP_MOVED, /* at the Space Operations Center by specialty (AP-Y10, AP-Y22) */
    AP_IN_HAND,
    AP_PLACES_OF_ENGINEERS
};

/* Seats that know a card: a bit each, bit 5 for spectators. */
#define AP_ALL_KNOW 0x3F
#define AP_SPECTATORS 5

/* An engineer of a player. In a view `id` may be MQ_UNKNOWN: then `level`
 * is all that is known. */
struct ap_member {
    uint8_t id, level, space;
    uint8_t open; /* all know that the player has this one (AP-H5) */
};

struct ap_dropped {
    uint8_t kind;
    uint8_t seat;
    uint8_t destination;
    uint8_t counts; /* the launch counts for the mission (AP-M6) */
};

struct ap_player {
    uint64_t pad_kinds; /* the kinds on the pad: follows from it */
    int32_t credits;
    uint32_t investors; /* completed */
    uint32_t effects;   /* engineers whose round effect holds (AP-Y3) */
    uint8_t director;
    uint8_t dealt[2];
    uint8_t choice; /* of the two dealt; hidden until all have chosen */
    uint8_t specialty_used, intervened, planned, met;
    uint8_t skips;   /* no director turn this round (AP-A6) */
    uint8_t debt;    /* engineers to dismiss (AP-A4) */
    uint8_t boosted; /* the director's specialty holds this round */
    uint8_t built;   /* types built at some time, a bit each (AP-Q6) */
    uint8_t dice;
    uint8_t reserve_count;
    uint8_t reserve[AP_RESERVE_ROOM];
    uint8_t pad_count[AP_TYPES];
    uint8_t pad[AP_TYPES][AP_PLACES];
    uint8_t crew_count;
    uint8_t drawn_count;
    uint8_t keep, kept; /* the drawn card to keep: hidden, then open */
    struct ap_member crew[AP_CREW];
    uint8_t drawn[AP_CREW];
    uint8_t on[AP_PLACES_OF_ENGINEERS]; /* how many of the crew stand there */
    uint8_t astronauts[AP_DESTINATIONS];
    uint8_t launches[AP_DESTINATIONS];
    uint8_t manned[AP_DESTINATIONS]; /* launches with a manned Payload */
};

struct ap_state {
    struct ap_player player[AP_PLAYERS];
    uint32_t engineers_left, investors_left, investors_removed, events_left;
    uint32_t specialists; /* on `specialty`, not yet resolved */
    uint16_t directors_left;
    uint16_t rounds, round;
    uint16_t extra; /* solo: objectives added, a bit for each solo event */
    uint8_t players, mission, per_engineer, tiebreak;
    uint8_t step, ask;
    uint8_t actors; /* seats that are to decide, a bit each; 0: chance acts */
    uint8_t event, solo_event;
    uint8_t order[AP_PLAYERS]; /* turn order (AP-S5) */
    uint8_t queue[AP_PLAYERS]; /* order of drawing or of design */
    uint8_t queue_count;
    uint8_t cursor; /* how far order or queue has come */
    uint8_t lap;    /* design turns each has had (AP-D5) */

    /* What the step waits for; AP_IDLE: for none of it. */
    union {
        struct {
            uint8_t losing;   /* who loses an engineer at random */
            uint8_t vacant;   /* places that an investor comes to, a bit each */
            uint16_t gaps;    /* empty places of the rows, a bit each */
            uint8_t due;      /* open investors that an act has met */
            uint8_t overfull; /* seats with too large a reserve, a bit each */
            uint8_t roll;
            uint8_t launched_seat; /* whose mission is judged next (AP-L17) */
        };
        uint64_t waits;
    };

    /* What is under way. */
    uint8_t draw_deck, draw_left, draw_seat;
    uint8_t due_seat;
    uint8_t launch_meets; /* that launch alone meets the mission */
    uint8_t roll_value, roll_seat;
    uint8_t destination;      /* of the launch */
    uint8_t specialist;       /* engineer being resolved */
    uint8_t choosing;         /* specialist or director: a choice is due */
    uint8_t chosen;           /* director: one choice has been made */
    uint8_t builds, discount; /* of the player who is building */
    uint8_t actions, fired, launched;
    uint8_t targeting;  /* an intervention wants its target */
    uint8_t dismissals; /* solo: engineers to be lost */

    uint8_t open[AP_OPEN_INVESTORS];
    uint8_t row[AP_ROWS][AP_PLACES];
    uint8_t size[AP_DECKS];
    uint8_t under_count[AP_DECKS];
    uint8_t unseen[AP_KINDS];
    uint8_t under[AP_DECKS][AP_DECK];
    uint8_t known[AP_DECKS - AP_RND][AP_DECK]; /* from R&D on: who knows it */
    uint8_t dropped_count;
    struct ap_dropped dropped[AP_DROPPED];
};

/* What the rules work on: tables and state, passed by value. */
struct ap {
    const struct ap_tables *t;
    struct ap_state *st;
};

/* The only place that casts const away: functions of the interface that only
 * ask leave the state as it is (tests/property checks that). */
static inline struct ap ap_with(const struct ap_tables *t,
                                const struct ap_state *st)
{
    return (struct ap){t, (struct ap_state *)st};
}

static inline struct ap ap_of(const struct mq_game *g, const void *st)
{
    return ap_with(g->tables, st);
}

#endif
