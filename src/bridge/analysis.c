/* The bridge's ops that judge a match, one event at a time: whoever asks may
 * stop after any, and go on later. */
#include "bridge/session.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

void mq__bridge_end_analysis(struct mq_bridge *bridge)
{
    mq__analysis_walk_destroy(bridge->analysis);
    bridge->analysis = NULL;
}

/* A match that began from a view can't be played out: what is hidden in it
 * isn't known to anybody. */
static enum mq_status check_whole(struct mq_bridge_request *q)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    bool hidden;
    char *json;

    mq_match_state_at(q->match, 0, st);
    json = mq_position_write(q->game, st);
    if (json == NULL) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    hidden = strchr(json, '?') != NULL;
    free(json);
    return hidden ? mq_fail(&q->error, MQ_POSITION, "bridge.hidden", "")
                  : MQ_OK;
}

enum mq_status mq__bridge_analyze(struct mq_bridge_request *q)
{
    int budget = mq__bridge_int(q, "iterations", MQ_BRIDGE_ITERATIONS, 0);
    int seed = mq__bridge_int(q, "seed", INT32_MAX, 1);
    struct mq_analysis_walk *analysis;
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        status = check_whole(q);
    }
    if (status != MQ_OK) {
        return status;
    }
    analysis = mq__analysis_walk_create(q->match, budget, (uint64_t)seed);
    if (analysis == NULL) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__bridge_end_analysis(q->bridge);
    q->bridge->analysis = analysis;
    mq__analysis_walk_head(analysis, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_judge(struct mq_bridge_request *q)
{
    int length = mq_match_length(q->match);
    int number = mq__bridge_int(q, "event", length, 0);
    enum mq_status status = mq__bridge_fields_end(q);
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    if (status != MQ_OK) {
        return status;
    }
    if (q->bridge->analysis == NULL) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.no-analysis", "");
    }
    mq__bridge_voice(q, names, &voice);
    status = mq__analysis_walk_next(q->bridge->analysis, number, &voice, &q->w);
    if (status == MQ_OVER) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.all-judged", "");
    }
    return status == MQ_OK ? MQ_OK
                           : mq_fail(&q->error, status, "error.no-memory", "");
}
