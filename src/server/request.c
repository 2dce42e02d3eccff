/* See request.h. */
#include "server/request.h"

#include "core/game.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void mq__query_get(const char *query, const char *key, char *out, size_t size)
{
    size_t length = strlen(key);

    out[0] = '\0';
    while (*query != '\0') {
        size_t end = strcspn(query, "&");

        if (strncmp(query, key, length) == 0 && query[length] == '=') {
            snprintf(out, size, "%.*s", (int)(end - length - 1),
                     query + length + 1);
            return;
        }
        query += end + (query[end] == '&');
    }
}

void mq__read_copy(struct mq_reader *r, struct mq_read_object *o,
                   const char *key, char *out, size_t size)
{
    const char *text = mq__read_text(r, o, key);

    if (text != NULL && strlen(text) >= size) {
        mq__read_fail(r, key, "server.too-long", "");
        text = NULL;
    }
    snprintf(out, size, "%s", text != NULL ? text : "");
}

static void read_name(struct mq_reader *r, struct mq_read_object *o,
                      const char *key, char out[MQ_NAME_SIZE])
{
    const char *name = mq__read_text(r, o, key);

    out[0] = '\0';
    if (name != NULL && !mq__name_ok(name)) {
        mq__read_fail(r, key, "server.name", "i", MQ_NAME_LENGTH);
    } else if (name != NULL) {
        snprintf(out, MQ_NAME_SIZE, "%s", name);
    }
}

static void read_option(struct mq_reader *r, const struct mq_game *game,
                        const struct mq_json *node, struct mq_setup *setup)
{
    struct mq_error error;
    char text[64];

    switch (node->kind) {
    case MQ_JSON_BOOL:
        snprintf(text, sizeof(text), "%s", node->boolean ? "true" : "false");
        break;
    case MQ_JSON_INT:
        snprintf(text, sizeof(text), "%lld", (long long)node->integer);
        break;
    case MQ_JSON_STRING:
        snprintf(text, sizeof(text), "%s", node->text);
        break;
    default:
        mq__read_fail(r, "options", "read.not-text", "");
        return;
    }
    if (strcmp(node->key, "players") == 0 ||
        mq_setup_set(game, setup, node->key, text, &error) != MQ_OK) {
        mq__read_fail(r, "options", "server.option", "t", node->key);
    }
}

static void read_options(struct mq_reader *r, struct mq_read_object *o,
                         const struct mq_game *game, struct mq_setup *setup)
{
    const struct mq_json *node = mq__read_optional(r, o, "options");

    if (node == NULL) {
        return;
    }
    if (node->kind != MQ_JSON_OBJECT) {
        mq__read_fail(r, "options", "read.not-object", "");
        return;
    }
    for (node = node->first; node != NULL && !r->failed; node = node->next) {
        read_option(r, game, node, setup);
    }
}

static void read_seat(struct mq_reader *r, const struct mq_read_item *at,
                      struct mq_table_request *out)
{
    struct mq_read_object o;
    const char *bot;

    if (!mq__read_item_object(r, at, &o)) {
        return;
    }
    out->seat[at->index].kind =
        (enum mq_seat_kind)mq__read_word(r, &o, "kind", mq__seat_kinds);
    if (mq__read_optional(r, &o, "name") != NULL) {
        read_name(r, &o, "name", out->seat[at->index].name);
    }
    if (out->seat[at->index].kind == MQ_SEAT_BOT) {
        bot = mq__read_text(r, &o, "bot");
        if (bot != NULL && mq_bot_find(bot) == NULL) {
            mq__read_fail(r, "bot", "server.no-bot", "t", bot);
        } else if (bot != NULL) {
            snprintf(out->seat[at->index].bot, MQ_NAME_SIZE, "%s", bot);
        }
    } else {
        mq__read_optional(r, &o, "bot");
    }
    mq__read_done(r, &o);
}

static void read_seats(struct mq_reader *r, struct mq_read_object *o,
                       const struct mq_game *game, struct mq_table_request *out)
{
    const struct mq_json *list = mq__read_array(r, o, "seats", MQ_MAX_PLAYERS);
    struct mq_read_item at = {"seats", 0, list != NULL ? list->first : NULL};

    out->has_seats = true;
    for (; at.node != NULL && !r->failed; at.node = at.node->next) {
        read_seat(r, &at, out);
        at.index++;
    }
    assert(at.index <= MQ_MAX_PLAYERS);
    out->seats = at.index;
    if (!r->failed &&
        (out->seats < game->min_players || out->seats > game->max_players)) {
        mq__read_fail(r, "seats", "server.players", "ii", game->min_players,
                      game->max_players);
    }
}

static void read_clock(struct mq_reader *r, struct mq_read_object *o,
                       struct mq_clock_rule *out)
{
    struct mq_read_object c;

    if (!mq__read_inner(r, o, "clock", &c)) {
        return;
    }
    memset(out, 0, sizeof(*out));
    out->kind =
        (enum mq_clock_kind)mq__read_word(r, &c, "kind", mq__clock_kinds);
    if (out->kind != MQ_CLOCK_NONE) {
        out->seconds = mq__read_int(r, &c, "seconds", 5, 2592000);
    } else {
        mq__read_optional(r, &c, "seconds");
    }
    if (mq__read_optional(r, &c, "increment") != NULL) {
        out->increment = mq__read_int(r, &c, "increment", 0, 86400);
    }
    if (mq__read_optional(r, &c, "on_timeout") != NULL) {
        out->on_timeout =
            (enum mq_timeout)mq__read_word(r, &c, "on_timeout", mq__timeouts);
    }
    mq__read_done(r, &c);
}

static const struct mq_game *read_game(struct mq_games *games,
                                       struct mq_reader *r,
                                       struct mq_read_object *o,
                                       struct mq_table *t, bool opens)
{
    const char *id;
    const struct mq_game *game;

    if (!opens && mq__read_optional(r, o, "game") == NULL) {
        return t->game;
    }
    id = mq__read_text(r, o, "game");
    game = id != NULL ? mq__games_get(games, id) : NULL;
    if (game == NULL) {
        mq__read_fail(r, "game", "server.no-game", "");
        return NULL;
    }
    snprintf(t->game_id, sizeof(t->game_id), "%s", game->id);
    if (game != t->game) {
        mq_setup_init(game, t->players, &t->setup);
    }
    t->game = game;
    return game;
}

static void read_rest(struct mq_reader *r, struct mq_read_object *o,
                      struct mq_table *t, struct mq_table_request *out)
{
    if (mq__read_optional(r, o, "sit") != NULL) {
        out->has_sit = true;
        out->sit = mq__read_int(r, o, "sit", 0, MQ_MAX_PLAYERS - 1);
    }
    if (mq__read_optional(r, o, "listed") != NULL) {
        t->listed = mq__read_bool(r, o, "listed");
    }
    if (mq__read_optional(r, o, "chat") != NULL) {
        t->chat = mq__read_bool(r, o, "chat");
    }
    if (mq__read_optional(r, o, "help") != NULL) {
        out->has_help = true;
        t->help = (enum mq_help)mq__read_word(r, o, "help", mq__helps);
    }
    if (mq__read_optional(r, o, "clock") != NULL) {
        read_clock(r, o, &t->rule);
    }
    if (mq__read_optional(r, o, "start") != NULL) {
        out->start = mq__read_bool(r, o, "start");
    }
}

/* The opener sits on one seat that is a person's; no other is, at first. */
static void check_persons(struct mq_reader *r,
                          const struct mq_table_request *out)
{
    for (int i = 0; i < out->seats && !r->failed; i++) {
        bool person = out->seat[i].kind == MQ_SEAT_PERSON;
        bool own = out->has_sit && out->sit == i;

        if (person != own || (own && out->seat[i].name[0] == '\0')) {
            mq__read_fail(r, "seats", "server.seats", "");
        }
    }
    if (out->has_sit && out->sit >= out->seats) {
        mq__read_fail(r, "sit", "server.seats", "");
    }
}

bool mq__request_table(struct mq_games *games, const struct mq_json *root,
                       bool opens, struct mq_table *t,
                       struct mq_table_request *out, struct mq_error *error)
{
    struct mq_reader r;
    struct mq_read_object o;
    const struct mq_game *game;

    memset(out, 0, sizeof(*out));
    mq__reader_init(&r, "body", error);
    r.status = MQ_SYNTAX;
    if (!mq__read_object(&r, root, &o)) {
        return false;
    }
    game = read_game(games, &r, &o, t, opens);
    if (game != NULL) {
        if (opens || mq__read_optional(&r, &o, "seats") != NULL) {
            read_seats(&r, &o, game, out);
        }
        read_options(&r, &o, game, &t->setup);
        read_rest(&r, &o, t, out);
        if (opens) {
            check_persons(&r, out);
        }
    }
    mq__read_done(&r, &o);
    return !r.failed;
}
