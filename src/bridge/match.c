/* The bridge's ops that make or change a match. */
#include "bridge/session.h"
#include "core/game.h"
#include "core/match_record.h"
#include "core/message_json.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* A match about to take the place of the session's. */
struct candidate {
    const struct mq_game *game;
    struct mq_match_config config;
    struct mq_match *match;
    bool auto_chance;
    bool match_owns_game;
    bool own_tables; /* the game plays with tables of the request's */
};

static enum mq_status open_game(struct mq_bridge_request *q, const char *id,
                                struct candidate *c)
{
    const struct mq_bridge *bridge = q->bridge;
    enum mq_status status;

    if (q->game != NULL && strcmp(q->game->id, id) == 0 &&
        !bridge->match_owns_game && !bridge->own_tables) {
        c->game = q->game;
        return MQ_OK;
    }
    status = bridge->open(bridge->context, id, &c->game);
    if (status == MQ_NOMEM) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    return status == MQ_OK
               ? MQ_OK
               : mq_fail(&q->error, status, "match.no-game", "t", id);
}

static void drop_candidate(struct mq_bridge *bridge, struct candidate *c)
{
    mq_match_destroy(c->match);
    if (c->game != bridge->game && c->game != NULL && !c->match_owns_game) {
        mq_game_close(c->game);
    }
}

/* The candidate becomes the session's match. */
static void take_candidate(struct mq_bridge *bridge, struct candidate *c)
{
    struct candidate old = {
        .game = bridge->game,
        .match = bridge->match,
        .match_owns_game = bridge->match_owns_game,
    };

    bridge->game = c->game;
    bridge->match = c->match;
    bridge->auto_chance = c->auto_chance;
    bridge->match_owns_game = c->match_owns_game;
    bridge->own_tables = c->own_tables;
    drop_candidate(bridge, &old);
}

/* Samples while chance is to act, if the session does so by itself; the texts
 * are the answer's `sampled`. */
static enum mq_status sample_on(struct mq_match *match, bool auto_chance,
                                struct mq_json_writer *w)
{
    enum mq_status status = MQ_OK;
    struct mq_event event;

    if (!auto_chance) {
        return MQ_OK;
    }
    mq__json_open(w, "sampled", '[');
    while ((status = mq_match_chance(match, &event)) == MQ_OK) {
        mq__event_json(w, NULL, mq_match_game(match), event);
    }
    mq__json_close(w, ']');
    return status == MQ_NOT_CHANCE ? MQ_OK : status;
}

/* The first answer about the candidate; then it is taken. */
static enum mq_status present(struct mq_bridge_request *q, struct candidate *c)
{
    enum mq_status status = sample_on(c->match, c->auto_chance, &q->w);

    mq__bridge_position(c->game, mq_match_state(c->match), &q->w, "position");
    mq__bridge_turn(c->match, &q->w);
    if (status == MQ_OK && q->answer->failed) {
        status = MQ_NOMEM;
    }
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    take_candidate(q->bridge, c);
    return MQ_OK;
}

/* A candidate that could not be created or presented goes: the session keeps
 * what it had. */
static enum mq_status settle(struct mq_bridge_request *q, struct candidate *c,
                             enum mq_status created)
{
    enum mq_status status = created == MQ_OK ? present(q, c) : created;

    if (status != MQ_OK) {
        drop_candidate(q->bridge, c);
    }
    return status;
}

/* What the seats are called in sentences. */
static void read_names(struct mq_bridge_request *q,
                       struct mq_match_config *config)
{
    const struct mq_json *names;
    struct mq_buf name;
    int seat = 0;

    if (!mq__bridge_has(q, "names")) {
        return;
    }
    names = mq__read_array(&q->r, &q->object, "names", MQ_MAX_PLAYERS);
    if (q->r.failed) {
        return;
    }
    for (const struct mq_json *at = names->first; at != NULL; at = at->next) {
        if (at->kind != MQ_JSON_STRING ||
            strlen(at->text) >= sizeof(config->seat[seat].name)) {
            mq__read_fail(&q->r, "names", "bridge.bad-name", "i",
                          MQ_NAME_SIZE - 1);
            return;
        }
        mq__buf_fixed(&name, config->seat[seat].name,
                      sizeof(config->seat[seat].name));
        mq__buf_str(&name, at->text);
        seat++;
    }
}

/* The field `tables`: an object of file names and their texts. */
static int read_tables(struct mq_bridge_request *q,
                       struct mq_table_file files[MQ_MAX_FILES])
{
    const struct mq_json *node = mq__read_child(&q->r, &q->object, "tables");
    int count = node != NULL ? mq__files_read(node, files) : 0;

    if (count < 0) {
        mq__read_fail(&q->r, "tables", "bridge.bad-files", "i", MQ_MAX_FILES);
    }
    return count;
}

/* The game with the request's tables, or as the session opens it. */
static enum mq_status open_wanted(struct mq_bridge_request *q, const char *id,
                                  struct candidate *c)
{
    struct mq_table_file files[MQ_MAX_FILES];
    struct mq_findings findings = {0};
    enum mq_status status;
    int count;

    if (!mq__bridge_has(q, "tables")) {
        return open_game(q, id, c);
    }
    count = read_tables(q, files);
    if (q->r.failed) {
        return MQ_SYNTAX;
    }
    status = mq_game_open(id, files, count, &c->game, &findings);
    if (status == MQ_UNKNOWN_WORD) {
        return mq_fail(&q->error, status, "match.no-game", "t", id);
    }
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "bridge.bad-tables", "i",
                       findings.errors);
    }
    c->own_tables = true;
    return MQ_OK;
}

enum mq_status mq__bridge_tables(struct mq_bridge_request *q)
{
    struct mq_voice voice = {.language = q->language};
    struct mq_table_file files[MQ_MAX_FILES];
    struct mq_findings findings = {0};
    const struct mq_game *game = NULL;
    const char *id = mq__read_text(&q->r, &q->object, "game");
    int count = read_tables(q, files);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    status = mq_game_open(id, files, count, &game, &findings);
    if (status == MQ_OK) {
        mq_game_close(game);
    } else if (status == MQ_UNKNOWN_WORD) {
        return mq_fail(&q->error, status, "match.no-game", "t", id);
    } else if (status == MQ_NOMEM) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    mq__json_add(&q->w, "errors:i warnings:i findings:[", findings.errors,
                 findings.warnings);
    for (int i = 0; i < findings.count; i++) {
        const struct mq_finding *f = &findings.item[i];

        mq__json_add(&q->w, "{file:s line:i column:s warning:b", f->file,
                     f->line, f->column, f->warning);
        mq__sentence_json(&q->w, "sentence", &f->message, &voice);
        mq__json_close(&q->w, '}');
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}

/* Players and options, once the game is known. */
static enum mq_status read_setup(struct mq_bridge_request *q,
                                 struct candidate *c)
{
    const struct mq_json *options =
        mq__read_optional(&q->r, &q->object, "options");
    int players = c->game->min_players;
    enum mq_status status;

    if (mq__bridge_has(q, "players")) {
        players = mq__read_int(&q->r, &q->object, "players",
                               c->game->min_players, c->game->max_players);
    }
    mq_setup_init(c->game, players, &c->config.setup);
    status = mq__setup_read(c->game, &c->config.setup, options, &q->error);
    return status != MQ_SYNTAX
               ? status
               : mq_fail(&q->error, MQ_SYNTAX, "read.not-object", "t",
                         "request.options");
}

/* What every match begins with: chance, names and seed; nothing else may
 * stand in the request. */
static enum mq_status read_terms(struct mq_bridge_request *q,
                                 struct candidate *c)
{
    enum mq_status status;

    c->auto_chance = mq__bridge_flag(q, "auto_chance");
    read_names(q, &c->config);
    status = mq__bridge_seed(q, &c->config.seed, &c->config.typed_seed);
    return status == MQ_OK ? mq__bridge_fields_end(q) : status;
}

static enum mq_status create_new(struct mq_bridge_request *q,
                                 struct candidate *c)
{
    const char *id = mq__read_text(&q->r, &q->object, "game");
    enum mq_status status = q->r.failed ? MQ_SYNTAX : open_wanted(q, id, c);

    if (status == MQ_OK) {
        status = read_setup(q, c);
    }
    if (status == MQ_OK) {
        status = read_terms(q, c);
    }
    return status == MQ_OK
               ? mq_match_create(c->game, &c->config, &c->match, &q->error)
               : status;
}

enum mq_status mq__bridge_new(struct mq_bridge_request *q)
{
    struct candidate c = {0};

    return settle(q, &c, create_new(q, &c));
}

/* A position says itself which game it is of. */
static enum mq_status read_position(struct mq_bridge_request *q, void *st,
                                    struct candidate *c)
{
    const struct mq_json *node = mq__read_child(&q->r, &q->object, "position");
    const struct mq_json *id = node != NULL ? mq__json_get(node, "game") : NULL;
    enum mq_status status;

    if (q->r.failed) {
        return MQ_SYNTAX;
    }
    if (id == NULL || id->kind != MQ_JSON_STRING) {
        return mq_fail(&q->error, MQ_POSITION, "read.missing", "t",
                       "request.position.game");
    }
    status = open_wanted(q, id->text, c);
    if (status == MQ_OK) {
        status = mq__read_position(c->game, node, st, &q->error);
    }
    return status;
}

static enum mq_status create_loaded(struct mq_bridge_request *q,
                                    struct candidate *c)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    enum mq_status status = read_position(q, st, c);

    if (status == MQ_OK) {
        status = read_terms(q, c);
    }
    if (status != MQ_OK) {
        return status;
    }
    mq_setup_init(c->game, mq_players(c->game, st), &c->config.setup);
    return mq_match_create_from(c->game, &c->config, st, &c->match, &q->error);
}

enum mq_status mq__bridge_load(struct mq_bridge_request *q)
{
    struct candidate c = {0};

    return settle(q, &c, create_loaded(q, &c));
}

/* A match file as it was saved; names and seed are its own. */
static enum mq_status create_opened(struct mq_bridge_request *q,
                                    struct candidate *c)
{
    const char *text = mq__read_text(&q->r, &q->object, "match");
    struct mq_match_notice notice = {0};
    enum mq_status status;

    c->auto_chance = mq__bridge_flag(q, "auto_chance");
    status = mq__bridge_fields_end(q);
    if (status != MQ_OK) {
        return status;
    }
    status = mq_match_read(text, strlen(text), &c->match, &notice, &q->error);
    if (status != MQ_OK) {
        return status;
    }
    c->game = mq_match_game(c->match);
    c->match_owns_game = true;
    mq__json_int(&q->w, "dropped_from", notice.line);
    return MQ_OK;
}

enum mq_status mq__bridge_open(struct mq_bridge_request *q)
{
    struct candidate c = {0};

    return settle(q, &c, create_opened(q, &c));
}

enum mq_status mq__bridge_save(struct mq_bridge_request *q)
{
    size_t length;
    char *text = mq_match_write(q->match, &length);

    if (text == NULL) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__json_str(&q->w, "match", text);
    free(text);
    return MQ_OK;
}

enum mq_status mq__bridge_pack(struct mq_bridge_request *q)
{
    char *text;
    enum mq_status status = mq_match_pack(q->match, &text, &q->error);

    if (status == MQ_OK) {
        mq__json_str(&q->w, "packed", text);
        free(text);
    }
    return status;
}

/* Ends an op that appended events: samples on, tells what is wanted (NULL:
 * nothing), and takes all back where the answer couldn't be written. */
static enum mq_status finish_events(struct mq_bridge_request *q, int entries,
                                    bool sample,
                                    const struct mq_bridge_wanted *wanted)
{
    enum mq_status status = sample_on(q->match, sample, &q->w);

    if (wanted != NULL && status == MQ_OK) {
        mq__bridge_wanted(q, wanted);
    }
    mq__bridge_turn(q->match, &q->w);
    if (status == MQ_OK && q->answer->failed) {
        status = MQ_NOMEM;
    }
    if (status != MQ_OK) {
        mq__match_rollback(q->match, entries);
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    return MQ_OK;
}

/* Plays or supplies a text through the checked door. */
static enum mq_status play(struct mq_bridge_request *q, int seat,
                           const char *text)
{
    struct mq_note why = {0};
    mq_action outcome;
    enum mq_status status;

    if (seat != MQ_CHANCE_SEAT) {
        status = mq_match_play_text(q->match, seat, text, &why);
    } else {
        status =
            mq_read_text(q->game, text, MQ_CHANCE_SEAT, &outcome, &q->error);
        if (status != MQ_OK) {
            return status;
        }
        status = mq_match_supply(q->match, outcome, &why);
    }
    if (status != MQ_OK) {
        q->error.message = why.message;
        q->rule = why.rule;
    }
    return status;
}

/* The event of a request: `player` and `action`, or `chance`. */
static const char *read_event(struct mq_bridge_request *q, int *seat)
{
    bool chance = mq__bridge_has(q, "chance");

    *seat = chance ? MQ_CHANCE_SEAT : mq__bridge_player(q, false);
    return mq__read_text(&q->r, &q->object, chance ? "chance" : "action");
}

enum mq_status mq__bridge_apply(struct mq_bridge_request *q)
{
    int entries = mq_match_entries(q->match);
    int seat;
    const char *text = read_event(q, &seat);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        status = play(q, seat, text);
    }
    return status == MQ_OK
               ? finish_events(q, entries, q->bridge->auto_chance, NULL)
               : status;
}

/* A move and all that somebody who shows the match needs after it. */
enum mq_status mq__bridge_play(struct mq_bridge_request *q)
{
    int entries = mq_match_entries(q->match);
    bool event = mq__bridge_has(q, "action") || mq__bridge_has(q, "chance");
    int seat = MQ_CHANCE_SEAT;
    const char *text = event ? read_event(q, &seat) : NULL;
    bool sample = mq__bridge_flag(q, "sample") || q->bridge->auto_chance;
    struct mq_bridge_wanted wanted;
    enum mq_status status;

    mq__bridge_read_wanted(q, &wanted);
    status = mq__bridge_fields_end(q);
    if (status == MQ_OK && event) {
        status = play(q, seat, text);
    }
    return status == MQ_OK ? finish_events(q, entries, sample, &wanted)
                           : status;
}

enum mq_status mq__bridge_sample(struct mq_bridge_request *q)
{
    int entries = mq_match_entries(q->match);
    struct mq_event event;
    enum mq_status status = mq_match_chance(q->match, &event);

    if (status != MQ_OK) {
        return mq_fail(&q->error, status,
                       status == MQ_NOT_CHANCE ? "match.not-chance"
                                               : "error.no-memory",
                       "");
    }
    mq__event_json(&q->w, "outcome", q->game, event);
    return finish_events(q, entries, q->bridge->auto_chance, NULL);
}

/* One event back. Where chance is sampled by itself that would come again the
 * same at once: there the last action goes, with what chance brought after. */
static int last_action(const struct mq_bridge_request *q)
{
    int length = mq_match_length(q->match) - 1;

    while (q->bridge->auto_chance && length >= 0 &&
           mq_match_event(q->match, length).seat == MQ_CHANCE_SEAT) {
        length--;
    }
    return length;
}

/* The shortest log after which the player has seen that many events; -1: the
 * player hasn't seen so many. */
static int seen_length(const struct mq_match *match, int seat, int number)
{
    const struct mq_game *game = mq_match_game(match);
    alignas(16) unsigned char before[MQ_MAX_STATE];
    struct mq_event seen;
    int k = 0;

    for (; number > 0 && k < mq_match_length(match); k++) {
        mq_match_state_at(match, k, before);
        number -= mq_seen(game, before, mq_match_event(match, k), seat, &seen);
    }
    return number == 0 ? k : -1;
}

/* Where to: `to` in the log of `player` (without one in the whole), that
 * player's own last action, or the last event whoever it was. */
static enum mq_status undo(struct mq_bridge_request *q, bool own, int seat,
                           int to)
{
    int length = to;

    if (seat >= 0 && to < 0) {
        return mq_match_undo(q->match, seat, true, NULL);
    }
    if (to < 0) {
        length = last_action(q);
    } else if (own) {
        length = seen_length(q->match, seat, to);
    }
    if (length < 0 || length == mq_match_length(q->match)) {
        return MQ_NOTHING;
    }
    return mq_match_undo_to(q->match, seat, length);
}

static enum mq_status undo_failed(struct mq_bridge_request *q,
                                  enum mq_status status)
{
    switch (status) {
    case MQ_NOTHING:
        return mq_fail(&q->error, status, "bridge.no-event", "");
    case MQ_OVER:
        return mq_fail(&q->error, status, "match.over", "");
    default:
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
}

enum mq_status mq__bridge_undo(struct mq_bridge_request *q)
{
    int before = mq_match_length(q->match);
    bool own = mq__bridge_has(q, "player");
    int seat = own ? mq__bridge_player(q, true) : MQ_SPECTATOR;
    int to = mq__bridge_int(q, "to", before, -1);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    status = undo(q, own, seat, to);
    if (status != MQ_OK) {
        return undo_failed(q, status);
    }
    mq__json_int(&q->w, "undone", before - mq_match_length(q->match));
    return MQ_OK;
}

enum mq_status mq__bridge_redo(struct mq_bridge_request *q)
{
    int replayed = 0;
    enum mq_status status = mq_match_redo(q->match, MQ_SPECTATOR, &replayed);

    if (status != MQ_OK) {
        return undo_failed(q, status);
    }
    mq__json_int(&q->w, "replayed", replayed);
    return MQ_OK;
}

enum mq_status mq__bridge_close(struct mq_bridge_request *q)
{
    enum mq_status status = mq_match_close(q->match);

    if (status == MQ_NO_SEED) {
        return mq_fail(&q->error, status, "bridge.no-seed", "");
    }
    return status == MQ_OK ? MQ_OK : undo_failed(q, status);
}
