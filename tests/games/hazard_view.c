/* Hazard: what a seat knows (redact, resample, seen, reveals). */
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
