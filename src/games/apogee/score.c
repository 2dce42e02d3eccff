/* Apogee: scores and winners (AP-Z). */
#include "games/apogee/rules.h"

/* Who has met the mission; in mission 7, who leads so far. */
static uint32_t met(const struct ap_tables *t, const struct ap_state *st)
{
    uint32_t mask = 0;

    if (ap_mission(t, st)->end == AP_FARTHEST) {
        return mq__apogee_leaders(st);
    }
    for (int seat = 0; seat < st->players; seat++) {
        mask |= st->player[seat].met ? AP_BIT(seat) : 0;
    }
    return mask;
}

void mq__apogee_scores(const struct mq_game *g, const void *state, double *out)
{
    const struct ap_state *st = state;
    uint32_t mask = met(ap_tables(g), st);

    for (int seat = 0; seat < st->players; seat++) {
        out[seat] = (mask >> seat & 1) != 0 ? 1.0 : 0.0;
    }
}

/* AP-Z3, AP-Z4: the lower, the better. */
static int standing(const struct ap_tables *t, const struct ap_state *st,
                    int seat)
{
    const struct ap_player *p = &st->player[seat];
    int director = t->director[p->director].authority;

    return (mq__apogee_crew_authority(t, p) + director) * 10000 + director;
}

static uint32_t break_tie(const struct ap_tables *t, const struct ap_state *st,
                          uint32_t mask)
{
    uint32_t best = 0;
    int lowest = 0;

    for (; mask != 0; mask &= mask - 1) {
        int seat = ap_low_bit(mask);
        int key = standing(t, st, seat);

        if (best == 0 || key < lowest) {
            lowest = key;
            best = 0;
        }
        best |= key == lowest ? AP_BIT(seat) : 0;
    }
    return best;
}

uint32_t mq__apogee_winners(const struct mq_game *g, const void *state)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = state;
    uint32_t mask;

    if (st->step != AP_OVER) {
        return 0;
    }
    mask = met(t, st);
    return st->tiebreak ? break_tie(t, st, mask) : mask;
}

/* AP-Z6: the mission is the only source of points. */
int mq__apogee_breakdown(const struct mq_game *g, const void *state, int seat,
                         struct mq_points *out)
{
    const struct ap_tables *t = ap_tables(g);
    const struct ap_state *st = state;

    out->source = "mission";
    out->rule = "AP-Z6";
    out->points = (met(t, st) >> seat & 1) != 0 ? 1 : 0;
    mq_message_set(&out->message, "apogee.points.mission", "i",
                   st->mission + 1);
    return 1;
}
