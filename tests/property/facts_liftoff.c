/* Lift Off: what its facts promise beyond points. Prices are paid, technology
 * and money are as told, missions that are ready can be launched and others
 * can't, the chance of a deck is the sum over all draws, and a match that is
 * ended by hand scores what the standings said. */
#include "suite.h"

#include "games/liftoff/rules.h"

#include <math.h>
#include <string.h>

/* By trying. */

static bool has(const mq_action *list, int n, mq_action wanted)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == wanted) {
            return true;
        }
    }
    return false;
}

/* Whether a mission can be loaded into the launch under way, all boosts that
 * may still be given included. */
static bool loads(struct prop *p, const struct lo_state *launch, int kind)
{
    struct lo_state st = *launch;
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, &st, st.turn, legal);

    while (MQ_ACTION_KIND(legal[0]) == LO_BOOST) {
        mq_apply(p->game, &st, st.turn, legal[0]);
        n = mq_legal(p->game, &st, st.turn, legal);
    }
    return has(legal, n, MQ_ACTION(LO_LOAD, kind, 0, 0));
}

/* The position as if it were the seat's turn to launch. */
static void begin_launch(struct lo_state *st, int seat)
{
    st->step = LO_STEP_LAUNCH;
    st->turn = (uint8_t)seat;
    st->act_steps[0] = st->act_steps[1] = st->act_box = 0;
    st->symbol = st->boosts = st->exchanges = st->loaded_size = 0;
    memset(st->loaded, 0, sizeof(st->loaded));
}

static bool turn_is_over(const struct lo_state *st, int seat)
{
    int n = st->players;

    return st->step >= LO_STEP_LAUNCH && st->step <= LO_STEP_EFFECT &&
           (seat - st->start + n) % n < (st->turn - st->start + n) % n;
}

/* Whether a mission on Earth can fly this round: tried with every launch. */
static bool flies(struct prop *p, const struct lo_state *before, int seat,
                  int kind)
{
    struct lo_state st = *before;
    mq_action legal[MQ_MAX_LEGAL];

    p->count.flights++;
    if (turn_is_over(&st, seat)) {
        return false;
    }
    if (st.step == LO_STEP_PREPARE && st.turn == seat) {
        return loads(p, &st, kind);
    }
    begin_launch(&st, seat);
    if (!mq__lo_may_launch(&st, &st.player[seat])) {
        return false;
    }
    int n = mq_legal(p->game, &st, seat, legal);

    for (int i = 0; i < n; i++) {
        struct lo_state launch = st;

        if (MQ_ACTION_KIND(legal[i]) == LO_LAUNCH) {
            mq_apply(p->game, &launch, seat, legal[i]);
            if (loads(p, &launch, kind)) {
                return true;
            }
        }
    }
    return false;
}

static int mission_of(struct prop *p, const char *id)
{
    const struct lo_tables *t = lo_tables(p->game);
    int kind = 0;

    while (strcmp(t->mission[kind].id, id) != 0) {
        kind++;
    }
    return kind;
}

/* The chance that a card drawn can be kept and flies, by all draws. */
static double fly_by_draws(struct prop *p, const struct lo_state *st, int seat)
{
    mq_action draw[MQ_MAX_OUTCOMES], legal[MQ_MAX_LEGAL];
    double chance[MQ_MAX_OUTCOMES], sum = 0;
    int n;

    if (st->step == LO_STEP_TAKE) {
        n = mq_legal(p->game, st, seat, legal);
        for (int i = 0; i < n; i++) {
            struct lo_state then = *st;

            /* Taken by hand: the round may go on otherwise. */
            lo_mask_add(then.player[seat].earth, MQ_ACTION_A(legal[i]));
            begin_launch(&then, seat);
            if (flies(p, &then, seat, MQ_ACTION_A(legal[i]))) {
                return 1;
            }
        }
        return 0;
    }
    n = mq_outcomes(p->game, st, draw, chance);
    for (int i = 0; i < n; i++) {
        struct lo_state then = *st;

        mq_apply(p->game, &then, MQ_CHANCE_SEAT, draw[i]);
        sum += chance[i] * fly_by_draws(p, &then, seat);
    }
    return sum;
}

/* Choices. */

struct check {
    struct prop *p;
    const struct lo_state *before, *after;
    struct mq_event event;
    int money; /* the seat's, as told so far */
    bool good;
};

static bool is(const struct mq_fact *f, enum mq_fact_kind kind,
               const char *subject)
{
    return f->kind == kind && strcmp(f->subject, subject) == 0;
}

static bool check_number(const struct check *c, const struct mq_fact *f,
                         int was, int now)
{
    return (f->before == was && f->after == now) ||
           prop_fail(c->p, "promise", "%s %s %s: %d to %d told, %d to %d came",
                     mq_fact_words[f->kind], f->subject, f->item, f->before,
                     f->after, was, now);
}

/* What came with a new round isn't the choice's own. */
static int money_after(const struct check *c, int seat)
{
    const struct lo_player *p = &c->after->player[seat];
    bool round = c->before->round > 0 && c->before->round != c->after->round;

    return p->money - (round ? p->income : 0);
}

static bool check_cash(struct check *c, const struct mq_fact *f)
{
    bool own = f->seat == c->event.seat;
    int was = own ? c->money : c->before->player[f->seat].money;

    if (own) {
        c->money = f->after;
    }
    return check_number(c, f, was, money_after(c, f->seat));
}

static bool check_technology(const struct check *c, const struct mq_fact *f)
{
    int colour = 0;

    while (strcmp(mq__lo_colour_words[colour], f->item) != 0) {
        colour++;
    }
    return check_number(c, f, c->before->player[f->seat].tech[colour],
                        c->after->player[f->seat].tech[colour]);
}

/* The chance needs every draw: only now and then. */
static bool check_chance(const struct check *c, const struct mq_fact *f)
{
    double chance;

    if (!prop_once_in(c->p, 2)) {
        return true;
    }
    chance = fly_by_draws(c->p, c->after, c->event.seat);
    c->p->count.risks++;
    return fabs(chance - f->chance) < 1e-9 ||
           prop_fail(c->p, "risk", "deck %d: %g told, %g by all draws",
                     f->place, f->chance, chance);
}

/* What a launch scores is scored if it goes now. */
static bool check_flight(const struct check *c, const struct mq_fact *f)
{
    struct lo_state st = *c->after;
    const int16_t *was = c->before->player[f->seat].points;
    const int16_t *now = st.player[f->seat].points;
    int points;

    if (MQ_ACTION_KIND(c->event.action) != LO_LOAD) {
        return true;
    }
    mq_apply(c->p->game, &st, f->seat, MQ_ACTION(LO_GO, 0, 0, 0));
    points = now[LO_FROM_LAUNCHES] - was[LO_FROM_LAUNCHES] +
             now[LO_FROM_MISSIONS] - was[LO_FROM_MISSIONS];
    return points == f->after ||
           prop_fail(c->p, "promise", "a flight of %s: %d told, %d came",
                     f->item, f->after, points);
}

/* A mission that opens flies, one that is lost doesn't. */
static bool check_mission(const struct check *c, const struct mq_fact *f)
{
    bool told = f->kind == MQ_FACT_OPENS;

    return flies(c->p, c->after, f->seat, mission_of(c->p, f->item)) == told ||
           prop_fail(c->p, "promise", "%s %s: came otherwise",
                     mq_fact_words[f->kind], f->item);
}

static bool check_ready(const struct check *c, const struct mq_fact *f)
{
    const struct lo_state *st[2] = {c->before, c->after};
    int count[2] = {0, 0};

    for (int i = 0; i < 2; i++) {
        uint32_t left = st[i]->player[f->seat].earth[0];

        for (; left != 0; left &= left - 1) {
            count[i] += flies(c->p, st[i], f->seat, __builtin_ctz(left));
        }
    }
    return check_number(c, f, count[0], count[1]);
}

static bool check_rocket(const struct check *c, const struct mq_fact *f)
{
    const struct lo_tables *t = lo_tables(c->p->game);
    int seat = f->seat < 0 ? 0 : f->seat; /* nothing of this is nobody's */
    const struct lo_player *was = &c->before->player[seat];
    const struct lo_player *now = &c->after->player[seat];

    if (is(f, MQ_FACT_GAIN, "lab")) {
        return check_number(c, f, was->lab, now->lab);
    }
    if (is(f, MQ_FACT_GAIN, "income")) {
        return check_number(c, f, was->income, now->income);
    }
    if (is(f, MQ_FACT_MOVES, "launch-cost")) {
        return check_number(c, f, lo_cost(t, was), lo_cost(t, now));
    }
    if (is(f, MQ_FACT_GAIN, "weight") &&
        MQ_ACTION_KIND(c->event.action) != LO_BOOST) {
        return check_number(c, f, lo_weight(t, was), lo_weight(t, now));
    }
    return true;
}

static bool check_rest(const struct check *c, const struct mq_fact *f)
{
    if (is(f, MQ_FACT_CHANCE, "fly")) {
        return check_chance(c, f);
    }
    if (is(f, MQ_FACT_OPENS, "flight")) {
        return check_flight(c, f);
    }
    if (is(f, MQ_FACT_OPENS, "mission") || is(f, MQ_FACT_LOSES, "mission")) {
        return check_mission(c, f);
    }
    if (is(f, MQ_FACT_LEFT, "ready")) {
        return check_ready(c, f);
    }
    if (is(f, MQ_FACT_NEXT, "turn")) {
        return c->after->turn == f->seat ||
               prop_fail(c->p, "promise", "P%d was to be next", f->seat + 1);
    }
    if (is(f, MQ_FACT_ENDS, "match")) {
        return c->after->step == LO_STEP_OVER ||
               prop_fail(c->p, "promise", "the match was to end");
    }
    if (is(f, MQ_FACT_WINS, "match")) {
        return (mq_winners(c->p->game, c->after) >> f->seat & 1) != 0 ||
               prop_fail(c->p, "promise", "P%d was to win", f->seat + 1);
    }
    return check_rocket(c, f);
}

static bool check_fact(struct check *c, const struct mq_fact *f)
{
    const struct lo_player *was = &c->before->player[c->event.seat];
    const struct lo_player *now = &c->after->player[c->event.seat];

    if (is(f, MQ_FACT_COST, "money")) {
        c->money = f->after;
        return check_number(c, f, was->money, f->after);
    }
    if (is(f, MQ_FACT_GAIN, "cash")) {
        return check_cash(c, f);
    }
    if (is(f, MQ_FACT_LEFT, "money")) {
        return check_number(c, f, was->money, now->money);
    }
    if (is(f, MQ_FACT_LEFT, "hand")) {
        return check_number(c, f, was->hand.size, now->hand.size);
    }
    if (strcmp(f->subject, "technology") == 0 && f->kind != MQ_FACT_READY &&
        f->kind != MQ_FACT_LACKS) {
        return check_technology(c, f);
    }
    return check_rest(c, f);
}

static void take(void *context, const struct mq_fact *f)
{
    struct check *c = context;

    c->good = c->good && check_fact(c, f);
}

bool prop_promises_liftoff(struct prop *p, const void *before,
                           struct mq_event event, const void *after)
{
    const struct lo_state *was = before;
    struct check c = {p,   was, after, event, was->player[event.seat].money,
                      true};
    struct mq_facts facts = {take, &c, NULL};

    mq_tell(p->game, before, event.seat, event.action, &facts);
    if (c.good && c.money != money_after(&c, event.seat)) {
        return prop_fail(p, "promise", "%d money told, %d came", c.money,
                         money_after(&c, event.seat));
    }
    return c.good;
}

/* Positions. */

/* The verdicts of one mission: they follow the fact about the mission. */
struct survey {
    struct prop *p;
    const struct lo_state *st;
    char mission[MQ_FACT_ITEM];
    bool flies, lacks;
    int open; /* the level told last, if it can be launched */
    bool good;
};

static void check_verdicts(struct survey *s)
{
    if (s->good && s->mission[0] != '\0' && s->flies == s->lacks) {
        s->good = prop_fail(s->p, "survey", "%s %s, but a verdict differs",
                            s->mission, s->flies ? "flies" : "lacks something");
    }
    s->mission[0] = '\0';
}

static void begin_mission(struct survey *s, const struct mq_fact *f)
{
    int kind = mission_of(s->p, f->item);

    check_verdicts(s);
    memcpy(s->mission, f->item, sizeof(s->mission));
    s->flies = f->kind == MQ_FACT_READY;
    s->lacks = false;
    if (s->good && flies(s->p, s->st, f->seat, kind) != s->flies) {
        s->good = prop_fail(s->p, "survey", "P%d %s: told to be %s",
                            f->seat + 1, f->item, mq_fact_words[f->kind]);
    }
}

/* The lab that a level needs follows the fact about the level; what the level
 * asks of the lab and of technology is there if it can be launched. */
static void check_level(struct survey *s, const struct mq_fact *f)
{
    bool lab = is(f, MQ_FACT_NEEDS, "lab");

    if (is(f, MQ_FACT_READY, "level") || is(f, MQ_FACT_LACKS, "level")) {
        s->open = f->kind == MQ_FACT_READY ? f->place : 0;
    }
    if (lab && s->good &&
        (f->before != s->st->player[f->seat].lab || f->after != f->place ||
         (s->open == f->place && f->before < f->after))) {
        s->good = prop_fail(s->p, "survey", "P%d level %d: lab %d of %d",
                            f->seat + 1, f->place, f->before, f->after);
    }
    /* Colours have the number of a way as their item; level 1 has two. */
    if (f->kind == MQ_FACT_NEEDS && strcmp(f->item, "1") == 0 && s->good &&
        f->place > 1 && s->open == f->place && f->before < f->after) {
        s->good = prop_fail(s->p, "survey", "P%d level %d is open without %s",
                            f->seat + 1, f->place, f->subject);
    }
}

static void take_survey(void *context, const struct mq_fact *f)
{
    struct survey *s = context;

    check_level(s, f);

    if (is(f, MQ_FACT_READY, "mission") || is(f, MQ_FACT_LACKS, "mission")) {
        begin_mission(s, f);
    } else if (strcmp(f->item, s->mission) == 0) {
        s->lacks |= f->kind == MQ_FACT_LACKS;
    }
    if (is(f, MQ_FACT_READY, "launches") && s->good &&
        s->st->step == LO_STEP_LAUNCH && f->seat == s->st->turn) {
        mq_action legal[MQ_MAX_LEGAL];
        int n = mq_legal(s->p->game, s->st, f->seat, legal);

        s->good = n > 1 || prop_fail(s->p, "survey", "no launch is there");
    }
}

static bool check_survey(struct prop *p, const struct lo_state *st)
{
    struct survey s = {.p = p, .st = st, .good = true};
    struct mq_facts facts = {take_survey, &s, NULL};

    mq_survey(p->game, st, MQ_SPECTATOR, &facts);
    check_verdicts(&s);
    return s.good;
}

/* The shares that the viewer knows are those of a match that ends here. */
static bool check_ended(struct prop *p, const struct lo_state *st, int viewer)
{
    struct lo_state ended = *st, view;
    struct mq_all_standings told, came;

    ended.step = LO_STEP_OVER;
    mq__lo_final_scoring(lo_of(p->game, &ended));
    mq_view(p->game, st, viewer, &view);
    mq_standings(p->game, &view, viewer, &told);
    mq_standings(p->game, &ended, viewer, &came);
    p->count.ended++;
    for (int seat = 0; seat < told.players; seat++) {
        const struct mq_seat_standing *a = &told.seat[seat];
        const struct mq_seat_standing *b = &came.seat[seat];

        for (int i = 0; i < a->count; i++) {
            if (!a->share[i].hidden &&
                a->share[i].points != b->share[i].points) {
                return prop_fail(p, "ended", "P%d %s: %d told, %d came",
                                 seat + 1, a->share[i].source,
                                 a->share[i].points, b->share[i].points);
            }
        }
        if (seat == viewer && (a->total != ended.player[seat].score)) {
            return prop_fail(p, "ended", "P%d: %g told, %d scored", seat + 1,
                             a->total, (int)ended.player[seat].score);
        }
    }
    return true;
}

bool prop_facts_liftoff(struct prop *p, const void *state)
{
    const struct lo_state *st = state;

    if (st->step == LO_STEP_OVER) {
        return true;
    }
    for (int seat = 0; seat < st->players && st->round > 0; seat++) {
        if (!check_ended(p, st, seat)) {
            return false;
        }
    }
    return check_survey(p, st);
}
