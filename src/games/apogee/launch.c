/* Apogee: rockets, static fire and launch (AP-F, AP-L, AP-K). */
#include "games/apogee/rules.h"

static int min(int a, int b)
{
    return a < b ? a : b;
}

int mq__ap_cards_with(const struct ap_tables *t, const struct ap_rocket *rocket,
                      uint32_t tags)
{
    int n = 0;

    for (int i = 0; i < rocket->count; i++) {
        n += (t->kind[rocket->cards[i]].tags & tags) != 0;
    }
    return n;
}

/* The amount of a director's specialty that holds this round; 0: it doesn't
 * hold. */
static int boost(const struct ap_tables *t, const struct ap_player *p,
                 int specialty)
{
    return p->boosted && t->director[p->director].specialty == specialty
               ? t->director[p->director].amount
               : 0;
}

/* AP-K11, AP-K12: one for each liquid card, the better ones first. */
static int aerospikes(const struct ap_tables *t, const struct ap_rocket *r)
{
    int left;
    int lighter = 0;

    if ((r->kinds & t->tagged[AP_TAG_AEROSPIKE]) == 0) {
        return 0;
    }
    left = mq__ap_cards_with(t, r, AP_BIT(AP_TAG_LIQUID));
    for (int worth = 9; worth > 0 && left > 0; worth--) {
        for (int i = 0; i < r->count && left > 0; i++) {
            if (t->kind[r->cards[i]].lighter == worth) {
                lighter += worth;
                left--;
            }
        }
    }
    return lighter;
}

/* AP-L5 */
static int lightened(const struct ap_tables *t, const struct ap_player *p,
                     const struct ap_rocket *r)
{
    const int least = mq__ap_mass_from[0];
    int mass = r->mass;

    if (mass > least) {
        mass -=
            aerospikes(t, r) + mq__ap_bonus(t, p->effects, AP_LASTS_MASS, 0);
        mass = mass > least ? mass : least;
    }
    return mass;
}

/* AP-K9, AP-K16: as many as there are cards of both. */
static int pairs(const struct ap_tables *t, const struct ap_rocket *r, int tag,
                 int partner)
{
    if ((r->kinds & t->tagged[tag]) == 0) {
        return 0;
    }
    return min(mq__ap_cards_with(t, r, AP_BIT(tag)),
               mq__ap_cards_with(t, r, AP_BIT(partner)));
}

/* AP-F1, AP-K3 */
bool mq__ap_has_stages(const struct ap_tables *t, const struct ap_player *p)
{
    return p->pad_count[AP_FIRST] > 0 &&
           (p->pad_count[AP_UPPER] > 0 ||
            (p->pad_kinds & t->tagged[AP_TAG_SSTO]) != 0);
}

static void put_aboard(const struct ap_tables *t, const struct ap_player *p,
                       int kind, struct ap_rocket *r)
{
    const struct ap_technology *k = &t->kind[kind];

    r->cards[r->count++] = (uint8_t)kind;
    r->thrust += k->thrust;
    r->mass += k->mass;
    r->astronauts += k->seats;
    r->cost += k->cost; /* AP-L16 */
    if (p->effects != 0) {
        r->thrust += mq__ap_bonus(t, p->effects, AP_LASTS_THRUST, k->tags);
        r->astronauts += mq__ap_bonus(t, p->effects, AP_LASTS_SEATS, k->tags);
    }
}

void mq__ap_rocket_of(const struct ap_tables *t, const struct ap_player *p,
                      struct ap_rocket *out)
{
    int first = 0;

    *out = (struct ap_rocket){
        .kinds = p->pad_kinds,
        .complete = mq__ap_has_stages(t, p) && p->pad_count[AP_PAYLOAD] > 0,
        .thrust = boost(t, p, AP_DIRECTOR_THRUST), /* AP-L4, AP-V9 */
    };
    for (int type = 0; type < AP_TYPES; type++) {
        int before = out->thrust;

        for (int i = 0; i < p->pad_count[type]; i++) {
            put_aboard(t, p, p->pad[type][i], out);
        }
        first = type == AP_FIRST ? out->thrust - before : first;
    }
    if ((out->kinds & t->tagged[AP_TAG_HEAVY]) != 0) {
        out->thrust += first; /* AP-K13 */
    }
    out->mass = lightened(t, p, out);
    out->performance = mq__ap_performance(t, out->thrust, out->mass);
    out->astronauts +=
        pairs(t, out, AP_TAG_SEAT, AP_TAG_MANNED) +
        2 * pairs(t, out, AP_TAG_PRESSURIZATION, AP_TAG_CARGO); /* AP-L15 */
}

void mq__ap_rocket(struct ap c, int seat, struct ap_rocket *out)
{
    mq__ap_rocket_of(c.t, &c.st->player[seat], out);
}

/* AP-L6 */
int mq__ap_performance(const struct ap_tables *t, int thrust_sum, int mass_sum)
{
    int column = AP_MASS_COLUMNS - 1;
    int row = 0;

    while (column >= 0 && mass_sum < mq__ap_mass_from[column]) {
        column--;
    }
    while (row < AP_THRUST_ROWS && thrust_sum < t->performance[row].thrust) {
        row++;
    }
    return column < 0 || row == AP_THRUST_ROWS
               ? 0
               : t->performance[row].performance[column];
}

/* AP-L7 */
int mq__ap_number(const struct ap_tables *t, int performance, int destination)
{
    assert(destination >= 0 && destination < AP_DESTINATIONS);
    for (int row = 0; row < AP_PERFORMANCE_ROWS; row++) {
        if (performance >= t->number[row].performance) {
            return t->number[row].number[destination];
        }
    }
    return 0;
}

int mq__ap_center_authority(const struct ap_tables *t,
                            const struct ap_player *p)
{
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        const struct ap_member *m = &p->crew[i];

        if (m->id >= t->engineers) {
            continue; /* unknown, in a view of somebody else */
        }
        if (m->space == AP_MOVED) {
            sum += t->engineer[m->id].amount; /* AP-Y10, AP-Y22 */
        } else if (m->space == AP_ON_OPERATIONS) {
            sum += t->engineer[m->id].authority;
        }
    }
    return sum;
}

/* AP-L2 */
int mq__ap_needed_authority(struct ap c, int seat, int destination)
{
    int needed = c.t->destination[destination].authority;

    needed -= boost(c.t, &c.st->player[seat], AP_DIRECTOR_AUTHORITY) * 10;
    needed -= ap_changes(c)->launch_authority * 10;
    return needed > 0 ? needed : 0;
}

/* `authority`: what is at the center. */
static enum ap_hindrance hindrance(struct ap c, int seat, int authority,
                                   const struct ap_rocket *rocket,
                                   int destination)
{
    const struct ap_changes *now = ap_changes(c);
    const struct ap_player *p = &c.st->player[seat];

    if (c.st->launched && seat == ap_current(c.st)) {
        return AP_LAUNCHED_ALREADY; /* AP-L8 */
    }
    if (!rocket->complete) {
        return AP_INCOMPLETE;
    }
    if (p->on[AP_ON_OPERATIONS] + p->on[AP_MOVED] == 0) {
        return AP_NO_ENGINEER; /* AP-L3 */
    }
    if (authority < mq__ap_needed_authority(c, seat, destination)) {
        return AP_TOO_LITTLE_AUTHORITY;
    }
    if (rocket->performance == 0) {
        return AP_NO_PERFORMANCE;
    }
    if (mq__ap_number(c.t, rocket->performance, destination) == 0) {
        return AP_NO_NUMBER;
    }
    if (rocket->performance < ap_mission(c)->performance) {
        return AP_TOO_LITTLE_PERFORMANCE;
    }
    if ((rocket->kinds & now->no_launch) != 0) {
        return AP_BANNED_CARD;
    }
    return p->credits < now->launch_fee ? AP_NO_FEE : AP_MAY_LAUNCH;
}

enum ap_hindrance mq__ap_hindrance(struct ap c, int seat,
                                   const struct ap_rocket *rocket,
                                   int destination)
{
    int authority = mq__ap_center_authority(c.t, &c.st->player[seat]);

    return hindrance(c, seat, authority, rocket, destination);
}

/* The farther, the more authority is needed: most often there is too little
 * even for the nearest destination, and no rocket has to be worked out. Only
 * the number to roll can let a farther one through where a nearer one isn't. */
unsigned mq__ap_destinations(struct ap c, int seat)
{
    int authority = mq__ap_center_authority(c.t, &c.st->player[seat]);
    enum ap_hindrance found = AP_MAY_LAUNCH;
    struct ap_rocket rocket;
    unsigned mask = 0;

    if (authority < mq__ap_needed_authority(c, seat, 0)) {
        return 0;
    }
    mq__ap_rocket(c, seat, &rocket);
    for (int d = 0; d < AP_DESTINATIONS &&
                    (found == AP_MAY_LAUNCH || found == AP_NO_NUMBER);
         d++) {
        found = hindrance(c, seat, authority, &rocket, d);
        mask |= (unsigned)(found == AP_MAY_LAUNCH) << d;
    }
    return mask;
}

void mq__ap_launch(struct ap c, int seat, int destination)
{
    assert(seat == ap_current(c.st) && c.st->roll == AP_NO_ROLL);
    mq__ap_pay(c.st, seat, ap_changes(c)->launch_fee); /* AP-E3 */
    c.st->launched = 1;
    c.st->destination = (uint8_t)destination;
    c.st->roll = AP_ROLL_LAUNCH;
    c.st->roll_seat = (uint8_t)seat;
}

/* AP-L14 */
bool mq__ap_is_dropped(const struct ap_technology *k)
{
    const uint32_t tags = AP_BIT(AP_TAG_PAYLOAD) | AP_BIT(AP_TAG_CUBESAT) |
                          AP_BIT(AP_TAG_SEAT) | AP_BIT(AP_TAG_PRESSURIZATION);

    return (k->tags & tags) != 0;
}

/* AP-L13, AP-L14, AP-K14, AP-V2 */
static void clear_pad(struct ap c, int seat, const struct ap_rocket *r)
{
    const struct ap_player *p = &c.st->player[seat];
    bool keeps =
        p->boosted && c.t->director[p->director].specialty == AP_DIRECTOR_KEEPS;
    bool stays = keeps || (r->kinds & c.t->tagged[AP_TAG_REUSABLE]) != 0;
    int limit = ap_mission(c)->cost_below;
    struct ap_dropped card = {
        .seat = (uint8_t)seat,
        .destination = c.st->destination,
        .counts = limit == 0 || r->cost < limit, /* AP-M6 */
    };

    for (int i = 0; i < r->count; i++) {
        int kind = r->cards[i];
        const struct ap_technology *k = &c.t->kind[kind];

        if (k->type == AP_FIRST && stays) {
            continue;
        }
        mq__ap_pad_remove(c, seat, kind);
        if (mq__ap_is_dropped(k)) {
            card.kind = (uint8_t)kind;
            mq__ap_drop(c.st, card);
        } else {
            mq__ap_reserve_add(c.st, seat, kind);
        }
    }
}

/* AP-L17: credits, cards and astronauts moved, then investors, discards and
 * the mission (steps.c). */
void mq__ap_launch_succeeds(struct ap c, int seat)
{
    struct ap_player *p = &c.st->player[seat];
    const struct ap_mission *mission = ap_mission(c);
    int where = c.st->destination;
    struct ap_rocket rocket;

    assert(where < AP_DESTINATIONS);
    mq__ap_rocket(c, seat, &rocket);
    mq__ap_gain(c.st, seat, AP_LAUNCH_CREDITS);
    clear_pad(c, seat, &rocket);
    p->launches[where]++;
    if ((rocket.kinds & c.t->tagged[AP_TAG_MANNED]) != 0) {
        p->manned[where]++;
    }
    p->astronauts[where] = (uint8_t)(p->astronauts[where] + rocket.astronauts);
    mq__ap_used_rocket(c, seat, AP_LAUNCH, &rocket);
    c.st->launched_seat = (uint8_t)seat;
    c.st->launch_meets =
        mission->one_launch &&
        mq__ap_rocket_meets(c.t, &mission->needs, &rocket, where);
}

/* AP-F2 */
void mq__ap_fire_succeeds(struct ap c, int seat)
{
    struct ap_rocket rocket;

    mq__ap_take_die(c.st, seat);
    mq__ap_rocket(c, seat, &rocket);
    mq__ap_used_rocket(c, seat, AP_FIRE, &rocket);
}
