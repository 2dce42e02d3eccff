/* Apogee: the forecast. A seat's view with its plan carried out: engineers
 * where they stand, skills that are sure to work, what is pencilled in, and pay
 * day. All of it happens on a copy. */
#include "games/apogee/telling.h"

bool mq__ap_turn_ahead(const struct ap_state *st, int seat)
{
    int place = 0;

    if (!ap_playing(st) || st->player[seat].skips) {
        return false;
    }
    while (st->order[place] != seat) {
        place++;
        assert(place < st->players);
    }
    return st->step < AP_ACTIONS || place > st->cursor ||
           (place == st->cursor && st->actions > 0);
}

/* Skills. */

/* Whether the skill of an engineer on Specialty is still to come. */
static bool skill_ahead(const struct ap_state *st, const struct ap_member *m)
{
    return m->space == AP_ON_SPECIALTY &&
           (st->step == AP_PLANNING ||
            (st->step == AP_SPECIALTIES &&
             (st->specialists & AP_BIT(m->id)) != 0));
}

/* Skills without a roll that last for the round or move the engineer. */
static void use_skills(struct ap_outlook *o)
{
    struct ap_player *p = &o->planned.player[o->seat];

    for (int i = 0; i < p->crew_count; i++) {
        const struct ap_engineer *e = &o->c.t->engineer[p->crew[i].id];

        if (!skill_ahead(&o->planned, &p->crew[i]) || e->roll > 0) {
            continue;
        }
        if (e->specialty == AP_MOVES) {
            mq__ap_stand(p, i, AP_MOVED);
        } else if (mq__ap_specialties[e->specialty].lasts != AP_LASTS_NOT) {
            p->effects |= AP_BIT(p->crew[i].id);
        }
    }
}

/* The pencil. */

static void refuse(struct ap_pencilled *pencil, const char *rule,
                   const char *id)
{
    mq_note_set(&pencil->why, rule, id, "");
}

static void pencil_engineer(struct ap_outlook *o, struct ap_pencilled *pencil)
{
    struct ap_player *p = &o->planned.player[o->seat];
    int engineer = MQ_ACTION_A(pencil->action);
    int space = MQ_ACTION_B(pencil->action);
    int place = mq__ap_crew_find(p, engineer);

    if (o->planned.step != AP_PLANNING || place < 0 || p->planned ||
        p->crew[place].space != AP_IN_HAND) {
        refuse(pencil, "AP-P6", "apogee.tell.not-in-hand");
    } else if (space == AP_ON_SPECIALTY &&
               o->c.t->engineer[engineer].specialty == AP_NO_SPECIALTY) {
        refuse(pencil, "AP-Y2", "apogee.tell.no-skill");
    } else if ((mq__ap_free_spaces(o->plan, o->seat) & AP_BIT(space)) == 0) {
        refuse(pencil, mq__ap_event_now(o->c)->rule, "apogee.tell.space-full");
    } else {
        mq__ap_stand(p, place, space);
        pencil->done = true;
    }
}

/* Specialties of directors that a launch of this round feels. */
static void pencil_specialty(struct ap_outlook *o, struct ap_pencilled *pencil)
{
    struct ap_player *p = &o->planned.player[o->seat];
    int specialty;

    if (p->director >= o->c.t->directors || p->specialty_used ||
        mq__ap_no_director_specialty(o->c) ||
        !mq__ap_turn_ahead(o->c.st, o->seat)) {
        refuse(pencil, "AP-A9", "apogee.tell.specialty-gone");
        return;
    }
    specialty = o->c.t->director[p->director].specialty;
    if (specialty == AP_DIRECTOR_KEEPS || specialty == AP_DIRECTOR_THRUST ||
        specialty == AP_DIRECTOR_AUTHORITY) {
        p->boosted = 1;
        pencil->done = true;
    } else {
        refuse(pencil, "AP-A9", "apogee.tell.no-forecast");
    }
}

/* Whether the player can still build in this round. */
static bool builds_ahead(const struct ap_state *st, int seat)
{
    if (st->step < AP_CONSTRUCTION) {
        return true;
    }
    for (int i = st->cursor; st->step == AP_CONSTRUCTION && i < st->players;
         i++) {
        if (st->order[i] == seat) {
            return true;
        }
    }
    return false;
}

/* AP-Y19: what the first build with a price is cheaper by. */
static int discount(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;

    if (!builds_ahead(st, o->seat) || o->cheapened) {
        return 0;
    }
    return st->step == AP_CONSTRUCTION && ap_current(st) == o->seat
               ? st->discount
               : mq__ap_construction_discount(o->plan);
}

int mq__ap_next_price(const struct ap_outlook *o, int kind)
{
    int price = o->c.t->kind[kind].cost - discount(o);

    return price > 0 ? price : 0;
}

bool mq__ap_note_obstacle(const struct ap_outlook *o, int kind,
                          struct mq_note *out)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    const struct ap_player *p = ap_planned(o);

    if ((mq__ap_banned_kinds(o->c) & AP_KIND_BIT(kind)) != 0) {
        mq_note_set(out, ap_mission(o->c)->rule, "apogee.tell.barred", "w",
                    k->id);
    } else if ((mq__ap_pad_kinds(p) & k->clashes) != 0) {
        mq_note_set(
            out, "AP-B7", "apogee.tell.clashes", "w",
            o->c.t->kind[ap_low_bit(mq__ap_pad_kinds(p) & k->clashes)].id);
    } else if (p->pad_count[k->type] == AP_PLACES) {
        mq_note_set(out, "AP-C13", "apogee.tell.pad-full", "w",
                    mq__ap_tags[k->type]);
    } else {
        return false;
    }
    return true;
}

int mq__ap_due_credits(struct ap c, unsigned due)
{
    int sum = 0;

    for (; due != 0 && !ap_changes(c)->no_investor_credits; due &= due - 1) {
        sum += ap_open_investor(c, ap_low_bit(due))->credits;
    }
    return sum;
}

/* Investors that an act has met pay at once; nobody takes their places. */
static int complete(struct ap c, int seat)
{
    struct ap_player *p = &c.st->player[seat];
    int sum = mq__ap_due_credits(c, c.st->due);

    for (unsigned due = c.st->due; due != 0; due &= due - 1) {
        p->investors |= AP_BIT(c.st->open[ap_low_bit(due)]);
        c.st->open[ap_low_bit(due)] = AP_NONE;
    }
    c.st->due = c.st->due_seat = 0;
    mq__ap_gain(c.st, seat, sum);
    return sum;
}

static void pencil_build(struct ap_outlook *o, struct ap_pencilled *pencil)
{
    struct ap_player *p = &o->planned.player[o->seat];
    int kind = MQ_ACTION_A(pencil->action);
    int price = mq__ap_next_price(o, kind);
    const struct ap_changes *now = ap_changes(o->c);

    if (!mq__ap_in_reserve(&o->planned, o->seat, kind)) {
        refuse(pencil, "AP-B3", "apogee.tell.not-in-reserve");
    } else if (mq__ap_note_obstacle(o, kind, &pencil->why)) {
        return;
    } else if (price > p->credits) {
        mq_note_set(&pencil->why, "AP-B5", "apogee.tell.cant-pay", "ii", price,
                    p->credits);
    } else {
        pencil->done = true;
        pencil->price = price;
        pencil->pays = now->no_cubesat_credits ? 0 : o->c.t->kind[kind].pays;
        mq__ap_build(o->plan, o->seat, kind, price);
        o->cards++;
        o->cheapened |= o->c.t->kind[kind].cost > 0;
        o->price += price;
        o->pays += pencil->pays;
        o->investors += complete(o->plan, o->seat);
    }
}

static void use_pencil(struct ap_outlook *o, int kind,
                       void (*use)(struct ap_outlook *o,
                                   struct ap_pencilled *pencil))
{
    for (int i = 0; i < o->pencils; i++) {
        if (MQ_ACTION_KIND(o->pencil[i].action) == kind) {
            use(o, &o->pencil[i]);
        }
    }
}

/* AP-A1 to AP-A6: with debts the director has no turn. */
static void pay_wages(struct ap_outlook *o)
{
    struct ap_player *p = &o->planned.player[o->seat];
    int after;

    if (!ap_playing(o->c.st) || o->c.st->step >= AP_EARNINGS) {
        return;
    }
    after = p->credits + mq__ap_earnings(o->c, p->crew_count);
    p->skips = after < 0;
    p->credits = after > 0 ? after : 0;
}

void mq__ap_forecast(struct ap_outlook *o)
{
    o->planned = o->view;
    o->plan = ap_with(o->c.t, &o->planned);
    o->cards = o->price = o->pays = o->investors = o->builds = 0;
    o->cheapened = false;
    if (o->seat < 0) {
        return;
    }
    for (int i = 0; i < o->pencils; i++) {
        o->pencil[i].done = false;
        refuse(&o->pencil[i], NULL, "apogee.tell.no-forecast");
    }
    use_pencil(o, AP_A_ASSIGN, pencil_engineer);
    use_skills(o);
    use_pencil(o, AP_A_SPECIALTY, pencil_specialty);
    use_pencil(o, AP_A_BUILD, pencil_build);
    pay_wages(o);
    o->builds = o->planned.player[o->seat].on[AP_ON_CONSTRUCTION];
    mq__ap_rocket(o->c, o->seat, &o->now);
    mq__ap_rocket(o->plan, o->seat, &o->then);
}

void mq__ap_outlook(const struct mq_game *g, const void *state, int seat,
                    const struct mq_facts *out, struct ap_outlook *o)
{
    memset(o, 0, sizeof(*o));
    o->g = g;
    o->seat = seat;
    o->out = out;
    o->view = *ap_of(g, state).st;
    mq__ap_redact(g, &o->view, seat);
    o->c = ap_with(g->tables, &o->view);
    if (out->pencil != NULL && ap_playing(&o->view)) {
        o->pencils = out->pencil->count;
        for (int i = 0; i < o->pencils; i++) {
            o->pencil[i].action = out->pencil->action[i];
        }
    }
    mq__ap_forecast(o);
}

/* Launches. */

bool mq__ap_met_with(struct ap c, int seat)
{
    return c.st->player[seat].met || c.st->launch_meets ||
           mq__ap_meets(c, seat);
}

void mq__ap_prospect(const struct ap_outlook *o, int destination,
                     struct ap_prospect *out)
{
    struct ap_notes notes = {.out = out->verdict};
    struct ap_state success = o->planned;
    struct ap after = ap_with(o->c.t, &success);
    const char *id;

    mq__ap_launch_odds(o->plan, o->seat, &o->then, destination, &out->odds);
    out->hindrance = out->odds.hindrance;
    mq__ap_pay(&success, o->seat, ap_changes(o->c)->launch_fee);
    success.destination = (uint8_t)destination;
    success.launch_meets = 0;
    mq__ap_launch_succeeds(after, o->seat);
    out->due = success.due;
    complete(after, o->seat);
    out->credits = success.player[o->seat].credits;
    out->wins = mq__ap_met_with(after, o->seat) && !ap_planned(o)->met;
    mq__ap_note_verdict(o->plan, o->seat, destination, &notes);
    if (out->wins) {
        notes.n = 0;
        mq__ap_note(&notes, ap_mission(o->c)->rule, "apogee.launch.meets", "");
    }
    out->verdicts = notes.n;
    id = notes.n > 0 ? out->verdict[0].message.id : "";
    out->counts = out->wins || strcmp(id, "apogee.launch.counts") == 0 ||
                  strcmp(id, "apogee.launch.farther") == 0;
}

bool mq__ap_test_helps(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    bool now = st->step == AP_ACTIONS && ap_current(st) == o->seat;
    int actions = now ? st->actions : ap_changes(o->c)->director_actions;

    return mq__ap_turn_ahead(st, o->seat) && actions >= 2 &&
           !(now && (st->fired || st->launched)) &&
           !ap_changes(o->c)->no_static_fire &&
           mq__ap_has_stages(o->c.t, ap_planned(o)) &&
           mq__ap_can_take_die(st, o->seat);
}

double mq__ap_tested_chance(const struct ap_outlook *o, int number)
{
    double works = mq__ap_chance(ap_changes(o->c)->static_fire_roll, 0);
    int dice = ap_planned(o)->dice;

    return works * mq__ap_chance(number, dice + 1) +
           (1.0 - works) * mq__ap_chance(number, dice);
}
