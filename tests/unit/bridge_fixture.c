/* A bridge session for tests: see bridge_fixture.h. */
#include "bridge_fixture.h"

#include "ai/analysis_walk.h"
#include "games/hazard.h"

#include <string.h>

static enum mq_status open_game(void *context, const char *id,
                                const struct mq_game **out)
{
    (void)context;
    if (strcmp(id, "hazard") == 0) {
        *out = hz_game();
        return MQ_OK;
    }
    return mq_game_open(id, NULL, 0, out, NULL);
}

static void close_game(const struct mq_game *game)
{
    if (game != hz_game()) {
        mq_game_close(game);
    }
}

static bool random_seed(void *context, struct mq_seed *out)
{
    (void)context;
    memset(out->bytes, 7, sizeof out->bytes);
    return true;
}

const struct mq_bridge_host bridge_fixture_host = {
    .open_game = open_game,
    .close_game = close_game,
    .game_count = mq_game_count,
    .game_id = mq_game_id,
    .find_bot = mq_bot_find,
    .choose = mq_bot_choose,
    .analyze = mq__analysis_walk_create,
    .analysis_head = mq__analysis_walk_head,
    .judge = mq__analysis_walk_next,
    .end_analysis = mq__analysis_walk_destroy,
    .random = random_seed,
};
