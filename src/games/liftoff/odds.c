/* Lift Off: chances worth knowing now: what the decks may bring, which missions
 * on Earth can fly, and what a launch will score. */
#include "games/liftoff/telling.h"

/* The cards of a level in its deck or on its discard pile: all, those that the
 * player may keep (LO-M7), and of these the ones that could be launched this
 * round. */
struct pile {
    int cards, keepable, hits;
};

static struct pile count_pile(struct lo c, const struct lo_player *p, int level,
                              const uint8_t *cards)
{
    uint32_t keepable = ~mq__lo_full(c.t, p);
    bool met = level < p->lab && mq__lo_meets(c, p, level);
    uint32_t hits = met ? keepable & mq__lo_carried(c, p) : 0;
    struct pile pile = {0, 0, 0};

    for (int i = 0; i < c.t->level_count[level]; i++) {
        int kind = c.t->level_kinds[level][i];

        pile.cards += cards[kind];
        pile.keepable += keepable >> kind & 1 ? cards[kind] : 0;
        pile.hits += hits >> kind & 1 ? cards[kind] : 0;
    }
    return pile;
}

/* The chance that n of `cards` cards have none of `hits`. */
static double none(int cards, int hits, int n)
{
    double p = 1;

    for (int i = 0; i < n; i++) {
        int misses = cards - hits - i;

        p *= misses > 0 ? (double)misses / (cards - i) : 0;
    }
    return p;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* The chance that a draw of n cards brings one that could be launched. An empty
 * deck is made anew from its discard pile (LO-M11); if no card can be kept,
 * more are drawn until one can (LO-M10), each of those alike. */
static double hit_chance(const struct pile *deck, const struct pile *discard,
                         int n)
{
    int first = least(n, deck->cards);
    int then = least(n - first, discard->cards);
    const struct pile *last = deck->keepable > 0 ? deck : discard;
    double none_hit = none(deck->cards, deck->hits, first) *
                      none(discard->cards, discard->hits, then);
    double none_kept = none(deck->cards, deck->keepable, first) *
                       none(discard->cards, discard->keepable, then);

    return 1 - none_hit + none_kept * last->hits / last->keepable;
}

double mq__lo_deck_chance(struct lo c, const struct lo_player *p, int level)
{
    struct pile deck = count_pile(c, p, level, c.st->mission_deck);
    struct pile discard = count_pile(c, p, level, c.st->mission_discard);

    return hit_chance(&deck, &discard,
                      LO_DRAWS + mq__lo_mission_banners(c.t, p));
}

/* Who has had a turn of the mission step takes no more cards (LO-M1). */
static bool may_draw(const struct lo_state *st, int seat)
{
    int n = st->players;

    return st->step < LO_STEP_DECK ||
           (seat - st->start + n) % n >= (st->turn - st->start + n) % n;
}

/* For each deck: that at least one of the cards drawn could be launched this
 * round. */
static int deck_odds(struct lo c, const struct lo_player *p,
                     struct mq_odds *out)
{
    int draws = LO_DRAWS + mq__lo_mission_banners(c.t, p);
    int n = 0;

    for (int level = 0; level < 2 * c.st->phase; level++) {
        if (mq__lo_deck_hindrance(c, p, level) ==
            LO_MAY) { /* one can be kept */
            out[n] =
                (struct mq_odds){.chance = mq__lo_deck_chance(c, p, level)};
            mq_message_set(&out[n++].message, "liftoff.odds.launchable", "ii",
                           draws, level + 1);
        }
    }
    return n;
}

/* Nothing is left to chance there: it flies, or something is missing. */
static void mission_odds(const struct mq_game *g, struct lo c, int seat,
                         int kind, struct mq_odds *out)
{
    const struct lo_mission *m = &c.t->mission[kind];

    *out = (struct mq_odds){.chance = 1.0};
    if (c.st->step == LO_STEP_PREPARE && c.st->turn == seat) {
        mq_action load = MQ_ACTION(LO_LOAD, kind, 0, 0);

        if (mq__lo_why_not(g, c.st, seat, load, &out->lack) != MQ_OK) {
            out->chance = -1.0;
        }
    } else if (mq__lo_note_grounded(c, seat, kind, &out->lack)) {
        out->chance = -1.0;
    }
    mq_message_set(&out->message, "liftoff.odds.mission", "wiii", m->id,
                   m->level + 1, m->weight,
                   mq__lo_launch_points(c, &c.st->player[seat]) + m->points);
}

int mq__lo_odds(const struct mq_game *g, const void *state, int seat,
                struct mq_odds *out)
{
    struct lo c = lo_of(g, state);
    int n = 0;

    if (seat < 0 || c.st->step < LO_STEP_PLAY || c.st->step == LO_STEP_OVER) {
        return 0;
    }
    if (c.st->step <= LO_STEP_DECK && may_draw(c.st, seat)) {
        n += deck_odds(c, &c.st->player[seat], out);
    }
    if (c.st->step == LO_STEP_PREPARE && c.st->turn == seat &&
        c.st->loaded_size > 0) {
        out[n] = (struct mq_odds){.chance = 1.0};
        mq_message_set(&out[n++].message, "liftoff.odds.loaded", "i",
                       mq__lo_loaded_points(c));
    }
    for (uint32_t left = c.st->player[seat].earth[0]; left != 0;
         left &= left - 1) {
        mission_odds(g, c, seat, __builtin_ctz(left), &out[n++]);
    }
    return n;
}
