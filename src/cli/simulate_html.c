/* The figures of a simulation as a page. */
#include "cli/simulate.h"

#include "core/game.h"

#include "sim/page.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

#define MOST_BINS 80 /* bars of one chart */

static void put_entrants(const struct mq_sim_report *r, struct mq_buf *out)
{
    static const char *const heads[] = {
        "tools.report-bot",    "tools.report-won",   "tools.report-interval",
        "tools.report-points", "tools.report-least", "tools.report-median",
        "tools.report-most",
    };

    mq__figures_table(out, heads, sizeof heads / sizeof heads[0]);
    for (int i = 0; i < r->tallies->players; i++) {
        const struct mq_tally *tally = &r->tallies->entrant[i];
        struct mq_moments m = mq__histogram_moments(&tally->score);
        struct mq_share s = mq__share_won(r, tally);

        mq__page_row(out, r->label[i]);
        mq__page_cells(out,
                       "%.1f %%|%.1f\xE2\x80\x93%.1f %%|"
                       "%.2f \xC2\xB1 %.2f|%ld|%ld|%ld",
                       100 * s.share, 100 * s.low, 100 * s.high, m.mean,
                       m.margin, m.least, m.median, m.most);
        mq__page_row_end(out);
    }
    mq__page_table_end(out);
}

static void put_seats(const struct mq_sim_report *r, struct mq_buf *out)
{
    const struct mq_tallies *t = r->tallies;
    struct mq_range row[MQ_MAX_PLAYERS];
    char name[MQ_MAX_PLAYERS][8];
    struct mq_ranges ranges = {
        .label = mq__cli_label("tools.report-seats"),
        .row = row,
        .rows = t->players,
        .from = 0,
        .to = 1,
        .mark = 1.0 / t->players,
        .unit = " %",
        .factor = 100,
    };

    for (int i = 0; i < t->players; i++) {
        struct mq_share s = mq__share_won(r, &t->seat[i]);

        snprintf(name[i], sizeof name[i], "P%d", i + 1);
        row[i] = (struct mq_range){name[i], s.low, s.share, s.high};
    }
    mq__page_heading(out, ranges.label);
    mq__page_ranges(out, &ranges);
}

/* Histograms side by side, several values in a bin where there are many. */
struct binned {
    const struct mq_histogram *h[MQ_MAX_PLAYERS];
    long low, step;
};

static double height(const void *context, int series, int bin)
{
    const struct binned *b = context;
    const struct mq_histogram *h = b->h[series];
    long first = b->low + bin * b->step;
    double sum = 0;

    for (long value = first; value < first + b->step; value++) {
        if (value >= h->low && value < h->low + h->count) {
            sum += (double)h->bin[value - h->low];
        }
    }
    return sum;
}

static void put_histogram(struct mq_buf *out, struct binned *b, int series,
                          const char *label)
{
    long low = LONG_MAX, high = LONG_MIN;
    struct mq_bars bars = {
        .label = label,
        .series = series,
        .height = height,
        .context = b,
    };

    assert(series > 0);
    for (int i = 0; i < series; i++) {
        const struct mq_histogram *h = b->h[i];

        assert(h != NULL);
        low = h->low < low ? h->low : low;
        high = h->low + h->count > high ? h->low + h->count : high;
    }
    b->step = (high - low) * series / MOST_BINS + 1;
    b->low = low;
    bars.bins = (int)((high - low + b->step - 1) / b->step);
    bars.first = (double)low;
    bars.width = (double)b->step;
    mq__page_bars(out, &bars);
}

static void put_scores(const struct mq_sim_report *r, struct mq_buf *out)
{
    const char *names[MQ_MAX_PLAYERS];
    struct binned b = {0};

    for (int i = 0; i < r->tallies->players; i++) {
        names[i] = r->label[i];
        b.h[i] = &r->tallies->entrant[i].score;
    }
    mq__page_heading(out, mq__cli_label("tools.report-scores"));
    mq__page_legend(out, names, r->tallies->players);
    put_histogram(out, &b, r->tallies->players,
                  mq__cli_label("tools.report-scores"));
}

static void put_lengths(const struct mq_sim_report *r, struct mq_buf *out)
{
    struct binned b = {.h[0] = &r->tallies->events};

    mq__page_heading(out, mq__cli_label("tools.report-lengths"));
    put_histogram(out, &b, 1, mq__cli_label("tools.report-lengths"));
}

static void put_usage(const struct mq_sim_report *r,
                      const struct mq_usage *usage, struct mq_buf *out)
{
    struct mq_usage_figures f = mq__usage_figures(r, usage);
    /* Solo games have no fair share of wins: the colour changes at 50 %. */
    int players = r->tallies->players > 1 ? r->tallies->players : 2;
    struct mq_buf name;

    mq__buf_init(&name);
    mq__usage_name(r, usage, &name);
    mq__page_row(out, mq__buf_text(&name));
    mq__page_cells(out,
                   "%.1f %%|%.1f\xE2\x80\x93%.1f %%|"
                   "%.1f %%|%.1f\xE2\x80\x93%.1f %%",
                   100 * f.winners.share, 100 * f.winners.low,
                   100 * f.winners.high, 100 * f.losers.share,
                   100 * f.losers.low, 100 * f.losers.high);
    mq__page_shaded(out, f.win_rate.share, 1.0 / players);
    mq__page_cells(out, "%.1f\xE2\x80\x93%.1f %%", 100 * f.win_rate.low,
                   100 * f.win_rate.high);
    mq__page_row_end(out);
    mq__buf_finish(&name);
}

static void put_usages(const struct mq_sim_report *r, struct mq_buf *out)
{
    static const char *const heads[] = {
        "",
        "tools.report-winners",
        "tools.report-interval",
        "tools.report-losers",
        "tools.report-interval",
        "tools.report-won-with",
        "tools.report-interval",
    };

    mq__page_heading(out, mq__cli_label("tools.report-usage"));
    mq__page_text(out, mq__cli_label("tools.report-usage-text"));
    mq__figures_table(out, heads, sizeof heads / sizeof heads[0]);
    for (int i = 0; r->usage != NULL && i < r->tallies->usages; i++) {
        put_usage(r, &r->usage[i], out);
    }
    mq__page_table_end(out);
}

void mq__simulate_html(const void *context, struct mq_buf *out)
{
    const struct mq_sim_report *report = context;

    mq__figures_page(out, report->simulation->game, report->tallies->games,
                     "tools.report-matches");
    put_entrants(report, out);
    if (report->tallies->players > 1) {
        put_seats(report, out);
    }
    put_scores(report, out);
    put_lengths(report, out);
    put_usages(report, out);
}
