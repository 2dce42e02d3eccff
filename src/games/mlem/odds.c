/* Exact chances: crashes by multiplication, reach by dynamic programming from
 * deep space backwards (a travel always leads forward). */
#include "games/mlem/odds.h"

#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

_Static_assert(MLEM_ODDS_SPACES == MLEM_SPACES, "odds.h knows the mat");
_Static_assert(MLEM_ODDS_DICE == MLEM_MAX_DICE + 1, "odds.h knows the dice");

/* One space and number of dice being solved. */
struct solver {
    struct mlem_tables *t;
    int space, dice;
    int face[MLEM_FACES]; /* those that can be used there */
    int faces;
    double rest; /* the chance that a die shows none of them */
};

/* What a roll shows of the usable faces: its best use for each target. */
static void add_roll(const struct solver *s, unsigned roll, double p)
{
    double(*reach)[MLEM_SPACES][MLEM_ODDS_DICE] = s->t->odds.reach;
    unsigned shown = mlem_shown(roll), set = 0;
    double best[MLEM_SPACES] = {0};

    while ((set = (set - shown) & shown) != 0) {
        unsigned used = mlem_only(roll, set);
        int space = s->space + mlem_sum(s->t, used, s->space);
        int dice = s->dice - mlem_dice_in(mlem_only(used, 15));

        space = space < MLEM_DEEP ? space : MLEM_DEEP;
        dice = dice > 0 ? dice : 1;
        for (int target = space; target < MLEM_SPACES; target++) {
            double chance = reach[target][space][dice];

            best[target] = chance > best[target] ? chance : best[target];
        }
    }
    for (int target = s->space + 1; target < MLEM_SPACES; target++) {
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

static void solve_space(struct mlem_tables *t, int space)
{
    struct solver s = {.t = t, .space = space};
    int sides = 0;

    for (int face = 0; face < MLEM_FACES; face++) {
        if ((t->faces[space] >> face & 1) != 0) {
            s.face[s.faces++] = face;
            sides += t->sides[face];
        }
    }
    s.rest = (6 - sides) / 6.0;
    double crash = 1;

    for (s.dice = 1; s.dice <= MLEM_MAX_DICE; s.dice++) {
        crash *= s.rest;
        t->odds.crash[space][s.dice] = crash;
        t->odds.reach[space][space][s.dice] = 1;
        add_rolls(&s, 0, s.dice, 0, 1);
    }
}

void mq__mlem_odds_init(struct mlem_tables *t)
{
    memset(&t->odds, 0, sizeof(t->odds));
    for (int dice = 1; dice <= MLEM_MAX_DICE; dice++) {
        t->odds.reach[MLEM_DEEP][MLEM_DEEP][dice] = 1;
    }
    for (int space = MLEM_DEEP - 1; space >= 0; space--) {
        solve_space(t, space);
    }
}

/* Chances worth knowing now: crashes here by dice, then what can be reached. */
int mq__mlem_odds(const struct mq_game *g, const void *state, int seat,
                  struct mq_odds *out)
{
    const struct mlem_tables *t = mlem_tables(g);
    const struct mlem_state *st = state;
    const int most = MQ_MAX_ODDS - 1; /* the last is for deep space */
    int n = 0;

    (void)seat;
    if (st->dice == 0 || st->space == MLEM_DEEP) {
        return 0;
    }
    for (int dice = 1; dice <= t->figure.dice; dice++) {
        out[n] = (struct mq_odds){.chance = t->odds.crash[st->space][dice]};
        mq_message_set(&out[n++].message, "mlem.odds.crash", "ii", st->space,
                       dice);
    }
    for (int to = st->space + 1; to < MLEM_DEEP && n < most; to++) {
        if (t->landing[to] != 0) {
            out[n] = (struct mq_odds){
                .chance = t->odds.reach[to][st->space][st->dice]};
            mq_message_set(&out[n++].message, "mlem.odds.reach", "i", to);
        }
    }
    out[n] = (struct mq_odds){
        .chance = t->odds.reach[MLEM_DEEP][st->space][st->dice]};
    mq_message_set(&out[n++].message, "mlem.odds.reach-deep", "");
    return n;
}

/* Tables: crashes, then reach by number of dice, from the most. */

static void crash_table(const struct mlem_tables *t, struct mq_odds_table *out)
{
    out->name = "crash";
    mq_message_set(&out->title, "mlem.odds.crash-table", "");
    out->row = "space";
    out->column = "dice";
    out->first_row = 0;
    out->rows = MLEM_DEEP;
    out->first_column = 1;
    out->columns = t->figure.dice;
    for (int i = 0; i < out->rows * out->columns; i++) {
        out->cell[i] = t->odds.crash[i / out->columns][i % out->columns + 1];
    }
}

static void reach_table(const struct mlem_tables *t, int dice,
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
    out->rows = MLEM_DEEP;
    out->first_column = 1;
    out->columns = MLEM_DEEP;
    for (int from = 0; from < MLEM_DEEP; from++) {
        for (int to = 1; to <= MLEM_DEEP; to++) {
            out->cell[from * out->columns + to - 1] =
                to > from ? t->odds.reach[to][from][dice] : -1;
        }
    }
}

bool mq__mlem_odds_table(const struct mq_game *g, int index,
                         struct mq_odds_table *out)
{
    const struct mlem_tables *t = mlem_tables(g);

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
