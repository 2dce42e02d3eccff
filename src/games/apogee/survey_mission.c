/* Apogee: the mission as facts: its sentence, its parts, what each player has
 * of them, and one line on how each of them stands. */
#include "games/apogee/telling.h"

/* The sentence. */

/* The box's missions have a sentence each. It holds as long as the tables ask
 * for the same things: `shape` has them as mission tables do, without amounts.
 */
struct aim {
    const char *shape, *id;
};

static const struct aim aims[AP_MISSIONS] = {
    {"geo:rnd", "apogee.aim.1"},
    {"geo:manned geo:astronauts", "apogee.aim.2"},
    {"investors", "apogee.aim.3"},
    {"moon:satellite moon:cargo", "apogee.aim.4"},
    {"moon:manned-launches", "apogee.aim.5"},
    {"venus:cubesat venus:satellite", "apogee.aim.6"},
    {"", "apogee.aim.7"},
    {"mars:manned mars:thrust", "apogee.aim.8"},
    {"mars:cargo mars:astronauts", "apogee.aim.9"},
    {"europa:cubesat europa:satellite europa:cargo", "apogee.aim.10"},
    {"titan:astronauts titan:manned", "apogee.aim.11"},
    {"mars:cargo titan:astronauts europa:astronauts", "apogee.aim.12"},
};

static const struct aim solo_aims[AP_SOLO_MISSIONS] = {
    {"geo:launches credits", "apogee.aim.solo-1"},
    {"investors credits", "apogee.aim.solo-2"},
    {"moon:astronauts moon:cargo", "apogee.aim.solo-3"},
    {"venus:launches authority", "apogee.aim.solo-4"},
    {"mars:cubesat mars:rover", "apogee.aim.solo-5"},
    {"europa:astronauts titan:astronauts", "apogee.aim.solo-6"},
};

/* Whether the needs have that shape. */
static bool has_shape(const struct ap_needs *needs, const char *shape)
{
    for (int i = 0; i < needs->count; i++) {
        const struct ap_need *need = &needs->need[i];
        const char *word[2] = {"", mq__ap_measure_word(need)};

        if (need->destination != AP_NONE) {
            word[0] = mq__ap_places[need->destination];
        }
        for (int k = 0; k < 2; k++) {
            size_t length = strlen(word[k]);

            if (strncmp(shape, word[k], length) != 0) {
                return false;
            }
            shape += length + (k == 0 && length > 0);
        }
        shape += *shape == ' ';
    }
    return *shape == '\0';
}

static void tell_sentence(const struct ap_outlook *o)
{
    const struct ap_mission *m = ap_mission(o->c);
    bool solo = ap_solo(o->c.st);
    const struct aim *aim =
        solo ? &solo_aims[o->c.st->mission] : &aims[o->c.st->mission];
    struct mq_fact fact =
        ap_fact(MQ_FACT_NEEDS, "mission", solo ? "solo" : "mission", m->number);
    const struct ap_need *need = m->needs.need;

    if (!has_shape(&m->needs, aim->shape)) {
        mq__fact_say(o->out, &fact, m->rule, "apogee.aim.other", "i",
                     m->number);
        return;
    }
    mq__fact_say(o->out, &fact, m->rule, aim->id, "iiii", need[0].amount,
                 need[1].amount, need[2].amount,
                 m->rounds > 0 ? m->rounds : m->cost_below);
}

static void tell_level(const struct ap_outlook *o)
{
    const struct ap_mission *m = ap_mission(o->c);
    const char *level = mq__ap_mission_levels[m->level];
    struct mq_fact fact = ap_fact(MQ_FACT_EFFECT, "level", level, m->level + 1);
    bool solo = ap_solo(o->c.st);

    mq__fact_count(&fact, solo ? m->rounds : m->minutes,
                   solo ? m->rounds : m->minutes);
    mq__fact_say(o->out, &fact, m->rule,
                 solo ? "apogee.tell.level-rounds" : "apogee.tell.level", "wi",
                 level, fact.before);
}

/* Lines below the sentence. */

static const char *const lines[][3] = {
    /* message, subject, item */
    {"apogee.mission.one-launch", "launches", "one"},
    {"apogee.mission.launches", "launches", "several"},
    {"apogee.mission.no-build", "ban", "build"},
    {"apogee.mission.no-build-two", "ban", "build"},
    {"apogee.mission.no-intervention", "ban", "intervention"},
    {"apogee.mission.performance", "ban", "performance"},
    {"apogee.mission.cost-below", "ban", "cost"},
    {"apogee.mission.at-once", "end", "at-once"},
    {"apogee.mission.farthest", "end", "farthest"},
    {"apogee.mission.rounds", "end", "rounds"},
    {NULL, NULL, NULL},
};

static void tell_line(const struct ap_outlook *o, const struct mq_note *note)
{
    for (int i = 0; lines[i][0] != NULL; i++) {
        if (strcmp(lines[i][0], note->message.id) == 0) {
            struct mq_fact fact =
                ap_fact(MQ_FACT_NEEDS, lines[i][1], lines[i][2], MQ_NO_PLACE);

            fact.note = *note;
            o->out->take(o->out->context, &fact);
        }
    }
}

/* Solo events that hold for the rest of the game. */
static void tell_solo_bans(const struct ap_outlook *o)
{
    uint8_t events[AP_SOLO_ROUNDS];
    int n = ap_solo(o->c.st) ? mq__ap_solo_events(o->c, events) : 0;

    for (int i = 0; i < n; i++) {
        const struct ap_event *e = &o->c.t->solo_event[events[i]];
        struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "ban", e->id, MQ_NO_PLACE);

        if (e->duration == AP_GAME) {
            fact.note.rule = e->rule;
            mq__ap_event_message(e, &fact.note.message);
            o->out->take(o->out->context, &fact);
        }
    }
}

static void tell_lines(const struct ap_outlook *o)
{
    const struct ap_mission *m = ap_mission(o->c);
    struct ap_parts parts;

    mq__ap_mission_parts(o->c, &parts);
    for (int i = 0; i < parts.notes.n; i++) {
        if (parts.need[i] == NULL) {
            tell_line(o, &parts.note[i]);
        }
    }
    tell_solo_bans(o);
    if (m->end == AP_WHEN_MET && !ap_solo(o->c.st)) {
        struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "end", "met", MQ_NO_PLACE);

        mq__fact_say(o->out, &fact, "AP-Z1",
                     o->c.st->tiebreak ? "apogee.tell.end-tiebreak"
                                       : "apogee.tell.end-met",
                     "");
    }
}

/* Parts. */

const char *mq__ap_part_word(const struct ap_need *need)
{
    const char *word = mq__ap_measure_word(need);

    return strcmp(word, "manned") == 0 ? "crewed-payload"
           : strcmp(word, "rnd") == 0  ? "rnd-card"
                                       : word;
}

/* What is aboard counts only on a rocket that could bring it. */
static int aboard(struct ap c, int who, const struct ap_need *need)
{
    const struct ap_measure *m = &mq__ap_measures[need->measure];
    struct ap_rocket rocket;

    if (m->on_rocket == NULL) {
        return 0;
    }
    mq__ap_rocket(c, who, &rocket);
    if (rocket.count == 0 ||
        (need->measure != AP_MEASURE_CARDS && !m->adds_up &&
         m->in_all != NULL && !rocket.complete)) {
        return 0;
    }
    return mq__ap_on_rocket(c.t, need, &rocket);
}

void mq__ap_part(struct ap c, int who, const struct ap_need *need,
                 struct ap_part *out)
{
    bool one = ap_mission(c)->one_launch;
    int landed = one ? 0 : mq__ap_progress(c, who, need);
    int on = aboard(c, who, need);
    bool held = mq__ap_measures[need->measure].on_rocket == NULL;

    out->needed = need->amount;
    if ((one && c.st->player[who].met) || (!one && landed >= need->amount)) {
        out->state = AP_PART_LANDED;
        out->there = one ? need->amount : landed;
        return;
    }
    out->state = !held && (one ? on >= need->amount : on > 0) ? AP_PART_ABOARD
                                                              : AP_PART_MISSING;
    out->there = held ? landed : landed + on;
}

static void tell_part(const struct ap_outlook *o, int who,
                      const struct ap_need *need, int place)
{
    static const enum mq_fact_kind kinds[] = {
        [AP_PART_MISSING] = MQ_FACT_LACKS,
        [AP_PART_ABOARD] = MQ_FACT_READY,
        [AP_PART_LANDED] = MQ_FACT_MEETS,
    };
    static const char *const ids[] = {
        [AP_PART_MISSING] = "apogee.tell.part-missing",
        [AP_PART_ABOARD] = "apogee.tell.part-aboard",
        [AP_PART_LANDED] = "apogee.tell.part-landed",
    };
    const char *word = mq__ap_part_word(need);
    struct ap_part part;
    struct mq_fact fact;

    mq__ap_part(o->c, who, need, &part);
    fact = ap_fact(kinds[part.state], "part", word, place);
    fact.seat = who;
    mq__fact_count(&fact, part.there, part.needed);
    mq__fact_say(o->out, &fact, ap_mission(o->c)->rule, ids[part.state], "pwii",
                 who, word, part.there, part.needed);
}

/* AP-M6: the cost limit as a part of its own. */
static void tell_cost_part(const struct ap_outlook *o, int who, int place)
{
    const struct ap_mission *m = ap_mission(o->c);
    struct ap_rocket rocket;
    struct mq_fact fact;
    bool cheap;

    mq__ap_rocket(o->c, who, &rocket);
    cheap = rocket.cost < m->cost_below;
    fact =
        ap_fact(cheap ? MQ_FACT_MEETS : MQ_FACT_LACKS, "part", "cost", place);
    fact.seat = who;
    mq__fact_count(&fact, rocket.cost, m->cost_below);
    mq__fact_say(o->out, &fact, m->rule,
                 cheap ? "apogee.tell.part-cheap" : "apogee.tell.part-dear",
                 "pii", who, rocket.cost, m->cost_below);
}

/* AP-M7: whoever is farthest. */
static void tell_farthest(const struct ap_outlook *o, int who)
{
    int farthest = mq__ap_farthest(&o->c.st->player[who]);
    bool leads = (mq__ap_leaders(o->c.st) >> who & 1) != 0;
    struct mq_fact fact =
        ap_fact(leads ? MQ_FACT_MEETS : MQ_FACT_LACKS, "part", "farthest", 0);

    fact.seat = who;
    mq__fact_count(&fact, farthest, AP_DESTINATIONS);
    mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                 farthest > 0 ? "apogee.tell.farthest" : "apogee.tell.nowhere",
                 farthest > 0 ? "pw" : "p", who,
                 farthest > 0 ? mq__ap_places[farthest - 1] : "");
}

static void tell_label(const struct ap_outlook *o, const struct ap_need *need,
                       int place, bool added)
{
    const char *word = mq__ap_part_word(need);
    struct mq_fact fact =
        ap_fact(MQ_FACT_NEEDS, added ? "added" : "part", word, place);
    bool somewhere = need->destination != AP_NONE;

    mq__fact_count(&fact, 0, need->amount);
    mq__fact_say(o->out, &fact, ap_mission(o->c)->rule,
                 somewhere ? "apogee.tell.label-there" : "apogee.tell.label",
                 somewhere ? "wiw" : "wi", word, need->amount,
                 somewhere ? mq__ap_places[need->destination] : "");
}

static void tell_labels(const struct ap_outlook *o)
{
    const struct ap_mission *m = ap_mission(o->c);
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(o->c, need);

    for (int i = 0; i < n; i++) {
        tell_label(o, need[i], i, i >= m->needs.count);
    }
    if (m->cost_below > 0) {
        struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "part", "cost", n);

        mq__fact_count(&fact, 0, m->cost_below);
        mq__fact_say(o->out, &fact, m->rule, "apogee.tell.label-cost", "i",
                     m->cost_below);
    }
    if (m->end == AP_FARTHEST) {
        struct mq_fact fact = ap_fact(MQ_FACT_NEEDS, "part", "farthest", 0);

        mq__fact_say(o->out, &fact, m->rule, "apogee.tell.label-farthest", "");
    }
}

static void tell_ticks(const struct ap_outlook *o, int who)
{
    const struct ap_mission *m = ap_mission(o->c);
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(o->c, need);
    int landed = 0;
    struct mq_fact fact = ap_fact(MQ_FACT_PROGRESS, "ticks", "", MQ_NO_PLACE);

    for (int i = 0; i < n; i++) {
        struct ap_part part;

        mq__ap_part(o->c, who, need[i], &part);
        landed += part.state == AP_PART_LANDED;
        tell_part(o, who, need[i], i);
    }
    if (m->cost_below > 0) {
        tell_cost_part(o, who, n);
    }
    if (m->end == AP_FARTHEST) {
        tell_farthest(o, who);
        return;
    }
    fact.seat = who;
    mq__fact_count(&fact, landed, n);
    mq__fact_say(o->out, &fact, m->rule, "apogee.tell.ticks", "pii", who,
                 landed, n);
}

/* How a player stands. */

int mq__ap_goal_place(struct ap c, int seat)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);
    int place = AP_NONE;

    for (int i = 0; i < n; i++) {
        struct ap_part part;

        mq__ap_part(c, seat, need[i], &part);
        if (part.state != AP_PART_LANDED && need[i]->destination < place) {
            place = need[i]->destination;
        }
    }
    return place;
}

bool mq__ap_would_meet(struct ap c, int who, int destination)
{
    struct ap_state success = *c.st;

    success.destination = (uint8_t)destination;
    mq__ap_launch_succeeds(ap_with(c.t, &success), who);
    return mq__ap_met_with(ap_with(c.t, &success), who);
}

static bool anybody_met(const struct ap_state *st)
{
    for (int seat = 0; seat < st->players; seat++) {
        if (st->player[seat].met) {
            return true;
        }
    }
    return false;
}

static int landed_parts(struct ap c, int who)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);
    int landed = 0;

    for (int i = 0; i < n; i++) {
        struct ap_part part;

        mq__ap_part(c, who, need[i], &part);
        landed += part.state == AP_PART_LANDED;
    }
    return landed;
}

/* The first part that is missing, not even aboard. */
static const struct ap_need *missing_need(struct ap c, int who,
                                          struct ap_part *part)
{
    const struct ap_need *need[AP_ALL_NEEDS];
    int n = mq__ap_all_needs(c, need);

    for (int i = 0; i < n; i++) {
        mq__ap_part(c, who, need[i], part);
        if (part->state == AP_PART_MISSING) {
            return need[i];
        }
    }
    return NULL;
}

static bool leads(struct ap c, int who)
{
    for (int other = 0; other < c.st->players; other++) {
        if (other != who &&
            mq__ap_nearness(c, other) >= mq__ap_nearness(c, who)) {
            return false;
        }
    }
    return true;
}

/* Of a player whose next step is a launch to `place`. */
static void note_rocket(struct ap c, int who, int place, struct mq_note *out)
{
    const struct ap_player *p = &c.st->player[who];
    const char *rule = ap_mission(c)->rule;
    const char *where = mq__ap_places[place];
    bool over = c.st->step == AP_OVER;
    bool last = anybody_met(c.st) && !over;
    const struct ap_need *need;
    struct ap_rocket rocket;
    struct ap_part part;

    mq__ap_rocket(c, who, &rocket);
    need = missing_need(c, who, &part);
    if (landed_parts(c, who) > 0 &&
        !(rocket.complete && mq__ap_would_meet(c, who, place))) {
        mq_note_set(out, rule,
                    leads(c, who) ? "apogee.stand.leads-landed"
                                  : "apogee.stand.landed",
                    "i", landed_parts(c, who));
    } else if (!rocket.complete) {
        mq_note_set(out, "AP-L1",
                    rocket.count == 0 ? "apogee.stand.empty"
                                      : "apogee.stand.incomplete",
                    "w", ap_missing_part(c.t, p));
    } else if (mq__ap_would_meet(c, who, place)) {
        bool weak = mq__ap_number(c.t, rocket.performance, place) == 0;

        mq_note_set(out, rule,
                    weak && rocket.performance == 0
                        ? "apogee.stand.no-performance"
                    : weak ? "apogee.stand.weak"
                    : over ? "apogee.stand.not-flown"
                    : last ? "apogee.stand.last-chance"
                           : "apogee.stand.aboard",
                    "wf", where, rocket.performance * 100);
    } else if (need != NULL) {
        mq_note_set(out, rule,
                    last ? "apogee.stand.cannot" : "apogee.stand.lacks", "wii",
                    mq__ap_part_word(need), part.there, part.needed);
    } else {
        mq_note_set(out, rule, "apogee.stand.nothing", "w", where);
    }
}

static void note_farthest(struct ap c, int who, struct mq_note *out)
{
    int farthest = mq__ap_farthest(&c.st->player[who]);
    bool leads = (mq__ap_leaders(c.st) >> who & 1) != 0;

    if (farthest == 0) {
        mq_note_set(out, ap_mission(c)->rule, "apogee.stand.nowhere", "");
    } else {
        mq_note_set(out, ap_mission(c)->rule,
                    leads ? "apogee.stand.leads" : "apogee.stand.behind", "w",
                    mq__ap_places[farthest - 1]);
    }
}

void mq__ap_note_stand(const struct ap_outlook *o, int who, struct mq_note *out)
{
    struct ap c = who == o->seat ? o->plan : o->c;
    const struct ap_mission *m = ap_mission(o->c);
    const struct ap_player *p = &c.st->player[who];
    int place = mq__ap_goal_place(c, who);
    const struct ap_need *need;
    struct ap_part part = {0};

    if (p->met) {
        mq_note_set(out, m->rule,
                    o->c.st->step == AP_OVER ? "apogee.stand.won"
                                             : "apogee.stand.met",
                    "");
    } else if (m->end == AP_FARTHEST) {
        note_farthest(c, who, out);
    } else if (p->skips) {
        mq_note_set(out, "AP-A6", "apogee.stand.debts", "");
    } else if (place != AP_NONE) {
        note_rocket(c, who, place, out);
    } else {
        need = missing_need(c, who, &part);
        mq_note_set(out, m->rule,
                    need != NULL ? "apogee.stand.lacks" : "apogee.stand.holds",
                    need != NULL ? "wii" : "",
                    need != NULL ? mq__ap_part_word(need) : "", part.there,
                    part.needed);
    }
}

void mq__ap_survey_mission(const struct ap_outlook *o)
{
    tell_sentence(o);
    tell_level(o);
    tell_lines(o);
    tell_labels(o);
    if (o->c.st->step < AP_EVENT) {
        return;
    }
    for (int who = 0; who < o->c.st->players; who++) {
        struct mq_fact fact = ap_fact(MQ_FACT_WHERE, "stand", "", MQ_NO_PLACE);

        tell_ticks(o, who);
        fact.seat = who;
        mq__ap_note_stand(o, who, &fact.note);
        o->out->take(o->out->context, &fact);
    }
}
