/* Apogee: what its facts promise beyond points. Prices are paid, credits and
 * dice are as told, the chances of launches are the sums over all rolls, a
 * launch that is ready can be made and others can't, one that wins meets the
 * mission, and the forecast of a plan with pencilled cards comes about. */
#include "suite.h"

#include "games/apogee/rules.h"

#include <math.h>
#include <string.h>

static bool is(const struct mq_fact *f, enum mq_fact_kind kind,
               const char *subject)
{
    return f->kind == kind && strcmp(f->subject, subject) == 0;
}

static bool is_legal(struct prop *p, const struct ap_state *st, int seat,
                     mq_action wanted)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, st, seat, legal);

    for (int i = 0; i < n; i++) {
        if (legal[i] == wanted) {
            return true;
        }
    }
    return false;
}

/* Chances by all rolls. */

/* Whether the launch under way has come to its end, and how. */
static bool launched(const struct ap_state *before, const struct ap_state *now,
                     int seat, int d)
{
    return now->player[seat].launches[d] > before->player[seat].launches[d];
}

/* The chance that the launch under way succeeds, at most `dice` spare dice
 * being used. All failures of a roll go on alike. */
static double launch_by_rolls(struct prop *p, const struct ap_state *st,
                              int seat, int d, int dice)
{
    mq_action roll[MQ_MAX_OUTCOMES];
    double chance[MQ_MAX_OUTCOMES];
    double sum = 0, failed = 0;
    struct ap_state failure = *st;
    int n = mq_outcomes(p->game, st, roll, chance);

    for (int i = 0; i < n; i++) {
        struct ap_state then = *st;

        mq_apply(p->game, &then, MQ_CHANCE_SEAT, roll[i]);
        if (launched(st, &then, seat, d)) {
            sum += chance[i];
        } else {
            failed += chance[i];
            failure = then;
        }
    }
    if (failed > 0 && dice > 0 && failure.ask == AP_ASK_REROLL) {
        mq_apply(p->game, &failure, seat, MQ_ACTION(AP_A_REROLL, 0, 0, 0));
        sum += failed * launch_by_rolls(p, &failure, seat, d, dice - 1);
    }
    return sum;
}

static double launch_chance(struct prop *p, const struct ap_state *before,
                            int seat, int d, int dice)
{
    struct ap_state st = *before;

    mq_apply(p->game, &st, seat, MQ_ACTION(AP_A_LAUNCH, d, 0, 0));
    p->count.risks++;
    return launch_by_rolls(p, &st, seat, d, dice);
}

/* Chance acts until somebody decides or the match is over. */
static void settle(struct prop *p, struct ap_state *st)
{
    uint32_t actors;

    while (mq_turn(p->game, st, &actors) == MQ_TURN_CHANCE &&
           st->ask != AP_ASK_ROLL && st->ask != AP_ASK_EVENT) {
        mq_apply(p->game, st, MQ_CHANCE_SEAT, mq_sample(p->game, st, &p->rng));
    }
}

/* A static fire and a launch, both actions of a turn. */
static double tested_chance(struct prop *p, const struct ap_state *before,
                            int seat, int d)
{
    struct ap_state fired = *before;
    mq_action roll[MQ_MAX_OUTCOMES];
    double chance[MQ_MAX_OUTCOMES];
    double sum = 0;
    int n;

    mq_apply(p->game, &fired, seat, MQ_ACTION(AP_A_FIRE, 0, 0, 0));
    n = mq_outcomes(p->game, &fired, roll, chance);
    for (int i = 0; i < n; i++) {
        struct ap_state then = fired;

        mq_apply(p->game, &then, MQ_CHANCE_SEAT, roll[i]);
        settle(p, &then);
        if (then.step == AP_OVER) { /* AP-M3: an investor has ended it */
            return -1;
        }
        sum += chance[i] *
               launch_chance(p, &then, seat, d, then.player[seat].dice);
    }
    return sum;
}

/* The launch succeeds at once; returns the state after it. An action is left
 * then, so that neither the turn nor the round ends with it. */
static struct ap_state lift_off(struct prop *p, const struct ap_state *before,
                                int seat, int d)
{
    struct ap_state st = *before;

    st.actions = AP_DIRECTOR_ACTIONS;
    mq_apply(p->game, &st, seat, MQ_ACTION(AP_A_LAUNCH, d, 0, 0));
    mq_apply(p->game, &st, MQ_CHANCE_SEAT,
             MQ_ACTION(AP_C_ROLL, AP_DIE_SIDES, 0, 0));
    settle(p, &st);
    while (st.ask == AP_ASK_DISCARD) { /* AP-L17: before the mission */
        mq_action legal[MQ_MAX_LEGAL];

        mq_legal(p->game, &st, seat, legal);
        mq_apply(p->game, &st, seat, legal[0]);
        settle(p, &st);
    }
    return st;
}

/* Choices. */

struct check {
    struct prop *p;
    const struct ap_state *before, *after;
    struct mq_event event;
    bool credits; /* what is left was told */
    bool good;
};

static bool expect(const struct check *c, const struct mq_fact *f, int was,
                   int now)
{
    c->p->count.promises++;
    return (f->before == was && f->after == now) ||
           prop_fail(c->p, "promise", "%s %s %s: %d to %d told, %d to %d came",
                     mq_fact_words[f->kind], f->subject, f->item, f->before,
                     f->after, was, now);
}

/* An investor who pays for sure is completed once the rows are full again. */
static bool check_investor(const struct check *c, const struct mq_fact *f)
{
    const struct ap_tables *t = ap_tables(c->p->game);
    struct ap_state st = *c->after;
    int card = 0;

    if (f->chance != MQ_CERTAIN ||
        MQ_ACTION_KIND(c->event.action) == AP_A_KEEP) {
        return true;
    }
    settle(c->p, &st);
    while (strcmp(t->investor[card].id, f->item) != 0) {
        card++;
    }
    c->p->count.promises++;
    return (st.player[f->seat].investors >> card & 1) != 0 ||
           prop_fail(c->p, "promise", "%s was to be completed", f->item);
}

/* After a success: credits, and the mission. */
static bool check_launch(const struct check *c, const struct mq_fact *f)
{
    int seat = c->event.seat;
    int d = MQ_ACTION_A(c->event.action);
    struct ap_state st;

    if (is(f, MQ_FACT_RISK, "hold")) {
        double chance = launch_chance(c->p, c->before, seat, d,
                                      c->before->player[seat].dice);

        return fabs(1 - chance - f->chance) < 1e-9 ||
               prop_fail(c->p, "risk", "hold: %g told, %g by all rolls",
                         f->chance, 1 - chance);
    }
    if (is(f, MQ_FACT_CHANCE, "launch")) {
        double chance = launch_chance(c->p, c->before, seat, d, f->before);

        return fabs(chance - f->chance) < 1e-9 ||
               prop_fail(c->p, "risk", "launch: %g told, %g by all rolls",
                         f->chance, chance);
    }
    if (!is(f, MQ_FACT_GAIN, "credits") && !is(f, MQ_FACT_WINS, "launch")) {
        return true;
    }
    st = lift_off(c->p, c->before, seat, d);
    if (is(f, MQ_FACT_WINS, "launch")) {
        c->p->count.promises++;
        return st.player[seat].met ||
               (ap_solo(&st) && mq__ap_meets(ap_of(c->p->game, &st), seat)) ||
               prop_fail(c->p, "promise", "the launch was to win");
    }
    return expect(c, f, c->before->player[seat].credits,
                  st.step == AP_OVER ? f->after : st.player[seat].credits);
}

static bool check_target(const struct check *c, const struct mq_fact *f)
{
    const struct ap_player *was = &c->before->player[f->seat];
    const struct ap_player *now = &c->after->player[f->seat];

    if (strcmp(f->item, "dice") == 0) {
        return expect(c, f, was->dice, now->dice);
    }
    if (strcmp(f->item, "engineer") == 0) {
        struct ap_state st = *c->after;

        settle(c->p, &st);
        return expect(c, f, was->crew_count, st.player[f->seat].crew_count);
    }
    return expect(c, f, was->reserve_count, now->reserve_count);
}

static bool check_course(const struct check *c, const struct mq_fact *f)
{
    if (is(f, MQ_FACT_ENDS, "match")) {
        return c->after->step == AP_OVER ||
               prop_fail(c->p, "promise", "the match was to end");
    }
    if (is(f, MQ_FACT_WINS, "match")) {
        return (mq_winners(c->p->game, c->after) >> f->seat & 1) != 0 ||
               prop_fail(c->p, "promise", "P%d was to win", f->seat + 1);
    }
    if (is(f, MQ_FACT_ENDS, "round")) {
        return expect(c, f, c->before->round, c->after->round);
    }
    if (is(f, MQ_FACT_NEXT, "turn")) {
        return ap_current(c->after) == f->seat ||
               prop_fail(c->p, "promise", "P%d was to be next", f->seat + 1);
    }
    return true;
}

static bool check_own(struct check *c, const struct mq_fact *f)
{
    const struct ap_player *was = &c->before->player[c->event.seat];
    const struct ap_player *now = &c->after->player[c->event.seat];
    int kind = MQ_ACTION_KIND(c->event.action);

    if (is(f, MQ_FACT_LEFT, "credits")) {
        c->credits = true;
        return expect(c, f, was->credits, now->credits);
    }
    if (is(f, MQ_FACT_LEFT, "dice") ||
        (is(f, MQ_FACT_GAIN, "dice") && kind == AP_A_BUY_DIE)) {
        return expect(c, f, was->dice, now->dice);
    }
    if (is(f, MQ_FACT_HOLDS, "engineers")) {
        struct ap_state st = *c->after;

        settle(c->p, &st);
        return expect(c, f, was->crew_count,
                      st.player[c->event.seat].crew_count);
    }
    if (is(f, MQ_FACT_LOSES, "target")) {
        return check_target(c, f);
    }
    if (is(f, MQ_FACT_GAIN, "investor")) {
        return check_investor(c, f);
    }
    return check_course(c, f);
}

static void take(void *context, const struct mq_fact *f)
{
    struct check *c = context;

    if (c->good && MQ_ACTION_KIND(c->event.action) == AP_A_LAUNCH) {
        c->good = check_launch(c, f);
    }
    c->good = c->good && check_own(c, f);
}

/* Commits are not carried out before all are in. */
static bool is_commit(mq_action action)
{
    int kind = MQ_ACTION_KIND(action);

    return kind == AP_A_CHOOSE || kind == AP_A_ASSIGN || kind == AP_A_PLANNED ||
           kind == AP_A_KEEP;
}

bool prop_promises_apogee(struct prop *p, const void *before,
                          struct mq_event event, const void *after)
{
    const struct ap_state *was = before;
    const struct ap_state *now = after;
    struct check c = {p, was, now, event, false, true};
    struct mq_facts facts = {take, &c, NULL};

    mq_tell(p->game, before, event.seat, event.action, &facts);
    if (c.good && !c.credits && !is_commit(event.action) &&
        was->player[event.seat].credits != now->player[event.seat].credits) {
        return prop_fail(p, "promise", "credits %d to %d weren't told",
                         (int)was->player[event.seat].credits,
                         (int)now->player[event.seat].credits);
    }
    return c.good;
}

/* Positions. */

struct survey {
    struct prop *p;
    const struct ap_state *st;
    int seat;
    bool turn; /* the seat chooses a director's action */
    uint32_t ready, wins;
    int thrust, mass, authority, credits, astronauts;
    bool builders; /* enough engineers for what is pencilled in */
    double chance[AP_DESTINATIONS];
    bool good;
};

static bool check_ready(struct survey *s, const struct mq_fact *f)
{
    int d = f->place - 1;
    bool legal =
        is_legal(s->p, s->st, s->seat, MQ_ACTION(AP_A_LAUNCH, d, 0, 0));

    s->p->count.promises++;
    return legal == (f->kind == MQ_FACT_READY) ||
           prop_fail(s->p, "survey", "launch to %s: told to be %s", f->item,
                     mq_fact_words[f->kind]);
}

/* The chance of both actions needs many rolls: only now and then. */
static bool check_tested(struct survey *s, const struct mq_fact *f)
{
    double chance;

    if (!s->turn || !prop_once_in(s->p, 2)) {
        return true;
    }
    chance = tested_chance(s->p, s->st, s->seat, f->place - 1);
    return chance < 0 || fabs(chance - f->chance) < 1e-9 ||
           prop_fail(s->p, "risk", "tested: %g told, %g by all rolls",
                     f->chance, chance);
}

static bool check_win(struct survey *s, const struct mq_fact *f)
{
    struct ap_state st;

    if (!s->turn || (s->ready >> (f->place - 1) & 1) == 0) {
        return true;
    }
    st = lift_off(s->p, s->st, s->seat, f->place - 1);
    s->p->count.promises++;
    return st.player[s->seat].met ||
           (ap_solo(&st) && mq__ap_meets(ap_of(s->p->game, &st), s->seat)) ||
           prop_fail(s->p, "survey", "a launch to %s was to win", f->item);
}

static void note_forecast(struct survey *s, const struct mq_fact *f)
{
    if (is(f, MQ_FACT_HOLDS, "thrust")) {
        s->thrust = f->after;
    } else if (is(f, MQ_FACT_HOLDS, "mass")) {
        s->mass = f->after;
    } else if (is(f, MQ_FACT_HOLDS, "astronauts")) {
        s->astronauts = f->after;
    } else if (is(f, MQ_FACT_HOLDS, "authority")) {
        s->authority = f->after;
    } else if (is(f, MQ_FACT_NEXT, "credits")) {
        s->credits = f->after;
    } else if (is(f, MQ_FACT_LACKS, "builds")) {
        s->builders = false;
    }
}

static void take_survey(void *context, const struct mq_fact *f)
{
    struct survey *s = context;

    if (!s->good || f->seat != s->seat) {
        return;
    }
    note_forecast(s, f);
    if (is(f, MQ_FACT_READY, "launch")) {
        s->ready |= AP_BIT(f->place - 1);
        s->chance[f->place - 1] = f->chance;
    }
    if (s->turn &&
        (is(f, MQ_FACT_READY, "launch") || is(f, MQ_FACT_LACKS, "launch"))) {
        s->good = check_ready(s, f);
    } else if (is(f, MQ_FACT_CHANCE, "tested")) {
        s->good = check_tested(s, f);
    } else if (is(f, MQ_FACT_WINS, "launch")) {
        s->good = check_win(s, f);
    }
}

/* The forecast. */

/* Some cards of the reserve, pencilled in. */
static void choose_pencil(struct prop *p, const struct ap_player *own,
                          struct mq_pencil *out)
{
    out->count = 0;
    for (int i = 0; i < own->reserve_count && out->count < 3; i++) {
        if (prop_once_in(p, 2)) {
            out->action[out->count++] =
                MQ_ACTION(AP_A_BUILD, own->reserve[i], 0, 0);
        }
    }
}

/* What a seat does while the plan is carried out: what is pencilled in as far
 * as it is legal, else nothing, else whatever there is. */
static mq_action follow(struct prop *p, const struct ap_state *st, int seat,
                        int planner, struct mq_pencil *pencil)
{
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, st, seat, legal);

    if (seat == planner && st->ask == AP_ASK_BUILD) {
        for (int i = 0; i < pencil->count; i++) {
            mq_action wanted = pencil->action[i];

            for (int k = 0; k < n && wanted != 0; k++) {
                if (legal[k] == wanted) {
                    pencil->action[i] = 0;
                    return wanted;
                }
            }
        }
    }
    for (int i = 0; i < n; i++) {
        int kind = MQ_ACTION_KIND(legal[i]);

        if (kind == AP_A_PASS || kind == AP_A_PLANNED || kind == AP_A_DONE ||
            kind == AP_A_ACCEPT) {
            return legal[i];
        }
    }
    return legal[0];
}

/* Goes on until the seat's director has a turn; false: there is none. */
static bool carry_out(struct prop *p, struct ap_state *st, int seat,
                      struct mq_pencil *pencil)
{
    int round = st->round;

    while (st->step != AP_OVER && st->round == round &&
           !(st->ask == AP_ASK_ACTION && st->actors == AP_BIT(seat))) {
        uint32_t actors;

        if (mq_turn(p->game, st, &actors) == MQ_TURN_CHANCE) {
            mq_apply(p->game, st, MQ_CHANCE_SEAT,
                     mq_sample(p->game, st, &p->rng));
        } else {
            int who = ap_low_bit(actors);

            mq_apply(p->game, st, who, follow(p, st, who, seat, pencil));
        }
    }
    return st->step != AP_OVER && st->round == round;
}

/* Whether credits can come by something that the forecast leaves out: rolls,
 * cards that are drawn or taken. */
static bool credits_open(const struct ap_player *own)
{
    return own->on[AP_ON_SPECIALTY] + own->on[AP_ON_RND] +
               own->on[AP_ON_DESIGN] >
           0;
}

static bool compare(struct prop *p, const struct survey *s,
                    const struct ap_state *st, bool credits)
{
    const struct ap_tables *t = ap_tables(p->game);
    const struct ap_player *own = &st->player[s->seat];
    struct ap_rocket r;

    mq__ap_rocket_of(t, own, &r);
    p->count.promises++;
    if (r.thrust != s->thrust || r.mass != s->mass ||
        r.astronauts != s->astronauts) {
        return prop_fail(p, "forecast", "%d/%d/%d told, %d/%d/%d came",
                         s->thrust, s->mass, s->astronauts, r.thrust, r.mass,
                         r.astronauts);
    }
    if (mq__ap_center_authority(t, own) != s->authority) {
        return prop_fail(p, "forecast", "authority %d told, %d came",
                         s->authority, mq__ap_center_authority(t, own));
    }
    if (credits && own->credits != s->credits) {
        return prop_fail(p, "forecast", "%d credits told, %d came", s->credits,
                         (int)own->credits);
    }
    for (int d = 0; d < AP_DESTINATIONS && credits; d++) {
        if (is_legal(p, st, s->seat, MQ_ACTION(AP_A_LAUNCH, d, 0, 0)) !=
            ((s->ready >> d & 1) != 0)) {
            return prop_fail(p, "forecast", "destination %d came otherwise",
                             d + 1);
        }
    }
    return true;
}

static bool check_forecast(struct prop *p, const struct ap_state *before,
                           int seat)
{
    struct survey s = {
        .p = p, .st = before, .seat = seat, .builders = true, .good = true};
    struct mq_pencil pencil;
    struct mq_facts facts = {take_survey, &s, &pencil};
    struct ap_state st = *before;
    bool credits = !credits_open(&before->player[seat]);

    choose_pencil(p, &before->player[seat], &pencil);
    mq_survey(p->game, before, seat, &facts);
    if (!s.good || !s.builders) {
        return s.good;
    }
    /* A rival's skill may make building cheaper: only alone is it sure. */
    for (int other = 0; other < st.players; other++) {
        if (other != seat && st.player[other].on[AP_ON_SPECIALTY] > 0) {
            credits = false;
        }
    }
    mq_apply(p->game, &st, seat, MQ_ACTION(AP_A_PLANNED, 0, 0, 0));
    if (!carry_out(p, &st, seat, &pencil)) {
        return true; /* debts, or a turn that was skipped */
    }
    return compare(p, &s, &st, credits);
}

/* Launches. */

/* Random play seldom builds a rocket: here the seat gets some, with all its
 * engineers at the Space Operations Center. */
static void arm(struct prop *p, struct ap_state *st, int seat)
{
    struct ap c = ap_of(p->game, st);
    struct ap_player *own = &st->player[seat];

    memset(own->pad, 0, sizeof(own->pad));
    memset(own->pad_count, 0, sizeof(own->pad_count));
    for (int type = 0; type < AP_TYPES; type++) {
        int from = c.t->first[type], kinds = c.t->first[type + 1] - from;
        int cards = prop_below(p, AP_PLACES) + (type < AP_RND);

        for (int i = 0; i < cards; i++) {
            mq__ap_pad_add(c, seat, from + prop_below(p, kinds));
        }
    }
    own->dice = (uint8_t)prop_below(p, AP_PLAYER_DICE + 1);
    for (int i = 0; i < own->crew_count; i++) {
        mq__ap_stand(own, i, AP_ON_OPERATIONS);
    }
}

/* All that is told of the position, and of each launch and static fire. */
static bool check_turn(struct prop *p, const struct ap_state *st, int seat)
{
    struct survey s = {
        .p = p, .st = st, .seat = seat, .turn = true, .good = true};
    struct mq_facts facts = {take_survey, &s, NULL};
    mq_action legal[MQ_MAX_LEGAL];
    int n = mq_legal(p->game, st, seat, legal);

    mq_survey(p->game, st, seat, &facts);
    for (int i = 0; i < n && s.good; i++) {
        int kind = MQ_ACTION_KIND(legal[i]);
        struct ap_state after = *st;

        if (kind == AP_A_LAUNCH || kind == AP_A_FIRE) {
            mq_apply(p->game, &after, seat, legal[i]);
            s.good = prop_promises_apogee(
                p, st, (struct mq_event){seat, legal[i]}, &after);
        }
    }
    return s.good;
}

/* If the match ended now, those who lead would have won. */
static bool check_ended(struct prop *p, const struct ap_state *st)
{
    struct ap_state ended = *st;
    struct mq_all_standings told;
    uint32_t leaders = 0, winners;

    mq__ap_end_game(&ended);
    winners = mq_winners(p->game, &ended);
    mq_standings(p->game, st, MQ_SPECTATOR, &told);
    for (int seat = 0; seat < told.players; seat++) {
        leaders |= told.seat[seat].rank == 1 ? AP_BIT(seat) : 0;
    }
    p->count.ended++;
    return winners == 0 || (winners & ~leaders) == 0 ||
           prop_fail(p, "ended", "%#x lead, %#x would win", leaders, winners);
}

bool prop_facts_apogee(struct prop *p, const void *state)
{
    const struct ap_state *st = state;
    uint32_t actors;

    if (mq_turn(p->game, st, &actors) != MQ_TURN_SEATS) {
        return true;
    }
    if (!check_ended(p, st)) {
        return false;
    }
    for (; actors != 0; actors &= actors - 1) {
        int seat = ap_low_bit(actors);
        struct ap_state armed = *st;

        if (st->ask == AP_ASK_PLAN && !check_forecast(p, st, seat)) {
            return false;
        }
        if (st->ask == AP_ASK_ACTION) {
            arm(p, &armed, seat);
            if (!check_turn(p, st, seat) || !check_turn(p, &armed, seat)) {
                return false;
            }
        }
    }
    return true;
}
