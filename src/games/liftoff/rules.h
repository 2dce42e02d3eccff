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

#include <string.h>

extern const char *const mq__lo_step_words[LO_STEPS + 1];
extern const char *const mq__lo_colour_words[LO_COLOURS + 1];
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

static inline uint32_t lo_bit(int kind)
{
    return (uint32_t)1 << kind;
}

static inline int lo_left(const struct lo_state *st, int seat)
{
    return seat + 1 < st->players ? seat + 1 : 0;
}

static inline int lo_right(const struct lo_state *st, int seat)
{
    return seat > 0 ? seat - 1 : st->players - 1;
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
    mask[(mask[0] >> kind) & 1] |= lo_bit(kind);
}

static inline void lo_mask_take(uint32_t mask[2], int kind)
{
    mask[(mask[1] >> kind) & 1] &= ~lo_bit(kind);
}

/* rounds.c: each leaves the state where a choice or chance is next. */
void mq__lo_objectives_done(const struct lo_tables *t, struct lo_state *st);
void mq__lo_deal_done(struct lo_state *st);
void mq__lo_begin_keep(struct lo_state *st);
void mq__lo_begin_play(struct lo_state *st);
void mq__lo_card_done(const struct lo_tables *t, struct lo_state *st);
void mq__lo_mission_done(const struct lo_tables *t, struct lo_state *st);
void mq__lo_launch_next(const struct lo_tables *t, struct lo_state *st);
void mq__lo_launches_done(const struct lo_tables *t, struct lo_state *st);
void mq__lo_sale_next(const struct lo_tables *t, struct lo_state *st);
void mq__lo_sales_done(const struct lo_tables *t, struct lo_state *st);

/* draft.c */
void mq__lo_cards_add(struct lo_cards *cards, int card, int known);
void mq__lo_cards_play(struct lo_cards *cards, int card);
void mq__lo_cards_remove(struct lo_cards *cards, int slot);
int mq__lo_cards_find(const struct lo_cards *cards, int card);
void mq__lo_cards_sort(struct lo_cards *cards);
bool mq__lo_all_committed(const struct lo_state *st);
/* Carries out the commits: everyone keeps, or passes, the card named. */
void mq__lo_pass_kept(struct lo_state *st, bool objectives, int direction);
void mq__lo_pass_one(struct lo_state *st, bool objectives, int direction);

/* specialists.c */
int mq__lo_supply(const struct lo_tables *t, const struct lo_state *st,
                  int colour);
bool mq__lo_can_take(const struct lo_tables *t, const struct lo_state *st,
                     const struct lo_player *p, int colour);
int mq__lo_station_price(const struct lo_tables *t, const struct lo_state *st);
void mq__lo_banner(const struct lo_tables *t, struct lo_player *p, int card);
/* The card in play: its kind. */
int mq__lo_card(const struct lo_state *st);
/* The box of the card in play that a verb means; -1: none. */
int mq__lo_box_of(const struct lo_tables *t, const struct lo_state *st,
                  int verb);
/* Whether a box (0, 1) of the card in play may be begun or gone on with as
 * far as LO-A4 and LO-A7 go. */
bool mq__lo_box_open(const struct lo_tables *t, const struct lo_state *st,
                     int box);
/* The price of the next step of a box of the card in play. */
int mq__lo_box_price(const struct lo_tables *t, const struct lo_state *st,
                     int box);
int mq__lo_list_acts(const struct lo_tables *t, const struct lo_state *st,
                     mq_action *out);
void mq__lo_act(const struct lo_tables *t, struct lo_state *st,
                mq_action action);
int mq__lo_list_exchanges(const struct lo_tables *t, const struct lo_state *st,
                          const struct lo_player *p, mq_action prefix,
                          mq_action *out);

/* missions.c */
int mq__lo_mission_banners(const struct lo_tables *t,
                           const struct lo_player *p);
/* The kinds a player may not keep any more (LO-M7, LO-M8). */
uint32_t mq__lo_full(const struct lo_tables *t, const struct lo_player *p);
/* The kinds of the chosen deck that its drawer could keep when drawing. */
uint32_t mq__lo_keepable_then(const struct lo_tables *t,
                              const struct lo_state *st);
bool mq__lo_deck_open(const struct lo_tables *t, const struct lo_state *st,
                      const struct lo_player *p, int level);
bool mq__lo_any_deck(const struct lo_tables *t, const struct lo_state *st,
                     const struct lo_player *p);
/* Whether more was drawn than LO-M3 says, because nothing could be kept. */
bool mq__lo_forced(const struct lo_tables *t, const struct lo_state *st);
/* How many more cards may be kept. */
int mq__lo_to_keep(const struct lo_tables *t, const struct lo_state *st);
void mq__lo_choose_deck(const struct lo_tables *t, struct lo_state *st,
                        int level);
void mq__lo_draw(const struct lo_tables *t, struct lo_state *st, int kind);
int mq__lo_list_takes(const struct lo_tables *t, const struct lo_state *st,
                      mq_action *out);
void mq__lo_take(const struct lo_tables *t, struct lo_state *st, int kind);
void mq__lo_take_done(const struct lo_tables *t, struct lo_state *st);

/* launch.c */
/* Whether the technology meets a level's requirement in the present phase. */
bool mq__lo_meets(const struct lo_tables *t, const struct lo_state *st,
                  const struct lo_player *p, int level);
/* The missions on Earth whose level and requirement allow a launch. */
uint32_t mq__lo_ready(const struct lo_tables *t, const struct lo_state *st,
                      const struct lo_player *p);
int mq__lo_price(const struct lo_tables *t, const struct lo_player *p,
                 bool lab);
/* The capacity that one launch could have at most, all boosts given. */
int mq__lo_most_capacity(const struct lo_tables *t, const struct lo_state *st,
                         const struct lo_player *p, bool lab);
/* Of the launch under way: its capacity, and what is loaded. */
int mq__lo_capacity(const struct lo_tables *t, const struct lo_state *st);
int mq__lo_loaded_weight(const struct lo_tables *t, const struct lo_state *st);
/* LO-L13: what a launch scores before its missions. */
int mq__lo_launch_points(const struct lo_tables *t, const struct lo_state *st,
                         const struct lo_player *p);
/* What the launch under way will score as it is loaded. */
int mq__lo_loaded_points(const struct lo_tables *t, const struct lo_state *st);
/* LO-V4: how many missions, or launches, are still allowed. */
bool mq__lo_may_launch(const struct lo_state *st, const struct lo_player *p);
bool mq__lo_may_load(const struct lo_state *st, const struct lo_player *p);
/* The missions that may be loaded now. */
uint32_t mq__lo_loadable(const struct lo_tables *t, const struct lo_state *st);
bool mq__lo_any_launch(const struct lo_tables *t, const struct lo_state *st,
                       const struct lo_player *p);
/* Whether a mission on Earth could be carried by the next launch. */
bool mq__lo_can_fly(const struct lo_tables *t, const struct lo_state *st,
                    const struct lo_player *p, int kind);
int mq__lo_list_launches(const struct lo_tables *t, const struct lo_state *st,
                         mq_action *out);
int mq__lo_list_prepare(const struct lo_tables *t, const struct lo_state *st,
                        mq_action *out);
void mq__lo_launch(struct lo_state *st, int what);
void mq__lo_boost(struct lo_state *st, int what);
void mq__lo_go(const struct lo_tables *t, struct lo_state *st);

/* effects.c */
int mq__lo_list_effects(const struct lo_tables *t, const struct lo_state *st,
                        mq_action *out);
/* Carries out effects until one asks or all are done. */
void mq__lo_effects(const struct lo_tables *t, struct lo_state *st);
void mq__lo_effect_tech(const struct lo_tables *t, struct lo_state *st,
                        int colour);
void mq__lo_effect_exchange(const struct lo_tables *t, struct lo_state *st,
                            int given, int taken);
void mq__lo_effect_done(const struct lo_tables *t, struct lo_state *st);

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
enum mq_status mq__lo_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error);
void mq__lo_begin_objectives(struct lo_state *st, int start);

/* legal.c */
enum mq_turn mq__lo_turn(const struct mq_game *g, const void *st,
                         uint32_t *actors);
int mq__lo_legal(const struct mq_game *g, const void *st, int seat,
                 mq_action *out);

/* chance.c */
int mq__lo_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                    double *p);
/* The objectives that nobody holds or has sold, as far as the state shows. */
uint32_t mq__lo_objectives_left(const struct lo_tables *t,
                                const struct lo_state *st);

/* sample.c */
mq_action mq__lo_sample(const struct mq_game *g, const void *st,
                        struct mq_rng *rng);
int mq__lo_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__lo_apply(const struct mq_game *g, void *st, int seat,
                  mq_action action);

/* score.c */
int mq__lo_objective_count(const struct lo_tables *t, const struct lo_player *p,
                           int objective);
int mq__lo_objective_points(const struct lo_tables *t,
                            const struct lo_state *st,
                            const struct lo_player *p, int objective);
int mq__lo_hourglass(const struct lo_tables *t, const struct lo_player *p,
                     int kind, int copies);
/* Points of final scoring: hourglasses, objectives, green, money; their sum. */
int mq__lo_final(const struct lo_tables *t, const struct lo_state *st,
                 const struct lo_player *p, int out[4]);
void mq__lo_final_scoring(const struct lo_tables *t, struct lo_state *st);
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

/* check.c */
enum mq_status mq__lo_check(const struct mq_game *g, const void *st,
                            struct mq_error *error);

/* json.c, json_read.c */
extern const char *const mq__lo_derived[];
/* Whether one seat is in turn, or being dealt to. */
bool mq__lo_has_turn(const struct lo_state *st);
void mq__lo_write_position(const struct mq_game *g, const void *st,
                           struct mq_json_writer *w);
enum mq_status mq__lo_read_position(const struct mq_game *g,
                                    const struct mq_json *node, void *st,
                                    struct mq_error *error);

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
/* What keeps a mission on Earth from flying this round. */
void mq__lo_note_grounded(const struct lo_tables *t, const struct lo_state *st,
                          int seat, int kind, struct mq_note *out);

/* explain.c, describe.c */
void mq__lo_ask(const struct mq_game *g, const void *st, int seat,
                struct mq_note *out);
int mq__lo_explain(const struct mq_game *g, const void *st, int seat,
                   mq_action action, struct mq_note *out);
int mq__lo_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out);

/* heuristic.c */
void mq__lo_weigh(const struct mq_game *g, const void *st, int seat,
                  const mq_action *actions, int n, float *w);
double mq__lo_estimate(const struct mq_game *g, const void *st, int seat);

/* odds.c */
int mq__lo_odds(const struct mq_game *g, const void *st, int seat,
                struct mq_odds *out);

/* board.c */
void mq__lo_board(const struct mq_game *g, const void *st, int seat,
                  const struct mq_canvas *canvas, struct mq_buf *out);
#endif
