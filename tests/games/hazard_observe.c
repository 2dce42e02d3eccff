/* Hazard: what a seat knows as inputs of a net. */
#include "hazard.h"

#include "core/observe.h"

void hz_observe(const struct mq_game *g, const void *state, int seat,
                struct mq_observer *o)
{
    const struct hz_state *st = state;

    (void)g;
    o->group = "own";
    mq__observe_list(o, "hand", st->hand[seat], HZ_KINDS, 1, hz_kind_word);
    o->group = "table";
    mq__observe_one(o, "step", st->step, HZ_OVER + 1, NULL);
    mq__observe_list(o, "played", st->played, HZ_KINDS, 2, hz_kind_word);
    mq__observe_steps(o, "turns", st->turns, HZ_TURNS * HZ_PLAYERS, 1);
    for (int i = 0; i < HZ_PLAYERS; i++) {
        int other = (seat + i) % st->players;
        bool there = i < st->players;

        mq__observe_number(o, "score",
                           there ? st->points[other] + st->luck[other] : 0, 8);
        mq__observe_flag(o, "acts", there && st->actor == other);
    }
}
