/* Apogee: who is to act and what they may do. One function for each thing
 * that can be asked. */
#include "games/apogee/rules.h"

static uint32_t choosing_seats(const struct ap_state *st)
{
    uint32_t mask = 0;

    for (int seat = 0; seat < st->players; seat++) {
        mask |= st->player[seat].choice == AP_NONE ? AP_BIT(seat) : 0;
    }
    return mask;
}

static uint32_t planning_seats(const struct ap_state *st)
{
    uint32_t mask = 0;

    for (int seat = 0; seat < st->players; seat++) {
        mask |= st->player[seat].planned ? 0 : AP_BIT(seat);
    }
    return mask;
}

static uint32_t keeping_seats(const struct ap_state *st)
{
    uint32_t mask = 0;

    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        if (p->drawn_count > 0 && p->keep == AP_NONE) {
            mask |= AP_BIT(seat);
        }
    }
    return mask;
}

enum mq_turn mq__apogee_turn(const struct mq_game *g, const void *state,
                             uint32_t *actors)
{
    const struct ap_state *st = state;

    (void)g;
    *actors = 0;
    if (st->ask < AP_ASK_CHOOSE) {
        return MQ_TURN_CHANCE;
    }
    switch (st->ask) {
    case AP_ASK_OVER:
        return MQ_TURN_OVER;
    case AP_ASK_CHOOSE:
        *actors = choosing_seats(st);
        break;
    case AP_ASK_PLAN:
        *actors = planning_seats(st);
        break;
    case AP_ASK_KEEP:
        *actors = keeping_seats(st);
        break;
    default:
        *actors = AP_BIT(st->actor);
    }
    return MQ_TURN_SEATS;
}

/* Lists. */

int mq__apogee_list_kinds(uint64_t kinds, int action, mq_action *out)
{
    int n = 0;

    for (; kinds != 0; kinds &= kinds - 1) {
        out[n++] = MQ_ACTION(action, ap_low_bit(kinds), 0, 0);
    }
    return n;
}

int mq__apogee_list_reserve(const struct ap_player *p, int action,
                            mq_action *out)
{
    int n = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        if (i == 0 || p->reserve[i] != p->reserve[i - 1]) {
            out[n++] = MQ_ACTION(action, p->reserve[i], 0, 0);
        }
    }
    return n;
}

int mq__apogee_list_rows(const struct ap_state *st, mq_action *out)
{
    uint64_t kinds = 0;

    for (int type = 0; type < AP_ROWS; type++) {
        for (int place = 0; place < AP_PLACES; place++) {
            if (st->row[type][place] != AP_NONE) {
                kinds |= AP_KIND_BIT(st->row[type][place]);
            }
        }
    }
    return mq__apogee_list_kinds(kinds, AP_A_TAKE, out);
}

int mq__apogee_list_crew(const struct ap_player *p, bool center, mq_action *out)
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

typedef int (*list_legal)(const struct ap_tables *t, const struct ap_state *st,
                          int seat, mq_action *out);

static int legal_choose(const struct ap_tables *t, const struct ap_state *st,
                        int seat, mq_action *out)
{
    (void)t;
    for (int i = 0; i < 2; i++) {
        out[i] = MQ_ACTION(AP_A_CHOOSE, st->player[seat].dealt[i], 0, 0);
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

static int legal_hire(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    (void)t;
    (void)seat;
    return list_hire(st, true, out);
}

static int legal_plan(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    const struct ap_player *p = &st->player[seat];
    unsigned spaces = mq__apogee_free_spaces(t, st, seat);
    int n = 0;

    for (int i = 0; i < p->crew_count; i++) {
        int engineer = p->crew[i].id;
        unsigned left = spaces;

        if (p->crew[i].space != AP_IN_HAND) {
            continue;
        }
        if (t->engineer[engineer].specialty == AP_NO_SPECIALTY) {
            left &= ~AP_BIT(AP_ON_SPECIALTY); /* AP-Y2 */
        }
        for (int space = 0; space < AP_SPACES; space++) {
            out[n] = MQ_ACTION(AP_A_ASSIGN, engineer, space, 0);
            n += (int)(left >> space & 1);
        }
    }
    out[n++] = MQ_ACTION(AP_A_PLANNED, 0, 0, 0);
    return n;
}

static int legal_specialty(const struct ap_tables *t, const struct ap_state *st,
                           int seat, mq_action *out)
{
    const struct ap_engineer *e = &t->engineer[st->specialist];

    return mq__apogee_specialties[e->specialty].legal(t, st, seat, e, out);
}

static int legal_build(const struct ap_tables *t, const struct ap_state *st,
                       int seat, mq_action *out)
{
    int n = mq__apogee_list_kinds(mq__apogee_paid_builds(t, st, seat),
                                  AP_A_BUILD, out);

    out[n++] = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    return n;
}

static int legal_keep(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    const struct ap_player *p = &st->player[seat];
    uint64_t kinds = 0;

    (void)t;
    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    return mq__apogee_list_kinds(kinds, AP_A_KEEP, out);
}

static int legal_take(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    (void)t;
    (void)seat;
    return mq__apogee_list_rows(st, out);
}

/* AP-A5 */
static int legal_debt(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    const struct ap_player *p = &st->player[seat];

    (void)t;
    return mq__apogee_list_crew(p, mq__apogee_dismissable(p) == 0, out);
}

static int list_launches(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    const struct ap_player *p = &st->player[seat];
    struct ap_rocket rocket;
    int n = 0;

    if (st->launched || p->pad_count[AP_PAYLOAD] == 0 ||
        p->on[AP_ON_OPERATIONS] + p->on[AP_MOVED] == 0 ||
        !mq__apogee_has_stages(t, p)) {
        return 0; /* most often there is no rocket: the short way out */
    }
    mq__apogee_rocket(t, st, seat, &rocket);
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        if (mq__apogee_hindrance(t, st, seat, &rocket, d) == AP_MAY_LAUNCH) {
            out[n++] = MQ_ACTION(AP_A_LAUNCH, d, 0, 0);
        }
    }
    return n;
}

/* AP-F1, AP-F4, AP-E13 */
bool mq__apogee_may_fire(const struct ap_tables *t, const struct ap_state *st,
                         int seat)
{
    return !st->fired && !ap_changes(t, st)->no_static_fire &&
           mq__apogee_has_stages(t, &st->player[seat]);
}

static int legal_action(const struct ap_tables *t, const struct ap_state *st,
                        int seat, mq_action *out)
{
    const struct ap_player *p = &st->player[seat];
    int n = mq__apogee_list_reserve(p, AP_A_SELL, out);

    if (p->crew_count < AP_CREW) {
        n += list_hire(st, !mq__apogee_no_seniors(t, st), out + n);
    }
    n += mq__apogee_list_crew(p, false, out + n);
    if (mq__apogee_may_fire(t, st, seat)) {
        out[n++] = MQ_ACTION(AP_A_FIRE, 0, 0, 0);
    }
    n += list_launches(t, st, seat, out + n);
    if (mq__apogee_may_direct(t, st, seat)) {
        out[n++] = MQ_ACTION(AP_A_SPECIALTY, 0, 0, 0);
    }
    if (mq__apogee_may_intervene(t, st, seat)) {
        out[n++] = MQ_ACTION(AP_A_INTERVENE, 0, 0, 0);
    }
    out[n++] = MQ_ACTION(AP_A_DONE, 0, 0, 0);
    return n;
}

static int legal_follow(const struct ap_tables *t, const struct ap_state *st,
                        int seat, mq_action *out)
{
    const struct ap_director *d = &t->director[st->player[seat].director];

    return mq__apogee_directings[d->specialty].legal(t, st, seat, out);
}

static int legal_target(const struct ap_tables *t, const struct ap_state *st,
                        int seat, mq_action *out)
{
    int nation = t->director[st->player[seat].director].nation;

    return mq__apogee_interventions[nation].legal(t, st, out);
}

static int legal_reroll(const struct ap_tables *t, const struct ap_state *st,
                        int seat, mq_action *out)
{
    (void)t;
    (void)st;
    (void)seat;
    out[0] = MQ_ACTION(AP_A_REROLL, 0, 0, 0);
    out[1] = MQ_ACTION(AP_A_ACCEPT, 0, 0, 0);
    return 2;
}

static int legal_discard(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    (void)t;
    return mq__apogee_list_reserve(&st->player[seat], AP_A_DISCARD, out);
}

static int legal_dismiss(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    (void)t;
    return mq__apogee_list_crew(&st->player[seat], true, out);
}

static const list_legal lists[AP_ASKS] = {
    [AP_ASK_CHOOSE] = legal_choose,   [AP_ASK_HIRE] = legal_hire,
    [AP_ASK_PLAN] = legal_plan,       [AP_ASK_SPECIALTY] = legal_specialty,
    [AP_ASK_BUILD] = legal_build,     [AP_ASK_KEEP] = legal_keep,
    [AP_ASK_TAKE] = legal_take,       [AP_ASK_DEBT] = legal_debt,
    [AP_ASK_ACTION] = legal_action,   [AP_ASK_FOLLOW] = legal_follow,
    [AP_ASK_TARGET] = legal_target,   [AP_ASK_REROLL] = legal_reroll,
    [AP_ASK_DISCARD] = legal_discard, [AP_ASK_DISMISS] = legal_dismiss,
};

int mq__apogee_legal(const struct mq_game *g, const void *state, int seat,
                     mq_action *out)
{
    const struct ap_state *st = state;

    assert(lists[st->ask] != NULL);
    return lists[st->ask](ap_tables(g), st, seat, out);
}
