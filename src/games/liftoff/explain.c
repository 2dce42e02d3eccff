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
static void ask_prepare(const struct lo_tables *t, const struct lo_state *st,
                        struct mq_note *out)
{
    const struct lo_player *p = &st->player[st->turn];

    mq_note_set(out, "LO-L10", "liftoff.ask.prepare", "iiii",
                mq__lo_loaded_weight(t, st), mq__lo_capacity(t, st),
                mq__lo_price(t, p, st->symbol == 1),
                mq__lo_loaded_points(t, st));
}

static void ask_effect(const struct lo_tables *t, const struct lo_state *st,
                       struct mq_note *out)
{
    const struct lo_mission *m = &t->mission[st->loaded[0]];

    if (m->effect == LO_EFFECT_TECH_ANY) {
        mq_note_set(out, "LO-E3", "liftoff.ask.effect-tech", "w", m->id);
    } else {
        mq_note_set(out, "LO-E10", "liftoff.ask.effect-exchange", "wi", m->id,
                    2 - st->exchanges);
    }
}

static void ask_seat(const struct lo_tables *t, const struct lo_state *st,
                     int seat, struct mq_note *out)
{
    const struct lo_player *p = &st->player[seat];
    int banners = mq__lo_mission_banners(t, p);

    switch (st->step) {
    case LO_STEP_DIRECTION:
        mq_note_set(out, "LO-D4", "liftoff.ask.direction", "");
        break;
    case LO_STEP_PLAY:
        mq_note_set(out, "LO-A1", "liftoff.ask.play", "ii", p->plays + 1,
                    LO_PLAYS);
        break;
    case LO_STEP_ACT:
        mq_note_set(out, "LO-A2",
                    st->act_box == 0 ? "liftoff.ask.act" : "liftoff.ask.act-on",
                    "wi", t->specialist[mq__lo_card(st)].id, p->money);
        break;
    case LO_STEP_DECK:
        mq_note_set(out, "LO-M1",
                    banners > 0 ? "liftoff.ask.deck-more" : "liftoff.ask.deck",
                    "ii", LO_DRAWS + banners, 1 + banners);
        break;
    case LO_STEP_TAKE:
        mq_note_set(out, "LO-M4",
                    st->kept_size == 0 ? "liftoff.ask.take"
                                       : "liftoff.ask.take-more",
                    "i", mq__lo_to_keep(t, st));
        break;
    case LO_STEP_LAUNCH:
        mq_note_set(out, "LO-L1", "liftoff.ask.launch", "iii", p->money,
                    lo_cost(t, p), lo_weight(t, p));
        break;
    case LO_STEP_PREPARE:
        ask_prepare(t, st, out);
        break;
    case LO_STEP_EFFECT:
        ask_effect(t, st, out);
        break;
    case LO_STEP_SELL:
        mq_note_set(out, "LO-P5", "liftoff.ask.sell", "");
        break;
    default:
        ask_draft(st, seat, out);
        break;
    }
}

void mq__lo_ask(const struct mq_game *g, const void *state, int seat,
                struct mq_note *out)
{
    const struct lo_state *st = state;
    uint32_t actors;
    enum mq_turn turn = mq__lo_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, "LO-Z1", "liftoff.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, NULL, "liftoff.ask.chance", "w",
                    mq__lo_step_words[st->step]);
    } else if (seat >= 0 && (actors >> seat & 1) != 0) {
        ask_seat(lo_tables(g), st, seat, out);
    } else {
        mq_note_set(out, NULL, "liftoff.ask.wait", "p", __builtin_ctz(actors));
    }
}

/* What a choice would do. */

struct choice {
    struct lo_notes notes;
    const struct mq_game *g;
    const struct lo_state *st;
    int seat;
    mq_action action;
    int a, b, c; /* of the action */
};

static struct mq_note *note(struct choice *x)
{
    return lo_note(&x->notes);
}

static const struct lo_player *own(const struct choice *x)
{
    return &x->st->player[x->seat];
}

static void explain_objective(struct choice *x)
{
    mq__lo_note_objective(&x->notes, x->st, x->seat, x->a);
}

static void explain_specialist(struct choice *x)
{
    mq__lo_note_specialist(&x->notes, x->st, x->seat, x->a);
}

static void explain_direction(struct choice *x)
{
    int to =
        x->a == LO_LEFT ? lo_left(x->st, x->seat) : lo_right(x->st, x->seat);

    mq_note_set(note(x), "LO-D4", "liftoff.explain.direction", "p", to);
    if (x->st->edition == LO_EN) {
        mq_note_set(note(x), "LO-V6", "liftoff.explain.order", "p", to);
    }
}

/* Everything it does is open: made on a copy and told. Not so the end of the
 * game: others' objectives may be unknown. */
static void explain_by_doing(struct choice *x)
{
    struct lo_state after = *x->st;

    mq__lo_apply(x->g, &after, x->seat, x->action);
    x->notes.n =
        mq__lo_describe(x->g, x->st, (struct mq_event){x->seat, x->action},
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
        if (x->notes.t->level[level].alternatives[x->st->phase - 1] == 0) {
            continue;
        }
        if (!mq__lo_meets(x->notes.t, x->st, own(x), level) &&
            mq__lo_meets(x->notes.t, x->st, &p, level)) {
            mq_note_set(note(x), "LO-T8", "liftoff.explain.opens", "i",
                        level + 1);
        }
        if (mq__lo_meets(x->notes.t, x->st, own(x), level) &&
            !mq__lo_meets(x->notes.t, x->st, &p, level)) {
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
        explain_opens(x, x->b, x->c);
    }
}

static void explain_done(struct choice *x)
{
    if (x->st->step == LO_STEP_LAUNCH) {
        mq_note_set(note(x), "LO-L19", "liftoff.explain.launch-done", "");
    } else if (x->st->step == LO_STEP_TAKE) {
        mq_note_set(note(x), "LO-M6", "liftoff.explain.take-done", "i",
                    x->st->drawn_size);
    } else {
        explain_by_doing(x);
    }
}

/* How many kinds of the deck the seat could keep. */
static void explain_deck(struct choice *x)
{
    const struct lo_tables *t = x->notes.t;
    int level = x->a - 1;
    uint32_t open = t->level_mask[level] & ~mq__lo_full(t, own(x));
    int banners = mq__lo_mission_banners(t, own(x));
    int cards = x->st->deck_size[level];

    mq_note_set(note(x), "LO-M3", "liftoff.explain.deck", "iii",
                LO_DRAWS + banners, cards, __builtin_popcount(open));
    if (!mq__lo_meets(t, x->st, own(x), level) || own(x)->lab <= level) {
        mq_note_set(note(x), "LO-M2", "liftoff.explain.deck-later", "i",
                    level + 1);
    }
}

static void explain_take(struct choice *x)
{
    const struct lo_tables *t = x->notes.t;
    const struct lo_mission *m = &t->mission[x->a];

    mq__lo_note_mission(&x->notes, x->a);
    if (m->level >= own(x)->lab) {
        mq_note_set(note(x), "LO-L7", "liftoff.explain.needs-lab", "i",
                    m->level + 1);
    } else if (!mq__lo_meets(t, x->st, own(x), m->level)) {
        mq_note_set(note(x), "LO-L8", "liftoff.explain.needs-tech", "i",
                    m->level + 1);
    }
}

static void explain_launch(struct choice *x)
{
    const struct lo_tables *t = x->notes.t;
    bool lab = x->a == LO_LAB;

    mq_note_set(note(x), "LO-L3", "liftoff.explain.launch", "iii",
                mq__lo_price(t, own(x), lab), own(x)->money,
                mq__lo_launch_points(t, x->st, own(x)));
    mq_note_set(note(x), "LO-L4", "liftoff.explain.capacity", "ii",
                lo_weight(t, own(x)),
                mq__lo_most_capacity(t, x->st, own(x), lab));
}

/* What the launch under way has and costs if it went like this. */
static void explain_load(struct choice *x)
{
    const struct lo_tables *t = x->notes.t;
    struct lo_state after = *x->st;
    struct mq_note ask;

    mq__lo_note_mission(&x->notes, x->a);
    mq__lo_apply(x->g, &after, x->seat, x->action);
    ask_prepare(t, &after, &ask);
    *note(x) = ask;
}

static void explain_go(struct choice *x)
{
    struct mq_note ask;

    ask_prepare(x->notes.t, x->st, &ask);
    *note(x) = ask;
    for (int i = 0; i < x->st->loaded_size; i++) {
        mq__lo_note_effect(&x->notes, x->st->loaded[i]);
    }
}

static void explain_effect(struct choice *x)
{
    bool tech = MQ_ACTION_KIND(x->action) == LO_CHOOSE_TECH;
    int taken = tech ? x->b : x->c;

    mq_note_set(note(x), "LO-T1", "liftoff.explain.tech", "wi",
                mq__lo_colour_words[taken], own(x)->tech[taken] + 1);
    explain_opens(x, tech ? -1 : x->b, taken);
}

static void explain_sell(struct choice *x)
{
    mq_note_set(note(x), "LO-P5", "liftoff.explain.sell", "w",
                x->notes.t->objective[x->a].id);
    mq__lo_note_objective(&x->notes, x->st, x->seat, x->a);
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
        .notes = {lo_tables(g), out, 0},
        .g = g,
        .st = state,
        .seat = seat,
        .action = action,
        .a = MQ_ACTION_A(action),
        .b = MQ_ACTION_B(action),
        .c = MQ_ACTION_C(action),
    };

    explainers[MQ_ACTION_KIND(action)](&x);
    return x.notes.n;
}
