/* `maxq arena`: a tournament of bots. */
#include "cli/arena.h"
#include "cli/args.h"
#include "cli/command.h"
#include "cli/interrupt.h"

#include "sim/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "arena"
#define USUAL_GAMES 100
#define USUAL_LIMIT 10000
#define MAX_WORDS 16
#define TEST_ERROR 0.05
/* With a limit by time the iterations are none. */
#define NO_LIMIT 100000000

enum {
    KEY_BOTS = 256,
    KEY_SEED,
    KEY_MS,
    KEY_THREADS,
    KEY_RESUME,
    KEY_CSV,
    KEY_BOT,
    KEY_LIMIT,
    KEY_SPRT
};

struct options {
    const char *game, *bots, *seed, *resume;
    long games, players, iterations, ms, threads, limit;
    const char *programs[MQ_MAX_ENTRANTS]; /* name=command */
    int program_count;
    const char *claim; /* of --sprt: NULL: no test, "": the usual one */
    enum mq_arena_form form;
    const char *words[MAX_WORDS];
    int word_count;
};

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
    case 'n':
        return take_number("--games", arg, 1000000, &o->games);
    case 'p':
        return take_number("--players", arg, MQ_MAX_PLAYERS, &o->players);
    case 'i':
        return take_number("--iterations", arg, NO_LIMIT, &o->iterations);
    case KEY_MS:
        return take_number("--ms", arg, 600000, &o->ms);
    case KEY_THREADS:
        return take_number("--threads", arg, 64, &o->threads);
    case KEY_LIMIT:
        return take_number("--limit", arg, 600000, &o->limit);
    case KEY_BOT:
        return take_program(o, arg);
    case KEY_SPRT:
        o->claim = arg != NULL ? arg : "";
        return 0;
    case KEY_BOTS:
        o->bots = arg;
        return 0;
    case KEY_SEED:
        o->seed = arg;
        return 0;
    case KEY_RESUME:
        o->resume = arg;
        return 0;
    case 'j':
        o->form = MQ_ARENA_JSON;
        return 0;
    case KEY_CSV:
        o->form = MQ_ARENA_CSV;
        return 0;
    case ARGP_KEY_ARG:
        return take_word(o, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"bots", KEY_BOTS, "LIST", 0,
     "Who plays, for example normal,hard,search@4000", 0},
    {"bot", KEY_BOT, "NAME=COMMAND", 0,
     "A program that plays too, asked by JSON lines", 0},
    {"limit", KEY_LIMIT, "T", 0,
     "Milliseconds a program has for a choice (10000)", 0},
    {"games", 'n', "N", 0, "Games of each pairing (100)", 0},
    {"players", 'p', "N", 0, "Seats at a table (2)", 0},
    {"iterations", 'i', "N", 0, "How far bots think; else their own standard",
     0},
    {"ms", KEY_MS, "T", 0, "Or how long, in milliseconds a choice", 0},
    {"threads", KEY_THREADS, "N", 0, "Threads of a bot that thinks (1)", 0},
    {"seed", KEY_SEED, "TEXT", 0, "The same seed gives the same deals (1)", 0},
    {"sprt", KEY_SPRT, "LOW,HIGH", OPTION_ARG_OPTIONAL,
     "Stop a pairing once it is clear whether the bot named first wins at most "
     "LOW or at least HIGH percent (a fair share, and 5 more)",
     0},
    {"resume", KEY_RESUME, "FILE", 0,
     "Keep the games in this file and go on with those that are there", 0},
    {"json", 'j', NULL, 0, "Print the figures as one JSON object", 0},
    {"csv", KEY_CSV, NULL, 0, "Print a row of CSV for each bot", 0},
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

static bool read_name(const char *word, size_t length, struct mq_entrant *out)
{
    if (length == 0 || length >= sizeof out->name) {
        mq__cli_fail(COMMAND, "tools.arena-name", "i",
                     (int)sizeof out->name - 1);
        return false;
    }
    memcpy(out->name, word, length);
    out->name[length] = '\0';
    return true;
}

/* `search@4000`: a bot with iterations of its own. False: printed. */
static bool find_bot(struct mq_entrant *out)
{
    char name[MQ_ENTRANT_SIZE];
    long iterations = 0;
    char *at;

    memcpy(name, out->name, sizeof name);
    at = strchr(name, '@');
    if (at != NULL) {
        *at = '\0';
        if (!mq__cli_number(COMMAND, "--bots", at + 1, 1, NO_LIMIT,
                            &iterations)) {
            return false;
        }
    }
    out->iterations = (int)iterations;
    out->bot = mq_bot_find(name);
    if (out->bot == NULL) {
        mq__cli_no_bot(COMMAND, "tools.unknown-bot", name);
    }
    return out->bot != NULL;
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
static bool enter(struct mq_arena *arena, const char *word, size_t length,
                  const char *command)
{
    struct mq_entrant *entrant = &arena->entrant[arena->entrants];

    if (arena->entrants == MQ_MAX_ENTRANTS) {
        mq__cli_fail(COMMAND, "tools.arena-many", "i", MQ_MAX_ENTRANTS);
        return false;
    }
    if (!read_name(word, length, entrant)) {
        return false;
    }
    entrant->command = command;
    if (command != NULL) {
        entrant->child = calloc(MQ_MAX_PLAYERS, sizeof *entrant->child);
        if (entrant->child == NULL) {
            mq__cli_fail(COMMAND, "error.no-memory", "");
            return false;
        }
    } else if (!find_bot(entrant)) {
        return false;
    }
    arena->entrants++;
    return is_new(arena);
}

static bool set_bots(const struct options *o, struct mq_arena *arena)
{
    const char *list = o->bots != NULL        ? o->bots
                       : o->program_count > 0 ? "greedy"
                                              : "greedy,random";
    int least = arena->setup.players == 1 ? 1 : 2;

    do {
        size_t length = strcspn(list, ",");

        if (!enter(arena, list, length, NULL)) {
            return false;
        }
        list += length;
    } while (*list++ != '\0');
    for (int i = 0; i < o->program_count; i++) {
        const char *equals = strchr(o->programs[i], '=');

        if (!enter(arena, o->programs[i], (size_t)(equals - o->programs[i]),
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

static bool set_options(const struct options *o, struct mq_arena *arena)
{
    for (int i = 0; i < o->word_count; i++) {
        if (strncmp(o->words[i], "players=", 8) == 0) {
            mq__cli_fail(COMMAND, "tools.players-option", "");
            return false;
        }
        if (!mq__cli_set_option(COMMAND, arena->game, &arena->setup,
                                o->words[i])) {
            return false;
        }
    }
    return true;
}

static bool configure(const struct options *o, struct mq_arena *arena)
{
    const struct mq_game *game = arena->game;
    int players = o->players > 0 ? (int)o->players : 2;

    if (players < game->min_players || players > game->max_players) {
        mq__cli_fail(COMMAND, "tools.players", "tiii", game->id,
                     game->min_players, game->max_players, players);
        return false;
    }
    mq_setup_init(game, players, &arena->setup);
    arena->budget.iterations =
        o->ms > 0 && o->iterations == 0 ? NO_LIMIT : (int)o->iterations;
    arena->budget.ms = (int)o->ms;
    arena->budget.threads = (int)o->threads;
    arena->seed = mq__cli_seed(o->seed != NULL ? o->seed : "1");
    arena->limit_ms = o->limit > 0 ? (int)o->limit : USUAL_LIMIT;
    arena->stop = mq__cli_interrupts();
    return set_bots(o, arena) && set_options(o, arena);
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
        .path = o->resume,
        .form = o->form,
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
    plan.games = games_of(arena, o->games > 0 ? o->games : USUAL_GAMES);
    return mq__arena_run(&plan);
}

static int run(int argc, char **argv)
{
    struct options o = {0};
    struct mq_arena arena = {0};
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);

    if (code >= 0) {
        return code;
    }
    if (o.game == NULL) {
        return mq__cli_fail(COMMAND, "tools.which-game", "t", COMMAND);
    }
    arena.game = mq__cli_open_game(COMMAND, o.game, NULL);
    if (arena.game == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = arena_with(&o, &arena);
    release_bots(&arena);
    mq_game_close(arena.game);
    return code;
}

const struct mq_command mq__command_arena = {
    .name = COMMAND,
    .summary = "let bots play each other and rate them",
    .run = run,
};
