/* Apogee: technologies as facts: where they lie, what each of them is, and what
 * building one on top of the plan changes. */
#include "games/apogee/telling.h"

static struct mq_fact of_card(const struct ap_outlook *o,
                              enum mq_fact_kind kind, const char *subject,
                              int card)
{
    return ap_fact(kind, subject, o->c.t->kind[card].id, MQ_NO_PLACE);
}

/* What a card is. */

/* The first tag that a card has says which sentence it gets: thrust, mass,
 * seats, what it pays, how much lighter it makes. */
static const struct {
    uint32_t tag;
    const char *rule, *id;
} sentences[] = {
    {AP_BIT(AP_TAG_SSTO), "AP-K3", "apogee.card.ssto"},
    {AP_BIT(AP_TAG_PULSE), "AP-K1", "apogee.card.pulse"},
    {AP_BIT(AP_TAG_LASER), "AP-K2", "apogee.card.laser"},
    {AP_BIT(AP_TAG_SOLID), "AP-K7", "apogee.card.solid"},
    {AP_BIT(AP_TAG_LIQUID), "AP-K7", "apogee.card.liquid"},
    {AP_BIT(AP_TAG_FIRST), "AP-K7", "apogee.card.first"},
    {AP_BIT(AP_TAG_ION), "AP-K5", "apogee.card.ion"},
    {AP_BIT(AP_TAG_NUCLEAR_ROCKET), "AP-K6", "apogee.card.nuclear-rocket"},
    {AP_BIT(AP_TAG_UPPER), "AP-K7", "apogee.card.upper"},
    {AP_BIT(AP_TAG_MANNED), "AP-K8", "apogee.card.manned"},
    {AP_BIT(AP_TAG_PAYLOAD), "AP-L14", "apogee.card.payload"},
    {AP_BIT(AP_TAG_CUBESAT), "AP-K15", "apogee.card.cubesat"},
    {AP_BIT(AP_TAG_SAIL), "AP-L4", "apogee.card.sail"},
    {AP_BIT(AP_TAG_SEAT), "AP-K9", "apogee.card.seat"},
    {AP_BIT(AP_TAG_AEROSPIKE), "AP-K11", "apogee.card.aerospike"},
    {AP_BIT(AP_TAG_HEAVY), "AP-K13", "apogee.card.heavy"},
    {AP_BIT(AP_TAG_REUSABLE), "AP-K14", "apogee.card.reusable"},
    {AP_BIT(AP_TAG_PRESSURIZATION), "AP-K16", "apogee.card.pressurization"},
    {AP_BIT(AP_TAG_RND), "AP-L4", "apogee.card.rnd"},
};

static void tell_sentence(const struct ap_outlook *o, int kind)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    struct mq_fact fact = of_card(o, MQ_FACT_EFFECT, "card", kind);
    int i = 0;

    while ((sentences[i].tag & k->tags) == 0) {
        i++;
    }
    mq__fact_count(&fact, k->thrust, k->mass);
    mq__fact_say(o->out, &fact, sentences[i].rule, sentences[i].id, "iiiii",
                 k->thrust, k->mass, k->seats, k->pays, k->lighter);
}

/* The printed price, and what it is now. */
static void tell_price(const struct ap_outlook *o, int kind)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    int price = o->seat >= 0 ? mq__ap_next_price(o, kind) : k->cost;
    struct mq_fact fact = of_card(o, MQ_FACT_COST, "card", kind);
    int pays = ap_changes(o->c)->no_cubesat_credits ? 0 : k->pays;

    mq__fact_count(&fact, k->cost, price);
    mq__fact_say(o->out, &fact, "AP-B4",
                 k->cost == 0      ? "apogee.tell.free"
                 : price < k->cost ? "apogee.tell.cheaper"
                                   : "apogee.tell.costs",
                 "ii", price, k->cost);
    if (k->pays > 0) {
        fact = of_card(o, MQ_FACT_GAIN, "card", kind);
        mq__fact_count(&fact, 0, pays);
        mq__fact_say(o->out, &fact, pays > 0 ? "AP-K15" : "AP-E15",
                     "apogee.tell.pays-built", "i", pays);
    }
}

static void tell_after_launch(const struct ap_outlook *o, int kind)
{
    struct mq_fact fact = of_card(o, MQ_FACT_MOVES, "card", kind);
    bool stays = mq__ap_is_dropped(&o->c.t->kind[kind]);

    mq__fact_say(o->out, &fact, stays ? "AP-L14" : "AP-L13",
                 stays ? "apogee.tell.stays-there" : "apogee.tell.comes-back",
                 "");
}

/* What it can't stand with: by names, or by its own characteristic. */
static void tell_mix(const struct ap_outlook *o, int kind)
{
    static const char *const ids[] = {NULL, "apogee.tell.mix-1",
                                      "apogee.tell.mix-2", "apogee.tell.mix-3",
                                      "apogee.tell.mix-4"};
    static const struct {
        int tag;
        const char *id;
    } own[] = {
        {AP_TAG_SSTO, "apogee.tell.mix-ssto"},
        {AP_TAG_PULSE, "apogee.tell.mix-kind"},
        {AP_TAG_LASER, "apogee.tell.mix-kind"},
        {AP_TAG_ION, "apogee.tell.mix-ion"},
        {AP_TAG_NUCLEAR_ROCKET, "apogee.tell.mix-nuclear"},
    };
    const struct ap_technology *k = &o->c.t->kind[kind];
    uint64_t left = k->clashes;
    int n = ap_count_bits(left);
    const char *word[4] = {"", "", "", ""};
    struct mq_fact fact = of_card(o, MQ_FACT_LACKS, "mix", kind);

    if (n == 0) {
        return;
    }
    for (int i = 0; i < 4 && left != 0; i++, left &= left - 1) {
        word[i] = o->c.t->kind[ap_low_bit(left)].id;
    }
    if (n <= 4) {
        mq__fact_say(o->out, &fact, "AP-B7", ids[n], &"wwww"[4 - n], word[0],
                     word[1], word[2], word[3]);
        return;
    }
    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
        if ((k->tags & AP_BIT(own[i].tag)) != 0) {
            mq__fact_say(o->out, &fact, "AP-B7", own[i].id, "");
            return;
        }
    }
    mq__fact_say(o->out, &fact, "AP-B7", "apogee.tell.mix-many", "i", n);
}

static int count_in(const uint8_t *cards, int n, int kind)
{
    int found = 0;

    for (int i = 0; i < n; i++) {
        found += cards[i] == kind;
    }
    return found;
}

static int cards_of(const struct ap_player *p, int kind, int type)
{
    return count_in(p->reserve, p->reserve_count, kind) +
           count_in(p->pad[type], p->pad_count[type], kind);
}

/* How many there are, and where. */
static void tell_copies(const struct ap_outlook *o, int kind)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    const struct ap_state *st = o->c.st;
    struct mq_fact fact = of_card(o, MQ_FACT_LEFT, "copies", kind);
    int own = 0;
    int others = 0;
    int market = 0;
    int flown = 0;

    for (int seat = 0; seat < st->players; seat++) {
        *(seat == o->seat ? &own : &others) +=
            cards_of(&st->player[seat], kind, k->type);
    }
    if (k->type < AP_ROWS) {
        market = count_in(st->row[k->type], AP_PLACES, kind);
    }
    for (int i = 0; i < st->dropped_count; i++) {
        flown += st->dropped[i].kind == kind;
    }
    mq__fact_count(&fact, k->count - own - others - market - flown, k->count);
    mq__fact_say(o->out, &fact, "AP-G4", "apogee.tell.copies", "iiiiii",
                 k->count, own, others, market, fact.before, flown);
}

/* Own engineers whose skill is for such cards. */
static void tell_skills(const struct ap_outlook *o, int kind)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    const struct ap_player *p = o->seat < 0 ? NULL : ap_own(o);

    for (int i = 0; p != NULL && i < p->crew_count; i++) {
        const struct ap_engineer *e = &o->c.t->engineer[p->crew[i].id];
        int lasts = mq__ap_specialties[e->specialty].lasts;
        struct mq_fact fact = of_card(o, MQ_FACT_EFFECT, "skill", kind);

        if ((lasts == AP_LASTS_THRUST || lasts == AP_LASTS_SEATS) &&
            (k->tags & e->what) == e->what) {
            fact.seat = o->seat;
            mq__fact_count(&fact, 0, e->amount);
            mq__fact_say(o->out, &fact, e->rule,
                         lasts == AP_LASTS_THRUST ? "apogee.tell.skill-thrust"
                                                  : "apogee.tell.skill-seats",
                         "ti", e->name, e->amount);
        }
    }
}

void mq__ap_tell_card(const struct ap_outlook *o, int kind)
{
    tell_sentence(o, kind);
    tell_price(o, kind);
    tell_after_launch(o, kind);
    tell_mix(o, kind);
    tell_copies(o, kind);
    tell_skills(o, kind);
}

/* If it is built, too. */

static void tell_opens(const struct ap_outlook *o, int kind, const char *figure,
                       const int number[2])
{
    bool tenths = strcmp(figure, "performance") == 0;
    struct mq_fact fact = of_card(o, MQ_FACT_OPENS, figure, kind);
    const char *const word = strcmp(figure, "thrust") == 0 ? "rocket-thrust"
                             : strcmp(figure, "mass") == 0 ? "rocket-mass"
                             : strcmp(figure, "cost") == 0 ? "rocket-cost"
                                                           : figure;

    if (number[0] == number[1]) {
        return;
    }
    mq__fact_count(&fact, number[0], number[1]);
    mq__fact_say(o->out, &fact, "AP-L4", "apogee.tell.figure",
                 tenths ? "wff" : "wii", word, number[0] * (tenths ? 100 : 1),
                 number[1] * (tenths ? 100 : 1));
}

static int number_to_roll(const struct ap_outlook *o, int performance, int d)
{
    int number = mq__ap_number(o->c.t, performance, d);

    return number == 0 ? 0 : number - ap_changes(o->c)->launch_roll;
}

/* The number for the destination that the mission asks for. */
static void tell_opens_number(const struct ap_outlook *o, int kind,
                              const struct ap_rocket *r)
{
    int d = mq__ap_goal_place(o->c, o->seat);
    struct mq_fact fact = of_card(o, MQ_FACT_OPENS, "number", kind);

    if (d == AP_NONE || !r->complete) {
        return;
    }
    fact.place = d + 1;
    mq__fact_count(
        &fact, o->then.complete ? number_to_roll(o, o->then.performance, d) : 0,
        number_to_roll(o, r->performance, d));
    mq__fact_say(o->out, &fact, "AP-L7",
                 fact.after == 0             ? "apogee.tell.then-weak"
                 : fact.before == fact.after ? "apogee.tell.still-number"
                                             : "apogee.tell.then-number",
                 "wi", mq__ap_places[d], fact.after);
}

static void tell_counting(const struct ap_outlook *o, int kind,
                          const struct ap_rocket *r)
{
    int limit = ap_mission(o->c)->cost_below;
    bool was = o->then.cost < limit;
    bool is = r->cost < limit;
    struct mq_fact fact = of_card(o, MQ_FACT_LOSES, "count", kind);

    if (limit > 0 && was && !is) {
        mq__fact_count(&fact, o->then.cost, r->cost);
        mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                     "apogee.tell.would-not-count", "ii", r->cost, limit);
    }
}

/* The card makes a launch meet the mission. */
static void tell_completes(const struct ap_outlook *o, int kind,
                           const struct ap_state *built)
{
    int d = mq__ap_goal_place(o->plan, o->seat);
    struct mq_fact fact = of_card(o, MQ_FACT_OPENS, "count", kind);

    if (d != AP_NONE && !mq__ap_would_meet(o->plan, o->seat, d) &&
        mq__ap_would_meet(ap_with(o->c.t, built), o->seat, d)) {
        fact.place = d + 1;
        mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                     "apogee.tell.completes", "w", mq__ap_places[d]);
    }
}

/* Investors that pay for getting or building such a card. */
static void tell_investors(const struct ap_outlook *o, int kind, bool market)
{
    const struct ap_technology *k = &o->c.t->kind[kind];

    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        const struct ap_investor *card = ap_open_investor(o->plan, i);
        struct mq_fact fact = of_card(o, MQ_FACT_OPENS, "investor", kind);
        bool build = card != NULL && card->objective == AP_BUILD;
        bool take = card != NULL && card->objective == AP_ACQUIRE && market;

        if ((!build && !take) || (card->needs.need[0].tags & k->tags) == 0) {
            continue;
        }
        fact.place = i;
        mq__fact_count(&fact, 0,
                       ap_changes(o->c)->no_investor_credits ? 0
                                                             : card->credits);
        mq__fact_say(o->out, &fact, "AP-I7",
                     build ? "apogee.tell.pays-builder"
                           : "apogee.tell.pays-taker",
                     "ti", card->name, fact.after);
    }
}

/* Parts of the mission that the card is. */
static void tell_parts(const struct ap_outlook *o, int kind)
{
    const struct ap_technology *k = &o->c.t->kind[kind];
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(o->c, need);

    for (int i = 0; i < n; i++) {
        struct mq_fact fact = of_card(o, MQ_FACT_OPENS, "part", kind);
        bool seats = k->seats > 0 &&
                     strcmp(mq__ap_measure_word(need[i]), "astronauts") == 0;
        bool card =
            need[i]->measure == AP_MEASURE_CARDS && (need[i]->tags & k->tags);
        struct ap_part part;

        mq__ap_part(o->plan, o->seat, need[i], &part);
        if ((card || seats) && part.state != AP_PART_LANDED &&
            part.there < part.needed) {
            fact.place = i;
            mq__fact_count(&fact, part.there,
                           part.there + (card ? 1 : k->seats));
            mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                         "apogee.tell.is-part", "w", mq__ap_part_word(need[i]));
        }
    }
}

/* Why the card can't be built on top of the plan; false: it can. */
static bool tell_obstacle(const struct ap_outlook *o, int kind)
{
    struct mq_fact fact = of_card(o, MQ_FACT_LACKS, "build", kind);

    if (!mq__ap_note_obstacle(o, kind, &fact.note)) {
        return false;
    }
    o->out->take(o->out->context, &fact);
    return true;
}

void mq__ap_tell_if_built(const struct ap_outlook *o, int kind)
{
    bool market = !mq__ap_in_reserve(&o->planned, o->seat, kind);
    struct ap_state built = o->planned;
    struct ap_rocket r;

    tell_investors(o, kind, market);
    if (tell_obstacle(o, kind)) {
        return;
    }
    mq__ap_pad_add(ap_with(o->c.t, &built), o->seat, kind);
    mq__ap_rocket(ap_with(o->c.t, &built), o->seat, &r);
    tell_opens(o, kind, "thrust", (int[]){o->then.thrust, r.thrust});
    tell_opens(o, kind, "mass", (int[]){o->then.mass, r.mass});
    tell_opens(o, kind, "performance",
               (int[]){o->then.performance, r.performance});
    tell_opens(o, kind, "cost", (int[]){o->then.cost, r.cost});
    tell_opens(o, kind, "astronauts",
               (int[]){o->then.astronauts, r.astronauts});
    tell_opens_number(o, kind, &r);
    tell_counting(o, kind, &r);
    tell_completes(o, kind, &built);
    tell_parts(o, kind);
}

/* What a card of the reserve brings, and what it still needs. */
static void tell_reserve_card(const struct ap_outlook *o, int kind)
{
    struct mq_fact fact = of_card(o, MQ_FACT_GAIN, "sale", kind);
    int price = mq__ap_next_price(o, kind);
    int credits = ap_own(o)->credits - o->price + o->pays + o->investors;

    mq__fact_count(&fact, 0, mq__ap_sale_price(o->c));
    mq__fact_say(o->out, &fact, "AP-A10", "apogee.tell.sells-for", "i",
                 fact.after);
    if (mq__ap_note_obstacle(o, kind, &fact.note)) {
        return; /* told already */
    }
    fact = of_card(o, MQ_FACT_LACKS, "build", kind);
    mq__fact_count(&fact, o->builds, o->cards + 1);
    if (o->c.st->step > AP_CONSTRUCTION) {
        mq__fact_say(o->out, &fact, "AP-B2", "apogee.tell.build-later", "");
    } else if (price > credits) {
        mq__fact_say(o->out, &fact, "AP-B5", "apogee.tell.cant-pay", "ii",
                     price, credits);
    } else if (o->builds <= o->cards) {
        mq__fact_say(o->out, &fact, "AP-B1",
                     o->builds == 0 ? "apogee.tell.needs-builder"
                                    : "apogee.tell.needs-builders",
                     "i", o->cards + 1);
    }
}

/* Where cards lie. */

static void tell_place(const struct ap_outlook *o, const char *where, int seat,
                       int place, int kind)
{
    struct mq_fact fact = of_card(o, MQ_FACT_WHERE, where, kind);

    fact.seat = seat;
    fact.place = place;
    mq__fact_say(o->out, &fact, "AP-G4", "apogee.tell.card", "w",
                 o->c.t->kind[kind].id);
}

static uint64_t tell_places(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    uint64_t kinds = 0;

    for (int i = 0; i < AP_ROWS * AP_PLACES; i++) {
        int kind = st->row[i / AP_PLACES][i % AP_PLACES];

        if ((st->gaps >> i & 1) == 0 && kind < o->c.t->kinds) {
            tell_place(o, "market", MQ_SPECTATOR, i, kind);
            kinds |= AP_KIND_BIT(kind);
        }
    }
    for (int seat = 0; seat < st->players; seat++) {
        const struct ap_player *p = &st->player[seat];

        for (int i = 0; i < p->reserve_count; i++) {
            tell_place(o, "reserve", seat, i, p->reserve[i]);
            kinds |= AP_KIND_BIT(p->reserve[i]);
        }
        for (int i = 0; i < p->drawn_count; i++) {
            if (p->drawn[i] < o->c.t->kinds) {
                tell_place(o, "drawn", seat, i, p->drawn[i]);
                kinds |= AP_KIND_BIT(p->drawn[i]);
            }
        }
        kinds |= mq__ap_pad_kinds(p);
    }
    return kinds;
}

static uint64_t drawn_kinds(const struct ap_player *p)
{
    uint64_t kinds = 0;

    for (int i = 0; i < p->drawn_count; i++) {
        kinds |= AP_KIND_BIT(p->drawn[i]);
    }
    return kinds;
}

/* The pencil: what became of each action. */
static void tell_pencil(const struct ap_outlook *o, int i)
{
    const struct ap_pencilled *pencil = &o->pencil[i];
    int a = MQ_ACTION_A(pencil->action);
    int kind = MQ_ACTION_KIND(pencil->action);
    const char *item = kind == AP_A_BUILD    ? o->c.t->kind[a].id
                       : kind == AP_A_ASSIGN ? o->c.t->engineer[a].id
                                             : "specialty";
    struct mq_fact fact = ap_fact(pencil->done ? MQ_FACT_READY : MQ_FACT_LACKS,
                                  "pencil", item, i);

    fact.seat = o->seat;
    if (!pencil->done) {
        fact.note = pencil->why;
        o->out->take(o->out->context, &fact);
    } else if (kind != AP_A_BUILD) {
        mq__fact_say(o->out, &fact, "AP-P6", "apogee.tell.pencilled", "");
    } else {
        mq__fact_count(&fact, pencil->price, pencil->pays);
        mq__fact_say(o->out, &fact, "AP-B4",
                     pencil->pays > 0 ? "apogee.tell.badge-pays"
                     : pencil->price < o->c.t->kind[a].cost
                         ? "apogee.tell.cheaper"
                         : "apogee.tell.badge-costs",
                     "iii", pencil->price, o->c.t->kind[a].cost, pencil->pays);
    }
}

static void tell_pencils(const struct ap_outlook *o)
{
    struct mq_fact fact = ap_fact(MQ_FACT_LACKS, "builds", "", MQ_NO_PLACE);

    for (int i = 0; i < o->pencils; i++) {
        tell_pencil(o, i);
    }
    if (o->cards > o->builds && o->c.st->step <= AP_CONSTRUCTION) {
        fact.seat = o->seat;
        mq__fact_count(&fact, o->builds, o->cards);
        mq__fact_say(o->out, &fact, "AP-B1", "apogee.tell.lacks-builders", "ii",
                     o->cards, o->builds);
    }
}

void mq__ap_survey_cards(const struct ap_outlook *o)
{
    uint64_t kinds = tell_places(o);
    uint64_t own = 0;

    for (uint64_t left = kinds; left != 0; left &= left - 1) {
        mq__ap_tell_card(o, ap_low_bit(left));
    }
    if (o->seat < 0) {
        return;
    }
    tell_pencils(o);
    own = mq__ap_reserve_kinds(ap_planned(o));
    for (uint64_t left = own; left != 0; left &= left - 1) {
        tell_reserve_card(o, ap_low_bit(left));
    }
    own |= mq__ap_row_kinds(o->c.st) | drawn_kinds(ap_own(o));
    for (; own != 0; own &= own - 1) {
        mq__ap_tell_if_built(o, ap_low_bit(own));
    }
}
