/* The start of a match (ML-C5, ML-C6). */
#include "games/mlem/rules.h"

#include <string.h>

#define MLEM_X(name, word) word,
const char *const mq__mlem_astronauts[] = {MLEM_ASTRONAUT_LIST(MLEM_X) NULL};
const char *const mq__mlem_goals[] = {MLEM_GOAL_LIST(MLEM_X) NULL};
#undef MLEM_X
#define MLEM_X(name, word, turn) word,
const char *const mq__mlem_steps[] = {MLEM_STEP_LIST(MLEM_X) NULL};
#undef MLEM_X
const char *const mq__mlem_faces[] = {"1", "2", "3", "4", "A", NULL};
const char *const mq__mlem_seats[] = {"P1", "P2", "P3", "P4", "P5", NULL};
const char *const mq__mlem_options[] = {"ufo", "exploration", "secret", NULL};

static void lay_out(const struct mlem_tables *t, struct mlem_state *st)
{
    memset(st->board, MLEM_FULL_BOARD, st->players);
    if ((st->variants & MLEM_UFO) != 0) {
        st->ufo = MLEM_DEEP; /* ML-U1 */
        for (int i = 0; i < t->tokens; i++) {
            st->token_pile[i] = t->token[i].count;
        }
    }
    if ((st->variants & MLEM_EXPLORATION) != 0) {
        st->find_pile = t->finds; /* ML-N1 */
    }
    if ((st->variants & MLEM_SECRET) != 0) {
        for (int i = 0; i < t->missions; i++) {
            st->mission_box[i] = t->mission[i].count; /* ML-M1 */
        }
    }
}

void mq__mlem_go_on_setup(const struct mlem_tables *t, struct mlem_state *st)
{
    if (st->find_pile != 0 &&
        __builtin_popcount(st->find_mat) < t->figure.explorations) {
        st->step = MLEM_STEP_EXPLORE;
    } else if ((st->variants & MLEM_SECRET) != 0 &&
               st->mission[st->players - 1][0] == 0) {
        st->step = MLEM_STEP_MISSIONS;
    } else if ((st->variants & MLEM_SECRET) != 0 &&
               st->returned != mlem_all_seats(st)) {
        st->step = MLEM_STEP_RETURN;
        st->turn = 0;
    } else {
        mq__mlem_begin_expedition(t, st);
    }
}

static bool options_exist(const struct mq_setup *setup)
{
    for (int i = 0; i < MLEM_OPTION_START; i++) {
        if (setup->option[i] != 0 && setup->option[i] != 1) {
            return false;
        }
    }
    return setup->option[MLEM_OPTION_START] >= 0 &&
           setup->option[MLEM_OPTION_START] <= setup->players;
}

enum mq_status mq__mlem_setup(const struct mq_game *g, void *state,
                              const struct mq_setup *setup,
                              struct mq_error *error)
{
    struct mlem_state *st = state;
    int start = setup->option[MLEM_OPTION_START]; /* 0: random */

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
    for (int i = 0; i < MLEM_OPTION_START; i++) {
        st->variants |= (uint8_t)(setup->option[i] << i);
    }
    lay_out(mlem_tables(g), st);
    if (start > 0) {
        st->starter = (uint8_t)(start - 1);
        mq__mlem_go_on_setup(mlem_tables(g), st);
    }
    return MQ_OK;
}
