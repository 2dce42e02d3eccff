/* Apogee: launches, static fires, attacks and rolls as facts. */
#include "games/apogee/telling.h"

/* Launches. */

static void tell_chances(const struct ap_telling *t, int number)
{
    for (int k = 0; k <= ap_own(&t->o)->dice; k++) {
        struct mq_fact fact =
            mq__ap_own_fact(t, MQ_FACT_CHANCE, "launch", mq__ap_places[t->a]);

        fact.place = t->a + 1;
        mq__fact_count(&fact, k, k);
        fact.chance = mq__ap_chance(number, k);
        if (k == 0) {
            mq__fact_say(t->o.out, &fact, "AP-L9", "apogee.tell.or-more", "ic",
                         number, mq_chance_arg(fact.chance));
        } else {
            mq__fact_say(t->o.out, &fact, "AP-C10", "apogee.tell.with-dice",
                         "ic", k, mq_chance_arg(fact.chance));
        }
    }
}

/* What becomes of each card after a success: the pad is cleared by the rules
 * themselves. */
static void tell_cards(const struct ap_telling *t)
{
    const struct ap_rocket *r = &t->o.now;
    struct ap_state st = t->o.view;
    uint64_t stays;

    st.destination = (uint8_t)t->a;
    mq__ap_launch_succeeds(ap_with(t->o.c.t, &st), t->o.seat);
    stays = mq__ap_pad_kinds(&st.player[t->o.seat]);
    for (int i = 0; i < r->count; i++) {
        const struct ap_technology *k = &t->o.c.t->kind[r->cards[i]];
        struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_MOVES, "card", k->id);
        bool pad = (stays & AP_KIND_BIT(r->cards[i])) != 0;
        bool there = mq__ap_is_dropped(k);

        fact.place = there ? t->a + 1 : MQ_NO_PLACE;
        mq__fact_say(t->o.out, &fact, there ? "AP-L14" : "AP-L13",
                     pad     ? "apogee.tell.card-on-pad"
                     : there ? "apogee.tell.card-there"
                             : "apogee.tell.card-back",
                     "w", k->id);
    }
}

/* AP-L11; in the last round a failure may decide the match. */
static void tell_hold(const struct ap_telling *t, double chance)
{
    const struct ap_state *st = t->o.c.st;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_RISK, "hold", "");
    int met = 0;

    fact.chance = chance;
    mq__fact_say(t->o.out, &fact, "AP-L11", "apogee.tell.hold", "ci",
                 mq_chance_arg(chance), st->actions - 1);
    while (met < st->players && !st->player[met].met) {
        met++;
    }
    if (met < st->players && met != t->o.seat) {
        fact = ap_fact(MQ_FACT_LOSES, "match", "", MQ_NO_PLACE);
        fact.seat = met;
        fact.chance = chance;
        mq__fact_say(t->o.out, &fact, "AP-Z1", "apogee.last.else", "p", met);
    }
}

void mq__ap_tell_launch(const struct ap_telling *t)
{
    int fee = ap_changes(t->o.c)->launch_fee;
    int dice = ap_own(&t->o)->dice;
    struct ap_prospect prospect;
    struct mq_fact fact;
    double chance;

    mq__ap_prospect(&t->o, t->a, &prospect);
    chance = prospect.odds.chance[dice];
    mq__ap_tell_does(t, "AP-L8", "apogee.do.launch", "w", mq__ap_places[t->a]);
    fact = mq__ap_own_fact(t, MQ_FACT_NEEDS, "number", mq__ap_places[t->a]);
    fact.place = t->a + 1;
    mq__fact_count(&fact, mq__ap_number(t->o.c.t, t->o.then.performance, t->a),
                   prospect.odds.number);
    mq__fact_say(t->o.out, &fact, "AP-L9", "apogee.tell.number", "i",
                 prospect.odds.number);
    mq__ap_tell_sources(&t->o, t->a);
    tell_chances(t, prospect.odds.number);
    mq__ap_tell_cost(t, "AP-E3", fee);
    fact = mq__ap_own_fact(t, MQ_FACT_GAIN, "credits", "");
    fact.chance = chance;
    mq__fact_count(&fact, ap_own(&t->o)->credits, prospect.credits);
    mq__fact_say(t->o.out, &fact, "AP-L10", "apogee.tell.lift-off", "ii",
                 fact.before, fact.after);
    mq__ap_tell_success(&t->o, t->a, &prospect);
    tell_cards(t);
    tell_hold(t, 1.0 - chance);
}

/* Static fires. */

static void tell_tested(const struct ap_telling *t)
{
    int dice = ap_own(&t->o)->dice;

    for (int d = 0; d < AP_DESTINATIONS && mq__ap_test_helps(&t->o); d++) {
        struct mq_fact fact =
            mq__ap_own_fact(t, MQ_FACT_OPENS, "launch", mq__ap_places[d]);
        struct ap_launch_odds odds;

        mq__ap_launch_odds(t->o.plan, t->o.seat, &t->o.then, d, &odds);
        if (odds.hindrance != AP_MAY_LAUNCH) {
            continue;
        }
        fact.place = d + 1;
        fact.chance_before = odds.chance[dice];
        fact.chance = mq__ap_tested_chance(&t->o, odds.number);
        mq__fact_say(t->o.out, &fact, "AP-F2", "apogee.tell.reach-better",
                     "wcc", mq__ap_places[d], mq_chance_arg(fact.chance),
                     mq_chance_arg(fact.chance_before));
    }
}

void mq__ap_tell_fire(const struct ap_telling *t)
{
    int needed = ap_changes(t->o.c)->static_fire_roll;
    double chance = mq__ap_chance(needed, 0);
    bool more = mq__ap_can_take_die(t->o.c.st, t->o.seat);
    int dice = ap_own(&t->o)->dice;
    struct ap_state st = t->o.view;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_CHANCE, "die", "");

    mq__ap_tell_does(t, "AP-F1", "apogee.do.static-fire", "");
    fact.chance = chance;
    mq__fact_count(&fact, needed, needed);
    mq__fact_say(t->o.out, &fact, "AP-F2", "apogee.tell.or-more", "ic", needed,
                 mq_chance_arg(chance));
    fact = mq__ap_own_fact(t, more ? MQ_FACT_GAIN : MQ_FACT_LACKS, "dice", "");
    fact.chance = chance;
    mq__fact_count(&fact, dice, dice + more);
    mq__fact_say(t->o.out, &fact, more ? "AP-F2" : "AP-F5",
                 more ? "apogee.tell.dice-then" : "apogee.tell.no-die", "i",
                 fact.after);
    mq__ap_fire_succeeds(ap_with(t->o.c.t, &st), t->o.seat);
    mq__ap_tell_due(t, st.due, chance);
    tell_tested(t);
}

/* Attacks. */

void mq__ap_tell_intervene(const struct ap_telling *t)
{
    int nation = t->o.c.t->director[ap_own(&t->o)->director].nation;
    const struct ap_intervention *attack = &mq__ap_interventions[nation];
    double chance = mq__ap_chance(AP_INTERVENTION_ROLL, 0);
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_EFFECT, "attack", mq__ap_nations[nation]);

    mq__ap_tell_does(t, "AP-N1", "apogee.do.intervene", "w",
                     mq__ap_nations[nation]);
    mq__fact_say(t->o.out, &fact, attack->rule, attack->says, "");
    fact = mq__ap_own_fact(t, MQ_FACT_CHANCE, "attack", "");
    fact.chance = chance;
    mq__fact_say(t->o.out, &fact, "AP-N2", "apogee.explain.intervene", "ic",
                 AP_INTERVENTION_ROLL, mq_chance_arg(chance));
    if (!mq__ap_tell_targets(&t->o, nation)) {
        fact = mq__ap_own_fact(t, MQ_FACT_RISK, "self", "");
        fact.chance = chance;
        mq__fact_say(t->o.out, &fact, "AP-N6", "apogee.explain.only-you", "");
    }
}

void mq__ap_tell_target(const struct ap_telling *t)
{
    const struct ap_player *p = &t->o.c.st->player[t->a];
    struct mq_fact fact = ap_fact(MQ_FACT_LOSES, "target", "", MQ_NO_PLACE);

    fact.seat = t->a;
    if (t->kind == AP_A_TARGET_CARD) {
        const char *id = t->o.c.t->kind[t->b].id;

        mq__ap_tell_does(t, "AP-N3", "apogee.do.target-card", "pw", t->a, id);
        mq__fact_item(&fact, id);
        mq__fact_count(&fact, p->reserve_count, p->reserve_count - 1);
        mq__fact_say(t->o.out, &fact, "AP-N3", "apogee.did.target-card", "pw",
                     t->a, id);
    } else if (t->kind == AP_A_TARGET_DICE) {
        mq__ap_tell_does(t, "AP-N4", "apogee.do.target-dice", "pi", t->a, t->b);
        mq__fact_item(&fact, "dice");
        mq__fact_count(&fact, p->dice, p->dice - t->b);
        mq__fact_say(t->o.out, &fact, "AP-N4", "apogee.did.target-dice", "pi",
                     t->a, t->b);
    } else {
        int n = mq__ap_dismissable(p);

        mq__ap_tell_does(t, "AP-N5", "apogee.do.target", "p", t->a);
        mq__fact_item(&fact, "engineer");
        mq__fact_count(&fact, p->crew_count, p->crew_count - 1);
        mq__fact_say(t->o.out, &fact, "AP-N5", "apogee.tell.one-of", "pi", t->a,
                     n);
    }
}

/* Rolls. */

void mq__ap_tell_reroll(const struct ap_telling *t)
{
    int needed = mq__ap_roll_needed(t->o.c);
    int dice = ap_own(&t->o)->dice;
    bool launch = t->o.c.st->roll == AP_ROLL_LAUNCH;
    bool again = t->kind == AP_A_REROLL;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "dice", "");

    mq__ap_tell_does(t, "AP-C10",
                     again    ? "apogee.do.reroll"
                     : launch ? "apogee.do.stay"
                              : "apogee.do.accept",
                     "");
    for (int k = 1; again && k <= dice; k++) {
        struct mq_fact roll = mq__ap_own_fact(t, MQ_FACT_CHANCE, "roll", "");

        mq__fact_count(&roll, k, k);
        roll.chance = mq__ap_chance(needed, k - 1);
        mq__fact_say(t->o.out, &roll, "AP-C10", "apogee.tell.with-dice", "ic",
                     k, mq_chance_arg(roll.chance));
    }
    mq__fact_count(&fact, dice, dice - again);
    mq__fact_say(t->o.out, &fact, "AP-C9", "apogee.tell.dice-then", "i",
                 fact.after);
    if (!again) {
        fact = mq__ap_own_fact(t, MQ_FACT_ENDS, "roll", "");
        mq__fact_say(t->o.out, &fact, launch ? "AP-L11" : "AP-C10",
                     launch ? "apogee.roll.stays" : "apogee.explain.accept",
                     "");
    }
}
