/* What actions and outcomes do. Whatever needs neither choice nor chance
 * happens at once, until somebody decides or chance acts again. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* Expeditions. */

static void start_boarding(struct mlem_state *st, int dice)
{
    st->step = MLEM_STEP_BOARD;
    st->turn = st->starter;
    st->dice = (uint8_t)dice;
}

static bool any_token(const struct mlem_tables *t, const struct mlem_state *st)
{
    for (int i = 0; i < t->tokens; i++) {
        if (st->token_pile[i] > 0) {
            return true;
        }
    }
    return false;
}

void mq__mlem_begin_expedition(const struct mlem_tables *t,
                               struct mlem_state *st)
{
    if ((st->variants & MLEM_UFO) != 0 && any_token(t, st)) {
        st->step = MLEM_STEP_EXPEDITION;
    } else {
        start_boarding(st, t->figure.dice); /* ML-E4, ML-U9 */
    }
}

/* ML-Z1, ML-Z2: nobody is aboard any more. */
static bool is_over(const struct mlem_tables *t, const struct mlem_state *st)
{
    bool over = st->failures >= t->figure.failures;

    for (int seat = 0; seat < st->players; seat++) {
        over |= st->board[seat] == 0;
    }
    return over;
}

static void end_expedition(const struct mlem_tables *t, struct mlem_state *st)
{
    assert(st->aboard == 0 && st->pips == 0);
    st->space = 0;
    st->dice = 0;
    st->token = 0; /* ML-U4 */
    st->turn = 0;
    if (is_over(t, st)) {
        st->starter = 0;
        st->step = MLEM_STEP_OVER;
        return;
    }
    st->starter = (uint8_t)mlem_seat_at(st, 1); /* ML-L7 */
    mq__mlem_begin_expedition(t, st);
}

static void start_roll(struct mlem_state *st)
{
    st->step = MLEM_STEP_ROLL;
    st->turn = 0;
    st->roll = 0;
}

/* Leaving the rocket. */

static void step_off(struct mlem_state *st, int seat)
{
    unsigned others = ~(1u << seat);

    st->crew[seat] = 0;
    st->aboard &= (uint8_t)others;
    st->pips &= (uint8_t)others;
}

static void go_back(struct mlem_state *st, int seat)
{
    st->board[seat] |= (uint8_t)(1u << mlem_astronaut(st, seat));
    step_off(st, seat);
}

/* ML-G1; most landings are too early for a goal, so that is looked at first. */
static void check_goal(struct mlem_state *st, int seat, int goal)
{
    int needs = mlem_goal_needs(goal);

    if (st->goal[goal] == 0 && mlem_from_place(st, seat, MLEM_COMET) >= needs &&
        mq__mlem_goal_count(st, seat, goal) >= needs) {
        st->goal[goal] = (uint8_t)(seat + 1);
    }
}

/* ML-L4: the order of first arrivals; false if it is not the first. */
static bool note_arrival(struct mlem_state *st, int planet, int seat)
{
    unsigned order = st->order[planet];
    int shift = 0;

    while ((order >> shift & 7) != 0) {
        if ((int)(order >> shift & 7) == seat + 1) {
            return false;
        }
        shift += 3;
    }
    st->order[planet] = (uint16_t)(order | (unsigned)(seat + 1) << shift);
    return true;
}

static void place_on_moon(const struct mlem_tables *t, struct mlem_state *st,
                          int seat, int space)
{
    /* ML-L2: the farthest free one; they are numbered from the nearest. */
    uint32_t open = t->landing[space] & ~st->taken;
    int moon = 31 - __builtin_clz(open);

    st->taken |= UINT32_C(1) << moon;
    st->place[seat][mlem_astronaut(st, seat)] = (uint8_t)(MLEM_MOON + moon);
    check_goal(st, seat, MLEM_GOAL_FOUR_MOONS);
}

static void place_on_planet(struct mlem_state *st, int seat, int planet)
{
    st->place[seat][mlem_astronaut(st, seat)] = (uint8_t)(MLEM_PLANET + planet);
    check_goal(st, seat,
               note_arrival(st, planet, seat) ? MLEM_GOAL_FOUR_PLANETS
                                              : MLEM_GOAL_ONE_PLANET);
}

/* ML-L5, ML-F2: the comet only for who commanded on arrival. */
static void place_in_deep_space(struct mlem_state *st, int seat)
{
    st->place[seat][mlem_astronaut(st, seat)] =
        st->comet ? MLEM_COMET : MLEM_GALAXY;
    check_goal(st, seat, MLEM_GOAL_DEEP_SPACE);
}

static void land(const struct mlem_tables *t, struct mlem_state *st, int seat,
                 int space)
{
    switch (t->beside[space]) {
    case MLEM_BESIDE_MOONS:
        place_on_moon(t, st, seat, space);
        break;
    case MLEM_BESIDE_PLANET:
        place_on_planet(st, seat, t->planet[space]);
        break;
    default:
        place_in_deep_space(st, seat);
        break;
    }
    if (st->crew[seat] == MLEM_BALLAST + 1 && st->dice > 1) {
        st->dice--; /* ML-F7 */
    }
    step_off(st, seat);
}

/* The landing phase. */

static MLEM_APART void end_landing(const struct mlem_tables *t,
                                   struct mlem_state *st)
{
    if (st->aboard == 0) {
        end_expedition(t, st); /* ML-L7 */
    } else {
        start_roll(st);
    }
}

static void ask_to_land(struct mlem_state *st, int seat)
{
    st->step = MLEM_STEP_LAND;
    st->turn = (uint8_t)seat;
}

/* ML-L5: all leave, in rocket order; only scouts are asked. */
static MLEM_APART void go_on_leaving(const struct mlem_tables *t,
                                     struct mlem_state *st)
{
    while (st->aboard != 0) {
        int seat = mlem_commander(st);

        if (st->crew[seat] == MLEM_SCOUT + 1) {
            ask_to_land(st, seat);
            return;
        }
        land(t, st, seat, MLEM_DEEP);
        st->comet = 0;
    }
    end_expedition(t, st);
}

/* ML-L1: asks who comes next in rocket order, from a place of it on. */
static void go_on_landing(const struct mlem_tables *t, struct mlem_state *st,
                          int place)
{
    for (; place < st->players; place++) {
        int seat = mlem_seat_at(st, place);

        if (st->crew[seat] != 0 && mlem_can_land(t, st, seat)) {
            ask_to_land(st, seat);
            return;
        }
    }
    end_landing(t, st);
}

static void start_landing(const struct mlem_tables *t, struct mlem_state *st)
{
    if (st->space < t->figure.landing) {
        start_roll(st); /* ML-L1 */
        return;
    }
    if (st->space == MLEM_DEEP) {
        st->comet = 1;
        go_on_leaving(t, st);
    } else {
        go_on_landing(t, st, 0);
    }
}

static MLEM_APART void decide_landing(const struct mlem_tables *t,
                                      struct mlem_state *st, int seat,
                                      mq_action action)
{
    int place = mlem_place_of(st, seat);

    if (MQ_ACTION_KIND(action) == MLEM_DO_LAND) {
        land(t, st, seat, mlem_landing_space(st, MQ_ACTION_A(action)));
    }
    if (st->space == MLEM_DEEP) {
        st->comet = 0;
        go_on_leaving(t, st);
    } else {
        go_on_landing(t, st, place + 1);
    }
}

/* Crashes. */

/* ML-X2: the next parachute in rocket order that can land is asked. */
static void go_on_crash(const struct mlem_tables *t, struct mlem_state *st)
{
    while (st->aboard != 0) {
        int seat = mlem_commander(st);

        if (mlem_can_land(t, st, seat)) {
            st->step = MLEM_STEP_PARACHUTE;
            st->turn = (uint8_t)seat;
            return;
        }
        go_back(st, seat);
    }
    end_expedition(t, st);
}

static MLEM_APART void crash(const struct mlem_tables *t, struct mlem_state *st)
{
    st->failures++; /* ML-X1 */
    st->dice = 0;
    st->roll = 0;
    st->token = 0;
    for (int seat = 0; seat < st->players; seat++) {
        if (st->crew[seat] != 0 && st->crew[seat] != MLEM_PARACHUTE + 1) {
            go_back(st, seat); /* ML-X3 */
        }
    }
    go_on_crash(t, st);
}

static MLEM_APART void decide_parachute(const struct mlem_tables *t,
                                        struct mlem_state *st, int seat,
                                        mq_action action)
{
    if (MQ_ACTION_KIND(action) == MLEM_DO_LAND) {
        land(t, st, seat, st->space);
    } else {
        go_back(st, seat);
    }
    go_on_crash(t, st);
}

/* Travel. */

/* ML-N2 to ML-N5: the token at the marker, and what a tunnel leads to. */
static void use_finds(const struct mlem_tables *t, struct mlem_state *st,
                      int commander)
{
    while ((st->find_mat >> st->space & 1) != 0) {
        uint32_t bit = UINT32_C(1) << st->space;

        st->find_mat &= ~bit;
        switch (t->find[st->space]) {
        case MLEM_TUNNEL:
            st->find_used |= bit;
            st->space = (uint8_t)mlem_tunnel_end(t, st->space);
            break;
        case MLEM_REGAIN:
            st->find_used |= bit;
            if (st->dice < t->figure.dice) {
                st->dice++; /* ML-N4 */
            }
            return;
        default:
            st->find_held[commander] |= bit; /* ML-N3 */
            return;
        }
    }
}

/* ML-U8 */
static void meet_ufo(const struct mlem_tables *t, struct mlem_state *st,
                     int commander)
{
    if (st->space != st->ufo) {
        return;
    }
    unsigned held = mlem_ufos_held(st);

    if (held + 1 < 1u << t->ufos) { /* they are taken from bit 0 on */
        st->ufo_held[commander] |= (uint8_t)(held + 1);
    }
}

static bool find_missing(const struct mlem_tables *t,
                         const struct mlem_state *st)
{
    return st->find_pile != 0 &&
           __builtin_popcount(st->find_mat) < t->figure.explorations;
}

static void end_travel(const struct mlem_tables *t, struct mlem_state *st,
                       int commander)
{
    st->roll = 0;
    st->turn = 0;
    use_finds(t, st, commander); /* without the variant none lies there */
    meet_ufo(t, st, commander);  /* likewise: its space is 0 then */
    if (find_missing(t, st)) {
        st->step = MLEM_STEP_EXPLORE; /* ML-N1: before the landing phase */
    } else {
        start_landing(t, st);
    }
}

static void do_use(const struct mlem_tables *t, struct mlem_state *st, int seat,
                   mq_action action)
{
    unsigned used = mlem_only(st->roll, (unsigned)MQ_ACTION_A(action) & 15);
    int with = MQ_ACTION_C(action);
    int to = mlem_travel_end(t, st, action);

    if ((with & MLEM_WITH_KEEP) == 0) { /* ML-T7, ML-U6 */
        st->dice -= (uint8_t)mlem_dice_in(used);
        st->dice = st->dice > 0 ? st->dice : 1; /* ML-T9 */
    }
    if (with != 0) {
        st->token = 0; /* ML-U4 */
    }
    st->pips &= (uint8_t)~MQ_ACTION_B(action); /* ML-P3 */
    st->space = (uint8_t)to;
    end_travel(t, st, seat);
}

/* Boarding and chance. */

/* ML-E3 */
static void take_off(const struct mlem_tables *t, struct mlem_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        if (st->crew[seat] == MLEM_SATELLITE + 1) {
            st->space = t->satellite;
        }
    }
    start_roll(st);
}

static void do_board(const struct mlem_tables *t, struct mlem_state *st,
                     int seat, mq_action action)
{
    int astronaut = MQ_ACTION_A(action);
    uint8_t bit = (uint8_t)(1u << seat);
    int next = seat + 1 < st->players ? seat + 1 : 0;

    st->board[seat] &= (uint8_t) ~(1u << astronaut);
    st->crew[seat] = (uint8_t)(astronaut + 1);
    st->aboard |= bit;
    if (astronaut == MLEM_PIP) {
        st->pips |= bit;
    }
    if (next == st->starter) {
        take_off(t, st);
    } else {
        st->turn = (uint8_t)next;
    }
}

static void do_roll(const struct mlem_tables *t, struct mlem_state *st,
                    int seat, mq_action action)
{
    (void)seat;
    st->roll = (uint16_t)MLEM_ACTION_ROLL(action);
    if (mlem_can_go_on(t, st)) {
        st->step = MLEM_STEP_USE;
        st->turn = (uint8_t)mlem_commander(st);
    } else {
        crash(t, st);
    }
}

static void do_expedition(const struct mlem_tables *t, struct mlem_state *st,
                          int seat, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    const struct mlem_token *token = &t->token[kind];

    (void)seat;
    st->token_pile[kind]--;
    st->token = (uint8_t)(kind + 1);
    st->ufo = (uint8_t)(st->ufo > token->move ? st->ufo - token->move : 0);
    start_boarding(st, token->dice); /* ML-U3 */
}

/* ML-N1: in the setup, or after a travel. */
static void do_explore(const struct mlem_tables *t, struct mlem_state *st,
                       int seat, mq_action action)
{
    uint32_t bit = UINT32_C(1) << MQ_ACTION_A(action);

    (void)seat;
    st->find_pile &= ~bit;
    st->find_mat |= bit;
    if (st->aboard == 0) {
        mq__mlem_go_on_setup(t, st);
    } else if (!find_missing(t, st)) {
        start_landing(t, st);
    }
}

static void do_missions(const struct mlem_tables *t, struct mlem_state *st,
                        int seat, mq_action action)
{
    seat = MLEM_MISSION_SEAT(action);
    for (int i = 0; i < MLEM_DEALT; i++) {
        int kind = MLEM_MISSION_AT(action, i);

        st->mission[seat][i] = (uint8_t)(kind + 1);
        st->mission_box[kind]--;
    }
    st->turn++;
    mq__mlem_go_on_setup(t, st);
}

/* The three kept stay in order, the returned one comes last. */
static void do_return(const struct mlem_tables *t, struct mlem_state *st,
                      int seat, mq_action action)
{
    uint8_t *mission = st->mission[seat];
    int kind = MQ_ACTION_A(action);
    int i = 0;

    while (mission[i] != kind + 1) {
        i++;
    }
    for (; i < MLEM_KEPT; i++) {
        mission[i] = mission[i + 1];
    }
    mission[MLEM_KEPT] = (uint8_t)(kind + 1);
    st->returned |= (uint8_t)(1u << seat);
    mq__mlem_go_on_setup(t, st);
}

static void do_start(const struct mlem_tables *t, struct mlem_state *st,
                     int seat, mq_action action)
{
    (void)seat;
    st->starter = (uint8_t)MQ_ACTION_A(action);
    mq__mlem_go_on_setup(t, st);
}

static void do_reroll(const struct mlem_tables *t, struct mlem_state *st,
                      int seat, mq_action action)
{
    (void)t;
    (void)seat;
    (void)action;
    st->token = 0; /* ML-U7 */
    start_roll(st);
}

static void do_crash(const struct mlem_tables *t, struct mlem_state *st,
                     int seat, mq_action action)
{
    (void)seat;
    (void)action;
    crash(t, st);
}

/* STAY and LAND, in a landing phase or after a crash. */
static void do_decide(const struct mlem_tables *t, struct mlem_state *st,
                      int seat, mq_action action)
{
    if (st->step == MLEM_STEP_LAND) {
        decide_landing(t, st, seat, action);
    } else {
        decide_parachute(t, st, seat, action);
    }
}

typedef void (*doing)(const struct mlem_tables *t, struct mlem_state *st,
                      int seat, mq_action action);

void mq__mlem_apply(const struct mq_game *g, void *state, int seat,
                    mq_action action)
{
    static const doing doings[MLEM_KINDS] = {
        [MLEM_DO_START] = do_start,       [MLEM_DO_EXPLORE] = do_explore,
        [MLEM_DO_MISSIONS] = do_missions, [MLEM_DO_EXPEDITION] = do_expedition,
        [MLEM_DO_ROLL] = do_roll,         [MLEM_DO_RETURN] = do_return,
        [MLEM_DO_BOARD] = do_board,       [MLEM_DO_USE] = do_use,
        [MLEM_DO_REROLL] = do_reroll,     [MLEM_DO_CRASH] = do_crash,
        [MLEM_DO_STAY] = do_decide,       [MLEM_DO_LAND] = do_decide,
    };

    assert(MQ_ACTION_KIND(action) < MLEM_KINDS);
    doings[MQ_ACTION_KIND(action)](mlem_tables(g), state, seat, action);
}
