/* The start of a match (ML-C5, ML-C6). */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

#define ML_X(name, word) word,
const char *const mq__ml_astronauts[] = {ML_ASTRONAUT_LIST(ML_X) NULL};
const char *const mq__ml_goals[] = {ML_GOAL_LIST(ML_X) NULL};
#undef ML_X
#define ML_X(name, word, turn) word,
const char *const mq__ml_steps[] = {ML_STEP_LIST(ML_X) NULL};
#undef ML_X
const char *const mq__ml_faces[] = {"1", "2", "3", "4", "A", NULL};
const char *const mq__ml_seats[] = {"P1", "P2", "P3", "P4", "P5", NULL};
const char *const mq__ml_options[] = {"ufo", "exploration", "secret", NULL};

static void lay_out(struct ml c)
{
    assert(c.st->players >= 2 && c.st->players <= ML_SEATS);
    memset(c.st->board, ML_FULL_BOARD, c.st->players);
    if ((c.st->variants & ML_UFO) != 0) {
        c.st->ufo = ML_DEEP; /* ML-U1 */
        for (int i = 0; i < c.t->tokens; i++) {
            c.st->token_pile[i] = c.t->token[i].count;
        }
    }
    if ((c.st->variants & ML_EXPLORATION) != 0) {
        c.st->find_pile = c.t->finds; /* ML-N1 */
    }
    if ((c.st->variants & ML_SECRET) != 0) {
        for (int i = 0; i < c.t->missions; i++) {
            c.st->mission_box[i] = c.t->mission[i].count; /* ML-M1 */
        }
    }
}

void mq__ml_go_on_setup(struct ml c)
{
    if (c.st->find_pile != 0 &&
        __builtin_popcount(c.st->find_mat) < c.t->figure.explorations) {
        c.st->step = ML_STEP_EXPLORE;
    } else if ((c.st->variants & ML_SECRET) != 0 &&
               c.st->mission[c.st->players - 1][0] == 0) {
        c.st->step = ML_STEP_MISSIONS;
    } else if ((c.st->variants & ML_SECRET) != 0 &&
               c.st->returned != ml_all_seats(c.st)) {
        c.st->step = ML_STEP_RETURN;
        c.st->turn = 0;
    } else {
        mq__ml_begin_expedition(c);
    }
}

static bool options_exist(const struct mq_setup *setup)
{
    for (int i = 0; i < ML_OPTION_START; i++) {
        if (setup->option[i] != 0 && setup->option[i] != 1) {
            return false;
        }
    }
    return setup->option[ML_OPTION_START] >= 0 &&
           setup->option[ML_OPTION_START] <= setup->players;
}

enum mq_status mq__ml_setup(const struct mq_game *g, void *state,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    struct ml c = ml_of(g, state);
    struct ml_state *st = c.st;
    int start = setup->option[ML_OPTION_START]; /* 0: random */

    memset(st, 0, sizeof(*st));
    if (setup->players < g->min_players || setup->players > g->max_players) {
        return mq_fail(error, MQ_RANGE, "mlem.setup.players", "iii",
                       setup->players, g->min_players, g->max_players);
    }
    if (!options_exist(setup)) {
        return mq_fail(error, MQ_RANGE, "mlem.setup.options", "i",
                       setup->players);
    }
    st->players = (uint8_t)setup->players;
    for (int i = 0; i < ML_OPTION_START; i++) {
        st->variants |= (uint8_t)(setup->option[i] << i);
    }
    lay_out(c);
    if (start > 0) {
        st->starter = (uint8_t)(start - 1);
        mq__ml_go_on_setup(c);
    }
    return MQ_OK;
}
