/* Apogee: the rules' functions that more than one file uses.
 *
 * `c` has the tables and the state, `seat` is the player it is about. Cards are
 * kinds of technology or engineers by their numbers in the tables.
 */
#ifndef MAXQ_GAMES_APOGEE_RULES_H
#define MAXQ_GAMES_APOGEE_RULES_H

#include "games/apogee/state.h"

/* Seldom called: kept out of functions that run all the time. */
#define AP_APART __attribute__((noinline))

/* Small readings. */

static inline const struct ap_tables *ap_tables(const struct mq_game *g)
{
    return g->tables;
}

static inline bool ap_solo(const struct ap_state *st)
{
    return st->players == 1;
}

static inline const struct ap_mission *ap_mission(struct ap c)
{
    return ap_solo(c.st) ? &c.t->solo_mission[c.st->mission]
                         : &c.t->mission[c.st->mission];
}

/* What this round's basic event changes. */
static inline const struct ap_changes *ap_changes(struct ap c)
{
    return c.st->event < AP_EVENTS ? &c.t->event[c.st->event].changes
                                   : &c.t->no_changes;
}

static inline int ap_deck_cards(const struct ap_state *st, int deck)
{
    return st->size[deck] + st->under_count[deck];
}

/* The open investor at a place; NULL: none. */
static inline const struct ap_investor *ap_open_investor(struct ap c, int place)
{
    int card = c.st->open[place];

    return card == AP_NONE ? NULL : &c.t->investor[card];
}

/* Whether all decide at once. */
static inline bool ap_is_joint(int ask)
{
    return ask == AP_ASK_CHOOSE || ask == AP_ASK_PLAN || ask == AP_ASK_KEEP;
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

/* Puts a seat into a queue of n: behind those whose key is as great. */
static inline void ap_queue_up(uint8_t *queue, int n, int seat, const int *key)
{
    for (; n > 0 && key[queue[n - 1]] < key[seat]; n--) {
        queue[n] = queue[n - 1];
    }
    queue[n] = (uint8_t)seat;
}

/* One bit of a mask, all alike. */
static inline int ap_pick_bit(uint64_t mask, struct mq_rng *rng)
{
    uint32_t k = mq_rng_below(rng, (uint32_t)ap_count_bits(mask));

    for (; k > 0; k--) {
        mask &= mask - 1;
    }
    return ap_low_bit(mask);
}

/* decks.c: cards move. */

/* A card leaves its deck: an unseen one, or the first of those put under. */
void mq__ap_leave_deck(struct ap c, int kind);
void mq__ap_put_under(struct ap c, int kind, int known);
/* The same of any deck, by its number: the first put under comes up; a card
 * goes under, `known` to those seats. */
void mq__ap_pull_under(struct ap_state *st, int deck);
void mq__ap_push_under(struct ap_state *st, int deck, int card, int known);
void mq__ap_reserve_add(struct ap_state *st, int seat, int kind);
void mq__ap_reserve_remove(struct ap_state *st, int seat, int kind);
bool mq__ap_in_reserve(const struct ap_state *st, int seat, int kind);
/* From the reserve under its deck, known to all (AP-G7). */
void mq__ap_discard(struct ap c, int seat, int kind);
void mq__ap_pad_add(struct ap c, int seat, int kind);
void mq__ap_pad_remove(struct ap c, int seat, int kind);
/* The kinds on a pad, which `pad_kinds` keeps; in a reserve, in the rows. */
uint64_t mq__ap_pad_kinds(const struct ap_player *p);
uint64_t mq__ap_reserve_kinds(const struct ap_player *p);
uint64_t mq__ap_row_kinds(const struct ap_state *st);
/* Dropped cards are sorted by it. */
int mq__ap_dropped_key(struct ap_dropped card);
void mq__ap_drop(struct ap_state *st, struct ap_dropped card);
/* From a row to a reserve; the place stays empty until it is refilled. */
void mq__ap_take(struct ap c, int seat, int kind);
void mq__ap_replace_row(struct ap c, int type);
/* The next place of a row to be filled, type × 3 + place; -1: none. */
int mq__ap_place_to_fill(const struct ap_state *st);
void mq__ap_fill_place(struct ap c, int kind);

/* crew.c: engineers move. */
void mq__ap_crew_add(struct ap c, int seat, int engineer);
/* The place of an engineer in the crew; -1: not there. */
int mq__ap_crew_find(const struct ap_player *p, int engineer);
void mq__ap_sort_crew(struct ap_player *p);
/* AP-G8, AP-H5, AP-H7 */
void mq__ap_lose_engineer(struct ap c, int seat, int place);
/* Whether engineers on that space lie face up in this step (AP-H4). */
bool mq__ap_face_up(int step, int space);
void mq__ap_stand(struct ap_player *p, int place, int space);
void mq__ap_all_in_hand(struct ap_player *p);
/* Draws so many engineers as there are and fit (AP-C14). */
void mq__ap_draw_engineers(struct ap_state *st, int seat, int level, int count);
/* Draws so many R&D cards as there are. */
void mq__ap_draw_rnd(struct ap_state *st, int seat, int count);
/* The seat that has the engineer; AP_NONE: nobody. */
int mq__ap_owner(const struct ap_state *st, int engineer);
/* The authority of all own engineers, in tenths. */
int mq__ap_crew_authority(const struct ap_tables *t, const struct ap_player *p);
/* Those not at the Space Operations Center. */
int mq__ap_dismissable(const struct ap_player *p);

/* money.c: credits and dice. */
void mq__ap_pay(struct ap_state *st, int seat, int amount);
void mq__ap_gain(struct ap_state *st, int seat, int amount);
int mq__ap_pool(const struct ap_state *st);
bool mq__ap_can_take_die(const struct ap_state *st, int seat);
void mq__ap_take_die(struct ap_state *st, int seat);
/* What a player with so many engineers earns this round. */
int mq__ap_earnings(struct ap c, int crew);
int mq__ap_sale_price(struct ap c);
void mq__ap_sell(struct ap c, int seat, int kind);

/* launch.c: rockets. */
struct ap_rocket {
    uint64_t kinds;
    uint8_t cards[AP_TYPES * AP_PLACES];
    int count;
    bool complete;
    int thrust, mass, performance; /* performance in tenths; 0: none */
    int cost, astronauts;
};

void mq__ap_rocket(struct ap c, int seat, struct ap_rocket *out);
/* The same of a player who need not be part of a state. */
void mq__ap_rocket_of(const struct ap_tables *t, const struct ap_player *p,
                      struct ap_rocket *out);
int mq__ap_performance(const struct ap_tables *t, int thrust, int mass);
/* The number to roll; 0: no launch there. */
int mq__ap_number(const struct ap_tables *t, int performance, int destination);
/* Authority at the Space Operations Center, and what a launch needs. */
int mq__ap_center_authority(const struct ap_tables *t,
                            const struct ap_player *p);
int mq__ap_needed_authority(struct ap c, int seat, int destination);
int mq__ap_cards_with(const struct ap_tables *t, const struct ap_rocket *rocket,
                      uint32_t tags);
bool mq__ap_has_stages(const struct ap_tables *t, const struct ap_player *p);

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
enum ap_hindrance mq__ap_hindrance(struct ap c, int seat,
                                   const struct ap_rocket *rocket,
                                   int destination);
/* Where a rocket with stages can be launched to, a bit each. */
unsigned mq__ap_destinations(struct ap c, int seat);
/* Whether a card stays at the destination (AP-L14). */
bool mq__ap_is_dropped(const struct ap_technology *k);
void mq__ap_launch(struct ap c, int seat, int destination);
void mq__ap_launch_succeeds(struct ap c, int seat);
void mq__ap_fire_succeeds(struct ap c, int seat);

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
enum ap_obstacle mq__ap_obstacle(struct ap c, int seat, int kind);
/* Kinds nobody can build: mission and solo events. */
uint64_t mq__ap_banned_kinds(struct ap c);
/* The price in the construction step (AP-Y19). */
int mq__ap_price(struct ap c, int kind);
/* Puts a card of the reserve on the pad for that price. */
void mq__ap_build(struct ap c, int seat, int kind, int price);
/* Kinds of the reserve that can be built and paid in the construction step. */
uint64_t mq__ap_paid_builds(struct ap c, int seat);
int mq__ap_construction_discount(struct ap c);
/* Builds for nothing: kinds of the reserve that have a wanted property. */
uint64_t mq__ap_free_builds(struct ap c, int seat, uint64_t wanted);

/* investors.c */

/* Marks the open investors that a card meets, acquired or built, or a rocket,
 * fired or launched. */
void mq__ap_got_card(struct ap c, int seat, int objective, int kind);
void mq__ap_used_rocket(struct ap c, int seat, int objective,
                        const struct ap_rocket *rocket);
/* The left one of the met investors pays. */
void mq__ap_complete_investor(struct ap c);
/* An open investor goes; another one comes to the first vacant place. */
void mq__ap_vacate(struct ap_state *st, int place);
void mq__ap_fill_vacancy(struct ap_state *st, int investor);

/* missions.c */

/* What is counted: on a rocket, or of all that a player has. */
struct ap_count {
    struct ap c;
    int seat;
    const struct ap_need *need;
    const struct ap_rocket *rocket;
};

/* A thing that can be measured. `on_rocket` for one launch, `in_all` for what
 * a player has; NULL where there is no such. */
struct ap_measure {
    const char *word;
    int (*on_rocket)(const struct ap_count *of);
    int (*in_all)(const struct ap_count *of);
    bool somewhere; /* needs a destination */
    bool at_most;   /* <= instead of >= */
    bool held;      /* no act brings it: it comes and goes */
    bool adds_up;   /* over several launches */
    /* Messages: asked in all and of one rocket (second: with two tags), and
     * what a rocket lacks. */
    const char *in_words[2], *aboard[2], *lacks;
};

extern const struct ap_measure mq__ap_measures[]; /* at the end a NULL word */
#define AP_MEASURE_CARDS 0

/* The word of what a need is about. */
const char *mq__ap_measure_word(const struct ap_need *need);

/* How much of a need a rocket has. */
int mq__ap_on_rocket(const struct ap_tables *t, const struct ap_need *need,
                     const struct ap_rocket *rocket);
bool mq__ap_rocket_has(const struct ap_tables *t, const struct ap_need *need,
                       const struct ap_rocket *rocket);
bool mq__ap_rocket_meets(const struct ap_tables *t,
                         const struct ap_needs *needs,
                         const struct ap_rocket *rocket, int destination);
/* What the mission asks for, with what solo events have added; returns how
 * many needs there are. */
#define AP_ALL_NEEDS (AP_NEEDS + AP_SOLO_EVENTS)
int mq__ap_all_needs(struct ap c, const struct ap_need *out[AP_ALL_NEEDS]);
/* How much of a need a player has. */
int mq__ap_progress(struct ap c, int seat, const struct ap_need *need);
bool mq__ap_meets(struct ap c, int seat);
/* Judges a player's mission now. */
void mq__ap_judge(struct ap c, int seat);
/* The farthest destination reached, from 1; 0: none. */
int mq__ap_farthest(const struct ap_player *p);
/* The mask of the players that have reached the farthest of all. */
uint32_t mq__ap_leaders(const struct ap_state *st);

/* specialties.c: what engineers and directors can do. */

/* What a round effect is about (AP-Y3). */
enum ap_lasting {
    AP_LASTS_NOT,
    AP_LASTS_THRUST,
    AP_LASTS_MASS,
    AP_LASTS_SEATS,
    AP_LASTS_COST
};

struct ap_specialty;

/* A specialty in use: whose it is, the number on the card, the engineer (of a
 * director: AP_NONE). */
struct ap_use {
    struct ap c;
    const struct ap_specialty *is;
    int seat, amount, engineer;
};

enum ap_passing { AP_PASSES_NEVER, AP_PASSES, AP_PASSES_LATER };

/* It acts at once (`start`), or it is a choice: of `cards`, or of what `list`
 * gives. */
struct ap_specialty {
    const char *word;
    bool (*possible)(const struct ap_use *u); /* NULL: always */
    void (*start)(const struct ap_use *u);
    uint64_t (*cards)(const struct ap_use *u);
    int (*list)(const struct ap_use *u, mq_action *out);
    void (*apply)(const struct ap_use *u, int chosen);
    uint8_t action; /* with a card */
    uint8_t passes; /* enum ap_passing; later: once one choice is made */
    uint8_t lasts;  /* enum ap_lasting */
    uint8_t tag;    /* of the cards that it builds */
    /* Messages that say what it does: amount, two tags, roll and its chance. */
    const char *says, *says_roll;
    const char *called; /* in sentences, where `word` means something else */
};

static inline const char *ap_specialty_name(const struct ap_specialty *s)
{
    return s->called != NULL ? s->called : s->word;
}

/* Of engineers, and of directors; after the last one a NULL word. */
extern const struct ap_specialty mq__ap_specialties[], mq__ap_directings[];
#define AP_NO_SPECIALTY 0
#define AP_MOVES 2 /* its amount is an authority */
#define AP_DIRECTOR_KEEPS 1
#define AP_DIRECTOR_THRUST 2
#define AP_DIRECTOR_AUTHORITY 3
#define AP_DIRECTOR_HIRES 11

struct ap_use mq__ap_engineer_use(struct ap c, int engineer);
struct ap_use mq__ap_director_use(struct ap c, int seat);
/* Of the specialist, or of the director whose turn it is. */
struct ap_use mq__ap_use_now(struct ap c);
bool mq__ap_use_possible(const struct ap_use *u);
void mq__ap_use_start(const struct ap_use *u);
int mq__ap_use_list(const struct ap_use *u, mq_action *out);
void mq__ap_use_choose(const struct ap_use *u, mq_action action);

/* The sum of the round effects of one sort that `effects` (a mask of
 * engineers) have on a card with these tags, or on the rocket. */
int mq__ap_bonus(const struct ap_tables *t, uint32_t effects, int lasting,
                 uint32_t tags);

bool mq__ap_may_direct(struct ap c, int seat);
/* nations.c */
struct ap_intervention {
    const char *word; /* the nation */
    const char *rule;
    const char *says; /* what it does */
    int (*legal)(struct ap c, mq_action *out);
    void (*apply)(struct ap c, mq_action action);
};

extern const struct ap_intervention mq__ap_interventions[];

bool mq__ap_may_intervene(struct ap c, int seat);

/* events.c */

/* What an effect that holds sets: a number to its amount, a flag, the kinds
 * with its tags, the limit of a space. */
enum ap_setting {
    AP_SETS_NOTHING,
    AP_SETS_NUMBER,
    AP_SETS_FLAG,
    AP_SETS_KINDS,
    AP_SETS_SPACE
};

struct ap_effect {
    const char *word;
    /* While it holds: what it sets, and where in struct ap_changes. */
    uint8_t change, at;
    /* When it is revealed: true while there is more to do. */
    bool (*run)(struct ap c, const struct ap_event *e);
    /* Its roll has come out. */
    void (*rolled)(struct ap c, const struct ap_event *e, bool success);
    bool spare_dice; /* help at its roll (AP-C11) */
    bool solo;
    const char *says;     /* the message that tells it */
    const char *says_two; /* the same of cards of two tags, where it has any */
    const char *says_low; /* the same of an amount of 0 or less */
};

/* After the last one a NULL word. */
extern const struct ap_effect mq__ap_effects[];

/* Effects whose rows in the tables are read differently. */
#define AP_SPACE_LIMIT 7
#define AP_NEW_OBJECTIVE 27

/* The kinds that have one of the tags. */
uint64_t mq__ap_kinds_with(const struct ap_tables *t, uint32_t tags);
void mq__ap_make_changes(const struct ap_tables *t, const struct ap_event *e,
                         struct ap_changes *out);

/* The event being carried out. */
const struct ap_event *mq__ap_event_now(struct ap c);
/* Solo events of the mission that are revealed; fills out, returns how many. */
int mq__ap_solo_events(struct ap c, uint8_t out[AP_SOLO_ROUNDS]);
uint64_t mq__ap_solo_bans(struct ap c);
bool mq__ap_no_seniors(struct ap c);
bool mq__ap_no_director_specialty(struct ap c);

/* dice.c */

/* The number to roll now; a launch counts AP-E6 and AP-E7 in. */
int mq__ap_roll_needed(struct ap c);
bool mq__ap_spare_dice_help(struct ap c);
void mq__ap_rolled(struct ap c, int value);
void mq__ap_accept(struct ap c);

/* steps.c: the round. */
void mq__ap_advance(struct ap c);
/* What is wanted now, and from bit 8 on the seats that it is wanted of, without
 * changing anything; AP_ASK_NOTHING: the position is not at rest. */
int mq__ap_find_ask(struct ap c);
void mq__ap_end_game(struct ap_state *st);
const char *mq__ap_phase(const struct mq_game *g, const void *st);
extern const char *const mq__ap_steps[];

/* planning.c */

/* Spaces that can take one more engineer, a bit each. */
unsigned mq__ap_free_spaces(struct ap c, int seat);
/* The queue of this step and lap: it follows from the rest. */
void mq__ap_queue_now(struct ap c);

/* ruleids.c: the same id in static storage; NULL: there is no such rule. */
const char *mq__ap_rule(const char *id);

/* The interface (include/maxq/game.h), by file. */

/* setup.c */
extern const struct mq_option mq__ap_options[];
#define AP_OPTION_COUNT 4
enum mq_status mq__ap_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error);
/* An empty state: nothing anywhere, nothing under way. */
void mq__ap_clear(void *state);
void mq__ap_turn_order(struct ap c);

/* legal.c */
enum mq_turn mq__ap_turn(const struct mq_game *g, const void *st,
                         uint32_t *actors);
int mq__ap_legal(const struct mq_game *g, const void *st, int seat,
                 mq_action *out);
/* Lists that several decisions share; they return where the list ends. */
mq_action *mq__ap_list_kinds(uint64_t kinds, int action, mq_action *out);
mq_action *mq__ap_list_crew(const struct ap_player *p, bool center,
                            mq_action *out);

/* chance.c */
int mq__ap_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                    double *p);

/* sample.c */
mq_action mq__ap_sample(const struct mq_game *g, const void *st,
                        struct mq_rng *rng);
/* One of the `size` cards of a type that `unseen` counts. */
int mq__ap_pick_unseen(const struct ap_tables *t, const uint8_t *unseen,
                       int type, int size, struct mq_rng *rng);
int mq__ap_stream(const struct mq_game *g, const void *st);

/* apply.c */
void mq__ap_apply(const struct mq_game *g, void *st, int seat,
                  mq_action action);

/* score.c */
void mq__ap_scores(const struct mq_game *g, const void *st, double *out);
uint32_t mq__ap_winners(const struct mq_game *g, const void *st);
int mq__ap_breakdown(const struct mq_game *g, const void *st, int seat,
                     struct mq_points *out);

/* view.c */
void mq__ap_redact(const struct mq_game *g, void *st, int seat);
void mq__ap_resample(const struct mq_game *g, void *st, int seat,
                     struct mq_rng *rng);
void mq__ap_reopen(const struct mq_game *g, void *st, int seat);
bool mq__ap_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out);
uint32_t mq__ap_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event);

/* position.c */
extern const struct mq_form_kind mq__ap_form;

/* text.c */
void mq__ap_write_text(const struct mq_game *g, struct mq_event event,
                       struct mq_buf *out);
enum mq_status mq__ap_read_text(const struct mq_game *g, const char *text,
                                int seat, mq_action *out,
                                struct mq_error *error);

/* reasons.c */
enum mq_status mq__ap_why_not(const struct mq_game *g, const void *st, int seat,
                              mq_action action, struct mq_note *out);

/* explain.c, describe.c */
void mq__ap_ask(const struct mq_game *g, const void *st, int seat,
                struct mq_note *out);
int mq__ap_explain(const struct mq_game *g, const void *st, int seat,
                   mq_action action, struct mq_note *out);
int mq__ap_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out);

/* heuristic.c */
void mq__ap_weigh(const struct mq_game *g, const void *st, int seat,
                  const mq_action *actions, int n, float *w);
double mq__ap_estimate(const struct mq_game *g, const void *st, int seat);

/* observe.c */
#define AP_OBSERVE_SIZE 1387
void mq__ap_observe(const struct mq_game *g, const void *st, int seat,
                    struct mq_observer *o);

/* odds.c */
int mq__ap_odds(const struct mq_game *g, const void *st, int seat,
                struct mq_odds *out);
bool mq__ap_odds_table(const struct mq_game *g, int index,
                       struct mq_odds_table *out);

#endif
