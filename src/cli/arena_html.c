/* The standings of an arena as a page. */
#include "cli/arena.h"

#include "core/game.h"

#include "sim/page.h"

#include <math.h>

static void put_bot(const struct mq_arena *arena, int i,
                    const struct mq_standing *s, struct mq_buf *out)
{
    struct mq_arena_figures f = mq__arena_figures(s);

    mq__page_row(out, arena->entrant[i].name);
    mq__page_cells(out, "%ld|%.1f %%|%.1f\xE2\x80\x93%.1f %%", s->seats,
                   100 * f.rate, 100 * f.low, 100 * f.high);
    if (arena->setup.players > 1) {
        mq__page_cells(out, "%+.0f \xC2\xB1 %.0f", s->elo, s->elo_margin);
    } else {
        mq__page_cells(out, "\xE2\x80\x93");
    }
    mq__page_cells(out, "%.2f|%.2f|%ld", f.score, f.ms, s->forfeits);
    mq__page_row_end(out);
}

static void put_bots(const struct mq_arena_result *r, struct mq_buf *out)
{
    static const char *const heads[] = {
        "tools.report-bot",
        "tools.report-games",
        "tools.report-won",
        "tools.report-interval",
        "Elo",
        "tools.report-points",
        "tools.report-ms",
        "tools.report-forfeits",
    };

    mq__figures_table(out, heads, sizeof heads / sizeof heads[0]);
    for (int k = 0; k < r->plan->arena->entrants; k++) {
        put_bot(r->plan->arena, r->order[k], &r->standings.bot[r->order[k]],
                out);
    }
    mq__page_table_end(out);
}

/* Elo, or alone the share of victories. */
static void put_ratings(const struct mq_arena_result *r, struct mq_buf *out)
{
    const struct mq_arena *arena = r->plan->arena;
    bool alone = arena->setup.players == 1;
    struct mq_range row[MQ_MAX_ENTRANTS];
    double far = 100;
    struct mq_ranges ranges = {
        .label =
            mq__cli_label(alone ? "tools.report-success" : "tools.report-elo"),
        .row = row,
        .rows = arena->entrants,
        .from = 0,
        .to = 1,
        .unit = alone ? " %" : "",
        .factor = alone ? 100 : 1,
    };

    for (int k = 0; k < arena->entrants; k++) {
        const struct mq_standing *b = &r->standings.bot[r->order[k]];
        struct mq_arena_figures f = mq__arena_figures(b);
        const char *name = arena->entrant[r->order[k]].name;

        row[k] = alone ? (struct mq_range){name, f.low, f.rate, f.high}
                       : (struct mq_range){name, b->elo - b->elo_margin, b->elo,
                                           b->elo + b->elo_margin};
        far = fmax(far, fmax(-row[k].low, row[k].high));
    }
    if (!alone) {
        ranges.to = 100 * ceil(far / 100);
        ranges.from = -ranges.to;
    }
    mq__page_heading(out, ranges.label);
    mq__page_ranges(out, &ranges);
}

static void put_matrix(const struct mq_arena_result *r, struct mq_buf *out)
{
    const struct mq_arena *arena = r->plan->arena;
    const char *heads[MQ_MAX_ENTRANTS + 1] = {""};

    for (int k = 0; k < arena->entrants; k++) {
        heads[k + 1] = arena->entrant[r->order[k]].name;
    }
    mq__page_heading(out, mq__cli_label("tools.report-matrix"));
    mq__page_table(out, heads, arena->entrants + 1);
    for (int k = 0; k < arena->entrants; k++) {
        mq__page_row(out, heads[k + 1]);
        for (int m = 0; m < arena->entrants; m++) {
            double share = mq__arena_met(r, k, m);

            if (isnan(share)) {
                mq__page_cells(out, "\xE2\x80\x93");
            } else {
                mq__page_shaded(out, share, 1.0 / arena->setup.players);
            }
        }
        mq__page_row_end(out);
    }
    mq__page_table_end(out);
}

static void put_sentence(const struct mq_message *message, struct mq_buf *out)
{
    const struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[512];

    mq_sentence(message, &voice, sentence, sizeof sentence);
    mq__page_text(out, sentence);
}

static void put_forfeits(const struct mq_arena_result *r, struct mq_buf *out)
{
    for (int i = 0; i < r->plan->arena->entrants; i++) {
        struct mq_message message;

        if (mq__arena_forfeits(r, i, &message)) {
            put_sentence(&message, out);
        }
    }
}

static void put_claims(const struct mq_arena_result *r, struct mq_buf *out)
{
    mq__page_heading(out, mq__cli_label("tools.report-claims"));
    for (int i = 0; i < mq__arena_pairings(r->plan->arena); i++) {
        struct mq_message message;

        mq__arena_claim(r, i, &message);
        put_sentence(&message, out);
    }
}

void mq__arena_html(const void *context, struct mq_buf *out)
{
    const struct mq_arena_result *r = context;

    mq__figures_page(out, r->plan->arena->game, r->standings.games,
                     "tools.report-matches");
    put_bots(r, out);
    put_forfeits(r, out);
    put_ratings(r, out);
    if (r->plan->arena->setup.players > 1) {
        put_matrix(r, out);
    }
    if (r->plan->test != NULL) {
        put_claims(r, out);
    }
}
