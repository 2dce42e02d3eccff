/* Games: what everybody can ask of them.
 *
 * A game is bound to one checked set of tables; it is immutable, may be shared
 * by threads, and several may stand side by side. A state is a flat value of
 * mq_game_state_size bytes (at most MQ_MAX_STATE): copy is memcpy, equality is
 * memcmp, one position has one byte form. From mq_begin to mq_check below,
 * nothing allocates or prints.
 *
 *   const struct mq_game *g;
 *   mq_game_open("mlem", NULL, 0, &g, NULL);
 *   mq_setup_init(g, 3, &setup);
 *   mq_begin(g, st, &setup, NULL);
 *   while ((turn = mq_turn(g, st, &actors)) != MQ_TURN_OVER) { … }
 *
 * Three kinds of state exist. A *true* state holds everything. `redact` makes
 * a *redacted* one: what a seat can't know is MQ_UNKNOWN, the kinds it can't
 * place lie in one pool a deck, and what has no order is sorted, so that two
 * worlds that look alike to a seat have the same bytes. `resample` makes a
 * *possible* true state of it again: the pool is dealt over the unknown
 * slots, all arrangements alike. `turn`, `legal` (own seat), `scores`, `ask`,
 * `weigh`, `estimate`, `breakdown`, `odds`, `why_not` (own seat) and the text
 * forms work on a seat's redacted state and give what they give on the true
 * one (`weigh` and `estimate`: from what the seat knows); `apply`, `outcomes`
 * and `sample` are for true or resampled states.
 *
 * Seats count from 0; "P1" in texts is seat 0.
 */
#ifndef MAXQ_GAME_H
#define MAXQ_GAME_H

#include <maxq/message.h>
#include <maxq/rng.h>
#include <maxq/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MQ_MAX_PLAYERS 5
#define MQ_MAX_LEGAL 1024
#define MQ_MAX_OUTCOMES 1024
#define MQ_MAX_STATE 1536 /* bytes of the largest game's state */
#define MQ_MAX_OPTIONS 8
#define MQ_MAX_NOTES 16 /* enough for describe, explain, breakdown */
#define MQ_MAX_ODDS 48
#define MQ_TEXT_SIZE 128 /* enough for every action's text */

#define MQ_SPECTATOR (-1)   /* a seat for redact and seen */
#define MQ_CHANCE_SEAT (-2) /* who acts when chance does */

/* A hidden slot in a redacted state; also an id in a `?` event. */
#define MQ_UNKNOWN 0xFF

/* An action or chance outcome: kind in the low byte, then a, b, c. A game
 * may pack b and c differently (MLEM packs a roll's counts). */
typedef uint32_t mq_action;

#define MQ_ACTION(kind, a, b, c)                                               \
    ((mq_action)(kind) | (mq_action)(a) << 8 | (mq_action)(b) << 16 |          \
     (mq_action)(c) << 24)
#define MQ_ACTION_KIND(action) ((int)((action)&0xFF))
#define MQ_ACTION_A(action) ((int)((action) >> 8 & 0xFF))
#define MQ_ACTION_B(action) ((int)((action) >> 16 & 0xFF))
#define MQ_ACTION_C(action) ((int)((action) >> 24 & 0xFF))

/* Something that happened: a player's action or an outcome of chance. */
struct mq_event {
    int seat; /* 0 and up, or MQ_CHANCE_SEAT */
    mq_action action;
};

enum mq_turn {
    MQ_TURN_SEATS,  /* the seats in the actor mask may act */
    MQ_TURN_CHANCE, /* chance acts */
    MQ_TURN_OVER,
};

/* One option of a game: a word of a list, or a whole number. */
struct mq_option {
    const char *name;
    const char *const *words; /* ends with NULL; a value is its index. NULL:
                                 a whole number from low to high */
    int low, high;
    int standard; /* the value when not given */
};

/* "false", "true": the words of a yes/no option; JSON writes true or false. */
extern const char *const mq_yes_no[];

/* How a match begins. */
struct mq_setup {
    int players;
    int option[MQ_MAX_OPTIONS]; /* by index in mq_game_options */
};

/* Points by source: `message` names the source in words. */
struct mq_points {
    const char *source; /* a word: "moons", "goals" … static storage */
    const char *rule;
    int points;
    struct mq_message message;
};

/* A chance worth knowing: "crash with 3 dice" 0.125. A game sets all of it:
 * what it doesn't name is 0. */
#define MQ_ODDS_SPARE 4

struct mq_odds {
    struct mq_message message;
    double chance;       /* below 0: it can't come about */
    struct mq_note lack; /* what is missing for it now; no message: nothing */
    int spare_count;     /* 0: spare dice play no part */
    double spare[MQ_ODDS_SPARE]; /* the chance with 0, 1 … spare dice */
};

/* An exact table (see mq_odds_table_at): of chances, or of what a printed
 * table says. Rows and columns count upwards from their first number, unless
 * they have numbers or words of their own. */
#define MQ_ODDS_CELLS 1024
#define MQ_ODDS_STEPS 8

enum mq_odds_unit { MQ_ODDS_CHANCE, MQ_ODDS_NUMBER, MQ_ODDS_TENTHS };

struct mq_odds_table {
    const char *name; /* a word: "crash", "reach-6"; static storage */
    struct mq_message title;
    enum mq_odds_unit unit;   /* of the cells; tenths as whole numbers */
    const char *row, *column; /* words for what they count: "space", "dice" */
    int first_row, rows;
    int first_column, columns;
    bool row_tenths; /* rows are tenths: 12 stands for 1.2 */
    bool steps;      /* each row and column begins with a number of its own */
    int row_from[MQ_ODDS_STEPS], column_from[MQ_ODDS_STEPS];
    const char *const *column_words; /* or NULL */
    double cell[MQ_ODDS_CELLS];      /* row by row; below 0: there is no such */
};

/* One table file: "mat.csv" and its bytes. */
struct mq_table_file {
    const char *name;
    const char *bytes;
    size_t length;
};

#define MQ_MAX_FILES 12 /* tables of one game */

struct mq_game;

/* How many games there are, and their ids in order. */
int mq_game_count(void);
const char *mq_game_id(int index);

/* What the checker found in the tables. */
struct mq_finding {
    bool warning; /* false: the engine can't run with it */
    char file[32];
    int line; /* from 1; 0: the whole file */
    char column[24];
    struct mq_message message;
};

#define MQ_MAX_FINDINGS 32

struct mq_findings {
    int errors,
        warnings; /* all of them; the first MQ_MAX_FINDINGS stand below */
    int count;
    struct mq_finding item[MQ_MAX_FINDINGS];
};

/* Opens a game with its built-in tables (files NULL), or with those given; a
 * table not among them is the built-in one. MQ_UNKNOWN_WORD: no such game.
 * MQ_TABLES: errors in the tables, listed in *findings (NULL is legal).
 * mq_game_close frees it; close(NULL) is legal. */
enum mq_status mq_game_open(const char *id, const struct mq_table_file *files,
                            int count, const struct mq_game **out,
                            struct mq_findings *findings);
void mq_game_close(const struct mq_game *game);

/* Gives an open game a net (docs/observe.md) in place of the one it has; only
 * before anybody else uses the game. MQ_SYNTAX: it is no net. MQ_TABLES: it was
 * made for another game, other rules or other tables. The game keeps the net
 * it had then. */
enum mq_status mq_game_learn(const struct mq_game *game, const char *bytes,
                             size_t length, struct mq_error *error);
/* The name of the net that bots of this game use: digits of its file's hash.
 * "": there is none that fits, and bots search without one. */
const char *mq_game_net(const struct mq_game *game);

/* Opens a game with the built-in tables, of today or earlier ones, that have
 * this hash. MQ_TABLES: no such tables are known. */
enum mq_status mq_game_open_hash(const char *id, const uint8_t hash[32],
                                 const struct mq_game **out);

/* The built-in tables of a game; returns how many, 0 if there is no such
 * game. Names and bytes are static. */
int mq_game_tables(const char *id, struct mq_table_file out[MQ_MAX_FILES]);

/* Sets the standard options. */
void mq_setup_init(const struct mq_game *game, int players,
                   struct mq_setup *setup);

/* Sets one option from words: ("ufo", "true"), ("start", "P2"), ("mission",
 * "7"). "players" is taken too. */
enum mq_status mq_setup_set(const struct mq_game *game, struct mq_setup *setup,
                            const char *name, const char *value,
                            struct mq_error *error);

/* Facts of an open game. Its word is one of mq_game_id's ("mlem"). The version
 * of its rules is raised when old matches would play differently. */
const char *mq_game_word(const struct mq_game *g);
int mq_game_rules_version(const struct mq_game *g);
void mq_game_players(const struct mq_game *g, int *least, int *most);
size_t mq_game_state_size(const struct mq_game *g);
const struct mq_option *mq_game_options(const struct mq_game *g, int *count);
/* 32 bytes: BLAKE2b over its tables. */
const uint8_t *mq_game_tables_hash(const struct mq_game *g);

/* Playing. */

/* The start of a match; the state is wholly written. Fails on options or
 * player counts that don't exist. */
enum mq_status mq_begin(const struct mq_game *g, void *st,
                        const struct mq_setup *setup, struct mq_error *error);

/* How many seats the match has. */
int mq_players(const struct mq_game *g, const void *st);

/* Who is to act; *actors (not NULL) is the mask of seats, 0 unless
 * MQ_TURN_SEATS. In a joint hidden choice every seat that hasn't finished its
 * commit is in the mask. */
enum mq_turn mq_turn(const struct mq_game *g, const void *st, uint32_t *actors);

/* The legal actions of a seat in the actor mask, at most MQ_MAX_LEGAL, never 0
 * of them, all different, in a fixed order. */
int mq_legal(const struct mq_game *g, const void *st, int seat, mq_action *out);

/* Applies a legal action, or with seat MQ_CHANCE_SEAT an outcome. Never fails.
 * Whatever needs neither choice nor chance happens within it. */
void mq_apply(const struct mq_game *g, void *st, int seat, mq_action action);

/* All outcomes of chance with their probabilities (sum 1), in a fixed order;
 * returns the number, or -1 when there are more than MQ_MAX_OUTCOMES. */
int mq_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                double *p);

/* One outcome with exactly those probabilities: the fast path. */
mq_action mq_sample(const struct mq_game *g, const void *st,
                    struct mq_rng *rng);

/* Which die or deck acts: a small number that keys its random numbers. */
int mq_stream(const struct mq_game *g, const void *st);

/* The score of each seat: mid-game what has been scored so far. */
void mq_scores(const struct mq_game *g, const void *st, double *out);

/* A seat's points by source; they add up to its score. Returns how many were
 * written (at most MQ_MAX_NOTES). */
int mq_breakdown(const struct mq_game *g, const void *st, int seat,
                 struct mq_points *out);

/* The mask of winners; 0 before the end (and where nobody wins). */
uint32_t mq_winners(const struct mq_game *g, const void *st);

/* The word for what is going on: the step of the position ("board"). */
const char *mq_phase(const struct mq_game *g, const void *st);

/* Hidden information. */

/* The state as a seat (or MQ_SPECTATOR) may know it. Idempotent. */
void mq_redact(const struct mq_game *g, void *st, int seat);

/* A redacted state made whole again: unknown slots filled from the pool, all
 * arrangements alike; others' pending commits at random among the legal ones.
 * redact(resample(v)) is v, byte for byte. */
void mq_resample(const struct mq_game *g, void *st, int seat,
                 struct mq_rng *rng);

/* Others' pending commits become open again, as if not made (a search calls it
 * before resample). On a redacted state. */
void mq_reopen(const struct mq_game *g, void *st, int seat);

/* What `seat` gets of an event that is applied to the true state `before`:
 * false: nothing; else *out is the event, with MQ_UNKNOWN for what is hidden
 * from it. */
bool mq_seen(const struct mq_game *g, const void *before, struct mq_event event,
             int seat, struct mq_event *out);

/* The seats that learn something hidden by this event: other people's secrets,
 * or what a die or deck brought (not where it was certain). */
uint32_t mq_reveals(const struct mq_game *g, const void *before,
                    struct mq_event event);

/* Judging. */

/* Move priors, larger is better, at least 0; from what the seat knows. */
void mq_weigh(const struct mq_game *g, const void *st, int seat,
              const mq_action *actions, int n, float *w);

/* The predicted result for the seat: its chance to win, 0 to 1 (a shared
 * victory counts in shares). */
double mq_estimate(const struct mq_game *g, const void *st, int seat);

/* Words. */

/* Why a seat may not do that now: MQ_OK if it may. The note has the rule and
 * the message. Any action value whatever may be asked about. Seat
 * MQ_CHANCE_SEAT: the same for an outcome. */
enum mq_status mq_why_not(const struct mq_game *g, const void *st, int seat,
                          mq_action action, struct mq_note *out);

/* The decision before a seat in one sentence, with its rule. */
void mq_ask(const struct mq_game *g, const void *st, int seat,
            struct mq_note *out);

/* What a legal action would do, with the rules behind it, the most telling
 * first: a list of choices shows that one alone. Returns how many notes (at
 * most MQ_MAX_NOTES). */
int mq_explain(const struct mq_game *g, const void *st, int seat,
               mq_action action, struct mq_note *out);

/* What happened, in sentences for the log, with the rules applied. `event` may
 * be a seat's view of it (with MQ_UNKNOWN), `before` and `after` that seat's
 * redacted states. At most MQ_MAX_NOTES. */
int mq_describe(const struct mq_game *g, const void *before,
                struct mq_event event, const void *after, struct mq_note *out);

/* Chances worth knowing now, from the seat's view, and what is missing where
 * there is none. At most MQ_MAX_ODDS. */
int mq_odds_list(const struct mq_game *g, const void *st, int seat,
                 struct mq_odds *out);

/* Exact tables that hold in every match: table `index` from 0; false past the
 * last one. */
bool mq_odds_table_at(const struct mq_game *g, int index,
                      struct mq_odds_table *out);

/* The action (or, with seat MQ_CHANCE_SEAT, outcome) with exactly this
 * canonical text, legal now or not. `?` is refused. A text that no state has
 * legal may be refused as unknown. */
enum mq_status mq_read_text(const struct mq_game *g, const char *text, int seat,
                            mq_action *out, struct mq_error *error);

/* All invariants of a true or redacted state: after loading, after `given`, in
 * property tests and fuzzing. */
enum mq_status mq_check(const struct mq_game *g, const void *st,
                        struct mq_error *error);

/* Text of an event into a caller's buffer; MQ_TEXT_SIZE always fits. */
void mq_event_text(const struct mq_game *game, struct mq_event event, char *out,
                   size_t size);

/* Position JSON, freshly allocated (free() it); NULL: no memory. */
char *mq_position_write(const struct mq_game *game, const void *st);
enum mq_status mq_position_read(const struct mq_game *game, const char *json,
                                size_t length, void *st,
                                struct mq_error *error);

/* The view of a seat: a copy of the state, redacted. */
void mq_view(const struct mq_game *game, const void *st, int seat, void *out);

/* Whether the action is among the seat's legal ones (false for seats that
 * may not act now). For MQ_CHANCE_SEAT: whether the outcome can happen. */
bool mq_is_legal(const struct mq_game *game, const void *st, int seat,
                 mq_action action);

#ifdef __cplusplus
}
#endif

#endif
