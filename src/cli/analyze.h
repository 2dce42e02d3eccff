/* What the files of `maxq analyze` share. */
#ifndef MAXQ_CLI_ANALYZE_H
#define MAXQ_CLI_ANALYZE_H

#include "ai/analysis.h"
#include "cli/figures.h"

#include <maxq/match.h>

/* A match that was judged, up to where it was stopped. */
struct mq_report {
    const struct mq_match *match;
    struct mq_analysis analysis;
    struct mq_analysis_sums sums;
    struct mq_judged *event;
    int count;  /* events judged */
    int length; /* events of the match */
    bool over;
    uint32_t winners;
    struct mq_voice voice;
    const char *names[MQ_MAX_PLAYERS];
};

/* What a decision lost, at least and at most, in percent (printf). */
#define MQ_REPORT_INTERVAL "(95 %%: %+.1f \xE2\x80\xA6 %+.1f %%)"

/* Its forms (mq_forms); the page has the curve and the moves. */
void mq__report_text(const void *context);
void mq__report_json(const void *context, struct mq_json_writer *w);
void mq__report_csv(const void *context);
void mq__report_html(const void *context, struct mq_buf *out);

#endif
