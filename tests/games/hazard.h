/* Hazard: a small card game that only the tests play. It has everything that
 * makes hidden information hard, in as few rules as will do:
 *
 * - a card goes to the box at the start: nobody ever sees it (`box ?`)
 * - two cards are dealt to each seat, seen by that seat alone
 * - each round begins with a joint hidden choice of three steps: `give CARD`,
 *   `bid N`, `seal`; with the last seal the given cards go to the left
 *   neighbours and the bids are open. The highest bid (then the lowest seat)
 *   begins
 * - a passer knows what they passed, until the receiver passes or tucks a card
 *   where the passer can't see which; of equal copies the known one is played
 *   first
 * - two turns each: `play CARD` (open, scores its value), `tuck CARD` (goes
 *   under the deck; only who put it there knows it) or `roll`
 * - after a play or a tuck a card is drawn: from the unseen ones, all alike,
 *   and when these are gone from under the deck, where the outcome is certain
 *   (and who put it there knows what the drawer got)
 * - a roll of 1 costs a point: the only way to lose one
 *
 * Cards have no identity but their kind: hands, deck and knowledge are counts.
 */
#ifndef MAXQ_TESTS_GAMES_HAZARD_H
#define MAXQ_TESTS_GAMES_HAZARD_H

#include "core/game.h"

#define HZ_KINDS 6
#define HZ_CARDS 12
#define HZ_PLAYERS 4
#define HZ_TURNS 2
#define HZ_BIDS 3
#define HZ_FACES 3
#define HZ_NOTES 8

#define HZ_NONE 0xFE /* no card, no bid */

enum hz_step {
    HZ_BOX,
    HZ_DEAL,
    HZ_COMMIT,
    HZ_TURN,
    HZ_DRAW,
    HZ_ROLL,
    HZ_OVER,
};

/* How far a seat's commit is. */
enum hz_stage { HZ_TO_GIVE, HZ_TO_BID, HZ_TO_SEAL, HZ_SEALED };

enum hz_action {
    HZ_A_GIVE = 1,
    HZ_A_BID,
    HZ_A_SEAL,
    HZ_A_PLAY,
    HZ_A_TUCK,
    HZ_A_ROLL,
    HZ_A_PASS,
    HZ_C_BOX,
    HZ_C_DEAL,
    HZ_C_DRAW,
    HZ_C_ROLL,
};

/* What lies under the deck, the next to be drawn first. */
struct hz_under {
    int card; /* MQ_UNKNOWN in views of others than `by` */
    int by;
};

struct hz_commit {
    int stage;
    int give, bid;
};

struct hz_state {
    int players, rounds, dice;
    int step, actor, round, turns; /* turns left in this round, all seats */
    int box;                       /* HZ_NONE before it is filled */
    int unseen[HZ_KINDS]; /* the unordered part of the deck; in a view: all
                             the cards that the seat can't place */
    int under_count;
    struct hz_under under[HZ_CARDS];
    int hand[HZ_PLAYERS][HZ_KINDS];
    int hidden[HZ_PLAYERS]; /* cards of a hand that a view doesn't show */
    int know[HZ_PLAYERS][HZ_PLAYERS][HZ_KINDS]; /* who, whose hand */
    int played[HZ_KINDS];
    struct hz_commit commit[HZ_PLAYERS];
    int bid[HZ_PLAYERS]; /* open, of this round; HZ_NONE while they choose */
    int points[HZ_PLAYERS], luck[HZ_PLAYERS]; /* from cards, from dice */
    int notes[HZ_NOTES]; /* always 0; some cheating versions write here */
};

extern const char *const hz_kind_word[]; /* ends with NULL */
extern const int hz_copies[HZ_KINDS];
extern const int hz_value[HZ_KINDS];

/* The honest game. Static; needs no closing. */
const struct mq_game *hz_game(void);

/* Cards left in the deck, the ones put under it included; also of a view. */
int hz_deck(const struct hz_state *st);
int hz_hand_size(const struct hz_state *st, int seat);

/* The parts that hazard.c gathers (hazard_observe.c, hazard_position.c,
 * hazard_tell.c, hazard_text.c, hazard_view.c). */
void hz_tell(const struct mq_game *g, const void *state, int seat,
             mq_action action, const struct mq_facts *out);
void hz_survey(const struct mq_game *g, const void *state, int seat,
               const struct mq_facts *out);
void hz_standings(const struct mq_game *g, const void *state, int seat,
                  struct mq_all_standings *out);
#define HZ_OBSERVE_SIZE 35
void hz_observe(const struct mq_game *g, const void *state, int seat,
                struct mq_observer *o);
void hz_redact(const struct mq_game *g, void *state, int seat);
void hz_resample(const struct mq_game *g, void *state, int seat,
                 struct mq_rng *rng);
void hz_reopen(const struct mq_game *g, void *state, int seat);
bool hz_seen(const struct mq_game *g, const void *before, struct mq_event event,
             int seat, struct mq_event *out);
uint32_t hz_reveals(const struct mq_game *g, const void *before,
                    struct mq_event event);
void hz_write_text(const struct mq_game *g, struct mq_event event,
                   struct mq_buf *out);
enum mq_status hz_read_text(const struct mq_game *g, const char *text, int seat,
                            mq_action *out, struct mq_error *error);
extern const struct mq_form_kind hz_form;
const char *hz_phase(const struct mq_game *g, const void *state);

/* Where a hidden commit begins: with nothing to give, with the bid. */
int hz_first_stage(const struct hz_state *st, int seat);

#endif
