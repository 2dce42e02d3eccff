/* The standings of an arena as a page. */
#include "cli/arena.h"
#include "cli/command.h"

#include "sim/page.h"

#include <math.h>
#include <stdio.h>

static void put_bot(const struct mq_arena *arena, int i,
                    const struct mq_standing *s, struct mq_buf *out)
{
    struct mq_arena_figures f = mq__arena_figures(s);

    mq__page_row(out);
    mq__page_name(out, arena->entrant[i].name);
    mq__page_cell(out, "%ld", s->seats);
    mq__page_cell(out, "%.1f %%", 100 * f.rate);
    mq__page_cell(out, "%.1f\xE2\x80\x93%.1f %%", 100 * f.low, 100 * f.high);
    if (arena->setup.players > 1) {
        mq__page_cell(out, "%+.0f \xC2\xB1 %.0f", s->elo, s->elo_margin);
    } else {
        mq__page_cell(out, "\xE2\x80\x93");
    }
    mq__page_cell(out, "%.2f", f.score);
    mq__page_cell(out, "%.2f", f.ms);
    mq__page_cell(out, "%ld", s->forfeits);
    mq__page_row_end(out);
}

static void put_bots(const struct mq_arena *arena, const struct mq_standings *s,
                     const int *order, struct mq_buf *out)
{
    const char *const heads[] = {
        mq__figures_label("tools.report-bot"),
        mq__figures_label("tools.report-games"),
        mq__figures_label("tools.report-won"),
        mq__figures_label("tools.report-interval"),
        "Elo",
        mq__figures_label("tools.report-points"),
        mq__figures_label("tools.report-ms"),
        mq__figures_label("tools.report-forfeits"),
    };

    mq__page_table(out, heads, (int)(sizeof heads / sizeof heads[0]));
    for (int k = 0; k < arena->entrants; k++) {
        put_bot(arena, order[k], &s->bot[order[k]], out);
    }
    mq__page_table_end(out);
}

/* Elo, or alone the share of victories. */
static void put_ratings(const struct mq_arena *arena,
                        const struct mq_standings *s, const int *order,
                        struct mq_buf *out)
{
    bool alone = arena->setup.players == 1;
    struct mq_range row[MQ_MAX_ENTRANTS];
    double far = 100;
    struct mq_ranges ranges = {
        .label = mq__figures_label(alone ? "tools.report-success"
                                         : "tools.report-elo"),
        .row = row,
        .rows = arena->entrants,
        .from = 0,
        .to = 1,
        .unit = alone ? " %" : "",
        .factor = alone ? 100 : 1,
    };

    for (int k = 0; k < arena->entrants; k++) {
        const struct mq_standing *b = &s->bot[order[k]];
        struct mq_arena_figures f = mq__arena_figures(b);
        const char *name = arena->entrant[order[k]].name;

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

static void put_matrix(const struct mq_arena *arena,
                       const struct mq_standings *s, const int *order,
                       struct mq_buf *out)
{
    const char *heads[MQ_MAX_ENTRANTS + 1] = {""};

    for (int k = 0; k < arena->entrants; k++) {
        heads[k + 1] = arena->entrant[order[k]].name;
    }
    mq__page_heading(out, mq__figures_label("tools.report-matrix"));
    mq__page_table(out, heads, arena->entrants + 1);
    for (int k = 0; k < arena->entrants; k++) {
        mq__page_row(out);
        mq__page_name(out, heads[k + 1]);
        for (int m = 0; m < arena->entrants; m++) {
            long met = s->met[order[k]][order[m]];

            if (met > 0) {
                mq__page_shaded(out, s->won[order[k]][order[m]] / (double)met,
                                1.0 / arena->setup.players);
            } else {
                mq__page_cell(out, "\xE2\x80\x93");
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

static void put_forfeits(const struct mq_arena_result *result,
                         struct mq_buf *out)
{
    for (int i = 0; i < result->plan->arena->entrants; i++) {
        struct mq_message message;

        if (mq__arena_forfeits(result, i, &message)) {
            put_sentence(&message, out);
        }
    }
}

static void put_claims(const struct mq_arena_result *result, struct mq_buf *out)
{
    mq__page_heading(out, mq__figures_label("tools.report-claims"));
    for (int i = 0; i < mq__arena_pairings(result->plan->arena); i++) {
        struct mq_message message;

        mq__arena_claim(result, i, &message);
        put_sentence(&message, out);
    }
}

void mq__arena_html(const void *context, struct mq_buf *out)
{
    const struct mq_arena_result *result = context;
    const struct mq_arena *arena = result->plan->arena;
    const struct mq_standings *s = &result->standings;
    const char *game = arena->game->id;
    int order[MQ_MAX_ENTRANTS] = {0};
    char title[128];

    mq__arena_order(arena, s, order);
    snprintf(title, sizeof title, "Max Q: %s, %ld %s",
             mq_word_name(mq__cli_language(), game, game), s->games,
             mq__figures_label("tools.report-matches"));
    mq__page_begin(out, mq__cli_language(), title);
    put_bots(arena, s, order, out);
    put_forfeits(result, out);
    put_ratings(arena, s, order, out);
    if (arena->setup.players > 1) {
        put_matrix(arena, s, order, out);
    }
    if (result->plan->test != NULL) {
        put_claims(result, out);
    }
}
