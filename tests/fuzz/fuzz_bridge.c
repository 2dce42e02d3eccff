/* Bridge lines: every line gets one answer that is a JSON object with "ok". */
#include "fuzz.h"
#include "helpers.h"

#include "ai/analysis_walk.h"
#include "bridge/bridge.h"
#include "core/json.h"

#include <string.h>

static enum mq_status open_game(void *context, const char *id,
                                const struct mq_game **out)
{
    (void)context;
    return fuzz_open(id, out);
}

/* The linker puts the functions below in the place of the engine's own
 * (meson.build): the same random bytes each time, games that stay open, and
 * analyses that don't take long. */
int __wrap_getentropy(void *out, size_t length);
int __wrap_getentropy(void *out, size_t length)
{
    memset(out, 7, length);
    return 0;
}

void __real_mq_game_close(const struct mq_game *game);
void __wrap_mq_game_close(const struct mq_game *game);
void __wrap_mq_game_close(const struct mq_game *game)
{
    if (!fuzz_kept(game)) {
        __real_mq_game_close(game);
    }
}

/* Analyses and judgements that this input may still have; line after line of
 * them would only take long. */
static int analyses, judgements;

/* Longer games take too long as well. */
struct mq_analysis_walk *__real_mq__analysis_walk_create(
    const struct mq_match *match, int budget, uint64_t seed);
struct mq_analysis_walk *__wrap_mq__analysis_walk_create(
    const struct mq_match *match, int budget, uint64_t seed);
struct mq_analysis_walk *__wrap_mq__analysis_walk_create(
    const struct mq_match *match, int budget, uint64_t seed)
{
    (void)budget;
    if (analyses == 0 || strcmp(mq_match_game(match)->id, "mlem") != 0) {
        return NULL;
    }
    analyses--;
    return __real_mq__analysis_walk_create(match, 1, seed);
}

enum mq_status __real_mq__analysis_walk_next(struct mq_analysis_walk *walk,
                                             int number,
                                             const struct mq_voice *voice,
                                             struct mq_json_writer *w);
enum mq_status __wrap_mq__analysis_walk_next(struct mq_analysis_walk *walk,
                                             int number,
                                             const struct mq_voice *voice,
                                             struct mq_json_writer *w);
enum mq_status __wrap_mq__analysis_walk_next(struct mq_analysis_walk *walk,
                                             int number,
                                             const struct mq_voice *voice,
                                             struct mq_json_writer *w)
{
    if (judgements == 0) {
        return MQ_NOMEM;
    }
    judgements--;
    return __real_mq__analysis_walk_next(walk, number, voice, w);
}

static void ask(struct mq_bridge *bridge, const char *line, size_t length,
                struct mq_buf *answer)
{
    const struct mq_json *ok;
    struct mq_json_doc doc;

    fuzz_require(mq__bridge_line(bridge, line, length, answer) == MQ_OK,
                 "there is memory");
    fuzz_require(mq__json_parse(&doc, mq__buf_text(answer), answer->length,
                                NULL) == MQ_OK,
                 "an answer is JSON");
    ok = mq__json_get(doc.root, "ok");
    fuzz_require(ok != NULL && ok->kind == MQ_JSON_BOOL &&
                     memchr(answer->data, '\n', answer->length) == NULL,
                 "an answer is one line with \"ok\"");
    mq__json_finish(&doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct mq_bridge *bridge = mq__bridge_create(open_game, NULL);
    const char *at = (const char *)bytes;
    struct mq_buf answer;

    fuzz_require(bridge != NULL, "there is memory");
    analyses = 1;
    judgements = 2;
    mq__buf_init(&answer);
    while (size > 0) {
        const char *end = memchr(at, '\n', size);
        size_t length = end != NULL ? (size_t)(end - at) : size;

        ask(bridge, at, length, &answer);
        at += length;
        size -= length;
        if (size > 0) {
            at++;
            size--;
        }
    }
    mq__buf_finish(&answer);
    mq__bridge_destroy(bridge);
    return 0;
}
