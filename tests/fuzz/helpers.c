/* What several fuzz targets need: see helpers.h. */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_GAMES 8

void fuzz_require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "doesn't hold: %s\n", what);
        abort();
    }
}

/* Opening one takes longer than most inputs do. */
static const struct mq_game *kept[MAX_GAMES];

static const struct mq_game *opened(int index)
{
    if (kept[index] == NULL) {
        fuzz_require(mq_game_open(mq_game_id(index), NULL, 0, &kept[index],
                                  NULL) == MQ_OK,
                     "the built-in tables are good");
    }
    return kept[index];
}

static int find_game(const char *id, size_t length)
{
    for (int i = 0; i < mq_game_count(); i++) {
        if (strlen(mq_game_id(i)) == length &&
            memcmp(mq_game_id(i), id, length) == 0) {
            return i;
        }
    }
    return -1;
}

const struct mq_game *fuzz_game(const char *id, size_t length)
{
    int index = find_game(id, length);

    return opened(index >= 0 ? index : 0);
}

enum mq_status fuzz_open(const char *id, const struct mq_game **out)
{
    int index = find_game(id, strlen(id));

    *out = index >= 0 ? opened(index) : NULL;
    return index >= 0 ? MQ_OK : MQ_UNKNOWN_WORD;
}

bool fuzz_kept(const struct mq_game *game)
{
    for (int i = 0; i < MAX_GAMES; i++) {
        if (kept[i] == game) {
            return true;
        }
    }
    return false;
}

void fuzz_close(const struct mq_game *game)
{
    if (!fuzz_kept(game)) {
        mq_game_close(game);
    }
}

char *fuzz_input(const uint8_t *bytes, size_t size, const struct mq_game **game,
                 size_t *length)
{
    const uint8_t *line = size > 0 ? memchr(bytes, '\n', size) : NULL;
    size_t head = line != NULL ? (size_t)(line - bytes) : size;
    size_t from = line != NULL ? head + 1 : size;
    char *text = malloc(size - from + 1);

    fuzz_require(text != NULL, "there is memory");
    *game = fuzz_game((const char *)bytes, head);
    *length = size - from;
    memcpy(text, bytes + from, *length);
    text[*length] = '\0';
    return text;
}

static bool step(const struct mq_game *g, struct fuzz_state *st,
                 struct mq_rng *rng)
{
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;
    int seat = 0;
    int n;

    switch (mq_turn(g, st->bytes, &actors)) {
    case MQ_TURN_OVER:
        return false;
    case MQ_TURN_CHANCE:
        mq_apply(g, st->bytes, MQ_CHANCE_SEAT, mq_sample(g, st->bytes, rng));
        return true;
    default:
        break;
    }
    fuzz_require(actors != 0, "somebody is to act");
    do {
        seat = (int)mq_rng_below(rng, MQ_MAX_PLAYERS);
    } while ((actors >> seat & 1) == 0);
    n = mq_legal(g, st->bytes, seat, list);
    fuzz_require(n > 0 && n <= MQ_MAX_LEGAL, "an actor has legal actions");
    mq_apply(g, st->bytes, seat, list[mq_rng_below(rng, (uint32_t)n)]);
    return true;
}

void fuzz_play(const struct mq_game *g, struct fuzz_state *st, uint64_t seed,
               int events)
{
    struct mq_rng rng;

    mq_rng_seed(&rng, seed);
    for (int i = 0; i < events && step(g, st, &rng); i++) {
        fuzz_require(mq_check(g, st->bytes, NULL) == MQ_OK,
                     "the invariants, after an event");
    }
}
