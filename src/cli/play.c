/* `maxq play`: a match in the terminal. */
#include "cli/args.h"

#include "cli/command.h"
#include "core/game.h"

#include "term/full/full.h"
#include "term/full/home.h"
#include "term/term.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define USUAL_PLAYERS 3
#define MQ_MATCH_LIMIT ((size_t)64 << 20) /* bytes of a file */

struct options {
    struct mq_words words; /* the game; name=value */
    long players;          /* 0: not given */
    const char *seats;
    const char *seed;
    const char *data;
    const char *save;
    const char *file; /* of --resume */
    bool resume;
    const char *again; /* of --again: a match whose seats play once more */
    bool ask_dice;
    bool plain;
    bool lines;
    bool still;
    bool list;
    int theme;
    struct mq_full *full; /* the whole screen, once it is taken */
    enum mq_after after;
    char kept[MQ_PATH_SIZE]; /* the file of the match that was played */
};

static bool take_theme(void *options, const char *word)
{
    struct options *o = options;

    for (o->theme = 0; mq__theme_words[o->theme] != NULL; o->theme++) {
        if (strcmp(word, mq__theme_words[o->theme]) == 0) {
            return true;
        }
    }
    return mq__cli_refuse("tools.theme", "t", word);
}

static bool take_dice(void *options, const char *word)
{
    bool ask = strcmp(word, "ask") == 0;

    ((struct options *)options)->ask_dice = ask;
    return ask || strcmp(word, "seed") == 0 ||
           mq__cli_refuse("tools.dice", "t", word);
}

static bool take_resume(void *options, const char *file)
{
    struct options *o = options;

    o->resume = true;
    o->file = file;
    return true;
}

static const struct mq_cli_option option_list[] = {
    {"players", 'p', "N", "How many play (else as many as there are seats)",
     MQ_NUMBER(players, 1, MQ_MAX_PLAYERS)},
    {"seats", 's', "LIST",
     "Who sits where: me, a bot (easy, normal, hard, expert), or a Name",
     MQ_TEXT(seats)},
    {"seed", 0, "TEXT", "Dice and decks from this text", MQ_TEXT(seed)},
    {"dice", 0, "ask|seed",
     "ask: roll and draw at your table and type what came up",
     MQ_CALL(take_dice)},
    {"plain", 0, NULL,
     "Words instead of drawings, no colours: for screen readers too",
     MQ_FLAG(plain)},
    {"lines", 0, NULL, "Line by line, with drawn boards, not on a whole screen",
     MQ_FLAG(lines)},
    {"no-motion", 0, NULL, "No rolling dice and no flights on the screen",
     MQ_FLAG(still)},
    {"theme", 0, "NAME", "Colours of the screen: dark, light or mono",
     MQ_CALL(take_theme)},
    {"list", 'l', NULL, "List the unfinished matches", MQ_FLAG(list)},
    {"again", 0, "FILE",
     "A new match with the game, seats and options of a stored one",
     MQ_TEXT(again)},
    {"resume", 'r', "FILE",
     "Go on with the last unfinished match, or with that of FILE", MQ_CLI_CALL,
     .take = take_resume, .may_lack = true},
    {"save", 0, "FILE", "Keep the match in this file", MQ_TEXT(save)},
    {"data", 0, "DIR", "Play with the tables of this folder", MQ_TEXT(data)},
    {0},
};

/* A seat's entry in the list: a bot's name, "me", or a person's name. */
static bool set_seat(struct mq_seat *seat, const char *word, size_t length)
{
    if (length == 0 || length >= sizeof seat->name) {
        return mq__cli_refuse("tools.seat", "i", MQ_NAME_SIZE - 1);
    }
    memset(seat, 0, sizeof *seat);
    memcpy(seat->name, word, length);
    if (mq_bot_find(seat->name) != NULL) {
        memcpy(seat->bot, seat->name, length + 1);
        seat->name[0] = (char)toupper((unsigned char)seat->name[0]);
    } else if (strcmp(seat->name, "me") != 0 &&
               islower((unsigned char)seat->name[0])) {
        /* A misspelt bot must not become a person. */
        return mq__cli_no_bot("tools.unknown-seat", seat->name);
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
    mq__cli_fail("tools.too-many-seats", "i", MQ_MAX_PLAYERS);
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
        return mq__cli_bad_players(game, players);
    }
    if (seats > players) {
        return mq__cli_refuse("tools.seats-players", "ii", seats, players);
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
    return getrandom(config->seed.bytes, size, 0) == (ssize_t)size ||
           mq__cli_refuse("tools.no-random", "");
}

static bool configure(const struct options *o, const struct mq_game *game,
                      struct mq_match_config *config)
{
    mq_setup_init(game, game->min_players, &config->setup);
    return set_seats(o, game, config) && set_seed(o, config) &&
           mq__cli_set_options(game, &config->setup, &o->words, true);
}

static int play(struct options *o, struct mq_match *match,
                struct mq_record *record, const char *notice)
{
    enum mq_after after = MQ_AFTER_LEAVE;
    struct mq_term_options options = {
        .language = mq__cli_language(),
        .plain = o->plain,
        .ask_dice = o->ask_dice,
        .in = STDIN_FILENO,
        .out = STDOUT_FILENO,
        .notice = notice,
        .full = o->full,
        .after = &after,
    };
    int trouble = mq__term_play(match, record, &options);

    mq__record_close(record);
    o->after = after;
    snprintf(o->kept, sizeof o->kept, "%s", record->path);
    return trouble == 0 ? MQ_EXIT_DONE
                        : mq__cli_cannot_write(record->path, trouble);
}

static int play_new_match(struct options *o, struct mq_match *match)
{
    struct mq_record record = {.fd = -1};
    int trouble = mq__record_create(&record, o->save, match);

    if (trouble == EEXIST) {
        return mq__cli_path_fail(record.path, "tools.exists", "");
    }
    return trouble == 0 ? play(o, match, &record, NULL)
                        : mq__cli_cannot_write(record.path, trouble);
}

static int play_new(struct options *o)
{
    struct mq_match_config config = {0};
    struct mq_match *match = NULL;
    struct mq_error error = {0};
    const struct mq_game *game = mq__cli_open_game(o->words.first, o->data);
    int code = MQ_EXIT_USAGE;

    if (game == NULL) {
        return MQ_EXIT_USAGE;
    }
    if (configure(o, game, &config)) {
        if (mq_match_create(game, &config, &match, &error) != MQ_OK) {
            mq__cli_error(&error.message);
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
        return mq__cli_path_fail(path, "tools.locked", "");
    }
    if (trouble->number != 0) {
        return mq__cli_path_fail(path, "tools.cannot-open", "t",
                                 strerror(trouble->number));
    }
    return mq__cli_error(&trouble->error.message);
}

static int resume(struct options *o)
{
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
        return mq__cli_fail("tools.no-unfinished", "");
    }
    if (!mq__record_open(&record, path, &match, &trouble)) {
        return resume_fail(path, &trouble);
    }
    if (mq_match_closed(match) || !mq_match_has_seed(match)) {
        code = mq__cli_path_fail(
            path, mq_match_closed(match) ? "tools.finished" : "tools.no-seed",
            "");
        mq__record_close(&record);
    } else {
        if (trouble.notice.line > 0) {
            mq_sentence(&trouble.notice.message, &voice, notice, sizeof notice);
        }
        o->ask_dice = o->ask_dice || had_own_dice(match);
        code = play(o, match, &record, notice[0] != '\0' ? notice : NULL);
    }
    mq_match_destroy(match);
    return code;
}

/* A new match with the seats, the options and the tables of a stored one. */
static int play_again(struct options *o, const char *path)
{
    size_t length;
    char *text = mq__cli_read_file(path, MQ_MATCH_LIMIT, &length);
    struct mq_match *old = NULL, *match = NULL;
    struct mq_match_config config;
    struct mq_error error = {0};
    int code = MQ_EXIT_USAGE;

    if (text == NULL) {
        return MQ_EXIT_USAGE;
    }
    if (mq_match_read(text, length, &old, NULL, &error) != MQ_OK) {
        code = mq__cli_path_error(path, &error.message);
    } else {
        config = *mq_match_config_of(old);
        config.typed_seed = false;
        if (!set_seed(o, &config)) {
            code = MQ_EXIT_USAGE;
        } else if (mq_match_create(mq_match_game(old), &config, &match,
                                   &error) != MQ_OK) {
            code = mq__cli_error(&error.message);
        } else {
            o->save = NULL;
            code = play_new_match(o, match);
        }
    }
    mq_match_destroy(match);
    mq_match_destroy(old);
    free(text);
    return code;
}

/* The unfinished matches, the latest first. */
static int list_matches(void)
{
    struct mq_stored *stored;
    int count = mq__record_list(&stored);
    int unfinished = 0;

    for (int i = 0; i < count; i++) {
        if (!stored[i].finished) {
            printf("%s  %s  %s\n", stored[i].when, stored[i].about,
                   stored[i].path);
            unfinished++;
        }
    }
    free(stored);
    return unfinished > 0 ? MQ_EXIT_DONE
                          : mq__cli_fail("tools.no-unfinished", "");
}

/* Home: what to do next, until the person leaves. */
static int at_home(struct options *o)
{
    int code = MQ_EXIT_DONE;
    struct mq_home home;

    while (code == MQ_EXIT_DONE && mq__home(o->full, &home)) {
        struct options now = {.full = o->full, .still = o->still};

        now.words.first = home.game;
        now.seats = home.seats;
        now.file = home.path;
        for (int i = 0; i < home.settings; i++) {
            now.words.rest[now.words.count++] = home.setting[i];
        }
        switch (home.wants) {
        case MQ_HOME_PLAY:
            code = play_new(&now);
            break;
        case MQ_HOME_RESUME:
            code = resume(&now);
            break;
        default:
            mq__review_file(o->full, home.path);
            break;
        }
        while (code == MQ_EXIT_DONE && now.after >= MQ_AFTER_REMATCH) {
            if (now.after == MQ_AFTER_REVIEW) {
                now.after = mq__review_file(o->full, now.kept);
            } else {
                snprintf(home.path, sizeof home.path, "%s", now.kept);
                code = play_again(&now, home.path);
            }
        }
        if (now.after == MQ_AFTER_LEAVE) {
            break;
        }
    }
    return code;
}

/* What the person asked for when the match was over. */
static int go_on(struct options *o, int code)
{
    char path[MQ_PATH_SIZE];

    while (code == MQ_EXIT_DONE && o->after > MQ_AFTER_LEAVE) {
        snprintf(path, sizeof path, "%s", o->kept);
        if (o->after == MQ_AFTER_HOME) {
            return at_home(o);
        }
        if (o->after == MQ_AFTER_REVIEW) {
            o->after = mq__review_file(o->full, path);
        } else {
            code = play_again(o, path);
        }
    }
    return code;
}

static int begin(struct options *o)
{
    if (o->again != NULL) {
        return go_on(o, play_again(o, o->again));
    }
    if (o->resume) {
        if (o->file == NULL) {
            o->file = o->words.first;
        }
        return go_on(o, resume(o));
    }
    if (o->words.first == NULL && o->full != NULL) {
        return at_home(o);
    }
    return go_on(o, play_new(o));
}

/* Errors are printed when the screen is the shell's again. */
static int on_screen(struct options *o)
{
    struct mq_face wanted = {.motion = !o->still,
                             .theme = (enum mq_theme)o->theme};
    char *errors = NULL;
    size_t length = 0;
    FILE *kept = stderr, *memory = NULL;
    int code;

    o->full = mq__full_open(&wanted, mq__cli_language());
    if (o->full == NULL) {
        return begin(o);
    }
    memory = open_memstream(&errors, &length);
    if (memory != NULL) {
        stderr = memory;
    }
    code = begin(o);
    mq__full_close(o->full);
    if (memory != NULL) {
        stderr = kept;
        fclose(memory);
        fputs(errors, stderr);
        free(errors);
    }
    if (o->kept[0] != '\0' && o->after <= MQ_AFTER_LEAVE) {
        mq__cli_line("term.left", "");
        printf("  %s\n", o->kept);
    }
    return code;
}

static int run(void *options)
{
    struct options *o = options;

    if (o->list) {
        return list_matches();
    }
    if (!o->plain && !o->lines && mq__face_can(STDIN_FILENO, STDOUT_FILENO)) {
        return on_screen(o);
    }
    return begin(o);
}

const struct mq_command mq__command_play = {
    .name = "play",
    .summary = "play a match in the terminal",
    .usage = "[GAME [NAME=VALUE...]]\n--resume [FILE]\n--again FILE\n--list",
    .options = option_list,
    .words = MQ_WORDS_SETTINGS,
    .size = sizeof(struct options),
    .run = run,
};
