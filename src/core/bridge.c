/* The bridge: a line, its op, the answer. Ops that make or change a match are
 * in bridge_match.c, those that show one to people in bridge_show.c, those that
 * judge one in bridge_analysis.c. */
#include "core/bridge_session.h"
#include "core/hash.h"
#include "core/message_json.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* What an answer without position, list or log may need. It is reserved before
 * anything happens, so that telling of it can't fail. */
#define SMALL_ANSWER 8192

struct mq_bridge *mq__bridge_create(const struct mq_bridge_host *host)
{
    struct mq_bridge *bridge = calloc(1, sizeof(*bridge));

    if (bridge != NULL) {
        bridge->host = host;
    }
    return bridge;
}

void mq__bridge_destroy(struct mq_bridge *bridge)
{
    if (bridge == NULL) {
        return;
    }
    mq__bridge_end_analysis(bridge);
    mq_match_destroy(bridge->match);
    if (bridge->game != NULL && !bridge->match_owns_game) {
        bridge->host->close_game(bridge->game);
    }
    free(bridge);
}

/* Fields. */

enum mq_status mq__bridge_fields_end(struct mq_bridge_request *q)
{
    mq__read_done(&q->r, &q->object);
    return q->r.failed ? q->error.status : MQ_OK;
}

int mq__bridge_int(struct mq_bridge_request *q, const char *key, int high,
                   int standard)
{
    return mq__json_get(q->object.node, key) != NULL
               ? mq__read_int(&q->r, &q->object, key, 0, high)
               : standard;
}

int mq__bridge_player(struct mq_bridge *bridge, struct mq_bridge_request *q,
                      bool spectator)
{
    const struct mq_json *node = mq__read_child(&q->r, &q->object, "player");
    int players =
        bridge->game->players(bridge->game, mq_match_state(bridge->match));

    if (node == NULL) {
        return 0;
    }
    if (spectator && node->kind == MQ_JSON_STRING &&
        strcmp(node->text, "spectator") == 0) {
        return MQ_SPECTATOR;
    }
    return mq__read_int(&q->r, &q->object, "player", 0, players - 1);
}

enum mq_status mq__bridge_seed(struct mq_bridge *bridge,
                               struct mq_bridge_request *q,
                               struct mq_seed *seed, bool *typed)
{
    const struct mq_json *node = mq__read_optional(&q->r, &q->object, "seed");
    char digits[24];
    struct mq_buf buf;

    *typed = node != NULL;
    if (node == NULL) {
        return bridge->host->random(bridge->host->context, seed)
                   ? MQ_OK
                   : mq_fail(&q->error, MQ_IO, "bridge.no-random", "");
    }
    if (node->kind == MQ_JSON_INT) {
        mq__buf_fixed(&buf, digits, sizeof(digits));
        mq__buf_int(&buf, (long long)node->integer);
        mq_seed_from_text(seed, digits);
        return MQ_OK;
    }
    if (node->kind != MQ_JSON_STRING) {
        return mq_fail(&q->error, MQ_SYNTAX, "read.not-text", "t",
                       "request.seed");
    }
    if (strlen(node->text) == 2 * sizeof(seed->bytes) &&
        mq__hex_read(node->text, seed->bytes, sizeof(seed->bytes))) {
        *typed = false;
        return MQ_OK;
    }
    mq_seed_from_text(seed, node->text);
    return MQ_OK;
}

/* Parts of answers. */

void mq__bridge_seats(struct mq_json_writer *w, const char *key, uint32_t mask)
{
    mq__json_open(w, key, '[');
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if ((mask >> seat & 1) != 0) {
            mq__json_int(w, NULL, seat);
        }
    }
    mq__json_close(w, ']');
}

void mq__bridge_turn(const struct mq_match *match, struct mq_json_writer *w)
{
    const struct mq_game *game = mq_match_game(match);
    uint32_t actors;
    enum mq_turn turn = mq_match_turn(match, &actors);

    mq__bridge_seats(w, "actors", actors);
    mq__json_bool(w, "chance", turn == MQ_TURN_CHANCE);
    mq__json_str(w, "phase", game->phase(game, mq_match_state(match)));
    mq__json_bool(w, "over", turn == MQ_TURN_OVER);
}

void mq__bridge_position(const struct mq_game *game, const void *st,
                         struct mq_json_writer *w, const char *key)
{
    char *json = mq_position_write(game, st);

    if (json == NULL) {
        w->buf->failed = true;
        return;
    }
    mq__json_raw(w, key, json);
    free(json);
}

void mq__bridge_text(const struct mq_game *game, struct mq_event event,
                     struct mq_json_writer *w, const char *key)
{
    char text[MQ_TEXT_SIZE];

    mq_event_text(game, event, text, sizeof(text));
    mq__json_str(w, key, text);
}

/* Ops that only look. */

/* A word of an option, as `new` takes it: true and false are no texts. */
static void write_word(const struct mq_option *option, int value,
                       struct mq_json_writer *w, const char *key)
{
    if (option->words == mq_yes_no) {
        mq__json_bool(w, key, value != 0);
    } else {
        mq__json_str(w, key, option->words[value]);
    }
}

static void write_option(const struct mq_option *option,
                         struct mq_json_writer *w)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "name", option->name);
    if (option->words == NULL) {
        mq__json_int(w, "low", option->low);
        mq__json_int(w, "high", option->high);
        mq__json_int(w, "standard", option->standard);
    } else {
        mq__json_open(w, "values", '[');
        for (int i = 0; option->words[i] != NULL; i++) {
            write_word(option, i, w, NULL);
        }
        mq__json_close(w, ']');
        write_word(option, option->standard, w, "standard");
    }
    mq__json_close(w, '}');
}

static void write_game(const struct mq_game *game, struct mq_json_writer *w)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "id", game->id);
    mq__json_int(w, "rules_version", game->rules_version);
    mq__json_int(w, "min_players", game->min_players);
    mq__json_int(w, "max_players", game->max_players);
    mq__json_open(w, "options", '[');
    for (int i = 0; i < game->option_count; i++) {
        write_option(&game->options[i], w);
    }
    mq__json_close(w, ']');
    mq__json_close(w, '}');
}

static enum mq_status op_games(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    const struct mq_bridge_host *host = bridge->host;
    enum mq_status status = mq__bridge_fields_end(q);

    mq__json_open(&q->w, "games", '[');
    for (int i = 0; status == MQ_OK && i < host->game_count(); i++) {
        const struct mq_game *game;

        status = host->open_game(host->context, host->game_id(i), &game);
        if (status == MQ_OK) {
            write_game(game, &q->w);
            host->close_game(game);
        } else {
            mq_fail(&q->error, status, "match.no-game", "t", host->game_id(i));
        }
    }
    mq__json_close(&q->w, ']');
    return status;
}

static enum mq_status op_position(struct mq_bridge *bridge,
                                  struct mq_bridge_request *q)
{
    int length = mq_match_length(bridge->match);
    int at = mq__bridge_int(q, "at", length, length);
    alignas(16) unsigned char st[MQ_MAX_STATE];
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        mq_match_state_at(bridge->match, at, st);
        mq__bridge_position(bridge->game, st, &q->w, "position");
        mq__bridge_turn(bridge->match, &q->w);
    }
    return status;
}

static enum mq_status op_legal(struct mq_bridge *bridge,
                               struct mq_bridge_request *q)
{
    const struct mq_game *game = bridge->game;
    mq_action legal[MQ_MAX_LEGAL];
    int seat = mq__bridge_player(bridge, q, false);
    enum mq_status status = mq__bridge_fields_end(q);
    uint32_t actors;
    int n = 0;

    if (status != MQ_OK) {
        return status;
    }
    mq_match_turn(bridge->match, &actors);
    if ((actors >> seat & 1) != 0) {
        n = game->legal(game, mq_match_state(bridge->match), seat, legal);
    }
    mq__json_open(&q->w, "actions", '[');
    for (int i = 0; i < n; i++) {
        mq__bridge_text(game, (struct mq_event){seat, legal[i]}, &q->w, NULL);
    }
    mq__json_close(&q->w, ']');
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

static void write_outcomes(const struct mq_game *game, const mq_action *action,
                           const double *p, int n, struct mq_json_writer *w)
{
    mq__json_open(w, "outcomes", '[');
    for (int i = 0; i < n; i++) {
        mq__json_open(w, NULL, '{');
        mq__bridge_text(game, (struct mq_event){MQ_CHANCE_SEAT, action[i]}, w,
                        "text");
        mq__json_real(w, "p", p[i]);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

static enum mq_status op_chance(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    const struct mq_game *game = bridge->game;
    mq_action action[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    enum mq_status status = mq__bridge_fields_end(q);
    uint32_t actors;
    int n;

    if (status != MQ_OK) {
        return status;
    }
    if (mq_match_turn(bridge->match, &actors) != MQ_TURN_CHANCE) {
        return mq_fail(&q->error, MQ_NOT_CHANCE, "match.not-chance", "");
    }
    n = game->outcomes(game, mq_match_state(bridge->match), action, p);
    if (n < 0) {
        return mq_fail(&q->error, MQ_TOO_MANY_OUTCOMES,
                       "bridge.too-many-outcomes", "i", MQ_MAX_OUTCOMES);
    }
    write_outcomes(game, action, p, n, &q->w);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

static enum mq_status op_resample(struct mq_bridge *bridge,
                                  struct mq_bridge_request *q)
{
    const struct mq_game *game = bridge->game;
    alignas(16) unsigned char st[MQ_MAX_STATE];
    int seat = mq__bridge_player(bridge, q, false);
    struct mq_seed seed;
    struct mq_rng rng;
    bool typed;
    enum mq_status status = mq__bridge_seed(bridge, q, &seed, &typed);

    if (status == MQ_OK) {
        status = mq__bridge_fields_end(q);
    }
    if (status != MQ_OK) {
        return status;
    }
    mq_seed_rng(&seed, 0, 0, &rng);
    mq_view(game, mq_match_state(bridge->match), seat, st);
    game->resample(game, st, seat, &rng);
    mq__bridge_position(game, st, &q->w, "position");
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

/* What the bot expects, or the game's estimate where it doesn't reckon. */
static double expected_result(struct mq_bridge *bridge, int seat,
                              const struct mq_choice *choice)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];

    if (choice->valued) {
        return choice->candidate[0].value;
    }
    mq_view(bridge->game, mq_match_state(bridge->match), seat, view);
    return bridge->game->estimate(bridge->game, view, seat);
}

/* A bot's choice for a player, by the fields of the request. */
static enum mq_status ask_bot(struct mq_bridge *bridge,
                              struct mq_bridge_request *q, int seat,
                              const char *name, struct mq_choice *out)
{
    struct mq_budget budget = {
        .iterations = mq__bridge_int(q, "iterations", MQ_BRIDGE_ITERATIONS, 0),
        .ms = mq__bridge_int(q, "ms", 600000, 0),
    };
    const struct mq_bot *bot;
    struct mq_seed seed;
    struct mq_rng rng;
    bool typed;
    enum mq_status status = mq__bridge_seed(bridge, q, &seed, &typed);

    if (status == MQ_OK) {
        status = mq__bridge_fields_end(q);
    }
    if (status != MQ_OK) {
        return status;
    }
    bot = bridge->host->find_bot(name);
    if (bot == NULL) {
        return mq_fail(&q->error, MQ_UNKNOWN_WORD, "bridge.no-bot", "t", name);
    }
    mq_seed_rng(&seed, 0, 0, &rng);
    status =
        bridge->host->choose(bot, bridge->game, mq_match_state(bridge->match),
                             seat, &budget, &rng, out);
    if (status == MQ_NOT_YOUR_TURN) {
        return mq_fail(&q->error, status, "match.not-your-turn", "p", seat);
    }
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "bridge.bot-failed", "t", name);
    }
    return MQ_OK;
}

static enum mq_status op_bot(struct mq_bridge *bridge,
                             struct mq_bridge_request *q)
{
    const char *name = mq__read_text(&q->r, &q->object, "bot");
    int seat = mq__bridge_player(bridge, q, false);
    struct mq_choice choice = {0};
    enum mq_status status = ask_bot(bridge, q, seat, name, &choice);

    if (status != MQ_OK) {
        return status;
    }
    mq__bridge_text(bridge->game,
                    (struct mq_event){seat, choice.candidate[0].action}, &q->w,
                    "action");
    mq__json_real(&q->w, "value", expected_result(bridge, seat, &choice));
    mq__bridge_moves(bridge, q, seat, &choice);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

static enum mq_status op_hint(struct mq_bridge *bridge,
                              struct mq_bridge_request *q)
{
    const struct mq_json *bot = mq__read_optional(&q->r, &q->object, "bot");
    const char *name =
        bot != NULL ? mq__read_text(&q->r, &q->object, "bot") : "expert";
    int seat = mq__bridge_player(bridge, q, false);
    struct mq_choice choice;
    enum mq_status status = ask_bot(bridge, q, seat, name, &choice);

    if (status == MQ_OK) {
        mq__bridge_moves(bridge, q, seat, &choice);
        mq__bridge_turn(bridge->match, &q->w);
    }
    return status;
}

/* The line. */

static const struct {
    const char *name;
    mq_bridge_op run;
    bool match;   /* needs one */
    bool changes; /* it: what was begun about it ends */
} ops[] = {
    {"analyze", mq__bridge_analyze, true, false},
    {"apply", mq__bridge_apply, true, true},
    {"board", mq__bridge_board, true, false},
    {"bot", op_bot, true, false},
    {"breakdown", mq__bridge_breakdown, true, false},
    {"chance", op_chance, true, false},
    {"close", mq__bridge_close, true, true},
    {"games", op_games, false, false},
    {"hint", op_hint, true, false},
    {"judge", mq__bridge_judge, true, false},
    {"legal", op_legal, true, false},
    {"load", mq__bridge_load, false, true},
    {"log", mq__bridge_log, true, false},
    {"new", mq__bridge_new, false, true},
    {"now", mq__bridge_now, true, false},
    {"odds", mq__bridge_odds, true, false},
    {"open", mq__bridge_open, false, true},
    {"position", op_position, true, false},
    {"redo", mq__bridge_redo, true, true},
    {"resample", op_resample, true, false},
    {"sample", mq__bridge_sample, true, true},
    {"save", mq__bridge_save, true, false},
    {"say", mq__bridge_say, true, false},
    {"score", mq__bridge_score, true, false},
    {"tables", mq__bridge_tables, false, false},
    {"undo", mq__bridge_undo, true, true},
    {"view", mq__bridge_view, true, false},
    {"why", mq__bridge_why, true, false},
};

static enum mq_status run_op(struct mq_bridge *bridge,
                             struct mq_bridge_request *q)
{
    static const char *const languages[] = {"en", "de", NULL};
    const char *name = mq__read_text(&q->r, &q->object, "op");
    enum mq_status status;

    if (mq__json_get(q->object.node, "language") != NULL) {
        q->language =
            languages[mq__read_word(&q->r, &q->object, "language", languages)];
    }
    if (q->r.failed) {
        return q->error.status;
    }
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (strcmp(ops[i].name, name) != 0) {
            continue;
        }
        if (ops[i].match && bridge->match == NULL) {
            return mq_fail(&q->error, MQ_NOTHING, "bridge.no-match", "");
        }
        status = ops[i].run(bridge, q);
        if (status == MQ_OK && ops[i].changes) {
            mq__bridge_end_analysis(bridge);
        }
        return status;
    }
    return mq_fail(&q->error, MQ_UNKNOWN_WORD, "bridge.no-op", "t", name);
}

static enum mq_status read_request(struct mq_bridge *bridge,
                                   struct mq_bridge_request *q,
                                   const struct mq_json *root)
{
    enum mq_status status = MQ_SYNTAX;

    mq__reader_init(&q->r, "request", &q->error);
    q->r.status = MQ_SYNTAX;
    mq__json_open(&q->w, NULL, '{');
    mq__json_bool(&q->w, "ok", true);
    if (mq__read_object(&q->r, root, &q->object)) {
        status = run_op(bridge, q);
    }
    mq__json_close(&q->w, '}');
    if (status == MQ_OK && q->answer->failed) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    return status;
}

static void write_error(struct mq_bridge *bridge, struct mq_bridge_request *q,
                        enum mq_status status)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    mq__bridge_voice(bridge, q, names, &voice);
    mq__buf_clear(q->answer);
    mq__json_writer_init(&q->w, q->answer);
    mq__json_open(&q->w, NULL, '{');
    mq__json_bool(&q->w, "ok", false);
    mq__json_open(&q->w, "error", '{');
    mq__json_str(&q->w, "code", mq_status_word(status));
    if (q->rule != NULL) {
        mq__json_str(&q->w, "rule", q->rule);
    }
    mq__message_keys(&q->w, &q->error.message, &voice);
    mq__json_close(&q->w, '}');
    mq__json_close(&q->w, '}');
}

static bool reserve(struct mq_buf *answer)
{
    char blanks[SMALL_ANSWER];

    memset(blanks, ' ', sizeof(blanks));
    mq__buf_clear(answer);
    mq__buf_add(answer, blanks, sizeof(blanks));
    if (answer->failed) {
        return false;
    }
    mq__buf_clear(answer);
    return true;
}

enum mq_status mq__bridge_line(struct mq_bridge *bridge, const char *line,
                               size_t length, struct mq_buf *answer)
{
    struct mq_bridge_request q = {.answer = answer};
    struct mq_json_doc doc = {0};
    enum mq_status status;

    if (!reserve(answer)) {
        return MQ_NOMEM;
    }
    mq__json_writer_init(&q.w, answer);
    if (length > MQ_BRIDGE_LINE) {
        status = mq_fail(&q.error, MQ_LIMIT, "bridge.too-long", "i",
                         (int)MQ_BRIDGE_LINE);
    } else {
        status = mq__json_parse(&doc, line, length, &q.error);
    }
    if (status == MQ_OK) {
        status = read_request(bridge, &q, doc.root);
    }
    if (status != MQ_OK) {
        write_error(bridge, &q, status);
    }
    mq__json_finish(&doc);
    return answer->failed ? MQ_NOMEM : MQ_OK;
}
