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
static double met_part(struct ap c, int seat, const struct ap_need *need)
{
    double has = mq__ap_progress(c, seat, need);

    return has >= need->amount ? 1.0 : has / need->amount;
}

/* Alone: with the one under way. */
static double rounds_left(struct ap c)
{
    return 2 * ap_mission(c)->event_count - c.st->round + 1;
}

/* How much of the mission is done; launches of a mission that wants all in
 * one don't count. */
static double done_part(struct ap c, int seat)
{
    const struct ap_mission *mission = ap_mission(c);
    double done = 0.0;
    int n = mission->needs.count;

    if (n == 0) {
        return 0.2 * mq__ap_farthest(&c.st->player[seat]);
    }
    for (int i = 0; i < n && !mission->one_launch; i++) {
        done += met_part(c, seat, &mission->needs.need[i]);
    }
    return done / n;
}

static double plan_quality(struct ap c, int seat)
{
    struct ap_goal goal;
    struct ap_build_plan plan;

    mq__ap_goal(c, seat, &goal);
    mq__ap_build_plan(c, seat, &goal, &plan);
    return plan.quality;
}

/* How far a player is, from what all can see. */
static double standing(struct ap c, int seat)
{
    return 1.0 + 20.0 * done_part(c, seat) + plan_quality(c, seat);
}

static double strength(struct ap c, int seat)
{
    const struct ap_mission *mission = ap_mission(c);
    bool rocket = mission->end == AP_FARTHEST ||
                  mission->needs.need[0].destination != AP_NONE;
    double s = c.st->player[seat].met ? MET : standing(c, seat);

    return rocket ? EVEN + s * s * s * s : (s + 10.0) * (s + 10.0);
}

/* How much of a need will be met in the rounds left: money comes by itself, the
 * rest the sooner the better the rocket is. */
static double hoped_part(struct ap c, const struct ap_need *need, double pace)
{
    double part = met_part(c, 0, need);
    double earned = part + EARNED * rounds_left(c) / need->amount;

    if (strcmp(mq__ap_measures[need->measure].word, "credits") == 0) {
        return earned < 1.0 ? earned : 1.0;
    }
    return part + (1.0 - part) * pace;
}

/* Alone the clock is the opponent. What isn't done by the end was in vain: the
 * nearer the end, the more a part says. */
static double alone(struct ap c)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);
    double rounds = rounds_left(c);
    double plan = plan_quality(c, 0) / BEST_PLAN;
    double pace, done = 0.0;

    plan = plan < 0.0 ? 0.0 : plan > 1.0 ? 1.0 : plan;
    pace = (0.2 + 0.8 * plan) * rounds / (rounds + SLOW);
    for (int i = 0; i < n; i++) {
        done += hoped_part(c, need[i], pace);
    }
    done /= n;
    return done * done * (rounds > 2.0 ? 1.0 : done * done);
}

/* How near a lost game came. The root weighs a need for many things as more
 * than one for a single thing, but each of the many as less. The power makes
 * falling just short worth far more than a sure half: the moves that lead to
 * the former are those that can lead to the whole. */
static double nearly(struct ap c)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);
    double all = 0.0, done = 0.0;

    for (int i = 0; i < n; i++) {
        bool held = mq__ap_measures[need[i]->measure].held;
        double weight = held ? 1.0 : sqrt(need[i]->amount);

        all += weight;
        done += weight * met_part(c, 0, need[i]);
    }
    done /= all;
    return NEAR * done * done * done * done;
}

double mq__ap_estimate(const struct mq_game *g, const void *state, int seat)
{
    struct ap c = ap_of(g, state);
    uint32_t met = mq__ap_winners(g, c.st);
    double sum = 0.0;

    if (c.st->step == AP_OVER && (met != 0 || !ap_solo(c.st))) {
        return (met >> seat & 1) != 0 ? 1.0 / ap_count_bits(met) : 0.0;
    }
    if (c.st->step < AP_HIRE) {
        return 1.0 / (c.st->players + 1);
    }
    if (ap_solo(c.st)) {
        return c.st->step == AP_OVER ? nearly(c) : alone(c);
    }
    for (int other = 0; other < c.st->players; other++) {
        sum += strength(c, other);
    }
    return strength(c, seat) / sum;
}
