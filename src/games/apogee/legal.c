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

mq_action *mq__ap_list_kinds(uint64_t kinds, int action, mq_action *out)
{
    for (; kinds != 0; kinds &= kinds - 1) {
        *out++ = MQ_ACTION(action, ap_low_bit(kinds), 0, 0);
    }
    return out;
}

static mq_action *list_reserve(const struct ap_player *p, int action,
                               mq_action *out)
{
    const uint8_t *end = p->reserve + p->reserve_count;
    int before = AP_NONE;

    for (const uint8_t *kind = p->reserve; kind < end; kind++) {
        if (*kind != before) {
            before = *kind;
            *out++ = MQ_ACTION(action, before, 0, 0);
        }
    }
    return out;
}

mq_action *mq__ap_list_crew(const struct ap_player *p, bool center,
                            mq_action *out)
{
    const struct ap_member *end = p->crew + p->crew_count;

    for (const struct ap_member *m = p->crew; m < end; m++) {
        if (center || !ap_at_center(m->space)) {
            *out++ = MQ_ACTION(AP_A_DISMISS, m->id, 0, 0);
        }
    }
    return out;
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

static mq_action *list_hire(const struct ap_state *st, bool seniors,
                            mq_action *out)
{
    if (ap_deck_cards(st, AP_JUNIORS) > 0) {
        *out++ = MQ_ACTION(AP_A_HIRE, AP_JUNIOR, 0, 0);
    }
    if (seniors && ap_deck_cards(st, AP_JUNIORS + AP_SENIOR) > 0) {
        *out++ = MQ_ACTION(AP_A_HIRE, AP_SENIOR, 0, 0);
    }
    return out;
}

static int legal_hire(struct ap c, int seat, mq_action *out)
{
    (void)seat;
    return (int)(list_hire(c.st, true, out) - out);
}

/* Assignments to full spaces leave the list: AP-E9, AP-E18, AP-E20. */
AP_APART static mq_action *without_full(struct ap c, int seat, mq_action *list,
                                        const mq_action *end)
{
    unsigned spaces = mq__ap_free_spaces(c, seat);
    mq_action *left = list;

    for (; list < end; list++) {
        *left = *list;
        left += spaces >> MQ_ACTION_B(*list) & 1;
    }
    return left;
}

/* Rows are copied whole: what is too much of one is written over. */
static int legal_plan(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    const struct ap_member *end = p->crew + p->crew_count;
    mq_action *next = out;

    for (const struct ap_member *m = p->crew; m < end; m++) {
        if (m->space == AP_IN_HAND) {
            const struct ap_assigns *row = &c.t->assigns[m->id];

            memcpy(next, row->action, sizeof(row->action));
            next += row->count;
        }
    }
    if (ap_changes(c)->limits_spaces) {
        next = without_full(c, seat, out, next);
    }
    *next = MQ_ACTION(AP_A_PLANNED, 0, 0, 0);
    return (int)(next + 1 - out);
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
    mq_action *end =
        mq__ap_list_kinds(mq__ap_paid_builds(c, seat), AP_A_BUILD, out);

    *end = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    return (int)(end + 1 - out);
}

static int legal_keep(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    uint64_t kinds = 0;

    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    return (int)(mq__ap_list_kinds(kinds, AP_A_KEEP, out) - out);
}

static int legal_take(struct ap c, int seat, mq_action *out)
{
    (void)seat;
    return (int)(mq__ap_list_kinds(mq__ap_row_kinds(c.st), AP_A_TAKE, out) -
                 out);
}

/* AP-A5 */
static int legal_debt(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];

    return (int)(mq__ap_list_crew(p, mq__ap_dismissable(p) == 0, out) - out);
}

/* What can be done with a rocket, which has its stages: AP-F1, AP-F4, AP-E13,
 * AP-L1. Most often it can't be launched: the short way out. */
AP_APART static mq_action *list_rocket(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];

    if (!c.st->fired && !ap_changes(c)->no_static_fire) {
        *out++ = MQ_ACTION(AP_A_FIRE, 0, 0, 0);
    }
    if (c.st->launched || p->pad_count[AP_PAYLOAD] == 0 ||
        p->on[AP_ON_OPERATIONS] + p->on[AP_MOVED] == 0) {
        return out;
    }
    return mq__ap_list_kinds(mq__ap_destinations(c, seat), AP_A_LAUNCH, out);
}

static int legal_action(struct ap c, int seat, mq_action *out)
{
    const struct ap_player *p = &c.st->player[seat];
    mq_action *next = list_reserve(p, AP_A_SELL, out);

    if (p->crew_count < AP_CREW) {
        next = list_hire(c.st, !mq__ap_no_seniors(c), next);
    }
    next = mq__ap_list_crew(p, false, next);
    if (mq__ap_has_stages(c.t, p)) {
        next = list_rocket(c, seat, next);
    }
    if (mq__ap_may_direct(c, seat)) {
        *next++ = MQ_ACTION(AP_A_SPECIALTY, 0, 0, 0);
    }
    if (mq__ap_may_intervene(c, seat)) {
        *next++ = MQ_ACTION(AP_A_INTERVENE, 0, 0, 0);
    }
    *next = MQ_ACTION(AP_A_DONE, 0, 0, 0);
    return (int)(next + 1 - out);
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
    return (int)(list_reserve(&c.st->player[seat], AP_A_DISCARD, out) - out);
}

static int legal_dismiss(struct ap c, int seat, mq_action *out)
{
    return (int)(mq__ap_list_crew(&c.st->player[seat], true, out) - out);
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
