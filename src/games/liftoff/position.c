/* Lift Off: the description of a position (core/form.h).
 * docs/positions-liftoff.md is made from it. */
#include "games/liftoff/rules.h"

#include "core/form.h"

#include <assert.h>

#define NOBODY MQ_UNKNOWN /* a seat that is null */
#define MOST_DRAWN 250

/* What must hold in every position; and what is told when it is read, too. */
#define REQUIRE(holds, key, id)                                                \
    mq_form_require(w->f, holds, key, "liftoff.check." id)
#define EXPECT(holds, key, id, ...)                                            \
    mq_form_expect(w->f, holds, key, "liftoff.read." id, __VA_ARGS__)

static const char *const deck_words[] = {"L1", "L2", "L3", "L4", "specialists"};

struct walk {
    struct lo c;
    struct mq_form *f;
    bool reads;
    uint32_t objectives; /* of the seats that were walked so far */
    struct mq_form_set specialist, mission, objective;
};

static bool setting_up(const struct lo_state *st)
{
    return st->step <= LO_STEP_OBJECTIVE_PASS;
}

static bool drawing(const struct lo_state *st)
{
    return st->step == LO_STEP_DRAW || st->step == LO_STEP_TAKE;
}

/* The head. */

/* Which rounds a step can be in (LO-R2, LO-R3, LO-P1). */
static bool round_fits(const struct lo_state *st)
{
    switch (st->step) {
    case LO_STEP_DEAL:
        return st->round != 1;
    case LO_STEP_SELL:
        return st->round == LO_HALF;
    case LO_STEP_OVER:
        return st->round == LO_ROUNDS;
    default:
        return setting_up(st) == (st->round == 0);
    }
}

/* A seat that is null in the steps without one; there it is passed over. */
static void walk_seat(struct walk *w, const char *key, uint8_t *at, bool there)
{
    if (there || mq__form_lists(w->f)) {
        mq__form_seat(w->f, mq__form_bare(key), at,
                      there ? MQ_FORM_NEVER : NOBODY);
    } else {
        mq_form_null(w->f, key);
    }
}

static void walk_head(struct walk *w)
{
    struct lo_state *st = w->c.st;
    struct mq_form *f = w->f;
    bool asked, starts;

    mq__form_game(f);
    mq__form_players(f, &st->players, 2, LO_MAX_PLAYERS);
    mq__form_open(f, "options");
    mq__form_word(f, "edition", &st->edition, mq__lo_edition_words);
    mq__form_word(f, "drawn", &st->drawn_option, mq__lo_drawn_words);
    mq__form_close(f);
    mq_form_int(f, "round", &st->round, 0, LO_ROUNDS);
    mq_form_int(f, "=phase", &st->phase, 1, 2);
    mq__form_word(f, "step", &st->step, mq__lo_step_words);
    if (f->r.failed) {
        return;
    }
    asked = st->players > 2 && st->round > 0;
    starts = st->step != LO_STEP_START;
    REQUIRE(round_fits(st), "round", "round");
    EXPECT(starts || !mq__form_given(f, "start"), "start", "start", "");
    walk_seat(w, "=start", &st->start, starts);
    mq__form_word(f, "direction", &st->direction, mq__lo_direction_words);
    REQUIRE(st->direction == LO_LEFT || asked, "direction", "direction");
    walk_seat(w, "=turn", &st->turn, lo_has_turn(st));
    REQUIRE(st->step != LO_STEP_DIRECTION || (asked && st->turn == st->start),
            "step", "direction");
}

/* The table. */

/* A 5 that was broken for change may be lacking (LO-T3). */
static int supply_left(struct lo c, int colour)
{
    int cards = mq__lo_supply(c, colour);

    return cards > 0 ? cards : 0;
}

/* LO-I1: of spaces with the same price the first is covered first. */
static void walk_station(struct walk *w)
{
    const struct lo_tables *t = w->c.t;
    struct mq_form_set prices =
        MQ_FORM_SET(.name = "price", .numbers = t->space, .count = t->spaces,
                    .no_id = "liftoff.read.space");
    uint8_t *covered = &w->c.st->station;

    mq__form_open(w->f, "station");
    mq_form_mask(w->f, "covered", covered, &prices);
    for (int i = 0; i + 1 < t->spaces; i++) {
        REQUIRE(t->space[i] != t->space[i + 1] || (*covered >> i & 3) != 2,
                "covered", "station");
    }
    mq_form_show(w->f, "=price", mq__lo_station_price(w->c));
    mq__form_close(w->f);
    mq__form_open(w->f, "=supply");
    for (int i = 0; i < LO_COLOURS; i++) {
        mq_form_show(w->f, mq__lo_colour_words[i], supply_left(w->c, i));
    }
    mq__form_close(w->f);
}

/* Counts by kind are a list for each level. */
static void walk_levels(struct walk *w, const char *key, uint8_t *pile)
{
    const struct lo_tables *t = w->c.t;

    mq__form_open(w->f, key);
    for (int i = 0; mq__form_keys(w->f, deck_words, i, LO_LEVELS); i++) {
        uint8_t counts[LO_MAX_MISSIONS] = {0};

        for (int k = 0; k < t->level_count[i] && !w->reads; k++) {
            counts[t->level_kinds[i][k]] = pile[t->level_kinds[i][k]];
        }
        mq_form_tally(w->f, deck_words[i], counts, &w->mission);
        for (int k = 0; k < t->missions && w->reads; k++) {
            EXPECT(counts[k] == 0 || t->mission[k].level == i, deck_words[i],
                   "level", "wi", t->mission[k].id, t->mission[k].level + 1);
            pile[k] = (uint8_t)(pile[k] + counts[k]);
        }
    }
    mq__form_close(w->f);
    mq__form_holds(w->f, pile, t->missions);
}

/* Deals fill hands to three; two cards a hand are played each round. So the
 * next deal takes what hands lack then, each later one two a player. */
static int cards_needed(const struct lo_state *st)
{
    int deals = (st->phase == 1 ? LO_HALF : LO_ROUNDS) - st->round;
    int lack = 0;

    if (st->step == LO_STEP_SELL) {
        return 0; /* the deck is made anew first */
    }
    if (st->round == 0 || st->step == LO_STEP_DEAL) {
        deals = st->round == 0 ? LO_HALF : deals + 1; /* one is under way */
    } else {
        for (int i = 0; i < st->players && st->step <= LO_STEP_ACT; i++) {
            lack += LO_PLAYS - st->player[i].plays;
        }
    }
    for (int i = 0; i < st->players; i++) {
        lack += LO_HAND - st->player[i].hand.size;
    }
    return deals > 0 ? lack + LO_PLAYS * st->players * (deals - 1) : 0;
}

static void walk_decks(struct walk *w)
{
    struct lo_state *st = w->c.st;
    struct mq_form *f = w->f;

    walk_levels(w, "=decks", st->mission_deck);
    walk_levels(w, "discards", st->mission_discard);
    mq__form_open(f, "specialists");
    mq_form_tally(f, "=deck", st->specialist_deck, &w->specialist);
    REQUIRE(st->specialist_size >= cards_needed(st), "deck", "deal");
    mq_form_tally(f, "discard", st->specialist_discard, &w->specialist);
    mq__form_close(f);
    mq__form_open(f, "=sizes");
    for (int i = 0; mq__form_keys(f, deck_words, i, LO_LEVELS + 1); i++) {
        mq_form_int(f, deck_words[i],
                    i < LO_LEVELS ? &st->deck_size[i] : &st->specialist_size, 0,
                    UINT8_MAX);
    }
    mq__form_close(f);
    mq_form_holds(f, &st->discard_size);
}

/* What is under way in some steps only. */

static void open_part(struct walk *w, const char *key, bool there)
{
    const char *bare = mq__form_bare(key);

    EXPECT(there || !mq__form_given(w->f, bare), bare, "part", "w",
           mq__lo_step_words[w->c.st->step]);
    mq__form_during(w->f, there);
    mq__form_open(w->f, key);
}

static void close_part(struct walk *w)
{
    mq__form_close(w->f);
    mq__form_always(w->f);
}

/* The card in play; NULL: none is. */
static const struct lo_specialist *card_in_play(const struct walk *w)
{
    const struct lo_state *st = w->c.st;
    int plays = st->step == LO_STEP_ACT ? st->player[st->turn].plays : 0;
    int card = plays > 0 && plays <= LO_PLAYS ? mq__lo_card(st) : MQ_UNKNOWN;

    return card < w->c.t->specialists ? &w->c.t->specialist[card] : NULL;
}

/* Without it nothing has been done yet. Steps done fit the boxes, and something
 * is left to do besides `done`. */
static void walk_act(struct walk *w)
{
    const struct lo_specialist *card = card_in_play(w);
    struct lo_state *st = w->c.st;
    bool act = st->step == LO_STEP_ACT;
    bool begun;
    mq_action some[2 * LO_COLOURS * LO_COLOURS];
    const char *words[] = {NULL, NULL, NULL};
    struct mq_form_set boxes = {.words = words, .base = 1};

    for (int i = 0; card != NULL && i < card->boxes; i++) {
        words[boxes.count++] = mq__lo_box_words[card->box[i]];
    }
    if (mq__form_lists(w->f)) {
        boxes.words = mq__lo_box_words;
        boxes.count = LO_BOXES;
    }
    open_part(w, "?act", act && (card != NULL || w->reads));
    mq__form_open(w->f, "steps");
    for (int i = 0; mq__form_keys(w->f, boxes.words, i, boxes.count); i++) {
        int most = card != NULL ? w->c.t->box[card->box[i]].steps : LO_HAND;

        mq_form_int(w->f, boxes.words[i], &st->act_steps[i], 0, most);
    }
    mq__form_close(w->f);
    mq_form_card(w->f, "?box", &st->act_box, &boxes, 0);
    begun = st->act_steps[0] > 0 || st->act_steps[1] > 0;
    REQUIRE((st->act_box > 0) == begun &&
                (!begun || st->act_steps[st->act_box - 1] > 0),
            "box", "act");
    REQUIRE(!begun || mq__lo_list_acts(w->c, some) > 0, NULL, "nothing");
    close_part(w);
}

/* What is known of the drawn cards, and whether the pool can fill the rest as
 * the step says. */
static bool drawn_fit(struct lo c)
{
    const struct lo_state *st = c.st;
    const struct lo_player *p = &st->player[st->turn];
    uint32_t level = c.t->level_mask[st->deck - 1];
    uint32_t open = level & ~mq__lo_full(c.t, p);
    int draws = LO_DRAWS + mq__lo_mission_banners(c.t, p);
    int keepable = 0; /* drawn and known */
    int pool[2] = {0};

    for (int i = 0; i < c.t->missions; i++) {
        bool of_level = (level >> i & 1) != 0;

        if (!of_level && st->drawn[i] > 0) {
            return false;
        }
        keepable += open >> i & 1 ? st->drawn[i] : 0;
        pool[open >> i & 1] += of_level ? st->mission_deck[i] : 0;
    }
    if (st->step == LO_STEP_DRAW) {
        return st->drawn_size < draws ||
               (keepable == 0 && pool[0] >= st->drawn_hidden);
    }
    if (keepable == 0 && (st->drawn_hidden == 0 || pool[1] == 0)) {
        return false;
    }
    if (mq__lo_forced(c)) {
        return keepable <= 1 &&
               pool[0] >= st->drawn_hidden - (keepable == 0 ? 1 : 0);
    }
    return st->drawn_size + st->kept_size == draws ||
           st->deck_size[st->deck - 1] + st->discard_size[st->deck - 1] == 0;
}

static void require_drawing(struct walk *w)
{
    const struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[st->turn];
    mq_action some[LO_MAX_MISSIONS + 1];

    REQUIRE(st->deck <= 2 * st->phase, "deck", "deck");
    for (int i = 0; i < st->kept_size; i++) {
        REQUIRE(w->c.t->mission[st->kept[i]].level == st->deck - 1 &&
                    lo_on_earth(p, st->kept[i]) > 0,
                "kept", "kept");
    }
    REQUIRE(st->step == LO_STEP_TAKE ||
                (st->kept_size == 0 && st->deck_size[st->deck - 1] > 0 &&
                 (mq__lo_list_takes(w->c, some) > 0 ||
                  mq__lo_deck_hindrance(w->c, p, st->deck - 1) == LO_MAY)),
            NULL, "draw");
    REQUIRE(mq__lo_to_keep(w->c) > 0 && drawn_fit(w->c), NULL, "drawn");
}

static void walk_mission(struct walk *w)
{
    struct lo_state *st = w->c.st;

    open_part(w, "mission", drawing(st));
    mq_form_int(w->f, "deck", &st->deck, 1, LO_LEVELS);
    mq_form_cards(w->f, "kept", st->kept, &st->kept_size, LO_HAND, &w->mission,
                  MQ_FORM_SORTED);
    mq_form_show(w->f, "=keep", mq__lo_to_keep(w->c));
    if (mq__form_requires(w->f)) {
        require_drawing(w);
    }
    close_part(w);
}

/* A used card of that kind, the last one: of two equal cards the first is used
 * first. `taken` are slots named already; -1: there is none. */
static int used_slot(const struct lo_player *p, int card, int taken)
{
    for (int i = p->plays - 1; i >= 0; i--) {
        if (p->played[i] == card && p->used[i] && (taken >> i & 1) == 0) {
            return i;
        }
    }
    return -1;
}

/* Boosts are named by who gives them; the lab comes last. */
static void walk_boosts(struct walk *w, const struct mq_form_set *symbols)
{
    struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[st->turn];
    uint8_t list[LO_PLAYS + 1];
    uint8_t n = 0;

    for (int i = 0; i <= LO_PLAYS && !w->reads && !w->f->shut; i++) {
        list[n] = (uint8_t)(i < LO_PLAYS ? 2 + p->played[i] : 1);
        n = (uint8_t)(n + (st->boosts >> i & 1));
    }
    mq_form_cards(w->f, "boosts", list, &n, LO_PLAYS + 1, symbols, 0);
    for (int i = 0; i < n && w->reads; i++) {
        int slot =
            list[i] == 1 ? LO_PLAYS : used_slot(p, list[i] - 2, st->boosts);

        EXPECT(slot >= 0 && (st->boosts >> slot & 1) == 0, "boosts", "boost",
               "");
        st->boosts |= (uint8_t)(1u << (slot & 3));
    }
    mq_form_holds(w->f, &st->boosts);
}

/* The symbol and the boosts of the launch under way are marked as used. */
static void require_symbol(struct walk *w)
{
    const struct lo_state *st = w->c.st;
    const struct lo_specialist *s = w->c.t->specialist;
    const struct lo_player *p = &st->player[st->turn];
    int card = st->symbol - 2;
    bool found = st->symbol == 1 && p->lab_symbol;
    bool lab = st->edition == LO_DE && p->lab == LO_LEVELS && p->lab_boost;

    for (int i = 0; i < LO_PLAYS; i++) {
        bool used = i < p->plays && p->used[i];

        found = found || (used && p->played[i] == card &&
                          s[card].banner == LO_BANNER_LAUNCH);
        REQUIRE((st->boosts >> i & 1) == 0 ||
                    (used && s[p->played[i]].boost > 0),
                "boosts", "boost");
    }
    REQUIRE(found, "symbol", "symbol");
    REQUIRE(st->boosts >> LO_PLAYS <= lab, "boosts", "boost");
}

/* LO-L3, LO-V4: it can be made; with all boosts something could be loaded. */
static void require_launch(struct walk *w)
{
    struct lo_state st = *w->c.st;
    const struct lo_player *p = &st.player[st.turn];
    struct lo c = lo_with(w->c.t, &st);
    mq_action some[MQ_MAX_LEGAL];
    int n = 1;

    REQUIRE(mq__lo_may_launch(&st, p) &&
                mq__lo_price(c.t, p, st.symbol == 1) <= p->money,
            NULL, "launch");
    for (st.loaded_size = 0; n > 0 && mq__lo_loadable(c) == 0;) {
        n = mq__lo_list_prepare(c, some);
        if (n > 0) {
            mq__lo_boost(&st, MQ_ACTION_A(some[0]));
        }
    }
    REQUIRE(n > 0 || w->c.st->loaded_size > 0, NULL, "stuck");
}

static void walk_launch(struct walk *w)
{
    const char *words[LO_MAX_SPECIALISTS + 2] = {"lab"};
    struct mq_form_set symbols =
        MQ_FORM_SET(.name = "launch symbol", .words = words, .count = 1,
                    .base = 1);
    struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[st->turn];
    bool there = st->step == LO_STEP_PREPARE;
    bool all = there || mq__form_lists(w->f);

    for (int i = 0; i < w->c.t->specialists && all; i++) {
        words[symbols.count++] = w->c.t->specialist[i].id;
    }
    open_part(w, "launch", there);
    mq_form_card(w->f, "symbol", &st->symbol, &symbols, 0);
    walk_boosts(w, &symbols);
    mq_form_show(w->f, "=capacity", mq__lo_capacity(w->c));
    mq_form_show(w->f, "=price", mq__lo_price(w->c.t, p, st->symbol == 1));
    if (mq__form_requires(w->f)) {
        require_symbol(w);
        require_launch(w);
    }
    close_part(w);
}

static void require_effect(struct walk *w)
{
    const struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[st->turn];
    mq_action some[LO_COLOURS * LO_COLOURS + 1];
    uint32_t left[2] = {p->space[0], p->space[1]};

    for (int i = 0; i < st->loaded_size; i++) {
        REQUIRE((left[0] >> st->loaded[i] & 1) != 0, "pending", "pending");
        lo_mask_take(left, st->loaded[i]);
    }
    REQUIRE(st->loaded_size > 0 && mq__lo_list_effects(w->c, some) > 0,
            "pending", "nothing");
    REQUIRE(st->exchanges == 0 ||
                w->c.t->mission[st->loaded[0]].effect == LO_EFFECT_EXCHANGE,
            "exchanges", "pending");
}

static void walk_effect(struct walk *w)
{
    struct lo_state *st = w->c.st;

    open_part(w, "effect", st->step == LO_STEP_EFFECT);
    mq_form_cards(w->f, "pending", st->loaded, &st->loaded_size, LO_MAX_LOAD,
                  &w->mission, 0);
    mq_form_int(w->f, "exchanges", &st->exchanges, 0, 1);
    if (mq__form_requires(w->f)) {
        require_effect(w);
    }
    close_part(w);
}

static void walk_under_way(struct walk *w)
{
    walk_act(w);
    walk_mission(w);
    walk_launch(w);
    walk_effect(w);
}

/* Players. */

static void walk_board(struct walk *w, struct lo_player *p)
{
    const struct lo_tables *t = w->c.t;
    struct mq_form *f = w->f;
    struct mq_form_set sources = MQ_FORM_WORDS(mq__lo_source_words, LO_SOURCES);
    struct mq_form_set colours = MQ_FORM_WORDS(mq__lo_colour_words, LO_COLOURS);
    bool given = mq__form_given(f, "points");
    int points[4];
    int sum = 0;

    mq_form_int(f, "score", &p->score, 0, LO_MAX_SCORE);
    mq_form_counts(f, given ? "points" : "?points", p->points, &sources,
                   LO_MAX_POINTS, 0);
    for (int i = 0; i < LO_SOURCES; i++) {
        sum += p->points[i];
    }
    if (mq__form_requires(f) && w->c.st->step == LO_STEP_OVER) {
        sum += mq__lo_final(w->c, p, points);
    }
    REQUIRE(p->score >= sum, "score", "score");
    REQUIRE(p->score == 0 || w->c.st->step != LO_STEP_START, "score", "setup");
    mq_form_int(f, "money", &p->money, 0, LO_MAX_MONEY);
    mq_form_int(f, "income", &p->income, t->income.low, t->income.high);
    mq_form_int(f, "lab", &p->lab, 1, LO_LEVELS);
    mq_form_int(f, "capacity", &p->capacity, 0, t->capacity.high);
    mq_form_int(f, "propulsion", &p->propulsion, 0, t->propulsion.high);
    mq_form_show(f, "=weight", lo_weight(t, p));
    mq_form_show(f, "=cost", lo_cost(t, p));
    mq_form_counts(f, "tech", p->tech, &colours, LO_MAX_TECH, 0);
    mq_form_int(f, "invested", &p->invested, 0, LO_MAX_INVESTED);
}

/* Marks a card that another seat knows; false: there is none to mark. */
static bool mark_known(struct lo_cards *cards, int card, int seat)
{
    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] == card && cards->known[i] == 0) {
            cards->known[i] = (uint8_t)(seat + 1);
            return true;
        }
    }
    return false;
}

/* Known by a seat of the match that isn't the owner; equal ones sorted. */
static bool known_fits(const struct lo_cards *cards, int owner, int players)
{
    for (int i = 0; i < cards->size; i++) {
        int known = cards->known[i];

        if (known > players || known == owner + 1 ||
            (cards->card[i] == MQ_UNKNOWN && known != 0) ||
            (i > 0 && cards->card[i - 1] == cards->card[i] &&
             cards->known[i - 1] > known)) {
            return false;
        }
    }
    return true;
}

/* Below the key[0] stands what passers know of the cards (LO-H4, LO-H5):
 * {"P2": ["chemist"]} if P2 passed that chemist. */
static void walk_cards(struct walk *w, const char *const key[2], int seat,
                       const struct mq_form_set *set)
{
    static const char *const seats[] = {"?P1", "?P2", "?P3", "?P4"};
    struct lo_player *p = &w->c.st->player[seat];
    struct lo_cards *cards = set == &w->objective ? &p->objective : &p->hand;
    int size;

    mq_form_cards(w->f, key[0], cards->card, &cards->size, LO_HAND, set,
                  MQ_FORM_HIDES | MQ_FORM_SORTED);
    size = cards->size <= LO_HAND ? cards->size : 0;
    mq__form_holds(w->f, cards->known, (size_t)size);
    mq__form_open(w->f, key[1]);
    for (int i = 0; mq__form_keys(w->f, mq__form_seats, i, w->c.st->players);
         i++) {
        uint8_t list[LO_HAND + 1];
        uint8_t n = 0;

        for (int k = 0; k < size && !w->reads; k++) {
            list[n] = cards->card[k];
            n = (uint8_t)(n + (cards->known[k] == i + 1));
        }
        mq__form_only(w->f, n > 0 || w->reads);
        mq_form_cards(w->f, seats[i], list, &n, LO_HAND, set, 0);
        for (int k = 0; k < n && w->reads; k++) {
            EXPECT(mark_known(cards, list[k], i), mq__form_seats[i], "known",
                   "t", mq__set_text(set, list[k]));
        }
        mq__form_always(w->f);
    }
    mq__form_close(w->f);
    if (w->reads) {
        mq__lo_cards_sort(cards);
    }
    REQUIRE(known_fits(cards, seat, w->c.st->players), key[0], "cards");
}

/* Every objective is there once. */
static void require_once(struct walk *w, const uint8_t *cards, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t bit = cards[i] != MQ_UNKNOWN ? lo_bit(cards[i]) : 0;

        REQUIRE((w->objectives & bit) == 0, "objectives", "copies");
        w->objectives |= bit;
    }
}

static void walk_secrets(struct walk *w, int seat)
{
    static const char *const keys[][2] = {{"hand", "?hand_known"},
                                          {"objectives", "?objectives_known"}};
    const struct lo_state *st = w->c.st;
    struct lo_player *p = &w->c.st->player[seat];
    struct mq_form *f = w->f;
    bool setup = st->step < LO_STEP_DEAL;
    const struct lo_cards *held = setup ? &p->objective : &p->hand;
    struct mq_form_set commits = setup ? w->objective : w->specialist;

    walk_cards(w, keys[0], seat, &w->specialist);
    walk_cards(w, keys[1], seat, &w->objective);
    mq_form_cards(f, "sold", p->sold, &p->sold_size, LO_HAND, &w->objective,
                  MQ_FORM_HIDES | MQ_FORM_SORTED);
    REQUIRE(p->objective.size + p->sold_size <= LO_HAND &&
                (p->sold_size == 0 || st->phase == 2),
            "sold", "sold");
    if (mq__form_requires(f)) {
        require_once(w, p->objective.card, p->objective.size);
        require_once(w, p->sold, p->sold_size);
    }
    commits.name = "card";
    commits.base = 1;
    commits.none = 0;
    mq_form_card(f, "?commit", &p->commit, &commits, MQ_FORM_HIDES);
    REQUIRE(p->commit == 0 || (lo_commits(st) &&
                               (p->commit == MQ_UNKNOWN ||
                                mq__lo_cards_find(held, p->commit - 1) >= 0)),
            "commit", "commit");
}

/* A played card: an object, or its id alone, not used. */
static void walk_played(struct walk *w, struct lo_player *p)
{
    struct mq_form *f = w->f;
    int n = mq__form_count(f, "played", &p->plays, LO_PLAYS);
    int i;

    mq__form_array(f, "played", LO_PLAYS);
    for (i = 0; mq__form_item(f, i, n); i++) {
        if (mq__form_item_text(f) != NULL) {
            mq_form_card(f, NULL, &p->played[i], &w->specialist, 0);
            continue;
        }
        mq__form_open(f, NULL);
        mq_form_card(f, "specialist", &p->played[i], &w->specialist, 0);
        mq_form_flag(f, "used", &p->used[i]);
        mq__form_close(f);
    }
    mq__form_close(f);
    if (w->reads) {
        p->plays = (uint8_t)i;
    }
}

/* Missions of a player: up to two of a kind. */
static void walk_missions(struct walk *w, const char *key, uint32_t mask[2])
{
    const struct lo_tables *t = w->c.t;
    uint8_t counts[LO_MAX_MISSIONS] = {0};

    for (int i = 0; i < t->missions && !w->reads; i++) {
        counts[i] = (uint8_t)((mask[0] >> i & 1) + (mask[1] >> i & 1));
    }
    mq_form_tally(w->f, key, counts, &w->mission);
    for (int i = 0; i < t->missions && w->reads; i++) {
        EXPECT(counts[i] <= 2, key, "three", "w", t->mission[i].id);
        mask[0] |= counts[i] > 0 ? lo_bit(i) : 0;
        mask[1] |= counts[i] > 1 ? lo_bit(i) : 0;
    }
    mq__form_holds(w->f, mask, 2 * sizeof(*mask));
    REQUIRE((mask[1] & ~mask[0]) == 0 && (uint64_t)mask[0] >> t->missions == 0,
            key, "cards");
}

/* LO-M7 to LO-M9; levels 3 and 4 come in phase 2. */
static void walk_own(struct walk *w, struct lo_player *p)
{
    walk_missions(w, "earth", p->earth);
    walk_missions(w, "space", p->space);
    for (int i = 0; i < w->c.t->missions; i++) {
        REQUIRE(lo_on_earth(p, i) + lo_in_space(p, i) <=
                    w->c.t->mission[i].most,
                "earth", "twice");
    }
    for (int i = 0; i < LO_LEVELS; i++) {
        REQUIRE(p->own[i] <= LO_OF_LEVEL, "earth", "seven");
        REQUIRE(p->own[i] == 0 || i < 2 * w->c.st->phase, "earth", "phase-2");
    }
    mq_form_holds(w->f, &p->in_space);
    mq_form_holds(w->f, &p->own);
}

/* Of the player in turn; "?" is what the seat of a view doesn't know. */
static void walk_drawn(struct walk *w, bool drawer)
{
    struct lo_state *st = w->c.st;
    uint8_t list[MOST_DRAWN + 1];
    uint8_t n = 0;

    for (int i = 0; drawer && !w->reads && i <= w->c.t->missions; i++) {
        bool known = i < w->c.t->missions;
        int count = known ? st->drawn[i] : st->drawn_hidden;

        for (; count > 0 && n < MOST_DRAWN; count--) {
            list[n++] = (uint8_t)(known ? i : MQ_UNKNOWN);
        }
    }
    mq_form_cards(w->f, "drawn", list, &n, drawer ? MOST_DRAWN : 0, &w->mission,
                  MQ_FORM_HIDES);
    for (int i = 0; i < n && w->reads; i++) {
        *(list[i] == MQ_UNKNOWN ? &st->drawn_hidden : &st->drawn[list[i]]) += 1;
    }
    if (drawer) {
        mq__form_holds(w->f, st->drawn, w->c.t->missions);
        mq_form_holds(w->f, &st->drawn_hidden);
        mq_form_holds(w->f, &st->drawn_size);
    }
}

static void walk_round(struct walk *w, int seat)
{
    struct lo_state *st = w->c.st;
    struct lo_player *p = &st->player[seat];
    struct mq_form *f = w->f;
    bool loader = st->step == LO_STEP_PREPARE && seat == st->turn;
    bool playing = st->step >= LO_STEP_PLAY && st->step <= LO_STEP_EFFECT;
    uint8_t none = 0;

    walk_played(w, p);
    mq_form_flag(f, "lab_symbol_used", &p->lab_symbol);
    mq_form_flag(f, "lab_boost_used", &p->lab_boost);
    walk_own(w, p);
    walk_drawn(w, drawing(st) && seat == st->turn);
    mq_form_cards(f, "loaded", st->loaded, loader ? &st->loaded_size : &none,
                  loader ? LO_MAX_LOAD : 0, &w->mission, 0);
    mq_form_int(f, "sent", &p->sent, 0, LO_MAX_SENT);
    mq_form_int(f, "launches", &p->launches, 0, LO_LAUNCHES);
    REQUIRE(p->plays == 0 || playing, "played", "played");
    REQUIRE(p->plays < 2 || p->played[0] != p->played[1] || p->used[0] ||
                !p->used[1],
            "played", "first-used");
    REQUIRE((playing && st->step >= LO_STEP_LAUNCH) ||
                !(p->used[0] || p->used[1] || p->sent || p->launches ||
                  p->lab_symbol || p->lab_boost),
            "launches", "launched");
    REQUIRE(p->sent >= p->launches &&
                (st->edition == LO_DE || p->sent <= LO_LAUNCHES),
            "sent", "launched"); /* LO-V4 */
}

/* How many cards a seat has: dealt clockwise from the starting player, seat by
 * seat (LO-S7, LO-R2); three in a draft; played in turn, two each (LO-A1). */
static void require_cards(struct walk *w, int seat)
{
    const struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[seat];
    bool acting = st->step == LO_STEP_ACT;
    bool playing = acting || st->step == LO_STEP_PLAY;
    bool right = playing && st->edition == LO_EN && st->direction == LO_RIGHT;
    int n = st->players;
    int place = (right ? n + st->start - seat : n + seat - st->start) % n;
    int now = (right ? n + st->start - st->turn : n + st->turn - st->start) % n;
    int plays = st->player[st->turn].plays - acting;
    bool draft = lo_commits(st) || st->step == LO_STEP_DIRECTION;

    REQUIRE(!setting_up(st) || p->hand.size == 0, "hand", "setup");
    REQUIRE(st->step != LO_STEP_START || p->objective.size == 0, "objectives",
            "setup");
    REQUIRE(st->step != LO_STEP_OBJECTIVES ||
                p->objective.size == (place < now ? LO_HAND : 0),
            "objectives", "dealt");
    REQUIRE(st->step != LO_STEP_DEAL || place > now ||
                (p->hand.size == LO_HAND) == (place < now),
            "hand", "dealt");
    REQUIRE(!draft || !setting_up(st) || p->objective.size == LO_HAND,
            "objectives", "three");
    REQUIRE(!draft || setting_up(st) || p->hand.size == LO_HAND, "hand",
            "three");
    REQUIRE(!playing ||
                (plays >= 0 && plays < LO_PLAYS &&
                 p->plays == plays + (place < now || (acting && place == now))),
            "played", "plays");
    REQUIRE(!playing || p->hand.size >= LO_PLAYS - p->plays, "hand", "hand");
}

static void walk_players(struct walk *w)
{
    mq__form_open(w->f, "players");
    for (int i = 0; mq__form_each(w->f, mq__form_seats, i, w->f->players);
         i++) {
        walk_board(w, &w->c.st->player[i]);
        walk_secrets(w, i);
        walk_round(w, i);
        if (mq__form_requires(w->f)) {
            require_cards(w, i);
        }
        mq__form_close(w->f);
    }
    mq__form_close(w->f);
}

/* What follows from the rest: what lies nowhere else lies in a deck. In a view
 * the cards that it doesn't know are among those. */

static void derive_missions(struct mq_form *f, struct lo c)
{
    struct lo_state *st = c.st;
    uint8_t *size = st->deck_size;

    assert(st->deck <= LO_LEVELS && st->players <= LO_MAX_PLAYERS);
    memset(st->deck_size, 0, sizeof(st->deck_size));
    memset(st->discard_size, 0, sizeof(st->discard_size));
    st->drawn_size = st->drawn_hidden;
    for (int i = 0; i < c.t->missions; i++) {
        const struct lo_mission *m = &c.t->mission[i];
        int left =
            m->copies[st->players] - st->mission_discard[i] - st->drawn[i];

        for (int seat = 0; seat < st->players; seat++) {
            struct lo_player *p = &st->player[seat];
            int space = lo_in_space(p, i);

            p->in_space[m->level] = (uint8_t)(p->in_space[m->level] + space);
            p->own[m->level] =
                (uint8_t)(p->own[m->level] + space + lo_on_earth(p, i));
            left -= space + lo_on_earth(p, i);
        }
        if (left < 0) {
            mq__form_fail(f, "decks", "liftoff.read.copies", "wi", m->id,
                          m->copies[st->players]);
        }
        st->mission_deck[i] = (uint8_t)left;
        size[m->level] = (uint8_t)(size[m->level] + left);
        st->discard_size[m->level] =
            (uint8_t)(st->discard_size[m->level] + st->mission_discard[i]);
        st->drawn_size = (uint8_t)(st->drawn_size + st->drawn[i]);
    }
    if (st->deck > 0 && size[st->deck - 1] < st->drawn_hidden) {
        mq__form_fail(f, "decks", "liftoff.read.hidden", "");
    } else if (st->deck > 0) {
        size[st->deck - 1] = (uint8_t)(size[st->deck - 1] - st->drawn_hidden);
    }
}

static void derive_specialists(struct mq_form *f, struct lo c)
{
    struct lo_state *st = c.st;
    int size = 0;

    for (int i = 0; i < c.t->specialists; i++) {
        const struct lo_specialist *s = &c.t->specialist[i];
        int left = s->copies[st->players] - st->specialist_discard[i];

        for (int k = 0; k < st->players * LO_HAND; k++) {
            const struct lo_player *p = &st->player[k / LO_HAND];
            int slot = k % LO_HAND;

            left -= slot < p->hand.size && p->hand.card[slot] == i;
            left -= slot < p->plays && p->played[slot] == i;
            size -= slot < p->hand.size && i == 0 &&
                    p->hand.card[slot] == MQ_UNKNOWN;
        }
        if (left < 0) {
            mq__form_fail(f, "specialists", "liftoff.read.copies", "wi", s->id,
                          s->copies[st->players]);
        }
        st->specialist_deck[i] = (uint8_t)left;
        size += left;
    }
    if (size < 0) {
        mq__form_fail(f, "specialists", "liftoff.read.hidden", "");
    }
    st->specialist_size = (uint8_t)size;
}

static void derive(struct mq_form *f, const struct mq_game *g, void *state)
{
    struct lo c = lo_of(g, state);
    struct lo_state *st = c.st;

    st->phase = st->round > LO_HALF || st->step == LO_STEP_SELL ? 2 : 1;
    for (int i = 0; i < st->players; i++) {
        memset(st->player[i].in_space, 0, LO_LEVELS);
        memset(st->player[i].own, 0, LO_LEVELS);
    }
    derive_missions(f, c);
    if (!f->r.failed) {
        derive_specialists(f, c);
    }
}

/* Loaded one after the other, each was legal (LO-L6 to LO-L8). */
static bool loads_fit(struct lo c)
{
    struct lo_state st = *c.st;

    for (st.loaded_size = 0; st.loaded_size < c.st->loaded_size;
         st.loaded_size++) {
        if ((mq__lo_loadable(lo_with(c.t, &st)) >> st.loaded[st.loaded_size] &
             1) == 0) {
            return false;
        }
    }
    return true;
}

/* Whoever is asked has something to decide. */
static void require_choice(struct walk *w)
{
    const struct lo_state *st = w->c.st;
    const struct lo_player *p = &st->player[st->turn];
    static const char *const loaded[] = {
        "players.P1.loaded", "players.P2.loaded", "players.P3.loaded",
        "players.P4.loaded"};

    REQUIRE(st->step != LO_STEP_PREPARE || loads_fit(w->c), loaded[st->turn],
            "loaded");
    REQUIRE(!lo_commits(st) || lo_open_commits(st) != 0, "players.P1.commit",
            "all-committed");
    REQUIRE(st->step != LO_STEP_DECK || mq__lo_any_deck(w->c, p), "step",
            "nothing");
    REQUIRE(st->step != LO_STEP_LAUNCH || mq__lo_any_launch(w->c, p), "step",
            "nothing");
    REQUIRE(st->step != LO_STEP_SELL || p->objective.size > 0, "step",
            "nothing");
}

/* The parts under way name cards of players: those are read, and what they
 * require is looked at, before. */
static void walk_parts(struct walk *w)
{
    bool late = w->reads || mq__form_requires(w->f);

    walk_station(w);
    walk_decks(w);
    if (!late) {
        walk_under_way(w);
    }
    walk_players(w);
    if (late && !w->f->r.failed) {
        walk_under_way(w);
        mq__form_derive(w->f);
    }
    if (mq__form_requires(w->f)) {
        require_choice(w);
    }
}

static void walk(struct mq_form *f, const struct mq_game *g, void *state)
{
    const struct lo_tables *t = g->tables;
    struct walk w = {
        .c = lo_of(g, state),
        .f = f,
        .reads = mq__form_reads(f),
        .specialist = MQ_FORM_IDS("specialist", t->specialist, t->specialists,
                                  0, MQ_FORM_NEVER),
        .mission =
            MQ_FORM_IDS("mission", t->mission, t->missions, 0, MQ_FORM_NEVER),
        .objective = MQ_FORM_IDS("objective", t->objective, t->objectives, 0,
                                 MQ_FORM_NEVER),
    };

    w.specialist.unfit = w.mission.unfit = "liftoff.read.deck";
    walk_head(&w);
    if (!f->r.failed) {
        walk_parts(&w);
    }
}

const struct mq_form_kind mq__lo_form = {
    .walk = walk,
    .derive = derive,
    .no_id = "liftoff.read.id",
    .open = "liftoff.read.open",
    .no_seat = "liftoff.read.seat",
    .players = "liftoff.read.players",
};
