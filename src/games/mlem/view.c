/* What a seat may know. Only the variant `secret` hides anything: missions. */
#include "games/mlem/rules.h"

#include <string.h>

/* The first slot of another seat's hand that stays hidden: all of them while
 * the match runs; then only the returned one (ML-M3). */
static int first_hidden(const struct mlem_state *st)
{
    return st->step == MLEM_STEP_OVER ? MLEM_KEPT : 0;
}

void mq__mlem_redact(const struct mq_game *g, void *state, int seat)
{
    struct mlem_state *st = state;

    (void)g;
    for (int other = 0; other < st->players; other++) {
        if (other == seat) {
            continue;
        }
        for (int i = first_hidden(st); i < MLEM_DEALT; i++) {
            uint8_t *mission = &st->mission[other][i];

            if (*mission != 0 && *mission != MQ_UNKNOWN) {
                st->mission_box[*mission - 1]++;
                *mission = MQ_UNKNOWN;
            }
        }
    }
}

static uint8_t draw(struct mlem_state *st, int kinds, struct mq_rng *rng)
{
    uint32_t count = 0;
    int kind = 0;

    for (int i = 0; i < kinds; i++) {
        count += st->mission_box[i];
    }
    uint32_t skip = mq_rng_below(rng, count);

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
static void choose_return(uint8_t mission[MLEM_DEALT], struct mq_rng *rng)
{
    int place[MLEM_DEALT] = {0};
    uint32_t n = 1;

    sort(mission, MLEM_DEALT);
    for (int i = 1; i < MLEM_DEALT; i++) {
        if (mission[i] != mission[i - 1]) {
            place[n++] = i;
        }
    }
    int i = place[mq_rng_below(rng, n)];
    uint8_t returned = mission[i];

    memmove(&mission[i], &mission[i + 1], (size_t)(MLEM_KEPT - i));
    mission[MLEM_KEPT] = returned;
}

void mq__mlem_resample(const struct mq_game *g, void *state, int seat,
                       struct mq_rng *rng)
{
    struct mlem_state *st = state;
    int kinds = mlem_tables(g)->missions;

    (void)seat;
    for (int other = 0; other < st->players; other++) {
        uint8_t *mission = st->mission[other];
        bool committed = (st->returned >> other & 1) != 0;

        if (mission[MLEM_KEPT] != MQ_UNKNOWN) {
            continue;
        }
        for (int i = 0; i < MLEM_DEALT; i++) {
            if (mission[i] == MQ_UNKNOWN) {
                mission[i] = draw(st, kinds, rng);
            }
        }
        if (st->step == MLEM_STEP_RETURN && committed) {
            choose_return(mission, rng);
        } else {
            sort(mission, committed ? MLEM_KEPT : MLEM_DEALT);
        }
    }
}

void mq__mlem_reopen(const struct mq_game *g, void *state, int seat)
{
    struct mlem_state *st = state;

    (void)g;
    if (st->step == MLEM_STEP_RETURN) {
        st->returned &= (uint8_t)(seat >= 0 ? 1u << seat : 0);
    }
}

bool mq__mlem_seen(const struct mq_game *g, const void *before,
                   struct mq_event event, int seat, struct mq_event *out)
{
    (void)g;
    (void)before;
    *out = event;
    if (MQ_ACTION_KIND(event.action) == MLEM_DO_MISSIONS &&
        MLEM_MISSION_SEAT(event.action) != seat) {
        for (int i = 0; i < MLEM_DEALT; i++) {
            out->action |= (mq_action)MLEM_MISSION_UNKNOWN << (11 + 5 * i);
        }
    } else if (MQ_ACTION_KIND(event.action) == MLEM_DO_RETURN &&
               event.seat != seat) {
        out->action = MQ_ACTION(MLEM_DO_RETURN, MQ_UNKNOWN, 0, 0);
    }
    return true;
}

static bool one_token_kind(const struct mlem_tables *t,
                           const struct mlem_state *st)
{
    int kinds = 0;

    for (int i = 0; i < t->tokens; i++) {
        kinds += st->token_pile[i] > 0;
    }
    return kinds == 1;
}

/* Whether an action ends the match, so that missions open. */
static bool opens_missions(const struct mq_game *g, const struct mlem_state *st,
                           struct mq_event event)
{
    struct mlem_state after = *st;

    if ((st->variants & MLEM_SECRET) == 0 ||
        MQ_ACTION_KIND(event.action) == MLEM_DO_RETURN) {
        return false;
    }
    mq__mlem_apply(g, &after, event.seat, event.action);
    return after.step == MLEM_STEP_OVER;
}

uint32_t mq__mlem_reveals(const struct mq_game *g, const void *before,
                          struct mq_event event)
{
    const struct mlem_state *st = before;
    uint32_t all = mlem_all_seats(st);

    switch (MQ_ACTION_KIND(event.action)) {
    case MLEM_DO_START:
    case MLEM_DO_ROLL:
        return all;
    case MLEM_DO_EXPLORE:
        return (st->find_pile & (st->find_pile - 1)) != 0 ? all : 0;
    case MLEM_DO_EXPEDITION:
        return one_token_kind(mlem_tables(g), st) ? 0 : all;
    case MLEM_DO_MISSIONS: /* the last four too: nobody knows the others */
        return 1u << MLEM_MISSION_SEAT(event.action);
    default:
        return opens_missions(g, st, event) ? all : 0;
    }
}
