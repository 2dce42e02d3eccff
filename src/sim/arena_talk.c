/* The JSON lines between an arena and a bot that is a child process. A bot
 * gets what its seat sees, never a position. */
#include "sim/arena_talk.h"

#include "core/game.h"
#include "core/message_json.h"

#include <stdlib.h>

static struct mq_child_limit limit_of(const struct mq_talk *talk)
{
    struct mq_child_limit limit = {talk->arena->limit_ms, talk->arena->stop};

    return limit;
}

/* A line being written. */
struct line {
    struct mq_buf buf;
    struct mq_json_writer w;
};

static void open_line(struct line *line, const char *op)
{
    mq__buf_init(&line->buf);
    mq__json_writer_init(&line->w, &line->buf);
    mq__json_add(&line->w, "{op:s", op);
}

/* Closes the line, sends it and lets go of it. */
static enum mq_child_result send_line(struct mq_talk *talk, struct line *line)
{
    struct mq_child_limit limit = limit_of(talk);
    enum mq_child_result result;

    mq__json_close(&line->w, '}');
    mq__buf_char(&line->buf, '\n');
    result = line->buf.failed ? MQ_CHILD_CRASH
                              : mq__child_tell(talk->child, line->buf.data,
                                               line->buf.length, &limit);
    mq__buf_finish(&line->buf);
    return result;
}

enum mq_child_result mq__talk_start(struct mq_talk *talk)
{
    const struct mq_arena *arena = talk->arena;
    struct line line;

    mq__buf_clear(&talk->events);
    if (talk->child->pid == 0 && !mq__child_start(talk->child, talk->command)) {
        return MQ_CHILD_CRASH;
    }
    open_line(&line, "start");
    mq__json_add(&line.w, "game:s players:i player:i options:{",
                 arena->game->id, arena->setup.players, talk->seat);
    for (int i = 0; i < arena->game->option_count; i++) {
        const struct mq_option *option = &arena->game->options[i];

        mq__option_json(&line.w, option->name, option, arena->setup.option[i]);
    }
    mq__json_close(&line.w, '}');
    return send_line(talk, &line);
}

void mq__talk_note(struct mq_talk *talk, const void *before,
                   struct mq_event event)
{
    const struct mq_game *game = talk->arena->game;
    struct mq_event seen;
    struct mq_json_writer w;
    char text[MQ_TEXT_SIZE];

    if (!mq_seen(game, before, event, talk->seat, &seen)) {
        return;
    }
    mq_event_text(game, seen, text, sizeof text);
    if (talk->events.length > 0) {
        mq__buf_char(&talk->events, ',');
    }
    mq__json_writer_init(&w, &talk->events);
    if (seen.seat == MQ_CHANCE_SEAT) {
        mq__json_add(&w, "{chance:s}", text);
    } else {
        mq__json_add(&w, "{player:i action:s}", seen.seat, text);
    }
}

static void write_choice(struct mq_talk *talk, const void *st,
                         struct mq_json_writer *w)
{
    const struct mq_game *game = talk->arena->game;
    struct mq_state view;
    mq_action legal[MQ_MAX_LEGAL];
    char *json;
    int n;

    mq_view(game, st, talk->seat, view.bytes);
    json = mq_position_write(game, view.bytes);
    n = mq_legal(game, view.bytes, talk->seat, legal);
    mq__json_add(w, "player:i view:j events:[", talk->seat,
                 json != NULL ? json : "null");
    free(json);
    mq__buf_str(w->buf, mq__buf_text(&talk->events));
    mq__json_add(w, "] legal:[");
    for (int i = 0; i < n; i++) {
        mq__event_json(w, NULL, game, (struct mq_event){talk->seat, legal[i]});
    }
    mq__json_add(w, "] ms:i", talk->arena->limit_ms);
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
        mq_read_text(game, node->text, talk->seat, out, NULL) == MQ_OK &&
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
    struct line line;

    open_line(&line, "choose");
    write_choice(talk, st, &line.w);
    mq__buf_clear(&talk->events);
    result = send_line(talk, &line);
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
    struct line line;

    open_line(&line, "end");
    mq__json_add(&line.w, "winners:m scores:N", game->winners, game->score,
                 talk->arena->setup.players);
    if (send_line(talk, &line) != MQ_CHILD_OK) {
        mq__child_finish(talk->child);
    }
}
