/* `maxq simulate`: many matches between bots. */
#include "cli/args.h"
#include "cli/command.h"
#include "cli/progress.h"

#include "core/json.h"
#include "sim/simulate.h"

#include <stdio.h>
#include <string.h>

#define COMMAND "simulate"
#define USUAL_GAMES 100
#define MAX_WORDS 16

enum { KEY_BOTS = 256, KEY_SEED };

struct options {
    const char *game;
    long games;
    long players; /* 0: as many as bots */
    const char *bots;
    const char *seed;
    bool json;
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

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'n':
        return mq__cli_number(COMMAND, "--games", arg, 1, 1000000000, &o->games)
                   ? 0
                   : MQ_ARGS_PRINTED;
    case 'p':
        return mq__cli_number(COMMAND, "--players", arg, 1, MQ_MAX_PLAYERS,
                              &o->players)
                   ? 0
                   : MQ_ARGS_PRINTED;
    case KEY_BOTS:
        o->bots = arg;
        return 0;
    case KEY_SEED:
        o->seed = arg;
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
    {"games", 'n', "N", 0, "How many matches (100)", 0},
    {"bots", KEY_BOTS, "LIST", 0,
     "Who plays, for example greedy,random; they change seats", 0},
    {"players", 'p', "N", 0, "How many play; the bots come again in turn", 0},
    {"seed", KEY_SEED, "TEXT", 0, "The same seed gives the same matches (1)",
     0},
    {"json", 'j', NULL, 0, "Print the figures as one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GAME [NAME=VALUE...]",
    .doc = "Lets bots play many matches and counts wins, points and lengths."
           "\vIntervals are of 95 %. Shared victories count in shares.\n\n"
           "Examples:\n"
           "  maxq simulate mlem\n"
           "  maxq simulate mlem --games 1000 --bots greedy,random\n"
           "  maxq simulate mlem --players 4 secret=true --json\n",
};

static const struct mq_bot *find_bot(const char *word, size_t length)
{
    char name[MQ_ARG_TEXT_SIZE];
    const struct mq_bot *bot;

    snprintf(name, sizeof name, "%.*s", (int)length, word);
    bot = mq_bot_find(name);
    if (bot == NULL) {
        mq__cli_no_bot(COMMAND, "tools.unknown-bot", name);
    }
    return bot;
}

/* Reads the list of bots and fills all players with it; false: printed. */
static bool set_bots(const struct options *o, struct mq_simulation *sim)
{
    const char *list = o->bots != NULL ? o->bots : "greedy,random";
    int count = 0;

    do {
        size_t length = strcspn(list, ",");

        if (count == MQ_MAX_PLAYERS) {
            mq__cli_fail(COMMAND, "tools.too-many-seats", "i", count);
            return false;
        }
        sim->bot[count] = find_bot(list, length);
        if (sim->bot[count++] == NULL) {
            return false;
        }
        list += length;
    } while (*list++ != '\0');
    sim->setup.players = o->players > 0 ? (int)o->players : count;
    if (sim->setup.players < count || sim->setup.players < 1) {
        mq__cli_fail(COMMAND, "tools.seats-players", "ii", count,
                     sim->setup.players);
        return false;
    }
    for (int i = count; i < sim->setup.players; i++) {
        sim->bot[i] = sim->bot[i % count];
    }
    return true;
}

static bool configure(const struct options *o, struct mq_simulation *sim)
{
    const struct mq_game *game = sim->game;

    mq_setup_init(game, game->min_players, &sim->setup);
    if (!set_bots(o, sim)) {
        return false;
    }
    if (sim->setup.players < game->min_players ||
        sim->setup.players > game->max_players) {
        mq__cli_fail(COMMAND, "tools.players", "tiii", game->id,
                     game->min_players, game->max_players, sim->setup.players);
        return false;
    }
    for (int i = 0; i < o->word_count; i++) {
        if (strncmp(o->words[i], "players=", 8) == 0) {
            mq__cli_fail(COMMAND, "tools.players-option", "");
            return false;
        }
        if (!mq__cli_set_option(COMMAND, game, &sim->setup, o->words[i])) {
            return false;
        }
    }
    sim->seed = mq__cli_seed(o->seed != NULL ? o->seed : "1");
    return true;
}

static enum mq_status play_all(const struct mq_simulation *sim, long games,
                               struct mq_tallies *tallies)
{
    struct mq_progress progress;
    enum mq_status status = MQ_OK;

    mq__progress_begin(&progress, games);
    for (long i = 0; i < games && status == MQ_OK; i++) {
        status = mq__simulate_match(sim, i, tallies);
        mq__progress_show(&progress, i + 1);
    }
    mq__progress_end(&progress);
    return status;
}

static const char *label(const char *id)
{
    const char *text = mq_text(mq__cli_language(), id);

    return text != NULL ? text : id;
}

static void print_entrant(const struct mq_simulation *sim, int i,
                          const struct mq_tallies *tallies)
{
    const struct mq_tally *t = &tallies->entrant[i];
    double low, high;

    mq__wilson(t->share, tallies->games, &low, &high);
    printf("%-12s %6ld %6ld   %5.1f %%  %5.1f\xE2\x80\x93%5.1f %%   "
           "%6.2f \xC2\xB1 %.2f\n",
           sim->bot[i]->name, t->wins, t->shared,
           100 * t->share / (double)tallies->games, 100 * low, 100 * high,
           t->score / (double)tallies->games,
           mq__interval(t->score, t->score_squares, tallies->games));
}

static void print_text(const struct mq_simulation *sim,
                       const struct mq_tallies *tallies)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    struct mq_message message;
    char sentence[256];

    printf("%s\n", label("tools.simulate-head"));
    for (int i = 0; i < sim->setup.players; i++) {
        print_entrant(sim, i, tallies);
    }
    mq_message_set(
        &message, "tools.simulate-length", "ifii", (int)tallies->games,
        (int)(1000.0 * (double)tallies->events / (double)tallies->games),
        (int)tallies->fewest, (int)tallies->most);
    mq_sentence(&message, &voice, sentence, sizeof sentence);
    printf("%s\n", sentence);
}

static void json_entrant(struct mq_json_writer *w,
                         const struct mq_simulation *sim, int i,
                         const struct mq_tallies *tallies)
{
    const struct mq_tally *t = &tallies->entrant[i];
    double low, high;

    mq__wilson(t->share, tallies->games, &low, &high);
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "bot", sim->bot[i]->name);
    mq__json_int(w, "wins", t->wins);
    mq__json_int(w, "shared", t->shared);
    mq__json_real(w, "share", t->share / (double)tallies->games);
    mq__json_real(w, "share_low", low);
    mq__json_real(w, "share_high", high);
    mq__json_real(w, "score", t->score / (double)tallies->games);
    mq__json_real(w, "score_margin",
                  mq__interval(t->score, t->score_squares, tallies->games));
    mq__json_close(w, '}');
}

static void print_json(const struct mq_simulation *sim,
                       const struct mq_tallies *tallies)
{
    struct mq_json_writer w;
    struct mq_buf json;

    mq__buf_init(&json);
    mq__json_writer_init(&w, &json);
    mq__json_open(&w, NULL, '{');
    mq__json_str(&w, "game", sim->game->id);
    mq__json_int(&w, "players", sim->setup.players);
    mq__json_int(&w, "games", tallies->games);
    mq__json_open(&w, "entrants", '[');
    for (int i = 0; i < sim->setup.players; i++) {
        json_entrant(&w, sim, i, tallies);
    }
    mq__json_close(&w, ']');
    mq__json_real(&w, "events_per_game",
                  (double)tallies->events / (double)tallies->games);
    mq__json_int(&w, "fewest_events", tallies->fewest);
    mq__json_int(&w, "most_events", tallies->most);
    mq__json_close(&w, '}');
    printf("%s\n", mq__buf_text(&json));
    mq__buf_finish(&json);
}

static int simulate(const struct options *o, struct mq_simulation *sim)
{
    struct mq_tallies tallies = {0};

    if (!configure(o, sim)) {
        return MQ_EXIT_USAGE;
    }
    if (play_all(sim, o->games > 0 ? o->games : USUAL_GAMES, &tallies) !=
        MQ_OK) {
        return mq__cli_fail(COMMAND, "tools.simulate-stopped", "i",
                            (int)tallies.games + 1);
    }
    if (o->json) {
        print_json(sim, &tallies);
    } else {
        print_text(sim, &tallies);
    }
    return MQ_EXIT_DONE;
}

static int run(int argc, char **argv)
{
    struct options o = {0};
    struct mq_simulation sim = {0};
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &o);

    if (code >= 0) {
        return code;
    }
    if (o.game == NULL) {
        return mq__cli_fail(COMMAND, "tools.which-game", "t", COMMAND);
    }
    sim.game = mq__cli_open_game(COMMAND, o.game, NULL);
    if (sim.game == NULL) {
        return MQ_EXIT_USAGE;
    }
    code = simulate(&o, &sim);
    mq_game_close(sim.game);
    return code;
}

const struct mq_command mq__command_simulate = {
    .name = COMMAND,
    .summary = "let bots play many matches and count",
    .run = run,
};
