/* What a choice of a card does, as facts: drafts, playing a specialist, decks,
 * missions to keep, objectives to sell. */
#include "games/liftoff/telling.h"

/* Drafts. */

static int receiver(const struct lo_telling *t, bool objective)
{
    bool left = objective || t->c.st->direction == LO_LEFT;

    return left ? lo_left(t->c.st, t->seat) : lo_right(t->c.st, t->seat);
}

static int giver(const struct lo_telling *t, bool objective)
{
    bool left = objective || t->c.st->direction == LO_LEFT;

    return left ? lo_right(t->c.st, t->seat) : lo_left(t->c.st, t->seat);
}

static const char *card_word(const struct lo_telling *t, bool objective,
                             int card)
{
    return objective ? t->c.t->objective[card].id : t->c.t->specialist[card].id;
}

/* A card that goes on: its receiver gets it, and the passer knows (LO-H4). */
static void tell_goes(const struct lo_telling *t, bool objective, int card)
{
    struct mq_fact fact =
        mq__fact(MQ_FACT_MOVES, objective ? "objective" : "specialist");
    const char *word = card_word(t, objective, card);

    mq__fact_item(&fact, word);
    fact.seat = receiver(t, objective);
    mq__fact_say(t->out, &fact, objective ? "LO-H5" : "LO-H4",
                 objective ? "liftoff.tell.goes-objective"
                           : "liftoff.tell.goes",
                 "pw", fact.seat, word);
}

/* A launch that goes with its card. */
static void tell_given_up(const struct lo_telling *t, int card)
{
    const struct lo_specialist *s = &t->c.t->specialist[card];
    struct mq_fact fact = mq__fact(MQ_FACT_LOSES, "symbol");

    if (s->banner == LO_BANNER_LAUNCH) {
        mq__fact_item(&fact, s->id);
        fact.seat = t->seat;
        mq__fact_say(t->out, &fact, "LO-B6", "liftoff.tell.gives-launch", "w",
                     s->id);
    }
}

/* Keeping sends the other two on, passing the one that was chosen. */
static void tell_passed(const struct lo_telling *t, bool objective, bool keep)
{
    const struct lo_cards *cards =
        objective ? &lo_was(t)->objective : &lo_was(t)->hand;
    int chosen = mq__lo_cards_find(cards, t->a);
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "cards");

    for (int i = 0; i < cards->size; i++) {
        if (keep != (i == chosen)) {
            tell_goes(t, objective, cards->card[i]);
            if (!objective) {
                tell_given_up(t, cards->card[i]);
            }
        }
    }
    fact.seat = giver(t, objective);
    mq__fact_count(&fact, 0, keep ? 2 : 1);
    mq__fact_say(t->out, &fact, keep ? "LO-D5" : "LO-D6",
                 keep ? "liftoff.tell.gets-two" : "liftoff.tell.gets-one", "p",
                 fact.seat);
}

/* What the seat knows of others' cards and won't know any more, because these
 * players pass cards on, too; with two players all comes back. */
static void tell_forgotten(const struct lo_telling *t, bool objective)
{
    int to = receiver(t, objective);
    const struct lo_cards *cards =
        objective ? &t->c.st->player[to].objective : &t->c.st->player[to].hand;

    for (int i = 0; i < cards->size && t->c.st->players > 2; i++) {
        struct mq_fact fact = mq__fact(MQ_FACT_LOSES, "known");

        if (cards->card[i] == MQ_UNKNOWN) {
            continue;
        }
        mq__fact_item(&fact, card_word(t, objective, cards->card[i]));
        fact.seat = to;
        mq__fact_say(t->out, &fact, objective ? "LO-H5" : "LO-H4",
                     objective ? "liftoff.tell.forgotten-objective"
                               : "liftoff.tell.forgotten",
                     "pw", to, fact.item);
    }
}

/* The card's banner and boxes for a seat: `before` its money, `after` the price
 * of a box's first step. */
static void tell_specialist(const struct lo_telling *t, int seat, int card)
{
    const struct lo_specialist *s = &t->c.t->specialist[card];
    struct mq_note note[3];
    struct lo_notes notes = {note, 0};

    mq__lo_note_specialist(t->c, &notes, seat, card);
    for (int i = 0; i < notes.n; i++) {
        struct mq_fact fact =
            mq__fact(MQ_FACT_EFFECT, i == 0 ? "banner" : "box");

        fact.seat = seat;
        fact.note = note[i];
        if (i == 0) {
            mq__fact_item(&fact, mq__lo_banner_words[s->banner]);
        } else {
            mq__fact_item(&fact, mq__lo_box_words[s->box[i - 1]]);
            fact.place = i;
            mq__fact_count(&fact, t->c.st->player[seat].money,
                           note[i].message.arg[0].number);
        }
        t->out->take(t->out->context, &fact);
    }
}

static void tell_committed(const struct lo_telling *t)
{
    struct mq_fact fact = mq__fact(MQ_FACT_EFFECT, "final");

    mq__fact_say(t->out, &fact, "LO-D8", "liftoff.tell.final", "");
    mq__lo_tell_changes(t, 0);
}

void mq__lo_tell_objective_pick(const struct lo_telling *t)
{
    bool keep = t->c.st->step == LO_STEP_OBJECTIVE_KEEP;
    const char *word = t->c.t->objective[t->a].id;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, keep ? "keep" : "pass");
    struct mq_note note[2];
    struct lo_notes notes = {note, 0};

    mq__fact_item(&fact, word);
    if (keep) {
        mq__fact_say(t->out, &fact, "LO-D1", "liftoff.do.keep-objective", "w",
                     word);
    } else {
        mq__fact_say(t->out, &fact, "LO-D2", "liftoff.do.pass-objective", "wp",
                     word, receiver(t, true));
    }
    mq__lo_note_objective(t->c, &notes, t->seat, t->a);
    fact.kind = MQ_FACT_EFFECT;
    fact.subject = "objectives";
    fact.note = note[0];
    t->out->take(t->out->context, &fact);
    mq__lo_tell_objective(t->c, t->seat, t->a, t->out);
    tell_passed(t, true, keep);
    tell_forgotten(t, true);
    tell_committed(t);
}

void mq__lo_tell_pick(const struct lo_telling *t)
{
    bool keep = t->c.st->step == LO_STEP_KEEP;
    const char *word = t->c.t->specialist[t->a].id;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, keep ? "keep" : "pass");

    mq__fact_item(&fact, word);
    if (keep) {
        mq__fact_say(t->out, &fact, "LO-D5", "liftoff.do.keep", "w", word);
    } else {
        mq__fact_say(t->out, &fact, "LO-D6", "liftoff.do.pass", "wp", word,
                     receiver(t, false));
    }
    tell_specialist(t, t->seat, t->a);
    if (!keep) {
        tell_specialist(t, receiver(t, false), t->a);
    }
    tell_passed(t, false, keep);
    tell_forgotten(t, false);
    tell_committed(t);
}

/* LO-D4, LO-V6 */
void mq__lo_tell_direction(const struct lo_telling *t)
{
    bool left = t->a == LO_LEFT;
    int to = left ? lo_left(t->c.st, t->seat) : lo_right(t->c.st, t->seat);
    int from = left ? lo_right(t->c.st, t->seat) : lo_left(t->c.st, t->seat);
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "direction");

    mq__fact_item(&fact, mq__lo_direction_words[t->a]);
    mq__fact_say(t->out, &fact, "LO-D4",
                 left ? "liftoff.do.left" : "liftoff.do.right", "p", to);
    fact.kind = MQ_FACT_MOVES;
    fact.subject = "cards";
    fact.seat = to;
    mq__fact_say(t->out, &fact, "LO-D4", "liftoff.explain.direction", "p", to);
    fact.kind = MQ_FACT_NEXT;
    fact.seat = from;
    mq__fact_say(t->out, &fact, "LO-D4", "liftoff.tell.gets-from", "p", from);
    if (t->c.st->edition == LO_EN) {
        fact.subject = "order";
        fact.seat = to;
        fact.place = 2;
        mq__fact_say(t->out, &fact, "LO-V6", "liftoff.explain.order", "p", to);
    }
}

/* Specialists. */

/* A banner that helps to launch, with what it will cost and score. */
static void tell_banner(const struct lo_telling *t)
{
    const struct lo_specialist *s = &t->c.t->specialist[t->a];
    struct mq_fact fact = mq__fact(MQ_FACT_OPENS, "symbol");

    mq__fact_item(&fact, s->id);
    fact.seat = t->seat;
    if (s->banner == LO_BANNER_LAUNCH) {
        mq__fact_count(&fact, mq__lo_price(t->c.t, lo_is(t), false),
                       mq__lo_launch_points(t->then, lo_is(t)));
        mq__fact_say(t->out, &fact, "LO-B6", "liftoff.tell.adds-launch", "ii",
                     fact.before, fact.after);
    } else if (s->boost > 0) {
        fact.subject = "boost";
        mq__fact_count(&fact, 0, s->boost);
        mq__fact_say(t->out, &fact, "LO-L5", "liftoff.tell.adds-boost", "i",
                     s->boost);
    }
}

void mq__lo_tell_play(const struct lo_telling *t)
{
    const char *word = t->c.t->specialist[t->a].id;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "play");

    mq__fact_item(&fact, word);
    mq__fact_say(t->out, &fact, "LO-A1", "liftoff.do.play", "w", word);
    tell_specialist(t, t->seat, t->a);
    tell_banner(t);
    mq__lo_tell_changes(t, 0);
    fact = mq__fact(MQ_FACT_LEFT, "hand");
    mq__fact_count(&fact, lo_was(t)->hand.size, lo_is(t)->hand.size);
    mq__fact_say(t->out, &fact, "LO-A1", "liftoff.tell.hand", "i", fact.after);
}

/* Missions. */

static void tell_draws(const struct lo_telling *t, int level)
{
    int banners = mq__lo_mission_banners(t->c.t, lo_was(t));
    int room = LO_OF_LEVEL - lo_was(t)->own[level];
    int cards = t->c.st->deck_size[level];
    int draws = LO_DRAWS + banners;
    struct mq_fact fact = mq__fact(MQ_FACT_NEXT, "draw");

    fact.place = level + 1;
    mq__fact_count(&fact, draws, cards);
    mq__fact_say(t->out, &fact, "LO-M3",
                 draws > cards ? "liftoff.tell.draws-short"
                               : "liftoff.tell.draws",
                 "iii", draws, cards, t->c.st->discard_size[level]);
    fact.subject = "keep";
    mq__fact_count(&fact, 1, 1 + banners < room ? 1 + banners : room);
    mq__fact_say(t->out, &fact, "LO-M4", "liftoff.tell.keeps", "i", fact.after);
}

/* Why the mission could fly or couldn't, and what it would score. */
static void tell_verdicts(const struct lo_telling *t, int kind)
{
    struct lo_verdict v;

    mq__lo_tell_mission(t->c, t->seat, kind, t->out);
    mq__lo_judge(t->c, t->seat, kind, &v);
    if (v.flies) {
        mq__lo_tell_flight(t, kind);
    }
}

/* A kind that the seat could keep: how many of it are in the deck, and whether
 * it could fly. */
static void tell_copies(const struct lo_telling *t, int kind)
{
    const struct lo_mission *m = &t->c.t->mission[kind];
    struct mq_fact fact = mq__fact(MQ_FACT_LEFT, "copies");

    mq__fact_item(&fact, m->id);
    fact.place = m->level + 1;
    mq__fact_count(&fact, t->c.st->mission_deck[kind],
                   t->c.st->deck_size[m->level]);
    mq__fact_say(t->out, &fact, "LO-M7", "liftoff.tell.copies", "wii", m->id,
                 fact.before, fact.after);
    mq__lo_tell_effect(t, kind);
    tell_verdicts(t, kind);
}

void mq__lo_tell_deck(const struct lo_telling *t)
{
    int level = t->a - 1;
    uint32_t open = t->c.t->level_mask[level] & ~mq__lo_full(t->c.t, lo_was(t));
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "deck");

    fact.place = t->a;
    mq__fact_say(t->out, &fact, "LO-M1", "liftoff.do.deck", "i", t->a);
    fact = mq__fact(MQ_FACT_CHANCE, "fly");
    fact.place = t->a;
    fact.chance = mq__lo_deck_chance(t->c, lo_was(t), level);
    mq__fact_say(t->out, &fact, "LO-M3",
                 fact.chance > 1 - 1e-12 ? "liftoff.tell.fly-sure"
                 : fact.chance > 1e-12   ? "liftoff.tell.fly"
                                         : "liftoff.tell.fly-none",
                 "c", mq_chance_arg(fact.chance));
    tell_draws(t, level);
    fact = mq__fact(MQ_FACT_LEFT, "kinds");
    fact.place = t->a;
    mq__fact_count(&fact, __builtin_popcount(open), t->c.t->level_count[level]);
    mq__fact_say(t->out, &fact, "LO-M7", "liftoff.tell.kinds", "ii",
                 fact.before, fact.after);
    if (!mq__lo_level_open(t->c, lo_was(t), level)) {
        mq__lo_tell_lacks(t->c, t->seat, level, t->out);
    }
    for (; open != 0; open &= open - 1) {
        tell_copies(t, __builtin_ctz(open));
    }
}

void mq__lo_tell_take(const struct lo_telling *t)
{
    const struct lo_mission *m = &t->c.t->mission[t->a];
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "take");

    mq__fact_item(&fact, m->id);
    fact.place = m->level + 1;
    mq__fact_say(t->out, &fact, "LO-M5", "liftoff.do.take", "w", m->id);
    mq__lo_tell_effect(t, t->a);
    tell_verdicts(t, t->a);
    if (t->then.st->step == LO_STEP_TAKE) {
        fact = mq__fact(MQ_FACT_LEFT, "keep");
        mq__fact_count(&fact, mq__lo_to_keep(t->c), mq__lo_to_keep(t->then));
        mq__fact_say(t->out, &fact, "LO-M4", "liftoff.tell.keeps-more", "i",
                     fact.after);
    } else {
        fact = mq__fact(MQ_FACT_MOVES, "discard");
        mq__fact_count(&fact, 0, t->c.st->drawn_size - 1);
        mq__fact_say(t->out, &fact, "LO-M6", "liftoff.explain.take-done", "i",
                     fact.after);
    }
    mq__lo_tell_changes(t, 0);
    mq__lo_tell_next(t);
}

/* Objectives to sell. */

void mq__lo_tell_sale(const struct lo_telling *t)
{
    const char *word = t->c.t->objective[t->a].id;
    struct mq_fact fact = mq__fact(MQ_FACT_DOES, "sell-objective");

    mq__fact_item(&fact, word);
    mq__fact_say(t->out, &fact, "LO-P5", "liftoff.do.sell-objective", "wi",
                 word, LO_OBJECTIVE_MONEY);
    fact.kind = MQ_FACT_LOSES;
    fact.subject = "objectives";
    mq__fact_count(&fact, mq__lo_objective_points(t->c, lo_was(t), t->a), 0);
    mq__fact_say(t->out, &fact, "LO-P6", "liftoff.tell.sold", "wi", word,
                 fact.before);
    mq__lo_tell_objective(t->c, t->seat, t->a, t->out);
    mq__lo_tell_changes(t, 0);
    mq__lo_tell_next(t);
}
