/* What a choice does, as facts (<maxq/tell.h>).
 *
 * Most of them are found by trying: the action is applied to a copy of the
 * seat's view, and everybody's points, the seat's money, technology, lab and
 * rocket, the levels that are open and the missions that can fly are compared.
 * Commits of a draft move nothing before the last one is in (LO-D8), and then
 * cards that the seat doesn't know: they are never carried out here. */
#include "games/liftoff/telling.h"

#include <assert.h>

static const char *const points_ids[LO_POINT_SOURCES] = {
    "liftoff.tell.points-start",       "liftoff.tell.points-banners",
    "liftoff.tell.points-specialists", "liftoff.tell.points-station",
    "liftoff.tell.points-launches",    "liftoff.tell.points-missions",
    "liftoff.tell.points-hourglass",   "liftoff.tell.points-objectives",
    "liftoff.tell.points-green",       "liftoff.tell.points-money",
};

static bool same_round(const struct lo_telling *t)
{
    return t->c.st->round == t->then.st->round &&
           t->c.st->phase == t->then.st->phase &&
           t->then.st->step != LO_STEP_OVER && t->then.st->step != LO_STEP_SELL;
}

/* Income that came with a new round (LO-R4). */
static int income(const struct lo_telling *t, int seat)
{
    return t->c.st->round > 0 && t->c.st->round != t->then.st->round
               ? t->then.st->player[seat].income
               : 0;
}

/* Points and money. */

/* Objectives that the teller doesn't know change unseen. */
static void tell_points_of(const struct lo_telling *t, int seat)
{
    int was[LO_POINT_SOURCES], is[LO_POINT_SOURCES];
    bool hidden = mq__lo_objectives_hidden(&t->c.st->player[seat]);

    mq__lo_points_now(t->c, seat, was);
    mq__lo_points_now(t->then, seat, is);
    for (int i = 0; i < LO_POINT_SOURCES; i++) {
        struct mq_fact fact =
            mq__fact(i > LO_SOURCES ? MQ_FACT_LATER : MQ_FACT_GAIN,
                     mq__lo_point_sources[i].source);

        if (was[i] == is[i] || (i == LO_POINT_OBJECTIVES && hidden)) {
            continue;
        }
        fact.seat = seat;
        mq__fact_count(&fact, was[i], is[i]);
        mq__fact_say(t->out, &fact, mq__lo_point_sources[i].rule, points_ids[i],
                     "piii", seat, was[i], is[i], is[i] - was[i]);
    }
}

static void tell_price(const struct lo_telling *t, int price)
{
    struct mq_fact fact = mq__fact(MQ_FACT_COST, "money");

    if (price > 0) {
        fact.seat = t->seat;
        mq__fact_count(&fact, lo_was(t)->money, lo_was(t)->money - price);
        mq__fact_say(t->out, &fact,
                     mq__lo_prepares(t->c.st, t->seat) ? "LO-L3" : "LO-A5",
                     "liftoff.tell.price", "i", price);
    }
}

/* Money that comes in, by the choice itself and by income. */
static void tell_cash(const struct lo_telling *t, int seat, int price)
{
    int was = t->c.st->player[seat].money - price;
    int is = t->then.st->player[seat].money - income(t, seat);
    struct mq_fact fact = mq__fact(MQ_FACT_GAIN, "cash");

    if (is <= was) {
        return;
    }
    fact.seat = seat;
    mq__fact_count(&fact, was, is);
    mq__fact_say(t->out, &fact, "LO-C8", "liftoff.tell.cash", "pi", seat,
                 is - was);
}

/* The money that is left and the launches that it pays for. */
static void tell_money_left(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "money");
    struct lo_budget budget;
    const char *id = "liftoff.tell.left";

    mq__lo_budget(t->then, t->seat, &budget);
    if (same_round(t) && budget.launches > 0) {
        id = budget.paid == 0                ? "liftoff.tell.left-none"
             : budget.paid < budget.launches ? "liftoff.tell.left-some"
             : budget.launches == 1          ? "liftoff.tell.left-one"
             : budget.launches == 2          ? "liftoff.tell.left-both"
                                             : "liftoff.tell.left-all";
    }
    fact.seat = t->seat;
    mq__fact_count(&fact, lo_was(t)->money, lo_is(t)->money);
    mq__fact_say(t->out, &fact, "LO-L3", id, "iiii", lo_is(t)->money,
                 budget.paid, budget.launches, budget.price);
}

/* L2: the money for a launch goes, or a launch gets cheaper. */
static void tell_launch_money(const struct lo_telling *t)
{
    struct lo_budget was, is;
    struct mq_fact fact = mq__fact(MQ_FACT_NEEDS, "launches");

    mq__lo_budget(t->c, t->seat, &was);
    mq__lo_budget(t->then, t->seat, &is);
    fact.seat = t->seat;
    if (is.launches == was.launches && is.price != was.price) {
        mq__fact_count(&fact, was.price, is.price);
        mq__fact_say(t->out, &fact, "LO-L3",
                     is.launches == 1 ? "liftoff.tell.launch-price"
                                      : "liftoff.tell.launch-prices",
                     "iii", was.price, is.price, is.launches);
    }
    if (is.paid < was.paid && is.launches > 0) {
        fact.kind = MQ_FACT_LOSES;
        mq__fact_count(&fact, was.paid, is.paid);
        mq__fact_say(t->out, &fact, "LO-L3",
                     is.paid == 0 ? "liftoff.tell.warn-none"
                                  : "liftoff.tell.warn-some",
                     "iiii", lo_is(t)->money, is.paid, was.paid, is.price);
    }
}

/* What the seat has. */

static void tell_technologies(const struct lo_telling *t)
{
    for (int i = 0; i < LO_COLOURS; i++) {
        int was = lo_was(t)->tech[i], is = lo_is(t)->tech[i];
        struct mq_fact fact =
            mq__fact(is > was ? MQ_FACT_GAIN : MQ_FACT_LOSES, "technology");

        if (is != was) {
            mq__fact_item(&fact, mq__lo_colour_words[i]);
            fact.seat = t->seat;
            mq__fact_count(&fact, was, is);
            mq__fact_say(t->out, &fact, "LO-T1", "liftoff.tell.technology",
                         "wii", mq__lo_colour_words[i], was, is);
        }
    }
}

static void tell_number(const struct lo_telling *t, struct mq_fact fact,
                        const char *id)
{
    fact.seat = t->seat;
    if (fact.before != fact.after) {
        mq__fact_say(t->out, &fact, fact.note.rule, id, "ii", fact.before,
                     fact.after);
    }
}

/* A row of numbers that may change, with its rule. */
static struct mq_fact number(enum mq_fact_kind kind, const char *subject,
                             const char *rule)
{
    struct mq_fact fact = mq__fact(kind, subject);

    fact.note.rule = rule;
    return fact;
}

static void tell_rocket(const struct lo_telling *t)
{
    struct mq_fact fact = number(MQ_FACT_GAIN, "lab", "LO-U4");

    mq__fact_count(&fact, lo_was(t)->lab, lo_is(t)->lab);
    tell_number(t, fact, "liftoff.tell.lab-grows");
    if (lo_is(t)->lab != lo_was(t)->lab) {
        fact = number(MQ_FACT_GAIN, "launch-points", "LO-L13");
        mq__fact_count(
            &fact, mq__lo_launch_points(t->c, lo_was(t)),
            t->c.t->level[lo_is(t)->lab - 1].points[t->c.st->phase - 1]);
        tell_number(t, fact, "liftoff.tell.launch-points");
    }
    fact = number(MQ_FACT_GAIN, "weight", "LO-U1");
    mq__fact_count(&fact, lo_weight(t->c.t, lo_was(t)),
                   lo_weight(t->c.t, lo_is(t)));
    tell_number(t, fact, "liftoff.tell.weight");
    fact = number(MQ_FACT_MOVES, "launch-cost", "LO-U2");
    mq__fact_count(&fact, lo_cost(t->c.t, lo_was(t)),
                   lo_cost(t->c.t, lo_is(t)));
    tell_number(t, fact, "liftoff.tell.launch-cost");
    fact = number(MQ_FACT_GAIN, "income", "LO-E2");
    mq__fact_count(&fact, lo_was(t)->income, lo_is(t)->income);
    tell_number(t, fact, "liftoff.tell.income");
}

/* What opens. */

/* Levels that can be launched now, or no longer; a requirement that is met
 * while the lab is too low. */
static void tell_levels(const struct lo_telling *t)
{
    for (int level = 0; level < 2 * t->c.st->phase; level++) {
        bool was = mq__lo_level_open(t->c, lo_was(t), level);
        bool is = mq__lo_level_open(t->c, lo_is(t), level);
        bool met = !mq__lo_meets(t->c, lo_was(t), level) &&
                   mq__lo_meets(t->c, lo_is(t), level);
        struct mq_fact fact = mq__fact(is && !was   ? MQ_FACT_OPENS
                                       : was && !is ? MQ_FACT_LOSES
                                                    : MQ_FACT_MEETS,
                                       "level");

        if (was == is && (!met || is)) {
            continue;
        }
        fact.seat = t->seat;
        fact.place = level + 1;
        mq__fact_say(t->out, &fact, "LO-T8",
                     is    ? "liftoff.tell.opens-level"
                     : was ? "liftoff.tell.closes-level"
                           : "liftoff.tell.meets-level",
                     "i", level + 1);
    }
}

/* The lowest level that still lacks something, where technology changed. */
static void tell_still_lacks(const struct lo_telling *t)
{
    for (int level = 0; level < 2 * t->then.st->phase; level++) {
        if (!mq__lo_level_open(t->then, lo_is(t), level)) {
            mq__lo_tell_lacks(t->then, t->seat, level, t->out);
            return;
        }
    }
}

static void tell_flier(const struct lo_telling *t, int kind, bool opens)
{
    const struct lo_mission *m = &t->c.t->mission[kind];
    struct mq_fact fact =
        mq__fact(opens ? MQ_FACT_OPENS : MQ_FACT_LOSES, "mission");

    mq__fact_item(&fact, m->id);
    fact.seat = t->seat;
    fact.place = m->level + 1;
    mq__fact_count(&fact, 0,
                   mq__lo_launch_points(t->then, lo_is(t)) + m->points);
    mq__fact_say(t->out, &fact, "LO-L11",
                 opens ? "liftoff.tell.opens-mission"
                       : "liftoff.tell.closes-mission",
                 "wi", m->id, fact.after);
}

/* Missions on Earth that can fly now, or no longer, and how many can. */
static void tell_fliers(const struct lo_telling *t)
{
    uint32_t left = lo_is(t)->earth[0] & lo_was(t)->earth[0];
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "ready");

    for (; left != 0; left &= left - 1) {
        int kind = __builtin_ctz(left);
        struct lo_verdict was, is;

        mq__lo_judge(t->c, t->seat, kind, &was);
        mq__lo_judge(t->then, t->seat, kind, &is);
        if (was.flies != is.flies) {
            tell_flier(t, kind, is.flies);
        }
    }
    fact.seat = t->seat;
    mq__fact_count(&fact, mq__lo_flying(t->c, t->seat),
                   mq__lo_flying(t->then, t->seat));
    if (fact.before != fact.after) {
        mq__fact_say(t->out, &fact, "LO-L11", "liftoff.tell.ready", "ii",
                     fact.before, fact.after);
    }
}

void mq__lo_tell_changes(const struct lo_telling *t, int price)
{
    bool technology =
        memcmp(lo_was(t)->tech, lo_is(t)->tech, sizeof(lo_is(t)->tech)) != 0;

    tell_price(t, price);
    for (int i = 0; i < t->c.st->players; i++) {
        int seat = (t->seat + i) % t->c.st->players;

        tell_cash(t, seat, i == 0 ? price : 0);
    }
    tell_technologies(t);
    tell_rocket(t);
    for (int i = 0; i < t->c.st->players; i++) {
        tell_points_of(t, (t->seat + i) % t->c.st->players);
    }
    if (same_round(t) && !mq__lo_prepares(t->c.st, t->seat)) {
        tell_levels(t);
        if (technology) {
            tell_still_lacks(t);
        }
        tell_fliers(t);
        tell_launch_money(t);
    }
    if (lo_was(t)->money != lo_is(t)->money || t->c.st->step == LO_STEP_ACT) {
        tell_money_left(t);
    }
}

/* Ends and what follows. */

static void tell_over(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_ENDS, "match");
    uint32_t winners = mq__lo_winners(t->g, t->then.st);

    mq__fact_say(t->out, &fact, "LO-Z1", "liftoff.tell.over", "");
    for (int i = 0; i < t->c.st->players; i++) {
        if (mq__lo_objectives_hidden(&t->c.st->player[i])) {
            return; /* hidden objectives may still turn the match */
        }
    }
    for (; winners != 0; winners &= winners - 1) {
        fact = mq__fact(MQ_FACT_WINS, "match");
        fact.seat = __builtin_ctz(winners);
        mq__fact_say(t->out, &fact, "LO-Z7", "liftoff.did.wins", "p",
                     fact.seat);
    }
}

static void tell_round(const struct lo_telling *t)
{
    const struct lo_state *was = t->c.st, *is = t->then.st;
    struct mq_fact fact = mq__fact(MQ_FACT_ENDS, "round");

    if (was->phase != is->phase || was->round != is->round) {
        mq__fact_count(&fact, was->round, is->round);
        mq__fact_say(t->out, &fact, "LO-R6",
                     income(t, t->seat) > 0 ? "liftoff.tell.round-income"
                                            : "liftoff.tell.round",
                     "iii", was->round, is->round, income(t, t->seat));
    }
    if (was->phase != is->phase) {
        fact = mq__fact(MQ_FACT_OPENS, "phase");
        mq__fact_count(&fact, was->phase, is->phase);
        mq__fact_say(t->out, &fact, "LO-P1", "liftoff.did.phase-2", "");
    }
}

void mq__lo_tell_next(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "turn");
    uint32_t actors;

    if (t->then.st->step == LO_STEP_OVER) {
        tell_over(t);
        return;
    }
    tell_round(t);
    if (mq__lo_turn(t->g, t->then.st, &actors) == MQ_TURN_SEATS &&
        lo_has_turn(t->then.st) && t->then.st->turn != t->seat) {
        fact.seat = t->then.st->turn;
        fact.place = 1;
        mq__fact_say(t->out, &fact, NULL, "liftoff.tell.next", "pw", fact.seat,
                     mq__lo_step_words[t->then.st->step]);
    }
}

/* The card in play. */

static int box_price(const struct lo_telling *t)
{
    return mq__lo_box_price(t->c, mq__lo_box_of(t->c, t->a));
}

/* The kind of the box that the choice uses. */
static int box_kind(const struct lo_telling *t)
{
    const struct lo_specialist *card =
        &t->c.t->specialist[mq__lo_card(t->c.st)];

    return card->box[mq__lo_box_of(t->c, t->a)];
}

static const struct lo_box_row *box_row(const struct lo_telling *t)
{
    return &t->c.t->box[box_kind(t)];
}

static const char *box_rule(const struct lo_telling *t)
{
    return mq__lo_box_rule(box_kind(t));
}

static void do_trade(const struct lo_telling *t, struct mq_fact *fact)
{
    const char *b = mq__lo_short_words[t->b];
    const char *c = mq__lo_short_words[MQ_ACTION_C(t->action)];

    switch (t->a) {
    case LO_VERB_GREEN:
    case LO_VERB_BUY:
        mq__fact_say(t->out, fact, box_rule(t), "liftoff.do.buy", "wi",
                     t->a == LO_VERB_GREEN ? mq__lo_short_words[LO_GREEN] : b,
                     box_price(t));
        break;
    case LO_VERB_PAIR:
        mq__fact_say(t->out, fact, box_rule(t), "liftoff.do.pair", "wwi", b, c,
                     box_price(t));
        break;
    case LO_VERB_SELL:
        mq__fact_say(t->out, fact, box_rule(t), "liftoff.do.sell", "wi", b,
                     box_row(t)->money);
        break;
    default:
        mq__fact_say(t->out, fact, box_rule(t), "liftoff.do.exchange", "ww", b,
                     c);
        break;
    }
}

static void do_invest(const struct lo_telling *t, struct mq_fact *fact)
{
    static const char *const ids[LO_BONUSES] = {
        [LO_BONUS_GREEN] = "liftoff.do.invest-green",
        [LO_BONUS_INCOME] = "liftoff.do.invest-income",
        [LO_BONUS_NONE] = "liftoff.do.invest-none",
    };

    mq__fact_item(fact, mq__lo_bonus_words[t->b]);
    mq__fact_say(t->out, fact, "LO-I3", ids[t->b], "ii", box_price(t),
                 LO_STATION_POINTS + lo_missions_in_space(lo_was(t)));
}

static void do_score(const struct lo_telling *t, struct mq_fact *fact)
{
    int gained = lo_is(t)->points[LO_FROM_SPECIALISTS] -
                 lo_was(t)->points[LO_FROM_SPECIALISTS];

    mq__fact_say(t->out, fact, box_rule(t),
                 gained > 0 ? "liftoff.do.score" : "liftoff.do.score-nothing",
                 "i", gained);
}

static void do_act(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, mq__lo_verb_words[t->a]);

    fact.place = mq__lo_box_of(t->c, t->a) + 1;
    switch (t->a) {
    case LO_VERB_GRANT:
        mq__fact_say(t->out, &fact, box_rule(t), "liftoff.do.grant", "ii",
                     box_row(t)->money, box_row(t)->others_money);
        break;
    case LO_VERB_SCORE:
        do_score(t, &fact);
        break;
    case LO_VERB_CAPACITY:
        mq__fact_say(t->out, &fact, box_rule(t), "liftoff.do.capacity", "i",
                     box_price(t));
        break;
    case LO_VERB_PROPULSION:
        mq__fact_say(t->out, &fact, box_rule(t), "liftoff.do.propulsion", "i",
                     box_price(t));
        break;
    case LO_VERB_LAB:
        mq__fact_say(t->out, &fact, box_rule(t), "liftoff.do.lab", "ii",
                     lo_was(t)->lab + 1, box_price(t));
        break;
    case LO_VERB_INVEST:
        do_invest(t, &fact);
        break;
    default:
        do_trade(t, &fact);
        break;
    }
}

static bool in_play(const struct lo_telling *t)
{
    return t->then.st->step == LO_STEP_ACT && t->then.st->turn == t->seat;
}

/* Boxes of the card that can still be used, with the money and the next price;
 * or the card is finished. */
static void tell_boxes(const struct lo_telling *t)
{
    int card = mq__lo_card(t->c.st);
    const struct lo_specialist *s = &t->c.t->specialist[card];
    struct mq_fact fact = mq__fact(MQ_FACT_ENDS, "card");

    if (!in_play(t)) {
        mq__fact_item(&fact, s->id);
        mq__fact_say(t->out, &fact, "LO-A8", "liftoff.tell.card-ends", "w",
                     s->id);
        return;
    }
    mq_action acts[MQ_MAX_LEGAL];
    int n = mq__lo_list_acts(t->then, acts);

    for (int box = 0; box < s->boxes; box++) {
        bool open = false;

        for (int i = 0; i < n; i++) {
            open |= MQ_ACTION_A(acts[i]) == s->verb[box];
        }
        if (open) {
            fact = mq__fact(MQ_FACT_LEFT, "box");
            mq__fact_item(&fact, mq__lo_box_words[s->box[box]]);
            fact.place = box + 1;
            mq__fact_count(&fact, lo_is(t)->money,
                           mq__lo_box_price(t->then, box));
            mq__fact_say(t->out, &fact, "LO-A4", "liftoff.tell.box-open", "i",
                         box + 1);
        }
    }
}

static void tell_act(const struct lo_telling *t)
{
    do_act(t);
    mq__lo_tell_changes(t, box_price(t));
    tell_boxes(t);
    mq__lo_tell_next(t);
}

static void tell_money(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "money");

    mq__fact_say(t->out, &fact, "LO-A3", "liftoff.do.money", "i",
                 LO_NO_ACTION_MONEY);
    mq__lo_tell_changes(t, 0);
    tell_boxes(t);
    mq__lo_tell_next(t);
}

/* Launches. */

void mq__lo_tell_effect(const struct lo_telling *t, int kind)
{
    struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "mission");
    struct lo_notes notes = {&fact.note, 0};

    mq__fact_item(&fact, t->c.t->mission[kind].id);
    fact.place = t->c.t->mission[kind].level + 1;
    mq__fact_count(&fact, t->c.t->mission[kind].weight,
                   t->c.t->mission[kind].points);
    mq__lo_note_effect(t->c, &notes, kind);
    t->out->take(t->out->context, &fact);
}

/* The missions of the launch under way in space: points now and at the end. */
static void fly(struct lo c, struct lo_player *p, int kind)
{
    lo_mask_take(p->earth, kind);
    lo_mask_add(p->space, kind);
    p->in_space[c.t->mission[kind].level]++;
    lo_gain_points(p, LO_FROM_MISSIONS, c.t->mission[kind].points);
}

/* Whoever isn't preparing launches this mission alone. */
void mq__lo_tell_flight(const struct lo_telling *t, int kind)
{
    struct lo_player with = *lo_was(t), without;
    bool aboard = mq__lo_prepares(t->c.st, t->seat);
    int launch = mq__lo_launch_points(t->c, lo_was(t));
    int final_was[4], final_is[4];
    struct mq_fact fact = mq__fact(MQ_FACT_OPENS, "flight");

    for (int i = 0; i < t->c.st->loaded_size && aboard; i++) {
        fly(t->c, &with, t->c.st->loaded[i]);
    }
    without = with;
    fly(t->c, &with, kind);
    mq__lo_final(t->c, &without, final_was);
    mq__lo_final(t->c, &with, final_is);
    mq__fact_item(&fact, t->c.t->mission[kind].id);
    fact.seat = t->seat;
    mq__fact_count(&fact,
                   aboard ? launch + without.score - lo_was(t)->score : 0,
                   launch + with.score - lo_was(t)->score);
    mq__fact_say(t->out, &fact, "LO-L12", "liftoff.tell.flight", "i",
                 fact.after);
    if (final_was[0] != final_is[0]) {
        fact.subject = "hourglass";
        mq__fact_count(&fact, final_was[0], final_is[0]);
        mq__fact_say(t->out, &fact, "LO-Z2", "liftoff.tell.flight-end", "i",
                     final_is[0] - final_was[0]);
    }
}

static const char *symbol_word(const struct lo_telling *t, int what)
{
    return what == LO_LAB ? "lab" : t->c.t->specialist[what].id;
}

/* Missions that fit into the launch being prepared, boosts included. */
static void tell_loadable(const struct lo_telling *t)
{
    for (uint32_t m = lo_is(t)->earth[0]; m != 0; m &= m - 1) {
        int kind = __builtin_ctz(m);
        struct lo_verdict v;

        mq__lo_judge(t->then, t->seat, kind, &v);
        if (v.flies) {
            tell_flier(t, kind, true);
        }
    }
}

static void tell_launch_price(const struct lo_telling *t, bool lab)
{
    struct mq_fact fact = mq__fact(MQ_FACT_NEEDS, "money");

    fact.seat = t->seat;
    mq__fact_count(&fact, lo_was(t)->money,
                   mq__lo_price(t->c.t, lo_was(t), lab));
    mq__fact_say(t->out, &fact, "LO-L3", "liftoff.tell.launch-needs", "ii",
                 fact.after, fact.before);
}

static void tell_launch(const struct lo_telling *t)
{
    bool lab = t->a == LO_LAB;
    int points = mq__lo_launch_points(t->c, lo_was(t));
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "launch");

    mq__fact_item(&fact, symbol_word(t, t->a));
    mq__fact_say(t->out, &fact, "LO-L2",
                 lab ? "liftoff.do.launch-lab" : "liftoff.do.launch", "wi",
                 fact.item, mq__lo_price(t->c.t, lo_was(t), lab));
    tell_launch_price(t, lab);
    fact = mq__fact(MQ_FACT_OPENS, "flight");
    fact.seat = t->seat;
    mq__fact_count(&fact, 0, points);
    mq__fact_say(t->out, &fact, "LO-L13", "liftoff.tell.scores", "i", points);
    fact = mq__fact(MQ_FACT_LEFT, "weight");
    mq__fact_count(&fact, mq__lo_capacity(t->then),
                   mq__lo_most_capacity(t->c, lo_was(t), lab));
    mq__fact_say(t->out, &fact, "LO-L4", "liftoff.explain.capacity", "ii",
                 fact.before, fact.after);
    tell_loadable(t);
}

static void tell_boost(const struct lo_telling *t)
{
    int was = mq__lo_capacity(t->c), is = mq__lo_capacity(t->then);
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "boost");

    mq__fact_item(&fact, symbol_word(t, t->a));
    mq__fact_say(t->out, &fact, "LO-L5", "liftoff.do.boost", "wi", fact.item,
                 is - was);
    fact = mq__fact(MQ_FACT_GAIN, "weight");
    fact.seat = t->seat;
    mq__fact_count(&fact, was, is);
    mq__fact_say(t->out, &fact, "LO-L4", "liftoff.tell.weight", "ii", was, is);
    fact = mq__fact(MQ_FACT_COST, "boost");
    mq__fact_item(&fact, symbol_word(t, t->a));
    mq__fact_say(t->out, &fact, "LO-L5", "liftoff.tell.boost-used", "");
}

static void tell_room(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "weight");
    int capacity = mq__lo_capacity(t->then);
    int loaded = mq__lo_loaded_weight(t->then);

    mq__fact_count(&fact, mq__lo_capacity(t->c) - mq__lo_loaded_weight(t->c),
                   capacity - loaded);
    mq__fact_say(t->out, &fact, "LO-L4",
                 loaded == capacity ? "liftoff.tell.room-full"
                                    : "liftoff.tell.room",
                 "ii", loaded, capacity);
}

static void tell_load(const struct lo_telling *t)
{
    const struct lo_mission *m = &t->c.t->mission[t->a];
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "load");

    mq__fact_item(&fact, m->id);
    fact.place = m->level + 1;
    mq__fact_say(t->out, &fact, "LO-L6", "liftoff.do.load", "w", m->id);
    mq__lo_tell_effect(t, t->a);
    mq__lo_tell_flight(t, t->a);
    tell_room(t);
    tell_launch_price(t, t->c.st->symbol == 1);
}

static void tell_go(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "go");
    int points = mq__lo_loaded_points(t->c);

    mq__fact_count(&fact, 0, points);
    mq__fact_say(t->out, &fact, "LO-L12", "liftoff.do.go", "i", points);
    for (int i = 0; i < t->c.st->loaded_size; i++) {
        const struct lo_mission *m = &t->c.t->mission[t->c.st->loaded[i]];

        fact = mq__fact(MQ_FACT_MOVES, "mission");
        mq__fact_item(&fact, m->id);
        fact.place = m->level + 1;
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "LO-L12", "liftoff.did.space", "wi", m->id,
                     m->points);
        mq__lo_tell_effect(t, t->c.st->loaded[i]);
    }
    mq__lo_tell_changes(t,
                        mq__lo_price(t->c.t, lo_was(t), t->c.st->symbol == 1));
    mq__lo_tell_next(t);
}

/* Effects. */

static void tell_effect(const struct lo_telling *t)
{
    bool tech = MQ_ACTION_KIND(t->action) == LO_CHOOSE_TECH;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "effect");

    mq__fact_item(&fact, t->c.t->mission[t->a].id);
    if (tech) {
        mq__fact_say(t->out, &fact, "LO-E3", "liftoff.do.take-tech", "w",
                     mq__lo_short_words[t->b]);
    } else {
        mq__fact_say(t->out, &fact, "LO-E10", "liftoff.do.exchange", "ww",
                     mq__lo_short_words[t->b],
                     mq__lo_short_words[MQ_ACTION_C(t->action)]);
    }
    mq__lo_tell_changes(t, 0);
    mq__lo_tell_next(t);
}

/* Done. */

/* Launches and boosts that lapse with the round (LO-L19). */
static void tell_lapses(const struct lo_telling *t)
{
    struct lo_symbol symbol[LO_MAX_SYMBOLS];
    int n = mq__lo_symbols(t->c, lo_was(t), symbol);

    for (int i = 0; i < n; i++) {
        struct mq_fact fact = mq__fact(MQ_FACT_LOSES, "symbol");

        mq__fact_item(&fact, symbol_word(t, symbol[i].what));
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "LO-L19", "liftoff.tell.lapses", "w",
                     fact.item);
    }
}

static void tell_done(const struct lo_telling *t)
{
    static const struct {
        const char *rule, *id;
    } ends[LO_STEPS] = {
        [LO_STEP_ACT] = {"LO-A8", "liftoff.do.act-done"},
        [LO_STEP_TAKE] = {"LO-M4", "liftoff.do.take-done"},
        [LO_STEP_LAUNCH] = {"LO-L19", "liftoff.do.launch-done"},
        [LO_STEP_EFFECT] = {"LO-E17", "liftoff.do.effect-done"},
        [LO_STEP_SELL] = {"LO-P5", "liftoff.do.sell-done"},
    };
    int step = t->c.st->step;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "done");

    mq__fact_say(t->out, &fact, ends[step].rule, ends[step].id, "");
    if (step == LO_STEP_TAKE) {
        fact = mq__fact(MQ_FACT_MOVES, "discard");
        mq__fact_count(&fact, 0, t->c.st->drawn_size);
        mq__fact_say(t->out, &fact, "LO-M6", "liftoff.explain.take-done", "i",
                     fact.after);
    } else if (step == LO_STEP_LAUNCH) {
        tell_lapses(t);
    }
    mq__lo_tell_changes(t, 0);
    if (step == LO_STEP_ACT) {
        tell_boxes(t);
    }
    mq__lo_tell_next(t);
}

/* A commit is noted; the last one of the objectives brings everybody their
 * first money (LO-S8). */
static void commit(struct lo c, int seat, mq_action action)
{
    c.st->player[seat].commit = (uint8_t)(MQ_ACTION_A(action) + 1);
    if (lo_open_commits(c.st) == 0 && c.st->step == LO_STEP_OBJECTIVE_PASS) {
        mq__lo_objectives_done(c);
    }
}

static void play(struct lo c, int seat, mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case LO_KEEP_OBJECTIVE:
    case LO_PASS_OBJECTIVE:
    case LO_KEEP:
    case LO_PASS:
        commit(c, seat, action);
        break;
    default:
        mq__lo_do(c, seat, action);
        break;
    }
}

void mq__lo_tell(const struct mq_game *g, const void *state, int seat,
                 mq_action action, const struct mq_facts *out)
{
    static void (*const tells[LO_KINDS])(const struct lo_telling *t) = {
        [LO_KEEP_OBJECTIVE] = mq__lo_tell_objective_pick,
        [LO_PASS_OBJECTIVE] = mq__lo_tell_objective_pick,
        [LO_DIRECTION] = mq__lo_tell_direction,
        [LO_KEEP] = mq__lo_tell_pick,
        [LO_PASS] = mq__lo_tell_pick,
        [LO_PLAY] = mq__lo_tell_play,
        [LO_ACT] = tell_act,
        [LO_MONEY] = tell_money,
        [LO_DONE] = tell_done,
        [LO_DECK] = mq__lo_tell_deck,
        [LO_TAKE] = mq__lo_tell_take,
        [LO_LAUNCH] = tell_launch,
        [LO_BOOST] = tell_boost,
        [LO_LOAD] = tell_load,
        [LO_GO] = tell_go,
        [LO_CHOOSE_TECH] = tell_effect,
        [LO_CHOOSE_EXCHANGE] = tell_effect,
        [LO_SELL_OBJECTIVE] = mq__lo_tell_sale,
    };
    struct lo_state view = *lo_of(g, state).st, after;
    struct lo_telling t = {
        .g = g,
        .c = lo_with(g->tables, &view),
        .then = lo_with(g->tables, &after),
        .seat = seat,
        .action = action,
        .a = MQ_ACTION_A(action),
        .b = MQ_ACTION_B(action),
        .out = out,
    };

    assert(tells[MQ_ACTION_KIND(action)] != NULL);
    mq__lo_redact(g, &view, seat);
    after = view;
    play(t.then, seat, action);
    tells[MQ_ACTION_KIND(action)](&t);
}
