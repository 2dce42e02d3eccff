/* What the files of `maxq arena` share. */
#ifndef MAXQ_CLI_ARENA_H
#define MAXQ_CLI_ARENA_H

#include "cli/figures.h"
#include "sim/arena.h"
#include "sim/sprt.h"

/* What is to be played. */
struct mq_arena_plan {
    const struct mq_arena *arena;
    long games;                 /* of all pairings, at most */
    const struct mq_sprt *test; /* of each pairing; NULL: none */
    const char *path;           /* where games are kept; NULL: nowhere */
    int jobs;                   /* games at once */
    const struct mq_figures *figures;
};

/* What came of it. Games are counted in the order of their numbers, whenever
 * they were played, so that a run that was gone on with says the same. */
struct mq_arena_result {
    const struct mq_arena_plan *plan;
    struct mq_standings standings;
    struct mq_sprt_sums claim[MQ_MAX_PAIRINGS];
    bool finished; /* all games are in, or every claim is decided */
    /* The bots, the strongest first; alone, who wins most. */
    int order[MQ_MAX_ENTRANTS];
};

/* Plays, keeps and prints it; the exit code. */
int mq__arena_run(const struct mq_arena_plan *plan);

/* Its forms (mq_forms) of a struct mq_arena_result, in its order. */
void mq__arena_text(const void *context);
void mq__arena_json(const void *context, struct mq_json_writer *w);
void mq__arena_csv(const void *context);
void mq__arena_html(const void *context, struct mq_buf *out);

/* Fills the order in. */
void mq__arena_order(struct mq_arena_result *result);

/* What place k won against place m; NAN where they never met. */
double mq__arena_met(const struct mq_arena_result *result, int k, int m);

/* The figures of one bot. */
struct mq_arena_figures {
    double rate, low, high, score, ms;
};
struct mq_arena_figures mq__arena_figures(const struct mq_standing *standing);

/* What the sequential test says of a pairing. */
void mq__arena_claim(const struct mq_arena_result *result, int pairing,
                     struct mq_message *out);

/* What bot `i` forfeited by, the last time; false: nothing. */
bool mq__arena_forfeits(const struct mq_arena_result *result, int i,
                        struct mq_message *out);

#endif
