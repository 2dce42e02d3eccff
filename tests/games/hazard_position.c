/* Hazard: the description of a position (core/form.h). */
#include "hazard.h"

#include "core/form.h"

#include <string.h>

static const char *const step_word[] = {"box",  "deal", "commit", "turn",
                                        "draw", "roll", "over",   NULL};
static const char *const stage_word[] = {"give", "bid", "seal", "sealed", NULL};

/* Cards and bids with what else may stand in their place. */
static const char *const card_word[] = {"ant", "bee", "cat", "dog", "elk",
                                        "fox", "?",   "-",   NULL};
static const char *const bid_word[] = {"0", "1", "2", "?", "-", NULL};

static const struct mq_form_set steps = MQ_FORM_WORDS(step_word, HZ_OVER + 1);
static const struct mq_form_set stages =
    MQ_FORM_WORDS(stage_word, HZ_SEALED + 1);
static const struct mq_form_set kinds = MQ_FORM_WORDS(card_word, HZ_KINDS);
static const struct mq_form_set cards = MQ_FORM_WORDS(card_word, HZ_KINDS + 2);
static const struct mq_form_set bids = MQ_FORM_WORDS(bid_word, HZ_BIDS + 2);

const char *hz_phase(const struct mq_game *g, const void *state)
{
    const struct hz_state *st = state;

    (void)g;
    return step_word[st->step];
}

/* The last two words of the set are MQ_UNKNOWN and HZ_NONE. */
static void walk_value(struct mq_form *f, const char *key, int *at,
                       const struct mq_form_set *set)
{
    int unknown = set->count - 2;
    int i = *at == MQ_UNKNOWN ? unknown : *at == HZ_NONE ? unknown + 1 : *at;

    mq_form_card(f, key, &i, set, 0);
    mq_form_holds(f, at);
    if (mq__form_reads(f)) {
        *at = i < unknown ? i : i == unknown ? MQ_UNKNOWN : HZ_NONE;
    }
}

static void walk_seat(struct mq_form *f, const char *key, int *at)
{
    struct mq_form_set seats = MQ_FORM_WORDS(mq__form_seats, f->players);

    mq_form_card(f, key, at, &seats, 0);
}

/* What must hold. */

/* Cards of a kind that have a place, all copies of it in the end. */
static bool all_placed(const struct hz_state *st, int kind)
{
    int n = st->unseen[kind] + st->played[kind] + (st->box == kind);

    for (int i = 0; i < st->under_count; i++) {
        n += st->under[i].card == kind;
    }
    for (int seat = 0; seat < st->players; seat++) {
        n += st->hand[seat][kind];
    }
    return n == hz_copies[kind];
}

/* Of each hand a seat knows no more than there is, of its own nothing. */
static bool knows_well(const struct hz_state *st, int who)
{
    for (int i = 0; i < st->players * HZ_KINDS; i++) {
        int seat = i / HZ_KINDS;
        int known = st->know[who][seat][i % HZ_KINDS];

        if (known > (who == seat ? 0 : st->hand[seat][i % HZ_KINDS])) {
            return false;
        }
    }
    return true;
}

static bool commit_fits(const struct hz_state *st, int seat)
{
    const struct hz_commit *c = &st->commit[seat];
    bool none = c->give == HZ_NONE && c->bid == HZ_NONE;
    bool given = c->give == MQ_UNKNOWN || c->give == HZ_NONE ||
                 st->hand[seat][c->give] > 0;
    bool with_card = (c->give != HZ_NONE) == (hz_hand_size(st, seat) > 0);
    bool open = c->give != MQ_UNKNOWN && c->bid != MQ_UNKNOWN;

    if (st->step != HZ_COMMIT) {
        return none && c->stage == HZ_TO_GIVE;
    }
    if (c->stage == HZ_TO_GIVE) {
        return none && hz_first_stage(st, seat) == HZ_TO_GIVE;
    }
    return given && with_card && (open || c->stage == HZ_SEALED) &&
           (c->bid == HZ_NONE) == (c->stage == HZ_TO_BID);
}

/* Turns left and rounds, by step. */
static bool frame_fits(const struct hz_state *st)
{
    int turns = HZ_TURNS * st->players;
    bool playing = st->step >= HZ_TURN && st->step != HZ_OVER;

    return (st->box == HZ_NONE) == (st->step == HZ_BOX) &&
           st->round <= st->rounds &&
           (st->round < st->rounds) == (st->step != HZ_OVER) &&
           (playing ? st->turns > 0 && st->turns <= turns
                    : st->turns == (st->step == HZ_COMMIT ? turns : 0));
}

/* The position. */

static void walk_frame(struct mq_form *f, struct hz_state *st)
{
    mq__form_game(f);
    mq_form_int(f, "players", &st->players, 2, HZ_PLAYERS);
    f->players = mq__form_lists(f) ? HZ_PLAYERS : st->players;
    mq_form_int(f, "rounds", &st->rounds, 1, 3);
    mq_form_flag(f, "dice", &st->dice);
    mq_form_card(f, "step", &st->step, &steps, 0);
    walk_seat(f, "actor", &st->actor);
    mq_form_int(f, "round", &st->round, 0, 3);
    mq_form_int(f, "turns", &st->turns, 0, HZ_TURNS * HZ_PLAYERS);
    walk_value(f, "box", &st->box, &cards);
    mq_form_require(f, frame_fits(st), NULL, "hazard.check.frame");
}

static void walk_under(struct mq_form *f, struct hz_state *st)
{
    int n = st->under_count >= 0 && st->under_count <= HZ_CARDS
                ? st->under_count
                : 0;
    int i;

    mq__form_array(f, "under", HZ_CARDS);
    for (i = 0; mq__form_item(f, i, n); i++) {
        mq__form_open(f, NULL);
        walk_value(f, "card", &st->under[i].card, &cards);
        mq_form_require(f, st->under[i].card != HZ_NONE, "card",
                        "hazard.check.cards");
        walk_seat(f, "by", &st->under[i].by);
        mq__form_close(f);
    }
    mq__form_close(f);
    if (mq__form_reads(f)) {
        st->under_count = i;
    } else if (n == st->under_count) {
        mq_form_holds(f, &st->under_count);
    }
}

static void walk_player(struct mq_form *f, struct hz_state *st, int seat)
{
    struct hz_commit *commit = &st->commit[seat];
    bool bid = st->bid[seat] != HZ_NONE && st->bid[seat] != MQ_UNKNOWN;

    mq_form_counts(f, "hand", st->hand[seat], &kinds, HZ_CARDS, 0);
    mq_form_int(f, "hidden", &st->hidden[seat], 0, HZ_CARDS);
    mq__form_open(f, "knows");
    for (int i = 0; i < f->players; i++) {
        mq_form_counts(f, mq__form_seats[i], st->know[seat][i], &kinds,
                       HZ_CARDS, 0);
    }
    mq_form_require(f, knows_well(st, seat), NULL, "hazard.check.cards");
    mq__form_close(f);
    mq_form_card(f, "stage", &commit->stage, &stages, 0);
    walk_value(f, "give", &commit->give, &cards);
    walk_value(f, "secret-bid", &commit->bid, &bids);
    mq_form_require(f, commit_fits(st, seat), "stage", "hazard.check.seats");
    walk_value(f, "bid", &st->bid[seat], &bids);
    mq_form_require(f, bid == (st->step >= HZ_TURN), "bid",
                    "hazard.check.seats");
    mq_form_int(f, "points", &st->points[seat], 0, 99);
    mq_form_int(f, "luck", &st->luck[seat], -99, 99);
}

static void walk(struct mq_form *f, const struct mq_game *g, void *state)
{
    struct hz_state *st = state;

    (void)g;
    walk_frame(f, st);
    if (f->r.failed) {
        return; /* nothing can be counted without it */
    }
    mq_form_counts(f, "unseen", st->unseen, &kinds, HZ_CARDS, 0);
    walk_under(f, st);
    mq_form_counts(f, "played", st->played, &kinds, HZ_CARDS, 0);
    mq__form_open(f, "seats");
    for (int i = 0; mq__form_each(f, mq__form_seats, i, f->players); i++) {
        walk_player(f, st, i);
        mq__form_close(f);
    }
    mq__form_close(f);
    for (int kind = 0; kind < HZ_KINDS; kind++) {
        mq_form_require(f, all_placed(st, kind), "unseen",
                        "hazard.check.cards");
    }
    mq_form_require(f, hz_deck(st) >= st->under_count, "under",
                    "hazard.check.cards");
    mq__form_array(f, "notes", HZ_NOTES);
    for (int i = 0; mq__form_item(f, i, HZ_NOTES); i++) {
        mq_form_int(f, NULL, &st->notes[i], 0, INT32_MAX);
        mq_form_require(f, st->notes[i] == 0, NULL, "hazard.check.notes");
    }
    mq__form_close(f);
}

static void clear(void *state)
{
    struct hz_state *st = state;

    for (int seat = 0; seat < HZ_PLAYERS; seat++) {
        st->commit[seat].give = HZ_NONE;
        st->commit[seat].bid = HZ_NONE;
        st->bid[seat] = HZ_NONE;
    }
}

const struct mq_form_kind hz_form = {
    .walk = walk,
    .clear = clear,
    .no_seat = "hazard.check.frame",
};
