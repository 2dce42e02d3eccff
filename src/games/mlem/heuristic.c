/* What a bot thinks at a glance: what each place is worth to an astronaut, how
 * likely it can be reached (exactly, odds.h), and so what each action is worth
 * in points. Only + − × ÷, so that every machine thinks alike. */
#include "games/mlem/rules.h"

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
    const struct mlem_tables *t;
    const struct mlem_state *st;
    int seat;
    double goal[MLEM_GOALS]; /* what one more astronaut brings towards it */
    uint64_t places;         /* where the seat's astronauts are, as bits */
};

/* What landing at each space is worth to one astronaut, in points. */
struct gains {
    double at[MLEM_SPACES];
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
    int needs = mlem_goal_needs(goal);
    int have;

    if (m->st->goal[goal] != 0) {
        return 0;
    }
    have = mq__mlem_goal_count(m->st, m->seat, goal);
    if (have + 1 >= needs) {
        return m->t->figure.goal;
    }
    return GOAL_TRUST * m->t->figure.goal *
           (goal_progress(have + 1, needs) - goal_progress(have, needs));
}

static struct mind mind_of(const struct mlem_tables *t,
                           const struct mlem_state *st, int seat)
{
    struct mind m = {.t = t, .st = st, .seat = seat};

    for (int goal = 0; goal < MLEM_GOALS; goal++) {
        m.goal[goal] = goal_gain(&m, goal);
    }
    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        m.places |= UINT64_C(1) << st->place[seat][i];
    }
    return m;
}

/* What an astronaut at a place does for the seat's missions. */
static double mission_gain(const struct mind *m, int place)
{
    const int *points = m->t->figure.missions;
    int done = 0, more = 0;

    for (int i = 0; i < MLEM_KEPT; i++) {
        int kind = m->st->mission[m->seat][i];

        if (kind == 0 || kind == MQ_UNKNOWN) {
            continue;
        }
        uint64_t wanted = m->t->mission[kind - 1].places;

        done += (wanted & m->places) != 0;
        more += (wanted & m->places) == 0 && (wanted >> place & 1) != 0;
    }
    return points[done + more] - points[done];
}

/* Whether the seat has been on a planet before. */
static bool arrived(const struct mind *m, int planet)
{
    unsigned order = m->st->order[planet];

    while (order != 0 && (int)(order & 7) != m->seat + 1) {
        order >>= 3;
    }
    return order != 0;
}

/* Points on a planet once the seat has one more there, less those now. */
static double planet_gain(const struct mind *m, int astronaut, int planet)
{
    double gain = mq__mlem_planet_gain(m->t, m->st, planet, m->seat, astronaut);

    return PLANET_TRUST * gain + PLANET_FOOTHOLD +
           m->goal[arrived(m, planet) ? MLEM_GOAL_ONE_PLANET
                                      : MLEM_GOAL_FOUR_PLANETS] +
           mission_gain(m, MLEM_PLANET + planet);
}

static double moon_gain(const struct mind *m, int astronaut, int space)
{
    uint32_t open = m->t->landing[space] & ~m->st->taken;
    int moon;
    double gain;

    if (open == 0) {
        return 0;
    }
    moon = 31 - __builtin_clz(open);
    gain = m->t->moon_points[moon];
    return (astronaut == MLEM_MOONWALKER ? 2 * gain : gain) +
           m->goal[MLEM_GOAL_FOUR_MOONS] + mission_gain(m, MLEM_MOON + moon);
}

/* What landing exactly there brings. */
static void find_exact_gains(const struct mind *m, int astronaut,
                             struct gains *out)
{
    const struct mlem_tables *t = m->t;
    double planet[MLEM_MAX_PLANETS];
    int factor = astronaut == MLEM_VOYAGER ? 2 : 1;
    double goal = m->goal[MLEM_GOAL_DEEP_SPACE];

    for (int i = 0; i < t->planets; i++) {
        planet[i] = planet_gain(m, astronaut, i);
    }
    for (int space = 0; space < MLEM_DEEP; space++) {
        out->at[space] = 0;
        if (t->beside[space] == MLEM_BESIDE_PLANET) {
            out->at[space] = planet[t->planet[space]];
        } else if (t->beside[space] == MLEM_BESIDE_MOONS) {
            out->at[space] = moon_gain(m, astronaut, space);
        }
    }
    out->at[MLEM_DEEP] = factor * t->figure.galaxy + goal;
    out->comet = factor * t->figure.comet + goal;
}

/* ML-F1: the best of the three spaces. */
static void widen(struct gains *g)
{
    double before = 0;

    for (int space = 0; space < MLEM_SPACES; space++) {
        double here = g->at[space];
        double after = space < MLEM_DEEP ? g->at[space + 1] : 0;
        double best = before > here ? before : here;

        g->at[space] = after > best ? after : best;
        before = here;
    }
    g->comet = g->at[MLEM_DEEP] > g->comet ? g->at[MLEM_DEEP] : g->comet;
}

/* From what landing exactly there brings to what having the marker there
 * does. */
static void at_marker(const struct mind *m, int astronaut, struct gains *g)
{
    if (astronaut == MLEM_SCOUT) {
        widen(g);
    }
    for (int space = 0; space < m->t->figure.landing; space++) {
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

    for (int to = space + 1; to < MLEM_SPACES; to++) {
        double value = m->t->odds.reach[to][space][dice] * g->at[to];

        best = value > best ? value : best;
    }
    return best;
}

/* The same for who steers: deep space is the comet. */
static double commanders_hope(const struct mind *m, const struct gains *g,
                              int space, int dice)
{
    double comet = m->t->odds.reach[MLEM_DEEP][space][dice] * g->comet;
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
    const struct mlem_tables *t = m->t;
    unsigned held = mlem_ufos_held(m->st);

    for (uint32_t mat = m->st->find_mat; (mat >> to->space & 1) != 0;) {
        int kind = t->find[to->space];

        mat &= ~(UINT32_C(1) << to->space);
        if (kind == MLEM_TUNNEL) {
            to->space = mlem_tunnel_end(t, to->space);
        } else if (kind == MLEM_REGAIN) {
            to->dice += to->dice < t->figure.dice;
        } else {
            to->points += kind - MLEM_POINTS1 + 1;
        }
    }
    if ((m->st->variants & MLEM_UFO) != 0 && to->space == m->st->ufo &&
        held + 1 < 1u << t->ufos) {
        to->points += t->ufo_points[__builtin_ctz(held + 1)];
    }
}

static struct travel travel_of(const struct mind *m, mq_action action)
{
    unsigned used = mlem_only(m->st->roll, (unsigned)MQ_ACTION_A(action) & 15);
    bool keep = (MQ_ACTION_C(action) & MLEM_WITH_KEEP) != 0;
    struct travel to = {.space = mlem_travel_end(m->t, m->st, action),
                        .dice = m->st->dice - (keep ? 0 : mlem_dice_in(used))};

    to.dice = to.dice > 0 ? to.dice : 1;
    meet(m, &to);
    return to;
}

static double weigh_use(const struct mind *m, const struct gains *g,
                        mq_action action)
{
    struct travel to = travel_of(m, action);
    double here = g->comet, on = 0;

    if (to.space < MLEM_DEEP) {
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
    const struct mlem_state *st = m->st;

    if (MQ_ACTION_KIND(action) == MLEM_DO_USE) {
        return weigh_use(m, g, action);
    }
    if (MQ_ACTION_KIND(action) == MLEM_DO_REROLL) {
        return commanders_hope(m, g, st->space, st->dice);
    }
    return st->crew[m->seat] == MLEM_PARACHUTE + 1 ? g->at[st->space] : 0;
}

static double weigh_landing(const struct mind *m, const struct gains *exact,
                            const struct gains *g, mq_action action)
{
    const struct mlem_state *st = m->st;

    if (MQ_ACTION_KIND(action) == MLEM_DO_LAND) {
        int space = mlem_landing_space(st, MQ_ACTION_A(action));
        bool comet = space == MLEM_DEEP && st->comet;

        return LANDING_NOW * (comet ? exact->comet : exact->at[space]);
    }
    if (st->step == MLEM_STEP_PARACHUTE) {
        return 0;
    }
    return mlem_commander(st) == m->seat
               ? commanders_hope(m, g, st->space, st->dice)
               : PASSENGER * hope(m, g, st->space, st->dice);
}

static bool satellite_aboard(const struct mlem_state *st)
{
    bool satellite = false;

    for (int seat = 0; seat < st->players; seat++) {
        satellite |= st->crew[seat] == MLEM_SATELLITE + 1;
    }
    return satellite;
}

/* What an astronaut may hope for from the start. */
static double weigh_boarding(const struct mind *m, int astronaut)
{
    static const double extra[MLEM_ASTRONAUTS] = {
        [MLEM_PARACHUTE] = SAFETY,
        [MLEM_BALLAST] = BALLAST_SPITE,
    };
    bool starts = m->seat == m->st->starter;
    bool satellite = astronaut == MLEM_SATELLITE || satellite_aboard(m->st);
    int from = satellite ? m->t->satellite : 0;
    struct gains g;

    find_gains(m, astronaut, &g);
    return extra[astronaut] + (astronaut == MLEM_PIP && starts ? PIP_AID : 0) +
           (starts ? commanders_hope(m, &g, from, m->st->dice)
                   : PASSENGER * hope(m, &g, from, m->st->dice));
}

/* ML-M1: the mission that is hardest to do goes back. Of two equal ones both
 * are done at once, so they stay. */
static double weigh_return(const struct mind *m, int kind)
{
    const struct mlem_tables *t = m->t;
    double ease = 0;
    int copies = 0;

    for (int to = 0; to < MLEM_DEEP; to++) {
        uint64_t places = t->beside[to] == MLEM_BESIDE_PLANET
                              ? UINT64_C(1) << (MLEM_PLANET + t->planet[to])
                              : (uint64_t)(t->landing[to] & ~MLEM_ROOM)
                                    << MLEM_MOON;

        if ((t->mission[kind].places & places) != 0) {
            ease += t->odds.reach[to][0][t->figure.dice];
        }
    }
    for (int i = 0; i < MLEM_DEALT; i++) {
        copies += m->st->mission[m->seat][i] == kind + 1;
    }
    return 1 / (1 + ease * copies);
}

/* Squared, so that clearly better moves stand out. */
static float to_weight(double value)
{
    double above = (value > 0 ? value : 0) + 0.1;

    return (float)(above * above);
}

void mq__mlem_weigh(const struct mq_game *game, const void *state, int seat,
                    const mq_action *actions, int n, float *w)
{
    const struct mlem_state *st = state;
    struct mind m = mind_of(mlem_tables(game), st, seat);
    struct gains g = {.comet = 0}, exact = {.comet = 0};

    if (st->crew[seat] != 0) {
        find_exact_gains(&m, mlem_astronaut(st, seat), &exact);
        g = exact;
        at_marker(&m, mlem_astronaut(st, seat), &g);
    }
    for (int i = 0; i < n; i++) {
        double value;

        switch (st->step) {
        case MLEM_STEP_RETURN:
            value = weigh_return(&m, MQ_ACTION_A(actions[i]));
            break;
        case MLEM_STEP_BOARD:
            value = weigh_boarding(&m, MQ_ACTION_A(actions[i]));
            break;
        case MLEM_STEP_USE:
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
    const struct mlem_state *st = m->st;
    struct gains g;
    double here, on;

    if (st->crew[m->seat] == 0 || st->dice == 0 ||
        (m->seat != viewer && (st->variants & MLEM_SECRET) != 0)) {
        return 0;
    }
    find_gains(m, mlem_astronaut(st, m->seat), &g);
    here = g.at[st->space];
    on = mlem_commander(st) == m->seat
             ? commanders_hope(m, &g, st->space, st->dice)
             : PASSENGER * hope(m, &g, st->space, st->dice);
    return here > on ? here : on;
}

/* What a seat may end with: what it has, planets as they stand, what its
 * unspent doublers promise, and missions where `viewer` may know them. */
static double projected(const struct mind *m, int viewer)
{
    struct mlem_points p;
    double points;

    mq__mlem_points(m->t, m->st, m->seat, &p);
    points = p.moons + p.deep_space + p.goals + p.ufo + p.exploration;
    for (int planet = 0; planet < m->t->planets; planet++) {
        points += mq__mlem_planet_points(m->t, m->st, planet, m->seat);
    }
    for (int i = MLEM_MOONWALKER; i <= MLEM_VOYAGER; i++) {
        if (m->st->place[m->seat][i] == MLEM_NOWHERE) {
            points += UNSPENT_DOUBLER;
        }
    }
    points += flight_hope(m, viewer);
    if (m->seat == viewer) {
        int done = mq__mlem_missions_done(m->t, m->st, m->seat);

        points += m->t->figure.missions[done];
    }
    return points;
}

/* About how many expeditions are still to come. */
static double expeditions_left(const struct mlem_tables *t,
                               const struct mlem_state *st)
{
    int fewest = t->figure.failures - st->failures;

    for (int seat = 0; seat < st->players; seat++) {
        int left = __builtin_popcount(st->board[seat]) + (st->crew[seat] != 0);

        fewest = left < fewest ? left : fewest;
    }
    return 1.5 * fewest;
}

static double final_share(const struct mq_game *g, const struct mlem_state *st,
                          int seat)
{
    uint32_t winners = mq__mlem_winners(g, st);

    return (winners >> seat & 1) != 0 ? 1.0 / __builtin_popcount(winners) : 0;
}

/* One seat against another: the lead against what may still change. */
static double beats(double ahead, double swing)
{
    double size = ahead < 0 ? -ahead : ahead;

    return 0.5 + 0.5 * ahead / (size + swing);
}

double mq__mlem_estimate(const struct mq_game *game, const void *state,
                         int seat)
{
    const struct mlem_state *st = state;
    const struct mlem_tables *t = mlem_tables(game);
    double points[MLEM_SEATS], sum = 0, own = 0;
    double swing = SWING + SWING_LEFT * expeditions_left(t, st);

    if (st->step == MLEM_STEP_OVER) {
        return final_share(game, st, seat);
    }
    for (int i = 0; i < st->players; i++) {
        struct mind m = mind_of(t, st, i);

        points[i] = projected(&m, seat);
    }
    for (int i = 0; i < st->players; i++) {
        double share = 1;

        for (int k = 0; k < st->players; k++) {
            share *= k == i ? 1 : beats(points[i] - points[k], swing);
        }
        sum += share;
        own = i == seat ? share : own;
    }
    return own / sum;
}
