/* Match files. What is read, whole or recovered, can be looked at from every
 * seat, verified, undone, and written so that it reads the same. */
#include "fuzz.h"
#include "helpers.h"

#include "core/match_record.h"

#include <stdlib.h>
#include <string.h>

/* Tables of the file's own, and old ones, are opened as ever. */
static enum mq_status open_game(void *context, const char *id,
                                const struct mq_table_file *files, int count,
                                const uint8_t hash[MQ_HASH_SIZE],
                                const struct mq_game **out)
{
    (void)context;
    if (files != NULL) {
        return mq_game_open(id, files, count, out, NULL);
    }
    if (fuzz_open(id, out) == MQ_OK &&
        memcmp((*out)->tables_hash, hash, MQ_HASH_SIZE) == 0) {
        return MQ_OK;
    }
    return mq_game_open_hash(id, hash, out);
}

static const struct mq_match_opener opener = {open_game, fuzz_close, NULL};

static bool visit(void *context, int number, struct mq_event event,
                  const void *before_view, const void *view)
{
    const struct mq_game *g = context;
    struct mq_note note[MQ_MAX_NOTES];
    int n = mq_describe(g, before_view, event, view, note);

    fuzz_require(n >= 0 && n <= MQ_MAX_NOTES && number >= 0,
                 "a seat's log can be told");
    return true;
}

static void write_again(const struct mq_match *match)
{
    struct mq_match_notice notice;
    struct mq_match *again = NULL;
    size_t length = 0;
    char *text = mq_match_write(match, &length);
    char *twice;

    fuzz_require(text != NULL, "there is memory");
    fuzz_require(mq__match_read(text, length, &opener, &again, &notice, NULL) ==
                         MQ_OK &&
                     notice.line == 0,
                 "what is written can be read");
    twice = mq_match_write(again, &length);
    fuzz_require(twice != NULL && strcmp(text, twice) == 0,
                 "and is written the same");
    free(twice);
    free(text);
    mq_match_destroy(again);
}

static void use(struct mq_match *match)
{
    const struct mq_game *g = mq_match_game(match);
    struct mq_verdict verdict;
    struct fuzz_state st;
    uint32_t actors;

    mq_match_verify(match, &verdict);
    for (int seat = MQ_SPECTATOR; seat < mq_players(g, mq_match_state(match));
         seat++) {
        mq_match_seen(match, seat, 0, visit, (void *)g);
    }
    mq_match_state_at(match, mq_match_length(match), st.bytes);
    fuzz_require(memcmp(st.bytes, mq_match_state(match), g->state_size) == 0,
                 "the log folds to the state");
    for (int seat = 0; seat < mq_players(g, mq_match_state(match)); seat++) {
        fuzz_require(mq_match_undo_limit(match, seat) <= mq_match_length(match),
                     "an undo limit is in the log");
    }
    if (mq_match_undo(match, 0, true, NULL) == MQ_OK) {
        mq_match_redo(match, MQ_SPECTATOR, NULL);
        mq_match_undo(match, 0, true, NULL);
    }
    if (mq_match_turn(match, &actors) == MQ_TURN_CHANCE) {
        mq_match_chance(match, NULL);
    }
    mq_match_concede(match, 0);
    write_again(match);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct mq_match_notice notice;
    struct mq_match *match = NULL;

    if (mq__match_read((const char *)bytes, size, &opener, &match, &notice,
                       NULL) == MQ_OK) {
        use(match);
    }
    mq_match_destroy(match);
    return 0;
}
