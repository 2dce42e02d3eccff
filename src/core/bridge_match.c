/* The bridge's ops that make or change a match. */
#include "core/bridge_session.h"
#include "core/match_record.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* A match about to take the place of the session's. */
struct candidate {
    const struct mq_game *game;
    struct mq_match_config config;
    struct mq_match *match;
    bool auto_chance;
};

static enum mq_status open_game(struct mq_bridge *bridge, const char *id,
                                struct candidate *c, struct mq_error *error)
{
    enum mq_status status;

    if (bridge->game != NULL && strcmp(bridge->game->id, id) == 0) {
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
    if (c->game != bridge->game && c->game != NULL) {
        bridge->host->close_game(c->game);
    }
}

/* The candidate becomes the session's match. */
static void take_candidate(struct mq_bridge *bridge, struct candidate *c)
{
    struct candidate old = {.game = bridge->game, .match = bridge->match};

    bridge->game = c->game;
    bridge->match = c->match;
    bridge->auto_chance = c->auto_chance;
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

static enum mq_status create_new(struct mq_bridge *bridge,
                                 struct mq_bridge_request *q,
                                 struct candidate *c)
{
    const char *id = mq__read_text(&q->r, &q->object, "game");
    enum mq_status status =
        q->r.failed ? MQ_SYNTAX : open_game(bridge, id, c, &q->error);

    if (status == MQ_OK) {
        status = read_setup(q, c);
    }
    if (status == MQ_OK) {
        c->auto_chance = read_auto_chance(q);
        status =
            mq__bridge_seed(bridge, q, &c->config.seed, &c->config.typed_seed);
    }
    if (status == MQ_OK) {
        status = mq__bridge_fields_end(q);
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

    if (status == MQ_OK) {
        status = present(bridge, q, &c);
    }
    if (status != MQ_OK) {
        drop_candidate(bridge, &c);
    }
    return status;
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
    status = open_game(bridge, id->text, c, &q->error);
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
        c->auto_chance = read_auto_chance(q);
        status =
            mq__bridge_seed(bridge, q, &c->config.seed, &c->config.typed_seed);
    }
    if (status == MQ_OK) {
        status = mq__bridge_fields_end(q);
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

    if (status == MQ_OK) {
        status = present(bridge, q, &c);
    }
    if (status != MQ_OK) {
        drop_candidate(bridge, &c);
    }
    return status;
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
static int undo_length(const struct mq_bridge *bridge)
{
    int length = mq_match_length(bridge->match) - 1;

    while (bridge->auto_chance && length >= 0 &&
           mq_match_event(bridge->match, length).seat == MQ_CHANCE_SEAT) {
        length--;
    }
    return length;
}

enum mq_status mq__bridge_undo(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    int before = mq_match_length(bridge->match);
    int length = undo_length(bridge);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    if (length < 0) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.no-event", "");
    }
    status = mq_match_undo_to(bridge->match, MQ_SPECTATOR, length);
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    mq__json_int(&q->w, "undone", before - length);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}
