/* `maxq arena`: a tournament of bots. */
#include "cli/arena.h"

#include "cli/interrupt.h"
#include "core/game.h"

#include "sim/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_GAMES 100
#define USUAL_LIMIT 10000
#define TEST_ERROR 0.05

struct options {
    struct mq_figures figures;
    const char *resume;
    long threads, limit;
    const char *programs[MQ_MAX_ENTRANTS]; /* name=command */
    int program_count;
    const char *claim; /* of --sprt: NULL: no test, "": the usual one */
};

static bool too_many(void)
{
    return mq__cli_refuse("tools.arena-many", "i", MQ_MAX_ENTRANTS);
}

/* Whether the shell knows the program that a command begins with. Commands that
 * begin otherwise (a variable, a bracket, a quote) are left to the shell. */
static bool is_there(const char *command)
{
    size_t length = strcspn(command, " \t");
    char line[1100];

    if (length > 1000 || strcspn(command, "='\"$(){}\\;|&<>*?~`") < length) {
        return true;
    }
    snprintf(line, sizeof line, "command -v '%.*s' >/dev/null 2>&1",
             (int)length, command);
    return system(line) == 0;
}

static bool take_program(void *options, const char *word)
{
    struct options *o = options;
    const char *equals = strchr(word, '=');

    if (equals == NULL || equals == word || equals[1] == '\0') {
        return mq__cli_refuse("tools.arena-program", "t", word);
    }
    if (!is_there(equals + 1)) {
        return mq__cli_refuse("tools.arena-missing", "t", equals + 1);
    }
    if (o->program_count == MQ_MAX_ENTRANTS) {
        return too_many();
    }
    o->programs[o->program_count++] = word;
    return true;
}

static bool take_claim(void *options, const char *text)
{
    ((struct options *)options)->claim = text != NULL ? text : "";
    return true;
}

static const struct mq_cli_option option_list[] = {
    MQ_ROW_BOTS,
    {"bot", 0, "NAME=COMMAND", "A program that plays too, asked by JSON lines",
     MQ_CALL(take_program)},
    {"limit", 0, "T", "Milliseconds a program has for a choice (10000)",
     MQ_NUMBER(limit, 1, 600000)},
    MQ_ROW_GAMES("Games of each pairing (100)"),
    MQ_ROW_PLAYERS,
    MQ_ROW_ITERATIONS,
    MQ_ROW_MS,
    {"threads", 0, "N", "Threads of a bot that thinks (1)",
     MQ_NUMBER(threads, 1, 64)},
    MQ_ROWS_WORK,
    {"sprt", 0, "LOW,HIGH",
     "Stop a pairing once it is clear whether the bot named first wins at most "
     "LOW or at least HIGH percent (a fair share, and 5 more)",
     MQ_CLI_CALL, .take = take_claim, .may_lack = true},
    {"resume", 0, "FILE",
     "Keep the games in this file and go on with those that are there",
     MQ_TEXT(resume)},
    MQ_ROWS_FORMS,
    {0},
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

/* A program's name and its processes. */
static bool read_program(const char *word, size_t length,
                         struct mq_entrant *out)
{
    if (!is_name(word, length)) {
        return mq__cli_refuse("tools.arena-name", "i",
                              (int)sizeof out->name - 1);
    }
    memcpy(out->name, word, length);
    out->name[length] = '\0';
    out->child = calloc(MQ_MAX_PLAYERS, sizeof *out->child);
    return out->child != NULL || mq__cli_refuse("error.no-memory", "");
}

/* The last one has a name of its own. */
static bool is_new(const struct mq_arena *arena)
{
    const char *name = arena->entrant[arena->entrants - 1].name;

    for (int i = 0; i < arena->entrants - 1; i++) {
        if (strcmp(arena->entrant[i].name, name) == 0) {
            return mq__cli_refuse("tools.arena-twice", "t", name);
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
        return too_many();
    }
    entrant->command = command;
    if (command == NULL) {
        entrant->bot =
            mq__figures_bot(&o->figures, word, length, entrant->name, &budget);
        entrant->iterations = budget.iterations;
    }
    if (command != NULL ? !read_program(word, length, entrant)
                        : entrant->bot == NULL) {
        return false;
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
    return arena->entrants >= least ||
           mq__cli_refuse("tools.arena-bots", "i", least);
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
        return mq__cli_bad_players(game, players);
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
    return set_bots(o, arena) &&
           mq__cli_set_options(game, &arena->setup, &f->words, true);
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
    return (good && low > 0 && low < high && high < 100) ||
           mq__cli_refuse("tools.arena-claim", "t", o->claim);
}

static int arena_with(const struct options *o, struct mq_arena *arena)
{
    struct mq_sprt test;
    struct mq_arena_plan plan = {
        .arena = arena,
        .figures = &o->figures,
        .path = o->resume,
        .test = o->claim != NULL ? &test : NULL,
        /* A program's process answers one game at a time. */
        .jobs = o->program_count > 0 || o->figures.jobs == 0
                    ? 1
                    : (int)o->figures.jobs,
    };

    if (!configure(o, arena) ||
        (o->claim != NULL && !set_test(o, arena, &test))) {
        return MQ_EXIT_USAGE;
    }
    plan.games =
        games_of(arena, o->figures.games > 0 ? o->figures.games : USUAL_GAMES);
    return mq__arena_run(&plan);
}

static int run(void *options)
{
    const struct options *o = options;
    struct mq_arena arena = {
        .game = mq__cli_open_game(o->figures.words.first, NULL)};
    int code;

    if (arena.game == NULL || !mq__figures_ready(&o->figures)) {
        mq_game_close(arena.game);
        return MQ_EXIT_USAGE;
    }
    code = arena_with(o, &arena);
    release_bots(&arena);
    mq_game_close(arena.game);
    return code;
}

const struct mq_command mq__command_arena = {
    .name = "arena",
    .summary = "let bots play each other and rate them",
    .usage = "GAME [NAME=VALUE...]",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct options),
    .begin = mq__figures_begin,
    .finish = mq__figures_finish,
    .run = run,
};
