/* Helpers that every user of the game interface needs. */
#include <maxq/game.h>

#include "core/buf.h"
#include "core/json.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const mq_yes_no[] = {"false", "true", NULL};

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

    mq__buf_fixed(&buf, list, sizeof(list));
    for (int i = 0; option->words[i] != NULL; i++) {
        if (strcmp(option->words[i], value) == 0) {
            *out = i;
            return MQ_OK;
        }
        mq__buf_str(&buf, i > 0 ? ", " : "");
        mq__buf_str(&buf, option->words[i]);
    }
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

void mq_event_text(const struct mq_game *game, struct mq_event event, char *out,
                   size_t size)
{
    struct mq_buf buf;

    mq__buf_fixed(&buf, out, size);
    game->write_text(game, event, &buf);
    assert(!buf.failed || size < MQ_TEXT_SIZE);
}

char *mq_position_write(const struct mq_game *game, const void *st)
{
    struct mq_json_writer w;
    struct mq_buf buf;

    mq__buf_init(&buf);
    mq__json_writer_init(&w, &buf);
    game->write_position(game, st, &w);
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
        status = game->read_position(game, doc.root, st, error);
    }
    mq__json_finish(&doc);
    return status;
}

void mq_view(const struct mq_game *game, const void *st, int seat, void *out)
{
    memcpy(out, st, game->state_size);
    game->redact(game, out, seat);
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
    int n = game->outcomes(game, st, outcome, p);

    if (n < 0) {
        return game->why_not(game, st, MQ_CHANCE_SEAT, action, NULL) == MQ_OK;
    }
    return among(outcome, n, action);
}

bool mq_is_legal(const struct mq_game *game, const void *st, int seat,
                 mq_action action)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t actors;
    enum mq_turn turn = game->turn(game, st, &actors);

    if (seat == MQ_CHANCE_SEAT) {
        return turn == MQ_TURN_CHANCE && is_outcome(game, st, action);
    }
    if (turn != MQ_TURN_SEATS || seat < 0 || seat >= MQ_MAX_PLAYERS ||
        (actors >> seat & 1) == 0) {
        return false;
    }
    return among(legal, game->legal(game, st, seat, legal), action);
}
