/* Reading positions. Values are taken as they come; what doesn't fit together
 * is left to mq__lo_check, except what a state can't hold. What follows from
 * the rest (mq__lo_derived) is computed; where it is given it must agree.
 */
#include "games/liftoff/rules.h"

#include "core/json.h"

#include <stdio.h>

struct reader {
    const struct lo_tables *t;
    struct lo_state *st;
    struct mq_reader r;
};

enum pile { SPECIALIST, MISSION, OBJECTIVE };

/* A child that is there and not null. */
static const struct mq_json *given(struct reader *j,
                                   struct mq_read_object *object,
                                   const char *key)
{
    const struct mq_json *node = mq__read_optional(&j->r, object, key);

    return node != NULL && node->kind != MQ_JSON_NULL ? node : NULL;
}

static int find_id(const struct lo_tables *t, enum pile pile, const char *text)
{
    const char *ids = pile == SPECIALIST ? t->specialist[0].id
                      : pile == MISSION  ? t->mission[0].id
                                         : t->objective[0].id;
    size_t stride = pile == SPECIALIST ? sizeof(t->specialist[0])
                    : pile == MISSION  ? sizeof(t->mission[0])
                                       : sizeof(t->objective[0]);
    int count = pile == SPECIALIST ? t->specialists
                : pile == MISSION  ? t->missions
                                   : t->objectives;

    for (int i = 0; i < count; i++) {
        if (strcmp(ids + (size_t)i * stride, text) == 0) {
            return i;
        }
    }
    return -1;
}

/* The card a node names, or MQ_UNKNOWN for `?`; fails where it is none. */
static int card_at(struct reader *j, const struct mq_read_item *at,
                   enum pile pile)
{
    const char *text = at->node->kind == MQ_JSON_STRING ? at->node->text : "";
    int card = strcmp(text, "?") == 0 ? MQ_UNKNOWN : find_id(j->t, pile, text);
    char key[48];

    if (card < 0) {
        snprintf(key, sizeof(key), "%s[%d]", at->key, at->index);
        mq__read_fail(&j->r, at->index < 0 ? at->key : key, "liftoff.read.id",
                      "t", text);
        return 0;
    }
    return card;
}

/* The same where nothing is hidden. */
static int open_card_at(struct reader *j, const struct mq_read_item *at,
                        enum pile pile)
{
    int card = card_at(j, at, pile);

    if (card == MQ_UNKNOWN) {
        mq__read_fail(&j->r, at->key, "liftoff.read.open", "");
        return 0;
    }
    return card;
}

/* Walks an array child: item(j, at, to) for each. */
static void read_list(struct reader *j, struct mq_read_object *object,
                      const char *key, int most,
                      void (*item)(struct reader *j,
                                   const struct mq_read_item *at, void *to),
                      void *to)
{
    const struct mq_json *list = mq__read_array(&j->r, object, key, most);
    struct mq_read_item at = {key, 0, list != NULL ? list->first : NULL};

    for (; at.node != NULL && !j->r.failed; at.node = at.node->next) {
        item(j, &at, to);
        at.index++;
    }
}

/* Items: each adds one card to what `to` points at. */

static void add_specialist_count(struct reader *j,
                                 const struct mq_read_item *at, void *to)
{
    uint8_t *counts = to;

    counts[open_card_at(j, at, SPECIALIST)]++;
}

static void add_mask(struct reader *j, const struct mq_read_item *at, void *to)
{
    uint32_t *mask = to;
    int kind = open_card_at(j, at, MISSION);

    if (mask[1] >> kind & 1) {
        mq__read_fail(&j->r, at->key, "liftoff.read.three", "w",
                      j->t->mission[kind].id);
        return;
    }
    lo_mask_add(mask, kind);
}

static void add_hand(struct reader *j, const struct mq_read_item *at, void *to)
{
    mq__lo_cards_add(to, card_at(j, at, SPECIALIST), 0);
}

static void add_objective(struct reader *j, const struct mq_read_item *at,
                          void *to)
{
    mq__lo_cards_add(to, card_at(j, at, OBJECTIVE), 0);
}

static void add_sold(struct reader *j, const struct mq_read_item *at, void *to)
{
    struct lo_player *p = to;
    int card = card_at(j, at, OBJECTIVE);
    int i = p->sold_size++;

    for (; i > 0 && p->sold[i - 1] > card; i--) {
        p->sold[i] = p->sold[i - 1];
    }
    p->sold[i] = (uint8_t)card;
}

static void add_drawn(struct reader *j, const struct mq_read_item *at, void *to)
{
    struct lo_state *st = to;
    int kind = card_at(j, at, MISSION);

    st->drawn_size++;
    if (kind == MQ_UNKNOWN) {
        st->drawn_hidden++;
    } else {
        st->drawn[kind]++;
    }
}

static void add_loaded(struct reader *j, const struct mq_read_item *at,
                       void *to)
{
    struct lo_state *st = to;

    st->loaded[st->loaded_size++] = (uint8_t)open_card_at(j, at, MISSION);
}

static void add_kept(struct reader *j, const struct mq_read_item *at, void *to)
{
    struct lo_state *st = to;
    int kind = open_card_at(j, at, MISSION);
    int i = st->kept_size++;

    for (; i > 0 && st->kept[i - 1] > kind; i--) {
        st->kept[i] = st->kept[i - 1];
    }
    st->kept[i] = (uint8_t)kind;
}

/* A played card: an object, or its word alone, not used. */
static void add_played(struct reader *j, const struct mq_read_item *at,
                       void *to)
{
    struct lo_player *p = to;
    struct mq_read_object o;

    if (at->node->kind == MQ_JSON_STRING) {
        p->played[p->plays++] = (uint8_t)open_card_at(j, at, SPECIALIST);
        return;
    }
    if (mq__read_item_object(&j->r, at, &o)) {
        const struct mq_json *node = mq__read_child(&j->r, &o, "specialist");
        struct mq_read_item card = {"specialist", -1, node};

        p->used[p->plays] = mq__read_bool(&j->r, &o, "used");
        p->played[p->plays++] =
            (uint8_t)(node != NULL ? open_card_at(j, &card, SPECIALIST) : 0);
        mq__read_done(&j->r, &o);
    }
}

/* Marks cards that another seat knows. */
struct knower {
    struct lo_cards *cards;
    enum pile pile;
    int seat;
};

static void mark_known(struct reader *j, const struct mq_read_item *at,
                       void *to)
{
    struct knower *k = to;
    int card = card_at(j, at, k->pile);

    for (int i = 0; i < k->cards->size; i++) {
        if (k->cards->card[i] == card && k->cards->known[i] == 0 &&
            card != MQ_UNKNOWN) {
            k->cards->known[i] = (uint8_t)(k->seat + 1);
            return;
        }
    }
    mq__read_fail(&j->r, at->key, "liftoff.read.known", "t",
                  at->node->kind == MQ_JSON_STRING ? at->node->text : "");
}

static void read_known(struct reader *j, struct mq_read_object *player,
                       const char *key, struct lo_cards *cards, enum pile pile)
{
    struct mq_read_object o;

    if (given(j, player, key) == NULL ||
        !mq__read_inner(&j->r, player, key, &o)) {
        return;
    }
    for (int seat = 0; seat < j->st->players; seat++) {
        struct knower k = {cards, pile, seat};

        if (given(j, &o, mq__lo_seat_words[seat]) != NULL) {
            read_list(j, &o, mq__lo_seat_words[seat], LO_HAND, mark_known, &k);
        }
    }
    mq__read_done(&j->r, &o);
    mq__lo_cards_sort(cards);
}

/* Players. */

static void read_tech(struct reader *j, struct mq_read_object *player,
                      struct lo_player *p)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, player, "tech", &o)) {
        for (int c = 0; c < LO_COLOURS; c++) {
            p->tech[c] = (uint8_t)mq__read_int(
                &j->r, &o, mq__lo_colour_words[c], 0, LO_MAX_TECH);
        }
        mq__read_done(&j->r, &o);
    }
}

static void read_points(struct reader *j, struct mq_read_object *player,
                        struct lo_player *p)
{
    struct mq_read_object o;

    p->score = mq__read_int(&j->r, player, "score", 0, LO_MAX_SCORE);
    if (given(j, player, "points") == NULL ||
        !mq__read_inner(&j->r, player, "points", &o)) {
        return;
    }
    for (int i = 0; i < LO_SOURCES; i++) {
        p->points[i] = (int16_t)mq__read_int(&j->r, &o, mq__lo_source_words[i],
                                             0, LO_MAX_POINTS);
    }
    mq__read_done(&j->r, &o);
}

static void read_board(struct reader *j, struct mq_read_object *o,
                       struct lo_player *p)
{
    const struct lo_tables *t = j->t;

    read_points(j, o, p);
    p->money = (int16_t)mq__read_int(&j->r, o, "money", 0, LO_MAX_MONEY);
    p->income = (uint8_t)mq__read_int(&j->r, o, "income", t->income.low,
                                      t->income.high);
    p->lab = (uint8_t)mq__read_int(&j->r, o, "lab", 1, LO_LEVELS);
    p->capacity =
        (uint8_t)mq__read_int(&j->r, o, "capacity", 0, t->capacity.high);
    p->propulsion =
        (uint8_t)mq__read_int(&j->r, o, "propulsion", 0, t->propulsion.high);
    read_tech(j, o, p);
    p->invested =
        (uint8_t)mq__read_int(&j->r, o, "invested", 0, LO_MAX_INVESTED);
}

static void read_commit(struct reader *j, struct mq_read_object *o,
                        struct lo_player *p)
{
    const struct mq_json *node = given(j, o, "commit");
    struct mq_read_item at = {"commit", -1, node};

    if (node != NULL) {
        int card = card_at(j, &at,
                           j->st->step < LO_STEP_DEAL ? OBJECTIVE : SPECIALIST);

        p->commit = (uint8_t)(card == MQ_UNKNOWN ? card : card + 1);
    }
}

static void read_secrets(struct reader *j, struct mq_read_object *o,
                         struct lo_player *p)
{
    read_list(j, o, "hand", LO_HAND, add_hand, &p->hand);
    read_known(j, o, "hand_known", &p->hand, SPECIALIST);
    read_list(j, o, "objectives", LO_HAND, add_objective, &p->objective);
    read_known(j, o, "objectives_known", &p->objective, OBJECTIVE);
    read_list(j, o, "sold", LO_HAND, add_sold, p);
    read_commit(j, o, p);
}

/* Own missions by level; the masks are read. */
static void count_levels(const struct lo_tables *t, struct lo_player *p)
{
    for (int i = 0; i < t->missions; i++) {
        int level = t->mission[i].level;
        int space = lo_in_space(p, i);

        p->in_space[level] = (uint8_t)(p->in_space[level] + space);
        p->own[level] = (uint8_t)(p->own[level] + space + lo_on_earth(p, i));
    }
}

/* Lists that only the player in turn may have something in. */
static void read_turn_lists(struct reader *j, struct mq_read_object *o,
                            int seat)
{
    struct lo_state *st = j->st;
    bool drawer = (st->step == LO_STEP_DRAW || st->step == LO_STEP_TAKE) &&
                  seat == st->turn;
    bool loader = st->step == LO_STEP_PREPARE && seat == st->turn;

    read_list(j, o, "drawn", drawer ? 250 : 0, add_drawn, st);
    read_list(j, o, "loaded", loader ? LO_MAX_LOAD : 0, add_loaded, st);
}

static void read_player(struct reader *j, struct mq_read_object *players,
                        int seat)
{
    struct lo_player *p = &j->st->player[seat];
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, players, mq__lo_seat_words[seat], &o)) {
        return;
    }
    read_board(j, &o, p);
    read_secrets(j, &o, p);
    read_list(j, &o, "played", LO_PLAYS, add_played, p);
    p->lab_symbol = mq__read_bool(&j->r, &o, "lab_symbol_used");
    p->lab_boost = mq__read_bool(&j->r, &o, "lab_boost_used");
    read_list(j, &o, "earth", LO_LEVELS * LO_OF_LEVEL, add_mask, p->earth);
    read_list(j, &o, "space", LO_LEVELS * LO_OF_LEVEL, add_mask, p->space);
    read_turn_lists(j, &o, seat);
    p->sent = (uint8_t)mq__read_int(&j->r, &o, "sent", 0, LO_MAX_SENT);
    p->launches = (uint8_t)mq__read_int(&j->r, &o, "launches", 0, LO_LAUNCHES);
    count_levels(j->t, p);
    if (given(j, &o, "weight") != NULL) {
        mq__read_int(&j->r, &o, "weight", lo_weight(j->t, p),
                     lo_weight(j->t, p));
    }
    if (given(j, &o, "cost") != NULL) {
        mq__read_int(&j->r, &o, "cost", lo_cost(j->t, p), lo_cost(j->t, p));
    }
    mq__read_done(&j->r, &o);
}

/* How many players: the keys of `players` are P1, P2 … */
static void count_players(struct reader *j, const struct mq_json *node)
{
    int n = 0;

    while (n < LO_MAX_PLAYERS && node != NULL &&
           mq__json_get(node, mq__lo_seat_words[n]) != NULL) {
        n++;
    }
    j->st->players = (uint8_t)n;
    if (n < 2) {
        mq__read_fail(&j->r, "players", "liftoff.read.players", "");
    }
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

/* What is under way. */

static void read_act(struct reader *j, struct mq_read_object *top)
{
    const struct lo_player *p = &j->st->player[j->st->turn];
    const struct lo_specialist *card;
    struct mq_read_object o, steps;

    if (j->r.failed || given(j, top, "act") == NULL || p->plays == 0 ||
        !mq__read_inner(&j->r, top, "act", &o)) {
        return;
    }
    card = &j->t->specialist[mq__lo_card(j->st)];
    if (mq__read_inner(&j->r, &o, "steps", &steps)) {
        for (int i = 0; i < card->boxes; i++) {
            j->st->act_steps[i] = (uint8_t)mq__read_int(
                &j->r, &steps, mq__lo_box_words[card->box[i]], 0,
                j->t->box[card->box[i]].steps);
        }
        mq__read_done(&j->r, &steps);
    }
    if (given(j, &o, "box") != NULL) {
        int box = mq__read_word(&j->r, &o, "box", mq__lo_box_words);

        for (int i = 0; i < card->boxes; i++) {
            j->st->act_box =
                card->box[i] == box ? (uint8_t)(i + 1) : j->st->act_box;
        }
    }
    mq__read_done(&j->r, &o);
}

static void read_mission(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "mission", &o)) {
        return;
    }
    j->st->deck = (uint8_t)mq__read_int(&j->r, &o, "deck", 1, LO_LEVELS);
    read_list(j, &o, "kept", LO_HAND, add_kept, j->st);
    if (!j->r.failed && given(j, &o, "keep") != NULL) {
        int keep = mq__lo_to_keep(j->t, j->st);

        mq__read_int(&j->r, &o, "keep", keep, keep);
    }
    mq__read_done(&j->r, &o);
}

/* A used card with that word, the last one: of two equal cards the first is
 * used first. `taken` are slots named already. */
static int used_slot(const struct lo_player *p, int card, int taken)
{
    for (int i = p->plays - 1; i >= 0; i--) {
        if (p->played[i] == card && p->used[i] && (taken >> i & 1) == 0) {
            return i;
        }
    }
    return -1;
}

static void add_boost(struct reader *j, const struct mq_read_item *at, void *to)
{
    struct lo_state *st = to;
    int slot = LO_PLAYS;

    if (at->node->kind != MQ_JSON_STRING ||
        strcmp(at->node->text, "lab") != 0) {
        slot = used_slot(&st->player[st->turn], open_card_at(j, at, SPECIALIST),
                         st->boosts);
    }
    if (slot < 0 || (st->boosts >> slot & 1) != 0) {
        mq__read_fail(&j->r, at->key, "liftoff.read.boost", "");
        return;
    }
    st->boosts = (uint8_t)(st->boosts | 1u << slot);
}

static void read_symbol(struct reader *j, struct mq_read_object *o)
{
    const struct mq_json *node = mq__read_child(&j->r, o, "symbol");
    struct mq_read_item at = {"symbol", -1, node};

    if (node == NULL) {
        return;
    }
    if (node->kind == MQ_JSON_STRING && strcmp(node->text, "lab") == 0) {
        j->st->symbol = 1;
    } else {
        j->st->symbol = (uint8_t)(2 + open_card_at(j, &at, SPECIALIST));
    }
}

static void read_launch(struct reader *j, struct mq_read_object *top)
{
    const struct lo_state *st = j->st;
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "launch", &o)) {
        return;
    }
    read_symbol(j, &o);
    read_list(j, &o, "boosts", LO_PLAYS + 1, add_boost, j->st);
    if (!j->r.failed && given(j, &o, "capacity") != NULL) {
        int capacity = mq__lo_capacity(j->t, st);

        mq__read_int(&j->r, &o, "capacity", capacity, capacity);
    }
    if (!j->r.failed && given(j, &o, "price") != NULL) {
        int price = mq__lo_price(j->t, &st->player[st->turn], st->symbol == 1);

        mq__read_int(&j->r, &o, "price", price, price);
    }
    mq__read_done(&j->r, &o);
}

static void read_effect(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "effect", &o)) {
        read_list(j, &o, "pending", LO_MAX_LOAD, add_loaded, j->st);
        j->st->exchanges = (uint8_t)mq__read_int(&j->r, &o, "exchanges", 0, 1);
        mq__read_done(&j->r, &o);
    }
}

/* Parts of other steps may be null. */
static void read_under_way(struct reader *j, struct mq_read_object *top)
{
    static const char *const parts[] = {"act", "mission", "launch", "effect"};
    int step = j->st->step;
    int part = step == LO_STEP_ACT                            ? 0
               : step == LO_STEP_DRAW || step == LO_STEP_TAKE ? 1
               : step == LO_STEP_PREPARE                      ? 2
               : step == LO_STEP_EFFECT                       ? 3
                                                              : -1;

    for (int i = 0; i < 4; i++) {
        if (i != part && given(j, top, parts[i]) != NULL) {
            mq__read_fail(&j->r, parts[i], "liftoff.read.part", "w",
                          mq__lo_step_words[step]);
        }
    }
    switch (part) {
    case 0:
        read_act(j, top);
        break;
    case 1:
        read_mission(j, top);
        break;
    case 2:
        read_launch(j, top);
        break;
    case 3:
        read_effect(j, top);
        break;
    default:
        break;
    }
}

/* The table: station, discards and what follows from the rest. */

static void add_covered(struct reader *j, const struct mq_read_item *at,
                        void *to)
{
    int price = mq__read_item_int(&j->r, at, 0, 99);
    uint8_t *mask = to;

    for (int i = 0; i < j->t->spaces; i++) {
        if (j->t->space[i] == price && (*mask >> i & 1) == 0) {
            *mask = (uint8_t)(*mask | 1u << i);
            return;
        }
    }
    if (!j->r.failed) {
        mq__read_fail(&j->r, at->key, "liftoff.read.space", "i", price);
    }
}

static void read_station(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "station", &o)) {
        return;
    }
    read_list(j, &o, "covered", LO_MAX_SPACES, add_covered, &j->st->station);
    if (!j->r.failed && given(j, &o, "price") != NULL) {
        int price = mq__lo_station_price(j->t, j->st);

        mq__read_int(&j->r, &o, "price", price, price);
    }
    mq__read_done(&j->r, &o);
}

static void add_level(struct reader *j, const struct mq_read_item *at, void *to)
{
    uint8_t *counts = to;
    int kind = open_card_at(j, at, MISSION);

    if (at->key[1] != '1' + j->t->mission[kind].level) {
        mq__read_fail(&j->r, at->key, "liftoff.read.level", "wi",
                      j->t->mission[kind].id, j->t->mission[kind].level + 1);
        return;
    }
    counts[kind]++;
}

static void read_levels(struct reader *j, struct mq_read_object *top,
                        const char *key, uint8_t *counts)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, key, &o)) {
        for (int level = 0; level < LO_LEVELS; level++) {
            static const char *const names[] = {"L1", "L2", "L3", "L4"};

            read_list(j, &o, names[level], 250, add_level, counts);
        }
        mq__read_done(&j->r, &o);
    }
}

/* Decks hold what lies nowhere else; unknown cards stay in the pool. */
static void fill_missions(struct reader *j)
{
    struct lo_state *st = j->st;

    for (int i = 0; i < j->t->missions && !j->r.failed; i++) {
        int left = j->t->mission[i].copies[st->players] -
                   st->mission_discard[i] - st->drawn[i];
        int level = j->t->mission[i].level;

        for (int seat = 0; seat < st->players; seat++) {
            left -= lo_on_earth(&st->player[seat], i) +
                    lo_in_space(&st->player[seat], i);
        }
        if (left < 0) {
            mq__read_fail(&j->r, NULL, "liftoff.read.copies", "wi",
                          j->t->mission[i].id,
                          j->t->mission[i].copies[st->players]);
            return;
        }
        st->mission_deck[i] = (uint8_t)left;
        st->deck_size[level] = (uint8_t)(st->deck_size[level] + left);
        st->discard_size[level] =
            (uint8_t)(st->discard_size[level] + st->mission_discard[i]);
    }
    if (st->deck > 0 && !j->r.failed) {
        if (st->deck_size[st->deck - 1] < st->drawn_hidden) {
            mq__read_fail(&j->r, NULL, "liftoff.read.hidden", "");
            return;
        }
        st->deck_size[st->deck - 1] =
            (uint8_t)(st->deck_size[st->deck - 1] - st->drawn_hidden);
    }
}

static void count_hand(const struct lo_cards *hand, int *left, int *hidden)
{
    for (int i = 0; i < hand->size; i++) {
        if (hand->card[i] == MQ_UNKNOWN) {
            ++*hidden;
        } else {
            left[hand->card[i]]--;
        }
    }
}

static void fill_specialists(struct reader *j)
{
    struct lo_state *st = j->st;
    int left[LO_MAX_SPECIALISTS] = {0};
    int hidden = 0;
    int sum = 0;

    for (int i = 0; i < j->t->specialists; i++) {
        left[i] =
            j->t->specialist[i].copies[st->players] - st->specialist_discard[i];
    }
    for (int seat = 0; seat < st->players; seat++) {
        const struct lo_player *p = &st->player[seat];

        count_hand(&p->hand, left, &hidden);
        for (int i = 0; i < p->plays; i++) {
            left[p->played[i]]--;
        }
    }
    for (int i = 0; i < j->t->specialists; i++) {
        if (left[i] < 0) {
            mq__read_fail(&j->r, NULL, "liftoff.read.copies", "wi",
                          j->t->specialist[i].id,
                          j->t->specialist[i].copies[st->players]);
            return;
        }
        st->specialist_deck[i] = (uint8_t)left[i];
        sum += left[i];
    }
    if (sum < hidden) {
        mq__read_fail(&j->r, NULL, "liftoff.read.hidden", "");
        return;
    }
    st->specialist_size = (uint8_t)(sum - hidden);
}

static void agree(struct reader *j, const char *key,
                  const uint8_t *given_counts, const uint8_t *counts,
                  size_t size)
{
    if (!j->r.failed && memcmp(given_counts, counts, size) != 0) {
        mq__read_fail(&j->r, key, "liftoff.read.deck", "");
    }
}

static void read_specialists(struct reader *j, struct mq_read_object *top)
{
    uint8_t deck[LO_MAX_SPECIALISTS] = {0};
    struct mq_read_object o;

    if (!mq__read_inner(&j->r, top, "specialists", &o)) {
        return;
    }
    read_list(j, &o, "discard", 250, add_specialist_count,
              j->st->specialist_discard);
    if (!j->r.failed) {
        fill_specialists(j);
    }
    if (given(j, &o, "deck") != NULL) {
        read_list(j, &o, "deck", 250, add_specialist_count, deck);
        agree(j, "deck", deck, j->st->specialist_deck, sizeof(deck));
    }
    mq__read_done(&j->r, &o);
}

static void read_decks(struct reader *j, struct mq_read_object *top)
{
    uint8_t deck[LO_MAX_MISSIONS] = {0};

    read_levels(j, top, "discards", j->st->mission_discard);
    fill_missions(j);
    if (given(j, top, "decks") != NULL) {
        read_levels(j, top, "decks", deck);
        agree(j, "decks", deck, j->st->mission_deck, sizeof(deck));
    }
}

static void read_sizes(struct reader *j, struct mq_read_object *top)
{
    static const char *const names[] = {"L1", "L2", "L3", "L4"};
    struct mq_read_object o;

    if (given(j, top, "sizes") == NULL ||
        !mq__read_inner(&j->r, top, "sizes", &o)) {
        return;
    }
    for (int i = 0; i < LO_LEVELS; i++) {
        mq__read_int(&j->r, &o, names[i], j->st->deck_size[i],
                     j->st->deck_size[i]);
    }
    mq__read_int(&j->r, &o, "specialists", j->st->specialist_size,
                 j->st->specialist_size);
    mq__read_done(&j->r, &o);
}

static void read_supply(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (given(j, top, "supply") == NULL ||
        !mq__read_inner(&j->r, top, "supply", &o)) {
        return;
    }
    for (int c = 0; c < LO_COLOURS; c++) {
        int supply = mq__lo_supply(j->t, j->st, c);

        supply = supply > 0 ? supply : 0;
        mq__read_int(&j->r, &o, mq__lo_colour_words[c], supply, supply);
    }
    mq__read_done(&j->r, &o);
}

/* The head: options, round, step, seats. */

static int read_seat(struct reader *j, struct mq_read_object *top,
                     const char *key)
{
    int seat = mq__read_word(&j->r, top, key, mq__lo_seat_words);

    if (seat >= j->st->players) {
        mq__read_fail(&j->r, key, "liftoff.read.seat", "i", j->st->players);
        return 0;
    }
    return seat;
}

static void read_options(struct reader *j, struct mq_read_object *top)
{
    struct mq_read_object o;

    if (mq__read_inner(&j->r, top, "options", &o)) {
        j->st->edition =
            (uint8_t)mq__read_word(&j->r, &o, "edition", mq__lo_edition_words);
        j->st->drawn_option =
            (uint8_t)mq__read_word(&j->r, &o, "drawn", mq__lo_drawn_words);
        mq__read_done(&j->r, &o);
    }
}

static void read_head(struct reader *j, struct mq_read_object *top)
{
    struct lo_state *st = j->st;

    mq__read_game(&j->r, top, "liftoff");
    count_players(j, mq__json_get(top->node, "players"));
    read_options(j, top);
    st->round = (uint8_t)mq__read_int(&j->r, top, "round", 0, LO_ROUNDS);
    st->step = (uint8_t)mq__read_word(&j->r, top, "step", mq__lo_step_words);
    st->direction =
        (uint8_t)mq__read_word(&j->r, top, "direction", mq__lo_direction_words);
    st->phase = st->round > LO_HALF || st->step == LO_STEP_SELL ? 2 : 1;
    if (given(j, top, "phase") != NULL) {
        mq__read_int(&j->r, top, "phase", st->phase, st->phase);
    }
    if (st->step != LO_STEP_START) {
        st->start = (uint8_t)read_seat(j, top, "start");
    } else if (given(j, top, "start") != NULL) {
        mq__read_fail(&j->r, "start", "liftoff.read.start", "");
    }
    if (mq__lo_has_turn(st)) {
        st->turn = (uint8_t)read_seat(j, top, "turn");
    } else {
        mq__read_optional(&j->r, top, "turn"); /* nobody's; any will do */
    }
}

enum mq_status mq__lo_read_position(const struct mq_game *g,
                                    const struct mq_json *node, void *state,
                                    struct mq_error *error)
{
    struct reader j = {.t = lo_tables(g), .st = state};
    struct mq_error local = {0};
    struct mq_read_object top;

    error = error != NULL ? error : &local;
    memset(state, 0, sizeof(struct lo_state));
    mq__reader_init(&j.r, "position", error);
    if (mq__read_object(&j.r, node, &top)) {
        read_head(&j, &top);
        read_station(&j, &top);
        read_players(&j, &top);
        read_under_way(&j, &top);
        read_decks(&j, &top);
        read_specialists(&j, &top);
        read_sizes(&j, &top);
        read_supply(&j, &top);
        mq__read_done(&j.r, &top);
    }
    if (j.r.failed) {
        return error->status;
    }
    return mq__lo_check(g, state, error);
}
