/* Reports: one HTML file with SVG charts, which needs no network.
 *
 * Everything is written into a buffer, from top to bottom; texts are escaped.
 * Series have the colours of Okabe and Ito, which people who see colours
 * differently can tell apart, and patterns besides. The page follows the
 * reader's choice of light or dark.
 */
#ifndef MAXQ_SIM_PAGE_H
#define MAXQ_SIM_PAGE_H

#include "core/buf.h"

void mq__page_begin(struct mq_buf *out, const char *language,
                    const char *title);
void mq__page_end(struct mq_buf *out);
/* Style and script that are files of data/report; of style the lines are
 * joined. */
void mq__page_style(struct mq_buf *out, const char *name);
void mq__page_script(struct mq_buf *out, const char *name);
/* A heading, and a paragraph. */
void mq__page_heading(struct mq_buf *out, const char *text);
void mq__page_text(struct mq_buf *out, const char *text);
/* A line of a terminal. */
void mq__page_code(struct mq_buf *out, const char *text);
/* Text with <, >, & and " made harmless. */
void mq__page_escape(struct mq_buf *out, const char *text);

/* A table: heads, then rows of cells. The first cell of a row is its name. */
void mq__page_table(struct mq_buf *out, const char *const *heads, int count);
void mq__page_row(struct mq_buf *out, const char *name);
/* Cells, as printf writes them with a bar between two: "%d|%.1f %%". */
void mq__page_cells(struct mq_buf *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* A cell whose colour says how far it is from a fair share. */
void mq__page_shaded(struct mq_buf *out, double share, double fair);
void mq__page_row_end(struct mq_buf *out);
void mq__page_table_end(struct mq_buf *out);

/* Who is who in a chart: a name for each series. */
void mq__page_legend(struct mq_buf *out, const char *const *names, int count);

/* Lines from left to right between 0 and 1. */
struct mq_lines {
    const char *label; /* for those who can't see it */
    int series;
    int points;
    double (*value)(const void *context, int series, int point);
    const void *context;
};
void mq__page_lines(struct mq_buf *out, const struct mq_lines *lines);

/* Bars: how often each value came, series side by side. */
struct mq_bars {
    const char *label;
    int series;
    int bins;
    double first, width; /* value of the first bin, and of a step */
    double (*height)(const void *context, int series, int bin);
    const void *context;
};
void mq__page_bars(struct mq_buf *out, const struct mq_bars *bars);

/* Values with their intervals on one scale, a row each. */
struct mq_range {
    const char *name;
    double low, middle, high;
};
struct mq_ranges {
    const char *label;
    const struct mq_range *row;
    int rows;
    double from, to; /* the scale */
    double mark;     /* a line across at it */
    const char *unit;
    double factor; /* a value times it is shown */
};
void mq__page_ranges(struct mq_buf *out, const struct mq_ranges *ranges);

#endif
