/* What happened, in sentences for the log. */
#include "games/liftoff/notes.h"

struct story {
    struct lo_notes notes;
    const struct mq_game *g;
    const struct lo_state *before, *after;
    struct mq_event event;
    int a, b, c; /* of the action */
};

static struct mq_note *note(struct story *y)
{
    return lo_note(&y->notes);
}

static const char *specialist(const struct story *y, int card)
{
    return card == LO_LAB ? "lab" : y->notes.t->specialist[card].id;
}

static const char *mission(const struct story *y, int kind)
{
    return y->notes.t->mission[kind].id;
}

static const struct lo_player *was(const struct story *y, int seat)
{
    return &y->before->player[seat];
}

static const struct lo_player *is(const struct story *y, int seat)
{
    return &y->after->player[seat];
}

/* What followed. */

static void tell_final(struct story *y)
{
    uint32_t winners = mq__lo_winners(y->g, y->after);

    for (int i = 0; i < y->after->players; i++) {
        int final[4];

        mq__lo_final(y->notes.t, y->after, is(y, i), final);
        mq_note_set(note(y), "LO-Z1", "liftoff.did.final", "piiiii", i,
                    final[0], final[1], final[2], final[3], is(y, i)->score);
    }
    for (; winners != 0; winners &= winners - 1) {
        mq_note_set(note(y), "LO-Z7", "liftoff.did.wins", "p",
                    __builtin_ctz(winners));
    }
}

/* The end of a round and what comes with it. */
static void tell_round(struct story *y)
{
    const struct lo_state *b = y->before;
    const struct lo_state *a = y->after;
    bool sold = b->step == LO_STEP_SELL;
    bool over = a->step == LO_STEP_OVER && b->step != LO_STEP_OVER;

    if (b->round == 0 && a->round == 1) {
        mq_note_set(note(y), "LO-R1", "liftoff.did.round-1", "p", a->start);
        return;
    }
    if (a->round == b->round && a->phase == b->phase && !over) {
        return;
    }
    if (!sold) {
        mq_note_set(note(y), "LO-R6", "liftoff.did.round-over", "ip", b->round,
                    a->start);
    }
    if (a->phase != b->phase) {
        mq_note_set(note(y), "LO-P1", "liftoff.did.phase-2", "");
    }
    if (sold || (a->phase != b->phase && a->round != b->round)) {
        mq_note_set(note(y), "LO-P7", "liftoff.did.reshuffled", "");
    }
    if (a->round != b->round) {
        mq_note_set(note(y), "LO-R4", "liftoff.did.income", "i", a->round);
    }
    if (over) {
        tell_final(y);
    }
}

static int known_copies(const struct lo_cards *cards, int card, int known)
{
    int n = 0;

    for (int i = 0; i < cards->size; i++) {
        n += cards->card[i] == card && cards->known[i] == known;
    }
    return n;
}

/* What a seat got from its neighbour, where the view shows it. */
static void tell_got(struct story *y, int seat, int from, bool objective)
{
    const struct lo_cards *had =
        objective ? &was(y, seat)->objective : &was(y, seat)->hand;
    const struct lo_cards *has =
        objective ? &is(y, seat)->objective : &is(y, seat)->hand;
    const char *word[LO_HAND] = {NULL};
    int n = 0;

    for (int i = 0; i < has->size; i++) {
        int card = has->card[i];
        int more;

        if (card == MQ_UNKNOWN || has->known[i] != from + 1 ||
            (i > 0 && has->card[i - 1] == card &&
             has->known[i - 1] == from + 1)) {
            continue;
        }
        more = known_copies(has, card, from + 1) -
               known_copies(had, card, from + 1);
        for (int k = 0; k < more && n < LO_HAND; k++) {
            word[n++] = objective ? y->notes.t->objective[card].id
                                  : specialist(y, card);
        }
    }
    if (n == 1) {
        mq_note_set(note(y), "LO-D8", "liftoff.did.got-one", "ppw", seat, from,
                    word[0]);
    } else if (n == 2) {
        mq_note_set(note(y), "LO-D8", "liftoff.did.got-two", "ppww", seat, from,
                    word[0], word[1]);
    }
}

static void tell_passed(struct story *y, bool objective)
{
    const struct lo_state *st = y->after;
    bool left = objective || st->direction == LO_LEFT;

    mq_note_set(note(y), "LO-D8",
                left ? "liftoff.did.passed-left" : "liftoff.did.passed-right",
                "");
    for (int seat = 0; seat < st->players; seat++) {
        tell_got(y, seat, left ? lo_right(st, seat) : lo_left(st, seat),
                 objective);
    }
}

/* The pile of a level became its deck. */
static void tell_reshuffle(struct story *y)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        if (y->before->discard_size[level] > 0 &&
            y->after->discard_size[level] == 0) {
            mq_note_set(note(y), "LO-M11", "liftoff.did.level-reshuffled", "i",
                        level + 1);
        }
    }
}

/* The money of effects that have happened: those still to come are the last
 * of the list. */
static void tell_fares(struct story *y)
{
    bool asked = y->after->step == LO_STEP_EFFECT;
    int n = y->before->loaded_size - (asked ? y->after->loaded_size : 0);

    for (int i = 0; i < n; i++) {
        const struct lo_mission *m = &y->notes.t->mission[y->before->loaded[i]];

        if (m->effect == LO_EFFECT_MONEY) {
            mq_note_set(note(y), "LO-E6", "liftoff.did.money-free", "pi",
                        y->event.seat, m->amount);
        }
    }
}

/* Effects of missions, as what changed for their player. */
static void tell_changes(struct story *y, bool tech)
{
    int seat = y->event.seat;
    const struct lo_player *b = was(y, seat);
    const struct lo_player *a = is(y, seat);

    tell_fares(y);
    if (a->income != b->income) {
        mq_note_set(note(y), "LO-E2", "liftoff.did.income-track", "pi", seat,
                    a->income);
    }
    if (a->lab != b->lab) {
        mq_note_set(note(y), "LO-E9", "liftoff.did.lab-free", "pi", seat,
                    a->lab);
    }
    if (a->capacity != b->capacity) {
        mq_note_set(note(y), "LO-E8", "liftoff.did.capacity-free", "pii", seat,
                    lo_weight(y->notes.t, a), lo_cost(y->notes.t, a));
    }
    if (a->propulsion != b->propulsion) {
        mq_note_set(note(y), "LO-E7", "liftoff.did.propulsion-free", "pi", seat,
                    lo_cost(y->notes.t, a));
    }
    for (int c = 0; c < LO_COLOURS && tech; c++) {
        if (a->tech[c] > b->tech[c]) {
            mq_note_set(note(y), "LO-E4", "liftoff.did.tech-free", "pw", seat,
                        mq__lo_colour_words[c]);
        }
    }
}

/* Chance. */

static void tell_start(struct story *y)
{
    mq_note_set(note(y), "LO-S3", "liftoff.did.start", "p", y->a);
}

static void tell_objectives(struct story *y)
{
    int seat = MQ_ACTION_KIND(y->event.action) - LO_OBJECTIVES;

    if (y->a == MQ_UNKNOWN) {
        mq_note_set(note(y), "LO-S7", "liftoff.did.objectives", "p", seat);
        return;
    }
    mq_note_set(note(y), "LO-S7", "liftoff.did.objectives-open", "pwww", seat,
                y->notes.t->objective[y->a].id, y->notes.t->objective[y->b].id,
                y->notes.t->objective[y->c].id);
}

static void tell_deal(struct story *y)
{
    if (y->b == MQ_UNKNOWN) {
        mq_note_set(note(y), "LO-R4", "liftoff.did.deal", "p", y->a);
    } else {
        mq_note_set(note(y), "LO-R4", "liftoff.did.deal-open", "pw", y->a,
                    specialist(y, y->b));
    }
    tell_round(y);
}

static void tell_draw(struct story *y)
{
    if (y->b == MQ_UNKNOWN) {
        mq_note_set(note(y), "LO-M3", "liftoff.did.draw", "pi", y->before->turn,
                    y->a);
    } else {
        mq_note_set(note(y), "LO-M3", "liftoff.did.draw-open", "pw",
                    y->before->turn, mission(y, y->b));
    }
    tell_reshuffle(y);
}

/* Drafts. */

static void tell_pick(struct story *y)
{
    int kind = MQ_ACTION_KIND(y->event.action);
    bool objective = kind == LO_KEEP_OBJECTIVE || kind == LO_PASS_OBJECTIVE;
    bool keep = kind == LO_KEEP_OBJECTIVE || kind == LO_KEEP;

    if (y->a == MQ_UNKNOWN) {
        mq_note_set(note(y), "LO-H6", "liftoff.did.chosen", "p", y->event.seat);
    } else {
        mq_note_set(
            note(y), keep ? "LO-D5" : "LO-D6",
            keep ? "liftoff.did.keep" : "liftoff.did.pass", "pw", y->event.seat,
            objective ? y->notes.t->objective[y->a].id : specialist(y, y->a));
    }
    if (y->after->step != y->before->step) {
        tell_passed(y, objective);
    }
}

static void tell_direction(struct story *y)
{
    mq_note_set(note(y), "LO-D4",
                y->a == LO_LEFT ? "liftoff.did.left" : "liftoff.did.right", "p",
                y->event.seat);
}

/* Specialists. */

static void tell_play(struct story *y)
{
    int banner = y->notes.t->specialist[y->a].banner;
    int seat = y->event.seat;

    mq_note_set(note(y), "LO-A1", "liftoff.did.play", "pw", seat,
                specialist(y, y->a));
    if (banner == LO_BANNER_3_MONEY) {
        mq_note_set(note(y), "LO-B1", "liftoff.did.banner-money", "pi", seat,
                    is(y, seat)->money - was(y, seat)->money);
    } else if (banner == LO_BANNER_5_POINTS) {
        mq_note_set(note(y), "LO-B2", "liftoff.did.banner-points", "pi", seat,
                    is(y, seat)->score - was(y, seat)->score);
    }
}

/* Money of the box alone: income may follow within the same event. */
static int box_price(const struct story *y)
{
    int box = mq__lo_box_of(y->notes.t, y->before, y->a);

    return mq__lo_box_price(y->notes.t, y->before, box);
}

static const struct lo_box_row *box_row(const struct story *y)
{
    const struct lo_tables *t = y->notes.t;
    int card = mq__lo_card(y->before);

    return &t->box[t->specialist[card].box[mq__lo_box_of(t, y->before, y->a)]];
}

static void tell_score(struct story *y)
{
    for (int i = 0; i < y->after->players; i++) {
        int points = is(y, i)->points[LO_FROM_SPECIALISTS] -
                     was(y, i)->points[LO_FROM_SPECIALISTS];

        mq_note_set(note(y), "LO-A12", "liftoff.did.score", "pi", i, points);
    }
}

static void tell_invest(struct story *y)
{
    static const char *const ids[LO_BONUSES] = {
        [LO_BONUS_GREEN] = "liftoff.did.invest-green",
        [LO_BONUS_INCOME] = "liftoff.did.invest-income",
        [LO_BONUS_NONE] = "liftoff.did.invest-none",
    };
    int seat = y->event.seat;

    mq_note_set(note(y), "LO-I3", ids[y->b], "pii", seat, box_price(y),
                is(y, seat)->points[LO_FROM_STATION] -
                    was(y, seat)->points[LO_FROM_STATION]);
}

static void tell_upgrade(struct story *y)
{
    int seat = y->event.seat;

    if (y->a == LO_VERB_LAB) {
        mq_note_set(note(y), "LO-U4", "liftoff.did.lab", "pii", seat,
                    was(y, seat)->lab + 1, box_price(y));
    } else {
        bool capacity = y->a == LO_VERB_CAPACITY;

        mq_note_set(note(y), capacity ? "LO-U1" : "LO-U2",
                    capacity ? "liftoff.did.capacity"
                             : "liftoff.did.propulsion",
                    "piii", seat, box_price(y),
                    lo_weight(y->notes.t, was(y, seat)) + (capacity ? 1 : 0),
                    lo_cost(y->notes.t, was(y, seat)) + (capacity ? 1 : -1));
    }
}

static void tell_trade(struct story *y)
{
    int seat = y->event.seat;
    const char *b = mq__lo_colour_words[y->b];
    const char *c = mq__lo_colour_words[y->c];

    switch (y->a) {
    case LO_VERB_BUY:
        mq_note_set(note(y), "LO-A15", "liftoff.did.buy", "pwi", seat, b,
                    box_price(y));
        break;
    case LO_VERB_PAIR:
        mq_note_set(note(y), "LO-A17", "liftoff.did.pair", "pwwi", seat, b, c,
                    box_price(y));
        break;
    case LO_VERB_GREEN:
        mq_note_set(note(y), "LO-A18", "liftoff.did.buy", "pwi", seat, "green",
                    box_price(y));
        break;
    case LO_VERB_SELL:
        mq_note_set(note(y), "LO-A20", "liftoff.did.sell", "pwi", seat, b,
                    box_row(y)->money);
        break;
    default:
        mq_note_set(note(y), "LO-A21", "liftoff.did.exchange", "pww", seat, b,
                    c);
        break;
    }
}

static void tell_act(struct story *y)
{
    switch (y->a) {
    case LO_VERB_GRANT:
        mq_note_set(note(y), "LO-A11", "liftoff.did.grant", "pii",
                    y->event.seat, box_row(y)->money, box_row(y)->others_money);
        break;
    case LO_VERB_SCORE:
        tell_score(y);
        break;
    case LO_VERB_INVEST:
        tell_invest(y);
        break;
    case LO_VERB_CAPACITY:
    case LO_VERB_PROPULSION:
    case LO_VERB_LAB:
        tell_upgrade(y);
        break;
    default:
        tell_trade(y);
        break;
    }
    tell_round(y);
}

static void tell_money(struct story *y)
{
    mq_note_set(note(y), "LO-A3", "liftoff.did.money", "p", y->event.seat);
    tell_round(y);
}

static void tell_done(struct story *y)
{
    static const struct {
        const char *rule, *id;
    } ends[LO_STEPS] = {
        [LO_STEP_ACT] = {"LO-A8", "liftoff.did.act-done"},
        [LO_STEP_TAKE] = {"LO-M4", "liftoff.did.take-done"},
        [LO_STEP_LAUNCH] = {"LO-L19", "liftoff.did.launch-done"},
        [LO_STEP_EFFECT] = {"LO-E17", "liftoff.did.effect-done"},
        [LO_STEP_SELL] = {"LO-P5", "liftoff.did.sell-done"},
    };

    mq_note_set(note(y), ends[y->before->step].rule, ends[y->before->step].id,
                "p", y->event.seat);
    if (y->before->step == LO_STEP_EFFECT) {
        tell_changes(y, true);
    }
    tell_round(y);
}

/* Missions. */

static void tell_deck(struct story *y)
{
    mq_note_set(note(y), "LO-M1", "liftoff.did.deck", "pi", y->event.seat,
                y->a);
    tell_reshuffle(y);
}

static void tell_take(struct story *y)
{
    mq_note_set(note(y), "LO-M5", "liftoff.did.take", "pw", y->event.seat,
                mission(y, y->a));
    tell_round(y);
}

/* Launches. */

static void tell_launch(struct story *y)
{
    mq_note_set(note(y), "LO-L2",
                y->a == LO_LAB ? "liftoff.did.launch-lab"
                               : "liftoff.did.launch",
                "pwii", y->event.seat, specialist(y, y->a),
                mq__lo_price(y->notes.t, is(y, y->event.seat), y->a == LO_LAB),
                mq__lo_capacity(y->notes.t, y->after));
}

static void tell_boost(struct story *y)
{
    mq_note_set(note(y), "LO-L5", "liftoff.did.boost", "pwi", y->event.seat,
                specialist(y, y->a), mq__lo_capacity(y->notes.t, y->after));
}

static void tell_load(struct story *y)
{
    mq_note_set(note(y), "LO-L6", "liftoff.did.load", "pwii", y->event.seat,
                mission(y, y->a), mq__lo_loaded_weight(y->notes.t, y->after),
                mq__lo_capacity(y->notes.t, y->after));
}

static void tell_go(struct story *y)
{
    const struct lo_tables *t = y->notes.t;
    const struct lo_state *st = y->before;
    int seat = y->event.seat;
    const struct lo_player *p = was(y, seat);

    mq_note_set(note(y), "LO-L13", "liftoff.did.go", "pii", seat,
                mq__lo_price(t, p, st->symbol == 1),
                mq__lo_launch_points(t, st, p));
    for (int i = 0; i < st->loaded_size; i++) {
        const struct lo_mission *m = &t->mission[st->loaded[i]];

        mq_note_set(note(y), "LO-L12", "liftoff.did.space", "wi", m->id,
                    m->points);
    }
    tell_changes(y, true);
    tell_round(y);
}

static void tell_effect(struct story *y)
{
    int seat = y->event.seat;

    if (MQ_ACTION_KIND(y->event.action) == LO_CHOOSE_TECH) {
        mq_note_set(note(y), "LO-E3", "liftoff.did.effect-tech", "pww", seat,
                    mission(y, y->a), mq__lo_colour_words[y->b]);
    } else {
        mq_note_set(note(y), "LO-E10", "liftoff.did.exchange", "pww", seat,
                    mq__lo_colour_words[y->b], mq__lo_colour_words[y->c]);
    }
    tell_changes(y, false);
    tell_round(y);
}

static void tell_sell(struct story *y)
{
    if (y->a == MQ_UNKNOWN) {
        mq_note_set(note(y), "LO-P5", "liftoff.did.sell-objective", "p",
                    y->event.seat);
    } else {
        mq_note_set(note(y), "LO-P5", "liftoff.did.sell-objective-open", "pw",
                    y->event.seat, y->notes.t->objective[y->a].id);
    }
    tell_round(y);
}

static void (*const tellers[LO_KINDS])(struct story *) = {
    [LO_START] = tell_start,
    [LO_DEAL] = tell_deal,
    [LO_DRAW] = tell_draw,
    [LO_KEEP_OBJECTIVE] = tell_pick,
    [LO_PASS_OBJECTIVE] = tell_pick,
    [LO_DIRECTION] = tell_direction,
    [LO_KEEP] = tell_pick,
    [LO_PASS] = tell_pick,
    [LO_PLAY] = tell_play,
    [LO_ACT] = tell_act,
    [LO_MONEY] = tell_money,
    [LO_DONE] = tell_done,
    [LO_DECK] = tell_deck,
    [LO_TAKE] = tell_take,
    [LO_LAUNCH] = tell_launch,
    [LO_BOOST] = tell_boost,
    [LO_LOAD] = tell_load,
    [LO_GO] = tell_go,
    [LO_CHOOSE_TECH] = tell_effect,
    [LO_CHOOSE_EXCHANGE] = tell_effect,
    [LO_SELL_OBJECTIVE] = tell_sell,
    [LO_OBJECTIVES] = tell_objectives,
    [LO_OBJECTIVES + 1] = tell_objectives,
    [LO_OBJECTIVES + 2] = tell_objectives,
    [LO_OBJECTIVES + 3] = tell_objectives,
};

int mq__lo_describe(const struct mq_game *g, const void *before,
                    struct mq_event event, const void *after,
                    struct mq_note *out)
{
    struct story y = {
        .notes = {lo_tables(g), out, 0},
        .g = g,
        .before = before,
        .after = after,
        .event = event,
        .a = MQ_ACTION_A(event.action),
        .b = MQ_ACTION_B(event.action),
        .c = MQ_ACTION_C(event.action),
    };

    tellers[MQ_ACTION_KIND(event.action)](&y);
    return y.notes.n;
}
