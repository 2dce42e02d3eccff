/* The bridge: the engine for other programs, as JSON lines. A line in, a line
 * out; no files here (src/cli/bridge.c reads and writes those). docs/bridge.md
 * describes every op.
 */
#ifndef MAXQ_CORE_BRIDGE_H
#define MAXQ_CORE_BRIDGE_H

#include <maxq/bot.h>
#include <maxq/match.h>

#include "core/buf.h"

#define MQ_BRIDGE_LINE ((size_t)1 << 20) /* bytes of the longest line */

/* The answer where there is no memory for one. */
#define MQ_BRIDGE_NO_MEMORY                                                    \
    "{\"ok\":false,\"error\":{\"code\":\"no_memory\","                         \
    "\"message\":\"There is not enough memory.\"}}"

struct mq_analysis_walk; /* ai/analysis_walk.h */
struct mq_json_writer;

/* What the bridge can't do by itself: bots stand right of the core, and games
 * and random bytes are its host's. */
struct mq_bridge_host {
    void *context;
    enum mq_status (*open_game)(void *context, const char *id,
                                const struct mq_game **out);
    void (*close_game)(const struct mq_game *game);
    int (*game_count)(void);
    const char *(*game_id)(int index);
    const struct mq_bot *(*find_bot)(const char *name);
    enum mq_status (*choose)(const struct mq_bot *bot,
                             const struct mq_game *game, const void *st,
                             int seat, const struct mq_budget *budget,
                             struct mq_rng *rng, struct mq_choice *out);
    /* A match judged event by event: see ai/analysis_walk.h. */
    struct mq_analysis_walk *(*analyze)(const struct mq_match *match,
                                        int budget, uint64_t seed);
    void (*analysis_head)(const struct mq_analysis_walk *walk,
                          struct mq_json_writer *w);
    enum mq_status (*judge)(struct mq_analysis_walk *walk, int number,
                            const struct mq_voice *voice,
                            struct mq_json_writer *w);
    void (*end_analysis)(struct mq_analysis_walk *walk);
    bool (*random)(void *context, struct mq_seed *out); /* false: none */
};

struct mq_bridge; /* a session */

/* NULL without memory; the host must outlive it. */
struct mq_bridge *mq__bridge_create(const struct mq_bridge_host *host);
void mq__bridge_destroy(struct mq_bridge *bridge);

/* Answers one line (without its newline): `answer` is emptied and filled with
 * one JSON object. MQ_NOMEM: not even an answer could be written; the session
 * is unchanged, as after every error. */
enum mq_status mq__bridge_line(struct mq_bridge *bridge, const char *line,
                               size_t length, struct mq_buf *answer);

#endif
