/* Apogee: what a choice does, as facts (<maxq/tell.h>).
 *
 * Prices and results are worked out on copies of the seat's view. Where the
 * course of the round matters, the choice is carried out in one of the worlds
 * that fit the view; only what is alike in all of them is told. Hidden commits
 * (directors, plans, kept cards) are never carried out here. */
#include "games/apogee/telling.h"

#include <stdarg.h>

/* What several choices tell. */

struct mq_fact mq__ap_own_fact(const struct ap_telling *t,
                               enum mq_fact_kind kind, const char *subject,
                               const char *item)
{
    struct mq_fact fact = ap_fact(kind, subject, item, MQ_NO_PLACE);

    fact.seat = t->o.seat;
    return fact;
}

void mq__ap_tell_does(const struct ap_telling *t, const char *rule,
                      const char *id, const char *format, ...)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "action");
    va_list args;

    fact.note.rule = rule;
    va_start(args, format);
    mq_message_setv(&fact.note.message, id, format, args);
    va_end(args);
    t->o.out->take(t->o.out->context, &fact);
}

void mq__ap_tell_cost(const struct ap_telling *t, const char *rule, int price)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_COST, "credits", "");
    int credits = ap_own(&t->o)->credits;

    if (price > 0) {
        mq__fact_count(&fact, credits, credits - price);
        mq__fact_say(t->o.out, &fact, rule, "apogee.tell.pays", "i", price);
    }
}

void mq__ap_tell_gain(const struct ap_telling *t, const char *rule, int amount,
                      double chance)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_GAIN, "credits", "");
    int credits = ap_own(&t->o)->credits;

    if (amount > 0) {
        fact.chance = chance;
        mq__fact_count(&fact, credits, credits + amount);
        mq__fact_say(t->o.out, &fact, rule, "apogee.tell.gains", "i", amount);
    }
}

void mq__ap_tell_due(const struct ap_telling *t, unsigned due, double chance)
{
    for (; due != 0; due &= due - 1) {
        int place = ap_low_bit(due);
        const struct ap_investor *i = ap_open_investor(t->o.c, place);
        struct mq_fact fact =
            mq__ap_own_fact(t, MQ_FACT_GAIN, "investor", i->id);
        bool pays = !ap_changes(t->o.c)->no_investor_credits;

        fact.place = place;
        fact.chance = chance;
        mq__fact_count(&fact, 0, pays ? i->credits : 0);
        mq__fact_say(t->o.out, &fact, "AP-I7", "apogee.tell.investor-pays",
                     "ti", i->name, fact.after);
    }
}

void mq__ap_tell_wages(const struct ap_telling *t, int more)
{
    int crew = ap_own(&t->o)->crew_count;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_HOLDS, "engineers", "");
    char then[AP_SIGNED];
    char now[AP_SIGNED];

    mq__fact_count(&fact, crew, crew + more);
    mq__fact_say(t->o.out, &fact, "AP-C14", "apogee.tell.engineers-then", "i",
                 crew + more);
    fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "wages", "");
    mq__fact_count(&fact, mq__ap_earnings(t->o.c, crew),
                   mq__ap_earnings(t->o.c, crew + more));
    mq__fact_say(t->o.out, &fact, "AP-A1", "apogee.foot.pay-day", "tt",
                 ap_signed(fact.after, then), ap_signed(fact.before, now));
}

/* The chance of a launch with all dice the seat has; below 0: no launch. */
static double reach(const struct ap_outlook *o, int d)
{
    struct ap_launch_odds odds;

    if (ap_planned(o)->skips || !mq__ap_turn_ahead(o->c.st, o->seat)) {
        return -1.0;
    }
    mq__ap_launch_odds(o->plan, o->seat, &o->then, d, &odds);
    return odds.hindrance == AP_MAY_LAUNCH ? odds.chance[ap_planned(o)->dice]
                                           : -1.0;
}

void mq__ap_tell_reach(const struct ap_telling *t,
                       const struct ap_outlook *then)
{
    for (int d = 0; d < AP_DESTINATIONS; d++) {
        double was = reach(&t->o, d);
        double is = reach(then, d);
        const char *where = mq__ap_places[d];
        struct mq_fact fact = mq__ap_own_fact(
            t, is < was ? MQ_FACT_LOSES : MQ_FACT_OPENS, "launch", where);

        if (is == was || (is < was && is >= 0)) {
            continue;
        }
        fact.place = d + 1;
        if (is < 0) {
            mq__fact_say(t->o.out, &fact, "AP-L8", "apogee.tell.reach-lost",
                         "w", where);
            continue;
        }
        fact.chance = is;
        fact.chance_before = was < 0 ? 0.0 : was;
        mq__fact_say(t->o.out, &fact, "AP-L8",
                     was < 0 ? "apogee.tell.reach" : "apogee.tell.reach-better",
                     "wcc", where, mq_chance_arg(is),
                     mq_chance_arg(was < 0 ? 0.0 : was));
    }
}

/* Plain choices. */

static void tell_buy_die(const struct ap_telling *t)
{
    int price = t->o.c.t->engineer[t->o.c.st->specialist].amount;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_GAIN, "dice", "");

    mq__ap_tell_does(t, "AP-Y16", "apogee.do.buy-die", "i", price);
    mq__ap_tell_cost(t, "AP-Y16", price);
    mq__fact_count(&fact, ap_own(&t->o)->dice, ap_own(&t->o)->dice + 1);
    mq__fact_say(t->o.out, &fact, "AP-Y16", "apogee.tell.dice-then", "i",
                 fact.after);
}

static void tell_pass(const struct ap_telling *t)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LOSES, "builds", "");
    int builds = t->o.c.st->builds;

    mq__ap_tell_does(t, "AP-Y5", "apogee.do.pass", "");
    if (t->o.c.st->ask == AP_ASK_BUILD) {
        mq__fact_count(&fact, builds, 0);
        mq__fact_say(t->o.out, &fact, "AP-B2", "apogee.tell.builds-lapse", "i",
                     builds);
    }
}

static void tell_done(const struct ap_telling *t)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LOSES, "actions", "");

    mq__ap_tell_does(t, "AP-A7", "apogee.do.done", "");
    mq__fact_count(&fact, t->o.c.st->actions, 0);
    mq__fact_say(t->o.out, &fact, "AP-A7", "apogee.tell.actions-lapse", "i",
                 fact.before);
}

static void tell_specialty(const struct ap_telling *t)
{
    const struct ap_director *d = &t->o.c.t->director[ap_own(&t->o)->director];
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_EFFECT, "director", d->id);
    struct ap_outlook then = t->o;

    mq__ap_tell_does(t, d->rule, "apogee.do.specialty", "");
    mq__ap_note_director(&t->o, ap_own(&t->o)->director, &fact.note);
    t->o.out->take(t->o.out->context, &fact);
    fact = mq__ap_own_fact(t, MQ_FACT_COST, "specialty", d->id);
    mq__fact_say(t->o.out, &fact, "AP-A9", "apogee.foot.once", "");
    if (strcmp(mq__ap_directings[d->specialty].word, "gain") == 0) {
        mq__ap_tell_gain(t, d->rule, d->amount, MQ_CERTAIN);
    }
    if (d->specialty == AP_DIRECTOR_THRUST ||
        d->specialty == AP_DIRECTOR_AUTHORITY) {
        then.view.player[t->o.seat].boosted = 1;
        then.c = ap_with(t->o.c.t, &then.view);
        mq__ap_forecast(&then);
        mq__ap_tell_reach(t, &then);
    }
}

/* What all choices end with. */

static void tell_credits_left(const struct ap_telling *t)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "credits", "");
    int was = ap_own(&t->o)->credits;
    int is = t->after.player[t->o.seat].credits;

    if (was != is) {
        mq__fact_count(&fact, was, is);
        mq__fact_say(t->o.out, &fact, "AP-C5", "apogee.tell.credits-left", "i",
                     is);
    }
}

static void tell_actions_left(const struct ap_telling *t)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "actions", "");
    int left = t->o.c.st->actions - 1;

    if (t->o.c.st->ask == AP_ASK_ACTION && t->kind != AP_A_DONE) {
        mq__fact_count(&fact, left + 1, left);
        mq__fact_say(t->o.out, &fact, "AP-A16", "apogee.tell.actions-left", "i",
                     left);
    }
}

/* AP-Z6: whoever meets the mission by it. */
static void tell_points(const struct ap_telling *t)
{
    double was[AP_PLAYERS];
    double is[AP_PLAYERS];

    mq__ap_scores(t->o.g, t->o.c.st, was);
    mq__ap_scores(t->o.g, &t->after, is);
    for (int seat = 0; seat < t->after.players; seat++) {
        struct mq_fact fact = ap_fact(MQ_FACT_GAIN, "mission", "", MQ_NO_PLACE);

        if (was[seat] != is[seat]) {
            fact.seat = seat;
            mq__fact_count(&fact, (int)was[seat], (int)is[seat]);
            mq__fact_say(t->o.out, &fact, ap_mission(t->o.c)->rule,
                         "apogee.last.met", "p", seat);
        }
    }
}

static void tell_end(const struct ap_telling *t)
{
    struct mq_fact fact = ap_fact(MQ_FACT_ENDS, "match", "", MQ_NO_PLACE);
    uint32_t winners = mq__ap_winners(t->o.g, &t->after);

    mq__fact_say(t->o.out, &fact, "AP-Z1", "apogee.tell.match-ends", "");
    /* A tie-break looks at engineers that may be hidden. */
    for (; winners != 0 && !t->after.tiebreak; winners &= winners - 1) {
        fact = ap_fact(MQ_FACT_WINS, "match", "", MQ_NO_PLACE);
        fact.seat = ap_low_bit(winners);
        mq__fact_say(t->o.out, &fact, "AP-Z1", "apogee.tell.wins", "p",
                     fact.seat);
    }
}

static void tell_next(const struct ap_telling *t)
{
    const struct ap_state *now = t->o.c.st;
    struct mq_fact fact = ap_fact(MQ_FACT_ENDS, "round", "", MQ_NO_PLACE);
    bool directors = now->step == AP_ACTIONS && t->after.step == AP_ACTIONS;

    if (t->after.step == AP_OVER) {
        tell_end(t);
    } else if (t->after.round != now->round && now->round > 0) {
        mq__fact_count(&fact, now->round, t->after.round);
        mq__fact_say(t->o.out, &fact, "AP-A17", "apogee.tell.round-ends", "i",
                     now->round);
    } else if (directors && ap_current(&t->after) != t->o.seat) {
        fact = ap_fact(MQ_FACT_NEXT, "turn", "", 0);
        fact.seat = ap_current(&t->after);
        mq__fact_say(t->o.out, &fact, "AP-S5", "apogee.tell.next-turn", "p",
                     fact.seat);
    }
}

/* Carries the choice out in a world that fits the view. */
static void play(struct ap_telling *t)
{
    struct mq_rng rng;

    mq_rng_seed(&rng, 1);
    mq__ap_resample(t->o.g, &t->after, t->o.seat, &rng);
    mq__ap_apply(t->o.g, &t->after, t->o.seat, t->action);
}

static void (*const tells[AP_ACTION_KINDS])(const struct ap_telling *t) = {
    [AP_A_CHOOSE] = mq__ap_tell_choose,
    [AP_A_HIRE] = mq__ap_tell_hire,
    [AP_A_ASSIGN] = mq__ap_tell_assign,
    [AP_A_PLANNED] = mq__ap_tell_planned,
    [AP_A_REPLACE] = mq__ap_tell_replace,
    [AP_A_TAKE] = mq__ap_tell_take,
    [AP_A_BUILD] = mq__ap_tell_build,
    [AP_A_SELL] = mq__ap_tell_sell,
    [AP_A_BUY_DIE] = tell_buy_die,
    [AP_A_PASS] = tell_pass,
    [AP_A_KEEP] = mq__ap_tell_take,
    [AP_A_DISCARD] = mq__ap_tell_discard,
    [AP_A_DISMISS] = mq__ap_tell_dismiss,
    [AP_A_SPECIALTY] = tell_specialty,
    [AP_A_FIRE] = mq__ap_tell_fire,
    [AP_A_LAUNCH] = mq__ap_tell_launch,
    [AP_A_INTERVENE] = mq__ap_tell_intervene,
    [AP_A_TARGET_CARD] = mq__ap_tell_target,
    [AP_A_TARGET_DICE] = mq__ap_tell_target,
    [AP_A_TARGET] = mq__ap_tell_target,
    [AP_A_REROLL] = mq__ap_tell_reroll,
    [AP_A_ACCEPT] = mq__ap_tell_reroll,
    [AP_A_DONE] = tell_done,
};

/* The pencil without what it has for this engineer: the choice is told against
 * a plan that leaves the engineer in hand. */
static void drop_engineer(const struct mq_pencil *from, int engineer,
                          struct mq_pencil *out)
{
    out->count = 0;
    for (int i = 0; from != NULL && i < from->count; i++) {
        if (MQ_ACTION_KIND(from->action[i]) != AP_A_ASSIGN ||
            MQ_ACTION_A(from->action[i]) != engineer) {
            out->action[out->count++] = from->action[i];
        }
    }
}

void mq__ap_tell(const struct mq_game *g, const void *st, int seat,
                 mq_action action, const struct mq_facts *out)
{
    struct ap_telling t = {.action = action,
                           .a = MQ_ACTION_A(action),
                           .b = MQ_ACTION_B(action),
                           .kind = MQ_ACTION_KIND(action)};
    bool plan = t.kind == AP_A_ASSIGN || t.kind == AP_A_PLANNED;
    bool hidden = plan || t.kind == AP_A_CHOOSE || t.kind == AP_A_KEEP;
    struct mq_pencil rest;
    struct mq_facts plain = {out->take, out->context, plan ? &rest : NULL};

    drop_engineer(out->pencil, t.kind == AP_A_ASSIGN ? t.a : AP_NONE, &rest);
    assert(t.kind > 0 && t.kind < AP_ACTION_KINDS && tells[t.kind] != NULL);
    mq__ap_outlook(g, st, seat, &plain, &t.o);
    t.o.c = ap_with(t.o.c.t, &t.o.view);
    t.o.plan = ap_with(t.o.c.t, &t.o.planned);
    t.after = t.o.view;
    t.then = ap_with(t.o.c.t, &t.after);
    if (!hidden) {
        play(&t);
    }
    tells[t.kind](&t);
    if (!hidden) {
        tell_credits_left(&t);
        tell_actions_left(&t);
        tell_points(&t);
        tell_next(&t);
    }
}
