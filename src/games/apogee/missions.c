/* Apogee: what can be measured, and missions judged by it (AP-M, AP-O). A new
 * mission is a row of the tables; a new sort of condition is a row here. */
#include "games/apogee/rules.h"

static const struct ap_player *player(const struct ap_count *of)
{
    return &of->c.st->player[of->seat];
}

static int cards_on(const struct ap_count *of)
{
    return mq__ap_cards_with(of->c.t, of->rocket, of->need->tags);
}

static int cards_dropped(const struct ap_count *of)
{
    const struct ap_state *st = of->c.st;
    int n = 0;

    for (int i = 0; i < st->dropped_count; i++) {
        const struct ap_dropped *d = &st->dropped[i];

        n += d->seat == of->seat && d->destination == of->need->destination &&
             d->counts && (of->c.t->kind[d->kind].tags & of->need->tags) != 0;
    }
    return n;
}

static int astronauts_on(const struct ap_count *of)
{
    return of->rocket->astronauts;
}

static int astronauts_dropped(const struct ap_count *of)
{
    return player(of)->astronauts[of->need->destination];
}

static int thrust_of(const struct ap_count *of)
{
    return of->rocket->thrust;
}

static int cost_of(const struct ap_count *of)
{
    return of->rocket->cost;
}

/* One launch is one launch, of whatever rocket. */
static int one(const struct ap_count *of)
{
    return of->rocket != NULL;
}

static int manned(const struct ap_count *of)
{
    return (of->rocket->kinds & of->c.t->tagged[AP_TAG_MANNED]) != 0;
}

static int launches(const struct ap_count *of)
{
    return player(of)->launches[of->need->destination];
}

static int manned_launches(const struct ap_count *of)
{
    return player(of)->manned[of->need->destination];
}

static int investors(const struct ap_count *of)
{
    return ap_count_bits(player(of)->investors);
}

static int credits(const struct ap_count *of)
{
    return player(of)->credits;
}

/* In whole points: 41.9 is not yet 42. */
static int authority(const struct ap_count *of)
{
    return mq__ap_crew_authority(of->c.t, player(of)) / 10;
}

// clang-format off
const struct ap_measure mq__ap_measures[] = {
    [AP_MEASURE_CARDS] = {"cards", cards_on, cards_dropped, .somewhere = true, .adds_up = true, .in_words = {"apogee.need.cards", "apogee.need.either"}, .aboard = {"apogee.need.cards-aboard", "apogee.need.either-aboard"}, .lacks = "apogee.launch.lacks-cards"},
    {"astronauts", astronauts_on, astronauts_dropped, .somewhere = true, .adds_up = true, .in_words = {"apogee.need.astronauts"}, .aboard = {"apogee.need.seats-aboard"}, .lacks = "apogee.launch.lacks-seats"},
    {"thrust", thrust_of, NULL, .somewhere = true, .aboard = {"apogee.need.thrust"}, .lacks = "apogee.launch.lacks-thrust"},
    {"cost", cost_of, NULL, .somewhere = true, .at_most = true, .aboard = {"apogee.need.cost"}, .lacks = "apogee.launch.costs"},
    {"launches", one, launches, .somewhere = true, .in_words = {"apogee.need.launches"}, .aboard = {"apogee.need.launches"}},
    {"manned-launches", manned, manned_launches, .somewhere = true, .in_words = {"apogee.need.manned-launches"}, .aboard = {"apogee.need.manned-aboard"}, .lacks = "apogee.launch.lacks-manned"},
    {"investors", NULL, investors, .in_words = {"apogee.need.investors"}},
    {"credits", NULL, credits, .held = true, .in_words = {"apogee.need.credits"}},
    {"authority", NULL, authority, .held = true, .in_words = {"apogee.need.authority"}},
    {0},
};
// clang-format on

const char *mq__ap_measure_word(const struct ap_need *need)
{
    return need->measure == AP_MEASURE_CARDS
               ? mq__ap_tags[ap_low_bit(need->tags)]
               : mq__ap_measures[need->measure].word;
}

int mq__ap_on_rocket(const struct ap_tables *t, const struct ap_need *need,
                     const struct ap_rocket *rocket)
{
    struct ap_count of = {.c.t = t, .need = need, .rocket = rocket};

    return mq__ap_measures[need->measure].on_rocket(&of);
}

bool mq__ap_rocket_has(const struct ap_tables *t, const struct ap_need *need,
                       const struct ap_rocket *rocket)
{
    int n = mq__ap_on_rocket(t, need, rocket);

    return mq__ap_measures[need->measure].at_most ? n <= need->amount
                                                  : n >= need->amount;
}

bool mq__ap_rocket_meets(const struct ap_tables *t,
                         const struct ap_needs *needs,
                         const struct ap_rocket *rocket, int destination)
{
    for (int i = 0; i < needs->count; i++) {
        const struct ap_need *need = &needs->need[i];

        if (need->destination != destination ||
            !mq__ap_rocket_has(t, need, rocket)) {
            return false;
        }
    }
    return true;
}

int mq__ap_progress(struct ap c, int seat, const struct ap_need *need)
{
    struct ap_count of = {.c = c, .seat = seat, .need = need};
    const struct ap_measure *m = &mq__ap_measures[need->measure];

    return m->in_all == NULL ? 0 : m->in_all(&of);
}

/* AP-Q13, AP-Q14 */
int mq__ap_all_needs(struct ap c, const struct ap_need *out[AP_ALL_NEEDS])
{
    const struct ap_needs *needs = &ap_mission(c)->needs;
    int n = 0;

    for (; n < needs->count; n++) {
        out[n] = &needs->need[n];
    }
    for (unsigned left = c.st->extra; left != 0; left &= left - 1) {
        assert(n < AP_ALL_NEEDS);
        out[n++] = &c.t->solo_event[ap_low_bit(left)].need;
    }
    return n;
}

AP_APART static bool has_all(struct ap c, int seat)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);

    while (n > 0 &&
           mq__ap_progress(c, seat, need[n - 1]) >= need[n - 1]->amount) {
        n--;
    }
    return n == 0;
}

/* Some are judged at the launch, or at the end. */
bool mq__ap_meets(struct ap c, int seat)
{
    const struct ap_mission *mission = ap_mission(c);

    return !mission->one_launch && mission->end != AP_FARTHEST &&
           has_all(c, seat);
}

/* AP-M13: once met it stays met. Solo missions are judged at the end of a
 * round only (AP-O6). */
void mq__ap_judge(struct ap c, int seat)
{
    struct ap_player *p = &c.st->player[seat];

    if (!ap_solo(c.st) && !p->met) {
        p->met = mq__ap_meets(c, seat);
    }
    if (p->met && ap_mission(c)->end == AP_AT_ONCE) {
        mq__ap_end_game(c.st); /* AP-M3 */
    }
}

int mq__ap_farthest(const struct ap_player *p)
{
    for (int d = AP_DESTINATIONS; d > 0; d--) {
        if (p->launches[d - 1] > 0) {
            return d;
        }
    }
    return 0;
}

uint32_t mq__ap_leaders(const struct ap_state *st)
{
    int farthest = 1; /* who has reached nothing doesn't lead (AP-M7) */
    uint32_t leaders = 0;

    for (int seat = 0; seat < st->players; seat++) {
        int d = mq__ap_farthest(&st->player[seat]);

        if (d > farthest) {
            farthest = d;
            leaders = 0;
        }
        leaders |= d == farthest ? AP_BIT(seat) : 0;
    }
    return leaders;
}
