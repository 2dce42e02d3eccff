/* Apogee: choices of people as facts: directors, engineers, plans. */
#include "games/apogee/telling.h"

/* Directors. */

void mq__ap_tell_choose(const struct ap_telling *t)
{
    const struct ap_director *d = &t->o.c.t->director[t->a];
    struct mq_note notes[MQ_MAX_NOTES];
    int n = mq__ap_explain(t->o.g, t->o.c.st, t->o.seat, t->action, notes);
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_HOLDS, "authority", d->id);

    mq__ap_tell_does(t, "AP-S4", "apogee.do.choose", "t", d->name);
    mq__ap_tell_director(&t->o, t->a, t->o.seat);
    mq__fact_count(&fact, d->authority, d->authority);
    mq__fact_say(t->o.out, &fact, "AP-S5", "apogee.explain.director", "ti",
                 d->name, d->authority / 10);
    /* A specialty that is of no use in this mission. */
    for (int i = 0; i < n; i++) {
        if (strcmp(notes[i].message.id, "apogee.explain.dead") == 0 ||
            strcmp(notes[i].message.id, "apogee.explain.dies") == 0) {
            fact = mq__ap_own_fact(t, MQ_FACT_LACKS, "specialty", d->id);
            fact.note = notes[i];
            t->o.out->take(t->o.out->context, &fact);
        }
    }
}

/* Engineers. */

void mq__ap_tell_hire(const struct ap_telling *t)
{
    const struct ap_state *st = t->o.c.st;
    bool first = st->ask == AP_ASK_HIRE;
    int deck = ap_deck_cards(st, AP_JUNIORS + t->a);
    int n = first && t->a == AP_JUNIOR && deck > 1 ? 2 : 1;
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_LEFT, "deck", mq__ap_levels[t->a]);

    mq__ap_tell_does(t, first ? "AP-S6" : "AP-A12",
                     t->a == AP_JUNIOR ? "apogee.do.hire-junior"
                                       : "apogee.do.hire-senior",
                     "i", n);
    mq__fact_count(&fact, deck, deck - n);
    mq__fact_say(t->o.out, &fact, "AP-H2", "apogee.tell.drawn-of", "ii", n,
                 deck);
    mq__ap_tell_wages(t, n);
}

void mq__ap_tell_dismiss(const struct ap_telling *t)
{
    const struct ap_engineer *e = &t->o.c.t->engineer[t->a];
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LOSES, "engineer", e->id);
    bool paid = t->o.c.st->ask == AP_ASK_FOLLOW;

    mq__ap_tell_does(t, "AP-A13", "apogee.do.dismiss", "t", e->name);
    mq__fact_count(&fact, e->authority, 0);
    fact.note.rule = e->rule;
    mq__ap_engineer_message(e, &fact.note.message);
    t->o.out->take(t->o.out->context, &fact);
    if (paid) {
        const struct ap_director *d =
            &t->o.c.t->director[ap_own(&t->o)->director];

        mq__ap_tell_gain(t, d->rule, d->amount, MQ_CERTAIN);
    }
    mq__ap_tell_wages(t, -1);
}

/* What an engineer brings on a space. */

static void bring(const struct ap_telling *t, bool something, int was, int is,
                  const char *rule, const char *id)
{
    struct mq_fact fact =
        mq__ap_own_fact(t, something ? MQ_FACT_GAIN : MQ_FACT_LACKS, "space",
                        mq__ap_spaces[t->b]);

    fact.place = t->b;
    mq__fact_count(&fact, was, is);
    mq__fact_say(t->o.out, &fact, rule, id, "ii", is, was);
}

/* A skill that lasts but changes nothing on the planned rocket. */
static bool idle(const struct ap_telling *t, const struct ap_outlook *then)
{
    const struct ap_engineer *e = &t->o.c.t->engineer[t->a];

    switch (mq__ap_specialties[e->specialty].lasts) {
    case AP_LASTS_THRUST:
        return then->then.thrust == t->o.then.thrust;
    case AP_LASTS_MASS:
        return then->then.mass == t->o.then.mass;
    case AP_LASTS_SEATS:
        return then->then.astronauts == t->o.then.astronauts;
    default:
        return false;
    }
}

static void on_specialty(const struct ap_telling *t,
                         const struct ap_outlook *then)
{
    const struct ap_engineer *e = &t->o.c.t->engineer[t->a];
    struct ap_use use = mq__ap_engineer_use(t->o.plan, t->a);
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_GAIN, "space", mq__ap_spaces[t->b]);

    if (!mq__ap_use_possible(&use)) {
        bring(t, false, 0, 0, e->rule, "apogee.brings.nothing-to-do");
        return;
    }
    if (idle(t, then)) {
        bring(t, false, 0, 0, e->rule, "apogee.brings.idle");
        return;
    }
    fact.place = t->b;
    if (e->roll > 0) {
        fact.chance = mq__ap_chance(e->roll, 0);
    }
    fact.note.rule = e->rule;
    mq__ap_engineer_message(e, &fact.note.message);
    t->o.out->take(t->o.out->context, &fact);
}

/* Cards of the reserve that the pad takes, bans and clashes aside. */
static int buildable(const struct ap_telling *t)
{
    const struct ap_player *p = ap_own(&t->o);
    uint64_t banned = mq__ap_banned_kinds(t->o.c);
    uint64_t pad = mq__ap_pad_kinds(p);
    int n = 0;

    for (int i = 0; i < p->reserve_count; i++) {
        const struct ap_technology *k = &t->o.c.t->kind[p->reserve[i]];

        n += (banned & AP_KIND_BIT(p->reserve[i])) == 0 &&
             (k->clashes & pad) == 0 && p->pad_count[k->type] < AP_PLACES;
    }
    return n;
}

static void on_construction(const struct ap_telling *t)
{
    const struct ap_player *p = ap_own(&t->o);
    int was = ap_planned(&t->o)->on[AP_ON_CONSTRUCTION];
    int cards = buildable(t);

    if (cards == 0) {
        bring(t, false, was, was + 1, "AP-B3",
              p->reserve_count == 0 ? "apogee.brings.no-reserve"
                                    : "apogee.brings.no-build");
    } else if (cards <= was) {
        bring(t, false, was, was + 1, "AP-B1", "apogee.brings.no-more-builds");
    } else {
        bring(t, true, was, was + 1, "AP-B1",
              was == 0 ? "apogee.brings.build" : "apogee.brings.builds");
    }
}

static void on_rnd(const struct ap_telling *t)
{
    int was = ap_planned(&t->o)->on[AP_ON_RND];
    int deck = ap_deck_cards(t->o.c.st, AP_RND);
    uint64_t rnd = t->o.c.t->tagged[AP_TAG_RND];
    bool barred = (rnd & ~mq__ap_banned_kinds(t->o.c)) == 0;
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_GAIN, "space", mq__ap_spaces[t->b]);

    if (deck <= was) {
        bring(t, false, was, was, "AP-R2", "apogee.brings.no-rnd");
        return;
    }
    fact.place = t->b;
    mq__fact_count(&fact, was, was + 1);
    mq__fact_say(t->o.out, &fact, "AP-R2",
                 barred     ? "apogee.brings.rnd-to-sell"
                 : was == 0 ? "apogee.brings.rnd"
                            : "apogee.brings.rnd-more",
                 "ii", was + 1, deck);
}

static void on_design(const struct ap_telling *t)
{
    const struct ap_state *st = t->o.c.st;
    int was = ap_planned(&t->o)->on[AP_ON_DESIGN];
    int sum = mq__ap_authority_on(t->o.c.t, ap_planned(&t->o), AP_ON_DESIGN) +
              t->o.c.t->engineer[t->a].authority;
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_GAIN, "space", mq__ap_spaces[t->b]);

    if (mq__ap_row_kinds(st) == 0) {
        bring(t, false, was, was, "AP-D4", "apogee.brings.no-market");
        return;
    }
    if (was > 0 && !st->per_engineer && ap_solo(st)) {
        bring(t, false, was, was, "AP-D3", "apogee.brings.one-anyway");
        return;
    }
    fact.place = t->b;
    mq__fact_count(&fact, was, was + 1);
    mq__fact_say(t->o.out, &fact, "AP-D1",
                 st->per_engineer ? "apogee.brings.takes"
                 : was == 0       ? "apogee.brings.take"
                                  : "apogee.brings.take-earlier",
                 "fi", sum * 100, was + 1);
}

/* The farthest destination whose authority is reached; -1: none. */
static int farthest(const struct ap_outlook *o)
{
    int there = mq__ap_center_authority(o->c.t, ap_planned(o));
    int found = -1;

    for (int d = 0; d < AP_DESTINATIONS; d++) {
        if (there >= mq__ap_needed_authority(o->plan, o->seat, d)) {
            found = d;
        }
    }
    return found;
}

static void on_operations(const struct ap_telling *t,
                          const struct ap_outlook *then)
{
    int was = mq__ap_center_authority(t->o.c.t, ap_planned(&t->o));
    int is = mq__ap_center_authority(t->o.c.t, ap_planned(then));
    int d = farthest(then);
    bool flies = then->then.complete && then->then.performance > 0;
    struct mq_fact fact =
        mq__ap_own_fact(t, MQ_FACT_GAIN, "space", mq__ap_spaces[t->b]);
    int first = mq__ap_needed_authority(then->plan, t->o.seat, 0);

    fact.place = t->b;
    mq__fact_count(&fact, was, is);
    if (d < 0) {
        mq__fact_say(t->o.out, &fact, "AP-L2", "apogee.brings.too-little",
                     "fwf", is * 100, mq__ap_places[0], first * 100);
    } else {
        mq__fact_say(t->o.out, &fact, "AP-L2",
                     !then->then.complete ? "apogee.brings.no-rocket"
                     : !flies             ? "apogee.brings.too-weak"
                                          : "apogee.brings.enough",
                     "fw", is * 100, mq__ap_places[d]);
    }
}

/* Figures of the rocket that the engineer's skill changes. */
static void tell_figures(const struct ap_telling *t,
                         const struct ap_outlook *then)
{
    const struct {
        const char *subject, *word;
        int was, is;
    } figures[] = {
        {"thrust", "rocket-thrust", t->o.then.thrust, then->then.thrust},
        {"mass", "rocket-mass", t->o.then.mass, then->then.mass},
        {"performance", "performance", t->o.then.performance,
         then->then.performance},
        {"astronauts", "astronauts", t->o.then.astronauts,
         then->then.astronauts},
    };

    for (int i = 0; i < 4; i++) {
        struct mq_fact fact =
            mq__ap_own_fact(t, MQ_FACT_OPENS, figures[i].subject, "");
        bool tenths = i == 2;

        if (figures[i].was != figures[i].is) {
            mq__fact_count(&fact, figures[i].was, figures[i].is);
            mq__fact_say(t->o.out, &fact, "AP-L4", "apogee.tell.figure",
                         tenths ? "wff" : "wii", figures[i].word,
                         figures[i].was * (tenths ? 100 : 1),
                         figures[i].is * (tenths ? 100 : 1));
        }
    }
}

void mq__ap_tell_assign(const struct ap_telling *t)
{
    const struct ap_engineer *e = &t->o.c.t->engineer[t->a];
    struct ap_outlook then = t->o;
    struct ap_player *p = &then.view.player[t->o.seat];

    mq__ap_stand(p, mq__ap_crew_find(p, t->a), t->b);
    then.c = ap_with(t->o.c.t, &then.view);
    mq__ap_forecast(&then);
    mq__ap_tell_does(t, "AP-P6", "apogee.do.assign", "tw", e->name,
                     mq__ap_spaces[t->b]);
    switch (t->b) {
    case AP_ON_SPECIALTY:
        on_specialty(t, &then);
        break;
    case AP_ON_CONSTRUCTION:
        on_construction(t);
        break;
    case AP_ON_RND:
        on_rnd(t);
        break;
    case AP_ON_DESIGN:
        on_design(t);
        break;
    default:
        on_operations(t, &then);
        break;
    }
    tell_figures(t, &then);
    mq__ap_tell_reach(t, &then);
}

void mq__ap_tell_planned(const struct ap_telling *t)
{
    int hand = ap_planned(&t->o)->on[AP_IN_HAND];
    bool solo = ap_solo(t->o.c.st);
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "hand", "");

    mq__ap_tell_does(t, "AP-P9", "apogee.do.planned", "");
    if (hand > 0) {
        mq__fact_count(&fact, hand, hand);
        mq__fact_say(t->o.out, &fact, "AP-P8", "apogee.tell.in-hand", "i",
                     hand);
    }
    fact = mq__ap_own_fact(t, MQ_FACT_EFFECT, "secret", "");
    mq__fact_say(t->o.out, &fact, "AP-P9",
                 solo ? "apogee.tell.round-runs" : "apogee.tell.secret", "");
}
