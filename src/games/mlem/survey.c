/* What is worth knowing of a position, as facts (<maxq/tell.h>): the roll to
 * come or at hand, the crew, who holds what, and how far everybody is. */
#include "core/buf.h"
#include "games/mlem/telling.h"

/* The roll. */

void mq__ml_set_needs(struct ml c, struct mq_note *note)
{
    static const char *const ids[] = {"mlem.tell.needs-1", "mlem.tell.needs-2",
                                      "mlem.tell.needs-3", "mlem.tell.needs-4",
                                      "mlem.tell.needs-5"};
    static const char *const formats[] = {"it", "itt", "ittt", "itttt",
                                          "ittttt"};
    const char *face[ML_FACES] = {0};
    int n = 0;

    for (int i = 0; i < ML_FACES; i++) {
        if ((c.t->faces[c.st->space] >> i & 1) != 0) {
            face[n++] = mq__ml_faces[i];
        }
    }
    mq_note_set(note, "ML-T2", ids[n - 1], formats[n - 1], c.st->space, face[0],
                face[1], face[2], face[3], face[4]);
}

void mq__ml_tell_needs(struct ml c, const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_NEEDS, "faces");
    struct mq_buf item;

    mq__buf_fixed(&item, fact.item, sizeof(fact.item));
    for (int i = 0; i < ML_FACES; i++) {
        if ((c.t->faces[c.st->space] >> i & 1) != 0) {
            mq__buf_str(&item, item.length > 0 ? " " : "");
            mq__buf_str(&item, mq__ml_faces[i]);
        }
    }
    fact.place = c.st->space;
    mq__ml_set_needs(c, &fact.note);
    out->take(out->context, &fact);
}

void mq__ml_tell_risk(struct ml c, enum ml_roll roll, double before,
                      const struct mq_facts *out)
{
    static const char *const ids[] = {
        [ML_NEXT_ROLL] = "mlem.tell.risk",
        [ML_FIRST_ROLL] = "mlem.tell.first-risk",
        [ML_SECOND_ROLL] = "mlem.tell.second-risk",
    };
    struct mq_fact fact = mq__fact(MQ_FACT_RISK, "crash");

    fact.place = c.st->space;
    fact.chance = mq__ml_crash(c);
    fact.chance_before = before;
    mq__fact_say(out, &fact, "ML-X1",
                 fact.chance > 0 ? ids[roll] : "mlem.tell.no-risk", "iic",
                 c.st->space, c.st->dice, mq_chance_arg(fact.chance));
}

/* The chance that a roll shows a face at least once. */
static double at_least_one(struct ml c, int face)
{
    double none = 1;

    for (int i = 0; i < c.st->dice; i++) {
        none *= (6 - c.t->sides[face]) / 6.0;
    }
    return 1 - none;
}

static void survey_roll(struct ml c, const struct mq_facts *out)
{
    mq__ml_tell_risk(c, ML_NEXT_ROLL, MQ_CERTAIN, out);
    for (int face = 0; face < ML_FACES; face++) {
        struct mq_fact fact = mq__fact(MQ_FACT_CHANCE, "face");

        if ((c.t->faces[c.st->space] >> face & 1) != 0) {
            mq__fact_item(&fact, mq__ml_faces[face]);
            fact.chance = at_least_one(c, face);
            mq__fact_say(out, &fact, "ML-T2", "mlem.tell.face-chance", "tic",
                         mq__ml_faces[face], c.st->dice,
                         mq_chance_arg(fact.chance));
        }
    }
}

/* A rolled group: where it fits, how far it leads. */
static void survey_group(struct ml c, int face, const struct mq_facts *out)
{
    unsigned group = ml_only(c.st->roll, 1u << face);
    bool fits = (c.t->faces[c.st->space] >> face & 1) != 0;
    int count = ML_COUNT(c.st->roll, face);
    int far = fits ? ml_sum(c.t, group, c.st->space) : 0;
    struct mq_fact fact =
        mq__fact(fits ? MQ_FACT_READY : MQ_FACT_LACKS, "face");

    mq__fact_item(&fact, mq__ml_faces[face]);
    fact.place = c.st->space;
    mq__fact_count(&fact, count, far);
    if (!fits) {
        mq__fact_say(out, &fact, "ML-T2", "mlem.why.not-shown", "ti",
                     mq__ml_faces[face], c.st->space);
    } else {
        mq__fact_say(out, &fact, face == ML_AFTERBURNER ? "ML-T7" : "ML-T3",
                     face == ML_AFTERBURNER ? "mlem.tell.group-kept"
                                            : "mlem.tell.group",
                     "tii", mq__ml_faces[face], count, far);
    }
}

static void survey_dice(struct ml c, const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "dice");

    mq__fact_count(&fact, c.t->figure.dice, c.st->dice);
    mq__fact_say(out, &fact, "ML-T8", "mlem.tell.dice", "i", c.st->dice);
    if (c.st->space == ML_DEEP) {
        return;
    }
    mq__ml_tell_needs(c, out);
    if (c.st->step == ML_STEP_ROLL || c.st->step == ML_STEP_LAND) {
        survey_roll(c, out);
    }
    for (int face = 0; face < ML_FACES && c.st->step == ML_STEP_USE; face++) {
        if (ML_COUNT(c.st->roll, face) > 0) {
            survey_group(c, face, out);
        }
    }
}

/* The crew. */

static void survey_pip(struct ml c, int seat, const struct mq_facts *out)
{
    bool fresh = (c.st->pips >> seat & 1) != 0;
    bool fits = c.st->space < ML_DEEP && (c.t->faces[c.st->space] & 1) != 0;
    struct mq_fact fact =
        mq__fact(fresh && fits ? MQ_FACT_READY : MQ_FACT_LACKS, "pip");

    fact.seat = seat;
    if (!fresh) {
        mq__fact_say(out, &fact, "ML-P3", "mlem.why.pip-used", "p", seat);
    } else if (!fits) {
        mq__fact_say(out, &fact, "ML-P1", "mlem.why.no-one", "i", c.st->space);
    } else {
        mq__fact_say(out, &fact, "ML-P1", "mlem.tell.pip-ready", "p", seat);
    }
}

/* Who is aboard in rocket order: the first one commands (ML-E2). */
static void survey_crew(struct ml c, const struct mq_facts *out)
{
    int place = 0;

    for (int i = 0; i < c.st->players; i++) {
        int seat = ml_seat_at(c.st, i);
        struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "crew");

        if ((c.st->aboard >> seat & 1) == 0) {
            continue;
        }
        int astronaut = ml_astronaut(c.st, seat);

        fact.seat = seat;
        fact.place = place++;
        mq__fact_item(&fact, mq__ml_astronauts[astronaut]);
        mq__fact_say(out, &fact, "ML-E2",
                     fact.place == 0 ? "mlem.tell.commands" : "mlem.tell.crew",
                     "pwi", seat, mq__ml_astronauts[astronaut], fact.place + 1);
        if (astronaut == ML_PIP) {
            survey_pip(c, seat, out);
        }
    }
}

/* Who is asked after the one who decides, as things stand (ML-L1). */
static void survey_landers(struct ml c, const struct mq_facts *out)
{
    int order = 0;

    for (int i = ml_place_of(c.st, c.st->turn) + 1; i < c.st->players; i++) {
        int seat = ml_seat_at(c.st, i);
        struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "land");

        if ((c.st->aboard >> seat & 1) != 0 && ml_can_land(c, seat)) {
            fact.seat = seat;
            fact.place = ++order;
            mq__fact_say(out, &fact, "ML-L1", "mlem.tell.lands-later", "p",
                         seat);
        }
    }
}

static void survey_token(struct ml c, const struct mq_facts *out)
{
    static const char *const abilities[] = {"extra", "keep", "reroll"};
    struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "token");

    if (c.st->token == 0) {
        return;
    }
    const char *word = abilities[ml_ability(c)];

    mq__fact_item(&fact, word);
    mq__fact_say(out, &fact, "ML-U4", "mlem.tell.token-ready", "w", word);
}

/* Places. */

const char *mq__ml_beside_word(struct ml c, int space, char out[ML_PLANET_WORD])
{
    switch (c.t->beside[space]) {
    case ML_BESIDE_MOONS:
        return "moons";
    case ML_BESIDE_PLANET:
        return ml_planet_word(c.t->planet[space], out);
    case ML_BESIDE_DEEP:
        return "deep-space";
    default:
        return "none";
    }
}

void mq__ml_tell_holder(struct ml c, int planet, int seat,
                        const struct mq_facts *out)
{
    int rank = mq__ml_planet_rank(c, planet, seat);
    int points = mq__ml_planet_points(c, planet, seat);
    struct mq_fact fact = mq__fact(MQ_FACT_HOLDS, "planets");
    char word[ML_PLANET_WORD];

    mq__fact_item(&fact, ml_planet_word(planet, word));
    fact.seat = seat;
    fact.place = rank + 1;
    mq__fact_count(&fact, c.t->planet_points[planet][rank < 2 ? rank : 2],
                   points);
    mq__fact_say(out, &fact, "ML-Z3",
                 fact.before == points ? "mlem.tell.holds"
                                       : "mlem.tell.holds-doubled",
                 "pwii", seat, word, fact.place, points);
}

static void survey_planets(struct ml c, const struct mq_facts *out)
{
    for (int planet = 0; planet < c.t->planets; planet++) {
        for (int rank = 0; rank < c.st->players; rank++) {
            for (int seat = 0; seat < c.st->players; seat++) {
                if (ml_on_planet(c.st, seat, planet) > 0 &&
                    mq__ml_planet_rank(c, planet, seat) == rank) {
                    mq__ml_tell_holder(c, planet, seat, out);
                }
            }
        }
    }
}

/* Free moons; `place` is the space, `before` in which turn one is taken. */
static void survey_moons(struct ml c, const struct mq_facts *out)
{
    for (int space = 0; space < ML_DEEP; space++) {
        uint32_t open = c.t->landing[space] & ~c.st->taken & ~ML_ROOM;

        for (int turn = 1; open != 0; turn++) {
            int moon = 31 - __builtin_clz(open);
            struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "moons");

            open &= ~(UINT32_C(1) << moon);
            fact.place = space;
            mq__fact_count(&fact, turn, c.t->moon_points[moon]);
            mq__fact_say(out, &fact, "ML-L2",
                         turn == 1 ? "mlem.tell.moon-next"
                                   : "mlem.tell.moon-later",
                         "ii", space, c.t->moon_points[moon]);
        }
    }
}

static void survey_ufo(struct ml c, const struct mq_facts *out)
{
    unsigned held = ml_ufos_held(c.st);
    int next = __builtin_ctz(~held);
    struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "ufo");

    if ((c.st->variants & ML_UFO) == 0 || next >= c.t->ufos) {
        return;
    }
    fact.place = c.st->ufo;
    mq__fact_count(&fact, 0, c.t->ufo_points[next]);
    mq__fact_say(out, &fact, "ML-U8", "mlem.tell.ufo-next", "ii", c.st->ufo,
                 fact.after);
}

static void survey_finds(struct ml c, const struct mq_facts *out)
{
    static const char *const ids[] = {
        "mlem.tell.find-points", "mlem.tell.find-points",
        "mlem.tell.find-points", "mlem.tell.find-regain",
        "mlem.tell.find-tunnel"};
    static const char *const words[] = {"points1", "points2", "points3",
                                        "regain", "tunnel"};

    for (uint32_t mat = c.st->find_mat; mat != 0; mat &= mat - 1) {
        int space = __builtin_ctz(mat);
        int kind = c.t->find[space] - ML_POINTS1;
        struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "find");

        fact.place = space;
        mq__fact_item(&fact, words[kind]);
        mq__fact_say(out, &fact, "ML-N2", ids[kind], "ii", space,
                     kind < 3 ? kind + 1 : ml_tunnel_end(c.t, space));
    }
}

/* How far everybody is. */

static void survey_goals(struct ml c, const struct mq_facts *out)
{
    for (int goal = 0; goal < ML_GOALS; goal++) {
        bool taken = c.st->goal[goal] != 0;

        for (int seat = 0; seat < c.st->players; seat++) {
            struct mq_fact fact =
                mq__fact(taken ? MQ_FACT_HOLDS : MQ_FACT_PROGRESS, "goals");

            fact.seat = seat;
            mq__fact_item(&fact, mq__ml_goals[goal]);
            mq__fact_count(&fact, mq__ml_goal_count(c.st, seat, goal),
                           ml_goal_needs(goal));
            if (!taken) {
                mq__fact_say(out, &fact, "ML-G1", "mlem.tell.goal-progress",
                             "wpiii", fact.item, seat, fact.before, fact.after,
                             c.t->figure.goal);
            } else if (c.st->goal[goal] == seat + 1) {
                mq__fact_say(out, &fact, "ML-G1", "mlem.tell.goal-taken", "wp",
                             fact.item, seat);
            }
        }
    }
}

/* A seat's missions; in the deal all four. */
static void survey_missions(struct ml c, int seat, const struct mq_facts *out)
{
    int n = c.st->step == ML_STEP_RETURN && (c.st->returned >> seat & 1) == 0
                ? ML_DEALT
                : ML_KEPT;
    uint64_t places = 0;

    for (int i = 0; i < ML_ASTRONAUTS; i++) {
        places |= UINT64_C(1) << c.st->place[seat][i];
    }
    for (int i = 0; i < n; i++) {
        int mission = c.st->mission[seat][i];
        struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "missions");

        if (mission == 0 || mission == MQ_UNKNOWN) {
            continue;
        }
        const struct ml_mission *kind = &c.t->mission[mission - 1];

        fact.seat = seat;
        fact.place = i;
        mq__fact_item(&fact, kind->id);
        mq__fact_count(&fact, (kind->places & places) != 0, 1);
        mq__fact_say(out, &fact, "ML-M2",
                     fact.before ? "mlem.tell.mission-met"
                                 : "mlem.tell.mission-open",
                     "w", kind->id);
    }
}

void mq__ml_tell_placed(struct ml c, int seat, const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "placed");

    fact.seat = seat;
    mq__fact_count(&fact, ml_placed(c.st, seat), ML_ASTRONAUTS);
    mq__fact_say(out, &fact, "ML-Z2", "mlem.end.placed", "pii", seat,
                 fact.before, fact.after);
}

/* Where an astronaut is: `subject` says on what, `place` which of them. */
static void survey_astronaut(struct ml c, int seat, int astronaut,
                             const struct mq_facts *out)
{
    int place = c.st->place[seat][astronaut];
    struct mq_fact fact = mq__fact(MQ_FACT_WHERE, "home");
    const char *id = "mlem.where.home";
    char planet[ML_PLANET_WORD] = "";

    if (place >= ML_MOON) {
        fact.subject = "moons";
        fact.place = c.t->moon_space[place - ML_MOON];
        id = "mlem.where.moon";
    } else if (place >= ML_PLANET) {
        ml_planet_word(place - ML_PLANET, planet);
        fact.subject = "planets";
        fact.place = place - ML_PLANET + 1;
        id = "mlem.where.planet";
    } else if (place != ML_NOWHERE) {
        fact.subject = place == ML_COMET ? "comet" : "galaxy";
        id = place == ML_COMET ? "mlem.where.comet" : "mlem.where.galaxy";
    } else if (c.st->crew[seat] == astronaut + 1) {
        fact.subject = "rocket";
        id = "mlem.where.rocket";
    }
    fact.seat = seat;
    mq__fact_item(&fact, mq__ml_astronauts[astronaut]);
    mq__fact_say(out, &fact, "ML-C1", id, "pwiw", seat,
                 mq__ml_astronauts[astronaut], fact.place, planet);
}

void mq__ml_survey(const struct mq_game *g, const void *state, int seat,
                   const struct mq_facts *out)
{
    struct ml c = ml_of(g, state);

    if (c.st->dice > 0 && c.st->aboard != 0 && c.st->step != ML_STEP_BOARD) {
        survey_dice(c, out);
    }
    survey_crew(c, out);
    if (c.st->step == ML_STEP_LAND || c.st->step == ML_STEP_PARACHUTE) {
        survey_landers(c, out);
    }
    survey_token(c, out);
    survey_ufo(c, out);
    survey_finds(c, out);
    survey_planets(c, out);
    survey_moons(c, out);
    survey_goals(c, out);
    for (int i = 0; i < c.st->players; i++) {
        if (i == seat || c.st->step == ML_STEP_OVER) { /* ML-M3 */
            survey_missions(c, i, out);
        }
        for (int astronaut = 0; astronaut < ML_ASTRONAUTS; astronaut++) {
            survey_astronaut(c, i, astronaut, out);
        }
    }
}
