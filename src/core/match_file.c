/* Match files, read: see docs/match.md. What is truncated or damaged is
 * recovered up to the last whole entry; what folds to another position than
 * it did when it was written has diverged. */
#include "core/match_record.h"

#include "core/json.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A file being read, line by line. */
struct lines {
    const char *at, *end; /* what is left */
    int number;           /* of the line taken last, from 1 */
    const char *line;
    size_t length; /* without newline and carriage return */
};

static bool next_line(struct lines *lines)
{
    const char *stop;

    if (lines->at == lines->end) {
        return false;
    }
    stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    lines->line = lines->at;
    lines->at = stop != NULL ? stop + 1 : lines->end;
    lines->length = (size_t)((stop != NULL ? stop : lines->end) - lines->line);
    if (lines->length > 0 && lines->line[lines->length - 1] == '\r') {
        lines->length--;
    }
    lines->number++;
    return true;
}

static bool read_hex(struct mq_reader *r, struct mq_read_object *object,
                     const char *key, uint8_t out[MQ_HASH_SIZE])
{
    const char *text = mq__read_text(r, object, key);

    if (r->failed || text == NULL) {
        return false;
    }
    if (strlen(text) != 2 * MQ_HASH_SIZE ||
        !mq__hex_read(text, out, MQ_HASH_SIZE)) {
        mq__read_fail(r, key, "match.hex", "");
        return false;
    }
    return true;
}

/* The header. */

struct header {
    const char *game;
    int rules_version, players;
    const struct mq_json *options, *seats, *tables, *position;
    uint8_t tables_hash[MQ_HASH_SIZE];
    uint8_t commitment[MQ_HASH_SIZE];
    bool typed_seed;
};

static enum mq_status damaged(struct mq_error *error)
{
    if (error != NULL) {
        error->status = MQ_DAMAGED;
    }
    return MQ_DAMAGED;
}

static enum mq_status check_format(const struct mq_json *root,
                                   struct mq_error *error)
{
    const struct mq_json *format = mq__json_get(root, "maxq_match");

    if (format == NULL || format->kind != MQ_JSON_INT || format->integer < 1) {
        return mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    if (format->integer > MQ_MATCH_FORMAT) {
        int number = format->integer < INT_MAX ? (int)format->integer : INT_MAX;

        return mq_fail(error, MQ_VERSION, "match.format", "ii", number,
                       MQ_MATCH_FORMAT);
    }
    return MQ_OK;
}

static enum mq_status read_header(const struct mq_json *root,
                                  struct header *out, struct mq_error *error)
{
    struct mq_read_object object;
    struct mq_reader r;
    enum mq_status status = check_format(root, error);

    if (status != MQ_OK) {
        return status;
    }
    mq__reader_init(&r, "header", error);
    r.status = MQ_DAMAGED;
    mq__read_object(&r, root, &object);
    mq__read_int(&r, &object, "maxq_match", 1, MQ_MATCH_FORMAT);
    out->game = mq__read_text(&r, &object, "game");
    out->rules_version = mq__read_int(&r, &object, "rules_version", 1, INT_MAX);
    out->players = mq__read_int(&r, &object, "players", 1, MQ_MAX_PLAYERS);
    out->options = mq__read_child(&r, &object, "options");
    out->seats = mq__read_array(&r, &object, "seats", MQ_MAX_PLAYERS);
    read_hex(&r, &object, "tables_hash", out->tables_hash);
    out->tables = mq__read_optional(&r, &object, "tables");
    read_hex(&r, &object, "commitment", out->commitment);
    out->typed_seed = mq__read_bool(&r, &object, "typed_seed");
    out->position = mq__read_optional(&r, &object, "position");
    mq__read_done(&r, &object);
    return r.failed ? MQ_DAMAGED : MQ_OK;
}

/* The registry's games. */
static enum mq_status open_registered(void *context, const char *id,
                                      const struct mq_table_file *files,
                                      int count,
                                      const uint8_t hash[MQ_HASH_SIZE],
                                      const struct mq_game **out)
{
    (void)context;
    return files != NULL ? mq_game_open(id, files, count, out, NULL)
                         : mq_game_open_hash(id, hash, out);
}

static const struct mq_match_opener registry = {open_registered, mq_game_close,
                                                NULL};

/* The header's tables as files; -1: that is no object of texts. */
static int list_tables(const struct mq_json *tables,
                       struct mq_table_file files[MQ_MAX_FILES])
{
    int n = 0;

    if (tables->kind != MQ_JSON_OBJECT || tables->count > MQ_MAX_FILES) {
        return -1;
    }
    for (const struct mq_json *at = tables->first; at != NULL; at = at->next) {
        if (at->kind != MQ_JSON_STRING) {
            return -1;
        }
        files[n++] =
            (struct mq_table_file){at->key, at->text, strlen(at->text)};
    }
    return n;
}

static enum mq_status open_failed(const struct header *header,
                                  enum mq_status status, struct mq_error *error)
{
    switch (status) {
    case MQ_NOMEM:
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    case MQ_UNKNOWN_WORD:
        return mq_fail(error, status, "match.no-game", "t", header->game);
    default:
        return mq_fail(error, MQ_TABLES, "match.no-tables", "t", header->game);
    }
}

static enum mq_status open_game(const struct mq_match_opener *opener,
                                const struct header *header,
                                const struct mq_game **out,
                                struct mq_error *error)
{
    struct mq_table_file files[MQ_MAX_FILES];
    int count = header->tables != NULL ? list_tables(header->tables, files) : 0;
    enum mq_status status;

    *out = NULL;
    if (count < 0) {
        return mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    status = opener->open(opener->context, header->game,
                          header->tables != NULL ? files : NULL, count,
                          header->tables_hash, out);
    if (status == MQ_OK &&
        memcmp((*out)->tables_hash, header->tables_hash, MQ_HASH_SIZE) != 0) {
        status = MQ_TABLES;
    }
    if (status == MQ_OK && (*out)->rules_version != header->rules_version) {
        return mq_fail(error, MQ_VERSION, "match.rules", "tii", header->game,
                       header->rules_version, (*out)->rules_version);
    }
    return status == MQ_OK ? MQ_OK : open_failed(header, status, error);
}

static enum mq_status read_option(const struct mq_game *game,
                                  struct mq_setup *setup,
                                  const struct mq_json *node,
                                  struct mq_error *error)
{
    char text[MQ_ARG_TEXT_SIZE];
    struct mq_buf buf;

    mq__buf_fixed(&buf, text, sizeof(text));
    if (node->kind == MQ_JSON_STRING) {
        mq__buf_str(&buf, node->text);
    } else if (node->kind == MQ_JSON_INT) {
        mq__buf_int(&buf, (long long)node->integer);
    } else if (node->kind == MQ_JSON_BOOL) {
        mq__buf_str(&buf, node->boolean ? "true" : "false");
    }
    return mq_setup_set(game, setup, node->key, text, error);
}

static enum mq_status read_setup(const struct mq_game *game,
                                 const struct header *header,
                                 struct mq_setup *setup, struct mq_error *error)
{
    mq_setup_init(game, header->players, setup);
    if (header->options->kind != MQ_JSON_OBJECT) {
        return mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    for (const struct mq_json *at = header->options->first; at != NULL;
         at = at->next) {
        if (read_option(game, setup, at, error) != MQ_OK) {
            return damaged(error);
        }
    }
    setup->players = header->players;
    return MQ_OK;
}

static bool copy_name(char out[MQ_NAME_SIZE], const char *text)
{
    if (text == NULL || strlen(text) >= MQ_NAME_SIZE) {
        return false;
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static enum mq_status read_seats(const struct header *header,
                                 struct mq_match_config *config,
                                 struct mq_error *error)
{
    struct mq_read_item item = {.key = "seats"};
    struct mq_reader r;

    mq__reader_init(&r, "header", error);
    r.status = MQ_DAMAGED;
    for (item.node = header->seats->first; item.node != NULL;
         item.node = item.node->next, item.index++) {
        struct mq_seat *seat = &config->seat[item.index];
        struct mq_read_object object;

        if (!mq__read_item_object(&r, &item, &object) ||
            !copy_name(seat->name, mq__read_text(&r, &object, "name")) ||
            !copy_name(seat->bot, mq__read_text(&r, &object, "bot"))) {
            return r.failed ? MQ_DAMAGED
                            : mq_fail(error, MQ_DAMAGED, "match.name", "pi",
                                      item.index, MQ_NAME_SIZE - 1);
        }
        mq__read_done(&r, &object);
    }
    if (item.index != header->players) {
        return mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    return r.failed ? MQ_DAMAGED : MQ_OK;
}

/* Puts the match to its first position. */
static enum mq_status set_up(struct mq_match *match,
                             const struct header *header,
                             struct mq_error *error)
{
    const struct mq_game *game = match->game;
    const void *st = NULL;
    enum mq_status status =
        read_setup(game, header, &match->config.setup, error);

    assert(game != NULL);
    if (status == MQ_OK) {
        status = read_seats(header, &match->config, error);
    }
    if (status == MQ_OK && header->position != NULL) {
        status =
            game->read_position(game, header->position, match->next, error);
        st = match->next;
    }
    if (status == MQ_OK) {
        status = mq__match_init(match, st, error);
    }
    if (status == MQ_OK && match->players != header->players) {
        return mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    return status;
}

static enum mq_status fill_match(struct mq_match *match,
                                 const struct mq_match_opener *opener,
                                 const struct header *header,
                                 struct mq_error *error)
{
    enum mq_status status = open_game(opener, header, &match->game, error);

    if (match->game != NULL) {
        match->close_game = opener->close;
    }
    memcpy(match->commitment, header->commitment, MQ_HASH_SIZE);
    match->config.typed_seed = header->typed_seed;
    if (status == MQ_OK) {
        status = set_up(match, header, error);
    }
    if (status == MQ_OK) {
        status = mq__match_begin(match);
    }
    return status == MQ_NOMEM ? mq_fail(error, MQ_NOMEM, "error.no-memory", "")
                              : status;
}

/* A match from the header line, without entries; NULL and an error if it is
 * none. The line itself is what the first link covers. */
static enum mq_status begin_match(const struct lines *lines,
                                  const struct mq_match_opener *opener,
                                  struct mq_match **out, struct mq_error *error)
{
    struct mq_match *match = calloc(1, sizeof(*match));
    struct mq_json_doc doc = {0};
    struct header header = {0};
    enum mq_status status = MQ_NOMEM;

    if (match != NULL) {
        mq__buf_init(&match->header);
        mq__buf_init(&match->position);
        mq__buf_init(&match->next_position);
        mq__buf_add(&match->header, lines->line, lines->length);
        status = mq__json_parse(&doc, lines->line, lines->length, error);
    }
    if (status == MQ_OK) {
        status = read_header(doc.root, &header, error);
    } else if (status != MQ_NOMEM) {
        status = mq_fail(error, MQ_DAMAGED, "match.no-header", "");
    }
    if (status == MQ_OK) {
        status = fill_match(match, opener, &header, error);
    } else if (status == MQ_NOMEM) {
        mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__json_finish(&doc);
    if (status != MQ_OK) {
        mq_match_destroy(match);
        match = NULL;
    }
    *out = match;
    return status;
}

/* Entries. */

/* An entry as it stands in a line; texts belong to the line's document. */
struct read_entry {
    struct mq_entry entry;
    const char *action;
    const struct mq_json *undone;
    struct mq_seed seed;
};

static const char *const seat_words[] = {"chance", "table", "P1", "P2",
                                         "P3",     "P4",    "P5", NULL};

static void read_entry_body(struct mq_reader *r, struct mq_read_object *object,
                            struct read_entry *out)
{
    struct mq_entry *entry = &out->entry;

    switch (entry->kind) {
    case MQ_ENTRY_EVENT:
        out->action = mq__read_text(r, object, "action");
        if (mq__json_get(object->node, "supplied") != NULL) {
            entry->supplied = mq__read_bool(r, object, "supplied");
        }
        break;
    case MQ_ENTRY_UNDO:
        if (mq__json_get(object->node, "agreed") != NULL) {
            entry->agreed = mq__read_bool(r, object, "agreed");
        }
        out->undone = mq__read_array(r, object, "undone", INT_MAX);
        break;
    case MQ_ENTRY_BOT:
    case MQ_ENTRY_CLOCK:
        entry->text = mq__read_text(r, object, "text");
        break;
    case MQ_ENTRY_CLOSE:
        read_hex(r, object, "seed", out->seed.bytes);
        break;
    case MQ_ENTRY_CONCEDE:
        break;
    }
}

/* Whether such an entry can have that seat. */
static bool seat_fits(const struct mq_match *match,
                      const struct mq_entry *entry)
{
    switch (entry->kind) {
    case MQ_ENTRY_EVENT:
        return entry->seat == MQ_CHANCE_SEAT ||
               (!entry->supplied && entry->seat >= 0);
    case MQ_ENTRY_UNDO:
        return entry->seat >= MQ_SPECTATOR && entry->seat < match->players;
    case MQ_ENTRY_CLOSE:
        return true;
    default:
        return entry->seat >= 0 && entry->seat < match->players;
    }
}

static bool text_fits(const struct mq_entry *entry)
{
    return entry->text == NULL ||
           mq__match_text_fits(entry->text, entry->kind == MQ_ENTRY_BOT
                                                ? MQ_NAME_SIZE
                                                : MQ_CLOCK_SIZE);
}

/* False: the line is no whole entry. */
static bool read_entry(const struct mq_match *match, const struct mq_json *root,
                       struct read_entry *out)
{
    struct mq_error error = {0};
    struct mq_read_object object;
    struct mq_reader r;

    mq__reader_init(&r, "entry", &error);
    if (!mq__read_object(&r, root, &object)) {
        return false;
    }
    mq__read_int(&r, &object, "n", match->entries, match->entries);
    out->entry.kind =
        (enum mq_entry_kind)mq__read_word(&r, &object, "kind", mq__entry_words);
    out->entry.seat = MQ_SPECTATOR;
    if (out->entry.kind != MQ_ENTRY_CLOSE) {
        out->entry.seat =
            mq__read_word(&r, &object, "seat", seat_words) + MQ_CHANCE_SEAT;
    }
    read_entry_body(&r, &object, out);
    read_hex(&r, &object, "link", out->entry.link);
    mq__read_done(&r, &object);
    return !r.failed && !match->closed && seat_fits(match, &out->entry) &&
           text_fits(&out->entry);
}

static enum mq_status replay_event(struct mq_match *match,
                                   const struct read_entry *line)
{
    struct mq_event event = {.seat = line->entry.seat};
    struct mq_error error;
    enum mq_status status = match->game->read_text(
        match->game, line->action, event.seat, &event.action, &error);

    if (status == MQ_OK) {
        status = mq__match_may(match, event, NULL);
    }
    return status == MQ_OK ? mq__match_event(match, event, line->entry.supplied,
                                             line->entry.link)
                           : status;
}

static enum mq_status replay_undo(struct mq_match *match,
                                  const struct read_entry *line)
{
    struct mq_entry undo = line->entry;
    int count = line->undone->count, n = 0;
    int *undone = malloc((size_t)(count + 1) * sizeof(*undone));
    enum mq_status status = MQ_OK;

    if (undone == NULL) {
        return MQ_NOMEM;
    }
    for (const struct mq_json *at = line->undone->first; at != NULL;
         at = at->next) {
        if (at->kind != MQ_JSON_INT || at->integer < 0 ||
            at->integer >= match->entries) {
            status = MQ_RANGE;
            break;
        }
        undone[n++] = (int)at->integer;
    }
    undo.undone = undone;
    undo.undone_count = n;
    if (status == MQ_OK) {
        status = mq__match_withdraw(match, &undo, line->entry.link);
    }
    free(undone);
    return status;
}

/* The closing line reveals the seed. */
static enum mq_status replay_close(struct mq_match *match,
                                   const struct read_entry *line)
{
    struct mq_seed before = match->config.seed;
    enum mq_status status;

    match->config.seed = line->seed;
    status = mq__match_remark(match, &line->entry, line->entry.link);
    if (status != MQ_OK) {
        match->config.seed = before;
        return status;
    }
    match->has_seed = true;
    return MQ_OK;
}

static enum mq_status replay_entry(struct mq_match *match,
                                   const struct read_entry *line)
{
    switch (line->entry.kind) {
    case MQ_ENTRY_EVENT:
        return replay_event(match, line);
    case MQ_ENTRY_UNDO:
        return replay_undo(match, line);
    case MQ_ENTRY_CLOSE:
        return replay_close(match, line);
    default:
        return mq__match_remark(match, &line->entry, line->entry.link);
    }
}

static enum mq_status diverged(const struct mq_match *match,
                               const struct lines *lines, enum mq_status status,
                               struct mq_error *error)
{
    return mq_fail(error, MQ_DIVERGED,
                   status == MQ_DIVERGED ? "match.diverged"
                                         : "match.diverged-illegal",
                   "ii", match->entries, lines->number);
}

static void drop(struct mq_match_notice *notice, const struct lines *lines,
                 const char *id)
{
    if (notice != NULL && notice->line == 0) {
        notice->line = lines->number;
        mq_message_set(&notice->message, id, "i", lines->number);
    }
}

/* The secret line, right after the header; false: this is none. One that is
 * damaged costs the seed, not the match. */
static bool read_secret(struct mq_match *match, const struct lines *lines,
                        struct mq_match_notice *notice)
{
    static const char begin[] = "{\"secret_seed\":\"";
    uint8_t commitment[MQ_HASH_SIZE];
    char hex[2 * MQ_HASH_SIZE + 1] = "";
    const size_t head = sizeof(begin) - 1;

    if (lines->number != 2 || lines->length < head ||
        memcmp(lines->line, begin, head) != 0) {
        return false;
    }
    if (lines->length == head + 2 * MQ_HASH_SIZE + 2) {
        memcpy(hex, lines->line + head, 2 * MQ_HASH_SIZE);
    }
    match->has_seed =
        mq__hex_read(hex, match->config.seed.bytes, MQ_HASH_SIZE) != 0;
    mq_seed_commitment(&match->config.seed, commitment);
    if (!match->has_seed ||
        memcmp(commitment, match->commitment, MQ_HASH_SIZE) != 0) {
        match->has_seed = false;
        drop(notice, lines, "match.secret");
    }
    return true;
}

/* One line; *whole is false if it is no whole entry. */
static enum mq_status read_line(struct mq_match *match,
                                const struct lines *lines, bool *whole,
                                struct mq_error *error)
{
    struct mq_json_doc doc;
    struct read_entry line = {0};
    enum mq_status status =
        mq__json_parse(&doc, lines->line, lines->length, NULL);

    *whole = status == MQ_OK && read_entry(match, doc.root, &line);
    if (*whole) {
        status = replay_entry(match, &line);
        if (status != MQ_OK && status != MQ_NOMEM) {
            status = diverged(match, lines, status, error);
        }
    } else if (status != MQ_NOMEM) {
        status = MQ_OK;
    }
    mq__json_finish(&doc);
    return status == MQ_NOMEM ? mq_fail(error, MQ_NOMEM, "error.no-memory", "")
                              : status;
}

enum mq_status mq__match_read_more(struct mq_match *match, const char *line,
                                   size_t length)
{
    struct lines lines = {.line = line, .length = length};
    struct mq_error error;
    bool whole;
    enum mq_status status = read_line(match, &lines, &whole, &error);

    return status == MQ_OK && !whole ? MQ_DAMAGED : status;
}

static enum mq_status read_entries(struct mq_match *match, struct lines *lines,
                                   struct mq_match_notice *notice,
                                   struct mq_error *error)
{
    while (next_line(lines)) {
        bool whole;
        enum mq_status status;

        if (read_secret(match, lines, notice)) {
            continue;
        }
        status = read_line(match, lines, &whole, error);
        if (status != MQ_OK) {
            return status;
        }
        if (!whole) {
            drop(notice, lines, "match.damaged");
            return MQ_OK;
        }
    }
    return MQ_OK;
}

enum mq_status mq__match_read(const char *text, size_t length,
                              const struct mq_match_opener *opener,
                              struct mq_match **out,
                              struct mq_match_notice *notice,
                              struct mq_error *error)
{
    struct lines lines = {.at = text, .end = text + length};
    enum mq_status status;

    *out = NULL;
    if (notice != NULL) {
        *notice = (struct mq_match_notice){0};
    }
    next_line(&lines);
    status =
        begin_match(&lines, opener != NULL ? opener : &registry, out, error);
    if (status == MQ_OK) {
        status = read_entries(*out, &lines, notice, error);
    }
    if (status != MQ_OK && status != MQ_DIVERGED) {
        mq_match_destroy(*out);
        *out = NULL;
    }
    return status;
}

enum mq_status mq_match_read(const char *text, size_t length,
                             struct mq_match **out,
                             struct mq_match_notice *notice,
                             struct mq_error *error)
{
    enum mq_status status =
        mq__match_read(text, length, NULL, out, notice, error);

    if (status != MQ_OK) {
        mq_match_destroy(*out);
        *out = NULL;
    }
    return status;
}
