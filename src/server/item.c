/* Items of a log as JSON: see stream.h and docs/protocol.md. */
#include "server/diff.h"

#include "core/game.h"
#include "server/say.h"
#include "server/stream.h"

#include <string.h>

static void write_sentences(struct mq_json_writer *w,
                            const struct mq_item *item,
                            const struct mq_item_style *style)
{
    struct mq_note notes[MQ_MAX_NOTES];
    int count =
        mq_describe(style->game, item->before, item->event, item->after, notes);

    mq__json_open(w, "sentences", '[');
    for (int i = 0; i < count; i++) {
        mq__note_json(w, NULL, &notes[i], style->voice);
    }
    mq__json_close(w, ']');
}

static void write_event(struct mq_json_writer *w, const struct mq_item *item,
                        const struct mq_item_style *style)
{
    char text[MQ_TEXT_SIZE];

    mq_event_text(style->game, item->event, text, sizeof(text));
    mq__json_str(w, "text", text);
    if (style->want & MQ_WANT_SENTENCES) {
        write_sentences(w, item, style);
    }
}

static void write_kind(struct mq_json_writer *w, const struct mq_item *item,
                       const struct mq_item_style *style)
{
    static const char *const words[] = {"event", "undo",  "concede",
                                        "bot",   "clock", "close"};

    mq__json_str(w, "kind", words[item->record->kind]);
    mq__json_given(w, "seat", item->record->seat >= 0, item->record->seat);
    switch (item->record->kind) {
    case MQ_ENTRY_EVENT:
        write_event(w, item, style);
        break;
    case MQ_ENTRY_UNDO:
        mq__json_ints(w, "undone", item->undone, item->undone_count);
        mq__json_bool(w, "agreed", item->record->agreed);
        break;
    case MQ_ENTRY_BOT:
        mq__json_str(w, "bot", mq__or_null(item->record->text));
        break;
    case MQ_ENTRY_CLOCK:
        mq__json_str(w, "text", item->record->text);
        break;
    case MQ_ENTRY_CLOSE:
        mq__json_raw(w, "result", mq__buf_text(&style->closing->result));
        mq__json_str(w, "seed", style->closing->seed);
        break;
    case MQ_ENTRY_CONCEDE:
        break;
    }
}

static void write_changes(struct mq_json_writer *w,
                          const struct mq_item_style *style)
{
    struct mq_buf changes;

    if (style->changes != NULL) {
        mq__json_raw(w, "changes", style->changes);
        return;
    }
    mq__buf_init(&changes);
    mq__diff(style->before, style->after, &changes);
    mq__json_raw(w, "changes", mq__buf_text(&changes));
    mq__buf_finish(&changes);
}

void mq__scores_write(struct mq_json_writer *w, const struct mq_game *game,
                      const void *view)
{
    double scores[MQ_MAX_PLAYERS] = {0};

    mq_scores(game, view, scores);
    mq__json_reals(w, "scores", scores, mq_players(game, view));
}

void mq__legal_write(struct mq_json_writer *w, const char *key,
                     const struct mq_game *game, const void *view, int seat)
{
    mq_action actions[MQ_MAX_LEGAL];
    int count = mq_legal(game, view, seat, actions);

    mq__json_open(w, key, '[');
    for (int i = 0; i < count; i++) {
        char text[MQ_TEXT_SIZE];

        mq_event_text(game, (struct mq_event){seat, actions[i]}, text,
                      sizeof(text));
        mq__json_str(w, NULL, text);
    }
    mq__json_close(w, ']');
}

void mq__item_write(struct mq_json_writer *w, const struct mq_item *item,
                    const struct mq_item_style *style)
{
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "type", "item");
    mq__json_int(w, "number", item->number);
    write_kind(w, item, style);
    if (style->want & MQ_WANT_VIEWS) {
        mq__json_raw(w, "view", style->after);
    } else if (style->want & MQ_WANT_CHANGES) {
        write_changes(w, style);
    }
    if (style->want & MQ_WANT_SCORES) {
        mq__scores_write(w, style->game, item->after);
    }
    if (style->now != NULL) {
        mq__json_raw(w, "now", style->now);
    }
    if (style->at > 0) {
        mq__json_int(w, "at", style->at);
    }
    mq__json_close(w, '}');
}

void mq__item_write_rules(struct mq_json_writer *w, int number, bool mended)
{
    struct mq_voice voice = {0};
    struct mq_note note = {.rule = NULL};

    mq_message_set(&note.message,
                   mended ? "server.mended" : "server.rules-gone", "");
    mq__json_open(w, NULL, '{');
    mq__json_str(w, "type", "item");
    mq__json_int(w, "number", number);
    mq__json_str(w, "kind", "rules");
    mq__json_null(w, "seat");
    mq__json_str(w, "text", "rules");
    mq__json_open(w, "sentences", '[');
    mq__note_json(w, NULL, &note, &voice);
    mq__json_close(w, ']');
    mq__json_raw(w, "changes", "[]");
    mq__json_close(w, '}');
}

void mq__view_write(const struct mq_game *game, const void *view,
                    struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__buf_clear(out);
    mq__json_writer_init(&w, out);
    mq__write_position(game, view, &w);
}
