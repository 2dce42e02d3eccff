/* See load.h. */
#include "server/load.h"

#include "core/game.h"
#include "core/match_record.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is gathered from the rows. */
struct gather {
    struct mq_loaded *out;
    char *position, *seen;
    int entries, sound;
    struct mq_buf file;
    bool failed;
    bool public; /* the secret line stays at home: the closing line has the
                    seed */
    bool undo;   /* there is one among them */
    int room;
};

static bool take_table(void *context, const struct mq_table_row *row,
                       const struct mq_head_row *head)
{
    struct gather *g = context;

    g->out->version = row->version;
    g->out->doc = strdup(row->doc);
    g->out->clock = strdup(head->clock);
    g->out->segment = head->segment;
    g->position = strdup(head->position);
    g->seen = strdup(head->seen);
    g->entries = head->entries;
    g->sound = head->sound;
    snprintf(g->out->link, sizeof(g->out->link), "%s", head->link);
    g->failed = g->out->doc == NULL || g->out->clock == NULL ||
                g->position == NULL || g->seen == NULL;
    return false;
}

static bool take_record(void *context, const char *header, const char *secret)
{
    struct gather *g = context;

    mq__buf_printf(&g->file, "%s\n", header);
    if (!g->public) {
        mq__buf_printf(&g->file, "%s\n", secret);
    }
    return false;
}

static bool remember(struct gather *g, const struct mq_entry_row *row)
{
    struct mq_loaded *out = g->out;
    struct mq_remembered *r;

    if (out->clients == g->room) {
        int room = g->room * 2 + 64;

        r = realloc(out->client, (size_t)room * sizeof(*r));
        if (r == NULL) {
            return false;
        }
        out->client = r;
        g->room = room;
    }
    assert(out->clients < g->room);
    r = &out->client[out->clients++];
    memset(r, 0, sizeof(*r));
    r->seat = row->seat;
    r->entry = row->number;
    snprintf(r->id, sizeof(r->id), "%s", row->client);
    return true;
}

/* The head was read before the entries: what came since is left out. */
static bool take_entry(void *context, const struct mq_entry_row *row)
{
    struct gather *g = context;

    if (row->number >= g->entries) {
        return false;
    }
    mq__buf_printf(&g->file, "%s\n", row->line);
    g->undo = g->undo || strstr(row->line, "\"kind\":\"undo\"") != NULL;
    g->out->moved_at = row->at;
    if (row->seat >= 0 && row->client[0] != '\0' && !remember(g, row)) {
        g->failed = true;
    }
    return !g->failed;
}

static enum mq_status open_shared(void *context, const char *id,
                                  const struct mq_table_file *files, int count,
                                  const uint8_t hash[MQ_HASH_SIZE],
                                  const struct mq_game **out)
{
    return mq__games_open(context, id, files, count, hash, out);
}

/* The games belong to the cache. */
static void keep_open(const struct mq_game *game)
{
    (void)game;
}

/* Numbers of the last items, and of those that the remembered ids caused. */
struct numbering {
    struct mq_loaded *out;
    int seat, at;
};

static bool number_item(void *context, const struct mq_item *item)
{
    struct numbering *n = context;

    for (; n->at < n->out->clients; n->at++) {
        struct mq_remembered *r = &n->out->client[n->at];

        if (r->entry > item->entry) {
            break;
        }
        if (r->seat == n->seat) {
            r->number = item->number;
        }
    }
    return true;
}

static enum mq_status number_all(struct mq_loaded *out)
{
    enum mq_status status = MQ_OK;

    for (int a = 0; status == MQ_OK && a < MQ_AUDIENCES; a++) {
        struct numbering n = {out, a, 0};
        struct mq_walk walk = {.audience = a,
                               .base = out->base[a],
                               .from = 0,
                               .decision =
                                   a < MQ_SPECTATORS ? &out->decision[a] : NULL,
                               .visit = number_item,
                               .context = &n};

        if (a < MQ_SPECTATORS &&
            a >= mq_match_config_of(out->match)->setup.players) {
            continue;
        }
        out->decision[a] = out->base[a];
        status = mq__stream_walk(out->match, &walk, &out->number[a]);
    }
    return status;
}

static void read_numbers(const char *seen, int out[MQ_AUDIENCES])
{
    struct mq_json_doc doc;
    struct mq_error error;
    const struct mq_json *item;
    int i = 0;

    if (mq__json_parse(&doc, seen, strlen(seen), &error) == MQ_OK) {
        for (item = doc.root->first; item != NULL && i < MQ_AUDIENCES;
             item = item->next) {
            out[i++] = (int)item->integer;
        }
    }
    mq__json_finish(&doc);
}

/* The header's numbers start again in each segment after the first. */
static void read_base(struct gather *g)
{
    struct mq_json_doc doc;
    struct mq_error error;
    const struct mq_json *base = NULL;

    if (mq__json_parse(&doc, g->out->clock, strlen(g->out->clock), &error) ==
        MQ_OK) {
        base = mq__json_get(doc.root, "base");
        g->out->mended = mq__json_get(doc.root, "mended") != NULL;
    }
    for (int i = 0; base != NULL && i < MQ_AUDIENCES; i++) {
        const struct mq_json *item = mq__json_at(base, i);

        g->out->base[i] = item != NULL ? (int)item->integer : 0;
    }
    mq__json_finish(&doc);
}

void mq__link_text(const struct mq_match *match, int entries,
                   char out[MQ_LINK_SIZE])
{
    mq__hex_write(mq__match_link(match, entries), MQ_HASH_SIZE, out);
    out[MQ_LINK_SIZE - 1] = '\0';
}

/* The last position that can be had: of the entries that are sound, or as the
 * head has it. */
static enum mq_status last_position(const struct gather *g,
                                    const struct mq_game *game, void *st,
                                    struct mq_error *error)
{
    if (g->out->match != NULL) {
        memcpy(st, mq_match_state(g->out->match), game->state_size);
        return MQ_OK;
    }
    return mq_position_read(game, g->position, strlen(g->position), st, error);
}

/* A match that goes on from that position, with the table's people and bots. */
static enum mq_status go_on_from(const struct mq_table *t, const void *st,
                                 struct mq_match **out, struct mq_error *error)
{
    struct mq_match_config config = {.setup = t->setup};
    enum mq_status status;
    uint32_t actors;

    for (int i = 0; i < t->players; i++) {
        memcpy(config.seat[i].name, t->place[i].name, MQ_NAME_SIZE);
        memcpy(config.seat[i].bot, t->place[i].bot, MQ_NAME_SIZE);
    }
    randombytes_buf(&config.seed, sizeof(config.seed));
    status = mq_match_create_from(t->game, &config, st, out, error);
    while (status == MQ_OK && mq_match_turn(*out, &actors) == MQ_TURN_CHANCE) {
        status = mq_match_chance(*out, NULL);
    }
    return status;
}

/* The rules version is gone, or the record is damaged: the match goes on in a
 * new record. */
static enum mq_status begin_again(struct mq_games *games, struct gather *g,
                                  struct mq_error *error)
{
    struct mq_table *t = calloc(1, sizeof(*t));
    alignas(16) unsigned char st[MQ_MAX_STATE];
    struct mq_match *match = NULL;
    enum mq_status status = MQ_NOMEM;

    if (t == NULL) {
        return status;
    }
    status = mq__table_read_doc(t, g->out->doc);
    if (status == MQ_OK) {
        t->game = g->out->match != NULL ? mq_match_game(g->out->match)
                                        : mq__games_get(games, t->game_id);
    }
    status =
        t->game != NULL ? last_position(g, t->game, st, error) : MQ_VERSION;
    if (status == MQ_OK) {
        status = go_on_from(t, st, &match, error);
    }
    free(t);
    if (status != MQ_OK) {
        mq_match_destroy(match);
    } else {
        mq_match_destroy(g->out->match);
        g->out->match = match;
        g->out->segment++;
        g->out->begun = true;
        g->out->clients = 0;
        read_numbers(g->seen, g->out->base);
        for (int i = 0; i < MQ_AUDIENCES; i++) {
            g->out->base[i]++; /* the item that says so */
        }
    }
    return status;
}

/* All entries are there, and the head has the link of the last one. */
static bool is_whole(const struct gather *g,
                     const struct mq_match_notice *notice)
{
    char link[MQ_LINK_SIZE];

    if (notice->line != 0 || g->sound >= 0 ||
        mq_match_entries(g->out->match) != g->entries) {
        return false;
    }
    mq__link_text(g->out->match, g->entries, link);
    return strcmp(link, g->out->link) == 0;
}

static enum mq_status build(const struct mq_load *load, struct gather *g,
                            struct mq_error *error)
{
    struct mq_match_opener opener = {open_shared, keep_open, load->games};
    struct mq_match_notice notice = {0};
    enum mq_status status;

    read_base(g);
    status = mq__match_read(mq__buf_text(&g->file), g->file.length, &opener,
                            &g->out->match, &notice, error);
    if (status == MQ_OK && !is_whole(g, &notice)) {
        status = mq_fail(error, MQ_DAMAGED, "server.damaged", "");
    }
    if (status == MQ_VERSION) {
        status = begin_again(load->games, g, error);
    } else if (load->mend && (status == MQ_DAMAGED || status == MQ_DIVERGED ||
                              status == MQ_SYNTAX)) {
        g->out->mended = true;
        status = begin_again(load->games, g, error);
    }
    if (status == MQ_OK) {
        status = number_all(g->out);
    }
    return status;
}

/* The store couldn't read: that is worse than a record that is damaged. */
static enum mq_status noted(struct gather *g, enum mq_status status)
{
    g->out->unread =
        g->out->unread || (status != MQ_OK && status != MQ_NOTHING);
    return status;
}

/* The whole record. */
static enum mq_status gather(struct mq_store *store, const char *id,
                             struct gather *g)
{
    enum mq_status status =
        mq_store_record(store, id, g->out->segment, take_record, g);

    if (status == MQ_OK) {
        status = mq_store_entries(store, id, g->out->segment, 0, take_entry, g);
    }
    status = noted(g, status);
    if (status == MQ_NOTHING) {
        status = MQ_DAMAGED;
    }
    return status == MQ_OK && (g->failed || g->file.failed) ? MQ_NOMEM : status;
}

/* The lines after what is known, where it goes on from there. What is taken
 * back can't be told from the rest: then everything is read. */
static enum mq_status gather_more(struct mq_store *store,
                                  const struct mq_load *load, struct gather *g)
{
    enum mq_status status;

    if (load->known.segment < 0 || g->out->segment != load->known.segment ||
        g->entries < load->known.entries) {
        return MQ_OK;
    }
    status = noted(g, mq_store_entries(store, load->id, g->out->segment,
                                       load->known.entries, take_entry, g));
    if (status == MQ_OK && (g->failed || g->file.failed)) {
        status = MQ_NOMEM;
    }
    g->out->goes_on = status == MQ_OK && !g->undo;
    if (g->out->goes_on) {
        g->out->more = g->file;
    } else {
        mq__buf_finish(&g->file);
        g->out->clients = 0;
    }
    mq__buf_init(&g->file);
    return status;
}

enum mq_status mq__load(const struct mq_load *load, struct mq_store *store,
                        struct mq_loaded *out, struct mq_error *error)
{
    struct gather g = {.out = out};
    enum mq_status status;

    memset(out, 0, sizeof(*out));
    mq__buf_init(&out->more);
    mq__buf_init(&g.file);
    status = noted(&g, mq_store_table(store, load->id, take_table, &g));
    if (status == MQ_OK) {
        status = g.failed ? MQ_NOMEM : gather_more(store, load, &g);
    }
    if (status == MQ_OK && out->segment >= 0 && !out->goes_on) {
        status = gather(store, load->id, &g);
        if (status == MQ_OK || (status == MQ_DAMAGED && load->mend)) {
            status = build(load, &g, error);
        }
    }
    free(g.position);
    free(g.seen);
    mq__buf_finish(&g.file);
    return status;
}

enum mq_status mq__load_probe(struct mq_store *store, const char *id)
{
    struct mq_loaded loaded = {0};
    struct gather g = {.out = &loaded};
    enum mq_status status;

    mq__buf_init(&g.file);
    status = noted(&g, mq_store_table(store, id, take_table, &g));
    if (status == MQ_OK && loaded.segment >= 0) {
        status = gather(store, id, &g);
    }
    status = loaded.unread ? status : MQ_OK;
    free(g.position);
    free(g.seen);
    mq__buf_finish(&g.file);
    mq__loaded_finish(&loaded);
    return status;
}

void mq__loaded_finish(struct mq_loaded *loaded)
{
    free(loaded->doc);
    free(loaded->clock);
    free(loaded->client);
    mq__buf_finish(&loaded->more);
    mq_match_destroy(loaded->match);
    memset(loaded, 0, sizeof(*loaded));
}

enum mq_status mq__load_file(struct mq_store *store, const char *id,
                             bool secret, struct mq_buf *out)
{
    struct mq_loaded loaded = {0};
    struct gather g = {.out = &loaded, .public = !secret};
    enum mq_status status = mq_store_table(store, id, take_table, &g);

    mq__buf_init(&g.file);
    if (status == MQ_OK) {
        status = loaded.segment >= 0 ? gather(store, id, &g) : MQ_NOTHING;
    }
    if (status == MQ_OK) {
        mq__buf_add(out, mq__buf_text(&g.file), g.file.length);
    }
    free(g.position);
    free(g.seen);
    mq__buf_finish(&g.file);
    mq__loaded_finish(&loaded);
    return status;
}
