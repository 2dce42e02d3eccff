/* `maxq train`: learns a game's net from self-play (sim/train.h). */
#include "cli/figures.h"

#include "cli/interrupt.h"
#include "cli/progress.h"

#include "core/clock.h"
#include "core/game.h"
#include "sim/jobs.h"
#include "sim/simulate.h"
#include "sim/train.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL_MINUTES 30
#define ROUND 240           /* matches between two turns of the learner */
#define REUSE 3.0           /* how often a lesson is studied, on average */
#define CHECKPOINT (5 * 60) /* seconds */
#define RATE_FIRST 1.5e-3
#define RATE_LAST 1e-4
#define LAMBDA 0.98
#define YARDSTICK 200 /* matches against greedy, at the end */
#define PATH 512
#define MARKS 64 /* points of the course that the report shows */

struct options {
    struct mq_figures f;
    const char *out, *data;
    long minutes, every;
    bool resume, inputs;
};

static const struct mq_cli_option option_list[] = {
    {"out", 'o', "FILE", "Where the net goes (GAME.net)", MQ_TEXT(out)},
    {"minutes", 0, "N", "How long to learn (30)", MQ_NUMBER(minutes, 1, 10000)},
    MQ_ROW_GAMES("Or after how many matches to end"),
    {"resume", 0, NULL, "Go on from the last checkpoint (FILE.part)",
     MQ_FLAG(resume)},
    {"every", 0, "S", "Seconds between two checkpoints (300)",
     MQ_NUMBER(every, 1, 86400)},
    {"inputs", 0, NULL, "Only list what a net of the game sees",
     MQ_FLAG(inputs)},
    {"data", 0, "DIR", "Learn with the tables of this folder", MQ_TEXT(data)},
    MQ_ROW_PLAYERS,
    MQ_ROWS_WORK,
    {"json", 'j', NULL, "Print the report as one JSON object",
     MQ_PLACE(FLAG, struct mq_figures, json, 0, 0)},
    {0},
};

/* The course as it went: loss and calibration of some rounds. */
struct mark {
    long games;
    double seconds, loss;
    struct mq_calibration calibration;
};

/* What is under way. */
struct training {
    const struct options *options;
    const struct mq_game *game;
    struct mq_course course;
    struct mq_learner *learner;
    struct mq_net *net;
    char out[PATH], part[PATH + 8];
    long games, wanted;    /* matches so far; 0: no limit */
    double seconds, limit; /* of learning, those before a resume too */
    double begun, saved;   /* clock */
    long lessons;          /* of the round */
    struct mq_calibration calibration; /* of the round */
    struct mark mark[MARKS];
    int marks, every; /* every so many rounds one is kept */
    long rounds;
    long measured; /* matches against greedy */
    struct mq_progress progress;
    const atomic_int *stop;
};

/* What a checkpoint begins with; the learner's numbers follow. */
struct head {
    char magic[16], game[16];
    uint8_t tables[32];
    long games;
    double seconds;
};

static struct head head_of(const struct training *t)
{
    struct head head = {.magic = "maxq-train 1"};

    snprintf(head.game, sizeof head.game, "%s", t->game->id);
    memcpy(head.tables, t->game->tables_hash, sizeof head.tables);
    head.games = t->games;
    head.seconds = t->seconds;
    return head;
}

/* Writes a file in one go: there is never half of it. */
static bool write_file(const char *path, const struct mq_buf *buf)
{
    char draft[PATH + 16];
    FILE *file;
    bool good;

    snprintf(draft, sizeof draft, "%s.new", path);
    file = fopen(draft, "wb");
    good = file != NULL && !buf->failed &&
           fwrite(buf->data, 1, buf->length, file) == buf->length &&
           fflush(file) == 0 && fsync(fileno(file)) == 0;
    if (file != NULL && fclose(file) != 0) {
        good = false;
    }
    if (!good || rename(draft, path) != 0) {
        mq__cli_cannot_write(path, errno);
        return false;
    }
    return true;
}

static bool write_net(struct training *t)
{
    struct mq_buf buf;
    bool good;

    mq__buf_init(&buf);
    mq__learner_net(t->learner, t->net);
    mq__net_write(t->game, t->net, &buf);
    good = write_file(t->out, &buf);
    mq__buf_finish(&buf);
    return good;
}

/* The checkpoint, and the net as it is by then. */
static bool save(struct training *t)
{
    struct head head = head_of(t);
    struct mq_buf buf;
    bool good;

    mq__buf_init(&buf);
    mq__buf_add(&buf, (const char *)&head, sizeof head);
    mq__learner_save(t->learner, &buf);
    good = write_file(t->part, &buf) && write_net(t);
    mq__buf_finish(&buf);
    t->saved = mq__now();
    return good;
}

/* Goes on from a checkpoint; false: printed why not. */
static bool resume(struct training *t)
{
    struct head head, own = head_of(t);
    size_t length;
    char *bytes = mq__cli_read_file(t->part, SIZE_MAX / 2, &length);
    bool fits = false;

    if (bytes == NULL) {
        return false;
    }
    if (length > sizeof head) {
        memcpy(&head, bytes, sizeof head);
        fits = memcmp(head.magic, own.magic, sizeof head.magic) == 0 &&
               memcmp(head.game, own.game, sizeof head.game) == 0 &&
               memcmp(head.tables, own.tables, sizeof head.tables) == 0 &&
               mq__learner_load(t->learner, bytes + sizeof head,
                                length - sizeof head);
    }
    free(bytes);
    if (!fits) {
        mq__cli_path_fail(t->part, "tools.train-misfit", "");
        return false;
    }
    t->games = head.games;
    t->seconds = head.seconds;
    return true;
}

static enum mq_status work(const void *context, long number, struct mq_buf *out)
{
    const struct training *t = context;

    return atomic_load(t->stop)
               ? MQ_CANCELLED
               : mq__course_play(&t->course, t->games + number, out);
}

static enum mq_status take(void *context, long number,
                           const struct mq_buf *result)
{
    struct training *t = context;

    (void)number;
    mq__calibration_add(&t->calibration, result->data, result->length);
    t->lessons += mq__learner_keep(t->learner, result->data, result->length);
    return MQ_OK;
}

/* How far the course is, 0 to 1. */
static double progress(const struct training *t)
{
    double by_time = t->limit > 0 ? t->seconds / t->limit : 0;
    double by_games = t->wanted > 0 ? (double)t->games / (double)t->wanted : 0;
    double most = by_time > by_games ? by_time : by_games;

    return most < 1 ? most : 1;
}

static void note(struct training *t, double loss)
{
    if (t->rounds++ % t->every != 0) {
        return;
    }
    if (t->marks == MARKS) {
        for (int i = 0; i < MARKS / 2; i++) {
            t->mark[i] = t->mark[2 * i + 1];
        }
        t->marks = MARKS / 2;
        t->every *= 2;
    }
    t->mark[t->marks++] =
        (struct mark){t->games, t->seconds, loss, t->calibration};
}

/* Matches with the net as it is, then steps on what they taught. */
static enum mq_status go_round(struct training *t, int threads)
{
    const struct mq_figures *f = &t->options->f;
    long count = t->wanted > 0 && t->wanted - t->games < ROUND
                     ? t->wanted - t->games
                     : ROUND;
    const struct mq_jobs jobs = {
        .count = count, .context = t, .work = work, .take = take};
    double start = mq__now();
    double rate;
    enum mq_status status;

    t->lessons = 0;
    memset(&t->calibration, 0, sizeof t->calibration);
    if (f->ranks.rank == 0) {
        mq__learner_net(t->learner, t->net);
    }
    mq__ranks_share(&f->ranks, t->net,
                    sizeof *t->net +
                        (size_t)t->net->inputs * sizeof t->net->first[0]);
    status = mq__jobs_run(&jobs, threads, &f->ranks);
    t->games += count;
    if (status == MQ_OK) {
        int steps = (int)(REUSE * (double)t->lessons / MQ_STEP_LESSONS) + 1;

        rate = RATE_FIRST + (RATE_LAST - RATE_FIRST) * progress(t);
        note(t, mq__learner_study(t->learner, steps, rate, threads));
    }
    t->seconds += mq__now() - start;
    return status;
}

/* Whether the course goes on: the leader knows, and tells the helpers. */
static bool goes_on(const struct training *t, bool wants)
{
    int on = wants;

    mq__ranks_share(&t->options->f.ranks, &on, sizeof on);
    return on != 0;
}

static enum mq_status learn(struct training *t)
{
    int threads = mq__figures_threads(&t->options->f);
    bool helps = t->options->f.ranks.rank > 0;
    double pause =
        t->options->every > 0 ? (double)t->options->every : CHECKPOINT;
    enum mq_status status = MQ_OK;

    t->saved = mq__now();
    while (goes_on(t, status == MQ_OK && progress(t) < 1 &&
                          !atomic_load(t->stop))) {
        status = go_round(t, threads);
        if (helps && status == MQ_OVER) {
            status = MQ_OK;
        }
        mq__progress_show(&t->progress, (long)(1000 * progress(t)));
        if (!helps && mq__now() - t->saved >= pause && !save(t)) {
            return MQ_IO;
        }
    }
    return status == MQ_CANCELLED ? MQ_OK : status;
}

/* The net's first thoughts against greedy, two players. */
static bool measure(struct training *t, double *share, double *low,
                    double *high)
{
    struct mq_simulation sim = {
        .game = t->game,
        .setup = t->course.setup,
        .bot = {mq_bot_find("instinct"), mq_bot_find("greedy")},
        .seed = t->course.seed + 1,
    };
    struct mq_tallies tallies;
    struct mq_buf buf;
    bool good;

    mq__buf_init(&buf);
    mq__net_write(t->game, t->net, &buf);
    good = mq_game_learn(t->game, buf.data, buf.length, NULL) == MQ_OK &&
           t->game->max_players > 1;
    mq__buf_finish(&buf);
    sim.setup.players = 2;
    t->measured = t->games < YARDSTICK ? t->games : YARDSTICK;
    mq__tallies_init(&tallies, 2);
    for (long i = 0; good && i < t->measured; i++) {
        good = mq__simulate_match(&sim, i, &tallies, NULL) == MQ_OK;
    }
    if (good) {
        double won = mq__tally_share(&tallies.entrant[0], 2);

        *share = won / (double)t->measured;
        mq__wilson(won, t->measured, low, high);
    }
    mq__tallies_finish(&tallies);
    return good;
}

static void print_mark(const struct mark *m)
{
    printf("%9ld %8.0f %8.4f ", m->games, m->seconds, m->loss);
    for (int i = 0; i < MQ_FIFTHS; i++) {
        double n =
            m->calibration.count[i] > 0 ? (double)m->calibration.count[i] : 1;

        printf("  %.3f", m->calibration.brier[i] / n);
    }
    putchar('\n');
}

static void print_report(struct training *t, bool measured, double share,
                         double low, double high)
{
    puts(mq__cli_label("tools.train-head"));
    for (int i = 0; i < t->marks; i++) {
        if (i == t->marks - 1 || i % (1 + t->marks / 12) == 0) {
            print_mark(&t->mark[i]);
        }
    }
    if (measured) {
        mq__cli_line("tools.train-strength", "iccc", (int)t->measured,
                     mq_chance_arg(share), mq_chance_arg(low),
                     mq_chance_arg(high));
    }
    mq__cli_line("tools.train-done", "tti", t->out, t->net->name,
                 (int)t->games);
}

static int print_json(struct training *t, bool measured, double share,
                      double low, double high)
{
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);

    mq__json_add(w, "{game:s net:s file:s games:i seconds:r", t->game->id,
                 t->net->name, t->out, (int)t->games, t->seconds);
    mq__json_open(w, "course", '[');
    for (int i = 0; i < t->marks; i++) {
        const struct mark *m = &t->mark[i];
        double brier[MQ_FIFTHS];

        for (int k = 0; k < MQ_FIFTHS; k++) {
            brier[k] =
                m->calibration.count[k] > 0
                    ? m->calibration.brier[k] / (double)m->calibration.count[k]
                    : 0;
        }
        mq__json_add(w, "{games:i seconds:r loss:r brier:R}", (int)m->games,
                     m->seconds, m->loss, brier, MQ_FIFTHS);
    }
    mq__json_close(w, ']');
    if (measured) {
        mq__json_add(w, "over_greedy:r low:r high:r", share, low, high);
    }
    mq__json_close(w, '}');
    return mq__cli_json_end(&json);
}

static int end(struct training *t)
{
    double share = 0, low = 0, high = 0;
    bool measured;

    if (!save(t)) {
        return MQ_EXIT_USAGE;
    }
    measured = measure(t, &share, &low, &high);
    if (t->options->f.json) {
        return print_json(t, measured, share, low, high);
    }
    print_report(t, measured, share, low, high);
    return MQ_EXIT_DONE;
}

static int train(struct training *t)
{
    enum mq_status status;

    if (t->options->resume && !resume(t)) {
        return MQ_EXIT_USAGE;
    }
    mq__progress_begin(&t->progress, 1000);
    status = learn(t);
    mq__progress_end(&t->progress);
    if (t->options->f.ranks.rank > 0) {
        return MQ_EXIT_DONE;
    }
    if (status != MQ_OK) {
        return status == MQ_IO
                   ? MQ_EXIT_USAGE
                   : mq__cli_fail("tools.train-stopped", "i", (int)t->games);
    }
    return end(t);
}

/* Options named on the command line stay; all others are drawn. */
static bool configure(struct training *t)
{
    const struct mq_figures *f = &t->options->f;
    const struct mq_game *game = t->game;
    struct mq_course *c = &t->course;

    c->game = game;
    c->net = t->net;
    c->seed = mq__figures_seed(f);
    c->lambda = LAMBDA;
    c->least = f->players > 0 ? (int)f->players : game->min_players;
    c->most = f->players > 0 ? (int)f->players : game->max_players;
    if (c->least < game->min_players || c->most > game->max_players) {
        return mq__cli_bad_players(game, (int)f->players);
    }
    mq_setup_init(game, c->least, &c->setup);
    for (int i = 0; i < f->words.count; i++) {
        size_t length = strcspn(f->words.rest[i], "=");

        for (int k = 0; k < game->option_count; k++) {
            if (strlen(game->options[k].name) == length &&
                strncmp(f->words.rest[i], game->options[k].name, length) == 0) {
                c->fixed[k] = true;
            }
        }
    }
    return mq__cli_set_options(game, &c->setup, &f->words, true);
}

static void name_files(struct training *t)
{
    const struct options *o = t->options;

    if (o->out != NULL) {
        snprintf(t->out, sizeof t->out, "%s", o->out);
    } else {
        snprintf(t->out, sizeof t->out, "%s%s%s.net",
                 o->data != NULL ? o->data : "", o->data != NULL ? "/" : "",
                 t->game->id);
    }
    snprintf(t->part, sizeof t->part, "%s.part", t->out);
}

static int list_inputs(const struct mq_game *game, int count)
{
    char name[MQ_INPUT_NAME];

    for (int i = 0; i < count; i++) {
        mq_observe_name(game, i, name);
        printf("%d %s\n", i, name);
    }
    return MQ_EXIT_DONE;
}

static int run(void *options)
{
    const struct options *o = options;
    struct training *t = calloc(1, sizeof *t);
    int code = MQ_EXIT_USAGE;
    int inputs;

    if (t == NULL) {
        return mq__cli_fail("error.no-memory", "");
    }
    t->options = o;
    t->every = 1;
    t->stop = mq__cli_interrupts();
    t->wanted = o->f.games;
    t->limit = o->minutes > 0    ? 60.0 * (double)o->minutes
               : o->f.games == 0 ? 60.0 * USUAL_MINUTES
                                 : 0;
    t->game = mq__cli_open_game(o->f.words.first, o->data);
    inputs = t->game != NULL ? mq_observe_size(t->game) : 0;
    if (inputs > 0 && o->inputs) {
        code = list_inputs(t->game, inputs);
    } else if (inputs > 0) {
        t->net = mq__net_create(inputs);
        t->learner = mq__learner_create(inputs, mq__figures_seed(&o->f));
        name_files(t);
        if (t->net == NULL || t->learner == NULL) {
            code = mq__cli_fail("error.no-memory", "");
        } else if (configure(t)) {
            code = train(t);
        }
    } else if (t->game != NULL) {
        code = mq__cli_fail("tools.train-blind", "t", t->game->id);
    }
    mq__learner_destroy(t->learner);
    free(t->net);
    mq_game_close(t->game);
    free(t);
    return code;
}

const struct mq_command mq__command_train = {
    .name = "train",
    .summary = "let bots learn a game from self-play",
    .usage = "GAME [NAME=VALUE...]",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct options),
    .begin = mq__figures_begin,
    .finish = mq__figures_finish,
    .run = run,
};
