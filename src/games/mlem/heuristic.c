/* What a bot thinks at a glance: what each place is worth to an astronaut, how
 * likely it can be reached (exactly, odds.h), and so what each action is worth
 * in points. Only + − × ÷, so that every machine thinks alike. */
#include "games/mlem/rules.h"

#include <assert.h>

/* Figures found by playing; none of them is a rule. */
#define PLANET_TRUST 0.95   /* of a planet's points: others may still pass */
#define PLANET_FOOTHOLD 0.1 /* for being there at all */
#define GOAL_TRUST 0.4      /* of the progress towards a goal */
#define PASSENGER 0.95      /* others steer: a hope is worth that much less */
#define LANDING_NOW 0.72    /* hope() counts one aim only: it is too low */
#define OPTIONS_OPEN 0.1    /* of the hope that a landing would give up */
#define PIP_PRICE 0.15      /* for using up a pip or a token */
#define TOKEN_PRICE 0.1
#define SAFETY 0.9 /* what a parachute makes of a crash */
#define BALLAST_SPITE 0.5
#define PIP_AID 0.2
#define SWING 1.0           /* points that may still change hands, */
#define SWING_LEFT 0.7      /* and those of every expedition to come */
#define UNSPENT_DOUBLER 1.0 /* a moonwalker, settler or voyager not placed */

/* Who thinks about what. */
struct mind {
    struct ml c;
    int seat;
    double goal[ML_GOALS]; /* what one more astronaut brings towards it */
    uint64_t places;       /* where the seat's astronauts are, as bits */
};

/* What landing at each space is worth to one astronaut, in points. */
struct gains {
    double at[ML_SPACES];
    double comet; /* in deep space as commander */
};

/* The square of how far a goal is met; 1 when it is. */
static double goal_progress(int have, int needs)
{
    double part = (double)have / needs;

    return part < 1 ? part * part : 1;
}

/* What one more astronaut brings towards an open goal. */
static double goal_gain(const struct mind *m, int goal)
{
    int needs = ml_goal_needs(goal);
    int have;

    if (m->c.st->goal[goal] != 0) {
        return 0;
    }
    have = mq__ml_goal_count(m->c.st, m->seat, goal);
    if (have + 1 >= needs) {
        return m->c.t->figure.goal;
    }
    return GOAL_TRUST * m->c.t->figure.goal *
           (goal_progress(have + 1, needs) - goal_progress(have, needs));
}

static struct mind mind_of(struct ml c, int seat)
{
    struct mind m = {.c = c, .seat = seat};

    for (int goal = 0; goal < ML_GOALS; goal++) {
        m.goal[goal] = goal_gain(&m, goal);
    }
    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        m.places |= UINT64_C(1) << c.st->place[seat][i];
    }
    return m;
}

/* What an astronaut at a place does for the seat's missions. */
static double mission_gain(const struct mind *m, int place)
{
    const int *points = m->c.t->figure.missions;
    int done = 0, more = 0;

    for (int i = 0; i < ML_KEPT; i++) {
        int kind = m->c.st->mission[m->seat][i];

        if (kind == 0 || kind == MQ_UNKNOWN) {
            continue;
        }
        uint64_t wanted = m->c.t->mission[kind - 1].places;

        done += (wanted & m->places) != 0;
        more += (wanted & m->places) == 0 && (wanted >> place & 1) != 0;
    }
    return points[done + more] - points[done];
}

/* Whether the seat has been on a planet before. */
static bool arrived(const struct mind *m, int planet)
{
    unsigned order = m->c.st->order[planet];

    while (order != 0 && (int)(order & 7) != m->seat + 1) {
        order >>= 3;
    }
    return order != 0;
}

/* Points on a planet once the seat has one more there, less those now. */
static double planet_gain(const struct mind *m, int astronaut, int planet)
{
    double gain = mq__ml_planet_gain(m->c, planet, m->seat, astronaut);

    return PLANET_TRUST * gain + PLANET_FOOTHOLD +
           m->goal[arrived(m, planet) ? ML_GOAL_ONE_PLANET
                                      : ML_GOAL_FOUR_PLANETS] +
           mission_gain(m, ML_PLANET + planet);
}

static double moon_gain(const struct mind *m, int astronaut, int space)
{
    uint32_t open = m->c.t->landing[space] & ~m->c.st->taken;
    int moon;
    double gain;

    if (open == 0) {
        return 0;
    }
    moon = 31 - __builtin_clz(open);
    gain = m->c.t->moon_points[moon];
    return (astronaut == ML_MOONWALKER ? 2 * gain : gain) +
           m->goal[ML_GOAL_FOUR_MOONS] + mission_gain(m, ML_MOON + moon);
}

/* What landing exactly there brings. */
static void find_exact_gains(const struct mind *m, int astronaut,
                             struct gains *out)
{
    const struct ml_tables *t = m->c.t;
    double planet[ML_MAX_PLANETS];
    int factor = astronaut == ML_VOYAGER ? 2 : 1;
    double goal = m->goal[ML_GOAL_DEEP_SPACE];

    for (int i = 0; i < t->planets; i++) {
        planet[i] = planet_gain(m, astronaut, i);
    }
    for (int space = 0; space < ML_DEEP; space++) {
        out->at[space] = 0;
        if (t->beside[space] == ML_BESIDE_PLANET) {
            out->at[space] = planet[t->planet[space]];
        } else if (t->beside[space] == ML_BESIDE_MOONS) {
            out->at[space] = moon_gain(m, astronaut, space);
        }
    }
    out->at[ML_DEEP] = factor * t->figure.galaxy + goal;
    out->comet = factor * t->figure.comet + goal;
}

/* ML-F1: the best of the three spaces. */
static void widen(struct gains *g)
{
    double before = 0;

    for (int space = 0; space < ML_SPACES; space++) {
        double here = g->at[space];
        double after = space < ML_DEEP ? g->at[space + 1] : 0;
        double best = before > here ? before : here;

        g->at[space] = after > best ? after : best;
        before = here;
    }
    g->comet = g->at[ML_DEEP] > g->comet ? g->at[ML_DEEP] : g->comet;
}

/* From what landing exactly there brings to what having the marker there
 * does. */
static void at_marker(const struct mind *m, int astronaut, struct gains *g)
{
    if (astronaut == ML_SCOUT) {
        widen(g);
    }
    for (int space = 0; space < m->c.t->figure.landing; space++) {
        g->at[space] = 0; /* no landing phase there */
    }
}

static void find_gains(const struct mind *m, int astronaut, struct gains *out)
{
    find_exact_gains(m, astronaut, out);
    at_marker(m, astronaut, out);
}

/* What being aboard at a space with so many dice is worth: the best place to
 * aim for, by the exact chance to reach it. */
static double hope(const struct mind *m, const struct gains *g, int space,
                   int dice)
{
    double best = 0;

    for (int to = space + 1; to < ML_SPACES; to++) {
        double value = m->c.t->odds.reach[to][space][dice] * g->at[to];

        best = value > best ? value : best;
    }
    return best;
}

/* The same for who steers: deep space is the comet. */
static double commanders_hope(const struct mind *m, const struct gains *g,
                              int space, int dice)
{
    double comet = m->c.t->odds.reach[ML_DEEP][space][dice] * g->comet;
    double best = hope(m, g, space, dice);

    return comet > best ? comet : best;
}

/* Where a use leads: marker, dice and points on the way. */
struct travel {
    int space, dice;
    double points;
};

/* Exploration tokens and the UFO on the way (ML-N2 to ML-N5, ML-U8). */
static void meet(const struct mind *m, struct travel *to)
{
    const struct ml_tables *t = m->c.t;
    unsigned held = ml_ufos_held(m->c.st);

    for (uint32_t mat = m->c.st->find_mat; (mat >> to->space & 1) != 0;) {
        int kind = t->find[to->space];

        mat &= ~(UINT32_C(1) << to->space);
        if (kind == ML_TUNNEL) {
            to->space = ml_tunnel_end(t, to->space);
        } else if (kind == ML_REGAIN) {
            to->dice += to->dice < t->figure.dice;
        } else {
            to->points += kind - ML_POINTS1 + 1;
        }
    }
    if ((m->c.st->variants & ML_UFO) != 0 && to->space == m->c.st->ufo &&
        held + 1 < 1u << t->ufos) {
        to->points += t->ufo_points[__builtin_ctz(held + 1)];
    }
}

static struct travel travel_of(const struct mind *m, mq_action action)
{
    bool keep = (MQ_ACTION_C(action) & ML_WITH_KEEP) != 0;
    struct travel to = {.space = ml_travel_end(m->c, action),
                        .dice = m->c.st->dice -
                                (keep ? 0 : ml_spent(m->c.st->roll, action))};

    to.dice = to.dice > 0 ? to.dice : 1;
    meet(m, &to);
    return to;
}

static double weigh_use(const struct mind *m, const struct gains *g,
                        mq_action action)
{
    struct travel to = travel_of(m, action);
    double here = g->comet, on = 0;

    if (to.space < ML_DEEP) {
        here = g->at[to.space];
        on = commanders_hope(m, g, to.space, to.dice);
    }
    return to.points + (here > on ? here : on) + OPTIONS_OPEN * on -
           PIP_PRICE * __builtin_popcount((unsigned)MQ_ACTION_B(action)) -
           (MQ_ACTION_C(action) != 0 ? TOKEN_PRICE : 0);
}

static double weigh_flight(const struct mind *m, const struct gains *g,
                           mq_action action)
{
    const struct ml_state *st = m->c.st;

    if (MQ_ACTION_KIND(action) == ML_DO_USE) {
        return weigh_use(m, g, action);
    }
    if (MQ_ACTION_KIND(action) == ML_DO_REROLL) {
        return commanders_hope(m, g, st->space, st->dice);
    }
    return st->crew[m->seat] == ML_PARACHUTE + 1 ? g->at[st->space] : 0;
}

static double weigh_landing(const struct mind *m, const struct gains *exact,
                            const struct gains *g, mq_action action)
{
    const struct ml_state *st = m->c.st;

    if (MQ_ACTION_KIND(action) == ML_DO_LAND) {
        int space = ml_landing_space(st, MQ_ACTION_A(action));
        bool comet = space == ML_DEEP && st->comet;

        return LANDING_NOW * (comet ? exact->comet : exact->at[space]);
    }
    if (st->step == ML_STEP_PARACHUTE) {
        return 0;
    }
    return ml_commander(st) == m->seat
               ? commanders_hope(m, g, st->space, st->dice)
               : PASSENGER * hope(m, g, st->space, st->dice);
}

static bool satellite_aboard(const struct ml_state *st)
{
    bool satellite = false;

    for (int seat = 0; seat < st->players; seat++) {
        satellite |= st->crew[seat] == ML_SATELLITE + 1;
    }
    return satellite;
}

/* What an astronaut may hope for from the start. */
static double weigh_boarding(const struct mind *m, int astronaut)
{
    static const double extra[ML_ASTRONAUTS] = {
        [ML_PARACHUTE] = SAFETY,
        [ML_BALLAST] = BALLAST_SPITE,
    };
    bool starts = m->seat == m->c.st->starter;
    bool satellite = astronaut == ML_SATELLITE || satellite_aboard(m->c.st);
    int from = satellite ? m->c.t->satellite : 0;
    struct gains g;

    find_gains(m, astronaut, &g);
    return extra[astronaut] + (astronaut == ML_PIP && starts ? PIP_AID : 0) +
           (starts ? commanders_hope(m, &g, from, m->c.st->dice)
                   : PASSENGER * hope(m, &g, from, m->c.st->dice));
}

/* ML-M1: the mission that is hardest to do goes back. Of two equal ones both
 * are done at once, so they stay. */
static double weigh_return(const struct mind *m, int kind)
{
    const struct ml_tables *t = m->c.t;
    double ease = 0;
    int copies = 0;

    for (int to = 0; to < ML_DEEP; to++) {
        uint64_t places = t->beside[to] == ML_BESIDE_PLANET
                              ? UINT64_C(1) << (ML_PLANET + t->planet[to])
                              : (uint64_t)(t->landing[to] & ~ML_ROOM)
                                    << ML_MOON;

        if ((t->mission[kind].places & places) != 0) {
            ease += t->odds.reach[to][0][t->figure.dice];
        }
    }
    for (int i = 0; i < ML_DEALT; i++) {
        copies += m->c.st->mission[m->seat][i] == kind + 1;
    }
    return 1 / (1 + ease * copies);
}

/* Squared, so that clearly better moves stand out. */
static float to_weight(double value)
{
    double above = (value > 0 ? value : 0) + 0.1;

    return (float)(above * above);
}

void mq__ml_weigh(const struct mq_game *game, const void *state, int seat,
                  const mq_action *actions, int n, float *w)
{
    const struct ml_state *st = state;
    struct mind m = mind_of(ml_of(game, st), seat);
    struct gains g = {.comet = 0}, exact = {.comet = 0};

    if (st->crew[seat] != 0) {
        find_exact_gains(&m, ml_astronaut(st, seat), &exact);
        g = exact;
        at_marker(&m, ml_astronaut(st, seat), &g);
    }
    for (int i = 0; i < n; i++) {
        double value;

        switch (st->step) {
        case ML_STEP_RETURN:
            value = weigh_return(&m, MQ_ACTION_A(actions[i]));
            break;
        case ML_STEP_BOARD:
            value = weigh_boarding(&m, MQ_ACTION_A(actions[i]));
            break;
        case ML_STEP_USE:
            value = weigh_flight(&m, &g, actions[i]);
            break;
        default: /* LAND, PARACHUTE */
            value = weigh_landing(&m, &exact, &g, actions[i]);
            break;
        }
        w[i] = to_weight(value);
    }
}

/* The predicted result. */

/* What a seat aboard may hope for, by the exact chances; others' secret
 * missions are nobody's business. */
static double flight_hope(const struct mind *m, int viewer)
{
    const struct ml_state *st = m->c.st;
    struct gains g;
    double here, on;

    if (st->crew[m->seat] == 0 || st->dice == 0 ||
        (m->seat != viewer && (st->variants & ML_SECRET) != 0)) {
        return 0;
    }
    find_gains(m, ml_astronaut(st, m->seat), &g);
    here = g.at[st->space];
    on = ml_commander(st) == m->seat
             ? commanders_hope(m, &g, st->space, st->dice)
             : PASSENGER * hope(m, &g, st->space, st->dice);
    return here > on ? here : on;
}

/* What a seat may end with: what it has, planets as they stand, what its
 * unspent doublers promise, and missions where `viewer` may know them. */
static double projected(const struct mind *m, int viewer)
{
    struct ml_points p;
    double points;

    mq__ml_points(m->c, m->seat, &p);
    points = p.moons + p.deep_space + p.goals + p.ufo + p.exploration;
    for (int planet = 0; planet < m->c.t->planets; planet++) {
        points += mq__ml_planet_points(m->c, planet, m->seat);
    }
    for (int i = ML_MOONWALKER; i <= ML_VOYAGER; i++) {
        if (m->c.st->place[m->seat][i] == ML_NOWHERE) {
            points += UNSPENT_DOUBLER;
        }
    }
    points += flight_hope(m, viewer);
    if (m->seat == viewer) {
        int done = mq__ml_missions_done(m->c, m->seat);

        points += m->c.t->figure.missions[done];
    }
    return points;
}

double mq__ml_projected(struct ml c, int seat, int viewer)
{
    struct mind m = mind_of(c, seat);

    return projected(&m, viewer);
}

/* About how many expeditions are still to come. */
static double expeditions_left(struct ml c)
{
    int fewest = c.t->figure.failures - c.st->failures;

    for (int seat = 0; seat < c.st->players; seat++) {
        int left =
            __builtin_popcount(c.st->board[seat]) + (c.st->crew[seat] != 0);

        fewest = left < fewest ? left : fewest;
    }
    return 1.5 * fewest;
}

static double final_share(const struct mq_game *g, const struct ml_state *st,
                          int seat)
{
    uint32_t winners = mq__ml_winners(g, st);

    return (winners >> seat & 1) != 0 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* One seat against another: the lead against what may still change. */
static double beats(double ahead, double swing)
{
    double size = ahead < 0 ? -ahead : ahead;

    return 0.5 + 0.5 * ahead / (size + swing);
}

double mq__ml_estimate(const struct mq_game *game, const void *state, int seat)
{
    struct ml c = ml_of(game, state);
    double points[ML_SEATS], sum = 0, own = 0;
    double swing = SWING + SWING_LEFT * expeditions_left(c);

    if (c.st->step == ML_STEP_OVER) {
        return final_share(game, c.st, seat);
    }
    for (int i = 0; i < c.st->players; i++) {
        points[i] = mq__ml_projected(c, i, seat);
    }
    for (int i = 0; i < c.st->players; i++) {
        double share = 1;

        for (int k = 0; k < c.st->players; k++) {
            share *= k == i ? 1 : beats(points[i] - points[k], swing);
        }
        sum += share;
        own = i == seat ? share : own;
    }
    assert(sum > 0 && own <= sum);
    return own / sum;
}
