/* The bridge's ops that judge a match, one event at a time: whoever asks may
 * stop after any, and go on later. */
#include "core/bridge_session.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

void mq__bridge_end_analysis(struct mq_bridge *bridge)
{
    if (bridge->analysis != NULL) {
        bridge->host->end_analysis(bridge->analysis);
        bridge->analysis = NULL;
    }
}

/* A match that began from a view can't be played out: what is hidden in it
 * isn't known to anybody. */
static enum mq_status check_whole(const struct mq_bridge *bridge,
                                  struct mq_error *error)
{
    alignas(16) unsigned char st[MQ_MAX_STATE];
    bool hidden;
    char *json;

    mq_match_state_at(bridge->match, 0, st);
    json = mq_position_write(bridge->game, st);
    if (json == NULL) {
        return mq_fail(error, MQ_NOMEM, "error.no-memory", "");
    }
    hidden = strchr(json, '?') != NULL;
    free(json);
    return hidden ? mq_fail(error, MQ_POSITION, "bridge.hidden", "") : MQ_OK;
}

enum mq_status mq__bridge_analyze(struct mq_bridge *bridge,
                                  struct mq_bridge_request *q)
{
    int budget = mq__bridge_int(q, "iterations", MQ_BRIDGE_ITERATIONS, 0);
    int seed = mq__bridge_int(q, "seed", INT32_MAX, 1);
    struct mq_analysis_walk *analysis;
    enum mq_status status = mq__bridge_fields_end(q);

    if (status == MQ_OK) {
        status = check_whole(bridge, &q->error);
    }
    if (status != MQ_OK) {
        return status;
    }
    analysis = bridge->host->analyze(bridge->match, budget, (uint64_t)seed);
    if (analysis == NULL) {
        return mq_fail(&q->error, MQ_NOMEM, "error.no-memory", "");
    }
    mq__bridge_end_analysis(bridge);
    bridge->analysis = analysis;
    bridge->host->analysis_head(analysis, &q->w);
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}

enum mq_status mq__bridge_judge(struct mq_bridge *bridge,
                                struct mq_bridge_request *q)
{
    int length = mq_match_length(bridge->match);
    int number = mq__bridge_int(q, "event", length, 0);
    enum mq_status status = mq__bridge_fields_end(q);
    const char *names[MQ_MAX_PLAYERS];
    struct mq_voice voice;

    if (status != MQ_OK) {
        return status;
    }
    if (bridge->analysis == NULL) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.no-analysis", "");
    }
    mq__bridge_voice(bridge, q, names, &voice);
    status = bridge->host->judge(bridge->analysis, number, &voice, &q->w);
    if (status == MQ_OVER) {
        return mq_fail(&q->error, MQ_NOTHING, "bridge.all-judged", "");
    }
    if (status != MQ_OK) {
        return mq_fail(&q->error, status, "error.no-memory", "");
    }
    mq__bridge_turn(bridge->match, &q->w);
    return MQ_OK;
}
