/* Apogee: planning and the orders that follow from it (AP-P, AP-R1, AP-D1). */
#include "games/apogee/rules.h"

/* AP-E9, AP-E18, AP-E20 */
unsigned mq__ap_free_spaces(struct ap c, int seat)
{
    const struct ap_changes *now = ap_changes(c);
    const uint8_t *limit = now->space_limit;
    unsigned spaces = 0;

    if (!now->limits_spaces) {
        return AP_ALL_SPACES;
    }
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
    int best = 0;
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == space && p->crew[i].id < t->engineers) {
            int authority = t->engineer[p->crew[i].id].authority;

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
    bool none = st->step < AP_DRAWING || st->step > AP_DESIGN ||
                (st->lap > 0 && !st->per_engineer);
    int key[AP_PLAYERS];
    int n = 0;

    memset(st->queue, 0, sizeof(st->queue));
    for (int seat = 0; seat < st->players; seat++) {
        /* Later laps are for those with an engineer for each (AP-D5). */
        if (none || st->player[seat].on[space] <= st->lap) {
            continue;
        }
        key[seat] = precedence(c.t, &st->player[seat], space);
        ap_queue_up(st->queue, n++, seat, key);
    }
    assert(n <= st->players);
    st->queue_count = (uint8_t)n;
}
