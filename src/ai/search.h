/* Information-set Monte Carlo tree search.
 *
 * Each iteration takes the seat's redacted state, deals what the seat can't
 * know anew (`resample`), and plays on: as long as the acting seat is in known
 * territory it chooses by value and curiosity (PUCT with availability), then
 * by the game's own weights, until the end or a cut-off, where `estimate`
 * judges. The result goes back to every choice made on the way.
 *
 * There is one tree a seat. A seat descends in its tree by what it sees of
 * each event (`seen`), so nobody answers a choice they can't know. A place in
 * a tree is a hash of what was seen since the root; see table.h. Each seat
 * maximises its own result.
 *
 * A searcher owns all that it writes: one a thread, nothing shared (team.h).
 */
#ifndef MAXQ_AI_SEARCH_H
#define MAXQ_AI_SEARCH_H

#include "ai/table.h"

#include <maxq/bot.h>

#include <stdalign.h>

struct mq_search_settings {
    int iterations;  /* budget */
    int decisions;   /* of a playout before `estimate` judges, unless the game
                        says how many; 0: to the end */
    float explore;   /* weight of curiosity, in spreads of the results */
    float sharp;     /* share of a playout's choices that are the game's best;
                        the rest is drawn by its weights */
    size_t entries;  /* most entries of the table */
    const int *stop; /* mq_budget's */
    bool cpu;        /* mq_budget's */
    const struct mq_net *net; /* judges instead of `estimate`; NULL: none */
};

#define MQ_SEARCH_PATH 512

/* What iterations came to for a seat. */
struct mq_results {
    double count, sum, squares;
};

struct mq_searcher {
    const struct mq_game *game;
    const void *view;
    int seat, players;
    struct mq_search_settings settings;
    struct mq_rng rng;
    struct mq_stat_table table;
    int iterations_done;
    struct mq_results results[MQ_MAX_PLAYERS];
    /* One iteration under way. */
    alignas(16) unsigned char state[MQ_MAX_STATE];
    uint64_t place[MQ_MAX_PLAYERS]; /* what each seat has seen */
    bool outside[MQ_MAX_PLAYERS];   /* has left its tree */
    int path_length;
    struct {
        struct mq_stat *place, *edge;
        int seat;
    } path[MQ_SEARCH_PATH];
    mq_action legal[MQ_MAX_LEGAL];
    float weight[MQ_MAX_LEGAL];
};

/* Prepares a search of `seat` from its view, which must outlive it. */
enum mq_status mq__search_init(struct mq_searcher *s,
                               const struct mq_game *game, const void *view,
                               int seat,
                               const struct mq_search_settings *settings,
                               uint64_t seed);
void mq__search_finish(struct mq_searcher *s);

/* Runs iterations; with ms > 0 until that time has passed, or until it is
 * stopped, if sooner. The first one is always run: there is a choice. */
void mq__search_run(struct mq_searcher *s, int iterations, int ms);

/* How far results of one action lie apart, as a standard deviation. */
double mq__search_spread(const struct mq_searcher *s);

/* Statistics of one action at the root; visits 0 where never tried. */
void mq__search_root(const struct mq_searcher *s, mq_action action,
                     uint32_t *visits, double *sum);

/* The settings of the bots, but for the iterations. */
extern const struct mq_search_settings mq__search_standard;

#endif
