/* Goals, points and winners. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* Goals (ML-G1). */

int mq__ml_goal_count(const struct ml_state *st, int seat, int goal)
{
    int different = 0, most = 0;

    if (goal == ML_GOAL_FOUR_MOONS) {
        return ml_on_moons(st, seat);
    }
    if (goal == ML_GOAL_DEEP_SPACE) {
        return ml_in_deep_space(st, seat);
    }
    for (int planet = 0; planet < ML_MAX_PLANETS; planet++) {
        int n = ml_on_planet(st, seat, planet);

        different += n > 0;
        most = n > most ? n : most;
    }
    return goal == ML_GOAL_FOUR_PLANETS ? different : most;
}

/* Planets (ML-Z3). */

/* What a planet is worth to each seat, added to `out`. Ties go to who came
 * first: only a larger number passes an earlier arrival. */
static void add_planet(struct ml c, int planet, int out[ML_SEATS])
{
    int seat[ML_SEATS], number[ML_SEATS], rank[ML_SEATS], n = 0;

    for (unsigned order = c.st->order[planet]; order != 0; order >>= 3) {
        seat[n] = (int)(order & 7) - 1;
        number[n] = ml_on_planet(c.st, seat[n], planet);
        rank[n] = 0;
        assert(number[n] > 0 && n < ML_SEATS);
        for (int i = 0; i < n; i++) {
            rank[number[n] > number[i] ? i : n]++;
        }
        n++;
    }
    for (int i = 0; i < n; i++) {
        int points = c.t->planet_points[planet][rank[i] < 2 ? rank[i] : 2];

        if (c.st->place[seat[i]][ML_SETTLER] == ML_PLANET + planet) {
            points *= 2; /* ML-F5 */
        }
        out[seat[i]] += points;
    }
}

/* How many seats stand before one with `own` astronauts there; who hasn't come
 * yet comes last. */
static int planet_rank(struct ml c, int planet, int seat, int own)
{
    bool arrived = false;
    int rank = 0;

    for (unsigned order = c.st->order[planet]; order != 0; order >>= 3) {
        int other = (int)(order & 7) - 1;

        if (other == seat) {
            arrived = true;
        } else {
            rank += ml_on_planet(c.st, other, planet) >= own + arrived;
        }
    }
    return rank;
}

int mq__ml_planet_rank(struct ml c, int planet, int seat)
{
    return planet_rank(c, planet, seat, ml_on_planet(c.st, seat, planet));
}

/* What a planet is worth to one seat with `own` astronauts there. */
static int planet_points(struct ml c, int planet, int seat, int own)
{
    int rank = planet_rank(c, planet, seat, own);

    return c.t->planet_points[planet][rank < 2 ? rank : 2];
}

int mq__ml_planet_points(struct ml c, int planet, int seat)
{
    int own = ml_on_planet(c.st, seat, planet);
    int points = own > 0 ? planet_points(c, planet, seat, own) : 0;

    return c.st->place[seat][ML_SETTLER] == ML_PLANET + planet ? 2 * points
                                                               : points;
}

int mq__ml_planet_gain(struct ml c, int planet, int seat, int astronaut)
{
    int own = ml_on_planet(c.st, seat, planet);
    int points = planet_points(c, planet, seat, own + 1);
    bool settled = c.st->place[seat][ML_SETTLER] == ML_PLANET + planet;

    return (settled || astronaut == ML_SETTLER ? 2 * points : points) -
           mq__ml_planet_points(c, planet, seat);
}

/* Missions (ML-M2). */

int mq__ml_missions_done(struct ml c, int seat)
{
    uint64_t places = 0;
    int done = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        places |= UINT64_C(1) << c.st->place[seat][i];
    }
    for (int i = 0; i < ML_KEPT; i++) {
        int mission = c.st->mission[seat][i];

        if (mission != 0 && mission != MQ_UNKNOWN) {
            done += (c.t->mission[mission - 1].places & places) != 0;
        }
    }
    return done;
}

/* Points by source. */

/* Moons and deep space: what was scored at once. */
static void add_landings(const struct ml_tables *t, const uint8_t *place,
                         struct ml_points *out)
{
    int all = 0, moons = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        int here = t->place_points[place[i]];

        all += here;
        moons += place[i] >= ML_MOON ? here : 0;
    }
    out->moons = moons;
    out->deep_space = all - moons;
    if (place[ML_MOONWALKER] >= ML_MOON) { /* ML-F4 */
        out->moons += t->place_points[place[ML_MOONWALKER]];
    }
    if (place[ML_VOYAGER] < ML_PLANET) { /* ML-F6 */
        out->deep_space += t->place_points[place[ML_VOYAGER]];
    }
}

static int goal_points(struct ml c, int seat)
{
    int points = 0;

    for (int goal = 0; goal < ML_GOALS; goal++) {
        points += c.st->goal[goal] == seat + 1 ? c.t->figure.goal : 0;
    }
    return points;
}

static int ufo_points(const struct ml_tables *t, unsigned held)
{
    int points = 0;

    for (; held != 0; held &= held - 1) {
        points += t->ufo_points[__builtin_ctz(held)];
    }
    return points;
}

static int find_points(const struct ml_tables *t, uint32_t held)
{
    int points = 0;

    for (; held != 0; held &= held - 1) {
        points += 1 + t->find[__builtin_ctz(held)] - ML_POINTS1; /* ML-N3 */
    }
    return points;
}

/* ML-Z6: without planets, which are counted for all seats together. */
static void count_points(struct ml c, int seat, struct ml_points *out)
{
    *out = (struct ml_points){
        .goals = goal_points(c, seat),
        .ufo = ufo_points(c.t, c.st->ufo_held[seat]),
        .exploration = find_points(c.t, c.st->find_held[seat]),
    };
    add_landings(c.t, c.st->place[seat], out);
    if (c.st->step == ML_STEP_OVER && (c.st->variants & ML_SECRET) != 0) {
        out->missions = c.t->figure.missions[mq__ml_missions_done(c, seat)];
    }
}

/* What the planets are worth at the end, to each seat. */
static void count_planets(struct ml c, int out[ML_SEATS])
{
    memset(out, 0, ML_SEATS * sizeof(*out));
    if (c.st->step == ML_STEP_OVER) {
        for (int planet = 0; planet < c.t->planets; planet++) {
            add_planet(c, planet, out);
        }
    }
}

void mq__ml_points(struct ml c, int seat, struct ml_points *out)
{
    int planets[ML_SEATS];

    count_points(c, seat, out);
    count_planets(c, planets);
    out->planets = planets[seat];
}

void mq__ml_points_now(struct ml c, int seat, struct ml_points *out)
{
    struct ml_state ended = *c.st;

    ended.step = ML_STEP_OVER;
    mq__ml_points(ml_with(c.t, &ended), seat, out);
}

/* ML-Z4 */
static void count_totals(struct ml c, int out[ML_SEATS])
{
    count_planets(c, out);
    for (int seat = 0; seat < c.st->players; seat++) {
        struct ml_points p;

        count_points(c, seat, &p);
        out[seat] += p.moons + p.deep_space + p.goals + p.ufo + p.exploration +
                     p.missions;
    }
}

void mq__ml_scores(const struct mq_game *g, const void *state, double *out)
{
    const struct ml_state *st = state;
    int points[ML_SEATS];

    count_totals(ml_of(g, st), points);
    for (int seat = 0; seat < st->players; seat++) {
        out[seat] = points[seat];
    }
}

/* ML-Z5 */
uint32_t mq__ml_winners(const struct mq_game *g, const void *state)
{
    const struct ml_state *st = state;
    int points[ML_SEATS], best = -1;
    uint32_t winners = 0;

    if (st->step != ML_STEP_OVER) {
        return 0;
    }
    count_totals(ml_of(g, st), points);
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

int mq__ml_breakdown(const struct mq_game *g, const void *state, int seat,
                     struct mq_points *out)
{
    const struct ml_state *st = state;
    bool over = st->step == ML_STEP_OVER;
    struct ml_points p;
    int n = 0;

    mq__ml_points(ml_of(g, st), seat, &p);
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
         (st->variants & ML_UFO) != 0},
        {"exploration", "ML-N3", "mlem.points.exploration", p.exploration,
         (st->variants & ML_EXPLORATION) != 0},
        {"missions", "ML-M3", "mlem.points.missions", p.missions,
         over && (st->variants & ML_SECRET) != 0},
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
