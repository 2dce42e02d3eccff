/* The invariants of a true or redacted state. The first that doesn't hold is
 * reported with the place in the position's JSON.
 */
#include "games/liftoff/rules.h"

#include <stdio.h>

struct check {
    const struct lo_tables *t;
    const struct lo_state *st;
    struct mq_error *error;
    enum mq_status status;
};

/* Notes what is wrong: `where` is a place in the position. Always false. */
static bool bad(struct check *c, const char *where, const char *id)
{
    if (c->status == MQ_OK) {
        c->status = mq_fail(c->error, MQ_POSITION, id, "t", where);
    }
    return false;
}

static bool bad_at(struct check *c, int seat, const char *what, const char *id)
{
    char where[MQ_ARG_TEXT_SIZE];

    snprintf(where, sizeof(where), "players.P%d.%s", (seat + 1) % 10, what);
    return bad(c, where, id);
}

static bool commits(const struct lo_state *st)
{
    return st->step == LO_STEP_OBJECTIVE_KEEP ||
           st->step == LO_STEP_OBJECTIVE_PASS || st->step == LO_STEP_KEEP ||
           st->step == LO_STEP_PASS;
}

static bool setting_up(const struct lo_state *st)
{
    return st->step <= LO_STEP_OBJECTIVE_PASS;
}

/* Head. */

static bool check_numbers(struct check *c)
{
    const struct lo_state *st = c->st;

    if (st->players < 2 || st->players > LO_MAX_PLAYERS) {
        return bad(c, "players", "liftoff.check.range");
    }
    if (st->step >= LO_STEPS || st->edition > LO_DE ||
        st->drawn_option > LO_KEEPABLE || st->direction > LO_RIGHT ||
        st->start >= st->players || st->turn >= st->players || st->pad != 0) {
        return bad(c, "step", "liftoff.check.range");
    }
    if (!mq__lo_has_turn(st) && st->turn != 0) {
        return bad(c, "turn", "liftoff.check.turn");
    }
    return true;
}

/* Which rounds a step can be in (LO-R2, LO-R3, LO-P1). */
static bool round_fits(const struct lo_state *st)
{
    switch (st->step) {
    case LO_STEP_START:
    case LO_STEP_OBJECTIVES:
    case LO_STEP_OBJECTIVE_KEEP:
    case LO_STEP_OBJECTIVE_PASS:
        return st->round == 0;
    case LO_STEP_DEAL:
        return st->round != 1 && st->round <= LO_ROUNDS;
    case LO_STEP_SELL:
        return st->round == LO_HALF;
    case LO_STEP_OVER:
        return st->round == LO_ROUNDS;
    default:
        return st->round >= 1 && st->round <= LO_ROUNDS;
    }
}

static bool check_head(struct check *c)
{
    const struct lo_state *st = c->st;
    int phase = st->round > LO_HALF || st->step == LO_STEP_SELL ? 2 : 1;

    if (!check_numbers(c)) {
        return false;
    }
    if (!round_fits(st)) {
        return bad(c, "round", "liftoff.check.round");
    }
    if (st->phase != phase) {
        return bad(c, "phase", "liftoff.check.phase");
    }
    if (st->step == LO_STEP_DIRECTION &&
        (st->players == 2 || st->turn != st->start)) {
        return bad(c, "step", "liftoff.check.direction");
    }
    if (st->players == 2 && st->direction != LO_LEFT) {
        return bad(c, "direction", "liftoff.check.direction");
    }
    if (st->round == 0 && st->direction != LO_LEFT) {
        return bad(c, "direction", "liftoff.check.direction");
    }
    return true;
}

/* Covered spaces exist; of equal prices the first is covered first. */
static bool check_station(struct check *c)
{
    unsigned covered = c->st->station;

    if (covered >> c->t->spaces != 0) {
        return bad(c, "station.covered", "liftoff.check.station");
    }
    for (int i = 0; i + 1 < c->t->spaces; i++) {
        if (c->t->space[i] == c->t->space[i + 1] && !(covered >> i & 1) &&
            (covered >> (i + 1) & 1)) {
            return bad(c, "station.covered", "liftoff.check.station");
        }
    }
    return true;
}

/* Players. */

static bool is_zero(const void *bytes, size_t size)
{
    const uint8_t *b = bytes;

    for (size_t i = 0; i < size; i++) {
        if (b[i] != 0) {
            return false;
        }
    }
    return true;
}

static bool check_board(struct check *c, int seat)
{
    const struct lo_player *p = &c->st->player[seat];
    const struct lo_tables *t = c->t;
    int final[4] = {0};
    int sum = 0;

    if (p->money < 0 || p->money > LO_MAX_MONEY || p->lab < 1 ||
        p->lab > LO_LEVELS || p->capacity > t->capacity.high ||
        p->propulsion > t->propulsion.high || p->income < t->income.low ||
        p->income > t->income.high || p->invested > LO_MAX_INVESTED ||
        p->sent > LO_MAX_SENT || p->lab_symbol > 1 || p->lab_boost > 1 ||
        !is_zero(p->zero, sizeof(p->zero))) {
        return bad_at(c, seat, "money", "liftoff.check.range");
    }
    for (int i = 0; i < LO_COLOURS; i++) {
        if (p->tech[i] > LO_MAX_TECH) {
            return bad_at(c, seat, "tech", "liftoff.check.range");
        }
    }
    if (c->st->step == LO_STEP_OVER) {
        mq__lo_final(t, c->st, p, final);
        sum = final[0] + final[1] + final[2] + final[3];
    }
    for (int i = 0; i < LO_SOURCES; i++) {
        if (p->points[i] < 0 || p->points[i] > LO_MAX_POINTS) {
            return bad_at(c, seat, "points", "liftoff.check.range");
        }
        sum += p->points[i];
    }
    if (p->score < sum || p->score > LO_MAX_SCORE) {
        return bad_at(c, seat, "score", "liftoff.check.score");
    }
    if (c->st->step == LO_STEP_START && p->score != 0) {
        return bad_at(c, seat, "score", "liftoff.check.setup");
    }
    return true;
}

/* Sorted, existing cards; known by a seat of the match that isn't the owner. */
static bool cards_fit(const struct check *c, const struct lo_cards *cards,
                      int kinds, int owner)
{
    for (int i = 0; i < LO_HAND; i++) {
        int card = cards->card[i];
        int known = cards->known[i];

        if (i >= cards->size) {
            if (card != 0 || known != 0) {
                return false;
            }
            continue;
        }
        if ((card >= kinds && card != MQ_UNKNOWN) ||
            (card == MQ_UNKNOWN && known != 0) || known > c->st->players ||
            known == owner + 1) {
            return false;
        }
        if (i > 0 &&
            (cards->card[i - 1] > card ||
             (cards->card[i - 1] == card && cards->known[i - 1] > known))) {
            return false;
        }
    }
    return cards->size <= LO_HAND;
}

static bool check_commit(struct check *c, int seat)
{
    const struct lo_player *p = &c->st->player[seat];
    const struct lo_cards *cards =
        c->st->step < LO_STEP_DEAL ? &p->objective : &p->hand;

    if (p->commit == 0) {
        return true;
    }
    if (!commits(c->st) || (p->commit != MQ_UNKNOWN &&
                            mq__lo_cards_find(cards, p->commit - 1) < 0)) {
        return bad_at(c, seat, "commit", "liftoff.check.commit");
    }
    return true;
}

static bool check_cards(struct check *c, int seat)
{
    const struct lo_player *p = &c->st->player[seat];

    if (!cards_fit(c, &p->hand, c->t->specialists, seat)) {
        return bad_at(c, seat, "hand", "liftoff.check.cards");
    }
    if (!cards_fit(c, &p->objective, c->t->objectives, seat)) {
        return bad_at(c, seat, "objectives", "liftoff.check.cards");
    }
    for (int i = 0; i < LO_HAND; i++) {
        if (i >= p->sold_size ? p->sold[i] != 0
                              : (p->sold[i] >= c->t->objectives &&
                                 p->sold[i] != MQ_UNKNOWN) ||
                                    (i > 0 && p->sold[i - 1] > p->sold[i])) {
            return bad_at(c, seat, "sold", "liftoff.check.cards");
        }
    }
    if (p->objective.size + p->sold_size > LO_HAND ||
        (p->sold_size > 0 && c->st->phase == 1)) {
        return bad_at(c, seat, "sold", "liftoff.check.sold");
    }
    return check_commit(c, seat);
}

static bool check_missions(struct check *c, int seat)
{
    const struct lo_player *p = &c->st->player[seat];
    int own[LO_LEVELS] = {0};
    int in_space[LO_LEVELS] = {0};

    for (int i = 0; i < LO_MAX_MISSIONS; i++) {
        int earth = lo_on_earth(p, i);
        int space = lo_in_space(p, i);

        if ((earth == 1 && (p->earth[0] >> i & 1) == 0) ||
            (space == 1 && (p->space[0] >> i & 1) == 0) ||
            (i >= c->t->missions && earth + space > 0)) {
            return bad_at(c, seat, "earth", "liftoff.check.cards");
        }
        if (earth + space == 0) {
            continue;
        }
        if (earth + space > c->t->mission[i].most) {
            return bad_at(c, seat, "earth", "liftoff.check.twice");
        }
        own[c->t->mission[i].level] += earth + space;
        in_space[c->t->mission[i].level] += space;
    }
    for (int level = 0; level < LO_LEVELS; level++) {
        if (own[level] > LO_OF_LEVEL || own[level] != p->own[level] ||
            in_space[level] != p->in_space[level]) {
            return bad_at(c, seat, "earth", "liftoff.check.seven");
        }
        if (own[level] > 0 && level >= 2 * c->st->phase) {
            return bad_at(c, seat, "earth", "liftoff.check.phase-2");
        }
    }
    return true;
}

static bool check_round(struct check *c, int seat)
{
    const struct lo_state *st = c->st;
    const struct lo_player *p = &st->player[seat];
    bool launching = st->step >= LO_STEP_LAUNCH && st->step <= LO_STEP_EFFECT;
    bool playing = st->step >= LO_STEP_PLAY && st->step <= LO_STEP_EFFECT;

    for (int i = 0; i < LO_PLAYS; i++) {
        if (p->used[i] > 1 || (i >= p->plays && (p->played[i] || p->used[i])) ||
            (i < p->plays && p->played[i] >= c->t->specialists)) {
            return bad_at(c, seat, "played", "liftoff.check.played");
        }
    }
    if (p->plays > (playing ? LO_PLAYS : 0)) {
        return bad_at(c, seat, "played", "liftoff.check.played");
    }
    if (!launching && (p->used[0] || p->used[1] || p->sent || p->launches ||
                       p->lab_symbol || p->lab_boost)) {
        return bad_at(c, seat, "launches", "liftoff.check.launched");
    }
    if (p->plays == 2 && p->played[0] == p->played[1] && p->used[1] &&
        !p->used[0]) {
        return bad_at(c, seat, "played", "liftoff.check.first-used");
    }
    if (p->launches > LO_LAUNCHES || p->sent < p->launches ||
        (st->edition == LO_EN && p->sent > LO_LAUNCHES)) {
        return bad_at(c, seat, "sent", "liftoff.check.launched");
    }
    return true;
}

static bool check_players(struct check *c)
{
    for (int i = 0; i < LO_MAX_PLAYERS; i++) {
        if (i >= c->st->players) {
            if (!is_zero(&c->st->player[i], sizeof(c->st->player[i]))) {
                return bad_at(c, i, "score", "liftoff.check.range");
            }
        } else if (!check_board(c, i) || !check_cards(c, i) ||
                   !check_missions(c, i) || !check_round(c, i)) {
            return false;
        }
    }
    return true;
}

/* Cards are neither made nor lost. */

static bool check_objectives(struct check *c)
{
    uint32_t seen = 0;

    for (int i = 0; i < c->st->players; i++) {
        const struct lo_player *p = &c->st->player[i];

        for (int k = 0; k < p->objective.size + p->sold_size; k++) {
            int card = k < p->objective.size ? p->objective.card[k]
                                             : p->sold[k - p->objective.size];

            if (card == MQ_UNKNOWN) {
                continue;
            }
            if (seen >> card & 1) {
                return bad_at(c, i, "objectives", "liftoff.check.copies");
            }
            seen |= lo_bit(card);
        }
    }
    return true;
}

/* Deals fill hands to three; two cards a hand are played each round. So the
 * next deal takes what hands lack then, each later one two a player. */
static int cards_needed(const struct lo_state *st)
{
    int last = st->phase == 1 ? LO_HALF : LO_ROUNDS;
    int lack = 0;
    int deals = last - st->round; /* yet to begin */

    for (int i = 0; i < st->players; i++) {
        lack += LO_HAND - st->player[i].hand.size;
    }
    if (st->step == LO_STEP_SELL) {
        return 0; /* the deck is made anew first */
    }
    if (st->round == 0) {
        return lack + LO_PLAYS * st->players * (LO_HALF - 1);
    }
    if (st->step == LO_STEP_DEAL) {
        return lack + LO_PLAYS * st->players * deals;
    }
    if (deals <= 0) {
        return 0;
    }
    for (int i = 0; i < st->players && st->step <= LO_STEP_ACT; i++) {
        lack += LO_PLAYS - st->player[i].plays;
    }
    return lack + LO_PLAYS * st->players * (deals - 1);
}

static bool check_specialists(struct check *c)
{
    int count[LO_MAX_SPECIALISTS] = {0};
    int hidden = 0;
    int deck = 0;

    for (int i = 0; i < c->st->players; i++) {
        const struct lo_player *p = &c->st->player[i];

        for (int k = 0; k < p->hand.size; k++) {
            if (p->hand.card[k] == MQ_UNKNOWN) {
                hidden++;
            } else {
                count[p->hand.card[k]]++;
            }
        }
        for (int k = 0; k < p->plays; k++) {
            count[p->played[k]]++;
        }
    }
    for (int i = 0; i < LO_MAX_SPECIALISTS; i++) {
        int copies = i < c->t->specialists
                         ? c->t->specialist[i].copies[c->st->players]
                         : 0;

        deck += c->st->specialist_deck[i];
        count[i] += c->st->specialist_deck[i] + c->st->specialist_discard[i];
        if (count[i] != copies) {
            return bad(c, "specialists", "liftoff.check.copies");
        }
    }
    if (deck - hidden != c->st->specialist_size) {
        return bad(c, "specialists.deck", "liftoff.check.sizes");
    }
    if (c->st->specialist_size < cards_needed(c->st)) {
        return bad(c, "specialists.deck", "liftoff.check.deal");
    }
    return true;
}

static bool check_mission_cards(struct check *c)
{
    const struct lo_state *st = c->st;
    int deck[LO_LEVELS] = {0};
    int discard[LO_LEVELS] = {0};
    int drawn = st->drawn_hidden;

    for (int i = 0; i < LO_MAX_MISSIONS; i++) {
        int count = st->mission_deck[i] + st->mission_discard[i] + st->drawn[i];
        int copies =
            i < c->t->missions ? c->t->mission[i].copies[st->players] : 0;

        for (int k = 0; k < st->players; k++) {
            count +=
                lo_on_earth(&st->player[k], i) + lo_in_space(&st->player[k], i);
        }
        if (count != copies) {
            return bad(c, "decks", "liftoff.check.copies");
        }
        if (i < c->t->missions) {
            deck[c->t->mission[i].level] += st->mission_deck[i];
            discard[c->t->mission[i].level] += st->mission_discard[i];
        }
        drawn += st->drawn[i];
    }
    for (int level = 0; level < LO_LEVELS; level++) {
        int hidden = st->deck == level + 1 ? st->drawn_hidden : 0;

        if (st->deck_size[level] != deck[level] - hidden ||
            st->discard_size[level] != discard[level]) {
            return bad(c, "decks", "liftoff.check.sizes");
        }
    }
    return drawn == st->drawn_size || bad(c, "mission", "liftoff.check.sizes");
}

/* Steps. */

/* From the starting player on, hands (or objectives) are filled seat by seat:
 * three before the one in turn. */
static bool dealt_in_order(const struct lo_state *st, bool objectives)
{
    int seat = st->start;

    for (; seat != st->turn; seat = lo_left(st, seat)) {
        const struct lo_player *p = &st->player[seat];

        if ((objectives ? p->objective.size : p->hand.size) != LO_HAND) {
            return false;
        }
    }
    return (objectives ? st->player[seat].objective.size
                       : st->player[seat].hand.size) < LO_HAND;
}

static bool check_setup(struct check *c)
{
    const struct lo_state *st = c->st;

    for (int i = 0; i < st->players && setting_up(st); i++) {
        if (st->player[i].hand.size > 0) {
            return bad_at(c, i, "hand", "liftoff.check.setup");
        }
        if (st->step == LO_STEP_START && st->player[i].objective.size > 0) {
            return bad_at(c, i, "objectives", "liftoff.check.setup");
        }
    }
    if (st->step == LO_STEP_OBJECTIVES) {
        for (int i = st->turn, first = 1; first || i != st->start;
             i = lo_left(st, i), first = 0) {
            if (st->player[i].objective.size > 0) {
                return bad_at(c, i, "objectives", "liftoff.check.dealt");
            }
        }
        return dealt_in_order(st, true) ||
               bad(c, "turn", "liftoff.check.dealt");
    }
    if (st->step == LO_STEP_DEAL && !dealt_in_order(st, false)) {
        return bad(c, "turn", "liftoff.check.dealt");
    }
    return true;
}

static bool check_draft(struct check *c)
{
    const struct lo_state *st = c->st;
    bool objectives = setting_up(st);

    for (int i = 0; i < st->players; i++) {
        const struct lo_player *p = &st->player[i];

        if ((objectives ? p->objective.size : p->hand.size) != LO_HAND) {
            return bad_at(c, i, objectives ? "objectives" : "hand",
                          "liftoff.check.three");
        }
    }
    if (commits(st) && mq__lo_all_committed(st)) {
        return bad(c, "players.P1.commit", "liftoff.check.all-committed");
    }
    return true;
}

/* Cards are played in order: those before the player in turn have played one
 * more; everyone has cards enough for what is still to play. */
static bool check_play(struct check *c)
{
    const struct lo_state *st = c->st;
    bool right = st->edition == LO_EN && st->direction == LO_RIGHT;
    int plays = st->player[st->turn].plays - (st->step == LO_STEP_ACT);
    int seat = st->start;
    bool before = true;

    if (plays < 0 || plays >= LO_PLAYS) {
        return bad(c, "turn", "liftoff.check.plays");
    }
    for (int i = 0; i < st->players; i++) {
        const struct lo_player *p = &st->player[seat];
        bool acting = st->step == LO_STEP_ACT && seat == st->turn;

        before = before && seat != st->turn;
        if (p->plays != plays + (before || acting)) {
            return bad_at(c, seat, "played", "liftoff.check.plays");
        }
        if (p->hand.size < LO_PLAYS - p->plays) {
            return bad_at(c, seat, "hand", "liftoff.check.hand");
        }
        seat = right ? lo_right(st, seat) : lo_left(st, seat);
    }
    return true;
}

/* Steps done fit the boxes, and something is left to do besides `done`. */
static bool check_act(struct check *c)
{
    const struct lo_state *st = c->st;
    mq_action some[4 * LO_COLOURS * LO_COLOURS];
    const struct lo_specialist *card;
    int begun = 0;

    if (!check_play(c)) {
        return false;
    }
    card = &c->t->specialist[mq__lo_card(st)];
    for (int i = 0; i < 2; i++) {
        int most = i < card->boxes ? c->t->box[card->box[i]].steps : 0;

        if (st->act_steps[i] > most) {
            return bad(c, "act.steps", "liftoff.check.act");
        }
        begun += st->act_steps[i] > 0;
    }
    if (st->act_box > card->boxes || (st->act_box > 0) != (begun > 0) ||
        (st->act_box > 0 && st->act_steps[st->act_box - 1] == 0)) {
        return bad(c, "act.box", "liftoff.check.act");
    }
    return begun == 0 || mq__lo_list_acts(c->t, st, some) > 0 ||
           bad(c, "act", "liftoff.check.nothing");
}

/* What is known of the drawn cards, and whether the pool can fill the rest as
 * the step says. */
static bool drawn_fit(const struct lo_tables *t, const struct lo_state *st)
{
    const struct lo_player *p = &st->player[st->turn];
    uint32_t open = t->level_mask[st->deck - 1] & ~mq__lo_full(t, p);
    int draws = LO_DRAWS + mq__lo_mission_banners(t, p);
    int keepable = 0; /* drawn and known */
    int pool[2] = {0};

    for (int i = 0; i < t->missions; i++) {
        int level = t->mission[i].level;

        if (level != st->deck - 1) {
            if (st->drawn[i] > 0) {
                return false;
            }
            continue;
        }
        keepable += open >> i & 1 ? st->drawn[i] : 0;
        pool[open >> i & 1] += st->mission_deck[i];
    }
    if (st->step == LO_STEP_DRAW) {
        return st->drawn_size < draws ||
               (keepable == 0 && pool[0] >= st->drawn_hidden);
    }
    if (keepable == 0 && (st->drawn_hidden == 0 || pool[1] == 0)) {
        return false;
    }
    if (mq__lo_forced(t, st)) {
        return keepable <= 1 &&
               pool[0] >= st->drawn_hidden - (keepable == 0 ? 1 : 0);
    }
    return st->drawn_size + st->kept_size == draws ||
           st->deck_size[st->deck - 1] + st->discard_size[st->deck - 1] == 0;
}

/* LO-M13: drawn, in the deck or on its discard pile. */
static bool any_keepable(const struct lo_tables *t, const struct lo_state *st)
{
    uint32_t open =
        t->level_mask[st->deck - 1] & ~mq__lo_full(t, &st->player[st->turn]);

    for (int i = 0; i < t->missions; i++) {
        if ((open >> i & 1) != 0 &&
            st->drawn[i] + st->mission_deck[i] + st->mission_discard[i] > 0) {
            return true;
        }
    }
    return false;
}

static bool check_drawing(struct check *c)
{
    const struct lo_state *st = c->st;
    const struct lo_player *p = &st->player[st->turn];

    if (st->deck < 1 || st->deck > 2 * st->phase) {
        return bad(c, "mission.deck", "liftoff.check.deck");
    }
    for (int i = 0; i < LO_HAND; i++) {
        bool kept = i < st->kept_size;

        if (kept ? st->kept[i] >= c->t->missions ||
                       c->t->mission[st->kept[i]].level != st->deck - 1 ||
                       lo_on_earth(p, st->kept[i]) == 0 ||
                       (i > 0 && st->kept[i - 1] > st->kept[i])
                 : st->kept[i] != 0) {
            return bad(c, "mission.kept", "liftoff.check.kept");
        }
    }
    if (st->step == LO_STEP_DRAW &&
        (st->kept_size > 0 || st->deck_size[st->deck - 1] == 0 ||
         !any_keepable(c->t, st))) {
        return bad(c, "mission", "liftoff.check.draw");
    }
    if (mq__lo_to_keep(c->t, st) <= 0 || !drawn_fit(c->t, st)) {
        return bad(c, "mission", "liftoff.check.drawn");
    }
    return true;
}

/* The symbol and the boosts of the launch under way are marked as used. */
static bool check_symbol(struct check *c)
{
    const struct lo_state *st = c->st;
    const struct lo_player *p = &st->player[st->turn];
    int card = st->symbol - 2;
    bool found = st->symbol == 1 && p->lab_symbol;

    for (int i = 0; i < p->plays && card >= 0; i++) {
        found = found || (p->played[i] == card && p->used[i]);
    }
    if (!found ||
        (card >= 0 && (card >= c->t->specialists ||
                       c->t->specialist[card].banner != LO_BANNER_LAUNCH))) {
        return bad(c, "launch.symbol", "liftoff.check.symbol");
    }
    for (int i = 0; i < LO_PLAYS; i++) {
        if ((st->boosts >> i & 1) != 0 &&
            (i >= p->plays || !p->used[i] ||
             c->t->specialist[p->played[i]].boost == 0)) {
            return bad(c, "launch.boosts", "liftoff.check.boost");
        }
    }
    if (st->boosts >> LO_PLAYS != 0 &&
        (st->boosts >> LO_PLAYS != 1 || st->edition != LO_DE || !p->lab_boost ||
         p->lab != LO_LEVELS)) {
        return bad(c, "launch.boosts", "liftoff.check.boost");
    }
    return true;
}

/* Loaded one after the other, each was legal (LO-L6 to LO-L8). */
static bool check_prepare(struct check *c)
{
    const struct lo_state *st = c->st;
    const struct lo_player *p = &st->player[st->turn];
    struct lo_state step = *st;
    mq_action some[MQ_MAX_LEGAL];

    if (!check_symbol(c)) {
        return false;
    }
    if (!mq__lo_may_launch(st, p) ||
        mq__lo_price(c->t, p, st->symbol == 1) > p->money) {
        return bad(c, "launch", "liftoff.check.launch");
    }
    step.loaded_size = 0;
    for (int i = 0; i < st->loaded_size; i++) {
        if (st->loaded[i] >= c->t->missions ||
            (mq__lo_loadable(c->t, &step) >> st->loaded[i] & 1) == 0) {
            return bad_at(c, st->turn, "loaded", "liftoff.check.loaded");
        }
        step.loaded_size++;
    }
    while (step.loaded_size == 0 && mq__lo_loadable(c->t, &step) == 0) {
        if (mq__lo_list_prepare(c->t, &step, some) == 0) {
            return bad(c, "launch", "liftoff.check.stuck");
        }
        mq__lo_boost(&step, MQ_ACTION_A(some[0]));
    }
    return true;
}

static bool check_effect(struct check *c)
{
    const struct lo_state *st = c->st;
    mq_action some[LO_COLOURS * LO_COLOURS + 1];
    uint32_t left[2] = {st->player[st->turn].space[0],
                        st->player[st->turn].space[1]};

    for (int i = 0; i < st->loaded_size; i++) {
        int kind = st->loaded[i];

        if (kind >= c->t->missions || (left[0] >> kind & 1) == 0) {
            return bad(c, "effect.pending", "liftoff.check.pending");
        }
        lo_mask_take(left, kind);
    }
    if (st->loaded_size == 0 || mq__lo_list_effects(c->t, st, some) == 0) {
        return bad(c, "effect.pending", "liftoff.check.nothing");
    }
    if (st->exchanges > 0 &&
        c->t->mission[st->loaded[0]].effect != LO_EFFECT_EXCHANGE) {
        return bad(c, "effect.exchanges", "liftoff.check.pending");
    }
    return true;
}

static bool check_step(struct check *c)
{
    const struct lo_state *st = c->st;
    const struct lo_player *p = &st->player[st->turn];

    switch (st->step) {
    case LO_STEP_OBJECTIVE_KEEP:
    case LO_STEP_OBJECTIVE_PASS:
    case LO_STEP_DIRECTION:
    case LO_STEP_KEEP:
    case LO_STEP_PASS:
        return check_draft(c);
    case LO_STEP_PLAY:
        return check_play(c);
    case LO_STEP_ACT:
        return check_act(c);
    case LO_STEP_DECK:
        return mq__lo_any_deck(c->t, st, p) ||
               bad(c, "step", "liftoff.check.nothing");
    case LO_STEP_DRAW:
    case LO_STEP_TAKE:
        return check_drawing(c);
    case LO_STEP_LAUNCH:
        return mq__lo_any_launch(c->t, st, p) ||
               bad(c, "step", "liftoff.check.nothing");
    case LO_STEP_PREPARE:
        return check_prepare(c);
    case LO_STEP_EFFECT:
        return check_effect(c);
    case LO_STEP_SELL:
        return p->objective.size > 0 || bad(c, "step", "liftoff.check.nothing");
    default:
        return true;
    }
}

/* What means nothing in this step is 0. */
static bool check_zeros(struct check *c)
{
    const struct lo_state *st = c->st;
    bool act = st->step == LO_STEP_ACT;
    bool drawing = st->step == LO_STEP_DRAW || st->step == LO_STEP_TAKE;
    bool prepare = st->step == LO_STEP_PREPARE;
    bool effect = st->step == LO_STEP_EFFECT;

    if (!act && (st->act_steps[0] || st->act_steps[1] || st->act_box)) {
        return bad(c, "act", "liftoff.check.other-step");
    }
    if (!drawing && (st->deck || st->drawn_size || st->drawn_hidden ||
                     st->kept_size || !is_zero(st->kept, sizeof(st->kept)))) {
        return bad(c, "mission", "liftoff.check.other-step");
    }
    if (!prepare && (st->symbol || st->boosts)) {
        return bad(c, "launch", "liftoff.check.other-step");
    }
    if ((!effect && st->exchanges) ||
        (!prepare && !effect && st->loaded_size)) {
        return bad(c, "effect", "liftoff.check.other-step");
    }
    if (st->loaded_size > LO_MAX_LOAD ||
        !is_zero(st->loaded + st->loaded_size,
                 (size_t)(LO_MAX_LOAD - st->loaded_size))) {
        return bad(c, "effect", "liftoff.check.other-step");
    }
    return true;
}

enum mq_status mq__lo_check(const struct mq_game *g, const void *state,
                            struct mq_error *error)
{
    struct check c = {lo_tables(g), state, error, MQ_OK};

    if (check_head(&c) && check_station(&c) && check_players(&c) &&
        check_zeros(&c) && check_objectives(&c) && check_mission_cards(&c) &&
        check_setup(&c) && check_step(&c)) {
        check_specialists(&c);
    }
    return c.status;
}
