/* The JSON lines between an arena and a bot that is a child process. A bot
 * gets what its seat sees, never a position. */
#include "sim/arena_talk.h"

#include "sim/state.h"

#include <stdlib.h>

static struct mq_child_limit limit_of(const struct mq_talk *talk)
{
    struct mq_child_limit limit = {talk->arena->limit_ms, talk->arena->stop};

    return limit;
}

static void open_line(struct mq_json_writer *w, struct mq_buf *line,
                      const char *op)
{
    mq__buf_init(line);
    mq__json_writer_init(w, line);
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "op", op);
}

/* Closes the line, sends it and lets go of it. */
static enum mq_child_result send_line(struct mq_talk *talk,
                                      struct mq_json_writer *w,
                                      struct mq_buf *line)
{
    struct mq_child_limit limit = limit_of(talk);
    enum mq_child_result result;

    mq__json_close(w, '}');
    mq__buf_char(line, '\n');
    result = line->failed ? MQ_CHILD_CRASH
                          : mq__child_tell(talk->child, line->data,
                                           line->length, &limit);
    mq__buf_finish(line);
    return result;
}

static void write_options(const struct mq_arena *arena,
                          struct mq_json_writer *w)
{
    mq__json_open(w, "options", '{');
    for (int i = 0; i < arena->game->option_count; i++) {
        const struct mq_option *option = &arena->game->options[i];
        int value = arena->setup.option[i];

        if (option->words == mq_yes_no) {
            mq__json_bool(w, option->name, value != 0);
        } else if (option->words != NULL) {
            mq__json_str(w, option->name, option->words[value]);
        } else {
            mq__json_int(w, option->name, value);
        }
    }
    mq__json_close(w, '}');
}

enum mq_child_result mq__talk_start(struct mq_talk *talk)
{
    struct mq_json_writer w;
    struct mq_buf line;

    mq__buf_clear(&talk->events);
    if (talk->child->pid == 0 && !mq__child_start(talk->child, talk->command)) {
        return MQ_CHILD_CRASH;
    }
    open_line(&w, &line, "start");
    mq__json_str(&w, "game", talk->arena->game->id);
    mq__json_int(&w, "players", talk->arena->setup.players);
    mq__json_int(&w, "player", talk->seat);
    write_options(talk->arena, &w);
    return send_line(talk, &w, &line);
}

void mq__talk_note(struct mq_talk *talk, const void *before,
                   struct mq_event event)
{
    const struct mq_game *game = talk->arena->game;
    struct mq_event seen;
    struct mq_json_writer w;
    char text[MQ_TEXT_SIZE];

    if (!game->seen(game, before, event, talk->seat, &seen)) {
        return;
    }
    mq_event_text(game, seen, text, sizeof text);
    if (talk->events.length > 0) {
        mq__buf_char(&talk->events, ',');
    }
    mq__json_writer_init(&w, &talk->events);
    mq__json_open(&w, NULL, '{');
    if (seen.seat == MQ_CHANCE_SEAT) {
        mq__json_str(&w, "chance", text);
    } else {
        mq__json_int(&w, "player", seen.seat);
        mq__json_str(&w, "action", text);
    }
    mq__json_close(&w, '}');
}

static void write_choice(struct mq_talk *talk, const void *st,
                         struct mq_json_writer *w)
{
    const struct mq_game *game = talk->arena->game;
    struct mq_sim_state view;
    mq_action legal[MQ_MAX_LEGAL];
    char text[MQ_TEXT_SIZE];
    char *json;
    int n;

    mq_view(game, st, talk->seat, view.bytes);
    json = mq_position_write(game, view.bytes);
    n = game->legal(game, view.bytes, talk->seat, legal);
    mq__json_int(w, "player", talk->seat);
    mq__json_raw(w, "view", json != NULL ? json : "null");
    free(json);
    mq__json_open(w, "events", '[');
    mq__buf_str(w->buf, mq__buf_text(&talk->events));
    mq__json_close(w, ']');
    mq__json_open(w, "legal", '[');
    for (int i = 0; i < n; i++) {
        mq_event_text(game, (struct mq_event){talk->seat, legal[i]}, text,
                      sizeof text);
        mq__json_str(w, NULL, text);
    }
    mq__json_close(w, ']');
    mq__json_int(w, "ms", talk->arena->limit_ms);
}

/* `{"action":"board scout"}`: a legal one, or nonsense. */
static enum mq_child_result understand(const struct mq_talk *talk,
                                       const void *st,
                                       const struct mq_buf *answer,
                                       mq_action *out)
{
    const struct mq_game *game = talk->arena->game;
    enum mq_child_result result = MQ_CHILD_NONSENSE;
    const struct mq_json *node = NULL;
    struct mq_json_doc doc;

    if (mq__json_parse(&doc, mq__buf_text(answer), answer->length, NULL) ==
        MQ_OK) {
        node = mq__json_get(doc.root, "action");
    }
    if (node != NULL && node->kind == MQ_JSON_STRING &&
        game->read_text(game, node->text, talk->seat, out, NULL) == MQ_OK &&
        mq_is_legal(game, st, talk->seat, *out)) {
        result = MQ_CHILD_OK;
    }
    mq__json_finish(&doc);
    return result;
}

enum mq_child_result mq__talk_choose(struct mq_talk *talk, const void *st,
                                     struct mq_buf *answer, mq_action *out)
{
    struct mq_child_limit limit = limit_of(talk);
    enum mq_child_result result;
    struct mq_json_writer w;
    struct mq_buf line;

    open_line(&w, &line, "choose");
    write_choice(talk, st, &w);
    mq__buf_clear(&talk->events);
    result = send_line(talk, &w, &line);
    if (result == MQ_CHILD_OK) {
        result = mq__child_hear(talk->child, &limit, answer);
    }
    if (result == MQ_CHILD_OK) {
        result = understand(talk, st, answer, out);
    }
    return result;
}

void mq__talk_end(struct mq_talk *talk, const struct mq_arena_game *game)
{
    int players = talk->arena->setup.players;
    struct mq_json_writer w;
    struct mq_buf line;

    open_line(&w, &line, "end");
    mq__json_open(&w, "winners", '[');
    for (int seat = 0; seat < players; seat++) {
        if ((game->winners >> seat & 1) != 0) {
            mq__json_int(&w, NULL, seat);
        }
    }
    mq__json_close(&w, ']');
    mq__json_open(&w, "scores", '[');
    for (int seat = 0; seat < players; seat++) {
        mq__json_number(&w, NULL, game->score[seat]);
    }
    mq__json_close(&w, ']');
    if (send_line(talk, &w, &line) != MQ_CHILD_OK) {
        mq__child_finish(talk->child);
    }
}
