/* What missions do when they reach space (LO-E1 to LO-E10, LO-E16, LO-E17).
 *
 * While effects happen `loaded` is the list of those still to come, in the
 * order of loading (LO-L15). An effect that can't happen is lost; one that
 * asks leaves the state in the step `effect`.
 */
#include "games/liftoff/rules.h"

#include <assert.h>

#define EXCHANGES 2 /* LO-E10 */
#define MOST_CHOICES (LO_COLOURS * LO_COLOURS)

struct deed {
    struct lo c;
    struct lo_player *p;
    int amount;
};

static void do_income(const struct deed *d)
{
    if (d->p->income < d->c.t->income.high) {
        d->p->income++;
    }
}

static void take_colour(const struct deed *d, int colour)
{
    if (mq__lo_can_take(d->c, d->p, colour)) {
        d->p->tech[colour]++;
    }
}

static void do_tech_blue(const struct deed *d)
{
    take_colour(d, LO_BLUE);
}

static void do_tech_green(const struct deed *d)
{
    take_colour(d, LO_GREEN);
}

static void do_money(const struct deed *d)
{
    lo_gain_money(d->p, d->amount);
}

static void do_propulsion(const struct deed *d)
{
    if (d->p->propulsion < d->c.t->propulsion.high) {
        d->p->propulsion++;
    }
}

static void do_capacity(const struct deed *d)
{
    if (d->p->capacity < d->c.t->capacity.high) {
        d->p->capacity++;
    }
}

static void do_lab(const struct deed *d)
{
    if (d->p->lab < LO_LEVELS) {
        d->p->lab++;
    }
}

/* Those without a row do nothing now, or ask. */
static void (*const immediate[LO_EFFECTS])(const struct deed *) = {
    [LO_EFFECT_INCOME] = do_income,
    [LO_EFFECT_TECH_BLUE] = do_tech_blue,
    [LO_EFFECT_TECH_GREEN] = do_tech_green,
    [LO_EFFECT_MONEY] = do_money,
    [LO_EFFECT_PROPULSION] = do_propulsion,
    [LO_EFFECT_CAPACITY] = do_capacity,
    [LO_EFFECT_LAB] = do_lab,
};

/* LO-E3 gives a technology as LO-A15 does, LO-E10 exchanges as LO-A21 does. The
 * kind of box; -1: nothing is chosen. */
static int box_of(struct lo c)
{
    switch (c.t->mission[c.st->loaded[0]].effect) {
    case LO_EFFECT_TECH_ANY:
        return LO_BOX_BUY_ONE;
    case LO_EFFECT_EXCHANGE:
        return c.st->exchanges < EXCHANGES ? LO_BOX_EXCHANGE : -1;
    default:
        return -1;
    }
}

/* The choices of the effect that is first in the list; 0: it doesn't ask. */
int mq__lo_list_effects(struct lo c, mq_action *out)
{
    int box = box_of(c);
    bool exchange = box == LO_BOX_EXCHANGE;
    int kind = exchange ? LO_CHOOSE_EXCHANGE : LO_CHOOSE_TECH;
    int n = 0;

    if (box >= 0) {
        n = mq__lo_list_choices(c, box, MQ_ACTION(kind, c.st->loaded[0], 0, 0),
                                out);
    }
    if (exchange && n > 0) {
        out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
    }
    return n;
}

enum lo_hindrance mq__lo_effect_hindrance(struct lo c, mq_action action)
{
    bool tech = MQ_ACTION_KIND(action) == LO_CHOOSE_TECH;
    int box = box_of(c);

    if (MQ_ACTION_A(action) != c.st->loaded[0]) {
        return LO_EFFECT_LATER;
    }
    if (tech != (box == LO_BOX_BUY_ONE)) {
        return tech ? LO_EFFECT_IS_EXCHANGE : LO_EFFECT_IS_TECH;
    }
    return mq__lo_choice_hindrance(c, box, action);
}

static void drop_first(struct lo_state *st)
{
    assert(st->loaded_size > 0);
    st->loaded_size--;
    memmove(st->loaded, st->loaded + 1, st->loaded_size);
    st->loaded[st->loaded_size] = 0;
    st->exchanges = 0;
}

static bool asks(struct lo c)
{
    mq_action some[MOST_CHOICES];

    return mq__lo_list_effects(c, some) > 0;
}

void mq__lo_effects(struct lo c)
{
    struct lo_player *p = &c.st->player[c.st->turn];

    while (c.st->loaded_size > 0) {
        const struct lo_mission *m = &c.t->mission[c.st->loaded[0]];

        if (immediate[m->effect] != NULL) {
            immediate[m->effect](&(struct deed){c, p, m->amount});
        } else if (asks(c)) {
            c.st->step = LO_STEP_EFFECT;
            return;
        }
        drop_first(c.st);
    }
    mq__lo_launch_next(c);
}

void mq__lo_effect_done(struct lo c)
{
    drop_first(c.st);
    mq__lo_effects(c);
}

void mq__lo_effect_tech(struct lo c, int colour)
{
    c.st->player[c.st->turn].tech[colour]++;
    mq__lo_effect_done(c);
}

void mq__lo_effect_exchange(struct lo c, int given, int taken)
{
    assert(given != taken && c.st->exchanges < EXCHANGES);
    assert(c.st->player[c.st->turn].tech[given] > 0);
    c.st->player[c.st->turn].tech[given]--;
    c.st->player[c.st->turn].tech[taken]++;
    c.st->exchanges++;
    mq__lo_effects(c);
}
