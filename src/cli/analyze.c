/* `maxq analyze`: what a match's decisions were worth, and what luck did. */
#include "cli/analyze.h"

#include "core/game.h"
#include "core/match_record.h"

#include "cli/interrupt.h"
#include "cli/progress.h"

#include "sim/jobs.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIMIT ((size_t)64 << 20) /* bytes of a file */

struct options {
    struct mq_figures figures;
    long budget;
};

static const struct mq_cli_option option_list[] = {
    {"budget", 'b', "N", "Iterations for a decision (600)",
     MQ_NUMBER(budget, 1, MQ_MOST_ITERATIONS)},
    MQ_ROWS_WORK,
    MQ_ROWS_FORMS,
    {0},
};

/* What is under way. */
struct task {
    struct mq_report report;
    const atomic_int *stop;
    unsigned char *states;           /* length + 1 of them */
    struct mq_analysis_place *place; /* likewise */
    struct mq_progress progress;
};

static unsigned char *state_at(const struct task *t, long k)
{
    return t->states + (size_t)k * t->report.analysis.game->state_size;
}

/* Job 0 is the first position; job k the k-th event, counted from 1. */
static enum mq_status work(const void *context, long job, struct mq_buf *out)
{
    const struct task *t = context;
    const struct mq_analysis *analysis = &t->report.analysis;
    struct mq_judged judged = {0};
    alignas(16) unsigned char before[MQ_MAX_STATE], after[MQ_MAX_STATE];
    size_t size = analysis->game->state_size;
    enum mq_status status = MQ_OK;

    if (*t->stop) {
        return MQ_CANCELLED;
    }
    memcpy(after, state_at(t, job), size);
    if (job == 0) {
        mq__analysis_value(analysis, &t->place[0], after, judged.value);
    } else {
        memcpy(before, state_at(t, job - 1), size);
        status = mq__analysis_judge(
            analysis, &t->place[job - 1], before,
            mq_match_event(t->report.match, (int)job - 1), after, &judged);
    }
    mq__buf_add(out, (const char *)&judged, sizeof judged);
    return status;
}

static enum mq_status take(void *context, long job, const struct mq_buf *result)
{
    struct task *t = context;
    struct mq_report *r = &t->report;
    struct mq_judged judged;

    memcpy(&judged, result->data, sizeof judged);
    if (job == 0) {
        mq__analysis_begin(&r->sums, judged.value);
    } else {
        mq__analysis_add(&r->analysis, &r->sums, &judged);
        r->event[r->count++] = judged;
    }
    mq__progress_show(&t->progress, job);
    return MQ_OK;
}

/* All states, and the places of their dice and decks. */
static void fold(struct task *t)
{
    struct mq_report *r = &t->report;
    const struct mq_game *game = r->analysis.game;
    alignas(16) unsigned char st[MQ_MAX_STATE];

    mq_match_state_at(r->match, 0, st);
    for (int k = 0; k <= r->length; k++) {
        memcpy(state_at(t, k), st, game->state_size);
        if (k < r->length) {
            struct mq_event event = mq_match_event(r->match, k);

            t->place[k + 1] = t->place[k];
            mq__analysis_pass(&r->analysis, &t->place[k + 1], st, event);
            mq_apply(game, st, event.seat, event.action);
        }
    }
}

static bool allocate(struct task *t)
{
    size_t n = (size_t)t->report.length + 1;

    t->states = calloc(n, t->report.analysis.game->state_size);
    t->place = calloc(n, sizeof *t->place);
    t->report.event = calloc(n, sizeof *t->report.event);
    return t->states != NULL && t->place != NULL && t->report.event != NULL;
}

static void begin(struct task *t, const struct options *o,
                  const struct mq_match *match)
{
    struct mq_report *r = &t->report;

    r->match = match;
    r->length = mq_match_length(match);
    mq__analysis_result(match, &r->over, &r->winners);
    r->analysis =
        mq__analysis_of(match, (int)o->budget, mq__figures_seed(&o->figures));
    mq__match_voice(match, mq__cli_language(), r->names, &r->voice);
}

static const struct mq_forms forms = {
    .text = mq__report_text,
    .json = mq__report_json,
    .csv = mq__report_csv,
    .html = mq__report_html,
};

/* A finding, unless something worse came before. */
static int finding_after(int code)
{
    return code == MQ_EXIT_DONE ? MQ_EXIT_FINDING : code;
}

static int judge_all(const struct options *o, struct task *t)
{
    const struct mq_jobs jobs = {
        .count = t->report.length + 1L,
        .context = t,
        .work = work,
        .take = take,
    };
    enum mq_status status;
    int code;

    fold(t);
    mq__progress_begin(&t->progress, o->figures.quiet ? 0 : jobs.count);
    status = mq__jobs_run(&jobs, mq__figures_threads(&o->figures),
                          &o->figures.ranks);
    mq__progress_end(&t->progress);
    if (status == MQ_OVER) {
        return MQ_EXIT_DONE;
    }
    if (status != MQ_OK && status != MQ_CANCELLED) {
        return mq__cli_fail("error.no-memory", "");
    }
    code = mq__figures_put(&o->figures, &forms, &t->report);
    if (status == MQ_CANCELLED) {
        mq__cli_fail("analysis.stopped", "ii", t->report.count,
                     t->report.length);
        code = finding_after(code);
    }
    return code;
}

static int analyze(const struct options *o, const struct mq_match *match)
{
    struct task t = {.stop = mq__cli_interrupts()};
    int code;

    begin(&t, o, match);
    code =
        allocate(&t) ? judge_all(o, &t) : mq__cli_fail("error.no-memory", "");
    free(t.states);
    free(t.place);
    free(t.report.event);
    return code;
}

/* What is damaged or diverges is judged up to there, and said. */
static int run(void *options)
{
    const struct options *o = options;
    const char *path = o->figures.words.first;
    struct mq_match_notice notice = {0};
    struct mq_match *match = NULL;
    struct mq_error error;
    enum mq_status status;
    size_t length;
    char *text;
    int code;

    if (path == NULL) {
        return mq__cli_fail("analysis.no-file", "");
    }
    text = mq__figures_ready(&o->figures)
               ? mq__cli_read_file(path, LIMIT, &length)
               : NULL;
    if (text == NULL) {
        return MQ_EXIT_USAGE;
    }
    status = mq_match_read(text, length, &match, &notice, &error);
    free(text);
    if (status != MQ_OK) {
        return mq__cli_error(&error.message);
    }
    code = analyze(o, match);
    if (notice.line > 0) {
        mq__cli_error(&notice.message);
        code = finding_after(code);
    }
    mq_match_destroy(match);
    return code;
}

const struct mq_command mq__command_analyze = {
    .name = "analyze",
    .summary = "judge the decisions and the luck of a stored match",
    .usage = "FILE",
    .options = option_list,
    .words = MQ_WORDS_ONE,
    .size = sizeof(struct options),
    .begin = mq__figures_begin,
    .finish = mq__figures_finish,
    .run = run,
};
