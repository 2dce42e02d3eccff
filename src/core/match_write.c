/* Match files, written: see docs/match.md. */
#include "core/game.h"
#include "core/match_record.h"

#include "core/message_json.h"

#include <assert.h>
#include <stdlib.h>

const char *const mq__entry_words[] = {
    [MQ_ENTRY_EVENT] = "event",     [MQ_ENTRY_UNDO] = "undo",
    [MQ_ENTRY_CONCEDE] = "concede", [MQ_ENTRY_BOT] = "bot",
    [MQ_ENTRY_CLOCK] = "clock",     [MQ_ENTRY_CLOSE] = "close",
    [MQ_ENTRY_CLOSE + 1] = NULL,
};

/* Tables that this program doesn't have travel with the match. */
static void write_tables(const struct mq_game *game, struct mq_json_writer *w)
{
    mq__json_add(w, "tables_hash:H", game->tables_hash);
    if (game->builtin_tables) {
        return;
    }
    mq__json_open(w, "tables", '{');
    for (int i = 0; i < game->file_count; i++) {
        mq__json_str(w, game->files[i].name, game->files[i].bytes);
    }
    mq__json_close(w, '}');
}

void mq__match_write_header(const struct mq_match *match, bool position,
                            struct mq_buf *out)
{
    const struct mq_game *game = match->game;
    const struct mq_match_config *config = &match->config;
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_add(&w, "{maxq_match:i game:s rules_version:i players:i options:{",
                 MQ_MATCH_FORMAT, game->id, game->rules_version,
                 match->players);
    for (int i = 0; i < game->option_count; i++) {
        mq__option_json(&w, game->options[i].name, &game->options[i],
                        config->setup.option[i]);
    }
    mq__json_add(&w, "} seats:[");
    for (int seat = 0; seat < match->players; seat++) {
        mq__json_add(&w, "{name:s bot:s}", config->seat[seat].name,
                     config->seat[seat].bot);
    }
    mq__json_close(&w, ']');
    write_tables(game, &w);
    mq__json_add(&w, "commitment:H typed_seed:b", match->commitment,
                 config->typed_seed);
    if (position) {
        char *json = mq_position_write(game, match->state);

        out->failed = out->failed || json == NULL;
        mq__json_add(&w, "position:j", json != NULL ? json : "null");
        free(json);
    }
    mq__json_close(&w, '}');
}

static const char *seat_word(int seat)
{
    return seat >= 0                ? mq__seat_words[seat]
           : seat == MQ_CHANCE_SEAT ? "chance"
                                    : "table";
}

/* What only entries of its kind have. */
static void write_body(const struct mq_match *match,
                       const struct mq_entry *entry, struct mq_json_writer *w)
{
    if (entry->kind == MQ_ENTRY_EVENT) {
        mq__event_json(w, "action", match->game,
                       (struct mq_event){entry->seat, entry->action});
        if (entry->supplied) {
            mq__json_bool(w, "supplied", true);
        }
    } else if (entry->kind == MQ_ENTRY_UNDO) {
        if (entry->agreed) {
            mq__json_bool(w, "agreed", true);
        }
        mq__json_add(w, "undone:I", entry->undone, entry->undone_count);
    } else if (entry->text != NULL) {
        mq__json_str(w, "text", entry->text);
    }
}

void mq__match_write_entry(const struct mq_match *match, int number,
                           const struct mq_entry *entry, const uint8_t *link,
                           struct mq_buf *out)
{
    struct mq_json_writer w;

    assert(number <= match->entries && entry->seat < match->players);
    mq__json_writer_init(&w, out);
    mq__json_add(&w, "{n:i kind:s", number, mq__entry_words[entry->kind]);
    if (entry->kind == MQ_ENTRY_CLOSE) {
        mq__json_add(&w, "seed:H", match->config.seed.bytes);
    } else {
        mq__json_str(&w, "seat", seat_word(entry->seat));
    }
    write_body(match, entry, &w);
    if (link != NULL) {
        mq__json_add(&w, "link:H", link);
    }
    mq__json_close(&w, '}');
}

void mq__match_event_json(const struct mq_match *match, int k,
                          const struct mq_voice *voice,
                          struct mq_json_writer *w)
{
    const struct mq_game *game = match->game;
    struct mq_event event = mq_match_event(match, k);
    alignas(16) unsigned char before[MQ_MAX_STATE], after[MQ_MAX_STATE];
    struct mq_note notes[MQ_MAX_NOTES];

    mq__json_open(w, NULL, '{');
    if (event.seat == MQ_CHANCE_SEAT) {
        mq__event_json(w, "chance", game, event);
        mq__json_bool(w, "supplied",
                      match->entry[match->log[k].entry].supplied);
    } else {
        mq__json_int(w, "player", event.seat);
        mq__event_json(w, "action", game, event);
    }
    if (voice != NULL) {
        mq_match_state_at(match, k, before);
        mq_match_state_at(match, k + 1, after);
        mq__notes_json(w, "notes", notes,
                       mq_describe(game, before, event, after, notes), voice);
    }
    mq__json_close(w, '}');
}

/* Gives the buffer's text away; NULL without memory. */
static char *finished(struct mq_buf *buf)
{
    if (buf->failed) {
        mq__buf_finish(buf);
        return NULL;
    }
    return buf->data;
}

static void add_header(const struct mq_match *match, struct mq_buf *out)
{
    mq__buf_add(out, match->header.data, match->header.length);
    mq__buf_char(out, '\n');
}

static void add_secret(const struct mq_match *match, struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_add(&w, "{secret_seed:H}", match->config.seed.bytes);
    mq__buf_char(out, '\n');
}

static void add_entry(const struct mq_match *match, int index,
                      struct mq_buf *out)
{
    const struct mq_entry *entry = &match->entry[index];

    mq__match_write_entry(match, index, entry, entry->link, out);
    mq__buf_char(out, '\n');
}

char *mq_match_header_line(const struct mq_match *match)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    add_header(match, &buf);
    return finished(&buf);
}

char *mq_match_secret_line(const struct mq_match *match)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    add_secret(match, &buf);
    return finished(&buf);
}

char *mq_match_entry_line(const struct mq_match *match, int index)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    add_entry(match, index, &buf);
    return finished(&buf);
}

char *mq_match_write(const struct mq_match *match, size_t *length)
{
    struct mq_buf buf;

    mq__buf_init(&buf);
    add_header(match, &buf);
    if (match->has_seed && !match->closed) {
        add_secret(match, &buf);
    }
    for (int i = 0; i < match->entries; i++) {
        add_entry(match, i, &buf);
    }
    *length = buf.failed ? 0 : buf.length;
    return finished(&buf);
}
