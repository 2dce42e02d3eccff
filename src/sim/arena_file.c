/* An arena's games as JSON lines, so that one can be gone on with. */
#include "sim/arena.h"

#include "core/game.h"

#include <stdio.h>
#include <string.h>

void mq__arena_write_head(const struct mq_arena *arena, struct mq_buf *out)
{
    const char *name[MQ_MAX_ENTRANTS], *command[MQ_MAX_ENTRANTS];
    struct mq_json_writer w;

    for (int i = 0; i < arena->entrants; i++) {
        name[i] = arena->entrant[i].name;
        command[i] = arena->entrant[i].command;
    }
    mq__json_writer_init(&w, out);
    mq__json_add(&w, "{arena:i game:s rules:i players:i options:I", 1,
                 arena->game->id, arena->game->rules_version,
                 arena->setup.players, arena->setup.option,
                 arena->game->option_count);
    mq__json_add(&w,
                 "bots:S commands:S limit:i iterations:i ms:i threads:i "
                 "seed:X}",
                 name, arena->entrants, command, arena->entrants,
                 arena->limit_ms, arena->budget.iterations, arena->budget.ms,
                 arena->budget.threads, arena->seed);
}

void mq__arena_write_game(const struct mq_arena *arena,
                          const struct mq_arena_game *game, struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_add(&w, "{number:l winners:i seats:[", game->number,
                 (int)game->winners);
    for (int seat = 0; seat < arena->setup.players; seat++) {
        mq__json_add(&w, "{bot:s score:n choices:l ms:n}",
                     arena->entrant[game->entrant[seat]].name,
                     game->score[seat], game->choices[seat], game->ms[seat]);
    }
    mq__json_close(&w, ']');
    if (game->forfeit >= 0) {
        mq__json_add(&w, "forfeit:i reason:s answer:s", game->forfeit,
                     game->reason, game->answer);
    }
    mq__json_close(&w, '}');
}

static bool whole(const struct mq_json *object, const char *key, int64_t high,
                  int64_t *out)
{
    const struct mq_json *node = mq__json_get(object, key);

    *out = node != NULL && node->kind == MQ_JSON_INT ? node->integer : -1;
    return *out >= 0 && *out <= high;
}

static bool number(const struct mq_json *object, const char *key, double *out)
{
    const struct mq_json *node = mq__json_get(object, key);

    if (node == NULL ||
        (node->kind != MQ_JSON_INT && node->kind != MQ_JSON_REAL)) {
        return false;
    }
    *out = node->real;
    return true;
}

static bool read_seat(const struct mq_arena *arena, const struct mq_json *node,
                      int seat, struct mq_arena_game *out)
{
    const struct mq_json *bot = mq__json_get(node, "bot");
    const char *name = arena->entrant[out->entrant[seat]].name;
    int64_t choices;

    if (bot == NULL || bot->kind != MQ_JSON_STRING ||
        strcmp(bot->text, name) != 0 ||
        !whole(node, "choices", INT32_MAX, &choices)) {
        return false;
    }
    out->choices[seat] = (long)choices;
    return number(node, "score", &out->score[seat]) &&
           number(node, "ms", &out->ms[seat]);
}

/* Into a fixed place, "" where there is none. */
static void text(const struct mq_json *object, const char *key, char *out,
                 size_t size)
{
    const struct mq_json *node = mq__json_get(object, key);

    snprintf(out, size, "%s",
             node != NULL && node->kind == MQ_JSON_STRING ? node->text : "");
}

static void read_forfeit(const struct mq_json *root, int players,
                         struct mq_arena_game *out)
{
    int64_t seat;

    out->forfeit = whole(root, "forfeit", players - 1, &seat) ? (int)seat : -1;
    text(root, "reason", out->reason, sizeof out->reason);
    text(root, "answer", out->answer, sizeof out->answer);
}

static bool read_root(const struct mq_arena *arena, const struct mq_json *root,
                      struct mq_arena_game *out)
{
    int players = arena->setup.players;
    const struct mq_json *seats = mq__json_get(root, "seats");
    int64_t game, winners;

    if (!whole(root, "number", INT32_MAX, &game) ||
        !whole(root, "winners", (1 << players) - 1, &winners) ||
        seats == NULL || seats->kind != MQ_JSON_ARRAY ||
        seats->count != players) {
        return false;
    }
    out->number = (long)game;
    out->winners = (uint32_t)winners;
    mq__arena_seats(arena, out->number, out->entrant);
    read_forfeit(root, players, out);
    for (int seat = 0; seat < players; seat++) {
        if (!read_seat(arena, mq__json_at(seats, seat), seat, out)) {
            return false;
        }
    }
    return true;
}

bool mq__arena_read_game(const struct mq_arena *arena, const char *line,
                         size_t length, struct mq_arena_game *out)
{
    struct mq_json_doc doc;
    bool good;

    memset(out, 0, sizeof *out);
    good = mq__json_parse(&doc, line, length, NULL) == MQ_OK &&
           read_root(arena, doc.root, out);
    mq__json_finish(&doc);
    return good;
}
