/* Who acts, and what they may do. */
#include "games/mlem/rules.h"

#include <string.h>

enum mq_turn mq__ml_turn(const struct mq_game *g, const void *state,
                         uint32_t *actors)
{
    static const uint8_t turns[] = {
#define ML_X(name, word, turn) MQ_TURN_##turn,
        ML_STEP_LIST(ML_X)
#undef ML_X
    };
    const struct ml_state *st = state;

    (void)g;
    if (ml_has_turn(st->step)) {
        *actors = 1u << st->turn;
        return MQ_TURN_SEATS;
    }
    *actors = st->step == ML_STEP_RETURN
                  ? ml_all_seats(st) & ~(unsigned)st->returned
                  : 0;
    return turns[st->step];
}

/* ML-M1: kinds, each once. */
static int legal_returns(struct ml c, int seat, mq_action *out)
{
    const uint8_t *mission = c.st->mission[seat];
    int n = 0;
    for (int i = 0; i < ML_DEALT; i++) {
        if (i == 0 || mission[i] != mission[i - 1]) {
            out[n++] = MQ_ACTION(ML_DO_RETURN, mission[i] - 1, 0, 0);
        }
    }
    return n;
}

/* ML-E1; by halves of the board, without a loop: it is called a lot. */
static int legal_boardings(struct ml c, int seat, mq_action *out)
{
    const struct ml_boarding *half = &c.t->boarding[0][c.st->board[seat] & 15];
    int n = half->count;

    memcpy(out, half->action, sizeof(half->action));
    half = &c.t->boarding[1][c.st->board[seat] >> 4];
    memcpy(out + n, half->action, sizeof(half->action));
    return n + half->count;
}

/* All sets of rolled groups, with these pips and that; with none of them too
 * where it is `alone` (ML-T3, ML-T4). */
static int legal_groups(const struct ml_uses *uses, mq_action with, bool alone,
                        mq_action *out)
{
    int n = 0;

    if (alone) {
        out[n++] = with | ML_DO_USE;
    }
    for (int i = 0; i < uses->count; i++) {
        out[n++] = with | uses->action[i];
    }
    return n;
}

/* The same with every set of pips (ML-P1). */
static int legal_pips(struct ml c, const struct ml_usable *u, unsigned with,
                      mq_action *out)
{
    unsigned pips = 0;
    int n = 0;

    do {
        bool alone = pips != 0 || (with & ML_WITH_EXTRA) != 0;

        n += legal_groups(&c.t->uses[u->faces], MQ_ACTION(0, 0, pips, with),
                          alone, out + n);
        pips = (pips - u->pips) & u->pips;
    } while (pips != 0);
    return n;
}

/* With pips or a token, and where only they are left. */
static ML_APART int legal_aids(struct ml c, mq_action *out)
{
    struct ml_usable u = ml_usable(c);
    int n = legal_pips(c, &u, 0, out);

    if (u.with != 0) {
        n += legal_pips(c, &u, u.with, out + n); /* ML-U5, ML-U6 */
    }
    if (u.reroll) {
        out[n++] = MQ_ACTION(ML_DO_REROLL, 0, 0, 0);
    }
    if (u.faces == 0) { /* ML-P2, ML-U5, ML-U7: they may be declined */
        out[n++] = MQ_ACTION(ML_DO_CRASH, 0, 0, 0);
    }
    return n;
}

static int legal_uses(struct ml c, int seat, mq_action *out)
{
    const int few = 3; /* of two groups; most rolls have no more */

    (void)seat;
    if ((c.st->pips | c.st->token) != 0) {
        return legal_aids(c, out);
    }
    unsigned usable = c.st->roll & c.t->dice[c.st->space];
    const struct ml_uses *uses = &c.t->uses[ml_shown(c.t, usable)];

    memcpy(out, uses->action, (size_t)few * sizeof(*out));
    if (uses->count > few) {
        memcpy(out + few, uses->action + few,
               sizeof(uses->action) - (size_t)few * sizeof(*out));
    }
    return uses->count;
}

static int legal_landings(struct ml c, int seat, mq_action *out)
{
    int n = 0;

    if (c.st->space != ML_DEEP) { /* ML-L5 */
        out[n++] = MQ_ACTION(ML_DO_STAY, 0, 0, 0);
        if (c.st->crew[seat] != ML_SCOUT + 1) {
            out[n++] = MQ_ACTION(ML_DO_LAND, ML_HERE, 0, 0);
            return n; /* who can't land isn't asked */
        }
    }
    for (unsigned landings = ml_landings(c, seat); landings != 0;
         landings &= landings - 1) {
        out[n++] = MQ_ACTION(ML_DO_LAND, __builtin_ctz(landings), 0, 0);
    }
    return n;
}

/* Steps in which no seat acts. */
static int legal_nothing(struct ml c, int seat, mq_action *out)
{
    (void)c;
    (void)seat;
    (void)out;
    return 0;
}

typedef int (*list)(struct ml c, int seat, mq_action *out);

int mq__ml_legal(const struct mq_game *g, const void *state, int seat,
                 mq_action *out)
{
    static const list lists[ML_STEPS] = {
        [ML_STEP_START] = legal_nothing,
        [ML_STEP_EXPLORE] = legal_nothing,
        [ML_STEP_MISSIONS] = legal_nothing,
        [ML_STEP_RETURN] = legal_returns,
        [ML_STEP_EXPEDITION] = legal_nothing,
        [ML_STEP_BOARD] = legal_boardings,
        [ML_STEP_ROLL] = legal_nothing,
        [ML_STEP_USE] = legal_uses,
        [ML_STEP_LAND] = legal_landings,
        [ML_STEP_PARACHUTE] = legal_landings,
        [ML_STEP_OVER] = legal_nothing,
    };
    struct ml c = ml_of(g, state);

    return lists[c.st->step](c, seat, out);
}
