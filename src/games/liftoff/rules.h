/* Lift Off: what the rules' files share with each other.
 *
 *   setup.c        the first position
 *   chance.c       what chance may bring; sample.c: the fast path
 *   legal.c        whose turn, what is legal
 *   apply.c        one event applied
 *   rounds.c       from one step to the next
 *   draft.c        hands, passing and who knows what of them
 *   specialists.c  banners and action boxes
 *   missions.c     choosing a deck, drawing, keeping
 *   launch.c       launching; effects.c: what missions do
 *   score.c        objectives and final scoring
 */
#ifndef MAXQ_GAMES_LIFTOFF_RULES_H
#define MAXQ_GAMES_LIFTOFF_RULES_H

#include "games/liftoff/state.h"

#include "core/hash.h"

#include <assert.h>
#include <string.h>

/* What a dispatcher calls last: kept out of it, so that the way to one case
 * doesn't save the registers of all. */
#define LO_APART __attribute__((noinline))

#define LO_STATION_POINTS 5  /* LO-I3: without those for missions */
#define LO_NO_ACTION_MONEY 2 /* LO-A3 */
#define LO_OBJECTIVE_MONEY 5 /* LO-P5 */

extern const char *const mq__lo_step_words[LO_STEPS + 1];
extern const char *const mq__lo_colour_words[LO_COLOURS + 1];
/* The same as buttons and columns name them: the catalogues' short names. */
extern const char *const mq__lo_short_words[LO_COLOURS + 1];
extern const char *const mq__lo_banner_words[LO_BANNERS + 1];
extern const char *const mq__lo_box_words[LO_BOXES + 1];
extern const char *const mq__lo_verb_words[LO_VERBS + 1];
extern const char *const mq__lo_bonus_words[LO_BONUSES + 1];
extern const char *const mq__lo_effect_words[LO_EFFECTS + 1];
extern const char *const mq__lo_aim_words[LO_AIMS + 1];
extern const char *const mq__lo_source_words[LO_SOURCES + 1];
extern const uint8_t mq__lo_box_verbs[LO_BOXES];

extern const char *const mq__lo_seat_words[LO_MAX_PLAYERS + 1];
extern const char *const mq__lo_edition_words[];
extern const char *const mq__lo_drawn_words[];
extern const char *const mq__lo_direction_words[];

static inline const struct lo_tables *lo_tables(const struct mq_game *g)
{
    return g->tables;
}

/* For functions that only ask, too: const is cast away here and nowhere else,
 * and no such function writes to the state. */
static inline struct lo lo_with(const struct lo_tables *t, const void *state)
{
    return (struct lo){t, (struct lo_state *)state};
}

static inline struct lo lo_of(const struct mq_game *g, const void *state)
{
    return lo_with(g->tables, state);
}

static inline uint32_t lo_bit(int kind)
{
    return (uint32_t)1 << kind;
}

static inline int lo_left(const struct lo_state *st, int seat)
{
    assert(seat >= 0 && seat < st->players);
    return seat + 1 < st->players ? seat + 1 : 0;
}

static inline int lo_right(const struct lo_state *st, int seat)
{
    assert(seat >= 0 && seat < st->players);
    return seat > 0 ? seat - 1 : st->players - 1;
}

/* The level of the chosen deck, from 0. */
static inline size_t lo_level(const struct lo_state *st)
{
    return (size_t)st->deck - 1;
}

/* LO-C9 */
static inline int lo_weight(const struct lo_tables *t,
                            const struct lo_player *p)
{
    return t->weight.start + p->capacity;
}

static inline int lo_cost(const struct lo_tables *t, const struct lo_player *p)
{
    return t->cost.start + p->capacity - p->propulsion;
}

/* LO-C8: no match comes near the most that a state holds; a position made by
 * hand may, and stays there. */
static inline int lo_at_most(int number, int most)
{
    return number < most ? number : most;
}

static inline void lo_gain_points(struct lo_player *p, enum lo_source source,
                                  int points)
{
    p->score = lo_at_most(p->score + points, LO_MAX_SCORE);
    p->points[source] =
        (int16_t)lo_at_most(p->points[source] + points, LO_MAX_POINTS);
}

static inline void lo_gain_money(struct lo_player *p, int money)
{
    assert(p->money + money >= 0); /* nobody owes */
    p->money = (int16_t)lo_at_most(p->money + money, LO_MAX_MONEY);
}

static inline int lo_missions_in_space(const struct lo_player *p)
{
    return p->in_space[0] + p->in_space[1] + p->in_space[2] + p->in_space[3];
}

/* How many of a kind: on Earth, in space. */
static inline int lo_on_earth(const struct lo_player *p, int kind)
{
    return (int)((p->earth[0] >> kind & 1) + (p->earth[1] >> kind & 1));
}

static inline int lo_in_space(const struct lo_player *p, int kind)
{
    return (int)((p->space[0] >> kind & 1) + (p->space[1] >> kind & 1));
}

/* One more, one less of a kind in a pair of masks. */
static inline void lo_mask_add(uint32_t mask[2], int kind)
{
    assert((mask[1] >> kind & 1) == 0); /* LO-M8: two at most */
    mask[(mask[0] >> kind) & 1] |= lo_bit(kind);
}

static inline void lo_mask_take(uint32_t mask[2], int kind)
{
    mask[(mask[1] >> kind) & 1] &= ~lo_bit(kind);
}

/* Whether all choose at once. */
static inline bool lo_commits(const struct lo_state *st)
{
    const uint32_t steps = 1u << LO_STEP_OBJECTIVE_KEEP |
                           1u << LO_STEP_OBJECTIVE_PASS | 1u << LO_STEP_KEEP |
                           1u << LO_STEP_PASS;

    return steps >> st->step & 1;
}

/* Whether one seat is in turn, or being dealt to. */
static inline bool lo_has_turn(const struct lo_state *st)
{
    return !lo_commits(st) && st->step != LO_STEP_START &&
           st->step != LO_STEP_OVER;
}

/* The seats that haven't committed yet. Written out: the compiler leaves so
 * short a loop as it is. */
static inline uint32_t lo_open_commits(const struct lo_state *st)
{
    const struct lo_player *p = st->player;
    int open = (p[0].commit == 0) | (p[1].commit == 0) << 1 |
               (p[2].commit == 0) << 2 | (p[3].commit == 0) << 3;

    return (uint32_t)open & ((UINT32_C(1) << st->players) - 1);
}

/* What keeps an action from being legal. Each condition stands in one function
 * that returns LO_MAY or the first reason against it: the listers ask whether
 * it is LO_MAY, reasons.c puts it into words. */
enum lo_hindrance {
    LO_MAY,
    LO_NO_SUCH, /* no action has this value */
    /* the card in play */
    LO_NO_BOX,
    LO_BOX_LEFT,
    LO_BOX_DONE,
    LO_NO_MONEY,
    LO_ALL_UPGRADES,
    LO_LAB_TOP,
    LO_OWNS_NO_RED,                          /* and so on: each colour */
    LO_NO_RED = LO_OWNS_NO_RED + LO_COLOURS, /* of each colour: in the supply */
    LO_NO_GREEN = LO_NO_RED + LO_GREEN,      /* from here on: each bonus */
    LO_INCOME_TOP,
    LO_BONUS_DUE,
    /* decks */
    LO_LATER_DECK,
    LO_SEVEN_OWNED,
    LO_ALL_KINDS,
    LO_NOTHING_TO_KEEP,
    /* played cards */
    LO_NO_SYMBOL,
    LO_SYMBOL_USED,
    LO_NO_BOOST,
    LO_BOOST_USED,
    /* launches and boosts */
    LO_LAB_USED,
    LO_LAUNCH_MONEY,
    LO_NO_MISSION,
    LO_LAB_TOO_LOW, /* for all missions on Earth */
    LO_NONE_READY,
    LO_TOO_HEAVY,
    LO_BOOST_LATE,
    LO_BOOST_EDITION,
    LO_BOOST_LAB,
    LO_BOOST_LAB_USED,
    /* limits of a round */
    LO_MISSION_LIMIT,
    LO_LAUNCH_LIMIT,
    /* one mission */
    LO_NOT_ON_EARTH,
    LO_LOADED,
    LO_LEVEL_TOO_HIGH,
    LO_REQUIREMENT,
    LO_NO_ROOM,
    /* effects */
    LO_EFFECT_LATER,
    LO_EFFECT_IS_EXCHANGE,
    LO_EFFECT_IS_TECH,
    LO_HINDRANCES
};

/* rounds.c: each leaves the state where a choice or chance is next. */
void mq__lo_objectives_done(struct lo c);
void mq__lo_hand_dealt(struct lo_state *st);
void mq__lo_begin_keep(struct lo_state *st);
void mq__lo_begin_play(struct lo_state *st);
void mq__lo_card_done(struct lo c);
void mq__lo_mission_done(struct lo c);
void mq__lo_launch_next(struct lo c);
void mq__lo_launches_done(struct lo c);
void mq__lo_sales_done(struct lo c);

/* draft.c */
void mq__lo_cards_add(struct lo_cards *cards, int card, int known);
void mq__lo_cards_play(struct lo_cards *cards, int card);
void mq__lo_cards_remove(struct lo_cards *cards, int slot);
int mq__lo_cards_find(const struct lo_cards *cards, int card);
void mq__lo_cards_sort(struct lo_cards *cards);
/* Carries out the commits: everyone keeps, or passes, the card named. */
void mq__lo_pass_kept(struct lo_state *st, bool objectives, int direction);
void mq__lo_pass_one(struct lo_state *st, bool objectives, int direction);

/* specialists.c */
int mq__lo_supply(struct lo c, int colour);
bool mq__lo_can_take(struct lo c, const struct lo_player *p, int colour);
int mq__lo_station_price(struct lo c);
void mq__lo_banner(const struct lo_tables *t, struct lo_player *p, int card);
/* The card in play: its kind. */
int mq__lo_card(const struct lo_state *st);
/* The box of the card in play that a verb means; -1: none. */
int mq__lo_box_of(struct lo c, int verb);
/* The price of the next step of a box of the card in play. */
int mq__lo_box_price(struct lo c, int box);
/* The choices that a kind of box gives the player in turn, whatever its steps
 * and its price; `prefix` has all of the actions but the choice, in b and c. */
int mq__lo_list_choices(struct lo c, int kind, mq_action prefix,
                        mq_action *out);
enum lo_hindrance mq__lo_choice_hindrance(struct lo c, int kind,
                                          mq_action action);
/* Acts of the card in play, without `money` and `done`. */
int mq__lo_list_acts(struct lo c, mq_action *out);
enum lo_hindrance mq__lo_act_hindrance(struct lo c, mq_action action);
void mq__lo_act(struct lo c, mq_action action);
void mq__lo_no_act(struct lo c);

/* missions.c */
int mq__lo_mission_banners(const struct lo_tables *t,
                           const struct lo_player *p);
/* The kinds a player may not keep any more (LO-M7, LO-M8). */
uint32_t mq__lo_full(const struct lo_tables *t, const struct lo_player *p);
/* The kinds of the chosen deck that its drawer could keep when drawing. */
uint32_t mq__lo_keepable_then(struct lo c);
enum lo_hindrance mq__lo_deck_hindrance(struct lo c, const struct lo_player *p,
                                        int level);
int mq__lo_list_decks(struct lo c, mq_action *out);
bool mq__lo_any_deck(struct lo c, const struct lo_player *p);
/* Whether more was drawn than LO-M3 says, because nothing could be kept. */
bool mq__lo_forced(struct lo c);
/* How many more cards may be kept. */
int mq__lo_to_keep(struct lo c);
void mq__lo_choose_deck(struct lo c, int level);
void mq__lo_draw(struct lo c, int kind);
int mq__lo_list_takes(struct lo c, mq_action *out);
void mq__lo_take(struct lo c, int kind);
void mq__lo_take_done(struct lo c);

/* launch.c */
/* Whether the technology meets a level's requirement in the present phase. */
bool mq__lo_meets(struct lo c, const struct lo_player *p, int level);
/* The missions on Earth whose level and requirement allow a launch. */
uint32_t mq__lo_ready(struct lo c, const struct lo_player *p);
int mq__lo_price(const struct lo_tables *t, const struct lo_player *p,
                 bool lab);
/* The capacity that one launch could have at most, all boosts given. */
int mq__lo_most_capacity(struct lo c, const struct lo_player *p, bool lab);
/* Of the launch under way: its capacity, and what is loaded. */
int mq__lo_capacity(struct lo c);
int mq__lo_loaded_weight(struct lo c);
/* LO-L13: what a launch scores before its missions. */
int mq__lo_launch_points(struct lo c, const struct lo_player *p);
/* What the launch under way will score as it is loaded. */
int mq__lo_loaded_points(struct lo c);
/* LO-V4: whether another launch is allowed this round. */
bool mq__lo_may_launch(const struct lo_state *st, const struct lo_player *p);
bool mq__lo_any_launch(struct lo c, const struct lo_player *p);
/* The kinds light enough for some launch symbol whose price can be paid, level
 * and requirement aside. */
uint32_t mq__lo_carried(struct lo c, const struct lo_player *p);
/* A launch by a symbol of the player: LO_LAB or a specialist. */
enum lo_hindrance mq__lo_launch_hindrance(struct lo c,
                                          const struct lo_player *p, int what);
enum lo_hindrance mq__lo_boost_hindrance(struct lo c, int what);
/* The missions that may be loaded now, and what hinders one of them. */
uint32_t mq__lo_loadable(struct lo c);
enum lo_hindrance mq__lo_load_hindrance(struct lo c, int kind);
/* Whether a mission on Earth could be carried by the next launch; *what is the
 * symbol that the answer is about. */
enum lo_hindrance mq__lo_flight_hindrance(struct lo c,
                                          const struct lo_player *p, int kind,
                                          int *what);
int mq__lo_list_launches(struct lo c, mq_action *out);
int mq__lo_list_prepare(struct lo c, mq_action *out);
void mq__lo_launch(struct lo_state *st, int what);
void mq__lo_boost(struct lo_state *st, int what);
void mq__lo_go(struct lo c);

/* effects.c */
int mq__lo_list_effects(struct lo c, mq_action *out);
enum lo_hindrance mq__lo_effect_hindrance(struct lo c, mq_action action);
/* Carries out effects until one asks or all are done. */
void mq__lo_effects(struct lo c);
void mq__lo_effect_tech(struct lo c, int colour);
void mq__lo_effect_exchange(struct lo c, int given, int taken);
void mq__lo_effect_done(struct lo c);

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
enum mq_status mq__lo_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error);
void mq__lo_begin_objectives(struct lo_state *st, int start);

/* legal.c */
int mq__lo_list(struct lo c, int seat, mq_action *out);
enum mq_turn mq__lo_turn(const struct mq_game *g, const void *st,
                         uint32_t *actors);
int mq__lo_legal(const struct mq_game *g, const void *st, int seat,
                 mq_action *out);

/* chance.c */
int mq__lo_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                    double *p);
/* The objectives that nobody holds or has sold, as far as the state shows. */
uint32_t mq__lo_objectives_left(struct lo c);

/* sample.c */
mq_action mq__lo_sample(const struct mq_game *g, const void *st,
                        struct mq_rng *rng);
int mq__lo_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__lo_do(struct lo c, int seat, mq_action action);
void mq__lo_apply(const struct mq_game *g, void *st, int seat,
                  mq_action action);

/* score.c */

/* Sources of points in the order of lines: the start, the five that are
 * counted as they come, the four of final scoring. */
#define LO_POINT_SOURCES (1 + LO_SOURCES + 4)
#define LO_POINT_OBJECTIVES (1 + LO_SOURCES + 1)
extern const struct lo_point_source {
    const char *source, *rule, *id;
} mq__lo_point_sources[LO_POINT_SOURCES];

int mq__lo_objective_count(const struct lo_tables *t, const struct lo_player *p,
                           int objective);
int mq__lo_objective_points(struct lo c, const struct lo_player *p,
                            int objective);
int mq__lo_hourglass(const struct lo_tables *t, const struct lo_player *p,
                     int kind, int copies);
/* Points of final scoring: hourglasses, objectives, green, money; their sum. */
int mq__lo_final(struct lo c, const struct lo_player *p, int out[4]);
void mq__lo_final_scoring(struct lo c);
void mq__lo_scores(const struct mq_game *g, const void *st, double *out);
uint32_t mq__lo_winners(const struct mq_game *g, const void *st);
int mq__lo_breakdown(const struct mq_game *g, const void *st, int seat,
                     struct mq_points *out);

/* view.c */
void mq__lo_redact(const struct mq_game *g, void *st, int seat);
void mq__lo_resample(const struct mq_game *g, void *st, int seat,
                     struct mq_rng *rng);
void mq__lo_reopen(const struct mq_game *g, void *st, int seat);
bool mq__lo_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out);
uint32_t mq__lo_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event);

/* position.c */
extern const struct mq_form_kind mq__lo_form;

/* text.c */
void mq__lo_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out);
enum mq_status mq__lo_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error);
/* Whether a text stands for this value: no other is an action or outcome. */
bool mq__lo_has_text(const struct mq_game *g, int seat, mq_action action);

/* reasons.c */
enum mq_status mq__lo_why_not(const struct mq_game *g, const void *st, int seat,
                              mq_action action, struct mq_note *out);
/* What keeps a mission on Earth from flying this round; false: nothing. */
bool mq__lo_note_grounded(struct lo c, int seat, int kind, struct mq_note *out);

/* explain.c, describe.c */
void mq__lo_ask(const struct mq_game *g, const void *st, int seat,
                struct mq_note *out);
int mq__lo_explain(const struct mq_game *g, const void *st, int seat,
                   mq_action action, struct mq_note *out);
int mq__lo_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out);

/* tell.c, survey.c, standings.c (<maxq/tell.h>) */
void mq__lo_tell(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out);
void mq__lo_survey(const struct mq_game *g, const void *st, int seat,
                   const struct mq_facts *out);
void mq__lo_standings(const struct mq_game *g, const void *st, int seat,
                      struct mq_all_standings *out);

/* heuristic.c */
void mq__lo_weigh(const struct mq_game *g, const void *st, int seat,
                  const mq_action *actions, int n, float *w);
double mq__lo_estimate(const struct mq_game *g, const void *st, int seat);

/* observe.c */
#define LO_OBSERVE_SIZE 1247
void mq__lo_observe(const struct mq_game *g, const void *st, int seat,
                    struct mq_observer *o);

/* odds.c */
int mq__lo_odds(const struct mq_game *g, const void *st, int seat,
                struct mq_odds *out);

#endif
