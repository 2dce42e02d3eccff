/* Match files, written: see docs/match.md. */
#include "core/match_record.h"

#include "core/json.h"

#include <stdio.h>
#include <stdlib.h>

const char *const mq__entry_words[] = {
    [MQ_ENTRY_EVENT] = "event",     [MQ_ENTRY_UNDO] = "undo",
    [MQ_ENTRY_CONCEDE] = "concede", [MQ_ENTRY_BOT] = "bot",
    [MQ_ENTRY_CLOCK] = "clock",     [MQ_ENTRY_CLOSE] = "close",
    [MQ_ENTRY_CLOSE + 1] = NULL,
};

static void write_hex(struct mq_json_writer *w, const char *key,
                      const uint8_t bytes[MQ_HASH_SIZE])
{
    char hex[2 * MQ_HASH_SIZE + 1];
    struct mq_buf buf;

    mq__buf_fixed(&buf, hex, sizeof(hex));
    mq__buf_hex(&buf, bytes, MQ_HASH_SIZE);
    mq__json_str(w, key, hex);
}

static void write_option(struct mq_json_writer *w,
                         const struct mq_option *option, int value)
{
    if (option->words == mq_yes_no) {
        mq__json_bool(w, option->name, value != 0);
    } else if (option->words != NULL) {
        mq__json_str(w, option->name, option->words[value]);
    } else {
        mq__json_int(w, option->name, value);
    }
}

static void write_options(const struct mq_match *match,
                          struct mq_json_writer *w)
{
    const struct mq_game *game = match->game;

    mq__json_open(w, "options", '{');
    for (int i = 0; i < game->option_count; i++) {
        write_option(w, &game->options[i], match->config.setup.option[i]);
    }
    mq__json_close(w, '}');
}

static void write_seats(const struct mq_match *match, struct mq_json_writer *w)
{
    mq__json_open(w, "seats", '[');
    for (int seat = 0; seat < match->players; seat++) {
        mq__json_open(w, NULL, '{');
        mq__json_str(w, "name", match->config.seat[seat].name);
        mq__json_str(w, "bot", match->config.seat[seat].bot);
        mq__json_close(w, '}');
    }
    mq__json_close(w, ']');
}

/* Tables that this program doesn't have travel with the match. */
static void write_tables(const struct mq_game *game, struct mq_json_writer *w)
{
    write_hex(w, "tables_hash", game->tables_hash);
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
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    mq__json_int(&w, "maxq_match", MQ_MATCH_FORMAT);
    mq__json_str(&w, "game", game->id);
    mq__json_int(&w, "rules_version", game->rules_version);
    mq__json_int(&w, "players", match->players);
    write_options(match, &w);
    write_seats(match, &w);
    write_tables(game, &w);
    write_hex(&w, "commitment", match->commitment);
    mq__json_bool(&w, "typed_seed", match->config.typed_seed);
    if (position) {
        char *json = mq_position_write(game, match->state);

        out->failed = out->failed || json == NULL;
        mq__json_raw(&w, "position", json != NULL ? json : "null");
        free(json);
    }
    mq__json_close(&w, '}');
}

static void write_seat(struct mq_json_writer *w, int seat)
{
    char word[16];

    snprintf(word, sizeof(word), "P%d", seat + 1);
    if (seat < 0) {
        mq__json_str(w, "seat", seat == MQ_CHANCE_SEAT ? "chance" : "table");
    } else {
        mq__json_str(w, "seat", word);
    }
}

static void write_event(const struct mq_match *match,
                        const struct mq_entry *entry, struct mq_json_writer *w)
{
    struct mq_event event = {entry->seat, entry->action};
    char text[MQ_TEXT_SIZE];

    mq_event_text(match->game, event, text, sizeof(text));
    mq__json_str(w, "action", text);
    if (entry->supplied) {
        mq__json_bool(w, "supplied", true);
    }
}

static void write_undone(const struct mq_entry *entry, struct mq_json_writer *w)
{
    if (entry->agreed) {
        mq__json_bool(w, "agreed", true);
    }
    mq__json_open(w, "undone", '[');
    for (int i = 0; i < entry->undone_count; i++) {
        mq__json_int(w, NULL, entry->undone[i]);
    }
    mq__json_close(w, ']');
}

void mq__match_write_entry(const struct mq_match *match, int number,
                           const struct mq_entry *entry, const uint8_t *link,
                           struct mq_buf *out)
{
    struct mq_json_writer w;

    mq__json_writer_init(&w, out);
    mq__json_open(&w, NULL, '{');
    mq__json_int(&w, "n", number);
    mq__json_str(&w, "kind", mq__entry_words[entry->kind]);
    if (entry->kind == MQ_ENTRY_CLOSE) {
        write_hex(&w, "seed", match->config.seed.bytes);
    } else {
        write_seat(&w, entry->seat);
    }
    if (entry->kind == MQ_ENTRY_EVENT) {
        write_event(match, entry, &w);
    } else if (entry->kind == MQ_ENTRY_UNDO) {
        write_undone(entry, &w);
    } else if (entry->text != NULL) {
        mq__json_str(&w, "text", entry->text);
    }
    if (link != NULL) {
        write_hex(&w, "link", link);
    }
    mq__json_close(&w, '}');
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
    mq__json_open(&w, NULL, '{');
    write_hex(&w, "secret_seed", match->config.seed.bytes);
    mq__json_close(&w, '}');
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
