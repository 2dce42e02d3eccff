/* What a match's decisions were worth, and what luck did, one event at a time.
 *
 * Everything is measured in expected results: 1 is a victory, shared ones
 * count in shares. A result is found by playing a position out many times,
 * every seat by the game's own weights, to the end.
 *
 * A decision is judged from the seat's redacted view alone. A search (bot
 * `search`) names the moves worth considering. What was played and the best
 * alternative are then played out in the same dealt worlds with the same
 * dice and decks (keyed as in a match: rng.h), so that their difference
 * needs far fewer playouts than their values would. Something is lost only
 * where the search prefers the alternative and the playouts agree clearly.
 *
 * The curve is the expected result of each seat with all cards open, as they
 * are once a match is over. The luck of an outcome is the step of the curve
 * at it. So luck adds up to 0 over the seats, and result less luck is what
 * is left to the players' choices.
 *
 * An event is judged from its own number alone: events may be judged in any
 * order and by several threads, and come out alike on every machine.
 */
#ifndef MAXQ_AI_ANALYSIS_H
#define MAXQ_AI_ANALYSIS_H

#include "core/json.h"

#include <maxq/bot.h>
#include <maxq/match.h>

#define MQ_ANALYSIS_STREAMS 256
#define MQ_ANALYSIS_BUDGET 600 /* what is usual */

/* From what loss on a move is called so. */
#define MQ_LOSS_DOUBTFUL 0.02
#define MQ_LOSS_ERROR 0.05
#define MQ_LOSS_BLUNDER 0.10

enum mq_grade {
    MQ_GRADE_FORCED, /* there was no choice */
    MQ_GRADE_GOOD,
    MQ_GRADE_DOUBTFUL,
    MQ_GRADE_ERROR,
    MQ_GRADE_BLUNDER,
    MQ_GRADES
};

/* "good", "blunder" …: a word of JSON; analysis.grade-<word> names it. */
const char *mq__grade_word(enum mq_grade grade);

struct mq_analysis {
    const struct mq_game *game;
    int players;
    int budget; /* iterations of a search; a quarter of it are playouts,
                   at least 32 or as many as it is */
    uint64_t seed;
};

/* A place in the match: how many events, and draws of each die or deck,
 * stand before it. */
struct mq_analysis_place {
    int events;
    uint32_t drawn[MQ_ANALYSIS_STREAMS];
};

/* One event, judged. */
struct mq_judged {
    struct mq_event event;
    int choices; /* of a decision: how many there were */
    enum mq_grade grade;
    /* Expected results of the seat: what was played, the best alternative,
     * what was lost by not taking that (0 where the search preferred what
     * was played, or where the interval doesn't exclude 0), and the 95 %
     * interval of the alternative less the played one. */
    mq_action best;
    double played_value, best_value, loss, low, high;
    bool same; /* nothing could come out differently: the curve stays */
    double value[MQ_MAX_PLAYERS]; /* the curve after it */
    double luck[MQ_MAX_PLAYERS];  /* of an outcome; set by mq__analysis_add */
};

/* The analysis of a match; `budget` 0: what is usual. */
struct mq_analysis mq__analysis_of(const struct mq_match *match, int budget,
                                   uint64_t seed);

/* Goes on past an event that is applied to `before`. */
void mq__analysis_pass(const struct mq_analysis *analysis,
                       struct mq_analysis_place *place, const void *before,
                       struct mq_event event);

/* The curve at a position. */
void mq__analysis_value(const struct mq_analysis *analysis,
                        const struct mq_analysis_place *place, const void *st,
                        double *value);

/* Judges the event between two true states; `place` is that of `before`. */
enum mq_status mq__analysis_judge(const struct mq_analysis *analysis,
                                  const struct mq_analysis_place *place,
                                  const void *before, struct mq_event event,
                                  const void *after, struct mq_judged *out);

/* Sums over a match. */
struct mq_analysis_seat {
    int decisions; /* forced ones aside */
    int grades[MQ_GRADES];
    double lost, luck;
};

struct mq_analysis_sums {
    int events;
    double first[MQ_MAX_PLAYERS]; /* the curve before the first event */
    double value[MQ_MAX_PLAYERS]; /* and now */
    struct mq_analysis_seat seat[MQ_MAX_PLAYERS];
};

/* Before the first event. */
void mq__analysis_begin(struct mq_analysis_sums *sums, const double *first);

/* Adds the next event of the match; fills its luck in. */
void mq__analysis_add(const struct mq_analysis *analysis,
                      struct mq_analysis_sums *sums, struct mq_judged *event);

/* Whether a match has a result, and the mask of its winners. */
void mq__analysis_result(const struct mq_match *match, bool *over,
                         uint32_t *winners);

/* As JSON: the keys budget, seed and first; an event as an object; the sums as
 * a list `players`, where `winners` counts if `over`. */
void mq__analysis_write_terms(const struct mq_analysis *analysis,
                              const struct mq_analysis_sums *sums,
                              struct mq_json_writer *w);
void mq__analysis_write_event(const struct mq_analysis *analysis,
                              const struct mq_judged *event, int number,
                              const char *key, struct mq_json_writer *w);
void mq__analysis_write_sums(const struct mq_analysis *analysis,
                             const struct mq_analysis_sums *sums, bool over,
                             uint32_t winners, struct mq_json_writer *w);

/* The result less the luck. */
double mq__analysis_adjusted(const struct mq_analysis *analysis,
                             const struct mq_analysis_sums *sums, int seat,
                             uint32_t winners);

/* One sentence about a judged decision. */
void mq__analysis_say(const struct mq_analysis *analysis,
                      const struct mq_judged *event, struct mq_message *out);

#endif
