/* `maxq bench estimate`: what games predict against how matches end.
 *
 * A bot plays with itself; before every choice each seat's result is
 * estimated. When the match is over it is known how far it was by then (the
 * stage) and what became of the seat.
 */
#include "cli/bench.h"
#include "cli/command.h"
#include "cli/progress.h"

#include "ai/share.h"
#include "sim/selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "bench"
#define SEED 1
#define USUAL_GAMES 400
#define USUAL_PLAYERS 2
#define STAGES 5
#define TENTHS 10
#define MAX_WORDS 16
#define MAX_CHOICES 4096 /* of a match that are kept */

struct options {
    const char *game; /* NULL: all */
    const char *bot;
    long games, players, iterations;
    bool json;
    const char *words[MAX_WORDS];
    int word_count;
};

enum { KEY_BOT = 256 };

static error_t take_word(struct options *o, const char *word)
{
    if (strchr(word, '=') != NULL && o->word_count < MAX_WORDS) {
        o->words[o->word_count++] = word;
        return 0;
    }
    if (o->game != NULL) {
        return mq__cli_extra(COMMAND, word);
    }
    o->game = word;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'n':
        return mq__bench_number("--games", arg, 1000000, &o->games);
    case 'p':
        return mq__bench_number("--players", arg, MQ_MAX_PLAYERS, &o->players);
    case 'i':
        return mq__bench_number("--iterations", arg, 100000000, &o->iterations);
    case KEY_BOT:
        o->bot = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        return take_word(o, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"games", 'n', "N", 0, "Matches to play (400)", 0},
    {"players", 'p', "N", 0, "How many play (2)", 0},
    {"bot", KEY_BOT, "BOT", 0, "Who plays with itself (greedy)", 0},
    {"iterations", 'i', "N", 0, "How far it thinks; else its own standard", 0},
    {"json", 'j', NULL, 0, "Print the figures as one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "[GAME] [NAME=VALUE...]",
    .doc = "Compares the predicted results of games with how matches end, by "
           "stage of the match and by tenth of the prediction."
           "\vThe Brier score is the mean square of what a prediction was off; "
           "beside it that of a prediction that says the same always.\n\n"
           "Examples:\n"
           "  maxq bench estimate\n"
           "  maxq bench estimate liftoff --games 100 --players 4\n"
           "  maxq bench estimate mlem --bot normal --games 50 --json\n",
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
            r->said[choice][i] = (float)r->game->estimate(r->game, st, i);
        }
        r->kept = choice + 1;
    }
    return true;
}

static void add_match(struct record *r, const void *end, long choices)
{
    uint32_t winners = r->game->winners(r->game, end);

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
    for (int i = 0; i < o->word_count; i++) {
        if (!mq__cli_set_option(COMMAND, play->game, &play->setup,
                                o->words[i])) {
            return false;
        }
    }
    play->budget.iterations = (int)o->iterations;
    play->bot = mq_bot_find(o->bot);
    if (play->bot == NULL) {
        mq__cli_no_bot(COMMAND, "tools.unknown-bot", o->bot);
    }
    return play->bot != NULL;
}

static bool play_all(const struct options *o, struct record *r)
{
    struct mq_selfplay play = {
        .game = r->game, .seed = SEED, .look = note, .context = r};
    struct mq_progress progress;
    enum mq_status status = MQ_OK;
    struct mq_sim_state end;

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
    if (status != MQ_OK) {
        mq__cli_fail(COMMAND, "tools.bench-failed", "t", r->game->id);
    }
    return status == MQ_OK;
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
    const char *head = mq_text(mq__cli_language(), "tools.bench-estimate");

    printf("%s, %d\n%s\n", r->game->id, r->players, head != NULL ? head : "");
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

    mq__json_int(w, "count", c->count);
    mq__json_real(w, "said", c->said / n);
    mq__json_real(w, "came", c->came / n);
    mq__json_real(w, "brier", c->error / n);
}

static void add_json(struct mq_json_writer *w, const struct record *r)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "game", r->game->id);
    mq__json_int(w, "players", r->players);
    mq__json_open(w, "stages", '[');
    for (int stage = 0; stage < STAGES; stage++) {
        struct cell all = sum_of(r->cell[stage], TENTHS);

        mq__json_open(w, NULL, '{');
        add_cell(w, &all);
        mq__json_real(w, "brier_of_mean",
                      all.count > 0 ? plain_error(&all) : 0);
        mq__json_open(w, "tenths", '[');
        for (int i = 0; i < TENTHS; i++) {
            mq__json_open(w, NULL, '{');
            add_cell(w, &r->cell[stage][i]);
            mq__json_close(w, '}');
        }
        mq__json_close(w, ']');
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

static int bench_game(const void *context, const char *id,
                      struct mq_json_writer *w)
{
    const struct options *o = context;
    const struct mq_game *game = mq__cli_open_game(COMMAND, id, NULL);
    struct record *r = calloc(1, sizeof *r);
    int code = MQ_EXIT_USAGE;

    if (game != NULL && r != NULL) {
        r->game = game;
        if (play_all(o, r)) {
            code = MQ_EXIT_DONE;
            if (o->json) {
                add_json(w, r);
            } else {
                print_text(r);
            }
        }
    }
    free(r);
    mq_game_close(game);
    return code;
}

int mq__bench_estimate(int argc, char **argv)
{
    struct options o = {
        .bot = "greedy", .games = USUAL_GAMES, .players = USUAL_PLAYERS};
    int code;

    argv[1] = argv[0];
    code = mq__cli_parse(COMMAND, &argp, argc - 1, argv + 1, &o);
    if (code >= 0) {
        return code;
    }
    return mq__bench_each(
        &(struct mq_bench_run){o.game, "estimate", o.json, bench_game, &o});
}
