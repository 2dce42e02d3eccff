/* `maxq analyze`: what a match's decisions were worth, and what luck did. */
#include "cli/analyze.h"

#include "cli/args.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include "sim/farm.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "analyze"
#define LIMIT ((size_t)64 << 20) /* bytes of a file */

struct options {
    struct mq_figures figures;
    long budget;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    if (key == 'b') {
        return mq__cli_number(COMMAND, "--budget", arg, 1, MQ_MOST_ITERATIONS,
                              &o->budget)
                   ? 0
                   : MQ_ARGS_PRINTED;
    }
    if (key == ARGP_KEY_ARG && o->figures.subject == NULL) {
        o->figures.subject = arg; /* a file name may have a = in it */
        return 0;
    }
    return key == ARGP_KEY_ARG ? mq__cli_extra(COMMAND, arg)
                               : mq__figures_parse(&o->figures, key, arg);
}

static const struct argp_option option_list[] = {
    {"budget", 'b', "N", 0, "Iterations for a decision (600)", 0},
    MQ_ROWS_WORK,
    MQ_ROWS_FORMS,
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Judges every decision of a stored match from what the player could "
           "know, and says what luck did."
           "\vValues are parts of a victory. Ctrl-C prints what is done.\n\n"
           "Examples:\n"
           "  maxq analyze evening.mqm\n"
           "  maxq analyze evening.mqm --budget 3000 --html evening.html\n"
           "  maxq analyze evening.mqm --json\n",
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
            game->apply(game, st, event.seat, event.action);
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
    const struct mq_game *game = mq_match_game(match);
    struct mq_report *r = &t->report;

    r->match = match;
    r->length = mq_match_length(match);
    mq__analysis_result(match, &r->over, &r->winners);
    r->analysis = (struct mq_analysis){
        .game = game,
        .players = game->players(game, mq_match_state(match)),
        .budget = o->budget > 0 ? (int)o->budget : MQ_ANALYSIS_BUDGET,
        .seed = mq__figures_seed(&o->figures),
    };
    for (int seat = 0; seat < r->analysis.players; seat++) {
        const char *name = mq_match_config(match)->seat[seat].name;

        r->names[seat] = name[0] != '\0' ? name : NULL;
    }
    r->voice = (struct mq_voice){
        .language = mq__cli_language(),
        .game = game->id,
        .names = r->names,
        .players = r->analysis.players,
    };
}

void mq__report_say(const struct mq_report *report,
                    const struct mq_message *message, char *out, size_t size)
{
    mq_sentence(message, &report->voice, out, size);
}

void mq__report_name(const struct mq_report *report, int seat, char *out)
{
    if (report->names[seat] != NULL) {
        snprintf(out, MQ_NAME_SIZE, "%s", report->names[seat]);
    } else {
        snprintf(out, MQ_NAME_SIZE, "P%d", seat + 1);
    }
}

static const struct mq_forms forms = {
    .text = mq__report_text,
    .json = mq__report_json,
    .csv = mq__report_csv,
    .html = mq__report_html,
};

static int judge_all(const struct options *o, struct task *t)
{
    const struct mq_farm farm = {
        .jobs = t->report.length + 1L,
        .context = t,
        .work = work,
        .take = take,
    };
    enum mq_status status;
    int code;

    fold(t);
    mq__progress_begin(&t->progress, farm.jobs);
    status =
        mq__farm_run(&farm, mq__figures_threads(&o->figures), &o->figures.crew);
    mq__progress_end(&t->progress);
    if (status == MQ_OVER) {
        return MQ_EXIT_DONE;
    }
    if (status != MQ_OK && status != MQ_CANCELLED) {
        return mq__cli_fail(COMMAND, "error.no-memory", "");
    }
    code = mq__figures_put(&o->figures, &forms, &t->report);
    if (status == MQ_CANCELLED) {
        mq__cli_fail(COMMAND, "analysis.stopped", "ii", t->report.count,
                     t->report.length);
        code = code == MQ_EXIT_DONE ? MQ_EXIT_FINDING : code;
    }
    return code;
}

static int analyze(const struct options *o, const struct mq_match *match)
{
    struct task t = {.stop = mq__cli_interrupts()};
    int code;

    begin(&t, o, match);
    code = allocate(&t) ? judge_all(o, &t)
                        : mq__cli_fail(COMMAND, "error.no-memory", "");
    free(t.states);
    free(t.place);
    free(t.report.event);
    return code;
}

/* What is damaged or diverges is judged up to there, and said. */
static int analyze_file(const struct options *o)
{
    const char *path = o->figures.subject;
    struct mq_match_notice notice = {0};
    struct mq_match *match = NULL;
    struct mq_error error;
    size_t length;
    char *text = mq__cli_read_file(COMMAND, path, LIMIT, &length);
    int code;

    if (text == NULL) {
        return MQ_EXIT_USAGE;
    }
    if (mq_match_read(text, length, &match, &notice, &error) != MQ_OK) {
        free(text);
        return mq__cli_error(COMMAND, &error.message);
    }
    free(text);
    code = analyze(o, match);
    if (notice.line > 0) {
        mq__cli_error(COMMAND, &notice.message);
        code = code == MQ_EXIT_DONE ? MQ_EXIT_FINDING : code;
    }
    mq_match_destroy(match);
    return code;
}

static int go(const void *options)
{
    const struct options *o = options;

    return o->figures.subject != NULL
               ? analyze_file(o)
               : mq__cli_fail(COMMAND, "analysis.no-file", "");
}

static int run(int argc, char **argv)
{
    const struct mq_figures_command command = {COMMAND, &argp, go};
    struct options o = {0};

    return mq__figures_run(&command, argc, argv, &o.figures);
}

const struct mq_command mq__command_analyze = {
    .name = COMMAND,
    .summary = "judge the decisions and the luck of a stored match",
    .run = run,
};
