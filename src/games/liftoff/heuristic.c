/* Move weights, the predicted result, chances worth knowing. From what the
 * seat knows alone: all that is looked at is open or the seat's own.
 */
#include "games/liftoff/value.h"

struct mind {
    struct lo c;
    struct lo_eye eye;
    int seat;
    const struct lo_player *p;
    float worth[LO_MAX_PLAYERS]; /* of each now, once it was looked at */
};

/* What the others get counts against it, all together as much as two fifths of
 * what one of them gets. */
static float lead(const struct mind *m, const float *worth)
{
    int players = m->c.st->players;
    float others = 0;

    for (int i = 0; i < players; i++) {
        others += i == m->seat ? 0 : worth[i];
    }
    return worth[m->seat] - 0.4F * others / (float)(players - 1);
}

/* Looks at everybody as things stand. */
static float standing(struct mind *m)
{
    const struct lo_state *st = m->c.st;

    m->eye = mq__lo_eye(m->c, m->seat);
    for (int i = 0; i < st->players; i++) {
        m->worth[i] = mq__lo_worth(&m->eye, &st->player[i]);
    }
    return lead(m, m->worth);
}

/* The same in a state that follows; who is as before is worth as much. */
static float standing_in(const struct mind *m, const struct lo_state *st)
{
    float worth[LO_MAX_PLAYERS] = {0};
    struct lo_eye eye = mq__lo_eye(lo_with(m->c.t, st), m->seat);

    for (int i = 0; i < st->players; i++) {
        const struct lo_player *p = &st->player[i];
        bool same = memcmp(p, &m->c.st->player[i], sizeof(*p)) == 0;

        worth[i] = same ? m->worth[i] : mq__lo_worth(&eye, p);
    }
    return lead(m, worth);
}

/* Takes final scoring back: it may know objectives that the seat doesn't. */
static void before_the_end(const struct lo_state *before, struct lo_state *st)
{
    for (int i = 0; i < st->players; i++) {
        struct lo_player *p = &st->player[i];

        p->score = before->player[i].score;
        p->objective = before->player[i].objective;
        for (int k = 0; k < LO_SOURCES; k++) {
            p->score += p->points[k] - before->player[i].points[k];
        }
    }
}

/* The worth after an action whose results are open; `standing` comes first. */
static float after(const struct mind *m, mq_action action)
{
    struct lo_state st = *m->c.st;

    mq__lo_do(lo_with(m->c.t, &st), m->seat, action);
    if (st.step == LO_STEP_OVER) {
        before_the_end(m->c.st, &st);
    }
    st.step = m->c.st->step;
    st.round = m->c.st->round;
    st.phase = m->c.st->phase;
    return standing_in(m, &st);
}

/* Cards. */

static float launch_banner(const struct mind *m)
{
    const struct lo_tables *t = m->c.t;
    const struct lo_player *p = m->p;
    uint32_t ready = mq__lo_ready(m->c, p);
    float points = t->level[p->lab - 1].points[m->c.st->phase - 1];
    int missions = __builtin_popcount(ready);
    int price = mq__lo_price(t, p, false);

    if (missions == 0 || p->money < price) {
        return 0.5F;
    }
    return 2 * m->eye.money + (missions > 1 ? 0.6F * points + 2 : 0.5F);
}

static float banner_worth(const struct mind *m, int banner)
{
    const struct lo_tables *t = m->c.t;
    float need = 4.0F - (float)lo_weight(t, m->p);

    switch (banner) {
    case LO_BANNER_3_MONEY:
        return 3 * m->eye.money;
    case LO_BANNER_5_POINTS:
        return 5;
    case LO_BANNER_MISSION:
        return 0.5F + 0.35F * m->eye.rounds;
    case LO_BANNER_CAPACITY_1:
        return need > 0 && m->p->earth[0] != 0 ? 1.2F : 0.3F;
    case LO_BANNER_CAPACITY_2:
        return need > 0 && m->p->earth[0] != 0 ? 1.8F : 0.4F;
    default:
        return launch_banner(m);
    }
}

/* The best that each box of a card would do if it were in play now. */
static float card_worth(const struct mind *m, int card)
{
    const struct lo_tables *t = m->c.t;
    const struct lo_specialist *c = &t->specialist[card];
    struct lo_state st = *m->c.st;
    struct lo_player *p = &st.player[m->seat];
    struct mind then = *m;
    mq_action acts[4 * LO_COLOURS * LO_COLOURS];
    float best[2] = {0, 0};
    float now;
    int n;

    st.step = LO_STEP_ACT;
    st.turn = (uint8_t)m->seat;
    st.round = st.round > 0 ? st.round : 1;
    p->plays = 1;
    p->played[0] = (uint8_t)card;
    mq__lo_banner(t, p, card);
    then.c.st = &st;
    then.p = p;
    now = standing(&then);
    n = mq__lo_list_acts(then.c, acts);
    for (int i = 0; i < n; i++) {
        float gain = after(&then, acts[i]) - now;
        int box = mq__lo_box_of(then.c, MQ_ACTION_A(acts[i]));

        best[box] = gain > best[box] ? gain : best[box];
    }
    if (best[0] + best[1] < 2 * m->eye.money) {
        best[0] = 2 * m->eye.money;
        best[1] = 0;
    }
    return banner_worth(m, c->banner) + best[0] + 0.8F * best[1];
}

/* Before there is anything: how an objective usually goes. */
static float fresh_objective(const struct mind *m, int card)
{
    const struct lo_objective *o = &m->c.t->objective[card];
    float sum = 0;

    for (int i = 0; i < o->tiers; i++) {
        sum += (float)o->points[m->c.st->edition][i] / (float)(1 + o->count[i]);
    }
    /* Cards that ask for the same go well together. */
    for (int i = 0; i < m->p->objective.size; i++) {
        const struct lo_objective *other =
            &m->c.t->objective[m->p->objective.card[i]];

        if (other != o && (other->levels & o->levels) != 0) {
            sum += 2;
        }
        if (other != o && o->aim == LO_AIM_TECH && other->aim == LO_AIM_SETS) {
            sum += 1;
        }
    }
    return sum;
}

/* Missions. */

static float take_worth(const struct mind *m, int kind)
{
    const struct lo_mission *card = &m->c.t->mission[kind];
    float heavy = (float)card->weight - (float)lo_weight(m->c.t, m->p);

    return mq__lo_mission_worth(&m->eye, m->p, kind) *
           mq__lo_readiness(&m->eye, m->p, card->level) /
           (heavy > 0 ? 1 + 0.5F * heavy : 1);
}

/* The mean of what the deck holds for this player; the better half counts. */
static float deck_worth(const struct mind *m, int level)
{
    const struct lo_tables *t = m->c.t;
    const struct lo_state *st = m->c.st;
    uint32_t full = mq__lo_full(t, m->p);
    float sum = 0;
    float best = 0;
    float cards = 0;

    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];
        int copies = st->mission_deck[kind] + st->mission_discard[kind];
        float worth;

        if (copies == 0 || (full >> kind & 1) != 0) {
            continue;
        }
        worth = take_worth(m, kind);
        best = worth > best ? worth : best;
        sum += worth * (float)copies;
        cards += (float)copies;
    }
    return cards > 0 ? 0.5F * sum / cards + 0.5F * best : 0;
}

/* Launches. */

static int may_send(const struct mind *m)
{
    return m->c.st->edition == LO_EN
               ? LO_LAUNCHES - m->p->sent - m->c.st->loaded_size
               : LO_LAUNCHES;
}

static float launch_worth(const struct mind *m, bool lab)
{
    const struct lo_tables *t = m->c.t;
    struct lo_load load =
        mq__lo_best_load(&m->eye, m->p, mq__lo_ready(m->c, m->p),
                         mq__lo_most_capacity(m->c, m->p, lab), may_send(m));

    return load.worth + t->level[m->p->lab - 1].points[m->c.st->phase - 1] -
           m->eye.money * (float)mq__lo_price(t, m->p, lab);
}

/* What the launch under way could still take on, with more capacity. */
static struct lo_load still(const struct mind *m, int more)
{
    const struct lo_state *st = m->c.st;
    uint32_t from = mq__lo_ready(m->c, m->p);
    int room = mq__lo_capacity(m->c) - mq__lo_loaded_weight(m->c) + more;

    for (int i = 0; i < st->loaded_size; i++) {
        from &= ~lo_bit(st->loaded[i]);
    }
    return mq__lo_best_load(&m->eye, m->p, from, room, may_send(m));
}

static float boost_worth(const struct mind *m, int what)
{
    int boost = what == LO_LAB ? 1 : m->c.t->specialist[what].boost;
    float gain = still(m, boost).worth - still(m, 0).worth;

    return gain > 0 ? 100 + gain : 0;
}

/* A mission of the best load; a second copy goes along if it fits. */
static float load_worth(const struct mind *m, int kind)
{
    float worth = mq__lo_mission_worth(&m->eye, m->p, kind);

    return still(m, 0).kinds >> kind & 1 ? 20 + worth : 0.1F * worth;
}

/* The weight of one action: the difference to doing nothing, more or less. */
static float raw_weight(const struct mind *m, mq_action action, float now)
{
    int a = MQ_ACTION_A(action);

    switch (MQ_ACTION_KIND(action)) {
    case LO_KEEP_OBJECTIVE:
        return fresh_objective(m, a);
    case LO_PASS_OBJECTIVE:
        return -fresh_objective(m, a);
    case LO_KEEP:
    case LO_PLAY:
        return card_worth(m, a);
    case LO_PASS:
        return -card_worth(m, a);
    case LO_DECK:
        return deck_worth(m, a - 1);
    case LO_TAKE:
        return take_worth(m, a);
    case LO_LAUNCH:
        return launch_worth(m, a == LO_LAB);
    case LO_BOOST:
        return boost_worth(m, a);
    case LO_LOAD:
        return load_worth(m, a);
    case LO_GO:
        return 10;
    case LO_SELL_OBJECTIVE:
        return 5 * m->eye.money - mq__lo_objective_worth(&m->eye, m->p, a);
    case LO_ACT:
    case LO_MONEY:
    case LO_CHOOSE_TECH:
    case LO_CHOOSE_EXCHANGE:
        return after(m, action) - now;
    default: /* direction, done */
        return 0;
    }
}

/* Weights are squares of how far an action is above the worst one, so that
 * the best stands out and none is 0. */
void mq__lo_weigh(const struct mq_game *g, const void *state, int seat,
                  const mq_action *actions, int n, float *w)
{
    struct lo c = lo_of(g, state);
    struct mind m = {.c = c,
                     .eye = mq__lo_eye(c, seat),
                     .seat = seat,
                     .p = &c.st->player[seat]};
    float now = 0;
    float least = 0;

    if (c.st->step == LO_STEP_ACT || c.st->step == LO_STEP_EFFECT) {
        now = standing(&m);
    }
    for (int i = 0; i < n; i++) {
        w[i] = raw_weight(&m, actions[i], now);
        least = i == 0 || w[i] < least ? w[i] : least;
    }
    for (int i = 0; i < n; i++) {
        float above = w[i] - least + 0.1F;

        w[i] = above * above;
    }
}

/* By `maxq bench estimate liftoff`. What others' objectives promise is seen by
 * themselves alone, the more so the nearer the end is. */
#define UNSEEN 20.0
#define SCALE 4.0
#define SCALE_ROUND 8.0

/* The chance to win, from how far each is ahead of each other; the more is to
 * come, the less a lead says. */
double mq__lo_estimate(const struct mq_game *g, const void *state, int seat)
{
    struct lo c = lo_of(g, state);
    struct lo_eye eye = mq__lo_eye(c, seat);
    double worth[LO_MAX_PLAYERS];
    double strength[LO_MAX_PLAYERS];
    double sum = 0;

    if (c.st->step == LO_STEP_OVER) {
        uint32_t winners = mq__lo_winners(g, c.st);

        return (winners >> seat & 1) != 0 ? 1.0 / __builtin_popcount(winners)
                                          : 0;
    }
    for (int i = 0; i < c.st->players; i++) {
        worth[i] = (double)mq__lo_worth(&eye, &c.st->player[i]) +
                   (i == seat ? 0 : UNSEEN / (1.0 + (double)eye.rounds));
    }
    for (int i = 0; i < c.st->players; i++) {
        strength[i] = 1;
        for (int k = 0; k < c.st->players; k++) {
            double lead = worth[i] - worth[k];
            double size = lead < 0 ? -lead : lead;
            double scale = SCALE + SCALE_ROUND * (double)eye.rounds;

            strength[i] *= 0.5 + 0.5 * lead / (size + scale);
        }
        sum += strength[i];
    }
    return strength[seat] / sum;
}
