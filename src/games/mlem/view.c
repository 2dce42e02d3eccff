/* What a seat may know. Only the variant `secret` hides anything: missions. */
#include "games/mlem/rules.h"

#include <assert.h>
#include <string.h>

/* The first slot of another seat's hand that stays hidden: all of them while
 * the match runs; then only the returned one (ML-M3). */
static int first_hidden(const struct ml_state *st)
{
    return st->step == ML_STEP_OVER ? ML_KEPT : 0;
}

void mq__ml_redact(const struct mq_game *g, void *state, int seat)
{
    struct ml_state *st = state;

    (void)g;
    for (int other = 0; other < st->players; other++) {
        if (other == seat) {
            continue;
        }
        for (int i = first_hidden(st); i < ML_DEALT; i++) {
            uint8_t *mission = &st->mission[other][i];

            if (*mission != 0 && *mission != MQ_UNKNOWN) {
                st->mission_box[*mission - 1]++;
                *mission = MQ_UNKNOWN;
            }
        }
    }
}

static uint8_t draw(struct ml_state *st, int kinds, struct mq_rng *rng)
{
    uint32_t count = 0;
    int kind = 0;

    for (int i = 0; i < kinds; i++) {
        count += st->mission_box[i];
    }
    uint32_t skip = mq_rng_below(rng, count);

    assert(count > 0); /* what is hidden is in the box */
    while (skip >= st->mission_box[kind]) {
        skip -= st->mission_box[kind++];
    }
    st->mission_box[kind]--;
    return (uint8_t)(kind + 1);
}

static void sort(uint8_t *mission, int n)
{
    for (int i = 1; i < n; i++) {
        for (int k = i; k > 0 && mission[k - 1] > mission[k]; k--) {
            uint8_t swap = mission[k];

            mission[k] = mission[k - 1];
            mission[k - 1] = swap;
        }
    }
}

/* A pending commit: one of the legal returns, all alike. */
static void choose_return(uint8_t mission[ML_DEALT], struct mq_rng *rng)
{
    int place[ML_DEALT] = {0};
    uint32_t n = 1;

    sort(mission, ML_DEALT);
    for (int i = 1; i < ML_DEALT; i++) {
        if (mission[i] != mission[i - 1]) {
            place[n++] = i;
        }
    }
    int i = place[mq_rng_below(rng, n)];
    uint8_t returned = mission[i];

    memmove(&mission[i], &mission[i + 1], (size_t)(ML_KEPT - i));
    mission[ML_KEPT] = returned;
}

void mq__ml_resample(const struct mq_game *g, void *state, int seat,
                     struct mq_rng *rng)
{
    struct ml_state *st = state;
    int kinds = ml_tables(g)->missions;

    (void)seat;
    for (int other = 0; other < st->players; other++) {
        uint8_t *mission = st->mission[other];
        bool committed = (st->returned >> other & 1) != 0;

        if (mission[ML_KEPT] != MQ_UNKNOWN) {
            continue;
        }
        for (int i = 0; i < ML_DEALT; i++) {
            if (mission[i] == MQ_UNKNOWN) {
                mission[i] = draw(st, kinds, rng);
            }
        }
        if (st->step == ML_STEP_RETURN && committed) {
            choose_return(mission, rng);
        } else {
            sort(mission, committed ? ML_KEPT : ML_DEALT);
        }
    }
}

void mq__ml_reopen(const struct mq_game *g, void *state, int seat)
{
    struct ml_state *st = state;

    (void)g;
    if (st->step == ML_STEP_RETURN) {
        st->returned &= (uint8_t)(seat >= 0 ? 1u << seat : 0);
    }
}

bool mq__ml_seen(const struct mq_game *g, const void *before,
                 struct mq_event event, int seat, struct mq_event *out)
{
    (void)g;
    (void)before;
    *out = event;
    if (MQ_ACTION_KIND(event.action) == ML_DO_MISSIONS &&
        ML_MISSION_SEAT(event.action) != seat) {
        for (int i = 0; i < ML_DEALT; i++) {
            out->action |= (mq_action)ML_MISSION_UNKNOWN << (11 + 5 * i);
        }
    } else if (MQ_ACTION_KIND(event.action) == ML_DO_RETURN &&
               event.seat != seat) {
        out->action = MQ_ACTION(ML_DO_RETURN, MQ_UNKNOWN, 0, 0);
    }
    return true;
}

static bool one_token_kind(struct ml c)
{
    int kinds = 0;

    for (int i = 0; i < c.t->tokens; i++) {
        kinds += c.st->token_pile[i] > 0;
    }
    return kinds == 1;
}

/* Whether an action ends the match, so that missions open. */
static bool opens_missions(const struct mq_game *g, const struct ml_state *st,
                           struct mq_event event)
{
    struct ml_state after = *st;

    if ((st->variants & ML_SECRET) == 0 ||
        MQ_ACTION_KIND(event.action) == ML_DO_RETURN) {
        return false;
    }
    mq__ml_apply(g, &after, event.seat, event.action);
    return after.step == ML_STEP_OVER;
}

uint32_t mq__ml_reveals(const struct mq_game *g, const void *before,
                        struct mq_event event)
{
    const struct ml_state *st = before;
    uint32_t all = ml_all_seats(st);

    switch (MQ_ACTION_KIND(event.action)) {
    case ML_DO_START:
    case ML_DO_ROLL:
        return all;
    case ML_DO_EXPLORE:
        return (st->find_pile & (st->find_pile - 1)) != 0 ? all : 0;
    case ML_DO_EXPEDITION:
        return one_token_kind(ml_of(g, st)) ? 0 : all;
    case ML_DO_MISSIONS: /* the last four too: nobody knows the others */
        return 1u << ML_MISSION_SEAT(event.action);
    default:
        return opens_missions(g, st, event) ? all : 0;
    }
}
