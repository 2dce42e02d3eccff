/* Apogee: what a player is after, and the rocket that would get there. Only
 * what all know is looked at, and the player's own cards. */
#include "games/apogee/goal.h"

#include "games/apogee/odds.h"

/* The goal. */

static void add_need(struct ap c, int seat, const struct ap_need *need,
                     bool one_launch, struct ap_goal *out)
{
    int missing = need->amount;

    if (!one_launch) {
        missing -= mq__ap_progress(c, seat, need);
    }
    if (missing <= 0) {
        return;
    }
    out->need[out->count] = *need;
    out->need[out->count++].amount = (int16_t)missing;
}

/* Needs that are about the player, not about a rocket. */
static void sort_out(struct ap_goal *out)
{
    int n = 0;

    for (int i = 0; i < out->count; i++) {
        const struct ap_need *need = &out->need[i];
        const char *word = mq__ap_measures[need->measure].word;

        if (need->destination != AP_NONE) {
            out->need[n++] = *need;
        } else if (strcmp(word, "investors") == 0) {
            out->investors = need->amount;
        } else if (strcmp(word, "credits") == 0) {
            out->credits = need->amount;
        } else {
            out->authority = need->amount;
        }
    }
    out->count = n;
}

/* The nearest destination with something missing. */
static int next_destination(const struct ap_goal *goal)
{
    int nearest = AP_NONE;

    for (int i = 0; i < goal->count; i++) {
        if (goal->need[i].destination < nearest) {
            nearest = goal->need[i].destination;
        }
    }
    return nearest;
}

void mq__ap_goal(struct ap c, int seat, struct ap_goal *out)
{
    const struct ap_mission *mission = ap_mission(c);
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);

    memset(out, 0, sizeof(*out));
    for (int i = 0; i < n; i++) {
        add_need(c, seat, need[i], mission->one_launch, out);
    }
    sort_out(out);
    out->destination = next_destination(out);
    if (mission->end == AP_FARTHEST) {
        int next = mq__ap_farthest(&c.st->player[seat]);

        out->any_launch = true;
        out->destination = next < AP_DESTINATIONS ? next : AP_DESTINATIONS - 1;
    }
}

double mq__ap_goal_share(struct ap c, const struct ap_goal *goal,
                         const struct ap_rocket *rocket, int destination)
{
    const struct ap_mission *mission = ap_mission(c);
    double share = 0.0;
    int n = 0;

    if (goal->any_launch) {
        return destination >= goal->destination ? 1.0 : 0.0;
    }
    if (mission->cost_below > 0 && rocket->cost >= mission->cost_below) {
        return 0.0;
    }
    for (int i = 0; i < goal->count; i++) {
        const struct ap_need *need = &goal->need[i];
        int has = mq__ap_on_rocket(c.t, need, rocket);

        if (need->destination == destination) {
            share += has >= need->amount ? 1.0 : (double)has / need->amount;
            n++;
        }
    }
    return n == 0 ? 0.0 : share / n;
}

/* Rockets. */

/* The least performance with which a destination can be reached. */
static int least_performance(const struct ap_tables *t,
                             const struct ap_mission *mission, int destination)
{
    int least = 45;

    for (int row = 0; row < AP_PERFORMANCE_ROWS; row++) {
        if (t->number[row].number[destination] > 0) {
            least = t->number[row].performance;
        }
    }
    return least > mission->performance ? least : mission->performance;
}

/* How near a rocket without performance is to having it: 0 to 1. One that
 * takes no further stages hardly gets nearer. */
static double promise(const struct ap_tables *t, const struct ap_rocket *r,
                      int least)
{
    double mass = r->mass > 8 ? r->mass : 8;
    double ratio = 13.0 * r->thrust / mass / least;

    if ((r->kinds & t->tagged[AP_TAG_SSTO]) != 0 && r->performance < least) {
        ratio *= 0.4;
    }
    return ratio < 1.0 ? ratio : 1.0;
}

/* How much of what the open investors want of a rocket it has: 0 to 2. */
static double investor_share(struct ap c, const struct ap_rocket *r)
{
    double sum = 0.0;

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = ap_open_investor(c, i);

        if (card != NULL &&
            (card->objective == AP_FIRE || card->objective == AP_LAUNCH)) {
            sum += mq__ap_rocket_meets(c.t, &card->needs, r, AP_NONE);
        }
    }
    return sum;
}

/* Where rockets are planned. */
struct yard {
    struct ap c;
    const struct ap_goal *goal;
    const struct ap_mission *mission;
    struct ap_player p; /* pad and reserve as planned */
    uint64_t banned;
    int where; /* the next launch goes to */
    int least; /* performance that takes it there */
};

static struct yard yard_of(struct ap c, int seat, const struct ap_goal *goal)
{
    const struct ap_mission *mission = ap_mission(c);
    int where = goal->destination == AP_NONE ? 0 : goal->destination;

    return (struct yard){
        .c = c,
        .goal = goal,
        .mission = mission,
        .p = c.st->player[seat],
        .banned = mq__ap_banned_kinds(c),
        .where = where,
        .least = least_performance(c.t, mission, where),
    };
}

/* How likely the rocket gets there, or how near it is to being able to. */
static double flight(const struct yard *y, const struct ap_rocket *r,
                     double share)
{
    if (r->complete && r->performance >= y->mission->performance &&
        share >= (y->mission->one_launch ? 1.0 : 0.01)) {
        int number = mq__ap_number(y->c.t, r->performance, y->where);

        if (number > 0) {
            return 2.0 + 4.0 * mq__ap_chance(number, y->p.dice > 1 ? 1 : 0);
        }
    }
    return 2.0 * promise(y->c.t, r, y->least);
}

/* The quality of the rocket on the pad. */
static double quality(const struct yard *y, struct ap_rocket *r)
{
    const uint8_t *on_pad = y->p.pad_count;
    double share = 1.0;
    bool upper;
    double q;

    mq__ap_rocket_of(y->c.t, &y->p, r);
    upper =
        on_pad[AP_UPPER] > 0 || (r->kinds & y->c.t->tagged[AP_TAG_SSTO]) != 0;
    if (y->goal->destination != AP_NONE) {
        share = mq__ap_goal_share(y->c, y->goal, r, y->where);
    }
    q = on_pad[AP_FIRST] == 0 ? 0.0 : upper ? 4.0 : 2.0;
    if (on_pad[AP_PAYLOAD] > 0) {
        /* Where launches add up, one that brings nothing only costs. */
        q += share > 0.0 ? 2.0 : y->mission->one_launch ? 0.5 : 0.0;
    }
    q += 5.0 * share;
    q += y->goal->investors > 0 ? 3.0 * investor_share(y->c, r) : 0.0;
    q += flight(y, r, share);
    q -= (y->goal->credits > 0 ? 0.02 : 0.004) * r->cost;
    return q - 0.01 * r->count;
}

/* `pad`: the kinds that are on it. */
static bool fits(const struct yard *y, uint64_t pad, int kind)
{
    const struct ap_technology *k = &y->c.t->kind[kind];

    return y->p.pad_count[k->type] < AP_PLACES && (k->clashes & pad) == 0 &&
           (y->banned & AP_KIND_BIT(kind)) == 0;
}

static void put(struct yard *y, int kind)
{
    int type = y->c.t->kind[kind].type;

    y->p.pad[type][y->p.pad_count[type]++] = (uint8_t)kind;
    y->p.pad_kinds |= AP_KIND_BIT(kind);
}

/* The quality with one more card on the pad. */
static double quality_with(struct yard *y, int kind)
{
    uint64_t before = y->p.pad_kinds;
    struct ap_rocket r;
    double q;

    put(y, kind);
    q = quality(y, &r);
    y->p.pad_count[y->c.t->kind[kind].type]--;
    y->p.pad_kinds = before;
    return q;
}

/* A card that helps by less isn't worth its place. */
#define LEAST_GAIN 0.05

/* The place in the reserve of the card that helps most; -1: none does. */
static int best_card(struct yard *y, double now)
{
    uint64_t pad = y->p.pad_kinds;
    double best = now + LEAST_GAIN;
    int found = -1;

    for (int i = 0; i < y->p.reserve_count; i++) {
        int kind = y->p.reserve[i];
        double q;

        if ((i > 0 && kind == y->p.reserve[i - 1]) || !fits(y, pad, kind)) {
            continue;
        }
        q = quality_with(y, kind);
        if (q > best) {
            best = q;
            found = i;
        }
    }
    return found;
}

/* Moves the i-th card of the reserve onto the pad. */
static void move(struct yard *y, int i)
{
    put(y, y->p.reserve[i]);
    y->p.reserve_count--;
    for (; i < y->p.reserve_count; i++) {
        y->p.reserve[i] = y->p.reserve[i + 1];
    }
}

/* Puts card after card on the pad while one helps. */
static void build_on(struct yard *y, struct ap_build_plan *out)
{
    int i;

    out->quality = quality(y, &out->rocket);
    while ((i = best_card(y, out->quality)) >= 0) {
        out->before[out->count] = out->quality;
        out->kind[out->count++] = y->p.reserve[i];
        move(y, i);
        out->quality = quality(y, &out->rocket);
    }
}

static bool wants_rocket(const struct ap_goal *goal)
{
    return goal->destination != AP_NONE || goal->investors > 0;
}

void mq__ap_build_plan(struct ap c, int seat, const struct ap_goal *goal,
                       struct ap_build_plan *out)
{
    struct yard y = yard_of(c, seat, goal);

    out->count = 0;
    if (wants_rocket(goal)) {
        build_on(&y, out);
    } else {
        out->quality = quality(&y, &out->rocket);
    }
}

static int place_of(const struct ap_player *p, int kind)
{
    int i = 0;

    while (p->reserve[i] != kind) {
        i++;
    }
    return i;
}

/* Follows the plan until the new card would be taken before what comes next;
 * from there on all is open. */
double mq__ap_plan_with(struct ap c, int seat, const struct ap_goal *goal,
                        const struct ap_build_plan *plan, int kind)
{
    struct yard y = yard_of(c, seat, goal);

    if (!wants_rocket(goal) || y.p.reserve_count >= AP_RESERVE_ROOM) {
        return plan->quality;
    }
    for (int i = 0;; i++) {
        bool last = i == plan->count;
        int n = y.p.reserve_count;
        double least = last                   ? plan->quality + LEAST_GAIN
                       : i + 1 == plan->count ? plan->quality
                                              : plan->before[i + 1];

        if ((n == 0 || y.p.reserve[n - 1] != kind) &&
            fits(&y, y.p.pad_kinds, kind) && quality_with(&y, kind) > least) {
            struct ap_build_plan other = {.count = 0};

            put(&y, kind);
            build_on(&y, &other);
            return other.quality;
        }
        if (last) {
            return plan->quality;
        }
        move(&y, place_of(&y.p, plan->kind[i]));
    }
}
