/* The property suite: what must hold of every game, over random matches.
 *
 * It knows a game only through its interface, so a new game passes through it
 * without new code; what else there is to know of one stands in its row of
 * the table in kinds.c. A run is deterministic: match number n of a seed
 * always plays the same, whatever came before.
 *
 * A check returns true if all is well; otherwise it has said why with
 * prop_fail, and the run stops there.
 */
#ifndef MAXQ_TESTS_PROPERTY_SUITE_H
#define MAXQ_TESTS_PROPERTY_SUITE_H

#include "core/buf.h"
#include "core/game.h"

#include <stdbool.h>
#include <stdint.h>

#define PROP_MAX_EVENTS 20000 /* no match is longer: every match ends */
#define PROP_CHECK_SIZE 24
#define PROP_ITERATIONS 5 /* of bots that search: past the root */

struct prop;

/* What the suite must know of a game beyond its interface. */
struct prop_kind {
    const char *id;
    /* First words of events by which a score may fall; ends with NULL. */
    const char *const *falls;
    bool unregistered; /* no catalogue texts, no match files */
    /* A check of its own, once a match; NULL: none. */
    bool (*extra)(struct prop *p);
    /* The phase whose draws belong to the action before them; NULL: none. */
    const char *settles;
    /* What its facts say beyond points, of a position and of an action that
     * was played (`after` is settled); NULL: nothing. */
    bool (*facts)(struct prop *p, const void *st);
    bool (*promises)(struct prop *p, const void *before, struct mq_event event,
                     const void *after);
};

/* The row of a game; games without one get the strictest. */
const struct prop_kind *prop_kind_of(const char *id);

/* What a run has done: printed, and proof that no check ran empty. */
struct prop_counts {
    long matches, events, dear;
    long texts, garbage, positions, views, worlds, commits, learned, boards;
    long exchanges, exchanged; /* carried out; events folded again after */
    long records;              /* exchanges compared as whole matches */
    long hidden;               /* events that a seat didn't see whole */
    long doubted, truths;      /* resampled in doubt; always the true state */
    long spoiled, refused;     /* positions made wrong; found to be wrong */
    long chances, bots;
    long facts, promises;        /* facts read; those held against what came */
    long risks, landings, ended; /* MLEM: by all rolls, landed, ended by hand */
    long flights;                /* Lift Off: missions tried to launch */
    int most_legal, most_outcomes, longest;
};

/* A state on the stack, aligned for any game's struct. */
struct prop_state {
    _Alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

/* A match as its beginning and its events. */
struct prop_log {
    struct mq_setup setup;
    int length;
    struct mq_event event[PROP_MAX_EVENTS];
};

struct prop {
    const struct mq_game *game;
    const struct prop_kind *kind;
    uint64_t seed;
    int dear_one_in;   /* share of events with the dear checks */
    int record_one_in; /* and of exchanges compared as whole records */
    bool twins;        /* those are printed, as JSON lines */
    const char *only;  /* listen to this check alone; NULL: to all */
    int number;        /* of the match */
    struct mq_rng rng;
    struct prop_log log;
    struct prop_counts count;
    char check[PROP_CHECK_SIZE]; /* the check that failed; "" so far none */
    char reason[4096];
};

/* Begins a run; `p` is large: not for the stack. */
void prop_begin(struct prop *p, const struct mq_game *game, uint64_t seed);

/* Plays match `number` with all checks. */
bool prop_match(struct prop *p, int number);

/* Checks over many matches that need a sum: distributions, and that no check
 * ran empty. `matches` is how many were played. */
bool prop_sums(struct prop *p);

/* Says what was done, one line a game. */
void prop_print(const struct prop *p);

/* --- For the checks themselves --- */

/* Notes the first failure; false, but true for checks nobody listens to. */
bool prop_fail(struct prop *p, const char *check, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A number below n; true once in n times. */
int prop_below(struct prop *p, int n);
bool prop_once_in(struct prop *p, int n);

void prop_copy(const struct prop *p, struct prop_state *to, const void *from);
bool prop_same(const struct prop *p, const void *a, const void *b);
void prop_view(const struct prop *p, const void *st, int seat,
               struct prop_state *out);
int prop_players(const struct prop *p);

/* The text of an event in a ring of static size owned by the caller. */
const char *prop_text(const struct prop *p, struct mq_event event,
                      char out[MQ_TEXT_SIZE]);

/* A setup of random players and options that the game takes. */
void prop_random_setup(struct prop *p, struct mq_setup *setup);
void prop_setup_text(const struct prop *p, const struct mq_setup *setup,
                     char *out, size_t size);

/* What can happen now through `seat` (MQ_CHANCE_SEAT: outcomes; where these
 * are too many to list, some that were sampled). At most MQ_MAX_LEGAL. */
int prop_choices(struct prop *p, const void *st, int seat, mq_action *out);

/* A random event that can happen now; false when the match is over. */
bool prop_random_event(struct prop *p, const void *st, struct mq_event *out);
void prop_apply(const struct prop *p, void *st, struct mq_event event);

/* The state before event k of the log. */
void prop_fold(const struct prop *p, const struct prop_log *log, int k,
               struct prop_state *out);

/* Whether two events look alike to a seat, each from its own state. */
bool prop_looks_alike(const struct prop *p, const void *a, struct mq_event ea,
                      const void *b, struct mq_event eb, int seat);

/* --- The checks, by file --- */

bool prop_check_state(struct prop *p, const void *st); /* state.c: cheap */
bool prop_check_scores(struct prop *p, const void *before,
                       struct mq_event event, const void *after);
bool prop_check_end(struct prop *p, const void *st);

bool prop_check_chance(struct prop *p, const void *st); /* chance.c */
bool prop_check_fit(struct prop *p, const void *st);
bool prop_check_worlds_fit(struct prop *p);

bool prop_check_texts(struct prop *p, const void *st); /* forms.c */
bool prop_check_garbage(struct prop *p, const void *st);
bool prop_check_positions(struct prop *p, const void *st);
bool prop_check_spoiled(struct prop *p, const void *st);

bool prop_check_views(struct prop *p, const void *st); /* views.c */
void prop_write_message(struct mq_buf *buf, const struct mq_message *m);
bool prop_check_worlds(struct prop *p, const void *st);
bool prop_check_seen(struct prop *p, const void *before, struct mq_event event);
bool prop_check_learned(struct prop *p, const void *before,
                        struct mq_event event);

bool prop_check_voices(struct prop *p, const void *st); /* voices.c */
bool prop_check_told(struct prop *p, const void *before, struct mq_event event,
                     const void *after);
bool prop_check_bots(struct prop *p, const void *st);
/* A message has words in every language; `from` says whose it is. */
bool prop_check_message(struct prop *p, const struct mq_message *m,
                        const char *from);

bool prop_check_facts(struct prop *p, const void *st); /* facts.c */
bool prop_check_promises(struct prop *p, const void *before,
                         struct mq_event event);
/* All facts and standings that a seat is told, as text. */
void prop_write_facts(struct prop *p, struct mq_buf *buf, const void *st,
                      int seat);
bool prop_facts_mlem(struct prop *p, const void *st); /* facts_mlem.c */
bool prop_promises_mlem(struct prop *p, const void *before,
                        struct mq_event event, const void *after);

bool prop_facts_apogee(struct prop *p, const void *st); /* facts_apogee.c */
bool prop_promises_apogee(struct prop *p, const void *before,
                          struct mq_event event, const void *after);
bool prop_facts_liftoff(struct prop *p, const void *st); /* facts_liftoff.c */
bool prop_promises_liftoff(struct prop *p, const void *before,
                           struct mq_event event, const void *after);

bool prop_check_commits(struct prop *p, const void *st); /* exchange.c … */
bool prop_check_exchange(struct prop *p);
bool prop_check_records(struct prop *p, const struct prop_log *other, int seat);
bool prop_check_record(struct prop *p); /* record.c */

/* hazard_exact.c: the resampler against all arrangements. */
bool prop_check_hazard(struct prop *p);

/* stats.c: the chance of a chi-square value at least that large. */
double prop_chi_square_tail(double value, int degrees);
/* Observed against expected counts, thin cells joined; the tail chance. */
double prop_fit(const double *expected, const long *observed, int cells);

#endif
