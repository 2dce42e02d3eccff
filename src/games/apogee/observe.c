/* Apogee: what a seat knows as inputs of a net (core/observe.h).
 *
 * The seat's own player comes first, then the others in seat order; places of
 * players who aren't there stay 0. Cards are sums of their tags; of a rocket
 * the one on the pad counts, and the one that pad and reserve would make.
 */
#include "games/apogee/goal.h"
#include "games/apogee/odds.h"

#include "core/observe.h"

#define ENGINEER_SPECIALTIES 16 /* rows of mq__ap_specialties, with room */
#define DIRECTOR_SPECIALTIES 14
#define EVENT_EFFECTS 36
#define SEEN_NEEDS 5 /* of a mission: one more than it prints */

/* One look: who looks, at whom. */
struct look {
    struct ap c;
    struct mq_observer *o;
    int eye;  /* who looks */
    int seat; /* at whom */
    const struct ap_player *p;
};

static const char *const slot_words[AP_PLAYERS] = {"own", "next", "third",
                                                   "fourth", "fifth"};

static const char *const plan_words[AP_PLAYERS] = {
    "own plan's", "next plan's", "third plan's", "fourth plan's",
    "fifth plan's"};

static void add_tags(const struct ap_tables *t, int kind, int sum[AP_TAGS])
{
    for (uint32_t tags = t->kind[kind].tags; tags != 0; tags &= tags - 1) {
        sum[ap_low_bit(tags)]++;
    }
}

/* Whether whoever looks knows where that engineer stands (AP-H4). */
static bool knows_space(const struct look *l, const struct ap_member *m)
{
    int step = l->c.st->step;

    return l->seat == l->eye || step < AP_PLANNING || step >= AP_EARNINGS ||
           mq__ap_face_up(step, m->space);
}

static void write_crew(const struct look *l)
{
    const struct ap_player *p = l->p;
    bool own = l->seat == l->eye;
    int specialty[ENGINEER_SPECIALTIES] = {0};
    int on[AP_PLACES_OF_ENGINEERS] = {0};
    int seniors = 0, authority = 0, center = 0;

    for (int i = 0; i < p->crew_count; i++) {
        const struct ap_member *m = &p->crew[i];

        seniors += m->level == AP_SENIOR;
        if (own || m->open) {
            const struct ap_engineer *e = &l->c.t->engineer[m->id];

            specialty[e->specialty % ENGINEER_SPECIALTIES]++;
            authority += e->authority;
            center +=
                knows_space(l, m) && ap_at_center(m->space) ? e->authority : 0;
        }
    }
    for (int i = 0; i < AP_PLACES_OF_ENGINEERS; i++) {
        on[i] = own || l->c.st->step != AP_PLANNING ? p->on[i] : 0;
    }
    mq__observe_steps(l->o, "engineers", p->crew_count, AP_CREW, 1);
    mq__observe_steps(l->o, "seniors", seniors, AP_CREW, 1);
    mq__observe_list(l->o, "engineers on", on, AP_PLACES_OF_ENGINEERS, 1, NULL);
    mq__observe_list(l->o, "specialty", specialty, ENGINEER_SPECIALTIES, 1,
                     NULL);
    mq__observe_number(l->o, "authority", authority, 100);
    mq__observe_number(l->o, "authority at the center", center, 50);
}

static void write_cards(const struct look *l)
{
    const struct ap_player *p = l->p;
    int reserve[AP_TAGS] = {0}, pad[AP_TAGS] = {0};

    for (int i = 0; i < p->reserve_count; i++) {
        add_tags(l->c.t, p->reserve[i], reserve);
    }
    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            add_tags(l->c.t, p->pad[type][i], pad);
        }
    }
    mq__observe_list(l->o, "reserve", reserve, AP_TAGS, 1, mq__ap_tags);
    mq__observe_list(l->o, "pad", pad, AP_TAGS, 1, mq__ap_tags);
    mq__observe_number(l->o, "cards in reserve", p->reserve_count, 4);
}

static void write_rocket(const struct look *l, const struct ap_goal *goal,
                         const struct ap_rocket *r)
{
    int where = goal->destination == AP_NONE ? 0 : goal->destination;
    int number = r->complete ? mq__ap_number(l->c.t, r->performance, where) : 0;
    double share = goal->destination == AP_NONE
                       ? 0
                       : mq__ap_goal_share(l->c, goal, r, where);

    mq__observe_number(l->o, "thrust", r->thrust, 16);
    mq__observe_number(l->o, "mass", r->mass, 16);
    mq__observe_steps(l->o, "performance", r->performance, 8, 5);
    mq__observe_number(l->o, "cost", r->cost, 160);
    mq__observe_steps(l->o, "astronauts", r->astronauts, 4, 1);
    mq__observe_flag(l->o, "complete", r->complete);
    mq__observe_flag(l->o, "flies", number > 0);
    mq__observe_number(l->o, "chance",
                       (long)(64 * (number > 0 ? mq__ap_chance(number, 0) : 0)),
                       64);
    mq__observe_number(l->o, "part of the mission", (long)(64 * share), 64);
}

/* What a card of one of these kinds would do for an investor. */
static bool has_card(const struct look *l, const struct ap_investor *card,
                     uint64_t kinds)
{
    for (int i = 0; i < card->needs.count; i++) {
        const struct ap_need *need = &card->needs.need[i];

        if (need->measure == AP_MEASURE_CARDS &&
            (kinds & mq__ap_kinds_with(l->c.t, need->tags)) != 0) {
            return true;
        }
    }
    return false;
}

/* How near each open investor is. */
static void write_investors(const struct look *l, const struct ap_rocket *pad,
                            const struct ap_rocket *plan)
{
    static const char *const names[] = {"left investor:", "right investor:"};
    static const char *const words[] = {"card in a row", "card in reserve",
                                        "rocket on pad", "rocket planned"};

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = ap_open_investor(l->c, i);
        bool take = false, build = false, now = false, later = false;

        if (card != NULL && card->objective == AP_ACQUIRE) {
            take = has_card(l, card, mq__ap_row_kinds(l->c.st));
        } else if (card != NULL && card->objective == AP_BUILD) {
            build = has_card(l, card, mq__ap_reserve_kinds(l->p));
            take = has_card(l, card, mq__ap_row_kinds(l->c.st));
        } else if (card != NULL) {
            now = mq__ap_rocket_meets(l->c.t, &card->needs, pad, AP_NONE);
            later = mq__ap_rocket_meets(l->c.t, &card->needs, plan, AP_NONE);
        }
        mq__observe_list(l->o, names[i], (int[]){take, build, now, later}, 4, 1,
                         words);
    }
}

static void write_goal(const struct look *l)
{
    struct ap_goal goal;
    struct ap_build_plan plan;
    struct ap_rocket pad;
    const char *group = l->o->group;
    int players = l->c.st->players;

    mq__ap_goal(l->c, l->seat, &goal);
    mq__ap_build_plan(l->c, l->seat, &goal, &plan);
    mq__ap_rocket(l->c, l->seat, &pad);
    mq__observe_one(l->o, "heads for",
                    goal.destination == AP_NONE ? -1 : goal.destination,
                    AP_DESTINATIONS, mq__ap_places);
    mq__observe_steps(l->o, "needs left", goal.count, 4, 1);
    mq__observe_steps(l->o, "investors missing", goal.investors, 4, 1);
    mq__observe_number(l->o, "credits missing", goal.credits, 100);
    mq__observe_number(l->o, "authority missing", goal.authority, 8);
    mq__observe_number(l->o, "plan's quality", (long)(8 * plan.quality), 32);
    mq__observe_steps(l->o, "plan's cards", plan.count, 6, 1);
    mq__observe_flag(l->o, "plan can be paid",
                     plan.rocket.cost - pad.cost <= l->p->credits);
    mq__observe_number(l->o, "plan's price", plan.rocket.cost - pad.cost, 80);
    write_rocket(l, &goal, &pad);
    l->o->group = plan_words[(l->seat - l->eye + players) % players];
    write_rocket(l, &goal, &plan.rocket);
    l->o->group = group;
    write_investors(l, &pad, &plan.rocket);
}

/* How much of each need is met, and where the player has been. */
static void write_progress(const struct look *l)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(l->c, need);
    int part[SEEN_NEEDS] = {0};
    int launches[AP_DESTINATIONS], manned[AP_DESTINATIONS];

    for (int i = 0; i < n && i < SEEN_NEEDS; i++) {
        int has = mq__ap_progress(l->c, l->seat, need[i]);

        part[i] = has >= need[i]->amount ? 64 : 64 * has / need[i]->amount;
    }
    for (int i = 0; i < AP_DESTINATIONS; i++) {
        launches[i] = l->p->launches[i];
        manned[i] = l->p->manned[i];
    }
    mq__observe_list(l->o, "part met of need", part, SEEN_NEEDS, 64, NULL);
    mq__observe_list(l->o, "launches to", launches, AP_DESTINATIONS, 2,
                     mq__ap_places);
    mq__observe_list(l->o, "manned launches to", manned, AP_DESTINATIONS, 2,
                     mq__ap_places);
    mq__observe_one(l->o, "farthest", mq__ap_farthest(l->p) - 1,
                    AP_DESTINATIONS, mq__ap_places);
}

static void write_director(const struct look *l)
{
    const struct ap_player *p = l->p;
    bool chosen = p->director < AP_DIRECTORS;
    const struct ap_director *d =
        chosen ? &l->c.t->director[p->director] : NULL;

    mq__observe_one(l->o, "director's specialty", chosen ? d->specialty : -1,
                    DIRECTOR_SPECIALTIES, NULL);
    mq__observe_one(l->o, "nation", chosen ? d->nation : -1, AP_NATIONS,
                    mq__ap_nations);
    mq__observe_number(l->o, "director's authority", chosen ? d->authority : 0,
                       100);
    mq__observe_flag(l->o, "director's specialty used", p->specialty_used);
    mq__observe_flag(l->o, "director's specialty holds", p->boosted);
    mq__observe_flag(l->o, "has intervened", p->intervened);
}

static void write_player(const struct look *l)
{
    const struct ap_player *p = l->p;
    const struct ap_state *st = l->c.st;
    int place = -1;

    for (int i = 0; i < st->players; i++) {
        place = st->order[i] == l->seat ? i : place;
    }
    mq__observe_flag(l->o, "there", true);
    mq__observe_flag(l->o, "acts",
                     st->ask >= AP_ASK_CHOOSE &&
                         (st->actors >> l->seat & 1) != 0);
    mq__observe_one(l->o, "place in order", place, AP_PLAYERS, NULL);
    mq__observe_flag(l->o, "met", p->met);
    mq__observe_flag(l->o, "planned", p->planned);
    mq__observe_flag(l->o, "skips", p->skips);
    mq__observe_steps(l->o, "debt", p->debt, 2, 1);
    mq__observe_steps(l->o, "credits", p->credits, 12, 20);
    mq__observe_number(l->o, "credits", p->credits, 160);
    mq__observe_steps(l->o, "dice", p->dice, AP_PLAYER_DICE, 1);
    mq__observe_steps(l->o, "investors met", ap_count_bits(p->investors), 5, 1);
    mq__observe_steps(l->o, "types built", ap_count_bits(p->built), 4, 1);
    write_director(l);
    write_crew(l);
    write_cards(l);
    write_goal(l);
    write_progress(l);
}

static void write_open(const struct look *l)
{
    static const char *const names[] = {"left investor", "right investor"};
    static const char *const credits[] = {"left investor's credits",
                                          "right investor's credits"};

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = ap_open_investor(l->c, i);

        mq__observe_one(l->o, names[i], card != NULL ? card->objective : -1,
                        AP_OBJECTIVES, mq__ap_objectives);
        mq__observe_number(l->o, credits[i], card != NULL ? card->credits : 0,
                           80);
    }
}

/* What is under way. */
static void write_under_way(const struct look *l)
{
    const struct ap_state *st = l->c.st;
    const struct ap_player *own = &st->player[l->eye];
    bool event = st->event < AP_EVENTS;
    int drawn[AP_TAGS] = {0};

    for (int i = 0; i < own->drawn_count; i++) {
        add_tags(l->c.t, own->drawn[i], drawn);
    }
    mq__observe_list(l->o, "own drawn", drawn, AP_TAGS, 1, mq__ap_tags);
    mq__observe_one(l->o, "event", event ? l->c.t->event[st->event].effect : -1,
                    EVENT_EFFECTS, NULL);
    mq__observe_one(l->o, "roll", st->roll - 1, AP_ROLLS - 1, NULL);
    mq__observe_number(l->o, "rolled", st->roll_value, 8);
    mq__observe_steps(l->o, "builds", st->builds, 4, 1);
    mq__observe_steps(l->o, "actions", st->actions, 3, 1);
    mq__observe_flag(l->o, "fired", st->fired);
    mq__observe_flag(l->o, "launched", st->launched);
    mq__observe_flag(l->o, "targeting", st->targeting);
    mq__observe_flag(l->o, "choosing", st->choosing != 0);
    mq__observe_one(l->o, "launches to",
                    st->roll == AP_ROLL_LAUNCH ? st->destination : -1,
                    AP_DESTINATIONS, mq__ap_places);
}

static void write_table(const struct look *l)
{
    const struct ap_state *st = l->c.st;
    bool solo = ap_solo(st);
    int row[AP_TAGS] = {0};

    for (int type = 0; type < AP_ROWS; type++) {
        for (int i = 0; i < AP_PLACES; i++) {
            if (st->row[type][i] < AP_KINDS) {
                add_tags(l->c.t, st->row[type][i], row);
            }
        }
    }
    mq__observe_one(l->o, "step", st->step, AP_STEPS, NULL);
    mq__observe_one(l->o, "ask", st->ask, AP_ASKS, NULL);
    mq__observe_one(l->o, "mission", solo ? -1 : st->mission, AP_MISSIONS,
                    NULL);
    mq__observe_one(l->o, "solo mission", solo ? st->mission : -1,
                    AP_SOLO_MISSIONS, NULL);
    mq__observe_one(l->o, "players", st->players - 1, AP_PLAYERS, NULL);
    mq__observe_steps(l->o, "round", st->round, 20, 2);
    mq__observe_number(l->o, "round", st->round, 8);
    mq__observe_number(
        l->o, "solo rounds left",
        solo ? 2 * ap_mission(l->c)->event_count - st->round + 1 : 0, 4);
    mq__observe_steps(l->o, "objectives added", ap_count_bits(st->extra), 3, 1);
    mq__observe_flag(l->o, "design by engineer", st->per_engineer);
    mq__observe_flag(l->o, "ties broken", st->tiebreak);
    mq__observe_list(l->o, "rows", row, AP_TAGS, 1, mq__ap_tags);
    write_open(l);
    write_under_way(l);
}

void mq__ap_observe(const struct mq_game *g, const void *state, int seat,
                    struct mq_observer *o)
{
    struct ap c = ap_of(g, state);
    struct look l = {c, o, seat, seat, &c.st->player[seat]};
    int width = 0; /* of one player's places */

    o->group = "table";
    write_table(&l);
    for (int i = 0; i < AP_PLAYERS; i++) {
        int start = o->next;

        o->group = slot_words[i];
        l.seat = (seat + i) % c.st->players;
        l.p = &c.st->player[l.seat];
        if (i < c.st->players || o->name != NULL) {
            write_player(&l);
            width = o->next - start;
        } else {
            mq__observe_skip(o, width);
        }
    }
}
