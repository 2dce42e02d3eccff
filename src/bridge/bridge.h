/* The bridge: the engine for other programs, as JSON lines. A line in, a line
 * out; no files here (src/cli/bridge.c reads and writes those). docs/bridge.md
 * describes every op.
 */
#ifndef MAXQ_BRIDGE_BRIDGE_H
#define MAXQ_BRIDGE_BRIDGE_H

#include <maxq/match.h>

#include "core/buf.h"

#define MQ_BRIDGE_PROTOCOL 1 /* rises where an op changes its meaning */
#define MQ_BRIDGE_ID 64      /* bytes of the longest id */
#define MQ_BRIDGE_LINE ((size_t)1 << 20) /* bytes of the longest line */

/* The answer where there is no memory for one. */
#define MQ_BRIDGE_NO_MEMORY                                                    \
    "{\"ok\":false,\"error\":{\"code\":\"no_memory\","                         \
    "\"message\":\"There is not enough memory.\"}}"

/* Opens the game of that id for the session, which closes it with
 * mq_game_close. */
typedef enum mq_status (*mq_bridge_open)(void *context, const char *id,
                                         const struct mq_game **out);

struct mq_bridge; /* a session */

/* NULL without memory. `open` NULL: games with their built-in tables. */
struct mq_bridge *mq__bridge_create(mq_bridge_open open, void *context);
void mq__bridge_destroy(struct mq_bridge *bridge);

/* Answers one line (without its newline): `answer` is emptied and filled with
 * one JSON object. MQ_NOMEM: not even an answer could be written; the session
 * is unchanged, as after every error. */
enum mq_status mq__bridge_line(struct mq_bridge *bridge, const char *line,
                               size_t length, struct mq_buf *answer);

#endif
