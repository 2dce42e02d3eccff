/* What is worth knowing of a position, as facts (<maxq/tell.h>): for every
 * seat its levels, launches and missions on Earth with what each lacks, its
 * lab, the station and its objectives; whose turn it is; and who knows which
 * card.
 *
 * A row of a mission or level says in `place` the level and in `before` and
 * `after` what is there and what is needed. */
#include "games/liftoff/telling.h"

#define ROUND_OF_PHASE_2 (LO_HALF + 1)

/* Missions. */

/* A mission of a seat and why it can fly or can't. */
struct judged {
    struct lo c;
    int seat;
    const struct lo_mission *m;
    struct lo_verdict v;
    const struct mq_facts *out;
};

/* One verdict of a mission: READY or LACKS, what is there, what is needed. */
struct verdict {
    const char *subject, *rule, *ready, *lacks;
    int have, need;
};

static struct mq_fact mission_fact(const struct judged *j, bool ready,
                                   const char *subject)
{
    struct mq_fact fact =
        mq__fact(ready ? MQ_FACT_READY : MQ_FACT_LACKS, subject);

    mq__fact_item(&fact, j->m->id);
    fact.seat = j->seat;
    fact.place = j->m->level + 1;
    return fact;
}

static void tell_verdict(const struct judged *j, const struct verdict *v)
{
    bool ready = v->have >= v->need;
    struct mq_fact fact = mission_fact(j, ready, v->subject);

    mq__fact_count(&fact, v->have, v->need);
    mq__fact_say(j->out, &fact, v->rule, ready ? v->ready : v->lacks, "wii",
                 j->m->id, v->have, v->need);
}

/* Which technologies lack how many, in one sentence: up to two by name. */
static void set_lacking(const struct lo_mission *m, const struct lo_gap *gap,
                        struct mq_note *note)
{
    int a = mq__lo_lacking(gap, 0), b = mq__lo_lacking(gap, a + 1);

    if (gap->met) {
        mq_note_set(note, "LO-L8", "liftoff.tell.tech-ready", "wi", m->id,
                    m->level + 1);
    } else if (gap->colours > 2) {
        mq_note_set(note, "LO-L8", "liftoff.tell.tech-lacks", "wi", m->id,
                    gap->need - gap->have);
    } else if (gap->either) {
        mq_note_set(note, "LO-L8", "liftoff.tell.tech-lacks-or", "wiwiw", m->id,
                    gap->lacks[a], mq__lo_colour_words[a], gap->or_lacks,
                    mq__lo_colour_words[gap->or_colour]);
    } else if (gap->colours == 1) {
        mq_note_set(note, "LO-L8", "liftoff.tell.tech-lacks-1", "wiw", m->id,
                    gap->lacks[a], mq__lo_colour_words[a]);
    } else {
        mq_note_set(note, "LO-L8", "liftoff.tell.tech-lacks-2", "wiwiw", m->id,
                    gap->lacks[a], mq__lo_colour_words[a], gap->lacks[b],
                    mq__lo_colour_words[b]);
    }
}

/* The technology as a whole, then each colour that lacks something. */
static void tell_technology(const struct judged *j)
{
    const struct lo_gap *gap = &j->v.technology;
    struct mq_fact fact = mission_fact(j, gap->met, "technology");

    mq__fact_count(&fact, gap->have, gap->need);
    set_lacking(j->m, gap, &fact.note);
    j->out->take(j->out->context, &fact);
    for (int i = 0; i < LO_COLOURS; i++) {
        int have = j->c.st->player[j->seat].tech[i];

        if (gap->lacks[i] > 0) {
            fact.subject = mq__lo_colour_words[i];
            mq__fact_count(&fact, have, have + gap->lacks[i]);
            mq__fact_say(j->out, &fact, "LO-L8", "liftoff.tell.colour-lacks",
                         "wwii", j->m->id, fact.subject, fact.before,
                         fact.after);
        }
    }
}

/* The first thing that keeps the mission on Earth. */
static void set_grounded(const struct judged *j, struct mq_note *note)
{
    const struct lo_verdict *v = &j->v;

    if (!v->launch) {
        mq_note_set(note, "LO-L2", "liftoff.tell.launch-lacks", "w", j->m->id);
    } else if (v->lab.have < v->lab.need) {
        mq_note_set(note, "LO-L7", "liftoff.tell.lab-lacks", "wii", j->m->id,
                    v->lab.have, v->lab.need);
    } else if (!v->technology.met) {
        set_lacking(j->m, &v->technology, note);
    } else if (v->weight.have < v->weight.need) {
        mq_note_set(note, "LO-L6", "liftoff.tell.weight-lacks", "wii", j->m->id,
                    v->weight.have, v->weight.need);
    } else {
        mq_note_set(note, "LO-L3", "liftoff.tell.money-lacks", "wii", j->m->id,
                    v->money.have, v->money.need);
    }
}

/* Whether the mission can fly, as one fact: what a launch of it alone costs and
 * scores. */
static void tell_flies(const struct judged *j)
{
    struct mq_fact fact = mission_fact(j, j->v.flies, "mission");

    mq__fact_count(&fact, j->v.money.need,
                   mq__lo_launch_points(j->c, &j->c.st->player[j->seat]) +
                       j->m->points);
    if (j->v.flies) {
        mq_note_set(&fact.note, "LO-L11", "liftoff.tell.mission-ready", "wii",
                    j->m->id, fact.before, fact.after);
    } else {
        set_grounded(j, &fact.note);
    }
    j->out->take(j->out->context, &fact);
}

void mq__lo_tell_mission(struct lo c, int seat, int kind,
                         const struct mq_facts *out)
{
    struct judged j = {
        .c = c, .seat = seat, .m = &c.t->mission[kind], .out = out};
    const struct lo_verdict *v = &j.v;

    mq__lo_judge(c, seat, kind, &j.v);
    tell_flies(&j);
    tell_verdict(
        &j, &(struct verdict){"launch", "LO-L2", "liftoff.tell.launch-ready",
                              "liftoff.tell.launch-lacks", v->launch, 1});
    tell_verdict(&j, &(struct verdict){"lab", "LO-L7", "liftoff.tell.lab-ready",
                                       "liftoff.tell.lab-lacks", v->lab.have,
                                       v->lab.need});
    tell_technology(&j);
    tell_verdict(&j, &(struct verdict){"weight", "LO-L6",
                                       "liftoff.tell.weight-ready",
                                       "liftoff.tell.weight-lacks",
                                       v->weight.have, v->weight.need});
    tell_verdict(&j,
                 &(struct verdict){"money", "LO-L3", "liftoff.tell.money-ready",
                                   "liftoff.tell.money-lacks", v->money.have,
                                   v->money.need});
}

/* Copies of a kind that are aboard the launch under way. */
static int aboard(const struct lo_state *st, int seat, int kind)
{
    int n = 0;

    for (int i = 0; i < st->loaded_size && mq__lo_prepares(st, seat); i++) {
        n += st->loaded[i] == kind;
    }
    return n;
}

static void survey_earth(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];

    for (uint32_t left = p->earth[0]; left != 0; left &= left - 1) {
        int kind = __builtin_ctz(left);
        int loaded = aboard(c.st, seat, kind);

        if (loaded > 0) {
            struct mq_fact fact = mq__fact(MQ_FACT_WHERE, "aboard");

            mq__fact_item(&fact, c.t->mission[kind].id);
            fact.seat = seat;
            fact.place = c.t->mission[kind].level + 1;
            mq__fact_say(out, &fact, "LO-L6", "liftoff.tell.aboard", "w",
                         c.t->mission[kind].id);
        }
        if (loaded < lo_on_earth(p, kind)) {
            mq__lo_tell_mission(c, seat, kind, out);
        }
    }
}

/* Levels. */

/* The technologies that a level lacks, as set_lacking says it of a mission. */
static void set_level_lacks(int seat, int level, const struct lo_gap *gap,
                            struct mq_note *note)
{
    int a = mq__lo_lacking(gap, 0), b = mq__lo_lacking(gap, a + 1);

    if (gap->colours > 2) {
        mq_note_set(note, "LO-L8", "liftoff.tell.level-lacks", "pii", seat,
                    level + 1, gap->need - gap->have);
    } else if (gap->either) {
        mq_note_set(note, "LO-L8", "liftoff.tell.level-lacks-or", "piiwiw",
                    seat, level + 1, gap->lacks[a], mq__lo_colour_words[a],
                    gap->or_lacks, mq__lo_colour_words[gap->or_colour]);
    } else if (gap->colours == 1) {
        mq_note_set(note, "LO-L8", "liftoff.tell.level-lacks-1", "piiw", seat,
                    level + 1, gap->lacks[a], mq__lo_colour_words[a]);
    } else {
        mq_note_set(note, "LO-L8", "liftoff.tell.level-lacks-2", "piiwiw", seat,
                    level + 1, gap->lacks[a], mq__lo_colour_words[a],
                    gap->lacks[b], mq__lo_colour_words[b]);
    }
}

void mq__lo_tell_lacks(struct lo c, int seat, int level,
                       const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    struct mq_fact fact = mq__fact(MQ_FACT_LACKS, "level");
    struct lo_gap gap;

    mq__lo_gap(c, p, level, &gap);
    fact.seat = seat;
    fact.place = level + 1;
    if (!gap.in_play) {
        mq__fact_count(&fact, c.st->round, ROUND_OF_PHASE_2);
        mq__fact_say(out, &fact, "LO-M2", "liftoff.tell.level-later", "ii",
                     level + 1, ROUND_OF_PHASE_2);
    } else if (gap.met) {
        mq__fact_count(&fact, p->lab, level + 1);
        mq__fact_say(out, &fact, "LO-L7", "liftoff.tell.level-lab", "pii", seat,
                     level + 1, p->lab);
    } else {
        mq__fact_count(&fact, gap.have, gap.need);
        set_level_lacks(seat, level, &gap, &fact.note);
        out->take(out->context, &fact);
    }
}

/* The lab that a level's missions need (LO-L7). */
static void survey_level_lab(struct lo c, int seat, int level,
                             const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_NEEDS, "lab");

    fact.seat = seat;
    fact.place = level + 1;
    mq__fact_count(&fact, c.st->player[seat].lab, level + 1);
    mq__fact_say(out, &fact, "LO-L7", "liftoff.tell.level-lab", "pii", seat,
                 level + 1, fact.before);
}

/* What a level asks for, colour by colour; `item` numbers the alternatives. */
static void survey_needs(struct lo c, int seat, int level,
                         const struct mq_facts *out)
{
    static const char *const words[LO_MAX_ALTERNATIVES] = {"1", "2", "3", "4"};
    const struct lo_level *row = &c.t->level[level];
    int phase = row->alternatives[c.st->phase - 1] > 0 ? c.st->phase - 1 : 1;

    for (int k = 0; k < row->alternatives[phase]; k++) {
        uint8_t need[LO_COLOURS];

        mq__lo_needs(row, phase, k, need);
        for (int i = 0; i < LO_COLOURS; i++) {
            struct mq_fact fact =
                mq__fact(MQ_FACT_NEEDS, mq__lo_colour_words[i]);

            if (need[i] == 0) {
                continue;
            }
            mq__fact_item(&fact, words[k]);
            fact.seat = seat;
            fact.place = level + 1;
            mq__fact_count(&fact, c.st->player[seat].tech[i], need[i]);
            mq__fact_say(out, &fact, "LO-T6", "liftoff.tell.level-needs",
                         "iiwpi", level + 1, need[i], fact.subject, seat,
                         fact.before);
        }
    }
}

static void survey_levels(struct lo c, int seat, const struct mq_facts *out)
{
    for (int level = 0; level < LO_LEVELS; level++) {
        struct mq_fact fact = mq__fact(MQ_FACT_READY, "level");

        if (mq__lo_level_open(c, &c.st->player[seat], level)) {
            fact.seat = seat;
            fact.place = level + 1;
            mq__fact_say(out, &fact, "LO-L8", "liftoff.tell.level-ready", "pi",
                         seat, level + 1);
        } else {
            mq__lo_tell_lacks(c, seat, level, out);
        }
        survey_level_lab(c, seat, level, out);
        survey_needs(c, seat, level, out);
    }
}

/* Launches. */

static const char *symbol_word(struct lo c, int what)
{
    return what == LO_LAB ? "lab" : c.t->specialist[what].id;
}

static void survey_symbols(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    struct lo_symbol symbol[LO_MAX_SYMBOLS];
    int n = mq__lo_symbols(c, p, symbol);

    for (int i = 0; i < n; i++) {
        bool paid = symbol[i].price <= p->money;
        const char *word = symbol_word(c, symbol[i].what);
        struct mq_fact fact =
            mq__fact(paid ? MQ_FACT_READY : MQ_FACT_LACKS, "symbol");

        mq__fact_item(&fact, word);
        fact.seat = seat;
        fact.place = i;
        mq__fact_count(&fact, symbol[i].price, mq__lo_launch_points(c, p));
        if (paid) {
            mq__fact_say(out, &fact, "LO-L3", "liftoff.tell.symbol", "pwiii",
                         seat, word, fact.before, fact.after,
                         symbol[i].capacity);
        } else {
            mq__fact_say(out, &fact, "LO-L3", "liftoff.tell.symbol-poor",
                         "pwii", seat, word, fact.before, p->money);
        }
    }
}

/* The launch that is being prepared: its price and what it scores so far. */
static void survey_under_way(struct lo c, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[c.st->turn];
    bool lab = c.st->symbol == 1;
    const char *word = symbol_word(c, lab ? LO_LAB : c.st->symbol - 2);
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "lift-off");

    mq__fact_item(&fact, word);
    fact.seat = c.st->turn;
    mq__fact_count(&fact, mq__lo_price(c.t, p, lab), mq__lo_loaded_points(c));
    mq__fact_say(out, &fact, "LO-L12", "liftoff.tell.under-way", "pwii",
                 c.st->turn, word, fact.before, fact.after);
    fact.kind = MQ_FACT_PROGRESS;
    fact.subject = "weight";
    mq__fact_count(&fact, mq__lo_loaded_weight(c), mq__lo_capacity(c));
    mq__fact_say(out, &fact, "LO-L4", "liftoff.tell.loaded", "ii", fact.before,
                 fact.after);
}

static void tell_boost(int seat, const char *word, int weight,
                       const struct mq_facts *out)
{
    struct mq_fact fact = mq__fact(MQ_FACT_READY, "boost");

    mq__fact_item(&fact, word);
    fact.seat = seat;
    mq__fact_count(&fact, 0, weight);
    mq__fact_say(out, &fact, "LO-L5", "liftoff.tell.boost", "pwi", seat, word,
                 weight);
}

/* LO-V7: with the lab of level 4 one more weight, in one edition as a boost. */
static void survey_boosts(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];

    for (int i = 0; i < p->plays; i++) {
        const struct lo_specialist *s = &c.t->specialist[p->played[i]];

        if (!p->used[i] && s->boost > 0) {
            tell_boost(seat, s->id, s->boost, out);
        }
    }
    if (c.st->edition == LO_DE && p->lab == LO_LEVELS && !p->lab_boost) {
        tell_boost(seat, "lab", 1, out);
    }
}

static void survey_sent(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    bool en = c.st->edition == LO_EN;
    struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "sent");

    fact.seat = seat;
    mq__fact_count(&fact, en ? p->sent : p->launches, LO_LAUNCHES);
    mq__fact_say(out, &fact, "LO-V4",
                 en ? "liftoff.tell.sent" : "liftoff.tell.launched", "pii",
                 seat, fact.before, fact.after);
}

/* Whether a seat was passed by in the launches of this round: its turn came and
 * nothing could be launched. */
static bool passed_by(struct lo c, int seat)
{
    return c.st->step >= LO_STEP_LAUNCH && c.st->step <= LO_STEP_EFFECT &&
           mq__lo_order(c.st, seat) < mq__lo_order(c.st, c.st->turn) &&
           c.st->player[seat].launches == 0 &&
           !mq__lo_any_launch(c, &c.st->player[seat]);
}

/* Of the round's launches: how many the money pays, or why there is none. */
static void survey_launches(struct lo c, int seat, const struct mq_facts *out)
{
    bool any = mq__lo_any_launch(c, &c.st->player[seat]) ||
               mq__lo_prepares(c.st, seat);
    struct mq_fact fact = mq__fact(any                  ? MQ_FACT_READY
                                   : passed_by(c, seat) ? MQ_FACT_LOSES
                                                        : MQ_FACT_LACKS,
                                   "launches");
    struct lo_budget budget;

    mq__lo_budget(c, seat, &budget);
    fact.seat = seat;
    mq__fact_count(&fact, budget.paid, budget.launches);
    if (any) {
        mq__fact_say(out, &fact, "LO-L1", "liftoff.tell.launches", "piii", seat,
                     budget.paid, budget.launches, budget.price);
    } else {
        mq__lo_set_no_launch(c, seat, &fact.note);
        out->take(out->context, &fact);
    }
}

/* The lab, the station, income. */

static void survey_lab(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    int points = mq__lo_launch_points(c, p);
    struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "lab");

    fact.seat = seat;
    fact.place = p->lab;
    mq__fact_count(&fact, 0, points);
    mq__fact_say(out, &fact, "LO-L13", "liftoff.tell.lab", "pii", seat, p->lab,
                 points);
    if (p->lab < LO_LEVELS) {
        const struct lo_level *next = &c.t->level[p->lab];

        fact.kind = MQ_FACT_NEXT;
        fact.place = p->lab + 1;
        mq__fact_count(&fact, next->price, next->points[c.st->phase - 1]);
        mq__fact_say(out, &fact, "LO-U4", "liftoff.tell.lab-next", "piii", seat,
                     fact.place, fact.before, fact.after);
    }
}

/* LO-I3: 5 points and one for each mission in space. */
static void survey_station(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "station");

    fact.seat = seat;
    fact.place = p->invested + 1;
    mq__fact_count(&fact, mq__lo_station_price(c),
                   LO_STATION_POINTS + lo_missions_in_space(p));
    mq__fact_say(out, &fact, "LO-I3", "liftoff.tell.station-next", "piiii",
                 seat, fact.before, LO_STATION_POINTS, lo_missions_in_space(p),
                 p->invested);
}

static void survey_income(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_player *p = &c.st->player[seat];
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "income");

    if (c.st->round == LO_ROUNDS) {
        return;
    }
    fact.seat = seat;
    fact.place = c.st->round + 1;
    mq__fact_count(&fact, p->money, p->money + p->income);
    mq__fact_say(out, &fact, "LO-R4", "liftoff.tell.income-next", "piiii", seat,
                 fact.place, p->money, p->income, fact.after);
}

/* Objectives. */

static void tell_tiers(struct lo c, int seat, int card,
                       const struct mq_facts *out)
{
    const struct lo_objective *o = &c.t->objective[card];

    for (int i = 0; i < o->tiers; i++) {
        struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "tier");

        mq__fact_item(&fact, o->id);
        fact.seat = seat;
        fact.place = i + 1;
        mq__fact_count(&fact, o->count[i], o->points[c.st->edition][i]);
        mq__fact_say(out, &fact, "LO-O1", "liftoff.tell.tier", "wii", o->id,
                     fact.before, fact.after);
    }
}

void mq__lo_tell_objective(struct lo c, int seat, int card,
                           const struct mq_facts *out)
{
    const struct lo_objective *o = &c.t->objective[card];
    const struct lo_player *p = &c.st->player[seat];
    int n = mq__lo_objective_count(c.t, p, card), tier = 0;
    struct mq_fact fact = mq__fact(MQ_FACT_PROGRESS, "objectives");

    while (tier < o->tiers && n >= o->count[tier]) {
        tier++;
    }
    bool top = tier == o->tiers;

    mq__fact_item(&fact, o->id);
    fact.seat = seat;
    fact.place = tier;
    mq__fact_count(&fact, n, o->count[top ? tier - 1 : tier]);
    mq__fact_say(out, &fact, "LO-O1",
                 top ? "liftoff.tell.objective-top" : "liftoff.tell.objective",
                 "wiiii", o->id, n, mq__lo_objective_points(c, p, card),
                 fact.after - n,
                 o->points[c.st->edition][top ? tier - 1 : tier]);
    if (o->aim == LO_AIM_MISSIONS && o->levels != lo_bit(o->top) &&
        p->in_space[o->top] == 0) {
        fact.kind = MQ_FACT_NEEDS;
        fact.place = o->top + 1;
        mq__fact_count(&fact, 0, 1);
        mq__fact_say(out, &fact, "LO-O3", "liftoff.tell.objective-level", "wi",
                     o->id, o->top + 1);
    }
}

static void survey_objectives(struct lo c, int seat, const struct mq_facts *out)
{
    const struct lo_cards *cards = &c.st->player[seat].objective;

    for (int i = 0; i < cards->size; i++) {
        if (cards->card[i] != MQ_UNKNOWN) {
            mq__lo_tell_objective(c, seat, cards->card[i], out);
            tell_tiers(c, seat, cards->card[i], out);
        }
    }
}

/* Cards and turns. */

/* LO-H4: cards of others that the viewer knows, and who knows which of the
 * viewer's own. */
static void survey_hand(struct lo c, int owner, int viewer,
                        const struct mq_facts *out)
{
    const struct lo_cards *hand = &c.st->player[owner].hand;

    for (int i = 0; i < hand->size; i++) {
        bool own = owner == viewer;
        struct mq_fact fact = mq__fact(MQ_FACT_HOLDS, own ? "known" : "hand");

        if (hand->card[i] == MQ_UNKNOWN || (own && hand->known[i] == 0)) {
            continue;
        }
        mq__fact_item(&fact, c.t->specialist[hand->card[i]].id);
        fact.seat = own ? hand->known[i] - 1 : owner;
        fact.place = i;
        mq__fact_say(out, &fact, "LO-H4",
                     own ? "liftoff.tell.known" : "liftoff.tell.holds", "pw",
                     fact.seat, fact.item);
    }
}

/* The order of play: specialists follow the direction in one edition (LO-V6),
 * missions and launches go to the left. */
static bool goes_right(const struct lo_state *st)
{
    return (st->step == LO_STEP_PLAY || st->step == LO_STEP_ACT) &&
           st->edition == LO_EN && st->direction == LO_RIGHT;
}

static void survey_turns(const struct mq_game *g, struct lo c,
                         const struct mq_facts *out)
{
    uint32_t actors;
    bool right = goes_right(c.st);
    int seat = c.st->start;

    if (mq__lo_turn(g, c.st, &actors) == MQ_TURN_OVER) {
        return;
    }
    for (int i = 0; i < c.st->players; i++) {
        struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "order");

        fact.seat = seat;
        fact.place = i + 1;
        mq__fact_say(out, &fact, "LO-A1", "liftoff.tell.order", "pi", seat,
                     i + 1);
        if ((actors >> seat & 1) != 0) {
            fact.subject = "turn";
            fact.place = 0;
            mq__fact_say(out, &fact, NULL, "liftoff.tell.turn", "p", seat);
        }
        seat = right ? lo_right(c.st, seat) : lo_left(c.st, seat);
    }
}

/* What holds from the setup on: objectives are drafted by what levels ask. */
static void survey_board(struct lo c, int seat, const struct mq_facts *out)
{
    survey_lab(c, seat, out);
    survey_levels(c, seat, out);
    survey_station(c, seat, out);
}

static void survey_seat(struct lo c, int seat, const struct mq_facts *out)
{
    survey_launches(c, seat, out);
    survey_symbols(c, seat, out);
    if (mq__lo_prepares(c.st, seat)) {
        survey_under_way(c, out);
    }
    survey_boosts(c, seat, out);
    survey_sent(c, seat, out);
    survey_earth(c, seat, out);
    survey_income(c, seat, out);
}

void mq__lo_survey(const struct mq_game *g, const void *state, int seat,
                   const struct mq_facts *out)
{
    struct lo_state view = *lo_of(g, state).st;
    struct lo c = lo_with(g->tables, &view);

    mq__lo_redact(g, &view, seat);
    if (view.round > 0) {
        survey_turns(g, c, out);
    }
    for (int i = 0; i < view.players; i++) {
        int who = seat >= 0 ? (seat + i) % view.players : i;

        if (view.step != LO_STEP_OVER) {
            survey_board(c, who, out);
        }
        if (view.round > 0 && view.step != LO_STEP_OVER) {
            survey_seat(c, who, out);
        }
        survey_objectives(c, who, out);
        survey_hand(c, who, seat, out);
    }
}
