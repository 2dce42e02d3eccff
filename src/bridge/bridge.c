/* The bridge: a line, its op, the answer. Ops that make or change a match are
 * in match.c, those that show one to people in show.c and tell.c, those that
 * judge one in analysis.c. */
#include "ai/hint.h"
#include "bridge/session.h"
#include "core/embed.h"
#include "core/form.h"
#include "core/game.h"
#include "core/hash.h"
#include "core/message_json.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What an answer without position, list or log may need. It is reserved before
 * anything happens, so that telling of it can't fail. */
#define SMALL_ANSWER 8192

static enum mq_status open_built_in(void *context, const char *id,
                                    const struct mq_game **out)
{
    (void)context;
    return mq_game_open(id, NULL, 0, out, NULL);
}

struct mq_bridge *mq__bridge_create(mq_bridge_open open, void *context)
{
    struct mq_bridge *bridge = calloc(1, sizeof(*bridge));

    if (bridge != NULL) {
        bridge->open = open != NULL ? open : open_built_in;
        bridge->context = context;
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
        mq_game_close(bridge->game);
    }
    free(bridge);
}

/* Fields. */

enum mq_status mq__bridge_fields_end(struct mq_bridge_request *q)
{
    mq__read_done(&q->r, &q->object);
    return q->r.failed ? q->error.status : MQ_OK;
}

bool mq__bridge_has(const struct mq_bridge_request *q, const char *key)
{
    return mq__json_get(q->object.node, key) != NULL;
}

bool mq__bridge_flag(struct mq_bridge_request *q, const char *key)
{
    return mq__bridge_has(q, key) && mq__read_bool(&q->r, &q->object, key);
}

int mq__bridge_int(struct mq_bridge_request *q, const char *key, int high,
                   int standard)
{
    return mq__bridge_has(q, key)
               ? mq__read_int(&q->r, &q->object, key, 0, high)
               : standard;
}

int mq__bridge_seat(struct mq_bridge_request *q, const char *key,
                    bool spectator)
{
    const struct mq_json *node = mq__read_child(&q->r, &q->object, key);
    int players = mq_players(q->game, mq_match_state(q->match));

    if (node == NULL) {
        return 0;
    }
    if (spectator && node->kind == MQ_JSON_STRING &&
        strcmp(node->text, "spectator") == 0) {
        return MQ_SPECTATOR;
    }
    return mq__read_int(&q->r, &q->object, key, 0, players - 1);
}

int mq__bridge_player(struct mq_bridge_request *q, bool spectator)
{
    return mq__bridge_seat(q, "player", spectator);
}

enum mq_status mq__bridge_seed(struct mq_bridge_request *q,
                               struct mq_seed *seed, bool *typed)
{
    const struct mq_json *node = mq__read_optional(&q->r, &q->object, "seed");
    char digits[24];
    struct mq_buf buf;

    *typed = node != NULL;
    if (node == NULL) {
        return getentropy(seed->bytes, sizeof(seed->bytes)) == 0
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

void mq__bridge_turn(const struct mq_match *match, struct mq_json_writer *w)
{
    uint32_t actors;
    enum mq_turn turn = mq_match_turn(match, &actors);

    mq__json_add(w, "actors:m chance:b phase:s over:b", actors,
                 turn == MQ_TURN_CHANCE,
                 mq_phase(mq_match_game(match), mq_match_state(match)),
                 turn == MQ_TURN_OVER);
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

/* Ops that only look. */

static void write_option(const struct mq_option *option,
                         struct mq_json_writer *w)
{
    mq__json_add(w, "{name:s", option->name);
    if (option->words == NULL) {
        mq__json_add(w, "low:i high:i", option->low, option->high);
    } else {
        mq__json_open(w, "values", '[');
        for (int i = 0; option->words[i] != NULL; i++) {
            mq__option_json(w, NULL, option, i);
        }
        mq__json_close(w, ']');
    }
    mq__option_json(w, "standard", option, option->standard);
    mq__json_close(w, '}');
}

static void write_game(const struct mq_game *game, struct mq_json_writer *w)
{
    mq__json_add(
        w, "{id:s rules_version:i min_players:i max_players:i options:[",
        game->id, game->rules_version, game->min_players, game->max_players);
    for (int i = 0; i < game->option_count; i++) {
        write_option(&game->options[i], w);
    }
    mq__json_add(w, "]}");
}

static enum mq_status op_games(struct mq_bridge_request *q)
{
    const struct mq_bridge *bridge = q->bridge;
    enum mq_status status = MQ_OK;

    mq__json_open(&q->w, "games", '[');
    for (int i = 0; status == MQ_OK && i < mq_game_count(); i++) {
        const struct mq_game *game;

        status = bridge->open(bridge->context, mq_game_id(i), &game);
        if (status == MQ_OK) {
            write_game(game, &q->w);
            mq_game_close(game);
        } else {
            mq_fail(&q->error, status, "match.no-game", "t", mq_game_id(i));
        }
    }
    mq__json_close(&q->w, ']');
    return status;
}

/* The fields of a game's positions: what docs and types are made from. */
static enum mq_status op_fields(struct mq_bridge_request *q)
{
    const struct mq_bridge *bridge = q->bridge;
    const char *id = mq__read_text(&q->r, &q->object, "game");
    enum mq_status status = mq__bridge_fields_end(q);
    const struct mq_game *game;

    if (status == MQ_OK) {
        status = bridge->open(bridge->context, id, &game);
        if (status != MQ_OK) {
            return mq_fail(&q->error, status, "match.no-game", "t", id);
        }
        mq__form_list(game, &q->w, "fields");
        mq_game_close(game);
    }
    return status;
}

/* What this engine is: whoever asks needs to know no more to begin. */
static enum mq_status op_hello(struct mq_bridge_request *q)
{
    int protocol = mq__bridge_int(q, "protocol", INT32_MAX, MQ_BRIDGE_PROTOCOL);
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK && protocol != MQ_BRIDGE_PROTOCOL) {
        status = mq_fail(&q->error, MQ_VERSION, "bridge.protocol", "ii",
                         protocol, MQ_BRIDGE_PROTOCOL);
    }
    mq__json_add(&q->w, "protocol:i games:[", MQ_BRIDGE_PROTOCOL);
    for (int i = 0; i < mq_game_count(); i++) {
        mq__json_str(&q->w, NULL, mq_game_id(i));
    }
    mq__json_add(&q->w, "] languages:S", mq__languages, mq__catalogue_count);
    return status;
}

static enum mq_status op_position(struct mq_bridge_request *q)
{
    int length = mq_match_length(q->match);
    int at = mq__bridge_int(q, "at", length, length);
    alignas(16) unsigned char st[MQ_MAX_STATE];
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        mq_match_state_at(q->match, at, st);
        mq__bridge_position(q->game, st, &q->w, "position");
    }
    return status;
}

static enum mq_status op_legal(struct mq_bridge_request *q)
{
    mq_action legal[MQ_MAX_LEGAL];
    int seat = mq__bridge_player(q, false);
    enum mq_status status = mq__bridge_fields_end(q);
    uint32_t actors;
    int n = 0;

    if (status != MQ_OK) {
        return status;
    }
    mq_match_turn(q->match, &actors);
    if ((actors >> seat & 1) != 0) {
        n = mq_legal(q->game, mq_match_state(q->match), seat, legal);
    }
    mq__json_open(&q->w, "actions", '[');
    for (int i = 0; i < n; i++) {
        mq__event_json(&q->w, NULL, q->game, (struct mq_event){seat, legal[i]});
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}

static enum mq_status op_chance(struct mq_bridge_request *q)
{
    mq_action action[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    uint32_t actors;
    int n;

    if (mq_match_turn(q->match, &actors) != MQ_TURN_CHANCE) {
        return mq_fail(&q->error, MQ_NOT_CHANCE, "match.not-chance", "");
    }
    n = mq_outcomes(q->game, mq_match_state(q->match), action, p);
    if (n < 0) {
        return mq_fail(&q->error, MQ_TOO_MANY_OUTCOMES,
                       "bridge.too-many-outcomes", "i", MQ_MAX_OUTCOMES);
    }
    mq__json_open(&q->w, "outcomes", '[');
    for (int i = 0; i < n; i++) {
        mq__json_open(&q->w, NULL, '{');
        mq__event_json(&q->w, "text", q->game,
                       (struct mq_event){MQ_CHANCE_SEAT, action[i]});
        mq__json_add(&q->w, "p:r}", p[i]);
    }
    mq__json_close(&q->w, ']');
    return MQ_OK;
}

/* A generator by the field `seed`; then the fields are at their end. */
static enum mq_status read_rng(struct mq_bridge_request *q, struct mq_rng *rng)
{
    struct mq_seed seed;
    bool typed;
    enum mq_status status = mq__bridge_seed(q, &seed, &typed);

    if (status == MQ_OK) {
        status = mq__bridge_fields_end(q);
    }
    if (status == MQ_OK) {
        mq_seed_rng(&seed, 0, 0, rng);
    }
    return status;
}

static enum mq_status op_resample(struct mq_bridge_request *q)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    int seat = mq__bridge_player(q, false);
    struct mq_rng rng;
    enum mq_status status = read_rng(q, &rng);

    if (status == MQ_OK) {
        mq_view(q->game, mq_match_state(q->match), seat, st);
        mq_resample(q->game, st, seat, &rng);
        mq__bridge_position(q->game, st, &q->w, "position");
    }
    return status;
}

/* What the bot expects, or the game's estimate where it doesn't reckon. */
static double expected_result(const struct mq_bridge_request *q, int seat,
                              const struct mq_choice *choice)
{
    alignas(16) unsigned char view[MQ_MAX_STATE];

    if (choice->valued) {
        return choice->candidate[0].value;
    }
    mq_view(q->game, mq_match_state(q->match), seat, view);
    return mq_estimate(q->game, view, seat);
}

/* A bot's choice for a player, by the fields of the request. */
static enum mq_status ask_bot(struct mq_bridge_request *q, int seat,
                              const char *name, struct mq_choice *out)
{
    struct mq_budget budget = {
        .iterations = mq__bridge_int(q, "iterations", MQ_BRIDGE_ITERATIONS, 0),
        .ms = mq__bridge_int(q, "ms", 600000, 0),
    };
    const struct mq_bot *bot;
    struct mq_rng rng;
    enum mq_status status = read_rng(q, &rng);

    if (status != MQ_OK) {
        return status;
    }
    bot = mq_bot_find(name);
    if (bot == NULL) {
        return mq_fail(&q->error, MQ_UNKNOWN_WORD, "bridge.no-bot", "t", name);
    }
    status = mq_bot_choose(bot, q->game, mq_match_state(q->match), seat,
                           &budget, &rng, out);
    if (status == MQ_NOT_YOUR_TURN) {
        return mq_fail(&q->error, status, "match.not-your-turn", "p", seat);
    }
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "bridge.bot-failed", "t", name);
    }
    return MQ_OK;
}

static enum mq_status op_bot(struct mq_bridge_request *q)
{
    const char *name = mq__read_text(&q->r, &q->object, "bot");
    int seat = mq__bridge_player(q, false);
    struct mq_choice choice = {0};
    enum mq_status status = ask_bot(q, seat, name, &choice);

    if (status == MQ_OK) {
        mq__hint_order(&choice);
        mq__event_json(&q->w, "action", q->game,
                       (struct mq_event){seat, choice.candidate[0].action});
        mq__json_real(&q->w, "value", expected_result(q, seat, &choice));
        mq__bridge_moves(q, seat, &choice);
    }
    return status;
}

static enum mq_status op_hint(struct mq_bridge_request *q)
{
    const char *name = mq__bridge_has(q, "bot")
                           ? mq__read_text(&q->r, &q->object, "bot")
                           : "expert";
    int seat = mq__bridge_player(q, false);
    struct mq_choice choice;
    enum mq_status status = ask_bot(q, seat, name, &choice);

    if (status == MQ_OK) {
        mq__hint_list(&choice);
        mq__bridge_moves(q, seat, &choice);
    }
    return status;
}

/* The line. */

enum {
    MATCH = 1,   /* the op needs one */
    CHANGES = 2, /* it changes the match: an analysis that was begun ends */
    TURN = 4,    /* its answer ends with whose turn it is */
    BARE = 8,    /* it has no fields */
};

static const struct op {
    const char *name;
    mq_bridge_op *run;
    unsigned traits;
} ops[] = {
    {"analyze", mq__bridge_analyze, MATCH | TURN},
    {"apply", mq__bridge_apply, MATCH | CHANGES},
    {"board", mq__bridge_board, MATCH | TURN},
    {"bot", op_bot, MATCH | TURN},
    {"breakdown", mq__bridge_breakdown, MATCH | TURN},
    {"chance", op_chance, MATCH | TURN | BARE},
    {"close", mq__bridge_close, MATCH | CHANGES | TURN | BARE},
    {"fields", op_fields, 0},
    {"games", op_games, BARE},
    {"hello", op_hello, 0},
    {"hint", op_hint, MATCH | TURN},
    {"judge", mq__bridge_judge, MATCH | TURN},
    {"legal", op_legal, MATCH | TURN},
    {"load", mq__bridge_load, CHANGES},
    {"log", mq__bridge_log, MATCH | TURN},
    {"new", mq__bridge_new, CHANGES},
    {"now", mq__bridge_now, MATCH | TURN},
    {"odds", mq__bridge_odds, MATCH | TURN},
    {"open", mq__bridge_open, CHANGES},
    {"pack", mq__bridge_pack, MATCH | TURN | BARE},
    {"play", mq__bridge_play, MATCH | CHANGES},
    {"position", op_position, MATCH | TURN},
    {"redo", mq__bridge_redo, MATCH | CHANGES | TURN | BARE},
    {"resample", op_resample, MATCH | TURN},
    {"sample", mq__bridge_sample, MATCH | CHANGES | BARE},
    {"save", mq__bridge_save, MATCH | TURN | BARE},
    {"say", mq__bridge_say, MATCH},
    {"score", mq__bridge_score, MATCH | TURN | BARE},
    {"tables", mq__bridge_tables, 0},
    {"tell", mq__bridge_tell, MATCH | TURN},
    {"undo", mq__bridge_undo, MATCH | CHANGES | TURN},
    {"view", mq__bridge_view, MATCH | TURN},
    {"why", mq__bridge_why, MATCH | TURN},
};

/* The first keys of every answer. */
static void begin_answer(struct mq_bridge_request *q, bool ok)
{
    mq__json_add(&q->w, "{ok:b", ok);
    if (q->id != NULL) {
        mq__json_node(&q->w, "id", q->id);
    }
}

/* The request's own name, a number or a short text: its answer has it too. */
static void read_id(struct mq_bridge_request *q)
{
    const struct mq_json *id = mq__read_optional(&q->r, &q->object, "id");

    if (id == NULL || id->kind == MQ_JSON_INT ||
        (id->kind == MQ_JSON_STRING && strlen(id->text) <= MQ_BRIDGE_ID)) {
        q->id = id;
    } else {
        mq__read_fail(&q->r, "id", "bridge.bad-id", "i", MQ_BRIDGE_ID);
    }
}

static enum mq_status run_op(struct mq_bridge_request *q, const struct op *op)
{
    enum mq_status status = MQ_OK;

    if ((op->traits & MATCH) != 0 && q->match == NULL) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.no-match", "");
    }
    begin_answer(q, true);
    if ((op->traits & BARE) != 0) {
        status = mq__bridge_fields_end(q);
    }
    if (status == MQ_OK) {
        status = op->run(q);
    }
    if (status == MQ_OK && (op->traits & TURN) != 0) {
        mq__bridge_turn(q->match, &q->w);
    }
    if (status == MQ_OK && (op->traits & CHANGES) != 0) {
        mq__bridge_end_analysis(q->bridge);
    }
    return status;
}

static enum mq_status find_op(struct mq_bridge_request *q)
{
    const char *name = mq__read_text(&q->r, &q->object, "op");

    read_id(q);
    if (mq__bridge_has(q, "language")) {
        q->language = mq__languages[mq__read_word(&q->r, &q->object, "language",
                                                  mq__languages)];
    }
    if (q->r.failed) {
        return q->error.status;
    }
    for (size_t i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
        if (strcmp(ops[i].name, name) == 0) {
            return run_op(q, &ops[i]);
        }
    }
    return mq_fail(&q->error, MQ_UNKNOWN_WORD, "bridge.no-op", "t", name);
}

static enum mq_status read_request(struct mq_bridge_request *q,
                                   const struct mq_json *root)
{
    enum mq_status status = MQ_SYNTAX;

    mq__reader_init(&q->r, "request", &q->error);
    q->r.status = MQ_SYNTAX;
    if (mq__read_object(&q->r, root, &q->object)) {
        status = find_op(q);
    }
    mq__json_close(&q->w, '}');
    if (status == MQ_OK && q->answer->failed) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    return status;
}

static void write_error(struct mq_bridge_request *q, enum mq_status status)
{
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    mq__bridge_voice(q, names, &voice);
    mq__buf_clear(q->answer);
    mq__json_writer_init(&q->w, q->answer);
    begin_answer(q, false);
    mq__json_add(&q->w, "error:{code:s", mq_status_word(status));
    if (q->rule != NULL) {
        mq__json_str(&q->w, "rule", q->rule);
    }
    mq__message_keys(&q->w, &q->error.message, &voice);
    mq__json_add(&q->w, "}}");
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
    struct mq_bridge_request q = {.bridge = bridge,
                                  .game = bridge->game,
                                  .match = bridge->match,
                                  .answer = answer};
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
        status = read_request(&q, doc.root);
    }
    if (status != MQ_OK) {
        write_error(&q, status);
    }
    mq__json_finish(&doc);
    return answer->failed ? MQ_NOMEM : MQ_OK;
}
