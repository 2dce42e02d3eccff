/* The bridge's ops that show a match to people: views, the decision at hand,
 * refusals, chances, points, the log. Everything a player is shown is made from
 * that player's redacted state. */
#include "bridge/show.h"
#include "ai/hint.h"
#include "bridge/session.h"
#include "core/game.h"
#include "core/match_record.h"
#include "core/message_json.h"
#include "term/boards/boards.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

void mq__bridge_voice(const struct mq_bridge_request *q,
                      const char *names[MQ_MAX_PLAYERS], struct mq_voice *out)
{
    *out = (struct mq_voice){.language = q->language};
    if (q->match != NULL) {
        mq__match_voice(q->match, q->language, names, out);
    }
}

/* The seat's view of the match as it stands. */
static void begin_show(const struct mq_bridge_request *q, int seat,
                       struct mq_show *s)
{
    uint32_t actors;

    s->game = q->game;
    s->seat = seat;
    s->tells = false;
    s->pencil.count = 0;
    mq_match_turn(q->match, &actors);
    s->acts = seat >= 0 && (actors >> seat & 1) != 0;
    mq__bridge_voice(q, s->names, &s->voice);
    mq_view(q->game, mq_match_state(q->match), seat, s->view);
}

/* Columns of a board in words; other than that it fills no screen. */
static int read_width(struct mq_bridge_request *q)
{
    return mq__bridge_has(q, "width")
               ? mq__read_int(&q->r, &q->object, "width", 40, 1000)
               : 80;
}

/* Most of these ops begin so: a player, and nothing else that isn't read. */
static enum mq_status read_show(struct mq_bridge_request *q, bool spectator,
                                struct mq_show *s)
{
    int seat = mq__bridge_player(q, spectator);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        begin_show(q, seat, s);
    }
    return status;
}

/* A view of the seat's log. */
struct wanted_view {
    struct mq_show *show;
    int number;
    bool found;
};

static bool take_view(void *context, int number, struct mq_event event,
                      const void *before, const void *view)
{
    struct wanted_view *wanted = context;

    (void)event;
    (void)before;
    if (number + 1 == wanted->number) {
        memcpy(wanted->show->view, view, wanted->show->game->state_size);
        wanted->found = true;
    }
    return !wanted->found;
}

/* The view as it was after that number of the seat's log; false: there is no
 * such number. */
static bool go_back(const struct mq_match *match, int number, struct mq_show *s)
{
    struct wanted_view wanted = {s, number, number == 0};
    alignas(16) state_bytes first;
    uint32_t actors;

    if (number == 0) {
        mq_match_state_at(match, 0, first);
        mq_view(s->game, first, s->seat, s->view);
    } else {
        mq_match_seen(match, s->seat, number - 1, take_view, &wanted);
    }
    s->acts = mq_turn(s->game, s->view, &actors) == MQ_TURN_SEATS &&
              s->seat >= 0 && (actors >> s->seat & 1) != 0;
    return wanted.found;
}

enum mq_status mq__bridge_read_show_at(struct mq_bridge_request *q,
                                       struct mq_show *s)
{
    int at = mq__bridge_int(q, "at", INT32_MAX, -1);
    enum mq_status status = read_show(q, true, s);

    if (status == MQ_OK && at >= 0 && !go_back(q->match, at, s)) {
        return mq_fail(&q->error, MQ_RANGE, "bridge.no-number", "i", at);
    }
    return status;
}

enum mq_status mq__bridge_view(struct mq_bridge_request *q)
{
    struct mq_show s;
    enum mq_status status = mq__bridge_read_show_at(q, &s);

    if (status == MQ_OK) {
        mq__bridge_position(s.game, s.view, &q->w, "view");
    }
    return status;
}

static void write_scores(const struct mq_game *game, const void *st,
                         struct mq_json_writer *w)
{
    double scores[MQ_MAX_PLAYERS] = {0};

    mq_scores(game, st, scores);
    mq__json_add(w, "scores:N", scores, mq_players(game, st));
}

enum mq_status mq__bridge_score(struct mq_bridge_request *q)
{
    uint32_t actors;

    write_scores(q->game, mq_match_state(q->match), &q->w);
    if (mq_match_turn(q->match, &actors) == MQ_TURN_OVER) {
        mq__json_add(&q->w, "winners:m", mq_match_winners(q->match));
    }
    return MQ_OK;
}

/* Now. */

/* Whether an action can't be taken back freely: somebody learns something by
 * it, chance comes next, or a hidden commit is complete. `possible` is a true
 * state as the seat may imagine it, so nothing hidden can show. */
static bool is_final(const struct mq_show *s, const void *possible,
                     mq_action action)
{
    alignas(16) state_bytes after;
    struct mq_event event = {s->seat, action};
    uint32_t before;
    uint32_t next;

    memcpy(after, possible, s->game->state_size);
    mq_turn(s->game, after, &before);
    mq_apply(s->game, after, s->seat, action);
    return mq_turn(s->game, after, &next) == MQ_TURN_CHANCE ||
           mq_reveals(s->game, possible, event) != 0 ||
           ((before & (before - 1)) != 0 && (next >> s->seat & 1) == 0);
}

static void write_choices(const struct mq_show *s, struct mq_json_writer *w)
{
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note notes[MQ_MAX_NOTES];
    int n = s->acts ? mq_legal(s->game, s->view, s->seat, legal) : 0;
    alignas(16) state_bytes possible;
    struct mq_rng rng;

    memcpy(possible, s->view, s->game->state_size);
    if (n > 0) {
        mq_rng_seed(&rng, 1);
        mq_resample(s->game, possible, s->seat, &rng);
    }
    mq__json_open(w, "legal", '[');
    for (int i = 0; i < n; i++) {
        int count = mq_explain(s->game, s->view, s->seat, legal[i], notes);

        mq__json_open(w, NULL, '{');
        mq__event_json(w, "text", s->game,
                       (struct mq_event){s->seat, legal[i]});
        mq__notes_json(w, "notes", notes, count, &s->voice);
        mq__json_bool(w, "final", is_final(s, possible, legal[i]));
        if (s->tells) {
            mq__bridge_write_facts(s, legal[i], w);
        }
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

static void write_ask(const struct mq_show *s, struct mq_json_writer *w)
{
    struct mq_note ask;

    if (!s->acts) {
        mq__json_null(w, "ask");
        return;
    }
    mq_ask(s->game, s->view, s->seat, &ask);
    mq__note_json(w, "ask", &ask, &s->voice);
}

/* The decision at hand. */
static void write_now(const struct mq_match *match, const struct mq_show *s,
                      struct mq_json_writer *w)
{
    bool free = s->seat >= 0 &&
                mq_match_undo_limit(match, s->seat) < mq_match_length(match);

    write_ask(s, w);
    write_choices(s, w);
    mq__json_add(w, "undo:{free:b}", free);
    write_scores(s->game, s->view, w);
    mq__json_add(w, "winners:m", mq_match_winners(match));
    if (s->tells) {
        mq__bridge_write_standings(s, w);
        mq__bridge_write_survey(s, w);
    }
}

enum mq_status mq__bridge_now(struct mq_bridge_request *q)
{
    bool tells = mq__bridge_flag(q, "tell");
    struct mq_pencil pencil;
    struct mq_show s;
    enum mq_status status;

    mq__bridge_read_pencil(q, &pencil);
    status = read_show(q, true, &s);
    if (status == MQ_OK) {
        s.tells = tells;
        s.pencil = pencil;
        write_now(q->match, &s, &q->w);
    }
    return status;
}

enum mq_status mq__bridge_why(struct mq_bridge_request *q)
{
    const char *text = mq__read_text(&q->r, &q->object, "action");
    struct mq_note why = {0};
    mq_action action;
    struct mq_show s;
    enum mq_status status = read_show(q, false, &s);

    if (status == MQ_OK) {
        status = mq_read_text(q->game, text, s.seat, &action, &q->error);
    }
    if (status != MQ_OK) {
        return status;
    }
    if (s.acts) {
        status = mq_why_not(q->game, s.view, s.seat, action, &why);
    } else {
        status = MQ_NOT_YOUR_TURN;
        mq_note_set(&why, NULL, "match.not-your-turn", "p", s.seat);
    }
    mq__json_bool(&q->w, "legal", status == MQ_OK);
    if (status != MQ_OK) {
        mq__note_json(&q->w, "note", &why, &s.voice);
    }
    return MQ_OK;
}

enum mq_status mq__bridge_odds(struct mq_bridge_request *q)
{
    struct mq_odds odds[MQ_MAX_ODDS];
    struct mq_show s;
    enum mq_status status = read_show(q, false, &s);

    if (status == MQ_OK) {
        mq__odds_json(&q->w, "odds", odds,
                      mq_odds_list(s.game, s.view, s.seat, odds), &s.voice);
    }
    return status;
}

static void write_points(const struct mq_show *s, int seat,
                         struct mq_json_writer *w)
{
    struct mq_points points[MQ_MAX_NOTES];
    int n = mq_breakdown(s->game, s->view, seat, points);

    mq__json_open(w, NULL, '[');
    for (int i = 0; i < n; i++) {
        mq__json_add(w, "{source:s rule:s points:i", points[i].source,
                     points[i].rule, points[i].points);
        mq__sentence_json(w, "sentence", &points[i].message, &s->voice);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

/* Where everybody's points come from, as the viewer knows. */
static void write_breakdown(const struct mq_show *s, const char *key,
                            struct mq_json_writer *w)
{
    mq__json_open(w, key, '[');
    for (int seat = 0; seat < mq_players(s->game, s->view); seat++) {
        write_points(s, seat, w);
    }
    mq__json_close(w, ']');
}

enum mq_status mq__bridge_breakdown(struct mq_bridge_request *q)
{
    int viewer =
        mq__bridge_has(q, "player") ? mq__bridge_player(q, true) : MQ_SPECTATOR;
    struct mq_show s;
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        begin_show(q, viewer, &s);
        write_breakdown(&s, "players", &q->w);
    }
    return status;
}

enum mq_status mq__bridge_board(struct mq_bridge_request *q)
{
    struct mq_canvas canvas = {.width = read_width(q), .plain = true};
    struct mq_buf board;
    struct mq_show s;
    enum mq_status status = read_show(q, true, &s);

    if (status != MQ_OK) {
        return status;
    }
    canvas.language = q->language != NULL ? q->language : "en";
    canvas.names = s.names;
    mq__buf_init(&board);
    mq__board(s.game, s.view, s.seat, &canvas, &board);
    mq__json_str(&q->w, "board", mq__buf_text(&board));
    q->answer->failed = q->answer->failed || board.failed;
    mq__buf_finish(&board);
    return MQ_OK;
}

/* Why: what it gains and risks, in one sentence or some. */
static void write_hint(const struct mq_show *s, int seat,
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

void mq__bridge_moves(struct mq_bridge_request *q, int seat,
                      const struct mq_choice *choice)
{
    struct mq_note notes[MQ_MAX_NOTES];
    struct mq_show s;

    begin_show(q, seat, &s);
    mq__json_add(&q->w, "valued:b moves:[", choice->valued);
    for (int i = 0; i < choice->count; i++) {
        mq_action action = choice->candidate[i].action;
        int n = mq_explain(s.game, s.view, seat, action, notes);

        mq__json_open(&q->w, NULL, '{');
        mq__event_json(&q->w, "text", s.game, (struct mq_event){seat, action});
        mq__json_real(&q->w, "value", choice->candidate[i].value);
        if (choice->candidate[i].margin > 0) {
            mq__json_real(&q->w, "margin", choice->candidate[i].margin);
        }
        mq__notes_json(&q->w, "notes", notes, n, &s.voice);
        write_hint(&s, seat, choice, i, &q->w);
        mq__json_close(&q->w, '}');
    }
    mq__json_close(&q->w, ']');
}

/* The log. */

/* What a player has seen, an object an event. */
struct walk {
    struct mq_json_writer *w;
    const struct mq_show *show;
    bool views;
    bool turns; /* who is to act after it, too */
};

static bool write_item(void *context, int number, struct mq_event event,
                       const void *before, const void *view)
{
    const struct walk *walk = context;
    const struct mq_game *game = walk->show->game;
    struct mq_json_writer *w = walk->w;
    struct mq_note notes[MQ_MAX_NOTES];
    int n = mq_describe(game, before, event, view, notes);
    uint32_t actors;
    enum mq_turn turn = mq_turn(game, view, &actors);

    mq__json_add(w,
                 event.seat == MQ_CHANCE_SEAT ? "{number:i seat:0"
                                              : "{number:i seat:i",
                 number + 1, event.seat);
    mq__event_json(w, "text", game, event);
    mq__notes_json(w, "notes", notes, n, &walk->show->voice);
    write_scores(game, view, w);
    if (walk->turns) {
        mq__json_add(w, "actors:m chance:b phase:s", actors,
                     turn == MQ_TURN_CHANCE, mq_phase(game, view));
    }
    if (walk->views) {
        mq__bridge_position(game, view, w, "view");
    }
    mq__json_close(w, '}');
    return true;
}

/* The log of the player that is shown, from a number on (counted from 1). */
static void write_seen(const struct mq_match *match, struct walk *walk,
                       int from)
{
    mq__json_open(walk->w, "log", '[');
    mq_match_seen(match, walk->show->seat, from - 1, write_item, walk);
    mq__json_close(walk->w, ']');
}

/* The whole log, nothing hidden: an object an event. */
static enum mq_status whole_log(struct mq_bridge_request *q)
{
    bool notes = mq__bridge_flag(q, "notes");
    enum mq_status status = mq__bridge_fields_end(q);
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    if (status != MQ_OK) {
        return status;
    }
    mq__bridge_voice(q, names, &voice);
    mq__json_open(&q->w, "log", '[');
    for (int k = 0; k < mq_match_length(q->match); k++) {
        mq__match_event_json(q->match, k, notes ? &voice : NULL, &q->w);
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}

/* The same as a player's log, with nothing hidden. */
static enum mq_status open_log(struct mq_bridge_request *q)
{
    alignas(16) state_bytes before, after;
    struct mq_show s;
    struct walk walk = {.w = &q->w, .show = &s};
    enum mq_status status;

    mq__read_text(&q->r, &q->object, "player");
    status = mq__bridge_fields_end(q);
    if (status != MQ_OK) {
        return status;
    }
    begin_show(q, MQ_SPECTATOR, &s);
    mq__json_open(&q->w, "log", '[');
    for (int k = 0; k < mq_match_length(q->match); k++) {
        mq_match_state_at(q->match, k, before);
        mq_match_state_at(q->match, k + 1, after);
        write_item(&walk, k, mq_match_event(q->match, k), before, after);
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}

/* A number of the viewer's log, from 1. */
static int read_from(struct mq_bridge_request *q)
{
    return mq__bridge_has(q, "from")
               ? mq__read_int(&q->r, &q->object, "from", 1, INT32_MAX)
               : 1;
}

static enum mq_status seen_log(struct mq_bridge_request *q)
{
    int from = read_from(q);
    struct mq_show s;
    struct walk walk = {.w = &q->w, .show = &s};
    enum mq_status status;

    walk.views = mq__bridge_flag(q, "views");
    status = read_show(q, true, &s);
    if (status == MQ_OK) {
        write_seen(q->match, &walk, from);
    }
    return status;
}

enum mq_status mq__bridge_log(struct mq_bridge_request *q)
{
    const struct mq_json *player = mq__json_get(q->object.node, "player");

    if (player == NULL) {
        return whole_log(q);
    }
    if (player->kind == MQ_JSON_STRING && strcmp(player->text, "all") == 0) {
        return open_log(q);
    }
    return seen_log(q);
}

/* One move in one answer: see mq__bridge_play. */

void mq__bridge_read_wanted(struct mq_bridge_request *q,
                            struct mq_bridge_wanted *out)
{
    out->viewer = mq__bridge_has(q, "viewer")
                      ? mq__bridge_seat(q, "viewer", true)
                      : MQ_SPECTATOR;
    out->from = read_from(q);
    out->kept = mq__bridge_int(q, "kept", mq_match_entries(q->match), -1);
    out->views = mq__bridge_flag(q, "views");
    out->position = mq__bridge_flag(q, "position");
    out->tells = mq__bridge_flag(q, "tell");
    mq__bridge_read_pencil(q, &out->pencil);
    out->breakdown = mq__bridge_flag(q, "breakdown");
}

/* Writes a line of the record, without its newline, and frees it. */
static void write_line(char *line, struct mq_json_writer *w)
{
    if (line == NULL) {
        w->buf->failed = true;
        return;
    }
    line[strcspn(line, "\n")] = '\0';
    mq__json_str(w, NULL, line);
    free(line);
}

/* The lines of the record that the caller hasn't kept. */
static void write_record(const struct mq_match *match, int kept,
                         struct mq_json_writer *w)
{
    int entries = mq_match_entries(match);

    if (kept < 0) {
        mq__json_open(w, "head", '[');
        write_line(mq_match_header_line(match), w);
        if (mq_match_has_seed(match) && !mq_match_closed(match)) {
            write_line(mq_match_secret_line(match), w);
        }
        mq__json_close(w, ']');
    }
    mq__json_open(w, "lines", '[');
    for (int i = kept < 0 ? 0 : kept; i < entries; i++) {
        write_line(mq_match_entry_line(match, i), w);
    }
    mq__json_add(w, "] entries:i", entries);
}

/* Whether the viewer sees nothing that isn't open to everybody. */
static bool is_open(const struct mq_match *match, const struct mq_show *s)
{
    alignas(16) state_bytes open;
    char *own, *everybody;
    bool same;

    mq_view(s->game, mq_match_state(match), MQ_SPECTATOR, open);
    own = mq_position_write(s->game, s->view);
    everybody = mq_position_write(s->game, open);
    same = own != NULL && everybody != NULL && strcmp(own, everybody) == 0;
    free(own);
    free(everybody);
    return same;
}

void mq__bridge_wanted(struct mq_bridge_request *q,
                       const struct mq_bridge_wanted *wanted)
{
    struct mq_show s;
    struct walk walk = {&q->w, &s, wanted->views, true};

    begin_show(q, wanted->viewer, &s);
    s.tells = wanted->tells;
    s.pencil = wanted->pencil;
    mq__bridge_position(s.game, s.view, &q->w, "view");
    mq__json_bool(&q->w, "open", is_open(q->match, &s));
    write_now(q->match, &s, &q->w);
    write_seen(q->match, &walk, wanted->from);
    mq__json_int(&q->w, "length", mq_match_length(q->match));
    if (wanted->position) {
        mq__bridge_position(s.game, mq_match_state(q->match), &q->w,
                            "position");
    }
    if (wanted->breakdown) {
        write_breakdown(&s, "breakdown", &q->w);
    }
    write_record(q->match, wanted->kept, &q->w);
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

enum mq_status mq__bridge_say(struct mq_bridge_request *q)
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
    mq__bridge_voice(q, names, &voice);
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
