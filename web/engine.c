/* The engine for the page: a bridge session (docs/bridge.md) as WebAssembly.
 * A Web Worker owns one instance with one session. It asks for room for a
 * line, writes it there, calls and reads the answer before the next call.
 */
#include "ai/analysis_walk.h"
#include "core/bridge.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT(name) __attribute__((export_name(name)))

struct session {
    struct mq_bridge *bridge;
    struct mq_buf answer;
    char *line;
    bool failed; /* the last answer is MQ_BRIDGE_NO_MEMORY */
};

static enum mq_status open_game(void *context, const char *id,
                                const struct mq_game **out)
{
    (void)context;
    return mq_game_open(id, NULL, 0, out, NULL);
}

static bool random_seed(void *context, struct mq_seed *out)
{
    (void)context;
    return getentropy(out->bytes, sizeof(out->bytes)) == 0;
}

static const struct mq_bridge_host host = {
    .open_game = open_game,
    .close_game = mq_game_close,
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

/* NULL without memory. */
EXPORT("session_open") struct session *mq_web_open(void);
EXPORT("session_open") struct session *mq_web_open(void)
{
    struct session *s = calloc(1, sizeof(*s));

    if (s == NULL) {
        return NULL;
    }
    mq__buf_init(&s->answer);
    s->bridge = mq__bridge_create(&host);
    if (s->bridge == NULL) {
        free(s);
        return NULL;
    }
    return s;
}

/* Room for a line of so many bytes; NULL without memory. It belongs to the
 * session, until the next call. */
EXPORT("session_room") char *mq_web_room(struct session *s, size_t length);
EXPORT("session_room") char *mq_web_room(struct session *s, size_t length)
{
    free(s->line);
    s->line = malloc(length + 1);
    return s->line;
}

/* Answers the line in the room: its length in bytes. */
EXPORT("session_line") size_t mq_web_line(struct session *s, size_t length);
EXPORT("session_line") size_t mq_web_line(struct session *s, size_t length)
{
    s->failed =
        mq__bridge_line(s->bridge, s->line, length, &s->answer) != MQ_OK;
    return s->failed ? strlen(MQ_BRIDGE_NO_MEMORY) : s->answer.length;
}

/* Where the answer stands. */
EXPORT("session_answer") const char *mq_web_answer(const struct session *s);
EXPORT("session_answer") const char *mq_web_answer(const struct session *s)
{
    return s->failed ? MQ_BRIDGE_NO_MEMORY : s->answer.data;
}
