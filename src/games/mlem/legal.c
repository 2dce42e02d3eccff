/* Who acts, and what they may do. */
#include "games/mlem/rules.h"

#include <string.h>

enum mq_turn mq__mlem_turn(const struct mq_game *g, const void *state,
                           uint32_t *actors)
{
    static const uint8_t turns[] = {
#define MLEM_X(name, word, turn) MQ_TURN_##turn,
        MLEM_STEP_LIST(MLEM_X)
#undef MLEM_X
    };
    const struct mlem_state *st = state;
    enum mq_turn turn = turns[st->step];

    (void)g;
    *actors = 0;
    if (turn == MQ_TURN_SEATS) {
        *actors = st->step != MLEM_STEP_RETURN
                      ? 1u << st->turn
                      : mlem_all_seats(st) & ~(unsigned)st->returned;
    }
    return turn;
}

/* ML-M1: kinds, each once. */
static int legal_returns(const struct mlem_tables *t,
                         const struct mlem_state *st, int seat, mq_action *out)
{
    const uint8_t *mission = st->mission[seat];
    int n = 0;

    (void)t;
    for (int i = 0; i < MLEM_DEALT; i++) {
        if (i == 0 || mission[i] != mission[i - 1]) {
            out[n++] = MQ_ACTION(MLEM_DO_RETURN, mission[i] - 1, 0, 0);
        }
    }
    return n;
}

/* ML-E1; by halves of the board, without a loop: it is called a lot. */
static int legal_boardings(const struct mlem_tables *t,
                           const struct mlem_state *st, int seat,
                           mq_action *out)
{
    const struct mlem_boarding *half = &t->boarding[0][st->board[seat] & 15];
    int n = half->count;

    memcpy(out, half->action, sizeof(half->action));
    half = &t->boarding[1][st->board[seat] >> 4];
    memcpy(out + n, half->action, sizeof(half->action));
    return n + half->count;
}

/* All sets of rolled groups, with these pips and that (ML-T3, ML-T4). */
static int legal_groups(unsigned faces, mq_action with, bool alone,
                        mq_action *out)
{
    unsigned set = 0;
    int n = 0;

    if (alone) {
        out[n++] = with;
    }
    while ((set = (set - faces) & faces) != 0) {
        out[n++] = with | (mq_action)set << 8;
    }
    return n;
}

/* The same with every set of pips (ML-P1). */
static int legal_pips(const struct mlem_usable *u, unsigned with,
                      mq_action *out)
{
    unsigned pips = 0;
    int n = 0;

    do {
        bool alone = pips != 0 || (with & MLEM_WITH_EXTRA) != 0;

        n += legal_groups(u->faces, MQ_ACTION(MLEM_DO_USE, 0, pips, with),
                          alone, out + n);
        pips = (pips - u->pips) & u->pips;
    } while (pips != 0);
    return n;
}

static int legal_uses(const struct mlem_tables *t, const struct mlem_state *st,
                      int seat, mq_action *out)
{
    struct mlem_usable u = mlem_usable(t, st);
    int n = u.pips == 0 ? legal_groups(u.faces, MQ_ACTION(MLEM_DO_USE, 0, 0, 0),
                                       false, out)
                        : legal_pips(&u, 0, out);

    (void)seat;
    if (u.with != 0) {
        n += legal_pips(&u, u.with, out + n); /* ML-U5, ML-U6 */
    }
    if (u.reroll) {
        out[n++] = MQ_ACTION(MLEM_DO_REROLL, 0, 0, 0);
    }
    if (u.faces == 0) { /* ML-P2, ML-U5, ML-U7: they may be declined */
        out[n++] = MQ_ACTION(MLEM_DO_CRASH, 0, 0, 0);
    }
    return n;
}

static int legal_landings(const struct mlem_tables *t,
                          const struct mlem_state *st, int seat, mq_action *out)
{
    int n = 0;

    if (st->space != MLEM_DEEP) { /* ML-L5 */
        out[n++] = MQ_ACTION(MLEM_DO_STAY, 0, 0, 0);
    }
    if (st->crew[seat] != MLEM_SCOUT + 1) {
        out[n++] = MQ_ACTION(MLEM_DO_LAND, MLEM_HERE, 0, 0);
        return n; /* who can't land isn't asked */
    }
    unsigned landings = mlem_landings(t, st, seat);

    for (; landings != 0; landings &= landings - 1) {
        out[n++] = MQ_ACTION(MLEM_DO_LAND, __builtin_ctz(landings), 0, 0);
    }
    return n;
}

/* Steps in which no seat acts. */
static int legal_nothing(const struct mlem_tables *t,
                         const struct mlem_state *st, int seat, mq_action *out)
{
    (void)t;
    (void)st;
    (void)seat;
    (void)out;
    return 0;
}

typedef int (*list)(const struct mlem_tables *t, const struct mlem_state *st,
                    int seat, mq_action *out);

int mq__mlem_legal(const struct mq_game *g, const void *state, int seat,
                   mq_action *out)
{
    static const list lists[MLEM_STEPS] = {
        [MLEM_STEP_START] = legal_nothing,
        [MLEM_STEP_EXPLORE] = legal_nothing,
        [MLEM_STEP_MISSIONS] = legal_nothing,
        [MLEM_STEP_RETURN] = legal_returns,
        [MLEM_STEP_EXPEDITION] = legal_nothing,
        [MLEM_STEP_BOARD] = legal_boardings,
        [MLEM_STEP_ROLL] = legal_nothing,
        [MLEM_STEP_USE] = legal_uses,
        [MLEM_STEP_LAND] = legal_landings,
        [MLEM_STEP_PARACHUTE] = legal_landings,
        [MLEM_STEP_OVER] = legal_nothing,
    };
    const struct mlem_state *st = state;

    return lists[st->step](mlem_tables(g), st, seat, out);
}
