/* Why something may not be done: the rule and which condition fails. */
#include "games/liftoff/rules.h"

struct asked {
    const struct mq_game *g;
    const struct lo_tables *t;
    const struct lo_state *st;
    int seat;
    mq_action action;
    struct mq_note *out;
};

static const struct lo_player *player(const struct asked *q)
{
    return &q->st->player[q->seat];
}

/* A value that no text stands for. What comes after has cards and colours that
 * exist, and nothing in fields that it doesn't use. */
static bool no_such(const struct asked *q)
{
    if (mq__lo_has_text(q->g, q->seat, q->action)) {
        return false;
    }
    mq_note_set(q->out, NULL, "liftoff.why.no-such", "");
    return true;
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
    int wanted = outcome_of(q->st);

    if (wanted == 0) {
        mq_note_set(q->out, NULL, "liftoff.why.no-chance", "");
        return MQ_NOT_CHANCE;
    }
    if (no_such(q)) {
        return MQ_ILLEGAL;
    }
    if (MQ_ACTION_KIND(q->action) != wanted) {
        mq_note_set(q->out, NULL, "liftoff.why.other-chance", "w",
                    mq__lo_step_words[q->st->step]);
    } else {
        mq_note_set(q->out, q->st->step == LO_STEP_DRAW ? "LO-M3" : "LO-S7",
                    "liftoff.why.not-in-deck", "");
    }
    return MQ_ILLEGAL;
}

/* Launching: the first condition that fails (LO-L11). */

/* The alternative that lacks least, and its first colour that lacks. */
static void why_not_meets(const struct asked *q, int level)
{
    const struct lo_level *row = &q->t->level[level];
    const struct lo_player *p = player(q);
    int phase = q->st->phase - 1;
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

/* The lowest level on Earth that the lab reaches; -1: none. */
static int lowest_level(const struct asked *q)
{
    const struct lo_player *p = player(q);

    for (int level = 0; level < p->lab; level++) {
        if (p->earth[0] & q->t->level_mask[level]) {
            return level;
        }
    }
    return -1;
}

static void why_not_carry(const struct asked *q, bool lab)
{
    uint32_t ready = mq__lo_ready(q->t, q->st, player(q));
    int level = lowest_level(q);
    int least = 99;

    if (player(q)->earth[0] == 0) {
        mq_note_set(q->out, "LO-L9", "liftoff.why.no-mission", "");
    } else if (level < 0) {
        mq_note_set(q->out, "LO-L7", "liftoff.why.lab", "i", player(q)->lab);
    } else if (ready == 0) {
        why_not_meets(q, level);
    } else {
        for (; ready != 0; ready &= ready - 1) {
            int weight = q->t->mission[__builtin_ctz(ready)].weight;

            least = weight < least ? weight : least;
        }
        mq_note_set(q->out, "LO-L6", "liftoff.why.heavy", "ii", least,
                    mq__lo_most_capacity(q->t, q->st, player(q), lab));
    }
}

/* Whether the symbol is there, and not used up. */
static bool why_not_symbol(const struct asked *q, int what)
{
    const struct lo_player *p = player(q);
    bool played = false;

    if (what == LO_LAB) {
        if (p->lab_symbol) {
            mq_note_set(q->out, "LO-L2", "liftoff.why.lab-used", "");
        }
        return p->lab_symbol != 0;
    }
    for (int i = 0; i < p->plays; i++) {
        if (p->played[i] == what &&
            q->t->specialist[what].banner == LO_BANNER_LAUNCH) {
            played = true;
            if (!p->used[i]) {
                return false;
            }
        }
    }
    mq_note_set(q->out, "LO-L2",
                played ? "liftoff.why.symbol-used" : "liftoff.why.no-symbol",
                "w", q->t->specialist[what].id);
    return true;
}

static void why_not_launch(const struct asked *q)
{
    const struct lo_player *p = player(q);
    int what = MQ_ACTION_A(q->action);
    int price = mq__lo_price(q->t, p, what == LO_LAB);

    if (why_not_symbol(q, what)) {
        return;
    }
    if (!mq__lo_may_launch(q->st, p)) {
        mq_note_set(q->out, "LO-V4",
                    q->st->edition == LO_EN ? "liftoff.why.three-missions"
                                            : "liftoff.why.three-launches",
                    "i", LO_LAUNCHES);
    } else if (price > p->money) {
        mq_note_set(q->out, "LO-L3", "liftoff.why.launch-money", "ii", price,
                    p->money);
    } else {
        why_not_carry(q, what == LO_LAB);
    }
}

/* A symbol that is still free, the lab's first; -1: none. */
static int free_symbol(const struct asked *q)
{
    const struct lo_player *p = player(q);

    if (!p->lab_symbol) {
        return LO_LAB;
    }
    for (int i = 0; i < p->plays; i++) {
        if (!p->used[i] &&
            q->t->specialist[p->played[i]].banner == LO_BANNER_LAUNCH) {
            return p->played[i];
        }
    }
    return -1;
}

void mq__lo_note_grounded(const struct lo_tables *t, const struct lo_state *st,
                          int seat, int kind, struct mq_note *out)
{
    const struct lo_mission *m = &t->mission[kind];
    struct asked q = {.t = t, .st = st, .seat = seat, .out = out};
    const struct lo_player *p = player(&q);
    int symbol = free_symbol(&q);
    bool carried =
        symbol >= 0 && mq__lo_price(t, p, symbol == LO_LAB) <= p->money;

    q.action = MQ_ACTION(LO_LAUNCH, symbol < 0 ? LO_LAB : symbol, 0, 0);
    if (m->level >= p->lab) {
        mq_note_set(out, "LO-L7", "liftoff.why.level", "wii", m->id,
                    m->level + 1, p->lab);
    } else if (!mq__lo_meets(t, st, p, m->level)) {
        why_not_meets(&q, m->level);
    } else if (carried && mq__lo_may_launch(st, p)) {
        mq_note_set(out, "LO-L6", "liftoff.why.no-room", "wii", m->id,
                    m->weight,
                    mq__lo_most_capacity(t, st, p, symbol == LO_LAB));
    } else {
        why_not_launch(&q);
    }
}

static void why_not_boost(const struct asked *q)
{
    const struct lo_player *p = player(q);
    int what = MQ_ACTION_A(q->action);

    if (q->st->loaded_size > 0) {
        mq_note_set(q->out, "LO-L10", "liftoff.why.boost-late", "");
    } else if (what == LO_LAB) {
        mq_note_set(q->out, "LO-V7",
                    q->st->edition == LO_EN ? "liftoff.why.boost-edition"
                    : p->lab < LO_LEVELS    ? "liftoff.why.boost-lab"
                                            : "liftoff.why.boost-lab-used",
                    "");
    } else {
        bool used = false;

        for (int i = 0; i < p->plays; i++) {
            used = used ||
                   (p->played[i] == what && q->t->specialist[what].boost > 0);
        }
        mq_note_set(q->out, "LO-L5",
                    used ? "liftoff.why.boost-used" : "liftoff.why.no-boost",
                    "w", q->t->specialist[what].id);
    }
}

static int times_loaded(const struct lo_state *st, int kind)
{
    int n = 0;

    for (int i = 0; i < st->loaded_size; i++) {
        n += st->loaded[i] == kind;
    }
    return n;
}

static void why_not_load(const struct asked *q)
{
    const struct lo_player *p = player(q);
    int kind = MQ_ACTION_A(q->action);
    const struct lo_mission *m = &q->t->mission[kind];
    int room = mq__lo_capacity(q->t, q->st) - mq__lo_loaded_weight(q->t, q->st);

    if (lo_on_earth(p, kind) <= times_loaded(q->st, kind)) {
        mq_note_set(q->out, "LO-L6",
                    times_loaded(q->st, kind) > 0 ? "liftoff.why.loaded"
                                                  : "liftoff.why.not-on-earth",
                    "w", m->id);
    } else if (m->level >= p->lab) {
        mq_note_set(q->out, "LO-L7", "liftoff.why.level", "wii", m->id,
                    m->level + 1, p->lab);
    } else if (!mq__lo_meets(q->t, q->st, p, m->level)) {
        why_not_meets(q, m->level);
    } else if (!mq__lo_may_load(q->st, p)) {
        mq_note_set(q->out, "LO-V4", "liftoff.why.three-missions", "i",
                    LO_LAUNCHES);
    } else {
        mq_note_set(q->out, "LO-L6", "liftoff.why.no-room", "wii", m->id,
                    m->weight, room);
    }
}

/* Acts of the card in play. */

/* A colour that can't be taken (LO-T4); false: it can. */
static bool why_not_taken(const struct asked *q, int colour)
{
    if (mq__lo_can_take(q->t, q->st, player(q), colour)) {
        return false;
    }
    mq_note_set(q->out, "LO-T4", "liftoff.why.supply", "w",
                mq__lo_colour_words[colour]);
    return true;
}

static void why_not_given(const struct asked *q, int colour, const char *rule)
{
    mq_note_set(q->out, rule, "liftoff.why.not-owned", "w",
                mq__lo_colour_words[colour]);
}

static void why_not_exchange(const struct asked *q, int given, int taken)
{
    if (player(q)->tech[given] == 0) {
        why_not_given(q, given, "LO-A21");
    } else {
        why_not_taken(q, taken);
    }
}

static void why_not_invest(const struct asked *q)
{
    int bonus = MQ_ACTION_B(q->action);

    if (bonus == LO_BONUS_GREEN) {
        why_not_taken(q, LO_GREEN);
    } else if (bonus == LO_BONUS_INCOME) {
        mq_note_set(q->out, "LO-I5", "liftoff.why.income", "i",
                    q->t->income.high);
    } else {
        mq_note_set(q->out, "LO-I5", "liftoff.why.bonus", "");
    }
}

/* The box is open and paid for: what else is wrong with it. */
static void why_not_box(const struct asked *q)
{
    int b = MQ_ACTION_B(q->action);
    int c = MQ_ACTION_C(q->action);

    switch (MQ_ACTION_A(q->action)) {
    case LO_VERB_CAPACITY:
    case LO_VERB_PROPULSION:
        mq_note_set(q->out, "LO-U3", "liftoff.why.upgrades", "");
        break;
    case LO_VERB_LAB:
        mq_note_set(q->out, "LO-U5", "liftoff.why.lab-top", "");
        break;
    case LO_VERB_GREEN:
        why_not_taken(q, LO_GREEN);
        break;
    case LO_VERB_SELL:
        why_not_given(q, b, "LO-A20");
        break;
    case LO_VERB_EXCHANGE:
        why_not_exchange(q, b, c);
        break;
    case LO_VERB_INVEST:
        why_not_invest(q);
        break;
    default: /* buy, pair */
        if (!why_not_taken(q, b)) {
            why_not_taken(q, c);
        }
        break;
    }
}

static void why_not_act(const struct asked *q)
{
    int verb = MQ_ACTION_A(q->action);
    int box = mq__lo_box_of(q->t, q->st, verb);
    int price;

    if (box < 0) {
        mq_note_set(q->out, "LO-A2", "liftoff.why.no-box", "wt",
                    q->t->specialist[mq__lo_card(q->st)].id,
                    mq__lo_verb_words[verb]);
        return;
    }
    if (!mq__lo_box_open(q->t, q->st, box)) {
        bool other = q->st->act_box != box + 1;

        mq_note_set(q->out, other ? "LO-A7" : "LO-A4",
                    other ? "liftoff.why.box-left" : "liftoff.why.box-done",
                    "");
        return;
    }
    price = mq__lo_box_price(q->t, q->st, box);
    if (verb == LO_VERB_LAB && player(q)->lab == LO_LEVELS) {
        why_not_box(q);
    } else if (price > player(q)->money) {
        mq_note_set(q->out, "LO-A5", "liftoff.why.money", "ii", price,
                    player(q)->money);
    } else {
        why_not_box(q);
    }
}

/* The other steps. */

static void why_not_card(const struct asked *q)
{
    int kind = MQ_ACTION_KIND(q->action);
    int a = MQ_ACTION_A(q->action);
    bool objective = kind == LO_KEEP_OBJECTIVE || kind == LO_PASS_OBJECTIVE ||
                     kind == LO_SELL_OBJECTIVE;
    const char *rule = kind == LO_KEEP_OBJECTIVE   ? "LO-D1"
                       : kind == LO_PASS_OBJECTIVE ? "LO-D2"
                       : kind == LO_SELL_OBJECTIVE ? "LO-P5"
                       : kind == LO_KEEP           ? "LO-D5"
                       : kind == LO_PASS           ? "LO-D6"
                                                   : "LO-A1";

    mq_note_set(q->out, rule, "liftoff.why.not-held", "w",
                objective ? q->t->objective[a].id : q->t->specialist[a].id);
}

static void why_not_deck(const struct asked *q)
{
    int level = MQ_ACTION_A(q->action) - 1;
    const struct lo_player *p = player(q);

    if (level >= 2 * q->st->phase) {
        mq_note_set(q->out, "LO-M2", "liftoff.why.deck-phase", "i", level + 1);
    } else if (p->own[level] >= LO_OF_LEVEL) {
        mq_note_set(q->out, "LO-M9", "liftoff.why.seven", "ii", LO_OF_LEVEL,
                    level + 1);
    } else if ((q->t->level_mask[level] & ~mq__lo_full(q->t, p)) == 0) {
        mq_note_set(q->out, "LO-M15", "liftoff.why.all-kinds", "i", level + 1);
    } else {
        mq_note_set(q->out, "LO-M13", "liftoff.why.nothing-to-keep", "i",
                    level + 1);
    }
}

static void why_not_take(const struct asked *q)
{
    int kind = MQ_ACTION_A(q->action);
    const struct lo_mission *m = &q->t->mission[kind];

    if (q->st->drawn[kind] == 0) {
        mq_note_set(q->out, "LO-M3", "liftoff.why.not-drawn", "w", m->id);
    } else {
        mq_note_set(q->out, m->most == 2 ? "LO-M8" : "LO-M7",
                    "liftoff.why.owned", "wi", m->id, m->most);
    }
}

/* The first pending effect decides what may be chosen. */
static void why_not_effect(const struct asked *q)
{
    int kind = MQ_ACTION_A(q->action);
    int b = MQ_ACTION_B(q->action);
    int c = MQ_ACTION_C(q->action);
    int first = q->st->loaded[0];
    bool tech = MQ_ACTION_KIND(q->action) == LO_CHOOSE_TECH;

    if (kind != first) {
        mq_note_set(q->out, "LO-L15", "liftoff.why.effect-order", "w",
                    q->t->mission[first].id);
    } else if (tech != (q->t->mission[first].effect == LO_EFFECT_TECH_ANY)) {
        mq_note_set(q->out, tech ? "LO-E10" : "LO-E3",
                    "liftoff.why.effect-other", "w", q->t->mission[first].id);
    } else if (tech) {
        why_not_taken(q, b);
    } else {
        why_not_exchange(q, b, c);
    }
}

static void why_not_done(const struct asked *q)
{
    if (q->st->step == LO_STEP_ACT) {
        mq_note_set(q->out, "LO-A8", "liftoff.why.act-first", "");
    } else if (q->st->step == LO_STEP_TAKE) {
        mq_note_set(q->out, "LO-M4", "liftoff.why.keep-first", "");
    } else {
        mq_note_set(q->out, "LO-E17", "liftoff.why.must-choose", "");
    }
}

/* Which actions a step has at all; `done` has a rule where it is refused. */
static bool belongs(int step, int kind)
{
    switch (step) {
    case LO_STEP_OBJECTIVE_KEEP:
        return kind == LO_KEEP_OBJECTIVE;
    case LO_STEP_OBJECTIVE_PASS:
        return kind == LO_PASS_OBJECTIVE;
    case LO_STEP_DIRECTION:
        return kind == LO_DIRECTION;
    case LO_STEP_KEEP:
        return kind == LO_KEEP;
    case LO_STEP_PASS:
        return kind == LO_PASS;
    case LO_STEP_PLAY:
        return kind == LO_PLAY;
    case LO_STEP_ACT:
        return kind == LO_ACT || kind == LO_MONEY || kind == LO_DONE;
    case LO_STEP_DECK:
        return kind == LO_DECK;
    case LO_STEP_TAKE:
        return kind == LO_TAKE || kind == LO_DONE;
    case LO_STEP_LAUNCH:
        return kind == LO_LAUNCH;
    case LO_STEP_PREPARE:
        return kind == LO_BOOST || kind == LO_LOAD || kind == LO_GO;
    case LO_STEP_EFFECT:
        return kind == LO_CHOOSE_TECH || kind == LO_CHOOSE_EXCHANGE ||
               kind == LO_DONE;
    default:
        return kind == LO_SELL_OBJECTIVE;
    }
}

/* What doesn't belong to the step at all. */
static void why_not_step(const struct asked *q)
{
    if (MQ_ACTION_KIND(q->action) == LO_DIRECTION && q->st->players == 2) {
        mq_note_set(q->out, "LO-D7", "liftoff.why.two-players", "");
    } else {
        mq_note_set(q->out, NULL, "liftoff.why.step", "w",
                    mq__lo_step_words[q->st->step]);
    }
}

static void why_illegal(const struct asked *q)
{
    int kind = MQ_ACTION_KIND(q->action);

    if (no_such(q)) {
        return;
    }
    if (!belongs(q->st->step, kind)) {
        why_not_step(q);
    } else if (kind == LO_ACT) {
        why_not_act(q);
    } else if (kind == LO_CHOOSE_TECH || kind == LO_CHOOSE_EXCHANGE) {
        why_not_effect(q);
    } else if (kind == LO_DECK) {
        why_not_deck(q);
    } else if (kind == LO_TAKE) {
        why_not_take(q);
    } else if (kind == LO_LAUNCH) {
        why_not_launch(q);
    } else if (kind == LO_BOOST) {
        why_not_boost(q);
    } else if (kind == LO_LOAD) {
        why_not_load(q);
    } else if (kind == LO_MONEY) {
        mq_note_set(q->out, "LO-A3", "liftoff.why.money-late", "");
    } else if (kind == LO_GO) {
        mq_note_set(q->out, "LO-L9", "liftoff.why.empty", "");
    } else if (kind == LO_DONE) {
        why_not_done(q);
    } else {
        why_not_card(q);
    }
}

/* Whose turn it is. */

/* Somebody else launches: what keeps this seat from it is worth saying too. */
static bool launch_refused(const struct asked *q)
{
    if (q->st->step < LO_STEP_LAUNCH || q->st->step > LO_STEP_EFFECT ||
        MQ_ACTION_KIND(q->action) != LO_LAUNCH ||
        mq__lo_any_launch(q->t, q->st, player(q)) ||
        !mq__lo_has_text(q->g, q->seat, q->action)) {
        return false;
    }
    why_not_launch(q);
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
                    mq__lo_step_words[q->st->step]);
        return MQ_NOT_YOUR_TURN;
    }
    if (q->seat < 0 || q->seat >= q->st->players) {
        mq_note_set(q->out, NULL, "liftoff.why.no-such", "");
        return MQ_NOT_YOUR_TURN;
    }
    if ((actors >> q->seat & 1) != 0) {
        return MQ_OK;
    }
    if (!mq__lo_has_turn(q->st)) {
        mq_note_set(q->out, "LO-D8", "liftoff.why.committed", "");
    } else if (!launch_refused(q)) {
        mq_note_set(q->out, rules[q->st->step], "liftoff.why.turn", "p",
                    q->st->turn);
    }
    return MQ_NOT_YOUR_TURN;
}

enum mq_status mq__lo_why_not(const struct mq_game *g, const void *state,
                              int seat, mq_action action, struct mq_note *out)
{
    struct mq_note local;
    uint32_t actors;
    enum mq_turn turn = mq__lo_turn(g, state, &actors);
    struct asked q = {g,    lo_tables(g), state,
                      seat, action,       out != NULL ? out : &local};
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
