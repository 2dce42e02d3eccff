/* What survey.c, tell.c and describe.c share: why a mission can or can't fly,
 * which launches are left and what they cost.
 *
 * All of it is worked out from open information, so a true state and any view
 * of it give the same answers. Nothing here changes a state. */
#ifndef MAXQ_GAMES_LIFTOFF_TELLING_H
#define MAXQ_GAMES_LIFTOFF_TELLING_H

#include "core/tell.h"
#include "games/liftoff/notes.h"

#define LO_MAX_SYMBOLS (LO_PLAYS + 1)

/* A level's requirement against a player's technology. Of several alternatives
 * it is the one that lacks least. */
struct lo_gap {
    bool in_play; /* false: the requirement is that of phase 2 */
    bool met;
    int have, need; /* technologies that count, technologies asked for */
    int colours;    /* how many colours lack something */
    uint8_t lacks[LO_COLOURS];
    /* One colour that would do as well: of an alternative that lacks no more,
     * where each of the two lacks a single colour. */
    bool either;
    uint8_t or_colour, or_lacks;
};

/* One launch that a player still has this round. */
struct lo_symbol {
    uint8_t what;        /* specialist or LO_LAB */
    int price, capacity; /* capacity: with all boosts given */
};

/* The launches of a round: how many are left, what all of them cost, and how
 * many of them the money pays, the cheapest first. */
struct lo_budget {
    int launches, price, paid;
};

/* Why a mission can fly now, or can't: what is there and what is needed. Only
 * launches that could carry the mission count for its money. */
struct lo_verdict {
    bool launch; /* a launch is left this round */
    struct {
        int have, need;
    } lab, weight, money;
    struct lo_gap technology;
    bool flies; /* nothing is missing */
};

/* verdicts.c */
/* A level's requirement by colour; `phase` from 0. */
void mq__lo_needs(const struct lo_level *level, int phase, int alternative,
                  uint8_t out[LO_COLOURS]);
void mq__lo_gap(struct lo c, const struct lo_player *p, int level,
                struct lo_gap *out);
/* The first colour from one on that lacks something; LO_COLOURS: none. */
int mq__lo_lacking(const struct lo_gap *gap, int from);
/* Whether lab and technology allow missions of the level. */
bool mq__lo_level_open(struct lo c, const struct lo_player *p, int level);
/* Whether the player prepares a launch now. */
bool mq__lo_prepares(const struct lo_state *st, int seat);
/* The launches that can still be begun, the lab's first. */
int mq__lo_symbols(struct lo c, const struct lo_player *p,
                   struct lo_symbol out[LO_MAX_SYMBOLS]);
void mq__lo_budget(struct lo c, int seat, struct lo_budget *out);
/* The mission as if it lay on the player's Earth. */
void mq__lo_judge(struct lo c, int seat, int kind, struct lo_verdict *out);
/* How many missions on Earth can fly, each by itself. */
int mq__lo_flying(struct lo c, int seat);
/* Why the player can't launch: "No launch for Ada: 1 money short." */
void mq__lo_set_no_launch(struct lo c, int seat, struct mq_note *note);
/* The place of a seat in the order of missions and launches, from 0. */
int mq__lo_order(const struct lo_state *st, int seat);

/* standings.c: the points by source, those that the end would add included;
 * unknown objectives count 0. */
void mq__lo_points_now(struct lo c, int seat, int out[LO_POINT_SOURCES]);
/* Whether objectives of the player are unknown in this view. */
bool mq__lo_objectives_hidden(const struct lo_player *p);

/* survey.c: facts that choices have, too. */
void mq__lo_tell_mission(struct lo c, int seat, int kind,
                         const struct mq_facts *out);
void mq__lo_tell_objective(struct lo c, int seat, int card,
                           const struct mq_facts *out);
void mq__lo_tell_lacks(struct lo c, int seat, int level,
                       const struct mq_facts *out);

/* One choice being told: the view before it and after it. */
struct lo_telling {
    const struct mq_game *g;
    struct lo c, then;
    int seat;
    mq_action action;
    int a, b; /* of the action */
    const struct mq_facts *out;
};

static inline const struct lo_player *lo_was(const struct lo_telling *t)
{
    return &t->c.st->player[t->seat];
}

static inline const struct lo_player *lo_is(const struct lo_telling *t)
{
    return &t->then.st->player[t->seat];
}

/* tell.c: what several kinds of choices tell. */
void mq__lo_tell_effect(const struct lo_telling *t, int kind);
/* Money, technology, lab, upgrades, points of everybody, levels and missions
 * that open; `price` is what the choice costs. */
void mq__lo_tell_changes(const struct lo_telling *t, int price);
/* What a launch with these missions scores, and scored without the last. */
void mq__lo_tell_flight(const struct lo_telling *t, int kind);
/* The end of a round or the match, and whose turn it is then. */
void mq__lo_tell_next(const struct lo_telling *t);

/* tell_cards.c: choices of cards, one function a kind. */
void mq__lo_tell_objective_pick(const struct lo_telling *t);
void mq__lo_tell_pick(const struct lo_telling *t);
void mq__lo_tell_direction(const struct lo_telling *t);
void mq__lo_tell_play(const struct lo_telling *t);
void mq__lo_tell_deck(const struct lo_telling *t);
void mq__lo_tell_take(const struct lo_telling *t);
void mq__lo_tell_sale(const struct lo_telling *t);

/* odds.c: the chance that the cards drawn from a deck have one that the player
 * could keep and launch this round. */
double mq__lo_deck_chance(struct lo c, const struct lo_player *p, int level);

#endif
