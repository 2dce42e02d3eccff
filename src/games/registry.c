/* The games there are. A new game is one line in the list. */
#include "games/registry.h"

#include "core/embed.h"
#include "core/hash.h"
#include "core/tables.h"

#include <stdio.h>
#include <string.h>

static const struct mq_game_kind *const kinds[] = {
    &mq__mlem,
    &mq__liftoff,
    &mq__apogee,
    NULL,
};

static const struct mq_game_kind *find_kind(const char *id)
{
    for (int i = 0; kinds[i] != NULL; i++) {
        if (strcmp(kinds[i]->shape->id, id) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

int mq_game_count(void)
{
    return (int)(sizeof(kinds) / sizeof(kinds[0])) - 1;
}

const char *mq_game_id(int index)
{
    return kinds[index]->shape->id;
}

/* The embedded files of a kind below `folder`; returns how many are there. */
static int embedded_tables(const struct mq_game_kind *kind, const char *folder,
                           struct mq_table_file *out)
{
    int n = 0;

    for (int i = 0; i < kind->file_count; i++) {
        char path[128];
        const struct mq_embedded *e;

        snprintf(path, sizeof(path), "%s/%s", folder, kind->files[i].file);
        e = mq__embedded_find(path);
        if (e != NULL) {
            out[n++] = (struct mq_table_file){kind->files[i].file, e->bytes,
                                              e->length};
        }
    }
    return n;
}

int mq_game_tables(const char *id, struct mq_table_file out[MQ_MAX_FILES])
{
    const struct mq_game_kind *kind = find_kind(id);

    return kind == NULL ? 0 : embedded_tables(kind, id, out);
}

/* The net that comes with the program, where it fits the tables. */
static void learn_builtin(struct mq_game *game)
{
    const struct mq_embedded *e;
    char path[64];

    snprintf(path, sizeof path, "nets/%s.net", game->id);
    e = mq__embedded_find(path);
    if (e != NULL) {
        mq_game_learn(game, e->bytes, e->length, NULL);
    }
}

enum mq_status mq_game_open(const char *id, const struct mq_table_file *files,
                            int count, const struct mq_game **out,
                            struct mq_findings *findings)
{
    struct mq_table_file builtin[MQ_MAX_FILES];
    const struct mq_game_kind *kind = find_kind(id);
    struct mq_game *game = NULL;
    enum mq_status status = MQ_UNKNOWN_WORD;

    if (kind != NULL) {
        int n = embedded_tables(kind, id, builtin);

        status = mq__game_bind(kind, files, count, builtin, n, &game, findings);
    }
    if (status == MQ_OK) {
        learn_builtin(game);
    }
    *out = game;
    return status;
}

void mq_game_close(const struct mq_game *game)
{
    mq__game_unbind((struct mq_game *)game);
}

/* Tables kept from earlier versions of this program: data/old/<hash>/. */
static enum mq_status open_old(const struct mq_game_kind *kind,
                               const uint8_t hash[32],
                               const struct mq_game **out)
{
    struct mq_table_file files[MQ_MAX_FILES];
    char folder[96] = "old/";
    struct mq_game *game = NULL;
    int n;

    mq__hex_write(hash, 32, folder + 4);
    n = embedded_tables(kind, folder, files);
    *out = NULL;
    if (n == 0) {
        return MQ_TABLES;
    }
    enum mq_status status = mq__game_bind(kind, NULL, 0, files, n, &game, NULL);

    if (status == MQ_OK) {
        /* Not today's: a match on them is opened by hash all the same. */
        game->builtin_tables = true;
        *out = game;
    }
    return status;
}

enum mq_status mq_game_open_hash(const char *id, const uint8_t hash[32],
                                 const struct mq_game **out)
{
    const struct mq_game_kind *kind = find_kind(id);
    enum mq_status status = mq_game_open(id, NULL, 0, out, NULL);

    if (status != MQ_OK) {
        return status;
    }
    if (memcmp((*out)->tables_hash, hash, 32) == 0) {
        return MQ_OK;
    }
    mq_game_close(*out);
    return open_old(kind, hash, out);
}
