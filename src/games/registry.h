/* The kinds of games, for the registry. Each game's game.c defines its own. */
#ifndef MAXQ_GAMES_REGISTRY_H
#define MAXQ_GAMES_REGISTRY_H

#include "core/tables.h"

extern const struct mq_game_kind mq__mlem;
extern const struct mq_game_kind mq__liftoff;
extern const struct mq_game_kind mq__apogee;

#endif
