/* Whose turn it is, and what is legal: one small lister a step. */
#include "games/liftoff/rules.h"

#include <assert.h>

static uint32_t open_commits(const struct lo_state *st)
{
    uint32_t mask = 0;

    for (int i = 0; i < st->players; i++) {
        if (st->player[i].commit == 0) {
            mask |= UINT32_C(1) << i;
        }
    }
    return mask;
}

enum mq_turn mq__lo_turn(const struct mq_game *g, const void *state,
                         uint32_t *actors)
{
    const struct lo_state *st = state;

    (void)g;
    *actors = 0;
    switch (st->step) {
    case LO_STEP_START:
    case LO_STEP_OBJECTIVES:
    case LO_STEP_DEAL:
    case LO_STEP_DRAW:
        return MQ_TURN_CHANCE;
    case LO_STEP_OBJECTIVE_KEEP:
    case LO_STEP_OBJECTIVE_PASS:
    case LO_STEP_KEEP:
    case LO_STEP_PASS:
        *actors = open_commits(st);
        return MQ_TURN_SEATS;
    case LO_STEP_OVER:
        return MQ_TURN_OVER;
    default:
        *actors = UINT32_C(1) << st->turn;
        return MQ_TURN_SEATS;
    }
}

/* One action a kind of card; cards are sorted. */
static int list_kinds(const struct lo_cards *cards, int kind, mq_action *out)
{
    int n = 0;

    for (int i = 0; i < cards->size; i++) {
        if (i == 0 || cards->card[i] != cards->card[i - 1]) {
            out[n++] = MQ_ACTION(kind, cards->card[i], 0, 0);
        }
    }
    return n;
}

/* LO-A3, LO-A8 */
static int list_act(const struct lo_tables *t, const struct lo_state *st,
                    mq_action *out)
{
    int n = mq__lo_list_acts(t, st, out);
    int last = st->act_box == 0 ? LO_MONEY : LO_DONE;

    out[n++] = MQ_ACTION(last, 0, 0, 0);
    return n;
}

static int list_decks(const struct lo_tables *t, const struct lo_state *st,
                      mq_action *out)
{
    int n = 0;

    for (int level = 0; level < LO_LEVELS; level++) {
        if (mq__lo_deck_open(t, st, &st->player[st->turn], level)) {
            out[n++] = MQ_ACTION(LO_DECK, level + 1, 0, 0);
        }
    }
    return n;
}

static int with_done(mq_action *out, int n)
{
    out[n] = MQ_ACTION(LO_DONE, 0, 0, 0);
    return n + 1;
}

int mq__lo_legal(const struct mq_game *g, const void *state, int seat,
                 mq_action *out)
{
    const struct lo_tables *t = lo_tables(g);
    const struct lo_state *st = state;
    const struct lo_player *p = &st->player[seat];

    switch (st->step) {
    case LO_STEP_OBJECTIVE_KEEP:
        return list_kinds(&p->objective, LO_KEEP_OBJECTIVE, out);
    case LO_STEP_OBJECTIVE_PASS:
        return list_kinds(&p->objective, LO_PASS_OBJECTIVE, out);
    case LO_STEP_DIRECTION:
        out[0] = MQ_ACTION(LO_DIRECTION, LO_LEFT, 0, 0);
        out[1] = MQ_ACTION(LO_DIRECTION, LO_RIGHT, 0, 0);
        return 2;
    case LO_STEP_KEEP:
        return list_kinds(&p->hand, LO_KEEP, out);
    case LO_STEP_PASS:
        return list_kinds(&p->hand, LO_PASS, out);
    case LO_STEP_PLAY:
        return list_kinds(&p->hand, LO_PLAY, out);
    case LO_STEP_ACT:
        return list_act(t, st, out);
    case LO_STEP_DECK:
        return list_decks(t, st, out);
    case LO_STEP_TAKE:
        if (st->kept_size == 0) {
            return mq__lo_list_takes(t, st, out);
        }
        return with_done(out, mq__lo_list_takes(t, st, out));
    case LO_STEP_LAUNCH:
        return with_done(out, mq__lo_list_launches(t, st, out));
    case LO_STEP_PREPARE:
        return mq__lo_list_prepare(t, st, out);
    case LO_STEP_EFFECT:
        return mq__lo_list_effects(t, st, out);
    default:
        assert(st->step == LO_STEP_SELL);
        return with_done(out,
                         list_kinds(&p->objective, LO_SELL_OBJECTIVE, out));
    }
}
