/* Apogee: the rules' functions that more than one file uses.
 *
 * `t` are the tables, `st` the state, `seat` the player it is about. Cards are
 * kinds of technology or engineers by their numbers in the tables.
 */
#ifndef MAXQ_GAMES_APOGEE_RULES_H
#define MAXQ_GAMES_APOGEE_RULES_H

#include "games/apogee/state.h"

/* Small readings. */

static inline const struct ap_tables *ap_tables(const struct mq_game *g)
{
    return g->tables;
}

static inline bool ap_solo(const struct ap_state *st)
{
    return st->players == 1;
}

static inline const struct ap_mission *ap_mission(const struct ap_tables *t,
                                                  const struct ap_state *st)
{
    return ap_solo(st) ? &t->solo_mission[st->mission]
                       : &t->mission[st->mission];
}

/* What this round's basic event changes. */
static inline const struct ap_changes *ap_changes(const struct ap_tables *t,
                                                  const struct ap_state *st)
{
    return st->event < AP_EVENTS ? &t->event[st->event].changes
                                 : &t->no_changes;
}

static inline int ap_deck_cards(const struct ap_state *st, int deck)
{
    return st->size[deck] + st->under_count[deck];
}

/* The seat whose turn of the order it is. */
static inline int ap_current(const struct ap_state *st)
{
    return st->order[st->cursor];
}

static inline bool ap_at_center(int space)
{
    return space == AP_ON_OPERATIONS || space == AP_MOVED;
}

static inline int ap_low_bit(uint64_t mask)
{
    return __builtin_ctzll(mask);
}

static inline int ap_count_bits(uint64_t mask)
{
    return __builtin_popcountll(mask);
}

/* decks.c: cards move. */

/* A card leaves its deck: an unseen one, or the first of those put under. */
void mq__apogee_leave_deck(const struct ap_tables *t, struct ap_state *st,
                           int kind);
void mq__apogee_put_under(const struct ap_tables *t, struct ap_state *st,
                          int kind, int known);
void mq__apogee_reserve_add(struct ap_state *st, int seat, int kind);
void mq__apogee_reserve_remove(struct ap_state *st, int seat, int kind);
bool mq__apogee_in_reserve(const struct ap_state *st, int seat, int kind);
/* From the reserve under its deck, known to all (AP-G7). */
void mq__apogee_discard(const struct ap_tables *t, struct ap_state *st,
                        int seat, int kind);
void mq__apogee_pad_add(const struct ap_tables *t, struct ap_state *st,
                        int seat, int kind);
void mq__apogee_pad_remove(const struct ap_tables *t, struct ap_state *st,
                           int seat, int kind);
/* The kinds on a pad. */
uint64_t mq__apogee_pad_kinds(const struct ap_player *p);
/* Dropped cards are sorted by it. */
int mq__apogee_dropped_key(struct ap_dropped card);
void mq__apogee_drop(struct ap_state *st, struct ap_dropped card);
/* From a row to a reserve; the place stays empty until it is refilled. */
void mq__apogee_take(const struct ap_tables *t, struct ap_state *st, int seat,
                     int kind);
void mq__apogee_replace_row(const struct ap_tables *t, struct ap_state *st,
                            int type);
/* The next place of a row to be filled, type × 3 + place; -1: none. */
int mq__apogee_place_to_fill(const struct ap_state *st);
void mq__apogee_fill_place(const struct ap_tables *t, struct ap_state *st,
                           int kind);

/* crew.c: engineers move. */
void mq__apogee_crew_add(const struct ap_tables *t, struct ap_state *st,
                         int seat, int engineer);
/* The place of an engineer in the crew; -1: not there. */
int mq__apogee_crew_find(const struct ap_player *p, int engineer);
void mq__apogee_sort_crew(struct ap_player *p);
/* AP-G8, AP-H5, AP-H7 */
void mq__apogee_lose_engineer(const struct ap_tables *t, struct ap_state *st,
                              int seat, int place);
/* Whether engineers on that space lie face up in this step (AP-H4). */
bool mq__apogee_face_up(int step, int space);
void mq__apogee_reveal(struct ap_state *st, int space);
void mq__apogee_stand(struct ap_player *p, int place, int space);
/* Draws so many engineers as there are and fit (AP-C14). */
void mq__apogee_draw_engineers(struct ap_state *st, int seat, int level,
                               int count);
/* Draws so many R&D cards as there are. */
void mq__apogee_draw_rnd(struct ap_state *st, int seat, int count);
/* The seat that has the engineer; AP_NONE: nobody. */
int mq__apogee_owner(const struct ap_state *st, int engineer);
/* The authority of all own engineers, in tenths. */
int mq__apogee_crew_authority(const struct ap_tables *t,
                              const struct ap_player *p);
/* Those not at the Space Operations Center. */
int mq__apogee_dismissable(const struct ap_player *p);

/* money.c: credits and dice. */
void mq__apogee_pay(struct ap_state *st, int seat, int amount);
void mq__apogee_gain(struct ap_state *st, int seat, int amount);
int mq__apogee_pool(const struct ap_state *st);
bool mq__apogee_can_take_die(const struct ap_state *st, int seat);
void mq__apogee_take_die(struct ap_state *st, int seat);
/* What a player with so many engineers earns this round. */
int mq__apogee_earnings(const struct ap_tables *t, const struct ap_state *st,
                        int crew);
int mq__apogee_sale_price(const struct ap_tables *t, const struct ap_state *st);
void mq__apogee_sell(const struct ap_tables *t, struct ap_state *st, int seat,
                     int kind);

/* launch.c: rockets. */
struct ap_rocket {
    uint64_t kinds;
    uint8_t cards[AP_TYPES * AP_PLACES];
    int count;
    bool complete;
    int thrust, mass, performance; /* performance in tenths; 0: none */
    int cost, astronauts;
};

void mq__apogee_rocket(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct ap_rocket *out);
/* The same of a player who need not be part of a state. */
void mq__apogee_rocket_of(const struct ap_tables *t, const struct ap_player *p,
                          struct ap_rocket *out);
int mq__apogee_performance(const struct ap_tables *t, int thrust, int mass);
/* The number to roll; 0: no launch there. */
int mq__apogee_number(const struct ap_tables *t, int performance,
                      int destination);
/* Authority at the Space Operations Center, and what a launch needs. */
int mq__apogee_center_authority(const struct ap_tables *t,
                                const struct ap_player *p);
int mq__apogee_needed_authority(const struct ap_tables *t,
                                const struct ap_state *st, int seat,
                                int destination);
int mq__apogee_cards_with(const struct ap_tables *t,
                          const struct ap_rocket *rocket, uint32_t tags);
bool mq__apogee_has_stages(const struct ap_tables *t,
                           const struct ap_player *p);

/* What stands against a launch; the first in this order. */
enum ap_hindrance {
    AP_MAY_LAUNCH,
    AP_LAUNCHED_ALREADY,
    AP_INCOMPLETE,
    AP_NO_ENGINEER,
    AP_TOO_LITTLE_AUTHORITY,
    AP_NO_PERFORMANCE,
    AP_NO_NUMBER,
    AP_TOO_LITTLE_PERFORMANCE, /* AP-M12 */
    AP_BANNED_CARD,            /* AP-E1, AP-E16 */
    AP_NO_FEE,                 /* AP-E3 */
    AP_HINDRANCES
};
enum ap_hindrance mq__apogee_hindrance(const struct ap_tables *t,
                                       const struct ap_state *st, int seat,
                                       const struct ap_rocket *rocket,
                                       int destination);
/* Whether a card stays at the destination (AP-L14). */
bool mq__apogee_is_dropped(const struct ap_technology *k);
void mq__apogee_launch(const struct ap_tables *t, struct ap_state *st, int seat,
                       int destination);
void mq__apogee_launch_succeeds(const struct ap_tables *t, struct ap_state *st,
                                int seat);
void mq__apogee_fire_succeeds(const struct ap_tables *t, struct ap_state *st,
                              int seat);

/* build.c: construction. */

/* What stands against building a card of the reserve, price aside. */
enum ap_obstacle {
    AP_MAY_BUILD,
    AP_NOT_IN_RESERVE,
    AP_PAD_FULL,
    AP_CLASHES,
    AP_BANNED,
    AP_CANT_PAY,
    AP_OBSTACLES
};
enum ap_obstacle mq__apogee_obstacle(const struct ap_tables *t,
                                     const struct ap_state *st, int seat,
                                     int kind);
/* Kinds nobody can build: mission and solo events. */
uint64_t mq__apogee_banned_kinds(const struct ap_tables *t,
                                 const struct ap_state *st);
/* The price in the construction step (AP-Y19). */
int mq__apogee_price(const struct ap_tables *t, const struct ap_state *st,
                     int kind);
/* Puts a card of the reserve on the pad for that price. */
void mq__apogee_build(const struct ap_tables *t, struct ap_state *st, int seat,
                      int kind, int price);
/* Kinds of the reserve that can be built and paid in the construction step. */
uint64_t mq__apogee_paid_builds(const struct ap_tables *t,
                                const struct ap_state *st, int seat);
int mq__apogee_construction_discount(const struct ap_tables *t,
                                     const struct ap_state *st);
/* Builds for nothing: kinds of the reserve that have a wanted property. */
uint64_t mq__apogee_free_builds(const struct ap_tables *t,
                                const struct ap_state *st, int seat,
                                uint64_t wanted);

/* investors.c */
void mq__apogee_acquired(const struct ap_tables *t, struct ap_state *st,
                         int seat, int kind);
void mq__apogee_built(const struct ap_tables *t, struct ap_state *st, int seat,
                      int kind);
void mq__apogee_fired(const struct ap_tables *t, struct ap_state *st, int seat,
                      const struct ap_rocket *rocket);
void mq__apogee_launched(const struct ap_tables *t, struct ap_state *st,
                         int seat, const struct ap_rocket *rocket);
/* The left one of the met investors pays. */
void mq__apogee_complete_investor(const struct ap_tables *t,
                                  struct ap_state *st);
/* The open place to be filled; -1: none. */
int mq__apogee_investor_place(const struct ap_state *st);

/* missions.c */

/* A thing that can be measured. `on_rocket` for one launch, `in_all` for what
 * a player has; NULL where there is no such. */
struct ap_measure {
    const char *word;
    int (*on_rocket)(const struct ap_tables *t, const struct ap_need *need,
                     const struct ap_rocket *rocket);
    int (*in_all)(const struct ap_tables *t, const struct ap_state *st,
                  int seat, const struct ap_need *need);
    bool somewhere; /* needs a destination */
    bool at_most;   /* <= instead of >= */
    bool held;      /* no act brings it: it comes and goes */
};

extern const struct ap_measure mq__apogee_measures[];
extern const int mq__apogee_measure_count;
#define AP_MEASURE_CARDS 0

bool mq__apogee_rocket_meets(const struct ap_tables *t,
                             const struct ap_needs *needs,
                             const struct ap_rocket *rocket, int destination);
/* How much of a need a player has. */
int mq__apogee_progress(const struct ap_tables *t, const struct ap_state *st,
                        int seat, const struct ap_need *need);
bool mq__apogee_meets(const struct ap_tables *t, const struct ap_state *st,
                      int seat);
/* Judges a player's mission now. */
void mq__apogee_judge(const struct ap_tables *t, struct ap_state *st, int seat);
/* The farthest destination reached, from 1; 0: none. */
int mq__apogee_farthest(const struct ap_player *p);
/* The mask of the players that have reached the farthest of all. */
uint32_t mq__apogee_leaders(const struct ap_state *st);

/* specialties.c: engineers. */

/* What a round effect is about (AP-Y3). */
enum ap_lasting {
    AP_LASTS_NOT,
    AP_LASTS_THRUST,
    AP_LASTS_MASS,
    AP_LASTS_SEATS,
    AP_LASTS_COST
};

struct ap_specialty {
    const char *word;
    bool (*possible)(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_engineer *e);
    void (*start)(const struct ap_tables *t, struct ap_state *st, int seat,
                  const struct ap_engineer *e);
    int (*legal)(const struct ap_tables *t, const struct ap_state *st, int seat,
                 const struct ap_engineer *e, mq_action *out);
    void (*apply)(const struct ap_tables *t, struct ap_state *st, int seat,
                  mq_action action);
    uint8_t lasts; /* enum ap_lasting */
    /* Messages that say what it does: amount, two tags, roll and its chance. */
    const char *says, *says_roll;
};

extern const struct ap_specialty mq__apogee_specialties[];
extern const int mq__apogee_specialty_count;
#define AP_NO_SPECIALTY 0

/* The sum of the round effects of one sort that `effects` (a mask of
 * engineers) have on a card with these tags, or on the rocket. */
int mq__apogee_bonus(const struct ap_tables *t, uint32_t effects, int lasting,
                     uint32_t tags);

/* The specialty whose amount is an authority. */
void mq__apogee_start_move(const struct ap_tables *t, struct ap_state *st,
                           int seat, const struct ap_engineer *e);

/* directors.c */
struct ap_directing {
    const char *word;
    bool (*possible)(const struct ap_tables *t, const struct ap_state *st,
                     int seat);
    void (*start)(const struct ap_tables *t, struct ap_state *st, int seat,
                  const struct ap_director *d);
    int (*legal)(const struct ap_tables *t, const struct ap_state *st, int seat,
                 mq_action *out);
    void (*apply)(const struct ap_tables *t, struct ap_state *st, int seat,
                  mq_action action);
};

extern const struct ap_directing mq__apogee_directings[];
extern const int mq__apogee_directing_count;

bool mq__apogee_may_direct(const struct ap_tables *t, const struct ap_state *st,
                           int seat);
/* What the director's specialty gives this round (AP-V2, AP-V9, AP-V10). */
int mq__apogee_director_thrust(const struct ap_tables *t,
                               const struct ap_player *p);
int mq__apogee_director_authority(const struct ap_tables *t,
                                  const struct ap_player *p);
bool mq__apogee_keeps_first_stage(const struct ap_tables *t,
                                  const struct ap_player *p);

/* nations.c */
struct ap_intervention {
    const char *word; /* the nation */
    const char *rule;
    int (*legal)(const struct ap_tables *t, const struct ap_state *st,
                 mq_action *out);
    void (*apply)(const struct ap_tables *t, struct ap_state *st,
                  mq_action action);
};

extern const struct ap_intervention mq__apogee_interventions[];

bool mq__apogee_may_intervene(const struct ap_tables *t,
                              const struct ap_state *st, int seat);

/* events.c */
struct ap_effect {
    const char *word;
    /* While it holds. */
    void (*change)(const struct ap_tables *t, const struct ap_event *e,
                   struct ap_changes *out);
    /* When it is revealed: true while there is more to do. */
    bool (*run)(const struct ap_tables *t, struct ap_state *st,
                const struct ap_event *e);
    /* Its roll has come out. */
    void (*rolled)(const struct ap_tables *t, struct ap_state *st,
                   const struct ap_event *e, bool success);
    bool spare_dice; /* help at its roll (AP-C11) */
    bool solo;
    const char *says;     /* the message that tells it */
    const char *says_two; /* the same of cards of two tags, where it has any */
};

extern const struct ap_effect mq__apogee_effects[];
extern const int mq__apogee_effect_count;

/* Effects whose rows in the tables are read differently. */
void mq__apogee_space_limit(const struct ap_tables *t, const struct ap_event *e,
                            struct ap_changes *out);
bool mq__apogee_run_new_objective(const struct ap_tables *t,
                                  struct ap_state *st,
                                  const struct ap_event *e);

/* The event being carried out. */
const struct ap_event *mq__apogee_event_now(const struct ap_tables *t,
                                            const struct ap_state *st);
/* Solo events of the mission that are revealed; fills out, returns how many. */
int mq__apogee_solo_events(const struct ap_tables *t, const struct ap_state *st,
                           uint8_t out[AP_SOLO_ROUNDS]);
uint64_t mq__apogee_solo_bans(const struct ap_tables *t,
                              const struct ap_state *st);
bool mq__apogee_no_seniors(const struct ap_tables *t,
                           const struct ap_state *st);
bool mq__apogee_no_director_specialty(const struct ap_tables *t,
                                      const struct ap_state *st);

/* dice.c */

/* The number to roll now; a launch counts AP-E6 and AP-E7 in. */
int mq__apogee_roll_needed(const struct ap_tables *t,
                           const struct ap_state *st);
bool mq__apogee_spare_dice_help(const struct ap_tables *t,
                                const struct ap_state *st);
void mq__apogee_rolled(const struct ap_tables *t, struct ap_state *st,
                       int value);
void mq__apogee_accept(const struct ap_tables *t, struct ap_state *st);

/* steps.c: the round. */
void mq__apogee_advance(const struct ap_tables *t, struct ap_state *st);
/* What is wanted now, without changing anything; AP_ASK_NOTHING: the position
 * is not at rest. */
int mq__apogee_find_ask(const struct ap_tables *t, const struct ap_state *st,
                        uint8_t *actor);
void mq__apogee_end_game(struct ap_state *st);
const char *mq__apogee_phase(const struct mq_game *g, const void *st);
extern const char *const mq__apogee_step_words[];

/* planning.c */

/* Spaces that can take one more engineer, a bit each. */
unsigned mq__apogee_free_spaces(const struct ap_tables *t,
                                const struct ap_state *st, int seat);
void mq__apogee_rnd_queue(const struct ap_tables *t, struct ap_state *st);
void mq__apogee_design_queue(const struct ap_tables *t, struct ap_state *st);
void mq__apogee_later_lap(struct ap_state *st);
/* The queue of this step and lap: it follows from the rest. */
void mq__apogee_queue_now(const struct ap_tables *t, struct ap_state *st);

/* ruleids.c: the same id in static storage; NULL: there is no such rule. */
const char *mq__apogee_rule(const char *id);

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
extern const struct mq_option mq__apogee_options[];
#define AP_OPTION_COUNT 4
enum mq_status mq__apogee_setup(const struct mq_game *g, void *st,
                                const struct mq_setup *setup,
                                struct mq_error *error);
/* An empty state: nothing anywhere, nothing under way. */
void mq__apogee_clear(struct ap_state *st);
void mq__apogee_turn_order(const struct ap_tables *t, struct ap_state *st);

/* legal.c */
enum mq_turn mq__apogee_turn(const struct mq_game *g, const void *st,
                             uint32_t *actors);
int mq__apogee_legal(const struct mq_game *g, const void *st, int seat,
                     mq_action *out);
bool mq__apogee_may_fire(const struct ap_tables *t, const struct ap_state *st,
                         int seat);
/* Lists that several decisions share. */
int mq__apogee_list_kinds(uint64_t kinds, int action, mq_action *out);
int mq__apogee_list_reserve(const struct ap_player *p, int action,
                            mq_action *out);
int mq__apogee_list_rows(const struct ap_state *st, mq_action *out);
int mq__apogee_list_crew(const struct ap_player *p, bool center,
                         mq_action *out);

/* chance.c */
int mq__apogee_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                        double *p);

/* sample.c */
mq_action mq__apogee_sample(const struct mq_game *g, const void *st,
                            struct mq_rng *rng);
/* One of the `size` cards of a type that `unseen` counts. */
int mq__apogee_pick_unseen(const struct ap_tables *t, const uint8_t *unseen,
                           int type, int size, struct mq_rng *rng);
int mq__apogee_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__apogee_apply(const struct mq_game *g, void *st, int seat,
                      mq_action action);

/* score.c */
void mq__apogee_scores(const struct mq_game *g, const void *st, double *out);
uint32_t mq__apogee_winners(const struct mq_game *g, const void *st);
int mq__apogee_breakdown(const struct mq_game *g, const void *st, int seat,
                         struct mq_points *out);

/* view.c */
void mq__apogee_redact(const struct mq_game *g, void *st, int seat);
void mq__apogee_resample(const struct mq_game *g, void *st, int seat,
                         struct mq_rng *rng);
void mq__apogee_reopen(const struct mq_game *g, void *st, int seat);
bool mq__apogee_seen(const struct mq_game *g, const void *before,
                     struct mq_event event, int seat, struct mq_event *out);
uint32_t mq__apogee_reveals(const struct mq_game *g, const void *before,
                            struct mq_event event);

/* check.c, check_step.c */
enum mq_status mq__apogee_check(const struct mq_game *g, const void *st,
                                struct mq_error *error);
/* All but that the position is at rest. */
enum mq_status mq__apogee_check_cards(const struct mq_game *g,
                                      const struct ap_state *st,
                                      struct mq_error *error);

/* json.c, json_read.c */
void mq__apogee_write_position(const struct mq_game *g, const void *st,
                               struct mq_json_writer *w);
enum mq_status mq__apogee_read_position(const struct mq_game *g,
                                        const struct mq_json *node, void *st,
                                        struct mq_error *error);

/* text.c */

/* The word of an argument by its sort (text.c lists them); NULL: none. */
const char *mq__apogee_argument_word(const struct ap_tables *t, char sort,
                                     int value);
void mq__apogee_write_text(const struct mq_game *g, struct mq_event event,
                           struct mq_buf *out);
enum mq_status mq__apogee_read_text(const struct mq_game *g, const char *text,
                                    int seat, mq_action *out,
                                    struct mq_error *error);

/* reasons.c */
enum mq_status mq__apogee_why_not(const struct mq_game *g, const void *st,
                                  int seat, mq_action action,
                                  struct mq_note *out);

/* explain.c, describe.c */
void mq__apogee_ask(const struct mq_game *g, const void *st, int seat,
                    struct mq_note *out);
int mq__apogee_explain(const struct mq_game *g, const void *st, int seat,
                       mq_action action, struct mq_note *out);
int mq__apogee_describe(const struct mq_game *g, const void *before,
                        struct mq_event event, const void *after,
                        struct mq_note *out);

/* heuristic.c */
void mq__apogee_weigh(const struct mq_game *g, const void *st, int seat,
                      const mq_action *actions, int n, float *w);
double mq__apogee_estimate(const struct mq_game *g, const void *st, int seat);

/* odds.c */
int mq__apogee_odds(const struct mq_game *g, const void *st, int seat,
                    struct mq_odds *out);
bool mq__apogee_odds_table(const struct mq_game *g, int index,
                           struct mq_odds_table *out);

/* board.c */
void mq__apogee_board(const struct mq_game *g, const void *st, int seat,
                      const struct mq_canvas *canvas, struct mq_buf *out);

#endif
