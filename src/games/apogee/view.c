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

        if (plans_hidden(st) && !mq__apogee_face_up(st->step, m->space)) {
            m->space = MQ_UNKNOWN;
        }
        if (!m->open) {
            hide_engineer(st, &m->id);
        }
    }
    if (st->step == AP_PLANNING) {
        memset(p->on, 0, sizeof(p->on));
    }
    mq__apogee_sort_crew(p);
}

/* AP-H7 */
static void hide_under(struct ap_state *st, int seat)
{
    for (int i = 0; i < st->under_count[AP_RND]; i++) {
        if (!knows(st->rnd_known[i], seat)) {
            hide_kind(st, &st->under[AP_RND][i]);
        }
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        for (int i = 0; i < st->under_count[AP_JUNIORS + level]; i++) {
            if (!knows(st->bench_known[level][i], seat)) {
                hide_engineer(st, &st->bench[level][i]);
            }
        }
    }
}

void mq__apogee_redact(const struct mq_game *g, void *state, int seat)
{
    struct ap_state *st = state;

    (void)g;
    for (int other = 0; other < st->players; other++) {
        if (other != seat) {
            hide_directors(st, &st->player[other]);
            hide_drawn(st, &st->player[other]);
            hide_crew(st, &st->player[other]);
        }
    }
    hide_under(st, seat);
}

/* Resampling: the pool is dealt over the hidden slots. */

static int take_bit(uint32_t *pool, uint32_t among, struct mq_rng *rng)
{
    uint32_t mask = *pool & among;
    uint32_t k = mq_rng_below(rng, (uint32_t)ap_count_bits(mask));

    for (; k > 0; k--) {
        mask &= mask - 1;
    }
    *pool &= ~(mask & ~(mask - 1));
    return ap_low_bit(mask);
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
static int rnd_pool(const struct ap_tables *t, const struct ap_state *st)
{
    int n = 0;

    for (int kind = t->first[AP_RND]; kind < t->first[AP_RND + 1]; kind++) {
        n += st->unseen[kind];
    }
    return n;
}

static void deal_kind(const struct ap_tables *t, struct ap_state *st,
                      uint8_t *slot, struct mq_rng *rng)
{
    if (*slot == MQ_UNKNOWN) {
        *slot = (uint8_t)mq__apogee_pick_unseen(t, st->unseen, AP_RND,
                                                rnd_pool(t, st), rng);
        st->unseen[*slot]--;
    }
}

/* A kind of the drawn cards, all kinds alike: the legal choices. */
static uint8_t any_drawn(const struct ap_player *p, struct mq_rng *rng)
{
    uint64_t kinds = 0;
    uint32_t k;

    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    k = mq_rng_below(rng, (uint32_t)ap_count_bits(kinds));
    for (; k > 0; k--) {
        kinds &= kinds - 1;
    }
    return (uint8_t)ap_low_bit(kinds);
}

static void deal_drawn(const struct ap_tables *t, struct ap_state *st,
                       struct ap_player *p, struct mq_rng *rng)
{
    for (int i = 0; i < p->drawn_count; i++) {
        deal_kind(t, st, &p->drawn[i], rng);
    }
    if (p->keep == MQ_UNKNOWN) {
        p->keep = any_drawn(p, rng);
    }
}

static void deal_engineer(const struct ap_tables *t, struct ap_state *st,
                          uint8_t *slot, int level, struct mq_rng *rng)
{
    if (*slot == MQ_UNKNOWN) {
        *slot = (uint8_t)take_bit(&st->engineers_left, t->level[level], rng);
    }
}

/* A pending plan: each engineer anywhere, until the limits hold. */
static void deal_plan(const struct ap_tables *t, const struct ap_state *st,
                      struct ap_player *p, struct mq_rng *rng)
{
    const uint8_t *limit = ap_changes(t, st)->space_limit;
    bool fits;

    do {
        memset(p->on, 0, sizeof(p->on));
        fits = true;
        for (int i = 0; i < p->crew_count; i++) {
            struct ap_member *m = &p->crew[i];
            bool special = t->engineer[m->id].specialty != AP_NO_SPECIALTY;
            int space = (int)mq_rng_below(rng, special ? 6 : 5);

            space += special ? 0 : 1;
            m->space = (uint8_t)(space < AP_SPACES ? space : AP_IN_HAND);
            p->on[m->space]++;
            fits = fits && (m->space == AP_IN_HAND ||
                            p->on[m->space] <= limit[m->space]);
        }
    } while (!fits);
}

static void all_in_hand(struct ap_player *p)
{
    memset(p->on, 0, sizeof(p->on));
    p->on[AP_IN_HAND] = p->crew_count;
    for (int i = 0; i < p->crew_count; i++) {
        p->crew[i].space = AP_IN_HAND;
    }
}

/* The engineers that lie face down are dealt over the places they are known
 * to lie on. */
static void deal_spaces(const struct ap_state *st, struct ap_player *p,
                        struct mq_rng *rng)
{
    uint8_t places[AP_CREW];
    int n = 0;

    for (int space = 0; space < AP_PLACES_OF_ENGINEERS; space++) {
        for (int i = 0;
             i < p->on[space] && !mq__apogee_face_up(st->step, space); i++) {
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

static bool spaces_unknown(const struct ap_player *p)
{
    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == MQ_UNKNOWN) {
            return true;
        }
    }
    return false;
}

static void deal_crew(const struct ap_tables *t, struct ap_state *st,
                      struct ap_player *p, struct mq_rng *rng)
{
    for (int i = 0; i < p->crew_count; i++) {
        deal_engineer(t, st, &p->crew[i].id, p->crew[i].level, rng);
    }
    mq__apogee_sort_crew(p);
    if (!spaces_unknown(p)) {
        return;
    }
    if (st->step != AP_PLANNING) {
        deal_spaces(st, p, rng);
    } else if (p->planned) {
        deal_plan(t, st, p, rng);
    } else {
        all_in_hand(p);
    }
}

void mq__apogee_resample(const struct mq_game *g, void *state, int seat,
                         struct mq_rng *rng)
{
    const struct ap_tables *t = ap_tables(g);
    struct ap_state *st = state;

    for (int other = 0; other < st->players; other++) {
        if (other != seat) {
            deal_directors(st, &st->player[other], rng);
            deal_drawn(t, st, &st->player[other], rng);
            deal_crew(t, st, &st->player[other], rng);
        }
    }
    for (int i = 0; i < st->under_count[AP_RND]; i++) {
        deal_kind(t, st, &st->under[AP_RND][i], rng);
    }
    for (int level = 0; level < AP_LEVELS; level++) {
        for (int i = 0; i < st->under_count[AP_JUNIORS + level]; i++) {
            deal_engineer(t, st, &st->bench[level][i], level, rng);
        }
    }
}

void mq__apogee_reopen(const struct mq_game *g, void *state, int seat)
{
    struct ap_state *st = state;

    (void)g;
    for (int other = 0; other < st->players; other++) {
        struct ap_player *p = &st->player[other];

        if (other != seat) {
            p->planned = 0;
            p->choice = AP_NONE;
            p->keep = AP_NONE;
        }
    }
}

/* What is seen of an event. */

/* AP-H7: an engineer who leaves is seen if face up. */
static bool leaves_face_up(const struct ap_state *st, int seat, int engineer)
{
    const struct ap_player *p = &st->player[seat];
    int place = mq__apogee_crew_find(p, engineer);

    return place >= 0 && mq__apogee_face_up(st->step, p->crew[place].space);
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
    uint32_t actors;

    mq__apogee_turn(NULL, st, &actors);
    return (actors & (actors - 1)) == 0;
}

static mq_action hide_id(mq_action action)
{
    return action | (mq_action)MQ_UNKNOWN << 8;
}

/* The event as somebody sees it to whom its cards are not shown. */
static bool seen_by_others(const struct ap_tables *t, const struct ap_state *st,
                           struct mq_event event, struct mq_event *out)
{
    int a = MQ_ACTION_A(event.action);
    int b = MQ_ACTION_B(event.action);

    switch (MQ_ACTION_KIND(event.action)) {
    case AP_A_ASSIGN:
        return false;
    case AP_A_CHOOSE:
    case AP_A_KEEP:
        if (!last_commit(st)) {
            out->action = hide_id(event.action);
        }
        break;
    case AP_C_ENGINEER:
        out->action = hide_id(event.action);
        break;
    case AP_C_DIRECTORS:
        out->action = hide_id(event.action) | (mq_action)MQ_UNKNOWN << 16;
        break;
    case AP_A_DISMISS:
        if (!leaves_face_up(st, event.seat, a)) {
            out->action =
                MQ_ACTION(AP_A_DISMISS, MQ_UNKNOWN, t->engineer[a].level, 0);
        }
        break;
    case AP_C_LOSE:
        if (!leaves_face_up(st, b, a)) {
            out->action = hide_id(event.action);
        }
        break;
    case AP_C_RND:
        if (!drawn_openly(st)) {
            out->action = hide_id(event.action);
        }
        break;
    default:
        break;
    }
    return true;
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

bool mq__apogee_seen(const struct mq_game *g, const void *before,
                     struct mq_event event, int seat, struct mq_event *out)
{
    *out = event;
    if (seat >= 0 && insider(event) == seat) {
        return true;
    }
    return seen_by_others(ap_tables(g), before, event, out);
}

/* What is learned by an event. */

static bool saw_which(const struct mq_game *g, const struct ap_state *st,
                      struct mq_event event, int seat)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    struct mq_event mine;
    int n = mq__apogee_outcomes(g, st, list, p);

    mq__apogee_seen(g, st, event, seat, &mine);
    for (int i = 0; i < n; i++) {
        struct mq_event other = {event.seat, list[i]};

        mq__apogee_seen(g, st, other, seat, &other);
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
            then->unseen[kind] < rnd_pool(t, then)) {
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
            if (p->on[space] > 0 && !mq__apogee_face_up(then->step, space) &&
                mq__apogee_face_up(now->step, space)) {
                return true;
            }
        }
    }
    return false;
}

uint32_t mq__apogee_reveals(const struct mq_game *g, const void *before,
                            struct mq_event event)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = before;
    struct ap_state after = *st;
    uint32_t mask = 0;

    mq__apogee_apply(g, &after, event.seat, event.action);
    for (int seat = 0; seat < st->players; seat++) {
        struct ap_state then = *st;
        struct ap_state now = after;

        mq__apogee_redact(g, &then, seat);
        mq__apogee_redact(g, &now, seat);
        if ((event.seat == MQ_CHANCE_SEAT && saw_which(g, st, event, seat)) ||
            pool_shrank(t, &then, &now) || others_opened(&then, &now, seat)) {
            mask |= AP_BIT(seat);
        }
    }
    return mask;
}
