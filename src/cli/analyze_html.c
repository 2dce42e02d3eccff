/* An analysis as a page: the curve, and every move with what it was worth. */
#include "cli/analyze.h"

#include "ai/share.h"
#include "cli/command.h"
#include "sim/page.h"

#include <stdio.h>
#include <string.h>

/* Moves are buttons; the chosen one shows what it was worth and where it
 * stands on the curve. Keys: up and down. */
static const char behaviour[] =
    "<style>.moves{display:grid;grid-template-columns:minmax(15rem,1fr) 1fr;"
    "gap:1rem}@media(max-width:700px){.moves{grid-template-columns:1fr}}"
    ".moves ol{list-style:none;margin:0;padding:0;max-height:32rem;"
    "overflow:auto;border:1px solid var(--line);border-radius:8px}"
    ".moves button{display:flex;gap:.6em;width:100%;padding:.25em .7em;"
    "border:0;background:none;color:inherit;font:inherit;text-align:left;"
    "cursor:pointer}.moves button:hover,.moves button:focus-visible{"
    "background:var(--line)}.moves [aria-current]{background:var(--line);"
    "font-weight:600}.n{color:var(--dim);min-width:2.6em;text-align:right}"
    ".g{margin-left:auto}.doubtful .g{color:var(--doubtful)}"
    ".error .g{color:var(--error)}.blunder .g{color:var(--blunder)}"
    ".chance{color:var(--dim)}#detail{position:sticky;top:1rem;"
    "align-self:start;padding:1rem;border:1px solid var(--line);"
    "border-radius:8px;background:var(--card);min-height:8rem}</style>\n"
    "<script>\n"
    "const all=[...document.querySelectorAll('.moves button')];\n"
    "const cursor=document.getElementById('cursor');\n"
    "const detail=document.getElementById('detail');\n"
    "function pick(b){all.forEach(o=>o.removeAttribute('aria-current'));\n"
    "b.setAttribute('aria-current','true');\n"
    "detail.textContent=b.dataset.text;\n"
    "cursor.setAttribute('visibility','visible');\n"
    "cursor.setAttribute('transform','translate('+(+cursor.dataset.left+\n"
    "cursor.dataset.step*b.dataset.n)+' 0)');}\n"
    "all.forEach((b,i)=>{b.onclick=()=>pick(b);b.onkeydown=e=>{\n"
    "const o=all[i+({ArrowDown:1,ArrowUp:-1}[e.key]||0)];\n"
    "if(o&&o!==b){e.preventDefault();o.focus();pick(o);}};});\n"
    "cursor.ownerSVGElement.onclick=e=>{const s=cursor.ownerSVGElement;\n"
    "const p=new DOMPoint(e.clientX,e.clientY).matrixTransform(\n"
    "s.getScreenCTM().inverse());\n"
    "const n=Math.round((p.x-cursor.dataset.left)/cursor.dataset.step);\n"
    "const b=all[Math.min(Math.max(n,1),all.length)-1];\n"
    "if(b){pick(b);b.scrollIntoView({block:'nearest'});}};\n"
    "const worst=all.find(b=>b.parentNode.className==='blunder')||all[0];\n"
    "if(worst){pick(worst);const l=worst.closest('ol');\n"
    "l.scrollTop=worst.offsetTop-l.offsetTop-l.clientHeight/2;}\n"
    "</script>\n";

static double value_at(const void *context, int seat, int k)
{
    const struct mq_report *r = context;

    return k == 0 ? r->sums.first[seat] : r->event[k - 1].value[seat];
}

static void put_curve(const struct mq_report *r, struct mq_buf *out)
{
    char name[MQ_MAX_PLAYERS][MQ_NAME_SIZE];
    const char *names[MQ_MAX_PLAYERS];
    const struct mq_lines lines = {
        .label = mq__figures_label("analysis.curve-title"),
        .series = r->analysis.players,
        .points = r->count + 1,
        .value = value_at,
        .context = r,
    };

    for (int seat = 0; seat < r->analysis.players; seat++) {
        mq__report_name(r, seat, name[seat]);
        names[seat] = name[seat];
    }
    mq__page_heading(out, lines.label);
    mq__page_legend(out, names, r->analysis.players);
    mq__page_lines(out, &lines);
}

static void put_player(const struct mq_report *r, int seat, struct mq_buf *out)
{
    const struct mq_analysis_seat *s = &r->sums.seat[seat];
    char name[MQ_NAME_SIZE];

    mq__report_name(r, seat, name);
    mq__page_row(out);
    mq__page_name(out, name);
    mq__page_cell(out, "%d", s->decisions);
    for (int grade = MQ_GRADE_GOOD; grade < MQ_GRADES; grade++) {
        mq__page_cell(out, "%d", s->grades[grade]);
    }
    mq__page_cell(out, "%.1f %%", 100 * s->lost);
    mq__page_cell(out, "%+.1f %%", 100 * s->luck);
    if (r->over) {
        mq__page_cell(out, "%.1f %%",
                      100 * mq__share(r->winners, r->analysis.players, seat));
        mq__page_cell(out, "%.1f %%",
                      100 * mq__analysis_adjusted(&r->analysis, &r->sums, seat,
                                                  r->winners));
    } else {
        mq__page_cell(out, "\xE2\x80\x93");
        mq__page_cell(out, "\xE2\x80\x93");
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
    enum { HEADS = sizeof ids / sizeof ids[0] };
    const char *heads[HEADS];

    for (int i = 0; i < HEADS; i++) {
        heads[i] = mq__figures_label(ids[i]);
    }
    mq__page_table(out, heads, HEADS);
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
        mq__report_say(r, &message, sentence, sizeof sentence);
        mq__page_escape(out, sentence);
        if (event->grade != MQ_GRADE_FORCED) {
            mq__buf_printf(out, " " MQ_REPORT_INTERVAL, 100 * event->low,
                           100 * event->high);
        }
        return;
    }
    mq__page_escape(out, mq__figures_label("analysis.luck-word"));
    for (int seat = 0; seat < r->analysis.players; seat++) {
        char name[MQ_NAME_SIZE];

        mq__report_name(r, seat, name);
        mq__buf_str(out, seat == 0 ? ": " : ", ");
        mq__page_escape(out, name);
        mq__buf_printf(out, " %+.1f %%", 100 * event->luck[seat]);
    }
}

static void put_move(const struct mq_report *r, int k, struct mq_buf *out)
{
    const struct mq_judged *event = &r->event[k];
    bool chance = event->event.seat < 0;
    char text[MQ_TEXT_SIZE], name[MQ_NAME_SIZE] = "\xE2\x9A\x84";

    mq_event_text(r->analysis.game, event->event, text, sizeof text);
    if (!chance) {
        mq__report_name(r, event->event.seat, name);
    }
    mq__buf_printf(out, "<li class=\"%s\"><button data-n=\"%d\" data-text=\"",
                   chance ? "chance" : mq__grade_word(event->grade), k + 1);
    tell(r, event, out);
    mq__buf_printf(out, "\"><span class=\"n\">%d</span><span>", k + 1);
    mq__page_escape(out, name);
    mq__buf_str(out, " ");
    mq__page_escape(out, text);
    mq__buf_str(out, "</span>");
    if (event->grade > MQ_GRADE_GOOD) {
        char id[40];

        snprintf(id, sizeof id, "analysis.grade-%s",
                 mq__grade_word(event->grade));
        mq__buf_str(out, "<span class=\"g\">");
        mq__page_escape(out, mq__figures_label(id));
        mq__buf_str(out, "</span>");
    }
    mq__buf_str(out, "</button></li>\n");
}

void mq__report_html(const void *context, struct mq_buf *out)
{
    const struct mq_report *report = context;
    const char *game = report->analysis.game->id;
    char title[128];

    snprintf(title, sizeof title, "Max Q: %s, %s",
             mq_word_name(mq__cli_language(), game, game),
             mq__figures_label("analysis.title"));
    mq__page_begin(out, mq__cli_language(), title);
    mq__page_text(out, mq__figures_label("analysis.units"));
    put_players(report, out);
    put_curve(report, out);
    mq__page_heading(out, mq__figures_label("analysis.moves"));
    mq__buf_str(out, "<div class=\"moves\"><ol>\n");
    for (int k = 0; k < report->count; k++) {
        put_move(report, k, out);
    }
    mq__buf_str(out, "</ol><div id=\"detail\" role=\"status\"></div></div>\n");
    mq__buf_str(out, behaviour);
}
