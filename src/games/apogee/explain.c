/* Apogee: the decision before a seat, and what each choice would do. */
#include "games/apogee/notes.h"
#include "games/apogee/odds.h"

#include <stdarg.h>

void mq__apogee_note(struct ap_notes *notes, const char *rule, const char *id,
                     const char *format, ...)
{
    struct mq_note *note = &notes->out[notes->n];
    va_list args;

    if (notes->n == MQ_MAX_NOTES) {
        return;
    }
    notes->n++;
    note->rule = rule;
    va_start(args, format);
    mq_message_setv(&note->message, id, format, args);
    va_end(args);
}

/* The decision. One function each where it has something to tell. */

typedef void (*ask_seat)(const struct ap_tables *t, const struct ap_state *st,
                         int seat, struct mq_note *out);

static void ask_choose(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct mq_note *out)
{
    const uint8_t *dealt = st->player[seat].dealt;

    mq_note_set(out, "AP-S4", "apogee.ask.choose", "tt",
                t->director[dealt[0]].name, t->director[dealt[1]].name);
}

static void ask_hire(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct mq_note *out)
{
    (void)t;
    (void)st;
    (void)seat;
    mq_note_set(out, "AP-S6", "apogee.ask.hire", "");
}

static void ask_plan(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct mq_note *out)
{
    (void)t;
    mq_note_set(out, "AP-P6", "apogee.ask.plan", "i",
                st->player[seat].on[AP_IN_HAND]);
}

static void ask_specialty(const struct ap_tables *t, const struct ap_state *st,
                          int seat, struct mq_note *out)
{
    const struct ap_engineer *e = &t->engineer[st->specialist];

    (void)seat;
    mq_note_set(out, e->rule, "apogee.ask.specialty", "tw", e->name,
                mq__apogee_specialties[e->specialty].word);
}

static void ask_build(const struct ap_tables *t, const struct ap_state *st,
                      int seat, struct mq_note *out)
{
    (void)t;
    mq_note_set(out, "AP-B2", "apogee.ask.build", "ii", st->builds,
                st->player[seat].credits);
}

static void ask_keep(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct mq_note *out)
{
    (void)t;
    mq_note_set(out, "AP-R3", "apogee.ask.keep", "i",
                st->player[seat].drawn_count);
}

static void ask_take(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct mq_note *out)
{
    (void)t;
    (void)st;
    (void)seat;
    mq_note_set(out, "AP-D3", "apogee.ask.take", "");
}

static void ask_debt(const struct ap_tables *t, const struct ap_state *st,
                     int seat, struct mq_note *out)
{
    (void)t;
    mq_note_set(out, "AP-A4", "apogee.ask.debt", "i", st->player[seat].debt);
}

static void ask_action(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct mq_note *out)
{
    const struct ap_director *d = &t->director[st->player[seat].director];

    mq_note_set(out, "AP-A7", "apogee.ask.action", "ti", d->name, st->actions);
}

static void ask_follow(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct mq_note *out)
{
    const struct ap_director *d = &t->director[st->player[seat].director];

    mq_note_set(out, d->rule, "apogee.ask.specialty", "tw", d->name,
                mq__apogee_directings[d->specialty].word);
}

static void ask_target(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct mq_note *out)
{
    int nation = t->director[st->player[seat].director].nation;

    mq_note_set(out, mq__apogee_interventions[nation].rule, "apogee.ask.target",
                "w", mq__apogee_nation_words[nation]);
}

static void ask_reroll(const struct ap_tables *t, const struct ap_state *st,
                       int seat, struct mq_note *out)
{
    mq_note_set(out, "AP-C10", "apogee.ask.reroll", "iii", st->roll_value,
                mq__apogee_roll_needed(t, st), st->player[seat].dice);
}

static void ask_discard(const struct ap_tables *t, const struct ap_state *st,
                        int seat, struct mq_note *out)
{
    (void)t;
    mq_note_set(out, "AP-C12", "apogee.ask.discard", "ii",
                st->player[seat].reserve_count, AP_RESERVE);
}

static void ask_dismiss(const struct ap_tables *t, const struct ap_state *st,
                        int seat, struct mq_note *out)
{
    const struct ap_event *e = mq__apogee_event_now(t, st);

    (void)seat;
    mq_note_set(out, e->rule, "apogee.ask.dismiss", "wi", e->id,
                st->dismissals);
}

static const ask_seat asks[AP_ASKS] = {
    [AP_ASK_CHOOSE] = ask_choose,   [AP_ASK_HIRE] = ask_hire,
    [AP_ASK_PLAN] = ask_plan,       [AP_ASK_SPECIALTY] = ask_specialty,
    [AP_ASK_BUILD] = ask_build,     [AP_ASK_KEEP] = ask_keep,
    [AP_ASK_TAKE] = ask_take,       [AP_ASK_DEBT] = ask_debt,
    [AP_ASK_ACTION] = ask_action,   [AP_ASK_FOLLOW] = ask_follow,
    [AP_ASK_TARGET] = ask_target,   [AP_ASK_REROLL] = ask_reroll,
    [AP_ASK_DISCARD] = ask_discard, [AP_ASK_DISMISS] = ask_dismiss,
};

void mq__apogee_ask(const struct mq_game *g, const void *state, int seat,
                    struct mq_note *out)
{
    const struct ap_state *st = state;
    uint32_t actors;
    enum mq_turn turn = mq__apogee_turn(g, st, &actors);

    if (turn == MQ_TURN_OVER) {
        mq_note_set(out, NULL, "apogee.ask.over", "");
    } else if (turn == MQ_TURN_CHANCE) {
        mq_note_set(out, mq__apogee_ask_rule(st->ask), "apogee.ask.chance", "w",
                    mq__apogee_ask_word(st->ask));
    } else if (seat >= 0 && (actors >> seat & 1) != 0) {
        asks[st->ask](ap_tables(g), st, seat, out);
    } else {
        mq_note_set(out, mq__apogee_ask_rule(st->ask), "apogee.ask.wait", "pw",
                    ap_low_bit(actors), mq__apogee_ask_word(st->ask));
    }
}

/* What a choice would do. */

struct choice {
    struct ap_notes notes;
    const struct mq_game *g;
    const struct ap_state *st;
    int seat, a, b;
};

const char *mq__apogee_measure_word(const struct ap_need *need)
{
    static const struct {
        const char *measure;
        const char *word;
    } words[] = {
        {"thrust", "rocket-thrust"},
        {"cost", "rocket-cost"},
        {"authority", "crew-authority"},
    };
    const char *word = mq__apogee_measures[need->measure].word;

    if (need->measure == AP_MEASURE_CARDS) {
        return mq__apogee_tag_words[ap_low_bit(need->tags)];
    }
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strcmp(words[i].measure, word) == 0) {
            return words[i].word;
        }
    }
    return word;
}

/* The message has name, amount, up to two tags, the roll and its chance. */
void mq__apogee_engineer_message(const struct ap_engineer *e,
                                 struct mq_message *out)
{
    const struct ap_specialty *s = &mq__apogee_specialties[e->specialty];
    bool authority = s->start == mq__apogee_start_move;
    const char *word[2] = {"", ""};
    uint32_t tags = e->what;

    for (int i = 0; i < 2 && tags != 0; i++, tags &= tags - 1) {
        word[i] = mq__apogee_tag_words[ap_low_bit(tags)];
    }
    mq_message_set(out,
                   e->roll > 0 && s->says_roll != NULL ? s->says_roll : s->says,
                   authority ? "tfwwic" : "tiwwic", e->name,
                   authority ? e->amount * 100 : e->amount, word[0], word[1],
                   e->roll, mq_chance_arg(mq__apogee_chance(e->roll, 0)));
}

/* The message has amount, limit and up to two words: the space, what is wanted
 * and where, or tags. */
void mq__apogee_event_message(const struct ap_event *e, struct mq_message *out)
{
    const struct ap_effect *effect = &mq__apogee_effects[e->effect];
    const char *id = effect->says;
    const char *word[2] = {"", ""};
    uint32_t tags = e->tags;

    if (effect->change == mq__apogee_space_limit) {
        word[0] = mq__apogee_space_words[e->limit];
    } else if (effect->run == mq__apogee_run_new_objective) {
        word[0] = mq__apogee_measure_word(&e->need);
        word[1] = mq__apogee_destination_words[e->need.destination];
    } else {
        for (int i = 0; i < 2 && tags != 0; i++, tags &= tags - 1) {
            word[i] = mq__apogee_tag_words[ap_low_bit(tags)];
            id = i > 0 && effect->says_two != NULL ? effect->says_two : id;
        }
    }
    mq_message_set(out, id, "iiww", e->amount, e->limit, word[0], word[1]);
}

/* What a director can do once, with its amount where there is one. */
static void explain_ability(struct choice *c, const struct ap_director *d)
{
    const char *word = mq__apogee_directings[d->specialty].word;

    if (d->amount > 0) {
        mq__apogee_note(&c->notes, d->rule, "apogee.explain.specialty", "wi",
                        word, d->amount);
    } else {
        mq__apogee_note(&c->notes, d->rule, "apogee.explain.specialty-plain",
                        "w", word);
    }
}

static void explain_choose(struct choice *c)
{
    const struct ap_director *d = &c->notes.t->director[c->a];

    explain_ability(c, d);
    mq__apogee_note(&c->notes, "AP-S5", "apogee.explain.director", "tif",
                    d->name, d->authority / 10, d->authority * 100);
    if (!ap_solo(c->st)) {
        mq__apogee_note(&c->notes, mq__apogee_interventions[d->nation].rule,
                        "apogee.explain.nation", "w",
                        mq__apogee_nation_words[d->nation]);
    }
}

/* AP-A1: what the next earnings will be. */
static void explain_crew(struct choice *c, int more)
{
    int crew = c->st->player[c->seat].crew_count + more;

    if (crew >= 0 && crew <= AP_CREW) {
        mq__apogee_note(&c->notes, "AP-A1", "apogee.explain.earnings", "ii",
                        crew, mq__apogee_earnings(c->notes.t, c->st, crew));
    }
}

static void explain_hire(struct choice *c)
{
    bool free = c->st->ask == AP_ASK_HIRE;
    int n = free && c->a == AP_JUNIOR ? 2 : 1;

    mq__apogee_note(&c->notes, free ? "AP-S6" : "AP-A12", "apogee.explain.hire",
                    "iwi", n, mq__apogee_level_words[c->a],
                    ap_deck_cards(c->st, AP_JUNIORS + c->a));
    explain_crew(c, n);
}

int mq__apogee_authority_on(const struct ap_tables *t,
                            const struct ap_player *p, int space)
{
    int sum = 0;

    for (int i = 0; i < p->crew_count; i++) {
        if (p->crew[i].space == space) {
            sum += t->engineer[p->crew[i].id].authority;
        }
    }
    return sum;
}

static void explain_space(struct choice *c)
{
    static const char *const rules[AP_SPACES] = {"AP-Y1", "AP-B1", "AP-R2",
                                                 "AP-D1", "AP-L2"};
    static const char *const ids[AP_SPACES] = {
        "apogee.explain.on-specialty", "apogee.explain.on-construction",
        "apogee.explain.on-rnd", "apogee.explain.on-design",
        "apogee.explain.on-operations"};
    const struct ap_tables *t = c->notes.t;
    const struct ap_player *p = &c->st->player[c->seat];
    int sum = mq__apogee_authority_on(t, p, c->b) + t->engineer[c->a].authority;

    mq__apogee_note(&c->notes, rules[c->b], ids[c->b], "if", p->on[c->b] + 1,
                    sum * 100);
}

static void explain_assign(struct choice *c)
{
    const struct ap_engineer *e = &c->notes.t->engineer[c->a];

    if (c->b == AP_ON_SPECIALTY) {
        mq__apogee_note(&c->notes, e->rule, "apogee.engineer.none", "");
        mq__apogee_engineer_message(e, &c->notes.out[c->notes.n - 1].message);
    }
    explain_space(c);
    if (c->b == AP_ON_SPECIALTY) {
        if (e->roll > 0) {
            mq__apogee_note(&c->notes, "AP-Y4", "apogee.explain.roll", "ic",
                            e->roll,
                            mq_chance_arg(mq__apogee_chance(e->roll, 0)));
        }
    } else {
        mq__apogee_note(&c->notes, "AP-C6", "apogee.explain.authority", "tf",
                        e->name, e->authority * 100);
    }
}

/* The rocket as it would be with one card more or less on the pad. */
static void explain_rocket(struct choice *c, const struct ap_state *after)
{
    struct ap_rocket r;

    mq__apogee_rocket(c->notes.t, after, c->seat, &r);
    mq__apogee_note(&c->notes, "AP-L4", "apogee.explain.rocket", "iifi",
                    r.thrust, r.mass, r.performance * 100, r.astronauts);
}

static void explain_build(struct choice *c)
{
    const struct ap_tables *t = c->notes.t;
    struct ap_state after = *c->st;
    int price =
        c->st->ask == AP_ASK_BUILD ? mq__apogee_price(t, c->st, c->a) : 0;

    mq__apogee_note(&c->notes, "AP-B4", "apogee.explain.build", "wii",
                    t->kind[c->a].id, price,
                    c->st->player[c->seat].credits - price);
    if (t->kind[c->a].pays > 0 && !ap_changes(t, c->st)->no_cubesat_credits) {
        mq__apogee_note(&c->notes, "AP-K15", "apogee.explain.pays", "i",
                        t->kind[c->a].pays);
    }
    mq__apogee_reserve_remove(&after, c->seat, c->a);
    mq__apogee_pad_add(t, &after, c->seat, c->a);
    explain_rocket(c, &after);
}

static void explain_card(struct choice *c)
{
    const struct ap_technology *k = &c->notes.t->kind[c->a];

    mq__apogee_note(&c->notes, mq__apogee_ask_rule(c->st->ask),
                    "apogee.explain.card", "wiii", k->id, k->cost, k->thrust,
                    k->mass);
    if (k->seats > 0) {
        mq__apogee_note(&c->notes, "AP-K8", "apogee.explain.seats", "i",
                        k->seats);
    }
}

static void explain_sell(struct choice *c)
{
    const struct ap_tables *t = c->notes.t;
    const struct ap_director *d = &t->director[c->st->player[c->seat].director];
    int price = mq__apogee_sale_price(t, c->st);
    bool reserve = mq__apogee_in_reserve(c->st, c->seat, c->a);

    if (!reserve) {
        price = d->amount + ap_changes(t, c->st)->sale_price;
    }
    mq__apogee_note(&c->notes, reserve ? "AP-A10" : d->rule,
                    "apogee.explain.sell", "wi", t->kind[c->a].id, price);
}

static void explain_dismiss(struct choice *c)
{
    const struct ap_engineer *e = &c->notes.t->engineer[c->a];

    mq__apogee_note(&c->notes, "AP-A13", "apogee.explain.dismiss", "tfw",
                    e->name, e->authority * 100,
                    mq__apogee_specialties[e->specialty].word);
    explain_crew(c, -1);
}

static void explain_specialty(struct choice *c)
{
    const struct ap_director *d =
        &c->notes.t->director[c->st->player[c->seat].director];

    explain_ability(c, d);
    mq__apogee_note(&c->notes, "AP-A9", "apogee.explain.once", "");
}

static void explain_fire(struct choice *c)
{
    int needed = ap_changes(c->notes.t, c->st)->static_fire_roll;

    mq__apogee_note(&c->notes, "AP-F2", "apogee.explain.static-fire", "ici",
                    needed, mq_chance_arg(mq__apogee_chance(needed, 0)),
                    c->st->player[c->seat].dice);
}

static void explain_launch(struct choice *c)
{
    const struct ap_tables *t = c->notes.t;
    struct ap_launch_odds odds;
    struct ap_rocket r;
    int dice = c->st->player[c->seat].dice;

    mq__apogee_rocket(t, c->st, c->seat, &r);
    mq__apogee_launch_odds(t, c->st, c->seat, &r, c->a, &odds);
    mq__apogee_note(&c->notes, "AP-L9", "apogee.explain.launch", "wici",
                    mq__apogee_destination_words[c->a], odds.number,
                    mq_chance_arg(odds.chance[dice]), dice);
    mq__apogee_note(&c->notes, "AP-L6", "apogee.explain.rocket", "iifi",
                    r.thrust, r.mass, r.performance * 100, r.astronauts);
    mq__apogee_note(&c->notes, "AP-L10", "apogee.explain.launched", "i",
                    AP_LAUNCH_CREDITS);
}

static void explain_intervene(struct choice *c)
{
    int nation = c->notes.t->director[c->st->player[c->seat].director].nation;

    mq__apogee_note(&c->notes, "AP-N2", "apogee.explain.intervene", "ic",
                    AP_INTERVENTION_ROLL,
                    mq_chance_arg(mq__apogee_chance(AP_INTERVENTION_ROLL, 0)));
    mq__apogee_note(&c->notes, mq__apogee_interventions[nation].rule,
                    "apogee.explain.nation", "w",
                    mq__apogee_nation_words[nation]);
}

static void explain_reroll(struct choice *c)
{
    int needed = mq__apogee_roll_needed(c->notes.t, c->st);

    mq__apogee_note(&c->notes, "AP-C10", "apogee.explain.reroll", "ic", needed,
                    mq_chance_arg(mq__apogee_chance(needed, 0)));
}

static void (*const explains[AP_ACTION_KINDS])(struct choice *c) = {
    [AP_A_CHOOSE] = explain_choose,       [AP_A_HIRE] = explain_hire,
    [AP_A_ASSIGN] = explain_assign,       [AP_A_TAKE] = explain_card,
    [AP_A_BUILD] = explain_build,         [AP_A_SELL] = explain_sell,
    [AP_A_KEEP] = explain_card,           [AP_A_DISCARD] = explain_card,
    [AP_A_DISMISS] = explain_dismiss,     [AP_A_SPECIALTY] = explain_specialty,
    [AP_A_FIRE] = explain_fire,           [AP_A_LAUNCH] = explain_launch,
    [AP_A_INTERVENE] = explain_intervene, [AP_A_REROLL] = explain_reroll,
};

/* What needs no reckoning: a sentence and its rule. */
static const struct {
    const char *rule;
    const char *id;
} plain[AP_ACTION_KINDS] = {
    [AP_A_PLANNED] = {"AP-P9", "apogee.explain.planned"},
    [AP_A_REPLACE] = {"AP-G6", "apogee.explain.replace"},
    [AP_A_BUY_DIE] = {"AP-Y16", "apogee.explain.buy-die"},
    [AP_A_PASS] = {"AP-Y5", "apogee.explain.pass"},
    [AP_A_TARGET_CARD] = {"AP-N3", "apogee.explain.target-card"},
    [AP_A_TARGET_DICE] = {"AP-N4", "apogee.explain.target-dice"},
    [AP_A_TARGET] = {"AP-N5", "apogee.explain.target"},
    [AP_A_ACCEPT] = {"AP-C10", "apogee.explain.accept"},
    [AP_A_DONE] = {"AP-A7", "apogee.explain.done"},
};

int mq__apogee_explain(const struct mq_game *g, const void *state, int seat,
                       mq_action action, struct mq_note *out)
{
    int kind = MQ_ACTION_KIND(action);
    struct choice c = {.notes = {ap_tables(g), out, 0},
                       .g = g,
                       .st = state,
                       .seat = seat,
                       .a = MQ_ACTION_A(action),
                       .b = MQ_ACTION_B(action)};

    if (explains[kind] != NULL) {
        explains[kind](&c);
    } else if (plain[kind].id != NULL) {
        mq__apogee_note(&c.notes, plain[kind].rule, plain[kind].id, "");
    }
    return c.notes.n;
}
