/* MLEM: the exact odds against plain enumeration of every throw, and sampling
 * against the exact chances. */
#include "mlem.h"

#include <string.h>

static const int sides[6] = {0, 1, 1, 2, 3, 4}; /* faces: 1 2 2 3 4 A */

/* Calls visit for each of the 6^n throws. */
typedef void (*throw_visitor)(void *context, const int *face, int dice);

static void each_throw(int dice, throw_visitor visit, void *context)
{
    int throws = 1;

    for (int i = 0; i < dice; i++) {
        throws *= 6;
    }
    for (int t = 0; t < throws; t++) {
        int face[6], left = t;

        for (int i = 0; i < dice; i++) {
            face[i] = sides[left % 6];
            left /= 6;
        }
        visit(context, face, dice);
    }
}

struct count {
    int space;
    double crashes, throws;
};

static void count_crash(void *context, const int *face, int dice)
{
    struct count *c = context;
    bool usable = false;

    for (int i = 0; i < dice; i++) {
        usable |= (ml_tables(game)->faces[c->space] >> face[i] & 1) != 0;
    }
    c->crashes += !usable;
    c->throws += 1;
}

static void crashes(void **state)
{
    (void)state;
    for (int space = 0; space < ML_DEEP; space++) {
        for (int dice = 1; dice <= 6; dice++) {
            struct count c = {.space = space};

            each_throw(dice, count_crash, &c);
            assert_chance(ml_tables(game)->odds.crash[space][dice],
                          c.crashes / c.throws);
        }
    }
}

/* The best chance to reach a target, solved the slow way. */
struct search {
    int target, space;
    double known[ML_SPACES][7]; /* -1: not solved yet */
    double sum, throws;
};

static double solve(struct search *s, int space, int dice);

/* Tries every set of usable faces. */
static double best_use(struct search *s, int space, const int *face, int dice)
{
    const struct ml_tables *t = ml_tables(game);
    double best = 0;

    for (int set = 1; set < 32; set++) {
        int to = space, left = dice, used = 0, seen = 0;

        for (int i = 0; i < dice; i++) {
            if ((set & t->faces[space] & 1 << face[i]) != 0) {
                to += face[i] == 4 ? t->afterburner[space] : face[i] + 1;
                left -= face[i] != 4;
                used |= 1 << face[i];
            }
            seen |= 1 << face[i];
        }
        if (used == 0 || set != (set & t->faces[space] & seen)) {
            continue;
        }
        double chance =
            solve(s, to > ML_DEEP ? ML_DEEP : to, left == 0 ? 1 : left);

        best = chance > best ? chance : best;
    }
    return best;
}

static void try_throw(void *context, const int *face, int dice)
{
    struct search *s = context;
    int space = s->space;
    double sum = s->sum, throws = s->throws;
    double best = best_use(s, space, face, dice);

    s->space = space;
    s->sum = sum + best;
    s->throws = throws + 1;
}

static double solve(struct search *s, int space, int dice)
{
    if (space >= s->target) {
        return space == s->target;
    }
    if (s->known[space][dice] < 0) {
        s->space = space;
        s->sum = s->throws = 0;
        each_throw(dice, try_throw, s);
        s->known[space][dice] = s->sum / s->throws;
    }
    return s->known[space][dice];
}

static void check_reach(int target, int from, int dice)
{
    static struct search s;

    s.target = target;
    for (int i = 0; i < ML_SPACES * 7; i++) {
        s.known[i / 7][i % 7] = -1;
    }
    for (int space = from; space < target; space++) {
        for (int n = 1; n <= dice; n++) {
            double expected = solve(&s, space, n);

            assert_chance(ml_tables(game)->odds.reach[target][space][n],
                          expected);
        }
    }
}

static void reach(void **state)
{
    (void)state;
    for (int target = 1; target <= ML_DEEP; target++) {
        check_reach(target, 0, 3);
    }
    check_reach(8, 0, 6);
    check_reach(ML_DEEP, 20, 5);
}

static void odds_tables(void **state)
{
    struct mq_odds_table table;
    int n = 0;

    (void)state;
    for (; mq_odds_table_at(game, n, &table); n++) {
        assert_in_range(table.rows * table.columns, 1, MQ_ODDS_CELLS);
        assert_non_null(mq_text("en", table.title.id));
        for (int i = 0; i < table.rows * table.columns; i++) {
            assert_true(table.cell[i] <= 1 + 1e-9);
        }
    }
    assert_int_equal(n, 7); /* crash, reach-6 to reach-1 */
    assert_true(mq_odds_table_at(game, 1, &table));
    assert_string_equal(table.name, "reach-6");
    /* From 0 to 1 with six dice: by a single 1 or a single A. */
    assert_chance(table.cell[0], ml_tables(game)->odds.reach[1][0][6]);
}

/* Sampled rolls have the chances of `outcomes`: chi-square, 5 sigma. */
static void sampled_rolls(void **state)
{
    enum { DRAWS = 300000 };
    static int seen[1 << 15];
    mq_action out[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    struct ml_state st;
    struct mq_rng rng;

    (void)state;
    start_match(&st, 2, 0);
    st.step = ML_STEP_ROLL;
    mq_rng_seed(&rng, 3);
    for (int dice = 1; dice <= 6; dice++) {
        double chi = 0;
        int n;

        st.dice = (uint8_t)dice;
        memset(seen, 0, sizeof(seen));
        for (int i = 0; i < DRAWS; i++) {
            seen[ML_ACTION_ROLL(mq_sample(game, &st, &rng))]++;
        }
        n = mq_outcomes(game, &st, out, p);
        for (int i = 0; i < n; i++) {
            double off = seen[ML_ACTION_ROLL(out[i])] - DRAWS * p[i];

            chi += off * off / (DRAWS * p[i]);
        }
        chi -= n - 1; /* its mean; its variance is 2 (n - 1) */
        assert_true(chi * chi < 5 * 5 * 2.0 * (n - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crashes),
        cmocka_unit_test(reach),
        cmocka_unit_test(odds_tables),
        cmocka_unit_test(sampled_rolls),
    };

    return cmocka_run_group_tests(tests, open_game, close_game);
}
