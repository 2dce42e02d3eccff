/* `maxq bench estimate`: what games predict against how matches end.
 *
 * A bot plays with itself; before every choice each seat's result is
 * estimated. When the match is over it is known how far it was by then (the
 * stage) and what became of the seat.
 */
#include "cli/args.h"
#include "cli/bench.h"
#include "cli/progress.h"

#include "ai/share.h"
#include "sim/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEED 1
#define STAGES 5
#define TENTHS 10
#define MAX_CHOICES 4096 /* of a match that are kept */

struct options {
    struct mq_bench_options all;
    const char *bot;
    long games, players, iterations;
};

static const struct mq_cli_option option_list[] = {
    {"games", 'n', "N", "Matches to play (400)", MQ_NUMBER(games, 1, 1000000)},
    {"players", 'p', "N", "How many play (2)",
     MQ_NUMBER(players, 1, MQ_MAX_PLAYERS)},
    {"bot", 0, "BOT", "Who plays with itself (greedy)", MQ_TEXT(bot)},
    {"iterations", 'i', "N", "How far it thinks; else its own standard",
     MQ_NUMBER(iterations, 1, 100000000)},
    MQ_ROW_BENCH_JSON,
    {0},
};

/* Predictions of one kind, summed up. */
struct cell {
    long count;
    double said, came; /* sums */
    double squares;    /* of what came */
    double error;      /* squares of what was off */
};

struct record {
    const struct mq_game *game;
    int players;
    long kept;
    float said[MAX_CHOICES][MQ_MAX_PLAYERS]; /* of the match under way */
    struct cell cell[STAGES][TENTHS];
};

static bool note(void *context, const void *st, int seat, long choice)
{
    struct record *r = context;

    (void)seat;
    if (choice < MAX_CHOICES) {
        for (int i = 0; i < r->players; i++) {
            r->said[choice][i] = (float)mq_estimate(r->game, st, i);
        }
        r->kept = choice + 1;
    }
    return true;
}

static void add_match(struct record *r, const void *end, long choices)
{
    uint32_t winners = mq_winners(r->game, end);

    for (long i = 0; i < r->kept; i++) {
        int stage = (int)(i * STAGES / choices);

        for (int seat = 0; seat < r->players; seat++) {
            double said = (double)r->said[i][seat];
            double came = mq__share(winners, r->players, seat);
            int tenth = (int)(said * TENTHS);
            struct cell *c =
                &r->cell[stage][tenth < TENTHS ? tenth : TENTHS - 1];

            c->count++;
            c->said += said;
            c->came += came;
            c->squares += came * came;
            c->error += (said - came) * (said - came);
        }
    }
    r->kept = 0;
}

static bool prepare(const struct options *o, struct mq_selfplay *play)
{
    mq_setup_init(play->game, (int)o->players, &play->setup);
    if (!mq__cli_set_options(play->game, &play->setup, &o->all.words, false)) {
        return false;
    }
    play->budget.iterations = (int)o->iterations;
    play->bot = mq_bot_find(o->bot);
    return play->bot != NULL || mq__cli_no_bot("tools.unknown-bot", o->bot);
}

static bool play_all(const struct options *o, struct record *r)
{
    struct mq_selfplay play = {
        .game = r->game, .seed = SEED, .look = note, .context = r};
    struct mq_progress progress;
    enum mq_status status = MQ_OK;
    struct mq_state end;

    if (!prepare(o, &play)) {
        return false;
    }
    r->players = play.setup.players;
    mq__progress_begin(&progress, o->games);
    for (long i = 0; i < o->games && status == MQ_OK; i++) {
        long choices;

        status = mq__selfplay(&play, i, &end, &choices);
        if (status == MQ_OK && choices > 0) {
            add_match(r, end.bytes, choices);
        }
        mq__progress_show(&progress, i + 1);
    }
    mq__progress_end(&progress);
    return status == MQ_OK ||
           mq__cli_refuse("tools.bench-failed", "t", r->game->id);
}

/* A row of cells in one. */
static struct cell sum_of(const struct cell *cells, int n)
{
    struct cell all = {0};

    for (int i = 0; i < n; i++) {
        all.count += cells[i].count;
        all.said += cells[i].said;
        all.came += cells[i].came;
        all.squares += cells[i].squares;
        all.error += cells[i].error;
    }
    return all;
}

/* The error of saying the mean of what came, always. */
static double plain_error(const struct cell *c)
{
    double mean = c->came / (double)c->count;

    return c->squares / (double)c->count - mean * mean;
}

static void print_text(const struct record *r)
{
    printf("%s, %d\n%s\n", r->game->id, r->players,
           mq__cli_label("tools.bench-estimate"));
    for (int stage = 0; stage < STAGES; stage++) {
        struct cell all = sum_of(r->cell[stage], TENTHS);

        if (all.count == 0) {
            continue;
        }
        printf("%d/%d %9ld %7.4f %7.4f ", stage + 1, STAGES, all.count,
               all.error / (double)all.count, plain_error(&all));
        for (int i = 0; i < TENTHS; i++) {
            const struct cell *c = &r->cell[stage][i];

            if (c->count > 0) {
                printf(" %2.0f→%-3.0f", 100 * c->said / (double)c->count,
                       100 * c->came / (double)c->count);
            } else {
                printf("   –   ");
            }
        }
        putchar('\n');
    }
}

static void add_cell(struct mq_json_writer *w, const struct cell *c)
{
    double n = c->count > 0 ? (double)c->count : 1;

    mq__json_add(w, "{count:l said:r came:r brier:r", c->count, c->said / n,
                 c->came / n, c->error / n);
}

static void add_json(struct mq_json_writer *w, const struct record *r)
{
    mq__json_add(w, "{game:s players:i stages:[", r->game->id, r->players);
    for (int stage = 0; stage < STAGES; stage++) {
        struct cell all = sum_of(r->cell[stage], TENTHS);

        add_cell(w, &all);
        mq__json_add(w, "brier_of_mean:r tenths:[",
                     all.count > 0 ? plain_error(&all) : 0.0);
        for (int i = 0; i < TENTHS; i++) {
            add_cell(w, &r->cell[stage][i]);
            mq__json_close(w, '}');
        }
        mq__json_add(w, "]}");
    }
    mq__json_add(w, "]}");
}

static int bench_game(const void *options, const struct mq_game *game,
                      struct mq_json_writer *w)
{
    const struct options *o = options;
    struct record *r = calloc(1, sizeof *r);
    int code = MQ_EXIT_USAGE;

    if (r != NULL) {
        r->game = game;
    }
    if (r != NULL && play_all(o, r)) {
        code = MQ_EXIT_DONE;
        if (o->all.json) {
            add_json(w, r);
        } else {
            print_text(r);
        }
    }
    free(r);
    return code;
}

static int run(void *options)
{
    return mq__bench_each(options, "estimate", bench_game);
}

const struct mq_command mq__bench_estimate = {
    .name = "estimate",
    .help = "bench-estimate",
    .usage = "[GAME] [NAME=VALUE...]",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct options),
    .defaults =
        &(const struct options){.bot = "greedy", .games = 400, .players = 2},
    .run = run,
};
