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
    struct lo_state *s;
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
    if (mq__lo_can_take(d->t, d->s, d->p, colour)) {
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
static int list_tech(const struct lo_tables *t, const struct lo_state *s,
                     int kind, mq_action *out)
{
    int n = 0;

    for (int c = LO_RED; c <= LO_BLUE; c++) {
        if (mq__lo_can_take(t, s, &s->player[s->turn], c)) {
            out[n++] = MQ_ACTION(LO_CHOOSE_TECH, kind, c, 0);
        }
    }
    return n;
}

/* The choices of the effect that is first in the list; 0: it doesn't ask. */
int mq__lo_list_effects(const struct lo_tables *t, const struct lo_state *s,
                        mq_action *out)
{
    const struct lo_player *p = &s->player[s->turn];
    int kind = s->loaded[0];
    int n = 0;

    if (t->mission[kind].effect == LO_EFFECT_TECH_ANY) {
        return list_tech(t, s, kind, out);
    }
    if (t->mission[kind].effect == LO_EFFECT_EXCHANGE &&
        s->exchanges < EXCHANGES) {
        n = mq__lo_list_exchanges(
            t, s, p, MQ_ACTION(LO_CHOOSE_EXCHANGE, kind, 0, 0), out);
        if (n > 0) {
            out[n++] = MQ_ACTION(LO_DONE, 0, 0, 0);
        }
    }
    return n;
}

static void drop_first(struct lo_state *s)
{
    s->loaded_size--;
    memmove(s->loaded, s->loaded + 1, s->loaded_size);
    s->loaded[s->loaded_size] = 0;
    s->exchanges = 0;
}

static bool asks(const struct lo_tables *t, const struct lo_state *s)
{
    mq_action some[MOST_CHOICES];

    return mq__lo_list_effects(t, s, some) > 0;
}

void mq__lo_effects(const struct lo_tables *t, struct lo_state *s)
{
    struct lo_player *p = &s->player[s->turn];

    while (s->loaded_size > 0) {
        const struct lo_mission *m = &t->mission[s->loaded[0]];

        if (immediate[m->effect] != NULL) {
            immediate[m->effect](&(struct deed){t, s, p, m->amount});
        } else if (asks(t, s)) {
            s->step = LO_STEP_EFFECT;
            return;
        }
        drop_first(s);
    }
    mq__lo_launch_next(t, s);
}

void mq__lo_effect_done(const struct lo_tables *t, struct lo_state *s)
{
    drop_first(s);
    mq__lo_effects(t, s);
}

void mq__lo_effect_tech(const struct lo_tables *t, struct lo_state *s,
                        int colour)
{
    s->player[s->turn].tech[colour]++;
    mq__lo_effect_done(t, s);
}

void mq__lo_effect_exchange(const struct lo_tables *t, struct lo_state *s,
                            int given, int taken)
{
    s->player[s->turn].tech[given]--;
    s->player[s->turn].tech[taken]++;
    s->exchanges++;
    mq__lo_effects(t, s);
}
