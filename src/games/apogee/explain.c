/* Apogee: the decision before a seat, and what each choice would do. */
#include "games/apogee/actions.h"
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

#include <stdarg.h>
#include <stdlib.h>

struct mq_message *mq__ap_note(struct ap_notes *notes, const char *rule,
                               const char *id, const char *format, ...)
{
    struct mq_note *note =
        notes->n < MQ_MAX_NOTES ? &notes->out[notes->n++] : &notes->lost;
    va_list args;

    note->rule = rule;
    va_start(args, format);
    mq_message_setv(&note->message, id, format, args);
    va_end(args);
    return &note->message;
}

/* The decision. */

/* Decisions of the planning, and of what follows from it. */
static void ask_planning(struct ap c, const struct ap_player *p,
                         struct mq_note *out)
{
    const char *rule = mq__ap_asks[c.st->ask].rule;
    const struct ap_engineer *e;

    switch (c.st->ask) {
    case AP_ASK_CHOOSE:
        mq_note_set(out, rule, "apogee.ask.choose", "tt",
                    c.t->director[p->dealt[0]].name,
                    c.t->director[p->dealt[1]].name);
        break;
    case AP_ASK_HIRE:
        mq_note_set(out, rule, "apogee.ask.hire", "");
        break;
    case AP_ASK_PLAN:
        mq_note_set(out, rule, "apogee.ask.plan", "i", p->on[AP_IN_HAND]);
        break;
    case AP_ASK_SPECIALTY:
        e = &c.t->engineer[c.st->specialist];
        mq_note_set(out, e->rule, "apogee.ask.specialty", "tw", e->name,
                    ap_specialty_name(&mq__ap_specialties[e->specialty]));
        break;
    case AP_ASK_BUILD:
        mq_note_set(out, rule, "apogee.ask.build", "ii", c.st->builds,
                    p->credits);
        break;
    case AP_ASK_KEEP:
        mq_note_set(out, rule, "apogee.ask.keep", "i", p->drawn_count);
        break;
    default:
        assert(c.st->ask == AP_ASK_TAKE);
        mq_note_set(out, rule, "apogee.ask.take", "");
        break;
    }
}

/* Decisions of directors, and what rolls and events ask for. */
static void ask_director(struct ap c, const struct ap_player *p,
                         struct mq_note *out)
{
    const struct ap_director *d = &c.t->director[p->director];
    const char *rule = mq__ap_asks[c.st->ask].rule;

    switch (c.st->ask) {
    case AP_ASK_DEBT:
        mq_note_set(out, rule, "apogee.ask.debt", "i", p->debt);
        break;
    case AP_ASK_ACTION:
        mq_note_set(out, rule, "apogee.ask.action", "ti", d->name,
                    c.st->actions);
        break;
    case AP_ASK_FOLLOW:
        mq_note_set(out, d->rule, "apogee.ask.specialty", "tw", d->name,
                    ap_specialty_name(&mq__ap_directings[d->specialty]));
        break;
    case AP_ASK_TARGET:
        mq_note_set(out, mq__ap_interventions[d->nation].rule,
                    "apogee.ask.target", "w", mq__ap_nations[d->nation]);
        break;
    case AP_ASK_REROLL:
        mq_note_set(out, rule, "apogee.ask.reroll", "iii", c.st->roll_value,
                    mq__ap_roll_needed(c), p->dice);
        break;
    case AP_ASK_DISCARD:
        mq_note_set(out, rule, "apogee.ask.discard", "ii", p->reserve_count,
                    AP_RESERVE);
        break;
    default:
        assert(c.st->ask == AP_ASK_DISMISS);
        mq_note_set(out, mq__ap_event_now(c)->rule, "apogee.ask.dismiss", "wi",
                    mq__ap_event_now(c)->id, c.st->dismissals);
        break;
    }
}

void mq__ap_ask(const struct mq_game *g, const void *state, int seat,
                struct mq_note *out)
{
    struct ap c = ap_of(g, state);
    const struct ap_asked *asked = &mq__ap_asks[c.st->ask];
    uint32_t actors;
    enum mq_turn turn = mq__ap_turn(g, c.st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "apogee.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, asked->rule, "apogee.ask.chance", "w", asked->word);
    } else if (seat < 0 || (actors >> seat & 1) == 0) {
        mq_note_set(out, asked->rule, "apogee.ask.wait", "pw",
                    ap_low_bit(actors), asked->word);
    } else if (c.st->ask <= AP_ASK_TAKE) {
        ask_planning(c, &c.st->player[seat], out);
    } else {
        ask_director(c, &c.st->player[seat], out);
    }
}

/* What cards do, in words. */

bool mq__ap_tag_pair(uint32_t tags, const char *word[2])
{
    word[0] = word[1] = "";
    for (int i = 0; i < 2 && tags != 0; i++, tags &= tags - 1) {
        word[i] = mq__ap_tags[ap_low_bit(tags)];
    }
    return *word[1] != '\0';
}

/* The message has name, amount, up to two tags, the roll and its chance. */
void mq__ap_engineer_message(const struct ap_engineer *e,
                             struct mq_message *out)
{
    const struct ap_specialty *s = &mq__ap_specialties[e->specialty];
    bool authority = e->specialty == AP_MOVES;
    const char *word[2];

    mq__ap_tag_pair(e->what, word);
    mq_message_set(out,
                   e->roll > 0 && s->says_roll != NULL ? s->says_roll : s->says,
                   authority ? "tfwwic" : "tiwwic", e->name,
                   authority ? e->amount * 100 : e->amount, word[0], word[1],
                   e->roll, mq_chance_arg(mq__ap_chance(e->roll, 0)));
}

/* The message has amount, limit and up to two words: the space, what is wanted
 * and where, or tags. */
void mq__ap_event_message(const struct ap_event *e, struct mq_message *out)
{
    const struct ap_effect *effect = &mq__ap_effects[e->effect];
    const char *id = effect->says;
    const char *word[2];
    bool two = mq__ap_tag_pair(e->tags, word);

    if (e->effect == AP_SPACE_LIMIT) {
        word[0] = mq__ap_spaces[e->limit];
    } else if (e->effect == AP_NEW_OBJECTIVE) {
        word[0] = mq__ap_measure_word(&e->need);
        word[1] = mq__ap_places[e->need.destination];
    } else if (two && effect->says_two != NULL) {
        id = effect->says_two;
    }
    if (e->amount <= 0 && effect->says_low != NULL) {
        id = effect->says_low;
    }
    mq_message_set(out, id, "iiww", abs(e->amount), e->limit, word[0], word[1]);
}

/* What a choice would do. */

struct choice {
    struct ap_notes notes;
    struct ap c;
    const struct ap_tables *t;
    const struct ap_player *p;
    int seat, a, b;
};

static const struct ap_director *director(const struct choice *w)
{
    return &w->t->director[w->p->director];
}

/* What a director can do once, with its amount where there is one. */
static void explain_ability(struct choice *w, const struct ap_director *d)
{
    ap_note(w, d->rule,
            d->amount > 0 ? "apogee.explain.specialty"
                          : "apogee.explain.specialty-plain",
            d->amount > 0 ? "wi" : "w",
            ap_specialty_name(&mq__ap_directings[d->specialty]), d->amount);
}

static void explain_nation(struct choice *w, int nation)
{
    ap_note(w, mq__ap_interventions[nation].rule,
            mq__ap_interventions[nation].says, "");
}

/* A specialty that the mission makes useless: by what it forbids to build, or
 * by a solo event that is sure to come (AP-O4). */
static void explain_dead(struct choice *w, const struct ap_director *d)
{
    const struct ap_specialty *s = &mq__ap_directings[d->specialty];
    const struct ap_mission *m = ap_mission(w->c);
    uint64_t builds = w->t->tagged[s->tag];

    if (s->tag != 0 && (builds & ~m->no_build) == 0) {
        ap_note(w, m->rule, "apogee.explain.dead", "");
    }
    for (int i = 0; i < m->event_count; i++) {
        const struct ap_event *e = &w->t->solo_event[m->event[i]];

        if (e->changes.no_director_specialty ||
            (e->changes.no_seniors && d->specialty == AP_DIRECTOR_HIRES) ||
            (s->tag != 0 && (builds & ~e->changes.no_build) == 0)) {
            ap_note(w, e->rule, "apogee.explain.dies", "wi", e->id, 2 * i + 1);
        }
    }
}

static void explain_choose(struct choice *w)
{
    const struct ap_director *d = &w->t->director[w->a];

    explain_ability(w, d);
    explain_dead(w, d);
    ap_note(w, "AP-S5", "apogee.explain.director", "tif", d->name,
            d->authority / 10, d->authority * 100);
    if (!ap_solo(w->c.st)) {
        explain_nation(w, d->nation);
    }
}

/* AP-A1: what the next earnings will be. */
static void explain_crew(struct choice *w, int more)
{
    int crew = w->p->crew_count + more;

    if (crew >= 0 && crew <= AP_CREW) {
        ap_note(w, "AP-A1", "apogee.explain.earnings", "ii", crew,
                mq__ap_earnings(w->c, crew));
    }
}

static void explain_hire(struct choice *w)
{
    bool free = w->c.st->ask == AP_ASK_HIRE;
    int n = free && w->a == AP_JUNIOR ? 2 : 1;

    ap_note(w, free ? "AP-S6" : "AP-A12", "apogee.explain.hire", "iwi", n,
            mq__ap_levels[w->a], ap_deck_cards(w->c.st, AP_JUNIORS + w->a));
    explain_crew(w, n);
}

int mq__ap_authority_on(const struct ap_tables *t, const struct ap_player *p,
                        int space)
{
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == space) {
            sum += t->engineer[p->crew[i].id].authority;
        }
    }
    return sum;
}

static void explain_assign(struct choice *w)
{
    static const struct {
        const char *rule, *id;
    } spaces[AP_SPACES] = {
        [AP_ON_SPECIALTY] = {"AP-Y1", "apogee.explain.on-specialty"},
        [AP_ON_CONSTRUCTION] = {"AP-B1", "apogee.explain.on-construction"},
        [AP_ON_RND] = {"AP-R2", "apogee.explain.on-rnd"},
        [AP_ON_DESIGN] = {"AP-D1", "apogee.explain.on-design"},
        [AP_ON_OPERATIONS] = {"AP-L2", "apogee.explain.on-operations"},
    };
    const struct ap_engineer *e = &w->t->engineer[w->a];
    int sum = mq__ap_authority_on(w->t, w->p, w->b) + e->authority;

    if (w->b == AP_ON_SPECIALTY) {
        mq__ap_engineer_message(e, ap_note(w, e->rule, NULL, ""));
    }
    ap_note(w, spaces[w->b].rule, spaces[w->b].id, "if", w->p->on[w->b] + 1,
            sum * 100);
    if (w->b != AP_ON_SPECIALTY) {
        ap_note(w, "AP-C6", "apogee.explain.authority", "tf", e->name,
                e->authority * 100);
    } else if (e->roll > 0) {
        ap_note(w, "AP-Y4", "apogee.explain.roll", "ic", e->roll,
                mq_chance_arg(mq__ap_chance(e->roll, 0)));
    }
}

static void explain_rocket(struct choice *w, const char *rule,
                           const struct ap_rocket *r)
{
    ap_note(w, rule, "apogee.explain.rocket", "iifi", r->thrust, r->mass,
            r->performance * 100, r->astronauts);
}

static void explain_build(struct choice *w)
{
    const struct ap_technology *k = &w->t->kind[w->a];
    int price = w->c.st->ask == AP_ASK_BUILD ? mq__ap_price(w->c, w->a) : 0;
    struct ap_state after = *w->c.st;
    struct ap_rocket r;

    ap_note(w, "AP-B4", "apogee.explain.build", "wii", k->id, price,
            w->p->credits - price);
    if (k->pays > 0 && !ap_changes(w->c)->no_cubesat_credits) {
        ap_note(w, "AP-K15", "apogee.explain.pays", "i", k->pays);
    }
    mq__ap_pad_add(ap_with(w->t, &after), w->seat, w->a);
    mq__ap_rocket(ap_with(w->t, &after), w->seat, &r);
    explain_rocket(w, "AP-L4", &r);
}

static void explain_card(struct choice *w)
{
    const struct ap_technology *k = &w->t->kind[w->a];

    ap_note(w, mq__ap_asks[w->c.st->ask].rule, "apogee.explain.card", "wiii",
            k->id, k->cost, k->thrust, k->mass);
    if (k->seats > 0) {
        ap_note(w, "AP-K8", "apogee.explain.seats", "i", k->seats);
    }
}

static void explain_sell(struct choice *w)
{
    bool reserve = mq__ap_in_reserve(w->c.st, w->seat, w->a);
    int price = reserve ? mq__ap_sale_price(w->c)
                        : director(w)->amount + ap_changes(w->c)->sale_price;

    ap_note(w, reserve ? "AP-A10" : director(w)->rule, "apogee.explain.sell",
            "wi", w->t->kind[w->a].id, price);
}

static void explain_dismiss(struct choice *w)
{
    const struct ap_engineer *e = &w->t->engineer[w->a];

    ap_note(w, "AP-A13", "apogee.explain.dismiss", "tfw", e->name,
            e->authority * 100,
            ap_specialty_name(&mq__ap_specialties[e->specialty]));
    explain_crew(w, -1);
}

static void explain_specialty(struct choice *w)
{
    explain_ability(w, director(w));
    ap_note(w, "AP-A9", "apogee.explain.once", "");
}

static void explain_fire(struct choice *w)
{
    int needed = ap_changes(w->c)->static_fire_roll;

    ap_note(w, "AP-F2", "apogee.explain.static-fire", "ici", needed,
            mq_chance_arg(mq__ap_chance(needed, 0)), w->p->dice);
}

static void explain_launch(struct choice *w)
{
    struct ap_launch_odds odds;
    struct ap_rocket r;

    mq__ap_rocket(w->c, w->seat, &r);
    mq__ap_launch_odds(w->c, w->seat, &r, w->a, &odds);
    ap_note(w, "AP-L9", "apogee.explain.launch", "wici", mq__ap_places[w->a],
            odds.number, mq_chance_arg(odds.chance[w->p->dice]), w->p->dice);
    explain_rocket(w, "AP-L6", &r);
    ap_note(w, "AP-L10", "apogee.explain.launched", "i", AP_LAUNCH_CREDITS);
    mq__ap_note_verdict(w->c, w->seat, w->a, &w->notes);
}

/* Whether the intervention could hit nobody but the player. */
static bool hits_oneself(const struct choice *w)
{
    mq_action target[MQ_MAX_LEGAL];
    int n = mq__ap_interventions[director(w)->nation].legal(w->c, target);

    while (n > 0 && MQ_ACTION_A(target[n - 1]) == w->seat) {
        n--;
    }
    return n == 0;
}

static void explain_intervene(struct choice *w)
{
    explain_nation(w, director(w)->nation);
    ap_note(w, "AP-N2", "apogee.explain.intervene", "ic", AP_INTERVENTION_ROLL,
            mq_chance_arg(mq__ap_chance(AP_INTERVENTION_ROLL, 0)));
    if (hits_oneself(w)) {
        ap_note(w, "AP-N6", "apogee.explain.only-you", "");
    }
}

static void explain_reroll(struct choice *w)
{
    int needed = mq__ap_roll_needed(w->c);

    ap_note(w, "AP-C10", "apogee.explain.reroll", "ic", needed,
            mq_chance_arg(mq__ap_chance(needed, 0)));
}

static void (*const explains[AP_ACTION_KINDS])(struct choice *w) = {
    [AP_A_CHOOSE] = explain_choose,       [AP_A_HIRE] = explain_hire,
    [AP_A_ASSIGN] = explain_assign,       [AP_A_TAKE] = explain_card,
    [AP_A_BUILD] = explain_build,         [AP_A_SELL] = explain_sell,
    [AP_A_KEEP] = explain_card,           [AP_A_DISCARD] = explain_card,
    [AP_A_DISMISS] = explain_dismiss,     [AP_A_SPECIALTY] = explain_specialty,
    [AP_A_FIRE] = explain_fire,           [AP_A_LAUNCH] = explain_launch,
    [AP_A_INTERVENE] = explain_intervene, [AP_A_REROLL] = explain_reroll,
};

/* What needs no reckoning. */
static const struct ap_sentence plain[AP_ACTION_KINDS] = {
    [AP_A_PLANNED] = {"AP-P9", "apogee.explain.planned", ""},
    [AP_A_REPLACE] = {"AP-G6", "apogee.explain.replace", ""},
    [AP_A_BUY_DIE] = {"AP-Y16", "apogee.explain.buy-die", ""},
    [AP_A_PASS] = {"AP-Y5", "apogee.explain.pass", ""},
    [AP_A_TARGET_CARD] = {"AP-N3", "apogee.explain.target-card", ""},
    [AP_A_TARGET_DICE] = {"AP-N4", "apogee.explain.target-dice", ""},
    [AP_A_TARGET] = {"AP-N5", "apogee.explain.target", ""},
    [AP_A_ACCEPT] = {"AP-C10", "apogee.explain.accept", ""},
    [AP_A_DONE] = {"AP-A7", "apogee.explain.done", ""},
};

int mq__ap_explain(const struct mq_game *g, const void *state, int seat,
                   mq_action action, struct mq_note *out)
{
    int kind = MQ_ACTION_KIND(action);
    struct ap c = ap_of(g, state);
    struct choice w = {.notes.out = out,
                       .c = c,
                       .t = c.t,
                       .p = &c.st->player[seat],
                       .seat = seat,
                       .a = MQ_ACTION_A(action),
                       .b = MQ_ACTION_B(action)};

    assert(kind > 0 && kind <= AP_A_DONE);
    if (explains[kind] != NULL) {
        explains[kind](&w);
    } else {
        ap_note(&w, plain[kind].rule, plain[kind].id, "");
    }
    return w.notes.n;
}
