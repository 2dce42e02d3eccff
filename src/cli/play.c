/* `maxq play`: a match in the terminal. */
#include "cli/args.h"
#include "cli/command.h"

#include "term/term.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define COMMAND "play"
#define USUAL_PLAYERS 3
#define MAX_WORDS 16

enum {
    KEY_DATA = 256,
    KEY_DICE,
    KEY_PLAIN,
    KEY_SAVE,
    KEY_SEED,
};

struct options {
    const char *game;
    long players; /* 0: not given */
    const char *seats;
    const char *seed;
    const char *data;
    const char *save;
    const char *file; /* of --resume */
    bool resume;
    bool ask_dice;
    bool plain;
    const char *words[MAX_WORDS]; /* name=value */
    int word_count;
};

static error_t take_word(struct options *o, const char *word)
{
    if (strchr(word, '=') != NULL && o->word_count < MAX_WORDS) {
        o->words[o->word_count++] = word;
        return 0;
    }
    if (o->game == NULL) {
        o->game = word;
        return 0;
    }
    return mq__cli_extra(COMMAND, word);
}

static error_t set_dice(struct options *o, const char *word)
{
    if (strcmp(word, "ask") != 0 && strcmp(word, "seed") != 0) {
        mq__cli_fail(COMMAND, "tools.dice", "t", word);
        return MQ_ARGS_PRINTED;
    }
    o->ask_dice = strcmp(word, "ask") == 0;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'p':
        return mq__cli_number(COMMAND, "--players", arg, 1, MQ_MAX_PLAYERS,
                              &o->players)
                   ? 0
                   : MQ_ARGS_PRINTED;
    case 's':
        o->seats = arg;
        return 0;
    case 'r':
        o->resume = true;
        o->file = arg;
        return 0;
    case KEY_SEED:
        o->seed = arg;
        return 0;
    case KEY_DICE:
        return set_dice(o, arg);
    case KEY_PLAIN:
        o->plain = true;
        return 0;
    case KEY_SAVE:
        o->save = arg;
        return 0;
    case KEY_DATA:
        o->data = arg;
        return 0;
    case ARGP_KEY_ARG:
        return take_word(o, arg);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"players", 'p', "N", 0, "How many play (else as many as there are seats)",
     0},
    {"seats", 's', "LIST", 0,
     "Who sits where: me, a bot (easy, normal, hard, expert), or a Name", 0},
    {"seed", KEY_SEED, "TEXT", 0, "Dice and decks from this text", 0},
    {"dice", KEY_DICE, "ask|seed", 0,
     "ask: roll and draw at your table and type what came up", 0},
    {"plain", KEY_PLAIN, NULL, 0,
     "Words instead of drawings, no colours: for screen readers too", 0},
    {"resume", 'r', "FILE", OPTION_ARG_OPTIONAL,
     "Go on with the last unfinished match, or with that of FILE", 0},
    {"save", KEY_SAVE, "FILE", 0, "Keep the match in this file", 0},
    {"data", KEY_DATA, "DIR", 0, "Play with the tables of this folder", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GAME [NAME=VALUE...]\n--resume [FILE]",
    .doc =
        "Plays a match in the terminal, against bots or with several people "
        "at one keyboard."
        "\vEvery entry is written down before it is shown: closing the "
        "terminal loses nothing. NAME=VALUE sets an option of the game, such "
        "as secret=true (maxq rules GAME explains them).\n\n"
        "Examples:\n"
        "  maxq play mlem\n"
        "  maxq play mlem --seats me,normal\n"
        "  maxq play mlem --seats me,greedy,random ufo=true\n"
        "  maxq play mlem --seats Ada,Ben secret=true\n"
        "  maxq play mlem --dice ask\n"
        "  maxq play --resume\n",
};

/* A seat's entry in the list: a bot's name, "me", or a person's name. */
static bool set_seat(struct mq_seat *seat, const char *word, size_t length)
{
    if (length == 0 || length >= sizeof seat->name) {
        mq__cli_fail(COMMAND, "tools.seat", "i", MQ_NAME_SIZE - 1);
        return false;
    }
    memset(seat, 0, sizeof *seat);
    memcpy(seat->name, word, length);
    if (mq_bot_find(seat->name) != NULL) {
        memcpy(seat->bot, seat->name, length + 1);
        seat->name[0] = (char)toupper((unsigned char)seat->name[0]);
    } else if (strcmp(seat->name, "me") != 0 &&
               islower((unsigned char)seat->name[0])) {
        /* A misspelt bot must not become a person. */
        mq__cli_no_bot(COMMAND, "tools.unknown-seat", seat->name);
        return false;
    }
    return true;
}

static int read_seats(struct mq_match_config *config, const char *list)
{
    int count = 0;

    while (count < MQ_MAX_PLAYERS) {
        size_t length = strcspn(list, ",");

        if (!set_seat(&config->seat[count], list, length)) {
            return -1;
        }
        count++;
        list += length;
        if (*list == '\0') {
            return count;
        }
        list++;
    }
    mq__cli_fail(COMMAND, "tools.too-many-seats", "i", MQ_MAX_PLAYERS);
    return -1;
}

/* "me" gets the name of the person at this machine; several of them keep
 * the names of their seats. */
static void name_me(struct mq_match_config *config, int players)
{
    const char *user = getenv("USER");
    int found = 0;
    int last = 0;

    for (int i = 0; i < players; i++) {
        if (strcmp(config->seat[i].name, "me") == 0) {
            config->seat[i].name[0] = '\0';
            found++;
            last = i;
        }
    }
    if (found == 1 && user != NULL) {
        snprintf(config->seat[last].name, sizeof config->seat[last].name, "%s",
                 user);
    }
}

/* The second bot of a kind is "Greedy 2". */
static void number_bots(struct mq_match_config *config, int players)
{
    for (int i = players - 1; i > 0; i--) {
        int same = 1;

        for (int j = 0; j < i; j++) {
            same += config->seat[i].bot[0] != '\0' &&
                    strcmp(config->seat[i].bot, config->seat[j].bot) == 0;
        }
        if (same > 1) {
            size_t length = strlen(config->seat[i].name);

            snprintf(config->seat[i].name + length,
                     sizeof config->seat[i].name - length, " %d", same);
        }
    }
}

/* Players and seats; false: printed what is wrong. */
static bool set_seats(const struct options *o, const struct mq_game *game,
                      struct mq_match_config *config)
{
    int players = (int)o->players;
    int seats = read_seats(config, o->seats != NULL ? o->seats : "me");

    if (seats < 0) {
        return false;
    }
    if (players == 0) {
        players = o->seats != NULL ? seats : USUAL_PLAYERS;
        players = players < game->min_players ? game->min_players : players;
        players = o->seats == NULL && players > game->max_players
                      ? game->max_players
                      : players;
    }
    if (players < game->min_players || players > game->max_players) {
        mq__cli_fail(COMMAND, "tools.players", "tiii", game->id,
                     game->min_players, game->max_players, players);
        return false;
    }
    if (seats > players) {
        mq__cli_fail(COMMAND, "tools.seats-players", "ii", seats, players);
        return false;
    }
    for (int i = seats; i < players; i++) {
        set_seat(&config->seat[i], "greedy", 6);
    }
    config->setup.players = players;
    name_me(config, players);
    number_bots(config, players);
    return true;
}

static bool set_seed(const struct options *o, struct mq_match_config *config)
{
    size_t size = sizeof config->seed.bytes;

    if (o->seed != NULL) {
        mq_seed_from_text(&config->seed, o->seed);
        config->typed_seed = true;
        return true;
    }
    if (getrandom(config->seed.bytes, size, 0) != (ssize_t)size) {
        mq__cli_fail(COMMAND, "tools.no-random", "");
        return false;
    }
    return true;
}

static bool configure(const struct options *o, const struct mq_game *game,
                      struct mq_match_config *config)
{
    mq_setup_init(game, game->min_players, &config->setup);
    if (!set_seats(o, game, config) || !set_seed(o, config)) {
        return false;
    }
    for (int i = 0; i < o->word_count; i++) {
        if (strncmp(o->words[i], "players=", 8) == 0) {
            mq__cli_fail(COMMAND, "tools.players-option", "");
            return false;
        }
        if (!mq__cli_set_option(COMMAND, game, &config->setup, o->words[i])) {
            return false;
        }
    }
    return true;
}

static int play(const struct options *o, struct mq_match *match,
                struct mq_record *record, const char *notice)
{
    struct mq_term_options options = {
        .language = mq__cli_language(),
        .plain = o->plain,
        .ask_dice = o->ask_dice,
        .in = STDIN_FILENO,
        .out = STDOUT_FILENO,
        .notice = notice,
    };
    int trouble = mq__term_play(match, record, &options);

    mq__record_close(record);
    if (trouble != 0) {
        return mq__cli_path_fail(COMMAND, record->path, "tools.cannot-write",
                                 "t", strerror(trouble));
    }
    return MQ_EXIT_DONE;
}

static int play_new_match(const struct options *o, struct mq_match *match)
{
    struct mq_record record = {.fd = -1};
    int trouble = mq__record_create(&record, o->save, match);

    if (trouble == EEXIST) {
        return mq__cli_path_fail(COMMAND, record.path, "tools.exists", "");
    }
    if (trouble != 0) {
        return mq__cli_path_fail(COMMAND, record.path, "tools.cannot-write",
                                 "t", strerror(trouble));
    }
    return play(o, match, &record, NULL);
}

static int play_new(const struct options *o)
{
    struct mq_match_config config = {0};
    struct mq_match *match = NULL;
    struct mq_error error = {0};
    const struct mq_game *game = mq__cli_open_game(COMMAND, o->game, o->data);
    int code = MQ_EXIT_USAGE;

    if (game == NULL) {
        return MQ_EXIT_USAGE;
    }
    if (configure(o, game, &config)) {
        if (mq_match_create(game, &config, &match, &error) != MQ_OK) {
            mq__cli_error(COMMAND, &error.message);
        } else {
            code = play_new_match(o, match);
        }
    }
    mq_match_destroy(match);
    mq_game_close(game);
    return code;
}

/* People who brought their own dice go on with them. */
static bool had_own_dice(const struct mq_match *match)
{
    for (int i = mq_match_entries(match) - 1; i >= 0; i--) {
        const struct mq_entry *entry = mq_match_entry(match, i);

        if (entry->kind == MQ_ENTRY_EVENT && entry->seat == MQ_CHANCE_SEAT) {
            return entry->supplied;
        }
    }
    return false;
}

static int resume_fail(const char *path,
                       const struct mq_record_trouble *trouble)
{
    if (trouble->number == EWOULDBLOCK) {
        return mq__cli_path_fail(COMMAND, path, "tools.locked", "");
    }
    if (trouble->number != 0) {
        return mq__cli_path_fail(COMMAND, path, "tools.cannot-open", "t",
                                 strerror(trouble->number));
    }
    return mq__cli_error(COMMAND, &trouble->error.message);
}

static int resume(const struct options *o)
{
    struct options now = *o;
    struct mq_record_trouble trouble;
    struct mq_record record = {.fd = -1};
    struct mq_match *match;
    struct mq_voice voice = {.language = mq__cli_language()};
    char path[MQ_PATH_SIZE];
    char notice[512] = "";
    int code;

    if (o->file != NULL) {
        snprintf(path, sizeof path, "%s", o->file);
    } else if (mq__record_latest(path) != 0) {
        return mq__cli_fail(COMMAND, "tools.no-unfinished", "");
    }
    if (!mq__record_open(&record, path, &match, &trouble)) {
        return resume_fail(path, &trouble);
    }
    if (mq_match_closed(match) || !mq_match_has_seed(match)) {
        code = mq__cli_path_fail(
            COMMAND, path,
            mq_match_closed(match) ? "tools.finished" : "tools.no-seed", "");
        mq__record_close(&record);
    } else {
        if (trouble.notice.line > 0) {
            mq_sentence(&trouble.notice.message, &voice, notice, sizeof notice);
        }
        now.ask_dice = o->ask_dice || had_own_dice(match);
        code = play(&now, match, &record, notice[0] != '\0' ? notice : NULL);
    }
    mq_match_destroy(match);
    return code;
}

static int run(int argc, char **argv)
{
    struct options options = {0};
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &options);

    if (code >= 0) {
        return code;
    }
    if (options.resume) {
        if (options.file == NULL) {
            options.file = options.game;
        }
        return resume(&options);
    }
    if (options.game == NULL) {
        return mq__cli_fail(COMMAND, "tools.which-game", "t", COMMAND);
    }
    return play_new(&options);
}

const struct mq_command mq__command_play = {
    .name = COMMAND,
    .summary = "play a match in the terminal",
    .run = run,
};
