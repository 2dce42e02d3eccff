/* Apogee: the predicted result. Its figures are those that `maxq bench
 * estimate` likes best. */
#include "games/apogee/goal.h"

#include <math.h>

#define MET                                                                    \
    34.0             /* the standing of who has met the mission: others can    \
                        but share */
#define EVEN 10000.0 /* what all have: a small lead early on says little */

/* Alone. */
#define BEST_PLAN 16.0 /* quality of a rocket that will hardly fail */
#define SLOW 3.0       /* rounds in which half of what is missing comes */
#define EARNED 40.0    /* credits of a round */
#define NEAR 0.4       /* what having done nearly all is worth in the end */

/* How much of a need is met: 0 to 1. */
static double met_part(const struct ap_tables *t, const struct ap_state *st,
                       int seat, const struct ap_need *need)
{
    double has = mq__apogee_progress(t, st, seat, need);

    return has >= need->amount ? 1.0 : has / need->amount;
}

/* Alone: with the one under way. */
static double rounds_left(const struct ap_tables *t, const struct ap_state *st)
{
    return 2 * ap_mission(t, st)->event_count - st->round + 1;
}

/* How much of the mission is done; launches of a mission that wants all in
 * one don't count. */
static double done_part(const struct ap_tables *t, const struct ap_state *st,
                        int seat)
{
    const struct ap_mission *mission = ap_mission(t, st);
    double done = 0.0;
    int n = mission->needs.count;

    if (n == 0) {
        return 0.2 * mq__apogee_farthest(&st->player[seat]);
    }
    for (int i = 0; i < n && !mission->one_launch; i++) {
        done += met_part(t, st, seat, &mission->needs.need[i]);
    }
    return done / n;
}

static double plan_quality(const struct ap_tables *t, const struct ap_state *st,
                           int seat)
{
    struct ap_goal goal;
    struct ap_build_plan plan;

    mq__apogee_goal(t, st, seat, &goal);
    mq__apogee_build_plan(t, st, seat, &goal, &plan);
    return plan.quality;
}

/* How far a player is, from what all can see. */
static double standing(const struct ap_tables *t, const struct ap_state *st,
                       int seat)
{
    return 1.0 + 20.0 * done_part(t, st, seat) + plan_quality(t, st, seat);
}

static double strength(const struct ap_tables *t, const struct ap_state *st,
                       int seat)
{
    const struct ap_mission *mission = ap_mission(t, st);
    bool rocket = mission->end == AP_FARTHEST ||
                  mission->needs.need[0].destination != AP_NONE;
    double s = st->player[seat].met ? MET : standing(t, st, seat);

    return rocket ? EVEN + s * s * s * s : (s + 10.0) * (s + 10.0);
}

/* How much of a need will be met in the rounds left: money comes by itself, the
 * rest the sooner the better the rocket is. */
static double hoped_part(const struct ap_tables *t, const struct ap_state *st,
                         const struct ap_need *need, double pace)
{
    double part = met_part(t, st, 0, need);
    double earned = part + EARNED * rounds_left(t, st) / need->amount;

    if (strcmp(mq__apogee_measures[need->measure].word, "credits") == 0) {
        return earned < 1.0 ? earned : 1.0;
    }
    return part + (1.0 - part) * pace;
}

/* Alone: what the mission asks for, with what events have added. */
static int all_needs(const struct ap_tables *t, const struct ap_state *st,
                     const struct ap_need *out[AP_GOAL_NEEDS])
{
    const struct ap_needs *needs = &ap_mission(t, st)->needs;
    int n = 0;

    for (int i = 0; i < needs->count; i++) {
        out[n++] = &needs->need[i];
    }
    for (unsigned left = st->extra; left != 0 && n < AP_GOAL_NEEDS;
         left &= left - 1) {
        out[n++] = &t->solo_event[ap_low_bit(left)].need;
    }
    return n;
}

/* Alone the clock is the opponent. What isn't done by the end was in vain: the
 * nearer the end, the more a part says. */
static double alone(const struct ap_tables *t, const struct ap_state *st)
{
    const struct ap_need *need[AP_GOAL_NEEDS];
    int n = all_needs(t, st, need);
    double rounds = rounds_left(t, st);
    double plan = plan_quality(t, st, 0) / BEST_PLAN;
    double pace, done = 0.0;

    plan = plan < 0.0 ? 0.0 : plan > 1.0 ? 1.0 : plan;
    pace = (0.2 + 0.8 * plan) * rounds / (rounds + SLOW);
    for (int i = 0; i < n; i++) {
        done += hoped_part(t, st, need[i], pace);
    }
    done /= n;
    return done * done * (rounds > 2.0 ? 1.0 : done * done);
}

/* How near a lost game came. The root weighs a need for many things as more
 * than one for a single thing, but each of the many as less. The power makes
 * falling just short worth far more than a sure half: the moves that lead to
 * the former are those that can lead to the whole. */
static double nearly(const struct ap_tables *t, const struct ap_state *st)
{
    const struct ap_need *need[AP_GOAL_NEEDS];
    int n = all_needs(t, st, need);
    double all = 0.0, done = 0.0;

    for (int i = 0; i < n; i++) {
        bool held = mq__apogee_measures[need[i]->measure].held;
        double weight = held ? 1.0 : sqrt(need[i]->amount);

        all += weight;
        done += weight * met_part(t, st, 0, need[i]);
    }
    done /= all;
    return NEAR * done * done * done * done;
}

double mq__apogee_estimate(const struct mq_game *g, const void *state, int seat)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = state;
    uint32_t met = mq__apogee_winners(g, st);
    double sum = 0.0;

    if (st->step == AP_OVER && (met != 0 || !ap_solo(st))) {
        return (met >> seat & 1) != 0 ? 1.0 / ap_count_bits(met) : 0.0;
    }
    if (st->step < AP_HIRE) {
        return 1.0 / (st->players + 1);
    }
    if (ap_solo(st)) {
        return st->step == AP_OVER ? nearly(t, st) : alone(t, st);
    }
    for (int other = 0; other < st->players; other++) {
        sum += strength(t, st, other);
    }
    return strength(t, st, seat) / sum;
}
