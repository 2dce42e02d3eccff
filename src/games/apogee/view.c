/* Apogee: what a seat may know (AP-H), worlds that fit it, and what it sees of
 * events. */
#include "games/apogee/rules.h"

/* The bit of a viewer in `known` masks. */
static int viewer_of(int seat)
{
    return seat == MQ_SPECTATOR ? AP_SPECTATORS : seat;
}

static bool knows(uint8_t mask, int seat)
{
    return (mask >> viewer_of(seat) & 1) != 0;
}

/* While plans are hidden in part: from planning until earnings (AP-H4). */
static bool plans_hidden(const struct ap_state *st)
{
    return st->step >= AP_PLANNING && st->step < AP_EARNINGS;
}

/* Redaction: what is hidden goes to the pool. */

static void hide_kind(struct ap_state *st, uint8_t *slot)
{
    if (*slot != MQ_UNKNOWN) {
        st->unseen[*slot]++;
        *slot = MQ_UNKNOWN;
    }
}

static void hide_engineer(struct ap_state *st, uint8_t *slot)
{
    if (*slot != MQ_UNKNOWN) {
        st->engineers_left |= AP_BIT(*slot);
        *slot = MQ_UNKNOWN;
    }
}

/* AP-H3 */
static void hide_directors(struct ap_state *st, struct ap_player *p)
{
    for (int i = 0; i < 2; i++) {
        if (p->dealt[i] < AP_DIRECTORS) {
            st->directors_left |= (uint16_t)(1U << p->dealt[i]);
            p->dealt[i] = MQ_UNKNOWN;
        }
    }
    if (p->choice != AP_NONE) {
        p->choice = MQ_UNKNOWN;
    }
}

/* AP-H6 */
static void hide_drawn(struct ap_state *st, struct ap_player *p)
{
    for (int i = 0; i < p->drawn_count; i++) {
        hide_kind(st, &p->drawn[i]);
    }
    if (p->keep != AP_NONE) {
        p->keep = MQ_UNKNOWN;
    }
}

/* AP-H2, AP-H4, AP-H5 */
static void hide_crew(struct ap_state *st, struct ap_player *p)
{
    for (int i = 0; i < p->crew_count; i++) {
        struct ap_member *m = &p->crew[i];

        if (plans_hidden(st) && !mq__ap_face_up(st->step, m->space)) {
            m->space = MQ_UNKNOWN;
        }
        if (!m->open) {
            hide_engineer(st, &m->id);
        }
    }
    if (st->step == AP_PLANNING) {
        memset(p->on, 0, sizeof(p->on));
    }
    mq__ap_sort_crew(p);
}

/* AP-H7 */
static void hide_under(struct ap_state *st, int seat)
{
    for (int deck = AP_RND; deck < AP_DECKS; deck++) {
        for (int i = 0; i < st->under_count[deck]; i++) {
            if (!knows(st->known[deck - AP_RND][i], seat)) {
                (deck == AP_RND ? hide_kind
                                : hide_engineer)(st, &st->under[deck][i]);
            }
        }
    }
}

void mq__ap_redact(const struct mq_game *g, void *state, int seat)
{
    struct ap c = ap_of(g, state);

    for (int other = 0; other < c.st->players; other++) {
        if (other != seat) {
            hide_directors(c.st, &c.st->player[other]);
            hide_drawn(c.st, &c.st->player[other]);
            hide_crew(c.st, &c.st->player[other]);
        }
    }
    hide_under(c.st, seat);
}

/* Resampling: the pool is dealt over the hidden slots. */

static int take_bit(uint32_t *pool, uint32_t among, struct mq_rng *rng)
{
    int bit = ap_pick_bit(*pool & among, rng);

    *pool &= ~AP_BIT(bit);
    return bit;
}

static void deal_directors(struct ap_state *st, struct ap_player *p,
                           struct mq_rng *rng)
{
    uint32_t pool = st->directors_left;
    int a;
    int b;

    if (p->dealt[0] != MQ_UNKNOWN) {
        return;
    }
    a = take_bit(&pool, UINT32_MAX, rng);
    b = take_bit(&pool, UINT32_MAX, rng);
    st->directors_left = (uint16_t)pool;
    p->dealt[0] = (uint8_t)(a < b ? a : b);
    p->dealt[1] = (uint8_t)(a < b ? b : a);
    if (p->choice == MQ_UNKNOWN) {
        p->choice = p->dealt[mq_rng_below(rng, 2)];
    }
}

/* The R&D cards of the pool. */
static int rnd_pool(const struct ap_tables *t, const uint8_t *unseen)
{
    int n = 0;

    for (int kind = t->first[AP_RND]; kind < t->first[AP_RND + 1]; kind++) {
        n += unseen[kind];
    }
    return n;
}

static void deal_kind(struct ap c, uint8_t *slot, struct mq_rng *rng)
{
    if (*slot == MQ_UNKNOWN) {
        *slot = (uint8_t)mq__ap_pick_unseen(c.t, c.st->unseen, AP_RND,
                                            rnd_pool(c.t, c.st->unseen), rng);
        c.st->unseen[*slot]--;
    }
}

/* A kind of the drawn cards, all kinds alike: the legal choices. */
static uint8_t any_drawn(const struct ap_player *p, struct mq_rng *rng)
{
    uint64_t kinds = 0;

    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    return (uint8_t)ap_pick_bit(kinds, rng);
}

static void deal_drawn(struct ap c, struct ap_player *p, struct mq_rng *rng)
{
    for (int i = 0; i < p->drawn_count; i++) {
        deal_kind(c, &p->drawn[i], rng);
    }
    if (p->keep == MQ_UNKNOWN) {
        p->keep = any_drawn(p, rng);
    }
}

static void deal_engineer(struct ap c, uint8_t *slot, int level,
                          struct mq_rng *rng)
{
    if (*slot == MQ_UNKNOWN) {
        assert((c.st->engineers_left & c.t->level[level]) != 0);
        *slot =
            (uint8_t)take_bit(&c.st->engineers_left, c.t->level[level], rng);
    }
}

/* A pending plan: each engineer anywhere, until the limits hold. */
static void deal_plan(struct ap c, struct ap_player *p, struct mq_rng *rng)
{
    const uint8_t *limit = ap_changes(c)->space_limit;
    bool fits;

    do {
        memset(p->on, 0, sizeof(p->on));
        fits = true;
        for (int i = 0; i < p->crew_count; i++) {
            struct ap_member *m = &p->crew[i];
            bool special = c.t->engineer[m->id].specialty != AP_NO_SPECIALTY;
            int space = (int)mq_rng_below(rng, special ? 6 : 5);

            space += special ? 0 : 1;
            m->space = (uint8_t)(space < AP_SPACES ? space : AP_IN_HAND);
            p->on[m->space]++;
            fits = fits && (m->space == AP_IN_HAND ||
                            p->on[m->space] <= limit[m->space]);
        }
    } while (!fits);
}

/* The engineers that lie face down are dealt over the places they are known
 * to lie on. */
static void deal_spaces(const struct ap_state *st, struct ap_player *p,
                        struct mq_rng *rng)
{
    uint8_t places[AP_CREW];
    int n = 0;

    for (int space = 0; space < AP_PLACES_OF_ENGINEERS; space++) {
        for (int i = 0; i < p->on[space] && !mq__ap_face_up(st->step, space);
             i++) {
            assert(n < AP_CREW);
            places[n++] = (uint8_t)space;
        }
    }
    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == MQ_UNKNOWN) {
            int k = (int)mq_rng_below(rng, (uint32_t)n);

            p->crew[i].space = places[k];
            places[k] = places[--n];
        }
    }
}

static void deal_crew(struct ap c, struct ap_player *p, struct mq_rng *rng)
{
    bool hidden = false;

    for (int i = 0; i < p->crew_count; i++) {
        deal_engineer(c, &p->crew[i].id, p->crew[i].level, rng);
        hidden |= p->crew[i].space == MQ_UNKNOWN;
    }
    mq__ap_sort_crew(p);
    if (!hidden) {
        return;
    }
    if (c.st->step != AP_PLANNING) {
        deal_spaces(c.st, p, rng);
    } else if (p->planned) {
        deal_plan(c, p, rng);
    } else {
        mq__ap_all_in_hand(p);
    }
}

void mq__ap_resample(const struct mq_game *g, void *state, int seat,
                     struct mq_rng *rng)
{
    struct ap c = ap_of(g, state);

    for (int other = 0; other < c.st->players; other++) {
        if (other != seat) {
            deal_directors(c.st, &c.st->player[other], rng);
            deal_drawn(c, &c.st->player[other], rng);
            deal_crew(c, &c.st->player[other], rng);
        }
    }
    for (int i = 0; i < c.st->under_count[AP_RND]; i++) {
        deal_kind(c, &c.st->under[AP_RND][i], rng);
    }
    for (int deck = AP_JUNIORS; deck < AP_DECKS; deck++) {
        for (int i = 0; i < c.st->under_count[deck]; i++) {
            deal_engineer(c, &c.st->under[deck][i], deck - AP_JUNIORS, rng);
        }
    }
}

void mq__ap_reopen(const struct mq_game *g, void *state, int seat)
{
    struct ap c = ap_of(g, state);

    for (int other = 0; other < c.st->players; other++) {
        struct ap_player *p = &c.st->player[other];

        if (other != seat) {
            p->planned = 0;
            p->choice = AP_NONE;
            p->keep = AP_NONE;
        }
    }
    c.st->actors = (uint8_t)(mq__ap_find_ask(c) >> 8);
}

/* What is seen of an event. */

/* AP-H7: an engineer who leaves is seen if face up. */
static bool leaves_face_up(const struct ap_state *st, int seat, int engineer)
{
    const struct ap_player *p = &st->player[seat];
    int place = mq__ap_crew_find(p, engineer);

    return place >= 0 && mq__ap_face_up(st->step, p->crew[place].space);
}

/* AP-H6: the only card drawn in the R&D step is open. */
static bool drawn_openly(const struct ap_state *st)
{
    return st->step != AP_DRAWING ||
           (st->draw_left == 1 && st->player[st->draw_seat].drawn_count == 0);
}

/* Hidden choices are open once all are in: the last one at once. */
static bool last_commit(const struct ap_state *st)
{
    return (st->actors & (st->actors - 1)) == 0;
}

/* Whether the card of an event is open to all. */
static bool open_to_all(const struct ap_state *st, struct mq_event event)
{
    int a = MQ_ACTION_A(event.action);

    switch (MQ_ACTION_KIND(event.action)) {
    case AP_A_CHOOSE:
    case AP_A_KEEP:
        return last_commit(st);
    case AP_C_DIRECTORS:
    case AP_C_ENGINEER:
        return false;
    case AP_A_DISMISS:
        return leaves_face_up(st, event.seat, a);
    case AP_C_LOSE:
        return leaves_face_up(st, MQ_ACTION_B(event.action), a);
    case AP_C_RND:
        return drawn_openly(st);
    default:
        return true;
    }
}

/* The seat that sees an event whole. */
static int insider(struct mq_event event)
{
    switch (MQ_ACTION_KIND(event.action)) {
    case AP_C_DIRECTORS:
        return MQ_ACTION_C(event.action);
    case AP_C_ENGINEER:
    case AP_C_RND:
    case AP_C_LOSE:
        return MQ_ACTION_B(event.action);
    default:
        return event.seat;
    }
}

bool mq__ap_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out)
{
    struct ap c = ap_of(g, before);
    int kind = MQ_ACTION_KIND(event.action);
    mq_action unknown = (mq_action)MQ_UNKNOWN << 8;

    *out = event;
    if ((seat >= 0 && insider(event) == seat) || open_to_all(c.st, event)) {
        return kind != AP_A_ASSIGN || event.seat == seat;
    }
    if (kind == AP_A_DISMISS) { /* its level shows */
        int level = c.t->engineer[MQ_ACTION_A(event.action)].level;

        out->action |= (mq_action)level << 16;
    }
    out->action |= unknown | (kind == AP_C_DIRECTORS ? unknown << 8 : 0);
    return true;
}

/* What is learned by an event. */

static bool saw_which(const struct mq_game *g, const struct ap_state *st,
                      struct mq_event event, int seat)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    struct mq_event mine;
    int n = mq__ap_outcomes(g, st, list, p);

    mq__ap_seen(g, st, event, seat, &mine);
    for (int i = 0; i < n; i++) {
        struct mq_event other = {event.seat, list[i]};

        mq__ap_seen(g, st, other, seat, &other);
        if (other.action != mine.action) {
            return true;
        }
    }
    return false;
}

/* Whether a pool of engineers or R&D cards with more than one kind in it has
 * lost a kind: the seat can place a card now. */
static bool pool_shrank(const struct ap_tables *t, const struct ap_state *then,
                        const struct ap_state *now)
{
    for (int level = 0; level < AP_LEVELS; level++) {
        uint32_t pool = then->engineers_left & t->level[level];

        if ((pool & (pool - 1)) != 0 && (pool & ~now->engineers_left) != 0) {
            return true;
        }
    }
    for (int kind = t->first[AP_RND]; kind < t->first[AP_RND + 1]; kind++) {
        if (now->unseen[kind] < then->unseen[kind] &&
            then->unseen[kind] < rnd_pool(t, then->unseen)) {
            return true;
        }
    }
    return false;
}

/* Whether others' plans, or directors, have come to light. */
static bool others_opened(const struct ap_state *then,
                          const struct ap_state *now, int seat)
{
    for (int other = 0; other < then->players; other++) {
        const struct ap_player *p = &then->player[other];

        if (other == seat) {
            continue;
        }
        if (then->step == AP_CHOOSE && now->step != AP_CHOOSE) {
            return true;
        }
        if (then->step == AP_PLANNING && now->step != AP_PLANNING &&
            p->crew_count > 0) {
            return true;
        }
        for (int space = 0; now->step < AP_OVER && space < AP_SPACES; space++) {
            if (p->on[space] > 0 && !mq__ap_face_up(then->step, space) &&
                mq__ap_face_up(now->step, space)) {
                return true;
            }
        }
    }
    return false;
}

uint32_t mq__ap_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event)
{
    struct ap c = ap_of(g, before);
    struct ap_state after = *c.st;
    uint32_t mask = 0;

    mq__ap_apply(g, &after, event.seat, event.action);
    for (int seat = 0; seat < c.st->players; seat++) {
        struct ap_state then = *c.st;
        struct ap_state now = after;

        mq__ap_redact(g, &then, seat);
        mq__ap_redact(g, &now, seat);
        if ((event.seat == MQ_CHANCE_SEAT && saw_which(g, c.st, event, seat)) ||
            pool_shrank(c.t, &then, &now) || others_opened(&then, &now, seat)) {
            mask |= AP_BIT(seat);
        }
    }
    return mask;
}
