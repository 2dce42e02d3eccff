/* The first position (LO-S). */
#include "games/liftoff/rules.h"

#define START_POINTS 2 /* LO-S4 */

/* LO-S3, LO-S4, LO-S7 */
void mq__lo_begin_objectives(struct lo_state *s, int start)
{
    int points = START_POINTS;

    s->start = (uint8_t)start;
    s->turn = (uint8_t)start;
    s->step = LO_STEP_OBJECTIVES;
    for (int i = 0, seat = start; i < s->players; i++) {
        s->player[seat].score = points;
        points += START_POINTS;
        seat = lo_left(s, seat);
    }
}

/* LO-S5 */
static void setup_player(const struct lo_tables *t, struct lo_player *p)
{
    p->lab = 1;
    p->income = t->income.start;
}

/* LO-S1, LO-S6 */
static void setup_decks(const struct lo_tables *t, struct lo_state *s)
{
    for (int i = 0; i < t->specialists; i++) {
        s->specialist_deck[i] = t->specialist[i].copies[s->players];
        s->specialist_size =
            (uint8_t)(s->specialist_size + s->specialist_deck[i]);
    }
    for (int i = 0; i < t->missions; i++) {
        int level = t->mission[i].level;

        s->mission_deck[i] = t->mission[i].copies[s->players];
        s->deck_size[level] =
            (uint8_t)(s->deck_size[level] + s->mission_deck[i]);
    }
}

enum mq_status mq__lo_setup(const struct mq_game *g, void *st,
                            const struct mq_setup *setup,
                            struct mq_error *error)
{
    const struct lo_tables *t = lo_tables(g);
    struct lo_state *s = st;
    int start = setup->option[LO_OPTION_START];

    if (setup->players < g->min_players || setup->players > g->max_players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.players", "iii",
                       setup->players, g->min_players, g->max_players);
    }
    if (start < 0 || start > setup->players) {
        return mq_fail(error, MQ_RANGE, "liftoff.setup.start", "ii", start,
                       setup->players);
    }
    memset(s, 0, sizeof(*s));
    s->players = (uint8_t)setup->players;
    s->edition = setup->option[LO_OPTION_EDITION] == LO_DE;
    s->drawn_option = setup->option[LO_OPTION_DRAWN] == LO_KEEPABLE;
    s->phase = 1;
    s->step = LO_STEP_START;
    s->station = t->covered[s->players]; /* LO-S2 */
    setup_decks(t, s);
    for (int i = 0; i < s->players; i++) {
        setup_player(t, &s->player[i]);
    }
    if (start > 0) {
        mq__lo_begin_objectives(s, start - 1);
    }
    return MQ_OK;
}
