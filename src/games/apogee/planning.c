/* Apogee: planning and the orders that follow from it (AP-P, AP-R1, AP-D1). */
#include "games/apogee/rules.h"

/* AP-E9, AP-E18, AP-E20 */
unsigned mq__apogee_free_spaces(const struct ap_tables *t,
                                const struct ap_state *st, int seat)
{
    const struct ap_changes *now = ap_changes(t, st);
    const uint8_t *limit = now->space_limit;
    unsigned spaces = 0;

    if (!now->limits_spaces) {
        return (1U << AP_SPACES) - 1;
    }
    for (int space = 0; space < AP_SPACES; space++) {
        if (st->player[seat].on[space] < limit[space]) {
            spaces |= AP_BIT(space);
        }
    }
    return spaces;
}

/* The best single engineer on a space, and the sum of all; in tenths. */
static void measure(const struct ap_tables *t, const struct ap_player *p,
                    int space, int *best, int *sum)
{
    *best = 0;
    *sum = 0;
    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == space && p->crew[i].id < t->engineers) {
            int authority = t->engineer[p->crew[i].id].authority;

            *sum += authority;
            *best = authority > *best ? authority : *best;
        }
    }
}

/* Seats with engineers on the space, the greatest key first. */
static void make_queue(struct ap_state *st, int space, const int *key)
{
    int n = 0;

    memset(st->queue, 0, sizeof(st->queue));
    for (int seat = 0; seat < st->players; seat++) {
        int i = n;

        if (st->player[seat].on[space] == 0) {
            continue;
        }
        for (; i > 0 && key[st->queue[i - 1]] < key[seat]; i--) {
            st->queue[i] = st->queue[i - 1];
        }
        st->queue[i] = (uint8_t)seat;
        n++;
    }
    st->queue_count = (uint8_t)n;
}

/* AP-R1 */
void mq__apogee_rnd_queue(const struct ap_tables *t, struct ap_state *st)
{
    int key[AP_PLAYERS];
    int sum;

    for (int seat = 0; seat < st->players; seat++) {
        measure(t, &st->player[seat], AP_ON_RND, &key[seat], &sum);
    }
    make_queue(st, AP_ON_RND, key);
}

/* AP-D1, AP-D2: by sum, then by the best one. */
void mq__apogee_design_queue(const struct ap_tables *t, struct ap_state *st)
{
    int key[AP_PLAYERS];

    for (int seat = 0; seat < st->players; seat++) {
        int best;
        int sum;

        measure(t, &st->player[seat], AP_ON_DESIGN, &best, &sum);
        key[seat] = sum * 1000 + best;
    }
    make_queue(st, AP_ON_DESIGN, key);
}

/* AP-D5: those with turns left in this lap, in the same order. */
void mq__apogee_later_lap(struct ap_state *st)
{
    int n = 0;

    for (int i = 0; i < st->queue_count; i++) {
        int seat = st->queue[i];

        if (st->per_engineer && st->player[seat].on[AP_ON_DESIGN] > st->lap) {
            st->queue[n++] = (uint8_t)seat;
        }
    }
    memset(st->queue + n, 0, sizeof(st->queue) - (size_t)n);
    st->queue_count = (uint8_t)n;
}

void mq__apogee_queue_now(const struct ap_tables *t, struct ap_state *st)
{
    memset(st->queue, 0, sizeof(st->queue));
    st->queue_count = 0;
    if (st->step >= AP_DRAWING && st->step <= AP_KEPT) {
        mq__apogee_rnd_queue(t, st);
    } else if (st->step == AP_DESIGN) {
        mq__apogee_design_queue(t, st);
        if (st->lap > 0) {
            mq__apogee_later_lap(st);
        }
    }
}
