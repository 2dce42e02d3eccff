/* MLEM: what the rules' files share with each other.
 *
 * `t` are the tables, `st` the state, `seat` the player it is about.
 */
#ifndef MAXQ_GAMES_MLEM_RULES_H
#define MAXQ_GAMES_MLEM_RULES_H

#include "games/mlem/state.h"

#include <string.h>

/* What a dispatcher calls last: kept out of it, so that the way to one case
 * doesn't save the registers of all. */
#define MLEM_APART __attribute__((noinline))

extern const char *const mq__mlem_astronauts[]; /* words; end with NULL */
extern const char *const mq__mlem_steps[];
extern const char *const mq__mlem_goals[];
extern const char *const mq__mlem_faces[];
extern const char *const mq__mlem_seats[];   /* P1 … P5 */
extern const char *const mq__mlem_options[]; /* the variants */

static inline const struct mlem_tables *mlem_tables(const struct mq_game *g)
{
    return g->tables;
}

static inline unsigned mlem_all_seats(const struct mlem_state *st)
{
    return (1u << st->players) - 1;
}

/* Whether a single seat decides in a step. */
static inline bool mlem_has_turn(int step)
{
    return step == MLEM_STEP_BOARD || step == MLEM_STEP_USE ||
           step == MLEM_STEP_LAND || step == MLEM_STEP_PARACHUTE;
}

/* Whether there is a starter in a step. */
static inline bool mlem_has_starter(int step)
{
    return step != MLEM_STEP_START && step != MLEM_STEP_OVER;
}

/* UFO tokens that somebody has, as a mask: from bit 0 on. */
static inline unsigned mlem_ufos_held(const struct mlem_state *st)
{
    unsigned held = 0;

    for (int seat = 0; seat < st->players; seat++) {
        held |= st->ufo_held[seat];
    }
    return held;
}

/* Seats of a mask in rocket order: bit i is the i-th. */
static inline unsigned mlem_ordered(const struct mlem_state *st, unsigned mask)
{
    return (mask | mask << st->players) >> st->starter & mlem_all_seats(st);
}

/* The seat at a place of the rocket order, and the other way. */
static inline int mlem_seat_at(const struct mlem_state *st, int place)
{
    int seat = st->starter + place;

    return seat < st->players ? seat : seat - st->players;
}

static inline int mlem_place_of(const struct mlem_state *st, int seat)
{
    int place = seat - st->starter;

    return place >= 0 ? place : place + st->players;
}

/* ML-E2; somebody is aboard, so the lowest bit needs no cutting off. */
static inline int mlem_commander(const struct mlem_state *st)
{
    unsigned round = (unsigned)st->aboard << st->players | st->aboard;

    return mlem_seat_at(st, __builtin_ctz(round >> st->starter));
}

/* The astronaut of a seat that is aboard. */
static inline int mlem_astronaut(const struct mlem_state *st, int seat)
{
    return st->crew[seat] - 1;
}

/* The faces a roll shows, as a mask. */
static inline unsigned mlem_shown(unsigned roll)
{
    unsigned any = roll | roll >> 1 | roll >> 2;

    return (any & 1) | (any >> 2 & 2) | (any >> 4 & 4) | (any >> 6 & 8) |
           (any >> 8 & 16);
}

/* The dice of these faces alone. */
static inline unsigned mlem_only(unsigned roll, unsigned faces)
{
    static const uint16_t dice[32] = {
        000000, 000007, 000070, 000077, 000700, 000707, 000770, 000777,
        007000, 007007, 007070, 007077, 007700, 007707, 007770, 007777,
        070000, 070007, 070070, 070077, 070700, 070707, 070770, 070777,
        077000, 077007, 077070, 077077, 077700, 077707, 077770, 077777,
    };

    return roll & dice[faces & 31];
}

/* How many dice; at most 7. */
static inline int mlem_dice_in(unsigned roll)
{
    return (int)(roll * 011111u >> 12 & 7);
}

/* How far dice move the marker from a space (ML-T5). */
static inline int mlem_sum(const struct mlem_tables *t, unsigned roll,
                           int space)
{
    return (int)(MLEM_COUNT(roll, 0) + 2 * MLEM_COUNT(roll, 1) +
                 3 * MLEM_COUNT(roll, 2) + 4 * MLEM_COUNT(roll, 3) +
                 t->afterburner[space] * MLEM_COUNT(roll, 4));
}

/* The ability of the expedition token in force: enum mlem_ability, or -1. */
static inline int mlem_ability(const struct mlem_tables *t,
                               const struct mlem_state *st)
{
    return st->token > 0 ? t->token[st->token - 1].ability : -1;
}

/* What the commander could use in USE. */
struct mlem_usable {
    unsigned faces; /* rolled groups (ML-T2) */
    unsigned pips;  /* seats (ML-P1) */
    unsigned with;  /* MLEM_WITH_EXTRA or MLEM_WITH_KEEP (ML-U5, ML-U6) */
    bool reroll;    /* ML-U7 */
};

static inline struct mlem_usable mlem_usable(const struct mlem_tables *t,
                                             const struct mlem_state *st)
{
    unsigned faces = t->faces[st->space];
    struct mlem_usable u = {
        .faces = mlem_shown(st->roll & (unsigned)t->dice[st->space]),
        .pips = faces & 1 ? st->pips : 0,
    };

    if (st->token > 0) {
        const struct mlem_token *token = &t->token[st->token - 1];

        u.reroll = token->ability == MLEM_REROLL;
        u.with = token->ability == MLEM_KEEP   ? MLEM_WITH_KEEP
                 : (token->faces & faces) != 0 ? MLEM_WITH_EXTRA
                                               : 0;
    }
    return u;
}

/* Where a use leads, tokens aside (ML-T5, ML-T6, ML-P1, ML-U5). */
static inline int mlem_travel_end(const struct mlem_tables *t,
                                  const struct mlem_state *st, mq_action action)
{
    unsigned used = mlem_only(st->roll, (unsigned)MQ_ACTION_A(action));
    int to = st->space + mlem_sum(t, used, st->space);

    for (int pips = MQ_ACTION_B(action); pips != 0; pips &= pips - 1) {
        to++;
    }
    if ((MQ_ACTION_C(action) & MLEM_WITH_EXTRA) != 0) {
        const struct mlem_token *token = &t->token[st->token - 1];

        to +=
            mlem_sum(t, token->extra & (unsigned)t->dice[st->space], st->space);
    }
    return to < MLEM_DEEP ? to : MLEM_DEEP;
}

/* ML-N5, ML-T6 */
static inline int mlem_tunnel_end(const struct mlem_tables *t, int space)
{
    int to = space + t->figure.tunnel;

    return to < MLEM_DEEP ? to : MLEM_DEEP;
}

/* Whether something can be done that is no crash. */
static inline bool mlem_can_go_on(const struct mlem_tables *t,
                                  const struct mlem_state *st)
{
    if ((st->roll & t->dice[st->space]) != 0) {
        return true;
    }
    struct mlem_usable u = mlem_usable(t, st);

    return u.pips != 0 || (u.with & MLEM_WITH_EXTRA) != 0 || u.reroll;
}

/* Where the seat's astronaut could land: bits 1 << MLEM_HERE … (ML-L1 to
 * ML-L5, ML-F1 to ML-F3; in deep space MLEM_HERE is always there). */
static inline unsigned mlem_landings(const struct mlem_tables *t,
                                     const struct mlem_state *st, int seat)
{
    const uint32_t *landing = &t->landing[st->space];
    unsigned here = (landing[0] & ~st->taken) != 0;

    if (st->crew[seat] != MLEM_SCOUT + 1) {
        return here << MLEM_HERE;
    }
    unsigned further = st->space < MLEM_DEEP && (landing[1] & ~st->taken) != 0;
    unsigned back = st->space > 0 && (landing[-1] & ~st->taken) != 0;

    return here << MLEM_HERE | further << MLEM_FURTHER | back << MLEM_BACK;
}

/* Whether there is any such place. */
static inline bool mlem_can_land(const struct mlem_tables *t,
                                 const struct mlem_state *st, int seat)
{
    const uint32_t *landing =
        st->crew[seat] == MLEM_SCOUT + 1 ? t->landing_near : t->landing;

    return (landing[st->space] & ~st->taken) != 0;
}

/* The space of a landing: MLEM_HERE … */
static inline int mlem_landing_space(const struct mlem_state *st, int where)
{
    return st->space + (where == MLEM_FURTHER) - (where == MLEM_BACK);
}

/* How many of a seat's eight astronauts are at places from `place` on: a
 * byte at least that large carries into its highest bit. */
static inline int mlem_from_place(const struct mlem_state *st, int seat,
                                  int place)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t places;

    _Static_assert(sizeof(places) == sizeof(st->place[0]), "a byte each");
    memcpy(&places, st->place[seat], sizeof(places));
    places = (places + ones * (uint64_t)(128 - place)) >> 7 & ones;
    return (int)(places * ones >> 56);
}

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
enum mq_status mq__mlem_setup(const struct mq_game *g, void *st,
                              const struct mq_setup *setup,
                              struct mq_error *error);
/* What comes next in the setup (ML-C6). */
void mq__mlem_go_on_setup(const struct mlem_tables *t, struct mlem_state *st);

/* legal.c */
enum mq_turn mq__mlem_turn(const struct mq_game *g, const void *st,
                           uint32_t *actors);
int mq__mlem_legal(const struct mq_game *g, const void *st, int seat,
                   mq_action *out);

/* chance.c */
int mq__mlem_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                      double *p);

/* sample.c */
mq_action mq__mlem_sample(const struct mq_game *g, const void *st,
                          struct mq_rng *rng);
int mq__mlem_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__mlem_apply(const struct mq_game *g, void *st, int seat,
                    mq_action action);
/* The next expedition begins; the starter is set. */
void mq__mlem_begin_expedition(const struct mlem_tables *t,
                               struct mlem_state *st);

/* score.c */

/* A seat's points by source. */
struct mlem_points {
    int moons, deep_space, goals, ufo, exploration; /* at once */
    int planets, missions;                          /* at the end */
};

void mq__mlem_points(const struct mlem_tables *t, const struct mlem_state *st,
                     int seat, struct mlem_points *out);
/* What a planet is worth to a seat as things stand (ML-Z3, ML-F5). */
int mq__mlem_planet_points(const struct mlem_tables *t,
                           const struct mlem_state *st, int planet, int seat);
/* What one more astronaut there would add to that. */
int mq__mlem_planet_gain(const struct mlem_tables *t,
                         const struct mlem_state *st, int planet, int seat,
                         int astronaut);
/* Missions of the seat that are done; unknown ones are not. */
int mq__mlem_missions_done(const struct mlem_tables *t,
                           const struct mlem_state *st, int seat);
/* What a seat has, for the goals: enum mlem_goal. */
int mq__mlem_goal_count(const struct mlem_state *st, int seat, int goal);
/* How many of these a goal takes (ML-G1). */
static inline int mlem_goal_needs(int goal)
{
    static const uint8_t needs[MLEM_GOALS] = {4, 3, 4, 2};

    return needs[goal];
}

void mq__mlem_scores(const struct mq_game *g, const void *st, double *out);
uint32_t mq__mlem_winners(const struct mq_game *g, const void *st);
int mq__mlem_breakdown(const struct mq_game *g, const void *st, int seat,
                       struct mq_points *out);

/* view.c */
void mq__mlem_redact(const struct mq_game *g, void *st, int seat);
void mq__mlem_resample(const struct mq_game *g, void *st, int seat,
                       struct mq_rng *rng);
void mq__mlem_reopen(const struct mq_game *g, void *st, int seat);
bool mq__mlem_seen(const struct mq_game *g, const void *before,
                   struct mq_event event, int seat, struct mq_event *out);
uint32_t mq__mlem_reveals(const struct mq_game *g, const void *before,
                          struct mq_event event);

/* check.c */
enum mq_status mq__mlem_check(const struct mq_game *g, const void *st,
                              struct mq_error *error);

/* json.c, json_read.c */
extern const char *const mq__mlem_derived[];
void mq__mlem_write_position(const struct mq_game *g, const void *st,
                             struct mq_json_writer *w);
enum mq_status mq__mlem_read_position(const struct mq_game *g,
                                      const struct mq_json *node, void *st,
                                      struct mq_error *error);

/* text.c */
void mq__mlem_write_text(const struct mq_game *g, struct mq_event event,
                         struct mq_buf *out);
enum mq_status mq__mlem_read_text(const struct mq_game *g, const char *text,
                                  int seat, mq_action *out,
                                  struct mq_error *error);

/* reasons.c */
enum mq_status mq__mlem_why_not(const struct mq_game *g, const void *st,
                                int seat, mq_action action,
                                struct mq_note *out);

/* explain.c, describe.c */
void mq__mlem_ask(const struct mq_game *g, const void *st, int seat,
                  struct mq_note *out);
int mq__mlem_explain(const struct mq_game *g, const void *st, int seat,
                     mq_action action, struct mq_note *out);
int mq__mlem_describe(const struct mq_game *g, const void *before,
                      struct mq_event event, const void *after,
                      struct mq_note *out);

/* heuristic.c */
void mq__mlem_weigh(const struct mq_game *g, const void *st, int seat,
                    const mq_action *actions, int n, float *w);
double mq__mlem_estimate(const struct mq_game *g, const void *st, int seat);

/* odds.c */
int mq__mlem_odds(const struct mq_game *g, const void *st, int seat,
                  struct mq_odds *out);
bool mq__mlem_odds_table(const struct mq_game *g, int index,
                         struct mq_odds_table *out);

/* board.c */
void mq__mlem_board(const struct mq_game *g, const void *st, int seat,
                    const struct mq_canvas *canvas, struct mq_buf *out);
#endif
