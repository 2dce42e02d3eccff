/* Apogee: rockets as facts: their figures now and with the plan, what the plan
 * changes, and what a launch to each destination needs, risks and brings. */
#include "games/apogee/telling.h"

/* Figures. */

struct figure {
    const char *subject, *rule, *id;
};

enum { THRUST, MASS, PERFORMANCE, COST, ASTRONAUTS, AUTHORITY, FIGURES };

static const struct figure figures[FIGURES] = {
    [THRUST] = {"thrust", "AP-L4", "apogee.tell.thrust"},
    [MASS] = {"mass", "AP-L5", "apogee.tell.mass"},
    [PERFORMANCE] = {"performance", "AP-L6", "apogee.tell.performance"},
    [COST] = {"cost", "AP-L16", "apogee.tell.cost"},
    [ASTRONAUTS] = {"astronauts", "AP-L15", "apogee.tell.astronauts"},
    [AUTHORITY] = {"authority", "AP-L2", "apogee.tell.authority"},
};

static void read_figures(struct ap c, int who, int out[FIGURES])
{
    struct ap_rocket r;

    mq__ap_rocket(c, who, &r);
    out[THRUST] = r.thrust;
    out[MASS] = r.mass;
    out[PERFORMANCE] = r.performance;
    out[COST] = r.cost;
    out[ASTRONAUTS] = r.astronauts;
    out[AUTHORITY] = mq__ap_center_authority(c.t, &c.st->player[who]);
}

static void tell_figures(const struct ap_outlook *o, int who)
{
    int now[FIGURES];
    int then[FIGURES];

    read_figures(o->c, who, now);
    read_figures(who == o->seat ? o->plan : o->c, who, then);
    for (int i = 0; i < FIGURES; i++) {
        bool tenths = i == PERFORMANCE || i == AUTHORITY;
        struct mq_fact fact =
            ap_fact(MQ_FACT_HOLDS, figures[i].subject, "", MQ_NO_PLACE);

        fact.seat = who;
        mq__fact_count(&fact, now[i], then[i]);
        mq__fact_say(o->out, &fact, figures[i].rule, figures[i].id,
                     tenths ? "pff" : "pii", who, now[i] * (tenths ? 100 : 1),
                     then[i] * (tenths ? 100 : 1));
    }
}

/* Why the plan changes figures: a card or an engineer, without and with it. */
struct cause {
    const char *item, *engineer; /* NULL: a card */
    int was[FIGURES], is[FIGURES];
};

static void tell_difference(const struct ap_outlook *o,
                            const struct cause *cause, int i)
{
    int by = cause->is[i] - cause->was[i];
    bool skill = cause->engineer != NULL;
    struct mq_fact fact =
        ap_fact(MQ_FACT_GAIN, figures[i].subject, cause->item, MQ_NO_PLACE);
    const char *id = skill    ? by > 0 ? "apogee.tell.more-by-skill"
                                       : "apogee.tell.less-by-skill"
                     : by > 0 ? "apogee.tell.more-by-card"
                              : "apogee.tell.less-by-card";

    fact.seat = o->seat;
    mq__fact_count(&fact, 0, by);
    by = by > 0 ? by : -by;
    if (i == AUTHORITY) {
        mq__fact_say(o->out, &fact, figures[i].rule, id, "ft", by * 100,
                     cause->engineer);
    } else {
        mq__fact_say(o->out, &fact, figures[i].rule, id, skill ? "it" : "iw",
                     by, skill ? cause->engineer : cause->item);
    }
}

static void tell_cause(const struct ap_outlook *o, const struct cause *cause)
{
    static const int changed[] = {THRUST, MASS, ASTRONAUTS, AUTHORITY};

    for (int i = 0; i < 4; i++) {
        if (cause->is[changed[i]] != cause->was[changed[i]]) {
            tell_difference(o, cause, changed[i]);
        }
    }
}

/* The plan without one of its skills, and with all of them. */
static void tell_skill(const struct ap_outlook *o, int engineer)
{
    struct ap_state without = o->planned;
    struct ap_player *p = &without.player[o->seat];
    int place = mq__ap_crew_find(p, engineer);
    struct cause cause = {.item = o->c.t->engineer[engineer].id,
                          .engineer = o->c.t->engineer[engineer].name};

    p->effects &= ~AP_BIT(engineer);
    if (place >= 0 && p->crew[place].space == AP_MOVED) {
        mq__ap_stand(p, place, AP_ON_SPECIALTY);
    }
    read_figures(ap_with(o->c.t, &without), o->seat, cause.was);
    read_figures(o->plan, o->seat, cause.is);
    tell_cause(o, &cause);
}

/* Each pencilled card in turn, on the pad as it is now. */
static void tell_pencilled(const struct ap_outlook *o)
{
    struct ap_state now = *o->c.st;
    struct ap c = ap_with(o->c.t, &now);
    struct cause cause = {0};

    now.player[o->seat].effects = ap_planned(o)->effects;
    read_figures(c, o->seat, cause.was);
    for (int i = 0; i < o->pencils; i++) {
        int kind = MQ_ACTION_A(o->pencil[i].action);

        if (o->pencil[i].done &&
            MQ_ACTION_KIND(o->pencil[i].action) == AP_A_BUILD) {
            mq__ap_pad_add(c, o->seat, kind);
            read_figures(c, o->seat, cause.is);
            cause.item = o->c.t->kind[kind].id;
            cause.was[AUTHORITY] = cause.is[AUTHORITY];
            tell_cause(o, &cause);
            memcpy(cause.was, cause.is, sizeof(cause.was));
        }
    }
}

static void tell_causes(const struct ap_outlook *o)
{
    const struct ap_player *p = ap_planned(o);

    for (int i = 0; i < p->crew_count; i++) {
        int id = p->crew[i].id;

        if ((p->effects & ~ap_own(o)->effects & AP_BIT(id)) != 0 ||
            (p->crew[i].space == AP_MOVED &&
             ap_own(o)->crew[i].space != AP_MOVED)) {
            tell_skill(o, id);
        }
    }
    tell_pencilled(o);
}

/* Whether the planned rocket is cheap enough for the mission. */
static void tell_limit(const struct ap_outlook *o)
{
    int limit = ap_mission(o->c)->cost_below;
    bool dear = limit > 0 && o->then.cost >= limit;
    struct mq_fact fact = ap_fact(limit == 0 ? MQ_FACT_EFFECT
                                  : dear     ? MQ_FACT_LACKS
                                             : MQ_FACT_READY,
                                  "cost", "", MQ_NO_PLACE);

    fact.seat = o->seat;
    mq__fact_count(&fact, o->then.cost, limit);
    mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                 limit == 0 ? "apogee.tell.no-limit"
                 : dear     ? "apogee.tell.too-dear"
                            : "apogee.tell.cheap",
                 "i", limit);
}

/* Cards and stages. */

/* The thrust that a card has with all skills; AP-K13 doubles what First Stages
 * have together, which stands in the sum alone. */
static int card_thrust(struct ap c, int who, int kind)
{
    const struct ap_technology *k = &c.t->kind[kind];
    uint32_t effects = c.st->player[who].effects;

    return k->thrust + mq__ap_bonus(c.t, effects, AP_LASTS_THRUST, k->tags);
}

static void tell_pad(const struct ap_outlook *o, int who)
{
    struct ap c = who == o->seat ? o->plan : o->c;
    const struct ap_player *p = &o->c.st->player[who];

    for (int type = 0; type < AP_TYPES; type++) {
        for (int i = 0; i < p->pad_count[type]; i++) {
            const struct ap_technology *k = &c.t->kind[p->pad[type][i]];
            struct mq_fact fact =
                ap_fact(MQ_FACT_WHERE, "pad", k->id, type * AP_PLACES + i);

            fact.seat = who;
            mq__fact_count(&fact, card_thrust(c, who, p->pad[type][i]),
                           k->mass);
            mq__fact_say(o->out, &fact, "AP-C13", "apogee.tell.on-pad", "wii",
                         k->id, fact.before, fact.after);
        }
    }
}

static void tell_complete(const struct ap_outlook *o, int who)
{
    const struct ap_player *p = &o->c.st->player[who];
    bool stages = mq__ap_has_stages(o->c.t, p);
    bool complete = stages && p->pad_count[AP_PAYLOAD] > 0;
    const char *missing = ap_missing_part(o->c.t, p);
    struct mq_fact fact =
        ap_fact(complete ? MQ_FACT_READY : MQ_FACT_LACKS, "rocket",
                complete ? "" : missing, MQ_NO_PLACE);

    fact.seat = who;
    mq__fact_say(o->out, &fact, "AP-L1",
                 complete ? "apogee.tell.complete" : "apogee.tell.incomplete",
                 complete ? "p" : "pw", who, missing);
}

void mq__ap_survey_rockets(const struct ap_outlook *o)
{
    for (int who = 0; who < o->c.st->players; who++) {
        tell_figures(o, who);
        tell_pad(o, who);
        tell_complete(o, who);
    }
    if (o->seat >= 0) {
        tell_causes(o);
        tell_limit(o);
    }
}

/* Destinations. */

static struct mq_fact of_place(const struct ap_outlook *o,
                               enum mq_fact_kind kind, const char *subject,
                               int destination)
{
    struct mq_fact fact =
        ap_fact(kind, subject, mq__ap_places[destination], destination + 1);

    fact.seat = o->seat;
    return fact;
}

/* The least performance that reaches a destination. */
static int least_performance(struct ap c, int destination)
{
    int least = ap_mission(c)->performance;

    for (int row = AP_PERFORMANCE_ROWS - 1; row >= 0; row--) {
        if (c.t->number[row].number[destination] > 0) {
            int printed = c.t->number[row].performance;

            return printed > least ? printed : least;
        }
    }
    return least;
}

static void tell_authority(const struct ap_outlook *o, int d)
{
    int there = mq__ap_center_authority(o->c.t, ap_planned(o));
    int needed = mq__ap_needed_authority(o->plan, o->seat, d);
    bool enough = there >= needed;
    struct mq_fact fact =
        of_place(o, enough ? MQ_FACT_READY : MQ_FACT_LACKS, "authority", d);

    mq__fact_count(&fact, there, needed);
    mq__fact_say(o->out, &fact, "AP-L2",
                 enough ? "apogee.tell.enough-authority"
                        : "apogee.tell.lacks-authority",
                 "wff", mq__ap_places[d], there * 100, needed * 100);
}

void mq__ap_tell_sources(const struct ap_outlook *o, int destination)
{
    const struct ap_rocket *r = &o->then;
    int printed = mq__ap_number(o->c.t, r->performance, destination);
    int event = -ap_changes(o->c)->launch_roll;
    struct mq_fact fact = of_place(o, MQ_FACT_NEEDS, "source", destination);

    mq__fact_count(&fact, 0, printed);
    mq__fact_say(o->out, &fact, "AP-L7", "apogee.tell.source", "wfii",
                 mq__ap_places[destination], r->performance * 100, r->thrust,
                 r->mass);
    if (event != 0) {
        mq__fact_item(&fact, o->c.t->event[o->c.st->event].id);
        mq__fact_count(&fact, 0, event);
        mq__fact_say(o->out, &fact, o->c.t->event[o->c.st->event].rule,
                     "apogee.tell.source-event", "w", fact.item);
    }
}

static void tell_number(const struct ap_outlook *o, int d)
{
    int printed = mq__ap_number(o->c.t, o->then.performance, d);
    int event = -ap_changes(o->c)->launch_roll;
    struct mq_fact fact =
        of_place(o, printed > 0 ? MQ_FACT_NEEDS : MQ_FACT_LACKS, "number", d);

    if (printed == 0) {
        mq__fact_count(&fact, o->then.performance, least_performance(o->c, d));
        mq__fact_say(o->out, &fact, "AP-L7", "apogee.tell.too-weak", "wff",
                     mq__ap_places[d], fact.before * 100, fact.after * 100);
        return;
    }
    mq__fact_count(&fact, printed, printed + event);
    mq__fact_say(o->out, &fact, "AP-L7",
                 event == 0  ? "apogee.tell.number"
                 : event > 0 ? "apogee.tell.number-more"
                             : "apogee.tell.number-less",
                 "iii", printed + event, printed, event > 0 ? event : -event);
    mq__ap_tell_sources(o, d);
}

/* What stands against the launch, in a few words. */
static void note_hindrance(const struct ap_outlook *o, int d,
                           struct mq_note *out)
{
    const struct ap_player *p = ap_planned(o);
    const struct ap_changes *now = ap_changes(o->c);

    switch (mq__ap_hindrance(o->plan, o->seat, &o->then, d)) {
    case AP_INCOMPLETE:
        mq_note_set(out, "AP-L1", "apogee.lack.part", "w",
                    ap_missing_part(o->c.t, p));
        break;
    case AP_NO_ENGINEER:
        mq_note_set(out, "AP-L3", "apogee.lack.engineer", "");
        break;
    case AP_TOO_LITTLE_AUTHORITY:
        mq_note_set(out, "AP-L2", "apogee.lack.authority", "ff",
                    mq__ap_center_authority(o->c.t, p) * 100,
                    mq__ap_needed_authority(o->plan, o->seat, d) * 100);
        break;
    case AP_BANNED_CARD:
        mq_note_set(out, mq__ap_event_now(o->c)->rule, "apogee.lack.event", "");
        break;
    case AP_NO_FEE:
        mq_note_set(out, mq__ap_event_now(o->c)->rule, "apogee.lack.fee", "ii",
                    now->launch_fee, p->credits);
        break;
    default:
        mq__ap_note_hindrance(o->plan, o->seat, &o->then, d, out);
        break;
    }
}

void mq__ap_note_lack(const struct ap_outlook *o, int d, struct mq_note *out)
{
    const struct ap_player *p = ap_planned(o);
    int least = least_performance(o->c, d);

    if (p->skips && o->c.st->step < AP_EARNINGS) {
        mq_note_set(out, "AP-A6", "apogee.tell.debts", "");
    } else if (!mq__ap_turn_ahead(o->c.st, o->seat)) {
        mq_note_set(out, "AP-L8", "apogee.tell.turn-over", "");
    } else if (o->then.complete && o->then.performance < least) {
        mq_note_set(out, "AP-L7", "apogee.tell.weak-there", "ff", least * 100,
                    o->then.performance * 100);
    } else {
        note_hindrance(o, d, out);
    }
}

void mq__ap_tell_success(const struct ap_outlook *o, int d,
                         const struct ap_prospect *p)
{
    bool wins = p->wins && (!o->c.st->tiebreak || ap_solo(o->c.st));
    double chance = p->odds.chance[ap_planned(o)->dice];
    struct mq_fact fact = of_place(o,
                                   wins        ? MQ_FACT_WINS
                                   : p->counts ? MQ_FACT_MEETS
                                               : MQ_FACT_LOSES,
                                   "launch", d);

    fact.chance = chance;
    for (int i = 0; i < p->verdicts; i++) {
        fact.note = p->verdict[i];
        o->out->take(o->out->context, &fact);
    }
    fact = of_place(o, MQ_FACT_GAIN, "launch", d);
    fact.chance = chance;
    mq__fact_count(&fact, ap_planned(o)->credits, p->credits);
    mq__fact_say(o->out, &fact, "AP-L10", "apogee.tell.launch-credits", "ii",
                 fact.before, fact.after);
    for (unsigned due = p->due; due != 0; due &= due - 1) {
        const struct ap_investor *i =
            ap_open_investor(o->plan, ap_low_bit(due));
        int pays = ap_changes(o->c)->no_investor_credits ? 0 : i->credits;

        fact = of_place(o, MQ_FACT_GAIN, "investor", d);
        mq__fact_item(&fact, i->id);
        fact.chance = chance;
        mq__fact_count(&fact, 0, pays);
        mq__fact_say(o->out, &fact, "AP-I7", "apogee.tell.investor-pays", "ti",
                     i->name, pays);
    }
}

static void tell_launch(const struct ap_outlook *o, int d,
                        const struct ap_prospect *p)
{
    bool can = p->hindrance == AP_MAY_LAUNCH && !ap_planned(o)->skips &&
               mq__ap_turn_ahead(o->c.st, o->seat);
    struct mq_fact fact =
        of_place(o, can ? MQ_FACT_READY : MQ_FACT_LACKS, "launch", d);
    int dice = ap_planned(o)->dice;

    if (!can) {
        mq__ap_note_lack(o, d, &fact.note);
        o->out->take(o->out->context, &fact);
        return;
    }
    fact.chance = p->odds.chance[0];
    mq__fact_say(o->out, &fact, "AP-L9", "apogee.tell.or-more", "ic",
                 p->odds.number, mq_chance_arg(fact.chance));
    for (int k = 1; k <= dice; k++) {
        fact = of_place(o, MQ_FACT_CHANCE, "launch", d);
        mq__fact_count(&fact, k, k);
        fact.chance = p->odds.chance[k];
        mq__fact_say(o->out, &fact, "AP-C10", "apogee.tell.with-dice", "ic", k,
                     mq_chance_arg(fact.chance));
    }
    if (mq__ap_test_helps(o)) {
        fact = of_place(o, MQ_FACT_CHANCE, "tested", d);
        fact.chance_before = p->odds.chance[dice];
        fact.chance = mq__ap_tested_chance(o, p->odds.number);
        mq__fact_say(o->out, &fact, "AP-F2", "apogee.tell.tested", "c",
                     mq_chance_arg(fact.chance));
    }
}

void mq__ap_survey_destinations(const struct ap_outlook *o)
{
    for (int d = 0; o->seat >= 0 && d < AP_DESTINATIONS; d++) {
        struct ap_prospect prospect;

        mq__ap_prospect(o, d, &prospect);
        tell_authority(o, d);
        tell_number(o, d);
        tell_launch(o, d, &prospect);
        mq__ap_tell_success(o, d, &prospect);
    }
}
