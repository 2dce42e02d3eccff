/* The game interface: <maxq/game.h> for everybody, on top of the functions
 * that each game fills in. */
#include "core/game.h"

#include "core/buf.h"
#include "core/form.h"
#include "core/json.h"
#include "core/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const mq_yes_no[] = {"false", "true", NULL};

const char *const mq__seat_words[] = {"P1", "P2", "P3", "P4", "P5", NULL};

int mq__seat_of(const char *word)
{
    for (int seat = 0; seat < MQ_MAX_PLAYERS; seat++) {
        if (strcmp(mq__seat_words[seat], word) == 0) {
            return seat;
        }
    }
    return -1;
}

/* Skips characters of a range ('A' to 'Z'). */
static const char *skip(const char *at, const char *end, char from, char to)
{
    while (at < end && *at >= from && *at <= to) {
        at++;
    }
    return at;
}

size_t mq__rule_id(const char *at, const char *end)
{
    const char *hyphen = skip(at, end, 'A', 'Z');
    const char *digits, *stop;

    if (hyphen - at < 2 || hyphen == end || *hyphen != '-') {
        return 0;
    }
    digits = skip(hyphen + 1, end, 'A', 'Z');
    stop = skip(digits, end, '0', '9');
    if (stop == digits || stop - at >= MQ_RULE_ID_SIZE ||
        skip(stop, end, 'A', 'Z') > stop || skip(stop, end, 'a', 'z') > stop) {
        return 0;
    }
    return (size_t)(stop - at);
}

void mq_setup_init(const struct mq_game *game, int players,
                   struct mq_setup *setup)
{
    memset(setup, 0, sizeof(*setup));
    setup->players = players;
    for (int i = 0; i < game->option_count; i++) {
        setup->option[i] = game->options[i].standard;
    }
}

static bool read_whole_number(const char *text, int *out)
{
    char *end;
    long n = strtol(text, &end, 10);

    *out = (int)n;
    return end != text && *end == '\0' && n >= -1000000 && n <= 1000000;
}

static enum mq_status set_number(const char *name, const char *value, int low,
                                 int high, int *out, struct mq_error *error)
{
    int n;

    if (!read_whole_number(value, &n) || n < low || n > high) {
        return mq_fail(error, MQ_RANGE, "option.number", "ttii", name, value,
                       low, high);
    }
    *out = n;
    return MQ_OK;
}

static enum mq_status set_word(const struct mq_option *option,
                               const char *value, int *out,
                               struct mq_error *error)
{
    char list[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    for (int i = 0; option->words[i] != NULL; i++) {
        if (strcmp(option->words[i], value) == 0) {
            *out = i;
            return MQ_OK;
        }
    }
    mq__buf_fixed(&buf, list, sizeof(list));
    mq__buf_words(&buf, option->words);
    return mq_fail(error, MQ_UNKNOWN_WORD, "option.word", "ttt", option->name,
                   value, list);
}

enum mq_status mq_setup_set(const struct mq_game *game, struct mq_setup *setup,
                            const char *name, const char *value,
                            struct mq_error *error)
{
    if (strcmp(name, "players") == 0) {
        return set_number(name, value, game->min_players, game->max_players,
                          &setup->players, error);
    }
    for (int i = 0; i < game->option_count; i++) {
        const struct mq_option *option = &game->options[i];

        if (strcmp(option->name, name) != 0) {
            continue;
        }
        if (option->words != NULL) {
            return set_word(option, value, &setup->option[i], error);
        }
        return set_number(name, value, option->low, option->high,
                          &setup->option[i], error);
    }
    return mq_fail(error, MQ_UNKNOWN_WORD, "option.unknown", "tt", name,
                   game->id);
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
        mq__buf_str(&buf, mq_yes_no[node->boolean]);
    }
}

enum mq_status mq__setup_read(const struct mq_game *g, struct mq_setup *setup,
                              const struct mq_json *options,
                              struct mq_error *error)
{
    enum mq_status status = MQ_OK;

    if (options == NULL) {
        return MQ_OK;
    }
    if (options->kind != MQ_JSON_OBJECT) {
        return MQ_SYNTAX;
    }
    for (const struct mq_json *at = options->first;
         status == MQ_OK && at != NULL; at = at->next) {
        char text[MQ_ARG_TEXT_SIZE];

        option_text(at, text, sizeof(text));
        status = mq_setup_set(g, setup, at->key, text, error);
    }
    return status;
}

int mq__files_read(const struct mq_json *object,
                   struct mq_table_file files[MQ_MAX_FILES])
{
    int n = 0;

    if (object->kind != MQ_JSON_OBJECT || object->count > MQ_MAX_FILES) {
        return -1;
    }
    for (const struct mq_json *at = object->first; at != NULL; at = at->next) {
        if (at->kind != MQ_JSON_STRING) {
            return -1;
        }
        files[n++] =
            (struct mq_table_file){at->key, at->text, strlen(at->text)};
    }
    return n;
}

void mq_event_text(const struct mq_game *game, struct mq_event event, char *out,
                   size_t size)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, size);
    game->words.write_text(game, event, &buf);
    assert(!buf.failed || size < MQ_TEXT_SIZE);
}

char *mq_position_write(const struct mq_game *game, const void *st)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    mq__write_position(game, st, &w);
    if (buf.failed) {
        mq__buf_finish(&buf);
        return NULL;
    }
    return buf.data;
}

enum mq_status mq_position_read(const struct mq_game *game, const char *json,
                                size_t length, void *st, struct mq_error *error)
{
    struct mq_json_doc doc;
    enum mq_status status = mq__json_parse(&doc, json, length, error);

    if (status == MQ_OK) {
        status = mq__read_position(game, doc.root, st, error);
    }
    mq__json_finish(&doc);
    return status;
}

void mq_view(const struct mq_game *game, const void *st, int seat, void *out)
{
    memcpy(out, st, game->state_size);
    mq_redact(game, out, seat);
}

static bool among(const mq_action *actions, int n, mq_action action)
{
    for (int i = 0; i < n; i++) {
        if (actions[i] == action) {
            return true;
        }
    }
    return false;
}

static bool is_outcome(const struct mq_game *game, const void *st,
                       mq_action action)
{
    mq_action outcome[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    int n = mq_outcomes(game, st, outcome, p);

    if (n < 0) {
        return mq_why_not(game, st, MQ_CHANCE_SEAT, action, NULL) == MQ_OK;
    }
    return among(outcome, n, action);
}

bool mq_is_legal(const struct mq_game *game, const void *st, int seat,
                 mq_action action)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = mq_turn(game, st, &actors);

    if (seat == MQ_CHANCE_SEAT) {
        return turn == MQ_TURN_CHANCE && is_outcome(game, st, action);
    }
    if (turn != MQ_TURN_SEATS || seat < 0 || seat >= MQ_MAX_PLAYERS ||
        (actors >> seat & 1) == 0) {
        return false;
    }
    return among(legal, mq_legal(game, st, seat, legal), action);
}

/* The public functions: each calls the game's own. */

enum mq_status mq_begin(const struct mq_game *g, void *st,
                        const struct mq_setup *setup, struct mq_error *error)
{
    return g->rules.setup(g, st, setup, error);
}

int mq_players(const struct mq_game *g, const void *st)
{
    int players = g->rules.players(g, st);

    assert(players >= g->min_players && players <= g->max_players);
    return players;
}

enum mq_turn mq_turn(const struct mq_game *g, const void *st, uint32_t *actors)
{
    return g->rules.turn(g, st, actors);
}

int mq_legal(const struct mq_game *g, const void *st, int seat, mq_action *out)
{
    int n = g->rules.legal(g, st, seat, out);

    assert(n >= 0 && n <= MQ_MAX_LEGAL);
    return n;
}

void mq_apply(const struct mq_game *g, void *st, int seat, mq_action action)
{
    g->rules.apply(g, st, seat, action);
}

int mq_outcomes(const struct mq_game *g, const void *st, mq_action *out,
                double *p)
{
    int n = g->rules.outcomes(g, st, out, p);

    assert(n <= MQ_MAX_OUTCOMES);
    return n;
}

mq_action mq_sample(const struct mq_game *g, const void *st, struct mq_rng *rng)
{
    return g->rules.sample(g, st, rng);
}

int mq_stream(const struct mq_game *g, const void *st)
{
    return g->rules.stream(g, st);
}

void mq_scores(const struct mq_game *g, const void *st, double *out)
{
    g->rules.scores(g, st, out);
}

int mq_breakdown(const struct mq_game *g, const void *st, int seat,
                 struct mq_points *out)
{
    int n = g->rules.breakdown(g, st, seat, out);

    assert(n >= 0 && n <= MQ_MAX_NOTES);
    return n;
}

uint32_t mq_winners(const struct mq_game *g, const void *st)
{
    return g->rules.winners(g, st);
}

const char *mq_phase(const struct mq_game *g, const void *st)
{
    return g->rules.phase(g, st);
}

void mq_redact(const struct mq_game *g, void *st, int seat)
{
    g->secrets.redact(g, st, seat);
}

void mq_resample(const struct mq_game *g, void *st, int seat,
                 struct mq_rng *rng)
{
    g->secrets.resample(g, st, seat, rng);
}

void mq_reopen(const struct mq_game *g, void *st, int seat)
{
    g->secrets.reopen(g, st, seat);
}

bool mq_seen(const struct mq_game *g, const void *before, struct mq_event event,
             int seat, struct mq_event *out)
{
    return g->secrets.seen(g, before, event, seat, out);
}

uint32_t mq_reveals(const struct mq_game *g, const void *before,
                    struct mq_event event)
{
    return g->secrets.reveals(g, before, event);
}

enum mq_status mq_game_learn(const struct mq_game *game, const char *bytes,
                             size_t length, struct mq_error *error)
{
    struct mq_game *own = (struct mq_game *)game;
    struct mq_net *net;
    enum mq_status status = mq__net_read(game, bytes, length, &net, error);

    if (status == MQ_OK) {
        free(own->net);
        own->net = net;
    }
    return status;
}

const char *mq_game_net(const struct mq_game *game)
{
    return game->net != NULL ? game->net->name : "";
}

void mq_weigh(const struct mq_game *g, const void *st, int seat,
              const mq_action *actions, int n, float *w)
{
    g->mind.weigh(g, st, seat, actions, n, w);
}

double mq_estimate(const struct mq_game *g, const void *st, int seat)
{
    double result = g->mind.estimate(g, st, seat);

    assert(result >= 0 && result <= 1);
    return result;
}

enum mq_status mq_why_not(const struct mq_game *g, const void *st, int seat,
                          mq_action action, struct mq_note *out)
{
    return g->words.why_not(g, st, seat, action, out);
}

void mq_ask(const struct mq_game *g, const void *st, int seat,
            struct mq_note *out)
{
    g->words.ask(g, st, seat, out);
}

int mq_explain(const struct mq_game *g, const void *st, int seat,
               mq_action action, struct mq_note *out)
{
    int n = g->words.explain(g, st, seat, action, out);

    assert(n >= 0 && n <= MQ_MAX_NOTES);
    return n;
}

int mq_describe(const struct mq_game *g, const void *before,
                struct mq_event event, const void *after, struct mq_note *out)
{
    int n = g->words.describe(g, before, event, after, out);

    assert(n >= 0 && n <= MQ_MAX_NOTES);
    return n;
}

int mq_odds_list(const struct mq_game *g, const void *st, int seat,
                 struct mq_odds *out)
{
    int n = g->words.odds(g, st, seat, out);

    assert(n >= 0 && n <= MQ_MAX_ODDS);
    return n;
}

enum mq_status mq_read_text(const struct mq_game *g, const char *text, int seat,
                            mq_action *out, struct mq_error *error)
{
    return g->words.read_text(g, text, seat, out, error);
}

enum mq_status mq_check(const struct mq_game *g, const void *st,
                        struct mq_error *error)
{
    return g->position.check != NULL ? g->position.check(g, st, error)
                                     : mq__form_check(g, st, error);
}

bool mq_odds_table_at(const struct mq_game *g, int index,
                      struct mq_odds_table *out)
{
    return g->words.odds_table != NULL && g->words.odds_table(g, index, out);
}

void mq__write_position(const struct mq_game *g, const void *st,
                        struct mq_json_writer *w)
{
    if (g->position.write != NULL) {
        g->position.write(g, st, w);
    } else {
        mq__form_write(g, st, w);
    }
}

enum mq_status mq__read_position(const struct mq_game *g,
                                 const struct mq_json *node, void *st,
                                 struct mq_error *error)
{
    return g->position.read != NULL ? g->position.read(g, node, st, error)
                                    : mq__form_read(g, node, st, error);
}

/* Facts of a game. */

const char *mq_game_word(const struct mq_game *g)
{
    return g->id;
}

int mq_game_rules_version(const struct mq_game *g)
{
    return g->rules_version;
}

void mq_game_players(const struct mq_game *g, int *least, int *most)
{
    *least = g->min_players;
    *most = g->max_players;
}

size_t mq_game_state_size(const struct mq_game *g)
{
    return g->state_size;
}

const struct mq_option *mq_game_options(const struct mq_game *g, int *count)
{
    *count = g->option_count;
    return g->options;
}

const uint8_t *mq_game_tables_hash(const struct mq_game *g)
{
    return g->tables_hash;
}
