/* Numbered actions, masks and results. */
#include "learn/numbering.h"

#include <maxq/learn.h>
#include <maxq/observe.h>

#include <assert.h>
#include <string.h>

static int size_of(const struct mq_action_block *b)
{
    return b->count[0] * b->count[1] * b->count[2];
}

void mq__numbering_init(struct mq_numbering *n, const struct mq_game *g)
{
    n->count = 0;
    n->blocks = g->mind.actions != NULL ? g->mind.actions(g, n->block) : 0;
    assert(n->blocks <= MQ_MAX_BLOCKS);
    for (int i = 0; i < n->blocks; i++) {
        n->first[i] = n->count;
        n->count += size_of(&n->block[i]);
    }
}

/* The place of an action in a block, or -1. */
static int place_in(const struct mq_action_block *b, mq_action action)
{
    const int field[3] = {MQ_ACTION_A(action), MQ_ACTION_B(action),
                          MQ_ACTION_C(action)};
    int place = 0;

    if (MQ_ACTION_KIND(action) != b->kind) {
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        int digit = field[i] - b->base[i];

        if (digit < 0 || digit >= b->count[i]) {
            return -1;
        }
        place = place * b->count[i] + digit;
    }
    return place;
}

int mq__numbering_index(const struct mq_numbering *n, mq_action action)
{
    for (int i = 0; i < n->blocks; i++) {
        int place = place_in(&n->block[i], action);

        if (place >= 0) {
            return n->first[i] + place;
        }
    }
    return -1;
}

int mq_action_count(const struct mq_game *g)
{
    struct mq_numbering n;

    mq__numbering_init(&n, g);
    return n.count;
}

int mq_action_index(const struct mq_game *g, mq_action action)
{
    struct mq_numbering n;

    mq__numbering_init(&n, g);
    return mq__numbering_index(&n, action);
}

mq_action mq_action_at(const struct mq_game *g, int index)
{
    struct mq_numbering n;
    int field[3];
    int i;

    mq__numbering_init(&n, g);
    assert(index >= 0 && index < n.count);
    for (i = n.blocks - 1; n.first[i] > index; i--) {
    }
    index -= n.first[i];
    for (int k = 2; k >= 0; k--) {
        field[k] = n.block[i].base[k] + index % n.block[i].count[k];
        index /= n.block[i].count[k];
    }
    return MQ_ACTION(n.block[i].kind, field[0], field[1], field[2]);
}

void mq_legal_mask(const struct mq_game *g, const void *st, int seat,
                   uint8_t *mask)
{
    struct mq_numbering n;
    mq_action legal[MQ_MAX_LEGAL];
    int count = mq_legal(g, st, seat, legal);

    mq__numbering_init(&n, g);
    memset(mask, 0, (size_t)n.count);
    for (int i = 0; i < count; i++) {
        int index = mq__numbering_index(&n, legal[i]);

        assert(index >= 0);
        mask[index] = 1;
    }
}

void mq_returns(const struct mq_game *g, const void *st, double *out)
{
    int players = mq_players(g, st);
    uint32_t winners = mq_winners(g, st);
    int victors = __builtin_popcount(winners);
    double nobodys = players > 1 ? 1.0 / players : 0;

    for (int seat = 0; seat < players; seat++) {
        bool won = (winners >> seat & 1) != 0;

        out[seat] = victors == 0 ? nobodys : won ? 1.0 / victors : 0;
    }
}

void mq_observe_floats(const struct mq_game *g, const void *st, int seat,
                       float *out)
{
    struct mq_input input[MQ_MAX_INPUTS];
    int n = mq_observe(g, st, seat, input);

    memset(out, 0, sizeof *out * (size_t)mq_observe_size(g));
    for (int i = 0; i < n; i++) {
        out[input[i].index] = (float)input[i].value / MQ_INPUT_ONE;
    }
}

void mq_observe_bytes(const struct mq_game *g, const void *st, int seat,
                      int8_t *out)
{
    struct mq_input input[MQ_MAX_INPUTS];
    int n = mq_observe(g, st, seat, input);

    memset(out, 0, (size_t)mq_observe_size(g));
    for (int i = 0; i < n; i++) {
        int value = input[i].value / (MQ_INPUT_ONE / 16);

        out[input[i].index] = (int8_t)(value > 127    ? 127
                                       : value < -127 ? -127
                                                      : value);
    }
}
