/* Observations: see observe.h. */
#include "core/observe.h"

#include "core/game.h"

#include <stdio.h>
#include <string.h>

int mq_observe_size(const struct mq_game *g)
{
    return g->mind.observe != NULL ? g->mind.observe_size : 0;
}

int mq_observe_version(const struct mq_game *g)
{
    return g->mind.observe != NULL ? g->mind.observe_version : 0;
}

int mq_observe(const struct mq_game *g, const void *st, int seat,
               struct mq_input out[MQ_MAX_INPUTS])
{
    struct mq_observer o = {.out = out};

    if (g->mind.observe == NULL) {
        return 0;
    }
    g->mind.observe(g, st, seat, &o);
    assert(o.next == g->mind.observe_size && o.next <= MQ_MAX_VECTOR);
    return o.count;
}

void mq__observe_label(struct mq_observer *o, const char *name, int n,
                       const char *const *words, enum mq_input_kind kind,
                       int step)
{
    const char *group = o->group != NULL ? o->group : "";
    const char *gap = group[0] != '\0' ? " " : "";
    int i = o->wanted - o->next;

    if (i < 0 || i >= n) {
        return;
    }
    if (kind == MQ_INPUT_NUMBER) {
        snprintf(o->name, MQ_INPUT_NAME, "%s%s%s", group, gap, name);
    } else if (kind == MQ_INPUT_STEP) {
        snprintf(o->name, MQ_INPUT_NAME, "%s%s%s >= %d", group, gap, name,
                 (i + 1) * step);
    } else if (words != NULL) {
        snprintf(o->name, MQ_INPUT_NAME, "%s%s%s %s", group, gap, name,
                 words[i]);
    } else {
        snprintf(o->name, MQ_INPUT_NAME, "%s%s%s %d", group, gap, name, i);
    }
}

/* Any position names all inputs: a new match's. */
void mq_observe_name(const struct mq_game *g, int index,
                     char out[MQ_INPUT_NAME])
{
    struct mq_input inputs[MQ_MAX_INPUTS];
    struct mq_observer o = {.out = inputs, .wanted = index, .name = out};
    struct mq_state st;
    struct mq_setup setup;

    out[0] = '\0';
    mq_setup_init(g, g->max_players, &setup);
    if (g->mind.observe != NULL &&
        mq_begin(g, st.bytes, &setup, NULL) == MQ_OK) {
        g->mind.observe(g, st.bytes, 0, &o);
    }
}
