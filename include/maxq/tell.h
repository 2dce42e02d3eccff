/* Facts: what a choice costs, brings and risks, and how a match stands.
 *
 * Three questions have answers as data and in words, so that no front end has
 * to know a rule:
 *   mq_tell       what would this legal action do?
 *   mq_survey     what is worth knowing of the position on the table?
 *   mq_standings  who leads, what would be added if the match ended now, and
 *                 how near is the end?
 *
 * A fact is one row: a kind, what it is about, numbers before and after, a
 * chance, and a sentence. Boards pick rows by kind and subject; lists print
 * the sentences in the order given. The kinds are the same in all games, the
 * subjects are words of each game (docs/bridge.md lists them).
 *
 * All answers are made from what the seat knows: a true state and the seat's
 * view of it give the same facts. Chances are exact, never sampled. Numbers
 * are promises: once the action was played, `after` holds.
 */
#ifndef MAXQ_TELL_H
#define MAXQ_TELL_H

#include <maxq/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of facts: name, word.
 *   DOES      the choice as a command; the first fact of every choice
 *   COST      what is paid or used up
 *   GAIN      what is received at once
 *   LATER     what it changes in the final scoring, as things stand
 *   LEFT      what remains to go on with
 *   MOVES     something goes somewhere else
 *   OPENS     what becomes possible: before and after are those of the choice
 *             that it opens
 *   MEETS     a goal, mission or condition that is met by it
 *   LOSES     what is given up
 *   WINS      the match is won
 *   ENDS      something ends: an expedition, the match
 *   RISK      the chance of something bad
 *   CHANCE    the chance of something good
 *   NEXT      who or what comes next, in the order of `place`
 *   NEEDS     what is needed
 *   LACKS     what is missing for it
 *   READY     nothing is missing for it
 *   HOLDS     who has something
 *   PROGRESS  how far somebody is: `before` of `after`
 *   WHERE     where a piece is
 *   EFFECT    what a card, token or talent does
 */
#define MQ_FACT_LIST(X)                                                        \
    X(DOES, "does")                                                            \
    X(COST, "cost")                                                            \
    X(GAIN, "gain")                                                            \
    X(LATER, "later")                                                          \
    X(LEFT, "left")                                                            \
    X(MOVES, "moves")                                                          \
    X(OPENS, "opens")                                                          \
    X(MEETS, "meets")                                                          \
    X(LOSES, "loses")                                                          \
    X(WINS, "wins")                                                            \
    X(ENDS, "ends")                                                            \
    X(RISK, "risk")                                                            \
    X(CHANCE, "chance")                                                        \
    X(NEXT, "next")                                                            \
    X(NEEDS, "needs")                                                          \
    X(LACKS, "lacks")                                                          \
    X(READY, "ready")                                                          \
    X(HOLDS, "holds")                                                          \
    X(PROGRESS, "progress")                                                    \
    X(WHERE, "where")                                                          \
    X(EFFECT, "effect")

enum mq_fact_kind {
#define MQ_X(name, word) MQ_FACT_##name,
    MQ_FACT_LIST(MQ_X)
#undef MQ_X
        MQ_FACT_KINDS
};

extern const char *const mq_fact_words[]; /* by kind; ends with NULL */

#define MQ_FACT_ITEM 32 /* as long as a word of a game may be */
#define MQ_NO_PLACE (-1)
#define MQ_CERTAIN (-1.0) /* no chance plays a part */

struct mq_fact {
    enum mq_fact_kind kind;
    const char *subject;     /* a word: "dice", "planets"; static storage */
    char item[MQ_FACT_ITEM]; /* which one: "planet-2"; "" for none */
    int place;               /* a space, slot or rank, or MQ_NO_PLACE */
    int seat;                /* whose, or MQ_SPECTATOR: nobody's */
    bool counted;            /* whether before and after mean something */
    int before, after;
    double chance;        /* 0 to 1, or MQ_CERTAIN */
    double chance_before; /* what it is without this choice, or MQ_CERTAIN */
    struct mq_note note;  /* the fact as a sentence, with its rule */
};

/* What a seat means to do this round: own actions that need not be legal yet.
 * Facts are told as if they were done, as far as the game follows such plans;
 * what can't be done is told and left out. */
#define MQ_MAX_PENCIL 16
struct mq_pencil {
    int count;
    mq_action action[MQ_MAX_PENCIL];
};

/* Who takes the facts, one by one. A fact lives during the call alone. */
struct mq_facts {
    void (*take)(void *context, const struct mq_fact *fact);
    void *context;
    const struct mq_pencil *pencil; /* NULL: nothing is pencilled in */
};

/* Facts of a legal action of the seat. Games that tell nothing give none. */
void mq_tell(const struct mq_game *g, const void *st, int seat,
             mq_action action, const struct mq_facts *out);

/* Facts of the position as the seat (or MQ_SPECTATOR) sees it. */
void mq_survey(const struct mq_game *g, const void *st, int seat,
               const struct mq_facts *out);

/* One source of a seat's points, if the match ended now. */
struct mq_point_share {
    const char *source, *rule; /* as in struct mq_points */
    int points;
    bool later;  /* not scored yet: the end would add it */
    bool hidden; /* the viewer can't know it; points is 0 */
    struct mq_message message;
};

#define MQ_MAX_SHARES 16
#define MQ_MAX_ENDS 8

/* How a seat stands. The shares that aren't `later` add up to `score`
 * (mq_scores), all of them to `total`. */
struct mq_seat_standing {
    double score, total;
    int rank; /* 1 leads; seats that stand alike share a rank */
    int count;
    struct mq_point_share share[MQ_MAX_SHARES];
};

/* One thing that ends the match when `progress` reaches `limit`. */
struct mq_match_end {
    const char *source; /* a word: "failures", "rounds" */
    int seat;           /* whose progress, or MQ_SPECTATOR: everybody's */
    int progress, limit;
    struct mq_note note;
};

struct mq_all_standings {
    int players;
    struct mq_note aim; /* how the match is won; no message: by most points */
    struct mq_seat_standing seat[MQ_MAX_PLAYERS];
    int ends;
    struct mq_match_end end[MQ_MAX_ENDS];
};

/* How all seats stand, as the seat (or MQ_SPECTATOR) knows it. In a match that
 * is over nothing is `later`, and seats of rank 1 are the winners. */
void mq_standings(const struct mq_game *g, const void *st, int seat,
                  struct mq_all_standings *out);

#ifdef __cplusplus
}
#endif

#endif
