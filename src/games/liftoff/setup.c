/* The first position (LO-S). */
#include "games/liftoff/rules.h"

#define START_POINTS 2 /* LO-S4 */

/* LO-S3, LO-S4, LO-S7 */
void mq__lo_begin_objectives(struct lo_state *st, int start)
{
    int points = START_POINTS;

    st->start = (uint8_t)start;
    st->turn = (uint8_t)start;
    st->step = LO_STEP_OBJECTIVES;
    for (int i = 0, seat = start; i < st->players; i++) {
        st->player[seat].score = points;
        points += START_POINTS;
        seat = lo_left(st, seat);
    }
}

/* LO-S5 */
static void setup_player(const struct lo_tables *t, struct lo_player *p)
{
    p->lab = 1;
    p->income = t->income.start;
}

/* LO-S1, LO-S6 */
static void setup_decks(struct lo c)
{
    for (int i = 0; i < c.t->specialists; i++) {
        c.st->specialist_deck[i] = c.t->specialist[i].copies[c.st->players];
        c.st->specialist_size =
            (uint8_t)(c.st->specialist_size + c.st->specialist_deck[i]);
    }
    for (int i = 0; i < c.t->missions; i++) {
        int level = c.t->mission[i].level;

        c.st->mission_deck[i] = c.t->mission[i].copies[c.st->players];
        c.st->deck_size[level] =
            (uint8_t)(c.st->deck_size[level] + c.st->mission_deck[i]);
    }
}

enum mq_status mq__lo_setup(const struct mq_game *g, void *state,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    struct lo c = lo_of(g, state);
    int start = setup->option[LO_OPTION_START];

    if (setup->players < g->min_players || setup->players > g->max_players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.players", "iii",
                       setup->players, g->min_players, g->max_players);
    }
    if (start < 0 || start > setup->players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.start", "ii", start,
                       setup->players);
    }
    memset(c.st, 0, sizeof(*c.st));
    c.st->players = (uint8_t)setup->players;
    c.st->edition = setup->option[LO_OPTION_EDITION] == LO_DE;
    c.st->drawn_option = setup->option[LO_OPTION_DRAWN] == LO_KEEPABLE;
    c.st->phase = 1;
    c.st->step = LO_STEP_START;
    c.st->station = c.t->covered[c.st->players]; /* LO-S2 */
    setup_decks(c);
    for (int i = 0; i < c.st->players; i++) {
        setup_player(c.t, &c.st->player[i]);
    }
    if (start > 0) {
        mq__lo_begin_objectives(c.st, start - 1);
    }
    return MQ_OK;
}
