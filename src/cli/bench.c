/* `maxq bench`: how fast the games run. */
#include "cli/bench.h"

#include "core/game.h"
#include "sim/bench.h"

#include <stdio.h>
#include <string.h>

#define USUAL_PLAYERS 4
#define USUAL_EVENTS 2000000
#define USUAL_RUNS 3
#define COPIES 1000000
#define SEED 1

struct options {
    struct mq_bench_options all;
    long players; /* 0: not given */
    long events;  /* 0: the usual number, the best of several runs */
};

static const struct mq_cli_option option_list[] = {
    {"players", 'p', "N", "How many play (4, or as many as can)",
     MQ_NUMBER(players, 1, MQ_MAX_PLAYERS)},
    {"events", 0, "N", "Run exactly N events, once: for counting instructions",
     MQ_NUMBER(events, 1, 1000000000000)},
    MQ_ROW_BENCH_JSON,
    {0},
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
    if (!mq__cli_set_options(game, &setup, &o->all.words, false)) {
        return false;
    }
    out->players = setup.players;
    for (int run = 0; run < runs; run++) {
        struct mq_bench bench;

        if (mq__bench_play(game, &setup, SEED, events, &bench) != MQ_OK) {
            return mq__cli_bad_players(game, setup.players);
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
    printf("  %-20s %18s\n", mq__cli_label(id), figure);
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
    double events = (double)b->events;

    mq__json_add(w,
                 "{game:s players:i events:l games:l seconds:r "
                 "events_per_second:r ns_per_event:r ns_per_copy:r "
                 "games_per_second:r state_bytes:l checksum:X}",
                 f->game, f->players, b->events, b->games, b->seconds,
                 events / b->seconds, b->seconds * 1e9 / events, f->copy_ns,
                 (double)b->games / b->seconds, (long)f->state_size,
                 b->checksum);
}

static int players_for(const struct options *o, const struct mq_game *game)
{
    int players = o->players > 0 ? (int)o->players : USUAL_PLAYERS;

    if (o->players == 0 && players > game->max_players) {
        players = game->max_players;
    }
    return players;
}

static int bench_game(const void *options, const struct mq_game *game,
                      struct mq_json_writer *w)
{
    const struct options *o = options;
    struct figures figures = {
        .game = game->id,
        .players = players_for(o, game),
        .state_size = game->state_size,
    };

    if (!measure(o, game, &figures)) {
        return MQ_EXIT_USAGE;
    }
    if (o->all.json) {
        add_json(w, &figures);
    } else {
        print_text(&figures);
    }
    return MQ_EXIT_DONE;
}

int mq__bench_each(const struct mq_bench_options *options, const char *list,
                   mq_bench_game one)
{
    const char *only = options->words.first;
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);
    int count = only != NULL ? 1 : mq_game_count();
    int code = MQ_EXIT_DONE;

    mq__json_open(w, NULL, '{');
    mq__json_open(w, list, '[');
    for (int i = 0; i < count && code == MQ_EXIT_DONE; i++) {
        const struct mq_game *game =
            mq__cli_open_game(only != NULL ? only : mq_game_id(i), NULL);

        code = game != NULL ? one(options, game, w) : MQ_EXIT_USAGE;
        mq_game_close(game);
    }
    mq__json_add(w, "]}");
    if (options->json && code == MQ_EXIT_DONE) {
        return mq__cli_json_end(&json);
    }
    mq__buf_finish(&json.buf);
    return code;
}

static int run(void *options)
{
    return mq__bench_each(options, "games", bench_game);
}

static const struct mq_command *const parts[] = {
    &mq__bench_estimate,
    &mq__bench_search,
#ifdef MQ_WITH_SERVER
    &mq__bench_server,
#endif
    NULL,
};

const struct mq_command mq__command_bench = {
    .name = "bench",
    .summary = "measure how fast the games run",
    .usage = "[GAME] [NAME=VALUE...]",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct options),
    .run = run,
    .parts = parts,
};
