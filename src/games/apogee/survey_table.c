/* Apogee: investors, pay day, spaces, engineers and directors as facts. */
#include "games/apogee/telling.h"

/* Investors. */

static int in_market(const struct ap_outlook *o, uint32_t tags)
{
    int n = 0;

    for (int i = 0; i < AP_ROWS * AP_PLACES; i++) {
        int kind = o->c.st->row[i / AP_PLACES][i % AP_PLACES];

        n += (o->c.st->gaps >> i & 1) == 0 && kind < o->c.t->kinds &&
             (o->c.t->kind[kind].tags & tags) != 0;
    }
    return n;
}

/* The first card of the reserve with one of the tags; -1: none. */
static int in_reserve(const struct ap_outlook *o, uint32_t tags)
{
    const struct ap_player *p = ap_own(o);

    for (int i = 0; i < p->reserve_count; i++) {
        if ((o->c.t->kind[p->reserve[i]].tags & tags) != 0) {
            return p->reserve[i];
        }
    }
    return -1;
}

/* Getting or building a card. Returns true where the player can do it. */
static bool note_card(const struct ap_outlook *o, const struct ap_investor *i,
                      struct mq_note *out)
{
    uint32_t tags = i->needs.need[0].tags;
    int kind = i->objective == AP_BUILD ? in_reserve(o, tags) : -1;
    int market = in_market(o, tags);

    if (kind >= 0) {
        mq_note_set(out, "AP-I2", "apogee.tell.hold-one", "w",
                    o->c.t->kind[kind].id);
    } else if (market > 0) {
        mq_note_set(out, "AP-I2", "apogee.tell.in-market", "i", market);
    } else {
        mq_note_set(out, "AP-I2",
                    i->objective == AP_BUILD ? "apogee.tell.hold-none"
                                             : "apogee.tell.none-open",
                    "");
    }
    return kind >= 0;
}

/* A condition of the rocket that the planned one misses; false: none. */
static bool note_condition(const struct ap_outlook *o,
                           const struct ap_investor *i, struct mq_note *out)
{
    for (int k = 0; k < i->needs.count; k++) {
        const struct ap_need *need = &i->needs.need[k];
        int has = mq__ap_on_rocket(o->c.t, need, &o->then);

        if (mq__ap_rocket_has(o->c.t, need, &o->then)) {
            continue;
        }
        mq_note_set(out, "AP-I7",
                    mq__ap_measures[need->measure].at_most
                        ? "apogee.tell.yours-costs"
                        : "apogee.tell.yours-has",
                    "iiw", has, need->amount, mq__ap_part_word(need));
        return true;
    }
    return false;
}

/* A static fire or a launch. Returns true where the player can do it. */
static bool note_act(const struct ap_outlook *o, const struct ap_investor *i,
                     struct mq_note *out)
{
    bool launch = i->objective == AP_LAUNCH;
    bool stages = mq__ap_has_stages(o->c.t, ap_planned(o));

    if (!stages || (launch && !o->then.complete)) {
        mq_note_set(out, "AP-L1", "apogee.tell.needs-stage", "w",
                    ap_missing_part(o->c.t, ap_planned(o)));
        return false;
    }
    if (note_condition(o, i, out)) {
        return false;
    }
    if (!launch) {
        mq_note_set(out, "AP-F2", "apogee.tell.fire-earns", "");
        return true;
    }
    for (int d = i->destination; d < AP_DESTINATIONS; d++) {
        if (mq__ap_hindrance(o->plan, o->seat, &o->then, d) == AP_MAY_LAUNCH) {
            mq_note_set(out, "AP-L10", "apogee.tell.launch-earns", "w",
                        mq__ap_places[d]);
            return true;
        }
    }
    if (mq__ap_number(o->c.t, o->then.performance, i->destination) == 0) {
        mq_note_set(out, "AP-L7", "apogee.tell.yours-weak", "");
    } else {
        mq__ap_note_lack(o, i->destination, out);
    }
    return false;
}

/* What the investor pays for, then each condition of the rocket. */
static void tell_wish(const struct ap_outlook *o, const struct ap_investor *i,
                      int place)
{
    static const char *const ids[AP_OBJECTIVES][2] = {
        [AP_ACQUIRE] = {"apogee.wish.acquire", "apogee.wish.acquire-either"},
        [AP_BUILD] = {"apogee.wish.build", "apogee.wish.build-either"},
        [AP_FIRE] = {"apogee.wish.static-fire", NULL},
        [AP_LAUNCH] = {"apogee.wish.launch", NULL},
    };
    bool card = i->objective == AP_ACQUIRE || i->objective == AP_BUILD;
    struct mq_message message[AP_NEEDS + 1];
    struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "investor", i->id, place);
    const char *word[2];
    bool two = mq__ap_tag_pair(card ? i->needs.need[0].tags : 0, word);
    int n = mq__ap_investor_messages(i, message);

    mq__fact_count(&fact, i->credits,
                   ap_changes(o->c)->no_investor_credits ? 0 : i->credits);
    mq__fact_say(
        o->out, &fact, "AP-I1", ids[i->objective][two], "www", word[0], word[1],
        i->destination == AP_NONE ? "" : mq__ap_places[i->destination]);
    for (int k = 1; k < n; k++) {
        fact.note.message = message[k];
        o->out->take(o->out->context, &fact);
    }
}

void mq__ap_survey_investors(const struct ap_outlook *o)
{
    for (int place = 0; place < AP_OPEN_INVESTORS; place++) {
        const struct ap_investor *i = ap_open_investor(o->c, place);
        struct mq_fact fact;
        struct mq_note note;
        bool ready;

        if (i == NULL) {
            continue;
        }
        fact = ap_fact(MQ_FACT_WHERE, "investor", i->id, place);
        mq__fact_say(o->out, &fact, "AP-I1", "apogee.tell.name", "t", i->name);
        tell_wish(o, i, place);
        if (o->seat < 0) {
            continue;
        }
        ready = i->objective == AP_ACQUIRE || i->objective == AP_BUILD
                    ? note_card(o, i, &note)
                    : note_act(o, i, &note);
        fact = ap_fact(ready ? MQ_FACT_READY : MQ_FACT_LACKS, "investor", i->id,
                       place);
        fact.seat = o->seat;
        fact.note = note;
        o->out->take(o->out->context, &fact);
    }
}

/* Pay day. */

static void tell_scale(const struct ap_outlook *o)
{
    int crew = o->seat >= 0 ? ap_own(o)->crew_count : -1;

    for (int n = 0; n <= AP_CREW; n++) {
        int pay = mq__ap_earnings(o->c, n);
        struct mq_fact fact = ap_fact(MQ_FACT_NEXT, "wages", "", n);

        mq__fact_count(&fact, n == crew, pay);
        mq__fact_say(o->out, &fact, "AP-A1",
                     pay < 0 ? "apogee.tell.wages" : "apogee.tell.earnings",
                     "ii", n, pay < 0 ? -pay : pay);
    }
}

static void tell_amount(const struct ap_outlook *o, const char *item,
                        int amount)
{
    static const struct {
        const char *item, *rule, *id;
    } rows[] = {
        {"build", "AP-B4", "apogee.tell.sum-build"},
        {"card", "AP-K15", "apogee.tell.sum-card"},
        {"investor", "AP-I7", "apogee.tell.sum-investor"},
        {"wages", "AP-A1", "apogee.tell.sum-wages"},
    };
    struct mq_fact fact = ap_fact(amount < 0 ? MQ_FACT_COST : MQ_FACT_GAIN,
                                  "plan", item, MQ_NO_PLACE);
    char number[AP_SIGNED];
    int i = 0;

    if (amount == 0) {
        return;
    }
    while (strcmp(rows[i].item, item) != 0) {
        i++;
    }
    fact.seat = o->seat;
    mq__fact_count(&fact, 0, amount);
    mq__fact_say(o->out, &fact, rows[i].rule, rows[i].id, "t",
                 ap_signed(amount, number));
}

void mq__ap_survey_pay(const struct ap_outlook *o)
{
    bool ahead = o->c.st->step < AP_EARNINGS;
    struct mq_fact fact = ap_fact(MQ_FACT_NEXT, "credits", "", MQ_NO_PLACE);
    int wages;

    tell_scale(o);
    if (o->seat < 0) {
        return;
    }
    wages = ahead ? mq__ap_earnings(o->c, ap_own(o)->crew_count) : 0;
    tell_amount(o, "build", -o->price);
    tell_amount(o, "card", o->pays);
    tell_amount(o, "investor", o->investors);
    tell_amount(o, "wages", wages);
    fact.seat = o->seat;
    mq__fact_count(&fact, ap_own(o)->credits, ap_planned(o)->credits);
    mq__fact_say(o->out, &fact, ap_planned(o)->skips ? "AP-A4" : "AP-A1",
                 ap_planned(o)->skips && ahead ? "apogee.tell.cant-pay-wages"
                                               : "apogee.tell.credits-then",
                 "ii", fact.before, fact.after);
}

/* Spaces and engineers. */

static void tell_spaces(const struct ap_outlook *o)
{
    static const struct {
        const char *rule, *id;
    } spaces[AP_SPACES] = {
        [AP_ON_SPECIALTY] = {"AP-Y1", "apogee.space.specialty"},
        [AP_ON_CONSTRUCTION] = {"AP-B1", "apogee.space.construction"},
        [AP_ON_RND] = {"AP-R2", "apogee.space.rnd"},
        [AP_ON_DESIGN] = {"AP-D1", "apogee.space.design"},
        [AP_ON_OPERATIONS] = {"AP-L2", "apogee.space.operations"},
    };
    const struct ap_changes *now = ap_changes(o->c);

    for (int i = 0; i < AP_SPACES; i++) {
        struct mq_fact fact =
            ap_fact(MQ_FACT_EFFECT, "space", mq__ap_spaces[i], i);
        bool alone = i == AP_ON_DESIGN && ap_solo(o->c.st);

        mq__fact_say(o->out, &fact, spaces[i].rule,
                     alone ? "apogee.space.design-solo" : spaces[i].id, "");
        if (now->limits_spaces && now->space_limit[i] < AP_CREW &&
            o->seat >= 0) {
            int limit = now->space_limit[i];

            fact.kind = MQ_FACT_LEFT;
            fact.seat = o->seat;
            mq__fact_count(&fact, ap_planned(o)->on[i], limit);
            mq__fact_say(o->out, &fact, mq__ap_event_now(o->c)->rule,
                         limit == 0 ? "apogee.tell.space-closed"
                                    : "apogee.tell.space-limit",
                         "i", limit);
        }
    }
}

/* The skill alone: amount, two words, the roll and its chance. */
static void tell_skill(const struct ap_outlook *o, int who,
                       const struct ap_engineer *e)
{
    static const char *const ids[] = {
        "apogee.skill.none",     "apogee.skill.replace-row",
        "apogee.skill.move",     "apogee.skill.take",
        "apogee.skill.draw-rnd", "apogee.skill.free-build",
        "apogee.skill.gain",     "apogee.skill.sell",
        "apogee.skill.buy-die",  "apogee.skill.replace-investors",
        "apogee.skill.thrust",   "apogee.skill.mass",
        "apogee.skill.cost",     "apogee.skill.seats",
    };
    struct mq_fact fact = ap_fact(MQ_FACT_HOLDS, "skill", e->id, MQ_NO_PLACE);
    bool tenths = e->specialty == AP_MOVES;
    const char *word[2];

    mq__ap_tag_pair(e->what, word);
    fact.seat = who;
    if (e->roll > 0) {
        mq__fact_count(&fact, e->roll, e->roll);
        fact.chance = mq__ap_chance(e->roll, 0);
    }
    mq__fact_say(o->out, &fact, e->rule, ids[e->specialty],
                 tenths ? "fww" : "iww", e->amount * (tenths ? 100 : 1),
                 word[0], word[1]);
}

static void tell_engineer(const struct ap_outlook *o, int who,
                          const struct ap_member *m)
{
    bool known = m->id < o->c.t->engineers;
    const struct ap_engineer *e = known ? &o->c.t->engineer[m->id] : NULL;
    struct mq_fact fact = ap_fact(
        MQ_FACT_WHERE, "engineer", known ? e->id : mq__ap_levels[m->level],
        m->space == MQ_UNKNOWN ? MQ_NO_PLACE : m->space);

    fact.seat = who;
    if (!known) {
        mq__fact_say(o->out, &fact, "AP-H2", "apogee.tell.hidden-engineer", "w",
                     mq__ap_levels[m->level]);
        return;
    }
    mq__fact_count(&fact, e->authority, e->authority);
    mq__fact_say(o->out, &fact, "AP-C6", "apogee.tell.engineer", "tf", e->name,
                 e->authority * 100);
    fact = ap_fact(MQ_FACT_EFFECT, "engineer", e->id, MQ_NO_PLACE);
    fact.seat = who;
    fact.note.rule = e->rule;
    if (e->roll > 0) {
        fact.chance = mq__ap_chance(e->roll, 0);
    }
    mq__ap_engineer_message(e, &fact.note.message);
    o->out->take(o->out->context, &fact);
    tell_skill(o, who, e);
}

/* Spaces that an engineer in hand can't go to. */
static void tell_refusals(const struct ap_outlook *o)
{
    const struct ap_player *p = ap_planned(o);
    unsigned spaces = mq__ap_free_spaces(o->plan, o->seat);

    for (int i = 0; o->c.st->step == AP_PLANNING && i < p->crew_count; i++) {
        const struct ap_engineer *e = &o->c.t->engineer[p->crew[i].id];

        for (int k = 0; k < AP_SPACES; k++) {
            bool skill =
                k != AP_ON_SPECIALTY || e->specialty != AP_NO_SPECIALTY;
            struct mq_fact fact = ap_fact(MQ_FACT_LACKS, "assign", e->id, k);

            if (p->crew[i].space != AP_IN_HAND ||
                (skill && (spaces >> k & 1) != 0)) {
                continue;
            }
            fact.seat = o->seat;
            mq__fact_say(
                o->out, &fact, skill ? mq__ap_event_now(o->c)->rule : "AP-Y2",
                skill ? "apogee.tell.space-full" : "apogee.tell.no-skill", "");
        }
    }
}

/* Directors. */

static const char *const director_ids[] = {
    "apogee.director.gain",         "apogee.director.keep-first-stage",
    "apogee.director.thrust",       "apogee.director.authority",
    "apogee.director.sell-any",     "apogee.director.free-payload",
    "apogee.director.free-nuclear", "apogee.director.take",
    "apogee.director.draw-rnd",     "apogee.director.sell-built",
    "apogee.director.dismiss-any",  "apogee.director.hire-seniors",
};

void mq__ap_note_director(const struct ap_outlook *o, int director,
                          struct mq_note *out)
{
    const struct ap_director *d = &o->c.t->director[director];

    mq_note_set(out, d->rule, director_ids[d->specialty], "i", d->amount);
}

void mq__ap_tell_director(const struct ap_outlook *o, int director, int who)
{
    const struct ap_director *d = &o->c.t->director[director];
    const struct ap_intervention *attack = &mq__ap_interventions[d->nation];
    struct mq_fact fact =
        ap_fact(MQ_FACT_WHERE, "director", d->id, MQ_NO_PLACE);

    fact.seat = who;
    mq__fact_count(&fact, d->authority, d->authority);
    mq__fact_say(o->out, &fact, "AP-S5", "apogee.tell.director", "ttwi",
                 d->name, d->company, mq__ap_nations[d->nation],
                 d->authority / 10);
    fact = ap_fact(MQ_FACT_EFFECT, "director", d->id, MQ_NO_PLACE);
    fact.seat = who;
    mq__ap_note_director(o, director, &fact.note);
    o->out->take(o->out->context, &fact);
    if (!ap_solo(o->c.st)) {
        fact = ap_fact(MQ_FACT_EFFECT, "attack", d->id, MQ_NO_PLACE);
        fact.seat = who;
        fact.chance = mq__ap_chance(AP_INTERVENTION_ROLL, 0);
        mq__fact_say(o->out, &fact, attack->rule, attack->says, "");
    }
}

static void tell_specialty(const struct ap_outlook *o, int who)
{
    const struct ap_player *p = &o->c.st->player[who];
    const struct ap_director *d = &o->c.t->director[p->director];
    bool used = p->specialty_used;
    bool banned = mq__ap_no_director_specialty(o->c);
    struct mq_fact fact =
        ap_fact(used || banned ? MQ_FACT_LACKS : MQ_FACT_READY, "specialty",
                d->id, MQ_NO_PLACE);

    fact.seat = who;
    mq__fact_say(o->out, &fact, banned ? "AP-Q2" : "AP-A9",
                 banned ? "apogee.tell.specialty-barred"
                 : used ? "apogee.tell.specialty-used"
                        : "apogee.tell.specialty-ready",
                 "");
}

static void tell_attack(const struct ap_outlook *o, int who)
{
    const struct ap_player *p = &o->c.st->player[who];
    const struct ap_director *d = &o->c.t->director[p->director];
    bool may = mq__ap_may_intervene(o->c, who);
    struct mq_fact fact = ap_fact(may ? MQ_FACT_READY : MQ_FACT_LACKS, "attack",
                                  mq__ap_nations[d->nation], MQ_NO_PLACE);

    fact.seat = who;
    if (may) {
        fact.chance = mq__ap_chance(AP_INTERVENTION_ROLL, 0);
    }
    mq__fact_say(
        o->out, &fact,
        ap_solo(o->c.st)                    ? "AP-O3"
        : ap_mission(o->c)->no_intervention ? ap_mission(o->c)->rule
                                            : "AP-N1",
        may                                 ? "apogee.tell.attack-ready"
        : ap_solo(o->c.st)                  ? "apogee.why.solo-intervene"
        : ap_mission(o->c)->no_intervention ? "apogee.why.mission-intervene"
        : p->intervened                     ? "apogee.tell.attack-used"
                                            : "apogee.why.nobody-to-lose",
        may ? "ic" : "", AP_INTERVENTION_ROLL, mq_chance_arg(fact.chance));
}

void mq__ap_survey_people(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;

    for (int who = 0; who < st->players; who++) {
        const struct ap_player *p = &st->player[who];

        for (int i = 0; i < p->crew_count; i++) {
            tell_engineer(o, who, &p->crew[i]);
        }
        if (p->director < o->c.t->directors) {
            mq__ap_tell_director(o, p->director, who);
            if (ap_playing(st)) {
                tell_specialty(o, who);
                tell_attack(o, who);
            }
        }
    }
    if (ap_playing(st)) {
        tell_spaces(o);
        if (o->seat >= 0) {
            tell_refusals(o);
        }
    }
}
