/* Chance: outcomes, what is sampled of them, and how well that fits; the same
 * for resampled worlds. */
#include "suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNLIKELY 1e-7 /* a fit worse than that is no accident */
#define DRAWS 1500
#define SETUPS 12  /* comparisons of worlds */
#define DEALS 3000 /* deals in one of them */
#define PAIRS 64   /* pairs of bytes compared in it */

static int index_of(const mq_action *list, int n, mq_action action)
{
    for (int i = 0; i < n; i++) {
        if (list[i] == action) {
            return i;
        }
    }
    return -1;
}

static bool check_outcomes(struct prop *p, const mq_action *list,
                           const double *chance, int n)
{
    double sum = 0;

    if (n == 0 || n > MQ_MAX_OUTCOMES) {
        return prop_fail(p, "outcomes", "%d outcomes", n);
    }
    for (int i = 0; i < n; i++) {
        sum += chance[i];
        if (!(chance[i] > 0) || index_of(list, i, list[i]) >= 0) {
            return prop_fail(p, "outcomes", "outcome %d: chance %g, or twice",
                             i, chance[i]);
        }
    }
    if (fabs(sum - 1) > 1e-9) {
        return prop_fail(p, "outcomes", "the chances sum to %.12g", sum);
    }
    return true;
}

bool prop_check_chance(struct prop *p, const void *st)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double chance[MQ_MAX_OUTCOMES];
    mq_action action;
    int n;

    if (mq_stream(p->game, st) < 0) {
        return prop_fail(p, "stream", "a stream below 0");
    }
    if (!prop_once_in(p, 8)) {
        return true;
    }
    n = mq_outcomes(p->game, st, list, chance);
    action = mq_sample(p->game, st, &p->rng);
    if (n > p->count.most_outcomes) {
        p->count.most_outcomes = n;
    }
    if (n >= 0 && !check_outcomes(p, list, chance, n)) {
        return false;
    }
    if (!mq_is_legal(p->game, st, MQ_CHANCE_SEAT, action) ||
        (n >= 0 && index_of(list, n, action) < 0)) {
        return prop_fail(p, "sample", "sampled %#x: no outcome", action);
    }
    return !prop_once_in(p, 250) || prop_check_fit(p, st);
}

/* What sample gives fits the chances that outcomes names. */
bool prop_check_fit(struct prop *p, const void *st)
{
    mq_action list[MQ_MAX_OUTCOMES];
    double chance[MQ_MAX_OUTCOMES];
    long observed[MQ_MAX_OUTCOMES] = {0};
    int n = mq_outcomes(p->game, st, list, chance);
    double tail;

    if (n < 0) {
        return true;
    }
    for (int i = 0; i < DRAWS; i++) {
        int at = index_of(list, n, mq_sample(p->game, st, &p->rng));

        if (at < 0) {
            return prop_fail(p, "sample", "sampled what is no outcome");
        }
        observed[at]++;
    }
    for (int i = 0; i < n; i++) {
        chance[i] *= DRAWS;
    }
    tail = prop_fit(chance, observed, n);
    p->count.chances++;
    if (tail < UNLIKELY) {
        return prop_fail(p, "fit", "sample doesn't fit outcomes: chance %g",
                         tail);
    }
    return true;
}

/* How often each value stood at a place: in true states, in resampled ones. */
struct tally {
    long seen[2][256];
};

/* How likely the two columns are if they come from one distribution; values
 * that are rare in both are counted together. */
static double two_columns(const struct tally *t)
{
    double chi = 0;
    long one = 0;
    long two = 0;
    int degrees = -1;

    for (int v = 0; v < 256; v++) {
        one += t->seen[0][v];
        two += t->seen[1][v];
        if (one + two >= 16 || (v == 255 && one + two > 0)) {
            chi +=
                (double)(one - two) * (double)(one - two) / (double)(one + two);
            degrees++;
            one = 0;
            two = 0;
        }
    }
    return prop_chi_square_tail(chi, degrees);
}

/* Two bytes of a state whose values are looked at together. */
struct pair {
    int a, b;
};

struct deals {
    int varying; /* bytes that differ between deals, and which */
    int place[MQ_MAX_STATE];
    struct pair pair[PAIRS];
    struct tally byte[MQ_MAX_STATE];
    struct tally both[PAIRS];
};

static void count_state(struct deals *d, int side, const unsigned char *st)
{
    for (int i = 0; i < d->varying; i++) {
        d->byte[i].seen[side][st[d->place[i]]]++;
    }
    for (int i = 0; i < PAIRS; i++) {
        unsigned mix = st[d->pair[i].a] * 31u + st[d->pair[i].b] * 17u;

        d->both[i].seen[side][mix % 256]++;
    }
}

/* Some seats make their hidden choice, any legal one, where all choose at once
 * and by one action. The last one doesn't: nothing is resolved. */
static void commit(struct prop *p, struct prop_state *st)
{
    mq_action list[MQ_MAX_LEGAL];
    struct prop_state next;
    uint32_t actors;

    for (int seat = 0; seat < prop_players(p); seat++) {
        int n;

        mq_turn(p->game, st->bytes, &actors);
        if ((actors >> seat & 1) == 0 || (actors & (actors - 1)) == 0 ||
            prop_once_in(p, 2)) {
            continue;
        }
        n = mq_legal(p->game, st->bytes, seat, list);
        prop_copy(p, &next, st->bytes);
        mq_apply(p->game, next.bytes, seat, list[prop_below(p, n)]);
        mq_turn(p->game, next.bytes, &actors);
        if (actors != 0 && (actors >> seat & 1) == 0) {
            prop_copy(p, st, next.bytes);
        }
    }
}

/* Chance alone until a seat is to act, then hidden choices: nothing that was
 * done has told anything yet. */
static void deal(struct prop *p, struct prop_state *st)
{
    uint32_t actors;

    mq_begin(p->game, st->bytes, &p->log.setup, NULL);
    while (mq_turn(p->game, st->bytes, &actors) == MQ_TURN_CHANCE) {
        mq_apply(p->game, st->bytes, MQ_CHANCE_SEAT,
                 mq_sample(p->game, st->bytes, &p->rng));
    }
    if ((actors & (actors - 1)) != 0) {
        commit(p, st);
    }
}

static void find_varying(struct prop *p, struct deals *d)
{
    bool varies[MQ_MAX_STATE] = {false};
    struct prop_state first, next;

    deal(p, &first);
    for (int i = 0; i < 100; i++) {
        deal(p, &next);
        for (size_t b = 0; b < p->game->state_size; b++) {
            varies[b] |= first.bytes[b] != next.bytes[b];
        }
    }
    for (int b = 0; b < (int)p->game->state_size; b++) {
        if (varies[b]) {
            d->place[d->varying++] = b;
        }
    }
    for (int i = 0; i < PAIRS && d->varying > 0; i++) {
        d->pair[i].a = d->place[prop_below(p, d->varying)];
        d->pair[i].b = d->place[prop_below(p, d->varying)];
    }
}

static bool compare_deals(struct prop *p, const struct deals *d)
{
    for (int i = 0; i < d->varying + PAIRS; i++) {
        double tail = i < d->varying ? two_columns(&d->byte[i])
                                     : two_columns(&d->both[i - d->varying]);

        if (tail < UNLIKELY) {
            return prop_fail(p, "worlds-fit",
                             "resampled deals differ from dealt ones at byte "
                             "%d: chance %g",
                             i < d->varying ? d->place[i] : -1, tail);
        }
    }
    return true;
}

static bool compare_worlds(struct prop *p, struct deals *d)
{
    int seat = prop_below(p, prop_players(p) + 1) + MQ_SPECTATOR;
    struct prop_state st;

    find_varying(p, d);
    for (int i = 0; i < DEALS; i++) {
        deal(p, &st);
        count_state(d, 0, st.bytes);
        mq_redact(p->game, st.bytes, seat);
        mq_resample(p->game, st.bytes, seat, &p->rng);
        count_state(d, 1, st.bytes);
    }
    return compare_deals(p, d);
}

/* A dealt state and the same state resampled have one distribution, whatever
 * is looked at: here every byte, and pairs of bytes. */
bool prop_check_worlds_fit(struct prop *p)
{
    struct deals *d = malloc(sizeof *d);
    bool good = d != NULL || prop_fail(p, "memory", "no memory");

    p->log.length = 0;
    p->number = -1;
    mq_rng_seed_pair(&p->rng, p->seed, UINT64_MAX);
    for (int i = 0; i < SETUPS && good; i++) {
        memset(d, 0, sizeof *d);
        prop_random_setup(p, &p->log.setup);
        good = compare_worlds(p, d);
    }
    free(d);
    return good;
}
