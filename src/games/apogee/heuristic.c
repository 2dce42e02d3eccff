/* Apogee: move priors. A player pursues the mission: cards for the rocket that
 * gets there, credits to build it, engineers to launch it. One small function
 * for each decision. */
#include "games/apogee/goal.h"
#include "games/apogee/odds.h"

/* A move that gets nowhere, a harmless one, a good one. */
#define BAD 0.01F
#define IDLE 1.0F
#define GOOD 10.0F

struct seating {
    uint8_t space[AP_CREW];
    int free; /* engineers not yet seated */
};

struct thought {
    struct ap c;
    const struct ap_tables *t;
    const struct ap_state *st;
    const struct ap_player *p;
    int seat;
    struct ap_goal goal;
    struct ap_build_plan plan;
    struct seating seats; /* in planning: where everybody should stand */
};

static void think(struct ap c, int seat, struct thought *out)
{
    out->c = c;
    out->t = c.t;
    out->st = c.st;
    out->p = &c.st->player[seat];
    out->seat = seat;
    mq__ap_goal(c, seat, &out->goal);
    mq__ap_build_plan(c, seat, &out->goal, &out->plan);
}

/* The first place of a card in the plan; -1: it has none. */
static int planned(const struct thought *h, int kind)
{
    int i = 0;

    while (i < h->plan.count && h->plan.kind[i] != kind) {
        i++;
    }
    return i < h->plan.count ? i : -1;
}

/* Investors. */

/* The open investor at a place; NULL: none, or with another objective. */
static const struct ap_investor *open_investor(const struct thought *h,
                                               int place, int objective)
{
    const struct ap_investor *card = ap_open_investor(h->c, place);

    return card != NULL && card->objective == objective ? card : NULL;
}

static double investor_value(const struct thought *h,
                             const struct ap_investor *card)
{
    return card->credits / 100.0 + 4.0 * (h->goal.investors > 0);
}

/* What the open investors would pay for a card that comes or is built. */
static double investor_bonus(const struct thought *h, int objective, int kind)
{
    uint32_t tags = h->t->kind[kind].tags;
    double sum = 0.0;

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = open_investor(h, i, objective);

        if (card != NULL && (card->needs.need[0].tags & tags) != 0) {
            sum += investor_value(h, card);
        }
    }
    return sum;
}

/* The same for a rocket: static fire (AP_NONE) or a launch. */
static double rocket_bonus(const struct thought *h, const struct ap_rocket *r,
                           int destination)
{
    int objective = destination == AP_NONE ? AP_FIRE : AP_LAUNCH;
    double sum = 0.0;

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = open_investor(h, i, objective);

        if (card != NULL &&
            (destination == AP_NONE || destination >= card->destination) &&
            mq__ap_rocket_meets(h->t, &card->needs, r, AP_NONE)) {
            sum += investor_value(h, card);
        }
    }
    return sum;
}

/* Cards. */

/* A Payload that a later launch of the mission will want. */
static bool for_later(const struct thought *h, int kind)
{
    for (int i = 0; i < h->goal.count; i++) {
        const struct ap_need *need = &h->goal.need[i];
        uint32_t tags = need->tags;

        if (need->measure != AP_MEASURE_CARDS) {
            tags = AP_BIT(AP_TAG_MANNED) | AP_BIT(AP_TAG_SEAT) |
                   AP_BIT(AP_TAG_PRESSURIZATION);
        }
        if ((h->t->kind[kind].tags & tags) != 0) {
            return true;
        }
    }
    return false;
}

/* Whether the planned rocket still lacks something of a type: then a row of
 * it without anything useful is worth turning over. */
static bool lacks(const struct thought *h, int type)
{
    const struct ap_rocket *r = &h->plan.rocket;
    int where = h->goal.destination == AP_NONE ? 0 : h->goal.destination;
    bool weak = mq__ap_number(h->t, r->performance, where) == 0;

    if (type == AP_PAYLOAD) {
        return mq__ap_cards_with(h->t, r, AP_BIT(AP_TAG_PAYLOAD)) == 0 ||
               mq__ap_goal_share(h->c, &h->goal, r, where) < 1.0;
    }
    return weak || mq__ap_cards_with(h->t, r, AP_BIT(type)) == 0;
}

/* What a card that is not yet owned would be worth. */
static double worth(const struct thought *h, int kind)
{
    double gain = mq__ap_plan_with(h->c, h->seat, &h->goal, &h->plan, kind) -
                  h->plan.quality;

    gain += investor_bonus(h, AP_ACQUIRE, kind);
    gain += 0.5 * investor_bonus(h, AP_BUILD, kind);
    gain += for_later(h, kind) ? 0.4 : 0.0;
    gain += lacks(h, h->t->kind[kind].type) ? 0.5 : 0.0;
    return gain + 0.3 + h->t->kind[kind].pays / 200.0;
}

/* Whether another round comes for certain that builds what is held back. */
static bool rounds_left(const struct thought *h)
{
    const struct ap_mission *mission = ap_mission(h->c);

    return !ap_solo(h->st) || h->st->round < 2 * mission->event_count;
}

/* How easily an owned card is given away. */
static double spare(const struct thought *h, int kind)
{
    const struct ap_technology *k = &h->t->kind[kind];
    double keep = planned(h, kind) >= 0 ? 4.0 : 0.0;

    keep += for_later(h, kind) ? 1.5 : 0.0;
    keep += (k->thrust - 0.5 * k->mass) * 0.05;
    keep += k->pays / 100.0 + 0.5 * investor_bonus(h, AP_BUILD, kind);
    keep += h->goal.credits > 0 && k->pays >= AP_SALE && rounds_left(h) ? 3 : 0;
    return 5.0 - keep > 0.05 ? 5.0 - keep : 0.05;
}

/* Credits that the cards of the plan still cost. */
static int plan_cost(const struct thought *h)
{
    int sum = 0;

    for (int i = 0; i < h->plan.count; i++) {
        sum += h->t->kind[h->plan.kind[i]].cost;
    }
    return sum;
}

/* Planning. */

/* What an engineer brings to a launch, and from which space. */
static int launch_authority(const struct thought *h, int place, int *space)
{
    const struct ap_engineer *e = &h->t->engineer[h->p->crew[place].id];
    bool moves = e->specialty == AP_MOVES && e->amount > e->authority;
    bool allowed = ap_changes(h->c)->space_limit[AP_ON_SPECIALTY] > 0;

    *space = moves && allowed ? AP_ON_SPECIALTY : AP_ON_OPERATIONS;
    return moves && allowed ? e->amount : e->authority;
}

/* Masks of the crew that reach an authority: the fewest, then the weakest. */
static unsigned launch_team(const struct thought *h, int needed)
{
    unsigned best = 0;
    int best_key = 1 << 30;

    for (unsigned team = 1; team < 1U << h->p->crew_count; team++) {
        int sum = 0;
        int space;

        for (unsigned left = team; left != 0; left &= left - 1) {
            sum += launch_authority(h, ap_low_bit(left), &space);
        }
        if (sum >= needed && ap_count_bits(team) * 10000 + sum < best_key) {
            best_key = ap_count_bits(team) * 10000 + sum;
            best = team;
        }
    }
    return best;
}

/* How many cards of the plan can be paid in this construction step. */
static int affordable(const struct thought *h)
{
    int credits = h->p->credits;
    int limit = ap_changes(h->c)->space_limit[AP_ON_CONSTRUCTION];
    int n = 0;

    for (int i = 0; i < h->plan.count && n < limit; i++) {
        const struct ap_technology *k = &h->t->kind[h->plan.kind[i]];

        if (k->cost <= credits) {
            credits += k->pays - k->cost;
            n++;
        }
    }
    return n;
}

/* Cards of the reserve beside the plan that are worth building: an open
 * investor pays for them, or (money) they bring more than their sale. */
static int paying_builds(const struct thought *h, bool money)
{
    uint64_t kinds = mq__ap_paid_builds(h->c, h->seat);
    int n = 0;

    for (; kinds != 0; kinds &= kinds - 1) {
        int kind = ap_low_bit(kinds);

        n += planned(h, kind) < 0 &&
             (money ? h->t->kind[kind].pays >= AP_SALE
                    : investor_bonus(h, AP_BUILD, kind) > 0.0);
    }
    return n;
}

static void seat_at(struct seating *s, int place, int space)
{
    if (s->space[place] == AP_IN_HAND) {
        s->space[place] = (uint8_t)space;
        s->free--;
    }
}

/* The free engineer with the least (or the most) authority; -1: none. */
static int free_engineer(const struct thought *h, const struct seating *s,
                         bool most)
{
    int found = -1;

    for (int i = 0; i < h->p->crew_count; i++) {
        if (s->space[i] == AP_IN_HAND && (found < 0 || most)) {
            found = i; /* the crew is sorted by authority */
        }
    }
    return found;
}

static void seat_some(const struct thought *h, struct seating *s, int space,
                      int count, bool most)
{
    int limit = ap_changes(h->c)->space_limit[space];

    for (; count > 0 && limit > 0 && s->free > 0; count--, limit--) {
        seat_at(s, free_engineer(h, s, most), space);
    }
}

/* Whether the rocket, once the plan is built, can do something for the goal
 * at its destination. */
static bool worth_launching(const struct thought *h, const struct ap_rocket *r,
                            int destination)
{
    const struct ap_mission *mission = ap_mission(h->c);
    double share = mq__ap_goal_share(h->c, &h->goal, r, destination);

    return r->complete &&
           mq__ap_number(h->t, r->performance, destination) > 0 &&
           r->performance >= mission->performance &&
           (mission->one_launch ? share >= 1.0 : share > 0.0);
}

/* A rocket that can't be made to reach the goal any more, nor be changed: a
 * launch to somewhere else clears the pad. */
static bool dead_end(const struct thought *h)
{
    const struct ap_rocket *r = &h->plan.rocket;
    int where = h->goal.destination;
    bool full = (r->kinds & h->t->tagged[AP_TAG_SSTO]) != 0 ||
                h->p->pad_count[AP_PAYLOAD] == AP_PLACES ||
                h->p->pad_count[AP_FIRST] + h->p->pad_count[AP_UPPER] >= 5;

    return where != AP_NONE && full && h->plan.count == 0 && r->complete &&
           !worth_launching(h, r, where);
}

/* The nearest destination that the rocket's performance reaches; AP_NONE:
 * none. */
static int anywhere(const struct thought *h)
{
    return mq__ap_number(h->t, h->plan.rocket.performance, 0) > 0 ? 0 : AP_NONE;
}

/* An open investor whose launch the planned rocket can make: where to; AP_NONE:
 * there is none. */
static int investor_launch(const struct thought *h)
{
    const struct ap_rocket *r = &h->plan.rocket;

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = open_investor(h, i, AP_LAUNCH);

        if (card != NULL && r->complete &&
            mq__ap_number(h->t, r->performance, card->destination) > 0 &&
            mq__ap_rocket_meets(h->t, &card->needs, r, AP_NONE)) {
            return card->destination;
        }
    }
    return AP_NONE;
}

/* Where the next launch goes: for the mission itself, or for investors that
 * it asks for; AP_NONE: nowhere. */
static int launch_goal(const struct thought *h)
{
    return h->goal.destination != AP_NONE ? h->goal.destination
           : h->goal.investors > 0        ? investor_launch(h)
                                          : AP_NONE;
}

/* Whether a card of the rows would be paid for by an open investor. */
static bool row_pays(const struct thought *h)
{
    for (int type = 0; type < AP_ROWS; type++) {
        for (int place = 0; place < AP_PLACES; place++) {
            int kind = h->st->row[type][place];

            if (kind != AP_NONE && investor_bonus(h, AP_ACQUIRE, kind) > 0.0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether the open investors leave nothing to do: then others are wanted. */
static bool investors_stuck(const struct thought *h)
{
    return h->goal.investors > 0 && !row_pays(h) &&
           paying_builds(h, false) == 0 && investor_launch(h) == AP_NONE &&
           rocket_bonus(h, &h->plan.rocket, AP_NONE) <= 0.0;
}

/* Specialties that are worth an engineer in any round. */
static bool useful_specialty(const struct thought *h, int place)
{
    const struct ap_engineer *e = &h->t->engineer[h->p->crew[place].id];
    const char *word = mq__ap_specialties[e->specialty].word;

    return strcmp(word, "gain") == 0 || strcmp(word, "draw-rnd") == 0 ||
           strcmp(word, "take") == 0 ||
           (investors_stuck(h) && strcmp(word, "replace-investors") == 0);
}

static void seat_specialists(const struct thought *h, struct seating *s)
{
    int limit = ap_changes(h->c)->space_limit[AP_ON_SPECIALTY];

    for (int i = 0; i < h->p->crew_count && limit > 0; i++) {
        if (s->space[i] == AP_IN_HAND && useful_specialty(h, i)) {
            seat_at(s, i, AP_ON_SPECIALTY);
            limit--;
        }
    }
}

/* Where everybody should stand: a launch if there is one to be had, builds,
 * then cards. */
static void seating(const struct thought *h, struct seating *s)
{
    int where = launch_goal(h);
    int builds = affordable(h);
    bool all_built = builds == h->plan.count;
    bool design_first;
    int more_design;

    memset(s->space, AP_IN_HAND, sizeof(s->space));
    s->free = h->p->crew_count;
    if (dead_end(h)) {
        where = anywhere(h);
    }
    if (where != AP_NONE && all_built &&
        (where != h->goal.destination ||
         worth_launching(h, &h->plan.rocket, where))) {
        unsigned team =
            launch_team(h, mq__ap_needed_authority(h->c, h->seat, where));

        if (ap_count_bits(team) + builds <= h->p->crew_count) {
            for (; team != 0; team &= team - 1) {
                int space;

                launch_authority(h, ap_low_bit(team), &space);
                seat_at(s, ap_low_bit(team), space);
            }
        }
    }
    builds += h->goal.investors > 0 ? paying_builds(h, false) : 0;
    builds += h->goal.credits > 0 ? paying_builds(h, true) : 0;
    seat_some(h, s, AP_ON_CONSTRUCTION, builds, false);
    design_first = !h->plan.rocket.complete || row_pays(h);
    seat_some(h, s, AP_ON_DESIGN, design_first ? 1 : 0, true);
    seat_specialists(h, s);
    seat_some(h, s, AP_ON_RND, 1, false);
    /* Alone, a second one adds nothing there (AP-D4). */
    more_design = h->st->per_engineer              ? AP_CREW
                  : design_first && ap_solo(h->st) ? 0
                                                   : 1;
    seat_some(h, s, AP_ON_DESIGN, more_design, true);
    seat_some(h, s, AP_ON_RND, AP_CREW, false);
}

/* Decisions. */

static float weigh_choose(const struct thought *h, mq_action action)
{
    static const struct {
        const char *word;
        float worth;
    } list[] = {
        {"hire-seniors", 5.0F}, {"gain", 4.0F},     {"draw-rnd", 4.0F},
        {"take", 4.0F},         {"sell-any", 3.0F}, {"free-payload", 3.0F},
        {"authority", 3.0F},    {"thrust", 2.5F},
    };
    const struct ap_director *d = &h->t->director[MQ_ACTION_A(action)];
    const char *word = mq__ap_directings[d->specialty].word;

    for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++) {
        if (strcmp(list[i].word, word) == 0) {
            return list[i].worth + (float)d->authority * 0.005F;
        }
    }
    return 1.5F + (float)d->authority * 0.005F;
}

/* Far destinations need authority, near ones hands. */
static float weigh_first_hire(const struct thought *h, mq_action action)
{
    int where = h->goal.destination;
    bool far = where != AP_NONE && h->t->destination[where].authority > 60;

    return (MQ_ACTION_A(action) == AP_SENIOR) == far ? GOOD : IDLE;
}

static float weigh_plan(const struct thought *h, mq_action action)
{
    const uint8_t *wanted = h->seats.space;
    bool more = false;
    int place;

    for (int i = 0; i < h->p->crew_count; i++) {
        more = more ||
               (wanted[i] != AP_IN_HAND && h->p->crew[i].space == AP_IN_HAND);
    }
    if (MQ_ACTION_KIND(action) == AP_A_PLANNED) {
        return more ? BAD : GOOD;
    }
    place = mq__ap_crew_find(h->p, MQ_ACTION_A(action));
    return wanted[place] == MQ_ACTION_B(action) ? GOOD : BAD;
}

static float weigh_take(const struct thought *h, mq_action action)
{
    double w = worth(h, MQ_ACTION_A(action));

    return w > 0.05 ? (float)w : 0.05F;
}

static float weigh_build(const struct thought *h, mq_action action)
{
    int kind = MQ_ACTION_A(action);
    int place = planned(h, kind);
    double w;

    if (MQ_ACTION_KIND(action) == AP_A_PASS) {
        return IDLE;
    }
    w = investor_bonus(h, AP_BUILD, kind) + h->t->kind[kind].pays / 100.0;
    if (place >= 0) {
        return GOOD + (float)(12 - place) + (float)w;
    }
    /* A CubeSat is money, if the rocket still flies with it. */
    if (h->t->kind[kind].pays > 0 && h->p->pad_count[AP_RND] == 0) {
        return 2.0F;
    }
    return (float)(w > 0.3 && h->goal.investors > 0 ? 1.0 + w : 0.3);
}

static float weigh_sell(const struct thought *h, int kind)
{
    bool needed = plan_cost(h) > h->p->credits || h->goal.credits > 0;
    double s = spare(h, kind);

    if (s < 2.0) {
        return BAD;
    }
    return (float)(needed || h->p->reserve_count >= 7 ? 4.0 + s : 0.5 * s);
}

/* How many engineers to have: hands and authority against earnings. */
static int wanted_crew(const struct thought *h)
{
    int where = h->goal.destination;

    if (h->goal.authority > 0) {
        return AP_CREW;
    }
    if (h->goal.credits > 0) {
        return 2;
    }
    /* Credits that pile up buy more hands. */
    return (where != AP_NONE && where >= 3 ? 4 : 3) + (h->p->credits >= 100);
}

static float weigh_hire(const struct thought *h, mq_action action)
{
    int where = h->goal.destination == AP_NONE ? 0 : h->goal.destination;
    int needed = h->t->destination[where].authority;
    int all = mq__ap_crew_authority(h->t, h->p);
    bool senior = MQ_ACTION_A(action) == AP_SENIOR;
    int crew = h->p->crew_count;

    if (crew >= wanted_crew(h) && (all >= needed || crew >= AP_CREW)) {
        return 0.2F;
    }
    senior = senior == (all < needed || h->goal.authority > 0);
    return (crew < 2 ? 9.0F : 7.0F) + (senior ? 0.5F : 0.0F);
}

static float weigh_dismiss(const struct thought *h, mq_action action)
{
    const struct ap_engineer *e = &h->t->engineer[MQ_ACTION_A(action)];

    if (h->st->ask == AP_ASK_ACTION) {
        /* A full crew makes room for a better one. */
        return h->goal.authority > 0 && h->p->crew_count == AP_CREW &&
                       h->goal.destination == AP_NONE && h->st->actions > 1
                   ? 5.0F - (float)e->authority * 0.05F
                   : BAD;
    }
    return 1.0F + (float)(130 - e->authority) * 0.05F -
           (e->specialty != AP_NO_SPECIALTY ? 0.5F : 0.0F);
}

/* The best that a launch can bring now; 0: nothing. */
static float weigh_launch_to(const struct thought *h, int destination)
{
    struct ap_launch_odds odds;
    struct ap_rocket r;
    double share;

    mq__ap_rocket(h->c, h->seat, &r);
    if (h->goal.destination == AP_NONE) {
        return (float)(rocket_bonus(h, &r, destination) * 3.0 +
                       (h->goal.credits > 0 ? 3.0 : 0.0));
    }
    if (!worth_launching(h, &r, destination)) {
        return dead_end(h) ? 9.0F : BAD;
    }
    mq__ap_launch_odds(h->c, h->seat, &r, destination, &odds);
    share = mq__ap_goal_share(h->c, &h->goal, &r, destination);
    return (float)(12.0 + 8.0 * share * odds.chance[h->p->dice] + destination);
}

/* A die before the launch is worth an action if there are two. */
static float weigh_fire(const struct thought *h)
{
    struct ap_rocket r;
    double bonus;

    mq__ap_rocket(h->c, h->seat, &r);
    bonus = 3.0 * rocket_bonus(h, &r, AP_NONE);
    if (h->p->dice == AP_PLAYER_DICE || launch_goal(h) == AP_NONE) {
        return (float)(0.5 + bonus);
    }
    return (float)((h->st->actions > 1 && h->goal.credits <= 0 ? 30.0 : 3.0) +
                   bonus);
}

static bool specialty_helps_now(const struct thought *h, const char *word)
{
    int where = h->goal.destination;
    int missing;

    if (strcmp(word, "keep-first-stage") == 0 || strcmp(word, "thrust") == 0) {
        return h->st->actions > 1 && where != AP_NONE &&
               worth_launching(h, &h->plan.rocket, where) &&
               h->plan.count == 0 && h->p->on[AP_ON_OPERATIONS] > 0;
    }
    if (strcmp(word, "authority") == 0) {
        missing = where == AP_NONE
                      ? 0
                      : mq__ap_needed_authority(h->c, h->seat, where) -
                            mq__ap_center_authority(h->t, h->p);
        return missing > 0 && missing <= 40 && h->st->actions > 1 &&
               h->p->on[AP_ON_OPERATIONS] > 0;
    }
    if (strcmp(word, "sell-any") == 0) {
        return h->p->reserve_count - h->plan.count >= 3;
    }
    if (strcmp(word, "dismiss-any") == 0 || strcmp(word, "sell-built") == 0) {
        return false;
    }
    return strcmp(word, "hire-seniors") != 0 ||
           h->p->crew_count < wanted_crew(h);
}

static float weigh_specialty(const struct thought *h)
{
    const struct ap_director *d = &h->t->director[h->p->director];

    return specialty_helps_now(h, mq__ap_directings[d->specialty].word) ? 8.0F
                                                                        : 0.3F;
}

static float weigh_action_now(const struct thought *h, mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case AP_A_SELL:
        return weigh_sell(h, MQ_ACTION_A(action));
    case AP_A_HIRE:
        return weigh_hire(h, action);
    case AP_A_DISMISS:
        return weigh_dismiss(h, action);
    case AP_A_LAUNCH:
        return weigh_launch_to(h, MQ_ACTION_A(action));
    case AP_A_FIRE:
        return weigh_fire(h);
    case AP_A_SPECIALTY:
        return weigh_specialty(h);
    case AP_A_INTERVENE:
        return 1.2F;
    default:
        return IDLE;
    }
}

/* Follow-ups of engineers and directors. */
static float weigh_choice(const struct thought *h, mq_action action)
{
    int kind = MQ_ACTION_A(action);

    switch (MQ_ACTION_KIND(action)) {
    case AP_A_TAKE:
        return weigh_take(h, action);
    case AP_A_BUILD:
        return weigh_build(h, action);
    case AP_A_SELL:
        return spare(h, kind) > 2.0 ? (float)spare(h, kind) : BAD;
    case AP_A_BUY_DIE:
        return plan_cost(h) + AP_COIN <= h->p->credits ? GOOD : BAD;
    case AP_A_DISMISS:
        return weigh_dismiss(h, action);
    case AP_A_REPLACE:
        return kind == AP_TYPES ? (investors_stuck(h) ? 1.5F : 0.5F)
                                : (lacks(h, kind) ? 1.5F : 0.5F);
    default:
        return IDLE;
    }
}

static float weigh_discard(const struct thought *h, mq_action action)
{
    return (float)spare(h, MQ_ACTION_A(action));
}

/* Against the others, the one who has most of it. */
static float weigh_target(const struct thought *h, mq_action action)
{
    int target = MQ_ACTION_A(action);
    const struct ap_player *p = &h->st->player[target];

    if (target == h->seat) {
        return BAD;
    }
    return 1.0F + (float)mq__ap_farthest(p) + (float)p->pad_count[0] +
           (float)MQ_ACTION_B(action) *
               (MQ_ACTION_KIND(action) == AP_A_TARGET_DICE ? 0.5F : 0.0F);
}

static float weigh_reroll(const struct thought *h, mq_action action)
{
    bool again = MQ_ACTION_KIND(action) == AP_A_REROLL;
    bool matters = h->st->roll == AP_ROLL_LAUNCH || h->p->dice > 2;

    return again == matters ? GOOD : IDLE;
}

static float (*const weighs[AP_ASKS])(const struct thought *h,
                                      mq_action action) = {
    [AP_ASK_CHOOSE] = weigh_choose,     [AP_ASK_HIRE] = weigh_first_hire,
    [AP_ASK_PLAN] = weigh_plan,         [AP_ASK_SPECIALTY] = weigh_choice,
    [AP_ASK_BUILD] = weigh_build,       [AP_ASK_KEEP] = weigh_take,
    [AP_ASK_TAKE] = weigh_take,         [AP_ASK_DEBT] = weigh_dismiss,
    [AP_ASK_ACTION] = weigh_action_now, [AP_ASK_FOLLOW] = weigh_choice,
    [AP_ASK_TARGET] = weigh_target,     [AP_ASK_REROLL] = weigh_reroll,
    [AP_ASK_DISCARD] = weigh_discard,   [AP_ASK_DISMISS] = weigh_dismiss,
};

void mq__ap_weigh(const struct mq_game *g, const void *state, int seat,
                  const mq_action *actions, int n, float *w)
{
    struct ap c = ap_of(g, state);
    struct thought h;

    think(c, seat, &h);
    if (c.st->ask == AP_ASK_PLAN) {
        seating(&h, &h.seats);
    }
    for (int i = 0; i < n; i++) {
        w[i] = weighs[c.st->ask](&h, actions[i]);
    }
}
