/* `maxq arena`: a tournament of bots. */
#include "cli/arena.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/figures.h"
#include "cli/interrupt.h"

#include "sim/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "arena"
#define USUAL_GAMES 100
#define USUAL_LIMIT 10000
#define TEST_ERROR 0.05

enum { KEY_THREADS = 256, KEY_RESUME, KEY_BOT, KEY_LIMIT, KEY_SPRT };

struct options {
    struct mq_figures figures;
    const char *resume;
    long threads, limit;
    const char *programs[MQ_MAX_ENTRANTS]; /* name=command */
    int program_count;
    const char *claim; /* of --sprt: NULL: no test, "": the usual one */
};

static error_t take_number(const char *option, const char *arg, long high,
                           long *out)
{
    return mq__cli_number(COMMAND, option, arg, 1, high, out) ? 0
                                                              : MQ_ARGS_PRINTED;
}

static error_t take_program(struct options *o, const char *word)
{
    const char *equals = strchr(word, '=');

    if (equals == NULL || equals == word || equals[1] == '\0') {
        mq__cli_fail(COMMAND, "tools.arena-program", "t", word);
        return MQ_ARGS_PRINTED;
    }
    if (o->program_count == MQ_MAX_ENTRANTS) {
        mq__cli_fail(COMMAND, "tools.arena-many", "i", MQ_MAX_ENTRANTS);
        return MQ_ARGS_PRINTED;
    }
    o->programs[o->program_count++] = word;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case KEY_THREADS:
        return take_number("--threads", arg, 64, &o->threads);
    case KEY_LIMIT:
        return take_number("--limit", arg, 600000, &o->limit);
    case KEY_BOT:
        return take_program(o, arg);
    case KEY_SPRT:
        o->claim = arg != NULL ? arg : "";
        return 0;
    case KEY_RESUME:
        o->resume = arg;
        return 0;
    default:
        return mq__figures_parse(&o->figures, key, arg);
    }
}

static const struct argp_option option_list[] = {
    MQ_ROW_BOTS,
    {"bot", KEY_BOT, "NAME=COMMAND", 0,
     "A program that plays too, asked by JSON lines", 0},
    {"limit", KEY_LIMIT, "T", 0,
     "Milliseconds a program has for a choice (10000)", 0},
    {"games", 'n', "N", 0, "Games of each pairing (100)", 0},
    MQ_ROW_PLAYERS,
    MQ_ROW_ITERATIONS,
    MQ_ROW_MS,
    {"threads", KEY_THREADS, "N", 0, "Threads of a bot that thinks (1)", 0},
    MQ_ROWS_WORK,
    {"sprt", KEY_SPRT, "LOW,HIGH", OPTION_ARG_OPTIONAL,
     "Stop a pairing once it is clear whether the bot named first wins at most "
     "LOW or at least HIGH percent (a fair share, and 5 more)",
     0},
    {"resume", KEY_RESUME, "FILE", 0,
     "Keep the games in this file and go on with those that are there", 0},
    MQ_ROWS_FORMS,
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GAME [NAME=VALUE...]",
    .doc = "Lets bots play each other, every pairing in every seat order with "
           "the same dice and decks, and rates them."
           "\vBOT@N thinks N iterations. Intervals are of 95 %. Ctrl-C prints "
           "what is done.\n\n"
           "Examples:\n"
           "  maxq arena mlem --bots easy,normal,hard --games 40\n"
           "  maxq arena mlem --bots greedy,search@500,search@1000\n"
           "  maxq arena mlem --bots hard,greedy --players 4 --json\n"
           "  maxq arena mlem --bots hard,easy --games 400 --sprt=55,65\n"
           "  maxq arena mlem --bots greedy --bot 'mine=python3 mine.py'\n"
           "  maxq arena mlem --bots hard,expert --resume night.jsonl\n",
};

/* Names stand in rows of CSV as they are. */
static bool is_name(const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)word[i] < ' ' || strchr(",\"", word[i]) != NULL) {
            return false;
        }
    }
    return length > 0 && length < MQ_ENTRANT_SIZE;
}

static bool read_name(const char *word, size_t length, struct mq_entrant *out)
{
    if (!is_name(word, length)) {
        mq__cli_fail(COMMAND, "tools.arena-name", "i",
                     (int)sizeof out->name - 1);
        return false;
    }
    memcpy(out->name, word, length);
    out->name[length] = '\0';
    return true;
}

/* The last one has a name of its own. */
static bool is_new(const struct mq_arena *arena)
{
    const char *name = arena->entrant[arena->entrants - 1].name;

    for (int i = 0; i < arena->entrants - 1; i++) {
        if (strcmp(arena->entrant[i].name, name) == 0) {
            mq__cli_fail(COMMAND, "tools.arena-twice", "t", name);
            return false;
        }
    }
    return true;
}

/* Takes in one more entrant; false: printed. */
static bool enter(const struct options *o, struct mq_arena *arena,
                  const char *word, size_t length, const char *command)
{
    struct mq_entrant *entrant = &arena->entrant[arena->entrants];
    struct mq_budget budget = {0};

    if (arena->entrants == MQ_MAX_ENTRANTS) {
        mq__cli_fail(COMMAND, "tools.arena-many", "i", MQ_MAX_ENTRANTS);
        return false;
    }
    entrant->command = command;
    if (command != NULL) {
        if (!read_name(word, length, entrant)) {
            return false;
        }
        entrant->child = calloc(MQ_MAX_PLAYERS, sizeof *entrant->child);
        if (entrant->child == NULL) {
            mq__cli_fail(COMMAND, "error.no-memory", "");
            return false;
        }
    } else {
        entrant->bot =
            mq__figures_bot(&o->figures, word, length, entrant->name, &budget);
        entrant->iterations = budget.iterations;
        if (entrant->bot == NULL) {
            return false;
        }
    }
    arena->entrants++;
    return is_new(arena);
}

static bool set_bots(const struct options *o, struct mq_arena *arena)
{
    const char *list = o->figures.bots != NULL ? o->figures.bots
                       : o->program_count > 0  ? "greedy"
                                               : "greedy,random";
    int least = arena->setup.players == 1 ? 1 : 2;

    do {
        size_t length = strcspn(list, ",");

        if (!enter(o, arena, list, length, NULL)) {
            return false;
        }
        list += length;
    } while (*list++ != '\0');
    for (int i = 0; i < o->program_count; i++) {
        const char *equals = strchr(o->programs[i], '=');

        if (!enter(o, arena, o->programs[i], (size_t)(equals - o->programs[i]),
                   equals + 1)) {
            return false;
        }
    }
    if (arena->entrants < least) {
        mq__cli_fail(COMMAND, "tools.arena-bots", "i", least);
        return false;
    }
    return true;
}

static void release_bots(struct mq_arena *arena)
{
    for (int i = 0; i < arena->entrants; i++) {
        struct mq_child *child = arena->entrant[i].child;

        for (int k = 0; child != NULL && k < MQ_MAX_PLAYERS; k++) {
            mq__child_finish(&child[k]);
        }
        free(child);
    }
}

static bool configure(const struct options *o, struct mq_arena *arena)
{
    const struct mq_game *game = arena->game;
    const struct mq_figures *f = &o->figures;
    int players = f->players > 0 ? (int)f->players : 2;

    if (players < game->min_players || players > game->max_players) {
        mq__cli_fail(COMMAND, "tools.players", "tiii", game->id,
                     game->min_players, game->max_players, players);
        return false;
    }
    mq_setup_init(game, players, &arena->setup);
    arena->budget.iterations = f->ms > 0 && f->iterations == 0
                                   ? MQ_MOST_ITERATIONS
                                   : (int)f->iterations;
    arena->budget.ms = (int)f->ms;
    arena->budget.threads = (int)o->threads;
    arena->seed = mq__figures_seed(f);
    arena->limit_ms = o->limit > 0 ? (int)o->limit : USUAL_LIMIT;
    arena->stop = mq__cli_interrupts();
    return set_bots(o, arena) && mq__figures_set_up(f, game, &arena->setup);
}

/* Games of all pairings: whole rounds of seat orders. */
static long games_of(const struct mq_arena *arena, long games)
{
    int orders = mq__arena_orders(arena);
    long deals = (games + orders - 1) / orders;

    return deals * orders * mq__arena_pairings(arena);
}

/* `55,65` of --sprt; false: printed. */
static bool set_test(const struct options *o, const struct mq_arena *arena,
                     struct mq_sprt *out)
{
    double fair = 1.0 / arena->setup.players;
    double low = 100 * fair, high = 100 * fair + 5;
    char *end = NULL;
    bool good = arena->setup.players > 1;

    if (o->claim[0] != '\0') {
        low = strtod(o->claim, &end);
        good = *end == ',';
        high = good ? strtod(end + 1, &end) : 0;
        good = good && *end == '\0';
    }
    *out = (struct mq_sprt){low / 100, high / 100, TEST_ERROR};
    if (!good || !(low > 0 && low < high && high < 100)) {
        mq__cli_fail(COMMAND, "tools.arena-claim", "t", o->claim);
        return false;
    }
    return true;
}

static int arena_with(const struct options *o, struct mq_arena *arena)
{
    struct mq_sprt test;
    struct mq_arena_plan plan = {
        .arena = arena,
        .figures = &o->figures,
        .path = o->resume,
    };

    if (!configure(o, arena)) {
        return MQ_EXIT_USAGE;
    }
    if (o->claim != NULL) {
        if (!set_test(o, arena, &test)) {
            return MQ_EXIT_USAGE;
        }
        plan.test = &test;
    }
    plan.games =
        games_of(arena, o->figures.games > 0 ? o->figures.games : USUAL_GAMES);
    /* A program's process answers one game at a time. */
    plan.jobs =
        o->program_count > 0 || o->figures.jobs == 0 ? 1 : (int)o->figures.jobs;
    return mq__arena_run(&plan);
}

static int go(const void *options)
{
    const struct options *o = options;
    struct mq_arena arena = {.game = mq__figures_game(&o->figures)};
    int code;

    if (arena.game == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = arena_with(o, &arena);
    release_bots(&arena);
    mq_game_close(arena.game);
    return code;
}

static int run(int argc, char **argv)
{
    const struct mq_figures_command command = {COMMAND, &argp, go};
    struct options o = {0};

    return mq__figures_run(&command, argc, argv, &o.figures);
}

const struct mq_command mq__command_arena = {
    .name = COMMAND,
    .summary = "let bots play each other and rate them",
    .run = run,
};
