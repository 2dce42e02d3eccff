/* Tables: the first line names game and file ("mlem mat.csv"), the rest is
 * that file. Bad tables are refused with findings; with what is taken, warnings
 * or not, matches can be played. */
#include "fuzz.h"
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

#define EVENTS 100

static void play_with(const struct mq_game *g, size_t length)
{
    struct fuzz_state st;
    struct mq_setup setup;

    for (int players = g->min_players; players <= g->max_players; players++) {
        mq_setup_init(g, players, &setup);
        for (int i = 0; i < g->option_count; i++) {
            setup.option[i] ^= (int)(length >> i & 1);
        }
        if (mq_begin(g, st.bytes, &setup, NULL) != MQ_OK) {
            mq_setup_init(g, players, &setup);
        }
        if (mq_begin(g, st.bytes, &setup, NULL) == MQ_OK) {
            fuzz_play(g, &st, length, EVENTS);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char *line = (const char *)bytes;
    const char *end = size > 0 ? memchr(line, '\n', size) : NULL;
    const char *blank =
        end != NULL ? memchr(line, ' ', (size_t)(end - line)) : NULL;
    struct mq_findings *findings = calloc(1, sizeof *findings);
    struct mq_table_file file = {.name = NULL};
    const struct mq_game *g = NULL;
    char name[64] = "";

    fuzz_require(findings != NULL, "there is memory");
    if (blank != NULL && (size_t)(end - blank) < sizeof name) {
        const char *id = fuzz_game(line, (size_t)(blank - line))->id;

        memcpy(name, blank + 1, (size_t)(end - blank) - 1);
        file.name = name;
        file.bytes = end + 1;
        file.length = size - (size_t)(end + 1 - line);
        if (mq_game_open(id, &file, 1, &g, findings) == MQ_OK) {
            play_with(g, size);
        } else {
            fuzz_require(findings->errors > 0 && findings->count > 0,
                         "what is refused has a reason");
        }
    }
    mq_game_close(g);
    free(findings);
    return 0;
}
