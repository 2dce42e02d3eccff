/* MLEM: what a seat knows as inputs of a net (core/observe.h).
 *
 * The seat's own player comes first, then the others in seat order; places of
 * players who aren't there stay 0.
 */
#include "games/mlem/rules.h"

#include "core/observe.h"

#define MOST_POINTS 6 /* a moon's */

/* One look: who looks, at whom. */
struct look {
    struct ml c;
    struct mq_observer *o;
    int eye;  /* who looks */
    int seat; /* at whom */
};

static const char *const slot_words[ML_SEATS] = {"own", "next", "third",
                                                 "fourth", "fifth"};

/* Where an astronaut was placed, by sort. */
enum { AT_COMET, AT_GALAXY, AT_PLANET, AT_MOON, SORTS };

static int sort_of(int place)
{
    return place == ML_NOWHERE  ? -1
           : place == ML_COMET  ? AT_COMET
           : place == ML_GALAXY ? AT_GALAXY
           : place < ML_MOON    ? AT_PLANET
                                : AT_MOON;
}

static void write_astronauts(const struct look *l)
{
    static const char *const sorts[SORTS] = {"comet", "galaxy", "planet",
                                             "moon"};
    const struct ml_state *st = l->c.st;
    int on_planet[ML_MAX_PLANETS] = {0};

    mq__observe_steps(l->o, "at home", __builtin_popcount(st->board[l->seat]),
                      ML_ASTRONAUTS, 1);
    mq__observe_one(l->o, "aboard", st->crew[l->seat] - 1, ML_ASTRONAUTS,
                    mq__ml_astronauts);
    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        int place = st->place[l->seat][i];

        mq__observe_flag(l->o, mq__ml_astronauts[i],
                         (st->board[l->seat] >> i & 1) != 0);
        mq__observe_one(l->o, mq__ml_astronauts[i], sort_of(place), SORTS,
                        sorts);
        if (sort_of(place) == AT_PLANET) {
            on_planet[place - ML_PLANET]++;
        }
    }
    mq__observe_list(l->o, "on planet", on_planet, ML_MAX_PLANETS, 1, NULL);
}

static void write_points(const struct look *l)
{
    const struct ml_state *st = l->c.st;
    struct ml_points p;
    int planets[ML_MAX_PLANETS] = {0};
    int own = (int)(4 * mq__ml_projected(l->c, l->eye, l->eye));
    int promise = (int)(4 * mq__ml_projected(l->c, l->seat, l->eye));

    mq__ml_points(l->c, l->seat, &p);
    for (int i = 0; i < l->c.t->planets; i++) {
        planets[i] = mq__ml_planet_points(l->c, i, l->seat);
    }
    mq__observe_number(l->o, "moons' points", p.moons, 8);
    mq__observe_number(l->o, "deep space points", p.deep_space, 8);
    mq__observe_number(l->o, "goals' points", p.goals, 8);
    mq__observe_number(l->o, "UFO points", p.ufo, 4);
    mq__observe_number(l->o, "exploration points", p.exploration, 4);
    mq__observe_list(l->o, "planets' points", planets, ML_MAX_PLANETS, 4, NULL);
    mq__observe_number(l->o, "promise", promise, 64);
    mq__observe_number(l->o, "own lead", own - promise, 16);
    mq__observe_steps(l->o, "own lead in points", (own - promise) / 4, 8, 3);
    mq__observe_steps(l->o, "own arrears in points", (promise - own) / 4, 8, 3);
    for (int i = 0; i < ML_GOALS; i++) {
        mq__observe_flag(l->o, mq__ml_goals[i], st->goal[i] == l->seat + 1);
    }
}

static void write_player(const struct look *l)
{
    const struct ml_state *st = l->c.st;
    bool aboard = (st->aboard >> l->seat & 1) != 0;
    bool own = l->seat == l->eye;

    mq__observe_flag(l->o, "there", true);
    mq__observe_flag(l->o, "turn",
                     ml_has_turn(st->step) && st->turn == l->seat);
    mq__observe_flag(l->o, "starts",
                     ml_has_starter(st->step) && st->starter == l->seat);
    mq__observe_flag(l->o, "flies", aboard);
    mq__observe_flag(l->o, "commands", aboard && ml_commander(st) == l->seat);
    mq__observe_flag(l->o, "fresh pip", (st->pips >> l->seat & 1) != 0);
    write_astronauts(l);
    write_points(l);
    mq__observe_steps(l->o, "missions done",
                      own && (st->variants & ML_SECRET) != 0
                          ? mq__ml_missions_done(l->c, l->seat)
                          : 0,
                      ML_KEPT, 1);
}

static void write_flight(const struct look *l)
{
    const struct ml_state *st = l->c.st;
    const struct ml_tables *t = l->c.t;
    unsigned usable = ml_shown(t, st->roll & (unsigned)t->dice[st->space]);
    int faces[ML_FACES], sure[ML_FACES];

    for (int i = 0; i < ML_FACES; i++) {
        faces[i] = t->faces[st->space] >> i & 1;
        sure[i] = usable >> i & 1;
    }
    mq__observe_one(l->o, "space", st->space, ML_SPACES, NULL);
    mq__observe_one(l->o, "dice", st->dice, ML_MAX_DICE + 1, NULL);
    mq__observe_list(l->o, "space takes", faces, ML_FACES, 1, mq__ml_faces);
    mq__observe_list(l->o, "usable", sure, ML_FACES, 1, mq__ml_faces);
    for (int i = 0; i < ML_FACES; i++) {
        mq__observe_steps(l->o, mq__ml_faces[i], ML_COUNT(st->roll, i), 3, 1);
    }
    mq__observe_steps(l->o, "aboard", __builtin_popcount(st->aboard), ML_SEATS,
                      1);
    mq__observe_one(l->o, "token", ml_ability(l->c), 3, NULL);
    mq__observe_flag(l->o, "comet", st->comet != 0);
    mq__observe_flag(l->o, "own landing",
                     st->crew[l->eye] != 0 && ml_can_land(l->c, l->eye));
}

/* Moons that are left, by their points. */
static void write_moons(const struct look *l)
{
    const struct ml_tables *t = l->c.t;
    int left[MOST_POINTS + 1] = {0}, here[MOST_POINTS + 1] = {0};
    int settled[ML_MAX_PLANETS] = {0};

    for (int i = 0; i < t->moons; i++) {
        int points =
            t->moon_points[i] < MOST_POINTS ? t->moon_points[i] : MOST_POINTS;

        if ((l->c.st->taken >> i & 1) == 0) {
            left[points]++;
            here[points] += t->moon_space[i] == l->c.st->space;
        }
    }
    for (int i = 0; i < t->planets; i++) {
        for (unsigned order = l->c.st->order[i]; order != 0; order >>= 3) {
            settled[i]++;
        }
    }
    mq__observe_list(l->o, "moons left of", left, MOST_POINTS + 1, 4, NULL);
    mq__observe_list(l->o, "moons here of", here, MOST_POINTS + 1, 1, NULL);
    mq__observe_list(l->o, "settlers on planet", settled, ML_MAX_PLANETS, 1,
                     NULL);
}

static void write_table(const struct look *l)
{
    const struct ml_state *st = l->c.st;
    int fewest = ML_ASTRONAUTS;

    for (int i = 0; i < st->players; i++) {
        int home = __builtin_popcount(st->board[i]);

        fewest = home < fewest ? home : fewest;
    }
    mq__observe_one(l->o, "step", st->step, ML_STEPS, mq__ml_steps);
    mq__observe_one(l->o, "players", st->players - 1, ML_SEATS, NULL);
    mq__observe_flag(l->o, "UFO", (st->variants & ML_UFO) != 0);
    mq__observe_flag(l->o, "exploration", (st->variants & ML_EXPLORATION) != 0);
    mq__observe_flag(l->o, "secret", (st->variants & ML_SECRET) != 0);
    mq__observe_steps(l->o, "failures left",
                      l->c.t->figure.failures - st->failures, 8, 1);
    mq__observe_steps(l->o, "fewest at home", fewest, ML_ASTRONAUTS, 1);
    mq__observe_number(l->o, "UFO's space", st->ufo, 8);
    mq__observe_number(l->o, "finds on the mat",
                       __builtin_popcount(st->find_mat), 4);
    write_flight(l);
    write_moons(l);
}

void mq__ml_observe(const struct mq_game *g, const void *state, int seat,
                    struct mq_observer *o)
{
    struct ml c = ml_of(g, state);
    struct look l = {c, o, seat, seat};
    int width = 0; /* of one player's places */

    o->group = "table";
    write_table(&l);
    for (int i = 0; i < ML_SEATS; i++) {
        int start = o->next;

        o->group = slot_words[i];
        l.seat = (seat + i) % c.st->players;
        if (i < c.st->players || o->name != NULL) {
            write_player(&l);
            width = o->next - start;
        } else {
            mq__observe_skip(o, width);
        }
    }
}
