/* A bot against itself, with somebody looking on. */
#include "sim/selfplay.h"

struct table {
    const struct mq_selfplay *play;
    struct mq_state *st;
    struct mq_rng chance, mind;
    long choices;
    bool stopped;
};

static enum mq_status act(struct table *t, int seat)
{
    const struct mq_selfplay *play = t->play;
    const struct mq_game *game = play->game;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(game, t->st->bytes, seat, legal);
    struct mq_choice choice = {.candidate = {{legal[0], 0}}};
    enum mq_status status = MQ_OK;

    if (n > 1) {
        long number = t->choices++;

        if (play->look != NULL &&
            !play->look(play->context, t->st->bytes, seat, number)) {
            t->stopped = true;
            return MQ_OK;
        }
        status = mq_bot_choose(play->bot, game, t->st->bytes, seat,
                               &play->budget, &t->mind, &choice);
    }
    if (status == MQ_OK) {
        mq_apply(game, t->st->bytes, seat, choice.candidate[0].action);
    }
    return status;
}

enum mq_status mq__selfplay(const struct mq_selfplay *play, long number,
                            struct mq_state *end, long *choices)
{
    const struct mq_game *game = play->game;
    struct table t = {.play = play, .st = end};
    enum mq_status status = mq_begin(game, end->bytes, &play->setup, NULL);
    enum mq_turn turn;
    uint32_t actors;

    mq_rng_seed_pair(&t.chance, play->seed, 2 * (uint64_t)number);
    mq_rng_seed_pair(&t.mind, play->seed, 2 * (uint64_t)number + 1);
    while (status == MQ_OK && !t.stopped &&
           (turn = mq_turn(game, end->bytes, &actors)) != MQ_TURN_OVER) {
        if (turn == MQ_TURN_CHANCE) {
            mq_apply(game, end->bytes, MQ_CHANCE_SEAT,
                     mq_sample(game, end->bytes, &t.chance));
        } else {
            status = act(&t, __builtin_ctz(actors));
        }
    }
    *choices = t.choices;
    return status;
}
