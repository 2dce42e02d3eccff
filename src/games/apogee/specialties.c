/* Apogee: specialties of engineers (AP-Y) and directors (AP-V): a row each, and
 * the small functions that rows share. Round effects have no code of their own:
 * they are added up where the rocket or a price is worked out. */
#include "games/apogee/rules.h"

static struct ap_player *player(const struct ap_use *u)
{
    return &u->c.st->player[u->seat];
}

/* What lasts for the round (AP-Y3). */

static void start_effect(const struct ap_use *u)
{
    player(u)->effects |= AP_BIT(u->engineer);
}

int mq__ap_bonus(const struct ap_tables *t, uint32_t effects, int lasting,
                 uint32_t tags)
{
    int sum = 0;

    for (; effects != 0; effects &= effects - 1) {
        const struct ap_engineer *e = &t->engineer[ap_low_bit(effects)];

        if (mq__ap_specialties[e->specialty].lasts == lasting &&
            (tags & e->what) == e->what) {
            sum += e->amount;
        }
    }
    return sum;
}

/* AP-V2, AP-V9, AP-V10: only before this round's launch. */
static bool before_launch(const struct ap_use *u)
{
    return !u->c.st->launched;
}

static void start_boost(const struct ap_use *u)
{
    player(u)->boosted = 1;
}

/* What happens at once. */

/* AP-Y14, AP-V1 */
static void start_gain(const struct ap_use *u)
{
    mq__ap_gain(u->c.st, u->seat, u->amount);
}

/* AP-Y10, AP-Y22 */
static void start_move(const struct ap_use *u)
{
    struct ap_player *p = player(u);

    mq__ap_stand(p, mq__ap_crew_find(p, u->engineer), AP_MOVED);
}

/* AP-Y12, AP-V7 */

static bool can_draw(const struct ap_use *u)
{
    return ap_deck_cards(u->c.st, AP_RND) > 0;
}

static void start_draw(const struct ap_use *u)
{
    mq__ap_draw_rnd(u->c.st, u->seat, u->amount);
}

/* AP-V12 */

static bool can_hire(const struct ap_use *u)
{
    return player(u)->crew_count < AP_CREW &&
           ap_deck_cards(u->c.st, AP_JUNIORS + AP_SENIOR) > 0 &&
           !mq__ap_no_seniors(u->c);
}

static void start_hire(const struct ap_use *u)
{
    mq__ap_draw_engineers(u->c.st, u->seat, AP_SENIOR, u->amount);
}

/* Choices of a card. */

/* AP-Y11, AP-V6 */

static uint64_t in_rows(const struct ap_use *u)
{
    return mq__ap_row_kinds(u->c.st);
}

static void take(const struct ap_use *u, int kind)
{
    mq__ap_take(u->c, u->seat, kind);
}

/* AP-Y13 */
static uint64_t cheap(const struct ap_use *u)
{
    uint64_t kinds = 0;

    for (int kind = 0; kind < u->c.t->kinds; kind++) {
        kinds |= u->c.t->kind[kind].cost == u->amount ? AP_KIND_BIT(kind) : 0;
    }
    return mq__ap_free_builds(u->c, u->seat, kinds);
}

/* AP-V4, AP-V5 */
static uint64_t tagged(const struct ap_use *u)
{
    return mq__ap_free_builds(u->c, u->seat, u->c.t->tagged[u->is->tag]);
}

static void build(const struct ap_use *u, int kind)
{
    mq__ap_build(u->c, u->seat, kind, 0);
}

static uint64_t reserve(const struct ap_use *u)
{
    return mq__ap_reserve_kinds(player(u));
}

/* AP-Y15 */
static void sell(const struct ap_use *u, int kind)
{
    mq__ap_sell(u->c, u->seat, kind);
}

/* Another choice, or `pass`, as long as there is something left (AP-C15). */
static void choose_again(const struct ap_use *u, bool more)
{
    u->c.st->choosing = u->c.st->chosen = more;
}

/* AP-V3 */
static void sell_any(const struct ap_use *u, int kind)
{
    sell(u, kind);
    choose_again(u, player(u)->reserve_count > 0);
}

static uint64_t on_pad(const struct ap_use *u)
{
    return player(u)->pad_kinds;
}

/* AP-V8; AP-E5 counts here too. */
static void sell_built(const struct ap_use *u, int kind)
{
    mq__ap_pad_remove(u->c, u->seat, kind);
    mq__ap_put_under(u->c, kind, AP_ALL_KNOW);
    mq__ap_gain(u->c.st, u->seat, u->amount + ap_changes(u->c)->sale_price);
}

/* Other choices. */

/* AP-Y8 */

static bool row_replaceable(const struct ap_state *st, int type)
{
    unsigned empty = st->gaps >> (type * AP_PLACES) & 7U;

    return empty != 7U || ap_deck_cards(st, type) > 0;
}

static int list_rows(const struct ap_use *u, mq_action *out)
{
    int n = 0;

    for (int type = 0; type < AP_ROWS; type++) {
        if (row_replaceable(u->c.st, type)) {
            out[n++] = MQ_ACTION(AP_A_REPLACE, type, 0, 0);
        }
    }
    return n;
}

static void replace_row(const struct ap_use *u, int type)
{
    mq__ap_replace_row(u->c, type);
}

/* AP-Y21 */

static int list_investors(const struct ap_use *u, mq_action *out)
{
    out[0] = MQ_ACTION(AP_A_REPLACE, AP_TYPES, 0, 0);
    return u->c.st->investors_left != 0;
}

static void replace_investors(const struct ap_use *u, int which)
{
    struct ap_state *st = u->c.st;

    assert(which == AP_TYPES);
    for (int i = 0; i < AP_OPEN_INVESTORS; i++) {
        if (st->open[i] != AP_NONE) {
            st->investors_removed |= AP_BIT(st->open[i]);
            mq__ap_vacate(st, i);
        }
    }
}

/* AP-Y16 */

static int list_die(const struct ap_use *u, mq_action *out)
{
    out[0] = MQ_ACTION(AP_A_BUY_DIE, 0, 0, 0);
    return player(u)->credits >= u->amount &&
           mq__ap_can_take_die(u->c.st, u->seat);
}

static void buy_die(const struct ap_use *u, int which)
{
    assert(which == 0);
    mq__ap_pay(u->c.st, u->seat, u->amount);
    mq__ap_take_die(u->c.st, u->seat);
}

/* AP-V11 */

static int list_crew(const struct ap_use *u, mq_action *out)
{
    return (int)(mq__ap_list_crew(player(u), false, out) - out);
}

static void dismiss(const struct ap_use *u, int engineer)
{
    struct ap_player *p = player(u);

    mq__ap_lose_engineer(u->c, u->seat, mq__ap_crew_find(p, engineer));
    mq__ap_gain(u->c.st, u->seat, u->amount);
    choose_again(u, mq__ap_dismissable(p) > 0);
}

// clang-format off
const struct ap_specialty mq__ap_specialties[] = {
    [AP_NO_SPECIALTY] = {"none", .says = "apogee.engineer.none"},
    {"replace-row", .list = list_rows, .apply = replace_row, .passes = AP_PASSES, .says = "apogee.engineer.replace-row"},
    [AP_MOVES] = {"move", .start = start_move, .says = "apogee.engineer.move"},
    {"take", .cards = in_rows, .action = AP_A_TAKE, .apply = take, .says = "apogee.engineer.take", .says_roll = "apogee.engineer.take-roll"},
    {"draw-rnd", .possible = can_draw, .start = start_draw, .says = "apogee.engineer.draw-rnd", .says_roll = "apogee.engineer.draw-rnd-roll"},
    {"free-build", .cards = cheap, .action = AP_A_BUILD, .apply = build, .passes = AP_PASSES, .says = "apogee.engineer.free-build", .says_roll = "apogee.engineer.free-build-roll"},
    {"gain", .start = start_gain, .says = "apogee.engineer.gain", .says_roll = "apogee.engineer.gain-roll"},
    {"sell", .cards = reserve, .action = AP_A_SELL, .apply = sell, .passes = AP_PASSES, .says = "apogee.engineer.sell"},
    {"buy-die", .list = list_die, .apply = buy_die, .passes = AP_PASSES, .says = "apogee.engineer.buy-die"},
    {"replace-investors", .list = list_investors, .apply = replace_investors, .passes = AP_PASSES, .says = "apogee.engineer.replace-investors"},
    {"thrust", .start = start_effect, .lasts = AP_LASTS_THRUST, .says = "apogee.engineer.thrust", .called = "more-thrust"},
    {"mass", .start = start_effect, .lasts = AP_LASTS_MASS, .says = "apogee.engineer.mass"},
    {"construction-cost", .start = start_effect, .lasts = AP_LASTS_COST, .says = "apogee.engineer.construction-cost"},
    {"seats", .start = start_effect, .lasts = AP_LASTS_SEATS, .says = "apogee.engineer.seats"},
    {0},
};

const struct ap_specialty mq__ap_directings[] = {
    {"gain", .start = start_gain},
    [AP_DIRECTOR_KEEPS] = {"keep-first-stage", .possible = before_launch, .start = start_boost},
    [AP_DIRECTOR_THRUST] = {"thrust", .possible = before_launch, .start = start_boost, .called = "more-thrust"},
    [AP_DIRECTOR_AUTHORITY] = {"authority", .possible = before_launch, .start = start_boost, .called = "less-authority"},
    {"sell-any", .cards = reserve, .action = AP_A_SELL, .apply = sell_any, .passes = AP_PASSES_LATER},
    {"free-payload", .cards = tagged, .tag = AP_TAG_PAYLOAD, .action = AP_A_BUILD, .apply = build},
    {"free-nuclear", .cards = tagged, .tag = AP_TAG_NUCLEAR, .action = AP_A_BUILD, .apply = build},
    {"take", .cards = in_rows, .action = AP_A_TAKE, .apply = take},
    {"draw-rnd", .possible = can_draw, .start = start_draw},
    {"sell-built", .cards = on_pad, .action = AP_A_SELL, .apply = sell_built},
    {"dismiss-any", .list = list_crew, .apply = dismiss, .passes = AP_PASSES_LATER},
    [AP_DIRECTOR_HIRES] = {"hire-seniors", .possible = can_hire, .start = start_hire},
    {0},
};
// clang-format on

struct ap_use mq__ap_engineer_use(struct ap c, int engineer)
{
    const struct ap_engineer *e = &c.t->engineer[engineer];

    return (struct ap_use){c, &mq__ap_specialties[e->specialty],
                           mq__ap_owner(c.st, engineer), e->amount, engineer};
}

struct ap_use mq__ap_director_use(struct ap c, int seat)
{
    const struct ap_director *d = &c.t->director[c.st->player[seat].director];

    return (struct ap_use){c, &mq__ap_directings[d->specialty], seat, d->amount,
                           AP_NONE};
}

struct ap_use mq__ap_use_now(struct ap c)
{
    return c.st->step == AP_SPECIALTIES
               ? mq__ap_engineer_use(c, c.st->specialist)
               : mq__ap_director_use(c, ap_current(c.st));
}

/* What there is to choose, `pass` aside. */
static int list(const struct ap_use *u, mq_action *out)
{
    if (u->is->cards == NULL) {
        return u->is->list(u, out);
    }
    return (int)(mq__ap_list_kinds(u->is->cards(u), u->is->action, out) - out);
}

AP_APART bool mq__ap_use_possible(const struct ap_use *u)
{
    mq_action out[MQ_MAX_LEGAL];

    if (u->is->cards != NULL) {
        return u->is->cards(u) != 0;
    }
    if (u->is->list != NULL) {
        return u->is->list(u, out) > 0;
    }
    return u->is->possible == NULL || u->is->possible(u);
}

void mq__ap_use_start(const struct ap_use *u)
{
    if (u->is->start != NULL) {
        u->is->start(u);
    } else {
        u->c.st->choosing = 1;
    }
}

/* AP-Y5 */
int mq__ap_use_list(const struct ap_use *u, mq_action *out)
{
    int n = list(u, out);

    if (u->is->passes == AP_PASSES ||
        (u->is->passes == AP_PASSES_LATER && u->c.st->chosen)) {
        out[n++] = MQ_ACTION(AP_A_PASS, 0, 0, 0);
    }
    return n;
}

void mq__ap_use_choose(const struct ap_use *u, mq_action action)
{
    assert(u->c.st->choosing && u->is->apply != NULL);
    u->c.st->choosing = u->c.st->chosen = 0;
    if (MQ_ACTION_KIND(action) != AP_A_PASS) {
        u->is->apply(u, MQ_ACTION_A(action));
    }
}

/* AP-A9 */
bool mq__ap_may_direct(struct ap c, int seat)
{
    struct ap_use use;

    if (c.st->player[seat].specialty_used || mq__ap_no_director_specialty(c)) {
        return false;
    }
    use = mq__ap_director_use(c, seat);
    return mq__ap_use_possible(&use);
}
