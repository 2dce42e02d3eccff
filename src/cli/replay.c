/* `maxq replay`: a stored match as an account, a position of it, or a verdict
 * on its outcomes. */
#include "cli/command.h"

#include "cli/replay.h"
#include "core/game.h"
#include "core/match_record.h"
#include "term/boards/boards.h"
#include "term/screen.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIMIT ((size_t)64 << 20) /* bytes of a file */

struct options {
    struct mq_words words; /* the file */
    bool verify, json;
    long at;  /* -1: the whole account */
    int seat; /* MQ_CHANCE_SEAT: nobody's view, all is shown */
};

/* A position. */

static int print_board(const struct mq_game *game, const void *st, int seat)
{
    struct mq_screen screen;
    struct mq_canvas canvas = {.language = mq__cli_language()};

    mq__cli_screen(&screen);
    canvas.width = screen.width;
    mq__board(game, st, seat, &canvas, &screen.text);
    return mq__cli_screen_end(&screen, MQ_EXIT_DONE);
}

static int print_position(const struct mq_game *game, const void *st)
{
    char *json = mq_position_write(game, st);

    if (json == NULL) {
        return mq__cli_fail("error.no-memory", "");
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
    int players = mq_players(game, mq_match_state(match));

    if (o->at > length) {
        return mq__cli_fail("replay.at", "ii", (int)o->at, length);
    }
    if (o->seat >= players) {
        return mq__cli_fail("replay.seat", "ii", o->seat + 1, players);
    }
    mq_match_state_at(match, o->at < 0 ? length : (int)o->at, st);
    if (o->seat != MQ_CHANCE_SEAT) {
        mq_redact(game, st, o->seat);
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
    struct mq_cli_json json;
    struct mq_json_writer *w = mq__cli_json_begin(&json);

    mq__json_add(w,
                 "{verified:b revealed:b commitment:b typed_seed:b followed:i "
                 "supplied:i",
                 verified, v->revealed, v->commitment, v->typed_seed,
                 v->followed, v->supplied);
    mq__json_add(w, v->first_wrong >= 0 ? "first_wrong:i}" : "first_wrong:0}",
                 v->first_wrong);
    mq__cli_json_end(&json);
    return verified ? MQ_EXIT_DONE : MQ_EXIT_FINDING;
}

static int verdict_text(const struct mq_match *match,
                        const struct mq_verdict *v, bool verified)
{
    if (!mq_match_has_seed(match)) {
        mq__cli_line("replay.no-seed", "");
    } else if (!v->commitment) {
        mq__cli_line("replay.wrong-seed", "");
    } else {
        mq__cli_line(v->revealed ? "replay.revealed" : "replay.unrevealed", "");
    }
    if (v->typed_seed) {
        mq__cli_line("replay.typed", "");
    }
    if (mq_match_has_seed(match)) {
        mq__cli_line("replay.followed", "i", v->followed);
    }
    if (v->supplied > 0) {
        mq__cli_line("replay.supplied", "i", v->supplied);
    }
    if (v->first_wrong >= 0) {
        mq__cli_line("replay.wrong-outcome", "i", v->first_wrong);
    }
    mq__cli_line(verified ? "replay.verified" : "replay.unverified", "");
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
        return mq__cli_fail("error.no-memory", "");
    }
    return o->json ? verdict_json(&verdict, verified)
                   : verdict_text(replay->match, &verdict, verified);
}

/* Reading. */

static bool read_match(const char *path, struct mq_replay *out)
{
    size_t length;
    char *text = mq__cli_read_file(path, LIMIT, &length);

    if (text == NULL) {
        return false;
    }
    out->path = path;
    out->status = mq__match_read(text, length, NULL, &out->match, &out->notice,
                                 &out->error);
    free(text);
    if (out->match == NULL) {
        mq__cli_path_error(path, &out->error.message);
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
static int run(void *options)
{
    const struct options *o = options;
    const char *path = o->words.first;
    struct mq_replay replay = {0};
    int code;

    if (path == NULL) {
        return mq__cli_fail("replay.no-file", "");
    }
    if (!read_match(path, &replay)) {
        return MQ_EXIT_USAGE;
    }
    code = show(o, &replay);
    if (replay.notice.line > 0) {
        mq__cli_path_error(path, &replay.notice.message);
    }
    if (replay.status == MQ_DIVERGED) {
        mq__cli_path_error(path, &replay.error.message);
    }
    if (code == MQ_EXIT_DONE &&
        (replay.notice.line > 0 || replay.status == MQ_DIVERGED)) {
        code = MQ_EXIT_FINDING;
    }
    mq_match_destroy(replay.match);
    return code;
}

static bool take_seat(void *options, const char *word)
{
    struct options *o = options;
    bool spectator = strcmp(word, "spectator") == 0;

    o->seat = spectator ? MQ_SPECTATOR : mq__seat_of(word);
    return spectator || o->seat >= 0 ||
           mq__cli_refuse("replay.seat-word", "t", word);
}

static const struct mq_cli_option option_list[] = {
    {"verify", 'v', NULL,
     "Check the seed's commitment and that every outcome follows from it",
     MQ_FLAG(verify)},
    {"at", 'n', "N", "Show the position after N events",
     MQ_NUMBER(at, 0, 1L << 24)},
    {"seat", 's', "P1|spectator",
     "Show it as that seat sees it; without --at the last position",
     MQ_CALL(take_seat)},
    {"json", 'j', NULL, "Print one JSON object", MQ_FLAG(json)},
    {0},
};

const struct mq_command mq__command_replay = {
    .name = "replay",
    .summary = "tell a stored match, show a position of it, verify it",
    .usage = "FILE",
    .options = option_list,
    .words = MQ_WORDS_ONE,
    .size = sizeof(struct options),
    .defaults = &(const struct options){.at = -1, .seat = MQ_CHANCE_SEAT},
    .run = run,
};
