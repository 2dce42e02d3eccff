/* MLEM: what its facts promise beyond points. Dice, spaces and failures are as
 * told, the forced crash is the sum over all rolls, and a match that is ended
 * by hand scores what the standings said. */
#include "suite.h"

#include "games/mlem/rules.h"

#include <math.h>
#include <string.h>

/* The chance of a forced crash by trying every roll: whoever can avert it does,
 * and a reroll is one more roll. */
static double crash_by_rolls(struct prop *p, const struct ml_state *st)
{
    mq_action roll[MQ_MAX_OUTCOMES], legal[MQ_MAX_LEGAL];
    double chance[MQ_MAX_OUTCOMES], crash = 0;
    int n = mq_outcomes(p->game, st, roll, chance);

    for (int i = 0; i < n; i++) {
        struct ml_state then = *st;
        bool flies = false, again = false;

        mq_apply(p->game, &then, MQ_CHANCE_SEAT, roll[i]);
        if (then.step != ML_STEP_USE) {
            crash += chance[i];
            continue;
        }
        int k = mq_legal(p->game, &then, then.turn, legal);

        for (int j = 0; j < k; j++) {
            flies |= MQ_ACTION_KIND(legal[j]) == ML_DO_USE;
            again |= MQ_ACTION_KIND(legal[j]) == ML_DO_REROLL;
        }
        if (!flies && again) {
            mq_apply(p->game, &then, then.turn,
                     MQ_ACTION(ML_DO_REROLL, 0, 0, 0));
            crash += chance[i] * crash_by_rolls(p, &then);
        }
    }
    return crash;
}

/* Everybody stays aboard until the dice are rolled. */
static bool all_stay(struct prop *p, struct ml_state *st)
{
    while (st->step == ML_STEP_LAND && st->space < ML_DEEP) {
        mq_apply(p->game, st, st->turn, MQ_ACTION(ML_DO_STAY, 0, 0, 0));
    }
    return st->step == ML_STEP_ROLL;
}

struct check {
    struct prop *p;
    const struct ml_state *before, *after;
    struct mq_event event;
    bool good;
};

static bool same_chance(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static bool check_risk(const struct check *c, const struct mq_fact *f)
{
    struct ml_state st = *c->after;
    double crash;

    if (!all_stay(c->p, &st)) {
        return true; /* others board after this one */
    }
    c->p->count.risks++;
    crash = crash_by_rolls(c->p, &st);
    return (f->place == st.space && same_chance(crash, f->chance)) ||
           prop_fail(c->p, "risk", "at %d: %g told at %d, %g by all rolls",
                     st.space, f->chance, f->place, crash);
}

/* The chance that the next roll lets the commander end at a space; rolls that
 * crash are rolled again where a token allows it. */
static double stop_by_rolls(struct prop *p, const struct ml_state *st, int to)
{
    mq_action roll[MQ_MAX_OUTCOMES], legal[MQ_MAX_LEGAL];
    double chance[MQ_MAX_OUTCOMES], stop = 0;
    int n = mq_outcomes(p->game, st, roll, chance);

    for (int i = 0; i < n; i++) {
        struct ml_state then = *st;
        bool flies = false, there = false, again = false;

        mq_apply(p->game, &then, MQ_CHANCE_SEAT, roll[i]);
        int k = then.step == ML_STEP_USE
                    ? mq_legal(p->game, &then, then.turn, legal)
                    : 0;

        for (int j = 0; j < k; j++) {
            struct ml_state end = then;
            bool use = MQ_ACTION_KIND(legal[j]) == ML_DO_USE;

            mq_apply(p->game, &end, then.turn, legal[j]);
            flies |= use;
            again |= MQ_ACTION_KIND(legal[j]) == ML_DO_REROLL;
            /* In deep space all may have left: the marker is on 0 then. */
            there |= use && (end.aboard != 0 ? end.space == to : to == ML_DEEP);
        }
        stop += there ? chance[i] : 0;
        if (!flies && again) {
            mq_apply(p->game, &then, then.turn,
                     MQ_ACTION(ML_DO_REROLL, 0, 0, 0));
            stop += chance[i] * stop_by_rolls(p, &then, to);
        }
    }
    return stop;
}

static bool check_stop(const struct check *c, const struct mq_fact *f)
{
    struct ml_state st = *c->after;

    if (!all_stay(c->p, &st) || !prop_once_in(c->p, 10)) {
        return true;
    }
    double stop = stop_by_rolls(c->p, &st, f->place);

    return same_chance(stop, f->chance) ||
           prop_fail(c->p, "risk", "stop at %d: %g told, %g by all rolls",
                     f->place, f->chance, stop);
}

static bool check_number(const struct check *c, const struct mq_fact *f,
                         int was, int is)
{
    return (f->before == was && f->after == is) ||
           prop_fail(c->p, "promise", "%s %s: %d to %d told, %d to %d came",
                     mq_fact_words[f->kind], f->subject, f->before, f->after,
                     was, is);
}

static bool is(const struct mq_fact *f, enum mq_fact_kind kind,
               const char *subject)
{
    return f->kind == kind && strcmp(f->subject, subject) == 0;
}

static bool check_fact(const struct check *c, const struct mq_fact *f)
{
    const struct ml_state *was = c->before, *now = c->after;

    if (is(f, MQ_FACT_RISK, "crash")) {
        return check_risk(c, f);
    }
    if (is(f, MQ_FACT_CHANCE, "stop")) {
        return check_stop(c, f);
    }
    if (is(f, MQ_FACT_LEFT, "dice")) {
        return check_number(c, f, was->dice, now->dice);
    }
    if (is(f, MQ_FACT_COST, "failures")) {
        return check_number(c, f, was->failures, now->failures);
    }
    if (is(f, MQ_FACT_LEFT, "home")) {
        return check_number(c, f, __builtin_popcount(was->board[f->seat]),
                            __builtin_popcount(now->board[f->seat]));
    }
    if (is(f, MQ_FACT_MOVES, "rocket") && now->step != ML_STEP_BOARD &&
        now->aboard != 0) {
        return check_number(c, f, was->space, now->space);
    }
    if (is(f, MQ_FACT_PROGRESS, "placed")) {
        return check_number(c, f, ml_placed(now, f->seat), ML_ASTRONAUTS);
    }
    if (is(f, MQ_FACT_NEXT, "commander")) {
        return ml_commander(now) == f->seat ||
               prop_fail(c->p, "promise", "P%d was to command", f->seat + 1);
    }
    if (is(f, MQ_FACT_WINS, "match")) {
        return (mq_winners(c->p->game, now) >> f->seat & 1) != 0 ||
               prop_fail(c->p, "promise", "P%d was to win", f->seat + 1);
    }
    return true;
}

static void take(void *context, const struct mq_fact *f)
{
    struct check *c = context;

    c->good = c->good && check_fact(c, f);
}

/* What landing would bring is what a landing right after it brings. */
struct landing {
    struct check check;
    int place, total;
};

static void take_landing(void *context, const struct mq_fact *f)
{
    struct landing *l = context;
    struct check *c = &l->check;
    struct ml_state st = *c->after;
    struct mq_all_standings s;

    if (!c->good || !is(f, MQ_FACT_OPENS, "landing") ||
        f->place == MQ_NO_PLACE) {
        return;
    }
    int off = f->place - st.space;
    int where = off > 0 ? ML_FURTHER : off < 0 ? ML_BACK : ML_HERE;

    c->p->count.landings++;
    mq_apply(c->p->game, &st, f->seat, MQ_ACTION(ML_DO_LAND, where, 0, 0));
    mq_standings(c->p->game, &st, f->seat, &s);
    c->good = s.seat[f->seat].total == f->after ||
              prop_fail(c->p, "promise", "a landing at %d: %d told, %g came",
                        f->place, f->after, s.seat[f->seat].total);
}

bool prop_promises_mlem(struct prop *p, const void *before,
                        struct mq_event event, const void *after)
{
    struct check c = {p, before, after, event, true};
    struct landing l = {.check = c};
    struct mq_facts facts = {take, &c, NULL};
    struct mq_facts landings = {take_landing, &l, NULL};

    mq_tell(p->game, before, event.seat, event.action, &facts);
    mq_tell(p->game, before, event.seat, event.action, &landings);
    return c.good && l.check.good;
}

/* The match as if the last failure had just happened: all aboard go home. */
static void end_by_hand(struct prop *p, struct ml_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        if (st->crew[seat] != 0) {
            st->board[seat] |= (uint8_t)(1u << ml_astronaut(st, seat));
            st->crew[seat] = 0;
        }
    }
    st->failures = (uint8_t)ml_tables(p->game)->figure.failures;
    st->aboard = st->pips = st->dice = st->space = st->token = 0;
    st->turn = st->starter = st->comet = 0;
    st->roll = 0;
    st->step = ML_STEP_OVER;
}

bool prop_facts_mlem(struct prop *p, const void *state)
{
    struct ml_state ended = *(const struct ml_state *)state, view;
    double score[MQ_MAX_PLAYERS] = {0};
    struct mq_all_standings s;

    if (ended.step < ML_STEP_EXPEDITION) {
        return true; /* the missions are still being dealt */
    }
    end_by_hand(p, &ended);
    mq_scores(p->game, &ended, score);
    for (int seat = 0; seat < prop_players(p); seat++) {
        mq_view(p->game, state, seat, &view);
        mq_standings(p->game, &view, seat, &s);
        p->count.ended++;
        if (s.seat[seat].total != score[seat]) {
            return prop_fail(p, "ended", "P%d: %g told, %g scored", seat + 1,
                             s.seat[seat].total, score[seat]);
        }
    }
    return true;
}
