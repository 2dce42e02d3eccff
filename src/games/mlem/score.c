/* Goals, points and winners. */
#include "games/mlem/rules.h"

#include <string.h>

/* Goals (ML-G1). */

/* How many astronauts a seat has on a planet. */
static int on_planet(const struct mlem_state *st, int planet, int seat)
{
    return mlem_from_place(st, seat, MLEM_PLANET + planet) -
           mlem_from_place(st, seat, MLEM_PLANET + planet + 1);
}

int mq__mlem_goal_count(const struct mlem_state *st, int seat, int goal)
{
    int different = 0, most = 0;

    if (goal == MLEM_GOAL_FOUR_MOONS) {
        return mlem_from_place(st, seat, MLEM_MOON);
    }
    if (goal == MLEM_GOAL_DEEP_SPACE) {
        return mlem_from_place(st, seat, MLEM_COMET) -
               mlem_from_place(st, seat, MLEM_PLANET);
    }
    for (int planet = 0; planet < MLEM_MAX_PLANETS; planet++) {
        int n = on_planet(st, planet, seat);

        different += n > 0;
        most = n > most ? n : most;
    }
    return goal == MLEM_GOAL_FOUR_PLANETS ? different : most;
}

/* Planets (ML-Z3). */

/* What a planet is worth to each seat, added to `out`. Ties go to who came
 * first: only a larger number passes an earlier arrival. */
static void add_planet(const struct mlem_tables *t, const struct mlem_state *st,
                       int planet, int out[MLEM_SEATS])
{
    int seat[MLEM_SEATS], number[MLEM_SEATS], rank[MLEM_SEATS], n = 0;

    for (unsigned order = st->order[planet]; order != 0; order >>= 3) {
        seat[n] = (int)(order & 7) - 1;
        number[n] = on_planet(st, planet, seat[n]);
        rank[n] = 0;
        for (int i = 0; i < n; i++) {
            rank[number[n] > number[i] ? i : n]++;
        }
        n++;
    }
    for (int i = 0; i < n; i++) {
        int points = t->planet_points[planet][rank[i] < 2 ? rank[i] : 2];

        if (st->place[seat[i]][MLEM_SETTLER] == MLEM_PLANET + planet) {
            points *= 2; /* ML-F5 */
        }
        out[seat[i]] += points;
    }
}

/* The same for one seat with `own` astronauts there; who hasn't come yet comes
 * last. */
static int planet_points(const struct mlem_tables *t,
                         const struct mlem_state *st, int planet, int seat,
                         int own)
{
    bool arrived = false;
    int rank = 0;

    for (unsigned order = st->order[planet]; order != 0; order >>= 3) {
        int other = (int)(order & 7) - 1;

        if (other == seat) {
            arrived = true;
        } else {
            rank += on_planet(st, planet, other) >= own + arrived;
        }
    }
    return t->planet_points[planet][rank < 2 ? rank : 2];
}

int mq__mlem_planet_points(const struct mlem_tables *t,
                           const struct mlem_state *st, int planet, int seat)
{
    int own = on_planet(st, planet, seat);
    int points = own > 0 ? planet_points(t, st, planet, seat, own) : 0;

    return st->place[seat][MLEM_SETTLER] == MLEM_PLANET + planet ? 2 * points
                                                                 : points;
}

int mq__mlem_planet_gain(const struct mlem_tables *t,
                         const struct mlem_state *st, int planet, int seat,
                         int astronaut)
{
    int own = on_planet(st, planet, seat);
    int points = planet_points(t, st, planet, seat, own + 1);
    bool settled = st->place[seat][MLEM_SETTLER] == MLEM_PLANET + planet;

    return (settled || astronaut == MLEM_SETTLER ? 2 * points : points) -
           mq__mlem_planet_points(t, st, planet, seat);
}

/* Missions (ML-M2). */

int mq__mlem_missions_done(const struct mlem_tables *t,
                           const struct mlem_state *st, int seat)
{
    uint64_t places = 0;
    int done = 0;

    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        places |= UINT64_C(1) << st->place[seat][i];
    }
    for (int i = 0; i < MLEM_KEPT; i++) {
        int mission = st->mission[seat][i];

        if (mission != 0 && mission != MQ_UNKNOWN) {
            done += (t->mission[mission - 1].places & places) != 0;
        }
    }
    return done;
}

/* Points by source. */

/* Moons and deep space: what was scored at once. */
static void add_landings(const struct mlem_tables *t, const uint8_t *place,
                         struct mlem_points *out)
{
    int all = 0, moons = 0;

    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        int here = t->place_points[place[i]];

        all += here;
        moons += place[i] >= MLEM_MOON ? here : 0;
    }
    out->moons = moons;
    out->deep_space = all - moons;
    if (place[MLEM_MOONWALKER] >= MLEM_MOON) { /* ML-F4 */
        out->moons += t->place_points[place[MLEM_MOONWALKER]];
    }
    if (place[MLEM_VOYAGER] < MLEM_PLANET) { /* ML-F6 */
        out->deep_space += t->place_points[place[MLEM_VOYAGER]];
    }
}

static int goal_points(const struct mlem_tables *t, const struct mlem_state *st,
                       int seat)
{
    int points = 0;

    for (int goal = 0; goal < MLEM_GOALS; goal++) {
        points += st->goal[goal] == seat + 1 ? t->figure.goal : 0;
    }
    return points;
}

static int ufo_points(const struct mlem_tables *t, unsigned held)
{
    int points = 0;

    for (; held != 0; held &= held - 1) {
        points += t->ufo_points[__builtin_ctz(held)];
    }
    return points;
}

static int find_points(const struct mlem_tables *t, uint32_t held)
{
    int points = 0;

    for (; held != 0; held &= held - 1) {
        points += 1 + t->find[__builtin_ctz(held)] - MLEM_POINTS1; /* ML-N3 */
    }
    return points;
}

/* ML-Z6: without planets, which are counted for all seats together. */
static void count_points(const struct mlem_tables *t,
                         const struct mlem_state *st, int seat,
                         struct mlem_points *out)
{
    *out = (struct mlem_points){
        .goals = goal_points(t, st, seat),
        .ufo = ufo_points(t, st->ufo_held[seat]),
        .exploration = find_points(t, st->find_held[seat]),
    };
    add_landings(t, st->place[seat], out);
    if (st->step == MLEM_STEP_OVER && (st->variants & MLEM_SECRET) != 0) {
        out->missions = t->figure.missions[mq__mlem_missions_done(t, st, seat)];
    }
}

/* What the planets are worth at the end, to each seat. */
static void count_planets(const struct mlem_tables *t,
                          const struct mlem_state *st, int out[MLEM_SEATS])
{
    memset(out, 0, MLEM_SEATS * sizeof(*out));
    if (st->step == MLEM_STEP_OVER) {
        for (int planet = 0; planet < t->planets; planet++) {
            add_planet(t, st, planet, out);
        }
    }
}

void mq__mlem_points(const struct mlem_tables *t, const struct mlem_state *st,
                     int seat, struct mlem_points *out)
{
    int planets[MLEM_SEATS];

    count_points(t, st, seat, out);
    count_planets(t, st, planets);
    out->planets = planets[seat];
}

/* ML-Z4 */
static void count_totals(const struct mlem_tables *t,
                         const struct mlem_state *st, int out[MLEM_SEATS])
{
    count_planets(t, st, out);
    for (int seat = 0; seat < st->players; seat++) {
        struct mlem_points p;

        count_points(t, st, seat, &p);
        out[seat] += p.moons + p.deep_space + p.goals + p.ufo + p.exploration +
                     p.missions;
    }
}

void mq__mlem_scores(const struct mq_game *g, const void *state, double *out)
{
    const struct mlem_state *st = state;
    int points[MLEM_SEATS];

    count_totals(mlem_tables(g), st, points);
    for (int seat = 0; seat < st->players; seat++) {
        out[seat] = points[seat];
    }
}

/* ML-Z5 */
uint32_t mq__mlem_winners(const struct mq_game *g, const void *state)
{
    const struct mlem_state *st = state;
    int points[MLEM_SEATS], best = -1;
    uint32_t winners = 0;

    if (st->step != MLEM_STEP_OVER) {
        return 0;
    }
    count_totals(mlem_tables(g), st, points);
    for (int seat = 0; seat < st->players; seat++) {
        if (points[seat] > best) {
            best = points[seat];
            winners = 0;
        }
        if (points[seat] == best) {
            winners |= 1u << seat;
        }
    }
    return winners;
}

int mq__mlem_breakdown(const struct mq_game *g, const void *state, int seat,
                       struct mq_points *out)
{
    const struct mlem_state *st = state;
    bool over = st->step == MLEM_STEP_OVER;
    struct mlem_points p;
    int n = 0;

    mq__mlem_points(mlem_tables(g), st, seat, &p);
    const struct {
        const char *source, *rule, *id;
        int points;
        bool shown;
    } row[] = {
        {"moons", "ML-L2", "mlem.points.moons", p.moons, true},
        {"deep-space", "ML-L5", "mlem.points.deep-space", p.deep_space, true},
        {"planets", "ML-Z3", "mlem.points.planets", p.planets, over},
        {"goals", "ML-G1", "mlem.points.goals", p.goals, true},
        {"ufo", "ML-U8", "mlem.points.ufo", p.ufo,
         (st->variants & MLEM_UFO) != 0},
        {"exploration", "ML-N3", "mlem.points.exploration", p.exploration,
         (st->variants & MLEM_EXPLORATION) != 0},
        {"missions", "ML-M3", "mlem.points.missions", p.missions,
         over && (st->variants & MLEM_SECRET) != 0},
    };

    for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
        if (row[i].shown) {
            out[n].source = row[i].source;
            out[n].rule = row[i].rule;
            out[n].points = row[i].points;
            mq_message_set(&out[n++].message, row[i].id, "");
        }
    }
    return n;
}
