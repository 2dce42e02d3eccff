/* `maxq bench search`: how fast bots think.
 *
 * The positions are always the same: matches of `greedy` with itself, at four
 * stages of each. The checksum is of the visits of every action at every root:
 * a change that claims to think alike keeps it.
 */
#include "cli/bench.h"

#include "ai/team.h"
#include "core/clock.h"
#include "core/game.h"
#include "sim/selfplay.h"

#include <stdio.h>
#include <string.h>

#define SEED 1
#define STAGES 4
#define PRIME 0x9E3779B97F4A7C15u

static const int player_counts[] = {2, 4};

#define TABLES (sizeof player_counts / sizeof player_counts[0])
#define POSITIONS (STAGES * TABLES)

struct options {
    struct mq_bench_options all;
    long iterations;
    long threads; /* 0: one, and two */
};

static const struct mq_cli_option option_list[] = {
    {"iterations", 'i', "N", "Iterations at each position (2000)",
     MQ_NUMBER(iterations, 1, 100000000)},
    {"threads", 0, "N", "So many threads only (1, then 2)",
     MQ_NUMBER(threads, 1, MQ_MAX_THREADS)},
    MQ_ROW_BENCH_JSON,
    {0},
};

struct position {
    struct mq_state st;
    int seat;
};

/* Takes the positions of one match: those before certain choices. */
struct taking {
    const struct mq_game *game;
    long all; /* choices of the match; 0: not yet known */
    int taken;
    struct position *position;
};

static bool take(void *context, const void *st, int seat, long choice)
{
    struct taking *t = context;

    if (t->all > 0 && choice == t->all * (2 * t->taken + 1) / (2 * STAGES)) {
        memcpy(t->position[t->taken].st.bytes, st, t->game->state_size);
        t->position[t->taken].seat = seat;
        t->taken++;
    }
    return t->taken < STAGES;
}

/* Fills STAGES positions; false: that couldn't be played. */
static bool find_positions(const struct mq_game *game, int players,
                           struct position *out)
{
    struct taking taking = {.game = game, .position = out};
    struct mq_selfplay play = {
        .game = game,
        .bot = mq_bot_find("greedy"),
        .seed = SEED,
        .look = take,
        .context = &taking,
    };
    struct mq_state end;
    long choices;

    mq_setup_init(game, players, &play.setup);
    if (mq__selfplay(&play, players, &end, &taking.all) != MQ_OK ||
        taking.all < 2 * STAGES) {
        return false;
    }
    return mq__selfplay(&play, players, &end, &choices) == MQ_OK &&
           taking.taken == STAGES;
}

/* The figures of one game with one number of threads. */
struct figures {
    int threads;
    long iterations;
    double seconds, cpu; /* by the clock; of all threads */
    double bytes;        /* of the entries used, an iteration */
    uint64_t checksum;
};

static void add_roots(const struct mq_team *team, const struct position *at,
                      struct figures *f)
{
    const struct mq_game *game = team->searcher[0].game;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, at->st.bytes, at->seat, legal);
    uint64_t used = 0;

    for (int i = 0; i < n; i++) {
        uint32_t visits;
        double sum;

        mq__team_root(team, legal[i], &visits, &sum);
        f->checksum = (f->checksum ^ visits) * PRIME;
    }
    for (int i = 0; i < team->count; i++) {
        used += team->searcher[i].table.used;
        f->iterations += team->searcher[i].iterations_done;
    }
    f->bytes += (double)used * sizeof(struct mq_stat);
}

static enum mq_status think(const struct mq_game *game,
                            const struct position *at, int iterations,
                            struct figures *f)
{
    struct mq_search_settings settings = mq__search_standard;
    struct mq_state view;
    struct mq_question question = {game, view.bytes, at->seat};
    struct mq_team team;
    struct mq_rng rng;
    enum mq_status status;
    double start = mq__now();
    double cpu = mq__seconds(CLOCK_PROCESS_CPUTIME_ID);

    mq_view(game, at->st.bytes, at->seat, view.bytes);
    mq_rng_seed(&rng, SEED);
    status = mq__team_init(&team, &question, &settings, f->threads, &rng);
    if (status == MQ_OK) {
        mq__team_run(&team, iterations, 0);
        f->seconds += mq__now() - start;
        f->cpu += mq__seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        add_roots(&team, at, f);
        mq__team_finish(&team);
    }
    return status;
}

static bool measure(const struct mq_game *game, const struct options *o,
                    struct figures *f)
{
    struct position position[POSITIONS];

    for (size_t i = 0; i < TABLES; i++) {
        if (!find_positions(game, player_counts[i], &position[i * STAGES])) {
            return mq__cli_refuse("tools.bench-failed", "t", game->id);
        }
    }
    for (size_t i = 0; i < POSITIONS; i++) {
        if (think(game, &position[i], (int)o->iterations, f) != MQ_OK) {
            return mq__cli_refuse("error.no-memory", "");
        }
    }
    return true;
}

static void print_text(const char *game, const struct figures *f)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    double n = (double)f->iterations;
    char speed[24], ns[24], bytes[24], line[256];
    struct mq_buf buf;

    snprintf(speed, sizeof speed, "%.0f", n / f->seconds);
    snprintf(ns, sizeof ns, "%.0f", f->cpu * 1e9 / n);
    snprintf(bytes, sizeof bytes, "%.0f", f->bytes / n);
    mq__buf_fixed(&buf, line, sizeof line);
    mq__say_text(&buf, &voice, "tools.bench-search", "tittt", game, f->threads,
                 speed, ns, bytes);
    printf("%s  %016llx\n", line, (unsigned long long)f->checksum);
}

static void add_json(struct mq_json_writer *w, const char *game,
                     const struct figures *f)
{
    double n = (double)f->iterations;

    mq__json_add(w,
                 "{game:s threads:i positions:i iterations:l seconds:r "
                 "cpu_seconds:r iterations_per_second:r "
                 "cpu_ns_per_iteration:r bytes_per_iteration:r checksum:X}",
                 game, f->threads, (int)POSITIONS, f->iterations, f->seconds,
                 f->cpu, n / f->seconds, f->cpu * 1e9 / n, f->bytes / n,
                 f->checksum);
}

/* With as many threads as were asked for, or with one and then two. */
static int bench_game(const void *options, const struct mq_game *game,
                      struct mq_json_writer *w)
{
    const struct options *o = options;
    int first = o->threads > 0 ? (int)o->threads : 1;
    int last = o->threads > 0 ? (int)o->threads : 2;

    for (int threads = first; threads <= last; threads++) {
        struct figures f = {.threads = threads};

        if (!measure(game, o, &f)) {
            return MQ_EXIT_FINDING;
        }
        if (o->all.json) {
            add_json(w, game->id, &f);
        } else {
            print_text(game->id, &f);
        }
    }
    return MQ_EXIT_DONE;
}

static int run(void *options)
{
    return mq__bench_each(options, "search", bench_game);
}

const struct mq_command mq__bench_search = {
    .name = "search",
    .help = "bench-search",
    .usage = "[GAME]",
    .options = option_list,
    .words = MQ_WORDS_ONE,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.iterations = 2000},
    .run = run,
};
