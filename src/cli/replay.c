/* `maxq replay`: a stored match as an account, a position of it, or a verdict
 * on its outcomes. */
#include "cli/args.h"
#include "cli/command.h"

#include "cli/replay.h"
#include "core/json.h"
#include "core/match_record.h"
#include "term/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COMMAND "replay"
#define LIMIT ((size_t)64 << 20) /* bytes of a file */

struct options {
    const char *file;
    bool verify, json;
    long at;  /* -1: the whole account */
    int seat; /* MQ_CHANCE_SEAT: nobody's view, all is shown */
};

static void print_sentence(const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[512];

    mq_sentence(message, &voice, sentence, sizeof(sentence));
    printf("%s\n", sentence);
}

static void print_line(const char *id, const char *format, ...)
{
    struct mq_message message;
    va_list args;

    va_start(args, format);
    mq_message_setv(&message, id, format, args);
    va_end(args);
    print_sentence(&message);
}

/* A position. */

static int print_board(const struct mq_game *game, const void *st, int seat)
{
    struct mq_screen screen;
    struct mq_canvas canvas = {.language = mq__cli_language()};

    fflush(stdout);
    mq__screen_init(&screen, STDIN_FILENO, STDOUT_FILENO, false);
    canvas.width = screen.width;
    game->board(game, st, seat, &canvas, &screen.text);
    mq__screen_flush(&screen);
    mq__screen_finish(&screen);
    return MQ_EXIT_DONE;
}

static int print_position(const struct mq_game *game, const void *st)
{
    char *json = mq_position_write(game, st);

    if (json == NULL) {
        return mq__cli_fail(COMMAND, "error.no-memory", "");
    }
    printf("%s\n", json);
    free(json);
    return MQ_EXIT_DONE;
}

static int show_at(const struct options *o, const struct mq_match *match)
{
    const struct mq_game *game = mq_match_game(match);
    alignas(16) unsigned char st[MQ_MAX_STATE];
    int length = mq_match_length(match);
    int players = game->players(game, mq_match_state(match));

    if (o->at > length) {
        return mq__cli_fail(COMMAND, "replay.at", "ii", (int)o->at, length);
    }
    if (o->seat >= players) {
        return mq__cli_fail(COMMAND, "replay.seat", "ii", o->seat + 1, players);
    }
    mq_match_state_at(match, o->at < 0 ? length : (int)o->at, st);
    if (o->seat != MQ_CHANCE_SEAT) {
        game->redact(game, st, o->seat);
    }
    if (o->json) {
        return print_position(game, st);
    }
    return print_board(game, st,
                       o->seat != MQ_CHANCE_SEAT ? o->seat : MQ_SPECTATOR);
}

/* A verdict. */

static int verdict_json(const struct mq_verdict *v, bool verified)
{
    struct mq_buf buf;
    struct mq_json_writer w;
    char text[512];

    mq__buf_fixed(&buf, text, sizeof(text));
    mq__json_writer_init(&w, &buf);
    mq__json_open(&w, NULL, '{');
    mq__json_bool(&w, "verified", verified);
    mq__json_bool(&w, "revealed", v->revealed);
    mq__json_bool(&w, "commitment", v->commitment);
    mq__json_bool(&w, "typed_seed", v->typed_seed);
    mq__json_int(&w, "followed", v->followed);
    mq__json_int(&w, "supplied", v->supplied);
    if (v->first_wrong >= 0) {
        mq__json_int(&w, "first_wrong", v->first_wrong);
    } else {
        mq__json_null(&w, "first_wrong");
    }
    mq__json_close(&w, '}');
    printf("%s\n", text);
    return verified ? MQ_EXIT_DONE : MQ_EXIT_FINDING;
}

static int verdict_text(const struct mq_match *match,
                        const struct mq_verdict *v, bool verified)
{
    if (!mq_match_has_seed(match)) {
        print_line("replay.no-seed", "");
    } else if (!v->commitment) {
        print_line("replay.wrong-seed", "");
    } else {
        print_line(v->revealed ? "replay.revealed" : "replay.unrevealed", "");
    }
    if (v->typed_seed) {
        print_line("replay.typed", "");
    }
    if (mq_match_has_seed(match)) {
        print_line("replay.followed", "i", v->followed);
    }
    if (v->supplied > 0) {
        print_line("replay.supplied", "i", v->supplied);
    }
    if (v->first_wrong >= 0) {
        print_line("replay.wrong-outcome", "i", v->first_wrong);
    }
    print_line(verified ? "replay.verified" : "replay.unverified", "");
    return verified ? MQ_EXIT_DONE : MQ_EXIT_FINDING;
}

/* What diverged or is damaged isn't verified, however well its beginning is. */
static int verify(const struct options *o, const struct mq_replay *replay)
{
    struct mq_verdict verdict;
    enum mq_status status = mq_match_verify(replay->match, &verdict);
    bool verified =
        status == MQ_OK && replay->status == MQ_OK && replay->notice.line == 0;

    if (status == MQ_NOMEM) {
        return mq__cli_fail(COMMAND, "error.no-memory", "");
    }
    return o->json ? verdict_json(&verdict, verified)
                   : verdict_text(replay->match, &verdict, verified);
}

/* Reading. */

/* To standard error, after what was shown. */
static void complain(const char *path, const struct mq_message *message)
{
    struct mq_voice voice = {.language = mq__cli_language()};
    char sentence[512];

    mq_sentence(message, &voice, sentence, sizeof(sentence));
    fflush(stdout);
    fprintf(stderr, "maxq %s: %s: %s\n", COMMAND, path, sentence);
}

static bool read_match(const char *path, struct mq_replay *out)
{
    size_t length;
    char *text = mq__cli_read_file(COMMAND, path, LIMIT, &length);

    if (text == NULL) {
        return false;
    }
    out->path = path;
    out->status = mq__match_read(text, length, NULL, &out->match, &out->notice,
                                 &out->error);
    free(text);
    if (out->match == NULL) {
        complain(path, &out->error.message);
    }
    return out->match != NULL;
}

static int show(const struct options *o, const struct mq_replay *replay)
{
    if (o->verify) {
        return verify(o, replay);
    }
    if (o->at >= 0 || o->seat != MQ_CHANCE_SEAT) {
        return show_at(o, replay->match);
    }
    return o->json ? mq__replay_json(replay) : mq__replay_account(replay);
}

/* What was lost or diverged is said whatever is shown. */
static int replay_file(const struct options *o)
{
    struct mq_replay replay = {0};
    int code;

    if (!read_match(o->file, &replay)) {
        return MQ_EXIT_USAGE;
    }
    code = show(o, &replay);
    if (replay.notice.line > 0) {
        complain(o->file, &replay.notice.message);
        code = code == MQ_EXIT_DONE ? MQ_EXIT_FINDING : code;
    }
    if (replay.status == MQ_DIVERGED) {
        complain(o->file, &replay.error.message);
        code = code == MQ_EXIT_DONE ? MQ_EXIT_FINDING : code;
    }
    mq_match_destroy(replay.match);
    return code;
}

static error_t take_seat(struct options *o, const char *word)
{
    if (strcmp(word, "spectator") == 0) {
        o->seat = MQ_SPECTATOR;
        return 0;
    }
    if (word[0] != 'P' || word[1] < '1' || word[1] > '0' + MQ_MAX_PLAYERS ||
        word[2] != '\0') {
        mq__cli_fail(COMMAND, "replay.seat-word", "t", word);
        return MQ_ARGS_PRINTED;
    }
    o->seat = word[1] - '1';
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'v':
        o->verify = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case 'n':
        return mq__cli_number(COMMAND, "at", arg, 0, 1L << 24, &o->at)
                   ? 0
                   : MQ_ARGS_PRINTED;
    case 's':
        return take_seat(o, arg);
    case ARGP_KEY_ARG:
        if (o->file != NULL) {
            return mq__cli_extra(COMMAND, arg);
        }
        o->file = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option option_list[] = {
    {"verify", 'v', NULL, 0,
     "Check the seed's commitment and that every outcome follows from it", 0},
    {"at", 'n', "N", 0, "Show the position after N events", 0},
    {"seat", 's', "P1|spectator", 0,
     "Show it as that seat sees it; without --at the last position", 0},
    {"json", 'j', NULL, 0, "Print one JSON object", 0},
    {0},
};

static const struct argp argp = {
    .options = option_list,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Prints a stored match (.mqm) as a readable account."
           "\vFILE - is standard input. Exits with 1 if the match diverges, "
           "is damaged or can't be verified.\n\n"
           "Examples:\n"
           "  maxq replay evening.mqm\n"
           "  maxq replay --verify evening.mqm\n"
           "  maxq replay --at 40 --seat P2 evening.mqm\n",
};

static int run(int argc, char **argv)
{
    struct options options = {.at = -1, .seat = MQ_CHANCE_SEAT};
    int code = mq__cli_parse(COMMAND, &argp, argc, argv, &options);

    if (code >= 0) {
        return code;
    }
    if (options.file == NULL) {
        return mq__cli_fail(COMMAND, "replay.no-file", "");
    }
    return replay_file(&options);
}

const struct mq_command mq__command_replay = {
    .name = COMMAND,
    .summary = "tell a stored match, show a position of it, verify it",
    .run = run,
};
