/* `maxq bench search`: how fast bots think.
 *
 * The positions are always the same: matches of `greedy` with itself, at four
 * stages of each. The checksum is of the visits of every action at every root:
 * a change that claims to think alike keeps it.
 */
#include "cli/bench.h"
#include "cli/command.h"

#include "ai/team.h"
#include "sim/selfplay.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define COMMAND "bench"
#define SEED 1
#define USUAL_ITERATIONS 2000
#define STAGES 4
#define PRIME 0x9E3779B97F4A7C15u

enum { KEY_THREADS = 256 };

static const int player_counts[] = {2, 4};
static const int thread_counts[] = {1, 2};

#define TABLES (sizeof player_counts / sizeof player_counts[0])
#define POSITIONS (STAGES * TABLES)

struct options {
    const char *game; /* NULL: all */
    long iterations;
    long threads; /* 0: one, and two */
    bool json;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'i':
        return mq__bench_number("--iterations", arg, 100000000, &o->iterations);
    case KEY_THREADS:
        return mq__bench_number("--threads", arg, MQ_MAX_THREADS, &o->threads);
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->game != NULL) {
            return mq__cli_extra(COMMAND, arg);
        }
        o->game = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"iterations", 'i', "N", 0, "Iterations at each position (2000)", 0},
    {"threads", KEY_THREADS, "N", 0, "So many threads only (1, then 2)", 0},
    {"json", 'j', NULL, 0, "Print the figures as one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "[GAME]",
    .doc = "Measures the search from a fixed set of positions."
           "\vThe checksum is of what was visited how often: a change that "
           "claims to think alike keeps it.\n\n"
           "Examples:\n"
           "  maxq bench search\n"
           "  maxq bench search mlem --iterations 500 --json\n",
};

struct position {
    struct mq_sim_state st;
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
    struct mq_sim_state end;
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

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void add_roots(const struct mq_team *team, const struct position *at,
                      struct figures *f)
{
    const struct mq_game *game = team->searcher[0].game;
    mq_action legal[MQ_MAX_LEGAL];
    int n = game->legal(game, at->st.bytes, at->seat, legal);
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
    struct mq_sim_state view;
    struct mq_question question = {game, view.bytes, at->seat};
    struct mq_team team;
    struct mq_rng rng;
    enum mq_status status;
    double start = now(CLOCK_MONOTONIC);
    double cpu = now(CLOCK_PROCESS_CPUTIME_ID);

    mq_view(game, at->st.bytes, at->seat, view.bytes);
    mq_rng_seed(&rng, SEED);
    status = mq__team_init(&team, &question, &settings, f->threads, &rng);
    if (status == MQ_OK) {
        mq__team_run(&team, iterations, 0);
        f->seconds += now(CLOCK_MONOTONIC) - start;
        f->cpu += now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
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
            mq__cli_fail(COMMAND, "tools.bench-failed", "t", game->id);
            return false;
        }
    }
    for (size_t i = 0; i < POSITIONS; i++) {
        if (think(game, &position[i], (int)o->iterations, f) != MQ_OK) {
            mq__cli_fail(COMMAND, "error.no-memory", "");
            return false;
        }
    }
    return true;
}

static void print_text(const char *game, const struct figures *f)
{
    double n = (double)f->iterations;
    char line[256];
    struct mq_message m;
    char speed[24], ns[24], bytes[24];

    snprintf(speed, sizeof speed, "%.0f", n / f->seconds);
    snprintf(ns, sizeof ns, "%.0f", f->cpu * 1e9 / n);
    snprintf(bytes, sizeof bytes, "%.0f", f->bytes / n);
    mq_message_set(&m, "tools.bench-search", "tittt", game, f->threads, speed,
                   ns, bytes);
    mq_sentence(&m, &(struct mq_voice){.language = mq__cli_language()}, line,
                sizeof line);
    printf("%s  %016llx\n", line, (unsigned long long)f->checksum);
}

static void add_json(struct mq_json_writer *w, const char *game,
                     const struct figures *f)
{
    double n = (double)f->iterations;
    char checksum[32];

    snprintf(checksum, sizeof checksum, "%016llx",
             (unsigned long long)f->checksum);
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", game);
    mq__json_int(w, "threads", f->threads);
    mq__json_int(w, "positions", (long long)POSITIONS);
    mq__json_int(w, "iterations", f->iterations);
    mq__json_real(w, "seconds", f->seconds);
    mq__json_real(w, "cpu_seconds", f->cpu);
    mq__json_real(w, "iterations_per_second", n / f->seconds);
    mq__json_real(w, "cpu_ns_per_iteration", f->cpu * 1e9 / n);
    mq__json_real(w, "bytes_per_iteration", f->bytes / n);
    mq__json_str(w, "checksum", checksum);
    mq__json_close(w, '}');
}

static int bench_game(const void *context, const char *id,
                      struct mq_json_writer *w)
{
    const struct options *o = context;
    const struct mq_game *game = mq__cli_open_game(COMMAND, id, NULL);
    int code = game != NULL ? MQ_EXIT_DONE : MQ_EXIT_USAGE;

    for (size_t i = 0; code == MQ_EXIT_DONE &&
                       i < sizeof thread_counts / sizeof thread_counts[0];
         i++) {
        struct figures f = {.threads = o->threads > 0 ? (int)o->threads
                                                      : thread_counts[i]};

        if (o->threads > 0 && i > 0) {
            break;
        }
        if (!measure(game, o, &f)) {
            code = MQ_EXIT_FINDING;
        } else if (o->json) {
            add_json(w, id, &f);
        } else {
            print_text(id, &f);
        }
    }
    mq_game_close(game);
    return code;
}

int mq__bench_search(int argc, char **argv)
{
    struct options o = {.iterations = USUAL_ITERATIONS};
    int code;

    argv[1] = argv[0];
    code = mq__cli_parse(COMMAND, &argp, argc - 1, argv + 1, &o);
    if (code >= 0) {
        return code;
    }
    return mq__bench_each(
        &(struct mq_bench_run){o.game, "search", o.json, bench_game, &o});
}
