/* What happened, in sentences for the log. */
#include "games/liftoff/telling.h"

struct story {
    struct lo_notes notes;
    const struct mq_game *g;
    const struct lo_tables *t;
    struct lo before, after;
    struct mq_event event;
    int a, b, c; /* of the action */
};

static struct mq_note *note(struct story *y)
{
    return lo_note(&y->notes);
}

static const char *specialist(const struct story *y, int card)
{
    return card == LO_LAB ? "lab" : y->t->specialist[card].id;
}

static const char *mission(const struct story *y, int kind)
{
    return y->t->mission[kind].id;
}

static const struct lo_player *was(const struct story *y, int seat)
{
    return &y->before.st->player[seat];
}

static const struct lo_player *is(const struct story *y, int seat)
{
    return &y->after.st->player[seat];
}

/* What followed. */

static void tell_final(struct story *y)
{
    uint32_t winners = mq__lo_winners(y->g, y->after.st);

    for (int i = 0; i < y->after.st->players; i++) {
        int final[4];

        mq__lo_final(y->after, is(y, i), final);
        mq_note_set(note(y), "LO-Z1", "liftoff.did.final", "piiiii", i,
                    final[0], final[1], final[2], final[3], is(y, i)->score);
    }
    for (; winners != 0; winners &= winners - 1) {
        mq_note_set(note(y), "LO-Z7", "liftoff.did.wins", "p",
                    __builtin_ctz(winners));
    }
}

static bool launching(const struct lo_state *st)
{
    return st->step >= LO_STEP_LAUNCH && st->step <= LO_STEP_EFFECT;
}

/* The players as they came to their launches: what the event changed counts,
 * but not the end of the round that followed within it (LO-R5, LO-R4). */
static void set_launches(const struct story *y, struct lo_state *st)
{
    const struct lo_state *b = y->before.st;
    const struct lo_state *a = y->after.st;

    *st = *b;
    st->step = LO_STEP_LAUNCH;
    for (int i = 0; i < st->players; i++) {
        struct lo_player *p = &st->player[i];

        memcpy(p->earth, a->player[i].earth, sizeof(p->earth));
        memcpy(p->tech, a->player[i].tech, sizeof(p->tech));
        p->lab = a->player[i].lab;
        p->capacity = a->player[i].capacity;
        p->propulsion = a->player[i].propulsion;
        p->money = a->player[i].money;
        if (a->round != b->round) {
            p->money = (int16_t)(p->money - a->player[i].income);
        }
    }
}

/* Those whose turn to launch came in this event and went by: nothing of theirs
 * could fly (LO-R9). */
static void tell_passed_by(struct story *y)
{
    const struct lo_state *b = y->before.st;
    const struct lo_state *a = y->after.st;
    bool ended =
        a->round != b->round || a->phase != b->phase || a->step == LO_STEP_OVER;
    int from = launching(b) ? mq__lo_order(b, b->turn) + 1 : 0;
    int to = ended ? b->players : mq__lo_order(b, a->turn);
    /* What follows must have room: the end of the match says most. */
    int most = MQ_MAX_NOTES - (a->step == LO_STEP_OVER ? a->players + 2 : 4);
    struct lo_state st;

    if (b->round == 0 || b->step < LO_STEP_ACT || b->step > LO_STEP_EFFECT ||
        (!ended && !launching(a))) {
        return;
    }
    set_launches(y, &st);
    for (int i = from; i < to && y->notes.n < most; i++) {
        st.turn = (uint8_t)((b->start + i) % b->players);
        mq__lo_set_no_launch(lo_with(y->t, &st), st.turn, note(y));
    }
}

/* Launches that couldn't be, the end of a round and what comes with it. */
static void tell_round(struct story *y)
{
    const struct lo_state *b = y->before.st;
    const struct lo_state *a = y->after.st;
    bool sold = b->step == LO_STEP_SELL;
    bool over = a->step == LO_STEP_OVER && b->step != LO_STEP_OVER;

    tell_passed_by(y);
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
            word[n++] =
                objective ? y->t->objective[card].id : specialist(y, card);
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
    const struct lo_state *st = y->after.st;
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
        if (y->before.st->discard_size[level] > 0 &&
            y->after.st->discard_size[level] == 0) {
            mq_note_set(note(y), "LO-M11", "liftoff.did.level-reshuffled", "i",
                        level + 1);
        }
    }
}

/* The money of effects that have happened: those still to come are the last
 * of the list. */
static void tell_fares(struct story *y)
{
    bool asked = y->after.st->step == LO_STEP_EFFECT;
    int n = y->before.st->loaded_size - (asked ? y->after.st->loaded_size : 0);

    for (int i = 0; i < n; i++) {
        const struct lo_mission *m = &y->t->mission[y->before.st->loaded[i]];

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
                    lo_weight(y->t, a), lo_cost(y->t, a));
    }
    if (a->propulsion != b->propulsion) {
        mq_note_set(note(y), "LO-E7", "liftoff.did.propulsion-free", "pi", seat,
                    lo_cost(y->t, a));
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
                y->t->objective[y->a].id, y->t->objective[y->b].id,
                y->t->objective[y->c].id);
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
        mq_note_set(note(y), "LO-M3", "liftoff.did.draw", "pi",
                    y->before.st->turn, y->a);
    } else {
        mq_note_set(note(y), "LO-M3", "liftoff.did.draw-open", "pw",
                    y->before.st->turn, mission(y, y->b));
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
        mq_note_set(note(y), keep ? "LO-D5" : "LO-D6",
                    keep ? "liftoff.did.keep" : "liftoff.did.pass", "pw",
                    y->event.seat,
                    objective ? y->t->objective[y->a].id : specialist(y, y->a));
    }
    if (y->after.st->step != y->before.st->step) {
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
    int banner = y->t->specialist[y->a].banner;
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
    int box = mq__lo_box_of(y->before, y->a);

    return mq__lo_box_price(y->before, box);
}

/* The kind of the box that was used. */
static int box_kind(const struct story *y)
{
    const struct lo_specialist *card =
        &y->t->specialist[mq__lo_card(y->before.st)];

    return card->box[mq__lo_box_of(y->before, y->a)];
}

static const struct lo_box_row *box_row(const struct story *y)
{
    return &y->t->box[box_kind(y)];
}

static const char *box_rule(const struct story *y)
{
    return mq__lo_box_rule(box_kind(y));
}

static void tell_score(struct story *y)
{
    for (int i = 0; i < y->after.st->players; i++) {
        int points = is(y, i)->points[LO_FROM_SPECIALISTS] -
                     was(y, i)->points[LO_FROM_SPECIALISTS];

        mq_note_set(note(y), box_rule(y), "liftoff.did.score", "pi", i, points);
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
                    lo_weight(y->t, was(y, seat)) + (capacity ? 1 : 0),
                    lo_cost(y->t, was(y, seat)) + (capacity ? 1 : -1));
    }
}

static void tell_trade(struct story *y)
{
    int seat = y->event.seat;
    const char *b = mq__lo_colour_words[y->b];
    const char *c = mq__lo_colour_words[y->c];

    switch (y->a) {
    case LO_VERB_BUY:
        mq_note_set(note(y), box_rule(y), "liftoff.did.buy", "pwi", seat, b,
                    box_price(y));
        break;
    case LO_VERB_PAIR:
        mq_note_set(note(y), box_rule(y), "liftoff.did.pair", "pwwi", seat, b,
                    c, box_price(y));
        break;
    case LO_VERB_GREEN:
        mq_note_set(note(y), box_rule(y), "liftoff.did.buy", "pwi", seat,
                    "green", box_price(y));
        break;
    case LO_VERB_SELL:
        mq_note_set(note(y), box_rule(y), "liftoff.did.sell", "pwi", seat, b,
                    box_row(y)->money);
        break;
    default:
        mq_note_set(note(y), box_rule(y), "liftoff.did.exchange", "pww", seat,
                    b, c);
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

    mq_note_set(note(y), ends[y->before.st->step].rule,
                ends[y->before.st->step].id, "p", y->event.seat);
    if (y->before.st->step == LO_STEP_EFFECT) {
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
                mq__lo_price(y->t, is(y, y->event.seat), y->a == LO_LAB),
                mq__lo_capacity(y->after));
}

static void tell_boost(struct story *y)
{
    mq_note_set(note(y), "LO-L5", "liftoff.did.boost", "pwi", y->event.seat,
                specialist(y, y->a), mq__lo_capacity(y->after));
}

static void tell_load(struct story *y)
{
    mq_note_set(note(y), "LO-L6", "liftoff.did.load", "pwii", y->event.seat,
                mission(y, y->a), mq__lo_loaded_weight(y->after),
                mq__lo_capacity(y->after));
}

static void tell_go(struct story *y)
{
    const struct lo_tables *t = y->t;
    const struct lo_state *st = y->before.st;
    int seat = y->event.seat;
    const struct lo_player *p = was(y, seat);

    mq_note_set(note(y), "LO-L13", "liftoff.did.go", "pii", seat,
                mq__lo_price(t, p, st->symbol == 1),
                mq__lo_launch_points(y->before, p));
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
                    y->event.seat, y->t->objective[y->a].id);
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
        .notes = {out, 0},
        .g = g,
        .t = g->tables,
        .before = lo_of(g, before),
        .after = lo_of(g, after),
        .event = event,
        .a = MQ_ACTION_A(event.action),
        .b = MQ_ACTION_B(event.action),
        .c = MQ_ACTION_C(event.action),
    };

    tellers[MQ_ACTION_KIND(event.action)](&y);
    return y.notes.n;
}
