/* Exact chances: crashes by multiplication, reach by dynamic programming from
 * deep space backwards (a travel always leads forward). */
#include "games/mlem/odds.h"

#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

_Static_assert(ML_ODDS_SPACES == ML_SPACES, "odds.h knows the mat");
_Static_assert(ML_ODDS_DICE == ML_MAX_DICE + 1, "odds.h knows the dice");

/* One space and number of dice being solved. */
struct solver {
    struct ml_tables *t;
    int space, dice;
    int face[ML_FACES]; /* those that can be used there */
    int faces;
    double rest; /* the chance that a die shows none of them */
};

/* What a roll shows of the usable faces: its best use for each target. */
static void add_roll(const struct solver *s, unsigned roll, double p)
{
    double(*reach)[ML_SPACES][ML_ODDS_DICE] = s->t->odds.reach;
    unsigned shown = ml_shown(s->t, roll), set = 0;
    double best[ML_SPACES] = {0};

    while ((set = (set - shown) & shown) != 0) {
        unsigned used = ml_only(roll, set);
        int space = s->space + ml_sum(s->t, used, s->space);
        int dice = s->dice - ml_dice_in(ml_only(used, 15));

        space = space < ML_DEEP ? space : ML_DEEP;
        dice = dice > 0 ? dice : 1;
        for (int target = space; target < ML_SPACES; target++) {
            double chance = reach[target][space][dice];

            best[target] = chance > best[target] ? chance : best[target];
        }
    }
    for (int target = s->space + 1; target < ML_SPACES; target++) {
        reach[target][s->space][s->dice] += p * best[target];
    }
}

/* All rolls of the usable faces from number i on; `left` dice are open. */
static void add_rolls(const struct solver *s, int i, int left, unsigned roll,
                      double p)
{
    if (i == s->faces) {
        for (; left > 0; left--) {
            p *= s->rest;
        }
        add_roll(s, roll, p);
        return;
    }
    double side = s->t->sides[s->face[i]] / 6.0;

    for (int n = 0; n <= left; n++) {
        add_rolls(s, i + 1, left - n, roll | (unsigned)n << 3 * s->face[i], p);
        p *= side * (left - n) / (n + 1);
    }
}

static void solve_space(struct ml_tables *t, int space)
{
    struct solver s = {.t = t, .space = space};
    int sides = 0;

    for (int face = 0; face < ML_FACES; face++) {
        if ((t->faces[space] >> face & 1) != 0) {
            s.face[s.faces++] = face;
            sides += t->sides[face];
        }
    }
    s.rest = (6 - sides) / 6.0;
    double crash = 1;

    for (s.dice = 1; s.dice <= ML_MAX_DICE; s.dice++) {
        crash *= s.rest;
        t->odds.crash[space][s.dice] = crash;
        t->odds.reach[space][space][s.dice] = 1;
        add_rolls(&s, 0, s.dice, 0, 1);
    }
}

void mq__ml_odds_init(struct ml_tables *t)
{
    memset(&t->odds, 0, sizeof(t->odds));
    for (int dice = 1; dice <= ML_MAX_DICE; dice++) {
        t->odds.reach[ML_DEEP][ML_DEEP][dice] = 1;
    }
    for (int space = ML_DEEP - 1; space >= 0; space--) {
        solve_space(t, space);
    }
}

/* The position at hand: with pips and tokens. */

double mq__ml_crash(struct ml c)
{
    double crash = c.t->odds.crash[c.st->space][c.st->dice];
    struct ml_state st = *c.st;

    if (c.st->space == ML_DEEP || c.st->dice == 0) {
        return 0;
    }
    st.roll = 0; /* a roll that shows nothing usable */
    struct ml_usable u = ml_usable(ml_with(c.t, &st));

    if (u.pips != 0 || (u.with & ML_WITH_EXTRA) != 0) {
        return 0; /* ML-P2, ML-U5 */
    }
    return u.reroll ? crash * crash : crash; /* ML-U7 */
}

/* Where the uses of the roll at hand can end, as a mask of spaces; 0: it
 * crashes, or is rolled again. */
static uint32_t ends_of_roll(const struct mq_game *g, struct ml c)
{
    mq_action legal[MQ_MAX_LEGAL];
    uint32_t ends = 0;
    int n = ml_can_go_on(c) ? mq__ml_legal(g, c.st, c.st->turn, legal) : 0;

    for (int i = 0; i < n; i++) {
        if (MQ_ACTION_KIND(legal[i]) == ML_DO_USE) {
            ends |= UINT32_C(1) << ml_arrival(c, ml_travel_end(c, legal[i]));
        }
    }
    return ends;
}

void mq__ml_stops(const struct mq_game *g, struct ml c, double stop[ML_SPACES])
{
    mq_action roll[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES], crash = 0;
    struct ml_state st = *c.st;
    int n;

    memset(stop, 0, ML_SPACES * sizeof(*stop));
    st.step = ML_STEP_ROLL;
    n = mq__ml_outcomes(g, &st, roll, p);
    st.step = ML_STEP_USE;
    for (int i = 0; i < n; i++) {
        st.roll = (uint16_t)ML_ACTION_ROLL(roll[i]);
        uint32_t ends = ends_of_roll(g, ml_with(c.t, &st));

        crash += ends == 0 ? p[i] : 0;
        for (; ends != 0; ends &= ends - 1) {
            stop[__builtin_ctz(ends)] += p[i];
        }
    }
    for (int i = 0; i < ML_SPACES && ml_ability(c) == ML_REROLL; i++) {
        stop[i] *= 1 + crash; /* ML-U7: the second roll is like the first */
    }
}

/* Chances worth knowing now. */

static struct mq_odds *add_odds(struct mq_odds *out, int *n, double chance)
{
    assert(*n < MQ_MAX_ODDS);
    out[*n] = (struct mq_odds){.chance = chance};
    return &out[(*n)++];
}

/* Where the next roll can end: places to land, then deep space. */
static void add_stops(const struct mq_game *g, struct ml c, struct mq_odds *out,
                      int *n)
{
    double stop[ML_SPACES];

    mq__ml_stops(g, c, stop);
    for (int to = c.st->space + 1; to <= ML_DEEP; to++) {
        if (c.t->landing[to] != 0 && stop[to] > 0) {
            mq_message_set(&add_odds(out, n, stop[to])->message,
                           to == ML_DEEP ? "mlem.odds.stop-deep"
                                         : "mlem.odds.stop",
                           "i", to);
        }
    }
}

/* The best chance to end some travel at a space, with the roll at hand if there
 * is one. Pips and tokens aren't in the tables. */
static double best_reach(const struct mq_game *g, struct ml c, int to)
{
    mq_action legal[MQ_MAX_LEGAL];
    double best = 0;

    if (c.st->step != ML_STEP_USE) {
        return c.t->odds.reach[to][c.st->space][c.st->dice];
    }
    int n = mq__ml_legal(g, c.st, c.st->turn, legal);

    for (int i = 0; i < n; i++) {
        int space = ml_travel_end(c, legal[i]);
        int dice = c.st->dice - ml_spent(c.st->roll, legal[i]);
        double chance =
            space <= to ? c.t->odds.reach[to][space][dice > 0 ? dice : 1] : 0;

        best = chance > best ? chance : best;
    }
    return best;
}

static void add_reach(const struct mq_game *g, struct ml c, struct mq_odds *out,
                      int *n)
{
    if (c.st->pips != 0 || c.st->token != 0 ||
        (c.st->variants & ML_EXPLORATION) != 0) {
        return; /* no exact chance is known */
    }
    for (int to = c.st->space + 1; to <= ML_DEEP; to++) {
        if (c.t->landing[to] != 0) {
            mq_message_set(&add_odds(out, n, best_reach(g, c, to))->message,
                           to == ML_DEEP ? "mlem.odds.reach-deep"
                                         : "mlem.odds.reach",
                           "i", to);
        }
    }
}

int mq__ml_odds(const struct mq_game *g, const void *state, int seat,
                struct mq_odds *out)
{
    struct ml_state st = *(const struct ml_state *)state;
    struct ml c = ml_of(g, &st);
    int n = 0;

    (void)seat;
    if (st.dice == 0 || st.space == ML_DEEP) {
        return 0;
    }
    if (st.step == ML_STEP_BOARD) {
        st.space = (uint8_t)ml_start_space(c);
    }
    if (st.step != ML_STEP_USE) { /* a roll that lies there has succeeded */
        mq_message_set(&add_odds(out, &n, mq__ml_crash(c))->message,
                       "mlem.odds.crash", "ii", st.space, st.dice);
        add_stops(g, c, out, &n);
    }
    add_reach(g, c, out, &n);
    return n;
}

/* Tables: crashes, then reach by number of dice, from the most. */

static void crash_table(const struct ml_tables *t, struct mq_odds_table *out)
{
    out->name = "crash";
    mq_message_set(&out->title, "mlem.odds.crash-table", "");
    out->row = "space";
    out->column = "dice";
    out->first_row = 0;
    out->rows = ML_DEEP;
    out->first_column = 1;
    out->columns = t->figure.dice;
    for (int i = 0; i < out->rows * out->columns; i++) {
        out->cell[i] = t->odds.crash[i / out->columns][i % out->columns + 1];
    }
}

static void reach_table(const struct ml_tables *t, int dice,
                        struct mq_odds_table *out)
{
    static const char *const names[] = {"reach-0", "reach-1", "reach-2",
                                        "reach-3", "reach-4", "reach-5",
                                        "reach-6"};

    out->name = names[dice];
    mq_message_set(&out->title, "mlem.odds.reach-table", "i", dice);
    out->row = "space";
    out->column = "space";
    out->first_row = 0;
    out->rows = ML_DEEP;
    out->first_column = 1;
    out->columns = ML_DEEP;
    for (int from = 0; from < ML_DEEP; from++) {
        for (int to = 1; to <= ML_DEEP; to++) {
            out->cell[from * out->columns + to - 1] =
                to > from ? t->odds.reach[to][from][dice] : -1;
        }
    }
}

bool mq__ml_odds_table(const struct mq_game *g, int index,
                       struct mq_odds_table *out)
{
    const struct ml_tables *t = ml_tables(g);

    if (index < 0 || index > t->figure.dice) {
        return false;
    }
    memset(out, 0, sizeof(*out));
    if (index == 0) {
        crash_table(t, out);
    } else {
        reach_table(t, t->figure.dice + 1 - index, out);
    }
    return true;
}
