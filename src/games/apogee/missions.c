/* Apogee: what can be measured, and missions judged by it (AP-M, AP-O). A new
 * mission is a row of the tables; a new sort of condition is a row here. */
#include "games/apogee/rules.h"

static int cards_on(const struct ap_tables *t, const struct ap_need *need,
                    const struct ap_rocket *rocket)
{
    return mq__apogee_cards_with(t, rocket, need->tags);
}

static int cards_dropped(const struct ap_tables *t, const struct ap_state *st,
                         int seat, const struct ap_need *need)
{
    int n = 0;

    for (int i = 0; i < st->dropped_count; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        n += d->seat == seat && d->destination == need->destination &&
             d->counts && (t->kind[d->kind].tags & need->tags) != 0;
    }
    return n;
}

static int astronauts_on(const struct ap_tables *t, const struct ap_need *need,
                         const struct ap_rocket *rocket)
{
    (void)t;
    (void)need;
    return rocket->astronauts;
}

static int astronauts_dropped(const struct ap_tables *t,
                              const struct ap_state *st, int seat,
                              const struct ap_need *need)
{
    (void)t;
    return st->player[seat].astronauts[need->destination];
}

static int thrust_of(const struct ap_tables *t, const struct ap_need *need,
                     const struct ap_rocket *rocket)
{
    (void)t;
    (void)need;
    return rocket->thrust;
}

static int cost_of(const struct ap_tables *t, const struct ap_need *need,
                   const struct ap_rocket *rocket)
{
    (void)t;
    (void)need;
    return rocket->cost;
}

/* One launch is one launch, of whatever rocket. */
static int one(const struct ap_tables *t, const struct ap_need *need,
               const struct ap_rocket *rocket)
{
    (void)t;
    (void)need;
    (void)rocket;
    return 1;
}

static int manned(const struct ap_tables *t, const struct ap_need *need,
                  const struct ap_rocket *rocket)
{
    (void)need;
    return (rocket->kinds & t->tagged[AP_TAG_MANNED]) != 0 ? 1 : 0;
}

static int launches(const struct ap_tables *t, const struct ap_state *st,
                    int seat, const struct ap_need *need)
{
    (void)t;
    return st->player[seat].launches[need->destination];
}

static int manned_launches(const struct ap_tables *t, const struct ap_state *st,
                           int seat, const struct ap_need *need)
{
    (void)t;
    return st->player[seat].manned[need->destination];
}

static int investors(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_need *need)
{
    (void)t;
    (void)need;
    return ap_count_bits(st->player[seat].investors);
}

static int credits(const struct ap_tables *t, const struct ap_state *st,
                   int seat, const struct ap_need *need)
{
    (void)t;
    (void)need;
    return st->player[seat].credits;
}

/* In whole points: 41.9 is not yet 42. */
static int authority(const struct ap_tables *t, const struct ap_state *st,
                     int seat, const struct ap_need *need)
{
    (void)need;
    return mq__apogee_crew_authority(t, &st->player[seat]) / 10;
}

const struct ap_measure mq__apogee_measures[] = {
    [AP_MEASURE_CARDS] = {"cards", cards_on, cards_dropped, .somewhere = true},
    {"astronauts", astronauts_on, astronauts_dropped, .somewhere = true},
    {"thrust", thrust_of, NULL, .somewhere = true},
    {"cost", cost_of, NULL, .somewhere = true, .at_most = true},
    {"launches", one, launches, .somewhere = true},
    {"manned-launches", manned, manned_launches, .somewhere = true},
    {"investors", NULL, investors, .somewhere = false},
    {"credits", NULL, credits, .held = true},
    {"authority", NULL, authority, .held = true},
};

const int mq__apogee_measure_count =
    (int)(sizeof(mq__apogee_measures) / sizeof(mq__apogee_measures[0]));

static bool rocket_has(const struct ap_tables *t, const struct ap_need *need,
                       const struct ap_rocket *rocket)
{
    const struct ap_measure *m = &mq__apogee_measures[need->measure];
    int n = m->on_rocket(t, need, rocket);

    return m->at_most ? n <= need->amount : n >= need->amount;
}

bool mq__apogee_rocket_meets(const struct ap_tables *t,
                             const struct ap_needs *needs,
                             const struct ap_rocket *rocket, int destination)
{
    for (int i = 0; i < needs->count; i++) {
        const struct ap_need *need = &needs->need[i];

        if (need->destination != destination || !rocket_has(t, need, rocket)) {
            return false;
        }
    }
    return true;
}

int mq__apogee_progress(const struct ap_tables *t, const struct ap_state *st,
                        int seat, const struct ap_need *need)
{
    const struct ap_measure *m = &mq__apogee_measures[need->measure];

    return m->in_all == NULL ? 0 : m->in_all(t, st, seat, need);
}

/* AP-Q13, AP-Q14 */
static bool extras_met(const struct ap_tables *t, const struct ap_state *st,
                       int seat)
{
    for (unsigned left = st->extra; left != 0; left &= left - 1) {
        const struct ap_need *need = &t->solo_event[ap_low_bit(left)].need;

        if (mq__apogee_progress(t, st, seat, need) < need->amount) {
            return false;
        }
    }
    return true;
}

bool mq__apogee_meets(const struct ap_tables *t, const struct ap_state *st,
                      int seat)
{
    const struct ap_mission *mission = ap_mission(t, st);

    if (mission->one_launch || mission->end == AP_FARTHEST) {
        return false; /* judged at the launch, or at the end */
    }
    for (int i = 0; i < mission->needs.count; i++) {
        const struct ap_need *need = &mission->needs.need[i];

        if (mq__apogee_progress(t, st, seat, need) < need->amount) {
            return false;
        }
    }
    return extras_met(t, st, seat);
}

/* AP-M13: once met it stays met. Solo missions are judged at the end of a
 * round only (AP-O6). */
void mq__apogee_judge(const struct ap_tables *t, struct ap_state *st, int seat)
{
    struct ap_player *p = &st->player[seat];

    if (!ap_solo(st) && !p->met) {
        p->met = mq__apogee_meets(t, st, seat);
    }
    if (p->met && ap_mission(t, st)->end == AP_AT_ONCE) {
        mq__apogee_end_game(st); /* AP-M3 */
    }
}

int mq__apogee_farthest(const struct ap_player *p)
{
    for (int d = AP_DESTINATIONS; d > 0; d--) {
        if (p->launches[d - 1] > 0) {
            return d;
        }
    }
    return 0;
}

uint32_t mq__apogee_leaders(const struct ap_state *st)
{
    int farthest = 1; /* who has reached nothing doesn't lead (AP-M7) */
    uint32_t leaders = 0;

    for (int seat = 0; seat < st->players; seat++) {
        int d = mq__apogee_farthest(&st->player[seat]);

        if (d > farthest) {
            farthest = d;
            leaders = 0;
        }
        leaders |= d == farthest ? AP_BIT(seat) : 0;
    }
    return leaders;
}
