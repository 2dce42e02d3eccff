/* An analysis as a page: the curve, and every move with what it was worth. */
#include "cli/analyze.h"

#include "core/game.h"

#include "ai/share.h"
#include "cli/command.h"
#include "sim/page.h"

#include <stdio.h>
#include <string.h>

static double value_at(const void *context, int seat, int k)
{
    const struct mq_report *r = context;

    return k == 0 ? r->sums.first[seat] : r->event[k - 1].value[seat];
}

static void put_curve(const struct mq_report *r, struct mq_buf *out)
{
    const struct mq_lines lines = {
        .label = mq__cli_label("analysis.curve-title"),
        .series = r->analysis.players,
        .points = r->count + 1,
        .value = value_at,
        .context = r,
    };

    mq__page_heading(out, lines.label);
    mq__page_legend(out, r->names, r->analysis.players);
    mq__page_lines(out, &lines);
}

static void put_player(const struct mq_report *r, int seat, struct mq_buf *out)
{
    const struct mq_analysis_seat *s = &r->sums.seat[seat];

    mq__page_row(out, r->names[seat]);
    mq__page_cells(out, "%d|%d|%d|%d|%d|%.1f %%|%+.1f %%", s->decisions,
                   s->grades[MQ_GRADE_GOOD], s->grades[MQ_GRADE_DOUBTFUL],
                   s->grades[MQ_GRADE_ERROR], s->grades[MQ_GRADE_BLUNDER],
                   100 * s->lost, 100 * s->luck);
    if (r->over) {
        mq__page_cells(out, "%.1f %%|%.1f %%",
                       100 * mq__share(r->winners, r->analysis.players, seat),
                       100 * mq__analysis_adjusted(&r->analysis, &r->sums, seat,
                                                   r->winners));
    } else {
        mq__page_cells(out, "\xE2\x80\x93|\xE2\x80\x93");
    }
    mq__page_row_end(out);
}

static void put_players(const struct mq_report *r, struct mq_buf *out)
{
    static const char *const ids[] = {
        "analysis.player",      "analysis.choices",
        "analysis.grade-good",  "analysis.grade-doubtful",
        "analysis.grade-error", "analysis.grade-blunder",
        "analysis.lost",        "analysis.luck-word",
        "analysis.result",      "analysis.less-luck",
    };

    mq__figures_table(out, ids, sizeof ids / sizeof ids[0]);
    for (int seat = 0; seat < r->analysis.players; seat++) {
        put_player(r, seat, out);
    }
    mq__page_table_end(out);
}

/* What the page says about an event when it is chosen. */
static void tell(const struct mq_report *r, const struct mq_judged *event,
                 struct mq_buf *out)
{
    struct mq_message message;
    char sentence[512];

    if (event->event.seat >= 0) {
        mq__analysis_say(&r->analysis, event, &message);
        mq_sentence(&message, &r->voice, sentence, sizeof sentence);
        mq__page_escape(out, sentence);
        if (event->grade != MQ_GRADE_FORCED) {
            mq__buf_printf(out, " " MQ_REPORT_INTERVAL, 100 * event->low,
                           100 * event->high);
        }
        return;
    }
    mq__page_escape(out, mq__cli_label("analysis.luck-word"));
    for (int seat = 0; seat < r->analysis.players; seat++) {
        mq__buf_str(out, seat == 0 ? ": " : ", ");
        mq__page_escape(out, r->names[seat]);
        mq__buf_printf(out, " %+.1f %%", 100 * event->luck[seat]);
    }
}

static void put_move(const struct mq_report *r, int k, struct mq_buf *out)
{
    const struct mq_judged *event = &r->event[k];
    bool chance = event->event.seat < 0;
    char text[MQ_TEXT_SIZE];

    mq_event_text(r->analysis.game, event->event, text, sizeof text);
    mq__buf_printf(out, "<li class=\"%s\"><button data-n=\"%d\" data-text=\"",
                   chance ? "chance" : mq__grade_word(event->grade), k + 1);
    tell(r, event, out);
    mq__buf_printf(out, "\"><span class=\"n\">%d</span><span>", k + 1);
    mq__page_escape(out, chance ? "\xE2\x9A\x84" : r->names[event->event.seat]);
    mq__buf_str(out, " ");
    mq__page_escape(out, text);
    mq__buf_str(out, "</span>");
    if (event->grade > MQ_GRADE_GOOD) {
        char id[40];

        snprintf(id, sizeof id, "analysis.grade-%s",
                 mq__grade_word(event->grade));
        mq__buf_str(out, "<span class=\"g\">");
        mq__page_escape(out, mq__cli_label(id));
        mq__buf_str(out, "</span>");
    }
    mq__buf_str(out, "</button></li>\n");
}

/* Moves are buttons. The script shows what the chosen one was worth and where
 * it stands on the curve; the keys up and down choose too. */
void mq__report_html(const void *context, struct mq_buf *out)
{
    const struct mq_report *report = context;

    mq__figures_page(out, report->analysis.game, -1, "analysis.title");
    mq__page_text(out, mq__cli_label("analysis.units"));
    put_players(report, out);
    put_curve(report, out);
    mq__page_heading(out, mq__cli_label("analysis.moves"));
    mq__buf_str(out, "<div class=\"moves\"><ol>\n");
    for (int k = 0; k < report->count; k++) {
        put_move(report, k, out);
    }
    mq__buf_str(out, "</ol><div id=\"detail\" role=\"status\"></div></div>\n");
    mq__page_style(out, "analysis.css");
    mq__page_script(out, "analysis.js");
}
