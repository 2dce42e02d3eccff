/* Reading positions. Values are taken as they come; what doesn't fit together
 * is left to mq__mlem_check, except what a state can't hold. What follows from
 * the rest (mq__mlem_derived) is computed where it is absent. */
#include "core/json.h"

#include "games/mlem/rules.h"

#include <stdio.h>
#include <string.h>

struct reader {
    const struct mlem_tables *t;
    struct mlem_state *st;
    struct mq_reader r;
    uint8_t gone[MLEM_MAX_TOKENS];
};

/* A child that is there and not null. */
static const struct mq_json *given(struct reader *j,
                                   struct mq_read_object *object,
                                   const char *key)
{
    const struct mq_json *node = mq__read_optional(&j->r, object, key);

    return node != NULL && node->kind != MQ_JSON_NULL ? node : NULL;
}

/* A seat of this match at a word; fails where there is none such. */
static int seat_in(struct reader *j, struct mq_read_object *object,
                   const char *key)
{
    int seat = mq__read_word(&j->r, object, key, mq__mlem_seats);

    if (seat >= j->st->players) {
        mq__read_fail(&j->r, key, "mlem.read.seat", "i", j->st->players);
        return 0;
    }
    return seat;
}

/* The same, but null or nothing gives -1. */
static int seat_or_none(struct reader *j, struct mq_read_object *object,
                        const char *key)
{
    return given(j, object, key) != NULL ? seat_in(j, object, key) : -1;
}

/* Puts an astronaut somewhere; it must not be anywhere yet. */
static void put(struct reader *j, const char *key, int seat, int astronaut,
                int place)
{
    struct mlem_state *st = j->st;

    if (j->r.failed) {
        return;
    }
    if (st->place[seat][astronaut] != MLEM_NOWHERE ||
        st->crew[seat] == astronaut + 1) {
        mq__read_fail(&j->r, key, "mlem.read.twice", "pw", seat,
                      mq__mlem_astronauts[astronaut]);
        return;
    }
    st->place[seat][astronaut] = (uint8_t)place;
    if (place >= MLEM_MOON) {
        st->taken |= UINT32_C(1) << (place - MLEM_MOON);
    }
}

static void read_astronaut(struct reader *j, const struct mq_read_item *at,
                           int place)
{
    struct mq_read_object o;

    if (mq__read_item_object(&j->r, at, &o)) {
        int seat = seat_in(j, &o, "player");
        int i = mq__read_word(&j->r, &o, "astronaut", mq__mlem_astronauts);

        put(j, NULL, seat, i, place);
        mq__read_done(&j->r, &o);
    }
}

/* Walks an array child: item(j, at, argument) for each. */
static void read_list(struct reader *j, struct mq_read_object *object,
                      const char *key, int most,
                      void (*item)(struct reader *j,
                                   const struct mq_read_item *at, int argument),
                      int argument)
{
    const struct mq_json *list = mq__read_array(&j->r, object, key, most);
    struct mq_read_item at = {key, 0, list != NULL ? list->first : NULL};

    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        item(j, &at, argument);
        at.index++;
    }
}

static void read_options(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "options", &o)) {
        for (int i = 0; i < MLEM_OPTION_START; i++) {
            bool on = mq__read_bool(&j->r, &o, mq__mlem_options[i]);

            j->st->variants |= (uint8_t)(on << i);
        }
        mq__read_done(&j->r, &o);
    }
}

/* How many players: the keys of `players` are P1, P2 … */
static void count_players(struct reader *j, const struct mq_json *node)
{
    int n = 0;

    if (node == NULL || node->kind != MQ_JSON_OBJECT) {
        return; /* reported where it is read */
    }
    while (n < MLEM_SEATS && mq__json_get(node, mq__mlem_seats[n]) != NULL) {
        n++;
    }
    j->st->players = (uint8_t)n;
    if (n < 2) {
        mq__read_fail(&j->r, "players", "mlem.read.players", "i", MLEM_SEATS);
    }
}

static int find_id(const char *text, const char *ids, size_t stride, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(ids + (size_t)i * stride, text) == 0) {
            return i;
        }
    }
    return -1;
}

static void fail_id(struct reader *j, const struct mq_read_item *at)
{
    char key[32];

    snprintf(key, sizeof(key), "%s[%d]", at->key, at->index);
    mq__read_fail(&j->r, at->index < 0 ? at->key : key, "mlem.read.id", "t",
                  at->node->kind == MQ_JSON_STRING ? at->node->text : "");
}

/* The index of a text in a list of ids; fails where it isn't there. */
static int id_at(struct reader *j, const struct mq_read_item *at,
                 const char *ids, size_t stride, int count)
{
    int i = at->node->kind == MQ_JSON_STRING
                ? find_id(at->node->text, ids, stride, count)
                : -1;

    if (i < 0) {
        fail_id(j, at);
        return 0;
    }
    return i;
}

static int token_at(struct reader *j, const struct mq_read_item *at)
{
    return id_at(j, at, j->t->token[0].id, sizeof(j->t->token[0]),
                 j->t->tokens);
}

static void read_gone(struct reader *j, const struct mq_read_item *at,
                      int argument)
{
    (void)argument;
    j->gone[token_at(j, at)]++;
}

static void read_pile(struct reader *j, const struct mq_read_item *at,
                      int argument)
{
    (void)argument;
    j->st->token_pile[token_at(j, at)]++;
}

/* The pile follows from what is gone; where it is given they must agree. */
static void fill_token_pile(struct reader *j, bool pile_given)
{
    for (int i = 0; i < j->t->tokens && !j->r.failed; i++) {
        int left = j->t->token[i].count - j->gone[i] - (j->st->token == i + 1);

        if (left < 0 || (pile_given && left != j->st->token_pile[i])) {
            mq__read_fail(&j->r, NULL, "mlem.read.tokens", "t",
                          j->t->token[i].id);
            return;
        }
        j->st->token_pile[i] = (uint8_t)left;
    }
}

static void read_tokens(struct reader *j, struct mq_read_object *o)
{
    const struct mq_json *token = given(j, o, "token");
    bool pile_given;

    if (token != NULL) {
        struct mq_read_item at = {"token", -1, token};

        j->st->token = (uint8_t)(token_at(j, &at) + 1);
    }
    read_list(j, o, "gone", 255, read_gone, 0);
    pile_given = given(j, o, "pile") != NULL;
    if (pile_given) {
        read_list(j, o, "pile", 255, read_pile, 0);
    }
    fill_token_pile(j, pile_given);
}

static void read_expedition(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "expedition", &o)) {
        return;
    }
    int starter = seat_or_none(j, &o, "starter");

    if ((starter >= 0) != mlem_has_starter(j->st->step)) {
        mq__read_fail(&j->r, "starter", "mlem.read.starter", "w",
                      mq__mlem_steps[j->st->step]);
    }
    j->st->starter = (uint8_t)(starter >= 0 ? starter : 0);
    if ((j->st->variants & MLEM_UFO) != 0) {
        read_tokens(j, &o);
    }
    mq__read_done(&j->r, &o);
}

/* One of the crew; `place` is how far the rocket order has come. */
static void read_crew_member(struct reader *j, const struct mq_read_item *at,
                             int *place)
{
    struct mlem_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_item_object(&j->r, at, &o)) {
        return;
    }
    int seat = seat_in(j, &o, "player");
    int i = mq__read_word(&j->r, &o, "astronaut", mq__mlem_astronauts);
    bool used =
        given(j, &o, "used") != NULL && mq__read_bool(&j->r, &o, "used");

    if (!j->r.failed && mlem_place_of(st, seat) < *place) {
        mq__read_fail(&j->r, NULL, "mlem.read.crew-order", "p", st->starter);
    }
    if (used && i != MLEM_PIP) {
        mq__read_fail(&j->r, "used", "mlem.read.used", "");
    }
    put(j, NULL, seat, i, MLEM_NOWHERE);
    mq__read_done(&j->r, &o);
    if (!j->r.failed) {
        *place = mlem_place_of(st, seat) + 1;
        st->crew[seat] = (uint8_t)(i + 1);
        st->aboard |= (uint8_t)(1u << seat);
        st->pips |= (uint8_t)(i == MLEM_PIP && !used ? 1u << seat : 0);
    }
}

static void read_rocket(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;
    int place = 0;

    if (!mq__read_inner(&j->r, top, "rocket", &o)) {
        return;
    }
    j->st->space = (uint8_t)mq__read_int(&j->r, &o, "space", 0, MLEM_DEEP);
    if (given(j, &o, "comet") != NULL) {
        j->st->comet = mq__read_bool(&j->r, &o, "comet");
    }
    const struct mq_json *crew =
        mq__read_array(&j->r, &o, "crew", j->st->players);
    struct mq_read_item at = {"crew", 0, crew != NULL ? crew->first : NULL};

    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        read_crew_member(j, &at, &place);
        at.index++;
    }
    mq__read_done(&j->r, &o);
}

static void read_die(struct reader *j, const struct mq_read_item *at,
                     int argument)
{
    int face = MLEM_AFTERBURNER;

    (void)argument;
    if (at->node->kind != MQ_JSON_STRING || strcmp(at->node->text, "A") != 0) {
        face = mq__read_item_int(&j->r, at, 1, 4) - 1;
    }
    j->st->roll = (uint16_t)(j->st->roll + (1u << 3 * face));
}

static void read_dice(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "dice", &o)) {
        j->st->dice =
            (uint8_t)mq__read_int(&j->r, &o, "available", 0, MLEM_MAX_DICE);
        read_list(j, &o, "rolled", MLEM_MAX_DICE, read_die, 0);
        mq__read_done(&j->r, &o);
    }
}

static void read_goals(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "goals", &o)) {
        for (int goal = 0; goal < MLEM_GOALS; goal++) {
            int seat = seat_or_none(j, &o, mq__mlem_goals[goal]);

            j->st->goal[goal] = (uint8_t)(seat + 1);
        }
        mq__read_done(&j->r, &o);
    }
}

static void read_moon(struct reader *j, const struct mq_read_item *at,
                      int first)
{
    if (at->node->kind != MQ_JSON_NULL) {
        read_astronaut(j, at, MLEM_MOON + first + at->index);
    }
}

static void read_moons(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;
    const struct mlem_tables *t = j->t;

    if (!mq__read_inner(&j->r, top, "moons", &o)) {
        return;
    }
    for (int moon = 0; moon < t->moons && !j->r.failed;) {
        int first = moon, space = t->moon_space[moon];
        char key[4];

        while (moon < t->moons && t->moon_space[moon] == space) {
            moon++;
        }
        snprintf(key, sizeof(key), "%d", space % 100);
        read_list(j, &o, key, moon - first, read_moon, first);
        const struct mq_json *list = mq__json_get(o.node, key);

        if (!j->r.failed && list->count != moon - first) {
            mq__read_fail(&j->r, key, "mlem.read.moons", "i", moon - first);
        }
    }
    mq__read_done(&j->r, &o);
}

/* One player's row on a planet. */
static void read_row(struct reader *j, const struct mq_read_item *at,
                     int planet)
{
    struct mlem_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_item_object(&j->r, at, &o)) {
        return;
    }
    int seat = seat_in(j, &o, "player");
    const struct mq_json *list =
        mq__read_array(&j->r, &o, "astronauts", MLEM_ASTRONAUTS);
    struct mq_read_item one = {"astronauts", 0,
                               list != NULL ? list->first : NULL};

    if (!j->r.failed && one.node == NULL) {
        mq__read_fail(&j->r, "astronauts", "mlem.read.empty-row", "");
    }
    for (; one.node != NULL && !j->r.failed; one.node = one.node->next) {
        int i = mq__read_item_word(&j->r, &one, mq__mlem_astronauts);

        put(j, "astronauts", seat, i, MLEM_PLANET + planet);
        one.index++;
    }
    for (unsigned order = st->order[planet]; order != 0; order >>= 3) {
        if ((int)(order & 7) == seat + 1) {
            mq__read_fail(&j->r, "player", "mlem.read.second-row", "p", seat);
        }
    }
    mq__read_done(&j->r, &o);
    st->order[planet] |= (uint16_t)((unsigned)(seat + 1) << 3 * at->index);
}

static void read_planets(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "planets", &o)) {
        return;
    }
    for (int planet = 0; planet < j->t->planets && !j->r.failed; planet++) {
        char key[4];

        snprintf(key, sizeof(key), "%d", (planet + 1) % 100);
        read_list(j, &o, key, j->st->players, read_row, planet);
    }
    mq__read_done(&j->r, &o);
}

static int find_at(struct reader *j, const struct mq_read_item *at)
{
    int space = id_at(j, at, j->t->find_id[0], MQ_ID_SIZE, MLEM_SPACES);

    if (!j->r.failed && j->t->find[space] == MLEM_NO_FIND) {
        fail_id(j, at);
    }
    return space;
}

/* A list of exploration tokens into a mask; a token can't lie in two. */
static uint32_t read_finds(struct reader *j, struct mq_read_object *object,
                           const char *key)
{
    const struct mq_json *list =
        mq__read_array(&j->r, object, key, MLEM_SPACES);
    struct mq_read_item at = {key, 0, list != NULL ? list->first : NULL};
    uint32_t finds = 0;

    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        int space = find_at(j, &at);
        uint32_t bit = UINT32_C(1) << space;

        if (!j->r.failed && (finds & bit) != 0) {
            mq__read_fail(&j->r, key, "mlem.read.find-twice", "t",
                          j->t->find_id[space]);
        }
        finds |= bit;
        at.index++;
    }
    return finds;
}

/* UFO tokens by their points, as a mask. */
static unsigned read_ufos(struct reader *j, struct mq_read_object *object,
                          const char *key)
{
    const struct mq_json *list =
        mq__read_array(&j->r, object, key, MLEM_MAX_UFO);
    struct mq_read_item at = {key, 0, list != NULL ? list->first : NULL};
    unsigned held = 0;

    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        int points = mq__read_item_int(&j->r, &at, 0, 99);
        unsigned bit = 0;

        for (int i = 0; i < j->t->ufos; i++) {
            bit |= j->t->ufo_points[i] == points ? 1u << i : 0;
        }
        if (!j->r.failed && (bit == 0 || (held & bit) != 0)) {
            mq__read_fail(&j->r, key, "mlem.read.ufo", "i", points);
        }
        held |= bit;
        at.index++;
    }
    return held;
}

/* A mission: index + 1, or MQ_UNKNOWN for "?". */
static uint8_t mission_at(struct reader *j, const struct mq_read_item *at)
{
    if (at->node->kind == MQ_JSON_STRING && strcmp(at->node->text, "?") == 0) {
        return MQ_UNKNOWN;
    }
    return (uint8_t)(1 + id_at(j, at, j->t->mission[0].id,
                               sizeof(j->t->mission[0]), j->t->missions));
}

static void read_mission(struct reader *j, const struct mq_read_item *at,
                         int seat)
{
    uint8_t *mission = j->st->mission[seat];
    uint8_t one = mission_at(j, at);
    int i = at->index;

    for (; i > 0 && mission[i - 1] > one; i--) { /* in table order */
        mission[i] = mission[i - 1];
    }
    mission[i] = one;
}

static void read_hand(struct reader *j, struct mq_read_object *o, int seat)
{
    const struct mq_json *returned = given(j, o, "returned");

    read_list(j, o, "missions", MLEM_DEALT, read_mission, seat);
    if (returned == NULL || j->r.failed) {
        return;
    }
    if (j->st->mission[seat][MLEM_KEPT - 1] == 0 ||
        j->st->mission[seat][MLEM_KEPT] != 0) {
        mq__read_fail(&j->r, "missions", "mlem.read.kept", "i", MLEM_KEPT);
        return;
    }
    j->st->mission[seat][MLEM_KEPT] =
        mission_at(j, &(struct mq_read_item){"returned", -1, returned});
    j->st->returned |= (uint8_t)(1u << seat);
}

static void read_board_item(struct reader *j, const struct mq_read_item *at,
                            int seat)
{
    int i = mq__read_item_word(&j->r, at, mq__mlem_astronauts);

    j->st->board[seat] |= (uint8_t)(1u << i);
}

/* The board follows from where the others are. */
static void read_board(struct reader *j, struct mq_read_object *o, int seat)
{
    if (given(j, o, "board") != NULL) {
        read_list(j, o, "board", MLEM_ASTRONAUTS, read_board_item, seat);
        return;
    }
    for (int i = 0; i < MLEM_ASTRONAUTS; i++) {
        if (j->st->place[seat][i] == MLEM_NOWHERE &&
            j->st->crew[seat] != i + 1) {
            j->st->board[seat] |= (uint8_t)(1u << i);
        }
    }
}

static void read_player(struct reader *j, struct mq_read_object *players,
                        int seat)
{
    struct mlem_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, players, mq__mlem_seats[seat], &o)) {
        return;
    }
    read_board(j, &o, seat);
    if ((st->variants & MLEM_UFO) != 0) {
        st->ufo_held[seat] = (uint8_t)read_ufos(j, &o, "ufo");
    }
    if ((st->variants & MLEM_EXPLORATION) != 0) {
        st->find_held[seat] = read_finds(j, &o, "explored");
    }
    if ((st->variants & MLEM_SECRET) != 0) {
        read_hand(j, &o, seat);
    }
    mq__read_done(&j->r, &o);
}

static void read_players(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "players", &o)) {
        for (int seat = 0; seat < j->st->players; seat++) {
            read_player(j, &o, seat);
        }
        mq__read_done(&j->r, &o);
    }
}

static void read_ufo(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;
    unsigned all = (1u << j->t->ufos) - 1;

    if (!mq__read_inner(&j->r, top, "ufo", &o)) {
        return;
    }
    j->st->ufo = (uint8_t)mq__read_int(&j->r, &o, "space", 0, MLEM_DEEP);
    if (given(j, &o, "tokens") != NULL &&
        read_ufos(j, &o, "tokens") != (all & ~mlem_ufos_held(j->st))) {
        mq__read_fail(&j->r, "tokens", "mlem.read.ufos", "");
    }
    mq__read_done(&j->r, &o);
}

static void read_exploration(struct reader *j, struct mq_read_object *top)
{
    struct mlem_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "exploration", &o)) {
        return;
    }
    st->find_mat = read_finds(j, &o, "mat");
    st->find_used = read_finds(j, &o, "used");
    if (given(j, &o, "pile") != NULL) {
        st->find_pile = read_finds(j, &o, "pile");
    } else {
        st->find_pile = j->t->finds & ~(st->find_mat | st->find_used);
        for (int seat = 0; seat < st->players; seat++) {
            st->find_pile &= ~st->find_held[seat];
        }
    }
    mq__read_done(&j->r, &o);
}

static void read_box_item(struct reader *j, const struct mq_read_item *at,
                          int argument)
{
    int kind = id_at(j, at, j->t->mission[0].id, sizeof(j->t->mission[0]),
                     j->t->missions);

    (void)argument;
    j->st->mission_box[kind]++;
}

/* How many of a kind of mission the players are known to have. */
static int missions_held(const struct mlem_state *st, int kind)
{
    int n = 0;

    for (int seat = 0; seat < st->players; seat++) {
        for (int i = 0; i < MLEM_DEALT; i++) {
            n += st->mission[seat][i] == kind + 1;
        }
    }
    return n;
}

static void fill_box(struct reader *j)
{
    for (int kind = 0; kind < j->t->missions; kind++) {
        int left = j->t->mission[kind].count - missions_held(j->st, kind);

        if (left < 0) {
            mq__read_fail(&j->r, NULL, "mlem.read.missions", "t",
                          j->t->mission[kind].id);
            return;
        }
        j->st->mission_box[kind] = (uint8_t)left;
    }
}

static void read_box(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "missions", &o)) {
        return;
    }
    if (given(j, &o, "box") != NULL) {
        read_list(j, &o, "box", 255, read_box_item, 0);
    } else {
        fill_box(j);
    }
    mq__read_done(&j->r, &o);
}

static void read_variants(struct reader *j, struct mq_read_object *top)
{
    if ((j->st->variants & MLEM_UFO) != 0) {
        read_ufo(j, top);
    }
    if ((j->st->variants & MLEM_EXPLORATION) != 0) {
        read_exploration(j, top);
    }
    if ((j->st->variants & MLEM_SECRET) != 0) {
        read_box(j, top);
    }
}

/* Who decides where the position doesn't say. */
static int expected_turn(const struct mlem_tables *t,
                         const struct mlem_state *st)
{
    if (st->step == MLEM_STEP_BOARD) {
        return mlem_seat_at(st, __builtin_popcount(st->aboard) % st->players);
    }
    for (int place = 0; place < st->players; place++) {
        int seat = mlem_seat_at(st, place);

        if (st->crew[seat] != 0 &&
            (st->step != MLEM_STEP_LAND || mlem_can_land(t, st, seat))) {
            return seat;
        }
    }
    return st->starter;
}

/* MISSIONS: the first seat without any. */
static int next_dealt(const struct mlem_state *st)
{
    int seat = 0;

    while (seat < st->players - 1 && st->mission[seat][0] != 0) {
        seat++;
    }
    return seat;
}

static void read_turn(struct reader *j, struct mq_read_object *top)
{
    struct mlem_state *st = j->st;
    int turn = seat_or_none(j, top, "turn");

    if (j->r.failed) {
        return;
    }
    if (turn >= 0 && !mlem_has_turn(st->step)) {
        mq__read_fail(&j->r, "turn", "mlem.read.turn", "w",
                      mq__mlem_steps[st->step]);
    } else if (st->step == MLEM_STEP_MISSIONS) {
        st->turn = (uint8_t)next_dealt(st);
    } else if (mlem_has_turn(st->step)) {
        st->turn = (uint8_t)(turn >= 0 ? turn : expected_turn(j->t, st));
    }
}

static void read_top(struct reader *j, struct mq_read_object *top,
                     const char *id)
{
    mq__read_game(&j->r, top, id);
    count_players(j, mq__json_get(top->node, "players"));
    read_options(j, top);
    j->st->step = (uint8_t)mq__read_word(&j->r, top, "step", mq__mlem_steps);
    read_expedition(j, top);
    read_rocket(j, top);
    read_dice(j, top);
    j->st->failures =
        (uint8_t)mq__read_int(&j->r, top, "failures", 0, j->t->figure.failures);
    read_goals(j, top);
    read_moons(j, top);
    read_planets(j, top);
    read_list(j, top, "comet", MLEM_SEATS * MLEM_ASTRONAUTS, read_astronaut,
              MLEM_COMET);
    read_list(j, top, "galaxy", MLEM_SEATS * MLEM_ASTRONAUTS, read_astronaut,
              MLEM_GALAXY);
    read_players(j, top);
    read_variants(j, top);
    read_turn(j, top);
}

enum mq_status mq__mlem_read_position(const struct mq_game *g,
                                      const struct mq_json *node, void *state,
                                      struct mq_error *error)
{
    struct reader j = {.t = mlem_tables(g), .st = state};
    struct mq_error local = {0};
    struct mq_read_object top;

    error = error != NULL ? error : &local;
    memset(state, 0, sizeof(*j.st));
    mq__reader_init(&j.r, "position", error);
    if (mq__read_object(&j.r, node, &top)) {
        read_top(&j, &top, g->id);
        mq__read_done(&j.r, &top);
    }
    return j.r.failed ? error->status : mq__mlem_check(g, state, error);
}
