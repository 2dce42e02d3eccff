/* The bridge's ops that show a match to people: views, the decision at hand,
 * refusals, chances, points, the log. Everything a player is shown is made from
 * that player's redacted state. */
#include "core/bridge_session.h"
#include "core/hint.h"
#include "core/message_json.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char state_bytes[MQ_MAX_STATE];

void mq__bridge_voice(const struct mq_bridge *bridge,
                      const struct mq_bridge_request *q,
                      const char *names[MQ_MAX_PLAYERS], struct mq_voice *out)
{
    const struct mq_match_config *config =
        bridge->match != NULL ? mq_match_config(bridge->match) : NULL;

    *out = (struct mq_voice){.language = q->language};
    if (bridge->game != NULL) {
        out->game = bridge->game->id;
    }
    if (config == NULL) {
        return;
    }
    for (int i = 0; i < MQ_MAX_PLAYERS; i++) {
        const char *name = config->seat[i].name;

        names[i] = name[0] != '\0' ? name : NULL;
    }
    out->names = names;
    out->players = MQ_MAX_PLAYERS;
}

/* What a player is shown now. */
struct show {
    const struct mq_game *game;
    int seat;
    bool acts;
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;
    alignas(16) state_bytes view;
};

static void begin_show(const struct mq_bridge *bridge,
                       const struct mq_bridge_request *q, int seat,
                       struct show *s)
{
    uint32_t actors;

    s->game = bridge->game;
    s->seat = seat;
    mq_match_turn(bridge->match, &actors);
    s->acts = seat >= 0 && (actors >> seat & 1) != 0;
    mq__bridge_voice(bridge, q, s->names, &s->voice);
    mq_view(bridge->game, mq_match_state(bridge->match), seat, s->view);
}

/* Columns of a board in words; other than that it fills no screen. */
static int read_width(struct mq_bridge_request *q)
{
    return mq__json_get(q->object.node, "width") != NULL
               ? mq__read_int(&q->r, &q->object, "width", 40, 1000)
               : 80;
}

/* Most of these ops begin so: a player, and nothing else that isn't read. */
static enum mq_status read_show(struct mq_bridge *bridge,
                                struct mq_bridge_request *q, bool spectator,
                                struct show *s)
{
    int seat = mq__bridge_player(bridge, q, spectator);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        begin_show(bridge, q, seat, s);
    }
    return status;
}

static void write_scores(const struct mq_game *game, const void *st,
                         struct mq_json_writer *w)
{
    double scores[MQ_MAX_PLAYERS] = {0};

    game->scores(game, st, scores);
    mq__json_open(w, "scores", '[');
    for (int seat = 0; seat < game->players(game, st); seat++) {
        mq__json_number(w, NULL, scores[seat]);
    }
    mq__json_close(w, ']');
}

enum mq_status mq__bridge_score(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    enum mq_status status = mq__bridge_fields_end(q);
    uint32_t actors;

    if (status != MQ_OK) {
        return status;
    }
    write_scores(bridge->game, mq_match_state(bridge->match), &q->w);
    if (mq_match_turn(bridge->match, &actors) == MQ_TURN_OVER) {
        mq__bridge_seats(&q->w, "winners", mq_match_winners(bridge->match));
    }
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* Now. */

/* Whether an action can't be taken back freely: somebody learns something by
 * it, chance comes next, or a hidden commit is complete. `possible` is a true
 * state as the seat may imagine it, so nothing hidden can show. */
static bool is_final(const struct show *s, const void *possible,
                     mq_action action)
{
    alignas(16) state_bytes after;
    struct mq_event event = {s->seat, action};
    uint32_t before;
    uint32_t next;

    memcpy(after, possible, s->game->state_size);
    s->game->turn(s->game, after, &before);
    s->game->apply(s->game, after, s->seat, action);
    return s->game->turn(s->game, after, &next) == MQ_TURN_CHANCE ||
           s->game->reveals(s->game, possible, event) != 0 ||
           ((before & (before - 1)) != 0 && (next >> s->seat & 1) == 0);
}

static void write_choices(const struct show *s, struct mq_json_writer *w)
{
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note notes[MQ_MAX_NOTES];
    int n = s->acts ? s->game->legal(s->game, s->view, s->seat, legal) : 0;
    alignas(16) state_bytes possible;
    struct mq_rng rng;

    memcpy(possible, s->view, s->game->state_size);
    if (n > 0) {
        mq_rng_seed(&rng, 1);
        s->game->resample(s->game, possible, s->seat, &rng);
    }
    mq__json_open(w, "legal", '[');
    for (int i = 0; i < n; i++) {
        int count =
            s->game->explain(s->game, s->view, s->seat, legal[i], notes);

        mq__json_open(w, NULL, '{');
        mq__bridge_text(s->game, (struct mq_event){s->seat, legal[i]}, w,
                        "text");
        mq__notes_json(w, "notes", notes, count, &s->voice);
        mq__json_bool(w, "final", is_final(s, possible, legal[i]));
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

static void write_ask(const struct show *s, struct mq_json_writer *w)
{
    struct mq_note ask;

    if (!s->acts) {
        mq__json_null(w, "ask");
        return;
    }
    s->game->ask(s->game, s->view, s->seat, &ask);
    mq__note_json(w, "ask", &ask, &s->voice);
}

static void write_undo(const struct mq_match *match, int seat,
                       struct mq_json_writer *w)
{
    bool free =
        seat >= 0 && mq_match_undo_limit(match, seat) < mq_match_length(match);

    mq__json_open(w, "undo", '{');
    mq__json_bool(w, "free", free);
    mq__json_close(w, '}');
}

enum mq_status mq__bridge_now(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    struct show s;
    enum mq_status status = read_show(bridge, q, true, &s);

    if (status != MQ_OK) {
        return status;
    }
    write_ask(&s, &q->w);
    write_choices(&s, &q->w);
    write_undo(bridge->match, s.seat, &q->w);
    write_scores(s.game, s.view, &q->w);
    mq__bridge_seats(&q->w, "winners", mq_match_winners(bridge->match));
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_why(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    const struct mq_game *game = bridge->game;
    const char *text = mq__read_text(&q->r, &q->object, "action");
    struct mq_note why = {0};
    mq_action action;
    struct show s;
    enum mq_status status = read_show(bridge, q, false, &s);

    if (status == MQ_OK) {
        status = game->read_text(game, text, s.seat, &action, &q->error);
    }
    if (status != MQ_OK) {
        return status;
    }
    if (s.acts) {
        status = game->why_not(game, s.view, s.seat, action, &why);
    } else {
        status = MQ_NOT_YOUR_TURN;
        mq_note_set(&why, NULL, "match.not-your-turn", "p", s.seat);
    }
    mq__json_bool(&q->w, "legal", status == MQ_OK);
    if (status != MQ_OK) {
        mq__note_json(&q->w, "note", &why, &s.voice);
    }
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_odds(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    struct show s;
    enum mq_status status = read_show(bridge, q, false, &s);
    int n;

    if (status != MQ_OK) {
        return status;
    }
    n = s.game->odds(s.game, s.view, s.seat, odds);
    mq__odds_json(&q->w, "odds", odds, n, &s.voice);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

static void write_points(const struct show *s, int seat,
                         struct mq_json_writer *w)
{
    struct mq_points points[MQ_MAX_NOTES];
    int n = s->game->breakdown(s->game, s->view, seat, points);

    mq__json_open(w, NULL, '[');
    for (int i = 0; i < n; i++) {
        mq__json_open(w, NULL, '{');
        mq__json_str(w, "source", points[i].source);
        mq__json_str(w, "rule", points[i].rule);
        mq__json_int(w, "points", points[i].points);
        mq__sentence_json(w, "sentence", &points[i].message, &s->voice);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

enum mq_status mq__bridge_breakdown(struct mq_bridge *bridge,
                                    struct mq_bridge_request *q)
{
    bool player = mq__json_get(q->object.node, "player") != NULL;
    int viewer = player ? mq__bridge_player(bridge, q, true) : MQ_SPECTATOR;
    struct show s;
    enum mq_status status = mq__bridge_fields_end(q);

    if (status != MQ_OK) {
        return status;
    }
    begin_show(bridge, q, viewer, &s);
    mq__json_open(&q->w, "players", '[');
    for (int seat = 0; seat < s.game->players(s.game, s.view); seat++) {
        write_points(&s, seat, &q->w);
    }
    mq__json_close(&q->w, ']');
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_board(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    struct mq_canvas canvas = {.width = read_width(q), .plain = true};
    struct mq_buf board;
    struct show s;
    enum mq_status status = read_show(bridge, q, true, &s);

    if (status != MQ_OK) {
        return status;
    }
    canvas.language = q->language != NULL ? q->language : "en";
    canvas.names = s.names;
    mq__buf_init(&board);
    s.game->board(s.game, s.view, s.seat, &canvas, &board);
    mq__json_str(&q->w, "board", mq__buf_text(&board));
    if (board.failed) {
        q->answer->failed = true;
    }
    mq__buf_finish(&board);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* Why: what it gains and risks, in one sentence or some. */
static void write_hint(const struct show *s, int seat,
                       const struct mq_choice *choice, int index,
                       struct mq_json_writer *w)
{
    struct mq_hint hint;
    struct mq_buf text;

    mq__buf_init(&text);
    mq__hint_find(s->game, s->view, seat, choice, index, &hint);
    mq__hint_text(&hint, &s->voice, &text);
    mq__json_str(w, "sentence", mq__buf_text(&text));
    mq__buf_finish(&text);
}

void mq__bridge_moves(struct mq_bridge *bridge, struct mq_bridge_request *q,
                      int seat, const struct mq_choice *choice)
{
    struct mq_note notes[MQ_MAX_NOTES];
    struct show s;

    begin_show(bridge, q, seat, &s);
    mq__json_bool(&q->w, "valued", choice->valued);
    mq__json_open(&q->w, "moves", '[');
    for (int i = 0; i < choice->count; i++) {
        mq_action action = choice->candidate[i].action;
        int n = s.game->explain(s.game, s.view, seat, action, notes);

        mq__json_open(&q->w, NULL, '{');
        mq__bridge_text(s.game, (struct mq_event){seat, action}, &q->w, "text");
        mq__json_real(&q->w, "value", choice->candidate[i].value);
        mq__notes_json(&q->w, "notes", notes, n, &s.voice);
        write_hint(&s, seat, choice, i, &q->w);
        mq__json_close(&q->w, '}');
    }
    mq__json_close(&q->w, ']');
}

/* The log. */

/* What a player has seen, walked from number `from` to `to`. */
struct walk {
    struct mq_bridge_request *q;
    const struct show *show;
    int to;
    bool views;
    bool one; /* the view after `to` alone */
    bool found;
};

static void write_item(const struct walk *walk, int number,
                       struct mq_event event, const void *before,
                       const void *view)
{
    const struct mq_game *game = walk->show->game;
    struct mq_json_writer *w = &walk->q->w;
    struct mq_note notes[MQ_MAX_NOTES];
    int n = game->describe(game, before, event, view, notes);

    mq__json_open(w, NULL, '{');
    mq__json_int(w, "number", number + 1);
    if (event.seat == MQ_CHANCE_SEAT) {
        mq__json_null(w, "seat");
    } else {
        mq__json_int(w, "seat", event.seat);
    }
    mq__bridge_text(game, event, w, "text");
    mq__notes_json(w, "notes", notes, n, &walk->show->voice);
    write_scores(game, view, w);
    if (walk->views) {
        mq__bridge_position(game, view, w, "view");
    }
    mq__json_close(w, '}');
}

static bool visit(void *context, int number, struct mq_event event,
                  const void *before, const void *view)
{
    struct walk *walk = context;

    if (!walk->one) {
        write_item(walk, number, event, before, view);
    } else if (number + 1 == walk->to) {
        mq__bridge_position(walk->show->game, view, &walk->q->w, "view");
        walk->found = true;
    }
    return number + 1 != walk->to;
}

/* The whole log, nothing hidden: an object an event. */
static void write_whole_event(const struct mq_match *match, int k,
                              const struct mq_voice *voice,
                              struct mq_json_writer *w)
{
    const struct mq_game *game = mq_match_game(match);
    struct mq_event event = mq_match_event(match, k);
    alignas(16) state_bytes before, after;
    struct mq_note notes[MQ_MAX_NOTES];

    mq__json_open(w, NULL, '{');
    if (event.seat == MQ_CHANCE_SEAT) {
        int entry = mq_match_event_entry(match, k);

        mq__bridge_text(game, event, w, "chance");
        mq__json_bool(w, "supplied", mq_match_entry(match, entry)->supplied);
    } else {
        mq__json_int(w, "player", event.seat);
        mq__bridge_text(game, event, w, "action");
    }
    if (voice != NULL) {
        mq_match_state_at(match, k, before);
        mq_match_state_at(match, k + 1, after);
        mq__notes_json(w, "notes", notes,
                       game->describe(game, before, event, after, notes),
                       voice);
    }
    mq__json_close(w, '}');
}

static enum mq_status whole_log(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    bool notes = mq__json_get(q->object.node, "notes") != NULL &&
                 mq__read_bool(&q->r, &q->object, "notes");
    enum mq_status status = mq__bridge_fields_end(q);
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    if (status != MQ_OK) {
        return status;
    }
    mq__bridge_voice(bridge, q, names, &voice);
    mq__json_open(&q->w, "log", '[');
    for (int k = 0; k < mq_match_length(bridge->match); k++) {
        write_whole_event(bridge->match, k, notes ? &voice : NULL, &q->w);
    }
    mq__json_close(&q->w, ']');
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* The same as a player's log, with nothing hidden. */
static enum mq_status open_log(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    alignas(16) state_bytes before, after;
    struct show s;
    struct walk walk = {.q = q, .show = &s};
    enum mq_status status;

    mq__read_text(&q->r, &q->object, "player");
    status = mq__bridge_fields_end(q);
    if (status != MQ_OK) {
        return status;
    }
    begin_show(bridge, q, MQ_SPECTATOR, &s);
    mq__json_open(&q->w, "log", '[');
    for (int k = 0; k < mq_match_length(bridge->match); k++) {
        mq_match_state_at(bridge->match, k, before);
        mq_match_state_at(bridge->match, k + 1, after);
        write_item(&walk, k, mq_match_event(bridge->match, k), before, after);
    }
    mq__json_close(&q->w, ']');
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

static int optional_number(struct mq_bridge_request *q, const char *key,
                           int low, int standard)
{
    return mq__json_get(q->object.node, key) != NULL
               ? mq__read_int(&q->r, &q->object, key, low, INT32_MAX)
               : standard;
}

static enum mq_status seen_log(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    int from = optional_number(q, "from", 1, 1);
    struct show s;
    struct walk walk = {.q = q, .show = &s, .to = -1};
    enum mq_status status;

    walk.views = mq__json_get(q->object.node, "views") != NULL &&
                 mq__read_bool(&q->r, &q->object, "views");
    status = read_show(bridge, q, true, &s);
    if (status != MQ_OK) {
        return status;
    }
    mq__json_open(&q->w, "log", '[');
    mq_match_seen(bridge->match, s.seat, from - 1, visit, &walk);
    mq__json_close(&q->w, ']');
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_log(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    const struct mq_json *player = mq__json_get(q->object.node, "player");

    if (player == NULL) {
        return whole_log(bridge, q);
    }
    if (player->kind == MQ_JSON_STRING && strcmp(player->text, "all") == 0) {
        return open_log(bridge, q);
    }
    return seen_log(bridge, q);
}

/* The view before anything happened. */
static void write_first(struct mq_bridge *bridge, struct mq_bridge_request *q,
                        int seat)
{
    alignas(16) state_bytes first, view;

    mq_match_state_at(bridge->match, 0, first);
    mq_view(bridge->game, first, seat, view);
    mq__bridge_position(bridge->game, view, &q->w, "view");
}

enum mq_status mq__bridge_view(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    int at = optional_number(q, "at", 0, -1);
    struct show s;
    struct walk walk = {.q = q, .show = &s, .to = at, .one = true};
    enum mq_status status = read_show(bridge, q, true, &s);

    if (status != MQ_OK) {
        return status;
    }
    if (at < 0) {
        mq__bridge_position(s.game, s.view, &q->w, "view");
    } else if (at == 0) {
        write_first(bridge, q, s.seat);
    } else {
        mq_match_seen(bridge->match, s.seat, at - 1, visit, &walk);
        if (!walk.found) {
            return mq_fail(&q->error, MQ_RANGE, "bridge.no-number", "i", at);
        }
    }
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* Sentences of others, a server's, in the language wanted. */

static bool read_arg(struct mq_bridge_request *q, const struct mq_json *node,
                     struct mq_arg *out)
{
    const struct mq_json *kind = mq__json_get(node, "kind");
    const struct mq_json *value = mq__json_get(node, "value");
    struct mq_buf text;

    if (kind == NULL || kind->kind != MQ_JSON_STRING || value == NULL ||
        (value->kind != MQ_JSON_INT && value->kind != MQ_JSON_STRING)) {
        mq__read_fail(&q->r, "sentences", "bridge.bad-sentence", "");
        return false;
    }
    out->kind = kind->text[0];
    out->number = value->kind == MQ_JSON_INT ? (int32_t)value->integer : 0;
    mq__buf_fixed(&text, out->text, sizeof(out->text));
    mq__buf_str(&text, value->kind == MQ_JSON_STRING ? value->text : "");
    return true;
}

static bool read_message(struct mq_bridge_request *q,
                         const struct mq_json *node, struct mq_message *out)
{
    const struct mq_json *id = mq__json_get(node, "id");
    const struct mq_json *args = mq__json_get(node, "args");

    *out = (struct mq_message){0};
    if (id == NULL || id->kind != MQ_JSON_STRING || args == NULL ||
        args->kind != MQ_JSON_ARRAY || args->count > MQ_MAX_ARGS) {
        mq__read_fail(&q->r, "sentences", "bridge.bad-sentence", "");
        return false;
    }
    out->id = id->text;
    for (const struct mq_json *at = args->first; at != NULL; at = at->next) {
        if (!read_arg(q, at, &out->arg[out->args++])) {
            return false;
        }
    }
    return true;
}

enum mq_status mq__bridge_say(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    const struct mq_json *list =
        mq__read_array(&q->r, &q->object, "sentences", INT32_MAX);
    enum mq_status status = mq__bridge_fields_end(q);
    const char *names[MQ_MAX_PLAYERS];
    struct mq_message message;
    struct mq_voice voice;
    char text[1024];

    if (status != MQ_OK) {
        return status;
    }
    mq__bridge_voice(bridge, q, names, &voice);
    mq__json_open(&q->w, "texts", '[');
    for (const struct mq_json *at = list->first; at != NULL; at = at->next) {
        if (!read_message(q, at, &message)) {
            return MQ_SYNTAX;
        }
        mq_sentence(&message, &voice, text, sizeof(text));
        mq__json_str(&q->w, NULL, text);
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}
