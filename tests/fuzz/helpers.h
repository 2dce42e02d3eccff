/* What several fuzz targets need. Where a target is about one game, the first
 * line of its input names it ("mlem"). */
#ifndef MAXQ_TESTS_FUZZ_HELPERS_H
#define MAXQ_TESTS_FUZZ_HELPERS_H

#include "core/game.h"

struct fuzz_state {
    _Alignas(16) unsigned char bytes[MQ_MAX_STATE];
};

/* Stops with a word where something must hold and doesn't. */
void fuzz_require(bool holds, const char *what);

/* The game of that id (`length` bytes), opened once and kept; the first one
 * where there is none of it. */
const struct mq_game *fuzz_game(const char *id, size_t length);

/* The same for who opens and closes games for itself: MQ_UNKNOWN_WORD where
 * there is none, and what is kept stays open. */
enum mq_status fuzz_open(const char *id, const struct mq_game **out);
/* Whether the game stays open for the next input. */
bool fuzz_kept(const struct mq_game *game);
void fuzz_close(const struct mq_game *game);

/* Splits the input at its first newline: the game, and the rest as text that
 * ends with NUL (free() it). */
char *fuzz_input(const uint8_t *bytes, size_t size, const struct mq_game **game,
                 size_t *length);

/* Plays up to that many random events, with all invariants at each. */
void fuzz_play(const struct mq_game *g, struct fuzz_state *st, uint64_t seed,
               int events);

#endif
