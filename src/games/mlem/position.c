/* MLEM: the description of a position (core/form.h). docs/positions-mlem.md is
 * made from it. What each step requires stands at the end. */
#include "games/mlem/rules.h"

#include "core/form.h"

#include <assert.h>
#include <string.h>

#define NOBODY MQ_UNKNOWN /* a seat or an astronaut that is null */

/* What must hold in every position; and what is told when it is read, too. */
#define REQUIRE(holds, key, id)                                                \
    mq_form_require(w->f, holds, key, "mlem.check." id)
#define EXPECT(holds, key, id, ...)                                            \
    mq_form_expect(w->f, holds, key, "mlem.read." id, __VA_ARGS__)

struct walk {
    const struct ml_tables *t;
    struct ml_state *st;
    struct mq_form *f;
    bool reads;
    bool setup, flying; /* in the setup; marker and dice are on their way */
    unsigned ufos;      /* UFO tokens of the seats that were walked so far */
    uint32_t finds;     /* their exploration tokens */
    struct mq_form_set astronaut, face, token, find, mission, ufo;
};

static bool has(const struct walk *w, int variant)
{
    return (w->st->variants & variant) != 0;
}

/* Seats. */

/* A seat that is null in the steps without one. Reading: NOBODY for null. */
static void walk_seat(struct walk *w, const char *key, uint8_t *at, bool there)
{
    uint8_t seat = w->reads || !there ? NOBODY : *at;

    mq__form_seat(w->f, key, &seat, NOBODY);
    mq__form_holds(w->f, at, there);
    if (w->reads) {
        *at = seat;
    }
}

/* Who decides where the position doesn't say: the first who can; MISSIONS: who
 * is dealt to. */
static uint8_t first_turn(struct ml c)
{
    const struct ml_state *st = c.st;
    bool deals = st->step == ML_STEP_MISSIONS;
    uint8_t seat = st->starter;

    for (int i = st->players; i-- > 0;) { /* the first comes last */
        int next = deals ? i : ml_seat_at(st, i);
        bool aboard = st->crew[next] != 0;
        bool can = deals                       ? st->mission[next][0] == 0
                   : st->step == ML_STEP_BOARD ? !aboard
                                               : aboard;

        if (can && (st->step != ML_STEP_LAND || ml_can_land(c, next))) {
            seat = (uint8_t)next;
        }
    }
    return deals || ml_has_turn(st->step) ? seat : 0;
}

/* Read last: who decides follows from the rest where it isn't said. */
static void walk_turn(struct walk *w)
{
    struct ml_state *st = w->st;
    bool decides = ml_has_turn(st->step);

    walk_seat(w, "?turn", &st->turn, decides);
    mq__form_holds(w->f, &st->turn, st->step == ML_STEP_MISSIONS);
    if (w->reads && !w->f->r.failed) {
        EXPECT(decides || st->turn == NOBODY, "turn", "turn", "w",
               mq__ml_steps[st->step]);
        st->turn =
            st->turn != NOBODY ? st->turn : first_turn(ml_with(w->t, w->st));
    }
}

/* The pile has the expedition tokens that are neither gone nor in force. */
static void walk_expedition(struct walk *w)
{
    struct ml_state *st = w->st;
    bool there = ml_has_starter(st->step);
    uint8_t gone[ML_MAX_TOKENS] = {0};
    int all = 0;

    mq__form_open(w->f, "expedition");
    walk_seat(w, "?starter", &st->starter, there);
    if (w->reads) {
        EXPECT((st->starter != NOBODY) == there, "starter", "starter", "w",
               mq__ml_steps[st->step]);
        st->starter = st->starter != NOBODY ? st->starter : 0;
    }
    mq__form_only(w->f, has(w, ML_UFO));
    mq_form_card(w->f, "?token", &st->token, &w->token, 0);
    for (int i = 0; i < w->t->tokens && !w->reads; i++) {
        gone[i] = (uint8_t)(w->t->token[i].count - st->token_pile[i] -
                            (st->token == i + 1));
    }
    mq_form_tally(w->f, "gone", gone, &w->token);
    for (int i = 0; i < w->t->tokens && !w->f->shut; i++) {
        int left = w->t->token[i].count - gone[i] - (st->token == i + 1);

        all += left;
        EXPECT(left >= 0, NULL, "tokens", "t", w->t->token[i].id);
        if (w->reads) {
            st->token_pile[i] = (uint8_t)left;
        }
    }
    mq_form_tally(w->f, "=pile", st->token_pile, &w->token);
    REQUIRE(st->step != ML_STEP_EXPEDITION || all > 0, "pile", "no-token");
    mq__form_close(w->f);
}

/* Astronauts: all of a match have a number, `who`. */

static void walk_who(struct walk *w, uint8_t *who)
{
    uint8_t seat = *who / ML_ASTRONAUTS;
    uint8_t astronaut = *who % ML_ASTRONAUTS;

    mq__form_seat(w->f, "player", &seat, MQ_FORM_NEVER);
    mq_form_card(w->f, "astronaut", &astronaut, &w->astronaut, 0);
    *who = (uint8_t)(seat * ML_ASTRONAUTS + astronaut);
}

/* An astronaut is at a place. Reading: it must not be anywhere yet. */
static void put(struct walk *w, const char *key, int who, int place)
{
    struct ml_state *st = w->st;
    int seat = who / ML_ASTRONAUTS;
    int astronaut = who % ML_ASTRONAUTS;

    if (who != NOBODY && !w->f->r.failed) {
        uint8_t *at = &st->place[seat][astronaut];

        assert(seat < ML_SEATS);
        EXPECT(w->reads ? *at == ML_NOWHERE && st->crew[seat] != astronaut + 1
                        : *at == place,
               key, "twice", "pw", seat, mq__ml_astronauts[astronaut]);
        mq__form_holds(w->f, at, *at == place);
        if (w->reads) {
            *at = (uint8_t)place;
        }
    }
}

/* One of the crew, who stands in rocket order: `place` is the next. */
static void walk_member(struct walk *w, int seat, int *place)
{
    struct ml_state *st = w->st;
    uint8_t who = (uint8_t)(seat * ML_ASTRONAUTS + ml_astronaut(st, seat));
    uint8_t used = !w->reads && st->crew[seat] == ML_PIP + 1 &&
                   (st->pips >> seat & 1) == 0;
    unsigned pip;

    mq__form_open(w->f, NULL);
    walk_who(w, &who);
    mq_form_flag(w->f, "?used", &used);
    seat = who / ML_ASTRONAUTS;
    if (seat >= ML_SEATS) { /* no such astronaut: walk_who has said so */
        mq__form_close(w->f);
        return;
    }
    pip = who % ML_ASTRONAUTS == ML_PIP ? 1u << seat : 0;
    EXPECT(ml_place_of(st, seat) >= *place, NULL, "crew-order", "p",
           st->starter);
    EXPECT(!used || pip != 0, "used", "used", "");
    put(w, NULL, who, ML_NOWHERE);
    if (w->reads && !w->f->r.failed) {
        st->crew[seat] = (uint8_t)(who % ML_ASTRONAUTS + 1);
        st->pips |= (uint8_t)(used ? 0 : pip);
    }
    *place = ml_place_of(st, seat) + 1;
    mq__form_holds(w->f, &st->crew[seat], 1);
    mq__form_holds_bits(w->f, &st->pips, pip);
    mq__form_close(w->f);
}

static void walk_rocket(struct walk *w)
{
    struct ml_state *st = w->st;
    uint8_t seats[ML_SEATS + 1] = {0};
    int place = 0;
    int n = 0;

    for (int i = 0; i < st->players; i++) {
        seats[n] = (uint8_t)ml_seat_at(st, i);
        n += st->crew[seats[n]] != 0;
    }
    mq__form_open(w->f, "rocket");
    mq_form_int(w->f, "space", &st->space, 0, ML_DEEP);
    mq__form_array(w->f, "crew", st->players);
    for (int i = 0; mq__form_item(w->f, i, n); i++) {
        walk_member(w, seats[i], &place);
    }
    mq__form_close(w->f);
    mq_form_flag(w->f, "?comet", &st->comet);
    mq__form_close(w->f);
    mq_form_holds(w->f, &st->aboard);
}

static void walk_dice(struct walk *w)
{
    struct ml_state *st = w->st;
    uint8_t rolled[7 * ML_FACES];
    uint8_t n = 0;

    for (uint8_t face = 0; face < ML_FACES; face++) {
        for (int i = 0; i < ML_COUNT(st->roll, face); i++) {
            rolled[n++] = face;
        }
    }
    mq__form_open(w->f, "dice");
    mq_form_int(w->f, "available", &st->dice, 0, ML_MAX_DICE);
    mq_form_cards(w->f, "rolled", rolled, &n, ML_MAX_DICE, &w->face, 0);
    for (int i = 0; i < n && w->reads; i++) {
        st->roll = (uint16_t)(st->roll + (1u << 3 * rolled[i]));
    }
    mq_form_holds(w->f, &st->roll);
    mq__form_close(w->f);
}

/* Places. */

/* ML-G1: a goal is taken when it is met, and stays met. */
static void walk_goals(struct walk *w)
{
#define ML_X(name, word) "?" word,
    static const char *const keys[] = {ML_GOAL_LIST(ML_X)};
#undef ML_X
    struct ml_state *st = w->st;
    struct mq_form_set seats = {.name = "player",
                                .words = mq__form_seats,
                                .count = st->players,
                                .base = 1};

    mq__form_open(w->f, "goals");
    for (int goal = 0; goal < ML_GOALS; goal++) {
        const char *key = mq__ml_goals[goal];

        mq_form_card(w->f, keys[goal], &st->goal[goal], &seats, 0);
        for (int i = 0; i < st->players && mq__form_requires(w->f); i++) {
            bool met = mq__ml_goal_count(st, i, goal) >= ml_goal_needs(goal);

            REQUIRE(!met || st->goal[goal] != 0, key, "goal-met");
            REQUIRE(met || st->goal[goal] != i + 1, key, "goal-not-met");
        }
    }
    mq__form_close(w->f);
}

/* An astronaut at a place; on moons it may be null. */
static void walk_placed(struct walk *w, uint8_t who, int place)
{
    if (place >= ML_MOON) {
        mq__form_maybe(w->f, NULL, who != NOBODY);
    } else {
        mq__form_open(w->f, NULL);
    }
    walk_who(w, &who);
    put(w, NULL, who, place);
    mq__form_close(w->f);
}

static void walk_deep_space(struct walk *w, const char *key, int place)
{
    const uint8_t *at = (const uint8_t *)w->st->place;
    uint8_t list[ML_SEATS * ML_ASTRONAUTS + 1] = {0};
    int n = 0;

    for (int who = 0; who < w->st->players * ML_ASTRONAUTS; who++) {
        list[n] = (uint8_t)who;
        n += at[who] == place;
    }
    mq__form_array(w->f, key, ML_SEATS * ML_ASTRONAUTS);
    for (int i = 0; mq__form_item(w->f, i, n); i++) {
        walk_placed(w, list[i], place);
    }
    mq__form_close(w->f);
}

static const char *const numbers[] = {"0",  "1",  "2",  "3",  "4",  "5",  "6",
                                      "7",  "8",  "9",  "10", "11", "12", "13",
                                      "14", "15", "16", "17", "18", "19", "20",
                                      "21", "22", "23", "24", "25", "26"};

/* By space, the nearest first. */
static void walk_moons(struct walk *w)
{
    const struct ml_tables *t = w->t;
    const uint8_t *at = (const uint8_t *)w->st->place;
    uint8_t who[UINT8_MAX + 1]; /* by place */
    const char *keys[ML_SPACES];
    uint32_t moons[ML_SPACES];
    int n = 0;

    memset(who, NOBODY, sizeof(who));
    for (int i = 0; i < w->st->players * ML_ASTRONAUTS; i++) {
        who[at[i]] = (uint8_t)i;
    }
    for (int space = 0; space < ML_SPACES; space++) {
        keys[n] = numbers[space];
        moons[n] = t->landing[space];
        n += t->beside[space] == ML_BESIDE_MOONS;
    }
    mq__form_open(w->f, "moons");
    for (int i = 0; mq__form_keys(w->f, keys, i, n); i++) {
        int count = __builtin_popcount(moons[i]);
        int place = ML_MOON + __builtin_ctz(moons[i]);
        int k;

        mq__form_array(w->f, keys[i], count);
        for (k = 0; mq__form_item(w->f, k, count); k++) {
            walk_placed(w, who[place + k], place + k);
        }
        mq__form_close(w->f);
        EXPECT(!w->reads || k == count, keys[i], "moons", "i", count);
    }
    mq__form_close(w->f);
    mq_form_holds(w->f, &w->st->taken);
}

/* A seat's row on a planet (ML-L4); `rows` are the seats that had theirs. */
static void walk_row(struct walk *w, int planet, int index, unsigned *rows)
{
    struct ml_state *st = w->st;
    uint8_t seat = (uint8_t)((st->order[planet] >> 3 * index & 7) - 1);
    uint8_t here = 0;

    for (int i = 0; i < ML_ASTRONAUTS && seat < st->players; i++) {
        here |= (uint8_t)((st->place[seat][i] == ML_PLANET + planet) << i);
    }
    mq__form_open(w->f, NULL);
    mq__form_seat(w->f, "player", &seat, MQ_FORM_NEVER);
    mq_form_mask(w->f, "astronauts", &here, &w->astronaut);
    if (seat >= ML_SEATS) { /* no such seat: the form has said so */
        mq__form_close(w->f);
        return;
    }
    EXPECT(here != 0, "astronauts", "empty-row", "");
    for (unsigned left = here; left != 0; left &= left - 1) {
        put(w, "astronauts", seat * ML_ASTRONAUTS + __builtin_ctz(left),
            ML_PLANET + planet);
    }
    EXPECT((*rows >> seat & 1) == 0, "player", "second-row", "p", seat);
    *rows |= 1u << (seat & 7);
    if (w->reads) {
        st->order[planet] |= (uint16_t)((seat + 1u) << 3 * index);
    }
    mq__form_close(w->f);
}

static void walk_planets(struct walk *w)
{
    const char *const *keys = numbers + 1;

    mq__form_open(w->f, "planets");
    for (int i = 0; mq__form_keys(w->f, keys, i, w->t->planets); i++) {
        unsigned order = w->st->order[i];
        unsigned rows = 0;

        mq__form_array(w->f, keys[i], w->st->players);
        for (int k = 0; mq__form_item(w->f, k, k + (order >> 3 * k != 0));
             k++) {
            walk_row(w, i, k, &rows);
        }
        mq_form_holds(w->f, &w->st->order[i]);
        mq__form_close(w->f);
    }
    mq__form_close(w->f);
}

/* Players. */

/* Missions: four, or three and a returned one. */
static void walk_hand(struct walk *w, int seat)
{
    struct ml_state *st = w->st;
    uint8_t *mission = st->mission[seat];
    unsigned bit = 1u << seat;
    bool dealt = st->step == ML_STEP_MISSIONS
                     ? seat < st->turn
                     : !w->setup || st->step == ML_STEP_RETURN;
    uint8_t n = (st->returned & bit) != 0 ? ML_KEPT
                : mission[0] != 0         ? ML_DEALT
                                          : 0;
    uint8_t back = n == ML_KEPT ? mission[ML_KEPT] : 0;

    mq_form_cards(w->f, "missions", mission, &n, ML_DEALT, &w->mission,
                  MQ_FORM_HIDES | MQ_FORM_SORTED);
    mq_form_card(w->f, "?returned", &back, &w->mission, MQ_FORM_HIDES);
    EXPECT(back == 0 || n == ML_KEPT, "missions", "kept", "i", ML_KEPT);
    EXPECT(back != 0 || n % ML_DEALT == 0, "missions", "hand", "");
    if (w->reads && back != 0) {
        mission[ML_KEPT] = back;
        st->returned |= (uint8_t)bit;
    }
    mq__form_holds(w->f, &mission[ML_KEPT], n == ML_KEPT);
    mq__form_holds_bits(w->f, &st->returned, bit);
    REQUIRE(dealt || n == 0, "missions", "not-dealt");
    mq_form_require(w->f, !dealt || n != 0, "missions", "mlem.read.hand");
    REQUIRE((mission[0] == MQ_UNKNOWN) == (mission[ML_KEPT - 1] == MQ_UNKNOWN),
            "missions", "half-known");
}

static void walk_player(struct walk *w, int seat)
{
    struct ml_state *st = w->st;
    uint32_t *finds = &st->find_held[seat];
    bool left = st->board[seat] != 0 || st->crew[seat] != 0;

    mq_form_mask(w->f, "=board", &st->board[seat], &w->astronaut);
    REQUIRE(left || st->step != ML_STEP_BOARD, "board", "nobody-left");
    mq__form_only(w->f, has(w, ML_UFO));
    mq_form_mask(w->f, "ufo", &st->ufo_held[seat], &w->ufo);
    REQUIRE((w->ufos & st->ufo_held[seat]) == 0, "ufo", "ufo-tokens");
    mq__form_only(w->f, has(w, ML_EXPLORATION));
    mq_form_mask(w->f, "explored", finds, &w->find);
    REQUIRE((*finds & ~w->t->kept_finds) == 0, "explored", "explored");
    REQUIRE((w->finds & *finds) == 0, "explored", "finds");
    mq__form_only(w->f, has(w, ML_SECRET));
    walk_hand(w, seat);
    w->ufos |= st->ufo_held[seat];
    w->finds |= *finds;
}

/* ML-N1: five exploration tokens lie on the mat while there are any. */
static void walk_exploration(struct walk *w)
{
    struct ml_state *st = w->st;
    uint32_t off = st->find_used | w->finds;
    int lying = __builtin_popcount(st->find_mat);
    int room = w->t->figure.explorations - lying;
    bool full = room == 0 || st->find_pile == 0;

    mq__form_open(w->f, "exploration");
    mq_form_mask(w->f, "mat", &st->find_mat, &w->find);
    mq_form_mask(w->f, "used", &st->find_used, &w->find);
    mq_form_mask(w->f, "=pile", &st->find_pile, &w->find);
    REQUIRE((st->find_mat & off) == 0 && (st->find_used & w->finds) == 0 &&
                ((st->find_mat | off) & ~w->t->finds) == 0,
            NULL, "finds");
    REQUIRE((st->find_used & w->t->kept_finds) == 0, "used", "used");
    REQUIRE(room >= 0, "mat", "mat");
    REQUIRE(st->step != ML_STEP_START || lying == 0, "mat", "mat-start");
    REQUIRE(st->step != ML_STEP_EXPLORE || !full, "mat", "mat-full");
    REQUIRE(st->step <= ML_STEP_EXPLORE || full, "mat", "mat-short");
    mq__form_close(w->f);
}

/* What only some variants have; ML-U1: UFO tokens go from the top. */
static void walk_variants(struct walk *w)
{
    uint8_t ufos = (uint8_t)(((1u << w->t->ufos) - 1) & ~w->ufos);

    mq__form_only(w->f, has(w, ML_UFO));
    mq__form_open(w->f, "ufo");
    mq_form_int(w->f, "space", &w->st->ufo, 0, ML_DEEP);
    mq_form_mask(w->f, "=tokens", &ufos, &w->ufo);
    REQUIRE((w->ufos & (w->ufos + 1)) == 0, "tokens", "ufo-tokens");
    mq__form_close(w->f);
    mq__form_only(w->f, has(w, ML_EXPLORATION));
    walk_exploration(w);
    mq__form_only(w->f, has(w, ML_SECRET));
    mq__form_open(w->f, "missions");
    mq_form_tally(w->f, "=box", w->st->mission_box, &w->mission);
    mq__form_close(w->f);
    mq__form_always(w->f);
}

/* What follows from the rest. */
static void derive(struct mq_form *f, const struct mq_game *g, void *state)
{
    struct ml c = ml_of(g, state);
    struct ml_state *st = c.st;
    bool secret = (st->variants & ML_SECRET) != 0;

    st->aboard = 0;
    st->taken = 0;
    st->find_pile = (st->variants & ML_EXPLORATION) != 0 ? c.t->finds : 0;
    st->find_pile &= ~(st->find_mat | st->find_used);
    for (int seat = 0; seat < st->players; seat++) {
        st->board[seat] = ML_FULL_BOARD;
        st->aboard |= (uint8_t)((st->crew[seat] != 0) << seat);
        st->find_pile &= ~st->find_held[seat];
        for (int i = 0; i < ML_ASTRONAUTS; i++) {
            int place = st->place[seat][i];
            bool gone = place != ML_NOWHERE || st->crew[seat] == i + 1;

            assert(place < ML_MOON + ML_MAX_MOONS);
            st->board[seat] ^= (uint8_t)(gone << i);
            st->taken |= (uint32_t)(UINT64_C(1) << place >> ML_MOON);
        }
    }
    for (int kind = 0; kind < c.t->missions && secret; kind++) {
        int left = c.t->mission[kind].count;

        for (int i = 0; i < ML_SEATS * ML_DEALT; i++) {
            left -= st->mission[i / ML_DEALT][i % ML_DEALT] == kind + 1;
        }
        if (left < 0) {
            mq__form_fail(f, "missions", "mlem.read.missions", "t",
                          c.t->mission[kind].id);
        }
        st->mission_box[kind] = (uint8_t)left;
    }
    st->turn = ml_has_turn(st->step) ? st->turn : first_turn(c);
}

/* What each step requires. */

/* While somebody is aboard. ML-E1: before the one who decides all are aboard,
 * in order. ML-X2: after a crash only parachutes are. */
static void require_crew(struct walk *w)
{
    const struct ml_state *st = w->st;
    const struct ml_figures *figure = &w->t->figure;
    bool deep = st->space == ML_DEEP;
    int all = st->token > 0 ? w->t->token[st->token - 1].dice : figure->dice;
    unsigned before = (1u << ml_place_of(st, st->turn)) - 1;

    if (st->step == ML_STEP_BOARD) {
        REQUIRE(ml_ordered(st, st->aboard) == before, "turn", "boarding");
        REQUIRE(st->dice == all, "dice.available", "all-dice");
        return;
    }
    REQUIRE(st->aboard != 0, "rocket.crew", "nobody-aboard");
    for (int i = 0; i < st->players && st->step == ML_STEP_PARACHUTE; i++) {
        REQUIRE(st->crew[i] == 0 || st->crew[i] == ML_PARACHUTE + 1,
                "rocket.crew", "parachutes");
        REQUIRE(st->failures > 0, "failures", "no-failure");
        REQUIRE(st->turn == ml_commander(st), "turn", "cannot-land");
    }
    REQUIRE(!w->flying || (st->dice >= 1 && st->dice <= figure->dice),
            "dice.available", "dice");
    REQUIRE(!deep || st->step >= ML_STEP_LAND || st->step == ML_STEP_EXPLORE,
            "rocket.space", "deep");
    if (st->step == ML_STEP_USE) {
        REQUIRE(ml_dice_in(st->roll) == st->dice && st->roll <= 077777,
                "dice.rolled", "rolled");
        REQUIRE(ml_can_go_on(ml_with(w->t, w->st)), "dice.rolled", "crash");
        REQUIRE(st->turn == ml_commander(st), "turn", "commander");
    } else if (st->step == ML_STEP_LAND || st->step == ML_STEP_PARACHUTE) {
        REQUIRE(st->space >= figure->landing || !w->flying, "rocket.space",
                "no-landing");
        REQUIRE((st->aboard >> st->turn & 1) != 0, "turn", "not-aboard");
        REQUIRE(ml_can_land(ml_with(w->t, w->st), st->turn), "turn",
                "cannot-land");
        REQUIRE(!deep || !w->flying ||
                    (st->turn == ml_commander(st) &&
                     st->crew[st->turn] == ML_SCOUT + 1),
                "turn", "scout");
    }
}

/* What means nothing in this step is 0; ML-Z1, ML-Z2: is the match over? */
static void require_step(struct walk *w)
{
    const struct ml_state *st = w->st;
    int step = st->step;
    bool crash = step == ML_STEP_PARACHUTE;
    bool dice = w->flying || step == ML_STEP_BOARD;
    bool failed = st->failures >= w->t->figure.failures;
    bool placed = false; /* all astronauts of a seat */
    unsigned returned = has(w, ML_SECRET) && !w->setup ? ml_all_seats(st) : 0;

    for (int seat = 0; seat < st->players; seat++) {
        placed |= st->board[seat] == 0 && st->crew[seat] == 0;
    }
    REQUIRE(has(w, ML_EXPLORATION) || step != ML_STEP_EXPLORE, "step", "step");
    REQUIRE(has(w, ML_UFO) || step != ML_STEP_EXPEDITION, "step", "step");
    REQUIRE(has(w, ML_SECRET) || step != ML_STEP_MISSIONS, "step", "step");
    REQUIRE(has(w, ML_SECRET) || step != ML_STEP_RETURN, "step", "step");
    REQUIRE(step != ML_STEP_RETURN || st->returned != ml_all_seats(st), "step",
            "all-returned");
    REQUIRE(step == ML_STEP_RETURN || st->returned == returned, "players",
            "returned");
    REQUIRE(w->flying || crash || st->space == 0, "rocket.space", "not-flying");
    REQUIRE(dice || crash || st->aboard == 0, "rocket.crew", "not-flying");
    REQUIRE(dice || st->dice == 0, "dice.available", "not-flying");
    REQUIRE(dice || st->token == 0, "expedition.token", "not-flying");
    REQUIRE(step == ML_STEP_USE || st->roll == 0, "dice.rolled", "not-rolled");
    REQUIRE(!st->comet || (step == ML_STEP_LAND && st->space == ML_DEEP),
            "rocket.comet", "comet");
    REQUIRE(step != ML_STEP_OVER || failed || placed, "step", "not-over");
    REQUIRE(step >= ML_STEP_PARACHUTE || !failed, "failures", "failures");
    REQUIRE(!placed || (!w->setup && step != ML_STEP_EXPEDITION), "step",
            "over");
    if (dice || crash) {
        require_crew(w);
    }
}

/* The position. */

static void walk_head(struct walk *w)
{
    struct ml_state *st = w->st;

    mq__form_game(w->f);
    mq__form_players(w->f, &st->players, 2, ML_SEATS);
    mq__form_open(w->f, "options");
    for (int i = 0; i < ML_OPTION_START; i++) {
        uint8_t on = st->variants >> i & 1;

        mq_form_flag(w->f, mq__ml_options[i], &on);
        mq__form_holds_bits(w->f, &st->variants, 1u << i);
        if (w->reads) {
            st->variants |= (uint8_t)(on << i);
        }
    }
    mq__form_close(w->f);
    mq__form_word(w->f, "step", &st->step, mq__ml_steps);
    w->setup = st->step <= ML_STEP_RETURN && st->aboard == 0;
    w->flying = (st->step == ML_STEP_EXPLORE && st->aboard != 0) ||
                (st->step >= ML_STEP_ROLL && st->step <= ML_STEP_LAND);
    if (!w->reads && !w->f->r.failed) {
        walk_turn(w);
    }
    if (!w->f->r.failed) {
        walk_expedition(w);
    }
}

static void walk_parts(struct walk *w)
{
    struct ml_state *st = w->st;

    walk_rocket(w);
    walk_dice(w);
    mq_form_int(w->f, "failures", &st->failures, 0, w->t->figure.failures);
    walk_goals(w);
    walk_moons(w);
    walk_planets(w);
    walk_deep_space(w, "comet", ML_COMET);
    walk_deep_space(w, "galaxy", ML_GALAXY);
    mq__form_open(w->f, "players");
    for (int i = 0; mq__form_each(w->f, mq__form_seats, i, st->players); i++) {
        walk_player(w, i);
        mq__form_close(w->f);
    }
    mq__form_close(w->f);
    walk_variants(w);
    if (w->reads) {
        mq__form_derive(w->f);
        walk_turn(w);
    } else if (mq__form_requires(w->f)) {
        require_step(w);
    }
}

static void walk(struct mq_form *f, const struct mq_game *g, void *state)
{
    static const uint8_t faces[] = {1, 2, 3, 4, 0};
    const struct ml_tables *t = g->tables;
    struct walk w = {
        .t = t,
        .st = state,
        .f = f,
        .reads = mq__form_reads(f),
        .astronaut =
            MQ_FORM_SET(.name = "astronaut", .words = mq__ml_astronauts,
                        .count = ML_ASTRONAUTS,
                        .unfit = "mlem.check.astronaut"),
        .face = MQ_FORM_SET(.words = mq__ml_faces, .numbers = faces,
                            .count = ML_FACES),
        .token = MQ_FORM_IDS("expedition token", t->token, t->tokens, 1, 0),
        .find = MQ_FORM_SET(.name = "exploration token", .ids = t->find_id[0],
                            .stride = MQ_ID_SIZE, .count = ML_SPACES,
                            .unfit = "mlem.check.finds"),
        .mission = MQ_FORM_IDS("mission", t->mission, t->missions, 1, 0),
        .ufo = MQ_FORM_SET(.name = "points of UFO token",
                           .numbers = t->ufo_points, .count = t->ufos,
                           .no_id = "mlem.read.ufo", .unfit = "mlem.read.ufos"),
    };

    w.token.unfit = "mlem.check.token";
    w.mission.unfit = "mlem.check.box";
    walk_head(&w);
    if (!f->r.failed) {
        walk_parts(&w);
    }
}

const struct mq_form_kind mq__ml_form = {
    .walk = walk,
    .derive = derive,
    .no_id = "mlem.read.id",
    .no_seat = "mlem.read.seat",
    .players = "mlem.read.players",
};
