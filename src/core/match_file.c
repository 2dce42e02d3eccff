/* Match files, read: see docs/match.md. What is truncated or damaged is
 * recovered up to the last whole entry; what folds to another position than
 * it did when it was written has diverged. */
#include "core/game.h"
#include "core/match_record.h"

#include "core/json.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The header; its JSON lives as long as the header's document. */
struct header {
    const char *game;
    int rules_version, players;
    const struct mq_json *options, *seats, *tables, *position;
    uint8_t tables_hash[MQ_HASH_SIZE];
};

/* A file being read, line by line. */
struct reading {
    const char *at, *end; /* what is left */
    int number;           /* of the line taken last, from 1 */
    const char *line;
    size_t length; /* without newline and carriage return */
    struct header header;
    const struct mq_match_opener *opener;
    struct mq_match *match;
    struct mq_match_notice *notice; /* NULL: nobody wants to know */
    struct mq_error *error;
};

static bool next_line(struct reading *r)
{
    const char *stop;

    if (r->at == r->end) {
        return false;
    }
    stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->line = r->at;
    r->at = stop != NULL ? stop + 1 : r->end;
    r->length = (size_t)((stop != NULL ? stop : r->end) - r->line);
    if (r->length > 0 && r->line[r->length - 1] == '\r') {
        r->length--;
    }
    r->number++;
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

static enum mq_status no_header(struct reading *f)
{
    return mq_fail(f->error, MQ_DAMAGED, "match.no-header", "");
}

static enum mq_status no_memory(struct mq_error *error)
{
    return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
}

static enum mq_status check_format(struct reading *f,
                                   const struct mq_json *root)
{
    const struct mq_json *format = mq__json_get(root, "maxq_match");

    if (format == NULL || format->kind != MQ_JSON_INT || format->integer < 1) {
        return no_header(f);
    }
    if (format->integer > MQ_MATCH_FORMAT) {
        int number = format->integer < INT_MAX ? (int)format->integer : INT_MAX;

        return mq_fail(f->error, MQ_VERSION, "match.format", "ii", number,
                       MQ_MATCH_FORMAT);
    }
    return MQ_OK;
}

static enum mq_status read_header(struct reading *f, const struct mq_json *root)
{
    struct header *out = &f->header;
    struct mq_read_object object;
    struct mq_reader r;
    enum mq_status status = check_format(f, root);

    if (status != MQ_OK) {
        return status;
    }
    mq__reader_init(&r, "header", f->error);
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
    read_hex(&r, &object, "commitment", f->match->commitment);
    f->match->config.typed_seed = mq__read_bool(&r, &object, "typed_seed");
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

static enum mq_status open_failed(struct reading *f, enum mq_status status)
{
    switch (status) {
    case MQ_NOMEM:
        return no_memory(f->error);
    case MQ_UNKNOWN_WORD:
        return mq_fail(f->error, status, "match.no-game", "t", f->header.game);
    default:
        return mq_fail(f->error, MQ_TABLES, "match.no-tables", "t",
                       f->header.game);
    }
}

static enum mq_status open_game(struct reading *f)
{
    const struct header *header = &f->header;
    struct mq_table_file files[MQ_MAX_FILES];
    int count =
        header->tables != NULL ? mq__files_read(header->tables, files) : 0;
    const struct mq_game *game = NULL;
    enum mq_status status;

    if (count < 0) {
        return no_header(f);
    }
    status = f->opener->open(f->opener->context, header->game,
                             header->tables != NULL ? files : NULL, count,
                             header->tables_hash, &game);
    f->match->game = game;
    f->match->close_game = game != NULL ? f->opener->close : NULL;
    if (status == MQ_OK &&
        memcmp(game->tables_hash, header->tables_hash, MQ_HASH_SIZE) != 0) {
        status = MQ_TABLES;
    }
    if (status == MQ_OK && game->rules_version != header->rules_version) {
        return mq_fail(f->error, MQ_VERSION, "match.rules", "tii", header->game,
                       header->rules_version, game->rules_version);
    }
    return status == MQ_OK ? MQ_OK : open_failed(f, status);
}

static enum mq_status read_setup(struct reading *f)
{
    const struct mq_game *game = f->match->game;
    struct mq_setup *setup = &f->match->config.setup;
    enum mq_status status;

    mq_setup_init(game, f->header.players, setup);
    status = mq__setup_read(game, setup, f->header.options, f->error);
    setup->players = f->header.players;
    if (status == MQ_SYNTAX) {
        return no_header(f);
    }
    if (status != MQ_OK && f->error != NULL) {
        f->error->status = MQ_DAMAGED;
    }
    return status == MQ_OK ? MQ_OK : MQ_DAMAGED;
}

static bool copy_name(char out[MQ_NAME_SIZE], const char *text)
{
    if (text == NULL || strlen(text) >= MQ_NAME_SIZE) {
        return false;
    }
    memcpy(out, text, strlen(text) + 1);
    return true;
}

static enum mq_status read_seats(struct reading *f)
{
    struct mq_read_item item = {.key = "seats"};
    struct mq_reader r;

    mq__reader_init(&r, "header", f->error);
    r.status = MQ_DAMAGED;
    for (item.node = f->header.seats->first; item.node != NULL;
         item.node = item.node->next, item.index++) {
        struct mq_seat *seat = &f->match->config.seat[item.index];
        struct mq_read_object object;

        if (!mq__read_item_object(&r, &item, &object) ||
            !copy_name(seat->name, mq__read_text(&r, &object, "name")) ||
            !copy_name(seat->bot, mq__read_text(&r, &object, "bot"))) {
            return r.failed ? MQ_DAMAGED
                            : mq_fail(f->error, MQ_DAMAGED, "match.name", "pi",
                                      item.index, MQ_NAME_SIZE - 1);
        }
        mq__read_done(&r, &object);
    }
    if (item.index != f->header.players) {
        return no_header(f);
    }
    return r.failed ? MQ_DAMAGED : MQ_OK;
}

/* Opens the game and puts the match to its first position. */
static enum mq_status set_up(struct reading *f)
{
    struct mq_match *match = f->match;
    const struct mq_json *position = f->header.position;
    enum mq_status status = open_game(f);

    if (status == MQ_OK) {
        status = read_setup(f);
    }
    if (status == MQ_OK) {
        status = read_seats(f);
    }
    if (status == MQ_OK && position != NULL) {
        status =
            mq__read_position(match->game, position, match->next, f->error);
    }
    if (status == MQ_OK) {
        status = mq__match_init(match, position != NULL ? match->next : NULL,
                                f->error);
    }
    if (status == MQ_OK && match->players != f->header.players) {
        return no_header(f);
    }
    if (status == MQ_OK) {
        status = mq__match_begin(match);
    }
    return status == MQ_NOMEM ? no_memory(f->error) : status;
}

/* A match from the header line, without entries. The line itself is what the
 * first link covers. */
static enum mq_status begin_match(struct reading *f)
{
    struct mq_json_doc doc = {0};
    enum mq_status status;

    f->match = mq__match_alloc();
    if (f->match == NULL) {
        return no_memory(f->error);
    }
    mq__buf_add(&f->match->header, f->line, f->length);
    status = mq__json_parse(&doc, f->line, f->length, f->error);
    if (status == MQ_OK) {
        status = read_header(f, doc.root);
        if (status == MQ_OK) {
            status = set_up(f);
        }
    } else if (status != MQ_NOMEM) {
        status = no_header(f);
    }
    mq__json_finish(&doc);
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

/* By seat, from MQ_CHANCE_SEAT on. */
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
    enum mq_status status = mq_read_text(match->game, line->action, event.seat,
                                         &event.action, &error);

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

static enum mq_status diverged(struct reading *f, enum mq_status status)
{
    return mq_fail(f->error, MQ_DIVERGED,
                   status == MQ_DIVERGED ? "match.diverged"
                                         : "match.diverged-illegal",
                   "ii", f->match->entries, f->number);
}

static void drop(struct reading *f, const char *id)
{
    if (f->notice != NULL && f->notice->line == 0) {
        f->notice->line = f->number;
        mq_message_set(&f->notice->message, id, "i", f->number);
    }
}

/* The secret line, right after the header; false: this is none. One that is
 * damaged costs the seed, not the match. */
static bool read_secret(struct reading *f)
{
    static const char begin[] = "{\"secret_seed\":\"";
    struct mq_match *match = f->match;
    uint8_t commitment[MQ_HASH_SIZE];
    char hex[2 * MQ_HASH_SIZE + 1] = "";
    const size_t head = sizeof(begin) - 1;

    if (f->number != 2 || f->length < head ||
        memcmp(f->line, begin, head) != 0) {
        return false;
    }
    if (f->length == head + 2 * MQ_HASH_SIZE + 2) {
        memcpy(hex, f->line + head, 2 * MQ_HASH_SIZE);
    }
    match->has_seed =
        mq__hex_read(hex, match->config.seed.bytes, MQ_HASH_SIZE) != 0;
    mq_seed_commitment(&match->config.seed, commitment);
    if (!match->has_seed ||
        memcmp(commitment, match->commitment, MQ_HASH_SIZE) != 0) {
        match->has_seed = false;
        drop(f, "match.secret");
    }
    return true;
}

/* One line; *whole is false if it is no whole entry. */
static enum mq_status read_line(struct reading *f, bool *whole)
{
    struct mq_json_doc doc;
    struct read_entry line = {0};
    enum mq_status status = mq__json_parse(&doc, f->line, f->length, NULL);

    *whole = status == MQ_OK && read_entry(f->match, doc.root, &line);
    if (*whole) {
        status = replay_entry(f->match, &line);
        if (status != MQ_OK && status != MQ_NOMEM) {
            status = diverged(f, status);
        }
    } else if (status != MQ_NOMEM) {
        status = MQ_OK;
    }
    mq__json_finish(&doc);
    return status == MQ_NOMEM ? no_memory(f->error) : status;
}

enum mq_status mq__match_read_more(struct mq_match *match, const char *line,
                                   size_t length)
{
    struct reading f = {.line = line, .length = length, .match = match};
    bool whole;
    enum mq_status status = read_line(&f, &whole);

    return status == MQ_OK && !whole ? MQ_DAMAGED : status;
}

static enum mq_status read_entries(struct reading *f)
{
    enum mq_status status = MQ_OK;
    bool whole = true;

    while (status == MQ_OK && whole && next_line(f)) {
        if (!read_secret(f)) {
            status = read_line(f, &whole);
        }
    }
    if (status == MQ_OK && !whole) {
        drop(f, "match.damaged");
    }
    return status;
}

enum mq_status mq__match_read(const char *text, size_t length,
                              const struct mq_match_opener *opener,
                              struct mq_match **out,
                              struct mq_match_notice *notice,
                              struct mq_error *error)
{
    struct reading f = {
        .at = text,
        .end = text + length,
        .opener = opener != NULL ? opener : &registry,
        .notice = notice,
        .error = error,
    };
    const size_t prefix = sizeof(MQ_PACKED_PREFIX) - 1;
    enum mq_status status;

    if (notice != NULL) {
        *notice = (struct mq_match_notice){0};
    }
    if (length > prefix && memcmp(text, MQ_PACKED_PREFIX, prefix) == 0) {
        return mq__match_unpack(text, length, opener, out, error);
    }
    next_line(&f);
    status = begin_match(&f);
    if (status == MQ_OK) {
        status = read_entries(&f);
    }
    *out = f.match;
    if (status != MQ_OK && status != MQ_DIVERGED) {
        mq_match_destroy(f.match);
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
