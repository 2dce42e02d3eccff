/* Apogee: why something may not be done: the rule and a sentence. One small
 * function for each action. An action whose arguments don't exist, or that is
 * not asked for now, is refused before: by its row of actions.h. */
#include "games/apogee/actions.h"
#include "games/apogee/notes.h"

/* What is asked about: everything a reason may look at. */
struct question {
    struct ap c;
    const struct ap_tables *t;
    const struct ap_player *p;
    mq_action action;
    int seat, a, b;
    int ask;      /* what is asked now */
    bool offered; /* another action of its kind is legal */
    struct mq_note *out;
};

#define refuse(q, rule, ...) mq_note_set((q)->out, rule, __VA_ARGS__)

/* A refusal that names the technology asked about. */
static void refuse_card(const struct question *q, const char *rule,
                        const char *id)
{
    refuse(q, rule, id, "w", q->t->kind[q->a].id);
}

static const struct ap_director *director(const struct question *q)
{
    return &q->t->director[q->p->director];
}

static const char *event_rule(const struct question *q)
{
    return q->c.st->event != AP_NONE ? q->t->event[q->c.st->event].rule : NULL;
}

/* The rule of the decision; that of the card where one asks for it. */
static const char *decision_rule(const struct question *q)
{
    switch (q->ask) {
    case AP_ASK_SPECIALTY:
        return q->t->engineer[q->c.st->specialist].rule;
    case AP_ASK_FOLLOW:
        return director(q)->rule;
    default:
        return mq__ap_asks[q->ask].rule;
    }
}

static void why_hire(const struct question *q)
{
    if (q->p->crew_count == AP_CREW) {
        refuse(q, "AP-C14", "apogee.why.crew-full", "i", AP_CREW);
    } else if (ap_deck_cards(q->c.st, AP_JUNIORS + q->a) == 0) {
        refuse(q, "AP-A12", "apogee.why.deck-empty", "w", mq__ap_levels[q->a]);
    } else {
        refuse(q, "AP-Q1", "apogee.why.no-seniors", "");
    }
}

/* The place of the engineer in the crew; -1: refused, it isn't there. */
static int own_engineer(const struct question *q)
{
    int place = mq__ap_crew_find(q->p, q->a);

    if (place < 0) {
        refuse(q, "AP-P6", "apogee.why.not-your-engineer", "t",
               q->t->engineer[q->a].name);
    }
    return place;
}

static void why_assign(const struct question *q)
{
    const char *name = q->t->engineer[q->a].name;
    int place = own_engineer(q);

    if (place < 0) {
        return;
    }
    if (q->p->crew[place].space != AP_IN_HAND) {
        refuse(q, "AP-P7", "apogee.why.assigned", "tw", name,
               mq__ap_spaces[q->p->crew[place].space]);
    } else if ((mq__ap_free_spaces(q->c, q->seat) & AP_BIT(q->b)) == 0) {
        int limit = ap_changes(q->c)->space_limit[q->b];

        refuse(q, event_rule(q),
               limit > 0 ? "apogee.why.space-limit" : "apogee.why.space-closed",
               "wi", mq__ap_spaces[q->b], limit);
    } else {
        refuse(q, "AP-Y2", "apogee.why.no-specialty", "t", name);
    }
}

static void why_replace(const struct question *q)
{
    const struct ap_engineer *e = &q->t->engineer[q->c.st->specialist];

    refuse(q, e->rule, "apogee.why.not-this", "t", e->name);
}

/* The characteristic that forbids a card beside those on the pad. */
static const char *clash_rule(const struct ap_tables *t, int kind, uint64_t pad)
{
    const struct ap_clash *c = mq__ap_clashes;
    uint64_t both = (pad & t->kind[kind].clashes) | AP_KIND_BIT(kind);

    while (c->rule != NULL && (both & t->tagged[c->tag]) == 0) {
        c++;
    }
    return c->rule != NULL ? c->rule : "AP-B7";
}

/* The mission or solo event that forbids a kind. */
static const char *ban_rule(const struct question *q)
{
    uint8_t events[AP_SOLO_ROUNDS];
    int n = mq__ap_solo_events(q->c, events);

    for (int i = 0; i < n; i++) {
        const struct ap_event *e = &q->t->solo_event[events[i]];

        if ((e->changes.no_build & AP_KIND_BIT(q->a)) != 0) {
            return e->rule;
        }
    }
    return ap_mission(q->c)->rule;
}

/* What the pad has against a card of the reserve; false: nothing. */
static bool refuse_obstacle(const struct question *q)
{
    switch (mq__ap_obstacle(q->c, q->seat, q->a)) {
    case AP_NOT_IN_RESERVE:
        refuse_card(q, "AP-B3", "apogee.why.not-in-reserve");
        break;
    case AP_PAD_FULL:
        refuse(q, "AP-C13", "apogee.why.pad-full", "w",
               mq__ap_tags[q->t->kind[q->a].type]);
        break;
    case AP_CLASHES:
        refuse_card(q, clash_rule(q->t, q->a, q->p->pad_kinds),
                    "apogee.why.clashes");
        break;
    case AP_BANNED:
        refuse_card(q, ban_rule(q), "apogee.why.banned");
        break;
    default:
        return false;
    }
    return true;
}

static void why_build(const struct question *q)
{
    if (refuse_obstacle(q)) {
        return;
    }
    if (q->ask != AP_ASK_BUILD) {
        refuse_card(q, decision_rule(q), "apogee.why.not-free");
    } else {
        refuse(q, "AP-B5", "apogee.why.cant-pay", "wii", q->t->kind[q->a].id,
               mq__ap_price(q->c, q->a), q->p->credits);
    }
}

static void why_sell(const struct question *q)
{
    bool built = (q->p->pad_kinds & AP_KIND_BIT(q->a)) != 0;

    if (q->ask == AP_ASK_FOLLOW && mq__ap_in_reserve(q->c.st, q->seat, q->a)) {
        refuse_card(q, director(q)->rule, "apogee.why.not-built");
    } else {
        refuse_card(q, "AP-A11",
                    built ? "apogee.why.built" : "apogee.why.not-in-reserve");
    }
}

/* AP-A14, or in debts AP-A5. */
static void why_dismiss(const struct question *q)
{
    if (own_engineer(q) >= 0) {
        refuse(q, q->ask == AP_ASK_DEBT ? "AP-A5" : "AP-A14",
               "apogee.why.at-center", "t", q->t->engineer[q->a].name);
    }
}

/* A free build that the pad or the mission stands against: because of a card
 * of the reserve, or of all cards that it could be for. */
static bool refuse_free_build(const struct question *q, int tag)
{
    uint64_t wanted = q->t->tagged[tag];
    uint64_t there = mq__ap_reserve_kinds(q->p) & wanted;
    bool all_banned = (wanted & ~mq__ap_banned_kinds(q->c)) == 0;
    struct question card = *q;

    if (tag == 0 || (there == 0 && !all_banned)) {
        return false;
    }
    if (there == 0) {
        card.a = ap_low_bit(wanted);
        refuse(q, ban_rule(&card), "apogee.why.all-banned", "w",
               mq__ap_tags[tag]);
        return true;
    }
    card.a = ap_low_bit(there);
    return refuse_obstacle(&card);
}

static void why_specialty(const struct question *q)
{
    const struct ap_director *d = director(q);
    const struct ap_specialty *s = &mq__ap_directings[d->specialty];

    if (q->p->specialty_used) {
        refuse(q, "AP-A9", "apogee.why.specialty-used", "t", d->name);
    } else if (mq__ap_no_director_specialty(q->c)) {
        refuse(q, "AP-Q2", "apogee.why.ineptitude", "");
    } else if (d->specialty == AP_DIRECTOR_HIRES && mq__ap_no_seniors(q->c)) {
        refuse(q, "AP-Q1", "apogee.why.no-seniors", "");
    } else if (!refuse_free_build(q, s->tag)) {
        refuse(q, d->rule, "apogee.why.nothing-to-do", "tw", d->name,
               ap_specialty_name(&mq__ap_directings[d->specialty]));
    }
}

static void why_fire(const struct question *q)
{
    if (q->c.st->fired) {
        refuse(q, "AP-F4", "apogee.why.fired", "");
    } else if (ap_changes(q->c)->no_static_fire) {
        refuse(q, event_rule(q), "apogee.why.no-static-fire", "");
    } else {
        refuse(q, "AP-F1", "apogee.why.no-stages", "");
    }
}

/* The part of a rocket that is missing. */
static const char *missing_part(const struct question *q)
{
    int type = q->p->pad_count[AP_FIRST] == 0   ? AP_FIRST
               : !mq__ap_has_stages(q->t, q->p) ? AP_UPPER
                                                : AP_PAYLOAD;

    return mq__ap_tags[type];
}

void mq__ap_note_hindrance(struct ap c, int seat, const struct ap_rocket *r,
                           int destination, struct mq_note *out)
{
    const struct ap_player *p = &c.st->player[seat];
    const struct question q = {
        .c = c, .t = c.t, .p = p, .seat = seat, .out = out};
    const char *where = mq__ap_places[destination];

    switch (mq__ap_hindrance(c, seat, r, destination)) {
    case AP_LAUNCHED_ALREADY:
        refuse(&q, "AP-L8", "apogee.why.launched", "");
        break;
    case AP_INCOMPLETE:
        refuse(&q, "AP-L1", "apogee.why.incomplete", "w", missing_part(&q));
        break;
    case AP_NO_ENGINEER:
        refuse(&q, "AP-L3", "apogee.why.nobody-at-center", "");
        break;
    case AP_TOO_LITTLE_AUTHORITY:
        refuse(&q, "AP-L2", "apogee.why.authority", "wff", where,
               mq__ap_needed_authority(c, seat, destination) * 100,
               mq__ap_center_authority(c.t, p) * 100);
        break;
    case AP_NO_PERFORMANCE:
        refuse(&q, "AP-L6", "apogee.why.performance", "ii", r->thrust, r->mass);
        break;
    case AP_NO_NUMBER:
        refuse(&q, "AP-L7", "apogee.why.too-far", "wf", where,
               r->performance * 100);
        break;
    case AP_TOO_LITTLE_PERFORMANCE:
        refuse(&q, ap_mission(c)->rule, "apogee.why.mission-performance", "ff",
               ap_mission(c)->performance * 100, r->performance * 100);
        break;
    case AP_BANNED_CARD:
        refuse(&q, event_rule(&q), "apogee.why.launch-ban", "");
        break;
    case AP_NO_FEE:
        refuse(&q, event_rule(&q), "apogee.why.fee", "ii",
               ap_changes(c)->launch_fee, p->credits);
        break;
    default:
        refuse(&q, "AP-L8", "apogee.why.may-launch", "w", where);
        break;
    }
}

static void why_launch(const struct question *q)
{
    struct ap_rocket rocket;

    mq__ap_rocket(q->c, q->seat, &rocket);
    mq__ap_note_hindrance(q->c, q->seat, &rocket, q->a, q->out);
}

static void why_intervene(const struct question *q)
{
    if (ap_solo(q->c.st)) {
        refuse(q, "AP-O3", "apogee.why.solo-intervene", "");
    } else if (ap_mission(q->c)->no_intervention) {
        refuse(q, ap_mission(q->c)->rule, "apogee.why.mission-intervene", "");
    } else if (q->p->intervened) {
        refuse(q, "AP-N1", "apogee.why.intervened", "");
    } else {
        refuse(q, "AP-N6", "apogee.why.nobody-to-lose", "");
    }
}

static void why_target(const struct question *q)
{
    int nation = director(q)->nation;

    refuse(q, mq__ap_interventions[nation].rule, "apogee.why.no-target", "w",
           mq__ap_nations[nation]);
}

static void (*const reasons[AP_ACTION_KINDS])(const struct question *q) = {
    [AP_A_HIRE] = why_hire,           [AP_A_ASSIGN] = why_assign,
    [AP_A_REPLACE] = why_replace,     [AP_A_BUILD] = why_build,
    [AP_A_SELL] = why_sell,           [AP_A_DISMISS] = why_dismiss,
    [AP_A_SPECIALTY] = why_specialty, [AP_A_FIRE] = why_fire,
    [AP_A_LAUNCH] = why_launch,       [AP_A_INTERVENE] = why_intervene,
    [AP_A_TARGET_CARD] = why_target,  [AP_A_TARGET_DICE] = why_target,
    [AP_A_TARGET] = why_target,
};

/* Where one thing alone can be wrong; a rule of NULL is that of the decision.
 */
static const struct ap_sentence plain[AP_ACTION_KINDS] = {
    [AP_A_CHOOSE] = {"AP-S4", "apogee.why.not-dealt", "Da"},
    [AP_A_TAKE] = {NULL, "apogee.why.not-in-row", "Ka"},
    [AP_A_KEEP] = {"AP-R3", "apogee.why.not-drawn", "Ka"},
    [AP_A_DISCARD] = {"AP-C12", "apogee.why.not-in-reserve", "Ka"},
};

/* Whether a seat could ever do that: all arguments exist, and the bytes that
 * the action doesn't use are 0. */
static bool exists(const struct ap_tables *t, mq_action action)
{
    int kind = MQ_ACTION_KIND(action);
    mq_action rest = action >> 8;

    if (kind >= AP_ACTION_KINDS || mq__ap_forms[kind].asked == 0) {
        return false;
    }
    for (const char *a = mq__ap_forms[kind].arguments; *a != '\0'; a += 2) {
        if (mq__ap_argument_word(t, *a, mq__ap_argument(t, a, action)) ==
            NULL) {
            return false;
        }
        rest >>= 8;
    }
    return rest == 0;
}

static void why_illegal(const struct question *q)
{
    int kind = MQ_ACTION_KIND(q->action);
    const struct ap_asked *asked = &mq__ap_asks[q->ask];
    bool choice = q->ask == AP_ASK_SPECIALTY || q->ask == AP_ASK_FOLLOW;

    if (!exists(q->t, q->action)) {
        refuse(q, NULL, "apogee.why.no-such", "");
    } else if ((mq__ap_forms[kind].asked & AP_BIT(q->ask)) == 0) {
        refuse(q, asked->rule, "apogee.why.step", "w", asked->word);
    } else if (reasons[kind] != NULL && (!choice || q->offered)) {
        reasons[kind](q);
    } else if (plain[kind].id != NULL && (!choice || q->offered)) {
        q->out->rule =
            plain[kind].rule != NULL ? plain[kind].rule : decision_rule(q);
        mq__ap_fill(q->t, (struct mq_event){q->seat, q->action}, &plain[kind],
                    &q->out->message);
    } else { /* not this time, or somebody else's specialty */
        refuse(q, decision_rule(q), "apogee.why.no-choice", "");
    }
}

/* Whose turn it is. */
static enum mq_status why_not_now(const struct mq_game *g,
                                  const struct ap_state *st, int seat,
                                  struct mq_note *out)
{
    const struct ap_asked *asked = &mq__ap_asks[st->ask];
    uint32_t actors;
    enum mq_turn turn = mq__ap_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "apogee.why.over", "");
        return MQ_OVER;
    }
    if (seat >= 0 && seat < st->players && (actors >> seat & 1) != 0) {
        return MQ_OK;
    }
    if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, asked->rule, "apogee.why.chance", "w", asked->word);
    } else if (ap_is_joint(st->ask)) {
        mq_note_set(out, asked->rule, "apogee.why.committed", "");
    } else {
        mq_note_set(out, asked->rule, "apogee.why.turn", "p",
                    ap_low_bit(st->actors));
    }
    return MQ_NOT_YOUR_TURN;
}

static enum mq_status why_not_outcome(const struct mq_game *g,
                                      const struct ap_state *st,
                                      mq_action action, struct mq_note *out)
{
    const struct ap_asked *asked = &mq__ap_asks[st->ask];
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    int n;

    if (st->ask >= AP_ASK_CHOOSE) {
        mq_note_set(out, NULL, "apogee.why.no-chance", "");
        return MQ_NOT_CHANCE;
    }
    n = mq__ap_outcomes(g, st, list, p);
    for (int i = 0; i < n; i++) {
        if (list[i] == action) {
            return MQ_OK;
        }
    }
    mq_note_set(out, asked->rule,
                MQ_ACTION_KIND(action) == MQ_ACTION_KIND(list[0])
                    ? "apogee.why.impossible"
                    : "apogee.why.other-chance",
                "w", asked->word);
    return MQ_ILLEGAL;
}

enum mq_status mq__ap_why_not(const struct mq_game *g, const void *state,
                              int seat, mq_action action, struct mq_note *out)
{
    struct ap c = ap_of(g, state);
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note local = {0};
    struct question q = {.c = c,
                         .t = c.t,
                         .ask = c.st->ask,
                         .seat = seat,
                         .action = action,
                         .a = MQ_ACTION_A(action),
                         .b = MQ_ACTION_B(action),
                         .out = out != NULL ? out : &local};
    enum mq_status status;
    int n;

    if (seat == MQ_CHANCE_SEAT) {
        return why_not_outcome(g, c.st, action, q.out);
    }
    status = why_not_now(g, c.st, seat, q.out);
    if (status != MQ_OK) {
        return status;
    }
    n = mq__ap_legal(g, c.st, seat, legal);
    for (int i = 0; i < n; i++) {
        if (legal[i] == action) {
            return MQ_OK;
        }
        q.offered |= MQ_ACTION_KIND(legal[i]) == MQ_ACTION_KIND(action);
    }
    q.p = &c.st->player[seat];
    why_illegal(&q);
    return MQ_ILLEGAL;
}
