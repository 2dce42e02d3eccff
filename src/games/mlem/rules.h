/* MLEM: what the rules' files share with each other.
 *
 * `c` is the context (state.h): c.t the tables, c.st the state. `seat` is the
 * player it is about.
 */
#ifndef MAXQ_GAMES_MLEM_RULES_H
#define MAXQ_GAMES_MLEM_RULES_H

#include "games/mlem/state.h"

#include <string.h>

/* What a dispatcher calls last: kept out of it, so that the way to one case
 * doesn't save the registers of all. */
#define ML_APART __attribute__((noinline))

extern const char *const mq__ml_astronauts[]; /* words; end with NULL */
extern const char *const mq__ml_steps[];
extern const char *const mq__ml_goals[];
extern const char *const mq__ml_faces[];
extern const char *const mq__ml_seats[];   /* P1 … P5 */
extern const char *const mq__ml_options[]; /* the variants */

static inline const struct ml_tables *ml_tables(const struct mq_game *g)
{
    return g->tables;
}

static inline unsigned ml_all_seats(const struct ml_state *st)
{
    return (1u << st->players) - 1;
}

/* Whether a single seat decides in a step. */
static inline bool ml_has_turn(int step)
{
    const unsigned steps = 1u << ML_STEP_BOARD | 1u << ML_STEP_USE |
                           1u << ML_STEP_LAND | 1u << ML_STEP_PARACHUTE;

    return (steps >> step & 1) != 0;
}

/* Whether there is a starter in a step. */
static inline bool ml_has_starter(int step)
{
    return step != ML_STEP_START && step != ML_STEP_OVER;
}

/* UFO tokens that somebody has, as a mask: from bit 0 on. */
static inline unsigned ml_ufos_held(const struct ml_state *st)
{
    unsigned held = 0;

    for (int seat = 0; seat < st->players; seat++) {
        held |= st->ufo_held[seat];
    }
    return held;
}

/* Seats of a mask in rocket order: bit i is the i-th. */
static inline unsigned ml_ordered(const struct ml_state *st, unsigned mask)
{
    return (mask | mask << st->players) >> st->starter & ml_all_seats(st);
}

/* The seat at a place of the rocket order, and the other way. */
static inline int ml_seat_at(const struct ml_state *st, int place)
{
    int seat = st->starter + place;

    return seat < st->players ? seat : seat - st->players;
}

static inline int ml_place_of(const struct ml_state *st, int seat)
{
    int place = seat - st->starter;

    return place >= 0 ? place : place + st->players;
}

/* ML-E2; somebody is aboard, so the lowest bit needs no cutting off. */
static inline int ml_commander(const struct ml_state *st)
{
    unsigned round = (unsigned)st->aboard << st->players | st->aboard;

    return ml_seat_at(st, __builtin_ctz(round >> st->starter));
}

/* The astronaut of a seat that is aboard. */
static inline int ml_astronaut(const struct ml_state *st, int seat)
{
    return st->crew[seat] - 1;
}

/* Where the rocket takes off with the crew of now (ML-E3). */
static inline int ml_start_space(struct ml c)
{
    for (int seat = 0; seat < c.st->players; seat++) {
        if (c.st->crew[seat] == ML_SATELLITE + 1) {
            return c.t->satellite;
        }
    }
    return 0;
}

/* The faces a roll shows, as a mask. */
static inline unsigned ml_shown(const struct ml_tables *t, unsigned roll)
{
    return (unsigned)(t->low[roll & 0777].shown | t->high[roll >> 9].shown);
}

/* The dice of these faces alone. */
static inline unsigned ml_only(unsigned roll, unsigned faces)
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
static inline int ml_dice_in(unsigned roll)
{
    return (int)(roll * 011111u >> 12 & 7);
}

/* How many dice a use of a roll discards: afterburners are kept (ML-T7). */
static inline int ml_spent(unsigned roll, mq_action action)
{
    return ml_dice_in(ml_only(roll, (unsigned)MQ_ACTION_A(action)) & 07777);
}

/* How far dice move the marker from a space (ML-T5). */
static inline int ml_sum(const struct ml_tables *t, unsigned roll, int space)
{
    return t->low[roll & 0777].sum + t->high[roll >> 9].sum +
           t->afterburner[space] * ML_COUNT(roll, ML_AFTERBURNER);
}

/* The ability of the expedition token in force: enum ml_ability, or -1. */
static inline int ml_ability(struct ml c)
{
    return c.st->token > 0 ? c.t->token[c.st->token - 1].ability : -1;
}

/* What the commander could use in USE. */
struct ml_usable {
    unsigned faces; /* rolled groups (ML-T2) */
    unsigned pips;  /* seats (ML-P1) */
    unsigned with;  /* ML_WITH_EXTRA or ML_WITH_KEEP (ML-U5, ML-U6) */
    bool reroll;    /* ML-U7 */
};

static inline struct ml_usable ml_usable(struct ml c)
{
    unsigned faces = c.t->faces[c.st->space];
    struct ml_usable u = {
        .faces = ml_shown(c.t, c.st->roll & (unsigned)c.t->dice[c.st->space]),
        .pips = faces & 1 ? c.st->pips : 0,
    };

    if (c.st->token > 0) {
        const struct ml_token *token = &c.t->token[c.st->token - 1];

        u.reroll = token->ability == ML_REROLL;
        u.with = token->ability == ML_KEEP     ? ML_WITH_KEEP
                 : (token->faces & faces) != 0 ? ML_WITH_EXTRA
                                               : 0;
    }
    return u;
}

/* How far pips and a token's dice move the marker (ML-P1, ML-U5). */
static inline int ml_aid(struct ml c, mq_action action)
{
    int space = c.st->space;
    int far = __builtin_popcount((unsigned)MQ_ACTION_B(action));

    if ((MQ_ACTION_C(action) & ML_WITH_EXTRA) != 0) {
        unsigned extra = c.t->token[c.st->token - 1].extra;

        far += ml_sum(c.t, extra & c.t->dice[space], space);
    }
    return far;
}

/* Where a use leads, exploration tokens aside (ML-T5, ML-T6). */
static inline int ml_travel_end(struct ml c, mq_action action)
{
    unsigned used = ml_only(c.st->roll, (unsigned)MQ_ACTION_A(action));
    int to = c.st->space + ml_sum(c.t, used, c.st->space);

    if (action >> 16 != 0) {
        to += ml_aid(c, action);
    }
    return to < ML_DEEP ? to : ML_DEEP;
}

/* ML-N5, ML-T6 */
static inline int ml_tunnel_end(const struct ml_tables *t, int space)
{
    int to = space + t->figure.tunnel;

    return to < ML_DEEP ? to : ML_DEEP;
}

/* Where a travel ends that leads to a space, by the tunnels there (ML-N5). */
static inline int ml_arrival(struct ml c, int space)
{
    uint32_t finds = c.st->find_mat;

    while ((finds >> space & 1) != 0 && c.t->find[space] == ML_TUNNEL) {
        finds &= ~(UINT32_C(1) << space);
        space = ml_tunnel_end(c.t, space);
    }
    return space;
}

/* Whether something can be done that is no crash. */
static inline bool ml_can_go_on(struct ml c)
{
    if ((c.st->roll & c.t->dice[c.st->space]) != 0) {
        return true;
    }
    struct ml_usable u = ml_usable(c);

    return u.pips != 0 || (u.with & ML_WITH_EXTRA) != 0 || u.reroll;
}

/* Where the seat's astronaut could land: bits 1 << ML_HERE … (ML-L1 to
 * ML-L5, ML-F1 to ML-F3; in deep space ML_HERE is always there). */
static inline unsigned ml_landings(struct ml c, int seat)
{
    const uint32_t *landing = &c.t->landing[c.st->space];
    unsigned here = (landing[0] & ~c.st->taken) != 0;

    if (c.st->crew[seat] != ML_SCOUT + 1) {
        return here << ML_HERE;
    }
    unsigned further =
        c.st->space < ML_DEEP && (landing[1] & ~c.st->taken) != 0;
    unsigned back = c.st->space > 0 && (landing[-1] & ~c.st->taken) != 0;

    return here << ML_HERE | further << ML_FURTHER | back << ML_BACK;
}

/* Whether there is any such place. */
static inline bool ml_can_land(struct ml c, int seat)
{
    const uint32_t *landing =
        c.st->crew[seat] == ML_SCOUT + 1 ? c.t->landing_near : c.t->landing;

    return (landing[c.st->space] & ~c.st->taken) != 0;
}

/* The space of a landing: ML_HERE … */
static inline int ml_landing_space(const struct ml_state *st, int where)
{
    _Static_assert(ML_FURTHER == 1 && ML_BACK == 2, "a bit each");
    return st->space + (where & ML_FURTHER) - (where >> 1);
}

/* How many of a seat's eight astronauts are at places from `place` on: a
 * byte at least that large carries into its highest bit. */
static inline int ml_from_place(const struct ml_state *st, int seat, int place)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t places;

    _Static_assert(sizeof(places) == sizeof(st->place[0]), "a byte each");
    memcpy(&places, st->place[seat], sizeof(places));
    places = (places + ones * (uint64_t)(128 - place)) >> 7 & ones;
    return (int)(places * ones >> 56);
}

/* How many of a seat's astronauts are in space for good (ML-Z2). */
static inline int ml_placed(const struct ml_state *st, int seat)
{
    return ml_from_place(st, seat, ML_COMET);
}

/* How many of a seat's astronauts are on moons, on a planet, in deep space. */
static inline int ml_on_moons(const struct ml_state *st, int seat)
{
    return ml_from_place(st, seat, ML_MOON);
}

/* Bytes that differ from the planet's place carry into their highest bit. */
static inline int ml_on_planet(const struct ml_state *st, int seat, int planet)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t others;

    memcpy(&others, st->place[seat], sizeof(others));
    others ^= ones * (uint64_t)(ML_PLANET + planet);
    others = (others + ones * 127) >> 7 & ones;
    return ML_ASTRONAUTS - (int)(others * ones >> 56);
}

static inline int ml_in_deep_space(const struct ml_state *st, int seat)
{
    return ml_from_place(st, seat, ML_COMET) -
           ml_from_place(st, seat, ML_PLANET);
}

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
enum mq_status mq__ml_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error);
/* What comes next in the setup (ML-C6). */
void mq__ml_go_on_setup(struct ml c);

/* legal.c */
enum mq_turn mq__ml_turn(const struct mq_game *g, const void *st,
                         uint32_t *actors);
int mq__ml_legal(const struct mq_game *g, const void *st, int seat,
                 mq_action *out);

/* chance.c */
int mq__ml_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                    double *p);

/* sample.c */
mq_action mq__ml_sample(const struct mq_game *g, const void *st,
                        struct mq_rng *rng);
int mq__ml_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__ml_apply(const struct mq_game *g, void *st, int seat,
                  mq_action action);
/* The next expedition begins; the starter is set. */
void mq__ml_begin_expedition(struct ml c);

/* score.c */

/* A seat's points by source. */
struct ml_points {
    int moons, deep_space, goals, ufo, exploration; /* at once */
    int planets, missions;                          /* at the end */
};

void mq__ml_points(struct ml c, int seat, struct ml_points *out);
/* The same if the match ended now; unknown missions aren't done. */
void mq__ml_points_now(struct ml c, int seat, struct ml_points *out);
/* What a planet is worth to a seat as things stand (ML-Z3, ML-F5). */
int mq__ml_planet_points(struct ml c, int planet, int seat);
/* How many seats stand before one that is on the planet. */
int mq__ml_planet_rank(struct ml c, int planet, int seat);
/* What one more astronaut there would add to that. */
int mq__ml_planet_gain(struct ml c, int planet, int seat, int astronaut);
/* Missions of the seat that are done; unknown ones are not. */
int mq__ml_missions_done(struct ml c, int seat);
/* What a seat has, for the goals: enum ml_goal. */
int mq__ml_goal_count(const struct ml_state *st, int seat, int goal);
/* How many of these a goal takes (ML-G1). */
static inline int ml_goal_needs(int goal)
{
    static const uint8_t needs[ML_GOALS] = {4, 3, 4, 2};

    return needs[goal];
}

void mq__ml_scores(const struct mq_game *g, const void *st, double *out);
uint32_t mq__ml_winners(const struct mq_game *g, const void *st);
int mq__ml_breakdown(const struct mq_game *g, const void *st, int seat,
                     struct mq_points *out);

/* view.c */
void mq__ml_redact(const struct mq_game *g, void *st, int seat);
void mq__ml_resample(const struct mq_game *g, void *st, int seat,
                     struct mq_rng *rng);
void mq__ml_reopen(const struct mq_game *g, void *st, int seat);
bool mq__ml_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out);
uint32_t mq__ml_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event);

/* position.c */
extern const struct mq_form_kind mq__ml_form;

/* text.c */
void mq__ml_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out);
enum mq_status mq__ml_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error);

/* reasons.c */
enum mq_status mq__ml_why_not(const struct mq_game *g, const void *st, int seat,
                              mq_action action, struct mq_note *out);

/* explain.c, describe.c */

/* What an astronaut can do, in a sentence. */
void mq__ml_set_talent(int astronaut, struct mq_note *out);
void mq__ml_ask(const struct mq_game *g, const void *st, int seat,
                struct mq_note *out);
int mq__ml_explain(const struct mq_game *g, const void *st, int seat,
                   mq_action action, struct mq_note *out);
int mq__ml_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out);

/* heuristic.c */
void mq__ml_weigh(const struct mq_game *g, const void *st, int seat,
                  const mq_action *actions, int n, float *w);
double mq__ml_estimate(const struct mq_game *g, const void *st, int seat);
/* The points that a seat may end with, as `viewer` sees it. */
double mq__ml_projected(struct ml c, int seat, int viewer);

/* observe.c */
#define ML_OBSERVE_SIZE 646
void mq__ml_observe(const struct mq_game *g, const void *st, int seat,
                    struct mq_observer *o);

/* odds.c */

/* The chance that a roll of the dice at hand ends in a crash that nothing
 * averts: 0 while a fresh pip or the token's dice fit the space, and a reroll
 * counts as a second roll. The step plays no part. */
double mq__ml_crash(struct ml c);
/* For each space the chance that the next roll lets the commander end the
 * travel there. A reroll is only used to avert a crash. */
void mq__ml_stops(const struct mq_game *g, struct ml c, double stop[ML_SPACES]);
int mq__ml_odds(const struct mq_game *g, const void *st, int seat,
                struct mq_odds *out);
bool mq__ml_odds_table(const struct mq_game *g, int index,
                       struct mq_odds_table *out);

/* tell.c, survey.c, standings.c */
void mq__ml_tell(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out);
void mq__ml_survey(const struct mq_game *g, const void *st, int seat,
                   const struct mq_facts *out);
void mq__ml_standings(const struct mq_game *g, const void *st, int seat,
                      struct mq_all_standings *out);

#endif
