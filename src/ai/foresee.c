/* What a seat may expect: see foresee.h. */
#include "ai/foresee.h"

#include "core/game.h"

#include "ai/share.h"

#include <math.h>
#include <stdalign.h>
#include <string.h>

double mq__margin(const double *score, int players, int seat)
{
    double best = 0, own = score[seat];
    bool found = false;

    for (int i = 0; i < players; i++) {
        if (i != seat && (!found || score[i] > best)) {
            best = score[i];
            found = true;
        }
    }
    return 0.5 + 0.5 * (own - best) / (fabs(own) + fabs(best) + 1);
}

/* The end. Alone, `estimate` says how near a mission came. */
static void look_back(const struct mq_game *game, const void *st, int seat,
                      struct mq_prospect *out)
{
    int players = mq_players(game, st);
    uint32_t winners = mq_winners(game, st);
    double score[MQ_MAX_PLAYERS] = {0};

    memset(out, 0, sizeof *out);
    for (int i = 0; i < players; i++) {
        out->share[i] = mq__share(winners, players, (seat + i) % players);
    }
    if (players > 1) {
        mq_scores(game, st, score);
        out->margin = mq__margin(score, players, seat);
    } else {
        out->margin = mq_estimate(game, st, seat);
    }
}

void mq__foresee(const struct mq_game *game, const struct mq_net *net,
                 const void *st, int seat, struct mq_prospect *out)
{
    struct mq_input input[MQ_MAX_INPUTS];
    uint32_t actors;

    if (mq_turn(game, st, &actors) == MQ_TURN_OVER) {
        look_back(game, st, seat, out);
    } else {
        int n = mq_observe(game, st, seat, input);

        mq__net_judge(net, input, n, mq_players(game, st), out);
    }
}

void mq__foresee_all(const struct mq_game *game, const struct mq_net *net,
                     const void *view, int seat, const mq_action *actions,
                     int n, struct mq_rng *rng, double *value)
{
    alignas(16) unsigned char dealt[MQ_MAX_STATE];
    alignas(16) unsigned char after[MQ_MAX_STATE];

    memcpy(dealt, view, game->state_size);
    mq_reopen(game, dealt, seat);
    mq_resample(game, dealt, seat, rng);
    for (int i = 0; i < n; i++) {
        struct mq_prospect prospect;

        memcpy(after, dealt, game->state_size);
        mq_apply(game, after, seat, actions[i]);
        mq__foresee(game, net, after, seat, &prospect);
        value[i] = mq__expected(&prospect);
    }
}
