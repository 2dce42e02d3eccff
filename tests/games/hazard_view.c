/* Hazard: what a seat knows (redact, resample, seen, reveals), and the
 * invariants of a position. */
#include "hazard.h"

#include <string.h>

static void hide_hand(struct hz_state *st, int holder, int seat)
{
    for (int k = 0; k < HZ_KINDS; k++) {
        int known = seat < 0 ? 0 : st->know[seat][holder][k];
        int hidden = st->hand[holder][k] - known;

        st->hand[holder][k] = known;
        st->hidden[holder] += hidden;
        st->unseen[k] += hidden;
    }
}

static void hide_card(struct hz_state *st, int *card)
{
    if (*card != HZ_NONE && *card != MQ_UNKNOWN) {
        st->unseen[*card]++;
        *card = MQ_UNKNOWN;
    }
}

/* Others' steps towards a commit don't show, only that it is made. */
static void hide_commit(struct hz_state *st, int holder)
{
    struct hz_commit *commit = &st->commit[holder];

    if (st->step != HZ_COMMIT) {
        return;
    }
    if (commit->stage == HZ_SEALED) {
        commit->bid = MQ_UNKNOWN;
        commit->give = hz_hand_size(st, holder) > 0 ? MQ_UNKNOWN : HZ_NONE;
        return;
    }
    commit->stage = hz_first_stage(st, holder);
    commit->give = HZ_NONE;
    commit->bid = HZ_NONE;
}

void hz_redact(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;

    (void)g;
    hide_card(st, &st->box);
    for (int i = 0; i < st->under_count; i++) {
        if (st->under[i].by != seat) {
            hide_card(st, &st->under[i].card);
        }
    }
    for (int other = 0; other < st->players; other++) {
        if (other != seat) {
            hide_hand(st, other, seat);
            hide_commit(st, other);
            memset(st->know[other], 0, sizeof st->know[other]);
        }
    }
}

/* Takes one card of the unplaced ones, all alike. */
static int draw_unplaced(struct hz_state *st, struct mq_rng *rng)
{
    int total = 0;
    int left;

    for (int k = 0; k < HZ_KINDS; k++) {
        total += st->unseen[k];
    }
    left = (int)mq_rng_below(rng, (uint32_t)total);
    for (int k = 0; k < HZ_KINDS; k++) {
        left -= st->unseen[k];
        if (left < 0) {
            st->unseen[k]--;
            return k;
        }
    }
    return 0;
}

static void guess_commit(struct hz_state *st, int holder, struct mq_rng *rng)
{
    struct hz_commit *commit = &st->commit[holder];
    int held[HZ_KINDS];
    int n = 0;

    if (commit->bid == MQ_UNKNOWN) {
        commit->bid = (int)mq_rng_below(rng, HZ_BIDS);
    }
    if (commit->give != MQ_UNKNOWN) {
        return;
    }
    for (int k = 0; k < HZ_KINDS; k++) {
        if (st->hand[holder][k] > 0) {
            held[n++] = k;
        }
    }
    commit->give = held[mq_rng_below(rng, (uint32_t)n)];
}

void hz_resample(const struct mq_game *g, void *state, int seat,
                 struct mq_rng *rng)
{
    struct hz_state *st = state;

    (void)g;
    (void)seat;
    if (st->box == MQ_UNKNOWN) {
        st->box = draw_unplaced(st, rng);
    }
    for (int i = 0; i < st->under_count; i++) {
        if (st->under[i].card == MQ_UNKNOWN) {
            st->under[i].card = draw_unplaced(st, rng);
        }
    }
    for (int other = 0; other < st->players; other++) {
        while (st->hidden[other] > 0) {
            st->hand[other][draw_unplaced(st, rng)]++;
            st->hidden[other]--;
        }
    }
    for (int other = 0; other < st->players; other++) {
        guess_commit(st, other, rng);
    }
}

void hz_reopen(const struct mq_game *g, void *state, int seat)
{
    struct hz_state *st = state;

    (void)g;
    for (int other = 0; other < st->players && st->step == HZ_COMMIT; other++) {
        if (other != seat) {
            st->commit[other].stage = hz_first_stage(st, other);
            st->commit[other].give = HZ_NONE;
            st->commit[other].bid = HZ_NONE;
        }
    }
}

static int unseen_total(const struct hz_state *st)
{
    int total = 0;

    for (int k = 0; k < HZ_KINDS; k++) {
        total += st->unseen[k];
    }
    return total;
}

static bool see_chance(const struct hz_state *st, int seat, mq_action *action)
{
    int a = MQ_ACTION_A(*action);
    bool under = unseen_total(st) == 0;

    switch (MQ_ACTION_KIND(*action)) {
    case HZ_C_BOX:
        *action = MQ_ACTION(HZ_C_BOX, MQ_UNKNOWN, 0, 0);
        break;
    case HZ_C_DEAL:
        if (a != seat) {
            *action = MQ_ACTION(HZ_C_DEAL, a, MQ_UNKNOWN, MQ_UNKNOWN);
        }
        break;
    case HZ_C_DRAW:
        if (a != seat && !(under && st->under[0].by == seat)) {
            *action = MQ_ACTION(HZ_C_DRAW, a, MQ_UNKNOWN, 0);
        }
        break;
    default:
        break;
    }
    return true;
}

bool hz_seen(const struct mq_game *g, const void *before, struct mq_event event,
             int seat, struct mq_event *out)
{
    (void)g;
    *out = event;
    if (event.seat == MQ_CHANCE_SEAT) {
        return see_chance(before, seat, &out->action);
    }
    if (event.seat == seat) {
        return true;
    }
    switch (MQ_ACTION_KIND(event.action)) {
    case HZ_A_GIVE:
    case HZ_A_BID:
        return false;
    case HZ_A_TUCK:
        out->action = MQ_ACTION(HZ_A_TUCK, MQ_UNKNOWN, 0, 0);
        return true;
    default:
        return true;
    }
}

/* Whether more than one arrangement is possible to the seat. */
static bool in_doubt(const struct hz_state *before, int seat)
{
    struct hz_state view;
    int kinds = 0;

    memcpy(&view, before, sizeof view);
    hz_redact(NULL, &view, seat);
    for (int k = 0; k < HZ_KINDS; k++) {
        kinds += view.unseen[k] > 0 ? 1 : 0;
    }
    return kinds > 1;
}

static uint32_t revealed_by_chance(const struct hz_state *before,
                                   mq_action outcome)
{
    uint32_t everyone = (1u << before->players) - 1;
    int a = MQ_ACTION_A(outcome);

    switch (MQ_ACTION_KIND(outcome)) {
    case HZ_C_DEAL:
        return in_doubt(before, a) ? 1u << a : 0;
    case HZ_C_DRAW:
        if (unseen_total(before) == 0 && before->under[0].by == a) {
            return 0;
        }
        return in_doubt(before, a) ? 1u << a : 0;
    case HZ_C_ROLL:
        return everyone;
    default:
        return 0;
    }
}

/* The last seal opens the bids and brings cards. */
static bool last_seal(const struct hz_state *before, int seat)
{
    for (int other = 0; other < before->players; other++) {
        if (other != seat && before->commit[other].stage != HZ_SEALED) {
            return false;
        }
    }
    return true;
}

uint32_t hz_reveals(const struct mq_game *g, const void *before,
                    struct mq_event event)
{
    const struct hz_state *st = before;
    uint32_t others = 0;

    (void)g;
    if (event.seat == MQ_CHANCE_SEAT) {
        return revealed_by_chance(st, event.action);
    }
    if (MQ_ACTION_KIND(event.action) == HZ_A_SEAL) {
        return last_seal(st, event.seat) ? (1u << st->players) - 1 : 0;
    }
    if (MQ_ACTION_KIND(event.action) != HZ_A_PLAY) {
        return 0;
    }
    for (int other = 0; other < st->players; other++) {
        int card = MQ_ACTION_A(event.action);

        if (other != event.seat && st->know[other][event.seat][card] == 0) {
            others |= 1u << other;
        }
    }
    /* Who could have worked it out counts too: the player can't know that,
     * and must not find it out by what can be taken back. */
    return others;
}

/* Cards of one kind that have a place other than the unseen ones; -1 if one
 * of the numbers is impossible. */
static int placed(const struct hz_state *st, int kind)
{
    int n = st->box == kind ? 1 : 0;

    if (st->unseen[kind] < 0 || st->played[kind] < 0) {
        return -1;
    }
    for (int i = 0; i < st->under_count; i++) {
        n += st->under[i].card == kind ? 1 : 0;
    }
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        if (st->hand[seat][kind] < 0 ||
            (seat >= st->players && st->hand[seat][kind] != 0)) {
            return -1;
        }
        n += st->hand[seat][kind];
        for (int who = 0; who < HZ_PLAYERS; who++) {
            int known = st->know[who][seat][kind];

            if (known < 0 || known > st->hand[seat][kind] ||
                (who == seat && known != 0)) {
                return -1;
            }
        }
    }
    return n + st->played[kind];
}

static bool cards_fit(const struct hz_state *st)
{
    for (int k = 0; k < HZ_KINDS; k++) {
        int n = placed(st, k);

        if (n < 0 || n + st->unseen[k] != hz_copies[k]) {
            return false;
        }
    }
    for (int i = 0; i < HZ_CARDS; i++) {
        const struct hz_under *place = &st->under[i];
        bool card = place->card == MQ_UNKNOWN ||
                    (place->card >= 0 && place->card < HZ_KINDS);

        if (i < st->under_count
                ? !card || place->by < 0 || place->by >= st->players
                : place->card != 0 || place->by != 0) {
            return false;
        }
    }
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        if (st->hidden[seat] < 0 ||
            (seat >= st->players && st->hidden[seat] != 0)) {
            return false;
        }
    }
    return hz_deck(st) >= st->under_count;
}

static bool commit_fits(const struct hz_state *st, int seat)
{
    const struct hz_commit *c = &st->commit[seat];
    bool none = c->give == HZ_NONE && c->bid == HZ_NONE;
    bool given =
        c->give == MQ_UNKNOWN || c->give == HZ_NONE ||
        (c->give >= 0 && c->give < HZ_KINDS && st->hand[seat][c->give] > 0);
    bool with_card = (c->give != HZ_NONE) == (hz_hand_size(st, seat) > 0);
    bool bid = c->bid == MQ_UNKNOWN || (c->bid >= 0 && c->bid < HZ_BIDS);

    if (st->step != HZ_COMMIT || seat >= st->players) {
        return none && c->stage == HZ_TO_GIVE;
    }
    switch (c->stage) {
    case HZ_TO_GIVE:
        return none && hz_first_stage(st, seat) == HZ_TO_GIVE;
    case HZ_TO_BID:
        return given && with_card && c->bid == HZ_NONE && c->give != MQ_UNKNOWN;
    case HZ_TO_SEAL:
        return given && with_card && bid && c->bid != MQ_UNKNOWN &&
               c->give != MQ_UNKNOWN;
    case HZ_SEALED:
        return given && with_card && bid;
    default:
        return false;
    }
}

static bool seats_fit(const struct hz_state *st)
{
    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        bool open = st->step >= HZ_TURN && seat < st->players;
        bool bid = open ? st->bid[seat] >= 0 && st->bid[seat] < HZ_BIDS
                        : st->bid[seat] == HZ_NONE;
        bool gone = seat >= st->players &&
                    (st->points[seat] != 0 || st->luck[seat] != 0);

        if (!bid || gone || !commit_fits(st, seat)) {
            return false;
        }
    }
    return true;
}

static bool frame_fits(const struct hz_state *st)
{
    int turns = HZ_TURNS * st->players;
    bool playing = st->step >= HZ_TURN && st->step != HZ_OVER;

    if (st->players < 2 || st->players > HZ_PLAYERS || st->rounds < 1 ||
        st->rounds > 3 || st->dice < 0 || st->dice > 1 || st->step < 0 ||
        st->step > HZ_OVER || st->actor < 0 || st->actor >= st->players ||
        st->under_count < 0 || st->under_count > HZ_CARDS) {
        return false;
    }
    if ((st->box == HZ_NONE) != (st->step == HZ_BOX) ||
        (st->box != HZ_NONE && st->box != MQ_UNKNOWN &&
         (st->box < 0 || st->box >= HZ_KINDS))) {
        return false;
    }
    return st->round >= 0 &&
           (st->round < st->rounds) == (st->step != HZ_OVER) &&
           st->round <= st->rounds &&
           (playing ? st->turns > 0 && st->turns <= turns
                    : st->turns == (st->step == HZ_COMMIT ? turns : 0));
}

enum mq_status hz_check(const struct mq_game *g, const void *state,
                        struct mq_error *error)
{
    const struct hz_state *st = state;

    (void)g;
    if (!frame_fits(st)) {
        return mq_fail(error, MQ_POSITION, "hazard.check.frame", "");
    }
    if (!cards_fit(st)) {
        return mq_fail(error, MQ_POSITION, "hazard.check.cards", "");
    }
    if (!seats_fit(st)) {
        return mq_fail(error, MQ_POSITION, "hazard.check.seats", "");
    }
    for (int i = 0; i < HZ_NOTES; i++) {
        if (st->notes[i] != 0) {
            return mq_fail(error, MQ_POSITION, "hazard.check.notes", "");
        }
    }
    return MQ_OK;
}
