/* Action texts: the first line names the game, each other one is a text. What
 * is taken as an action has exactly that text, and can be asked about in any
 * state. */
#include "fuzz.h"
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

static void try_text(const struct mq_game *g, const struct fuzz_state *st,
                     const char *text, int seat)
{
    char written[MQ_TEXT_SIZE];
    struct mq_event event = {.seat = seat};
    struct mq_error error;
    struct mq_note note;

    if (mq_read_text(g, text, seat, &event.action, &error) != MQ_OK) {
        fuzz_require(error.message.id != NULL, "a refusal has a message");
        return;
    }
    mq_event_text(g, event, written, sizeof written);
    fuzz_require(strcmp(written, text) == 0, "an action has one text");
    fuzz_require((mq_why_not(g, st->bytes, seat, event.action, &note) ==
                  MQ_OK) == mq_is_legal(g, st->bytes, seat, event.action),
                 "why_not agrees with mq_is_legal");
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const struct mq_game *g;
    size_t length;
    char *text = fuzz_input(bytes, size, &g, &length);
    struct fuzz_state st;
    struct mq_setup setup;

    mq_setup_init(g, g->max_players, &setup);
    fuzz_require(mq_begin(g, st.bytes, &setup, NULL) == MQ_OK,
                 "the standard setup is good");
    fuzz_play(g, &st, length, (int)(length % 16));
    for (char *line = text; line != NULL;) {
        char *next = strchr(line, '\n');

        if (next != NULL) {
            *next++ = '\0';
        }
        try_text(g, &st, line, MQ_CHANCE_SEAT);
        try_text(g, &st, line, 0);
        line = next;
    }
    free(text);
    return 0;
}
