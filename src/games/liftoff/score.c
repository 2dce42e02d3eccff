/* Objectives, final scoring, winners, points by source (LO-O, LO-Z). */
#include "games/liftoff/rules.h"

#include <assert.h>

#define GREEN_POINTS 3   /* LO-Z4 */
#define MONEY_OF_POINT 5 /* LO-Z5 */

enum { FINAL_HOURGLASS, FINAL_OBJECTIVES, FINAL_GREEN, FINAL_MONEY, FINALS };

_Static_assert(LO_POINT_SOURCES == 1 + LO_SOURCES + FINALS, "all sources");
_Static_assert(LO_POINT_OBJECTIVES == 1 + LO_SOURCES + FINAL_OBJECTIVES,
               "objectives are in their place");

/* LO-O2, LO-O3: the levels named, and at least one of the highest. */
static int count_missions(const struct lo_player *p,
                          const struct lo_objective *o)
{
    int n = 0;

    if (p->in_space[o->top] == 0) {
        return 0;
    }
    for (int level = 0; level < LO_LEVELS; level++) {
        n += o->levels >> level & 1 ? p->in_space[level] : 0;
    }
    return n;
}

/* LO-O5 */
static int count_sets(const struct lo_player *p)
{
    int least = p->tech[0];

    for (int c = 1; c < LO_COLOURS; c++) {
        least = p->tech[c] < least ? p->tech[c] : least;
    }
    return least;
}

int mq__lo_objective_count(const struct lo_tables *t, const struct lo_player *p,
                           int objective)
{
    const struct lo_objective *o = &t->objective[objective];

    switch (o->aim) {
    case LO_AIM_MISSIONS:
        return count_missions(p, o);
    case LO_AIM_TECH:
        return p->tech[o->colour];
    case LO_AIM_SETS:
        return count_sets(p);
    case LO_AIM_STATION:
        return p->invested;
    default:
        return p->capacity + p->propulsion;
    }
}

/* LO-O1, LO-V5: one tier, the highest reached. */
int mq__lo_objective_points(struct lo c, const struct lo_player *p,
                            int objective)
{
    const struct lo_objective *o = &c.t->objective[objective];
    int n = mq__lo_objective_count(c.t, p, objective);
    int points = 0;

    for (int i = 0; i < o->tiers && n >= o->count[i]; i++) {
        points = o->points[c.st->edition][i];
    }
    return points;
}

/* LO-E11 to LO-E15: what one mission of a kind counts. */
static int hourglass_count(const struct lo_player *p, int effect)
{
    switch (effect) {
    case LO_EFFECT_PER_RED:
        return p->tech[LO_RED];
    case LO_EFFECT_PER_YELLOW:
        return p->tech[LO_YELLOW];
    case LO_EFFECT_PER_BLUE:
        return p->tech[LO_BLUE];
    case LO_EFFECT_PER_GREEN:
        return p->tech[LO_GREEN];
    case LO_EFFECT_PER_LAB:
        return p->lab;
    case LO_EFFECT_PER_MISSION:
        return lo_missions_in_space(p);
    case LO_EFFECT_PER_UPGRADE:
        return p->capacity + p->propulsion;
    default:
        return 0;
    }
}

/* The points of `copies` missions of a kind in space. */
int mq__lo_hourglass(const struct lo_tables *t, const struct lo_player *p,
                     int kind, int copies)
{
    const struct lo_mission *m = &t->mission[kind];

    if (m->effect == LO_EFFECT_TRADING) {
        return p->income * copies * (copies + 1) / 2; /* LO-E12 */
    }
    return copies * m->amount * hourglass_count(p, m->effect);
}

/* LO-Z2 to LO-Z5; unknown objectives count nothing. */
int mq__lo_final(struct lo c, const struct lo_player *p, int out[4])
{
    out[FINAL_HOURGLASS] = out[FINAL_OBJECTIVES] = 0;
    for (uint32_t m = p->space[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);

        out[FINAL_HOURGLASS] +=
            mq__lo_hourglass(c.t, p, kind, lo_in_space(p, kind));
    }
    for (int i = 0; i < p->objective.size; i++) {
        if (p->objective.card[i] != MQ_UNKNOWN) {
            out[FINAL_OBJECTIVES] +=
                mq__lo_objective_points(c, p, p->objective.card[i]);
        }
    }
    out[FINAL_GREEN] = GREEN_POINTS * p->tech[LO_GREEN];
    out[FINAL_MONEY] = p->money / MONEY_OF_POINT;
    return out[FINAL_HOURGLASS] + out[FINAL_OBJECTIVES] + out[FINAL_GREEN] +
           out[FINAL_MONEY];
}

void mq__lo_final_scoring(struct lo c)
{
    for (int i = 0; i < c.st->players; i++) {
        struct lo_player *p = &c.st->player[i];
        int points[FINALS];

        p->score =
            lo_at_most(p->score + mq__lo_final(c, p, points), LO_MAX_SCORE);
        /* now shown to all */
        memset(p->objective.known, 0, sizeof(p->objective.known));
    }
}

void mq__lo_scores(const struct mq_game *g, const void *state, double *out)
{
    struct lo c = lo_of(g, state);

    for (int i = 0; i < c.st->players; i++) {
        out[i] = c.st->player[i].score;
    }
}

/* LO-Z7 to LO-Z9 */
uint32_t mq__lo_winners(const struct mq_game *g, const void *state)
{
    struct lo c = lo_of(g, state);
    uint32_t mask = 0;
    long best = -1;

    for (int i = 0; i < c.st->players && c.st->step == LO_STEP_OVER; i++) {
        const struct lo_player *p = &c.st->player[i];
        long rank = p->score * 256L + p->in_space[LO_LEVELS - 1];

        if (rank > best) {
            best = rank;
            mask = 0;
        }
        if (rank == best) {
            mask |= UINT32_C(1) << i;
        }
    }
    return mask;
}

const struct lo_point_source mq__lo_point_sources[LO_POINT_SOURCES] = {
    {"start", "LO-S4", "liftoff.points.start"},
    {"banners", "LO-B2", "liftoff.points.banners"},
    {"specialists", "LO-A12", "liftoff.points.specialists"},
    {"station", "LO-I3", "liftoff.points.station"},
    {"launches", "LO-L13", "liftoff.points.launches"},
    {"missions", "LO-L12", "liftoff.points.missions"},
    {"hourglass", "LO-Z2", "liftoff.points.hourglass"},
    {"objectives", "LO-Z3", "liftoff.points.objectives"},
    {"green", "LO-Z4", "liftoff.points.green"},
    {"money", "LO-Z5", "liftoff.points.money"},
};

int mq__lo_breakdown(const struct mq_game *g, const void *state, int seat,
                     struct mq_points *out)
{
    struct lo c = lo_of(g, state);
    const struct lo_player *p = &c.st->player[seat];
    int points[LO_POINT_SOURCES];
    int n = 1 + LO_SOURCES;

    points[0] = p->score;
    for (int i = 0; i < LO_SOURCES; i++) {
        points[1 + i] = p->points[i];
    }
    if (c.st->step == LO_STEP_OVER) {
        mq__lo_final(c, p, points + n);
        n += FINALS;
    }
    for (int i = 1; i < n; i++) {
        points[0] -= points[i];
    }
    for (int i = 0; i < n; i++) {
        out[i] = (struct mq_points){.source = mq__lo_point_sources[i].source,
                                    .rule = mq__lo_point_sources[i].rule,
                                    .points = points[i]};
        mq_message_set(&out[i].message, mq__lo_point_sources[i].id, "i",
                       points[i]);
    }
    return n;
}
