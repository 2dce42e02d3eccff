/* Who knows what (LO-H): redact, resample, reopen, seen, reveals. */
#include "games/liftoff/rules.h"

#include "core/bits.h"

#include <assert.h>

static bool drawing(const struct lo_state *st)
{
    return st->step == LO_STEP_DRAW || st->step == LO_STEP_TAKE;
}

/* Redacting. */

/* Hides the cards that `seat` doesn't know; each goes to the pool, if any. */
static void hide_cards(struct lo_cards *cards, int seat, uint8_t *pool)
{
    for (int i = 0; i < cards->size; i++) {
        if (seat >= 0 && cards->known[i] == seat + 1) {
            continue;
        }
        if (pool != NULL && cards->card[i] != MQ_UNKNOWN) {
            pool[cards->card[i]]++;
        }
        cards->card[i] = MQ_UNKNOWN;
        cards->known[i] = 0;
    }
    mq__lo_cards_sort(cards);
}

static void hide_player(struct lo_state *st, int owner, int seat)
{
    struct lo_player *p = &st->player[owner];

    hide_cards(&p->hand, seat, st->specialist_deck);
    if (st->step != LO_STEP_OVER) { /* LO-Z3 */
        hide_cards(&p->objective, seat, NULL);
    }
    for (int i = 0; i < p->sold_size; i++) {
        p->sold[i] = MQ_UNKNOWN;
    }
    if (p->commit != 0) {
        p->commit = MQ_UNKNOWN;
    }
}

/* LO-H7, LO-H8: the drawer's kinds that stay visible; all others go back to
 * the pool of their deck. */
static void hide_drawn(struct lo c, int seat)
{
    uint32_t visible = seat != c.st->turn ? 0
                       : c.st->drawn_option == LO_KEEPABLE
                           ? mq__lo_keepable_then(c)
                           : ~UINT32_C(0);
    int level = c.st->deck - 1;

    for (int i = 0; i < c.t->level_count[level]; i++) {
        int kind = c.t->level_kinds[level][i];

        if ((visible >> kind & 1) == 0) {
            c.st->mission_deck[kind] =
                (uint8_t)(c.st->mission_deck[kind] + c.st->drawn[kind]);
            c.st->drawn_hidden =
                (uint8_t)(c.st->drawn_hidden + c.st->drawn[kind]);
            c.st->drawn[kind] = 0;
        }
    }
}

static void redact(struct lo c, int seat)
{
    for (int i = 0; i < c.st->players; i++) {
        if (i != seat) {
            hide_player(c.st, i, seat);
        }
    }
    if (drawing(c.st)) {
        hide_drawn(c, seat);
    }
}

void mq__lo_redact(const struct mq_game *g, void *state, int seat)
{
    redact(lo_of(g, state), seat);
}
/* Resampling. */

/* One card of a pool of counts, all cards alike; it is taken out. */
static int take_card(uint8_t *pool, int kinds, struct mq_rng *rng)
{
    uint32_t sum = 0;
    uint32_t skip;
    int kind = 0;

    for (int i = 0; i < kinds; i++) {
        sum += pool[i];
    }
    assert(sum > 0);
    skip = mq_rng_below(rng, sum);
    while (skip >= pool[kind]) {
        skip -= pool[kind++];
    }
    pool[kind]--;
    return kind;
}

static void fill_hand(struct lo c, struct lo_cards *cards, struct mq_rng *rng)
{
    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] == MQ_UNKNOWN) {
            cards->card[i] = (uint8_t)take_card(c.st->specialist_deck,
                                                c.t->specialists, rng);
        }
    }
    mq__lo_cards_sort(cards);
}

static int take_objective(uint32_t *left, struct mq_rng *rng)
{
    int card = mq__bits_draw(*left, rng);

    *left &= ~lo_bit(card);
    return card;
}

static void sort_sold(struct lo_player *p)
{
    for (int i = 1; i < p->sold_size; i++) {
        for (int k = i; k > 0 && p->sold[k - 1] > p->sold[k]; k--) {
            uint8_t card = p->sold[k];

            p->sold[k] = p->sold[k - 1];
            p->sold[k - 1] = card;
        }
    }
}

static void fill_objectives(struct lo_player *p, uint32_t *left,
                            struct mq_rng *rng)
{
    for (int i = 0; i < p->objective.size; i++) {
        if (p->objective.card[i] == MQ_UNKNOWN) {
            p->objective.card[i] = (uint8_t)take_objective(left, rng);
        }
    }
    mq__lo_cards_sort(&p->objective);
    for (int i = 0; i < p->sold_size; i++) {
        if (p->sold[i] == MQ_UNKNOWN) {
            p->sold[i] = (uint8_t)take_objective(left, rng);
        }
    }
    sort_sold(p);
}

/* The part of the pool that consists of these kinds. */
static void only(uint8_t *out, const uint8_t *pool, uint32_t kinds)
{
    for (int i = 0; i < LO_MAX_MISSIONS; i++) {
        out[i] = kinds >> i & 1 ? pool[i] : 0;
    }
}

static void draw_one(struct lo_state *st, uint32_t kinds, struct mq_rng *rng)
{
    uint8_t pool[LO_MAX_MISSIONS];
    int kind;

    only(pool, st->mission_deck, kinds);
    kind = take_card(pool, LO_MAX_MISSIONS, rng);
    st->mission_deck[kind]--;
    st->drawn[kind]++;
    st->drawn_hidden--;
}

static uint32_t kinds_drawn(const struct lo_state *st)
{
    uint32_t mask = 0;

    for (int i = 0; i < LO_MAX_MISSIONS; i++) {
        mask |= st->drawn[i] > 0 ? lo_bit(i) : 0;
    }
    return mask;
}

/* Any cards, but one of `wanted` at least: drawn again until that holds. The
 * pool has such a card, or keeping wouldn't have begun. */
static void draw_with_one(struct lo_state *st, uint32_t level, uint32_t wanted,
                          struct mq_rng *rng)
{
    struct lo_state tried;

    do {
        tried = *st;
        while (tried.drawn_hidden > 0) {
            draw_one(&tried, level, rng);
        }
    } while ((kinds_drawn(&tried) & wanted) == 0);
    *st = tried;
}

/* What the step tells about drawn cards: none of them could be kept while
 * drawing goes on past LO-M3 (LO-M10); exactly one after that; else one at
 * least. The drawer under LO-H8 knows that hidden ones couldn't be. */
static void fill_drawn(struct lo c, int seat, struct mq_rng *rng)
{
    uint32_t level = c.t->level_mask[c.st->deck - 1];
    uint32_t full = mq__lo_full(c.t, &c.st->player[c.st->turn]);
    int draws =
        LO_DRAWS + mq__lo_mission_banners(c.t, &c.st->player[c.st->turn]);
    uint32_t from = level;

    if (seat == c.st->turn) {
        from = level & ~mq__lo_keepable_then(c);
    } else if (c.st->step == LO_STEP_DRAW && c.st->drawn_size >= draws) {
        from = level & full;
    } else if (c.st->step == LO_STEP_TAKE && mq__lo_forced(c)) {
        draw_one(c.st, level & ~full, rng);
        from = level & full;
    } else if (c.st->step == LO_STEP_TAKE) {
        draw_with_one(c.st, level, level & ~full, rng);
    }
    while (c.st->drawn_hidden > 0) {
        draw_one(c.st, from, rng);
    }
}

static void fill_commit(struct lo c, int seat, struct mq_rng *rng)
{
    mq_action legal[LO_HAND];
    int n;

    c.st->player[seat].commit = 0;
    n = mq__lo_list(c, seat, legal);
    c.st->player[seat].commit =
        (uint8_t)(MQ_ACTION_A(legal[mq_rng_below(rng, (uint32_t)n)]) + 1);
}

void mq__lo_resample(const struct mq_game *g, void *state, int seat,
                     struct mq_rng *rng)
{
    struct lo c = lo_of(g, state);
    uint32_t left = mq__lo_objectives_left(c);

    for (int i = 0; i < c.st->players; i++) {
        fill_hand(c, &c.st->player[i].hand, rng);
        fill_objectives(&c.st->player[i], &left, rng);
        if (c.st->player[i].commit == MQ_UNKNOWN) {
            fill_commit(c, i, rng);
        }
    }
    if (c.st->drawn_hidden > 0) {
        fill_drawn(c, seat, rng);
    }
}

void mq__lo_reopen(const struct mq_game *g, void *state, int seat)
{
    struct lo c = lo_of(g, state);

    for (int i = 0; i < c.st->players; i++) {
        if (i != seat) {
            c.st->player[i].commit = 0;
        }
    }
}

/* Events. */

/* The event with its card hidden (LO-H10). */
static mq_action hidden(mq_action action)
{
    int kind = MQ_ACTION_KIND(action);

    switch (kind) {
    case LO_KEEP_OBJECTIVE:
    case LO_PASS_OBJECTIVE:
    case LO_KEEP:
    case LO_PASS:
    case LO_SELL_OBJECTIVE:
        return MQ_ACTION(kind, MQ_UNKNOWN, 0, 0);
    case LO_DEAL:
    case LO_DRAW:
        return MQ_ACTION(kind, MQ_ACTION_A(action), MQ_UNKNOWN, 0);
    default:
        return kind >= LO_OBJECTIVES
                   ? MQ_ACTION(kind, MQ_UNKNOWN, MQ_UNKNOWN, MQ_UNKNOWN)
                   : action;
    }
}

/* Whose event it is: a commit's seat, the seat dealt to, the drawer. */
static bool sees(struct lo c, struct mq_event event, int seat)
{
    int kind = MQ_ACTION_KIND(event.action);

    if (kind == LO_DRAW) {
        return seat == c.st->turn &&
               (c.st->drawn_option == LO_ALL ||
                (mq__lo_keepable_then(c) >> MQ_ACTION_B(event.action) & 1));
    }
    if (kind == LO_DEAL) {
        return seat == MQ_ACTION_A(event.action);
    }
    if (kind >= LO_OBJECTIVES) {
        return seat == kind - LO_OBJECTIVES;
    }
    return seat == event.seat;
}

bool mq__lo_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out)
{
    *out = event;
    if (!sees(lo_of(g, before), event, seat)) {
        out->action = hidden(event.action);
    }
    return true;
}

/* Whether a card dealt or drawn was certain from what `seat` knew. */
static bool certain(struct lo c, int seat, mq_action action)
{
    bool deal = MQ_ACTION_KIND(action) == LO_DEAL;
    struct lo_state view = *c.st;
    const uint8_t *pool = deal ? view.specialist_deck : view.mission_deck;
    uint32_t mask = deal ? ~UINT32_C(0) : c.t->level_mask[c.st->deck - 1];
    int kinds = deal ? LO_MAX_SPECIALISTS : LO_MAX_MISSIONS;
    int n = 0;

    redact(lo_with(c.t, &view), seat);
    for (int i = 0; i < kinds; i++) {
        n += (mask >> i & 1) != 0 && pool[i] > 0;
    }
    return n == 1;
}

static uint32_t all_seats(const struct lo_state *st)
{
    return (UINT32_C(1) << st->players) - 1;
}

/* Those who didn't know that the card is in that hand. */
static uint32_t learn_play(const struct lo_state *st, int seat, int card)
{
    const struct lo_cards *hand = &st->player[seat].hand;
    uint32_t mask = all_seats(st) & ~(UINT32_C(1) << seat);

    for (int i = 0; i < hand->size; i++) {
        if (hand->card[i] == card && hand->known[i] != 0) {
            mask &= ~(UINT32_C(1) << (hand->known[i] - 1));
        }
    }
    return mask;
}

/* Whether LO-H8 hides some of the cards drawn. */
static bool hidden_from_drawer(struct lo c)
{
    struct lo_state view = *c.st;

    redact(lo_with(c.t, &view), c.st->turn);
    return view.drawn_hidden > 0;
}

/* The card drawn, and for all others whether drawing goes on (LO-M10): that
 * tells them something where the cards drawn could all be ones that can't be
 * kept, and needn't be. */
static uint32_t learn_draw(struct lo c, mq_action action)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    uint32_t full = mq__lo_full(c.t, p) & c.t->level_mask[c.st->deck - 1];
    int drawn = c.st->drawn_size + 1;
    int useless = 0;

    for (; full != 0; full &= full - 1) {
        int kind = __builtin_ctz(full);

        useless += c.st->mission_deck[kind] + c.st->drawn[kind];
    }
    if (drawn >= LO_DRAWS + mq__lo_mission_banners(c.t, p) &&
        useless >= drawn) {
        return all_seats(c.st);
    }
    return certain(c, c.st->turn, action) ? 0 : UINT32_C(1) << c.st->turn;
}

static uint32_t learn(struct lo c, const struct lo_state *after,
                      struct mq_event event)
{
    int kind = MQ_ACTION_KIND(event.action);
    uint32_t others = all_seats(c.st) & ~(UINT32_C(1) << c.st->turn);
    int dealt = MQ_ACTION_A(event.action);

    switch (kind) {
    case LO_START:
        return all_seats(c.st);
    case LO_DEAL:
        return certain(c, dealt, event.action) ? 0 : UINT32_C(1) << dealt;
    case LO_DRAW:
        return learn_draw(c, event.action);
    case LO_KEEP_OBJECTIVE:
    case LO_PASS_OBJECTIVE:
    case LO_KEEP:
    case LO_PASS:
        return after->step != c.st->step ? all_seats(c.st) : 0;
    case LO_PLAY:
        return learn_play(c.st, c.st->turn, MQ_ACTION_A(event.action));
    case LO_DONE:
    case LO_TAKE:
        if (c.st->step != LO_STEP_TAKE) {
            return 0;
        }
        return after->step != LO_STEP_TAKE && hidden_from_drawer(c)
                   ? all_seats(c.st)
                   : others;
    default:
        return kind >= LO_OBJECTIVES ? UINT32_C(1) << c.st->turn : 0;
    }
}

/* LO-Z3: those who don't know all objectives that are shown now. */
static uint32_t learn_objectives(const struct lo_state *st)
{
    uint32_t mask = 0;

    for (int i = 0; i < st->players; i++) {
        const struct lo_cards *cards = &st->player[i].objective;

        for (int k = 0; k < cards->size; k++) {
            uint32_t knows = UINT32_C(1) << i;

            knows |=
                cards->known[k] != 0 ? UINT32_C(1) << (cards->known[k] - 1) : 0;
            mask |= all_seats(st) & ~knows;
        }
    }
    return mask;
}

uint32_t mq__lo_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event)
{
    struct lo_state after = *(const struct lo_state *)before;
    uint32_t mask;

    mq__lo_do(lo_with(g->tables, &after), event.seat, event.action);
    mask = learn(lo_of(g, before), &after, event);
    return after.step == LO_STEP_OVER ? mask | learn_objectives(before) : mask;
}
