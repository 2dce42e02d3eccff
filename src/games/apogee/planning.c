/* Apogee: planning and the orders that follow from it (AP-P, AP-R1, AP-D1). */
#include "games/apogee/rules.h"

/* AP-E9, AP-E18, AP-E20 */
unsigned mq__ap_free_spaces(struct ap c, int seat)
{
    const uint8_t *limit = ap_changes(c)->space_limit;
    unsigned spaces = 0;

    for (int space = 0; space < AP_SPACES; space++) {
        if (c.st->player[seat].on[space] < limit[space]) {
            spaces |= AP_BIT(space);
        }
    }
    return spaces;
}

/* Who comes first on a space: R&D by the best engineer (AP-R1), design by the
 * sum, then by the best one (AP-D1, AP-D2). */
static int precedence(const struct ap_tables *t, const struct ap_player *p,
                      int space)
{
    const struct ap_member *end = p->crew + p->crew_count;
    int best = 0;
    int sum = 0;

    for (const struct ap_member *m = p->crew; m < end; m++) {
        if (m->space == space && m->id < t->engineers) {
            int authority = t->engineer[m->id].authority;

            sum += authority;
            best = authority > best ? authority : best;
        }
    }
    return space == AP_ON_DESIGN ? sum * 1000 + best : best;
}

void mq__ap_queue_now(struct ap c)
{
    struct ap_state *st = c.st;
    int space = st->step == AP_DESIGN ? AP_ON_DESIGN : AP_ON_RND;
    int key[AP_PLAYERS];
    int n = 0;

    memset(st->queue, 0, sizeof(st->queue));
    st->queue_count = 0;
    if (st->step < AP_DRAWING || st->step > AP_DESIGN ||
        (st->lap > 0 && !st->per_engineer)) {
        return;
    }
    for (int seat = 0; seat < st->players; seat++) {
        /* Later laps are for those with an engineer for each (AP-D5). */
        if (st->player[seat].on[space] > st->lap) {
            st->queue[n++] = (uint8_t)seat;
        }
    }
    assert(n <= st->players);
    st->queue_count = (uint8_t)n;
    for (int i = 0; i < n && n > 1; i++) {
        int seat = st->queue[i];

        key[seat] = precedence(c.t, &st->player[seat], space);
        ap_queue_up(st->queue, i, seat, key);
    }
}
