/* Apogee: choices of cards as facts. */
#include "games/apogee/telling.h"

static const char *card(const struct ap_telling *t)
{
    return t->o.c.t->kind[t->a].id;
}

/* Open investors that a card meets, acquired or built. */
static unsigned due_by(const struct ap_telling *t, int objective)
{
    struct ap_state st = t->o.view;

    mq__ap_got_card(ap_with(t->o.c.t, &st), t->o.seat, objective, t->a);
    return st.due;
}

static void tell_reserve(const struct ap_telling *t, int more)
{
    int n = ap_own(&t->o)->reserve_count;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "reserve", "");

    mq__fact_count(&fact, n, n + more);
    mq__fact_say(t->o.out, &fact, "AP-C12",
                 n + more > AP_RESERVE ? "apogee.tell.reserve-over"
                                       : "apogee.tell.reserve",
                 "ii", n + more, AP_RESERVE);
}

/* Building. */

void mq__ap_tell_build(const struct ap_telling *t)
{
    const struct ap_technology *k = &t->o.c.t->kind[t->a];
    bool paid = t->o.c.st->ask == AP_ASK_BUILD;
    int price = paid ? mq__ap_price(t->o.c, t->a) : 0;
    int pays = ap_changes(t->o.c)->no_cubesat_credits ? 0 : k->pays;
    struct ap_outlook then = t->o;
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_LEFT, "builds", "");

    mq__ap_tell_does(t, "AP-B4",
                     price > 0 ? "apogee.do.build" : "apogee.do.build-free",
                     "wi", k->id, price);
    mq__ap_tell_cost(t, "AP-B4", price);
    mq__ap_tell_gain(t, "AP-K15", pays, MQ_CERTAIN);
    mq__ap_tell_due(t, due_by(t, AP_BUILD), MQ_CERTAIN);
    if (paid) {
        mq__fact_count(&fact, t->o.c.st->builds, t->o.c.st->builds - 1);
        mq__fact_say(t->o.out, &fact, "AP-B1", "apogee.tell.builds-left", "i",
                     fact.after);
    }
    mq__ap_tell_if_built(&t->o, t->a);
    then.c = ap_with(t->o.c.t, &then.view);
    mq__ap_build(then.c, t->o.seat, t->a, price);
    then.view.due = then.view.due_seat = 0;
    mq__ap_forecast(&then);
    mq__ap_tell_reach(t, &then);
}

/* Taking and keeping. */

void mq__ap_tell_take(const struct ap_telling *t)
{
    bool keep = t->kind == AP_A_KEEP;

    mq__ap_tell_does(t, keep ? "AP-R3" : "AP-D3",
                     keep ? "apogee.do.keep" : "apogee.do.take", "w", card(t));
    mq__ap_tell_card(&t->o, t->a);
    mq__ap_tell_due(t, due_by(t, AP_ACQUIRE), MQ_CERTAIN);
    tell_reserve(t, 1);
    mq__ap_tell_if_built(&t->o, t->a);
}

/* Giving away. */

static void tell_goes(const struct ap_telling *t)
{
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_MOVES, "card", card(t));

    mq__fact_say(t->o.out, &fact, "AP-G7", "apogee.tell.goes-under", "w",
                 card(t));
}

void mq__ap_tell_sell(const struct ap_telling *t)
{
    const struct ap_director *d = &t->o.c.t->director[ap_own(&t->o)->director];
    bool built = !mq__ap_in_reserve(t->o.c.st, t->o.seat, t->a);
    int price = built ? d->amount + ap_changes(t->o.c)->sale_price
                      : mq__ap_sale_price(t->o.c);

    mq__ap_tell_does(t, built ? d->rule : "AP-A10", "apogee.do.sell", "wi",
                     card(t), price);
    mq__ap_tell_gain(t, built ? d->rule : "AP-A10", price, MQ_CERTAIN);
    tell_goes(t);
    if (!built) {
        tell_reserve(t, -1);
    }
}

void mq__ap_tell_discard(const struct ap_telling *t)
{
    mq__ap_tell_does(t, "AP-C12", "apogee.do.discard", "w", card(t));
    tell_goes(t);
    tell_reserve(t, -1);
}

void mq__ap_tell_replace(const struct ap_telling *t)
{
    bool investors = t->a == AP_TYPES;
    const char *row = investors ? "investors" : mq__ap_tags[t->a];
    struct mq_fact fact = mq__ap_own_fact(t, MQ_FACT_MOVES, "row", row);

    mq__ap_tell_does(t, investors ? "AP-Y21" : "AP-Y8",
                     investors ? "apogee.do.replace-investors"
                               : "apogee.do.replace",
                     "w", row);
    mq__fact_say(
        t->o.out, &fact, investors ? "AP-Y21" : "AP-G6",
        investors ? "apogee.tell.investors-go" : "apogee.explain.replace", "");
}
