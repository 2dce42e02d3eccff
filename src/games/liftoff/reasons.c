/* Why something may not be done: hindrances (rules.h) and turns in words, with
 * the rule behind them. */
#include "games/liftoff/rules.h"

#include <assert.h>
#include <stdarg.h>

struct asked {
    const struct mq_game *g;
    struct lo c;
    int seat;
    mq_action action;
    struct mq_note *out;
    int what; /* the launch symbol or boost, */
    int kind; /* or the mission */
    int room; /* for that mission */
};

static const struct lo_player *player(const struct asked *q)
{
    return &q->c.st->player[q->seat];
}

/* Hindrances in words. */
static const struct {
    const char *rule, *id;
} reasons[LO_HINDRANCES] = {
    [LO_NO_SUCH] = {NULL, "liftoff.why.no-such"},
    [LO_NO_BOX] = {"LO-A2", "liftoff.why.no-box"},
    [LO_BOX_LEFT] = {"LO-A7", "liftoff.why.box-left"},
    [LO_BOX_DONE] = {"LO-A4", "liftoff.why.box-done"},
    [LO_NO_MONEY] = {"LO-A5", "liftoff.why.money"},
    [LO_ALL_UPGRADES] = {"LO-U3", "liftoff.why.upgrades"},
    [LO_LAB_TOP] = {"LO-U5", "liftoff.why.lab-top"},
    [LO_INCOME_TOP] = {"LO-I5", "liftoff.why.income"},
    [LO_BONUS_DUE] = {"LO-I5", "liftoff.why.bonus"},
    [LO_LATER_DECK] = {"LO-M2", "liftoff.why.deck-phase"},
    [LO_SEVEN_OWNED] = {"LO-M9", "liftoff.why.seven"},
    [LO_ALL_KINDS] = {"LO-M15", "liftoff.why.all-kinds"},
    [LO_NOTHING_TO_KEEP] = {"LO-M13", "liftoff.why.nothing-to-keep"},
    [LO_NO_SYMBOL] = {"LO-L2", "liftoff.why.no-symbol"},
    [LO_SYMBOL_USED] = {"LO-L2", "liftoff.why.symbol-used"},
    [LO_LAB_USED] = {"LO-L2", "liftoff.why.lab-used"},
    [LO_LAUNCH_LIMIT] = {"LO-V4", "liftoff.why.three-launches"},
    [LO_LAUNCH_MONEY] = {"LO-L3", "liftoff.why.launch-money"},
    [LO_NO_MISSION] = {"LO-L9", "liftoff.why.no-mission"},
    [LO_LAB_TOO_LOW] = {"LO-L7", "liftoff.why.lab"},
    [LO_TOO_HEAVY] = {"LO-L6", "liftoff.why.heavy"},
    [LO_BOOST_LATE] = {"LO-L10", "liftoff.why.boost-late"},
    [LO_BOOST_EDITION] = {"LO-V7", "liftoff.why.boost-edition"},
    [LO_BOOST_LAB] = {"LO-V7", "liftoff.why.boost-lab"},
    [LO_BOOST_LAB_USED] = {"LO-V7", "liftoff.why.boost-lab-used"},
    [LO_NO_BOOST] = {"LO-L5", "liftoff.why.no-boost"},
    [LO_BOOST_USED] = {"LO-L5", "liftoff.why.boost-used"},
    [LO_NOT_ON_EARTH] = {"LO-L6", "liftoff.why.not-on-earth"},
    [LO_LOADED] = {"LO-L6", "liftoff.why.loaded"},
    [LO_LEVEL_TOO_HIGH] = {"LO-L7", "liftoff.why.level"},
    [LO_MISSION_LIMIT] = {"LO-V4", "liftoff.why.three-missions"},
    [LO_NO_ROOM] = {"LO-L6", "liftoff.why.no-room"},
    [LO_OWNS_NO_RED] = {"LO-A21", "liftoff.why.not-owned"},
    [LO_NO_RED] = {"LO-T4", "liftoff.why.supply"},
    [LO_EFFECT_LATER] = {"LO-L15", "liftoff.why.effect-order"},
    [LO_EFFECT_IS_EXCHANGE] = {"LO-E10", "liftoff.why.effect-other"},
    [LO_EFFECT_IS_TECH] = {"LO-E3", "liftoff.why.effect-other"},
};

static void say(const struct asked *q, enum lo_hindrance h, const char *format,
                ...)
{
    va_list args;

    assert(reasons[h].id != NULL);
    va_start(args, format);
    q->out->rule = reasons[h].rule;
    mq_message_setv(&q->out->message, reasons[h].id, format, args);
    va_end(args);
}

/* The alternative that lacks least, and its first colour that lacks. */
static void tell_requirement(const struct asked *q, int level)
{
    const struct lo_level *row = &q->c.t->level[level];
    const struct lo_player *p = player(q);
    int phase = q->c.st->phase - 1;
    int least = 0;
    int colour = 0;
    int needed = 0;

    for (int i = 0; i < row->alternatives[phase]; i++) {
        uint8_t need[LO_COLOURS];
        int lack = 0;
        int first = 0;

        memcpy(need, &row->need[phase][i], sizeof(need));
        for (int c = LO_COLOURS - 1; c >= 0; c--) {
            lack += need[c] > p->tech[c] ? need[c] - p->tech[c] : 0;
            first = need[c] > p->tech[c] ? c : first;
        }
        if (i == 0 || lack < least) {
            least = lack;
            colour = first;
            needed = need[first];
        }
    }
    mq_note_set(q->out, "LO-L8",
                row->alternatives[phase] > 1 ? "liftoff.why.requirement-or"
                                             : "liftoff.why.requirement",
                "iiwi", level + 1, needed, mq__lo_colour_words[colour],
                p->tech[colour]);
}

/* The lowest level with a mission on Earth. */
static int lowest_level(const struct asked *q)
{
    int level = 0;

    while ((player(q)->earth[0] & q->c.t->level_mask[level]) == 0) {
        level++;
        assert(level < player(q)->lab);
    }
    return level;
}

static int lightest(const struct lo_tables *t, uint32_t missions)
{
    int least = LO_MAX_LOAD;

    assert(missions != 0);
    for (; missions != 0; missions &= missions - 1) {
        int weight = t->mission[__builtin_ctz(missions)].weight;

        least = weight < least ? weight : least;
    }
    return least;
}

static void tell_box(const struct asked *q, enum lo_hindrance h)
{
    int verb = MQ_ACTION_A(q->action);

    switch (h) {
    case LO_NO_BOX:
        say(q, h, "wt", q->c.t->specialist[mq__lo_card(q->c.st)].id,
            mq__lo_verb_words[verb]);
        break;
    case LO_NO_MONEY:
        say(q, h, "ii", mq__lo_box_price(q->c, mq__lo_box_of(q->c, verb)),
            player(q)->money);
        break;
    case LO_INCOME_TOP:
        say(q, h, "i", q->c.t->income.high);
        break;
    default:
        say(q, h, "");
        break;
    }
}

static void tell_colour(const struct asked *q, enum lo_hindrance h)
{
    bool sells = MQ_ACTION_KIND(q->action) == LO_ACT &&
                 MQ_ACTION_A(q->action) == LO_VERB_SELL;

    if (h >= LO_NO_RED) {
        say(q, LO_NO_RED, "w", mq__lo_colour_words[h - LO_NO_RED]);
        return;
    }
    say(q, LO_OWNS_NO_RED, "w", mq__lo_colour_words[h - LO_OWNS_NO_RED]);
    q->out->rule = sells ? "LO-A20" : q->out->rule;
}

static void tell_deck(const struct asked *q, enum lo_hindrance h)
{
    int level = MQ_ACTION_A(q->action);

    if (h == LO_SEVEN_OWNED) {
        say(q, h, "ii", LO_OF_LEVEL, level);
    } else {
        say(q, h, "i", level);
    }
}

static void tell_launch(const struct asked *q, enum lo_hindrance h)
{
    const struct lo_player *p = player(q);
    bool lab = q->what == LO_LAB;

    switch (h) {
    case LO_LAUNCH_MONEY:
        say(q, h, "ii", mq__lo_price(q->c.t, p, lab), p->money);
        break;
    case LO_LAB_TOO_LOW:
        say(q, h, "i", p->lab);
        break;
    case LO_NONE_READY:
        tell_requirement(q, lowest_level(q));
        break;
    case LO_TOO_HEAVY:
        say(q, h, "ii", lightest(q->c.t, mq__lo_ready(q->c, p)),
            mq__lo_most_capacity(q->c, p, lab));
        break;
    default:
        say(q, h, "");
        break;
    }
}

static void tell_mission(const struct asked *q, enum lo_hindrance h)
{
    const struct lo_mission *m = &q->c.t->mission[q->kind];

    switch (h) {
    case LO_LEVEL_TOO_HIGH:
        say(q, h, "wii", m->id, m->level + 1, player(q)->lab);
        break;
    case LO_REQUIREMENT:
        tell_requirement(q, m->level);
        break;
    case LO_NO_ROOM:
        say(q, h, "wii", m->id, m->weight, q->room);
        break;
    default:
        say(q, h, "w", m->id);
        break;
    }
}

static void tell(const struct asked *q, enum lo_hindrance h)
{
    assert(h != LO_MAY && h < LO_HINDRANCES);
    if (h >= LO_OWNS_NO_RED && h <= LO_NO_GREEN) {
        tell_colour(q, h);
    } else if (h < LO_LATER_DECK) {
        tell_box(q, h);
    } else if (h < LO_NO_SYMBOL) {
        tell_deck(q, h);
    } else if (h < LO_LAB_USED) {
        say(q, h, "w", q->c.t->specialist[q->what].id);
    } else if (h < LO_MISSION_LIMIT) {
        tell_launch(q, h);
    } else if (h < LO_NOT_ON_EARTH) {
        say(q, h, "i", LO_LAUNCHES);
    } else if (h < LO_EFFECT_LATER) {
        tell_mission(q, h);
    } else {
        say(q, h, "w", q->c.t->mission[q->c.st->loaded[0]].id);
    }
}

bool mq__lo_note_grounded(struct lo c, int seat, int kind, struct mq_note *out)
{
    struct asked q = {.c = c, .seat = seat, .out = out, .kind = kind};
    enum lo_hindrance h = mq__lo_flight_hindrance(c, player(&q), kind, &q.what);

    if (h == LO_MAY) {
        return false;
    }
    q.room = mq__lo_most_capacity(c, player(&q), q.what == LO_LAB);
    tell(&q, h);
    return true;
}

/* Actions that hinder nothing but themselves: not held, not drawn, too early
 * or too late. */

static void refuse_card(const struct asked *q, const char *rule, bool objective)
{
    int a = MQ_ACTION_A(q->action);

    mq_note_set(q->out, rule, "liftoff.why.not-held", "w",
                objective ? q->c.t->objective[a].id : q->c.t->specialist[a].id);
}

static void refuse_take(const struct asked *q)
{
    const struct lo_mission *m = &q->c.t->mission[q->kind];

    if (q->c.st->drawn[q->kind] == 0) {
        mq_note_set(q->out, "LO-M3", "liftoff.why.not-drawn", "w", m->id);
    } else {
        mq_note_set(q->out, m->most == 2 ? "LO-M8" : "LO-M7",
                    "liftoff.why.owned", "wi", m->id, m->most);
    }
}

static void refuse_done(const struct asked *q)
{
    if (q->c.st->step == LO_STEP_ACT) {
        mq_note_set(q->out, "LO-A8", "liftoff.why.act-first", "");
    } else if (q->c.st->step == LO_STEP_TAKE) {
        mq_note_set(q->out, "LO-M4", "liftoff.why.keep-first", "");
    } else {
        mq_note_set(q->out, "LO-E17", "liftoff.why.must-choose", "");
    }
}

#define KIND(name) (UINT32_C(1) << LO_##name)

/* Which actions a step has at all; `done` only where a rule refuses it. */
static const uint32_t kinds_of[LO_STEPS] = {
    [LO_STEP_OBJECTIVE_KEEP] = KIND(KEEP_OBJECTIVE),
    [LO_STEP_OBJECTIVE_PASS] = KIND(PASS_OBJECTIVE),
    [LO_STEP_DIRECTION] = KIND(DIRECTION),
    [LO_STEP_KEEP] = KIND(KEEP),
    [LO_STEP_PASS] = KIND(PASS),
    [LO_STEP_PLAY] = KIND(PLAY),
    [LO_STEP_ACT] = KIND(ACT) | KIND(MONEY) | KIND(DONE),
    [LO_STEP_DECK] = KIND(DECK),
    [LO_STEP_TAKE] = KIND(TAKE) | KIND(DONE),
    [LO_STEP_LAUNCH] = KIND(LAUNCH),
    [LO_STEP_PREPARE] = KIND(BOOST) | KIND(LOAD) | KIND(GO),
    [LO_STEP_EFFECT] = KIND(CHOOSE_TECH) | KIND(CHOOSE_EXCHANGE) | KIND(DONE),
    [LO_STEP_SELL] = KIND(SELL_OBJECTIVE),
};

/* What doesn't belong to the step at all. */
static void refuse_step(const struct asked *q)
{
    if (MQ_ACTION_KIND(q->action) == LO_DIRECTION && q->c.st->players == 2) {
        mq_note_set(q->out, "LO-D7", "liftoff.why.two-players", "");
    } else {
        mq_note_set(q->out, NULL, "liftoff.why.step", "w",
                    mq__lo_step_words[q->c.st->step]);
    }
}

static void refuse(struct asked *q)
{
    switch (MQ_ACTION_KIND(q->action)) {
    case LO_KEEP_OBJECTIVE:
        refuse_card(q, "LO-D1", true);
        break;
    case LO_PASS_OBJECTIVE:
        refuse_card(q, "LO-D2", true);
        break;
    case LO_SELL_OBJECTIVE:
        refuse_card(q, "LO-P5", true);
        break;
    case LO_KEEP:
        refuse_card(q, "LO-D5", false);
        break;
    case LO_PASS:
        refuse_card(q, "LO-D6", false);
        break;
    case LO_PLAY:
        refuse_card(q, "LO-A1", false);
        break;
    case LO_ACT:
        tell(q, mq__lo_act_hindrance(q->c, q->action));
        break;
    case LO_MONEY:
        mq_note_set(q->out, "LO-A3", "liftoff.why.money-late", "");
        break;
    case LO_DECK:
        tell(q, mq__lo_deck_hindrance(q->c, player(q), q->kind - 1));
        break;
    case LO_TAKE:
        refuse_take(q);
        break;
    case LO_LAUNCH:
        tell(q, mq__lo_launch_hindrance(q->c, player(q), q->what));
        break;
    case LO_BOOST:
        tell(q, mq__lo_boost_hindrance(q->c, q->what));
        break;
    case LO_LOAD:
        q->room = mq__lo_capacity(q->c) - mq__lo_loaded_weight(q->c);
        tell(q, mq__lo_load_hindrance(q->c, q->kind));
        break;
    case LO_GO:
        mq_note_set(q->out, "LO-L9", "liftoff.why.empty", "");
        break;
    case LO_DONE:
        refuse_done(q);
        break;
    default:
        tell(q, mq__lo_effect_hindrance(q->c, q->action));
        break;
    }
}

/* Chance. */

/* The kind of outcome that a step waits for; 0: none. */
static int outcome_of(const struct lo_state *st)
{
    switch (st->step) {
    case LO_STEP_START:
        return LO_START;
    case LO_STEP_OBJECTIVES:
        return LO_OBJECTIVES + st->turn;
    case LO_STEP_DEAL:
        return LO_DEAL;
    case LO_STEP_DRAW:
        return LO_DRAW;
    default:
        return 0;
    }
}

static enum mq_status why_not_outcome(const struct asked *q)
{
    int wanted = outcome_of(q->c.st);

    if (wanted == 0) {
        mq_note_set(q->out, NULL, "liftoff.why.no-chance", "");
        return MQ_NOT_CHANCE;
    }
    if (!mq__lo_has_text(q->g, q->seat, q->action)) {
        say(q, LO_NO_SUCH, "");
    } else if (MQ_ACTION_KIND(q->action) != wanted) {
        mq_note_set(q->out, NULL, "liftoff.why.other-chance", "w",
                    mq__lo_step_words[q->c.st->step]);
    } else {
        mq_note_set(q->out, q->c.st->step == LO_STEP_DRAW ? "LO-M3" : "LO-S7",
                    "liftoff.why.not-in-deck", "");
    }
    return MQ_ILLEGAL;
}

/* Whose turn it is. */

/* Somebody else launches: what keeps this seat from it is worth saying too. */
static bool launch_refused(const struct asked *q)
{
    if (q->c.st->step < LO_STEP_LAUNCH || q->c.st->step > LO_STEP_EFFECT ||
        MQ_ACTION_KIND(q->action) != LO_LAUNCH ||
        mq__lo_any_launch(q->c, player(q)) ||
        !mq__lo_has_text(q->g, q->seat, q->action)) {
        return false;
    }
    tell(q, mq__lo_launch_hindrance(q->c, player(q), q->what));
    return true;
}

static enum mq_status why_not_now(const struct asked *q, uint32_t actors,
                                  enum mq_turn turn)
{
    static const char *const rules[LO_STEPS] = {
        [LO_STEP_DIRECTION] = "LO-D4", [LO_STEP_PLAY] = "LO-A1",
        [LO_STEP_ACT] = "LO-A1",       [LO_STEP_DECK] = "LO-M1",
        [LO_STEP_TAKE] = "LO-M1",      [LO_STEP_LAUNCH] = "LO-L1",
        [LO_STEP_PREPARE] = "LO-L1",   [LO_STEP_EFFECT] = "LO-L1",
        [LO_STEP_SELL] = "LO-P5",
    };

    if (turn == MQ_TURN_OVER) {
        mq_note_set(q->out, "LO-Z1", "liftoff.why.over", "");
        return MQ_OVER;
    }
    if (turn == MQ_TURN_CHANCE) {
        mq_note_set(q->out, NULL, "liftoff.why.chance", "w",
                    mq__lo_step_words[q->c.st->step]);
        return MQ_NOT_YOUR_TURN;
    }
    if (q->seat < 0 || q->seat >= q->c.st->players) {
        say(q, LO_NO_SUCH, "");
        return MQ_NOT_YOUR_TURN;
    }
    if ((actors >> q->seat & 1) != 0) {
        return MQ_OK;
    }
    if (!lo_has_turn(q->c.st)) {
        mq_note_set(q->out, "LO-D8", "liftoff.why.committed", "");
    } else if (!launch_refused(q)) {
        mq_note_set(q->out, rules[q->c.st->step], "liftoff.why.turn", "p",
                    q->c.st->turn);
    }
    return MQ_NOT_YOUR_TURN;
}

static void why_illegal(struct asked *q)
{
    if (!mq__lo_has_text(q->g, q->seat, q->action)) {
        say(q, LO_NO_SUCH, "");
    } else if ((kinds_of[q->c.st->step] >> MQ_ACTION_KIND(q->action) & 1) ==
               0) {
        refuse_step(q);
    } else {
        refuse(q);
    }
}

enum mq_status mq__lo_why_not(const struct mq_game *g, const void *state,
                              int seat, mq_action action, struct mq_note *out)
{
    struct mq_note local;
    uint32_t actors;
    enum mq_turn turn = mq__lo_turn(g, state, &actors);
    struct asked q = {.g = g,
                      .c = lo_of(g, state),
                      .seat = seat,
                      .action = action,
                      .out = out != NULL ? out : &local,
                      .what = MQ_ACTION_A(action),
                      .kind = MQ_ACTION_A(action)};
    enum mq_status status;

    if (mq_is_legal(g, state, seat, action)) {
        return MQ_OK;
    }
    if (seat == MQ_CHANCE_SEAT) {
        return why_not_outcome(&q);
    }
    status = why_not_now(&q, actors, turn);
    if (status == MQ_OK) {
        why_illegal(&q);
        status = MQ_ILLEGAL;
    }
    return status;
}
