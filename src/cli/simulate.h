/* What the files of `maxq simulate` share. */
#ifndef MAXQ_CLI_SIMULATE_H
#define MAXQ_CLI_SIMULATE_H

#include "cli/figures.h"
#include "cli/titles.h"
#include "sim/simulate.h"

struct mq_sim_report {
    const struct mq_simulation *simulation;
    const struct mq_tallies *tallies;
    char name[MQ_MAX_PLAYERS][MQ_BOT_NAME_SIZE]; /* of the entrants */
    /* The names again, with numbers where several are alike. */
    char label[MQ_MAX_PLAYERS][MQ_BOT_NAME_SIZE];
    long wanted;            /* matches */
    struct mq_usage *usage; /* sorted; may be NULL */
    struct mq_titles titles;
};

/* A share of `n` with its interval; 0 to 1 where n is 0. */
struct mq_share {
    double share, low, high;
};
/* Of all matches: those that the entrant or the seat won. */
struct mq_share mq__share_won(const struct mq_sim_report *report,
                              const struct mq_tally *tally);

/* Of a usage: among the winners, among the losers, and how often those who
 * used it won (nobody's matches are defeats). */
struct mq_usage_figures {
    struct mq_share winners, losers, win_rate;
    double difference; /* of the first two */
};
struct mq_usage_figures mq__usage_figures(const struct mq_sim_report *report,
                                          const struct mq_usage *usage);

/* "board Scout", or the name of a source of points. */
void mq__usage_name(const struct mq_sim_report *report,
                    const struct mq_usage *usage, struct mq_buf *out);

/* Its forms (mq_forms). */
void mq__simulate_text(const void *context);
void mq__simulate_json(const void *context, struct mq_json_writer *w);
void mq__simulate_csv(const void *context);
void mq__simulate_html(const void *context, struct mq_buf *out);

#endif
