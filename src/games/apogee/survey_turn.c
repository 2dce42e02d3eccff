/* Apogee: the turn at hand as facts: the last round, the roll under way, and
 * what each action of a director means for the mission. */
#include "games/apogee/telling.h"

/* The last round. */

static uint32_t met_mask(const struct ap_state *st)
{
    uint32_t mask = 0;

    for (int seat = 0; seat < st->players; seat++) {
        mask |= st->player[seat].met ? AP_BIT(seat) : 0;
    }
    return mask;
}

/* Whether somebody else could still meet the mission this round. */
static bool others_ahead(const struct ap_outlook *o)
{
    for (int seat = 0; seat < o->c.st->players; seat++) {
        if (seat != o->seat && !o->c.st->player[seat].met &&
            mq__ap_turn_ahead(o->c.st, seat)) {
            return true;
        }
    }
    return false;
}

static void tell_last_chance(const struct ap_outlook *o)
{
    uint32_t met = met_mask(o->c.st);
    int first;
    bool own = o->seat >= 0 && (met >> o->seat & 1) != 0;
    bool ahead = o->seat >= 0 && mq__ap_turn_ahead(o->c.st, o->seat);
    struct mq_fact fact = ap_fact(MQ_FACT_MEETS, "mission", "", MQ_NO_PLACE);

    if (met == 0) {
        return;
    }
    first = ap_low_bit(met);
    for (uint32_t left = met; left != 0; left &= left - 1) {
        fact.seat = ap_low_bit(left);
        mq__fact_say(o->out, &fact, "AP-Z1", "apogee.last.met", "p", fact.seat);
    }
    fact = ap_fact(MQ_FACT_ENDS, "match", "", MQ_NO_PLACE);
    mq__fact_say(o->out, &fact, "AP-Z1", "apogee.last.round", "");
    fact = ap_fact(MQ_FACT_WINS, "match", "", MQ_NO_PLACE);
    fact.seat = o->seat;
    mq__fact_say(o->out, &fact, "AP-Z1",
                 own     ? others_ahead(o) ? "apogee.last.shared"
                                           : "apogee.last.alone"
                 : ahead ? o->c.st->tiebreak ? "apogee.last.tiebreak"
                                             : "apogee.last.together"
                         : "apogee.last.over",
                 "");
    if (!own) {
        bool one = (met & (met - 1)) == 0;

        fact = ap_fact(MQ_FACT_LOSES, "match", "", MQ_NO_PLACE);
        fact.seat = first;
        mq__fact_say(o->out, &fact, "AP-Z1",
                     one ? "apogee.last.else" : "apogee.last.else-more", "p",
                     first);
    }
}

/* Others whose directors still have a turn: whether the rocket on the pad could
 * meet the mission. Their specialties are left out. */
static void tell_rival(const struct ap_outlook *o, int who)
{
    int d = mq__ap_goal_place(o->c, who);
    struct ap_rocket rocket;
    struct mq_fact fact;
    bool can;

    mq__ap_rocket(o->c, who, &rocket);
    can = d != AP_NONE &&
          mq__ap_hindrance(o->c, who, &rocket, d) == AP_MAY_LAUNCH &&
          mq__ap_would_meet(o->c, who, d);
    fact = ap_fact(can ? MQ_FACT_READY : MQ_FACT_LACKS, "rival",
                   can ? mq__ap_places[d] : "", can ? d + 1 : MQ_NO_PLACE);
    fact.seat = who;
    mq__fact_say(o->out, &fact, "AP-Z1",
                 can ? "apogee.last.rival" : "apogee.last.no-rival",
                 can ? "pw" : "p", who, can ? mq__ap_places[d] : "");
}

static void tell_rivals(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;

    for (int who = 0; st->step == AP_ACTIONS && who < st->players; who++) {
        if (who != o->seat && !st->player[who].met &&
            ap_mission(o->c)->end == AP_WHEN_MET &&
            mq__ap_turn_ahead(st, who)) {
            tell_rival(o, who);
        }
    }
}

/* AP-M7, AP-O5, AP-Z5: the round that is the last one whatever happens. */
static void tell_last_round(const struct ap_outlook *o)
{
    int rounds = ap_mission(o->c)->rounds;
    struct mq_fact fact = ap_fact(MQ_FACT_ENDS, "match", "", MQ_NO_PLACE);

    rounds = rounds > 0 ? rounds : o->c.st->rounds;
    if (o->c.st->round == rounds && met_mask(o->c.st) == 0) {
        mq__fact_say(o->out, &fact, "AP-Z5", "apogee.last.round", "");
    }
}

/* The roll under way. */

/* What it is for; the failure names the number and its sources. */
static void tell_roll(const struct ap_outlook *o)
{
    static const char *const ids[AP_ROLLS] = {
        [AP_ROLL_SPECIALTY] = "apogee.roll.specialty",
        [AP_ROLL_EFFECT] = "apogee.roll.effect",
        [AP_ROLL_FIRE] = "apogee.roll.fire",
        [AP_ROLL_LAUNCH] = "apogee.roll.launch",
        [AP_ROLL_INTERVENE] = "apogee.roll.intervene",
    };
    const struct ap_state *st = o->c.st;
    bool launch = st->roll == AP_ROLL_LAUNCH;
    const char *where = launch ? mq__ap_places[st->destination] : "";
    int needed = mq__ap_roll_needed(o->c);
    struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "roll", where, MQ_NO_PLACE);

    fact.seat = st->roll_seat;
    mq__fact_count(&fact, needed, needed);
    fact.chance = mq__ap_chance(needed, 0);
    mq__fact_say(o->out, &fact, "AP-C7", ids[st->roll], "piw", st->roll_seat,
                 needed, where);
}

/* The number of a launch under way, by its sources, of whoever launches. */
static void tell_roll_sources(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    struct ap_outlook of = *o;

    of.seat = st->roll_seat;
    mq__ap_rocket(o->c, of.seat, &of.then);
    mq__ap_tell_sources(&of, st->destination);
}

static void tell_failure(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    int needed = mq__ap_roll_needed(o->c);
    bool launch = st->roll == AP_ROLL_LAUNCH;
    int event = launch ? -ap_changes(o->c)->launch_roll : 0;
    bool enough = st->roll_value >= needed - event;
    struct mq_fact fact = ap_fact(MQ_FACT_LACKS, "roll", "", MQ_NO_PLACE);

    fact.seat = st->roll_seat;
    mq__fact_count(&fact, st->roll_value, needed);
    mq__fact_say(o->out, &fact, launch ? "AP-L9" : "AP-C7",
                 event == 0  ? "apogee.roll.too-low"
                 : event < 0 ? "apogee.roll.too-low-anyway"
                 : enough    ? "apogee.roll.spoiled"
                             : "apogee.roll.too-low-by",
                 "iii", st->roll_value, needed, needed - event);
    if (launch) {
        fact = ap_fact(MQ_FACT_LEFT, "rocket", "", MQ_NO_PLACE);
        fact.seat = st->roll_seat;
        mq__fact_say(o->out, &fact, "AP-L11", "apogee.roll.stays", "");
    }
}

static void tell_rolling(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    int needed;
    int dice;

    if (st->roll == AP_NO_ROLL) {
        return;
    }
    needed = mq__ap_roll_needed(o->c);
    dice = mq__ap_spare_dice_help(o->c) ? st->player[st->roll_seat].dice : 0;
    tell_roll(o);
    if (st->roll == AP_ROLL_LAUNCH) {
        tell_roll_sources(o);
    }
    if (st->roll_value > 0) {
        tell_failure(o);
    }
    /* After a failure only spare dice are left to roll. */
    for (int k = 1; k <= dice; k++) {
        struct mq_fact fact = ap_fact(MQ_FACT_CHANCE, "roll", "", MQ_NO_PLACE);

        fact.seat = st->roll_seat;
        mq__fact_count(&fact, k, k);
        fact.chance = mq__ap_chance(needed, st->roll_value > 0 ? k - 1 : k);
        mq__fact_say(o->out, &fact, "AP-C10", "apogee.tell.with-dice", "ic", k,
                     mq_chance_arg(fact.chance));
    }
}

/* The tiles of a director's turn. */

struct tiles {
    const struct ap_outlook *o;
    mq_action legal[MQ_MAX_LEGAL];
    int n;
};

static bool offered(const struct tiles *t, int kind)
{
    for (int i = 0; i < t->n; i++) {
        if (MQ_ACTION_KIND(t->legal[i]) == kind) {
            return true;
        }
    }
    return false;
}

static struct mq_fact tile(const struct tiles *t, enum mq_fact_kind kind,
                           const char *item)
{
    struct mq_fact fact = ap_fact(kind, "action", item, MQ_NO_PLACE);

    fact.seat = t->o->seat;
    return fact;
}

/* A tile that isn't possible, with its reason. */
static void refuse(const struct tiles *t, const char *item, mq_action action)
{
    struct mq_fact fact = tile(t, MQ_FACT_LACKS, item);

    mq__ap_why_not(t->o->g, t->o->c.st, t->o->seat, action, &fact.note);
    t->o->out->take(t->o->out->context, &fact);
}

static void foot(const struct tiles *t, enum mq_fact_kind kind,
                 const char *item, const char *id)
{
    struct mq_fact fact = tile(t, kind, item);

    mq__fact_say(t->o->out, &fact, ap_mission(t->o->c)->rule, id, "");
}

/* In the last round what doesn't meet the mission helps no more. */
static bool too_late(const struct tiles *t)
{
    return met_mask(t->o->c.st) != 0 && ap_mission(t->o->c)->end == AP_WHEN_MET;
}

static void no_step(const struct tiles *t, const char *item)
{
    foot(t, MQ_FACT_LATER, item,
         too_late(t) ? "apogee.foot.too-late" : "apogee.foot.no-step");
}

/* The launches that count: how many there are, how many count and the one with
 * the best chance among those. */
struct launches {
    int count, counting, best;
    bool wins;
    struct ap_prospect prospect; /* of the best one */
};

static void look_at_launches(const struct tiles *t, struct launches *out)
{
    int dice = ap_own(t->o)->dice;

    *out = (struct launches){.best = AP_NONE};
    for (int i = 0; i < t->n; i++) {
        struct ap_prospect p;
        int d = MQ_ACTION_A(t->legal[i]);

        if (MQ_ACTION_KIND(t->legal[i]) != AP_A_LAUNCH) {
            continue;
        }
        out->count++;
        mq__ap_prospect(t->o, d, &p);
        if (p.counts) {
            out->counting++;
            out->wins |= p.wins;
        }
        if (p.counts &&
            (out->best == AP_NONE ||
             p.odds.chance[dice] > out->prospect.odds.chance[dice])) {
            out->best = d;
            out->prospect = p;
        }
    }
}

static void tell_launch_tile(const struct tiles *t, const struct launches *l)
{
    struct mq_fact fact = tile(t, MQ_FACT_READY, "launch");
    int goal = mq__ap_goal_place(t->o->c, t->o->seat);

    if (l->count == 0) {
        refuse(t, "launch",
               MQ_ACTION(AP_A_LAUNCH, goal == AP_NONE ? 0 : goal, 0, 0));
        return;
    }
    mq__fact_count(&fact, l->count, l->counting);
    mq__fact_say(t->o->out, &fact, "AP-L8", "apogee.action.launch", "i",
                 l->count);
    fact = tile(t, l->counting > 0 ? MQ_FACT_GAIN : MQ_FACT_LATER, "launch");
    if (l->counting == 0) {
        mq__fact_say(t->o->out, &fact, ap_mission(t->o->c)->rule,
                     "apogee.foot.none-counts", "");
    } else {
        mq__fact_say(t->o->out, &fact, ap_mission(t->o->c)->rule,
                     l->wins && l->counting == 1 ? "apogee.foot.only-wins"
                     : l->counting == l->count   ? "apogee.foot.counts"
                     : l->counting == 1          ? "apogee.foot.only-counts"
                                                 : "apogee.foot.some-count",
                     "w", mq__ap_places[l->best]);
    }
}

/* Open investors that a static fire of the rocket meets. */
static unsigned fire_due(const struct ap_outlook *o)
{
    struct ap_state st = *o->c.st;

    mq__ap_fire_succeeds(ap_with(o->c.t, &st), o->seat);
    return st.due;
}

static void tell_fire_tile(const struct tiles *t, const struct launches *l)
{
    const struct ap_outlook *o = t->o;
    int needed = ap_changes(o->c)->static_fire_roll;
    struct mq_fact fact = tile(t, MQ_FACT_READY, "static-fire");
    int pays = mq__ap_due_credits(o->c, fire_due(o));
    int dice = ap_own(o)->dice;

    if (!offered(t, AP_A_FIRE)) {
        refuse(t, "static-fire", MQ_ACTION(AP_A_FIRE, 0, 0, 0));
        return;
    }
    fact.chance = mq__ap_chance(needed, 0);
    mq__fact_say(o->out, &fact, "AP-F2",
                 mq__ap_can_take_die(o->c.st, o->seat)
                     ? "apogee.action.static-fire"
                     : "apogee.action.static-fire-full",
                 "ii", needed, dice);
    if (l->best != AP_NONE && mq__ap_test_helps(o)) {
        double then = mq__ap_tested_chance(o, l->prospect.odds.number);

        fact = tile(t, MQ_FACT_GAIN, "static-fire");
        fact.chance_before = l->prospect.odds.chance[dice];
        fact.chance = then;
        mq__fact_say(o->out, &fact, "AP-F2", "apogee.foot.helps", "wcc",
                     mq__ap_places[l->best], mq_chance_arg(fact.chance_before),
                     mq_chance_arg(then));
    } else if (pays > 0) {
        fact = tile(t, MQ_FACT_GAIN, "static-fire");
        mq__fact_count(&fact, 0, pays);
        mq__fact_say(o->out, &fact, "AP-I7", "apogee.foot.investor", "i", pays);
    } else {
        no_step(t, "static-fire");
    }
}

static void tell_sell_tile(const struct tiles *t)
{
    struct mq_fact fact = tile(t, MQ_FACT_READY, "sell");

    if (!offered(t, AP_A_SELL)) {
        fact.kind = MQ_FACT_LACKS;
        mq__fact_say(t->o->out, &fact, "AP-A10", "apogee.action.no-cards", "");
        return;
    }
    mq__fact_count(&fact, 0, mq__ap_sale_price(t->o->c));
    mq__fact_say(t->o->out, &fact, "AP-A10", "apogee.action.sell", "i",
                 fact.after);
    no_step(t, "sell");
}

/* AP-A1: what one engineer more or less does to pay day. */
static void tell_pay_foot(const struct tiles *t, const char *item, int more)
{
    int crew = ap_own(t->o)->crew_count;
    int was = mq__ap_earnings(t->o->c, crew);
    int is = mq__ap_earnings(t->o->c, crew + more);
    struct mq_fact fact =
        tile(t, more > 0 ? MQ_FACT_COST : MQ_FACT_LATER, item);
    char then[AP_SIGNED];
    char now[AP_SIGNED];

    if (too_late(t)) {
        no_step(t, item);
        return;
    }
    mq__fact_count(&fact, was, is);
    mq__fact_say(t->o->out, &fact, "AP-A1", "apogee.foot.pay-day", "tt",
                 ap_signed(is, then), ap_signed(was, now));
}

static void tell_people_tiles(const struct tiles *t)
{
    const struct ap_state *st = t->o->c.st;
    struct mq_fact fact = tile(t, MQ_FACT_READY, "hire");
    int dismissable = mq__ap_dismissable(ap_own(t->o));

    if (offered(t, AP_A_HIRE)) {
        mq__fact_say(t->o->out, &fact, "AP-A12", "apogee.action.hire", "ii",
                     ap_deck_cards(st, AP_JUNIORS),
                     mq__ap_no_seniors(t->o->c)
                         ? 0
                         : ap_deck_cards(st, AP_JUNIORS + AP_SENIOR));
        tell_pay_foot(t, "hire", 1);
    } else {
        refuse(t, "hire", MQ_ACTION(AP_A_HIRE, AP_JUNIOR, 0, 0));
    }
    fact = tile(t, dismissable > 0 ? MQ_FACT_READY : MQ_FACT_LACKS, "dismiss");
    mq__fact_count(&fact, dismissable, dismissable);
    mq__fact_say(t->o->out, &fact, "AP-A13",
                 dismissable > 0 ? "apogee.action.dismiss"
                                 : "apogee.action.no-dismiss",
                 "i", dismissable);
    if (dismissable > 0) {
        tell_pay_foot(t, "dismiss", -1);
    }
}

int mq__ap_targets(const struct ap_outlook *o, int who, int nation)
{
    const struct ap_player *p = &o->c.st->player[who];

    if (nation == AP_CHINA) {
        return mq__ap_dismissable(p);
    }
    if (nation == AP_RUSSIA) {
        return p->dice;
    }
    int n = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        n += o->c.t->kind[p->reserve[i]].type == AP_RND;
    }
    return n;
}

bool mq__ap_tell_targets(const struct ap_outlook *o, int nation)
{
    static const char *const ids[AP_NATIONS] = {
        [AP_USA] = "apogee.target.usa",
        [AP_RUSSIA] = "apogee.target.russia",
        [AP_CHINA] = "apogee.target.china",
    };
    bool others = false;

    for (int who = 0; who < o->c.st->players; who++) {
        int n = mq__ap_targets(o, who, nation);
        struct mq_fact fact = ap_fact(MQ_FACT_HOLDS, "target", "", MQ_NO_PLACE);

        if (n > 0) {
            others |= who != o->seat;
            fact.seat = who;
            mq__fact_count(&fact, n, n);
            mq__fact_say(o->out, &fact, mq__ap_interventions[nation].rule,
                         ids[nation], "pi", who, n);
        }
    }
    return others;
}

static void tell_attack_tile(const struct tiles *t)
{
    const struct ap_outlook *o = t->o;
    int nation = o->c.t->director[ap_own(o)->director].nation;
    struct mq_fact fact = tile(t, MQ_FACT_READY, "intervene");
    bool others;

    if (!offered(t, AP_A_INTERVENE)) {
        refuse(t, "intervene", MQ_ACTION(AP_A_INTERVENE, 0, 0, 0));
        return;
    }
    fact.chance = mq__ap_chance(AP_INTERVENTION_ROLL, 0);
    mq__fact_say(o->out, &fact, mq__ap_interventions[nation].rule,
                 mq__ap_interventions[nation].says, "");
    others = mq__ap_tell_targets(o, nation);
    if (others && too_late(t)) {
        no_step(t, "intervene");
    } else {
        foot(t, MQ_FACT_COST, "intervene",
             others ? "apogee.foot.attack" : "apogee.foot.only-you");
    }
}

/* Whether the specialty can help a launch of the same turn. */
static bool helps_launch(const struct ap_director *d)
{
    return d->specialty == AP_DIRECTOR_THRUST ||
           d->specialty == AP_DIRECTOR_AUTHORITY ||
           mq__ap_directings[d->specialty].tag != 0;
}

static void tell_specialty_tile(const struct tiles *t)
{
    const struct ap_outlook *o = t->o;
    int director = ap_own(o)->director;
    struct mq_fact fact = tile(t, MQ_FACT_READY, "specialty");

    if (!offered(t, AP_A_SPECIALTY)) {
        refuse(t, "specialty", MQ_ACTION(AP_A_SPECIALTY, 0, 0, 0));
        return;
    }
    mq__ap_note_director(o, director, &fact.note);
    o->out->take(o->out->context, &fact);
    if (too_late(t) && !helps_launch(&o->c.t->director[director])) {
        no_step(t, "specialty");
    } else {
        foot(t, MQ_FACT_COST, "specialty", "apogee.foot.once");
    }
}

static void tell_tiles(const struct ap_outlook *o)
{
    struct tiles t = {.o = o};
    struct launches l;
    struct mq_fact fact = ap_fact(MQ_FACT_LEFT, "actions", "", MQ_NO_PLACE);

    t.n = mq__ap_legal(o->g, o->c.st, o->seat, t.legal);
    fact.seat = o->seat;
    mq__fact_count(&fact, o->c.st->actions, o->c.st->actions);
    mq__fact_say(o->out, &fact, "AP-A7", "apogee.tell.actions-left", "i",
                 o->c.st->actions);
    look_at_launches(&t, &l);
    tell_launch_tile(&t, &l);
    tell_fire_tile(&t, &l);
    tell_sell_tile(&t);
    tell_people_tiles(&t);
    tell_attack_tile(&t);
    tell_specialty_tile(&t);
}

void mq__ap_survey_turn(const struct ap_outlook *o)
{
    tell_last_chance(o);
    tell_rivals(o);
    tell_last_round(o);
    tell_rolling(o);
    if (o->seat >= 0 && o->c.st->ask == AP_ASK_ACTION &&
        (o->c.st->actors >> o->seat & 1) != 0) {
        tell_tiles(o);
    }
}
