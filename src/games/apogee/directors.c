/* Apogee: specialties of directors (AP-V), one row and its small functions
 * each. */
#include "games/apogee/rules.h"

static bool always(const struct ap_tables *t, const struct ap_state *st,
                   int seat)
{
    (void)t;
    (void)st;
    (void)seat;
    return true;
}

/* AP-V2, AP-V9, AP-V10: only before this round's launch. */
static bool before_launch(const struct ap_tables *t, const struct ap_state *st,
                          int seat)
{
    (void)t;
    (void)seat;
    return !st->launched;
}

static void start_boost(const struct ap_tables *t, struct ap_state *st,
                        int seat, const struct ap_director *d)
{
    (void)t;
    (void)d;
    st->player[seat].boosted = 1;
}

static void start_choice(const struct ap_tables *t, struct ap_state *st,
                         int seat, const struct ap_director *d)
{
    (void)t;
    (void)seat;
    (void)d;
    st->choosing = 1;
}

/* One choice: the specialty is over with it. */
static void end_choice(struct ap_state *st)
{
    st->choosing = 0;
    st->chosen = 0;
}

/* Another choice, or `pass`, as long as there is something left. */
static void next_choice(struct ap_state *st, bool more)
{
    if (more) {
        st->chosen = 1;
    } else {
        end_choice(st); /* AP-C15 */
    }
}

static int add_pass(const struct ap_state *st, mq_action *out, int n)
{
    if (st->chosen) {
        out[n++] = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    }
    return n;
}

/* gain: AP-V1 */

static void start_gain(const struct ap_tables *t, struct ap_state *st, int seat,
                       const struct ap_director *d)
{
    (void)t;
    mq__apogee_gain(st, seat, d->amount);
}

/* sell-any: AP-V3 */

static bool can_sell(const struct ap_tables *t, const struct ap_state *st,
                     int seat)
{
    (void)t;
    return st->player[seat].reserve_count > 0;
}

static int legal_sell(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    int n = mq__apogee_list_reserve(&st->player[seat], AP_A_SELL, out);

    (void)t;
    return add_pass(st, out, n);
}

static void apply_sell(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    if (MQ_ACTION_KIND(action) == AP_A_PASS) {
        end_choice(st);
        return;
    }
    mq__apogee_sell(t, st, seat, MQ_ACTION_A(action));
    next_choice(st, st->player[seat].reserve_count > 0);
}

/* free-payload, free-nuclear: AP-V4, AP-V5 */

static uint64_t payload_builds(const struct ap_tables *t,
                               const struct ap_state *st, int seat)
{
    return mq__apogee_free_builds(t, st, seat, t->tagged[AP_TAG_PAYLOAD]);
}

static uint64_t nuclear_builds(const struct ap_tables *t,
                               const struct ap_state *st, int seat)
{
    return mq__apogee_free_builds(t, st, seat, t->tagged[AP_TAG_NUCLEAR]);
}

static bool can_build_payload(const struct ap_tables *t,
                              const struct ap_state *st, int seat)
{
    return payload_builds(t, st, seat) != 0;
}

static bool can_build_nuclear(const struct ap_tables *t,
                              const struct ap_state *st, int seat)
{
    return nuclear_builds(t, st, seat) != 0;
}

static int legal_payload(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    return mq__apogee_list_kinds(payload_builds(t, st, seat), AP_A_BUILD, out);
}

static int legal_nuclear(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    return mq__apogee_list_kinds(nuclear_builds(t, st, seat), AP_A_BUILD, out);
}

static void apply_build(const struct ap_tables *t, struct ap_state *st,
                        int seat, mq_action action)
{
    end_choice(st);
    mq__apogee_build(t, st, seat, MQ_ACTION_A(action), 0);
}

/* take: AP-V6 */

static bool can_take(const struct ap_tables *t, const struct ap_state *st,
                     int seat)
{
    (void)t;
    (void)seat;
    return st->gaps != (1U << AP_ROWS * AP_PLACES) - 1;
}

static int legal_take(const struct ap_tables *t, const struct ap_state *st,
                      int seat, mq_action *out)
{
    (void)t;
    (void)seat;
    return mq__apogee_list_rows(st, out);
}

static void apply_take(const struct ap_tables *t, struct ap_state *st, int seat,
                       mq_action action)
{
    end_choice(st);
    mq__apogee_take(t, st, seat, MQ_ACTION_A(action));
}

/* draw-rnd: AP-V7 */

static bool can_draw(const struct ap_tables *t, const struct ap_state *st,
                     int seat)
{
    (void)t;
    (void)seat;
    return ap_deck_cards(st, AP_RND) > 0;
}

static void start_draw(const struct ap_tables *t, struct ap_state *st, int seat,
                       const struct ap_director *d)
{
    (void)t;
    mq__apogee_draw_rnd(st, seat, d->amount);
}

/* sell-built: AP-V8 */

static bool can_sell_built(const struct ap_tables *t, const struct ap_state *st,
                           int seat)
{
    (void)t;
    return mq__apogee_pad_kinds(&st->player[seat]) != 0;
}

static int legal_sell_built(const struct ap_tables *t,
                            const struct ap_state *st, int seat, mq_action *out)
{
    (void)t;
    return mq__apogee_list_kinds(mq__apogee_pad_kinds(&st->player[seat]),
                                 AP_A_SELL, out);
}

/* AP-E5 counts here too. */
static void apply_sell_built(const struct ap_tables *t, struct ap_state *st,
                             int seat, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    const struct ap_director *d = &t->director[st->player[seat].director];

    end_choice(st);
    mq__apogee_pad_remove(t, st, seat, kind);
    mq__apogee_put_under(t, st, kind, AP_ALL_KNOW);
    mq__apogee_gain(st, seat, d->amount + ap_changes(t, st)->sale_price);
}

/* dismiss-any: AP-V11 */

static bool can_dismiss(const struct ap_tables *t, const struct ap_state *st,
                        int seat)
{
    (void)t;
    return mq__apogee_dismissable(&st->player[seat]) > 0;
}

static int legal_dismiss(const struct ap_tables *t, const struct ap_state *st,
                         int seat, mq_action *out)
{
    int n = mq__apogee_list_crew(&st->player[seat], false, out);

    (void)t;
    return add_pass(st, out, n);
}

static void apply_dismiss(const struct ap_tables *t, struct ap_state *st,
                          int seat, mq_action action)
{
    struct ap_player *p = &st->player[seat];

    if (MQ_ACTION_KIND(action) == AP_A_PASS) {
        end_choice(st);
        return;
    }
    mq__apogee_lose_engineer(t, st, seat,
                             mq__apogee_crew_find(p, MQ_ACTION_A(action)));
    mq__apogee_gain(st, seat, t->director[p->director].amount);
    next_choice(st, mq__apogee_dismissable(p) > 0);
}

/* hire-seniors: AP-V12 */

static bool can_hire(const struct ap_tables *t, const struct ap_state *st,
                     int seat)
{
    return st->player[seat].crew_count < AP_CREW &&
           ap_deck_cards(st, AP_JUNIORS + AP_SENIOR) > 0 &&
           !mq__apogee_no_seniors(t, st);
}

static void start_hire(const struct ap_tables *t, struct ap_state *st, int seat,
                       const struct ap_director *d)
{
    (void)t;
    mq__apogee_draw_engineers(st, seat, AP_SENIOR, d->amount);
}

#define AP_GAIN 0
#define AP_KEEP_FIRST_STAGE 1
#define AP_THRUST 2
#define AP_AUTHORITY 3

// clang-format off
const struct ap_directing mq__apogee_directings[] = {
    [AP_GAIN] = {"gain", always, start_gain, NULL, NULL},
    [AP_KEEP_FIRST_STAGE] = {"keep-first-stage", before_launch, start_boost, NULL, NULL},
    [AP_THRUST] = {"thrust", before_launch, start_boost, NULL, NULL},
    [AP_AUTHORITY] = {"authority", before_launch, start_boost, NULL, NULL},
    {"sell-any", can_sell, start_choice, legal_sell, apply_sell},
    {"free-payload", can_build_payload, start_choice, legal_payload, apply_build},
    {"free-nuclear", can_build_nuclear, start_choice, legal_nuclear, apply_build},
    {"take", can_take, start_choice, legal_take, apply_take},
    {"draw-rnd", can_draw, start_draw, NULL, NULL},
    {"sell-built", can_sell_built, start_choice, legal_sell_built, apply_sell_built},
    {"dismiss-any", can_dismiss, start_choice, legal_dismiss, apply_dismiss},
    {"hire-seniors", can_hire, start_hire, NULL, NULL},
};
// clang-format on

const int mq__apogee_directing_count =
    (int)(sizeof(mq__apogee_directings) / sizeof(mq__apogee_directings[0]));

/* AP-A9 */
bool mq__apogee_may_direct(const struct ap_tables *t, const struct ap_state *st,
                           int seat)
{
    const struct ap_player *p = &st->player[seat];
    const struct ap_director *d = &t->director[p->director];

    return !p->specialty_used && !mq__apogee_no_director_specialty(t, st) &&
           mq__apogee_directings[d->specialty].possible(t, st, seat);
}

/* The amount of a specialty that holds this round; 0: it doesn't. */
static int boost(const struct ap_tables *t, const struct ap_player *p,
                 int specialty)
{
    if (!p->boosted || t->director[p->director].specialty != specialty) {
        return 0;
    }
    return t->director[p->director].amount;
}

int mq__apogee_director_thrust(const struct ap_tables *t,
                               const struct ap_player *p)
{
    return boost(t, p, AP_THRUST);
}

int mq__apogee_director_authority(const struct ap_tables *t,
                                  const struct ap_player *p)
{
    return boost(t, p, AP_AUTHORITY) * 10;
}

bool mq__apogee_keeps_first_stage(const struct ap_tables *t,
                                  const struct ap_player *p)
{
    return p->boosted &&
           t->director[p->director].specialty == AP_KEEP_FIRST_STAGE;
}
