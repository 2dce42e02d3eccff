/* Apogee: why something may not be done: the rule and a sentence. One small
 * function for each action. */
#include "games/apogee/notes.h"

#define ASK(name) AP_BIT(AP_ASK_##name)

/* The decisions at which an action can be taken at all. */
static const uint32_t asked_at[AP_ACTION_KINDS] = {
    [AP_A_CHOOSE] = ASK(CHOOSE),
    [AP_A_HIRE] = ASK(HIRE) | ASK(ACTION),
    [AP_A_ASSIGN] = ASK(PLAN),
    [AP_A_PLANNED] = ASK(PLAN),
    [AP_A_REPLACE] = ASK(SPECIALTY),
    [AP_A_TAKE] = ASK(SPECIALTY) | ASK(TAKE) | ASK(FOLLOW),
    [AP_A_BUILD] = ASK(SPECIALTY) | ASK(BUILD) | ASK(FOLLOW),
    [AP_A_SELL] = ASK(SPECIALTY) | ASK(ACTION) | ASK(FOLLOW),
    [AP_A_BUY_DIE] = ASK(SPECIALTY),
    [AP_A_PASS] = ASK(SPECIALTY) | ASK(BUILD) | ASK(FOLLOW),
    [AP_A_KEEP] = ASK(KEEP),
    [AP_A_DISCARD] = ASK(DISCARD),
    [AP_A_DISMISS] = ASK(DEBT) | ASK(ACTION) | ASK(FOLLOW) | ASK(DISMISS),
    [AP_A_SPECIALTY] = ASK(ACTION),
    [AP_A_FIRE] = ASK(ACTION),
    [AP_A_LAUNCH] = ASK(ACTION),
    [AP_A_INTERVENE] = ASK(ACTION),
    [AP_A_TARGET_CARD] = ASK(TARGET),
    [AP_A_TARGET_DICE] = ASK(TARGET),
    [AP_A_TARGET] = ASK(TARGET),
    [AP_A_REROLL] = ASK(REROLL),
    [AP_A_ACCEPT] = ASK(REROLL),
    [AP_A_DONE] = ASK(ACTION),
};

/* The rule behind each decision or outcome, and its word. */
static const struct {
    const char *rule;
    const char *word;
} asks[AP_ASKS] = {
    [AP_ASK_DIRECTORS] = {"AP-S3", "deal"},
    [AP_ASK_ENGINEER] = {"AP-S6", "draw-engineer"},
    [AP_ASK_ROW] = {"AP-G4", "draw-row"},
    [AP_ASK_RND] = {"AP-R2", "draw-rnd-card"},
    [AP_ASK_INVESTOR] = {"AP-I8", "draw-investor"},
    [AP_ASK_EVENT] = {"AP-P2", "draw-event"},
    [AP_ASK_ROLL] = {"AP-C7", "roll"},
    [AP_ASK_LOSE] = {"AP-N5", "lose"},
    [AP_ASK_CHOOSE] = {"AP-S4", "choose"},
    [AP_ASK_HIRE] = {"AP-S6", "hire"},
    [AP_ASK_PLAN] = {"AP-P6", "planning"},
    [AP_ASK_SPECIALTY] = {"AP-Y1", "specialties"},
    [AP_ASK_BUILD] = {"AP-B2", "construction"},
    [AP_ASK_KEEP] = {"AP-R3", "keep"},
    [AP_ASK_TAKE] = {"AP-D3", "design"},
    [AP_ASK_DEBT] = {"AP-A4", "debt"},
    [AP_ASK_ACTION] = {"AP-A7", "actions"},
    [AP_ASK_FOLLOW] = {"AP-A9", "director-specialty"},
    [AP_ASK_TARGET] = {"AP-N6", "target"},
    [AP_ASK_REROLL] = {"AP-C10", "reroll"},
    [AP_ASK_DISCARD] = {"AP-C12", "discard"},
    [AP_ASK_DISMISS] = {"AP-O10", "dismiss"},
};

const char *mq__apogee_ask_word(int ask)
{
    return asks[ask].word;
}

const char *mq__apogee_ask_rule(int ask)
{
    return asks[ask].rule;
}

/* What is asked about: everything a reason may look at. */
struct question {
    const struct ap_tables *t;
    const struct ap_state *st;
    const struct ap_player *p;
    int seat;
    mq_action action;
    int a, b;
    bool offered; /* another action of its kind is legal */
    struct mq_note *out;
};

static const char *kind_id(const struct question *q, int kind)
{
    return q->t->kind[kind].id;
}

static const char *event_rule(const struct question *q)
{
    return q->st->event != AP_NONE ? q->t->event[q->st->event].rule : NULL;
}

static void no_such(const struct question *q)
{
    mq_note_set(q->out, NULL, "apogee.why.no-such", "");
}

static void why_choose(const struct question *q)
{
    if (q->a >= q->t->directors) {
        no_such(q);
        return;
    }
    mq_note_set(q->out, "AP-S4", "apogee.why.not-dealt", "t",
                q->t->director[q->a].name);
}

static void why_hire(const struct question *q)
{
    if (q->a >= AP_LEVELS) {
        no_such(q);
    } else if (q->p->crew_count == AP_CREW) {
        mq_note_set(q->out, "AP-C14", "apogee.why.crew-full", "i", AP_CREW);
    } else if (ap_deck_cards(q->st, AP_JUNIORS + q->a) == 0) {
        mq_note_set(q->out, "AP-A12", "apogee.why.deck-empty", "w",
                    mq__apogee_level_words[q->a]);
    } else {
        mq_note_set(q->out, "AP-Q1", "apogee.why.no-seniors", "");
    }
}

static bool not_own_engineer(const struct question *q)
{
    if (q->a >= q->t->engineers) {
        no_such(q);
        return true;
    }
    if (mq__apogee_crew_find(q->p, q->a) < 0) {
        mq_note_set(q->out, "AP-P6", "apogee.why.not-your-engineer", "t",
                    q->t->engineer[q->a].name);
        return true;
    }
    return false;
}

static void why_assign(const struct question *q)
{
    const struct ap_engineer *e = &q->t->engineer[q->a & 31];
    int place;

    if (q->b >= AP_SPACES) {
        no_such(q);
        return;
    }
    if (not_own_engineer(q)) {
        return;
    }
    place = mq__apogee_crew_find(q->p, q->a);
    if (q->p->crew[place].space != AP_IN_HAND) {
        mq_note_set(q->out, "AP-P7", "apogee.why.assigned", "tw", e->name,
                    mq__apogee_space_words[q->p->crew[place].space]);
    } else if ((mq__apogee_free_spaces(q->t, q->st, q->seat) & AP_BIT(q->b)) ==
               0) {
        mq_note_set(q->out, event_rule(q), "apogee.why.space-limit", "wi",
                    mq__apogee_space_words[q->b],
                    ap_changes(q->t, q->st)->space_limit[q->b]);
    } else {
        mq_note_set(q->out, "AP-Y2", "apogee.why.no-specialty", "t", e->name);
    }
}

static void why_replace(const struct question *q)
{
    const struct ap_engineer *e = &q->t->engineer[q->st->specialist];

    if (q->a > AP_TYPES || q->a == AP_RND) {
        no_such(q);
    } else {
        mq_note_set(q->out, e->rule, "apogee.why.not-this", "t", e->name);
    }
}

/* Cards taken from rows. */
static void why_take(const struct question *q)
{
    const char *rule = q->st->ask == AP_ASK_TAKE ? "AP-D3" : "AP-V6";

    if (q->a >= q->t->kinds) {
        no_such(q);
        return;
    }
    if (q->st->ask == AP_ASK_SPECIALTY) {
        rule = q->t->engineer[q->st->specialist].rule;
    }
    mq_note_set(q->out, rule, "apogee.why.not-in-row", "w", kind_id(q, q->a));
}

/* The characteristic that forbids a card beside those on the pad. */
static const char *clash_rule(const struct ap_tables *t, int kind, uint64_t pad)
{
    static const struct {
        int tag;
        const char *rule;
    } rules[] = {
        {AP_TAG_SSTO, "AP-K4"},   {AP_TAG_PULSE, "AP-K1"},
        {AP_TAG_LASER, "AP-K2"},  {AP_TAG_ION, "AP-K5"},
        {AP_TAG_HEAVY, "AP-K13"}, {AP_TAG_NUCLEAR_ROCKET, "AP-K6"},
    };
    uint64_t both = (pad & t->kind[kind].clashes) | AP_KIND_BIT(kind);

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        if ((both & t->tagged[rules[i].tag]) != 0) {
            return rules[i].rule;
        }
    }
    return "AP-B7";
}

/* The mission or solo event that forbids a kind. */
static const char *ban_rule(const struct question *q)
{
    const struct ap_mission *mission = ap_mission(q->t, q->st);
    uint8_t events[AP_SOLO_ROUNDS];
    int n = mq__apogee_solo_events(q->t, q->st, events);

    for (int i = 0; i < n; i++) {
        const struct ap_event *e = &q->t->solo_event[events[i]];

        if ((e->changes.no_build & AP_KIND_BIT(q->a)) != 0) {
            return e->rule;
        }
    }
    return mission->rule;
}

/* What an engineer's or director's free build is for. */
static void why_free_build(const struct question *q)
{
    const char *rule = q->t->director[q->p->director].rule;

    if (q->st->ask == AP_ASK_SPECIALTY) {
        rule = q->t->engineer[q->st->specialist].rule;
    }
    mq_note_set(q->out, rule, "apogee.why.not-free", "w", kind_id(q, q->a));
}

static void why_build(const struct question *q)
{
    enum ap_obstacle obstacle;

    if (q->a >= q->t->kinds) {
        no_such(q);
        return;
    }
    obstacle = mq__apogee_obstacle(q->t, q->st, q->seat, q->a);
    if (obstacle == AP_NOT_IN_RESERVE) {
        mq_note_set(q->out, "AP-B3", "apogee.why.not-in-reserve", "w",
                    kind_id(q, q->a));
    } else if (obstacle == AP_PAD_FULL) {
        mq_note_set(q->out, "AP-C13", "apogee.why.pad-full", "w",
                    mq__apogee_tag_words[q->t->kind[q->a].type]);
    } else if (obstacle == AP_CLASHES) {
        mq_note_set(q->out, clash_rule(q->t, q->a, mq__apogee_pad_kinds(q->p)),
                    "apogee.why.clashes", "w", kind_id(q, q->a));
    } else if (obstacle == AP_BANNED) {
        mq_note_set(q->out, ban_rule(q), "apogee.why.banned", "w",
                    kind_id(q, q->a));
    } else if (q->st->ask != AP_ASK_BUILD) {
        why_free_build(q);
    } else {
        mq_note_set(q->out, "AP-B5", "apogee.why.cant-pay", "wii",
                    kind_id(q, q->a), mq__apogee_price(q->t, q->st, q->a),
                    q->p->credits);
    }
}

static void why_sell(const struct question *q)
{
    const struct ap_director *d = &q->t->director[q->p->director];
    bool built;

    if (q->a >= q->t->kinds) {
        no_such(q);
        return;
    }
    built = (mq__apogee_pad_kinds(q->p) & AP_KIND_BIT(q->a)) != 0;
    if (q->st->ask == AP_ASK_FOLLOW &&
        mq__apogee_in_reserve(q->st, q->seat, q->a)) {
        mq_note_set(q->out, d->rule, "apogee.why.not-built", "w",
                    kind_id(q, q->a));
    } else if (built) {
        mq_note_set(q->out, "AP-A11", "apogee.why.built", "w",
                    kind_id(q, q->a));
    } else {
        mq_note_set(q->out, "AP-A11", "apogee.why.not-in-reserve", "w",
                    kind_id(q, q->a));
    }
}

/* `buy-die`, `pass`, `reroll` and the like: not this time. */
static void why_not_this(const struct question *q)
{
    const char *rule = asks[q->st->ask].rule;

    if (q->st->ask == AP_ASK_SPECIALTY) {
        rule = q->t->engineer[q->st->specialist].rule;
    } else if (q->st->ask == AP_ASK_FOLLOW) {
        rule = q->t->director[q->p->director].rule;
    }
    mq_note_set(q->out, rule, "apogee.why.no-choice", "");
}

static void why_keep(const struct question *q)
{
    if (q->a >= q->t->kinds) {
        no_such(q);
    } else {
        mq_note_set(q->out, "AP-R3", "apogee.why.not-drawn", "w",
                    kind_id(q, q->a));
    }
}

static void why_discard(const struct question *q)
{
    if (q->a >= q->t->kinds) {
        no_such(q);
    } else {
        mq_note_set(q->out, "AP-C12", "apogee.why.not-in-reserve", "w",
                    kind_id(q, q->a));
    }
}

/* AP-A14, or in debts AP-A5. */
static void why_dismiss(const struct question *q)
{
    if (!not_own_engineer(q)) {
        mq_note_set(q->out, q->st->ask == AP_ASK_DEBT ? "AP-A5" : "AP-A14",
                    "apogee.why.at-center", "t", q->t->engineer[q->a].name);
    }
}

static void why_specialty(const struct question *q)
{
    const struct ap_director *d = &q->t->director[q->p->director];

    if (q->p->specialty_used) {
        mq_note_set(q->out, "AP-A9", "apogee.why.specialty-used", "t", d->name);
    } else if (mq__apogee_no_director_specialty(q->t, q->st)) {
        mq_note_set(q->out, "AP-Q2", "apogee.why.ineptitude", "");
    } else {
        mq_note_set(q->out, d->rule, "apogee.why.nothing-to-do", "tw", d->name,
                    mq__apogee_directings[d->specialty].word);
    }
}

static void why_fire(const struct question *q)
{
    if (q->st->fired) {
        mq_note_set(q->out, "AP-F4", "apogee.why.fired", "");
    } else if (ap_changes(q->t, q->st)->no_static_fire) {
        mq_note_set(q->out, event_rule(q), "apogee.why.no-static-fire", "");
    } else {
        mq_note_set(q->out, "AP-F1", "apogee.why.no-stages", "");
    }
}

/* The part of a rocket that is missing. */
static const char *missing_part(const struct question *q)
{
    if (q->p->pad_count[AP_FIRST] == 0) {
        return mq__apogee_tag_words[AP_TAG_FIRST];
    }
    if (!mq__apogee_has_stages(q->t, q->p)) {
        return mq__apogee_tag_words[AP_TAG_UPPER];
    }
    return mq__apogee_tag_words[AP_TAG_PAYLOAD];
}

void mq__apogee_note_hindrance(const struct ap_tables *t,
                               const struct ap_state *st, int seat,
                               const struct ap_rocket *r, int destination,
                               struct mq_note *out)
{
    const struct ap_player *p = &st->player[seat];
    const struct question q = {.t = t, .st = st, .p = p, .seat = seat};
    const char *where = mq__apogee_destination_words[destination];

    switch (mq__apogee_hindrance(t, st, seat, r, destination)) {
    case AP_LAUNCHED_ALREADY:
        mq_note_set(out, "AP-L8", "apogee.why.launched", "");
        break;
    case AP_INCOMPLETE:
        mq_note_set(out, "AP-L1", "apogee.why.incomplete", "w",
                    missing_part(&q));
        break;
    case AP_NO_ENGINEER:
        mq_note_set(out, "AP-L3", "apogee.why.nobody-at-center", "");
        break;
    case AP_TOO_LITTLE_AUTHORITY:
        mq_note_set(out, "AP-L2", "apogee.why.authority", "wff", where,
                    mq__apogee_needed_authority(t, st, seat, destination) * 100,
                    mq__apogee_center_authority(t, p) * 100);
        break;
    case AP_NO_PERFORMANCE:
        mq_note_set(out, "AP-L6", "apogee.why.performance", "ii", r->thrust,
                    r->mass);
        break;
    case AP_NO_NUMBER:
        mq_note_set(out, "AP-L7", "apogee.why.too-far", "wf", where,
                    r->performance * 100);
        break;
    case AP_TOO_LITTLE_PERFORMANCE:
        mq_note_set(out, ap_mission(t, st)->rule,
                    "apogee.why.mission-performance", "ff",
                    ap_mission(t, st)->performance * 100, r->performance * 100);
        break;
    case AP_BANNED_CARD:
        mq_note_set(out, event_rule(&q), "apogee.why.launch-ban", "");
        break;
    case AP_NO_FEE:
        mq_note_set(out, event_rule(&q), "apogee.why.fee", "ii",
                    ap_changes(t, st)->launch_fee, p->credits);
        break;
    default:
        mq_note_set(out, "AP-L8", "apogee.why.may-launch", "w", where);
        break;
    }
}

static void why_launch(const struct question *q)
{
    struct ap_rocket rocket;

    if (q->a >= AP_DESTINATIONS) {
        no_such(q);
        return;
    }
    mq__apogee_rocket(q->t, q->st, q->seat, &rocket);
    mq__apogee_note_hindrance(q->t, q->st, q->seat, &rocket, q->a, q->out);
}

static void why_intervene(const struct question *q)
{
    if (ap_solo(q->st)) {
        mq_note_set(q->out, "AP-O3", "apogee.why.solo-intervene", "");
    } else if (ap_mission(q->t, q->st)->no_intervention) {
        mq_note_set(q->out, ap_mission(q->t, q->st)->rule,
                    "apogee.why.mission-intervene", "");
    } else if (q->p->intervened) {
        mq_note_set(q->out, "AP-N1", "apogee.why.intervened", "");
    } else {
        mq_note_set(q->out, "AP-N6", "apogee.why.nobody-to-lose", "");
    }
}

static void why_target(const struct question *q)
{
    int nation = q->t->director[q->p->director].nation;

    mq_note_set(q->out, mq__apogee_interventions[nation].rule,
                "apogee.why.no-target", "w", mq__apogee_nation_words[nation]);
}

static void (*const reasons[AP_ACTION_KINDS])(const struct question *q) = {
    [AP_A_CHOOSE] = why_choose,       [AP_A_HIRE] = why_hire,
    [AP_A_ASSIGN] = why_assign,       [AP_A_REPLACE] = why_replace,
    [AP_A_TAKE] = why_take,           [AP_A_BUILD] = why_build,
    [AP_A_SELL] = why_sell,           [AP_A_BUY_DIE] = why_not_this,
    [AP_A_PASS] = why_not_this,       [AP_A_KEEP] = why_keep,
    [AP_A_DISCARD] = why_discard,     [AP_A_DISMISS] = why_dismiss,
    [AP_A_SPECIALTY] = why_specialty, [AP_A_FIRE] = why_fire,
    [AP_A_LAUNCH] = why_launch,       [AP_A_INTERVENE] = why_intervene,
    [AP_A_TARGET_CARD] = why_target,  [AP_A_TARGET_DICE] = why_target,
    [AP_A_TARGET] = why_target,
};

/* Bytes an action doesn't use must be 0. */
static bool well_formed(mq_action action)
{
    switch (MQ_ACTION_KIND(action)) {
    case AP_A_ASSIGN:
    case AP_A_TARGET_CARD:
    case AP_A_TARGET_DICE:
        return MQ_ACTION_C(action) == 0;
    case AP_A_PLANNED:
    case AP_A_BUY_DIE:
    case AP_A_PASS:
    case AP_A_SPECIALTY:
    case AP_A_FIRE:
    case AP_A_INTERVENE:
    case AP_A_REROLL:
    case AP_A_ACCEPT:
    case AP_A_DONE:
        return action >> 8 == 0;
    default:
        return action >> 16 == 0;
    }
}

static void why_illegal(const struct question *q)
{
    int kind = MQ_ACTION_KIND(q->action);

    if (kind >= AP_ACTION_KINDS || asked_at[kind] == 0 ||
        !well_formed(q->action)) {
        no_such(q);
    } else if ((asked_at[kind] & AP_BIT(q->st->ask)) == 0) {
        mq_note_set(q->out, asks[q->st->ask].rule, "apogee.why.step", "w",
                    asks[q->st->ask].word);
    } else if (!q->offered &&
               (ASK(SPECIALTY) | ASK(FOLLOW)) & AP_BIT(q->st->ask)) {
        why_not_this(q); /* somebody else's specialty */
    } else if (reasons[kind] != NULL) {
        reasons[kind](q);
    } else {
        no_such(q);
    }
}

/* Whose turn it is. */
static enum mq_status why_not_now(const struct ap_state *st, int seat,
                                  enum mq_turn turn, uint32_t actors,
                                  struct mq_note *out)
{
    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "apogee.why.over", "");
        return MQ_OVER;
    }
    if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, asks[st->ask].rule, "apogee.why.chance", "w",
                    asks[st->ask].word);
        return MQ_NOT_YOUR_TURN;
    }
    if (seat >= 0 && seat < st->players && (actors >> seat & 1) != 0) {
        return MQ_OK;
    }
    if (st->actor == AP_NONE) {
        mq_note_set(out, asks[st->ask].rule, "apogee.why.committed", "");
    } else {
        mq_note_set(out, asks[st->ask].rule, "apogee.why.turn", "p", st->actor);
    }
    return MQ_NOT_YOUR_TURN;
}

static enum mq_status why_not_outcome(const struct mq_game *g,
                                      const struct ap_state *st,
                                      mq_action action, struct mq_note *out)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double p[MQ_MAX_OUTCOMES];
    int n;

    if (st->ask >= AP_ASK_CHOOSE) {
        mq_note_set(out, NULL, "apogee.why.no-chance", "");
        return MQ_NOT_CHANCE;
    }
    n = mq__apogee_outcomes(g, st, list, p);
    for (int i = 0; i < n; i++) {
        if (list[i] == action) {
            return MQ_OK;
        }
    }
    mq_note_set(out, asks[st->ask].rule,
                MQ_ACTION_KIND(action) == MQ_ACTION_KIND(list[0])
                    ? "apogee.why.impossible"
                    : "apogee.why.other-chance",
                "w", asks[st->ask].word);
    return MQ_ILLEGAL;
}

enum mq_status mq__apogee_why_not(const struct mq_game *g, const void *state,
                                  int seat, mq_action action,
                                  struct mq_note *out)
{
    const struct ap_state *st = state;
    mq_action legal[MQ_MAX_LEGAL];
    struct mq_note local = {0};
    uint32_t actors;
    enum mq_turn turn = mq__apogee_turn(g, st, &actors);
    enum mq_status status;
    bool offered = false;
    int n;

    out = out != NULL ? out : &local;
    if (seat == MQ_CHANCE_SEAT) {
        return why_not_outcome(g, st, action, out);
    }
    status = why_not_now(st, seat, turn, actors, out);
    if (status != MQ_OK) {
        return status;
    }
    n = mq__apogee_legal(g, st, seat, legal);
    for (int i = 0; i < n; i++) {
        if (legal[i] == action) {
            return MQ_OK;
        }
        offered |= MQ_ACTION_KIND(legal[i]) == MQ_ACTION_KIND(action);
    }
    why_illegal(&(struct question){.t = ap_tables(g),
                                   .st = st,
                                   .p = &st->player[seat],
                                   .seat = seat,
                                   .action = action,
                                   .a = MQ_ACTION_A(action),
                                   .b = MQ_ACTION_B(action),
                                   .offered = offered,
                                   .out = out});
    return MQ_ILLEGAL;
}
