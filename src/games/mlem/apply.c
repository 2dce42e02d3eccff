/* What actions and outcomes do. Whatever needs neither choice nor chance
 * happens at once, until somebody decides or chance acts again. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* Expeditions. */

static void start_boarding(struct ml_state *st, int dice)
{
    assert(dice >= 1 && dice <= ML_MAX_DICE);
    st->step = ML_STEP_BOARD;
    st->turn = st->starter;
    st->dice = (uint8_t)dice;
}

static bool any_token(struct ml c)
{
    for (int i = 0; i < c.t->tokens; i++) {
        if (c.st->token_pile[i] > 0) {
            return true;
        }
    }
    return false;
}

void mq__ml_begin_expedition(struct ml c)
{
    if ((c.st->variants & ML_UFO) != 0 && any_token(c)) {
        c.st->step = ML_STEP_EXPEDITION;
    } else {
        start_boarding(c.st, c.t->figure.dice); /* ML-E4, ML-U9 */
    }
}

/* ML-Z1, ML-Z2: nobody is aboard any more. */
static bool is_over(struct ml c)
{
    bool over = c.st->failures >= c.t->figure.failures;

    for (int seat = 0; seat < c.st->players; seat++) {
        over |= c.st->board[seat] == 0;
    }
    return over;
}

static void end_expedition(struct ml c)
{
    assert(c.st->aboard == 0 && c.st->pips == 0);
    c.st->space = 0;
    c.st->dice = 0;
    c.st->token = 0; /* ML-U4 */
    c.st->turn = 0;
    if (is_over(c)) {
        c.st->starter = 0;
        c.st->step = ML_STEP_OVER;
        return;
    }
    c.st->starter = (uint8_t)ml_seat_at(c.st, 1); /* ML-L7 */
    mq__ml_begin_expedition(c);
}

static void start_roll(struct ml_state *st)
{
    st->step = ML_STEP_ROLL;
    st->turn = 0;
    st->roll = 0;
}

/* Leaving the rocket. */

static void step_off(struct ml_state *st, int seat)
{
    unsigned others = ~(1u << seat);

    st->crew[seat] = 0;
    st->aboard &= (uint8_t)others;
    st->pips &= (uint8_t)others;
}

static void go_back(struct ml_state *st, int seat)
{
    assert((st->aboard >> seat & 1) != 0);
    st->board[seat] |= (uint8_t)(1u << ml_astronaut(st, seat));
    step_off(st, seat);
}

/* ML-G1: `have` is what the seat has for a goal. */
static inline void check_goal(struct ml_state *st, int seat, int goal, int have)
{
    if (st->goal[goal] == 0 && have >= ml_goal_needs(goal)) {
        st->goal[goal] = (uint8_t)(seat + 1);
    }
}

/* ML-L4: the order of first arrivals. */
static void note_arrival(struct ml_state *st, int planet, int seat)
{
    int shift = 0;

    while (st->order[planet] >> shift != 0) {
        shift += 3;
    }
    assert(shift < 3 * st->players);
    st->order[planet] |= (uint16_t)((seat + 1) << shift);
}

static void place_on_moon(struct ml c, int seat, int space)
{
    /* ML-L2: the farthest free one; they are numbered from the nearest. */
    uint32_t open = c.t->landing[space] & ~c.st->taken;
    int moon = 31 - __builtin_clz(open);

    assert(open != 0 && moon < c.t->moons);
    c.st->taken |= UINT32_C(1) << moon;
    c.st->place[seat][ml_astronaut(c.st, seat)] = (uint8_t)(ML_MOON + moon);
    check_goal(c.st, seat, ML_GOAL_FOUR_MOONS, ml_on_moons(c.st, seat));
}

/* A first arrival adds a planet; only a later one can be the third there. */
static void place_on_planet(struct ml_state *st, int seat, int planet)
{
    int before = ml_on_planet(st, seat, planet);

    st->place[seat][ml_astronaut(st, seat)] = (uint8_t)(ML_PLANET + planet);
    if (before > 0) {
        check_goal(st, seat, ML_GOAL_ONE_PLANET, before + 1);
        return;
    }
    note_arrival(st, planet, seat);
    if (ml_from_place(st, seat, ML_PLANET) >=
        ml_goal_needs(ML_GOAL_FOUR_PLANETS)) { /* most come before that */
        check_goal(st, seat, ML_GOAL_FOUR_PLANETS,
                   mq__ml_goal_count(st, seat, ML_GOAL_FOUR_PLANETS));
    }
}

/* ML-L5, ML-F2: the comet only for who commanded on arrival. */
static void place_in_deep_space(struct ml_state *st, int seat)
{
    st->place[seat][ml_astronaut(st, seat)] = st->comet ? ML_COMET : ML_GALAXY;
    check_goal(st, seat, ML_GOAL_DEEP_SPACE, ml_in_deep_space(st, seat));
}

static void land(struct ml c, int seat, int space)
{
    assert(c.st->place[seat][ml_astronaut(c.st, seat)] == ML_NOWHERE);
    switch (c.t->beside[space]) {
    case ML_BESIDE_MOONS:
        place_on_moon(c, seat, space);
        break;
    case ML_BESIDE_PLANET:
        place_on_planet(c.st, seat, c.t->planet[space]);
        break;
    default:
        place_in_deep_space(c.st, seat);
        break;
    }
    if (c.st->crew[seat] == ML_BALLAST + 1 && c.st->dice > 1) {
        c.st->dice--; /* ML-F7 */
    }
    step_off(c.st, seat);
}

/* The landing phase. */

static ML_APART void end_landing(struct ml c)
{
    if (c.st->aboard == 0) {
        end_expedition(c); /* ML-L7 */
    } else {
        start_roll(c.st);
    }
}

static void ask_to_land(struct ml_state *st, int seat)
{
    assert((st->aboard >> seat & 1) != 0);
    st->step = ML_STEP_LAND;
    st->turn = (uint8_t)seat;
}

/* ML-L5: all leave, in rocket order; only scouts are asked. */
static ML_APART void go_on_leaving(struct ml c)
{
    while (c.st->aboard != 0) {
        int seat = ml_commander(c.st);

        if (c.st->crew[seat] == ML_SCOUT + 1) {
            ask_to_land(c.st, seat);
            return;
        }
        land(c, seat, ML_DEEP);
        c.st->comet = 0;
    }
    end_expedition(c);
}

/* Who is aboard, in a mask that has each seat twice: rocket order is one
 * stretch of it, from the starter on. What follows it is set too. */
static unsigned two_rounds(const struct ml_state *st)
{
    return st->aboard | (unsigned)st->aboard << st->players | 1u << 31;
}

/* ML-F1: asks the next scout, for whom there may be room nearby. */
static ML_APART void go_on_scouting(struct ml c, int from)
{
    unsigned rounds = two_rounds(c.st) >> from << from;

    if ((c.t->landing_near[c.st->space] & ~c.st->taken) == 0) {
        end_landing(c);
        return;
    }
    for (int at; (at = __builtin_ctz(rounds)) < c.st->starter + c.st->players;
         rounds &= rounds - 1) {
        int seat = at < c.st->players ? at : at - c.st->players;

        if (c.st->crew[seat] == ML_SCOUT + 1) {
            ask_to_land(c.st, seat);
            return;
        }
    }
    end_landing(c);
}

/* ML-L1: asks who comes next in rocket order, from a bit of two_rounds on.
 * Where there is room anybody can land. */
static void go_on_landing(struct ml c, int from)
{
    if ((c.t->landing[c.st->space] & ~c.st->taken) == 0) {
        go_on_scouting(c, from);
        return;
    }
    int at = from + __builtin_ctz(two_rounds(c.st) >> from);

    if (at < c.st->starter + c.st->players) {
        ask_to_land(c.st, at < c.st->players ? at : at - c.st->players);
    } else {
        end_landing(c);
    }
}

/* The same after a seat. */
static void go_on_landing_after(struct ml c, int seat)
{
    go_on_landing(c, (seat < c.st->starter ? seat + c.st->players : seat) + 1);
}

static void start_landing(struct ml c)
{
    if (c.st->space < c.t->figure.landing) {
        start_roll(c.st); /* ML-L1 */
    } else if (c.st->space == ML_DEEP) {
        c.st->comet = 1;
        go_on_leaving(c);
    } else {
        go_on_landing(c, c.st->starter);
    }
}

/* Crashes. */

/* ML-X2: the next parachute in rocket order that can land is asked. */
static ML_APART void go_on_crash(struct ml c)
{
    while (c.st->aboard != 0) {
        int seat = ml_commander(c.st);

        if (ml_can_land(c, seat)) {
            c.st->step = ML_STEP_PARACHUTE;
            c.st->turn = (uint8_t)seat;
            return;
        }
        go_back(c.st, seat);
    }
    end_expedition(c);
}

static ML_APART void crash(struct ml c)
{
    c.st->failures++; /* ML-X1 */
    c.st->dice = 0;
    c.st->roll = 0;
    c.st->token = 0;
    for (int seat = 0; seat < c.st->players; seat++) {
        if (c.st->crew[seat] != 0 && c.st->crew[seat] != ML_PARACHUTE + 1) {
            go_back(c.st, seat); /* ML-X3 */
        }
    }
    go_on_crash(c);
}

/* Travel. */

/* ML-N2 to ML-N5: the token at the marker, and what a tunnel leads to. */
static void use_finds(struct ml c, int commander)
{
    while ((c.st->find_mat >> c.st->space & 1) != 0) {
        uint32_t bit = UINT32_C(1) << c.st->space;

        c.st->find_mat &= ~bit;
        switch (c.t->find[c.st->space]) {
        case ML_TUNNEL:
            c.st->find_used |= bit;
            c.st->space = (uint8_t)ml_tunnel_end(c.t, c.st->space);
            break;
        case ML_REGAIN:
            c.st->find_used |= bit;
            if (c.st->dice < c.t->figure.dice) {
                c.st->dice++; /* ML-N4 */
            }
            return;
        default:
            c.st->find_held[commander] |= bit; /* ML-N3 */
            return;
        }
    }
}

/* ML-U8 */
static void meet_ufo(struct ml c, int commander)
{
    if (c.st->space != c.st->ufo) {
        return;
    }
    unsigned held = ml_ufos_held(c.st);

    if (held + 1 < 1u << c.t->ufos) { /* they are taken from bit 0 on */
        c.st->ufo_held[commander] |= (uint8_t)(held + 1);
    }
}

static bool find_missing(struct ml c)
{
    return c.st->find_pile != 0 &&
           __builtin_popcount(c.st->find_mat) < c.t->figure.explorations;
}

/* What the variants have at the end of a travel. */
static ML_APART void end_variant_travel(struct ml c, int commander)
{
    use_finds(c, commander);
    meet_ufo(c, commander);
    if (find_missing(c)) {
        c.st->step = ML_STEP_EXPLORE; /* ML-N1: before the landing phase */
    } else {
        start_landing(c);
    }
}

/* The marker goes to a space, and dice are discarded. */
static inline void travel(struct ml c, int commander, int to, int spent)
{
    int dice = c.st->dice - spent;

    assert(to > c.st->space && to <= ML_DEEP);
    c.st->dice = (uint8_t)(dice > 0 ? dice : 1); /* ML-T7, ML-T9 */
    c.st->space = (uint8_t)to;
    c.st->roll = 0;
    c.st->turn = 0;
    if (c.st->variants != 0) {
        end_variant_travel(c, commander);
    } else {
        start_landing(c);
    }
}

/* With pips and the token's ability. */
static ML_APART void use_aids(struct ml c, int seat, mq_action action)
{
    int to = ml_travel_end(c, action), with = MQ_ACTION_C(action);
    bool keep = (with & ML_WITH_KEEP) != 0; /* ML-U6 */

    if (with != 0) {
        c.st->token = 0; /* ML-U4 */
    }
    c.st->pips &= (uint8_t)~MQ_ACTION_B(action); /* ML-P3 */
    travel(c, seat, to, keep ? 0 : ml_spent(c.st->roll, action));
}

static void do_use(struct ml c, int seat, mq_action action)
{
    if (action >> 16 != 0) {
        use_aids(c, seat, action);
    } else {
        travel(c, seat, ml_travel_end(c, action), ml_spent(c.st->roll, action));
    }
}

/* Boarding and chance. */

/* ML-E3 */
static void take_off(struct ml c)
{
    c.st->space = (uint8_t)ml_start_space(c);
    start_roll(c.st);
}

static void do_board(struct ml c, int seat, mq_action action)
{
    int astronaut = MQ_ACTION_A(action);
    uint8_t bit = (uint8_t)(1u << seat);
    int next = seat + 1 < c.st->players ? seat + 1 : 0;

    assert((c.st->board[seat] >> astronaut & 1) != 0);
    c.st->board[seat] &= (uint8_t) ~(1u << astronaut);
    c.st->crew[seat] = (uint8_t)(astronaut + 1);
    c.st->aboard |= bit;
    if (astronaut == ML_PIP) {
        c.st->pips |= bit;
    }
    if (next == c.st->starter) {
        take_off(c);
    } else {
        c.st->turn = (uint8_t)next;
    }
}

static void do_roll(struct ml c, int seat, mq_action action)
{
    (void)seat;
    c.st->roll = (uint16_t)ML_ACTION_ROLL(action);
    assert(ml_dice_in(c.st->roll) == c.st->dice);
    if (ml_can_go_on(c)) {
        c.st->step = ML_STEP_USE;
        c.st->turn = (uint8_t)ml_commander(c.st);
    } else {
        crash(c);
    }
}

static void do_expedition(struct ml c, int seat, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    const struct ml_token *token = &c.t->token[kind];

    (void)seat;
    assert(kind < c.t->tokens && c.st->token_pile[kind] > 0);
    c.st->token_pile[kind]--;
    c.st->token = (uint8_t)(kind + 1);
    c.st->ufo =
        (uint8_t)(c.st->ufo > token->move ? c.st->ufo - token->move : 0);
    start_boarding(c.st, token->dice); /* ML-U3 */
}

/* ML-N1: in the setup, or after a travel. */
static void do_explore(struct ml c, int seat, mq_action action)
{
    uint32_t bit = UINT32_C(1) << MQ_ACTION_A(action);

    (void)seat;
    assert((c.st->find_pile & bit) != 0);
    c.st->find_pile &= ~bit;
    c.st->find_mat |= bit;
    if (c.st->aboard == 0) {
        mq__ml_go_on_setup(c);
    } else if (!find_missing(c)) {
        start_landing(c);
    }
}

static void do_missions(struct ml c, int seat, mq_action action)
{
    seat = ML_MISSION_SEAT(action);

    for (int i = 0; i < ML_DEALT; i++) {
        int kind = ML_MISSION_AT(action, i);

        assert(c.st->mission_box[kind] > 0);
        c.st->mission[seat][i] = (uint8_t)(kind + 1);
        c.st->mission_box[kind]--;
    }
    c.st->turn++;
    mq__ml_go_on_setup(c);
}

/* The three kept stay in order, the returned one comes last. */
static void do_return(struct ml c, int seat, mq_action action)
{
    uint8_t *mission = c.st->mission[seat];
    int kind = MQ_ACTION_A(action);
    int i = 0;

    while (mission[i] != kind + 1) {
        i++;
        assert(i < ML_DEALT);
    }
    for (; i < ML_KEPT; i++) {
        mission[i] = mission[i + 1];
    }
    mission[ML_KEPT] = (uint8_t)(kind + 1);
    c.st->returned |= (uint8_t)(1u << seat);
    mq__ml_go_on_setup(c);
}

static void do_start(struct ml c, int seat, mq_action action)
{
    (void)seat;
    c.st->starter = (uint8_t)MQ_ACTION_A(action);
    mq__ml_go_on_setup(c);
}

static void do_reroll(struct ml c, int seat, mq_action action)
{
    (void)seat;
    (void)action;
    c.st->token = 0; /* ML-U7 */
    start_roll(c.st);
}

static void do_crash(struct ml c, int seat, mq_action action)
{
    (void)seat;
    (void)action;
    crash(c);
}

/* STAY and LAND: in a landing phase or, with a parachute, after a crash. */
static void do_stay(struct ml c, int seat, mq_action action)
{
    (void)action;
    if (c.st->step == ML_STEP_LAND) {
        go_on_landing_after(c, seat);
    } else {
        go_back(c.st, seat);
        go_on_crash(c);
    }
}

static void do_land(struct ml c, int seat, mq_action action)
{
    land(c, seat, ml_landing_space(c.st, MQ_ACTION_A(action)));
    if (c.st->step == ML_STEP_PARACHUTE) {
        go_on_crash(c);
    } else if (c.st->space == ML_DEEP) {
        c.st->comet = 0;
        go_on_leaving(c);
    } else {
        go_on_landing_after(c, seat);
    }
}

typedef void (*doing)(struct ml c, int seat, mq_action action);

/* A table: a switch takes three times the instructions. */
void mq__ml_apply(const struct mq_game *g, void *state, int seat,
                  mq_action action)
{
    static const doing doings[ML_KINDS] = {
        [ML_DO_START] = do_start,       [ML_DO_EXPLORE] = do_explore,
        [ML_DO_MISSIONS] = do_missions, [ML_DO_EXPEDITION] = do_expedition,
        [ML_DO_ROLL] = do_roll,         [ML_DO_RETURN] = do_return,
        [ML_DO_BOARD] = do_board,       [ML_DO_USE] = do_use,
        [ML_DO_REROLL] = do_reroll,     [ML_DO_CRASH] = do_crash,
        [ML_DO_STAY] = do_stay,         [ML_DO_LAND] = do_land,
    };

    assert(MQ_ACTION_KIND(action) < ML_KINDS);
    doings[MQ_ACTION_KIND(action)](ml_of(g, state), seat, action);
}
