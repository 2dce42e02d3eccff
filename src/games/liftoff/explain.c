/* The decision before a seat, and what a choice would do. */
#include "games/liftoff/notes.h"

/* The question. */

static void ask_draft(const struct lo_state *st, int seat, struct mq_note *out)
{
    bool objective = st->step < LO_STEP_DEAL;
    int to = objective || st->direction == LO_LEFT ? lo_left(st, seat)
                                                   : lo_right(st, seat);

    switch (st->step) {
    case LO_STEP_OBJECTIVE_KEEP:
        mq_note_set(out, "LO-D1", "liftoff.ask.objective-keep", "p", to);
        break;
    case LO_STEP_OBJECTIVE_PASS:
        mq_note_set(out, "LO-D2", "liftoff.ask.objective-pass", "p", to);
        break;
    case LO_STEP_KEEP:
        mq_note_set(out, "LO-D5", "liftoff.ask.keep", "p", to);
        break;
    default:
        mq_note_set(out, "LO-D6", "liftoff.ask.pass", "p", to);
        break;
    }
}

/* What fits, what it costs and what it will score so far. */
static void ask_prepare(struct lo c, struct mq_note *out)
{
    const struct lo_player *p = &c.st->player[c.st->turn];

    mq_note_set(out, "LO-L10", "liftoff.ask.prepare", "iiii",
                mq__lo_loaded_weight(c), mq__lo_capacity(c),
                mq__lo_price(c.t, p, c.st->symbol == 1),
                mq__lo_loaded_points(c));
}

static void ask_effect(struct lo c, struct mq_note *out)
{
    const struct lo_mission *m = &c.t->mission[c.st->loaded[0]];

    if (m->effect == LO_EFFECT_TECH_ANY) {
        mq_note_set(out, "LO-E3", "liftoff.ask.effect-tech", "w", m->id);
    } else {
        mq_note_set(out, "LO-E10", "liftoff.ask.effect-exchange", "wi", m->id,
                    2 - c.st->exchanges);
    }
}

static void ask_seat(struct lo c, int seat, struct mq_note *out)
{
    const struct lo_player *p = &c.st->player[seat];
    int banners = mq__lo_mission_banners(c.t, p);

    switch (c.st->step) {
    case LO_STEP_DIRECTION:
        mq_note_set(out, "LO-D4", "liftoff.ask.direction", "");
        break;
    case LO_STEP_PLAY:
        mq_note_set(out, "LO-A1", "liftoff.ask.play", "ii", p->plays + 1,
                    LO_PLAYS);
        break;
    case LO_STEP_ACT:
        mq_note_set(out, "LO-A2",
                    c.st->act_box == 0 ? "liftoff.ask.act"
                                       : "liftoff.ask.act-on",
                    "wi", c.t->specialist[mq__lo_card(c.st)].id, p->money);
        break;
    case LO_STEP_DECK:
        mq_note_set(out, "LO-M1",
                    banners > 0 ? "liftoff.ask.deck-more" : "liftoff.ask.deck",
                    "ii", LO_DRAWS + banners, 1 + banners);
        break;
    case LO_STEP_TAKE:
        mq_note_set(out, "LO-M4",
                    c.st->kept_size == 0 ? "liftoff.ask.take"
                                         : "liftoff.ask.take-more",
                    "i", mq__lo_to_keep(c));
        break;
    case LO_STEP_LAUNCH:
        mq_note_set(out, "LO-L1", "liftoff.ask.launch", "iii", p->money,
                    lo_cost(c.t, p), lo_weight(c.t, p));
        break;
    case LO_STEP_PREPARE:
        ask_prepare(c, out);
        break;
    case LO_STEP_EFFECT:
        ask_effect(c, out);
        break;
    case LO_STEP_SELL:
        mq_note_set(out, "LO-P5", "liftoff.ask.sell", "");
        break;
    default:
        ask_draft(c.st, seat, out);
        break;
    }
}

void mq__lo_ask(const struct mq_game *g, const void *state, int seat,
                struct mq_note *out)
{
    struct lo c = lo_of(g, state);
    uint32_t actors;
    enum mq_turn turn = mq__lo_turn(g, c.st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, "LO-Z1", "liftoff.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, NULL, "liftoff.ask.chance", "w",
                    mq__lo_step_words[c.st->step]);
    } else if (seat >= 0 && (actors >> seat & 1) != 0) {
        ask_seat(c, seat, out);
    } else {
        mq_note_set(out, NULL, "liftoff.ask.wait", "p", __builtin_ctz(actors));
    }
}

/* What a choice would do. */

struct choice {
    struct lo c;
    struct lo_notes notes;
    const struct mq_game *g;
    int seat;
    mq_action action;
    int a, b; /* of the action */
};

static struct mq_note *note(struct choice *x)
{
    return lo_note(&x->notes);
}

static const struct lo_player *own(const struct choice *x)
{
    return &x->c.st->player[x->seat];
}

static void explain_objective(struct choice *x)
{
    mq__lo_note_objective(x->c, &x->notes, x->seat, x->a);
}

static void explain_specialist(struct choice *x)
{
    mq__lo_note_specialist(x->c, &x->notes, x->seat, x->a);
}

static void explain_direction(struct choice *x)
{
    int to = x->a == LO_LEFT ? lo_left(x->c.st, x->seat)
                             : lo_right(x->c.st, x->seat);

    mq_note_set(note(x), "LO-D4", "liftoff.explain.direction", "p", to);
    if (x->c.st->edition == LO_EN) {
        mq_note_set(note(x), "LO-V6", "liftoff.explain.order", "p", to);
    }
}

/* Everything it does is open: made on a copy and told. Not so the end of the
 * game: others' objectives may be unknown. */
static void explain_by_doing(struct choice *x)
{
    struct lo_state after = *x->c.st;

    mq__lo_do(lo_with(x->c.t, &after), x->seat, x->action);
    x->notes.n =
        mq__lo_describe(x->g, x->c.st, (struct mq_event){x->seat, x->action},
                        &after, x->notes.out);
    if (after.step == LO_STEP_OVER) {
        x->notes.n = 1;
    }
}

/* A colour that one more of opens a level: its requirement would be met. */
static void explain_opens(struct choice *x, int given, int taken)
{
    struct lo_player p = *own(x);

    p.tech[taken]++;
    if (given >= 0) {
        p.tech[given]--;
    }
    for (int level = 0; level < LO_LEVELS; level++) {
        if (x->c.t->level[level].alternatives[x->c.st->phase - 1] == 0) {
            continue;
        }
        if (!mq__lo_meets(x->c, own(x), level) &&
            mq__lo_meets(x->c, &p, level)) {
            mq_note_set(note(x), "LO-T8", "liftoff.explain.opens", "i",
                        level + 1);
        }
        if (mq__lo_meets(x->c, own(x), level) &&
            !mq__lo_meets(x->c, &p, level)) {
            mq_note_set(note(x), "LO-T8", "liftoff.explain.closes", "i",
                        level + 1);
        }
    }
}

static void explain_act(struct choice *x)
{
    explain_by_doing(x);
    if (x->a == LO_VERB_BUY) {
        explain_opens(x, -1, x->b);
    } else if (x->a == LO_VERB_GREEN) {
        explain_opens(x, -1, LO_GREEN);
    } else if (x->a == LO_VERB_EXCHANGE) {
        explain_opens(x, x->b, MQ_ACTION_C(x->action));
    }
}

static void explain_done(struct choice *x)
{
    if (x->c.st->step == LO_STEP_LAUNCH) {
        mq_note_set(note(x), "LO-L19", "liftoff.explain.launch-done", "");
    } else if (x->c.st->step == LO_STEP_TAKE) {
        mq_note_set(note(x), "LO-M6", "liftoff.explain.take-done", "i",
                    x->c.st->drawn_size);
    } else {
        explain_by_doing(x);
    }
}

/* How many kinds of the deck the seat could keep. */
static void explain_deck(struct choice *x)
{
    int level = x->a - 1;
    uint32_t open = x->c.t->level_mask[level] & ~mq__lo_full(x->c.t, own(x));
    int banners = mq__lo_mission_banners(x->c.t, own(x));
    int cards = x->c.st->deck_size[level];

    mq_note_set(note(x), "LO-M3", "liftoff.explain.deck", "iii",
                LO_DRAWS + banners, cards, __builtin_popcount(open));
    if (!mq__lo_meets(x->c, own(x), level) || own(x)->lab <= level) {
        mq_note_set(note(x), "LO-M2", "liftoff.explain.deck-later", "i",
                    level + 1);
    }
}

static void explain_take(struct choice *x)
{
    const struct lo_mission *m = &x->c.t->mission[x->a];

    mq__lo_note_mission(x->c, &x->notes, x->a);
    if (m->level >= own(x)->lab) {
        mq_note_set(note(x), "LO-L7", "liftoff.explain.needs-lab", "i",
                    m->level + 1);
    } else if (!mq__lo_meets(x->c, own(x), m->level)) {
        mq_note_set(note(x), "LO-L8", "liftoff.explain.needs-tech", "i",
                    m->level + 1);
    }
}

static void explain_launch(struct choice *x)
{
    bool lab = x->a == LO_LAB;

    mq_note_set(note(x), "LO-L3", "liftoff.explain.launch", "iii",
                mq__lo_price(x->c.t, own(x), lab), own(x)->money,
                mq__lo_launch_points(x->c, own(x)));
    mq_note_set(note(x), "LO-L4", "liftoff.explain.capacity", "ii",
                lo_weight(x->c.t, own(x)),
                mq__lo_most_capacity(x->c, own(x), lab));
}

/* What the launch under way has and costs if it went like this. */
static void explain_load(struct choice *x)
{
    struct lo_state after = *x->c.st;
    struct mq_note ask;

    mq__lo_note_mission(x->c, &x->notes, x->a);
    mq__lo_do(lo_with(x->c.t, &after), x->seat, x->action);
    ask_prepare(lo_with(x->c.t, &after), &ask);
    *note(x) = ask;
}

static void explain_go(struct choice *x)
{
    struct mq_note ask;

    ask_prepare(x->c, &ask);
    *note(x) = ask;
    for (int i = 0; i < x->c.st->loaded_size; i++) {
        mq__lo_note_effect(x->c, &x->notes, x->c.st->loaded[i]);
    }
}

static void explain_effect(struct choice *x)
{
    bool tech = MQ_ACTION_KIND(x->action) == LO_CHOOSE_TECH;
    int taken = tech ? x->b : MQ_ACTION_C(x->action);

    mq_note_set(note(x), "LO-T1", "liftoff.explain.tech", "wi",
                mq__lo_colour_words[taken], own(x)->tech[taken] + 1);
    explain_opens(x, tech ? -1 : x->b, taken);
}

static void explain_sell(struct choice *x)
{
    mq_note_set(note(x), "LO-P5", "liftoff.explain.sell", "w",
                x->c.t->objective[x->a].id);
    mq__lo_note_objective(x->c, &x->notes, x->seat, x->a);
}

static void (*const explainers[LO_KINDS])(struct choice *) = {
    [LO_KEEP_OBJECTIVE] = explain_objective,
    [LO_PASS_OBJECTIVE] = explain_objective,
    [LO_DIRECTION] = explain_direction,
    [LO_KEEP] = explain_specialist,
    [LO_PASS] = explain_specialist,
    [LO_PLAY] = explain_specialist,
    [LO_ACT] = explain_act,
    [LO_MONEY] = explain_by_doing,
    [LO_DONE] = explain_done,
    [LO_DECK] = explain_deck,
    [LO_TAKE] = explain_take,
    [LO_LAUNCH] = explain_launch,
    [LO_BOOST] = explain_by_doing,
    [LO_LOAD] = explain_load,
    [LO_GO] = explain_go,
    [LO_CHOOSE_TECH] = explain_effect,
    [LO_CHOOSE_EXCHANGE] = explain_effect,
    [LO_SELL_OBJECTIVE] = explain_sell,
};

int mq__lo_explain(const struct mq_game *g, const void *state, int seat,
                   mq_action action, struct mq_note *out)
{
    struct choice x = {
        .c = lo_of(g, state),
        .notes = {out, 0},
        .g = g,
        .seat = seat,
        .action = action,
        .a = MQ_ACTION_A(action),
        .b = MQ_ACTION_B(action),
    };

    explainers[MQ_ACTION_KIND(action)](&x);
    return x.notes.n;
}
