/* Positions: the first line names the game, the rest is position JSON. What is
 * taken is a position like any other: it is written so that it reads the same,
 * can be seen by every seat, and played on. */
#include "fuzz.h"
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

#define EVENTS 40

static void look(const struct mq_game *g, const struct fuzz_state *st)
{
    struct fuzz_state view, world;
    mq_action list[MQ_MAX_LEGAL];
    uint32_t actors;
    struct mq_rng rng;

    mq_rng_seed(&rng, 1);
    for (int seat = MQ_SPECTATOR; seat < mq_players(g, st->bytes); seat++) {
        mq_view(g, st->bytes, seat, view.bytes);
        fuzz_require(mq_check(g, view.bytes, NULL) == MQ_OK,
                     "a view has all invariants");
        mq_turn(g, view.bytes, &actors);
        if (seat >= 0 && (actors >> seat & 1) != 0) {
            fuzz_require(mq_legal(g, view.bytes, seat, list) > 0,
                         "an actor has legal actions");
        }
        world = view;
        mq_resample(g, world.bytes, seat, &rng);
        mq_view(g, world.bytes, seat, world.bytes);
        fuzz_require(memcmp(world.bytes, view.bytes, g->state_size) == 0,
                     "redact(resample(v)) is v");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct mq_game *g;
    size_t length;
    char *text = fuzz_input(bytes, size, &g, &length);
    struct fuzz_state st, again;
    char *json;

    if (mq_position_read(g, text, length, st.bytes, NULL) == MQ_OK) {
        fuzz_require(mq_check(g, st.bytes, NULL) == MQ_OK,
                     "what is read has all invariants");
        json = mq_position_write(g, st.bytes);
        fuzz_require(json != NULL, "there is memory");
        fuzz_require(mq_position_read(g, json, strlen(json), again.bytes,
                                      NULL) == MQ_OK &&
                         memcmp(st.bytes, again.bytes, g->state_size) == 0,
                     "what is written reads the same");
        if (strstr(json, "\"?\"") == NULL) {
            look(g, &st);
            fuzz_play(g, &st, size, EVENTS);
        }
        free(json);
    }
    free(text);
    return 0;
}
