/* All invariants of a state, true or redacted. Errors name the place in the
 * position JSON. */
#include "games/mlem/rules.h"

#include <stdio.h>
#include <string.h>

struct checker {
    const struct mlem_tables *t;
    const struct mlem_state *st;
    struct mq_error *error;
    enum mq_status status;
};

/* The first requirement that doesn't hold is reported. */
static void require(struct checker *c, bool holds, const char *path,
                    const char *id)
{
    if (!holds && c->status == MQ_OK) {
        c->status = mq_fail(c->error, MQ_POSITION, id, "t", path);
    }
}

/* The same below players.P<n>. */
static void require_of(struct checker *c, bool holds, int seat,
                       const char *field, const char *id)
{
    char path[32];

    if (!holds) {
        snprintf(path, sizeof(path), "players.%s%s%s", mq__mlem_seats[seat],
                 field[0] != '\0' ? "." : "", field);
        require(c, false, path, id);
    }
}

static bool in_setup(const struct mlem_state *st)
{
    return st->step == MLEM_STEP_START || st->step == MLEM_STEP_MISSIONS ||
           st->step == MLEM_STEP_RETURN ||
           (st->step == MLEM_STEP_EXPLORE && st->aboard == 0);
}

/* The marker is on its way and dice are available. */
static bool is_flying(const struct mlem_state *st)
{
    return st->step == MLEM_STEP_ROLL || st->step == MLEM_STEP_USE ||
           st->step == MLEM_STEP_LAND ||
           (st->step == MLEM_STEP_EXPLORE && st->aboard != 0);
}

static void check_head(struct checker *c)
{
    const struct mlem_state *st = c->st;

    require(c, st->players >= 2 && st->players <= MLEM_SEATS, "players",
            "mlem.check.players");
    if (c->status != MQ_OK) {
        return; /* nothing can be counted without */
    }
    require(c, st->step < MLEM_STEPS, "step", "mlem.check.step");
    require(c, st->variants < 8, "options", "mlem.check.options");
    require(c, st->starter < st->players, "expedition.starter",
            "mlem.check.starter");
    require(c, st->turn < st->players, "turn", "mlem.check.turn");
    require(c, st->space <= MLEM_DEEP, "rocket.space", "mlem.check.space");
    require(c,
            st->aboard <= mlem_all_seats(st) &&
                (st->pips & ~(unsigned)st->aboard) == 0,
            "rocket.crew", "mlem.check.crew");
    require(c, st->comet <= 1, "rocket.comet", "mlem.check.comet");
}

/* Astronauts (ML-C1): each is in exactly one place. */

static void check_astronaut(struct checker *c, int seat, int i, uint32_t *moons)
{
    const struct mlem_state *st = c->st;
    int place = st->place[seat][i];
    int places = (st->board[seat] >> i & 1) + (st->crew[seat] == i + 1) +
                 (place != MLEM_NOWHERE);
    bool planet = place >= MLEM_PLANET && place < MLEM_MOON;

    require_of(c, places == 1, seat, "board", "mlem.check.astronaut");
    require_of(c, !planet || place - MLEM_PLANET < c->t->planets, seat, "board",
               "mlem.check.place");
    if (place >= MLEM_MOON) {
        int moon = place - MLEM_MOON;

        require_of(c, moon < c->t->moons, seat, "board", "mlem.check.place");
        require(c, (*moons >> (moon & 31) & 1) == 0, "moons",
                "mlem.check.moon"); /* ML-L2 */
        *moons |= UINT32_C(1) << (moon & 31);
    }
}

static void check_crew(struct checker *c, int seat)
{
    const struct mlem_state *st = c->st;
    bool aboard = (st->aboard >> seat & 1) != 0;
    bool fresh = (st->pips >> seat & 1) != 0;

    require(
        c, (st->crew[seat] != 0) == aboard && st->crew[seat] <= MLEM_ASTRONAUTS,
        "rocket.crew", "mlem.check.crew");
    require(c, !fresh || st->crew[seat] == MLEM_PIP + 1, "rocket.crew",
            "mlem.check.pip");
}

/* What seats that don't play leave empty. */
static void check_empty_seat(struct checker *c, int seat)
{
    const struct mlem_state *st = c->st;
    static const struct mlem_state none;

    require_of(c,
               st->board[seat] == 0 && st->crew[seat] == 0 &&
                   st->ufo_held[seat] == 0 && st->find_held[seat] == 0 &&
                   memcmp(st->place[seat], none.place[seat],
                          sizeof(none.place[seat])) == 0 &&
                   memcmp(st->mission[seat], none.mission[seat],
                          sizeof(none.mission[seat])) == 0,
               seat, "", "mlem.check.seat");
}

static void check_astronauts(struct checker *c)
{
    const struct mlem_state *st = c->st;
    uint32_t moons = 0;

    for (int seat = 0; seat < MLEM_SEATS; seat++) {
        if (seat >= st->players) {
            check_empty_seat(c, seat);
            continue;
        }
        check_crew(c, seat);
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            check_astronaut(c, seat, i, &moons);
        }
    }
    require(c, moons == st->taken, "moons", "mlem.check.moon");
}

/* ML-L4: who is on a planet is in its order of arrival, once. */
static void check_planet(struct checker *c, int planet)
{
    const struct mlem_state *st = c->st;
    unsigned here = 0, listed = 0;

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
            here |= st->place[seat][i] == MLEM_PLANET + planet ? 1u << seat : 0;
        }
    }
    for (unsigned order = st->order[planet]; order != 0; order >>= 3) {
        unsigned bit = 1u << (order & 7) >> 1;

        require(c, (order & 7) != 0 && (listed & bit) == 0, "planets",
                "mlem.check.order");
        listed |= bit;
    }
    require(c, listed == here, "planets", "mlem.check.order");
}

/* ML-G1: a goal is taken when it is met, and stays met. */
static void check_goal(struct checker *c, int goal)
{
    const struct mlem_state *st = c->st;
    char path[32];

    snprintf(path, sizeof(path), "goals.%s", mq__mlem_goals[goal]);
    require(c, st->goal[goal] <= st->players, path, "mlem.check.goal");
    for (int seat = 0; seat < st->players && c->status == MQ_OK; seat++) {
        bool met = mq__mlem_goal_count(st, seat, goal) >= mlem_goal_needs(goal);

        require(c, !met || st->goal[goal] != 0, path, "mlem.check.goal-met");
        require(c, met || st->goal[goal] != seat + 1, path,
                "mlem.check.goal-not-met");
    }
}

static void check_places(struct checker *c)
{
    for (int planet = 0; planet < MLEM_MAX_PLANETS; planet++) {
        check_planet(c, planet);
    }
    for (int goal = 0; goal < MLEM_GOALS && c->status == MQ_OK; goal++) {
        check_goal(c, goal);
    }
}

/* Steps. */

/* BOARD: those before the one who decides are aboard, in order (ML-E1). */
static void check_boarding(struct checker *c)
{
    const struct mlem_state *st = c->st;
    unsigned ordered = mlem_ordered(st, st->aboard);
    int dice =
        st->token > 0 ? c->t->token[st->token - 1].dice : c->t->figure.dice;

    require(c,
            (ordered & (ordered + 1)) == 0 &&
                mlem_place_of(st, st->turn) == __builtin_popcount(ordered),
            "turn", "mlem.check.boarding");
    require(c, st->dice == dice, "dice.available", "mlem.check.all-dice");
    for (int seat = 0; seat < st->players; seat++) {
        require_of(c, st->board[seat] != 0 || st->crew[seat] != 0, seat,
                   "board", "mlem.check.nobody-left");
    }
}

static void check_use(struct checker *c)
{
    const struct mlem_state *st = c->st;
    int dice = 0;

    for (int face = 0; face < MLEM_FACES; face++) {
        dice += MLEM_COUNT(st->roll, face);
    }
    require(c, dice == st->dice && st->roll <= 077777, "dice.rolled",
            "mlem.check.rolled");
    require(c, mlem_can_go_on(c->t, st), "dice.rolled", "mlem.check.crash");
    require(c, st->turn == mlem_commander(st), "turn", "mlem.check.commander");
}

static void check_land(struct checker *c)
{
    const struct mlem_state *st = c->st;

    require(c, st->space >= c->t->figure.landing, "rocket.space",
            "mlem.check.no-landing");
    require(c, (st->aboard >> st->turn & 1) != 0, "turn",
            "mlem.check.not-aboard");
    require(c, mlem_can_land(c->t, st, st->turn), "turn",
            "mlem.check.cannot-land");
    if (st->space == MLEM_DEEP) {
        require(c,
                st->turn == mlem_commander(st) &&
                    st->crew[st->turn] == MLEM_SCOUT + 1,
                "turn", "mlem.check.scout");
    }
}

static void check_flying(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool at_deep = st->step == MLEM_STEP_LAND || st->step == MLEM_STEP_EXPLORE;

    require(c, st->aboard != 0, "rocket.crew", "mlem.check.nobody-aboard");
    require(c, st->dice >= 1 && st->dice <= c->t->figure.dice, "dice.available",
            "mlem.check.dice");
    require(c, at_deep || st->space < MLEM_DEEP, "rocket.space",
            "mlem.check.deep");
    if (c->status != MQ_OK) {
        return;
    }
    if (st->step == MLEM_STEP_USE) {
        check_use(c);
    } else if (st->step == MLEM_STEP_LAND) {
        check_land(c);
    }
}

/* ML-X2: only parachutes are still aboard. */
static void check_parachute(struct checker *c)
{
    const struct mlem_state *st = c->st;

    require(c, st->aboard != 0, "rocket.crew", "mlem.check.nobody-aboard");
    for (int seat = 0; seat < st->players; seat++) {
        require(c, st->crew[seat] == 0 || st->crew[seat] == MLEM_PARACHUTE + 1,
                "rocket.crew", "mlem.check.parachutes");
    }
    if (c->status == MQ_OK) {
        require(c,
                st->turn == mlem_commander(st) &&
                    mlem_can_land(c->t, st, st->turn),
                "turn", "mlem.check.cannot-land");
    }
    require(c, st->failures > 0, "failures", "mlem.check.no-failure");
}

/* ML-Z1, ML-Z2 */
static void check_end(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool last_failure = st->failures >= c->t->figure.failures;
    bool all_placed = false;

    for (int seat = 0; seat < st->players; seat++) {
        all_placed |= st->board[seat] == 0 && st->crew[seat] == 0;
    }
    require(c, st->failures <= c->t->figure.failures, "failures",
            "mlem.check.failures");
    if (st->step == MLEM_STEP_OVER) {
        require(c, last_failure || all_placed, "step", "mlem.check.not-over");
    } else if (st->step != MLEM_STEP_PARACHUTE) {
        require(c, !last_failure, "failures", "mlem.check.failures");
    }
    if (st->step == MLEM_STEP_EXPEDITION || in_setup(st)) {
        require(c, !all_placed, "step", "mlem.check.over");
    }
}

/* What means nothing in this step is 0. */
static void check_unused(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool flying = is_flying(st);
    bool boarding = st->step == MLEM_STEP_BOARD;
    bool parachute = st->step == MLEM_STEP_PARACHUTE;
    bool deciding = mlem_has_turn(st->step) || st->step == MLEM_STEP_MISSIONS;

    require(c, deciding || st->turn == 0, "turn", "mlem.check.no-turn");
    require(c, flying || parachute || st->space == 0, "rocket.space",
            "mlem.check.not-flying");
    require(c, flying || boarding || parachute || st->aboard == 0,
            "rocket.crew", "mlem.check.not-flying");
    require(c, flying || boarding || st->dice == 0, "dice.available",
            "mlem.check.not-flying");
    require(c, flying || boarding || st->token == 0, "expedition.token",
            "mlem.check.not-flying");
    require(c, st->step == MLEM_STEP_USE || st->roll == 0, "dice.rolled",
            "mlem.check.not-rolled");
    require(c,
            st->comet == 0 ||
                (st->step == MLEM_STEP_LAND && st->space == MLEM_DEEP),
            "rocket.comet", "mlem.check.comet");
    require(c, mlem_has_starter(st->step) || st->starter == 0,
            "expedition.starter", "mlem.check.starter");
}

static void check_step(struct checker *c)
{
    const struct mlem_state *st = c->st;

    check_unused(c);
    check_end(c);
    if (c->status != MQ_OK) {
        return;
    }
    if (st->step == MLEM_STEP_BOARD) {
        check_boarding(c);
    } else if (st->step == MLEM_STEP_PARACHUTE) {
        check_parachute(c);
    } else if (is_flying(st)) {
        check_flying(c);
    }
}

/* Variants. */

static void check_ufo(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool on = (st->variants & MLEM_UFO) != 0;
    unsigned held = 0;

    require(c, st->ufo <= (on ? MLEM_DEEP : 0), "ufo.space", "mlem.check.ufo");
    for (int seat = 0; seat < st->players; seat++) {
        require_of(c, (held & st->ufo_held[seat]) == 0, seat, "ufo",
                   "mlem.check.ufo-tokens");
        held |= st->ufo_held[seat];
    }
    require(c, (held & (held + 1)) == 0 && held < (on ? 1u << c->t->ufos : 1u),
            "ufo.tokens", "mlem.check.ufo-tokens"); /* ML-U1: from the top */
    require(c, st->token <= (on ? c->t->tokens : 0), "expedition.token",
            "mlem.check.token");
    for (int i = 0; i < MLEM_MAX_TOKENS && c->status == MQ_OK; i++) {
        int count = on && i < c->t->tokens ? c->t->token[i].count : 0;

        require(c, st->token_pile[i] + (st->token == i + 1) <= count,
                "expedition.pile", "mlem.check.token");
    }
    if (st->step == MLEM_STEP_EXPEDITION) {
        static const uint8_t none[MLEM_MAX_TOKENS];

        require(c, memcmp(st->token_pile, none, sizeof(none)) != 0,
                "expedition.pile", "mlem.check.no-token");
    }
}

/* Tokens of a mask are of the kinds that points are taken for, or not. */
static bool all_points(const struct mlem_tables *t, uint32_t finds, bool points)
{
    for (; finds != 0; finds &= finds - 1) {
        int kind = t->find[__builtin_ctz(finds) % MLEM_SPACES];

        if ((kind <= MLEM_POINTS3) != points) {
            return false;
        }
    }
    return true;
}

/* ML-N1: five lie on the mat while there are any. */
static void check_mat(struct checker *c)
{
    const struct mlem_state *st = c->st;
    int lying = __builtin_popcount(st->find_mat);
    bool full = lying == c->t->figure.explorations || st->find_pile == 0;

    require(c, lying <= c->t->figure.explorations, "exploration.mat",
            "mlem.check.mat");
    if (st->step == MLEM_STEP_START) {
        require(c, lying == 0, "exploration.mat", "mlem.check.mat-start");
    } else if (st->step == MLEM_STEP_EXPLORE) {
        require(c, !full, "exploration.mat", "mlem.check.mat-full");
    } else {
        require(c, full, "exploration.mat", "mlem.check.mat-short");
    }
}

static void check_finds(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool on = (st->variants & MLEM_EXPLORATION) != 0;
    uint32_t seen = st->find_pile;
    bool once = (seen & st->find_mat) == 0;

    seen |= st->find_mat;
    once = once && (seen & st->find_used) == 0;
    seen |= st->find_used;
    for (int seat = 0; seat < st->players; seat++) {
        once = once && (seen & st->find_held[seat]) == 0;
        seen |= st->find_held[seat];
        require_of(c, all_points(c->t, st->find_held[seat], true), seat,
                   "explored", "mlem.check.explored");
    }
    require(c, once && seen == (on ? c->t->finds : 0), "exploration",
            "mlem.check.finds");
    require(c, all_points(c->t, st->find_used, false), "exploration.used",
            "mlem.check.used");
    if (on) {
        check_mat(c);
    } else {
        require(c, st->step != MLEM_STEP_EXPLORE, "step", "mlem.check.step");
    }
}

/* Missions of a seat: four, or three and a returned one, in table order. */
static void check_hand(struct checker *c, int seat, bool dealt)
{
    const uint8_t *mission = c->st->mission[seat];
    bool returned = (c->st->returned >> seat & 1) != 0;
    int n = returned ? MLEM_KEPT : MLEM_DEALT;

    require_of(c, dealt || !returned, seat, "returned", "mlem.check.returned");
    for (int i = 0; i < MLEM_DEALT; i++) {
        require_of(c, (mission[i] != 0) == dealt, seat, "missions",
                   dealt ? "mlem.check.missions" : "mlem.check.not-dealt");
        require_of(c, mission[i] == MQ_UNKNOWN || mission[i] <= c->t->missions,
                   seat, "missions", "mlem.check.missions");
        if (i > 0 && i < n) {
            require_of(c, mission[i - 1] <= mission[i], seat, "missions",
                       "mlem.check.mission-order");
            require_of(
                c, (mission[i - 1] == MQ_UNKNOWN) == (mission[i] == MQ_UNKNOWN),
                seat, "missions", "mlem.check.half-known");
        }
    }
}

static void check_box(struct checker *c)
{
    const struct mlem_state *st = c->st;

    for (int kind = 0; kind < MLEM_MAX_MISSIONS; kind++) {
        int n = st->mission_box[kind];
        bool on = (st->variants & MLEM_SECRET) != 0 && kind < c->t->missions;

        for (int i = 0; i < MLEM_SEATS * MLEM_DEALT; i++) {
            n += st->mission[i / MLEM_DEALT][i % MLEM_DEALT] == kind + 1;
        }
        require(c, n == (on ? c->t->mission[kind].count : 0), "missions.box",
                "mlem.check.box");
    }
}

/* ML-C6: who has missions and has returned one, by step. */
static void check_missions(struct checker *c)
{
    const struct mlem_state *st = c->st;
    bool on = (st->variants & MLEM_SECRET) != 0;
    bool dealing = st->step == MLEM_STEP_MISSIONS;
    bool returning = st->step == MLEM_STEP_RETURN;
    bool before = in_setup(st) && !dealing && !returning;
    unsigned all = mlem_all_seats(st);

    require(c, on || (!dealing && !returning), "step", "mlem.check.step");
    for (int seat = 0; seat < st->players; seat++) {
        bool dealt = on && !before && (!dealing || seat < st->turn);

        check_hand(c, seat, dealt);
    }
    require(c, st->returned <= all, "players", "mlem.check.returned");
    if (returning) {
        require(c, st->returned != all, "step", "mlem.check.all-returned");
    } else if (on && !in_setup(st)) {
        require(c, st->returned == all, "players", "mlem.check.returned");
    } else {
        require(c, st->returned == 0, "players", "mlem.check.returned");
    }
    check_box(c);
}

enum mq_status mq__mlem_check(const struct mq_game *g, const void *state,
                              struct mq_error *error)
{
    struct checker c = {mlem_tables(g), state, error, MQ_OK};

    check_head(&c);
    if (c.status == MQ_OK) {
        check_astronauts(&c);
    }
    if (c.status == MQ_OK) {
        check_places(&c);
        check_ufo(&c);
        check_finds(&c);
        check_missions(&c);
    }
    if (c.status == MQ_OK) {
        check_step(&c);
    }
    return c.status;
}
