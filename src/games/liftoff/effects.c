/* What missions do when they reach space (LO-E1 to LO-E10, LO-E16, LO-E17).
 *
 * While effects happen `loaded` is the list of those still to come, in the
 * order of loading (LO-L15). An effect that can't happen is lost; one that
 * asks leaves the state in the step `effect`.
 */
#include "games/liftoff/rules.h"

#define EXCHANGES 2 /* LO-E10 */
#define MOST_CHOICES (LO_COLOURS * LO_COLOURS)

struct deed {
    const struct lo_tables *t;
    struct lo_state *st;
    struct lo_player *p;
    int amount;
};

static void do_income(const struct deed *d)
{
    if (d->p->income < d->t->income.high) {
        d->p->income++;
    }
}

static void take_colour(const struct deed *d, int colour)
{
    if (mq__lo_can_take(d->t, d->st, d->p, colour)) {
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
    if (d->p->propulsion < d->t->propulsion.high) {
        d->p->propulsion++;
    }
}

static void do_capacity(const struct deed *d)
{
    if (d->p->capacity < d->t->capacity.high) {
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

/* LO-E3: red, yellow or blue. */
static int list_tech(const struct lo_tables *t, const struct lo_state *st,
                     int kind, mq_action *out)
{
    int n = 0;

    for (int c = LO_RED; c <= LO_BLUE; c++) {
        if (mq__lo_can_take(t, st, &st->player[st->turn], c)) {
            out[n++] = MQ_ACTION(LO_CHOOSE_TECH, kind, c, 0);
        }
    }
    return n;
}

/* The choices of the effect that is first in the list; 0: it doesn't ask. */
int mq__lo_list_effects(const struct lo_tables *t, const struct lo_state *st,
                        mq_action *out)
{
    const struct lo_player *p = &st->player[st->turn];
    int kind = st->loaded[0];
    int n = 0;

    if (t->mission[kind].effect == LO_EFFECT_TECH_ANY) {
        return list_tech(t, st, kind, out);
    }
    if (t->mission[kind].effect == LO_EFFECT_EXCHANGE &&
        st->exchanges < EXCHANGES) {
        n = mq__lo_list_exchanges(
            t, st, p, MQ_ACTION(LO_CHOOSE_EXCHANGE, kind, 0, 0), out);
        if (n > 0) {
            out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
        }
    }
    return n;
}

static void drop_first(struct lo_state *st)
{
    st->loaded_size--;
    memmove(st->loaded, st->loaded + 1, st->loaded_size);
    st->loaded[st->loaded_size] = 0;
    st->exchanges = 0;
}

static bool asks(const struct lo_tables *t, const struct lo_state *st)
{
    mq_action some[MOST_CHOICES];

    return mq__lo_list_effects(t, st, some) > 0;
}

void mq__lo_effects(const struct lo_tables *t, struct lo_state *st)
{
    struct lo_player *p = &st->player[st->turn];

    while (st->loaded_size > 0) {
        const struct lo_mission *m = &t->mission[st->loaded[0]];

        if (immediate[m->effect] != NULL) {
            immediate[m->effect](&(struct deed){t, st, p, m->amount});
        } else if (asks(t, st)) {
            st->step = LO_STEP_EFFECT;
            return;
        }
        drop_first(st);
    }
    mq__lo_launch_next(t, st);
}

void mq__lo_effect_done(const struct lo_tables *t, struct lo_state *st)
{
    drop_first(st);
    mq__lo_effects(t, st);
}

void mq__lo_effect_tech(const struct lo_tables *t, struct lo_state *st,
                        int colour)
{
    st->player[st->turn].tech[colour]++;
    mq__lo_effect_done(t, st);
}

void mq__lo_effect_exchange(const struct lo_tables *t, struct lo_state *st,
                            int given, int taken)
{
    st->player[st->turn].tech[given]--;
    st->player[st->turn].tech[taken]++;
    st->exchanges++;
    mq__lo_effects(t, st);
}
