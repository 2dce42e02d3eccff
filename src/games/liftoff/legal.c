/* Whose turn it is, and what is legal: one small lister a step. */
#include "games/liftoff/rules.h"

#include <assert.h>

/* Steps in which nobody acts. */
#define NOBODY                                                                 \
    (1u << LO_STEP_START | 1u << LO_STEP_OBJECTIVES | 1u << LO_STEP_DEAL |     \
     1u << LO_STEP_DRAW | 1u << LO_STEP_OVER)

enum mq_turn mq__lo_turn(const struct mq_game *g, const void *state,
                         uint32_t *actors)
{
    const struct lo_state *st = state;

    (void)g;
    if (lo_commits(st)) {
        *actors = lo_open_commits(st);
        return MQ_TURN_SEATS;
    }
    if (NOBODY >> st->step & 1) {
        *actors = 0;
        return st->step == LO_STEP_OVER ? MQ_TURN_OVER : MQ_TURN_CHANCE;
    }
    *actors = UINT32_C(1) << st->turn;
    return MQ_TURN_SEATS;
}

/* One action a kind of card; cards are sorted. The action of a card like the
 * one before is written over, or stands behind the last. */
static inline int list_kinds(const struct lo_cards *cards, int kind,
                             mq_action *out)
{
    int size = cards->size;
    int a = cards->card[0], b = cards->card[1], c = cards->card[2];
    int n = 1 + (b != a);

    out[0] = MQ_ACTION(kind, a, 0, 0);
    if (size < 2) {
        return size;
    }
    out[1] = MQ_ACTION(kind, b, 0, 0);
    if (size > 2) {
        out[n] = MQ_ACTION(kind, c, 0, 0);
        n += c != b;
    }
    return n;
}

static int list_objectives_to_keep(struct lo c, int seat, mq_action *out)
{
    return list_kinds(&c.st->player[seat].objective, LO_KEEP_OBJECTIVE, out);
}

static int list_objectives_to_pass(struct lo c, int seat, mq_action *out)
{
    return list_kinds(&c.st->player[seat].objective, LO_PASS_OBJECTIVE, out);
}

static int list_directions(struct lo c, int seat, mq_action *out)
{
    (void)c;
    (void)seat;
    out[0] = MQ_ACTION(LO_DIRECTION, LO_LEFT, 0, 0);
    out[1] = MQ_ACTION(LO_DIRECTION, LO_RIGHT, 0, 0);
    return 2;
}

static int list_keep(struct lo c, int seat, mq_action *out)
{
    return list_kinds(&c.st->player[seat].hand, LO_KEEP, out);
}

static int list_pass(struct lo c, int seat, mq_action *out)
{
    return list_kinds(&c.st->player[seat].hand, LO_PASS, out);
}

static int list_play(struct lo c, int seat, mq_action *out)
{
    return list_kinds(&c.st->player[seat].hand, LO_PLAY, out);
}

/* LO-A3, LO-A8 */
static int list_act(struct lo c, int seat, mq_action *out)
{
    int n = mq__lo_list_acts(c, out);
    int last = c.st->act_box == 0 ? LO_MONEY : LO_DONE;

    (void)seat;
    out[n++] = MQ_ACTION(last, 0, 0, 0);
    return n;
}

static int list_decks(struct lo c, int seat, mq_action *out)
{
    (void)seat;
    return mq__lo_list_decks(c, out);
}

static int list_takes(struct lo c, int seat, mq_action *out)
{
    (void)seat;
    return mq__lo_list_takes(c, out);
}

static int list_launches(struct lo c, int seat, mq_action *out)
{
    (void)seat;
    return mq__lo_list_launches(c, out);
}

static int list_prepare(struct lo c, int seat, mq_action *out)
{
    (void)seat;
    return mq__lo_list_prepare(c, out);
}

static int list_effects(struct lo c, int seat, mq_action *out)
{
    (void)seat;
    return mq__lo_list_effects(c, out);
}

/* LO-P5 */
static int list_sales(struct lo c, int seat, mq_action *out)
{
    int n = list_kinds(&c.st->player[seat].objective, LO_SELL_OBJECTIVE, out);

    out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
    return n;
}

/* By step; in the others no seat acts. */
static int (*const lists[LO_STEPS])(struct lo c, int seat, mq_action *out) = {
    [LO_STEP_OBJECTIVE_KEEP] = list_objectives_to_keep,
    [LO_STEP_OBJECTIVE_PASS] = list_objectives_to_pass,
    [LO_STEP_DIRECTION] = list_directions,
    [LO_STEP_KEEP] = list_keep,
    [LO_STEP_PASS] = list_pass,
    [LO_STEP_PLAY] = list_play,
    [LO_STEP_ACT] = list_act,
    [LO_STEP_DECK] = list_decks,
    [LO_STEP_TAKE] = list_takes,
    [LO_STEP_LAUNCH] = list_launches,
    [LO_STEP_PREPARE] = list_prepare,
    [LO_STEP_EFFECT] = list_effects,
    [LO_STEP_SELL] = list_sales,
};

int mq__lo_list(struct lo c, int seat, mq_action *out)
{
    assert(lists[c.st->step] != NULL);
    return lists[c.st->step](c, seat, out);
}

int mq__lo_legal(const struct mq_game *g, const void *state, int seat,
                 mq_action *out)
{
    return mq__lo_list(lo_of(g, state), seat, out);
}
