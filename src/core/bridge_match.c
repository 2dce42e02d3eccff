/* The bridge's ops that make or change a match. */
#include "core/bridge_session.h"
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

static enum mq_status open_game(struct mq_bridge *bridge, const char *id,
                                struct candidate *c, struct mq_error *error)
{
    enum mq_status status;

    if (bridge->game != NULL && strcmp(bridge->game->id, id) == 0 &&
        !bridge->match_owns_game && !bridge->own_tables) {
        c->game = bridge->game;
        return MQ_OK;
    }
    status = bridge->host->open_game(bridge->host->context, id, &c->game);
    if (status == MQ_NOMEM) {
        return mq_fail(error, status, "error.no-memory", "");
    }
    if (status != MQ_OK) {
        return mq_fail(error, status, "match.no-game", "t", id);
    }
    return MQ_OK;
}

static void drop_candidate(struct mq_bridge *bridge, struct candidate *c)
{
    mq_match_destroy(c->match);
    if (c->game != bridge->game && c->game != NULL && !c->match_owns_game) {
        bridge->host->close_game(c->game);
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
        char text[MQ_TEXT_SIZE];

        mq_event_text(mq_match_game(match), event, text, sizeof(text));
        mq__json_str(w, NULL, text);
    }
    mq__json_close(w, ']');
    return status == MQ_NOT_CHANCE ? MQ_OK : status;
}

/* The first answer about the candidate; then it is taken. */
static enum mq_status present(struct mq_bridge *bridge,
                              struct mq_bridge_request *q, struct candidate *c)
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
    take_candidate(bridge, c);
    return MQ_OK;
}

/* A candidate that could not be created or presented goes: the session keeps
 * what it had. */
static enum mq_status settle(struct mq_bridge *bridge,
                             struct mq_bridge_request *q, struct candidate *c,
                             enum mq_status created)
{
    enum mq_status status = created == MQ_OK ? present(bridge, q, c) : created;

    if (status != MQ_OK) {
        drop_candidate(bridge, c);
    }
    return status;
}

static bool read_auto_chance(struct mq_bridge_request *q)
{
    return mq__json_get(q->object.node, "auto_chance") != NULL &&
           mq__read_bool(&q->r, &q->object, "auto_chance");
}

/* The value of an option as mq_setup_set takes it. */
static void option_text(const struct mq_json *node, char *out, size_t size)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, size);
    if (node->kind == MQ_JSON_STRING) {
        mq__buf_str(&buf, node->text);
    } else if (node->kind == MQ_JSON_INT) {
        mq__buf_int(&buf, (long long)node->integer);
    } else if (node->kind == MQ_JSON_BOOL) {
        mq__buf_str(&buf, node->boolean ? "true" : "false");
    }
}

static enum mq_status read_options(struct mq_bridge_request *q,
                                   const struct mq_json *options,
                                   struct candidate *c)
{
    if (options == NULL) {
        return MQ_OK;
    }
    if (options->kind != MQ_JSON_OBJECT) {
        return mq_fail(&q->error, MQ_SYNTAX, "read.not-object", "t",
                       "request.options");
    }
    for (const struct mq_json *at = options->first; at != NULL; at = at->next) {
        char text[MQ_ARG_TEXT_SIZE];
        enum mq_status status;

        option_text(at, text, sizeof(text));
        status =
            mq_setup_set(c->game, &c->config.setup, at->key, text, &q->error);
        if (status != MQ_OK) {
            return status;
        }
    }
    return MQ_OK;
}

/* What the seats are called in sentences. */
static void read_names(struct mq_bridge_request *q,
                       struct mq_match_config *config)
{
    const struct mq_json *names;
    struct mq_buf name;
    int seat = 0;

    if (mq__json_get(q->object.node, "names") == NULL) {
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
    int count = 0;

    if (node == NULL) {
        return 0;
    }
    if (node->kind != MQ_JSON_OBJECT || node->count > MQ_MAX_FILES) {
        mq__read_fail(&q->r, "tables", "bridge.bad-files", "i", MQ_MAX_FILES);
        return 0;
    }
    for (const struct mq_json *at = node->first; at != NULL; at = at->next) {
        if (at->kind != MQ_JSON_STRING) {
            mq__read_fail(&q->r, "tables", "bridge.bad-files", "i",
                          MQ_MAX_FILES);
            return 0;
        }
        files[count++] = (struct mq_table_file){
            .name = at->key,
            .bytes = at->text,
            .length = strlen(at->text),
        };
    }
    return count;
}

/* The game with the request's tables, or as the host has it. */
static enum mq_status open_wanted(struct mq_bridge *bridge,
                                  struct mq_bridge_request *q, const char *id,
                                  struct candidate *c)
{
    struct mq_table_file files[MQ_MAX_FILES];
    struct mq_findings findings = {0};
    enum mq_status status;
    int count;

    if (mq__json_get(q->object.node, "tables") == NULL) {
        return open_game(bridge, id, c, &q->error);
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

static void write_finding(struct mq_json_writer *w, const struct mq_finding *f,
                          const struct mq_voice *voice)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "file", f->file);
    mq__json_int(w, "line", f->line);
    mq__json_str(w, "column", f->column);
    mq__json_bool(w, "warning", f->warning);
    mq__sentence_json(w, "sentence", &f->message, voice);
    mq__json_close(w, '}');
}

enum mq_status mq__bridge_tables(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q)
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
        bridge->host->close_game(game);
    } else if (status == MQ_UNKNOWN_WORD) {
        return mq_fail(&q->error, status, "match.no-game", "t", id);
    } else if (status == MQ_NOMEM) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    mq__json_int(&q->w, "errors", findings.errors);
    mq__json_int(&q->w, "warnings", findings.warnings);
    mq__json_open(&q->w, "findings", '[');
    for (int i = 0; i < findings.count; i++) {
        write_finding(&q->w, &findings.item[i], &voice);
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

    if (mq__json_get(q->object.node, "players") != NULL) {
        players = mq__read_int(&q->r, &q->object, "players",
                               c->game->min_players, c->game->max_players);
    }
    mq_setup_init(c->game, players, &c->config.setup);
    return read_options(q, options, c);
}

/* What every match begins with: chance, names and seed; nothing else may
 * stand in the request. */
static enum mq_status read_terms(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q,
                                 struct candidate *c)
{
    enum mq_status status;

    c->auto_chance = read_auto_chance(q);
    read_names(q, &c->config);
    status = mq__bridge_seed(bridge, q, &c->config.seed, &c->config.typed_seed);
    return status == MQ_OK ? mq__bridge_fields_end(q) : status;
}

static enum mq_status create_new(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q,
                                 struct candidate *c)
{
    const char *id = mq__read_text(&q->r, &q->object, "game");
    enum mq_status status =
        q->r.failed ? MQ_SYNTAX : open_wanted(bridge, q, id, c);

    if (status == MQ_OK) {
        status = read_setup(q, c);
    }
    if (status == MQ_OK) {
        status = read_terms(bridge, q, c);
    }
    return status == MQ_OK
               ? mq_match_create(c->game, &c->config, &c->match, &q->error)
               : status;
}

enum mq_status mq__bridge_new(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    struct candidate c = {0};
    enum mq_status status = create_new(bridge, q, &c);

    return settle(bridge, q, &c, status);
}

/* A position says itself which game it is of. */
static enum mq_status read_position(struct mq_bridge *bridge,
                                    struct mq_bridge_request *q, void *st,
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
    status = open_wanted(bridge, q, id->text, c);
    if (status == MQ_OK) {
        status = c->game->read_position(c->game, node, st, &q->error);
    }
    return status;
}

static enum mq_status create_loaded(struct mq_bridge *bridge,
                                    struct mq_bridge_request *q,
                                    struct candidate *c)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    enum mq_status status = read_position(bridge, q, st, c);

    if (status == MQ_OK) {
        status = read_terms(bridge, q, c);
    }
    if (status != MQ_OK) {
        return status;
    }
    mq_setup_init(c->game, c->game->players(c->game, st), &c->config.setup);
    return mq_match_create_from(c->game, &c->config, st, &c->match, &q->error);
}

enum mq_status mq__bridge_load(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    struct candidate c = {0};
    enum mq_status status = create_loaded(bridge, q, &c);

    return settle(bridge, q, &c, status);
}

/* A match file as it was saved; names and seed are its own. */
static enum mq_status create_opened(struct mq_bridge_request *q,
                                    struct candidate *c)
{
    const char *text = mq__read_text(&q->r, &q->object, "match");
    struct mq_match_notice notice = {0};
    enum mq_status status;

    c->auto_chance = read_auto_chance(q);
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

enum mq_status mq__bridge_open(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    struct candidate c = {0};
    enum mq_status status = create_opened(q, &c);

    return settle(bridge, q, &c, status);
}

enum mq_status mq__bridge_save(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    enum mq_status status = mq__bridge_fields_end(q);
    size_t length;
    char *text;

    if (status != MQ_OK) {
        return status;
    }
    text = mq_match_write(bridge->match, &length);
    if (text == NULL) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__json_str(&q->w, "match", text);
    free(text);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* Ends an op that appended events: samples on, and takes all back where the
 * answer couldn't be written. */
static enum mq_status finish_events(struct mq_bridge *bridge,
                                    struct mq_bridge_request *q, int entries)
{
    enum mq_status status =
        sample_on(bridge->match, bridge->auto_chance, &q->w);

    mq__bridge_turn(bridge->match, &q->w);
    if (status == MQ_OK && q->answer->failed) {
        status = MQ_NOMEM;
    }
    if (status != MQ_OK) {
        mq__match_rollback(bridge->match, entries);
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    return MQ_OK;
}

/* Plays or supplies a text through the checked door. */
static enum mq_status play(struct mq_bridge *bridge,
                           struct mq_bridge_request *q, int seat,
                           const char *text)
{
    const struct mq_game *game = bridge->game;
    struct mq_note why = {0};
    mq_action outcome;
    enum mq_status status;

    if (seat != MQ_CHANCE_SEAT) {
        status = mq_match_play_text(bridge->match, seat, text, &why);
    } else {
        status =
            game->read_text(game, text, MQ_CHANCE_SEAT, &outcome, &q->error);
        if (status != MQ_OK) {
            return status;
        }
        status = mq_match_supply(bridge->match, outcome, &why);
    }
    if (status != MQ_OK) {
        q->error.message = why.message;
        q->rule = why.rule;
    }
    return status;
}

enum mq_status mq__bridge_apply(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    int entries = mq_match_entries(bridge->match);
    bool chance = mq__json_get(q->object.node, "chance") != NULL;
    int seat = MQ_CHANCE_SEAT;
    const char *text;
    enum mq_status status;

    if (!chance) {
        seat = mq__bridge_player(bridge, q, false);
    }
    text = mq__read_text(&q->r, &q->object, chance ? "chance" : "action");
    status = mq__bridge_fields_end(q);
    if (status == MQ_OK) {
        status = play(bridge, q, seat, text);
    }
    return status == MQ_OK ? finish_events(bridge, q, entries) : status;
}

enum mq_status mq__bridge_sample(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q)
{
    int entries = mq_match_entries(bridge->match);
    enum mq_status status = mq__bridge_fields_end(q);
    struct mq_event event;
    char text[MQ_TEXT_SIZE];

    if (status != MQ_OK) {
        return status;
    }
    status = mq_match_chance(bridge->match, &event);
    if (status != MQ_OK) {
        return mq_fail(&q->error, status,
                       status == MQ_NOT_CHANCE ? "match.not-chance"
                                               : "error.no-memory",
                       "");
    }
    mq_event_text(bridge->game, event, text, sizeof(text));
    mq__json_str(&q->w, "outcome", text);
    return finish_events(bridge, q, entries);
}

/* One event back. Where chance is sampled by itself that would come again the
 * same at once: there the last action goes, with what chance brought after. */
static int last_action(const struct mq_bridge *bridge)
{
    int length = mq_match_length(bridge->match) - 1;

    while (bridge->auto_chance && length >= 0 &&
           mq_match_event(bridge->match, length).seat == MQ_CHANCE_SEAT) {
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
        number -=
            game->seen(game, before, mq_match_event(match, k), seat, &seen);
    }
    return number == 0 ? k : -1;
}

/* Where to: `to` in the log of `player` (without one in the whole), that
 * player's own last action, or the last event whoever it was. */
static enum mq_status undo(struct mq_bridge *bridge, bool own, int seat, int to)
{
    int length = to;

    if (seat >= 0 && to < 0) {
        return mq_match_undo(bridge->match, seat, true, NULL);
    }
    if (to < 0) {
        length = last_action(bridge);
    } else if (own) {
        length = seen_length(bridge->match, seat, to);
    }
    if (length < 0 || length == mq_match_length(bridge->match)) {
        return MQ_NOTHING;
    }
    return mq_match_undo_to(bridge->match, seat, length);
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

enum mq_status mq__bridge_undo(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    int before = mq_match_length(bridge->match);
    bool own = mq__json_get(q->object.node, "player") != NULL;
    int seat = own ? mq__bridge_player(bridge, q, true) : MQ_SPECTATOR;
    int to = mq__json_get(q->object.node, "to") != NULL
                 ? mq__read_int(&q->r, &q->object, "to", 0, before)
                 : -1;
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    status = undo(bridge, own, seat, to);
    if (status != MQ_OK) {
        return undo_failed(q, status);
    }
    mq__json_int(&q->w, "undone", before - mq_match_length(bridge->match));
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_redo(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    enum mq_status status = mq__bridge_fields_end(q);
    int replayed = 0;

    if (status != MQ_OK) {
        return status;
    }
    status = mq_match_redo(bridge->match, &replayed);
    if (status != MQ_OK) {
        return undo_failed(q, status);
    }
    mq__json_int(&q->w, "replayed", replayed);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_close(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    status = mq_match_close(bridge->match);
    if (status == MQ_NO_SEED) {
        return mq_fail(&q->error, status, "bridge.no-seed", "");
    }
    if (status != MQ_OK) {
        return undo_failed(q, status);
    }
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}
