/* The engine for the page: a bridge session (docs/bridge.md) as WebAssembly.
 * A Web Worker owns one instance with one session. It asks for room for a
 * line, writes it there, calls and reads the answer before the next call.
 */
#include "bridge/bridge.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

struct session {
    struct mq_bridge *bridge;
    struct mq_buf answer;
    char *line;
    bool failed; /* the last answer is MQ_BRIDGE_NO_MEMORY */
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
    s->bridge = mq__bridge_create(NULL, NULL);
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
