/* Apogee: scores and winners (AP-Z). */
#include "games/apogee/rules.h"

/* Who has met the mission; in mission 7, who leads so far. */
static uint32_t met(struct ap c)
{
    uint32_t mask = 0;

    if (ap_mission(c)->end == AP_FARTHEST) {
        return mq__ap_leaders(c.st);
    }
    for (int seat = 0; seat < c.st->players; seat++) {
        mask |= c.st->player[seat].met ? AP_BIT(seat) : 0;
    }
    return mask;
}

void mq__ap_scores(const struct mq_game *g, const void *state, double *out)
{
    struct ap c = ap_of(g, state);
    uint32_t mask = met(c);

    for (int seat = 0; seat < c.st->players; seat++) {
        out[seat] = (mask >> seat & 1) != 0 ? 1.0 : 0.0;
    }
}

/* AP-Z3, AP-Z4: the lower, the better. */
static int standing(struct ap c, int seat)
{
    const struct ap_player *p = &c.st->player[seat];
    int director = c.t->director[p->director].authority;

    return (mq__ap_crew_authority(c.t, p) + director) * 10000 + director;
}

static uint32_t break_tie(struct ap c, uint32_t mask)
{
    uint32_t best = 0;
    int lowest = 0;

    for (; mask != 0; mask &= mask - 1) {
        int seat = ap_low_bit(mask);
        int key = standing(c, seat);

        if (best == 0 || key < lowest) {
            lowest = key;
            best = 0;
        }
        best |= key == lowest ? AP_BIT(seat) : 0;
    }
    return best;
}

uint32_t mq__ap_winners(const struct mq_game *g, const void *state)
{
    struct ap c = ap_of(g, state);
    uint32_t mask;

    if (c.st->step != AP_OVER) {
        return 0;
    }
    mask = met(c);
    return c.st->tiebreak ? break_tie(c, mask) : mask;
}

/* AP-Z6: the mission is the only source of points. */
int mq__ap_breakdown(const struct mq_game *g, const void *state, int seat,
                     struct mq_points *out)
{
    struct ap c = ap_of(g, state);

    out->source = "mission";
    out->rule = "AP-Z6";
    out->points = (met(c) >> seat & 1) != 0 ? 1 : 0;
    mq_message_set(&out->message, "apogee.points.mission", "i",
                   c.st->mission + 1);
    return 1;
}
