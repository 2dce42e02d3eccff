/* Apogee: who is to act and what they may do. One function for each thing
 * that can be asked. */
#include "games/apogee/rules.h"

enum mq_turn mq__ap_turn(const struct mq_game *g, const void *state,
                         uint32_t *actors)
{
    const struct ap_state *st = ap_of(g, state).st;

    *actors = st->actors;
    if (st->actors != 0) {
        return MQ_TURN_SEATS;
    }
    return st->ask == AP_ASK_OVER ? MQ_TURN_OVER : MQ_TURN_CHANCE;
}

/* Lists. */

int mq__ap_list_kinds(uint64_t kinds, int action, mq_action *out)
{
    int n = 0;

    for (; kinds != 0; kinds &= kinds - 1) {
        out[n++] = MQ_ACTION(action, ap_low_bit(kinds), 0, 0);
    }
    return n;
}

static int list_reserve(const struct ap_player *p, int action, mq_action *out)
{
    int n = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        if (i == 0 || p->reserve[i] != p->reserve[i - 1]) {
            out[n++] = MQ_ACTION(action, p->reserve[i], 0, 0);
        }
    }
    return n;
}

int mq__ap_list_crew(const struct ap_player *p, bool center, mq_action *out)
{
    int n = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (center || !ap_at_center(p->crew[i].space)) {
            out[n++] = MQ_ACTION(AP_A_DISMISS, p->crew[i].id, 0, 0);
        }
    }
    return n;
}

/* Decisions. */

typedef int (*list_legal)(struct ap c, int seat, mq_action *out);

static int legal_choose(struct ap c, int seat, mq_action *out)
{
    for (int i = 0; i < 2; i++) {
        out[i] = MQ_ACTION(AP_A_CHOOSE, c.st->player[seat].dealt[i], 0, 0);
    }
    return 2;
}

static int list_hire(const struct ap_state *st, bool seniors, mq_action *out)
{
    int n = 0;

    if (ap_deck_cards(st, AP_JUNIORS) > 0) {
        out[n++] = MQ_ACTION(AP_A_HIRE, AP_JUNIOR, 0, 0);
    }
    if (seniors && ap_deck_cards(st, AP_JUNIORS + AP_SENIOR) > 0) {
        out[n++] = MQ_ACTION(AP_A_HIRE, AP_SENIOR, 0, 0);
    }
    return n;
}

static int legal_hire(struct ap c, int seat, mq_action *out)
{
    (void)seat;
    return list_hire(c.st, true, out);
}

/* The row is copied whole: what is too much is written over. */
static mq_action *list_spaces(const struct ap_assigns *row, unsigned spaces,
                              mq_action *out)
{
    if (spaces == AP_ALL_SPACES) {
        memcpy(out, row->action, sizeof(row->action));
        return out + row->count;
    }
    for (unsigned i = 0; i < row->count; i++) {
        *out = row->action[i];
        out += spaces >> MQ_ACTION_B(row->action[i]) & 1;
    }
    return out;
}

static int legal_plan(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    unsigned spaces = mq__ap_free_spaces(c, seat);
    mq_action *next = out;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == AP_IN_HAND) {
            next = list_spaces(&c.t->assigns[p->crew[i].id], spaces, next);
        }
    }
    *next++ = MQ_ACTION(AP_A_PLANNED, 0, 0, 0);
    return (int)(next - out);
}

/* A specialty of an engineer or of a director. */
static int legal_use(struct ap c, int seat, mq_action *out)
{
    struct ap_use use = mq__ap_use_now(c);

    (void)seat; /* of asserts alone */
    assert(use.seat == seat);
    return mq__ap_use_list(&use, out);
}

static int legal_build(struct ap c, int seat, mq_action *out)
{
    int n = mq__ap_list_kinds(mq__ap_paid_builds(c, seat), AP_A_BUILD, out);

    out[n++] = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    return n;
}

static int legal_keep(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    uint64_t kinds = 0;

    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    return mq__ap_list_kinds(kinds, AP_A_KEEP, out);
}

static int legal_take(struct ap c, int seat, mq_action *out)
{
    (void)seat;
    return mq__ap_list_kinds(mq__ap_row_kinds(c.st), AP_A_TAKE, out);
}

/* AP-A5 */
static int legal_debt(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];

    return mq__ap_list_crew(p, mq__ap_dismissable(p) == 0, out);
}

static int list_launches(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    struct ap_rocket rocket;
    int n = 0;

    if (c.st->launched || p->pad_count[AP_PAYLOAD] == 0 ||
        p->on[AP_ON_OPERATIONS] + p->on[AP_MOVED] == 0 ||
        !mq__ap_has_stages(c.t, p)) {
        return 0; /* most often there is no rocket: the short way out */
    }
    mq__ap_rocket(c, seat, &rocket);
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        if (mq__ap_hindrance(c, seat, &rocket, d) == AP_MAY_LAUNCH) {
            out[n++] = MQ_ACTION(AP_A_LAUNCH, d, 0, 0);
        }
    }
    return n;
}

/* AP-F1, AP-F4, AP-E13 */
static bool may_fire(struct ap c, int seat)
{
    return !c.st->fired && !ap_changes(c)->no_static_fire &&
           mq__ap_has_stages(c.t, &c.st->player[seat]);
}

static int legal_action(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    int n = list_reserve(p, AP_A_SELL, out);

    if (p->crew_count < AP_CREW) {
        n += list_hire(c.st, !mq__ap_no_seniors(c), out + n);
    }
    n += mq__ap_list_crew(p, false, out + n);
    if (may_fire(c, seat)) {
        out[n++] = MQ_ACTION(AP_A_FIRE, 0, 0, 0);
    }
    n += list_launches(c, seat, out + n);
    if (mq__ap_may_direct(c, seat)) {
        out[n++] = MQ_ACTION(AP_A_SPECIALTY, 0, 0, 0);
    }
    if (mq__ap_may_intervene(c, seat)) {
        out[n++] = MQ_ACTION(AP_A_INTERVENE, 0, 0, 0);
    }
    out[n++] = MQ_ACTION(AP_A_DONE, 0, 0, 0);
    return n;
}

static int legal_target(struct ap c, int seat, mq_action *out)
{
    int nation = c.t->director[c.st->player[seat].director].nation;

    return mq__ap_interventions[nation].legal(c, out);
}

static int legal_reroll(struct ap c, int seat, mq_action *out)
{
    (void)c;
    (void)seat;
    out[0] = MQ_ACTION(AP_A_REROLL, 0, 0, 0);
    out[1] = MQ_ACTION(AP_A_ACCEPT, 0, 0, 0);
    return 2;
}

static int legal_discard(struct ap c, int seat, mq_action *out)
{
    return list_reserve(&c.st->player[seat], AP_A_DISCARD, out);
}

static int legal_dismiss(struct ap c, int seat, mq_action *out)
{
    return mq__ap_list_crew(&c.st->player[seat], true, out);
}

static const list_legal lists[AP_ASKS] = {
    [AP_ASK_CHOOSE] = legal_choose,   [AP_ASK_HIRE] = legal_hire,
    [AP_ASK_PLAN] = legal_plan,       [AP_ASK_SPECIALTY] = legal_use,
    [AP_ASK_BUILD] = legal_build,     [AP_ASK_KEEP] = legal_keep,
    [AP_ASK_TAKE] = legal_take,       [AP_ASK_DEBT] = legal_debt,
    [AP_ASK_ACTION] = legal_action,   [AP_ASK_FOLLOW] = legal_use,
    [AP_ASK_TARGET] = legal_target,   [AP_ASK_REROLL] = legal_reroll,
    [AP_ASK_DISCARD] = legal_discard, [AP_ASK_DISMISS] = legal_dismiss,
};

int mq__ap_legal(const struct mq_game *g, const void *state, int seat,
                 mq_action *out)
{
    struct ap c = ap_of(g, state);

    assert(lists[c.st->ask] != NULL);
    return lists[c.st->ask](c, seat, out);
}
