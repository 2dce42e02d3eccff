/* `maxq simulate`: many matches between bots. */
#include "cli/simulate.h"

#include "core/game.h"

#include "cli/interrupt.h"
#include "cli/progress.h"

#include "sim/jobs.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_GAMES 100
/* Matches of a job, where there are many: fewer would be handed around more
 * than played. Else a hundredth, so that one sees how far it is. */
#define BLOCK 16

static const struct mq_cli_option option_list[] = {
    MQ_ROW_GAMES("How many matches (100)"),
    MQ_ROW_BOTS,
    {"bot", .kind = MQ_CLI_ALIAS},
    MQ_ROW_PLAYERS,
    MQ_ROW_ITERATIONS,
    MQ_ROWS_WORK,
    MQ_ROWS_FORMS,
    MQ_ROW_TEXT(matches, "FILE",
                "Also write a row of CSV for each match and seat"),
    {0},
};

/* Reads the list of bots and fills all players with it; false: printed. */
static bool set_bots(const struct mq_figures *f, struct mq_simulation *sim,
                     struct mq_sim_report *report)
{
    const char *list = f->bots != NULL ? f->bots : "greedy,random";
    int count = 0;

    do {
        size_t length = strcspn(list, ",");

        if (count == MQ_MAX_PLAYERS) {
            return mq__cli_refuse("tools.too-many-seats", "i", count);
        }
        sim->bot[count] = mq__figures_bot(f, list, length, report->name[count],
                                          &sim->budget[count]);
        if (sim->bot[count++] == NULL) {
            return false;
        }
        list += length;
    } while (*list++ != '\0');
    sim->setup.players = f->players > 0 ? (int)f->players
                         : count == 1   ? 2
                                        : count;
    if (sim->setup.players < count) {
        return mq__cli_refuse("tools.seats-players", "ii", count,
                              sim->setup.players);
    }
    for (int i = count; i < sim->setup.players; i++) {
        sim->bot[i] = sim->bot[i % count];
        sim->budget[i] = sim->budget[i % count];
        memcpy(report->name[i], report->name[i % count],
               sizeof report->name[i]);
    }
    return true;
}

/* Two that play by the same name get numbers: "greedy 1", "greedy 2". */
static void tell_apart(struct mq_sim_report *report, int players)
{
    for (int i = 0; i < players; i++) {
        int before = 0, alike = 0;

        for (int k = 0; k < players; k++) {
            bool same = strcmp(report->name[k], report->name[i]) == 0;

            alike += same;
            before += same && k <= i;
        }
        memcpy(report->label[i], report->name[i], sizeof report->label[i]);
        if (alike > 1) {
            assert(before <= 9);
            snprintf(report->label[i], sizeof report->label[i], "%.*s %c",
                     MQ_BOT_NAME_SIZE - 3, report->name[i], '0' + before);
        }
    }
}

static bool configure(const struct mq_figures *f, struct mq_simulation *sim,
                      struct mq_sim_report *report)
{
    const struct mq_game *game = sim->game;

    mq_setup_init(game, game->min_players, &sim->setup);
    if (!set_bots(f, sim, report)) {
        return false;
    }
    if (sim->setup.players < game->min_players ||
        sim->setup.players > game->max_players) {
        return mq__cli_bad_players(game, sim->setup.players);
    }
    sim->seed = mq__figures_seed(f);
    return mq__cli_set_options(game, &sim->setup, &f->words, true);
}

/* What is under way. */
struct task {
    const struct mq_simulation *simulation;
    long games;
    long block; /* matches of a job */
    struct mq_tallies tallies;
    struct mq_progress progress;
    FILE *rows; /* of each match; NULL: not wanted, or not by this process */
    bool wants_rows;
};

/* A block of matches, counted; fewer where it was stopped meanwhile. */
static enum mq_status work(const void *context, long job, struct mq_buf *out)
{
    const struct task *t = context;
    long first = job * t->block;
    long end = first + t->block < t->games ? first + t->block : t->games;
    enum mq_status status = MQ_OK;
    struct mq_tallies tallies;
    struct mq_buf rows;

    mq__buf_init(&rows);
    mq__tallies_init(&tallies, t->simulation->setup.players);
    for (long i = first; i < end && status == MQ_OK; i++) {
        status = mq__simulate_match(t->simulation, i, &tallies,
                                    t->wants_rows ? &rows : NULL);
    }
    if (status == MQ_CANCELLED && tallies.games > 0) {
        status = MQ_OK;
    }
    mq__tallies_write(&tallies, out);
    mq__tallies_finish(&tallies);
    mq__buf_add(out, rows.data, rows.length);
    mq__buf_finish(&rows);
    return status;
}

static enum mq_status take(void *context, long job, const struct mq_buf *result)
{
    struct task *t = context;
    size_t read = mq__tallies_merge(&t->tallies, result);
    size_t rest = result->length - read;

    (void)job;
    mq__progress_show(&t->progress, t->tallies.games);
    if (t->rows != NULL &&
        fwrite(result->data + read, 1, rest, t->rows) != rest) {
        return MQ_IO;
    }
    return t->tallies.failed ? MQ_NOMEM : MQ_OK;
}

static const struct mq_forms forms = {
    .text = mq__simulate_text,
    .json = mq__simulate_json,
    .csv = mq__simulate_csv,
    .html = mq__simulate_html,
};

static bool close_rows(struct task *t)
{
    bool fine = t->rows == NULL || fclose(t->rows) == 0;

    t->rows = NULL;
    return fine;
}

static int say_interrupted(const struct task *t)
{
    mq__cli_fail("tools.simulate-interrupted", "ii", (int)t->tallies.games,
                 (int)t->games);
    return MQ_EXIT_FINDING;
}

static int report_on(const struct mq_figures *f, const struct task *t,
                     struct mq_sim_report *report)
{
    int code;

    report->simulation = t->simulation;
    report->tallies = &t->tallies;
    report->wanted = t->games;
    report->usage = mq__tallies_usages(&t->tallies);
    mq__titles_init(&report->titles, t->simulation->game);
    code = mq__figures_put(f, &forms, report);
    mq__titles_finish(&report->titles);
    free(report->usage);
    if (code == MQ_EXIT_DONE && t->tallies.games < t->games) {
        code = say_interrupted(t);
    }
    return code;
}

/* The file of --matches with its head; only the leader writes it. */
static bool open_rows(const struct mq_figures *f, struct task *t)
{
    t->wants_rows = f->matches != NULL;
    if (!t->wants_rows || f->ranks.rank > 0) {
        return true;
    }
    t->rows = fopen(f->matches, "wb");
    if (t->rows == NULL || fputs(MQ_SIMULATE_HEAD, t->rows) < 0) {
        mq__cli_cannot_write(f->matches, errno);
        close_rows(t);
        return false;
    }
    return true;
}

static int play_all(const struct mq_figures *f, struct task *t,
                    struct mq_sim_report *report)
{
    const struct mq_jobs jobs = {
        .count = (t->games + t->block - 1) / t->block,
        .context = t,
        .work = work,
        .take = take,
    };
    enum mq_status status;

    mq__progress_begin(&t->progress, f->quiet ? 0 : t->games);
    status = mq__jobs_run(&jobs, mq__figures_threads(f), &f->ranks);
    mq__progress_end(&t->progress);
    if (status == MQ_OVER) {
        return MQ_EXIT_DONE;
    }
    if (!close_rows(t) || status == MQ_IO) {
        return mq__cli_cannot_write(f->matches, errno);
    }
    if (status != MQ_OK && status != MQ_CANCELLED) {
        return mq__cli_fail("tools.simulate-stopped", "i",
                            (int)t->tallies.games + 1);
    }
    if (t->tallies.games == 0) {
        return say_interrupted(t);
    }
    return report_on(f, t, report);
}

static int simulate(const struct mq_figures *f, struct mq_simulation *sim)
{
    struct mq_sim_report report = {0};
    struct task t = {
        .simulation = sim,
        .games = f->games > 0 ? f->games : USUAL_GAMES,
    };
    int code;

    t.block = t.games / 100 > BLOCK ? BLOCK : t.games / 100 + 1;
    sim->stop = mq__cli_interrupts();
    if (!configure(f, sim, &report)) {
        return MQ_EXIT_USAGE;
    }
    tell_apart(&report, sim->setup.players);
    sim->names = (const char(*)[MQ_BOT_NAME_SIZE])report.label;
    if (!open_rows(f, &t)) {
        return MQ_EXIT_USAGE;
    }
    mq__tallies_init(&t.tallies, sim->setup.players);
    code = play_all(f, &t, &report);
    mq__tallies_finish(&t.tallies);
    return code;
}

static int run(void *options)
{
    const struct mq_figures *f = options;
    struct mq_simulation sim = {.game =
                                    mq__cli_open_game(f->words.first, NULL)};
    int code;

    if (sim.game == NULL || !mq__figures_ready(f)) {
        mq_game_close(sim.game);
        return MQ_EXIT_USAGE;
    }
    code = simulate(f, &sim);
    mq_game_close(sim.game);
    return code;
}

const struct mq_command mq__command_simulate = {
    .name = "simulate",
    .summary = "let bots play many matches and count",
    .usage = "GAME [NAME=VALUE...]",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct mq_figures),
    .begin = mq__figures_begin,
    .finish = mq__figures_finish,
    .run = run,
};
