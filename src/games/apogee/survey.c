/* Apogee: what is worth knowing of a position, as facts (<maxq/tell.h>): the
 * round, the event, the solo calendar, what each player has, and what the other
 * files of facts say of mission, rockets, cards, people and the turn. */
#include "games/apogee/telling.h"

/* The round and its steps. */

static const struct {
    const char *phase, *id;
} steps[] = {
    {"event", "apogee.step.event"},
    {"planning", "apogee.step.planning"},
    {"specialties", "apogee.step.specialties"},
    {"construction", "apogee.step.construction"},
    {"rnd", "apogee.step.rnd"},
    {"design", "apogee.step.design"},
    {"earnings", "apogee.step.earnings"},
    {"actions", "apogee.step.actions"},
};
#define STEPS 8

static void tell_steps(const struct ap_outlook *o)
{
    const char *phase = mq__ap_phase(o->g, o->c.st);
    enum mq_fact_kind kind = MQ_FACT_ENDS;

    for (int i = 0; i < STEPS; i++) {
        bool now = strcmp(steps[i].phase, phase) == 0;
        struct mq_fact fact =
            ap_fact(now ? MQ_FACT_WHERE : kind, "step", steps[i].phase, i + 1);

        kind = now ? MQ_FACT_NEXT : kind;
        mq__fact_say(o->out, &fact, NULL, steps[i].id, "");
    }
}

/* The last round: by the mission, or by the option; 0: none. */
static int last_round(struct ap c, bool *printed)
{
    int rounds = ap_mission(c)->rounds;

    *printed = rounds > 0;
    return rounds > 0 ? rounds : c.st->rounds;
}

static void tell_round(const struct ap_outlook *o)
{
    bool printed;
    int last = last_round(o->c, &printed);
    int round = o->c.st->round;
    struct mq_fact fact = ap_fact(MQ_FACT_WHERE, "round", "", round);

    mq__fact_say(o->out, &fact, "AP-Z5",
                 printed ? "apogee.tell.round-of" : "apogee.tell.round", "ii",
                 round, last);
    if (last > 0) {
        fact = ap_fact(MQ_FACT_PROGRESS, "rounds", "", MQ_NO_PLACE);
        mq__fact_count(&fact, round, last);
        mq__fact_say(o->out, &fact, "AP-Z5", "apogee.tell.rounds", "ii", round,
                     last);
    }
}

static void tell_event(const struct ap_outlook *o)
{
    const struct ap_state *st = o->c.st;
    const struct ap_event *e;
    struct mq_fact fact;

    if (st->event == AP_NONE && st->solo_event == AP_NONE) {
        return;
    }
    e = mq__ap_event_now(o->c);
    fact = ap_fact(MQ_FACT_WHERE, "event", e->id, MQ_NO_PLACE);
    mq__fact_say(o->out, &fact, e->rule, "apogee.tell.event", "w", e->id);
    fact.kind = MQ_FACT_EFFECT;
    fact.note.rule = e->rule;
    mq__ap_event_message(e, &fact.note.message);
    o->out->take(o->out->context, &fact);
}

/* The solo calendar (AP-O4). */

/* What a solo event to come looks at: what is there with the plan, and what it
 * asks for; false: it looks at nothing. */
static bool asked(const struct ap_outlook *o, const struct ap_event *e,
                  int *there, int *wanted)
{
    const char *word = mq__ap_effects[e->effect].word;
    const struct ap_player *p = ap_planned(o);

    *wanted = e->limit;
    if (strcmp(word, "thrust-rating") == 0) {
        *there = o->then.thrust;
    } else if (strcmp(word, "construction-delay") == 0) {
        *there = ap_count_bits(p->built);
        *wanted = AP_TYPES;
    } else if (strcmp(word, "a-team") == 0) {
        *there = mq__ap_crew_authority(o->c.t, p) / 10;
    } else if (strcmp(word, "schedule-delay") == 0) {
        *there = ap_count_bits(p->investors);
    } else if (strcmp(word, "hiring-bonus") == 0) {
        *there = p->crew_count;
    } else if (strcmp(word, "boredom") == 0) {
        *there = mq__ap_farthest(p) > 0;
        *wanted = 1;
    } else {
        return false;
    }
    return true;
}

static void tell_asked(const struct ap_outlook *o, const struct ap_event *e,
                       int round)
{
    int there;
    int wanted;
    bool met;
    struct mq_fact fact;

    if (o->seat < 0 || !asked(o, e, &there, &wanted)) {
        return;
    }
    met = there >= wanted;
    fact =
        ap_fact(met ? MQ_FACT_READY : MQ_FACT_LACKS, "calendar", e->id, round);
    fact.seat = o->seat;
    mq__fact_count(&fact, there, wanted);
    mq__fact_say(o->out, &fact, e->rule,
                 met ? "apogee.tell.calendar-met"
                     : "apogee.tell.calendar-lacks",
                 "iii", round, there, wanted);
}

/* A row of the calendar: the event of a round, as far as it is known. */
static void tell_day(const struct ap_outlook *o, int round)
{
    const struct ap_mission *m = ap_mission(o->c);
    const struct ap_state *st = o->c.st;
    const struct ap_event *e = round % 2 == 1
                                   ? &o->c.t->solo_event[m->event[round / 2]]
                               : round == st->round && st->event < AP_EVENTS
                                   ? &o->c.t->event[st->event]
                                   : NULL;
    enum mq_fact_kind kind = round < st->round    ? MQ_FACT_ENDS
                             : round == st->round ? MQ_FACT_WHERE
                                                  : MQ_FACT_NEXT;
    struct mq_fact fact =
        ap_fact(kind, "calendar", e != NULL ? e->id : "", round);
    bool added = e != NULL && e->effect == AP_NEW_OBJECTIVE &&
                 (st->extra >> (e - o->c.t->solo_event) & 1) != 0;

    if (e == NULL) {
        mq__fact_say(o->out, &fact, "AP-O4",
                     kind == MQ_FACT_ENDS ? "apogee.tell.day-over"
                                          : "apogee.tell.day-unknown",
                     "");
        return;
    }
    fact.note.rule = e->rule;
    if (added) {
        mq_message_set(&fact.note.message, "apogee.tell.day-added", "iww",
                       e->need.amount, mq__ap_part_word(&e->need),
                       mq__ap_places[e->need.destination]);
    } else {
        mq__ap_event_message(e, &fact.note.message);
    }
    o->out->take(o->out->context, &fact);
    if (kind == MQ_FACT_NEXT) {
        tell_asked(o, e, round);
    }
}

static void tell_calendar(const struct ap_outlook *o)
{
    for (int r = 1; ap_solo(o->c.st) && r <= ap_mission(o->c)->rounds; r++) {
        tell_day(o, r);
    }
}

/* What players have. */

static void tell_means(const struct ap_outlook *o, int who)
{
    const struct ap_player *p = &o->c.st->player[who];
    int flown = 0;

    for (int d = 0; d < AP_DESTINATIONS; d++) {
        flown += p->launches[d];
    }
    const struct {
        const char *subject, *rule, *id;
        int count;
    } means[] = {
        {"credits", "AP-C5", "apogee.tell.has-credits", p->credits},
        {"dice", "AP-C8", "apogee.tell.has-dice", p->dice},
        {"engineers", "AP-C14", "apogee.tell.has-engineers", p->crew_count},
        {"investors", "AP-I7", "apogee.tell.has-investors",
         ap_count_bits(p->investors)},
        {"flown", "AP-L8", "apogee.tell.has-flown", flown},
    };

    for (size_t i = 0; i < sizeof(means) / sizeof(means[0]); i++) {
        struct mq_fact fact =
            ap_fact(MQ_FACT_HOLDS, means[i].subject, "", MQ_NO_PLACE);

        fact.seat = who;
        mq__fact_count(&fact, means[i].count, means[i].count);
        mq__fact_say(o->out, &fact, means[i].rule, means[i].id, "pi", who,
                     means[i].count);
    }
}

static const char *turn_id(const struct ap_outlook *o, int place)
{
    const struct ap_state *st = o->c.st;
    int who = st->order[place];

    if (st->step == AP_PLANNING) {
        return st->player[who].planned ? "apogee.tell.turn-ready"
                                       : "apogee.tell.turn-plans";
    }
    if (st->player[who].skips) {
        return "apogee.tell.turn-skips";
    }
    if (st->step != AP_ACTIONS) {
        return (st->actors >> who & 1) != 0 ? "apogee.tell.turn-decides"
                                            : "apogee.tell.turn-waits";
    }
    return place < st->cursor   ? "apogee.tell.turn-past"
           : place > st->cursor ? "apogee.tell.turn-ahead"
           : who == o->seat     ? "apogee.tell.turn-yours"
                                : "apogee.tell.turn-plays";
}

static void tell_turns(const struct ap_outlook *o)
{
    for (int i = 0; ap_playing(o->c.st) && i < o->c.st->players; i++) {
        struct mq_fact fact = ap_fact(MQ_FACT_NEXT, "turn", "", i);

        fact.seat = o->c.st->order[i];
        mq__fact_say(o->out, &fact, "AP-S5", turn_id(o, i), "p", fact.seat);
    }
}

static void tell_decks(const struct ap_outlook *o)
{
    for (int deck = 0; deck < AP_DECKS; deck++) {
        const char *word = deck < AP_JUNIORS ? mq__ap_tags[deck]
                                             : mq__ap_levels[deck - AP_JUNIORS];
        struct mq_fact fact = ap_fact(MQ_FACT_LEFT, "deck", word, MQ_NO_PLACE);
        int n = ap_deck_cards(o->c.st, deck);

        mq__fact_count(&fact, n, n);
        mq__fact_say(o->out, &fact, "AP-G4", "apogee.tell.deck", "wi", word, n);
    }
}

void mq__ap_survey(const struct mq_game *g, const void *st, int seat,
                   const struct mq_facts *out)
{
    struct ap_outlook o;

    mq__ap_outlook(g, st, seat, out, &o);
    mq__ap_survey_mission(&o);
    if (o.view.step < AP_EVENT) {
        mq__ap_survey_people(&o);
        return;
    }
    tell_round(&o);
    tell_steps(&o);
    tell_event(&o);
    tell_calendar(&o);
    for (int who = 0; who < o.view.players; who++) {
        tell_means(&o, who);
    }
    tell_turns(&o);
    tell_decks(&o);
    mq__ap_survey_rockets(&o);
    if (ap_playing(&o.view)) {
        mq__ap_survey_destinations(&o);
        mq__ap_survey_cards(&o);
        mq__ap_survey_investors(&o);
        mq__ap_survey_pay(&o);
        mq__ap_survey_turn(&o);
    }
    mq__ap_survey_people(&o);
}
