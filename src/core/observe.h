/* Writing an observation (<maxq/observe.h>).
 *
 * A game's `observe` calls these functions in an order that never depends on
 * the position: each call takes a fixed number of places of the vector, from
 * `next` on. The same calls name the inputs and count them, so names, size and
 * values can't disagree.
 */
#ifndef MAXQ_CORE_OBSERVE_H
#define MAXQ_CORE_OBSERVE_H

#include <maxq/observe.h>

#include <assert.h>

struct mq_observer {
    struct mq_input *out;
    int count; /* inputs written */
    int next;  /* place of the next input */
    /* Naming: the input whose name is wanted, and where it goes; NULL: none. */
    int wanted;
    char *name;
    const char *group; /* in front of names */
};

/* How the inputs of one call are named. */
enum mq_input_kind { MQ_INPUT_NUMBER, MQ_INPUT_WORD, MQ_INPUT_STEP };

/* Names `n` inputs from `next` on: by `words`, or by numbers from `first` in
 * steps of `step`. Called only where a name is wanted. */
void mq__observe_label(struct mq_observer *o, const char *name, int n,
                       const char *const *words, enum mq_input_kind kind,
                       int step);

static inline void mq__observe_put(struct mq_observer *o, int place, int value)
{
    if (value != 0) {
        assert(o->count < MQ_MAX_INPUTS);
        o->out[o->count].index = (uint16_t)place;
        o->out[o->count].value = (int16_t)value;
        o->count++;
    }
}

static inline int mq__observe_limit(long value)
{
    return value > MQ_INPUT_MOST    ? MQ_INPUT_MOST
           : value < -MQ_INPUT_MOST ? -MQ_INPUT_MOST
                                    : (int)value;
}

/* One input: `value` in units of `unit`. */
static inline void mq__observe_number(struct mq_observer *o, const char *name,
                                      long value, int unit)
{
    if (o->name != NULL) {
        mq__observe_label(o, name, 1, NULL, MQ_INPUT_NUMBER, 0);
    }
    mq__observe_put(o, o->next, mq__observe_limit(value * MQ_INPUT_ONE / unit));
    o->next++;
}

static inline void mq__observe_flag(struct mq_observer *o, const char *name,
                                    bool on)
{
    mq__observe_number(o, name, on, 1);
}

/* `n` inputs, of which number `value` is 1; the last one also stands for all
 * larger values. Below 0: none is. `words` may be NULL. */
static inline void mq__observe_one(struct mq_observer *o, const char *name,
                                   int value, int n, const char *const *words)
{
    if (o->name != NULL) {
        mq__observe_label(o, name, n, words, MQ_INPUT_WORD, 1);
    }
    if (value >= 0) {
        mq__observe_put(o, o->next + (value < n ? value : n - 1), MQ_INPUT_ONE);
    }
    o->next += n;
}

/* `n` inputs: is it at least step, 2 * step …? */
static inline void mq__observe_steps(struct mq_observer *o, const char *name,
                                     int value, int n, int step)
{
    if (o->name != NULL) {
        mq__observe_label(o, name, n, NULL, MQ_INPUT_STEP, step);
    }
    for (int i = 0; i < n && value >= (i + 1) * step; i++) {
        mq__observe_put(o, o->next + i, MQ_INPUT_ONE);
    }
    o->next += n;
}

/* `n` inputs of an array: each in units of `unit`. */
static inline void mq__observe_list(struct mq_observer *o, const char *name,
                                    const int *value, int n, int unit,
                                    const char *const *words)
{
    if (o->name != NULL) {
        mq__observe_label(o, name, n, words, MQ_INPUT_WORD, 1);
    }
    for (int i = 0; i < n; i++) {
        mq__observe_put(
            o, o->next + i,
            mq__observe_limit((long)value[i] * MQ_INPUT_ONE / unit));
    }
    o->next += n;
}

/* Leaves the places of something that isn't there. */
static inline void mq__observe_skip(struct mq_observer *o, int n)
{
    o->next += n;
}

#endif
