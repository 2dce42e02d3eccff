/* `maxq bench`: how fast the games run. */
#include "cli/bench.h"
#include "cli/args.h"
#include "cli/bench_server.h"
#include "cli/command.h"

#include "core/json.h"
#include "sim/bench.h"

#include <stdio.h>
#include <string.h>

#define COMMAND "bench"
#define USUAL_PLAYERS 4
#define USUAL_EVENTS 2000000
#define USUAL_RUNS 3
#define COPIES 1000000
#define SEED 1
#define MAX_WORDS 16

enum { KEY_EVENTS = 256 };

struct options {
    const char *game; /* NULL: all */
    long players;     /* 0: not given */
    long events;      /* 0: the usual number, the best of several runs */
    bool json;
    const char *words[MAX_WORDS];
    int word_count;
};

error_t mq__bench_number(const char *option, const char *text, long high,
                         long *out)
{
    return mq__cli_number(COMMAND, option, text, 1, high, out)
               ? 0
               : MQ_ARGS_PRINTED;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        return mq__bench_number("--players", arg, MQ_MAX_PLAYERS, &o->players);
    case KEY_EVENTS:
        return mq__bench_number("--events", arg, 1000000000000, &o->events);
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (strchr(arg, '=') != NULL && o->word_count < MAX_WORDS) {
            o->words[o->word_count++] = arg;
            return 0;
        }
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
    {"players", 'p', "N", 0, "How many play (4, or as many as can)", 0},
    {"events", KEY_EVENTS, "N", 0,
     "Run exactly N events, once: for counting instructions", 0},
    {"json", 'j', NULL, 0, "Print the figures as one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "[GAME] [NAME=VALUE...]",
    .doc = "Measures random playouts on one thread."
           "\vLegal lists, chance sampling and application are all counted; "
           "the best of three runs is shown. The checksum is of every event "
           "and score: a change that claims to play alike keeps it.\n\n"
           "Examples:\n"
           "  maxq bench\n"
           "  maxq bench mlem --players 4\n"
           "  maxq bench mlem --events 100000 --json\n"
           "  maxq bench search\n"
           "  maxq bench estimate mlem\n"
           "  maxq bench server\n",
};

/* The figures of one game. */
struct figures {
    const char *game;
    int players;
    size_t state_size;
    double copy_ns;
    struct mq_bench bench;
};

static bool measure(const struct options *o, const struct mq_game *game,
                    struct figures *out)
{
    struct mq_setup setup;
    int runs = o->events > 0 ? 1 : USUAL_RUNS;
    long events = o->events > 0 ? o->events : USUAL_EVENTS;

    mq_setup_init(game, out->players, &setup);
    for (int i = 0; i < o->word_count; i++) {
        if (!mq__cli_set_option(COMMAND, game, &setup, o->words[i])) {
            return false;
        }
    }
    out->players = setup.players;
    for (int run = 0; run < runs; run++) {
        struct mq_bench bench;

        if (mq__bench_play(game, &setup, SEED, events, &bench) != MQ_OK) {
            mq__cli_fail(COMMAND, "tools.players", "tiii", game->id,
                         game->min_players, game->max_players, setup.players);
            return false;
        }
        if (run == 0 || bench.seconds < out->bench.seconds) {
            out->bench = bench;
        }
    }
    out->copy_ns = mq__bench_copy(game, COPIES);
    return true;
}

static void print_row(const char *id, const char *figure)
{
    const char *label = mq_text(mq__cli_language(), id);

    printf("  %-20s %18s\n", label != NULL ? label : id, figure);
}

/* Digits in groups of three, so that millions can be read. */
static void print_count(const char *id, double count)
{
    char digits[32];
    char grouped[48];
    int length = snprintf(digits, sizeof digits, "%.0f", count);
    int used = 0;

    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            grouped[used++] = ' ';
        }
        grouped[used++] = digits[i];
    }
    grouped[used] = '\0';
    print_row(id, grouped);
}

static void print_ns(const char *id, double ns)
{
    char figure[32];

    snprintf(figure, sizeof figure, "%.1f", ns);
    print_row(id, figure);
}

static void print_text(const struct figures *f)
{
    const struct mq_bench *b = &f->bench;
    char checksum[32];

    printf("%s, %d\n", f->game, f->players);
    print_count("tools.bench-events", (double)b->events);
    print_count("tools.bench-speed", (double)b->events / b->seconds);
    print_ns("tools.bench-ns", b->seconds * 1e9 / (double)b->events);
    print_ns("tools.bench-copy", f->copy_ns);
    print_count("tools.bench-games", (double)b->games / b->seconds);
    print_count("tools.bench-state", (double)f->state_size);
    snprintf(checksum, sizeof checksum, "%016llx",
             (unsigned long long)b->checksum);
    print_row("tools.bench-checksum", checksum);
}

static void add_json(struct mq_json_writer *w, const struct figures *f)
{
    const struct mq_bench *b = &f->bench;
    char checksum[32];

    snprintf(checksum, sizeof checksum, "%016llx",
             (unsigned long long)b->checksum);
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", f->game);
    mq__json_int(w, "players", f->players);
    mq__json_int(w, "events", b->events);
    mq__json_int(w, "games", b->games);
    mq__json_real(w, "seconds", b->seconds);
    mq__json_real(w, "events_per_second", (double)b->events / b->seconds);
    mq__json_real(w, "ns_per_event", b->seconds * 1e9 / (double)b->events);
    mq__json_real(w, "ns_per_copy", f->copy_ns);
    mq__json_real(w, "games_per_second", (double)b->games / b->seconds);
    mq__json_int(w, "state_bytes", (long long)f->state_size);
    mq__json_str(w, "checksum", checksum);
    mq__json_close(w, '}');
}

static int players_for(const struct options *o, const struct mq_game *game)
{
    int players = o->players > 0 ? (int)o->players : USUAL_PLAYERS;

    if (o->players == 0 && players > game->max_players) {
        players = game->max_players;
    }
    return players;
}

static int bench_game(const void *context, const char *id,
                      struct mq_json_writer *w)
{
    const struct options *o = context;
    const struct mq_game *game = mq__cli_open_game(COMMAND, id, NULL);
    struct figures figures = {.game = id};
    int code = MQ_EXIT_USAGE;

    if (game == NULL) {
        return code;
    }
    figures.players = players_for(o, game);
    figures.state_size = game->state_size;
    if (measure(o, game, &figures)) {
        code = MQ_EXIT_DONE;
        if (o->json) {
            add_json(w, &figures);
        } else {
            print_text(&figures);
        }
    }
    mq_game_close(game);
    return code;
}

int mq__bench_each(const struct mq_bench_run *run)
{
    struct mq_json_writer w;
    struct mq_buf json;
    int code = MQ_EXIT_DONE;

    mq__buf_init(&json);
    mq__json_writer_init(&w, &json);
    mq__json_open(&w, NULL, '{');
    mq__json_open(&w, run->list, '[');
    if (run->game != NULL) {
        code = run->one(run->context, run->game, &w);
    }
    for (int i = 0; run->game == NULL && i < mq_game_count() && code == 0;
         i++) {
        code = run->one(run->context, mq_game_id(i), &w);
    }
    mq__json_close(&w, ']');
    mq__json_close(&w, '}');
    if (run->json && code == MQ_EXIT_DONE) {
        printf("%s\n", mq__buf_text(&json));
    }
    mq__buf_finish(&json);
    return code;
}

static int run(int argc, char **argv)
{
    struct options o = {0};
    int code;

    if (argc > 1 && strcmp(argv[1], "server") == 0) {
        return mq__bench_server(argc, argv);
    }
    if (argc > 1 && strcmp(argv[1], "search") == 0) {
        return mq__bench_search(argc, argv);
    }
    if (argc > 1 && strcmp(argv[1], "estimate") == 0) {
        return mq__bench_estimate(argc, argv);
    }
    code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);
    if (code >= 0) {
        return code;
    }
    return mq__bench_each(
        &(struct mq_bench_run){o.game, "games", o.json, bench_game, &o});
}

const struct mq_command mq__command_bench = {
    .name = COMMAND,
    .summary = "measure how fast the games run",
    .run = run,
};
