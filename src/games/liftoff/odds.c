/* Lift Off: chances worth knowing now: what the decks may bring, which missions
 * on Earth can fly, and what a launch will score. */
#include "games/liftoff/rules.h"

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

/* Missions of a level that the player could launch this round. */
static void count_launchable(const struct lo_tables *t,
                             const struct lo_state *st,
                             const struct lo_player *p, int level, int *cards,
                             int *hits)
{
    uint32_t full = mq__lo_full(t, p);
    int capacity = mq__lo_most_capacity(t, st, p, true);
    bool met = level < p->lab && mq__lo_meets(t, st, p, level);
    /* An empty deck is made anew from its discard pile (LO-M11). */
    const uint8_t *pile =
        st->deck_size[level] > 0 ? st->mission_deck : st->mission_discard;

    *cards = *hits = 0;
    for (int i = 0; i < t->level_count[level]; i++) {
        int kind = t->level_kinds[level][i];

        *cards += pile[kind];
        if (met && (full >> kind & 1) == 0 &&
            t->mission[kind].weight <= capacity) {
            *hits += pile[kind];
        }
    }
}

/* For each deck: that at least one of the cards drawn could be launched this
 * round. */
static int deck_odds(const struct lo_tables *t, const struct lo_state *st,
                     const struct lo_player *p, struct mq_odds *out)
{
    int draws = LO_DRAWS + mq__lo_mission_banners(t, p);
    int n = 0;

    for (int level = 0; level < 2 * st->phase; level++) {
        int cards, hits;

        count_launchable(t, st, p, level, &cards, &hits);
        if (!mq__lo_deck_open(t, st, p, level) || cards < draws) {
            continue;
        }
        out[n] = (struct mq_odds){.chance = 1 - none(cards, hits, draws)};
        mq_message_set(&out[n++].message, "liftoff.odds.launchable", "ii",
                       draws, level + 1);
    }
    return n;
}

/* Nothing is left to chance there: it flies, or something is missing. */
static void mission_odds(const struct mq_game *g, const struct lo_state *st,
                         int seat, int kind, struct mq_odds *out)
{
    const struct lo_tables *t = lo_tables(g);
    const struct lo_mission *m = &t->mission[kind];

    *out = (struct mq_odds){.chance = 1.0};
    if (st->step == LO_STEP_PREPARE && st->turn == seat) {
        mq_action load = MQ_ACTION(LO_LOAD, kind, 0, 0);

        if (mq__lo_why_not(g, st, seat, load, &out->lack) != MQ_OK) {
            out->chance = -1.0;
        }
    } else if (!mq__lo_can_fly(t, st, &st->player[seat], kind)) {
        out->chance = -1.0;
        mq__lo_note_grounded(t, st, seat, kind, &out->lack);
    }
    mq_message_set(&out->message, "liftoff.odds.mission", "wiii", m->id,
                   m->level + 1, m->weight,
                   mq__lo_launch_points(t, st, &st->player[seat]) + m->points);
}

int mq__lo_odds(const struct mq_game *g, const void *state, int seat,
                struct mq_odds *out)
{
    const struct lo_tables *t = lo_tables(g);
    const struct lo_state *st = state;
    int n = 0;

    if (seat < 0 || st->step < LO_STEP_PLAY || st->step == LO_STEP_OVER) {
        return 0;
    }
    if (st->step <= LO_STEP_DECK) {
        n += deck_odds(t, st, &st->player[seat], out);
    }
    if (st->step == LO_STEP_PREPARE && st->turn == seat &&
        st->loaded_size > 0) {
        out[n] = (struct mq_odds){.chance = 1.0};
        mq_message_set(&out[n++].message, "liftoff.odds.loaded", "i",
                       mq__lo_loaded_points(t, st));
    }
    for (uint32_t left = st->player[seat].earth[0]; left != 0;
         left &= left - 1) {
        mission_odds(g, st, seat, __builtin_ctz(left), &out[n++]);
    }
    return n;
}
