/* Hazard's resampler against all arrangements. Every way to lay the cards that
 * a seat can't place, each card told from each other, into the places it can't
 * see counts once; what a world then weighs is how many ways lead to it. */
#include "suite.h"

#include "../games/hazard.h"

#include <stdlib.h>
#include <string.h>

#define MAX_PLACES 5
#define MAX_WORLDS 600
#define LOOKS 20 /* for a view small enough */
#define DRAWS 12000
#define UNLIKELY 1e-7

struct worlds {
    int n;
    double ways[MAX_WORLDS];
    long drawn[MAX_WORLDS];
    struct hz_state world[MAX_WORLDS];
};

struct laying {
    struct hz_state st;
    int left;             /* places not yet filled */
    int cards;            /* labelled cards that are left */
    int card[HZ_CARDS];   /* their kinds */
    struct worlds *found; /* what has been laid so far */
    bool full;
};

static int find(const struct worlds *w, const struct hz_state *st)
{
    int i = 0;

    while (i < w->n && memcmp(&w->world[i], st, sizeof *st) != 0) {
        i++;
    }
    return i;
}

static void count(struct laying *l, double ways)
{
    struct worlds *w = l->found;
    int at = find(w, &l->st);

    if (at == MAX_WORLDS) {
        l->full = true;
        return;
    }
    if (at == w->n) {
        w->world[w->n] = l->st;
        w->ways[w->n] = 0;
        w->drawn[w->n++] = 0;
    }
    w->ways[at] += ways;
}

/* Hidden commits, one seat after the other: each legal one alike. */
static void commit(struct laying *l, int seat, double ways)
{
    struct hz_commit *c = &l->st.commit[seat];
    struct hz_commit was = *c;
    int kinds = 0;

    if (seat == l->st.players) {
        count(l, ways);
        return;
    }
    if (c->bid != MQ_UNKNOWN) {
        commit(l, seat + 1, ways);
        return;
    }
    for (int k = 0; k < HZ_KINDS; k++) {
        kinds += l->st.hand[seat][k] > 0 ? 1 : 0;
    }
    for (int bid = 0; bid < HZ_BIDS; bid++) {
        c->bid = bid;
        if (was.give != MQ_UNKNOWN) {
            commit(l, seat + 1, ways / HZ_BIDS);
            continue;
        }
        for (int k = 0; k < HZ_KINDS; k++) {
            if (l->st.hand[seat][k] > 0) {
                c->give = k;
                commit(l, seat + 1, ways / HZ_BIDS / kinds);
            }
        }
    }
    *c = was;
}

static void lay(struct laying *l);

/* Puts each of the labelled cards into the place in turn. */
static void fill(struct laying *l, int *place, int hand)
{
    for (int i = 0; i < l->cards; i++) {
        int kind = l->card[i];

        l->card[i] = l->card[--l->cards];
        l->st.unseen[kind]--;
        if (hand >= 0) {
            l->st.hand[hand][kind]++;
            l->st.hidden[hand]--;
        } else {
            *place = kind;
        }
        lay(l);
        if (hand >= 0) {
            l->st.hand[hand][kind]--;
            l->st.hidden[hand]++;
        } else {
            *place = MQ_UNKNOWN;
        }
        l->st.unseen[kind]++;
        l->cards++;
        l->card[l->cards - 1] = l->card[i];
        l->card[i] = kind;
    }
}

static void lay(struct laying *l)
{
    if (l->st.box == MQ_UNKNOWN) {
        fill(l, &l->st.box, -1);
        return;
    }
    for (int i = 0; i < l->st.under_count; i++) {
        if (l->st.under[i].card == MQ_UNKNOWN) {
            fill(l, &l->st.under[i].card, -1);
            return;
        }
    }
    for (int seat = 0; seat < l->st.players; seat++) {
        if (l->st.hidden[seat] > 0) {
            fill(l, NULL, seat);
            return;
        }
    }
    commit(l, 0, 1);
}

static int places(const struct hz_state *view)
{
    int n = view->box == MQ_UNKNOWN ? 1 : 0;

    for (int i = 0; i < view->under_count; i++) {
        n += view->under[i].card == MQ_UNKNOWN ? 1 : 0;
    }
    for (int seat = 0; seat < view->players; seat++) {
        n += view->hidden[seat];
    }
    return n;
}

static bool compare(struct prop *p, struct worlds *w,
                    const struct hz_state *view, int seat)
{
    double sum = 0;
    double tail;

    for (int i = 0; i < DRAWS; i++) {
        struct hz_state world = *view;
        int at;

        mq_resample(p->game, &world, seat, &p->rng);
        at = find(w, &world);
        if (at == w->n) {
            return prop_fail(p, "exact", "a world that can't be");
        }
        w->drawn[at]++;
    }
    for (int i = 0; i < w->n; i++) {
        sum += w->ways[i];
    }
    for (int i = 0; i < w->n; i++) {
        w->ways[i] *= DRAWS / sum;
    }
    tail = prop_fit(w->ways, w->drawn, w->n);
    p->count.chances++;
    return tail >= UNLIKELY ||
           prop_fail(p, "exact", "%d worlds are resampled unevenly: chance %g",
                     w->n, tail);
}

static bool check_view(struct prop *p, const struct hz_state *view, int seat)
{
    struct laying *l = calloc(1, sizeof *l);
    struct worlds *w = calloc(1, sizeof *w);
    bool good = (l != NULL && w != NULL) || prop_fail(p, "memory", "none");

    if (good) {
        l->st = *view;
        l->found = w;
        for (int k = 0; k < HZ_KINDS; k++) {
            for (int i = 0; i < view->unseen[k]; i++) {
                l->card[l->cards++] = k;
            }
        }
        lay(l);
        good = l->full || compare(p, w, view, seat);
    }
    free(w);
    free(l);
    return good;
}

/* A seat's view at a random event. */
static int random_view(struct prop *p, struct hz_state *view)
{
    int seat = prop_below(p, prop_players(p) + 1) + MQ_SPECTATOR;
    struct prop_state st;

    prop_fold(p, &p->log, prop_below(p, p->log.length + 1), &st);
    memcpy(view, st.bytes, sizeof *view);
    mq_redact(p->game, view, seat);
    return seat;
}

/* In some matches; small views only, and few are small. */
bool prop_check_hazard(struct prop *p)
{
    struct hz_state view;

    if (!prop_once_in(p, 40)) {
        return true;
    }
    for (int i = 0; i < LOOKS; i++) {
        int seat = random_view(p, &view);

        if (places(&view) <= MAX_PLACES) {
            return check_view(p, &view, seat);
        }
    }
    return true;
}
